//! Drawing ammunition from wagons at the end of the turn (§09.03.0).

use krigsspil_engine::Procedure;
use krigsspil_engine::dice::ScriptedDice;
use krigsspil_field::prelude::in_contact;
use serde_json::json;

use super::{Go, Run, about_unit, each};
use crate::battle::bodies::plain;
use crate::battle::knowing::Knows;
use crate::battle::legal::touches_wagon;
use crate::battle::order::UnitOrder;
use crate::battle::questions::{WAGON_SERVES, WagonServes};
use crate::battle::state::*;
use crate::procedures::guns::GunData;
use crate::procedures::supply::{Resupply, SuppliedArm};

/// A unit that draws ammunition, and its wagon.
struct Served {
    unit: UnitId,
    wagon: UnitId,
}

impl Run<'_> {
    /// Units that draw throw for it; units for which their wagon has no capacity get nothing (§09.03.1, §09.03.2).
    pub(super) fn resupply(&mut self) -> Go {
        let ordered = |unit: &UnitId| self.unit(*unit).now.order == Some(UnitOrder::Resupply);
        let asking: Vec<UnitId> = self.battle.here().filter(ordered).collect();
        let wagons: Vec<UnitId> =
            self.battle.here().filter(|&wagon| self.unit(wagon).wagon.is_some()).collect();
        let mut served: Vec<Served> = Vec::new();
        each(self, &wagons, |run, &wagon| {
            let more = run.served_by(wagon, &asking, &served)?;
            served.extend(more);
            Ok(())
        })?;
        each(self, &asking, |run, &unit| run.resupplied(unit, &served))?;
        Ok(())
    }

    fn resupplied(&mut self, unit: UnitId, served: &[Served]) -> Go {
        let before = served.iter().position(|one| one.unit == unit).map(|at| {
            let same = |one: &&Served| one.wagon == served[at].wagon;
            served[..at].iter().filter(same).count() as i32
        });
        let facts = Resupply {
            units_before: before.unwrap_or(self.tables.supply.units_a_wagon).clamp(0, 20),
            ..self.draws(unit)
        };
        if self.roll_own(("resupply", "09.03.1"), unit, json!({}), &facts)?.resupplied {
            self.fill(unit);
        }
        Ok(())
    }

    /// The units a wagon serves, of those not served yet: if more ask than it serves in a turn, its player chooses; the first are the
    /// default.
    fn served_by(&mut self, wagon: UnitId, asking: &[UnitId], served: &[Served]) -> Go<Vec<Served>> {
        let seat = self.battle.seat_of_unit(wagon).clone();
        let mut waiting = Vec::new();
        for &unit in asking.iter().filter(|unit| !served.iter().any(|one| one.unit == **unit)) {
            if self.touches_wagon(unit, wagon) && self.may_draw(unit)? {
                waiting.push(unit);
            }
        }
        let room = usize::try_from(self.tables.supply.units_a_wagon).unwrap_or(0);
        let asked: Vec<_> = waiting.iter().map(|&unit| about_unit(&seat, unit, Some(wagon))).collect();
        let picked = self.desk.pick(&WAGON_SERVES, &asked, WagonServes::Serve, room)?;
        Ok(picked.into_iter().map(|at| Served { unit: waiting[at], wagon }).collect())
    }

    fn touches_wagon(&self, unit: UnitId, wagon: UnitId) -> bool {
        let (drawing, wagon_unit) = (self.unit(unit), self.unit(wagon));
        unit != wagon && wagon_unit.side == drawing.side && in_contact(&wagon_unit.placed, &drawing.placed)
    }

    /// May a unit draw, if its wagon has capacity? The die does not matter here.
    fn may_draw(&self, unit: UnitId) -> Go<bool> {
        let drawn = self.draws(unit).resolve(self.tables, &mut ScriptedDice::new(&[1]), &mut ())?;
        Ok(drawn.eligible)
    }

    fn draws(&self, unit: UnitId) -> Resupply {
        let (known, own) = Knows::of_commander(self.battle, self.tables, unit);
        let drawing = self.unit(unit);
        Resupply {
            arm: match drawing.branch {
                Branch::Cavalry => SuppliedArm::Cavalry,
                Branch::Artillery | Branch::Wagon => SuppliedArm::Artillery,
                Branch::Infantry => SuppliedArm::Infantry,
            },
            in_contact: touches_wagon(known, own),
            moved_or_fired: drawing.now.moved || (drawing.now.fired && !drawing.now.fired_surprised),
            fired_surprised: drawing.now.fired_surprised,
            units_before: 0,
        }
    }

    fn fill(&mut self, unit: UnitId) {
        let load =
            self.unit(unit).battery.as_ref().and_then(|b| plain(&GunData { gun: b.gun }, self.tables).ok());
        let filled = self.unit_mut(unit);
        filled.ammunition = filled.weapon.is_some();
        if let (Some(battery), Some(load)) = (&mut filled.battery, load) {
            battery.rounds = [load.canisters, load.shells, load.shots];
        }
    }
}
