//! Random play: lawful random actions to the end, with the invariants after every act.
//!
//! A short run is part of the normal tests. The long run is one of them that is usually left out:
//!
//! ```text
//! RANDOM_SCENARIO=tricolore-lindholm RANDOM_BATTLES=10000 cargo test --release -p krigsspil-tricolore --test battle -- --ignored --nocapture
//! ```

use std::collections::BTreeMap;
use std::sync::Arc;

use krigsspil_engine::battle::{Options, Played, SeatId};
use krigsspil_engine::scenario::Scenario;
use krigsspil_field::prelude::overlap_area;
use krigsspil_proving::random::{self, Watch as _};
use krigsspil_proving::twins::{replays_equal, shuffled_units_fight_the_same};
use krigsspil_proving::{actions, leaks, shipped, told};
use krigsspil_tricolore::battle::Tricolore;
use krigsspil_tricolore::battle::state::{Battle, Id, UnitId};

pub fn small() -> Scenario {
    shipped("tricolore-lindholm")
}

/// What must hold whatever happens.
struct Watch {
    bases: BTreeMap<Arc<str>, i32>,
}

impl random::Watch<Battle> for Watch {
    fn begin(battle: &Battle) -> Watch {
        Watch { bases: bases(battle) }
    }

    fn check(&mut self, battle: &Battle) {
        let now = bases(battle);
        for (id, before) in &self.bases {
            assert!(now[id] <= *before, "{id}: bases came from nowhere");
        }
        self.bases = now;
        for unit in battle.units.values() {
            assert!((0..=8).contains(&unit.disorder), "{}: {}U", unit.id, unit.disorder);
            assert!(unit.placed.pose().is_finite());
            assert!(!unit.here() || unit.bases.in_halves() > 0, "{}: nobody is left", unit.id);
        }
        nobody_overlaps(battle);
        melees_have_two_sides(battle);
        zones_are_not_overfull(battle);
        let table = battle.fixed.ground.table().extent().grown(0.5);
        for unit in battle.here().map(|unit| &battle.units[unit]) {
            assert!(table.holds(unit.placed.centre()), "turn {}: {} is off the table", battle.turn, unit.id);
        }
    }
}

fn bases(battle: &Battle) -> BTreeMap<Arc<str>, i32> {
    battle.units.values().map(|unit| (unit.id.clone(), unit.bases.in_halves())).collect()
}

/// No two units stand on the same ground, but those who share a zone.
fn nobody_overlaps(battle: &Battle) {
    let here: Vec<UnitId> = battle.here().collect();
    for (at, &one) in here.iter().enumerate() {
        for &other in &here[at + 1..] {
            let (a, b) = (&battle.units[one], &battle.units[other]);
            if a.zone.is_some() && a.zone == b.zone
                || a.branch.is_artillery() && b.zone.is_some()
                || b.branch.is_artillery() && a.zone.is_some()
            {
                continue;
            }
            if !a.placed.extent().meets(b.placed.extent()) {
                continue;
            }
            let area = overlap_area(&a.placed, &b.placed);
            let least = a.placed.area().min(b.placed.area());
            assert!(
                area <= (0.02 * least).max(2.5),
                "turn {} {}: {} ({} {:?}) stands on {} ({} {:?}): {area} of {least}",
                battle.turn,
                battle.phase(),
                a.id,
                a.formation,
                a.placed.pose(),
                b.id,
                b.formation,
                b.placed.pose(),
            );
        }
    }
}

fn melees_have_two_sides(battle: &Battle) {
    for melee in &battle.melees {
        assert!(!melee.attackers.is_empty() && !melee.defenders.is_empty(), "a melee of one side");
        let side = |units: &[UnitId]| units.iter().map(|&unit| battle.units[unit].side).collect::<Vec<_>>();
        let (a, f) = (side(&melee.attackers), side(&melee.defenders));
        assert!(a.iter().all(|one| *one == a[0]) && f.iter().all(|one| *one == f[0]) && a[0] != f[0]);
        for unit in melee.all() {
            assert!(battle.units[unit].here(), "{} fights and is gone", battle.units[unit].id);
            assert_eq!(battle.melees.iter().filter(|other| other.holds(unit)).count(), 1);
        }
    }
}

fn zones_are_not_overfull(battle: &Battle) {
    for zone in 0..battle.zones.len() {
        for side in battle.fixed.sides.ids() {
            let inside: i32 =
                battle.in_zone(zone, side).map(|unit| battle.units[unit].bases.rounded_up()).sum();
            assert!(inside <= 12, "{} holds {inside} bases", battle.zones[zone].name);
        }
    }
}

/// Plays a battle of random lawful acts to its end.
pub fn play(scenario: &Scenario, seed: u64) -> Played<Tricolore> {
    random::play::<_, Watch>(&Tricolore::printed().unwrap(), scenario, Options::new(), seed)
}

/// §turn.A §turn.H §house.victory battles of random lawful orders come to an end, with nothing out of order on the way.
#[test]
fn random_battles_end() {
    let scenario = small();
    let mut happened = std::collections::BTreeSet::new();
    for seed in 1..=told("RANDOM_BATTLES", 6) {
        let game = play(&scenario, seed);
        assert!(game.turn() <= scenario.turns);
        happened.extend(random::events_of(&game));
    }
    for what in
        ["battle_over", "melee", "bombards", "declares", "reorganises", "initiative", "sequence_check"]
    {
        assert!(happened.contains(what), "{what} never happened: {happened:?}");
    }
}

/// §house.ratings §house.officers §house.town-zone §house.scale the large scenario sets up, nobody stands on anybody, and it begins as it is told: bases by men and guns, ratings by class.
#[test]
fn sehested_sets_up() {
    let game = Played::setup(Tricolore::printed().unwrap(), &shipped("sehested"), Options::new(), 1).unwrap();
    let battle = game.battle();
    Watch::begin(battle).check(battle);
    let unit = |id: &str| &battle.units[battle.unit(id).unwrap()];
    assert_eq!(
        (
            unit("d-old1").bases.in_halves(),
            unit("d-fyndr").bases.in_halves(),
            unit("d-bat1").bases.in_halves()
        ),
        (8, 8, 5)
    );
    assert_eq!(
        (unit("d-dron").ratings.morale, unit("a-lau").ratings.training, unit("d-skarp").ratings.skirmish),
        (6, 3, 7)
    );
    assert_eq!(battle.zones.len(), 5);
    let barred = battle.here().filter(|&unit| !battle.in_command(unit)).count();
    assert!(barred <= 3, "{barred} begin out of command");
    assert_eq!(battle.officers[battle.post("hessen").unwrap()].radius, 1000.0);
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
    }
}

/// Many random battles of any scenario.
#[test]
#[ignore = "the long run: see the head of this file"]
fn many_random_battles() {
    random::many("tricolore-lindholm", |scenario, seed| replays_equal(&play(scenario, seed)));
}

/// §house.visibility nothing that a seat may not know shows in what it is shown, asked or foretold: orders, pending orders, counters, the bonus,
/// ratings, halves of bases, U beyond 400, and units out of sight at all.
#[test]
fn nothing_hidden_is_shown() {
    let rules = Tricolore::printed().unwrap();
    for seed in 40..42 {
        let game = play(&small(), seed);
        leaks::now_and_then(&game, 17, |battle| {
            for seat in ["blue", "red"].map(SeatId::from) {
                let changed = otherwise(battle, &seat);
                leaks::no_leak(&rules, battle, &changed, &seat, &battle.phase().to_string());
            }
        });
    }
}

/// §officer.move in every phase a prompt tells of every officer whether he may be moved, and why not.
#[test]
fn what_is_open_to_officers_is_told() {
    let mut looked = actions::Looked::default();
    looked.at(&play(&small(), 44));
    assert!(looked.never_done().is_empty(), "{:?}", looked.never_done());
    let told = [actions::Told::Done("general"), actions::Told::Closed("general", "not_in_this_phase")];
    assert!(looked.has(told), "{looked:?}");
}

/// §house.visibility whatever a seat wants is carried out or refused alike, whatever the enemy is like where it may not know; and its preview is the same.
#[test]
fn refusals_tell_nothing() {
    let rules = Tricolore::printed().unwrap();
    let game = play(&small(), 43);
    let mut looked = 0;
    leaks::now_and_then(&game, 61, |battle| {
        for seat in ["blue", "red"].map(SeatId::from) {
            leaks::refusals_tell_nothing(&rules, [battle, &otherwise(battle, &seat)], &seat, looked);
        }
        looked += 1;
    });
    assert!(looked > 1);
}

/// §turn.D any action a declaration allows is carried out or refused, and a refused one changes nothing.
#[test]
fn drawn_actions_leave_no_trace() {
    random::drawn_actions_leave_no_trace(&Tricolore::printed().unwrap(), &small(), 5, 300);
}

/// The battle with everything changed that a seat may not know.
fn otherwise(battle: &Battle, seat: &SeatId) -> Battle {
    let number = battle.fixed.seating.number(seat).unwrap();
    let side = battle.fixed.seating.side(number).unwrap();
    let mut changed = battle.clone();
    for post in battle.posts.ids().filter(|&post| battle.posts[post].rider.side != side) {
        changed.commands[post].order = krigsspil_tricolore::vocabulary::CommandOrder::Reserve;
        changed.commands[post].pending = None;
        changed.officers[post].ability = 9;
        changed.officers[post].bonus = 3;
        changed.officers[post].facing = 17.0;
        changed.posts[post].rider.place = krigsspil_field::prelude::point(1.0, 2.0);
    }
    for other in battle.fixed.sides.ids().filter(|other| *other != side) {
        changed.side[other].bonus = 3;
    }
    changed.shots.retain(|shot| battle.units[shot.unit].side == side);
    let near = |unit: UnitId| {
        battle.here().any(|own| battle.units[own].side == side && battle.metres(own, unit) <= 400)
    };
    for unit in battle.units.ids().filter(|&unit| battle.units[unit].side != side) {
        let enemy = &mut changed.units[unit];
        enemy.ratings.melee = 9;
        enemy.ratings.training = 1;
        enemy.sequence.moved = !enemy.sequence.moved;
        enemy.this_turn.moved = !enemy.this_turn.moved;
        if !near(unit) {
            enemy.disorder = 8 - enemy.disorder;
        }
        if !battle.seen.sees(number, unit) {
            enemy.id = format!("{}\0", enemy.id).into();
            let pose = krigsspil_field::prelude::Pose::new(
                krigsspil_field::prelude::point(3.0, 30.0 + 3.0 * unit.number() as f64),
                enemy.placed.pose().facing,
            );
            enemy.placed = enemy.placed.moved_to(pose);
            enemy.zone = None;
        }
    }
    changed
}
