//! Exact odds: every roll visited.
#![allow(missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};

fn odds(criterion: &mut Criterion) {
    let rules = krigsspil_rules::open("borgerkrig", None).unwrap();
    let cases: [(&str, &str); 2] = [
        (
            "small_arms_fire",
            r#"{"firer_arm":"infantry","figures":28,"weapon":"springfield_m61","distance_cm":8,"target_arm":"infantry"}"#,
        ),
        (
            "melee",
            r#"{"attacker":{"arm":"infantry","figures":24},"defender":{"arm":"infantry","figures":20,"cover":"I"}}"#,
        ),
    ];
    for (procedure, facts) in cases {
        criterion.bench_function(&format!("odds, borgerkrig {procedure}"), |bencher| {
            bencher.iter(|| krigsspil_odds::odds(&*rules, procedure, facts).unwrap().outcomes.len());
        });
    }
}

criterion_group!(benches, odds);
criterion_main!(benches);
