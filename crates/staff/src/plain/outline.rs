//! Outlines on the map, and measuring with them.

use krigsspil_engine::battle::At;
use krigsspil_field::prelude::*;

/// A place from a view.
pub(super) fn at(place: At) -> Point {
    point(place[0], place[1])
}

/// Degrees to the right from a facing to a place, -180 to 180.
pub(super) fn off(from: Point, facing: f64, to: Point) -> f64 {
    match (to - from).unit() {
        Some(way) => Bearing::degrees(facing).turn_to(Bearing::of(way)).0,
        None => 0.0,
    }
}

/// Degrees to the right from one facing to another, -180 to 180.
pub(super) fn swing(from: f64, to: f64) -> f64 {
    Bearing::degrees(from).turn_to(Bearing::degrees(to)).0
}

/// The extent of an outline, east and north: what does not touch it does not touch the outline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    low: Point,
    high: Point,
}

impl Span {
    pub fn of(outline: &[At]) -> Span {
        let nowhere = Span {
            low: point(f64::INFINITY, f64::INFINITY),
            high: point(f64::NEG_INFINITY, f64::NEG_INFINITY),
        };
        outline.iter().fold(nowhere, |span, &[x, y]| Span {
            low: point(span.low.x.min(x), span.low.y.min(y)),
            high: point(span.high.x.max(x), span.high.y.max(y)),
        })
    }

    /// Can a straight way touch what is inside?
    pub fn touches(&self, from: Point, to: Point) -> bool {
        from.x.min(to.x) <= self.high.x
            && from.x.max(to.x) >= self.low.x
            && from.y.min(to.y) <= self.high.y
            && from.y.max(to.y) >= self.low.y
    }

    /// No part of it is nearer to a place than this.
    pub fn at_least(&self, to: Point) -> f64 {
        let beside = |low: f64, high: f64, at: f64| (low - at).max(at - high).max(0.0);
        let (x, y) = (beside(self.low.x, self.high.x, to.x), beside(self.low.y, self.high.y, to.y));
        // Never more than the exact distance, whatever the rounding.
        x.hypot(y) - 1e-6
    }
}

/// The sides of an outline; the last leads back to the first corner.
fn sides(outline: &[At]) -> impl Iterator<Item = (Point, Point)> + '_ {
    let last = outline.len().saturating_sub(1);
    let next = move |place: usize| if place == last { 0 } else { place + 1 };
    outline.iter().enumerate().map(move |(place, corner)| (at(*corner), at(outline[next(place)])))
}

/// The point of an outline nearest to a place.
pub(super) fn nearest(outline: &[At], to: Point) -> Option<Point> {
    let nearest_on = |(from, end): (Point, Point)| {
        let way = end - from;
        let length = way.dot(way);
        let share = if length > 0.0 { ((to - from).dot(way) / length).clamp(0.0, 1.0) } else { 0.0 };
        from.toward(end, share)
    };
    let measured = sides(outline).map(nearest_on).map(|there| (there.distance(to), there));
    measured.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, there)| there)
}

/// Does a straight way run through an outline?
pub(super) fn crosses(outline: &[At], from: Point, to: Point) -> bool {
    let side = |a: Point, b: Point, c: Point| (b - a).x * (c - a).y - (b - a).y * (c - a).x;
    sides(outline)
        .any(|(a, b)| side(a, b, from) * side(a, b, to) < 0.0 && side(from, to, a) * side(from, to, b) < 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOX: [At; 4] = [[0.0, 100.0], [50.0, 100.0], [50.0, 120.0], [0.0, 120.0]];

    /// The nearest point of a box is on its near side, and a way through the box counts as crossing it.
    #[test]
    fn a_box_is_measured() {
        assert_eq!(nearest(&BOX, point(25.0, 0.0)), Some(point(25.0, 100.0)));
        assert_eq!(nearest(&BOX, point(-30.0, 90.0)), Some(point(0.0, 100.0)));
        assert!(crosses(&BOX, point(25.0, 0.0), point(30.0, 300.0)));
        assert!(!crosses(&BOX, point(-25.0, 0.0), point(-30.0, 300.0)));
        assert_eq!(nearest(&[], point(0.0, 0.0)), None);
    }

    /// A span never says no where the outline says yes, and its distance is never more than the outline's.
    #[test]
    fn a_span_holds_its_outline() {
        let span = Span::of(&BOX);
        for (from, to) in [(point(25.0, 0.0), point(30.0, 300.0)), (point(-5.0, 99.0), point(60.0, 121.0))] {
            assert!(crosses(&BOX, from, to) && span.touches(from, to));
        }
        assert!(!span.touches(point(-25.0, 0.0), point(-30.0, 300.0)));
        for to in [point(25.0, 0.0), point(-30.0, 90.0), point(70.0, 130.0)] {
            assert!(nearest(&BOX, to).is_some_and(|there| span.at_least(to) <= there.distance(to) + 1e-9));
        }
        assert!(!Span::of(&[]).touches(point(0.0, 0.0), point(9.0, 9.0)));
    }
}
