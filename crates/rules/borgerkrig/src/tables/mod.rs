//! The tables as the procedures use them: typed, complete and checked when they are loaded.

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
pub(crate) static PRINTED: &[(&str, &str)] = &[
    ("skema-I.toml", include_str!("../../tables/skema-I.toml")),
    ("skema-II.toml", include_str!("../../tables/skema-II.toml")),
    ("skema-III.toml", include_str!("../../tables/skema-III.toml")),
    ("skema-IV.toml", include_str!("../../tables/skema-IV.toml")),
    ("skema-V.toml", include_str!("../../tables/skema-V.toml")),
    ("skema-VI.toml", include_str!("../../tables/skema-VI.toml")),
    ("skema-VII.toml", include_str!("../../tables/skema-VII.toml")),
    ("skema-VIII.toml", include_str!("../../tables/skema-VIII.toml")),
    ("skema-IX.toml", include_str!("../../tables/skema-IX.toml")),
    ("skema-X.toml", include_str!("../../tables/skema-X.toml")),
    ("skema-XI.toml", include_str!("../../tables/skema-XI.toml")),
    ("skema-XII.toml", include_str!("../../tables/skema-XII.toml")),
    ("skema-XIII.toml", include_str!("../../tables/skema-XIII.toml")),
    ("skema-XIV.toml", include_str!("../../tables/skema-XIV.toml")),
    ("skema-XV.toml", include_str!("../../tables/skema-XV.toml")),
    ("skema-XVI.toml", include_str!("../../tables/skema-XVI.toml")),
    ("skema-XVII.toml", include_str!("../../tables/skema-XVII.toml")),
    ("skema-XVIII.toml", include_str!("../../tables/skema-XVIII.toml")),
    ("skema-XIX.toml", include_str!("../../tables/skema-XIX.toml")),
    ("skema-XX.toml", include_str!("../../tables/skema-XX.toml")),
    ("skema-XXI.toml", include_str!("../../tables/skema-XXI.toml")),
    ("skema-XXII.toml", include_str!("../../tables/skema-XXII.toml")),
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
