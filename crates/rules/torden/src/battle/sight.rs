//! Phase 3, visual contact: a unit is seen when an unblocked straight line joins it to an enemy unit (ruling R41). Woods, towns and higher
//! ground block.

use krigsspil_field::prelude::{AreaKind, Feature, Hides, Kind, Placed, Point, SightTerms, sees_body};
use krigsspil_turn::knowledge::Sightings;

use super::command::CONTACT;
use super::state::*;

/// Bodies stand on the edge of woods and in towns: a line runs so far into them, in centimetres.
const INTO_CM: f64 = 3.0;

fn terms() -> SightTerms<impl Fn(&Feature) -> Hides + Copy> {
    let through = |feature: &Feature| match feature.kind {
        Kind::Area(AreaKind::Wood | AreaKind::Plantation | AreaKind::BuiltUp) => Hides::After(INTO_CM * CM),
        _ => Hides::Nothing,
    };
    SightTerms { limit: f64::INFINITY, eye: 0.0, target: 0.0, crests: true, through }
}

/// Does one unit see another: from the middle of its front, or out of its town from the side that is nearest?
pub(super) fn sees(battle: &Battle, unit: UnitId, other: UnitId) -> bool {
    let (looker, target) = (&battle.units[unit], &battle.units[other]);
    // Whoever is at a town knows who is in it: he may attack it (§4.8.6.p2).
    if target
        .zone
        .is_some_and(|inside| battle.fixed.zones.get(inside.zone).metres_to(&looker.placed) <= CONTACT)
    {
        return true;
    }
    let (from, to) = if looker.zone.is_some() || target.zone.is_some() {
        let (from, to) = krigsspil_field::prelude::closest_places(&looker.placed, &target.placed);
        (if looker.zone.is_some() { from } else { looker.placed.pose().at }, target.zone.map(|_| to))
    } else {
        (looker.placed.pose().at, None)
    };
    clear(battle, from, &target.placed, to)
}

/// Is the line from a place to a body clear, or to one place of it?
pub(super) fn clear(battle: &Battle, from: Point, target: &Placed, to: Option<Point>) -> bool {
    let nobody: [(UnitId, &Placed); 0] = [];
    let ground = &battle.fixed.ground;
    match to {
        Some(to) => krigsspil_field::prelude::can_see(
            ground,
            krigsspil_field::prelude::Line::between(from, to),
            &terms(),
            nobody,
        )
        .is_ok(),
        None => sees_body(ground, from, target, &terms(), &nobody).is_some(),
    }
}

/// The enemies a side sees. Whoever is nearest sees one if anybody does, mostly; so he is asked first.
fn seen_by_side(battle: &Battle, side: SideId) -> IdSet<UnitId> {
    let own: Vec<UnitId> = battle.here().filter(|&unit| battle.units[unit].side == side).collect();
    let in_sight = |&enemy: &UnitId| {
        let target = battle.units[enemy].placed.centre();
        let far = |unit: &UnitId| battle.units[*unit].placed.centre().distance(target);
        let mut near: Vec<(f64, UnitId)> = own.iter().map(|unit| (far(unit), *unit)).collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        near.iter().any(|&(_, unit)| sees(battle, unit, enemy))
    };
    battle.enemies(side).filter(in_sight).collect()
}

/// What every seat sees now: players of one side tell each other what they see.
pub(super) fn everybody_looks(battle: &Battle) -> Sightings {
    let seating = &battle.fixed.seating;
    let mut seen = Sightings::new(seating);
    for side in battle.fixed.sides.ids() {
        let by_side = seen_by_side(battle, side);
        for seat in seating.players_of(side) {
            seen.set(seat, by_side.clone());
        }
    }
    seen
}
