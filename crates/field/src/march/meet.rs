//! The moment when two moving pieces come within a distance of each other.
//!
//! Straight movement against straight movement is parry's shape casting. parry cannot answer for wheels: its casting
//! along curves gives up on a pair that is apart at the end of the turn, and can only ask about touching. For wheels the
//! clock advances by the time the two need at least to meet, which never jumps over a meeting, and the last hundredth
//! of a millimetre is found by bisection.

use super::motion::Motion;
use crate::part::Part;
use crate::point::Point;
use parry2d_f64::math::{Pose2, Rot2, Vec2};
use parry2d_f64::query::{DefaultQueryDispatcher, QueryDispatcher, ShapeCastOptions};
use parry2d_f64::shape::{ConvexPolygon, Cuboid, Shape};

/// A piece of a body, where it is at the start, and how it moves from there.
#[derive(Clone, Debug, PartialEq)]
pub struct Moving {
    /// Where it is at the start.
    pub part: Part,
    /// How it moves.
    pub motion: Motion,
}

impl Moving {
    /// Where it is after a share of a turn.
    #[must_use]
    pub fn after(&self, share: f64) -> Part {
        self.motion.carry_part(&self.part, share)
    }
}

/// Within this many metres of a distance it counts as reached: a hundredth of a millimetre, well above the rounding of parry and
/// of moments, well below the grid of positions.
const REACHED: f64 = 1e-5;

/// The first moment, from 0 to `until` turns, when two moving pieces are within this many metres of each other; 0 if they already are.
#[must_use]
pub fn first_within(one: &Moving, other: &Moving, metres: f64, until: f64) -> Option<f64> {
    if one.motion.is_straight() && other.motion.is_straight() {
        let closing = other.motion.velocity() - one.motion.velocity();
        return straight(&one.part, &other.part, closing, metres, until);
    }
    round(one, other, metres, until)
}

/// When `other`, moving evenly, comes within this many metres of `one`, which stands.
fn straight(one: &Part, other: &Part, closing: Point, metres: f64, until: f64) -> Option<f64> {
    let apart = one.distance(other) - metres;
    if apart <= REACHED {
        return Some(0.0);
    }
    if closing.length() * until < apart {
        return None;
    }
    let cast = |pose: (Pose2, &dyn Shape), there: (Pose2, &dyn Shape)| {
        let options = ShapeCastOptions {
            max_time_of_impact: until,
            target_distance: metres.max(0.0),
            ..ShapeCastOptions::default()
        };
        let seen = pose.0.inv_mul(&there.0);
        let velocity = pose.0.rotation.inverse() * Vec2::new(closing.x, closing.y);
        DefaultQueryDispatcher.cast_shapes(&seen, velocity, pose.1, there.1, options).ok().flatten()
    };
    let (here, there) = (Cast::of(one)?, Cast::of(other)?);
    cast(here.shape(), there.shape()).map(|hit| hit.time_of_impact)
}

/// A piece as parry knows it.
enum Cast {
    Slab(Pose2, Cuboid),
    Ring(Pose2, ConvexPolygon),
}

impl Cast {
    fn of(part: &Part) -> Option<Cast> {
        match part {
            Part::Slab(slab) => {
                let (middle, right) = (slab.centre(), slab.right());
                let turned = Rot2 { re: right.x, im: right.y };
                let pose = Pose2::from_parts(Vec2::new(middle.x, middle.y), turned);
                Some(Cast::Slab(pose, Cuboid::new(Vec2::new(slab.width() / 2.0, slab.depth() / 2.0))))
            }
            Part::Ring(ring) => {
                // From its first corner, so that a ring far from the origin loses no digits.
                let first = *ring.first()?;
                let corners = ring.iter().map(|&p| Vec2::new(p.x - first.x, p.y - first.y)).collect();
                let pose = Pose2::from_translation(Vec2::new(first.x, first.y));
                Some(Cast::Ring(pose, ConvexPolygon::from_convex_polyline(corners)?))
            }
        }
    }

    fn shape(&self) -> (Pose2, &dyn Shape) {
        match self {
            Cast::Slab(pose, shape) => (*pose, shape),
            Cast::Ring(pose, shape) => (*pose, shape),
        }
    }
}

fn round(one: &Moving, other: &Moving, metres: f64, until: f64) -> Option<f64> {
    let gap = |moment: f64| one.after(moment).distance(&other.after(moment)) - metres;
    let fastest = one.motion.fastest(&one.part) + other.motion.fastest(&other.part);
    let mut now = 0.0;
    let mut left = gap(now);
    if left <= REACHED {
        return Some(0.0);
    }
    while left > REACHED {
        if fastest <= 0.0 {
            return None;
        }
        now += left / fastest;
        if now > until {
            return None;
        }
        left = gap(now);
    }
    Some(halved_down(gap, now, until, REACHED / fastest.max(f64::MIN_POSITIVE)))
        .filter(|&moment| moment <= until)
}

/// From a moment when the gap is tiny to the moment it closes; if it does not close within a few times that, it
/// was a graze, which counts from its nearest moment.
fn halved_down(gap: impl Fn(f64) -> f64, from: f64, until: f64, hair: f64) -> f64 {
    let mut ahead = hair;
    let mut reached = from;
    for _ in 0..24 {
        let there = (from + ahead).min(until);
        if gap(there) <= 0.0 {
            return bisect(gap, reached, there);
        }
        if there >= until || gap(there) > gap(reached) {
            break;
        }
        reached = there;
        ahead *= 2.0;
    }
    from
}

fn bisect(gap: impl Fn(f64) -> f64, mut apart: f64, mut met: f64) -> f64 {
    // Sixty halvings are enough for any turn; mostly far fewer are needed.
    for _ in 0..60 {
        let middle = (apart + met) / 2.0;
        if middle == apart || middle == met {
            break;
        }
        if gap(middle) <= 0.0 {
            met = middle;
        } else {
            apart = middle;
        }
    }
    met
}
