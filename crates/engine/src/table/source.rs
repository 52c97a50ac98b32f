//! Where tables come from: compiled in, or a club's own files.

use std::collections::BTreeMap;
use std::path::Path;

use super::{Table, TableFault};
use crate::wordings::{HOUSE_REPLACES_NOTHING, HOUSE_UNREADABLE, TABLE_MISSING};
use crate::{Filling, Language, Messages};

/// Where a rule set's tables come from: compiled in, with a club's own files put in place of some.
#[derive(Clone, Debug)]
pub struct TableSource {
    printed: Vec<(&'static str, &'static str)>,
    house: BTreeMap<String, String>,
}

/// What is wrong with a folder of house rules.
#[derive(Debug)]
pub enum HouseFault {
    /// The folder or a file in it cannot be read.
    Unreadable {
        /// The folder or file.
        path: String,
        /// Why.
        error: std::io::Error,
    },
    /// A file that replaces nothing.
    NoSuchTable {
        /// The folder.
        path: String,
        /// The file.
        file: String,
        /// The tables there are.
        known: String,
    },
    /// A table that is not right.
    Table(TableFault),
}

impl HouseFault {
    /// What is wrong, in a language.
    pub fn message(&self, language: Language) -> String {
        let sentence = match self {
            HouseFault::Table(fault) => return fault.message(language),
            HouseFault::Unreadable { path, error } => {
                HOUSE_UNREADABLE.with([("path", path.into()), ("reason", Filling::io(error))])
            }
            HouseFault::NoSuchTable { path, file, known } => HOUSE_REPLACES_NOTHING
                .with([("file", Path::new(path).join(file).display().into()), ("known", known.into())]),
        };
        sentence.message(Messages::engine(), language)
    }
}

/// In English.
impl std::fmt::Display for HouseFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message(Language::English))
    }
}

impl std::error::Error for HouseFault {}

impl From<TableFault> for HouseFault {
    fn from(fault: TableFault) -> Self {
        HouseFault::Table(fault)
    }
}

/// The `.toml` files of a folder: their names and texts.
pub fn house_tables(folder: &Path) -> Result<BTreeMap<String, String>, HouseFault> {
    let path = folder.display().to_string();
    let unreadable = |error: std::io::Error| HouseFault::Unreadable { path: path.clone(), error };
    let mut tables = BTreeMap::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let file = entry.file_name().to_string_lossy().into_owned();
        if file.ends_with(".toml") {
            tables.insert(file, std::fs::read_to_string(entry.path()).map_err(unreadable)?);
        }
    }
    Ok(tables)
}

impl TableSource {
    /// The printed tables: file names and texts, part by part.
    pub fn printed(parts: &[&[(&'static str, &'static str)]]) -> Self {
        TableSource { printed: parts.concat(), house: BTreeMap::new() }
    }

    /// Replaces the printed tables by the `.toml` files of a folder with the same names.
    pub fn with_house(self, folder: &Path) -> Result<Self, HouseFault> {
        self.with_tables(&folder.display().to_string(), house_tables(folder)?)
    }

    /// Replaces the printed tables by texts with the same names, as a save has them.
    pub fn with_texts(self, house: &BTreeMap<String, String>) -> Result<Self, HouseFault> {
        self.with_tables("", house.clone())
    }

    fn with_tables(mut self, path: &str, house: BTreeMap<String, String>) -> Result<Self, HouseFault> {
        let replaces = |file: &String| self.printed.iter().any(|(name, _)| name == file);
        if let Some(file) = house.keys().find(|file| !replaces(file)) {
            let known = self.printed.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
            return Err(HouseFault::NoSuchTable { path: path.to_string(), file: file.clone(), known });
        }
        self.house.extend(house);
        Ok(self)
    }

    /// A club's own tables: their names and texts.
    pub fn house(&self) -> &BTreeMap<String, String> {
        &self.house
    }

    /// Replaces one printed table by a text.
    pub fn with_text(mut self, file: &str, text: &str) -> Self {
        self.house.insert(file.to_string(), text.to_string());
        self
    }

    /// The names of the tables that a club has replaced.
    pub fn replaced(&self) -> impl Iterator<Item = &str> {
        self.house.keys().map(String::as_str)
    }

    /// Reads every table.
    pub fn read(&self) -> Result<TableShelf, TableFault> {
        let tables = self
            .printed
            .iter()
            .map(|(file, text)| Table::read(file, self.house.get(*file).map_or(text, String::as_str)))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(TableShelf { tables })
    }
}

/// All tables of a rule set, in order of print.
#[derive(Clone, Debug, Default)]
pub struct TableShelf {
    tables: Vec<Table>,
}

impl TableShelf {
    /// The table with this id (file name without the ending).
    pub fn table(&self, id: &str) -> Result<&Table, TableFault> {
        self.tables.iter().find(|table| table.id == id).ok_or_else(|| TableFault {
            file: format!("{id}.toml"),
            line: 1,
            reason: TABLE_MISSING.into(),
        })
    }

    /// Every table.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }
}
