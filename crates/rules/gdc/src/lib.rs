//! Guard du Corps, 2004 revised: charts, procedures, options and armies.

// Nothing a person or a file can cause may end the program. Tests may fail as they like.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod armies;
mod modifiers;
pub mod procedures;
pub mod tables;
pub mod vocabulary;

use std::path::Path;

use krigsspil_engine::table::{HouseFault, TableSource};
use krigsspil_engine::{Book, Entry, Messages};

use tables::Tables;

/// Every procedure, in the order of the chapters.
static ENTRIES: &[Entry<Tables>] = &[];

/// Opens the rules, with a club's own tables from `house` in the place of the printed ones of the same names.
pub fn open(house: Option<&Path>) -> Result<Book<Tables>, HouseFault> {
    let mut source = TableSource::printed(&[tables::PRINTED, armies::PRINTED]);
    if let Some(folder) = house {
        source = source.with_house(folder)?;
    }
    open_from(&source)
}

/// Opens the rules with the tables of a source.
pub fn open_from(source: &TableSource) -> Result<Book<Tables>, HouseFault> {
    let shelf = source.read()?;
    let tables = Tables::read(&shelf)?;
    Ok(Book::new("gdc", messages(), shelf, tables, &[ENTRIES, armies::ENTRIES])
        .with_modifiers(&[modifiers::MODIFIERS, armies::MODIFIERS])
        .with_refusals(&[modifiers::REFUSALS, armies::REFUSALS]))
}

/// The words of the rules. The files are part of the program and read by a test, so they cannot be broken here.
fn messages() -> Messages {
    Messages::read_all(&[
        (include_str!("../messages/en.toml"), include_str!("../messages/da.toml")),
        (include_str!("../messages/rules.en.toml"), include_str!("../messages/rules.da.toml")),
        (include_str!("../messages/armies.en.toml"), include_str!("../messages/armies.da.toml")),
    ])
    .unwrap_or_default()
}
