//! Chapters 04 and 06: splitting, formation and front changes, limbering.

use crate::common::case;

/// §04.01.5 a whole turn in either direction, and not in disorder
#[test]
fn splitting_takes_a_turn() {
    case!("split_join", {"action": "split", "arm": "heavy_cavalry", "order": "LU3"} [] => {"allowed": true, "turns": 1});
    case!("split_join", {"action": "split", "arm": "heavy_cavalry", "order": "U"} [] => {"allowed": false, "turns": 0});
    case!("split_join", {"action": "join", "arm": "infantry", "order": "FU"} [] => {"allowed": false});
}

/// §04.01.3 parts join only in base contact
#[test]
fn joining_needs_contact() {
    case!("split_join", {"action": "join", "arm": "infantry"} [] => {"allowed": true, "turns": 1});
    case!("split_join", {"action": "join", "arm": "infantry", "apart": true} [] => {"allowed": false});
}

/// §04.02.1 battalions split without loss of time in built-up areas and plantations, and join without loss of time in a building
#[test]
fn companies() {
    for place in ["built_up", "plantation", "building"] {
        case!("split_join", {"action": "split", "arm": "infantry", "place": place} [] => {"allowed": true, "turns": 0});
    }
    case!("split_join", {"action": "split", "arm": "infantry"} [] => {"allowed": false});
    case!("split_join", {"action": "split", "arm": "infantry", "specially_allowed": true} [] => {"allowed": true, "turns": 1});
    case!("split_join", {"action": "split", "arm": "infantry", "place": "fortress", "elite_company": true} [] => {"allowed": true, "turns": 1});
    case!("split_join", {"action": "join", "arm": "infantry", "place": "building"} [] => {"turns": 0});
    case!("split_join", {"action": "join", "arm": "infantry", "place": "built_up"} [] => {"turns": 1});
}

/// §04.03.1 §15.02.2 light regiments split without loss of time, cossacks never split
#[test]
fn squadrons() {
    case!("split_join", {"action": "split", "arm": "light_cavalry"} [] => {"allowed": true, "turns": 0});
    case!("split_join", {"action": "join", "arm": "light_cavalry"} [] => {"turns": 1});
    case!("split_join", {"action": "split", "arm": "cossacks", "specially_allowed": true} [] => {"allowed": false});
}

/// §04.04.1 batteries split in built-up areas and fortresses, elsewhere with permission
#[test]
fn figure_pieces() {
    case!("split_join", {"action": "split", "arm": "artillery", "place": "fortress"} [] => {"allowed": true, "turns": 1});
    case!("split_join", {"action": "split", "arm": "artillery", "place": "plantation"} [] => {"allowed": false});
    case!("split_join", {"action": "split", "arm": "artillery", "specially_allowed": true} [] => {"allowed": true});
}

/// §06.02.1 §skema-V every cell of the matrix, the same in both directions
#[test]
fn every_change_of_formation() {
    let formations = ["march_column", "attack_column", "line", "battalion_mass", "square"];
    let printed = [
        [0.0, 0.5, 1.0, 0.75, 0.5],
        [0.5, 0.0, 0.5, 0.25, 0.75],
        [1.0, 0.5, 0.0, 0.75, 0.5],
        [0.75, 0.25, 0.75, 0.0, 1.0],
        [0.5, 0.75, 0.5, 1.0, 0.0],
    ];
    for (from, row) in formations.iter().zip(printed) {
        for (to, turns) in formations.iter().zip(row) {
            let degrees = i32::from(turns > 0.0);
            case!("formation_change", {"from": from, "to": to} [] => {"turns": turns, "lu_degrees": degrees, "becomes": to});
        }
    }
}

/// §06.02.3 §06.02.4 difficult ground doubles the time, a detached part adds half to squares, both together triple it
#[test]
fn longer_changes() {
    case!("formation_change", {"from": "line", "to": "attack_column", "difficult": true, "part_absent": true} [] => {"turns": 1});
    case!("formation_change", {"from": "line", "to": "square", "part_absent": true} [] => {"turns": 0.75});
    case!("formation_change", {"from": "attack_column", "to": "square", "part_absent": true, "difficult": true} [] => {"turns": 2.25});
}

/// §05.02.2 battalion mass through attack column takes both times; §05.01.6 never from a brigade column
#[test]
fn battalion_mass() {
    case!("formation_change", {"from": "march_column", "to": "battalion_mass"} [] => {"turns": 0.75});
    case!("formation_change", {"from": "line", "to": "battalion_mass", "in_brigade_column": true} [] => {"allowed": false, "becomes": "line", "turns": 0});
    case!("formation_change", {"from": "line", "to": "square", "in_brigade_column": true} [] => {"allowed": true});
}

/// §05.02.3 fewer than 8 figures form a hob in the same time; a hob stays a hob in no time
#[test]
fn hobs() {
    case!("formation_change", {"from": "line", "to": "square", "figures": 7} [] => {"becomes": "hob", "turns": 0.5});
    case!("formation_change", {"from": "line", "to": "square", "figures": 8} [] => {"becomes": "square"});
    case!("formation_change", {"from": "hob", "to": "battalion_mass", "figures": 7} [] => {"becomes": "hob", "turns": 0, "lu_degrees": 0});
    case!("formation_change", {"from": "hob", "to": "battalion_mass"} [] => {"turns": 0.25, "lu_degrees": 1});
    case!("formation_change", {"from": "march_column", "to": "single_column", "difficult": true} [] => {"turns": 0, "lu_degrees": 0, "becomes": "single_column"});
    case!("formation_change", {"arm": "cavalry", "from": "line", "to": "square"} [] => {"allowed": false});
    case!("formation_change", {"arm": "cavalry", "from": "line", "to": "attack_column"} [] => {"allowed": true, "turns": 0.5});
}

/// §06.04.1 a wheel is half a pivot at half march; not for march columns, cavalry, limbered guns
#[test]
fn wheels() {
    case!("front_change", {"method": "wheel", "degrees": 90, "front_cm": 20, "march_cm": 10} [] => {"march_used_cm": 15, "turns": 3, "lu_degrees": 1});
    case!("front_change", {"method": "wheel", "arm": "cavalry", "degrees": 10} [] => {"allowed": false});
    case!("front_change", {"method": "wheel", "formation": "march_column", "degrees": 10} [] => {"allowed": false});
    case!("front_change", {"method": "wheel", "arm": "limbered_artillery", "degrees": 10} [] => {"allowed": false});
    case!("front_change", {"method": "wheel", "arm": "unlimbered_artillery", "degrees": 10} [] => {"allowed": true});
}

/// §06.04.2 a pivot of 90 degrees takes one and a half fronts; in storm only under 20 degrees
#[test]
fn pivots() {
    case!("front_change", {"method": "pivot", "arm": "cavalry", "degrees": 90, "front_cm": 20, "march_cm": 30} [] => {"march_used_cm": 30, "turns": 1});
    case!("front_change", {"method": "pivot", "arm": "cavalry", "degrees": 18, "front_cm": 20, "march_cm": 30, "storm_cm": 60} [] => {"turns": 0.1, "lu_degrees": 0});
    case!("front_change", {"method": "pivot", "arm": "cavalry", "degrees": 20, "storm_cm": 60} [] => {"allowed": false, "turns": 0});
}

/// §06.04.3 §06.02.5 §skema-IV everybody makes half turns, squares make quarter turns
#[test]
fn turning_on_the_spot() {
    case!("front_change", {"method": "half_turn", "arm": "cavalry"} [] => {"turns": 0.25, "lu_degrees": 1});
    case!("front_change", {"method": "half_turn", "arm": "train"} [] => {"turns": 0.5});
    case!("front_change", {"method": "quarter_turn", "formation": "square"} [] => {"allowed": true, "turns": 0.25, "lu_degrees": 1});
    case!("front_change", {"method": "quarter_turn", "formation": "line"} [] => {"allowed": false});
    case!("front_change", {"method": "quarter_turn", "arm": "unlimbered_artillery", "formation": "square"} [] => {"allowed": false});
}

/// §06.01.3 more than 20 degrees within a turn's time costs a degree; spread figures and bending columns pay nothing
#[test]
fn front_changes_cost_order() {
    case!("front_change", {"method": "pivot", "degrees": 20} [] => {"lu_degrees": 0});
    case!("front_change", {"method": "pivot", "degrees": 20.5} [] => {"lu_degrees": 1});
    case!("front_change", {"method": "pivot", "degrees": 5, "degrees_before": 16} [] => {"lu_degrees": 1});
    case!("front_change", {"method": "pivot", "degrees": 5, "degrees_before": 21} [] => {"lu_degrees": 0});
    case!("front_change", {"method": "pivot", "degrees": 90, "formation": "march_column"} [] => {"lu_degrees": 0});
    case!("front_change", {"method": "half_turn", "formation": "spread"} [] => {"turns": 0, "lu_degrees": 0});
    case!("front_change", {"method": "quarter_turn", "arm": "cavalry", "formation": "spread"} [] => {"allowed": true, "turns": 0, "lu_degrees": 0});
    case!("front_change", {"method": "pivot", "degrees": 90, "formation": "spread"} [] => {"lu_degrees": 1});
}

/// §skema-V §06.02.3 limbering takes the printed time on any ground
#[test]
fn limbering() {
    for (battery, turns) in [("foot_12pd", 1.0), ("foot", 0.5), ("driving", 0.25), ("horse", 0.25)] {
        case!("limbering", {"action": "limber", "battery": battery, "difficult": true} [] => {"turns": turns, "lu_degrees": 0});
        case!("limbering", {"action": "unlimber", "battery": battery} [] => {"turns": turns});
    }
}

/// §10.01.2 §skema-IV making ready takes a quarter, half after remanning and retreat, nothing after unlimbering and hauling
#[test]
fn making_ready() {
    for (after, turns) in
        [("other", 0.25), ("remanning", 0.5), ("retreat", 0.5), ("unlimbering", 0.0), ("hand_haul", 0.0)]
    {
        case!("limbering", {"action": "prepare", "battery": "foot_12pd", "prepare_after": after} [] => {"turns": turns});
    }
}
