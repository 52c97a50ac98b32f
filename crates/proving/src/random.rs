//! Battles of random lawful actions.
//!
//! A long run is told by the environment: `RANDOM_SCENARIO`, `RANDOM_BATTLES`, `RANDOM_FIRST` (the first seed) and `RANDOM_JOBS` (how many at
//! a time).

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use krigsspil_engine::battle::{
    ActFault, Known, Options, Playable, Played, PromptDetail, Refused, Sampler, SeatId, Taken, ViewDetail,
    fingerprint,
};
use krigsspil_engine::random::Chance;
use krigsspil_engine::scenario::Scenario;
use serde_json::{Value, json};

use crate::{shipped, told};

/// No battle has so many acts: one that reaches them never ends.
const MOST_ACTS: usize = 60_000;
/// After so many drawn actions a prompt is settled, so that the battle goes on.
const GOES_ON_AFTER: usize = 12;
/// One refused act in so many is held to leave no trace.
const TRACE_ONE_IN: usize = 40;

/// What must be true of a battle after every act. It remembers what it needs of the state before: men never grow.
pub trait Watch<B> {
    /// Begins to watch.
    fn begin(battle: &B) -> Self;
    /// Panics where something is not true.
    fn check(&mut self, battle: &B);
}

/// Random acts for one of the seats that are asked: an answer, or orders to most of its units and some of its riders, and the usual end of its
/// phase ("ready", "done").
pub fn acts<R: Playable + Clone>(game: &Played<R>, chance: &mut Chance) -> Vec<(SeatId, Value)> {
    let asked = game.prompts_in(&|_| PromptDetail::Bare);
    assert!(!asked.is_empty(), "nobody is asked, and it is not over");
    let number = chance.below(asked.len());
    let chosen = &asked[number].seat;
    let wanted = |seat: &SeatId| if seat == chosen { PromptDetail::Whole } else { PromptDetail::Bare };
    let prompt = &game.prompts_in(&wanted)[number];
    let seat = prompt.seat.clone();
    let Some(orders) = prompt.orders() else {
        let about = prompt.about_json();
        let choice = chance.pick(about["choices"].as_array().unwrap());
        return vec![(seat, json!({"do": "answer", "question": about["question"], "choice": choice}))];
    };
    let mut acts = Vec::new();
    for unit in &orders.units {
        let sample = unit.samples.as_deref().and_then(|samples| chance.pick(samples));
        if let Some(sample) = sample.filter(|_| !chance.once_in(4)) {
            acts.push((seat.clone(), json!({"do": "order", "unit": unit.unit, "order": sample.written()})));
        }
    }
    for rider in orders.generals.iter().chain(&orders.couriers) {
        let sample = rider.samples.as_deref().and_then(|samples| chance.pick(samples));
        if let Some(sample) = sample.filter(|_| chance.once_in(3)) {
            acts.push((seat.clone(), sample.written()));
        }
    }
    acts.push((seat, prompt.default.written()));
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
            // Where orders are carried out one at a time, one of them may have ended the phase, or raised a question.
            if ends_the_phase(&action) && !asked_for_orders(&game, &seat) {
                continue;
            }
            let before = chance.once_in(TRACE_ONE_IN).then(|| fingerprint(game.battle()));
            if let Err(fault) = game.act(&seat, &action) {
                let order = !ends_the_phase(&action) && action["do"] != "answer";
                assert!(order, "seed {seed}: {action}: {fault}");
                let by_sum = matches!(&fault, ActFault::Refused(Refused::ByProcedure(_)));
                assert!(!by_sum, "seed {seed}: a sum refuses {action}: {fault}");
                let trace = before.is_some_and(|before| before != fingerprint(game.battle()));
                assert!(!trace, "seed {seed}: {action} was refused and left a trace");
            }
            watch.check(game.battle());
            count += 1;
            assert!(count < MOST_ACTS, "seed {seed}: it never ends");
        }
    }
    game
}

fn ends_the_phase(action: &Value) -> bool {
    matches!(action["do"].as_str(), Some("ready" | "done"))
}

fn asked_for_orders<R: Playable + Clone>(game: &Played<R>, seat: &SeatId) -> bool {
    let asked = game.prompts_in(&|_| PromptDetail::Bare);
    asked.iter().any(|prompt| prompt.seat == *seat && prompt.question().is_none())
}

/// Any action that a declaration allows is carried out or refused, and a refused one changes nothing.
pub fn drawn_actions_leave_no_trace<R: Playable + Clone>(
    rules: &R,
    scenario: &Scenario,
    seed: u64,
    count: usize,
) {
    let mut game = Played::setup(rules.clone(), scenario, Options::new(), seed).unwrap();
    let mut chance = Chance::new(seed ^ 0xd1ce);
    for number in 0..count {
        let prompts = game.prompts_in(&|_| PromptDetail::Bare);
        let Some(prompt) = prompts.first() else { break };
        let known = Known::of(&game.view_in(&prompt.seat, ViewDetail::Lean));
        let action = Sampler { known: &known, chance: &mut |most| chance.below(most) }
            .one_of(R::LANGUAGE.action_tag, R::Action::KINDS);
        let before = fingerprint(game.battle());
        if game.act(&prompt.seat.clone(), &action).is_err() {
            assert_eq!(fingerprint(game.battle()), before, "seed {seed}: {action}");
        }
        if number % GOES_ON_AFTER == 0 && game.ending().is_none() {
            let prompt = game.prompts_in(&|_| PromptDetail::Bare).remove(0);
            game.do_deed(&prompt.seat, &prompt.default).unwrap();
        }
    }
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
