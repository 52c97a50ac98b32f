//! Enemies behind enemies, targets that change before they are reached, and who comes to a fight that others have begun. What must come out
//! was written down from sheet and rulings before it was played (19 November).

use krigsspil_tricolore::battle::order::UnitOrder;
use krigsspil_tricolore::battle::phases::Step;
use krigsspil_tricolore::vocabulary::BaseFormation;
use serde_json::json;

use crate::melees::{fight, fight_with, to_the_end};
use crate::table::{Table, Words, counted, near, outcome, side_of};

/// Attacks of blue in the next sequence, after a test for it that is passed.
fn next_sequence(table: &mut Table, attacks: &[(&str, &str)]) {
    table.go(|battle| battle.stand.pass() > 1);
    table.until_moves(Step::Declarations, "blue");
    for (unit, target) in attacks {
        table.order(unit, UnitOrder::attack(target));
    }
    table.go(|battle| !battle.phase().tactical() || battle.stand.pass() > 2);
}

/// Has a unit reorganised since the last melee?
fn tests_after_melee(table: &Table, id: &str) -> bool {
    let since = table.events.iter().rposition(|event| event.what == "melee").unwrap();
    table.events[since..].iter().any(|event| event.what == "reorganises" && event.about["unit"] == id)
}

/// §turn.D.1 §turn.D.2 nobody marches through an enemy to another behind him: r2 is seen on both sides of r1, and b1 straight before r1 cannot attack it; b2 beside them can, and
/// r1 it can attack as well (R70).
#[test]
fn an_enemy_screens_another() {
    let units = [
        "b1 column of 4 at 1000,1000",
        "b2 column of 4 at 1070,1000",
        "r1 line of 2 facing south at 1000,1100",
        "r2 line of 8 facing south at 1000,1160",
    ];
    let mut table = fight(&units, &[("b2", "r2")], &[]);
    assert_eq!(table.refused("b1", UnitOrder::attack("r2")), "out_of_reach");
    table.order("b1", UnitOrder::attack("r1"));
    to_the_end(&mut table);
    assert_eq!(table.told("meets").len(), 2);
}

/// §change.square a target that has become a square is narrower, and both its attackers still come to it: only distance stops an attack (R70); with the names exchanged and
/// the table turned over.
#[test]
fn a_square_between_two_attackers() {
    for [left, right] in [["b1", "b2"], ["b2", "b1"]] {
        for middle in [1000.0, 2000.0] {
            let one = format!("{left} cavalry column of 4 at {:?},1000", middle - 40.0);
            let other = format!("{right} cavalry column of 4 at {:?},1000", middle + 70.0);
            let foot = format!("r1 line of 4 facing south at {middle:?},1200 O=9 T=9");
            let answers = [("forms_square", "square")];
            let words = Words::of(&[&one, &other, &foot]);
            let mut table = fight_with(words, &[("b1", "r1"), ("b2", "r1")], &[1, 1, 1, 1], &answers);
            to_the_end(&mut table);
            assert_eq!(table.told("attack_fails").len(), 0, "{left} {middle}");
            assert_eq!(table.told("meets").len(), 2, "{left} {middle}");
            assert_eq!(table.told("melee").len(), 1);
            assert_eq!(table.unit("r1").formation, BaseFormation::Square);
        }
    }
}

/// §house.retreat who has room for exactly half of its retreat makes it, and lives; who has not, by a metre, is eliminated (R80, R83); two side by side.
#[test]
fn room_for_half_a_retreat() {
    let words = Words::of(&[
        "b1 column of 4 at 800,1000",
        "b2 column of 4 at 1300,1000",
        "r1 line of 4 facing south at 800,1100",
        "r2 line of 4 facing south at 1300,1100",
        "r3 line of 8 facing south at 2500,1300",
    ]);
    let words = words.area("water", [500.0, 1215.0, 1050.0, 1400.0], json!({}));
    let words = words.area("water", [1050.0, 1214.0, 1600.0, 1400.0], json!({}));
    let mut table =
        fight_with(words, &[("b1", "r1"), ("b2", "r2")], &[10, 10, 10, 10, 1, 1, 1, 1, 1, 1, 1, 1], &[]);
    to_the_end(&mut table);
    assert!(table.unit("r1").here() && !table.unit("r2").here());
    let back = table.told("goes_back");
    assert_eq!(back[0].about["metres"], 100);
}

fn town(units: &[&str]) -> Words {
    let mill = json!({"name": "Mill", "cover": 2, "tricolore": "enclosed_2"});
    Words::of(units).area("built_up", [900.0, 1150.0, 1100.0, 1350.0], mill)
}

/// §town.cover §town.doubled who comes from outside to those who fight inside assaults the zone anew: its cover counts, and nothing is doubled, for friends are in it (R76). When
/// nobody comes, it does not count.
#[test]
fn a_second_assault_on_a_town() {
    for comes in [true, false] {
        let units = [
            "b1 column of 4 at 1000,1050",
            "b2 line of 4 at 1060,980",
            "r1 column of 4 facing south at 1000,1250 zone=Mill",
        ];
        // 19 less 4 of cover is 15: 2U and 3U; both pass their tests. Another sequence.
        let dice = [10, 9, 1, 1, 1, 1, 5, 6];
        let mut table = fight_with(town(&units), &[("b1", "r1")], &dice, &[]);
        let second: &[(&str, &str)] = if comes { &[("b2", "r1")] } else { &[] };
        next_sequence(&mut table, second);
        let melee = &table.told("melee")[1];
        assert_eq!(counted(melee, "defender_cover"), comes, "{}", outcome(melee));
        assert_ne!(outcome(melee)["attacker_loss_doubled"], true);
        // Only the newcomer has assaulted, and reorganises nothing (R105, R106).
        assert_eq!(["b1", "b2", "r1"].map(|id| tests_after_melee(&table, id)), [true, false, true]);
    }
}

/// §town.fail §tacadmin.reorg.still who is thrown out of a town has gone 200 back, and has not stood still: it reorganises one test, not three (R66); his neighbour, who has stood, three.
#[test]
fn thrown_out_of_a_town() {
    let units = [
        "b1 column of 4 at 1000,1050",
        "b2 column of 4 at 1300,850 disorder=3",
        "r1 column of 4 facing south at 1000,1250 zone=Mill",
    ];
    // Both stay in the first round; in the second, inside and 5 dice low, b1 fails.
    let dice = [10, 9, 1, 1, 1, 1, 1, 1, 1, 5, 5, 10, 10, 1, 1, 1];
    let mut table = fight_with(town(&units), &[("b1", "r1")], &dice, &[]);
    next_sequence(&mut table, &[]);
    let gone = table.told("goes_back").iter().any(|event| event.about["unit"] == "b1");
    assert!(gone && table.unit("b1").here(), "{:?}", table.told("town_test").len());
    let own: Vec<_> =
        table.told("reorganises").into_iter().filter(|event| event.about["unit"] == "b1").collect();
    let last = own.last().unwrap();
    assert_eq!(outcome(last)["test"], "T1/U", "{}", outcome(last));
}

/// §turn.D.4 §tacadmin.reorg.none who breaks through to a melee that others have begun has his first round there, and does not reorganise after it; they do (R105).
#[test]
fn a_breakthrough_into_a_melee_that_goes_on() {
    let units = [
        "b1 column of 4 at 955,1000",
        "b2 column of 4 at 1050,1000",
        "r1 line of 4 facing south at 980,1100",
        "r2 line of 4 facing south at 1080,1100",
    ];
    // b2, nearer the middle, wins; b1 and r1 fight on. The loss test; another sequence.
    let dice = [8, 8, 5, 6, 1, 1, 1, 1, 1, 5, 6];
    let mut table = fight(&units, &[("b1", "r1"), ("b2", "r2")], &dice);
    to_the_end(&mut table);
    let meets = table.told("meets");
    assert_eq!(
        (meets.len(), &meets[2].about["unit"], &meets[2].about["other"]),
        (3, &json!("b2"), &json!("r1"))
    );
    table.go(|battle| !battle.phase().tactical() || battle.stand.pass() > 2);
    let melee = table.told("melee").last().unwrap().clone();
    assert_eq!(outcome(&melee)["table"], "infantry_continued");
    assert_eq!(["b1", "b2", "r1"].map(|id| tests_after_melee(&table, id)), [true, false, true]);
    assert!(near(table.at("b1")[0], 955.0));
}

/// §house.town-zone out of a town a unit goes straight at an enemy whose front lies along its edge, wherever the table's middle is: not at one of his ends (R90).
#[test]
fn out_of_a_town_straight_at_him() {
    for east in [0.0, 1000.0] {
        let b1 = format!("b1 column of 4 at {:?},1250 zone=Mill", 1000.0 + east);
        let b2 = format!("b2 column of 2 at {:?},1250 zone=Mill", 1000.0 + east);
        let r1 = format!("r1 line of 4 facing south at {:?},1430", 1000.0 + east);
        let words = Words::of(&[&b1, &b2, &r1]);
        let mill = json!({"name": "Mill", "cover": 2, "tricolore": "enclosed_2"});
        let words = words.area("built_up", [900.0 + east, 1150.0, 1100.0 + east, 1350.0], mill);
        let mut table = fight_with(words, &[("b1", "r1")], &[5, 6, 10], &[]);
        to_the_end(&mut table);
        let [x, y] = table.at("b1");
        assert!(near(x, 1000.0 + east) && near(y, 1430.0), "{x} {y}");
        assert_eq!(table.told("melee").len(), 1);
    }
}

/// §turn.D.1 skirmishers, guns and trains screen those behind them like anybody else, three side by side (R70).
#[test]
fn whoever_stands_before_screens() {
    let units = [
        "b1 column of 4 at 500,1000",
        "b2 column of 4 at 1300,1000",
        "b3 column of 4 at 2100,1000",
        "r1 battery unlimbered of 1 facing south at 500,1100",
        "r2 line of 8 facing south at 500,1160",
        "r3 train march_column of 1 facing south at 1300,1100",
        "r4 line of 8 facing south at 1300,1170",
        "r5 skirmish of 2 facing south at 2100,1100",
        "r6 line of 8 facing south at 2100,1160",
    ];
    let mut table = fight(&units, &[("b1", "r1"), ("b2", "r3"), ("b3", "r5")], &[5, 6, 5, 6]);
    for (unit, screened) in [("b1", "r2"), ("b2", "r4"), ("b3", "r6")] {
        let mut fresh = fight(&units, &[], &[]);
        assert_eq!(fresh.refused(unit, UnitOrder::attack(screened)), "out_of_reach", "{unit}");
    }
    to_the_end(&mut table);
    assert_eq!(table.told("takes_train").len(), 1);
}

/// §house.visibility from a town whose edge lies along an enemy's front one looks out at the middle of it: a body before either of its ends hides nothing (R79), on either wing and wherever the middle of the table is.
#[test]
fn a_look_out_of_a_town() {
    let mill = json!({"name": "Mill", "cover": 2, "tricolore": "enclosed_2"});
    for wing in [-100.0, 100.0] {
        for east in [0.0, 1000.0] {
            let at = |x: f64| x + east;
            let b1 = format!("b1 column of 4 at {:?},1250 zone=Mill", at(1000.0));
            let r1 = format!("r1 line of 8 facing south at {:?},1800", at(1000.0));
            let r2 = format!("r2 line of 4 facing south at {:?},1390", at(1000.0 + wing));
            let words = Words::of(&[&b1, &r1, &r2]);
            let table =
                words.area("built_up", [at(900.0), 1150.0, at(1100.0), 1350.0], mill.clone()).with_dice(&[]);
            let view = table.game.view(&side_of("b1"));
            let seen: Vec<&str> = view.enemies.iter().map(|enemy| &*enemy.id).collect();
            assert_eq!(seen, ["r1", "r2"], "{wing} {east}");
        }
    }
}
