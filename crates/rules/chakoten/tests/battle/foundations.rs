//! Chapters 01, 02, 08 and 11: what a scenario states, what the umpire decides, what chiefs and wagons are.

use krigsspil_chakoten::battle::Chakoten;
use krigsspil_chakoten::battle::order::*;
use krigsspil_chakoten::vocabulary::Order as State;
use krigsspil_engine::battle::{Options, Played, SeatId};
use krigsspil_engine::scenario::Scenario;
use serde_json::json;

use crate::table::*;

/// §01.01.1 §08.01.1 a scenario states its date, its hour, how long it lasts, and the chief and strength of every unit: without one of them
/// there is no battle.
#[test]
fn a_scenario_states_what_it_must() {
    let (text, ground) = Words::of(&["b1 line of 20 at 60,40", "r1 line of 20 at 60,90"]).written();
    let sets_up = |text: &str| {
        let scenario = Scenario::read("test.toml", text, &ground).ok();
        let rules = Chakoten::printed().unwrap();
        scenario.is_some_and(|scenario| Played::setup(rules, &scenario, Options::new(), 1).is_ok())
    };
    assert!(sets_up(&text));
    for key in ["date = ", "starts = ", "turns = ", "general = ", "men = ", "home = "] {
        let without: Vec<&str> = text.lines().filter(|line| !line.starts_with(key)).collect();
        assert!(!sets_up(&without.join("\n")), "without {key}");
    }
    assert!(!sets_up(&text.replace("general = \"b\"", "general = \"nobody\"")));
}

/// §01.01.3 a wood and a plantation are two things: swarming infantry goes 15 cm through a plantation, and into a wood no deeper than its
/// edge.
#[test]
fn woods_and_plantations() {
    let area = |east: i32| json!([[[east, 45], [east + 40, 45], [east + 40, 120], [east, 120], [east, 45]]]);
    let words = Words::of(&[
        "b1 march_column of 20 at 40,45",
        "b2 march_column of 20 at 100,45",
        "r1 line of 20 at 80,240",
    ])
    .with_feature(json!({"kind": "plantation"}), "Polygon", area(20))
    .with_feature(json!({"kind": "wood"}), "Polygon", area(80));
    let mut table = words.with_dice(&[]);
    table.order("b1", UnitOrder::march(vec![AHEAD])).order("b2", UnitOrder::march(vec![AHEAD])).turn();
    let (plantation, wood) = (table.at("b1")[1], table.at("b2")[1]);
    assert!(near(plantation, 57.0), "{plantation}");
    assert!(wood < 55.0, "{wood}");
}

/// §01.01.4 a scenario may carry a rule of its own: with a limit of 20 cm nobody sees an enemy at 40.
#[test]
fn a_rule_of_the_scenario() {
    let mut words = Words::of(&["b1 line of 20 at 60,40", "r1 line of 20 at 60,80"]);
    let seen = |words: &Words| {
        let view = words.with_dice(&[]).game.view(&SeatId::from("blue")).json();
        view["enemies"].as_array().unwrap().len()
    };
    assert_eq!(seen(&words), 1);
    words.special.push(
        "[[special]]\nrules = \"chakoten\"\nname = \"sight\"\ntext = \"Fog.\"\nabout = { cm = 20 }\n".into(),
    );
    assert_eq!(seen(&words), 0);
}

/// §01.03.1 ground is what it covers and no more: a column half a millimetre beside a marsh marches on, one half a millimetre in it halts.
#[test]
fn ground_covers_what_it_covers() {
    let marsh = json!([[[50, 50], [70, 50], [70, 90], [50, 90], [50, 50]]]);
    for (east, north) in [(46.2, 60.0), (46.3, 50.0)] {
        let unit = format!("b1 attack_column of 20 at {east},40");
        let words = Words::of(&[&unit, "r1 line of 20 at 200,200"]).with_feature(
            json!({"kind": "marsh"}),
            "Polygon",
            marsh.clone(),
        );
        let mut table = words.with_dice(&[]);
        table.order("b1", UnitOrder::march(vec![AHEAD])).turn();
        assert!(near(table.at("b1")[1], north), "{east}: {:?}", table.at("b1"));
    }
}

/// §01.03.2 hills are plates on plates, each a step higher: who attacks up a step has it against him, who attacks on the level has not.
#[test]
fn hills_are_steps() {
    let plate = |level: i32, by: i32| {
        let (west, south, east, north) = (46 + by, 48 + by, 74 - by, 90 - by);
        let ring = json!([[[west, south], [east, south], [east, north], [west, north], [west, south]]]);
        (json!({"kind": "contour", "level": level}), ring)
    };
    let mut words = Words::of(&[
        "b1 attack_column of 20 at 60,40",
        "r1 line of 20 at 60,55",
        "b2 attack_column of 20 at 88,40",
        "r2 line of 20 at 88,55",
    ]);
    for (properties, ring) in [plate(1, 0), plate(2, 5)] {
        words = words.with_feature(properties, "Polygon", ring);
    }
    let mut table = words.with_dice(&[3; 12]);
    let levels = [45.0, 50.0, 60.0].map(|north| {
        let place = krigsspil_field::prelude::point(600.0, north * 10.0);
        table.battle().ground.level_at(place)
    });
    assert_eq!(levels, [0, 1, 2]);
    for (unit, enemy) in [("b1", "r1"), ("b2", "r2")] {
        let order = UnitOrder::Move { steps: vec![ATTACK], target: Some(enemy.into()), support: None };
        table.order(unit, order);
    }
    let events = table.turn();
    let uphill = |unit: &str| {
        let melees = happened(&events, "melee");
        let melee = melees.into_iter().find(|event| event.about["unit"] == unit).unwrap();
        melee.working.as_ref().unwrap().modifiers.iter().any(|applied| applied.modifier.key.contains("hill"))
    };
    assert_eq!((uphill("b1"), uphill("b2")), (true, false));
}

/// §02.01.1 an umpire leads the game where there is one: he has a seat of his own, which no player has, and sees all.
#[test]
fn the_umpire_has_a_seat() {
    let mut words = Words::of(&["b1 line of 20 at 60,40 valeur=3", "r1 line of 20 at 60,90 valeur=-2"]);
    words.umpire = true;
    let table = words.with_dice(&[]);
    let valeurs = |seat: &str| {
        let view = table.game.view(&SeatId::from(seat)).json().to_string();
        [3, -2].map(|valeur| view.contains(&format!("\"valeur\":{valeur}")))
    };
    assert_eq!(
        [valeurs("umpire"), valeurs("blue"), valeurs("red")],
        [[true; 2], [true, false], [false, true]]
    );
}

/// §02.02.1 what the umpire decides holds, and no player may decide it: a unit that he puts into U takes no order to attack.
#[test]
fn the_umpires_word_holds() {
    let mut words = Words::of(&["b1 line of 20 at 60,40", "r1 line of 20 at 60,90"]);
    words.umpire = true;
    let mut table = words.with_dice(&[]);
    let overrule =
        json!({"do": "overrule", "unit": "b1", "state": "U", "reason": "The men run for the well."});
    assert!(table.act("red", overrule.clone()).is_err());
    table.order("b1", UnitOrder::march(vec![ATTACK]));
    table.act("umpire", overrule).unwrap();
    assert_eq!(table.unit("b1").order, State::Disorder);
    assert_eq!(table.refused("b1", UnitOrder::march(vec![ATTACK])), "disorder_does_not_attack");
}

/// §02.03.2 a rule that is added during the game changes nothing that has happened.
#[test]
fn new_rules_do_not_act_backwards() {
    let mut words = Words::of(&["b1 line of 20 at 60,40", "r1 line of 20 at 60,48"]);
    words.umpire = true;
    let mut table = words.with_dice(&[5, 5, 5]);
    table.order("b1", UnitOrder::fire(When::AtOnce)).turn();
    let before = serde_json::to_value(&table.battle().units).unwrap();
    let rule = json!({"do": "rule", "name": "Rain", "text": "From now on nobody fires."});
    table.act("umpire", rule).unwrap();
    assert_eq!(serde_json::to_value(&table.battle().units).unwrap(), before);
}

/// §08.02.2 a chief beside a unit in melee is always committed, and nobody asks him; beside a unit under fire he may choose.
#[test]
fn a_chief_in_melee() {
    let mut words = Words::of(&["b1 line of 20 at 80,40", "r1 attack_column of 20 at 80,55"]);
    words.chief_back = Some(3.05);
    let mut melee = words.with_dice(&[4, 3, 3, 4, 3, 3, 4]);
    melee.order("r1", UnitOrder::Move { steps: vec![ATTACK], target: Some("b1".into()), support: None });
    let events = melee.turn();
    assert_eq!(happened(&events, "chief_intervenes").len(), 1);
    assert!(!melee.asked.iter().any(|question| question == "chief_steps_in"), "{:?}", melee.asked);
    let mut words = Words::of(&["b1 line of 20 at 80,40", "r1 line of 20 at 80,48"]);
    words.chief_back = Some(3.05);
    let mut fire = words.with_dice(&[4, 3, 3, 4]);
    fire.order("r1", UnitOrder::fire(When::AtOnce)).turn();
    assert!(fire.asked.iter().any(|question| question == "chief_steps_in"), "{:?}", fire.asked);
}

/// §11.01.2 a scenario gives more or less ammunition; without a word of it infantry has 12 loads and a battery 16 (§11.03.1).
#[test]
fn a_scenario_allots_ammunition() {
    let table = table(
        &[
            "b1 line of 20 at 40,40",
            "b2 line of 20 at 70,40 loads=3",
            "b3 battery of 8 at 100,40",
            "b4 battery of 8 at 130,40 loads=9",
            "r1 line of 20 at 60,200",
        ],
        &[],
    );
    let loads = ["b1", "b2", "b3", "b4"].map(|id| table.unit(id).loads);
    assert_eq!(loads, [12, 3, 16, 9]);
}

/// §brikker.table infantry of two ranks (England; France from 16 October 1813) stands on wider bases: by its country and the day, unless the scenario says otherwise.
#[test]
fn ranks_by_country() {
    let table = table(
        &[
            "b1 line of 24 at 50,50 country=france valeur=1",
            "b2 line of 24 at 90,50 country=england",
            "b3 line of 24 at 130,50 country=prussia",
            "b4 line of 24 at 170,50 country=england ranks=3",
            "r1 line of 20 at 80,200",
        ],
        &[],
    );
    let front = |unit: &str| table.unit(unit).placed.body().front() / 10.0;
    assert_eq!(["b1", "b2", "b3", "b4"].map(front), [24.0, 24.0, 18.0, 18.0]);
}
