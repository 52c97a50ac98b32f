//! What a unit carries.

use std::sync::Arc;

use krigsspil_engine::battle::{Arm as CommonArm, Presence};
use krigsspil_field::prelude::{Placed, Point};
use krigsspil_turn::ids::{PostId, SideId};
use serde::{Deserialize, Serialize};

use crate::quantity::{Bases, Disorder};
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// What a unit is.
    pub enum Branch {
        Infantry = "infantry",
        Cavalry = "cavalry",
        FootArtillery = "foot_artillery",
        HorseArtillery = "horse_artillery",
        Train = "train",
    }

    /// How a unit is in hand, as its own player reads it.
    pub enum Hold {
        InOrder = "in_order",
        Unsteady = "unsteady",
        Disordered = "disordered",
        Broken = "broken",
    }
}

impl Branch {
    /// The arm as every battle tells them apart.
    pub fn arm(self) -> CommonArm {
        match self {
            Branch::Infantry => CommonArm::Infantry,
            Branch::Cavalry => CommonArm::Cavalry,
            Branch::FootArtillery | Branch::HorseArtillery => CommonArm::Artillery,
            Branch::Train => CommonArm::Wagon,
        }
    }

    /// Guns.
    pub fn is_artillery(self) -> bool {
        matches!(self, Branch::FootArtillery | Branch::HorseArtillery)
    }

    /// The base it stands on (§house.footprint).
    pub fn base(self) -> BaseArm {
        match self {
            Branch::Infantry => BaseArm::Infantry,
            Branch::Cavalry => BaseArm::Cavalry,
            Branch::FootArtillery | Branch::HorseArtillery => BaseArm::Artillery,
            Branch::Train => BaseArm::Train,
        }
    }

    /// The formations it has.
    pub fn formations(self) -> &'static [BaseFormation] {
        use BaseFormation::*;
        match self {
            Branch::Infantry => &[Line, Column, Square, MarchColumn, Skirmish],
            Branch::Cavalry => &[Line, Column, MarchColumn],
            Branch::FootArtillery | Branch::HorseArtillery => &[Unlimbered, Limbered],
            Branch::Train => &[MarchColumn],
        }
    }
}

/// The ratings of a unit (§house.ratings).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ratings {
    /// T.
    pub training: i32,
    /// M.
    pub morale: i32,
    /// N.
    pub melee: i32,
    /// S.
    pub skirmish: i32,
    /// O.
    pub orders: i32,
    /// Irregular.
    pub irregular: bool,
}

/// What a battery has besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battery {
    /// Its guns.
    pub calibre: Calibre,
}

/// What a unit did in this sequence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct InSequence {
    /// It has moved, adjusted, changed formation or turned (R109).
    pub moved: bool,
    /// It has had its order for this step or phase.
    pub ordered: bool,
    /// It has changed formation, or tried to.
    pub changed: bool,
    /// It has declared an attack, or tried to.
    pub declared: bool,
    /// It fought an initial melee (R66).
    pub fought_initial: bool,
    /// It has manhandled or tried to limber (R98).
    pub handled: bool,
    /// It was in command when the sequence or phase began (R114).
    pub commanded: bool,
}

/// What it did in this turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct InTurn {
    /// It has moved at all (R67).
    pub moved: bool,
    /// It has moved in D or E: a battery so does not bombard.
    pub marched: bool,
    /// A battery has used its bracketed allowance, or its road move (R42).
    pub allowance_used: bool,
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
    /// The officer whose command it is of.
    pub command: PostId,
    /// What it is.
    pub branch: Branch,
    /// Its ratings.
    pub ratings: Ratings,
    /// Of cavalry.
    pub weight: Option<CavalryWeight>,
    /// Of artillery.
    pub battery: Option<Battery>,
    /// Men to a base, for the common count of losses.
    pub men_a_base: i32,
    /// Bases at the start.
    pub first: Bases,
    /// Bases now.
    pub bases: Bases,
    /// U, 0 to 8 (§notation.4).
    pub disorder: i32,
    /// Its formation; inside a zone it has none (R106).
    pub formation: BaseFormation,
    /// The way a march column has come, in its own frame.
    pub trail: Vec<Point>,
    /// The zone it is in.
    pub zone: Option<usize>,
    /// On the table or not.
    pub presence: Presence,
    /// Where it stood when its command's order came into force (R59).
    pub stand: Point,
    /// What it did in this sequence or phase.
    pub sequence: InSequence,
    /// What it did in this turn.
    pub this_turn: InTurn,
    /// Where it stands; the body is made anew when it is loaded.
    #[serde(with = "krigsspil_turn::standing", rename = "pose")]
    pub placed: Placed,
}

impl Unit {
    /// Skirmishers: a body of them, or infantry that has skirmished out (R51).
    pub fn skirmishers(&self) -> bool {
        self.branch == Branch::Infantry && self.formation == BaseFormation::Skirmish
    }

    /// Formed troops: not skirmishers, not guns, not wagons.
    pub fn formed(&self) -> bool {
        matches!(self.branch, Branch::Infantry | Branch::Cavalry) && !self.skirmishers()
    }

    /// Guns in position.
    pub fn unlimbered(&self) -> bool {
        self.formation == BaseFormation::Unlimbered
    }

    /// Guns on the move.
    pub fn limbered(&self) -> bool {
        self.formation == BaseFormation::Limbered
    }

    /// As it marches (§manoeuvre.table).
    pub fn marching(&self) -> MarchingArm {
        match self.branch {
            Branch::Infantry if self.skirmishers() => MarchingArm::Skirmishers,
            Branch::Infantry => MarchingArm::Infantry,
            Branch::Cavalry => MarchingArm::Cavalry,
            Branch::FootArtillery => MarchingArm::FootArtillery,
            Branch::HorseArtillery => MarchingArm::HorseArtillery,
            Branch::Train => MarchingArm::Train,
        }
    }

    /// The column of the terrain table.
    pub fn column(&self) -> Arm {
        self.marching().terrain_column()
    }

    /// As it stands when it moves.
    pub fn march_formation(&self) -> MarchFormation {
        match self.formation {
            BaseFormation::Line => MarchFormation::Line,
            BaseFormation::Column => MarchFormation::Column,
            BaseFormation::Square => MarchFormation::Square,
            BaseFormation::MarchColumn => MarchFormation::MarchColumn,
            BaseFormation::Skirmish => MarchFormation::Skirmish,
            BaseFormation::Unlimbered | BaseFormation::Limbered => MarchFormation::Limbered,
        }
    }

    /// As infantry, or guns that count as a march column when limbered (R107), fight.
    pub fn foot_formation(&self) -> FootFormation {
        match self.formation {
            _ if self.zone.is_some() => FootFormation::Column,
            BaseFormation::Line | BaseFormation::Unlimbered => FootFormation::Line,
            BaseFormation::Square => FootFormation::Square,
            BaseFormation::MarchColumn | BaseFormation::Limbered => FootFormation::MarchColumn,
            BaseFormation::Column | BaseFormation::Skirmish => FootFormation::Column,
        }
    }

    /// As cavalry fights.
    pub fn horse_formation(&self) -> HorseFormation {
        match self.formation {
            BaseFormation::Line => HorseFormation::Line,
            BaseFormation::MarchColumn => HorseFormation::MarchColumn,
            _ => HorseFormation::Column,
        }
    }

    /// As a target of fire (R34).
    pub fn troop_formation(&self) -> TroopFormation {
        match self.formation {
            BaseFormation::Line | BaseFormation::Unlimbered => TroopFormation::Line,
            BaseFormation::Square => TroopFormation::Square,
            BaseFormation::MarchColumn | BaseFormation::Limbered => TroopFormation::MarchColumn,
            BaseFormation::Skirmish => TroopFormation::Skirmish,
            BaseFormation::Column => TroopFormation::Column,
        }
    }

    /// The value it fights with: S for skirmishers, N for all others (R15).
    pub fn value(&self) -> i32 {
        if self.skirmishers() { self.ratings.skirmish } else { self.ratings.melee }
    }

    /// U as the procedures take it.
    pub fn u(&self) -> Disorder {
        Disorder(self.disorder)
    }

    /// Gains U; what goes past 8 is lost (R6).
    pub fn gains(&mut self, disorder: i32) {
        self.disorder = (self.disorder + disorder).clamp(0, Disorder::MOST.0);
    }

    /// Bases that were lost.
    pub fn lost(&self) -> Bases {
        self.first.less(self.bases)
    }

    /// Bases of a battery that fire: rounded down (R8), but half a base still has a gun of its own when it is all there is.
    pub fn firing_bases(&self) -> i32 {
        self.bases.in_halves() / 2
    }

    /// How it is in hand.
    pub fn hold(&self, broken: bool) -> Hold {
        match self.disorder {
            _ if broken => Hold::Broken,
            0..=3 => Hold::InOrder,
            4..=5 => Hold::Unsteady,
            _ => Hold::Disordered,
        }
    }
}
