//! The worked cases and the contract's examples, from an independent calculation.

use krigsspil_engine::{RuleSet, casebook};

fn all_come_out(cases: &str) {
    let rules = krigsspil_borgerkrig::open(None).unwrap();
    let rules: &dyn RuleSet = &rules;
    let (ran, failures) = casebook::run(rules, cases);
    assert!(ran > 0, "no case was run");
    assert!(failures.is_empty(), "{} of {ran} cases fail:\n{}", failures.len(), failures.join("\n"));
}

/// Every worked case comes out field by field.
#[test]
fn worked_cases() {
    all_come_out(include_str!("data/cases.jsonl"));
}

/// Every procedure's example in the contract comes out field by field.
#[test]
fn contract_examples() {
    all_come_out(include_str!("data/examples.jsonl"));
}
