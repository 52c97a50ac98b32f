//! Battles played at random: what must be true after every act, and the same battle replayed, in another order, under other names. In a mirror it is fought by
//! `same_battle`: a line without a word about it turns into a march column to its right, so not every order has an image.
//!
//! A short run is part of the normal tests. The long run is one of them that is usually left out:
//!
//! ```text
//! RANDOM_SCENARIO=torden-corps RANDOM_BATTLES=10000 cargo test --release -p krigsspil-torden --test all many_random -- --ignored --nocapture
//! ```

use krigsspil_engine::battle::{Options, Played, PromptDetail, SeatId};
use krigsspil_engine::random::Chance;
use krigsspil_engine::scenario::Scenario;
use krigsspil_field::prelude::{Bearing, Pose, overlap_area, overlaps, point};
use krigsspil_proving::random;
use krigsspil_proving::twins::{names_do_not_matter, replays_equal, shuffled_units_fight_the_same};
use krigsspil_proving::{actions, leaks, shipped, told};
use krigsspil_torden::battle::Torden;
use krigsspil_torden::battle::state::{Battle, Id, UnitId};
use krigsspil_torden::vocabulary::CorpsOrder;

fn small() -> Scenario {
    shipped("torden-corps")
}

/// A scenario that ends after so many periods.
fn beginning_of(name: &str, periods: u32) -> Scenario {
    let mut scenario = shipped(name);
    scenario.turns = periods;
    scenario
}

/// What must hold whatever happens: nobody stands in anybody but in his own town, nor off the table, and men never grow.
struct Watch {
    figures: Vec<i32>,
}

impl random::Watch<Battle> for Watch {
    fn begin(battle: &Battle) -> Watch {
        Watch { figures: battle.units.values().map(|unit| unit.original).collect() }
    }

    fn check(&mut self, battle: &Battle) {
        let when = format!("period {}", battle.turn);
        let here: Vec<UnitId> = battle.here().collect();
        for (place, &one) in here.iter().enumerate() {
            let unit = &battle.units[one];
            assert!(unit.figures() > 0, "{when}: {} has nobody left", unit.id);
            assert!(battle.fixed.ground.table().holds(&unit.placed), "{when}: {} is off the table", unit.id);
            for &other in &here[..place] {
                stand_apart(battle, one, other, &when);
            }
        }
        for unit in battle.units.ids() {
            let figures = battle.units[unit].figures();
            assert!(figures <= self.figures[unit.number()], "{when}: men grow");
            self.figures[unit.number()] = figures;
        }
    }
}

fn stand_apart(battle: &Battle, one: UnitId, other: UnitId, when: &str) {
    let (unit, there) = (&battle.units[one], &battle.units[other]);
    let zone = unit.zone.map(|inside| inside.zone);
    if zone.is_some() && zone == there.zone.map(|inside| inside.zone) {
        assert_eq!(unit.side, there.side, "{when}: {} and {} hold one town", unit.id, there.id);
        return;
    }
    if overlaps(&unit.placed, &there.placed) {
        let shared = overlap_area(&unit.placed, &there.placed);
        assert!(shared < 60.0, "{when}: {} stands in {}: {shared} m2", unit.id, there.id);
    }
}

/// A battle of random lawful acts.
fn play(scenario: &Scenario, seed: u64) -> Played<Torden> {
    random::play::<_, Watch>(&Torden::printed().unwrap(), scenario, Options::new(), seed)
}

/// §1.2.2 §1.2.1 small battles at random end, and hold to what must be true after every act.
#[test]
fn small_battles_at_random() {
    let scenario = small();
    let mut happened = std::collections::BTreeSet::new();
    for seed in 1..=told("RANDOM_BATTLES", 12) {
        let game = play(&scenario, seed);
        assert!(game.turn() <= scenario.turns);
        happened.extend(random::events_of(&game));
    }
    for what in ["moves", "declares_attack", "fires", "melee", "retreats", "battle_over"] {
        assert!(happened.contains(what), "{what} never happened: {happened:?}");
    }
}

/// The large scenario is played at random too, at least its first periods.
#[test]
fn ligny_at_random() {
    play(&beginning_of("ligny", told("RANDOM_PERIODS", 2)), 1);
}

/// Many random battles of any scenario.
#[test]
#[ignore = "the long run: see the head of this file"]
fn many_random_battles() {
    random::many("torden-corps", |scenario, seed| replays_equal(&play(scenario, seed)));
}

/// What a prompt offers first is lawful: only an order before it can make it unlawful.
#[test]
fn what_is_offered_is_lawful() {
    for seed in 40..43 {
        let mut game = Played::setup(Torden::printed().unwrap(), &small(), Options::new(), seed).unwrap();
        let mut chance = Chance::new(seed);
        while game.ending().is_none() {
            let (seat, action) = random::acts(&game, &mut chance).remove(0);
            let done = game.act(&seat, &action);
            assert!(done.is_ok(), "seed {seed}: {action} of {seat}: {done:?}");
            if game.ending().is_none() && chance.once_in(6) {
                let prompt = game.prompts_in(&|_| PromptDetail::Bare).remove(0);
                game.do_deed(&prompt.seat, &prompt.default).unwrap();
            }
        }
    }
}

/// §1.2.2 §2.4.2 §2.5 §2.7.p2 §2.9.p2 §2.11 §2.12.1 in every phase a prompt tells of every general and brigade what may be done with him, beside orders, and why not the
/// rest: what is open is carried out, and what is closed is refused by the rule told, whatever its particulars.
#[test]
fn what_is_open_to_generals_is_told() {
    use actions::Told::{Closed, Done};
    let mut looked = actions::Looked::default();
    for (scenario, seed) in [(small(), 70), (small(), 71), (small(), 73), (beginning_of("ligny", 1), 72)] {
        looked.at(&play(&scenario, seed));
    }
    assert!(looked.never_done().is_empty(), "{:?}", looked.never_done());
    assert!(
        looked.has(["corps", "detach_brigade", "task", "shift", "advance", "ride"].map(Done)),
        "{looked:?}"
    );
    let closed = [("corps", "cannot_order"), ("cancel", "nothing_pending"), ("shift", "cannot_shift")];
    assert!(looked.has(closed.map(|(kind, why)| Closed(kind, why))), "{looked:?}");
    let first = ["orders", "shifts", "moves", "declarations", "reactions"];
    let mut phases = first.into_iter().chain(["dispositions", "fire", "aborts", "reorganisation"]);
    assert!(phases.all(|phase| looked.phases.contains_key(phase)), "{looked:?}");
}

/// A save replays to the same digest.
#[test]
fn a_save_replays() {
    for seed in 20..22 {
        replays_equal(&play(&small(), seed));
    }
}

/// Nothing depends on the order in which units happen to be stored.
#[test]
fn shuffled_units_fight_the_same_battle() {
    let scenario = small();
    for seed in 30..32 {
        shuffled_units_fight_the_same(&play(&scenario, seed), &scenario);
    }
}

/// Where everybody is and how he fares, without names, in an order of place.
fn picture(battle: &Battle) -> Vec<String> {
    let told = |id: UnitId| {
        let unit = &battle.units[id];
        let at = unit.placed.centre();
        let (order, formation) = (unit.order, unit.formation.as_str());
        format!("{:.1} {:.1} {} {order} {formation} {:?}", at.x, at.y, unit.lost, unit.presence)
    };
    let mut all: Vec<String> = battle.units.ids().map(told).collect();
    all.sort();
    all
}

/// §1.2.2 §7.4 the same acts under other names come to the same battle, throw for throw.
#[test]
fn names_never_matter() {
    let scenario = small();
    for seed in 60..66 {
        names_do_not_matter(&play(&scenario, seed), &scenario, &[], picture);
    }
}

/// §2.4.2 §2.12.1 §3.3 §6.1.12.1 nothing that a seat may not know shows in what it is shown, asked or foretold: corps orders, objectives, orders on their way, points spent,
/// loads, and units out of sight at all; and whatever it wants is carried out or refused alike.
#[test]
fn nothing_hidden_is_shown() {
    let rules = Torden::printed().unwrap();
    for seed in 40..42 {
        leaks::now_and_then(&play(&beginning_of("torden-corps", 4), seed), 17, |battle| {
            for seat in ["french", "prussian"].map(SeatId::from) {
                let changed = otherwise(battle, &seat);
                leaks::no_leak(
                    &rules,
                    battle,
                    &changed,
                    &seat,
                    &format!("seed {seed}, period {}", battle.turn),
                );
            }
        });
        let game = play(&beginning_of("torden-corps", 2), seed);
        for seat in ["french", "prussian"].map(SeatId::from) {
            let changed = otherwise(game.battle(), &seat);
            leaks::refusals_tell_nothing(&rules, [game.battle(), &changed], &seat, seed);
        }
    }
}

/// The battle with everything changed that a seat may not know.
fn otherwise(battle: &Battle, seat: &SeatId) -> Battle {
    let mut changed = battle.clone();
    let number = battle.fixed.seating.number(seat).unwrap();
    let side = battle.fixed.seating.side(number);
    for unit in battle.units.ids().filter(|&unit| Some(battle.units[unit].side) != side) {
        let enemy = &mut changed.units[unit];
        enemy.quiet = 9;
        if let Some(guns) = &mut enemy.battery {
            guns.loads = 3;
        }
        if !battle.seen.sees(number, unit) {
            enemy.lost = enemy.original - 1;
            enemy.placed = enemy.placed.moved_to(Pose::new(point(30.0, 30.0), Bearing::NORTH));
        }
    }
    for post in battle.posts.ids().filter(|&post| Some(battle.posts[post].rider.side) != side) {
        let staff = &mut changed.staff[post];
        (staff.spent, staff.oas, staff.ke) = (1, 5, 9);
        (staff.order, staff.objective, staff.pending) = (CorpsOrder::Hold, Some(point(7.0, 7.0)), None);
        changed.posts[post].instruction = "secret".into();
    }
    changed
}

/// Any action a declaration allows is carried out or refused, and a refused one changes nothing.
#[test]
fn sampled_actions_are_refused_without_a_trace() {
    random::drawn_actions_leave_no_trace(&Torden::printed().unwrap(), &small(), 3, 400);
}
