//! The battle, phase by phase, on small tables with fixed dice.

mod audit;
mod drill;
mod guns_and_towns;
mod labels;
mod language;
mod melees;
mod moves;
mod phases;
mod properties;
mod random;
mod table;
mod ways;
