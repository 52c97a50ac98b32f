//! The procedures, chapter by chapter.

pub mod aftermath;
pub mod artillery;
pub mod artillery_fire;
pub mod attack;
pub mod buildings;
pub mod command;
pub mod contagion;
pub mod drill;
pub mod flight;
pub mod march;
pub mod melee;
mod melee_points;
pub mod obstacles;
pub mod order;
pub mod orders;
pub mod scale;
pub mod sight;
pub mod skirmish;
pub mod small_arms;
pub mod supply;
