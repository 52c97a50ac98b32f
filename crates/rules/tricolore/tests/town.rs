//! Fights for town zones.

use crate::common::{Value, columns, comes_out, json, outcome, over};

fn equal() -> Value {
    json!({"attacker": {"value": 5, "bases": 4}, "defender": {"value": 5, "bases": 4}})
}

fn town(changes: Value) -> (i64, i64, i64) {
    columns("town_fight", &equal(), changes)
}

/// §town.value
#[test]
fn value() {
    assert_eq!(town(json!({})), (10, -10, 0));
    assert_eq!(town(json!({"attacker": {"value": 8}, "defender": {"value": 4}})), (16, -8, 0));
}

/// §town.disorder the defender's also counts against him (R25).
#[test]
fn disorder() {
    assert_eq!(town(json!({"attacker": {"disorder": 1}, "defender": {"disorder": 3}})), (8, -4, 0));
}

/// §town.superiority once, however many steps there are.
#[test]
fn superiority() {
    assert_eq!(town(json!({"attacker": {"bases": 12}})), (11, -10, 8));
    assert_eq!(town(json!({"defender": {"bases": 12}})), (10, -11, -8));
    assert_eq!(town(json!({"attacker": {"bases": 4.5}})), (10, -10, 0));
}

/// §town.cover each step, but not in a fight inside the zone.
#[test]
fn cover() {
    assert_eq!(town(json!({"defender": {"cover": 5}})), (10, -15, 0));
    assert_eq!(town(json!({"fight_inside": true, "defender": {"cover": 5}})), (10, -10, 0));
}

/// §chart.town §chart.town-test U and losses, and the test that each side's new U requires.
#[test]
fn results() {
    comes_out!("town_fight" {"foothold": true, "attacker": {"value": 5, "bases": 4, "disorder": 3}, "defender": {"value": 5, "bases": 4}}
        [8, 8] => {"table": "town", "total": 10, "column": "10..12",
        "attacker": {"result": "none", "disorder_after": 5, "loss_multiplier": 3, "loss_factor": 12, "loss_bases": 1, "town_test": "N2/2"},
        "defender": {"disorder_after": 2, "town_test": "N2/1"}});
}

/// §town.doubled the bases lost, not the factor; not with a foothold, not inside, and never more than there are.
#[test]
fn no_foothold() {
    let lost = |changes: Value| {
        let fought = outcome("town_fight", &over(&equal(), &changes), &[5, 6]);
        let doubled = fought["attacker_loss_doubled"].as_bool().unwrap();
        (
            fought["attacker"]["loss_factor"].as_i64().unwrap(),
            fought["attacker"]["loss_bases"].as_f64().unwrap(),
            doubled,
        )
    };
    assert_eq!(lost(json!({})), (12, 2.0, true));
    assert_eq!(lost(json!({"foothold": true})), (12, 1.0, false));
    assert_eq!(lost(json!({"fight_inside": true})), (12, 1.0, false));
    assert_eq!(lost(json!({"attacker": {"bases": 1}})).1, 1.0);
}

/// A side without bases takes no town test, and a line doubles the defender's losses.
#[test]
fn edges() {
    let gone = over(
        &equal(),
        &json!({"attacker": {"bases": 40, "formation": "line"}, "defender": {"bases": 0.5, "disorder": 3}}),
    );
    let fought = outcome("town_fight", &gone, &[1, 1]);
    assert_eq!(
        (&fought["defender"]["eliminated"], &fought["defender"]["town_test"]),
        (&json!(true), &json!("none"))
    );
    let line = outcome("town_fight", &over(&equal(), &json!({"attacker": {"formation": "line"}})), &[5, 6]);
    assert_eq!(
        (&line["attacker"]["loss_factor"], &line["defender"]["loss_factor"]),
        (&json!(12), &json!(24))
    );
    let loose = json!({"attacker": {"kind": "skirmishers", "formation": "line"}});
    let loose = outcome("town_fight", &over(&equal(), &loose), &[5, 6]);
    assert_eq!(loose["defender"]["loss_factor"], 12);
}

/// §chart.town-test no test without U; more U makes it harder.
#[test]
fn town_test() {
    comes_out!("town_test" {"value": 1} [] => {"test": "none", "passed": true, "retreat_m": 0, "loss_test": false});
    comes_out!("town_test" {"disorder": 2, "value": 5} [6, 5] => {"test": "N2/1", "passed": true, "disorder_after": 2});
    comes_out!("town_test" {"disorder": 3, "value": 5} [5] => {"test": "N1/1", "passed": true});
    comes_out!("town_test" {"disorder": 6, "value": 5} [5, 5] => {"test": "N2/2", "passed": true});
    comes_out!("town_test" {"disorder": 7, "value": 5} [5, 5, 5] => {"test": "N3/3", "passed": true});
}

/// §town.fail 200 back, 2U, and a loss test.
#[test]
fn town_test_failed() {
    comes_out!("town_test" {"disorder": 5, "value": 5} [6, 5] =>
        {"successes": 1, "passed": false, "retreat_m": 200, "disorder_gain": 2, "disorder_after": 7, "loss_test": true});
    comes_out!("town_test" {"disorder": 7, "value": 5} [5, 5, 6] => {"passed": false, "disorder_after": 8});
}
