//! The procedures, chapter by chapter.

pub mod administration;
pub mod army;
pub mod artillery;
pub mod bombardment;
pub mod cavalry;
pub mod command;
pub mod declarations;
pub mod formations;
pub mod ground;
pub mod infantry;
pub mod losses;
pub mod melee;
pub mod movement;
pub mod officers;
pub mod town;
