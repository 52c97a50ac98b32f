//! The exact chances of melee and fire.

use crate::common;

use krigsspil_chakoten::procedures::melee::Melee;
use krigsspil_engine::dice::EveryRoll;
use krigsspil_engine::{Facts, Procedure, RuleSet, serde_json};

fn every(procedure: &str, facts: serde_json::Value) -> Vec<(serde_json::Value, f64)> {
    let rules: &dyn RuleSet = &**common::RULES;
    let place = rules.find(procedure).unwrap();
    let every = rules.every(place, &facts.to_string()).unwrap();
    every.into_iter().map(|(outcome, chance)| (outcome, chance.as_f64())).collect()
}

/// §12.02.2.1 three dice for each side give 256 pairs of sums; equal sides win as often as they lose, and tie with the chance of equal sums
#[test]
fn an_even_cavalry_fight() {
    let side = serde_json::json!({"arm": "medium_cavalry", "ranks": [10]});
    let outcomes = every("melee", serde_json::json!({"attacker": side, "defender": side}));
    let chance = |winner: &str| {
        outcomes
            .iter()
            .filter(|(outcome, _)| outcome["winner"] == winner)
            .map(|(_, chance)| chance)
            .sum::<f64>()
    };
    assert!(outcomes.len() <= 256);
    assert!((chance("attacker") - chance("defender")).abs() < 1e-12);
    // The sums of three dice are equal in 4332 of 46656 throws.
    assert!((chance("none") - 4332.0 / 46656.0).abs() < 1e-12);
}

/// §09.02.1.2 the chances of a volley add up to one, and a sum of 18 with three dice comes once in 216
#[test]
fn a_volley() {
    let outcomes = every(
        "small_arms_fire",
        serde_json::json!({"firing_figures": 10, "zone": 1, "unit_figures": 10, "target_figures": 10}),
    );
    assert_eq!(outcomes.len(), 16);
    assert!((outcomes.iter().map(|(_, chance)| chance).sum::<f64>() - 1.0).abs() < 1e-12);
    let best = outcomes.iter().find(|(outcome, _)| outcome["loss_result"] == 18).unwrap();
    assert!((best.1 - 1.0 / 216.0).abs() < 1e-12);
}

/// Only the sums matter, so the 46,656 throws of a melee are visited in 256 ways.
#[test]
fn ways_through_a_melee() {
    let facts =
        r#"{"attacker": {"arm": "infantry", "ranks": [10]}, "defender": {"arm": "infantry", "ranks": [10]}}"#;
    let melee = Melee::from_json(facts).unwrap();
    let book = krigsspil_chakoten::open(None).unwrap();
    let mut dice = EveryRoll::new();
    let mut ways = 0;
    while dice.next_way() {
        melee.resolve(book.tables(), &mut dice, &mut ()).unwrap();
        ways += 1;
    }
    assert_eq!(ways, 256);
}
