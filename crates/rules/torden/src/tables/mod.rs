//! The tables as the procedures use them: typed, complete and checked when they are loaded.

use krigsspil_engine::table::{TableFault, TableShelf};

/// The printed tables, compiled in: file name and text.
pub(crate) static PRINTED: &[(&str, &str)] = &[];

/// Every table of the rules.
#[derive(Clone, Debug)]
pub struct Tables {}

impl Tables {
    /// Reads and checks the tables of a shelf.
    pub fn read(_: &TableShelf) -> Result<Tables, TableFault> {
        Ok(Tables {})
    }
}
