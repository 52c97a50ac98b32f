//! Bodies: what a unit occupies in its formation, from its bases.
//!
//! A body is measured in its own frame: the origin is the middle of its front rank, `x` runs to its right and `y`
//! ahead, so that everything behind the front has a negative `y`. [`Body::at`] sets it on the ground.

mod battery;
mod build;
mod column;
mod placed;
mod turn;

pub use battery::{Array, Battery, GunState};
pub use build::BaseSize;
pub use column::Trail;
pub use placed::{Face, Outline, Placed};
pub use turn::Turn;

use crate::bearing::{Frame, Pose};
use crate::part::{Part, Slab};
use crate::point::{Extent, Point};
use std::sync::{Arc, OnceLock};
use thiserror::Error;

/// What a single base carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Men in the ranks, on foot or mounted.
    Figure,
    /// A gun with its crew.
    Gun,
    /// A limber.
    Limber,
    /// The horses before a limber.
    Team,
    /// A chief, with or without staff.
    Leader,
    /// A rider with a message.
    Courier,
}

/// How the bases of a body are arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Ranks and files without gaps: a line, a column, a mass.
    Block,
    /// A hollow square or rectangle facing in all directions.
    Square,
    /// As many ranks as files, in no order.
    Crowd,
    /// One or more open ranks, every figure with its own space.
    Chain,
    /// Open order in all directions.
    Swarm,
    /// A march column that bends along the way behind it.
    MarchColumn,
    /// Guns, with or without their limbers and teams.
    Battery,
    /// Inside a building, filling all of it.
    Garrison,
    /// One base alone.
    Lone,
}

/// A base in its body's own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct OwnBase {
    pub middle: Point,
    pub ahead: Point,
    pub half_width: f64,
    pub half_depth: f64,
    pub file: u32,
    pub rank: u32,
    pub role: Role,
}

/// A piece of a body in its own frame.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum OwnPart {
    Slab { middle: Point, ahead: Point, half_width: f64, half_depth: f64 },
    Ring(Vec<Point>),
}

impl OwnPart {
    pub(crate) fn place(&self, frame: &Frame) -> Part {
        match self {
            OwnPart::Slab { middle, ahead, half_width, half_depth } => {
                Part::Slab(place_slab(frame, *middle, *ahead, *half_width, *half_depth))
            }
            OwnPart::Ring(ring) => Part::Ring(ring.iter().map(|&p| frame.to_ground(p)).collect()),
        }
    }
}

/// A rectangle of a body on the ground. The common case, square to the front, keeps the body's own directions
/// bit for bit.
pub(crate) fn place_slab(
    frame: &Frame,
    middle: Point,
    ahead: Point,
    half_width: f64,
    half_depth: f64,
) -> Slab {
    let at = frame.to_ground(middle);
    let ahead =
        if ahead.x == 0.0 { frame.ahead * ahead.y } else { frame.right * ahead.x + frame.ahead * ahead.y };
    Slab::new(&Frame { at, right: ahead.right(), ahead }, Point::ORIGIN, half_width, half_depth)
}

/// A base on the ground, with its place in the ranks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Base {
    /// The rectangle it covers.
    pub slab: Slab,
    /// From the left, beginning with 0.
    pub file: u32,
    /// From the front, beginning with 0.
    pub rank: u32,
    /// What stands on it.
    pub role: Role,
}

/// What a unit occupies in its formation. Cheap to clone.
#[derive(Clone, Debug, PartialEq)]
pub struct Body(Arc<Layout>);

#[derive(Debug)]
pub(crate) struct Layout {
    pub form: Form,
    pub figures: u32,
    pub files: u32,
    pub ranks: u32,
    /// Use [`Layout::bases`]: those of a march column are computed when they are first needed, because its body is made anew for every
    /// moment of a march.
    pub bases: OnceLock<Vec<OwnBase>>,
    pub parts: Vec<OwnPart>,
    /// The box round everything in the body's own frame; its upper side is the front.
    pub envelope: Extent,
    /// A march column's rows, for its bending.
    pub column: Option<column::Rows>,
}

impl Layout {
    /// The single bases.
    pub(crate) fn bases(&self) -> &[OwnBase] {
        self.bases.get_or_init(|| self.column.as_ref().map_or_else(Vec::new, column::Rows::bases))
    }
}

impl PartialEq for Layout {
    fn eq(&self, other: &Layout) -> bool {
        let Layout { form, figures, files, ranks, bases: _, parts, envelope, column } = self;
        (form, figures, files, ranks) == (&other.form, &other.figures, &other.files, &other.ranks)
            && (parts, envelope, column) == (&other.parts, &other.envelope, &other.column)
            && self.bases() == other.bases()
    }
}

/// Why no body can be made of what was given.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum BodyError {
    /// Nobody to form up.
    #[error("a body needs at least one figure, but was given none")]
    NoFigures,
    /// No depth.
    #[error("a body needs at least one rank and one file, but was given {ranks} ranks and {files} files")]
    NoRanks {
        /// Ranks asked for.
        ranks: u32,
        /// Files asked for.
        files: u32,
    },
    /// A base without size.
    #[error("a base must be more than 0 m wide and deep, but is {width} m by {depth} m")]
    BadBase {
        /// Its width in metres.
        width: f64,
        /// Its depth in metres.
        depth: f64,
    },
    /// An impossible spacing or gap.
    #[error("{what} must be a number of metres from {least} up, but is {given}")]
    BadSpacing {
        /// What is spaced.
        what: &'static str,
        /// The least allowed.
        least: f64,
        /// What was given.
        given: f64,
    },
    /// Too many bases to lay out.
    #[error("a body may have at most {most} figures, but was given {given}")]
    TooMany {
        /// The greatest number.
        most: u32,
        /// What was given.
        given: u32,
    },
    /// An invalid outline.
    #[error("the outline of a building needs three corners or more and may not cross itself: {why}")]
    BadOutline {
        /// What is wrong with it.
        why: String,
    },
    /// A place or bearing that is not a number.
    #[error(
        "a body can only stand at a place and bearing that are numbers, not at ({x}, {y}) facing {facing}"
    )]
    NotANumber {
        /// The place to the east.
        x: f64,
        /// The place to the north.
        y: f64,
        /// The bearing in degrees.
        facing: f64,
    },
    /// An act that this body cannot do.
    #[error("only {who} can {act}")]
    CannotDo {
        /// Who could.
        who: &'static str,
        /// What was asked.
        act: &'static str,
    },
}

impl Body {
    pub(crate) fn from_layout(shape: Layout) -> Body {
        Body(Arc::new(shape))
    }

    /// Is it the very same body, and not only an equal one?
    pub(crate) fn is(&self, other: &Body) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    pub(crate) fn shape(&self) -> &Layout {
        &self.0
    }

    /// How its bases are arranged.
    #[must_use]
    pub fn form(&self) -> Form {
        self.0.form
    }

    /// How many figures it was made of (guns, for a battery).
    #[must_use]
    pub fn figures(&self) -> u32 {
        self.0.figures
    }

    /// Figures side by side in the front rank.
    #[must_use]
    pub fn files(&self) -> u32 {
        self.0.files
    }

    /// Figures behind each other, the last rank counted even if it is not full.
    #[must_use]
    pub fn ranks(&self) -> u32 {
        self.0.ranks
    }

    /// The width of the front in metres.
    #[must_use]
    pub fn front(&self) -> f64 {
        match &self.0.column {
            Some(rows) => rows.front(),
            None => self.0.envelope.width(),
        }
    }

    /// From the front to the rear in metres; of a bent column, along its bends.
    #[must_use]
    pub fn depth(&self) -> f64 {
        match &self.0.column {
            Some(rows) => rows.length(),
            None => self.0.envelope.height(),
        }
    }

    /// Set on the ground.
    ///
    /// # Errors
    /// If the pose is not made of numbers.
    pub fn at(&self, pose: Pose) -> Result<Placed, BodyError> {
        if pose.is_finite() {
            Ok(Placed::new(self.clone(), pose))
        } else {
            let facing = pose.facing.as_degrees();
            Err(BodyError::NotANumber { x: pose.at.x, y: pose.at.y, facing })
        }
    }

    /// The way behind a march column, in its own frame; `None` for any other body.
    #[must_use]
    pub fn trail(&self) -> Option<&Trail> {
        self.0.column.as_ref().map(column::Rows::trail)
    }
}
