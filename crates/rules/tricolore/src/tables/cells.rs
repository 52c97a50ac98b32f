//! Cells and headings of the sheet: tests, fractions, ranges.

use std::fmt;

use krigsspil_engine::arrayvec::ArrayString;
use krigsspil_engine::fact::Kind;
use krigsspil_engine::outcome::OutcomeValue;
use krigsspil_engine::serde::{Serialize, Serializer};
use krigsspil_engine::table::{Cell, Part, Span, TableFault};

use super::wordings::*;
use crate::notation::{Against, Call, Rating, Test};
use crate::quantity::{Bases, Disorder, Metres, Quarters};

/// The heading of a column or row, as named in an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Heading(ArrayString<24>);

impl fmt::Display for Heading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl Serialize for Heading {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl OutcomeValue for Heading {
    const KIND: Kind = Kind::Text;
}

/// How a range is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// `<=-8`, `2..6`, `>=30`
    Limits,
    /// `2-5`, `55+`
    Dashes,
}

impl Style {
    fn heading(self, span: Span) -> Heading {
        use std::fmt::Write;
        let mut text = ArrayString::new();
        // Two numbers of at most eleven characters and two dots always fit into 24.
        let _ = match (self, span) {
            (Style::Limits, Span { least: i32::MIN, most }) => write!(text, "<={most}"),
            (Style::Limits, Span { least, most: i32::MAX }) => write!(text, ">={least}"),
            (Style::Limits, Span { least, most }) => write!(text, "{least}..{most}"),
            (Style::Dashes, Span { least, most: i32::MAX }) => write!(text, "{least}+"),
            (Style::Dashes, Span { least, most }) => write!(text, "{least}-{most}"),
        };
        Heading(text)
    }
}

/// Ranges that follow each other without gap or overlap.
#[derive(Clone, Debug)]
pub struct Bands {
    spans: Vec<Span>,
    headings: Vec<Heading>,
}

impl Bands {
    pub(super) fn of_columns(part: &Part, style: Style) -> Result<Bands, TableFault> {
        Bands::of(part.column_spans()?, part, style)
    }

    pub(super) fn of_rows(part: &Part, style: Style) -> Result<Bands, TableFault> {
        Bands::of(part.row_spans()?, part, style)
    }

    fn of(spans: Vec<Span>, part: &Part, style: Style) -> Result<Bands, TableFault> {
        if spans.is_empty() {
            return Err(part.empty_fault());
        }
        let headings = spans.iter().map(|span| style.heading(*span)).collect();
        Ok(Bands { spans, headings })
    }

    /// Checks that the bands cover everything from one end to the other.
    pub(super) fn reaching(self, least: i32, most: i32, part: &Part) -> Result<Bands, TableFault> {
        let reached = (self.spans.first().map(|span| span.least), self.spans.last().map(|span| span.most));
        if reached == (Some(least), Some(most)) {
            return Ok(self);
        }
        Err(part.reach_fault(least, most))
    }

    /// The index of the band that contains a result.
    pub fn place(&self, result: i32) -> Option<usize> {
        self.spans.iter().position(|span| span.contains(result))
    }

    /// The heading of a band.
    pub fn heading(&self, place: usize) -> Heading {
        self.headings[place]
    }

    /// How many bands there are.
    pub fn count(&self) -> usize {
        self.spans.len()
    }
}

/// A whole number of at least 0.
pub(super) fn count(part: &Part, row: &str, column: &str) -> Result<i32, TableFault> {
    part.at_least(0, row, column)
}

pub(super) fn metres(part: &Part, row: &str, column: &str) -> Result<Metres, TableFault> {
    count(part, row, column).map(Metres)
}

pub(super) fn disorder(part: &Part, row: &str, column: &str) -> Result<Disorder, TableFault> {
    count(part, row, column).map(Disorder)
}

/// A test against one of these ratings.
pub(super) fn test(part: &Part, row: &str, column: &str, rating: Rating) -> Result<Test, TableFault> {
    let test: Test = part.parsed(row, column)?;
    if test.against == Against::Rating(rating) {
        return Ok(test);
    }
    let reason = MUST_TEST.with([("given", test.into()), ("rating", rating.into())]);
    Err(part.cell_fault(row, column, reason))
}

/// A test against a bare number.
pub(super) fn bare_test(part: &Part, row: &str, column: &str) -> Result<Test, TableFault> {
    let test: Test = part.parsed(row, column)?;
    if matches!(test.against, Against::Number(_)) {
        return Ok(test);
    }
    Err(part.cell_fault(row, column, MUST_TEST_A_NUMBER.with([("given", test.into())])))
}

/// What a cell requires; a dash requires nothing.
pub(super) fn call(part: &Part, row: &str, column: &str) -> Result<Call, TableFault> {
    match part.cell(row, column)? {
        Cell::Dash => Ok(Call::Nothing),
        _ => part.parsed(row, column),
    }
}

/// What each column of a row requires.
pub(super) fn calls(part: &Part, row: &str) -> Result<Vec<Call>, TableFault> {
    part.columns.iter().map(|column| call(part, row, column)).collect()
}

/// A printed fraction; a dash means 0.
pub(super) fn quarters(part: &Part, row: &str, column: &str) -> Result<Quarters, TableFault> {
    let cell = part.cell(row, column)?;
    let read = match cell {
        Cell::Dash => Some(Quarters::NONE),
        Cell::Whole(number) if (0..=10_000).contains(number) => Some(Quarters(4 * number)),
        Cell::Number(number) if (0.0..=10_000.0).contains(number) && (4.0 * number).fract() == 0.0 => {
            Some(Quarters((4.0 * number) as i32))
        }
        Cell::Word(word) => Quarters::parse(word),
        _ => None,
    };
    read.ok_or_else(|| part.cell_fault(row, column, NO_FRACTION.with([("given", cell.into())])))
}

/// Bases in halves.
pub(super) fn bases(part: &Part, row: &str, column: &str) -> Result<Bases, TableFault> {
    match quarters(part, row, column)? {
        Quarters(quarters) if quarters % 2 == 0 => Ok(Bases::halves(quarters / 2)),
        other => Err(part.cell_fault(row, column, HALF_BASES.with([("given", other.into())]))),
    }
}
