//! A body standing on the ground.

use std::sync::Arc;

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

/// A body standing on the ground.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    body: Body,
    pose: Pose,
    frame: Frame,
    /// A copy shares them.
    parts: Arc<[Part]>,
    rim: Option<Slab>,
    extent: Extent,
    centre: Point,
    radius: f64,
}

impl Placed {
    pub(crate) fn new(body: Body, pose: Pose) -> Placed {
        let frame = pose.frame();
        let shape = body.shape();
        let parts: Arc<[Part]> = shape.parts.iter().map(|part| part.place(&frame)).collect();
        let mut extent = Extent::EMPTY;
        for part in &*parts {
            for &corner in part.corners() {
                extent = extent.with(corner);
            }
        }
        let box_middle = (shape.envelope.low + shape.envelope.high) * 0.5;
        let radius = box_middle.distance(shape.envelope.high);
        let centre = frame.to_ground(box_middle);
        let rim = match (&parts[..], shape.form) {
            ([Part::Slab(only)], _) => Some(*only),
            (_, Form::Square) => Some(Slab::new(
                &frame,
                box_middle,
                shape.envelope.width() / 2.0,
                shape.envelope.height() / 2.0,
            )),
            _ => None,
        };
        Placed { body, pose, frame, parts, rim, extent, centre, radius }
    }

    /// What stands here.
    #[must_use]
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// Where, and facing which way.
    #[must_use]
    pub fn pose(&self) -> Pose {
        self.pose
    }

    /// Its own frame of measure.
    #[must_use]
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// The pieces without hollows that it covers.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The rectangle that is its whole outer edge, if it has one: of a block, or a square, which may be hollow.
    pub(crate) fn rim(&self) -> Option<&Slab> {
        self.rim.as_ref()
    }

    /// The box round it.
    #[must_use]
    pub fn extent(&self) -> &Extent {
        &self.extent
    }

    /// The middle of a circle that holds it.
    #[must_use]
    pub fn centre(&self) -> Point {
        self.centre
    }

    /// The radius of the circle that holds it.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// The ground it covers in square metres; the gaps of an open order are not counted.
    #[must_use]
    pub fn area(&self) -> f64 {
        self.parts.iter().map(Part::area).sum()
    }

    /// Its single bases, rank by rank from the left (round and round in a square).
    pub fn bases(&self) -> impl Iterator<Item = Base> + '_ {
        self.body.shape().bases().iter().map(|base| self.place_base(base))
    }

    fn place_base(&self, base: &OwnBase) -> Base {
        let slab = place_slab(&self.frame, base.middle, base.ahead, base.half_width, base.half_depth);
        Base { slab, file: base.file, rank: base.rank, role: base.role }
    }

    /// The rectangle round it, square to its front; of a bent column, the head's frontage is [`Placed::face`].
    #[must_use]
    pub fn envelope(&self) -> Slab {
        let own = self.body.shape().envelope;
        Slab::new(&self.frame, (own.low + own.high) * 0.5, own.width() / 2.0, own.height() / 2.0)
    }

    /// The left and right ends of the front.
    #[must_use]
    pub fn wings(&self) -> (Point, Point) {
        let own = self.body.shape();
        if own.column.is_some() {
            let half = self.body.front() / 2.0;
            return (self.frame.to_ground(point(-half, 0.0)), self.frame.to_ground(point(half, 0.0)));
        }
        let front = own.envelope.high.y;
        let end = |x: f64| self.frame.to_ground(point(x, front));
        (end(own.envelope.low.x), end(own.envelope.high.x))
    }

    /// One of its sides as a line of places, from its left end to its right end as one stands in the body and
    /// looks that way. A bent column's flanks follow its bends.
    #[must_use]
    pub fn face(&self, face: Face) -> Vec<Point> {
        if self.body.shape().column.is_some() {
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
        let slabs = || self.parts.iter().map(Part::corners);
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
        match self.body.form() {
            Form::MarchColumn => {
                let mut outer = self.column_face(Face::LeftFlank);
                outer.extend(self.column_face(Face::RightFlank));
                outer.reverse();
                Outline { outer, hollow: None }
            }
            Form::Square => Outline { outer: self.envelope().corners().to_vec(), hollow: self.hollow() },
            Form::Block | Form::Crowd if self.parts.len() == 2 => {
                let (full, rest) = (self.parts[0].corners(), self.parts[1].corners());
                let outer = vec![full[0], rest[3], rest[0], rest[1], rest[2], full[1], full[2], full[3]];
                Outline { outer, hollow: None }
            }
            Form::Garrison => {
                let all: Vec<Point> = self.parts.iter().flat_map(|p| p.corners().to_vec()).collect();
                let outer = if self.parts.len() == 1 { all } else { polygon::hull(&all) };
                Outline { outer, hollow: None }
            }
            _ => Outline { outer: self.envelope().corners().to_vec(), hollow: None },
        }
    }

    fn hollow(&self) -> Option<Vec<Point>> {
        let [_, right, _, left] = self.parts.get(..4)? else { return None };
        let (right, left) = (right.corners(), left.corners());
        Some(vec![left[1], right[0], right[3], left[2]])
    }

    /// Is it the very same body in the same pose? Equal bodies that were built separately count as different.
    #[must_use]
    pub fn stands_as(&self, other: &Placed) -> bool {
        self.pose == other.pose && self.body.is(&other.body)
    }

    /// Moved to another pose; the body is shared, not copied.
    #[must_use]
    pub fn moved_to(&self, pose: Pose) -> Placed {
        Placed::new(self.body.clone(), pose)
    }
}
