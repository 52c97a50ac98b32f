//! What lies under a body.

use super::feature::FeatureId;
use super::{Ground, Kind};
use crate::body::Placed;
use crate::part::Part;
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
        let whole = body.area();
        self.near(*body.extent())
            .filter(|(_, feature)| feature.kind != Kind::Place)
            .filter_map(|(id, _)| {
                let covered: f64 = self
                    .rings(id)
                    .iter()
                    .map(|rings| body.parts().iter().map(|part| covered(rings, part)).sum::<f64>())
                    .sum();
                let share = Share::of(covered, whole);
                (!share.is_none()).then_some(Under { feature: id, share })
            })
            .collect()
    }

    /// How much of a body stands on ground of one kind, at most all of it.
    #[must_use]
    pub fn share_on(&self, kind: Kind, body: &Placed) -> Share {
        let of_kind = |under: &Under| self.feature(under.feature).is_some_and(|feature| feature.kind == kind);
        let total: f64 = self.under(body).iter().filter(|u| of_kind(u)).map(|u| u.share.as_number()).sum();
        Share::of(total, 1.0)
    }
}

fn covered(rings: &[Vec<crate::point::Point>], part: &Part) -> f64 {
    let mut areas = rings.iter().map(|ring| shared_area(ring, part.corners()));
    let outer = areas.next().unwrap_or(0.0);
    (outer - areas.sum::<f64>()).max(0.0)
}
