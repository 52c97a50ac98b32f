//! Town zones (§4.8): what they cover, who is in them, and their four sides.

use std::sync::Arc;

use krigsspil_engine::scenario::{Scenario, ScenarioFault};
use krigsspil_field::prelude::{
    AreaKind, Bearing, Body, BodyError, FeatureId, Ground, Kind, Part, Placed, Point, Pose, Shape,
};

use super::order::Wing;
use super::wordings::ZONE_HAS_FOUR_SIDES;

/// Distances from a wall that differ by less, in metres, are the same.
const AT_THE_WALL: f64 = 0.25;

/// A zone.
#[derive(Clone, Debug)]
pub struct Zone {
    /// What it is on the map.
    pub feature: FeatureId,
    /// Its name.
    pub name: Arc<str>,
    /// Its corners, anticlockwise, the northernmost side first.
    pub corners: Vec<Point>,
    /// The scenario calls it a fortress.
    pub fortress: bool,
    part: Part,
}

/// The zones of a battle.
#[derive(Clone, Debug, Default)]
pub struct Zones(Vec<Zone>);

impl Zones {
    /// The built-up areas of a ground: each a zone of four sides (§4.8.1).
    pub fn of(scenario: &Scenario, ground: &Ground) -> Result<Zones, ScenarioFault> {
        let mut zones = Vec::new();
        for (id, feature) in ground.features().filter(|(_, one)| one.kind == Kind::Area(AreaKind::BuiltUp)) {
            let Shape::Area(patch) = &feature.shape else { continue };
            let name = feature.name.clone().unwrap_or_else(|| format!("zone {}", zones.len() + 1));
            let corners = four_sides(&patch.outer).ok_or_else(|| {
                ScenarioFault::at(
                    &scenario.ground,
                    1,
                    ZONE_HAS_FOUR_SIDES.with([("given", name.as_str().into())]),
                )
            })?;
            let fortress =
                feature.properties.other.get("fortress").and_then(|yes| yes.as_bool()).unwrap_or(false);
            let part = Part::Ring(corners.clone());
            zones.push(Zone { feature: id, name: name.into(), corners, fortress, part });
        }
        Ok(Zones(zones))
    }

    /// Every zone, with its number.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Zone)> {
        self.0.iter().enumerate()
    }

    /// A zone.
    pub fn get(&self, zone: usize) -> &Zone {
        &self.0[zone]
    }

    /// The zone a feature of the map is.
    pub fn of_feature(&self, feature: FeatureId) -> Option<usize> {
        self.0.iter().position(|zone| zone.feature == feature)
    }

    /// The body of those who hold a zone: all of it.
    pub fn garrison(&self, zone: usize, figures: u32) -> Result<Placed, BodyError> {
        let zone = self.get(zone);
        let pose = Pose::new(zone.centre(), Bearing::NORTH).on_grid();
        Body::garrison(&zone.corners, figures, pose)?.at(pose)
    }

    /// A gun on a side of a zone: its front or, turned inward, its rear on the edge.
    pub fn gun_at(&self, zone: usize, side: Wing, inward: bool, gun: &Body) -> Result<Placed, BodyError> {
        let (middle, out) = self.get(zone).side(side);
        let (at, facing) = match inward {
            false => (middle, Bearing::of(out)),
            true => (middle - out * gun.depth(), Bearing::of(-out)),
        };
        gun.at(Pose::new(at, facing).on_grid())
    }
}

impl Zone {
    /// The piece of ground it covers.
    pub fn part(&self) -> &Part {
        &self.part
    }

    /// Its middle.
    pub fn centre(&self) -> Point {
        self.corners.iter().fold(Point::ORIGIN, |sum, corner| sum + *corner)
            * (1.0 / self.corners.len() as f64)
    }

    /// The ends of a side: front is the northernmost, then clockwise.
    pub fn edge(&self, side: Wing) -> (Point, Point) {
        // The corners run anticlockwise; so do the sides.
        let number = match side {
            Wing::Front => 0,
            Wing::Left => 1,
            Wing::Rear => 2,
            Wing::Right => 3,
        };
        (self.corners[number], self.corners[(number + 1) % 4])
    }

    /// The middle of a side, and the way out of it.
    pub fn side(&self, side: Wing) -> (Point, Point) {
        let (from, to) = self.edge(side);
        let out = (to - from).unit().map_or(Bearing::NORTH.ahead(), Point::right);
        (from.toward(to, 0.5), out)
    }

    /// The side a body stands before, also when most of it reaches beyond the end of that side. At a corner, the side its middle is before.
    pub fn side_toward(&self, body: &Placed) -> Wing {
        let off = |side: Wing| {
            let (middle, out) = self.side(side);
            let corners = body.parts().iter().flat_map(|part| part.corners());
            let nearest = corners.map(|corner| (*corner - middle).dot(out)).fold(f64::INFINITY, f64::min);
            ((nearest / AT_THE_WALL).round(), (body.centre() - middle).dot(out))
        };
        let all = [Wing::Front, Wing::Right, Wing::Rear, Wing::Left];
        let farther = |a: &Wing, b: &Wing| {
            let (one, other) = (off(*a), off(*b));
            one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1))
        };
        all.into_iter().max_by(farther).unwrap_or(Wing::Front)
    }

    /// Metres from a body to its edge.
    pub fn metres_to(&self, placed: &Placed) -> f64 {
        placed.parts().iter().map(|part| part.distance(&self.part)).fold(f64::INFINITY, f64::min)
    }

    /// Does a body stand in its streets?
    pub fn holds_some_of(&self, placed: &Placed) -> bool {
        placed.parts().iter().any(|part| part.overlap_depth(&self.part) > krigsspil_field::prelude::TOUCH)
    }
}

/// The four corners of a ring without hollows, anticlockwise from the east end of its northernmost side; none when it has not four.
fn four_sides(ring: &[Point]) -> Option<Vec<Point>> {
    let mut corners: Vec<Point> = ring.to_vec();
    if corners.len() > 1 && corners.first() == corners.last() {
        corners.pop();
    }
    let area = krigsspil_field::polygon::signed_area(&corners);
    if area < 0.0 {
        corners.reverse();
    }
    if corners.len() != 4 || area == 0.0 || !krigsspil_field::polygon::is_convex(&corners) {
        return None;
    }
    let north = |number: &usize| corners[*number].y + corners[(*number + 1) % 4].y;
    let first = (0..4).max_by(|a, b| north(a).total_cmp(&north(b)))?;
    corners.rotate_left(first);
    Some(corners)
}
