//! The bombardment tables.

use krigsspil_engine::table::{Cell, Part, TableFault, TableShelf};
use krigsspil_engine::wordings::{COLUMNS_OF, FIGURES_FALL};

use super::cells::{Bands, Heading, Style, bare_test, bases, count, disorder, test};
use super::wordings::NO_DAMAGE;
use crate::notation::{Rating, Test};
use crate::quantity::{Bases, Disorder, Metres, Quarters};
use crate::vocabulary::Calibre;

/// Columns of the factor table.
const CALIBRE_COLUMNS: [&str; 4] = ["3-4pd", "6pd", "8-10pd", "12pd"];

/// Factors of the four calibre columns at one range.
pub type GunRow = [i32; CALIBRE_COLUMNS.len()];

/// The effect of a bombardment on its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Damage {
    /// Bases lost.
    pub bases: Bases,
    /// U taken.
    pub disorder: Disorder,
    /// Tests for loss of cover.
    pub cover_tests: i32,
}

/// The bombardment tables.
#[derive(Clone, Debug)]
pub struct Bombardment {
    /// The test of each firing base.
    pub test: Test,
    /// Bases added for a column.
    pub column: i32,
    /// Bases added for a square, or fire in the flank.
    pub square_or_flank: i32,
    /// The test for firing in a sequence.
    pub tactical_fire: Test,
    /// The U it costs.
    pub tactical_disorder: Disorder,
    /// The U a bombardment costs.
    pub disorder: Disorder,
    ranges: Bands,
    factors: Vec<GunRow>,
    columns: Bands,
    rows: Bands,
    losses: Vec<Vec<Bases>>,
    town: Vec<Damage>,
    artillery: Vec<Damage>,
}

impl Bombardment {
    pub(super) fn read(shelf: &TableShelf) -> Result<Bombardment, TableFault> {
        let table = shelf.table("bombardment")?;
        let (factor, loss) = (table.part("factor")?, table.part("loss")?);
        let (others, firing) = (table.part("other_targets")?, table.part("firing")?);
        if others.columns != loss.columns {
            let blanks = [("part", (&others.key).into()), ("other", (&loss.key).into())];
            return Err(others.fault(COLUMNS_OF.with(blanks)));
        }
        let target = table.part("target_bases")?;
        Ok(Bombardment {
            test: bare_test(table.part("test")?, "each_base", "test")?,
            column: count(target, "column", "bases")?,
            square_or_flank: count(target, "square_or_flank", "bases")?,
            tactical_fire: test(firing, "tactical_fire", "test", Rating::Orders)?,
            tactical_disorder: disorder(firing, "tactical_fire", "disorder")?,
            disorder: disorder(firing, "bombardment", "disorder")?,
            ranges: Bands::of_rows(factor, Style::Dashes)?,
            factors: factors(factor)?,
            columns: Bands::of_columns(loss, Style::Dashes)?,
            rows: Bands::of_rows(loss, Style::Dashes)?.reaching(1, i32::MAX, loss)?,
            losses: losses(loss)?,
            town: damages(others, "town_zone", town_damage)?,
            artillery: damages(others, "artillery", artillery_damage)?,
        })
    }

    /// The factor of one hit; `None` if out of range.
    pub fn factor(&self, calibre: Calibre, distance: Metres) -> Option<i32> {
        let column = match calibre {
            Calibre::Pd3 | Calibre::Pd4 => 0,
            Calibre::Pd6 => 1,
            Calibre::Pd8 | Calibre::Pd9 | Calibre::Pd10 => 2,
            Calibre::Pd12 => 3,
        };
        Some(self.factors[self.ranges.place(distance.0)?][column])
    }

    /// The column of a factor; `None` if it is too low to have an effect.
    pub fn column_of(&self, factor: i32) -> Option<(usize, Heading)> {
        self.columns.place(factor).map(|place| (place, self.columns.heading(place)))
    }

    /// The row of this many target bases.
    pub fn row_of(&self, bases: i32) -> Option<(usize, Heading)> {
        self.rows.place(bases).map(|place| (place, self.rows.heading(place)))
    }

    /// The losses of troops.
    pub fn on_troops(&self, row: usize, column: usize) -> Damage {
        Damage { bases: self.losses[row][column], ..Damage::default() }
    }

    /// The losses of a town zone.
    pub fn on_town(&self, column: usize) -> Damage {
        self.town[column]
    }

    /// The losses of artillery.
    pub fn on_artillery(&self, column: usize) -> Damage {
        self.artillery[column]
    }
}

fn factors(part: &Part) -> Result<Vec<GunRow>, TableFault> {
    if part.columns != CALIBRE_COLUMNS {
        return Err(part.columns_fault(CALIBRE_COLUMNS.join(", ")));
    }
    part.rows
        .iter()
        .map(|row| {
            part.expect_rising(&row.key)?;
            part.wholes(&row.key)
        })
        .collect()
}

fn losses(part: &Part) -> Result<Vec<Vec<Bases>>, TableFault> {
    part.rows
        .iter()
        .map(|row| {
            let losses = part.columns.iter().map(|column| bases(part, &row.key, column));
            let losses = losses.collect::<Result<Vec<_>, _>>()?;
            let falls = || part.row_fault(row, FIGURES_FALL.with([("row", (&row.key).into())]));
            if losses.is_sorted() { Ok(losses) } else { Err(falls()) }
        })
        .collect()
}

fn damages(part: &Part, row: &str, parse: fn(&str) -> Option<Damage>) -> Result<Vec<Damage>, TableFault> {
    let found = part.row(row)?;
    let damages = found.cells.iter().map(|cell| match cell {
        Cell::Dash => Ok(Damage::default()),
        cell => {
            let text = cell.to_string();
            parse(&text).ok_or_else(|| {
                part.row_fault(found, NO_DAMAGE.with([("given", (&text).into()), ("row", row.into())]))
            })
        }
    });
    damages.collect()
}

/// Bases as printed; a dash means 0.
fn printed_bases(text: &str) -> Option<Bases> {
    match if text == "-" { Quarters::NONE } else { Quarters::parse(text)? } {
        Quarters(quarters) if quarters % 2 == 0 => Some(Bases::halves(quarters / 2)),
        _ => None,
    }
}

/// `½`, `1*`, `3**`
fn town_damage(text: &str) -> Option<Damage> {
    let loss = text.trim_end_matches('*');
    let cover_tests = (text.len() - loss.len()) as i32;
    Some(Damage { bases: printed_bases(loss)?, cover_tests, ..Damage::default() })
}

/// `-/1U`, `1½/3U`
fn artillery_damage(text: &str) -> Option<Damage> {
    let (loss, disorder) = text.split_once('/')?;
    let disorder = Disorder(disorder.strip_suffix('U')?.parse::<u8>().ok()?.into());
    Some(Damage { bases: printed_bases(loss)?, disorder, ..Damage::default() })
}
