//! An action worked out without doing it, from what its seat may know (§03.02.2).
//!
//! The turn is run on a battle as the seat [supposes](super::supposed) it, with everybody else standing still, up to the first throw. That
//! throw is not made: its facts are told. What differs when other things are supposed is told to be supposed.

use krigsspil_engine::battle::{Preview, Refused, SeatId, Standing, SumPreviewed, Waypoint};
use krigsspil_engine::wordings::NOT_YOURS;
use serde_json::Value;

use super::legal;
use super::order::{Action, Ride, UnitOrder};
use super::run::rehearsal::{Rehearsal, rehearse};
use super::state::*;
use super::supposed::{Guess, supposed};
use crate::tables::Tables;

/// What would come of an action.
pub(super) fn preview(
    battle: &Battle,
    tables: &Tables,
    seat: &SeatId,
    action: &Action,
) -> Result<Preview, Refused> {
    match action {
        Action::Order { unit, order, sheet } => {
            let own = battle.unit(unit).filter(|&unit| battle.seat_of_unit(unit) == seat);
            let Some(own) = own else {
                return Err(Refused::not_yours("unit", NOT_YOURS.with([("given", (&*unit.0).into())])));
            };
            let order = super::act::written(battle, own, order.as_ref(), sheet.as_deref())?;
            legal::check(battle, tables, own, &order)?;
            Ok(of_order(battle, tables, seat, own, &order))
        }
        Action::General { general, to, moment } => {
            let post = battle.general(general).filter(|&post| battle.fixed.seat_of[post] == *seat);
            let Some(post) = post else {
                return Err(Refused::not_yours("general", NOT_YOURS.with([("given", (&*general.0).into())])));
            };
            Ok(of_ride(battle, battle.generals[post].place, to, moment.0))
        }
        _ => Ok(Preview::default()),
    }
}

/// A straight ride at a moment of the turn, without time (§03.01.5).
fn of_ride(battle: &Battle, from: krigsspil_field::prelude::Point, to: &Ride, moment: f64) -> Preview {
    let there = match to {
        Ride::To { place } => Some(place.0),
        Ride::With { unit } => battle.unit(unit).map(|unit| {
            let at = battle.units[unit].placed.pose().at;
            [at.x, at.y]
        }),
        Ride::General { general } => battle.general(general).map(|post| {
            let at = battle.generals[post].place;
            [at.x, at.y]
        }),
        Ride::Stay => None,
    };
    let facing = 0.0;
    let mut path = vec![Waypoint { moment, place: [from.x, from.y], facing }];
    path.extend(there.map(|place| Waypoint { moment, place, facing }));
    Preview { path, ..Preview::default() }
}

fn of_order(battle: &Battle, tables: &Tables, seat: &SeatId, unit: UnitId, order: &UnitOrder) -> Preview {
    let rehearsed = |guess| {
        let mut stage = supposed(battle, tables, seat, guess);
        let rehearsal = rehearse(&mut stage, tables, unit, order);
        (stage, rehearsal)
    };
    let (stage, usual) = rehearsed(Guess::Usual);
    let (_, unusual) = rehearsed(Guess::Unusual);
    let Rehearsal { path, meets, ground, not_reached, sums, ended, .. } = usual;
    let stands = &stage.units[unit];
    let pose = stands.placed.pose();
    let ends = stands.here().then(|| Standing {
        moment: ended,
        place: [pose.at.x, pose.at.y],
        facing: pose.facing.as_degrees(),
        formation: stands.formation.as_str(),
        outline: stands.placed.outline().outer.iter().map(|at| [at.x, at.y]).collect(),
    });
    let sums = sums.into_iter().enumerate().map(|(number, sum)| {
        let other = unusual.sums.get(number).filter(|other| other.procedure == sum.procedure);
        let mut supposed = Vec::new();
        differing(&sum.facts, other.map_or(&Value::Null, |other| &other.facts), "", &mut supposed);
        SumPreviewed { supposed, ..sum }
    });
    Preview { path, ends, not_reached, meets, ground, sums: sums.collect() }
}

/// The paths of the facts in which two differ.
fn differing(one: &Value, other: &Value, path: &str, into: &mut Vec<String>) {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            for (name, value) in one {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                differing(value, other.get(name).unwrap_or(&Value::Null), &path, into);
            }
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            for (number, (one, other)) in one.iter().zip(other).enumerate() {
                differing(one, other, &format!("{path}[{number}]"), into);
            }
        }
        _ if one == other => {}
        _ => into.push(path.to_string()),
    }
}
