//! What the tests share: the rules, opened once, and short ways to query them.
#![allow(dead_code, unused_imports, clippy::unwrap_used, clippy::panic)]

use std::sync::LazyLock;

use krigsspil_engine::serde_json::Value;
use krigsspil_engine::{Book, Code, Language, RuleSet};
use krigsspil_torden::tables::Tables;

pub use krigsspil_engine::serde_json::json;

static RULES: LazyLock<Book<Tables>> = LazyLock::new(|| krigsspil_torden::open(None).unwrap());

/// The rules.
pub fn rules() -> &'static dyn RuleSet {
    &*RULES
}

/// The outcome of a procedure with these dice.
#[track_caller]
pub fn outcome(procedure: &str, facts: &Value, dice: &[i64]) -> Value {
    match rules().adjudicate(procedure, &facts.to_string(), dice) {
        Ok(adjudication) => adjudication.outcome,
        Err(fault) => panic!("{procedure} {facts}: {}", fault.message(rules().messages(), Language::English)),
    }
}

/// Checks that these fields have these values; there may be others.
#[track_caller]
pub fn expect(procedure: &str, facts: Value, dice: &[i64], expected: Value) {
    let got = outcome(procedure, &facts, dice);
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(&got[field], value, "{procedure} {facts} {dice:?}: {field}");
    }
}

/// These facts, with others added or replaced.
pub fn with(base: Value, more: Value) -> Value {
    match (base, more) {
        (Value::Object(mut base), Value::Object(more)) => {
            base.extend(more);
            Value::Object(base)
        }
        (base, _) => base,
    }
}

/// Checks that the facts contradict each other, and that this fact is named.
#[track_caller]
pub fn refuse(procedure: &str, facts: Value, field: &str) {
    let fault = rules().adjudicate(procedure, &facts.to_string(), &[1; 24]).unwrap_err();
    assert_eq!((fault.code(), fault.field()), (Code::NotAllowed, field), "{procedure} {facts}");
}

/// The modifiers that a procedure reports, with their effects.
#[track_caller]
pub fn told(procedure: &str, facts: Value, dice: &[i64]) -> Vec<(&'static str, String)> {
    let adjudication = rules().adjudicate(procedure, &facts.to_string(), dice).unwrap();
    adjudication.modifiers.iter().map(|told| (told.modifier.key, told.effect.to_string())).collect()
}

/// Checks that a part of a table is as printed: one row on each line, its key first, then every cell.
#[track_caller]
pub fn printed(table: &str, part: &str, columns: &str, rows: &str) {
    let table = rules().tables().iter().find(|known| known.id == table).unwrap();
    let part = table.part(part).unwrap();
    assert_eq!(part.columns, columns.split_whitespace().collect::<Vec<_>>(), "{}", table.id);
    let lines: Vec<Vec<String>> = rows.lines().filter(|line| !line.trim().is_empty()).map(split).collect();
    let stands: Vec<Vec<String>> = part
        .rows
        .iter()
        .map(|row| {
            std::iter::once(row.key.clone()).chain(row.cells.iter().map(|cell| cell.to_string())).collect()
        })
        .collect();
    assert_eq!(stands, lines, "{} {}", table.id, part.key);
}

fn split(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_string).collect()
}

/// Infantry of the line: 40, 25 and 10 cm, rout 40, a change takes half a turn.
pub const LINE: &str = "prussia_1813.inf.line";
/// Hussars: 55, 40 and 30 cm, rout 60, a change takes half a turn.
pub const HUSSARS: &str = "russia_1813.cav.line";
/// Foot guns: 40, 15 and 2 cm, rout 40, a change takes half a turn.
pub const FOOT_GUNS: &str = "france_1813.art.line_foot";
/// Horse guns: 55, 30 and 2 cm, rout 60.
pub const HORSE_GUNS: &str = "france_1813.art.line_horse";

/// A march of a unit that starts in a formation, leg by leg.
pub fn move_of(unit: &str, start: &str, legs: Value) -> Value {
    json!({"unit": unit, "start_formation": start, "legs": legs})
}
