//! The ways that units go in a turn, with who saw each stretch of them, so that a turn can be played back.

use krigsspil_engine::battle::{Audience, Way, Waypoint};
use krigsspil_field::prelude::{Placed, Track};

use crate::ids::{Id, UnitId};

/// The ways of a turn, unit by unit.
#[derive(Clone, Debug, Default)]
pub struct Ways(Vec<Option<Way>>);

fn waypoint(moment: f64, placed: &Placed) -> Waypoint {
    let pose = placed.pose();
    Waypoint { moment, place: [pose.at.x, pose.at.y], facing: pose.facing.as_degrees() }
}

impl Ways {
    /// A unit went along its track from one moment to another, before these eyes. Called when a track ends, is broken off, or is
    /// seen by others than before.
    pub fn went(&mut self, unit: UnitId, track: &Track, [from, to]: [f64; 2], seen: &Audience) {
        if to <= from {
            return;
        }
        let turns = track.pieces().iter().map(|piece| piece.to).filter(|at| *at > from && *at < to);
        for moment in std::iter::once(from).chain(turns).chain([to]) {
            self.at(unit, waypoint(moment, &track.at(moment)), seen);
        }
    }

    /// A unit was driven somewhere at once.
    pub fn driven(&mut self, unit: UnitId, moment: f64, to: &Placed, seen: &Audience) {
        self.at(unit, waypoint(moment, to), seen);
    }

    fn at(&mut self, unit: UnitId, point: Waypoint, seen: &Audience) {
        if self.0.len() <= unit.number() {
            self.0.resize(unit.number() + 1, None);
        }
        let way = self.0[unit.number()].get_or_insert_with(|| Way { points: Vec::new(), seen: Vec::new() });
        if way.points.last() == Some(&point) {
            return;
        }
        if !way.points.is_empty() {
            way.seen.push(seen.clone());
        }
        way.points.push(point);
    }

    /// The way of a unit, which is told now; none when it has not moved.
    pub fn take(&mut self, unit: UnitId) -> Option<Way> {
        self.0.get_mut(unit.number())?.take().filter(|way| !way.seen.is_empty())
    }
}
