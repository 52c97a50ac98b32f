use super::{Dice, Die, RollName};
use crate::fault::Fault;

/// One die that was thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rolled {
    /// What it was thrown for.
    pub name: RollName,
    /// The kind of die.
    pub die: Die,
    /// The face it showed.
    pub shown: i32,
}

/// Dice that record every throw of another source, for the log.
#[derive(Debug)]
pub struct Witness<D> {
    dice: D,
    seen: Vec<Rolled>,
}

impl<D: Dice> Witness<D> {
    /// Watches `dice`.
    pub fn new(dice: D) -> Self {
        Witness { dice, seen: Vec::new() }
    }

    /// What has been thrown so far, in order.
    pub fn seen(&self) -> &[Rolled] {
        &self.seen
    }
}

impl<D: Dice> Dice for Witness<D> {
    fn roll(&mut self, name: RollName, die: Die) -> Result<i32, Fault> {
        let shown = self.dice.roll(name, die)?;
        self.seen.push(Rolled { name, die, shown });
        Ok(shown)
    }
}
