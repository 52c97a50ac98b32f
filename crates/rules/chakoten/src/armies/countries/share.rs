//! Shares of a unit, years and days as the supplements write them.

use std::str::FromStr;

use krigsspil_engine::{Sentence, halves_up};

use crate::tables::wordings::{NO_DAY, NO_SHARE, NO_YEAR};

/// A share of a unit: all, none, a number of figures, or a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// Nobody.
    None,
    /// Everybody.
    All,
    /// At most this many figures.
    Figures(i32),
    /// Up to a fraction, rounded down.
    UpTo(i32, i32),
    /// A fraction made up of whole companies, rounded to the nearest figure, a half upward (ruling 69).
    Companies(i32, i32),
    /// Half a squadron, rounded to the nearest figure, a half upward.
    HalfSquadron,
}

impl Share {
    /// The number of figures for a unit with this many squadrons.
    pub fn of(self, figures: i32, squadrons: i32) -> i32 {
        match self {
            Share::None => 0,
            Share::All => figures,
            Share::Figures(count) => count.min(figures),
            Share::UpTo(part, of) => figures * part / of,
            Share::Companies(part, of) => halves_up(figures * part, of),
            Share::HalfSquadron => halves_up(figures, 2 * squadrons.max(1)),
        }
    }
}

impl FromStr for Share {
    type Err = Sentence;

    fn from_str(text: &str) -> Result<Share, Sentence> {
        let wrong = || NO_SHARE.with([("given", text.into())]);
        let fraction = |text: &str| {
            let (part, of) = text.split_once('/')?;
            let (part, of): (i32, i32) = (part.parse().ok()?, of.parse().ok()?);
            (part >= 0 && part <= of && of > 0).then_some((part, of))
        };
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        match (word, rest) {
            ("none", "") => Ok(Share::None),
            ("all", "") => Ok(Share::All),
            ("half_squadron", "") => Ok(Share::HalfSquadron),
            ("up_to", rest) => fraction(rest).map(|(part, of)| Share::UpTo(part, of)).ok_or_else(wrong),
            ("companies", rest) => {
                fraction(rest).map(|(part, of)| Share::Companies(part, of)).ok_or_else(wrong)
            }
            (word, "") => match word.parse() {
                Ok(count) => Ok(Share::Figures(count)),
                Err(_) => fraction(word).map(|(part, of)| Share::Companies(part, of)).ok_or_else(wrong),
            },
            _ => Err(wrong()),
        }
    }
}

/// The first year of the rules.
const FIRST_YEAR: i32 = 1812;
/// The last year of the rules.
const LAST_YEAR: i32 = 1815;

/// Some of the years 1812 to 1815.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Years(u8);

impl Years {
    /// All of them.
    pub const ALL: Years = Years(0b1111);

    /// Whether a year is among them.
    pub const fn contains(self, year: i32) -> bool {
        year >= FIRST_YEAR && year <= LAST_YEAR && self.0 >> (year - FIRST_YEAR) & 1 == 1
    }

    /// The years, in order.
    pub fn iter(self) -> impl Iterator<Item = i32> {
        (FIRST_YEAR..=LAST_YEAR).filter(move |year| self.contains(*year))
    }
}

impl FromStr for Years {
    type Err = Sentence;

    fn from_str(text: &str) -> Result<Years, Sentence> {
        let mut years = 0;
        for word in text.split_whitespace() {
            let span = krigsspil_engine::table::Span::parse(word)
                .filter(|span| span.least >= FIRST_YEAR && span.most <= LAST_YEAR)
                .ok_or_else(|| {
                    let (least, most) = (FIRST_YEAR.into(), LAST_YEAR.into());
                    NO_YEAR.with([("given", word.into()), ("least", least), ("most", most)])
                })?;
            for year in span.least..=span.most {
                years |= 1 << (year - FIRST_YEAR);
            }
        }
        Ok(Years(years))
    }
}

/// A day, or a month with the day 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day {
    /// Year.
    pub year: i32,
    /// Month, 1 to 12.
    pub month: i32,
    /// Day, 1 to 31; 0 for the month as a whole.
    pub day: i32,
}

impl Day {
    /// A month as a whole.
    pub const fn month(year: i32, month: i32) -> Day {
        Day { year, month, day: 0 }
    }
}

impl FromStr for Day {
    type Err = Sentence;

    fn from_str(text: &str) -> Result<Day, Sentence> {
        let wrong = || NO_DAY.with([("given", text.into())]);
        let mut numbers = text.split('-').map(|number| number.parse::<i32>().ok());
        let day = match (numbers.next(), numbers.next(), numbers.next(), numbers.next()) {
            (Some(Some(year)), Some(Some(month)), None, None) => Day::month(year, month),
            (Some(Some(year)), Some(Some(month)), Some(Some(day)), None) => Day { year, month, day },
            _ => return Err(wrong()),
        };
        let good = (1..=12).contains(&day.month) && (0..=31).contains(&day.day);
        if good { Ok(day) } else { Err(wrong()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shares round as ruling 69 says.
    #[test]
    fn shares_round() {
        let of = |text: &str, figures, squadrons| text.parse::<Share>().unwrap().of(figures, squadrons);
        assert_eq!([of("up_to 1/6", 35, 4), of("up_to 3/4", 19, 4)], [5, 14]);
        assert_eq!([of("companies 1/10", 25, 4), of("companies 2/6", 20, 4), of("1/9", 38, 4)], [3, 7, 4]);
        assert_eq!([of("half_squadron", 28, 4), of("half_squadron", 9, 1)], [4, 5]);
        assert_eq!([of("4", 30, 4), of("4", 3, 4), of("none", 9, 1), of("all", 9, 1)], [4, 3, 0, 9]);
        for wrong in ["some", "up_to", "up_to 7/6", "companies 1/0", "all 2"] {
            assert!(wrong.parse::<Share>().is_err(), "{wrong}");
        }
    }

    /// Valid years and days are read, and invalid ones are refused.
    #[test]
    fn years_and_days() {
        assert_eq!("1812 1815".parse::<Years>().unwrap().iter().collect::<Vec<_>>(), [1812, 1815]);
        assert_eq!("1813..1815".parse::<Years>().unwrap().iter().collect::<Vec<_>>(), [1813, 1814, 1815]);
        assert!(!Years::ALL.contains(1811) && Years::ALL.contains(1815));
        assert!("1811".parse::<Years>().is_err());
        assert!("1813-10-16".parse::<Day>().unwrap() > "1813-10".parse::<Day>().unwrap());
        assert!("1813-13".parse::<Day>().is_err() && "1813".parse::<Day>().is_err());
    }
}
