//! Field works, obstacles and cover.

use krigsspil_borgerkrig::battle::order::{Step, UnitOrder, When};
use krigsspil_borgerkrig::procedures::works::Work;
use krigsspil_borgerkrig::vocabulary::{Formation, Order};
use krigsspil_engine::battle::Moment;
use serde_json::json;

use crate::table::*;

const FAR: &str = "r1 line of 20 facing south at 60,190";

fn work(work: Work) -> UnitOrder {
    UnitOrder::Work { work }
}

fn grades(table: &Table) -> Vec<(u8, u8)> {
    let ground = &table.battle().ground;
    ground.features().map(|(_, f)| (f.properties.obstacle.number(), f.properties.cover.number())).collect()
}

/// §10.01.1 work counts in whole turns: a turn in which the unit fires is lost, and everything is lost when it leaves the place.
#[test]
fn work_is_lost_when_broken_off() {
    let units = ["b1 line of 20 at 60,60", "r1 line of 20 facing south at 60,85"];
    let mut table = table(&units, &[3, 4, 3, 4, 3, 4]);
    table.answers = vec![("surprised_fire", "fire")];
    for _ in 0..2 {
        table.order("b1", work(Work::LightFieldwork)).turn();
    }
    assert_eq!(table.unit("b1").work, Some((Work::LightFieldwork, 2)));
    table.order("b1", fire()).turn();
    assert_eq!(table.unit("b1").work, Some((Work::LightFieldwork, 2)), "it stays where it is and may go on");
    table.order("b1", work(Work::LightFieldwork)).turn();
    assert_eq!(table.unit("b1").work, Some((Work::LightFieldwork, 3)));
    table.order("b1", UnitOrder::march(vec![Step::Ahead { cm: Some(1.0) }])).turn();
    assert_eq!(table.unit("b1").work, None);
}

/// §10.01.1 §10.02.1 if a unit is attacked at its work, that turn of work is lost.
#[test]
fn an_attack_breaks_work_off() {
    let units = ["b1 line of 20 at 60,60", "r1 line of 20 facing south at 60,72"];
    let mut table = table(&units, &[3, 4, 1, 1]);
    table.answers = vec![("surprised_fire", "hold")];
    table.order("b1", work(Work::LightFieldwork)).order("r1", attack());
    let events = table.turn();
    assert_eq!(happened(&events, "shock").len(), 1);
    assert!(table.unit("b1").work.is_none_or(|(_, turns)| turns == 0), "{:?}", table.unit("b1").work);
}

/// §10.02.1 §10.03.1 six turns make a light work as wide as the line: obstacle II, cover I; an abatis needs a wood within 10 cm.
#[test]
fn works_are_made() {
    let mut table = table(&["b1 line of 20 at 60,60", FAR], &[]);
    assert!(table.refused("b1", work(Work::Abatis)).contains("10.03.1"));
    assert!(table.refused("b1", work(Work::Barricade)).contains("10.04.1"), "barricades only in towns");
    for turn in 0..6 {
        assert_eq!(table.battle().works.made.len(), 0, "turn {turn}");
        table.order("b1", work(Work::LightFieldwork)).turn();
    }
    let made = &table.battle().works.made[0];
    assert!(near(made.left.distance(made.right) / 12.5, 8.0), "ten files of 8 mm");
    assert_eq!(grades(&table), [(2, 1)]);
    let mut wooded = Words::of(&["b1 line of 20 at 60,60", FAR])
        .with_feature(
            json!({"kind": "wood"}),
            "Polygon",
            json!([[[50, 65], [70, 65], [70, 80], [50, 80], [50, 65]]]),
        )
        .with_dice(&[]);
    for _ in 0..6 {
        wooded.order("b1", work(Work::Abatis)).turn();
    }
    let made = &wooded.battle().works.made[0];
    assert!(near(made.left.distance(made.right) / 12.5, 4.0), "half the width");
    assert_eq!(grades(&wooded), [(1, 1), (3, 2)], "a wood's edge is an obstacle, an abatis a great one");
}

/// §10.04.1 barricades are built and cleared among houses, 3 cm by 3 figures.
#[test]
fn barricades() {
    let mut table = Words::of(&["b1 line of 6 at 60,60", FAR])
        .with_feature(
            json!({"kind": "built_up"}),
            "Polygon",
            json!([[[40, 40], [80, 40], [80, 80], [40, 80], [40, 40]]]),
        )
        .with_dice(&[]);
    assert!(table.refused("b1", work(Work::ClearBarricade)).contains("10.06.1"), "there is none yet");
    for _ in 0..4 {
        table.order("b1", work(Work::Barricade)).turn();
    }
    assert_eq!(grades(&table), [(0, 0), (1, 1)]);
    let made = &table.battle().works.made[0];
    assert!(near(made.left.distance(made.right) / 12.5, 6.0), "two gangs");
    for _ in 0..3 {
        table.order("b1", work(Work::ClearBarricade)).turn();
    }
    assert_eq!(grades(&table), [(0, 0), (0, 0)]);
}

/// §10.06.1 three figures clear 8 cm of a fence in two turns, around the place before them; the rest stays.
#[test]
fn fences_are_cleared_by_the_stretch() {
    let mut table = Words::of(&["b1 line of 7 at 60,60", FAR])
        .with_feature(json!({"kind": "fence"}), "LineString", json!([[20, 61], [100, 61]]))
        .with_dice(&[]);
    assert_eq!(grades(&table), [(1, 0)], "skema XXII: obstacle I");
    for _ in 0..2 {
        table.order("b1", work(Work::ClearFence)).turn();
    }
    // Seven figures are two groups: 16 cm, from 52 to 68.
    let ground = table.battle().ground.clone();
    let fence = |x: f64| {
        let at = krigsspil_field::prelude::point(x * 12.5, 61.0 * 12.5);
        ground.at(at).any(|(_, feature)| feature.properties.obstacle.number() == 1)
    };
    assert!(fence(51.5) && !fence(52.5) && !fence(67.5) && fence(68.5));
    assert_eq!(ground.features().count(), 2, "one stretch on either hand");
    // What stands beside the gap is no longer within reach.
    assert!(table.refused("b1", work(Work::ClearFence)).contains("10.06.1"));
}

/// §10.06.1 §04.01.2 a cleared stretch is shown to the side that cleared it and to those who see it; to others it is still a fence.
#[test]
fn a_cleared_stretch_is_shown_to_who_sees_it() {
    let wood = json!([[[5, 80], [195, 80], [195, 120], [5, 120], [5, 80]]]);
    for hidden in [false, true] {
        let words = Words::of(&["b1 line of 7 at 60,60", FAR]);
        let words = words.with_feature(json!({"kind": "fence"}), "LineString", json!([[20, 61], [100, 61]]));
        let words =
            if hidden { words.with_feature(json!({"kind": "wood"}), "Polygon", wood.clone()) } else { words };
        let mut table = words.with_dice(&[]);
        for _ in 0..2 {
            table.order("b1", work(Work::ClearFence)).turn();
        }
        let shown = |seat: &str| table.game.view(&seat.into()).json()["changes"].clone();
        let gap = |own: bool| json!([{"change": "cleared", "thing": "fence_or_hedge", "from": [650.0, 762.5], "to": [850.0, 762.5], "own": own}]);
        assert_eq!(shown("blue"), gap(true));
        assert_eq!(shown("red"), if hidden { json!([]) } else { gap(false) }, "hidden: {hidden}");
        assert_eq!(shown("umpire").as_array().unwrap().len(), 1);
    }
}

/// §skema-XXII a wood's edge is an obstacle of class I to those who attack over it.
#[test]
fn the_edge_of_a_wood_hinders_an_attack() {
    let wood = json!([[[40, 69], [80, 69], [80, 90], [40, 90], [40, 69]]]);
    let units = ["b1 line of 24 at 60,60", "r1 line of 24 facing south at 60,70"];
    let shock = |words: Words| {
        let mut table = words.with_dice(&[3, 4]);
        table.answers = vec![("surprised_fire", "hold")];
        table.order("b1", attack());
        let events = table.turn();
        let modifiers = &happened(&events, "shock")[0].working.as_ref().unwrap().modifiers;
        modifiers.iter().map(|applied| applied.modifier.key.to_string()).collect::<Vec<_>>()
    };
    let open = shock(Words::of(&units));
    let wooded = shock(Words::of(&units).with_feature(json!({"kind": "wood"}), "Polygon", wood));
    let obstacles = |names: &[String]| names.iter().filter(|name| name.contains("obstacle")).count();
    assert_eq!((obstacles(&open), obstacles(&wooded)), (0, 1), "{wooded:?}");
}

/// §02.06.4 mounted cavalry that must pass an obstacle, or the edge of a wood, cannot storm.
#[test]
fn cavalry_does_not_storm_over_obstacles() {
    let units = ["b1 cavalry line of 12 at 60,20", "r1 line of 20 facing south at 60,190"];
    let fence = || {
        Words::of(&units).with_feature(json!({"kind": "fence"}), "LineString", json!([[40, 90], [80, 90]]))
    };
    let wood = json!([[[40, 90], [80, 90], [80, 120], [40, 120], [40, 90]]]);
    let wood = || Words::of(&units).with_feature(json!({"kind": "wood"}), "Polygon", wood.clone());
    let abatis = || {
        Words::of(&units).with_feature(json!({"kind": "abatis"}), "LineString", json!([[40, 90], [80, 90]]))
    };
    for words in [fence(), wood(), abatis()] {
        let mut table = words.with_dice(&[]);
        table.order("b1", ahead()).turn();
        assert!(near(table.at("b1")[1], 50.0), "{:?}", table.at("b1"));
        assert!(table.refused("b1", storm()).contains("02.06.4"));
        let short =
            UnitOrder::Move { steps: vec![Step::Ahead { cm: Some(30.0) }], attack: true, storm: true };
        table.order("b1", short);
    }
    let mut open = table(&units, &[]);
    open.order("b1", ahead()).turn();
    open.order("b1", storm());
    assert_eq!(open.unit("b1").formation, Formation::Line);
}

/// §skema-XXII parked materiel is an obstacle of class I to those who march over it: guns move at their rate for difficult ground, infantry
/// at its own, another wagon not at all.
#[test]
fn parked_wagons_hinder_the_march() {
    // Troops continue until they are clear of it (ruling 85); fire at them on the way shows how slowly they cross it.
    let crosses = |mover: &str, wagon: &str| {
        let units = [mover, wagon, "r1 line of 6 facing south at 60,60"];
        let mut table = Words::of(&units).with_dice(&[1, 2]);
        table.order("b1", ahead()).order("r1", UnitOrder::fire(When::At { moment: Moment(0.9) }));
        happened(&table.turn(), "fires")[0].about["cm"].as_f64().unwrap()
    };
    let (ahead_of_it, aside) = ("b2 wagon at 60,36", "b2 wagon at 90,36");
    let guns = "b1 battery of 4 limbered=true at 60,20";
    assert!(crosses(guns, ahead_of_it) > crosses(guns, aside) + 1.0, "{} cm", crosses(guns, ahead_of_it));
    let goes = |mover: &str, wagon: &str| {
        let mut table = Words::of(&[mover, wagon, "r1 line of 6 facing south at 60,190"]).with_dice(&[]);
        table.order("b1", ahead()).turn();
        table.at("b1")[1] - 20.0
    };
    let foot = "b1 chain of 6 at 60,20";
    assert!(near(goes(foot, ahead_of_it), 25.0) && near(goes(foot, aside), 25.0));
    let train = "b1 wagon at 60,20";
    let (met, free) = (goes(train, ahead_of_it), goes(train, aside));
    assert!((5.0..6.0).contains(&met) && free > 9.0, "{met} {free}");
}

/// §skema-XXII §02.06.4 mounted cavalry cannot storm over wagons of its side, unless the wagons have an order to move.
#[test]
fn cavalry_does_not_storm_over_wagons() {
    let units =
        ["b1 cavalry line of 12 at 60,20", "b2 wagon at 60,70", "r1 line of 20 facing south at 60,190"];
    let mut table = Words::of(&units).with_dice(&[]);
    table
        .act("blue", json!({"do": "general", "general": "b", "to": {"ride": "with", "unit": "b1"}}))
        .unwrap();
    table.order("b1", ahead()).turn();
    assert!(table.refused("b1", storm()).contains("02.06.4"));
    table.order("b2", ahead()).order("b1", storm());
}

/// §skema-XXII abandoned guns are an obstacle to an attack over them.
#[test]
fn left_guns_hinder_an_attack() {
    let units = [
        "b1 line of 4 at 60,66",
        "r1 battery of 4 facing south at 60,70",
        "r2 line of 4 facing south at 100,70",
    ];
    let modifiers = |left: bool| {
        let mut table = Words::of(&units).with_dice(&[1, 1]);
        table.answers = vec![("surprised_fire", "hold")];
        if left {
            table.act("umpire", json!({"do": "overrule", "unit": "r1", "state": "FU"})).unwrap();
            table.turn();
        }
        let place = if left { [2000.0, 2000.0] } else { [1900.0, 2000.0] };
        table.act("umpire", json!({"do": "move", "unit": "r1", "place": place, "facing": 180.0})).unwrap();
        let place = [60.0 * 12.5, 76.0 * 12.5];
        table.act("umpire", json!({"do": "move", "unit": "r2", "place": place, "facing": 180.0})).unwrap();
        table.order("b1", attack());
        let events = table.turn();
        assert_eq!(happened(&events, "shock").len(), 1, "{left} {events:#?}");
        let shock = happened(&events, "shock")[0].working.as_ref().unwrap();
        shock.modifiers.iter().filter(|applied| applied.modifier.key.contains("obstacle")).count()
    };
    assert_eq!((modifiers(false), modifiers(true)), (0, 1));
}

/// §skema-XXII §02.06.4 guns abandoned by the enemy stop a cavalry storm over them.
#[test]
fn left_guns_stop_a_storm_of_cavalry() {
    let units = [
        "b1 cavalry line of 12 at 60,20",
        "r1 battery of 4 facing south at 60,75",
        "r2 line of 24 facing south at 60,120",
    ];
    let ends_at = |left: bool| {
        let mut table = Words::of(&units).with_dice(&[1, 1, 1, 1]);
        table
            .act("blue", json!({"do": "general", "general": "b", "to": {"ride": "with", "unit": "b1"}}))
            .unwrap();
        let change = if left {
            json!({"do": "overrule", "unit": "r1", "state": "FU"})
        } else {
            json!({"do": "move", "unit": "r1", "place": [1900.0, 2000.0], "facing": 180.0})
        };
        table.act("umpire", change).unwrap();
        table.order("b1", ahead()).turn();
        table.order("b1", storm()).turn();
        table.at("b1")[1]
    };
    let (stopped, free) = (ends_at(true), ends_at(false));
    assert!((74.0..76.0).contains(&stopped) && free > 85.0, "{stopped} {free}");
}

/// §10.01.1 §08.04.1 a unit that recovers its order at work has not interrupted the work.
#[test]
fn light_disorder_does_not_stop_the_work() {
    let mut table = table(&["b1 line of 20 at 60,60", FAR], &[]);
    table.act("umpire", json!({"do": "overrule", "unit": "b1", "state": "LU"})).unwrap();
    for _ in 0..6 {
        table.order("b1", work(Work::LightFieldwork)).turn();
    }
    assert_eq!(table.unit("b1").order, Order::Good, "mended by two quiet turns");
    assert_eq!(table.battle().works.made.len(), 1);
}

/// §10.03.1 an abatis is made within 10 cm of any wood, measured from whichever edge.
#[test]
fn a_wood_for_an_abatis() {
    // A narrow point of wood points at the middle of a wide line; its edges run away from both wings.
    for (tip, allowed) in [(70.0, true), (69.9, true), (70.2, false)] {
        for kind in ["wood", "plantation"] {
            let spit = json!([[[60, tip], [120, 110], [0, 110], [60, tip]]]);
            let mut table = Words::of(&["b1 line of 40 at 60,60", FAR])
                .with_feature(json!({"kind": kind}), "Polygon", spit)
                .with_dice(&[]);
            assert_eq!(table.try_order("b1", work(Work::Abatis)).is_ok(), allowed, "{kind} {tip}");
        }
    }
}
