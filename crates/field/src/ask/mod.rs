//! The questions a wargame evening asks, each a pure function.
//!
//! Distances run from edge to edge. Limits are the caller's business: these functions measure, a rule set
//! compares.

mod arc;
mod line;
mod measure;
mod near;
mod stance;

pub use arc::{Arc, ArcFrom, figures_in_arc, in_arc, share_in_arc};
pub use line::{Line, Strike, distance_along, gap_along, runs_into, standing_between, strike};
pub use measure::{
    TOUCH, closest_places, contact_front, distance, figures_in_contact, in_contact, overlap_area, overlaps,
};
pub use near::{Neighbours, NoRoom, Table, TableError, nearest, pairs_within, room_for};
pub use stance::{Zone, behind_front, figures_behind_front, in_zone, zone_before};
