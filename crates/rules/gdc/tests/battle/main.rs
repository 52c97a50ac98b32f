//! The battle, phase by phase, on small tables with fixed dice.

mod audit;
mod audit2;
mod audit3;
mod audit4;
mod audit5;
mod audit6;
mod audit7;
mod charges;
mod command;
mod engineers;
mod fire;
mod formation;
mod labels;
mod language;
mod more;
mod moves;
mod off_board;
mod options;
mod properties;
mod random;
mod rest;
mod squares;
mod switches;
mod table;
mod waves;
mod zones;
