//! The ways that units go in a turn, and who sees them, so that it can be played back.

use krigsspil_engine::battle::Event;
use krigsspil_field::prelude::{Placed, Pose};
use krigsspil_turn::ids::{SeatNo, UnitId};
use krigsspil_turn::timeline::{Wayfaring, Ways};

use super::Run;
use crate::battle::knowing::Knows;
use crate::battle::state::Battle;

impl Wayfaring for Run<'_> {
    const RULE: &'static str = "03.02.9";

    fn battle(&self) -> &Battle {
        self.battle
    }

    fn ways(&mut self) -> &mut Option<Ways> {
        &mut self.ways
    }

    fn now(&self) -> (u32, f64) {
        (self.battle.turn, self.battle.moment)
    }

    fn body(&self, unit: UnitId) -> Option<&Placed> {
        let unit = &self.battle.units[unit];
        unit.here().then_some(&unit.placed)
    }

    fn in_sight(&self, seat: SeatNo) -> impl Fn(UnitId) -> bool {
        let in_sight = Knows::of_seat(self.battle, self.tables, seat).in_sight();
        move |unit| in_sight.sees(unit)
    }

    fn bring(&mut self, unit: UnitId, moment: f64) -> Option<(Placed, Pose)> {
        let unit = self.unit_mut(unit);
        let placed = std::mem::replace(&mut unit.placed, unit.track.as_ref()?.at(moment));
        Some((placed, std::mem::replace(&mut unit.pose, unit.placed.pose())))
    }

    fn put_back(&mut self, unit: UnitId, stood: (Placed, Pose)) {
        let unit = self.unit_mut(unit);
        (unit.placed, unit.pose) = stood;
    }

    fn report(&mut self, event: Event) {
        self.battle.log.push(self.desk.tell(event));
    }

    /// The names of units never decide.
    fn first(&self, one: UnitId, other: UnitId) -> std::cmp::Ordering {
        self.battle.by_place(one, other)
    }
}
