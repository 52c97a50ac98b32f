//! Where retreats and breakthroughs end, to the metre.

use serde_json::json;

use crate::melees::{fight, fight_with, to_the_end};
use crate::table::Words;

fn about(one: f64, other: f64) -> bool {
    (one - other).abs() < 0.05
}

/// §turn.D.4 a breakthrough ends 50 short of the beaten, who went on until clear of a friend (R87, R96).
#[test]
fn fifty_short_of_the_beaten() {
    let units = [
        "b1 column of 5 at 1000,1000",
        "r1 column of 5 facing south at 1000,1150",
        "r2 column of 5 facing south at 1000,1340",
    ];
    let mut table =
        fight(&units, &[("b1", "r1")], &[10, 10, 1, 1, 1, 1, 1, 5, 5, 10, 10, 10, 10, 10, 10, 10]);
    to_the_end(&mut table);
    assert!(about(table.at("b1")[1], 1335.0), "{:?}", table.at("b1"));
}

/// §house.retreat who goes on beyond a friend stands clear of him, to the hair: his edge at the friend's edge and not in him; the breakthrough ends 50
/// short of that. Two go back onto one friend side by side (R80, R87, R96).
#[test]
fn clear_of_a_friend_to_the_hair() {
    let units = [
        "b1 column of 5 at 970,1000",
        "b2 column of 5 at 1022,1000",
        "b3 line of 5 at 996,940",
        "r1 column of 5 facing south at 970,1150",
        "r2 column of 5 facing south at 1022,1150",
    ];
    let dice = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10, 10, 10, 10];
    let mut table = fight(&units, &[("b1", "r1"), ("b2", "r2")], &dice);
    to_the_end(&mut table);
    for (unit, y) in [("b1", 880.0), ("b2", 880.0), ("r1", 975.0), ("r2", 975.0)] {
        assert!((table.at(unit)[1] - y).abs() < 0.005, "{unit}: {:?}", table.at(unit));
    }
}

/// §house.retreat a retreat uses every metre before the water: 95 are not half of 200, 101 are.
#[test]
fn every_metre_before_the_water() {
    let units = [
        "b1 column of 5 at 700,1000",
        "b2 column of 5 at 1300,1000",
        "r1 column of 5 facing south at 700,1150",
        "r2 column of 5 facing south at 1300,1150",
    ];
    let words = Words::of(&units).area("water", [500.0, 1290.0, 900.0, 1500.0], json!({})).area(
        "water",
        [1100.0, 1296.0, 1500.0, 1500.0],
        json!({}),
    );
    let dice = [10, 10, 10, 10, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 10, 10, 10, 10, 10, 10];
    let mut table = fight_with(words, &[("b1", "r1"), ("b2", "r2")], &dice, &[]);
    to_the_end(&mut table);
    assert!(!table.unit("r1").here() && table.unit("r2").here());
    assert!(about(table.at("r2")[1], 1296.0), "{:?}", table.at("r2"));
}
