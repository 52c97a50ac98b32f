//! Orders, engagement, initiative, sequences and officers.

use crate::common;

use crate::common::{comes_out, part, refused};
use krigsspil_engine::RuleSet;

/// §order.1 six dice, and all six must succeed.
#[test]
fn six_of_six() {
    comes_out!("order_change" {"ability": 6} [6, 6, 6, 6, 6, 6] =>
        {"reduction": 0, "dice_required": 6, "test": "E6/6", "activated": true});
    comes_out!("order_change" {"ability": 6} [6, 6, 6, 6, 6, 7] => {"successes": 5, "activated": false});
}

/// §order.2 the officer's bonus reduces the dice and the needed successes.
#[test]
fn own_bonus() {
    comes_out!("order_change" {"ability": 6, "own_bonus": 2} [1, 1, 1, 1] => {"test": "E4/4", "activated": true});
}

/// §order.3 a superior's bonus counts only within his radius.
#[test]
fn superior_bonus() {
    comes_out!("order_change" {"ability": 6, "superior_in_radius": true, "superior_bonus": 3} [1, 1, 1] =>
        {"reduction": 3, "test": "E3/3"});
    comes_out!("order_change" {"ability": 6, "superior_bonus": 3} [1, 1, 1, 1, 1, 1] => {"reduction": 0});
}

/// §order.4 one die for each turn.
#[test]
fn waiting() {
    comes_out!("order_change" {"ability": 6, "turns_since_order": 5} [7] =>
        {"reduction": 5, "test": "E1/1", "activated": false});
}

/// §order.5 two dice in reserve.
#[test]
fn reserve() {
    comes_out!("order_change" {"ability": 6, "in_reserve": true} [1, 1, 1, 1] => {"reduction": 2, "test": "E4/4"});
}

/// §order.6 with no die left, or fewer than none, two are thrown and one success is enough.
#[test]
fn no_dice_left() {
    comes_out!("order_change" {"ability": 3, "turns_since_order": 6} [9, 3] =>
        {"dice_required": 0, "test": "E2/1", "successes": 1, "activated": true});
    comes_out!("order_change" {"ability": 3, "turns_since_order": 20, "in_reserve": true} [9, 4] =>
        {"reduction": 22, "dice_required": 0, "test": "E2/1", "activated": false});
}

/// §house.engagement melee before distance before orders; 400 and 1000 are included.
#[test]
fn engagement() {
    let base = r#""own_order": "reserve", "enemy_order": "defend""#;
    let engaged = |facts: &str| {
        let rules: &dyn RuleSet = &*common::RULES;
        let facts = format!("{{{facts}, {base}}}");
        rules.adjudicate("engagement", &facts, &[]).unwrap().outcome["reason"].as_str().unwrap().to_string()
    };
    assert_eq!(engaged(r#""enemy_distance_m": 100, "in_melee": true"#), "melee");
    assert_eq!(engaged(r#""enemy_distance_m": 400"#), "close");
    assert_eq!(engaged(r#""enemy_distance_m": 401, "line_of_sight": true"#), "none");
    comes_out!("engagement" {"enemy_distance_m": 1000, "line_of_sight": true, "own_order": "attack", "enemy_order": "reserve"}
        [] => {"engaged": true, "reason": "attack_order"});
    comes_out!("engagement" {"enemy_distance_m": 1001, "line_of_sight": true, "own_order": "attack", "enemy_order": "attack"}
        [] => {"engaged": false, "reason": "none"});
    comes_out!("engagement" {"enemy_distance_m": 900, "own_order": "attack", "enemy_order": "attack"}
        [] => {"engaged": false});
}

/// §house.initiative the higher total; after a tie it stays where it was, with side a at first.
#[test]
fn initiative() {
    comes_out!("initiative" {"bonus_a": 1, "bonus_b": 3} [6, 5] =>
        {"total_a": 7, "total_b": 8, "tied": false, "initiative": "b"});
    comes_out!("initiative" {"previous": "b"} [4, 4] => {"tied": true, "initiative": "b"});
    comes_out!("initiative" {"previous": "a"} [4, 4] => {"initiative": "a"});
    comes_out!("initiative" {} [4, 4] => {"initiative": "a"});
    comes_out!("initiative" {"previous": "b"} [5, 4] => {"initiative": "a"});
}

/// §house.sequence-bonus the bonus cannot be more than the commander-in-chief's.
#[test]
fn greatest_sequence_bonus() {
    comes_out!("initiative" {"bonus_a": 3} [1, 1] => {"sequence_bonus_a": 3, "sequence_bonus_b": 0});
}

/// §tacadmin.sequence 9, 7, 3 and 1 or less give another sequence.
#[test]
fn sequences() {
    for (after, value) in [(1, 9), (2, 7), (3, 3), (4, 1)] {
        comes_out!("sequence_check" {"after_sequence": after} [value] =>
            {"base_value": value, "another_sequence": true, "next_sequence": (after + 1)});
        comes_out!("sequence_check" {"after_sequence": after} [(value + 1)] =>
            {"another_sequence": false, "next_sequence": null});
    }
}

/// §tacadmin.sequence-bonus both bonuses are added with their signs, and the value is not clamped.
#[test]
fn sequence_bonus() {
    comes_out!("sequence_check" {"after_sequence": 4, "bonus_a": -3, "bonus_b": 1} [1] =>
        {"test_value": -1, "another_sequence": false});
    comes_out!("sequence_check" {"after_sequence": 1, "bonus_a": 3, "bonus_b": 3} [10] =>
        {"test_value": 15, "another_sequence": true});
}

/// §house.radius
#[test]
fn command_radius() {
    let printed = [
        "| radius_m | superior",
        "brigade | 300 | ",
        "division | 600 | ×",
        "corps | 1000 | ×",
        "army | 2000 | ×",
    ];
    assert_eq!(part("house", "command"), printed);
    comes_out!("officer_level" {"level": "brigade"} [] => {"radius_m": 300, "superior": false});
    comes_out!("officer_level" {"level": "army"} [] => {"radius_m": 2000, "superior": true});
}

/// §manoeuvre.officers one test for each 500 or part of it; the first failure stops him, whatever comes after.
#[test]
fn officer_rides_alone() {
    comes_out!("officer_independent_move" {"ability": 5, "distance_m": 501} [5, 6] =>
        {"tests": 2, "passed_in_a_row": 1, "moved_m": 500, "complete": false});
    comes_out!("officer_independent_move" {"ability": 5, "distance_m": 2000} [5, 6, 1, 1] =>
        {"tests": 4, "passed_in_a_row": 1, "moved_m": 500});
    comes_out!("officer_independent_move" {"ability": 5, "distance_m": 500} [5] => {"moved_m": 500, "complete": true});
    comes_out!("officer_independent_move" {"ability": 5, "distance_m": 499} [6] => {"moved_m": 0});
}

/// §officer.move 200 straight ahead, 400 in a cavalry command.
#[test]
fn officer_moves() {
    comes_out!("officer_move" {"ability": 5} [] => {"max_move_m": 200, "test": "none", "turned": false});
    comes_out!("officer_move" {"ability": 5, "cavalry_command": true} [] => {"max_move_m": 400});
}

/// §officer.pivot two dice, two successes.
#[test]
fn officer_pivots() {
    comes_out!("officer_move" {"ability": 5, "turn": "pivot"} [5, 6] =>
        {"test": "E2/2", "successes": 1, "turned": false});
    comes_out!("officer_move" {"ability": 5, "turn": "pivot"} [5, 1] => {"turned": true});
}

/// §officer.about-face never tested.
#[test]
fn officer_faces_about() {
    comes_out!("officer_move" {"ability": 1, "turn": "about_face"} [] => {"test": "none", "turned": true});
}

/// §deploy.officers 300 for any officer, and he turns freely.
#[test]
fn officer_deploys() {
    comes_out!("officer_move" {"phase": "deployment", "ability": 1, "cavalry_command": true, "turn": "pivot"} [] =>
        {"max_move_m": 300, "test": "none", "turned": true});
}

/// A fact outside its bounds is named.
#[test]
fn bounds_name_the_fact() {
    let (field, _) =
        common::fault("officer_independent_move", common::json!({"ability": 5, "distance_m": 2001}), &[]);
    assert_eq!(field, "distance_m");
    let (field, _) = common::fault("sequence_check", common::json!({"after_sequence": 5}), &[]);
    assert_eq!(field, "after_sequence");
    refused!("rating_test" {"rating": "M", "value": -1, "dice_count": 1} => "value");
}
