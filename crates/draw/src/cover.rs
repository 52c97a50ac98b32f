//! Draws what grows, stands and lies on the ground: areas and buildings.

use crate::sheet::{Sheet, num};
use crate::smooth::hand;
use crate::style::{BRICK, BRICK_EDGE, INK, WATER_EDGE, WOOD, WOOD_INK};
use krigsspil_field::point::Extent;
use krigsspil_field::prelude::*;

/// How the signs of a kind of ground are scattered.
struct Sown {
    /// The name of the sign, and how many forms it has.
    sign: &'static str,
    forms: u64,
    /// The distance in pens from one to the next, across and along.
    across: f64,
    along: f64,
    /// How far each may be off its place: 0 for trees in rows.
    stray: f64,
}

pub(crate) fn draw_areas(sheet: &mut Sheet, ground: &Ground) {
    for (id, feature) in ground.features() {
        if let (Kind::Area(kind), Shape::Area(patch)) = (feature.kind, &feature.shape) {
            draw_area(sheet, kind, patch, feature, id.0 as u64);
        }
    }
}

fn draw_area(sheet: &mut Sheet, kind: AreaKind, patch: &Patch, feature: &Feature, seed: u64) {
    let natural = matches!(
        kind,
        AreaKind::Wood
            | AreaKind::Marsh
            | AreaKind::Water
            | AreaKind::Scrub
            | AreaKind::Rough
            | AreaKind::Meadow
    );
    let mut outline = sheet.pen_at().done();
    for ring in patch.rings() {
        let pen = sheet.pen_at();
        outline.push(&if natural { pen.curve(ring, true) } else { pen.ring(ring) }.done());
    }
    let (fill, edge, width) = match kind {
        AreaKind::Wood => (WOOD, WOOD_INK, 1.4),
        AreaKind::Plantation => ("#d3dab6", WOOD_INK, 1.2),
        AreaKind::Orchard => ("#e3e4c3", "#8a9468", 0.9),
        AreaKind::Scrub => ("#dfe0bf", "none", 0.0),
        AreaKind::Marsh => ("#dde7e2", "none", 0.0),
        AreaKind::Rough => ("#ebe1c6", "none", 0.0),
        AreaKind::Crops => ("url(#crops)", "#a8986a", 0.9),
        AreaKind::Plough => ("url(#plough)", "#a8986a", 0.9),
        AreaKind::Meadow => ("#e9ebcf", "none", 0.0),
        AreaKind::Garden => ("url(#garden)", "#8a9468", 0.9),
        AreaKind::Water => ("url(#water)", WATER_EDGE, 2.2),
        AreaKind::BuiltUp => ("url(#town)", "#a08a78", 0.8),
    };
    let width = num(width * sheet.pen);
    let style = format!(r##"fill="{fill}" stroke="{edge}" stroke-width="{width}" fill-rule="evenodd""##);
    sheet.path(&outline, &style);
    if let Some(sown) = sown(kind) {
        sow(sheet, &sown, feature, seed);
    }
}

fn sown(kind: AreaKind) -> Option<Sown> {
    let (sign, forms, across, along, stray) = match kind {
        AreaKind::Wood => ("tree", 3, 21.0, 18.0, 0.75),
        AreaKind::Plantation => ("tree", 1, 22.0, 22.0, 0.0),
        AreaKind::Orchard => ("apple", 1, 20.0, 20.0, 0.0),
        AreaKind::Scrub => ("bush", 2, 22.0, 18.0, 0.9),
        AreaKind::Marsh => ("reed", 2, 34.0, 17.0, 0.8),
        AreaKind::Rough => ("stone", 2, 20.0, 17.0, 0.9),
        AreaKind::Meadow => ("grass", 2, 40.0, 30.0, 0.9),
        _ => return None,
    };
    Some(Sown { sign, forms, across, along, stray })
}

/// Scatters a sign over an area, row by row from the north, so that nearer signs cover those behind.
fn sow(sheet: &mut Sheet, sown: &Sown, feature: &Feature, seed: u64) {
    let pen = sheet.pen;
    let Extent { low, high } = feature.extent();
    let (across, along) = (sown.across * pen, sown.along * pen);
    let mut marks = String::new();
    // A sign stands with its foot at its place, and must lie wholly inside.
    let inside = |place: Point, by: f64| {
        let reach = by * pen;
        [point(-reach, 0.0), point(reach, 0.0), point(0.0, reach), point(0.0, -reach)]
            .iter()
            .all(|&way| feature.holds(place + way))
    };
    let rows = ((high.y - low.y) / along).ceil().min(2000.0) as u64;
    let files = ((high.x - low.x) / across).ceil().min(2000.0) as u64;
    for row in 0..=rows {
        for file in 0..=files {
            let number = row * 4001 + file;
            let offset = if row % 2 == 0 || sown.stray == 0.0 { 0.0 } else { 0.5 };
            let stray = |which: u64| (hand(seed * 2 + which, number) - 0.5) * sown.stray;
            let x = low.x + (file as f64 + offset + stray(0)) * across;
            let y = high.y - (row as f64 + 0.5 + stray(1)) * along;
            if inside(point(x, y), 6.5) && sheet.extent().holds(point(x, y)) {
                let form = (hand(number, seed) * sown.forms as f64) as u64;
                let (px, py) = sheet.on_paper(point(x, y));
                marks += &format!(r##"<use href="#{}{form}" x="{}" y="{}"/>"##, sown.sign, num(px), num(py));
            }
        }
    }
    if !marks.is_empty() {
        sheet.raw(format!("<g>{marks}</g>"));
    }
}

pub(crate) fn draw_buildings(sheet: &mut Sheet, ground: &Ground) {
    let pen = sheet.pen;
    for (_, feature) in ground.features().filter(|(_, feature)| feature.kind == Kind::Building) {
        let Shape::Area(patch) = &feature.shape else { continue };
        let shade: Vec<Point> = patch.outer.iter().map(|&p| p + point(2.2 * pen, -2.2 * pen)).collect();
        let shadow = sheet.pen_at().ring(&shade).done();
        sheet.path(&shadow, &format!(r##"fill="{INK}" fill-opacity=".35""##));
        let outline = sheet.pen_at().ring(&patch.outer).done();
        let width = num(1.5 * pen);
        sheet.path(&outline, &format!(r##"fill="{BRICK}" stroke="{BRICK_EDGE}" stroke-width="{width}""##));
        roof_or_sign(sheet, feature, patch);
    }
}

/// A ridge along the longer side of the roof; a cross on a church; sails on a mill.
fn roof_or_sign(sheet: &mut Sheet, feature: &Feature, patch: &Patch) {
    let pen = sheet.pen;
    let sign = feature.properties.other.get("sign").and_then(|value| value.as_str());
    let middle = patch.outer.iter().fold(Point::ORIGIN, |all, &p| all + p) * (1.0 / patch.outer.len() as f64);
    let (x, y) = sheet.on_paper(middle);
    let stroke =
        |width: f64| format!(r##"fill="none" stroke="{BRICK_EDGE}" stroke-width="{}""##, num(width * pen));
    match sign {
        Some("church") => {
            let (up, arm) = (num(-26.0 * pen), num(6.0 * pen));
            let d = format!("M{} {}v{up}m-{arm} {}h{}", num(x), num(y), num(8.0 * pen), num(12.0 * pen));
            sheet.raw(format!(r##"<path d="{d}" {}/>"##, stroke(2.6)));
        }
        Some("mill") => {
            let (s, full) = (num(9.0 * pen), num(18.0 * pen));
            let (x0, y0) = (num(x - 9.0 * pen), num(y - 9.0 * pen));
            sheet.raw(format!(
                r##"<path d="M{x0} {y0}l{full} {full}m0 -{full}l-{full} {full}" {}/>"##,
                stroke(1.8)
            ));
            sheet.raw(format!(r##"<circle cx="{}" cy="{}" r="{s}" {}/>"##, num(x), num(y), stroke(0.8)));
        }
        _ => {
            if let [a, b, c, d] = patch.outer[..] {
                let (one, other) = if a.distance(b) >= b.distance(c) {
                    (a.toward(d, 0.5), b.toward(c, 0.5))
                } else {
                    (a.toward(b, 0.5), d.toward(c, 0.5))
                };
                let ridge = sheet.pen_at().line(&[one, other]).done();
                sheet.path(&ridge, &stroke(0.8));
            }
        }
    }
}
