//! Straight lines over the field: what they strike, and who stands in their way.

use crate::bearing::{Bearing, Degrees};
use crate::body::{Face, Placed};
use crate::part::{Part, Slab};
use crate::point::{Extent, Point};
use crate::polygon::edges;
use crate::share::Share;

/// A straight line from one place to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Where it begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
}

impl Line {
    /// From one place to another.
    #[must_use]
    pub fn between(from: Point, to: Point) -> Line {
        Line { from, to }
    }

    /// From a place in a direction, this many metres long.
    #[must_use]
    pub fn toward(from: Point, bearing: Bearing, metres: f64) -> Line {
        Line { from, to: from + bearing.ahead() * metres }
    }

    /// Its length in metres.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.from.distance(self.to)
    }

    /// The place this many metres along it.
    #[must_use]
    pub fn at(&self, metres: f64) -> Point {
        let length = self.length();
        if length > 0.0 { self.from.toward(self.to, metres / length) } else { self.from }
    }
}

/// Where a line strikes a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strike {
    /// Metres from the start of the line.
    pub metres: f64,
    /// The place struck.
    pub place: Point,
    /// The side struck.
    pub face: Face,
    /// Between the line and that side: 90 square on, near 0 grazing along it.
    pub angle: Degrees,
}

/// On which side a line strikes a body, where, and at what angle; `None` if it misses, or begins inside.
///
#[doc = include_str!("../../docs/strike.svg")]
#[must_use]
pub fn strike(line: Line, body: &Placed) -> Option<Strike> {
    if passes(line, body.extent()) || begins_inside(line, body) {
        return None;
    }
    let ((share, edge), part) = first_struck(line, body)?;
    let (start, end) = edges(part.corners()).nth(edge)?;
    // Parts run anticlockwise, so outward is to the right of each edge.
    let outward = (end - start).right();
    let ahead = match part {
        Part::Slab(slab) => slab.ahead(),
        Part::Ring(_) => body.frame().ahead,
    };
    let way = line.to - line.from;
    let edge_way = end - start;
    let angle = libm::atan2(way.cross(edge_way).abs(), way.dot(edge_way).abs()).to_degrees();
    Some(Strike {
        metres: line.length() * share,
        place: line.from.toward(line.to, share),
        face: Face::looking(outward, ahead),
        angle: Degrees(angle),
    })
}

/// Metres along a line to the first edge of a body; 0 if it begins inside, `None` if it misses.
#[must_use]
pub fn distance_along(line: Line, body: &Placed) -> Option<f64> {
    if passes(line, body.extent()) {
        return None;
    }
    if begins_inside(line, body) {
        return Some(0.0);
    }
    first_struck(line, body).map(|((share, _), _)| line.length() * share)
}

fn begins_inside(line: Line, body: &Placed) -> bool {
    body.parts().iter().any(|part| part.holds(line.from))
}

/// The part of a body that a line from outside strikes first, at which share of the line, and on which of its edges.
fn first_struck(line: Line, body: &Placed) -> Option<((f64, usize), &Part)> {
    let meetings =
        body.parts().iter().filter_map(|part| Some((part.first_meeting(line.from, line.to)?, part)));
    meetings.min_by(|a, b| a.0.0.total_cmp(&b.0.0))
}

/// A body whose box is this many metres from a line is not on it, whatever the rounding.
const SURELY_OFF: f64 = 1.0e-6;

/// Does a line surely pass by a box: is the box beyond its ends, or all of it on one side?
fn passes(line: Line, around: &Extent) -> bool {
    let on_the_way = Extent::around([line.from, line.to]).grown(SURELY_OFF);
    if !on_the_way.meets(around) {
        return true;
    }
    let way = line.to - line.from;
    let (middle, half) = ((around.low + around.high) * 0.5, (around.high - around.low) * 0.5);
    // Both times the length of the line.
    let off = (middle - line.from).cross(way).abs();
    let widest = (half.x + SURELY_OFF) * way.y.abs() + (half.y + SURELY_OFF) * way.x.abs();
    off > widest
}

/// Whether a line begins in a body or meets it: whether [`distance_along`] finds it.
#[must_use]
pub fn runs_into(line: Line, body: &Placed) -> bool {
    let on = |part: &Part| part.holds(line.from) || part.first_meeting(line.from, line.to).is_some();
    !passes(line, body.extent()) && body.parts().iter().any(on)
}

/// Metres along a line from where it last leaves one body to where it first meets another; 0 if
/// they overlap there, `None` if the line misses either.
#[must_use]
pub fn gap_along(line: Line, from: &Placed, to: &Placed) -> Option<f64> {
    let back = Line { from: line.to, to: line.from };
    let leaves = line.length() - distance_along(back, from)?;
    let meets = distance_along(line, to)?;
    Some((meets - leaves).max(0.0))
}

/// Who stands on a lane of this width from one place to another, nearest first, with how much of the lane's width each
/// takes up. Ties go by the caller's own names. A lane of no width is a thin line: whoever it touches blocks all of it.
///
#[doc = include_str!("../../docs/between.svg")]
pub fn standing_between<'a, Name: Copy + Ord>(
    line: Line,
    width: f64,
    bodies: impl IntoIterator<Item = (Name, &'a Placed)>,
) -> Vec<(Name, f64, Share)> {
    let lane = (width > 0.0).then(|| Slab::lane(line.from, line.to, width)).flatten();
    let in_way = |body: &Placed| match lane {
        None => Some((distance_along(line, body)?, Share::ALL)),
        Some(lane) => share_of_lane(&lane, line, body),
    };
    let mut found: Vec<(Name, f64, Share)> = bodies
        .into_iter()
        .filter_map(|(name, body)| in_way(body).map(|(metres, share)| (name, metres, share)))
        .collect();
    found.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    found
}

fn share_of_lane(lane: &Slab, line: Line, body: &Placed) -> Option<(f64, Share)> {
    let lane_part = Part::Slab(*lane);
    let mut spans = Vec::new();
    let mut nearest = f64::INFINITY;
    for part in body.parts() {
        if part.overlap_depth(&lane_part) <= 0.0 {
            continue;
        }
        let inside = crate::polygon::clip_all(part.corners(), &lane_part.sides());
        let across = inside.iter().map(|&p| (p - line.from).dot(lane.right()));
        let span = across.fold((f64::INFINITY, f64::NEG_INFINITY), |s, x| (s.0.min(x), s.1.max(x)));
        spans.push(span);
        let along = inside.iter().map(|&p| (p - line.from).dot(lane.ahead()));
        nearest = along.fold(nearest, f64::min);
    }
    if spans.is_empty() {
        return None;
    }
    let taken: f64 = crate::spans::merged(spans).iter().map(|(low, high)| high - low).sum();
    Some((nearest.max(0.0), Share::of(taken, lane.width())))
}
