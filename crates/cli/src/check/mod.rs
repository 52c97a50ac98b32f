//! `krigsspil check`: lists everything that is wrong with a file, with file and line.

mod scenario;
mod sheet;
mod tables;

use std::io::Write;
use std::path::Path;

use krigsspil_engine::battle::Save;
use krigsspil_engine::scenario::ScenarioFault;
use krigsspil_engine::wordings::UNREADABLE;
use krigsspil_engine::{Filling, Messages, Sentence};

use crate::arguments::Check;
use crate::fault::CliFault;
use crate::wordings::*;
use crate::words::Words;

/// Something wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wrong {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub reason: String,
}

/// The faults of one file, in the reader's language.
#[derive(Clone, Copy)]
struct Told<'a> {
    file: &'a Path,
    words: Words,
}

impl Told<'_> {
    /// At a line of the file.
    fn at(self, line: usize, reason: impl Into<Sentence>) -> Wrong {
        let reason = reason.into().message(Messages::engine(), self.words.language);
        Wrong { file: self.file.display().to_string(), line, reason }
    }

    /// A fault of a scenario, which carries its own place.
    fn scenario(self, fault: ScenarioFault) -> Wrong {
        let reason = fault.reason.message(Messages::engine(), self.words.language);
        Wrong { file: fault.file, line: fault.line, reason }
    }
}

/// Checks every file. Fails if anything is wrong with any of them.
pub fn check(command: &Check, words: Words, out: &mut dyn Write) -> Result<(), CliFault> {
    let mut faults = 0;
    for file in &command.files {
        let wrong = check_file(file, command.rules.as_deref(), words);
        if wrong.is_empty() {
            writeln!(out, "{}: {}", file.display(), words.word("sound"))?;
        }
        for one in &wrong {
            writeln!(out, "{}:{}: {}", one.file, one.line, one.reason)?;
        }
        faults += wrong.len();
    }
    match faults {
        0 => Ok(()),
        1 => Err(CliFault::Failed(ONE_FAULT.into())),
        _ => Err(CliFault::Failed(FAULTS.with([("faults", faults.into())]))),
    }
}

/// Everything that is wrong with a file.
pub fn check_file(path: &Path, rules: Option<&str>, words: Words) -> Vec<Wrong> {
    let file = crate::opened::scenario_file(path);
    let told = Told { file: &file, words };
    let text = match std::fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) => return vec![told.at(1, UNREADABLE.with([("reason", Filling::io(&error))]))],
    };
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let mut wrong = match ending {
        "geojson" => scenario::ground(told, &text),
        "json" => save(told, &text),
        "toml" if is_table(&text) => tables::table(told, rules),
        "toml" => scenario::scenario(told, &text),
        "sheet" | "txt" => sheet::sheet(told, &text, rules),
        _ => vec![told.at(1, UNKNOWN_FILE_KIND)],
    };
    wrong.sort();
    wrong.dedup();
    wrong
}

/// A table of house rules names the printed table it replaces, or has parts.
fn is_table(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with("printed") || line.trim() == "[[part]]")
}

fn save(told: Told<'_>, text: &str) -> Vec<Wrong> {
    let broken = |rules: Option<&str>, fault| {
        let reason = crate::fault::save_message(rules, &fault, told.words.language);
        vec![Wrong { file: told.file.display().to_string(), line: fault.line(), reason }]
    };
    let save = match Save::read(text) {
        Ok(save) => save,
        Err(fault) => return broken(None, fault),
    };
    match crate::opened::replayed(&save, &mut |_, _| {}) {
        Ok(_) => Vec::new(),
        Err(CliFault::Save(rules, fault)) => broken(Some(&rules), fault),
        Err(CliFault::Usage(reason)) => vec![told.at(1, reason)],
        Err(fault) => {
            let reason = fault.message(told.words.language);
            vec![Wrong { file: told.file.display().to_string(), line: 1, reason }]
        }
    }
}

/// The line that a reason itself names: "… at line 7 column 3".
pub(crate) fn line_in(reason: &str) -> Option<usize> {
    let (_, rest) = reason.split_once("line ")?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}
