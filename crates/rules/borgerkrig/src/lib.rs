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

// Nothing that a person or a file can cause may end the program. Tests may panic freely.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

#[cfg(feature = "battle")]
pub mod battle;
mod catalogue;
#[cfg(feature = "battle")]
pub mod drill;
mod modifiers;
pub mod procedures;
pub mod tables;
pub mod vocabulary;

use krigsspil_engine::Entry;

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

krigsspil_engine::rule_set! {
    id: "borgerkrig",
    tables: Tables, [tables::PRINTED],
    words: ["companion", "rules", "battle"],
    entries: [ENTRIES],
    with: |book| book
        .with_catalogue(catalogue::catalogue)
        .with_modifiers(modifiers::MODIFIERS)
        .with_refusals(modifiers::REFUSALS),
}
