//! Reads a scene from a GeoJSON file: the ground, and the features with `"unit"` or `"mark"`.

use crate::DrawError;
use crate::scene::{Arm, Badge, BadgeKind, Mark, Scene, Side, TableScale, Unit};
use geojson::{GeoJson, GeometryValue, Position};
use krigsspil_field::prelude::*;
use serde::Deserialize;
use serde_json::Value;

/// A unit as written in a file, at the Point of its feature.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitText {
    side: Side,
    arm: Arm,
    formation: Formation,
    #[serde(default = "one")]
    figures: u32,
    /// Ranks of a line, chain or square; 2 if not stated.
    ranks: Option<u32>,
    /// Figures abreast in a column; 4 if not stated, 2 in a march column.
    wide: Option<u32>,
    /// Width and depth of a base, in metres.
    base: [f64; 2],
    /// Metres for each figure in open order, or from gun to gun.
    spacing: Option<f64>,
    /// Degrees clockwise from north.
    facing: f64,
    #[serde(default)]
    label: String,
    remark: Option<String>,
    disorder: Option<String>,
    order: Option<String>,
    #[serde(default)]
    chosen: bool,
    /// Where it is ordered to go, place by place.
    way: Option<Vec<[f64; 2]>>,
    /// Degrees to each side, and range in metres.
    arc: Option<[f64; 2]>,
    /// A leader's command distance, in metres.
    command: Option<f64>,
}

fn one() -> u32 {
    1
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Formation {
    Line,
    Column,
    Square,
    Crowd,
    Chain,
    Swarm,
    MarchColumn,
    Battery,
    Limbered,
    Lone,
}

/// A mark as written in a file, along the LineString of its feature.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
enum MarkText {
    Ruler {
        measure: String,
        #[serde(default)]
        verdict: String,
    },
    Ride {
        side: Side,
    },
    View {
        limit: f64,
        #[serde(default)]
        into_woods: f64,
    },
}

/// Reads a ground, and the units and marks among its features.
///
/// # Errors
/// What is wrong with the ground, or which unit is wrong and why.
pub fn scene_from_geojson(text: &str) -> Result<Scene, DrawError> {
    let ground = Ground::from_geojson(text)?;
    let mut scene = Scene::of(ground);
    let Ok(GeoJson::FeatureCollection(collection)) = text.parse::<GeoJson>() else { return Ok(scene) };
    let head = collection.foreign_members.unwrap_or_default();
    let words = |name: &str| head.get(name).and_then(Value::as_str).map(str::to_owned);
    scene.title = words("title");
    scene.subtitle = words("subtitle");
    scene.scale = head
        .get("metres_per_cm")
        .and_then(Value::as_f64)
        .filter(|metres| metres.is_finite() && *metres > 0.0)
        .map(|metres_per_cm| TableScale { metres_per_cm });
    for (index, feature) in collection.features.iter().enumerate() {
        let wrong = |why: String| DrawError::Feature { number: index + 1, why };
        let geometry = feature.geometry.as_ref().map(|geometry| &geometry.value);
        if let Some(value) = feature.property("unit") {
            let unit = UnitText::deserialize(value).map_err(|why| wrong(why.to_string()))?;
            let at = match geometry {
                Some(GeometryValue::Point { coordinates }) => place(coordinates),
                _ => None,
            };
            let Some(at) = at else {
                return Err(wrong("a unit must be drawn as a Point: the middle of its front".into()));
            };
            unit.stand(at, &mut scene).map_err(|why| wrong(why.to_string()))?;
        } else if let Some(value) = feature.property("mark") {
            let mark = MarkText::deserialize(value).map_err(|why| wrong(why.to_string()))?;
            let made = mark.made(geometry, &scene.ground).ok_or_else(|| {
                wrong("a ruler or ride must be drawn as a LineString of two places, a view as a Point".into())
            })?;
            scene.marks.push(made);
        }
    }
    Ok(scene)
}

fn place(position: &Position) -> Option<Point> {
    match position.as_slice() {
        [x, y, ..] => Some(point(*x, *y)),
        _ => None,
    }
}

impl UnitText {
    fn body(&self) -> Result<Body, BodyError> {
        let base = BaseSize::new(self.base[0], self.base[1])?;
        let ranks = self.ranks.unwrap_or(2);
        let battery = |array, state| Battery {
            guns: self.figures,
            gun: base,
            limber: Some(base),
            team: None,
            gap: self.spacing.unwrap_or(0.0),
            array,
            state,
        };
        match self.formation {
            Formation::Line => Body::line(base, self.figures, ranks),
            Formation::Column => Body::column(base, self.figures, self.wide.unwrap_or(4)),
            Formation::Square => Body::square(base, self.figures, ranks),
            Formation::Crowd => Body::crowd(base, self.figures),
            Formation::Chain => {
                let metres = self.spacing.unwrap_or(self.base[0] * 3.0);
                Body::chain(base, self.figures, self.ranks.unwrap_or(1), metres)
            }
            Formation::Swarm => Body::swarm(base, self.figures, self.spacing.unwrap_or(self.base[0] * 3.0)),
            Formation::MarchColumn => {
                Body::march_column(base, self.figures, self.wide.unwrap_or(2), Trail::straight())
            }
            Formation::Battery => {
                let limber_behind = self.base[1] * 0.6;
                Body::battery(battery(Array::Line, GunState::Unlimbered { limber_behind }))
            }
            Formation::Limbered => Body::battery(battery(Array::Column, GunState::Limbered)),
            Formation::Lone => {
                let role = if self.arm == Arm::Courier { Role::Courier } else { Role::Leader };
                Ok(Body::lone(base, role))
            }
        }
    }

    fn stand(self, at: Point, scene: &mut Scene) -> Result<(), BodyError> {
        let body = self.body()?.at(Pose::new(at, Bearing::degrees(self.facing)))?;
        if let Some([each_side, metres]) = self.arc {
            scene.marks.push(Mark::ArcOfFire { of: body.clone(), each_side: Degrees(each_side), metres });
        }
        if let Some(metres) = self.command {
            scene.marks.push(Mark::Command { side: self.side, at: body.centre(), metres });
        }
        if let Some(way) = &self.way {
            let mut places = vec![at];
            places.extend(way.iter().map(|[x, y]| point(*x, *y)));
            let last = places.len() - 1;
            let facing = (last > 0).then(|| Bearing::of(places[last] - places[last - 1]));
            let facing = facing.unwrap_or(body.pose().facing);
            let arrival = Some(body.body().at(Pose::new(places[last], facing))?);
            scene.marks.push(Mark::Way { side: self.side, places, arrival });
        }
        let badge = match (self.disorder, self.order) {
            (Some(letters), _) => Some(Badge { kind: BadgeKind::Disorder, letters }),
            (None, Some(letters)) => Some(Badge { kind: BadgeKind::Order, letters }),
            (None, None) => None,
        };
        scene.units.push(Unit {
            side: self.side,
            arm: self.arm,
            body,
            label: self.label,
            remark: self.remark,
            badge,
            chosen: self.chosen,
        });
        Ok(())
    }
}

impl MarkText {
    fn made(self, geometry: Option<&GeometryValue>, ground: &Ground) -> Option<Mark> {
        match (self, geometry?) {
            (MarkText::Ruler { measure, verdict }, GeometryValue::LineString { coordinates }) => {
                let [from, to] = &coordinates[..] else { return None };
                Some(Mark::Ruler { line: Line::between(place(from)?, place(to)?), measure, verdict })
            }
            (MarkText::Ride { side }, GeometryValue::LineString { coordinates }) => {
                let [from, to] = &coordinates[..] else { return None };
                Some(Mark::Ride { side, from: place(from)?, to: place(to)? })
            }
            (MarkText::View { limit, into_woods }, GeometryValue::Point { coordinates }) => {
                let terms = usual_sight(limit, into_woods);
                Some(Mark::View(what_can_be_seen(ground, place(coordinates)?, &terms, [])))
            }
            _ => None,
        }
    }
}
