//! Who is before a front, and who behind it.

use crate::body::{Base, Placed};
use crate::part::{Part, Slab};
use crate::point::point;
use crate::polygon::{HalfPlane, clip, signed_area};
use crate::share::Share;

/// The ground before a front, to a given depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Zone(Part);

impl Zone {
    /// Its corners, anticlockwise.
    #[must_use]
    pub fn corners(&self) -> &[crate::point::Point] {
        self.0.corners()
    }
}

/// The ground as wide as a body's front, and this many metres deep before it.
///
#[doc = include_str!("../../docs/zone.svg")]
#[must_use]
pub fn zone_before(body: &Placed, depth: f64) -> Zone {
    let (left, right) = body.wings();
    let middle = body.frame().to_body(left.toward(right, 0.5));
    let half = left.distance(right) / 2.0;
    let depth = depth.max(0.0);
    Zone(Part::Slab(Slab::new(body.frame(), middle + point(0.0, depth / 2.0), half, depth / 2.0)))
}

/// How much of a body stands in a zone.
#[must_use]
pub fn in_zone(zone: &Zone, body: &Placed) -> Share {
    let area: f64 = body.parts().iter().map(|part| part.shared_area(&zone.0)).sum();
    Share::of(area, body.area())
}

/// How much of a body stands behind the line of another's front, extended to both sides without end:
/// "wholly behind" is [`Share::is_all`], "half behind" is [`Share::is_half`].
///
#[doc = include_str!("../../docs/behind.svg")]
#[must_use]
pub fn behind_front(of: &Placed, body: &Placed) -> Share {
    let rear = rear_half(of);
    let mut kept = Vec::new();
    let area: f64 = body
        .parts()
        .iter()
        .map(|part| {
            clip(part.corners(), rear, &mut kept);
            signed_area(&kept)
        })
        .sum();
    Share::of(area, body.area())
}

/// The bases of a body of which at least half stands behind the line of another's front.
#[must_use]
pub fn figures_behind_front(of: &Placed, body: &Placed) -> Vec<Base> {
    let rear = rear_half(of);
    body.bases().filter(|base| rear.depth(base.slab.centre()) >= 0.0).collect()
}

fn rear_half(of: &Placed) -> HalfPlane {
    let (left, right) = of.wings();
    HalfPlane { at: left, along: left - right }
}
