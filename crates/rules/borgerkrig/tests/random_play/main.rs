//! Random play: lawful random actions to the end, with the invariants after every act.
//!
//! A short run is part of the normal tests. The long run is one of them that is normally ignored:
//!
//! ```text
//! RANDOM_SCENARIO=meeting RANDOM_BATTLES=10000 cargo test --profile long -p krigsspil-borgerkrig --test random_play -- --ignored --nocapture
//! RANDOM_SCENARIO=brawners-farm RANDOM_BATTLES=500 …
//! ```
//!
//! `RANDOM_FIRST` is the first seed (1), `RANDOM_JOBS` is how many battles run at a time (one for each core).

mod leaks;
mod stored;

use std::collections::BTreeMap;
use std::sync::Arc;

use krigsspil_borgerkrig::battle::state::{Battle, Phase, Presence, Unit};
use krigsspil_borgerkrig::battle::{Action, Borgerkrig};
use krigsspil_borgerkrig::vocabulary::Order;
use krigsspil_engine::battle::{Options, Played, Prompt, PromptDetail, SeatId, Taken, fingerprint};
use krigsspil_engine::random::Chance;
use krigsspil_engine::scenario::Scenario;
use krigsspil_field::prelude::overlap_area;
use krigsspil_proving::leaks::prompts_of;
use krigsspil_proving::random;
use krigsspil_proving::twins::{Mirror, names_do_not_matter, shuffled_units_fight_the_same};
use krigsspil_proving::{shipped, told};
use krigsspil_turn::ids::{Id, UnitId};
use leaks::no_leak;
use serde_json::{Value, json};

fn small() -> Scenario {
    shipped("meeting")
}

fn battles(usual: u64) -> u64 {
    told("RANDOM_BATTLES", usual)
}

/// Figures at the start, men lost and figures captured of every regiment, including its detachments.
type Strengths = BTreeMap<Arc<str>, (i32, i32, i32)>;

fn strengths(battle: &Battle) -> Strengths {
    let mut all = Strengths::new();
    for (number, unit) in battle.units.iter() {
        let regiment = all.entry(battle.units[battle.regiment(number)].id.clone()).or_default();
        regiment.0 += unit.original;
        regiment.1 += unit.lost_men;
        regiment.2 += unit.captured;
    }
    all
}

/// What must be true whatever happens.
struct Watch {
    before: Strengths,
}

impl Watch {
    fn new(battle: &Battle) -> Watch {
        Watch { before: strengths(battle) }
    }

    fn check(&mut self, battle: &Battle) {
        let now = strengths(battle);
        for (id, (original, lost, captured)) in &self.before {
            let now = now[id];
            assert_eq!(now.0, *original, "{id}: men came or went");
            assert!(now.1 >= *lost && now.2 >= *captured, "{id}: losses shrank");
        }
        self.before = now;
        garrisons_fit(battle);
        for unit in battle.units.values() {
            if unit.wagon.is_none() {
                let left = unit.original - unit.captured - unit.lost_men / 20;
                assert_eq!(unit.figures, left.max(0), "{}: men from nowhere", unit.id);
                assert!(unit.figures > 0 || unit.presence != Presence::Here, "{}: nobody is left", unit.id);
            }
            if let Some(battery) = &unit.battery {
                assert!(battery.rounds.iter().all(|&rounds| rounds >= 0), "{}: rounds below none", unit.id);
                assert!(battery.horses[1] >= 0 && battery.horses[1] <= battery.horses[0]);
            }
            assert!(
                (unit.order == Order::Pinned) == (unit.pinned_left > 0) || unit.pinned_left == 0,
                "{}",
                unit.id
            );
            assert!(unit.placed.pose().is_finite());
        }
        if battle.phase == Phase::Orders {
            no_enemies_overlap(battle);
            no_friends_overlap(battle);
            melees_have_two_sides(battle);
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

/// A house holds three companies of one side (§02.04.3).
fn garrisons_fit(battle: &Battle) {
    let mut houses: BTreeMap<usize, Vec<&Unit>> = BTreeMap::new();
    for unit in battle.units.values().filter(|unit| unit.here()) {
        if let Some(house) = unit.building {
            houses.entry(house).or_default().push(unit);
        }
    }
    for (house, units) in houses {
        let figures: i32 = units.iter().map(|unit| unit.figures).sum();
        assert!(
            figures <= 9 && units.iter().all(|unit| unit.side == units[0].side),
            "house {house} is overfull"
        );
    }
}

/// If one unit fights another, the other fights it, and both can (§07.04.1).
fn melees_have_two_sides(battle: &Battle) {
    for (number, unit) in battle.units.iter() {
        for &enemy in &unit.melee {
            let enemy = &battle.units[enemy];
            assert!(unit.steady() && enemy.steady() && enemy.side != unit.side, "{} {}", unit.id, enemy.id);
            assert!(enemy.melee.contains(&number), "{} fights {} alone", unit.id, enemy.id);
        }
    }
}

/// Enemies stand apart or touch; only a unit in rout may be among them (§02.06.3).
fn no_enemies_overlap(battle: &Battle) {
    for (one, other) in pairs(battle, Unit::steady).filter(|(one, other)| one.side != other.side) {
        stand_apart(battle, one, other, 0.0);
    }
}

/// When a turn is over no two friends stand on the same ground (ruling 85), whatever their order and formation. Units in the same house
/// stand there together (§02.04.3).
fn no_friends_overlap(battle: &Battle) {
    for (one, other) in pairs(battle, Unit::here).filter(|(one, other)| one.side == other.side) {
        if one.building.is_none() || one.building != other.building {
            stand_apart(battle, one, other, 2.5);
        }
    }
}

/// Every two of these units.
fn pairs(battle: &Battle, which: fn(&Unit) -> bool) -> impl Iterator<Item = (&Unit, &Unit)> {
    let units: Vec<&Unit> = battle.units.values().filter(|unit| which(unit)).collect();
    let mut pairs = Vec::new();
    for (at, &one) in units.iter().enumerate() {
        pairs.extend(units[at + 1..].iter().map(|&other| (one, other)));
    }
    pairs.into_iter()
}

/// Two units share no more than a fiftieth of the smaller one's ground, or this many square metres.
fn stand_apart(battle: &Battle, one: &Unit, other: &Unit, metres: f64) {
    let area = overlap_area(&one.placed, &other.placed);
    let least = one.placed.area().min(other.placed.area());
    let tell = |unit: &Unit| format!("{} ({:?}, after {:?})", unit.id, unit.order, unit.last_order);
    assert!(
        area <= (0.02 * least).max(metres),
        "turn {}: {} and {} share {area} of {least}",
        battle.turn,
        tell(one),
        tell(other)
    );
}

fn seats() -> [SeatId; 2] {
    [SeatId::from("blue"), SeatId::from("red")]
}

/// An order that may be refused: detach, rejoin, enter a house, leave it.
fn bold_order(chance: &mut Chance) -> Value {
    let companies = 1 + chance.below(5);
    let wing = ["left", "right"][chance.below(2)];
    let steps = match chance.below(4) {
        0 => json!([{"step": "detach", "companies": companies, "wing": wing}, {"step": "ahead"}]),
        1 => json!([{"step": "ahead", "cm": 2}, {"step": "rejoin"}]),
        2 => json!([{"step": "ahead", "cm": 4}, {"step": "enter"}]),
        _ => json!([{"step": "leave"}, {"step": "ahead"}]),
    };
    json!({"kind": "move", "steps": steps})
}

/// One random act for somebody who has a prompt.
fn random_act(game: &Played<Borgerkrig>, chance: &mut Chance) -> Vec<(SeatId, Value)> {
    let asked = game.prompts_in(&|_| PromptDetail::Bare);
    assert!(!asked.is_empty(), "nobody is asked, and it is not over");
    let number = chance.below(asked.len());
    let whole =
        |seat: &SeatId| if *seat == asked[number].seat { PromptDetail::Whole } else { PromptDetail::Bare };
    let prompt = &game.prompts_in(&whole)[number];
    let seat = prompt.seat.clone();
    let Some(orders) = prompt.orders() else {
        let about = prompt.about_json();
        let choices = about["choices"].as_array().unwrap();
        let choice = &choices[chance.below(choices.len())];
        return vec![(seat, json!({"do": "answer", "question": about["question"], "choice": choice}))];
    };
    let mut acts = Vec::new();
    for unit in &orders.units {
        let samples = unit.samples.as_deref().unwrap();
        if !samples.is_empty() {
            let sample = samples[chance.below(samples.len())].written();
            acts.push((seat.clone(), json!({"do": "order", "unit": unit.unit, "order": sample})));
        }
    }
    for general in &orders.generals {
        if chance.below(3) == 0 {
            let place = [chance.below(1200) as f64, chance.below(1000) as f64];
            let to = json!({"ride": "to", "place": place});
            let moment = chance.below(5) as f64 / 4.0;
            let ride = json!({"do": "general", "general": general.id, "to": to, "moment": moment});
            acts.push((seat.clone(), ride));
        }
    }
    for rider in orders.generals.iter().chain(&orders.couriers) {
        let samples = rider.samples.as_deref().unwrap();
        if chance.below(4) == 0 && !samples.is_empty() {
            acts.push((seat.clone(), samples[chance.below(samples.len())].written()));
        }
    }
    acts.push((seat, json!({"do": "ready"})));
    acts
}

fn play(scenario: &Scenario, seed: u64) -> Played<Borgerkrig> {
    let rules = Borgerkrig::printed().unwrap();
    play_on(Played::setup(rules, scenario, Options::new(), seed).unwrap())
}

fn play_on(mut game: Played<Borgerkrig>) -> Played<Borgerkrig> {
    let seed = game.seed();
    let mut chance = Chance::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut watch = Watch::new(game.battle());
    let mut acts = 0;
    while game.ending().is_none() {
        for (seat, action) in random_act(&game, &mut chance) {
            if action["do"] == "order" && chance.below(6) == 0 {
                // Refused or not, the next order replaces it, or does not.
                let bold = json!({"do": "order", "unit": action["unit"], "order": bold_order(&mut chance)});
                if game.act(&seat, &bold).is_ok() {
                    continue;
                }
            }
            game.act(&seat, &action).unwrap_or_else(|fault| panic!("seed {seed}: {seat} {action}: {fault}"));
            watch.check(game.battle());
            acts += 1;
            assert!(acts < 20_000, "seed {seed}: it never ends");
        }
    }
    game
}

/// §04.01.4 battles of random lawful orders come to an end, and nothing goes wrong on the way.
#[test]
fn random_battles_end() {
    let scenario = small();
    let mut happened = std::collections::BTreeSet::new();
    for seed in 1..=battles(5) {
        let game = play(&scenario, seed);
        assert!(game.turn() <= scenario.turns);
        happened.extend(random::events_of(&game));
    }
    assert!(happened.contains("battle_over"));
    assert!(happened.contains("detaches"), "nobody was told off");
    let rules = krigsspil_borgerkrig::open(None).unwrap();
    for what in happened {
        for language in krigsspil_engine::Language::ALL {
            let label = krigsspil_engine::RuleSet::messages(&rules).find(language, "event", what);
            assert!(label.is_some(), "{language}: the event `{what}` has no label");
        }
    }
}

/// Nothing depends on the order in which units are stored.
#[test]
fn shuffled_units_fight_the_same_battle() {
    let scenario = small();
    for seed in 300..300 + battles(2) {
        shuffled_units_fight_the_same(&play(&scenario, seed), &scenario);
    }
}

/// Where everybody is and how he fares, without names, in an order of place.
fn picture(battle: &Battle, mirror: Option<Mirror>) -> Vec<String> {
    let told = |unit: &Unit| {
        let at = unit.placed.pose().at;
        let east = mirror.map_or(at.x, |mirror| mirror.east(at.x));
        let Unit { order, lost_men, presence, formation, .. } = unit;
        format!("{east:.3} {:.3} {order:?} {lost_men} {presence:?} {formation:?}", at.y)
    };
    let mut all: Vec<String> = battle.units.values().map(told).collect();
    all.sort();
    all
}

/// §07.01.2 the same acts under other names come to the same battle, event by event. All dice show the same: throws at one moment follow a
/// list.
#[test]
fn names_never_matter() {
    let scenario = small();
    for seed in 600..600 + battles(4) {
        let dice = vec![1 + (seed % 6) as i32; 4000];
        let rules = Borgerkrig::printed().unwrap();
        let game = Played::setup_with_dice(rules, &scenario, Options::new(), seed, dice).unwrap();
        let mutual = ["melee", "contact"];
        names_do_not_matter(&play_on(game), &scenario, &mutual, |battle| picture(battle, None));
    }
}

/// Actions read back as they were written.
#[test]
fn actions_read_back() {
    let scenario = small();
    let game = play(&scenario, 400);
    for acted in game.actions() {
        let read = Action::from_value(&acted.action.written()).unwrap();
        let again = Action::from_value(&read.written()).unwrap();
        assert_eq!(read, again);
    }
}

/// With any amount of detail it is the same prompt: without the samples and what is closed, or without its subject.
#[test]
fn prompts_tell_the_same_however_much_they_tell() {
    let game = play(&small(), 500);
    let mut told = 0;
    let count = game.actions().len();
    Played::replay_first(Borgerkrig::printed().unwrap(), &game.save(), count, |game, _| {
        let whole = game.prompts();
        let about = game.prompts_in(&|_| PromptDetail::About);
        let bare = game.prompts_in(&|_| PromptDetail::Bare);
        assert_eq!((whole.len(), whole.len()), (about.len(), bare.len()));
        let json = |prompt| serde_json::to_value(prompt).unwrap();
        for ((whole, about), bare) in whole.iter().zip(&about).zip(&bare) {
            let (mut whole, about, bare): (Value, Value, Value) = (json(whole), json(about), json(bare));
            told += usize::from(about != whole);
            for asked in ["units", "generals", "couriers"] {
                let listed = whole["about"].get_mut(asked).and_then(Value::as_array_mut);
                for one in listed.into_iter().flatten() {
                    one.as_object_mut().unwrap().shift_remove("samples");
                    one.as_object_mut().unwrap().shift_remove("closed");
                }
            }
            // What is closed, and to whom, is told only whole.
            if let Some(actions) = whole["about"].get_mut("actions") {
                *actions = Value::Array(Vec::new());
            }
            assert_eq!(about, whole);
            if whole["what"] == "orders" {
                whole["about"] = Value::Null;
            }
            assert_eq!(bare, whole);
        }
    })
    .unwrap();
    assert!(told > 20, "samples were left out {told} times");
}

/// §04.01.4 many random battles of any scenario: the invariants after every act, no trace of refused actions, and the same digest when they
/// are replayed. A leak test once a turn, which takes most of the time: `RANDOM_LEAKS=10` makes it in one battle of ten.
#[test]
#[ignore = "the long run: see the head of this file"]
fn many_random_battles() {
    random::many("meeting", whole_battle);
}

/// Fights a battle, and replays it with all checks on the way.
fn whole_battle(scenario: &Scenario, seed: u64) {
    let fought = play(scenario, seed);
    let rules = Borgerkrig::printed().unwrap();
    let mut chance = Chance::new(seed | 1);
    let look_for_leaks = seed.is_multiple_of(told("RANDOM_LEAKS", 1));
    let mut turn = 0;
    let count = fought.actions().len();
    let again = Played::replay_first(rules.clone(), &fought.save(), count, |game, _| {
        if game.turn() != turn && game.ending().is_none() {
            turn = game.turn();
            for seat in seats() {
                if look_for_leaks {
                    no_leak(&rules, game.battle(), &seat);
                }
                refused_without_a_trace(game, &seat, &mut chance);
            }
        }
    });
    assert_eq!(fought.digest(), again.unwrap().digest(), "seed {seed}: it does not play again as it was");
}

/// Orders for another unit, for an enemy's unit, and for nobody: a refused one leaves the battle unchanged.
fn refused_without_a_trace(game: &Played<Borgerkrig>, seat: &SeatId, chance: &mut Chance) {
    let prompts = prompts_of(game.rules(), game.battle(), seat);
    let Some(asked) = prompts.first().and_then(Prompt::orders).filter(|asked| !asked.units.is_empty()) else {
        return;
    };
    let samples = asked.units[chance.below(asked.units.len())].samples.as_deref().unwrap();
    let mut tried = game.clone();
    let mut before = fingerprint(tried.battle());
    for _ in 0..8 {
        let unit = &game.battle().units[UnitId::of(chance.below(game.battle().units.len()))].id;
        let Some(order) = samples.get(chance.below(samples.len())) else { return };
        let action = json!({"do": "order", "unit": unit, "order": order.written()});
        let done = tried.act(seat, &action).is_ok();
        let after = fingerprint(tried.battle());
        assert!(done || before == after, "turn {}: {action} left a trace", game.turn());
        before = after;
    }
}
