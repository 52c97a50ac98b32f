//! The speed of battles in CPU time, for a machine that others use too, and a fingerprint of what comes out, to see that a change for
//! speed changed nothing.
//!
//! | `cargo bench -p krigsspil-staff --bench cpu --` | |
//! |---|---|
//! | `clock [RULES]` | milliseconds of one core: a small battle (mean of the seeds 1 to 20, least of five rounds) and a turn of the large scenario (mean of ten, least of ten rounds) |
//! | `armies REGIMENTS` | ten turns of two lines, least of three |
//! | `odds [TIMES]` | exact odds of `chakoten`'s melee, every field, in microseconds: mean of 200, least of ten rounds |
//! | `repeat small\|turn RULES TIMES` | only that, for `perf` |
//! | `print [RULES]` | a hash of every event, digest, save and refusal, and of views and prompts at every seventh action |

#![allow(missing_docs)]

mod armies;
mod common;

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use common::{Turn, plain, scenario};
use krigsspil_engine::battle::{Game, GameMaker};
use krigsspil_engine::scenario::Scenario;
use krigsspil_staff::simulate::Simulation;
use krigsspil_staff::{RefusedAction, fight};

/// The same allocator as the binary, so that the bench measures what a player gets.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The CPU time of this thread so far, in milliseconds, as Linux counts it: up to when the thread last yielded.
fn cpu() -> f64 {
    std::thread::yield_now();
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux counts CPU time");
    told.split(' ').next().and_then(|nanos| nanos.parse::<f64>().ok()).expect("a number") / 1e6
}

/// The least CPU time of so many runs.
fn least(times: u32, mut run: impl FnMut() -> f64) -> f64 {
    (0..times).map(|_| run()).fold(f64::INFINITY, f64::min)
}

fn clocked(run: impl FnOnce()) -> f64 {
    let before = cpu();
    run();
    cpu() - before
}

const SEEDS: u64 = 20;
const TURNS: usize = 10;

fn small(simulation: &Simulation<'_>) {
    for seed in 1..=SEEDS {
        simulation.battle(seed).unwrap();
    }
}

fn clock(wanted: Option<&str>) {
    for (rules, name, ..) in common::MEASURED.iter().filter(|one| wanted.is_none_or(|wanted| one.0 == wanted))
    {
        let (maker, small_one) = (krigsspil_rules::maker(rules).unwrap(), scenario(name));
        let simulation = plain(&*maker, &small_one);
        let battle = least(5, || clocked(|| small(&simulation))) / SEEDS as f64;
        let turn = Turn::of(rules);
        let one = least(10, || {
            let mut games: Vec<_> = (0..TURNS).map(|_| turn.start.copied()).collect();
            clocked(|| games.iter_mut().for_each(|game| turn.run(&mut **game)))
        }) / TURNS as f64;
        println!("{rules:<12} small battle {battle:>8.3} ms   turn {one:>8.3} ms");
    }
}

fn armies_fight(maker: &dyn GameMaker, scenario: &Scenario, simulation: &Simulation<'_>) {
    let mut game = maker.setup(scenario, Default::default(), 1, Vec::new()).unwrap();
    fight(&mut *game, &mut simulation.seated(1).unwrap(), Some(11), &mut |_, _| {}).unwrap();
}

fn big(regiments: usize, times: u32) {
    let (maker, scenario) = (krigsspil_rules::maker("borgerkrig").unwrap(), armies::armies(regiments));
    let simulation = plain(&*maker, &scenario);
    let time = least(times, || clocked(|| armies_fight(&*maker, &scenario, &simulation)));
    println!("{regiments} regiments, ten turns: {time:.0} ms");
}

fn repeat(what: &str, rules: &str, times: u32) {
    if what == "turn" {
        let turn = Turn::of(rules);
        return (0..times).for_each(|_| turn.run(&mut *turn.start.copied()));
    }
    let measured = common::MEASURED.iter().find(|one| one.0 == rules).expect("a rule set");
    let (maker, scenario) = (krigsspil_rules::maker(rules).unwrap(), scenario(measured.1));
    let simulation = plain(&*maker, &scenario);
    (0..times).for_each(|_| small(&simulation));
}

fn odds(rounds: u32) {
    let rules = krigsspil_rules::open("chakoten", None).unwrap();
    let side = r#"{"arm": "infantry", "ranks": [10, 10, 10]}"#;
    let facts = format!(r#"{{"attacker": {side}, "defender": {side}}}"#);
    let many = || (0..200).for_each(|_| drop(krigsspil_odds::odds(&*rules, "melee", &facts).unwrap()));
    println!("odds of a melee: {:.0} microseconds", least(rounds, || clocked(many)) / 200.0 * 1000.0);
}

/// Hashes one battle: what was told, and what every seat sees and is asked now and then.
fn hash_battle(simulation: &Simulation<'_>, seed: u64, until: Option<u32>, hash: &mut DefaultHasher) {
    let (maker, scenario) = (simulation.maker, simulation.scenario);
    let mut game = maker.setup(scenario, Default::default(), seed, Vec::new()).unwrap();
    let mut actions = 0;
    let fought = fight(&mut *game, &mut simulation.seated(seed).unwrap(), until, &mut |game, happened| {
        format!("{:?}", happened.all()).hash(hash);
        actions += 1;
        if actions % 7 == 0 {
            hash_state(game, hash);
        }
    });
    // A refusal's own debugging text holds an address.
    let refused = |one: &RefusedAction| format!("{} {} {}", one.seat, one.action.written(), one.fault);
    fought.unwrap().refused.iter().map(refused).for_each(|one| one.hash(hash));
    format!("{:?}", game.save()).hash(hash);
    hash_state(&*game, hash);
}

fn hash_state(game: &dyn Game, hash: &mut DefaultHasher) {
    game.digest().hash(hash);
    for seat in game.seats().keys() {
        game.view(seat).json().to_string().hash(hash);
    }
    serde_json::to_string(&game.prompts()).unwrap().hash(hash);
}

fn print(wanted: Option<&str>) {
    for (rules, small, large, turn) in
        common::MEASURED.iter().filter(|one| wanted.is_none_or(|wanted| one.0 == wanted))
    {
        let maker = krigsspil_rules::maker(rules).unwrap();
        for (name, seeds, until) in [(small, 6, None), (large, 1, Some(turn + 2))] {
            let scenario = scenario(name);
            for commander in ["plain", "random"] {
                let mut simulation = plain(&*maker, &scenario);
                simulation.seats.values_mut().for_each(|name| *name = commander.to_string());
                let mut hash = DefaultHasher::new();
                (1..=seeds).for_each(|seed| hash_battle(&simulation, seed, until, &mut hash));
                println!("{rules} {name} {commander} {:016x}", hash.finish());
            }
        }
    }
}

fn main() {
    let told: Vec<String> = std::env::args().skip(1).filter(|told| told != "--bench").collect();
    let told: Vec<&str> = told.iter().map(String::as_str).collect();
    match *told.as_slice() {
        [] | ["clock"] => clock(None),
        ["clock", rules] => clock(Some(rules)),
        ["armies", regiments] => big(regiments.parse().expect("a number"), 3),
        ["repeat", "armies", regiments, times] => {
            big(regiments.parse().expect("a number"), times.parse().expect("a number"))
        }
        ["repeat", what, rules, times] => repeat(what, rules, times.parse().expect("a number")),
        ["odds"] => odds(10),
        ["odds", rounds] => odds(rounds.parse().expect("a number")),
        ["print"] => print(None),
        ["print", rules] => print(Some(rules)),
        _ => eprintln!("see the head of crates/staff/benches/cpu.rs"),
    }
}
