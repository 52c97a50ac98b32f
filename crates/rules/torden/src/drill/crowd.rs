//! Where comrades stand, and which ways are free of them: everybody stops at a friend in his way (§4.4.4), so a march is laid past him.

use std::sync::Arc;

use krigsspil_engine::battle::{At, UnitShown, View};
use krigsspil_field::point::Extent;
use krigsspil_field::prelude::{Bearing, Degrees, Point};

use super::sense::at;
use crate::battle::state::CM;
use crate::vocabulary::Formation;

/// Bodies that overlap by less, in metres, only touch.
const TOUCHES: f64 = 0.5;

/// A body in the way.
struct Body {
    id: Option<Arc<str>>,
    outline: Vec<Point>,
    /// The box round it: most bodies are seen by it to be off a way.
    around: Option<Extent>,
}

impl Body {
    fn new(id: Option<Arc<str>>, outline: Vec<Point>) -> Body {
        Body { id, around: around(&outline), outline }
    }
}

/// The box round a body; none round one with a dent, who counts as in the way of some whom his box does not meet: he is measured along his
/// own sides only.
fn around(body: &[Point]) -> Option<Extent> {
    let corner = |at: usize| body[at % body.len()];
    let bends = |at: usize| (corner(at + 1) - corner(at)).cross(corner(at + 2) - corner(at + 1));
    let one_way = (0..body.len()).all(|at| bends(at) >= 0.0) || (0..body.len()).all(|at| bends(at) <= 0.0);
    one_way.then(|| Extent::around(body.iter().copied()))
}

/// Everybody and everything that a march stops at, where it stands after the moves that were planned so far.
pub(super) struct Crowd {
    bodies: Vec<Body>,
}

/// A way for a unit: so many degrees off its front, after a turn or without one, and so many centimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lane {
    /// Degrees it turns before it goes.
    pub turn: f64,
    /// Degrees it goes off the front that it then has.
    pub oblique: f64,
    pub cm: f64,
}

fn outline(places: &[At]) -> Vec<Point> {
    places.iter().map(|place| at(*place)).collect()
}

impl Crowd {
    /// Comrades and town zones. Everybody passes through own guns in position.
    pub fn of(view: &View) -> Crowd {
        let own = view.units.iter().chain(&view.friends).filter(|unit| unit.here());
        let stops = own.filter(|unit| unit.formation != Formation::Unlimbered.as_str());
        let comrades = stops.map(|unit| Body::new(Some(unit.id.clone()), outline(&unit.outline)));
        let zones = view.zones.iter().map(|zone| Body::new(None, outline(&zone.outline)));
        Crowd { bodies: comrades.chain(zones).collect() }
    }

    /// The bodies, in a box where there is one, that stop a unit on its way to a place: not itself, and not the town that it goes to.
    fn in_the_way<'a>(
        &'a self,
        unit: &'a UnitShown,
        to: Point,
        within: Option<Extent>,
    ) -> impl Iterator<Item = &'a Body> {
        let own = move |body: &&Body| body.id.as_ref() != Some(&unit.id);
        let wanted =
            move |body: &Body| body.id.is_none() && krigsspil_field::polygon::ring_holds(&body.outline, to);
        let boxes = move |body: &&Body| body.around.zip(within).is_none_or(|(one, other)| one.meets(&other));
        let near = self.bodies.iter().filter(boxes);
        near.filter(own).filter(move |body| !wanted(body))
    }

    /// Is the straight way of a unit to another free, so far?
    pub fn is_free(&self, unit: &UnitShown, to: Point, cm: f64) -> bool {
        let way = Bearing::of(to - super::sense::middle(unit)).ahead();
        let far = (cm - 0.5) * CM;
        self.free(unit, &outline(&unit.outline), way, far, to) >= far
    }

    /// Metres that a body goes along a way before it meets somebody, at most so many.
    fn free(&self, unit: &UnitShown, body: &[Point], way: Point, far: f64, to: Point) -> f64 {
        let by = way * far;
        let swept = |here: Extent| here.and(Extent { low: here.low + by, high: here.high + by });
        let on_it = self.in_the_way(unit, to, around(body).map(swept));
        on_it.filter_map(|other| meets(body, &other.outline, way)).fold(far, f64::min)
    }

    /// Of all ways the one that brings a unit nearest to a place: straight or obliquely, or after a turn, which takes its share of the march.
    pub fn best(&self, unit: &UnitShown, to: Point, march_cm: f64, turn_share: f64) -> Option<Lane> {
        let middle = super::sense::middle(unit);
        let direct = (super::sense::off(unit, to) * 10.0).round() / 10.0;
        let far = middle.distance(to);
        let mut best: Option<(f64, Lane)> = None;
        let turns: &[f64] = if direct.abs() > OBLIQUE { &[0.0, direct] } else { &[0.0] };
        for &turn in turns {
            let body = turned(&outline(&unit.outline), middle, turn);
            let clears = |other: &Body| clear(&body, &other.outline);
            let room = turn == 0.0 || self.in_the_way(unit, to, around(&body)).all(clears);
            let march = march_cm * if turn == 0.0 { 1.0 } else { 1.0 - turn_share } * CM;
            if !room || march < CM {
                continue;
            }
            let facing = Bearing::degrees(unit.facing).right_by(Degrees(turn));
            let straight = (direct - turn).clamp(-OBLIQUE, OBLIQUE);
            for off in std::iter::once(straight).chain(SIDEWAYS.map(|by| by * OBLIQUE)) {
                let way = facing.right_by(Degrees(off)).ahead();
                let go = self.free(unit, &body, way, march.min(far), to);
                let gained = far - (middle + way * go).distance(to);
                // Straight on where another way gains little.
                let worth = gained - if off == straight { 0.0 } else { CM };
                if go >= CM && worth >= CM && best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, Lane { turn, oblique: off, cm: (go / CM * 10.0).floor() / 10.0 }));
                }
            }
        }
        best.map(|(_, lane)| lane)
    }

    /// A unit will have gone this way.
    pub fn goes(&mut self, unit: &UnitShown, lane: Lane) {
        let middle = super::sense::middle(unit);
        let facing = Bearing::degrees(unit.facing).right_by(Degrees(lane.turn + lane.oblique));
        let by = facing.ahead() * (lane.cm * CM);
        if let Some(body) = self.bodies.iter_mut().find(|body| body.id.as_ref() == Some(&unit.id)) {
            let turned = turned(&body.outline, middle, lane.turn);
            *body = Body::new(body.id.take(), turned.iter().map(|corner| *corner + by).collect());
        }
    }
}

/// A unit goes at most so many degrees off its front without a turn (§4.4.5).
const OBLIQUE: f64 = 44.0;
/// The shares of that which are tried.
const SIDEWAYS: [f64; 6] = [0.35, -0.35, 0.7, -0.7, 1.0, -1.0];

fn turned(body: &[Point], about: Point, degrees: f64) -> Vec<Point> {
    if degrees == 0.0 {
        return body.to_vec();
    }
    let ahead = Bearing::degrees(degrees).ahead();
    let right = ahead.right();
    body.iter().map(|corner| *corner - about).map(|it| about + right * it.x + ahead * it.y).collect()
}

/// The normals of a body's sides.
fn normals(body: &[Point]) -> impl Iterator<Item = Point> + '_ {
    let next = body.iter().cycle().skip(1);
    body.iter().zip(next).filter_map(|(from, to)| (*to - *from).unit()).map(|side| side.right())
}

fn extent(body: &[Point], axis: Point) -> (f64, f64) {
    let along = body.iter().map(|corner| corner.dot(axis));
    along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)))
}

/// Is one body clear of another?
fn clear(one: &[Point], other: &[Point]) -> bool {
    normals(one).chain(normals(other)).any(|axis| {
        let ((low, high), (from, to)) = (extent(one, axis), extent(other, axis));
        high <= from + TOUCHES || to <= low + TOUCHES
    })
}

/// Metres along a way until one body meets another; none when it passes him.
fn meets(one: &[Point], other: &[Point], way: Point) -> Option<f64> {
    let (mut enters, mut leaves) = (f64::NEG_INFINITY, f64::INFINITY);
    for axis in normals(one).chain(normals(other)) {
        let ((low, high), (from, to)) = (extent(one, axis), extent(other, axis));
        let (before, after) = (from + TOUCHES - high, to - TOUCHES - low);
        let speed = way.dot(axis);
        if speed.abs() < 1e-9 {
            if before >= 0.0 || after <= 0.0 {
                return None;
            }
            continue;
        }
        let (first, last) = (before / speed, after / speed);
        enters = enters.max(first.min(last));
        leaves = leaves.min(first.max(last));
    }
    (enters < leaves && leaves > 0.0).then_some(enters.max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use krigsspil_field::prelude::point;

    fn square(x: f64, y: f64) -> Vec<Point> {
        [(-50.0, -50.0), (50.0, -50.0), (50.0, 50.0), (-50.0, 50.0)]
            .map(|(dx, dy)| point(x + dx, y + dy))
            .to_vec()
    }

    /// §4.4.4 a body meets who stands in its way, and passes who stands beside it or touches its flank.
    #[test]
    fn bodies_meet() {
        let (own, north) = (square(0.0, 0.0), Bearing::degrees(0.0).ahead());
        let met = meets(&own, &square(30.0, 300.0), north).unwrap();
        assert!((met - 200.0).abs() <= 1.0, "{met}");
        assert_eq!(meets(&own, &square(100.0, 300.0), north), None);
        assert_eq!(meets(&own, &square(0.0, -300.0), north), None);
        assert!(clear(&own, &square(100.0, 0.0)) && !clear(&own, &square(90.0, 0.0)));
    }

    /// A body with a dent has no box: who stands in the dent is in its way, and so may be some beside it.
    #[test]
    fn a_dent_has_no_box() {
        let block = square(0.0, 0.0);
        assert!(around(&block).is_some() && around(&turned(&block, point(7.0, 3.0), 33.0)).is_some());
        let mut dented = block.clone();
        dented.insert(2, point(30.0, 0.0));
        assert!(around(&dented).is_none());
        dented.reverse();
        assert!(
            around(&dented).is_none() && around(&block.iter().rev().copied().collect::<Vec<_>>()).is_some()
        );
    }
}
