//! The tables as the procedures use them: typed, complete, and checked when they are loaded.

mod administration;
mod army;
mod bombardment;
mod cells;
mod command;
mod ground;
mod melee;
mod movement;
pub(crate) mod wordings;

pub use administration::{Administration, Declarations};
pub use army::{Army, BaseSize, Ratings};
pub use bombardment::{Bombardment, Damage, GunRow};
pub use cells::{Bands, Heading};
pub use command::{Command, Radius};
pub use ground::{Defiles, Ground, Passability};
pub use melee::{
    CavalryChargeRows, CavalryContinuedRows, CavalryInitialRows, General, InfantryCavalryRows,
    InfantryContinuedRows, InfantryInitialRows, Loss, Melee, MeleeCell, Movement, PerPoint, ResultTable, Row,
    TownRows,
};
pub use movement::{ManhandleRow, MoveTables, PassageRow, Rates, TestPer};

use krigsspil_engine::table::{TableFault, TableShelf};

/// The printed tables, compiled in: file name and text.
pub(crate) static PRINTED: &[(&str, &str)] = krigsspil_engine::printed!["tables":
    "orders",
    "manoeuvre",
    "bombardment",
    "deployment",
    "grand-administration",
    "declarations",
    "movement",
    "administration",
    "terrain",
    "infantry-initial",
    "infantry-continued",
    "town",
    "infantry-cavalry",
    "cavalry-initial",
    "cavalry-continued",
    "cavalry-charge",
    "melee-general",
    "house",
];

/// Every table of the rules.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Orders, officers, sequences.
    pub command: Command,
    /// Movement, formations, guns on the move.
    pub movement: MoveTables,
    /// Terrain and defiles.
    pub ground: Ground,
    /// Bombardment.
    pub bombardment: Bombardment,
    /// Attack declarations.
    pub declarations: Declarations,
    /// Melee.
    pub melee: Melee,
    /// Morale and reorganisation.
    pub administration: Administration,
    /// Classes of troops and footprints.
    pub army: Army,
}

impl Tables {
    /// Reads and checks the tables of a shelf.
    pub fn read(shelf: &TableShelf) -> Result<Tables, TableFault> {
        Ok(Tables {
            command: Command::read(shelf)?,
            movement: MoveTables::read(shelf)?,
            ground: Ground::read(shelf)?,
            bombardment: Bombardment::read(shelf)?,
            declarations: Declarations::read(shelf)?,
            melee: Melee::read(shelf)?,
            administration: Administration::read(shelf)?,
            army: Army::read(shelf)?,
        })
    }
}
