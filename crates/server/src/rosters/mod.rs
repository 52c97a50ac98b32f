//! Rosters on the club's network: what happened to each, in the order it came in. The server checks and keeps events; it does not add them
//! up. Events are only added, so nothing that was recorded can be overwritten, and who sends one twice has sent it once.

pub(crate) mod event;
pub(crate) mod sides;
mod store;

pub use store::SharedRosters;
pub(crate) use store::{Added, Kept};

use event::Side;

/// A roster holds at most so many events.
pub(crate) const MOST_EVENTS: i64 = 20_000;
/// And so many bytes of them.
pub(crate) const MOST_BYTES: i64 = 8 << 20;
/// A roster nobody has touched for so long is deleted.
pub(crate) const KEEP_DAYS: i64 = 120;

/// Whose link it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// The umpire's: everything.
    Umpire,
    /// A player's: his own side.
    Player(Side),
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}
