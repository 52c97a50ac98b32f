//! Everything that people read about the armies exists in both languages.

use std::collections::BTreeSet;

use krigsspil_engine::{Language, Messages, RuleSet};

const ENGLISH: &str = include_str!("../../messages/armies.en.toml");
const DANISH: &str = include_str!("../../messages/armies.da.toml");

/// The procedures of the armies, and only those.
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

/// The message files of the armies are readable and have the same keys.
#[test]
fn both_files_hold_the_same_keys() {
    let messages = Messages::read(ENGLISH, DANISH).unwrap();
    assert!(messages.keys(Language::English).len() > 1_000);
    assert_eq!(messages.keys(Language::English), messages.keys(Language::Danish));
}

/// The 36 lists are tables, and every procedure of the armies says what it is for.
#[test]
fn lists_and_procedures_are_named() {
    let rules = krigsspil_gdc::open(None).unwrap();
    let tables: BTreeSet<_> = RuleSet::tables(&rules).iter().map(|table| table.id.as_str()).collect();
    assert_eq!(tables.iter().filter(|id| id.starts_with("army-")).count(), 36);
    for language in Language::ALL {
        for procedure in PROCEDURES {
            assert!(rules.messages().find(language, "about", procedure).is_some(), "{language} {procedure}");
        }
    }
}
