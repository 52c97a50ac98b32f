//! Tables of points in groups: skema VIII, XI and XV. In each column only one row of a group counts.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::fact::Choice;
use krigsspil_engine::table::{Cell, Part, Span, TableFault};
use krigsspil_engine::{Listener, Modifier, Points};

use super::wordings::{GROUP_TOGETHER, POINTS_RANGE_OR_DASH};

/// A printed row of points, in the order of the print.
pub trait PrintedRow: Choice {
    /// Its place in the print.
    fn place(self) -> usize;
}

/// Declares the rows of a table of points in the order of the print.
macro_rules! printed_rows {
    ($($(#[$doc:meta])* pub enum $rows:ident { $($row:ident = $key:literal),* $(,)? })*) => {$(
        krigsspil_engine::choices! { $(#[$doc])* pub enum $rows { $($row = $key),* } }

        impl $crate::tables::points::PrintedRow for $rows {
            fn place(self) -> usize {
                self as usize
            }
        }
    )*};
}
pub(super) use printed_rows;

#[derive(Clone, Copy, Debug)]
struct Row<const COLUMNS: usize> {
    /// Rows with the same number are one group.
    group: usize,
    /// The points in each column. Where the print has a range, the situation gives the points, and this is 1.
    points: [Option<i32>; COLUMNS],
}

/// A table of points with `ROWS` rows.
#[derive(Clone, Debug)]
pub struct PointTable<R, const COLUMNS: usize, const ROWS: usize> {
    rows: [Row<COLUMNS>; ROWS],
    of: std::marker::PhantomData<R>,
}

/// The rows that count, with their points.
pub type Counted<R, const ROWS: usize> = ArrayVec<(R, i32), ROWS>;

impl<R: PrintedRow, const COLUMNS: usize, const ROWS: usize> PointTable<R, COLUMNS, ROWS> {
    /// Reads the rows from their parts; `columns` are the columns of points.
    pub(super) fn read(first: &Part, others: &[&Part], columns: [&str; COLUMNS]) -> Result<Self, TableFault> {
        for part in std::iter::once(&first).chain(others) {
            if let Some(row) = part.rows.iter().find(|row| !R::NAMES.contains(&row.key.as_str())) {
                return Err(part.not_printed(row, R::NAMES));
            }
        }
        let mut groups: Vec<&str> = Vec::new();
        let mut rows: ArrayVec<Row<COLUMNS>, ROWS> = ArrayVec::new();
        for key in R::NAMES {
            let part = others.iter().find(|part| part.row(key).is_ok()).unwrap_or(&first);
            let group = part.word(key, "group")?;
            if groups.last() != Some(&group) {
                if groups.contains(&group) {
                    let reason = GROUP_TOGETHER.with([("group", group.into())]);
                    return Err(part.row_fault(part.row(key)?, reason));
                }
                groups.push(group);
            }
            let mut points = [None; COLUMNS];
            for (points, column) in points.iter_mut().zip(columns) {
                *points = cell(part, key, column)?;
            }
            rows.push(Row { group: groups.len(), points });
        }
        let rows = rows.into_inner().map_err(|_| first.empty_fault())?;
        Ok(PointTable { rows, of: std::marker::PhantomData })
    }

    /// The points of a row in a column; 0 for a printed dash.
    pub fn points(&self, row: R, column: usize) -> i32 {
        self.rows[row.place()].points[column].unwrap_or(0)
    }

    /// Selects the rows that count in a column from the rows that apply: of each group the row with the greatest absolute value; if two are
    /// equal, the deduction (ruling 7). Each row comes with how often it applies; the rows are in the order of the print.
    pub fn count(&self, column: usize, held: impl IntoIterator<Item = (R, i32)>) -> Counted<R, ROWS> {
        let mut counted: Counted<R, ROWS> = ArrayVec::new();
        for (row, times) in held {
            let Some(points) = self.rows[row.place()].points[column] else { continue };
            let value = points * times;
            match counted.last_mut() {
                Some((other, best)) if self.rows[other.place()].group == self.rows[row.place()].group => {
                    if value.abs() > best.abs() || (value.abs() == best.abs() && value < *best) {
                        (*other, *best) = (row, value);
                    }
                }
                _ => counted.push((row, value)),
            }
        }
        counted
    }
}

impl<R: PrintedRow, const COLUMNS: usize, const ROWS: usize> PointTable<R, COLUMNS, ROWS> {
    /// Adds up a column over the rows that may apply (in the order of the print, with how often each applies; 0 if it does not), and
    /// reports each row that counts with its name and modifier.
    pub fn tell<L: Listener>(
        &self,
        column: usize,
        rows: &[(R, i32)],
        told: impl Fn(R) -> (&'static str, &'static Modifier),
        points: &mut Points,
        report: &mut L,
    ) -> i32 {
        let held = rows.iter().copied().filter(|(_, times)| *times != 0);
        let mut sum = 0;
        for (row, value) in self.count(column, held) {
            let (name, modifier) = told(row);
            points.add(name, value);
            sum += report.add(modifier, value);
        }
        sum
    }
}

fn cell(part: &Part, row: &str, column: &str) -> Result<Option<i32>, TableFault> {
    match part.cell(row, column)? {
        Cell::Whole(points) => Ok(Some(*points)),
        Cell::Dash => Ok(None),
        Cell::Word(word) if Span::parse(word).is_some() => Ok(Some(1)),
        other => Err(part.cell_fault(row, column, POINTS_RANGE_OR_DASH.with([("given", other.into())]))),
    }
}
