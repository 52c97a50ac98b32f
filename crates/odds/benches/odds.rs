//! Exact odds: every roll is visited.
#![allow(missing_docs)]

use std::time::Instant;

use criterion::{Criterion, criterion_group, criterion_main};
use krigsspil_engine::RuleSet;
use serde_json::Value;

/// The worked cases from every rule set's tests: its id and its file.
const CASES: &[(&str, &str)] = &[
    ("borgerkrig", include_str!("../../rules/borgerkrig/tests/data/cases.jsonl")),
    ("chakoten", include_str!("../../rules/chakoten/tests/data/cases.jsonl")),
    ("gdc", include_str!("../../rules/gdc/tests/data/cases.jsonl")),
    ("torden", include_str!("../../rules/torden/tests/data/cases.jsonl")),
    ("tricolore", include_str!("../../rules/tricolore/tests/data/cases.jsonl")),
];

/// We promise no speed for more dice than this.
const MOST_DICE: usize = 5;

/// A situation with its procedure.
struct Situation {
    procedure: String,
    facts: String,
}

/// Every worked situation that throws up to five dice.
fn situations(cases: &str) -> Vec<Situation> {
    let rolled =
        |case: &Value| case["dice"].as_array().is_some_and(|dice| (1..=MOST_DICE).contains(&dice.len()));
    let read = |line: &str| serde_json::from_str::<Value>(line).unwrap();
    let situation = |case: Value| Situation {
        procedure: case["procedure"].as_str().unwrap().to_string(),
        facts: case["facts"].to_string(),
    };
    cases.lines().map(read).filter(rolled).map(situation).collect()
}

fn count(rules: &dyn RuleSet, situation: &Situation) -> usize {
    krigsspil_odds::odds(rules, &situation.procedure, &situation.facts).map_or(0, |odds| odds.outcomes.len())
}

/// The slowest situation, taking the better of two runs for each.
fn slowest(rules: &dyn RuleSet, situations: Vec<Situation>) -> Situation {
    let once = |situation: &Situation| {
        let start = Instant::now();
        count(rules, situation);
        start.elapsed()
    };
    let timed = |situation: &Situation| once(situation).min(once(situation));
    situations.into_iter().max_by_key(timed).unwrap()
}

fn odds(criterion: &mut Criterion) {
    for &(id, cases) in CASES {
        let rules = krigsspil_rules::open(id, None).unwrap();
        let slowest = slowest(&*rules, situations(cases));
        let name = format!("odds, {id}, the slowest of up to {MOST_DICE} dice: {}", slowest.procedure);
        criterion.bench_function(&name, |bencher| bencher.iter(|| count(&*rules, &slowest)));
    }
    let rules = krigsspil_rules::open("borgerkrig", None).unwrap();
    let fire = Situation {
        procedure: "small_arms_fire".into(),
        facts: r#"{"firer_arm":"infantry","figures":28,"weapon":"springfield_m61","distance_cm":8,"target_arm":"infantry"}"#.into(),
    };
    criterion
        .bench_function("odds, borgerkrig small_arms_fire", |bencher| bencher.iter(|| count(&*rules, &fire)));
    let rules = krigsspil_rules::open("chakoten", None).unwrap();
    let side = r#"{"arm": "infantry", "ranks": [10, 10, 10]}"#;
    let melee = Situation {
        procedure: "melee".into(),
        facts: format!(r#"{{"attacker": {side}, "defender": {side}}}"#),
    };
    criterion.bench_function("odds, chakoten melee, every field", |bencher| {
        bencher.iter(|| count(&*rules, &melee));
    });
}

criterion_group!(benches, odds);
criterion_main!(benches);
