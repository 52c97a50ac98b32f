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

use krigsspil_engine::dice::Chance;
use krigsspil_engine::{Fault, RuleSet};
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
    /// The field's path: `loss_men`, `attacker.result`.
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
    /// Every whole outcome, likeliest first.
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
    let every = rules.every(rules.find(procedure)?, facts)?;
    let mut fields: Vec<FieldOdds> = Vec::new();
    for (outcome, chance) in &every {
        spread("", outcome, chance, &mut fields);
    }
    for field in &mut fields {
        for weighted in &mut field.values {
            weighted.chance = lowest(&weighted.chance);
        }
        field.values.sort_by(|one, other| match (one.value.as_f64(), other.value.as_f64()) {
            (Some(one), Some(other)) => one.total_cmp(&other),
            _ => std::cmp::Ordering::Equal,
        });
    }
    let mut outcomes: Vec<_> =
        every.into_iter().map(|(value, chance)| Weighted { value, chance: lowest(&chance) }).collect();
    outcomes.sort_by(|one, other| compare(&other.chance, &one.chance));
    Ok(Odds { outcomes, fields })
}

/// Gives the chance to each field of an outcome; groups within it are spread by dotted paths.
fn spread(path: &str, value: &Value, chance: &Chance, fields: &mut Vec<FieldOdds>) {
    if let Value::Object(group) = value
        && !(path.ends_with("_points"))
    {
        for (name, value) in group {
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            spread(&path, value, chance, fields);
        }
        return;
    }
    let field = match fields.iter().position(|field| field.path == path) {
        Some(place) => &mut fields[place],
        None => {
            fields.push(FieldOdds { path: path.to_string(), values: Vec::new() });
            let last = fields.len() - 1;
            &mut fields[last]
        }
    };
    match field.values.iter_mut().find(|weighted| weighted.value == *value) {
        Some(weighted) => weighted.chance = plus(&weighted.chance, chance),
        None => field.values.push(Weighted { value: value.clone(), chance: chance.clone() }),
    }
}

/// The sum of two chances; mostly they share a denominator, and then it is kept.
fn plus(one: &Chance, other: &Chance) -> Chance {
    if one.of == other.of {
        Chance { ways: &one.ways + &other.ways, of: one.of.clone() }
    } else {
        one.plus(other)
    }
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
