//! Declarations, and the melees of infantry and skirmishers.

use crate::common;

use crate::common::{Value, columns, comes_out, json, outcome, over, refused};

/// §declare.test units with 4-5U and irregulars with 0-3U test N1/1; others attack freely.
#[test]
fn declarations_are_tested() {
    comes_out!("attack_declaration" {"disorder": 3, "value": 1} [] => {"test": "none", "may_attack": true});
    for disorder in [4, 5] {
        comes_out!("attack_declaration" {"disorder": disorder, "value": 5} [5] => {"test": "N1/1", "may_attack": true});
        comes_out!("attack_declaration" {"disorder": disorder, "value": 5} [6] => {"may_attack": false});
    }
    for disorder in [0, 3] {
        comes_out!("attack_declaration" {"disorder": disorder, "irregular": true, "value": 5} [6] =>
            {"test": "N1/1", "may_attack": false});
    }
}

/// §declare.skirmishers they test S, and only where others would test.
#[test]
fn skirmishers_test_s() {
    comes_out!("attack_declaration" {"disorder": 4, "skirmishers": true, "value": 5} [5] =>
        {"test": "S1/1", "may_attack": true});
    comes_out!("attack_declaration" {"skirmishers": true, "value": 5} [] => {"test": "none", "may_attack": true});
    comes_out!("attack_declaration" {"disorder": 6, "skirmishers": true, "value": 5} [] => {"test": "forbidden"});
}

/// §declare.forbidden
#[test]
fn too_disordered_to_attack() {
    for disorder in [6, 7, 8] {
        comes_out!("attack_declaration" {"disorder": disorder, "value": 9} [] =>
            {"test": "forbidden", "may_attack": false});
    }
}

/// §declare.irregular
#[test]
fn disordered_irregulars_never_attack() {
    for disorder in [4, 5, 6, 8] {
        comes_out!("attack_declaration" {"disorder": disorder, "irregular": true, "value": 9} [] =>
            {"test": "forbidden", "may_attack": false});
    }
}

/// §declare.retreat.skirmishers 4U, 200 back, and only if there is room for it.
#[test]
fn skirmishers_slip_away() {
    comes_out!("retreat_before_combat" {"arm": "skirmishers", "disorder": 4} [] =>
        {"allowed": true, "disorder_cost": 4, "disorder_after": 8, "retreat_m": 200});
    comes_out!("retreat_before_combat" {"arm": "skirmishers", "disorder": 5} [] =>
        {"allowed": false, "disorder_after": 5, "retreat_m": 0});
}

/// §declare.retreat.artillery 6U, 500 back.
#[test]
fn guns_slip_away() {
    comes_out!("retreat_before_combat" {"arm": "artillery", "disorder": 2} [] =>
        {"allowed": true, "disorder_cost": 6, "disorder_after": 8, "retreat_m": 500});
    comes_out!("retreat_before_combat" {"arm": "artillery", "disorder": 3} [] => {"allowed": false, "disorder_after": 3});
}

/// Equal sides in column: A +10, F -10.
fn initial(changes: Value) -> (i64, i64, i64) {
    let equal = json!({"attacker": {"value": 5, "bases": 4}, "defender": {"value": 5, "bases": 4}});
    columns("infantry_attack", &equal, changes)
}

/// §inf.initial.value twice each point.
#[test]
fn initial_value() {
    assert_eq!(initial(json!({})), (10, -10, 0));
    assert_eq!(initial(json!({"attacker": {"value": 7}, "defender": {"value": 1}})), (14, -2, 0));
}

/// §inf.initial.disorder
#[test]
fn initial_disorder() {
    assert_eq!(initial(json!({"attacker": {"disorder": 3}, "defender": {"disorder": 2}})), (4, -6, 0));
}

/// §inf.initial.superiority whole 25 per cent steps over the smaller side, computed exactly with half bases.
#[test]
fn initial_superiority() {
    assert_eq!(initial(json!({"attacker": {"bases": 5}})), (11, -10, 1));
    assert_eq!(initial(json!({"attacker": {"bases": 4.5}})), (10, -10, 0));
    assert_eq!(initial(json!({"attacker": {"bases": 8}})), (14, -10, 4));
    assert_eq!(initial(json!({"defender": {"bases": 7.5}})), (10, -13, -3));
    assert_eq!(initial(json!({"attacker": {"bases": 40}, "defender": {"bases": 0.5}})), (326, -10, 316));
}

/// §inf.initial.cover once for any cover; the attacker's cover does not count.
#[test]
fn initial_cover() {
    assert_eq!(initial(json!({"defender": {"cover": 1}})), (10, -11, 0));
    assert_eq!(initial(json!({"attacker": {"cover": 3}, "defender": {"cover": 7}})), (10, -11, 0));
}

/// §inf.initial.skirmishers-open only in cover 0, and only against formed infantry.
#[test]
fn initial_skirmishers_in_the_open() {
    let kinds = |a: &str, f: &str| json!({"attacker": {"kind": a}, "defender": {"kind": f}});
    assert_eq!(initial(kinds("skirmishers", "infantry")), (4, -10, 0));
    assert_eq!(initial(kinds("infantry", "skirmishers")), (10, -4, 0));
    assert_eq!(initial(kinds("skirmishers", "skirmishers")), (10, -10, 0));
    assert_eq!(initial(kinds("skirmishers", "artillery")), (10, -10, 0));
    let covered = over(&kinds("skirmishers", "infantry"), &json!({"attacker": {"cover": 1}}));
    assert_eq!(initial(covered), (10, -10, 0));
    let covered = over(&kinds("infantry", "skirmishers"), &json!({"defender": {"cover": 1}}));
    assert_eq!(initial(covered), (10, -11, 0));
}

/// §inf.initial.artillery-support
#[test]
fn initial_artillery_support() {
    assert_eq!(initial(json!({"defender": {"artillery_support": true}})), (10, -11, 0));
}

/// §inf.initial.threatened-flank each flank counts against its owner.
#[test]
fn initial_threatened_flank() {
    assert_eq!(
        initial(json!({"attacker": {"threatened_flanks": 2}, "defender": {"threatened_flanks": 1}})),
        (6, -8, 0)
    );
}

/// §inf.initial.threatened-flank-artillery instead of the +2.
#[test]
fn initial_threatened_battery() {
    assert_eq!(initial(json!({"defender": {"kind": "artillery", "threatened_flanks": 2}})), (10, 2, 0));
}

/// §inf.initial.flanked
#[test]
fn initial_flanked() {
    assert_eq!(initial(json!({"attacker": {"flanked": true}, "defender": {"flanked": true}})), (-5, 5, 0));
}

/// §inf.initial.march-column the defender only, also guns on the march, skirmishers never.
#[test]
fn initial_march_column() {
    let march = |kind: &str| {
        initial(
            json!({"attacker": {"formation": "march_column"}, "defender": {"kind": kind, "formation": "march_column", "cover": 1}}),
        )
    };
    assert_eq!(march("infantry"), (10, -3, 0));
    assert_eq!(march("artillery"), (10, -3, 0));
    assert_eq!(march("skirmishers"), (10, -11, 0));
}

/// §inf.initial.square either side, only formed infantry.
#[test]
fn initial_square() {
    assert_eq!(
        initial(json!({"attacker": {"formation": "square"}, "defender": {"formation": "square"}})),
        (6, -6, 0)
    );
    assert_eq!(initial(json!({"defender": {"kind": "artillery", "formation": "square"}})), (10, -10, 0));
    let loose = json!({"attacker": {"kind": "skirmishers", "formation": "square", "cover": 1}});
    assert_eq!(initial(loose), (10, -10, 0));
}

/// §inf.initial.neighbour
#[test]
fn initial_neighbours() {
    assert_eq!(initial(json!({"defender": {"neighbour_support": 2}})), (10, -14, 0));
}

/// §general.legend §chart.infantry-vs-infantry each kind of cell is reported in full.
#[test]
fn initial_results() {
    let facts =
        json!({"attacker": {"value": 5, "bases": 4}, "defender": {"value": 5, "bases": 4, "disorder": 7}});
    common::check_outcome(
        "infantry_attack",
        facts,
        &[1, 1],
        json!({
            "total": 16, "column": "16..20", "melee_continues": false,
            "attacker": {"result": "A200", "advance_m": 200, "retreat_m": 0, "disorder_gain": 2, "loss_multiplier": 2,
                "loss_factor": 8, "loss_bases": 0.5, "bases_after": 3.5, "loss_test": false},
            "defender": {"result": "R200", "advance_m": 0, "retreat_m": 200, "disorder_gain": 6, "disorder_after": 8,
                "loss_multiplier": null, "loss_factor": 0, "loss_bases": 0, "loss_test": true, "eliminated": false},
        }),
    );
    let equal = json!({"attacker": {"value": 5, "bases": 4}, "defender": {"value": 5, "bases": 4}});
    common::check_outcome(
        "infantry_attack",
        equal,
        &[3, 4],
        json!({
            "column": "7..9", "melee_continues": true, "attacker": {"result": "#", "forced_formation": null},
            "defender": {"result": "line", "forced_formation": "line", "disorder_gain": 1},
        }),
    );
}

/// §chart.infantry-vs-artillery the battery is eliminated with all its bases at 21 and more, and continues below.
#[test]
fn battery_is_taken() {
    let facts = json!({"attacker": {"value": 9, "bases": 4}, "defender": {"kind": "artillery", "value": 4, "bases": 2.5}});
    common::check_outcome(
        "infantry_attack",
        facts.clone(),
        &[5, 4],
        json!({
            "table": "infantry_vs_artillery", "column": "21..29", "melee_continues": false,
            "defender": {"result": "eliminated", "loss_bases": 2.5, "bases_after": 0, "eliminated": true, "loss_test": false,
                "loss_multiplier": null, "disorder_gain": 0},
        }),
    );
    common::check_outcome(
        "infantry_attack",
        facts,
        &[2, 6],
        json!({
            "total": 20, "melee_continues": true, "attacker": {"result": "#"}, "defender": {"result": "#", "disorder_gain": 4},
        }),
    );
}

/// §general.loss-double line and artillery double the enemy's losses.
#[test]
fn losses_are_doubled_by_line_and_guns() {
    let factors = |changes: Value| {
        let equal = json!({"attacker": {"value": 5, "bases": 4}, "defender": {"value": 5, "bases": 3.5}});
        let fought = outcome("infantry_attack", &over(&equal, &changes), &[5, 5]);
        [&fought["attacker"]["loss_factor"], &fought["defender"]["loss_factor"]]
            .map(|factor| factor.as_i64().unwrap())
    };
    assert_eq!(factors(json!({})), [8, 8]);
    assert_eq!(factors(json!({"attacker": {"formation": "line"}})), [8, 16]);
    assert_eq!(factors(json!({"defender": {"formation": "line"}})), [16, 8]);
    assert_eq!(factors(json!({"defender": {"kind": "artillery"}})), [16, 0]);
}

/// §general.loss-skirmishers neither a line nor guns double the loss if either side is skirmishers.
#[test]
fn skirmishers_are_never_doubled() {
    let fought = |changes: Value| {
        let equal = json!({"attacker": {"value": 5, "bases": 4, "cover": 1}, "defender": {"value": 5, "bases": 4, "cover": 1}});
        let fought = outcome("infantry_attack", &over(&equal, &changes), &[6, 6]);
        [&fought["attacker"]["loss_factor"], &fought["defender"]["loss_factor"]]
            .map(|factor| factor.as_i64().unwrap())
    };
    assert_eq!(
        fought(json!({"attacker": {"formation": "line"}, "defender": {"kind": "skirmishers"}})),
        [8, 8]
    );
    assert_eq!(
        fought(json!({"attacker": {"kind": "skirmishers"}, "defender": {"kind": "artillery"}})),
        [8, 0]
    );
}

/// Equal sides in column, T4.
fn continued(changes: Value) -> (i64, i64, i64) {
    let side = json!({"value": 5, "training": 4, "bases": 4});
    columns("infantry_melee_continued", &json!({"attacker": side, "defender": side}), changes)
}

/// §inf.cont.value
#[test]
fn continued_value() {
    assert_eq!(continued(json!({})), (5, -5, 0));
    assert_eq!(continued(json!({"attacker": {"value": 9}, "defender": {"value": 1}})), (9, -1, 0));
}

/// §inf.cont.cover each step of either side.
#[test]
fn continued_cover() {
    assert_eq!(continued(json!({"attacker": {"cover": 3}, "defender": {"cover": 4}})), (8, -9, 0));
}

/// §inf.cont.threatened-flank counts against the side whose flank it is (R24).
#[test]
fn continued_threatened_flank() {
    assert_eq!(
        continued(json!({"attacker": {"threatened_flanks": 1}, "defender": {"threatened_flanks": 2}})),
        (3, -1, 0)
    );
}

/// §inf.cont.disorder
#[test]
fn continued_disorder() {
    assert_eq!(continued(json!({"attacker": {"disorder": 1}, "defender": {"disorder": 2}})), (3, -1, 0));
}

/// §inf.cont.superiority
#[test]
fn continued_superiority() {
    assert_eq!(continued(json!({"attacker": {"bases": 6}})), (7, -5, 2));
    assert_eq!(continued(json!({"defender": {"bases": 6}})), (5, -7, -2));
}

/// §inf.cont.artillery-support
#[test]
fn continued_artillery_support() {
    let support = json!({"artillery_support": true});
    assert_eq!(continued(json!({"attacker": support, "defender": support})), (6, -6, 0));
}

/// §inf.cont.line-5 one and a half times as many.
#[test]
fn continued_line_5() {
    assert_eq!(continued(json!({"attacker": {"formation": "line", "training": 5}})), (7, -5, 2));
    assert_eq!(continued(json!({"attacker": {"formation": "column", "training": 5}})).2, 0);
    assert_eq!(continued(json!({"attacker": {"formation": "line", "training": 4}})).2, 0);
}

/// §inf.cont.line-6-9 twice as many.
#[test]
fn continued_line_6_9() {
    for training in [6, 9] {
        assert_eq!(continued(json!({"defender": {"formation": "line", "training": training}})), (5, -9, -4));
    }
}

/// §inf.cont.square half as many.
#[test]
fn continued_square() {
    assert_eq!(continued(json!({"defender": {"formation": "square"}})), (9, -5, 4));
}

/// §inf.cont.skirmishers one and a half times as many, and their formation does not count.
#[test]
fn continued_skirmishers() {
    let loose = json!({"attacker": {"kind": "skirmishers", "formation": "line", "training": 9}});
    assert_eq!(continued(loose), (7, -5, 2));
}

/// §chart.infantry-continued no movement is printed; the melee continues until a side is used up.
#[test]
fn continued_results() {
    let side = json!({"value": 5, "training": 4, "bases": 4});
    common::check_outcome(
        "infantry_melee_continued",
        json!({"attacker": side, "defender": side}),
        &[1, 1],
        json!({
            "table": "infantry_continued", "column": "2..6", "retreats": "none", "melee_continues": true,
            "attacker": {"result": "none", "disorder_gain": 2, "loss_factor": 8}, "defender": {"result": "none", "disorder_gain": 1},
        }),
    );
}

fn broken_off(changes: Value, dice: [i64; 2]) -> (String, String, String, bool) {
    let side = json!({"value": 5, "training": 4, "bases": 4});
    let facts = over(&json!({"attacker": side, "defender": side}), &changes);
    let fought = outcome("infantry_melee_continued", &facts, &dice);
    let text = |value: &Value| value.as_str().unwrap().to_string();
    let results = (text(&fought["attacker"]["result"]), text(&fought["defender"]["result"]));
    (text(&fought["retreats"]), results.0, results.1, fought["melee_continues"].as_bool().unwrap())
}

/// §inf.cont.break six U or one base; the side with more U goes, then the one with fewer bases, then A (R73).
#[test]
fn continued_melee_breaks_off() {
    let told = |retreats: &str, a: &str, f: &str, on: bool| (retreats.into(), a.into(), f.into(), on);
    let disordered = json!({"disorder": 6, "value": 5});
    assert_eq!(
        broken_off(json!({"attacker": {"disorder": 6}}), [10, 10]),
        told("attacker", "R200", "none", false)
    );
    assert_eq!(
        broken_off(json!({"attacker": {"disorder": 5}}), [10, 10]),
        told("none", "none", "none", true)
    );
    assert_eq!(
        broken_off(json!({"defender": {"bases": 1.5}}), [5, 6]),
        told("defender", "none", "R200", false)
    );
    let both = json!({"attacker": disordered, "defender": disordered});
    assert_eq!(broken_off(both, [5, 6]), told("attacker", "R200", "none", false));
    let fewer = json!({"attacker": {"disorder": 6, "value": 5}, "defender": {"disorder": 6, "value": 5, "bases": 3.5}});
    assert_eq!(broken_off(fewer, [5, 6]), told("defender", "none", "R200", false));
    let more = json!({"attacker": {"disorder": 6, "bases": 2}, "defender": {"disorder": 7}});
    assert_eq!(broken_off(more, [6, 6]), told("defender", "none", "R200", false));
}

/// §inf.cont.break if a side has lost its last base nobody retreats and the melee is over.
#[test]
fn continued_melee_ends_with_the_last_base() {
    let gone = json!({"attacker": {"bases": 40, "disorder": 6}, "defender": {"bases": 0.5}});
    assert_eq!(broken_off(gone, [5, 6]), ("none".into(), "none".into(), "none".into(), false));
}

/// §inf.initial.skirmish-option only with skirmishers on one side.
#[test]
fn opening_on_the_continued_table() {
    let side = json!({"value": 5, "training": 4, "bases": 4});
    refused!("infantry_melee_continued" {"opening_round": true, "attacker": side, "defender": side} => "opening_round");
    let loose = over(&side, &json!({"kind": "skirmishers"}));
    comes_out!("infantry_melee_continued" {"opening_round": true, "attacker": loose, "defender": side} [5, 6] =>
        {"table": "infantry_continued"});
    comes_out!("infantry_melee_continued" {"opening_round": true, "attacker": side, "defender": loose} [5, 6] =>
        {"table": "infantry_continued"});
}

/// Infantry in column, T4, against cavalry of the same strength.
fn against_cavalry(changes: Value) -> (i64, i64, i64) {
    let equal =
        json!({"attacker": {"value": 5, "training": 4, "bases": 4}, "defender": {"value": 5, "bases": 4}});
    columns("infantry_attack_cavalry", &equal, changes)
}

/// §inf-cav.value
#[test]
fn against_cavalry_value() {
    assert_eq!(against_cavalry(json!({})), (10, -10, 0));
    assert_eq!(against_cavalry(json!({"attacker": {"value": 6}, "defender": {"value": 3}})), (12, -6, 0));
}

/// §inf-cav.disorder
#[test]
fn against_cavalry_disorder() {
    assert_eq!(
        against_cavalry(json!({"attacker": {"disorder": 2}, "defender": {"disorder": 3}})),
        (6, -4, 0)
    );
}

/// §inf-cav.flanked
#[test]
fn against_cavalry_flanked() {
    assert_eq!(against_cavalry(json!({"defender": {"flanked": true}})), (10, 0, 0));
}

/// §inf-cav.superiority
#[test]
fn against_cavalry_superiority() {
    assert_eq!(against_cavalry(json!({"attacker": {"bases": 6}})), (12, -10, 2));
    assert_eq!(against_cavalry(json!({"defender": {"bases": 5}})), (10, -11, -1));
}

/// §inf-cav.line-5 only infantry.
#[test]
fn against_cavalry_line_5() {
    assert_eq!(against_cavalry(json!({"attacker": {"formation": "line", "training": 5}})).2, 2);
    assert_eq!(against_cavalry(json!({"attacker": {"formation": "line", "training": 4}})).2, 0);
    assert_eq!(
        against_cavalry(json!({"attacker": {"kind": "skirmishers", "formation": "line", "training": 5}})).2,
        0
    );
}

/// §inf-cav.line-6-9
#[test]
fn against_cavalry_line_6_9() {
    assert_eq!(against_cavalry(json!({"attacker": {"formation": "line", "training": 6}})).2, 4);
    assert_eq!(against_cavalry(json!({"attacker": {"formation": "square", "training": 9}})).2, 0);
}

/// §chart.infantry-vs-cavalry the cavalry rides back, or rides through, and a line doubles its loss.
#[test]
fn against_cavalry_results() {
    let facts = json!({"attacker": {"value": 5, "training": 4, "bases": 4, "formation": "line"}, "defender": {"value": 5, "bases": 4}});
    common::check_outcome(
        "infantry_attack_cavalry",
        facts.clone(),
        &[7, 7],
        json!({
            "column": "13..15", "attacker": {"result": "0", "loss_factor": 0},
            "defender": {"result": "R400", "retreat_m": 400, "disorder_gain": 3, "loss_factor": 8},
        }),
    );
    let weak = over(&facts, &json!({"attacker": {"value": 1}, "defender": {"value": 9}}));
    common::check_outcome(
        "infantry_attack_cavalry",
        weak,
        &[1, 1],
        json!({
            "total": -14, "column": "<=-8", "attacker": {"result": "R200", "loss_test": true},
            "defender": {"result": "A400", "advance_m": 400}, "melee_continues": false,
        }),
    );
}
