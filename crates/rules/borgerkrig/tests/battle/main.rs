//! The battle, chapter by chapter, on small tables with fixed dice.

mod chapter_02;
mod table;
