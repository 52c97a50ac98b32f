//! The optional rules that have procedures of their own.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use super::movement::GUARD_BONUS;
use crate::modifiers::options::*;
use crate::tables::{ScoutPoints, Tables};
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// Who has an advantage.
    pub enum Advantage {
        None = "none",
        First = "first",
        Second = "second",
    }
}

krigsspil_engine::facts! {
    /// One side.
    pub struct Scouts {
        indians_or_guerillas: Castings [0..=500] = Castings(0), "opt.scouting";
        medium_or_heavy_cavalry: Castings [0..=500] = Castings(0), "opt.scouting";
        light_cavalry: Castings [0..=500] = Castings(0), "opt.scouting";
        cossacks_or_asiatic: Castings [0..=500] = Castings(0), "opt.scouting";
        home_country: bool = false, "opt.scouting";
    }
}

impl Default for Scouts {
    fn default() -> Self {
        Scouts {
            indians_or_guerillas: Castings(0),
            medium_or_heavy_cavalry: Castings(0),
            light_cavalry: Castings(0),
            cossacks_or_asiatic: Castings(0),
            home_country: false,
        }
    }
}

krigsspil_engine::facts! {
    /// The scouts of two sides.
    pub struct Scouting {
        first: Scouts = Scouts::default();
        second: Scouts = Scouts::default();
    }
}

krigsspil_engine::outcome! {
    /// Who scouts the better.
    pub struct ScoutingResult {
        first_points: i32;
        second_points: i32;
        advantage: Advantage;
    }
}

impl Procedure for Scouting {
    type Tables = Tables;
    type Outcome = ScoutingResult;
    const ABOUT: About =
        About { name: "scouting", group: Group::Army, dice: "", cites: &["opt.scouting", "10.7"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<ScoutingResult, Fault> {
        let points = &tables.lists.scouting;
        let first_points = self.first.points(points, report);
        let second_points = self.second.points(points, report);
        let outscouts = |one: i32, other: i32| one >= 1 && one >= 2 * other;
        let advantage = if outscouts(first_points, second_points) {
            Advantage::First
        } else if outscouts(second_points, first_points) {
            Advantage::Second
        } else {
            Advantage::None
        };
        Ok(ScoutingResult { first_points, second_points, advantage })
    }
}

impl Scouts {
    fn points(&self, points: &ScoutPoints, report: &mut impl Listener) -> i32 {
        self.indians_or_guerillas.0 * points.indians_or_guerillas
            + self.medium_or_heavy_cavalry.0 * points.medium_or_heavy_cavalry
            + self.light_cavalry.0 * points.light_cavalry
            + self.cossacks_or_asiatic.0 * points.cossacks_or_asiatic
            + report.add_if(self.home_country, &SCOUTS_AT_HOME, points.home_country)
    }
}

krigsspil_engine::choices! {
    /// Engineer companies (opt.engineers).
    pub enum Engineer {
        None = "none",
        Sappers = "sappers",
        Pontonniers = "pontonniers",
    }

    /// The bridge of a zone.
    pub enum Bridge {
        None = "none",
        Wooden = "wooden",
        Stone = "stone",
        Destroyed = "destroyed",
    }
}

/// Castings of a force to a company of sappers (opt.engineers.B).
const CASTINGS_A_SAPPER_COMPANY: i32 = 150;

/// Castings of a force to a company of pontonniers (opt.engineers.C).
const CASTINGS_A_PONTONNIER_COMPANY: i32 = 300;

/// Turns sappers need for a wooden bridge (opt.engineers.B).
const TURNS_OF_SAPPING: i32 = 3;

krigsspil_engine::facts! {
    /// Engineer companies at work.
    pub struct Engineers {
        force_castings: Castings [0..=5000], "opt.engineers.B";
        company: Engineer = Engineer::None, "opt.engineers.B";
        turns_in_zone: i32 [0..=20] = 0, "opt.engineers.B";
        in_garrison: bool = false, "opt.engineers.C";
        bridge: Bridge = Bridge::None, "opt.engineers.B";
    }
}

krigsspil_engine::outcome! {
    /// What they may do.
    pub struct EngineersResult {
        sapper_companies: i32;
        pontonnier_companies: i32;
        may_destroy_bridge: bool;
        may_replace_bridge: bool;
    }
}

impl Procedure for Engineers {
    type Tables = Tables;
    type Outcome = EngineersResult;
    const ABOUT: About = About {
        name: "engineers",
        group: Group::Works,
        dice: "",
        cites: &["opt.engineers.A", "opt.engineers.B", "opt.engineers.C", "1.3.E"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<EngineersResult, Fault> {
        let sapped = self.company == Engineer::Sappers
            && self.turns_in_zone >= TURNS_OF_SAPPING
            && self.bridge == Bridge::Wooden;
        let pontonniers = self.company == Engineer::Pontonniers && self.in_garrison;
        let standing = matches!(self.bridge, Bridge::Wooden | Bridge::Stone);
        Ok(EngineersResult {
            sapper_companies: self.force_castings.0 / CASTINGS_A_SAPPER_COMPANY,
            pontonnier_companies: self.force_castings.0 / CASTINGS_A_PONTONNIER_COMPANY,
            may_destroy_bridge: sapped || pontonniers && standing,
            may_replace_bridge: pontonniers && self.bridge == Bridge::Destroyed,
        })
    }
}

krigsspil_engine::choices! {
    /// Nations with rockets (opt.rockets).
    pub enum RocketNation {
        Britain = "britain",
        Austria = "austria",
        Other = "other",
    }
}

/// Austrian castings that bring rockets (opt.rockets).
const AUSTRIANS_FOR_ROCKETS: Castings = Castings(250);

/// Salvos of a rocket battery (opt.rockets).
const SALVOS: i32 = 10;

krigsspil_engine::facts! {
    /// A side that would have rockets.
    pub struct RocketBattery {
        nation: RocketNation, "opt.rockets";
        british_division: bool = false, "opt.rockets";
        austrian_castings: Castings [0..=5000] = Castings(0), "opt.rockets";
        parent_battery: bool = false, "opt.rockets";
    }
}

krigsspil_engine::outcome! {
    /// Whether it may.
    pub struct RocketBatteryResult {
        allowed: bool;
        salvos: i32;
    }
}

impl Procedure for RocketBattery {
    type Tables = Tables;
    type Outcome = RocketBatteryResult;
    const ABOUT: About =
        About { name: "rocket_battery", group: Group::Artillery, dice: "", cites: &["opt.rockets"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<RocketBatteryResult, Fault> {
        let entitled = match self.nation {
            RocketNation::Britain => self.british_division,
            RocketNation::Austria => self.austrian_castings >= AUSTRIANS_FOR_ROCKETS,
            RocketNation::Other => false,
        };
        let allowed = entitled && self.parent_battery;
        Ok(RocketBatteryResult { allowed, salvos: if allowed { SALVOS } else { 0 } })
    }
}

/// The leash of French Guard horse artillery to a commander (opt.guard-ha.1).
const NEAR_COMMANDER: Yards = Yards(400);

/// Its leash to the cavalry it is attached to (opt.guard-ha.2).
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
    /// A battery that would limber.
    pub struct PositionBattery {
        foot: bool = false, "opt.position";
        poundage: i32 [1..=48], "opt.position";
        enemy_yards: Yards [0..=20000], "opt.position";
        contacted_by_general: bool = false, "opt.position";
        saw_corps_unit_rout: bool = false, "opt.position";
    }
}

krigsspil_engine::outcome! {
    /// Whether it may.
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
    /// What binds it.
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

/// Melee grade from which any battalion will do (opt.cohesion).
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
    /// Whether they keep touch.
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

krigsspil_engine::choices! {
    /// Why an independent company may not be attached (opt.independent).
    pub enum CompanyRefusal {
        Tournament = "tournament",
        Size = "size",
        Arm = "arm",
    }
}

krigsspil_engine::facts! {
    /// An independent company and its host.
    pub struct IndependentCompany {
        company_castings: Castings [1..=20], "opt.independent.B";
        host_castings: Castings [1..=60], "opt.independent.C";
        company_arm: ChargingArm, "opt.independent.C";
        host_arm: ChargingArm, "opt.independent.C";
        skirmish_capable: bool = false, "opt.independent.D";
        tournament: bool = false, "opt.independent.A";
    }
}

krigsspil_engine::outcome! {
    /// Whether it is attached.
    pub struct IndependentCompanyResult {
        allowed: bool;
        refusals: ArrayVec<CompanyRefusal, 3>;
        starting_strength: Castings;
        screen: bool;
    }
}

impl Procedure for IndependentCompany {
    type Tables = Tables;
    type Outcome = IndependentCompanyResult;
    const ABOUT: About = About {
        name: "independent_company",
        group: Group::Army,
        dice: "",
        cites: &["opt.independent.A", "opt.independent.B", "opt.independent.C", "opt.independent.D"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<IndependentCompanyResult, Fault> {
        let size = (Castings(2)..=Castings(4)).contains(&self.company_castings);
        let refusals = holding([
            (self.tournament, CompanyRefusal::Tournament),
            (!size, CompanyRefusal::Size),
            (self.company_arm != self.host_arm, CompanyRefusal::Arm),
        ]);
        let allowed = refusals.is_empty();
        let added = if allowed { self.company_castings } else { Castings(0) };
        Ok(IndependentCompanyResult {
            allowed,
            refusals,
            starting_strength: self.host_castings + added,
            screen: allowed && self.skirmish_capable,
        })
    }
}
