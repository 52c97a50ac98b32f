#![doc = include_str!("../README.md")]

pub mod ask;
pub mod bearing;
pub mod body;
pub mod ground;
pub mod march;
pub mod part;
pub mod point;
pub mod polygon;
pub mod share;
pub mod sight;
mod spans;

/// Everything most callers need, in one `use`.
pub mod prelude {
    pub use crate::ask::*;
    pub use crate::bearing::{Bearing, Degrees, Pose};
    pub use crate::body::*;
    pub use crate::ground::*;
    pub use crate::march::*;
    pub use crate::part::{Part, Slab};
    pub use crate::point::{Point, point};
    pub use crate::share::Share;
    pub use crate::sight::*;
}
