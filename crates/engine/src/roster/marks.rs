//! Marks on the way down: shares of losses from which the print says something else of a unit or of a whole command.

use serde::{Deserialize, Serialize};

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
}

impl RosterPlan {
    /// Marks that cannot be reached, or that leave out an arm there is not.
    pub(super) fn mark_faults(&self, rules: &dyn RuleSet) -> Vec<String> {
        let arms = self.property("arm").and_then(|arm| arm.values(rules)).map(|values| values.kind);
        let known =
            |arm: &String| matches!(arms, Some(Kind::Choice { names, .. }) if names.contains(&arm.as_str()));
        let wrong = self.mark.iter().filter(|mark| {
            !(0.0 < mark.percent && mark.percent < 100.0) || mark.not.iter().any(|arm| !known(arm))
        });
        wrong.map(|mark| format!("mark {} at {} %", mark.key, mark.percent)).collect()
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
