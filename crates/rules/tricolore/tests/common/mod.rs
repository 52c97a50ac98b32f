//! Helpers for the tests: outcomes, refusals, contents of tables.

#![allow(dead_code, unused_imports, unused_macros, clippy::unwrap_used)]

use std::sync::LazyLock;

pub use krigsspil_engine::serde_json::{Value, json};
use krigsspil_engine::table::{HouseFault, TableSource};
use krigsspil_engine::{Book, Code, Language, RuleSet, casebook};
use krigsspil_tricolore::tables::Tables;

pub static RULES: LazyLock<Book<Tables>> = LazyLock::new(|| krigsspil_tricolore::open(None).unwrap());

/// Runs a procedure and compares the named fields, as in a worked case.
pub fn check_outcome(procedure: &str, facts: Value, dice: &[i64], outcome: Value) {
    let case = json!({ "procedure": procedure, "facts": facts, "dice": dice, "outcome": outcome });
    let (_, failures) = casebook::run(&*RULES, &case.to_string());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The whole outcome.
pub fn outcome(procedure: &str, facts: &Value, dice: &[i64]) -> Value {
    let rules: &dyn RuleSet = &*RULES;
    rules.adjudicate(procedure, &facts.to_string(), dice).unwrap().outcome
}

/// Checks that the facts are refused as an impossible combination, and which fact is named.
pub fn check_refused(procedure: &str, facts: Value, field: &str) {
    let rules: &dyn RuleSet = &*RULES;
    let fault = rules.adjudicate(procedure, &facts.to_string(), &[]).unwrap_err();
    assert_eq!((fault.field(), fault.code()), (field, Code::NotAllowed), "{fault}");
}

/// The field and the code of any fault.
pub fn fault(procedure: &str, facts: Value, dice: &[i64]) -> (String, Code) {
    let rules: &dyn RuleSet = &*RULES;
    let fault = rules.adjudicate(procedure, &facts.to_string(), dice).unwrap_err();
    (fault.field().to_string(), fault.code())
}

/// One object with the fields of another added or replaced.
pub fn over(base: &Value, changes: &Value) -> Value {
    match (base, changes) {
        (Value::Object(base), Value::Object(changes)) => {
            let mut all = base.clone();
            for (name, change) in changes {
                let below = all.get(name).cloned().unwrap_or(Value::Null);
                all.insert(name.clone(), over(&below, change));
            }
            Value::Object(all)
        }
        (_, change) => change.clone(),
    }
}

/// The sums of a melee with some facts changed: A's column, F's column, steps of superiority.
pub fn columns(procedure: &str, base: &Value, changes: Value) -> (i64, i64, i64) {
    let outcome = outcome(procedure, &over(base, &changes), &[5, 6]);
    let field = |name: &str| outcome[name].as_i64().unwrap();
    (field("attacker_modifier"), field("defender_modifier"), field("superiority_steps"))
}

/// A part of a table, row by row: key and cells with a bar between.
pub fn part(table: &str, part: &str) -> Vec<String> {
    let tables = RuleSet::tables(&*RULES);
    let table = tables.iter().find(|found| found.id == table).unwrap();
    let part = table.part(part).unwrap();
    let heading = format!("| {}", part.columns.join(" | "));
    let rows = part.rows.iter().map(|row| {
        let cells: Vec<_> = row.cells.iter().map(|cell| cell.to_string()).collect();
        format!("{} | {}", row.key, cells.join(" | "))
    });
    std::iter::once(heading).chain(rows).collect()
}

/// The rules with one text of a table replaced by another.
pub fn opened_with(file: &str, from: &str, to: &str) -> Result<Book<Tables>, HouseFault> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tables");
    let text = std::fs::read_to_string(format!("{folder}/{file}")).unwrap();
    assert!(text.contains(from), "`{from}` does not stand in {file}");
    let mut files: Vec<(&'static str, &'static str)> = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name: &'static str = entry.file_name().into_string().unwrap().leak();
        files.push((name, std::fs::read_to_string(entry.path()).unwrap().leak()));
    }
    krigsspil_tricolore::open_from(
        &TableSource::printed(&[&files]).with_text(file, &text.replacen(from, to, 1)),
    )
}

/// Why the rules do not open with a changed table.
pub fn broken(file: &str, from: &str, to: &str) -> String {
    let fault = opened_with(file, from, to).unwrap_err();
    assert_ne!(fault.message(Language::Danish), fault.to_string(), "told in English only");
    fault.to_string()
}

/// `comes_out!("procedure" {facts} [dice] => {outcome})`
macro_rules! comes_out {
    ($procedure:literal $facts:tt $dice:tt => $outcome:tt) => {
        $crate::common::check_outcome(
            $procedure,
            $crate::common::json!($facts),
            &$dice,
            $crate::common::json!($outcome),
        )
    };
}
pub(crate) use comes_out;

/// `refused!("procedure" {facts} => "field")`
macro_rules! refused {
    ($procedure:literal $facts:tt => $field:literal) => {
        $crate::common::check_refused($procedure, $crate::common::json!($facts), $field)
    };
}
pub(crate) use refused;
