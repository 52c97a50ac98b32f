//! Random play: lawful random orders to the end, with the invariants after every act.

use std::collections::BTreeMap;

use krigsspil_chakoten::battle::Chakoten;
use krigsspil_chakoten::battle::state::{Battle, MEN, Phase, Presence, UnitId};
use krigsspil_chakoten::vocabulary::Order;
use krigsspil_engine::battle::{Options, Played, SeatId};
use krigsspil_engine::scenario::Scenario;
use krigsspil_field::prelude::overlap_area;
use krigsspil_proving::random;
use krigsspil_proving::twins::{replays_equal, shuffled_units_fight_the_same};
use krigsspil_proving::{actions, shipped, told};
use serde_json::{Value, json};

pub fn skovby() -> Scenario {
    shipped("chakoten-skovby")
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

/// Two handfuls of companies, with guns and pioneers, about a village on a stream: everybody can go into a house, and there is powder.
pub fn village() -> Scenario {
    let mut words = crate::table::Words::of(&[
        "b1 line of 8 at 60,56 pioneers=true leader=engineer_officer",
        "b2 line of 10 at 70,56",
        "b3 attack_column of 24 at 84,48 valeur=1",
        "b4 battery of 8 at 100,50",
        "b5 hob of 9 at 62,64 inside=mill",
        "r1 line of 8 at 60,80 pioneers=true leader=engineer_officer",
        "r2 line of 10 at 71,81",
        "r3 attack_column of 24 at 85,94 valeur=1",
        "r4 battery of 8 howitzers=true at 102,92",
        "r5 hob of 9 at 80,72 inside=church",
    ]);
    for (name, x, y, cover) in
        [("mill", 60, 62, 1), ("church", 78, 70, 2), ("barn", 68, 62, 1), ("inn", 58, 72, 1)]
    {
        words = words.with_feature(
            json!({"kind": "building", "name": name, "obstacle": 2, "cover": cover, "capacity": 12}),
            "Polygon",
            json!([[[x, y], [x + 5, y], [x + 5, y + 4], [x, y + 4], [x, y]]]),
        );
    }
    words = words
        .with_feature(json!({"kind": "stream", "width": 30}), "LineString", json!([[0, 86], [250, 86]]))
        .with_feature(json!({"kind": "bridge", "name": "bridge", "width": 40}), "Point", json!([95, 86]))
        .with_feature(json!({"kind": "road"}), "LineString", json!([[95, 0], [95, 250]]))
        .with_feature(
            json!({"kind": "garden"}),
            "Polygon",
            json!([[[56, 60], [90, 60], [90, 78], [56, 78], [56, 60]]]),
        );
    for side in ["blue", "red"] {
        words.special.push(format!(
            "[[special]]\nrules = \"chakoten\"\nname = \"engineers\"\ntext = \"park\"\n\
             about = {{ side = \"{side}\", charges = 3.0, pontoons = 2 }}\n"
        ));
    }
    words.turns = 10;
    words.scenario()
}

/// Men at the start and lost of every side: units split, join and stand together.
fn strengths(battle: &Battle) -> BTreeMap<String, (i32, i32)> {
    let mut all: BTreeMap<String, (i32, i32)> = BTreeMap::new();
    for unit in battle.units.values() {
        let entry = all.entry(format!("{:?}", unit.side)).or_default();
        entry.0 += unit.original;
        entry.1 += unit.lost_men;
    }
    all
}

/// What must be true whatever happens.
struct Watch {
    before: BTreeMap<String, (i32, i32)>,
}

impl random::Watch<Battle> for Watch {
    fn begin(battle: &Battle) -> Watch {
        Watch { before: strengths(battle) }
    }

    fn check(&mut self, battle: &Battle) {
        let now = strengths(battle);
        for (id, (original, lost)) in &self.before {
            assert_eq!(now[id].0, *original, "{id}: men came or went");
            assert!(now[id].1 >= *lost, "{id}: losses shrank");
        }
        self.before = now;
        for unit in battle.units.values() {
            let men = MEN * unit.original - unit.lost_men;
            assert!(unit.loads >= 0 && men >= 0, "{}: {men}", unit.id);
            if unit.here() && unit.branch.as_str() != "wagon" {
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
            let building = |unit: &krigsspil_chakoten::battle::state::Unit| {
                unit.inside.as_ref().map(|inside| inside.building)
            };
            if building(one).is_some() && building(one) == building(other) {
                continue;
            }
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

/// Plays a battle of random lawful acts to its end.
pub fn play(scenario: &Scenario, seed: u64) -> Played<Chakoten> {
    random::play::<_, Watch>(&Chakoten::printed().unwrap(), scenario, Options::new(), seed)
}

/// §03.02.1 random battles keep their invariants, come to an end, and replay to the same state.
#[test]
fn random_battles_hold_their_invariants() {
    let (skovby, close) = (skovby(), close());
    let mut happened = std::collections::BTreeSet::new();
    for seed in 1..=told("RANDOM_BATTLES", 6) {
        let game = play(if seed % 5 == 0 { &skovby } else { &close }, seed);
        happened.extend(random::events_of(&game));
        if seed % 3 == 1 {
            replays_equal(&game);
        }
    }
    for what in ["melee", "fires", "loses_men"] {
        assert!(happened.contains(what), "no {what}: {happened:?}");
    }
}

/// §08.01.7 §08.03.1 a prompt tells of every chief what may be done with him: he rides, and sends while he can.
#[test]
fn what_is_open_to_chiefs_is_told() {
    let mut looked = actions::Looked::default();
    looked.at(&play(&close(), 7));
    assert!(looked.never_done().is_empty(), "{:?}", looked.never_done());
    assert!(looked.has(["general", "send"].map(actions::Told::Done)), "{looked:?}");
}

/// §17.01.2 §19.01.1 the same in a village: houses are entered, held, shelled and left, and pioneers work.
#[test]
fn village_battles_hold_their_invariants() {
    let village = village();
    let mut happened = std::collections::BTreeSet::new();
    let wanted = ["enters_building", "leaves_building", "building_hit", "at_work"];
    // What must happen in a village happens in most battles: a few more are played if it has not.
    for seed in 1..=told("RANDOM_BATTLES", 18) {
        let game = play(&village, seed);
        happened.extend(random::events_of(&game));
        if seed % 3 == 1 {
            replays_equal(&game);
        }
        if seed >= 6 && wanted.iter().all(|what| happened.contains(what)) {
            break;
        }
    }
    for what in wanted {
        assert!(happened.contains(what), "no {what}: {happened:?}");
    }
}

/// Nothing depends on the order in which units happen to be stored, in a village neither.
#[test]
fn shuffled_units_fight_the_same_in_a_village() {
    let scenario = village();
    shuffled_units_fight_the_same(&play(&scenario, 31), &scenario);
}

/// Nothing depends on the order in which units happen to be stored.
#[test]
fn shuffled_units_fight_the_same_battle() {
    let scenario = close();
    shuffled_units_fight_the_same(&play(&scenario, 30), &scenario);
}

/// Many random battles of any scenario: `RANDOM_SCENARIO=chakoten-skovby RANDOM_BATTLES=300 cargo test -p krigsspil-chakoten --test battle
/// many -- --ignored --nocapture`.
#[test]
#[ignore = "the long run"]
fn many_random_battles() {
    random::many("chakoten-skovby", |scenario, seed| replays_equal(&play(scenario, seed)));
}

/// The same with two small armies close to each other.
#[test]
#[ignore = "the long run"]
fn many_close_battles() {
    for seed in 1..=told("RANDOM_BATTLES", 100) {
        replays_equal(&play(&close(), seed));
        replays_equal(&play(&village(), seed));
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
