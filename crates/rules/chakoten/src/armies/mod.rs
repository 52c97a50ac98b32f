//! The pioneers of chapter 19, the valeur tables and the country supplements.
//!
//! A force builder needs [`valeur`] and [`countries`]: nations, kinds of unit, their composition, weapons and training, the skirmishers
//! they may send out and what is closed to them.

pub(crate) mod catalogue;
pub mod countries;
pub mod demolition;
pub mod explosion;
pub mod ferries;
pub mod field_works;
pub mod fire;
mod labour;
pub mod mines;
mod modifiers;
mod read;
mod tables;
pub mod valeur;
pub mod vocabulary;
pub mod works;

pub use countries::CountryTables;
pub use explosion::ExplosionTables;
pub use modifiers::{MODIFIERS, REFUSALS};
pub use read::Steps;
pub use tables::{Burning, DemolitionLine, Digging, Gang, PioneerTables, Pontoons, VesselLine, WorkLine};
pub use valeur::ValeurTables;

use krigsspil_engine::Entry;
use krigsspil_engine::table::{TableFault, TableShelf};

use crate::tables::Tables;

/// The printed tables of this part.
pub(crate) static PRINTED: &[(&str, &str)] = krigsspil_engine::printed!["tables/armies":
    "chapter-19",
    "explosion",
    "skema-XX",
    "skema-XXI",
    "skema-XXII",
    "skema-XXIII",
    "skema-XXIV",
    "land-bavaria",
    "land-denmark",
    "land-england",
    "land-france",
    "land-prussia",
    "land-russia",
    "land-saxony",
    "land-austria-hungary",
];

/// The procedures of this part.
pub(crate) static ENTRIES: &[Entry<Tables>] = &[
    Entry::of::<works::WorkAcquisition>(),
    Entry::of::<works::WorkDelay>(),
    Entry::of::<works::WorkRow>(),
    Entry::of::<works::EngineeringWork>(),
    Entry::of::<works::WorkCheck>(),
    Entry::of::<works::WorkEndurance>(),
    Entry::of::<field_works::Levelling>(),
    Entry::of::<field_works::FieldWorkLayout>(),
    Entry::of::<demolition::PowderCharges>(),
    Entry::of::<demolition::DemolitionRow>(),
    Entry::of::<demolition::Demolition>(),
    Entry::of::<demolition::BlastRoll>(),
    Entry::of::<explosion::Explosion>(),
    Entry::of::<fire::FireStart>(),
    Entry::of::<fire::FireFight>(),
    Entry::of::<fire::FireSpread>(),
    Entry::of::<fire::WindDirection>(),
    Entry::of::<fire::FireInBattery>(),
    Entry::of::<mines::MineWorks>(),
    Entry::of::<mines::MineLay>(),
    Entry::of::<mines::Mine>(),
    Entry::of::<ferries::FerryCrossing>(),
    Entry::of::<valeur::ValeurCategory>(),
    Entry::of::<valeur::ValeurLookup>(),
    Entry::of::<countries::CountryTraining>(),
    Entry::of::<countries::CountryDetachment>(),
    Entry::of::<countries::Organisation>(),
];

/// The tables of this part.
#[derive(Clone, Debug)]
pub struct ArmyTables {
    /// Skema XX and XXI and the numbers of chapter 19.
    pub pioneers: PioneerTables,
    /// The effect of an explosion.
    pub explosion: ExplosionTables,
    /// Skema XXII to XXIV.
    pub valeur: ValeurTables,
    /// The country supplements.
    pub countries: CountryTables,
}

impl ArmyTables {
    pub(crate) fn read(shelf: &TableShelf) -> Result<ArmyTables, TableFault> {
        Ok(ArmyTables {
            pioneers: PioneerTables::read(shelf)?,
            explosion: ExplosionTables::read(shelf)?,
            valeur: ValeurTables::read(shelf)?,
            countries: CountryTables::read(shelf)?,
        })
    }
}
