//! Samples of special actions: houses, detachments, and the rides of generals and couriers. They depend only on the ground and on the
//! seat's own units, so that they reveal no enemy.

use krigsspil_engine::battle::{CourierName, Leader, Moment, OwnUnit, Place};
use krigsspil_field::prelude::*;
use krigsspil_turn::command::Post;

use super::houses::{HOUSE_CM, walls};
use super::knowing::{Knows, Own};
use super::order::{Action, Ride, Step, UnitOrder, Wing};
use super::run::detach::REJOIN_CM;
use super::state::{CM, Courier, SideId};

const AHEAD: Step = Step::Ahead { cm: None };
/// A short way to a house or a regiment, in centimetres.
const SHORT_CM: f64 = 4.0;
/// The moments at which rides are offered (§03.01.5).
const MOMENTS: [f64; 3] = [0.0, 0.5, 1.0];

/// Into a house and out of it, detaching and rejoining.
pub(super) fn errands(known: Knows<'_>, own: Own<'_>) -> impl Iterator<Item = UnitOrder> + use<> {
    let steps = if own.building.is_some() {
        vec![vec![Step::Leave], vec![Step::Leave, AHEAD]]
    } else {
        let mut steps = after_a_short_way(Step::Enter, |cm| house_within(known, own, HOUSE_CM + cm));
        steps.extend(after_a_short_way(Step::Rejoin, |cm| regiment_within(known, own, REJOIN_CM + cm)));
        steps.extend(told_off(known, own));
        steps
    };
    steps.into_iter().map(UnitOrder::march)
}

/// A step at once if it is near enough, otherwise after a short march that brings it near enough.
fn after_a_short_way(step: Step, near: impl Fn(f64) -> bool) -> Vec<Vec<Step>> {
    match () {
        () if near(0.0) => vec![vec![step]],
        () if near(SHORT_CM) => vec![vec![Step::Ahead { cm: Some(SHORT_CM) }, step]],
        () => Vec::new(),
    }
}

fn house_within(known: Knows<'_>, own: Own<'_>, cm: f64) -> bool {
    let around = own.placed.extent().grown(cm * CM);
    known.map().near(around).any(|(id, _)| walls(known.map(), id.0).is_some())
}

fn regiment_within(known: Knows<'_>, own: Own<'_>, cm: f64) -> bool {
    let regiment = own.regiment.and_then(|regiment| known.seen(regiment));
    regiment.is_some_and(|whole| whole.here() && distance(&own.placed, whole.placed()) / CM <= cm)
}

/// Only one detachment of a regiment at a time is offered: more must be a deliberate choice.
fn told_off(known: Knows<'_>, own: Own<'_>) -> Vec<Vec<Step>> {
    let whole = |other: Own<'_>| other.regiment != Some(own.number) || !other.here();
    if own.regiment.is_some() || !known.own_units().all(whole) {
        return Vec::new();
    }
    let detach = |companies, wing| Step::Detach { companies, wing };
    vec![vec![detach(1, Wing::Right)], vec![detach(3, Wing::Left), AHEAD]]
}

/// Rides of somebody of this seat: to the units nearest to him, or home, at several moments.
fn rides(known: Knows<'_>, side: SideId, from: Point, own: &[Own<'_>]) -> Vec<(Ride, f64)> {
    let mut near: Vec<(f64, Own<'_>)> =
        own.iter().map(|unit| (unit.placed.centre().distance(from), *unit)).collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.number.cmp(&b.1.number)));
    let mut to: Vec<Ride> =
        near.iter().take(2).map(|(_, unit)| Ride::With { unit: OwnUnit::from(&unit.whole().id) }).collect();
    let back = from + Bearing::degrees(known.side_data(side).home).ahead() * (10.0 * CM);
    if known.map().table().extent().holds(back) {
        to.push(Ride::To { place: Place([back.x.round(), back.y.round()]) });
    }
    MOMENTS.into_iter().flat_map(|moment| to.iter().map(move |ride| (ride.clone(), moment))).collect()
}

/// A general's rides.
pub(super) fn of_general(known: Knows<'_>, general: &Post, own: &[Own<'_>]) -> Vec<Action> {
    let rides = rides(known, general.side, general.place, own).into_iter();
    rides
        .map(|(to, moment)| Action::General {
            general: Leader::from(&general.id),
            to,
            moment: Moment(moment),
        })
        .collect()
}

/// A courier's rides without anything to deliver.
pub(super) fn of_courier(known: Knows<'_>, rider: &Courier, own: &[Own<'_>]) -> Vec<Action> {
    let courier = &rider.id;
    let rides = rides(known, rider.side, rider.place, own).into_iter();
    let action = |(to, moment)| Action::Courier {
        courier: CourierName::from(courier),
        to,
        order: None,
        instruction: None,
        moment: Moment(moment),
    };
    rides.map(action).collect()
}
