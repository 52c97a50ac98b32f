//! Ammunition drawn from wagons at the end of the turn (§09.03.0).

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

/// A unit that draws, and the wagon it draws from.
struct Served {
    unit: UnitId,
    wagon: UnitId,
}

impl Run<'_> {
    /// Units that are to draw throw for it; those for whom their wagon has no room go empty (§09.03.1, §09.03.2).
    pub(super) fn resupply(&mut self) -> Go {
        let ordered = |unit: &UnitId| self.unit(*unit).now.order == Some(UnitOrder::Resupply);
        let asking: Vec<UnitId> = self.battle.here().filter(ordered).collect();
        let served = self.served(&asking)?;
        each(self, &asking, |run, &unit| {
            let before = served.iter().position(|one| one.unit == unit).map(|at| {
                let same = |one: &&Served| one.wagon == served[at].wagon;
                served[..at].iter().filter(same).count() as i32
            });
            let facts = Resupply {
                units_before: before.unwrap_or(run.tables.supply.units_a_wagon).clamp(0, 20),
                ..run.draws(unit)
            };
            let result = run.roll_own("resupply", "09.03.1", unit, json!({}), &facts)?;
            if result.resupplied {
                run.fill(unit);
            }
            Ok(())
        })?;
        Ok(())
    }

    /// Whom the wagons serve: where more ask than one serves in a turn its player says whom, the first by default.
    fn served(&mut self, asking: &[UnitId]) -> Go<Vec<Served>> {
        let mut served: Vec<Served> = Vec::new();
        let wagons: Vec<UnitId> =
            self.battle.here().filter(|&wagon| self.unit(wagon).wagon.is_some()).collect();
        for wagon in wagons {
            let seat = self.battle.seat_of_unit(wagon).clone();
            let unserved = |unit: &UnitId| !served.iter().any(|one| one.unit == *unit);
            let mut waiting = Vec::new();
            for &unit in asking.iter().filter(|unit| unserved(unit)) {
                if self.touches_wagon(unit, wagon) && self.may_draw(unit)? {
                    waiting.push(unit);
                }
            }
            let mut room = usize::try_from(self.tables.supply.units_a_wagon).unwrap_or(0);
            while room > 0 && waiting.len() > room {
                let unit = waiting.remove(0);
                let asked = about_unit(&seat, unit, Some(wagon));
                if self.ask_seat(&WAGON_SERVES, asked, WagonServes::ALL)? == WagonServes::Serve {
                    served.push(Served { unit, wagon });
                    room -= 1;
                }
            }
            served.extend(waiting.into_iter().take(room).map(|unit| Served { unit, wagon }));
        }
        Ok(served)
    }

    fn touches_wagon(&self, unit: UnitId, wagon: UnitId) -> bool {
        let (drawing, wagon_unit) = (self.unit(unit), self.unit(wagon));
        unit != wagon && wagon_unit.side == drawing.side && in_contact(&wagon_unit.placed, &drawing.placed)
    }

    /// May a unit draw, if its wagon has room? What the die shows does not matter here.
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
