use super::{Dice, Die, RollName};
use crate::fault::Fault;

/// Dice that a person throws on a real table and enters into the program, one by one.
///
/// The closure is given the roll's name and the die, and answers with what was thrown; it may ask again until the
/// answer is possible. An answer the die cannot show is a fault.
#[derive(Debug)]
pub struct AskedDice<F> {
    ask: F,
    asked: usize,
}

impl<F: FnMut(RollName, Die) -> Result<i32, Fault>> AskedDice<F> {
    /// Dice that ask `ask`.
    pub fn new(ask: F) -> Self {
        AskedDice { ask, asked: 0 }
    }
}

impl<F: FnMut(RollName, Die) -> Result<i32, Fault>> Dice for AskedDice<F> {
    fn roll(&mut self, name: RollName, die: Die) -> Result<i32, Fault> {
        let shown = (self.ask)(name, die)?;
        if shown < die.lowest() || shown > die.highest() {
            return Err(Fault::impossible_die(self.asked, i64::from(shown), die));
        }
        self.asked += 1;
        Ok(shown)
    }
}
