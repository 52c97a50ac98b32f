//! Whom a seat is told of. Who reads what happened later than it happened must call everybody as the one does who was there: a unit that is
//! out of sight by now stands in no view any more.

use std::collections::HashSet;

use krigsspil_engine::battle::{SeatId, Told};
use serde_json::Value;

use super::Table;
use crate::games::wire::Met;

impl Table {
    /// The units in sight of a seat that are not its own.
    fn in_sight(&self, seat: &SeatId) -> Vec<Met> {
        let Some(game) = self.game.as_ref() else { return Vec::new() };
        let view = game.view(seat);
        let others = view.friends.iter().chain(&view.enemies);
        others.map(|unit| Met { unit: unit.id.clone(), name: unit.name.clone(), arm: unit.arm }).collect()
    }

    /// What each seat had in sight before something is done.
    pub(super) fn look_around(&mut self) {
        let fresh = self.head.seats.keys().filter(|seat| !self.sighted.contains_key(*seat));
        for seat in fresh.cloned().collect::<Vec<_>>() {
            let sighted = self.in_sight(&seat);
            self.sighted.insert(seat, sighted);
        }
    }

    /// The units of others that these events name and that the seat has in sight, or had before them; its names of now count.
    pub(super) fn met(&mut self, seat: &SeatId, events: &[Told]) -> Vec<Met> {
        let mut named = HashSet::new();
        events.iter().for_each(|event| names_in(event.about(), &mut named));
        let now = self.in_sight(seat);
        let before = self.sighted.insert(seat.clone(), now.clone()).unwrap_or_default();
        let gone = before.into_iter().filter(|old| now.iter().all(|met| met.unit != old.unit));
        let mut met: Vec<Met> = gone.chain(now.iter().cloned()).collect();
        met.retain(|met| named.contains(&*met.unit));
        met
    }
}

/// Every text among what an event is about.
fn names_in<'a>(about: &'a Value, into: &mut HashSet<&'a str>) {
    match about {
        Value::String(text) => {
            into.insert(text);
        }
        Value::Array(list) => list.iter().for_each(|each| names_in(each, into)),
        Value::Object(fields) => fields.values().for_each(|each| names_in(each, into)),
        _ => {}
    }
}
