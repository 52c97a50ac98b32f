//! Random play: lawful random actions to the end, with the invariants after every act.
//!
//! A short run is part of the normal tests. The long run is one of them that is usually left out:
//!
//! ```text
//! RANDOM_SCENARIO=tricolore-lindholm RANDOM_BATTLES=10000 cargo test --release -p krigsspil-tricolore --test battle -- --ignored --nocapture
//! ```

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use krigsspil_engine::battle::{
    ActFault, Options, Playable, Played, PromptDetail, Refused, SeatId, ViewDetail,
};
use krigsspil_engine::scenario::Scenario;
use krigsspil_field::prelude::overlap_area;
use krigsspil_tricolore::battle::state::{Battle, Id, UnitId};
use krigsspil_tricolore::battle::{Action, Tricolore};
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
    scenario("tricolore-lindholm")
}

fn told<T: std::str::FromStr>(name: &str, usual: T) -> T {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// What must hold whatever happens.
struct Watch {
    bases: BTreeMap<Arc<str>, i32>,
}

impl Watch {
    fn new(battle: &Battle) -> Watch {
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

/// One random act for somebody who is asked.
fn random_acts(game: &Played<Tricolore>, chance: &mut Chance) -> Vec<(SeatId, Value)> {
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

/// Plays a battle of random lawful acts to its end.
pub fn play(scenario: &Scenario, seed: u64) -> Played<Tricolore> {
    let rules = Tricolore::printed().unwrap();
    let mut game = Played::setup(rules, scenario, Options::new(), seed).unwrap();
    let mut chance = Chance(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut watch = Watch::new(game.battle());
    let mut acts = 0;
    while game.ending().is_none() {
        for (seat, action) in random_acts(&game, &mut chance) {
            // What was lawful when it was offered may not be after the orders before it; then it leaves no trace.
            let before = (chance.below(40) == 0).then(|| game.digest());
            if let Err(fault) = game.act(&seat, &action) {
                let of_a_sum = matches!(&fault, ActFault::Refused(Refused::ByProcedure(_)));
                assert!(!of_a_sum, "seed {seed}: a sum refuses {action}: {fault}");
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

/// §turn.A §turn.H §house.victory battles of random lawful orders come to an end, with nothing out of order on the way.
#[test]
fn random_battles_end() {
    let scenario = small();
    let mut happened = std::collections::BTreeSet::new();
    for seed in 1..=told("RANDOM_BATTLES", 6) {
        let game = play(&scenario, seed);
        assert!(game.turn() <= scenario.turns);
        Played::replay_first(
            Tricolore::printed().unwrap(),
            &game.save(),
            game.actions().len(),
            |_, events| {
                for event in events.all() {
                    let declared = krigsspil_tricolore::battle::events::EVENTS
                        .iter()
                        .find(|spec| spec.what == event.what);
                    declared
                        .unwrap_or_else(|| panic!("{} is not declared", event.what))
                        .fits(&event.about)
                        .unwrap();
                    happened.insert(event.what);
                }
            },
        )
        .unwrap();
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
    let game =
        Played::setup(Tricolore::printed().unwrap(), &scenario("sehested"), Options::new(), 1).unwrap();
    let battle = game.battle();
    Watch::new(battle).check(battle);
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
        let game = play(&small(), seed);
        let again = Played::replay(Tricolore::printed().unwrap(), &game.save()).unwrap();
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
        let mut again =
            Played::setup(Tricolore::printed().unwrap(), &shuffled, Options::new(), seed).unwrap();
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
    let name = std::env::var("RANDOM_SCENARIO").unwrap_or_else(|_| "tricolore-lindholm".to_string());
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
                        let game = play(&scenario, seed);
                        let again = Played::replay(Tricolore::printed().unwrap(), &game.save()).unwrap();
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
fn shown(rules: &Tricolore, battle: &Battle, seat: &SeatId) -> [String; 3] {
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

/// §house.visibility nothing that a seat may not know shows in what it is shown, asked or foretold: orders, pending orders, counters, the bonus,
/// ratings, halves of bases, U beyond 400, and units out of sight at all.
#[test]
fn nothing_hidden_is_shown() {
    let rules = Tricolore::printed().unwrap();
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

fn no_leak(rules: &Tricolore, battle: &Battle, seat: &SeatId) {
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
