//! Exact chances, for any rule set.
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

// Nothing that a person or a file can cause may end the program. Tests may panic freely.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

use std::ops::Range;

use krigsspil_engine::dice::Chance;
use krigsspil_engine::{Code, Fault, Lots, Outcomes, Part, Places, RuleSet};
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
    /// Every value it takes: numbers in rising order, others in the order in which they occur.
    pub values: Vec<Weighted>,
}

impl FieldOdds {
    /// The chance of a value; `None` if it never occurs.
    pub fn chance_of(&self, value: &Value) -> Option<&Chance> {
        self.values.iter().find(|weighted| weighted.value == *value).map(|weighted| &weighted.chance)
    }

    /// The expected value, where every value is a number.
    pub fn mean(&self) -> Option<f64> {
        self.values
            .iter()
            .try_fold(0.0, |sum, weighted| Some(sum + weighted.value.as_f64()? * weighted.chance.as_f64()))
    }

    /// Is it the same however the dice fall?
    pub fn is_certain(&self) -> bool {
        self.values.len() == 1
    }
}

/// The chances of a procedure.
#[derive(Clone, Debug)]
pub struct Odds {
    /// Every whole outcome; none if there are too many, and then only the fields are given.
    pub outcomes: Outcomes,
    /// Every field, in the order of the outcome.
    pub fields: Vec<FieldOdds>,
}

impl Odds {
    /// The chances of the field with this path.
    pub fn field(&self, path: &str) -> Option<&FieldOdds> {
        self.fields.iter().find(|field| field.path == path)
    }

    /// Every whole outcome as JSON, likeliest first.
    pub fn weighted(&self) -> Vec<Weighted> {
        let mut weighted: Vec<_> = self.outcomes.weighted();
        weighted.sort_by(|(_, one), (_, other)| other.cmp(one));
        weighted.into_iter().map(|(value, chance)| Weighted { value, chance: chance.lowest() }).collect()
    }
}

/// The exact chances of a procedure's outcomes, for facts as JSON text.
pub fn odds(rules: &dyn RuleSet, procedure: &str, facts: &str) -> Result<Odds, Fault> {
    let place = rules.find(procedure)?;
    match rules.outcomes(place, facts) {
        Err(fault) if fault.code() == Code::TooManyRolls => {
            // The first fault says how many outcomes there were; it says more than "there are no lots".
            let lots = rules.lots(place, facts).map_err(|_| fault)?;
            Ok(Odds { outcomes: Outcomes::default(), fields: fields_of_lots(&lots) })
        }
        outcomes => {
            let outcomes = outcomes?;
            let fields = fields_of(&outcomes);
            Ok(Odds { outcomes, fields })
        }
    }
}

fn fields_of(outcomes: &Outcomes) -> Vec<FieldOdds> {
    let mut gathered = Gathered::default();
    for (outcome, chance) in outcomes.iter() {
        gathered.spread(outcome, chance, |_| true);
    }
    gathered.told()
}

/// The chances from lots: each lot gives its own entry, and all lots together give the fields outside the entries.
fn fields_of_lots(lots: &Lots) -> Vec<FieldOdds> {
    let mut gathered = Gathered::default();
    for (lot, entries) in lots.each.iter().enumerate() {
        gathered.like = None;
        for (outcome, chance) in entries.iter() {
            gathered.spread(outcome, chance, |path| entry_of(path) == Some(lot));
        }
    }
    gathered.like = None;
    for (outcome, chance) in lots.together.iter() {
        gathered.spread(outcome, chance, |path| entry_of(path).is_none());
    }
    gathered.told()
}

/// The number of the list entry that a field belongs to: 2 for `batteries[2].hits`.
fn entry_of(path: &str) -> Option<usize> {
    let name = path.find(['.', '['])?;
    path[name..].strip_prefix('[')?.split(']').next()?.parse().ok()
}

/// Fields while their chances are being added up.
#[derive(Default)]
struct Gathered<'a> {
    fields: Vec<Field<'a>>,
    /// The last outcome whose fields were looked for, and where they are in it: of `fields` and of its pieces.
    like: Option<Part<'a>>,
    laid: Vec<(usize, Range<usize>)>,
}

/// A field while its chances are being added up.
struct Field<'a> {
    path: String,
    values: Vec<(Part<'a>, Chance)>,
    places: Places,
    /// The value seen last: usually the next one is the same.
    last: usize,
}

impl<'a> Gathered<'a> {
    /// Adds the chance to each wanted field of an outcome.
    fn spread(&mut self, outcome: Part<'a>, chance: &Chance, wanted: impl Fn(&str) -> bool) {
        // Outcomes of one procedure are mostly made alike.
        if !self.like.is_some_and(|like| outcome.has_shape_of(&like)) {
            self.lay(outcome, wanted);
        }
        for (field, pieces) in &self.laid {
            self.fields[*field].add(outcome.piece(pieces.clone()), chance);
        }
    }

    /// Finds the wanted fields of an outcome.
    fn lay(&mut self, outcome: Part<'a>, wanted: impl Fn(&str) -> bool) {
        let (mut next, mut laid) = (0, Vec::new());
        outcome.each_field(&mut |path, pieces| {
            if wanted(path) {
                let field = self.place(path, next);
                laid.push((field, pieces));
                next = field + 1;
            }
        });
        (self.like, self.laid) = (Some(outcome), laid);
    }

    fn place(&mut self, path: &str, likely: usize) -> usize {
        if self.fields.get(likely).is_some_and(|field| field.path == path) {
            return likely;
        }
        self.fields.iter().position(|field| field.path == path).unwrap_or_else(|| {
            let (values, places) = (Vec::new(), Places::default());
            self.fields.push(Field { path: path.to_string(), values, places, last: 0 });
            self.fields.len() - 1
        })
    }

    fn told(self) -> Vec<FieldOdds> {
        self.fields.into_iter().map(Field::told).collect()
    }
}

impl<'a> Field<'a> {
    fn add(&mut self, value: Part<'a>, chance: &Chance) {
        if let Some((last, sum)) = self.values.get_mut(self.last)
            && last.is(&value)
        {
            *sum += chance;
            return;
        }
        let values = &mut self.values;
        self.last = self.places.place(value.hash(), &mut |place| values[place].0.is(&value));
        match values.get_mut(self.last) {
            Some((_, sum)) => *sum += chance,
            None => values.push((value, chance.clone())),
        }
    }

    fn told(self) -> FieldOdds {
        let weighted =
            |(part, chance): (Part<'_>, Chance)| Weighted { value: part.value(), chance: chance.lowest() };
        let mut values: Vec<_> = self.values.into_iter().map(weighted).collect();
        values.sort_by(|one, other| match (one.value.as_f64(), other.value.as_f64()) {
            (Some(one), Some(other)) => one.total_cmp(&other),
            _ => std::cmp::Ordering::Equal,
        });
        FieldOdds { path: self.path, values }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A field in a list of the outcome has the number of its entry; a field in a list within a group has none.
    #[test]
    fn entries_are_numbered() {
        assert_eq!(entry_of("batteries[12].hits"), Some(12));
        assert_eq!(entry_of("side.batteries[1].hits"), None);
        assert_eq!(entry_of("factor"), None);
    }
}
