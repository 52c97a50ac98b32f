//! Every event of these battles, by the key of its sentence, and what it is about.

use std::sync::Arc;

use krigsspil_engine::battle::{Leader, SeenUnit};
use krigsspil_engine::events;

use super::order::Disposition;
use crate::procedures::ground::Feature;
use crate::vocabulary::{CorpsOrder, Formation, Order};

events! {
    /// The events, in order of their keys.
    pub static EVENTS;
    "aborts" { "unit": SeenUnit, "formation": Formation, "turns": f64 }
    "advances" { "unit": SeenUnit, "formation": Formation, "turns": f64 }
    "arrives" { "unit": SeenUnit }
    "attack_lapses" { "unit": SeenUnit, "other": Option<SeenUnit> }
    "battle_over" { "winner": Option<Arc<str>> }
    "breaks_off" { "unit": SeenUnit }
    "closes_up" { "unit": SeenUnit, "formation": Formation, "turns": f64 }
    "comes_into" { "unit": SeenUnit, "order": Order }
    "comes_upon" { "unit": SeenUnit, "other": SeenUnit }
    "command_control" { "general": Leader, "order": CorpsOrder }
    "cornered" { "unit": SeenUnit }
    "declares_attack" { "unit": SeenUnit, "other": SeenUnit, "flank": bool }
    "destroyed" { "unit": SeenUnit }
    "detached" { "unit": Option<SeenUnit>, "general": Option<Leader> }
    "detachment_control" { "unit": Option<SeenUnit>, "general": Option<Leader> }
    "disposes" { "unit": SeenUnit, "other": Option<SeenUnit>, "how": Disposition }
    "does_not_fire" { "unit": SeenUnit, "reason": Arc<str> }
    "does_not_resupply" { "unit": SeenUnit }
    "drawn_apart" { "unit": SeenUnit }
    "drives_off" { "unit": SeenUnit, "formation": Formation, "turns": f64 }
    "eliminated" { "unit": SeenUnit }
    "faces_attacker" { "unit": SeenUnit, "other": SeenUnit }
    "fires" { "unit": SeenUnit, "other": SeenUnit, "cm": f64 }
    "follows_host" { "unit": SeenUnit, "other": SeenUnit }
    "forms_square" { "unit": SeenUnit }
    "general_advances" { "general": Leader, "cm": f64 }
    "general_engaged" { "general": Leader }
    "general_rides" { "general": Leader }
    "general_shifts" { "general": Leader }
    "goes_back" { "unit": SeenUnit, "formation": Formation, "turns": f64 }
    "goes_on" { "unit": SeenUnit, "other": SeenUnit, "cm": f64 }
    "guns_lost" { "unit": SeenUnit, "other": SeenUnit }
    "guns_taken" { "unit": SeenUnit, "other": SeenUnit }
    "halts_at_friend" { "unit": SeenUnit, "other": SeenUnit }
    "halts_at_ground" { "unit": SeenUnit, "ground": Feature }
    "halts_at_the_edge" { "unit": SeenUnit }
    "halts_in_command" { "unit": SeenUnit }
    "holds_back" { "unit": SeenUnit }
    "leaves_the_table" { "unit": SeenUnit }
    "leaves_town" { "unit": SeenUnit }
    "loses_figures" { "unit": SeenUnit, "figures": i32 }
    "lost_at_the_edge" { "unit": SeenUnit }
    "mans_guns" { "unit": SeenUnit }
    "melee" { "unit": SeenUnit, "other": SeenUnit }
    "moves" { "unit": SeenUnit, "formation": Formation, "turns": f64 }
    "no_room" { "unit": SeenUnit }
    "occupies" { "unit": SeenUnit, "zone": Arc<str> }
    "order_cancelled" { "general": Leader }
    "order_done" { "general": Leader }
    "order_given" { "general": Leader, "order": CorpsOrder }
    "order_out_of_reach" { "unit": Option<SeenUnit>, "general": Option<Leader>, "order": Option<CorpsOrder> }
    "order_through" { "general": Leader, "order": CorpsOrder }
    "passes_through" { "unit": SeenUnit, "other": SeenUnit }
    "reaction_moves" { "unit": SeenUnit, "formation": Formation, "turns": f64 }
    "reacts" { "unit": SeenUnit }
    "recalled" { "unit": Option<SeenUnit>, "general": Option<Leader> }
    "reorganises" { "unit": SeenUnit }
    "resupplies" { "unit": SeenUnit }
    "retreats" { "unit": SeenUnit, "cm": f64 }
    "returns" { "unit": SeenUnit, "formation": Formation, "turns": f64 }
    "routs" { "unit": SeenUnit, "cm": f64 }
    "scatters" { "unit": SeenUnit }
    "shelters" { "unit": SeenUnit, "other": SeenUnit }
    "steps_not_reached" { "unit": SeenUnit, "steps": Vec<u32> }
    "task_given" { "general": Leader, "text": String }
    "tests_morale" { "unit": SeenUnit, "other": Option<SeenUnit> }
    "tries_to_abort" { "unit": SeenUnit }
    "turn_begins" { "side": Arc<str>, "turn": u32 }
    "umpire_adds_a_rule" { "name": String, "text": String }
    "umpire_mends" { "unit": SeenUnit, "reason": String }
    "umpire_moves" { "unit": SeenUnit, "reason": String }
    "umpire_says" { "text": String }
}
