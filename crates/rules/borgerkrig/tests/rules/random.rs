//! Random situations within the bounds: none fails, and the reported modifiers add up.

use krigsspil_engine::dice::{Dice, Die, SeededDice};
use krigsspil_engine::fact::{Bounds, FactSpec, Kind};
use krigsspil_engine::serde_json::{Map, Value, from_slice, json};
use krigsspil_engine::{Code, Effect, Recorder, RuleSet};

const SITUATIONS: u64 = 300;

fn below(dice: &mut SeededDice, bound: usize) -> usize {
    let mut roll = || dice.roll("random", Die::Percentile).unwrap() as usize - 1;
    (roll() * 100 + roll()) % bound
}

fn random(dice: &mut SeededDice, kind: &Kind, bounds: Option<Bounds>) -> Value {
    let Bounds { least, most } = bounds.unwrap_or(Bounds { least: 0.0, most: 3.0 });
    // Small numbers meet the limits of the rules more often than large ones.
    let most = if below(dice, 3) > 0 { most.min(least + 40.0) } else { most };
    match kind {
        Kind::YesNo => json!(below(dice, 2) == 0),
        Kind::Whole => json!(least as i64 + below(dice, (most - least) as usize + 1) as i64),
        Kind::Number => json!(least + below(dice, 2 * (most - least) as usize + 1) as f64 / 2.0),
        Kind::Choice { names, .. } => json!(names[below(dice, names.len())]),
        Kind::Object(specs) => group(dice, specs),
        Kind::List(kind) => {
            let length = least as usize + below(dice, (most - least) as usize + 1);
            (0..length).map(|_| random(dice, kind, None)).collect()
        }
        other => panic!("no fact is {other:?}"),
    }
}

fn group(dice: &mut SeededDice, specs: &[FactSpec]) -> Value {
    let mut facts = Map::new();
    for spec in specs {
        if spec.required() || below(dice, 3) > 0 {
            facts.insert(spec.name.to_string(), random(dice, &spec.kind, spec.bounds));
        }
    }
    Value::Object(facts)
}

/// Every procedure answers, or refuses contradictory facts and names one of the given facts.
#[test]
fn every_procedure_answers() {
    let rules: &dyn RuleSet = &*crate::RULES;
    for (place, info) in rules.procedures().into_iter().enumerate() {
        let mut answered = 0;
        for seed in 0..SITUATIONS {
            let mut dice = SeededDice::new(seed);
            let facts = group(&mut dice, info.facts).to_string();
            let mut out = Vec::new();
            match rules.resolve(place, &facts, &mut dice, &mut Recorder::new(), &mut out) {
                Ok(()) => answered += 1,
                Err(fault) => {
                    assert_eq!(fault.code(), Code::NotAllowed, "{} {facts}: {fault}", info.about.name)
                }
            }
        }
        assert!(answered > 0, "{} answered nothing", info.about.name);
    }
}

/// The modifiers reported to the listener are those of the sum.
#[test]
fn what_is_told_adds_up() {
    let rules: &dyn RuleSet = &*crate::RULES;
    for (procedure, fields) in [
        ("small_arms_fire", &["firer_modifier", "target_modifier"][..]),
        ("shock", &["attacker_modifier", "defender_modifier"]),
        ("melee", &["attacker_modifier", "defender_modifier"]),
        ("morale_test", &["total"]),
        ("contagion", &["modifier"]),
        ("rally", &["modifier"]),
        ("gun_data", &["calibre_modifier"]),
        ("attack_order_check", &["shock_modifier"]),
        ("defensive_fire_check", &["modifier"]),
    ] {
        let place = rules.find(procedure).unwrap();
        for seed in 0..SITUATIONS {
            let mut dice = SeededDice::new(seed);
            let facts = group(&mut dice, rules.procedures()[place].facts).to_string();
            let (mut report, mut out) = (Recorder::new(), Vec::new());
            if rules.resolve(place, &facts, &mut dice, &mut report, &mut out).is_err() {
                continue;
            }
            let outcome: Value = from_slice(&out).unwrap();
            let sum: i64 = fields.iter().map(|field| outcome[field].as_i64().unwrap()).sum();
            let added = |applied: &krigsspil_engine::Applied| match applied.effect {
                Effect::Add(value) => i64::from(value),
                _ => 0,
            };
            let told: i64 = report.applied().iter().map(added).sum();
            assert_eq!(told, sum, "{procedure} {facts}");
        }
    }
}
