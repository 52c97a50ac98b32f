//! How a unit on a roster meets the procedures: which of its properties answer which facts, and what an outcome does to it.
//!
//! A rule set says so in one file, `roster.toml`:
//!
//! ```toml
//! men_a_figure = 20
//! minutes_a_turn = 5
//!
//! [[property]]
//! key = "order"
//! choices_of = "morale_test.order"
//!
//! [bind.small_arms_fire.firer]
//! facts = { figures = "figures", order = "firer_order" }
//! clear = { ammunition = "ammunition_exhausted" }
//!
//! [bind.small_arms_fire.target]
//! lose_men = "loss_men"
//! ```

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::fact::{FactSpec, Kind};
use crate::outcome::FieldSpec;
use crate::procedure::ProcedureInfo;
use crate::rule_set::RuleSet;

/// A property of a unit beside its name, strength and losses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Property {
    /// Its key; its label stands in the `property` section of the message files.
    pub key: String,
    /// The fact (`procedure.fact`), or else the field of an outcome, whose choices, bounds or yes-and-no it takes.
    pub choices_of: String,
}

/// One role a unit can have in a procedure.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Binding {
    /// Facts that are answered from the unit: property → fact. Beside its own properties a unit has `figures` (those it has left),
    /// `exact_figures` (the same with their fraction), `original_figures`, `original_men`, `men`, `lost_men` and `lost_figures`.
    #[serde(default)]
    pub facts: BTreeMap<String, String>,
    /// The outcome's field that counts men lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lose_men: Option<String>,
    /// The outcome's field that counts figures lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lose_figures: Option<String>,
    /// Properties set to an outcome's field: property → field.
    #[serde(default)]
    pub set: BTreeMap<String, String>,
    /// Properties put to "no" when an outcome's field is true: property → field.
    #[serde(default)]
    pub clear: BTreeMap<String, String>,
}

/// The whole plan of a rule set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RosterPlan {
    /// Men to a figure.
    pub men_a_figure: i32,
    /// Minutes of battle to a turn.
    pub minutes_a_turn: f64,
    /// What a unit carries, in the order of the sheet.
    #[serde(default)]
    pub property: Vec<Property>,
    /// procedure → role → binding.
    #[serde(default)]
    pub bind: BTreeMap<String, BTreeMap<String, Binding>>,
}

/// What every unit carries, whatever the rules.
const STRENGTH: [&str; 7] =
    ["figures", "exact_figures", "original_figures", "original_men", "men", "lost_men", "lost_figures"];

impl RosterPlan {
    /// Reads a plan.
    pub fn read(text: &str) -> Result<RosterPlan, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    /// Everything in the plan that the rule set does not have: a rule set's own test asks that there be nothing.
    pub fn faults(&self, rules: &dyn RuleSet) -> Vec<String> {
        let mut faults = Vec::new();
        if self.men_a_figure <= 0 {
            faults.push("men_a_figure must be above 0".to_string());
        }
        if self.minutes_a_turn <= 0.0 {
            faults.push("minutes_a_turn must be above 0".to_string());
        }
        for property in &self.property {
            let known = property.choices_of.split_once('.').is_some_and(|(procedure, path)| {
                let knows = |info: &ProcedureInfo| {
                    find_fact(info.facts, path).is_some() || has_field(info.outcome, path)
                };
                rules.find(procedure).is_ok_and(|place| knows(rules.procedures()[place]))
            });
            if !known {
                faults.push(format!("{}: there is no fact `{}`", property.key, property.choices_of));
            }
        }
        for (procedure, roles) in &self.bind {
            let Ok(place) = rules.find(procedure) else {
                faults.push(format!("there is no procedure `{procedure}`"));
                continue;
            };
            let info = rules.procedures()[place];
            for (role, binding) in roles {
                self.check(&format!("{procedure}.{role}"), binding, info.facts, info.outcome, &mut faults);
            }
        }
        faults
    }

    fn check(
        &self,
        place: &str,
        binding: &Binding,
        facts: &[FactSpec],
        outcome: &[FieldSpec],
        faults: &mut Vec<String>,
    ) {
        let known =
            |key: &str| STRENGTH.contains(&key) || self.property.iter().any(|property| property.key == key);
        let keys = binding.facts.keys().chain(binding.set.keys()).chain(binding.clear.keys());
        for key in keys.filter(|key| !known(key)) {
            faults.push(format!("{place}: a unit has no property `{key}`"));
        }
        for fact in binding.facts.values().filter(|fact| find_fact(facts, fact).is_none()) {
            faults.push(format!("{place}: there is no fact `{fact}`"));
        }
        let fields = binding.set.values().chain(binding.clear.values());
        let fields = fields.chain(&binding.lose_men).chain(&binding.lose_figures);
        for field in fields.filter(|field| !has_field(outcome, field)) {
            faults.push(format!("{place}: the outcome has no field `{field}`"));
        }
    }
}

fn find_fact<'a>(specs: &'a [FactSpec], path: &str) -> Option<&'a FactSpec> {
    let (name, rest) = path.split_once('.').map_or((path, None), |(name, rest)| (name, Some(rest)));
    let spec = specs.iter().find(|spec| spec.name == name)?;
    match (rest, spec.kind) {
        (None, _) => Some(spec),
        (Some(rest), Kind::Object(within)) => find_fact(within, rest),
        (Some(_), _) => None,
    }
}

fn has_field(fields: &[FieldSpec], path: &str) -> bool {
    let (name, rest) = path.split_once('.').map_or((path, None), |(name, rest)| (name, Some(rest)));
    match (fields.iter().find(|field| field.name == name).map(|field| field.kind), rest) {
        (None, _) => false,
        (Some(_), None) => true,
        (Some(Kind::Fields(within) | Kind::Maybe(&Kind::Fields(within))), Some(rest)) => {
            has_field(within, rest)
        }
        (Some(_), Some(_)) => false,
    }
}

/// A unit that can be put on a roster: from a country table or an army list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CatalogueUnit {
    /// Whose it is, as a person reads it.
    pub nation: String,
    /// When, as printed; empty when always.
    pub period: String,
    /// The kind of unit, as a person reads it.
    pub kind: String,
    /// Figures it may have: least and most.
    pub figures: (i32, i32),
    /// Properties that the table gives: key and value.
    pub properties: BTreeMap<String, serde_json::Value>,
}

impl CatalogueUnit {
    /// A unit of a nation, with the figures it may have.
    pub fn new(nation: impl Into<String>, kind: impl Into<String>, figures: (i32, i32)) -> Self {
        let (nation, kind) = (nation.into(), kind.into());
        CatalogueUnit { nation, period: String::new(), kind, figures, properties: BTreeMap::new() }
    }

    /// When it was.
    pub fn in_period(mut self, period: impl Into<String>) -> Self {
        self.period = period.into();
        self
    }

    /// A property it has.
    pub fn with(mut self, key: &str, value: impl Into<serde_json::Value>) -> Self {
        self.properties.insert(key.into(), value.into());
        self
    }

    /// A property it has, where the table states one.
    pub fn with_stated(self, key: &str, value: Option<impl Into<serde_json::Value>>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }
}
