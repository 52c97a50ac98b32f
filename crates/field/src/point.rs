//! Places on the ground, and directions across it.

use serde::{Deserialize, Serialize};
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// Positions are rounded to this many parts of a metre after every act. A power of two, so that the
/// rounding itself is exact.
pub const GRID_PARTS: f64 = 1024.0;

/// A place on the ground in metres, or the way from one place to another: `x` to the east, `y` to the north.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Metres to the east.
    pub x: f64,
    /// Metres to the north.
    pub y: f64,
}

/// The short way to write a [`Point`].
#[inline]
#[must_use]
pub const fn point(x: f64, y: f64) -> Point {
    Point { x, y }
}

impl Point {
    /// The south-west corner of most tables.
    pub const ORIGIN: Point = point(0.0, 0.0);

    /// How far along `other` this goes, times the length of `other`.
    #[inline]
    #[must_use]
    pub fn dot(self, other: Point) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// Positive when `other` points to the left of this.
    #[inline]
    #[must_use]
    pub fn cross(self, other: Point) -> f64 {
        self.x * other.y - self.y * other.x
    }

    /// The same length, a quarter turn to the left.
    #[inline]
    #[must_use]
    pub fn left(self) -> Point {
        point(-self.y, self.x)
    }

    /// The same length, a quarter turn to the right.
    #[inline]
    #[must_use]
    pub fn right(self) -> Point {
        point(self.y, -self.x)
    }

    /// Its length in metres. Square roots are exact everywhere; `hypot` is not.
    #[inline]
    #[must_use]
    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// Metres from here to there.
    #[inline]
    #[must_use]
    pub fn distance(self, other: Point) -> f64 {
        (other - self).length()
    }

    /// The same direction, one metre long; `None` if it has no length.
    #[inline]
    #[must_use]
    pub fn unit(self) -> Option<Point> {
        let length = self.length();
        (length > 0.0 && length.is_finite()).then(|| self * (1.0 / length))
    }

    /// The place a share of the way from here to there.
    #[inline]
    #[must_use]
    pub fn toward(self, other: Point, share: f64) -> Point {
        self + (other - self) * share
    }

    /// Whether both coordinates are numbers.
    #[inline]
    #[must_use]
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }

    /// Rounded to the grid on which every act ends, so that small errors cannot pile up.
    #[inline]
    #[must_use]
    pub fn on_grid(self) -> Point {
        point(on_grid(self.x), on_grid(self.y))
    }

    /// Turned about the origin by an angle given as its sine and cosine, to the left.
    #[inline]
    #[must_use]
    pub(crate) fn turned(self, (sin, cos): (f64, f64)) -> Point {
        point(self.x * cos - self.y * sin, self.x * sin + self.y * cos)
    }
}

/// Rounds a number of metres, or of degrees, to the grid.
#[inline]
#[must_use]
pub fn on_grid(value: f64) -> f64 {
    // Adding zero turns -0.0 into 0.0, so that equal places have equal bits.
    (value * GRID_PARTS).round_ties_even() / GRID_PARTS + 0.0
}

impl Add for Point {
    type Output = Point;
    #[inline]
    fn add(self, other: Point) -> Point {
        point(self.x + other.x, self.y + other.y)
    }
}

impl AddAssign for Point {
    #[inline]
    fn add_assign(&mut self, other: Point) {
        *self = *self + other;
    }
}

impl Sub for Point {
    type Output = Point;
    #[inline]
    fn sub(self, other: Point) -> Point {
        point(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Point {
    type Output = Point;
    #[inline]
    fn mul(self, by: f64) -> Point {
        point(self.x * by, self.y * by)
    }
}

impl Neg for Point {
    type Output = Point;
    #[inline]
    fn neg(self) -> Point {
        point(-self.x, -self.y)
    }
}

/// An axis-parallel box round something, for quick rejection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// The south-west corner.
    pub low: Point,
    /// The north-east corner.
    pub high: Point,
}

impl Extent {
    /// Holds nothing, and grows with whatever is added to it.
    pub const EMPTY: Extent = Extent {
        low: point(f64::INFINITY, f64::INFINITY),
        high: point(f64::NEG_INFINITY, f64::NEG_INFINITY),
    };

    /// The smallest extent that holds all these places.
    pub fn around(points: impl IntoIterator<Item = Point>) -> Extent {
        points.into_iter().fold(Extent::EMPTY, Extent::with)
    }

    /// Grown to hold one more place.
    #[inline]
    #[must_use]
    pub fn with(self, place: Point) -> Extent {
        Extent {
            low: point(self.low.x.min(place.x), self.low.y.min(place.y)),
            high: point(self.high.x.max(place.x), self.high.y.max(place.y)),
        }
    }

    /// Grown to hold another extent.
    #[inline]
    #[must_use]
    pub fn and(self, other: Extent) -> Extent {
        Extent {
            low: point(self.low.x.min(other.low.x), self.low.y.min(other.low.y)),
            high: point(self.high.x.max(other.high.x), self.high.y.max(other.high.y)),
        }
    }

    /// Shifted along a way.
    #[inline]
    #[must_use]
    pub fn shifted(self, way: Point) -> Extent {
        Extent { low: self.low + way, high: self.high + way }
    }

    /// Grown by this many metres on every side.
    #[inline]
    #[must_use]
    pub fn grown(self, by: f64) -> Extent {
        Extent { low: self.low - point(by, by), high: self.high + point(by, by) }
    }

    /// Whether the two share a place, edges counted.
    #[inline]
    #[must_use]
    pub fn meets(&self, other: &Extent) -> bool {
        self.low.x <= other.high.x
            && other.low.x <= self.high.x
            && self.low.y <= other.high.y
            && other.low.y <= self.high.y
    }

    /// Metres between the two; 0 if they share a place.
    #[inline]
    #[must_use]
    pub fn distance(&self, other: &Extent) -> f64 {
        let apart = |low: f64, high: f64| low.max(high).max(0.0);
        let x = apart(other.low.x - self.high.x, self.low.x - other.high.x);
        let y = apart(other.low.y - self.high.y, self.low.y - other.high.y);
        point(x, y).length()
    }

    /// Whether a place lies in it, edges counted.
    #[inline]
    #[must_use]
    pub fn holds(&self, place: Point) -> bool {
        place.x >= self.low.x && place.x <= self.high.x && place.y >= self.low.y && place.y <= self.high.y
    }

    /// From west to east, in metres.
    #[inline]
    #[must_use]
    pub fn width(&self) -> f64 {
        self.high.x - self.low.x
    }

    /// From south to north, in metres.
    #[inline]
    #[must_use]
    pub fn height(&self) -> f64 {
        self.high.y - self.low.y
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grid_is_exact_and_has_one_zero() {
        assert_eq!(on_grid(1.0 / 1024.0), 1.0 / 1024.0);
        assert_eq!(on_grid(-1e-9).to_bits(), 0.0f64.to_bits());
        assert_eq!(on_grid(on_grid(12.345)), on_grid(12.345));
    }

    #[test]
    fn boxes_are_apart_by_the_straight_way() {
        let one = Extent { low: point(0.0, 0.0), high: point(2.0, 2.0) };
        let shifted = |x: f64, y: f64| Extent { low: point(x, y), high: point(x + 1.0, y + 1.0) };
        assert_eq!(one.distance(&shifted(5.0, 6.0)), 5.0);
        assert_eq!(one.distance(&shifted(-4.0, 1.0)), 3.0);
        assert_eq!(one.distance(&shifted(1.0, 1.0)), 0.0);
    }

    #[test]
    fn left_is_a_quarter_turn_from_east_to_north() {
        assert_eq!(point(1.0, 0.0).left(), point(-0.0, 1.0));
        assert!(point(1.0, 0.0).cross(point(0.0, 1.0)) > 0.0);
    }
}
