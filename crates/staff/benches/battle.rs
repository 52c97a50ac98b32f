//! The speed of `borgerkrig`'s battles: a whole battle of plain against plain in the small scenario, one turn of the large scenario, and ten turns of two
//! armies of 160 regiments.

#![allow(missing_docs)]

mod armies;
mod common;

use common::{Turn, plain, scenario};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use krigsspil_staff::fight;

/// The same allocator as the binary, so that the bench measures what a player gets.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn battles(criterion: &mut Criterion) {
    let maker = krigsspil_rules::maker("borgerkrig").unwrap();
    let small = scenario("meeting");
    let simulation = plain(&*maker, &small);
    let mut seed = 0;
    criterion.bench_function("a battle of the small scenario", |bench| {
        bench.iter(|| {
            seed += 1;
            simulation.battle(seed).unwrap()
        });
    });

    let turn = Turn::of("borgerkrig");
    criterion.bench_function("a turn of the large scenario", |bench| {
        bench.iter_batched_ref(|| turn.start.copied(), |game| turn.run(&mut **game), BatchSize::SmallInput);
    });
}

/// The cost of prompts, views and thinking grows about in proportion to the units.
fn armies_fight(criterion: &mut Criterion) {
    let maker = krigsspil_rules::maker("borgerkrig").unwrap();
    let mut group = criterion.benchmark_group("ten turns of armies");
    group.sample_size(10);
    for regiments in [80, 160, 320] {
        let scenario = armies::armies(regiments);
        let simulation = plain(&*maker, &scenario);
        group.bench_function(regiments.to_string(), |bench| {
            bench.iter(|| {
                let mut game = maker.setup(&scenario, Default::default(), 1, Vec::new()).unwrap();
                fight(&mut *game, &mut simulation.seated(1).unwrap(), Some(11), &mut |_, _| {}).unwrap()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, battles, armies_fight);
criterion_main!(benches);
