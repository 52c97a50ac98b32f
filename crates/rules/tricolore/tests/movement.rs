//! Movement, ground, formations and the passage of lines.

use crate::common;

use crate::common::{Value, comes_out, json, outcome, refused};

/// A move over open ground.
fn open(phase: &str, arm: &str, formation: &str, mode: &str, metres: i64, dice: &[i64]) -> Value {
    let facts = json!({
        "phase": phase, "arm": arm, "formation": formation, "mode": mode, "training": 5,
        "segments": [{"terrain": "open", "metres": metres}],
    });
    outcome("movement", &facts, dice)
}

fn allowance(phase: &str, arm: &str, formation: &str, mode: &str) -> i64 {
    open(phase, arm, formation, mode, 0, &[])["base_m"].as_i64().unwrap()
}

/// §manoeuvre.infantry §manoeuvre.cavalry §manoeuvre.artillery §manoeuvre.horse-artillery off the road and on it.
#[test]
fn manoeuvre_allowances() {
    let both =
        |arm, formation| ["normal", "road_march"].map(|mode| allowance("manoeuvre", arm, formation, mode));
    assert_eq!(both("infantry", "march_column"), [600, 1200]);
    assert_eq!(both("cavalry", "march_column"), [1200, 1800]);
    assert_eq!(both("foot_artillery", "limbered"), [300, 1200]);
    assert_eq!(both("horse_artillery", "limbered"), [600, 1800]);
    assert_eq!(allowance("manoeuvre", "skirmishers", "skirmish", "normal"), 600);
}

/// §manoeuvre.train only on a road, only in the manoeuvre phase, and then 800.
#[test]
fn train() {
    assert_eq!(allowance("manoeuvre", "train", "march_column", "road_march"), 800);
    for (phase, mode) in [
        ("manoeuvre", "normal"),
        ("tactical", "road_march"),
        ("tactical", "adjust"),
        ("deployment", "road_march"),
    ] {
        let still = open(phase, "train", "march_column", mode, 0, &[]);
        assert_eq!((&still["base_m"], &still["allowed"]), (&json!(0), &json!(false)));
    }
}

/// §move.infantry §move.cavalry §move.artillery in a sequence artillery keeps its manoeuvre rates, also on the road.
#[test]
fn tactical_allowances() {
    assert_eq!(allowance("tactical", "infantry", "column", "normal"), 200);
    assert_eq!(allowance("tactical", "skirmishers", "skirmish", "normal"), 200);
    assert_eq!(allowance("tactical", "cavalry", "column", "normal"), 400);
    assert_eq!(allowance("tactical", "foot_artillery", "limbered", "normal"), 300);
    assert_eq!(allowance("tactical", "horse_artillery", "limbered", "normal"), 600);
    assert_eq!(allowance("tactical", "horse_artillery", "limbered", "road_march"), 1800);
}

/// §move.adjust 50 for everybody and no test, even in line.
#[test]
fn adjustment() {
    for (arm, formation) in [("infantry", "line"), ("cavalry", "line"), ("foot_artillery", "limbered")] {
        let adjusted = open("tactical", arm, formation, "adjust", 50, &[]);
        assert_eq!((&adjusted["base_m"], &adjusted["allowed"]), (&json!(50), &json!(true)));
    }
    assert_eq!(open("tactical", "infantry", "line", "adjust", 51, &[])["allowed"], false);
}

/// §deploy.infantry §deploy.cavalry §deploy.artillery §deploy.horse-artillery
#[test]
fn deployment_allowances() {
    assert_eq!(allowance("deployment", "infantry", "column", "normal"), 300);
    assert_eq!(allowance("deployment", "skirmishers", "skirmish", "normal"), 300);
    assert_eq!(allowance("deployment", "cavalry", "column", "normal"), 600);
    assert_eq!(allowance("deployment", "foot_artillery", "limbered", "normal"), 300);
    assert_eq!(allowance("deployment", "horse_artillery", "limbered", "normal"), 600);
}

/// §deploy.road only artillery doubles it.
#[test]
fn deployment_on_the_road() {
    assert_eq!(allowance("deployment", "foot_artillery", "limbered", "road_march"), 600);
    assert_eq!(allowance("deployment", "horse_artillery", "limbered", "road_march"), 1200);
}

/// §manoeuvre.disorder.infantry §move.disorder.infantry a die for every 100 or part of it, in line and square, not in column.
#[test]
fn infantry_disorders() {
    for phase in ["manoeuvre", "tactical"] {
        for formation in ["line", "square"] {
            let moved = open(phase, "infantry", formation, "normal", 101, &[5, 6]);
            assert_eq!((&moved["test_dice"], &moved["disorder_gain"]), (&json!(2), &json!(1)));
        }
        assert_eq!(open(phase, "infantry", "column", "normal", 200, &[])["test_dice"], 0);
    }
    assert_eq!(open("tactical", "infantry", "line", "normal", 0, &[])["test_dice"], 0);
    assert_eq!(open("deployment", "infantry", "line", "normal", 200, &[])["test_dice"], 0);
}

/// §manoeuvre.disorder.cavalry §move.disorder.cavalry a die for every 200 or part of it, only in line.
#[test]
fn cavalry_disorders() {
    for phase in ["manoeuvre", "tactical"] {
        let moved = open(phase, "cavalry", "line", "normal", 201, &[6, 6]);
        assert_eq!((&moved["test_dice"], &moved["disorder_gain"]), (&json!(2), &json!(2)));
        assert_eq!(open(phase, "cavalry", "column", "normal", 400, &[])["test_dice"], 0);
    }
}

/// §terrain.legend fractions multiply the metres, streams cost their crossing, U is taken once for each piece, and the tests use the metres
/// actually moved.
#[test]
fn ground_costs() {
    comes_out!("movement" {
        "phase": "manoeuvre", "arm": "infantry", "formation": "line", "training": 9, "disorder": 7, "spent_m": 50,
        "segments": [
            {"terrain": "dense_wood", "metres": 51}, {"terrain": "steep_slope", "metres": 20},
            {"terrain": "deep_stream", "metres": 0},
        ]} [1] => {"cost_m": 394, "left_m": 206, "terrain_disorder": 3, "disorder_gain": 3, "disorder_after": 8});
    comes_out!("movement" {"phase": "tactical", "arm": "skirmishers", "formation": "skirmish", "training": 5,
        "segments": [{"terrain": "swamp", "metres": 100}]} [] => {"cost_m": 134});
}

/// §terrain.legend a barred piece costs nothing, is named if it is the first, and stops the move and its tests.
#[test]
fn ground_that_bars() {
    comes_out!("movement" {"phase": "manoeuvre", "arm": "cavalry", "formation": "line", "training": 5, "disorder": 2,
        "segments": [
            {"terrain": "medium_slope", "metres": 100}, {"terrain": "light_wood", "metres": 50},
            {"terrain": "steep_slope", "metres": 50},
        ]} [] => {"blocked_by": "light_wood", "cost_m": 200, "allowed": false, "test_dice": 0, "terrain_disorder": 0,
        "disorder_after": 2});
}

/// A move may use the last metre and no more.
#[test]
fn the_last_metre() {
    assert_eq!(open("tactical", "infantry", "column", "normal", 200, &[])["allowed"], true);
    let beyond = open("tactical", "infantry", "line", "normal", 201, &[]);
    assert_eq!((&beyond["allowed"], &beyond["left_m"]), (&json!(false), &json!(-1)));
}

/// On a road march only defiles matter.
#[test]
fn road_march() {
    comes_out!("movement" {"phase": "manoeuvre", "arm": "foot_artillery", "formation": "limbered", "mode": "road_march",
        "training": 5, "segments": [
            {"terrain": "swamp", "metres": 100}, {"terrain": "stream", "metres": 0}, {"terrain": "defile_single", "metres": 50},
        ]} [] => {"cost_m": 150, "allowed": true, "terrain_disorder": 0});
}

/// §terrain.defile one track: 2U in column; two tracks: 1U in column and square; line never, narrow formations freely.
#[test]
fn defiles() {
    for (tracks, formation, passable, gain) in [
        (1, "line", false, 0),
        (1, "column", true, 2),
        (1, "square", false, 0),
        (1, "march_column", true, 0),
        (2, "line", false, 0),
        (2, "column", true, 1),
        (2, "square", true, 1),
        (2, "skirmish", true, 0),
        (2, "limbered", true, 0),
    ] {
        comes_out!("defile" {"tracks": tracks, "formation": formation, "disorder": 1} [] =>
            {"passable": passable, "disorder_gain": gain, "disorder_after": (1 + gain)});
    }
    comes_out!("defile" {"tracks": 1, "formation": "column", "disorder": 7} [] => {"disorder_after": 8});
    comes_out!("movement" {"phase": "tactical", "arm": "infantry", "formation": "line", "training": 5,
        "segments": [{"terrain": "defile_double", "metres": 50}]} [] => {"blocked_by": "defile_double", "cost_m": 0});
    comes_out!("movement" {"phase": "tactical", "arm": "infantry", "formation": "column", "training": 5,
        "segments": [{"terrain": "defile_double", "metres": 50}]} [] => {"cost_m": 50, "terrain_disorder": 1});
}

/// §terrain.table the procedure reports the cells; a barred arm loses its whole move, open ground costs nothing.
#[test]
fn terrain_look_up() {
    comes_out!("terrain" {"terrain": "swamp", "arm": "skirmishers"} [] =>
        {"passable": true, "reduction": 0.25, "flat_cost_m": 0, "disorder": 0, "cover": 0});
    comes_out!("terrain" {"terrain": "stream", "arm": "artillery"} [] =>
        {"passable": true, "reduction": 0, "flat_cost_m": 150, "disorder": 2, "cover": 0});
    comes_out!("terrain" {"terrain": "enclosed_3", "arm": "skirmishers"} [] => {"cover": 7});
    comes_out!("terrain" {"terrain": "enclosed_3", "arm": "cavalry"} [] =>
        {"passable": false, "reduction": 1, "flat_cost_m": 0, "disorder": 0, "cover": 0});
    comes_out!("terrain" {"terrain": "open", "arm": "artillery"} [] => {"passable": true, "reduction": 0, "cover": 0});
}

/// Formations an arm cannot take, places where it cannot march, and phases without adjustment.
#[test]
fn impossible_moves() {
    let path = json!([{"terrain": "open", "metres": 10}]);
    let refuse = |phase: &str, arm: &str, formation: &str, mode: &str, field: &str| {
        let facts = json!({
            "phase": phase, "arm": arm, "formation": formation, "mode": mode, "training": 5, "segments": path,
        });
        common::check_refused("movement", facts, field);
    };
    refuse("manoeuvre", "infantry", "skirmish", "normal", "formation");
    refuse("manoeuvre", "cavalry", "square", "normal", "formation");
    refuse("manoeuvre", "skirmishers", "line", "normal", "formation");
    refuse("manoeuvre", "horse_artillery", "march_column", "normal", "formation");
    refuse("manoeuvre", "train", "limbered", "normal", "formation");
    refuse("manoeuvre", "skirmishers", "skirmish", "road_march", "mode");
    refuse("tactical", "infantry", "march_column", "road_march", "mode");
    refuse("deployment", "cavalry", "march_column", "road_march", "mode");
    refuse("manoeuvre", "infantry", "column", "road_march", "formation");
    refuse("manoeuvre", "infantry", "column", "adjust", "mode");
    refuse("deployment", "foot_artillery", "limbered", "adjust", "mode");
}

/// §change.normal one die of O; after a failure nothing happens and the other dice have no effect.
#[test]
fn formation_change() {
    comes_out!("formation_change" {"to": "line", "orders": 5, "training": 5, "disorder": 3} [5, 1, 1] =>
        {"test": "O1/1", "changed": true, "disorder_gain": 0, "move_cost_m": 100});
    comes_out!("formation_change" {"to": "line", "orders": 5, "training": 5, "disorder": 3} [6, 9, 9] =>
        {"changed": false, "disorder_gain": 0, "disorder_after": 3, "move_cost_m": 0});
    comes_out!("formation_change" {"arm": "cavalry", "to": "column", "orders": 5, "training": 5} [1, 1, 1] =>
        {"move_cost_m": 200});
}

/// §change.square two dice, one success.
#[test]
fn change_to_square() {
    comes_out!("formation_change" {"to": "square", "orders": 5, "training": 5} [6, 5, 1, 1] =>
        {"test": "O2/1", "changed": true});
    comes_out!("formation_change" {"to": "square", "orders": 5, "training": 5} [6, 6, 1, 1] => {"changed": false});
}

/// §change.disorder two dice of T after the change; in the other phases without an order test.
#[test]
fn change_disorders() {
    comes_out!("formation_change" {"to": "column", "orders": 5, "training": 5, "disorder": 7} [1, 6, 6] =>
        {"disorder_gain": 2, "disorder_after": 8});
    for phase in ["manoeuvre", "deployment"] {
        comes_out!("formation_change" {"phase": phase, "to": "line", "orders": 1, "training": 5} [6, 5] =>
            {"test": "none", "changed": true, "disorder_gain": 1, "move_cost_m": 100});
    }
}

/// §deploy.square no test, no disorder, no cost; in the manoeuvre phase the square is not an exception.
#[test]
fn free_square() {
    comes_out!("formation_change" {"phase": "deployment", "to": "square", "orders": 1, "training": 1, "disorder": 2} [] =>
        {"test": "none", "changed": true, "disorder_gain": 0, "disorder_after": 2, "move_cost_m": 0});
    comes_out!("formation_change" {"phase": "manoeuvre", "to": "square", "orders": 1, "training": 1} [2, 2] =>
        {"disorder_gain": 2, "move_cost_m": 100});
}

/// Cavalry cannot form square or send out skirmishers, in any phase.
#[test]
fn cavalry_has_no_square() {
    refused!("formation_change" {"arm": "cavalry", "to": "square", "orders": 5, "training": 5} => "to");
    refused!("formation_change" {"phase": "deployment", "arm": "cavalry", "to": "skirmish", "orders": 5, "training": 5} => "to");
}

/// §pass.formed 100 of the move and two dice of T.
#[test]
fn through_formed_troops() {
    comes_out!("interpenetration" {"passed": "formed", "training": 5, "disorder": 7} [6, 6] =>
        {"move_cost_m": 100, "test_dice": 2, "disorder_gain": 2, "disorder_after": 8});
}

/// §pass.artillery one die, no distance.
#[test]
fn through_guns() {
    comes_out!("interpenetration" {"passed": "unlimbered_artillery", "training": 5} [6] =>
        {"move_cost_m": 0, "test_dice": 1, "disorder_gain": 1});
}

/// §pass.skirmishers through them or by them: 50 and no test, also through guns.
#[test]
fn through_and_by_skirmishers() {
    comes_out!("interpenetration" {"passed": "skirmishers", "training": 5} [] => {"move_cost_m": 50, "test_dice": 0});
    for passed in ["formed", "unlimbered_artillery"] {
        comes_out!("interpenetration" {"mover": "skirmishers", "passed": passed, "training": 5} [] =>
            {"move_cost_m": 50, "test_dice": 0, "disorder_gain": 0});
    }
}
