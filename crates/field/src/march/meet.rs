//! The moment when two moving pieces come within a distance of each other.
//!
//! Straight movement against straight movement is parry's shape casting. parry cannot answer for wheels: its casting
//! along curves gives up on a pair that is apart at the end of the turn, and can only ask about touching. For wheels the
//! clock advances by the time the two need at least to meet, which never jumps over a meeting, and the last hundredth
//! of a millimetre is found by bisection.

use super::motion::Motion;
use crate::part::{Core, Part};
use crate::point::Point;
use crate::polygon::edges;
use parry2d_f64::math::{Pose2, Rot2, Vec2};
use parry2d_f64::query::{DefaultQueryDispatcher, QueryDispatcher, ShapeCastOptions};
use parry2d_f64::shape::{ConvexPolygon, Cuboid, Shape};
use std::borrow::Cow;

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

    /// The same, not copied where it stands.
    fn there(&self, share: f64) -> Cow<'_, Part> {
        match self.motion {
            Motion::Still => Cow::Borrowed(&self.part),
            _ => Cow::Owned(self.after(share)),
        }
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
    let fastest = || one.motion.fastest(&one.part) + other.motion.fastest(&other.part);
    if let (Part::Slab(here), Part::Slab(there)) = (&one.part, &other.part) {
        // Rectangles are measured without their corners, because this is done very often.
        let (here, there) = (here.core(), there.core());
        let at = |moment: f64| {
            let (here, there) =
                (one.motion.carry_core(&here, moment), other.motion.carry_core(&there, moment));
            here.distance(&there) - metres
        };
        let never = |now: f64| {
            let (here, there) = (one.motion.carry_core(&here, now), other.motion.carry_core(&there, now));
            stay_apart((&here, &one.motion), (&there, &other.motion), metres, until - now)
        };
        return closes(at, fastest, never, until);
    }
    let at = |moment: f64| one.there(moment).distance(&other.there(moment)) - metres;
    let never = |now: f64| {
        let ring_stands = |mover: &Moving, ring: &Moving| match (&mover.part, &ring.part, ring.motion) {
            (Part::Slab(slab), Part::Ring(corners), Motion::Still) => {
                let there = mover.motion.carry_core(&slab.core(), now);
                stays_off((&there, &mover.motion), corners, metres, until - now)
            }
            _ => false,
        };
        ring_stands(one, other) || ring_stands(other, one)
    };
    closes(at, fastest, never, until)
}

/// Does a rectangle certainly stay farther than this many metres from a ring that stands? It does if this is true square to one edge.
fn stays_off(mover: (&Core, &Motion), ring: &[Point], metres: f64, for_so_long: f64) -> bool {
    edges(ring).filter_map(|(a, b)| (b - a).unit()).any(|along| {
        let out = along.right();
        let edge = ring.iter().map(|corner| corner.dot(out)).fold(f64::NEG_INFINITY, f64::max);
        let nearest = -mover.1.farthest(mover.0, -out, for_so_long);
        nearest - edge > metres + REACHED + SURELY
    })
}

/// What is so many metres farther apart is so whatever the rounding.
const SURELY: f64 = 1e-6;

/// Do two rectangles certainly stay farther apart than this many metres the whole time? They do if this is true along one direction.
fn stay_apart(one: (&Core, &Motion), other: (&Core, &Motion), metres: f64, for_so_long: f64) -> bool {
    let between = other.0.centre() - one.0.centre();
    let mut ways = one.0.directions().into_iter().chain(other.0.directions()).chain(between.unit());
    ways.any(|way| {
        let toward = if way.dot(between) < 0.0 { -way } else { way };
        let here = one.1.farthest(one.0, toward, for_so_long);
        let there = -other.1.farthest(other.0, -toward, for_so_long);
        there - here > metres + REACHED + SURELY
    })
}

/// When a gap closes that closes by at most this many metres each turn. Two bodies that move side by side would be measured thousands of
/// times: so from time to time this checks whether they will never meet.
fn closes(
    gap: impl Fn(f64) -> f64,
    fastest: impl Fn() -> f64,
    never: impl Fn(f64) -> bool,
    until: f64,
) -> Option<f64> {
    let (mut looks, mut now) = (0u32, 0.0);
    let mut left = gap(now);
    if left <= REACHED {
        return Some(0.0);
    }
    let fastest = fastest();
    while left > REACHED {
        // Whoever is not past at the next look but one may be beside him for long.
        let goes_on = now + 2.0 * left / fastest < until;
        if fastest <= 0.0 || (goes_on && (looks == 0 || looks.is_power_of_two()) && never(now)) {
            return None;
        }
        now += left / fastest;
        looks += 1;
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
    let (mut reached, mut left) = (from, None);
    for _ in 0..24 {
        let there = (from + ahead).min(until);
        let gap_there = gap(there);
        if gap_there <= 0.0 {
            return bisect(gap, reached, there);
        }
        if there >= until || gap_there > left.unwrap_or_else(|| gap(reached)) {
            break;
        }
        (reached, left) = (there, Some(gap_there));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bearing::{Bearing, Degrees, Pose};
    use crate::part::Slab;
    use crate::point::point;

    /// Numbers from 0 up to a maximum, always the same.
    fn numbers() -> impl FnMut(f64) -> f64 {
        let mut seed = 7u64;
        move |most: f64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            most * ((seed >> 11) as f64 / (1u64 << 53) as f64)
        }
    }

    /// Pairs that are said to stay apart do so at every sample; and this is said of many pairs.
    #[test]
    fn who_is_said_to_stay_apart_does() {
        let mut number = numbers();
        let (mut said, mut met) = (0, 0);
        for _ in 0..2_000 {
            let mut one = |motion: u8| {
                let pose = Pose::new(point(number(300.0), number(300.0)), Bearing::degrees(number(360.0)));
                let slab = Slab::new(&pose.frame(), Point::ORIGIN, 2.0 + number(60.0), 2.0 + number(20.0));
                let motion = match motion {
                    0 => Motion::Still,
                    1 => Motion::Shift(point(number(200.0) - 100.0, number(200.0) - 100.0)),
                    _ => Motion::Swing { pivot: slab.corners()[2], rate: Degrees(number(500.0) - 250.0) },
                };
                Moving { part: Part::Slab(slab), motion }
            };
            let (here, there) = (one(2), one(said as u8 % 3));
            let (Part::Slab(a), Part::Slab(b)) = (&here.part, &there.part) else { continue };
            let nearest = (0..=200)
                .map(|look| f64::from(look) / 200.0)
                .map(|moment| here.after(moment).distance(&there.after(moment)))
                .fold(f64::INFINITY, f64::min);
            met += usize::from(nearest <= 10.0);
            if stay_apart((&a.core(), &here.motion), (&b.core(), &there.motion), 10.0, 1.0) {
                said += 1;
                assert!(nearest > 10.0, "{here:?} {there:?} come within {nearest}");
                assert_eq!(first_within(&here, &there, 10.0, 1.0), None);
            }
        }
        assert!(said > 300 && met > 300, "{said} {met}");
    }

    /// A line that wheels away from a neighbour very close to it never touches him.
    #[test]
    fn a_line_wheels_away_from_its_neighbour() {
        let line = |east: f64| {
            let frame = Pose::new(point(east, 0.0), Bearing::NORTH).frame();
            Slab::new(&frame, Point::ORIGIN, 50.0, 5.0)
        };
        let (left, right) = (line(0.0), line(100.1));
        let wheel = Motion::Swing { pivot: left.corners()[3], rate: Degrees(90.0) };
        let one = Moving { part: Part::Slab(left), motion: wheel };
        let other = Moving { part: Part::Slab(right), motion: Motion::Shift(point(0.0, 100.0)) };
        assert_eq!(first_within(&one, &other, 0.0, 1.0), None);
    }
}
