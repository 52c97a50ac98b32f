//! Options that bind units to a place or a duty: the guard, position batteries, regiments.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use super::movement::GUARD_BONUS;
use crate::modifiers::options::*;
use crate::tables::Tables;
use crate::vocabulary::*;

/// The greatest distance of French Guard horse artillery from a commander (opt.guard-ha.1).
const NEAR_COMMANDER: Yards = Yards(400);

/// Its greatest distance from the cavalry it is attached to (opt.guard-ha.2).
const NEAR_GUARD_CAVALRY: Yards = Yards(500);

krigsspil_engine::facts! {
    /// A French Guard horse battery.
    pub struct GuardHorseArtillery {
        commander_yards: Yards [0..=20000], "opt.guard-ha.1";
        attached_to_guard_cavalry: bool = false, "opt.guard-ha.2";
        guard_cavalry_yards: Yards [0..=20000] = Yards(20000), "opt.guard-ha.2";
        on_mission: bool = false, "opt.guard-ha.3";
        in_observation_range: bool = false, "opt.guard-ha.3";
        limbered_again: bool = false, "opt.guard-ha.3";
    }
}

krigsspil_engine::outcome! {
    /// Whether it is where it must be.
    pub struct GuardHorseArtilleryResult {
        in_place: bool;
        cite: &'static str;
    }
}

impl Procedure for GuardHorseArtillery {
    type Tables = Tables;
    type Outcome = GuardHorseArtilleryResult;
    const ABOUT: About = About {
        name: "guard_horse_artillery",
        group: Group::Artillery,
        dice: "",
        cites: &["opt.guard-ha.1", "opt.guard-ha.2", "opt.guard-ha.3"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<GuardHorseArtilleryResult, Fault> {
        let with_commander = self.commander_yards <= NEAR_COMMANDER;
        let with_cavalry = self.guard_cavalry_yards <= NEAR_GUARD_CAVALRY;
        let (in_place, cite) = if self.on_mission && !self.limbered_again {
            (self.in_observation_range, "opt.guard-ha.3")
        } else if self.attached_to_guard_cavalry {
            (with_cavalry || with_commander, "opt.guard-ha.2")
        } else {
            (with_commander, "opt.guard-ha.1")
        };
        Ok(GuardHorseArtilleryResult { in_place, cite })
    }
}

/// Poundage of position batteries (opt.position).
const POSITION_POUNDAGE: i32 = 12;

/// An enemy this near frees a position battery (opt.position).
const ENEMY_AT_POSITION: Yards = Yards(500);

krigsspil_engine::facts! {
    /// A battery that wants to limber.
    pub struct PositionBattery {
        foot: bool = false, "opt.position";
        poundage: i32 [1..=48], "opt.position";
        enemy_yards: Yards [0..=20000], "opt.position";
        contacted_by_general: bool = false, "opt.position";
        saw_corps_unit_rout: bool = false, "opt.position";
    }
}

krigsspil_engine::outcome! {
    /// Whether it may limber.
    pub struct PositionBatteryResult {
        position_battery: bool;
        may_limber: bool;
        must_go_to_rout: bool;
    }
}

impl Procedure for PositionBattery {
    type Tables = Tables;
    type Outcome = PositionBatteryResult;
    const ABOUT: About =
        About { name: "position_battery", group: Group::Artillery, dice: "", cites: &["opt.position"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<PositionBatteryResult, Fault> {
        let position_battery = self.foot && self.poundage >= POSITION_POUNDAGE;
        let free = self.enemy_yards <= ENEMY_AT_POSITION || self.contacted_by_general;
        Ok(PositionBatteryResult {
            position_battery,
            may_limber: !position_battery || free || self.saw_corps_unit_rout,
            must_go_to_rout: position_battery && !free && self.saw_corps_unit_rout,
        })
    }
}

/// Melee grade from which a unit is guard (opt.guard.A).
const GUARD_MELEE_GRADE: i32 = 9;

krigsspil_engine::facts! {
    /// A unit that may be guard.
    pub struct CommittedGuard {
        arm: Arm, "opt.guard.I";
        melee_grade: i32 [1..=10], "3.1";
        morale_grade: MoraleGrade, "opt.guard.A";
        cavalry_not_exempt: bool = false, "opt.guard.K";
        committed: bool = false, "opt.guard.B";
        charges_in_sequence: i32 [0..=2] = 0, "opt.guard.B";
        sequences_done: i32 [0..=10] = 0, "opt.guard.F";
        enemy_in_charge_distance: bool = false, "opt.guard.B";
    }
}

krigsspil_engine::outcome! {
    /// Its restrictions.
    pub struct CommittedGuardResult {
        bound: bool;
        must_charge: bool;
        bonus_yards: Yards;
        may_change_front: bool;
        must_charge_straight: bool;
    }
}

impl Procedure for CommittedGuard {
    type Tables = Tables;
    type Outcome = CommittedGuardResult;
    const ABOUT: About = About {
        name: "committed_guard",
        group: Group::Orders,
        dice: "",
        cites: &[
            "opt.guard.A",
            "opt.guard.B",
            "opt.guard.C",
            "opt.guard.D",
            "opt.guard.E",
            "opt.guard.F",
            "opt.guard.I",
            "opt.guard.K",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<CommittedGuardResult, Fault> {
        let guard = self.melee_grade >= GUARD_MELEE_GRADE || self.morale_grade == MoraleGrade::A;
        let foot = self.arm == Arm::Infantry;
        let bound = guard && (foot || self.arm == Arm::Cavalry && self.cavalry_not_exempt);
        let in_sequence = self.charges_in_sequence > 0;
        let fresh = self.sequences_done == 0 && !in_sequence;
        let foot_must = in_sequence || fresh && self.committed && self.enemy_in_charge_distance;
        let must_charge = bound && if foot { foot_must } else { self.enemy_in_charge_distance };
        Ok(CommittedGuardResult {
            bound,
            must_charge,
            bonus_yards: Yards(if bound && fresh { GUARD_BONUS } else { 0 }),
            may_change_front: !(bound && foot && in_sequence),
            must_charge_straight: bound && foot,
        })
    }
}

/// How far apart battalions of a regiment may stand (opt.cohesion).
const COHESION: Yards = Yards(500);

/// Melee grade from which any battalion counts (opt.cohesion).
const ANY_BATTALION_GRADE: i32 = 8;

krigsspil_engine::facts! {
    /// A battalion and its regiment.
    pub struct RegimentalCohesion {
        same_regiment_yards: Yards [0..=20000], "opt.cohesion";
        any_battalion_yards: Yards [0..=20000], "opt.cohesion";
        melee_grade: i32 [1..=10], "3.1";
        skirmishers: bool = false, "opt.cohesion";
        status: Status = Status::Good, "opt.cohesion";
    }
}

krigsspil_engine::outcome! {
    /// Whether they are close enough.
    pub struct RegimentalCohesionResult {
        in_cohesion: bool;
        may_charge: bool;
        status_counts_as: Status;
    }
}

impl Procedure for RegimentalCohesion {
    type Tables = Tables;
    type Outcome = RegimentalCohesionResult;
    const ABOUT: About =
        About { name: "regimental_cohesion", group: Group::Orders, dice: "", cites: &["opt.cohesion"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<RegimentalCohesionResult, Fault> {
        let any = self.melee_grade >= ANY_BATTALION_GRADE || self.skirmishers;
        let nearest = if any { self.any_battalion_yards } else { self.same_regiment_yards };
        let in_cohesion = !report.holds(nearest > COHESION, &OUT_OF_COHESION);
        Ok(RegimentalCohesionResult {
            in_cohesion,
            may_charge: in_cohesion,
            status_counts_as: if in_cohesion { self.status } else { self.status.worse() },
        })
    }
}
