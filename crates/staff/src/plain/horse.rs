//! Orders to mounted cavalry: it keeps out of rifle fire until it can charge.

use serde_json::Value;

use super::steps::{at, swing};
use super::{Foe, Mind};

/// Nearer than this, foot in order is kept off.
const KEEPS_OFF_CM: f64 = 25.0;

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
        match foes.first().filter(|_| !quiet) {
            Some(foe) => self.keep_off(foe),
            None => self.ride_up(),
        }
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
        let room = (KEEPS_OFF_CM + 8.0) * self.cm();
        if far > 8.0 && enemies.into_iter().any(|enemy| at(enemy.place).distance(post) < room) {
            return None;
        }
        let mut steps = self.steps();
        if far <= 8.0 {
            let swing = swing(self.unit.facing, self.plan.front);
            if swing.abs() > 25.0 {
                steps.swing(swing);
            }
            if self.unit.formation != "line" {
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
