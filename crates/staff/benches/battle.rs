//! The speed of battles: a whole battle of plain against plain in the small scenario, one turn of the large scenario, and ten turns of two
//! armies of 160 regiments.

#![allow(missing_docs)]

mod armies;

use std::path::Path;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use krigsspil_engine::battle::{Game, GameMaker, PromptDetail, Seat, ViewDetail};
use krigsspil_engine::scenario::Scenario;
use krigsspil_staff::simulate::Simulation;
use krigsspil_staff::{Briefing, fight};

/// The same allocator as the binary, so that the bench measures what a player gets.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

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

    let large = scenario("brawners-farm");
    let simulation = plain(&*maker, &large);
    let mut game = maker.setup(&large, Default::default(), 1, Vec::new()).unwrap();
    // Play into the middle of the battle.
    fight(&mut *game, &mut simulation.seated(1).unwrap(), Some(6), &mut |_, _| {}).unwrap();
    let ordered = orders_written(&*game, &simulation);
    criterion.bench_function("a turn of the large scenario", |bench| {
        bench.iter_batched(
            || ordered.copied(),
            |mut game| {
                let turn = game.turn();
                while game.turn() == turn && game.ending().is_none() {
                    let prompt = game.prompts_in(&|_| PromptDetail::Bare).remove(0);
                    game.do_deed(&prompt.seat, &prompt.default).unwrap();
                }
                game
            },
            BatchSize::SmallInput,
        );
    });
}

/// The battle with all orders of the turn written, and nobody ready yet.
fn orders_written(game: &dyn Game, simulation: &Simulation<'_>) -> Box<dyn Game> {
    let mut ordered = game.copied();
    let mut seated = simulation.seated(1).unwrap();
    for prompt in game.prompts() {
        let view = game.view_in(&prompt.seat, ViewDetail::Lean);
        for deed in seated.get_mut(&prompt.seat).map(|one| one.answer(&view, &prompt)).unwrap_or_default() {
            ordered.do_deed(&prompt.seat, &deed).unwrap();
        }
    }
    ordered
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
