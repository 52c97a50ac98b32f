//! The pieces without hollows that a body is made of, and the measures between two of them.

use crate::bearing::Frame;
use crate::point::{Extent, Point, point};
use crate::polygon::{self, HalfPlane, edges, nearest_on};

/// A rectangle on the ground, turned any way: most bodies, and every base, are made of these.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slab {
    centre: Point,
    right: Point,
    ahead: Point,
    half_width: f64,
    half_depth: f64,
    corners: [Point; 4],
}

impl Slab {
    /// A rectangle given in a body's own frame: its middle, and half its width and depth.
    #[must_use]
    pub fn new(frame: &Frame, middle: Point, half_width: f64, half_depth: f64) -> Slab {
        let centre = frame.to_ground(middle);
        let (across, along) = (frame.right * half_width, frame.ahead * half_depth);
        let corners = [
            centre - across - along,
            centre + across - along,
            centre + across + along,
            centre - across + along,
        ];
        Slab { centre, right: frame.right, ahead: frame.ahead, half_width, half_depth, corners }
    }

    /// A straight lane of this width from one place to another; `None` if they are the same place.
    #[must_use]
    pub fn lane(from: Point, to: Point, width: f64) -> Option<Slab> {
        let ahead = (to - from).unit()?;
        let frame = Frame { at: from, right: ahead.right(), ahead };
        let half = from.distance(to) / 2.0;
        Some(Slab::new(&frame, point(0.0, half), width / 2.0, half))
    }

    /// Its middle.
    #[must_use]
    pub fn centre(&self) -> Point {
        self.centre
    }

    /// Its corners, anticlockwise: rear left, rear right, front right, front left.
    #[must_use]
    pub fn corners(&self) -> &[Point; 4] {
        &self.corners
    }

    /// From left to right, in metres.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.half_width * 2.0
    }

    /// From front to rear, in metres.
    #[must_use]
    pub fn depth(&self) -> f64 {
        self.half_depth * 2.0
    }

    /// One metre ahead of it.
    #[must_use]
    pub fn ahead(&self) -> Point {
        self.ahead
    }

    pub(crate) fn right(&self) -> Point {
        self.right
    }

    /// Moved, and turned about a place by an angle given as its sine and cosine, to the left.
    #[must_use]
    pub(crate) fn moved(&self, pivot: Point, turn: (f64, f64), shift: Point) -> Slab {
        let swing = |p: Point| pivot + (p - pivot).turned(turn) + shift;
        let frame =
            Frame { at: swing(self.centre), right: self.right.turned(turn), ahead: self.ahead.turned(turn) };
        Slab::new(&frame, Point::ORIGIN, self.half_width, self.half_depth)
    }

    /// Shifted without turning; the corners keep their bits relative to each other as far as they can.
    #[must_use]
    pub(crate) fn shifted(&self, shift: Point) -> Slab {
        let mut there = *self;
        there.centre += shift;
        for corner in &mut there.corners {
            *corner += shift;
        }
        there
    }

    /// Square of the distance of a place from the rectangle; none inside.
    fn distance_squared_to(&self, place: Point) -> f64 {
        let way = place - self.centre;
        let x = (way.dot(self.right).abs() - self.half_width).max(0.0);
        let y = (way.dot(self.ahead).abs() - self.half_depth).max(0.0);
        x * x + y * y
    }

    /// Everything needed to compute its distance from another.
    #[inline]
    pub(crate) fn core(&self) -> Core {
        let Slab { centre, right, ahead, half_width, half_depth, .. } = *self;
        Core { centre, right, ahead, half_width, half_depth }
    }

    /// Metres from edge to edge; 0 if they touch or overlap. The same bits whichever is asked first.
    #[inline]
    #[must_use]
    pub fn distance(&self, other: &Slab) -> f64 {
        self.core().distance(&other.core())
    }

    /// How deep two rectangles overlap; 0 or less if they do not.
    #[must_use]
    pub fn depth_of_overlap(&self, other: &Slab) -> f64 {
        let (here, there) = (self.core(), other.core());
        -here.gap(here.sees(&there)).max(there.gap(there.sees(&here)))
    }
}

/// A rectangle without its corners, for the frequent measurements while it moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Core {
    centre: Point,
    right: Point,
    ahead: Point,
    half_width: f64,
    half_depth: f64,
}

impl Core {
    /// Its directions: across, and ahead.
    pub(crate) fn directions(&self) -> [Point; 2] {
        [self.right, self.ahead]
    }

    /// Its middle.
    pub(crate) fn centre(&self) -> Point {
        self.centre
    }

    /// Its corners.
    pub(crate) fn corners(&self) -> [Point; 4] {
        let (across, along) = (self.right * self.half_width, self.ahead * self.half_depth);
        let (front, rear) = (self.centre + along, self.centre - along);
        [rear - across, rear + across, front + across, front - across]
    }

    /// As [`Slab::moved`], to the bit.
    #[inline]
    pub(crate) fn swung(&self, pivot: Point, turn: (f64, f64)) -> Core {
        let at = pivot + (self.centre - pivot).turned(turn) + Point::ORIGIN;
        let frame = Frame { at, right: self.right.turned(turn), ahead: self.ahead.turned(turn) };
        Core { centre: frame.to_ground(Point::ORIGIN), right: frame.right, ahead: frame.ahead, ..*self }
    }

    /// As [`Slab::shifted`], to the bit.
    #[inline]
    pub(crate) fn shifted(&self, shift: Point) -> Core {
        Core { centre: self.centre + shift, ..*self }
    }

    /// The other rectangle as this one sees it: its middle, and its half sides as ways, all in this one's frame.
    #[inline]
    fn sees(&self, other: &Core) -> (Point, Point, Point) {
        let way = other.centre - self.centre;
        let across = point(other.right.dot(self.right), other.right.dot(self.ahead)) * other.half_width;
        let along = point(other.ahead.dot(self.right), other.ahead.dot(self.ahead)) * other.half_depth;
        (point(way.dot(self.right), way.dot(self.ahead)), across, along)
    }

    /// The widest gap between the two along this one's own directions; negative when they overlap along both.
    #[inline]
    fn gap(&self, (middle, across, along): (Point, Point, Point)) -> f64 {
        let x = middle.x.abs() - (across.x.abs() + along.x.abs()) - self.half_width;
        let y = middle.y.abs() - (across.y.abs() + along.y.abs()) - self.half_depth;
        x.max(y)
    }

    /// Square of the distance of the other's nearest corner.
    #[inline]
    fn nearest_corner(&self, (middle, across, along): (Point, Point, Point)) -> f64 {
        let beyond = |corner: Point| {
            let x = (corner.x.abs() - self.half_width).max(0.0);
            let y = (corner.y.abs() - self.half_depth).max(0.0);
            x * x + y * y
        };
        let (front, rear) = (middle + along, middle - along);
        let (in_front, behind) = (
            beyond(front + across).min(beyond(front - across)),
            beyond(rear + across).min(beyond(rear - across)),
        );
        in_front.min(behind)
    }

    /// Metres from edge to edge; 0 if they touch or overlap. The same bits whichever is asked first.
    #[inline]
    pub(crate) fn distance(&self, other: &Core) -> f64 {
        let (from_here, from_there) = (self.sees(other), other.sees(self));
        if self.gap(from_here) <= 0.0 && other.gap(from_there) <= 0.0 {
            return 0.0;
        }
        // Of two rectangles apart, a corner of one is among the nearest places.
        self.nearest_corner(from_here).min(other.nearest_corner(from_there)).sqrt()
    }
}

/// One piece of a body: a rectangle, or any ring without hollows (a building's outline).
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A rectangle.
    Slab(Slab),
    /// A ring without hollows, anticlockwise.
    Ring(Vec<Point>),
}

impl Part {
    /// Its corners, anticlockwise.
    #[must_use]
    pub fn corners(&self) -> &[Point] {
        match self {
            Part::Slab(slab) => &slab.corners,
            Part::Ring(ring) => ring,
        }
    }

    /// The box round it.
    #[must_use]
    pub fn extent(&self) -> Extent {
        Extent::around(self.corners().iter().copied())
    }

    /// Its area in square metres.
    #[must_use]
    pub fn area(&self) -> f64 {
        match self {
            Part::Slab(slab) => slab.width() * slab.depth(),
            Part::Ring(ring) => polygon::signed_area(ring),
        }
    }

    /// Its sides, each with its inner half of the ground.
    #[must_use]
    pub fn sides(&self) -> Vec<HalfPlane> {
        edges(self.corners()).map(|(a, b)| HalfPlane { at: a, along: b - a }).collect()
    }

    /// Whether a place lies in it, edges counted.
    #[must_use]
    pub fn holds(&self, place: Point) -> bool {
        match self {
            Part::Slab(slab) => slab.distance_squared_to(place) == 0.0,
            Part::Ring(ring) => edges(ring).all(|(a, b)| (b - a).cross(place - a) >= 0.0),
        }
    }

    /// The nearest place of it.
    #[must_use]
    pub fn nearest_to(&self, place: Point) -> Point {
        if self.holds(place) {
            return place;
        }
        let on_edges = edges(self.corners()).map(|edge| nearest_on(edge, place));
        let measured = on_edges.map(|on| (on.distance(place), on));
        measured.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(place, |(_, on)| on)
    }

    /// Metres from a place to its edge; 0 inside.
    #[must_use]
    pub fn distance_to(&self, place: Point) -> f64 {
        self.distance_squared_to(place).sqrt()
    }

    fn distance_squared_to(&self, place: Point) -> f64 {
        match self {
            Part::Slab(slab) => slab.distance_squared_to(place),
            Part::Ring(_) if self.holds(place) => 0.0,
            Part::Ring(ring) => {
                let ways = edges(ring).map(|edge| place - nearest_on(edge, place));
                ways.map(|way| way.dot(way)).fold(f64::INFINITY, f64::min)
            }
        }
    }

    /// Metres from edge to edge; 0 if they touch or overlap.
    #[inline]
    #[must_use]
    pub fn distance(&self, other: &Part) -> f64 {
        if let (Part::Slab(here), Part::Slab(there)) = (self, other) {
            return here.distance(there);
        }
        if self.overlaps_by(other, |depth| depth >= 0.0) {
            return 0.0;
        }
        let from = |a: &Part, b: &Part| {
            a.corners().iter().map(|&corner| b.distance_squared_to(corner)).fold(f64::INFINITY, f64::min)
        };
        // The root of the least is the least of the roots, to the bit.
        from(self, other).min(from(other, self)).sqrt()
    }

    /// The places of each that lie nearest to the other.
    #[must_use]
    pub fn closest_places(&self, other: &Part) -> (Point, Point) {
        let mut best = (f64::INFINITY, (Point::ORIGIN, Point::ORIGIN));
        for &corner in self.corners() {
            let there = other.nearest_to(corner);
            if corner.distance(there) < best.0 {
                best = (corner.distance(there), (corner, there));
            }
        }
        for &corner in other.corners() {
            let here = self.nearest_to(corner);
            if corner.distance(here) < best.0 {
                best = (corner.distance(here), (here, corner));
            }
        }
        best.1
    }

    /// How deep the two overlap; below 0 they are apart, at 0 they touch.
    #[must_use]
    pub fn overlap_depth(&self, other: &Part) -> f64 {
        if let (Part::Slab(here), Part::Slab(there)) = (self, other) {
            return here.depth_of_overlap(there);
        }
        self.depths(other).chain(other.depths(self)).fold(f64::INFINITY, f64::min)
    }

    /// Whether the two overlap by more than this many metres. Most are seen to be apart at the first edge or two.
    #[must_use]
    pub fn overlaps_more(&self, other: &Part, metres: f64) -> bool {
        match (self, other) {
            (Part::Slab(here), Part::Slab(there)) => here.depth_of_overlap(there) > metres,
            _ => self.overlaps_by(other, |depth| depth > metres),
        }
    }

    fn overlaps_by(&self, other: &Part, deep: impl Fn(f64) -> bool) -> bool {
        self.depths(other).chain(other.depths(self)).all(deep)
    }

    /// How far the other reaches to the inside of each of its edges.
    fn depths<'a>(&'a self, other: &'a Part) -> impl Iterator<Item = f64> + 'a {
        edges(self.corners()).filter_map(|(p, q)| Some((p, (q - p).unit()?))).map(move |(p, along)| {
            other.corners().iter().map(|&corner| along.cross(corner - p)).fold(f64::NEG_INFINITY, f64::max)
        })
    }

    /// The square metres that both cover.
    #[must_use]
    pub fn shared_area(&self, other: &Part) -> f64 {
        polygon::shared_area(self.corners(), other.corners())
    }

    /// Where a straight line first meets it: the share of the way, and the number of the edge.
    #[must_use]
    pub fn first_meeting(&self, from: Point, to: Point) -> Option<(f64, usize)> {
        edges(self.corners())
            .enumerate()
            .filter_map(|(number, edge)| Some((polygon::crossing((from, to), edge)?.0, number)))
            .min_by(|a, b| a.0.total_cmp(&b.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bearing::{Bearing, Pose};

    fn slab(x: f64, y: f64, facing: f64, width: f64, depth: f64) -> Slab {
        let frame = Pose::new(point(x, y), Bearing::degrees(facing)).frame();
        Slab::new(&frame, Point::ORIGIN, width / 2.0, depth / 2.0)
    }

    #[test]
    fn rectangles_crossed_like_swords_overlap() {
        let (one, other) = (slab(0.0, 0.0, 0.0, 100.0, 2.0), slab(0.0, 0.0, 90.0, 100.0, 2.0));
        assert_eq!(one.distance(&other), 0.0);
        assert!(one.depth_of_overlap(&other) > 0.0);
    }

    #[test]
    fn corner_to_side_is_measured_square_on() {
        let line = slab(0.0, 0.0, 0.0, 100.0, 10.0);
        let turned = slab(0.0, 50.0, 45.0, 10.0, 10.0);
        let expected = 50.0 - 5.0 - 50.0f64.sqrt();
        assert!((line.distance(&turned) - expected).abs() < 1e-12);
    }

    #[test]
    fn a_ring_of_four_corners_measures_like_a_rectangle() {
        let (one, other) = (slab(3.0, 4.0, 20.0, 60.0, 12.0), slab(90.0, 70.0, 77.0, 30.0, 30.0));
        let ring = Part::Ring(one.corners().to_vec());
        let far = ring.distance(&Part::Slab(other));
        assert!((far - one.distance(&other)).abs() < 1e-9);
        assert!((ring.area() - one.width() * one.depth()).abs() < 1e-9);
    }

    #[test]
    fn the_depth_of_an_overlap_is_the_shortest_way_out() {
        let (one, other) = (slab(0.0, 0.0, 0.0, 10.0, 10.0), slab(8.0, 0.0, 0.0, 10.0, 10.0));
        assert_eq!(one.depth_of_overlap(&other), 2.0);
        assert_eq!(Part::Slab(one).shared_area(&Part::Slab(other)), 20.0);
    }
}
