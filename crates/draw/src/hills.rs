//! Hills: contours with hachures, thick where the ground is steep.

use crate::sheet::{Path, Sheet, num};
use crate::smooth::{every, hand, places};
use crate::style::HILL;
use krigsspil_field::polygon::{crossing, edges, signed_area};
use krigsspil_field::prelude::*;
use std::fmt::Write;

/// A contour ready to be drawn: its smooth ring, anticlockwise, and its level.
struct Ring {
    given: Vec<Point>,
    smooth: Vec<Point>,
    level: i32,
}

/// The hills of a ground, ready to be drawn.
pub(crate) struct Hills(Vec<Ring>);

pub(crate) fn of(sheet: &Sheet, ground: &Ground) -> Hills {
    let mut rings: Vec<Ring> = ground
        .features()
        .filter(|(_, feature)| feature.kind == Kind::Contour)
        .filter_map(|(_, feature)| match &feature.shape {
            Shape::Area(patch) => Some(ring(&patch.outer, feature.properties.level.unwrap_or(0), sheet.pen)),
            _ => None,
        })
        .collect();
    rings.sort_by_key(|ring| ring.level);
    Hills(rings)
}

/// The tint of each contour step, below everything else.
pub(crate) fn draw_tints(sheet: &mut Sheet, hills: &Hills) {
    for ring in &hills.0 {
        let outline = sheet.pen_at().curve(&ring.given, true).done();
        sheet.path(&outline, r##"fill="#c9a873" fill-opacity=".14""##);
    }
}

/// Hachures and contours, above the cover.
pub(crate) fn draw_lines(sheet: &mut Sheet, hills: &Hills, ground: &Ground) {
    let rings = &hills.0;
    let mut strokes = Path::default();
    for (number, ring) in rings.iter().enumerate() {
        hachures(sheet, ring, rings, number as u64, &mut strokes);
    }
    sheet.path(&strokes, &format!(r##"fill="{HILL}" fill-opacity=".85""##));
    for ring in rings {
        let outline = sheet.pen_at().curve(&ring.given, true).done();
        let width = num(1.5 * sheet.pen);
        sheet.path(&outline, &format!(r##"fill="none" stroke="{HILL}" stroke-width="{width}""##));
    }
    crests(sheet, ground);
}

fn ring(outer: &[Point], level: i32, pen: f64) -> Ring {
    let mut given = outer.to_vec();
    if signed_area(&given) < 0.0 {
        given.reverse();
    }
    let smooth = places(&given, true, 12.0 * pen);
    Ring { given, smooth, level }
}

/// Wedges that point downhill, broad at the contour and fading out, longer if the next contour is far.
fn hachures(sheet: &Sheet, ring: &Ring, all: &[Ring], number: u64, strokes: &mut Path) {
    let pen = sheet.pen;
    let downhill = if ring.level < 0 { -1.0 } else { 1.0 };
    // The next ring down the slope: one step lower, or one step higher for a hollow.
    let next: Vec<&Ring> = all.iter().filter(|other| other.level == ring.level - downhill as i32).collect();
    // Steep ground is darker: the strokes stand closer and broader.
    for (stroke, (at, ahead)) in every(&ring.smooth, 6.6 * pen, true).into_iter().enumerate() {
        let out = ahead.right() * downhill;
        let farthest = 70.0 * pen;
        let gap =
            next.iter().map(|lower| reach(lower, at, at + out * farthest)).fold(1.0, f64::min) * farthest;
        let steep = 1.0 - gap / farthest;
        let wobble = hand(number, stroke as u64);
        let length = ((15.0 + 13.0 * wobble) * pen).min(gap * 0.8);
        let half = (0.7 + 1.2 * steep) * pen;
        let lean = ahead * ((hand(stroke as u64, number) - 0.5) * 3.0 * pen);
        let (a, b, tip) = (at + ahead * half, at - ahead * half, at + out * length + lean);
        let (a, b, tip) = (sheet.on_paper(a), sheet.on_paper(b), sheet.on_paper(tip));
        let _ = write!(
            strokes.0,
            "M{} {}L{} {}L{} {}Z",
            num(a.0),
            num(a.1),
            num(b.0),
            num(b.1),
            num(tip.0),
            num(tip.1)
        );
    }
}

/// The fraction of the way from one place to another at which it meets a ring; 1 if it does not.
fn reach(ring: &Ring, from: Point, to: Point) -> f64 {
    edges(&ring.given)
        .filter_map(|edge| crossing((from, to), edge))
        .map(|(share, _)| share)
        .fold(1.0, f64::min)
}

fn crests(sheet: &mut Sheet, ground: &Ground) {
    for (_, feature) in ground.features().filter(|(_, f)| f.kind == Kind::Line(LineKind::Crest)) {
        if let Shape::Line(line) = &feature.shape {
            let path = sheet.pen_at().curve(line, false).done();
            let (width, dash) = (num(1.6 * sheet.pen), num(9.0 * sheet.pen));
            let style = format!(
                r##"fill="none" stroke="{HILL}" stroke-width="{width}" stroke-dasharray="{dash} {dash}""##
            );
            sheet.path(&path, &style);
        }
    }
}
