//! Chapter 19.11: who is ferried over, and ferries built and destroyed.

use krigsspil_chakoten::armies::vocabulary::{DemolitionMethod, Vessel, Work};
use krigsspil_chakoten::battle::order::*;
use krigsspil_engine::battle::{Moment, Place};
use serde_json::json;

use crate::table::*;
use crate::works::*;

/// §19.11.1 §19.11.2 §19.11.3 §19.11.4 a company goes over 4 cm of water by ferry: a turn to load, 0.8 to sail, half to unload; it needs a
/// pioneer and a sergeant at the ferry.
#[test]
fn a_company_is_ferried() {
    for crew in [true, false] {
        let mut words = stream(Words::of(&[SAPPERS, "b2 line of 8 at 66,50", FAR]));
        park(&mut words, 0.0, 2);
        let mut table = words.with_dice(&[6]);
        turns(&mut table, &build(Work::PontoonFerry, None), 4);
        if !crew {
            for _ in 0..2 {
                table.order("b1", UnitOrder::march(vec![Step::Back { cm: None, turns: None }])).turn();
            }
        }
        let events = table.order("b2", UnitOrder::Cross { place: Place([600.0, 500.0]) }).turn();
        assert_eq!(happened(&events, "embarks").len(), usize::from(crew));
        assert_eq!(happened(&events, "cannot_cross").len(), usize::from(!crew));
        if crew {
            assert_eq!(table.refused("b2", UnitOrder::march(vec![AHEAD])), "afloat");
            let events = table.turn();
            assert!(happened(&events, "lands").is_empty());
            let events = table.turn();
            // 1 + 0.8 + 0.5 turns run across the turns (§03.01.6, ruling 51 on armies).
            assert!(near(happened(&events, "lands")[0].moment, 0.3));
        }
        assert_eq!(table.at("b2")[1] > 55.0, crew, "{:?}", table.at("b2"));
    }
}

/// §19.11.2 §19.11.3 §03.01.6 a boat takes eight figures over as soon as its time is up: half a turn to load, 10 cm a turn, half to unload. Over 4 cm
/// they stand on the other bank at 0.4 of the second turn, over 10 cm at its very end; then they take orders again.
#[test]
fn a_boat_lands_at_its_moment() {
    for (wide, moment) in [(40, 0.4), (100, 1.0)] {
        let middle = 51.0 + f64::from(wide) / 20.0;
        let mut words = Words::of(&[SAPPERS, "b2 line of 8 at 66,50", FAR]).with_feature(
            json!({"kind": "stream", "width": wide}),
            "LineString",
            json!([[0, middle], [250, middle]]),
        );
        park(&mut words, 0.0, 1);
        let mut table = words.with_dice(&[6]);
        turns(&mut table, &build(Work::PontoonBoat, None), 2);
        let events = table.order("b2", UnitOrder::Cross { place: Place([600.0, 500.0]) }).turn();
        assert_eq!((happened(&events, "embarks").len(), happened(&events, "lands").len()), (1, 0));
        let events = table.turn();
        assert!(near(happened(&events, "lands")[0].moment, moment), "{wide}");
        assert!(table.at("b2")[1] > 51.0 + f64::from(wide) / 10.0, "{:?}", table.at("b2"));
        table.order("b2", UnitOrder::march(vec![AHEAD]));
    }
}

/// §19.11.3 §03.03.2 whoever is ferried over stands right at the other bank, out of the water, however deep the column was in which it embarked;
/// horse is no hob; before an enemy within break-in distance it waits on the water until he is gone.
#[test]
fn landing_at_the_bank() {
    for (unit, red) in [
        ("b2 march_column of 10 at 63.5,50", "r1 line of 24 at 200,200"),
        ("b2 line of 8 at 66,50", "r1 line of 24 at 200,200"),
        ("b2 light line of 6 at 66,50", "r1 line of 24 at 200,200"),
        ("b2 line of 8 at 66,50", "r1 line of 8 facing south at 66,58"),
    ] {
        let mut words = stream(Words::of(&[SAPPERS, unit, red]));
        park(&mut words, 0.0, 2);
        let mut table = words.with_dice(&[6]);
        turns(&mut table, &build(Work::PontoonFerry, None), 4);
        table.order("b2", UnitOrder::Cross { place: Place([600.0, 500.0]) });
        let mut events = Vec::new();
        for _ in 0..5 {
            events.extend(table.turn());
        }
        let free = red.contains("200,200");
        assert_eq!(happened(&events, "lands").len(), usize::from(free), "{unit} {red}");
        if !free {
            assert!(!happened(&events, "cannot_land").is_empty());
            continue;
        }
        // The far bank is at 55.
        let landed = table.unit("b2");
        let rear = table.at("b2")[1] - landed.placed.body().depth() / 10.0;
        assert!((55.0..56.5).contains(&rear), "{unit}: {rear}");
        assert_eq!(landed.formation == Formation::Hob, !unit.contains("light"), "{unit}");
    }
}

/// §19.10.3 §19.11.1 a ferry is built of two pontoons of the park in 4 turns.
#[test]
fn a_ferry_is_built() {
    let mut words = stream(Words::of(&[SAPPERS, FAR]));
    park(&mut words, 0.0, 3);
    let mut table = words.with_dice(&[6]);
    turns(&mut table, &build(Work::PontoonFerry, None), 4);
    assert_eq!(table.battle().land.parks[0].pontoons, 1);
    assert_eq!(table.battle().land.vessels[0].vessel, Vessel::Ferry);
}

fn wreck(method: DemolitionMethod) -> UnitOrder {
    UnitOrder::Demolish { place: Place([600.0, 500.0]), method, acquired: false }
}

/// §19.05.4 §skema-XXI a boat is pushed off in a turn and a ferry broken up in four: it is lost, and carries nobody over. A ferry cannot be
/// pushed off.
#[test]
fn ferries_and_boats_are_destroyed() {
    for (work, method, takes) in [
        (Work::PontoonBoat, DemolitionMethod::ThrowOff, 1),
        (Work::PontoonBoat, DemolitionMethod::Other, 2),
        (Work::PontoonFerry, DemolitionMethod::Other, 4),
    ] {
        let mut words = stream(Words::of(&[SAPPERS, "b2 line of 8 at 66,50", FAR]));
        park(&mut words, 0.0, 2);
        let mut table = words.with_dice(&[6; 10]);
        turns(&mut table, &build(work, None), if work == Work::PontoonBoat { 2 } else { 4 });
        assert_eq!(table.battle().land.vessels.len(), 1, "{work:?}");
        let events = turns(&mut table, &wreck(method), takes - 1);
        assert!(happened(&events, "vessel_lost").is_empty(), "{work:?}");
        let events = turns(&mut table, &wreck(method), 1);
        assert_eq!(happened(&events, "vessel_lost").len(), 1, "{work:?}");
        assert_eq!(table.refused("b1", wreck(method)), "nothing_to_destroy");
        let events = table.order("b2", UnitOrder::Cross { place: Place([600.0, 500.0]) }).turn();
        assert_eq!(happened(&events, "no_vessel").len(), 1);
    }
    let mut words = stream(Words::of(&[SAPPERS, FAR]));
    park(&mut words, 0.0, 2);
    let mut table = words.with_dice(&[6; 4]);
    turns(&mut table, &build(Work::PontoonFerry, None), 4);
    let events = turns(&mut table, &wreck(DemolitionMethod::ThrowOff), 1);
    assert_eq!(happened(&events, "cannot_work").len(), 1);
}

/// §19.07.4 §skema-XXI a ferry is blown up with one charge: a partial blast leaves it useless until its builders have worked for two turns,
/// a complete one takes it away.
#[test]
fn a_ferry_is_blown_up() {
    for (dice, lost) in [(3, false), (6, true)] {
        let mut words = stream(Words::of(&[SAPPERS, "b2 line of 8 at 66,50", FAR]));
        park(&mut words, 1.0, 2);
        let mut table = words.with_dice(&[6, 6, dice, dice]);
        turns(&mut table, &build(Work::PontoonFerry, None), 4);
        turns(&mut table, &wreck(DemolitionMethod::Blast), 3);
        assert_eq!(table.battle().land.charges.len(), 1);
        let blast = UnitOrder::SetOff { place: Place([600.0, 500.0]), moment: Moment(0.0) };
        let events = turns(&mut table, &blast, 1);
        let what = if lost { "vessel_lost" } else { "vessel_damaged" };
        assert_eq!(happened(&events, what).len(), 1, "{dice}");
        let cross = || UnitOrder::Cross { place: Place([600.0, 500.0]) };
        let events = table.order("b2", cross()).turn();
        assert_eq!(happened(&events, "no_vessel").len(), 1);
        if !lost {
            turns(&mut table, &build(Work::PontoonFerry, None), 2);
            let events = table.order("b2", cross()).turn();
            assert_eq!(happened(&events, "embarks").len(), 1, "it is mended");
            assert_eq!(table.battle().land.vessels.len(), 1);
        }
    }
}
