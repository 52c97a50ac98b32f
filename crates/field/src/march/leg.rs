//! The legs of a march, and how fast and how long each goes.

use super::going::Going;
use crate::bearing::Degrees;
use crate::body::{Body, Turn};
use crate::ground::{Feature, Ground, Surface};
use crate::point::Point;
use std::collections::BTreeMap;

/// A hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The left hand.
    Left,
    /// The right hand.
    Right,
}

/// What a front swings about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pivot {
    /// The left end of the front.
    LeftWing,
    /// The middle of the front.
    Middle,
    /// The right end of the front.
    RightWing,
}

/// One leg of a march.
#[derive(Clone, Debug, PartialEq)]
pub enum Leg {
    /// Straight ahead, this many metres.
    Ahead(f64),
    /// Straight back without turning, this many metres.
    Back(f64),
    /// To one side without turning, this many metres.
    Sideways(Side, f64),
    /// The whole front swings, degrees to the right positive.
    Wheel {
        /// What stands still.
        about: Pivot,
        /// How far; to the right positive.
        by: Degrees,
    },
    /// The head of a march column takes a new direction, degrees to the right positive; the rest will follow.
    Pivot(Degrees),
    /// Every man turns on the spot.
    Turn(Turn),
    /// Takes up another formation about the middle of the front.
    Form(Body),
    /// The same for guns that are hooked on.
    Limber(Body),
    /// The same for guns that are brought into position.
    Unlimber(Body),
    /// Stands still for part of the turn.
    Halt(f64),
}

/// How a body moves, as far as its rate may depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Manner {
    /// Straight ahead.
    Ahead,
    /// Backward.
    Back,
    /// Sideways.
    Sideways,
    /// Swinging.
    Wheel,
}

/// What takes time but covers no ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Act {
    /// A column's head takes a new direction.
    Pivot(Degrees),
    /// Every man turns on the spot.
    Turn(Turn),
    /// A change of formation.
    Form,
    /// Hooking on the guns.
    Limber,
    /// Bringing the guns into position.
    Unlimber,
}

/// A rule set's march table, asked by the field.
pub trait Rates {
    /// Metres in a whole turn over this going. 0 or less: it cannot go on, and stops there.
    fn pace(&self, body: &Body, manner: Manner, going: &Going<'_>) -> f64;

    /// The most a body moves in a whole turn while any of it is still on a thing that its leading edge has left, with its middle
    /// crossing at this place; `None` where only the leading edge counts, as by default.
    fn astride(&self, manner: Manner, feature: &Feature, ground: &Ground, place: Point) -> Option<f64> {
        let _ = (manner, feature, ground, place);
        None
    }

    /// The most metres it can move in a whole turn anywhere: a march looks no farther ahead than this.
    fn fastest(&self) -> f64 {
        f64::INFINITY
    }

    /// Can a thing slow it while it is [astride](Rates::astride) of that thing?
    fn slows(&self, feature: &Feature) -> bool {
        let _ = feature;
        true
    }

    /// The share of a turn that an act takes.
    fn time(&self, body: &Body, act: Act) -> f64;

    /// The metres of march that a wheel costs: by default what the outer wing really walks.
    fn wheel_metres(&self, body: &Body, about: Pivot, by: Degrees) -> f64 {
        let radius = if about == Pivot::Middle { body.front() / 2.0 } else { body.front() };
        radius * by.0.abs().to_radians()
    }
}

/// A plain table of rates: one over open ground, others over other surfaces. The slowest surface under the
/// leading edge counts. A road, path, bridge or ford gives its own rate to a front no wider than itself.
#[derive(Clone, Debug, PartialEq)]
pub struct RateTable {
    /// Metres a turn over open ground.
    pub open: f64,
    /// Metres a turn over others; those not named are as open ground.
    pub over: BTreeMap<Surface, f64>,
    /// Backward and sideways, the rate is multiplied by this.
    pub askew: f64,
    /// The share of a turn for any act.
    pub act: f64,
}

impl RateTable {
    /// The same rate everywhere, and acts that take no time.
    #[must_use]
    pub fn everywhere(open: f64) -> RateTable {
        RateTable { open, over: BTreeMap::new(), askew: 1.0, act: 0.0 }
    }

    /// With another rate over one surface.
    #[must_use]
    pub fn with(mut self, surface: Surface, metres: f64) -> RateTable {
        self.over.insert(surface, metres);
        self
    }
}

impl Rates for RateTable {
    fn pace(&self, body: &Body, manner: Manner, going: &Going<'_>) -> f64 {
        let rate = |surface: Surface| self.over.get(&surface).copied().unwrap_or(self.open);
        let is_way = |surface: Surface| match surface {
            Surface::Crossing(_) => true,
            Surface::Line(kind) => {
                matches!(kind, crate::ground::LineKind::Road | crate::ground::LineKind::Path)
            }
            _ => false,
        };
        let on_way = going
            .under_middle()
            .filter(|(_, feature)| body.front() <= feature.width())
            .filter_map(|(_, feature)| feature.kind.surface())
            .filter(|&surface| is_way(surface))
            .max_by_key(|surface| surface.precedence());
        let pace = match on_way {
            Some(way) => rate(way),
            None => going
                .under_edge()
                .filter_map(|(_, feature)| feature.kind.surface())
                .filter(|&surface| !is_way(surface))
                .map(rate)
                .fold(self.open, f64::min),
        };
        if matches!(manner, Manner::Back | Manner::Sideways) { pace * self.askew } else { pace }
    }

    fn time(&self, _body: &Body, _act: Act) -> f64 {
        self.act
    }
}
