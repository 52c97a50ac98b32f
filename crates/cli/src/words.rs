//! The command line's own words, in the reader's language.

use krigsspil_engine::fact::Kind;
use krigsspil_engine::table::read_as_a_whole;
use krigsspil_engine::{Language, Messages, ProcedureInfo, number};
use serde_json::{Map, Value};

/// Words in the reader's language.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// The language.
    pub language: Language,
}

impl Words {
    /// The language asked for; otherwise the language of the locale.
    pub fn chosen(asked: Option<Language>) -> Words {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()))
            .unwrap_or_default();
        Words { language: asked.unwrap_or_else(|| Language::of_locale(&locale)) }
    }

    /// One of our own words.
    pub fn word(self, key: &str) -> &str {
        Messages::engine().label(self.language, "word", key)
    }

    /// A text of a scenario in this language, where it has one.
    pub fn said(self, text: &str) -> &str {
        krigsspil_server::scenario_text(self.language, text)
    }

    /// One of our own sentences, with its blanks filled in.
    pub fn sentence(self, key: &str, blanks: &[(&str, &str)]) -> String {
        let mut text = self.word(key).to_string();
        for (blank, filling) in blanks {
            text = text.replace(&format!("{{{blank}}}"), filling);
        }
        text
    }
}

/// A value of an outcome or fact as text: yes and no, choices by their labels, lists with commas.
pub fn readable(value: &Value, kind: Option<&Kind>, messages: &Messages, words: Words) -> String {
    match (value, kind) {
        (Value::Bool(yes), _) => words.word(if *yes { "yes" } else { "no" }).to_string(),
        (Value::Null, _) => words.word("none").to_string(),
        (Value::String(text), Some(Kind::Choice { of, .. })) => {
            messages.label_in(words.language, "choice", of, text).to_string()
        }
        (Value::String(text), _) => {
            read_as_a_whole(text, messages, words.language, "").unwrap_or_else(|| text.clone())
        }
        (Value::Array(entries), kind) => {
            let each = match kind {
                Some(Kind::List(each)) => Some(*each),
                _ => None,
            };
            let entries: Vec<_> =
                entries.iter().map(|entry| readable(entry, each, messages, words)).collect();
            if entries.is_empty() { words.word("none").to_string() } else { entries.join(", ") }
        }
        (Value::Object(fields), _) => {
            let text = |name: &str, value: &Value| match (name, quoted(fields, messages, words)) {
                ("text", Some(rule)) => rule.to_string(),
                _ => readable(value, None, messages, words),
            };
            let fields: Vec<_> = fields
                .iter()
                .map(|(name, value)| format!("{} {}", part(name, messages, words), text(name, value)))
                .collect();
            if fields.is_empty() { words.word("none").to_string() } else { fields.join(", ") }
        }
        (value, Some(Kind::Maybe(kind))) => readable(value, Some(kind), messages, words),
        (Value::Number(figure), _) => number::plain(figure.as_f64().unwrap_or_default(), words.language),
    }
}

/// The word for a part of a value with several: a field of an outcome, or a row of a table that gave points.
pub fn part(key: &str, messages: &Messages, words: Words) -> String {
    let sections = ["outcome", "cell", "modifier", "row", "column", "fact"];
    let found = sections.into_iter().find_map(|section| messages.find(words.language, section, key));
    small(found.unwrap_or(key))
}

/// A label inside a sentence: it begins with a small letter, but an abbreviation stays as it is (`LU degrees`, `U after`).
pub fn small(text: &str) -> String {
    let mut letters = text.chars();
    let (first, second) = (letters.next(), letters.next());
    let a_word = match (first, second) {
        // The words of one letter: a unit, i uorden.
        (Some('A' | 'I'), Some(' ')) => true,
        (Some(first), Some(second)) => first.is_uppercase() && second.is_lowercase(),
        _ => false,
    };
    match first {
        Some(first) if a_word => first.to_lowercase().chain(text.chars().skip(1)).collect(),
        _ => text.to_string(),
    }
}

/// The text of the rule that these fields quote by its id, in the reader's language.
fn quoted<'a>(fields: &Map<String, Value>, messages: &'a Messages, words: Words) -> Option<&'a str> {
    messages.find(words.language, "rule", fields.get("id")?.as_str()?)
}

/// The kind of the outcome's field at a dotted path.
pub fn kind_at(info: &ProcedureInfo, path: &str) -> Option<Kind> {
    let mut fields = info.outcome;
    let mut kind = None;
    for (name, number) in path.split('.').map(name_and_number) {
        let field = fields.iter().find(|field| field.name == name)?;
        let mut at = field.kind;
        if let (Some(_), Kind::List(each)) = (number, at) {
            at = *each;
        }
        if let Kind::Fields(within) | Kind::Maybe(&Kind::Fields(within)) = at {
            fields = within;
        }
        kind = Some(at);
    }
    kind
}

/// A step of a dotted path: `batteries[0]` is the first battery.
fn name_and_number(step: &str) -> (&str, Option<usize>) {
    let (name, number) = step.split_once('[').unwrap_or((step, ""));
    (name, number.trim_end_matches(']').parse().ok())
}

/// The label of the outcome's field at a dotted path.
pub fn label_at(info: &ProcedureInfo, path: &str, messages: &Messages, words: Words) -> String {
    let names: Vec<_> = path
        .split('.')
        .map(|step| {
            let (name, number) = name_and_number(step);
            let label = messages.label_in(words.language, "outcome", info.about.name, name);
            number.map_or_else(|| label.to_string(), |number| format!("{label} {}", number + 1))
        })
        .collect();
    names.join(": ")
}
