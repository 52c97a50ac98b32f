//! Fords that are left to be scouted (§11.3.F), with the option `search_fords`: a unit at a river searches its section once.

use krigsspil_field::prelude::*;

use super::state::*;
use super::terrain::Class;

/// The length of a river section, in yards: 18 inches (§11.3.F.2).
const SECTION: f64 = 900.0;
/// Half the width of a ford, in yards (§11.3.A).
pub(super) const HALF_FORD: f64 = 50.0;

/// A stretch of river that a unit stands at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct AtRiver {
    /// The feature, and its section from its northern end.
    pub section: (usize, i32),
    /// The nearest place on it.
    pub place: Point,
    /// Yards from the unit.
    pub yards: f64,
}

fn nearest_on((from, to): (Point, Point), place: Point) -> Point {
    let way = to - from;
    let long = way.dot(way);
    let share = if long > 0.0 { ((place - from).dot(way) / long).clamp(0.0, 1.0) } else { 0.0 };
    from.toward(to, share)
}

/// The river that a unit stands nearest to.
pub(super) fn at_river(battle: &Battle, unit: UnitId) -> Option<AtRiver> {
    let own = &battle.units[unit].placed;
    let mut best: Option<AtRiver> = None;
    for (id, feature) in battle.fixed.ground.features() {
        let Shape::Line(line) = &feature.shape else { continue };
        if battle.fixed.classes.of(id) != Class::River {
            continue;
        }
        // Sections are counted from the north (§11.3.F.2).
        let mut line = line.clone();
        if line.first().zip(line.last()).is_some_and(|(first, last)| first.y < last.y) {
            line.reverse();
        }
        let mut along = 0.0;
        for leg in line.windows(2) {
            for from in [own.pose().at, own.centre()] {
                let place = nearest_on((leg[0], leg[1]), from);
                let yards = yards_to(own, place);
                if best.is_none_or(|best| yards < best.yards - 1e-9) {
                    let section = ((along + leg[0].distance(place)) / SECTION).floor() as i32;
                    best = Some(AtRiver { section: (id.0, section), place: place.on_grid(), yards });
                }
            }
            along += leg[0].distance(leg[1]);
        }
    }
    best
}

/// Yards from a place to the nearest bridge or ford that is known (§11.3.F.1).
pub(super) fn crossing_yards(battle: &Battle, place: Point) -> f64 {
    let crossings = battle
        .fixed
        .ground
        .features()
        .filter(|(id, _)| matches!(super::terrain::class_now(battle, *id), Class::Bridge | Class::Ford));
    let places = crossings.flat_map(|(_, feature)| match &feature.shape {
        Shape::Place(spot) => vec![*spot],
        Shape::Line(line) => line.clone(),
        Shape::Area(patch) => patch.outer.clone(),
    });
    places.chain(battle.fords.iter().copied()).map(|at| at.distance(place)).fold(20000.0, f64::min)
}

/// Is there a ford that was found at a place on a river?
pub(super) fn found_at(battle: &Battle, place: Point) -> bool {
    battle.fords.iter().any(|ford| ford.distance(place) <= HALF_FORD)
}
