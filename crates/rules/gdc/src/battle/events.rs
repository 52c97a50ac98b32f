//! Every event of these battles, by the key of its sentence, and its subject.

use std::sync::Arc;

use krigsspil_engine::battle::{Leader, Place, SeenUnit};
use krigsspil_engine::events;

use super::engineers::Corps;
use super::off_board::Area;
use super::questions::Answered;
use super::units::Stance;
use crate::procedures::chits::ChitCode;
use crate::procedures::morale_events::MoraleEvent;
use crate::vocabulary::{Contact, Status};

events! {
    /// The events, in order of their keys.
    pub static EVENTS;
    "arrives" { "unit": SeenUnit }
    "assault_too_weak" { "unit": SeenUnit, "zone": Arc<str> }
    "assaults_zone" { "unit": SeenUnit, "zone": Arc<str> }
    "battery_hit" { "unit": SeenUnit }
    "battle_over" { "winner": Option<Arc<str>>, "reason": Arc<str> }
    "breaks_bridge" { "unit": SeenUnit, "zone": Arc<str> }
    "change_fails" { "unit": SeenUnit }
    "changes_facing" { "unit": SeenUnit, "degrees": i32 }
    "changes_formation" { "unit": SeenUnit, "formation": Stance }
    "charge_spent" { "unit": SeenUnit, "yards": i32 }
    "comes_back" { "unit": SeenUnit }
    "comes_out" { "unit": SeenUnit }
    "contact" { "unit": SeenUnit, "other": SeenUnit, "side": Contact }
    "courier_killed" { "unit": SeenUnit, "courier": Arc<str> }
    "courier_leaves" { "general": Leader, "to": Leader, "courier": Arc<str> }
    "courier_lost" { "to": Leader, "courier": Arc<str> }
    "crew_falls" { "unit": SeenUnit, "other": SeenUnit }
    "declares_charge" { "unit": SeenUnit, "other": SeenUnit }
    "deploys" { "unit": SeenUnit }
    "destroyed_in_zone" { "unit": SeenUnit }
    "directive_delivered" { "general": Leader, "text": Arc<str> }
    "directive_passed_on" { "general": Leader, "to": Leader }
    "directive_read" { "to": Leader, "text": Arc<str>, "place": Place }
    "dismounts" { "unit": SeenUnit }
    "engaged" { "unit": SeenUnit, "other": SeenUnit }
    "engineers_lost" { "company": Corps }
    "enters_zone" { "unit": SeenUnit, "zone": Arc<str> }
    "falls_back" { "unit": SeenUnit, "yards": i32 }
    "falls_in_square" { "unit": SeenUnit, "other": SeenUnit }
    "fires" { "unit": SeenUnit, "other": SeenUnit, "yards": i32 }
    "fires_at_rider" { "unit": SeenUnit, "rider": Arc<str>, "yards": i32 }
    "flees" { "unit": SeenUnit, "other": SeenUnit, "yards": i32 }
    "flows_around" { "unit": SeenUnit, "other": SeenUnit }
    "follows_fire" { "unit": SeenUnit, "other": SeenUnit, "yards": i32 }
    "follows_general" { "unit": SeenUnit, "general": Leader }
    "friendly_fire" { "unit": SeenUnit, "other": SeenUnit }
    "gallops" { "unit": SeenUnit, "yards": i32 }
    "garrisons" { "unit": SeenUnit, "zone": Arc<str> }
    "general_falls" { "unit": SeenUnit, "general": Leader }
    "general_in_danger" { "unit": SeenUnit, "general": Leader }
    "general_shot" { "unit": SeenUnit, "general": Leader }
    "goes_beside" { "unit": SeenUnit, "area": Area, "yards": i32 }
    "guns_abandoned" { "unit": SeenUnit }
    "guns_retaken" { "unit": SeenUnit }
    "leaves_garrison" { "unit": SeenUnit, "zone": Arc<str> }
    "leaves_the_field" { "unit": SeenUnit }
    "leaves_zone" { "unit": SeenUnit, "zone": Arc<str> }
    "lies_down" { "unit": SeenUnit }
    "limbers" { "unit": SeenUnit }
    "limbers_and_moves" { "unit": SeenUnit, "yards": i32 }
    "loses_castings" { "unit": SeenUnit, "castings": i32 }
    "loses_integrity" { "unit": SeenUnit }
    "makes_bridge" { "unit": SeenUnit, "zone": Arc<str> }
    "marches" { "unit": SeenUnit, "yards": i32 }
    "marches_off" { "unit": SeenUnit, "area": Area }
    "melee" { "unit": SeenUnit, "other": SeenUnit, "engaged": bool }
    "melee_result" { "unit": SeenUnit, "other": SeenUnit }
    "morale_check" { "unit": SeenUnit, "cause": MoraleEvent }
    "morale_failure" { "unit": SeenUnit }
    "mounts" { "unit": SeenUnit }
    "moves" { "unit": SeenUnit, "yards": i32 }
    "out_of_cohesion" { "unit": SeenUnit }
    "posts_engineers" { "unit": SeenUnit, "company": Corps, "zone": Arc<str> }
    "prolonges" { "unit": SeenUnit, "yards": i32 }
    "protective_fire" { "unit": SeenUnit, "points": i32 }
    "pursues" { "unit": SeenUnit, "yards": i32 }
    "reacts" { "unit": SeenUnit, "other": SeenUnit, "reaction": Answered }
    "recall_ends" { "unit": SeenUnit }
    "recovers" { "unit": SeenUnit, "status": Status }
    "reserve_zone" { "unit": SeenUnit }
    "retreats" { "unit": SeenUnit, "yards": i32 }
    "returns" { "unit": SeenUnit, "yards": i32 }
    "rises" { "unit": SeenUnit }
    "routs" { "unit": SeenUnit }
    "searches_ford" { "unit": SeenUnit }
    "sector_combat" { "unit": SeenUnit, "other": Option<SeenUnit>, "zone": Arc<str>, "sector": i32 }
    "secures_sector" { "unit": SeenUnit, "zone": Arc<str>, "sector": i32 }
    "shelters" { "unit": SeenUnit, "other": SeenUnit }
    "shifts" { "unit": SeenUnit, "yards": i32 }
    "shows_chit" { "unit": SeenUnit, "chit": ChitCode }
    "skirmish_fire" { "unit": SeenUnit, "other": SeenUnit, "yards": i32, "castings": i32 }
    "supports" { "unit": SeenUnit, "zone": Arc<str>, "sector": i32 }
    "surrenders" { "unit": SeenUnit }
    "swarms" { "unit": SeenUnit, "ranks": i32 }
    "takes_engineers" { "unit": SeenUnit, "company": Corps }
    "tries_square" { "unit": SeenUnit, "other": SeenUnit }
    "turn_begins" { "turn": i32 }
    "turns_guns" { "unit": SeenUnit, "degrees": i32 }
    "umpire_adds_a_rule" { "name": Arc<str> }
    "umpire_mends" { "unit": SeenUnit, "reason": Arc<str> }
    "umpire_moves" { "unit": SeenUnit, "reason": Arc<str> }
    "unlimbers" { "unit": SeenUnit }
    "volley" { "unit": SeenUnit, "other": SeenUnit, "yards": i32 }
    "waits_to_enter" { "unit": SeenUnit }
    "wave_goes_on" { "unit": SeenUnit }
    "weather" { }
    "who_attacks" { "unit": SeenUnit, "other": SeenUnit }
    "worn_out" { "unit": SeenUnit }
}
