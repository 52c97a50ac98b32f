//! Everything a person reads exists in both languages.

use krigsspil_engine::{Language, RuleSet, missing_labels};

/// Nothing lacks its English or its Danish word.
#[test]
fn no_label_is_missing() {
    let rules = krigsspil_gdc::open(None).unwrap();
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
    let rules = krigsspil_gdc::open(None).unwrap();
    let messages = RuleSet::messages(&rules);
    assert!(!messages.keys(Language::English).is_empty());
    assert_eq!(messages.keys(Language::English), messages.keys(Language::Danish));
}

/// What a hit on a battery strikes is named as a thing, not as the order to limber (§chart.counter-battery).
#[test]
fn what_is_struck() {
    let rules = krigsspil_gdc::open(None).unwrap();
    let table = RuleSet::tables(&rules).iter().find(|table| table.id == "counter-battery").unwrap();
    let words = |language| -> Vec<String> {
        let rows = &table.part("to_500_yards").unwrap().rows;
        rows.iter().map(|row| row.cells[0].readable(RuleSet::messages(&rules), language, &table.id)).collect()
    };
    assert_eq!(words(Language::English), ["Gun", "Limber", "Crew"]);
    assert_eq!(words(Language::Danish), ["Pjece", "Prods", "Besætning"]);
}
