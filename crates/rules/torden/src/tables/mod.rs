//! The tables as the procedures use them: typed, complete, and checked when they are loaded.

mod armies;
mod fire;
mod melee;
mod morale;
mod orders;
mod reaction;
mod read;
mod wordings;

pub use armies::{Base, BrigadeRow, FASTEST_CM, GeneralRow, UnitRow};
pub use fire::{FireModifiers, FireTables, LossRow, Strength};
pub use melee::{MeleeColumn, MeleeTables};
pub use morale::{LossTable, MoraleModifiers, MoraleTables, Thresholds};
pub use orders::{CommandTable, ControlModifiers, MarchCosts};
pub use reaction::{EnglishCavalry, ReactionColumn, ReactionTables};
pub use read::{Bands, ResultColumns};

use krigsspil_engine::table::{TableFault, TableShelf};

use crate::vocabulary::{BaseKind, General, PrussianBrigade, UnitKind};

/// The printed tables, compiled in: file name and text.
pub(crate) static PRINTED: &[(&str, &str)] = krigsspil_engine::printed!["tables":
    "tabel-1",
    "tabel-2",
    "tabel-3",
    "tabel-4",
    "tabel-5",
    "tabel-6",
    "tabel-7",
    "tabel-8",
    "tabel-9",
    "tabel-10",
    "tabel-11",
    "appendiks-1",
    "appendiks-2",
    "generaler-england",
    "generaler-spain",
    "generaler-france",
    "generaler-prussia_1806_07",
    "generaler-prussia_1812_15",
    "generaler-russia",
    "generaler-austria",
    "land-england_1815",
    "land-english_allies_1815",
    "land-france_1815",
    "land-prussia_1815",
    "land-france_1813",
    "land-french_allies_1813",
    "land-prussia_1813",
    "land-russia_1813",
    "land-austria_1813_v1",
    "land-austria_1813_v2",
    "land-other_allies_1813",
    "land-france_1812",
    "land-french_allies_1812",
    "land-russia_1812",
    "land-france_1809",
    "land-french_allies_1809",
    "land-austria_1809",
    "land-england_spain_portugal_1808_09",
    "land-england_spain_portugal_1810_14",
    "land-france_spain_1808_10",
    "land-france_spain_1811_14",
    "land-french_allies_spain_1808_14",
    "land-english_cavalry",
];

/// Every table of the rules.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Table 1.
    pub command: CommandTable,
    /// Table 2.
    pub march: MarchCosts,
    /// Tables 3 and 4.
    pub reaction: ReactionTables,
    /// Tables 5 and 6.
    pub fire: FireTables,
    /// Tables 7 and 8.
    pub melee: MeleeTables,
    /// Tables 9 to 11.
    pub morale: MoraleTables,
    /// Appendix 2.
    pub losses: LossTable,
    bases: [Base; BaseKind::ALL.len()],
    generals: Vec<GeneralRow>,
    units: Vec<UnitRow>,
    brigades: [BrigadeRow; PrussianBrigade::ALL.len()],
}

impl Tables {
    /// Reads and checks the tables of a shelf.
    pub fn read(shelf: &TableShelf) -> Result<Tables, TableFault> {
        Ok(Tables {
            command: CommandTable::read(shelf)?,
            march: MarchCosts::read(shelf)?,
            reaction: ReactionTables::read(shelf)?,
            fire: FireTables::read(shelf)?,
            melee: MeleeTables::read(shelf)?,
            morale: MoraleTables::read(shelf)?,
            losses: LossTable::read(shelf)?,
            bases: armies::read_bases(shelf)?,
            generals: armies::read_generals(shelf)?,
            units: armies::read_units(shelf)?,
            brigades: armies::read_brigades(shelf)?,
        })
    }

    /// A base of appendix 1.
    pub const fn base(&self, kind: BaseKind) -> &Base {
        &self.bases[kind as usize]
    }

    /// A general's row.
    pub fn general(&self, general: General) -> &GeneralRow {
        &self.generals[general as usize]
    }

    /// A row of the country supplement.
    pub fn unit(&self, unit: UnitKind) -> &UnitRow {
        &self.units[unit as usize]
    }

    /// A Prussian cavalry brigade of 1815.
    pub const fn brigade(&self, brigade: PrussianBrigade) -> &BrigadeRow {
        &self.brigades[brigade as usize]
    }
}
