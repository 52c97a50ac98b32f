//! Chapter 06: artillery.

use crate::case;

/// §06.01.1 §06.01.2 an order or surprise, unlimbered, with rounds that the gun can fire
#[test]
fn who_may_fire() {
    case!("artillery_check" {"gun": "napoleon_12pd", "ammunition": "shot", "surprised": true, "unlimbered": true,
        "rounds_left": 1, "distance_cm": 115} [] => {"allowed": true, "guns_counted": 6, "bars": []});
    case!("artillery_check" {"gun": "howitzer_12pd", "ammunition": "shot", "unit_order": "FU", "gunners": 0,
        "angle_deg": 46, "distance_cm": 999} [] => {"allowed": false, "bars": ["no_order", "limbered",
        "no_such_ammunition", "no_rounds", "no_crew", "rout", "angle"]});
    case!("artillery_check" {"gun": "napoleon_12pd", "ammunition": "shot", "fire_order": true, "unlimbered": true,
        "rounds_left": 1, "distance_cm": 115.5} [] => {"bars": ["out_of_range"]});
}

/// §06.01.3 half a gunner for every gun
#[test]
fn gunners() {
    for (guns, gunners, counted) in [(6, 3, 6), (6, 2, 4), (5, 3, 5), (6, 0, 0)] {
        case!("battery_state" {"guns": guns, "gunners": gunners, "horses_start": 6, "horses_left": 6} []
            => {"guns_served": counted});
    }
    case!("artillery_fire" {"gun": "napoleon_12pd", "guns": 6, "gunners": 1, "ammunition": "shot",
        "distance_cm": 60, "target_arm": "infantry"} [4, 5] => {"guns_counted": 2, "raw_loss": 12});
    case!("artillery_fire" {"gun": "parrott_10pd", "guns": 6, "gunners": 0, "ammunition": "shot",
        "distance_cm": 60, "target_arm": "artillery_limbered", "target_general": true} [1, 1]
        => {"guns_counted": 0, "total": -1, "loss_men": 0, "gun_burst": false, "horses_killed": 0});
}

/// §06.01.4 45 degrees at most
#[test]
fn angle_of_fire() {
    for (angle, allowed) in [(45.0, true), (45.5, false)] {
        case!("artillery_check" {"gun": "napoleon_12pd", "ammunition": "shot", "fire_order": true, "unlimbered": true,
            "rounds_left": 1, "angle_deg": angle, "distance_cm": 50} [] => {"allowed": allowed});
    }
}

/// §06.01.5 howitzer shell over friends with 10 cm on both sides; guns and shot need height, canister never
#[test]
fn overshooting() {
    for (gun, ammunition, gap, height, reason) in [
        ("howitzer_12pd", "shell", 10.0, false, "ok"),
        ("mortar_10in", "shell", 10.0, false, "ok"),
        ("howitzer_12pd", "shell", 9.5, true, "too_near"),
        ("napoleon_12pd", "shell", 10.0, false, "no_height"),
        ("napoleon_12pd", "shot", 10.0, true, "ok"),
        ("howitzer_12pd", "canister", 1.0, true, "canister"),
    ] {
        case!("overshoot" {"gun": gun, "ammunition": ammunition, "battery_gap_cm": gap, "impact_gap_cm": 10,
            "height_advantage": height} [] => {"allowed": (reason == "ok"), "reason": reason});
    }
    case!("overshoot" {"gun": "howitzer_12pd", "ammunition": "shell", "battery_gap_cm": 10, "impact_gap_cm": 9.5} []
        => {"reason": "too_near"});
    case!("overshoot" {"gun": "mortar_10in", "ammunition": "canister", "battery_gap_cm": 10, "impact_gap_cm": 10} []
        => refused "ammunition");
}

/// §06.02.1 canister hits targets that no closed unit or nearer friend covers, and its losses are shared by figures
#[test]
fn canister() {
    case!("artillery_check" {"gun": "napoleon_12pd", "ammunition": "canister", "fire_order": true, "unlimbered": true,
        "rounds_left": 1, "distance_cm": 20, "screened": true, "own_unit_in_sector": true} []
        => {"bars": ["screened", "own_unit_in_sector"]});
    case!("artillery_check" {"gun": "napoleon_12pd", "ammunition": "shell", "fire_order": true, "unlimbered": true,
        "rounds_left": 1, "distance_cm": 20, "screened": true, "own_unit_in_sector": true} [] => {"allowed": true});
    case!("canister_spread" {"gun": "napoleon_12pd", "guns": 6, "targets": [
        {"arm": "infantry", "formation": "chain", "figures": 6, "distance_cm": 12},
        {"arm": "infantry", "formation": "line", "figures": 18, "distance_cm": 18, "prior_loss_men": 5}]} [3, 4]
        => {"firer_modifier": 4, "totals": [9, 11], "losses_men": [9, 45], "figures_removed": [0, 2]});
    case!("canister_spread" {"gun": "parrott_10pd", "guns": 6, "targets": [
        {"arm": "artillery_unlimbered", "figures": 1, "distance_cm": 5, "general": true},
        {"arm": "ammunition_wagon", "figures": 1, "distance_cm": 5, "cover": "I"}]} [5, 5]
        => {"totals": [13, 10], "losses_men": [24, 24], "generals_fall": [true, false], "horses_killed": [0, 0]});
    case!("canister_spread" {"gun": "parrott_10pd", "guns": 6, "targets": [
        {"arm": "infantry", "figures": 1, "distance_cm": 5}]} [1, 1] => {"gun_burst": true});
    case!("canister_spread" {"gun": "mountain_howitzer_3pd", "guns": 6, "targets": [
        {"arm": "infantry", "figures": 1, "distance_cm": 12},
        {"arm": "infantry", "figures": 1, "distance_cm": 12.5}]} [1, 1] => refused "targets[1].distance_cm");
    case!("canister_spread" {"gun": "napoleon_12pd", "guns": 6, "targets": [
        {"arm": "mounted_cavalry", "pinned": true, "figures": 1, "distance_cm": 5}]} [1, 1]
        => refused "targets[0].pinned");
    case!("canister_spread" {"gun": "mortar_10in", "guns": 6, "targets": [
        {"arm": "infantry", "figures": 1, "distance_cm": 5}]} [1, 1] => refused "gun");
}

/// §06.02.2 §skema-VIII the guess deviates by a tenth in one direction, according to the throw and the kind of gun
#[test]
fn deviation() {
    for (gun, dice, deviation) in [
        ("napoleon_12pd", [1, 2], "short"),
        ("napoleon_12pd", [1, 3], "left"),
        ("napoleon_12pd", [2, 4], "on"),
        ("napoleon_12pd", [4, 5], "right"),
        ("napoleon_12pd", [5, 6], "long"),
        ("parrott_20pd", [1, 1], "short"),
        ("parrott_20pd", [1, 2], "left"),
        ("parrott_20pd", [5, 6], "right"),
        ("parrott_20pd", [6, 6], "long"),
        ("blakely_12pd", [1, 1], "left"),
        ("blakely_12pd", [6, 6], "right"),
        ("howitzer_24pd", [1, 2], "short"),
    ] {
        case!("artillery_deviation" {"gun": gun, "ammunition": "shell", "guessed_cm": 80} dice
            => {"deviation": deviation, "automatic_hit": false});
    }
    for (dice, off, along, aside) in [
        ([1, 1], 80, 720, 0),
        ([6, 6], 80, 880, 0),
        ([2, 2], 80, 800, -80),
        ([5, 5], 80, 800, 80),
        ([3, 4], 0, 800, 0),
    ] {
        case!("artillery_deviation" {"gun": "gun_6pd", "ammunition": "shot", "guessed_cm": 80} dice
            => {"deviation_mm": off, "impact_distance_mm": along, "lateral_mm": aside});
    }
    case!("artillery_deviation" {"gun": "gun_6pd", "ammunition": "shell", "guessed_cm": 81} [3, 4]
        => refused "guessed_cm");
    case!("artillery_deviation" {"gun": "whitworth_6pd", "ammunition": "shell", "guessed_cm": 8} [3, 4]
        => refused "ammunition");
}

/// §06.02.3 §06.02.4 a unit on the impact is struck, and a shot ploughs through the ranks of 10 cm beyond
#[test]
fn impact() {
    let bodies = || {
        krigsspil_engine::serde_json::json!([
            {"near_mm": 840, "far_mm": 870, "left_mm": -60, "right_mm": 60, "ranks": 2},
            {"near_mm": 900, "far_mm": 975, "left_mm": -24, "right_mm": 24, "ranks": 5}])
    };
    case!("artillery_impact" {"ammunition": "shot", "impact_distance_mm": 850, "bodies": (bodies())} []
        => {"struck": 0, "ranks_counted": 2, "rear_ranks": 4, "rear_bodies": [1]});
    case!("artillery_impact" {"ammunition": "shot", "impact_distance_mm": 850, "lateral_mm": 25, "bodies": (bodies())}
        [] => {"struck": 0, "rear_ranks": 0, "rear_bodies": []});
    case!("artillery_impact" {"ammunition": "shell", "impact_distance_mm": 870, "bodies": (bodies())} []
        => {"struck": 0, "ranks_counted": 0, "rear_ranks": 0});
    case!("artillery_impact" {"ammunition": "shot", "impact_distance_mm": 871, "bodies": (bodies())} []
        => {"struck": -1, "ranks_counted": 0, "rear_ranks": 0, "rear_bodies": []});
    // Of two on the impact the nearer is struck, and of two equally near the first.
    case!("artillery_impact" {"ammunition": "shell", "impact_distance_mm": 850, "bodies": [
        {"near_mm": 840, "far_mm": 870, "left_mm": -9, "right_mm": 9},
        {"near_mm": 830, "far_mm": 870, "left_mm": -9, "right_mm": 9},
        {"near_mm": 830, "far_mm": 890, "left_mm": -9, "right_mm": 9}]} [] => {"struck": 1});
    // Edges count: the rank that ends at the impact, and the body that begins 100 mm beyond.
    case!("artillery_impact" {"ammunition": "shot", "impact_distance_mm": 850, "bodies": [
        {"near_mm": 800, "far_mm": 900, "left_mm": -9, "right_mm": 0, "ranks": 2},
        {"near_mm": 950, "far_mm": 960, "left_mm": 0, "right_mm": 9, "ranks": 2},
        {"near_mm": 951, "far_mm": 960, "left_mm": 0, "right_mm": 9, "ranks": 2}]} []
        => {"struck": 0, "ranks_counted": 2, "rear_ranks": 1, "rear_bodies": [1]});
    case!("artillery_impact" {"ammunition": "shot", "impact_distance_mm": 850,
        "bodies": [{"near_mm": 9, "far_mm": 9, "left_mm": 0, "right_mm": 1}]} [] => refused "bodies[0].far_mm");
    case!("artillery_impact" {"ammunition": "shot", "impact_distance_mm": 850,
        "bodies": [{"near_mm": 8, "far_mm": 9, "left_mm": 0, "right_mm": 0}]} [] => refused "bodies[0].right_mm");
}

/// §06.02.4 §06.02.3 ranks 3-4 give a shot +2 and 5 or more +4; units behind take only the extra loss
#[test]
fn ranks_against_shot() {
    for (ranks, rear, modifier, loss, extra) in
        [(2, 0, 0, 24, 0), (3, 0, 2, 48, 0), (4, 1, 2, 48, 24), (5, 9, 4, 72, 0), (1, 2, 0, 24, 24)]
    {
        case!("artillery_fire" {"gun": "napoleon_12pd", "guns": 6, "ammunition": "shot", "distance_cm": 60,
            "target_arm": "infantry", "target_ranks": ranks, "rear_ranks": rear} [4, 4]
            => {"target_modifier": modifier, "loss_men": loss, "rear_extra_loss_men": extra});
    }
    case!("artillery_fire" {"gun": "napoleon_12pd", "guns": 6, "ammunition": "shell", "distance_cm": 20,
        "target_arm": "infantry", "target_ranks": 9, "rear_ranks": 9} [4, 4]
        => {"target_modifier": 0, "rear_extra_loss_men": 0});
}

/// §06.02.5 a target once hit is hit again unless the ammunition changes or it moves 8 cm
#[test]
fn continued_fire() {
    for (changed, moved, sure) in [(false, 7.5, true), (false, 8.0, false), (true, 0.0, false)] {
        case!("artillery_deviation" {"gun": "gun_6pd", "ammunition": "shot", "guessed_cm": 80,
            "continued_on_hit_target": true, "ammunition_changed": changed, "target_moved_cm": moved} [1, 1]
            => {"automatic_hit": sure, "deviation": (if sure { "on" } else { "short" })});
    }
}

/// §06.03.1 §skema-IX the throw and both columns give the column in the row of the guns that fire
#[test]
fn fire() {
    for (gun, calibre) in [
        ("mountain_howitzer_3pd", -3),
        ("gun_6pd", -2),
        ("whitworth_6pd", -2),
        ("parrott_10pd", -1),
        ("brooke_10pd", -1),
        ("rodman_3in", 0),
        ("howitzer_12pd", 0),
        ("howitzer_24pd", 1),
        ("parrott_20pd", 1),
        ("parrott_30pd", 1),
        ("mortar_10in", 1),
    ] {
        case!("gun_data" {"gun": gun} [] => {"calibre_modifier": calibre});
    }
    for (distance, modifier) in [(20.0, 0), (20.5, 2)] {
        case!("artillery_fire" {"gun": "napoleon_12pd", "guns": 4, "ammunition": "shell", "distance_cm": distance,
            "target_arm": "infantry"} [3, 4] => {"firer_modifier": modifier});
    }
    case!("artillery_fire" {"gun": "napoleon_12pd", "guns": 3, "ammunition": "canister", "distance_cm": 20,
        "surprised": true, "battery_order": "U", "battery_valeur": 1, "target_arm": "infantry",
        "target_formation": "building", "target_cover": "II"} [6, 6]
        => {"firer_modifier": -2, "target_modifier": -3, "total": 7, "raw_loss": 9, "loss_men": 9});
    case!("artillery_fire" {"gun": "napoleon_12pd", "guns": 3, "ammunition": "shot", "distance_cm": 20,
        "battery_order": "LU", "target_arm": "mounted_cavalry", "target_formation": "chain"} [6, 6]
        => {"firer_modifier": -1, "target_modifier": -2, "total": 9});
}

/// §06.03.1 §skema-VII beyond the zone, or a tenth beyond the range, nothing is hit
#[test]
fn range_of_fire() {
    case!("artillery_fire" {"gun": "gun_6pd", "guns": 6, "ammunition": "shot", "distance_cm": 121,
        "target_arm": "infantry"} [3, 4] => {"guns_counted": 6});
    case!("artillery_fire" {"gun": "gun_6pd", "guns": 6, "ammunition": "shot", "distance_cm": 121.5,
        "target_arm": "infantry"} [3, 4] => refused "distance_cm");
    case!("artillery_fire" {"gun": "gun_6pd", "guns": 6, "ammunition": "canister", "distance_cm": 15.5,
        "target_arm": "infantry"} [3, 4] => refused "distance_cm");
    case!("artillery_fire" {"gun": "howitzer_12pd", "guns": 6, "ammunition": "shot", "distance_cm": 15,
        "target_arm": "infantry"} [3, 4] => refused "ammunition");
}

/// §06.03.2 every twenty men remove a figure and cause a morale test
#[test]
fn figures_removed() {
    for (prior, figures) in [(0, 1), (15, 1), (16, 2)] {
        case!("artillery_fire" {"gun": "napoleon_12pd", "guns": 6, "ammunition": "shot", "distance_cm": 60,
            "target_arm": "infantry", "target_prior_loss_men": prior} [4, 4]
            => {"loss_men": 24, "figures_removed": figures, "morale_test": true});
    }
}

/// §skema-X.cover §skema-X.unlimbered §skema-X.pinned §06.03.8 the divisors of losses; cover III gives no deduction
#[test]
fn divided_losses() {
    for (arm, cover, pinned, divisor, modifier) in [
        ("infantry", "I", false, 1, -1),
        ("infantry", "III", false, 4, 0),
        ("infantry", "III", true, 8, 0),
        ("dismounted_cavalry", "none", true, 2, 0),
        ("artillery_unlimbered", "none", false, 2, 0),
        ("artillery_unlimbered", "III", false, 8, 0),
        ("artillery_limbered", "none", false, 1, -2),
        ("ammunition_wagon", "II", false, 1, -4),
    ] {
        case!("artillery_fire" {"gun": "napoleon_12pd", "guns": 6, "ammunition": "shot", "distance_cm": 60,
            "target_arm": arm, "target_cover": cover, "target_pinned": pinned} [4, 4]
            => {"loss_divisor": divisor, "target_modifier": modifier});
    }
    case!("artillery_fire" {"gun": "napoleon_12pd", "guns": 6, "ammunition": "shot", "distance_cm": 60,
        "target_arm": "artillery_limbered", "target_pinned": true} [4, 4] => refused "target_pinned");
}

/// §06.03.3 §skema-XI §skema-XI.cover the bare throw less cover costs material, canister only horses
#[test]
fn material() {
    for (dice, horses, damaged, destroyed, limbers_damaged, limbers_destroyed) in [
        ([2, 2], 0, 0, 0, 0, 0),
        ([2, 3], 1, 0, 0, 0, 0),
        ([3, 3], 2, 0, 0, 0, 0),
        ([3, 4], 0, 1, 0, 0, 0),
        ([4, 4], 0, 0, 0, 1, 0),
        ([4, 5], 0, 0, 1, 0, 0),
        ([5, 5], 0, 0, 1, 0, 1),
        ([5, 6], 0, 1, 0, 0, 0),
        ([6, 6], 4, 0, 0, 1, 0),
    ] {
        case!("material_loss" {"target": "artillery_limbered"} dice => {"horses_killed": horses,
            "guns_damaged": damaged, "guns_destroyed": destroyed, "limbers_damaged": limbers_damaged,
            "limbers_destroyed": limbers_destroyed, "wagon_destroyed": false});
        case!("material_loss" {"target": "artillery_limbered", "canister": true} dice
            => {"horses_killed": horses, "guns_damaged": 0, "guns_destroyed": 0, "limbers_damaged": 0,
            "limbers_destroyed": 0});
    }
    case!("material_loss" {"target": "artillery_unlimbered"} [5, 5] => {"guns_destroyed": 0, "limbers_destroyed": 1});
    for (cover, total) in [("I", 7), ("II", 6), ("III", 5)] {
        case!("material_loss" {"target": "artillery_unlimbered", "cover": cover} [4, 4] => {"total": total});
    }
    case!("artillery_fire" {"gun": "napoleon_12pd", "guns": 6, "ammunition": "shot", "distance_cm": 60,
        "surprised": true, "target_arm": "artillery_unlimbered", "target_cover": "I"} [4, 4]
        => {"material_total": 7, "guns_damaged": 1});
    case!("artillery_fire" {"gun": "napoleon_12pd", "guns": 6, "ammunition": "shot", "distance_cm": 60,
        "target_arm": "infantry", "wagon_in_contact": true} [6, 6]
        => {"material_total": 0, "horses_killed": 0, "wagon_destroyed": false});
}

/// §06.03.4 §skema-XI.wagon a wagon is destroyed at 7, if hit itself or beside the battery, but not by canister
#[test]
fn wagons() {
    case!("material_loss" {"target": "ammunition_wagon"} [3, 3] => {"horses_killed": 2, "wagon_destroyed": false});
    case!("material_loss" {"target": "ammunition_wagon"} [6, 6]
        => {"horses_killed": 0, "limbers_damaged": 0, "wagon_destroyed": true});
    case!("material_loss" {"target": "ammunition_wagon"} [3, 4] => {"guns_damaged": 0, "wagon_destroyed": true});
    case!("material_loss" {"target": "ammunition_wagon", "canister": true} [6, 6]
        => {"horses_killed": 4, "wagon_destroyed": false});
    case!("material_loss" {"target": "artillery_unlimbered", "wagon_in_contact": true} [6, 6]
        => {"horses_killed": 4, "limbers_damaged": 1, "wagon_destroyed": true});
    case!("material_loss" {"target": "artillery_unlimbered", "wagon_in_contact": true} [3, 3]
        => {"wagon_destroyed": false});
}

/// §06.03.6 one gunner repairs in two turns, three under fire, and not while attacked
#[test]
fn repairs() {
    for (worked, fire, attacked, gunners, after, done) in [
        (1, false, false, 1, 2, true),
        (1, false, false, 5, 2, true),
        (0, false, false, 5, 1, false),
        (1, true, false, 1, 2, false),
        (2, true, false, 1, 3, true),
        (1, false, true, 1, 1, false),
        (1, false, false, 0, 1, false),
    ] {
        case!("repair" {"turns_worked": worked, "under_effective_fire": fire, "attacked_or_in_melee": attacked,
            "gunners_on_it": gunners} []
            => {"turns_needed": (if fire { 3 } else { 2 }), "turns_worked_after": after, "repaired": done});
    }
}

/// §06.03.7 only a 10-pounder Parrott bursts, on a double 1
#[test]
fn bursting_parrott() {
    for (gun, dice, burst) in
        [("parrott_10pd", [1, 1], true), ("parrott_10pd", [1, 2], false), ("parrott_20pd", [1, 1], false)]
    {
        case!("artillery_fire" {"gun": gun, "guns": 6, "ammunition": "shot", "distance_cm": 60,
            "target_arm": "infantry"} dice => {"gun_burst": burst});
    }
}

/// §06.03.9 §skema-X.general a general falls at a bare 10 if men are lost
#[test]
fn generals_under_fire() {
    for (dice, falls) in [([5, 5], true), ([4, 5], false), ([5, 6], false)] {
        case!("artillery_fire" {"gun": "napoleon_12pd", "guns": 6, "ammunition": "shot", "distance_cm": 60,
            "target_arm": "infantry", "target_general": true} dice => {"general_falls": falls});
    }
    case!("general_fate" {"cause": "artillery", "in_contact": true, "unit_lost_men": true} [4, 6] => {"falls": true});
}
