//! Rules that no other test names: limbering, pursuits in their order, the reserve zone, hills between, sectors filled from transit.

use krigsspil_engine::battle::Heading;
use krigsspil_gdc::battle::order::UnitOrder;
use krigsspil_gdc::battle::phases::Step;
use krigsspil_gdc::vocabulary::ChargeOrders;
use serde_json::json;

use crate::table::{Words, near, table};

/// §6.3.B a battery that limbers faces any way its player likes.
#[test]
fn limbered_facing_any_way() {
    let mut table = table(&["b1 battery unlimbered at 1500,500", "r1 column at 1500,2500"], &[]);
    table.to(Step::Movement);
    table.order("b1", UnitOrder::Limber { facing: Some(Heading(135.0)) });
    table.turn();
    assert!(near(table.unit("b1").placed.pose().facing.as_degrees(), 135.0));
}

/// §9.1.I §9.1.J §seq.melee.4 whom a pursuit reaches is fought at once, in the pursuit round, when all first round melees are over.
#[test]
fn pursuit_melees_come_last() {
    let units = [
        "b1 column at 1500,500",
        "r1 line at 1500,900",
        "r2 line at 1500,1050 morale=A",
        "b2 column at 2500,500",
        "r3 line at 2500,900",
    ];
    let mut table = table(&units, &[50, 50, 85, 85, 95, 95, 95, 95, 95, 95, 95, 95]);
    table.answers = vec![("advances b1", "advance")];
    table.to(Step::Charges);
    table.order("b1", UnitOrder::charge("r1", ChargeOrders::Return));
    table.order("b2", UnitOrder::charge("r3", ChargeOrders::Return));
    table.until(Step::Formation);
    let order: Vec<&str> = table.events.iter().map(|event| event.what).collect();
    let pursuit = order.iter().position(|what| *what == "pursues").expect("nobody pursues");
    let melees: Vec<usize> = (0..order.len()).filter(|at| order[*at] == "melee").collect();
    assert_eq!(melees.len(), 3, "{order:?}");
    assert!(melees[1] < pursuit && pursuit < melees[2], "{order:?}");
}

/// §seq.recovery.3 §3.51 unformed cavalry that flees is in the reserve zone, and its time is thrown for in the recovery phase.
#[test]
fn the_reserve_zone_is_thrown_for() {
    let units = ["b1 cavalry column at 1500,500", "r1 cavalry skirmish of 8 at 1500,1200 skirmishers=true"];
    let mut table = table(&units, &[5; 12]);
    table.answers = vec![("reacts", "flee"), ("halts", "halt")];
    table.to(Step::Charges);
    table.order("b1", UnitOrder::charge("r1", ChargeOrders::Return));
    table.turn();
    assert_eq!(
        table.told("loses_integrity").len(),
        1,
        "{:?}",
        table.events.iter().map(|event| event.what).collect::<Vec<_>>()
    );
    assert_eq!(table.told("reserve_zone").len(), 1);
    assert!(table.unit("r1").reserve.is_some_and(|turns| turns > 0));
}

/// §11.7.C §11.7 a hill between two units hides them from each other: what is behind it is not charged.
#[test]
fn a_hill_hides() {
    let words = Words::of(&["b1 column at 1500,500", "r1 column at 1500,800"]).area(
        "contour",
        [1200.0, 560.0, 1800.0, 740.0],
        json!({"level": 1}),
    );
    let mut table = words.with_dice(&[]);
    table.to(Step::Charges);
    assert!(table.try_order("b1", UnitOrder::charge("r1", ChargeOrders::Return)).is_err());
}

/// §12.5.B.2 §12.1 units in transit fill the sectors of an assaulted zone that have no garrison.
#[test]
fn transit_fills_sectors() {
    let words = Words::of(&[
        "b1 column at 1450,1200",
        "b2 column at 1550,1200",
        "r1 column at 1500,2000 zone=Farm",
        "r2 column at 1500,2100 zone=Farm garrison=false",
    ])
    .area("built_up", [1400.0, 1400.0, 1600.0, 1600.0], json!({"name": "Farm", "cover": 1}));
    let mut table = words.with_dice(&[]);
    table.to(Step::Charges);
    for id in ["b1", "b2"] {
        table.order(id, UnitOrder::Assault { zone: "Farm".into() });
    }
    table.until(Step::Formation);
    let fought = table.told("sector_combat");
    assert_eq!(fought.len(), 2);
    let mut defenders: Vec<String> = fought.iter().map(|event| event.about["other"].to_string()).collect();
    defenders.sort();
    assert_eq!(defenders, ["\"r1\"", "\"r2\""]);
}

/// §12.4.F a battery in transit in an assaulted zone goes into garrison where there is room for it.
#[test]
fn transit_batteries_unlimber() {
    let words = Words::of(&[
        "b1 column at 1450,1200",
        "b2 column at 1550,1200",
        "r1 column at 1500,2000 zone=Farm",
        "r2 battery limbered at 1500,2300 zone=Farm garrison=false",
    ])
    .area("built_up", [1400.0, 1400.0, 1600.0, 1600.0], json!({"name": "Farm", "cover": 1}));
    let mut table = words.with_dice(&[50; 8]);
    table.to(Step::Charges);
    for id in ["b1", "b2"] {
        table.order(id, UnitOrder::Assault { zone: "Farm".into() });
    }
    table.until(Step::Zones);
    assert!(table.unit("r2").inside.is_some_and(|inside| inside.sector.is_some()));
    assert!(table.unit("r2").unlimbered());
}

/// §10.4 only cavalry has a class: the card of foot and guns beside it shows none.
#[test]
fn only_cavalry_has_a_class() {
    let units = [
        "b1 column at 500,500",
        "b2 cavalry column at 700,500",
        "b3 battery limbered at 900,500",
        "r1 column at 1500,2500",
    ];
    let table = table(&units, &[]);
    let view = table.game.view(&"blue".into()).json();
    let class = |id: &str| {
        let units = view["units"].as_array().into_iter().flatten();
        units.map(|unit| unit.to_owned()).find(|unit| unit["id"] == id).map(|unit| unit["class"].clone())
    };
    assert_eq!(class("b1"), Some(json!(null)));
    assert_eq!(class("b2"), Some(json!("dragoon")));
    assert_eq!(class("b3"), Some(json!(null)));
}
