//! The procedures, chapter by chapter.

pub mod aftermath;
pub mod ammunition;
pub mod attack;
pub mod corps;
pub mod fire;
pub mod ground;
pub mod losses;
pub mod march;
pub mod melee;
pub mod morale;
pub mod moving;
pub mod orders;
pub mod organisation;
pub mod rally;
pub mod reaction;
pub mod rosters;
pub mod rout;
pub mod towns;
pub mod volley;

use krigsspil_engine::Fault;
use krigsspil_engine::arrayvec::ArrayVec;

use crate::modifiers::{FORMATION_OF_ANOTHER_ARM, LOST_OVER_ORIGINAL, NOBODY_LEFT};
use crate::vocabulary::{Arm, Formation};

/// The reasons that apply, in the given order.
pub(crate) fn standing<R, const N: usize>(reasons: [(bool, R); N]) -> ArrayVec<R, N> {
    reasons.into_iter().filter_map(|(stands, reason)| stands.then_some(reason)).collect()
}

/// Refuses a formation the arm does not have (R19).
pub(crate) fn refuse_formation(fact: &str, formation: Formation, arm: Arm) -> Result<(), Fault> {
    if formation.suits(arm) { Ok(()) } else { Err(Fault::refused(fact, &FORMATION_OF_ANOTHER_ARM)) }
}

/// Refuses losses above the strength at the start of the game.
pub(crate) fn refuse_lost_over(original: i32, lost: i32) -> Result<(), Fault> {
    if lost <= original { Ok(()) } else { Err(Fault::refused("lost", &LOST_OVER_ORIGINAL)) }
}

/// Refuses a unit that has nobody left to fight.
pub(crate) fn refuse_nobody_left(fact: &str, original: i32, lost: i32) -> Result<(), Fault> {
    if lost < original { Ok(()) } else { Err(Fault::refused(fact, &NOBODY_LEFT)) }
}

/// The widest angle of a move from the straight line away from the enemy (§8.6, §8.7.1).
pub(crate) const WIDEST_DEVIATION_DEG: f64 = 45.0;
