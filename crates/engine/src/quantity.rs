//! The quantities every rule set counts in.

crate::quantities! {
    /// Men.
    pub struct Men(i32);
    /// Figures on the table.
    pub struct Figures(i32);
    /// Turns.
    pub struct Turns(i32);
    /// Centimetres on the table.
    pub struct Centimetres(f64);
    /// Millimetres on the table.
    pub struct Millimetres(i32);
    /// Metres on the ground.
    pub struct Metres(f64);
}

/// `dividend / divisor` to the nearest whole, halves up; the divisor is above 0.
pub const fn halves_up(dividend: i32, divisor: i32) -> i32 {
    (2 * dividend + divisor).div_euclid(2 * divisor)
}

/// `dividend / divisor` rounded up; the divisor is above 0.
pub const fn rounded_up(dividend: i32, divisor: i32) -> i32 {
    (dividend + divisor - 1).div_euclid(divisor)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Halves go up, also below 0.
    #[test]
    fn rounding() {
        assert_eq!([halves_up(5, 2), halves_up(4, 4), halves_up(5, 4), halves_up(-1, 2)], [3, 1, 1, 0]);
        assert_eq!([rounded_up(5, 2), rounded_up(4, 2), rounded_up(0, 3)], [3, 2, 0]);
    }
}
