//! Where tables come from: compiled in, or a club's own files.

use std::collections::BTreeMap;
use std::path::Path;

use super::{Table, TableFault};

/// Where a rule set's tables come from: compiled in, with a club's own files put in place of some.
#[derive(Clone, Debug)]
pub struct TableSource {
    printed: Vec<(&'static str, &'static str)>,
    house: BTreeMap<String, String>,
}

/// What is wrong with a folder of house rules.
#[derive(Debug, thiserror::Error)]
pub enum HouseFault {
    /// The folder or a file in it cannot be read.
    #[error("the house rules in {path} cannot be read: {reason}")]
    Unreadable {
        /// The folder or file.
        path: String,
        /// Why.
        reason: String,
    },
    /// A file that replaces nothing.
    #[error("{path}/{file} replaces no table; the tables are {known}")]
    NoSuchTable {
        /// The folder.
        path: String,
        /// The file.
        file: String,
        /// The tables there are.
        known: String,
    },
    /// A table that is not right.
    #[error(transparent)]
    Table(#[from] TableFault),
}

impl TableSource {
    /// The printed tables: file names and texts, part by part.
    pub fn printed(parts: &[&[(&'static str, &'static str)]]) -> Self {
        TableSource { printed: parts.concat(), house: BTreeMap::new() }
    }

    /// Puts the `.toml` files of a folder in the place of the printed tables of the same names.
    pub fn with_house(mut self, folder: &Path) -> Result<Self, HouseFault> {
        let path = folder.display().to_string();
        let unreadable =
            |error: std::io::Error| HouseFault::Unreadable { path: path.clone(), reason: error.to_string() };
        for entry in std::fs::read_dir(folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let file = entry.file_name().to_string_lossy().into_owned();
            if !file.ends_with(".toml") {
                continue;
            }
            if !self.printed.iter().any(|(name, _)| *name == file) {
                let known = self.printed.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
                return Err(HouseFault::NoSuchTable { path, file, known });
            }
            let text = std::fs::read_to_string(entry.path()).map_err(unreadable)?;
            self.house.insert(file, text);
        }
        Ok(self)
    }

    /// Puts one text in the place of a printed table.
    pub fn with_text(mut self, file: &str, text: &str) -> Self {
        self.house.insert(file.to_string(), text.to_string());
        self
    }

    /// The names of the tables a club has put its own in the place of.
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
            reason: "the table is missing".to_string(),
        })
    }

    /// Every table.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }
}
