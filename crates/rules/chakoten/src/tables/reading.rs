//! Cells that several tables share: parts of a turn, Roman values, results in columns.

use std::str::FromStr;

use krigsspil_engine::Sentence;
use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::table::{Cell, Part, Span, TableFault};
use krigsspil_engine::wordings::{NOT_QUARTERS, ROW_AT_LEAST, SO_MANY_CELLS, SO_MANY_RANGES};

use super::wordings::NO_ROMAN_VALUE;

/// A time in quarter turns, printed `1/4`, `1/2`, `3/4`, `1/1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quarters(pub i32);

impl Quarters {
    /// The time in turns.
    pub fn turns(self) -> f64 {
        f64::from(self.0) / 4.0
    }
}

impl FromStr for Quarters {
    type Err = Sentence;

    fn from_str(text: &str) -> Result<Self, Sentence> {
        let fault = || NOT_QUARTERS.with([("given", text.into())]);
        let (part, of) = text.split_once('/').ok_or_else(fault)?;
        match (part.parse::<i32>(), of.parse::<i32>()) {
            (Ok(part @ 0..=40), Ok(of @ (1 | 2 | 4))) => Ok(Quarters(part * 4 / of)),
            _ => Err(fault()),
        }
    }
}

/// A time; `None` for a printed dash.
pub(super) fn quarters_or_dash(part: &Part, row: &str, column: &str) -> Result<Option<Quarters>, TableFault> {
    match part.cell(row, column)? {
        Cell::Dash => Ok(None),
        _ => part.parsed(row, column).map(Some),
    }
}

/// A value of cover or obstacle: one of 0 to III, or a range of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct RomanValues {
    /// Least.
    pub least: i32,
    /// Most.
    pub most: i32,
}

impl FromStr for RomanValues {
    type Err = Sentence;

    fn from_str(text: &str) -> Result<Self, Sentence> {
        let value = |text: &str| ["0", "I", "II", "III"].iter().position(|roman| *roman == text);
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        match (value(least), value(most)) {
            (Some(least), Some(most)) if least <= most => {
                Ok(RomanValues { least: least as i32, most: most as i32 })
            }
            _ => Err(NO_ROMAN_VALUE.with([("given", text.into())])),
        }
    }
}

/// A Roman value; `None` for a printed dash.
pub(super) fn roman_or_dash(part: &Part, row: &str, column: &str) -> Result<RomanValues, TableFault> {
    match part.cell(row, column)? {
        Cell::Dash => Ok(RomanValues::default()),
        _ => part.parsed(row, column),
    }
}

/// The column for each result: the columns cover all results from the lowest to the highest without a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResultColumns<const N: usize>([Span; N]);

impl<const N: usize> ResultColumns<N> {
    pub(super) fn read(part: &Part) -> Result<Self, TableFault> {
        Self::from_spans(part, part.column_spans()?)
    }

    /// Reads columns whose results are the keys of the rows.
    pub(super) fn read_rows(part: &Part) -> Result<Self, TableFault> {
        Self::from_spans(part, part.row_spans()?)
    }

    fn from_spans(part: &Part, spans: Vec<Span>) -> Result<Self, TableFault> {
        let found = spans.len();
        let spans: [Span; N] =
            spans.into_iter().collect::<ArrayVec<_, 64>>().as_slice().try_into().map_err(|_| {
                let blanks = [("part", (&part.key).into()), ("wanted", N.into()), ("given", found.into())];
                part.fault(SO_MANY_RANGES.with(blanks))
            })?;
        Ok(ResultColumns(spans))
    }

    /// Checks that every result from `least` up has a column.
    pub(super) fn expect_from(self, part: &Part, least: i32) -> Result<Self, TableFault> {
        match (self.0.first(), self.0.last()) {
            (Some(first), Some(last)) if first.least <= least && last.most == i32::MAX => Ok(self),
            _ => Err(part.reach_fault(least, i32::MAX)),
        }
    }

    /// The column of a result; the first column for lower results, the last for higher ones.
    pub fn place(&self, result: i32) -> usize {
        self.0.iter().position(|span| result <= span.most).unwrap_or(N.saturating_sub(1))
    }
}

/// All words of a row, parsed.
pub(super) fn parsed_row<T, const N: usize>(part: &Part, row: &str) -> Result<[T; N], TableFault>
where
    T: FromStr + Copy,
    T::Err: Into<Sentence>,
{
    let mut words: ArrayVec<T, N> = ArrayVec::new();
    for column in part.columns.iter().take(N) {
        words.push(part.parsed(row, column)?);
    }
    words
        .into_inner()
        .map_err(|_| part.fault(SO_MANY_CELLS.with([("row", row.into()), ("wanted", N.into())])))
}

/// The whole numbers of a row, which must not be below 0 and must not fall from column to column.
pub(super) fn rising_row<const N: usize>(part: &Part, row: &str) -> Result<[i32; N], TableFault> {
    part.expect_rising(row)?;
    let cells = part.wholes_or_dashes::<N>(row)?.map(|cell| cell.unwrap_or(0));
    if cells.iter().any(|cell| *cell < 0) {
        let reason = ROW_AT_LEAST.with([("row", row.into()), ("least", 0.into())]);
        return Err(part.row_fault(part.row(row)?, reason));
    }
    Ok(cells)
}

/// All words of a column, parsed, from the first row to the last.
pub(super) fn parsed_column<T, const N: usize>(part: &Part, column: &str) -> Result<[T; N], TableFault>
where
    T: FromStr + Copy,
    T::Err: Into<Sentence>,
{
    let mut words: ArrayVec<T, N> = ArrayVec::new();
    for row in part.rows.iter().take(N) {
        words.push(part.parsed(&row.key, column)?);
    }
    words
        .into_inner()
        .map_err(|_| part.fault(SO_MANY_CELLS.with([("row", column.into()), ("wanted", N.into())])))
}
