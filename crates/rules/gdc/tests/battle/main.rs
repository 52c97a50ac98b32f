//! The battle, phase by phase, on small tables with fixed dice.

mod labels;
mod random;
mod table;
