//! Every roll is enumerated: exact chances.

use crate::common::{json, rules};
use krigsspil_engine::serde_json::Value;

/// The chance that something is true of the outcome, as a fraction of `of`.
fn chance(procedure: &str, facts: Value, holds: impl Fn(&Value) -> bool) -> f64 {
    let place = rules().find(procedure).unwrap();
    let every = rules().every(place, &facts.to_string()).unwrap();
    let whole: f64 = every.iter().map(|(_, chance)| chance.as_f64()).sum();
    assert!((whole - 1.0).abs() < 1e-12, "{procedure}");
    every.iter().filter(|(outcome, _)| holds(outcome)).map(|(_, chance)| chance.as_f64()).sum()
}

/// §1.1.2 every roll is one ten-sided die read as 0 to 9, or pairs of six-sided dice.
#[test]
fn the_dice_of_the_game() {
    let rolls: Vec<_> =
        rules().procedures().iter().map(|info| info.about.dice).filter(|dice| !dice.is_empty()).collect();
    assert_eq!(rolls.iter().filter(|dice| **dice == "1d10").count(), 7);
    assert_eq!(
        rolls.iter().filter(|dice| **dice != "1d10").collect::<Vec<_>>(),
        [&"2d6 × rolls + 2d6 × rolls"]
    );
    for face in 0..=9 {
        rules().adjudicate("resupply", "{}", &[face]).unwrap();
    }
    assert!(rules().adjudicate("resupply", "{}", &[10]).is_err());
}

/// A missing die and an extra die are reported.
#[test]
fn dice_are_counted() {
    let facts = json!({"attacker": {"arm": "infantry", "formation": "line", "original": 20, "unit_number": 2, "rolls": 2},
                       "defender": {"arm": "infantry", "formation": "line", "original": 20}});
    let throw = |count: usize| rules().adjudicate("melee", &facts.to_string(), &vec![3; count]);
    assert!(throw(5).is_err() && throw(6).is_ok() && throw(7).is_err());
    let none = rules().adjudicate("strength", r#"{"arm": "cavalry", "men": 800}"#, &[3]);
    assert_eq!(none.unwrap_err().field(), "dice");
}

/// Each face has one chance in ten.
#[test]
fn chances_of_one_die() {
    let through = |outcome: &Value| outcome["accepted"] == true;
    assert!((chance("command_control", json!({"zone": 1, "issuer_ke": 3}), through) - 0.3).abs() < 1e-12);
    let filled = |outcome: &Value| outcome["success"] == true;
    assert!((chance("resupply", json!({}), filled) - 0.5).abs() < 1e-12);
    let holds = |outcome: &Value| outcome["result"] == "hold";
    assert!((chance("morale_test", json!({"original": 20}), holds) - 0.8).abs() < 1e-12);
}

/// Even sides have even chances; six rolls for each side are enumerated as fast as one, because only the last counts.
#[test]
fn chances_of_melee() {
    let facts = |rolls: i32| {
        let side =
            json!({"arm": "infantry", "formation": "line", "original": 20, "unit_number": 6, "rolls": rolls});
        json!({"attacker": side, "defender": side})
    };
    for rolls in [1, 6] {
        let wins = |who: &'static str| chance("melee", facts(rolls), |outcome| outcome["winner"] == who);
        assert!((wins("attacker") - wins("defender")).abs() < 1e-12);
        assert!((wins("none") - 146.0 / 1296.0).abs() < 1e-12);
    }
}
