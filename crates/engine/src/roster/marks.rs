//! Marks on the way down: shares of losses from which the print says something else of a unit or of a whole command.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::RosterPlan;
use crate::fact::Kind;
use crate::rule_set::RuleSet;

/// Whose losses are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarkOf {
    /// A unit's own.
    Unit,
    /// Those of all units under one leader.
    Command,
}

/// A share of losses from which something holds. Its words are in the `mark` section of the message files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// Its key.
    pub key: String,
    /// Whose losses.
    pub of: MarkOf,
    /// From this many per cent lost.
    pub percent: f64,
    /// Only beyond that, not already at it.
    #[serde(default)]
    pub beyond: bool,
    /// The rule that says so.
    pub rule: String,
    /// The arms that it does not hold for.
    #[serde(default)]
    pub not: Vec<String>,
    /// Properties that are one lower from here on, each time a mark says so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lowers: Vec<String>,
    /// Properties that read otherwise from here on: property → value → the value it counts as.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counts_as: BTreeMap<String, BTreeMap<String, Value>>,
    /// What a unit answers from here on beside its properties: name → value.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub makes: BTreeMap<String, Value>,
}

impl Mark {
    /// Does it say something of a unit, and not only to the reader?
    fn changes(&self) -> bool {
        !(self.lowers.is_empty() && self.counts_as.is_empty() && self.makes.is_empty())
    }
}

impl RosterPlan {
    /// Is this something that a mark makes a unit answer?
    pub(super) fn is_made(&self, key: &str) -> bool {
        self.mark.iter().any(|mark| mark.makes.contains_key(key))
    }

    /// Marks that cannot be reached, that leave out an arm there is not, or that change what a unit does not have.
    pub(super) fn mark_faults(&self, rules: &dyn RuleSet) -> Vec<String> {
        let arms = self.property("arm").and_then(|arm| arm.values(rules)).map(|values| values.kind);
        let known =
            |arm: &String| matches!(arms, Some(Kind::Choice { names, .. }) if names.contains(&arm.as_str()));
        let wrong = self.mark.iter().filter(|mark| {
            !(0.0 < mark.percent && mark.percent < 100.0)
                || mark.not.iter().any(|arm| !known(arm))
                || (mark.of == MarkOf::Command && mark.changes())
                || !self.lowers_numbers(mark, rules)
                || !self.counts_known_values(mark, rules)
        });
        wrong.map(|mark| format!("mark {} at {} %", mark.key, mark.percent)).collect()
    }

    fn lowers_numbers(&self, mark: &Mark, rules: &dyn RuleSet) -> bool {
        mark.lowers.iter().all(|key| {
            let values = self.property(key).and_then(|property| property.values(rules));
            values.is_some_and(|values| matches!(values.kind, Kind::Whole | Kind::Number))
        })
    }

    fn counts_known_values(&self, mark: &Mark, rules: &dyn RuleSet) -> bool {
        mark.counts_as.iter().all(|(key, said)| {
            let Some(property) = self.property(key) else { return false };
            let is_value = |value: &Value| property.refuses(rules, value).is_none();
            said.iter().all(|(from, to)| is_value(&from.as_str().into()) && is_value(to))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mark is read as it is written, and one nobody can reach is told.
    #[test]
    fn marks_are_read() {
        let plan =
            |mark: &str| RosterPlan::read(&format!("men_a_figure = 1\nminutes_a_turn = 1\n[[mark]]\n{mark}"));
        let read =
            plan("key = \"half\"\nof = \"command\"\npercent = 50\nbeyond = true\nrule = \"1\"").unwrap();
        assert_eq!((read.mark[0].of, read.mark[0].beyond), (MarkOf::Command, true));
        assert!(plan("key = \"half\"\nof = \"army\"\npercent = 50\nrule = \"1\"").is_err());
    }
}
