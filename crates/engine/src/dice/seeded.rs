use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

use super::{Dice, Die, RollName};
use crate::fault::Fault;

/// Dice thrown by a seeded ChaCha generator: a seed means the same rolls for ever, on every machine.
///
/// ```
/// use krigsspil_engine::dice::{Dice, Die, SeededDice};
///
/// let mut one = SeededDice::new(1862);
/// let mut other = SeededDice::new(1862);
/// for _ in 0..100 {
///     assert_eq!(one.roll("fire", Die::D6)?, other.roll("fire", Die::D6)?);
/// }
/// # Ok::<(), krigsspil_engine::Fault>(())
/// ```
#[derive(Clone, Debug)]
pub struct SeededDice {
    generator: ChaCha12Rng,
}

impl SeededDice {
    /// Dice from a seed.
    pub fn new(seed: u64) -> Self {
        SeededDice { generator: ChaCha12Rng::seed_from_u64(seed) }
    }

    /// The position of its generator.
    pub fn position(&self) -> u64 {
        // No battle draws this many numbers.
        u64::try_from(self.generator.get_word_pos()).unwrap_or(u64::MAX)
    }

    /// Dice from a seed, with the generator at this position.
    pub fn at(seed: u64, position: u64) -> Self {
        let mut dice = SeededDice::new(seed);
        dice.generator.set_word_pos(u128::from(position));
        dice
    }

    /// A whole number below `bound`, every one equally likely (rejection, so there is no bias).
    fn below(&mut self, bound: u32) -> u32 {
        let fair = u32::MAX - u32::MAX % bound;
        loop {
            let drawn = self.generator.next_u32();
            if drawn < fair {
                return drawn % bound;
            }
        }
    }
}

impl Dice for SeededDice {
    fn roll(&mut self, _name: RollName, die: Die) -> Result<i32, Fault> {
        Ok(die.lowest() + self.below(die.faces() as u32) as i32)
    }
}
