//! Tricolore, rebuilt from its reference sheet: tables and procedures.
//!
//! Only the two-page sheet is left of these rules. What it prints stands in `tables/`, what had to be rebuilt in
//! `tables/house.toml` and in modifiers marked `house`; the README tells which is which.
//!
//! ```
//! use krigsspil_engine::RuleSet;
//!
//! let rules = krigsspil_tricolore::open(None)?;
//! let rules: &dyn RuleSet = &rules;
//! let facts = r#"{"attacker": {"value": 6, "disorder": 1, "bases": 6},
//!                 "defender": {"value": 5, "bases": 6, "formation": "line", "cover": 2, "neighbour_support": 1}}"#;
//! let melee = rules.adjudicate("infantry_attack", facts, &[8, 6])?;
//! assert_eq!(melee.outcome["column"], "10..12");
//! assert_eq!(melee.outcome["attacker"]["loss_bases"], 1.5);
//! // That two dice are thrown is our own ruling, and is told as such.
//! assert!(melee.modifiers.iter().any(|told| told.modifier.key == "melee_dice" && told.modifier.house));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Nothing a person or a file can cause may end the program. Tests may fail as they like.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

#[cfg(feature = "battle")]
pub mod battle;
mod catalogue;
#[cfg(feature = "battle")]
pub mod drill;
mod modifiers;
pub mod notation;
pub mod procedures;
pub mod quantity;
pub mod tables;
pub mod vocabulary;

use krigsspil_engine::Entry;

use procedures::*;
use tables::Tables;

/// Every procedure, in the order of the chapters.
static ENTRIES: &[Entry<Tables>] = &[
    Entry::of::<command::RatingTest>(),
    Entry::of::<command::OrderChange>(),
    Entry::of::<command::Engagement>(),
    Entry::of::<command::InitiativeThrow>(),
    Entry::of::<command::SequenceCheck>(),
    Entry::of::<officers::OfficerLevel>(),
    Entry::of::<officers::OfficerRide>(),
    Entry::of::<officers::OfficerMove>(),
    Entry::of::<ground::TerrainLookup>(),
    Entry::of::<ground::DefilePassage>(),
    Entry::of::<movement::UnitMove>(),
    Entry::of::<formations::FormationChange>(),
    Entry::of::<formations::Interpenetration>(),
    Entry::of::<artillery::Limbering>(),
    Entry::of::<artillery::LimberedExposure>(),
    Entry::of::<artillery::Manhandling>(),
    Entry::of::<artillery::ArtilleryRetreat>(),
    Entry::of::<bombardment::TacticalFire>(),
    Entry::of::<bombardment::BombardmentFire>(),
    Entry::of::<bombardment::TownCoverTest>(),
    Entry::of::<declarations::AttackDeclaration>(),
    Entry::of::<declarations::RetreatBeforeCombat>(),
    Entry::of::<infantry::InfantryAttack>(),
    Entry::of::<infantry::InfantryMeleeContinued>(),
    Entry::of::<town::TownFight>(),
    Entry::of::<town::TownTest>(),
    Entry::of::<infantry::InfantryAttackCavalry>(),
    Entry::of::<cavalry::CavalryAttack>(),
    Entry::of::<cavalry::CavalryMeleeContinued>(),
    Entry::of::<cavalry::CavalryCharge>(),
    Entry::of::<losses::MeleeLoss>(),
    Entry::of::<losses::LossTest>(),
    Entry::of::<losses::ForcedFormation>(),
    Entry::of::<losses::Breakthrough>(),
    Entry::of::<administration::FormationMorale>(),
    Entry::of::<administration::ReorganiseTactical>(),
    Entry::of::<administration::ReorganiseGrand>(),
    Entry::of::<army::TroopClassRatings>(),
    Entry::of::<army::Footprint>(),
];

krigsspil_engine::rule_set! {
    id: "tricolore",
    tables: Tables, [tables::PRINTED],
    words: ["companion", "rules", "battle"],
    entries: [ENTRIES],
    with: |book| book
        .with_catalogue(catalogue::catalogue)
        .with_modifiers(&[
            modifiers::command::MODIFIERS,
            modifiers::march::MODIFIERS,
            modifiers::artillery::MODIFIERS,
            modifiers::declaration::MODIFIERS,
            modifiers::melee::MODIFIERS,
            modifiers::infantry_initial::MODIFIERS,
            modifiers::infantry_continued::MODIFIERS,
            modifiers::town::MODIFIERS,
            modifiers::infantry_cavalry::MODIFIERS,
            modifiers::cavalry_initial::MODIFIERS,
            modifiers::cavalry_continued::MODIFIERS,
            modifiers::charge::MODIFIERS,
            modifiers::administration::MODIFIERS,
        ])
        .with_refusals(&[
            modifiers::command::REFUSALS,
            modifiers::march::REFUSALS,
            modifiers::artillery::REFUSALS,
            modifiers::melee::REFUSALS,
            modifiers::administration::REFUSALS,
            #[cfg(feature = "battle")]
            battle::refusals::REFUSALS,
        ]),
}
