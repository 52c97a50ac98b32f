//! What is read off the declared language, the sheet, views, the umpire, snapshots.

use krigsspil_engine::RuleSet;
use krigsspil_engine::battle::{Heading, Known, Options, Played, Sampler, Taken, conforms};
use krigsspil_engine::random::Chance;
use krigsspil_gdc::battle::Gdc;
use krigsspil_gdc::battle::order::{Action, Ride, ShiftWay, Step as Move, UnitOrder};
use krigsspil_gdc::battle::sheet;
use krigsspil_gdc::battle::units::Stance;
use krigsspil_gdc::procedures::chits::ChitCode;
use krigsspil_gdc::vocabulary::ChargeOrders;
use proptest::prelude::*;
use serde_json::json;

use crate::random::small;
use crate::table::table;

fn round_trips<T: Taken>(seed: u64) {
    let known = Known {
        own: vec!["b1".into()],
        seen: vec!["b1".into(), "r1".into()],
        leaders: vec!["b".into()],
        landmarks: vec!["Mill".into()],
        table: [3000.0, 3000.0],
        ..Known::default()
    };
    let mut chance = Chance::new(seed);
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
    let steps = |chance: &mut Chance| {
        vec![
            Move::Wheel { degrees: chance.below(90) as f64 - 45.0 },
            Move::Ahead { yards: chance.below(600) as f64 },
        ]
    };
    let chit = |chance: &mut Chance| match chance.below(3) {
        0 => None,
        _ => Some(ChitCode::ALL[chance.below(ChitCode::ALL.len())]),
    };
    match chance.below(14) {
        0 => UnitOrder::Stand,
        1 => UnitOrder::Chits { blue: chit(chance), white: chit(chance) },
        2 => UnitOrder::Change {
            formation: Some(Stance::ALL[chance.below(4)]),
            degrees: chance.below(90) as f64,
        },
        3 => UnitOrder::Change { formation: None, degrees: chance.below(90) as f64 - 90.0 },
        4 => UnitOrder::Prone,
        5 => UnitOrder::Fire { target: "r1".into(), castings: Some(4), also: Some("r2".into()) },
        6 => UnitOrder::Charge {
            target: "r1".into(),
            wheel: Some(chance.below(90) as f64),
            orders: ChargeOrders::Pursue,
        },
        7 => UnitOrder::Move {
            steps: steps(chance),
            strategic: chance.below(2) == 0,
            unlimber: chance.below(2) == 0,
        },
        8 => UnitOrder::Shift { way: ShiftWay::ALL[chance.below(3)], yards: chance.below(100) as f64 },
        9 => UnitOrder::Gallop { steps: steps(chance) },
        10 => UnitOrder::Limber { facing: Some(Heading(chance.below(360) as f64)) },
        11 => UnitOrder::Turn { degrees: chance.below(90) as f64 - 45.0 },
        12 => UnitOrder::Prolonge { yards: chance.below(100) as f64 - 50.0 },
        _ => UnitOrder::LimberAndMove {
            facing: Some(Heading(chance.below(360) as f64)),
            yards: chance.below(300) as f64,
        },
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// §2.7 §5.1 §6.1 every kind of action, order, step and ride, written and read again, is the same.
    #[test]
    fn every_kind_round_trips(seed in any::<u64>()) {
        round_trips::<Action>(seed);
        round_trips::<UnitOrder>(seed);
        round_trips::<Move>(seed);
        round_trips::<Ride>(seed);
    }

    /// The sheet says what the structure says, both ways; and whatever is written on it, it is read or refused with its place.
    #[test]
    fn the_sheet_says_the_same(seed in any::<u64>(), scribble in "[A-Z@0-9,./\" -]{0,24}") {
        let order = any_order(&mut Chance::new(seed));
        prop_assert_eq!(sheet::read(&sheet::write(&order)).unwrap(), order);
        if let Err(fault) = sheet::read(&scribble) {
            prop_assert!(fault.at >= 1);
        }
    }
}

/// §2.7 the sheet of the turn: unit, blue chit, white chit.
#[test]
fn chits_on_the_sheet() {
    let laid = |blue, white| UnitOrder::Chits { blue, white };
    assert_eq!(sheet::read("L/A").unwrap(), laid(Some(ChitCode::Line), Some(ChitCode::Attack)));
    assert_eq!(sheet::read("-/*").unwrap(), laid(None, Some(ChitCode::Limber)));
    assert_eq!(sheet::read("CA/blank").unwrap(), laid(Some(ChitCode::ColumnAbout), Some(ChitCode::Hold)));
    assert!(sheet::read("Q/A").is_err());
}

/// Views and prompts are as their schema says, for every seat, in every phase.
#[test]
fn views_are_as_declared() {
    let rules = krigsspil_gdc::open(None).unwrap();
    let mut game = Played::setup(Gdc::printed().unwrap(), &small(), Options::new(), 3).unwrap();
    let schema =
        krigsspil_gdc::battle::shown::LANGUAGE.schema(rules.messages(), krigsspil_engine::Language::English);
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..40 {
        let Some(prompt) = game.prompts().into_iter().next() else { break };
        seen.insert(prompt.what);
        for seat in ["blue", "red", "umpire", "onlooker"] {
            conforms(&schema, "View", &game.view(&krigsspil_engine::battle::SeatId::from(seat)).json())
                .unwrap();
        }
        conforms(&schema, "Prompt", &serde_json::to_value(&prompt).unwrap()).unwrap();
        game.do_deed(&prompt.seat, &prompt.default).unwrap();
    }
    assert!(seen.len() > 2, "{seen:?}");
}

/// §2.4.umpire the umpire sets a unit elsewhere and corrects it; nobody else does.
#[test]
fn the_umpire() {
    let mut table = table(&["b1 column at 500,500", "r1 column at 500,900"], &[]);
    let moves = json!({"do": "move", "unit": "b1", "place": [700, 700], "facing": 90, "reason": "as agreed"});
    assert!(table.act("blue", moves.clone()).is_err());
    table.act("umpire", moves).unwrap();
    assert_eq!(table.at("b1"), [700.0, 700.0]);
    table
        .act(
            "umpire",
            json!({"do": "mend", "unit": "r1", "status": "unorganized", "castings": 2, "reason": "a slip"}),
        )
        .unwrap();
    assert_eq!(table.unit("r1").castings, 10);
    assert!(
        table.act("umpire", json!({"do": "move", "unit": "b1", "place": [500, 950], "facing": 0})).is_err(),
        "nobody stands on anybody"
    );
}
