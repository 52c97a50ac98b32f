//! Clocks that run across turns.

use serde::{Deserialize, Serialize};

/// A moment of a turn, comparable across turns.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct Instant {
    /// The turn, from 1.
    pub turn: u32,
    /// The moment of it, from 0 to 1.
    pub moment: f64,
}

/// Moments lie on the field's grid of a thousand-millionth of a turn: events at the same instant have the same bits.
const TICKS: f64 = (1u64 << 30) as f64;

impl Instant {
    /// A moment of a turn; the end of a turn is the beginning of the next.
    pub fn new(turn: u32, moment: f64) -> Instant {
        Instant { turn, moment: 0.0 }.after(moment)
    }

    /// This many turns later.
    pub fn after(self, turns: f64) -> Instant {
        let ticks = ((self.moment + turns.max(0.0)) * TICKS).ceil() / TICKS;
        let whole = ticks.floor();
        Instant { turn: self.turn.saturating_add(whole as u32), moment: ticks - whole }
    }

    /// How many turns have passed since an earlier instant; 0 if it is later.
    pub fn turns_since(self, earlier: Instant) -> f64 {
        (f64::from(self.turn) - f64::from(earlier.turn) + self.moment - earlier.moment).max(0.0)
    }
}

/// Things that will be due at an instant, in this turn or a later one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Alarms<A>(Vec<(Instant, A)>);

impl<A> Default for Alarms<A> {
    fn default() -> Self {
        Alarms(Vec::new())
    }
}

impl<A> Alarms<A> {
    /// Sets an alarm. Alarms of one instant go off in the order in which they were set.
    pub fn set(&mut self, at: Instant, what: A) {
        let place = self.0.partition_point(|(set, _)| *set <= at);
        self.0.insert(place, (at, what));
    }

    /// Cancels alarms.
    pub fn cancel(&mut self, which: impl Fn(&A) -> bool) {
        self.0.retain(|(_, what)| !which(what));
    }

    /// The moment of the next alarm after this instant within its turn.
    pub fn next_after(&self, now: Instant) -> Option<f64> {
        let (at, _) = self.0.iter().find(|(at, _)| *at > now)?;
        (at.turn == now.turn).then_some(at.moment)
    }

    /// Removes and returns all alarms that have gone off by now, in order.
    pub fn take(&mut self, now: Instant) -> impl Iterator<Item = A> + '_ {
        let by = self.0.partition_point(|(at, _)| *at <= now);
        self.0.drain(..by).map(|(_, what)| what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// §03.01.6 half a turn after the third quarter is the first quarter of the next turn.
    #[test]
    fn clocks_roll_across_turns() {
        let fired = Instant::new(3, 0.75);
        let free = fired.after(0.5);
        assert_eq!(free, Instant { turn: 4, moment: 0.25 });
        assert_eq!(free.turns_since(fired), 0.5);
        assert_eq!(fired.turns_since(free), 0.0);
        assert_eq!(Instant::new(3, 1.0), Instant::new(4, 0.0));
        assert!(fired < free);
    }

    /// An alarm waits for its turn, and those of one instant keep their order.
    #[test]
    fn alarms_wait_for_their_turn() {
        let mut alarms = Alarms::default();
        alarms.set(Instant::new(2, 0.25), "stands");
        alarms.set(Instant::new(1, 0.5), "first");
        alarms.set(Instant::new(1, 0.5), "second");
        alarms.set(Instant::new(1, 0.75), "cancelled");
        alarms.cancel(|what| *what == "cancelled");
        assert_eq!(alarms.next_after(Instant::new(1, 0.0)), Some(0.5));
        assert_eq!(alarms.take(Instant::new(1, 0.5)).collect::<Vec<_>>(), ["first", "second"]);
        assert_eq!(alarms.next_after(Instant::new(1, 0.5)), None);
        assert_eq!(alarms.next_after(Instant::new(2, 0.0)), Some(0.25));
    }
}
