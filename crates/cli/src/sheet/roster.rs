//! A roster as the page saves it.

use std::collections::BTreeMap;
use std::path::Path;

use krigsspil_engine::{Filling, RuleSet, misread, schema};
use serde::Deserialize;
use serde_json::Value;

use crate::fault::CliFault;
use crate::wordings::{BAD_ROSTER, ROSTER_OF_OTHER_RULES};
use crate::words::Words;

/// A roster.
#[derive(Debug, Deserialize)]
pub struct Roster {
    /// The battle.
    pub name: String,
    /// The rule set it is kept for.
    pub rules: String,
    /// Its units.
    pub units: Vec<Unit>,
}

/// A unit of it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Unit {
    /// Its name.
    pub name: String,
    /// `blue` or `red`.
    pub side: String,
    /// Figures at the start.
    pub figures: i32,
    /// Men lost.
    #[serde(default)]
    pub lost_men: f64,
    /// What else is known of it.
    #[serde(default)]
    pub properties: BTreeMap<String, Value>,
    /// What the player noted.
    #[serde(default)]
    pub notes: String,
}

impl Unit {
    /// Figures still on the table.
    pub fn figures_left(&self, men_a_figure: i32) -> i32 {
        let lost = (self.lost_men / f64::from(men_a_figure.max(1))).floor() as i32;
        (self.figures - lost).max(0)
    }
}

/// Reads a roster file; one of another rule set, or a broken one, is refused in a sentence.
pub fn read(file: &Path, rules: &dyn RuleSet) -> Result<Roster, CliFault> {
    let name = || file.display().into();
    let bad = |reason: Filling| CliFault::Usage(BAD_ROSTER.with([("file", name()), ("reason", reason)]));
    let text = std::fs::read_to_string(file).map_err(|error| bad(Filling::io(&error)))?;
    let roster: Roster =
        serde_json::from_str(&text).map_err(|error| bad(Filling::sentence(misread(&error))))?;
    if roster.rules != rules.id() {
        let (found, wanted) = (roster.rules.into(), rules.id().into());
        let blanks = [("file", name()), ("found", found), ("wanted", wanted)];
        return Err(CliFault::Usage(ROSTER_OF_OTHER_RULES.with(blanks)));
    }
    Ok(roster)
}

/// How the value of a property reads.
pub fn readable(rules: &dyn RuleSet, choices_of: &str, value: Option<&Value>, words: Words) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::Bool(yes)) => words.word(if *yes { "yes" } else { "no" }).to_string(),
        Some(Value::String(name)) => label(rules, choices_of, name, words).unwrap_or_else(|| name.clone()),
        Some(other) => other.to_string(),
    }
}

/// The label of a choice of the fact or field a property takes its values from.
fn label(rules: &dyn RuleSet, choices_of: &str, name: &str, words: Words) -> Option<String> {
    let (procedure, path) = choices_of.split_once('.')?;
    let info = rules.procedures()[rules.find(procedure).ok()?];
    let facts = schema::facts_schema(info, rules.messages(), words.language);
    let outcome = schema::outcome_schema(info, rules.messages(), words.language);
    [facts, outcome].iter().find_map(|schema| {
        let found = path.split('.').try_fold(schema, |within, part| within.get("properties")?.get(part))?;
        let place = found.get("enum")?.as_array()?.iter().position(|each| each == name)?;
        Some(found.get("x-labels")?.get(place)?.as_str()?.to_string())
    })
}
