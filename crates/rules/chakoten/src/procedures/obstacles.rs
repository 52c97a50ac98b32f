//! Chapter 07: storm march, obstacles, water, passage of lines, limber horses.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Centimetres, Fault, Group, Listener, Number, Procedure};

use crate::modifiers::moves::*;
use crate::tables::Tables;
use crate::vocabulary::*;

/// The widest swing of a storming unit (§07.02.5).
const STORM_SWING_DEG: f64 = 20.0;
/// The widest angle between the run-up and the storm (§07.02.4).
const RUN_UP_DEG: f64 = 90.0;
/// The number of half storm turns that cost a rested unit nothing (§07.02.2).
const FREE_HALF_TURNS: i32 = 2;

impl StormArm {
    /// Turns to wait after a storm; `None` for arms that cannot storm (§07.02.1, §07.02.3, §15.02.1).
    const fn rest_turns(self) -> Option<i32> {
        match self {
            StormArm::HeavyCavalry | StormArm::DrivingArtillery | StormArm::HorseArtillery => Some(8),
            StormArm::MediumCavalry => Some(6),
            StormArm::LightCavalry => Some(4),
            StormArm::Infantry | StormArm::Cossacks | StormArm::FootArtillery => None,
        }
    }

    const fn cavalry(self) -> bool {
        matches!(self, StormArm::LightCavalry | StormArm::MediumCavalry | StormArm::HeavyCavalry)
    }
}

krigsspil_engine::facts! {
    /// A unit that wants to storm.
    pub struct StormMarch {
        arm: StormArm, "07.02.1";
        half_turns: i32 [1..=12], "07.02.2";
        half_turns_done: i32 [0..=12] = 0, "07.02.2";
        stormed_before: bool = false, "07.02.3";
        turns_since_storm: f64 [0..=200] = 0.0, "07.02.3";
        approach_half_turns: f64 [0..=20] = 0.0, "07.02.4";
        approach_deviation_deg: f64 [0..=180] = 0.0, "07.02.4";
        front_not_in_direction: bool = false, "07.02.4";
        swing_deg: f64 [0..=180] = 0.0, "07.02.5";
        obstacle_on_way: bool = false, "07.02.6";
        order: Order = Order::Good, "07.02.2";
    }
}

krigsspil_engine::outcome! {
    /// What the storm costs.
    pub struct StormMarchResult {
        allowed: bool;
        rested: bool;
        rest_turns: i32;
        lu_degrees: i32;
        order_after: Order;
    }
}

impl Procedure for StormMarch {
    type Tables = Tables;
    type Outcome = StormMarchResult;
    const ABOUT: About = About {
        name: "storm_march",
        group: Group::March,
        dice: "",
        cites: &["07.02.1", "07.02.2", "07.02.3", "07.02.4", "07.02.5", "07.02.6", "15.02.1"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<StormMarchResult, Fault> {
        let rest_turns = self.arm.rest_turns().unwrap_or(0);
        let rested = !self.stormed_before || self.turns_since_storm >= f64::from(rest_turns);
        let allowed = self.arm.rest_turns().is_some()
            && self.order.intact()
            && self.swing_deg <= STORM_SWING_DEG
            && !self.obstacle_on_way
            && self.run_up();
        let beyond = |half_turns: i32| (half_turns - FREE_HALF_TURNS).max(0);
        let lu_degrees = match (allowed, rested) {
            (false, _) => 0,
            (true, false) => report.add(&UNRESTED_STORM, self.half_turns),
            (true, true) => {
                let all = beyond(self.half_turns_done + self.half_turns);
                report.add(&LONG_STORM, all - beyond(self.half_turns_done))
            }
        };
        Ok(StormMarchResult {
            allowed,
            rested,
            rest_turns,
            lu_degrees,
            order_after: self.order.with_degrees(lu_degrees),
        })
    }
}

impl StormMarch {
    /// Cavalry that begins a storm must have marched half a turn towards it and must face it (§07.02.4).
    fn run_up(&self) -> bool {
        !self.arm.cavalry()
            || self.half_turns_done > 0
            || (self.approach_half_turns >= 1.0
                && self.approach_deviation_deg <= RUN_UP_DEG
                && !self.front_not_in_direction)
    }
}

krigsspil_engine::facts! {
    /// A terrain feature.
    pub struct ObstacleValue {
        feature: Feature, "skema VI";
    }
}

krigsspil_engine::outcome! {
    /// Its cover and obstacle value.
    pub struct ObstacleValueResult {
        cover_min: i32;
        cover_max: i32;
        obstacle_min: i32;
        obstacle_max: i32;
        impassable: bool;
        per_step: bool;
        umpire: bool;
    }
}

impl Procedure for ObstacleValue {
    type Tables = Tables;
    type Outcome = ObstacleValueResult;
    const ABOUT: About = About {
        name: "obstacle_value",
        group: Group::Works,
        dice: "",
        cites: &["skema VI", "16.02.1", "16.03.2", "17.02.2", "17.02.3"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ObstacleValueResult, Fault> {
        let values = tables.ground.feature(self.feature);
        Ok(ObstacleValueResult {
            cover_min: values.cover.least,
            cover_max: values.cover.most,
            obstacle_min: values.obstacle.least,
            obstacle_max: values.obstacle.most,
            impassable: values.impassable,
            per_step: values.each_step,
            umpire: values.cover.least != values.cover.most || values.obstacle.least != values.obstacle.most,
        })
    }
}

krigsspil_engine::facts! {
    /// Obstacles on the way.
    pub struct ObstaclePassage {
        obstacle: i32 [1..=3], "skema VII";
        count: i32 [1..=10] = 1, "skema VI";
        arm: ObstacleArm, "skema VII";
        spread: bool = false, "07.05.4";
        ranks: i32 [1..=60] = 2, "skema VII";
        cover_value: i32 [0..=3] = 0, "07.05.5";
        wall_over_2m: bool = false, "07.05.2";
        opening_or_ladder: bool = false, "07.05.2";
        backward_or_sideways: bool = false, "07.01.3";
        retiring_in_u: bool = false, "13.01.1";
    }
}

krigsspil_engine::outcome! {
    /// What it costs to pass them.
    pub struct ObstaclePassageResult {
        allowed: bool;
        turns: Number;
        lu_degrees: i32;
        storm_allowed: bool;
    }
}

impl Procedure for ObstaclePassage {
    type Tables = Tables;
    type Outcome = ObstaclePassageResult;
    const ABOUT: About = About {
        name: "obstacle_passage",
        group: Group::Works,
        dice: "",
        cites: &["07.01.3", "07.05.1", "07.05.2", "07.05.3", "07.05.4", "07.05.5", "13.01.1", "skema VII"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<ObstaclePassageResult, Fault> {
        let barred = self.backward_or_sideways || self.retiring_in_u;
        let each = if barred { None } else { self.turns_each(tables) };
        let loses_order = each.is_some()
            && !self.spread
            && matches!(self.arm, ObstacleArm::Infantry | ObstacleArm::Cavalry);
        Ok(ObstaclePassageResult {
            allowed: each.is_some(),
            turns: Number(each.unwrap_or(0.0) * f64::from(self.count)),
            lu_degrees: report.add(&OBSTACLE_DISORDER, if loses_order { self.count } else { 0 }),
            storm_allowed: false,
        })
    }
}

/// Guns find or make a passage in one turn (§07.05.5).
const GUNS_PASSAGE_TURNS: f64 = 1.0;

impl ObstaclePassage {
    /// Turns for one obstacle; `None` if it cannot be passed.
    fn turns_each(&self, tables: &Tables) -> Option<f64> {
        match self.arm {
            ObstacleArm::Infantry => (!self.wall_over_2m || self.opening_or_ladder)
                .then(|| tables.ground.infantry_turns(self.obstacle, self.ranks)),
            _ if self.wall_over_2m => None,
            ObstacleArm::Cavalry => tables.ground.cavalry_turns(self.obstacle),
            ObstacleArm::Artillery => {
                (self.obstacle == 1 && self.cover_value == 0).then_some(GUNS_PASSAGE_TURNS)
            }
            ObstacleArm::Train => None,
        }
    }
}

/// Narrower water is a ditch (§07.04.1).
const DITCH_CM: f64 = 0.5;
/// Wider water can be crossed only at fords (§07.04.1).
const WIDE_WATER_CM: f64 = 4.0;

/// The loss of a flight over water, in per cent (§13.02.4); `None` over a ditch.
pub fn water_loss_percent(width_cm: f64) -> Option<i32> {
    match width_cm {
        width if width < DITCH_CM => None,
        width if width <= WIDE_WATER_CM => Some(25),
        _ => Some(75),
    }
}

krigsspil_engine::facts! {
    /// A watercourse on the way.
    pub struct WaterCrossing {
        width_cm: Centimetres [0.1..=1000], "07.04.1";
        ford: bool = false, "07.04.1";
        arm: ServiceArm, "07.04.3";
        formation: WaterFormation, "07.04.3";
        fleeing: bool = false, "07.04.1";
        scenario_passable: bool = false, "07.04.1";
        any_formation: bool = false, "07.04.3";
    }
}

krigsspil_engine::outcome! {
    /// Whether it can be crossed.
    pub struct WaterCrossingResult {
        as_ditch: bool;
        allowed: bool;
        lu_degrees: i32;
        flight_loss_percent: i32;
    }
}

impl Procedure for WaterCrossing {
    type Tables = Tables;
    type Outcome = WaterCrossingResult;
    const ABOUT: About = About {
        name: "water_crossing",
        group: Group::March,
        dice: "",
        cites: &["07.04.1", "07.04.2", "07.04.3", "07.04.5", "13.02.4", "skema III"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<WaterCrossingResult, Fault> {
        let as_ditch = self.width_cm.0 < DITCH_CM;
        let allowed = if as_ditch { self.fleeing || self.jumps() } else { self.fleeing || self.wades() };
        let dry = as_ditch && self.formation == WaterFormation::Skirmish;
        Ok(WaterCrossingResult {
            as_ditch,
            allowed,
            lu_degrees: report.add(&WATER_DISORDER, i32::from(allowed && !self.fleeing && !dry)),
            flight_loss_percent: water_loss_percent(self.width_cm.0).filter(|_| self.fleeing).unwrap_or(0),
        })
    }
}

impl WaterCrossing {
    fn jumps(&self) -> bool {
        matches!(self.arm, ServiceArm::Infantry | ServiceArm::Cavalry | ServiceArm::Cossacks)
    }

    fn wades(&self) -> bool {
        let shallow = self.width_cm.0 <= WIDE_WATER_CM || self.ford || self.scenario_passable;
        let fitting = match self.formation {
            WaterFormation::MarchColumn | WaterFormation::SingleColumn => true,
            WaterFormation::Skirmish => self.arm == ServiceArm::Cavalry,
            WaterFormation::ClosedOther => false,
        };
        shallow && (fitting || self.any_formation)
    }
}

krigsspil_engine::facts! {
    /// A unit that marches through another.
    pub struct PassageOfLines {
        mover: Mover, "07.07.1";
        passed: Passed, "07.07.1";
        mover_in_u: bool = false, "07.07.4";
        mover_backward_or_sideways: bool = false, "07.07.4";
        passed_moving: bool = false, "07.07.1";
        passed_held: bool = false, "03.01.4";
        mover_landwehr_or_cossack: bool = false, "07.07.5";
        passed_landwehr_or_cossack: bool = false, "07.07.5";
    }
}

krigsspil_engine::outcome! {
    /// Whether it is allowed, and at what cost.
    pub struct PassageOfLinesResult {
        allowed: bool;
        pace: PassagePace;
        mover_lu: i32;
        passed_lu: i32;
        contagion_roll: bool;
    }
}

impl Procedure for PassageOfLines {
    type Tables = Tables;
    type Outcome = PassageOfLinesResult;
    const ABOUT: About = About {
        name: "passage_of_lines",
        group: Group::March,
        dice: "",
        cites: &[
            "07.07.1", "07.07.2", "07.07.3", "07.07.4", "07.07.5", "03.01.4", "12.02.4", "13.05.1", "13.05.5",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<PassageOfLinesResult, Fault> {
        let both_closed = self.mover == Mover::Closed && self.passed == Passed::Closed;
        let pace = match self.mover {
            Mover::Fleeing => PassagePace::Flight,
            _ if self.barred(both_closed) => PassagePace::None,
            _ if both_closed => PassagePace::Half,
            _ => PassagePace::Ordinary,
        };
        let lu = i32::from(pace == PassagePace::Half);
        Ok(PassageOfLinesResult {
            allowed: pace != PassagePace::None,
            pace,
            mover_lu: lu,
            passed_lu: lu,
            contagion_roll: self.mover == Mover::Fleeing && self.passed == Passed::Closed,
        })
    }
}

impl PassageOfLines {
    /// What bars everything except flight (§07.07.1, §07.07.4, §07.07.5).
    fn barred(&self, both_closed: bool) -> bool {
        let irregular = self.mover_landwehr_or_cossack || self.passed_landwehr_or_cossack;
        self.mover_in_u
            || self.mover_backward_or_sideways
            || self.passed_held
            || (self.passed_moving && self.passed == Passed::Closed)
            || (irregular && both_closed)
    }
}

/// How long a limbered battery halts to change horses (§07.01.6).
const CHANGING_HORSES_TURNS: f64 = 0.25;

krigsspil_engine::facts! {
    /// Limber horses lost.
    pub struct HorseLoss {
        horses_full: i32 [1..=60], "07.01.6";
        lost_before: i32 [0..=60] = 0, "07.01.6";
        lost_now: i32 [0..=60] = 0, "07.01.6";
        limbered: bool = false, "07.01.6";
    }
}

krigsspil_engine::outcome! {
    /// What the battery can still do.
    pub struct HorseLossResult {
        horses_left: i32;
        halt_turns: Number;
        pace: HorsePace;
    }
}

impl Procedure for HorseLoss {
    type Tables = Tables;
    type Outcome = HorseLossResult;
    const ABOUT: About = About { name: "horse_loss", group: Group::March, dice: "", cites: &["07.01.6"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<HorseLossResult, Fault> {
        let horses_left = (self.horses_full - self.lost_before - self.lost_now).max(0);
        let had = (self.horses_full - self.lost_before).max(0);
        let halts = self.limbered && horses_left > 0 && horses_left < had;
        let pace = match horses_left {
            0 => HorsePace::UnlimberedOnly,
            left if 2 * left < self.horses_full => HorsePace::Half,
            _ => HorsePace::Full,
        };
        Ok(HorseLossResult {
            horses_left,
            halt_turns: Number(if halts { CHANGING_HORSES_TURNS } else { 0.0 }),
            pace,
        })
    }
}
