//! The battle, phase by phase, on small tables with fixed dice.

mod audit;
mod charges;
mod command;
mod fire;
mod formation;
mod labels;
mod language;
mod moves;
mod properties;
mod random;
mod table;
mod waves;
mod zones;
