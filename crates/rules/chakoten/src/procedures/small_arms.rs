//! Chapter 09: fire with small arms, and the screen of skirmishers (§14.03.1).

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{
    About, Centimetres, Fault, Figures, Group, Listener, Men, Modifier, Points, Procedure, halves_up,
};

use super::scale::PIECES_A_GUNNER;
use crate::modifiers::small_arms::*;
use crate::tables::{SmallArmsRow, Tables};
use crate::vocabulary::*;

/// Firing or melee units: one for each ten figures, and one more for a remainder of 3 or more (§09.01.3, §12.02.3).
pub const fn units(figures: i32) -> i32 {
    figures / 10 + (figures % 10 >= 3) as i32
}

krigsspil_engine::facts! {
    /// The figures that can fire.
    pub struct FiringUnits {
        arm: Arm, "09.01.1";
        front_rank: i32 [0..=200] = 0, "09.01.1";
        second_rank: i32 [0..=200] = 0, "09.01.1";
        garrison: i32 [0..=200] = 0, "17.03.4";
        pieces: i32 [0..=24] = 0, "10.01.1";
        gunners: i32 [0..=60] = 0, "10.01.1";
    }
}

krigsspil_engine::outcome! {
    /// The firing units they form.
    pub struct FiringUnitsResult {
        figures: Figures;
        firing_units: i32;
    }
}

impl Procedure for FiringUnits {
    type Tables = Tables;
    type Outcome = FiringUnitsResult;
    const ABOUT: About = About {
        name: "firing_units",
        group: Group::Fire,
        dice: "",
        cites: &["09.01.1", "09.01.3", "10.01.1", "17.03.4"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<FiringUnitsResult, Fault> {
        if self.arm == Arm::Artillery {
            let served = self.pieces.min(PIECES_A_GUNNER * self.gunners);
            return Ok(FiringUnitsResult { figures: Figures(0), firing_units: served });
        }
        let figures = match self.garrison {
            0 if self.arm == Arm::Infantry => self.front_rank + self.second_rank,
            0 => self.front_rank,
            garrison => garrison / 2,
        };
        Ok(FiringUnitsResult { figures: Figures(figures), firing_units: units(figures) })
    }
}

/// The arc of closed formations, and of skirmishers (§09.03.2, §09.03.3).
const ARC_DEG: f64 = 30.0;
const SKIRMISHERS_ARC_DEG: f64 = 45.0;

/// How far to either side of straight ahead a closed or spread formation fires, in degrees (§09.03.2, §09.03.3).
pub const fn arc_deg(spread: bool) -> f64 {
    if spread { SKIRMISHERS_ARC_DEG } else { ARC_DEG }
}

krigsspil_engine::facts! {
    /// A shot.
    pub struct SmallArmsReach {
        weapon: Weapon, "skema X";
        distance_cm: Centimetres [0..=500], "09.03.1";
        angle_deg: f64 [0..=180] = 0.0, "09.03.2";
        spread: bool = false, "09.03.3";
        no_ammunition: bool = false, "09.01.7";
        behind_wall_over_1m: bool = false, "09.01.8";
    }
}

krigsspil_engine::outcome! {
    /// Whether it reaches.
    pub struct SmallArmsReachResult {
        zone: i32;
        in_arc: bool;
        can_fire: bool;
    }
}

impl Procedure for SmallArmsReach {
    type Tables = Tables;
    type Outcome = SmallArmsReachResult;
    const ABOUT: About = About {
        name: "small_arms_reach",
        group: Group::Fire,
        dice: "",
        cites: &["09.03.1", "09.03.2", "09.03.3", "09.01.7", "09.01.8", "skema X"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<SmallArmsReachResult, Fault> {
        let zone = tables.small_arms.zone(self.weapon, self.distance_cm.0);
        let in_arc = self.angle_deg <= arc_deg(self.spread);
        Ok(SmallArmsReachResult {
            zone,
            in_arc,
            can_fire: zone > 0 && in_arc && !self.no_ammunition && !self.behind_wall_over_1m,
        })
    }
}

/// The least angle between a line and the flank that it strikes (§09.03.4).
const FLANK_DEG: f64 = 45.0;

krigsspil_engine::facts! {
    /// A line that meets a unit.
    pub struct FlankTest {
        kind: StrikeKind, "09.03.4";
        face: Face, "09.03.4";
        angle_deg: f64 [0..=90] = 90.0, "09.03.4";
        target: FlankTarget = FlankTarget::Closed, "05.04.2";
    }
}

krigsspil_engine::outcome! {
    /// Whether it strikes the flank.
    pub struct FlankTestResult {
        flank: bool;
    }
}

impl Procedure for FlankTest {
    type Tables = Tables;
    type Outcome = FlankTestResult;
    const ABOUT: About = About {
        name: "flank_test",
        group: Group::Fire,
        dice: "",
        cites: &["09.03.4", "10.03.3", "12.03.6", "05.04.2"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<FlankTestResult, Fault> {
        let struck = match self.face {
            Face::Front => false,
            Face::Flank => self.angle_deg >= FLANK_DEG,
            Face::Rear => self.kind != StrikeKind::Artillery,
        };
        Ok(FlankTestResult { flank: struck && self.target == FlankTarget::Closed })
    }
}

krigsspil_engine::facts! {
    /// A volley at one target.
    pub struct SmallArmsFire {
        firing_figures: Figures [3..=200], "09.01.3";
        zone: i32 [1..=2], "skema X";
        arm: FootOrHorse = FootOrHorse::Infantry, "skema VIII";
        weapon: Weapon = Weapon::Musket, "04.05.4";
        formation: FirerFormation = FirerFormation::Closed, "skema VIII";
        cover: i32 [0..=3] = 0, "skema VIII";
        own_smoke: bool = false, "09.02.7";
        target_smoke: bool = false, "09.02.7";
        not_stationary: bool = false, "skema VIII";
        slope: bool = false, "skema VIII";
        order: SteadyOrder = SteadyOrder::Good, "skema VIII";
        first_fire: bool = false, "09.02.4";
        training: i32 [-1..=2] = 0, "skema VIII";
        valeur: i32 [-4..=5] = 0, "skema VIII";
        unit_figures: Figures [1..=500], "skema VIII";
        target_arm: SmallArmsTarget = SmallArmsTarget::Infantry, "skema VIII";
        target_formation: TargetFormation = TargetFormation::Line, "skema VIII";
        target_in_building: bool = false, "17.03.4";
        target_storming: bool = false, "09.02.6";
        target_cover: i32 [0..=3] = 0, "skema VIII";
        target_flank: bool = false, "09.03.4";
        target_no_reply: bool = false, "skema VIII";
        target_order: Order = Order::Good, "skema VIII";
        target_figures: Figures [1..=500], "skema VIII";
        target_supported: bool = false, "09.02.5";
        target_valeur: i32 [-4..=5] = 0, "skema VIII";
        target_chief_modifier: i32 [-2..=2] = 0, "skema XVI";
    }
}

krigsspil_engine::outcome! {
    /// Its effect.
    pub struct SmallArmsFireResult {
        firing_units: i32;
        own_modifier: i32, of first;
        target_modifier: i32;
        loss_modifier: i32, of first;
        loss_result: i32;
        men_per_unit: i32;
        men_lost: Men;
        morale_modifier: i32, of second;
        morale_result: i32, of second;
        morale_effect: FireEffect, of second;
        target_order_after: Order, of second;
        horses_lost: i32;
        loss_points: Points, of first;
        morale_points: Points, of second;
    }
}

impl Procedure for SmallArmsFire {
    type Tables = Tables;
    type Outcome = SmallArmsFireResult;
    const ABOUT: About = About {
        name: "small_arms_fire",
        group: Group::Fire,
        dice: "3d6",
        cites: &[
            "09.02.1",
            "09.02.4",
            "09.02.5",
            "09.02.6",
            "09.02.7",
            "04.05.4",
            "08.02.1",
            "17.03.4",
            "skema VIII",
            "skema IX",
            "09.02.1.1",
            "09.02.1.2",
            "09.02.1.3",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<SmallArmsFireResult, Fault> {
        let table = &tables.small_arms;
        let mut loss_points = Points::new();
        let mut morale_points = Points::new();
        let own_modifier =
            table.points.tell(OWN, &self.own_rows(), |row| told(row, OWN), &mut loss_points, report);
        let target_modifier =
            table.points.tell(TARGET, &self.target_rows(), |row| told(row, TARGET), &mut loss_points, report);
        let morale_modifier = table.points.tell(
            MORALE,
            &self.morale_rows(),
            |row| told(row, MORALE),
            &mut morale_points,
            report,
        );
        let loss_modifier = own_modifier + target_modifier;
        let loss_result = dice.sum("fire", 3, Die::D6)? + loss_modifier;
        let morale_result = loss_result + morale_modifier;
        let firing_units = units(self.firing_figures.0);
        let men_per_unit = table.men(loss_result);
        let morale_effect = table.morale(morale_result);
        let battery = matches!(
            self.target_arm,
            SmallArmsTarget::LimberedArtillery | SmallArmsTarget::UnlimberedArtillery
        );
        Ok(SmallArmsFireResult {
            firing_units,
            own_modifier,
            target_modifier,
            loss_modifier,
            loss_result,
            men_per_unit,
            men_lost: Men(men_per_unit * firing_units),
            morale_modifier,
            morale_result,
            morale_effect,
            target_order_after: self.target_order.after(morale_effect.into()),
            horses_lost: if battery { table.limber_horses(loss_result) } else { 0 },
            loss_points,
            morale_points,
        })
    }
}

/// Columns of skema VIII.
const OWN: usize = 0;
const TARGET: usize = 1;
const MORALE: usize = 2;

/// The rows that may apply, in the order of the print, with how often each counts; 0 if it does not apply.
type Rows<const N: usize> = [(SmallArmsRow, i32); N];

impl SmallArmsFire {
    fn own_rows(&self) -> Rows<15> {
        let closed = self.formation == FirerFormation::Closed;
        let own_smoke = self.own_smoke && self.weapon != Weapon::Rifle;
        let order = Order::from(self.order);
        [
            (SmallArmsRow::DenseSkirmish, i32::from(self.formation == FirerFormation::DenseSkirmish)),
            (SmallArmsRow::ThinSkirmish, i32::from(self.formation == FirerFormation::ThinSkirmish)),
            (SmallArmsRow::Mounted, i32::from(self.arm == FootOrHorse::Cavalry)),
            (SmallArmsRow::CoverI, i32::from(self.cover == 1)),
            (SmallArmsRow::CoverII, i32::from(self.cover == 2)),
            (SmallArmsRow::CoverIII, i32::from(self.cover == 3)),
            (SmallArmsRow::Smoke, i32::from(closed && (own_smoke || self.target_smoke))),
            (SmallArmsRow::NotStationary, i32::from(closed && self.not_stationary)),
            (SmallArmsRow::SlopeInZone1, i32::from(self.slope && self.zone == 1)),
            (SmallArmsRow::EachDegree, order.degrees()),
            (SmallArmsRow::Disorder, i32::from(order == Order::Disorder)),
            (SmallArmsRow::FirstFire, i32::from(self.first_fire && self.arm == FootOrHorse::Infantry)),
            (SmallArmsRow::Zone2, i32::from(self.zone == 2)),
            (SmallArmsRow::Training, self.training),
            (SmallArmsRow::Valeur, self.valeur),
        ]
    }

    /// The target's formation as far as it counts: `None` for guns in position, units in a building and units in rout. Guns and train on
    /// the march never skirmish (ruling 34).
    fn formation_that_counts(&self) -> Option<TargetFormation> {
        let skirmish =
            matches!(self.target_formation, TargetFormation::DenseSkirmish | TargetFormation::ThinSkirmish);
        match self.target_arm {
            _ if self.target_in_building || self.target_order == Order::Rout => None,
            SmallArmsTarget::UnlimberedArtillery => None,
            SmallArmsTarget::LimberedArtillery | SmallArmsTarget::Train if skirmish => {
                Some(TargetFormation::Line)
            }
            _ => Some(self.target_formation),
        }
    }

    fn target_rows(&self) -> Rows<10> {
        let formation = self.formation_that_counts();
        let cavalry = self.target_arm == SmallArmsTarget::Cavalry;
        let deep = matches!(formation, Some(TargetFormation::Column | TargetFormation::Mass));
        let wheeled = matches!(self.target_arm, SmallArmsTarget::LimberedArtillery | SmallArmsTarget::Train);
        [
            (SmallArmsRow::Column, i32::from(deep)),
            (SmallArmsRow::DenseSkirmish, i32::from(formation == Some(TargetFormation::DenseSkirmish))),
            (SmallArmsRow::ThinSkirmish, i32::from(formation == Some(TargetFormation::ThinSkirmish))),
            (SmallArmsRow::Mounted, i32::from(cavalry)),
            (SmallArmsRow::Storming, i32::from(cavalry && self.target_storming)),
            (SmallArmsRow::LimberedOrTrain, i32::from(wheeled)),
            (SmallArmsRow::Unlimbered, i32::from(self.target_arm == SmallArmsTarget::UnlimberedArtillery)),
            (SmallArmsRow::CoverI, i32::from(self.target_cover == 1)),
            (SmallArmsRow::CoverII, i32::from(self.target_cover == 2)),
            (SmallArmsRow::CoverIII, i32::from(self.target_cover == 3)),
        ]
    }

    /// Does the target have flanks (ruling 37)? Guns in position always have.
    fn has_flanks(&self) -> bool {
        let standing = !self.target_in_building && self.target_order != Order::Rout;
        standing
            && matches!(
                self.formation_that_counts(),
                None | Some(
                    TargetFormation::Line | TargetFormation::Column | TargetFormation::SquareOneFront
                )
            )
    }

    fn morale_rows(&self) -> Rows<10> {
        let own_times = self.unit_figures.0 / self.target_figures.0;
        let target_times = self.target_figures.0 / self.unit_figures.0;
        [
            (SmallArmsRow::FlankOrRear, i32::from(self.target_flank && self.has_flanks())),
            (SmallArmsRow::NoReply, i32::from(self.target_no_reply)),
            (SmallArmsRow::EachDegree, self.target_order.degrees()),
            (SmallArmsRow::Disorder, i32::from(self.target_order == Order::Disorder)),
            (SmallArmsRow::Rout, i32::from(self.target_order == Order::Rout)),
            (SmallArmsRow::OwnHundredPercent, (own_times - 1).max(0)),
            (SmallArmsRow::TargetHundredPercent, (target_times - 1).max(0)),
            (SmallArmsRow::Supported, i32::from(self.target_supported)),
            (SmallArmsRow::Valeur, -self.target_valeur),
            (SmallArmsRow::Chief, -self.target_chief_modifier),
        ]
    }
}

/// The name of a row in the points, and its modifier.
fn told(row: SmallArmsRow, column: usize) -> (&'static str, &'static Modifier) {
    use SmallArmsRow::*;
    match (row, column) {
        (DenseSkirmish, OWN) => ("dense_skirmish", &FIRER_DENSE_SKIRMISH),
        (ThinSkirmish, OWN) => ("thin_skirmish", &FIRER_THIN_SKIRMISH),
        (Mounted, OWN) => ("mounted", &FIRER_MOUNTED),
        (CoverI | CoverII | CoverIII, OWN) => ("cover", &FIRER_COVER),
        (EachDegree | Disorder | Rout, OWN) => ("order", &FIRER_ORDER),
        (Valeur, OWN) => ("valeur", &FIRER_VALEUR),
        (Smoke, _) => ("smoke", &SMOKE),
        (NotStationary, _) => ("not_stationary", &NOT_STATIONARY),
        (SlopeInZone1, _) => ("slope", &SLOPE),
        (FirstFire, _) => ("first_fire", &FIRST_FIRE),
        (Zone2, _) => ("zone_2", &SMALL_ARMS_ZONE_2),
        (Training, _) => ("training", &FIRER_TRAINING),
        (Column, _) => ("target_column", &TARGET_COLUMN),
        (DenseSkirmish, _) => ("target_dense_skirmish", &TARGET_DENSE_SKIRMISH),
        (ThinSkirmish, _) => ("target_thin_skirmish", &TARGET_THIN_SKIRMISH),
        (Mounted, _) => ("target_mounted", &TARGET_MOUNTED),
        (Storming, _) => ("target_storming", &TARGET_STORMING),
        (LimberedOrTrain, _) => ("target_limbered_or_train", &TARGET_LIMBERED_OR_TRAIN),
        (Unlimbered, _) => ("target_unlimbered", &TARGET_UNLIMBERED),
        (CoverI | CoverII | CoverIII, _) => ("target_cover", &TARGET_COVER),
        (FlankOrRear, _) => ("flank", &TARGET_FLANK),
        (NoReply, _) => ("no_reply", &TARGET_NO_REPLY),
        (EachDegree | Disorder | Rout, _) => ("order", &TARGET_ORDER),
        (OwnHundredPercent | TargetHundredPercent, _) => ("numbers", &NUMBERS),
        (Supported, _) => ("support", &TARGET_SUPPORTED),
        (Valeur, _) => ("valeur", &TARGET_VALEUR),
        (Chief, _) => ("chief", &TARGET_CHIEF),
    }
}

/// The least and greatest distance of a screen in front of its unit (§14.03.1).
const SCREEN_CM: std::ops::RangeInclusive<f64> = 5.0..=15.0;
/// Under artillery fire, losses are shared below this distance (§14.03.2).
const ARTILLERY_SHARED_CM: f64 = 10.0;

krigsspil_engine::facts! {
    /// Skirmishers in front of a unit that is fired at.
    pub struct Screening {
        fire: FireKind, "14.03.1";
        gap_cm: Centimetres [0..=200], "14.03.1";
        screen_figures: Figures [1..=200], "14.03.1";
        unit_figures: Figures [1..=500], "14.03.1";
        men_lost: Men [0..=5000], "14.03.1";
    }
}

krigsspil_engine::outcome! {
    /// Who takes the loss.
    pub struct ScreeningResult {
        screens: bool;
        shared: bool;
        screen_men: Men;
        unit_men: Men;
    }
}

impl Procedure for Screening {
    type Tables = Tables;
    type Outcome = ScreeningResult;
    const ABOUT: About =
        About { name: "screening", group: Group::Fire, dice: "", cites: &["14.03.1", "14.03.2", "09.03.5"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ScreeningResult, Fault> {
        let gap = self.gap_cm.0;
        let (screens, shared) = match self.fire {
            FireKind::SmallArms => (SCREEN_CM.contains(&gap), gap < *SCREEN_CM.start()),
            FireKind::Artillery => (false, gap < ARTILLERY_SHARED_CM),
        };
        let all = self.screen_figures.0 + self.unit_figures.0;
        let screen_men = match (screens, shared) {
            (true, _) => self.men_lost,
            (false, true) => Men(halves_up(self.men_lost.0 * self.screen_figures.0, all)),
            (false, false) => Men(0),
        };
        Ok(ScreeningResult { screens, shared, screen_men, unit_men: self.men_lost - screen_men })
    }
}
