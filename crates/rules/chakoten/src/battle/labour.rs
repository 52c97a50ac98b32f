//! Pioneers and their works (chapter 19): who works, at what, and how far it has come.

use krigsspil_engine::Turns;
use krigsspil_field::prelude::{Point, Pose};
use krigsspil_turn::ids::{SideId, UnitId};
use krigsspil_turn::timeline::Instant;
use serde::{Deserialize, Serialize};

use super::bodies::plain;
use super::state::CM;
use crate::armies::vocabulary::{DemolitionMethod, DemolitionObject, Earthwork, Leader, Vessel, Work};
use crate::tables::Tables;

/// A work begins within this many metres of what it changes (house).
pub(super) const AT_HAND: f64 = 3.0 * CM;
/// Those who serve boats are within this many metres of them (house).
pub(super) const AT_THE_BOATS: f64 = 5.0 * CM;
/// Whoever begins the same work this near to where it was begun goes on with it, in metres between the middles (house).
const SAME_WORK: f64 = 2.0 * CM;
/// Turns of rest between two periods of work (ruling 3).
const RESTS: i32 = 8;

/// What a unit's men are when they work (§19.01.2, §19.08.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trade {
    /// Any others.
    #[default]
    Others,
    /// Pioneers, and gunners.
    Pioneers,
    /// Miners.
    Miners,
}

/// A crossing by ferry or boat that is under way (§19.11.3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Voyage {
    /// When all are over.
    pub until: Instant,
    /// Where they land.
    pub lands: Pose,
}

/// What a unit brings to a work, and how long it has worked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Craft {
    /// What its men are.
    pub trade: Trade,
    /// The grade of those who lead its work (§19.04.2).
    pub leader: Leader,
    /// How many of them.
    pub leaders: i32,
    /// Turns worked in the running period (§19.01.3).
    pub period: i32,
    /// Periods ended in these 24 hours.
    pub periods: i32,
    /// Turns without work since then.
    pub idle: i32,
    /// Scaling ladders that it carries.
    pub ladders: i32,
    /// A wagon of the engineer park (§19.02.1).
    pub park: bool,
    /// It is on the water.
    pub afloat: Option<Voyage>,
    /// It was at work in the last turn, where everybody could see it (§19.01.1).
    pub at_work: bool,
    /// The work it was last at.
    pub job: Option<usize>,
}

impl Default for Craft {
    fn default() -> Craft {
        Craft {
            trade: Trade::Others,
            leader: Leader::OrdinaryOfficer,
            leaders: 1,
            period: 0,
            periods: 0,
            idle: RESTS,
            ladders: 0,
            park: false,
            afloat: None,
            at_work: false,
            job: None,
        }
    }
}

impl Craft {
    /// May its men work now: not more than 40 turns on end, and twice in 24 hours (§19.01.3, ruling 3)?
    pub fn may_work(&self, tables: &Tables) -> bool {
        let facts = crate::armies::works::WorkEndurance {
            periods_done: self.periods.clamp(0, 2),
            turns_in_period: Turns(if self.periods >= 2 { 0 } else { self.period.clamp(0, 40) }),
        };
        let rested = self.period > 0 || self.idle >= RESTS || self.periods == 0;
        rested && plain(&facts, tables).is_ok_and(|may| may.may_work)
    }

    /// A turn of work, or without it.
    pub fn turn_passes(&mut self, worked: bool) {
        if worked {
            (self.period, self.idle) = (self.period + 1, 0);
        } else {
            self.idle += 1;
        }
        if self.period >= 40 || (self.period > 0 && self.idle >= RESTS) {
            (self.period, self.periods) = (0, self.periods + 1);
        }
    }
}

/// The parts of a mine, in the order in which they are made (§19.08).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MineStage {
    /// Down.
    Shaft,
    /// Forward.
    Gallery,
    /// Room for the powder.
    Chamber,
    /// The powder is carried in.
    Laying,
}

/// A mine that is dug or laid.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dig {
    /// Where its chamber is.
    pub place: Point,
    /// Metres of shaft.
    pub shaft_m: f64,
    /// Centimetres of gallery.
    pub gallery_cm: f64,
    /// Powder charges.
    pub charges: f64,
    /// What is dug now.
    pub stage: MineStage,
}

/// What is done in a work.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JobKind {
    /// A row of skema XX, along a line.
    Build {
        /// The row.
        work: Work,
        /// Its ends.
        line: [Point; 2],
        /// Abutments of a bridge.
        abutments: i32,
        /// What it mends, by its number on the ground.
        mends: Option<usize>,
    },
    /// A row of skema XXI.
    Demolish {
        /// What is destroyed, by its number on the ground.
        thing: usize,
        /// Where.
        at: Point,
        /// The row.
        object: DemolitionObject,
        /// How.
        method: DemolitionMethod,
        /// After a partial blast (§19.07.4).
        again: bool,
    },
    /// An earthwork is levelled (§19.12.4).
    Level {
        /// Which of the works made.
        made: usize,
        /// Its row.
        work: Earthwork,
    },
    /// A strong building is made stronger (§17.02.4).
    Strengthen {
        /// The building.
        building: usize,
    },
    /// A mine (§19.08).
    Mine(Dig),
}

impl JobKind {
    /// Is it hidden from the enemy even where he can see the place: powder under a bridge, and mines?
    pub const fn secret(&self) -> bool {
        matches!(self, JobKind::Mine(_) | JobKind::Demolish { method: DemolitionMethod::Blast, .. })
    }

    pub(super) fn same_work(&self, other: &JobKind) -> bool {
        match (self, other) {
            (JobKind::Build { work, line, .. }, JobKind::Build { work: also, line: there, .. }) => {
                let middle = |[from, to]: [Point; 2]| from.toward(to, 0.5);
                work == also && middle(*line).distance(middle(*there)) <= SAME_WORK
            }
            (JobKind::Mine(dig), JobKind::Mine(there)) => dig.place.distance(there.place) <= 1.0,
            (one, other) => one == other,
        }
    }
}

/// A work in progress: whoever comes later goes on where it was left (§19.04.3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// What is done.
    pub kind: JobKind,
    /// By whom.
    pub side: SideId,
    /// Centimetres, or pieces.
    pub quantity: f64,
    /// The ordinary turns; 0 before it has begun.
    pub ordinary: i32,
    /// Turns more to find the materials (§19.03.2).
    pub acquisition: i32,
    /// Turns more by accident, when they are thrown for (§19.03.4).
    pub delay: Option<i32>,
    /// Turns of rest that are still to be held in its middle (§19.04.5).
    pub rest: i32,
    /// Turns worked.
    pub worked: i32,
    /// Turns under effective fire (§19.03.5).
    pub under_fire: i32,
    /// Those who worked in its first half.
    pub first: Vec<UnitId>,
    /// It is finished.
    pub done: bool,
}

/// A ferry or boat (§19.11.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Afloat {
    /// Which.
    pub vessel: Vessel,
    /// Where it lies.
    pub at: Point,
    /// Whose it is.
    pub side: SideId,
    /// Under way until then.
    pub until: Option<Instant>,
    /// Its number on the ground.
    #[serde(default)]
    pub thing: Option<usize>,
}

/// A charge that is laid and can be set off (§19.07.4, §19.08.6).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Charge {
    /// What it destroys, by its number on the ground; `None` for a mine.
    pub thing: Option<usize>,
    /// The row of skema XXI.
    pub object: Option<DemolitionObject>,
    /// Where.
    pub at: Point,
    /// How much powder.
    pub charges: f64,
    /// After a partial blast.
    pub again: bool,
    /// The mine.
    pub mine: Option<Dig>,
    /// Whose it is.
    pub side: SideId,
    /// Those who laid it: they find cover (§19.07.9).
    pub party: Vec<UnitId>,
    /// The first turn in which it can be set off.
    pub ready: u32,
    /// Centimetres of a wall or abatis that it takes.
    pub cm: f64,
}

/// Something prepared to be set on fire (§19.06.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lighting {
    /// What, by its number on the ground.
    pub thing: usize,
    /// The throw that comes next: the first, or the second (§19.06.2).
    pub attempt: i32,
    /// The turn at whose start it is thrown.
    pub turn: u32,
    /// Who lights it.
    pub by: UnitId,
}
