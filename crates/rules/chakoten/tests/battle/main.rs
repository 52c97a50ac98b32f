//! The battle, chapter by chapter, on small tables with fixed dice.

mod fighting;
mod ground;
mod language;
mod marching;
mod messages;
mod parts;
mod properties;
mod random;
mod side_by_side;
mod table;
mod turn;
