//! Numbers as a language writes them: a comma before the fraction in Danish, a point in English, and a space before the per cent sign.

use crate::messages::Language;

/// Digits that are left of a number nobody has rounded: enough for any measure of the table.
const PLACES: i32 = 4;

/// A number with as many decimals as it needs, and no more than four.
///
/// ```
/// use krigsspil_engine::{Language, number};
/// assert_eq!(number::plain(7.50, Language::Danish), "7,5");
/// assert_eq!(number::plain(7.0, Language::English), "7");
/// ```
pub fn plain(number: f64, language: Language) -> String {
    let scale = 10f64.powi(PLACES);
    let rounded = (number * scale).round() / scale;
    // A number too large for this rounding stays unchanged; and 0 is never written as -0.
    let rounded = if rounded.is_finite() { rounded + 0.0 } else { number };
    written(&rounded.to_string(), language)
}

/// A number with this many decimals.
pub fn to_places(number: f64, places: usize, language: Language) -> String {
    written(&format!("{number:.places$}"), language)
}

/// A share of one in per cent, with this many decimals: `12,5 %`.
pub fn percent(share: f64, places: usize, language: Language) -> String {
    format!("{} %", to_places(100.0 * share, places, language))
}

/// A text of figures written with a point (`1.5`, `0.25-0.5`) as the language writes it. Every point between two digits is the one
/// before a fraction, so rule numbers must not come here.
pub fn written(figures: &str, language: Language) -> String {
    if language == Language::English || !figures.contains('.') {
        return figures.to_string();
    }
    let bytes = figures.as_bytes();
    let is_digit = |place: usize| bytes.get(place).is_some_and(u8::is_ascii_digit);
    let letters = figures.char_indices().map(|(place, letter)| match letter {
        '.' if place > 0 && is_digit(place - 1) && is_digit(place + 1) => ',',
        other => other,
    });
    letters.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Language::{Danish, English};

    /// Danish has a comma before the fraction, English a point; whole numbers have neither.
    #[test]
    fn the_sign_before_the_fraction() {
        assert_eq!([plain(0.25, English), plain(0.25, Danish)], ["0.25", "0,25"]);
        assert_eq!([plain(13.0, English), plain(-13.0, Danish)], ["13", "-13"]);
        assert_eq!([to_places(13.0, 1, English), to_places(13.0, 1, Danish)], ["13.0", "13,0"]);
        assert_eq!(plain(1.0 / 3.0, Danish), "0,3333");
        assert_eq!(plain(-0.000_01, English), "0");
    }

    /// A space stands before the per cent sign.
    #[test]
    fn per_cents_have_a_space() {
        assert_eq!([percent(0.125, 1, English), percent(0.125, 1, Danish)], ["12.5 %", "12,5 %"]);
        assert_eq!(percent(1.0, 0, Danish), "100 %");
    }

    /// Only a point between digits is changed: the two of a range and the one that ends a sentence are not.
    #[test]
    fn only_fractions_are_changed() {
        assert_eq!(written("0.5-1.5", Danish), "0,5-1,5");
        assert_eq!(written("2..5", Danish), "2..5");
        assert_eq!(written("over 1.", Danish), "over 1.");
    }
}
