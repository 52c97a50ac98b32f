//! Field works and repairs (chapter 10, §06.03.6).

use krigsspil_engine::{Figures, Turns};
use serde_json::json;

use super::clearing::lay_ground;
use super::{Go, Run};
use crate::battle::bodies::{mm, plain};
use crate::battle::knowing::Knows;
use crate::battle::legal::work_facts;
use crate::battle::order::{Piece, UnitOrder};
use crate::battle::state::*;
use crate::procedures::guns::Repair;
use crate::procedures::works::Work;
use crate::vocabulary::Order;

impl Run<'_> {
    /// Only whole turns of work count; an interrupted turn does not, and leaving the place loses everything (§10.01.1).
    pub(super) fn work_on(&mut self, unit: UnitId) -> Go {
        let maker = self.unit(unit);
        if !maker.here() {
            return Ok(());
        }
        let ordered = match maker.now.order {
            Some(UnitOrder::Work { work }) => Some(work),
            _ => None,
        };
        let moved = maker.now.moved;
        // Light disorder does not interrupt work, least of all if the unit has recovered to it this turn.
        let shaken = maker.now.entered && !matches!(maker.order, Order::Good | Order::LightDisorder);
        let interrupted = maker.now.fired || maker.now.attacked || maker.now.melee || shaken;
        let had = maker.work;
        let Some(work) = ordered else {
            if moved {
                self.unit_mut(unit).work = None;
            }
            return Ok(());
        };
        let before = had.filter(|(in_hand, _)| *in_hand == work).map_or(0, |(_, turns)| turns);
        let turns = if interrupted || moved { before } else { before + 1 };
        let (known, own) = Knows::of_commander(self.battle, self.tables, unit);
        let facts = work_facts(known, own, work, turns, moved);
        let result = plain(&facts, self.tables)?;
        if moved || !result.allowed {
            self.unit_mut(unit).work = None;
            return Ok(());
        }
        self.unit_mut(unit).work = Some((work, turns));
        if result.finished {
            self.unit_mut(unit).work = None;
            self.finish(unit, work, result.length_mm.0);
        }
        Ok(())
    }

    fn finish(&mut self, unit: UnitId, work: Work, length_mm: i32) {
        self.tell("work_finished", "10.01.1", &[unit], json!({"work": work}));
        if matches!(work, Work::ClearFence | Work::ClearBarricade) {
            return self.clear(unit, work, mm(length_mm));
        }
        let placed = &self.unit(unit).placed;
        let frame = placed.frame();
        let half = mm(length_mm) / 2.0;
        let ahead = frame.at + frame.ahead * 4.0;
        let (left, right) = ((ahead - frame.right * half).on_grid(), (ahead + frame.right * half).on_grid());
        let Some(thing) = super::clearing::thing_of(work) else { return };
        let side = Some(self.unit(unit).side);
        self.battle.works.made.push(Made { thing, left, right, side });
        lay_ground(self.battle, self.tables);
    }

    /// One gunner repairs one piece in two turns, or three under fire (§06.03.6).
    pub(super) fn repair(&mut self, unit: UnitId) -> Go {
        let mender = self.unit(unit);
        let (now, Some(battery)) = (&mender.now, mender.battery.as_ref()) else { return Ok(()) };
        let Some(UnitOrder::Repair { piece }) = now.order else {
            let left = now.moved;
            if let Some(battery) = &mut self.unit_mut(unit).battery
                && left
            {
                battery.repair = None;
            }
            return Ok(());
        };
        let (turns, fire) = match battery.repair {
            Some((in_hand, turns, fire)) if in_hand == piece => (turns, fire),
            _ => (0, false),
        };
        let under_fire = fire || now.under_fire;
        let facts = Repair {
            gunners_on_it: Figures(mender.figures.clamp(0, 1)),
            turns_worked: Turns(turns.clamp(0, 20)),
            under_effective_fire: under_fire,
            attacked_or_in_melee: now.attacked || now.melee,
        };
        let result = plain(&facts, self.tables)?;
        let Some(battery) = &mut self.unit_mut(unit).battery else { return Ok(()) };
        battery.repair = Some((piece, result.turns_worked_after.0, under_fire));
        if result.repaired {
            battery.repair = None;
            let pieces = if piece == Piece::Gun { &mut battery.guns } else { &mut battery.limbers };
            if pieces[1] > 0 {
                pieces[1] -= 1;
                pieces[0] += 1;
            }
            // Nobody outside sees what the gunners have repaired.
            self.tell_own("repaired", "06.03.6", unit, json!({"piece": piece}));
        }
        Ok(())
    }
}
