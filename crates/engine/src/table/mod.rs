//! Printed tables as data.
//!
//! A table file is TOML in the shape of the print: its printed name, and one or more parts with columns and rows.
//!
//! ```toml
//! printed = "skema VI"
//!
//! [[part]]
//! key = "men_per_fire_unit"
//! columns = ["1", "2", "3..n"]
//! rows = [
//!     ["zone_1", 1, 2, 4],
//!     ["zone_2", 1, 2, 3],
//! ]
//! ```
//!
//! The first cell of a row is its key; `"-"` is a printed dash. Keys of tables, parts, columns and rows are labelled in the
//! message files (`table`, `part`, `column`, `row`). A rule set reads its tables into typed structs once, at the door; what is
//! missing, left over or out of order there is a [`TableFault`] with file, line and reason.

use std::fmt;

use serde::Deserialize;
use toml::Spanned;

use crate::messages::{Language, Messages};
use crate::misread::sentence_of;
use crate::sentence::Sentence;
use crate::wordings::*;

pub(crate) mod cell_words;
mod faults;
mod source;
mod span;

pub use cell_words::{printed_range, whole as read_as_a_whole};
pub use source::{HouseFault, TableShelf, TableSource, house_tables};
pub use span::Span;
use span::spans;

/// What is wrong with a table file, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {reason}")]
pub struct TableFault {
    /// The file.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub reason: Sentence,
}

impl TableFault {
    /// The fault in a language, with file and line before it.
    pub fn message(&self, language: Language) -> String {
        format!("{}:{}: {}", self.file, self.line, self.reason.message(Messages::engine(), language))
    }
}

/// One cell of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A whole number.
    Whole(i32),
    /// A number.
    Number(f64),
    /// A word.
    Word(String),
    /// True or false.
    YesNo(bool),
    /// A printed dash: nothing, or not allowed.
    Dash,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Whole(number) => number.fmt(f),
            Cell::Number(number) => number.fmt(f),
            Cell::Word(word) => f.pad(word),
            Cell::YesNo(yes) => f.pad(if *yes { "×" } else { "" }),
            Cell::Dash => f.pad("-"),
        }
    }
}

impl Cell {
    /// The cell as a player reads it: words by their label in the `cell` section or
    /// among the choices, where they have one, and ranges as they are printed.
    pub fn readable(&self, messages: &Messages, language: Language, table: &str) -> String {
        match self {
            Cell::Word(words) => cell_words::whole(words, messages, language, table).unwrap_or_else(|| {
                let read = |word: &str| cell_words::readable(word, messages, language, table);
                words.split(", ").map(read).collect::<Vec<_>>().join(", ")
            }),
            Cell::Number(number) => crate::number::plain(*number, language),
            other => other.to_string(),
        }
    }
}

/// A row: its key and its cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The key.
    pub key: String,
    /// The cells, one for each column.
    pub cells: Vec<Cell>,
    line: usize,
}

/// A part of a table: columns and rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The part's key.
    pub key: String,
    /// The columns' keys.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Row>,
    file: String,
    line: usize,
}

/// A printed table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// File name without the ending: the table's id.
    pub id: String,
    /// The name it has in print.
    pub printed: String,
    /// Its parts.
    pub parts: Vec<Part>,
    file: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTable {
    printed: String,
    part: Vec<RawPart>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPart {
    key: Spanned<String>,
    columns: Vec<String>,
    rows: Vec<Spanned<Vec<Spanned<toml::Value>>>>,
}

/// The line of a byte offset, counted from 1.
fn line_of(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|byte| *byte == b'\n').count() + 1
}

impl Table {
    /// Reads a table file; `file` is its name, for messages, and gives the table's id.
    pub fn read(file: &str, text: &str) -> Result<Table, TableFault> {
        let fault = |offset: usize, reason: Sentence| TableFault {
            file: file.to_string(),
            line: line_of(text, offset),
            reason,
        };
        let raw: RawTable = toml::from_str(text).map_err(|error| {
            fault(error.span().map_or(0, |span| span.start), sentence_of(error.message()))
        })?;
        let mut parts = Vec::with_capacity(raw.part.len());
        for part in raw.part {
            let mut rows: Vec<Row> = Vec::with_capacity(part.rows.len());
            for row in part.rows {
                let offset = row.span().start;
                let row = read_row(row.into_inner(), &part.columns, text)
                    .map_err(|(offset, reason)| fault(offset, reason))?;
                if rows.iter().any(|before| before.key == row.key) {
                    return Err(fault(offset, ROW_TWICE.with([("row", row.key.into())])));
                }
                rows.push(row);
            }
            let line = line_of(text, part.key.span().start);
            let key = part.key.into_inner();
            parts.push(Part { key, columns: part.columns, rows, file: file.to_string(), line });
        }
        let id = file.strip_suffix(".toml").unwrap_or(file).to_string();
        Ok(Table { id, printed: raw.printed, parts, file: file.to_string() })
    }

    /// The part with this key.
    pub fn part(&self, key: &str) -> Result<&Part, TableFault> {
        self.parts.iter().find(|part| part.key == key).ok_or_else(|| TableFault {
            file: self.file.clone(),
            line: 1,
            reason: PART_MISSING.with([("part", key.into())]),
        })
    }

    /// The only part of a table that has one.
    pub fn only_part(&self) -> Result<&Part, TableFault> {
        match self.parts.as_slice() {
            [part] => Ok(part),
            parts => Err(TableFault {
                file: self.file.clone(),
                line: 1,
                reason: ONE_PART.with([("given", parts.len().into())]),
            }),
        }
    }
}

fn read_row(
    raw: Vec<Spanned<toml::Value>>,
    columns: &[String],
    text: &str,
) -> Result<Row, (usize, Sentence)> {
    let mut cells = raw.into_iter();
    let Some(first) = cells.next() else {
        return Err((0, ROW_EMPTY.into()));
    };
    let offset = first.span().start;
    let toml::Value::String(key) = first.into_inner() else {
        return Err((offset, ROW_WITHOUT_KEY.into()));
    };
    let cells = cells.map(read_cell).collect::<Result<Vec<_>, _>>()?;
    if cells.len() != columns.len() {
        let (given, wanted) = (cells.len().into(), columns.len().into());
        return Err((offset, ROW_LENGTH.with([("row", key.into()), ("given", given), ("wanted", wanted)])));
    }
    Ok(Row { key, cells, line: line_of(text, offset) })
}

fn read_cell(raw: Spanned<toml::Value>) -> Result<Cell, (usize, Sentence)> {
    let offset = raw.span().start;
    match raw.into_inner() {
        toml::Value::Integer(number) => i32::try_from(number)
            .map(Cell::Whole)
            .map_err(|_| (offset, CELL_TOO_LARGE.with([("given", number.into())]))),
        toml::Value::Float(number) if number.is_finite() => Ok(Cell::Number(number)),
        toml::Value::String(word) if word == "-" => Ok(Cell::Dash),
        toml::Value::String(word) => Ok(Cell::Word(word)),
        toml::Value::Boolean(yes) => Ok(Cell::YesNo(yes)),
        other => Err((offset, NO_CELL.with([("given", other.type_str().into())]))),
    }
}

impl Part {
    /// Checks how many columns there are.
    pub fn column_count(&self, wanted: usize) -> Result<(), TableFault> {
        let given = self.columns.len();
        if given == wanted {
            return Ok(());
        }
        let blanks = [("part", (&self.key).into()), ("wanted", wanted.into()), ("given", given.into())];
        Err(self.at(self.line, SO_MANY_COLUMNS.with(blanks)))
    }

    /// The row with this key.
    pub fn row(&self, key: &str) -> Result<&Row, TableFault> {
        self.rows.iter().find(|row| row.key == key).ok_or_else(|| {
            self.at(self.line, ROW_MISSING.with([("row", key.into()), ("part", (&self.key).into())]))
        })
    }

    /// The cell in this row and column.
    pub fn cell(&self, row: &str, column: &str) -> Result<&Cell, TableFault> {
        let place = self.columns.iter().position(|key| key == column).ok_or_else(|| {
            self.at(self.line, COLUMN_MISSING.with([("column", column.into()), ("part", (&self.key).into())]))
        })?;
        Ok(&self.row(row)?.cells[place])
    }

    /// The whole number in this row and column.
    pub fn whole(&self, row: &str, column: &str) -> Result<i32, TableFault> {
        match self.cell(row, column)? {
            Cell::Whole(number) => Ok(*number),
            other => Err(self.wrong_cell(row, column, "whole_number", other)),
        }
    }

    /// The whole number in this row and column; `None` for a printed dash.
    pub fn whole_or_dash(&self, row: &str, column: &str) -> Result<Option<i32>, TableFault> {
        match self.cell(row, column)? {
            Cell::Dash => Ok(None),
            _ => self.whole(row, column).map(Some),
        }
    }

    /// All cells of a row as whole numbers, `N` of them.
    pub fn wholes<const N: usize>(&self, row: &str) -> Result<[i32; N], TableFault> {
        let cells = self.row(row)?;
        self.column_count(N)?;
        let mut wholes = [0; N];
        for (place, cell) in cells.cells.iter().enumerate() {
            match cell {
                Cell::Whole(number) => wholes[place] = *number,
                other => {
                    return Err(self.wrong_cell(row, &self.columns[place], "whole_number", other));
                }
            }
        }
        Ok(wholes)
    }

    /// All cells of a row as whole numbers or dashes, `N` of them.
    pub fn wholes_or_dashes<const N: usize>(&self, row: &str) -> Result<[Option<i32>; N], TableFault> {
        self.column_count(N)?;
        let mut wholes = [None; N];
        for (place, column) in self.columns.iter().enumerate() {
            wholes[place] = self.whole_or_dash(row, column)?;
        }
        Ok(wholes)
    }

    /// The word in this row and column.
    pub fn word(&self, row: &str, column: &str) -> Result<&str, TableFault> {
        match self.cell(row, column)? {
            Cell::Word(word) => Ok(word),
            other => Err(self.wrong_cell(row, column, "word", other)),
        }
    }

    /// The number in this row and column, whole or not.
    pub fn number(&self, row: &str, column: &str) -> Result<f64, TableFault> {
        match self.cell(row, column)? {
            Cell::Whole(number) => Ok(f64::from(*number)),
            Cell::Number(number) => Ok(*number),
            other => Err(self.wrong_cell(row, column, "number", other)),
        }
    }

    /// The yes or no in this row and column.
    pub fn yes_no(&self, row: &str, column: &str) -> Result<bool, TableFault> {
        match self.cell(row, column)? {
            Cell::YesNo(yes) => Ok(*yes),
            other => Err(self.wrong_cell(row, column, "yes_or_no", other)),
        }
    }

    /// The whole number in this row and column, which must be within bounds.
    pub fn within(
        &self,
        row: &str,
        column: &str,
        bounds: std::ops::RangeInclusive<i32>,
    ) -> Result<i32, TableFault> {
        match self.whole(row, column)? {
            number if bounds.contains(&number) => Ok(number),
            number => Err(self.cell_fault(row, column, out_of_range(number, bounds.start(), bounds.end()))),
        }
    }

    /// The whole number in this row and column, which must not be below the least.
    pub fn at_least(&self, least: i32, row: &str, column: &str) -> Result<i32, TableFault> {
        match self.whole(row, column)? {
            number if number >= least => Ok(number),
            number => {
                let reason = NOT_AT_LEAST.with([("given", number.into()), ("least", least.into())]);
                Err(self.cell_fault(row, column, reason))
            }
        }
    }

    /// The whole number in this row and column, which must be above 0: something is divided by it, or counted by it.
    pub fn above_0(&self, row: &str, column: &str) -> Result<i32, TableFault> {
        self.at_least(1, row, column)
    }

    /// The word in this row and column, read as a declared choice or anything else that parses.
    pub fn parsed<T>(&self, row: &str, column: &str) -> Result<T, TableFault>
    where
        T: std::str::FromStr,
        T::Err: Into<Sentence>,
    {
        let word = self.word(row, column)?;
        word.parse().map_err(|error: T::Err| self.cell_fault(row, column, error))
    }

    /// Checks that the rows are exactly these, in any order: none missing, none unknown.
    pub fn expect_rows(&self, keys: &[&str]) -> Result<(), TableFault> {
        for key in keys {
            self.row(key)?;
        }
        match self.rows.iter().find(|row| !keys.contains(&row.key.as_str())) {
            Some(row) => Err(self.not_printed(row, keys)),
            None => Ok(()),
        }
    }

    /// The columns read as ranges (see [`Span::parse`]) that follow each other with no gap and no overlap.
    pub fn column_spans(&self) -> Result<Vec<Span>, TableFault> {
        spans(&self.columns).map_err(|reason| self.at(self.line, reason))
    }

    /// The rows' keys read as ranges that follow each other with no gap and no overlap.
    pub fn row_spans(&self) -> Result<Vec<Span>, TableFault> {
        spans(self.rows.iter().map(|row| &row.key)).map_err(|reason| self.at(self.line, reason))
    }

    /// Checks that the numbers of a row never fall from one column to the next.
    pub fn expect_rising(&self, row: &str) -> Result<(), TableFault> {
        let found = self.row(row)?;
        let mut highest = i32::MIN;
        for cell in &found.cells {
            if let Cell::Whole(number) = cell {
                if *number < highest {
                    let blanks = [("row", row.into()), ("from", highest.into()), ("to", number.into())];
                    return Err(self.at(found.line, ROW_FALLS.with(blanks)));
                }
                highest = *number;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "printed = \"skema X\"\n[[part]]\nkey = \"losses\"\ncolumns = [\"1\", \"2..n\"]\nrows = [\n  [\"six\", 2, 4],\n  [\"five\", 2, \"-\"],\n]\n";

    /// A good file reads cell by cell.
    #[test]
    fn cells_are_read() {
        let table = Table::read("skema-X.toml", GOOD).unwrap();
        let part = table.only_part().unwrap();
        assert_eq!(part.whole("six", "2..n"), Ok(4));
        assert_eq!(part.whole_or_dash("five", "2..n"), Ok(None));
        assert_eq!(part.column_spans().unwrap()[1], Span { least: 2, most: i32::MAX });
    }

    /// Ranges read as they are printed, and words by their labels.
    #[test]
    fn cells_read_as_printed() {
        let messages = Messages::read("[cell]\nown = \"the attacker\"", "").unwrap();
        let word = Cell::Word("own".into());
        assert_eq!(word.readable(&messages, Language::English, "skema-XIII"), "the attacker");
        assert_eq!(word.readable(&messages, Language::Danish, "skema-XIII"), "own");
    }

    /// Each way to break a file is reported with its line.
    #[test]
    fn broken_files_name_the_line() {
        let broken = |from: &str, to: &str| {
            let text = GOOD.replace(from, to);
            let read = Table::read("x.toml", &text).and_then(|table| {
                let part = table.only_part()?.clone();
                part.expect_rows(&["six", "five"])?;
                part.column_spans()?;
                part.wholes::<2>("six")
            });
            read.unwrap_err().to_string()
        };
        assert!(broken("2, 4]", "2]").starts_with("x.toml:6: row `six` has 1 cells; there are 2 columns"));
        assert!(broken("\"five\"", "\"six\"").starts_with("x.toml:7: row `six` stands twice"));
        assert!(broken("\"five\"", "\"fiev\"").contains("`five` is missing"));
        assert!(broken("2..n", "3..n").contains("leaves a gap"));
        assert!(broken("2..n", "1..n").contains("overlaps"));
        assert!(
            broken("2, 4]", "2, \"x\"]")
                .starts_with("x.toml:6: `six` under `2..n` must be a whole number, not x")
        );
        assert!(broken("rows = [", "rows = ").starts_with("x.toml:"));
        assert!(broken("printed", "painted").starts_with("x.toml:1: "));
    }
}
