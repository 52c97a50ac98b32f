//! Random play: lawful random orders to the end, with the invariants after every act.
//!
//! A short run is part of the normal tests. A longer one: `RANDOM_BATTLES=1000 cargo test --release -p krigsspil-chakoten --test battle
//! random -- --nocapture`; `RANDOM_FIRST` is the first seed.

use std::collections::BTreeMap;

use krigsspil_chakoten::battle::events::EVENTS;
use krigsspil_chakoten::battle::state::{Battle, MEN, Phase, Presence, UnitId};
use krigsspil_chakoten::battle::{Action, Chakoten};
use krigsspil_chakoten::vocabulary::Order;
use krigsspil_engine::battle::{Options, Played, PromptDetail, SeatId, Taken};
use krigsspil_engine::random::Chance;
use krigsspil_engine::scenario::Scenario;
use krigsspil_field::prelude::overlap_area;
use serde_json::{Value, json};

pub fn skovby() -> Scenario {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../scenarios/chakoten-skovby/scenario.toml");
    Scenario::open(&file).unwrap()
}

/// Two small armies close to each other, so that even a random commander comes to blows.
pub fn close() -> Scenario {
    let mut words = crate::table::Words::of(&[
        "b1 attack_column of 32 at 60,60 valeur=1",
        "b2 line of 28 at 90,60",
        "b3 attack_column of 30 at 75,46 valeur=1",
        "b4 battery of 8 at 120,58",
        "b5 light line of 20 at 150,52",
        "b6 square of 24 at 40,44",
        "r1 attack_column of 32 at 62,90 valeur=1",
        "r2 line of 28 at 92,88",
        "r3 attack_column of 30 at 77,104 valeur=1",
        "r4 battery of 8 at 122,90",
        "r5 heavy line of 20 at 152,96",
        "r6 dense_skirmish of 16 at 36,84 light=true",
    ]);
    words.turns = 8;
    words.scenario()
}

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|count| count.parse().ok()).unwrap_or(usual)
}

/// Men at the start and lost of every unit together with its skirmishers.
fn strengths(battle: &Battle) -> BTreeMap<String, (i32, i32)> {
    let mut all: BTreeMap<String, (i32, i32)> = BTreeMap::new();
    for unit in battle.units.values() {
        let whole = unit.id.split('/').next().unwrap().to_string();
        let entry = all.entry(whole).or_default();
        entry.0 += unit.original;
        entry.1 += unit.lost_men;
    }
    all
}

/// What must be true whatever happens.
pub struct Watch {
    before: BTreeMap<String, (i32, i32)>,
}

impl Watch {
    pub fn new(battle: &Battle) -> Watch {
        Watch { before: strengths(battle) }
    }

    pub fn check(&mut self, battle: &Battle) {
        let now = strengths(battle);
        for (id, (original, lost)) in &self.before {
            assert_eq!(now[id].0, *original, "{id}: men came or went");
            assert!(now[id].1 >= *lost, "{id}: losses shrank");
        }
        self.before = now;
        for unit in battle.units.values() {
            let men = MEN * unit.original - unit.lost_men;
            assert!(unit.loads >= 0 && men >= 0, "{}: {men}", unit.id);
            if unit.here() && unit.branch.arm().as_str() != "wagon" {
                assert_eq!(unit.figures * MEN - unit.carried, men, "{}: men from nowhere", unit.id);
                assert!(unit.figures > 0, "{}: nobody is left", unit.id);
            }
            if let Some(guns) = &unit.battery {
                assert!(guns.horses[1] >= 0 && guns.horses[1] <= guns.horses[0] && guns.pieces >= 0);
            }
            assert!(unit.placed.pose().is_finite());
        }
        if battle.phase == Phase::Orders {
            nobody_overlaps(battle);
            let table = battle.ground.table().extent().grown(0.5);
            for unit in battle.units.values().filter(|unit| unit.here()) {
                assert!(
                    table.holds(unit.placed.centre()),
                    "turn {}: {} is off the table",
                    battle.turn,
                    unit.id
                );
            }
        }
    }
}

fn nobody_overlaps(battle: &Battle) {
    let here: Vec<UnitId> = battle.here().collect();
    for (at, &one) in here.iter().enumerate() {
        for &other in &here[at + 1..] {
            let (one, other) = (&battle.units[one], &battle.units[other]);
            let area = overlap_area(&one.placed, &other.placed);
            assert!(
                area <= 2.5,
                "turn {}: {} ({:?} {:?}) stands on {} ({:?} {:?}): {area}; {:?} {:?}",
                battle.turn,
                one.id,
                one.order,
                one.formation,
                other.id,
                other.order,
                other.formation,
                one.last_order,
                other.last_order,
            );
        }
    }
}

/// One random action of the seats that are asked.
pub fn random_action(game: &Played<Chakoten>, chance: &mut Chance) -> Option<(SeatId, Action)> {
    let prompts = game.prompts_in(&|_| PromptDetail::Whole);
    let prompt = prompts.get(chance.below(prompts.len()))?;
    if let Some(question) = prompt.question() {
        let choice = question.choices[chance.below(question.choices.len())].to_string();
        let question = krigsspil_engine::battle::QuestionNumber(question.question);
        return Some((prompt.seat.clone(), Action::Answer { question, choice }));
    }
    let asked = prompt.orders()?;
    if chance.below(asked.units.len() + 4) == 0 || asked.units.is_empty() {
        return Some((prompt.seat.clone(), Action::Ready));
    }
    if chance.below(12) == 0 && !asked.generals.is_empty() {
        let general = &asked.generals[chance.below(asked.generals.len())];
        let samples = general.samples.as_ref()?;
        if !samples.is_empty() {
            return Some((prompt.seat.clone(), samples[chance.below(samples.len())].read().unwrap()));
        }
    }
    let unit = &asked.units[chance.below(asked.units.len())];
    let samples = unit.samples.as_ref()?;
    if samples.is_empty() {
        return Some((prompt.seat.clone(), Action::Ready));
    }
    let order = samples[chance.below(samples.len())].written();
    let action = json!({"do": "order", "unit": unit.unit, "order": order});
    Some((prompt.seat.clone(), Action::from_value(&action).unwrap()))
}

/// Plays one battle at random; returns what happened, and how often.
pub fn play(scenario: &Scenario, seed: u64) -> (Played<Chakoten>, BTreeMap<&'static str, u32>) {
    let rules = Chakoten::printed().unwrap();
    let mut game = Played::setup(rules, scenario, Options::new(), seed).unwrap();
    let mut chance = Chance::new(seed);
    let mut watch = Watch::new(game.battle());
    let mut counts = BTreeMap::new();
    let mut acts = 0;
    while game.ending().is_none() {
        acts += 1;
        assert!(acts < 20_000, "seed {seed}: it never ends");
        let (seat, action) = random_action(&game, &mut chance).expect("somebody is asked");
        let happened =
            game.do_action(&seat, &action).unwrap_or_else(|fault| panic!("seed {seed}: {action:?}: {fault}"));
        for event in happened.all() {
            let declared = EVENTS.iter().find(|declared| declared.what == event.what).expect(event.what);
            declared.fits(&event.about).unwrap_or_else(|fault| panic!("{}: {fault:?}", event.what));
            *counts.entry(event.what).or_insert(0) += 1;
        }
        watch.check(game.battle());
    }
    (game, counts)
}

/// Random battles keep their invariants, come to an end, and replay to the same state.
#[test]
fn random_battles_hold_their_invariants() {
    let (skovby, close) = (skovby(), close());
    let (first, battles) = (number("RANDOM_FIRST", 1), number("RANDOM_BATTLES", 8));
    let mut counts: BTreeMap<&'static str, u32> = BTreeMap::new();
    for seed in first..first + battles {
        let scenario = if seed % 5 == 0 { &skovby } else { &close };
        let (game, happened) = play(scenario, seed);
        for (what, count) in happened {
            *counts.entry(what).or_insert(0) += count;
        }
        if seed % 3 == 1 {
            let again = Played::replay(Chakoten::printed().unwrap(), &game.save()).unwrap();
            assert_eq!(again.digest(), game.digest(), "seed {seed} replays otherwise");
        }
    }
    println!("{battles} battles: {counts:?}");
    for what in ["melee", "fires", "loses_men"] {
        assert!(counts.contains_key(what), "no {what} in {battles} battles: {counts:?}");
    }
}

/// A refused action changes nothing: orders that make no sense leave the digest as it was.
#[test]
fn refused_actions_leave_no_trace() {
    let mut game = Played::setup(Chakoten::printed().unwrap(), &skovby(), Options::new(), 3).unwrap();
    let before = game.digest();
    let bold: [Value; 5] = [
        json!({"do": "order", "unit": "p1", "order": {"kind": "stand"}}),
        json!({"do": "order", "unit": "d6", "order": {"kind": "move", "steps": [{"step": "ahead", "attack": true}]}}),
        json!({"do": "order", "unit": "d5", "order": {"kind": "move", "steps": [{"step": "ahead", "storm": true}]}}),
        json!({"do": "order", "unit": "d6", "order": {"kind": "fire", "when": "at_once"}}),
        json!({"do": "answer", "question": 1, "choice": "stay"}),
    ];
    for action in bold {
        assert!(game.act(&SeatId::from("danes"), &action).is_err(), "{action}");
        assert_eq!(game.digest(), before, "{action}");
    }
    assert!(
        game.battle().units.values().all(|unit| unit.presence == Presence::Here && unit.order == Order::Good)
    );
}
