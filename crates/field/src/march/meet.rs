//! The moment when two moving pieces come within a distance of each other.
//!
//! Straight movement against straight movement is solved in closed form; parry's shape casting answers
//! the same for touching, and the tests hold the two against each other. parry cannot answer for
//! wheels: its casting along curves gives up on a pair that is apart at the end of the turn, and knows no distance
//! other than touching. There the clock is advanced by as much as the two could at most close in, which
//! never jumps over a meeting, and the last fraction of a millimetre is halved down.

use super::motion::Motion;
use crate::part::Part;
use crate::point::Point;
use crate::polygon::edges;

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

/// Below this many metres a distance counts as reached.
const REACHED: f64 = 1e-9;
/// From this many metres on the last of the way is halved down: no meeting can hide in it.
const CLOSE: f64 = 1e-5;

/// The first moment, from 0 to `until` turns, when two moving pieces are within so many metres of each other; 0 if they already are.
#[must_use]
pub fn first_within(one: &Moving, other: &Moving, metres: f64, until: f64) -> Option<f64> {
    if one.motion.is_straight() && other.motion.is_straight() {
        let closing = other.motion.velocity() - one.motion.velocity();
        return straight(&one.part, &other.part, closing, metres, until);
    }
    round(one, other, metres, until)
}

/// When `other`, moving evenly, comes within so many metres of `one`, which stands.
pub(crate) fn straight(one: &Part, other: &Part, closing: Point, metres: f64, until: f64) -> Option<f64> {
    if one.distance(other) <= metres + REACHED {
        return Some(0.0);
    }
    if closing == Point::ORIGIN {
        return None;
    }
    // Two pieces without hollows first come so near with a corner of one against a side or a corner of the other.
    let first = corner_meets(other.corners(), one.corners(), closing, metres).min(corner_meets(
        one.corners(),
        other.corners(),
        -closing,
        metres,
    ));
    (first <= until).then_some(first)
}

/// The first moment when one of these corners, moving so, comes within a distance of a side or corner of a ring.
fn corner_meets(corners: &[Point], ring: &[Point], velocity: Point, metres: f64) -> f64 {
    let mut first = f64::INFINITY;
    for (a, b) in edges(ring) {
        let way = b - a;
        let length_squared = way.dot(way);
        let length = length_squared.sqrt();
        let outward = way.right() * (1.0 / length);
        let closing = -outward.dot(velocity);
        for &corner in corners {
            if closing > 0.0 {
                let moment = (outward.dot(corner - a) - metres) / closing;
                let along = (corner + velocity * moment - a).dot(way);
                if moment >= 0.0 && moment < first && along >= 0.0 && along <= length_squared {
                    first = moment;
                }
            }
            if metres > 0.0 {
                first = first.min(circle_met(corner - a, velocity, metres));
            }
        }
    }
    first
}

/// The first moment when a place, moving so, is just so many metres from the origin.
fn circle_met(from: Point, velocity: Point, metres: f64) -> f64 {
    let (vv, fv) = (velocity.dot(velocity), from.dot(velocity));
    let under = fv * fv - vv * (from.dot(from) - metres * metres);
    if under < 0.0 || fv >= 0.0 {
        return f64::INFINITY;
    }
    let moment = (-fv - under.sqrt()) / vv;
    if moment >= 0.0 { moment } else { f64::INFINITY }
}

fn round(one: &Moving, other: &Moving, metres: f64, until: f64) -> Option<f64> {
    let gap = |moment: f64| one.after(moment).distance(&other.after(moment)) - metres;
    let fastest = one.motion.fastest(&one.part) + other.motion.fastest(&other.part);
    let mut now = 0.0;
    let mut left = gap(now);
    while left > CLOSE {
        if fastest <= 0.0 {
            return None;
        }
        now += left / fastest;
        if now > until {
            return None;
        }
        left = gap(now);
    }
    if left <= REACHED {
        return Some(now);
    }
    Some(halved_down(gap, now, until, CLOSE / fastest.max(f64::MIN_POSITIVE)))
        .filter(|&moment| moment <= until)
}

/// From a moment when the gap is a hair's breadth to the moment it closes; if it does not close within a few hairs it
/// was a graze, which counts from its nearest.
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
    // Sixty halvings leave nothing of any turn.
    for _ in 0..60 {
        let middle = (apart + met) / 2.0;
        if gap(middle) <= 0.0 {
            met = middle;
        } else {
            apart = middle;
        }
    }
    met
}
