//! The tables as the procedures use them: typed, complete, and checked when they are loaded.

mod artillery;
mod attack;
mod fire;
mod march;
mod morale;
mod rows;
mod supply;
mod wordings;

pub use artillery::{ArtilleryTables, Material, SkemaIX};
pub use attack::{AttackTables, CaptorRow, ShockSide, SkemaXII};
pub use fire::{FireTables, PerUnit, SkemaV, ZoneLimits};
pub use march::{FeatureValues, MarchTables, Passage, Quarters};
pub use morale::{Mending, MoraleTables, SkemaXIX, SkemaXV, SkemaXVIII};
pub use rows::{OrderSpans, OwnOpponent};
pub use supply::SupplyTables;

use krigsspil_engine::table::{TableFault, TableShelf};

/// The printed tables, compiled in: file name and text.
pub(crate) static PRINTED: &[(&str, &str)] = krigsspil_engine::printed!["tables":
    "skema-I",
    "skema-II",
    "skema-III",
    "skema-IV",
    "skema-V",
    "skema-VI",
    "skema-VII",
    "skema-VIII",
    "skema-IX",
    "skema-X",
    "skema-XI",
    "skema-XII",
    "skema-XIII",
    "skema-XIV",
    "skema-XV",
    "skema-XVI",
    "skema-XVII",
    "skema-XVIII",
    "skema-XIX",
    "skema-XX",
    "skema-XXI",
    "skema-XXII",
];

/// Every table of the rules.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Skema I to III and XXII.
    pub march: MarchTables,
    /// Skema IV to VI.
    pub fire: FireTables,
    /// Skema VII to XI.
    pub artillery: ArtilleryTables,
    /// Skema XII to XIV.
    pub attack: AttackTables,
    /// Skema XV to XX.
    pub morale: MoraleTables,
    /// Skema XXI.
    pub supply: SupplyTables,
}

impl Tables {
    /// Reads and checks the tables of a shelf.
    pub fn read(shelf: &TableShelf) -> Result<Tables, TableFault> {
        Ok(Tables {
            march: MarchTables::read(shelf)?,
            fire: FireTables::read(shelf)?,
            artillery: ArtilleryTables::read(shelf)?,
            attack: AttackTables::read(shelf)?,
            morale: MoraleTables::read(shelf)?,
            supply: SupplyTables::read(shelf)?,
        })
    }
}
