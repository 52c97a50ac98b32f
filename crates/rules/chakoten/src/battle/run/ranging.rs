//! Ranging in (§10.02.3).

use krigsspil_engine::Centimetres;

use super::Run;
use crate::battle::bodies::plain;
use crate::battle::state::*;
use crate::procedures::artillery::Ranging;

impl Run<'_> {
    /// Must it range in on the target first (§10.02.3)?
    pub(super) fn must_range(&self, firer: UnitId, target: UnitId, zone: i32) -> bool {
        let guns = self.unit(firer).battery.as_ref();
        let ranged = guns.into_iter().flat_map(|guns| [guns.registered, guns.registered_too]).flatten();
        let known = ranged.into_iter().any(|registered| registered.unit == target);
        let inside = self.unit(target).inside.as_ref().map(|inside| inside.building);
        let house = inside.is_some() && guns.is_some_and(|guns| guns.ranged_building == inside);
        self.must_range_in(firer, known || house, zone)
    }

    /// At the end of the turn: a target that has moved 10 cm in it without being fired at must be ranged in on anew (§10.02.3).
    pub(super) fn ranging_is_lost(&mut self, unit: UnitId) {
        let battery = self.unit(unit);
        let Some(guns) = &battery.battery else { return };
        let kept = [guns.registered, guns.registered_too].map(|ranged| {
            let Registered { unit: target, at } = ranged?;
            let now = self.unit(target).placed.centre();
            let facts = Ranging {
                zone: 2,
                registered: true,
                target_moved_cm: Centimetres((at.distance(now) / CM).clamp(0.0, 500.0)),
                ranging_only: false,
            };
            let lost = !battery.now.fired && plain(&facts, self.tables).is_ok_and(|ranging| ranging.applies);
            (!lost).then_some(Registered { unit: target, at: now })
        });
        if let Some(guns) = &mut self.unit_mut(unit).battery {
            [guns.registered, guns.registered_too] = kept;
        }
    }

    /// The same for a target that it has ranged in on or not.
    pub(super) fn must_range_in(&self, firer: UnitId, known: bool, zone: i32) -> bool {
        let house = self.bombards(firer).is_some()
            && self
                .unit(firer)
                .battery
                .as_ref()
                .is_some_and(|guns| guns.ranged_building == self.bombards(firer));
        let facts = Ranging {
            zone,
            registered: known || house,
            target_moved_cm: Centimetres(0.0),
            ranging_only: false,
        };
        plain(&facts, self.tables).is_ok_and(|ranging| ranging.applies)
    }
}
