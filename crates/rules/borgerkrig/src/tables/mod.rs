//! The tables as the procedures use them: typed, complete and checked when they are loaded.

mod fire;

pub use fire::{FireTables, OwnOpponent, PerUnit, ZoneLimits};

use krigsspil_engine::table::{TableFault, TableShelf};

/// The printed tables, compiled in: file name and text.
pub(crate) static PRINTED: &[(&str, &str)] = &[
    ("skema-IV.toml", include_str!("../../tables/skema-IV.toml")),
    ("skema-V.toml", include_str!("../../tables/skema-V.toml")),
    ("skema-VI.toml", include_str!("../../tables/skema-VI.toml")),
];

/// Every table of the rules.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Skema IV to VI.
    pub fire: FireTables,
}

impl Tables {
    /// Reads and checks the tables of a shelf.
    pub fn read(shelf: &TableShelf) -> Result<Tables, TableFault> {
        Ok(Tables { fire: FireTables::read(shelf)? })
    }
}
