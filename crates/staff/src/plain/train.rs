//! Ammunition: wagons follow the line, and empty units and wagons move toward each other.

use krigsspil_engine::battle::{Act, Arm, Formed, Intent, Role};
use krigsspil_field::prelude::Point;

use super::Mind;
use super::outline::nearest;
use super::scene::Own;

/// A wagon within this many grains of an empty unit has reached it.
const REACHED: f64 = 0.2;

impl<'a> Mind<'a> {
    /// Draws ammunition if a wagon is near; otherwise goes to one.
    pub(super) fn resupply(&self) -> Option<Intent> {
        if self.may(Act::Resupply) {
            return Some(Intent::Resupply);
        }
        if !self.may_march() {
            return None;
        }
        let wagon = self.nearest_of(|unit| unit.trim.role == Role::Train)?;
        let mut steps = self.steps();
        let room = self.foes.first().is_none_or(|foe| foe.away > self.doctrine.near.column);
        if self.unit.arm() == Arm::Infantry && self.unit.trim.formed != Formed::March && room {
            steps.form(Formed::March);
        }
        steps.along(&self.chart.way(self.own(), wagon.place())).march()
    }

    /// A wagon goes to an empty unit, otherwise behind the line; never to the enemy.
    pub(super) fn wagon(&self) -> Option<Intent> {
        if !self.may_march() {
            return None;
        }
        let (own, measure) = (self.own(), self.measure());
        let mut goal = self.post;
        let mut stop = self.doctrine.near.close;
        if let Some(empty) = self.nearest_of(|unit| unit.trim.empty) {
            goal = nearest(&empty.shown.outline, own).unwrap_or(empty.place());
            stop = REACHED * self.doctrine.grain;
        }
        if own.distance(goal) <= stop * measure || self.threatened(goal) {
            return None;
        }
        self.steps().along(&self.chart.way(own, goal)).march()
    }

    /// Is an enemy so near a place that no wagon goes there?
    fn threatened(&self, place: Point) -> bool {
        let safe = self.doctrine.near.wagon * self.measure();
        let enemies = self.scene.enemies.iter().filter(|enemy| !enemy.runs());
        let near = enemies.filter(|enemy| enemy.span.at_least(place) <= safe);
        near.into_iter()
            .filter_map(|enemy| nearest(enemy.outline(), place))
            .any(|enemy| enemy.distance(place) < safe)
    }

    fn nearest_of(&self, kind: impl Fn(&Own<'a>) -> bool) -> Option<&Own<'a>> {
        let own = self.own();
        let far = |unit: &Own<'a>| own.distance(unit.place());
        self.scene.here.iter().filter(|unit| kind(unit)).min_by(|a, b| far(a).total_cmp(&far(b)))
    }
}
