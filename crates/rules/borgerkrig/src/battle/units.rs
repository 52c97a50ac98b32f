//! What a unit, battery or wagon carries through a battle.

use krigsspil_turn::ids::{PostId, SideId, UnitId};
use std::sync::Arc;

use krigsspil_engine::battle::Presence;
use krigsspil_field::prelude::{Placed, Point, Pose, Track};
use serde::{Deserialize, Serialize};

use super::order::{Piece, Step, UnitOrder};
use crate::procedures::works::Work;
use crate::vocabulary::*;

/// The arm of a unit; mounted infantry is cavalry (§02.02.5).
pub use krigsspil_engine::battle::Arm as Branch;

/// A battery's guns, limbers, horses and rounds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Battery {
    /// The type of its guns.
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
    /// The target last hit, with which ammunition, and where it stood (§06.02.5).
    pub hit: Option<HitTarget>,
    /// The piece under repair, the turns worked, and whether it was under fire.
    pub repair: Option<(Piece, i32, bool)>,
    /// The gunners are behind a friend, away from their guns (§04.02.12).
    pub sheltered: bool,
    /// Where the guns stand that gunners in rout left behind (§08.02.6).
    pub abandoned: Option<Pose>,
}

/// A target that was hit, so that the next shot cannot miss.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HitTarget {
    /// The unit.
    pub unit: UnitId,
    /// The ammunition.
    pub ammunition: Ammunition,
    /// Where it stood.
    pub at: Point,
    /// Where the guns stood: if they move, they must range in again.
    pub from: Pose,
}

/// How a unit came into contact with an enemy, for the melees that follow (§07.02.4, §07.04.5).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Grip {
    /// The enemy.
    pub with: UnitId,
    /// Metres of ordinary march that its figures had left, to close up to him and to go round onto his sides.
    pub march_left: f64,
    /// Two companies have turned to meet him on the flank.
    pub turned: bool,
}

/// What a unit has done and suffered this turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ThisTurn {
    /// The order it carries out.
    pub order: Option<UnitOrder>,
    /// Its order was U or FU when the turn began.
    pub began_disordered: bool,
    /// Has moved, or spent time on a step.
    pub moved: bool,
    /// The moment at which its way was last checked.
    pub looked: f64,
    /// Its last step was to limber (§02.05.3).
    pub just_limbered: bool,
    /// Has fired.
    pub fired: bool,
    /// Fires at this instant, and reveals itself by it (§03.02.3).
    #[serde(skip)]
    pub firing: bool,
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
    /// Its attack counts as one without order (§03.03.5).
    pub without_order: bool,
    /// Has come to 2 cm of an enemy.
    pub reached: bool,
    /// Met an obstacle its arm cannot pass.
    pub barred: bool,
    /// Ground that it could not enter stopped its march before the turn was over.
    pub cut_short: bool,
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
    /// Has won a shock and continues against this unit.
    pub pursues: Option<UnitId>,
    /// Units against which it has already thrown shock, or before which it was stopped.
    pub met: Vec<UnitId>,
    /// Has turned and moves away from the enemy: its attack is broken off (§04.02.6, ruling 82).
    pub turned_away: bool,
    /// The nearest fire that cost it men: from how many centimetres, and from where (§04.02.4).
    pub struck_from: Option<(f64, Point)>,
    /// The target it fired at, and its distance in centimetres.
    pub target: Option<(UnitId, f64)>,
}

/// A step in progress.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Doing {
    /// The step.
    pub step: Step,
    /// The metres, degrees or turns of it that are left.
    pub left: f64,
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
    /// The post of its general.
    pub general: PostId,
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
    /// Small arm; `None` for gunners and wagons.
    pub weapon: Option<Weapon>,
    /// Figures of a company.
    pub company: i32,
    /// Some companies of its regiment are elsewhere: with 1 to 4 companies it is a detachment.
    pub detached: bool,
    /// The regiment it was detached from in play.
    pub regiment: Option<UnitId>,
    /// Cavalry on its horses.
    pub mounted: bool,
    /// Its formation; a battery's is march column or line.
    pub formation: Formation,
    /// Gaps between the bases of a chain or thin line.
    pub gap_mm: i32,
    /// Its chain stands in two halves on the flanks of a body of this width (§04.02.10); 0 if it does not.
    pub on_flanks_mm: i32,
    /// Where it stands.
    pub pose: Pose,
    /// The way behind a march column, in its own frame.
    pub trail: Vec<Point>,
    /// OR, LU, NH, U, FU.
    pub order: Order,
    /// Turns of pinning left.
    pub pinned_left: i32,
    /// Where the last fire that pinned it came from: it retires from there when it announces a retreat (§04.02.8).
    pub pinned_from: Option<Point>,
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
    /// The target within 8 cm of its last fires, and for how many turns in a row.
    pub fire_fight: Option<(UnitId, i32)>,
    /// The turn it last stormed.
    pub last_storm: Option<u32>,
    /// Was moving at the end of last turn.
    pub was_moving: bool,
    /// The order it carried out last turn.
    pub last_order: Option<UnitOrder>,
    /// The order written for the coming turn.
    pub written: Option<UnitOrder>,
    /// Guns.
    pub battery: Option<Battery>,
    /// Horses of a wagon at the start and left.
    pub wagon: Option<[i32; 2]>,
    /// The work in progress and the whole turns worked.
    pub work: Option<(Work, i32)>,
    /// The building it holds.
    pub building: Option<usize>,
    /// On the table or not.
    pub presence: Presence,
    /// The umpire has halted it for this many turns (§01.06.2).
    pub penalty: u32,
    /// Units it is in melee with.
    pub melee: Vec<UnitId>,
    /// How it came into contact with them.
    pub grips: Vec<Grip>,
    /// The act it is in the middle of, which takes more than one turn (skema II), and the turns spent on it.
    pub act_done: Option<(Step, f64)>,
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

    /// In a chain that has not broken up.
    pub fn chain(&self) -> bool {
        self.order != Order::Rout && self.formation == Formation::Chain
    }

    /// Companies, counted from the present figures.
    pub fn companies(&self) -> i32 {
        self.figures / self.company.max(1)
    }

    /// Companies at the start, before any losses.
    pub fn companies_at_start(&self) -> i32 {
        self.original / self.company.max(1)
    }
}
