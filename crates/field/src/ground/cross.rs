//! What a march crosses: where a line, a front moving straight, or a front wheeling enters and leaves things.

use super::feature::{Feature, FeatureId, Shape};
use super::{Ground, Kind};
use crate::bearing::Frame;
use crate::part::Slab;
use crate::point::{Extent, Point, point};
use crate::polygon::{edges, ring_holds};
use crate::spans::merge;
use std::f64::consts::TAU;

/// A stretch of a march on one thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossed {
    /// What is crossed.
    pub feature: FeatureId,
    /// Metres along the march where it is entered; 0 if the march begins on it.
    pub enters: f64,
    /// Metres along the march where it is left; the march's length if it ends on it.
    pub leaves: f64,
}

impl Crossed {
    /// Metres on it.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.leaves - self.enters
    }
}

impl Ground {
    /// Where a march along this path, with a front of this width, enters and leaves everything it meets, in order. At each
    /// corner the front turns at once to the new direction. A front of no width is a single walker.
    #[must_use]
    pub fn crossed(&self, path: &[Point], front: f64) -> Vec<Crossed> {
        self.crossed_of(path, front, |_| true)
    }

    /// The same of the things that are wanted: no other is measured.
    #[must_use]
    pub fn crossed_of(&self, path: &[Point], front: f64, wanted: impl Fn(FeatureId) -> bool) -> Vec<Crossed> {
        let half = front.max(0.0) / 2.0;
        let mut found: Vec<Crossed> = Vec::new();
        let mut room = Room::default();
        let mut walked = 0.0;
        for leg in path.windows(2) {
            let Some(ahead) = (leg[1] - leg[0]).unit() else { continue };
            let length = leg[0].distance(leg[1]);
            let frame = Frame { at: leg[0], right: ahead.right(), ahead };
            let strip = Strip::new(frame, leg[1], half);
            for (feature, _) in self.near_strip(strip).filter(|(feature, _)| wanted(*feature)) {
                let spans = room.spans_ahead(self.rings(feature), &frame, half, length);
                found.extend(spans.iter().map(|(from, to)| Crossed {
                    feature,
                    enters: walked + from,
                    leaves: walked + to,
                }));
            }
            walked += length;
        }
        joined(&mut found);
        found.sort_unstable_by(|a, b| a.enters.total_cmp(&b.enters).then(a.feature.cmp(&b.feature)));
        found
    }
}

/// Stretches on the same thing that touch or overlap made one.
fn joined(found: &mut Vec<Crossed>) {
    found.sort_unstable_by(|a, b| {
        let by_feature = a.feature.cmp(&b.feature);
        by_feature.then(a.enters.total_cmp(&b.enters)).then(a.leaves.total_cmp(&b.leaves))
    });
    found.dedup_by(|next, last| {
        let one = next.feature == last.feature && next.enters <= last.leaves;
        if one {
            last.leaves = last.leaves.max(next.leaves);
        }
        one
    });
}

/// The rings that bound a thing, piece by piece: of a piece the outer ring first, then its holes.
pub(crate) type Rings = Vec<Vec<Vec<Point>>>;

/// The rings that bound a thing: an area's own, or one round each leg of a line with its width.
/// Names cover no ground; crests have no width.
pub(crate) fn rings_of(feature: &Feature) -> Rings {
    let half = feature.width() / 2.0;
    match &feature.shape {
        _ if feature.kind == Kind::Place => Vec::new(),
        Shape::Area(patch) => vec![patch.rings().map(<[Point]>::to_vec).collect()],
        Shape::Line(_) | Shape::Place(_) if half <= 0.0 => Vec::new(),
        Shape::Line(line) => {
            let legs = line.windows(2).filter_map(|leg| Slab::lane(leg[0], leg[1], half * 2.0));
            legs.map(|lane| vec![lane.corners().to_vec()]).collect()
        }
        Shape::Place(spot) => {
            let Point { x, y } = *spot;
            let square = [(-half, -half), (half, -half), (half, half), (-half, half)];
            vec![vec![square.map(|(dx, dy)| point(x + dx, y + dy)).to_vec()]]
        }
    }
}

/// Room to work in, kept from one thing to the next.
#[derive(Default)]
pub(crate) struct Room {
    cuts: Vec<f64>,
    spans: Vec<(f64, f64)>,
}

impl Room {
    /// Where a front of this half-width that moves straight ahead from a frame touches a thing: from and to in metres.
    pub(crate) fn spans_ahead(
        &mut self,
        pieces: &[Vec<Vec<Point>>],
        frame: &Frame,
        half: f64,
        length: f64,
    ) -> &[(f64, f64)] {
        self.spans.clear();
        for piece in pieces {
            if half > 0.0 {
                if off_the_strip(piece, frame, half, length) {
                    continue;
                }
                for ring in piece {
                    let own = edges(ring).map(|(a, b)| (frame.to_body(a), frame.to_body(b)));
                    self.spans.extend(own.filter_map(|edge| reach_in_strip(edge, half)));
                }
                self.add_chords(piece.iter().map(Vec::as_slice), frame, -half);
            }
            self.add_chords(piece.iter().map(Vec::as_slice), frame, half);
        }
        merge(&mut self.spans);
        clip(&mut self.spans, length);
        &self.spans
    }

    /// The stretches of an endless line ahead of and behind a frame that lie within a ring.
    pub(crate) fn chords(&mut self, ring: &[Point], frame: &Frame) -> &[(f64, f64)] {
        self.spans.clear();
        self.add_chords(std::iter::once(ring), frame, 0.0);
        &self.spans
    }

    /// Adds the stretches inside the rings of a line `at` metres to the right of a frame and along it.
    fn add_chords<'a>(&mut self, rings: impl Iterator<Item = &'a [Point]>, frame: &Frame, at: f64) {
        self.cuts.clear();
        for ring in rings {
            let Some(&last) = ring.last() else { continue };
            let across = |place: Point| (place - frame.at).dot(frame.right);
            let along = |place: Point| (place - frame.at).dot(frame.ahead);
            let (mut a, mut a_x) = (last, across(last));
            for &b in ring {
                let b_x = across(b);
                if (a_x > at) != (b_x > at) {
                    let a_y = along(a);
                    self.cuts.push(a_y + (at - a_x) / (b_x - a_x) * (along(b) - a_y));
                }
                (a, a_x) = (b, b_x);
            }
        }
        self.cuts.sort_unstable_by(f64::total_cmp);
        self.spans.extend(self.cuts.chunks_exact(2).map(|pair| (pair[0], pair[1])));
    }
}

/// Keeps of the stretches what lies between 0 and a length.
fn clip(spans: &mut Vec<(f64, f64)>, length: f64) {
    spans.retain_mut(|span| {
        let meets = span.1 >= 0.0 && span.0 <= length;
        *span = (span.0.max(0.0), span.1.min(length));
        meets
    });
}

/// A thing this many metres away is not touched, whatever the rounding.
const SURELY_OFF: f64 = 1.0e-6;

/// A strip of ground straight ahead of a frame, with the box round its middle line: whatever is surely off it need not be measured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strip {
    frame: Frame,
    half: f64,
    around: Extent,
}

impl Strip {
    /// From a frame to a place straight ahead of it, and this far to each side.
    pub(crate) fn new(frame: Frame, to: Point, half: f64) -> Strip {
        Strip { frame, half, around: Extent::around([frame.at, to]).grown(half) }
    }

    /// Does a thing in this box lie surely beside it?
    pub(crate) fn misses(&self, thing: &Extent) -> bool {
        !self.around.meets(thing) || {
            let (middle, half) = ((thing.low + thing.high) * 0.5, (thing.high - thing.low) * 0.5);
            let right = self.frame.right;
            let away = (middle - self.frame.at).dot(right).abs();
            away > half.x * right.x.abs() + half.y * right.y.abs() + self.half + SURELY_OFF
        }
    }
}

/// Does a piece lie wholly beside, behind or beyond a strip of this half-width and length from a frame?
fn off_the_strip(piece: &[Vec<Point>], frame: &Frame, half: f64, length: f64) -> bool {
    let Some(outer) = piece.first() else { return true };
    let mut own = Extent::EMPTY;
    for &place in outer {
        own = own.with(frame.to_body(place));
    }
    own.low.x > half + SURELY_OFF
        || own.high.x < -half - SURELY_OFF
        || own.low.y > length + SURELY_OFF
        || own.high.y < -SURELY_OFF
}

/// Does a piece lie wholly outside a disc?
fn off_the_disc(piece: &[Vec<Point>], middle: Point, radius: f64) -> bool {
    let Some(outer) = piece.first() else { return true };
    let Extent { low, high } = Extent::around(outer.iter().copied());
    let off = |low: f64, high: f64, at: f64| (low - at).max(at - high).max(0.0);
    let (east, north) = (off(low.x, high.x, middle.x), off(low.y, high.y, middle.y));
    let reach = radius + SURELY_OFF;
    east * east + north * north > reach * reach
}

/// How far ahead the part of an edge within a strip begins and ends.
fn reach_in_strip((a, b): (Point, Point), half: f64) -> Option<(f64, f64)> {
    let (mut from, mut to) = (0.0f64, 1.0f64);
    let run = b.x - a.x;
    if run == 0.0 {
        if a.x.abs() > half {
            return None;
        }
    } else {
        let (one, other) = ((-half - a.x) / run, (half - a.x) / run);
        from = from.max(one.min(other));
        to = to.min(one.max(other));
        if from > to {
            return None;
        }
    }
    let (y_from, y_to) = (a.toward(b, from).y, a.toward(b, to).y);
    Some((y_from.min(y_to), y_from.max(y_to)))
}

/// Where a front that swings about one of its ends touches a thing, as angles in radians from `start` (a one-metre way
/// from the pivot along the front), in the sense of `left` (true: to the left), from 0 up to `most`.
pub(crate) fn spans_round(
    pieces: &[Vec<Vec<Point>>],
    pivot: Point,
    start: Point,
    radius: f64,
    left: bool,
    most: f64,
) -> Vec<(f64, f64)> {
    let mut spans = Vec::new();
    for piece in pieces.iter().filter(|piece| !off_the_disc(piece, pivot, radius)) {
        let rings: Vec<Vec<Point>> = piece
            .iter()
            .map(|ring| ring.iter().map(|&p| seen_from(p, pivot, start, left)).collect())
            .collect();
        let holds = |p: Point| rings.iter().filter(|ring| ring_holds(ring, p)).count() % 2 == 1;
        if holds(Point::ORIGIN) {
            return vec![(0.0, most)];
        }
        let mut cuts = Vec::new();
        for edge in rings.iter().flat_map(|ring| edges(ring)) {
            reach_in_disc(edge, radius, &mut spans, &mut cuts);
        }
        spans.extend(arcs_inside(cuts, radius, holds));
    }
    unrolled(spans, most)
}

/// Where a place that swings about a pivot treads on a thing, as [`spans_round`] counts.
pub(crate) fn spans_on_rim(
    pieces: &[Vec<Vec<Point>>],
    pivot: Point,
    start: Point,
    radius: f64,
    left: bool,
    most: f64,
) -> Vec<(f64, f64)> {
    let mut arcs = Vec::new();
    for piece in pieces.iter().filter(|piece| !off_the_disc(piece, pivot, radius)) {
        let rings: Vec<Vec<Point>> = piece
            .iter()
            .map(|ring| ring.iter().map(|&p| seen_from(p, pivot, start, left)).collect())
            .collect();
        let holds = |p: Point| rings.iter().filter(|ring| ring_holds(ring, p)).count() % 2 == 1;
        let (mut unused, mut cuts) = (Vec::new(), Vec::new());
        for edge in rings.iter().flat_map(|ring| edges(ring)) {
            reach_in_disc(edge, radius, &mut unused, &mut cuts);
        }
        arcs.extend(arcs_inside(cuts, radius, holds));
    }
    unrolled(arcs, most)
}

/// A place as seen from a pivot, `start` ahead of one and turns counted the way it swings.
fn seen_from(place: Point, pivot: Point, start: Point, left: bool) -> Point {
    let way = place - pivot;
    let (x, y) = (way.dot(start), way.dot(start.left()));
    point(x, if left { y } else { -y })
}

/// The angles under which the part of an edge within a disc is seen from its middle, and those where the edge
/// cuts the rim.
fn reach_in_disc((a, b): (Point, Point), radius: f64, spans: &mut Vec<(f64, f64)>, cuts: &mut Vec<f64>) {
    let way = b - a;
    let (aa, ab) = (way.dot(way), a.dot(way));
    let under = ab * ab - aa * (a.dot(a) - radius * radius);
    if aa == 0.0 || under < 0.0 {
        return;
    }
    let root = under.sqrt();
    let (in_at, out_at) = ((-ab - root) / aa, (-ab + root) / aa);
    let angle = |t: f64| {
        let p = a.toward(b, t);
        libm::atan2(p.y, p.x)
    };
    for rim in [in_at, out_at] {
        if (0.0..1.0).contains(&rim) {
            cuts.push(angle(rim).rem_euclid(TAU));
        }
    }
    let (from, to) = (in_at.max(0.0), out_at.min(1.0));
    if from >= to {
        return;
    }
    let (p, q) = (a.toward(b, from), a.toward(b, to));
    let first = libm::atan2(p.y, p.x).rem_euclid(TAU);
    let turn = libm::atan2(p.cross(q), p.dot(q));
    spans.push((first.min(first + turn), first.max(first + turn)));
}

fn arcs_inside(mut cuts: Vec<f64>, radius: f64, holds: impl Fn(Point) -> bool) -> Vec<(f64, f64)> {
    let on_rim = |angle: f64| {
        let (sin, cos) = libm::sincos(angle);
        point(cos * radius, sin * radius)
    };
    cuts.sort_by(f64::total_cmp);
    let Some((&first, &last)) = cuts.first().zip(cuts.last()) else {
        return if holds(on_rim(0.0)) { vec![(0.0, TAU)] } else { Vec::new() };
    };
    let mut arcs: Vec<(f64, f64)> = cuts.windows(2).map(|pair| (pair[0], pair[1])).collect();
    arcs.push((last, first + TAU));
    arcs.retain(|(from, to)| holds(on_rim((from + to) / 2.0)));
    arcs
}

/// Angles below 0 or beyond a whole turn are counted again one turn on or back.
fn unrolled(spans: Vec<(f64, f64)>, most: f64) -> Vec<(f64, f64)> {
    let mut all = Vec::with_capacity(spans.len() * 3);
    for (from, to) in spans {
        for turns in -1i32..=1 {
            let by = f64::from(turns) * TAU;
            all.push((from + by, to + by));
        }
    }
    merge(&mut all);
    clip(&mut all, most);
    all
}
