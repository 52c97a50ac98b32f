//! Chapters 04 and 06: splitting and joining, changes of formation and front, limbering.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Centimetres, Fault, Figures, Group, Listener, Number, Procedure};

use super::scale::LEAST_MASS;
use crate::modifiers::moves::*;
use crate::tables::{Quarters, Tables};
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A unit that splits, or parts that join.
    pub struct SplitJoin {
        action: SplitAction, "04.01.5";
        arm: TacticalArm, "04.02.1";
        place: SplitPlace = SplitPlace::Open, "04.02.1";
        order: Order = Order::Good, "04.01.5";
        specially_allowed: bool = false, "04.02.2";
        elite_company: bool = false, "04.01.1";
        apart: bool = false, "04.01.3";
    }
}

krigsspil_engine::outcome! {
    /// Whether it is allowed, and how long it takes.
    pub struct SplitJoinResult {
        allowed: bool;
        turns: i32;
    }
}

impl Procedure for SplitJoin {
    type Tables = Tables;
    type Outcome = SplitJoinResult;
    const ABOUT: About = About {
        name: "split_join",
        group: Group::March,
        dice: "",
        cites: &[
            "04.01.1", "04.01.3", "04.01.5", "04.02.1", "04.02.2", "04.03.1", "04.04.1", "04.04.2", "15.02.2",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<SplitJoinResult, Fault> {
        let turns = match self.action {
            _ if !self.order.intact() => None,
            SplitAction::Split => self.split_turns(),
            SplitAction::Join => self.join_turns(),
        };
        Ok(SplitJoinResult { allowed: turns.is_some(), turns: turns.unwrap_or(0) })
    }
}

impl SplitJoin {
    /// Turns to split; `None` if it is not allowed (§04.01.1 to §04.04.2).
    fn split_turns(&self) -> Option<i32> {
        match self.arm {
            TacticalArm::Cossacks => None,
            TacticalArm::LightCavalry => Some(0),
            TacticalArm::MediumCavalry | TacticalArm::HeavyCavalry => Some(1),
            TacticalArm::Infantry => match self.place {
                SplitPlace::Plantation | SplitPlace::BuiltUp | SplitPlace::Building => Some(0),
                SplitPlace::Open | SplitPlace::Fortress => {
                    (self.specially_allowed || self.elite_company).then_some(1)
                }
            },
            TacticalArm::Artillery => {
                let fitting =
                    matches!(self.place, SplitPlace::BuiltUp | SplitPlace::Building | SplitPlace::Fortress);
                (fitting || self.specially_allowed).then_some(1)
            }
        }
    }

    /// Turns to join; `None` if the parts do not touch (§04.01.3, §04.02.1).
    fn join_turns(&self) -> Option<i32> {
        let indoors = self.arm == TacticalArm::Infantry && self.place == SplitPlace::Building;
        (!self.apart).then_some(if indoors { 0 } else { 1 })
    }
}

impl DrillFormation {
    /// Only infantry can form square, battalion mass and hob (§05.02.1 to §05.02.4).
    const fn infantry_only(self) -> bool {
        matches!(self, DrillFormation::Square | DrillFormation::BattalionMass | DrillFormation::Hob)
    }

    /// March and single column: changing between the two is free (ruling 18).
    const fn marching(self) -> bool {
        matches!(self, DrillFormation::MarchColumn | DrillFormation::SingleColumn)
    }
}

krigsspil_engine::facts! {
    /// A change of formation.
    pub struct FormationChange {
        arm: FootOrHorse = FootOrHorse::Infantry, "05.01.2";
        from: DrillFormation, "skema V";
        to: DrillFormation, "skema V";
        figures: Figures [1..=200] = Figures(20), "05.02.3";
        difficult: bool = false, "06.02.3";
        part_absent: bool = false, "06.02.4";
        in_brigade_column: bool = false, "05.01.6";
    }
}

krigsspil_engine::outcome! {
    /// What it costs.
    pub struct FormationChangeResult {
        allowed: bool;
        turns: Number;
        lu_degrees: i32;
        becomes: DrillFormation;
    }
}

impl Procedure for FormationChange {
    type Tables = Tables;
    type Outcome = FormationChangeResult;
    const ABOUT: About = About {
        name: "formation_change",
        group: Group::March,
        dice: "",
        cites: &[
            "05.01.6", "06.01.3", "06.02.1", "06.02.3", "06.02.4", "05.02.2", "05.02.3", "05.02.4", "skema V",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<FormationChangeResult, Fault> {
        if !self.allowed() {
            return Ok(FormationChangeResult {
                allowed: false,
                turns: Number(0.0),
                lu_degrees: 0,
                becomes: self.from,
            });
        }
        let becomes = self.becomes();
        let mut turns = self.printed_time(becomes, tables).turns();
        if self.difficult {
            report.times(&DIFFICULT_DRILL, 2, 1);
            turns *= 2.0;
        }
        if self.to == DrillFormation::Square && self.part_absent {
            report.times(&PART_ABSENT, 3, 2);
            turns *= 1.5;
        }
        Ok(FormationChangeResult {
            allowed: true,
            turns: Number(turns),
            lu_degrees: i32::from(turns > 0.0),
            becomes,
        })
    }
}

impl FormationChange {
    fn allowed(&self) -> bool {
        let on_horse = self.arm == FootOrHorse::Cavalry;
        let mass_from_brigade = self.in_brigade_column && self.to == DrillFormation::BattalionMass;
        !(on_horse && (self.from.infantry_only() || self.to.infantry_only())) && !mass_from_brigade
    }

    /// A square or battalion mass with few figures is a hob (§05.02.3).
    fn becomes(&self) -> DrillFormation {
        match self.to {
            DrillFormation::Square | DrillFormation::BattalionMass if self.figures < LEAST_MASS => {
                DrillFormation::Hob
            }
            to => to,
        }
    }

    /// The time before any extension (ruling 18).
    fn printed_time(&self, becomes: DrillFormation, tables: &Tables) -> Quarters {
        let unchanged = self.from == self.to || self.from == becomes;
        if unchanged || (self.from.marching() && self.to.marching()) {
            return Quarters(0);
        }
        match (self.from, self.to) {
            (DrillFormation::Hob, DrillFormation::BattalionMass)
            | (DrillFormation::BattalionMass, DrillFormation::Hob) => HOB_AND_MASS,
            (from, to) => tables.drill.change(from, to),
        }
    }
}

/// Between hob and battalion mass (ruling 18).
const HOB_AND_MASS: Quarters = Quarters(1);

/// Front changes of more than this many degrees cost light disorder; storming units pivot less than this (§06.01.3, §06.04.2).
const FREE_DEGREES: f64 = 20.0;

krigsspil_engine::facts! {
    /// A change of front.
    pub struct FrontChange {
        method: FrontMethod, "06.04.1";
        arm: FrontArm = FrontArm::Infantry, "06.04.1";
        formation: FrontFormation = FrontFormation::Line, "06.04.1";
        degrees: f64 [0..=180] = 0.0, "06.04.1";
        front_cm: Centimetres [0.5..=300] = Centimetres(15.0), "06.04.2";
        march_cm: Centimetres [0.5..=200] = Centimetres(10.0), "skema III";
        storm_cm: Centimetres [0..=200] = Centimetres(0.0), "06.04.2";
        degrees_before: f64 [0..=720] = 0.0, "06.01.3";
    }
}

krigsspil_engine::outcome! {
    /// What it costs.
    pub struct FrontChangeResult {
        allowed: bool;
        march_used_cm: Centimetres;
        turns: Number;
        lu_degrees: i32;
    }
}

impl Procedure for FrontChange {
    type Tables = Tables;
    type Outcome = FrontChangeResult;
    const ABOUT: About = About {
        name: "front_change",
        group: Group::March,
        dice: "",
        cites: &["06.01.3", "06.02.5", "06.04.1", "06.04.2", "06.04.3", "skema IV"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<FrontChangeResult, Fault> {
        let (march_used, turns) = match self.method {
            _ if !self.allowed() => return Ok(FrontChangeResult::refused()),
            FrontMethod::Pivot => {
                let used = self.pivot_cm();
                let pace = if self.storm_cm.0 > 0.0 { self.storm_cm.0 } else { self.march_cm.0 };
                (used, used / pace)
            }
            FrontMethod::Wheel => {
                report.times(&WHEEL_HALF_MARCH, 1, 2);
                let used = self.pivot_cm() / 2.0;
                (used, used / (self.march_cm.0 / 2.0))
            }
            FrontMethod::QuarterTurn | FrontMethod::HalfTurn => (0.0, self.turning_time(tables).turns()),
        };
        Ok(FrontChangeResult {
            allowed: true,
            march_used_cm: Centimetres(march_used),
            turns: Number(turns),
            lu_degrees: i32::from(self.costs_order()),
        })
    }
}

impl FrontChangeResult {
    fn refused() -> Self {
        FrontChangeResult {
            allowed: false,
            march_used_cm: Centimetres(0.0),
            turns: Number(0.0),
            lu_degrees: 0,
        }
    }
}

impl FrontChange {
    fn spread(&self) -> bool {
        self.formation == FrontFormation::Spread
    }

    fn allowed(&self) -> bool {
        match self.method {
            FrontMethod::Wheel => {
                self.formation != FrontFormation::MarchColumn
                    && matches!(self.arm, FrontArm::Infantry | FrontArm::UnlimberedArtillery)
            }
            FrontMethod::Pivot => self.storm_cm.0 <= 0.0 || self.degrees < FREE_DEGREES,
            FrontMethod::QuarterTurn => {
                self.spread() || (self.arm == FrontArm::Infantry && self.formation == FrontFormation::Square)
            }
            FrontMethod::HalfTurn => true,
        }
    }

    /// A pivot of 90 degrees costs a march of one and a half fronts (§06.04.2).
    fn pivot_cm(&self) -> f64 {
        1.5 * self.front_cm.0 * self.degrees / 90.0
    }

    /// Turning on the spot (skema IV); the figures of a spread formation turn without loss of time (§06.01.3).
    fn turning_time(&self, tables: &Tables) -> Quarters {
        let guns = !matches!(self.arm, FrontArm::Infantry | FrontArm::Cavalry);
        match self.method {
            _ if self.spread() => Quarters(0),
            FrontMethod::QuarterTurn => tables.drill.quarter_turn,
            _ if guns => tables.drill.guns_half_turn,
            _ => tables.drill.half_turn,
        }
    }

    /// More than 20 degrees at once, or together with the turns made within the last turn's time (§06.01.3, ruling 17).
    fn costs_order(&self) -> bool {
        let turning = matches!(self.method, FrontMethod::QuarterTurn | FrontMethod::HalfTurn);
        let bends = self.method == FrontMethod::Pivot && self.formation == FrontFormation::MarchColumn;
        if bends || (turning && self.spread()) {
            return false;
        }
        let degrees = match self.method {
            FrontMethod::QuarterTurn => 90.0,
            FrontMethod::HalfTurn => 180.0,
            FrontMethod::Wheel | FrontMethod::Pivot => self.degrees,
        };
        let passes = self.degrees_before <= FREE_DEGREES && self.degrees_before + degrees > FREE_DEGREES;
        degrees > FREE_DEGREES || passes
    }
}

/// The time to make ready after remanning and retreat (§10.01.2, ruling 25).
pub const READY_AFTER_REMANNING: Quarters = Quarters(2);

krigsspil_engine::facts! {
    /// Guns that limber, unlimber or make ready.
    pub struct Limbering {
        action: LimberAction, "skema V";
        battery: LimberBattery, "skema V";
        prepare_after: ReadyAfter = ReadyAfter::Other, "10.01.2";
        difficult: bool = false, "06.02.3";
    }
}

krigsspil_engine::outcome! {
    /// The time it takes.
    pub struct LimberingResult {
        turns: Number;
        lu_degrees: i32;
    }
}

impl Procedure for Limbering {
    type Tables = Tables;
    type Outcome = LimberingResult;
    const ABOUT: About = About {
        name: "limbering",
        group: Group::March,
        dice: "",
        cites: &["06.02.3", "06.03.1", "10.01.2", "skema IV", "skema V"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<LimberingResult, Fault> {
        let time = match self.action {
            LimberAction::Limber | LimberAction::Unlimber => tables.drill.limbering(self.battery),
            LimberAction::Prepare => match self.prepare_after {
                ReadyAfter::Unlimbering | ReadyAfter::HandHaul => Quarters(0),
                ReadyAfter::Remanning | ReadyAfter::Retreat => READY_AFTER_REMANNING,
                ReadyAfter::Other => tables.drill.make_ready,
            },
        };
        Ok(LimberingResult { turns: Number(time.turns()), lu_degrees: 0 })
    }
}
