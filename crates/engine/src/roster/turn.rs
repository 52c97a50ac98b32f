//! The turn as the companion leads through it: its phases, what is due in each, and what a result calls for.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{RosterPlan, find_fact, find_field};
use crate::fact::Kind;
use crate::procedure::ProcedureInfo;
use crate::rule_set::RuleSet;

/// A part of the turn, in the order of play. Its label is in the `phase` section of the message files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Phase {
    /// Its key.
    pub key: String,
    /// The rule that puts it there.
    pub rule: String,
    /// The procedures that are used in it, the most usual first.
    #[serde(default)]
    pub procedures: Vec<String>,
    /// Every unit does something in it: the companion tells who has not.
    #[serde(default)]
    pub acts: bool,
}

/// What must be done with certain units in a phase: a routed unit tries to rally.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Due {
    /// The phase.
    pub phase: String,
    /// The property that tells which units.
    pub property: String,
    /// Its values.
    pub is: Vec<Value>,
    /// What is to be done.
    pub next: String,
    /// The unit's role in it.
    pub role: String,
    /// Not of a unit whose property is already what its losses make this of it: nothing better can come of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unless: Option<String>,
}

/// Something that holds for units after what they did in the turn before, and that the player must state himself. Its words are in the
/// `reminder` section of the message files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reminder {
    /// Its key.
    pub key: String,
    /// The phase it holds in.
    pub phase: String,
    /// The rule that says so.
    pub rule: String,
    /// What they did in the turn before.
    pub after: Vec<String>,
}

/// A sum that a result calls for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Follow {
    /// After this procedure,
    pub after: String,
    /// if this field of its outcome
    pub when: String,
    /// is one of these; if none is named, if it is yes, or not 0,
    #[serde(default)]
    pub is: Vec<Value>,
    /// and if these fields are this as well,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub also: BTreeMap<String, Value>,
    /// this one follows,
    pub next: String,
    /// with the units in these roles: role there → role here
    #[serde(default)]
    pub roles: BTreeMap<String, String>,
    /// and with these facts from the outcome: fact → field; a field `facts.distance_cm` is a fact that was stated,
    #[serde(default)]
    pub facts: BTreeMap<String, String>,
    /// and these whatever it was: fact → value.
    #[serde(default)]
    pub given: BTreeMap<String, Value>,
}

/// Can a value of this kind be this?
fn can_be(kind: Kind, value: &Value) -> bool {
    match kind {
        Kind::Maybe(kind) => can_be(*kind, value),
        Kind::Choice { names, .. } => value.as_str().is_some_and(|word| names.contains(&word)),
        Kind::YesNo => value.is_boolean(),
        Kind::Whole | Kind::Number => value.is_number(),
        Kind::Text => value.is_string(),
        _ => false,
    }
}

/// Is everything that one kind can be something that the other can be, or at least one of its words?
fn fits(handed: Kind, asked: Kind) -> bool {
    match (handed, asked) {
        (Kind::Maybe(handed), asked) | (asked, Kind::Maybe(handed)) => fits(*handed, asked),
        (Kind::Choice { names, .. }, Kind::Choice { names: known, .. }) => {
            names.iter().any(|name| known.contains(name))
        }
        (Kind::Choice { .. }, Kind::Text) | (Kind::Text, Kind::Choice { .. }) => true,
        (Kind::Whole | Kind::Number, Kind::Whole | Kind::Number) | (Kind::YesNo, Kind::YesNo) => true,
        _ => false,
    }
}

impl RosterPlan {
    /// Everything about the turn that the rule set does not have.
    pub(super) fn turn_faults(&self, rules: &dyn RuleSet) -> Vec<String> {
        let mut faults = Vec::new();
        let known = |name: &str| rules.find(name).ok().map(|place| rules.procedures()[place]);
        for phase in &self.phase {
            let missing = phase.procedures.iter().filter(|name| known(name).is_none());
            faults.extend(missing.map(|name| format!("phase {}: there is no procedure `{name}`", phase.key)));
        }
        for due in &self.due {
            let there = self.phase.iter().any(|phase| phase.key == due.phase);
            let role = self.bind.get(&due.next).is_some_and(|roles| roles.contains_key(&due.role));
            let values = self.property(&due.property).and_then(|property| property.values(rules));
            let fits = values.is_some_and(|values| due.is.iter().all(|value| can_be(values.kind, value)));
            let made = due.unless.as_ref().is_none_or(|key| self.is_made(key));
            if !(there && role && fits && made) {
                faults.push(format!("due in {}: {} of {}", due.phase, due.next, due.property));
            }
        }
        for reminder in &self.reminder {
            let there = self.phase.iter().any(|phase| phase.key == reminder.phase);
            if !there || reminder.after.iter().any(|name| known(name).is_none()) {
                faults.push(format!("reminder {} in {}", reminder.key, reminder.phase));
            }
        }
        for follow in &self.follow {
            match (known(&follow.after), known(&follow.next)) {
                (Some(after), Some(next)) => faults.extend(self.follow_faults(follow, after, next)),
                _ => faults.push(format!("{} → {}: no such procedure", follow.after, follow.next)),
            }
        }
        faults
    }

    fn follow_faults(&self, follow: &Follow, after: &ProcedureInfo, next: &ProcedureInfo) -> Vec<String> {
        let place = format!("{} → {}", follow.after, follow.next);
        let mut faults = Vec::new();
        match find_field(after.outcome, &follow.when) {
            None => faults.push(format!("{place}: the outcome has no field `{}`", follow.when)),
            Some(field) => {
                let odd = follow.is.iter().filter(|value| !can_be(field.kind, value));
                faults.extend(odd.map(|value| format!("{place}: {} is never {value}", follow.when)));
            }
        }
        for (field, value) in &follow.also {
            if !find_field(after.outcome, field).is_some_and(|spec| can_be(spec.kind, value)) {
                faults.push(format!("{place}: {field} is never {value}"));
            }
        }
        let has_role = |procedure: &str, role: &str| {
            self.bind.get(procedure).is_some_and(|roles| roles.contains_key(role))
        };
        for (there, here) in &follow.roles {
            if !has_role(&follow.next, there) || !has_role(&follow.after, here) {
                faults.push(format!("{place}: roles {there} and {here}"));
            }
        }
        for (fact, field) in &follow.facts {
            let handed = match field.strip_prefix("facts.") {
                Some(stated) => find_fact(after.facts, stated).map(|spec| spec.kind),
                None => find_field(after.outcome, field).map(|spec| spec.kind),
            };
            let asked = find_fact(next.facts, fact).map(|spec| spec.kind);
            if !handed.zip(asked).is_some_and(|(handed, asked)| fits(handed, asked)) {
                faults.push(format!("{place}: the fact {fact} from the field {field}"));
            }
        }
        for (fact, value) in &follow.given {
            if !find_fact(next.facts, fact).is_some_and(|spec| can_be(spec.kind, value)) {
                faults.push(format!("{place}: the fact {fact} cannot be {value}"));
            }
        }
        faults
    }
}
