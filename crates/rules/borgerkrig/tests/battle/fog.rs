//! What a seat's view contains, and what it never contains (§03.02.2, §03.02.3).

use krigsspil_borgerkrig::battle::order::{Step, UnitOrder};
use krigsspil_borgerkrig::procedures::works::Work;
use krigsspil_engine::battle::SeatId;
use serde_json::{Value, json};

use crate::table::*;

fn view(table: &Table, seat: &str) -> Value {
    table.game.view(&SeatId::from(seat)).json()
}

fn tells(event: &krigsspil_engine::battle::Event, seat: &str) -> bool {
    event.audience.tells(&SeatId::from(seat))
}

/// A wood too deep to see through, right across the table between two places in centimetres from the south.
fn wood_across(words: Words, from: f64, to: f64) -> Words {
    let ring = json!([[[0, from], [200, from], [200, to], [0, to], [0, from]]]);
    words.with_feature(json!({"kind": "wood"}), "Polygon", ring)
}

/// §04.01.2 §03.02.3 an enemy's work is reported if it can be seen; out of sight only its makers know of it.
#[test]
fn works_out_of_sight_are_not_known() {
    let units = ["b1 line of 20 at 60,40", "r1 line of 20 facing south at 60,90"];
    for (hidden, words) in [(false, Words::of(&units)), (true, wood_across(Words::of(&units), 50.0, 80.0))] {
        let mut table = words.with_dice(&[]);
        for _ in 0..6 {
            table.order("r1", UnitOrder::Work { work: Work::LightFieldwork }).turn();
        }
        assert_eq!(table.battle().works.made.len(), 1);
        assert_eq!(view(&table, "red")["changes"][0]["own"], true);
        assert_eq!(view(&table, "umpire")["changes"].as_array().unwrap().len(), 1);
        let known = view(&table, "blue")["changes"].as_array().unwrap().len();
        assert_eq!(known, usize::from(!hidden), "hidden: {hidden}");
    }
}

/// §03.02.2 §02.06.4 the refusal of a storm does not reveal it either: the cavalry finds it when it gets there.
#[test]
fn a_refused_storm_tells_of_no_hidden_work() {
    let units = [
        "b1 cavalry line of 12 at 60,20",
        "r1 line of 20 facing south at 60,75",
        "r2 line of 20 facing south at 60,190",
    ];
    let may_storm = |hidden: bool| {
        // A wood on the left hides nothing of the way; one around the work hides it beyond 8 cm.
        let (from, to) = if hidden { (70, 80) } else { (170, 180) };
        let ring = json!([[[40, from], [80, from], [80, to], [40, to], [40, from]]]);
        let words = Words::of(&units).with_feature(json!({"kind": "built_up"}), "Polygon", ring);
        let mut table = words.with_dice(&[]);
        for _ in 0..6 {
            table.order("r1", UnitOrder::Work { work: Work::LightFieldwork }).turn();
        }
        assert_eq!(table.battle().works.made.len(), 1);
        let place = json!({"do": "move", "unit": "r1", "place": [1900.0, 2300.0], "facing": 180.0});
        table.act("umpire", place).unwrap();
        let ride = json!({"do": "general", "general": "b", "to": {"ride": "with", "unit": "b1"}});
        table.act("blue", ride).unwrap();
        table.order("b1", UnitOrder::march(vec![Step::Ahead { cm: None }])).turn();
        table.try_order("b1", storm()).is_ok()
    };
    assert_eq!((may_storm(false), may_storm(true)), (false, true));
}

/// §03.02.2 when the battle is over a seat sees what it sees then, not units that have gone out of sight since the turn began.
#[test]
fn the_last_view_is_of_the_last_moment() {
    let units = ["b1 line of 20 at 60,40", "r1 cavalry line of 12 facing north at 60,72"];
    let mut words = wood_across(Words::of(&units), 74.0, 76.0);
    words.features.clear();
    let ring = json!([[[0, 80], [200, 80], [200, 82], [0, 82], [0, 80]]]);
    words = words.with_feature(json!({"kind": "contour", "level": 40}), "Polygon", ring);
    words.turns = 1;
    let mut table = words.with_dice(&[]);
    assert_eq!(view(&table, "blue")["enemies"][0]["id"], "r1");
    table.order("r1", UnitOrder::march(vec![Step::Ahead { cm: None }])).turn();
    assert_eq!(view(&table, "blue")["phase"], "over");
    assert_eq!(
        view(&table, "blue")["enemies"],
        json!([]),
        "it has gone over the ridge: {:?}",
        table.at("r1")
    );
}

/// §03.02.2 the view for answering a question does not follow units that have gone out of sight within the turn either.
#[test]
fn a_question_does_not_follow_the_unseen() {
    let units = [
        "b1 line of 20 at 60,40",
        "r1 cavalry line of 12 facing north at 90,72",
        "r2 line of 20 facing south at 60,51.5",
    ];
    let ring = json!([[[0, 76], [200, 76], [200, 77], [0, 77], [0, 76]]]);
    let words = Words::of(&units).with_feature(json!({"kind": "contour", "level": 40}), "Polygon", ring);
    let mut table = words.with_dice(&[]);
    let seen = |table: &Table| {
        let enemies = view(table, "blue")["enemies"].as_array().unwrap().clone();
        enemies.iter().map(|enemy| enemy["id"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(seen(&table), ["r1", "r2"]);
    table.order("r1", UnitOrder::march(vec![Step::Ahead { cm: None }])).order("r2", storm());
    for seat in ["blue", "red"] {
        table.act(seat, json!({"do": "ready"})).unwrap();
    }
    assert_eq!(table.game.prompts()[0].what, "surprised_fire");
    assert_eq!(seen(&table), ["r2"]);
}

/// §03.02.2 a player also knows only those troops of another player of his side that he sees.
#[test]
fn friends_out_of_sight_are_not_seen() {
    let units = [
        "b1 line of 20 at 60,40",
        "b2 line of 20 at 60,90",
        "b3 line of 20 at 100,40",
        "r1 line of 20 facing south at 60,190",
    ];
    let good = wood_across(Words::of(&units), 50.0, 80.0).scenario();
    let other = "[[general]]\nid = \"c\"\nname = \"C\"\nside = \"blue\"\nrank = \"brigade\"\nplace = [750.0, 1000.0]\n\n";
    let seats = "id = \"blue\"\nseats = { b = [\"b\"], c = [\"c\"] }";
    let text = good.text.replace("id = \"blue\"", seats).replacen("[[unit]]", &format!("{other}[[unit]]"), 1);
    let mut parts: Vec<String> = text.split("[[unit]]").map(str::to_string).collect();
    for part in &mut parts[2..=3] {
        *part = part.replace("general = \"b\"", "general = \"c\"");
    }
    let text = parts.join("[[unit]]");
    let scenario = krigsspil_engine::scenario::Scenario::read("x.toml", &text, &good.ground_text).unwrap();
    let rules = krigsspil_borgerkrig::battle::Borgerkrig::printed().unwrap();
    let game = krigsspil_engine::battle::Played::setup(
        rules,
        &scenario,
        krigsspil_engine::battle::Options::new(),
        1,
    )
    .unwrap();
    let view = game.view(&SeatId::from("blue/b")).json();
    let seen: Vec<&Value> = view["friends"].as_array().unwrap().iter().map(|friend| &friend["id"]).collect();
    assert_eq!(seen, [&json!("b3")]);
}

/// §03.02.2 §04.02.14 a far-off unit that must continue its fire names its target to nobody, not in its last order either.
#[test]
fn a_bound_fire_names_nobody_unseen() {
    let units = [
        "b1 line of 20 at 60,60",
        "b2 line of 20 at 150,60",
        "r2 line of 20 facing south at 150,67",
        "r1 line of 20 facing south at 60,190",
    ];
    let wood = json!([[[85, 5], [115, 5], [115, 195], [85, 195], [85, 5]]]);
    let words = Words::of(&units).with_feature(json!({"kind": "wood"}), "Polygon", wood);
    let mut table = words.with_dice(&[1, 2, 6, 6, 1, 2, 1, 2, 6, 6]);
    for _ in 0..2 {
        table.order("b2", fire()).turn();
    }
    let events = table.turn();
    assert_eq!(happened(&events, "fires").len(), 1, "it fires without an order");
    let view = view(&table, "blue");
    assert!(!view.to_string().contains("\"r2\""), "{view}");
}

/// §01.06.1 §03.02.2 a unit's own player is told everything the umpire does to it; the enemy learns what he sees, never its order.
#[test]
fn the_umpires_word_gives_no_orders_away() {
    let mut table = table(&["b1 line of 20 at 60,60", "r1 line of 20 facing south at 60,90"], &[]);
    let order = json!({"kind": "move", "steps": [{"step": "ahead", "cm": 7.0}]});
    let overrule = json!({"do": "overrule", "unit": "b1", "order": order, "reason": "agreed"});
    let mend = json!({"do": "mend", "unit": "b1", "ammunition": false, "cut_valeur": 1, "reason": "argued"});
    let moved =
        json!({"do": "move", "unit": "b1", "place": [760.0, 750.0], "facing": 0.0, "reason": "a slip"});
    for (action, enemy) in [(overrule, false), (mend, false), (moved, true)] {
        let events = table.act("umpire", action).unwrap();
        assert!(tells(&events[0], "blue"), "{events:?}");
        assert_eq!(tells(&events[0], "red"), enemy, "{events:?}");
    }
    assert!(!view(&table, "red").to_string().contains("\"steps\""));
}

/// §09.01.1 the calculation of its fire does not tell the enemy either that a unit is out of ammunition.
#[test]
fn empty_pouches_are_not_in_the_working() {
    let mut table = table(&["b1 line of 24 at 60,60", "r1 line of 24 facing south at 60,90"], &[1, 2, 3, 3]);
    table.order("b1", fire()).turn();
    table.order("b1", fire()).turn();
    assert!(!table.unit("b1").ammunition);
    assert!(!view(&table, "red").to_string().contains("exhausted"));
    assert!(view(&table, "blue").to_string().contains("out_of_ammunition"));
}

/// §03.03.2 §06.03.6 only its own player is told that a courier has brought an order, or that a gun is repaired.
#[test]
fn errands_and_repairs_are_its_own() {
    let units = ["b1 battery of 6 at 60,60", "r1 battery of 6 facing south at 60,100"];
    let shell =
        json!({"kind": "fire", "when": "at_once", "ammunition": "shell", "target": "r1", "guess_cm": 41});
    let mut table = table(&units, &[3, 4, 3, 4, 3, 4]);
    table.act("blue", json!({"do": "order", "unit": "b1", "order": shell})).unwrap();
    table.turn();
    assert_eq!(table.unit("r1").battery.as_ref().unwrap().guns, [5, 1, 0]);
    let mend = || json!({"do": "order", "unit": "r1", "order": {"kind": "repair", "piece": "gun"}});
    table.act("red", mend()).unwrap();
    table.turn();
    table.act("red", mend()).unwrap();
    let events = table.turn();
    let mended = happened(&events, "repaired");
    assert!(tells(mended[0], "red") && !tells(mended[0], "blue"));
}

/// §02.04.3 §03.02.2 neither the refusal of an order nor the samples reveal whether an unseen enemy is in a house: the unit finds him when
/// it gets there.
#[test]
fn houses_do_not_tell_who_is_in_them() {
    let house = json!([[[69.7, 58], [73, 58], [73, 62], [69.7, 62], [69.7, 58]]]);
    let set_up = |red: &str| {
        let units = ["b1 line of 9 at 60,60", "r1 line of 20 facing south at 60,190", red];
        let building = json!({"kind": "building", "name": "mill"});
        Words::of(&units).with_feature(building, "Polygon", house.clone()).with_dice(&[])
    };
    let mut empty = set_up("r2 line of 9 facing south at 71,190");
    let mut held = set_up("r2 line of 9 facing south building=mill at 71,60");
    let asked = |table: &Table| table.game.prompts()[0].about_json()["units"][0]["samples"].clone();
    assert_eq!(asked(&empty), asked(&held));
    let enter = || UnitOrder::march(vec![Step::Enter]);
    for table in [&mut empty, &mut held] {
        table.order("b1", enter());
    }
    assert_eq!(happened(&empty.turn(), "enters_house").len(), 1);
    assert_eq!(happened(&held.turn(), "no_house").len(), 1);
}
