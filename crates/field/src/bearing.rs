//! Compass bearings, and how a body stands: its pose.

use crate::point::{Point, on_grid, point};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A number of degrees, of an arc or a wheel.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct Degrees(pub f64);

impl Degrees {
    /// Sine and cosine, exact at every quarter turn and the same bits on every machine.
    #[must_use]
    pub fn sin_cos(self) -> (f64, f64) {
        let around = self.0.rem_euclid(360.0);
        let quarter = (around / 90.0).floor();
        let (sin, cos) = libm::sincos((around - quarter * 90.0).to_radians());
        match quarter as u8 {
            0 => (sin, cos),
            1 => (cos, -sin),
            2 => (-sin, -cos),
            3 => (-cos, sin),
            _ => (0.0, 1.0),
        }
    }

    /// The tangent of the angle.
    #[must_use]
    pub fn tan(self) -> f64 {
        let (sin, cos) = self.sin_cos();
        sin / cos
    }
}

impl fmt::Display for Degrees {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}°", self.0)
    }
}

/// A direction as a compass gives it: degrees from north, clockwise, from 0 up to 360.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct Bearing(f64);

impl Bearing {
    /// Facing the top of the map.
    pub const NORTH: Bearing = Bearing(0.0);
    /// Facing right on the map.
    pub const EAST: Bearing = Bearing(90.0);
    /// Facing the foot of the map.
    pub const SOUTH: Bearing = Bearing(180.0);
    /// Facing left on the map.
    pub const WEST: Bearing = Bearing(270.0);

    /// This many degrees clockwise from north; whole turns are taken off.
    #[must_use]
    pub fn degrees(degrees: f64) -> Bearing {
        let around = degrees.rem_euclid(360.0);
        // rem_euclid of a tiny negative number rounds up to 360 itself.
        Bearing(if around >= 360.0 { 0.0 } else { around })
    }

    /// The bearing of a way across the ground; north if it has no length.
    #[must_use]
    pub fn of(way: Point) -> Bearing {
        Bearing::degrees(libm::atan2(way.x, way.y).to_degrees())
    }

    /// Degrees from north, from 0 up to 360.
    #[must_use]
    pub fn as_degrees(self) -> f64 {
        self.0
    }

    /// One metre in this direction.
    #[must_use]
    pub fn ahead(self) -> Point {
        let (sin, cos) = Degrees(self.0).sin_cos();
        point(sin, cos)
    }

    /// Turned clockwise, to the right, by this many degrees.
    #[must_use]
    pub fn right_by(self, by: Degrees) -> Bearing {
        Bearing::degrees(self.0 + by.0)
    }

    /// Degrees from this bearing to another the short way, right positive: above -180 and at most 180.
    #[must_use]
    pub fn turn_to(self, other: Bearing) -> Degrees {
        let turn = (other.0 - self.0).rem_euclid(360.0);
        Degrees(if turn > 180.0 { turn - 360.0 } else { turn })
    }

    /// Rounded to the grid on which every act ends.
    #[must_use]
    pub fn on_grid(self) -> Bearing {
        Bearing::degrees(on_grid(self.0))
    }
}

impl fmt::Display for Bearing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}°", self.0)
    }
}

/// Where the middle of a body's front rank stands, and the way it faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    /// The middle of the front rank.
    pub at: Point,
    /// The way the front faces.
    pub facing: Bearing,
}

impl Pose {
    /// At this place, facing this way.
    #[must_use]
    pub const fn new(at: Point, facing: Bearing) -> Pose {
        Pose { at, facing }
    }

    /// The body's own frame of measure: right and ahead, from the middle of its front.
    #[must_use]
    pub fn frame(self) -> Frame {
        let ahead = self.facing.ahead();
        Frame { at: self.at, right: ahead.right(), ahead }
    }

    /// Rounded to the grid on which every act ends.
    #[must_use]
    pub fn on_grid(self) -> Pose {
        Pose { at: self.at.on_grid(), facing: self.facing.on_grid() }
    }

    /// Whether everything in it is a number.
    #[must_use]
    pub fn is_finite(self) -> bool {
        self.at.is_finite() && self.facing.0.is_finite()
    }
}

/// A body's own frame of measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// The middle of the front rank.
    pub at: Point,
    /// One metre to the body's right.
    pub right: Point,
    /// One metre ahead of it.
    pub ahead: Point,
}

impl Frame {
    /// From (right, ahead) of the body to the ground.
    #[must_use]
    pub fn to_ground(&self, own: Point) -> Point {
        self.at + self.right * own.x + self.ahead * own.y
    }

    /// From the ground to (right, ahead) of the body.
    #[must_use]
    pub fn to_body(&self, place: Point) -> Point {
        let way = place - self.at;
        point(way.dot(self.right), way.dot(self.ahead))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarter_turns_are_exact() {
        assert_eq!(Bearing::NORTH.ahead(), point(0.0, 1.0));
        assert_eq!(Bearing::EAST.ahead(), point(1.0, -0.0));
        assert_eq!(Bearing::SOUTH.ahead(), point(-0.0, -1.0));
        assert_eq!(Bearing::WEST.ahead(), point(-1.0, 0.0));
    }

    #[test]
    fn bearings_come_back_from_their_direction() {
        for degrees in [0.0, 17.5, 90.0, 133.0, 180.0, 271.25, 359.5] {
            let back = Bearing::of(Bearing::degrees(degrees).ahead());
            assert!((back.as_degrees() - degrees).abs() < 1e-9, "{degrees} came back as {back}");
        }
    }

    #[test]
    fn the_short_way_round_is_found_across_north() {
        assert_eq!(Bearing::degrees(350.0).turn_to(Bearing::degrees(20.0)), Degrees(30.0));
        assert_eq!(Bearing::degrees(20.0).turn_to(Bearing::degrees(350.0)), Degrees(-30.0));
        assert_eq!(Bearing::NORTH.turn_to(Bearing::SOUTH), Degrees(180.0));
    }

    #[test]
    fn a_frame_goes_there_and_back() {
        let frame = Pose::new(point(10.0, 20.0), Bearing::EAST).frame();
        assert_eq!(frame.to_ground(point(1.0, 5.0)), point(15.0, 19.0));
        assert_eq!(frame.to_body(point(15.0, 19.0)), point(1.0, 5.0));
    }
}
