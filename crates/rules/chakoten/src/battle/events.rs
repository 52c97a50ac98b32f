//! Every event of these battles, by the key of its sentence, and its subject.

use std::sync::Arc;

use krigsspil_engine::battle::{Heading, Leader, Place, SeenUnit};
use krigsspil_engine::events;

use super::order::{Formation, UnitOrder};
use crate::vocabulary::{Order, SurrenderReason};

events! {
    /// The events, in order of their keys.
    pub static EVENTS;
    "announces_attack" { "unit": SeenUnit, "other": Option<SeenUnit> }
    "announces_fire" { "unit": SeenUnit }
    "appoints" { "general": Leader }
    "arrives" { "unit": SeenUnit }
    "attacks_only_so_far" { "unit": SeenUnit, "other": SeenUnit, "reason": Arc<str> }
    "battle_over" { "winner": Option<Arc<str>>, "reason": Arc<str> }
    "carried_along" { "unit": SeenUnit, "other": SeenUnit }
    "chain_comes_in" { "unit": SeenUnit, "other": SeenUnit }
    "chain_goes_out" { "unit": SeenUnit, "other": SeenUnit, "figures": i32 }
    "chain_pressed_back" { "unit": SeenUnit, "other": SeenUnit }
    "chief_intervenes" { "unit": SeenUnit, "general": Leader }
    "comes_into" { "unit": SeenUnit, "order": Order }
    "decimated" { "unit": SeenUnit, "valeur": i32 }
    "destroyed" { "unit": SeenUnit }
    "does_not_react" { "unit": SeenUnit }
    "fires" { "unit": SeenUnit, "other": SeenUnit, "cm": f64 }
    "fires_far_off" { "unit": SeenUnit }
    "fires_guns" { "unit": SeenUnit, "other": SeenUnit, "cm": f64 }
    "flees" { "unit": SeenUnit, "cm": f64, "from": Place, "to": Place }
    "flight_losses" { "unit": SeenUnit, "men": i32 }
    "forms" { "unit": SeenUnit, "formation": Formation }
    "general_falls" { "unit": SeenUnit, "general": Leader }
    "goes_back" { "unit": SeenUnit }
    "goes_out_of_sight" { "unit": SeenUnit }
    "guns_abandoned" { "unit": SeenUnit, "pieces": i32 }
    "guns_taken" { "unit": SeenUnit, "other": SeenUnit }
    "halts_at_break_in" { "unit": SeenUnit, "other": SeenUnit }
    "halts_at_friend" { "unit": SeenUnit, "other": SeenUnit }
    "halts_at_the_edge" { "unit": SeenUnit }
    "leaves_the_field" { "unit": SeenUnit }
    "joined" { "unit": SeenUnit, "other": SeenUnit }
    "limbers" { "unit": SeenUnit }
    "loses_horses" { "unit": SeenUnit, "horses": i32 }
    "loses_loads" { "unit": SeenUnit, "loads": i32 }
    "loses_men" { "unit": SeenUnit, "men": i32, "figures": i32 }
    "loses_pieces" { "unit": SeenUnit, "pieces": i32 }
    "losses_totalled" { "side": Arc<str>, "men": i32 }
    "marched" { "unit": SeenUnit }
    "melee" { "unit": SeenUnit, "other": SeenUnit }
    "message_delay" { "general": Leader }
    "message_read" { "general": Leader, "to": Leader, "text": String }
    "message_to_unit" { "unit": SeenUnit, "general": Leader, "text": String }
    "mutual_disorder" { "unit": SeenUnit, "other": SeenUnit }
    "no_room_to_form" { "unit": SeenUnit }
    "no_target" { "unit": SeenUnit }
    "orderly_alone" { "general": Leader }
    "out_of_ammunition" { "unit": SeenUnit }
    "passes_obstacle" { "unit": SeenUnit }
    "passes_through" { "unit": SeenUnit, "other": SeenUnit }
    "prisoners" { "unit": SeenUnit, "other": SeenUnit, "figures": i32 }
    "rally" { "unit": SeenUnit }
    "ranges_in" { "unit": SeenUnit, "other": SeenUnit }
    "reacts" { "unit": SeenUnit }
    "reorganised" { "unit": SeenUnit, "order": Order }
    "resupplied" { "unit": SeenUnit, "other": SeenUnit, "loads": i32 }
    "retires" { "unit": SeenUnit }
    "sheet_shown" { "unit": SeenUnit, "order": Option<UnitOrder> }
    "splits" { "unit": SeenUnit, "other": SeenUnit, "figures": i32 }
    "staff_hit" { "unit": SeenUnit, "general": Leader }
    "steps_not_reached" { "unit": SeenUnit, "steps": Vec<Arc<str>> }
    "stops_storming" { "unit": SeenUnit }
    "surrenders" { "unit": SeenUnit, "other": SeenUnit, "reason": SurrenderReason }
    "turns_back" { "unit": SeenUnit, "other": SeenUnit }
    "umpire_adds_a_rule" { "do": Arc<str>, "name": String, "text": String }
    "umpire_mends" { "do": Arc<str>, "unit": SeenUnit, "loads": Option<i32>, "loss_men": Option<i32>, "halt_turns": Option<i32>, "reason": Option<String> }
    "umpire_moves" { "do": Arc<str>, "unit": SeenUnit, "place": Place, "facing": Heading, "reason": Option<String> }
    "umpire_overrules" { "do": Arc<str>, "unit": SeenUnit, "state": Option<Order>, "order": Option<UnitOrder>, "reason": Option<String> }
    "unlimbers" { "unit": SeenUnit }
}
