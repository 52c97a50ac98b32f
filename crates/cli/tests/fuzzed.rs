//! Bounded fuzzing of the two inputs in the normal test run; `fuzz/` has the unbounded targets.

use krigsspil_cli::json_lines::Answerer;
use krigsspil_cli::words::Words;
use krigsspil_engine::table::Table;
use krigsspil_engine::{Language, RuleSet};
use proptest::prelude::*;

fn answer(rules: &dyn RuleSet, line: &[u8]) -> serde_json::Value {
    let mut out = Vec::new();
    Answerer::new(rules, Words { language: Language::Danish }).answer(line, &mut out);
    serde_json::from_slice(&out).unwrap()
}

/// A JSON value of any shape, shallow.
fn any_value() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        (-50i64..50).prop_map(Into::into),
        any::<f64>().prop_map(serde_json::Value::from),
        "\\PC{0,12}".prop_map(Into::into),
        prop::sample::select(vec!["infantry", "line", "OR", "none", "I", "france"]).prop_map(Into::into),
    ];
    leaf.prop_recursive(2, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(serde_json::Value::Array),
            prop::collection::vec(("[a-z_]{1,8}", inner), 0..4)
                .prop_map(|fields| serde_json::Value::Object(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Any bytes get one answer.
    #[test]
    fn any_bytes_are_answered(line in prop::collection::vec(any::<u8>(), 0..200)) {
        let rules = krigsspil_rules::open("borgerkrig", None).unwrap();
        prop_assert!(answer(&*rules, &line)["error"].is_object());
    }

    /// Any text is a table or is refused with a line.
    #[test]
    fn any_text_is_a_table_or_refused(text in "(printed = \"x\"\n)?(\\[\\[part\\]\\]\n)?(key = \"k\"\n)?[\\[\\]\"=a-z0-9,.\n -]{0,120}") {
        if let Err(fault) = Table::read("x.toml", &text) {
            prop_assert!(fault.line >= 1);
        }
    }
}

/// Every procedure of every rule set, with each fact in turn replaced by a random value: an outcome or an error, never a panic.
#[test]
fn any_value_in_any_fact() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for listing in krigsspil_rules::RULE_SETS {
        let rules = listing.open(None).unwrap();
        for info in rules.procedures() {
            for spec in info.facts {
                for _ in 0..12 {
                    let value = any_value().new_tree(&mut runner).unwrap().current();
                    let line = serde_json::json!({
                        "procedure": info.about.name, "facts": { spec.name: value }, "dice": [1, 2, 3],
                    });
                    let answer = answer(&*rules, line.to_string().as_bytes());
                    assert!(answer["error"].is_object() || answer["outcome"].is_object(), "{line}");
                }
            }
        }
    }
}
