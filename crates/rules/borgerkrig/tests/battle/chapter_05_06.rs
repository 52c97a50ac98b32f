//! Fire with small arms and artillery, in the battle.

use krigsspil_borgerkrig::battle::order::{Piece, UnitOrder, When};
use krigsspil_borgerkrig::procedures::works::Work;
use krigsspil_borgerkrig::vocabulary::{Ammunition, Order};
use serde_json::json;

use crate::table::*;

fn guns(ammunition: Ammunition, target: Option<&str>, guess_cm: Option<i32>) -> UnitOrder {
    UnitOrder::Fire {
        when: When::AtOnce,
        target: target.map(Into::into),
        targets: Vec::new(),
        figures: None,
        ammunition: Some(ammunition),
        guess_cm,
    }
}

/// §05.01.2 only figures whose front is within 30 degrees of the target fire, and nobody fires through a friend.
#[test]
fn arcs_and_screens() {
    let mut half = table(&["b1 line of 24 at 60,60", "r1 line of 24 facing south at 68,65"], &[1, 2]);
    half.order("b1", fire());
    let events = half.turn();
    let counted =
        happened(&events, "fires")[0].working.as_ref().unwrap().outcome["fire_units"].as_i64().unwrap();
    assert!((1..4).contains(&counted), "{counted}");
    let screen = ["b1 line of 24 at 60,60", "b2 chain of 12 at 60,64", "r1 line of 24 facing south at 60,75"];
    let mut screened = table(&screen, &[]);
    screened.order("b1", fire());
    assert_eq!(happened(&screened.turn(), "no_target").len(), 1);
}

/// §06.02.1 canister strikes everybody within angle and zone, and the loss is shared.
#[test]
fn canister() {
    let units = [
        "b1 battery of 6 at 60,60",
        "r1 line of 20 facing south at 55,70",
        "r2 line of 20 facing south at 65,70",
    ];
    let mut table = table(&units, &[5, 5, 6, 6, 6, 6]);
    table.order("b1", guns(Ammunition::Canister, None, None));
    let events = table.turn();
    let targets = happened(&events, "fires_canister")[0].about["targets"].clone();
    assert_eq!(targets, json!(["r1", "r2"]));
    assert_eq!(table.unit("r1").lost_men, table.unit("r2").lost_men);
    assert_eq!(table.unit("b1").battery.as_ref().unwrap().rounds[0], 1);
}

/// §06.02.5 a target that was hit is hit again; its deviation throw cannot miss.
#[test]
fn continued_fire_hits() {
    let units = ["b1 battery of 6 at 60,60", "r1 line of 24 facing south at 60,100"];
    let mut table = table(&units, &[3, 4, 2, 3, 1, 1, 2, 3]);
    table.order("b1", guns(Ammunition::Shot, Some("r1"), Some(41))).turn();
    table.order("b1", guns(Ammunition::Shot, Some("r1"), Some(80)));
    let events = table.turn();
    assert_eq!(happened(&events, "shot_strikes").len(), 1, "{:?}", happened(&events, "misses"));
}

/// §06.03.6 two turns of work repair a damaged gun.
#[test]
fn repairs() {
    let units = ["b1 battery of 6 at 60,60", "r1 battery of 6 facing south at 60,100"];
    // On target; 7 damages one gun of the struck battery.
    let mut table = table(&units, &[3, 4, 3, 4]);
    table.order("b1", guns(Ammunition::Shell, Some("r1"), Some(42))).turn();
    assert_eq!(table.unit("r1").battery.as_ref().unwrap().guns, [5, 1, 0]);
    for _ in 0..2 {
        table.order("r1", UnitOrder::Repair { piece: Piece::Gun }).turn();
    }
    assert_eq!(table.unit("r1").battery.as_ref().unwrap().guns, [6, 0, 0]);
    assert!(table.refused("r1", UnitOrder::Repair { piece: Piece::Gun }).contains("06.03.6"));
}

/// §10.02.1 six whole turns make a light field work, which then covers its makers.
#[test]
fn a_field_work_is_made() {
    let mut table = table(&["b1 line of 24 at 60,60", "r1 line of 24 facing south at 60,75"], &[]);
    for turn in 0..6 {
        assert!(table.battle().works.made.is_empty(), "turn {turn}");
        table.order("b1", UnitOrder::Work { work: Work::LightFieldwork }).turn();
    }
    assert_eq!(table.battle().works.made.len(), 1);
    table.order("r1", fire());
    let events = table.turn();
    let divisor = happened(&events, "fires")[0].working.as_ref().unwrap().outcome["loss_divisor"].as_i64();
    assert_eq!(divisor, Some(2));
}

/// §03.03.2 §03.03.3 beyond 40 cm only repeated orders, standing and fire are possible; a courier carries any other order.
#[test]
fn couriers_carry_orders() {
    let units = ["b1 line of 20 at 60,60", "b2 line of 20 at 160,60", "r1 line of 20 facing south at 60,190"];
    let mut table = table(&units, &[]);
    assert!(table.refused("b2", ahead()).contains("03.03.3"));
    table.order("b2", fire());
    let send = json!({"do": "courier", "courier": "b/1", "to": {"ride": "with", "unit": "b2"},
        "order": {"kind": "move", "steps": [{"step": "ahead", "cm": 5}]}});
    table.act("blue", send).unwrap();
    table.turn();
    table.turn();
    // At eighty centimetres a turn he arrives after the second turn, and the order is carried out in the third.
    let events = table.turn();
    assert_eq!(happened(&events, "courier_hands_over").len(), 1);
    assert!(near(table.at("b2")[1], 65.0), "{:?}", table.at("b2"));
}

/// §03.02.2 §03.02.3 a unit in a wood is seen only from 8 cm; an unseen unit is in no view.
#[test]
fn woods_hide() {
    let units = [
        "b1 line of 20 at 60,60",
        "r1 line of 20 facing south at 60,90",
        "r2 line of 20 facing south at 120,90",
    ];
    let wood = json!([[[50, 85], [70, 85], [70, 100], [50, 100], [50, 85]]]);
    let table = Words::of(&units).with_feature(json!({"kind": "wood"}), "Polygon", wood).with_dice(&[]);
    let view = table.game.view(&"blue".into()).json();
    let seen: Vec<&str> =
        view["enemies"].as_array().unwrap().iter().map(|enemy| enemy["id"].as_str().unwrap()).collect();
    assert_eq!(seen, ["r2"]);
    assert!(!view.to_string().contains("\"r1\""));
}

/// §07.06.3 a general alone who has moved is captured when an enemy comes within 2 cm; one who has not moved rides away.
#[test]
fn generals_are_taken() {
    for (moves, life) in [(true, "captured"), (false, "here")] {
        let mut table = table(&["b1 line of 20 at 30,30", "r1 line of 20 facing south at 60,75"], &[]);
        table.act("umpire", json!({"do": "mend", "unit": "b1"})).unwrap();
        table
            .act("blue", json!({"do": "general", "general": "b", "to": {"ride": "to", "place": [750, 800]}}))
            .unwrap();
        table.turn();
        if moves {
            table
                .act(
                    "blue",
                    json!({"do": "general", "general": "b", "to": {"ride": "to", "place": [755, 800]}}),
                )
                .unwrap();
        }
        table.order("r1", ahead()).turn();
        let found = table.game.view(&"blue".into()).json()["generals"][0]["life"].clone();
        assert_eq!(found, life, "moved: {moves}");
    }
}

/// §04.02.12 gunners may run behind a friend and leave their guns to the enemy, or man them again.
#[test]
fn gunners_shelter() {
    let units = ["b1 battery of 4 at 60,60", "b2 line of 20 at 66,56", "r1 line of 20 facing south at 60,75"];
    let mut table = table(&units, &[]);
    table.answers = vec![("gunners_shelter", "shelter")];
    let order = UnitOrder::march(vec![krigsspil_borgerkrig::battle::order::Step::Ahead { cm: Some(10.0) }]);
    table.order("r1", order);
    let events = table.turn();
    assert_eq!(happened(&events, "gunners_shelter").len(), 1, "{:?}", table.asked);
    assert_eq!(happened(&events, "guns_manned").len(), 1);
    assert_eq!(table.at("b1"), [60.0, 60.0]);
    assert_eq!(table.unit("b1").order, Order::Good);
}

/// §08.04.3 a unit in rout has three attempts; then it is lost.
#[test]
fn three_attempts_to_rally() {
    let mut table = table(
        &["b1 line of 24 at 60,190", "b2 line of 20 at 90,20", "r1 line of 24 facing south at 60,10"],
        &[1, 2, 1, 2, 1, 2],
    );
    table.act("umpire", json!({"do": "overrule", "unit": "b1", "state": "FU"})).unwrap();
    for turn in 0..3 {
        assert!(table.unit("b1").here(), "turn {turn}");
        table.turn();
    }
    assert!(!table.unit("b1").here());
}
