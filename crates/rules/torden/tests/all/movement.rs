//! Chapter 4: marches, passages, directions and limbering. Ground and towns are in `ground.rs`.

use crate::common::{FOOT_GUNS, HORSE_GUNS, HUSSARS, LINE, expect, json, move_of, refuse, told};

/// §4.1 §4.4.2.p2 rates come from the supplement; march column is faster only on a road under a march order.
#[test]
fn march_rates() {
    let rate = |unit: &str, formation: &str, order: bool, road: bool| json!({"unit": unit, "formation": formation, "march_order": order, "on_road": road});
    for (unit, formation, order, road, cm) in [
        (LINE, "column", true, true, 25),
        (LINE, "line", false, false, 10),
        (LINE, "march_column", true, true, 40),
        (LINE, "march_column", true, false, 25),
        (LINE, "march_column", false, true, 25),
        (FOOT_GUNS, "limbered", true, true, 40),
        (FOOT_GUNS, "limbered", false, true, 15),
        (HUSSARS, "line", false, false, 30),
    ] {
        expect("march_rate", rate(unit, formation, order, road), &[], json!({"base_cm": cm}));
    }
    refuse("march_rate", rate(LINE, "limbered", false, false), "formation");
    refuse("march_rate", rate(HUSSARS, "square", false, false), "formation");
    refuse("march_rate", rate(FOOT_GUNS, "column", false, false), "formation");
}

/// §4.4.6 §tabel-2 backward and passage together halve once, difficult ground halves again.
#[test]
fn halved_marches() {
    let rate = |back: bool, passage: bool, difficult: bool| json!({"unit": LINE, "formation": "column", "backward": back, "passage": passage, "difficult": difficult});
    expect("march_rate", rate(true, false, false), &[], json!({"rate_cm": 12.5}));
    expect("march_rate", rate(true, true, false), &[], json!({"rate_cm": 12.5}));
    expect("march_rate", rate(false, false, true), &[], json!({"rate_cm": 12.5}));
    expect("march_rate", rate(false, true, true), &[], json!({"rate_cm": 6.25}));
    let halves = [("backward_or_passage", "×1/2".to_string()), ("difficult_ground", "×1/2".to_string())];
    assert_eq!(told("march_rate", rate(true, false, true), &[]), halves);
}

/// §4.4.3 a unit in FU has only its rout move; it is never halved.
#[test]
fn mobs_only_rout() {
    let mob = json!({"unit": HUSSARS, "formation": "line", "full_disorder": true, "backward": true, "difficult": true});
    expect("march_rate", mob, &[], json!({"base_cm": 60, "rate_cm": 60.0}));
    expect("may_move", json!({"arm": "cavalry", "order": "FU"}), &[], json!({"reasons": ["full_disorder"]}));
}

/// §4.4.1 a move may use the whole turn and not a centimetre more; half a turn in a reaction.
#[test]
fn within_the_turn() {
    let go = |cm: i32, budget: &str| {
        json!({"unit": LINE, "start_formation": "column", "budget": budget,
               "legs": [{"formation": "column", "distance_cm": cm}]})
    };
    expect("march", go(25, "full"), &[], json!({"allowed": true, "left_cm": 0.0}));
    expect("march", go(26, "full"), &[], json!({"reasons": ["over_turn"], "left_cm": 0.0}));
    expect("march", go(12, "half"), &[], json!({"allowed": true, "left_cm": 0.5}));
    expect("march", go(13, "half"), &[], json!({"reasons": ["over_turn"]}));
}

/// §4.4.2 §4.5.1 a change costs its time, and the new rate applies from the change on: 3 of 10 cm, half a turn, 5 of 25 cm.
#[test]
fn changing_on_the_march() {
    let legs = json!([{"formation": "line", "distance_cm": 3}, {"formation": "column", "distance_cm": 5}]);
    expect(
        "march",
        move_of(LINE, "line", legs),
        &[],
        json!({"allowed": true, "fixed_quarters": 2, "left_cm": 0.0, "distance_cm": 8}),
    );
    let legs = json!([{"formation": "line", "distance_cm": 3}, {"formation": "column", "distance_cm": 6}]);
    expect("march", move_of(LINE, "line", legs), &[], json!({"reasons": ["over_turn"]}));
    let thirds = json!([{"formation": "line", "distance_cm": 10}]);
    expect("march", move_of(HUSSARS, "line", thirds), &[], json!({"left_cm": 20.0}));
    let sevenths = json!([{"formation": "column", "distance_cm": 7}, {"formation": "line"}]);
    expect("march", move_of(HUSSARS, "column", sevenths), &[], json!({"left_cm": 9.7}));
}

/// A move reports how it spends its quarter turns.
#[test]
fn moves_tell_their_cost() {
    let legs =
        json!([{"formation": "column", "stone_fences": 1, "turns": 1, "backward": true, "distance_cm": 1}]);
    let rows =
        [("formation_change", "+2"), ("turning", "+2"), ("obstacles", "+1"), ("backward_or_passage", "×1/2")];
    assert_eq!(
        told("march", move_of(LINE, "line", legs), &[]),
        rows.map(|(row, value)| (row, value.to_string()))
    );
}

/// §4.4.2.p3 a square cannot move, by march or otherwise.
#[test]
fn squares_stand() {
    let legs = json!([{"formation": "square", "distance_cm": 1}]);
    expect(
        "march",
        move_of(LINE, "square", legs),
        &[],
        json!({"reasons": ["square_moves"], "left_cm": 0.0, "fixed_quarters": 0}),
    );
    expect(
        "march_rate",
        json!({"unit": LINE, "formation": "square"}),
        &[],
        json!({"base_cm": 0, "rate_cm": 0.0}),
    );
    expect("may_move", json!({"arm": "infantry", "in_square": true}), &[], json!({"reasons": ["square"]}));
}

/// §4.2 the passive side moves only in a reaction; nobody leaves a continued melee.
#[test]
fn who_may_move() {
    let unit = |passive: bool, reacted: bool, melee: bool| json!({"arm": "infantry", "passive_side": passive, "reaction_succeeded": reacted, "in_continued_melee": melee});
    expect("may_move", unit(false, false, false), &[], json!({"allowed": true}));
    expect("may_move", unit(true, false, false), &[], json!({"reasons": ["passive_without_reaction"]}));
    expect("may_move", unit(true, true, false), &[], json!({"allowed": true}));
    expect("may_move", unit(false, false, true), &[], json!({"reasons": ["continued_melee"]}));
}

/// §1.6.3.p2 a unit in U may go back against its order for two of its own turns; this does not limit a unit in O.
#[test]
fn two_turns_back() {
    let back = |order: &str, turns: i32| json!({"arm": "infantry", "order": order, "goes_back": true, "turns_gone_back": turns});
    expect("may_move", back("U", 1), &[], json!({"allowed": true}));
    expect("may_move", back("U", 2), &[], json!({"reasons": ["two_turns_back"]}));
    expect("may_move", back("O", 5), &[], json!({"allowed": true}));
}

/// §2.4.3 §4.9.2 §4.9.1 nobody leaves command voluntarily, except cavalry in order that attacks.
#[test]
fn leaving_command() {
    let leave = |arm: &str, order: &str, attack: bool| json!({"arm": arm, "order": order, "leaves_command": true, "declares_attack": attack});
    expect("may_move", leave("cavalry", "O", true), &[], json!({"allowed": true}));
    expect("may_move", leave("cavalry", "O", false), &[], json!({"reasons": ["leaves_command"]}));
    expect("may_move", leave("cavalry", "U", true), &[], json!({"reasons": ["leaves_command"]}));
    expect("may_move", leave("infantry", "O", true), &[], json!({"reasons": ["leaves_command"]}));
    expect(
        "cavalry_sortie",
        json!({"arm": "cavalry", "outside": true, "declares_attack": true}),
        &[],
        json!({"may_leave": true, "must_return": false}),
    );
}

/// §4.9.2.p2 cavalry that no longer attacks comes back at once, facing its chief; a mob does not.
#[test]
fn cavalry_comes_back() {
    expect(
        "cavalry_sortie",
        json!({"arm": "cavalry", "outside": true}),
        &[],
        json!({"must_return": true, "faces_chief": true}),
    );
    expect(
        "cavalry_sortie",
        json!({"arm": "cavalry", "outside": true, "order": "FU"}),
        &[],
        json!({"must_return": false}),
    );
    expect("cavalry_sortie", json!({"arm": "cavalry"}), &[], json!({"must_return": false}));
}

/// §4.4.4 troops voluntarily pass only friendly unlimbered guns; never an enemy; in melee they pass friends, halved.
#[test]
fn passages() {
    let pass = |mover: &str, passed: &str| json!({"mover": mover, "passed": passed});
    expect(
        "passage",
        pass("voluntary", "own_unlimbered_battery"),
        &[],
        json!({"allowed": true, "halved": true}),
    );
    for passed in ["own_limbered_battery", "own_same_corps_same_arm", "own_other", "enemy"] {
        expect("passage", pass("voluntary", passed), &[], json!({"allowed": false, "halved": false}));
    }
    expect(
        "passage",
        pass("melee", "own_other"),
        &[],
        json!({"allowed": true, "halved": true, "mover_routs": false}),
    );
    expect(
        "passage",
        pass("disordered_retreat", "own_same_corps_same_arm"),
        &[],
        json!({"allowed": true, "mover_routs": false}),
    );
    expect(
        "passage",
        pass("disordered_retreat", "own_limbered_battery"),
        &[],
        json!({"mover_routs": true, "halved": false, "passed_tests": true}),
    );
    expect("passage", pass("rout", "enemy"), &[], json!({"allowed": false, "passed_tests": false}));
}

/// §tabel-2 §8.6 passing a friend does not halve a forced move: a retreat in U is a full march distance, whomever it passes (R51).
#[test]
fn forced_passages_are_not_halved() {
    for passed in ["own_unlimbered_battery", "own_limbered_battery", "own_same_corps_same_arm", "own_other"] {
        for mover in ["disordered_retreat", "rout"] {
            let pass = json!({"mover": mover, "passed": passed});
            expect("passage", pass, &[], json!({"allowed": true, "halved": false}));
        }
        let pass = json!({"mover": "melee", "passed": passed});
        expect("passage", pass, &[], json!({"allowed": true, "halved": true}));
    }
}

/// §4.4.5 forward is within 45 degrees of the front, backward from 135; between these the unit must turn first (R16).
#[test]
fn directions() {
    for (angle, direction) in
        [(45.0, "forward"), (45.5, "sideways"), (134.5, "sideways"), (135.0, "backward")]
    {
        let expected = json!({"direction": direction, "halved": direction == "backward", "needs_turn": direction == "sideways"});
        expect("move_direction", json!({"angle_deg": angle}), &[], expected);
    }
}

/// §4.4.7 a turn over 45 degrees is a formation change, but not for a column on a road.
#[test]
fn turns() {
    let turn = |deg: f64, road: bool| json!({"turn_deg": deg, "road_column": road});
    expect("move_direction", turn(45.0, false), &[], json!({"turn_is_formation_change": false}));
    expect("move_direction", turn(46.0, false), &[], json!({"turn_is_formation_change": true}));
    expect("move_direction", turn(90.0, true), &[], json!({"turn_is_formation_change": false}));
    let leg = |formation: &str, road: bool| json!([{"formation": formation, "turns": 1, "on_road": road}]);
    expect("march", move_of(LINE, "line", leg("line", true)), &[], json!({"fixed_quarters": 2}));
    expect(
        "march",
        move_of(LINE, "march_column", leg("march_column", true)),
        &[],
        json!({"fixed_quarters": 0}),
    );
    expect(
        "march",
        move_of(LINE, "march_column", leg("march_column", false)),
        &[],
        json!({"fixed_quarters": 2}),
    );
    expect(
        "march",
        move_of(FOOT_GUNS, "limbered", leg("limbered", false)),
        &[],
        json!({"fixed_quarters": 2}),
    );
}

/// §4.6.1 limbering takes foot guns their time and horse guns none; once a turn.
#[test]
fn limbering() {
    let limber = |arm: &str, gun: &str| json!({"arm": arm, "gun": gun});
    expect(
        "limber",
        limber("foot_artillery", "twelve_pounder"),
        &[],
        json!({"cost_quarters": 4, "may_move_same_turn": false}),
    );
    expect(
        "limber",
        limber("foot_artillery", "nine_pounder"),
        &[],
        json!({"cost_quarters": 2, "may_move_same_turn": true}),
    );
    expect("limber", limber("horse_artillery", "twelve_pounder"), &[], json!({"cost_quarters": 0}));
    let there = json!([{"formation": "limbered", "distance_cm": 7}, {"formation": "unlimbered"}]);
    expect(
        "march",
        move_of(FOOT_GUNS, "limbered", there),
        &[],
        json!({"allowed": true, "fixed_quarters": 2}),
    );
    let and_back = json!([{"formation": "limbered"}, {"formation": "unlimbered"}]);
    expect(
        "march",
        move_of(HORSE_GUNS, "unlimbered", and_back),
        &[],
        json!({"reasons": ["two_limber_actions"], "fixed_quarters": 0}),
    );
    let heavy = json!({"unit": FOOT_GUNS, "start_formation": "limbered", "gun": "twelve_pounder",
                       "legs": [{"formation": "limbered", "distance_cm": 1}, {"formation": "unlimbered"}]});
    expect("march", heavy, &[], json!({"reasons": ["over_turn"], "fixed_quarters": 4}));
}

/// §4.6.3 unlimbered guns move at most 2 cm and turn at most 45 degrees.
#[test]
fn unlimbered_guns() {
    let go = |cm: i32, turns: i32| json!([{"formation": "unlimbered", "distance_cm": cm, "turns": turns}]);
    expect("march", move_of(FOOT_GUNS, "unlimbered", go(2, 0)), &[], json!({"allowed": true}));
    expect("march", move_of(FOOT_GUNS, "unlimbered", go(3, 0)), &[], json!({"reasons": ["over_turn"]}));
    expect(
        "march",
        move_of(FOOT_GUNS, "unlimbered", go(0, 1)),
        &[],
        json!({"reasons": ["unlimbered_turn"], "fixed_quarters": 0}),
    );
}

/// A leg in a formation of another arm is refused with its index.
#[test]
fn legs_of_another_arm() {
    let legs = json!([{"formation": "line"}, {"formation": "limbered"}]);
    refuse("march", move_of(LINE, "line", legs), "legs[1].formation");
    refuse("march", move_of(LINE, "unlimbered", json!([{"formation": "line"}])), "start_formation");
}
