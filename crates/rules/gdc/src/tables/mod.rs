//! The tables as the procedures use them: typed, complete, and checked when they are loaded.

mod fire;
mod lists;
mod melee;
mod morale;
mod movement;
mod read;
pub(crate) mod wordings;
mod zones;

pub use fire::{
    Allowance, ArtilleryTables, BirPoints, FirepowerPoints, MusketryReach, MusketryRow, MusketryTables,
    NavalBattery,
};
pub use lists::{Lists, ScoutPoints, WeatherEffects};
pub use melee::{MeleeChart, MeleeEffects, MeleeTables, OtherPoints, ResultPoints, SituationPoints};
pub use morale::{Failure, FailurePoints, MoralePoints, MoraleTables};
pub use movement::{AddedYards, BatteryRates, LongestMoves, MovementTables};
pub use read::{Bands, Pair};
pub use zones::{ClassFigures, SectorEffects, SectorPoints, ZoneTables};

use krigsspil_engine::table::{TableFault, TableShelf};

/// The printed tables, compiled in: file name and text.
pub(crate) static PRINTED: &[(&str, &str)] = krigsspil_engine::printed!["tables":
    "infantry-movement",
    "cavalry-movement",
    "movement-modifiers",
    "artillery-movement",
    "artillery-movement-modifiers",
    "musketry",
    "firepower-modifiers",
    "morale",
    "morale-modifiers",
    "morale-failure",
    "zone-classes",
    "zone-melee",
    "zone-multiplier",
    "zone-modifiers",
    "zone-results",
    "artillery",
    "bir-modifiers",
    "counter-battery",
    "battery-models",
    "aev",
    "melee-results",
    "melee-results-modifiers",
    "melee-classic",
    "melee-fast",
    "order-chits",
    "weather",
    "militia",
    "scouting",
    "standard-march",
];

/// Every table of the rules.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Movement.
    pub movement: MovementTables,
    /// Musketry.
    pub musketry: MusketryTables,
    /// Artillery.
    pub artillery: ArtilleryTables,
    /// Morale.
    pub morale: MoraleTables,
    /// Melee.
    pub melee: MeleeTables,
    /// Objective zones.
    pub zones: ZoneTables,
    /// The small lists.
    pub lists: Lists,
    /// The armies.
    pub armies: crate::armies::ArmyTables,
}

impl Tables {
    /// Reads and checks the tables of a shelf.
    pub fn read(shelf: &TableShelf) -> Result<Tables, TableFault> {
        Ok(Tables {
            movement: MovementTables::read(shelf)?,
            musketry: MusketryTables::read(shelf)?,
            artillery: ArtilleryTables::read(shelf)?,
            morale: MoraleTables::read(shelf)?,
            melee: MeleeTables::read(shelf)?,
            zones: ZoneTables::read(shelf)?,
            lists: Lists::read(shelf)?,
            armies: crate::armies::ArmyTables::read(shelf)?,
        })
    }
}
