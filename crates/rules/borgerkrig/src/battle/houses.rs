//! Houses and the room in them (§02.04.3).

use krigsspil_engine::Figures;
use krigsspil_field::prelude::*;

use super::bodies::plain;
use super::knowing::{Knows, Own};
use super::state::{CM, Unit};
use crate::procedures::terrain::{BuildingGarrison, GarrisonArm};
use crate::tables::Tables;

/// A unit can enter a house within this many centimetres (house).
pub(super) const HOUSE_CM: f64 = 8.0;

/// The walls of a building of the ground.
pub(super) fn walls(ground: &Ground, building: usize) -> Option<&[Point]> {
    match ground.feature(FeatureId(building)) {
        Some(Feature { kind: Kind::Building, shape: Shape::Area(patch), .. }) => Some(&patch.outer),
        _ => None,
    }
}

/// The middle of a house, and how far it extends from there in a direction.
pub(super) fn middle_and_reach(walls: &[Point], way: Bearing) -> (Point, f64) {
    let sum = walls.iter().fold(Point::ORIGIN, |sum, &corner| sum + corner);
    let middle = sum * (1.0 / walls.len().max(1) as f64);
    let reach = walls.iter().map(|&corner| (corner - middle).dot(way.ahead())).fold(0.0, f64::max);
    (middle, reach)
}

/// Is there room in a house for this many figures of a unit's kind (§02.04.3)?
pub(super) fn fits(unit: &Unit, figures: i32, tables: &Tables) -> bool {
    let facts = BuildingGarrison {
        figures: Figures(figures.clamp(0, 100)),
        company_figures: Figures(unit.company.clamp(1, 20)),
        side_figures: Figures(0),
        arm: if unit.mounted { GarrisonArm::DismountedCavalry } else { GarrisonArm::Infantry },
        pinned: false,
    };
    figures <= 100 && plain(&facts, tables).is_ok_and(|garrison| garrison.fits)
}

/// The nearest house within reach of a unit that has room for it and holds no enemy, as a body in that place. Only known enemies count: an
/// enemy inside whom its general has not seen does not prevent the order (§03.02.2).
pub(super) fn room_near(known: Knows<'_>, own: Own<'_>) -> Option<(usize, Placed)> {
    let around = own.placed.extent().grown(HOUSE_CM * CM);
    let houses = known.map().near(around).filter_map(|(id, _)| {
        let walls = walls(known.map(), id.0)?;
        let house = Body::garrison(walls, 1, own.pose).and_then(|body| body.at(own.pose)).ok()?;
        let metres = distance(&house, &own.placed);
        let held = known
            .units()
            .filter(|(other, held)| *other != own.number && held.here() && held.building() == Some(id.0));
        let (friends, enemies): (Vec<_>, Vec<_>) = held.partition(|(_, held)| held.side() == own.side);
        let inside: i32 = friends.iter().map(|(_, friend)| friend.figures()).sum();
        let room = enemies.is_empty() && fits(&own, own.figures + inside, known.tables());
        (room && metres <= HOUSE_CM * CM).then_some((metres, id.0, house))
    });
    let nearest = houses.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    nearest.map(|(_, id, house)| (id, house))
}
