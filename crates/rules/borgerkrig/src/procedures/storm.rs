//! Chapters 02 and 04: storming, and marching through other units.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Fault, Group, Listener, Procedure, Turns};

use super::formation::WIDEST_STORM_CHANGE_DEG;
use super::{all_that_hold, first_that_holds};
use crate::modifiers::march::*;
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// Arms that may want to storm.
    pub enum StormArm {
        Infantry = "infantry",
        DismountedCavalry = "dismounted_cavalry",
        MountedCavalry = "mounted_cavalry",
        FootArtillery = "foot_artillery",
        HorseArtillery = "horse_artillery",
    }

    /// What prevents a unit from storming.
    pub enum StormBar {
        ArmCannotStorm = "arm_cannot_storm",
        NotAttacking = "not_attacking",
        NotTakingPosition = "not_taking_position",
        AttackWithoutOrder = "attack_without_order",
        TooSoon = "too_soon",
        CavalryWasHalted = "cavalry_was_halted",
        CavalryObstacle = "cavalry_obstacle",
        Backward = "backward",
        HalfHorsesLost = "half_horses_lost",
        SecondDirectionChange = "second_direction_change",
        DirectionChangeOver20 = "direction_change_over_20",
        FormationChange = "formation_change",
        ClosedUnitInTheWay = "closed_unit_in_the_way",
        ChainCannotStorm = "chain_cannot_storm",
    }
}

krigsspil_engine::facts! {
    /// A unit that wants to storm.
    pub struct StormCheck {
        arm: StormArm;
        formation: Formation = Formation::Line, "skema I";
        attacking: bool = false, "03.03.4";
        attack_without_order: bool = false, "03.03.5";
        taking_position_or_withdrawing: bool = false, "03.03.4";
        turns_since_storm: Turns [1..=999] = Turns(999), "03.03.4";
        moving_last_turn: bool = false, "02.06.4";
        crosses_obstacle: bool = false, "02.06.4";
        backward: bool = false, "02.06.2";
        half_horses_lost: bool = false, "06.03.5";
        direction_changes: i32 [0..=10] = 0, "02.05.6";
        largest_change_deg: i32 [0..=180] = 0, "02.05.6";
        formation_change: bool = false, "02.05.6";
        through_closed_unit: bool = false, "02.06.3";
    }
}

krigsspil_engine::outcome! {
    /// Whether it may storm.
    pub struct StormCheckResult {
        allowed: bool;
        bars: ArrayVec<StormBar, 14>;
    }
}

/// The turns from one storm to the next (§03.03.4).
const TURNS_BETWEEN_STORMS: Turns = Turns(4);

impl Procedure for StormCheck {
    type Tables = Tables;
    type Outcome = StormCheckResult;
    const ABOUT: About = About {
        name: "storm_check",
        group: Group::March,
        dice: "",
        cites: &["02.05.6", "02.06.2", "02.06.3", "02.06.4", "03.03.4", "03.03.5", "06.03.5", "skema I"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<StormCheckResult, Fault> {
        let mounted = self.arm == StormArm::MountedCavalry;
        let on_foot = matches!(self.arm, StormArm::Infantry | StormArm::DismountedCavalry);
        let horse_guns = self.arm == StormArm::HorseArtillery;
        let storms_to_attack = on_foot || mounted;
        // Only an attacker can attack without order, and guns never attack (§07.01.4, ruling 78).
        let unordered = storms_to_attack && self.attacking && self.attack_without_order;
        let wide = self.direction_changes >= 1 && self.largest_change_deg > WIDEST_STORM_CHANGE_DEG;
        let bars = all_that_hold([
            (self.arm == StormArm::FootArtillery, StormBar::ArmCannotStorm),
            (storms_to_attack && !self.attacking, StormBar::NotAttacking),
            (horse_guns && !self.taking_position_or_withdrawing, StormBar::NotTakingPosition),
            (unordered, StormBar::AttackWithoutOrder),
            (self.turns_since_storm < TURNS_BETWEEN_STORMS, StormBar::TooSoon),
            (mounted && !self.moving_last_turn, StormBar::CavalryWasHalted),
            (mounted && self.crosses_obstacle, StormBar::CavalryObstacle),
            (self.backward, StormBar::Backward),
            (horse_guns && self.half_horses_lost, StormBar::HalfHorsesLost),
            (self.direction_changes >= 2, StormBar::SecondDirectionChange),
            (wide, StormBar::DirectionChangeOver20),
            (self.formation_change, StormBar::FormationChange),
            (self.through_closed_unit, StormBar::ClosedUnitInTheWay),
            (on_foot && self.formation == Formation::Chain, StormBar::ChainCannotStorm),
        ]);
        Ok(StormCheckResult { allowed: bars.is_empty(), bars })
    }
}

krigsspil_engine::choices! {
    /// Why one cannot march through a unit.
    pub enum ThroughReason {
        Ok = "ok",
        EnemyNotInRout = "enemy_not_in_fu",
        ClosedAgainstStorm = "closed_against_storm",
        ClosedAndBusy = "closed_and_busy",
    }
}

krigsspil_engine::facts! {
    /// One unit in the way of another.
    pub struct MarchThrough {
        mover_arm: Arm;
        mover_order: Order = Order::Good;
        mover_storming: bool = false;
        passed_enemy: bool = false;
        passed_closed: bool = false, "02.04.2";
        passed_order: Order = Order::Good;
        passed_moves_or_fires: bool = false;
    }
}

krigsspil_engine::outcome! {
    /// Whether the mover may go through.
    pub struct MarchThroughResult {
        allowed: bool;
        reason: ThroughReason;
        pin_throw: bool;
    }
}

impl Procedure for MarchThrough {
    type Tables = Tables;
    type Outcome = MarchThroughResult;
    const ABOUT: About = About {
        name: "march_through",
        group: Group::March,
        dice: "",
        cites: &["02.06.3", "04.02.5", "04.02.9"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<MarchThroughResult, Fault> {
        // A unit in rout is never closed (§02.04.2).
        let closed = self.passed_closed && self.passed_order != Order::Rout;
        let busy = self.passed_order == Order::Disorder || self.passed_moves_or_fires;
        let reason = first_that_holds(
            [
                (self.passed_enemy && self.passed_order != Order::Rout, ThroughReason::EnemyNotInRout),
                (closed && self.mover_storming, ThroughReason::ClosedAgainstStorm),
                (closed && busy && self.mover_order != Order::Rout, ThroughReason::ClosedAndBusy),
            ],
            ThroughReason::Ok,
        );
        let allowed = reason == ThroughReason::Ok;
        let pinned_friend = !self.passed_enemy && self.passed_order == Order::Pinned;
        let pinnable = self.mover_arm.on_foot() && !self.mover_order.disordered();
        Ok(MarchThroughResult { allowed, reason, pin_throw: allowed && pinned_friend && pinnable })
    }
}

krigsspil_engine::facts! {
    /// A march through a pinned friend.
    pub struct PassPinned {
        mover_arm: Arm;
        declared_attack: bool = false;
        valeur: i32 [-1..=2] = 0, "08.01.1";
    }
}

krigsspil_engine::outcome! {
    /// Whether the mover continues or also lies down.
    pub struct PassPinnedResult {
        dice_sum: i32;
        total: i32;
        passes: bool;
        pinned: bool;
    }
}

/// The least total that takes an attack over a pinned friend (§04.02.9).
const PASSES_PINNED: i32 = 10;

impl Procedure for PassPinned {
    type Tables = Tables;
    type Outcome = PassPinnedResult;
    const ABOUT: About = About { name: "pass_pinned", group: Group::March, dice: "2d6", cites: &["04.02.9"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<PassPinnedResult, Fault> {
        let dice_sum = dice.sum("pass_pinned", 2, Die::D6)?;
        let total = dice_sum + report.add(&MOVER_VALEUR, self.valeur);
        let passes = !self.mover_arm.on_foot() || (self.declared_attack && total >= PASSES_PINNED);
        Ok(PassPinnedResult { dice_sum, total, passes, pinned: !passes })
    }
}
