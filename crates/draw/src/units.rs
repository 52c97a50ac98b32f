//! Draws units as their true bases: the side by colour and hatching, the arm by its sign.

use crate::scene::{Arm, Side, Unit};
use crate::sheet::{Path, Sheet, num};
use crate::style::{GOLD, PAPER, colours, hatching};
use krigsspil_field::prelude::*;

pub(crate) fn draw(sheet: &mut Sheet, units: &[Unit]) {
    for unit in units {
        match unit.arm {
            Arm::Leader | Arm::Courier => disc(sheet, unit),
            _ => bases(sheet, unit),
        }
    }
    // Labels come last, so that no unit covers another's name.
    crate::labels::draw(sheet, units);
}

fn disc(sheet: &mut Sheet, unit: &Unit) {
    let pen = sheet.pen;
    let (fill, edge) = colours(unit.side);
    let (x, y) = sheet.on_paper(unit.body.centre());
    let radius = if unit.arm == Arm::Leader { 15.0 } else { 7.0 } * pen;
    let round = format!(r##"cx="{}" cy="{}" r="{}""##, num(x), num(y), num(radius));
    let width = num(2.0 * pen);
    sheet.raw(format!(r##"<circle {round} fill="{fill}" stroke="{edge}" stroke-width="{width}"/>"##));
    if let Some(hatch) = hatching(unit.side) {
        sheet.raw(format!(r##"<circle {round} fill="url(#{hatch})"/>"##));
    }
    if unit.arm == Arm::Leader {
        sheet.raw(format!(r##"<use href="#star" x="{}" y="{}" fill="{PAPER}"/>"##, num(x), num(y)));
    }
}

fn bases(sheet: &mut Sheet, unit: &Unit) {
    let pen = sheet.pen;
    let (fill, edge) = colours(unit.side);
    let rings: Vec<(Vec<Point>, Role)> =
        unit.body.bases().map(|base| (base.slab.corners().to_vec(), base.role)).collect();
    let mut covered = Path::default();
    let (mut men, mut train) = (Path::default(), Path::default());
    if rings.is_empty() {
        men = sheet.pen_at().ring(&unit.body.outline().outer).done();
        covered.push(&men);
    }
    for (ring, role) in &rings {
        let path = sheet.pen_at().ring(ring).done();
        match role {
            Role::Limber | Role::Team => train.push(&path),
            _ => {
                men.push(&path);
                covered.push(&path);
            }
        }
    }
    if unit.chosen {
        let width = num(9.0 * pen);
        sheet.path(
            &covered,
            &format!(r##"fill="none" stroke="{GOLD}" stroke-width="{width}" stroke-linejoin="round""##),
        );
    }
    let thin = num(0.9 * pen);
    sheet.path(&train, &format!(r##"fill="{PAPER}" stroke="{edge}" stroke-width="{}""##, num(1.6 * pen)));
    sheet.path(&men, &format!(r##"fill="{fill}" stroke="{edge}" stroke-width="{thin}""##));
    if let Some(hatch) = hatching(unit.side) {
        sheet.path(&men, &format!(r##"fill="url(#{hatch})" stroke="{edge}" stroke-width="{thin}""##));
    }
    outline(sheet, unit, edge);
    sign(sheet, unit);
    front(sheet, unit, edge);
}

/// A thick line round close formations; open formations show their single bases.
fn outline(sheet: &mut Sheet, unit: &Unit, edge: &str) {
    let closed = matches!(
        unit.body.body().form(),
        Form::Block | Form::Square | Form::Crowd | Form::MarchColumn | Form::Garrison
    );
    if !closed {
        return;
    }
    let Outline { outer, hollow } = unit.body.outline();
    let mut path = sheet.pen_at().ring(&outer).done();
    if let Some(hollow) = hollow {
        path.push(&sheet.pen_at().ring(&hollow).done());
    }
    let width = num(1.9 * sheet.pen);
    sheet.path(
        &path,
        &format!(r##"fill="none" stroke="{edge}" stroke-width="{width}" stroke-linejoin="round""##),
    );
}

/// The sign of the arm, in the colour of paper over the whole block.
fn sign(sheet: &mut Sheet, unit: &Unit) {
    let pen = sheet.pen;
    let block = unit.body.envelope();
    let [rear_left, rear_right, front_right, front_left] = *block.corners();
    let (x, y) = sheet.on_paper(block.centre());
    let stroke = format!(r##"fill="none" stroke="{PAPER}" stroke-width="{}""##, num(3.2 * pen));
    let diagonal = matches!(unit.arm, Arm::Cavalry | Arm::HorseArtillery);
    if diagonal || unit.arm == Arm::Engineers {
        let path = sheet.pen_at().line(&[rear_left, front_right]).done();
        sheet.path(&path, &stroke);
    }
    if unit.arm == Arm::Engineers {
        let path = sheet.pen_at().line(&[rear_right, front_left]).done();
        sheet.path(&path, &stroke);
    }
    if matches!(unit.arm, Arm::Artillery | Arm::HorseArtillery) {
        let guns: Vec<Point> =
            unit.body.bases().filter(|base| base.role == Role::Gun).map(|base| base.slab.centre()).collect();
        let places = if guns.is_empty() { vec![block.centre()] } else { guns };
        for place in places {
            let (x, y) = sheet.on_paper(place);
            let radius = num((block.width().min(block.depth()) / 5.0).clamp(3.0 * pen, 7.5 * pen));
            sheet.raw(format!(r##"<circle cx="{}" cy="{}" r="{radius}" fill="{PAPER}"/>"##, num(x), num(y)));
        }
    }
    if unit.arm == Arm::Train {
        let radius = num(7.0 * pen);
        sheet.raw(format!(r##"<circle cx="{}" cy="{}" r="{radius}" {stroke}/>"##, num(x), num(y)));
    }
}

/// A small arrowhead in front of the middle of the front; on every side of a square.
fn front(sheet: &mut Sheet, unit: &Unit, edge: &str) {
    let pen = sheet.pen;
    let frame = unit.body.frame();
    let block = unit.body.envelope();
    let mut places = vec![(unit.body.wings().0.toward(unit.body.wings().1, 0.5), frame.ahead)];
    if unit.body.body().form() == Form::Square {
        let half = (block.width() / 2.0, block.depth() / 2.0);
        let centre = block.centre();
        places.push((centre - frame.ahead * half.1, -frame.ahead));
        places.push((centre + frame.right * half.0, frame.right));
        places.push((centre - frame.right * half.0, -frame.right));
    }
    for (at, ahead) in places {
        let (foot, tip) = (at + ahead * (3.5 * pen), at + ahead * (14.5 * pen));
        let side = ahead.right() * (8.0 * pen);
        let path = sheet.pen_at().ring(&[foot - side, tip, foot + side]).done();
        sheet.path(&path, &format!(r##"fill="{edge}" stroke="{PAPER}" stroke-width="{}""##, num(0.8 * pen)));
    }
}

/// The outline of a body at its future place.
pub(crate) fn ghost(sheet: &mut Sheet, body: &Placed, side: Side) {
    let pen = sheet.pen;
    let (_, edge) = colours(side);
    let path = sheet.pen_at().ring(&body.outline().outer).done();
    let style = format!(
        r##"fill="{PAPER}" fill-opacity=".35" stroke="{edge}" stroke-width="{}" stroke-dasharray="{} {}""##,
        num(2.0 * pen),
        num(6.0 * pen),
        num(4.0 * pen)
    );
    sheet.path(&path, &style);
}
