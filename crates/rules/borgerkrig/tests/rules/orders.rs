//! Chapter 03: sight and orders.

use crate::case;

/// §03.02.2 an order uses what the general sees, or a unit of his within 40 cm
#[test]
fn information() {
    case!("information_check" {"seen_by_general": true} [] => {"usable": true});
    for (distance, usable) in [(40.0, true), (40.5, false)] {
        case!("information_check" {"seen_by_subordinate": true, "subordinate_distance_cm": distance} []
            => {"usable": usable});
    }
    case!("information_check" {"subordinate_distance_cm": 10} [] => {"usable": false});
}

/// §03.02.3 sight is 250 cm, in town or wood 8, or 15 to those who fire or move; a unit at the limit is seen
#[test]
fn sight() {
    for (wood, busy, limit) in [(false, false, 250), (false, true, 250), (true, false, 8), (true, true, 15)] {
        for (past, visible) in [(0.0, true), (0.5, false)] {
            case!("visibility" {"distance_cm": (f64::from(limit) + past), "target_in_town_or_wood": wood,
                "target_fires_or_moves": busy} [] => {"limit_cm": limit, "visible": visible});
        }
    }
    case!("visibility" {"distance_cm": 1, "blocked": true} [] => {"visible": false});
}

/// §03.03.2 §03.03.3 beyond 40 cm a unit needs a courier, a repeated order, or an order to stand or fire
#[test]
fn command_distance() {
    case!("order_check" {"order": "move", "distance_to_general_cm": 40} [] => {"allowed": true, "executes": "move"});
    for order in ["move", "attack", "field_work"] {
        case!("order_check" {"order": order, "distance_to_general_cm": 40.5} []
            => {"allowed": false, "executes": "stand", "reason": "out_of_command"});
        for reached in ["by_courier", "repeats_last"] {
            case!("order_check" {"order": order, "distance_to_general_cm": 41, reached: true} []
                => {"allowed": true, "executes": order, "reason": "ok"});
        }
    }
    for order in ["stand", "fire", "reorganise", "resupply"] {
        case!("order_check" {"order": order, "distance_to_general_cm": 2000} [] => {"allowed": true, "executes": order});
    }
}

/// §03.01.2 a unit without a written order stands
#[test]
fn unwritten_orders() {
    case!("order_check" {"order": "fire", "unwritten": true} []
        => {"allowed": false, "executes": "stand", "reason": "unwritten"});
}

/// §04.02.2 a unit in rout flees whatever its order
#[test]
fn rout_flees() {
    case!("order_check" {"order": "retreat", "unit_order": "FU", "compelled_fire": true} []
        => {"allowed": false, "executes": "flee", "reason": "fu_flees", "enters_u": false});
}

/// §04.02.8 a pinned unit cannot move, but may retreat into disorder without its general
#[test]
fn pinned_orders() {
    for order in ["move", "attack", "field_work"] {
        case!("order_check" {"order": order, "unit_order": "NH"} [] => {"executes": "stand", "reason": "pinned"});
    }
    case!("order_check" {"order": "resupply", "unit_order": "NH"} [] => {"allowed": true});
    case!("order_check" {"order": "retreat", "unit_order": "NH", "unwritten": true,
        "distance_to_general_cm": 999} [] => {"allowed": true, "executes": "retreat", "enters_u": true});
    case!("order_check" {"order": "retreat"} []
        => {"executes": "stand", "reason": "no_retreat", "enters_u": false});
}

/// §04.02.14 a bound unit fires, whatever is written or not, or retreats
#[test]
fn bound_orders() {
    case!("order_check" {"order": "move", "compelled_fire": true} []
        => {"allowed": false, "executes": "fire", "reason": "compelled_fire"});
    case!("order_check" {"order": "fire", "compelled_fire": true, "unwritten": true} []
        => {"executes": "fire", "reason": "compelled_fire"});
    case!("order_check" {"order": "fire", "compelled_fire": true} [] => {"allowed": true, "reason": "ok"});
    case!("order_check" {"order": "retreat", "compelled_fire": true} [] => {"allowed": true, "enters_u": true});
}

/// §07.01.4 artillery and disordered units cannot be ordered to attack
#[test]
fn attack_orders() {
    case!("order_check" {"order": "attack", "arm": "artillery"} [] => {"reason": "artillery_cannot_attack"});
    case!("order_check" {"order": "attack", "unit_order": "U"} [] => {"reason": "disorder_cannot_attack"});
    case!("order_check" {"order": "attack", "unit_order": "LU"} [] => {"allowed": true});
}

/// §03.03.5 §07.01.3 infantry attacks with more than half, cavalry with a third; otherwise it is without order: -2 and no storm
#[test]
fn ordered_attacks() {
    for (arm, unit, part, ordered) in [
        ("infantry", 30, 15, false),
        ("infantry", 30, 16, true),
        ("dismounted_cavalry", 30, 15, false),
        ("mounted_cavalry", 30, 10, true),
        ("mounted_cavalry", 30, 9, false),
    ] {
        case!("attack_order_check" {"arm": arm, "unit_figures": unit, "taking_part": part} []
            => {"ordered": ordered, "storm_possible": ordered, "shock_modifier": (if ordered { 0 } else { -2 })});
    }
    case!("attack_order_check" {"arm": "infantry", "unit_figures": 30, "taking_part": 30, "no_order_given": true} []
        => {"ordered": false, "shock_modifier": -2});
    case!("attack_order_check" {"arm": "infantry", "unit_figures": 30, "taking_part": 31} [] => refused "taking_part");
}
