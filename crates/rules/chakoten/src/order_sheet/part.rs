//! Parts of a unit or of a turn.

use std::fmt;

/// A part greater than 0 and at most 1, in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    part: u64,
    of: u64,
}

impl Part {
    /// All of it.
    pub const WHOLE: Part = Part { part: 1, of: 1 };

    /// `part` of `of`; `None` unless it is greater than 0 and at most 1.
    pub const fn new(part: u64, of: u64) -> Option<Part> {
        if part == 0 || of == 0 || part > of {
            return None;
        }
        let (mut larger, mut smaller) = (of, part);
        while smaller != 0 {
            (larger, smaller) = (smaller, larger % smaller);
        }
        Some(Part { part: part / larger, of: of / larger })
    }

    /// As a number.
    pub const fn value(self) -> f64 {
        self.part as f64 / self.of as f64
    }

    /// The sum of two parts; `None` if it is more than a whole.
    pub const fn plus(self, other: Part) -> Option<Part> {
        let (Some(one), Some(two), Some(of)) =
            (self.part.checked_mul(other.of), other.part.checked_mul(self.of), self.of.checked_mul(other.of))
        else {
            return None;
        };
        match one.checked_add(two) {
            Some(sum) => Part::new(sum, of),
            None => None,
        }
    }

    /// A printed fraction that is one character.
    pub const fn of_sign(sign: char) -> Option<Part> {
        let (part, of) = match sign {
            '½' => (1, 2),
            '⅓' => (1, 3),
            '⅔' => (2, 3),
            '¼' => (1, 4),
            '¾' => (3, 4),
            '⅕' => (1, 5),
            '⅖' => (2, 5),
            '⅗' => (3, 5),
            '⅘' => (4, 5),
            '⅙' => (1, 6),
            '⅚' => (5, 6),
            '⅐' => (1, 7),
            '⅛' => (1, 8),
            '⅜' => (3, 8),
            '⅝' => (5, 8),
            '⅞' => (7, 8),
            '⅑' => (1, 9),
            '⅒' => (1, 10),
            _ => return None,
        };
        Part::new(part, of)
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}
