//! Guns: limbering, manhandling, retreat, bombardment.

use crate::common;

use crate::common::{Value, comes_out, fault, json, outcome, refused};
use krigsspil_engine::{Code, RuleSet};

/// §deploy.limber two successes of two, unless it limbers to retreat.
#[test]
fn limbering() {
    comes_out!("artillery_limber" {"orders": 5} [5, 6] => {"test": "O2/2", "successes": 1, "limbered": false});
    comes_out!("artillery_limber" {"orders": 5} [5, 5] => {"limbered": true});
    comes_out!("artillery_limber" {"orders": 1, "retreating": true} [] => {"test": "none", "limbered": true});
}

/// §deploy.limbered-exposure strictly nearer than 1000, 600 and 400, and only the worst band counts.
#[test]
fn limbered_near_the_enemy() {
    for (distance, test, count) in [
        (399, "O5/U", 5),
        (400, "O3/U", 3),
        (599, "O3/U", 3),
        (600, "O1/U", 1),
        (999, "O1/U", 1),
        (1000, "none", 0),
    ] {
        let facts = json!({"orders": 5, "enemy_distance_m": distance, "disorder": 6});
        let exposed = outcome("artillery_limbered_exposure", &facts, &[6, 6, 6, 6, 6][..count]);
        assert_eq!((&exposed["test"], &exposed["disorder_gain"]), (&json!(test), &json!(count)));
        assert_eq!(exposed["disorder_after"], json!((6 + count).min(8)));
    }
}

/// §move.manhandle O1/1, and both dice are thrown whatever the first shows.
#[test]
fn manhandling() {
    comes_out!("artillery_manhandle" {"calibre": "6pd", "orders": 5, "training": 5, "disorder": 1} [6, 9] =>
        {"allowed": false, "max_turn_deg": 0, "max_move_m": 0, "disorder_gain": 0, "disorder_after": 1});
}

/// §move.manhandle.light
#[test]
fn manhandling_light_guns() {
    for calibre in ["3pd", "4pd", "6pd", "8pd", "9pd"] {
        comes_out!("artillery_manhandle" {"calibre": calibre, "orders": 5, "training": 5} [5, 5] =>
            {"allowed": true, "max_turn_deg": 60, "max_move_m": 50, "disorder_gain": 0});
    }
}

/// §move.manhandle.heavy the 10-pounder counts with the 12 (R37).
#[test]
fn manhandling_heavy_guns() {
    for calibre in ["10pd", "12pd"] {
        comes_out!("artillery_manhandle" {"calibre": calibre, "orders": 5, "training": 5} [5, 5] =>
            {"max_turn_deg": 30, "max_move_m": 25});
    }
}

/// §move.disorder.artillery the second die against T.
#[test]
fn manhandling_disorders() {
    comes_out!("artillery_manhandle" {"calibre": "6pd", "orders": 5, "training": 5, "disorder": 8} [5, 6] =>
        {"disorder_gain": 1, "disorder_after": 8});
}

/// §move.artillery-retreat 500 to 1000, two dice of O counted in U.
#[test]
fn artillery_retreat() {
    comes_out!("artillery_retreat" {"orders": 5, "distance_m": 500} [6, 6] => {"distance_m": 500, "disorder_gain": 2});
    comes_out!("artillery_retreat" {"orders": 5, "distance_m": 1000, "disorder": 3} [6, 5] => {"disorder_after": 4});
    for distance in [499, 1001] {
        let facts = json!({"orders": 5, "distance_m": distance});
        assert_eq!(fault("artillery_retreat", facts, &[1, 1]), ("distance_m".into(), Code::OutOfRange));
    }
}

/// §bombard.tactical O1/1 and 1U in either case; the fire that follows uses the U from before.
#[test]
fn tactical_fire() {
    comes_out!("tactical_fire" {"orders": 5, "disorder": 2} [5] =>
        {"may_fire": true, "fire_disorder": 2, "disorder_after": 3});
    comes_out!("tactical_fire" {"orders": 5, "disorder": 8} [6] =>
        {"may_fire": false, "fire_disorder": 8, "disorder_after": 8});
}

/// One battery of 12-pounders, near, that hits with every base, so that the factor is 8 for each.
fn battery(bases: usize, changes: Value) -> Value {
    let base = json!({
        "batteries": [{"calibre": "12pd", "bases": bases, "distance_m": 100}], "target_bases": 8,
    });
    outcome("bombardment", &common::over(&base, &changes), &vec![1; bases])
}

/// §bombard.test a die for each base, and the factor times the successes.
#[test]
fn a_die_a_base() {
    comes_out!("bombardment" {"batteries": [{"calibre": "6pd", "bases": 3, "distance_m": 0}], "target_bases": 4}
        [6, 7, 1] => {"batteries": [{"test_value": 6, "hits": 2, "factor_per_hit": 6, "factor": 12}], "factor": 12,
        "column": "11-16", "row": "1-4", "table_loss": 1});
}

/// §bombard.disorder the battery's U is subtracted from the 6, for each battery its own.
#[test]
fn disorder_spoils_the_aim() {
    comes_out!("bombardment" {"batteries": [
            {"calibre": "6pd", "bases": 1, "disorder": 3, "distance_m": 0},
            {"calibre": "6pd", "bases": 1, "disorder": 8, "distance_m": 0},
        ], "target_bases": 4} [4, 1] => {"batteries": [{"test_value": 3, "hits": 0}, {"test_value": -2, "hits": 0}],
        "factor": 0, "column": null, "row": "1-4", "loss_bases": 0});
}

/// §chart.bombard-factor by calibre; 600 is near, 601 far.
#[test]
fn factors() {
    let factor = |calibre: &str, distance: i64| {
        let facts = json!({
            "batteries": [{"calibre": calibre, "bases": 1, "distance_m": distance}], "target_bases": 4,
        });
        outcome("bombardment", &facts, &[1])["factor"].as_i64().unwrap()
    };
    for (calibre, near, far) in [
        ("3pd", 5, 2),
        ("4pd", 5, 2),
        ("6pd", 6, 3),
        ("8pd", 7, 4),
        ("9pd", 7, 4),
        ("10pd", 7, 4),
        ("12pd", 8, 5),
    ] {
        assert_eq!([factor(calibre, 600), factor(calibre, 601), factor(calibre, 1000)], [near, far, far]);
    }
    let beyond =
        json!({"batteries": [{"calibre": "6pd", "bases": 1, "distance_m": 1001}], "target_bases": 4});
    assert_eq!(fault("bombardment", beyond, &[1]), ("batteries[0].distance_m".into(), Code::OutOfRange));
}

/// §bombard.firer 1U for each battery, none if it was taken in a sequence.
#[test]
fn firing_disorders() {
    assert_eq!(battery(1, json!({}))["batteries"][0]["disorder_after"], 1);
    assert_eq!(battery(1, json!({"tactical": true}))["batteries"][0]["disorder_after"], 0);
}

/// §chart.bombardment half bases are rounded up for the row, and no more is lost than there is.
#[test]
fn losses() {
    let hit = battery(7, json!({"target_bases": 8.5}));
    assert_eq!((&hit["row"], &hit["column"], &hit["table_loss"]), (&json!("9-10"), &json!("55+"), &json!(9)));
    assert_eq!((&hit["loss_bases"], &hit["bases_after"]), (&json!(8.5), &json!(0)));
}

/// §bombard.column one base more, also for a march column, not for towns and guns.
#[test]
fn column_target() {
    for formation in ["column", "march_column"] {
        let hit = battery(1, json!({"target_formation": formation}));
        assert_eq!((&hit["effective_bases"], &hit["row"]), (&json!(9), &json!("9-10")));
    }
    assert_eq!(battery(1, json!({"target_formation": "skirmish"}))["effective_bases"], 8);
    for target in ["town_zone", "artillery"] {
        let hit = battery(1, json!({"target": target, "target_formation": "column"}));
        assert_eq!((&hit["effective_bases"], &hit["row"]), (&Value::Null, &Value::Null));
    }
}

/// §bombard.square-flank two bases more, and only the largest counts.
#[test]
fn square_or_flank_target() {
    assert_eq!(battery(1, json!({"target_formation": "square"}))["effective_bases"], 10);
    assert_eq!(battery(1, json!({"flank": true}))["effective_bases"], 10);
    assert_eq!(battery(1, json!({"flank": true, "target_formation": "column"}))["effective_bases"], 10);
    assert_eq!(battery(1, json!({"flank": true, "target_formation": "square"}))["effective_bases"], 10);
}

/// §bombard.town the zone's own row: nothing below 17, then asterisks; an empty zone loses only cover.
#[test]
fn town_target() {
    let hit = |bases| {
        let hit = battery(bases, json!({"target": "town_zone", "target_bases": 4}));
        (hit["loss_bases"].as_f64().unwrap(), hit["cover_tests"].as_i64().unwrap())
    };
    assert_eq!([hit(2), hit(3), hit(5), hit(6), hit(7)], [(0.0, 0), (0.5, 0), (2.0, 1), (2.0, 2), (3.0, 2)]);
    let empty = battery(7, json!({"target": "town_zone", "target_bases": 0}));
    assert_eq!((&empty["loss_bases"], &empty["cover_tests"]), (&json!(0), &json!(2)));
    refused!("bombardment" {"batteries": [{"calibre": "6pd", "bases": 1, "distance_m": 0}], "target_bases": 0}
        => "target_bases");
}

/// §bombard.artillery loss and U, whatever the number of bases.
#[test]
fn artillery_target() {
    for bases in [1, 20] {
        let hit = battery(2, json!({"target": "artillery", "target_bases": bases}));
        assert_eq!((&hit["table_loss"], &hit["disorder_gain"]), (&json!(0.5), &json!(2)));
    }
    let hit = battery(1, json!({"target": "artillery"}));
    assert_eq!(
        (&hit["column"], &hit["table_loss"], &hit["disorder_gain"]),
        (&json!("6-10"), &json!(0), &json!(2))
    );
}

/// §bombard.cover-loss a die for each asterisk, all against the cover before, never below 0.
#[test]
fn cover_is_shot_away() {
    comes_out!("town_cover_test" {"asterisks": 2, "cover": 4} [5, 4] => {"steps_lost": 1, "cover_after": 3});
    comes_out!("town_cover_test" {"asterisks": 2, "cover": 1} [2, 2] => {"steps_lost": 1, "cover_after": 0});
    comes_out!("town_cover_test" {"asterisks": 1, "cover": 0} [1] => {"steps_lost": 0, "cover_after": 0});
}

/// The exact odds of a large battery have only a few outcomes, which add up to one.
#[test]
fn odds_of_a_large_battery() {
    let rules: &dyn RuleSet = &*common::RULES;
    let place = rules.find("bombardment").unwrap();
    let facts = r#"{"batteries": [{"calibre": "12pd", "bases": 12, "distance_m": 0}], "target_bases": 8}"#;
    let every = rules.every(place, facts).unwrap();
    assert_eq!(every.len(), 13);
    let sum: f64 = every.iter().map(|(_, chance)| chance.as_f64()).sum();
    assert!((sum - 1.0).abs() < 1e-12);
}
