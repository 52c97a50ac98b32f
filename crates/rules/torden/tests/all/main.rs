//! All tests of the rule set, in one binary: one link instead of 16.

mod attacks;
mod cases;
mod command;
mod common;
mod firing;
mod generaler;
mod ground;
mod labels;
mod landetillaeg;
mod lookup;
mod melees;
mod morale;
mod movement;
mod odds;
mod organisation;
mod tables;
mod troop_types;
