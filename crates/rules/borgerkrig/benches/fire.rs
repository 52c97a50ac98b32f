//! One small-arms fire, from facts to outcome, with no listener: the hot path of a battle.
#![allow(missing_docs)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use krigsspil_borgerkrig::procedures::small_arms::SmallArmsFire;
use krigsspil_borgerkrig::tables::Tables;
use krigsspil_engine::dice::SeededDice;
use krigsspil_engine::{Facts, Procedure};

fn fire(criterion: &mut Criterion) {
    let book = krigsspil_borgerkrig::open(None).unwrap();
    let tables: &Tables = book.tables();
    let facts = SmallArmsFire::from_json(
        r#"{"firer_arm":"infantry","figures":28,"weapon":"springfield_m61","distance_cm":8,"first_fire":true,
            "target_arm":"infantry","target_formation":"attack_column","target_ranks":5,"target_cover":"I"}"#,
    )
    .unwrap();
    let mut dice = SeededDice::new(1862);
    criterion.bench_function("small-arms fire, no listener", |bencher| {
        bencher.iter(|| black_box(&facts).resolve(tables, &mut dice, &mut ()).unwrap());
    });
    criterion.bench_function("load and check all tables", |bencher| {
        let source = krigsspil_borgerkrig::printed();
        bencher.iter(|| Tables::read(&source.read().unwrap()).unwrap());
    });
}

criterion_group!(benches, fire);
criterion_main!(benches);
