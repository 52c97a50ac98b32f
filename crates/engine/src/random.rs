//! A small random number generator, for computer commanders and random play: SplitMix64, the same on every machine. Battles throw the
//! dice of [`crate::dice`] instead.

/// A stream of numbers from a seed.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// Starts from a seed.
    pub fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `most`; 0 if `most` is 0.
    pub fn below(&mut self, most: usize) -> usize {
        if most == 0 { 0 } else { (self.next() % most as u64) as usize }
    }

    /// One of several; `None` if there are none.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }

    /// True once in this many times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// A number from 0 to 1.
    pub fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same seed gives the same stream, and every number stays within its bounds.
    #[test]
    fn a_seed_is_a_stream() {
        let (mut one, mut other) = (Chance::new(7), Chance::new(7));
        for _ in 0..100 {
            let number = one.below(6);
            assert!(number < 6);
            assert_eq!(number, other.below(6));
        }
        assert!((0.0..1.0).contains(&one.share()));
        assert_eq!(one.pick::<u8>(&[]), None);
    }
}
