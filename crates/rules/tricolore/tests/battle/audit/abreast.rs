//! Three and more shoulder to shoulder, at the same moment or a few millimetres apart. What must come out was written down from sheet and rulings before it was played.

use krigsspil_tricolore::battle::order::UnitOrder;
use krigsspil_tricolore::battle::phases::Step;
use serde_json::json;

use crate::melees::{fight, fight_with, to_the_end};
use crate::table::{Table, Words, counted, outcome};

fn town(units: &[&str]) -> Words {
    let mill = json!({"name": "Mill", "cover": 2, "tricolore": "enclosed_2"});
    Words::of(units).area("built_up", [900.0, 1150.0, 1100.0, 1350.0], mill)
}

/// Half bases a unit has lost.
fn lost(table: &Table, id: &str) -> i32 {
    table.unit(id).lost().in_halves()
}

/// §house.town-zone §town.fail an assault after which attacker and garrison both fail the test, and leave: nobody is in the zone, so it stays with whom it was; a garrison that
/// stays holds it, and an attacker who passes alone takes it (R76).
#[test]
fn nobody_is_left_in_the_town() {
    // 15 less 4 of cover is 11: 2U each, so N2/1. Then the loss tests of those who failed.
    for (tests, holder) in [([10, 10, 10, 10], "red"), ([10, 10, 1, 1], "red"), ([1, 1, 10, 10], "blue")] {
        let units = [
            "b1 column of 4 at 1000,1090",
            "r1 column of 4 facing south at 1000,1250 zone=Mill",
            "r2 column of 4 facing south at 1000,1900",
        ];
        let dice = [&[10, 5][..], &tests, &[1; 12], &[10]].concat();
        let mut table = fight_with(town(&units), &[("b1", "r1")], &dice, &[]);
        to_the_end(&mut table);
        let battle = table.battle();
        let held = battle.zones[0].held.map(|side| battle.fixed.sides[side].id.to_string());
        assert_eq!(held.as_deref(), Some(holder), "tests {tests:?}");
    }
}

/// §house.victory §turn.D.4 two win together: what the beaten lost by its test counts as prisoners when either of them breaks through, once when both do, and not when both stay
/// (R82).
#[test]
fn prisoners_of_two_winners() {
    for (b1, b2, prisoners) in
        [("stay", "through", 2), ("through", "stay", 2), ("through", "through", 2), ("stay", "stay", 0)]
    {
        let units = [
            "b1 column of 4 at 1470,1000 N=9",
            "b2 column of 4 at 1530,1000 N=9",
            "r1 line of 6 facing south at 1500,1100 M=5",
        ];
        // 8 for the value, 1 for 8 bases against 6, and 8: 17. Six dice of the loss test, two of which fail; who stays passes T.
        let dice = [4, 4, 1, 2, 3, 4, 6, 7, 1, 1, 1, 1, 10];
        let answers = [("breaks_through b1", b1), ("breaks_through b2", b2)];
        let mut table = fight_with(Words::of(&units), &[("b1", "r1"), ("b2", "r1")], &dice, &answers);
        to_the_end(&mut table);
        assert_eq!(outcome(&table.told("melee")[0])["column"], "16..20");
        let taken = table.battle().side.values().next().unwrap().prisoners.in_halves();
        assert_eq!(taken, prisoners, "b1 {b1}, b2 {b2}");
    }
}

/// §turn.D.4 §house.multi-unit a breakthrough that comes upon two fresh units shoulder to shoulder at the same moment fights both; one that stands a metre farther back is not
/// touched.
#[test]
fn two_fresh_enemies_are_touched() {
    for (east, both) in [(1230.0, true), (1231.5, false)] {
        let right = format!("ry2 column of 4 facing south at 1525,{east}");
        let units = [
            "b1 column of 6 at 1500,1000 N=9",
            "rx1 column of 2 facing south at 1500,1100 N=1",
            "ry1 column of 4 facing south at 1475,1230",
            &*right,
        ];
        let mut table = fight(&units, &[("b1", "rx1")], &[10, 10, 1, 1, 1, 1, 1, 1, 9]);
        to_the_end(&mut table);
        let battle = table.battle();
        assert_eq!(battle.melees.len(), 1, "{:?}", table.at("b1"));
        let holds = |id: &str| battle.melees[0].holds(battle.unit(id).unwrap());
        assert_eq!([holds("b1"), holds("ry1"), holds("ry2")], [true, true, both], "ry2 at {east}");
    }
}

/// §declare.retreat.skirmishers §house.retreat skirmishers whom two attack from either hand slip away between them, whoever declared first.
#[test]
fn between_two_attackers() {
    let units = [
        "b1 column of 4 at 900,1000",
        "b2 column of 4 at 1100,1000",
        "r1 skirmish of 2 facing south at 1000,1150",
        "r2 column of 4 facing south at 1000,2000",
    ];
    for attacks in [[("b1", "r1"), ("b2", "r1")], [("b2", "r1"), ("b1", "r1")]] {
        let mut table = fight_with(Words::of(&units), &attacks, &[], &[("evades", "retreat")]);
        table.until_moves(Step::Movement, "red");
        let [x, y] = table.at("r1");
        assert!((x - 1000.0).abs() < 0.05 && y > 1330.0, "{attacks:?}: {x} {y}");
    }
}

/// §house.flank §inf.initial.threatened-flank an enemy outside the melee who faces a flank threatens it, also while he is struck from behind himself: only those in this melee do
/// not count (R68).
#[test]
fn a_threat_from_another_melee() {
    for behind in [false, true] {
        let mut units = vec![
            "b1 column of 5 at 1000,1000",
            "r1 column of 5 facing south at 1000,1150",
            "r2 column of 5 facing west at 1120,1120",
        ];
        let mut attacks = vec![("b1", "r1")];
        if behind {
            units.push("b2 column of 5 facing west at 1250,1120");
            attacks.push(("b2", "r2"));
        }
        let mut table = fight(&units, &attacks, &[6, 7, 6, 7, 10]);
        to_the_end(&mut table);
        let melees = table.told("melee");
        let of_b1 = melees.iter().find(|melee| melee.about["attackers"] == json!(["b1"])).unwrap();
        assert!(counted(of_b1, "attacker_threatened_flank"), "struck from behind: {behind}");
    }
}

/// §house.multi-unit §chart.loss three columns shoulder to shoulder against one line: their bases are summed, everybody takes the U, and the loss goes round by halves, the lead
/// first; also with the middle one some millimetres behind.
#[test]
fn three_against_one() {
    for back in [0.0, 0.004] {
        let middle = format!("b2 column of 4 at 1500,{}", 1000.0 - back);
        let units = [
            "b1 column of 4 at 1450,1000",
            &*middle,
            "b3 column of 4 at 1550,1000",
            "r1 line of 8 facing south at 1500,1100",
        ];
        let mut table =
            fight(&units, &[("b1", "r1"), ("b2", "r1"), ("b3", "r1")], &[5, 4, 1, 1, 1, 1, 1, 1, 10]);
        to_the_end(&mut table);
        let melees = table.told("melee");
        assert_eq!(melees.len(), 1);
        // 12 against 8: two steps. 9 and 2 are 11. The line's 2 times 8 times 2 are 32: two bases; the columns' 2 times 12 are 24: one and a half.
        assert_eq!(
            (&outcome(&melees[0])["superiority_steps"], &outcome(&melees[0])["total"]),
            (&json!(2), &json!(11))
        );
        let mut halves = ["b1", "b2", "b3"].map(|id| lost(&table, id));
        halves.sort();
        assert_eq!((halves, lost(&table, "r1")), ([1, 1, 2], 3), "the middle {back} behind");
        assert_eq!(["b1", "b2", "b3", "r1"].map(|id| table.unit(id).disorder), [1; 4]);
    }
}

/// §bombard.test §chart.bombard-factor two batteries side by side at one target: each throws with its own calibre and range, and the sum is read once (R35, R91); at 600 the nearer
/// factor counts, at 601 the farther.
#[test]
fn two_calibres_at_one_target() {
    // Two hits of 6 and two of 8 are 28, or of 5: 22. Six bases in column are seven.
    for (y, halves) in [(1000.0, 6), (999.0, 5)] {
        let heavy = format!("b2 battery unlimbered of 2 at 1050,{y} calibre=12pd");
        let units = [
            "b1 battery unlimbered of 2 at 950,1000 calibre=6pd",
            &*heavy,
            "r1 column of 6 facing south at 1000,1600",
        ];
        let mut table = Words::of(&units).with_dice(&[1, 1, 1, 1]);
        table.until_moves(Step::Bombardment, "blue");
        table.order("b1", UnitOrder::fire("r1"));
        table.order("b2", UnitOrder::fire("r1"));
        table.until(Step::Deployment);
        assert_eq!(table.told("bombards").len(), 1, "one sum");
        assert_eq!(lost(&table, "r1"), halves, "the heavy battery at {y}");
        assert_eq!([table.unit("b1").disorder, table.unit("b2").disorder], [1, 1]);
    }
}

/// §bombard.test §turn.F batteries that fire at each other fire at the same moment: each with the U it had, and both suffer.
#[test]
fn batteries_at_each_other() {
    let units = [
        "b1 battery unlimbered of 2 at 1000,1000 calibre=6pd",
        "r1 battery unlimbered of 2 facing south at 1000,1500 calibre=6pd",
    ];
    let mut table = Words::of(&units).with_dice(&[1, 1, 1, 1]);
    table.until_moves(Step::Bombardment, "blue");
    table.order("b1", UnitOrder::fire("r1"));
    table.order("r1", UnitOrder::fire("b1"));
    table.until(Step::Deployment);
    // Two hits of 6 are 12: half a base and 2U; and 1U for the fire.
    for id in ["b1", "r1"] {
        assert_eq!((lost(&table, id), table.unit(id).disorder), (1, 3), "{id}");
    }
}

/// §inf.initial.neighbour of three lines shoulder to shoulder the middle one has two neighbours while they fight nobody, and none when all three are attacked at once (R68).
#[test]
fn neighbours_who_fight_support_nobody() {
    let units = [
        "b1 column of 4 at 1000,1000",
        "b2 column of 4 at 1100,1000",
        "b3 column of 4 at 1200,1000",
        "r1 line of 4 facing south at 1000,1150",
        "r2 line of 4 facing south at 1100,1150",
        "r3 line of 4 facing south at 1200,1150",
    ];
    let all = [("b1", "r1"), ("b2", "r2"), ("b3", "r3")];
    for (attacks, totals) in [(&all[1..2], vec![7]), (&all[..], vec![11, 11, 11])] {
        let mut table = fight(&units, attacks, &[5, 6, 5, 6, 5, 6, 10, 10, 10]);
        to_the_end(&mut table);
        let told: Vec<i64> =
            table.told("melee").iter().map(|melee| outcome(melee)["total"].as_i64().unwrap()).collect();
        assert_eq!(told, totals);
    }
}

/// §inf.initial.artillery-support guns behind the one attacked support it up to 600 from the attacker, in whole metres, and not beyond.
#[test]
fn guns_at_the_edge_of_their_support() {
    for (y, total) in [(1750.0, 10), (1750.4, 10), (1750.6, 11)] {
        let guns = format!("r2 battery unlimbered of 2 facing south at 1000,{y}");
        let units = ["b1 column of 4 at 1000,1000", "r1 column of 4 facing south at 1000,1150", &*guns];
        let mut table = fight(&units, &[("b1", "r1")], &[5, 6, 10]);
        to_the_end(&mut table);
        assert_eq!(outcome(&table.told("melee")[0])["total"], total, "guns at {y}");
    }
}
