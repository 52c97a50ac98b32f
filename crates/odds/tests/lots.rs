//! Procedures that throw a lot (a group) of dice for each entry of a list.

use krigsspil_engine::Code;
use krigsspil_engine::dice::Chance;
use krigsspil_odds::{FieldOdds, Odds, odds};
use num_bigint::BigUint;
use serde_json::{Value, json};

fn bombardment(batteries: &[Value]) -> Odds {
    let rules = krigsspil_rules::open("tricolore", None).unwrap();
    let facts = json!({"batteries": batteries, "target_bases": 9, "target_formation": "column"});
    odds(&*rules, "bombardment", &facts.to_string()).unwrap()
}

fn is_whole(field: &FieldOdds) -> bool {
    let sum = field.values.iter().map(|value| value.chance.clone()).reduce(|sum, next| sum.plus(&next));
    sum.is_some_and(|sum| sum == Chance::certain())
}

/// Eight batteries of twelve bases have 13⁸ outcomes; still, every field has its exact chances.
#[test]
fn eight_full_batteries() {
    let battery = json!({"calibre": "12pd", "bases": 12, "distance_m": 600});
    let odds = bombardment(&vec![battery; 8]);
    assert!(odds.outcomes.is_empty());
    assert!(odds.fields.iter().all(is_whole));
    // Ninety-six dice, each with 6 chances in 10 of a hit, 8 points a hit.
    let factor = odds.field("factor").unwrap();
    assert_eq!(factor.values.len(), 97);
    assert!((factor.mean().unwrap() - 0.6 * 96.0 * 8.0).abs() < 1e-9);
    let all_hit = factor.chance_of(&json!(768)).unwrap();
    assert_eq!((all_hit.ways(), all_hit.of()), (BigUint::from(3u8).pow(96), BigUint::from(5u8).pow(96)));
    for number in 0..8 {
        let hits = odds.field(&format!("batteries[{number}].hits")).unwrap();
        assert_eq!(hits.values.len(), 13);
        assert_eq!(hits.chance_of(&json!(12)).unwrap().ways(), BigUint::from(3u8).pow(12));
    }
}

/// Computed lot by lot, the fields have the same chances as from the whole outcomes.
#[test]
fn lots_agree_with_whole_outcomes() {
    let mut batteries = vec![
        json!({"calibre": "12pd", "bases": 11, "disorder": 1, "distance_m": 550}),
        json!({"calibre": "6pd", "bases": 12, "distance_m": 800}),
        json!({"calibre": "3pd", "bases": 12, "disorder": 4, "distance_m": 300}),
    ];
    let visited = bombardment(&batteries);
    assert_eq!(visited.outcomes.len(), 12 * 13 * 13);
    let rules = krigsspil_rules::open("tricolore", None).unwrap();
    let facts = json!({"batteries": batteries, "target_bases": 9, "target_formation": "column"}).to_string();
    let lots = rules.lots(rules.find("bombardment").unwrap(), &facts).unwrap();
    assert_eq!(lots.each.len(), 3);
    for field in ["factor", "loss_bases", "column"] {
        for value in &visited.field(field).unwrap().values {
            let chances = lots.together.iter().filter(|(outcome, _)| outcome.value()[field] == value.value);
            let sum = chances.map(|(_, chance)| chance.clone()).reduce(|sum, next| sum.plus(&next)).unwrap();
            assert_eq!(sum, value.chance, "{field} {}", value.value);
        }
    }
    // With twice as many batteries the first three hit as before.
    batteries.extend(batteries.clone());
    let told = bombardment(&batteries);
    assert!(told.outcomes.is_empty());
    for number in 0..6 {
        let path = |number: usize| format!("batteries[{number}].hits");
        assert_eq!(
            told.field(&path(number)).unwrap().values,
            visited.field(&path(number % 3)).unwrap().values
        );
    }
    let mean = |odds: &Odds| odds.field("factor").and_then(FieldOdds::mean).unwrap();
    assert!((mean(&told) - 2.0 * mean(&visited)).abs() < 1e-9);
}

/// A procedure without lots cannot be computed lot by lot.
#[test]
fn no_lots() {
    let rules = krigsspil_rules::open("tricolore", None).unwrap();
    let fault = rules.lots(rules.find("tactical_fire").unwrap(), r#"{"orders": 5}"#).unwrap_err();
    assert_eq!(fault.code(), Code::TooManyRolls);
}
