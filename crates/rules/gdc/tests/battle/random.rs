//! Random play: lawful random actions to the end, with the invariants after every act.
//!
//! A short run is part of the normal tests. The long run is one of them that is usually left out:
//!
//! ```text
//! RANDOM_SCENARIO=gdc-brigades RANDOM_BATTLES=10000 cargo test --release -p krigsspil-gdc --test battle -- --ignored --nocapture
//! ```

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use krigsspil_engine::battle::{Options, Playable, Played, PromptDetail, SeatId, ViewDetail};
use krigsspil_engine::scenario::Scenario;
use krigsspil_field::prelude::overlap_area;
use krigsspil_gdc::battle::state::{Battle, Id, UnitId};
use krigsspil_gdc::battle::{Action, Gdc};
use serde_json::{Value, json};

/// Numbers that are the same on every machine.
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % count.max(1)
    }
}

pub fn scenario(name: &str) -> Scenario {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../scenarios").join(name);
    Scenario::open(&folder.join("scenario.toml")).unwrap()
}

pub fn small() -> Scenario {
    scenario("gdc-brigades")
}

fn told<T: std::str::FromStr>(name: &str, usual: T) -> T {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// What must hold whatever happens.
struct Watch {
    castings: BTreeMap<Arc<str>, i32>,
}

impl Watch {
    fn new(battle: &Battle) -> Watch {
        Watch { castings: castings(battle) }
    }

    fn check(&mut self, battle: &Battle) {
        let now = castings(battle);
        for (id, before) in &self.castings {
            assert!(now[id] <= *before, "{id}: castings came from nowhere");
        }
        self.castings = now;
        for unit in battle.units.values() {
            assert!(unit.placed.pose().is_finite());
            assert!(!unit.here() || unit.castings > 0 || unit.abandoned(), "{}: nobody is left", unit.id);
        }
        nobody_overlaps(battle);
        fights_have_two_sides(battle);
        let table = battle.fixed.ground.table().extent().grown(0.5);
        for unit in battle.here().map(|unit| &battle.units[unit]) {
            assert!(table.holds(unit.placed.centre()), "turn {}: {} is off the table", battle.turn, unit.id);
        }
    }
}

fn castings(battle: &Battle) -> BTreeMap<Arc<str>, i32> {
    battle.units.values().map(|unit| (unit.id.clone(), unit.castings)).collect()
}

/// No two units stand on the same ground, but on guns that nobody serves.
fn nobody_overlaps(battle: &Battle) {
    let here: Vec<UnitId> = battle.solid().collect();
    for (at, &one) in here.iter().enumerate() {
        for &other in &here[at + 1..] {
            let (a, b) = (&battle.units[one], &battle.units[other]);
            if !a.placed.extent().meets(b.placed.extent()) {
                continue;
            }
            let area = overlap_area(&a.placed, &b.placed);
            assert!(
                area <= 5.0,
                "turn {} {}: {} ({} {:?}) stands on {} ({} {:?}): {area}",
                battle.turn,
                battle.phase(),
                a.id,
                a.stance,
                a.placed.pose(),
                b.id,
                b.stance,
                b.placed.pose(),
            );
        }
    }
}

fn fights_have_two_sides(battle: &Battle) {
    for fight in &battle.fights {
        let (one, other) = (&battle.units[fight.striker], &battle.units[fight.struck]);
        assert!(one.here() && other.here(), "{} or {} fights and is gone", one.id, other.id);
        assert!(one.side != other.side, "{} fights its own side", one.id);
    }
}

/// One random act for somebody who is asked.
fn random_acts(game: &Played<Gdc>, chance: &mut Chance) -> Vec<(SeatId, Value)> {
    let asked = game.prompts_in(&|_| PromptDetail::Bare);
    assert!(!asked.is_empty(), "nobody is asked, and it is not over");
    let number = chance.below(asked.len());
    let whole =
        |seat: &SeatId| if *seat == asked[number].seat { PromptDetail::Whole } else { PromptDetail::Bare };
    let prompt = &game.prompts_in(&whole)[number];
    let seat = prompt.seat.clone();
    let about = prompt.about_json();
    if prompt.question().is_some() {
        let choices = about["choices"].as_array().unwrap();
        let choice = &choices[chance.below(choices.len())];
        return vec![(seat, json!({"do": "answer", "question": about["question"], "choice": choice}))];
    }
    let mut acts = Vec::new();
    for unit in about["units"].as_array().unwrap() {
        let samples = unit["samples"].as_array().unwrap();
        if !samples.is_empty() && chance.below(4) != 0 {
            let sample = &samples[chance.below(samples.len())];
            acts.push((seat.clone(), json!({"do": "order", "unit": unit["unit"], "order": sample})));
        }
    }
    for general in about["generals"].as_array().unwrap() {
        let samples = general["samples"].as_array().unwrap();
        if chance.below(3) == 0 && !samples.is_empty() {
            acts.push((seat.clone(), samples[chance.below(samples.len())].clone()));
        }
    }
    acts.push((seat, json!({"do": "ready"})));
    acts
}

/// Options drawn at random, but for the umpire.
pub fn options(seed: u64) -> Options {
    let mut chance = Chance(seed.wrapping_mul(0x2545_F491_4F6C_DD1D) | 1);
    let names = Gdc::OPTIONS.iter().filter(|name| **name != "umpire");
    names.map(|name| ((*name).to_string(), chance.below(3) == 0)).collect()
}

/// Plays a battle of random lawful acts to its end, with options drawn at random.
pub fn play_any(scenario: &Scenario, seed: u64) -> Played<Gdc> {
    play_with(scenario, seed, options(seed))
}

/// Plays a battle of random lawful acts to its end.
pub fn play(scenario: &Scenario, seed: u64) -> Played<Gdc> {
    play_with(scenario, seed, Options::new())
}

fn play_with(scenario: &Scenario, seed: u64, options: Options) -> Played<Gdc> {
    let rules = Gdc::printed().unwrap();
    let mut game = Played::setup(rules, scenario, options, seed).unwrap();
    let mut chance = Chance(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut watch = Watch::new(game.battle());
    let mut acts = 0;
    while game.ending().is_none() {
        for (seat, action) in random_acts(&game, &mut chance) {
            // What was lawful when it was offered may not be after the orders before it; then it leaves no trace.
            let before = (chance.below(40) == 0).then(|| game.digest());
            if game.act(&seat, &action).is_err() {
                assert!(action["do"] == "order" || action["do"] == "general", "seed {seed}: {action}");
                assert!(
                    before.is_none_or(|before| before == game.digest()),
                    "seed {seed}: {action} left a trace"
                );
            }
            watch.check(game.battle());
            acts += 1;
            assert!(acts < 60_000, "seed {seed}: it never ends");
        }
    }
    game
}

/// §seq.command.1 §seq.recovery.1 battles of random lawful orders come to an end, with nothing out of order on the way.
#[test]
fn random_battles_end() {
    let scenario = small();
    let mut happened = std::collections::BTreeSet::new();
    for seed in 1..=told("RANDOM_BATTLES", 6) {
        let game = play_any(&scenario, seed);
        assert!(game.turn() <= scenario.turns);
        Played::replay_first(Gdc::printed().unwrap(), &game.save(), game.actions().len(), |_, events| {
            for event in events.all() {
                let declared =
                    krigsspil_gdc::battle::events::EVENTS.iter().find(|spec| spec.what == event.what);
                declared
                    .unwrap_or_else(|| panic!("{} is not declared", event.what))
                    .fits(&event.about)
                    .unwrap();
                happened.insert(event.what);
            }
        })
        .unwrap();
    }
    for what in ["battle_over", "melee", "fires", "declares_charge", "volley", "morale_check"] {
        assert!(happened.contains(what), "{what} never happened: {happened:?}");
    }
}

/// A save plays again to the same digest.
#[test]
fn replays_are_equal() {
    for seed in 20..22 {
        let game = play(&small(), seed);
        let again = Played::replay(Gdc::printed().unwrap(), &game.save()).unwrap();
        assert_eq!((game.digest(), again.departed()), (again.digest(), None), "seed {seed}");
    }
}

/// Nothing depends on the order in which units happen to be stored.
#[test]
fn shuffled_units_fight_the_same_battle() {
    let scenario = small();
    for seed in 30..32 {
        let game = play(&scenario, seed);
        let mut shuffled = scenario.clone();
        shuffled.units.reverse();
        shuffled.generals.reverse();
        let mut again = Played::setup(Gdc::printed().unwrap(), &shuffled, Options::new(), seed).unwrap();
        for acted in game.actions() {
            again.do_deed(&acted.seat, &acted.action).unwrap();
        }
        assert_eq!(game.digest(), again.digest(), "seed {seed}");
    }
}

/// Many random battles of any scenario.
#[test]
#[ignore = "the long run: see the head of this file"]
fn many_random_battles() {
    let name = std::env::var("RANDOM_SCENARIO").unwrap_or_else(|_| "gdc-brigades".to_string());
    let scenario = scenario(&name);
    let (first, count) = (told("RANDOM_FIRST", 1u64), told("RANDOM_BATTLES", 100u64));
    let next = std::sync::atomic::AtomicU64::new(0);
    let failed = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..told("RANDOM_JOBS", 1usize) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    let seed = first + number;
                    let fought = std::panic::catch_unwind(|| {
                        let game = play_any(&scenario, seed);
                        let again = Played::replay(Gdc::printed().unwrap(), &game.save()).unwrap();
                        assert_eq!(
                            game.digest(),
                            again.digest(),
                            "seed {seed}: it does not play again as it was"
                        );
                    });
                    if fought.is_err() {
                        failed.lock().unwrap().push(seed);
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap();
    println!("{name}: {count} battles from seed {first}, {} failed: {failed:?}", failed.len());
    assert!(failed.is_empty());
}

/// What a seat is shown, asked and foretold, in bytes.
fn shown(rules: &Gdc, battle: &Battle, seat: &SeatId) -> [String; 3] {
    let view = rules.view(battle, seat, ViewDetail::Whole).json().to_string();
    let prompts: Vec<_> = rules
        .prompts(battle, &|_| PromptDetail::Whole)
        .into_iter()
        .filter(|prompt| prompt.seat == *seat)
        .collect();
    let mut previews = Vec::new();
    for orders in prompts.iter().filter_map(|prompt| prompt.orders()) {
        for unit in &orders.units {
            for sample in unit.samples.iter().flatten().step_by(5) {
                let order = Some(sample.read().unwrap());
                let action = Action::Order { unit: (&unit.unit).into(), order, sheet: None };
                previews.push(serde_json::to_value(rules.preview(battle, seat, &action).unwrap()).unwrap());
            }
        }
    }
    [view, serde_json::to_string(&prompts).unwrap(), serde_json::to_string(&previews).unwrap()]
}

/// §2.7 §2.1 nothing that a seat may not know shows in what it is shown, asked or foretold: chits and orders until they are shown, barrage
/// points, where generals are bound for, and units out of sight.
#[test]
fn nothing_hidden_is_shown() {
    let rules = Gdc::printed().unwrap();
    for seed in 40..42 {
        let game = play(&small(), seed);
        let mut count = 0;
        Played::replay_first(rules.clone(), &game.save(), game.actions().len(), |game, _| {
            count += 1;
            if count % 17 == 0 && game.ending().is_none() {
                for seat in ["blue", "red"] {
                    no_leak(&rules, game.battle(), &SeatId::from(seat));
                }
            }
        })
        .unwrap();
    }
}

fn no_leak(rules: &Gdc, battle: &Battle, seat: &SeatId) {
    let number = battle.fixed.seating.number(seat).unwrap();
    let side = battle.fixed.seating.side(number).unwrap();
    let mut changed = battle.clone();
    for post in battle.posts.ids().filter(|&post| battle.posts[post].rider.side != side) {
        let place = battle.posts[post].rider.place;
        changed.posts[post].rider.ride = Some(krigsspil_turn::riders::Ride::To(place));
    }
    for unit in battle.units.ids().filter(|&unit| battle.units[unit].side != side) {
        let enemy = &mut changed.units[unit];
        enemy.written = match enemy.written {
            Some(_) => None,
            None => Some(krigsspil_gdc::battle::UnitOrder::ahead(17.0)),
        };
        enemy.chits.white = Some(krigsspil_gdc::procedures::chits::ChitCode::Move);
        if let Some(battery) = &mut enemy.battery {
            battery.fired += 1;
        }
        if !battle.seen.sees(number, unit) {
            enemy.id = format!("{}\0", enemy.id).into();
            let pose = krigsspil_field::prelude::Pose::new(
                krigsspil_field::prelude::point(3.0, 30.0 + 3.0 * unit.number() as f64),
                enemy.placed.pose().facing,
            );
            enemy.placed = enemy.placed.moved_to(pose);
        }
    }
    let (before, after) = (shown(rules, battle, seat), shown(rules, &changed, seat));
    for (before, after) in before.iter().zip(&after) {
        let at = before.bytes().zip(after.bytes()).position(|(one, other)| one != other);
        let at = at.or_else(|| (before.len() != after.len()).then_some(before.len().min(after.len())));
        let near = |text: &str| {
            at.map(|at| {
                String::from_utf8_lossy(&text.bytes().skip(at.max(160) - 160).take(320).collect::<Vec<u8>>())
                    .into_owned()
            })
        };
        assert_eq!(near(before), near(after), "{seat} sees what it may not in {}", battle.phase());
    }
}

/// §12.2 §6.5 the large scenario sets up: nobody stands on anybody, and its zones have their garrisons.
#[test]
fn quatre_bras_sets_up() {
    let game = Played::setup(Gdc::printed().unwrap(), &scenario("quatre-bras"), Options::new(), 1).unwrap();
    let battle = game.battle();
    Watch::new(battle).check(battle);
    assert_eq!(battle.zones.len(), 4);
    assert_eq!(battle.inside(battle.zone("Gemioncourt").unwrap()).count(), 1);
    assert!(battle.units.len() > 80);
}

/// §seq.command.1 the large scenarios are played, not only set up: a turn of random lawful orders of each.
#[test]
fn large_scenarios_are_played() {
    for name in ["quatre-bras", "sehested"] {
        let mut large = scenario(name);
        large.turns = 1;
        let game = play_any(&large, 3);
        assert!(game.ending().is_some(), "{name}");
    }
}
