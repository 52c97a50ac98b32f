//! The table, neighbours on it, and room.

use super::measure::{distance, overlaps};
use crate::body::Placed;
use crate::point::{Extent, Point, point};
use crate::sweep::near_pairs;
use thiserror::Error;

/// The ground that is played on: a rectangle, west to east and south to north.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Table {
    extent: Extent,
}

/// Why a table is impossible.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum TableError {
    /// It has no size.
    #[error("a table must be more than 0 m wide and deep, but is {width} m by {depth} m")]
    NoSize {
        /// West to east.
        width: f64,
        /// South to north.
        depth: f64,
    },
}

impl Table {
    /// A table with its south-west corner at the origin.
    ///
    /// # Errors
    /// If a side is not a number above 0.
    pub fn new(width: f64, depth: f64) -> Result<Table, TableError> {
        Table::with_corner(Point::ORIGIN, width, depth)
    }

    /// A table with its south-west corner anywhere.
    ///
    /// # Errors
    /// If a side is not a number above 0, or the corner is not made of numbers.
    pub fn with_corner(south_west: Point, width: f64, depth: f64) -> Result<Table, TableError> {
        let good = |side: f64| side.is_finite() && side > 0.0;
        if good(width) && good(depth) && south_west.is_finite() {
            Ok(Table { extent: Extent { low: south_west, high: south_west + point(width, depth) } })
        } else {
            Err(TableError::NoSize { width, depth })
        }
    }

    /// Its corners as a box.
    #[must_use]
    pub fn extent(&self) -> &Extent {
        &self.extent
    }

    /// Whether a body stands wholly on it, edges counted.
    #[must_use]
    pub fn holds(&self, body: &Placed) -> bool {
        let box_round = body.extent();
        self.extent.holds(box_round.low) && self.extent.holds(box_round.high)
    }

    /// Whether a body could stand on it at all, turned the best way.
    #[must_use]
    pub fn could_hold(&self, body: &Placed) -> bool {
        let (own, table) = (body.envelope(), (self.extent.width(), self.extent.height()));
        let fits = |width: f64, depth: f64| width <= table.0 && depth <= table.1;
        fits(own.width(), own.depth()) || fits(own.depth(), own.width())
    }
}

/// Why there is no room.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum NoRoom<Name: std::fmt::Debug> {
    /// It does not fit on this table anywhere.
    #[error("a body {front} m by {depth} m is larger than the table")]
    LargerThanTable {
        /// Its front in metres.
        front: f64,
        /// Its depth in metres.
        depth: f64,
    },
    /// Part of it is off the table.
    #[error("part of the body is off the table")]
    OffTable,
    /// Others are in the way.
    #[error("others stand there: {0:?}")]
    Others(Vec<Name>),
}

/// Whether there is room for this body here: wholly on the table, and on nobody else's ground. Ground that it may not enter is
/// for the rule set to find with [`Ground::under`](crate::ground::Ground::under).
///
#[doc = include_str!("../../docs/room.svg")]
///
/// # Errors
/// Lists all bodies in the way, in order of their names.
pub fn room_for<'a, Name: Copy + Ord + std::fmt::Debug>(
    body: &Placed,
    table: &Table,
    others: impl IntoIterator<Item = (Name, &'a Placed)>,
) -> Result<(), NoRoom<Name>> {
    if !table.could_hold(body) {
        let own = body.envelope();
        return Err(NoRoom::LargerThanTable { front: own.width(), depth: own.depth() });
    }
    if !table.holds(body) {
        return Err(NoRoom::OffTable);
    }
    let mut in_way: Vec<Name> =
        others.into_iter().filter(|(_, other)| overlaps(body, other)).map(|(name, _)| name).collect();
    in_way.sort_unstable();
    if in_way.is_empty() { Ok(()) } else { Err(NoRoom::Others(in_way)) }
}

/// The nearest of a set, and the distance to its edge. Of several equally near the one with the least name is
/// taken, in whatever order they are given.
///
#[doc = include_str!("../../docs/nearest.svg")]
pub fn nearest<'a, Name: Copy + Ord>(
    to: &Placed,
    among: impl IntoIterator<Item = (Name, &'a Placed)>,
) -> Option<(Name, f64)> {
    let mut best: Option<(Name, f64)> = None;
    for (name, body) in among {
        // Whose box is farther away than the nearest so far is not measured.
        let at_least = to.extent().distance(body.extent()) - ROUNDING;
        if best.is_some_and(|(_, nearest)| at_least > nearest) {
            continue;
        }
        let metres = distance(to, body);
        let nearer =
            |(other, nearest): (Name, f64)| metres.total_cmp(&nearest).then_with(|| name.cmp(&other)).is_lt();
        if best.is_none_or(nearer) {
            best = Some((name, metres));
        }
    }
    best
}

/// Metres by which the distance of two boxes may be more than that of what is in them, by rounding.
const ROUNDING: f64 = 1.0e-6;

/// Two bodies within reach of each other, by their places in the list, and the metres between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbours {
    /// The earlier in the list.
    pub one: usize,
    /// The later in the list.
    pub other: usize,
    /// From edge to edge.
    pub metres: f64,
}

/// All pairs of bodies within this many metres of each other, in order of their places in the list.
#[must_use]
pub fn pairs_within(bodies: &[Placed], metres: f64) -> Vec<Neighbours> {
    let metres = if metres > 0.0 { metres } else { 0.0 };
    let boxes: Vec<Extent> = bodies.iter().map(|body| *body.extent()).collect();
    let circles: Vec<(Point, f64)> = bodies.iter().map(|body| (body.centre(), body.radius())).collect();
    let mut found = Vec::with_capacity(bodies.len() * 8);
    near_pairs(&boxes, metres, |one, other| {
        let ((here, here_radius), (there, there_radius)) = (circles[one], circles[other]);
        let (way, reach) = (there - here, here_radius + there_radius + metres);
        if way.dot(way) <= reach * reach {
            let apart = distance(&bodies[one], &bodies[other]);
            if apart <= metres {
                found.push(Neighbours { one, other, metres: apart });
            }
        }
    });
    in_order(found, bodies.len())
}

/// Sorted by the first of each pair, then by the second: counted into place, which is quicker than sorting.
fn in_order(found: Vec<Neighbours>, bodies: usize) -> Vec<Neighbours> {
    let mut starts = vec![0usize; bodies + 1];
    for pair in &found {
        starts[pair.one + 1] += 1;
    }
    for one in 0..bodies {
        starts[one + 1] += starts[one];
    }
    let mut next = starts.clone();
    let mut ordered = vec![Neighbours { one: 0, other: 0, metres: 0.0 }; found.len()];
    for pair in found {
        ordered[next[pair.one]] = pair;
        next[pair.one] += 1;
    }
    for bounds in starts.windows(2) {
        ordered[bounds[0]..bounds[1]].sort_unstable_by_key(|pair| pair.other);
    }
    ordered
}
