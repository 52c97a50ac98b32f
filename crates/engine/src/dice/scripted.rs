use super::{Dice, Die, RollName};
use crate::fault::Fault;

/// Dice with prepared results, for tests and for the JSON interface.
///
/// Too few rolls, a roll the die cannot show, and (by [`ScriptedDice::finish`]) rolls left over are faults of `dice`.
///
/// ```
/// use krigsspil_engine::dice::{Dice, Die, ScriptedDice};
///
/// let mut dice = ScriptedDice::new(&[6, 4]);
/// assert_eq!(dice.sum("fire", 2, Die::D6)?, 10);
/// dice.finish()?;
/// assert!(dice.roll("fire", Die::D6).is_err());
/// # Ok::<(), krigsspil_engine::Fault>(())
/// ```
#[derive(Clone, Debug)]
pub struct ScriptedDice<'a> {
    script: &'a [i64],
    thrown: usize,
}

impl<'a> ScriptedDice<'a> {
    /// Dice that will show `script`, in order.
    pub fn new(script: &'a [i64]) -> Self {
        ScriptedDice { script, thrown: 0 }
    }

    /// Says that no more dice are wanted; rolls left over are a fault.
    pub fn finish(&self) -> Result<(), Fault> {
        if self.thrown == self.script.len() {
            Ok(())
        } else {
            Err(Fault::too_many_dice(self.thrown, self.script.len()))
        }
    }
}

impl Dice for ScriptedDice<'_> {
    fn roll(&mut self, name: RollName, die: Die) -> Result<i32, Fault> {
        let Some(&shown) = self.script.get(self.thrown) else {
            return Err(Fault::too_few_dice(self.thrown, name, die));
        };
        if shown < i64::from(die.lowest()) || shown > i64::from(die.highest()) {
            return Err(Fault::impossible_die(self.thrown, shown, die));
        }
        self.thrown += 1;
        Ok(shown as i32)
    }
}
