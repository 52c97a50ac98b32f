//! The exact chance that a charge goes home, by the rule set's own procedure.

use std::collections::HashMap;
use std::sync::Arc;

use krigsspil_engine::RuleSet;
use krigsspil_engine::battle::{ChargeAsked, Drill, OddsAsked};

/// Chances already worked out, by their facts.
pub(super) struct Odds {
    rules: Option<Arc<dyn RuleSet>>,
    known: HashMap<String, f64>,
}

impl Odds {
    pub fn of(rules: Option<Arc<dyn RuleSet>>) -> Odds {
        Odds { rules, known: HashMap::new() }
    }

    /// The chance that a charge goes home; 0 where the rules do not say.
    pub fn charge(&mut self, drill: &dyn Drill, asked: &ChargeAsked<'_>) -> f64 {
        let sum = drill.charge(asked);
        if let Some(chance) = self.known.get(&sum.facts) {
            return *chance;
        }
        let chance = self.chance(&sum).unwrap_or(0.0);
        self.known.insert(sum.facts, chance);
        chance
    }

    fn chance(&self, sum: &OddsAsked) -> Option<f64> {
        let odds = krigsspil_odds::odds(&**self.rules.as_ref()?, sum.procedure, &sum.facts).ok()?;
        Some(odds.field(sum.field)?.chance_of(&true.into())?.as_f64())
    }
}
