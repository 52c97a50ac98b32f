//! The same battle again: in a mirror, shifted by fractions of a millimetre, under other names. Two brigades stand shoulder to shoulder at a few
//! centimetres, so that many come to blows at one moment.

use std::sync::Arc;

use krigsspil_chakoten::battle::state::{Battle, CM};
use krigsspil_engine::battle::{Event, PromptDetail, SeatId};
use krigsspil_engine::random::Chance;
use krigsspil_proving::twins::{Mirror, names_do_not_matter};
use serde_json::{Value, json};

use crate::random::play;
use crate::table::{Table, Words};

/// The table is so wide, in metres.
const WIDE: f64 = 2500.0;
/// Two who stand this near to each other stand at one place, in metres: a millimetre of the table.
const SAME: f64 = 1.0;

/// Two brigades close to each other, moved so many centimetres east and north. They come to blows at slightly different moments: of several melees of
/// one unit at one moment the western goes first (house).
fn brigades([east, north]: [f64; 2]) -> Words {
    const UNITS: [(&str, f64, f64); 18] = [
        ("b1 attack_column of 20 valeur=1", 60.0, 60.0),
        ("b2 line of 20", 74.0, 60.0),
        ("b3 attack_column of 20", 88.0, 60.0),
        ("b4 line of 40", 112.0, 60.0),
        ("b5 attack_column of 20 valeur=1", 66.0, 47.0),
        ("b6 attack_column of 20", 100.0, 46.0),
        ("b7 light line of 20", 146.0, 58.0),
        ("b8 battery of 8", 42.0, 58.0),
        ("b9 dense_skirmish of 10 light=true", 165.0, 66.0),
        ("r1 line of 20", 62.0, 73.0),
        ("r2 attack_column of 20 valeur=1", 77.0, 74.0),
        ("r3 line of 20", 91.0, 73.0),
        ("r4 attack_column of 20", 106.0, 75.0),
        ("r5 line of 20", 119.0, 74.0),
        ("r6 attack_column of 40", 84.0, 87.0),
        ("r7 attack_column of 20 valeur=1", 112.0, 89.0),
        ("r8 medium line of 20", 150.0, 90.0),
        ("r9 square of 24", 40.0, 84.0),
    ];
    let uneven = |number: usize| 0.37 * (number as f64 * 0.618).fract();
    let unit = |(number, (words, x, y)): (usize, &(&str, f64, f64))| {
        // Far enough from all edges of the table that nobody flees to one.
        format!("{words} at {:?},{:?}", x + east, y + 35.0 + north + uneven(number))
    };
    let units: Vec<String> = UNITS.iter().enumerate().map(unit).collect();
    let mut words = Words::of(&units.iter().map(String::as_str).collect::<Vec<_>>());
    words.turns = 8;
    words
}

/// A random order for most units of both sides: to stand, march, fire or attack.
fn orders(table: &Table, chance: &mut Chance) -> Vec<(SeatId, Value)> {
    let mut orders = Vec::new();
    for prompt in table.game.prompts_in(&|_| PromptDetail::Whole) {
        let Some(asked) = prompt.orders() else { continue };
        for unit in &asked.units {
            let samples: Vec<Value> =
                unit.samples.iter().flatten().map(|sample| sample.written()).filter(plain).collect();
            // Attacks are more often drawn than the rest.
            let attacks: Vec<Value> = samples
                .iter()
                .filter(|sample| sample.to_string().contains("\"attack\":true"))
                .cloned()
                .collect();
            let among = if attacks.is_empty() || chance.once_in(2) { &samples } else { &attacks };
            if let Some(sample) = chance.pick(among) {
                let action = json!({"do": "order", "unit": unit.unit, "order": sample});
                orders.push((prompt.seat.clone(), action));
            }
        }
    }
    orders
}

fn plain(order: &Value) -> bool {
    matches!(order["kind"].as_str(), Some("stand" | "move" | "fire"))
}

/// Everybody stands and fares the same in both, where `place` finds a place of the first in the second.
fn alike(one: &Battle, two: &Battle, place: &dyn Fn([f64; 2]) -> [f64; 2], when: &str) {
    for unit in one.units.values() {
        let twin = &two.units[two.unit(&unit.id).unwrap_or_else(|| panic!("{when}: no {}", unit.id))];
        let fares = |unit: &krigsspil_chakoten::battle::state::Unit| {
            (unit.presence, unit.order, unit.lost_men, unit.loads, unit.formation, unit.figures)
        };
        assert_eq!(fares(unit), fares(twin), "{when}: {}", unit.id);
        let middle = unit.placed.centre();
        let there = place([middle.x, middle.y]);
        let away = (there[0] - twin.placed.centre().x).hypot(there[1] - twin.placed.centre().y);
        assert!(!unit.here() || away <= SAME, "{when}: {} is {away} m off", unit.id);
    }
}

/// Is a unit in two melees of one moment? Then the western goes first (house).
fn twice_at_once(events: &[Arc<Event>]) -> bool {
    let melees = || events.iter().filter(|event| event.what == "melee");
    let units = |event: &Event| [event.about["unit"].clone(), event.about["other"].clone()];
    melees().enumerate().any(|(number, one)| {
        melees().skip(number + 1).any(|other| {
            other.moment == one.moment && units(other).iter().any(|unit| units(one).contains(unit))
        })
    })
}

/// Do two units flee at one moment? Then the western is set down first, and the other beside it (house).
fn flee_at_once(events: &[Arc<Event>]) -> bool {
    let moments: Vec<f64> =
        events.iter().filter(|event| event.what == "flees").map(|event| event.moment).collect();
    moments.iter().enumerate().any(|(number, one)| moments[number + 1..].contains(one))
}

/// Plays the same orders on two tables and compares them after every turn: all dice show the same, so that it does not matter who throws first.
/// Returns how many melees and fires there were.
fn compared(
    [one, two]: [&mut Table; 2],
    (seed, turns): (u64, u32),
    action: &dyn Fn(&Value) -> Value,
    place: &dyn Fn([f64; 2]) -> [f64; 2],
) -> usize {
    let mut chance = Chance::new(seed);
    let mut blows = 0;
    for turn in 1..=turns {
        for (seat, order) in orders(one, &mut chance) {
            let done = [
                one.act(seat.as_str(), order.clone()).is_ok(),
                two.act(seat.as_str(), action(&order)).is_ok(),
            ];
            assert_eq!(done[0], done[1], "seed {seed}, turn {turn}: {order}");
        }
        let events = one.turn();
        let twin = two.turn();
        blows += events.iter().filter(|event| ["melee", "fires", "fires_guns"].contains(&event.what)).count();
        if [&events, &twin].into_iter().any(|events| twice_at_once(events) || flee_at_once(events)) {
            break;
        }
        alike(one.battle(), two.battle(), place, &format!("seed {seed}, turn {turn}"));
        if one.game.ending().is_some() {
            break;
        }
    }
    blows
}

/// Every die of a battle shows the same.
fn all(face: i32) -> Vec<i32> {
    vec![face; 3000]
}

/// §02.01.3 a table seen in a mirror has the battle seen in a mirror: nothing is decided by the compass. All fronts are of whole firing units, which
/// are told off from the left (§09.01.3), and only two turns are played, before losses make them odd.
#[test]
fn a_mirror_never_matters() {
    let words = brigades([0.0, 0.0]);
    let mirror = Mirror(WIDE);
    let mut blows = 0;
    for seed in 1..=4 {
        let face = 2 + (seed % 4) as i32;
        let mut one = words.with_dice(&all(face));
        let mut two = one.twin(&mirror.scenario(&words.scenario()), &all(face));
        blows +=
            compared([&mut one, &mut two], (seed, 2), &|order| mirror.action(order), &|[x, y]| [WIDE - x, y]);
    }
    assert!(blows >= 10, "{blows}");
}

/// §01.03.4 the same battle some millimetres and fractions of a millimetre farther on: nothing depends on where on the table it is fought.
#[test]
fn millimetres_never_matter() {
    let words = brigades([0.0, 0.0]);
    let mut blows = 0;
    for (seed, [east, north]) in
        (11..).zip([[0.1, 0.2], [0.0137, 0.0], [3.3333, 7.7001], [-0.05, 0.0333], [1.7, -2.301]])
    {
        let face = 2 + (seed % 4) as i32;
        let mut one = words.with_dice(&all(face));
        let mut two = brigades([east, north]).with_dice(&all(face));
        let place = |[x, y]: [f64; 2]| [x + east * CM, y + north * CM];
        blows += compared([&mut one, &mut two], (seed, 5), &Value::clone, &place);
    }
    assert!(blows >= 40, "{blows}");
}

/// §02.01.3 exchanged names: with many in contact at one moment the same acts under other names come to the same battle, event by event, with any
/// dice.
#[test]
fn names_never_matter_in_contact() {
    let scenario = brigades([0.0, 0.0]).scenario();
    for seed in 1..=3 {
        names_do_not_matter(&play(&scenario, seed), &scenario, &[], |battle| {
            let told = battle.units.values().map(|unit| {
                let at = unit.placed.pose().at;
                format!("{:.1} {:.1} {:?} {} {:?}", at.x, at.y, unit.order, unit.lost_men, unit.formation)
            });
            let mut told: Vec<String> = told.collect();
            told.sort();
            told
        });
    }
}
