//! Guns fire at a thing on the map that they see, whoever may be there (§10.01.5).

use krigsspil_field::prelude::*;
use krigsspil_turn::ids::UnitId;
use serde_json::json;

use super::Run;
use super::guns::GunLine;
use crate::battle::order::UnitOrder;
use crate::battle::sight::sees_place;
use crate::battle::state::*;
use crate::battle::terrain::thing_near;

/// Whoever is within this many centimetres of the place that is fired at is struck (house).
const THERE_CM: f64 = 5.0;

impl Run<'_> {
    /// The place that a battery fires at, if it is to fire at a thing on the map that is no building.
    pub(super) fn place_fired_at(&self, firer: UnitId) -> Option<Point> {
        let Some(UnitOrder::Bombard { place }) = &self.unit(firer).now.order else { return None };
        let at = point(place.0[0], place.0[1]);
        (self.bombards(firer).is_none() && thing_near(&self.battle.ground, at)).then_some(at)
    }

    /// Does a battery fire at a place that it sees, and where this enemy is?
    pub(super) fn fires_where_he_is(&self, firer: UnitId, target: UnitId) -> bool {
        let Some(at) = self.place_fired_at(firer) else { return false };
        let near = self.unit(target).placed.parts().iter().map(|part| part.distance_to(at));
        near.fold(f64::INFINITY, f64::min) <= THERE_CM * CM
            && sees_place(self.battle, self.unit(firer).placed.pose().at, at)
    }

    /// The enemy who is struck by a fire at a place: the nearest to it of those whom the guns reach.
    pub(super) fn enemy_there(&self, firer: UnitId, at: Point) -> Option<UnitId> {
        let away = |enemy: UnitId| {
            let parts = self.unit(enemy).placed.parts().iter();
            parts.map(|part| part.distance_to(at)).fold(f64::INFINITY, f64::min)
        };
        let there = self.battle.enemies_of(firer).filter(|&enemy| self.fires_where_he_is(firer, enemy));
        let mut there: Vec<(f64, UnitId)> = there.map(|enemy| (away(enemy), enemy)).collect();
        there.sort_by(|a, b| self.battle.nearer(*a, *b));
        there.into_iter().map(|(_, enemy)| enemy).find(|&enemy| self.gun_shot(firer, enemy).is_some())
    }

    /// The line to a place that guns see and reach.
    pub(super) fn line_to_place(&self, firer: UnitId, at: Point) -> Option<GunLine> {
        let spot =
            Body::lone(BaseSize::new(1.0, 1.0).ok()?, Role::Figure).at(Pose::new(at, Bearing::NORTH)).ok()?;
        let seen = sees_place(self.battle, self.unit(firer).placed.pose().at, at);
        let line = self.gun_line(firer, &spot).filter(|_| seen)?;
        self.safe_line(firer, &[], line.from, line.to, line.zone).then_some(line)
    }

    /// The guns fire where nobody is: the load is spent, and nothing else comes of it.
    pub(super) fn fired_at_nobody(&mut self, firer: UnitId, at: Point) {
        self.has_fired(firer, None);
        self.tell("fires_at_place", "10.01.5", &[firer], json!({"place": [at.x, at.y]}));
    }
}
