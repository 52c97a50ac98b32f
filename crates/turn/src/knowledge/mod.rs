//! One door for knowledge: who sees whom, who is told what, and what of a throw's working a seat may read.
//!
//! Views, prompts, checks, previews and samples take a [`Knowledge`] and not the battle.

mod log;
mod seating;
#[cfg(test)]
mod tests;
mod veil;

pub use log::Log;
pub use seating::Seating;
pub use veil::{Parties, working};

use krigsspil_engine::battle::{Audience, SeatId};
use serde::{Deserialize, Serialize};

use crate::ids::{Id, IdSet, Roll, SeatNo, SideId, UnitId};

/// For every seat the units of other sides that it has in sight, or had this turn.
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

    /// A seat comes to see a unit; true when it did not before.
    pub fn add(&mut self, seat: SeatNo, unit: UnitId) -> bool {
        seat.number() < self.0.len() && self.0[seat].insert(unit)
    }

    /// What a seat sees, anew.
    pub fn set(&mut self, seat: SeatNo, units: IdSet<UnitId>) {
        if seat.number() < self.0.len() {
            self.0[seat] = units;
        }
    }

    /// What a seat sees, in order.
    pub fn seen_by(&self, seat: SeatNo) -> impl Iterator<Item = UnitId> + '_ {
        self.0.get(seat).into_iter().flat_map(IdSet::iter)
    }
}

/// What must be known of a battle to say who knows what.
pub trait Known {
    /// Who sits where.
    fn seating(&self) -> &Seating;
    /// Who sees whom.
    fn sightings(&self) -> &Sightings;
    /// The side of a unit.
    fn side_of(&self, unit: UnitId) -> SideId;
    /// The seat that commands a unit.
    fn seat_of(&self, unit: UnitId) -> SeatNo;

    /// Does a player know of a unit: his own side's, or one he sees?
    fn player_knows(&self, seat: SeatNo, side: SideId, unit: UnitId) -> bool {
        self.side_of(unit) == side || self.sightings().sees(seat, unit)
    }
}

/// Who may know of something that happens to these units: those who command one of them or see one of another side, and know of
/// them all.
pub fn told<B: Known>(battle: &B, units: &[UnitId]) -> Audience {
    let seating = battle.seating();
    let concerns = |(seat, side): &(SeatNo, SideId)| {
        let (seat, side) = (*seat, *side);
        let touches = |unit: UnitId| {
            battle.seat_of(unit) == seat
                || (battle.side_of(unit) != side && battle.player_knows(seat, side, unit))
        };
        units.iter().any(|&unit| touches(unit))
            && units.iter().all(|&unit| battle.player_knows(seat, side, unit))
    };
    Audience::Only(seating.players().filter(concerns).map(|(seat, _)| seating.id(seat).clone()).collect())
}

/// Who knows of a unit.
pub fn aware<B: Known>(battle: &B, unit: UnitId) -> Audience {
    aware_of_one(battle, &[unit])
}

/// Who knows of at least one of these units.
pub fn aware_of_one<B: Known>(battle: &B, units: &[UnitId]) -> Audience {
    let seating = battle.seating();
    let knows = seating
        .players()
        .filter(|(seat, side)| units.iter().any(|&unit| battle.player_knows(*seat, *side, unit)));
    Audience::Only(knows.map(|(seat, _)| seating.id(seat).clone()).collect())
}

/// Only the one who commands a unit: nobody else sees into it.
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

/// An audience with a seat more.
pub fn and_seat(audience: Audience, seat: &SeatId) -> Audience {
    match audience {
        Audience::Only(mut seats) if !seats.contains(seat) => {
            seats.push(seat.clone());
            Audience::Only(seats)
        }
        other => other,
    }
}

/// A battle whose units are shown: whole to their own player, as seen to others.
pub trait Shows: Known {
    /// A unit.
    type Unit;
    /// A unit as it is seen from outside.
    type Seen<'a>
    where
        Self: 'a;
    /// Every unit, in order.
    fn unit_ids(&self) -> impl Iterator<Item = UnitId> + '_;
    /// A unit, whole.
    fn whole(&self, unit: UnitId) -> &Self::Unit;
    /// A unit as it is seen from outside.
    fn as_seen(&self, unit: UnitId) -> Self::Seen<'_>;
}

/// What one seat may know of a battle.
#[derive(Debug)]
pub struct Knowledge<'a, B> {
    battle: &'a B,
    seat: SeatNo,
}

impl<B> Clone for Knowledge<'_, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B> Copy for Knowledge<'_, B> {}

impl<'a, B: Known> Knowledge<'a, B> {
    /// What this seat may know; none when nobody sits there.
    pub fn of(battle: &'a B, seat: &SeatId) -> Option<Self> {
        battle.seating().number(seat).map(|seat| Knowledge { battle, seat })
    }

    /// The seat.
    pub fn seat(&self) -> SeatNo {
        self.seat
    }

    /// The seat's name.
    pub fn seat_id(&self) -> &'a SeatId {
        self.battle.seating().id(self.seat)
    }

    /// The side it plays for.
    pub fn side(&self) -> Option<SideId> {
        self.battle.seating().side(self.seat)
    }

    /// Is it the umpire's?
    pub fn is_umpire(&self) -> bool {
        self.battle.seating().is_umpire(self.seat)
    }

    /// Does it know of a unit?
    pub fn knows(&self, unit: UnitId) -> bool {
        self.is_umpire() || self.side().is_some_and(|side| self.battle.player_knows(self.seat, side, unit))
    }

    /// May it know everything of a unit: its own, or the umpire any?
    pub fn reads(&self, unit: UnitId) -> bool {
        self.is_umpire() || (self.side().is_some() && self.battle.seat_of(unit) == self.seat)
    }

    /// The battle behind the door. Only the rule set's own module of knowledge calls this, and what it hands on it answers for.
    pub fn behind(&self) -> &'a B {
        self.battle
    }
}

impl<'a, B: Shows> Knowledge<'a, B> {
    /// A unit, whole, when the seat may read it.
    pub fn whole(&self, unit: UnitId) -> Option<&'a B::Unit> {
        self.reads(unit).then(|| self.battle.whole(unit))
    }

    /// A unit as it is seen, when the seat knows of it.
    pub fn seen(&self, unit: UnitId) -> Option<B::Seen<'a>> {
        self.knows(unit).then(|| self.battle.as_seen(unit))
    }

    /// The units it knows of, in order.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.battle.unit_ids().filter(|unit| self.knows(*unit))
    }
}
