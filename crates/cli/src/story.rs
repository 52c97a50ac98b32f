//! Tells events to people: sentences with names in them, and the calculation behind them.

use std::collections::BTreeMap;

use krigsspil_engine::battle::{ActFault, Ending, Game, SeatId, Told};
use krigsspil_engine::{Language, Messages, RuleSet, Sentence, number};
use serde_json::Value;

use crate::fault::CliFault;
use crate::words::{Words, part, small};

/// The text with the form that the count of a field asks for: `{men:man|men}`.
fn counted(text: &str, field: &str, value: &Value) -> String {
    let open = format!("{{{field}:");
    let mut parts = text.split(&open);
    let mut told = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (forms, rest) = part.split_once('}').unwrap_or((part, ""));
        let (one, many) = forms.split_once('|').unwrap_or((forms, forms));
        told += if value.as_f64() == Some(1.0) { one } else { many };
        told += rest;
    }
    told
}

/// Is this a number that is told as 0, or a list of nobody?
fn is_nothing(value: &Value) -> bool {
    value.as_f64().is_some_and(|number| number.abs() < 0.05) || value.as_array().is_some_and(Vec::is_empty)
}

/// The teller of a battle's events.
pub struct Story {
    rules: Box<dyn RuleSet>,
    names: BTreeMap<String, String>,
    words: Words,
}

impl Story {
    /// A teller with the names of a battle's sides, units and generals.
    pub fn of(game: &dyn Game, words: Words, sides: &BTreeMap<String, String>) -> Result<Story, CliFault> {
        let rules = krigsspil_rules::open(game.rules(), None)?;
        let view = game.view(&SeatId::umpire());
        let mut names = sides.clone();
        let units = view.units.iter().filter_map(|unit| Some((&unit.id, unit.name.as_ref()?)));
        let leaders = view.generals.iter().map(|leader| (&leader.id, &leader.name));
        names.extend(units.chain(leaders).map(|(id, name)| (id.to_string(), words.said(name).to_string())));
        Ok(Story { rules, names, words })
    }

    /// The words of the rule set.
    pub fn messages(&self) -> &Messages {
        self.rules.messages()
    }

    /// A rule as a reader cites it.
    pub fn cited(&self, rule: &str) -> String {
        self.messages().as_cited(self.words.language, rule)
    }

    /// The label of something.
    pub fn label<'a>(&'a self, section: &str, key: &'a str) -> &'a str {
        self.messages().label(self.words.language, section, key)
    }

    /// The name of a unit or general; its id if it has no name.
    pub fn name<'a>(&'a self, id: &'a str) -> &'a str {
        self.names.get(id).map_or(id, String::as_str)
    }

    /// A value of an event as text.
    pub fn value(&self, value: &Value) -> String {
        match value {
            Value::Null => self.words.word("none").to_string(),
            Value::Bool(yes) => self.words.word(if *yes { "yes" } else { "no" }).to_string(),
            Value::String(text) => match self.names.get(text) {
                Some(name) => name.clone(),
                None => self.label("choice", text).to_string(),
            },
            // Measured values have one decimal, counted values none.
            Value::Number(figure) => {
                let places = usize::from(figure.is_f64());
                number::to_places(figure.as_f64().unwrap_or_default(), places, self.words.language)
            }
            Value::Array(entries) => {
                entries.iter().map(|entry| self.value(entry)).collect::<Vec<_>>().join(", ")
            }
            Value::Object(fields) => {
                let fields = fields.iter().map(|(name, value)| {
                    format!("{} {}", part(name, self.messages(), self.words), self.value(value))
                });
                fields.collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// A value inside a sentence: a choice begins with a small letter there, unless it is a name or an abbreviation.
    fn within(&self, field: &str, value: &Value) -> String {
        match value {
            Value::String(text) if !self.names.contains_key(text) => {
                // What no table has a word for is a name: of a place, or of a general's command.
                let Some(label) = self.word(field, text, self.words.language) else {
                    return self.words.said(text).to_string();
                };
                let labels = Language::ALL.map(|language| self.word(field, text, language));
                // A word that is the same in both languages is a name (Springfield, FU), unless it is the key itself: Reserve, Front.
                let a_name = labels[0] == labels[1] && !label.eq_ignore_ascii_case(text);
                if a_name { label.to_string() } else { small(label) }
            }
            Value::Array(entries) if entries.is_empty() => self.words.word("none").to_string(),
            Value::Array(entries) => {
                entries.iter().map(|entry| self.within(field, entry)).collect::<Vec<_>>().join(", ")
            }
            other => self.value(other),
        }
    }

    /// The word for a value of a field: in `steps` the word for a kind of step, otherwise the word for a choice, of this field or of any.
    fn word(&self, field: &str, text: &str, language: Language) -> Option<&str> {
        let kind = format!("{}.{text}", field.trim_end_matches('s'));
        let messages = self.messages();
        let of_field = || messages.find(language, "choice", &format!("{field}.{text}"));
        let found = messages.find(language, "kind", &kind).or_else(of_field);
        found.or_else(|| messages.find(language, "choice", text))
    }

    /// Says a sentence in the reader's language.
    pub fn told(&self, sentence: &Sentence) -> String {
        sentence.message(self.messages(), self.words.language)
    }

    /// Why an action is refused, in the reader's language.
    pub fn refused(&self, fault: &ActFault) -> String {
        fault.message(self.messages(), self.words.language)
    }

    /// The text of an event. Where a number in it is 0 or a list empty, a sentence of its own may say so: `retires.without.cm`.
    fn text_of(&self, event: &Told) -> Option<&str> {
        let find = |key: &str| self.messages().find(self.words.language, "event", key);
        let mut fields = event.about().as_object().into_iter().flatten();
        let without = |(field, value)| {
            is_nothing(value).then(|| find(&format!("{}.without.{field}", event.what()))).flatten()
        };
        fields.find_map(without).or_else(|| find(event.what()))
    }

    /// An event as a sentence: its label with the blanks filled in. If there is no label, its key and its subject.
    pub fn sentence(&self, event: &Told) -> String {
        let Some(text) = self.text_of(event) else {
            return format!("{}: {}", event.what().replace('_', " "), self.value(event.about()));
        };
        let mut text = text.to_string();
        for (field, value) in event.about().as_object().into_iter().flatten() {
            text = counted(&text, field, value).replace(&format!("{{{field}}}"), &self.within(field, value));
        }
        if let Some(Value::Object(outcome)) = event.outcome() {
            for (field, value) in &outcome {
                text =
                    counted(&text, field, value).replace(&format!("{{{field}}}"), &self.within(field, value));
            }
        }
        text
    }

    /// The throws behind an event: what each was for, and what it showed.
    pub fn rolls(&self, event: &Told) -> Vec<(String, String, i32)> {
        let rolls = event.rolls().iter();
        rolls
            .map(|roll| {
                (self.label("roll", roll.name).to_string(), roll.die.notation().to_string(), roll.shown)
            })
            .collect()
    }

    /// The modifiers behind an event: rule, label, effect.
    pub fn modifiers(&self, event: &Told) -> Vec<(String, String, String)> {
        event
            .modifiers()
            .map(|one| {
                let label = self.label("modifier", one.modifier.key);
                (one.modifier.rule.to_string(), label.to_string(), one.effect.to_string())
            })
            .collect()
    }

    /// How a battle ended, in a sentence.
    pub fn ending(&self, ending: &Ending, sides: &BTreeMap<String, String>) -> String {
        let reason = self.label("ending", ending.reason).to_string();
        let side = |id: &str| sides.get(id).cloned().unwrap_or_else(|| id.to_string());
        let points: Vec<_> =
            ending.points.iter().map(|(id, points)| format!("{} {points}", side(id))).collect();
        match &ending.winner {
            Some(winner) => self.words.sentence(
                "battle_won",
                &[("side", &side(winner)), ("reason", &reason), ("points", &points.join(", "))],
            ),
            None => {
                self.words.sentence("battle_drawn", &[("reason", &reason), ("points", &points.join(", "))])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// One man, two men; a field that is not a count has the form for many.
    #[test]
    fn a_count_has_its_form() {
        let text = "{unit} loses {men} {men:man|men}, {men:who is|who are} gone";
        let told = |men: Value| counted(text, "men", &men);
        assert_eq!(told(1.into()), "{unit} loses {men} man, who is gone");
        assert_eq!(told(2.into()), "{unit} loses {men} men, who are gone");
        assert_eq!(counted(text, "figures", &1.into()), text);
    }

    /// A way of less than a twentieth is told as 0; a list without an entry is nobody.
    #[test]
    fn nothing_is_told_as_nothing() {
        let nothing = [json!(0), json!(0.04), json!([])];
        let something = [json!(0.05), json!(-1), json!(["b1"]), json!(""), json!(false), Value::Null];
        assert!(nothing.iter().all(is_nothing) && !something.iter().any(is_nothing));
    }

    /// Inside a sentence choices begin with a small letter; abbreviations stay unchanged.
    #[test]
    fn choices_are_small_inside_a_sentence() {
        assert_eq!(
            ["Let uorden (LU)", "I uorden", "FU", "A", "U after", "LU degrees", "Ørkesløs", "infanteri"]
                .map(small),
            ["let uorden (LU)", "i uorden", "FU", "A", "U after", "LU degrees", "ørkesløs", "infanteri"]
        );
    }
}
