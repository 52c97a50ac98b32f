//! The whole state of a battle.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use krigsspil_engine::battle::{BattleDice, Ending, Event, SeatId, Seats};
use krigsspil_engine::scenario::Scenario;
use krigsspil_field::prelude::{Ground, Placed, Point, Pose, Track};
use serde::Serialize;

pub use super::progress::{BreakStep, Due, Phase, Question, Stage};

use super::order::{Piece, Ride, Step, UnitOrder};
use crate::procedures::works::Work;
use crate::vocabulary::*;

/// One centimetre of the table in metres of ground (§01.01.3).
pub const CM: f64 = 12.5;

/// The arm a unit is of, whatever it sits on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Branch {
    /// Infantry.
    Infantry,
    /// Cavalry and mounted infantry (§02.02.5).
    Cavalry,
    /// A battery.
    Artillery,
    /// An ammunition wagon.
    Wagon,
}

/// Whether somebody is on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// Comes later.
    Coming,
    /// Here.
    Here,
    /// Off the table for good, and not dead.
    Left,
    /// Destroyed, surrendered or captured to the last figure.
    Gone,
}

/// A battery's guns, limbers, horses and rounds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Battery {
    /// What guns.
    pub gun: Gun,
    /// Horse artillery.
    pub riding: bool,
    /// Limbered.
    pub limbered: bool,
    /// Real guns: whole, damaged, destroyed.
    pub guns: [i32; 3],
    /// Real limbers: whole, damaged, destroyed.
    pub limbers: [i32; 3],
    /// Horses at the start and left, in figures.
    pub horses: [i32; 2],
    /// Rounds of canister, shell and shot.
    pub rounds: [i32; 3],
    /// The target last hit, with what, and where it stood (§06.02.5).
    pub hit: Option<HitTarget>,
    /// The piece in repair, the turns worked, and whether it was under fire.
    pub repair: Option<(Piece, i32, bool)>,
    /// The gunners are behind a friend, away from their guns (§04.02.12).
    pub sheltered: bool,
    /// Guns left behind by gunners in rout (§08.02.6): where they stand.
    pub abandoned: Option<Pose>,
}

/// A target that was hit, so that the next shot cannot miss.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HitTarget {
    /// Which unit.
    pub unit: usize,
    /// With what.
    pub ammunition: Ammunition,
    /// Where it stood.
    pub at: Point,
    /// Where the guns stood: moved, they must find it anew.
    pub from: Pose,
}

/// How a unit came to grips with an enemy, for the melees that follow (§07.02.4, §07.04.5).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Grip {
    /// The enemy.
    pub with: usize,
    /// Metres of ordinary march its figures had left, to close up to him and to go round onto his sides.
    pub march_left: f64,
    /// Two companies have turned to meet him on the flank.
    pub turned: bool,
}

/// What a unit has done and suffered this turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ThisTurn {
    /// The order it carries out.
    pub order: Option<UnitOrder>,
    /// The order it was in when the turn began was U or FU.
    pub began_disordered: bool,
    /// Has moved, or spent time on a step.
    pub moved: bool,
    /// The moment its way was last looked along.
    pub looked: f64,
    /// Its last step was to limber (§02.05.3).
    pub just_limbered: bool,
    /// Has fired.
    pub fired: bool,
    /// Has fired as surprised.
    pub fired_surprised: bool,
    /// Has been attacked (a shock throw, or an attacker at 2 cm).
    pub attacked: bool,
    /// Has lost men.
    pub lost: bool,
    /// A friend has marched through it.
    pub marched_through: bool,
    /// Frontal attacks suffered (§07.01.5).
    pub frontal_attacks: i32,
    /// Announced an attack.
    pub declared_attack: bool,
    /// Storms.
    pub storming: bool,
    /// Its attack counts as without order (§03.03.5).
    pub without_order: bool,
    /// Has come to 2 cm of an enemy.
    pub reached: bool,
    /// Met an obstacle its arm cannot pass.
    pub barred: bool,
    /// Changes of direction made.
    pub wheels: i32,
    /// Its flight was stopped behind a friend (§08.03.4).
    pub flight_stopped: bool,
    /// Came into its order this turn.
    pub entered: bool,
    /// Fought a melee.
    pub melee: bool,
    /// Cannot move for the rest of the turn.
    pub halted: bool,
    /// Hit by a fire.
    pub under_fire: bool,
    /// Has won a shock and goes on against this unit.
    pub pursues: Option<usize>,
    /// By whom it was struck in flank or rear at shock, until it has decided (§07.04.5).
    pub struck_in: Option<(usize, Aspect)>,
    /// Units it has already thrown shock against, or been stopped before.
    pub met: Vec<usize>,
    /// Forced moves already made at this instant.
    pub driven: u32,
    /// The target it fired at, and how near in centimetres.
    pub target: Option<(usize, f64)>,
}

/// A step in hand.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Doing {
    /// The step.
    pub step: Step,
    /// Metres, degrees or turns of it that are left.
    pub left: f64,
}

/// A unit, a battery or a wagon.
#[derive(Clone, Debug, Serialize)]
pub struct Unit {
    /// Its id.
    pub id: String,
    /// Its name.
    #[serde(skip)]
    pub name: Arc<str>,
    /// Its side.
    pub side: usize,
    /// The post of the general it stands under.
    pub general: usize,
    /// Its branch.
    pub branch: Branch,
    /// Union or Confederate.
    pub army: Army,
    /// Figures at the start; gunners of a battery.
    pub original: i32,
    /// Figures now.
    pub figures: i32,
    /// Men lost in all.
    pub lost_men: i32,
    /// Figures captured in all.
    pub captured: i32,
    /// Valeur (§08.01.1).
    pub valeur: i32,
    /// Small arm; none for gunners and wagons.
    pub weapon: Option<Weapon>,
    /// Figures of a company.
    pub company: i32,
    /// Companies of its regiment that are elsewhere: a detachment when 1 to 4 of them are here.
    pub detached: bool,
    /// Cavalry on its horses.
    pub mounted: bool,
    /// Its formation; a battery's is march column or line.
    pub formation: Formation,
    /// Gaps between the bases of a chain or thin line.
    pub gap_mm: i32,
    /// Where it stands.
    pub pose: Pose,
    /// The way a march column has come, in its own frame.
    pub trail: Vec<Point>,
    /// OR, LU, NH, U, FU.
    pub order: Order,
    /// Turns of pinning left.
    pub pinned_left: i32,
    /// Quiet turns.
    pub quiet: i32,
    /// Rally attempts made.
    pub rallies: i32,
    /// Has small-arms ammunition.
    pub ammunition: bool,
    /// Has ever fired or fought.
    pub ever_fired: bool,
    /// Fired last turn.
    pub fired_last: bool,
    /// The target within 8 cm of its last fires, and how many turns running.
    pub fire_fight: Option<(usize, i32)>,
    /// The turn it last stormed.
    pub last_storm: Option<u32>,
    /// Was moving at the end of last turn.
    pub was_moving: bool,
    /// The order it carried out last turn.
    pub last_order: Option<UnitOrder>,
    /// The order written for the turn that comes.
    pub written: Option<UnitOrder>,
    /// Guns.
    pub battery: Option<Battery>,
    /// Horses of a wagon at the start and left.
    pub wagon: Option<[i32; 2]>,
    /// The work in hand and the whole turns worked.
    pub work: Option<(Work, i32)>,
    /// The building it holds.
    pub building: Option<usize>,
    /// On the table or not.
    pub presence: Presence,
    /// The umpire has halted it for so many turns (§01.06.2).
    pub penalty: u32,
    /// Units it is in melee with.
    pub melee: Vec<usize>,
    /// How it came to grips with them.
    pub grips: Vec<Grip>,
    /// Turns spent on an act that takes more than one (skema II), and which.
    pub act_done: f64,
    /// This turn.
    pub now: ThisTurn,
    /// Steps still to do, the first of them in hand.
    pub todo: Vec<Doing>,
    /// Where it stands now, in its formation.
    #[serde(skip)]
    pub placed: Placed,
    /// When and where the step in hand was planned.
    #[serde(skip)]
    pub planned: Option<(f64, Pose)>,
    /// Its way through the rest of the turn.
    #[serde(skip)]
    pub track: Option<Arc<Track>>,
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

    /// Infantry and dismounted cavalry.
    pub fn on_foot(&self) -> bool {
        self.branch == Branch::Infantry || (self.branch == Branch::Cavalry && !self.mounted)
    }

    /// Mounted cavalry.
    pub fn mounted_cavalry(&self) -> bool {
        self.branch == Branch::Cavalry && self.mounted
    }

    /// A battery that is limbered.
    pub fn limbered(&self) -> bool {
        self.battery.as_ref().is_some_and(|battery| battery.limbered)
    }

    /// A battery in position.
    pub fn unlimbered(&self) -> bool {
        self.battery.as_ref().is_some_and(|battery| !battery.limbered && battery.abandoned.is_none())
    }

    /// In a closed formation, not in rout (§02.04.1, §02.04.2).
    pub fn closed(&self) -> bool {
        self.order != Order::Rout && self.formation.closed() && self.building.is_none()
    }

    /// In a chain that has not dissolved.
    pub fn chain(&self) -> bool {
        self.order != Order::Rout && self.formation == Formation::Chain
    }

    /// Companies, as far as figures go.
    pub fn companies(&self) -> i32 {
        self.figures / self.company.max(1)
    }
}

/// Where a general or courier is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Life {
    /// Comes later.
    Coming,
    /// On the table.
    Here,
    /// Fallen.
    Fallen,
    /// Taken.
    Captured,
}

/// A general's post, and who holds it.
#[derive(Clone, Debug, Serialize)]
pub struct General {
    /// Its id.
    pub id: String,
    /// The name of the man.
    #[serde(skip)]
    pub name: Arc<str>,
    /// His side.
    pub side: usize,
    /// `army`, `corps`, `division`, `brigade`, `battalion`.
    pub rank: String,
    /// The post above.
    pub superior: Option<usize>,
    /// The holder.
    pub life: Life,
    /// How many have held the post before him.
    pub successors: u32,
    /// Where he is.
    pub place: Point,
    /// The unit he is with, and moves with.
    pub with: Option<usize>,
    /// Has moved this turn.
    pub moved: bool,
    /// Where he is to ride.
    pub ride: Option<Ride>,
    /// The instruction he has (§03.01.1).
    #[serde(skip)]
    pub instruction: Arc<str>,
}

/// A courier.
#[derive(Clone, Debug, Serialize)]
pub struct Courier {
    /// Its id: the general's and a number.
    pub id: String,
    /// Its side.
    pub side: usize,
    /// The general whose courier he is.
    pub general: usize,
    /// What has become of him.
    pub life: Life,
    /// Where he is.
    pub place: Point,
    /// The unit or general he is with.
    pub with: Option<usize>,
    /// Has moved this turn.
    pub moved: bool,
    /// Where he rides, turn after turn until he is there.
    pub ride: Option<Ride>,
    /// The order he carries.
    pub order: Option<UnitOrder>,
}

/// A field work made in play.
#[derive(Clone, Debug, Serialize)]
pub struct Made {
    /// What was made.
    pub work: Work,
    /// Its left end, as the makers faced.
    pub left: Point,
    /// Its right end.
    pub right: Point,
    /// Who made it.
    pub side: usize,
}

/// The side of a battle.
#[derive(Clone, Debug)]
pub struct SideData {
    /// Its id.
    pub id: String,
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
    pub sides: Vec<SideData>,
    /// The seats.
    pub seats: Seats,
    /// The seat of every post.
    pub seat_of: Vec<SeatId>,
    /// Units that can have special material (§10.05.1).
    pub chevaux_de_frise: bool,
    /// An umpire sits and is waited for.
    pub umpire_sits: bool,
}

/// A rule the umpire added.
#[derive(Clone, Debug, Serialize)]
pub struct AddedRule {
    /// The turn.
    pub turn: u32,
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// The whole state.
#[derive(Clone, Debug, Serialize)]
pub struct Battle {
    /// What never changes.
    #[serde(skip)]
    pub fixed: Arc<Fixed>,
    /// The ground as it is now, works made in play included.
    #[serde(skip)]
    pub ground: Arc<Ground>,
    /// The turn, from 1.
    pub turn: u32,
    /// The moment of the turn.
    pub moment: f64,
    /// Where the turn has come to.
    pub phase: Phase,
    /// Units in order of their ids.
    pub units: Vec<Unit>,
    /// Posts in order of their ids.
    pub generals: Vec<General>,
    /// Couriers in order of their ids.
    pub couriers: Vec<Courier>,
    /// Works made in play.
    pub works: Vec<Made>,
    /// Features of the ground that were cleared.
    pub cleared: BTreeSet<usize>,
    /// Seats that are ready.
    pub ready: BTreeSet<SeatId>,
    /// Open questions.
    pub questions: Vec<Question>,
    /// Answers of this turn: what was asked, about whom, what was chosen.
    pub answers: Vec<(&'static str, usize, Option<usize>, String)>,
    /// The next question's number.
    pub next_question: u32,
    /// Still to settle at this moment.
    pub due: Vec<Due>,
    /// Fires ordered for a moment or event that have not come.
    pub waiting: Vec<usize>,
    /// Rules the umpire added.
    pub rules: Vec<AddedRule>,
    /// The umpire's reprimands and decisions so far.
    pub rulings: u32,
    /// Who saw which enemy at the start of the turn: seats by name, units by number.
    pub seen: BTreeMap<SeatId, Vec<usize>>,
    /// Who holds each objective.
    pub held: Vec<Option<usize>>,
    /// How it ended.
    #[serde(skip)]
    pub ending: Option<Ending>,
    /// The dice.
    pub dice: BattleDice,
    /// What happened this turn and last, for the views.
    #[serde(skip)]
    pub log: Vec<Arc<Event>>,
}

impl Battle {
    /// A unit by its id.
    pub fn unit(&self, id: &str) -> Option<usize> {
        self.units.binary_search_by(|unit| unit.id.as_str().cmp(id)).ok()
    }

    /// A post by its id.
    pub fn general(&self, id: &str) -> Option<usize> {
        self.generals.binary_search_by(|general| general.id.as_str().cmp(id)).ok()
    }

    /// The seat that commands a unit.
    pub fn seat_of_unit(&self, unit: usize) -> &SeatId {
        &self.fixed.seat_of[self.units[unit].general]
    }

    /// Units on the table, by number.
    pub fn here(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.units.len()).filter(|&unit| self.units[unit].here())
    }

    /// Units of the other sides on the table.
    pub fn enemies_of(&self, unit: usize) -> impl Iterator<Item = usize> + '_ {
        let side = self.units[unit].side;
        self.here().filter(move |&other| self.units[other].side != side)
    }

    /// Centimetres from edge to edge.
    pub fn cm_between(&self, one: usize, other: usize) -> f64 {
        krigsspil_field::ask::distance(&self.units[one].placed, &self.units[other].placed) / CM
    }
}
