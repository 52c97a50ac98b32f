//! Rows of modifiers, and the checks that tables share.

use krigsspil_engine::table::{Part, Span, TableFault};
use krigsspil_engine::wordings::COLUMNS_FROM_TO;

use super::wordings::LAST_COLUMN_OPEN;
use crate::vocabulary::OrderResult;

/// A row of two columns: one for the thrower, one for his opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnOpponent {
    /// In the own column.
    pub own: i32,
    /// In the opponent's column.
    pub opponent: i32,
}

/// The contents of a row of modifiers.
pub(super) trait ModifierRow: Sized {
    fn read(part: &Part, row: &str) -> Result<Self, TableFault>;
}

impl ModifierRow for OwnOpponent {
    fn read(part: &Part, row: &str) -> Result<Self, TableFault> {
        Ok(OwnOpponent {
            own: part.whole_or_dash(row, "own")?.unwrap_or(0),
            opponent: part.whole_or_dash(row, "opponent")?.unwrap_or(0),
        })
    }
}

impl ModifierRow for i32 {
    fn read(part: &Part, row: &str) -> Result<Self, TableFault> {
        part.whole(row, "modifier")
    }
}

/// Declares the rows of a table of modifiers. All rows must be present, and no others; in each table `valeur` stands for the unit's own
/// number.
macro_rules! modifier_rows {
    ($(#[$doc:meta])* pub struct $table:ident of $cell:ty { $($row:ident = $key:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $table { $(#[doc = concat!("`", $key, "`")] pub $row: $cell),* }

        impl $table {
            pub(super) fn read(parts: &[&krigsspil_engine::table::Part]) -> Result<$table, krigsspil_engine::table::TableFault> {
                $crate::tables::rows::expect_modifiers(parts, &[$($key,)* "valeur"])?;
                Ok($table { $($row: $crate::tables::rows::modifier_row(parts, $key)?),* })
            }
        }
    };
}
pub(super) use modifier_rows;

/// Checks that the parts together contain exactly these rows.
pub(super) fn expect_modifiers(parts: &[&Part], keys: &[&str]) -> Result<(), TableFault> {
    for part in parts {
        let theirs: Vec<&str> = keys.iter().copied().filter(|key| part.row(key).is_ok()).collect();
        part.expect_rows(&theirs)?;
    }
    keys.iter().try_for_each(|key| row_part(parts, key).map(|_| ()))
}

/// The row with this key, in whichever part it is.
pub(super) fn modifier_row<T: ModifierRow>(parts: &[&Part], key: &str) -> Result<T, TableFault> {
    T::read(row_part(parts, key)?, key)
}

fn row_part<'a>(parts: &[&'a Part], key: &str) -> Result<&'a Part, TableFault> {
    let mut missing = None;
    for part in parts {
        match part.row(key) {
            Ok(_) => return Ok(part),
            Err(fault) => missing = Some(fault),
        }
    }
    Err(missing.unwrap_or_else(|| TableFault {
        file: String::new(),
        line: 1,
        reason: krigsspil_engine::wordings::PART_MISSING.with([("part", key.into())]),
    }))
}

/// Columns that do not match the throws one to one.
pub(super) fn columns_from_to(part: &Part, least: i32, most: i32) -> TableFault {
    let blanks = [("part", (&part.key).into()), ("least", least.into()), ("most", most.into())];
    part.fault(COLUMNS_FROM_TO.with(blanks))
}

/// Checks that the columns of a table of results are 1 to 14 and 15 and over.
pub(super) fn expect_columns_1_to_15(part: &Part) -> Result<(), TableFault> {
    let spans = part.column_spans()?;
    let open = spans.last().is_some_and(|span| span.most == i32::MAX);
    if !open || spans.iter().map(|span| span.least).ne(1..=15) {
        return Err(part.columns_fault("1, 2, … 14, 15..n"));
    }
    Ok(())
}

/// Results for ranges of totals: skema XVII and XVIII.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderSpans(Vec<(Span, OrderResult)>);

impl OrderSpans {
    pub(super) fn read(part: &Part) -> Result<OrderSpans, TableFault> {
        part.expect_rows(&["order"])?;
        let spans = part.column_spans()?;
        if spans.last().is_none_or(|span| span.most != i32::MAX) {
            return Err(part.fault(LAST_COLUMN_OPEN));
        }
        let read = |(span, column): (Span, &String)| Ok((span, part.parsed("order", column)?));
        spans.into_iter().zip(&part.columns).map(read).collect::<Result<_, _>>().map(OrderSpans)
    }

    /// The result of a total; a total below the lowest range uses that range.
    pub fn result(&self, total: i32) -> OrderResult {
        self.0.iter().find(|(span, _)| total <= span.most).map_or(OrderResult::Good, |(_, result)| *result)
    }
}
