//! The procedures, chapter by chapter.

pub mod artillery_fire;
pub mod battery;
pub mod battery_march;
pub mod cavalry;
pub mod charge;
pub mod chits;
pub mod command;
pub mod formation;
pub mod lanes;
pub mod march;
pub mod melee;
pub mod melee_results;
pub mod morale;
pub mod movement;
pub mod musketry;
pub mod off_board;
pub mod options;
pub mod reactions;
pub mod recovery;
pub mod scale;
pub mod sector;
pub mod sight;
pub mod units;
pub mod zones;
