//! The way of an attack (R70, R90): one wheel of at most 45 degrees, then straight ahead until it touches.

use krigsspil_field::prelude::*;

use super::course::{is_column, stride_metres};
use super::state::*;
use super::walk::{Purpose, ROUNDED_OFF, Stride, Walk, Walked};
use crate::tables::Tables;
use crate::vocabulary::MovePhase;

/// The widest wheel of an attack, in degrees.
pub(super) const WIDEST: f64 = 45.0;
/// Any way is looked for by wheels of so many degrees.
const WHEELED_BY: f64 = 1.25;
/// An attack is declared on an enemy within so many degrees of the front.
pub(super) const BEFORE: f64 = 45.0;

/// What a unit may move in a phase, in metres (§move.infantry, §move.cavalry, §manoeuvre.table, §deploy.table).
pub(super) fn allowance(tables: &Tables, unit: &Unit, phase: MovePhase, on_road: bool) -> i32 {
    use crate::vocabulary::MarchingArm::*;
    let rates = match (phase, on_road) {
        (MovePhase::Deployment, _) => &tables.movement.deployment,
        (_, true) => &tables.movement.road_march,
        (_, false) => &tables.movement.manoeuvre,
    };
    let doubled = if phase == MovePhase::Deployment && on_road { tables.movement.deployment_road } else { 1 };
    match unit.marching() {
        Train if on_road && phase == MovePhase::Manoeuvre => tables.movement.train_on_road.0,
        Train => 0,
        FootArtillery => rates.artillery.0 * doubled,
        HorseArtillery => rates.horse_artillery.0 * doubled,
        Infantry | Skirmishers if phase == MovePhase::Tactical => tables.movement.tactical_infantry.0,
        Cavalry if phase == MovePhase::Tactical => tables.movement.tactical_cavalry.0,
        Infantry | Skirmishers => rates.infantry.0,
        Cavalry => rates.cavalry.0,
    }
}

/// Is any of a body within 45 degrees of a unit's front?
pub(super) fn before_the_front(unit: &Unit, target: &Placed) -> bool {
    // Out of a zone one goes any way.
    if unit.zone.is_some() {
        return true;
    }
    let arc = Arc::new(Degrees(BEFORE), ArcFrom::Anywhere);
    let (near, _) = closest_places(target, &unit.placed);
    let corners = target.envelope();
    let mut places =
        [near, target.pose().at, target.centre()].into_iter().chain(corners.corners().iter().copied());
    places.any(|place| in_arc(&unit.placed, arc, place))
}

/// Where a unit that leaves its zone stands to go at a place: before the edge, in column, facing it.
pub(super) fn out_of_zone(battle: &Battle, tables: &Tables, unit: UnitId, toward: Point) -> Option<Placed> {
    let own = &battle.units[unit];
    let middle = own.placed.pose().at;
    let ahead = (toward - middle).unit()?;
    let facing = Bearing::of(ahead);
    let body = super::bodies::formed(tables, own.branch.base(), own.formation, own.bases, &[]).ok()?;
    let zone = &battle.zones[own.zone?];
    let line = Line::between(middle, middle + ahead * 2000.0);
    let edge = krigsspil_field::polygon::edges(&zone.outline)
        .filter_map(|side| krigsspil_field::polygon::crossing((line.from, line.to), side))
        .map(|(share, _)| share * 2000.0)
        .fold(0.0, f64::max);
    let half = body.front() / 2.0;
    // Clear of the outline, whatever way its edge runs.
    (0..8).find_map(|step| {
        let out = edge + body.depth() + half * 0.25 * f64::from(step) + 1.0;
        let pose = Pose::new(middle + ahead * out, facing).on_grid();
        let placed = body.at(pose).ok()?;
        let clear = !overlaps(&placed, &own.placed);
        clear.then_some(placed)
    })
}

/// An attack about to be made: where it starts, and how it walks.
struct Onset<'a> {
    walk: Walk<'a>,
    start: Placed,
    enemy: &'a Placed,
}

impl<'a> Onset<'a> {
    /// None when the target stands farther off than the unit moves.
    fn of(battle: &'a Battle, tables: &'a Tables, unit: UnitId, target: UnitId) -> Option<Self> {
        let own = &battle.units[unit];
        let allowance = allowance(tables, own, MovePhase::Tactical, false);
        let enemy = &battle.units[target].placed;
        if whole_metres(distance(&own.placed, enemy)) > allowance {
            return None;
        }
        let start = match own.zone {
            // From the middle of the zone, whose edge may lie along his front: straight at what of him is nearest to it.
            Some(_) => {
                out_of_zone(battle, tables, unit, super::bodies::nearest_of(enemy, own.placed.pose().at))?
            }
            None => own.placed.clone(),
        };
        let walk = Walk { battle, tables, unit, purpose: Purpose::Attack(target), allowance };
        Some(Onset { walk, start, enemy })
    }

    /// The way after this wheel, if it touches.
    fn touches(&self, degrees: f64) -> Option<(f64, Walked)> {
        if self.misses(degrees) {
            return None;
        }
        let reach = f64::from(self.walk.allowance) + 1.0;
        let strides: &[Stride] = &[Stride::Wheel(degrees), Stride::Ahead(reach)];
        let strides = if degrees == 0.0 { &strides[1..] } else { strides };
        self.walk.up_to_target(&self.start, strides).map(|walked| (degrees, walked))
    }
}

/// So much is left to the rounding of contact where a way is seen to miss, in metres.
const SLACK: f64 = 2.0;

impl Onset<'_> {
    /// Is it seen, before the way is laid out, that it comes by him or does not come so far? A metre of march brings the front a metre
    /// nearer at most.
    fn misses(&self, degrees: f64) -> bool {
        let Onset { walk, start, enemy } = self;
        let Purpose::Attack(target) = walk.purpose else { return false };
        if is_column(start) || walk.battle.guns_alone_in(target).is_some() {
            return false;
        }
        let (front, depth) = (start.body().front(), start.body().depth());
        let turns_into_him = || {
            let pivot = pivot(start, degrees);
            enemy.parts().iter().any(|part| part.distance_to(pivot) <= front.hypot(depth) + SLACK)
        };
        if degrees != 0.0 && turns_into_him() {
            return false;
        }
        let from = if degrees == 0.0 { start.pose().at } else { wheeled(start, degrees) };
        let ahead = start.pose().facing.right_by(Degrees(degrees)).ahead();
        let (mut nearest, mut left, mut right) = (f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY);
        for corner in enemy.envelope().corners() {
            let way = *corner - from;
            let aside = way.dot(ahead.right());
            (nearest, left, right) = (nearest.min(way.dot(ahead)), left.min(aside), right.max(aside));
        }
        let beside = left > front / 2.0 + SLACK || right < -front / 2.0 - SLACK;
        let march = stride_metres(start, &Stride::Wheel(degrees)) + nearest;
        beside || march > f64::from(walk.allowance) + ROUNDED_OFF + SLACK
    }
}

/// Is it not seen at once that no way of an attack comes to a target?
pub(super) fn may_touch(battle: &Battle, tables: &Tables, unit: UnitId, target: UnitId) -> bool {
    let may = |onset: Onset<'_>| {
        !onset.misses(0.0) || wheels(&onset.start, onset.enemy).into_iter().any(|wheel| !onset.misses(wheel))
    };
    Onset::of(battle, tables, unit, target).is_some_and(may)
}

/// The way of an attack that touches its target; none when it does not come so far, or not to him.
pub(super) fn way(
    battle: &Battle,
    tables: &Tables,
    unit: UnitId,
    target: UnitId,
    wheel: Option<f64>,
) -> Option<(f64, Walked)> {
    let onset = Onset::of(battle, tables, unit, target)?;
    let touches = |degrees: f64| onset.touches(degrees);
    match wheel {
        Some(degrees) => touches(degrees),
        // Straight ahead if that will do.
        None => touches(0.0).or_else(|| wheels(&onset.start, onset.enemy).into_iter().find_map(touches)),
    }
}

/// The same by any wheel, the smallest first and towards him: of an attack whose target has changed since it was declared, which only
/// distance stops (R70).
pub(super) fn any_way(
    battle: &Battle,
    tables: &Tables,
    unit: UnitId,
    target: UnitId,
) -> Option<(f64, Walked)> {
    let onset = Onset::of(battle, tables, unit, target)?;
    let start = onset.start.pose();
    let towards = start.facing.turn_to(Bearing::of(onset.enemy.centre() - start.at)).0;
    let side = if towards < 0.0 { -1.0 } else { 1.0 };
    let steps = (WIDEST / WHEELED_BY) as i32;
    (1..=steps).find_map(|step| {
        let degrees = f64::from(step) * WHEELED_BY * side;
        onset.touches(degrees).or_else(|| onset.touches(-degrees))
    })
}

/// The wheels that may bring a body to an enemy: towards what is nearest of him, his middle and the middle of his front.
fn wheels(start: &Placed, enemy: &Placed) -> Vec<f64> {
    let mut wheels = Vec::new();
    let (near, _) = closest_places(enemy, start);
    for mark in [enemy.centre(), near, enemy.pose().at] {
        let mut degrees = 0.0;
        // A wheel shifts the middle of the front, so the bearing is taken anew from there.
        for _ in 0..4 {
            let facing = start.pose().facing.right_by(Degrees(degrees));
            let from = wheeled(start, degrees);
            degrees += facing.turn_to(Bearing::of(mark - from)).0;
            degrees = degrees.clamp(-WIDEST, WIDEST);
        }
        let rounded = (degrees * 4.0).round() / 4.0;
        if rounded != 0.0 && !wheels.contains(&rounded) {
            wheels.push(rounded);
        }
    }
    wheels
}

/// The wing about which a front wheels.
fn pivot(placed: &Placed, degrees: f64) -> Point {
    let (left, right) = placed.wings();
    if degrees > 0.0 { right } else { left }
}

/// The middle of the front after a wheel about the inner wing.
fn wheeled(placed: &Placed, degrees: f64) -> Point {
    let pivot = pivot(placed, degrees);
    let after = placed.pose().facing.right_by(Degrees(degrees));
    let half = placed.body().front() / 2.0;
    let side = if degrees > 0.0 { -1.0 } else { 1.0 };
    pivot + after.ahead().right() * (half * side)
}
