//! The names of units: each behind its unit, in several rows where they would overlap.

use crate::scene::{Arm, Badge, BadgeKind, Unit};
use crate::sheet::{Sheet, num};
use crate::style::{INK, PAPER};
use krigsspil_field::prelude::*;

/// A name can move back this many rows to make room for another.
const ROWS: i32 = 4;
/// The distance from row to row.
const ROW: f64 = 25.0;

/// A rectangle on the paper.
#[derive(Clone, Copy)]
struct Patch {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Patch {
    fn meets(&self, other: &Patch) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }
}

/// Where a name is written.
#[derive(Clone, Copy)]
struct Spot {
    centre: f64,
    baseline: f64,
    /// How many rows it is away from its unit.
    row: i32,
    around: Patch,
}

pub(crate) fn draw(sheet: &mut Sheet, units: &[Unit]) {
    let mut order: Vec<&Unit> = units.iter().collect();
    order.sort_by(|a, b| a.body.centre().x.total_cmp(&b.body.centre().x));
    let bodies: Vec<Patch> = order.iter().map(|unit| body_box(sheet, unit)).collect();
    let mut taken: Vec<Patch> = Vec::new();
    for (number, unit) in order.iter().enumerate() {
        let others = |spot: &Spot| {
            let bodies = bodies.iter().enumerate().filter(|(other, _)| *other != number);
            bodies.filter(|(_, body)| body.meets(&spot.around)).count()
        };
        let cost = |spot: &Spot| {
            10 * taken.iter().filter(|name| name.meets(&spot.around)).count()
                + 3 * others(spot)
                + spot.row.unsigned_abs() as usize
        };
        let Some(spot) = (0..ROWS).map(|row| spot(sheet, unit, row)).min_by_key(cost) else { continue };
        taken.push(spot.around);
        write(sheet, unit, spot);
    }
}

fn body_box(sheet: &Sheet, unit: &Unit) -> Patch {
    let extent = unit.body.extent();
    let ((left, bottom), (right, top)) = (sheet.on_paper(extent.low), sheet.on_paper(extent.high));
    Patch { left, top, right, bottom }
}

fn rides(unit: &Unit) -> bool {
    matches!(unit.arm, Arm::Leader | Arm::Courier)
}

/// Half the width of a name. A letter is about half as wide as it is high, which is exact enough for placing.
fn half_width(unit: &Unit) -> f64 {
    unit.label.chars().count() as f64 * 5.4
        + unit.remark.as_ref().map_or(0.0, |remark| remark.chars().count() as f64 * 4.4 + 8.0)
}

/// A place this many rows behind the unit, clear of its front and its arrows.
fn spot(sheet: &Sheet, unit: &Unit, row: i32) -> Spot {
    let pen = sheet.pen;
    let extent = unit.body.extent();
    let above = unit.body.frame().ahead.y < -0.35 && !rides(unit);
    let edge = if above { extent.high.y } else { extent.low.y };
    let (centre, edge) = sheet.on_paper(point(unit.body.centre().x, edge));
    let far = ROW * f64::from(row);
    let room = match (above, rides(unit)) {
        (true, _) => -10.0 - far,
        (false, true) => 34.0 + far,
        (false, false) => 27.0 + far,
    };
    let baseline = edge + room * pen;
    let badge = unit.badge.as_ref().map_or(0.0, |badge| badge.letters.chars().count() as f64 * 10.4 + 22.0);
    let half = half_width(unit) * pen;
    let around = Patch {
        left: centre - half,
        top: baseline - 18.0 * pen,
        right: centre + half + badge * pen,
        bottom: baseline + 5.0 * pen,
    };
    Spot { centre, baseline, row, around }
}

fn write(sheet: &mut Sheet, unit: &Unit, spot: Spot) {
    let pen = sheet.pen;
    let mut words = crate::sheet::escaped(&unit.label);
    if let Some(remark) = &unit.remark {
        words += &format!(
            r##"<tspan font-size="{}" dx="{}" fill="#5b4c33">{}</tspan>"##,
            num(18.0 * pen),
            num(6.0 * pen),
            crate::sheet::escaped(remark)
        );
    }
    if !words.is_empty() {
        if spot.row > 0 {
            lead(sheet, unit, spot);
        }
        let halo = format!(
            r##"stroke="{PAPER}" stroke-width="{}" stroke-linejoin="round" paint-order="stroke""##,
            num(5.0 * pen)
        );
        let (x, y, size) = (num(spot.centre), num(spot.baseline), num(23.0 * pen));
        sheet.raw(format!(
            r##"<text x="{x}" y="{y}" font-size="{size}" text-anchor="middle" fill="#221c12" {halo}>{words}</text>"##
        ));
    }
    if let Some(badge) = &unit.badge {
        let beside = (half_width(unit) + 26.0) * pen;
        draw_badge(sheet, badge, (spot.centre + beside, spot.baseline - 8.0 * pen));
    }
}

/// A thin line to its unit from a name that had to move.
fn lead(sheet: &mut Sheet, unit: &Unit, spot: Spot) {
    let body = body_box(sheet, unit);
    let above = spot.around.bottom <= body.top;
    let (from, to) = if above { (spot.around.bottom, body.top) } else { (spot.around.top, body.bottom) };
    let (x, width) = (num(spot.centre), num(1.0 * sheet.pen));
    sheet.raw(format!(
        r##"<line x1="{x}" x2="{x}" y1="{}" y2="{}" stroke="#5b4c33" stroke-width="{width}" stroke-opacity=".6"/>"##,
        num(from),
        num(to)
    ));
}

fn draw_badge(sheet: &mut Sheet, badge: &Badge, (x, y): (f64, f64)) {
    let pen = sheet.pen;
    let ink = match badge.kind {
        BadgeKind::Disorder => "#a8322a",
        BadgeKind::Order => INK,
    };
    let half = (badge.letters.chars().count() as f64 * 5.2 + 7.0) * pen;
    sheet.raw(format!(
        r##"<rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="{PAPER}" stroke="{ink}" stroke-width="{}"/>"##,
        num(x - half),
        num(y - 12.0 * pen),
        num(half * 2.0),
        num(23.0 * pen),
        num(5.0 * pen),
        num(2.2 * pen)
    ));
    let style = format!(r##"font-size="{}" text-anchor="middle" fill="{ink}""##, num(17.0 * pen));
    sheet.words((x, y + 5.5 * pen), &style, &badge.letters);
}
