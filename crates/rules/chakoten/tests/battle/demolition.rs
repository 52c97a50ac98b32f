//! Chapter 19: what is blown up, burnt, thrown off and mined, and fires that are fought.

use krigsspil_chakoten::armies::vocabulary::{DemolitionMethod, Work};
use krigsspil_chakoten::battle::land::{Condition, Wind};
use krigsspil_chakoten::battle::order::*;
use krigsspil_chakoten::vocabulary::Order as State;
use krigsspil_engine::battle::{Moment, OwnUnit, Place};
use serde_json::json;

use crate::table::*;
use crate::works::*;

/// §19.09.1 §19.09.2 §19.09.3 the deck of a wooden bridge is thrown off in 2 turns; then nobody crosses, until it is mended.
#[test]
fn a_deck_is_thrown_off() {
    let units = [
        "b1 line of 8 at 56,50 pioneers=true leader=engineer_officer",
        "b2 march_column of 12 at 60,42",
        FAR,
    ];
    let mut table = bridge(&units).with_dice(&[6, 6]);
    let events = turns(&mut table, &demolish(DemolitionMethod::ThrowOff), 2);
    assert_eq!(happened(&events, "bridge_broken").len(), 1);
    table.order("b2", UnitOrder::march(vec![AHEAD])).turn();
    assert!(table.at("b2")[1] < 51.0, "{:?}", table.at("b2"));
    let events = turns(&mut table, &build(Work::BridgeDeckRepair, None), 2);
    assert_eq!(happened(&events, "work_finished").len(), 1, "{:?}", table.battle().land.jobs);
    table.order("b2", UnitOrder::march(vec![AHEAD])).turn();
    assert!(table.at("b2")[1] > 55.0, "{:?}", table.at("b2"));
}

/// §19.07.1 §19.07.2 §19.07.4 §19.07.5 §19.07.6 §19.07.9 a wooden bridge is mined with one charge in 4 turns and set off: 1-2 is a misfire, mended
/// in a turn; 5-6 destroys it with those on it, and shakes those near it, but not the party.
#[test]
fn a_bridge_is_blown_up() {
    let units = [
        "b1 line of 8 at 56,50 pioneers=true leader=engineer_officer",
        "r1 march_column of 4 facing south at 60,51.8",
        "r2 line of 10 facing south at 60,62",
    ];
    let mut words = bridge(&units);
    park(&mut words, 1.0, 0);
    let mut table = words.with_dice(&[6, 1, 5, 4, 4, 4]);
    let blast = UnitOrder::SetOff { place: at_bridge(), moment: Moment(0.0) };
    assert_eq!(table.refused("b1", blast.clone()), "no_charge_ready");
    turns(&mut table, &demolish(DemolitionMethod::Blast), 4);
    assert!(near(table.battle().land.parks[0].charges, 0.0));
    let events = turns(&mut table, &blast, 1);
    assert!(happened(&events, "explosion").is_empty(), "a misfire");
    let events = turns(&mut table, &blast, 1);
    assert_eq!(happened(&events, "explosion").len(), 1);
    assert!(!table.unit("r1").here(), "on the bridge");
    assert_eq!(happened(&events, "shaken_by_blast").len(), 2);
    assert!(table.unit("r2").lost_men > 0 || table.unit("r2").order != State::Good);
    assert_eq!((table.unit("b1").lost_men, table.unit("b1").order), (0, State::Good));
    let (_, house) = table.battle().land.houses.iter().next().unwrap();
    assert_eq!(house.condition, Condition::Ruined);
}

/// §19.07.4 §19.05.4.1 after a partial destruction the bridge cannot be crossed, and half the charges, rounded up, are enough for the rest.
#[test]
fn a_partial_blast() {
    let units = ["b1 line of 8 at 56,50 pioneers=true leader=engineer_officer", FAR];
    let mut words = bridge(&units);
    park(&mut words, 2.0, 0);
    let mut table = words.with_dice(&[6, 3, 6, 3]);
    let blast = UnitOrder::SetOff { place: at_bridge(), moment: Moment(0.0) };
    turns(&mut table, &demolish(DemolitionMethod::Blast), 4);
    turns(&mut table, &blast, 1);
    assert!(table.battle().land.houses.values().any(|house| house.partial && house.stands()));
    turns(&mut table, &demolish(DemolitionMethod::Blast), 4);
    turns(&mut table, &blast, 1);
    assert!(table.battle().land.houses.values().all(|house| house.condition == Condition::Ruined));
    assert!(near(table.battle().land.parks[0].charges, 0.0));
}

/// §19.02.2 §19.07.2 §11.03.3 a battery makes a charge of two loads in a whole turn.
#[test]
fn a_battery_makes_a_charge() {
    let mut table = table(&["b1 battery of 8 at 60,50 loads=3", FAR], &[]);
    turns(&mut table, &UnitOrder::MakeCharge, 1);
    assert_eq!(table.unit("b1").loads, 1);
    assert!(near(table.battle().land.parks[0].charges, 1.0));
    assert_eq!(table.refused("b1", UnitOrder::MakeCharge), "no_loads_for_charge");
}

/// §19.06.1 §19.06.2 §19.06.3 a bridge is prepared for fire in 4 turns and lit at the start of the next; 1-2 fails, and may be thrown once more
/// a turn later; it burns for 8 turns and is gone.
#[test]
fn a_bridge_is_burnt() {
    let units = ["b1 line of 8 at 56,50 pioneers=true leader=engineer_officer", FAR];
    let mut table = bridge(&units).with_dice(&[6, 2, 3, 1]);
    turns(&mut table, &demolish(DemolitionMethod::Burn), 4);
    table.order("b1", UnitOrder::march(vec![Step::Back { cm: Some(12.0), turns: None }]));
    let events = table.turn();
    assert_eq!((happened(&events, "lights_fire").len(), happened(&events, "fire_breaks_out").len()), (1, 0));
    let events = table.turn();
    assert_eq!((happened(&events, "lights_fire").len(), happened(&events, "fire_breaks_out").len()), (1, 1));
    for _ in 0..6 {
        table.turn();
        assert!(table.battle().land.houses.values().all(|house| house.stands()));
    }
    table.turn();
    assert!(table.battle().land.houses.values().all(|house| house.condition == Condition::Burnt));
}

/// §19.06.6 nobody marches onto a bridge that burns; who is on it when it catches fire goes off it, the way he was going.
#[test]
fn a_burning_bridge_is_not_crossed() {
    for from in [42.0, 52.0] {
        let units = [
            "b1 line of 8 at 56,50 pioneers=true leader=engineer_officer",
            &format!("b2 march_column of 12 at 60,{from}"),
            FAR,
        ];
        // Delay, lighting, and the wind.
        let mut table = bridge(&units).with_dice(&[6, 3, 1]);
        turns(&mut table, &demolish(DemolitionMethod::Burn), 4);
        table.order("b2", UnitOrder::march(vec![AHEAD]));
        let events = table.turn();
        assert_eq!(happened(&events, "fire_breaks_out").len(), 1);
        assert_eq!(table.at("b2")[1] > 55.0, from > 50.0, "{:?}", table.at("b2"));
    }
}

/// §19.06.3 §19.06.4 §19.06.5 a fire that leaps to a second bridge at the end of a turn burns there for eight turns of its own, from the next one on, and
/// can be put out in that one before it has done any harm.
#[test]
fn a_fire_leaps_to_the_next_bridge() {
    let second = |words: Words| {
        words.with_feature(
            json!({"kind": "bridge", "name": "the second", "width": 56}),
            "Point",
            json!([64, 53]),
        )
    };
    let stands = |table: &Table| table.battle().land.houses.values().filter(|house| house.stands()).count();
    for fought in [false, true] {
        let units =
            ["b1 line of 8 at 56,50 pioneers=true leader=engineer_officer", "b2 line of 10 at 71,50", FAR];
        // Delay, lighting, wind to the north, the leap, and the fight.
        let mut table = second(bridge(&units)).with_dice(&[6, 3, 1, 3, 6]);
        turns(&mut table, &demolish(DemolitionMethod::Burn), 4);
        assert_eq!(happened(&table.turn(), "fire_breaks_out").len(), 1);
        assert_eq!(happened(&table.turn(), "fire_breaks_out").len(), 1);
        assert_eq!(table.battle().turn, 7);
        if fought {
            table.order("b2", UnitOrder::FightFire { place: Place([640.0, 515.0]) });
        }
        let events = table.turn();
        assert_eq!(happened(&events, "fire_put_out").len(), usize::from(fought));
        if fought {
            assert!(table.battle().land.houses.values().all(|house| !house.partial));
            continue;
        }
        for left in [2, 2, 2, 2, 1, 1, 0] {
            table.turn();
            assert_eq!(stands(&table), left, "after turn {}", table.battle().turn - 1);
        }
    }
}

/// §19.06.5 §19.05.4 §skema-XXI fire leaps to what can burn: to a footbridge, not to a stone bridge.
#[test]
fn fire_does_not_leap_to_stone() {
    for (near_by, leaps) in [
        (json!({"kind": "footbridge", "name": "the second", "width": 20}), 1),
        (json!({"kind": "bridge", "name": "the second", "width": 56, "chakoten": "stone_bridge"}), 0),
    ] {
        let units = ["b1 line of 8 at 56,50 pioneers=true leader=engineer_officer", FAR];
        let words = bridge(&units).with_feature(near_by, "Point", json!([63.5, 53]));
        let mut table = words.with_dice(&[6, 3, 1, 3]);
        turns(&mut table, &demolish(DemolitionMethod::Burn), 4);
        assert_eq!(happened(&table.turn(), "fire_breaks_out").len(), 1);
        let events = table.turn();
        assert_eq!(happened(&events, "fire_may_spread").len(), leaps);
        assert_eq!(happened(&events, "fire_breaks_out").len(), leaps);
    }
}

/// §19.06.4 fire fighters, twice as many as light it, throw once a turn: who comes in the second turn of the fire saves half of it with a 5 or
/// 6; from the third nothing helps.
#[test]
fn a_fire_is_fought() {
    for (die, burns) in [(6, false), (4, true)] {
        let units =
            ["b1 line of 8 at 56,50 pioneers=true leader=engineer_officer", "b2 line of 10 at 67,50", FAR];
        let mut table = bridge(&units).with_dice(&[6, 3, 1, die]);
        turns(&mut table, &demolish(DemolitionMethod::Burn), 4);
        table.order("b2", UnitOrder::march(vec![Step::Halt { turns: 0.1 }])).turn();
        table.order("b2", UnitOrder::FightFire { place: at_bridge() });
        let events = table.turn();
        assert_eq!(happened(&events, "fights_fire").len(), 1);
        let house = table.battle().land.houses.values().next().unwrap().clone();
        assert_eq!((house.burning.is_some(), house.partial), (burns, !burns));
        // A bridge half destroyed is closed, and everybody is told.
        assert_eq!(happened(&events, "bridge_broken").len(), usize::from(!burns));
    }
}

/// §19.06.4 those in a burning building put it out in its first turn without harm to it.
#[test]
fn a_garrison_puts_out_a_laid_fire() {
    let words = Words::of(&[
        "b1 line of 8 at 60,58 pioneers=true leader=engineer_officer",
        "r1 hob of 8 facing south at 60,62 inside=the_farm",
    ])
    .with_feature(
        json!({"kind": "building", "name": "the farm"}),
        "Polygon",
        json!([[[58, 60], [62, 60], [62, 64], [58, 64], [58, 60]]]),
    );
    let mut table = words.with_dice(&[6, 3, 1, 5]);
    let burn =
        UnitOrder::Demolish { place: Place([600.0, 605.0]), method: DemolitionMethod::Burn, acquired: false };
    turns(&mut table, &burn, 4);
    let events = table.turn();
    assert_eq!((happened(&events, "fire_breaks_out").len(), happened(&events, "fire_put_out").len()), (1, 1));
    let house = table.battle().land.houses.values().next().unwrap();
    assert!(house.stands() && !house.partial && house.burning.is_none());
}

/// §19.06.6 guns that stay where a fire can spread throw for fire, and then for their powder.
#[test]
fn guns_near_a_fire() {
    let words = Words::of(&["b1 battery of 8 at 60,48", "r1 line of 24 at 200,200"]).with_feature(
        json!({"kind": "building", "name": "the farm"}),
        "Polygon",
        json!([[[58, 50], [62, 50], [62, 54], [58, 54], [58, 50]]]),
    );
    let mut table = words.with_dice(&[4, 4, 6, 1, 3, 1]);
    let events = table.order("b1", UnitOrder::Bombard { place: Place([600.0, 520.0]) }).turn();
    assert_eq!(table.battle().land.wind, Wind::Toward(0.0));
    assert_eq!(happened(&events, "battery_burns").len(), 1);
}

/// §19.06.4 §19.06.6 a fire that is laid can be awaited, and fought in the turn in which it breaks out: then nothing is damaged. Who is too far away
/// is refused, and nobody is driven off before he could be ordered away.
#[test]
fn a_fire_is_fought_in_its_first_turn() {
    let units = [
        "b1 line of 8 at 56,50 pioneers=true leader=engineer_officer",
        "b2 line of 10 at 67,50",
        "b3 line of 10 at 67,40",
        FAR,
    ];
    let mut table = bridge(&units).with_dice(&[6, 3, 1, 6]);
    turns(&mut table, &demolish(DemolitionMethod::Burn), 4);
    assert_eq!(table.refused("b3", UnitOrder::FightFire { place: at_bridge() }), "not_at_the_place");
    table.order("b2", UnitOrder::FightFire { place: at_bridge() });
    let events = table.turn();
    assert_eq!(happened(&events, "fire_breaks_out").len(), 1);
    assert!(happened(&events, "leaves_fire").is_empty());
    assert_eq!(happened(&events, "fire_put_out").len(), 1);
    let (_, house) = table.battle().land.houses.iter().next().unwrap();
    assert!(!house.partial && house.burning.is_none());
}

/// §19.06.6 whoever stands where a fire can spread goes away.
#[test]
fn others_leave_the_fire() {
    let words = Words::of(&["b1 battery of 8 at 60,30", "b2 line of 8 at 60,67", "r1 line of 24 at 200,200"])
        .with_feature(
            json!({"kind": "building", "name": "the farm"}),
            "Polygon",
            json!([[[58, 60], [62, 60], [62, 64], [58, 64], [58, 60]]]),
        );
    let mut table = words.with_dice(&[4, 4, 6, 1, 1, 1]);
    table.order("b1", UnitOrder::Bombard { place: Place([600.0, 620.0]) }).turn();
    let events = table.turn();
    assert_eq!(happened(&events, "leaves_fire").len(), 1);
    assert!(table.at("b2")[1] > 67.0, "{:?}", table.at("b2"));
}

/// §19.08.1 §19.08.5 §19.08.6 §19.08.7 §19.08.8 §19.12.5 a mine at the foot of a rampart is laid without digging; set off with full effect it
/// takes all within 3 cm a charge, and no other is laid there.
#[test]
fn a_mine_goes_off() {
    let mut words = Words::of(&[SAPPERS, "r1 line of 8 facing south at 60,52.5", "r2 line of 24 at 200,200"]);
    park(&mut words, 2.0, 0);
    let mut table = words.with_dice(&[5, 4, 4, 4]);
    let place = Place([600.0, 505.0]);
    let mine = UnitOrder::Mine { place, shaft_m: 0.0, charges: 2.0 };
    turns(&mut table, &mine, 1);
    assert_eq!(table.battle().land.charges.len(), 1);
    turns(&mut table, &UnitOrder::SetOff { place, moment: Moment(0.0) }, 1);
    assert!(!table.unit("r1").here());
    assert!(table.unit("b1").here(), "the party finds cover unless it stands in the crater");
    assert_eq!(table.battle().land.craters.len(), 1);
    assert_eq!(table.refused("b1", mine), "mine_spent");
}

/// §19.05.4 §skema-XXI a building is brought down with powder at all its facades: of 6 by 6 cm 12 portions of 2 cm, 3 charges; with less in the park
/// nothing is begun.
#[test]
fn a_house_takes_powder_at_every_facade() {
    for (charges, works) in [(2.75, false), (3.0, true)] {
        let house = json!([[[57, 50.5], [63, 50.5], [63, 56.5], [57, 56.5], [57, 50.5]]]);
        let mut words = Words::of(&[SAPPERS, FAR]).with_feature(
            json!({"kind": "building", "name": "A"}),
            "Polygon",
            house,
        );
        park(&mut words, charges, 0);
        let mut table = words.with_dice(&[6]);
        let blast = UnitOrder::Demolish {
            place: Place([600.0, 520.0]),
            method: DemolitionMethod::Blast,
            acquired: false,
        };
        let events = table.order("b1", blast).turn();
        assert_eq!(happened(&events, "no_material").len(), usize::from(!works), "{charges}");
        assert!(near(table.battle().land.parks[0].charges, if works { 0.0 } else { charges }));
    }
}

/// §19.07.5 §19.07.6 a crater takes the figures that stand in it: of a column ten of twenty-four, of a line whose corner it touches none; the rest
/// is thrown for as right beside it.
#[test]
fn a_crater_takes_those_who_stand_in_it() {
    let units = [
        SAPPERS,
        "r1 attack_column of 24 facing south at 60,53",
        "r3 line of 10 at 69.6,53",
        "r2 line of 24 at 200,200",
    ];
    let mut words = Words::of(&units);
    park(&mut words, 2.0, 0);
    let mut table = words.with_dice(&[5, 1, 1, 1, 1, 1, 1, 1, 1]);
    let place = Place([600.0, 505.0]);
    turns(&mut table, &UnitOrder::Mine { place, shaft_m: 0.0, charges: 2.0 }, 1);
    let events = turns(&mut table, &UnitOrder::SetOff { place, moment: Moment(0.0) }, 1);
    assert_eq!(happened(&events, "shaken_by_blast").len(), 2);
    assert!(table.unit("r1").here() && table.unit("r3").here());
    let lost = |unit: &str| table.unit(unit).lost_men;
    assert!((200..300).contains(&lost("r1")), "{}", lost("r1"));
    assert!(lost("r3") < 60, "{}", lost("r3"));
}

/// §19.08.2 §19.08.3 §19.08.4 a mine with shaft and gallery is dug in parts, each with its own delay, by pioneers with helpers.
#[test]
fn a_mine_is_dug_in_parts() {
    let mut words = Words::of(&[SAPPERS, "b2 line of 6 at 66,50", FAR]);
    park(&mut words, 1.0, 0);
    words.turns = 100;
    let mut table = words.with_dice(&[6, 6, 6]);
    let place = Place([600.0, 530.0]);
    let mine = UnitOrder::Mine { place, shaft_m: 10.0, charges: 1.0 };
    let mut parts = 0;
    for _ in 0..(12 + 18 + 12 + 2) {
        table.order("b1", mine.clone()).order("b2", UnitOrder::Help { with: OwnUnit::from("b1") });
        let events = table.turn();
        parts += happened(&events, "mine_goes_on").len();
        if !table.battle().land.charges.is_empty() {
            break;
        }
        if table.battle().units[table.battle().unit("b1").unwrap()].craft.period == 0 {
            for _ in 0..8 {
                table.turn();
            }
        }
    }
    assert_eq!(parts, 3, "shaft, gallery, chamber");
    assert_eq!(table.battle().land.charges.len(), 1);
}
