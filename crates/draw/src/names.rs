//! Names on the map, in italic, each with a border in the colour of the paper.

use crate::sheet::{Sheet, num};
use crate::style::{INK, PAPER, WATER_EDGE, WOOD_INK};
use krigsspil_field::polygon::{edges, ring_holds, signed_area};
use krigsspil_field::prelude::*;

/// A name on the map, for a page that writes it itself.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct MapName {
    /// The name.
    pub words: String,
    /// The middle of it: metres east and north.
    pub at: [f64; 2],
    /// Degrees it leans, clockwise.
    pub lean: f64,
    /// The height of its letters, in hundredths of the drawing's width (a hairline is a twenty-four-hundredth).
    pub size: f64,
    /// Its ink.
    pub ink: &'static str,
}

/// The names that a drawing of this ground has.
#[must_use]
pub fn map_names(ground: &Ground) -> Vec<MapName> {
    let names = ground.features().filter_map(|(_, feature)| name_of(feature));
    names
        .map(|name| MapName {
            words: name.words.to_string(),
            at: [name.at.x, name.at.y],
            lean: name.lean,
            size: name.size / 24.0,
            ink: name.ink,
        })
        .collect()
}

/// Where a name stands on the ground, its angle, its size, and its ink.
struct Name<'a> {
    words: &'a str,
    at: Point,
    lean: f64,
    size: f64,
    ink: &'static str,
    spread: f64,
}

pub(crate) fn draw(sheet: &mut Sheet, ground: &Ground) {
    let names: Vec<Name<'_>> = ground.features().filter_map(|(_, feature)| name_of(feature)).collect();
    for name in names {
        write(sheet, &name);
    }
}

/// A name goes where its feature says (`"name_at": [x, y]`, `"name_lean"` in degrees, clockwise), or else to the middle of the feature.
/// With `"name_shown": false` it is left out.
fn name_of(feature: &Feature) -> Option<Name<'_>> {
    let words = feature.name.as_deref()?;
    let other = &feature.properties.other;
    if other.get("name_shown").and_then(serde_json::Value::as_bool) == Some(false)
        || feature.kind == Kind::Contour
    {
        return None;
    }
    let (at, lean) = middle(&feature.shape)?;
    let number = |value: Option<&serde_json::Value>| value.and_then(serde_json::Value::as_f64);
    let told =
        other.get("name_at").and_then(|value| Some(point(number(value.get(0))?, number(value.get(1))?)));
    let lean = number(other.get("name_lean")).unwrap_or(if told.is_some() { 0.0 } else { lean });
    let (size, ink, spread) = match feature.kind {
        Kind::Place => (34.0, INK, 1.5),
        Kind::Area(AreaKind::Wood | AreaKind::Plantation | AreaKind::Orchard) => (31.0, "#2c381d", 1.4),
        Kind::Area(AreaKind::Water) => (26.0, WATER_EDGE, 2.0),
        Kind::Area(_) => (23.0, INK, 0.6),
        Kind::Line(LineKind::Stream) => (24.0, "#33617d", 1.6),
        Kind::Line(LineKind::Hedge) => (20.0, WOOD_INK, 0.6),
        Kind::Line(_) => (22.0, INK, 1.2),
        _ => (21.0, INK, 0.3),
    };
    let size = number(other.get("name_size")).unwrap_or(size);
    let at = told.unwrap_or(at);
    Some(Name { words, at, lean, size, ink, spread })
}

fn middle(shape: &Shape) -> Option<(Point, f64)> {
    match shape {
        Shape::Place(at) => Some((*at, 0.0)),
        Shape::Line(line) => {
            let whole: f64 = line.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
            let mut left = whole / 2.0;
            for leg in line.windows(2) {
                let length = leg[0].distance(leg[1]);
                if left <= length {
                    let way = leg[1] - leg[0];
                    // The name reads from the left, whichever way the line was drawn.
                    let way = if way.x < 0.0 { -way } else { way };
                    let lean = 90.0 - Bearing::of(way).as_degrees();
                    return Some((leg[0].toward(leg[1], left / length), -lean));
                }
                left -= length;
            }
            None
        }
        Shape::Area(patch) => {
            let area = signed_area(&patch.outer) * 6.0;
            let first = *patch.outer.first()?;
            let sum = edges(&patch.outer).fold(Point::ORIGIN, |sum, (a, b)| {
                let (a, b) = (a - first, b - first);
                sum + (a + b) * a.cross(b)
            });
            let centre = first + sum * (1.0 / area);
            Some((if ring_holds(&patch.outer, centre) { centre } else { first }, 0.0))
        }
    }
}

fn write(sheet: &mut Sheet, name: &Name<'_>) {
    let pen = sheet.pen;
    let (x, y) = sheet.on_paper(name.at);
    let lean = if name.lean == 0.0 {
        String::new()
    } else {
        format!(r#" transform="rotate({} {} {})""#, num(name.lean), num(x), num(y))
    };
    let (size, spread, halo, ink) = (num(name.size * pen), num(name.spread * pen), num(6.0 * pen), name.ink);
    let style = format!(
        r##"font-size="{size}" font-style="italic" text-anchor="middle" letter-spacing="{spread}" fill="{ink}" stroke="{PAPER}" stroke-opacity=".9" stroke-width="{halo}" stroke-linejoin="round" paint-order="stroke"{lean}"##
    );
    sheet.words((x, y + name.size * pen * 0.3), &style, name.words);
}
