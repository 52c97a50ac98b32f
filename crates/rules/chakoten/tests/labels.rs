//! Everything a person reads exists in both languages.

use krigsspil_engine::{Language, RuleSet, missing_labels};

/// Nothing lacks its English or its Danish word.
#[test]
fn no_label_is_missing() {
    let rules = krigsspil_chakoten::open(None).unwrap();
    for language in Language::ALL {
        let missing = missing_labels(&rules, language);
        assert!(
            missing.is_empty(),
            "{language}: {} labels are missing:\n{}",
            missing.len(),
            missing.join("\n")
        );
    }
}

/// The two languages' message files hold the same keys.
#[test]
fn both_files_hold_the_same_keys() {
    let rules = krigsspil_chakoten::open(None).unwrap();
    let messages = RuleSet::messages(&rules);
    assert!(!messages.keys(Language::English).is_empty());
    assert_eq!(messages.keys(Language::English), messages.keys(Language::Danish));
}
