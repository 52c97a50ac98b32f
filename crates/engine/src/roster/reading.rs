//! How the words of a roster read in the facts and outcomes of a procedure, which may have other words for the same thing.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{RosterPlan, Values, find_fact, find_field};
use crate::fact::Kind;
use crate::rule_set::RuleSet;

/// How a property reads where the words are others: in facts with the choices of one list, or in facts that are named.
///
/// ```toml
/// [[reading]]
/// property = "arm"
/// in = "Shooters"                             # the list of words, or
/// facts = ["artillery_fire.target_kind"]      # these facts (or these fields of an outcome)
/// as = { dragoons = "cavalry" }               # said as
/// never = ["wagon"]                           # who is that cannot have this role
/// ask = { battery = ["limbered", "unlimbered"] }  # the roster does not know which: the player says
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// The property.
    pub property: String,
    /// The list of words it holds for.
    #[serde(rename = "in", default, skip_serializing_if = "Option::is_none")]
    pub list: Option<String>,
    /// The facts, or fields of an outcome, it holds for: `procedure.path`.
    #[serde(default)]
    pub facts: Vec<String>,
    /// A value here → what is said there. From an outcome's field: the field's word → the property's.
    #[serde(rename = "as", default)]
    pub said: BTreeMap<String, Value>,
    /// Values with which a unit cannot have the role at all. From an outcome's field: words that change nothing.
    #[serde(default)]
    pub never: Vec<String>,
    /// Values that can be several things there: the player says which.
    #[serde(default)]
    pub ask: BTreeMap<String, Vec<String>>,
}

/// One fact that is answered from a unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answered {
    /// The property, or a strength of the unit.
    pub property: String,
    /// The fact's path.
    pub fact: String,
    /// Values that are said in another word there.
    pub said: BTreeMap<String, Value>,
    /// Values with which a unit cannot have the role.
    pub never: Vec<String>,
    /// Values that can be several things there: the player says which.
    pub ask: BTreeMap<String, Vec<String>>,
}

/// A value as the key of a reading.
fn key_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

/// Every value a property can have, where they can be counted up.
fn all_values(values: Values) -> Vec<Value> {
    match values.kind {
        Kind::Choice { names, .. } => names.iter().map(|name| Value::from(*name)).collect(),
        Kind::YesNo => vec![true.into(), false.into()],
        _ => Vec::new(),
    }
}

/// Can a fact of this kind be this?
fn takes(kind: Kind, value: &Value) -> bool {
    match kind {
        Kind::Maybe(kind) => takes(*kind, value),
        Kind::Choice { names, .. } => value.as_str().is_some_and(|word| names.contains(&word)),
        Kind::YesNo => value.is_boolean(),
        Kind::Whole => value.is_i64() || value.is_u64(),
        Kind::Number => value.is_number(),
        _ => false,
    }
}

fn list_of(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Maybe(kind) => list_of(*kind),
        Kind::Choice { of, .. } => Some(of),
        _ => None,
    }
}

impl RosterPlan {
    /// How a property reads in a fact, or in a field of an outcome, of this kind at this place.
    fn reading(&self, property: &str, place: &str, kind: Kind) -> Option<&Reading> {
        let mut readings = self.reading.iter().filter(|reading| reading.property == property);
        let named = readings.clone().find(|reading| reading.facts.iter().any(|fact| fact == place));
        named.or_else(|| {
            readings.find(|reading| reading.list.is_some() && reading.list.as_deref() == list_of(kind))
        })
    }

    /// The facts of a procedure that a unit in this role answers, with the words it answers in.
    pub fn answered(&self, rules: &dyn RuleSet, procedure: &str, role: &str) -> Vec<Answered> {
        let Some(binding) = self.bind.get(procedure).and_then(|roles| roles.get(role)) else {
            return Vec::new();
        };
        let Ok(place) = rules.find(procedure) else { return Vec::new() };
        let facts = rules.procedures()[place].facts;
        let answered = |(property, fact): (&String, &String)| {
            let kind = find_fact(facts, fact)?.kind;
            let reading = self.reading(property, &format!("{procedure}.{fact}"), kind);
            let Reading { said, never, ask, .. } = reading.cloned().unwrap_or_default();
            Some(Answered { property: property.clone(), fact: fact.clone(), said, never, ask })
        };
        binding.facts.iter().filter_map(answered).collect()
    }

    /// How the words of an outcome's field read on the roster, where they are others: the field's word → the property's, and the
    /// words that change nothing.
    pub fn taken(
        &self,
        rules: &dyn RuleSet,
        procedure: &str,
        property: &str,
        field: &str,
    ) -> Option<&Reading> {
        let info = rules.procedures()[rules.find(procedure).ok()?];
        self.reading(property, &format!("{procedure}.{field}"), find_field(info.outcome, field)?.kind)
    }

    /// Every value a roster can hold that a fact it answers does not know, and every word of an outcome that a roster does not.
    pub(super) fn reading_faults(&self, rules: &dyn RuleSet) -> Vec<String> {
        let mut faults = BTreeSet::new();
        for (procedure, roles) in &self.bind {
            let Ok(place) = rules.find(procedure) else { continue };
            let info = rules.procedures()[place];
            for binding in roles.values() {
                for (property, fact) in &binding.facts {
                    let Some(spec) = find_fact(info.facts, fact) else { continue };
                    self.unread(rules, property, &format!("{procedure}.{fact}"), spec.kind, &mut faults);
                }
                for (property, field) in &binding.set {
                    let Some(spec) = find_field(info.outcome, field) else { continue };
                    self.untaken(rules, property, &format!("{procedure}.{field}"), spec.kind, &mut faults);
                }
            }
        }
        faults.into_iter().collect()
    }

    /// The values of a property that a fact cannot be, unless a reading says what is said instead.
    fn unread(
        &self,
        rules: &dyn RuleSet,
        property: &str,
        place: &str,
        kind: Kind,
        faults: &mut BTreeSet<String>,
    ) {
        let made = self.mark.iter().filter_map(|mark| mark.makes.get(property));
        faults.extend(
            made.filter(|value| !takes(kind, value)).map(|value| format!("{place} does not know {value}")),
        );
        // A property as it was before its losses has the same words.
        let own = self.property(property).or_else(|| self.property(property.strip_prefix("original_")?));
        let Some(values) = own.and_then(|known| known.values(rules)) else { return };
        let reading = self.reading(property, place, kind);
        let same_kind = matches!(
            (values.kind, list_of(kind).is_some(), kind),
            (Kind::Choice { .. }, true, _)
                | (Kind::YesNo, _, Kind::YesNo | Kind::Maybe(Kind::YesNo))
                | (
                    Kind::Whole | Kind::Number,
                    false,
                    Kind::Whole | Kind::Number | Kind::Maybe(Kind::Whole | Kind::Number)
                )
        );
        if !same_kind && reading.is_none() {
            faults.insert(format!("{property} is not of the kind of {place}: {:?}, {kind:?}", values.kind));
        }
        for value in all_values(values) {
            let key = key_of(&value);
            let said = reading.and_then(|reading| reading.said.get(&key)).unwrap_or(&value);
            let never = reading.is_some_and(|reading| reading.never.contains(&key));
            match reading.and_then(|reading| reading.ask.get(&key)) {
                Some(several) => {
                    let odd = several.iter().filter(|word| !takes(kind, &Value::from(word.as_str())));
                    faults.extend(odd.map(|word| format!("{place} does not know `{word}`")));
                }
                None if !never && !takes(kind, said) => {
                    faults.insert(format!("{place} does not know the {property} `{key}`"));
                }
                None => {}
            }
        }
    }

    /// The words of an outcome's field that a property cannot be, unless a reading says what it becomes.
    fn untaken(
        &self,
        rules: &dyn RuleSet,
        property: &str,
        place: &str,
        kind: Kind,
        faults: &mut BTreeSet<String>,
    ) {
        let Some(values) = self.property(property).and_then(|known| known.values(rules)) else { return };
        let inner = match kind {
            Kind::Maybe(kind) => *kind,
            kind => kind,
        };
        let reading = self.reading(property, place, kind);
        let words = all_values(Values { kind: inner, bounds: None });
        if words.is_empty() && !takes(values.kind, &0.into()) {
            faults.insert(format!("{property} cannot become what {place} says"));
        }
        for word in words {
            let key = key_of(&word);
            let becomes = reading.and_then(|reading| reading.said.get(&key)).unwrap_or(&word);
            let never = reading.is_some_and(|reading| reading.never.contains(&key));
            if !never && !takes(values.kind, becomes) {
                faults.insert(format!("the {property} cannot become `{key}` of {place}"));
            }
        }
    }
}
