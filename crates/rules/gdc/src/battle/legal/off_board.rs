//! Marches off the table, beside it and onto it (§6.5), and who may set up as far as the centre line (opt.scouting).

use krigsspil_engine::battle::{Heading, Place};
use krigsspil_field::prelude::*;

use super::{Law, Lawful, unless};
use crate::battle::off_board::{AT_THE_EDGE, Area, Beside, Edges};
use crate::battle::phases::Step;
use crate::battle::refusals::*;
use crate::battle::state::*;

impl Law<'_> {
    /// What a unit beside the table may do.
    pub(super) fn beside_open(&self, own: &Unit, step: Step, kind: &str) -> Lawful {
        match (step, kind) {
            (_, "stand") => Ok(()),
            (Step::Movement, "off_board") => {
                unless(own.off.is_none_or(|off| off.since >= self.battle.turn), &NOT_ON_THE_TABLE)
            }
            _ => Err(&NOT_ON_THE_TABLE),
        }
    }

    /// Whoever can march, and stands at an edge of the table but the enemy's.
    pub(super) fn may_march_off(&self, own: &Unit, unit: UnitId) -> Lawful {
        unless(!self.battle.fixed.options.flanks, &NO_FLANK_AREAS)?;
        unless(own.guns() && own.stance != Stance::Limbered, &LIMBER_FIRST)?;
        self.may_march(own, unit, if own.guns() { "move" } else { "shift" })?;
        unless(!Area::ALL.iter().any(|&area| self.march_off(unit, area).is_ok()), &NOT_AT_THE_EDGE)
    }

    pub fn march_off(&self, unit: UnitId, area: Area) -> Lawful {
        let own = self.own(unit);
        unless(area != Area::Reserve && !self.battle.uses_flanks(own.side), &NO_FLANK_AREAS)?;
        let yards = Edges::of(self.battle, own.side).yards_to(&own.placed, area);
        unless(yards > AT_THE_EDGE, &NOT_AT_THE_EDGE)
    }

    pub fn off_board(&self, unit: UnitId, to: Beside, yards: f64, place: Option<Place>) -> Lawful {
        let own = self.own(unit);
        let off = own.off.ok_or(&NOT_ON_THE_TABLE)?;
        let edges = Edges::of(self.battle, own.side);
        match to {
            Beside::Reserve => unless(off.area == Area::Reserve, &NOT_ADJACENT),
            Beside::Left | Beside::Right => {
                unless(off.area != Area::Reserve, &NOT_ADJACENT)?;
                unless(!self.battle.uses_flanks(own.side), &NO_FLANK_AREAS)
            }
            Beside::Along => {
                unless(off.area == Area::Reserve, &NOT_ADJACENT)?;
                let most = f64::from(self.battle.road_yards(self.tables, unit));
                unless(yards.abs() > most, &ROAD_RATE)?;
                unless(!(0.0..=edges.depth).contains(&(off.along + yards)), &ROAD_RATE)
            }
            Beside::Enter => {
                let wanted = place.map(|Place([x, y])| point(x, y));
                let at = edges.entry(off, wanted).at;
                let open = self.battle.entry_open(self.tables, own.side, at, off.area == Area::Reserve);
                unless(!open, &BASELINE_OVERRUN)
            }
        }
    }

    /// Before the first turn: the side that scouts twice as well.
    pub(super) fn may_deploy(&self, own: &Unit, step: Step) -> Lawful {
        unless(self.battle.scouts != Some(own.side), &NO_DEPLOYMENT)?;
        unless(step != Step::Command || self.battle.turn > 1, &NOT_NOW)?;
        unless(own.inside.is_some(), &IN_A_ZONE)
    }

    /// Its body at a place in its own half, on the table and on ground that can be entered.
    pub fn deployed(&self, unit: UnitId, Place([x, y]): Place, Heading(facing): Heading) -> Lawful<Placed> {
        let own = self.own(unit);
        let pose = Pose::new(point(x, y), Bearing::degrees(facing)).on_grid();
        let there = own.placed.moved_to(pose);
        let table = self.battle.fixed.ground.table();
        unless(!table.holds(&there), &NO_ROOM)?;
        unless(!Edges::of(self.battle, own.side).in_own_half(&there), &BEYOND_THE_CENTRE)?;
        unless(crate::battle::terrain::barred(self.battle, &there), &NO_ROOM)?;
        Ok(there)
    }
}
