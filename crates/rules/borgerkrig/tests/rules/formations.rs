//! Chapter 02: formations, turns and wheels.

use crate::case;

/// §02.01.1 §02.01.2 §02.01.3 §02.04.1 infantry columns and lines are closed; an attack column has three ranks, a line two
#[test]
fn infantry_closed() {
    case!("formation_footprint" {"arm": "infantry", "formation": "march_column", "figures": 30, "gap_mm": 9} []
        => {"files": 3, "ranks": 10, "front_mm": 24, "depth_mm": 150, "closed": true, "lawful": true});
    case!("formation_footprint" {"arm": "infantry", "formation": "attack_column", "figures": 13} []
        => {"files": 6, "ranks": 3, "closed": true, "lawful": true});
    case!("formation_footprint" {"arm": "infantry", "formation": "attack_column", "figures": 12} []
        => {"ranks": 2, "lawful": false});
    case!("formation_footprint" {"arm": "infantry", "formation": "line", "figures": 31} []
        => {"files": 16, "ranks": 2, "front_mm": 128, "depth_mm": 30, "closed": true, "lawful": true});
    case!("formation_footprint" {"arm": "infantry", "formation": "line", "figures": 1} []
        => {"files": 1, "ranks": 1, "lawful": false});
}

/// §02.01.4 §02.01.5 §02.04.2 §04.02.11 gaps of the thin line are 0-7 mm, of the chain 8-16 mm, and wider ones must be closed
#[test]
fn infantry_dispersed() {
    for (gap, lawful) in [(0, true), (7, true), (8, false)] {
        case!("formation_footprint" {"arm": "infantry", "formation": "thin_line", "figures": 10, "gap_mm": gap} []
            => {"ranks": 1, "closed": false, "lawful": lawful, "must_reform": false});
    }
    for (gap, lawful, reform) in [(7, false, false), (8, true, false), (16, true, false), (17, false, true)] {
        case!("formation_footprint" {"arm": "infantry", "formation": "chain", "figures": 10, "gap_mm": gap} []
            => {"closed": false, "lawful": lawful, "must_reform": reform, "front_mm": (80 + 9 * gap)});
    }
}

/// §02.02.1 §02.02.2 §02.02.3 §02.02.4 cavalry: two, five or six abreast, line of two, chain up to a base's gap, no thin line
#[test]
fn cavalry_formations() {
    case!("formation_footprint" {"arm": "mounted_cavalry", "formation": "march_column", "figures": 30} []
        => {"files": 2, "ranks": 15, "front_mm": 30, "depth_mm": 450});
    for (front, ranks, lawful) in [(5, 3, true), (6, 2, false)] {
        case!("formation_footprint" {"arm": "mounted_cavalry", "formation": "attack_column", "figures": 12,
            "attack_front": front} [] => {"files": front, "ranks": ranks, "lawful": lawful});
    }
    case!("formation_footprint" {"arm": "mounted_cavalry", "formation": "line", "figures": 10} []
        => {"files": 5, "ranks": 2, "front_mm": 75});
    for (gap, lawful) in [(0, true), (15, true), (16, false)] {
        case!("formation_footprint" {"arm": "mounted_cavalry", "formation": "chain", "figures": 6, "gap_mm": gap} []
            => {"lawful": lawful, "must_reform": (!lawful)});
    }
    case!("formation_footprint" {"arm": "mounted_cavalry", "formation": "thin_line", "figures": 6} []
        => refused "formation");
}

/// §02.05.1 §02.05.2 the farthest company marches at the formation-change rate, and it takes at least a quarter turn
#[test]
fn formation_change() {
    case!("formation_change_time" {"arm": "infantry", "terrain": "open", "farthest_cm": 12} []
        => {"possible": true, "time_num": 2, "time_den": 5});
    case!("formation_change_time" {"arm": "infantry", "terrain": "road", "farthest_cm": 7} []
        => {"time_num": 1, "time_den": 4});
    case!("formation_change_time" {"arm": "mounted_cavalry", "terrain": "wood", "farthest_cm": 2} []
        => {"time_num": 1, "time_den": 4});
    case!("formation_change_time" {"arm": "mounted_cavalry", "terrain": "swamp", "farthest_cm": 2} []
        => {"possible": false, "time_num": 0, "time_den": 1});
}

/// §02.05.3 §02.05.4 dispersed units turn at no cost, and so does a limbered battery by half when it limbers; otherwise guns pay
#[test]
fn free_turns() {
    case!("turn_time" {"action": "quarter_turn", "arm": "infantry"} [] => {"quarters": 1});
    case!("turn_time" {"action": "half_turn", "arm": "infantry", "dispersed": true} [] => {"quarters": 0});
    case!("turn_time" {"action": "half_turn", "arm": "artillery_limbered", "with_limbering": true} []
        => {"quarters": 0});
    case!("turn_time" {"action": "quarter_turn", "arm": "artillery_limbered", "with_limbering": true} []
        => {"quarters": 2});
    case!("turn_time" {"action": "half_turn", "arm": "artillery_unlimbered", "with_limbering": true} []
        => {"quarters": 2});
    case!("turn_time" {"action": "mount", "arm": "dismounted_cavalry", "dispersed": true} [] => {"quarters": 1});
}

/// §skema-II.note only a turn that takes a whole turn takes two in difficult ground
#[test]
fn turns_in_difficult_ground() {
    for (action, arm, quarters) in [
        ("quarter_turn", "artillery_unlimbered", 8),
        ("half_turn", "artillery_unlimbered", 2),
        ("quarter_turn", "artillery_limbered", 2),
        ("half_turn", "artillery_limbered", 8),
        ("half_turn", "mounted_cavalry", 1),
        ("limber", "artillery_unlimbered", 2),
    ] {
        case!("turn_time" {"action": action, "arm": arm, "difficult_ground": true} [] => {"quarters": quarters});
    }
}

/// §02.05.2 only riders dismount, only dismounted men mount, only limbered guns unlimber
#[test]
fn actions_of_the_wrong_arm() {
    for (action, arm) in [
        ("mount", "mounted_cavalry"),
        ("mount", "infantry"),
        ("dismount", "dismounted_cavalry"),
        ("unlimber", "artillery_unlimbered"),
        ("limber", "artillery_limbered"),
    ] {
        case!("turn_time" {"action": action, "arm": arm} [] => refused "action");
    }
}

/// §02.05.5 a wheel of 90 degrees costs one and a half fronts, others in proportion, halves up
#[test]
fn wheels() {
    case!("wheel" {"front_mm": 120, "angle_deg": 90} [] => {"cost_mm": 180, "lawful": true});
    case!("wheel" {"front_mm": 45, "angle_deg": 10} [] => {"cost_mm": 8});
    case!("wheel" {"front_mm": 44, "angle_deg": 10} [] => {"cost_mm": 7});
}

/// §02.05.6 a storm allows one change of direction of 20 degrees
#[test]
fn wheels_in_storm() {
    for (angle, before, lawful) in [(20, 0, true), (21, 0, false), (20, 1, false)] {
        case!("wheel" {"front_mm": 48, "angle_deg": angle, "storming": true, "changes_before": before} []
            => {"lawful": lawful});
    }
    case!("wheel" {"front_mm": 48, "angle_deg": 90, "changes_before": 3} [] => {"lawful": true});
}

/// §02.04.3 a house holds three companies, has one fire unit on each side, and all its figures count in a shock
#[test]
fn houses() {
    case!("building_garrison" {"figures": 9, "side_figures": 9} []
        => {"capacity_figures": 9, "fits": true, "side_fire_units": 1, "shock_figures": 9});
    case!("building_garrison" {"figures": 10, "side_figures": 2} []
        => {"fits": false, "side_fire_units": 0, "shock_figures": 10});
    case!("building_garrison" {"figures": 8, "side_figures": 5, "pinned": true} [] => {"side_fire_units": 0});
    case!("building_garrison" {"figures": 8, "side_figures": 6, "pinned": true} [] => {"side_fire_units": 1});
    case!("building_garrison" {"figures": 8, "side_figures": 9} [] => refused "side_figures");
    case!("small_arms_fire" {"firer_arm": "infantry", "firer_formation": "building", "figures": 30,
        "weapon": "springfield_m61", "distance_cm": 8, "target_arm": "infantry",
        "target_formation": "building"} [3, 4] => {"fire_units": 1, "target_modifier": -1});
    case!("attack_aspect" {"angle_deg": 180, "figures": 30, "figures_behind_line": 30, "target_in_building": true} []
        => {"aspect": "front"});
}
