//! All tests of the rule set, in one binary: one link instead of 21.

mod armies_cells;
mod armies_common;
mod armies_force;
mod armies_house;
mod armies_labels;
mod armies_lookups;
mod armies_rows;
mod artillery;
mod cases;
mod charge;
mod command;
mod common;
mod formation;
mod labels;
mod melee;
mod melee_results;
mod morale;
mod movement;
mod musketry;
mod odds;
mod options;
mod tables;
mod zones;
