//! The command phase, and the facing and formation phase (chapters 2 and 4).

use krigsspil_turn::desk::Go;
use serde_json::json;

use super::Run;
use crate::battle::bodies;
use crate::battle::order::UnitOrder;
use crate::battle::state::*;
use crate::procedures::sight::WeatherRoll;

impl Run<'_> {
    /// The command phase closes: the weather of the hour (§seq.command.3), and the blue chits are shown (§seq.facing.1).
    pub(super) fn command(&mut self) -> Go {
        if self.battle.fixed.options.weather && self.battle.turn > 1 && self.battle.turn % 4 == 1 {
            let winter = self
                .battle
                .fixed
                .scenario
                .date
                .get(5..7)
                .is_some_and(|month| matches!(month, "12" | "01" | "02"));
            let facts = WeatherRoll { current: self.battle.weather, winter };
            let weather = self.roll(("weather", "seq.command.3"), &[], json!({}), &facts)?.weather;
            self.battle.weather = weather;
        }
        self.commanded();
        self.couriers_leave();
        self.shows_chits(true);
        Ok(())
    }

    /// Chits are shown together, each colour in its phase (§2.7).
    pub(super) fn shows_chits(&mut self, blue: bool) {
        let needed = self.battle.here().filter(|&unit| self.unit(unit).chits.needed);
        for unit in self.battle.by_place(needed.collect()) {
            let chits = self.unit(unit).chits;
            let code = if blue { chits.blue } else { chits.white };
            if let Some(chit) = code {
                self.tell("shows_chit", "2.7", &[unit], json!({"chit": chit}));
            }
        }
    }

    /// Facing and formation are changed, all at once (§seq.facing.2). Where two want the same ground, the one whose place comes first has it.
    pub(super) fn changes(&mut self) -> Go {
        for (unit, order) in self.written() {
            match order {
                UnitOrder::Change { formation, degrees } => self.changes_formation(unit, formation, degrees),
                UnitOrder::Swarm { ranks } => self.swarms(unit, ranks),
                UnitOrder::Prone => self.lies_down_or_rises(unit),
                UnitOrder::Garrison => self.changes_garrison(unit),
                UnitOrder::Dismount => self.dismounts_or_mounts(unit),
                _ => {}
            }
        }
        Ok(())
    }

    fn changes_formation(&mut self, unit: UnitId, formation: Option<Stance>, degrees: f64) {
        let changed = self.law().change(unit, formation, degrees);
        let Ok((placed, stance, after)) = changed else {
            self.tell_own("change_fails", "1.3.A", unit, json!({}));
            return;
        };
        let own = self.unit_mut(unit);
        (own.stance, own.placed) = (stance, placed);
        own.ranks = if after.skirmish { 1 } else { own.ranks };
        let turn = &mut own.turn;
        (turn.may_move, turn.may_charge, turn.may_counter) = (after.moves, after.charges, after.counters);
        (turn.charge_rate, turn.turned) = (after.rate, after.turned);
        (turn.reformed, turn.skirmish_changed) = (after.reformed, after.skirmish);
        if let Some(general) = after.general {
            self.battle.generals[general].squared = true;
        }
        if formation.is_some() {
            self.tell("changes_formation", "4.1", &[unit], json!({"formation": stance}));
        } else {
            self.tell("changes_facing", "4.1", &[unit], json!({"degrees": after.turned}));
        }
    }

    /// Skirmishers stand in so many ranks (§10.6.M).
    fn swarms(&mut self, unit: UnitId, ranks: i32) {
        let Ok(placed) = self.law().swarm(unit, ranks) else {
            self.tell_own("change_fails", "1.3.A", unit, json!({}));
            return;
        };
        let own = self.unit_mut(unit);
        (own.placed, own.ranks) = (placed, ranks);
        self.tell("swarms", "10.6.M", &[unit], json!({"ranks": ranks}));
    }

    /// Lying down under artillery fire (opt.anti-artillery, R68).
    fn lies_down_or_rises(&mut self, unit: UnitId) {
        let own = self.unit_mut(unit);
        own.prone = !own.prone;
        own.turn.prone_changed = true;
        (own.turn.may_move, own.turn.may_charge, own.turn.may_counter) = (false, false, false);
        let what = if own.prone { "lies_down" } else { "rises" };
        self.tell(what, "opt.anti-artillery", &[unit], json!({}));
    }

    /// Cavalry gets off its horses, or on them (§10.4.C).
    fn dismounts_or_mounts(&mut self, unit: UnitId) {
        let tables = self.tables;
        let own = self.unit_mut(unit);
        own.dismounted = !own.dismounted;
        own.stance = if own.dismounted { Stance::Skirmish } else { Stance::Column };
        own.turn.skirmish_changed = true;
        own.turn.may_charge = false;
        bodies::rebuild(own, tables);
        let what = if self.unit(unit).dismounted { "dismounts" } else { "mounts" };
        self.tell(what, "10.4.C", &[unit], json!({}));
    }
}
