//! Shapes that many charts share: one number in each row, an assault and an Engaged number in each row, bands of results.

use krigsspil_engine::Fault;
use krigsspil_engine::dice::{Dice, Die, RollName};
use krigsspil_engine::table::{Part, Span, TableFault};

/// A struct of whole numbers, one for each row of a part, with the names of the rows.
macro_rules! figures {
    ($(#[$doc:meta])* $name:ident { $($row:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name { $(#[doc = concat!("The row `", stringify!($row), "`.")] pub $row: i32),* }

        impl $name {
            pub(super) fn read(
                part: &krigsspil_engine::table::Part,
                column: &str,
            ) -> Result<$name, krigsspil_engine::table::TableFault> {
                part.expect_rows(&[$(stringify!($row)),*])?;
                Ok($name { $($row: part.whole(stringify!($row), column)?),* })
            }
        }
    };
}

/// A struct of [`Pair`]s, one for each row of a part with the columns `assault` and `engaged`.
macro_rules! pairs {
    ($(#[$doc:meta])* $name:ident { $($row:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name { $(#[doc = concat!("The row `", stringify!($row), "`.")] pub $row: Pair),* }

        impl $name {
            pub(super) fn read(
                part: &krigsspil_engine::table::Part,
            ) -> Result<$name, krigsspil_engine::table::TableFault> {
                part.expect_rows(&[$(stringify!($row)),*])?;
                Ok($name { $($row: Pair::read(part, stringify!($row))?),* })
            }
        }
    };
}

pub(super) use {figures, pairs};

/// A number for an assault and one for an Engaged round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// In an assault.
    pub assault: i32,
    /// In an Engaged round.
    pub engaged: i32,
}

impl Pair {
    pub(super) fn read(part: &Part, row: &str) -> Result<Pair, TableFault> {
        Ok(Pair { assault: part.whole(row, "assault")?, engaged: part.whole(row, "engaged")? })
    }

    /// The number of the round.
    pub const fn of(self, engaged: bool) -> i32 {
        if engaged { self.engaged } else { self.assault }
    }
}

/// Results in bands without gap or overlap.
#[derive(Clone, Debug)]
pub struct Bands<T> {
    /// The highest result of every band except the last.
    tops: Vec<i32>,
    each: Vec<T>,
}

impl<T: Copy> Bands<T> {
    /// Reads the rows of a part as bands that cover `least` to `most` or more.
    pub(super) fn read(
        part: &Part,
        least: i32,
        most: i32,
        read: impl Fn(&str) -> Result<T, TableFault>,
    ) -> Result<Bands<T>, TableFault> {
        let spans = part.row_spans()?;
        let each = part.rows.iter().map(|row| read(&row.key)).collect::<Result<_, _>>()?;
        match (spans.first(), spans.split_last()) {
            (Some(first), Some((last, lower))) if first.least <= least && last.most >= most => {
                Ok(Bands { tops: lower.iter().map(|span| span.most).collect(), each })
            }
            _ => Err(part.reach_fault(least, most)),
        }
    }

    /// The value in the band of a result.
    pub fn at(&self, result: i32) -> T {
        self.each[self.tops.iter().filter(|top| result > **top).count()]
    }

    /// Throws a die and returns the value in its band.
    pub fn thrown(&self, dice: &mut impl Dice, name: RollName, die: Die) -> Result<T, Fault> {
        Ok(self.each[dice.band(name, die, &self.tops)?])
    }
}

/// The index of a result among spans that follow each other; `None` above the last.
pub(super) fn place(spans: &[Span], result: i32) -> Option<usize> {
    spans.iter().position(|span| result <= span.most)
}

/// Checks that the rows are exactly these choices: none missing, none unknown.
pub(super) fn expect_words(
    part: &Part,
    words: impl IntoIterator<Item = &'static str>,
) -> Result<(), TableFault> {
    part.expect_rows(&words.into_iter().collect::<Vec<_>>())
}

/// Checks that the rows are the grades 1 to 10.
pub(super) fn expect_grades(part: &Part) -> Result<(), TableFault> {
    part.expect_rows(&["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"])
}
