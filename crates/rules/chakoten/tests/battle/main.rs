//! The battle, chapter by chapter, on small tables with fixed dice.

mod fighting;
mod language;
mod marching;
mod random;
mod table;
