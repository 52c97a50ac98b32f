//! The battle, phase by phase, on small tables with fixed dice.

mod labels;
mod melees;
mod moves;
mod phases;
mod random;
mod table;
