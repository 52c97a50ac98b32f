//! What is read off the declared language, the sheet, previews, what seats know, the umpire, snapshots.

use krigsspil_engine::RuleSet;
use krigsspil_engine::battle::{Known, Options, Playable, Played, Sampler, Save, SeatId, Taken, conforms};
use krigsspil_tricolore::battle::Tricolore;
use krigsspil_tricolore::battle::order::{Action, Ride, Step as Move, UnitOrder};
use krigsspil_tricolore::battle::phases::Step;
use krigsspil_tricolore::battle::sheet;
use krigsspil_tricolore::vocabulary::{BaseFormation, CommandOrder};
use proptest::prelude::*;
use serde_json::{Value, json};

use krigsspil_engine::random::Chance;

use crate::random::{play, small};
use crate::table::{Words, table};

fn round_trips<T: Taken>(seed: u64) {
    let known = Known {
        own: vec!["b1".into()],
        seen: vec!["b1".into(), "r1".into()],
        leaders: vec!["b".into()],
        landmarks: vec!["Mill".into()],
        table: [3000.0, 3000.0],
        ..Known::default()
    };
    let mut chance = Chance::new(seed | 1);
    let mut draw = |count: usize| chance.below(count);
    let mut sampler = Sampler { known: &known, chance: &mut draw };
    for _ in 0..20 {
        let given = sampler.one_of(T::TAG, T::KINDS);
        let read = T::from_value(&given).unwrap_or_else(|fault| panic!("{given}: {fault}"));
        assert_eq!(T::from_value(&read.written()).unwrap(), read);
    }
}

/// An order drawn at random, as the sheet can say it.
fn any_order(chance: &mut Chance) -> UnitOrder {
    let place = |chance: &mut Chance| {
        krigsspil_engine::battle::Place([chance.below(3000) as f64, chance.below(3000) as f64])
    };
    match chance.below(11) {
        0 => UnitOrder::Stand,
        1 => UnitOrder::Attack {
            target: "r1".into(),
            wheel: Some(chance.below(45) as f64),
            continued: chance.below(2) == 0,
        },
        2 => UnitOrder::steps(vec![
            Move::Wheel { degrees: chance.below(90) as f64 - 45.0 },
            Move::Ahead { metres: chance.below(600) as f64 },
            Move::Form { formation: BaseFormation::ALL[chance.below(5)] },
        ]),
        3 => UnitOrder::RoadMarch { to: place(chance) },
        4 => UnitOrder::Adjust { to: place(chance) },
        5 => UnitOrder::Manhandle { degrees: Some(chance.below(60) as f64 - 30.0), metres: None },
        6 => UnitOrder::Retreat { metres: 500 + chance.below(500) as i32 },
        7 => {
            UnitOrder::Fire { target: Some("r1".into()), zone: None, bases: Some(1), also: Some("r2".into()) }
        }
        8 => UnitOrder::Fire { target: None, zone: Some("Sehested North".into()), bases: None, also: None },
        9 => UnitOrder::Command { order: CommandOrder::ALL[chance.below(5)], place: Some(place(chance)) },
        _ => UnitOrder::Bonus { bonus: chance.below(7) as i32 - 3 },
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// §turn.D.1 §turn.D.2 §officer.move every kind of action, order, step and ride, written and read again, is the same.
    #[test]
    fn every_kind_round_trips(seed in any::<u64>()) {
        round_trips::<Action>(seed);
        round_trips::<UnitOrder>(seed);
        round_trips::<Move>(seed);
        round_trips::<Ride>(seed);
    }

    /// The sheet says what the structure says, both ways; and whatever is written on it, it is read or refused with its place.
    #[test]
    fn the_sheet_says_the_same(seed in any::<u64>(), scribble in "[A-Z@0-9,.\" ÆØÅ-]{0,24}") {
        let order = any_order(&mut Chance::new(seed | 1));
        prop_assert_eq!(sheet::read(&sheet::write(&order)).unwrap(), order);
        if let Err(fault) = sheet::read(&scribble) {
            prop_assert!(fault.to_string().starts_with("word "), "{fault}");
        }
    }
}

/// Views and prompts are as their schema says, for every seat, in every phase.
#[test]
fn views_are_as_declared() {
    let rules = krigsspil_tricolore::open(None).unwrap();
    let mut game = Played::setup(Tricolore::printed().unwrap(), &small(), Options::new(), 3).unwrap();
    let schema = krigsspil_tricolore::battle::shown::LANGUAGE
        .schema(rules.messages(), krigsspil_engine::Language::English);
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..40 {
        let Some(prompt) = game.prompts().into_iter().next() else { break };
        seen.insert(prompt.what);
        for seat in ["blue", "red", "umpire", "onlooker"] {
            conforms(&schema, "View", &game.view(&SeatId::from(seat)).json()).unwrap();
        }
        conforms(&schema, "Prompt", &serde_json::to_value(&prompt).unwrap()).unwrap();
        game.do_deed(&prompt.seat, &prompt.default).unwrap();
    }
    assert!(seen.len() > 3, "{seen:?}");
}

/// §house.visibility an enemy's ratings, orders and halves are hidden; his U is seen within 400 only; who is out of sight is not there.
#[test]
fn what_a_seat_knows() {
    let words = Words::of(&[
        "b1 column at 1500,1000",
        "r1 column of 5.5 facing south at 1500,1390 disorder=3",
        "r2 column facing south at 1500,1900 disorder=3",
        "r3 column facing south at 2600,2600",
    ])
    .area("wood", [2300.0, 2000.0, 2900.0, 2900.0], json!({}));
    let table = words.with_dice(&[]);
    let view = table.game.view(&"blue".into()).json();
    let enemies: Vec<&str> =
        view["enemies"].as_array().unwrap().iter().map(|unit| unit["id"].as_str().unwrap()).collect();
    assert!(enemies.contains(&"r1") && !enemies.contains(&"r3"), "{enemies:?}");
    let of = |id: &str| view["enemies"].as_array().unwrap().iter().find(|unit| unit["id"] == id).cloned();
    let r1 = of("r1").unwrap();
    assert_eq!(
        (&r1["disorder"], &r1["strength"]["now"], r1.get("ratings"), r1.get("halves")),
        (&json!(3), &json!(6), None, None)
    );
    if let Some(r2) = of("r2") {
        assert_eq!(r2["disorder"], Value::Null, "beyond 400");
    }
}

/// §turn.D.1 a preview tells the way, whom it meets and the sums it would lead to, with what is supposed of the enemy.
#[test]
fn previews() {
    let mut table =
        table(&["b1 column of 6 at 1500,1000", "r1 column of 6 facing south at 1500,1150 N=9"], &[1, 9]);
    table.until_moves(Step::Declarations, "blue");
    let before = table.game.digest();
    let action = Action::Order { unit: "b1".into(), order: Some(UnitOrder::attack("r1")), sheet: None };
    let preview = Tricolore::printed().unwrap().preview(table.battle(), &"blue".into(), &action).unwrap();
    assert_eq!(before, table.game.digest());
    assert_eq!(preview.meets[0].unit.as_ref(), "r1");
    let sum = preview.sums.iter().find(|sum| sum.procedure == "infantry_attack").unwrap();
    assert_eq!(
        (&sum.facts["defender"]["value"], &sum.facts["attacker"]["value"]),
        (&json!(5), &json!(5)),
        "nobody knows his nine"
    );
    assert!(
        sum.supposed.contains(&"defender.value".to_string())
            && !sum.supposed.contains(&"attacker.value".to_string())
    );
    assert!(preview.path[1].place[1] > 1140.0);
}

/// §house.flank §house.visibility the umpire sets units, corrects them, judges a sight, adds a rule; what cannot be he is refused, and only he does it.
#[test]
fn the_umpire() {
    let mut table = table(&["b1 column of 6 at 1500,1000", "r1 column of 6 facing south at 1500,1390"], &[]);
    let set = |x: f64, y: f64| json!({"do": "move", "unit": "b1", "place": [x, y], "facing": 90.0, "reason": "prepared"});
    assert!(table.act("blue", set(900.0, 900.0)).is_err());
    table.act("umpire", set(900.0, 900.0)).unwrap();
    assert_eq!(table.at("b1"), [900.0, 900.0]);
    assert!(table.act("umpire", set(1500.0, 1391.0)).is_err(), "an enemy stands there");
    table.act("umpire", json!({"do": "mend", "unit": "b1", "disorder": 5, "loss_halves": 3})).unwrap();
    assert_eq!((table.unit("b1").disorder, table.unit("b1").bases.in_halves()), (5, 9));
    assert!(table.act("umpire", json!({"do": "mend", "unit": "b1", "loss_halves": 20})).is_err());
    table.act("umpire", json!({"do": "sight", "unit": "b1", "other": "r1", "clear": false})).unwrap();
    let enemies = table.game.view(&"blue".into()).json()["enemies"].clone();
    assert_eq!(enemies, json!([]), "he has judged that they do not see each other");
    table.act("umpire", json!({"do": "rule", "name": "Mud", "text": "Guns stay on roads."})).unwrap();
    assert_eq!(table.game.view(&"red".into()).json()["rules"][0]["name"], "Mud");
}

/// §house.ratings a scenario's ratings are held to their bounds, and told with the line; O defaults to T and S to N where the unit states its own.
#[test]
fn ratings_are_checked() {
    let told = |unit: &str| {
        let words = Words::of(&[unit, "r1 column facing south at 1500,2000"]);
        match Tricolore::printed().unwrap().setup(
            &words.scenario(),
            &Options::new(),
            krigsspil_engine::battle::BattleDice::from_seed(1),
        ) {
            Ok(battle) => Ok(battle.units[battle.unit("b1").unwrap()].ratings),
            Err(fault) => Err(fault.to_string()),
        }
    };
    let own = told("b1 column at 1500,500 T=7 N=3").unwrap();
    assert_eq!((own.orders, own.skirmish, own.morale), (7, 3, 5));
    let ready = told("b1 column at 1500,500 class=light").unwrap();
    assert_eq!((ready.orders, ready.skirmish), (6, 7));
    assert!(told("b1 column at 1500,500 T=10").unwrap_err().contains("T is a whole number from 1 to 9"));
    assert!(told("b1 column of 2.3 at 1500,500").unwrap_err().contains("halves"));
    assert!(told("b1 column at 1500,500 calibre=6pd").unwrap_err().contains("calibre"));
    assert!(told("b1 cavalry square at 1500,500").unwrap_err().contains("square"));
}

/// §house.officers an officer's level gives his radius unless the scenario says otherwise; E is 1 to 9 and the bonus 0 to 3.
#[test]
fn officers_are_checked() {
    let mut words = Words::of(&["bx1 column at 1500,500", "r1 column facing south at 1500,2000"]);
    words.officers[0] = "radius = 300\nbonus = 4".into();
    let set_up = |words: &Words| {
        Tricolore::printed().unwrap().setup(
            &words.scenario(),
            &Options::new(),
            krigsspil_engine::battle::BattleDice::from_seed(1),
        )
    };
    assert!(set_up(&words).unwrap_err().to_string().contains("bonus is a whole number from 0 to 3"));
}

/// A battle gone on with from the state stored at a turn's start is the same battle.
#[test]
fn a_stored_turn_goes_on_as_it_did() {
    let rules = Tricolore::printed().unwrap();
    let full = play(&small(), 50);
    let saved = full.save();
    for begun in saved.turns[1..].iter().step_by(3) {
        let some = Played::replay_first(rules.clone(), &saved, begun.actions, |_, _| {}).unwrap();
        let text = some.save().text();
        let mut again = Played::resume(rules.clone(), &Save::read(&text).unwrap()).unwrap();
        for acted in &full.actions()[again.actions().len()..] {
            again.do_deed(&acted.seat, &acted.action).unwrap();
        }
        assert_eq!(again.ending(), full.ending());
        let stands = |game: &Played<Tricolore>| {
            let battle = game.battle();
            json!([
                battle.units,
                battle.posts,
                battle.commands,
                battle.zones,
                battle.melees,
                battle.held,
                battle.dice
            ])
        };
        assert_eq!(stands(&again), stands(&full), "from turn {}", begun.turn);
    }
}
