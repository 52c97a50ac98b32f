//! The tables as the procedures use them: typed, complete and checked when they are loaded.

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
pub(crate) static PRINTED: &[(&str, &str)] = &[
    ("infantry-movement.toml", include_str!("../../tables/infantry-movement.toml")),
    ("cavalry-movement.toml", include_str!("../../tables/cavalry-movement.toml")),
    ("movement-modifiers.toml", include_str!("../../tables/movement-modifiers.toml")),
    ("artillery-movement.toml", include_str!("../../tables/artillery-movement.toml")),
    ("artillery-movement-modifiers.toml", include_str!("../../tables/artillery-movement-modifiers.toml")),
    ("musketry.toml", include_str!("../../tables/musketry.toml")),
    ("firepower-modifiers.toml", include_str!("../../tables/firepower-modifiers.toml")),
    ("morale.toml", include_str!("../../tables/morale.toml")),
    ("morale-modifiers.toml", include_str!("../../tables/morale-modifiers.toml")),
    ("morale-failure.toml", include_str!("../../tables/morale-failure.toml")),
    ("zone-classes.toml", include_str!("../../tables/zone-classes.toml")),
    ("zone-melee.toml", include_str!("../../tables/zone-melee.toml")),
    ("zone-multiplier.toml", include_str!("../../tables/zone-multiplier.toml")),
    ("zone-modifiers.toml", include_str!("../../tables/zone-modifiers.toml")),
    ("zone-results.toml", include_str!("../../tables/zone-results.toml")),
    ("artillery.toml", include_str!("../../tables/artillery.toml")),
    ("bir-modifiers.toml", include_str!("../../tables/bir-modifiers.toml")),
    ("counter-battery.toml", include_str!("../../tables/counter-battery.toml")),
    ("battery-models.toml", include_str!("../../tables/battery-models.toml")),
    ("aev.toml", include_str!("../../tables/aev.toml")),
    ("melee-results.toml", include_str!("../../tables/melee-results.toml")),
    ("melee-results-modifiers.toml", include_str!("../../tables/melee-results-modifiers.toml")),
    ("melee-classic.toml", include_str!("../../tables/melee-classic.toml")),
    ("melee-fast.toml", include_str!("../../tables/melee-fast.toml")),
    ("order-chits.toml", include_str!("../../tables/order-chits.toml")),
    ("weather.toml", include_str!("../../tables/weather.toml")),
    ("militia.toml", include_str!("../../tables/militia.toml")),
    ("scouting.toml", include_str!("../../tables/scouting.toml")),
    ("standard-march.toml", include_str!("../../tables/standard-march.toml")),
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
