//! The worked cases and the contract's examples, from an independent calculation.

use krigsspil_engine::casebook;

fn all_come_out(cases: &str) -> Result<(), String> {
    casebook::all_come_out(&krigsspil_borgerkrig::open(None).unwrap(), cases)
}

/// The outcome of every worked case is right, field by field.
#[test]
fn worked_cases() -> Result<(), String> {
    all_come_out(include_str!("../data/cases.jsonl"))
}

/// The outcome of every procedure's example in the contract is right, field by field.
#[test]
fn contract_examples() -> Result<(), String> {
    all_come_out(include_str!("../data/examples.jsonl"))
}
