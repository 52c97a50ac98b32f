//! Actions sampled from the declarations.

use krigsspil_borgerkrig::battle::Action;
use krigsspil_borgerkrig::battle::order::{Ride, Step, UnitOrder, When};
use krigsspil_borgerkrig::battle::shown::LANGUAGE;
use krigsspil_engine::battle::{ActFault, Known, Sampler, SeatId, Taken, conforms};
use krigsspil_engine::messages::Language;
use krigsspil_engine::random::Chance;
use proptest::prelude::*;
use serde_json::json;

use super::{meeting, messages};

/// Every readable action is carried out, or refused with its reason and without a trace; nothing ends the program.
#[test]
fn sampled_actions_are_done_or_refused() {
    let schema = LANGUAGE.schema(messages(), Language::English);
    let (mut done, mut refused) = (0, std::collections::BTreeSet::new());
    for seed in 1..=2 {
        let mut game = meeting(seed);
        let mut chance = Chance::new(seed * 77);
        for round in 0..400 {
            if game.ending().is_some() {
                break;
            }
            let seats: Vec<SeatId> = game.seats().into_keys().collect();
            let seat = &seats[chance.below(seats.len())];
            let known = Known::of(&game.view(seat));
            let mut below = |count| chance.below(count);
            let mut sampler = Sampler { known: &known, chance: &mut below };
            let action = match round % 4 {
                // Mostly orders, because most of the rules are about them.
                0 => sampler.one_of(Action::TAG, Action::KINDS),
                _ => {
                    let order = sampler.one_of(UnitOrder::TAG, UnitOrder::KINDS);
                    let unit = known.own.get(chance.below(known.own.len())).map_or("nobody", |id| id);
                    json!({"do": "order", "unit": unit, "order": order})
                }
            };
            conforms(&schema, "Action", &action).unwrap_or_else(|fault| panic!("{action}: {fault}"));
            let before = game.digest();
            match game.act(seat, &action) {
                Ok(_) => done += 1,
                Err(ActFault::Unreadable(fault)) => panic!("{action}: {fault}"),
                Err(fault) => {
                    assert_eq!(game.digest(), before, "{action} was refused and left a trace");
                    let [english, danish] = Language::ALL.map(|language| fault.message(messages(), language));
                    assert_ne!(english, danish, "{action}");
                    if let ActFault::Refused(why) = fault {
                        refused.insert(why.key());
                    }
                }
            }
        }
    }
    assert!(done > 60, "{done} were carried out");
    assert!(refused.len() > 15, "refused for {refused:?}");
}

/// A sample of every kind of a set can be read; and written again it reads to the same value.
fn round_trips<T: Taken>(seed: u64) {
    let ids = |of: &str| (1..4).map(|number| format!("{of}{number}").as_str().into()).collect::<Vec<_>>();
    let known = Known {
        own: ids("b"),
        seen: ids("r"),
        leaders: ids("g"),
        couriers: ids("c"),
        landmarks: ids("mill "),
        questions: vec![1, 7],
        answers: vec!["fire"],
        table: [1500.0, 900.0],
    };
    let mut chance = Chance::new(seed);
    for kind in T::KINDS {
        let mut below = |count| chance.below(count);
        let given = Sampler { known: &known, chance: &mut below }.kind(T::TAG, kind);
        let read = T::from_value(&given).unwrap_or_else(|fault| panic!("{given}: {fault}"));
        let written = read.written();
        assert_eq!(read.kind(), kind.name);
        assert_eq!(T::from_value(&written).unwrap(), read, "{given} was written {written}");
        for (field, value) in given.as_object().unwrap() {
            let same = match (value.as_f64(), written[field].as_f64()) {
                (Some(one), Some(other)) => one == other,
                _ => value == &written[field] || value.is_object() || value.is_array(),
            };
            assert!(same, "{field} of {given} was written {written}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// §03.03.1 §03.03.4 §03.03.6 §03.01.5 Actions, orders, steps, moments to fire and rides: written and read back they are the same.
    #[test]
    fn every_kind_round_trips(seed in any::<u64>()) {
        round_trips::<Action>(seed);
        round_trips::<UnitOrder>(seed);
        round_trips::<Step>(seed);
        round_trips::<When>(seed);
        round_trips::<Ride>(seed);
    }
}
