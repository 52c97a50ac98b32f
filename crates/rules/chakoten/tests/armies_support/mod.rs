//! Asks the rules in tests.

#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each test file uses some of these, and a broken question should fail"
)]

pub mod units;

use std::sync::LazyLock;

use krigsspil_chakoten::tables::Tables;
use krigsspil_engine::serde_json::Value;
use krigsspil_engine::{Adjudication, Book, Fault, RuleSet};

/// The printed rules, opened once.
pub static RULES: LazyLock<Book<Tables>> = LazyLock::new(|| krigsspil_chakoten::open(None).unwrap());

fn ask(procedure: &str, facts: &Value, dice: &[i64]) -> Result<Adjudication, Fault> {
    let rules: &dyn RuleSet = &*RULES;
    rules.adjudicate(procedure, &facts.to_string(), dice)
}

fn same(expected: &Value, got: &Value) -> bool {
    match (expected.as_f64(), got.as_f64()) {
        (Some(one), Some(other)) => (one - other).abs() < 1e-9,
        _ => expected == got,
    }
}

/// The outcome with these dice, all of which must be thrown.
#[track_caller]
pub fn outcome(procedure: &str, facts: &Value, dice: &[i64]) -> Value {
    match ask(procedure, facts, dice) {
        Ok(told) => told.outcome,
        Err(fault) => panic!("{procedure} {facts} {dice:?}: {fault}"),
    }
}

/// Checks some fields of the outcome.
#[track_caller]
pub fn expect(procedure: &str, facts: Value, dice: &[i64], fields: Value) {
    let got = outcome(procedure, &facts, dice);
    for (name, expected) in fields.as_object().unwrap() {
        assert!(
            same(expected, &got[name]),
            "{procedure} {facts} {dice:?}: {name} should be {expected}: {got}"
        );
    }
}

/// Checks that the facts are refused, and which field is named.
#[track_caller]
pub fn refused(procedure: &str, facts: Value, field: &str) {
    match ask(procedure, &facts, &[]) {
        Ok(told) => panic!("{procedure} {facts} came out: {}", told.outcome),
        Err(fault) => assert_eq!(fault.field(), field, "{procedure} {facts}: {fault}"),
    }
}

/// The reported modifiers: key, effect and rule.
#[track_caller]
pub fn told(procedure: &str, facts: Value, dice: &[i64]) -> Vec<String> {
    let told = ask(procedure, &facts, dice).unwrap();
    let line = |applied: &krigsspil_engine::Applied| format!("{} {}", applied.modifier.key, applied.effect);
    told.modifiers.iter().map(line).collect()
}
