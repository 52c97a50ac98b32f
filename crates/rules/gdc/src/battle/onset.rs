//! The way of a charge: where it leads, and whom it meets (§5.2, §5.3).

use std::cell::OnceCell;

use krigsspil_field::prelude::*;

use super::pace::{Going, Pace};
use super::sight;
use super::state::*;
use super::walk::{Course, Stride};
use crate::procedures::charge::{ChargeAllowed, ChargePath, ChargeTarget, Charger, FriendInPath};
use crate::tables::Tables;
use crate::vocabulary::*;

/// Bodies are looked for on a way in steps of so many yards.
const STEP: f64 = 10.0;
/// Halvings that find a place on a step to a few hundredths of a yard.
const HALVINGS: u32 = 10;
/// Yards added to where a body could reach at most, so that no rounding leaves anybody out.
const SPARE: f64 = 1.0;
/// Who stands just at the end of a charge is touched (R7): a charge comes so much farther then, in yards.
const ARRIVES: f64 = 0.02;
/// Enemies so near each other are touched together, in yards.
pub(super) const TOGETHER: f64 = 1.0;

/// Where a body on its course comes to touch another, if it does before so many yards.
pub(super) fn touches(course: &Course, from: f64, to: f64, other: &Placed) -> Option<f64> {
    Steps::new(course, from, to).touched(other)
}

/// How far a charge comes that touches an enemy just at its end.
pub(super) fn arrives(battle: &Battle, unit: UnitId, course: &Course, reach: f64) -> f64 {
    let at_end =
        |enemy: UnitId| touches(course, reach, reach + ARRIVES, &battle.units[enemy].placed).is_some();
    let side = battle.units[unit].side;
    let someone = battle.solid().any(|other| battle.units[other].side != side && at_end(other));
    if someone { reach + ARRIVES } else { reach }
}

/// A body on its course, step by step. It is set down on a step only where it could touch somebody there, and of many in its way each is looked
/// for on the same steps.
struct Steps<'a> {
    course: &'a Course,
    /// No part of the body is farther than this from the place of its pose.
    about: f64,
    ends: (f64, f64),
    /// Laid out when the first is near it.
    steps: OnceCell<Vec<OnStep>>,
}

/// A step of the way: where it ends, and the body there.
type OnStep = (f64, Pose, OnceCell<Placed>);

impl<'a> Steps<'a> {
    fn new(course: &'a Course, from: f64, to: f64) -> Steps<'a> {
        Steps { course, about: course.about() + SPARE, ends: (from, to), steps: OnceCell::new() }
    }

    fn laid_out(&self) -> Vec<OnStep> {
        let (from, to) = self.ends;
        let next = |at: &f64| (*at < to).then(|| (at + STEP).min(to));
        let steps = std::iter::successors(Some(from), next);
        steps.map(|at| (at, self.course.pose_at(at), OnceCell::new())).collect()
    }

    fn touched(&self, other: &Placed) -> Option<f64> {
        let steps = self.steps.get_or_init(|| self.laid_out());
        let on = |there: &Placed| there.extent().meets(other.extent()) && overlaps(there, other);
        let near = other.extent().grown(self.about);
        let upon = |(_, pose, there): &OnStep| {
            near.holds(pose.at) && on(there.get_or_init(|| self.course.standing(*pose)))
        };
        let first = steps.iter().position(upon)?;
        let Some(before) = first.checked_sub(1) else { return Some(steps[first].0) };
        let halve = |(clear, touched): (f64, f64)| {
            let middle = (clear + touched) / 2.0;
            if on(&self.course.at(middle)) { (clear, middle) } else { (middle, touched) }
        };
        Some((0..HALVINGS).fold((steps[before].0, steps[first].0), |ends, _| halve(ends)).0)
    }
}

/// A charge as it would go.
pub(super) struct Onset {
    /// Its way.
    pub course: Course,
    /// How far its distance brings it.
    pub reach: f64,
    /// The enemies in its way, in order, with the yards at which each is touched.
    pub enemies: Vec<(f64, UnitId)>,
    /// Friends in its way.
    pub friends: Vec<(f64, UnitId)>,
}

/// Lays out the charge of a unit that first wheels by so many degrees.
pub(super) fn onset(battle: &Battle, tables: &Tables, unit: UnitId, wheel: f64) -> Onset {
    let own = &battle.units[unit];
    let pace = Pace { battle, tables, unit, going: Going::Charge { wheels: wheel != 0.0 } };
    let mut strides = Vec::new();
    if wheel != 0.0 {
        strides.push(Stride::Wheel(wheel));
    }
    strides.push(Stride::Ahead(2000.0));
    let course = Course::new(battle, &own.placed, &strides);
    let reach = pace.reach(&course);
    let (mut enemies, mut friends) = (Vec::new(), Vec::new());
    let steps = Steps::new(&course, 0.0, reach + ARRIVES);
    let end = course.at(reach);
    let swept = own.placed.extent().and(*end.extent()).grown(own.placed.body().front());
    // Unformed cavalry rides around squares: they are not what it strikes (§5.2.J).
    let ignores =
        |there: &Unit| own.mounted() && own.unformed() && there.side != own.side && there.square_to_horse();
    for other in battle.solid().filter(|&other| other != unit) {
        let there = &battle.units[other];
        if ignores(there) || !there.placed.extent().meets(&swept) {
            continue;
        }
        if let Some(at) = steps.touched(&there.placed) {
            match there.side == own.side {
                true => friends.push((at, other)),
                false => enemies.push((at, other)),
            }
        }
    }
    // Two met together are met in the order of their places.
    let tenths = |at: f64| (at * 10.0).round();
    let order = |a: &(f64, UnitId), b: &(f64, UnitId)| {
        tenths(a.0).total_cmp(&tenths(b.0)).then_with(|| battle.comes_first(a.1, b.1))
    };
    enemies.sort_by(order);
    friends.sort_by(order);
    let arrives = enemies.first().is_some_and(|(at, _)| *at > reach - 2.0 * ARRIVES);
    let reach = if arrives { reach + ARRIVES } else { reach };
    Onset { course, reach, enemies, friends }
}

impl Onset {
    /// Where it touches this enemy before all others, or together with the first.
    pub fn strikes(&self, target: UnitId) -> Option<f64> {
        let first = self.enemies.first()?.0;
        self.enemies.iter().find(|(at, enemy)| *enemy == target && *at <= first + TOGETHER).map(|(at, _)| *at)
    }
}

/// The charges of one unit: each way is laid out once, however many enemies are looked for on it.
pub(super) struct Ways<'a> {
    battle: &'a Battle,
    tables: &'a Tables,
    unit: UnitId,
    laid: Vec<(f64, Onset)>,
}

impl<'a> Ways<'a> {
    pub fn new(battle: &'a Battle, tables: &'a Tables, unit: UnitId) -> Ways<'a> {
        Ways { battle, tables, unit, laid: Vec::new() }
    }

    /// The charge after this wheel.
    pub fn after(&mut self, wheel: f64) -> &Onset {
        let known = self.laid.iter().position(|(by, _)| *by == wheel);
        let place = known.unwrap_or(self.laid.len());
        if known.is_none() {
            self.laid.push((wheel, onset(self.battle, self.tables, self.unit, wheel)));
        }
        &self.laid[place].1
    }

    /// The wheel by which the unit strikes a target: none where it serves, else the smallest that does.
    pub fn wheel_for(&mut self, target: UnitId) -> Option<f64> {
        let own = &self.battle.units[self.unit];
        if self.after(0.0).strikes(target).is_some() {
            return Some(0.0);
        }
        if !own.mounted() || own.unformed() {
            return None;
        }
        let to = self.battle.units[target].placed.centre() - own.placed.pose().at;
        let turn = own.placed.pose().facing.turn_to(Bearing::of(to)).0;
        if turn.abs() > 90.0 {
            return None;
        }
        let near = [turn.round(), turn / 2.0, turn * 1.2].map(|degrees| degrees.clamp(-90.0, 90.0).round());
        near.into_iter().find(|&wheel| wheel != 0.0 && self.after(wheel).strikes(target).is_some())
    }
}

/// The wheel by which a unit strikes a target: none where it serves, else the smallest that does.
pub(super) fn wheel_for(battle: &Battle, tables: &Tables, unit: UnitId, target: UnitId) -> Option<f64> {
    Ways::new(battle, tables, unit).wheel_for(target)
}

/// The friend that counts in the way of a charge (§5.2.D, §5.3.D): the first that it cannot pass, else the first.
fn friend_in_path(battle: &Battle, way: &Onset, before: f64) -> (FriendInPath, i32, bool) {
    let kind = |unit: UnitId| {
        let there = &battle.units[unit];
        match there.stance {
            Stance::Skirmish => FriendInPath::Skirmishers,
            Stance::Unlimbered => FriendInPath::UnlimberedArtillery,
            Stance::Limbered => FriendInPath::LimberedArtillery,
            _ => FriendInPath::Formed,
        }
    };
    let ahead = |unit: UnitId| {
        battle.charge_of(unit).is_some()
            || matches!(battle.units[unit].written, Some(super::order::UnitOrder::Charge { .. }))
    };
    let mut on = way.friends.iter().filter(|(at, _)| *at < before);
    let solid = |unit: UnitId| matches!(kind(unit), FriendInPath::Formed | FriendInPath::LimberedArtillery);
    let first = on.clone().find(|(_, unit)| solid(*unit) && !ahead(*unit)).or_else(|| on.next());
    first.map_or((FriendInPath::None, 0, false), |(at, unit)| (kind(*unit), whole_yards(*at), ahead(*unit)))
}

/// The facts of a planned charge along its way (§5.2, §5.3).
pub(super) fn charge_facts(
    battle: &Battle,
    tables: &Tables,
    unit: UnitId,
    target: UnitId,
    wheel: f64,
    way: &Onset,
) -> ChargeAllowed {
    let (own, there) = (&battle.units[unit], &battle.units[target]);
    let before = way.strikes(target).unwrap_or(way.reach);
    let (friend, friend_at, ahead) = friend_in_path(battle, way, before);
    let over = way.course.over(before);
    let through: Vec<UnitId> = way.friends.iter().map(|(_, friend)| *friend).collect();
    let look = sight::visibility(battle, tables, unit, target, &through);
    let far = look.range_yards < Yards(battle.yards(unit, target));
    ChargeAllowed {
        charger: Charger {
            arm: own.arm,
            formation: own.field_formation(),
            cossacks: own.ratings.cossacks,
            elephants: own.ratings.elephants,
            dismounted: own.dismounted,
            in_recall: own.recall.is_some(),
            engaged: battle.engaged(unit),
            changed_skirmish_status: own.turn.skirmish_changed,
            facing_degrees: own.turn.turned,
            formation_changed: own.turn.reformed,
            wheel_degrees: wheel.abs().ceil() as i32,
            consecutive_charges: own.charges_running.min(9),
            prone_this_turn: own.prone || own.turn.prone_changed,
            garrison: false,
            in_transit: false,
            zone_contested: false,
            command_lost_general: battle.general_lost(unit).is_some(),
            outside_cohesion: own.outside,
            failed_morale_this_turn: own.turn.shaken,
            entering_board: false,
        },
        target: ChargeTarget {
            arm: there.fights_as(),
            formation: there.stance,
            status: there.status(),
            in_recall: there.recall.is_some(),
            in_zone: false,
            out_of_visibility: far,
            sight_blocked: !far && !look.may_be_charged,
        },
        path: ChargePath {
            heavy_woods: over.woods == Woods::Heavy && !over.by_road,
            ford: over.ford,
            friend,
            friend_at_yards: Yards(friend_at.clamp(0, 2000)),
            friend_charges_ahead: ahead,
        },
    }
}
