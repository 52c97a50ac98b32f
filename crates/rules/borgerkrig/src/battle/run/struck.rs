//! The side on which a unit is struck, and the direction in which that drives it (ruling 79).

use krigsspil_field::march::Side as Hand;
use krigsspil_field::prelude::*;

use super::lines::nearest_place;
use crate::vocabulary::Aspect;

/// A march without end: the time limit ends forced moves.
const ON_AND_ON: f64 = 1.0e6;

/// The side on which a unit is struck, according to the rules on front, flank and rear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Front,
    Left,
    Right,
    Rear,
}

impl Side {
    /// By an attack or in melee: according to how the attack came (§07.03.3, §07.03.4, ruling 51).
    pub(super) fn of_attack(aspect: Aspect, struck: &Placed, attacker: &Placed) -> Side {
        match aspect {
            Aspect::Front | Aspect::Outflank => Side::Front,
            Aspect::Rear => Side::Rear,
            Aspect::Flank => Side::hand(struck, attacker.centre()),
        }
    }

    /// By fire, or by an enemy to flee from: anything before the front line, extended to both sides, is in front.
    pub(super) fn of_place(struck: &Placed, from: Point) -> Side {
        let way = from - nearest_place(struck, from);
        if struck.frame().to_body(from).y > TOUCH {
            Side::Front
        } else if way.length() > 0.0 && Face::looking(way, struck.frame().ahead) == Face::Rear {
            Side::Rear
        } else {
            Side::hand(struck, from)
        }
    }

    fn hand(struck: &Placed, from: Point) -> Side {
        if struck.frame().to_body(from).x < 0.0 { Side::Left } else { Side::Right }
    }

    /// Straight away from that side, for a unit with this facing.
    pub(super) fn away(self, facing: Bearing) -> Bearing {
        facing.right_by(Degrees(match self {
            Side::Front => 180.0,
            Side::Left => 90.0,
            Side::Right => -90.0,
            Side::Rear => 0.0,
        }))
    }

    /// The leg that leads straight away from that side, without turning (§08.02.5).
    pub(super) fn leg(self) -> Leg {
        match self {
            Side::Front => Leg::Back(ON_AND_ON),
            Side::Left => Leg::Sideways(Hand::Right, ON_AND_ON),
            Side::Right => Leg::Sideways(Hand::Left, ON_AND_ON),
            Side::Rear => Leg::Ahead(ON_AND_ON),
        }
    }
}
