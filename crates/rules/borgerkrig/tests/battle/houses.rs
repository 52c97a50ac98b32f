//! Houses: entering, leaving, and fighting for them.

use krigsspil_borgerkrig::battle::order::{Step, UnitOrder, When, Wing};
use krigsspil_borgerkrig::vocabulary::Order;
use krigsspil_engine::battle::{Options, Played};
use serde_json::json;

use crate::table::*;

/// A house of 4 by 4 cm whose middle is at 60,64.
fn with_house(units: &[&str]) -> Words {
    Words::of(units).with_feature(
        json!({"kind": "building", "name": "the farm", "obstacle": 2, "cover": 2}),
        "Polygon",
        json!([[[58, 62], [62, 62], [62, 66], [58, 66], [58, 62]]]),
    )
}

fn go_in() -> UnitOrder {
    UnitOrder::march(vec![Step::Enter])
}

/// §02.04.3 three companies fill a house; more find no room, and going in and out takes the time of a change of formation.
#[test]
fn three_companies_in_a_house() {
    let far = "r1 line of 20 facing south at 60,160";
    let mut table =
        with_house(&["b1 line of 9 at 60,60", "b2 line of 3 at 66,60", "b3 line of 20 at 30,60", far])
            .with_dice(&[]);
    assert!(table.refused("b3", go_in()).contains("02.04.3"), "no house is near");
    assert!(table.refused("b1", UnitOrder::march(vec![Step::Leave])).contains("02.04.3"));
    table.order("b1", UnitOrder::march(vec![Step::Enter, Step::Halt { turns: 0.25 }]));
    let events = table.turn();
    assert!(near(happened(&events, "enters_house")[0].moment, 0.25));
    assert!(table.unit("b1").building.is_some());
    assert_eq!(table.at("b1"), [60.0, 66.0], "it keeps its front, in the north wall");
    assert!(!table.unit("b1").closed());
    assert!(table.refused("b2", go_in()).contains("02.04.3"), "the house is full");
    // Out again: a quarter of the turn to form up in front of the wall, the rest to march.
    table.order("b1", ahead());
    let events = table.turn();
    assert!(near(happened(&events, "leaves_house")[0].moment, 0.25));
    assert!(table.unit("b1").building.is_none());
    assert!(near(table.at("b1")[1], 66.0 + 3.0 + 9.0), "{:?}", table.at("b1"));
    let mut large = with_house(&["b1 line of 10 at 60,60", far]).with_dice(&[]);
    assert!(large.refused("b1", go_in()).contains("02.04.3"), "ten figures are more than three companies");
    let mut horse = with_house(&["b1 cavalry line of 6 at 60,60", far]).with_dice(&[]);
    assert!(horse.refused("b1", go_in()).contains("02.04.3"), "horses stay outside");
    horse.order("b1", UnitOrder::march(vec![Step::Dismount, Step::Enter]));
}

/// §02.04.3 a garrison fires with one unit from a side, as a thin line, whichever way it faces; and has the house's cover.
#[test]
fn fire_from_a_house_and_at_it() {
    let units = ["b1 line of 9 at 60,60", "r1 line of 20 facing north at 60,50"];
    let mut table = with_house(&units).with_dice(&[1, 2, 1, 2]);
    table.order("b1", go_in()).turn();
    table.order("b1", fire()).order("r1", fire());
    let events = table.turn();
    let fires = happened(&events, "fires");
    assert_eq!(fires.len(), 2, "it fires out of its rear wall");
    let out = fires.iter().find(|event| event.about["unit"] == "b1").unwrap();
    assert_eq!(out.working.as_ref().unwrap().outcome["fire_units"], 1);
    let at = fires.iter().find(|event| event.about["unit"] == "r1").unwrap().working.as_ref().unwrap();
    assert_eq!(at.outcome["loss_divisor"], 4, "cover II");
    assert!(at.modifiers.iter().any(|applied| applied.modifier.key.contains("thin")), "{:?}", at.modifiers);
}

/// §02.04.3 at shock a garrison counts as a line without flanks or rear, and all its figures count; if beaten, it leaves by the far side.
#[test]
fn a_house_is_stormed() {
    let units = ["b1 line of 9 at 60,60", "r1 line of 30 facing north at 60,50"];
    let mut table = with_house(&units).with_dice(&[5, 5]);
    table.answers = vec![("surprised_fire", "hold")];
    table.order("b1", go_in()).turn();
    table.order("r1", storm());
    let events = table.turn();
    let shock = happened(&events, "shock")[0];
    assert_eq!(shock.about["aspect"], "front", "no rear in a house");
    assert_eq!(table.unit("b1").order, Order::Disorder);
    assert!(table.unit("b1").building.is_none());
    assert!(
        near(table.at("b1")[1], 66.0 + 6.0),
        "out on the far side, half a march back: {:?}",
        table.at("b1")
    );
    assert!(near(table.unit("b1").placed.pose().facing.as_degrees(), 180.0), "with its face to the house");
}

/// §02.04.3 a scenario cannot put more into a house than it holds.
#[test]
fn overfull_houses_are_faults() {
    let words = with_house(&["b1 line of 20 building=farm at 60,64", "r1 line of 20 facing south at 60,160"]);
    let scenario = words.scenario();
    let text = scenario.text.replace("building = \"farm\"", "building = \"the farm\"");
    let scenario =
        krigsspil_engine::scenario::Scenario::read("x.toml", &text, &scenario.ground_text).unwrap();
    let rules = krigsspil_borgerkrig::battle::Borgerkrig::printed().unwrap();
    let fault = Played::setup(rules, &scenario, Options::new(), 1).unwrap_err();
    assert!(fault.to_string().contains("three companies") && fault.line > 20, "{fault}");
}

/// §02.04.3 a unit cannot come out of a house into an enemy in front of it.
#[test]
fn the_enemy_before_the_door() {
    let units = [
        "b1 line of 9 at 60,60",
        "r1 line of 20 facing south at 60,90",
        "r2 line of 20 facing west at 65,80",
    ];
    let mut table = with_house(&units).with_dice(&[]);
    table.order("b1", go_in()).turn();
    // Away from its chain of command: the umpire puts a line across the north wall, 1 cm away and facing elsewhere.
    table.act("umpire", json!({"do": "move", "unit": "r1", "place": [750, 875], "facing": 0})).unwrap();
    table.order("b1", UnitOrder::march(vec![Step::Leave]));
    let events = table.turn();
    assert_eq!(happened(&events, "cannot_leave_house").len(), 1);
    assert!(table.unit("b1").building.is_some());
    assert_eq!(table.at("b1"), [60.0, 66.0]);
}

/// §02.04.3 two small units share a house, but never with an enemy.
#[test]
fn a_house_is_shared_by_friends_only() {
    let mut table =
        with_house(&["b1 line of 6 at 60,60", "b2 line of 3 at 60,56", "r1 line of 6 facing south at 60,70"])
            .with_dice(&[]);
    table.order("b1", go_in()).order("b2", go_in()).order("r1", go_in());
    table.turn();
    let inside: Vec<bool> = ["b1", "b2", "r1"].iter().map(|id| table.unit(id).building.is_some()).collect();
    assert_eq!(inside, [true, true, false], "who is in first holds it");
    table.order("b1", UnitOrder::fire(When::BeforeShock));
}

/// §02.04.3 §03.01.5 §03.03.5 the samples lead into houses and out of them, detach companies and let them rejoin, and let riders ride at a
/// moment; each of them is lawful.
#[test]
fn samples_offer_every_step() {
    let house = json!([[[60, 66], [64, 66], [64, 70], [60, 70], [60, 66]]]);
    let units = ["b1 line of 24 at 90,60", "b2 line of 6 at 62,60", "r1 line of 24 facing south at 60,190"];
    let words = Words::of(&units).with_feature(json!({"kind": "building", "name": "mill"}), "Polygon", house);
    let mut table = words.with_dice(&[]);
    let steps_of = |table: &Table, id: &str| {
        let prompts = table.game.prompts();
        let about = prompts[0].about_json();
        let units = about["units"].as_array().unwrap();
        let unit = units.iter().find(|unit| unit["unit"] == id).unwrap();
        let samples = unit["samples"].as_array().unwrap().clone();
        for sample in &samples {
            let mut tried = table.game.clone();
            tried.act(&"blue".into(), &json!({"do": "order", "unit": id, "order": sample})).unwrap();
        }
        let steps = samples.iter().filter_map(|sample| sample["steps"].as_array());
        let mut names: Vec<String> = Vec::new();
        for step in steps.flatten() {
            names.push(step["step"].as_str().unwrap().to_string());
        }
        ["enter", "leave", "detach", "rejoin"].map(|step| names.iter().any(|name| name == step))
    };
    assert_eq!(steps_of(&table, "b1"), [false, false, true, false]);
    assert_eq!(steps_of(&table, "b2"), [true, false, true, false]);
    let detach = Step::Detach { companies: 3, wing: Wing::Right };
    table.order("b1", UnitOrder::march(vec![detach])).order("b2", UnitOrder::march(vec![Step::Enter]));
    table.turn();
    assert_eq!(steps_of(&table, "b2"), [false, true, false, false]);
    assert_eq!(steps_of(&table, "b1/1"), [false, false, false, true]);
    // A unit may repeat its last order; but only one detachment at a time is offered.
    table.turn();
    assert_eq!(steps_of(&table, "b1"), [false; 4]);
    let about = &table.game.prompts()[0].about_json();
    for riders in ["generals", "couriers"] {
        for rider in about[riders].as_array().unwrap() {
            let samples = rider["samples"].as_array().unwrap();
            assert!(samples.iter().any(|sample| sample["moment"] == 0.5), "{rider}");
            for sample in samples {
                table.game.clone().act(&"blue".into(), sample).unwrap();
            }
        }
    }
}
