//! What intents become, phase by phase.

use krigsspil_engine::battle::{Drill, Evolution, Formed, Intent, MayKnow, Shown, UnitAsked};
use serde_json::{Value, json};

use super::TricoloreDrill;
use crate::battle::shown::AskedDetails;

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
    TricoloreDrill
        .order_asked(&asked(may), intent)
        .map_or(Value::Null, |deed| deed.written()["order"].clone())
}

/// §turn.D.2 §change.normal a march becomes steps, in column; where no move is open it becomes nothing, and who is to stand needs no order.
#[test]
fn a_march_is_made_where_it_is_open() {
    let march =
        Intent::March(vec![Evolution::Form(Formed::March), Evolution::Wheel(20.0), Evolution::Ahead(150.0)]);
    let steps = json!([{"step": "form", "formation": "column"}, {"step": "wheel", "degrees": 20.0},
        {"step": "ahead", "metres": 150.0}]);
    assert_eq!(written(&["move", "stand"], &march), json!({"kind": "move", "steps": steps}));
    assert_eq!(written(&["attack"], &march), Value::Null);
    assert_eq!(written(&["move", "stand"], &Intent::Rally), Value::Null);
    assert_eq!(written(&["move", "stand"], &Intent::Stand), Value::Null);
}

/// §change.normal a unit that has changed its formation in this sequence goes on without another change: it wheels, and does not face about.
#[test]
fn a_second_change_is_left_out() {
    let details = AskedDetails {
        in_command: None,
        move_m: None,
        changes: Some(0),
        attack_m: None,
        fire_m: None,
        attackable: None,
        sequence: None,
        targets: None,
    };
    let asked = UnitAsked { details: Shown::to(MayKnow::Own, details), ..asked(&["move", "stand"]) };
    let written = |way: Vec<Evolution>| {
        let deed = TricoloreDrill.order_asked(&asked, &Intent::March(way));
        deed.map_or(Value::Null, |deed| deed.written()["order"]["steps"].clone())
    };
    let column = Evolution::Form(Formed::March);
    assert_eq!(written(vec![Evolution::Wheel(-41.0), column]), json!([{"step": "wheel", "degrees": -41.0}]));
    assert_eq!(written(vec![Evolution::About]), json!([{"step": "wheel", "degrees": 180.0}]));
    assert_eq!(written(vec![column]), Value::Null);
}

/// §move.manhandle §deploy.limber guns in position are turned by their crews, or hooked on.
#[test]
fn guns_are_manhandled_or_limbered() {
    let may = ["manhandle", "limber", "retreat", "stand"];
    let swing = Intent::March(vec![Evolution::Wheel(50.0)]);
    assert_eq!(written(&may, &swing), json!({"kind": "manhandle", "degrees": 30.0}));
    let off = Intent::March(vec![Evolution::Limber, Evolution::Ahead(400.0)]);
    assert_eq!(written(&may, &off), json!({"kind": "limber"}));
    let into = Intent::March(vec![Evolution::Unlimber]);
    assert_eq!(written(&["move", "unlimber", "retreat", "stand"], &into), json!({"kind": "unlimber"}));
}

/// §turn.D.1 an attack is declared only on one that can be reached.
#[test]
fn nobody_out_of_reach_is_attacked() {
    let charge = Intent::Charge { at: "r1".into(), way: Vec::new(), full_speed: true };
    assert_eq!(written(&["attack"], &charge), Value::Null);
}
