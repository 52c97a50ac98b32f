//! Coming to the help of a regiment that fights hand to hand: another goes round and takes the enemy in flank (§07.03.4).

use krigsspil_field::prelude::*;
use serde_json::Value;

use super::steps::{at, off};
use super::{Foe, Mind};

/// Nobody goes farther for it.
const FAR_CM: f64 = 30.0;
/// He starts his charge from so far.
const START_CM: f64 = 9.0;

impl Mind<'_> {
    /// Goes where it can charge an enemy who is held fast on the goal.
    pub(super) fn join(&self, foe: &Foe<'_>) -> Option<Value> {
        let goal = self.plan.goals.get(&self.unit.id)?;
        let (own, enemy) = (at(self.unit.place), at(foe.seen.place));
        let contested = enemy.distance(goal.place) <= goal.radius + 10.0 * self.cm();
        if !foe.engaged || !contested || foe.cm > FAR_CM || self.unit.formation != "line" {
            return None;
        }
        if !self.asked.may("move") {
            return None;
        }
        if !self.blocked(own, foe, false) && foe.cm <= 15.0 {
            return (foe.off.abs() > 15.0).then(|| self.face_in_line(foe)).flatten();
        }
        let round = (0..8).map(|eighth| {
            let way = Bearing::degrees(f64::from(eighth) * 45.0).ahead();
            enemy + way * (START_CM * self.cm() + self.unit.front / 4.0)
        });
        let fit = |place: &Point| {
            self.chart.good(*place)
                && !self.chart.bars_lines(own, *place)
                && !self.blocked(*place, foe, false)
        };
        let start = round.filter(fit).min_by(|a, b| own.distance(*a).total_cmp(&own.distance(*b)))?;
        let mut steps = self.steps();
        if off(own, self.unit.facing, start).abs() > 60.0 || own.distance(start) > 12.0 * self.cm() {
            steps.form("march_column").face(start).ahead_cm(own.distance(start) / self.cm());
            steps.face(enemy).form("line");
        } else {
            steps.face(start).ahead_cm(own.distance(start) / self.cm());
        }
        steps.march()
    }
}
