//! What the tests of the chapters share.

#![allow(dead_code, unused_macros, unused_imports, clippy::unwrap_used, clippy::panic)]

use krigsspil_engine::serde_json::Value;
use krigsspil_engine::table::Cell;
use krigsspil_engine::{Adjudication, Book, Fault, RuleSet};
use krigsspil_gdc::tables::Tables;
use std::sync::LazyLock;

/// The rules, opened once.
pub static RULES: LazyLock<Book<Tables>> = LazyLock::new(|| krigsspil_gdc::open(None).unwrap());

/// The facts of `base`, with those of `more` added or replacing them.
pub fn with(mut base: Value, more: &Value) -> Value {
    base.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    base
}

/// Runs a procedure.
pub fn adjudicated(procedure: &str, facts: &Value, dice: &[i64]) -> Result<Adjudication, Fault> {
    let rules: &dyn RuleSet = &*RULES;
    rules.adjudicate(procedure, &facts.to_string(), dice)
}

/// Asserts that the outcome has these fields; it may have others.
#[track_caller]
pub fn told(procedure: &str, facts: Value, dice: &[i64], expected: Value) {
    let got = adjudicated(procedure, &facts, dice)
        .unwrap_or_else(|fault| panic!("{procedure} {facts} {dice:?}: {fault}"))
        .outcome;
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(&got[field], value, "{procedure} {facts} {dice:?}: {field}");
    }
}

/// Asserts that the facts are refused, with this fact and this rule.
#[track_caller]
pub fn is_refused(procedure: &str, facts: Value, dice: &[i64], field: &str, rule: &str) {
    match adjudicated(procedure, &facts, dice) {
        Ok(got) => panic!("{procedure} {facts} was not refused: {}", got.outcome),
        Err(fault) => assert_eq!((fault.field(), fault.rule()), (field, Some(rule)), "{procedure} {facts}"),
    }
}

/// The reported modifiers, by key.
pub fn modifiers(procedure: &str, facts: Value, dice: &[i64]) -> Vec<(&'static str, String)> {
    let got = adjudicated(procedure, &facts, dice).unwrap();
    got.modifiers.iter().map(|applied| (applied.modifier.key, applied.effect.to_string())).collect()
}

/// Asserts that a part of a table has these rows, one on each line: a key and its cells.
#[track_caller]
pub fn printed(table: &str, part: &str, rows: &str) {
    let table = RuleSet::tables(&*RULES).iter().find(|found| found.id == table).unwrap();
    let part = table.part(part).unwrap();
    let show = |cell: &Cell| cell.to_string();
    let got: Vec<_> = part
        .rows
        .iter()
        .map(|row| format!("{} {}", row.key, row.cells.iter().map(show).collect::<Vec<_>>().join(" ")))
        .collect();
    let expected: Vec<_> =
        rows.trim().lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(got, expected);
}

/// `case!(procedure { facts } [dice] => { outcome })`
macro_rules! case {
    ($procedure:ident { $($facts:tt)* } [$($die:expr),*] => { $($expected:tt)* }) => {
        crate::common::told(
            stringify!($procedure),
            krigsspil_engine::serde_json::json!({ $($facts)* }),
            &[$($die),*],
            krigsspil_engine::serde_json::json!({ $($expected)* }),
        )
    };
}

/// `refused!(procedure { facts } => "fact", "rule")`
macro_rules! refused {
    ($procedure:ident { $($facts:tt)* } => $field:literal, $rule:literal) => {
        crate::common::is_refused(
            stringify!($procedure),
            krigsspil_engine::serde_json::json!({ $($facts)* }),
            &[50],
            $field,
            $rule,
        )
    };
}

pub(crate) use {case, refused};
