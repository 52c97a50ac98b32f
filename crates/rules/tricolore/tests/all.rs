//! All tests of the rule set, in one binary: one link instead of 13.

mod administration;
mod artillery;
mod cases;
mod cavalry;
mod command;
mod common;
mod infantry;
mod labels;
mod losses;
mod movement;
mod notation;
mod odds;
mod tables;
mod town;
