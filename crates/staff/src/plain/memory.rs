//! What he has been told and remembers.

use std::collections::{BTreeMap, BTreeSet};

use super::sight::View;

/// What was told of units: of the enemy as well, for a regiment giving way is seen by all who look.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    orders: BTreeMap<String, Told>,
    fired: BTreeSet<String>,
}

#[derive(Clone, Debug)]
struct Told {
    order: String,
    turn: u32,
}

/// A regiment that nobody has seen give way for so many turns is taken to stand in order again (§08.04.1, §08.04.2).
const FORGOTTEN: u32 = 3;

impl Memory {
    /// Notes the log of a view.
    pub fn note(&mut self, view: &View) {
        for logged in &view.log {
            let Some(unit) = &logged.about.unit else { continue };
            let order = match logged.what.as_str() {
                "comes_into" | "reorganised" => logged.about.order.as_str(),
                "pinned" => Some("NH"),
                "retires" => Some("U"),
                "fires" => {
                    self.fired.insert(unit.clone());
                    None
                }
                _ => None,
            };
            if let Some(order) = order {
                let told = Told { order: order.to_string(), turn: logged.turn };
                self.orders.insert(unit.clone(), told);
            }
        }
        // Who fights hand to hand does not form again.
        for enemy in view.here().flat_map(|unit| &unit.melee) {
            if let Some(told) = self.orders.get_mut(enemy).filter(|told| view.turn <= told.turn + FORGOTTEN) {
                told.turn = view.turn;
            }
        }
    }

    /// The order an enemy seems to be in (§08.02.1).
    pub fn order(&self, unit: &str, turn: u32) -> &str {
        let told = self.orders.get(unit).filter(|told| turn <= told.turn + FORGOTTEN);
        told.map_or("OR", |told| told.order.as_str())
    }

    /// Has it fired in this battle: its first fire is its best (§05.02.4)?
    pub fn has_fired(&self, unit: &str) -> bool {
        self.fired.contains(unit)
    }
}
