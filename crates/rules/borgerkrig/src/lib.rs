//! *Taktisk krigsspil fra den amerikanske borgerkrig 1861-1863*, 2nd edition 1992: its tables and its procedures.
//!
//! ```
//! use krigsspil_engine::table::TableSource;
//! use krigsspil_engine::RuleSet;
//!
//! let rules = krigsspil_borgerkrig::open(None)?;
//! let rules: &dyn RuleSet = &rules;
//! let facts = r#"{"firer_arm": "infantry", "figures": 28, "weapon": "springfield_m61", "distance_cm": 8,
//!                 "target_arm": "infantry"}"#;
//! let fire = rules.adjudicate("small_arms_fire", facts, &[6, 4])?;
//! assert_eq!(fire.outcome["loss_men"], 55);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Nothing a person or a file can cause may end the program. Tests may fail as they like.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod battle;
mod catalogue;
pub mod drill;
mod modifiers;
pub mod procedures;
pub mod tables;
pub mod vocabulary;

use std::path::Path;
use std::sync::LazyLock;

use krigsspil_engine::roster::RosterPlan;
use krigsspil_engine::table::{HouseFault, TableSource};
use krigsspil_engine::{Book, Entry, Messages};

use procedures::*;
use tables::Tables;

/// Every procedure, in the order of the chapters.
static ENTRIES: &[Entry<Tables>] = &[
    Entry::of::<organisation::Scale>(),
    Entry::of::<organisation::UnitStrength>(),
    Entry::of::<organisation::BatteryOrganisation>(),
    Entry::of::<organisation::ModelData>(),
    Entry::of::<organisation::StaffOrganisation>(),
    Entry::of::<organisation::ValeurGuide>(),
    Entry::of::<formation::FormationFootprint>(),
    Entry::of::<formation::FormationChangeTime>(),
    Entry::of::<formation::TurnTime>(),
    Entry::of::<formation::Wheel>(),
    Entry::of::<march::MarchRate>(),
    Entry::of::<march::MarchTime>(),
    Entry::of::<march::CourierRide>(),
    Entry::of::<storm::StormCheck>(),
    Entry::of::<storm::MarchThrough>(),
    Entry::of::<storm::PassPinned>(),
    Entry::of::<terrain::TerrainValues>(),
    Entry::of::<terrain::BuildingGarrison>(),
    Entry::of::<terrain::Visibility>(),
    Entry::of::<orders::InformationCheck>(),
    Entry::of::<orders::OrderCheck>(),
    Entry::of::<orders::AttackOrderCheck>(),
    Entry::of::<forced::Pinning>(),
    Entry::of::<forced::ForcedMove>(),
    Entry::of::<forced::ChainEvasion>(),
    Entry::of::<forced::GunnersShelter>(),
    Entry::of::<forced::DefensiveFireCheck>(),
    Entry::of::<forced::CompelledFire>(),
    Entry::of::<small_arms::WeaponData>(),
    Entry::of::<small_arms::FireUnits>(),
    Entry::of::<small_arms::FireCheck>(),
    Entry::of::<small_arms::SmallArmsFire>(),
    Entry::of::<guns::GunData>(),
    Entry::of::<guns::ArtilleryCheck>(),
    Entry::of::<impact::ArtilleryDeviation>(),
    Entry::of::<impact::ArtilleryImpact>(),
    Entry::of::<guns::Overshoot>(),
    Entry::of::<artillery_fire::MaterialLoss>(),
    Entry::of::<artillery_fire::ArtilleryFire>(),
    Entry::of::<canister::CanisterSpread>(),
    Entry::of::<guns::BatteryState>(),
    Entry::of::<guns::Repair>(),
    Entry::of::<attack::AttackCheck>(),
    Entry::of::<attack::FailedAttack>(),
    Entry::of::<attack::AttackAspect>(),
    Entry::of::<attack::SupportCheck>(),
    Entry::of::<attack::Initiative>(),
    Entry::of::<shock::Shock>(),
    Entry::of::<melee::MeleeUnits>(),
    Entry::of::<melee::Melee>(),
    Entry::of::<melee::Prisoners>(),
    Entry::of::<melee::GeneralFate>(),
    Entry::of::<casualties::Casualties>(),
    Entry::of::<morale::MoraleTest>(),
    Entry::of::<morale::Contagion>(),
    Entry::of::<reorganisation::Rally>(),
    Entry::of::<reorganisation::Reorganise>(),
    Entry::of::<reorganisation::AppointGeneral>(),
    Entry::of::<supply::AmmunitionCheck>(),
    Entry::of::<supply::Resupply>(),
    Entry::of::<works::FieldWork>(),
];

/// The tables as printed.
pub fn printed_tables() -> TableSource {
    TableSource::printed(&[tables::PRINTED])
}

/// Opens the rules, with a club's own tables from `house` in the place of the printed ones of the same names.
pub fn open(house: Option<&Path>) -> Result<Book<Tables>, HouseFault> {
    let mut source = printed_tables();
    if let Some(folder) = house {
        source = source.with_house(folder)?;
    }
    open_from(&source)
}

/// Opens the rules with the tables of a source.
pub fn open_from(source: &TableSource) -> Result<Book<Tables>, HouseFault> {
    let shelf = source.read()?;
    let tables = Tables::read(&shelf)?;
    Ok(Book::new("borgerkrig", words().clone(), shelf, tables, &[ENTRIES])
        .with_roster(roster())
        .with_catalogue(catalogue::catalogue)
        .with_modifiers(modifiers::MODIFIERS)
        .with_refusals(modifiers::REFUSALS))
}

/// The words of the rules. The files are part of the program and read by a test, so they cannot be broken here.
static WORDS: LazyLock<Messages> = LazyLock::new(|| {
    Messages::read_all(&[
        (include_str!("../messages/companion.en.toml"), include_str!("../messages/companion.da.toml")),
        (include_str!("../messages/en.toml"), include_str!("../messages/da.toml")),
        (include_str!("../messages/rules.en.toml"), include_str!("../messages/rules.da.toml")),
        (include_str!("../messages/battle.en.toml"), include_str!("../messages/battle.da.toml")),
    ])
    .unwrap_or_default()
});

fn words() -> &'static Messages {
    &WORDS
}

/// How a unit on a roster meets the procedures. A plan that cannot be read is empty, and the tests say so.
fn roster() -> RosterPlan {
    RosterPlan::read(include_str!("../roster.toml")).unwrap_or_default()
}
