//! What may be wrong with a ground, and how it is reported.

use super::feature::{Feature, Patch, Shape};
use super::kind::{Kind, UnknownKind};
use crate::ask::Table;
use crate::point::{Extent, Point};
use crate::polygon::{crossing, edges, ring_holds, self_crossing, signed_area};
use std::sync::Arc;
use thiserror::Error;

/// Why a ground cannot be used.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum GroundError {
    /// Not the right sort of file.
    #[error("this is not GeoJSON: {0}")]
    NotGeoJson(String),
    /// GeoJSON, but not a list of features.
    #[error("a ground is a GeoJSON FeatureCollection, but this is a {0}")]
    NotACollection(&'static str),
    /// The table's size is missing or wrong.
    #[error(
        "the ground needs its table's size in metres, as \"table\": {{\"width\": 2000, \"depth\": 1500}}: {0}"
    )]
    NoTable(String),
    /// The contour interval is wrong.
    #[error("the contour interval must be a number of metres above 0, but is {0}")]
    BadInterval(f64),
    /// One or more features are wrong.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Features(Vec<Problem>),
}

/// What is wrong with one feature.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("feature {number} ({called}): {trouble}")]
pub struct Problem {
    /// Its number in the file, beginning with 1.
    pub number: usize,
    /// Its kind and name, as far as they are known.
    pub called: String,
    /// What is wrong.
    pub trouble: Trouble,
}

/// What is wrong with a feature.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Trouble {
    /// It does not say what it is.
    #[error("it has no \"kind\"; choose one of: {}", Kind::words().collect::<Vec<_>>().join(", "))]
    NoKind,
    /// It says something unknown.
    #[error(transparent)]
    UnknownKind(#[from] UnknownKind),
    /// Its geometry does not suit its kind.
    #[error("a {kind} must be drawn as {wanted}, but is a {given}")]
    WrongShape {
        /// What it is.
        kind: Kind,
        /// The geometry that is allowed.
        wanted: &'static str,
        /// The geometry it has.
        given: String,
    },
    /// Too few corners.
    #[error("{what} needs at least {least} different places, but has {given}")]
    TooFew {
        /// The ring or line.
        what: &'static str,
        /// The least allowed.
        least: usize,
        /// What it has.
        given: usize,
    },
    /// A ring that crosses itself.
    #[error(
        "its outline meets itself: side {one}, from ({from_x}, {from_y}), and side {other}; draw it without crossings"
    )]
    CrossesItself {
        /// The first side, beginning with 1.
        one: usize,
        /// The second side, beginning with 1.
        other: usize,
        /// Where the first side begins, to the east.
        from_x: f64,
        /// Where the first side begins, to the north.
        from_y: f64,
    },
    /// A property that is nearly the name of another.
    #[error("it has no property \"{given}\"; did you mean \"{meant}\"?")]
    Misspelt {
        /// The property it has.
        given: String,
        /// The one that is probably meant.
        meant: &'static str,
    },
    /// A hole that is not in it.
    #[error("clearing {0} does not lie within its outline")]
    HoleOutside(usize),
    /// A ring without area.
    #[error("its outline encloses no ground")]
    Flat,
    /// An invalid place.
    #[error("it has a place that is not a number of metres or is beyond any table: ({x}, {y})")]
    BadPlace {
        /// To the east.
        x: f64,
        /// To the north.
        y: f64,
    },
    /// It lies off the table.
    #[error("no part of it lies on the table, which runs from ({west}, {south}) to ({east}, {north})")]
    OffTable {
        /// The table's western edge.
        west: f64,
        /// The table's southern edge.
        south: f64,
        /// The table's eastern edge.
        east: f64,
        /// The table's northern edge.
        north: f64,
    },
    /// A property with an impossible value.
    #[error("its \"{property}\" must be {wanted}, but is {given}")]
    BadProperty {
        /// Which property.
        property: &'static str,
        /// What would be allowed.
        wanted: &'static str,
        /// What it is.
        given: String,
    },
    /// A contour without its level.
    #[error("a {0} needs a \"level\": 1 for the first step above the plain, 2 for the next")]
    NoLevel(Kind),
    /// Two contours that cross.
    #[error("it crosses the contour that is feature {other}; contours may only lie within each other")]
    ContoursCross {
        /// The number of the other, beginning with 1.
        other: usize,
    },
}

/// No table is a thousand kilometres wide.
const FARTHEST: f64 = 1.0e6;

/// What is known to be sound is not looked at again.
pub(super) fn all(
    features: &[Arc<Feature>],
    table: &Table,
    interval: f64,
    sound: impl Fn(usize) -> bool,
) -> Result<(), GroundError> {
    if !(interval.is_finite() && interval > 0.0) {
        return Err(GroundError::BadInterval(interval));
    }
    let mut problems = Vec::new();
    let mut new_contours = false;
    for (index, feature) in features.iter().enumerate().filter(|(index, _)| !sound(*index)) {
        new_contours |= feature.kind == Kind::Contour;
        if let Err(trouble) = one(feature, table) {
            problems.push(problem(index, feature, trouble));
        }
    }
    if problems.is_empty() && new_contours {
        contours(features, &mut problems);
    }
    if problems.is_empty() { Ok(()) } else { Err(GroundError::Features(problems)) }
}

fn problem(index: usize, feature: &Feature, trouble: Trouble) -> Problem {
    Problem { number: index + 1, called: called(&feature.kind.to_string(), feature.name.as_deref()), trouble }
}

pub(super) fn called(kind: &str, name: Option<&str>) -> String {
    name.map_or_else(|| kind.to_owned(), |name| format!("{kind} “{name}”"))
}

fn one(feature: &Feature, table: &Table) -> Result<(), Trouble> {
    let places = feature.shape.places();
    if let Some(bad) = places.iter().find(|p| !(p.x.abs() < FARTHEST && p.y.abs() < FARTHEST)) {
        return Err(Trouble::BadPlace { x: bad.x, y: bad.y });
    }
    shape_suits(feature)?;
    match &feature.shape {
        Shape::Area(patch) => patch_is_sound(patch)?,
        Shape::Line(line) => enough("a line", 2, line)?,
        Shape::Place(_) => {}
    }
    properties_are_sound(feature)?;
    let Extent { low, high } = *table.extent();
    if feature.extent().meets(table.extent()) {
        Ok(())
    } else {
        Err(Trouble::OffTable { west: low.x, south: low.y, east: high.x, north: high.y })
    }
}

fn shape_suits(feature: &Feature) -> Result<(), Trouble> {
    let (wanted, suits) = match (feature.kind, &feature.shape) {
        (Kind::Area(_) | Kind::Building | Kind::Contour, shape) => {
            ("a Polygon", matches!(shape, Shape::Area(_)))
        }
        (Kind::Line(_), shape) => ("a LineString", matches!(shape, Shape::Line(_))),
        (Kind::Crossing(_), shape) => ("a LineString or a Point", !matches!(shape, Shape::Area(_))),
        (Kind::Place, shape) => ("a Point", matches!(shape, Shape::Place(_))),
    };
    if suits {
        return Ok(());
    }
    let given = match feature.shape {
        Shape::Area(_) => "Polygon",
        Shape::Line(_) => "LineString",
        Shape::Place(_) => "Point",
    };
    Err(Trouble::WrongShape { kind: feature.kind, wanted, given: given.into() })
}

fn patch_is_sound(patch: &Patch) -> Result<(), Trouble> {
    for ring in patch.rings() {
        enough("an outline", 3, ring)?;
        if let Some((one, other)) = self_crossing(ring) {
            let from = ring[one];
            let (one, other) = (one + 1, other + 1);
            return Err(Trouble::CrossesItself { one, other, from_x: from.x, from_y: from.y });
        }
        if signed_area(ring) == 0.0 {
            return Err(Trouble::Flat);
        }
    }
    let outside = |hole: &Vec<Point>| !ring_holds(&patch.outer, hole[0]) || rings_cross(&patch.outer, hole);
    match patch.holes.iter().position(outside) {
        Some(hole) => Err(Trouble::HoleOutside(hole + 1)),
        None => Ok(()),
    }
}

fn enough(what: &'static str, least: usize, places: &[Point]) -> Result<(), Trouble> {
    let different = 1 + places.windows(2).filter(|pair| pair[0] != pair[1]).count();
    if places.len() >= least && different >= least && different == places.len() {
        Ok(())
    } else {
        Err(Trouble::TooFew { what, least, given: different.min(places.len()) })
    }
}

fn properties_are_sound(feature: &Feature) -> Result<(), Trouble> {
    let properties = &feature.properties;
    if let Some(width) = properties.width
        && !(width.is_finite() && width > 0.0)
    {
        let given = width.to_string();
        return Err(Trouble::BadProperty { property: "width", wanted: "a number of metres above 0", given });
    }
    if feature.kind == Kind::Contour && properties.level.is_none_or(|level| level == 0) {
        return Err(Trouble::NoLevel(feature.kind));
    }
    Ok(())
}

fn contours(features: &[Arc<Feature>], problems: &mut Vec<Problem>) {
    let rings: Vec<(usize, &Feature, &Patch)> = features
        .iter()
        .enumerate()
        .filter_map(|(index, feature)| match &feature.shape {
            Shape::Area(patch) if feature.kind == Kind::Contour => Some((index, &**feature, patch)),
            _ => None,
        })
        .collect();
    for (place, &(_, one, one_patch)) in rings.iter().enumerate() {
        for &(other_index, other, other_patch) in &rings[place + 1..] {
            if one.extent().meets(&other.extent()) && rings_cross(&one_patch.outer, &other_patch.outer) {
                let number = rings[place].0 + 1;
                problems.push(problem(other_index, other, Trouble::ContoursCross { other: number }));
            }
        }
    }
}

fn rings_cross(one: &[Point], other: &[Point]) -> bool {
    edges(one).any(|a| edges(other).any(|b| crossing(a, b).is_some()))
}
