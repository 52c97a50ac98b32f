//! What the drill does by itself in the phases that only these rules have.

use krigsspil_engine::battle::{Drill, SeatId, ViewDetail};
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

/// §house.orders a command that its order keeps from attacking is sent forward; one that advances is left alone, and so is one whose order waits.
#[test]
fn commands_are_sent_forward() {
    let units = ["b1 column at 1000,300", "bx1 column at 1300,300", "r1 column facing south at 1000,2800"];
    let mut words = Words::of(&units);
    assert_eq!(settled(&words.with_dice(&[])), []);
    words.officers[0] = "radius = 5000\norder = \"reserve\"\nE = 1".into();
    let mut table = words.with_dice(&[]);
    let order = json!({"kind": "command", "order": "advance"});
    assert_eq!(settled(&table), [("b".to_string(), order.clone()), ("bx".to_string(), order.clone())]);
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
