//! What a unit, battery or wagon carries through a battle.

mod battery;
mod this_turn;

use std::sync::Arc;

use krigsspil_engine::battle::Presence;
use krigsspil_field::prelude::{Placed, Point, Pose, Track};
use krigsspil_turn::ids::{PostId, SideId, UnitId};
use krigsspil_turn::timeline::Instant;
use serde::{Deserialize, Serialize};

use super::labour::Craft;
use super::order::{Formation, Leave, Step, Task, UnitOrder};
use super::town::Inside;
use crate::vocabulary::*;

pub use battery::{Battery, Crew, Registered, Unready};
pub use this_turn::{Doing, Gait, NOT_RECKONED, ThisTurn};

/// The arm of a unit, in the terms of every battle.
pub use krigsspil_engine::battle::Arm as Branch;

/// Training by use (§04.05.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Training {
    /// When it fires.
    pub fire: i32,
    /// When it attacks.
    pub attack: i32,
    /// When it is attacked.
    pub defence: i32,
    /// More when it fires in chain.
    pub in_chain: i32,
}

/// What its country lets a unit do or not do (§04.05.3).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schooling {
    /// Formations it cannot take.
    pub barred: Vec<Formation>,
    /// Its attack column is only for marching.
    pub no_column_bonus: bool,
    /// Its chains may stand without soutien.
    pub chains_stand: bool,
    /// Skirmishers it may send out; `None` for the usual sixth.
    pub skirmishers: Option<i32>,
    /// In column it has no bonus for its first attack.
    pub no_first_in_column: bool,
    /// Pioneers or sailors, who fight as gunners do (ruling 60 on armies).
    #[serde(default)]
    pub as_guns: bool,
    /// Its infantry stands on this many ranks; `None` if its country is not stated.
    #[serde(default)]
    pub ranks: Option<i32>,
    /// It has carbines.
    #[serde(default)]
    pub carbines: bool,
    /// Figures of a company or squadron (§06.01.3); 0 if it has none.
    #[serde(default)]
    pub company: i32,
    /// Parts it may be split into, as figures of what stands off (§04.02.2, §04.03.1).
    pub parts: Vec<i32>,
}

/// A storm march, and the rest after it (§07.02.2, §07.02.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Storming {
    /// Since when it storms.
    pub since: Option<Instant>,
    /// The half turns begun in this storm.
    pub halves: i32,
    /// It had not rested when it began.
    pub unrested: bool,
    /// The direction of the storm, in degrees.
    pub direction: f64,
    /// When the last storm ended.
    pub ended: Option<Instant>,
}

/// A ride or march straight ahead without a stop (§07.02.4, §12.03.4).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct StraightRun {
    /// Since when it has marched forward.
    pub since: Instant,
    /// When it was last reckoned.
    pub until: Instant,
    /// The direction when the straight part began, in degrees.
    pub direction: f64,
    /// Metres in this direction, give or take 20 degrees.
    pub metres: f64,
    /// The widest deviation from that direction.
    pub deviation: f64,
}

/// A unit in a brigade or division column or square, as it was when it came to it (§05.01.6).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Member {
    /// Which.
    pub unit: UnitId,
    /// Its figures at the start.
    pub original: i32,
    /// Men it had lost.
    pub lost_men: i32,
    /// Its own valeur before decimation, and from what that counts.
    pub valeur: i32,
    /// Figures and men lost from which decimation counts.
    pub counts_from: Option<(i32, i32)>,
}

/// A unit, a battery or a wagon.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Unit {
    /// Its id.
    pub id: Arc<str>,
    /// Its name.
    pub name: Arc<str>,
    /// Its side.
    pub side: SideId,
    /// The post of its chief.
    pub general: PostId,
    /// Its branch.
    pub branch: Branch,
    /// Its arm in the tables.
    pub arm: TacticalArm,
    /// Landwehr, which does not pass lines (§07.07.5).
    pub landwehr: bool,
    /// Light troops, which may skirmish as a whole (§14.01.1).
    pub light: bool,
    /// The base of its figures.
    pub base: FigureBase,
    /// Figures at the start or when it was split off; gunners of a battery.
    pub original: i32,
    /// Figures now.
    pub figures: i32,
    /// Men lost and not yet removed as a figure (§09.02.2).
    pub carried: i32,
    /// Men lost in all, with prisoners and those who fled.
    pub lost_men: i32,
    /// Figures and men lost when it was split: decimation counts from there (§04.01.2).
    pub counts_from: Option<(i32, i32)>,
    /// The units that stand in one column or square with it, itself first (§04.01.4).
    #[serde(default)]
    pub brigade: Vec<Member>,
    /// The unit it was split from (§04.01.3).
    pub split_from: Option<UnitId>,
    /// The written instruction that it carries (§08.03.4).
    pub instruction: Option<Task>,
    /// The turn in which an orderly is with it (skema II).
    pub orderly: Option<u32>,
    /// Quarters of a load that a wagon still carries (§11.01.3).
    pub stores: i32,
    /// The wagon it draws from, and the turns it has drawn (§11.04.1).
    pub drawing: Option<(UnitId, i32)>,
    /// The decimated unit it is to be one with, and the turns they have stood together (§13.07.2).
    #[serde(default)]
    pub merging: Option<(UnitId, i32)>,
    /// What the umpire or the scenario allows it (§04.04.2, §11.04.2).
    #[serde(default)]
    pub leave: Vec<Leave>,
    /// Valeur before decimation (§04.05.1).
    pub valeur: i32,
    /// Training.
    pub training: Training,
    /// What its country lets it do.
    pub schooling: Schooling,
    /// Small arm; `None` for gunners and wagons.
    pub weapon: Option<Weapon>,
    /// All its men have rifles.
    pub rifles_only: bool,
    /// Loads of ammunition.
    pub loads: i32,
    /// Its formation; a battery's is march column or line.
    pub formation: Formation,
    /// A square whose men all look one way (§06.02.5).
    #[serde(default)]
    pub one_front: bool,
    /// Figures in the front rank of its attack column or mass.
    pub front: i32,
    /// Where it stands.
    pub pose: Pose,
    /// The building that it is in (§17.01.2).
    #[serde(default)]
    pub inside: Option<Inside>,
    /// What its men can do when they work, and how long they have (chapter 19).
    #[serde(default)]
    pub craft: Craft,
    /// The way behind a march column, in its own frame.
    pub trail: Vec<Point>,
    /// OR, LU 1 to 3, U, FU.
    pub order: Order,
    /// It has stood as wide as deep since the end of a turn of flight (§13.01.3).
    pub massed: bool,
    /// It has fired or fought: no bonus for a first fire (§09.02.4, §12.03.9).
    pub first_fire_spent: bool,
    /// Its first attack is over (§12.03.9).
    pub first_attack_spent: bool,
    /// The turn in which it last fired in closed formation with smoke (§09.02.7).
    pub smoke: Option<u32>,
    /// The turn in which it beat an enemy into rout (§12.03.12).
    pub victory: Option<u32>,
    /// Since when it stands still.
    pub stands_since: Instant,
    /// Until when it must stand after fire or an undecided melee (§03.01.4).
    pub held_until: Option<Instant>,
    /// Since when nothing has disturbed its reorganising (§13.06.1).
    pub quiet_since: Instant,
    /// The turns of its front in the last turn's time (§06.01.3).
    pub turned: Vec<(Instant, f64)>,
    /// Its march straight ahead.
    pub run: Option<StraightRun>,
    /// Its storm.
    pub storming: Storming,
    /// Turns of flight.
    pub flight_turns: i32,
    /// It has given prisoners in this flight (skema XIX).
    pub gave_prisoners: bool,
    /// Attacks lost in flight, one after the other (§13.02.2).
    pub beaten_in_flight: i32,
    /// The enemies it fought last turn without a decision (skema XV, note 2).
    pub last_fought: Vec<UnitId>,
    /// The order it carried out last.
    pub last_order: Option<UnitOrder>,
    /// The order it last failed to carry out.
    pub last_failed: Option<UnitOrder>,
    /// The order written for the coming turn.
    pub written: Option<UnitOrder>,
    /// Guns.
    pub battery: Option<Battery>,
    /// The batteries that fired at it last turn (skema XI).
    pub shelled: Vec<UnitId>,
    /// Its place in the order in which entries were written: attacks on one enemy follow it (ruling 75).
    pub entry: u32,
    /// Guns that it left on the table, where they stand, and how many pieces.
    pub left_guns: Option<(Pose, i32)>,
    /// These skirmishers are too far from their soutien, and go back (§14.02.4).
    #[serde(default)]
    pub too_far: bool,
    /// The unit whose skirmishers it is.
    pub parent: Option<UnitId>,
    /// On the table or not.
    pub presence: Presence,
    /// The umpire has halted it for this many turns.
    pub penalty: u32,
    /// The step that runs over the end of the turn, and the turns spent on it (§03.01.6).
    pub carried_step: Option<(Step, f64)>,
    /// This turn.
    pub now: ThisTurn,
    /// The steps still to do; the first is in progress.
    pub todo: Vec<Doing>,
    /// Where it stands now, in its formation.
    #[serde(with = "krigsspil_turn::standing")]
    pub placed: Placed,
    /// When and where the current step was planned.
    #[serde(skip)]
    pub planned: Option<(f64, Pose)>,
    /// Its way through the rest of the turn.
    #[serde(skip)]
    pub track: Option<Arc<Track>>,
    /// What begins with each leg of the track.
    #[serde(skip)]
    pub marks: Vec<(usize, Mark)>,
}

/// What begins with a leg of a track.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mark {
    /// It passes an obstacle of this grade.
    Obstacle {
        /// The feature.
        feature: usize,
        /// The grade.
        grade: i32,
    },
    /// It enters water.
    Water {
        /// The feature.
        feature: usize,
        /// Centimetres across.
        width_cm: f64,
    },
}

impl Unit {
    /// On the table.
    pub fn here(&self) -> bool {
        self.presence == Presence::Here
    }

    /// On the table, and not in rout.
    pub fn steady(&self) -> bool {
        self.here() && self.order != Order::Rout
    }

    /// On the table, in order or light disorder (§03.03.3).
    pub fn intact(&self) -> bool {
        self.here() && self.order.intact()
    }

    /// A battery that is limbered, or its gunners with the limbers alone (§07.01.5).
    pub fn limbered(&self) -> bool {
        self.battery.as_ref().is_some_and(|battery| battery.limbered || battery.crew == Crew::WithLimbers)
    }

    /// A battery in position with its gunners.
    pub fn unlimbered(&self) -> bool {
        self.battery.as_ref().is_some_and(|battery| !battery.limbered && battery.crew == Crew::AtGuns)
    }

    /// Gunners who have left their guns.
    pub fn left_its_guns(&self) -> bool {
        self.battery.as_ref().is_some_and(|battery| battery.crew != Crew::AtGuns)
    }

    /// Gunners who have left their guns and their limbers (§07.01.5).
    pub fn gunners_alone(&self) -> bool {
        self.battery.as_ref().is_some_and(|battery| battery.crew == Crew::Alone)
    }

    /// In a spread formation: skirmishing or in rout (§05.04.2).
    pub fn spread(&self) -> bool {
        self.order == Order::Rout
            || self.now.works.is_some()
            || (self.battery.is_none() && self.formation.skirmish())
            || self.gunners_alone()
    }

    /// In a closed formation (§05.04.1).
    pub fn closed(&self) -> bool {
        !self.spread() && self.branch != Branch::Wagon
    }

    /// Its men look to every side: square, mass or hob, and no square turned to one front (§05.02, §06.02.5).
    pub fn fronts_all_round(&self) -> bool {
        self.formation.all_round() && !(self.one_front && self.formation == Formation::Square)
    }

    /// Has flanks and a rear (ruling 37).
    pub fn has_flanks(&self) -> bool {
        self.closed() && (self.battery.is_some() || !self.fronts_all_round())
    }

    /// The direction of its march before it is brought to its place, if it marches ahead.
    pub fn advancing(&self) -> bool {
        self.track.is_some() && matches!(self.todo.first().map(|doing| doing.step), Some(Step::Ahead { .. }))
    }

    /// A chain or swarm that shares or screens fire (§14.03).
    pub fn screens(&self) -> bool {
        self.formation.skirmish() && self.battery.is_none() && self.steady()
    }

    /// Its figures rank by rank, for a melee (§12.02.3); all of an all-round formation count at once (ruling 87).
    pub fn ranks(&self) -> Vec<i32> {
        let figures = self.figures.max(1);
        if self.spread() || self.battery.is_some() || self.formation.all_round() {
            return vec![figures];
        }
        let files = (self.placed.body().files() as i32).max(1);
        let full = figures / files;
        let mut ranks = vec![files; full.max(0) as usize];
        if figures % files > 0 {
            ranks.push(figures % files);
        }
        ranks
    }
}
