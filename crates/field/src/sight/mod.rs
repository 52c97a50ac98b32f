//! Sight: what lies on a line, in order, and what can be seen from a place.
//!
//! Hills are stacked plates, one within each contour. On a line of sight every plate has a crest: the middle of
//! its chord on that line, or where a marked crest crosses it. A crest hides what lies beyond it and below the straight
//! line over it; a plate on which both ends stand hides nothing.

mod line;
mod view;

pub use line::{Blocked, Climb, Crest, Eye, SightLine, Sought, can_see, look_along, sees_body};
pub use view::{View, what_can_be_seen};

use crate::ground::{AreaKind, Feature, Kind};

/// How far a line of sight may run through a thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hides {
    /// It hides nothing.
    Nothing,
    /// A line may run this many metres in it each time it enters; 0 hides all behind its edge.
    After(f64),
}

/// What hides, and how high the eye and the target are: as the rule set says.
#[derive(Clone, Copy, Debug)]
pub struct SightTerms<Through> {
    /// How far one can see at all, in metres.
    pub limit: f64,
    /// The eye's height above the ground it stands on.
    pub eye: f64,
    /// The height above its ground at which a target is seen.
    pub target: f64,
    /// Whether crests hide.
    pub crests: bool,
    /// How far sight runs through each feature.
    pub through: Through,
}

/// Sight as most rule sets have it: buildings and built-up ground block, woods, plantations and orchards can be seen into for this
/// many metres, crests hide, heights are whole steps.
#[must_use]
pub fn usual_sight(limit: f64, into_woods: f64) -> SightTerms<impl Fn(&Feature) -> Hides + Copy> {
    let through = move |feature: &Feature| match feature.kind {
        Kind::Building => Hides::After(0.0),
        Kind::Area(AreaKind::Wood | AreaKind::Plantation | AreaKind::Orchard) => Hides::After(into_woods),
        _ => Hides::Nothing,
    };
    SightTerms { limit, eye: 0.0, target: 0.0, crests: true, through }
}
