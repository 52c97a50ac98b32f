//! The gate: which seats the battle waits for, which are ready, and when all are.

use krigsspil_engine::battle::{Refused, SeatId};
use krigsspil_engine::wordings::ONLY_PLAYERS;
use serde::{Deserialize, Serialize};

use crate::ids::{IdSet, SeatNo};
use crate::knowledge::Seating;

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

    /// Has this seat said that it is ready?
    pub fn is_ready(&self, seat: SeatNo) -> bool {
        self.ready.contains(seat)
    }

    /// Does the battle wait for this seat?
    pub fn waits_for(&self, seat: SeatNo) -> bool {
        self.waited_for.contains(seat) && !self.ready.contains(seat)
    }

    /// Are all ready?
    pub fn all_ready(&self) -> bool {
        self.waited_for == self.ready
    }

    /// The seats that are ready, by name.
    pub fn ready(&self, seating: &Seating) -> Vec<SeatId> {
        self.ready.iter().map(|seat| seating.id(seat).clone()).collect()
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
