//! Units march off the table, beside it and onto it (§6.5), and are set up farther ahead (opt.scouting).

use krigsspil_engine::battle::{Heading, Place, Presence};
use krigsspil_field::prelude::*;
use serde_json::json;

use super::Run;
use crate::battle::bodies;
use crate::battle::legal::stands_clear;
use crate::battle::off_board::{Area, Beside, Edges, Off};
use crate::battle::order::UnitOrder;
use crate::battle::state::*;

impl Run<'_> {
    /// Those at an edge go off; those beside the table march there, or come onto it.
    pub(super) fn off_board(&mut self, written: &[(UnitId, UnitOrder)]) {
        let sides: Vec<SideId> = self.battle.fixed.sides.ids().collect();
        let beside: Vec<UnitId> = sides.into_iter().flat_map(|side| self.battle.beside(side)).collect();
        for (unit, order) in written {
            if let UnitOrder::MarchOff { to } = order {
                self.marches_off(*unit, *to);
            }
        }
        for unit in self.battle.by_place(beside) {
            if let Some(UnitOrder::OffBoard { to, yards, place }) = self.unit(unit).written.clone() {
                self.goes_beside(unit, to, yards, place);
            }
        }
    }

    fn marches_off(&mut self, unit: UnitId, area: Area) {
        if !self.unit(unit).here() || self.law().march_off(unit, area).is_err() {
            return;
        }
        let (side, turn) = (self.unit(unit).side, self.battle.turn);
        let along = match area {
            Area::Reserve => 0.0,
            _ => Edges::of(self.battle, side).seen(self.unit(unit).placed.centre()).0.round(),
        };
        let place = self.unit(unit).placed.pose().at;
        for post in self.battle.posts.ids() {
            let rider = &mut self.battle.posts[post].rider;
            if rider.with == Some(unit) {
                (rider.with, rider.place) = (None, place);
            }
        }
        self.tell("marches_off", "6.5", &[unit], json!({"area": area}));
        let own = self.unit_mut(unit);
        own.presence = Presence::Coming;
        own.off = Some(Off { area, along, since: turn });
    }

    fn goes_beside(&mut self, unit: UnitId, to: Beside, yards: f64, place: Option<Place>) {
        let Some(off) = self.unit(unit).off else { return };
        if self.law().off_board(unit, to, yards, place).is_err() {
            return self.tell_own("waits_to_enter", "6.5", unit, json!({}));
        }
        let since = self.battle.turn;
        let went = |area: Area, along: f64| Off { area, along, since };
        let off = match to {
            Beside::Reserve => went(Area::Reserve, 0.0),
            Beside::Left => went(Area::Left, 0.0),
            Beside::Right => went(Area::Right, 0.0),
            Beside::Along => went(off.area, off.along + yards),
            Beside::Enter => return self.comes_on(unit, off, place),
        };
        self.unit_mut(unit).off = Some(off);
        self.tell_own("goes_beside", "6.5", unit, json!({"area": off.area, "yards": off.along as i32}));
    }

    fn comes_on(&mut self, unit: UnitId, off: Off, place: Option<Place>) {
        let edges = Edges::of(self.battle, self.unit(unit).side);
        let entry = edges.entry(off, place.map(|Place([x, y])| point(x, y)));
        // Its whole body is on the table.
        let stance = if self.unit(unit).guns() { Stance::Limbered } else { Stance::Column };
        let depth = bodies::body(self.unit(unit), stance, self.tables).map_or(25.0, |body| body.depth());
        let at = Pose::new(entry.at + entry.facing.ahead() * (depth + 1.0), entry.facing).on_grid();
        self.unit_enters(unit, at);
        if self.unit(unit).here() {
            let own = self.unit_mut(unit);
            own.off = None;
            // It has moved, and charges nobody in this turn (§6.5).
            (own.turn.moved, own.turn.may_charge) = (true, false);
        }
    }

    /// Set up anew before the first turn, in the order of places; who finds no room stays.
    pub(super) fn deploys(&mut self, unit: UnitId, place: Place, facing: Heading) {
        let there = self.law().deployed(unit, place, facing);
        match there.ok().filter(|there| stands_clear(self.battle, unit, there)) {
            Some(there) => {
                self.unit_mut(unit).placed = there;
                self.tell("deploys", "opt.scouting", &[unit], json!({}));
            }
            None => self.tell_own("change_fails", "1.3.A", unit, json!({})),
        }
    }
}
