//! The gate: which seats the battle waits for, which are ready, and when all are.

use krigsspil_engine::battle::{Refused, SeatId};
use krigsspil_engine::wordings::ONLY_PLAYERS;
use serde::{Deserialize, Serialize};

use crate::ids::{IdSet, SeatNo};
use crate::knowledge::Seating;

/// Who is ready, however a battle keeps it.
pub trait Readiness {
    /// Has this seat said that it is ready?
    fn is_ready(&self, seat: SeatNo) -> bool;
    /// The seats that are ready, in order.
    fn all(&self) -> Vec<SeatNo>;
}

impl Readiness for IdSet<SeatNo> {
    fn is_ready(&self, seat: SeatNo) -> bool {
        self.contains(seat)
    }

    fn all(&self) -> Vec<SeatNo> {
        self.iter().collect()
    }
}

impl Readiness for Gate {
    fn is_ready(&self, seat: SeatNo) -> bool {
        self.ready.contains(seat)
    }

    fn all(&self) -> Vec<SeatNo> {
        self.ready.iter().collect()
    }
}

/// The seats the battle waits for, and which of them are ready.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gate {
    waited_for: IdSet<SeatNo>,
    ready: IdSet<SeatNo>,
}

impl Gate {
    /// A gate that waits for these seats.
    pub fn waiting_for(seats: impl IntoIterator<Item = SeatNo>) -> Gate {
        Gate { waited_for: seats.into_iter().collect(), ready: IdSet::new() }
    }

    /// Waits again, for the same seats.
    pub fn shut(&mut self) {
        self.ready.clear();
    }

    /// Somebody says that he is ready. Returns true when all are. Only players can be ready.
    pub fn ready_says(&mut self, seating: &Seating, seat: &SeatId) -> Result<bool, Refused> {
        let seat = seating.number(seat).ok_or_else(|| Refused::not_yours("do", ONLY_PLAYERS))?;
        self.say_ready(seat)
    }

    /// Somebody writes again, and is no longer ready.
    pub fn writes(&mut self, seating: &Seating, seat: &SeatId) {
        if let Some(seat) = seating.number(seat) {
            self.not_ready(seat);
        }
    }

    /// A seat says that it is ready. Returns true when all are.
    pub fn say_ready(&mut self, seat: SeatNo) -> Result<bool, Refused> {
        if !self.waited_for.contains(seat) {
            return Err(Refused::not_yours("do", ONLY_PLAYERS));
        }
        self.ready.insert(seat);
        Ok(self.all_ready())
    }

    /// A seat has done something more, and is no longer ready.
    pub fn not_ready(&mut self, seat: SeatNo) {
        self.ready.remove(seat);
    }

    /// Does the battle wait for this seat?
    pub fn waits_for(&self, seat: SeatNo) -> bool {
        self.waited_for.contains(seat) && !self.ready.contains(seat)
    }

    /// The seats the battle waits for, in order.
    pub fn waited_for(&self) -> impl Iterator<Item = SeatNo> + '_ {
        self.waited_for.iter().filter(|&seat| self.waits_for(seat))
    }

    /// Are all ready?
    pub fn all_ready(&self) -> bool {
        self.waited_for == self.ready
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Id;

    /// The turn waits until every player is ready; a player who writes again is not ready; it does not wait for onlookers.
    #[test]
    fn all_must_be_ready() {
        let [blue, red, onlooker] = [0, 1, 2].map(SeatNo::of);
        let mut gate = Gate::waiting_for([blue, red]);
        assert_eq!(gate.say_ready(blue), Ok(false));
        assert_eq!(gate.say_ready(blue), Ok(false));
        gate.not_ready(blue);
        assert_eq!(gate.say_ready(red), Ok(false));
        assert!(gate.waits_for(blue) && !gate.waits_for(red) && !gate.waits_for(onlooker));
        assert_eq!(gate.say_ready(onlooker).unwrap_err().key(), "only_players");
        assert_eq!(gate.say_ready(blue), Ok(true));
        gate.shut();
        assert!(gate.waits_for(red) && !gate.all_ready());
    }
}
