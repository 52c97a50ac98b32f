//! Chapter 07: who may attack, from where, and with what support.

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Centimetres, Fault, Figures, Group, Listener, Procedure};

use super::first_that_holds;
use crate::modifiers::attack::*;
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// Why a unit halts at the breaking distance.
    pub enum AttackReason {
        Ok = "ok",
        Artillery = "artillery",
        Disorder = "disorder",
        Pinned = "pinned",
        SecondFrontal = "second_frontal",
    }
}

krigsspil_engine::facts! {
    /// A unit that reaches the breaking distance.
    pub struct AttackCheck {
        arm: Arm;
        unit_order: Order = Order::Good;
        aspect: Aspect = Aspect::Front;
        frontal_attacks_before: i32 [0..=20] = 0, "07.01.5";
        attack_ordered: bool = false;
    }
}

krigsspil_engine::outcome! {
    /// Whether it attacks.
    pub struct AttackCheckResult {
        attacks: bool;
        reason: AttackReason;
        without_order: bool;
    }
}

impl Procedure for AttackCheck {
    type Tables = Tables;
    type Outcome = AttackCheckResult;
    const ABOUT: About = About {
        name: "attack_check",
        group: Group::Melee,
        dice: "",
        cites: &["07.01.2", "07.01.4", "07.01.5", "07.02.1"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<AttackCheckResult, Fault> {
        let frontal = matches!(self.aspect, Aspect::Front | Aspect::Outflank);
        let reason = first_that_holds(
            [
                (self.arm == Arm::Artillery, AttackReason::Artillery),
                (self.unit_order.disordered(), AttackReason::Disorder),
                (self.unit_order == Order::Pinned, AttackReason::Pinned),
                (frontal && self.frontal_attacks_before >= 1, AttackReason::SecondFrontal),
            ],
            AttackReason::Ok,
        );
        let attacks = reason == AttackReason::Ok;
        Ok(AttackCheckResult { attacks, reason, without_order: attacks && !self.attack_ordered })
    }
}

krigsspil_engine::facts! {
    /// A unit at the end of a turn of attack.
    pub struct FailedAttack {
        declared_attack: bool = false;
        stormed_whole_turn: bool = false;
        reached_breaking_distance: bool = false;
        impassable_obstacle: bool = false;
        unit_order: Order = Order::Good;
    }
}

krigsspil_engine::outcome! {
    /// Whether it has lost order on the way.
    pub struct FailedAttackResult {
        becomes_lu: bool;
        order_after: Order;
    }
}

impl Procedure for FailedAttack {
    type Tables = Tables;
    type Outcome = FailedAttackResult;
    const ABOUT: About = About { name: "failed_attack", group: Group::Melee, dice: "", cites: &["07.01.6"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<FailedAttackResult, Fault> {
        let spent = self.stormed_whole_turn || self.impassable_obstacle;
        let becomes_lu = self.declared_attack && !self.reached_breaking_distance && spent;
        let order_after =
            if becomes_lu { self.unit_order.or_worse(Order::LightDisorder) } else { self.unit_order };
        Ok(FailedAttackResult { becomes_lu, order_after })
    }
}

krigsspil_engine::facts! {
    /// How an attack meets its target.
    pub struct AttackAspect {
        angle_deg: f64 [0..=180];
        companies_on_flank: i32 [0..=40] = 0, "07.03.3";
        flank_uncovered: bool = false, "07.03.3";
        figures: Figures [1..=400];
        figures_behind_line: Figures [0..=400] = Figures(0), "07.03.4";
        target_in_building: bool = false, "02.04.3";
    }
}

krigsspil_engine::outcome! {
    /// The side from which it counts.
    pub struct AttackAspectResult {
        aspect: Aspect;
    }
}

/// The least angles of an attack in rear (house), in flank and outflanking (§07.03.3, §07.03.4, ruling 51).
const REAR_DEG: f64 = 135.0;
const FLANK_DEG: f64 = 45.0;
const OUTFLANK_DEG: f64 = 20.0;
/// The least number of companies that outflank or support (§07.03.3, §07.03.5).
const TWO_COMPANIES: i32 = 2;

impl Procedure for AttackAspect {
    type Tables = Tables;
    type Outcome = AttackAspectResult;
    const ABOUT: About = About {
        name: "attack_aspect",
        group: Group::Melee,
        dice: "",
        cites: &["07.03.3", "07.03.4", "02.04.3"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<AttackAspectResult, Fault> {
        if self.figures_behind_line > self.figures {
            return Err(Fault::refused("figures_behind_line", &MORE_BEHIND_THAN_ATTACK));
        }
        let half_behind = 2 * self.figures_behind_line.0 >= self.figures.0;
        let two_companies = self.companies_on_flank >= TWO_COMPANIES && self.flank_uncovered;
        let aspect = first_that_holds(
            [
                (self.target_in_building, Aspect::Front),
                (half_behind && self.angle_deg >= REAR_DEG, Aspect::Rear),
                (half_behind && self.angle_deg >= FLANK_DEG, Aspect::Flank),
                (two_companies && self.angle_deg >= OUTFLANK_DEG, Aspect::Outflank),
            ],
            Aspect::Front,
        );
        Ok(AttackAspectResult { aspect })
    }
}

krigsspil_engine::facts! {
    /// A unit near another.
    pub struct SupportCheck {
        companies: i32 [0..=40];
        closed: bool = false;
        same_brigade: bool = false;
        distance_cm: Centimetres [0..=1000];
        angle_deg: f64 [0..=180] = 0.0;
    }
}

krigsspil_engine::outcome! {
    /// Whether it supports it.
    pub struct SupportCheckResult {
        supports: bool;
    }
}

/// The greatest distance and angle of a supporting unit (§07.03.5).
const SUPPORT_CM: f64 = 20.0;
const SUPPORT_DEG: f64 = 30.0;

impl Procedure for SupportCheck {
    type Tables = Tables;
    type Outcome = SupportCheckResult;
    const ABOUT: About =
        About { name: "support_check", group: Group::Melee, dice: "", cites: &["07.03.5", "02.04.1"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<SupportCheckResult, Fault> {
        let at_hand = self.distance_cm.0 <= SUPPORT_CM && self.angle_deg <= SUPPORT_DEG;
        let fit = self.companies >= TWO_COMPANIES && self.closed && self.same_brigade;
        Ok(SupportCheckResult { supports: at_hand && fit })
    }
}

krigsspil_engine::facts! {
    /// Both sides attack, and nothing else decides.
    pub struct Initiative {}
}

krigsspil_engine::choices! {
    /// Who has the initiative.
    pub enum InitiativeSide {
        A = "a",
        B = "b",
        Tie = "tie",
    }
}

krigsspil_engine::outcome! {
    /// Who throws for shock.
    pub struct InitiativeResult {
        a_sum: i32;
        b_sum: i32;
        initiative: InitiativeSide;
    }
}

impl Procedure for Initiative {
    type Tables = Tables;
    type Outcome = InitiativeResult;
    const ABOUT: About =
        About { name: "initiative", group: Group::Melee, dice: "2d6 + 2d6", cites: &["07.03.1"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        dice: &mut D,
        _: &mut L,
    ) -> Result<InitiativeResult, Fault> {
        let a_sum = dice.sum("initiative_a", 2, Die::D6)?;
        let b_sum = dice.sum("initiative_b", 2, Die::D6)?;
        let initiative = match a_sum.cmp(&b_sum) {
            std::cmp::Ordering::Greater => InitiativeSide::A,
            std::cmp::Ordering::Less => InitiativeSide::B,
            std::cmp::Ordering::Equal => InitiativeSide::Tie,
        };
        Ok(InitiativeResult { a_sum, b_sum, initiative })
    }
}
