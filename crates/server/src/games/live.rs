//! What sockets and waiting requests watch: that a game has changed, the last items each seat was told, and its state for the seats that are watched.
//! Each watcher pulls at its own pace, so a slow reader delays nobody else.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use krigsspil_engine::battle::SeatId;
use tokio::sync::watch;

/// How many items of a seat are kept in memory. A watcher that is further behind reads the store.
const MOST_KEPT: usize = 64;

/// The last items of a seat, with their numbers.
type Kept = VecDeque<(i64, Arc<str>)>;

/// The state of a game for some seats, as JSON.
pub(crate) type States = Vec<(SeatId, Arc<str>)>;

/// A game that is watched.
#[derive(Debug)]
pub(crate) struct Live {
    version: watch::Sender<u64>,
    items: Mutex<HashMap<SeatId, Kept>>,
    /// The last known state for a seat, and the version it is of.
    states: Mutex<HashMap<SeatId, (u64, Arc<str>)>>,
    /// How many sockets watch from each seat.
    watched: Mutex<HashMap<SeatId, usize>>,
    /// One state is worked out at a time, so that many watchers of a seat share it.
    pub(super) working: tokio::sync::Mutex<()>,
    /// Another process may write the game, so what is in memory may be incomplete.
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

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A socket that watches from a seat. While it lives, the state of that seat is worked out with every change.
#[derive(Debug)]
pub(crate) struct Watcher {
    live: Arc<Live>,
    seat: SeatId,
}

impl Watcher {
    pub(crate) fn new(live: Arc<Live>, seat: SeatId) -> Watcher {
        *locked(&live.watched).entry(seat.clone()).or_default() += 1;
        Watcher { live, seat }
    }

    pub(crate) fn live(&self) -> &Arc<Live> {
        &self.live
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let mut watched = locked(&self.live.watched);
        if let Some(count) = watched.get_mut(&self.seat) {
            *count -= 1;
            if *count == 0 {
                watched.remove(&self.seat);
                locked(&self.live.states).remove(&self.seat);
            }
        }
    }
}

impl Live {
    pub(crate) fn new(shared: bool) -> Live {
        Live {
            version: watch::Sender::new(0),
            items: Mutex::default(),
            states: Mutex::default(),
            watched: Mutex::default(),
            working: tokio::sync::Mutex::default(),
            shared,
        }
    }

    /// Hears of every change from now on.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    /// The current version.
    pub(crate) fn version(&self) -> u64 {
        *self.version.borrow()
    }

    /// The seats that sockets watch from.
    pub(crate) fn watched(&self) -> Vec<SeatId> {
        locked(&self.watched).keys().cloned().collect()
    }

    /// The state for a seat, if the one in memory is of the current version.
    pub(crate) fn state(&self, seat: &SeatId) -> Option<Arc<str>> {
        let (of, state) = locked(&self.states).get(seat).cloned()?;
        (of == self.version()).then_some(state)
    }

    /// Keeps the state for a seat that was worked out at or after a version.
    pub(crate) fn keep(&self, seat: &SeatId, version: u64, state: &Arc<str>) {
        let mut states = locked(&self.states);
        if states.get(seat).is_none_or(|(of, _)| *of <= version) {
            states.insert(seat.clone(), (version, state.clone()));
        }
    }

    /// The game was put away: its states are worked out again when it is woken.
    pub(crate) fn forget_states(&self) {
        *locked(&self.states) = HashMap::new();
        *locked(&self.items) = HashMap::new();
    }

    /// How many states and items are in memory.
    #[cfg(test)]
    pub(crate) fn held(&self) -> usize {
        locked(&self.states).len() + locked(&self.items).values().map(VecDeque::len).sum::<usize>()
    }

    /// The game has changed. These items are stored and may be told, and these states are of now.
    pub(crate) fn publish(&self, told: &[(SeatId, i64, String)], states: States) {
        {
            let mut items = locked(&self.items);
            for (seat, seq, item) in told.iter().filter(|_| !self.shared) {
                let kept = items.entry(seat.clone()).or_default();
                kept.push_back((*seq, item.as_str().into()));
                if kept.len() > MOST_KEPT {
                    kept.pop_front();
                }
            }
        }
        let next = self.version() + 1;
        for (seat, state) in states {
            self.keep(&seat, next, &state);
        }
        // The states are there before anybody hears of the change.
        self.version.send_modify(|version| *version += 1);
    }

    /// The items of a seat after `since`, which must be a number that the seat had reached when it began to watch.
    pub(crate) fn since(&self, seat: &SeatId, since: i64) -> Known {
        if self.shared {
            return Known::AskStore;
        }
        let items = locked(&self.items);
        let Some(kept) = items.get(seat) else { return Known::AskStore };
        match kept.front() {
            Some((first, _)) if *first <= since + 1 => {
                Known::All(kept.iter().filter(|(seq, _)| *seq > since).cloned().collect())
            }
            _ => Known::AskStore,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats() -> (SeatId, SeatId) {
        (SeatId::from("blue"), SeatId::from("red"))
    }

    /// A seat reads on from any number that is kept, and is sent to the store for older ones. Another seat's items are not its own.
    #[test]
    fn items_are_read_on_from_a_number() {
        let (live, (blue, red)) = (Live::new(false), seats());
        let mut watch = live.watch();
        assert_eq!(live.since(&blue, 7), Known::AskStore);
        let told = |seq: i64| (blue.clone(), seq, format!("item {seq}"));
        live.publish(&[told(8), told(9)], Vec::new());
        assert!(watch.has_changed().unwrap());
        assert_eq!(*watch.borrow_and_update(), 1);
        let numbers = |known: Known| match known {
            Known::All(items) => items.into_iter().map(|(seq, _)| seq).collect::<Vec<_>>(),
            Known::AskStore => vec![-1],
        };
        assert_eq!(numbers(live.since(&blue, 7)), [8, 9]);
        assert_eq!(numbers(live.since(&blue, 8)), [9]);
        assert_eq!(numbers(live.since(&blue, 5)), [-1]);
        assert_eq!(numbers(live.since(&red, 0)), [-1]);
        for seq in 10..=10 + MOST_KEPT as i64 {
            live.publish(&[told(seq)], Vec::new());
        }
        assert_eq!(numbers(live.since(&blue, 8)), [-1]);
        let shared = Live::new(true);
        shared.publish(&[told(1)], Vec::new());
        assert_eq!(shared.since(&blue, 0), Known::AskStore);
    }

    /// A state is given out while it is of the current version. One that was worked out before a change does not replace a newer one.
    #[test]
    fn states_are_of_the_current_version() {
        let (live, (blue, red)) = (Live::new(false), seats());
        let (old, new): (Arc<str>, Arc<str>) = ("old".into(), "new".into());
        live.keep(&blue, live.version(), &old);
        assert_eq!(live.state(&blue), Some(old.clone()));
        live.publish(&[], vec![(blue.clone(), new.clone())]);
        live.keep(&blue, 0, &old);
        assert_eq!((live.state(&blue), live.state(&red)), (Some(new), None));
        live.publish(&[], Vec::new());
        assert_eq!(live.state(&blue), None);
        live.keep(&blue, live.version(), &old);
        live.forget_states();
        assert_eq!(live.state(&blue), None);
    }

    /// Only seats with a socket are watched, until the last of their sockets is gone.
    #[test]
    fn seats_are_watched_while_a_socket_is_there() {
        let (live, (blue, red)) = (Arc::new(Live::new(false)), seats());
        let (first, second) =
            (Watcher::new(live.clone(), blue.clone()), Watcher::new(live.clone(), blue.clone()));
        drop(first);
        assert_eq!(live.watched(), [blue]);
        drop((second, Watcher::new(live.clone(), red)));
        assert_eq!(live.watched(), []);
    }
}
