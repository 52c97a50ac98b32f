//! Arcs before a front.

use crate::bearing::Degrees;
use crate::body::{Base, Placed};
use crate::part::Part;
use crate::point::Point;
use crate::polygon::{HalfPlane, clip_all, signed_area};
use crate::share::Share;

/// Where an arc is measured from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArcFrom {
    /// The middle of the front.
    Middle,
    /// The left end of the front.
    LeftWing,
    /// The right end of the front.
    RightWing,
    /// Either end of the front, whichever is better.
    EitherWing,
    /// Anywhere along the front: outward from each end, and all that lies between.
    Anywhere,
}

/// A number of degrees to either side of straight ahead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arc {
    /// To each side of straight ahead, from 0 to 180.
    pub each_side: Degrees,
    /// Where it is measured from.
    pub from: ArcFrom,
}

impl Arc {
    /// An arc of this many degrees to each side; fewer than 0 count as 0, more than 180 as 180.
    #[must_use]
    pub fn new(each_side: Degrees, from: ArcFrom) -> Arc {
        // A NaN would make every comparison false: it becomes the narrowest arc.
        let degrees = if each_side.0 >= 0.0 { each_side.0.min(180.0) } else { 0.0 };
        Arc { each_side: Degrees(degrees), from }
    }
}

/// A wedge opening ahead from one place, or from a stretch of front.
struct Wedge {
    left: Point,
    right: Point,
    ahead: Point,
    each_side: Degrees,
}

impl Wedge {
    fn at(place: Point, ahead: Point, each_side: Degrees) -> Wedge {
        Wedge { left: place, right: place, ahead, each_side }
    }

    /// The lines that bound a wedge of at most a quarter turn to each side.
    fn sides(&self) -> Vec<HalfPlane> {
        let (sin, cos) = self.each_side.sin_cos();
        let along_left = self.ahead.turned((sin, cos));
        let along_right = self.ahead.turned((-sin, cos));
        let mut sides = vec![
            HalfPlane { at: self.left, along: -along_left },
            HalfPlane { at: self.right, along: along_right },
        ];
        if self.left != self.right {
            sides.push(HalfPlane { at: self.left, along: self.ahead.right() });
        }
        sides
    }

    fn is_wide(&self) -> bool {
        self.each_side.0 > 90.0
    }

    /// What lies behind a wedge of more than a quarter turn to each side: a wedge the other way.
    fn behind(&self) -> Wedge {
        let each_side = Degrees(180.0 - self.each_side.0);
        Wedge { left: self.right, right: self.left, ahead: -self.ahead, each_side }
    }

    fn holds(&self, place: Point) -> bool {
        if self.each_side.0 >= 180.0 {
            return true;
        }
        if self.is_wide() {
            // Edges belong to the arc, so what lies behind it holds only what is truly inside.
            return self.behind().sides().iter().any(|side| side.depth(place) <= FORGIVEN);
        }
        self.sides().iter().all(|side| side.depth(place) >= -FORGIVEN)
    }

    fn area_of(&self, part: &Part) -> f64 {
        if self.each_side.0 >= 180.0 {
            return part.area();
        }
        if self.is_wide() {
            return part.area() - self.behind().area_of(part);
        }
        signed_area(&clip_all(part.corners(), &self.sides()))
    }
}

/// A place on the very edge of an arc is in it, whatever the last bit says.
const FORGIVEN: f64 = 1e-9;

fn wedges(of: &Placed, arc: Arc) -> Vec<Wedge> {
    let (left, right) = of.wings();
    let (ahead, each_side) = (of.frame().ahead, arc.each_side);
    let at = |place| Wedge::at(place, ahead, each_side);
    match arc.from {
        ArcFrom::Middle => vec![at(left.toward(right, 0.5))],
        ArcFrom::LeftWing => vec![at(left)],
        ArcFrom::RightWing => vec![at(right)],
        ArcFrom::EitherWing => vec![at(left), at(right)],
        ArcFrom::Anywhere => vec![Wedge { left, right, ahead, each_side }],
    }
}

/// Whether a place lies within an arc of a body's front, edges counted.
///
#[doc = include_str!("../../docs/arc.svg")]
#[must_use]
pub fn in_arc(of: &Placed, arc: Arc, place: Point) -> bool {
    wedges(of, arc).iter().any(|wedge| wedge.holds(place))
}

/// How much of a body lies within an arc of another's front.
#[must_use]
pub fn share_in_arc(of: &Placed, arc: Arc, target: &Placed) -> Share {
    let area: f64 = target.parts().iter().map(|part| area_in_arc(of, arc, part)).sum();
    Share::of(area, target.area())
}

fn area_in_arc(of: &Placed, arc: Arc, part: &Part) -> f64 {
    let wedges = wedges(of, arc);
    let [one, other] = &wedges[..] else {
        return wedges.iter().map(|wedge| wedge.area_of(part)).sum();
    };
    // What both hold is counted twice, so it is subtracted once.
    let both = if one.is_wide() {
        let (rear_one, rear_other) = (one.behind(), other.behind());
        let rear_both = both_hold(&rear_one, &rear_other, part);
        part.area() - rear_one.area_of(part) - rear_other.area_of(part) + rear_both
    } else {
        both_hold(one, other, part)
    };
    one.area_of(part) + other.area_of(part) - both
}

fn both_hold(one: &Wedge, other: &Wedge, part: &Part) -> f64 {
    let mut sides = one.sides();
    sides.extend(other.sides());
    signed_area(&clip_all(part.corners(), &sides))
}

/// The bases of a target of which at least half lies within an arc of a body's front.
#[must_use]
pub fn figures_in_arc(of: &Placed, arc: Arc, target: &Placed) -> Vec<Base> {
    let half_in = |base: &Base| {
        let part = Part::Slab(base.slab);
        Share::of(area_in_arc(of, arc, &part), part.area()).is_half()
    };
    target.bases().filter(half_in).collect()
}
