//! Chapter 4, and chits (§2.7).

use krigsspil_gdc::battle::order::UnitOrder;
use krigsspil_gdc::battle::phases::Step;
use krigsspil_gdc::battle::units::Stance;
use krigsspil_gdc::procedures::chits::ChitCode;
use krigsspil_gdc::procedures::formation::ChargeRate;
use krigsspil_gdc::vocabulary::ChargeOrders;

use crate::table::{Words, near, table};

fn change(formation: Stance, degrees: f64) -> UnitOrder {
    UnitOrder::Change { formation: Some(formation), degrees }
}

/// §4.0 §seq.facing.2 §4.1.A §4.1.B §4.1.C turned 45 degrees infantry moves and charges, turned 90 it moves only, turned about it does neither.
#[test]
fn facing_leaves_less() {
    let mut table = table(
        &["b1 column at 500,500", "b2 column at 900,500", "b3 column at 1300,500", "r1 column at 1500,2500"],
        &[],
    );
    for (id, degrees) in [("b1", 45.0), ("b2", 90.0), ("b3", 180.0)] {
        table.order(id, UnitOrder::face(degrees));
    }
    table.to(Step::Movement);
    let left = |id: &str| (table.unit(id).turn.may_move, table.unit(id).turn.may_charge);
    assert_eq!([left("b1"), left("b2"), left("b3")], [(true, true), (true, false), (false, false)]);
    assert_eq!(table.refused("b3", UnitOrder::ahead(100.0)), "no_move_left");
    table.order("b2", UnitOrder::ahead(100.0));
}

/// §4.1.D §4.1.E a change of formation leaves everything, with a turn nothing. The line stands about the middle of the column's front.
#[test]
fn formation_and_facing() {
    let mut table = table(&["b1 column at 500,500", "b2 column at 1200,500", "r1 column at 1500,2500"], &[]);
    table.order("b1", change(Stance::Line, 0.0));
    table.order("b2", change(Stance::Line, 30.0));
    table.to(Step::Movement);
    assert_eq!(table.unit("b1").placed.body().front(), 225.0);
    assert!(near(table.at("b1")[0], 500.0) && near(table.at("b1")[1], 500.0));
    assert!(table.unit("b1").turn.may_move && !table.unit("b2").turn.may_move);
    assert_eq!(table.refused("b2", UnitOrder::ahead(100.0)), "no_move_left");
}

/// §4.1.G no change with an enemy within 300 yards, not at 301; cavalry is not bound by it (R64).
#[test]
fn no_change_near_the_enemy() {
    let units = [
        "b1 column at 500,500",
        "r1 column at 500,800",
        "b2 column at 1500,500",
        "r2 column at 1500,801",
        "b3 cavalry column at 2200,500",
        "r3 column at 2200,700",
    ];
    let mut table = table(&units, &[]);
    assert_eq!(table.refused("b1", change(Stance::Line, 0.0)), "enemy_within_300");
    table.order("b2", change(Stance::Line, 0.0));
    table.order("b3", change(Stance::Line, 0.0));
}

/// §4.11.B a general within his radius lets one unit a turn form square, near the enemy too; §4.11 nobody else does.
#[test]
fn a_general_forms_one_square() {
    let mut words = Words::of(&[
        "b1 column at 1400,400",
        "b2 column at 1600,400",
        "b3 column at 2500,1500",
        "r1 column at 1500,650",
    ]);
    words.more = "# b at [1500, 300]\n".into();
    let mut table = words.with_dice(&[]);
    assert_eq!(table.refused("b3", change(Stance::Square, 0.0)), "no_square");
    table.order("b1", change(Stance::Square, 0.0));
    assert_eq!(table.refused("b2", change(Stance::Square, 0.0)), "no_square");
    table.to(Step::Movement);
    let squares = ["b1", "b2"].iter().filter(|id| table.unit(id).stance == Stance::Square).count();
    assert_eq!(squares, 1, "one general, one square");
}

/// §4.2.A §4.2.B §4.2.C cavalry that changes facing charges at full rate, formation at the impaired rate; after both it does not wheel.
#[test]
fn cavalry_changes() {
    let units = [
        "b1 cavalry column at 500,500",
        "b2 cavalry column at 1100,500",
        "b3 cavalry column at 2000,500",
        "r1 column at 1500,2500",
    ];
    let mut table = table(&units, &[]);
    table.order("b1", UnitOrder::face(90.0));
    table.order("b2", change(Stance::Line, 0.0));
    table.order("b3", change(Stance::Line, 45.0));
    table.to(Step::Movement);
    let rate = |id: &str| table.unit(id).turn.charge_rate;
    assert_eq!(
        [rate("b1"), rate("b2"), rate("b3")],
        [ChargeRate::Full, ChargeRate::Impaired, ChargeRate::Impaired]
    );
    let wheel = krigsspil_gdc::battle::order::Step::Wheel { degrees: 20.0 };
    assert_eq!(table.refused("b3", UnitOrder::steps(vec![wheel])), "no_wheel");
    table.order("b3", UnitOrder::ahead(800.0));
    table.order("b1", UnitOrder::ahead(800.0));
    table.until(Step::Formation);
    assert!(near(table.at("b1")[0], 1200.0), "the trot is 600: {:?}", table.at("b1"));
    let [x, y] = table.at("b3");
    assert!(near(((x - 2000.0).powi(2) + (y - 500.0).powi(2)).sqrt(), 500.0) || (x - 2000.0).abs() < 520.0);
}

/// §4.4 §10.6.E only skirmish capable units in good morale go into skirmish, and then do not charge; they reform in line facing the enemy.
#[test]
fn into_skirmish_and_back() {
    let units = ["b1 column at 700,500 skirmishers=true", "b2 column at 1900,500", "r1 column at 700,2000"];
    let mut table = table(&units, &[]);
    assert_eq!(table.refused("b2", change(Stance::Skirmish, 0.0)), "not_capable");
    table.order("b1", change(Stance::Skirmish, 0.0));
    table.to(Step::Movement);
    assert_eq!(table.unit("b1").placed.body().front(), 450.0, "three quarters of an inch a casting");
    assert!(!table.unit("b1").turn.may_charge && table.unit("b1").turn.may_move);
    table.until(Step::Formation);
    table.order("b1", change(Stance::Line, 0.0));
    table.to(Step::Movement);
    assert_eq!(table.unit("b1").stance, Stance::Line);
    assert!(near(table.unit("b1").placed.pose().facing.as_degrees(), 0.0));
}

/// §4.3 artillery changes nothing in the formation phase.
#[test]
fn guns_wait_for_the_movement_phase() {
    let mut table =
        table(&["b1 battery unlimbered at 500,500", "b2 column at 900,500", "r1 column at 1500,2500"], &[]);
    assert_eq!(table.refused("b1", UnitOrder::face(20.0)), "guns_change_later");
}

/// §2.7 §seq.charges.1 §seq.command.2 §seq.facing.1 chits are laid only near the enemy, in secret, and bind the unit to what they say.
#[test]
fn chits_bind() {
    let mut words = Words::of(&["b1 column at 500,500", "b2 column at 2500,500", "r1 column at 500,820"]);
    words.options = vec!["order_chits"];
    let mut table = words.with_dice(&[]);
    assert_eq!(table.battle().phase(), Step::Command);
    let laid = |blue, white| UnitOrder::Chits { blue, white };
    assert_eq!(table.refused("b2", laid(None, Some(ChitCode::Move))), "no_chit_needed");
    assert_eq!(table.refused("b1", laid(Some(ChitCode::Move), None)), "wrong_chit");
    assert_eq!(table.refused("b1", laid(None, Some(ChitCode::Pursue))), "wrong_chit");
    table.order("b1", laid(Some(ChitCode::Line), Some(ChitCode::Attack)));
    let red = table.game.view(&"red".into()).json().to_string();
    assert!(!red.contains("\"blue_chit\":\"L\""), "the enemy's chits are hidden");
    table.to(Step::Formation);
    assert_eq!(table.refused("b1", change(Stance::Column, 0.0)), "no_change");
    assert_eq!(table.refused("b1", change(Stance::Line, 30.0)), "chit_forbids");
    table.order("b1", change(Stance::Line, 0.0));
    assert_eq!(table.told("shows_chit").len(), 1);
    table.to(Step::Charges);
    assert_eq!(table.unit("b1").stance, Stance::Line);
    table.order("b1", UnitOrder::charge("r1", ChargeOrders::Return));
    assert_eq!(table.told("shows_chit").len(), 1, "the white chit is shown when all are ready");
    table.go(|battle| battle.phase() != Step::Charges);
    assert_eq!(table.told("shows_chit").len(), 2);
}
