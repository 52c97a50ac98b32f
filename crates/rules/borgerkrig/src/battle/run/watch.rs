//! What is watched while units march: distances, places, contact.

use krigsspil_field::prelude::*;
use krigsspil_turn::riders::Riding;
use krigsspil_turn::timeline::Watched;

use super::Run;
use super::movement::{BREAK_CM, THREAT_CM};
use crate::battle::order::{UnitOrder, When};
use crate::battle::state::*;
use crate::vocabulary::*;

/// A body this near to a named place passes it.
const PASS_CM: f64 = 1.0;

impl Run<'_> {
    /// The places that waiting fires watch, by unit.
    pub(super) fn watched_places(&self) -> Vec<(UnitId, Placed)> {
        let mut watched = Vec::new();
        for &unit in &self.battle.waiting {
            let Some(UnitOrder::Fire { when: When::EnemyPasses { place }, .. }) = &self.unit(unit).now.order
            else {
                continue;
            };
            let named = self.battle.fixed.ground.named(place);
            let marks = named.map_or(Vec::new(), |(_, feature)| marks(&feature.shape));
            watched.extend(marks.into_iter().map(|mark| (unit, mark)));
        }
        watched
    }

    /// The distance at which a waiting unit fires.
    pub(super) fn event_cm(&self, unit: UnitId) -> Option<f64> {
        match &self.unit(unit).now.order {
            Some(UnitOrder::Fire { when: When::EnemyWithin { cm }, .. }) => {
                self.battle.waiting.contains(&unit).then_some(*cm)
            }
            _ => None,
        }
    }

    /// What is watched between two things, one of them a unit.
    pub(super) fn watched_between(&self, one: Watched, other: Watched) -> Watch {
        let Watched::Unit(one) = one else { return Watch::default() };
        let near = |enemy: bool, cm: f64| Watch { contact: false, distance: enemy.then_some(cm * CM) };
        let other = match other {
            Watched::Rider(rider) => {
                let enemy = self.unit(one).side != self.rider(rider).side;
                return near(enemy && self.unit(one).wagon.is_none(), BREAK_CM);
            }
            Watched::Place(unit) => return near(self.unit(one).side != self.unit(unit).side, PASS_CM),
            Watched::Unit(other) => other,
        };
        let (here, there) = (self.unit(one), self.unit(other));
        if here.track.is_none() && there.track.is_none() {
            return Watch::default();
        }
        if here.side == there.side {
            return Watch {
                contact: here.order != Order::Rout || there.order != Order::Rout,
                distance: None,
            };
        }
        let cm = self.battle.cm_between(one, other);
        let limits = [
            self.event_cm(one),
            self.event_cm(other),
            (self.threatened(one, other) || self.threatened(other, one)).then_some(THREAT_CM),
            Some(BREAK_CM),
        ];
        let next = limits.into_iter().flatten().filter(|limit| *limit < cm - 1.0e-6).fold(0.0, f64::max);
        Watch { contact: true, distance: (next > 0.0).then_some(next * CM) }
    }

    /// A chain or battery that an approaching enemy may cause to leave (§04.02.10, §04.02.12).
    pub(super) fn threatened(&self, unit: UnitId, enemy: UnitId) -> bool {
        let held = self.unit(unit);
        let may = (held.chain() && held.battery.is_none()) || held.unlimbered();
        may && held.steady() && self.unit(enemy).steady() && self.unit(enemy).wagon.is_none()
    }

    /// Does an enemy trigger a waiting fire? With small arms it waits for its named target, otherwise for an enemy it can fire at: it
    /// ignores others, behind it or out of sight (§03.03.6).
    pub(super) fn awaits(&self, unit: UnitId, enemy: UnitId) -> bool {
        match self.named_target(unit) {
            _ if self.unit(unit).battery.is_some() => true,
            Some(named) => named == enemy,
            None => self.could_fire(unit, enemy),
        }
    }

    /// An enemy who already stands within the distance of a waiting fire triggers it when movement begins.
    pub(super) fn events_that_hold(&mut self) {
        let holds = |unit: &UnitId| {
            let near = |enemy: UnitId, cm: f64| self.battle.cm_between(*unit, enemy) <= cm;
            let draws = |enemy: UnitId, cm: f64| near(enemy, cm) && self.awaits(*unit, enemy);
            let cm = self.event_cm(*unit);
            cm.is_some_and(|cm| self.battle.enemies_of(*unit).any(|enemy| draws(enemy, cm)))
        };
        let units: Vec<UnitId> = self.battle.waiting.iter().copied().filter(|unit| holds(unit)).collect();
        if !units.is_empty() {
            self.carried.agenda.push(Due::Fire { units });
        }
    }
}

/// A feature of the map as bodies that one can come near to: all of a line, all of an area.
fn marks(shape: &Shape) -> Vec<Placed> {
    let lone = |at: Point, facing: Bearing, depth: f64| {
        Body::lone(BaseSize::new(1.0, depth).ok()?, Role::Figure).at(Pose::new(at, facing)).ok()
    };
    match shape {
        Shape::Place(place) => lone(*place, Bearing::NORTH, 1.0).into_iter().collect(),
        Shape::Line(line) => {
            let legs = line.windows(2).filter(|leg| leg[0] != leg[1]);
            legs.filter_map(|leg| lone(leg[1], Bearing::of(leg[1] - leg[0]), leg[0].distance(leg[1])))
                .collect()
        }
        Shape::Area(patch) => {
            let pose = Pose::new(patch.outer[0], Bearing::NORTH);
            Body::garrison(&patch.outer, 1, pose).and_then(|body| body.at(pose)).into_iter().collect()
        }
    }
}
