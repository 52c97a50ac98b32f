//! `torden` played on small fields with fixed dice.
#![allow(clippy::unwrap_used, clippy::panic)]

mod abreast;
mod at_one_moment;
mod attacks;
mod breaking_off;
mod command;
mod detachments;
mod drilled;
mod english;
mod fire;
mod giving_way;
mod gone_before;
mod knowledge;
mod language;
mod moves;
mod phases;
mod previews;
mod random_play;
mod returning;
mod same_battle;
mod second_sentences;
mod side_by_side;
mod table;
