//! After a melee: losses, forced formations, breakthroughs.

use crate::common;

use crate::common::{Value, comes_out, json, outcome};

fn lost(changes: Value) -> (i64, i64, f64) {
    let base = json!({"multiplier": 2, "bases": 6, "enemy_bases": 4.5});
    let loss = outcome("melee_loss", &common::over(&base, &changes), &[]);
    let whole = |name: &str| loss[name].as_i64().unwrap();
    (whole("weapon_factor"), whole("factor"), loss["loss_bases"].as_f64().unwrap())
}

/// §chart.loss the limits of the table, with the enemy's bases rounded up and no more lost than there is.
#[test]
fn loss_table() {
    let of_factor = |factor: i64| lost(json!({"multiplier": 1, "enemy_bases": factor})).2;
    let limits = [1, 2, 3, 10, 11, 16, 17, 24, 25, 40];
    assert_eq!(limits.map(of_factor), [0.0, 0.0, 0.5, 0.5, 1.0, 1.0, 1.5, 1.5, 2.0, 2.0]);
    assert_eq!(lost(json!({"multiplier": 0})), (1, 0, 0.0));
    assert_eq!(lost(json!({})), (1, 10, 0.5));
    assert_eq!(lost(json!({"multiplier": 5, "enemy_bases": 40, "bases": 1.5})).2, 1.5);
}

/// §general.loss-double only once, also for line and artillery together.
#[test]
fn doubled_by_line_or_artillery() {
    assert_eq!(lost(json!({"enemy_line": true})), (2, 20, 1.5));
    assert_eq!(lost(json!({"enemy_artillery": true})), (2, 20, 1.5));
    assert_eq!(lost(json!({"enemy_line": true, "enemy_artillery": true})), (2, 20, 1.5));
}

/// §general.loss-skirmishers
#[test]
fn never_doubled_with_skirmishers() {
    assert_eq!(
        lost(json!({"enemy_line": true, "enemy_artillery": true, "skirmishers_involved": true})),
        (1, 10, 0.5)
    );
}

/// §town.doubled the bases, not the factor (R22).
#[test]
fn doubled_in_town() {
    assert_eq!(lost(json!({"doubled": true})), (1, 10, 1.0));
    assert_eq!(lost(json!({"doubled": true, "multiplier": 5, "bases": 3.5})).2, 3.5);
}

/// §general.loss-test a die for each base or half base, and half a base for each failure.
#[test]
fn loss_test() {
    comes_out!("loss_test" {"morale": 5, "bases": 2.5} [5, 6, 6] =>
        {"tests": 3, "failures": 2, "loss_bases": 1, "bases_after": 1.5});
    comes_out!("loss_test" {"morale": 5, "bases": 0.5} [6] => {"loss_bases": 0.5, "bases_after": 0});
}

/// §town.fail a failed town test causes the same loss test: its M1/1 is one die for each base.
#[test]
fn loss_test_after_a_failed_town_test() {
    assert_eq!(
        common::part("town", "failed"),
        ["| retreat_m | disorder | loss_test", "failed | 200 | 2 | M1/1"]
    );
    comes_out!("loss_test" {"morale": 1, "bases": 4} [1, 2, 2, 2] => {"tests": 4, "loss_bases": 1.5, "bases_after": 2.5});
}

/// §general.no-space 2U without room; nothing for a unit already in that formation, and nothing for skirmishers.
#[test]
fn forced_formation() {
    comes_out!("forced_formation" {"forced": "line", "formation": "column", "disorder": 1} [] =>
        {"formation_after": "line", "disorder_gain": 0, "disorder_after": 1});
    comes_out!("forced_formation" {"forced": "square", "formation": "column", "lacks_space": true, "disorder": 7} [] =>
        {"formation_after": "column", "disorder_gain": 2, "disorder_after": 8});
    comes_out!("forced_formation" {"forced": "line", "formation": "line", "lacks_space": true} [] =>
        {"formation_after": "line", "disorder_gain": 0});
    comes_out!("forced_formation" {"forced": "square", "kind": "skirmishers", "formation": "line", "lacks_space": true} [] =>
        {"formation_after": "skirmish", "disorder_gain": 0});
}

/// §general.refuse the attacker must pass T1/1 to stay, otherwise he goes the full distance; a defender chooses.
#[test]
fn refusing_the_breakthrough() {
    let go = |result: &str, side: &str, wish: &str, dice: &[i64]| {
        let facts = json!({"result": result, "side": side, "arm": "cavalry", "wish": wish, "training": 5});
        let gone = outcome("breakthrough", &facts, dice);
        (gone["test"].as_str().unwrap().to_string(), gone["distance_m"].as_i64().unwrap())
    };
    assert_eq!(go("A300", "attacker", "stay", &[5]), ("T1/1".into(), 0));
    assert_eq!(go("A300", "attacker", "stay", &[6]), ("T1/1".into(), 300));
    assert_eq!(go("A200", "attacker", "through", &[]), ("none".into(), 200));
    assert_eq!(go("A400", "defender", "stay", &[]), ("none".into(), 0));
    assert_eq!(go("A400", "defender", "through", &[]), ("none".into(), 400));
}

/// §general.artillery-breakthrough only an attacker, only against artillery, only if he wants to.
#[test]
fn through_the_battery() {
    let go = |arm: &str, changes: Value| {
        let base =
            json!({"result": "#", "arm": arm, "against_artillery": true, "wish": "through", "training": 5});
        let gone = outcome("breakthrough", &common::over(&base, &changes), &[]);
        (gone["distance_m"].as_i64().unwrap(), gone["melee_continues"].as_bool().unwrap())
    };
    assert_eq!(go("infantry", json!({})), (200, false));
    assert_eq!(go("cavalry", json!({})), (400, false));
    assert_eq!(go("cavalry", json!({"wish": "stay"})), (0, true));
    assert_eq!(go("cavalry", json!({"side": "defender"})), (0, true));
    assert_eq!(go("cavalry", json!({"against_artillery": false})), (0, true));
}
