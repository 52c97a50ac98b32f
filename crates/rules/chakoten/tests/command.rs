//! Chapter 08: chiefs, couriers, reaction.

use crate::common::case;

/// §08.03.4 §08.03.6 a unit within 35 cm of a living chief is in command
#[test]
fn command_distance() {
    case!("command_control", {"distance_cm": 35} [] => {"in_command": true, "receives": "yes"});
    case!("command_control", {"distance_cm": 35.5} [] => {"in_command": false, "receives": "reaction_roll"});
    case!("command_control", {"distance_cm": 0, "chief_fallen": true} [] => {"in_command": false, "receives": "reaction_roll"});
    case!("command_control", {"distance_cm": 0, "order": "U", "attack_order": true} [] => {"receives": "no"});
    case!("command_control", {"distance_cm": 0, "order": "U"} [] => {"receives": "yes"});
    case!("command_control", {"distance_cm": 0, "order": "FU"} [] => {"in_command": true, "receives": "no"});
}

/// §08.03.5 §skema-II 13 obeys; each row as printed, only one of the repeats
#[test]
fn reaction() {
    case!("reaction_roll", {} [4, 4, 5] => {"total": 13, "obeys": true});
    case!("reaction_roll", {} [4, 4, 4] => {"obeys": false});
    case!("reaction_roll", {"repeat": "executed", "follows_instruction": true, "courier_in_contact": true, "valeur": -4} [1, 1, 1] => {"modifier": 6});
    case!("reaction_roll", {"repeat": "unexecuted", "order": "LU3"} [1, 1, 1] => {"modifier": -1});
    case!("reaction_roll", {"order": "U", "valeur": 5} [6, 6, 6] => {"modifier": 1, "obeys": true});
    case!("reaction_roll", {"order": "U", "attack_order": true} [6, 6, 6] => {"barred": true, "obeys": false});
}

/// §08.03.2 §skema-II the delay die, with the march rounded up exactly
#[test]
fn messages() {
    for (die, turns) in [(2, 3), (3, 2), (4, 1), (5, 1), (6, 0)] {
        case!("courier_delay", {} [die] => {"arrives": true, "delay_turns": turns, "arrival_turns": turns});
    }
    case!("courier_delay", {"legs": [{"terrain": "road", "cm": 100}]} [1] => {"arrives": false, "delay_turns": 0, "arrival_turns": 0, "march_turns": 1});
    // 30/90 + 20/60 + 5/15 is exactly one turn.
    case!("courier_delay", {"legs": [{"terrain": "normal", "cm": 30}, {"terrain": "difficult", "cm": 20}, {"terrain": "path", "cm": 5}]} [6] => {"march_turns": 1, "arrival_turns": 1});
    case!("courier_delay", {"legs": [{"terrain": "water", "cm": 16}]} [6] => {"arrival_turns": 2});
}

/// §08.02.5 six or less is lost, minus two after more than half a march
#[test]
fn lost_couriers() {
    case!("courier_loss", {} [2, 2, 2] => {"total": 6, "lost": true});
    case!("courier_loss", {} [2, 2, 3] => {"lost": false});
    case!("courier_loss", {"moved_over_half": true} [2, 3, 3] => {"total": 6, "lost": true});
}

/// §08.01.2 §08.01.3 couriers by level, specialists from the corps upward
#[test]
fn staffs() {
    case!("staff_establishment", {"level": "regiment", "subordinate_chiefs": 9} [] => {"couriers": 1, "engineer_officers": 0});
    case!("staff_establishment", {"level": "brigade"} [] => {"couriers": 1});
    case!("staff_establishment", {"level": "division"} [] => {"couriers": 2, "artillery_officers": 0});
    case!("staff_establishment", {"level": "army", "subordinate_chiefs": 4} [] => {"couriers": 4, "engineer_officers": 1, "artillery_officers": 1});
}

/// §08.02.3 a staff figure falls on a 1 only
#[test]
fn staff_hits() {
    case!("staff_hit", {} [1] => {"falls": true});
    case!("staff_hit", {} [2] => {"falls": false});
}

/// §08.02.1 §skema-XVI each face of the chief's die; under fire his points change their sign
#[test]
fn chiefs() {
    for (die, falls, points) in
        [(1, true, -2), (2, true, 1), (3, false, -1), (4, false, 0), (5, false, 1), (6, false, 2)]
    {
        case!("leader_intervention", {} [die] => {"falls": falls, "modifier": points, "points": points});
        case!("leader_intervention", {"occasion": "under_fire"} [die] => {"modifier": points, "points": -points});
    }
}

/// §08.02.6 13 with a point for each turn, and a courier to promote
#[test]
fn replacement() {
    case!("leader_replacement", {"whole_turns_elapsed": 1} [4, 4, 4] => {"total": 13, "appointed": true, "couriers_after": 0});
    case!("leader_replacement", {"whole_turns_elapsed": 0} [4, 4, 4] => {"appointed": false, "couriers_after": 1});
    case!("leader_replacement", {"whole_turns_elapsed": 60, "couriers": 0} [4, 4, 4] => {"appointed": false, "couriers_after": 0});
}
