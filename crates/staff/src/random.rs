//! The random commander: lawful, and nothing else.

use krigsspil_engine::battle::{Prompt, Telling};
use serde_json::{Value, json};

use crate::{Chance, Commander};

/// Picks among the lawful orders of its prompts.
#[derive(Clone, Debug)]
pub struct Random {
    chance: Chance,
}

impl Random {
    /// With a seed.
    pub fn new(seed: u64) -> Random {
        Random { chance: Chance::new(seed) }
    }

    fn orders(&mut self, view: &Value, about: &Value) -> Vec<Value> {
        let mut actions = Vec::new();
        for unit in entries(about, "units") {
            if let Some(order) = self.chance.pick(entries(unit, "samples")) {
                actions.push(json!({"do": "order", "unit": unit["unit"], "order": order}));
            }
        }
        for (kind, list) in [("general", "generals"), ("courier", "couriers")] {
            for rider in entries(about, list) {
                // Half of them ride as they are offered to, at a moment of the turn.
                if self.chance.once_in(8) {
                    actions.extend(self.chance.pick(entries(rider, "samples")).cloned());
                } else if self.chance.once_in(8) {
                    let to = self.ride(view, entries(about, "units"));
                    actions.push(json!({"do": kind, kind: rider[kind], "to": to}));
                }
            }
        }
        actions
    }

    /// Somewhere on the table, or with a unit.
    fn ride(&mut self, view: &Value, units: &[Value]) -> Value {
        if let Some(unit) = self.chance.pick(units)
            && self.chance.once_in(2)
        {
            return json!({"ride": "with", "unit": unit["unit"]});
        }
        let side = |name: &str| view["table"][name].as_f64().unwrap_or(1000.0);
        let place = [self.chance.share() * side("width"), self.chance.share() * side("depth")];
        json!({"ride": "to", "place": place.map(f64::round)})
    }
}

/// The entries of a list; none when it is no list.
pub(crate) fn entries<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name].as_array().map_or(&[], Vec::as_slice)
}

impl Commander for Random {
    fn answer(&mut self, view: &Value, prompt: &Prompt) -> Vec<Value> {
        if prompt.about.get("units").is_some() {
            return self.orders(view, &prompt.about);
        }
        let choice = self.chance.pick(entries(&prompt.about, "choices"));
        let answer = |choice| json!({"do": "answer", "question": prompt.about["question"], "choice": choice});
        choice.map(answer).into_iter().collect()
    }

    /// He picks among the ready-made answers.
    fn wants(&self) -> Telling {
        Telling::Whole
    }
}
