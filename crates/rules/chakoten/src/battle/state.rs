//! The whole state of a battle.

use std::cmp::Ordering;
use std::sync::Arc;

use krigsspil_engine::battle::{BattleDice, Ending, Leader, OwnUnit, Place, SeatId, Seats};
pub use krigsspil_engine::battle::{Life, Presence};
use krigsspil_engine::scenario::Scenario;
use krigsspil_field::prelude::{Ground, Point, point};
use krigsspil_turn::command::{Posts, Side, find_post};
use krigsspil_turn::gate::Gate;
pub use krigsspil_turn::ids::{Id, PostId, Roll, SeatNo, SideId, UnitId};
use krigsspil_turn::knowledge::{Log, Seating, Sightings};
use krigsspil_turn::resume::{Kept, Turns};
use krigsspil_turn::riders::{self, Rider};
use krigsspil_turn::timeline::Instant;
use krigsspil_turn::umpire::Umpire;
use serde::{Deserialize, Serialize};

pub use super::progress::{BreakIn, Due, Phase, Stage};
pub use super::units::{
    Battery, Branch, Crew, Doing, Gait, Mark, NOT_RECKONED, Registered, Schooling, Storming, StraightRun,
    ThisTurn, Training, Unit, Unready,
};

use super::messages::Message;
use super::order::Ride;

/// One centimetre of the table in metres of ground (§01.02.1).
pub const CM: f64 = 10.0;

/// Men in a figure (§01.02.3).
pub const MEN: i32 = 20;

/// What never changes in a battle.
#[derive(Debug)]
pub struct Fixed {
    /// The scenario.
    pub scenario: Scenario,
    /// The ground, with the values of skema VI.
    pub ground: Arc<Ground>,
    /// The sides.
    pub sides: Roll<SideId, Side>,
    /// The seats.
    pub seats: Seats,
    /// The seats by number, each with its side.
    pub seating: Seating,
    /// The seat of every post.
    pub seat_of: Roll<PostId, SeatId>,
    /// The same by number.
    pub seat_no: Roll<PostId, SeatNo>,
    /// The limit of sight by weather, in centimetres; 0 for none (§01.01.2).
    pub sight_cm: f64,
    /// There is an umpire, and the battle waits for him.
    pub umpire_sits: bool,
}

/// The ground that a beaten defender held: whoever stands there at the end of the turn takes prisoners (§13.04.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Position {
    /// Who held it.
    pub loser: UnitId,
    /// Who beat him.
    pub winner: UnitId,
    /// The corners of the ground.
    pub corners: Vec<Point>,
    /// The prisoners, in figures.
    pub figures: i32,
}

/// The whole state.
#[derive(Clone, Debug, Serialize)]
pub struct Battle {
    /// What never changes.
    #[serde(skip)]
    pub fixed: Arc<Fixed>,
    /// The ground as it is now.
    #[serde(skip)]
    pub ground: Arc<Ground>,
    /// The turn, from 1.
    pub turn: u32,
    /// The moment of the turn.
    pub moment: f64,
    /// How far the turn has come.
    pub phase: Phase,
    /// The scenario's units in order of their ids, then the chains sent out in play.
    pub units: Roll<UnitId, Unit>,
    /// Posts in order of their ids.
    pub generals: Posts,
    /// When a chief fell, by post.
    pub fell: Roll<PostId, Option<Instant>>,
    /// Couriers left on each staff (§08.01.2).
    pub couriers: Roll<PostId, i32>,
    /// How many entries have been written.
    pub entries: u32,
    /// Messages on their way.
    pub messages: Vec<Message>,
    /// The seats the battle waits for, and the seats that are ready.
    pub gate: Gate,
    /// The running turn, and its questions.
    pub turns: Turns<Battle>,
    /// Fires that wait for a moment or event.
    pub waiting: Vec<UnitId>,
    /// Positions that may yield prisoners this turn.
    pub positions: Vec<Position>,
    /// What the umpire has done.
    pub umpire: Umpire,
    /// Who saw which enemy at the start of the turn, or has seen it since.
    pub seen: Sightings,
    /// Who holds each objective.
    pub held: Vec<Option<SideId>>,
    /// How it ended.
    #[serde(skip)]
    pub ending: Option<Ending>,
    /// The dice.
    pub dice: BattleDice,
    /// What happened this turn and last, as each seat was told.
    pub log: Log,
}

impl Kept for Battle {
    fn turns(&mut self) -> &mut Turns<Battle> {
        &mut self.turns
    }
}

impl Battle {
    /// The current instant of the rolling clock (§03.01.6).
    pub fn instant(&self) -> Instant {
        Instant::new(self.turn, self.moment)
    }

    /// A unit by its id.
    pub fn unit(&self, id: &str) -> Option<UnitId> {
        self.units.find(|unit| &*unit.id == id)
    }

    /// A post by its id.
    pub fn general(&self, id: &str) -> Option<PostId> {
        find_post(&self.generals, id)
    }

    /// The destination of a ride, if it is one and its destination is known.
    pub(super) fn bound(&self, ride: &Ride) -> Option<riders::Ride> {
        match ride {
            Ride::To { place: Place([x, y]) } => Some(riders::Ride::To(point(*x, *y))),
            Ride::With { unit } => self.unit(unit).map(riders::Ride::With),
            Ride::General { general } => self.general(general).map(riders::Ride::Leader),
            Ride::Stay => None,
        }
    }

    /// The ride of a chief, in the form of an order.
    pub(super) fn ride_of(&self, rider: &Rider) -> Option<Ride> {
        rider.ride.map(|ride| match ride {
            riders::Ride::To(place) => Ride::To { place: Place([place.x, place.y]) },
            riders::Ride::With(unit) => Ride::With { unit: OwnUnit::from(&self.units[unit].id) },
            riders::Ride::Leader(post) => Ride::General { general: Leader::from(&self.generals[post].id) },
        })
    }

    /// The seat that commands a unit.
    pub fn seat_of_unit(&self, unit: UnitId) -> &SeatId {
        &self.fixed.seat_of[self.units[unit].general]
    }

    /// Units on the table, by number.
    pub fn here(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.units.ids().filter(|&unit| self.units[unit].here())
    }

    /// Units of the other sides on the table.
    pub fn enemies_of(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let side = self.units[unit].side;
        self.here().filter(move |&other| self.units[other].side != side)
    }

    /// Other units of its side on the table.
    pub fn friends_of(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let side = self.units[unit].side;
        self.here().filter(move |&other| other != unit && self.units[other].side == side)
    }

    /// Which of two units comes first, whatever their names: the one farther west, then farther south.
    pub(super) fn by_place(&self, one: UnitId, other: UnitId) -> Ordering {
        let at = |unit: UnitId| self.units[unit].placed.pose().at;
        let (here, there) = (at(one), at(other));
        here.x.total_cmp(&there.x).then(here.y.total_cmp(&there.y)).then(one.cmp(&other))
    }

    /// Which of two at these distances is nearer; if they are equally near, the first by place.
    pub(super) fn nearer(&self, one: (f64, UnitId), other: (f64, UnitId)) -> Ordering {
        one.0.total_cmp(&other.0).then_with(|| self.by_place(one.1, other.1))
    }

    /// Centimetres from edge to edge (§01.03.4).
    pub fn cm_between(&self, one: UnitId, other: UnitId) -> f64 {
        krigsspil_field::ask::distance(&self.units[one].placed, &self.units[other].placed) / CM
    }

    /// The skirmishers that a unit has out.
    pub fn chain_of(&self, unit: UnitId) -> Option<UnitId> {
        self.units.iter().find(|(_, chain)| chain.parent == Some(unit) && chain.here()).map(|(id, _)| id)
    }

    /// The valeur of a unit after its losses (§13.07.1).
    pub fn valeur(&self, unit: UnitId) -> i32 {
        let of = &self.units[unit];
        if of.branch == Branch::Artillery {
            return of.valeur;
        }
        let (figures, before) = of.counts_from.unwrap_or((of.original, 0));
        let tenths = 10 * (of.lost_men - before) / (MEN * figures).max(1);
        of.valeur - if tenths < 2 { 0 } else { tenths - 1 }
    }
}
