//! The battle, phase by phase, on small tables with fixed dice.

mod charges;
mod fire;
mod formation;
mod labels;
mod language;
mod moves;
mod properties;
mod random;
mod table;
mod zones;
