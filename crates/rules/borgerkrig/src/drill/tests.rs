use std::path::Path;
use std::sync::Arc;

use krigsspil_engine::battle::{Played, Shown, View};
use krigsspil_engine::scenario::Scenario;

use super::*;
use crate::battle::Borgerkrig;

const DRILL: BorgerkrigDrill = BorgerkrigDrill;

fn game() -> Played<Borgerkrig> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../scenarios/meeting/scenario.toml");
    let scenario = Scenario::open(&file).unwrap();
    Played::setup(Borgerkrig::printed().unwrap(), &scenario, Default::default(), 1).unwrap()
}

/// A view with one line of the seat's own at the origin, facing north, and an enemy line in front of it.
fn facing_each_other(figures: i32) -> (View, UnitShown) {
    let mut view = game().view(&"blue".into());
    view.units.truncate(1);
    let own = &mut view.units[0];
    (own.place, own.facing, own.formation) = ([0.0, 0.0], 0.0, "line");
    own.strength.now = figures;
    let mut enemy = own.clone();
    (enemy.id, enemy.own, enemy.details) = ("e".into(), None, Shown::NOTHING);
    (enemy.place, enemy.facing, enemy.strength.now) = ([0.0, 100.0], 180.0, 20);
    (view, enemy)
}

fn charge(view: &View, enemy: &UnitShown, poise: Poise) -> usize {
    let asked = ChargeAsked { view, unit: &view.units[0], enemy, poise, full_speed: true };
    let odds = DRILL.charge(&asked);
    let rules = crate::open(None).unwrap();
    let rules: &dyn krigsspil_engine::RuleSet = &rules;
    // The share of all throws on which it succeeds.
    let goes_on = |shown: i64| {
        let thrown = rules.adjudicate(odds.procedure, &odds.facts, &[shown, shown]).unwrap();
        thrown.outcome[odds.field] == true
    };
    (1..=6).filter(|&shown| goes_on(shown)).count()
}

/// §07.03.2 §07.03.5 §08.02.1 Numbers, a regiment behind in support, and an enemy who has lost his order help a charge; a regiment in front
/// of it, or with its back to it, does not support.
#[test]
fn what_helps_a_charge() {
    let (view, enemy) = facing_each_other(20);
    let even = charge(&view, &enemy, Poise::Steady);
    assert!(charge(&facing_each_other(80).0, &enemy, Poise::Steady) > even);
    assert!(charge(&view, &enemy, Poise::Shaken) > even);
    let with = |north: f64, facing: f64| {
        let mut view = view.clone();
        let mut other = view.units[0].clone();
        (other.id, other.place, other.facing) = ("s".into(), [0.0, north], facing);
        view.units.push(other);
        let asked = ChargeAsked {
            view: &view,
            unit: &view.units[0],
            enemy: &enemy,
            poise: Poise::Steady,
            full_speed: false,
        };
        DRILL.charge(&asked).facts.contains(r#""support":true"#)
    };
    assert!(with(-150.0, 0.0) && with(-250.0, 0.0));
    assert!(!with(-251.0, 0.0) && !with(-150.0, 180.0) && !with(150.0, 0.0));
}

/// §03.03.4 §03.03.5 §03.03.6 §03.03.7 §08.04.1 §09.03.1 Every intent becomes an order, and the order can be read back.
#[test]
fn every_intent_becomes_an_order() {
    let way = vec![
        Evolution::Ahead(900.0),
        Evolution::AheadFarAsItCan,
        Evolution::Back(2.0),
        Evolution::Wheel(-20.0),
        Evolution::About,
        Evolution::Quarter(Flank::Left),
        Evolution::Form(Formed::March),
        Evolution::Limber,
        Evolution::Unlimber,
    ];
    let shell = Load { word: "shell", reach: 80.0, sweeps: false };
    let canister = Load { word: "canister", reach: 20.0, sweeps: true };
    let enemy: Arc<str> = "r1".into();
    let intents = [
        Intent::Stand,
        Intent::Rally,
        Intent::Resupply,
        Intent::March(way.clone()),
        Intent::Charge { at: enemy.clone(), way, full_speed: true },
        Intent::Fire(FireIntent::Nearest),
        Intent::Fire(FireIntent::At(enemy.clone())),
        Intent::Fire(FireIntent::Within(900.0)),
        Intent::Fire(FireIntent::Load(canister, None)),
        Intent::Fire(FireIntent::Load(shell, Some((enemy, 95.0)))),
    ];
    for intent in &intents {
        let deed = DRILL.order("b1", intent).unwrap();
        let read = Action::from_value(&deed.written()).unwrap_or_else(|fault| panic!("{intent:?}: {fault}"));
        assert_eq!(deed.read::<Action>(), Ok(read));
    }
    assert_eq!(DRILL.order("b1", &Intent::March(vec![Evolution::Form(Formed::Other)])), None);
}

/// §02.06.4 §03.03.2 A courier carries no order to storm, and only goes to units of his own general.
#[test]
fn a_courier_carries_no_storm() {
    let way = vec![Evolution::AheadFarAsItCan];
    let charge = Intent::Charge { at: "r1".into(), way, full_speed: true };
    let sent = DRILL.send("morrow/1", "b1", &charge).unwrap().read::<Action>().unwrap();
    let Action::Courier { order: Some(UnitOrder::Move { attack, storm, .. }), .. } = sent else {
        panic!("{sent:?}")
    };
    assert!(attack && !storm);
    let view = game().view(&"blue".into());
    let rides_for = |courier: &CourierShown| DRILL.serves(courier, &view.units[0]);
    assert!(!view.couriers.is_empty() && view.couriers.iter().all(rides_for));
    let other = CourierShown { id: "meade/1".into(), ..view.couriers[0].clone() };
    assert!(!rides_for(&other));
}

/// §03.03.3 Standing and firing need no general's order; everything else does.
#[test]
fn what_needs_a_generals_word() {
    assert!(!DRILL.needs_command(&Intent::Stand));
    assert!(!DRILL.needs_command(&Intent::Fire(FireIntent::Nearest)));
    assert!(DRILL.needs_command(&Intent::Rally) && DRILL.needs_command(&Intent::March(Vec::new())));
}

/// §02.06.4 Cavalry cannot storm over a hedge or into a wood, but over roads and brooks.
#[test]
fn what_bars_a_storm() {
    let words = ["hedge", "wood", "building", "road", "stream", "crest"];
    assert_eq!(words.map(|word| DRILL.bars_charge(word)), [true, true, true, false, false, false]);
    let known: Vec<_> = krigsspil_field::prelude::Kind::words().collect();
    assert!(numbers::BARS_STORM.iter().all(|word| known.contains(word)));
}

/// §02.03.3 §08.02.1 §09.02.1 A unit is read as it stands: everything about an own unit, another's as far as it can be seen.
#[test]
fn units_are_read() {
    let view = game().view(&"blue".into());
    let trim = |id: &str| DRILL.trim(view.unit(id).unwrap());
    assert_eq!((trim("b1").role, trim("b1").formed), (Role::Foot, Formed::Line));
    assert_eq!((trim("b2").formed, trim("b3").formed), (Formed::March, Formed::Assault));
    assert_eq!((trim("b4").role, trim("b4").in_position, trim("b4").drawn), (Role::Guns, Some(false), true));
    assert_eq!((trim("b5").role, trim("b6").role), (Role::Horse, Role::Train));
    assert_eq!([trim("b1").firmness, trim("b3").firmness], [1, -1]);
    assert!(["b1", "b2", "b3", "b4", "b5", "b6"].iter().all(|id| trim(id).able() && !trim(id).empty));
}
