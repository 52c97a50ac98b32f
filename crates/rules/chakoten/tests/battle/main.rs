//! The battle, chapter by chapter, on small tables with fixed dice.

mod language;
mod marching;
mod table;
