//! Chapters 2 and 3: generals, orders and command control.

use crate::common::{expect, json, refuse, told};

/// §1.4.2 §1.4.3 §1.4.4 §1.4.5 §2.4.2.p2 figures, orders and zones of each rank.
#[test]
fn ranks_of_generals() {
    let rank = |rank: &str| json!({"rank": rank});
    let high = |figures: i32| json!({"figures": figures, "command_distances": 3, "has_oas": true, "orders": ["A", "H", "T", "M"], "oas_move_cm": 40});
    expect("general_rank", rank("commander_in_chief"), &[], high(6));
    expect("general_rank", rank("army_general"), &[], high(4));
    expect(
        "general_rank",
        rank("corps_general"),
        &[],
        json!({"figures": 3, "orders": ["T", "detachment"], "oas_move_cm": 15}),
    );
    expect(
        "general_rank",
        rank("division_general"),
        &[],
        json!({"figures": 2, "orders": [], "oas_move_cm": 0}),
    );
}

/// §2.3 §2.2.p3 §3.2 three zones by distance, a limit belongs to the inner one; beyond the last no order is possible, unless it is open.
#[test]
fn zones() {
    let at = |cm: f64, open: bool| json!({"distance_cm": cm, "zone1_cm": 20, "zone2_cm": 40, "zone3_cm": 60, "zone3_open": open});
    for (cm, open, zone) in [
        (20.0, false, 1),
        (20.5, false, 2),
        (40.0, false, 2),
        (60.0, false, 3),
        (60.5, false, 0),
        (60.5, true, 3),
        (900.0, true, 3),
    ] {
        expect("command_zone", at(cm, open), &[], json!({"zone": zone, "can_order": zone != 0}));
    }
    expect("command_zone", at(61.0, false), &[], json!({"accept": null}));
    let plus = |cm: f64| json!({"distance_cm": cm, "zone1_cm": 20, "zone2_cm": 60, "zone3_cm": 60, "zone3_open": true});
    expect("command_zone", plus(60.0), &[], json!({"zone": 3, "accept": 13}));
    expect("command_zone", plus(59.5), &[], json!({"zone": 2, "accept": 11}));
    expect("command_zone", json!({"distance_cm": 31, "zone1_cm": 30}), &[], json!({"zone": 0}));
}

/// Impossible zones are refused by name.
#[test]
fn impossible_zones() {
    refuse("command_zone", json!({"distance_cm": 1, "zone1_cm": 20, "zone2_cm": 10}), "zone2_cm");
    refuse("command_zone", json!({"distance_cm": 1, "zone1_cm": 20, "zone3_cm": 60}), "zone3_cm");
    refuse(
        "command_zone",
        json!({"distance_cm": 1, "zone1_cm": 20, "zone2_cm": 40, "zone3_cm": 30}),
        "zone3_cm",
    );
    refuse(
        "command_zone",
        json!({"distance_cm": 1, "zone1_cm": 20, "zone2_cm": 40, "zone3_open": true}),
        "zone3_open",
    );
}

/// §3.3.p2 §tabel-1 the die and every modifier of the table against the number of the zone.
#[test]
fn command_control() {
    let plain = |zone: i32| json!({"zone": zone});
    expect("command_control", plain(1), &[9], json!({"accept": 10, "accepted": false, "needed_die": 10}));
    expect("command_control", plain(3), &[0], json!({"accept": 13, "total": 0}));
    let all = json!({"zone": 2, "detachment": true, "receiver_has_attack_order": true, "receiver_ke": 3,
                     "issuer_ke": -1, "previous_controls": 2});
    expect(
        "command_control",
        all.clone(),
        &[6],
        json!({"modifier": 5, "total": 11, "accepted": true, "needed_die": 6}),
    );
    let rows = [
        ("detachment_order", "-2"),
        ("receiver_has_attack_order", "+1"),
        ("receiver_ke", "+3"),
        ("issuer_ke", "-1"),
        ("previous_controls", "+4"),
    ];
    assert_eq!(told("command_control", all, &[6]), rows.map(|(row, value)| (row, value.to_string())));
}

/// §land.england_1815.cav.A §land.england_spain_portugal_1808_09.cav.A §land.england_spain_portugal_1810_14.cav.A a new order to English
/// cavalry has 2 less in addition to the table.
#[test]
fn new_orders_to_english_cavalry() {
    let order = |english: bool| json!({"zone": 1, "issuer_ke": 3, "english_cavalry_new_order": english});
    expect("command_control", order(false), &[7], json!({"modifier": 3, "accepted": true}));
    expect("command_control", order(true), &[8], json!({"modifier": 1, "accepted": false}));
}

/// §2.12.1 a new order and a cancellation cost a point each.
#[test]
fn orders_cost_points() {
    let phase = |oas: i32| json!({"oas": oas, "orders": [1, 2], "cancellations": [3]});
    expect("order_budget", phase(3), &[], json!({"spent": 3, "left": 0, "allowed": true}));
    expect("order_budget", phase(2), &[], json!({"left": -1, "reasons": ["over_budget"]}));
}

/// §3.3 an order and a cancellation cannot go to the same corps in one turn.
#[test]
fn not_both_to_one_corps() {
    let phase = json!({"oas": 5, "orders": [1, 4], "cancellations": [4]});
    expect("order_budget", phase, &[], json!({"reasons": ["order_and_cancel_same_corps"]}));
}

/// §2.12.1.p3 a point moves a corps general up to 15 cm, once, and not while he carries out an order.
#[test]
fn corps_generals_are_shifted() {
    let shift = |cm: f64, executing: bool| json!({"oas": 3, "corps_moves": [{"corps": 1, "distance_cm": cm, "executing_order": executing}]});
    expect("order_budget", shift(15.0, false), &[], json!({"spent": 1, "allowed": true}));
    expect("order_budget", shift(15.1, false), &[], json!({"reasons": ["corps_move_over_15"]}));
    expect("order_budget", shift(5.0, true), &[], json!({"reasons": ["corps_move_while_executing"]}));
    let twice =
        json!({"oas": 3, "corps_moves": [{"corps": 1, "distance_cm": 5}, {"corps": 1, "distance_cm": 5}]});
    expect("order_budget", twice, &[], json!({"spent": 2, "reasons": ["corps_moved_twice"]}));
}

/// §2.12.1.p4 the commander's own move costs a point, up to 40 cm.
#[test]
fn commanders_move_themselves() {
    expect("order_budget", json!({"oas": 1, "own_move_cm": 40}), &[], json!({"spent": 1, "allowed": true}));
    expect(
        "order_budget",
        json!({"oas": 1, "own_move_cm": 40.5}),
        &[],
        json!({"reasons": ["own_move_over_40"]}),
    );
    expect("order_budget", json!({"oas": 0, "own_move_cm": 0}), &[], json!({"spent": 0, "allowed": true}));
}

/// §2.7 an attack order needs an objective within a metre, toward the enemy.
#[test]
fn attack_orders() {
    let attack =
        |cm: f64, toward: bool| json!({"order": "A", "objective_distance_cm": cm, "toward_enemy": toward});
    expect("order_check", attack(100.0, true), &[], json!({"allowed": true, "needs_command_control": true}));
    expect(
        "order_check",
        attack(100.5, false),
        &[],
        json!({"reasons": ["objective_too_far", "not_toward_enemy"]}),
    );
    expect(
        "order_check",
        json!({"order": "A", "toward_enemy": true}),
        &[],
        json!({"reasons": ["objective_missing"]}),
    );
}

/// §2.4.2 §2.4.2.p2 §2.8 a corps general gives T and detachments, but not A, H or M to his corps; H needs no objective.
#[test]
fn who_orders_what() {
    let by_corps = |order: &str, detached: bool| {
        json!({"order": order, "issuer": "corps_general", "detached": detached, "objective_distance_cm": 50,
               "toward_enemy": true, "away_from_enemy_front": true})
    };
    expect("order_check", by_corps("T", false), &[], json!({"allowed": true}));
    for order in ["A", "H", "M"] {
        expect("order_check", by_corps(order, false), &[], json!({"reasons": ["corps_general_may_not"]}));
    }
    expect("order_check", by_corps("M", true), &[], json!({"allowed": true}));
    expect("order_check", json!({"order": "H"}), &[], json!({"allowed": true, "needs_objective": false}));
}

/// §2.11 detached troops get M, H or T with a point, and never A.
#[test]
fn detachment_orders() {
    let detached = |order: &str| json!({"order": order, "detached": true, "objective_distance_cm": 30, "toward_enemy": true, "away_from_enemy_front": true});
    expect("order_check", detached("A"), &[], json!({"reasons": ["detached_no_attack"]}));
    for order in ["H", "T", "M"] {
        expect("order_check", detached(order), &[], json!({"allowed": true}));
    }
    expect(
        "order_check",
        json!({"order": "H", "detached": true}),
        &[],
        json!({"reasons": ["objective_missing"], "needs_objective": true}),
    );
}

/// §2.9 §2.9.p2 a withdrawal order goes straight away, within a metre; the automatic one goes exactly a metre and needs no control.
#[test]
fn back_orders() {
    let back = |cm: f64, automatic: bool| json!({"order": "T", "objective_distance_cm": cm, "away_from_enemy_front": true, "automatic": automatic});
    expect("order_check", back(60.0, false), &[], json!({"allowed": true, "needs_command_control": true}));
    expect(
        "order_check",
        back(60.0, true),
        &[],
        json!({"reasons": ["automatic_objective_not_100"], "needs_command_control": false}),
    );
    expect("order_check", back(100.0, true), &[], json!({"allowed": true}));
    expect(
        "order_check",
        json!({"order": "T", "objective_distance_cm": 60}),
        &[],
        json!({"reasons": ["not_away_from_enemy"]}),
    );
    expect(
        "order_check",
        json!({"order": "H", "automatic": true}),
        &[],
        json!({"reasons": ["automatic_only_retreat"]}),
    );
}

/// §2.10 a march order needs an objective, at any distance, and keeps more than 75 cm from the enemy.
#[test]
fn march_orders() {
    let march =
        |clearance: f64| json!({"order": "M", "objective_distance_cm": 300, "path_clearance_cm": clearance});
    expect("order_check", march(75.5), &[], json!({"allowed": true}));
    expect("order_check", march(75.0), &[], json!({"reasons": ["path_too_near_enemy"]}));
    expect("order_check", json!({"order": "M"}), &[], json!({"reasons": ["objective_missing"]}));
}

/// §2.9.p2 if more than half are in disorder, or the general's place is taken, the corps may go back without an order.
#[test]
fn automatic_retreat() {
    let corps =
        |disordered: i32, taken: bool| json!({"units": 6, "disordered": disordered, "position_taken": taken});
    expect("automatic_retreat", corps(3, false), &[], json!({"allowed": false, "objective_cm": 0}));
    expect("automatic_retreat", corps(4, false), &[], json!({"allowed": true, "objective_cm": 100}));
    expect("automatic_retreat", corps(0, true), &[], json!({"allowed": true}));
    refuse("automatic_retreat", corps(7, false), "disordered");
}

/// §2.7.p2 the corps general moves 20 to 30 cm, less only if the objective is nearer.
#[test]
fn corps_general_attacks() {
    let attack = |to_go: i32| json!({"order": "A", "objective_cm": to_go});
    expect("corps_general_move", attack(80), &[], json!({"min_cm": 20, "max_cm": 30, "order_after": "A"}));
    expect("corps_general_move", attack(25), &[], json!({"min_cm": 20, "max_cm": 25}));
    expect("corps_general_move", attack(7), &[], json!({"min_cm": 7, "max_cm": 7}));
    refuse("corps_general_move", json!({"order": "A"}), "objective_cm");
}

/// §2.7.p3 he stops 20 cm from the enemy ahead and is engaged.
#[test]
fn corps_general_is_engaged() {
    let ahead = |cm: i32| json!({"order": "A", "objective_cm": 80, "enemy_ahead_cm": cm});
    expect(
        "corps_general_move",
        ahead(45),
        &[],
        json!({"max_cm": 25, "engaged": false, "engaged_after": true}),
    );
    expect("corps_general_move", ahead(51), &[], json!({"max_cm": 30, "engaged_after": false}));
    expect("corps_general_move", ahead(20), &[], json!({"min_cm": 0, "max_cm": 0, "engaged": true}));
    expect("corps_general_move", ahead(5), &[], json!({"max_cm": 0, "engaged": true, "order_now": "A"}));
}

/// §2.7.p3 once engaged, any enemy within 20 cm keeps him engaged; but it does not start an engagement (R53).
#[test]
fn engagement_is_kept_up() {
    let attack = |already: bool, nearest: i32| json!({"order": "A", "objective_cm": 80, "enemy_ahead_cm": 60, "nearest_enemy_cm": nearest, "already_engaged": already});
    let stands =
        json!({"min_cm": 0, "max_cm": 0, "engaged": true, "engaged_after": true, "order_after": "A"});
    expect("corps_general_move", attack(true, 20), &[], stands);
    let goes = json!({"min_cm": 20, "max_cm": 30, "engaged": false, "engaged_after": false});
    expect("corps_general_move", attack(true, 21), &[], goes.clone());
    expect("corps_general_move", attack(false, 20), &[], goes);
    let back = json!({"order": "T", "objective_cm": 80, "nearest_enemy_cm": 5, "already_engaged": true});
    expect("corps_general_move", back, &[], json!({"max_cm": 30, "engaged": false}));
}

/// §2.7.p8 §2.9.p3 §2.8 at his objective the corps is on hold, and on hold he does not move.
#[test]
fn orders_end_in_hold() {
    expect(
        "corps_general_move",
        json!({"order": "A", "objective_cm": 30}),
        &[],
        json!({"max_cm": 30, "order_after": "H"}),
    );
    expect(
        "corps_general_move",
        json!({"order": "T", "objective_cm": 22}),
        &[],
        json!({"max_cm": 22, "order_after": "H"}),
    );
    expect(
        "corps_general_move",
        json!({"order": "T", "objective_cm": 0}),
        &[],
        json!({"order_now": "H", "max_cm": 0}),
    );
    expect(
        "corps_general_move",
        json!({"order": "H"}),
        &[],
        json!({"min_cm": 0, "max_cm": 0, "order_after": "H"}),
    );
}

/// §2.10.p2 §2.10.p3 a march goes exactly at the slowest unit's rate, and becomes a hold if an enemy is within 75 cm.
#[test]
fn corps_general_marches() {
    let march = |enemy: i32| json!({"order": "M", "objective_cm": 200, "unit_rates_cm": [40, 25, 30], "nearest_enemy_cm": enemy});
    expect("corps_general_move", march(76), &[], json!({"min_cm": 25, "max_cm": 25, "order_after": "M"}));
    expect("corps_general_move", march(75), &[], json!({"order_now": "H", "max_cm": 0, "order_after": "H"}));
    refuse("corps_general_move", json!({"order": "M", "objective_cm": 9}), "unit_rates_cm");
}

/// §2.7.p4 half of an engaged corps, rounded up, must be within 40 cm of the enemy.
#[test]
fn engaged_corps_keeps_near() {
    let corps = |engaged: bool, near: i32| json!({"engaged": engaged, "units": 7, "within_40": near});
    expect("engagement_duty", corps(true, 3), &[], json!({"required": 4, "missing": 1, "satisfied": false}));
    expect("engagement_duty", corps(true, 4), &[], json!({"satisfied": true}));
    expect("engagement_duty", corps(false, 0), &[], json!({"required": 0, "satisfied": true}));
    refuse("engagement_duty", corps(true, 8), "within_40");
}

/// §2.7.p7 §2.10.p3 guns of an attacking corps march until they are in range or in command; on the march they are limbered.
#[test]
fn guns_under_orders() {
    let guns = |order: &str, range: bool, command: bool| json!({"order": order, "enemy_in_range": range, "in_command": command});
    expect(
        "artillery_duty",
        guns("A", false, false),
        &[],
        json!({"may_unlimber": false, "must_march_full": true}),
    );
    expect(
        "artillery_duty",
        guns("A", true, false),
        &[],
        json!({"may_unlimber": true, "must_march_full": false}),
    );
    expect("artillery_duty", guns("A", false, true), &[], json!({"may_unlimber": true}));
    expect(
        "artillery_duty",
        guns("M", true, true),
        &[],
        json!({"must_be_limbered": true, "may_unlimber": false}),
    );
    expect(
        "artillery_duty",
        guns("H", false, false),
        &[],
        json!({"may_unlimber": true, "must_march_full": false}),
    );
}

/// §2.11.p2 at its point a division's units may still move and a brigade's may not; both may turn.
#[test]
fn detached_at_their_point() {
    let at = |kind: &str, arrived: bool| json!({"kind": kind, "arrived": arrived});
    expect(
        "detachment",
        at("division", true),
        &[],
        json!({"may_move": false, "subordinates_may_move": true, "may_pivot_and_change": true}),
    );
    expect(
        "detachment",
        at("brigade", true),
        &[],
        json!({"may_move": false, "subordinates_may_move": false}),
    );
    expect("detachment", at("brigade", false), &[], json!({"may_move": true, "detached": true}));
}

/// §2.11.p3 a march order ends the detachment, and leads back to the corps.
#[test]
fn recalled_detachments() {
    let recalled = |inside: bool| json!({"kind": "brigade", "arrived": true, "recalled": true, "in_corps_command": inside});
    expect(
        "detachment",
        recalled(false),
        &[],
        json!({"detached": false, "may_move": true, "must_move_to_corps": true}),
    );
    expect("detachment", recalled(true), &[], json!({"must_move_to_corps": false}));
}

/// §2.5 §2.4.1 §2.4.3.p2 a unit within the superior's distance is in command; only detached and routed units stay outside.
#[test]
fn in_command() {
    let unit = |cm: f64, order: &str, detached: bool| json!({"distance_cm": cm, "command_distance_cm": 20, "order": order, "detached": detached});
    expect("command_check", unit(20.0, "O", false), &[], json!({"in_command": true, "must_return": false}));
    expect("command_check", unit(20.5, "O", false), &[], json!({"in_command": false, "must_return": true}));
    expect("command_check", unit(20.5, "O", true), &[], json!({"may_stay_out": true, "must_return": false}));
    expect("command_check", unit(20.5, "FU", false), &[], json!({"may_stay_out": true}));
    expect(
        "general_rank",
        json!({"rank": "corps_general"}),
        &[],
        json!({"command_min_cm": 30, "command_max_cm": 40, "command_distances": 1}),
    );
    expect(
        "general_rank",
        json!({"rank": "division_general"}),
        &[],
        json!({"command_min_cm": 10, "command_max_cm": 20}),
    );
}

/// §2.13 a unit in disorder out of command may reorganise before it comes back.
#[test]
fn disordered_out_of_command() {
    let unit = |order: &str| json!({"distance_cm": 45, "command_distance_cm": 40, "order": order});
    expect("command_check", unit("U"), &[], json!({"must_return": true, "may_reorganise_first": true}));
    expect("command_check", unit("O"), &[], json!({"may_reorganise_first": false}));
}
