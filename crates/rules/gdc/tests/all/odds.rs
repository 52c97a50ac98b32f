//! The odds of every roll are exact.

#![allow(clippy::unwrap_used)]

use crate::common::RULES;
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
    let examples = include_str!("../data/examples.jsonl")
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut thrown = 0;
    for example in examples.filter(|example| !example["dice"].as_array().unwrap().is_empty()) {
        let procedure = example["procedure"].as_str().unwrap();
        let odds = odds(procedure, &example["facts"].to_string());
        let whole = odds
            .iter()
            .map(|(_, chance)| chance.clone())
            .reduce(|sum: Chance, next| sum.plus(&next))
            .unwrap();
        assert_eq!(whole, Chance::certain(), "{procedure}");
        assert!(odds.iter().any(|(outcome, _)| *outcome == example["outcome"]), "{procedure}");
        thrown += 1;
    }
    assert_eq!(thrown, 18);
}

/// A morale check of grade D: one in five fails.
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
    assert_eq!(chances, ["21/100", "29/100", "50/100"]);
}

/// Four hits at short range: every distribution over guns, limbers and crew, and 41⁴ ways in 100⁴ for four crew hits.
#[test]
fn damage_of_four_hits() {
    let odds = odds("counter_battery_damage", r#"{"distance_yards": 500, "hits": 4}"#);
    assert_eq!(odds.len(), 15);
    let crew: Vec<_> = odds.iter().filter(|(outcome, _)| outcome["crew_hits"] == 4).collect();
    assert_eq!(crew.len(), 1);
    assert_eq!(crew[0].1.to_string(), "2825761/100000000");
}

/// A die that is read in bands or against one number has as many outcomes as it has bands.
#[test]
fn no_more_outcomes_than_bands() {
    let volley = r#"{"castings": 12, "melee_grade": 5, "formation": "line", "distance_yards": 100}"#;
    for (procedure, facts, outcomes) in [
        ("weather", r#"{"current": "mist"}"#, 3),
        ("weather", "{}", 2),
        ("militia_grade", "{}", 5),
        ("musketry_volley", volley, 2),
        ("artillery_fire", r#"{"aev": 7, "distance_yards": 200, "target": "cavalry"}"#, 2),
    ] {
        assert_eq!(odds(procedure, facts).len(), outcomes, "{procedure} {facts}");
    }
}
