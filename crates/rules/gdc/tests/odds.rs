//! The odds of every roll are exact.

#![allow(clippy::unwrap_used)]

mod common;

use common::RULES;
use krigsspil_engine::dice::Chance;
use krigsspil_engine::serde_json::{self, Value};
use krigsspil_engine::{RuleSet, Weighted};

fn odds(procedure: &str, facts: &str) -> Vec<Weighted> {
    let place = RULES.find(procedure).unwrap();
    RULES.every(place, facts).unwrap()
}

/// The chances of every procedure's outcomes add up to one, and the worked outcome is among them.
#[test]
fn all_ways_are_seen() {
    let examples =
        include_str!("data/examples.jsonl").lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut thrown = 0;
    for example in examples.filter(|example| !example["dice"].as_array().unwrap().is_empty()) {
        let procedure = example["procedure"].as_str().unwrap();
        let odds = odds(procedure, &example["facts"].to_string());
        let whole = odds
            .iter()
            .map(|(_, chance)| chance.clone())
            .reduce(|sum: Chance, next| sum.plus(&next))
            .unwrap();
        assert_eq!(whole.to_string(), "1/1", "{procedure}");
        assert!(odds.iter().any(|(outcome, _)| *outcome == example["outcome"]), "{procedure}");
        thrown += 1;
    }
    assert_eq!(thrown, 18);
}

/// Five steps of grade D: one check in five fails.
#[test]
fn a_morale_check() {
    let failed = odds("morale_check", r#"{"morale_grade": "D"}"#)
        .into_iter()
        .filter(|(outcome, _)| outcome["passed"] == false);
    let chance = failed.map(|(_, chance)| chance).reduce(|sum, next| sum.plus(&next)).unwrap();
    assert_eq!(chance.to_string(), "1/5");
}

/// A single hit at long range: 29 guns, 50 limbers and 21 crews in a hundred.
#[test]
fn damage() {
    let odds = odds("counter_battery_damage", r#"{"distance_yards": 600, "hits": 1}"#);
    let mut chances: Vec<_> = odds.iter().map(|(_, chance)| chance.to_string()).collect();
    chances.sort();
    assert_eq!(chances, ["1/2", "21/100", "29/100"]);
}
