//! The whole state of a battle.

use std::cmp::Ordering;
use std::sync::Arc;

use krigsspil_engine::battle::{BattleDice, Ending};
pub use krigsspil_engine::battle::{Life, Presence};
use krigsspil_field::prelude::{Ground, Point};
use krigsspil_turn::command::Posts;
use krigsspil_turn::common::{self, Given};
use krigsspil_turn::gate::Gate;
pub use krigsspil_turn::ids::{Id, PostId, Roll, SeatNo, SideId, UnitId};
use krigsspil_turn::knowledge::{Log, Sightings};
use krigsspil_turn::resume::Turns;
use krigsspil_turn::riders::{self, Rider};
use krigsspil_turn::timeline::Instant;
use krigsspil_turn::umpire::Umpire;
use serde::{Deserialize, Serialize};

pub use super::progress::{BreakIn, Due, Phase, Stage};
pub use super::units::{
    Battery, Branch, Crew, Doing, Gait, Mark, Member, NOT_RECKONED, Registered, Schooling, Storming,
    StraightRun, ThisTurn, Training, Unit, Unready,
};

use super::land::Land;
use super::messages::Message;
use super::order::Ride;

/// One centimetre of the table in metres of ground (§01.02.1).
pub const CM: f64 = 10.0;

/// Men in a figure (§01.02.3).
pub const MEN: i32 = 20;

/// How time passes in a siege (§18.02.2).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Siege {
    /// Turns taken at a time; 1 in the field.
    pub turns: u32,
    /// The first and last turn of each night that is left out.
    pub nights: Vec<[u32; 2]>,
}

/// A unit that the scenario lets go over to the enemy or leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Desertion {
    /// Its id.
    pub unit: Arc<str>,
    /// At the beginning of this turn.
    pub turn: u32,
    /// The chief it goes over to; without one it leaves.
    pub to: Option<PostId>,
}

/// What never changes in a battle.
#[derive(Debug)]
pub struct Fixed {
    /// The scenario, the ground with the values of skema VI, the sides and the seats.
    pub given: Given,
    /// How time passes.
    pub siege: Siege,
    /// The limit of sight by weather, in centimetres; 0 for none (§01.01.2).
    pub sight_cm: f64,
    /// Players announce their written attacks and fires themselves (§03.02.4, §03.02.6).
    pub announce: bool,
    /// Units that change sides or leave (§land.saxony.5).
    pub desertions: Vec<Desertion>,
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
    /// It is a building: whoever stands at its wall has reached it (house).
    pub building: bool,
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
    /// What has changed on the ground.
    pub land: Land,
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

impl Battle {
    /// The current instant of the rolling clock (§03.01.6).
    pub fn instant(&self) -> Instant {
        Instant::new(self.turn, self.moment)
    }

    /// The destination of a ride, if it is one and its destination is known.
    pub(super) fn bound(&self, ride: &Ride) -> Option<riders::Ride> {
        riders::destination(self, &ride.bound()?)
    }

    /// The ride of a rider, in the form of an order.
    pub(super) fn ride_of(&self, rider: &Rider) -> Option<Ride> {
        rider.ride.map(|ride| riders::bound_for(self, ride).into())
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
        common::west_first(self, one, other)
    }

    /// Which of two at these distances is nearer; if they are equally near, the first by place.
    pub(super) fn nearer(&self, one: (f64, UnitId), other: (f64, UnitId)) -> Ordering {
        common::nearer(self, one, other)
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

    /// Has a unit lost so many that its valeur has sunk (§13.07.1)?
    pub fn decimated(&self, unit: UnitId) -> bool {
        self.valeur(unit) < self.units[unit].valeur
    }
}
