//! What the tests of the armies share.

#![allow(dead_code, reason = "each test file uses some of it")]

use std::sync::LazyLock;

use krigsspil_engine::serde_json::{self, Value};
use krigsspil_engine::{Fault, RuleSet};
use krigsspil_gdc::tables::Tables;

pub type Rules = krigsspil_engine::Book<Tables>;

/// The rules as printed, opened once.
pub fn rules() -> &'static Rules {
    static RULES: LazyLock<Rules> = LazyLock::new(|| krigsspil_gdc::open(None).unwrap());
    &RULES
}

/// The outcome of a procedure.
pub fn told(rules: &Rules, procedure: &str, facts: &str) -> Value {
    let rules: &dyn RuleSet = rules;
    let told = rules.adjudicate(procedure, facts, &[]);
    told.unwrap_or_else(|fault| panic!("{procedure} {facts}: {fault}")).outcome
}

/// Why a procedure refuses.
pub fn fault(rules: &Rules, procedure: &str, facts: &str) -> Fault {
    let rules: &dyn RuleSet = rules;
    match rules.adjudicate(procedure, facts, &[]) {
        Ok(told) => panic!("{procedure} {facts} should be refused: {}", told.outcome),
        Err(fault) => fault,
    }
}

/// A row of a list.
pub fn unit(rules: &Rules, nation: &str, period: &str, name: &str) -> Value {
    let facts = serde_json::json!({ "nation": nation, "period": period, "name": name });
    told(rules, "unit", &facts.to_string())
}

/// Asserts that some fields of an outcome have these values.
macro_rules! tells {
    ($told:expr, { $($field:literal : $value:tt),* $(,)? }) => {{
        let told = &$told;
        $(assert_eq!(told[$field], krigsspil_engine::serde_json::json!($value), "{}", $field);)*
    }};
}

pub(crate) use tells;
