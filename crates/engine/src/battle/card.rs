//! The card of a unit: what a person reads about it, one line for each declared field.

use serde_json::Value;

use super::common::{CommonSpec, Shape, common_unit};
use super::shown::ShownSpec;
use super::told::Teller;
use super::{BattleLanguage, UnitShown};
use crate::fact::Kind;
use crate::messages::{Language, Messages};

/// A line of a unit's card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardLine {
    /// The field, with its groups in front: `battery.guns`.
    pub field: String,
    /// Its label.
    pub label: String,
    /// Its value as a person reads it.
    pub value: String,
    /// The rule behind it; empty for a field that every battle has.
    pub rule: &'static str,
}

impl BattleLanguage {
    /// The card of a unit as one seat sees it. Fields the seat may not know, and fields that are false or empty, have no line.
    pub fn card(&self, unit: &UnitShown, messages: &Messages, language: Language) -> Vec<CardLine> {
        let teller = Teller { declared: self, messages, language };
        let mut writer = Writer { teller, lines: Vec::new() };
        let json = serde_json::to_value(unit).unwrap_or_default();
        common_unit().iter().for_each(|spec| writer.common(spec, &json[spec.name]));
        for (spec, value) in unit.details.values() {
            writer.shown("", "unit", "", spec, &value);
        }
        writer.lines
    }

    /// An order as a person reads it.
    pub fn order_told(&self, order: &Value, messages: &Messages, language: Language) -> String {
        Teller { declared: self, messages, language }.deed(self.order_tag, self.orders, order)
    }
}

struct Writer<'a> {
    teller: Teller<'a>,
    lines: Vec<CardLine>,
}

impl Writer<'_> {
    fn line(&mut self, field: String, label: String, value: String, rule: &'static str) {
        self.lines.push(CardLine { field, label, value, rule });
    }

    fn common(&mut self, spec: &CommonSpec, value: &Value) {
        if let Some(told) = self.told(spec, value) {
            let label = self.teller.label("shown", "UnitShown", spec.name).to_string();
            self.line(spec.name.to_string(), label, told, "");
        }
    }

    /// A common field in words; `None` for a field that the map shows.
    fn told(&self, spec: &CommonSpec, value: &Value) -> Option<String> {
        let teller = &self.teller;
        if value.is_null() {
            return None;
        }
        Some(match spec.shape {
            Shape::Part("Strength") => self.strength(value),
            Shape::Choice(section, _) => {
                teller.messages.label(teller.language, section, value.as_str()?).to_string()
            }
            Shape::Word(field) => match teller.declared.word(field) {
                Some(kind) => teller.value(kind, value)?,
                None => teller.plain(value),
            },
            Shape::Order => teller.deed(teller.declared.order_tag, teller.declared.orders, value),
            Shape::Place => {
                let [east, north] = [0, 1].map(|place| value[place].as_f64().unwrap_or_default());
                format!("({}; {})", teller.number(east.round()), teller.number(north.round()))
            }
            Shape::Number if spec.name == "facing" => format!("{}°", teller.number(value.as_f64()?.round())),
            Shape::Number => format!("{} m", teller.number(value.as_f64()?)),
            Shape::List(Shape::Text) | Shape::Text | Shape::YesNo | Shape::Whole => teller.plain(value),
            _ => return None,
        })
    }

    fn strength(&self, value: &Value) -> String {
        let unit = value["unit"].as_str().unwrap_or_default();
        let counted = self.teller.messages.label(self.teller.language, "strength", unit);
        match value["first"].as_i64() {
            Some(first) => {
                format!("{} {} {first} {counted}", value["now"], self.teller.word("of"))
            }
            None => format!("{} {counted}", value["now"]),
        }
    }

    /// What the rule set adds; a group has a line for each of its fields.
    fn shown(&mut self, path: &str, place: &str, within: &str, spec: &ShownSpec, value: &Value) {
        let field = format!("{path}{}", spec.name);
        let label = format!(
            "{within}{}",
            self.teller.messages.label_in(self.teller.language, "shown", place, spec.name)
        );
        let kind = match spec.kind {
            Kind::Maybe(kind) => *kind,
            kind => kind,
        };
        match kind {
            Kind::Shown(_) if value.is_null() => {}
            Kind::Shown(specs) => {
                for inner in specs {
                    let within = format!("{label}: ");
                    self.shown(&format!("{field}."), spec.name, &within, inner, &value[inner.name]);
                }
            }
            kind => {
                if let Some(told) = self.teller.value(&kind, value) {
                    self.line(field, label, told, spec.rule);
                }
            }
        }
    }
}
