//! The speed of `gdc`: a whole battle of plain against plain in the small scenario, and one turn of the large one, in the thick of it.

#![allow(missing_docs)]

use std::path::Path;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use krigsspil_engine::battle::{Deed, Game, GameMaker, Prompt, Seat, SeatId, ViewDetail};
use krigsspil_engine::scenario::Scenario;
use krigsspil_staff::simulate::Simulation;
use krigsspil_staff::{Briefing, fight};

/// The same allocator as the binary, so that the bench measures what a player gets.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The turn that is measured: both sides are engaged by then.
const IN_THE_THICK: u32 = 4;

fn scenario(name: &str) -> Scenario {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(name);
    Scenario::open(&folder.join("scenario.toml")).unwrap()
}

fn plain<'a>(maker: &'a dyn GameMaker, scenario: &'a Scenario) -> Simulation<'a> {
    let game = maker.setup(scenario, Default::default(), 1, Vec::new()).unwrap();
    let players = game.seats().into_iter().filter(|(_, seat)| matches!(seat, Seat::Player { .. }));
    let seats = players.map(|(seat, _)| (seat, "plain".to_string())).collect();
    let briefing = Briefing::new(game.rules(), &scenario.ground_text, 1);
    Simulation { maker, scenario, options: Default::default(), seats, briefing }
}

/// Everything that plain commanders do in a turn, in order.
fn deeds_of_a_turn(game: &dyn Game, simulation: &Simulation<'_>) -> Vec<(SeatId, Deed)> {
    let mut game = game.copied();
    let mut seated = simulation.seated(1).unwrap();
    let (turn, mut done) = (game.turn(), Vec::new());
    while game.turn() == turn && game.ending().is_none() {
        let prompt: Prompt = game.prompts().remove(0);
        let view = game.view_in(&prompt.seat, ViewDetail::Lean);
        let number = |prompt: &Prompt| prompt.question().map(|question| question.question);
        for deed in seated.get_mut(&prompt.seat).map(|one| one.answer(&view, &prompt)).unwrap_or_default() {
            if game.do_deed(&prompt.seat, &deed).is_ok() {
                done.push((prompt.seat.clone(), deed));
            }
        }
        let stands = game.prompts().iter().any(|other| {
            other.seat == prompt.seat && other.what == prompt.what && number(other) == number(&prompt)
        });
        if stands && game.do_deed(&prompt.seat, &prompt.default).is_ok() {
            done.push((prompt.seat.clone(), prompt.default.clone()));
        }
    }
    done
}

fn battles(criterion: &mut Criterion) {
    let maker = krigsspil_rules::maker("gdc").unwrap();
    let small = scenario("gdc-brigades");
    let simulation = plain(&*maker, &small);
    let mut seed = 0;
    criterion.bench_function("gdc: a battle of the small scenario", |bench| {
        bench.iter(|| {
            seed += 1;
            simulation.battle(seed).unwrap()
        });
    });

    let large = scenario("quatre-bras");
    let simulation = plain(&*maker, &large);
    let mut game = maker.setup(&large, Default::default(), 1, Vec::new()).unwrap();
    fight(&mut *game, &mut simulation.seated(1).unwrap(), Some(IN_THE_THICK), &mut |_, _| {}).unwrap();
    let deeds = deeds_of_a_turn(&*game, &simulation);
    criterion.bench_function("gdc: a turn of the large scenario", |bench| {
        bench.iter_batched(
            || game.copied(),
            |mut game| {
                for (seat, deed) in &deeds {
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
