//! Orders to mounted cavalry: it keeps out of rifle fire until it can charge.

use serde_json::Value;

use super::charge::WORTH_IT;
use super::steps::{at, swing};
use super::{Foe, Mind};

/// Nearer than this, foot in order is kept off.
const KEEPS_OFF_CM: f64 = 25.0;
/// So near, it must be kept off whatever else offers.
const CLOSE_CM: f64 = 15.0;
/// So far it looks for somebody to charge.
const PREY_CM: f64 = 40.0;
/// So near the edge of the table, in metres, it turns in column.
const EDGE: f64 = 120.0;
/// From so near it charges.
const REACH_CM: f64 = 18.0;

impl Mind<'_> {
    pub(super) fn horse(&mut self) -> Option<Value> {
        let foes = self.foes();
        let quiet = foes.first().is_none_or(|foe| foe.cm > KEEPS_OFF_CM);
        if self.unit.order != "OR" && quiet && self.asked.may("reorganise") {
            return Some(serde_json::json!({"kind": "reorganise"}));
        }
        if let Some(order) = self.charge(&foes) {
            return Some(order);
        }
        if !self.asked.may("move") {
            return None;
        }
        if let Some(order) = self.prey(&foes) {
            return Some(order);
        }
        match foes.iter().find(|foe| !foe.engaged && foe.cm <= KEEPS_OFF_CM) {
            Some(foe) => self.keep_off(foe),
            None => self.ride_up(),
        }
    }

    /// Goes for one who is held fast or has given way, while nobody in order is near: turns to him, and comes within reach of a charge.
    fn prey(&mut self, foes: &[Foe<'_>]) -> Option<Value> {
        let (memory, turn) = (self.memory, self.view.turn);
        let weak = |foe: &&Foe<'_>| foe.engaged || matches!(memory.order(&foe.seen.id, turn), "U" | "LU");
        let danger = foes.iter().any(|foe| !weak(&foe) && foe.cm <= CLOSE_CM);
        if danger || self.unit.formation != "line" {
            return None;
        }
        let own = at(self.unit.place);
        for foe in foes.iter().filter(weak).filter(|foe| foe.cm <= PREY_CM) {
            let known = memory.order(&foe.seen.id, turn);
            let clear = self.may_follow(foe)
                && self.chart.clear(own, at(foe.seen.place))
                && !self.blocked(own, foe, true);
            if !clear || self.shocks.chance(self.view, self.unit, foe.seen, known, true) < WORTH_IT {
                continue;
            }
            let mut steps = self.steps();
            if foe.off.abs() > 15.0 {
                steps.swing(foe.off);
                return steps.march();
            }
            if foe.cm > REACH_CM {
                steps.ahead_cm(foe.cm - REACH_CM);
                return steps.march();
            }
        }
        None
    }

    /// Rides away from him and toward home, and stays on the table.
    fn keep_off(&self, foe: &Foe<'_>) -> Option<Value> {
        let own = at(self.unit.place);
        let away = (own - at(foe.seen.place)).unit().unwrap_or(self.plan.back());
        let goal = self.chart.inside(own + (away + self.plan.back()) * (12.0 * self.cm()), 120.0);
        if own.distance(goal) < 60.0 {
            return None;
        }
        let mut steps = self.steps();
        steps.along(&[goal]);
        steps.march()
    }

    /// To its post, in column over a long way; there it stands in line to the front.
    fn ride_up(&self) -> Option<Value> {
        let own = at(self.unit.place);
        let post = self.post();
        let far = self.to_go();
        let enemies = self.view.enemies.iter().filter(|enemy| !enemy.rout && enemy.arm != "wagon");
        let room = (KEEPS_OFF_CM + 3.0) * self.cm();
        let taken = enemies.into_iter().any(|enemy| at(enemy.place).distance(post) < room);
        let mut steps = self.steps();
        if far <= 8.0 || taken {
            let swing = swing(self.unit.facing, self.plan.front);
            let turns = swing.abs() > 25.0;
            // At the edge of the table there is no room for a wheel.
            let inside = self.chart.inside(own, EDGE) == own;
            if turns && !inside && self.unit.formation == "line" {
                steps.form("march_column");
            }
            if turns {
                steps.swing(swing);
            }
            if self.unit.formation != "line" || turns && !inside {
                steps.form("line");
            }
            return steps.march();
        }
        if self.chart.clear(own, post) && self.unit.formation == "line" {
            steps.along(&[post]);
        } else {
            if self.unit.formation != "march_column" {
                steps.form("march_column");
            }
            steps.along(&self.chart.way(own, post));
        }
        steps.march()
    }
}
