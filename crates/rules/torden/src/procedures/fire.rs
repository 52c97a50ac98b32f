//! Chapter 6: who may fire at whom.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Centimetres, Fault, Group, Listener, OrNull, Procedure};

use super::standing;
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A unit that wants to fire at another.
    pub struct MayFire {
        arm: Arm;
        order: Order = Order::Order;
        formation: Formation = Formation::Line;
        own_turn: bool = false, "6.1.1";
        no_fire_value: bool = false, "Landetillæg";
        declared_attack: bool = false, "6.1.2";
        tried_reaction: bool = false, "6.1.2";
        in_continued_melee: bool = false, "6.1.2";
        in_building: bool = false, "6.1.5";
        shots_fired: i32 [0..=10] = 0, "6.1.1.p2";
        ammunition: i32 [0..=12] = 1, "6.1.12.1";
        distance_cm: f64 [0..=500], "6.1.3";
        angle_deg: f64 [0..=180] = 0.0, "6.1.1.p3";
        target_in_continued_melee: bool = false, "6.1.2.p2";
        target_in_town: bool = false, "4.8.4";
    }
}

krigsspil_engine::choices! {
    /// What prevents a unit from firing.
    pub enum FireBar {
        OwnTurn = "own_turn",
        Cavalry = "cavalry",
        NoFireValue = "no_fire_value",
        FullDisorder = "full_disorder",
        DeclaredAttack = "declared_attack",
        TriedReaction = "tried_reaction",
        Limbered = "limbered",
        ContinuedMelee = "continued_melee",
        MarchColumn = "march_column",
        NoAmmunition = "no_ammunition",
        OutOfRange = "out_of_range",
        OutsideArc = "outside_arc",
        TargetInContinuedMelee = "target_in_continued_melee",
        InfantryAtTown = "infantry_at_town",
        AlreadyFired = "already_fired",
    }
}

krigsspil_engine::outcome! {
    /// Whether it may.
    pub struct MayFireResult {
        allowed: bool;
        reasons: ArrayVec<FireBar, 15>;
        zone: i32;
        arc_deg: i32;
    }
}

/// The arc of infantry, and of guns in zone 1 (§6.1.1).
const WIDE_ARC_DEG: i32 = 45;
/// The arc of guns beyond zone 1.
const NARROW_ARC_DEG: i32 = 30;
/// Shots from the four sides of a square or building (§6.1.5).
const FOUR_SIDES: i32 = 4;

impl MayFire {
    /// The zone; 0 if out of range and for cavalry.
    fn zone(&self, tables: &Tables) -> i32 {
        match self.arm {
            Arm::Infantry => i32::from(self.distance_cm <= f64::from(tables.fire.infantry_range_cm)),
            Arm::Cavalry => 0,
            Arm::Artillery => tables.fire.zone(self.distance_cm).unwrap_or(0) as i32,
        }
    }

    fn reasons(&self, zone: i32, arc_deg: i32) -> ArrayVec<FireBar, 15> {
        let guns = self.arm == Arm::Artillery;
        let infantry = self.arm == Arm::Infantry;
        let four_sided = infantry && (self.in_building || self.formation == Formation::Square);
        let shots = if four_sided { FOUR_SIDES } else { 1 };
        standing([
            (self.own_turn, FireBar::OwnTurn),
            (self.arm == Arm::Cavalry, FireBar::Cavalry),
            (self.no_fire_value, FireBar::NoFireValue),
            (self.order == Order::FullDisorder, FireBar::FullDisorder),
            (self.declared_attack, FireBar::DeclaredAttack),
            (self.tried_reaction, FireBar::TriedReaction),
            (guns && self.formation == Formation::Limbered, FireBar::Limbered),
            (self.in_continued_melee, FireBar::ContinuedMelee),
            (infantry && self.formation == Formation::MarchColumn, FireBar::MarchColumn),
            (guns && self.ammunition == 0, FireBar::NoAmmunition),
            (zone == 0, FireBar::OutOfRange),
            (self.angle_deg > f64::from(arc_deg), FireBar::OutsideArc),
            (self.target_in_continued_melee, FireBar::TargetInContinuedMelee),
            (infantry && self.target_in_town, FireBar::InfantryAtTown),
            (self.shots_fired >= shots, FireBar::AlreadyFired),
        ])
    }
}

impl Procedure for MayFire {
    type Tables = Tables;
    type Outcome = MayFireResult;
    const ABOUT: About = About {
        name: "may_fire",
        group: Group::Fire,
        dice: "",
        cites: &["6.1.1", "6.1.2", "6.1.3", "6.1.5", "4.6.1", "4.8.4", "6.1.12.1", "1.6.4", "tabel 6"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<MayFireResult, Fault> {
        let zone = self.zone(tables);
        let wide = self.arm == Arm::Infantry || self.arm == Arm::Artillery && zone == 1;
        let arc_deg = if wide { WIDE_ARC_DEG } else { NARROW_ARC_DEG };
        let reasons = self.reasons(zone, arc_deg);
        Ok(MayFireResult { allowed: reasons.is_empty(), reasons, zone, arc_deg })
    }
}

krigsspil_engine::facts! {
    /// A battery that fires with others.
    pub struct FiringBattery {
        corps: i32 [1..=99];
        artillery_chief: bool = false;
    }
}

krigsspil_engine::facts! {
    /// Batteries that want to fire at one unit.
    pub struct FireCoordination {
        batteries: Vec<FiringBattery> [1..=8];
        only_target: bool = false;
    }
}

krigsspil_engine::choices! {
    /// What prevents batteries from firing together.
    pub enum CoordinationBar {
        DifferentCorps = "different_corps",
        MoreThanTwo = "more_than_two",
    }
}

krigsspil_engine::outcome! {
    /// Whether they may.
    pub struct FireCoordinationResult {
        allowed: bool;
        reasons: ArrayVec<CoordinationBar, 2>;
    }
}

/// The most batteries that may fire at one unit (§6.1.11).
const MOST_BATTERIES: usize = 2;

impl Procedure for FireCoordination {
    type Tables = Tables;
    type Outcome = FireCoordinationResult;
    const ABOUT: About =
        About { name: "fire_coordination", group: Group::Artillery, dice: "", cites: &["6.1.11"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<FireCoordinationResult, Fault> {
        let bound = || self.batteries.iter().filter(|battery| !battery.artillery_chief);
        let first = bound().next().map(|battery| battery.corps);
        let mixed = bound().any(|battery| Some(battery.corps) != first);
        let reasons = standing([
            (mixed && !self.only_target, CoordinationBar::DifferentCorps),
            (bound().count() > MOST_BATTERIES && !self.only_target, CoordinationBar::MoreThanTwo),
        ]);
        Ok(FireCoordinationResult { allowed: reasons.is_empty(), reasons })
    }
}

krigsspil_engine::facts! {
    /// A line of artillery fire, and friends beside it.
    pub struct SafetyDistance {
        distance_cm: f64 [0..=100];
        friend_offset_cm: OrNull<f64> [0..=100] = OrNull(None);
    }
}

krigsspil_engine::outcome! {
    /// Whether they are safe.
    pub struct SafetyDistanceResult {
        required_cm: Centimetres;
        safe: bool;
    }
}

/// The least width of the strip (§6.1.6).
const NARROWEST_STRIP_CM: f64 = 1.5;
/// The width of the strip is the range divided by this (§6.1.6).
const STRIP_DIVISOR: f64 = 10.0;
/// Rounded to this many parts of a centimetre, a tenth of 50.2 is exactly 5.02.
const PARTS: f64 = 1e9;

impl Procedure for SafetyDistance {
    type Tables = Tables;
    type Outcome = SafetyDistanceResult;
    const ABOUT: About =
        About { name: "safety_distance", group: Group::Artillery, dice: "", cites: &["6.1.6"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<SafetyDistanceResult, Fault> {
        let tenth = (self.distance_cm / STRIP_DIVISOR * PARTS).round() / PARTS;
        let required = tenth.max(NARROWEST_STRIP_CM);
        Ok(SafetyDistanceResult {
            required_cm: Centimetres(required),
            safe: self.friend_offset_cm.0.is_none_or(|offset| offset >= required),
        })
    }
}

krigsspil_engine::facts! {
    /// A battery that wants to fire over friends.
    pub struct OverheadFire {
        gun_higher: bool;
        gun_to_friend_cm: f64 [0..=60];
        friend_to_target_cm: f64 [0..=60];
    }
}

krigsspil_engine::choices! {
    /// What prevents a battery from firing over friends.
    pub enum OverheadBar {
        NotHigher = "not_higher",
        FriendNearGun = "friend_near_gun",
        FriendNearTarget = "friend_near_target",
    }
}

krigsspil_engine::outcome! {
    /// Whether it may.
    pub struct OverheadFireResult {
        allowed: bool;
        reasons: ArrayVec<OverheadBar, 3>;
    }
}

/// The least distance from the gun to the friend it fires over (§6.1.7).
const GUN_TO_FRIEND_CM: f64 = 5.0;
/// The least distance from that friend to the target (§6.1.7).
const FRIEND_TO_TARGET_CM: f64 = 10.0;

impl Procedure for OverheadFire {
    type Tables = Tables;
    type Outcome = OverheadFireResult;
    const ABOUT: About =
        About { name: "overhead_fire", group: Group::Artillery, dice: "", cites: &["6.1.7"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<OverheadFireResult, Fault> {
        let reasons = standing([
            (!self.gun_higher, OverheadBar::NotHigher),
            (self.gun_to_friend_cm < GUN_TO_FRIEND_CM, OverheadBar::FriendNearGun),
            (self.friend_to_target_cm < FRIEND_TO_TARGET_CM, OverheadBar::FriendNearTarget),
        ]);
        Ok(OverheadFireResult { allowed: reasons.is_empty(), reasons })
    }
}
