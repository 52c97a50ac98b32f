//! Marks over the map: orders, arcs of fire, rulers, what can be seen.

use crate::scene::{Mark, Side};
use crate::sheet::{Path, Sheet, num};
use crate::style::{GOLD, INK, PAPER, colours};
use crate::units::ghost;
use krigsspil_field::prelude::*;

/// The marks below the units.
pub(crate) fn draw_below(sheet: &mut Sheet, marks: &[Mark]) {
    for mark in marks {
        match mark {
            Mark::ArcOfFire { of, each_side, metres } => arc_of_fire(sheet, of, *each_side, *metres),
            Mark::View(view) => draw_view(sheet, view),
            Mark::Zone(zone) => {
                let path = sheet.pen_at().ring(zone.corners()).done();
                let style = dashed(GOLD, 1.8, sheet.pen);
                sheet.path(&path, &format!(r##"fill="{GOLD}" fill-opacity=".14" {style}"##));
            }
            Mark::Command { side, at, metres } => {
                let (x, y) = sheet.on_paper(*at);
                let (_, edge) = colours(*side);
                let pen = sheet.pen;
                sheet.raw(format!(
                    r##"<circle cx="{}" cy="{}" r="{}" fill="none" stroke="{edge}" stroke-width="{}" stroke-dasharray="{} {}"/>"##,
                    num(x), num(y), num(*metres), num(1.8 * pen), num(2.0 * pen), num(7.0 * pen)
                ));
            }
            _ => {}
        }
    }
}

/// The marks above the units.
pub(crate) fn draw_above(sheet: &mut Sheet, marks: &[Mark]) {
    for mark in marks {
        match mark {
            Mark::Order { side, track } => order(sheet, *side, track),
            Mark::Way { side, places, arrival } => {
                if let Some(body) = arrival {
                    ghost(sheet, body, *side);
                }
                arrow(sheet, places, *side);
            }
            Mark::Ruler { line, measure, verdict } => ruler(sheet, line, measure, verdict),
            Mark::Ride { side, from, to } => ride(sheet, *side, *from, *to),
            _ => {}
        }
    }
}

fn dashed(colour: &str, width: f64, pen: f64) -> String {
    let (width, on, off) = (num(width * pen), num(8.0 * pen), num(6.0 * pen));
    format!(r##"stroke="{colour}" stroke-width="{width}" stroke-dasharray="{on} {off}""##)
}

/// Outward from each wing and round, as far as the weapon can fire.
fn arc_of_fire(sheet: &mut Sheet, of: &Placed, each_side: Degrees, metres: f64) {
    let (left, right) = of.wings();
    let facing = of.pose().facing;
    let mut ring = vec![left];
    let steps = 24;
    let sweep = |middle: Point, from: f64, to: f64, ring: &mut Vec<Point>| {
        for step in 0..=steps {
            let turn = from + (to - from) * f64::from(step) / f64::from(steps);
            ring.push(middle + facing.right_by(Degrees(turn)).ahead() * metres);
        }
    };
    sweep(left, -each_side.0, 0.0, &mut ring);
    sweep(right, 0.0, each_side.0, &mut ring);
    ring.push(right);
    let path = sheet.pen_at().ring(&ring).done();
    let style = dashed(GOLD, 2.0, sheet.pen);
    sheet.path(&path, &format!(r##"fill="{GOLD}" fill-opacity=".16" {style}"##));
}

fn draw_view(sheet: &mut Sheet, view: &View) {
    let mut path = sheet.pen_at().ring(&view.near).done();
    for ring in &view.beyond {
        path.push(&sheet.pen_at().ring(ring).done());
    }
    let width = num(1.4 * sheet.pen);
    sheet.path(
        &path,
        &format!(
            r##"fill="{GOLD}" fill-opacity=".2" stroke="{GOLD}" stroke-width="{width}" fill-rule="nonzero""##
        ),
    );
    let (x, y) = sheet.on_paper(view.from);
    sheet.raw(format!(
        r##"<circle cx="{}" cy="{}" r="{}" fill="{INK}"/>"##,
        num(x),
        num(y),
        num(5.0 * sheet.pen)
    ));
}

/// The way of the anchor through the turn, with a tick at each quarter, and the body at its end.
fn order(sheet: &mut Sheet, side: Side, track: &Track) {
    let pen = sheet.pen;
    let (_, edge) = colours(side);
    ghost(sheet, &track.at(1.0), side);
    let mut way: Vec<Point> = Vec::new();
    for piece in track.pieces() {
        let parts = if matches!(piece.motion, Motion::Swing { .. }) { 12 } else { 1 };
        for part in 0..=parts {
            let moment = piece.from + (piece.to - piece.from) * f64::from(part) / f64::from(parts);
            // Just before its end, a piece that ends in a change still has its own pose.
            let pose = piece.motion.carry_pose(piece.pose, moment - piece.from);
            if way.last().is_none_or(|last| last.distance(pose.at) > 0.01) {
                way.push(pose.at);
            }
        }
    }
    let mut ticks = Path::default();
    for quarter in [0.25, 0.5, 0.75] {
        let (at, soon) = (track.at(quarter).pose().at, track.at(quarter + 0.01).pose().at);
        if let Some(ahead) = (soon - at).unit() {
            let out = ahead.right() * (9.0 * pen);
            ticks.push(&sheet.pen_at().line(&[at - out, at + out]).done());
        }
    }
    sheet.path(&ticks, &format!(r##"stroke="{edge}" stroke-width="{}""##, num(2.4 * pen)));
    arrow(sheet, &way, side);
}

fn arrow(sheet: &mut Sheet, way: &[Point], side: Side) {
    let pen = sheet.pen;
    let (_, edge) = colours(side);
    let Some((&tip, rest)) = way.split_last() else { return };
    let Some(ahead) = rest.iter().rev().find_map(|&before| (tip - before).unit()) else { return };
    let neck = tip - ahead * (16.0 * pen);
    let mut shaft = rest.to_vec();
    shaft.push(neck);
    let path = sheet.pen_at().line(&shaft).done();
    let width = num(4.2 * pen);
    sheet.path(
        &path,
        &format!(r##"fill="none" stroke="{PAPER}" stroke-width="{}" opacity=".7""##, num(8.0 * pen)),
    );
    sheet.path(
        &path,
        &format!(r##"fill="none" stroke="{edge}" stroke-width="{width}" stroke-linejoin="round""##),
    );
    let side = ahead.right() * (10.0 * pen);
    let foot = tip - ahead * (24.0 * pen);
    let head = sheet.pen_at().ring(&[foot - side, tip, foot + side, neck]).done();
    sheet.path(&head, &format!(r##"fill="{edge}""##));
}

fn ruler(sheet: &mut Sheet, line: &Line, measure: &str, verdict: &str) {
    let pen = sheet.pen;
    let path = sheet.pen_at().line(&[line.from, line.to]).done();
    let style = dashed(GOLD, 3.0, pen);
    sheet.path(&path, &format!(r##"fill="none" {style}"##));
    let (x, y) = sheet.on_paper(line.from.toward(line.to, 0.5));
    let longest = (measure.chars().count() as f64 * 9.6).max(verdict.chars().count() as f64 * 7.6);
    let (width, height) = ((longest + 26.0) * pen, if verdict.is_empty() { 32.0 } else { 56.0 } * pen);
    let left = x + 10.0 * pen;
    sheet.raw(format!(
        r##"<rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="#fffaf0" stroke="{INK}" stroke-width="{}"/>"##,
        num(left), num(y - height / 2.0), num(width), num(height), num(7.0 * pen), num(1.4 * pen)
    ));
    let big = format!(r##"font-size="{}" fill="{INK}""##, num(21.0 * pen));
    let small = format!(r##"font-size="{}" fill="#5b4c33""##, num(17.5 * pen));
    sheet.words((left + 11.0 * pen, y - height / 2.0 + 22.0 * pen), &big, measure);
    if !verdict.is_empty() {
        sheet.words((left + 11.0 * pen, y - height / 2.0 + 45.0 * pen), &small, verdict);
    }
}

fn ride(sheet: &mut Sheet, side: Side, from: Point, to: Point) {
    let pen = sheet.pen;
    let (_, edge) = colours(side);
    let bow = from.toward(to, 0.5) + (to - from).right() * 0.12;
    let path = sheet.pen_at().curve(&[from, bow, to], false).done();
    let style = dashed(edge, 2.4, pen);
    sheet.path(&path, &format!(r##"fill="none" {style}"##));
    if let Some(ahead) = (to - bow).unit() {
        let side = ahead.right() * (7.0 * pen);
        let foot = to - ahead * (14.0 * pen);
        let head = sheet.pen_at().ring(&[foot - side, to, foot + side]).done();
        sheet.path(&head, &format!(r##"fill="{edge}""##));
    }
}
