//! How much of a thing: from none of it to all of it.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Rounding in areas is forgiven up to this share, so that "wholly" means what the eye sees.
const FORGIVEN: f64 = 1e-9;

/// A share of a body, from 0 (none) to 1 (all).
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct Share(f64);

impl Share {
    /// None of it.
    pub const NONE: Share = Share(0.0);
    /// All of it.
    pub const ALL: Share = Share(1.0);

    /// A part of a whole, both measured alike.
    #[must_use]
    pub fn of(part: f64, whole: f64) -> Share {
        let share = if whole > 0.0 { (part / whole).clamp(0.0, 1.0) } else { 0.0 };
        if share < FORGIVEN {
            Share::NONE
        } else if share > 1.0 - FORGIVEN {
            Share::ALL
        } else {
            Share(share)
        }
    }

    /// As a number from 0 to 1.
    #[must_use]
    pub fn as_number(self) -> f64 {
        self.0
    }

    /// None of it.
    #[must_use]
    pub fn is_none(self) -> bool {
        self == Share::NONE
    }

    /// At least half of it.
    #[must_use]
    pub fn is_half(self) -> bool {
        self.0 >= 0.5 - FORGIVEN
    }

    /// The whole of it.
    #[must_use]
    pub fn is_all(self) -> bool {
        self == Share::ALL
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0} %", self.0 * 100.0)
    }
}
