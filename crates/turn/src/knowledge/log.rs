//! What happened, as every seat was told, numbered for that seat.

use std::collections::BTreeMap;
use std::sync::Arc;

use krigsspil_engine::battle::{Event, SeatId, Told};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Seating;

/// The recent events; those of older turns are dropped, but a seat's numbers continue.
#[derive(Clone, Debug, Default)]
pub struct Log {
    dropped: BTreeMap<SeatId, u32>,
    /// A copy of the battle shares the full stretches, and is followed by no more than one stretch of its own.
    full: Vec<Arc<[Arc<Event>]>>,
    last: Vec<Arc<Event>>,
}

/// So many events make a full stretch.
const FULL: usize = 16;

impl Log {
    /// An empty log for these seats.
    pub fn new(seating: &Seating) -> Log {
        let dropped = seating.all().map(|seat| (seating.id(seat).clone(), 0)).collect();
        Log { dropped, ..Log::default() }
    }

    /// Records an event.
    pub fn push(&mut self, event: Arc<Event>) {
        self.last.push(event);
        if self.last.len() >= FULL {
            self.full.push(self.last.drain(..).collect());
        }
    }

    /// Drops the events of the turns before this one.
    pub fn drop_before(&mut self, turn: u32) {
        for (seat, number) in &mut self.dropped {
            let kept = self.full.iter().flat_map(|stretch| stretch.iter()).chain(&self.last);
            let old = kept.filter(|event| event.turn < turn && event.audience.tells(seat));
            *number += old.count() as u32;
        }
        let kept: Vec<Arc<Event>> = self.events().filter(|event| event.turn >= turn).cloned().collect();
        (self.full, self.last) = (Vec::new(), Vec::new());
        kept.into_iter().for_each(|event| self.push(event));
    }

    /// What a seat was told, with its own numbers; when the battle is over nothing of the calculations is hidden any more.
    pub fn told(&self, seat: &SeatId, over: bool) -> Vec<Told> {
        let first = self.dropped.get(seat).copied().unwrap_or_default();
        let known = self.events().filter(|event| event.audience.tells(seat));
        (first + 1..).zip(known).filter_map(|(number, event)| event.told(number, seat, over)).collect()
    }

    /// The number of the last event that a seat was told; 0 if there was none.
    pub fn last_number(&self, seat: &SeatId) -> u32 {
        let kept = self.events().filter(|event| event.audience.tells(seat)).count();
        self.dropped.get(seat).copied().unwrap_or_default() + kept as u32
    }

    /// All events that are kept, in order.
    pub fn events(&self) -> impl Iterator<Item = &Arc<Event>> {
        self.full.iter().flat_map(|stretch| stretch.iter()).chain(&self.last)
    }
}

/// How many events each seat was told: the events themselves are not stored.
impl Serialize for Log {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.dropped.keys().map(|seat| (seat, self.last_number(seat))))
    }
}

impl<'de> Deserialize<'de> for Log {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Log { dropped: BTreeMap::deserialize(from)?, ..Log::default() })
    }
}
