//! Turns on the spot, every man by himself.

use super::build::envelope;
use super::column::Trail;
use super::{Body, BodyError, Form, Layout, OwnBase, OwnPart, Placed};
use crate::bearing::{Degrees, Pose};
use crate::point::{Point, point};
use serde::{Deserialize, Serialize};

/// A turn of every man on the spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Turn {
    /// A quarter turn to the left.
    Left,
    /// A quarter turn to the right.
    Right,
    /// A half turn.
    About,
}

impl Turn {
    /// To the right positive.
    #[must_use]
    pub fn degrees(self) -> Degrees {
        match self {
            Turn::Left => Degrees(-90.0),
            Turn::Right => Degrees(90.0),
            Turn::About => Degrees(180.0),
        }
    }

    /// A way in the old frame, converted to the new one.
    fn seen(self, way: Point) -> Point {
        match self {
            Turn::Right => point(-way.y, way.x),
            Turn::Left => point(way.y, -way.x),
            Turn::About => -way,
        }
    }

    /// Where the front will be: the middle of the side turned to.
    fn new_front(self, shape: &Layout) -> Point {
        let box_round = shape.envelope;
        let middle = (box_round.low + box_round.high) * 0.5;
        match self {
            Turn::Left => point(box_round.low.x, middle.y),
            Turn::Right => point(box_round.high.x, middle.y),
            Turn::About => point(middle.x, box_round.low.y),
        }
    }

    fn place_in_ranks(self, shape: &Layout, base: &OwnBase) -> (u32, u32) {
        let (files, ranks) = (shape.files, shape.ranks);
        let from_right = files.saturating_sub(1 + base.file);
        let from_rear = ranks.saturating_sub(1 + base.rank);
        match self {
            Turn::Left => (from_rear, base.file),
            Turn::Right => (base.rank, from_right),
            Turn::About => (from_right, from_rear),
        }
    }
}

impl Placed {
    /// Every man turns on the spot: the same ground is covered, and another side is the front. A march column that is
    /// bent can only turn about, and marches off the way it came; a straight one that turns by a quarter is a line.
    ///
    /// # Errors
    /// If it is a garrison, or a bent column is to turn by a quarter.
    pub fn turned(&self, turn: Turn) -> Result<Placed, BodyError> {
        let body = self.body();
        let shape = body.shape();
        if shape.form == Form::Garrison {
            return Err(BodyError::CannotDo { who: "a body in the open", act: "turn on the spot" });
        }
        if let Some(rows) = &shape.column {
            if turn == Turn::About {
                return self.column_about();
            }
            if !rows.trail().is_straight(rows.length()) {
                return Err(BodyError::CannotDo { who: "a straight march column", act: "turn by a quarter" });
            }
            let block = Body::column(rows.base(), rows.figures(), body.files())?;
            return block.at(self.pose())?.turned(turn);
        }
        let front = turn.new_front(shape);
        let at = self.frame().to_ground(front);
        let facing = self.pose().facing.right_by(turn.degrees());
        turned_shape(shape, turn, front).at(Pose::new(at, facing))
    }

    fn column_about(&self) -> Result<Placed, BodyError> {
        let Some(rows) = &self.body().shape().column else {
            return Err(BodyError::CannotDo { who: "a march column", act: "turn about in column" });
        };
        let length = rows.length();
        let whole = rows.trail().drawn_out(length);
        let (tail, ahead) = whole.back(length);
        let facing =
            crate::bearing::Bearing::of(self.frame().right * -ahead.x + self.frame().ahead * -ahead.y);
        let pose = Pose::new(self.frame().to_ground(tail), facing);
        let frame = pose.frame();
        let mut passed: Vec<Point> = whole
            .corners()
            .iter()
            .zip(whole.corner_distances())
            .filter(|(_, back)| *back < length)
            .map(|(&corner, _)| frame.to_body(self.frame().to_ground(corner)))
            .collect();
        passed.reverse();
        passed.push(frame.to_body(self.pose().at));
        rows.along(Trail::through(&passed)).into_body().at(pose)
    }
}

fn turned_shape(shape: &Layout, turn: Turn, front: Point) -> Body {
    let quarter = turn != Turn::About;
    let swap = |width: f64, depth: f64| if quarter { (depth, width) } else { (width, depth) };
    let bases: Vec<OwnBase> = shape
        .bases()
        .iter()
        .map(|base| {
            let across_front = base.ahead.x != 0.0;
            let (file, rank) = turn.place_in_ranks(shape, base);
            // The ground under a base stays the same; only the man on it turns to the new front.
            let (width, depth) = if across_front {
                (base.half_depth, base.half_width)
            } else {
                (base.half_width, base.half_depth)
            };
            let (half_width, half_depth) = swap(width, depth);
            let middle = turn.seen(base.middle - front);
            OwnBase { middle, ahead: point(0.0, 1.0), half_width, half_depth, file, rank, role: base.role }
        })
        .collect();
    let parts = shape.parts.iter().map(|part| turned_part(part, turn, front, quarter)).collect();
    let (files, ranks) = if quarter { (shape.ranks, shape.files) } else { (shape.files, shape.ranks) };
    let envelope = envelope(bases.iter().copied());
    let (form, figures) = (shape.form, shape.figures);
    Body::from_layout(Layout {
        form,
        figures,
        files,
        ranks,
        bases: bases.into(),
        parts,
        envelope,
        column: None,
    })
}

fn turned_part(part: &OwnPart, turn: Turn, front: Point, quarter: bool) -> OwnPart {
    match part {
        OwnPart::Slab { middle, ahead, half_width, half_depth } => {
            let middle = turn.seen(*middle - front);
            if ahead.x == 0.0 {
                let (half_width, half_depth) =
                    if quarter { (*half_depth, *half_width) } else { (*half_width, *half_depth) };
                OwnPart::Slab { middle, ahead: point(0.0, 1.0), half_width, half_depth }
            } else {
                let (half_width, half_depth) = (*half_width, *half_depth);
                OwnPart::Slab { middle, ahead: turn.seen(*ahead), half_width, half_depth }
            }
        }
        OwnPart::Ring(ring) => OwnPart::Ring(ring.iter().map(|&p| turn.seen(p - front)).collect()),
    }
}
