//! The whole state of a battle.

use std::cmp::Ordering;
use std::ops::Deref;
use std::sync::Arc;

use krigsspil_engine::battle::{BattleDice, Ending};
pub use krigsspil_engine::battle::{Life, Presence};
use krigsspil_field::prelude::Ground;
use krigsspil_turn::command::Posts;
use krigsspil_turn::common::{self, Given};
use krigsspil_turn::gate::Gate;
pub use krigsspil_turn::ids::{CourierId, Id, PostId, Roll, SeatNo, SideId, UnitId};
use krigsspil_turn::knowledge::{Log, Sightings};
use krigsspil_turn::resume::Turns;
use krigsspil_turn::riders::{self, Rider};
use krigsspil_turn::umpire::Umpire;
use krigsspil_turn::works::Works;
use serde::{Deserialize, Serialize};

pub use super::progress::{Attack, BreakStep, Due, Phase, Stage};
pub use super::units::{Battery, Branch, Doing, Grip, HitTarget, ThisTurn, Unit};

use super::order::{Ride, UnitOrder};
use crate::vocabulary::Feature;

/// One centimetre of the table in metres of ground (§01.01.3).
pub const CM: f64 = 12.5;

/// A courier.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Courier {
    /// Its id: the general's and a number.
    pub id: Arc<str>,
    /// The general whose courier he is.
    pub general: PostId,
    /// The man himself.
    #[serde(flatten)]
    pub rider: Rider,
    /// The order he carries.
    pub order: Option<UnitOrder>,
    /// The instruction he carries.
    pub instruction: Option<String>,
}

/// A courier has the place of his rider.
impl Deref for Courier {
    type Target = Rider;
    fn deref(&self) -> &Rider {
        &self.rider
    }
}

/// A field work made in play.
pub type Made = krigsspil_turn::works::Made<Feature>;

/// What never changes in a battle.
#[derive(Debug)]
pub struct Fixed {
    /// The scenario, the ground, the sides and the seats.
    pub given: Given,
    /// Units can have special material (§10.05.1).
    pub chevaux_de_frise: bool,
    /// There is an umpire, and the battle waits for him.
    pub umpire_sits: bool,
}

/// The whole state.
#[derive(Clone, Debug, Serialize)]
pub struct Battle {
    /// What never changes.
    #[serde(skip)]
    pub fixed: Arc<Fixed>,
    /// The ground as it is now, including works made in play; while a turn is carried out, also with the materiel on it.
    #[serde(skip)]
    pub ground: Arc<Ground>,
    /// The ground with the materiel that was on it when the turn was last carried out.
    #[serde(skip)]
    pub parked: Option<super::materiel::Parked>,
    /// The turn, from 1.
    pub turn: u32,
    /// The moment of the turn.
    pub moment: f64,
    /// How far the turn has come.
    pub phase: Phase,
    /// The scenario's units in order of their ids, then those detached in play.
    pub units: Roll<UnitId, Unit>,
    /// Posts in order of their ids.
    pub generals: Posts,
    /// Couriers in order of their ids.
    pub couriers: Roll<CourierId, Courier>,
    /// Works made in play, and cleared stretches of fences and barricades.
    pub works: Works<Feature>,
    /// The seats the battle waits for, and the seats that are ready.
    pub gate: Gate,
    /// The running turn, and its questions.
    pub turns: Turns<Battle>,
    /// Fires that wait for a moment or event.
    pub waiting: Vec<UnitId>,
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
    /// The regiment of a unit: itself, or the one it was detached from.
    pub fn regiment(&self, unit: UnitId) -> UnitId {
        self.units[unit].regiment.unwrap_or(unit)
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

    /// Which of two units comes first, independent of their names: the one farther west, then farther south.
    pub(super) fn by_place(&self, one: UnitId, other: UnitId) -> Ordering {
        common::west_first(self, one, other)
    }

    /// Which of two at these distances is nearer; if they are equally near, the first by place.
    pub(super) fn nearer(&self, one: (f64, UnitId), other: (f64, UnitId)) -> Ordering {
        common::nearer(self, one, other)
    }

    /// Centimetres from edge to edge.
    pub fn cm_between(&self, one: UnitId, other: UnitId) -> f64 {
        krigsspil_field::ask::distance(&self.units[one].placed, &self.units[other].placed) / CM
    }
}
