//! Helps a regiment that fights hand to hand: another regiment goes round and attacks the enemy in flank.

use krigsspil_engine::battle::{Formed, Intent};
use krigsspil_field::prelude::*;

use super::Mind;
use super::foe::Foe;
use super::outline::off;

/// How far from the enemy, in grains, the charge starts.
const START: f64 = 9.0;
/// An enemy within this many grains beyond the edge of a goal contests it.
const CONTESTS: f64 = 10.0;
/// A longer way in grains, or a wider turn in degrees, is too far for a march in line.
const IN_LINE: f64 = 12.0;
const TOO_FAR_ROUND: f64 = 60.0;
/// He counts as before its front within this many degrees.
const BEFORE: f64 = 15.0;

impl Mind<'_> {
    /// Goes to a place where it can charge an enemy who is held in a melee on the goal.
    pub(super) fn join(&self, foe: &Foe<'_>) -> Option<Intent> {
        if !foe.seen.engaged || foe.away > self.doctrine.near.alert || self.unit.trim.formed != Formed::Line {
            return None;
        }
        let goal = self.plan.goals.get(self.unit.id())?;
        let (own, enemy, measure) = (self.own(), foe.place(), self.measure());
        let grain = self.doctrine.grain * measure;
        let contested = enemy.distance(goal.place) <= goal.radius + CONTESTS * grain;
        if !contested || !self.may_march() {
            return None;
        }
        if foe.away <= self.doctrine.near.close && !self.blocked(own, foe, false) {
            return (foe.off().abs() > BEFORE).then(|| self.face_in_line(foe)).flatten();
        }
        let round = (0..8).map(|eighth| {
            let way = Bearing::degrees(f64::from(eighth) * 45.0).ahead();
            enemy + way * (START * grain + self.unit.shown.front / 4.0)
        });
        let fit = |place: &Point| {
            self.chart.good(*place)
                && !self.chart.bars_lines(own, *place)
                && !self.blocked(*place, foe, false)
        };
        let start = round.filter(fit).min_by(|a, b| own.distance(*a).total_cmp(&own.distance(*b)))?;
        let mut steps = self.steps();
        let far = own.distance(start) > IN_LINE * grain;
        if off(own, self.unit.shown.facing, start).abs() > TOO_FAR_ROUND || far {
            steps.form(Formed::March).face(start).ahead(own.distance(start) / measure);
            steps.face(enemy).form(Formed::Line);
        } else {
            steps.face(start).ahead(own.distance(start) / measure);
        }
        steps.march()
    }
}
