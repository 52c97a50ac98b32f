//! Reads printed tables: columns of numbers, bands of results, numbers.

use krigsspil_engine::Sentence;
use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::table::{Part, Span, TableFault};
use krigsspil_engine::wordings::COLUMNS_OF;

use super::wordings::FOUR_BANDS;

/// Declares a column of numbers: one field for each printed row. Rows after `stated` are printed without a number of their own, because the
/// unit or the general states it; they must be present and are not read.
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
            /// Reads the column of a part whose rows are exactly these; a dash counts as 0.
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

/// Results by bands of the modified throw, from the lowest to the highest without a gap.
#[derive(Clone, Debug)]
pub struct Bands<R> {
    bands: ArrayVec<(Span, R), 4>,
    highest: R,
}

impl<R: Copy> Bands<R> {
    /// The result of a modified throw.
    pub fn result(&self, total: i32) -> R {
        let band = self.bands.iter().find(|(span, _)| span.contains(total));
        band.map_or(self.highest, |(_, result)| *result)
    }
}

impl<R> Bands<R>
where
    R: Copy + std::str::FromStr,
    R::Err: Into<Sentence>,
{
    pub(super) fn read(part: &Part, column: &str) -> Result<Bands<R>, TableFault> {
        let spans = part.row_spans()?;
        expect_open_ends(part, &spans, i32::MIN)?;
        let mut bands = ArrayVec::new();
        for (span, row) in spans.into_iter().zip(&part.rows) {
            bands.try_push((span, part.parsed(&row.key, column)?)).map_err(|_| {
                part.fault(FOUR_BANDS.with([("part", (&part.key).into()), ("most", 4.into())]))
            })?;
        }
        let Some(&(_, highest)) = bands.last() else {
            return Err(part.empty_fault());
        };
        Ok(Bands { bands, highest })
    }
}

/// Checks that bands begin at `least` and have no highest result.
fn expect_open_ends(part: &Part, spans: &[Span], least: i32) -> Result<(), TableFault> {
    let open = spans.first().is_some_and(|span| span.least == least)
        && spans.last().is_some_and(|span| span.most == i32::MAX);
    if open { Ok(()) } else { Err(part.reach_fault(least, i32::MAX)) }
}

/// The five columns of a table of losses, selected by the result.
#[derive(Clone, Copy, Debug)]
pub struct ResultColumns([Span; 5]);

impl ResultColumns {
    pub(super) fn read(part: &Part, least: i32) -> Result<ResultColumns, TableFault> {
        let spans = part.column_spans()?;
        expect_open_ends(part, &spans, least)?;
        part.column_count(5)?;
        spans.try_into().map(ResultColumns).map_err(|_| part.empty_fault())
    }

    /// The index of the column of a result.
    pub fn place(&self, result: i32) -> usize {
        self.0.iter().position(|span| span.contains(result)).unwrap_or(self.0.len() - 1)
    }
}

/// A part whose columns differ from those of another.
pub(super) fn columns_of(part: &Part, other: &Part) -> TableFault {
    part.fault(COLUMNS_OF.with([("part", (&part.key).into()), ("other", (&other.key).into())]))
}
