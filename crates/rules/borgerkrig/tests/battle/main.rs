//! The battle, chapter by chapter, on small tables with fixed dice.

mod chapter_01;
mod chapter_02;
mod chapter_03;
mod chapter_04;
mod chapter_05;
mod chapter_05_06;
mod chapter_06;
mod chapter_07;
mod chapter_07_contact;
mod chapter_07_melee;
mod chapter_08;
mod chapter_09;
mod chapter_10;
mod close_quarters;
mod detachments;
mod exchanged;
mod fog;
mod houses;
mod knowledge;
mod preview;
mod resuming;
mod sheet;
mod side_by_side;
mod table;
mod ways;
