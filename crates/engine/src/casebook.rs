//! Worked cases as data: JSON lines `{"procedure", "facts", "dice", "outcome"}`, run against a rule set.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::rule_set::RuleSet;

/// Declares a test for each file of worked cases of a rule set: there must be cases, and each must come out field by field.
///
/// `casebook! { krigsspil_torden::open; /// The worked cases. worked_cases: "../data/cases.jsonl"; }`
#[macro_export]
macro_rules! casebook {
    ($open:path; $($(#[$doc:meta])* $name:ident: $file:literal;)+) => {
        $(
            $(#[$doc])*
            #[test]
            fn $name() -> ::std::result::Result<(), ::std::string::String> {
                let rules = $open(None).map_err(|fault| fault.to_string())?;
                $crate::casebook::all_come_out(&rules, include_str!($file))
            }
        )+
    };
}

#[derive(Deserialize)]
struct Case<'a> {
    procedure: String,
    #[serde(borrow)]
    facts: &'a RawValue,
    #[serde(default)]
    dice: Vec<i64>,
    outcome: Value,
}

/// Runs every case. Returns each failure with its line, and the number of cases.
pub fn run(rules: &dyn RuleSet, cases: &str) -> (usize, Vec<String>) {
    let mut ran = 0;
    let mut failures = Vec::new();
    for (line, text) in cases.lines().enumerate().filter(|(_, text)| !text.trim().is_empty()) {
        ran += 1;
        if let Err(reason) = run_one(rules, text) {
            failures.push(format!("case {}: {reason}", line + 1));
        }
    }
    (ran, failures)
}

/// Runs every case and reports all failures. For the test of a rule set: there must be cases, and none may fail.
pub fn all_come_out(rules: &dyn RuleSet, cases: &str) -> Result<(), String> {
    match run(rules, cases) {
        (0, _) => Err("no case was run".to_string()),
        (_, failures) if failures.is_empty() => Ok(()),
        (ran, failures) => Err(format!("{} of {ran} cases fail:\n{}", failures.len(), failures.join("\n"))),
    }
}

fn run_one(rules: &dyn RuleSet, text: &str) -> Result<(), String> {
    let case: Case = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let told = |reason: String| format!("{} {} {:?}: {reason}", case.procedure, case.facts, case.dice);
    let got = rules
        .adjudicate(&case.procedure, case.facts.get(), &case.dice)
        .map_err(|fault| told(fault.message(rules.messages(), crate::Language::English)))?;
    compare("", &case.outcome, &got.outcome).map_err(told)
}

/// Compares what is expected with what came: every expected field must be there and equal; more may be there.
fn compare(path: &str, expected: &Value, got: &Value) -> Result<(), String> {
    match (expected, got) {
        (Value::Object(expected), Value::Object(fields)) => {
            for (name, value) in expected {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                let found = fields.get(name).ok_or_else(|| format!("{path} is missing"))?;
                compare(&path, value, found)?;
            }
            Ok(())
        }
        (Value::Array(expected), Value::Array(entries)) if expected.len() == entries.len() => expected
            .iter()
            .zip(entries)
            .enumerate()
            .try_for_each(|(place, (value, found))| compare(&format!("{path}[{place}]"), value, found)),
        (Value::Number(a), Value::Number(b)) if near(a.as_f64(), b.as_f64()) => Ok(()),
        (expected, got) if expected == got => Ok(()),
        (expected, got) => Err(format!("{path} should be {expected}, came out {got}")),
    }
}

fn near(one: Option<f64>, other: Option<f64>) -> bool {
    matches!((one, other), (Some(one), Some(other)) if (one - other).abs() <= 1e-6)
}
