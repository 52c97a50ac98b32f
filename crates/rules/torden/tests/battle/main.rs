//! `torden` played on small fields with fixed dice.
#![allow(clippy::unwrap_used, clippy::panic)]

mod language;
mod random_play;
