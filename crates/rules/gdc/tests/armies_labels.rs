//! Everything a person reads of the armies exists in both languages.

use std::collections::BTreeSet;

use krigsspil_engine::{Language, Messages, RuleSet, missing_labels};

const ENGLISH: &str = include_str!("../messages/armies.en.toml");
const DANISH: &str = include_str!("../messages/armies.da.toml");

/// The procedures of the armies, and of nothing else.
const PROCEDURES: [&str; 8] = [
    "army_index",
    "army_list",
    "unit",
    "deployment",
    "battery_allowance",
    "validate_force",
    "parse_cell",
    "unit_makeup",
];

/// The message files of the armies can be read and hold the same keys.
#[test]
fn both_files_hold_the_same_keys() {
    let messages = Messages::read(ENGLISH, DANISH).unwrap();
    assert!(messages.keys(Language::English).len() > 1_000);
    assert_eq!(messages.keys(Language::English), messages.keys(Language::Danish));
}

/// No table, procedure, fact, choice or field of the armies lacks its English or its Danish word.
#[test]
fn no_label_of_the_armies_is_missing() {
    let rules = krigsspil_gdc::open(None).unwrap();
    let tables: BTreeSet<_> = RuleSet::tables(&rules).iter().map(|table| table.id.as_str()).collect();
    assert_eq!(tables.iter().filter(|id| id.starts_with("army-")).count(), 36);
    for language in Language::ALL {
        for procedure in PROCEDURES {
            assert!(rules.messages().find(language, "about", procedure).is_some(), "{language} {procedure}");
        }
        let mut missing = missing_labels(&rules, language);
        // The numbered rules have their words beside the rules proper, and a test of their own.
        missing.retain(|key| !key.starts_with("rule.1"));
        assert!(
            missing.is_empty(),
            "{language}: {} labels are missing:\n{}",
            missing.len(),
            missing.join("\n")
        );
    }
}
