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
        events.into_iter().for_each(|event| sides.take(event));
        sides
    }

    /// A unit or leader joins once: a second one of the same id, on whichever side, changes nothing.
    pub(crate) fn take(&mut self, event: &Happening) {
        match &event.deed {
            Deed::Units { units } => units.iter().for_each(|unit| self.joins(&unit.id, unit.side)),
            Deed::Leaders { leaders } => {
                leaders.iter().for_each(|leader| self.joins(&leader.id, leader.side))
            }
            Deed::Change { unit, fields, .. } => {
                if let Some(side) = fields.side {
                    self.changes += 1;
                    self.owners.insert(unit.clone(), side);
                }
            }
            _ => {}
        }
    }

    fn joins(&mut self, who: &str, side: Side) {
        self.owners.entry(who.to_string()).or_insert(side);
    }

    fn owns(&self, side: Side, who: &str) -> bool {
        self.owners.get(who) == Some(&side)
    }

    /// Is this id free, or this side's own?
    fn may_join(&self, side: Side, who: &str) -> bool {
        self.owners.get(who).is_none_or(|owner| *owner == side)
    }

    /// May a player of this side do this? `own` are the events he can see whole.
    pub(crate) fn allows(&self, side: Side, deed: &Deed, own: &HashSet<String>) -> bool {
        match deed {
            Deed::Begin { .. } | Deed::Title { .. } => false,
            Deed::Units { units } => {
                units.iter().all(|unit| unit.side == side && self.may_join(side, &unit.id))
            }
            Deed::Leaders { leaders } => {
                leaders.iter().all(|leader| leader.side == side && self.may_join(side, &leader.id))
            }
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
}

/// What a player's link has shown, event by event.
#[derive(Debug)]
pub(crate) struct Shown {
    side: Side,
    /// All that he sees something of.
    some: HashSet<String>,
    /// Those that he sees whole.
    pub(crate) whole: HashSet<String>,
}

impl Shown {
    /// Nothing yet.
    pub(crate) fn to(side: Side) -> Shown {
        Shown { side, some: HashSet::new(), whole: HashSet::new() }
    }

    /// The next event, as this player sees it.
    pub(crate) fn next(&mut self, sides: &Sides, event: &Happening) -> Option<Happening> {
        let (deed, whole) = sides.seen(self.side, event, &self.some)?;
        self.some.insert(event.id.clone());
        if whole {
            self.whole.insert(event.id.clone());
        }
        Some(Happening { id: event.id.clone(), clock: event.clock, turn: event.turn, deed })
    }

    /// All these events, as this player sees them.
    pub(crate) fn all(&mut self, sides: &Sides, events: &[Happening]) -> Vec<Happening> {
        events.iter().filter_map(|event| self.next(sides, event)).collect()
    }
}

/// An event as it is sent: what was not stated is left out.
pub(crate) fn written(event: &Happening) -> Value {
    let mut value = serde_json::to_value(event).unwrap_or_default();
    tidy(&mut value);
    value
}

/// Takes out what is empty: it was not stated. An empty value of a property or of a changed field means "taken away", and stays.
fn tidy(value: &mut Value) {
    match value {
        Value::Object(group) => {
            for (key, each) in group.iter_mut() {
                if !["set", "outcome", "properties", "fields"].contains(&key.as_str()) {
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
