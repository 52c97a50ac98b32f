//! Drawing ammunition (§11.04): from wagons, and from other units where the umpire allows it.

use krigsspil_turn::ids::UnitId;
use serde_json::json;

use super::{Go, Run};
use crate::battle::bodies::plain;
use crate::battle::legal::gives;
use crate::battle::order::UnitOrder;
use crate::battle::state::*;
use crate::procedures::supply::{Resupply, ResupplyResult};
use crate::vocabulary::*;

/// Fewer figures than this are a company.
const COMPANY_FIGURES: i32 = 10;

impl Run<'_> {
    /// Units beside a wagon draw ammunition, one after the other: two turns for a tactical unit, one for a company (§11.04.1). From another
    /// unit it goes in the same way (§11.04.2).
    pub(super) fn draws_ammunition(&mut self) -> Go {
        let mut drawers = self.in_place_order(|unit| unit.branch != Branch::Wagon);
        // Whoever has begun to draw is served first.
        drawers.sort_by_key(|&unit| self.unit(unit).drawing.is_none());
        let mut serving: Vec<UnitId> = Vec::new();
        for unit in drawers {
            let Some(UnitOrder::Resupply { wagon }) = self.unit(unit).now.order.clone() else {
                self.unit_mut(unit).drawing = None;
                continue;
            };
            let Some(giver) = self.battle.unit(&wagon).filter(|giver| *giver != unit) else { continue };
            if serving.contains(&giver) {
                // It hands out to one unit at a time: this one waits.
                continue;
            }
            let quiet = |unit: &Unit| unit.steady() && !unit.now.moved && unit.now.fought.is_empty();
            let (draws, from) = (self.unit(unit), self.unit(giver));
            if !quiet(draws) || !quiet(from) || !gives(from, draws) {
                self.unit_mut(unit).drawing = None;
                continue;
            }
            let before = draws.drawing.filter(|(from, _)| *from == giver).map_or(0, |(_, turns)| turns);
            let result = self.drawn(unit, giver)?;
            let draws = result.possible && result.loads_after > self.unit(unit).loads;
            serving.extend(draws.then_some(giver));
            if !draws {
                self.unit_mut(unit).drawing = None;
            } else if before + 1 < result.turns {
                self.unit_mut(unit).drawing = Some((giver, before + 1));
            } else {
                self.has_drawn(unit, giver, &result);
            }
        }
        Ok(())
    }

    fn drawn(&self, unit: UnitId, giver: UnitId) -> Go<ResupplyResult> {
        let (draws, from) = (self.unit(unit), self.unit(giver));
        let company = draws.original < COMPANY_FIGURES && draws.battery.is_none();
        let facts = Resupply {
            recipient: match draws.branch {
                Branch::Artillery => Recipient::Battery,
                _ if company => Recipient::IndependentCompany,
                Branch::Cavalry => Recipient::CavalryRegiment,
                Branch::Infantry | Branch::Wagon => Recipient::Battalion,
            },
            figure_pieces: draws.battery.as_ref().map_or(1, |guns| guns.figure_pieces.clamp(1, 6)),
            // A unit is no wagon: what it gives is shared out.
            wagon_quarters: if from.branch == Branch::Wagon { from.stores.clamp(0, 40) } else { 40 },
            loads: draws.loads.clamp(0, 100),
        };
        Ok(plain(&facts, self.tables)?)
    }

    fn has_drawn(&mut self, unit: UnitId, giver: UnitId, result: &ResupplyResult) {
        let (mut loads, rule) = (result.loads_after, "11.04.1");
        if self.unit(giver).branch == Branch::Wagon {
            self.unit_mut(giver).stores = result.wagon_quarters_after;
        } else {
            let [left, drawn] = shared(self.unit(giver), self.unit(unit));
            self.unit_mut(giver).loads = left;
            loads = drawn;
        }
        let drawer = self.unit_mut(unit);
        (drawer.loads, drawer.drawing) = (loads, None);
        let about = self.about(&[unit, giver], json!({"loads": loads}));
        let told = krigsspil_turn::knowledge::own(self.battle, unit);
        self.tell_to("resupplied", rule, about, None, told);
    }
}

/// What giver and taker have when they have shared: both can fire for the same number of turns, and what is left over stays with the giver
/// (house). A load of many figures or pieces is several of a few.
fn shared(giver: &Unit, taker: &Unit) -> [i32; 2] {
    let size = |unit: &Unit| unit.battery.as_ref().map_or(unit.figures, |guns| guns.figure_pieces).max(1);
    let (gives, takes) = (size(giver), size(taker));
    let rounds = giver.loads * gives + taker.loads * takes;
    let each = (rounds / (gives + takes)).max(taker.loads);
    [(rounds - each * takes) / gives, each]
}
