//! One who joins others: horse that is attacked by two, foot that comes to a melee which has begun.

use krigsspil_tricolore::battle::order::UnitOrder;
use krigsspil_tricolore::battle::phases::Step;

use crate::melees::{fight, fight_with, to_the_end};
use crate::table::{Words, counted, near, outcome};

/// §cav.initial.stationary horse attacked by two regiments that counter-charges one of them does not stand still for the other either (R68, R104); if it stands, it stands for both.
/// Whichever of the two declares first.
#[test]
fn counter_charge_against_two() {
    for (answer, total) in [("counter_charge", 10), ("stand", 13)] {
        for attacks in [[("b1", "r1"), ("b2", "r1")], [("b2", "r1"), ("b1", "r1")]] {
            let units = [
                "b1 cavalry column of 4 at 1450,1000",
                "b2 cavalry column of 4 at 1552,1000",
                "r1 cavalry column of 8 facing south at 1500,1300",
            ];
            let answers = [("counter_charges", answer)];
            let mut table = fight_with(Words::of(&units), &attacks, &[5, 5], &answers);
            to_the_end(&mut table);
            let melees = table.told("melee");
            assert_eq!(melees.len(), 1);
            assert_eq!(melees[0].about["attackers"].as_array().map(Vec::len), Some(2), "{}", melees[0].about);
            assert_eq!(counted(&melees[0], "defender_stationary"), answer == "stand", "{attacks:?}");
            assert_eq!(outcome(&melees[0])["total"], total, "{attacks:?}");
            // It has ridden half of the gap before either has come to it (R104).
            let met = if answer == "stand" { 1300.0 } else { 1150.0 };
            assert!(near(table.at("r1")[1], met), "{answer} {attacks:?}: {:?}", table.at("r1"));
        }
    }
}

/// §tacadmin.reorg.none §inf.cont.value a fresh unit that joins a continued melee fights on its table, and reorganises nothing in that sequence; those who fought before, and one who
/// stands beside them, do (R105, R66).
#[test]
fn joining_is_after_initial() {
    let units = [
        "b1 column of 4 at 1475,1000",
        "b2 column of 4 at 1530,1000 disorder=2",
        "b3 column of 4 at 1300,1000 disorder=2",
        "r1 line of 4 facing south at 1500,1150 M=9",
    ];
    // 11: both go on with 1U. Then b3 and b2 reorganise (one die each, they are within 200), and another sequence follows.
    let mut table = fight(&units, &[("b1", "r1")], &[5, 6, 10, 10, 1]);
    table.go(|battle| battle.stand.pass() > 1).until_moves(Step::Declarations, "blue");
    table.order("b2", UnitOrder::attack("r1"));
    table.go(|battle| !battle.phase().tactical() || battle.stand.pass() > 2);
    let melees = table.told("melee");
    assert_eq!(melees.len(), 2);
    assert_eq!(outcome(&melees[1])["table"], "infantry_continued");
    assert_eq!(melees[1].about["attackers"], serde_json::json!(["b1", "b2"]));
    let mut reorganised: Vec<String> = table
        .told("reorganises")
        .iter()
        .map(|event| event.about["unit"].as_str().unwrap().to_owned())
        .collect();
    reorganised.sort();
    let joined = reorganised.iter().filter(|unit| *unit == "b2").count();
    assert_eq!(joined, 1, "b2 only in the first sequence: {reorganised:?}");
    assert_eq!(reorganised.iter().filter(|unit| *unit == "b3").count(), 2, "{reorganised:?}");
}
