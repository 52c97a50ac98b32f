//! What the drill does by itself in the phases that only these rules have.

use krigsspil_engine::battle::{ChargeAsked, Drill, Poise, SeatId, ViewDetail};
use krigsspil_tricolore::battle::order::UnitOrder;
use krigsspil_tricolore::battle::phases::Step;
use krigsspil_tricolore::drill::TricoloreDrill;
use serde_json::{Value, json};

use crate::table::{Table, Words};

/// What it does about blue's prompt, as orders by whom they are for.
fn settled(table: &Table) -> Vec<(String, Value)> {
    let blue = SeatId::from("blue");
    let prompt = table.game.prompts().into_iter().find(|prompt| prompt.seat == blue).unwrap();
    let view = table.game.view_in(&blue, ViewDetail::Lean);
    let deeds = TricoloreDrill.settles(&view, &prompt).unwrap();
    let written = deeds.iter().map(|deed| deed.written());
    written.map(|deed| (deed["unit"].as_str().unwrap().to_string(), deed["order"].clone())).collect()
}

/// §house.orders a command that its order keeps from attacking, or binds to attack, is sent forward; one that advances is left alone, and so is one whose order waits.
#[test]
fn commands_are_sent_forward() {
    let units = ["b1 column at 1000,300", "bx1 column at 1300,300", "r1 column facing south at 1000,2800"];
    let mut words = Words::of(&units);
    assert_eq!(settled(&words.with_dice(&[])), []);
    let order = json!({"kind": "command", "order": "advance"});
    let both = [("b".to_string(), order.clone()), ("bx".to_string(), order.clone())];
    for bound in ["attack", "withdraw", "reserve"] {
        words.officers[0] = format!("radius = 5000\norder = \"{bound}\"\nE = 1");
        assert_eq!(settled(&words.with_dice(&[])), both);
    }
    let mut table = words.with_dice(&[]);
    table.act("blue", json!({"do": "order", "unit": "bx", "order": order})).unwrap();
    assert_eq!(settled(&table), [("b".to_string(), order)]);
}

/// §house.sequence-bonus who has more bases in the fight wants more sequences; a unit with 6U does not count.
#[test]
fn the_stronger_wants_more_sequences() {
    for (disorder, bonus) in [(0, 2), (6, -2)] {
        let units = [
            "b1 column of 4 at 1000,1000".to_string(),
            format!("b2 column of 4 at 1200,1000 disorder={disorder}"),
            "r1 column of 6 facing south at 1000,1390".to_string(),
        ];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut words = Words::of(&units);
        words.officers[0] = "radius = 5000\nbonus = 2".into();
        let mut table = words.with_dice(&[]);
        table.until(Step::Bonus);
        assert_eq!(settled(&table), [("b".to_string(), json!({"kind": "bonus", "bonus": bonus}))]);
    }
}

/// §bombard.tactical a battery fires in a sequence while it has at most 3U, and at an enemy within 600; its neighbour with 4U waits.
#[test]
fn guns_fire_in_a_sequence() {
    let units = [
        "b1 battery unlimbered of 2 at 1000,1000 disorder=3",
        "b2 battery unlimbered of 2 at 1120,1000 disorder=4",
        "b3 column of 4 at 1300,1200",
        "r1 column of 4 facing south at 1000,1550",
        "r2 column of 4 facing south at 1300,1590",
    ];
    let mut table = Words::of(&units).with_dice(&[1, 9]);
    table.until(Step::TacticalFire);
    assert_eq!(settled(&table), [("b1".to_string(), json!({"kind": "fire", "target": "r1"}))]);
}

/// §turn.D.1 §town.doubled who thinks of storming a town reckons with those beside him in good order, because they fight one melee together (R69); not with one that is
/// shaken or far away, and not in the open.
#[test]
fn a_town_is_stormed_together() {
    for (beside, zone, bases) in [
        ("b2 column of 4 at 1060,1200", "zone=mill", 8.0),
        ("b2 column of 4 at 1060,1200 disorder=4", "zone=mill", 4.0),
        ("b2 column of 4 at 1060,700", "zone=mill", 4.0),
        ("b2 column of 4 at 1060,1200", "", 4.0),
    ] {
        let enemy = format!("r1 column of 3 facing south at 1000,1350 {zone}");
        let words = Words::of(&["b1 column of 4 at 1000,1200", beside, &enemy]);
        let town = [900.0, 1300.0, 1100.0, 1500.0];
        let words =
            if zone.is_empty() { words } else { words.area("built_up", town, json!({"name": "mill"})) };
        let table = words.with_dice(&[]);
        let view = table.game.view_in(&SeatId::from("blue"), ViewDetail::Lean);
        let unit = view.units.iter().find(|unit| &*unit.id == "b1").unwrap();
        let enemy = view.enemies.iter().find(|unit| &*unit.id == "r1").unwrap();
        let asked = ChargeAsked { view: &view, unit, enemy, poise: Poise::Steady, full_speed: true };
        let odds = TricoloreDrill.charge(&asked);
        let facts: Value = serde_json::from_str(&odds.facts).unwrap();
        assert_eq!(facts["attacker"]["bases"], json!(bases), "{beside}, {zone}: {facts}");
    }
}

/// §turn.D.1 §turn.D.2 whom a unit may attack stands in its prompt, so nobody measures for himself: out of a town an enemy within 200 of the zone's edge is named, though he is farther from its middle; in
/// the step of movement nobody is.
#[test]
fn the_prompt_names_whom_to_attack() {
    let units = ["b1 column of 4 at 1000,1000 zone=mill", "r1 column of 4 facing south at 1000,1260"];
    let town = [900.0, 900.0, 1100.0, 1100.0];
    let mut table = Words::of(&units).area("built_up", town, json!({"name": "mill"})).with_dice(&[1, 9]);
    let blue = SeatId::from("blue");
    let named = |table: &Table| {
        let prompt = table.game.prompts().into_iter().find(|prompt| prompt.seat == blue).unwrap();
        let asked = &prompt.orders().unwrap().units[0];
        TricoloreDrill.attackable(asked).unwrap().into_iter().map(str::to_string).collect::<Vec<_>>()
    };
    table.until_moves(Step::Declarations, "blue");
    assert_eq!(named(&table), ["r1"]);
    table.until_moves(Step::Movement, "blue");
    assert!(named(&table).is_empty());
}

/// §turn.D.2 §turn.E §turn.F §turn.G who has no order stands: to be ordered to stand changes nothing for one who has written no fire, so the drill leaves it out.
#[test]
fn who_has_no_order_stands() {
    let units = |enemy: f64| {
        let enemy = format!("r1 column of 4 facing south at 1000,{enemy:?}");
        Words::of(&["b1 column of 4 at 1000,1000", "b2 battery unlimbered of 2 at 1200,1000", &enemy])
    };
    let near = [Step::Movement, Step::TacticalFire];
    let far = [Step::Manoeuvre, Step::Bombardment, Step::Deployment];
    for (enemy, steps) in [(1300.0, &near[..]), (1800.0, &far[..])] {
        let mut table = units(enemy).with_dice(&[1, 9]);
        for &step in steps {
            table.until_moves(step, "blue");
            let before = table.game.digest();
            for unit in ["b1", "b2"] {
                let _ = table.try_order(unit, UnitOrder::Stand);
            }
            assert_eq!(before, table.game.digest(), "{step:?}");
        }
    }
}
