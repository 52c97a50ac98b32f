//! Reading printed tables: columns of figures, bands of results, numbers.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::table::{Cell, Part, Span, TableFault};

/// Declares a column of figures: one field a printed row. Rows named behind `stated` stand in print without a figure
/// of their own, because the unit or the general states it; they must be there and are not read.
macro_rules! column_of_figures {
    (
        $(#[$doc:meta])*
        pub struct $column:ident { $($field:ident = $row:literal),* $(,)? }
        stated [$($stated:literal),*]
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $column { $(#[doc = concat!("The row `", $row, "`.")] pub $field: i32),* }

        impl $column {
            /// Reads the column of a part whose rows are exactly these; a dash counts nothing.
            pub(super) fn read(
                part: &krigsspil_engine::table::Part,
                column: &str,
            ) -> Result<$column, krigsspil_engine::table::TableFault> {
                part.expect_rows(&[$($row,)* $($stated),*])?;
                Ok($column { $($field: part.whole_or_dash($row, column)?.unwrap_or(0)),* })
            }
        }
    };
}
pub(super) use column_of_figures;

/// Results by bands of the regulated throw, from the lowest to the highest with no gap.
#[derive(Clone, Debug)]
pub struct Bands<R> {
    bands: ArrayVec<(Span, R), 4>,
    highest: R,
}

impl<R: Copy> Bands<R> {
    /// The result of a regulated throw.
    pub fn result(&self, total: i32) -> R {
        let band = self.bands.iter().find(|(span, _)| span.contains(total));
        band.map_or(self.highest, |(_, result)| *result)
    }
}

impl<R> Bands<R>
where
    R: Copy + std::str::FromStr,
    R::Err: std::fmt::Display,
{
    pub(super) fn read(part: &Part, column: &str) -> Result<Bands<R>, TableFault> {
        let spans = part.row_spans()?;
        expect_open_ends(part, &spans, i32::MIN)?;
        let mut bands = ArrayVec::new();
        for (span, row) in spans.into_iter().zip(&part.rows) {
            bands
                .try_push((span, part.parsed(&row.key, column)?))
                .map_err(|_| part.fault("there are at most four bands"))?;
        }
        let Some(&(_, highest)) = bands.last() else {
            return Err(part.fault("there must be a band"));
        };
        Ok(Bands { bands, highest })
    }
}

/// Checks that bands begin at `least` and have no highest result.
fn expect_open_ends(part: &Part, spans: &[Span], least: i32) -> Result<(), TableFault> {
    let open = spans.first().is_some_and(|span| span.least == least)
        && spans.last().is_some_and(|span| span.most == i32::MAX);
    if open { Ok(()) } else { Err(part.fault("the bands must take in every result, the highest up to n")) }
}

/// The five columns of a table of losses, found by the result.
#[derive(Clone, Copy, Debug)]
pub struct ResultColumns([Span; 5]);

impl ResultColumns {
    pub(super) fn read(part: &Part, least: i32) -> Result<ResultColumns, TableFault> {
        let spans = part.column_spans()?;
        expect_open_ends(part, &spans, least)?;
        let five = spans.try_into().map_err(|_| part.fault("there must be five columns"))?;
        Ok(ResultColumns(five))
    }

    /// The place of a result among the columns.
    pub fn place(&self, result: i32) -> usize {
        self.0.iter().position(|span| span.contains(result)).unwrap_or(self.0.len() - 1)
    }
}

/// The number in a cell, whole or not.
pub(super) fn number(part: &Part, row: &str, column: &str) -> Result<f64, TableFault> {
    match part.cell(row, column)? {
        Cell::Whole(whole) => Ok(f64::from(*whole)),
        Cell::Number(number) => Ok(*number),
        other => Err(part.row_fault(part.row(row)?, format!("`{row}` must be a number, not {other}"))),
    }
}

/// The yes or no in a cell.
pub(super) fn yes_no(part: &Part, row: &str, column: &str) -> Result<bool, TableFault> {
    match part.cell(row, column)? {
        Cell::YesNo(yes) => Ok(*yes),
        other => Err(part.row_fault(part.row(row)?, format!("`{row}` must be true or false, not {other}"))),
    }
}

/// The whole number in a cell, which must be within bounds.
pub(super) fn within(
    part: &Part,
    row: &str,
    column: &str,
    bounds: std::ops::RangeInclusive<i32>,
) -> Result<i32, TableFault> {
    let number = part.whole(row, column)?;
    if bounds.contains(&number) {
        return Ok(number);
    }
    let reason = format!("`{row}` is {number}; it must be {} to {}", bounds.start(), bounds.end());
    Err(part.row_fault(part.row(row)?, reason))
}
