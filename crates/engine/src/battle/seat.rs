//! Seats: who sits at the table.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

const UMPIRE: &str = "umpire";

/// The name of a seat: `blue`, `blue/gibbon`, `umpire`. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeatId(Arc<str>);

impl SeatId {
    /// The umpire's seat: sees all, may overrule all.
    pub fn umpire() -> SeatId {
        SeatId(UMPIRE.into())
    }

    /// The onlookers' seat: sees what every side may see, and does nothing.
    pub fn onlooker() -> SeatId {
        SeatId("onlooker".into())
    }

    /// Is it the umpire's?
    pub fn is_umpire(&self) -> bool {
        &*self.0 == UMPIRE
    }

    /// Its name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for SeatId {
    fn from(name: &str) -> Self {
        SeatId(name.into())
    }
}

impl From<String> for SeatId {
    fn from(name: String) -> Self {
        SeatId(name.into())
    }
}

impl fmt::Display for SeatId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for SeatId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for SeatId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from).map(SeatId::from)
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
