//! Computes an action without doing it, from what its seat may know (§03.02.2).
//! The turn runs on a battle as the seat [supposes](super::knowing) it, with everybody else standing still, up to the first throw. That
//! throw is not made: its facts are reported. Facts that change under other suppositions are marked as supposed.

use krigsspil_engine::battle::{Preview, Refused, Standing, Waypoint};
use krigsspil_field::prelude::Point;
use krigsspil_turn::supposing::mark_supposed;

use super::knowing::{Guess, Knows, Own};
use super::order::{Action, Ride, UnitOrder};
use super::rides::Carries;
use super::run::rehearsal::Rehearsal;
use super::{legal, rides};

/// The expected result of an action.
pub(super) fn preview(known: Knows<'_>, action: &Action) -> Result<Preview, Refused> {
    match action {
        Action::Order { unit, order, sheet } => {
            let own = known.own_unit(unit)?;
            let order = legal::written(known, own, order.as_ref(), sheet.as_deref())?;
            legal::check(known, own, &order)?;
            Ok(of_order(known, own, &order).unwrap_or_default())
        }
        Action::General { general, to, moment } => {
            let (_, general) = rides::general(known, general, to, moment.0)?;
            Ok(of_ride(known, general.place, to, moment.0).unwrap_or_default())
        }
        Action::Courier { courier, to, order, instruction, moment } => {
            let carries = Carries { order: order.as_ref(), instruction: instruction.as_ref() };
            let (_, courier) = rides::courier(known, courier, to, &carries, moment.0)?;
            Ok(of_ride(known, courier.place, to, moment.0).unwrap_or_default())
        }
        _ => Ok(Preview::default()),
    }
}

/// A straight ride at a moment of the turn, which takes no time (§03.01.5), as far as one turn allows.
fn of_ride(known: Knows<'_>, from: Point, to: &Ride, moment: f64) -> Option<Preview> {
    let mut path = vec![Waypoint { moment, place: [from.x, from.y], facing: 0.0 }];
    if *to == Ride::Stay {
        return Some(Preview { path, ..Preview::default() });
    }
    let (there, with) = known.supposed(Guess::Usual)?.ride(from, to);
    if there != from {
        path.push(Waypoint { moment, place: [there.x, there.y], facing: 0.0 });
    }
    let arrives = match to {
        Ride::To { place } => there.distance(Point { x: place.0[0], y: place.0[1] }) <= 0.5,
        Ride::With { .. } => with.is_some(),
        Ride::General { .. } | Ride::Stay => true,
    };
    Some(Preview { path, not_reached: if arrives { Vec::new() } else { vec![0] }, ..Preview::default() })
}

fn of_order(known: Knows<'_>, own: Own<'_>, order: &UnitOrder) -> Option<Preview> {
    let mut stage = known.supposed(Guess::Usual)?;
    let (usual, stands) = stage.rehearse(own.number, order);
    let Rehearsal { path, meets, ground, not_reached, sums, ended, .. } = usual;
    let pose = stands.placed.pose();
    let ends = stands.here().then(|| Standing {
        moment: ended,
        place: [pose.at.x, pose.at.y],
        facing: pose.facing.as_degrees(),
        formation: stands.formation.as_str(),
        outline: stands.placed.outline().outer.iter().map(|at| [at.x, at.y]).collect(),
    });
    // A march that leads to no throw rests on nothing that is supposed.
    let sums = match sums.is_empty() {
        true => sums,
        false => mark_supposed(sums, &known.supposed(Guess::Unusual)?.rehearse(own.number, order).0.sums),
    };
    Some(Preview { path, ends, not_reached, meets, ground, sums })
}
