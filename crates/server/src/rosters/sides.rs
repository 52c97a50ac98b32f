//! What a player's link shows and takes: his own side, and what concerns both.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::event::{Deed, Happening, Side};

/// Whose each unit and leader is.
#[derive(Debug, Default)]
pub(crate) struct Sides {
    owners: HashMap<String, Side>,
    /// How often somebody has changed sides. A link that has seen fewer of these must be shown everything again.
    pub(crate) changes: i64,
}

impl Sides {
    /// Whose each is, after all these events.
    pub(crate) fn of<'a>(events: impl IntoIterator<Item = &'a Happening>) -> Sides {
        let mut sides = Sides::default();
        for event in events {
            match &event.deed {
                Deed::Units { units } => {
                    sides.owners.extend(units.iter().map(|unit| (unit.id.clone(), unit.side)));
                }
                Deed::Leaders { leaders } => {
                    sides.owners.extend(leaders.iter().map(|leader| (leader.id.clone(), leader.side)));
                }
                Deed::Change { unit, fields, .. } => {
                    if let Some(side) = fields.side {
                        sides.changes += 1;
                        sides.owners.insert(unit.clone(), side);
                    }
                }
                _ => {}
            }
        }
        sides
    }

    fn owns(&self, side: Side, who: &str) -> bool {
        self.owners.get(who) == Some(&side)
    }

    /// May a player of this side do this? `own` are the events he can see whole.
    pub(crate) fn allows(&self, side: Side, deed: &Deed, own: &HashSet<String>) -> bool {
        match deed {
            Deed::Begin { .. } | Deed::Title { .. } => false,
            Deed::Units { units } => units.iter().all(|unit| unit.side == side),
            Deed::Leaders { leaders } => leaders.iter().all(|leader| leader.side == side),
            Deed::Change { unit, fields, .. } => {
                self.owns(side, unit) && fields.side.is_none_or(|other| other == side)
            }
            Deed::Remove { unit } | Deed::Off { unit, .. } | Deed::Acted { unit, .. } => {
                self.owns(side, unit)
            }
            Deed::Book { units, .. } => units.iter().all(|booked| self.owns(side, &booked.unit)),
            Deed::Leader { leader, .. } => self.owns(side, leader),
            Deed::Turn { .. } | Deed::Phase { .. } | Deed::Note { .. } => true,
            Deed::Undo { of } => own.contains(of),
        }
    }

    /// What of an event a player of this side sees, and whether it is all of it.
    fn seen(&self, side: Side, event: &Happening, shown: &HashSet<String>) -> Option<(Deed, bool)> {
        let whole = |deed: &Deed| Some((deed.clone(), true));
        match &event.deed {
            deed @ (Deed::Begin { .. }
            | Deed::Title { .. }
            | Deed::Turn { .. }
            | Deed::Phase { .. }
            | Deed::Note { .. }) => whole(deed),
            Deed::Units { units } => {
                let own: Vec<_> = units.iter().filter(|unit| self.owns(side, &unit.id)).cloned().collect();
                let all = own.len() == units.len();
                (!own.is_empty()).then_some((Deed::Units { units: own }, all))
            }
            Deed::Leaders { leaders } => {
                let own: Vec<_> =
                    leaders.iter().filter(|leader| self.owns(side, &leader.id)).cloned().collect();
                let all = own.len() == leaders.len();
                (!own.is_empty()).then_some((Deed::Leaders { leaders: own }, all))
            }
            Deed::Book { units, .. } => {
                let own: Vec<_> =
                    units.iter().filter(|booked| self.owns(side, &booked.unit)).cloned().collect();
                match own.len() {
                    0 => None,
                    count if count == units.len() => whole(&event.deed),
                    // What it was and how it was thrown would tell of the other side.
                    _ => Some((
                        Deed::Book {
                            units: own,
                            procedure: None,
                            dice: Vec::new(),
                            rules: Vec::new(),
                            outcome: serde_json::Map::new(),
                        },
                        false,
                    )),
                }
            }
            deed @ (Deed::Change { unit, .. }
            | Deed::Remove { unit }
            | Deed::Off { unit, .. }
            | Deed::Acted { unit, .. }) => self.owns(side, unit).then(|| (deed.clone(), true)),
            deed @ Deed::Leader { leader, .. } => self.owns(side, leader).then(|| (deed.clone(), true)),
            deed @ Deed::Undo { of } => shown.contains(of).then(|| (deed.clone(), true)),
        }
    }

    /// The events a player of this side sees, and which of them he sees whole.
    pub(crate) fn view(&self, side: Side, events: &[Happening]) -> (Vec<Value>, HashSet<String>) {
        let (mut shown, mut own) = (HashSet::new(), HashSet::new());
        let mut seen = Vec::new();
        for event in events {
            let Some((deed, whole)) = self.seen(side, event, &shown) else { continue };
            shown.insert(event.id.clone());
            if whole {
                own.insert(event.id.clone());
            }
            let event = Happening { deed, ..event.clone() };
            seen.push(written(&event));
        }
        (seen, own)
    }
}

/// An event as it is sent: what was not stated is left out.
pub(crate) fn written(event: &Happening) -> Value {
    let mut value = serde_json::to_value(event).unwrap_or_default();
    tidy(&mut value);
    value
}

/// Takes out what is empty: it was not stated. An empty value of a property means "taken away", and stays.
fn tidy(value: &mut Value) {
    match value {
        Value::Object(group) => {
            for (key, each) in group.iter_mut() {
                if key != "set" && key != "outcome" && key != "properties" {
                    tidy(each);
                }
            }
            let empty = |key: &str, each: &Value| match each {
                Value::Null => true,
                Value::Object(group) => group.is_empty() && key != "properties",
                Value::Array(list) => list.is_empty() && key != "units" && key != "leaders",
                _ => false,
            };
            group.retain(|key, each| !empty(key, each));
        }
        Value::Array(list) => list.iter_mut().for_each(tidy),
        _ => {}
    }
}
