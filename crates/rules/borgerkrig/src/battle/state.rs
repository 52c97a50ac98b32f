//! The whole state of a battle.

use std::sync::Arc;

pub use krigsspil_engine::battle::{AddedRule, Life, Presence};
use krigsspil_engine::battle::{BattleDice, Ending, SeatId, Seats};
use krigsspil_engine::scenario::Scenario;
use krigsspil_field::prelude::{Ground, Point};
use krigsspil_turn::gate::Gate;
pub use krigsspil_turn::ids::{CourierId, Id, PostId, Roll, SeatNo, SideId, UnitId};
use krigsspil_turn::knowledge::{Log, Seating, Sightings};
use krigsspil_turn::resume::{Kept, Turns};
use serde::{Deserialize, Serialize};

pub use super::progress::{BreakStep, Due, Phase, Stage};
pub use super::units::{Battery, Branch, Doing, Grip, HitTarget, ThisTurn, Unit};

use super::order::{Ride, UnitOrder};
use crate::vocabulary::Feature;

/// One centimetre of the table in metres of ground (§01.01.3).
pub const CM: f64 = 12.5;

/// A general's post, and who holds it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct General {
    /// Its id.
    pub id: Arc<str>,
    /// The name of the man.
    pub name: Arc<str>,
    /// His side.
    pub side: SideId,
    /// `army`, `corps`, `division`, `brigade`, `battalion`.
    pub rank: String,
    /// The post above.
    pub superior: Option<PostId>,
    /// The holder.
    pub life: Life,
    /// How many have held the post before him.
    pub successors: u32,
    /// Where he is.
    pub place: Point,
    /// The unit he is with, and moves with.
    pub with: Option<UnitId>,
    /// Has moved this turn.
    pub moved: bool,
    /// Where he is to ride.
    pub ride: Option<Ride>,
    /// At which moment of the turn.
    pub ride_at: f64,
    /// The instruction he has (§03.01.1).
    pub instruction: String,
}

/// A courier.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Courier {
    /// Its id: the general's and a number.
    pub id: Arc<str>,
    /// Its side.
    pub side: SideId,
    /// The general whose courier he is.
    pub general: PostId,
    /// What has become of him.
    pub life: Life,
    /// Where he is.
    pub place: Point,
    /// The unit or general he is with.
    pub with: Option<UnitId>,
    /// Has moved this turn.
    pub moved: bool,
    /// Where he rides, turn after turn until he is there.
    pub ride: Option<Ride>,
    /// At which moment of the turn.
    pub ride_at: f64,
    /// The order he carries.
    pub order: Option<UnitOrder>,
    /// The instruction he carries.
    pub instruction: Option<String>,
}

/// A field work made in play.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Made {
    /// What was made.
    pub thing: Feature,
    /// Its left end, as the makers faced.
    pub left: Point,
    /// Its right end.
    pub right: Point,
    /// Who made it; nobody, when the umpire laid it.
    pub side: Option<SideId>,
}

/// A stretch of a line on the ground that was cleared away (§10.04.1, §10.06.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cleared {
    /// The line, in the order of the scenario's ground and then of the works made.
    pub feature: usize,
    /// Metres along it where the stretch begins.
    pub from: f64,
    /// Metres along it where it ends.
    pub to: f64,
}

/// The side of a battle.
#[derive(Clone, Debug)]
pub struct SideData {
    /// Its id.
    pub id: Arc<str>,
    /// Its name.
    pub name: String,
    /// The way home, in degrees.
    pub home: f64,
}

/// What never changes in a battle.
#[derive(Debug)]
pub struct Fixed {
    /// The scenario.
    pub scenario: Scenario,
    /// The ground of the scenario.
    pub ground: Arc<Ground>,
    /// The sides.
    pub sides: Roll<SideId, SideData>,
    /// The seats.
    pub seats: Seats,
    /// The seats by number, each with its side.
    pub seating: Seating,
    /// The seat of every post.
    pub seat_of: Roll<PostId, SeatId>,
    /// The same by number.
    pub seat_no: Roll<PostId, SeatNo>,
    /// Units that can have special material (§10.05.1).
    pub chevaux_de_frise: bool,
    /// An umpire sits and is waited for.
    pub umpire_sits: bool,
}

/// The whole state.
#[derive(Clone, Debug, Serialize)]
pub struct Battle {
    /// What never changes.
    #[serde(skip)]
    pub fixed: Arc<Fixed>,
    /// The ground as it is now, works made in play included; while a turn is carried out, with the materiel that stands on it.
    #[serde(skip)]
    pub ground: Arc<Ground>,
    /// The ground with the materiel that stood on it when the turn was last carried out.
    #[serde(skip)]
    pub parked: Option<super::materiel::Parked>,
    /// The turn, from 1.
    pub turn: u32,
    /// The moment of the turn.
    pub moment: f64,
    /// Where the turn has come to.
    pub phase: Phase,
    /// The scenario's units in order of their ids, then those detached in play.
    pub units: Roll<UnitId, Unit>,
    /// Posts in order of their ids.
    pub generals: Roll<PostId, General>,
    /// Couriers in order of their ids.
    pub couriers: Roll<CourierId, Courier>,
    /// Works made in play.
    pub works: Vec<Made>,
    /// Stretches of fences and barricades that were cleared.
    pub cleared: Vec<Cleared>,
    /// Who is waited for, and who is ready.
    pub gate: Gate,
    /// The turn that runs, and what it asks.
    pub turns: Turns<Battle>,
    /// Fires ordered for a moment or event that have not come.
    pub waiting: Vec<UnitId>,
    /// Rules the umpire added.
    pub rules: Vec<AddedRule>,
    /// The umpire's reprimands and decisions so far.
    pub rulings: u32,
    /// Who saw which enemy at the start of the turn, or has since.
    pub seen: Sightings,
    /// Who holds each objective.
    pub held: Vec<Option<SideId>>,
    /// How it ended.
    #[serde(skip)]
    pub ending: Option<Ending>,
    /// The dice.
    pub dice: BattleDice,
    /// What happened this turn and last, as each seat was told it.
    pub log: Log,
}

impl Kept for Battle {
    fn turns(&mut self) -> &mut Turns<Battle> {
        &mut self.turns
    }
}

impl Battle {
    /// A unit by its id.
    pub fn unit(&self, id: &str) -> Option<UnitId> {
        self.units.find(|unit| &*unit.id == id)
    }

    /// The regiment a unit belongs to: itself, or the one it was detached from.
    pub fn regiment(&self, unit: UnitId) -> UnitId {
        self.units[unit].regiment.unwrap_or(unit)
    }

    /// A post by its id.
    pub fn general(&self, id: &str) -> Option<PostId> {
        self.generals.find(|general| &*general.id == id)
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

    /// Centimetres from edge to edge.
    pub fn cm_between(&self, one: UnitId, other: UnitId) -> f64 {
        krigsspil_field::ask::distance(&self.units[one].placed, &self.units[other].placed) / CM
    }
}
