//! The drill puts the orders of a turn side by side: supports are brought up, and columns get out of each other's way.

use krigsspil_chakoten::battle::order::*;
use krigsspil_chakoten::drill::ChakotenDrill;
use krigsspil_engine::battle::{Deed, Drill, OwnUnit, SeatId};
use serde_json::json;

use crate::table::*;

fn deed(unit: &str, order: UnitOrder) -> Deed {
    Deed::of(Action::Order { unit: OwnUnit::from(unit), order: Some(order), sheet: None })
}

/// What the drill makes of these orders of blue's.
fn concert(table: &Table, deeds: Vec<Deed>) -> Vec<(String, UnitOrder)> {
    let view = table.game.view(&SeatId::from("blue"));
    let prompts = table.game.prompts();
    let asked =
        prompts.iter().find(|prompt| prompt.seat.as_str() == "blue").and_then(|prompt| prompt.orders());
    let made = ChakotenDrill.concert(&view, asked.unwrap(), deeds);
    let read = |deed: Deed| match deed.read::<Action>() {
        Ok(Action::Order { unit, order: Some(order), .. }) => Some((unit.0.to_string(), order)),
        _ => None,
    };
    made.into_iter().filter_map(read).collect()
}

/// §12.03.7 an attack that nobody stands right to support has a column brought up from behind, and the melee counts it; one that looks
/// elsewhere stays as it is.
#[test]
fn supports_are_brought_up() {
    for (behind, comes) in
        [("b2 attack_column of 24 at 80,38", true), ("b2 attack_column of 24 facing west at 80,38", false)]
    {
        let units = ["b1 attack_column of 24 at 80,60", behind, "r1 line of 24 at 80,75"];
        let mut table = table(&units, &[3; 6]);
        let orders = concert(&table, vec![deed("b1", attack("r1"))]);
        let support = orders.iter().find(|(unit, _)| unit == "b2").map(|(_, order)| order.clone());
        assert_eq!(support.is_some(), comes, "{orders:?}");
        for (unit, order) in orders {
            table.order(&unit, order);
        }
        let events = table.turn();
        assert_eq!(counted(happened(&events, "melee")[0], "attacker_support"), comes, "{behind}");
    }
}

/// §08.03.4 §08.03.5 a chief whose units have marched out of his reach rides to where most of them will be within command distance; one who has
/// them near stays.
#[test]
fn chiefs_keep_near_their_units() {
    for (back, rides) in [(70.0, true), (12.0, false)] {
        let mut words = Words::of(&[
            "b2 attack_column of 24 at 100,90",
            "b1 attack_column of 24 at 80,90",
            "b3 attack_column of 24 at 120,88",
            "r1 line of 24 at 80,170",
        ]);
        words.chief_back = Some(back);
        let table = words.with_dice(&[]);
        let view = table.game.view(&SeatId::from("blue"));
        let prompts = table.game.prompts();
        let mut asked = prompts.iter().filter(|prompt| prompt.seat.as_str() == "blue");
        let asked = asked.find_map(|prompt| prompt.orders()).unwrap();
        let made = ChakotenDrill.concert(&view, asked, Vec::new());
        let ride = made.into_iter().find_map(|deed| match deed.read::<Action>() {
            Ok(Action::General { to: Ride::To { place }, .. }) => Some(place.0),
            _ => None,
        });
        assert_eq!(ride.is_some(), rides, "{back}");
        if let Some([x, y]) = ride {
            for east in [800.0, 1000.0, 1200.0] {
                assert!((east - x).hypot(900.0 - y) <= 350.0, "{x} {y}");
            }
        }
    }
}

/// §04.04.3 gunners who have left their guns are not ordered to bring them into position.
#[test]
fn gunners_without_guns_do_not_unlimber() {
    let mut table = table(&["r1 attack_column of 20 at 60,66", "b1 battery of 8 at 60,48"], &[]);
    table.answers.push(("goes_back", "go_back"));
    let steps = vec![ATTACK];
    table.order("r1", UnitOrder::Move { steps, target: Some("b1".into()), support: None }).turn();
    assert_ne!(
        table.unit("b1").battery.as_ref().unwrap().crew,
        krigsspil_chakoten::battle::state::Crew::AtGuns
    );
    let orders = concert(&table, vec![deed("b1", UnitOrder::march(vec![UNLIMBER]))]);
    assert!(orders.iter().all(|(unit, _)| unit != "b1"), "{orders:?}");
}

/// §07.05.5 limbered guns that a ditch halted in line go on as a column, and pass it.
#[test]
fn guns_pass_a_ditch_in_column() {
    let words =
        Words::of(&["b1 battery of 8 at 40,30 limbered=true formation=line", "r1 line of 20 at 40,230"]);
    let ditch = json!([[10, 35], [80, 35]]);
    let mut table = words.with_feature(json!({"kind": "ditch"}), "LineString", ditch).with_dice(&[]);
    for _ in 0..6 {
        for (unit, order) in concert(&table, vec![deed("b1", UnitOrder::march(vec![AHEAD]))]) {
            table.order(&unit, order);
        }
        table.turn();
    }
    assert!(table.at("b1")[1] > 45.0, "{:?}", table.at("b1"));
}
