//! The procedures, chapter by chapter.

use krigsspil_engine::arrayvec::ArrayVec;

pub mod artillery_fire;
pub mod attack;
pub mod canister;
pub mod casualties;
pub mod forced;
pub mod formation;
pub mod guns;
pub mod impact;
pub mod losses;
pub mod march;
pub mod melee;
pub mod morale;
pub mod orders;
pub mod organisation;
pub mod reorganisation;
pub mod shock;
pub mod small_arms;
pub mod storm;
pub mod supply;
pub mod terrain;
pub mod works;

/// All values whose condition is true, in order.
fn all_that_hold<T, const N: usize>(each: [(bool, T); N]) -> ArrayVec<T, N> {
    each.into_iter().filter_map(|(holds, what)| holds.then_some(what)).collect()
}

/// The first value whose condition is true, otherwise `otherwise`.
fn first_that_holds<T, const N: usize>(each: [(bool, T); N], otherwise: T) -> T {
    each.into_iter().find_map(|(holds, what)| holds.then_some(what)).unwrap_or(otherwise)
}

/// The breaking distance in cm, from the attacker's front to the nearest part of the enemy (§07.01.1).
pub(crate) const BREAKING_DISTANCE_CM: f64 = 2.0;

/// An enemy this near threatens a chain or a battery, and a fire fight this near must be continued (§04.02.10, §04.02.12, §04.02.14).
const THREAT_CM: f64 = 8.0;

/// Fire this near pins men on foot and turns horses away (§04.02.6, §04.02.7).
const CLOSE_FIRE_CM: f64 = 15.0;
