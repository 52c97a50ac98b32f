//! When a body that goes along a way comes upon another.

use krigsspil_field::prelude::{Motion, Moving, Part, Placed, Point, TOUCH, first_within};

/// So deep, in metres, bodies drawn on the grid of positions may lie in each other though they only touch.
const GRAZES: f64 = 2.0 * TOUCH;

/// Who touches another where his way ends has come upon him if a metre more would lead into him.
const BEYOND: f64 = 1.0;

/// A body that stays this many metres away from the box of another's way does not touch it, whatever the rounding.
const SURELY_PAST: f64 = 1.0e-3;

/// Metres along a way at which a body comes upon another; none when it passes him by. To touch him in passing, flank to flank, or to leave
/// him is not to come upon him: the way must lead into him (§4.4.4).
pub(super) fn meets(here: &Placed, way: Point, metres: f64, there: &Placed) -> Option<f64> {
    meets_parts(here, way, metres, there.parts())
}

pub(super) fn meets_parts(here: &Placed, way: Point, metres: f64, there: &[Part]) -> Option<f64> {
    if metres <= 0.0 {
        return None;
    }
    let motion = Motion::Shift(way * metres);
    let swept = here.extent().and(here.extent().shifted(way * metres)).grown(SURELY_PAST);
    let near: Vec<&Part> = there.iter().filter(|part| part.extent().meets(&swept)).collect();
    if near.is_empty() {
        return None;
    }
    let mut first: Option<f64> = None;
    for part in here.parts() {
        let moving = Moving { part: part.clone(), motion };
        for &other in &near {
            let still = Moving { part: other.clone(), motion: Motion::Still };
            let share = first_within(&moving, &still, 0.0, 1.0);
            if let Some(share) = share.filter(|share| first.is_none_or(|first| *share < first))
                && leads_into(&moving, other, [share, 1.0 + BEYOND / metres])
            {
                first = Some(share);
            }
        }
    }
    first.map(|share| share * metres)
}

/// Does a piece that touches another at a moment go on into him, if it went on to the other moment? How deep they lie in each other rises and
/// then falls along a straight way, because both are convex: the deepest moment is found by thirds.
fn leads_into(moving: &Moving, other: &Part, [mut low, mut high]: [f64; 2]) -> bool {
    let depth = |share: f64| moving.after(share).overlap_depth(other);
    let begins = depth(low);
    for _ in 0..48 {
        let third = (high - low) / 3.0;
        let (early, late) = (depth(low + third), depth(high - third));
        if early.max(late) > begins.max(0.0) + GRAZES {
            return true;
        }
        if early < late { low += third } else { high -= third }
    }
    false
}
