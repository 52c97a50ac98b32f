//! The armies.

mod modifiers;

pub use modifiers::{MODIFIERS, REFUSALS};

use krigsspil_engine::Entry;
use krigsspil_engine::table::{TableFault, TableShelf};

use crate::tables::Tables;

/// The printed tables of this part.
pub(crate) static PRINTED: &[(&str, &str)] = &[];

/// The procedures of this part.
pub(crate) static ENTRIES: &[Entry<Tables>] = &[];

/// The tables of this part.
#[derive(Clone, Debug)]
pub struct ArmyTables {}

impl ArmyTables {
    pub(crate) fn read(_: &TableShelf) -> Result<ArmyTables, TableFault> {
        Ok(ArmyTables {})
    }
}
