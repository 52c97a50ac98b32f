//! Buildings and built-up areas (chapter 17): their walls and facades, the room in them, and the ground between them.

use krigsspil_field::point::Extent;
use krigsspil_field::polygon;
use krigsspil_field::prelude::*;
use krigsspil_turn::ids::UnitId;
use serde::{Deserialize, Serialize};

use super::bodies::plain;
use super::land::Condition;
use super::state::{Battle, CM, Unit};
use crate::procedures::buildings::{Building, BuildingResult};
use crate::tables::Tables;
use crate::vocabulary::BuildingKind;

/// Figures that a building holds where the scenario does not say (§17.02.3).
const USUAL_ROOM: u32 = 10;
/// A unit this near to a wall stands at it, in metres: base contact, give or take a base (house).
pub(super) const AT_THE_WALL: f64 = CM;
/// A body that shares more than this many square metres with a building stands in it; less is the rounding of contact.
const IN_A_HOUSE: f64 = 1.0;
/// Garrisons look and fire from this far before their wall, in metres: outside it, so that it hides nothing.
const OUT: f64 = 0.1;

/// The building that a unit is in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Inside {
    /// Its number on the ground.
    pub building: usize,
    /// Its walls: the unit covers all of it (§17.01.2).
    pub walls: Vec<Point>,
}

/// One wall of a building.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Facade {
    /// Its middle, just outside.
    pub middle: Point,
    /// Straight out.
    pub out: Point,
}

/// The walls of a building of the ground.
pub(super) fn walls(ground: &Ground, building: usize) -> Option<&[Point]> {
    match ground.feature(FeatureId(building)) {
        Some(Feature { kind: Kind::Building, shape: Shape::Area(patch), .. }) => Some(&patch.outer),
        _ => None,
    }
}

/// The facades of a building, in the order of its walls.
pub(super) fn facades(walls: &[Point]) -> Vec<Facade> {
    let left_hand = polygon::signed_area(walls) > 0.0;
    let facade = |(from, to): (Point, Point)| {
        let along = (to - from).unit()?;
        let out = if left_hand { along.right() } else { along.left() };
        Some(Facade { middle: from.toward(to, 0.5) + out * OUT, out })
    };
    polygon::edges(walls).filter_map(facade).collect()
}

/// The facade that looks most this way.
pub(super) fn facade_toward(walls: &[Point], way: Bearing) -> Option<Facade> {
    let ahead = way.ahead();
    facades(walls).into_iter().max_by(|a, b| a.out.dot(ahead).total_cmp(&b.out.dot(ahead)))
}

/// The places from which a unit looks: the middle of its front, or every facade of its building.
pub(super) fn eyes(unit: &Unit) -> Vec<Point> {
    match &unit.inside {
        Some(inside) => facades(&inside.walls).into_iter().map(|facade| facade.middle).collect(),
        None => vec![unit.placed.pose().at],
    }
}

/// A building as a body that one can come near to.
pub(super) fn house_body(walls: &[Point]) -> Option<Placed> {
    let pose = Pose::new(*walls.first()?, Bearing::NORTH);
    Body::garrison(walls, 1, pose).and_then(|body| body.at(pose)).ok()
}

/// The kind of building that a feature is, by its values (§17.02.3).
pub(super) fn kind_of(feature: &Feature) -> BuildingKind {
    match feature.properties.cover.number().max(feature.properties.obstacle.number()) {
        _ if feature.properties.cover.number() <= 1 => BuildingKind::Ordinary,
        3 => BuildingKind::Strong3,
        _ => BuildingKind::Strong2,
    }
}

/// The figures that a building holds.
pub(super) fn room(feature: &Feature) -> i32 {
    feature.properties.capacity.unwrap_or(USUAL_ROOM).clamp(1, 200) as i32
}

/// What the rules say of a building and a unit of this many ranks that enters it.
pub(super) fn numbers(feature: &Feature, ranks: i32, tables: &Tables) -> Option<BuildingResult> {
    let facts = Building { kind: kind_of(feature), capacity: room(feature), ranks: ranks.clamp(1, 60) };
    plain(&facts, tables).ok()
}

/// Is a place in a built-up area: among houses, in their gardens, or in one of them (§17.02.1)?
pub(super) fn built_up_at(ground: &Ground, place: Point) -> bool {
    let town = |kind: Kind| matches!(kind, Kind::Building | Kind::Area(AreaKind::BuiltUp | AreaKind::Garden));
    ground.at(place).any(|(_, feature)| town(feature.kind))
}

/// Does a unit stand in a built-up area?
pub(super) fn in_town(battle: &Battle, unit: UnitId) -> bool {
    let unit = &battle.units[unit];
    unit.inside.is_some() || built_up_at(&battle.ground, unit.placed.centre())
}

/// Is a place on a road?
pub(super) fn on_a_street(ground: &Ground, place: Point) -> bool {
    let road = |kind: Kind| matches!(kind, Kind::Line(LineKind::Road | LineKind::Path));
    ground.at(place).any(|(_, feature)| road(feature.kind)) && built_up_at(ground, place)
}

/// The first building straight before a unit's front, and the metres to its wall.
pub(super) fn building_ahead(ground: &Ground, placed: &Placed, metres: f64) -> Option<(usize, f64)> {
    let frame = placed.frame();
    let path = [frame.at, frame.at + frame.ahead * (metres + 1.0)];
    let crossed = ground.crossed(&path, placed.body().front());
    let house = |crossed: &Crossed| {
        ground.feature(crossed.feature).is_some_and(|feature| feature.kind == Kind::Building)
    };
    let ahead = crossed.into_iter().find(house).map(|crossed| (crossed.feature.0, crossed.enters));
    ahead.filter(|(_, away)| *away <= metres)
}

/// How far a body comes in a direction before it would stand in a building; a march that begins in one is not stopped by it.
pub(super) fn clear_of_houses(
    ground: &Ground,
    placed: &Placed,
    way: Point,
    metres: f64,
    stops: impl Fn(FeatureId) -> bool,
) -> f64 {
    let (lead, width) = leading_edge(placed, way);
    let path = [lead, lead + way * metres.min(2000.0)];
    let around = Extent::around(path).and(*placed.extent()).grown(width);
    if !ground.near(around).any(|(_, feature)| feature.kind == Kind::Building) {
        return metres;
    }
    let crossed = ground.crossed(&path, (width - 0.2).max(0.0)).into_iter();
    let in_it = |house: FeatureId| {
        let house = walls(ground, house.0).and_then(house_body);
        house.is_some_and(|house| overlap_area(&house, placed) > IN_A_HOUSE)
    };
    let houses = crossed.filter(|crossed| {
        ground.feature(crossed.feature).is_some_and(|feature| feature.kind == Kind::Building)
            && stops(crossed.feature)
            && !in_it(crossed.feature)
    });
    houses.map(|crossed| crossed.enters.max(0.0)).fold(metres, f64::min)
}

/// The middle of the edge of a body that goes first in a direction, and its width.
fn leading_edge(placed: &Placed, way: Point) -> (Point, f64) {
    let across = way.right();
    let middle = placed.pose().at;
    let corners = placed.parts().iter().flat_map(|part| part.corners().to_vec());
    let (mut first, mut left, mut right) = (f64::NEG_INFINITY, f64::INFINITY, f64::NEG_INFINITY);
    for corner in corners {
        let from = corner - middle;
        first = first.max(from.dot(way));
        left = left.min(from.dot(across));
        right = right.max(from.dot(across));
    }
    (middle + way * first + across * ((left + right) / 2.0), right - left)
}

impl Battle {
    /// The building that a unit is in.
    pub(super) fn building_of(&self, unit: UnitId) -> Option<&Feature> {
        let inside = self.units[unit].inside.as_ref()?;
        self.ground.feature(FeatureId(inside.building))
    }

    /// The units in a building, in order of place.
    pub(super) fn garrison(&self, building: usize) -> Vec<UnitId> {
        let in_it = |unit: &UnitId| {
            self.units[*unit].inside.as_ref().is_some_and(|inside| inside.building == building)
        };
        let mut units: Vec<UnitId> = self.here().filter(in_it).collect();
        units.sort_by(|a, b| self.by_place(*a, *b));
        units
    }

    /// Can a building be held: does it still stand (§17.04.2, §17.04.4)?
    pub(super) fn stands(&self, building: usize) -> bool {
        self.land.house(building).is_none_or(|house| house.condition == Condition::Stands)
    }

    /// Has a building room for this unit, beside those in it who are of its side (§17.02.3)?
    pub(super) fn has_room(&self, building: usize, unit: UnitId) -> bool {
        let enters = &self.units[unit];
        let Some(feature) = self.ground.feature(FeatureId(building)) else { return false };
        let inside = self.garrison(building);
        let friends = inside.iter().all(|&other| self.units[other].side == enters.side);
        let held: i32 =
            inside.iter().filter(|other| **other != unit).map(|&other| self.units[other].figures).sum();
        self.stands(building) && friends && held + enters.figures <= room(feature)
    }

    /// Do two stand in the same building? They do not stand in each other's way.
    pub(super) fn share_a_roof(&self, one: UnitId, other: UnitId) -> bool {
        let building = |unit: UnitId| self.units[unit].inside.as_ref().map(|inside| inside.building);
        building(one).is_some() && building(one) == building(other)
    }

    /// Does a body stand in a building that it has not entered?
    pub(super) fn in_a_house(&self, there: &Placed) -> bool {
        let near = self.ground.near(*there.extent()).filter(|(_, feature)| feature.kind == Kind::Building);
        near.filter_map(|(id, _)| house_body(walls(&self.ground, id.0)?))
            .any(|house| overlap_area(&house, there) > IN_A_HOUSE)
    }
}
