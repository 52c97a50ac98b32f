//! *Taktisk krigsspil fra Napoleonstiden 1812-1815*, 6th edition 2006: its tables, its procedures, its order sheet and its armies.
//!
//! ```
//! use krigsspil_engine::RuleSet;
//!
//! let rules = krigsspil_chakoten::open(None)?;
//! let rules: &dyn RuleSet = &rules;
//! let facts = r#"{"attacker": {"arm": "infantry", "formation": "attack_column", "ranks": [6, 6, 6, 6], "skirmishers_out": true},
//!                 "defender": {"arm": "infantry", "ranks": [10, 10], "smoke": "this_turn"}}"#;
//! let melee = rules.adjudicate("melee", facts, &[4, 4, 3, 4, 2, 3])?;
//! assert_eq!(melee.outcome["attacker_modifier"], 4);
//! assert_eq!(melee.outcome["defender_order_after"], "FU");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Nothing that a person or a file can cause may end the program. Tests may panic freely.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod armies;
#[cfg(feature = "battle")]
pub mod battle;
#[cfg(feature = "battle")]
pub mod drill;
mod modifiers;
pub mod order_sheet;
pub mod procedures;
pub mod tables;
pub mod vocabulary;

use krigsspil_engine::Entry;

use procedures::*;
use tables::Tables;

/// Every procedure, in the order of the chapters.
static ENTRIES: &[Entry<Tables>] = &[
    Entry::of::<scale::Scale>(),
    Entry::of::<sight::Visibility>(),
    Entry::of::<sight::LineOfSight>(),
    Entry::of::<sight::Slope>(),
    Entry::of::<order::Disorder>(),
    Entry::of::<order::MutualDisorder>(),
    Entry::of::<order::Reorganise>(),
    Entry::of::<order::Rally>(),
    Entry::of::<order::Decimation>(),
    Entry::of::<order::MergeUnits>(),
    Entry::of::<scale::Casualties>(),
    Entry::of::<command::CommandControl>(),
    Entry::of::<command::ReactionRoll>(),
    Entry::of::<command::CourierDelay>(),
    Entry::of::<command::CourierLoss>(),
    Entry::of::<command::StaffEstablishment>(),
    Entry::of::<command::StaffHit>(),
    Entry::of::<command::LeaderIntervention>(),
    Entry::of::<command::LeaderReplacement>(),
    Entry::of::<procedures::drill::SplitJoin>(),
    Entry::of::<procedures::drill::FormationChange>(),
    Entry::of::<procedures::drill::FrontChange>(),
    Entry::of::<procedures::drill::Limbering>(),
    Entry::of::<march::MarchRate>(),
    Entry::of::<obstacles::StormMarch>(),
    Entry::of::<obstacles::ObstacleValue>(),
    Entry::of::<obstacles::ObstaclePassage>(),
    Entry::of::<obstacles::WaterCrossing>(),
    Entry::of::<obstacles::PassageOfLines>(),
    Entry::of::<obstacles::HorseLoss>(),
    Entry::of::<small_arms::FiringUnits>(),
    Entry::of::<small_arms::SmallArmsReach>(),
    Entry::of::<small_arms::FlankTest>(),
    Entry::of::<small_arms::SmallArmsFire>(),
    Entry::of::<small_arms::Screening>(),
    Entry::of::<artillery::ArtilleryPiece>(),
    Entry::of::<artillery::ArtilleryReach>(),
    Entry::of::<artillery::Ricochet>(),
    Entry::of::<artillery::Ranging>(),
    Entry::of::<artillery::Overshoot>(),
    Entry::of::<artillery::ShootThrough>(),
    Entry::of::<artillery_fire::ArtilleryFire>(),
    Entry::of::<supply::Ammunition>(),
    Entry::of::<supply::Resupply>(),
    Entry::of::<attack::AttackEligibility>(),
    Entry::of::<attack::MomentumTest>(),
    Entry::of::<attack::SupportUnit>(),
    Entry::of::<attack::MeleeUnits>(),
    Entry::of::<melee::Melee>(),
    Entry::of::<aftermath::AfterMelee>(),
    Entry::of::<contagion::Contagion>(),
    Entry::of::<aftermath::Prisoners>(),
    Entry::of::<aftermath::Surrender>(),
    Entry::of::<flight::FlightLosses>(),
    Entry::of::<flight::ArtilleryRout>(),
    Entry::of::<skirmish::SkirmishAllowance>(),
    Entry::of::<skirmish::SkirmishDeployment>(),
    Entry::of::<skirmish::Soutien>(),
    Entry::of::<skirmish::ChainPressedBack>(),
    Entry::of::<skirmish::ChainWithdrawal>(),
    Entry::of::<buildings::Building>(),
    Entry::of::<buildings::BuildingBombardment>(),
    Entry::of::<buildings::BuildingFire>(),
    Entry::of::<buildings::BuildingFireSpread>(),
    Entry::of::<buildings::BuildingStrengthen>(),
    Entry::of::<scale::BatteryEstablishment>(),
    Entry::of::<scale::BaseSize>(),
    Entry::of::<scale::FormationFootprint>(),
    Entry::of::<orders::ParseOrder>(),
];

krigsspil_engine::rule_set! {
    id: "chakoten",
    tables: Tables, [tables::PRINTED, armies::PRINTED],
    words: ["companion", "rules", "armies", "battle"],
    entries: [ENTRIES, armies::ENTRIES],
    with: |book| book
        .with_catalogue(armies::catalogue::catalogue)
        .with_modifiers(&[
            modifiers::moves::MODIFIERS,
            modifiers::small_arms::MODIFIERS,
            modifiers::artillery::MODIFIERS,
            modifiers::melee::MODIFIERS,
            armies::MODIFIERS,
        ])
        .with_refusals(&[
            #[cfg(feature = "battle")]
            battle::refusals::REFUSALS,
            modifiers::moves::REFUSALS,
            modifiers::melee::REFUSALS,
            armies::REFUSALS,
        ]),
}
