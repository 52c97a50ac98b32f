//! Chapter 7: melee and what follows it.

use crate::common::{expect, json, outcome, refuse, told, with};
use krigsspil_engine::serde_json::Value;

fn side(more: Value) -> Value {
    with(json!({"arm": "infantry", "formation": "line", "original": 20}), more)
}

fn melee(attacker: Value, defender: Value, more: Value) -> Value {
    with(json!({"attacker": side(attacker), "defender": side(defender)}), more)
}

/// The modifiers of both sides, with dice that do not matter.
fn modifiers(facts: &Value) -> (i64, i64) {
    let result = outcome("melee", facts, &[1, 1, 1, 1]);
    let of = |side: &str| result[side]["modifier"].as_i64().unwrap_or(i64::MIN);
    (of("attacker"), of("defender"))
}

#[track_caller]
fn sides(attacker: Value, defender: Value, more: Value, expected: (i64, i64)) {
    let facts = melee(attacker, defender, more);
    assert_eq!(modifiers(&facts), expected, "{facts}");
}

const CAVALRY: &str = "cavalry";

fn horse(formation: &str) -> Value {
    json!({"arm": CAVALRY, "formation": formation})
}

/// §7.2.1 §tabel-8 two dice each and the table; the losses of winner and loser and the loser's deduction, column by column.
#[test]
fn losses_of_melee() {
    for (bonus, column, [winner, loser], [horse_winner, horse_loser], morale) in [
        (0, "0", [2, 2], [2, 2], 0),
        (3, "1-3", [1, 1], [1, 1], -2),
        (4, "4-5", [1, 2], [0, 1], -3),
        (6, "6-9", [1, 4], [0, 2], -4),
        (10, "10-X", [0, 7], [0, 3], -6),
    ] {
        let facts = |formation: Value| {
            let foe = with(formation.clone(), json!({"melee_bonus": -(bonus - bonus / 2)}));
            melee(with(formation, json!({"melee_bonus": bonus / 2})), foe, json!({}))
        };
        let foot = outcome("melee", &facts(json!({})), &[3, 4, 2, 5]);
        assert_eq!((&foot["column"], &foot["difference"]), (&json!(column), &json!(bonus)));
        assert_eq!(
            (&foot["attacker"]["losses"], &foot["defender"]["losses"]),
            (&json!(winner), &json!(loser))
        );
        assert_eq!(
            (&foot["attacker"]["morale_modifier"], &foot["defender"]["morale_modifier"]),
            (&json!(0), &json!(morale))
        );
        let ridden = outcome("melee", &facts(horse("line")), &[3, 4, 2, 5]);
        assert_eq!(
            (&ridden["attacker"]["losses"], &ridden["defender"]["losses"]),
            (&json!(horse_winner), &json!(horse_loser))
        );
    }
}

/// Guns lose according to the infantry rows, and nobody loses more than he has (R29).
#[test]
fn losses_have_an_end() {
    let facts = melee(
        json!({"melee_bonus": 6}),
        json!({"arm": "artillery", "formation": "unlimbered", "original": 9, "lost": 6}),
        json!({}),
    );
    expect("melee", facts.clone(), &[6, 6, 1, 1], json!({"column": "10-X", "winner": "attacker"}));
    assert_eq!(outcome("melee", &facts, &[6, 6, 1, 1])["defender"]["losses"], 3);
}

/// §7.2.2 §8.3.2 the loser tests; the winner only if his losses reach a further tenth; in a draw this applies to both.
#[test]
fn who_tests_after_melee() {
    let tests = |lost: i32, dice: &[i64]| {
        let result = outcome("melee", &melee(json!({"lost": lost}), json!({"lost": lost}), json!({})), dice);
        (result["attacker"]["must_test"] == true, result["defender"]["must_test"] == true)
    };
    assert_eq!(tests(0, &[4, 4, 3, 4]), (false, true), "one figure of twenty is no tenth");
    assert_eq!(tests(1, &[4, 4, 3, 4]), (true, true), "the second is");
    assert_eq!(tests(0, &[4, 4, 4, 4]), (true, true), "a draw costs two each");
}

/// §tabel-7 formation and arm: columns, march columns, squares, guns and cavalry against infantry.
#[test]
fn formations_in_melee() {
    let none = || json!({});
    sides(horse("column"), horse("column"), none(), (-1, -1));
    sides(horse("march_column"), horse("line"), none(), (-4, 0));
    sides(json!({"formation": "column"}), json!({"formation": "march_column"}), none(), (0, -4));
    sides(horse("line"), json!({"formation": "square"}), none(), (0, 6));
    sides(horse("line"), none(), none(), (3, 0));
    sides(
        horse("line"),
        json!({"arm": "artillery", "formation": "unlimbered", "original": 60}),
        none(),
        (3, 0),
    );
    sides(none(), json!({"formation": "square"}), none(), (3, 0));
    sides(none(), json!({"arm": "artillery", "formation": "unlimbered", "original": 60}), none(), (3, 0));
    sides(
        with(horse("line"), json!({"cavalry_class": "light"})),
        with(horse("line"), json!({"cavalry_class": "heavy"})),
        none(),
        (-1, 1),
    );
    sides(json!({"cavalry_class": "heavy"}), none(), none(), (0, 0));
}

/// §1.6.4.p4 a mob in melee counts as a column: cavalry in FU has 1 less and 8, and a mob is not a square.
#[test]
fn mobs_in_melee() {
    sides(horse("line"), with(horse("line"), json!({"order": "FU"})), json!({}), (0, -9));
    sides(horse("line"), json!({"formation": "square", "order": "FU"}), json!({}), (3, -8));
    sides(json!({}), json!({"formation": "march_column", "order": "FU"}), json!({}), (0, -8));
}

/// §tabel-7 ground, support, order, fire, the unit's own number and its general's (R9).
#[test]
fn rows_of_melee() {
    for (ground, attacker, defender) in [
        ("wood", 0, 1),
        ("cover", 0, 3),
        ("town", -2, 3),
        ("fortress", 0, 5),
        ("river", -2, -2),
        ("open", 0, 0),
    ] {
        sides(json!({"terrain": ground}), json!({"terrain": ground}), json!({}), (attacker, defender));
    }
    sides(json!({"supported": true}), json!({"supported": true}), json!({}), (1, 1));
    sides(json!({}), json!({"order": "U", "fired": true}), json!({}), (0, -5));
    sides(
        json!({"melee_bonus": 2, "general_bonus": 1}),
        json!({"melee_bonus": -3, "general_bonus": 2}),
        json!({}),
        (3, -1),
    );
    sides(json!({"lost": 8}), json!({"lost": 4}), json!({}), (-4, -2));
    let rows =
        told("melee", melee(json!({"supported": true}), json!({"fired": true}), json!({})), &[1, 1, 1, 1]);
    assert_eq!(rows, [("supported", "+1".to_string()), ("defender_fired", "-2".to_string())]);
}

/// §2.3.p2 a general who joins a unit adds his melee number to it alone.
#[test]
fn generals_in_melee() {
    sides(json!({"general_bonus": 2}), json!({}), json!({}), (2, 0));
}

/// §7.1.4 §tabel-7 flank and rear give 8, but not against mobs, squares, towns and fortresses.
#[test]
fn flank_attacks() {
    let flank = || json!({"flank_or_rear": true});
    sides(json!({}), json!({}), flank(), (8, 0));
    sides(json!({}), json!({"order": "FU"}), flank(), (0, -8));
    sides(json!({}), json!({"formation": "square"}), flank(), (3, 0));
    sides(json!({}), json!({"terrain": "town"}), flank(), (0, 3));
    sides(json!({}), json!({"terrain": "fortress"}), flank(), (0, 5));
    sides(json!({}), json!({"terrain": "cover"}), flank(), (8, 3));
}

/// §7.1.3.p4 each full 100 per cent more figures gives 1, at most 6; three gunners count as one (R28).
#[test]
fn odds() {
    let odds = |own: i32, enemy: i32, guns: bool| {
        let foe = if guns {
            json!({"arm": "artillery", "formation": "unlimbered", "original": enemy})
        } else {
            json!({"original": enemy})
        };
        outcome("melee", &melee(json!({"original": own}), foe, json!({})), &[1, 1, 1, 1])["attacker"]["odds"]
            .clone()
    };
    for (own, enemy, guns, expected) in [
        (39, 20, false, 0),
        (40, 20, false, 1),
        (60, 20, false, 2),
        (90, 10, false, 6),
        (20, 40, false, 0),
        (20, 20, true, 2),
        (11, 17, true, 0),
        (12, 18, true, 1),
    ] {
        assert_eq!(odds(own, enemy, guns), expected, "{own} against {enemy}");
    }
}

/// §7.3.3 in a continued melee both use the defender's column; the rows of the attack do not count; a square keeps 6 against cavalry.
#[test]
fn continued_melee() {
    let on = || json!({"continued_melee": true, "flank_or_rear": true, "continued_attacks": 5});
    sides(horse("line"), json!({"fired": true}), on(), (0, 0));
    sides(json!({"order": "U", "terrain": "town"}), json!({"terrain": "wood"}), on(), (0, 1));
    sides(json!({"formation": "square"}), horse("line"), on(), (6, 0));
    sides(horse("line"), json!({"formation": "square"}), on(), (0, 6));
    sides(
        json!({"arm": "artillery", "formation": "unlimbered", "order": "FU", "original": 60}),
        json!({}),
        on(),
        (-8, 0),
    );
}

/// §7.5.1.p2 the first continued attack is free, each further one costs 2.
#[test]
fn further_continued_attacks() {
    for (number, modifier) in [(0, 0), (1, 0), (2, -2), (4, -6)] {
        sides(json!({}), json!({}), json!({"continued_attacks": number}), (modifier, 0));
    }
}

/// Units that may not attack are refused by name, and so are impossible sides.
#[test]
fn impossible_melees() {
    let attackers = [
        (json!({"arm": "artillery", "formation": "unlimbered"}), "attacker.arm"),
        (json!({"order": "U"}), "attacker.order"),
        (json!({"formation": "square"}), "attacker.formation"),
        (json!({"formation": "unlimbered"}), "attacker.formation"),
        (json!({"lost": 20}), "attacker.lost"),
        (json!({"rolls": 2}), "attacker.rolls"),
    ];
    for (attacker, field) in attackers {
        refuse("melee", melee(attacker, json!({}), json!({})), field);
    }
    refuse("melee", melee(json!({}), horse("line"), json!({})), "attacker.arm");
    refuse("melee", melee(json!({}), json!({"lost": 20}), json!({})), "defender.lost");
    refuse("melee", melee(json!({}), json!({"rolls": 3, "unit_number": 2}), json!({})), "defender.rolls");
    refuse("melee", melee(json!({}), horse("square"), json!({})), "defender.formation");
}

/// §7.4 §7.4.p2 one against one; the side with more units has one more roll for each, and the last roll counts.
#[test]
fn joint_melees() {
    let rolls = |attackers: i32, defenders: i32| json!({"attackers": attackers, "defenders": defenders});
    expect(
        "multi_melee_rolls",
        rolls(3, 1),
        &[],
        json!({"attacker_rolls": [1, 2, 3], "defender_rolls": [1], "melees": 3}),
    );
    expect(
        "multi_melee_rolls",
        rolls(2, 2),
        &[],
        json!({"attacker_rolls": [1, 1], "defender_rolls": [1, 1], "melees": 2}),
    );
    expect("multi_melee_rolls", rolls(1, 2), &[], json!({"attacker_rolls": [1], "defender_rolls": [1, 2]}));
    let second = melee(json!({"unit_number": 3, "rolls": 3}), json!({}), json!({}));
    let result = outcome("melee", &second, &[6, 6, 5, 5, 1, 2, 4, 4]);
    assert_eq!((&result["attacker"]["roll"], &result["defender"]["roll"]), (&json!(3), &json!(8)));
}

/// §7.4 §8.3.1 losses and deductions of several melees are added; it has won only with a win and without a defeat.
#[test]
fn several_melees_at_once() {
    let fought = |results: Value| json!({"original": 20, "lost": 1, "results": results});
    let twice_lost = json!([{"result": "lost", "losses": 2, "morale_modifier": -3}, {"result": "lost", "losses": 1, "morale_modifier": -2}]);
    expect(
        "combined_melee",
        fought(twice_lost),
        &[],
        json!({"losses": 3, "lost_after": 4, "morale_modifier": -5, "must_test": true, "won_melee": false}),
    );
    let mixed = json!([{"result": "won", "morale_modifier": -4}, {"result": "lost", "morale_modifier": -2}]);
    expect(
        "combined_melee",
        fought(mixed),
        &[],
        json!({"morale_modifier": -2, "won_melee": false, "must_test": true}),
    );
    let won = json!([{"result": "won"}, {"result": "drawn"}]);
    expect("combined_melee", fought(won), &[], json!({"won_melee": true, "must_test": false}));
    expect(
        "combined_melee",
        json!({"original": 9, "lost": 7, "results": [{"result": "lost", "losses": 7}]}),
        &[],
        json!({"losses": 2, "lost_after": 9}),
    );
    refuse("combined_melee", json!({"original": 9, "lost": 9, "results": [{"result": "won"}]}), "lost");
}

/// §7.1.5 every condition of support.
#[test]
fn support() {
    let good = json!({"same_corps": true, "same_arm": true, "behind": true, "distance_cm": 10});
    expect("support", good.clone(), &[], json!({"valid": true}));
    let bad = json!({"distance_cm": 10.5, "order": "U"});
    expect(
        "support",
        bad,
        &[],
        json!({"reasons": ["other_corps", "other_arm", "not_behind", "too_far", "not_in_order"]}),
    );
    expect("support", with(good, json!({"order": "FU"})), &[], json!({"reasons": ["not_in_order"]}));
}

fn after(more: Value) -> Value {
    with(json!({"arm": "infantry", "formation": "column", "attacker": true, "result": "won"}), more)
}

/// §7.3.1 a winning attacker in column or on horses follows up to 5 cm, takes the building, or continues.
#[test]
fn winners_follow() {
    expect(
        "after_melee",
        after(json!({"enemy_after": "retreats", "enemy_in_building": true})),
        &[],
        json!({"must_advance": true, "advance_max_cm": 5, "may_occupy": true, "may_continue_attack": false}),
    );
    expect(
        "after_melee",
        after(json!({"enemy_after": "routs"})),
        &[],
        json!({"may_continue_attack": true, "may_occupy": false}),
    );
    for stays in [
        json!({"formation": "line"}),
        json!({"attacker": false}),
        json!({"result": "drawn"}),
        json!({"own_after": "retreats"}),
    ] {
        expect(
            "after_melee",
            with(after(json!({"enemy_after": "routs"})), stays),
            &[],
            json!({"must_advance": false, "advance_max_cm": 0, "may_continue_attack": false}),
        );
    }
    expect(
        "after_melee",
        after(json!({"arm": "cavalry", "formation": "line", "enemy_after": "eliminated"})),
        &[],
        json!({"must_advance": true}),
    );
}

/// §7.3.1 a line that takes a town by attack may move in, but is not obliged to (R59); the only other formation that may is a column.
#[test]
fn lines_may_occupy() {
    let town = |more: Value| {
        with(after(json!({"formation": "line", "enemy_after": "routs", "enemy_in_building": true})), more)
    };
    let may =
        json!({"must_advance": false, "advance_max_cm": 0, "may_occupy": true, "may_continue_attack": false});
    expect("after_melee", town(json!({})), &[], may);
    for not in [
        json!({"formation": "square"}),
        json!({"formation": "march_column"}),
        json!({"arm": "artillery", "formation": "unlimbered"}),
        json!({"attacker": false}),
        json!({"result": "drawn"}),
        json!({"own_after": "retreats"}),
        json!({"enemy_after": "holds"}),
        json!({"enemy_in_building": false}),
    ] {
        expect("after_melee", town(not), &[], json!({"may_occupy": false}));
    }
}

/// §7.3.2 if both hold, either may break off with a reaction roll, half a march back; otherwise they continue to fight.
#[test]
fn undecided_melees() {
    expect(
        "after_melee",
        after(json!({})),
        &[],
        json!({"undecided": true, "may_break_off": true, "continued_melee": true, "must_advance": false}),
    );
    expect(
        "after_melee",
        after(json!({"own_after": "retreats"})),
        &[],
        json!({"undecided": false, "continued_melee": false}),
    );
    expect(
        "reaction",
        json!({"arm": "horse_artillery", "purpose": "break_off_melee"}),
        &[1],
        json!({"success": true, "move_quarters": 2}),
    );
    expect(
        "reaction",
        json!({"arm": "infantry", "purpose": "break_off_melee"}),
        &[2],
        json!({"success": false, "order_after": "U"}),
    );
}

fn go_on(more: Value) -> Value {
    with(
        json!({"arm": "cavalry", "formation": "line", "declared_attack": true, "target_fate": "routed", "next_distance_cm": 15}),
        more,
    )
}

/// §7.5.1 every condition of a continued attack.
#[test]
fn continued_attacks() {
    expect("continue_attack", go_on(json!({})), &[], json!({"allowed": true, "obligatory": false}));
    for fate in ["eliminated", "battery_withdrew"] {
        expect("continue_attack", go_on(json!({"target_fate": fate})), &[], json!({"allowed": true}));
    }
    for (facts, reason) in [
        (json!({"arm": "infantry"}), "arm_or_formation"),
        (json!({"declared_attack": false}), "not_declared"),
        (json!({"target_fate": "retreated"}), "target_not_gone"),
        (json!({"target_fate": "holds"}), "target_not_gone"),
        (json!({"next_distance_cm": 15.5}), "too_far"),
        (json!({"needs_change": true}), "needs_change"),
    ] {
        expect("continue_attack", go_on(facts), &[], json!({"reasons": [reason], "melee_modifier": 0}));
    }
}

/// §7.5.1.p2 §7.1.3.p2 infantry continues once, cavalry as long as it can with 2 less each time; an overrun battery counts.
#[test]
fn how_often() {
    expect("continue_attack", go_on(json!({"done": 3})), &[], json!({"allowed": true, "melee_modifier": -6}));
    let infantry = |done: i32| {
        go_on(json!({"arm": "infantry", "formation": "column", "done": done, "target_fate": "eliminated"}))
    };
    expect("continue_attack", infantry(0), &[], json!({"allowed": true, "melee_modifier": 0}));
    expect("continue_attack", infantry(1), &[], json!({"reasons": ["infantry_once"]}));
}

/// §7.5.2 a unit struck by a continued attack may form square, face the attacker and use the guns' dispositions, but has no reaction move.
#[test]
fn defending_against_continued_attacks() {
    let struck = |arm: &str| json!({"arm": arm, "enemy_action_cm": 1, "attacked_by": "cavalry", "flank_or_rear": true, "by_continued_attack": true, "attached_to": "infantry"});
    expect(
        "reaction_options",
        struck("infantry"),
        &[],
        json!({"options": ["emergency_square", "face_attacker"]}),
    );
    expect("reaction_options", struck("cavalry"), &[], json!({"options": ["face_attacker"]}));
    expect("reaction_options", struck("foot_artillery"), &[], json!({"options": ["shelter"]}));
}
