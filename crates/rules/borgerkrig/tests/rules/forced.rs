//! Chapter 04: forced actions.

use crate::case;

/// §04.02.1 rout flees half a turn, mounted cavalry a whole one
#[test]
fn rout_this_turn() {
    for (arm, row, cm) in [
        ("infantry", "infantry_flight", 20.0),
        ("mounted_cavalry", "cavalry_flight", 55.0),
        ("foot_artillery", "foot_artillery_flight", 20.0),
        ("horse_artillery", "horse_artillery_flight", 25.0),
        ("unlimbered_artillery", "infantry_flight", 20.0),
    ] {
        case!("forced_move" {"cause": "fu_this_turn", "arm": arm} []
            => {"row": row, "possible": true, "distance_cm": cm});
    }
}

/// §04.02.2 §08.02.6 a unit in rout from the start flees the whole turn, and gunners flee as infantry
#[test]
fn rout_at_start() {
    case!("forced_move" {"cause": "fu_at_start", "arm": "infantry", "terrain": "wood"} [] => {"distance_cm": 15});
    case!("forced_move" {"cause": "fu_at_start", "arm": "unlimbered_artillery"} []
        => {"row": "infantry_flight", "distance_cm": 40});
    case!("forced_move" {"cause": "fu_at_start", "arm": "horse_artillery", "half_horses_lost": true} []
        => {"distance_cm": 25});
    case!("forced_move" {"cause": "fu_at_start", "arm": "foot_artillery", "terrain": "wood"} []
        => {"possible": false, "distance_cm": 0});
}

/// §04.02.3 disorder retires half a turn of ordinary march, not slowed by moving backward
#[test]
fn disorder_this_turn() {
    case!("forced_move" {"cause": "u_this_turn", "arm": "infantry", "formation": "march_column"} []
        => {"row": "infantry_march_column", "distance_cm": 12.5});
    case!("forced_move" {"cause": "u_this_turn", "arm": "mounted_cavalry", "formation": "line"} []
        => {"row": "cavalry_line", "distance_cm": 15});
    case!("forced_move" {"cause": "u_this_turn", "arm": "infantry", "formation": "line", "terrain": "road"} []
        => {"distance_cm": 6});
    case!("forced_move" {"cause": "u_this_turn", "arm": "mounted_cavalry", "formation": "thin_line"} []
        => refused "formation");
}

/// §04.02.4 disorder from the start, if fired on, retires the whole turn backward, unlimbered guns at full rate
#[test]
fn disorder_fired_on() {
    case!("forced_move" {"cause": "u_at_start_fired_on", "arm": "infantry", "formation": "attack_column"} []
        => {"distance_cm": 12.5});
    case!("forced_move" {"cause": "u_at_start_fired_on", "arm": "unlimbered_artillery"} [] => {"distance_cm": 4});
    case!("forced_move" {"cause": "u_at_start_fired_on", "arm": "foot_artillery", "half_horses_lost": true} []
        => {"distance_cm": 6.25});
}

/// §04.02.6 cavalry and limbered guns that come into LU within 15 cm turn away for the rest of the turn
#[test]
fn turning_away() {
    for (arm, turns) in [
        ("mounted_cavalry", true),
        ("artillery_limbered", true),
        ("artillery_unlimbered", false),
        ("infantry", false),
    ] {
        case!("pinning" {"arm": arm, "came_into_lu": true, "fire_distance_cm": 15} [] => {"turn_and_withdraw": turns});
        case!("pinning" {"arm": arm, "came_into_lu": true, "fire_distance_cm": 15.5} []
            => {"turn_and_withdraw": false, "pinned": false});
    }
    case!("forced_move" {"cause": "turn_and_withdraw", "arm": "mounted_cavalry", "quarters_left": 3} []
        => {"row": "cavalry_line", "distance_cm": 22.5});
    for arm in ["infantry", "unlimbered_artillery"] {
        case!("forced_move" {"cause": "turn_and_withdraw", "arm": arm} [] => refused "arm");
    }
}

/// §04.02.7 §08.02.4 infantry in LU by fire within 15 cm is pinned for two turns, and losses pin it again
#[test]
fn pinning() {
    for arm in ["infantry", "dismounted_cavalry"] {
        case!("pinning" {"arm": arm, "came_into_lu": true, "fire_distance_cm": 15} []
            => {"pinned": true, "pinned_turns_left": 2, "renewed": false});
    }
    case!("pinning" {"arm": "infantry", "loss_men": 1, "fire_distance_cm": 15, "pinned_turns_left": 1} []
        => {"pinned": true, "pinned_turns_left": 2, "renewed": true});
    case!("pinning" {"arm": "infantry", "loss_men": 0, "fire_distance_cm": 5, "pinned_turns_left": 1} []
        => {"pinned": true, "pinned_turns_left": 1, "renewed": false});
    case!("pinning" {"arm": "infantry", "loss_men": 9, "fire_distance_cm": 16, "pinned_turns_left": 1} []
        => {"pinned_turns_left": 1, "renewed": false});
    case!("pinning" {"arm": "infantry", "loss_men": 9, "fire_distance_cm": 5} [] => {"pinned": false});
    case!("pinning" {"arm": "mounted_cavalry", "fire_distance_cm": 5, "pinned_turns_left": 1} []
        => refused "pinned_turns_left");
}

/// §04.02.10 a chain threatened at 8 cm may fall back a turn; without support it is in LU, and its pinning ends
#[test]
fn chains() {
    for (distance, may) in [(8.0, true), (8.5, false)] {
        case!("chain_evasion" {"chain": true, "enemy_distance_cm": distance} [] => {"may_evade": may});
    }
    case!("chain_evasion" {"chain": false, "enemy_distance_cm": 2, "unit_order": "NH"} []
        => {"may_evade": false, "order_after": "NH"});
    for (order, alone, supported) in
        [("OR", "LU", "OR"), ("LU", "LU", "LU"), ("NH", "LU", "LU"), ("U", "U", "U")]
    {
        case!("chain_evasion" {"chain": true, "enemy_distance_cm": 8, "unit_order": order} []
            => {"joins_support": false, "order_after": alone});
        case!("chain_evasion" {"chain": true, "enemy_distance_cm": 8, "unit_order": order, "reached_support": true} []
            => {"joins_support": true, "order_after": supported});
    }
    case!("forced_move" {"cause": "chain_evades", "arm": "infantry", "formation": "chain"} [] => {"distance_cm": 25});
    case!("forced_move" {"cause": "chain_evades", "arm": "infantry"} [] => refused "formation");
    case!("forced_move" {"cause": "chain_evades", "arm": "horse_artillery", "formation": "chain"} [] => refused "arm");
}

/// §04.02.12 gunners run behind a closed friend, with both distances at most 8 cm
#[test]
fn shelter() {
    for (enemy, friend, closed, unlimbered, may) in [
        (8.0, 8.0, true, true, true),
        (8.5, 8.0, true, true, false),
        (8.0, 8.5, true, true, false),
        (8.0, 8.0, false, true, false),
        (8.0, 8.0, true, false, false),
    ] {
        case!("gunners_shelter" {"enemy_distance_cm": enemy, "friend_distance_cm": friend, "friend_closed": closed,
            "unlimbered": unlimbered} [] => {"may_shelter": may});
    }
}

/// §04.02.13 an attacked stationary unit may fire at -4 unless it has done anything else
#[test]
fn defensive_fire() {
    case!("defensive_fire_check" {"attacked": true, "stationary": true, "ammunition": true} []
        => {"may_fire": true, "modifier": -4, "bars": []});
    case!("defensive_fire_check" {"has_moved": true, "has_fired": true, "marched_through": true,
        "fires_after_shock": true, "unit_order": "FU"} []
        => {"may_fire": false, "modifier": 0, "bars": ["not_attacked", "not_stationary", "has_moved", "has_fired",
        "marched_through", "fires_after_shock", "no_ammunition", "rout"]});
    case!("small_arms_fire" {"firer_arm": "infantry", "figures": 6, "weapon": "springfield_m61", "distance_cm": 8,
        "fired_last_turn": true, "surprised": true, "target_arm": "infantry"} [3, 4]
        => {"firer_modifier": -4, "total": 3});
}

/// §04.02.14 after two turns at a target men on foot must continue until it is beyond 15 cm or the ammunition is used up
#[test]
fn bound_to_fire() {
    for (arm, turns, distance, ammunition, bound) in [
        ("infantry", 2, 15.0, true, true),
        ("dismounted_cavalry", 3, 8.0, true, true),
        ("infantry", 1, 8.0, true, false),
        ("infantry", 2, 15.5, true, false),
        ("infantry", 2, 8.0, false, false),
        ("mounted_cavalry", 2, 8.0, true, false),
        ("artillery_unlimbered", 2, 8.0, true, false),
    ] {
        case!("compelled_fire" {"arm": arm, "turns_at_same_target": turns, "target_distance_cm": distance,
            "ammunition": ammunition} [] => {"compelled": bound, "may_retreat": bound});
    }
}
