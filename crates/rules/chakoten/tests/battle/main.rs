//! The battle, chapter by chapter, on small tables with fixed dice.

mod abreast;
mod concert;
mod demolition;
mod ferries;
mod fighting;
mod flight;
mod foundations;
mod ground;
mod guns;
mod language;
mod marching;
mod means;
mod messages;
mod parts;
mod properties;
mod random;
mod shares;
mod sheet_words;
mod side_by_side;
mod skirmishers;
mod steep;
mod table;
mod town;
mod turn;
mod twins;
mod works;
