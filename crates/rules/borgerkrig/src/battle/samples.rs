//! Samples of what is not every unit's business: houses, detachments, and the rides of generals and couriers. They rest on the ground
//! and on the seat's own units alone, so that they tell of no enemy.

use krigsspil_engine::battle::{CourierName, Leader, Moment, OwnUnit, Place};
use krigsspil_field::prelude::*;

use super::houses::{HOUSE_CM, walls};
use super::order::{Action, Ride, Step, UnitOrder, Wing};
use super::run::detach::REJOIN_CM;
use super::state::*;

const AHEAD: Step = Step::Ahead { cm: None };
/// A short way to a house or a regiment, in centimetres.
const SHORT_CM: f64 = 4.0;
/// Moments at which riders are offered to ride (§03.01.5).
const MOMENTS: [f64; 3] = [0.0, 0.5, 1.0];

/// Into a house and out of it, told off and back into the ranks.
pub(super) fn errands(battle: &Battle, unit: UnitId) -> impl Iterator<Item = UnitOrder> + use<> {
    let steps = if battle.units[unit].building.is_some() {
        vec![vec![Step::Leave], vec![Step::Leave, AHEAD]]
    } else {
        let mut steps = after_a_short_way(Step::Enter, |cm| house_within(battle, unit, HOUSE_CM + cm));
        steps.extend(after_a_short_way(Step::Rejoin, |cm| regiment_within(battle, unit, REJOIN_CM + cm)));
        steps.extend(told_off(battle, unit));
        steps
    };
    steps.into_iter().map(UnitOrder::march)
}

/// A step at once if it is near enough, else after a short way if it is then.
fn after_a_short_way(step: Step, near: impl Fn(f64) -> bool) -> Vec<Vec<Step>> {
    match () {
        () if near(0.0) => vec![vec![step]],
        () if near(SHORT_CM) => vec![vec![Step::Ahead { cm: Some(SHORT_CM) }, step]],
        () => Vec::new(),
    }
}

fn house_within(battle: &Battle, unit: UnitId, cm: f64) -> bool {
    let around = battle.units[unit].placed.extent().grown(cm * CM);
    battle.ground.near(around).any(|(id, _)| walls(&battle.ground, id.0).is_some())
}

fn regiment_within(battle: &Battle, unit: UnitId, cm: f64) -> bool {
    let regiment = battle.units[unit].regiment;
    regiment.is_some_and(|whole| battle.units[whole].here() && battle.cm_between(unit, whole) <= cm)
}

/// One detachment of a regiment at a time is offered: more is for those who mean it.
fn told_off(battle: &Battle, unit: UnitId) -> Vec<Vec<Step>> {
    let whole = |other: &Unit| other.regiment != Some(unit) || !other.here();
    if battle.units[unit].regiment.is_some() || !battle.units.values().all(whole) {
        return Vec::new();
    }
    let detach = |companies, wing| Step::Detach { companies, wing };
    vec![vec![detach(1, Wing::Right)], vec![detach(3, Wing::Left), AHEAD]]
}

/// Rides of somebody of this seat: with the units nearest to him, or homeward, at several moments.
fn rides(battle: &Battle, side: SideId, from: Point, own: &[UnitId]) -> Vec<(Ride, f64)> {
    let mut near: Vec<(f64, UnitId)> =
        own.iter().map(|&unit| (battle.units[unit].placed.centre().distance(from), unit)).collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut to: Vec<Ride> = near
        .iter()
        .take(2)
        .map(|&(_, unit)| Ride::With { unit: OwnUnit::from(&battle.units[unit].id) })
        .collect();
    let back = from + Bearing::degrees(battle.fixed.sides[side].home).ahead() * (10.0 * CM);
    if battle.ground.table().extent().holds(back) {
        to.push(Ride::To { place: Place([back.x.round(), back.y.round()]) });
    }
    MOMENTS.into_iter().flat_map(|moment| to.iter().map(move |ride| (ride.clone(), moment))).collect()
}

/// A general's rides.
pub(super) fn of_general(battle: &Battle, post: PostId, own: &[UnitId]) -> Vec<Action> {
    let general = &battle.generals[post];
    let rides = rides(battle, general.side, general.place, own).into_iter();
    rides
        .map(|(to, moment)| Action::General {
            general: Leader::from(&general.id),
            to,
            moment: Moment(moment),
        })
        .collect()
}

/// A courier's rides; he carries nothing.
pub(super) fn of_courier(battle: &Battle, rider: &Courier, own: &[UnitId]) -> Vec<Action> {
    let courier = &rider.id;
    let rides = rides(battle, rider.side, rider.place, own).into_iter();
    let action = |(to, moment)| Action::Courier {
        courier: CourierName::from(courier),
        to,
        order: None,
        instruction: None,
        moment: Moment(moment),
    };
    rides.map(action).collect()
}
