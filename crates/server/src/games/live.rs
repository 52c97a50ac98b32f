//! What sockets and waiting requests watch: that a game has changed, and the last items each seat was told. Whoever watches pulls at his own
//! pace, so that a slow reader holds nobody up.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use krigsspil_engine::battle::SeatId;
use tokio::sync::watch;

/// So many items of a seat are kept in memory. Who is further behind reads the store.
const MOST_KEPT: usize = 64;

/// The last items of a seat, with their numbers.
type Kept = VecDeque<(i64, Arc<str>)>;

/// A game that is watched.
#[derive(Debug)]
pub(crate) struct Live {
    version: watch::Sender<u64>,
    items: Mutex<HashMap<SeatId, Kept>>,
    /// How the game stood for a seat, at a version.
    pub(super) states: tokio::sync::Mutex<HashMap<SeatId, (u64, Arc<str>)>>,
    /// Another process may write it: what is in memory need not be all.
    shared: bool,
}

/// What is known of the items after a number.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// These, and no others.
    All(Vec<(i64, Arc<str>)>),
    /// The store must be asked.
    AskStore,
}

impl Live {
    pub(crate) fn new(shared: bool) -> Live {
        Live {
            version: watch::Sender::new(0),
            items: Mutex::default(),
            states: tokio::sync::Mutex::default(),
            shared,
        }
    }

    /// Hears of every change from now on.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    /// The version of now.
    pub(crate) fn version(&self) -> u64 {
        *self.version.borrow()
    }

    /// The game has changed: these items are stored and may be told.
    pub(crate) fn publish(&self, told: &[(SeatId, i64, String)]) {
        {
            let mut items = self.items.lock().unwrap_or_else(PoisonError::into_inner);
            for (seat, seq, item) in told.iter().filter(|_| !self.shared) {
                let kept = items.entry(seat.clone()).or_default();
                kept.push_back((*seq, item.as_str().into()));
                if kept.len() > MOST_KEPT {
                    kept.pop_front();
                }
            }
        }
        self.version.send_modify(|version| *version += 1);
    }

    /// The items of a seat after `since`, which must be a number it has reached since it began to watch.
    pub(crate) fn since(&self, seat: &SeatId, since: i64) -> Known {
        if self.shared {
            return Known::AskStore;
        }
        let items = self.items.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(kept) = items.get(seat) else { return Known::All(Vec::new()) };
        match kept.front() {
            Some((first, _)) if *first > since + 1 => Known::AskStore,
            _ => Known::All(kept.iter().filter(|(seq, _)| *seq > since).cloned().collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A seat reads on from any number that is kept, and is sent to the store for older ones; another seat's items are not its own.
    #[test]
    fn items_are_read_on_from_a_number() {
        let (live, blue, red) = (Live::new(false), SeatId::from("blue"), SeatId::from("red"));
        let mut watch = live.watch();
        assert_eq!(live.since(&blue, 7), Known::All(vec![]));
        let told = |seq: i64| (blue.clone(), seq, format!("item {seq}"));
        live.publish(&[told(8), told(9)]);
        assert!(watch.has_changed().unwrap());
        assert_eq!(*watch.borrow_and_update(), 1);
        let numbers = |known: Known| match known {
            Known::All(items) => items.into_iter().map(|(seq, _)| seq).collect::<Vec<_>>(),
            Known::AskStore => vec![-1],
        };
        assert_eq!(numbers(live.since(&blue, 7)), [8, 9]);
        assert_eq!(numbers(live.since(&blue, 8)), [9]);
        assert_eq!(numbers(live.since(&blue, 5)), [-1]);
        assert_eq!(numbers(live.since(&red, 0)), Vec::<i64>::new());
        for seq in 10..=10 + MOST_KEPT as i64 {
            live.publish(&[told(seq)]);
        }
        assert_eq!(numbers(live.since(&blue, 8)), [-1]);
        let shared = Live::new(true);
        shared.publish(&[told(1)]);
        assert_eq!(shared.since(&blue, 0), Known::AskStore);
    }
}
