//! Declared values as a person reads them.

use serde_json::Value;

use super::taken::KindSpec;
use super::{BattleLanguage, Given};
use crate::fact::{FactSpec, Kind};
use crate::messages::{Language, Messages};

/// Writes values in a language, according to the declarations of a rule set.
#[derive(Clone, Copy)]
pub(super) struct Teller<'a> {
    pub declared: &'a BattleLanguage,
    pub messages: &'a Messages,
    pub language: Language,
}

impl<'a> Teller<'a> {
    pub fn label(&self, section: &str, place: &str, key: &'a str) -> &'a str {
        self.messages.label_in(self.language, section, place, key)
    }

    pub fn word(&self, key: &'a str) -> &'a str {
        self.messages.label(self.language, "word", key)
    }

    /// At most two decimals, with the decimal mark of the language.
    pub fn number(&self, number: f64) -> String {
        crate::number::plain((number * 100.0).round() / 100.0, self.language)
    }

    pub fn yes_no(&self, yes: bool) -> &'a str {
        self.word(if yes { "yes" } else { "no" })
    }

    /// A value of a declared kind; `None` if there is nothing to show.
    pub fn value(&self, kind: &Kind, value: &Value) -> Option<String> {
        if value.is_null() {
            return None;
        }
        let list = || value.as_array().into_iter().flatten();
        Some(match kind {
            Kind::YesNo => self.yes_no(value.as_bool()?).to_string(),
            Kind::Choice { of, .. } => {
                let word = value.as_str()?;
                let placed = self.messages.find(self.language, "choice", &format!("{of}.{word}"));
                placed
                    .or_else(|| self.messages.find(self.language, "choice", word))
                    .unwrap_or(word)
                    .to_string()
            }
            Kind::Maybe(kind) => return self.value(kind, value),
            Kind::List(each) => {
                let told: Vec<_> = list().filter_map(|value| self.value(each, value)).collect();
                if told.is_empty() { self.word("none").to_string() } else { told.join(", ") }
            }
            Kind::Given(Given::OneOf { tag, kinds }) => self.deed(tag, kinds, value),
            _ => self.plain(value),
        })
    }

    /// A value without a declared kind.
    pub fn plain(&self, value: &Value) -> String {
        match value {
            Value::Bool(yes) => self.yes_no(*yes).to_string(),
            Value::Number(number) => self.number(number.as_f64().unwrap_or_default()),
            Value::String(text) => text.clone(),
            Value::Array(list) => {
                let told: Vec<_> = list.iter().map(|value| self.plain(value)).collect();
                if told.is_empty() { self.word("none").to_string() } else { told.join(", ") }
            }
            Value::Null => self.word("none").to_string(),
            other => other.to_string(),
        }
    }

    /// An order, an action or a step: its kind, and in brackets the parameters that differ from their defaults.
    pub fn deed(&self, tag: &str, kinds: &[KindSpec], value: &Value) -> String {
        let word = value[tag].as_str().unwrap_or_default();
        let Some(kind) = kinds.iter().find(|kind| kind.name == word) else { return self.plain(value) };
        let mut told = Vec::new();
        if let Some((flat_tag, flat)) = kind.flat {
            told.push(self.deed(flat_tag, flat, value));
        }
        told.extend(kind.parameters.iter().filter_map(|spec| self.parameter(kind.name, spec, value)));
        let label = self.messages.label_in(self.language, "kind", tag, kind.name);
        if told.is_empty() { label.to_string() } else { format!("{label} ({})", told.join("; ")) }
    }

    fn parameter(&self, place: &str, spec: &FactSpec, of: &Value) -> Option<String> {
        let value = of.get(spec.name)?;
        if spec.default.is_some_and(|default| default() == *value) {
            return None;
        }
        let told = self.value(&spec.kind, value)?;
        let label = self.messages.label_in(self.language, "parameter", place, spec.name);
        Some(match value {
            Value::Bool(true) => label.to_string(),
            _ => format!("{label}: {told}"),
        })
    }
}
