//! What can be wrong with a part of a table, and where it is in the file.

use super::{Cell, Part, Row, TableFault};
use crate::sentence::{Filling, Sentence};
use crate::wordings::{
    CELL_MUST_BE, COLUMNS_MUST_BE, OF_CELL, PART_EMPTY, RANGES_REACH, ROW_NOT_PRINTED, ROWS_FALL,
};

impl Part {
    pub(super) fn at(&self, line: usize, reason: Sentence) -> TableFault {
        TableFault { file: self.file.clone(), line, reason }
    }

    /// A fault of this part as a whole.
    pub fn fault(&self, reason: impl Into<Sentence>) -> TableFault {
        self.at(self.line, reason.into())
    }

    /// A fault of one row of this part.
    pub fn row_fault(&self, row: &Row, reason: impl Into<Sentence>) -> TableFault {
        self.at(row.line, reason.into())
    }

    /// A fault of one cell of this part: its row and column go before the reason.
    pub fn cell_fault(&self, row: &str, column: &str, reason: impl Into<Sentence>) -> TableFault {
        let reason = Filling::sentence(reason);
        let blanks = [("row", row.into()), ("column", column.into()), ("reason", reason)];
        self.at(self.line_of(row), OF_CELL.with(blanks))
    }

    /// A row that no printed table has.
    pub fn not_printed(&self, row: &Row, known: &[&str]) -> TableFault {
        let blanks = [("row", (&row.key).into()), ("hint", crate::fact::hint(&row.key, known))];
        self.row_fault(row, ROW_NOT_PRINTED.with(blanks))
    }

    /// Ranges that do not cover everything from end to end. The open ends are -n and n.
    pub fn reach_fault(&self, least: i32, most: i32) -> TableFault {
        let end = |number: i32| match number {
            i32::MIN => "-n".into(),
            i32::MAX => "n".into(),
            number => number.into(),
        };
        let blanks = [("part", (&self.key).into()), ("least", end(least)), ("most", end(most))];
        self.fault(RANGES_REACH.with(blanks))
    }

    /// A part without rows or columns.
    pub fn empty_fault(&self) -> TableFault {
        self.fault(PART_EMPTY.with([("part", (&self.key).into())]))
    }

    /// A part whose numbers fall from one row to the next.
    pub fn falling_fault(&self) -> TableFault {
        self.fault(ROWS_FALL.with([("part", (&self.key).into())]))
    }

    /// Columns that should be others.
    pub fn columns_fault(&self, wanted: impl Into<Filling>) -> TableFault {
        self.fault(COLUMNS_MUST_BE.with([("part", (&self.key).into()), ("wanted", wanted.into())]))
    }

    fn line_of(&self, row: &str) -> usize {
        self.row(row).map_or(self.line, |row| row.line)
    }

    /// A cell that should hold something else.
    pub(super) fn wrong_cell(
        &self,
        row: &str,
        column: &str,
        wanted: &'static str,
        given: &Cell,
    ) -> TableFault {
        let blanks = [
            ("row", row.into()),
            ("column", column.into()),
            ("wanted", Filling::Word("wanted", wanted)),
            ("given", given.into()),
        ];
        self.at(self.line_of(row), CELL_MUST_BE.with(blanks))
    }
}
