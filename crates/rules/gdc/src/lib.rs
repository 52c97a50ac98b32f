//! *Guard du Corps*, 2004 revised edition: its charts, its procedures, its options and its armies.
//!
//! ```
//! use krigsspil_engine::RuleSet;
//!
//! let rules = krigsspil_gdc::open(None)?;
//! let rules: &dyn RuleSet = &rules;
//! let facts = r#"{"castings": 12, "formation": "line", "melee_grade": 5, "distance_yards": 100}"#;
//! let volley = rules.adjudicate("musketry_volley", facts, &[35])?;
//! assert_eq!(volley.outcome["firepower"], 17);
//! assert_eq!(volley.outcome["hits"], 4);
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
pub mod options;
pub mod procedures;
pub mod tables;
pub mod vocabulary;

use krigsspil_engine::Entry;

use procedures::*;
use tables::Tables;

/// Every procedure, in the order of the chapters.
static ENTRIES: &[Entry<Tables>] = &[
    Entry::of::<scale::Scale>(),
    Entry::of::<scale::Footprint>(),
    Entry::of::<sight::WeatherRoll>(),
    Entry::of::<sight::Visibility>(),
    Entry::of::<sight::ObservationRange>(),
    Entry::of::<command::FollowMe>(),
    Entry::of::<command::OrderDelay>(),
    Entry::of::<command::GeneralMovement>(),
    Entry::of::<chits::TacticalChit>(),
    Entry::of::<chits::TacticalChitNeeded>(),
    Entry::of::<command::GeneralCasualty>(),
    Entry::of::<command::GeneralLoss>(),
    Entry::of::<cavalry::ChargeHalt>(),
    Entry::of::<morale::PermanentStatus>(),
    Entry::of::<morale_events::MoraleCheckRequired>(),
    Entry::of::<morale::MoraleCheck>(),
    Entry::of::<morale::MoraleFailure>(),
    Entry::of::<morale::SquareAttempt>(),
    Entry::of::<formation::FormSquare>(),
    Entry::of::<recovery::Recovery>(),
    Entry::of::<recovery::RecallStatus>(),
    Entry::of::<recovery::RegimentalIntegrity>(),
    Entry::of::<recovery::ReserveZoneTime>(),
    Entry::of::<morale::RoutedRecovery>(),
    Entry::of::<formation::InfantryChange>(),
    Entry::of::<formation::CavalryChange>(),
    Entry::of::<special_formations::Dismount>(),
    Entry::of::<charge::ChargeAllowed>(),
    Entry::of::<reactions::ChargeReactions>(),
    Entry::of::<cavalry::Impetus>(),
    Entry::of::<cavalry::WaveCharge>(),
    Entry::of::<reactions::CrewFlight>(),
    Entry::of::<cavalry::CavalryVersusSquare>(),
    Entry::of::<cavalry::CavalryFollowup>(),
    Entry::of::<movement::InfantryMovement>(),
    Entry::of::<movement::CavalryMovement>(),
    Entry::of::<battery_march::ArtilleryMovement>(),
    Entry::of::<battery_march::ArtilleryActions>(),
    Entry::of::<march::StrategicMarch>(),
    Entry::of::<off_board::OffBoard>(),
    Entry::of::<march::MarchDoctrine>(),
    Entry::of::<battery::BatteryAllowance>(),
    Entry::of::<battery::Aev>(),
    Entry::of::<artillery_fire::ArtilleryFire>(),
    Entry::of::<battery::CounterBatteryDamage>(),
    Entry::of::<battery::BarragePoints>(),
    Entry::of::<battery::BatteryDamage>(),
    Entry::of::<lanes::HillFire>(),
    Entry::of::<lanes::MergedPark>(),
    Entry::of::<lanes::MeleeFireSupport>(),
    Entry::of::<lanes::FriendlyFire>(),
    Entry::of::<musketry::MusketryVolley>(),
    Entry::of::<skirmish_fire::MusketrySkirmish>(),
    Entry::of::<skirmish_fire::BonusMove>(),
    Entry::of::<protective_fire::FinalProtectiveFire>(),
    Entry::of::<melee::MeleeClassic>(),
    Entry::of::<melee::MeleeFastPlay>(),
    Entry::of::<melee_results::MeleeResults>(),
    Entry::of::<melee_results::DetermineAttacker>(),
    Entry::of::<melee_results::ContactAngle>(),
    Entry::of::<melee_results::Retreat>(),
    Entry::of::<zones::ObjectiveZone>(),
    Entry::of::<zones::ZoneExit>(),
    Entry::of::<sector::ZoneSectorCombat>(),
    Entry::of::<zones::ZoneAttrition>(),
    Entry::of::<zones::ZoneShift>(),
    Entry::of::<zones::SectorTransfer>(),
    Entry::of::<units::ConvergeElites>(),
    Entry::of::<special_formations::BattalionMass>(),
    Entry::of::<units::SkirmisherWithdrawal>(),
    Entry::of::<units::MilitiaGrade>(),
    Entry::of::<units::FordSearch>(),
    Entry::of::<special_troops::Scouting>(),
    Entry::of::<special_troops::Engineers>(),
    Entry::of::<special_troops::RocketBattery>(),
    Entry::of::<bound_units::GuardHorseArtillery>(),
    Entry::of::<bound_units::PositionBattery>(),
    Entry::of::<bound_units::CommittedGuard>(),
    Entry::of::<bound_units::RegimentalCohesion>(),
    Entry::of::<special_troops::IndependentCompany>(),
    Entry::of::<special_formations::Prone>(),
];

krigsspil_engine::rule_set! {
    id: "gdc",
    tables: Tables, [tables::PRINTED, armies::PRINTED],
    words: ["companion", "rules", "armies", "notes", "battle"],
    entries: [ENTRIES, armies::ENTRIES],
    with: |book| book
        .with_options(options::OPTIONS)
        .with_catalogue(armies::catalogue::catalogue)
        .with_modifiers(modifiers::MODIFIERS)
        .with_modifiers(&[armies::MODIFIERS])
        .with_refusals(modifiers::REFUSALS)
        .with_refusals(&[
            armies::REFUSALS,
            #[cfg(feature = "battle")]
            battle::refusals::REFUSALS,
        ]),
}
