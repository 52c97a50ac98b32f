//! What every battle must hold, whatever its rules: the tests of the rule sets call it, and nothing else does.
//!
//! - [`random`]: battles of random lawful actions to the end, with the rule set's own [`random::Watch`] after every act, and long runs of them.
//! - [`twins`]: the same battle replayed, with its units in another order, under other names, or in a mirror.
//! - [`leaks`]: what a seat is sent, in bytes, to be compared when something changes that it may not know.
//! - [`actions`]: what a prompt tells of actions with leaders, couriers and units: the open can be done, and the closed cannot.
//!
//! A rule set says what must be true of its own state; the rest is here.
//!
//! ```
//! use krigsspil_engine::battle::Playable;
//! use krigsspil_proving::random::{Watch, play};
//! use krigsspil_proving::twins::replays_equal;
//!
//! /// Any rule set whose state keeps to its watch ends a random battle, and plays it again.
//! fn proved<R: Playable + Clone, W: Watch<R::Battle>>(rules: &R, scenario: &krigsspil_engine::scenario::Scenario) {
//!     let game = play::<R, W>(rules, scenario, Default::default(), 1);
//!     replays_equal(&game);
//! }
//! ```
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test tool fails by panic")]

pub mod actions;
pub mod leaks;
pub mod random;
pub mod twins;

use std::path::Path;

/// The allocator of the program that players have: without it a fifth of a random battle is allocating.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use krigsspil_engine::scenario::Scenario;

/// A scenario that is shipped, by the name of its folder.
pub fn shipped(name: &str) -> Scenario {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(name);
    Scenario::open(&folder.join("scenario.toml")).unwrap()
}

/// A number from the environment, or the usual one.
pub fn told<T: std::str::FromStr>(name: &str, usual: T) -> T {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}
