//! Exact odds of every procedure.

use crate::common;

use krigsspil_engine::RuleSet;
use krigsspil_engine::dice::Chance;
use krigsspil_engine::serde_json::{self, Value};

/// Every procedure's odds can be computed, are exact, and add up to one.
#[test]
fn odds_add_up_to_one() {
    let rules: &dyn RuleSet = &*common::RULES;
    let examples = include_str!("data/examples.jsonl");
    let mut reckoned = 0;
    for example in examples.lines() {
        let example: Value = serde_json::from_str(example).unwrap();
        let procedure = example["procedure"].as_str().unwrap();
        let every = rules.every(rules.find(procedure).unwrap(), &example["facts"].to_string()).unwrap();
        let one = every.iter().map(|(_, chance)| chance.clone()).reduce(|sum, next| sum.plus(&next)).unwrap();
        assert_eq!(one, Chance::certain(), "{procedure}");
        assert!(every.iter().any(|(outcome, _)| *outcome == example["outcome"]), "{procedure}");
        reckoned += 1;
    }
    assert_eq!(reckoned, rules.procedures().len());
}

/// Forty dice of a loss test have only as many outcomes as there can be failures.
#[test]
fn forty_dice() {
    let rules: &dyn RuleSet = &*common::RULES;
    let every = rules.every(rules.find("loss_test").unwrap(), r#"{"morale": 5, "bases": 40}"#).unwrap();
    assert_eq!(every.len(), 41);
}
