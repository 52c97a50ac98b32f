//! Exact chances, over any rule set.
//!
//! Every roll of the dice is visited once; nothing is sampled. The chance of each outcome, and of each value of each of its fields,
//! is a fraction in lowest terms.
//!
//! ```
//! let rules = krigsspil_rules::open("borgerkrig", None)?;
//! let facts = r#"{"firer_arm": "infantry", "figures": 24, "weapon": "springfield_m61", "distance_cm": 8,
//!                 "target_arm": "infantry"}"#;
//! let odds = krigsspil_odds::odds(&*rules, "small_arms_fire", facts)?;
//! let empty = odds.field("ammunition_exhausted").and_then(|field| field.chance_of(&true.into()));
//! assert_eq!(empty.map(|chance| chance.to_string()), Some("1/9".to_string()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Nothing a person or a file can cause may end the program. Tests may fail as they like.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

use std::collections::HashMap;

use krigsspil_engine::dice::Chance;
use krigsspil_engine::{Code, Fault, Lots, RuleSet};
use num_bigint::BigUint;
use num_integer::Integer;
use serde_json::Value;

/// A value and its chance.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighted {
    /// The value.
    pub value: Value,
    /// Its chance, in lowest terms.
    pub chance: Chance,
}

/// The chances of one field of the outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldOdds {
    /// The field's path: `loss_men`, `attacker.result`, `batteries[0].hits`.
    pub path: String,
    /// Every value it takes, numbers rising, others in the order met.
    pub values: Vec<Weighted>,
}

impl FieldOdds {
    /// The chance of a value; none when it never comes out.
    pub fn chance_of(&self, value: &Value) -> Option<&Chance> {
        self.values.iter().find(|weighted| weighted.value == *value).map(|weighted| &weighted.chance)
    }

    /// The expected value, where every value is a number.
    pub fn mean(&self) -> Option<f64> {
        self.values
            .iter()
            .try_fold(0.0, |sum, weighted| Some(sum + weighted.value.as_f64()? * weighted.chance.as_f64()))
    }

    /// Does it come out the same however the dice fall?
    pub fn is_certain(&self) -> bool {
        self.values.len() == 1
    }
}

/// The chances of a procedure.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// Every whole outcome, likeliest first; none when they are too many to tell and only the fields are told.
    pub outcomes: Vec<Weighted>,
    /// Every field, in the order of the outcome.
    pub fields: Vec<FieldOdds>,
}

impl Odds {
    /// The chances of the field with this path.
    pub fn field(&self, path: &str) -> Option<&FieldOdds> {
        self.fields.iter().find(|field| field.path == path)
    }
}

/// The exact chances of a procedure's outcomes, for facts as JSON text.
pub fn odds(rules: &dyn RuleSet, procedure: &str, facts: &str) -> Result<Odds, Fault> {
    let place = rules.find(procedure)?;
    let mut fields = Gathered::default();
    let every = match rules.every(place, facts) {
        Err(fault) if fault.code() == Code::TooManyRolls => {
            // The first fault says how many there were; that there are no lots either says less.
            fields.of_lots(&rules.lots(place, facts).map_err(|_| fault)?);
            Vec::new()
        }
        every => every?,
    };
    for (outcome, chance) in &every {
        fields.spread("", outcome, chance);
    }
    let mut outcomes: Vec<_> =
        every.into_iter().map(|(value, chance)| Weighted { value, chance: lowest(&chance) }).collect();
    outcomes.sort_by(|one, other| compare(&other.chance, &one.chance));
    Ok(Odds { outcomes, fields: fields.told() })
}

/// Fields while their chances are being added up.
#[derive(Default)]
struct Gathered {
    fields: Vec<FieldOdds>,
    /// Where each value stands in its field.
    places: Vec<HashMap<Value, usize>>,
}

impl Gathered {
    /// Gives the chance to each field of an outcome; groups within it are spread by dotted paths, lists of groups by number.
    fn spread(&mut self, path: &str, value: &Value, chance: &Chance) {
        match value {
            Value::Object(group) if !path.ends_with("_points") => {
                for (name, value) in group {
                    let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                    self.spread(&path, value, chance);
                }
            }
            Value::Array(groups) if is_list_of_groups(value) => {
                for (number, group) in groups.iter().enumerate() {
                    self.spread(&format!("{path}[{number}]"), group, chance);
                }
            }
            _ => self.add(path, value, chance),
        }
    }

    /// Gives the chances of lots: each its own entry, and all of them what is not an entry.
    fn of_lots(&mut self, lots: &Lots) {
        for (lot, entries) in lots.each.iter().enumerate() {
            for (outcome, chance) in entries {
                for (name, list) in outcome.as_object().into_iter().flatten() {
                    if let Some(entry) = list.get(lot).filter(|_| is_list_of_groups(list)) {
                        self.spread(&format!("{name}[{lot}]"), entry, chance);
                    }
                }
            }
        }
        for (outcome, chance) in &lots.together {
            for (name, value) in outcome.as_object().into_iter().flatten() {
                if !is_list_of_groups(value) {
                    self.spread(name, value, chance);
                }
            }
        }
    }

    fn add(&mut self, path: &str, value: &Value, chance: &Chance) {
        let place = self.fields.iter().position(|field| field.path == path).unwrap_or_else(|| {
            self.fields.push(FieldOdds { path: path.to_string(), values: Vec::new() });
            self.places.push(HashMap::new());
            self.fields.len() - 1
        });
        let values = &mut self.fields[place].values;
        match self.places[place].get(value) {
            Some(&at) => values[at].chance += chance,
            None => {
                self.places[place].insert(value.clone(), values.len());
                values.push(Weighted { value: value.clone(), chance: chance.clone() });
            }
        }
    }

    fn told(mut self) -> Vec<FieldOdds> {
        for field in &mut self.fields {
            for weighted in &mut field.values {
                weighted.chance = lowest(&weighted.chance);
            }
            field.values.sort_by(|one, other| match (one.value.as_f64(), other.value.as_f64()) {
                (Some(one), Some(other)) => one.total_cmp(&other),
                _ => std::cmp::Ordering::Equal,
            });
        }
        self.fields
    }
}

fn is_list_of_groups(value: &Value) -> bool {
    value.as_array().is_some_and(|list| !list.is_empty() && list.iter().all(Value::is_object))
}

fn lowest(chance: &Chance) -> Chance {
    let common = chance.ways.gcd(&chance.of);
    if common == BigUint::ZERO {
        return chance.clone();
    }
    Chance { ways: &chance.ways / &common, of: &chance.of / common }
}

fn compare(one: &Chance, other: &Chance) -> std::cmp::Ordering {
    (&one.ways * &other.of).cmp(&(&other.ways * &one.of))
}
