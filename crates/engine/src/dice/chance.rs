use std::cmp::Ordering;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::ToPrimitive;

/// An exact chance: `ways` of `of` equally likely throws.
///
/// Two chances are equal when they are equally likely: 1/2 is 2/4.
#[derive(Clone, Debug)]
pub struct Chance(Fraction);

/// Nearly all chances fit in 128 bits; a long run of dice does not.
#[derive(Clone, Debug)]
enum Fraction {
    Small { ways: u128, of: u128 },
    Large { ways: BigUint, of: BigUint },
}

use Fraction::{Large, Small};

impl Chance {
    /// The chance of what always happens.
    pub const fn certain() -> Chance {
        Chance::new(1, 1)
    }

    /// `ways` of `of`.
    pub const fn new(ways: u128, of: u128) -> Chance {
        Chance(Small { ways, of })
    }

    /// `ways` of `of`, however large.
    pub fn large(ways: BigUint, of: BigUint) -> Chance {
        match (ways.to_u128(), of.to_u128()) {
            (Some(ways), Some(of)) => Chance::new(ways, of),
            _ => Chance(Large { ways, of }),
        }
    }

    /// Throws that lead here.
    pub fn ways(&self) -> BigUint {
        match &self.0 {
            Small { ways, .. } => BigUint::from(*ways),
            Large { ways, .. } => ways.clone(),
        }
    }

    /// All throws.
    pub fn of(&self) -> BigUint {
        match &self.0 {
            Small { of, .. } => BigUint::from(*of),
            Large { of, .. } => of.clone(),
        }
    }

    /// The chance that two independent things both happen.
    pub fn times(&self, other: &Chance) -> Chance {
        if let (Small { ways, of }, Small { ways: more, of: among }) = (&self.0, &other.0)
            && let (Some(ways), Some(of)) = (ways.checked_mul(*more), of.checked_mul(*among))
        {
            return Chance::new(ways, of);
        }
        Chance::large(self.ways() * other.ways(), self.of() * other.of())
    }

    /// The sum of two chances, in lowest terms.
    pub fn plus(&self, other: &Chance) -> Chance {
        let mut sum = self.clone();
        sum += other;
        sum.lowest()
    }

    /// The same chance in lowest terms.
    pub fn lowest(&self) -> Chance {
        match &self.0 {
            Small { ways, of } => {
                let common = common(*ways, *of).max(1);
                Chance::new(ways / common, of / common)
            }
            Large { ways, of } => {
                let common = ways.gcd(of);
                Chance::large(ways / &common, of / common)
            }
        }
    }

    /// The chance as a floating-point number, for bars and percentages.
    pub fn as_f64(&self) -> f64 {
        match &self.0 {
            Small { ways, of } => *ways as f64 / *of as f64,
            Large { ways, of } => {
                // Both are cut to their leading bits first, so that a long run of dice does not become ∞ / ∞.
                let cut = of.bits().saturating_sub(1000);
                let ways = (ways >> cut).to_f64().unwrap_or(0.0);
                ways / (of >> cut).to_f64().unwrap_or(1.0)
            }
        }
    }
}

/// The greatest common divisor; in 64 bits where they suffice, which is many times as fast.
fn common(one: u128, other: u128) -> u128 {
    match (u64::try_from(one), u64::try_from(other)) {
        (Ok(one), Ok(other)) => one.gcd(&other).into(),
        _ => one.gcd(&other),
    }
}

/// Adds a chance; mostly they share a denominator, and then it is kept.
impl std::ops::AddAssign<&Chance> for Chance {
    fn add_assign(&mut self, other: &Chance) {
        if let (Small { ways, of }, Small { ways: more, of: among }) = (&self.0, &other.0)
            && let Some((ways, of)) = small_sum((*ways, *of), (*more, *among))
        {
            self.0 = Small { ways, of };
            return;
        }
        let (of, among) = (self.of(), other.of());
        *self = Chance::large(self.ways() * &among + other.ways() * &of, of * among).lowest();
    }
}

/// The sum of two fractions over their least common denominator; `None` if it overflows.
fn small_sum((ways, of): (u128, u128), (more, among): (u128, u128)) -> Option<(u128, u128)> {
    if of == among {
        return Some((ways.checked_add(more)?, of));
    }
    let common = common(of, among);
    let (ways, more) = (ways.checked_mul(among / common)?, more.checked_mul(of / common)?);
    Some((ways.checked_add(more)?, (of / common).checked_mul(among)?))
}

impl Ord for Chance {
    fn cmp(&self, other: &Chance) -> Ordering {
        if let (Small { ways, of }, Small { ways: more, of: among }) = (&self.0, &other.0)
            && let (Some(one), Some(two)) = (ways.checked_mul(*among), more.checked_mul(*of))
        {
            return one.cmp(&two);
        }
        (self.ways() * other.of()).cmp(&(other.ways() * self.of()))
    }
}

impl PartialOrd for Chance {
    fn partial_cmp(&self, other: &Chance) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Chance {
    fn eq(&self, other: &Chance) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Chance {}

impl std::fmt::Display for Chance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0 {
            Small { ways, of } => write!(f, "{ways}/{of}"),
            Large { ways, of } => write!(f, "{ways}/{of}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where 128 bits are too few, sums, products and comparisons use longer numbers.
    #[test]
    fn chances_outgrow_128_bits_and_stay_exact() {
        let rare = Chance::new(1, u128::MAX);
        let rarer = rare.times(&rare);
        assert!(rarer < rare && rare < Chance::certain());
        assert_eq!(rarer.of(), BigUint::from(u128::MAX) * BigUint::from(u128::MAX));
        let twice = rarer.plus(&rarer);
        assert_eq!(twice.lowest(), twice);
        assert!((twice.as_f64() / rarer.as_f64() - 2.0).abs() < 1e-12);
        let mut nearly = Chance::new(u128::MAX - 1, u128::MAX);
        nearly += &rare;
        assert_eq!(nearly, Chance::certain());
        let mut above = Chance::new(u128::MAX, 3);
        above += &Chance::new(5, 3);
        assert_eq!(above.ways(), BigUint::from(u128::MAX) + 5u8);
    }

    /// Sums are in lowest terms, and written as fractions.
    #[test]
    fn a_half_and_a_third() {
        let sum = Chance::new(3, 6).plus(&Chance::new(2, 6));
        assert_eq!((sum.to_string(), Chance::new(1, 2).plus(&Chance::new(1, 3))), ("5/6".to_string(), sum));
        assert_eq!(Chance::new(2, 4), Chance::new(1, 2));
    }
}
