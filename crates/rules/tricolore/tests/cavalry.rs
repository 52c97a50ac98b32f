//! The melees of cavalry.

use crate::common;

use crate::common::{Value, columns, json, outcome, over};

/// Light cavalry of equal strength in column.
fn initial(changes: Value) -> (i64, i64, i64) {
    let side = json!({"weight": "light", "value": 5, "bases": 4});
    columns("cavalry_attack", &json!({"attacker": side, "defender": side}), changes)
}

/// §cav.initial.value
#[test]
fn initial_value() {
    assert_eq!(initial(json!({})), (10, -10, 0));
    assert_eq!(initial(json!({"attacker": {"value": 6}, "defender": {"value": 2}})), (12, -4, 0));
}

/// §cav.initial.disorder-light
#[test]
fn initial_disorder_light() {
    assert_eq!(initial(json!({"attacker": {"disorder": 2}, "defender": {"disorder": 3}})), (6, -4, 0));
}

/// §cav.initial.disorder-heavy three for each U, the same for medium and heavy, each side by its own weight.
#[test]
fn initial_disorder_heavy() {
    let weights = |a: &str, f: &str| json!({"attacker": {"weight": a, "disorder": 2}, "defender": {"weight": f, "disorder": 2}});
    assert_eq!(initial(weights("medium", "heavy")), (8, -10, 0));
    assert_eq!(initial(weights("heavy", "light")), (10, -6, 0));
}

/// §cav.initial.superiority formations do not count.
#[test]
fn initial_superiority() {
    assert_eq!(initial(json!({"attacker": {"bases": 6, "formation": "line"}})), (12, -10, 2));
    assert_eq!(initial(json!({"defender": {"bases": 5}})), (10, -11, -1));
}

/// §cav.initial.stationary
#[test]
fn initial_stationary() {
    assert_eq!(initial(json!({"defender": {"stationary": true}})), (10, -7, 0));
}

/// §cav.initial.threatened-flank
#[test]
fn initial_threatened_flank() {
    assert_eq!(
        initial(json!({"attacker": {"threatened_flanks": 1}, "defender": {"threatened_flanks": 2}})),
        (8, -6, 0)
    );
}

/// §cav.initial.flanked
#[test]
fn initial_flanked() {
    assert_eq!(initial(json!({"attacker": {"flanked": true}})), (-5, -10, 0));
    assert_eq!(initial(json!({"defender": {"flanked": true}})), (10, 5, 0));
}

/// §cav.initial.march-column only the defender's.
#[test]
fn initial_march_column() {
    let march = json!({"formation": "march_column"});
    assert_eq!(initial(json!({"attacker": march, "defender": march})), (10, -2, 0));
}

/// §cav.initial.medium
#[test]
fn initial_medium() {
    assert_eq!(
        initial(json!({"attacker": {"weight": "medium"}, "defender": {"weight": "medium"}})),
        (14, -14, 0)
    );
}

/// §cav.initial.heavy
#[test]
fn initial_heavy() {
    assert_eq!(
        initial(json!({"attacker": {"weight": "heavy"}, "defender": {"weight": "heavy"}})),
        (16, -16, 0)
    );
}

/// §chart.cavalry-vs-cavalry an A300, and a melee that continues with losses on both sides.
#[test]
fn initial_results() {
    let side = json!({"weight": "light", "value": 5, "bases": 4});
    let base = json!({"attacker": side, "defender": side});
    let strong = over(&base, &json!({"attacker": {"value": 9}}));
    common::check_outcome(
        "cavalry_attack",
        strong,
        &[7, 8],
        json!({
            "total": 23, "column": "21..29", "attacker": {"result": "A300", "advance_m": 300, "disorder_gain": 1, "loss_bases": 0},
            "defender": {"result": "R400", "retreat_m": 400, "disorder_gain": 7, "loss_test": true},
        }),
    );
    let line = over(&base, &json!({"attacker": {"formation": "line"}}));
    common::check_outcome(
        "cavalry_attack",
        line,
        &[5, 6],
        json!({
            "column": "10..12", "melee_continues": true, "attacker": {"result": "#", "loss_factor": 8},
            "defender": {"result": "#", "loss_factor": 16},
        }),
    );
}

/// Cavalry of equal strength in column, T4.
fn continued(changes: Value) -> (i64, i64, i64) {
    let side = json!({"value": 5, "training": 4, "bases": 4});
    columns("cavalry_melee_continued", &json!({"attacker": side, "defender": side}), changes)
}

/// §cav.cont.value
#[test]
fn continued_value() {
    assert_eq!(continued(json!({})), (18, -18, 0));
    assert_eq!(continued(json!({"attacker": {"value": 6}, "defender": {"value": 3}})), (20, -14, 0));
}

/// §cav.cont.training
#[test]
fn continued_training() {
    assert_eq!(continued(json!({"attacker": {"training": 6}, "defender": {"training": 1}})), (22, -12, 0));
}

/// §cav.cont.disorder
#[test]
fn continued_disorder() {
    assert_eq!(continued(json!({"attacker": {"disorder": 3}, "defender": {"disorder": 2}})), (12, -14, 0));
}

/// §cav.cont.superiority
#[test]
fn continued_superiority() {
    assert_eq!(continued(json!({"attacker": {"bases": 5}})), (19, -18, 1));
    assert_eq!(continued(json!({"defender": {"bases": 8}})), (18, -22, -4));
}

/// §cav.cont.line-5 three squadrons to one.
#[test]
fn continued_line_5() {
    assert_eq!(continued(json!({"attacker": {"formation": "line", "training": 5}})), (28, -18, 8));
}

/// §cav.cont.line-6-9 four squadrons to one; three to four between two lines.
#[test]
fn continued_line_6_9() {
    assert_eq!(continued(json!({"attacker": {"formation": "line", "training": 9}})).2, 12);
    let lines = json!({"attacker": {"formation": "line", "training": 5}, "defender": {"formation": "line", "training": 6}});
    assert_eq!(continued(lines).2, -1);
    assert_eq!(continued(json!({"attacker": {"formation": "line", "training": 4}})).2, 0);
}

/// §chart.cavalry-continued only the middle column continues.
#[test]
fn continued_results() {
    let side = json!({"value": 5, "training": 4, "bases": 4});
    let facts = json!({"attacker": side, "defender": side});
    let goes_on =
        |dice: [i64; 2]| outcome("cavalry_melee_continued", &facts, &dice)["melee_continues"] == json!(true);
    assert_eq!([[4, 5], [5, 5], [6, 6], [6, 7]].map(goes_on), [false, true, true, false]);
    let lost = outcome("cavalry_melee_continued", &facts, &[4, 5]);
    assert_eq!((&lost["attacker"]["result"], &lost["defender"]["result"]), (&json!("R400"), &json!("0")));
}

/// Light cavalry against infantry of equal strength, both in column, T4.
fn charge(changes: Value) -> (i64, i64, i64) {
    let equal = json!({
        "attacker": {"weight": "light", "value": 5, "bases": 4}, "defender": {"value": 5, "training": 4, "bases": 4},
    });
    columns("cavalry_charge", &equal, changes)
}

/// §charge.value one for A, two for F.
#[test]
fn charge_value() {
    assert_eq!(charge(json!({})), (5, -10, 0));
    assert_eq!(charge(json!({"attacker": {"value": 8}, "defender": {"value": 3}})), (8, -6, 0));
}

/// §charge.disorder two for A, four for F.
#[test]
fn charge_disorder() {
    assert_eq!(charge(json!({"attacker": {"disorder": 2}, "defender": {"disorder": 2}})), (1, -2, 0));
}

/// §charge.superiority
#[test]
fn charge_superiority() {
    assert_eq!(charge(json!({"attacker": {"bases": 6}})), (7, -10, 2));
    assert_eq!(charge(json!({"defender": {"bases": 5}})), (5, -11, -1));
}

/// §charge.cover three for each step.
#[test]
fn charge_cover() {
    assert_eq!(charge(json!({"defender": {"cover": 2}})), (5, -16, 0));
}

/// §charge.flanked
#[test]
fn charge_flanked() {
    assert_eq!(charge(json!({"defender": {"flanked": true}})), (5, 5, 0));
}

/// §charge.heavy only heavy cavalry.
#[test]
fn charge_heavy() {
    assert_eq!(charge(json!({"attacker": {"weight": "heavy"}})), (7, -10, 0));
    assert_eq!(charge(json!({"attacker": {"weight": "medium"}})), (5, -10, 0));
}

/// §charge.square only infantry.
#[test]
fn charge_square() {
    assert_eq!(charge(json!({"defender": {"formation": "square"}})), (5, -20, 0));
    assert_eq!(charge(json!({"defender": {"kind": "artillery", "formation": "square"}})), (5, -10, 0));
}

/// §charge.threatened-flank
#[test]
fn charge_threatened_flank() {
    assert_eq!(charge(json!({"defender": {"threatened_flanks": 2}})), (5, -4, 0));
    let loose =
        json!({"defender": {"kind": "skirmishers", "formation": "line", "cover": 1, "threatened_flanks": 2}});
    assert_eq!(charge(loose), (5, -7, 0));
}

/// §charge.threatened-flank-line line and guns, instead of the +3.
#[test]
fn charge_threatened_line() {
    let line = json!({"defender": {"formation": "line", "training": 5, "threatened_flanks": 2}});
    assert_eq!(charge(line), (5, 0, 0));
    assert_eq!(charge(json!({"defender": {"kind": "artillery", "threatened_flanks": 1}})), (5, -5, 0));
}

/// §charge.fully-covered infantry and guns, not skirmishers.
#[test]
fn charge_fully_covered() {
    let covered =
        |kind: &str| charge(json!({"defender": {"kind": kind, "fully_covered": true, "cover": 1}})).1;
    assert_eq!([covered("infantry"), covered("artillery"), covered("skirmishers")], [-15, -15, -13]);
}

/// §charge.anchored only infantry.
#[test]
fn charge_anchored() {
    let anchored = |kind: &str| charge(json!({"defender": {"kind": kind, "anchored": true, "cover": 1}})).1;
    assert_eq!([anchored("infantry"), anchored("artillery"), anchored("skirmishers")], [-17, -13, -13]);
}

/// §charge.march-column A -6, F +15, also for guns on the march.
#[test]
fn charge_march_column() {
    let march = |kind: &str| {
        charge(
            json!({"attacker": {"formation": "march_column"}, "defender": {"kind": kind, "formation": "march_column", "cover": 1}}),
        )
    };
    assert_eq!(march("infantry"), (-1, 2, 0));
    assert_eq!(march("artillery"), (-1, 2, 0));
    assert_eq!(march("skirmishers"), (-1, -13, 0));
}

/// §charge.artillery-support
#[test]
fn charge_artillery_support() {
    assert_eq!(charge(json!({"defender": {"artillery_support": true}})), (5, -11, 0));
}

/// §charge.neighbour
#[test]
fn charge_neighbours() {
    assert_eq!(charge(json!({"defender": {"neighbour_support": 2}})), (5, -14, 0));
}

/// §charge.line-2-4 half the strength of a poor line, also at T1 (R14).
#[test]
fn charge_poor_line() {
    let steps = |training: i64| charge(json!({"defender": {"formation": "line", "training": training}})).2;
    assert_eq!([steps(1), steps(2), steps(4), steps(5)], [4, 4, 4, 0]);
    assert_eq!(charge(json!({"defender": {"kind": "artillery", "formation": "line"}})).2, 0);
}

/// §charge.skirmishers-open a quarter of their strength in cover 0.
#[test]
fn charge_skirmishers_in_the_open() {
    assert_eq!(charge(json!({"defender": {"kind": "skirmishers"}})), (17, -10, 12));
    assert_eq!(charge(json!({"defender": {"kind": "skirmishers", "cover": 1}})).2, 0);
}

/// §chart.cavalry-vs-infantry at 2-6 the infantry forms square; in the middle it retreats.
#[test]
fn charge_results() {
    let equal = json!({
        "attacker": {"weight": "light", "value": 5, "bases": 4}, "defender": {"value": 5, "training": 4, "bases": 4},
    });
    common::check_outcome(
        "cavalry_charge",
        equal.clone(),
        &[5, 5],
        json!({
            "total": 5, "attacker": {"result": "R400", "disorder_gain": 3, "loss_factor": 8},
            "defender": {"result": "square", "forced_formation": "square", "disorder_gain": 1, "loss_factor": 0},
        }),
    );
    common::check_outcome(
        "cavalry_charge",
        equal,
        &[8, 8],
        json!({
            "total": 11, "attacker": {"result": "0"}, "defender": {"result": "R200", "disorder_gain": 6, "loss_test": true},
        }),
    );
}

/// §chart.cavalry-vs-artillery the guns continue to fight up to 20 and are eliminated from 21.
#[test]
fn charge_on_guns() {
    let guns = json!({
        "attacker": {"weight": "light", "value": 9, "bases": 4},
        "defender": {"kind": "artillery", "value": 1, "training": 4, "bases": 4, "cover": 1},
    });
    common::check_outcome(
        "cavalry_charge",
        guns.clone(),
        &[8, 8],
        json!({
            "total": 20, "melee_continues": true, "attacker": {"result": "#", "loss_multiplier": 1, "loss_factor": 8},
            "defender": {"result": "#", "disorder_gain": 5, "loss_test": true},
        }),
    );
    common::check_outcome(
        "cavalry_charge",
        guns,
        &[8, 9],
        json!({
            "total": 21, "attacker": {"result": "A200"}, "defender": {"result": "eliminated", "bases_after": 0}, "melee_continues": false,
        }),
    );
}
