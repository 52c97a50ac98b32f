//! Battles played at random: what must be true after every act, and that a save replays.

use std::path::Path;

use krigsspil_engine::battle::{Deed, Known, Played, Prompt, PromptDetail, Sampler, SeatId, ViewDetail};
use krigsspil_engine::scenario::Scenario;
use krigsspil_field::prelude::{overlap_area, overlaps};
use krigsspil_torden::battle::order::{Action, UnitOrder};
use krigsspil_torden::battle::state::{Battle, Id, UnitId};
use krigsspil_torden::battle::{Torden, shown::LANGUAGE};

/// Chance from a seed.
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % most.max(1)
    }
}

pub fn scenario(name: &str) -> Scenario {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../../scenarios/{name}/scenario.toml"));
    Scenario::open(&file).unwrap()
}

fn many(usual: u64) -> u64 {
    std::env::var("RANDOM_BATTLES").ok().and_then(|count| count.parse().ok()).unwrap_or(usual)
}

/// Nobody stands in anybody but in his own town; men never grow.
fn invariants(battle: &Battle, before: &mut [i32], told: &str) {
    let here: Vec<UnitId> = battle.here().collect();
    for (place, &one) in here.iter().enumerate() {
        let unit = &battle.units[one];
        assert!(unit.figures() > 0, "{told}: {} has nobody left", unit.id);
        assert!(battle.fixed.ground.table().holds(&unit.placed), "{told}: {} is off the table", unit.id);
        for &other in &here[..place] {
            let there = &battle.units[other];
            let zone = unit.zone.map(|inside| inside.zone);
            if zone.is_some() && zone == there.zone.map(|inside| inside.zone) {
                assert_eq!(unit.side, there.side, "{told}: {} and {} hold one town", unit.id, there.id);
                continue;
            }
            let shared = if overlaps(&unit.placed, &there.placed) {
                overlap_area(&unit.placed, &there.placed)
            } else {
                0.0
            };
            assert!(shared < 60.0, "{told}: {} stands in {}: {shared} m2", unit.id, there.id);
        }
    }
    for unit in battle.units.ids() {
        let figures = battle.units[unit].figures();
        assert!(figures <= before[unit.number()], "{told}: men grow");
        before[unit.number()] = figures;
    }
}

fn deeds(prompt: &Prompt, chance: &mut Chance) -> Vec<(SeatId, Deed)> {
    let mut deeds = Vec::new();
    if let Some(orders) = prompt.orders() {
        for unit in &orders.units {
            let samples = unit.samples.as_deref().unwrap_or_default();
            if !samples.is_empty() && chance.below(5) > 0 {
                let order = samples[chance.below(samples.len())].read::<UnitOrder>().unwrap();
                deeds.push((prompt.seat.clone(), Deed::of(Action::order(&*unit.unit, order))));
            }
        }
        for general in &orders.generals {
            let samples = general.samples.as_deref().unwrap_or_default();
            if !samples.is_empty() && chance.below(3) > 0 {
                deeds.push((prompt.seat.clone(), samples[chance.below(samples.len())].clone()));
            }
        }
    }
    if let Some(question) = prompt.question() {
        let choice = question.choices[chance.below(question.choices.len())].to_string();
        let number = krigsspil_engine::battle::QuestionNumber(question.question);
        deeds.push((prompt.seat.clone(), Deed::of(Action::Answer { question: number, choice })));
    }
    deeds
}

/// A battle at random, held to its invariants after every act. Tells how many acts it had.
fn battle(scenario: &Scenario, seed: u64, check_every: usize) -> (Played<Torden>, usize) {
    battle_until(scenario, seed, check_every, u32::MAX)
}

/// The same up to a period.
fn battle_until(scenario: &Scenario, seed: u64, check_every: usize, until: u32) -> (Played<Torden>, usize) {
    let rules = Torden::printed().unwrap();
    let mut game = Played::setup(rules, scenario, Default::default(), seed).unwrap();
    let mut chance = Chance(seed ^ 0x5eed);
    let mut before: Vec<i32> = game.battle().units.values().map(|unit| unit.original).collect();
    let mut acts = 0;
    while game.ending().is_none() && game.turn() < until {
        let Some(prompt) = game.prompts().into_iter().next() else {
            panic!("seed {seed}: nobody is asked, and it is not over")
        };
        for (place, (seat, deed)) in deeds(&prompt, &mut chance).into_iter().enumerate() {
            let digest = (acts % 50 == 0).then(|| game.digest());
            let told = format!("seed {seed}, act {acts}, {} of {seat}: {deed:?}", prompt.what);
            match game.do_deed(&seat, &deed) {
                Ok(happened) => {
                    for event in happened.all() {
                        let spec =
                            LANGUAGE.events.iter().find(|spec| spec.what == event.what).expect(event.what);
                        spec.fits(&event.about).unwrap_or_else(|fault| panic!("{told}: {fault}"));
                    }
                    acts += 1;
                    if acts % check_every == 0 {
                        invariants(game.battle(), &mut before, &told);
                    }
                }
                Err(fault) => {
                    // What is done first is as the prompt offered it.
                    assert!(place > 0, "{told}: it was offered, and is refused: {fault}");
                    assert!(
                        digest.is_none_or(|digest| digest == game.digest()),
                        "{told}: a refused act left a trace"
                    );
                }
            }
            if game.ending().is_some() {
                break;
            }
        }
        let same = game.ending().is_none()
            && game.prompts_in(&|_| PromptDetail::Bare).first().is_some_and(|next| {
                next.seat == prompt.seat
                    && next.what == prompt.what
                    && next.default == prompt.default
                    && prompt.question().is_none()
            });
        if same {
            let told = format!("seed {seed}, act {acts}, {} of {}: done", prompt.what, prompt.seat);
            game.do_deed(&prompt.seat, &prompt.default).unwrap_or_else(|fault| panic!("{told}: {fault}"));
            acts += 1;
            invariants(game.battle(), &mut before, &told);
        }
        assert!(acts < 60_000, "seed {seed}: it does not end");
    }
    (game, acts)
}

/// §1.2.2 §1.2.1 small battles at random end, and hold to what must be true after every act.
#[test]
fn small_battles_at_random() {
    let scenario = scenario("torden-corps");
    let mut acts = 0;
    for seed in 0..many(12) {
        acts += battle(&scenario, seed, 1).1;
    }
    println!("{acts} acts");
}

/// The large scenario is played at random too, at least its first periods; all of it with RANDOM_BATTLES.
#[test]
fn ligny_at_random() {
    let scenario = scenario("ligny");
    let until = if std::env::var("RANDOM_BATTLES").is_ok() { u32::MAX } else { 3 };
    for seed in 0..many(30) / 30 {
        battle_until(&scenario, seed, 10, until);
    }
}

/// What a seat is shown is the same whatever the units it does not see are like (noninterference).
#[test]
fn what_is_hidden_is_in_no_view() {
    let scenario = scenario("torden-corps");
    for seed in 0..4 {
        let (game, _) = battle_until(&scenario, seed, 1000, 3);
        let rules = Torden::printed().unwrap();
        for seat in ["french", "prussian"].map(SeatId::from) {
            use krigsspil_engine::battle::Playable;
            let truth = game.battle();
            let mut other = truth.clone();
            let number = truth.fixed.seating.number(&seat).unwrap();
            let side = truth.fixed.seating.side(number);
            for unit in truth.units.ids().filter(|&unit| Some(truth.units[unit].side) != side) {
                let changed = &mut other.units[unit];
                changed.quiet = 9;
                if let Some(guns) = &mut changed.battery {
                    guns.loads = 3;
                }
                if !truth.seen.sees(number, unit) {
                    changed.lost = changed.original - 1;
                    changed.placed = changed.placed.moved_to(krigsspil_field::prelude::Pose::new(
                        krigsspil_field::prelude::point(30.0, 30.0),
                        krigsspil_field::prelude::Bearing::NORTH,
                    ));
                }
            }
            for post in truth.posts.ids().filter(|&post| Some(truth.posts[post].rider.side) != side) {
                other.staff[post].spent = 1;
                other.posts[post].instruction = "secret".into();
            }
            let shown = |battle: &Battle| rules.view(battle, &seat, ViewDetail::Whole).json();
            assert_eq!(shown(truth), shown(&other), "seed {seed}, {seat}");
            let asked = |battle: &Battle| {
                let prompts = rules
                    .prompts(battle, &|_| PromptDetail::Whole)
                    .into_iter()
                    .filter(|prompt| prompt.seat == seat);
                prompts.map(|prompt| prompt.about_json().to_string()).collect::<Vec<_>>()
            };
            assert_eq!(asked(truth), asked(&other), "seed {seed}, {seat}");
            refusals_tell_nothing(&rules, [truth, &other], &seat, seed);
        }
    }
}

/// Whatever a seat wants is carried out or refused alike, whatever the units it does not see are like; and its preview is the same.
fn refusals_tell_nothing(rules: &Torden, [truth, other]: [&Battle; 2], seat: &SeatId, seed: u64) {
    use krigsspil_engine::battle::{Playable, Taken};
    let mut chance = Chance(seed ^ 0xfeed);
    let known = Known::of(&rules.view(truth, seat, ViewDetail::Lean));
    let mut wanted: Vec<Action> = (0..300)
        .map(|_| {
            Sampler { known: &known, chance: &mut |most| chance.below(most) }
                .one_of(LANGUAGE.action_tag, Action::KINDS)
        })
        .filter_map(|action| Action::from_value(&action).ok())
        .collect();
    for prompt in
        rules.prompts(truth, &|_| PromptDetail::Whole).into_iter().filter(|prompt| prompt.seat == *seat)
    {
        let orders = prompt.orders().into_iter();
        for unit in orders.clone().flat_map(|orders| &orders.units) {
            let samples = unit.samples.as_deref().unwrap_or_default().iter();
            wanted.extend(samples.map(|deed| Action::order(&*unit.unit, deed.read::<UnitOrder>().unwrap())));
        }
        for general in orders.flat_map(|orders| &orders.generals) {
            let samples = general.samples.as_deref().unwrap_or_default().iter();
            wanted.extend(samples.map(|deed| deed.read::<Action>().unwrap()));
        }
    }
    for action in wanted {
        let done = |battle: &Battle| {
            let mut battle = battle.clone();
            rules.act(&mut battle, seat, &action, &mut Vec::new()).map_err(|refused| refused.key())
        };
        assert_eq!(done(truth), done(other), "seed {seed}, {seat}: {action:?}");
        let foreseen =
            |battle: &Battle| rules.preview(battle, seat, &action).map_err(|refused| refused.key());
        assert_eq!(foreseen(truth), foreseen(other), "seed {seed}, {seat}: {action:?}");
    }
}

/// A save replays to the same digest, and a snapshot of it is loaded and plays on.
#[test]
fn a_save_replays() {
    let scenario = scenario("torden-corps");
    for seed in 0..many(2).min(20) {
        let (game, _) = battle(&scenario, seed, 100);
        let save = game.save();
        let again = Played::replay(Torden::printed().unwrap(), &save).unwrap();
        assert_eq!(again.digest(), game.digest(), "seed {seed}");
        assert!(again.departed().is_none());
    }
}

/// Any action a declaration allows is carried out or refused, and a refused one changes nothing.
#[test]
fn sampled_actions_are_refused_without_a_trace() {
    use krigsspil_engine::battle::Taken;
    let scenario = scenario("torden-corps");
    let rules = Torden::printed().unwrap();
    let mut game = Played::setup(rules, &scenario, Default::default(), 3).unwrap();
    let mut chance = Chance(99);
    for number in 0..400 {
        let prompts = game.prompts_in(&|_| PromptDetail::Bare);
        let Some(prompt) = prompts.first() else { break };
        let known = Known::of(&game.view_in(&prompt.seat, ViewDetail::Lean));
        let action = Sampler { known: &known, chance: &mut |most| chance.below(most) }
            .one_of(LANGUAGE.action_tag, Action::KINDS);
        let digest = game.digest();
        if game.act(&prompt.seat.clone(), &action).is_err() {
            assert_eq!(game.digest(), digest, "{action}");
        }
        if number % 12 == 0 && game.ending().is_none() {
            let prompt = game.prompts_in(&|_| PromptDetail::Bare).remove(0);
            game.do_deed(&prompt.seat, &prompt.default).unwrap();
        }
    }
}
