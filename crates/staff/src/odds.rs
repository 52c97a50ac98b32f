//! Exact odds from the rule set's own procedures, each computed once.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use krigsspil_engine::RuleSet;
use krigsspil_engine::battle::OddsAsked;

/// The most odds that are remembered; the book must not grow with the number of battles.
const MOST_KNOWN: usize = 20_000;

/// A calculation: its procedure, its facts, and the field asked for.
type Key = (&'static str, String, &'static str);

/// Chances, by the facts of their calculations. All battles of a briefing share them, because they depend only on the printed rules.
#[derive(Default)]
pub struct Odds {
    rules: Option<Box<dyn RuleSet>>,
    known: Mutex<HashMap<Key, f64>>,
}

impl Odds {
    /// The odds of these rules; without rules every chance is 0.
    pub fn of(rules: Option<Box<dyn RuleSet>>) -> Odds {
        Odds { rules, known: Mutex::default() }
    }

    /// The chance that a field of the outcome is true, or is a word (`winner=attacker`); 0 if the rules do not say.
    pub fn chance(&self, asked: OddsAsked) -> f64 {
        let OddsAsked { procedure, facts, field } = asked;
        let asked = (procedure, facts, field);
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known().get(&asked).copied();
        if let Some(chance) = found {
            return chance;
        }
        // Computed without the lock, so that others can read: two who need it at once compute the same.
        let chance = self.work_out(&asked).unwrap_or(0.0);
        let mut known = known();
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.insert(asked, chance);
        chance
    }

    fn work_out(&self, (procedure, facts, field): &Key) -> Option<f64> {
        let odds = krigsspil_odds::odds(&**self.rules.as_ref()?, procedure, facts).ok()?;
        let (field, wanted) = match field.split_once('=') {
            Some((field, word)) => (field, word.into()),
            None => (*field, true.into()),
        };
        Some(odds.field(field)?.chance_of(&wanted)?.as_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(figures: i32, field: &'static str) -> OddsAsked {
        let facts = format!(
            r#"{{"firer_arm": "infantry", "figures": {figures}, "weapon": "springfield_m61", "distance_cm": 8, "target_arm": "infantry"}}"#
        );
        OddsAsked { procedure: "small_arms_fire", facts, field }
    }

    /// The odds are those of the rules and are computed once; they are 0 if there are no rules or no such field.
    #[test]
    fn odds_are_worked_out_once() {
        let odds = Odds::of(krigsspil_rules::open("borgerkrig", None).ok());
        for _ in 0..2 {
            assert_eq!(odds.chance(asked(24, "ammunition_exhausted")), 1.0 / 9.0);
        }
        assert_eq!(odds.known.lock().unwrap().len(), 1);
        assert_eq!(odds.chance(asked(24, "victory")), 0.0);
        assert_eq!(Odds::default().chance(asked(24, "ammunition_exhausted")), 0.0);
    }
}
