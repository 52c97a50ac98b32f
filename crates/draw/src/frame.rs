//! The edge of the map: paper, grid, title, scales and compass.

use crate::scene::Scene;
use crate::sheet::{Sheet, num};
use crate::style::{FONT, INK, MARGIN, PAPER, colours};
use krigsspil_field::point::Extent;

/// The margin round the map, in pens.
const ROOM: f64 = 68.0;
/// Extra room below, for the scales.
const FOOT: f64 = 74.0;

pub(crate) fn begin(sheet: &mut Sheet) {
    let pen = sheet.pen;
    let (width, depth) = size(sheet);
    let (room, foot) = (ROOM * pen, FOOT * pen);
    let (whole_width, whole_depth) = (width + 2.0 * room, depth + 2.0 * room + foot);
    sheet.raw(format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{} {} {} {}" width="{}" height="{}" font-family="{FONT}">"##,
        num(-room),
        num(-room),
        num(whole_width),
        num(whole_depth),
        num(1500.0),
        num(1500.0 * whole_depth / whole_width),
    ));
    crate::defs::write(sheet);
    let (w, d) = (num(width), num(depth));
    sheet.raw(format!(
        r##"<rect x="{0}" y="{0}" width="{1}" height="{2}" fill="{MARGIN}"/>"##,
        num(-room),
        num(whole_width),
        num(whole_depth)
    ));
    sheet.raw(format!(r##"<rect width="{w}" height="{d}" fill="{PAPER}"/>"##));
    sheet.raw(format!(r##"<clipPath id="map"><rect width="{w}" height="{d}"/></clipPath>"##));
}

/// The map alone, without a margin.
pub(crate) fn begin_bare(sheet: &mut Sheet) {
    let (width, depth) = size(sheet);
    let (w, d) = (num(width), num(depth));
    sheet.raw(format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {d}" width="{w}" height="{d}" font-family="{FONT}">"##
    ));
    crate::defs::write(sheet);
    sheet.raw(format!(r##"<rect width="{w}" height="{d}" fill="{PAPER}"/>"##));
}

fn size(sheet: &Sheet) -> (f64, f64) {
    (sheet.extent().width(), sheet.extent().height())
}

/// The distance in metres between grid lines: a round number, with four to nine lines across the map.
pub(crate) fn grid_step(width: f64) -> f64 {
    let steps =
        [10.0, 20.0, 25.0, 50.0, 100.0, 200.0, 250.0, 500.0, 1000.0, 2000.0, 2500.0, 5000.0, 10_000.0];
    steps.into_iter().find(|step| width / step <= 9.0).unwrap_or(50_000.0)
}

pub(crate) fn grid(sheet: &mut Sheet) {
    let (width, depth) = size(sheet);
    let Extent { low, high } = *sheet.extent();
    let step = grid_step(width);
    let mut d = String::new();
    let first = |from: f64| (from / step).floor() * step + step;
    let mut x = first(low.x);
    while x < high.x - step * 0.01 {
        d += &format!("M{} 0V{}", num(x - low.x), num(depth));
        x += step;
    }
    let mut y = first(low.y);
    while y < high.y - step * 0.01 {
        d += &format!("M0 {}H{}", num(high.y - y), num(width));
        y += step;
    }
    let stroke = num(0.7 * sheet.pen);
    sheet.raw(format!(
        r##"<path d="{d}" stroke="{INK}" stroke-width="{stroke}" opacity=".22" fill="none"/>"##
    ));
}

pub(crate) fn end(sheet: &mut Sheet, scene: &Scene) {
    border(sheet);
    title(sheet, scene);
    scales(sheet, scene);
    compass(sheet);
    legend(sheet, scene);
    sheet.raw("</svg>");
}

/// A thick line and a fine one, with the grid's metres along two sides.
fn border(sheet: &mut Sheet) {
    let pen = sheet.pen;
    let (width, depth) = size(sheet);
    let rect = |by: f64, stroke: f64| {
        format!(
            r##"<rect x="{0}" y="{0}" width="{1}" height="{2}" fill="none" stroke="{INK}" stroke-width="{3}"/>"##,
            num(-by),
            num(width + 2.0 * by),
            num(depth + 2.0 * by),
            num(stroke)
        )
    };
    sheet.raw(rect(0.0, 1.2 * pen));
    sheet.raw(rect(20.0 * pen, 3.0 * pen));
    let Extent { low, high } = *sheet.extent();
    let step = grid_step(width);
    let style = |anchor: &str| {
        format!(r##"font-size="{}" fill="{INK}" opacity=".75" text-anchor="{anchor}""##, num(14.0 * pen))
    };
    let mut x = (low.x / step).floor() * step + step;
    while x < high.x - step * 0.01 {
        for y in [-5.5 * pen, depth + 15.0 * pen] {
            sheet.words((x - low.x, y), &style("middle"), &num(x));
        }
        x += step;
    }
    let mut y = (low.y / step).floor() * step + step;
    while y < high.y - step * 0.01 {
        for (x, lean) in [(-6.0 * pen, -90.0), (width + 15.0 * pen, -90.0)] {
            let at = high.y - y;
            let turned = format!(r#"{} transform="rotate({lean} {} {})""#, style("middle"), num(x), num(at));
            sheet.words((x, at), &turned, &num(y));
        }
        y += step;
    }
}

fn title(sheet: &mut Sheet, scene: &Scene) {
    let pen = sheet.pen;
    let (width, _) = size(sheet);
    let y = -33.0 * pen;
    if let Some(words) = scene.title.as_deref().or(scene.ground.name()) {
        let style =
            format!(r##"font-size="{}" fill="{INK}" letter-spacing="{}""##, num(31.0 * pen), num(0.8 * pen));
        sheet.words((-20.0 * pen, y), &style, words);
    }
    if let Some(words) = scene.subtitle.as_deref() {
        let style = format!(
            r##"font-size="{}" font-style="italic" text-anchor="end" fill="{INK}""##,
            num(25.0 * pen)
        );
        sheet.words((width + 20.0 * pen, y), &style, words);
    }
}

/// A scale of metres, and one of centimetres on the table if its scale is known.
fn scales(sheet: &mut Sheet, scene: &Scene) {
    let (width, depth) = size(sheet);
    let pen = sheet.pen;
    let step = grid_step(width);
    let y = depth + 58.0 * pen;
    bar(sheet, (-20.0 * pen, y), step, 4, |part| format!("{} m", num(step * part / 4.0)));
    if let Some(scale) = scene.scale {
        let cm = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];
        let length = cm.into_iter().rev().find(|cm| cm * scale.metres_per_cm <= step).unwrap_or(1.0);
        let from = (-20.0 * pen + step + 110.0 * pen, y);
        let label = |part: f64| format!("{} cm", num(length * part / 2.0));
        bar(sheet, from, length * scale.metres_per_cm, 2, label);
    }
}

fn bar(sheet: &mut Sheet, (x, y): (f64, f64), length: f64, parts: u32, label: impl Fn(f64) -> String) {
    let pen = sheet.pen;
    let part = length / f64::from(parts);
    for number in 0..parts {
        let fill = if number % 2 == 0 { "#1f1a12" } else { PAPER };
        let at = num(x + f64::from(number) * part);
        sheet.raw(format!(
            r##"<rect x="{at}" y="{}" width="{}" height="{}" fill="{fill}" stroke="#1f1a12" stroke-width="{}"/>"##,
            num(y),
            num(part),
            num(9.0 * pen),
            num(1.6 * pen)
        ));
    }
    let style = format!(r##"font-size="{}" text-anchor="middle" fill="{INK}""##, num(19.0 * pen));
    sheet.words((x, y + 30.0 * pen), &style, "0");
    for number in [parts / 2, parts] {
        let at = x + f64::from(number) * part;
        sheet.words((at, y + 30.0 * pen), &style, &label(f64::from(number)));
    }
}

fn compass(sheet: &mut Sheet) {
    let pen = sheet.pen;
    let (width, depth) = size(sheet);
    let at = format!(
        r##"transform="translate({} {}) scale({pen:.4})""##,
        num(width - 28.0 * pen),
        num(depth + 84.0 * pen)
    );
    sheet.open(&at);
    sheet.raw(format!(
        concat!(
            r##"<circle r="31" fill="none" stroke="{0}" stroke-width="2"/>"##,
            r##"<circle r="27" fill="none" stroke="{0}" stroke-width=".8"/>"##,
            r##"<path d="M0 -31V-38M0 31V38M-31 0H-38M31 0H38" stroke="{0}" stroke-width="1.6"/>"##,
            r##"<path d="M0 0L13 -13L5 0L13 13L0 5L-13 13L-5 0L-13 -13L0 -5Z" fill="{1}" stroke="{0}" stroke-width=".8"/>"##,
            r##"<path d="M0 -42L6 -6L0 0Z" fill="{0}"/><path d="M0 -42L-6 -6L0 0Z" fill="#a8322a"/>"##,
            r##"<path d="M0 34L6 6L0 0Z" fill="{1}" stroke="{0}" stroke-width=".8"/>"##,
            r##"<path d="M0 34L-6 6L0 0Z" fill="{0}"/>"##,
            r##"<path d="M34 0L6 6L0 0Z" fill="{0}"/><path d="M34 0L6 -6L0 0Z" fill="{1}" stroke="{0}" stroke-width=".8"/>"##,
            r##"<path d="M-34 0L-6 -6L0 0Z" fill="{0}"/><path d="M-34 0L-6 6L0 0Z" fill="{1}" stroke="{0}" stroke-width=".8"/>"##,
            r##"<text y="-46" font-size="18" text-anchor="middle" fill="{0}">N</text>"##
        ),
        INK, PAPER
    ));
    sheet.close();
}

/// Which side has which colour, if there are units.
fn legend(sheet: &mut Sheet, scene: &Scene) {
    let mut sides: Vec<_> = scene.units.iter().map(|unit| unit.side).collect();
    sides.sort_unstable();
    sides.dedup();
    let pen = sheet.pen;
    let (width, depth) = size(sheet);
    let name = |side| {
        let named = scene.sides.iter().find(|(known, _)| *known == side);
        named.map_or_else(|| format!("{side:?}"), |(_, name)| name.clone())
    };
    let room = |name: &str| (70.0 + 9.0 * name.chars().count() as f64) * pen;
    let mut x = width - 90.0 * pen - sides.iter().map(|side| room(&name(*side))).sum::<f64>();
    for side in sides {
        let (fill, edge) = colours(side);
        let y = num(depth + 60.0 * pen);
        let rect =
            format!(r##"x="{}" y="{y}" width="{}" height="{}""##, num(x), num(34.0 * pen), num(17.0 * pen));
        let stroke = num(1.2 * pen);
        sheet.raw(format!(r##"<rect {rect} fill="{fill}" stroke="{edge}" stroke-width="{stroke}"/>"##));
        if let Some(hatch) = crate::style::hatching(side) {
            sheet.raw(format!(r##"<rect {rect} fill="url(#{hatch})"/>"##));
        }
        let words = name(side);
        let style = format!(r##"font-size="{}" font-style="italic" fill="{INK}""##, num(20.0 * pen));
        sheet.words((x + 42.0 * pen, depth + 75.0 * pen), &style, &words);
        x += room(&words);
    }
}
