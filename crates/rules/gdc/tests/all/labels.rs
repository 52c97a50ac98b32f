//! Everything a person reads exists in both languages.

use krigsspil_engine::{Language, RuleSet};

/// Every English and Danish word exists, and the files of both languages have the same keys.
#[test]
fn no_label_is_missing() -> Result<(), String> {
    krigsspil_engine::labels_are_complete(&krigsspil_gdc::open(None).unwrap())
}

/// The label of what a hit on a battery strikes names a thing, not the order to limber (§chart.counter-battery).
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
