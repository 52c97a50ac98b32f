//! The exact chance that a charge goes home, by the rule set's own procedure.

use std::collections::HashMap;
use std::sync::Arc;

use krigsspil_engine::RuleSet;
use serde_json::{Value, json};

use super::sight::{Enemy, Own};
use super::steps::{at, off};

/// The procedure that throws for an attack.
const PROCEDURE: &str = "shock";

/// Chances already worked out, by their facts.
pub(super) struct Shocks {
    rules: Option<Arc<dyn RuleSet>>,
    known: HashMap<String, f64>,
}

impl Shocks {
    pub fn of(rules: Option<Arc<dyn RuleSet>>) -> Shocks {
        let rules = rules.filter(|rules| rules.find(PROCEDURE).is_ok());
        Shocks { rules, known: HashMap::new() }
    }

    /// The chance that the attack goes on; 0 where the rules do not say.
    pub fn chance(&mut self, unit: &Own, enemy: &Enemy, storm: bool) -> f64 {
        let facts = facts(unit, enemy, storm).to_string();
        let Some(rules) = &self.rules else { return 0.0 };
        let work_out = || {
            let odds = krigsspil_odds::odds(&**rules, PROCEDURE, &facts).ok()?;
            let goes_on = odds.field("attack_continues")?.chance_of(&Value::Bool(true))?;
            Some(goes_on.as_f64())
        };
        if let Some(chance) = self.known.get(&facts) {
            return *chance;
        }
        let chance = work_out().unwrap_or(0.0);
        self.known.insert(facts, chance);
        chance
    }
}

fn arm(arm: &str, mounted: bool, limbered: Option<bool>) -> &'static str {
    match (arm, mounted, limbered) {
        ("artillery", _, Some(true)) => "artillery_limbered",
        ("artillery", ..) => "artillery_unlimbered",
        ("cavalry", true, _) => "mounted_cavalry",
        ("cavalry", false, _) => "dismounted_cavalry",
        _ => "infantry",
    }
}

/// What he knows: his own unit whole, of the enemy what is seen. What is not seen is taken to be usual.
fn facts(unit: &Own, enemy: &Enemy, storm: bool) -> Value {
    let from_front = off(at(enemy.place), enemy.facing, at(unit.place)).abs();
    let aspect = match from_front {
        angle if angle >= 135.0 => "rear",
        angle if angle >= 75.0 => "flank",
        _ => "front",
    };
    let order = if unit.order == "OR" { "OR" } else { "LU" };
    let guns = enemy.arm == "artillery";
    let standing = if guns { "line" } else { enemy.formation.as_str() };
    json!({
        "aspect": aspect,
        "attacker": {
            "arm": arm(&unit.arm, unit.mounted, None),
            "formation": unit.formation,
            "order": order,
            "storm": storm,
            "figures": unit.figures.clamp(1, 400),
            "valeur": unit.valeur,
        },
        "defender": {
            "arm": arm(&enemy.arm, enemy.mounted, enemy.limbered),
            "formation": if enemy.limbered == Some(true) { "march_column" } else { standing },
            "figures": enemy.figures.clamp(1, 400),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(figures: i32) -> Own {
        serde_json::from_value(
            json!({"id": "u", "arm": "infantry", "mounted": false, "limbered": null, "figures": figures,
            "formation": "line", "place": [100.0, 0.0], "facing": 0.0, "general": "g", "presence": "here",
            "valeur": 1, "ammunition": true, "order": "OR", "melee": []}),
        )
        .unwrap()
    }

    fn enemy(figures: i32) -> Enemy {
        serde_json::from_value(
            json!({"id": "e", "arm": "infantry", "mounted": false, "limbered": null, "figures": figures,
            "formation": "line", "rout": false, "place": [100.0, 100.0], "facing": 180.0}),
        )
        .unwrap()
    }

    /// The odds are the rules' own: the more we are, the likelier the charge goes home.
    #[test]
    fn numbers_help_a_charge() {
        let mut shocks = Shocks::of(krigsspil_rules::open("borgerkrig", None).ok().map(Arc::from));
        let even = shocks.chance(&unit(20), &enemy(20), true);
        let many = shocks.chance(&unit(60), &enemy(20), true);
        assert!(many > even && even > 0.0 && many < 1.0, "{even} {many}");
        assert_eq!(shocks.known.len(), 2);
        assert_eq!(Shocks::of(None).chance(&unit(60), &enemy(20), true), 0.0);
    }
}
