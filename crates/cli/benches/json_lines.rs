//! JSON lines: how many adjudications a second one core answers.
#![allow(missing_docs)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use krigsspil_cli::json_lines::Answerer;
use krigsspil_cli::words::Words;
use krigsspil_engine::Language;

fn lines(criterion: &mut Criterion) {
    let rules = krigsspil_rules::open("borgerkrig", None).unwrap();
    let cases = include_str!("../../rules/borgerkrig/tests/data/cases.jsonl");
    // The contract's fire, march and morale cases without their expected outcomes: what a program would send.
    let asked: Vec<String> = cases
        .lines()
        .map(|line| {
            let mut case: serde_json::Value = serde_json::from_str(line).unwrap();
            case.as_object_mut().unwrap().remove("outcome");
            case.to_string()
        })
        .collect();
    let mut group = criterion.benchmark_group("json_lines");
    group.throughput(Throughput::Elements(asked.len() as u64));
    group.bench_function("borgerkrig, every procedure", |bencher| {
        let mut answerer = Answerer::new(&*rules, Words { language: Language::English });
        let mut out = Vec::new();
        bencher.iter(|| {
            for line in &asked {
                out.clear();
                answerer.answer(line.as_bytes(), &mut out);
            }
            out.len()
        });
    });
    group.finish();
}

criterion_group!(benches, lines);
criterion_main!(benches);
