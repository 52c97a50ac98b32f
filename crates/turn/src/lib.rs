//! The machinery of a turn. It knows the field and no rule set.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod book;
pub mod desk;
pub mod gate;
pub mod ids;
pub mod knowledge;
pub mod objectives;
pub mod phases;
pub mod resume;
pub mod riders;
pub mod situation;
pub mod snapshot;
pub mod timeline;
pub mod umpire;
pub mod wordings;
pub mod works;
