//! The order sheet (§03.01.3).

use super::order::UnitOrder;

/// What is wrong with an entry, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetFault {
    /// The character, from 1.
    pub at: usize,
    /// What is wrong.
    pub reason: String,
}

impl std::fmt::Display for SheetFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "at {}: {}", self.at, self.reason)
    }
}

/// Reads an entry of the sheet, for a side whose home lies so many degrees from north, and a unit that faces so.
pub fn read(_entry: &str, _home: f64, _facing: f64) -> Result<UnitOrder, SheetFault> {
    Err(SheetFault { at: 1, reason: "sheets cannot be read yet".into() })
}
