//! Marches side by side (§07.06.1).

use krigsspil_field::prelude::*;
use krigsspil_turn::ids::UnitId;

use super::Run;
use super::changes::drop_track;
use crate::battle::order::Step;
use crate::battle::state::*;

/// Units within this many centimetres beside each other march no faster than a line (§07.06.1).
const ABREAST_CM: f64 = 4.0;

/// Marches within this many degrees of each other are parallel.
const PARALLEL_DEG: f64 = 10.0;

impl Run<'_> {
    /// Marches change their pace when a neighbour begins or ends his (§07.06.1): they are planned anew.
    pub(super) fn neighbours_change_pace(&mut self) {
        let fresh = |unit: &Unit| unit.track.is_none() && goes_ahead(unit);
        let fresh: Vec<UnitId> = self.battle.here().filter(|&unit| fresh(self.unit(unit))).collect();
        for unit in self.in_place_order(|unit| unit.track.is_some() && goes_ahead(unit)) {
            let beside = &self.unit(unit).now.beside;
            let alone = !beside.is_empty()
                && !beside.iter().any(|&other| self.unit(other).here() && goes_ahead(self.unit(other)));
            let joined = beside.is_empty() && fresh.iter().any(|&other| self.abreast(unit, other));
            if alone || joined {
                drop_track(self.battle, unit);
            }
        }
    }

    /// The closed friends who march the same way close beside it (§07.06.1).
    pub(super) fn marches_with(&self, unit: UnitId) -> Vec<UnitId> {
        self.battle.friends_of(unit).filter(|&friend| self.abreast(unit, friend)).collect()
    }

    fn abreast(&self, unit: UnitId, friend: UnitId) -> bool {
        let (here, other) = (self.unit(unit), self.unit(friend));
        let column = |unit: &Unit| {
            unit.battery.is_none() && unit.formation.marching()
                || unit.limbered() && unit.formation.marching()
        };
        let marches = |unit: &Unit| unit.closed() && goes_ahead(unit) && !column(unit);
        let turn = here.placed.pose().facing.turn_to(other.placed.pose().facing).0;
        unit != friend
            && here.side == other.side
            && marches(here)
            && marches(other)
            && turn.abs() <= PARALLEL_DEG
            && self.battle.cm_between(unit, friend) < ABREAST_CM
            && beside(&here.placed, &other.placed)
    }
}

/// Its current step is a march ahead.
fn goes_ahead(unit: &Unit) -> bool {
    matches!(unit.todo.first().map(|doing| doing.step), Some(Step::Ahead { .. }))
}

/// Do two bodies overlap along the direction of the first?
fn beside(one: &Placed, other: &Placed) -> bool {
    let along = one.frame().ahead;
    let span = |body: &Placed| {
        let corners = body.parts().iter().flat_map(|part| part.corners());
        corners
            .map(|corner| corner.dot(along))
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)))
    };
    let (here, there) = (span(one), span(other));
    here.1.min(there.1) > here.0.max(there.0)
}
