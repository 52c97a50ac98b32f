//! An enemy as one unit sees him.

use krigsspil_field::prelude::Point;

use super::Mind;
use super::outline::{at, nearest, off};
use super::scene::{Own, Scene, Seen};
use krigsspil_engine::battle::{Means, Poise};

/// An enemy who faces at least this many degrees away is ignored on the march.
const LOOKS_AWAY: f64 = 75.0;

/// An enemy and his apparent distance.
#[derive(Clone, Copy)]
pub(super) struct Foe<'a> {
    pub seen: &'a Seen<'a>,
    /// The distance in the rule set's own measure.
    pub away: f64,
    /// Where the unit is, and which way it faces.
    from: Point,
    facing: f64,
}

/// Enemies that can hurt, nearest first.
pub(super) fn foes<'a>(scene: &'a Scene<'a>, unit: &Own<'a>, means: &Means<'a>) -> Vec<Foe<'a>> {
    let own = unit.place();
    let targets = means.targets.iter().filter_map(|&(id, away)| Some((scene.enemy(id)?, away)));
    targets
        .filter(|(seen, _)| seen.hurts())
        .map(|(seen, away)| Foe { seen, away, from: own, facing: unit.shown.facing })
        .collect()
}

impl Foe<'_> {
    /// Degrees off the unit's front.
    pub fn off(&self) -> f64 {
        off(self.from, self.facing, self.place())
    }

    /// Does he face another way?
    pub fn looks_away(&self, from: Point) -> bool {
        off(self.seen.place(), self.seen.shown.facing, from).abs() > LOOKS_AWAY
    }

    /// Is any of him within this many metres of a place?
    pub fn is_within(&self, place: Point, metres: f64) -> bool {
        // If his whole span is too far away, there is no need to measure.
        self.seen.span.at_least(place) <= metres
            && nearest(self.seen.outline(), place).unwrap_or(self.place()).distance(place) <= metres
    }

    pub fn place(&self) -> Point {
        at(self.seen.shown.place)
    }
}

impl Mind<'_> {
    /// How well an enemy seems to be under control.
    pub(super) fn poise_of(&self, foe: &Foe<'_>) -> Poise {
        self.memory.poise(foe.seen.id(), self.scene.view.turn)
    }
}
