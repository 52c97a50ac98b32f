//! `krigsspil check`: everything that is wrong with a file, by file and line.

mod scenario;
mod sheet;
mod tables;

use std::io::Write;
use std::path::Path;

use crate::arguments::Check;
use crate::fault::CliFault;
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

impl Wrong {
    /// At a line of a file.
    pub fn at(file: &Path, line: usize, reason: impl Into<String>) -> Wrong {
        Wrong { file: file.display().to_string(), line, reason: reason.into() }
    }
}

impl From<krigsspil_engine::scenario::ScenarioFault> for Wrong {
    fn from(fault: krigsspil_engine::scenario::ScenarioFault) -> Wrong {
        Wrong { file: fault.file, line: fault.line, reason: fault.reason }
    }
}

/// Checks every file; fails when anything is wrong with one.
pub fn check(command: &Check, words: Words, out: &mut dyn Write) -> Result<(), CliFault> {
    let mut faults = 0;
    for file in &command.files {
        let wrong = check_file(file, command.rules.as_deref());
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
        1 => Err(CliFault::Failed(words.word("one_fault").to_string())),
        _ => Err(CliFault::Failed(words.sentence("faults", &[("faults", &faults.to_string())]))),
    }
}

/// Everything that is wrong with a file.
pub fn check_file(path: &Path, rules: Option<&str>) -> Vec<Wrong> {
    let file = crate::opened::scenario_file(path);
    let text = match std::fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) => return vec![Wrong::at(&file, 1, format!("it cannot be read: {error}"))],
    };
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let mut wrong = match ending {
        "geojson" => scenario::ground(&file, &text),
        "json" => save(&file, &text),
        "toml" if is_table(&text) => tables::table(&file, rules),
        "toml" => scenario::scenario(&file, &text),
        "sheet" | "txt" => sheet::sheet(&file, &text, rules),
        _ => vec![Wrong::at(
            &file,
            1,
            "the ending does not tell what it is: .toml, .geojson, .json, .sheet or .txt",
        )],
    };
    wrong.sort();
    wrong.dedup();
    wrong
}

/// A table of house rules names the printed table it stands for, or has parts.
fn is_table(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with("printed") || line.trim() == "[[part]]")
}

fn save(file: &Path, text: &str) -> Vec<Wrong> {
    let replayed =
        krigsspil_engine::battle::Save::read(text).map_err(|fault| fault.to_string()).and_then(|save| {
            let maker = krigsspil_rules::maker(&save.rules)
                .ok_or_else(|| format!("battles cannot be fought by the rules `{}` yet", save.rules))?;
            maker
                .replay(&save, save.actions.len(), &mut |_, _| {})
                .map(|_| ())
                .map_err(|fault| fault.to_string())
        });
    replayed.err().map(|reason| Wrong::at(file, line_in(&reason).unwrap_or(1), reason)).into_iter().collect()
}

/// The line that a reason names by itself: "… at line 7 column 3".
pub(crate) fn line_in(reason: &str) -> Option<usize> {
    let (_, rest) = reason.split_once("line ")?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}
