//! What intents become, phase by phase.

use krigsspil_engine::battle::{Drill, Evolution, Intent, Shown, UnitAsked};
use serde_json::{Value, json};

use super::GdcDrill;

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

/// §5.1 a charge is declared only on one that can be reached.
#[test]
fn nobody_out_of_reach_is_charged() {
    let charge = Intent::Charge { at: "r1".into(), way: Vec::new(), full_speed: true };
    assert_eq!(written(&["charge"], &charge), Value::Null);
}
