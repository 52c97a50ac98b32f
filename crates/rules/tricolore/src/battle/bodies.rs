//! The ground a unit covers in its formation (§house.footprint).

use krigsspil_field::prelude::{BaseSize, Bearing, Body, BodyError, Placed, Point, Pose, Role, Trail};

use super::state::{Unit, Zone};
use crate::quantity::Bases;
use crate::tables::Tables;
use crate::vocabulary::{BaseArm, BaseFormation};

/// The body of so many bases in a formation.
pub(super) fn formed(
    tables: &Tables,
    arm: BaseArm,
    formation: BaseFormation,
    bases: Bases,
    trail: &[Point],
) -> Result<Body, BodyError> {
    let count = bases.rounded_up().max(1) as u32;
    let size = tables.army.base(arm);
    let (front, depth) = (f64::from(size.front.0), f64::from(size.depth.0));
    let base = BaseSize::new(front, depth)?;
    let road = f64::from(tables.army.road_front.0);
    match formation {
        BaseFormation::Line | BaseFormation::Unlimbered => Body::line(base, count, 1),
        BaseFormation::Column => Body::column(base, count, count.min(2)),
        BaseFormation::Square => {
            let side = front * f64::from(count.div_ceil(4));
            Ok(Body::lone(BaseSize::new(side, side)?, Role::Figure))
        }
        BaseFormation::Skirmish => {
            let ground = BaseSize::new(2.0 * front * f64::from(count), 2.0 * depth)?;
            Ok(Body::lone(ground, Role::Figure))
        }
        BaseFormation::MarchColumn if arm == BaseArm::Train => {
            Body::march_column(BaseSize::new(road, depth)?, count, 1, Trail::through(trail))
        }
        BaseFormation::MarchColumn | BaseFormation::Limbered => {
            Body::march_column(BaseSize::new(road, depth)?, 2 * count, 1, Trail::through(trail))
        }
    }
}

/// The body of a unit as it is: in its formation, or filling its zone.
pub(super) fn body(unit: &Unit, tables: &Tables, zones: &[Zone], pose: Pose) -> Result<Body, BodyError> {
    if let Some(zone) = unit.zone.and_then(|zone| zones.get(zone))
        && !unit.branch.is_artillery()
    {
        return Body::garrison(&zone.outline, unit.bases.rounded_up().max(1) as u32, pose);
    }
    formed(tables, unit.branch.base(), unit.formation, unit.bases, &unit.trail)
}

/// Stands a unit up again where it is, after its strength, formation or zone has changed. A body that cannot be is left as it was.
pub(super) fn rebuild(unit: &mut Unit, tables: &Tables, zones: &[Zone]) {
    let pose = unit.placed.pose();
    if let Ok(placed) = body(unit, tables, zones, pose).and_then(|body| body.at(pose)) {
        unit.placed = placed;
    }
}

/// The middle of a zone: the anchor of those who fill it.
pub(super) fn zone_middle(zone: &Zone) -> Point {
    let count = zone.outline.len().max(1) as f64;
    let sum = zone.outline.iter().fold(Point::ORIGIN, |sum, corner| sum + *corner);
    (sum * (1.0 / count)).on_grid()
}

/// A zone as a body, whoever is in it.
pub(super) fn zone_body(zone: &Zone) -> Option<Placed> {
    let pose = Pose::new(zone_middle(zone), Bearing::NORTH);
    Body::garrison(&zone.outline, 1, pose).and_then(|body| body.at(pose)).ok()
}

/// The pose of a body of another shape or facing whose middle is where a body's middle was.
pub(super) fn about_middle(placed: &Placed, body: &Body, facing: Bearing) -> Pose {
    let middle = match placed.body().form() {
        krigsspil_field::prelude::Form::MarchColumn => placed.envelope().centre(),
        _ => placed.centre(),
    };
    Pose::new(middle + facing.ahead() * (body.depth() / 2.0), facing).on_grid()
}

/// What of a body is nearest to a place.
pub(super) fn nearest_of(body: &Placed, place: Point) -> Point {
    let near = body.parts().iter().map(|part| part.nearest_to(place));
    let near = near.min_by(|a, b| a.distance(place).total_cmp(&b.distance(place)));
    near.unwrap_or(body.pose().at)
}
