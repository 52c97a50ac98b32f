//! Facts as a person writes them, `attacker.order=LU`, turned into the JSON that every interface takes.

use krigsspil_engine::fact::{FactSpec, Kind};
use krigsspil_engine::{Messages, ProcedureInfo};
use serde_json::{Map, Value};

use crate::fault::CliFault;
use crate::wordings::{NOT_A_FACT, NOT_A_PATH, STATED_TWICE};
use crate::words::Words;

/// The facts as a JSON object. Names and values that do not fit are passed on unchanged: the procedure itself refuses them, in its own
/// words.
pub fn facts(
    info: &ProcedureInfo,
    stated: &[String],
    messages: &Messages,
    words: Words,
) -> Result<Value, CliFault> {
    let mut facts = Value::Object(Map::new());
    for text in stated {
        let Some((path, value)) = text.split_once('=') else {
            return Err(CliFault::Usage(NOT_A_FACT.with([("given", text.into())])));
        };
        let steps = steps(path).ok_or_else(|| CliFault::Usage(NOT_A_PATH.with([("given", path.into())])))?;
        let value = value_of(kind_of(info.facts, &steps).as_ref(), value, messages, words);
        if !put(&mut facts, &steps, value) {
            return Err(CliFault::Usage(STATED_TWICE.with([("given", path.into())])));
        }
    }
    Ok(facts)
}

/// One step of the path to a fact: into a group, or to an entry of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Name(String),
    Entry(usize),
}

/// Nobody writes a list longer than this.
const MOST_ENTRIES: usize = 1000;

fn steps(path: &str) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    for part in path.split('.') {
        let (name, mut rest) = part.split_at(part.find('[').unwrap_or(part.len()));
        if name.is_empty() {
            return None;
        }
        steps.push(Step::Name(name.to_string()));
        while !rest.is_empty() {
            let (entry, after) = rest.strip_prefix('[')?.split_once(']')?;
            steps.push(Step::Entry(entry.parse().ok().filter(|entry| *entry < MOST_ENTRIES)?));
            rest = after;
        }
    }
    Some(steps)
}

fn kind_of(specs: &'static [FactSpec], steps: &[Step]) -> Option<Kind> {
    let mut kind = Kind::Object(specs);
    for step in steps {
        kind = match (inner(kind), step) {
            (Kind::Object(specs), Step::Name(name)) => specs.iter().find(|spec| spec.name == name)?.kind,
            (Kind::List(each), Step::Entry(_)) => *each,
            _ => return None,
        };
    }
    Some(inner(kind))
}

fn inner(kind: Kind) -> Kind {
    match kind {
        Kind::Maybe(kind) => *kind,
        kind => kind,
    }
}

/// Reads a value according to the kind of its fact. A choice may also be given by its label in the reader's language.
pub fn value_of(kind: Option<&Kind>, text: &str, messages: &Messages, words: Words) -> Value {
    let text = text.trim();
    let read = match kind {
        Some(Kind::YesNo) => yes_no(text).map(Value::Bool),
        Some(Kind::Whole) => text.parse::<i64>().ok().map(Value::from),
        Some(Kind::Number) => text.replace(',', ".").parse::<f64>().ok().map(Value::from),
        Some(Kind::Choice { of, names }) => names
            .iter()
            .find(|name| {
                **name == text
                    || messages.label_in(words.language, "choice", of, name).to_lowercase()
                        == text.to_lowercase()
            })
            .map(|name| Value::from(*name)),
        Some(Kind::List(each)) if text.is_empty() => {
            Some(Value::Array(Vec::new())).filter(|_| !matches!(each, Kind::Text))
        }
        Some(Kind::List(each)) => {
            Some(text.split(',').map(|entry| value_of(Some(each), entry, messages, words)).collect())
        }
        Some(Kind::Object(_)) => serde_json::from_str(text).ok(),
        _ => None,
    };
    read.unwrap_or_else(|| Value::from(text))
}

/// Yes and no in both languages.
fn yes_no(text: &str) -> Option<bool> {
    match text.to_lowercase().as_str() {
        "true" | "yes" | "y" | "1" | "ja" | "j" | "sand" => Some(true),
        "false" | "no" | "n" | "0" | "nej" | "falsk" => Some(false),
        _ => None,
    }
}

/// Puts a value in its place; false if the place is already taken.
fn put(at: &mut Value, steps: &[Step], value: Value) -> bool {
    let Some((step, rest)) = steps.split_first() else {
        let free = at.is_null();
        if free {
            *at = value;
        }
        return free;
    };
    match step {
        Step::Name(name) => {
            if at.is_null() {
                *at = Value::Object(Map::new());
            }
            at.as_object_mut().is_some_and(|group| put(group.entry(name).or_insert(Value::Null), rest, value))
        }
        Step::Entry(place) => {
            if at.is_null() {
                *at = Value::Array(Vec::new());
            }
            at.as_array_mut().is_some_and(|list| {
                while list.len() <= *place {
                    list.push(Value::Null);
                }
                put(&mut list[*place], rest, value)
            })
        }
    }
}
