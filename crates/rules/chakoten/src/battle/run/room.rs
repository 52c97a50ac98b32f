//! No two units end on the same ground (house: bases cannot stand on bases).

use krigsspil_field::prelude::*;
use krigsspil_turn::ids::UnitId;
use krigsspil_turn::riders;
use serde_json::json;

use super::Run;
use super::changes::drop_track;
use super::steps::formed;
use crate::battle::bodies::body;
use crate::battle::order::Step;
use crate::battle::state::*;
use crate::vocabulary::Order;

/// Bodies that overlap by more than this many square metres stand in each other; less is the rounding of contact.
pub(super) const SHARED: f64 = 2.0;
/// Rings of a quarter of a centimetre in which free ground is searched.
const RINGS: u32 = 400;
/// How often in a turn those who have no room look again.
const LOOKS: f64 = 16.0;

impl Run<'_> {
    /// Is there no room for the unit after this step (§06.01.2, §06.03.5)?
    pub(super) fn no_room_for(&self, unit: UnitId, step: Step) -> bool {
        let now = self.unit(unit);
        let Some(there) = self.body_after(unit, step) else { return false };
        let in_it = |other: UnitId| {
            let other = self.unit(other);
            let shared = overlap_area(&there, &other.placed);
            other.order != Order::Rout
                && shared > SHARED
                && shared > overlap_area(&now.placed, &other.placed) + SHARED
        };
        self.battle.here().any(|other| other != unit && in_it(other))
    }

    /// Limbers cannot be brought up where somebody stands (§06.03.5).
    pub(super) fn cannot_limber_here(&self, unit: UnitId, step: Step) -> bool {
        matches!(step, Step::Limber { .. }) && self.no_room_for(unit, step)
    }

    /// Is there room for the unit after this step, and does nobody else need the same ground at this moment?
    pub(super) fn has_room(&self, unit: UnitId, step: Step) -> bool {
        !self.no_room_for(unit, step) && self.rivals_for_room(unit, step).is_empty()
    }

    /// A change of formation is finished but for the room: it goes on until there is room, also in the next turn (§06.01.2).
    pub(super) fn waits_for_room(&mut self, unit: UnitId) {
        drop_track(self.battle, unit);
        let waits = self.unit_mut(unit);
        if let Some(doing) = waits.todo.first_mut() {
            doing.left = 0.0;
        }
        if !std::mem::replace(&mut waits.now.wants_room, true) {
            self.tell_own("no_room_to_form", "06.01.2", unit, json!({}));
        }
    }

    /// Those who have found room form now.
    pub(super) fn room_is_found(&mut self) {
        for unit in self.in_place_order(|unit| unit.now.wants_room && unit.track.is_some()) {
            let step = self.unit(unit).todo.first().map(|doing| doing.step);
            if step.is_some_and(|step| self.has_room(unit, step)) {
                drop_track(self.battle, unit);
            }
        }
    }

    /// When those who wait for room look again (house: every sixteenth of a turn).
    pub(super) fn looks_for_room(&self) -> Option<f64> {
        let waits = self.battle.here().any(|unit| self.unit(unit).now.wants_room);
        let next = ((self.battle.moment * LOOKS).floor() + 1.0) / LOOKS;
        (waits && next < 1.0).then_some(next)
    }

    /// Those who would form, limber or spread at this same moment on ground that this unit also needs: neither goes before the other
    /// (house).
    pub(super) fn rivals_for_room(&self, unit: UnitId, step: Step) -> Vec<UnitId> {
        let Some(there) = self.body_after(unit, step) else { return Vec::new() };
        let moment = self.battle.moment;
        let ready = |other: &Unit| {
            // At the end of the turn a track need not say that it is done then.
            let done = other.track.as_ref().and_then(|track| track.done());
            let at_the_end = || {
                let left = other.todo.first().zip(other.planned);
                other.track.is_some()
                    && left.is_some_and(|(doing, (since, _))| since + doing.left <= moment + 1.0e-9)
            };
            other.now.wants_room || done.map_or_else(at_the_end, |done| done <= moment + 1.0e-9)
        };
        let rival = |&other: &UnitId| {
            let step = self.unit(other).todo.first().map(|doing| doing.step);
            let body = step.filter(|_| ready(self.unit(other))).and_then(|step| self.body_after(other, step));
            body.is_some_and(|body| overlap_area(&there, &body) > SHARED)
        };
        self.battle.here().filter(|&other| other != unit).filter(rival).collect()
    }

    /// The body of a unit after a change of formation; `None` if the step is none.
    fn body_after(&self, unit: UnitId, step: Step) -> Option<Placed> {
        let so = match step {
            Step::Form { formation } => formed(self.unit(unit), formation),
            Step::Limber { column, .. } => self.hooked_on(unit, step, column),
            _ => return None,
        };
        body(&so, self.tables).and_then(|body| body.at(so.pose)).ok()
    }

    /// Does a body stand on somebody?
    pub(super) fn stands_on_somebody(&self, unit: UnitId, there: &Placed) -> bool {
        self.battle
            .here()
            .filter(|&other| other != unit && !self.battle.share_a_roof(unit, other))
            .any(|other| overlap_area(there, &self.unit(other).placed) > SHARED)
    }

    /// The nearest free place with the same facing, toward its own edge first; `None` if there is none.
    pub(super) fn nearest_clear(&self, unit: UnitId, from: &Placed) -> Option<Placed> {
        // Nobody ends in a building that he has not entered (house).
        let outside = self.unit(unit).inside.is_none();
        let free = |there: &Placed| {
            !(self.stands_on_somebody(unit, there) || outside && self.battle.in_a_house(there))
        };
        if free(from) && self.battle.ground.table().holds(from) {
            return Some(from.clone());
        }
        let pose = from.pose();
        let home = Bearing::degrees(self.battle.fixed.sides[self.unit(unit).side].home);
        let table = self.battle.ground.table();
        let held = table.could_hold(from);
        for ring in 1..=RINGS {
            for turn in [0.0, 30.0, -30.0, 60.0, -60.0, 90.0, -90.0, 120.0, -120.0, 150.0, -150.0, 180.0] {
                let way = home.right_by(Degrees(turn)).ahead();
                let at = pose.at + way * (f64::from(ring) * CM / 4.0);
                let there = from.moved_to(Pose::new(at, pose.facing).on_grid());
                if (!held || table.holds(&there)) && free(&there) {
                    return Some(there);
                }
            }
        }
        None
    }

    /// Puts a unit on the nearest free ground to where it stands.
    pub(super) fn stand_clear(&mut self, unit: UnitId) {
        if self.unit(unit).inside.is_some() {
            return;
        }
        let Some(placed) = self.nearest_clear(unit, &self.unit(unit).placed.clone()) else { return };
        let moved = self.unit_mut(unit);
        moved.pose = placed.pose();
        moved.trail = placed.body().trail().map(|trail| trail.corners().to_vec()).unwrap_or_default();
        moved.placed = placed;
        riders::carry(self, unit);
    }

    /// When the turn is over nobody stands on anybody: those in flight give way first, then those who have moved.
    pub(super) fn give_way(&mut self) {
        let yields = |unit: &Unit| match () {
            () if unit.inside.is_some() => 4,
            () if unit.order == Order::Rout => 0,
            () if unit.spread() => 1,
            () if unit.now.moved => 2,
            () => 3,
        };
        for _ in 0..2 * self.battle.units.len() {
            let here = self.in_place_order(|_| true);
            let mut worst: Option<UnitId> = None;
            for (at, &one) in here.iter().enumerate() {
                for &other in &here[at + 1..] {
                    let apart = self.battle.share_a_roof(one, other);
                    if !apart && overlap_area(&self.unit(one).placed, &self.unit(other).placed) > SHARED {
                        let gives =
                            if yields(self.unit(other)) < yields(self.unit(one)) { other } else { one };
                        worst = worst.or(Some(gives));
                    }
                }
            }
            let Some(unit) = worst else { return };
            self.stand_clear(unit);
        }
    }
}
