//! What the leading edge treads on, stretch by stretch.

use super::leg::Pivot;
use crate::bearing::{Degrees, Frame};
use crate::body::Placed;
use crate::ground::{Feature, FeatureId, Ground, Kind, LineKind, Room, Strip, spans_on_rim, spans_round};
use crate::point::{Extent, Point};

/// What lies under the leading edge of a march.
#[derive(Clone, Copy, Debug)]
pub struct Going<'a> {
    ground: &'a Ground,
    edge: &'a [FeatureId],
    middle: &'a [FeatureId],
}

impl<'a> Going<'a> {
    pub(crate) fn new(ground: &'a Ground, edge: &'a [FeatureId], middle: &'a [FeatureId]) -> Going<'a> {
        Going { ground, edge, middle }
    }

    /// Everything under any part of the leading edge, including contours it stands within.
    pub fn under_edge(&self) -> impl Iterator<Item = (FeatureId, &'a Feature)> + '_ {
        self.edge.iter().filter_map(|&id| Some((id, self.ground.feature(id)?)))
    }

    /// Everything under the middle of the leading edge.
    pub fn under_middle(&self) -> impl Iterator<Item = (FeatureId, &'a Feature)> + '_ {
        self.middle.iter().filter_map(|&id| Some((id, self.ground.feature(id)?)))
    }

    /// The ground itself.
    #[must_use]
    pub fn ground(&self) -> &'a Ground {
        self.ground
    }
}

/// A stretch of a leg on the same going: from and to in metres (or radians of a wheel).
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stretch {
    pub from: f64,
    pub to: f64,
    pub edge: Vec<FeatureId>,
    pub middle: Vec<FeatureId>,
}

/// Where each feature is touched: by the edge, and by its middle.
type Touched = (FeatureId, Vec<(f64, f64)>, Vec<(f64, f64)>);

/// The going of a leading edge of this half-width that moves straight ahead of a frame.
pub(crate) fn straight(ground: &Ground, frame: &Frame, half: f64, length: f64) -> Vec<Stretch> {
    let there = frame.at + frame.ahead * length;
    let across = frame.right * half;
    let around = Extent::around([frame.at - across, frame.at + across, there - across, there + across]);
    let mut room = Room::default();
    let mut spans =
        |id: FeatureId, half: f64| room.spans_ahead(ground.rings(id), frame, half, length).to_vec();
    let mut touched = Vec::new();
    let strip = Strip::new(*frame, there, half);
    let on = |id: FeatureId| ground.extent(id).is_some_and(|extent| !strip.misses(extent));
    for (id, _) in trodden(ground, around).filter(|(id, _)| on(*id)) {
        let edge = spans(id, half);
        // A thing that no part of the edge touches is not under its middle either.
        if !edge.is_empty() {
            touched.push((id, edge, spans(id, 0.0)));
        }
    }
    stretches(touched, length)
}

/// The going of a front that swings by this many degrees.
pub(crate) fn swinging(ground: &Ground, body: &Placed, about: Pivot, by: Degrees) -> Vec<Stretch> {
    let (left, right) = body.wings();
    let middle = left.toward(right, 0.5);
    let (pivot, ends) = match about {
        Pivot::LeftWing => (left, vec![right]),
        Pivot::RightWing => (right, vec![left]),
        Pivot::Middle => (middle, vec![left, right]),
    };
    let most = by.0.abs().to_radians();
    let reach = ends.iter().map(|end| end.distance(pivot)).fold(0.0, f64::max);
    let around = Extent { low: pivot, high: pivot }.grown(reach);
    let spans = |id: FeatureId, end: Point, radius: f64| {
        (end - pivot)
            .unit()
            .map(|start| spans_round(ground.rings(id), pivot, start, radius, by.0 < 0.0, most))
            .unwrap_or_default()
    };
    let touched = trodden(ground, around)
        .map(|(id, feature)| {
            let edge = ends.iter().flat_map(|&end| spans(id, end, end.distance(pivot))).collect();
            // The middle of the front lies half way out; about the middle it stands still.
            let inner = match about {
                Pivot::Middle if feature.holds(middle) => vec![(0.0, most)],
                Pivot::Middle => Vec::new(),
                _ => middle_of_swing(ground.rings(id), pivot, middle, by, most),
            };
            (id, crate::spans::merged(edge), inner)
        })
        .collect();
    stretches(touched, most)
}

/// Where the middle of the front treads on a thing: the rim of the disc it describes.
fn middle_of_swing(
    pieces: &[Vec<Vec<Point>>],
    pivot: Point,
    middle: Point,
    by: Degrees,
    most: f64,
) -> Vec<(f64, f64)> {
    let Some(start) = (middle - pivot).unit() else { return Vec::new() };
    spans_on_rim(pieces, pivot, start, middle.distance(pivot), by.0 < 0.0, most)
}

fn trodden(ground: &Ground, around: Extent) -> impl Iterator<Item = (FeatureId, &Feature)> {
    let counts = |kind: Kind| !matches!(kind, Kind::Place | Kind::Line(LineKind::Crest));
    ground.near(around).filter(move |(_, feature)| counts(feature.kind))
}

fn stretches(touched: Vec<Touched>, length: f64) -> Vec<Stretch> {
    let mut cuts = vec![0.0, length];
    for (_, edge, middle) in &touched {
        cuts.extend(edge.iter().chain(middle).flat_map(|&(from, to)| [from, to]));
    }
    cuts.sort_by(f64::total_cmp);
    cuts.dedup();
    let covers = |spans: &[(f64, f64)], at: f64| spans.iter().any(|&(from, to)| from <= at && at <= to);
    let mut found: Vec<Stretch> = Vec::new();
    for pair in cuts.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let at = (from + to) / 2.0;
        let edge: Vec<FeatureId> =
            touched.iter().filter(|(_, spans, _)| covers(spans, at)).map(|&(id, ..)| id).collect();
        let middle: Vec<FeatureId> =
            touched.iter().filter(|(_, _, spans)| covers(spans, at)).map(|&(id, ..)| id).collect();
        match found.last_mut() {
            Some(last) if last.edge == edge && last.middle == middle => last.to = to,
            _ => found.push(Stretch { from, to, edge, middle }),
        }
    }
    found
}
