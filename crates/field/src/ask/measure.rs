//! Distance, contact and overlap.

use crate::body::{Base, Placed};
use crate::part::Part;
use crate::point::Point;

/// Bodies nearer than this count as touching: poses are rounded to 1/1024 m and 1/1024°, and two
/// bodies pushed together must still touch after it.
pub const TOUCH: f64 = 1.0 / 64.0;

/// Metres from edge to edge, 0 if they touch or overlap. The same bits whichever is named first.
///
#[doc = include_str!("../../docs/distance.svg")]
///
/// ```
/// use krigsspil_field::prelude::*;
/// let base = BaseSize::new(15.0, 15.0)?;
/// let line = Body::line(base, 20, 2)?.at(Pose::new(point(0.0, 0.0), Bearing::NORTH))?;
/// let enemy = Body::line(base, 20, 2)?.at(Pose::new(point(0.0, 100.0), Bearing::SOUTH))?;
/// assert_eq!(distance(&line, &enemy), 100.0);
/// # Ok::<(), BodyError>(())
/// ```
#[must_use]
pub fn distance(one: &Placed, other: &Placed) -> f64 {
    if let (Some(here), Some(there)) = (one.rim(), other.rim()) {
        let metres = here.distance(there);
        // Inside a hollow square the inner edge is nearer, so every part is measured.
        if metres > 0.0 || (one.parts().len() == 1 && other.parts().len() == 1) {
            return metres;
        }
    }
    let mut nearest = f64::INFINITY;
    for here in one.parts() {
        for there in other.parts() {
            nearest = nearest.min(here.distance(there));
        }
    }
    nearest
}

/// The places of each body that lie nearest to the other: first that of `one`, then that of `other`.
#[must_use]
pub fn closest_places(one: &Placed, other: &Placed) -> (Point, Point) {
    let pairs = one.parts().iter().flat_map(|here| other.parts().iter().map(move |there| (here, there)));
    pairs
        .min_by(|a, b| a.0.distance(a.1).total_cmp(&b.0.distance(b.1)))
        .map_or((one.pose().at, other.pose().at), |(here, there)| here.closest_places(there))
}

/// Whether two bodies touch or overlap.
///
#[doc = include_str!("../../docs/contact.svg")]
#[must_use]
pub fn in_contact(one: &Placed, other: &Placed) -> bool {
    one.extent().grown(TOUCH).meets(other.extent()) && distance(one, other) <= TOUCH
}

/// The bases of `one` that touch or overlap `other`.
#[must_use]
pub fn figures_in_contact(one: &Placed, other: &Placed) -> Vec<Base> {
    let touches = |base: &Base| {
        let slab = Part::Slab(base.slab);
        other.parts().iter().any(|part| slab.distance(part) <= TOUCH)
    };
    one.bases().filter(touches).collect()
}

/// How many metres of `one`'s front lie against `other` or in it.
#[must_use]
pub fn contact_front(one: &Placed, other: &Placed) -> f64 {
    let (left, right) = one.wings();
    let Some(along) = (right - left).unit() else { return 0.0 };
    let ahead = along.left();
    // The front, thickened by what counts as touching, cut out of each part of the other body.
    let lift = ahead * TOUCH;
    let band = [left - lift, right - lift, right + lift, left + lift];
    let mut reaches: Vec<(f64, f64)> = Vec::new();
    for part in other.parts() {
        let shared = crate::polygon::clip_all(&band, &part.sides());
        let places = shared.iter().map(|&p| (p - left).dot(along));
        let (low, high) =
            places.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
        if low < high {
            reaches.push((low, high));
        }
    }
    crate::spans::merged(reaches).iter().map(|(low, high)| high - low).sum()
}

/// Whether two bodies overlap by more than a touch.
#[must_use]
pub fn overlaps(one: &Placed, other: &Placed) -> bool {
    one.extent().meets(other.extent())
        && one.parts().iter().any(|a| other.parts().iter().any(|b| a.overlaps_more(b, TOUCH)))
}

/// The square metres that both cover.
///
#[doc = include_str!("../../docs/overlap.svg")]
#[must_use]
pub fn overlap_area(one: &Placed, other: &Placed) -> f64 {
    if !one.extent().meets(other.extent()) {
        return 0.0;
    }
    let shared = |a: &Part, b: &Part| if surely_apart(a, b) { 0.0 } else { a.shared_area(b) };
    one.parts().iter().map(|a| other.parts().iter().map(|b| shared(a, b)).sum::<f64>()).sum()
}

/// Rectangles with a gap of this many metres between them share nothing, whatever the rounding.
const SURELY_APART: f64 = 1.0e-6;

/// Are these two rectangles certainly apart? This is faster to compute than the area they share.
fn surely_apart(one: &Part, other: &Part) -> bool {
    match (one, other) {
        (Part::Slab(here), Part::Slab(there)) => here.depth_of_overlap(there) < -SURELY_APART,
        _ => false,
    }
}
