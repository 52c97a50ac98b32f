//! *Torden over Europa*, grand-tactical rules for the Napoleonic wars, 7th edition 2006: its tables, generals, country supplement
//! and procedures.
//!
//! ```
//! use krigsspil_engine::RuleSet;
//!
//! let rules = krigsspil_torden::open(None)?;
//! let rules: &dyn RuleSet = &rules;
//! let facts = r#"{"zone": 2, "receiver_ke": 2, "issuer_ke": 1, "previous_controls": 1}"#;
//! let control = rules.adjudicate("command_control", facts, &[6])?;
//! assert_eq!(control.outcome["total"], 11);
//! assert_eq!(control.outcome["accepted"], true);
//! assert_eq!(control.modifiers[0].modifier.rule, "tabel 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Nothing a person or a file can cause may end the program. Tests may fail as they like.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

#[cfg(feature = "battle")]
pub mod battle;
mod catalogue;
#[cfg(feature = "battle")]
pub mod drill;
pub mod lookup;
mod modifiers;
pub mod procedures;
pub mod tables;
pub mod vocabulary;

use krigsspil_engine::Entry;

use procedures::*;
use tables::Tables;

/// Every procedure, in the order of the chapters.
static ENTRIES: &[Entry<Tables>] = &[
    Entry::of::<organisation::Strength>(),
    Entry::of::<organisation::ArtilleryRepresentation>(),
    Entry::of::<losses::LossSteps>(),
    Entry::of::<organisation::FormationFootprint>(),
    Entry::of::<organisation::BaseSize>(),
    Entry::of::<rosters::GeneralRank>(),
    Entry::of::<rosters::GeneralLookup>(),
    Entry::of::<rosters::UnitLookup>(),
    Entry::of::<rosters::PrussianBrigade1815>(),
    Entry::of::<orders::CommandZone>(),
    Entry::of::<orders::CommandControl>(),
    Entry::of::<orders::OrderBudget>(),
    Entry::of::<orders::OrderCheck>(),
    Entry::of::<corps::CorpsGeneralMove>(),
    Entry::of::<corps::EngagementDuty>(),
    Entry::of::<corps::AutomaticRetreat>(),
    Entry::of::<corps::Detachment>(),
    Entry::of::<corps::ArtilleryDuty>(),
    Entry::of::<corps::CommandCheck>(),
    Entry::of::<march::MarchRate>(),
    Entry::of::<march::March>(),
    Entry::of::<moving::MoveDirection>(),
    Entry::of::<march::Limber>(),
    Entry::of::<ground::Terrain>(),
    Entry::of::<moving::Passage>(),
    Entry::of::<moving::MayMove>(),
    Entry::of::<towns::TownDeploy>(),
    Entry::of::<towns::TownBattery>(),
    Entry::of::<moving::CavalrySortie>(),
    Entry::of::<attack::MayDeclareAttack>(),
    Entry::of::<attack::ReactionOptions>(),
    Entry::of::<attack::ReactionSequence>(),
    Entry::of::<reaction::Reaction>(),
    Entry::of::<attack::AbortAttack>(),
    Entry::of::<fire::MayFire>(),
    Entry::of::<fire::FireCoordination>(),
    Entry::of::<fire::SafetyDistance>(),
    Entry::of::<fire::OverheadFire>(),
    Entry::of::<volley::InfantryFire>(),
    Entry::of::<volley::ArtilleryFire>(),
    Entry::of::<ammunition::Ammunition>(),
    Entry::of::<ammunition::Resupply>(),
    Entry::of::<melee::Support>(),
    Entry::of::<melee::Melee>(),
    Entry::of::<aftermath::MultiMeleeRolls>(),
    Entry::of::<aftermath::CombinedMelee>(),
    Entry::of::<aftermath::AfterMelee>(),
    Entry::of::<aftermath::ContinueAttack>(),
    Entry::of::<morale::MoraleTrigger>(),
    Entry::of::<morale::MoraleTest>(),
    Entry::of::<morale::AttachedBattery>(),
    Entry::of::<rout::DisorderRetreat>(),
    Entry::of::<rout::Rout>(),
    Entry::of::<losses::UnitStatus>(),
    Entry::of::<rally::Reorganise>(),
    Entry::of::<rally::RecoverDisorder>(),
];

krigsspil_engine::rule_set! {
    id: "torden",
    tables: Tables, [tables::PRINTED],
    words: ["companion", "rules", "battle"],
    entries: [ENTRIES],
    with: |book| book
        .with_catalogue(catalogue::catalogue)
        .with_modifiers(&[
            modifiers::command::MODIFIERS,
            modifiers::march::MODIFIERS,
            modifiers::reaction::MODIFIERS,
            modifiers::fire::MODIFIERS,
            modifiers::melee::MODIFIERS,
            modifiers::morale::MODIFIERS,
        ])
        .with_refusals(&[
            modifiers::REFUSALS,
            #[cfg(feature = "battle")]
            battle::refusals::REFUSALS,
        ]),
}
