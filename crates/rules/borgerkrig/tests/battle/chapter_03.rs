//! Instructions and orders.

use krigsspil_borgerkrig::battle::order::{Step, UnitOrder, When};
use krigsspil_borgerkrig::battle::state::Life;
use krigsspil_borgerkrig::vocabulary::Ammunition;
use krigsspil_engine::battle::Moment;
use krigsspil_turn::ids::Id;
use serde_json::json;

use crate::table::*;

const APART: [&str; 2] = ["b1 line of 20 at 60,60", "r1 line of 20 facing south at 60,160"];

/// §03.01.1 every general can read his written instruction.
#[test]
fn instructions_are_written() {
    let table = table(&APART, &[]);
    let view = table.game.view(&"blue".into()).json();
    assert_eq!(view["generals"][0]["instruction"], "Hold your ground.");
    assert_eq!(view["generals"].as_array().unwrap().len(), 1, "nobody reads the enemy's");
}

/// §03.01.1 a division general writes a new instruction, and his courier delivers it when he has found the brigadier.
#[test]
fn instructions_are_sent_in_writing() {
    let mut words = Words::of(&APART);
    words.division = true;
    let mut table = words.with_dice(&[]);
    let send = |to: &str, text: &str| json!({"do": "courier", "courier": "bd/1", "to": {"ride": "general", "general": to}, "instruction": text});
    let wrong = table.act("blue", send("bd", "Go on.")).unwrap_err().to_string();
    assert!(wrong.contains("03.01.1"), "{wrong}");
    assert!(table.act("blue", send("r", "Go home.")).is_err(), "not to the enemy");
    let up = json!({"do": "courier", "courier": "b/1", "to": {"ride": "general", "general": "bd"}, "instruction": "Help."});
    assert!(table.act("blue", up).is_err(), "instructions go down");
    // The brigadier rides away for two turns; the courier, at 80 cm a turn, reaches him in the second.
    let away = json!({"do": "general", "general": "b", "to": {"ride": "to", "place": [750, 2400]}});
    table.act("blue", away).unwrap();
    table.act("blue", send("b", "Take the mill.")).unwrap();
    let told = |table: &Table| {
        let view = table.game.view(&"blue".into()).json();
        let generals = view["generals"].as_array().unwrap().clone();
        generals.iter().find(|general| general["id"] == "b").unwrap()["instruction"]
            .as_str()
            .unwrap()
            .to_string()
    };
    assert!(happened(&table.turn(), "instruction_arrives").is_empty());
    assert_eq!(told(&table), "Hold your ground.");
    let events = table.turn();
    assert_eq!(happened(&events, "instruction_arrives")[0].about["instruction"], "Take the mill.");
    assert_eq!(told(&table), "Take the mill.");
    assert!(!table.game.view(&"red".into()).json().to_string().contains("mill"));
}

/// §03.01.2 a unit without a written order does nothing.
#[test]
fn no_order_no_move() {
    let mut table = table(&APART, &[]);
    table.turn();
    assert_eq!(table.at("b1"), [60.0, 60.0]);
    assert_eq!(table.unit("b1").last_order, Some(UnitOrder::Stand));
    let own = table.game.view(&"blue".into()).json();
    assert!(own["units"][0]["lost_men"].is_number() && own["units"][0]["order"] == "OR");
}

/// §03.01.4 an order is binding for the turn: a unit that is fired on still marches on.
#[test]
fn orders_bind() {
    let mut table = table(&["b1 line of 24 at 60,60", "r1 line of 24 facing south at 60,90"], &[1, 2]);
    table.order("b1", UnitOrder::march(vec![Step::Ahead { cm: Some(5.0) }])).order("r1", fire());
    let events = table.turn();
    assert_eq!(happened(&events, "fires").len(), 1);
    assert!(near(table.at("b1")[1], 65.0), "{:?}", table.at("b1"));
}

/// §03.01.5 a general rides once a turn without loss of time, and moves at no cost with a unit that he touches.
#[test]
fn generals_ride() {
    let mut table = table(&["b1 line of 20 at 60,60", "b2 line of 20 at 60,40", APART[1]], &[]);
    table
        .act("blue", json!({"do": "general", "general": "b", "to": {"ride": "with", "unit": "b1"}}))
        .unwrap();
    table.turn();
    assert_eq!(table.battle().generals[Id::of(0)].with, table.battle().unit("b1"));
    table.order("b1", ahead()).turn();
    assert!(
        near(table.battle().generals[Id::of(0)].place.y / 12.5, 72.0),
        "{:?}",
        table.battle().generals[Id::of(0)].place
    );
    assert!(!table.battle().generals[Id::of(0)].moved, "going along is no move");
    // Eighty centimetres a turn over open ground, and no farther.
    table
        .act("blue", json!({"do": "general", "general": "b", "to": {"ride": "to", "place": [2400, 900]}}))
        .unwrap();
    table.turn();
    assert!(
        near(table.battle().generals[Id::of(0)].place.x / 12.5, 140.0),
        "{:?}",
        table.battle().generals[Id::of(0)].place
    );
}

/// §03.02.1 an order against the instruction is not refused; the umpire may overrule it.
#[test]
fn departures_are_for_the_umpire() {
    let mut table = table(&APART, &[]);
    table.order("b1", UnitOrder::march(vec![Step::Back { cm: None }]));
    let events = table
        .act("umpire", json!({"do": "overrule", "unit": "b1", "order": {"kind": "stand"}, "reason": "against the instruction"}))
        .unwrap();
    assert_eq!(events[0].about["reason"], "against the instruction");
    table.turn();
    assert_eq!(table.at("b1"), [60.0, 60.0]);
}

/// §03.03.1 one action a turn: a unit that fires does not move, and a later entry replaces the first.
#[test]
fn one_action_a_turn() {
    let mut table = table(&["b1 line of 24 at 60,60", "r1 line of 24 facing south at 60,90"], &[1, 2]);
    table.order("b1", ahead()).order("b1", fire());
    let events = table.turn();
    assert_eq!(happened(&events, "fires").len(), 1);
    assert_eq!(table.at("b1"), [60.0, 60.0]);
}

/// §03.03.4 only attackers storm, once in four turns; without a length the unit moves the whole turn.
#[test]
fn storms() {
    let mut table = table(&["b1 line of 20 at 60,20", "r1 line of 20 facing south at 60,190"], &[]);
    let idle = UnitOrder::Move { steps: vec![Step::Ahead { cm: None }], attack: false, storm: true };
    assert!(table.refused("b1", idle).contains("03.03.4"));
    let wheels = |degrees| UnitOrder::Move {
        steps: vec![Step::Wheel { degrees }, Step::Ahead { cm: None }],
        attack: true,
        storm: true,
    };
    assert!(table.refused("b1", wheels(30.0)).contains("02.05.6"), "twenty degrees at most");
    table.order("b1", storm()).turn();
    assert!(near(table.at("b1")[1], 40.0), "a line storms 20 cm: {:?}", table.at("b1"));
    for _ in 0..3 {
        assert!(table.refused("b1", storm()).contains("03.03.4"));
        table.turn();
    }
    table.order("b1", storm());
}

/// §03.03.6 a fire waits for its event; if that does not happen, nobody fires.
#[test]
fn fire_waits_for_its_event() {
    let within = || UnitOrder::fire(When::EnemyWithin { cm: 20.0 });
    let units = ["b1 line of 24 at 60,60", "r1 line of 24 facing south at 60,85"];
    let mut comes = table(&units, &[1, 2]);
    comes.order("b1", within()).order("r1", ahead());
    let events = comes.turn();
    let fires = happened(&events, "fires");
    assert_eq!(fires.len(), 1);
    assert!(near(fires[0].about["cm"].as_f64().unwrap(), 20.0), "{:?}", fires[0].about);
    assert!(near(fires[0].moment, 5.0 / 12.0), "{}", fires[0].moment);
    let mut stays = table(&units, &[]);
    stays.order("b1", within());
    assert!(happened(&stays.turn(), "fires").is_empty());
    let mut wood = Words::of(&units)
        .with_feature(json!({"kind": "place", "name": "the corner"}), "Point", json!([60, 80]))
        .with_dice(&[1, 2]);
    wood.order("b1", UnitOrder::fire(When::EnemyPasses { place: "the corner".into() })).order("r1", ahead());
    assert!(near(happened(&wood.turn(), "fires")[0].moment, 4.0 / 12.0));
    let unknown = UnitOrder::fire(When::EnemyPasses { place: "nowhere".into() });
    assert!(stays.refused("b1", unknown).contains("03.03.6"));
}

/// §03.03.7 a battery names ammunition, distance and moment; the guess decides where the shot falls.
#[test]
fn batteries_guess() {
    let gun = |ammunition, guess_cm| UnitOrder::Fire {
        when: When::At { moment: Moment(0.5) },
        target: Some("r1".into()),
        targets: Vec::new(),
        figures: None,
        ammunition,
        guess_cm,
    };
    let units = ["b1 battery of 6 at 60,60", "r1 line of 24 facing south at 60,100"];
    let mut guns = table(&units, &[3, 4, 5, 4]);
    assert!(guns.refused("b1", gun(None, Some(41))).contains("03.03.7"));
    assert!(guns.refused("b1", gun(Some(Ammunition::Shell), None)).contains("03.03.7"));
    assert!(guns.refused("b1", gun(Some(Ammunition::Shell), Some(90))).contains("guess_cm"));
    guns.order("b1", gun(Some(Ammunition::Shell), Some(41)));
    let events = guns.turn();
    assert_eq!(happened(&events, "shot_strikes").len(), 1);
    assert!(near(happened(&events, "shot_falls")[0].moment, 0.5));
    assert_eq!(guns.unit("b1").battery.as_ref().unwrap().rounds, [2, 3, 6]);
    let mut wrong = table(&units, &[3, 4]);
    wrong.order("b1", gun(Some(Ammunition::Shell), Some(60)));
    assert_eq!(happened(&wrong.turn(), "misses").len(), 1);
}

/// §03.01.5 §07.06.3 a general rides at the moment his player chooses; before it he can still ride away from an enemy, after it he is
/// captured.
#[test]
fn generals_choose_their_moment() {
    let units =
        ["b1 line of 20 at 30,60", "b2 line of 20 at 150,60", "r1 cavalry line of 12 facing south at 60,90"];
    let ride = |moment: f64| json!({"do": "general", "general": "b", "to": {"ride": "to", "place": [750, 1000]}, "moment": moment});
    // He comes to 60,80 when the cavalry is half way through its 30 cm, at 75; if he comes earlier, it rides over him.
    let mut late = table(&units, &[]);
    late.act("blue", ride(0.9)).unwrap();
    late.order("r1", ahead()).turn();
    let general = |table: &Table| table.battle().generals[Id::of(0)].clone();
    assert_eq!((general(&late).life, general(&late).moved), (Life::Here, true));
    assert!(near(general(&late).place.y / 12.5, 80.0), "{:?}", general(&late).place);
    let mut early = table(&units, &[]);
    early.act("blue", ride(0.1)).unwrap();
    early.order("r1", ahead());
    let events = early.turn();
    assert_eq!(general(&early).life, Life::Captured);
    assert_eq!(happened(&events, "general_captured").len(), 1);
    let wrong = json!({"do": "general", "general": "b", "to": {"ride": "stay"}, "moment": 1.5});
    assert!(late.act("blue", wrong).unwrap_err().to_string().contains("moment"));
}

/// §07.06.3 a rider who has not ridden yet escapes from an enemy at 2 cm, on his own way if that leads him clear.
#[test]
fn riders_get_away_who_have_not_moved() {
    let units = [
        "b1 line of 20 at 60,100",
        "r1 cavalry line of 12 facing south at 60,110",
        "r2 line of 20 facing south at 20,150",
    ];
    let mut words = Words::of(&units);
    words.division = true;
    let mut table = words.with_dice(&[]);
    // The division general stands 40 m beside his brigadier, alone in the path of the cavalry when b1 has gone.
    table.act("umpire", json!({"do": "move", "unit": "b1", "place": [2000, 1250], "facing": 0})).unwrap();
    table
        .act("blue", json!({"do": "general", "general": "bd", "to": {"ride": "to", "place": [300, 400]}, "moment": 1.0}))
        .unwrap();
    table.order("r1", ahead()).turn();
    let battle = table.battle();
    let (brigadier, division) =
        (&battle.generals[battle.general("b").unwrap()], &battle.generals[battle.general("bd").unwrap()]);
    assert_eq!((brigadier.life, division.life), (Life::Here, Life::Here));
    assert_eq!(brigadier.with, None, "b1 is too far for one ride");
    assert!(near(division.place.x / 12.5, 24.0), "he took the way he meant to: {:?}", division.place);
}

/// §03.03.6 a feature of the map is passed when an enemy comes to any part of it: the corner of a wood, a stretch of road.
#[test]
fn things_are_passed_all_along() {
    let units = ["b1 line of 24 at 45,60", "r1 line of 24 facing south at 45,100"];
    let passes = |name: &str| UnitOrder::fire(When::EnemyPasses { place: name.into() });
    let wood = json!([[[20, 70], [40, 70], [40, 90], [20, 90], [20, 70]]]);
    let mut corner = Words::of(&units)
        .with_feature(json!({"kind": "wood", "name": "Fox Covert"}), "Polygon", wood)
        .with_dice(&[1, 2]);
    corner.order("b1", passes("Fox Covert")).order("r1", ahead());
    let events = corner.turn();
    // Its right wing is 0.2 cm beside the wood and comes within 1 cm of the corner at 90 after about 9 cm.
    let moment = happened(&events, "fires")[0].moment;
    assert!((9.0 / 12.0..9.1 / 12.0).contains(&moment), "{moment}");
    let mut road = Words::of(&units)
        .with_feature(json!({"kind": "road", "name": "the pike"}), "LineString", json!([[0, 95], [90, 95]]))
        .with_dice(&[1, 2]);
    road.order("b1", passes("the pike")).order("r1", ahead());
    let events = road.turn();
    let moment = happened(&events, "fires")[0].moment;
    assert!((4.0 / 12.0 - 0.01..=4.0 / 12.0).contains(&moment), "{moment}");
}

/// §03.03.6 a waiting fire waits for an enemy it can fire at, or for its named target.
#[test]
fn the_enemy_behind_draws_no_fire() {
    let units = [
        "b1 line of 24 at 60,60",
        "r1 line of 24 facing south at 60,85",
        "r2 line of 24 facing south at 60,45",
        "r3 line of 24 facing south at 80,76",
    ];
    let mut table = table(&units[..3], &[1, 2]);
    table.order("b1", UnitOrder::fire(When::EnemyWithin { cm: 20.0 })).order("r1", ahead());
    let events = table.turn();
    let fires = happened(&events, "fires");
    assert!(near(fires[0].moment, 5.0 / 12.0), "not at once, for the one behind: {}", fires[0].moment);
    assert_eq!(fires[0].about["other"], "r1");
    let mut named = crate::table::table(&units, &[1, 2]);
    let order = UnitOrder::Fire {
        when: When::EnemyWithin { cm: 20.0 },
        target: Some("r1".into()),
        targets: Vec::new(),
        figures: None,
        ammunition: None,
        guess_cm: None,
    };
    named.order("b1", order).order("r1", ahead());
    let events = named.turn();
    assert!(near(happened(&events, "fires")[0].moment, 5.0 / 12.0), "not for the others: {events:?}");
}

/// §03.01.5 §03.03.2 a courier is in contact when he has reached the nearest base, not the middle of the front.
#[test]
fn couriers_touch_the_nearest_base() {
    let there = |y: f64| {
        let b2 = format!("b2 line of 20 at 60,{y}");
        let mut table = table(&["b1 line of 20 at 60,60", &b2, "r1 line of 20 facing south at 60,190"], &[]);
        let send = json!({"do": "courier", "courier": "b/1", "to": {"ride": "with", "unit": "b2"},
            "order": {"kind": "stand"}});
        table.act("blue", send).unwrap();
        table.turn();
        table.battle().couriers[Id::of(0)].with.is_some()
    };
    // From his general at 52 cm he rides 80: to the rear of two ranks of 1.5 cm.
    assert!(there(135.0));
    assert!(!there(135.3));
}

/// §03.02.3 a unit that fires out of a wood is seen at 15 cm by those who fire in the same instant, whichever is computed first.
#[test]
fn flashes_in_a_wood_are_seen() {
    let wood =
        |south: f64, north: f64| json!([[[40, south], [80, south], [80, north], [40, north], [40, south]]]);
    for (units, wood) in [
        (["b1 line of 24 at 60,60", "r1 line of 24 facing south at 60,72"], wood(71.0, 90.0)),
        (["b1 line of 24 at 60,60", "r1 line of 24 facing south at 60,72"], wood(40.0, 61.0)),
    ] {
        let mut table =
            Words::of(&units).with_feature(json!({"kind": "wood"}), "Polygon", wood).with_dice(&[1, 2, 1, 2]);
        table.order("b1", fire()).order("r1", fire());
        assert_eq!(happened(&table.turn(), "fires").len(), 2);
    }
}
