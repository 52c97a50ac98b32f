//! Random play: lawful random actions to the end, with the invariants after every act.
//!
//! A short run is part of the normal tests. The long run is one of them that is usually left out:
//!
//! ```text
//! RANDOM_SCENARIO=gdc-brigades RANDOM_BATTLES=10000 cargo test --release -p krigsspil-gdc --test battle -- --ignored --nocapture
//! ```

use std::collections::BTreeMap;
use std::sync::Arc;

use krigsspil_engine::battle::{Options, Played, SeatId};
use krigsspil_engine::scenario::Scenario;
use krigsspil_field::prelude::{Pose, overlap_area, point};
use krigsspil_gdc::battle::directives::Directive;
use krigsspil_gdc::battle::off_board::Area;
use krigsspil_gdc::battle::state::{Battle, Id, UnitId};
use krigsspil_gdc::battle::{Gdc, UnitOrder};
use krigsspil_gdc::procedures::chits::ChitCode;
use krigsspil_proving::random::{self, Watch as _};
use krigsspil_proving::twins::{replays_equal, shuffled_units_fight_the_same};
use krigsspil_proving::{actions, leaks, shipped, told};
use krigsspil_turn::riders::Ride;

pub fn small() -> Scenario {
    shipped("gdc-brigades")
}

/// What must hold whatever happens.
struct Watch {
    castings: BTreeMap<Arc<str>, i32>,
}

impl random::Watch<Battle> for Watch {
    fn begin(battle: &Battle) -> Watch {
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

/// Plays a battle of random lawful acts to its end, with options drawn at random.
pub fn play_any(scenario: &Scenario, seed: u64) -> Played<Gdc> {
    play_with(scenario, seed, random::options::<Gdc>(seed))
}

/// Plays a battle of random lawful acts to its end.
pub fn play(scenario: &Scenario, seed: u64) -> Played<Gdc> {
    play_with(scenario, seed, Options::new())
}

fn play_with(scenario: &Scenario, seed: u64, options: Options) -> Played<Gdc> {
    random::play::<_, Watch>(&Gdc::printed().unwrap(), scenario, options, seed)
}

/// §seq.command.1 §seq.recovery.1 battles of random lawful orders come to an end, with nothing out of order on the way.
#[test]
fn random_battles_end() {
    let scenario = small();
    let mut happened = std::collections::BTreeSet::new();
    for seed in 1..=told("RANDOM_BATTLES", 6) {
        let game = play_any(&scenario, seed);
        assert!(game.turn() <= scenario.turns);
        happened.extend(random::events_of(&game));
    }
    for what in ["battle_over", "melee", "fires", "declares_charge", "volley", "morale_check"] {
        assert!(happened.contains(what), "{what} never happened: {happened:?}");
    }
}

/// A save plays again to the same digest.
#[test]
fn replays_are_equal() {
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
        shuffled_units_fight_the_same(&play_any(&scenario, seed + 2), &scenario);
    }
}

/// Many random battles of any scenario.
#[test]
#[ignore = "the long run: see the head of this file"]
fn many_random_battles() {
    random::many("gdc-brigades", |scenario, seed| replays_equal(&play_any(scenario, seed)));
}

/// §2.7 §2.1 §2.52 nothing that a seat may not know shows in what it is shown, asked or foretold: chits and orders until they are shown,
/// barrage points, where generals are bound for, directives and what a courier carries, and units out of sight.
#[test]
fn nothing_hidden_is_shown() {
    let rules = Gdc::printed().unwrap();
    let directives = |on: bool| Options::from([("directives".to_string(), on)]);
    let beside =
        ["flank_areas", "hidden_movement", "engineers", "campaign"].map(|name| (name.to_string(), true));
    for (seed, options) in [(40, directives(false)), (41, directives(true)), (42, beside.into())] {
        let game = play_with(&small(), seed, options);
        leaks::now_and_then(&game, 17, |battle| {
            for seat in ["blue", "red"] {
                no_leak(&rules, battle, &SeatId::from(seat));
            }
        });
    }
}

/// §2.51 §2.53 §2.2 §2.4 in every phase a prompt tells of every general what may be done with him, and why not the rest: what is open is carried out, and what is
/// closed is refused by the rule told, whatever its particulars.
#[test]
fn what_is_open_to_generals_is_told() {
    use actions::Told::{Closed, Done};
    let looked = |seed, directives| {
        let mut looked = actions::Looked::default();
        looked.at(&play_with(&small(), seed, Options::from([("directives".to_string(), directives)])));
        assert!(looked.never_done().is_empty(), "{:?}", looked.never_done());
        looked
    };
    let (without, with) = (looked(44, false), looked(45, true));
    assert!(without.has([Done("general"), Closed("directive", "no_directives")]), "{without:?}");
    let closed = ["general", "directive", "follow_me"].map(|kind| Closed(kind, "not_in_this_phase"));
    assert!(with.has(["general", "follow_me"].map(Done)) && with.has(closed), "{with:?}");
}

/// A directive that nobody gave.
fn elsewhere() -> Directive {
    Directive { place: point(17.0, 17.0), text: "elsewhere".into() }
}

fn no_leak(rules: &Gdc, battle: &Battle, seat: &SeatId) {
    let number = battle.fixed.seating.number(seat).unwrap();
    let side = battle.fixed.seating.side(number).unwrap();
    let mut changed = battle.clone();
    for post in battle.posts.ids().filter(|&post| battle.posts[post].rider.side != side) {
        let place = battle.posts[post].rider.place;
        changed.posts[post].rider.ride = Some(Ride::To(place));
        let directive = &mut changed.generals[post].directive;
        *directive = directive.is_none().then(elsewhere);
    }
    for courier in changed.couriers.iter_mut().filter(|courier| courier.side != side && !courier.killed) {
        courier.directive = elsewhere();
    }
    for unit in battle.units.ids().filter(|&unit| battle.units[unit].side != side) {
        let enemy = &mut changed.units[unit];
        enemy.written = match enemy.written {
            Some(_) => None,
            None => Some(UnitOrder::ahead(17.0)),
        };
        enemy.chits.white = Some(ChitCode::Move);
        // Who is in reserve behind the table raises no dust (§6.5).
        if enemy.off.is_some_and(|off| off.area == Area::Reserve) {
            enemy.off = None;
        }
        if let Some(battery) = &mut enemy.battery {
            battery.fired += 1;
        }
        if !battle.seen.sees(number, unit) {
            enemy.id = format!("{}\0", enemy.id).into();
            let hidden = point(3.0, 30.0 + 3.0 * unit.number() as f64);
            let pose = Pose::new(hidden, enemy.placed.pose().facing);
            enemy.placed = enemy.placed.moved_to(pose);
        }
    }
    leaks::no_leak(rules, battle, &changed, seat, &battle.phase().to_string());
}

/// §12.2 §6.5 the large scenario sets up: nobody stands on anybody, and its zones have their garrisons.
#[test]
fn quatre_bras_sets_up() {
    let game = Played::setup(Gdc::printed().unwrap(), &shipped("quatre-bras"), Options::new(), 1).unwrap();
    let battle = game.battle();
    Watch::begin(battle).check(battle);
    assert_eq!(battle.zones.len(), 4);
    assert_eq!(battle.inside(battle.zone("Gemioncourt").unwrap()).count(), 1);
    assert!(battle.units.len() > 80);
}

/// §seq.command.1 the large scenarios are played, not only set up: a turn of random lawful orders of each.
#[test]
fn large_scenarios_are_played() {
    for name in ["quatre-bras", "sehested"] {
        let mut large = shipped(name);
        (large.turns, large.special) = (1, Vec::new());
        let game = play_any(&large, 3);
        assert!(game.ending().is_some(), "{name}");
    }
}
