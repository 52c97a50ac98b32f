//! Even movement: none, straight, or round a pivot.

use crate::bearing::{Bearing, Degrees, Pose};
use crate::part::{Core, Part};
use crate::point::{Extent, Point, point};

/// How something moves between two corners of its track.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    /// Not at all.
    Still,
    /// Straight, this many metres to the east and north in a turn.
    Shift(Point),
    /// Round a place, this many degrees to the right in a turn.
    Swing {
        /// The place that stands still.
        pivot: Point,
        /// Degrees to the right in a whole turn.
        rate: Degrees,
    },
}

impl Motion {
    /// Where a place has come to after a share of a turn.
    #[must_use]
    pub fn carry(&self, place: Point, after: f64) -> Point {
        match *self {
            Motion::Still => place,
            Motion::Shift(velocity) => place + velocity * after,
            Motion::Swing { pivot, rate } => pivot + (place - pivot).turned(turn(rate, after)),
        }
    }

    /// How a body stands after a share of a turn.
    #[must_use]
    pub fn carry_pose(&self, pose: Pose, after: f64) -> Pose {
        let facing = match self {
            Motion::Swing { rate, .. } => pose.facing.right_by(Degrees(rate.0 * after)),
            _ => pose.facing,
        };
        Pose::new(self.carry(pose.at, after), facing)
    }

    pub(crate) fn carry_part(&self, part: &Part, after: f64) -> Part {
        if after == 0.0 {
            return part.clone();
        }
        match (self, part) {
            (Motion::Still, _) => part.clone(),
            (Motion::Shift(velocity), Part::Slab(slab)) => Part::Slab(slab.shifted(*velocity * after)),
            (Motion::Swing { pivot, rate }, Part::Slab(slab)) => {
                Part::Slab(slab.moved(*pivot, turn(*rate, after), Point::ORIGIN))
            }
            (_, Part::Ring(ring)) => Part::Ring(ring.iter().map(|&p| self.carry(p, after)).collect()),
        }
    }

    /// The same for a rectangle without its corners, to the bit.
    #[inline]
    pub(crate) fn carry_core(&self, core: &Core, after: f64) -> Core {
        match *self {
            _ if after == 0.0 => *core,
            Motion::Still => *core,
            Motion::Shift(velocity) => core.shifted(velocity * after),
            Motion::Swing { pivot, rate } => core.swung(pivot, turn(rate, after)),
        }
    }

    /// The farthest that a rectangle reaches along a direction from now until a part of a turn later.
    pub(crate) fn farthest(&self, core: &Core, toward: Point, after: f64) -> f64 {
        let corners = core.corners();
        let most = |reach: &dyn Fn(Point) -> f64| {
            corners.iter().map(|&c| reach(c)).fold(f64::NEG_INFINITY, f64::max)
        };
        match *self {
            Motion::Still => most(&|corner| corner.dot(toward)),
            Motion::Shift(velocity) => {
                most(&|corner| corner.dot(toward)) + (velocity.dot(toward) * after).max(0.0)
            }
            Motion::Swing { pivot, rate } => {
                let (sin, cos) = turn(rate, after);
                let half_turn_or_more = (rate.0 * after).abs() >= 180.0;
                let left = if rate.0 < 0.0 { 1.0 } else { -1.0 };
                pivot.dot(toward)
                    + most(&|corner| {
                        // On its circle a place reaches `near cos + side sin` when it has swung this far to the left.
                        let way = corner - pivot;
                        let (near, side) = (way.dot(toward), way.left().dot(toward));
                        let rises = side * left > 0.0;
                        let falls_at_the_end = (side * cos - near * sin) * left < 0.0;
                        let over_the_top = half_turn_or_more || (rises && falls_at_the_end);
                        if over_the_top { way.length() } else { near.max(near * cos + side * sin) }
                    })
            }
        }
    }

    /// No place of the part moves faster than this, in metres a turn.
    pub(crate) fn fastest(&self, part: &Part) -> f64 {
        match *self {
            Motion::Still => 0.0,
            Motion::Shift(velocity) => velocity.length(),
            Motion::Swing { pivot, rate } => {
                let radius = part.corners().iter().map(|c| c.distance(pivot)).fold(0.0, f64::max);
                rate.0.abs().to_radians() * radius
            }
        }
    }

    /// A box that holds the part all the while from now to a share of a turn on.
    pub(crate) fn swept(&self, part: &Part, after: f64) -> Extent {
        match *self {
            Motion::Still => part.extent(),
            Motion::Shift(velocity) => {
                let Extent { low, high } = part.extent();
                let by = velocity * after;
                part.extent().and(Extent { low: low + by, high: high + by })
            }
            Motion::Swing { pivot, rate } => {
                let corners = part.corners().iter();
                corners.fold(Extent::EMPTY, |all, &c| all.and(arc_box(pivot, c, Degrees(rate.0 * after))))
            }
        }
    }

    pub(crate) fn is_straight(&self) -> bool {
        !matches!(self, Motion::Swing { .. })
    }

    pub(crate) fn velocity(&self) -> Point {
        match *self {
            Motion::Shift(velocity) => velocity,
            _ => Point::ORIGIN,
        }
    }
}

/// The box round the arc that a place describes. An arc bulges beyond the box of its ends where it passes due north, east,
/// south or west of the pivot.
fn arc_box(pivot: Point, place: Point, by: Degrees) -> Extent {
    let way = place - pivot;
    let radius = way.length();
    let end = pivot + way.turned(turn(by, 1.0));
    let mut around = Extent::around([place, end]);
    let start = Bearing::of(way).as_degrees();
    let (low, high) = (start.min(start + by.0), start.max(start + by.0));
    for (bearing, way) in [
        (0.0, point(0.0, 1.0)),
        (90.0, point(1.0, 0.0)),
        (180.0, point(0.0, -1.0)),
        (270.0, point(-1.0, 0.0)),
    ] {
        let passes =
            [-360.0, 0.0, 360.0, 720.0].iter().any(|turns| (low..=high).contains(&(bearing + turns)));
        if passes {
            around = around.with(pivot + way * radius);
        }
    }
    around
}

/// Sine and cosine of a turn to the right, as a turn to the left.
fn turn(rate: Degrees, after: f64) -> (f64, f64) {
    Degrees(-rate.0 * after).sin_cos()
}
