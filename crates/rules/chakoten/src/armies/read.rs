//! Reads cells for which the engine has no accessor: ranges, lists of words, yes and no.

use std::str::FromStr;

use krigsspil_engine::table::{Cell, Part, Span, TableFault};
use krigsspil_engine::wordings::{NO_DASH, NOT_A_RANGE, NOT_ABOVE_0, WRONG_TYPE};
use krigsspil_engine::{Filling, Sentence};

/// A number above 0, because it is a divisor.
pub(super) fn number_above_0(part: &Part, row: &str, column: &str) -> Result<f64, TableFault> {
    match part.number(row, column)? {
        number if number > 0.0 => Ok(number),
        number => Err(part.cell_fault(row, column, NOT_ABOVE_0.with([("given", number.into())]))),
    }
}

/// A range such as `"2..3"`, or one number that is both ends; `None` for a printed dash.
pub(super) fn span_or_dash(part: &Part, row: &str, column: &str) -> Result<Option<Span>, TableFault> {
    match part.cell(row, column)? {
        Cell::Dash => Ok(None),
        Cell::Whole(number) => Ok(Some(Span { least: *number, most: *number })),
        other => match Span::parse(&other.to_string()) {
            Some(span) => Ok(Some(span)),
            None => Err(part.cell_fault(row, column, NOT_A_RANGE.with([("given", other.into())]))),
        },
    }
}

/// A required range.
pub(super) fn span(part: &Part, row: &str, column: &str) -> Result<Span, TableFault> {
    span_or_dash(part, row, column)?.ok_or_else(|| part.cell_fault(row, column, NO_DASH))
}

/// Words or numbers separated by spaces; empty for a printed dash.
pub(super) fn list<T>(part: &Part, row: &str, column: &str) -> Result<Vec<T>, TableFault>
where
    T: FromStr,
    T::Err: Into<Sentence>,
{
    let cell = part.cell(row, column)?;
    if *cell == Cell::Dash {
        return Ok(Vec::new());
    }
    cell.to_string()
        .split_whitespace()
        .map(|word| word.parse().map_err(|error: T::Err| part.cell_fault(row, column, error)))
        .collect()
}

/// Whole numbers separated by spaces; empty for a printed dash.
pub(super) fn wholes(part: &Part, row: &str, column: &str) -> Result<Vec<i32>, TableFault> {
    let whole = |word: String| {
        let blanks = [("given", (&word).into()), ("wanted", Filling::Word("wanted", "whole_number"))];
        word.parse().map_err(|_| part.cell_fault(row, column, WRONG_TYPE.with(blanks)))
    };
    list(part, row, column)?.into_iter().map(whole).collect()
}

/// A word read as a choice; `None` for a printed dash.
pub(super) fn parsed_or_dash<T>(part: &Part, row: &str, column: &str) -> Result<Option<T>, TableFault>
where
    T: FromStr,
    T::Err: Into<Sentence>,
{
    match part.cell(row, column)? {
        Cell::Dash => Ok(None),
        _ => part.parsed(row, column).map(Some),
    }
}

/// The value for each result of the dice: the rows of a part whose keys are ranges.
#[derive(Clone, Debug)]
pub struct Steps<T> {
    steps: Vec<(i32, T)>,
    highest: T,
}

impl<T: Copy> Steps<T> {
    /// Reads each row with `cell`; the ranges must follow each other without gaps from `least` to `most`.
    pub(super) fn read(
        part: &Part,
        least: i32,
        most: i32,
        cell: impl Fn(&str) -> Result<T, TableFault>,
    ) -> Result<Steps<T>, TableFault> {
        let spans = part.row_spans()?;
        let reaches = spans.first().is_some_and(|span| span.least <= least)
            && spans.last().is_some_and(|span| span.most >= most);
        let mut steps = Vec::with_capacity(spans.len());
        for (row, span) in part.rows.iter().zip(&spans) {
            steps.push((span.most, cell(&row.key)?));
        }
        match steps.last() {
            Some(&(_, highest)) if reaches => Ok(Steps { steps, highest }),
            _ => Err(part.reach_fault(least, most)),
        }
    }

    /// The value for this result.
    pub fn at(&self, result: i32) -> T {
        self.steps.iter().find(|(most, _)| result <= *most).map_or(self.highest, |(_, step)| *step)
    }
}
