//! Marching: a path of legs gives a track through the turn, and tracks give the moments when things happen.
//!
//! Time is counted in turns, from 0 to 1. Between the corners of a track every body moves evenly, straight or round a
//! pivot, so nothing is simulated in steps: each moment is computed exactly.

mod astride;
mod event;
mod going;
mod leg;
mod meet;
mod motion;
mod plan;
mod track;

pub use event::{Event, Happening, Marcher, Watch, next_events, next_events_but_ground};
pub use going::Going;
pub use leg::{Act, Leg, Manner, Pivot, RateTable, Rates, Side};
pub use meet::{Moving, first_within};
pub use motion::Motion;
pub use plan::{MarchError, march};
pub use track::{Piece, Stop, Track};
