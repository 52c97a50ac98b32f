//! `torden` played on small fields with fixed dice.
#![allow(clippy::unwrap_used, clippy::panic)]

mod attacks;
mod command;
mod fire;
mod giving_way;
mod knowledge;
mod language;
mod moves;
mod phases;
mod random_play;
mod side_by_side;
mod table;
