//! Dice, and the five places they can come from.
//!
//! A procedure asks for its rolls by name and never learns who throws them: the seeded generator of a battle, a
//! script in a test, a person at a real table, or the enumerator that visits every roll there is.

mod asked;
mod chance;
mod every_roll;
mod scripted;
mod seeded;
mod witness;

pub use asked::AskedDice;
pub use chance::Chance;
pub use every_roll::EveryRoll;
pub use scripted::ScriptedDice;
pub use seeded::SeededDice;
pub use witness::{Rolled, Witness};

use crate::fault::Fault;

/// A kind of die, with the faces it is read by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Die {
    /// Six faces, 1 to 6.
    D6,
    /// Ten faces read 1 to 10 (the face 0 is ten).
    D10,
    /// Ten faces read 0 to 9.
    D10FromZero,
    /// Two ten-sided dice read 1 to 100 (00 is a hundred).
    Percentile,
}

impl Die {
    /// The lowest face.
    pub const fn lowest(self) -> i32 {
        match self {
            Die::D10FromZero => 0,
            _ => 1,
        }
    }

    /// The highest face.
    pub const fn highest(self) -> i32 {
        match self {
            Die::D6 => 6,
            Die::D10 => 10,
            Die::D10FromZero => 9,
            Die::Percentile => 100,
        }
    }

    /// How many faces there are.
    pub const fn faces(self) -> i32 {
        self.highest() - self.lowest() + 1
    }

    /// The die as players write it: `d6`, `d10`, `d100`.
    pub const fn notation(self) -> &'static str {
        match self {
            Die::D6 => "d6",
            Die::D10 | Die::D10FromZero => "d10",
            Die::Percentile => "d100",
        }
    }
}

/// The name of a roll ("melee, attacker"): a key of the `roll` section of the rule set's message files.
pub type RollName = &'static str;

/// A source of dice.
/// Only [`Dice::roll`] must be written. The others ask for several dice at once and return only what the procedure needs; a source that
/// visits every roll answers them with a few branches instead of 6ⁿ.
pub trait Dice {
    /// Throws one die.
    fn roll(&mut self, name: RollName, die: Die) -> Result<i32, Fault>;

    /// Throws `count` dice and returns only their sum.
    fn sum(&mut self, name: RollName, count: u32, die: Die) -> Result<i32, Fault> {
        let mut sum = 0;
        for _ in 0..count {
            sum += self.roll(name, die)?;
        }
        Ok(sum)
    }

    /// Throws `count` dice and returns only how many show `limit` or less.
    fn at_most(&mut self, name: RollName, count: u32, die: Die, limit: i32) -> Result<u32, Fault> {
        let mut hits = 0;
        for _ in 0..count {
            hits += u32::from(self.roll(name, die)? <= limit);
        }
        Ok(hits)
    }

    /// Throws one die and returns only its band: the number of `tops` it is above.
    fn band(&mut self, name: RollName, die: Die, tops: &[i32]) -> Result<usize, Fault> {
        let shown = self.roll(name, die)?;
        Ok(tops.iter().filter(|top| shown > **top).count())
    }

    /// Throws two dice and returns both, in the order thrown.
    fn pair(&mut self, name: RollName, die: Die) -> Result<[i32; 2], Fault> {
        Ok([self.roll(name, die)?, self.roll(name, die)?])
    }

    /// Marks the end of a lot of dice, such as those of one battery among several. What follows may use, of this lot and the lots
    /// before it, only their total so far; each lot also has its entry in a list of the outcome. A source that visits every roll
    /// merges the ways that have the same total. All other sources ignore it.
    fn end_lot(&mut self, _come_to: i32) {}
}

impl<D: Dice + ?Sized> Dice for &mut D {
    fn roll(&mut self, name: RollName, die: Die) -> Result<i32, Fault> {
        (**self).roll(name, die)
    }
    fn sum(&mut self, name: RollName, count: u32, die: Die) -> Result<i32, Fault> {
        (**self).sum(name, count, die)
    }
    fn at_most(&mut self, name: RollName, count: u32, die: Die, limit: i32) -> Result<u32, Fault> {
        (**self).at_most(name, count, die, limit)
    }
    fn band(&mut self, name: RollName, die: Die, tops: &[i32]) -> Result<usize, Fault> {
        (**self).band(name, die, tops)
    }
    fn end_lot(&mut self, come_to: i32) {
        (**self).end_lot(come_to);
    }
}
