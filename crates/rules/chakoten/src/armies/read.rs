//! Reading the cells that the engine has no accessor for: ranges, lists of words, yes and no.

use std::fmt::Display;
use std::str::FromStr;

use krigsspil_engine::table::{Cell, Part, Span, TableFault};

/// A fault of one cell.
pub(super) fn cell_fault(part: &Part, row: &str, column: &str, reason: impl Display) -> TableFault {
    match part.row(row) {
        Ok(found) => part.row_fault(found, format!("`{row}` under `{column}`: {reason}")),
        Err(fault) => fault,
    }
}

/// A number, whole or not.
pub(super) fn number(part: &Part, row: &str, column: &str) -> Result<f64, TableFault> {
    match part.cell(row, column)? {
        Cell::Whole(number) => Ok(f64::from(*number)),
        Cell::Number(number) => Ok(*number),
        other => Err(cell_fault(part, row, column, format!("{other} is not a number"))),
    }
}

/// A number above 0: something is divided by it.
pub(super) fn number_above_0(part: &Part, row: &str, column: &str) -> Result<f64, TableFault> {
    match number(part, row, column)? {
        number if number > 0.0 => Ok(number),
        number => Err(cell_fault(part, row, column, format!("{number} must be above 0"))),
    }
}

/// A whole number above 0: something is divided by it.
pub(super) fn whole_above_0(part: &Part, row: &str, column: &str) -> Result<i32, TableFault> {
    match part.whole(row, column)? {
        number if number > 0 => Ok(number),
        number => Err(cell_fault(part, row, column, format!("{number} must be above 0"))),
    }
}

/// True or false.
pub(super) fn yes_no(part: &Part, row: &str, column: &str) -> Result<bool, TableFault> {
    match part.cell(row, column)? {
        Cell::YesNo(yes) => Ok(*yes),
        other => Err(cell_fault(part, row, column, format!("{other} is neither true nor false"))),
    }
}

/// A range such as `"2..3"`, or one number that is both ends; none where a dash is printed.
pub(super) fn span_or_dash(part: &Part, row: &str, column: &str) -> Result<Option<Span>, TableFault> {
    match part.cell(row, column)? {
        Cell::Dash => Ok(None),
        Cell::Whole(number) => Ok(Some(Span { least: *number, most: *number })),
        Cell::Word(word) => match Span::parse(word) {
            Some(span) => Ok(Some(span)),
            None => Err(cell_fault(part, row, column, format!("`{word}` is not a range like 2..3"))),
        },
        other => Err(cell_fault(part, row, column, format!("{other} is not a range like 2..3"))),
    }
}

/// A range that must be there.
pub(super) fn span(part: &Part, row: &str, column: &str) -> Result<Span, TableFault> {
    span_or_dash(part, row, column)?.ok_or_else(|| cell_fault(part, row, column, "a range must stand here"))
}

/// Words or numbers parted by blanks; none of them where a dash is printed.
pub(super) fn list<T>(part: &Part, row: &str, column: &str) -> Result<Vec<T>, TableFault>
where
    T: FromStr,
    T::Err: Display,
{
    let cell = part.cell(row, column)?;
    if *cell == Cell::Dash {
        return Ok(Vec::new());
    }
    cell.to_string()
        .split_whitespace()
        .map(|word| word.parse().map_err(|error: T::Err| cell_fault(part, row, column, error)))
        .collect()
}

/// A word read as a choice; none where a dash is printed.
pub(super) fn parsed_or_dash<T>(part: &Part, row: &str, column: &str) -> Result<Option<T>, TableFault>
where
    T: FromStr,
    T::Err: Display,
{
    match part.cell(row, column)? {
        Cell::Dash => Ok(None),
        _ => part.parsed(row, column).map(Some),
    }
}

/// What a result of dice gives: the rows of a part whose keys are ranges.
#[derive(Clone, Debug)]
pub struct Steps<T> {
    steps: Vec<(i32, T)>,
    highest: T,
}

impl<T: Copy> Steps<T> {
    /// Reads each row with `cell`; the ranges must follow each other and reach from `least` to `most`.
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
            _ => Err(part.fault(format!("the rows must reach from {least} to {most}"))),
        }
    }

    /// What this result gives.
    pub fn at(&self, result: i32) -> T {
        self.steps.iter().find(|(most, _)| result <= *most).map_or(self.highest, |(_, step)| *step)
    }
}
