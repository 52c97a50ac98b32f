//! What a unit carries.

use std::sync::Arc;

use krigsspil_engine::battle::{Arm as CommonArm, Presence};
use krigsspil_field::prelude::{Placed, Point};
use krigsspil_turn::ids::{PostId, SideId, UnitId};
use serde::{Deserialize, Serialize};

pub use super::in_turn::{Crew, InTurn};
use super::off_board::Off;
use super::order::UnitOrder;
use super::zones::Inside;
use crate::armies::vocabulary::Nation;
pub use crate::procedures::charge::TargetFormation as Stance;
use crate::procedures::chits::ChitCode;
use crate::procedures::melee_units::DefenderFormation;
use crate::procedures::musketry::{MusketryTarget, Weapon};
use crate::procedures::reactions::ChargedFormation;
use crate::procedures::special_formations::CavalryClass;
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// How a unit is in hand, as its own player reads it.
    pub enum Hold {
        Good = "good",
        Unorganized = "unorganized",
        Disrupted = "disrupted",
        InRecall = "in_recall",
        ReserveZone = "reserve_zone",
    }
}

/// The grades and the training of a unit, as the army lists give them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ratings {
    /// Whose army it is of.
    pub nation: Nation,
    /// Melee grade, 1 to 10.
    pub melee: i32,
    /// Morale grade, A to G.
    pub morale: MoraleGrade,
    /// Skirmish capable: (s).
    pub skirmishers: bool,
    /// Infantry's weapon.
    pub weapon: Weapon,
    /// In two ranks (§1.21).
    pub two_ranks: bool,
    /// A skirmish company of its own screens it (§4.41).
    pub screen: bool,
    /// Militia (§10.8).
    pub militia: bool,
    /// American Indians (§10.7).
    pub indians: bool,
    /// Cavalry with carbines (§8.2.C).
    pub carbines: bool,
    /// Lancers (§10.2).
    pub lancers: bool,
    /// Cossacks (§10.3).
    pub cossacks: bool,
    /// Of cavalry, where the weights are used.
    pub weight: Weight,
    /// Light cavalry, dragoons or heavy cavalry (§10.4).
    pub class: CavalryClass,
    /// The regiment it is of (opt.cohesion).
    #[serde(default)]
    pub regiment: Option<Arc<str>>,
    /// Bowmen (opt.india).
    #[serde(default)]
    pub bows: bool,
    /// Infantry without muskets (opt.india, R21).
    #[serde(default)]
    pub no_muskets: bool,
    /// Combat elephants (opt.india).
    #[serde(default)]
    pub elephants: bool,
    /// On stands of the other basing (opt.basing.1, opt.basing.2).
    #[serde(default)]
    pub large_stands: bool,
}

/// What a battery has besides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Battery {
    /// Foot, horse, or British and French Guard horse artillery.
    pub kind: BatteryKind,
    /// Its guns' poundage.
    pub poundage: i32,
    /// How many guns it had.
    pub guns: i32,
    /// Converged howitzers (§7.4).
    pub howitzers: bool,
    /// Its AEV with all guns.
    pub full_aev: i32,
    /// Guns destroyed.
    pub gun_hits: i32,
    /// Limbers it had.
    pub limbers: i32,
    /// Limbers lost.
    pub limber_hits: i32,
    /// Barrage points it had.
    pub points: i32,
    /// Barrage points fired.
    pub fired: i32,
    /// Whom it fired at last, and in which turn.
    pub last: Option<(u32, UnitId)>,
    /// Its crew has left it, or was beaten.
    pub abandoned: bool,
    /// A unit of its corps has routed in its sight (opt.position).
    #[serde(default)]
    pub saw_rout: bool,
    /// The square its crew has fled into (§5.52.A).
    #[serde(default)]
    pub shelter: Option<UnitId>,
    /// Where a unit of its corps has routed in its sight (opt.position).
    #[serde(default)]
    pub rout: Option<Point>,
    /// It was limbered because of that rout, and must go there (opt.position).
    #[serde(default)]
    pub bound_for: Option<Point>,
    /// Salvos of rockets it has left (opt.rockets).
    #[serde(default)]
    pub rockets: i32,
    /// Elephants draw it (opt.india).
    #[serde(default)]
    pub elephant_limbers: bool,
    /// On a ship: it never moves (opt.naval).
    #[serde(default)]
    pub ship: bool,
    /// What the commander in chief has sent it to do (opt.guard-ha.3).
    #[serde(default)]
    pub mission: Mission,
}

/// How far a mission of French Guard horse artillery has come (opt.guard-ha.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mission {
    /// It has none.
    #[default]
    None,
    /// It goes there.
    Given,
    /// It has unlimbered there; when it limbers again the mission is over.
    InPosition,
}

/// How far a guard unit has come in its charges (opt.guard).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GuardDuty {
    /// Charges of the sequence of three that runs.
    pub charges: i32,
    /// Sequences it has done.
    pub sequences: i32,
}

/// Its chits for the turn (§2.7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chits {
    /// Facing and formation.
    pub blue: Option<ChitCode>,
    /// Movement and charge.
    pub white: Option<ChitCode>,
    /// It is bound to them.
    pub needed: bool,
}

/// A unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Unit {
    /// Its id.
    pub id: Arc<str>,
    /// Its name.
    pub name: Arc<str>,
    /// Its side.
    pub side: SideId,
    /// The general whose command it is of.
    pub command: PostId,
    /// Its arm.
    pub arm: Arm,
    /// Its grades and training.
    pub ratings: Ratings,
    /// Of artillery.
    pub battery: Option<Battery>,
    /// Castings at the start; of a battery its crew.
    pub first: i32,
    /// Castings now.
    pub castings: i32,
    /// Its formation.
    pub stance: Stance,
    /// Lying down (opt.anti-artillery).
    pub prone: bool,
    /// Cavalry on foot (§10.4).
    pub dismounted: bool,
    /// Its temporary state.
    pub temporary: Status,
    /// In recall, for so many full turns (§3.5).
    pub recall: Option<i32>,
    /// In the reserve zone, for so many more turns (§3.51); 0 where the time is not thrown yet.
    pub reserve: Option<i32>,
    /// Too far from its regiment since the last recovery phase (opt.cohesion).
    #[serde(default)]
    pub outside: bool,
    /// Charges in a row, one a turn (§5.3.F).
    pub charges_running: i32,
    /// The zone it is in.
    pub inside: Option<Inside>,
    /// The open zone it garrisons, standing on the table (§12.2.A).
    #[serde(default)]
    pub holds: Option<usize>,
    /// Skirmishers in the square of a friend (§9.5.F).
    #[serde(default)]
    pub shelter: Option<UnitId>,
    /// Ranks of a swarm of skirmishers (§10.6.M); 0 and 1 are one.
    #[serde(default)]
    pub ranks: i32,
    /// Its duty as guard (opt.guard).
    #[serde(default)]
    pub guard: GuardDuty,
    /// Turns in a row in which its ordered move came to nothing.
    #[serde(default)]
    pub halted_turns: i32,
    /// It was the ground that halted it, and no friend.
    #[serde(default)]
    pub before_ground: bool,
    /// It has surrendered: its men are prisoners (§9.8.E).
    #[serde(default)]
    pub captured: bool,
    /// Beside the table (§6.5).
    #[serde(default)]
    pub off: Option<Off>,
    /// On the table or not.
    pub presence: Presence,
    /// Its chits.
    pub chits: Chits,
    /// Its order in this phase, until it is shown.
    pub written: Option<UnitOrder>,
    /// What it did in this turn.
    pub turn: InTurn,
    /// Where it stands; the body is made anew when it is loaded.
    #[serde(with = "krigsspil_turn::standing", rename = "pose")]
    pub placed: Placed,
}

/// A battalion mass of so many castings is a square to cavalry (§10.5.I).
const SQUARE_MASS: i32 = 13;

impl Unit {
    /// It is on the table.
    pub fn here(&self) -> bool {
        self.presence == Presence::Here
    }

    /// The arm as every battle tells them apart.
    pub fn common_arm(&self) -> CommonArm {
        match self.arm {
            Arm::Infantry => CommonArm::Infantry,
            Arm::Cavalry => CommonArm::Cavalry,
            Arm::Artillery => CommonArm::Artillery,
        }
    }

    /// As it fights: dismounted cavalry is skirmish infantry (§10.4.B).
    pub fn fights_as(&self) -> Arm {
        if self.dismounted { Arm::Infantry } else { self.arm }
    }

    /// Mounted cavalry.
    pub fn mounted(&self) -> bool {
        self.arm == Arm::Cavalry && !self.dismounted
    }

    /// Unformed: in skirmish order.
    pub fn unformed(&self) -> bool {
        self.stance == Stance::Skirmish
    }

    /// Formed infantry or cavalry.
    pub fn formed(&self) -> bool {
        self.arm != Arm::Artillery && !self.unformed()
    }

    /// Guns.
    pub fn guns(&self) -> bool {
        self.arm == Arm::Artillery
    }

    /// Guns in position.
    pub fn unlimbered(&self) -> bool {
        self.stance == Stance::Unlimbered
    }

    /// Guns that nobody serves.
    pub fn abandoned(&self) -> bool {
        self.battery.as_ref().is_some_and(|battery| battery.abandoned)
    }

    /// Castings lost.
    pub fn lost(&self) -> i32 {
        self.first - self.castings
    }

    /// The state its losses leave it for good (§3.3, R44, R79).
    pub fn permanent(&self) -> Status {
        match self.arm {
            Arm::Artillery => Status::Good,
            _ if 2 * self.lost() >= self.first => Status::Disrupted,
            _ if 4 * self.lost() >= self.first => Status::Unorganized,
            _ => Status::Good,
        }
    }

    /// Its state: the worse of the two; too far from its regiment one level worse (opt.cohesion).
    pub fn status(&self) -> Status {
        let own = self.temporary.max(self.permanent());
        if self.outside { own.worse() } else { own }
    }

    /// In line or column as charts count it.
    pub fn order(&self) -> Order {
        match self.stance {
            Stance::Line => Order::Line,
            Stance::Skirmish => Order::Skirmish,
            _ => Order::Column,
        }
    }

    /// In square, or as one: the garrison of an open zone (§12.2.A, R47). One that cavalry has beaten is none any more (§9.5.D).
    pub fn in_square(&self) -> bool {
        self.stance == Stance::Square && self.turn.owes_retreat.is_none() || self.holds.is_some()
    }

    /// A square to cavalry that charges it: a battalion mass of thirteen castings is one too (§10.5.I).
    pub fn square_to_horse(&self) -> bool {
        let mass = self.stance == Stance::BattalionMass && self.castings >= SQUARE_MASS;
        self.in_square() || mass && self.turn.owes_retreat.is_none()
    }

    /// As fire finds it: the garrison of an open zone as skirmishers (§12.2.A).
    pub fn formation(&self) -> Formation {
        match self.stance {
            _ if self.holds.is_some() => Formation::Skirmish,
            Stance::Line | Stance::Unlimbered => Formation::Line,
            Stance::Square => Formation::Square,
            Stance::Skirmish => Formation::Skirmish,
            Stance::Column | Stance::BattalionMass | Stance::Limbered => Formation::Column,
        }
    }

    /// The same with the battalion mass.
    pub fn field_formation(&self) -> FieldFormation {
        match self.stance {
            _ if self.holds.is_some() => FieldFormation::Skirmish,
            Stance::Line | Stance::Unlimbered => FieldFormation::Line,
            Stance::Square => FieldFormation::Square,
            Stance::Skirmish => FieldFormation::Skirmish,
            Stance::BattalionMass => FieldFormation::BattalionMass,
            Stance::Column | Stance::Limbered => FieldFormation::Column,
        }
    }

    /// As a charge finds it.
    pub fn charged_formation(&self) -> ChargedFormation {
        match self.stance {
            _ if self.holds.is_some() => ChargedFormation::Square,
            Stance::Line => ChargedFormation::Line,
            Stance::Column | Stance::BattalionMass => ChargedFormation::Column,
            Stance::Square => ChargedFormation::Square,
            Stance::Skirmish => ChargedFormation::Skirmish,
            Stance::Limbered => ChargedFormation::Limbered,
            Stance::Unlimbered => ChargedFormation::Unlimbered,
        }
    }

    /// As it defends in melee.
    pub fn defending(&self) -> DefenderFormation {
        match self.stance {
            _ if self.guns() => DefenderFormation::Crew,
            _ if self.holds.is_some() => DefenderFormation::Square,
            Stance::Line => DefenderFormation::Line,
            Stance::Square if self.turn.owes_retreat.is_none() => DefenderFormation::Square,
            Stance::BattalionMass if self.turn.owes_retreat.is_none() => DefenderFormation::BattalionMass,
            Stance::Skirmish => DefenderFormation::Skirmish,
            _ => DefenderFormation::Column,
        }
    }

    /// As musketry finds it.
    pub fn musketry_target(&self) -> MusketryTarget {
        match (self.fights_as(), self.stance) {
            (Arm::Infantry, _) => MusketryTarget::Infantry,
            (Arm::Cavalry, _) => MusketryTarget::Cavalry,
            (Arm::Artillery, Stance::Limbered) => MusketryTarget::LimberedArtillery,
            (Arm::Artillery, _) => MusketryTarget::ArtilleryCrew,
        }
    }

    /// British, KGL or American: firepower +5 (chart.firepower-modifiers).
    pub fn nation_bonus(&self) -> bool {
        matches!(self.ratings.nation, Nation::GreatBritain | Nation::UnitedStates)
    }

    /// The formations it has; elephants fight in line only (opt.india).
    pub fn stances(&self) -> &'static [Stance] {
        match self.arm {
            Arm::Cavalry if self.ratings.elephants => &[Stance::Line],
            Arm::Infantry => &[Stance::Line, Stance::Column, Stance::Square, Stance::Skirmish],
            Arm::Cavalry => &[Stance::Line, Stance::Column, Stance::Skirmish],
            Arm::Artillery => &[Stance::Unlimbered, Stance::Limbered],
        }
    }

    /// Ranks it stands in: a swarm of skirmishers has several (§10.6.M).
    pub fn swarm_ranks(&self) -> i32 {
        if self.unformed() { self.ranks.max(1) } else { 1 }
    }

    /// How it is in hand.
    pub fn hold(&self) -> Hold {
        match (self.reserve, self.recall, self.status()) {
            (Some(_), ..) => Hold::ReserveZone,
            (_, _, Status::Disrupted) => Hold::Disrupted,
            (_, Some(_), _) => Hold::InRecall,
            (_, _, Status::Unorganized) => Hold::Unorganized,
            (_, _, Status::Good) => Hold::Good,
        }
    }
}
