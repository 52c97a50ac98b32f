//! What every test of the rules needs: runs a procedure and compares some fields.
#![allow(dead_code, unused_macros, unused_imports, clippy::unwrap_used, clippy::panic)]

use krigsspil_engine::RuleSet;
use krigsspil_engine::serde_json::{Value, json};
use std::sync::LazyLock;

pub static RULES: LazyLock<Box<dyn RuleSet>> =
    LazyLock::new(|| Box::new(krigsspil_chakoten::open(None).unwrap()));

/// Compares the expected fields with the outcome, which may have more. Numbers are equal to a millionth.
pub fn check(procedure: &str, facts: Value, dice: &[i64], expected: Value) {
    let told = format!("{procedure} {facts} {dice:?}");
    let got = RULES
        .adjudicate(procedure, &facts.to_string(), dice)
        .unwrap_or_else(|fault| panic!("{told}: {fault}"))
        .outcome;
    for (field, value) in expected.as_object().unwrap() {
        let alike = match (value.as_f64(), got[field].as_f64()) {
            (Some(one), Some(other)) => (one - other).abs() < 1e-6,
            _ => *value == got[field],
        };
        assert!(alike, "{told}: {field} should be {value}, came out {}", got[field]);
    }
}

/// The wrong field when a procedure refuses its facts.
pub fn fault(procedure: &str, facts: Value, dice: &[i64]) -> String {
    RULES.adjudicate(procedure, &facts.to_string(), dice).unwrap_err().field().to_string()
}

/// Puts facts into a group of facts.
pub fn with(mut facts: Value, given: Value) -> Value {
    for (name, value) in given.as_object().unwrap() {
        facts[name] = value.clone();
    }
    facts
}

/// Infantry in line, 2 ranks of 10, with skirmishers out, against the same, so that only the given rows apply.
pub fn melee(attacker: Value, defender: Value, both: Value, dice: [i64; 6], expected: Value) {
    let plain = json!({"arm": "infantry", "ranks": [10, 10], "skirmishers_out": true});
    let facts = json!({"attacker": with(plain.clone(), attacker), "defender": with(plain, defender)});
    check("melee", with(facts, both), &dice, expected);
}

/// `case!("procedure", {facts} [dice] => {fields});`
macro_rules! case {
    ($procedure:literal, $facts:tt [$($die:expr),*] => $expected:tt) => {
        $crate::common::check(
            $procedure,
            krigsspil_engine::serde_json::json!($facts),
            &[$($die),*],
            krigsspil_engine::serde_json::json!($expected),
        )
    };
}

/// `refused!("procedure", {facts} [dice] => "field");`
macro_rules! refused {
    ($procedure:literal, $facts:tt [$($die:expr),*] => $field:literal) => {
        assert_eq!($crate::common::fault($procedure, krigsspil_engine::serde_json::json!($facts), &[$($die),*]), $field)
    };
}

pub(crate) use {case, refused};
