//! A body standing on the ground.

use std::sync::{Arc, OnceLock};

use super::{Base, Body, Form, OwnBase, place_slab};
use crate::bearing::{Frame, Pose};
use crate::part::{Part, Slab};
use crate::point::{Extent, Point, point};
use crate::polygon;

/// A side of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// Where it looks.
    Front,
    /// To its right hand.
    RightFlank,
    /// Behind it.
    Rear,
    /// To its left hand.
    LeftFlank,
}

impl Face {
    /// All four, clockwise from the front.
    pub const ALL: [Face; 4] = [Face::Front, Face::RightFlank, Face::Rear, Face::LeftFlank];

    /// Which side looks most nearly this way, for something that faces `ahead`.
    #[must_use]
    pub fn looking(way: Point, ahead: Point) -> Face {
        let (along, across) = (way.dot(ahead), way.dot(ahead.right()));
        if along.abs() >= across.abs() {
            if along >= 0.0 { Face::Front } else { Face::Rear }
        } else if across >= 0.0 {
            Face::RightFlank
        } else {
            Face::LeftFlank
        }
    }
}

/// The line round a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// Round the outside, anticlockwise.
    pub outer: Vec<Point>,
    /// Round the inside of a hollow square.
    pub hollow: Option<Vec<Point>>,
}

/// A body standing on the ground. Cheap to clone: a copy shares everything.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed(Arc<Standing>);

#[derive(Debug, PartialEq)]
struct Standing {
    body: Body,
    pose: Pose,
    frame: Frame,
    parts: Parts,
    rim: Option<Slab>,
    extent: Extent,
    centre: Point,
    radius: f64,
    outer: Outer,
}

/// The corners of its outline, made when they are first shown. All that is equal has the same.
#[derive(Debug, Default)]
struct Outer(OnceLock<Arc<[[f64; 2]]>>);

impl PartialEq for Outer {
    fn eq(&self, _: &Outer) -> bool {
        true
    }
}

/// The parts of a body: most have only one.
#[derive(Debug, PartialEq)]
enum Parts {
    One([Part; 1]),
    Many(Vec<Part>),
}

impl Parts {
    fn all(&self) -> &[Part] {
        match self {
            Parts::One(part) => part,
            Parts::Many(parts) => parts,
        }
    }
}

impl Placed {
    pub(crate) fn new(body: Body, pose: Pose) -> Placed {
        let frame = pose.frame();
        let shape = body.shape();
        let parts = match shape.parts.as_slice() {
            [only] => Parts::One([only.place(&frame)]),
            many => Parts::Many(many.iter().map(|part| part.place(&frame)).collect()),
        };
        let mut extent = Extent::EMPTY;
        for part in parts.all() {
            for &corner in part.corners() {
                extent = extent.with(corner);
            }
        }
        let box_middle = (shape.envelope.low + shape.envelope.high) * 0.5;
        let radius = box_middle.distance(shape.envelope.high);
        let centre = frame.to_ground(box_middle);
        let rim = match (parts.all(), shape.form) {
            ([Part::Slab(only)], _) => Some(*only),
            (_, Form::Square) => Some(Slab::new(
                &frame,
                box_middle,
                shape.envelope.width() / 2.0,
                shape.envelope.height() / 2.0,
            )),
            _ => None,
        };
        let outer = Outer::default();
        Placed(Arc::new(Standing { body, pose, frame, parts, rim, extent, centre, radius, outer }))
    }

    /// What stands here.
    #[must_use]
    pub fn body(&self) -> &Body {
        &self.0.body
    }

    /// Where, and facing which way.
    #[must_use]
    pub fn pose(&self) -> Pose {
        self.0.pose
    }

    /// Its own frame of measure.
    #[must_use]
    pub fn frame(&self) -> &Frame {
        &self.0.frame
    }

    /// The pieces without hollows that it covers.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        self.0.parts.all()
    }

    /// The rectangle that is its whole outer edge, if it has one: of a block, or a square, which may be hollow.
    pub(crate) fn rim(&self) -> Option<&Slab> {
        self.0.rim.as_ref()
    }

    /// The box round it.
    #[must_use]
    pub fn extent(&self) -> &Extent {
        &self.0.extent
    }

    /// The middle of a circle that holds it.
    #[must_use]
    pub fn centre(&self) -> Point {
        self.0.centre
    }

    /// The radius of the circle that holds it.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.0.radius
    }

    /// The ground it covers in square metres; the gaps of an open order are not counted.
    #[must_use]
    pub fn area(&self) -> f64 {
        self.parts().iter().map(Part::area).sum()
    }

    /// Its single bases, rank by rank from the left (round and round in a square).
    pub fn bases(&self) -> impl Iterator<Item = Base> + '_ {
        self.0.body.shape().bases().iter().map(|base| self.place_base(base))
    }

    fn place_base(&self, base: &OwnBase) -> Base {
        let slab = place_slab(&self.0.frame, base.middle, base.ahead, base.half_width, base.half_depth);
        Base { slab, file: base.file, rank: base.rank, role: base.role }
    }

    /// The rectangle round it, square to its front; of a bent column, the head's frontage is [`Placed::face`].
    #[must_use]
    pub fn envelope(&self) -> Slab {
        let own = self.0.body.shape().envelope;
        Slab::new(&self.0.frame, (own.low + own.high) * 0.5, own.width() / 2.0, own.height() / 2.0)
    }

    /// The left and right ends of the front.
    #[must_use]
    pub fn wings(&self) -> (Point, Point) {
        let own = self.0.body.shape();
        if own.column.is_some() {
            let half = self.0.body.front() / 2.0;
            return (self.0.frame.to_ground(point(-half, 0.0)), self.0.frame.to_ground(point(half, 0.0)));
        }
        let front = own.envelope.high.y;
        let end = |x: f64| self.0.frame.to_ground(point(x, front));
        (end(own.envelope.low.x), end(own.envelope.high.x))
    }

    /// One of its sides as a line of places, from its left end to its right end as one stands in the body and
    /// looks that way. A bent column's flanks follow its bends.
    #[must_use]
    pub fn face(&self, face: Face) -> Vec<Point> {
        if self.0.body.shape().column.is_some() {
            return self.column_face(face);
        }
        let [rear_left, rear_right, front_right, front_left] = *self.envelope().corners();
        match face {
            Face::Front => vec![front_left, front_right],
            Face::RightFlank => vec![front_right, rear_right],
            Face::Rear => vec![rear_right, rear_left],
            Face::LeftFlank => vec![rear_left, front_left],
        }
    }

    fn column_face(&self, face: Face) -> Vec<Point> {
        let slabs = || self.parts().iter().map(Part::corners);
        match face {
            Face::Front => slabs().next().map(|c| vec![c[3], c[2]]).unwrap_or_default(),
            Face::Rear => slabs().next_back().map(|c| vec![c[1], c[0]]).unwrap_or_default(),
            Face::RightFlank => slabs().flat_map(|c| [c[2], c[1]]).collect(),
            Face::LeftFlank => slabs().rev().flat_map(|c| [c[0], c[3]]).collect(),
        }
    }

    /// The line round it: of an open order or a battery round all its bases, of a column along its bends.
    #[must_use]
    pub fn outline(&self) -> Outline {
        match self.0.body.form() {
            Form::MarchColumn => {
                let mut outer = self.column_face(Face::LeftFlank);
                outer.extend(self.column_face(Face::RightFlank));
                outer.reverse();
                Outline { outer, hollow: None }
            }
            Form::Square => Outline { outer: self.envelope().corners().to_vec(), hollow: self.hollow() },
            Form::Block | Form::Crowd if self.parts().len() == 2 => {
                let (full, rest) = (self.parts()[0].corners(), self.parts()[1].corners());
                let outer = vec![full[0], rest[3], rest[0], rest[1], rest[2], full[1], full[2], full[3]];
                Outline { outer, hollow: None }
            }
            Form::Garrison => {
                let all: Vec<Point> = self.parts().iter().flat_map(|p| p.corners().to_vec()).collect();
                let outer = if self.parts().len() == 1 { all } else { polygon::hull(&all) };
                Outline { outer, hollow: None }
            }
            _ => Outline { outer: self.envelope().corners().to_vec(), hollow: None },
        }
    }

    /// The corners of the line round its outside, east and north: made once, and shared.
    #[must_use]
    pub fn outer(&self) -> Arc<[[f64; 2]]> {
        let made = || self.outline().outer.iter().map(|at| [at.x, at.y]).collect();
        self.0.outer.0.get_or_init(made).clone()
    }

    fn hollow(&self) -> Option<Vec<Point>> {
        let [_, right, _, left] = self.parts().get(..4)? else { return None };
        let (right, left) = (right.corners(), left.corners());
        Some(vec![left[1], right[0], right[3], left[2]])
    }

    /// Is it the very same body in the same pose? Equal bodies that were built separately count as different.
    #[must_use]
    pub fn stands_as(&self, other: &Placed) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.pose == other.0.pose && self.0.body.is(&other.0.body)
    }

    /// Moved to another pose; the body is shared, not copied.
    #[must_use]
    pub fn moved_to(&self, pose: Pose) -> Placed {
        Placed::new(self.0.body.clone(), pose)
    }
}
