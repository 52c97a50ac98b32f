//! Every event of these battles, by the key of its sentence, and its subject.

use std::sync::Arc;

use krigsspil_engine::battle::{CourierName, Heading, Leader, Place, SeenUnit};
use krigsspil_engine::events;

use super::order::{Piece, Step, UnitOrder};
use crate::procedures::works::Work;
use crate::vocabulary::{Ammunition, Aspect, Feature, Formation, Order};

events! {
    /// The events, in order of their keys.
    pub static EVENTS;
    "announces_attack" { "unit": SeenUnit, "storm": bool }
    "announces_fire" { "unit": SeenUnit }
    "announces_retreat" { "unit": SeenUnit }
    "announces_work" { "unit": SeenUnit, "work": Work }
    "appoints" { "general": Leader }
    "arrives" { "unit": SeenUnit }
    "battle_over" { "winner": Option<Arc<str>>, "reason": Arc<str> }
    "cannot_leave_house" { "unit": SeenUnit }
    "cannot_rejoin" { "unit": SeenUnit }
    "chain_falls_back" { "unit": SeenUnit, "order": Order }
    "comes_into" { "unit": SeenUnit, "order": Order }
    "contact" { "unit": SeenUnit, "other": SeenUnit }
    "courier_captured" { "unit": SeenUnit, "courier": CourierName }
    "courier_hands_over" { "unit": SeenUnit }
    "destroyed" { "unit": SeenUnit }
    "detaches" { "unit": SeenUnit, "other": SeenUnit, "companies": i32 }
    "enters_house" { "unit": SeenUnit }
    "fires" { "unit": SeenUnit, "other": SeenUnit, "cm": f64 }
    "fires_canister" { "unit": SeenUnit, "other": Option<SeenUnit>, "ammunition": Ammunition, "targets": Vec<SeenUnit> }
    "fires_far_off" { "unit": SeenUnit, "figures": Option<i32>, "ammunition": Option<Ammunition>, "rounds": Option<i32> }
    "flees" { "unit": SeenUnit, "stopped": bool, "cm": f64, "from": Place, "to": Place }
    "forms" { "unit": SeenUnit, "formation": Formation }
    "general_captured" { "unit": SeenUnit, "other": Option<SeenUnit>, "general": Leader }
    "general_falls" { "unit": SeenUnit, "general": Leader }
    "goes_out_of_sight" { "unit": SeenUnit }
    "gun_bursts" { "unit": SeenUnit }
    "gunners_shelter" { "unit": SeenUnit, "other": SeenUnit }
    "guns_abandoned" { "unit": SeenUnit }
    "guns_manned" { "unit": SeenUnit }
    "guns_manned_by" { "unit": SeenUnit, "other": SeenUnit }
    "guns_taken" { "unit": SeenUnit, "other": SeenUnit }
    "halts_at_friend" { "unit": SeenUnit, "other": SeenUnit, "reason": Arc<str> }
    "halts_at_the_edge" { "unit": SeenUnit }
    "initiative" { "unit": SeenUnit, "other": SeenUnit }
    "instruction_arrives" { "general": Leader, "instruction": String }
    "leaves_house" { "unit": SeenUnit }
    "leaves_the_field" { "unit": SeenUnit }
    "limbers" { "unit": SeenUnit }
    "loses_horses" { "unit": SeenUnit, "horses": i32 }
    "loses_material" { "unit": SeenUnit, "guns": [i32; 3], "limbers": [i32; 3] }
    "loses_men" { "unit": SeenUnit, "men": i32, "figures": i32 }
    "losses_totalled" { "side": Arc<str>, "men": i32 }
    "marched" { "unit": SeenUnit }
    "may_be_swept_along" { "unit": SeenUnit, "other": SeenUnit }
    "melee" { "unit": SeenUnit, "other": SeenUnit, "figures": [i32; 2] }
    "misses" { "unit": SeenUnit }
    "no_house" { "unit": SeenUnit }
    "no_room_to_form" { "unit": SeenUnit, "step": Step }
    "no_room_to_limber" { "unit": SeenUnit }
    "no_target" { "unit": SeenUnit, "other": Option<SeenUnit>, "reason": Arc<str> }
    "not_over_friends" { "unit": SeenUnit }
    "out_of_ammunition" { "unit": SeenUnit }
    "passes_pinned" { "unit": SeenUnit, "other": SeenUnit }
    "pinned" { "unit": SeenUnit }
    "prisoners" { "unit": SeenUnit, "other": SeenUnit }
    "rallies" { "unit": SeenUnit }
    "rally" { "unit": SeenUnit, "attempt": i32 }
    "rejoins" { "unit": SeenUnit, "other": SeenUnit }
    "reorganised" { "unit": SeenUnit, "order": Order }
    "repaired" { "unit": SeenUnit, "piece": Piece }
    "resupply" { "unit": SeenUnit }
    "retires" { "unit": SeenUnit, "cm": f64, "from": Place, "to": Place }
    "shock" { "unit": SeenUnit, "other": SeenUnit, "aspect": Aspect }
    "shot_falls" { "unit": SeenUnit, "other": SeenUnit, "ammunition": Ammunition }
    "shot_strikes" { "unit": SeenUnit, "other": SeenUnit, "ammunition": Ammunition }
    "steps_not_reached" { "unit": SeenUnit, "steps": Vec<Arc<str>> }
    "stops_at_2_cm" { "unit": SeenUnit, "other": SeenUnit, "reason": Arc<str> }
    "surrenders" { "unit": SeenUnit, "figures": i32 }
    "takes_command" { "general": Leader, "from": Leader }
    "takes_new_target" { "unit": SeenUnit, "other": SeenUnit }
    "tests_morale" { "unit": SeenUnit }
    "turns_away" { "unit": SeenUnit }
    "turns_to_meet_attack" { "unit": SeenUnit, "other": SeenUnit, "aspect": Aspect }
    "umpire_adds_a_rule" { "do": Arc<str>, "name": String, "text": String }
    "umpire_lays" { "do": Arc<str>, "thing": Feature, "from": Place, "to": Place, "reason": Option<String> }
    "umpire_mends" { "do": Arc<str>, "unit": SeenUnit, "ammunition": Option<bool>, "loss_men": Option<i32>, "cut_valeur": Option<i32>, "halt_turns": Option<i32>, "reason": Option<String> }
    "umpire_moves" { "do": Arc<str>, "unit": SeenUnit, "place": Place, "facing": Heading, "reason": Option<String> }
    "umpire_overrules" { "do": Arc<str>, "unit": SeenUnit, "state": Option<Order>, "order": Option<UnitOrder>, "reason": Option<String> }
    "unlimbers" { "unit": SeenUnit }
    "wagon_taken" { "unit": SeenUnit, "other": SeenUnit }
    "work_finished" { "unit": SeenUnit, "work": Work }
}
