//! A battle as a seat supposes it, and what a preview rests on that its seat cannot know: two that suppose otherwise are held side by side,
//! and what differs is supposed.

use std::ops::Deref;

use krigsspil_engine::Procedure;
use krigsspil_engine::battle::SumPreviewed;
use serde_json::Value;

use crate::common::Common;
use crate::ids::UnitId;
use crate::knowledge::{Knowledge, Shows};

/// A battle as one seat may suppose it. What the seat cannot know was taken out of it or made up, so nothing that is computed from it can
/// tell what is hidden.
#[derive(Debug)]
pub struct Sees<'a, B> {
    /// What the seat knows, by name and number.
    pub known: Knowledge<'a, B>,
    stage: B,
}

impl<'a, B: Common> Sees<'a, B> {
    /// A seat, and the battle as it supposes it. Only a rule set's module of knowledge makes one.
    pub fn new(known: Knowledge<'a, B>, stage: B) -> Self {
        Sees { known, stage }
    }

    /// The battle itself, to be acted on.
    pub fn stage(self) -> B {
        self.stage
    }
}

impl<B> Deref for Sees<'_, B> {
    type Target = B;

    fn deref(&self) -> &B {
        &self.stage
    }
}

/// A throw that a preview tells of instead of making it: its facts, and the units it is about.
pub fn sum<P: Procedure>(battle: &impl Shows, units: &[UnitId], moment: f64, facts: &P) -> SumPreviewed {
    let name = |place: usize| units.get(place).map(|&unit| battle.unit_name(unit).clone());
    SumPreviewed {
        procedure: P::ABOUT.name,
        unit: name(0).unwrap_or_else(|| "".into()),
        other: name(1),
        moment,
        facts: serde_json::to_value(facts).unwrap_or(Value::Null),
        supposed: Vec::new(),
    }
}

/// The sums of a preview, each with the facts that come out otherwise when other things are supposed, by their paths
/// (`defender.value`).
pub fn mark_supposed(usual: Vec<SumPreviewed>, unusual: &[SumPreviewed]) -> Vec<SumPreviewed> {
    let mark = |(number, sum): (usize, SumPreviewed)| {
        let other = unusual.get(number).filter(|other| other.procedure == sum.procedure);
        let mut supposed = Vec::new();
        differing(&sum.facts, other.map_or(&Value::Null, |other| &other.facts), "", &mut supposed);
        SumPreviewed { supposed, ..sum }
    };
    usual.into_iter().enumerate().map(mark).collect()
}

/// The paths of the facts in which two differ.
fn differing(one: &Value, other: &Value, path: &str, into: &mut Vec<String>) {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            for (name, value) in one {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                differing(value, other.get(name).unwrap_or(&Value::Null), &path, into);
            }
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            for (number, (one, other)) in one.iter().zip(other).enumerate() {
                differing(one, other, &format!("{path}[{number}]"), into);
            }
        }
        _ if one == other => {}
        _ => into.push(path.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn sum(facts: Value) -> SumPreviewed {
        let (procedure, unit) = ("melee", "b1".into());
        SumPreviewed { procedure, unit, other: None, moment: 0.0, facts, supposed: Vec::new() }
    }

    /// What is the same whatever is supposed is known; the rest is told by its path, in lists too.
    #[test]
    fn what_differs_is_supposed() {
        let usual =
            sum(json!({"attacker": {"value": 5}, "defender": {"value": 5, "bases": 6}, "guns": [{"u": 0}]}));
        let unusual =
            sum(json!({"attacker": {"value": 5}, "defender": {"value": 7, "bases": 6}, "guns": [{"u": 3}]}));
        let marked = mark_supposed(vec![usual.clone()], &[unusual]);
        assert_eq!(marked[0].supposed, ["defender.value", "guns[0].u"]);
        assert_eq!(mark_supposed(vec![usual], &[])[0].supposed, [""]);
    }
}
