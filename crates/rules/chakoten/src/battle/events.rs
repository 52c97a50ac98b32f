//! Every event of these battles, by the key of its sentence, and its subject.

use std::sync::Arc;

use krigsspil_engine::battle::{Heading, Leader, Place, SeenUnit};
use krigsspil_engine::events;

use super::order::{Damage, Formation, Leave, UnitOrder};
use crate::armies::vocabulary::{CrossingBar, Work, WorkBar};
use crate::vocabulary::{Order, SurrenderReason};

events! {
    /// The events, in order of their keys.
    pub static EVENTS;
    "announces_attack" { "unit": SeenUnit, "other": Option<SeenUnit> }
    "announces_fire" { "unit": SeenUnit }
    "appoints" { "general": Leader }
    "arrives" { "unit": SeenUnit }
    "attacks_only_so_far" { "unit": SeenUnit, "other": SeenUnit, "reason": Arc<str> }
    "at_work" { "unit": SeenUnit }
    "battery_burns" { "unit": SeenUnit }
    "battle_over" { "winner": Option<Arc<str>>, "reason": Arc<str> }
    "blast" { "unit": SeenUnit }
    "bridge_broken" { "building": Option<String> }
    "building_burnt" { "building": Option<String> }
    "building_hit" { "building": Option<String>, "hits": i32 }
    "building_ruined" { "building": Option<String> }
    "cannot_land" { "unit": SeenUnit }
    "cannot_leave" { "unit": SeenUnit }
    "cannot_cross" { "unit": SeenUnit, "reason": Option<CrossingBar> }
    "cannot_work" { "unit": SeenUnit, "reason": WorkBar }
    "carried_along" { "unit": SeenUnit, "other": SeenUnit }
    "chain_comes_in" { "unit": SeenUnit, "other": SeenUnit }
    "chain_goes_home" { "unit": SeenUnit, "other": SeenUnit }
    "chain_goes_out" { "unit": SeenUnit, "other": SeenUnit, "figures": i32 }
    "chain_pressed_back" { "unit": SeenUnit, "other": SeenUnit }
    "charge_made" { "unit": SeenUnit, "charges": f64 }
    "chief_intervenes" { "unit": SeenUnit, "general": Leader }
    "comes_into" { "unit": SeenUnit, "order": Order }
    "decimated" { "unit": SeenUnit, "valeur": i32 }
    "disbands" { "unit": SeenUnit }
    "deserts" { "unit": SeenUnit }
    "destroyed" { "unit": SeenUnit }
    "does_not_react" { "unit": SeenUnit }
    "enters_building" { "unit": SeenUnit, "building": Option<String> }
    "embarks" { "unit": SeenUnit }
    "explosion" { "place": Place }
    "fights_fire" { "unit": SeenUnit, "building": Option<String> }
    "finds_materials" { "unit": SeenUnit }
    "fire_breaks_out" { "building": Option<String> }
    "fire_may_spread" { "building": Option<String> }
    "fire_put_out" { "building": Option<String> }
    "fires" { "unit": SeenUnit, "other": SeenUnit, "cm": f64 }
    "fires_at_building" { "unit": SeenUnit, "building": Option<String>, "cm": f64 }
    "fires_at_place" { "unit": SeenUnit, "place": Place }
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
    "halts_at_ground" { "unit": SeenUnit }
    "halts_at_the_edge" { "unit": SeenUnit }
    "lands" { "unit": SeenUnit }
    "leaves_building" { "unit": SeenUnit, "building": Option<String> }
    "leaves_fire" { "unit": SeenUnit }
    "leaves_the_field" { "unit": SeenUnit }
    "joined" { "unit": SeenUnit, "other": SeenUnit }
    "lights_fire" { "unit": SeenUnit, "building": Option<String> }
    "limbers" { "unit": SeenUnit }
    "loses_horses" { "unit": SeenUnit, "horses": i32 }
    "loses_loads" { "unit": SeenUnit, "loads": i32 }
    "loses_men" { "unit": SeenUnit, "men": i32, "figures": i32 }
    "loses_pieces" { "unit": SeenUnit, "pieces": i32 }
    "losses_totalled" { "side": Arc<str>, "men": i32 }
    "marched" { "unit": SeenUnit }
    "masses" { "unit": SeenUnit, "other": SeenUnit, "formation": Formation }
    "melee" { "unit": SeenUnit, "other": SeenUnit }
    "merged" { "unit": SeenUnit, "other": SeenUnit, "valeur": i32 }
    "message_delay" { "general": Leader }
    "message_read" { "general": Leader, "to": Leader, "text": String }
    "message_to_unit" { "unit": SeenUnit, "general": Leader, "text": String }
    "mine_goes_on" { "unit": SeenUnit }
    "mutual_disorder" { "unit": SeenUnit, "other": SeenUnit }
    "no_building" { "unit": SeenUnit }
    "night_passes" { }
    "no_material" { "unit": SeenUnit }
    "no_vessel" { "unit": SeenUnit }
    "nothing_to_set_off" { "unit": SeenUnit }
    "no_room_inside" { "unit": SeenUnit }
    "no_room_to_form" { "unit": SeenUnit }
    "no_target" { "unit": SeenUnit }
    "orderly_alone" { "general": Leader }
    "out_of_ammunition" { "unit": SeenUnit }
    "passes_obstacle" { "unit": SeenUnit }
    "passes_through" { "unit": SeenUnit, "other": SeenUnit }
    "prepare_again" { "unit": SeenUnit, "building": Option<String> }
    "prisoners" { "unit": SeenUnit, "other": SeenUnit, "figures": i32 }
    "rally" { "unit": SeenUnit }
    "ranges_in" { "unit": SeenUnit, "other": SeenUnit }
    "reacts" { "unit": SeenUnit }
    "reorganised" { "unit": SeenUnit, "order": Order }
    "resupplied" { "unit": SeenUnit, "other": SeenUnit, "loads": i32 }
    "retires" { "unit": SeenUnit }
    "shaken_by_blast" { "unit": SeenUnit }
    "sheet_shown" { "unit": SeenUnit, "order": Option<UnitOrder> }
    "splits" { "unit": SeenUnit, "other": SeenUnit, "figures": i32 }
    "staff_hit" { "unit": SeenUnit, "general": Leader }
    "steps_not_reached" { "unit": SeenUnit, "steps": Vec<Arc<str>> }
    "stops_storming" { "unit": SeenUnit }
    "stretch_gone" { "place": Place }
    "too_tired" { "unit": SeenUnit }
    "surrenders" { "unit": SeenUnit, "other": SeenUnit, "reason": SurrenderReason }
    "turns_back" { "unit": SeenUnit, "other": SeenUnit }
    "umpire_adds_a_rule" { "do": Arc<str>, "name": String, "text": String }
    "umpire_allows" { "do": Arc<str>, "unit": SeenUnit, "leave": Leave, "reason": Option<String> }
    "umpire_lays" { "do": Arc<str>, "work": Work, "from": Place, "to": Place, "reason": Option<String> }
    "umpire_mends" { "do": Arc<str>, "unit": SeenUnit, "loads": Option<i32>, "loss_men": Option<i32>, "halt_turns": Option<i32>, "reason": Option<String> }
    "umpire_moves" { "do": Arc<str>, "unit": SeenUnit, "place": Place, "facing": Heading, "reason": Option<String> }
    "umpire_overrules" { "do": Arc<str>, "unit": SeenUnit, "state": Option<Order>, "order": Option<UnitOrder>, "reason": Option<String> }
    "umpire_spoils" { "do": Arc<str>, "place": Place, "damage": Damage, "reason": Option<String> }
    "unlimbers" { "unit": SeenUnit }
    "vessel_damaged" { "place": Place }
    "vessel_lost" { "place": Place }
    "wind" { }
    "work_delayed" { "unit": SeenUnit }
    "work_finished" { "unit": SeenUnit }
    "work_stops" { "unit": SeenUnit }
}
