//! Chapter 6: fire; chapter 8: what it does to morale.

use krigsspil_torden::vocabulary::Order;
use serde_json::json;

use super::table::{Words, table};

/// §6.1.1 §6.1.3 §1.1.4 §6.1.12.1 only the passive side fires, at targets named before anything is measured: one out of range costs no load.
#[test]
fn guns_fire() {
    let units = [
        "f1 column of 24 at 60,60",
        "f2 line of 24 at 100,30",
        "p1 battery at 60,90",
        "p2 battery at 100,90",
    ];
    // 7 + 2 at a column is 9: at 20 to 35 cm two figures.
    let mut table = table(&units, &[7]);
    table.to("fire", "french");
    assert_eq!(table.refused("f2", "fire p1"), "not_this_phase", "it is the French turn");
    table.order("p1", "fire f1");
    table.order("p2", "fire f2");
    table.to("orders", "prussian");
    assert_eq!(
        table.told("fires")[0].about["cm"],
        json!(32.0),
        "from the middle of the gun, 2 cm behind its front"
    );
    assert_eq!(table.outcome("fires")["losses"], 2);
    assert_eq!((table.unit("f1").lost, table.unit("f2").lost), (2, 0));
    let loads = |id: &str| table.unit(id).battery.as_ref().unwrap().loads;
    assert_eq!((loads("p1"), loads("p2")), (7, 8));
    assert_eq!(table.told("does_not_fire")[0].about, json!({"unit": "p2", "reason": "out_of_range"}));
    assert!(
        table.game.view(&"french".into()).log.iter().all(|told| told.what() != "does_not_fire"),
        "nobody else is told"
    );
}

/// §figur-4 §6.1.6 §6.1.7 guns fire past their own only with room to both sides, or over them from a height.
#[test]
fn the_safety_strip() {
    let units = ["f1 column of 24 at 60,60", "p1 battery at 60,90", "p2 line of 12 at 66,76"];
    let mut near = table(&units, &[7]);
    near.to("fire", "french");
    near.order("p1", "fire f1");
    near.to("orders", "prussian");
    assert_eq!(near.told("does_not_fire")[0].about["reason"], "own_units");
    let apart = units.map(|unit| unit.replace("66,76", "70,76"));
    let apart: Vec<&str> = apart.iter().map(String::as_str).collect();
    let mut table = table(&apart, &[7]);
    table.to("fire", "french");
    table.order("p1", "fire f1");
    table.to("orders", "prussian");
    assert_eq!(table.told("fires").len(), 1, "7 cm beside the line is room enough for 33 cm");
    let hill = Words::of(&units).dice(&[7]).feature(
        json!({"kind": "contour", "level": 1}),
        "Polygon",
        json!([[[50, 86], [70, 86], [70, 100], [50, 100], [50, 86]]]),
    );
    let mut over = hill.start();
    over.to("fire", "french");
    over.order("p1", "fire f1");
    over.to("orders", "prussian");
    assert_eq!(over.told("fires").len(), 1, "over their heads: 5 cm from the gun, 10 from the target");
}

/// §6.1.11 batteries of one corps, two at most, fire at one unit, unless it is all they can fire at; the nearest fire.
#[test]
fn batteries_together() {
    let units = [
        "f1 column of 24 at 60,60",
        "f2 line of 24 at 75,60",
        "p1 battery at 50,90",
        "p2 battery at 60,88",
        "p3 battery at 70,89",
    ];
    let mut table = table(&units, &[0, 0]);
    table.to("fire", "french");
    for gun in ["p1", "p2", "p3"] {
        table.order(gun, "fire f1");
    }
    table.to("orders", "prussian");
    let fired: Vec<&str> = table.told("fires").iter().filter_map(|event| event.unit()).collect();
    assert_eq!(fired, ["p2", "p3"], "p1 is the farthest of the three");
    let alone: Vec<&str> = units.iter().copied().filter(|unit| !unit.starts_with("f2")).collect();
    let mut table = super::table::table(&alone, &[0, 0, 0]);
    table.to("fire", "french");
    for gun in ["p1", "p2", "p3"] {
        table.order(gun, "fire f1");
    }
    table.to("orders", "prussian");
    assert_eq!(table.told("fires").len(), 3, "there is nothing else to fire at");
}

/// §6.1.12.2 a battery far from every enemy draws ammunition on 0 to 4, in either side's turn.
#[test]
fn resupply() {
    let units =
        ["f1 battery at 60,20 loads=1", "p1 battery at 60,140 loads=2", "p2 battery at 100,140 loads=2"];
    let mut table = table(&units, &[4, 5]);
    table.to("fire", "french");
    table.order("f1", "resupply");
    table.order("p1", "resupply");
    table.to("orders", "prussian");
    let loads = |id: &str| table.unit(id).battery.as_ref().unwrap().loads;
    assert_eq!((loads("f1"), loads("p1"), loads("p2")), (8, 2, 2));
}

/// §6.1.5 §6.1.2 a square fires from each side with a quarter of its figures; each side is a shot of its own.
#[test]
fn a_square_fires() {
    let units = ["f1 line of 12 at 60,67", "f2 line of 12 facing south at 60,80", "p1 square of 24 at 60,70"];
    let mut table = table(&units, &[9, 9, 9, 9]);
    table.to("fire", "french");
    table.order("p1", "fire f1 front");
    table.order("p1", "fire f2 rear");
    table.to("orders", "prussian");
    assert_eq!(table.told("fires").len(), 2);
    assert_eq!(table.outcome("fires")["firing_figures"], 6);
    assert_eq!(table.outcome("fires")["modifier"], 1 - 2, "six in front, its addition, and out of a square");
}

/// §8.2 §8.6 §8.6.p2 fire within 5 cm makes a unit test; in U it goes straight back, behind a comrade who stands in its way.
#[test]
fn close_fire_drives_back() {
    let units = ["f1 line of 12 at 60,72", "f2 line of 12 at 60,66", "p1 line of 24 at 60,75"];
    // 9 + 2 + 1 is 12: four figures, and 3 from morale. The test: 1 - 3 - 1 (a third lost) + 1 is -2... with 2 it is -1: U.
    let mut table = table(&units, &[9, 2]);
    table.to("fire", "french");
    table.order("p1", "fire f1");
    table.to("orders", "prussian");
    assert_eq!(table.unit("f1").lost, 4);
    assert_eq!(table.unit("f1").order, Order::Disorder);
    assert_eq!(table.outcome("tests_morale")["total"], json!(2 - 3 - 1 + 1));
    let rear = table.at("f1");
    assert!(rear[1] <= 63.0, "behind f2, whose rear is at 63: {rear:?}");
    assert_eq!(table.facing("f1"), 0.0);
}

/// §8.7.1 §8.7.1.p2 §8.4 §1.6.5 who routs runs its whole rout move through friends, and the first it passes tests; at the edge of the table it has one chance.
#[test]
fn a_rout() {
    let units = ["f1 line of 12 at 60,24", "f2 line of 12 at 60,18", "p1 line of 24 at 60,27"];
    // Fire 12: four figures; test 0 - 3 - 1 + 1 is -3: it runs. f2 tests 9. At the edge it tries: 0 - 1 + 1.
    let mut table = table(&units, &[9, 0, 9, 0]);
    table.to("fire", "french");
    table.order("p1", "fire f1");
    table.to("orders", "prussian");
    assert_eq!(table.unit("f1").order, Order::FullDisorder);
    assert!(table.unit("f1").at_edge);
    assert_eq!(table.told("passes_through")[0].about, json!({"unit": "f1", "other": "f2"}));
    assert_eq!(table.unit("f2").order, Order::Order);
    table.to("reorganisation", "prussian");
    table.order("f1", "reorganise");
    table.to("orders", "french");
    assert!(!table.unit("f1").here(), "it has failed, and is lost");
}

/// §8.7.2 guns in position are left by a rout, and lost with their men when an enemy passes them.
#[test]
fn guns_are_left() {
    let units = ["f1 battery at 60,60", "p1 line of 24 at 60,63", "p2 column of 24 at 60,90"];
    // 9 + 2 + 1 (no formation in musketry) takes four gunners; test 0.
    let mut table = table(&units, &[9, 0]);
    table.to("fire", "french");
    table.order("p1", "fire f1");
    table.to("moves", "prussian");
    assert!(table.unit("f1").battery.as_ref().unwrap().guns_left.is_some());
    table.order("p1", "go");
    assert!(!table.unit("f1").here(), "its guns were passed");
    assert_eq!(table.told("guns_lost")[0].unit(), Some("f1"));
}

/// §4.8.4 §4.8.5 §7.1.4 infantry does not fire at a town; guns do, and at 5 cm as at 20; a town has no flank, and the winner may go into it.
#[test]
fn a_town_is_fired_at_and_stormed() {
    let units =
        ["f1 column of 24 at 60,52", "f2 battery at 75,50 facing", "p1 line of 24 at 60,65 zone=Mill"];
    let units = units.map(|unit| unit.replace(" facing", ""));
    let units: Vec<&str> = units.iter().map(String::as_str).collect();
    // p1 fires 9: 3 figures... then melee 6+6 against 1+1 (+3 for the town).
    let mut table = Words::of(&units).zone("Mill", [60.0, 65.0]).dice(&[0, 6, 6, 1, 1, 0, 9, 9]).start();
    table.answers = vec![("advances", "occupy")];
    table.to("moves", "french");
    table.order("f1", "go");
    table.to("declarations", "french");
    table.order("f1", "attack p1");
    table.to("fire", "french");
    table.order("p1", "fire f1 rear");
    table.to("orders", "prussian");
    let melee = table.outcome("melee");
    assert_eq!(melee["defender"]["modifier"], json!(1 + 3 - 2), "its own, the town, and that it fired");
    assert!(table.unit("p1").zone.is_none());
    assert_eq!(table.unit("f1").zone.map(|inside| inside.zone), Some(0), "{:?}", table.whats());
}

/// §4.8.6.p2 a battery in a town goes with the town: its garrison driven out, it is taken.
#[test]
fn guns_in_a_town_are_taken_with_it() {
    let units = [
        "f1 column of 24 at 60,52",
        "p1 line of 24 at 60,65 zone=Mill",
        "p2 battery at 60,65 zone=Mill side=front",
        "p3 line of 20 at 150,140",
    ];
    let mut table = Words::of(&units).zone("Mill", [60.0, 65.0]).dice(&[6, 6, 1, 1, 0, 9, 9]).start();
    table.answers = vec![("advances", "occupy")];
    table.to("moves", "french");
    table.order("f1", "go");
    table.to("declarations", "french");
    table.order("f1", "attack p1");
    table.to("orders", "prussian");
    assert!(!table.unit("p2").here(), "{:?}", table.whats());
    assert!(table.unit("f1").zone.is_some());
}

/// §6.1.8 guns of which any part stands behind the extended front of their target strike its flank; those that stand before it or in line with it do not.
#[test]
fn guns_a_little_behind_the_front_strike_the_flank() {
    // The base is 3 cm wide: from 1.5 cm south of its middle to 1.5 cm north of it.
    for (y, flank) in [("61.5", false), ("61.6", false), ("61.4", true), ("60.2", true), ("58", true)] {
        for (x, facing) in [("78", "west"), ("42", "east")] {
            let guns = format!("p1 battery facing {facing} at {x},{y}");
            let mut table = table(&["f1 line of 24 at 60,60", &guns], &[5]);
            table.to("fire", "french");
            table.order("p1", "fire f1");
            table.to("orders", "prussian");
            let fired = table.told("fires");
            let modifiers = format!("{:?}", fired[0].working.as_ref().unwrap().modifiers);
            assert_eq!(modifiers.contains("target_column_or_flank"), flank, "at {x},{y}: {modifiers}");
        }
    }
}
