//! The exact chance that a charge goes home, by the rule set's own procedure.

use std::collections::HashMap;
use std::sync::Arc;

use krigsspil_engine::RuleSet;
use serde_json::{Value, json};

use super::sight::{Own, Seen, View};
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
    pub fn chance(&mut self, view: &View, unit: &Own, enemy: &Seen, enemy_order: &str, storm: bool) -> f64 {
        let facts = facts(view, unit, enemy, enemy_order, storm).to_string();
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

/// Is a unit supported: two companies of its brigade or more, closed, within 20 cm, with it before their front (§07.03.5)?
fn supported(view: &View, unit: &Own) -> bool {
    let place = at(unit.place);
    let closed = |other: &Own| matches!(other.formation.as_str(), "line" | "attack_column" | "march_column");
    view.here().any(|other| {
        let way = off(at(other.place), other.facing, place).abs();
        other.id != unit.id
            && other.general == unit.general
            && other.arm != "wagon"
            && other.figures >= 6
            && other.able()
            && closed(other)
            && way <= 30.0
            && at(other.place).distance(place) <= 20.0 * view.metres_per_cm
    })
}

/// What he knows: his own unit whole, of the enemy what is seen and was told. What is not known is taken to be usual.
fn facts(view: &View, unit: &Own, enemy: &Seen, enemy_order: &str, storm: bool) -> Value {
    let from_front = off(at(enemy.place), enemy.facing, at(unit.place)).abs();
    let aspect = match from_front {
        angle if angle >= 135.0 => "rear",
        angle if angle >= 75.0 => "flank",
        _ => "front",
    };
    let order = if unit.order == "OR" { "OR" } else { "LU" };
    let guns = enemy.arm == "artillery";
    let enemy_order = match enemy_order {
        // Only men on foot lie down (§08.02.4).
        "NH" if guns || enemy.mounted => "LU",
        "LU" | "NH" | "U" => enemy_order,
        _ => "OR",
    };
    let standing = if guns { "line" } else { enemy.formation.as_str() };
    json!({
        "aspect": aspect,
        "attacker": {
            "arm": arm(&unit.arm, unit.mounted, None),
            "formation": unit.formation,
            "order": order,
            "storm": storm,
            "support": supported(view, unit),
            "general": view.generals.iter().any(|general| general.with.as_deref() == Some(unit.id.as_str())),
            "figures": unit.figures.clamp(1, 400),
            "valeur": unit.valeur,
        },
        "defender": {
            "arm": arm(&enemy.arm, enemy.mounted, enemy.limbered),
            "formation": if enemy.limbered == Some(true) { "march_column" } else { standing },
            "order": enemy_order,
            "figures": enemy.figures.clamp(1, 400),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(id: &str, figures: i32, north: f64) -> Value {
        json!({"id": id, "arm": "infantry", "mounted": false, "limbered": null, "figures": figures,
            "formation": "line", "place": [100.0, north], "facing": 0.0, "front": 100.0, "depth": 40.0, "outline": [],
            "general": "g", "presence": "here", "valeur": 1, "ammunition": true, "order": "OR", "melee": [],
            "battery": null, "last_order": null})
    }

    fn view(units: &[Value]) -> View {
        serde_json::from_value(
            json!({"turn": 1, "turns": 10, "home": 180.0, "metres_per_cm": 12.5, "objectives": [],
            "units": units, "friends": [], "generals": [], "couriers": [], "log": [],
            "enemies": [{"id": "e", "arm": "infantry", "mounted": false, "limbered": null, "figures": 20,
                "formation": "line", "rout": false, "place": [100.0, 100.0], "facing": 180.0, "outline": []}]}),
        )
        .unwrap()
    }

    fn chance(shocks: &mut Shocks, units: &[Value], enemy_order: &str) -> f64 {
        let view = view(units);
        shocks.chance(&view, &view.units[0], &view.enemies[0], enemy_order, true)
    }

    /// §07.03.2 §07.03.5 The odds are the rules' own: numbers, a regiment behind in support, and an enemy who has lost his order
    /// all help a charge home.
    #[test]
    fn what_helps_a_charge() {
        let mut shocks = Shocks::of(krigsspil_rules::open("borgerkrig", None).ok().map(Arc::from));
        let even = chance(&mut shocks, &[unit("u", 20, 0.0)], "OR");
        let many = chance(&mut shocks, &[unit("u", 60, 0.0)], "OR");
        let supported = chance(&mut shocks, &[unit("u", 20, 0.0), unit("s", 20, -150.0)], "OR");
        let beside = chance(&mut shocks, &[unit("u", 20, 0.0), unit("s", 20, 150.0)], "OR");
        let shaken = chance(&mut shocks, &[unit("u", 20, 0.0)], "U");
        assert!(0.0 < even && even < supported && supported < many && many < shaken && shaken < 1.0);
        assert_eq!(beside, even);
        assert_eq!(shocks.known.len(), 4);
        assert_eq!(chance(&mut Shocks::of(None), &[unit("u", 60, 0.0)], "OR"), 0.0);
    }
}
