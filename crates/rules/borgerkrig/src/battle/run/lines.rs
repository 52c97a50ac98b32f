//! Lines of fire and of attack, measured on the table: angles, screens, and who stands behind whom.

use krigsspil_field::prelude::*;
pub(super) use krigsspil_turn::riders::nearest_place;

use super::Run;
use crate::battle::bodies::closed_ground;
use crate::battle::state::*;
use crate::vocabulary::Formation;

/// The greatest gap between bodies that count as one column, in metres: a millimetre of the table.
const ONE_COLUMN: f64 = 1.25;

/// Bodies of which neither is ahead of the other by more than this, in metres, stand side by side.
const BESIDE: f64 = 0.05;

/// The least angle between straight ahead and a line from a place to a body, in degrees: any part of the body counts.
pub(super) fn least_off(from: Point, ahead: Point, body: &Placed) -> f64 {
    let mut best: Option<(f64, Point)> = None;
    for part in body.parts() {
        if part.holds(from) {
            return 0.0;
        }
        let corners = part.corners();
        for (at, &corner) in corners.iter().enumerate() {
            let (way, next) = (corner - from, corners[(at + 1) % corners.len()] - from);
            let (here, there) = (ahead.cross(way), ahead.cross(next));
            if (here <= 0.0) != (there <= 0.0) {
                let share = here / (here - there);
                if ahead.dot(way + (next - way) * share) > 0.0 {
                    return 0.0;
                }
            }
            let near = ahead.dot(way) / way.length().max(1.0e-9);
            if best.is_none_or(|(most, _)| near > most) {
                best = Some((near, way));
            }
        }
    }
    best.map_or(180.0, |(_, way)| Bearing::of(ahead).turn_to(Bearing::of(way)).0.abs())
}

/// Does a unit stand in a line of fire? One cannot fire through the gaps of a chain (§05.01.2).
pub(super) fn stands_in(line: Line, unit: &Unit) -> bool {
    if matches!(unit.formation, Formation::Chain | Formation::ThinLine) && unit.building.is_none() {
        return closed_ground(unit)
            .into_iter()
            .map(Part::Slab)
            .any(|closed| closed.holds(line.from) || closed.first_meeting(line.from, line.to).is_some());
    }
    distance_along(line, &unit.placed).is_some()
}

/// Where a body begins and ends along a direction.
fn span(body: &Placed, way: Point) -> (f64, f64) {
    let corners = body.parts().iter().flat_map(|part| part.corners());
    corners
        .map(|&corner| corner.dot(way))
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)))
}

/// Do two bodies stand side by side in this direction: is neither ahead of the other by more than the rounding of places? Friends shoulder
/// to shoulder do not block each other's way.
pub(super) fn abreast(one: &Placed, other: &Placed, way: Point) -> bool {
    let (here, there) = (span(one, way.right()), span(other, way.right()));
    here.1.min(there.1) - here.0.max(there.0) <= BESIDE
}

/// Shares a loss among units in proportion to their ranks; the first, which is the nearest, takes the remainder (rulings 26, 41).
pub(super) fn shared(men: i32, ranks: &[(UnitId, i32)]) -> Vec<(UnitId, i32)> {
    let all: i32 = ranks.iter().map(|(_, ranks)| ranks).sum();
    let mut shares: Vec<(UnitId, i32)> =
        ranks.iter().map(|&(unit, ranks)| (unit, men * ranks / all.max(1))).collect();
    let given: i32 = shares.iter().map(|(_, men)| men).sum();
    if let Some(nearest) = shares.first_mut() {
        nearest.1 += men - given;
    }
    shares
}

impl Run<'_> {
    /// Closed friends one behind the other behind a closed unit, in the direction of the fire: together they are one column (§05.02.5).
    /// Each has its ranks, the nearest first.
    pub(super) fn stacked_behind(&self, front: UnitId, from: Point) -> Vec<(UnitId, i32)> {
        let mut column: Vec<(UnitId, i32)> = Vec::new();
        let struck = self.unit(front);
        if !struck.closed() || !troops(struck) {
            return column;
        }
        let ahead = struck.placed.frame().ahead;
        let back = if (struck.placed.centre() - from).dot(ahead) <= 0.0 { ahead * -1.0 } else { ahead };
        let mut last = vec![front];
        while let Some(at) = last.pop() {
            let mut found: Vec<UnitId> = self
                .battle
                .here()
                .filter(|&other| {
                    other != front
                        && !column.iter().any(|(in_it, _)| *in_it == other)
                        && self.stands_behind(at, other, back)
                })
                .collect();
            found.sort_by(|a, b| {
                let start = |unit: UnitId| span(&self.unit(unit).placed, back).0;
                start(*a).total_cmp(&start(*b)).then(a.cmp(b))
            });
            for behind in found {
                column.push((behind, self.unit(behind).placed.body().ranks() as i32));
                last.push(behind);
            }
        }
        column
    }

    /// Does one closed unit stand right behind another, in that direction?
    fn stands_behind(&self, front: UnitId, other: UnitId, back: Point) -> bool {
        let (here, there) = (self.unit(front), self.unit(other));
        if there.side != here.side || !there.closed() || !troops(there) {
            return false;
        }
        if !in_contact(&there.placed, &here.placed) {
            return false;
        }
        let (own, its) = (span(&here.placed, back), span(&there.placed, back));
        let (across, its_across) = (span(&here.placed, back.right()), span(&there.placed, back.right()));
        let shared = across.1.min(its_across.1) - across.0.max(its_across.0);
        its.0 >= own.1 - ONE_COLUMN && shared > ONE_COLUMN
    }
}

fn troops(unit: &Unit) -> bool {
    matches!(unit.branch, Branch::Infantry | Branch::Cavalry)
}
