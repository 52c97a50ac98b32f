//! What the sheet counts in: disorder, metres, bases in halves, and the quarters its fractions are printed in.

use std::fmt;

use krigsspil_engine::fact::{Complaint, Fact, FactSpec, Kind};
use krigsspil_engine::outcome::OutcomeValue;
use krigsspil_engine::serde::de::Deserializer;
use krigsspil_engine::serde::{Serialize, Serializer};

krigsspil_engine::quantities! {
    /// Disorder, the sheet's U: 0 to 8 on a unit.
    pub struct Disorder(i32);
    /// Metres on the ground (R7).
    pub struct Metres(i32);
}

impl Disorder {
    /// No disorder.
    pub const NONE: Disorder = Disorder(0);
    /// As much as a unit can carry (§notation.4).
    pub const MOST: Disorder = Disorder(8);

    /// After a gain; what goes past 8 is lost (R6).
    pub fn raised(self, gain: Disorder) -> Disorder {
        (self + gain).min(Disorder::MOST)
    }
}

/// Bases, counted in halves (R8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bases {
    halves: i32,
}

impl Bases {
    /// No base at all.
    pub const NONE: Bases = Bases { halves: 0 };

    /// So many half bases.
    pub const fn halves(halves: i32) -> Bases {
        Bases { halves }
    }

    /// So many whole bases.
    pub const fn whole(bases: i32) -> Bases {
        Bases { halves: 2 * bases }
    }

    /// In half bases.
    pub const fn in_halves(self) -> i32 {
        self.halves
    }

    /// Rounded up to whole bases.
    pub const fn rounded_up(self) -> i32 {
        (self.halves + 1).div_euclid(2)
    }

    /// So many times as many.
    pub const fn times(self, by: i32) -> Bases {
        Bases { halves: self.halves * by }
    }

    /// What is left after a loss that takes no more than there is.
    pub fn less(self, loss: Bases) -> Bases {
        Bases { halves: self.halves - loss.halves }
    }

    /// Together with others.
    pub const fn and(self, more: Bases) -> Bases {
        Bases { halves: self.halves + more.halves }
    }
}

/// A whole number where it is one, else with its half.
impl Serialize for Bases {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_parts(self.halves, 2, serializer)
    }
}

impl Fact for Bases {
    const KIND: Kind = Kind::Number;

    fn read<'de, D: Deserializer<'de>>(
        from: D,
        spec: &FactSpec,
        complaint: &Complaint,
    ) -> Result<Self, D::Error> {
        // The declaration's step is a half and its bounds are small, so nothing is lost.
        f64::read(from, spec, complaint).map(|bases| Bases { halves: (2.0 * bases) as i32 })
    }
}

impl OutcomeValue for Bases {
    const KIND: Kind = Kind::Number;
}

/// A fraction as the sheet prints them (¼, ½, 1½), in quarters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Quarters(pub i32);

impl Quarters {
    /// Nothing.
    pub const NONE: Quarters = Quarters(0);
    /// One whole.
    pub const ONE: Quarters = Quarters(4);

    /// Reads `½`, `1½`, `2`; a multiplication sign in front is passed over.
    pub fn parse(text: &str) -> Option<Quarters> {
        let text = text.trim_start_matches(['x', '×']).trim();
        let (whole, part) = match text.chars().last()? {
            '¼' => (text.trim_end_matches('¼'), 1),
            '½' => (text.trim_end_matches('½'), 2),
            '¾' => (text.trim_end_matches('¾'), 3),
            _ => (text, 0),
        };
        let whole: u16 = if whole.is_empty() && part > 0 { 0 } else { whole.parse().ok()? };
        Some(Quarters(4 * i32::from(whole) + part))
    }

    /// As a fraction in lowest terms: by, over.
    pub const fn fraction(self) -> (i32, i32) {
        match self.0 % 4 {
            0 => (self.0 / 4, 1),
            2 => (self.0 / 2, 2),
            _ => (self.0, 4),
        }
    }
}

impl fmt::Display for Quarters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (f64::from(self.0) / 4.0).fmt(f)
    }
}

impl Serialize for Quarters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_parts(self.0, 4, serializer)
    }
}

impl OutcomeValue for Quarters {
    const KIND: Kind = Kind::Number;
}

fn serialize_parts<S: Serializer>(parts: i32, of: i32, serializer: S) -> Result<S::Ok, S::Error> {
    if parts % of == 0 {
        serializer.serialize_i32(parts / of)
    } else {
        serializer.serialize_f64(f64::from(parts) / f64::from(of))
    }
}

/// Out of a stored state.
impl<'de> krigsspil_engine::serde::Deserialize<'de> for Bases {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let bases = <f64 as krigsspil_engine::serde::Deserialize>::deserialize(from)?;
        Ok(Bases { halves: (2.0 * bases).round() as i32 })
    }
}
