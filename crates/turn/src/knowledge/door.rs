//! What one seat may know of a battle, without access to the battle itself.

use std::ops::Deref;
use std::sync::Arc;

use krigsspil_engine::Fault;
use krigsspil_engine::battle::{QuestionAsked, SeatId, Told};

use super::{Known, Log};
use crate::book::{Book, Naming, Open};
use crate::ids::{PostId, SeatNo, SideId, UnitId};

mod public;
pub use public::is_near;

/// A battle that shows its units: completely to their own player, as seen to others. A rule set states nothing more about it.
pub trait Shows: Known {
    /// A unit.
    type Unit;
    /// A unit as seen from outside: a narrow type, which gives access only to what is seen.
    type Seen<'a>
    where
        Self: 'a;

    /// Every unit, in order.
    fn unit_ids(&self) -> impl Iterator<Item = UnitId> + '_;
    /// A unit by its id.
    fn unit_named(&self, id: &str) -> Option<UnitId>;
    /// A unit's id.
    fn unit_name(&self, unit: UnitId) -> &Arc<str>;
    /// A post's id.
    fn post_name(&self, post: PostId) -> &Arc<str>;
    /// Everything about a unit.
    fn whole(&self, unit: UnitId) -> &Self::Unit;
    /// A unit as seen from outside.
    fn as_seen(&self, unit: UnitId) -> Self::Seen<'_>;
    /// The recent events.
    fn log(&self) -> &Log;
    /// The questions.
    fn book(&self) -> &Book;
    /// The battle is over: nothing of the calculations is hidden any more.
    fn is_over(&self) -> bool;
}

/// A unit that a seat may read completely: its own; for the umpire any.
#[derive(Debug)]
pub struct Own<'a, U> {
    /// Which.
    pub number: UnitId,
    unit: &'a U,
}

impl<U> Clone for Own<'_, U> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<U> Copy for Own<'_, U> {}

impl<'a, U> Own<'a, U> {
    /// Everything about the unit.
    pub fn whole(self) -> &'a U {
        self.unit
    }
}

impl<U> Deref for Own<'_, U> {
    type Target = U;

    fn deref(&self) -> &U {
        self.unit
    }
}

/// Who has the knowledge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    Player(SeatNo, SideId),
    /// The umpire at his seat, or the turn itself.
    Umpire(Option<SeatNo>),
    /// An onlooker, or somebody without a seat.
    Onlooker(Option<SeatNo>),
}

/// What one seat may know of a battle.
#[derive(Debug)]
pub struct Knowledge<'a, B> {
    battle: &'a B,
    who: Who,
}

impl<B> Clone for Knowledge<'_, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B> Copy for Knowledge<'_, B> {}

impl<'a, B: Known> Knowledge<'a, B> {
    /// What this seat may know; somebody without a seat knows what an onlooker knows.
    pub fn of(battle: &'a B, seat: &SeatId) -> Self {
        match battle.seating().number(seat) {
            Some(seat) => Knowledge::of_seat(battle, seat),
            None => Knowledge { battle, who: Who::Onlooker(None) },
        }
    }

    /// The same by the number of the seat.
    pub fn of_seat(battle: &'a B, seat: SeatNo) -> Self {
        let seating = battle.seating();
        let who = match seating.side(seat) {
            Some(side) => Who::Player(seat, side),
            None if seating.is_umpire(seat) => Who::Umpire(Some(seat)),
            None => Who::Onlooker(Some(seat)),
        };
        Knowledge { battle, who }
    }

    /// Everything: for the turn itself, which uses the same questions as the seats.
    pub fn everything(battle: &'a B) -> Self {
        Knowledge { battle, who: Who::Umpire(None) }
    }

    /// The seat; `None` for the turn itself.
    pub fn seat(&self) -> Option<SeatNo> {
        match self.who {
            Who::Player(seat, _) => Some(seat),
            Who::Umpire(seat) | Who::Onlooker(seat) => seat,
        }
    }

    /// The seat's name.
    pub fn seat_id(&self) -> Option<&'a SeatId> {
        self.seat().map(|seat| self.battle.seating().id(seat))
    }

    /// The side it plays for.
    pub fn side(&self) -> Option<SideId> {
        if let Who::Player(_, side) = self.who { Some(side) } else { None }
    }

    /// Is it the umpire's seat?
    pub fn is_umpire(&self) -> bool {
        matches!(self.who, Who::Umpire(_))
    }

    /// Does it know of a unit?
    pub fn knows(&self, unit: UnitId) -> bool {
        match self.who {
            Who::Player(seat, side) => self.battle.player_knows(seat, side, unit),
            Who::Umpire(_) => true,
            Who::Onlooker(_) => false,
        }
    }

    /// May it know everything about a unit? It may for its own; the umpire may for all.
    pub fn reads(&self, unit: UnitId) -> bool {
        match self.who {
            Who::Player(seat, _) => self.battle.seat_of(unit) == seat,
            Who::Umpire(_) => true,
            Who::Onlooker(_) => false,
        }
    }

    /// Does it see a unit of another side, or has it seen it this turn?
    pub fn sights(&self, unit: UnitId) -> bool {
        matches!(self.who, Who::Player(seat, _) if self.battle.sightings().sees(seat, unit))
    }

    /// The units of other sides that it sees or has seen this turn, in order.
    pub fn sighted(&self) -> impl Iterator<Item = UnitId> + use<'a, B> {
        let seat = if let Who::Player(seat, _) = self.who { Some(seat) } else { None };
        let sightings = self.battle.sightings();
        seat.into_iter().flat_map(move |seat| sightings.seen_by(seat))
    }

    /// Is it told what happens to these units? It must command one of them or see one of another side, and must know of them all.
    pub fn is_told_of(&self, units: &[UnitId]) -> bool {
        let touches = |unit: UnitId| {
            self.reads(unit)
                || (self.side().is_some_and(|side| self.battle.side_of(unit) != side) && self.knows(unit))
        };
        units.iter().any(|&unit| touches(unit)) && units.iter().all(|&unit| self.knows(unit))
    }
}

impl<'a, B: Shows> Knowledge<'a, B> {
    /// What the player of a unit may know, and that unit.
    pub fn of_commander(battle: &'a B, unit: UnitId) -> (Self, Own<'a, B::Unit>) {
        let known = Knowledge::of_seat(battle, battle.seat_of(unit));
        (known, Own { number: unit, unit: battle.whole(unit) })
    }

    /// Everything about a unit, if the seat may read it.
    pub fn own(&self, unit: UnitId) -> Option<Own<'a, B::Unit>> {
        self.reads(unit).then(|| Own { number: unit, unit: self.battle.whole(unit) })
    }

    /// The units it may read completely, in order; for the umpire all.
    pub fn own_units(&self) -> impl Iterator<Item = Own<'a, B::Unit>> + use<'a, B> {
        let known = *self;
        self.battle.unit_ids().filter_map(move |unit| known.own(unit))
    }

    /// A unit it may read completely, by its id.
    pub fn own_named(&self, id: &str) -> Option<Own<'a, B::Unit>> {
        self.own(self.battle.unit_named(id)?)
    }

    /// A unit as it is seen, if the seat knows of it.
    pub fn seen(&self, unit: UnitId) -> Option<B::Seen<'a>> {
        self.knows(unit).then(|| self.battle.as_seen(unit))
    }

    /// The units it knows of, as they are seen, in order.
    pub fn units(&self) -> impl Iterator<Item = (UnitId, B::Seen<'a>)> + use<'a, B> {
        let known = *self;
        self.battle.unit_ids().filter_map(move |unit| Some((unit, known.seen(unit)?)))
    }

    /// A unit it knows of, by its id.
    pub fn named(&self, id: &str) -> Option<UnitId> {
        self.battle.unit_named(id).filter(|unit| self.knows(*unit))
    }

    /// A unit's id, if the seat knows of it.
    pub fn name(&self, unit: UnitId) -> Option<&'a Arc<str>> {
        self.knows(unit).then(|| self.battle.unit_name(unit))
    }

    /// The recent events it was told, with its own numbers.
    pub fn log(&self) -> Vec<Told> {
        self.seat_id().map(|seat| self.battle.log().told(seat, self.battle.is_over())).unwrap_or_default()
    }

    /// Its open questions.
    pub fn questions(&self) -> Vec<QuestionAsked> {
        let Some(seat) = self.seat_id() else { return Vec::new() };
        self.battle.book().open_to(seat).map(|open| open.told(seat, self)).collect()
    }

    /// A question as this seat sees it; `None` if it is for somebody else.
    pub fn asked(&self, open: &Open) -> Option<QuestionAsked> {
        self.seat_id()
            .filter(|seat| **seat == open.seat || self.is_umpire())
            .map(|seat| open.told(seat, self))
    }
}

/// The subject of a question is given by the names that a seat may know.
impl<B: Shows> Naming for Knowledge<'_, B> {
    fn unit(&self, unit: UnitId) -> Option<Arc<str>> {
        self.name(unit).cloned()
    }

    fn post(&self, post: PostId) -> Option<Arc<str>> {
        Some(self.battle.post_name(post).clone())
    }

    fn fault(&self, fault: &Fault) -> Arc<str> {
        fault.to_string().into()
    }
}
