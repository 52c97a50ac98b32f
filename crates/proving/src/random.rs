//! Battles of random lawful actions.
//!
//! A long run is told by the environment: `RANDOM_SCENARIO`, `RANDOM_BATTLES`, `RANDOM_FIRST` (the first seed) and `RANDOM_JOBS` (how many at
//! a time).

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use krigsspil_engine::battle::{ActFault, Options, Playable, Played, PromptDetail, Refused, SeatId};
use krigsspil_engine::random::Chance;
use krigsspil_engine::scenario::Scenario;
use serde_json::{Value, json};

use crate::{shipped, told};

/// No battle has so many acts: one that reaches them never ends.
const MOST_ACTS: usize = 60_000;
/// One refused act in so many is held to leave no trace: a digest costs much.
const TRACE_ONE_IN: usize = 40;

/// What must be true of a battle after every act. It remembers what it needs of the state before: men never grow.
pub trait Watch<B> {
    /// Begins to watch.
    fn begin(battle: &B) -> Self;
    /// Panics where something is not true.
    fn check(&mut self, battle: &B);
}

/// Random acts for one of the seats that are asked: an answer, or orders to most of its units and some of its riders, and "ready".
pub fn acts<R: Playable + Clone>(game: &Played<R>, chance: &mut Chance) -> Vec<(SeatId, Value)> {
    let asked = game.prompts_in(&|_| PromptDetail::Bare);
    assert!(!asked.is_empty(), "nobody is asked, and it is not over");
    let number = chance.below(asked.len());
    let chosen = &asked[number].seat;
    let wanted = |seat: &SeatId| if seat == chosen { PromptDetail::Whole } else { PromptDetail::Bare };
    let prompt = &game.prompts_in(&wanted)[number];
    let seat = prompt.seat.clone();
    let about = prompt.about_json();
    if prompt.question().is_some() {
        let choice = chance.pick(about["choices"].as_array().unwrap());
        return vec![(seat, json!({"do": "answer", "question": about["question"], "choice": choice}))];
    }
    let listed = |key: &str| about[key].as_array().cloned().unwrap_or_default();
    let mut acts = Vec::new();
    for unit in listed("units") {
        let sample = unit["samples"].as_array().and_then(|samples| chance.pick(samples));
        if let Some(sample) = sample.filter(|_| !chance.once_in(4)) {
            acts.push((seat.clone(), json!({"do": "order", "unit": unit["unit"], "order": sample})));
        }
    }
    for rider in listed("generals").into_iter().chain(listed("couriers")) {
        let sample = rider["samples"].as_array().and_then(|samples| chance.pick(samples));
        if let Some(sample) = sample.filter(|_| chance.once_in(3)) {
            acts.push((seat.clone(), sample.clone()));
        }
    }
    acts.push((seat, json!({"do": "ready"})));
    acts
}

/// Options drawn at random, but for the umpire: nobody sits there.
pub fn options<R: Playable>(seed: u64) -> Options {
    let mut chance = Chance::new(seed);
    let names = R::OPTIONS.iter().filter(|name| **name != "umpire");
    names.map(|name| ((*name).to_string(), chance.once_in(3))).collect()
}

/// Plays a battle of random lawful acts to its end.
///
/// What was lawful when it was offered may not be after the orders before it; then it is refused and leaves no trace.
pub fn play<R: Playable + Clone, W: Watch<R::Battle>>(
    rules: &R,
    scenario: &Scenario,
    options: Options,
    seed: u64,
) -> Played<R> {
    play_on::<R, W>(Played::setup(rules.clone(), scenario, options, seed).unwrap())
}

/// The same with dice given beforehand.
pub fn play_on<R: Playable + Clone, W: Watch<R::Battle>>(mut game: Played<R>) -> Played<R> {
    let seed = game.seed();
    let mut chance = Chance::new(seed);
    let mut watch = W::begin(game.battle());
    let mut count = 0;
    while game.ending().is_none() {
        for (seat, action) in acts(&game, &mut chance) {
            let before = chance.once_in(TRACE_ONE_IN).then(|| game.digest());
            if let Err(fault) = game.act(&seat, &action) {
                let order = !matches!(action["do"].as_str(), Some("ready" | "answer"));
                assert!(order, "seed {seed}: {action}: {fault}");
                let by_sum = matches!(&fault, ActFault::Refused(Refused::ByProcedure(_)));
                assert!(!by_sum, "seed {seed}: a sum refuses {action}: {fault}");
                let trace = before.is_some_and(|before| before != game.digest());
                assert!(!trace, "seed {seed}: {action} was refused and left a trace");
            }
            watch.check(game.battle());
            count += 1;
            assert!(count < MOST_ACTS, "seed {seed}: it never ends");
        }
    }
    game
}

/// Every kind of event of a battle; each is declared, and is about what it declares.
pub fn events_of<R: Playable + Clone>(game: &Played<R>) -> BTreeSet<&'static str> {
    let mut happened = BTreeSet::new();
    let declared = R::LANGUAGE.events;
    Played::replay_first(game.rules().clone(), &game.save(), game.actions().len(), |_, events| {
        for event in events.all() {
            let spec = declared.iter().find(|spec| spec.what == event.what);
            let spec = spec.unwrap_or_else(|| panic!("{} is not declared", event.what));
            spec.fits(&event.about).unwrap_or_else(|fault| panic!("{}: {fault}", event.what));
            happened.insert(event.what);
        }
    })
    .unwrap();
    happened
}

/// Many random battles of any scenario, several at a time. It goes on after a failed battle, and tells every seed that failed.
pub fn many(usual_scenario: &str, fight: impl Fn(&Scenario, u64) + Sync) {
    let name = told("RANDOM_SCENARIO", usual_scenario.to_string());
    let scenario = shipped(&name);
    let (first, count) = (told("RANDOM_FIRST", 1u64), told("RANDOM_BATTLES", 100u64));
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let next = AtomicU64::new(0);
    let failed = Mutex::new(Vec::new());
    let fight_on = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return;
            }
            let seed = first + number;
            if catch_unwind(AssertUnwindSafe(|| fight(&scenario, seed))).is_err() {
                failed.lock().unwrap().push(seed);
            }
            if (number + 1).is_multiple_of(100) {
                println!("{name}: {} of {count}", number + 1);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..told("RANDOM_JOBS", cores) {
            scope.spawn(fight_on);
        }
    });
    let mut failed = failed.into_inner().unwrap();
    failed.sort_unstable();
    println!("{name}: {count} battles from seed {first}, {} failed", failed.len());
    assert!(failed.is_empty(), "{name}: these seeds failed: {failed:?}");
}
