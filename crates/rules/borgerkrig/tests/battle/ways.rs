//! The ways that units went, as each seat saw them (§03.02.2).

use krigsspil_borgerkrig::battle::order::{Step, UnitOrder};
use krigsspil_engine::battle::{Event, MARCHED, SeatId, Waypoint};
use serde_json::json;
use std::sync::Arc;

use crate::table::*;

fn ahead() -> UnitOrder {
    UnitOrder::march(vec![Step::Ahead { cm: None }])
}

/// The stretches of a unit's way that a seat is shown; `None` if it is not told that the unit moved.
fn shown<'a>(events: &'a [Arc<Event>], unit: &str, seat: &str) -> Option<Vec<&'a [Waypoint]>> {
    let seat = SeatId::from(seat);
    let event = events.iter().find(|event| event.what == MARCHED && event.unit() == Some(unit))?;
    event.audience.tells(&seat).then(|| event.way.as_ref().unwrap().stretches(&seat))
}

/// §03.02.3 §04.01.4 of three regiments abreast one marches in the open, one behind a wood, and one from the open to behind the wood. The
/// enemy sees the whole way of the first, nothing of the second, and of the third no quarter that ends hidden by the wood; their own player
/// sees everything.
#[test]
fn a_way_is_shown_as_far_as_it_was_seen() {
    let units = [
        "b3 line of 20 facing east at 58,60",
        "b1 line of 20 facing east at 35,60",
        "b2 line of 20 facing east at 85,60",
        "r1 line of 20 facing south at 60,130",
    ];
    // Between b2 and r1, and all along the way of b2; b3 comes behind it during the turn.
    let wood = json!([[[61, 65], [150, 65], [150, 110], [61, 110], [61, 65]]]);
    let mut table = Words::of(&units).with_feature(json!({"kind": "wood"}), "Polygon", wood).with_dice(&[]);
    for unit in ["b1", "b2", "b3"] {
        table.order(unit, ahead());
    }
    let events = table.turn();
    for unit in ["b1", "b2", "b3"] {
        let own = shown(&events, unit, "blue").unwrap();
        assert_eq!(own.len(), 1, "{unit}");
        let (first, last) = (own[0].first().unwrap(), own[0].last().unwrap());
        assert_eq!((first.moment, last.moment), (0.0, 1.0), "{unit}");
        let stands = table.unit(unit).placed.pose().at;
        assert!((last.place[0] - stands.x).hypot(last.place[1] - stands.y) < 0.1, "{unit}");
        for quarter in [0.25, 0.5, 0.75] {
            assert!(own[0].iter().any(|at| at.moment == quarter), "{unit} is looked at at {quarter}");
        }
        assert_eq!(shown(&events, unit, "umpire"), Some(own), "{unit}");
        assert_eq!(shown(&events, unit, "onlooker"), None, "{unit}");
    }
    let all = shown(&events, "b1", "blue").unwrap();
    assert_eq!(shown(&events, "b1", "red"), Some(all));
    assert_eq!(shown(&events, "b2", "red"), None, "nobody is told that it went");
    let part = shown(&events, "b3", "red").expect("it was seen at first");
    let last = part.last().unwrap().last().unwrap();
    assert!(part[0][0].moment == 0.0 && last.moment < 1.0, "{part:?}");
    assert!([0.25, 0.5, 0.75].contains(&last.moment), "whole quarters: {part:?}");
}

/// §03.03.4 a unit that stands for half the turn starts from that place and moment, and a unit that never moves has no way.
#[test]
fn who_stands_went_no_way() {
    let mut table = table(
        &["b1 line of 20 at 60,60", "b2 line of 20 at 80,60", "r1 line of 20 facing south at 60,190"],
        &[],
    );
    let half = vec![Step::Halt { turns: 0.5 }, Step::Ahead { cm: None }];
    table.order("b1", UnitOrder::march(half));
    let events = table.turn();
    assert_eq!(shown(&events, "b2", "umpire"), None);
    let way = shown(&events, "b1", "blue").unwrap()[0];
    let sets_out = way.iter().rposition(|at| at.place == way[0].place).unwrap();
    assert_eq!(way[sets_out].moment, 0.5, "it stands for half the turn: {way:?}");
    assert!(way.len() > sets_out + 1);
}
