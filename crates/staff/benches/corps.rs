//! The speed of `torden`: a whole battle of plain against plain in its small scenario, and a period of Ligny.

#![allow(missing_docs)]

use std::path::Path;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use krigsspil_engine::battle::{Deed, Game, PromptDetail, Seat, SeatId, ViewDetail};
use krigsspil_engine::scenario::Scenario;
use krigsspil_staff::simulate::Simulation;
use krigsspil_staff::{Briefing, Seated, fight};

/// The same allocator as the binary, so that the bench measures what a player gets.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Ligny is in full swing in this period.
const PERIOD: u32 = 6;

fn scenario(name: &str) -> Scenario {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(name);
    Scenario::open(&folder.join("scenario.toml")).unwrap()
}

/// What plain commanders do in a period, so that it can be done again without asking them.
fn period(game: &mut dyn Game, seated: &mut Seated) -> Vec<(SeatId, Deed)> {
    let mut done = Vec::new();
    let turn = game.turn();
    while game.turn() == turn && game.ending().is_none() {
        let prompt = game.prompts_in(&|_| PromptDetail::About).remove(0);
        let view = game.view_in(&prompt.seat, ViewDetail::Lean);
        let deeds = seated.get_mut(&prompt.seat).map(|one| one.answer(&view, &prompt)).unwrap_or_default();
        let mut settled = false;
        for deed in deeds {
            if game.do_deed(&prompt.seat, &deed).is_ok() {
                settled |= prompt.question().is_some();
                done.push((prompt.seat.clone(), deed));
            }
        }
        if !settled {
            game.do_deed(&prompt.seat, &prompt.default).unwrap();
            done.push((prompt.seat.clone(), prompt.default.clone()));
        }
    }
    done
}

fn battles(criterion: &mut Criterion) {
    let maker = krigsspil_rules::maker("torden").unwrap();
    let simulation = |scenario| {
        let game = maker.setup(scenario, Default::default(), 1, Vec::new()).unwrap();
        let players = game.seats().into_iter().filter(|(_, seat)| matches!(seat, Seat::Player { .. }));
        let seats = players.map(|(seat, _)| (seat, "plain".to_string())).collect();
        let briefing = Briefing::new(game.rules(), &scenario.ground_text, 1);
        Simulation { maker: &*maker, scenario, options: Default::default(), seats, briefing }
    };
    let small = scenario("torden-corps");
    let plain = simulation(&small);
    let mut seed = 0;
    criterion.bench_function("torden: a battle of the small scenario", |bench| {
        bench.iter(|| {
            seed += 1;
            plain.battle(seed).unwrap()
        });
    });

    let large = scenario("ligny");
    let plain = simulation(&large);
    let mut game = maker.setup(&large, Default::default(), 1, Vec::new()).unwrap();
    let mut seated = plain.seated(1).unwrap();
    fight(&mut *game, &mut seated, Some(PERIOD), &mut |_, _| {}).unwrap();
    let begun = game.copied();
    let done = period(&mut *game, &mut seated);
    criterion.bench_function("torden: a period of Ligny", |bench| {
        bench.iter_batched(
            || begun.copied(),
            |mut game| {
                for (seat, deed) in &done {
                    game.do_deed(seat, deed).unwrap();
                }
                game
            },
            BatchSize::SmallInput,
        );
    });
}

criterion_group!(benches, battles);
criterion_main!(benches);
