//! What lies under a body.

use super::feature::FeatureId;
use super::{Ground, Kind};
use crate::body::Placed;
use crate::part::Part;
use crate::point::{Extent, Point};
use crate::polygon::shared_area;
use crate::share::Share;

/// One thing under a body, and how much of the body stands on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Under {
    /// What it is.
    pub feature: FeatureId,
    /// How much of the body stands on it.
    pub share: Share,
}

impl Ground {
    /// Everything a body stands on, with the share of it, in the order of the file. Lines count by their width. Shares of overlapping
    /// things (a road through a wood) may add up to more than the whole.
    #[must_use]
    pub fn under(&self, body: &Placed) -> Vec<Under> {
        self.under_of(body, |_| true).collect()
    }

    /// The same of the things that are wanted: no other is measured, and none before it is asked for.
    pub fn under_of(&self, body: &Placed, wanted: impl Fn(FeatureId) -> bool) -> impl Iterator<Item = Under> {
        let whole = body.area();
        self.near(*body.extent())
            .filter(move |(id, feature)| feature.kind != Kind::Place && wanted(*id))
            .filter_map(move |(id, _)| {
                let pieces = self.rings(id);
                let several = pieces.len() > 1;
                let on = |rings: &&Vec<Vec<Point>>| !several || meets(rings, body);
                let covered: f64 = pieces
                    .iter()
                    .filter(on)
                    .map(|rings| body.parts().iter().map(|part| covered(rings, part)).sum::<f64>())
                    .sum();
                let share = Share::of(covered, whole);
                (!share.is_none()).then_some(Under { feature: id, share })
            })
    }

    /// How much of a body stands on one thing; none where it does not stand on it.
    #[must_use]
    pub fn share_under(&self, body: &Placed, feature: FeatureId) -> Option<Share> {
        self.under_of(body, |id| id == feature).next().map(|under| under.share)
    }

    /// How much of a body stands on ground of one kind, at most all of it.
    #[must_use]
    pub fn share_on(&self, kind: Kind, body: &Placed) -> Share {
        let of_kind = |under: &Under| self.feature(under.feature).is_some_and(|feature| feature.kind == kind);
        let total: f64 = self.under(body).iter().filter(|u| of_kind(u)).map(|u| u.share.as_number()).sum();
        Share::of(total, 1.0)
    }
}

/// A piece whose box is so many metres from that of a body is not under it, whatever the rounding.
const SURELY_OFF: f64 = 1.0e-6;

fn meets(rings: &[Vec<Point>], body: &Placed) -> bool {
    let outer = rings.first().map(|ring| Extent::around(ring.iter().copied()));
    outer.is_some_and(|outer| outer.grown(SURELY_OFF).meets(body.extent()))
}

fn covered(rings: &[Vec<Point>], part: &Part) -> f64 {
    let mut areas = rings.iter().map(|ring| shared_area(ring, part.corners()));
    let outer = areas.next().unwrap_or(0.0);
    (outer - areas.sum::<f64>()).max(0.0)
}
