//! Situations that an audit found wrong.

use krigsspil_gdc::battle::order::UnitOrder;
use krigsspil_gdc::battle::phases::Step;
use krigsspil_gdc::battle::units::Stance;
use krigsspil_gdc::vocabulary::ChargeOrders;

use crate::table::{Words, table};

/// §3.5 two full turns of recall, then it acts normally: one that has none behind it is free after turn 2, one that has one after turn 1.
#[test]
fn recall_lasts_two_full_turns() {
    let units = [
        "b1 cavalry column at 500,900 recall=0",
        "b2 cavalry column at 1500,900 recall=1",
        "r1 column at 1500,2800",
    ];
    let mut table = table(&units, &[]);
    table.turn();
    assert!(table.unit("b1").recall.is_some());
    assert_eq!(table.unit("b2").recall, None);
    table.turn();
    assert_eq!(table.unit("b1").recall, None);
}

/// §2.61.A a charge under Return orders halts half way where its player wants it, though the target holds; one that strikes before is not asked.
#[test]
fn a_return_charge_halts() {
    let mut table = table(
        &[
            "b1 cavalry column at 500,500",
            "r1 column at 500,1600",
            "b2 cavalry column at 1500,500",
            "r2 column at 1500,900",
        ],
        &[100, 1, 100, 1],
    );
    table.answers = vec![("halts", "halt"), ("reacts", "hold"), ("tries_square", "stand")];
    table.to(Step::Charges);
    table.order("b1", UnitOrder::charge("r1", ChargeOrders::Return));
    table.order("b2", UnitOrder::charge("r2", ChargeOrders::Return));
    table.until(Step::Movement);
    assert_eq!(table.asked.iter().filter(|what| *what == "halts").count(), 1);
    let at = table.at("b1")[1];
    assert!((1000.0..1300.0).contains(&at), "{at}");
    assert!(table.unit("b1").recall.is_some());
    assert_eq!(table.told("contact").len(), 1);
}

/// §4.11.B one general forms one square a turn: the second order is refused, and the first stands.
#[test]
fn one_square_a_general() {
    let mut words = Words::of(&["b1 column at 1400,500", "b2 column at 1600,500", "r1 column at 1500,775"]);
    words.more = "# b at [1500, 400]\n".into();
    let mut table = words.with_dice(&[]);
    table.to(Step::Formation);
    table.order("b1", UnitOrder::form(Stance::Square));
    assert_eq!(table.refused("b2", UnitOrder::form(Stance::Square)), "no_square");
    table.until(Step::Charges);
    assert_eq!((table.unit("b1").stance, table.unit("b2").stance), (Stance::Square, Stance::Column));
}

/// §9.1.B §9.2.A a column whose edge ends a millimetre or most of a yard short of the joint of two lines touches one of them only; a yard past it, both.
#[test]
fn fronts_that_do_not_meet_do_not_touch() {
    for (east, touched) in [(-0.9, 1), (-0.002, 1), (0.9, 2)] {
        let mut lines = table(&["b1 column at 1000,500", "r1 line at 1000,900", "r2 line at 2000,900"], &[]);
        lines.to(Step::Charges);
        let (front, line) = (lines.unit("b1").placed.body().front(), lines.unit("r1").placed.body().front());
        let joint = 1000.0 + line / 2.0;
        let units = [
            format!("b1 column at {},500", joint - front / 2.0 + east),
            "r1 line at 1000,900".to_string(),
            format!("r2 line at {},900", 1000.0 + line),
        ];
        let units: Vec<&str> = units.iter().map(|unit| &**unit).collect();
        let mut table = table(&units, &[50; 12]);
        table.to(Step::Charges);
        table.order("b1", UnitOrder::charge("r1", ChargeOrders::Return));
        table.until(Step::Movement);
        assert_eq!(table.told("contact").len(), touched, "{east}");
    }
}

/// §9.4.A R82 of two that charge each other with the same grade the one with more positive factors attacks, and nothing decides it by a throw: lances.
#[test]
fn positive_factors_pick_the_attacker() {
    for (lances, attacker) in [("b1", "b1"), ("r1", "r1")] {
        let of = |id: &str| if id == lances { " lancers=true" } else { "" };
        let units = [
            format!("b1 cavalry column at 1500,500{}", of("b1")),
            format!("r1 cavalry column at 1500,1200{}", of("r1")),
        ];
        let units: Vec<&str> = units.iter().map(|unit| &**unit).collect();
        let mut table = table(&units, &[50; 12]);
        table.answers = vec![("reacts", "counter_charge")];
        table.to(Step::Charges);
        table.order("b1", UnitOrder::charge("r1", ChargeOrders::Return));
        table.until(Step::Formation);
        assert_eq!(table.told("melee")[0].about["unit"], attacker);
    }
}

/// §5.22 R35 a charge that rides around a square and meets nobody, and one that a friend halts, are Unorganized.
#[test]
fn a_charge_without_a_melee_is_unorganized() {
    let units = ["b1 cavalry line at 1500,900 morale=A", "r1 square of 16 at 1500,1300"];
    let mut table = table(&units, &[95; 12]);
    table.answers = vec![("at_square", "flow_around")];
    table.to(Step::Charges);
    table.order("b1", UnitOrder::charge("r1", ChargeOrders::Pursue));
    table.until(Step::Movement);
    assert_eq!(table.told("charge_spent").len(), 1);
    assert_eq!(table.unit("b1").status(), krigsspil_gdc::vocabulary::Status::Unorganized);
}

/// §7.5 the target is the first enemy in the lane, however little of him stands in it; a millimetre outside he is not in it.
#[test]
fn the_first_in_the_lane() {
    for (inside, refused) in [(0.001, true), (10.0, true), (-0.001, false)] {
        let probe = table(&["b1 battery unlimbered at 1500,500", "r1 column at 1500,1400"], &[]);
        let edge = 1500.0 + probe.unit("b1").placed.body().front() / 2.0;
        let half = probe.unit("r1").placed.body().front() / 2.0;
        let near = format!("r2 column at {},900", edge + half - inside);
        let mut table =
            table(&["b1 battery unlimbered at 1500,500", "r1 column at 1500,1400", &near], &[100]);
        table.to(Step::InitialFire);
        let fired = table.try_order("b1", UnitOrder::fire("r1"));
        assert_eq!(fired.is_err(), refused, "{inside}");
    }
}

/// §2.61.B R76 a column that has beaten a square under Return orders is asked whether it goes back.
#[test]
fn asked_after_a_beaten_square() {
    let units = ["b1 cavalry column at 1500,500", "r1 square of 12 at 1500,1000"];
    for (choice, back) in [("stay", false), ("return", true)] {
        let mut table = table(&units, &[1, 50, 50, 50, 50]);
        table.answers = vec![("returns", choice)];
        table.to(Step::Charges);
        table.order("b1", UnitOrder::charge("r1", ChargeOrders::Return));
        table.until(Step::Formation);
        assert!(table.asked.iter().any(|what| what == "returns"), "{:?}", table.asked);
        assert_eq!(table.at("b1")[1] < 800.0, back);
    }
}

/// §8.5 two lines side by side that shook one column both follow their fire, straight ahead.
#[test]
fn both_follow_their_fire() {
    let line = table(&["b1 line at 1500,1000", "r1 column at 100,100"], &[]).unit("b1").placed.body().front();
    let units = [
        format!("b1 line at {},1000", 1500.0 - line / 2.0),
        format!("b2 line at {},1000", 1500.0 + line / 2.0),
        "r1 column of 24 at 1500,1130 morale=G".to_string(),
    ];
    let units: Vec<&str> = units.iter().map(|unit| &**unit).collect();
    let mut table = table(&units, &[81, 81, 1, 70, 90, 90]);
    table.answers = vec![("follows_fire", "advance")];
    table.to(Step::Volleys);
    table.order("b1", UnitOrder::fire("r1"));
    table.order("b2", UnitOrder::fire("r1"));
    table.until(Step::Formation);
    assert_eq!(table.told("follows_fire").len(), 2, "{:?}", table.asked);
    assert!((table.at("b1")[1] - 1050.0).abs() < 1.0 && (table.at("b2")[1] - 1050.0).abs() < 1.0);
}

/// R56 movers that bar each other come to an end: a battle that once went on for ever.
#[test]
fn nobody_waits_for_ever() {
    let units = [
        "b1 column at 1500,1000",
        "b2 column at 1500,960",
        "b3 column facing east at 1440,1100",
        "b4 column facing west at 1560,1100",
        "r1 column at 1500,1500",
    ];
    let mut table = table(&units, &[]);
    table.to(Step::Movement);
    for id in ["b1", "b2", "b3", "b4"] {
        table.order(id, UnitOrder::ahead(300.0));
    }
    table.turn();
    assert_eq!(table.battle().turn, 2);
}
