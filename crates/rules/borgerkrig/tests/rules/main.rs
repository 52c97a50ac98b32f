//! Every rule is proved by a small case, chapter by chapter; also the worked cases, the words, and the battle language: one binary for all
//! tests except those of the battle and random play.

mod artillery;
mod attack;
mod cases;
mod forced;
mod formations;
mod found;
mod house;
mod labels;
mod language;
mod march;
mod melee;
mod morale;
mod orders;
mod organisation;
mod printed_tables;
mod random;
mod small_arms;
mod supply;
mod works;

use std::sync::LazyLock;

use krigsspil_borgerkrig::tables::Tables;
use krigsspil_engine::serde_json::Value;
use krigsspil_engine::{Book, Fault, RuleSet};

/// The rules as printed.
static RULES: LazyLock<Book<Tables>> = LazyLock::new(|| krigsspil_borgerkrig::open(None).unwrap());

fn adjudicate(procedure: &str, facts: &Value, dice: &[i64]) -> Result<Value, Fault> {
    let rules: &dyn RuleSet = &*RULES;
    rules.adjudicate(procedure, &facts.to_string(), dice).map(|adjudication| adjudication.outcome)
}

/// Checks that the named fields have these values.
#[track_caller]
fn check(procedure: &str, facts: Value, dice: &[i64], expected: Value) {
    let outcome =
        adjudicate(procedure, &facts, dice).unwrap_or_else(|fault| panic!("{procedure} {facts}: {fault}"));
    for (field, value) in expected.as_object().unwrap() {
        let came = &outcome[field];
        let equal = match (value.as_f64(), came.as_f64()) {
            (Some(value), Some(came)) => (value - came).abs() < 1e-9,
            _ => value == came,
        };
        assert!(equal, "{procedure} {facts} {dice:?}: {field} should be {value}, came out {came}");
    }
}

/// Checks that the facts are refused, and which fact is named.
#[track_caller]
fn check_refused(procedure: &str, facts: Value, dice: &[i64], fact: &str) {
    match adjudicate(procedure, &facts, dice) {
        Ok(outcome) => panic!("{procedure} {facts} came out {outcome}"),
        Err(fault) => assert_eq!(fault.field(), fact, "{procedure} {facts}: {fault}"),
    }
}

/// `case!("procedure" {facts} [dice] => {fields})`, or `… => refused "fact")`.
macro_rules! case {
    ($procedure:literal $facts:tt $dice:tt => refused $fact:literal) => {
        crate::check_refused($procedure, krigsspil_engine::serde_json::json!($facts), &$dice, $fact)
    };
    ($procedure:literal $facts:tt $dice:tt => $expected:tt) => {
        crate::check(
            $procedure,
            krigsspil_engine::serde_json::json!($facts),
            &$dice,
            krigsspil_engine::serde_json::json!($expected),
        )
    };
}
use case;
