//! The time of one turn, and of a whole random battle.

#![allow(missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use krigsspil_borgerkrig::battle::Borgerkrig;
use krigsspil_engine::battle::{Options, Played, SeatId};
use krigsspil_engine::random::Chance;
use krigsspil_engine::scenario::Scenario;
use serde_json::{Value, json};

/// Two divisions of twenty units on a table of three by two metres.
fn large() -> Scenario {
    let mut text = String::from(
        "name = \"large\"\nrules = [\"borgerkrig\"]\ndate = \"1862-08-28\"\nstarts = \"17:00\"\nturns = 20\nground = \"g\"\n",
    );
    for (side, home, y) in [("blue", 180, 800.0), ("red", 0, 1300.0)] {
        text += &format!("[[side]]\nid = \"{side}\"\nname = \"{side}\"\nhome = {home}.0\n");
        for brigade in 0..4 {
            let x = 400.0 + 800.0 * f64::from(brigade);
            text += &format!(
                "[[general]]\nid = \"{side}{brigade}\"\nname = \"G\"\nside = \"{side}\"\nrank = \"brigade\"\nplace = [{x:?}, {y:?}]\n"
            );
        }
    }
    for (side, facing, y, back) in [("blue", 0, 800.0, -120.0), ("red", 180, 1300.0, 120.0)] {
        for number in 0..20 {
            let (brigade, place) = (number / 5, number % 5);
            let x = 400.0 + 800.0 * f64::from(brigade) + [-250.0, 0.0, 250.0, -120.0, 120.0][place as usize];
            let y = if place > 2 { y + back } else { y };
            text += &format!(
                "[[unit]]\nid = \"{side}u{number:02}\"\nname = \"u\"\ngeneral = \"{side}{brigade}\"\narm = \"infantry\"\nmen = 480\nplace = [{x:?}, {y:?}]\nfacing = {facing}.0\n[unit.ratings.borgerkrig]\nweapon = \"springfield_m61\"\n"
            );
        }
    }
    let ground = json!({"type": "FeatureCollection", "table": {"width": 3750, "depth": 2500}, "features": [
        {"type": "Feature", "properties": {"kind": "wood"}, "geometry": {"type": "Polygon", "coordinates": [[[1000, 1000], [1500, 1000], [1500, 1200], [1000, 1200], [1000, 1000]]]}},
        {"type": "Feature", "properties": {"kind": "fence", "obstacle": 1}, "geometry": {"type": "LineString", "coordinates": [[200, 1100], [3500, 1050]]}},
    ]});
    Scenario::read("large.toml", &text, &ground.to_string()).unwrap()
}

fn small() -> Scenario {
    let file =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../scenarios/meeting/scenario.toml");
    Scenario::open(&file).unwrap()
}

fn acts(game: &Played<Borgerkrig>, chance: &mut Chance) -> Vec<(SeatId, Value)> {
    let prompt = game.prompts().remove(0);
    if prompt.what != "orders" {
        return vec![(prompt.seat.clone(), prompt.default.written())];
    }
    let mut acts = Vec::new();
    let about = prompt.about_json();
    for unit in about["units"].as_array().unwrap() {
        let samples = unit["samples"].as_array().unwrap();
        if !samples.is_empty() {
            let order = &samples[chance.below(samples.len())];
            acts.push((prompt.seat.clone(), json!({"do": "order", "unit": unit["unit"], "order": order})));
        }
    }
    acts.push((prompt.seat.clone(), prompt.default.written()));
    acts
}

/// A large battle in its third turn, with all orders written and one side ready.
fn ready_to_run() -> Played<Borgerkrig> {
    let mut game = Played::setup(Borgerkrig::printed().unwrap(), &large(), Options::new(), 3).unwrap();
    let mut chance = Chance::new(77);
    while game.turn() < 3 {
        for (seat, action) in acts(&game, &mut chance) {
            game.act(&seat, &action).unwrap();
        }
    }
    for seat in ["blue", "red"] {
        for unit in 0..20 {
            let order = match unit % 3 {
                0 => json!({"kind": "fire", "when": "at_once"}),
                1 => json!({"kind": "move", "steps": [{"step": "ahead"}], "attack": true}),
                _ => json!({"kind": "move", "steps": [{"step": "wheel", "degrees": 10}, {"step": "ahead"}]}),
            };
            let id = format!("{seat}u{unit:02}");
            let _ = game.act(&SeatId::from(seat), &json!({"do": "order", "unit": id, "order": order}));
        }
    }
    game.act(&SeatId::from("blue"), &json!({"do": "ready"})).unwrap();
    game
}

fn one_turn(criterion: &mut Criterion) {
    let ready = ready_to_run();
    criterion.bench_function("a turn of forty units", |bench| {
        bench.iter(|| {
            let mut game = ready.clone();
            game.act(&SeatId::from("red"), &json!({"do": "ready"})).unwrap();
            while !game.prompts_are_orders() {
                let prompt = game.prompts().remove(0);
                game.do_deed(&prompt.seat, &prompt.default).unwrap();
            }
            game
        });
    });
}

/// Finds the phase without building the long prompts of the orders phase.
trait Phased {
    fn prompts_are_orders(&self) -> bool;
}

impl Phased for Played<Borgerkrig> {
    fn prompts_are_orders(&self) -> bool {
        !matches!(self.battle().phase, krigsspil_borgerkrig::battle::state::Phase::Running(_))
    }
}

fn random_battle(criterion: &mut Criterion) {
    let scenario = small();
    let rules = Borgerkrig::printed().unwrap();
    criterion.bench_function("a random battle of the small scenario", |bench| {
        bench.iter(|| {
            let mut game = Played::setup(rules.clone(), &scenario, Options::new(), 5).unwrap();
            let mut chance = Chance::new(5);
            while game.ending().is_none() {
                for (seat, action) in acts(&game, &mut chance) {
                    game.act(&seat, &action).unwrap();
                }
            }
            game
        });
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).measurement_time(std::time::Duration::from_secs(3));
    targets = one_turn, random_battle
}
criterion_main!(benches);
