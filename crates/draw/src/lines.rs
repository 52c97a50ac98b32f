//! Draws what runs across the ground: roads, streams, fences and works, and the ways over them.

use crate::sheet::{Path, Sheet, num};
use crate::smooth::{every, hand, places};
use crate::style::{HILL, INK, PAPER, ROAD, ROAD_EDGE, WATER, WATER_EDGE, WOOD_INK};
use krigsspil_field::polygon::nearest_on;
use krigsspil_field::prelude::*;

fn lines(ground: &Ground, of: impl Fn(LineKind) -> bool) -> Vec<(LineKind, Vec<Point>, f64)> {
    ground
        .features()
        .filter_map(|(_, feature)| match (&feature.kind, &feature.shape) {
            (Kind::Line(kind), Shape::Line(line)) if of(*kind) => {
                Some((*kind, line.clone(), feature.width()))
            }
            _ => None,
        })
        .collect()
}

fn stroke(colour: &str, width: f64, more: &str) -> String {
    format!(r##"fill="none" stroke="{colour}" stroke-width="{}" {more}"##, num(width))
}

const ROUND: &str = r#"stroke-linecap="round" stroke-linejoin="round""#;

/// Streams first, because everything else crosses above them.
pub(crate) fn draw_water(sheet: &mut Sheet, ground: &Ground) {
    let streams = lines(ground, |kind| kind == LineKind::Stream);
    let pen = sheet.pen;
    for (_, line, width) in &streams {
        let path = sheet.pen_at().curve(line, false).done();
        sheet.path(&path, &stroke(WATER_EDGE, width.max(5.0 * pen) + 2.4 * pen, ROUND));
    }
    for (_, line, width) in &streams {
        let path = sheet.pen_at().curve(line, false).done();
        sheet.path(&path, &stroke(WATER, width.max(5.0 * pen) - 0.4 * pen, ROUND));
    }
    for (_, line, width) in lines(ground, |kind| kind == LineKind::Ditch) {
        let path = sheet.pen_at().curve(&line, false).done();
        sheet.path(&path, &stroke(WATER_EDGE, width.clamp(1.4 * pen, 3.0 * pen), ""));
        teeth(sheet, &line, 9.0, 3.5, true, WATER_EDGE, 0.8);
    }
}

/// Roads in two strokes, all edges before all surfaces, so that junctions join smoothly.
pub(crate) fn draw_roads(sheet: &mut Sheet, ground: &Ground) {
    let pen = sheet.pen;
    for (_, line, width) in lines(ground, |kind| kind == LineKind::Path) {
        let path = sheet.pen_at().curve(&line, false).done();
        let dash = format!(r#"stroke-dasharray="{} {}""#, num(11.0 * pen), num(5.0 * pen));
        sheet.path(&path, &stroke(ROAD_EDGE, width.clamp(1.8 * pen, 3.0 * pen), &dash));
    }
    let roads = lines(ground, |kind| kind == LineKind::Road);
    for (_, line, width) in &roads {
        let path = sheet.pen_at().curve(line, false).done();
        sheet.path(&path, &stroke(ROAD_EDGE, width.max(8.0 * pen) + 3.0 * pen, ""));
    }
    for (_, line, width) in &roads {
        let path = sheet.pen_at().curve(line, false).done();
        sheet.path(&path, &stroke(ROAD, width.max(8.0 * pen), ""));
    }
    for (_, line, _) in lines(ground, |kind| kind == LineKind::Railway) {
        let path = sheet.pen_at().curve(&line, false).done();
        sheet.path(&path, &stroke(INK, 2.4 * pen, ""));
        teeth(sheet, &line, 14.0, 5.0, true, INK, 1.2);
    }
}

pub(crate) fn draw_works(sheet: &mut Sheet, ground: &Ground) {
    let pen = sheet.pen;
    for (kind, line, width) in lines(ground, |_| true) {
        let straight = sheet.pen_at().line(&line).done();
        match kind {
            LineKind::Hedge => hedge(sheet, &line, width),
            LineKind::Wall => {
                sheet.path(&straight, &stroke(INK, 3.4 * pen, ""));
                let dash = format!(r#"stroke-dasharray="{} {}""#, num(7.0 * pen), num(1.6 * pen));
                sheet.path(&straight, &stroke("#d8ccb0", 1.8 * pen, &dash));
            }
            LineKind::Fence => worm_fence(sheet, &line),
            LineKind::Embankment => {
                let curve = sheet.pen_at().curve(&line, false).done();
                sheet.path(&curve, &stroke(HILL, width.max(4.0 * pen) + 1.6 * pen, ""));
                sheet.path(&curve, &stroke("#e6d8b6", width.max(4.0 * pen) - 0.6 * pen, ""));
                teeth(sheet, &line, 7.0, width.max(4.0 * pen) / pen / 2.0 + 7.0, true, HILL, 1.1);
            }
            LineKind::Cutting => {
                teeth(sheet, &line, 7.0, width.max(6.0 * pen) / pen / 2.0 + 4.0, true, HILL, 1.1);
                let curve = sheet.pen_at().curve(&line, false).done();
                sheet.path(&curve, &stroke(PAPER, width.max(6.0 * pen) - 1.0 * pen, ""));
                let dash = format!(r#"stroke-dasharray="{} {}""#, num(10.0 * pen), num(5.0 * pen));
                sheet.path(&curve, &stroke(HILL, 1.0 * pen, &dash));
            }
            LineKind::Breastwork => {
                sheet.path(&straight, &stroke(HILL, 4.4 * pen, r#"stroke-linejoin="round""#));
                teeth(sheet, &line, 10.0, 8.0, false, HILL, 2.0);
            }
            LineKind::Abatis => abatis(sheet, &line),
            LineKind::Cliff => {
                sheet.path(&straight, &stroke(INK, 2.2 * pen, ""));
                teeth(sheet, &line, 5.0, 11.0, false, INK, 1.5);
            }
            _ => {}
        }
    }
}

/// Short strokes beside a line: on its right only, or on both sides.
fn teeth(sheet: &mut Sheet, line: &[Point], apart: f64, reach: f64, both: bool, colour: &str, width: f64) {
    let pen = sheet.pen;
    let smooth = places(line, false, 10.0 * pen);
    let mut path = Path::default();
    for (at, ahead) in every(&smooth, apart * pen, false) {
        let out = ahead.right() * (reach * pen);
        let from = if both { at - out } else { at };
        path.push(&sheet.pen_at().line(&[from, at + out]).done());
    }
    sheet.path(&path, &stroke(colour, width * pen, ""));
}

fn hedge(sheet: &mut Sheet, line: &[Point], width: f64) {
    let pen = sheet.pen;
    let mut marks = String::new();
    for (number, (at, ahead)) in every(line, 7.5 * pen, false).into_iter().enumerate() {
        let wobble = hand(number as u64, line.len() as u64);
        let at = at + ahead.right() * ((wobble - 0.5) * 2.4 * pen);
        let (x, y) = sheet.on_paper(at);
        let radius = num((width / 2.0).clamp(2.6 * pen, 4.2 * pen) * (0.85 + 0.4 * wobble));
        marks += &format!(r##"<circle cx="{}" cy="{}" r="{radius}"/>"##, num(x), num(y));
    }
    sheet.raw(format!(
        r##"<g fill="#7d8f63" stroke="{WOOD_INK}" stroke-width="{}">{marks}</g>"##,
        num(0.8 * pen)
    ));
}

/// Rails in a zigzag, as farmers laid them.
fn worm_fence(sheet: &mut Sheet, line: &[Point]) {
    let pen = sheet.pen;
    let mut zigzag: Vec<Point> = line.first().copied().into_iter().collect();
    for (number, (at, ahead)) in every(line, 7.0 * pen, false).into_iter().enumerate() {
        let side = if number % 2 == 0 { 1.0 } else { -1.0 };
        zigzag.push(at + ahead.right() * (side * 2.3 * pen));
    }
    zigzag.extend(line.last());
    let path = sheet.pen_at().line(&zigzag).done();
    sheet.path(&path, &stroke(ROAD_EDGE, 1.3 * pen, r#"stroke-linejoin="round""#));
}

fn abatis(sheet: &mut Sheet, line: &[Point]) {
    let pen = sheet.pen;
    let mut path = Path::default();
    for (at, ahead) in every(line, 13.0 * pen, false) {
        let (out, along) = (ahead.right() * (9.0 * pen), ahead * (6.0 * pen));
        path.push(&sheet.pen_at().line(&[at - along + out, at, at + along + out]).done());
        path.push(&sheet.pen_at().line(&[at, at + out * 1.2]).done());
    }
    sheet.path(&path, &stroke(WOOD_INK, 1.6 * pen, ""));
}

pub(crate) fn draw_crossings(sheet: &mut Sheet, ground: &Ground) {
    let pen = sheet.pen;
    for (_, feature) in ground.features() {
        let Kind::Crossing(kind) = feature.kind else { continue };
        let (from, to) = match &feature.shape {
            Shape::Line(line) => (line[0], line[line.len() - 1]),
            Shape::Place(at) => {
                let ahead = way_over(ground, *at);
                let reach = (feature.width() * 1.2).max(13.0 * pen);
                (*at - ahead * reach, *at + ahead * reach)
            }
            Shape::Area(_) => continue,
        };
        let Some(ahead) = (to - from).unit() else { continue };
        let half = match kind {
            CrossingKind::Footbridge => 2.2 * pen,
            _ => (feature.width() / 2.0).max(5.5 * pen) + 1.2 * pen,
        };
        let wing = 4.5 * pen;
        let mut path = Path::default();
        for side in [ahead.right(), ahead.left()] {
            let rail = side * half;
            let flare = side * (half + wing);
            let back = ahead * wing;
            let places = [from + flare - back, from + rail, to + rail, to + flare + back];
            path.push(&sheet.pen_at().line(&places).done());
        }
        let dash = format!(r#"stroke-dasharray="{} {}""#, num(3.0 * pen), num(3.0 * pen));
        let style = match kind {
            CrossingKind::Ford => stroke(WATER_EDGE, 2.0 * pen, &dash),
            _ => stroke(INK, 2.6 * pen, ""),
        };
        sheet.path(&path, &style);
    }
}

/// The direction in which a bridge leads: along the nearest road or path, or across the nearest stream.
fn way_over(ground: &Ground, at: Point) -> Point {
    let nearest = |of: &dyn Fn(LineKind) -> bool| {
        lines(ground, of)
            .into_iter()
            .flat_map(|(_, line, _)| line.windows(2).map(|leg| (leg[0], leg[1])).collect::<Vec<_>>())
            .map(|leg| (nearest_on(leg, at).distance(at), leg))
            .min_by(|a, b| a.0.total_cmp(&b.0))
    };
    let road = nearest(&|kind| matches!(kind, LineKind::Road | LineKind::Path));
    if let Some((metres, (a, b))) = road
        && metres < 30.0
        && let Some(way) = (b - a).unit()
    {
        return way;
    }
    let stream = nearest(&|kind| kind == LineKind::Stream);
    stream.and_then(|(_, (a, b))| (b - a).unit()).map_or(point(0.0, 1.0), Point::right)
}
