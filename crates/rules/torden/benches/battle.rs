//! How long a period of Ligny takes, and a whole small battle at random.

#![allow(missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use krigsspil_engine::battle::{Deed, Played, PromptDetail};
use krigsspil_engine::random::Chance;
use krigsspil_engine::scenario::Scenario;
use krigsspil_torden::battle::Torden;
use krigsspil_torden::battle::order::{Action, UnitOrder};

fn open(name: &str) -> Scenario {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../scenarios").join(name);
    Scenario::open(&folder.join("scenario.toml")).unwrap()
}

/// What a random player did, so that it can be done again without asking him.
fn recorded(
    scenario: &Scenario,
    until: u32,
) -> (Played<Torden>, Vec<(krigsspil_engine::battle::SeatId, Deed)>) {
    let start = Played::setup(Torden::printed().unwrap(), scenario, Default::default(), 1).unwrap();
    let (mut game, mut chance, mut done) = (start.clone(), Chance::new(9), Vec::new());
    while game.ending().is_none() && game.turn() < until {
        let prompt = game.prompts_in(&|_| PromptDetail::Whole).remove(0);
        for asked in prompt.orders().iter().flat_map(|orders| &orders.units) {
            let samples = asked.samples.as_deref().unwrap_or_default();
            if samples.is_empty() {
                continue;
            }
            let order = samples[chance.below(samples.len())].read::<UnitOrder>().unwrap();
            let deed = Deed::of(Action::order(&*asked.unit, order));
            if game.do_deed(&prompt.seat, &deed).is_ok() {
                done.push((prompt.seat.clone(), deed));
            }
        }
        if game.do_deed(&prompt.seat, &prompt.default).is_ok() {
            done.push((prompt.seat.clone(), prompt.default.clone()));
        }
    }
    (start, done)
}

fn battles(criterion: &mut Criterion) {
    for (told, name, until) in
        [("a period of Ligny", "ligny", 2), ("a small battle at random", "torden-corps", u32::MAX)]
    {
        let (start, done) = recorded(&open(name), until);
        criterion.bench_function(told, |bencher| {
            bencher.iter(|| {
                let mut game = start.clone();
                for (seat, deed) in &done {
                    game.do_deed(seat, deed).unwrap();
                }
                game.turn()
            });
        });
    }
}

criterion_group!(benches, battles);
criterion_main!(benches);
