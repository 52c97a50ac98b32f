//! The speed of each rule set whose turn has steps: a whole battle of plain against plain in its small scenario, and one turn of its large
//! one, in the thick of it. `borgerkrig`, where a turn is one step, has a bench of its own.

#![allow(missing_docs)]

mod common;

use common::{MEASURED, Turn, plain, scenario};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};

/// The same allocator as the binary, so that the bench measures what a player gets.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn small_battles(criterion: &mut Criterion) {
    for (rules, small, ..) in stepwise() {
        let (maker, small) = (krigsspil_rules::maker(rules).unwrap(), scenario(small));
        let simulation = plain(&*maker, &small);
        let mut seed = 0;
        criterion.bench_function(&format!("{rules}: a battle of the small scenario"), |bench| {
            bench.iter(|| {
                seed += 1;
                simulation.battle(seed).unwrap()
            });
        });
    }
}

fn large_turns(criterion: &mut Criterion) {
    for (rules, ..) in stepwise() {
        let turn = Turn::of(rules);
        criterion.bench_function(&format!("{rules}: a turn of the large scenario"), |bench| {
            bench.iter_batched_ref(
                || turn.start.copied(),
                |game| turn.run(&mut **game),
                BatchSize::SmallInput,
            );
        });
    }
}

/// All but `borgerkrig`.
fn stepwise() -> impl Iterator<Item = (&'static str, &'static str, &'static str, u32)> {
    MEASURED.into_iter().filter(|(rules, ..)| *rules != "borgerkrig")
}

criterion_group!(benches, small_battles, large_turns);
criterion_main!(benches);
