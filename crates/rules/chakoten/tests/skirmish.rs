//! Chapter 14: skirmish lines and swarms.

use crate::common::case;

/// §14.01.1 §15.02.3 a sixth, rounded down, unless stated otherwise, light or cossacks; at least 3
#[test]
fn allowance() {
    case!("skirmish_allowance", {"arm": "infantry", "figures": 23} [] => {"max_figures": 3, "possible": true});
    case!("skirmish_allowance", {"arm": "infantry", "figures": 17} [] => {"max_figures": 2, "possible": false});
    case!("skirmish_allowance", {"arm": "cavalry", "figures": 17, "light": true} [] => {"max_figures": 17});
    case!("skirmish_allowance", {"arm": "cavalry", "figures": 17, "light": true, "stated_figures": 5} [] => {"max_figures": 5});
    case!("skirmish_allowance", {"arm": "infantry", "figures": 4, "stated_figures": 5} [] => {"max_figures": 4});
    case!("skirmish_allowance", {"arm": "infantry", "figures": 60, "barred": true, "stated_figures": 5} [] => {"max_figures": 0});
    case!("skirmish_allowance", {"arm": "cossacks", "figures": 15} [] => {"max_figures": 11});
}

/// §14.01.2 in plantations and built-up areas all troops may skirmish as whole units, but cossacks keep their limit
#[test]
fn all_troops() {
    case!("skirmish_allowance", {"arm": "infantry", "figures": 20, "barred": true, "place": "plantation"} [] => {"max_figures": 20});
    case!("skirmish_allowance", {"arm": "cossacks", "figures": 20, "place": "built_up"} [] => {"max_figures": 15});
}

/// §06.02.2 §07.01.5 the march of the farthest figure; manning guns adds half a turn to make ready
#[test]
fn deployment() {
    case!("skirmish_deployment", {"action": "recall", "who": "cavalry", "farthest_cm": 20, "over_one_company": true} [] => {"turns": 0.5, "lu_degrees": 1});
    case!("skirmish_deployment", {"action": "form_hob", "who": "cavalry", "farthest_cm": 20} [] => {"allowed": false});
    case!("skirmish_deployment", {"action": "reman_guns", "who": "horse_gunners", "farthest_cm": 15} [] => {"turns": 0.5, "ready_turns": 0.5, "lu_degrees": 0});
    case!("skirmish_deployment", {"action": "reman_guns", "who": "horse_gunners", "farthest_cm": 15, "terrain": "plantation"} [] => {"allowed": false});
    case!("skirmish_deployment", {"action": "send_out", "who": "cossacks", "farthest_cm": 15, "terrain": "plantation"} [] => {"allowed": false});
}

/// §14.02.1 §17.03.3 who needs a soutien, and where
#[test]
fn soutien_needed() {
    case!("soutien", {"kind": "skirmish_line", "figures": 6, "behind_obstacle_or_cover": true} [] => {"needed": false, "must_fall_back": false});
    case!("soutien", {"kind": "swarm", "figures": 6, "behind_obstacle_or_cover": true} [] => {"needed": true, "must_fall_back": true});
    case!("soutien", {"kind": "swarm", "figures": 6, "place": "built_up"} [] => {"needed": false});
    case!("soutien", {"kind": "skirmish_line", "figures": 6, "place": "plantation"} [] => {"needed": false});
}

/// §14.02.2 as large as the skirmishers, closed, neither march column nor hob
#[test]
fn soutien_kind() {
    case!("soutien", {"kind": "swarm", "figures": 6, "soutien_figures": 6} [] => {"valid": true});
    case!("soutien", {"kind": "swarm", "figures": 6, "soutien_figures": 5} [] => {"valid": false});
    for formation in ["march_column", "single_column", "hob", "skirmish"] {
        case!("soutien", {"kind": "swarm", "figures": 6, "soutien_figures": 9, "soutien_formation": formation} [] => {"valid": false});
    }
    case!("soutien", {"kind": "swarm", "figures": 6, "soutien_figures": 9, "soutien_fu": true} [] => {"valid": false});
    case!("soutien", {"kind": "swarm", "figures": 6, "soutien_figures": 9, "soutien_taken": true} [] => {"valid": false});
}

/// §14.02.3 §14.02.4 20 cm for a line, 30 for a swarm; if farther away it must fall back
#[test]
fn soutien_distance() {
    case!("soutien", {"kind": "skirmish_line", "figures": 6, "soutien_figures": 9, "farthest_cm": 20} [] => {"valid": true, "must_fall_back": false});
    case!("soutien", {"kind": "skirmish_line", "figures": 6, "soutien_figures": 9, "farthest_cm": 20.5} [] => {"valid": false, "must_fall_back": true});
    case!("soutien", {"kind": "swarm", "figures": 6, "soutien_figures": 9, "farthest_cm": 30} [] => {"valid": true});
}

/// §14.04.1 §14.04.2 pressed back on the soutien; without one routed by an enemy, never by friendly troops
#[test]
fn pressed_back() {
    case!("chain_pressed_back", {"pressed_by": "closed_enemy", "figures": 10, "has_valid_soutien": true} [] => {"result": "falls_back", "figures_lost": 0});
    case!("chain_pressed_back", {"pressed_by": "closed_enemy", "figures": 10} [] => {"result": "routed", "figures_lost": 1});
    case!("chain_pressed_back", {"pressed_by": "closed_enemy", "figures": 11} [] => {"figures_lost": 2});
    case!("chain_pressed_back", {"pressed_by": "own_unit_in_u", "figures": 10} [] => {"result": "falls_back"});
    case!("chain_pressed_back", {"pressed_by": "closed_enemy", "figures": 10, "needs_no_soutien": true} [] => {"result": "holds"});
}

/// §03.02.8 back at once, or half a turn after the fire
#[test]
fn withdrawal() {
    case!("chain_withdrawal", {"fire_quarter": 3} [] => {"from_turn": 0, "this_turn": true});
    case!("chain_withdrawal", {"fire_announced": true} [] => {"from_turn": 0.5, "this_turn": true});
    case!("chain_withdrawal", {"fire_announced": true, "fire_quarter": 2} [] => {"from_turn": 1, "this_turn": false});
}
