//! The only access to knowledge: who sees whom, who is told what, and which part of a throw's calculation a seat may read.
//!
//! Views, prompts, checks, previews and samples take a [`Knowledge`] and not the battle. There is no way through it:
//!
//! ```compile_fail,E0616
//! # use krigsspil_turn::{ids::UnitId, knowledge::{Knowledge, Shows}};
//! fn peeps<B: Shows>(known: Knowledge<'_, B>, enemy: UnitId) {
//!     known.battle.whole(enemy);
//! }
//! ```
//! A seat can read everything about its own units, units it knows of as they are seen, and nothing about others:
//!
//! ```
//! # use krigsspil_turn::{ids::UnitId, knowledge::{Knowledge, Shows}};
//! fn reads<'a, B: Shows>(known: Knowledge<'a, B>, unit: UnitId) -> (Option<&'a B::Unit>, Option<B::Seen<'a>>) {
//!     (known.own(unit).map(|own| own.whole()), known.seen(unit))
//! }
//! ```

mod door;
mod log;
mod seating;
#[cfg(test)]
mod tests;
mod thrown;
mod veil;
mod with_tables;

pub use door::{Knowledge, Own, Shows, is_near};
pub use log::Log;
pub use seating::Seating;
pub use thrown::{Thrown, about};
pub use veil::{Parties, working};

use krigsspil_engine::battle::{Audience, SeatId};
use serde::{Deserialize, Serialize};

use crate::ids::{Id, IdSet, Roll, SeatNo, SideId, UnitId};

/// For every seat the units of other sides that it sees now, or has seen this turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Sightings(Roll<SeatNo, IdSet<UnitId>>);

impl Sightings {
    /// Nobody sees anybody.
    pub fn new(seating: &Seating) -> Sightings {
        Sightings(seating.all().map(|_| IdSet::new()).collect())
    }

    /// Does a seat see a unit?
    pub fn sees(&self, seat: SeatNo, unit: UnitId) -> bool {
        self.0.get(seat).is_some_and(|seen| seen.contains(unit))
    }

    /// A seat begins to see a unit; returns true if it did not before.
    pub fn add(&mut self, seat: SeatNo, unit: UnitId) -> bool {
        seat.number() < self.0.len() && self.0[seat].insert(unit)
    }

    /// Replaces what a seat sees.
    pub fn set(&mut self, seat: SeatNo, units: IdSet<UnitId>) {
        if seat.number() < self.0.len() {
            self.0[seat] = units;
        }
    }

    /// The units a seat sees, in order.
    pub fn seen_by(&self, seat: SeatNo) -> impl Iterator<Item = UnitId> + '_ {
        self.0.get(seat).into_iter().flat_map(IdSet::iter)
    }
}

/// What one must know about a battle to say who knows what.
pub trait Known {
    /// Who has which seat.
    fn seating(&self) -> &Seating;
    /// Who sees whom.
    fn sightings(&self) -> &Sightings;
    /// The side of a unit.
    fn side_of(&self, unit: UnitId) -> SideId;
    /// The seat that commands a unit.
    fn seat_of(&self, unit: UnitId) -> SeatNo;

    /// Does a player know of a unit: is it of his own side, or does he see it?
    fn player_knows(&self, seat: SeatNo, side: SideId, unit: UnitId) -> bool {
        self.side_of(unit) == side || self.sightings().sees(seat, unit)
    }
}

/// Who may know of something that happens to these units: those who command one of them or see one of another side, and who know of them
/// all.
pub fn told<B: Known>(battle: &B, units: &[UnitId]) -> Audience {
    players_who(battle, |known| known.is_told_of(units))
}

/// The players for whose knowledge this is true.
fn players_who<B: Known>(battle: &B, is: impl Fn(Knowledge<'_, B>) -> bool) -> Audience {
    let seating = battle.seating();
    let players = seating.players().filter(|(seat, _)| is(Knowledge::of_seat(battle, *seat)));
    Audience::Only(players.map(|(seat, _)| seating.id(seat).clone()).collect())
}

/// Who knows of a unit.
pub fn aware<B: Known>(battle: &B, unit: UnitId) -> Audience {
    aware_of_one(battle, &[unit])
}

/// Who knows of at least one of these units.
pub fn aware_of_one<B: Known>(battle: &B, units: &[UnitId]) -> Audience {
    players_who(battle, |known| units.iter().any(|&unit| known.knows(unit)))
}

/// Only the player who commands a unit: nobody else knows its inner state.
pub fn own<B: Known>(battle: &B, unit: UnitId) -> Audience {
    only(battle.seating(), [battle.seat_of(unit)])
}

/// The players of a side.
pub fn side(seating: &Seating, side: SideId) -> Audience {
    only(seating, seating.players_of(side))
}

/// These seats.
pub fn only(seating: &Seating, seats: impl IntoIterator<Item = SeatNo>) -> Audience {
    Audience::Only(seats.into_iter().map(|seat| seating.id(seat).clone()).collect())
}

/// An audience with one more seat.
pub fn and_seat(audience: Audience, seat: &SeatId) -> Audience {
    match audience {
        Audience::Only(mut seats) if !seats.contains(seat) => {
            seats.push(seat.clone());
            Audience::Only(seats)
        }
        other => other,
    }
}
