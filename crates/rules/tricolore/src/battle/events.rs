//! Every event of these battles, by the key of its sentence, and its subject.

use std::sync::Arc;

use krigsspil_engine::battle::{Leader, SeenUnit};
use krigsspil_engine::events;

use crate::vocabulary::{BaseFormation, CommandOrder, Wish};

events! {
    /// The events, in order of their keys.
    pub static EVENTS;
    "adjusts" { "unit": SeenUnit, "metres": i32 }
    "arrives" { "unit": SeenUnit }
    "attack_fails" { "unit": SeenUnit, "other": SeenUnit }
    "battle_over" { "winner": Option<Arc<str>>, "reason": Arc<str> }
    "bombards" { "unit": SeenUnit, "other": Arc<str>, "batteries": Vec<SeenUnit>, "metres": i32 }
    "breaks_through" { "unit": SeenUnit, "wish": Wish }
    "changes_formation" { "unit": SeenUnit, "formation": BaseFormation }
    "cover_lost" { "zone": Arc<str> }
    "declares" { "unit": SeenUnit, "other": SeenUnit }
    "deploys_forced" { "unit": SeenUnit, "formation": BaseFormation }
    "destroyed" { "unit": SeenUnit }
    "engaged" { "commands": Vec<Arc<str>> }
    "enters_zone" { "unit": SeenUnit, "zone": Arc<str> }
    "exposed" { "unit": SeenUnit }
    "fires_tactically" { "unit": SeenUnit }
    "formation_breaks" { "general": Arc<str> }
    "formation_morale" { "general": Arc<str> }
    "formation_rallies" { "general": Arc<str> }
    "forms_square" { "unit": SeenUnit, "other": SeenUnit }
    "goes_back" { "unit": SeenUnit, "metres": i32 }
    "guns_retreat" { "unit": SeenUnit, "metres": i32 }
    "halts" { "unit": SeenUnit, "reason": Arc<str>, "by": Option<SeenUnit> }
    "initiative" { }
    "leaves_the_field" { "unit": SeenUnit }
    "limbers" { "unit": SeenUnit }
    "loses_bases" { "unit": SeenUnit, "bases": f64 }
    "manhandles" { "unit": SeenUnit }
    "marched" { "unit": SeenUnit }
    "meets" { "unit": SeenUnit, "other": SeenUnit }
    "melee" { "unit": SeenUnit, "other": SeenUnit, "attackers": Vec<SeenUnit>, "defenders": Vec<SeenUnit>, "round": i32 }
    "melee_ends" { "unit": SeenUnit, "other": SeenUnit }
    "moves" { "unit": SeenUnit, "metres": i32 }
    "officer_moves" { "general": Leader, "metres": i32 }
    "officer_pivots" { "general": Leader }
    "officer_rides" { "general": Leader }
    "order_in_force" { "general": Leader, "order": CommandOrder }
    "order_issued" { "general": Leader, "order": CommandOrder }
    "order_tested" { "general": Leader, "order": CommandOrder }
    "passes_through" { "unit": SeenUnit, "other": SeenUnit }
    "reorganises" { "unit": SeenUnit }
    "retreats_before_combat" { "unit": SeenUnit, "other": SeenUnit }
    "sequence_bonus" { "sides": Vec<Arc<str>>, "bonuses": Vec<i32> }
    "sequence_check" { "sequence": i32 }
    "slips_away" { "unit": SeenUnit, "other": SeenUnit }
    "stays" { "unit": SeenUnit }
    "takes_train" { "unit": SeenUnit, "other": SeenUnit }
    "tests_for_loss" { "unit": SeenUnit }
    "town_test" { "unit": SeenUnit }
    "turn_begins" { "turn": i32 }
    "umpire_adds_a_rule" { "name": Arc<str> }
    "umpire_judges_sight" { "unit": SeenUnit, "other": SeenUnit, "clear": bool, "reason": Arc<str> }
    "umpire_mends" { "unit": SeenUnit, "reason": Arc<str> }
    "umpire_moves" { "unit": SeenUnit, "reason": Arc<str> }
    "unlimbers" { "unit": SeenUnit }
    "waits_to_enter" { "unit": SeenUnit }
    "zone_taken" { "zone": Arc<str>, "side": Arc<str> }
}
