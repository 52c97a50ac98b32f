//! Ammunition (chapter 09): wagons follow the line, and who is empty and a wagon come to each other.

use serde_json::{Value, json};

use super::aim::nearest;
use super::sight::Own;
use super::steps::at;
use super::{Foe, Mind};

/// Wagons go no nearer to an enemy than this.
const SAFE_CM: f64 = 18.0;
/// A wagon that is so near its post stays.
const NEAR_CM: f64 = 15.0;

impl Mind<'_> {
    /// Draws ammunition where a wagon is at hand, else goes to one (§09.03.1).
    pub(super) fn resupply(&self, foes: &[Foe<'_>]) -> Option<Value> {
        if self.asked.may("resupply") {
            return Some(json!({"kind": "resupply"}));
        }
        if !self.asked.may("move") {
            return None;
        }
        let own = at(self.unit.place);
        let wagon = self.nearest_of(|unit| unit.arm == "wagon")?;
        let mut steps = self.steps();
        let room = foes.first().is_none_or(|foe| foe.cm > 20.0);
        if self.unit.arm == "infantry" && self.unit.formation != "march_column" && room {
            steps.form("march_column");
        }
        steps.along(&self.chart.way(own, at(wagon.place)));
        steps.march()
    }

    /// A wagon goes to whoever is empty, else behind the line; never to the enemy.
    pub(super) fn wagon(&self) -> Option<Value> {
        if !self.asked.may("move") {
            return None;
        }
        let own = at(self.unit.place);
        let mut goal = self.post();
        let mut stop_cm = NEAR_CM;
        if let Some(empty) = self.nearest_of(Own::empty) {
            goal = nearest(&empty.outline, own).unwrap_or(at(empty.place));
            stop_cm = 0.2;
        }
        let threatened = |place| {
            let near = |outline: &[[f64; 2]]| {
                nearest(outline, place).is_some_and(|enemy| enemy.distance(place) < SAFE_CM * self.cm())
            };
            self.view.enemies.iter().filter(|enemy| !enemy.rout).any(|enemy| near(&enemy.outline))
        };
        if own.distance(goal) <= stop_cm * self.cm() || threatened(goal) {
            return None;
        }
        let mut steps = self.steps();
        steps.along(&self.chart.way(own, goal));
        steps.march()
    }

    fn nearest_of(&self, kind: impl Fn(&Own) -> bool) -> Option<&Own> {
        let own = at(self.unit.place);
        let far = |unit: &Own| own.distance(at(unit.place));
        self.view.here().filter(|unit| kind(unit)).min_by(|a, b| far(a).total_cmp(&far(b)))
    }
}
