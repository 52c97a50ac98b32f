//! Measuring: what a table may be measured in, and facts that are read off a measured distance.

use serde::{Deserialize, Serialize};

use super::{RosterPlan, find_fact, find_field};
use crate::rule_set::RuleSet;

/// What a tape or a ruler shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TapeUnit {
    /// Centimetres of table.
    Cm,
    /// Inches of table.
    Inch,
    /// Yards of ground.
    Yard,
    /// Metres of ground.
    Metre,
}

/// Something a table may be measured in.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tape {
    /// What it shows.
    pub unit: TapeUnit,
    /// One of it in the measure of the facts.
    pub is: f64,
}

/// What distances are stated in: facts whose names end so.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measuring {
    /// The end of their names: `_cm`, `_yards`.
    pub facts: String,
    /// What a table may be measured in, the printed measure first.
    pub tape: Vec<Tape>,
}

/// A fact that is read off other facts, above all a measured distance: the range zone off weapon and distance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadOff {
    /// The fact, and the field of the outcome that gives it.
    pub fact: String,
    /// The procedures that ask for it.
    pub of: Vec<String>,
    /// The procedure that works it out. It throws no dice.
    pub by: String,
    /// Facts of both, stated once.
    #[serde(default)]
    pub same: Vec<String>,
    /// Facts of that procedure that the player is asked for.
    pub ask: Vec<String>,
}

impl RosterPlan {
    /// Tapes that measure nothing, and facts that cannot be read off.
    pub(super) fn measuring_faults(&self, rules: &dyn RuleSet) -> Vec<String> {
        let known = |name: &str| rules.find(name).ok().map(|place| rules.procedures()[place]);
        let mut faults = Vec::new();
        if let Some(measuring) = &self.measuring {
            let first = measuring.tape.first().is_some_and(|tape| tape.is == 1.0);
            if !first || measuring.tape.iter().any(|tape| tape.is.is_nan() || tape.is <= 0.0) {
                faults.push(
                    "measuring: the first tape is the printed measure, and each shows something".to_string(),
                );
            }
        }
        for read in &self.read_off {
            let Some(by) = known(&read.by).filter(|by| by.about.dice.is_empty()) else {
                faults.push(format!("{}: no procedure `{}` without dice", read.fact, read.by));
                continue;
            };
            let asked = |name: &String| find_fact(by.facts, name).is_some();
            let of = |name: &String| {
                known(name).is_some_and(|of| {
                    let has = |fact: &String| find_fact(of.facts, fact).is_some();
                    has(&read.fact) && read.same.iter().all(has)
                })
            };
            let sound = find_field(by.outcome, &read.fact).is_some()
                && read.same.iter().chain(&read.ask).all(asked)
                && read.of.iter().all(of);
            if !sound {
                faults.push(format!("{} cannot be read off by {}", read.fact, read.by));
            }
        }
        faults
    }
}
