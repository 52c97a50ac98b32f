//! Distances to the figure, and to the rounded metre.

use krigsspil_tricolore::battle::order::UnitOrder;
use serde_json::json;

use crate::melees::{fight, fight_with, to_the_end};
use crate::table::Words;

const ATTACK: fn(&str) -> UnitOrder = UnitOrder::attack;

/// §turn.D.1 §move.infantry an attack reaches what is within the move, the figure included and rounded to whole metres (R70, R80, R101): 200, 200.4 and not 200.6; four stand side by side, shifted by millimetres.
#[test]
fn foot_at_the_full_move() {
    let units = [
        "b1 column of 4 at 800,1000",
        "b2 column of 4 at 852,1000.003",
        "b3 column of 4 at 1200,1000",
        "b4 column of 4 at 1252,1000",
        "r1 column of 4 facing south at 800,1200",
        "r2 column of 4 facing south at 852,1200",
        "r3 column of 4 facing south at 1200,1200.4",
        "r4 column of 4 facing south at 1252,1200.6",
    ];
    let mut table = fight(&units, &[("b1", "r1"), ("b2", "r2"), ("b3", "r3")], &[5, 6, 5, 6, 5, 6]);
    assert_eq!(table.refused("b4", ATTACK("r4")), "out_of_reach");
    to_the_end(&mut table);
    assert_eq!((table.told("meets").len(), table.told("attack_fails").len()), (3, 0));
}

/// §move.cavalry the same of cavalry at 400.
#[test]
fn horse_at_the_full_move() {
    let units = [
        "b1 cavalry column of 4 at 1000,1000",
        "b2 cavalry column of 4 at 1200,1000",
        "r1 column of 4 facing south at 1000,1400",
        "r2 column of 4 facing south at 1200,1401",
    ];
    let mut table = fight(&units, &[("b1", "r1")], &[5, 6]);
    assert_eq!(table.refused("b2", ATTACK("r2")), "out_of_reach");
    to_the_end(&mut table);
    assert_eq!(table.told("meets").len(), 1);
}

/// §terrain.stream a stream costs 50 of the reach: 150 beyond it can be attacked, 151 not.
#[test]
fn over_a_stream() {
    let units = [
        "b1 column of 4 at 700,1000",
        "b2 column of 4 at 1300,1000",
        "r1 column of 4 facing south at 700,1150",
        "r2 column of 4 facing south at 1300,1151",
    ];
    let words = Words::of(&units).with(
        "stream",
        "LineString",
        json!([[0.0, 1080.0], [3000.0, 1080.0]]),
        json!({"tricolore": "stream"}),
    );
    let mut table = fight_with(words, &[("b1", "r1")], &[5, 6], &[]);
    assert_eq!(table.refused("b2", ATTACK("r2")), "out_of_reach");
    to_the_end(&mut table);
    assert_eq!(table.told("meets").len(), 1);
}

/// §house.out-of-command §house.radius the radius of an officer includes its figure, in whole metres: 300.4 is within 300, 300.6 is not.
#[test]
fn within_the_radius() {
    let units = [
        "b1 column of 4 at 1325.4,1000",
        "b2 column of 4 at 674.4,1000",
        "r1 column of 4 facing south at 1325.4,1150",
        "r2 column of 4 facing south at 674.4,1150",
    ];
    let mut words = Words::of(&units);
    words.officers[0] = "radius = 300".into();
    words.more = "# b at [1000.0, 980.0]\n".into();
    let mut table = fight_with(words, &[("b1", "r1")], &[5, 6], &[]);
    assert_eq!(table.refused("b2", ATTACK("r2")), "out_of_command");
}
