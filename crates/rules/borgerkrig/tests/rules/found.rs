//! What an independent second calculation found.

use std::collections::HashMap;

use krigsspil_engine::{Language, RuleSet};

/// No two fields of one outcome have the same label: in Danish the shock throw once showed "Resultat" twice, for the sum and the order
/// (skema XIII, skema XVII, skema XVIII).
#[test]
fn no_two_fields_of_an_outcome_read_alike() {
    let rules = krigsspil_borgerkrig::open(None).unwrap();
    let rules: &dyn RuleSet = &rules;
    let mut alike = Vec::new();
    for language in Language::ALL {
        for procedure in rules.procedures() {
            let name = procedure.about.name;
            let mut labels = HashMap::new();
            for field in procedure.outcome {
                let label = rules.messages().label_in(language, "outcome", name, field.name);
                if let Some(other) = labels.insert(label, field.name) {
                    alike.push(format!("{language} {name}: {other} and {} are both {label:?}", field.name));
                }
            }
        }
    }
    assert!(alike.is_empty(), "{}", alike.join("\n"));
}
