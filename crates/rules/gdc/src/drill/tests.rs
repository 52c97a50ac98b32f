//! What intents become, phase by phase.

use krigsspil_engine::battle::{Drill, Evolution, Flank, Formed, Intent, MayKnow, Shown, UnitAsked};
use serde_json::{Value, json};

use super::GdcDrill;
use crate::battle::shown::{AskedDetails, TargetShown};

fn asked(may: &[&'static str]) -> UnitAsked {
    UnitAsked {
        unit: "b1".into(),
        may: may.to_vec(),
        closed: Vec::new(),
        details: Shown::NOTHING,
        samples: None,
    }
}

fn written(may: &[&'static str], intent: &Intent) -> Value {
    GdcDrill.order_asked(&asked(may), intent).map_or(Value::Null, |deed| deed.written()["order"].clone())
}

/// §6.1 §4.1 a march becomes steps in the movement phase; in the charge phase it becomes nothing.
#[test]
fn a_march_is_made_where_it_is_open() {
    let march = Intent::March(vec![Evolution::Wheel(80.0), Evolution::Ahead(150.0)]);
    let steps = json!([{"step": "wheel", "degrees": 80.0}, {"step": "ahead", "yards": 150.0}]);
    let moved = written(&["move", "shift", "stand"], &march);
    assert_eq!((&moved["kind"], &moved["steps"]), (&json!("move"), &steps));
    // A slight turn is left to the next formation phase.
    let slight = Intent::March(vec![Evolution::Wheel(60.0), Evolution::Ahead(150.0)]);
    let straight = json!([{"step": "ahead", "yards": 75.0}]);
    assert_eq!(written(&["move", "shift", "stand"], &slight)["steps"], straight);
    assert_eq!(written(&["charge", "stand"], &march), Value::Null);
    assert_eq!(written(&["stand"], &Intent::Rally), json!({"kind": "stand"}));
}

/// §4.1 §6.1 a quarter turn to an enemy beside it is a turn where that is lawful, else a wheel: so nobody stands all day beside an enemy's guns.
#[test]
fn a_quarter_turn_is_made() {
    let quarter = |flank| Intent::March(vec![Evolution::Quarter(flank), Evolution::Form(Formed::Line)]);
    let wheel = |degrees: f64| json!([{"step": "wheel", "degrees": degrees}]);
    let may = ["move", "shift", "stand"];
    assert_eq!(written(&may, &quarter(Flank::Left))["steps"], wheel(-90.0));
    assert_eq!(written(&may, &quarter(Flank::Right))["steps"], wheel(90.0));
    let details = AskedDetails { facings: Some(vec![-90, 45, 90]), ..nothing() };
    let asked = UnitAsked { details: Shown::to(MayKnow::Own, details), ..asked(&["change", "stand"]) };
    let turned =
        GdcDrill.order_asked(&asked, &quarter(Flank::Right)).map(|deed| deed.written()["order"].clone());
    assert_eq!(turned.map(|order| order["degrees"].clone()), Some(json!(90.0)));
}

/// §6.31 guns in position are turned, or limbered; limbered guns are unlimbered.
#[test]
fn guns_are_turned_or_limbered() {
    let may = ["turn", "limber", "prolonge", "limber_and_move", "stand"];
    let swing = Intent::March(vec![Evolution::Wheel(50.0)]);
    assert_eq!(written(&may, &swing), json!({"kind": "turn", "degrees": 50.0}));
    let off = Intent::March(vec![Evolution::Limber, Evolution::Ahead(400.0)]);
    assert_eq!(written(&may, &off), json!({"kind": "limber"}));
    let into = Intent::March(vec![Evolution::Unlimber]);
    assert_eq!(written(&["move", "unlimber", "stand"], &into), json!({"kind": "unlimber"}));
}

/// §12.2 who is in a zone and has not far to go stays: in transit he goes into garrison, and he leaves for a long way only.
#[test]
fn towns_are_garrisoned() {
    let near = Intent::March(vec![Evolution::Ahead(100.0)]);
    let far = Intent::March(vec![Evolution::Ahead(900.0)]);
    let zone = |may: &[&'static str], transit: bool, intent: &Intent| {
        let details = AskedDetails { transit: Some(transit), ahead: Some(90), ..nothing() };
        let asked = UnitAsked { details: Shown::to(MayKnow::Own, details), ..asked(may) };
        GdcDrill.order_asked(&asked, intent).map_or(Value::Null, |deed| deed.written()["order"].clone())
    };
    let garrison = json!({"kind": "garrison"});
    let formation = ["garrison", "stand"];
    assert_eq!(zone(&formation, true, &near), garrison);
    assert_eq!(zone(&formation, true, &far), Value::Null);
    assert_eq!(zone(&formation, false, &far), garrison);
    assert_eq!(zone(&formation, false, &near), Value::Null);
    assert_eq!(zone(&["leave", "stand"], true, &near), json!({"kind": "stand"}));
    assert_eq!(zone(&["leave", "stand"], true, &far)["kind"], json!("leave"));
}

/// §6.11 who was halted steps aside to the hand he wants to turn to, then to the other, or where there is more room; before ground that nobody enters he steps back first, and then goes around.
#[test]
fn who_is_halted_steps_aside() {
    let march = Intent::March(vec![Evolution::Wheel(50.0), Evolution::Ahead(300.0)]);
    let order = |halted: i32, ground: bool| {
        let details = AskedDetails { halted_turns: Some(halted), before_ground: Some(ground), ..nothing() };
        let asked =
            UnitAsked { details: Shown::to(MayKnow::Own, details), ..asked(&["move", "shift", "stand"]) };
        GdcDrill.order_asked(&asked, &march).map_or(Value::Null, |deed| deed.written()["order"].clone())
    };
    assert_eq!(order(0, false)["kind"], json!("move"));
    assert_eq!((&order(1, false)["kind"], &order(1, false)["way"]), (&json!("shift"), &json!("right")));
    assert_eq!(order(2, false)["way"], json!("left"));
    assert_eq!(order(1, true)["way"], json!("back"));
    // Then it goes around, with the wheel that it leaves out elsewhere.
    assert_eq!(order(2, true)["steps"][0], json!({"step": "wheel", "degrees": 50.0}));
}

/// §6.11 who would come to the same ground again straight ahead steps aside, away from the bend of his way beyond it, and then to the other hand.
#[test]
fn who_comes_to_a_bog_walks_around_it() {
    let hand = |halted: i32, bend: f64| {
        let way = vec![Evolution::Ahead(600.0), Evolution::Wheel(bend), Evolution::Ahead(600.0)];
        let details = AskedDetails { halted_turns: Some(halted), before_ground: Some(true), ..nothing() };
        let asked = UnitAsked { details: Shown::to(MayKnow::Own, details), ..asked(&["move", "shift"]) };
        let order = GdcDrill.order_asked(&asked, &Intent::March(way));
        order.map(|deed| deed.written()["order"]["way"].clone())
    };
    assert_eq!([hand(1, -60.0), hand(2, -60.0)], [Some(json!("right")), Some(json!("left"))]);
    assert_eq!([hand(1, 60.0), hand(2, 60.0)], [Some(json!("left")), Some(json!("right"))]);
}

/// §4.1.G §6.11 who marches and has an enemy upon him can neither turn nor wheel: he steps back.
#[test]
fn an_enemy_beside_it_bars_a_wheel() {
    let upon = |yards: i32| TargetShown { unit: "r1".into(), yards, in_fire: false };
    let order = |yards: i32| {
        let details = AskedDetails { targets: Some(vec![upon(yards)]), move_yd: Some(400), ..nothing() };
        let asked = UnitAsked { details: Shown::to(MayKnow::Own, details), ..asked(&["move", "shift"]) };
        let march = Intent::March(vec![Evolution::Wheel(90.0), Evolution::Ahead(150.0)]);
        GdcDrill.order_asked(&asked, &march).map(|deed| deed.written()["order"]["kind"].clone())
    };
    assert_eq!((order(1), order(60)), (Some(json!("shift")), Some(json!("move"))));
}

fn nothing() -> AskedDetails {
    AskedDetails {
        move_yd: None,
        charge_yd: None,
        fire_yd: None,
        chargeable: None,
        facings: None,
        needs_chits: None,
        targets: None,
        riders: None,
        assaults: None,
        ahead: None,
        fire_zones: None,
        transit: None,
        halted_turns: None,
        before_ground: None,
        room_left: None,
        room_right: None,
        storms: None,
    }
}

/// §5.1 a charge is declared only on one that can be reached.
#[test]
fn nobody_out_of_reach_is_charged() {
    let charge = Intent::Charge { at: "r1".into(), way: Vec::new(), full_speed: true };
    assert_eq!(written(&["charge"], &charge), Value::Null);
}
