//! One thing on the ground.

use super::kind::{CrossingKind, Kind, LineKind};
use crate::point::{Extent, Point};
use std::fmt;

/// The number of a thing on its ground, in the order of the file, beginning with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FeatureId(pub usize);

/// How hard an obstacle is to cross, or how well something covers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// Not at all.
    #[default]
    None,
    /// The slightest.
    I,
    /// The middling.
    II,
    /// The heaviest.
    III,
}

impl Grade {
    /// From the number in a file.
    #[must_use]
    pub fn from_number(number: i64) -> Option<Grade> {
        match number {
            0 => Some(Grade::None),
            1 => Some(Grade::I),
            2 => Some(Grade::II),
            3 => Some(Grade::III),
            _ => None,
        }
    }

    /// As the number in a file.
    #[must_use]
    pub fn number(self) -> u8 {
        self as u8
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Grade::None => "none",
            Grade::I => "I",
            Grade::II => "II",
            Grade::III => "III",
        })
    }
}

/// A piece of ground within a ring, less the holes in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Patch {
    /// The ring round it, not closed by repeating its first corner.
    pub outer: Vec<Point>,
    /// Clearings.
    pub holes: Vec<Vec<Point>>,
}

impl Patch {
    /// All its rings, the outer first.
    pub fn rings(&self) -> impl Iterator<Item = &[Point]> {
        std::iter::once(self.outer.as_slice()).chain(self.holes.iter().map(Vec::as_slice))
    }
}

/// The shape of a thing on the ground.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A piece of ground.
    Area(Patch),
    /// A line through these places.
    Line(Vec<Point>),
    /// A single place.
    Place(Point),
}

impl Shape {
    /// Every corner of it.
    pub fn places(&self) -> Vec<Point> {
        match self {
            Shape::Area(patch) => patch.rings().flatten().copied().collect(),
            Shape::Line(line) => line.clone(),
            Shape::Place(place) => vec![*place],
        }
    }
}

/// What the rule sets need to know of a thing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Properties {
    /// How hard it is to cross.
    pub obstacle: Grade,
    /// How well it covers.
    pub cover: Grade,
    /// Metres across, of a line, bridge or ford.
    pub width: Option<f64>,
    /// How many it holds (a building) or bears (a bridge), in the rule set's own measure.
    pub capacity: Option<u32>,
    /// The level of a contour or crest: 1 for the first above the plain.
    pub level: Option<i32>,
    /// The file's other properties, kept as they are.
    pub other: serde_json::Map<String, serde_json::Value>,
}

/// One thing on the ground.
#[derive(Clone, Debug, PartialEq)]
pub struct Feature {
    /// Its id in the file.
    pub id: Option<String>,
    /// What it is called.
    pub name: Option<String>,
    /// What it is.
    pub kind: Kind,
    /// Where it lies.
    pub shape: Shape,
    /// What the rule sets need to know of it.
    pub properties: Properties,
}

impl Feature {
    /// A thing with no properties yet.
    #[must_use]
    pub fn new(kind: Kind, shape: Shape) -> Feature {
        Feature { id: None, name: None, kind, shape, properties: Properties::default() }
    }

    /// Metres across: as stated, or as is usual for its kind.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.properties.width.unwrap_or(match self.kind {
            Kind::Line(LineKind::Road) => 8.0,
            Kind::Line(LineKind::Railway | LineKind::Embankment | LineKind::Cutting) => 6.0,
            Kind::Line(LineKind::Stream | LineKind::Breastwork | LineKind::Abatis) => 4.0,
            Kind::Line(LineKind::Path | LineKind::Hedge | LineKind::Ditch) => 2.0,
            Kind::Line(LineKind::Wall | LineKind::Fence | LineKind::Cliff) => 1.0,
            Kind::Crossing(CrossingKind::Bridge) => 8.0,
            Kind::Crossing(CrossingKind::Footbridge) => 2.0,
            Kind::Crossing(CrossingKind::Ford) => 12.0,
            Kind::Line(LineKind::Crest) | Kind::Area(_) | Kind::Building | Kind::Contour | Kind::Place => 0.0,
        })
    }

    /// The box round it, its width counted.
    #[must_use]
    pub fn extent(&self) -> Extent {
        let width = if matches!(self.shape, Shape::Area(_)) { 0.0 } else { self.width() };
        Extent::around(self.shape.places()).grown(width / 2.0)
    }
}
