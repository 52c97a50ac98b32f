//! Grounds as GeoJSON text. Coordinates are metres, not degrees.

use super::check::{GroundError, Problem, Trouble, called};
use super::feature::{Feature, Grade, Patch, Properties, Shape};
use super::kind::Kind;
use super::{CONTOUR_INTERVAL, Ground};
use crate::ask::Table;
use crate::point::{Point, point};
use geojson::{FeatureCollection, GeoJson, Geometry, GeometryValue, Position};
use serde_json::{Map, Value, json};
use std::str::FromStr;

impl FromStr for Ground {
    type Err = GroundError;

    fn from_str(text: &str) -> Result<Ground, GroundError> {
        Ground::from_geojson(text)
    }
}

impl Ground {
    /// Reads a ground. A MultiPolygon or MultiLineString becomes as many features as it has pieces. Features
    /// with a property `"unit"` or `"mark"` are not ground: they are passed over, so that one file can hold a map and its armies.
    ///
    /// # Errors
    /// All that is wrong with it, feature by feature.
    pub fn from_geojson(text: &str) -> Result<Ground, GroundError> {
        let collection = match GeoJson::from_str(text) {
            Ok(GeoJson::FeatureCollection(collection)) => collection,
            Ok(GeoJson::Feature(_)) => return Err(GroundError::NotACollection("Feature")),
            Ok(GeoJson::Geometry(_)) => return Err(GroundError::NotACollection("bare geometry")),
            Err(why) => return Err(GroundError::NotGeoJson(why.to_string())),
        };
        let head = collection.foreign_members.unwrap_or_default();
        let table = read_table(head.get("table"))?;
        let interval = match head.get("contour_interval") {
            None => CONTOUR_INTERVAL,
            Some(value) => value.as_f64().ok_or(GroundError::BadInterval(f64::NAN))?,
        };
        let name = head.get("name").and_then(Value::as_str).map(str::to_owned);
        let (mut features, mut problems) = (Vec::new(), Vec::new());
        for (index, feature) in collection.features.into_iter().enumerate() {
            if ["unit", "mark"].iter().any(|word| feature.property(word).is_some()) {
                continue;
            }
            let word = feature.property("kind").and_then(Value::as_str).unwrap_or("no kind").to_owned();
            let named = feature.property("name").and_then(Value::as_str).map(str::to_owned);
            match read_feature(feature) {
                Ok(read) => features.extend(read),
                Err(trouble) => {
                    let called = called(&word, named.as_deref());
                    problems.push(Problem { number: index + 1, called, trouble });
                }
            }
        }
        if !problems.is_empty() {
            return Err(GroundError::Features(problems));
        }
        Ground::new(name, table, interval, features)
    }

    /// Writes the ground so that reading it again gives the same.
    #[must_use]
    pub fn to_geojson(&self) -> String {
        let extent = self.table.extent();
        let mut head = Map::new();
        if let Some(name) = &self.name {
            head.insert("name".into(), json!(name));
        }
        let mut table = json!({ "width": extent.width(), "depth": extent.height() });
        if extent.low != Point::ORIGIN {
            table["south_west"] = json!([extent.low.x, extent.low.y]);
        }
        head.insert("table".into(), table);
        head.insert("contour_interval".into(), json!(self.contour_interval));
        let features = self.features.iter().map(|feature| write_feature(feature)).collect();
        let collection = FeatureCollection { bbox: None, features, foreign_members: Some(head) };
        GeoJson::FeatureCollection(collection).to_string()
    }
}

fn read_table(value: Option<&Value>) -> Result<Table, GroundError> {
    let bad = |why: &str| GroundError::NoTable(why.to_owned());
    let table = value.ok_or_else(|| bad("there is none"))?;
    let side = |name: &str| {
        table.get(name).and_then(Value::as_f64).ok_or_else(|| bad(&format!("its \"{name}\" is missing")))
    };
    let corner = match table.get("south_west") {
        None => Point::ORIGIN,
        Some(value) => {
            let number = |i: usize| value.get(i).and_then(Value::as_f64);
            match (number(0), number(1)) {
                (Some(x), Some(y)) => point(x, y),
                _ => return Err(bad("its \"south_west\" must be [x, y]")),
            }
        }
    };
    Table::with_corner(corner, side("width")?, side("depth")?).map_err(|why| bad(&why.to_string()))
}

fn read_feature(feature: geojson::Feature) -> Result<Vec<Feature>, Trouble> {
    let mut properties = feature.properties.unwrap_or_default();
    let kind: Kind = match properties.remove("kind") {
        Some(Value::String(word)) => word.parse()?,
        Some(other) => {
            return Err(bad_property("kind", "a word", &other));
        }
        None => return Err(Trouble::NoKind),
    };
    let name = match properties.remove("name") {
        None | Some(Value::Null) => None,
        Some(Value::String(name)) => Some(name),
        Some(other) => return Err(bad_property("name", "words", &other)),
    };
    let id = feature.id.map(|id| match id {
        geojson::feature::Id::String(text) => text,
        geojson::feature::Id::Number(number) => number.to_string(),
    });
    let properties = read_properties(properties)?;
    let shapes = read_shapes(kind, feature.geometry)?;
    let build =
        |shape| Feature { id: id.clone(), name: name.clone(), kind, shape, properties: properties.clone() };
    Ok(shapes.into_iter().map(build).collect())
}

fn bad_property(property: &'static str, wanted: &'static str, given: &Value) -> Trouble {
    Trouble::BadProperty { property, wanted, given: given.to_string() }
}

fn read_properties(mut from: Map<String, Value>) -> Result<Properties, Trouble> {
    let mut grade = |property: &'static str| match from.remove(property) {
        None | Some(Value::Null) => Ok(Grade::None),
        Some(value) => value
            .as_i64()
            .and_then(Grade::from_number)
            .ok_or_else(|| bad_property(property, "0, 1, 2 or 3", &value)),
    };
    let (obstacle, cover) = (grade("obstacle")?, grade("cover")?);
    let width = take(&mut from, "width", "a number of metres above 0", Value::as_f64)?;
    let capacity = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok());
    let capacity = take(&mut from, "capacity", "a whole number from 0 up", capacity)?;
    let level = |value: &Value| value.as_i64().and_then(|number| i32::try_from(number).ok());
    let level = take(&mut from, "level", "a whole number", level)?;
    match misspelt(from.keys()) {
        Some((given, meant)) => Err(Trouble::Misspelt { given, meant }),
        None => Ok(Properties { obstacle, cover, width, capacity, level, other: from }),
    }
}

/// Every property that means something to the field, the rule sets or the map. Others may stand beside them, for other programs.
const KNOWN: &[&str] = &[
    "kind",
    "name",
    "obstacle",
    "cover",
    "width",
    "capacity",
    "level",
    "material",
    "sign",
    "name_at",
    "name_lean",
    "name_size",
    "name_shown",
];

/// The first property that nobody knows and that is nearly the name of a known one.
fn misspelt<'a>(names: impl Iterator<Item = &'a String>) -> Option<(String, &'static str)> {
    let near = |given: &str| {
        let edits = KNOWN.iter().map(|known| (strsim::damerau_levenshtein(given, known), *known));
        edits.filter(|(edits, known)| *edits <= 1 + known.len() / 5).min().map(|(_, known)| known)
    };
    let mut unknown = names.filter(|name| !KNOWN.contains(&name.as_str()));
    unknown.find_map(|name| near(name).map(|meant| (name.clone(), meant)))
}

fn take<T>(
    from: &mut Map<String, Value>,
    property: &'static str,
    wanted: &'static str,
    read: impl Fn(&Value) -> Option<T>,
) -> Result<Option<T>, Trouble> {
    match from.remove(property) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => read(&value).map(Some).ok_or_else(|| bad_property(property, wanted, &value)),
    }
}

fn read_shapes(kind: Kind, geometry: Option<Geometry>) -> Result<Vec<Shape>, Trouble> {
    let wrong = |given: &str| Trouble::WrongShape {
        kind,
        wanted: "a Polygon, a LineString or a Point",
        given: given.to_owned(),
    };
    let Some(geometry) = geometry else { return Err(wrong("feature without geometry")) };
    Ok(match geometry.value {
        GeometryValue::Point { coordinates } => vec![Shape::Place(place(&coordinates)?)],
        GeometryValue::LineString { coordinates } => vec![Shape::Line(places(&coordinates)?)],
        GeometryValue::MultiLineString { coordinates } => {
            coordinates.iter().map(|line| Ok(Shape::Line(places(line)?))).collect::<Result<_, Trouble>>()?
        }
        GeometryValue::Polygon { coordinates } => vec![patch(&coordinates)?],
        GeometryValue::MultiPolygon { coordinates } => {
            coordinates.iter().map(|rings| patch(rings)).collect::<Result<_, Trouble>>()?
        }
        other => return Err(wrong(other.type_name())),
    })
}

fn place(position: &Position) -> Result<Point, Trouble> {
    match position.as_slice() {
        [x, y, ..] => Ok(point(*x, *y)),
        other => Err(Trouble::TooFew { what: "a place (east and north)", least: 2, given: other.len() }),
    }
}

fn places(line: &[Position]) -> Result<Vec<Point>, Trouble> {
    line.iter().map(place).collect()
}

fn patch(rings: &[Vec<Position>]) -> Result<Shape, Trouble> {
    let mut open: Vec<Vec<Point>> = Vec::with_capacity(rings.len());
    for ring in rings {
        let mut ring = places(ring)?;
        if ring.len() > 1 && ring.first() == ring.last() {
            ring.pop();
        }
        open.push(ring);
    }
    if open.is_empty() {
        return Err(Trouble::TooFew { what: "an outline", least: 3, given: 0 });
    }
    let outer = open.remove(0);
    Ok(Shape::Area(Patch { outer, holes: open }))
}

fn write_feature(feature: &Feature) -> geojson::Feature {
    let mut properties = Map::new();
    properties.insert("kind".into(), json!(feature.kind.to_string()));
    if let Some(name) = &feature.name {
        properties.insert("name".into(), json!(name));
    }
    let from = &feature.properties;
    for (word, grade) in [("obstacle", from.obstacle), ("cover", from.cover)] {
        if grade != Grade::None {
            properties.insert(word.into(), json!(grade.number()));
        }
    }
    let others = [
        ("width", from.width.map(|v| json!(v))),
        ("capacity", from.capacity.map(|v| json!(v))),
        ("level", from.level.map(|v| json!(v))),
    ];
    for (word, value) in others {
        if let Some(value) = value {
            properties.insert(word.into(), value);
        }
    }
    properties.extend(from.other.clone());
    geojson::Feature {
        bbox: None,
        geometry: Some(Geometry::new(write_shape(&feature.shape))),
        id: feature.id.clone().map(geojson::feature::Id::String),
        properties: Some(properties),
        foreign_members: None,
    }
}

fn write_shape(shape: &Shape) -> GeometryValue {
    let position = |p: &Point| Position::from([p.x, p.y]);
    match shape {
        Shape::Place(place) => GeometryValue::Point { coordinates: position(place) },
        Shape::Line(line) => GeometryValue::LineString { coordinates: line.iter().map(position).collect() },
        Shape::Area(patch) => {
            let closed = |ring: &[Point]| ring.iter().chain(ring.first()).map(position).collect();
            GeometryValue::Polygon { coordinates: patch.rings().map(closed).collect() }
        }
    }
}
