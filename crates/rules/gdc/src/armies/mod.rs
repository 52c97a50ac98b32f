//! The armies: thirty-five lists, the units one may field from them, and the check of their limits.
//!
//! Each list is a table of its own (`armies/army-<nation>.toml`) in the shape of the print: each row is a unit, each column a span of
//! years, and each cell has number, grade and size as printed. The cells use the same grammar as the procedure
//! [`ParseCell`](lookups::ParseCell), so a club changes a list by changing a cell.
//!
//! ```
//! use krigsspil_engine::RuleSet;
//!
//! let rules = krigsspil_gdc::open(None)?;
//! let rules: &dyn RuleSet = &rules;
//! let facts = r#"{"nation": "baden", "period": "1809-11", "units": [
//!     {"name": "Line Rgt", "count": 3}, {"name": "Jager Bns", "count": 1}, {"name": "FA 6 pdr", "count": 2}]}"#;
//! let check = rules.adjudicate("validate_force", facts, &[])?.outcome;
//! assert_eq!(check["totals"]["battalions"], 7);
//! assert_eq!(check["violations"][0]["code"], "over_ratio");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod batteries;
pub(crate) mod catalogue;
pub mod cell;
mod codes;
pub mod force;
mod force_entries;
pub mod list;
pub mod lookups;
pub mod makeup;
mod modifiers;
mod read;
mod shared;
pub mod vocabulary;

pub use force_entries::{ForceEntries, ForceEntry};
pub use modifiers::{MODIFIERS, REFUSALS};
pub use shared::{Shared, Text};

use krigsspil_engine::Entry;
use krigsspil_engine::table::{TableFault, TableShelf};

use crate::tables::Tables;
use list::Army;
use vocabulary::{CellArm, Nation};

/// The printed tables of this part: the lists in the order of the print, and the damaged cells.
pub(crate) static PRINTED: &[(&str, &str)] = krigsspil_engine::printed!["armies":
    "army-baden",
    "army-french_estranger",
    "army-french_provisional",
    "army-france",
    "army-denmark",
    "army-saxony",
    "army-confederation_rhine",
    "army-warsaw",
    "army-holland",
    "army-berg",
    "army-wurttemberg",
    "army-portugal",
    "army-westphalia",
    "army-nassau",
    "army-sweden",
    "army-ottoman",
    "army-bavaria",
    "army-hanover",
    "army-netherlands",
    "army-hesse_cassel",
    "army-naples",
    "army-hesse_darmstadt",
    "army-north_italy",
    "army-prussia",
    "army-austria",
    "army-usa",
    "army-great_britain",
    "army-canada",
    "army-british_india",
    "army-russia",
    "army-brunswick",
    "army-spain",
    "army-india_moghul",
    "army-india_sikh",
    "army-india_mysore",
    "army-corrections",
];

/// The procedures of this part.
pub(crate) static ENTRIES: &[Entry<Tables>] = &[
    Entry::of::<lookups::ArmyIndex>(),
    Entry::of::<lookups::ArmyList>(),
    Entry::of::<lookups::UnitLookup>(),
    Entry::of::<lookups::Deployment>(),
    Entry::of::<batteries::BatteryAllowance>(),
    Entry::of::<force::ValidateForce>(),
    Entry::of::<lookups::ParseCell>(),
    Entry::of::<makeup::UnitMakeup>(),
];

/// A damaged cell and its correct reading (§army.R12 to §army.R20).
#[derive(Clone, Debug)]
pub struct Correction {
    /// The kind of its row.
    pub arm: CellArm,
    /// The cell as printed.
    pub cell: Text,
    /// The correct reading.
    pub reads: Text,
    /// The ruling that settles it.
    pub ruling: Text,
}

/// Every damaged cell.
#[derive(Clone, Debug)]
pub struct Corrections(Vec<Correction>);

impl Corrections {
    /// The cell with its spaces collapsed, and corrected if it is a damaged one.
    pub fn mend(&self, cell: &str, arm: CellArm) -> (Text, Option<&Correction>) {
        let text = cell::collapsed(cell);
        match self.0.iter().find(|damaged| damaged.arm == arm && *damaged.cell == *text) {
            Some(correction) => (correction.reads.clone(), Some(correction)),
            None => (text.as_str().into(), None),
        }
    }
}

/// The tables of this part.
#[derive(Clone, Debug)]
pub struct ArmyTables {
    /// The lists, in the order of [`Nation::ALL`].
    armies: Vec<Army>,
    /// The damaged cells.
    pub corrections: Corrections,
}

impl ArmyTables {
    pub(crate) fn read(shelf: &TableShelf) -> Result<ArmyTables, TableFault> {
        let corrections = read::corrections(shelf)?;
        let armies = Nation::ALL
            .iter()
            .map(|nation| read::army(*nation, shelf, &corrections))
            .collect::<Result<_, _>>()?;
        Ok(ArmyTables { armies, corrections })
    }

    /// A nation's list.
    pub fn army(&self, nation: Nation) -> &Army {
        &self.armies[nation as usize]
    }

    /// Every list, in the order of the print.
    pub fn all(&self) -> &[Army] {
        &self.armies
    }
}
