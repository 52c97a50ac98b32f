//! Seats: who sits at the table.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The name of a seat: `blue`, `blue/gibbon`, `umpire`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatId(pub String);

impl SeatId {
    /// The umpire's seat: sees all, may overrule all.
    pub fn umpire() -> SeatId {
        SeatId("umpire".to_string())
    }

    /// The onlookers' seat: sees what every side may see, and does nothing.
    pub fn onlooker() -> SeatId {
        SeatId("onlooker".to_string())
    }
}

impl From<&str> for SeatId {
    fn from(name: &str) -> Self {
        SeatId(name.to_string())
    }
}

impl fmt::Display for SeatId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What a seat may do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Seat {
    /// Commands these generals and all below them, for a side.
    Player {
        /// The side.
        side: String,
        /// The generals, by id.
        commands: Vec<String>,
    },
    /// Judges.
    Umpire,
    /// Looks on.
    Onlooker,
}

/// Every seat of a battle, by name.
pub type Seats = std::collections::BTreeMap<SeatId, Seat>;
