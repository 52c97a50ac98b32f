//! Chapter 12: who may attack, momentum, support, and what follows a melee.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Centimetres, Fault, Figures, Group, Listener, Procedure};

use super::small_arms::units;
use crate::tables::{MarchColumn, MarchRow, Tables};
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A unit that wants to attack another.
    pub struct AttackEligibility {
        attacker_arm: ServiceArm, "12.01.4";
        attacker_formation: AttackFormation = AttackFormation::Closed, "14.04.4";
        attacker_order: Order = Order::Good, "12.01.2";
        target_arm: ServiceArm, "12.01.4";
        target_formation: AttackFormation = AttackFormation::Closed, "12.01.4";
        target_order: Order = Order::Good, "12.01.3";
        fire_order: bool = false, "03.01.4";
        moving_backward: bool = false, "07.01.3";
        already_attacked: bool = false, "12.01.7";
        ordered: bool = false, "12.01.1";
        announced: bool = false, "03.02.4";
    }
}

krigsspil_engine::outcome! {
    /// Whether it may.
    pub struct AttackEligibilityResult {
        allowed: bool;
        automatic: bool;
        reasons: ArrayVec<AttackBar,11>;
    }
}

impl Procedure for AttackEligibility {
    type Tables = Tables;
    type Outcome = AttackEligibilityResult;
    const ABOUT: About = About {
        name: "attack_eligibility",
        group: Group::Melee,
        dice: "",
        cites: &[
            "03.01.4", "03.02.4", "07.01.3", "12.01.1", "12.01.2", "12.01.3", "12.01.4", "12.01.7", "14.04.4",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<AttackEligibilityResult, Fault> {
        let reasons: ArrayVec<AttackBar, 11> =
            self.bars().into_iter().filter_map(|(holds, bar)| holds.then_some(bar)).collect();
        Ok(AttackEligibilityResult {
            allowed: reasons.is_empty(),
            automatic: self.target_order == Order::Rout && self.attacker_order.intact(),
            reasons,
        })
    }
}

impl AttackEligibility {
    /// Everything that may prevent the attack (§12.01.1 to §12.01.7, §14.04.4).
    fn bars(&self) -> [(bool, AttackBar); 11] {
        let mounted = |arm| matches!(arm, ServiceArm::Cavalry | ServiceArm::Cossacks);
        let routed = self.target_order == Order::Rout;
        let closed = self.target_formation == AttackFormation::Closed && !routed;
        let skirmishing = self.attacker_formation == AttackFormation::Skirmish;
        let on_foot = self.attacker_arm == ServiceArm::Infantry;
        let guns = |arm| matches!(arm, ServiceArm::Artillery | ServiceArm::Train);
        let cavalry_target = mounted(self.target_arm);
        [
            (!self.attacker_order.intact(), AttackBar::NotIntact),
            (guns(self.attacker_arm), AttackBar::ArmCannotAttack),
            (self.attacker_formation == AttackFormation::Working, AttackBar::Working),
            (cavalry_target && closed && !mounted(self.attacker_arm), AttackBar::ClosedCavalry),
            (cavalry_target && !closed && on_foot && skirmishing, AttackBar::SkirmishersVSpreadCavalry),
            (skirmishing && closed && !guns(self.target_arm), AttackBar::SkirmishTarget),
            (self.fire_order, AttackBar::FireOrder),
            (self.moving_backward, AttackBar::Backward),
            (self.already_attacked, AttackBar::AlreadyAttacked),
            (!self.ordered && !routed, AttackBar::NotOrdered),
            (!self.announced && !routed, AttackBar::NotAnnounced),
        ]
    }
}

/// Cavalry with momentum has ridden this far in a line that bends no more than the second number (§12.03.4).
const MOMENTUM_CM: f64 = 15.0;
const STRAIGHT_DEG: f64 = 20.0;

krigsspil_engine::facts! {
    /// Cavalry at break-in distance.
    pub struct MomentumTest {
        straight_cm: Centimetres [0..=500], "12.03.4";
        deviation_deg: f64 [0..=180] = 0.0, "12.03.4";
        storm_half_turns: f64 [0..=20] = 0.0, "12.03.10";
        continued: bool = false, "12.03.4";
    }
}

krigsspil_engine::outcome! {
    /// Its momentum.
    pub struct MomentumTestResult {
        momentum: Momentum;
    }
}

impl Procedure for MomentumTest {
    type Tables = Tables;
    type Outcome = MomentumTestResult;
    const ABOUT: About =
        About { name: "momentum", group: Group::Melee, dice: "", cites: &["12.03.4", "12.03.10"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<MomentumTestResult, Fault> {
        let straight = self.straight_cm.0 >= MOMENTUM_CM && self.deviation_deg <= STRAIGHT_DEG;
        let momentum = match (straight && !self.continued, self.storm_half_turns >= 1.0) {
            (false, _) => Momentum::None,
            (true, false) => Momentum::Momentum,
            (true, true) => Momentum::Storm,
        };
        Ok(MomentumTestResult { momentum })
    }
}

krigsspil_engine::facts! {
    /// A unit that could support another.
    pub struct SupportingUnit {
        arm: TacticalArm, "12.03.7";
        formation: SupportFormation, "12.03.7";
        figures: Figures [1..=200], "12.03.7";
        order: Order = Order::Good, "12.03.7";
        not_tactical_unit: bool = false;
        engaged: bool = false;
        attack_order: bool = false;
        already_supporting: bool = false;
    }
}

krigsspil_engine::facts! {
    /// The unit that would be supported.
    pub struct SupportedUnit {
        arm: TacticalArm, "12.03.7";
        formation: SupportFormation, "12.03.7";
        figures: Figures [1..=200], "12.03.7";
    }
}

krigsspil_engine::facts! {
    /// A unit behind another.
    pub struct SupportUnit {
        support: SupportingUnit;
        supported: SupportedUnit;
        distance_cm: Centimetres [0..=500], "12.03.7";
        terrain: SupportGround = SupportGround::Normal, "12.03.7";
        within_break_in: bool = false, "12.03.7";
        angle_deg: f64 [0..=180] = 0.0, "12.03.7";
        impassable_between: bool = false, "12.03.7";
        other_brigade: bool = false, "12.03.7";
        attackers_support: bool = false, "12.03.7";
        not_on_order_sheet: bool = false, "12.03.7";
    }
}

krigsspil_engine::outcome! {
    /// Whether it supports it.
    pub struct SupportUnitResult {
        eligible: bool;
        failed: ArrayVec<i32,9>;
        march_cm: i32;
    }
}

impl Procedure for SupportUnit {
    type Tables = Tables;
    type Outcome = SupportUnitResult;
    const ABOUT: About = About {
        name: "support_unit",
        group: Group::Melee,
        dice: "",
        cites: &[
            "12.03.7",
            "skema III",
            "12.03.7.1",
            "12.03.7.2",
            "12.03.7.3",
            "12.03.7.4",
            "12.03.7.5",
            "12.03.7.6",
            "12.03.7.7",
            "12.03.7.8",
            "12.03.7.9",
            "12.03.7.10",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<SupportUnitResult, Fault> {
        let march_cm = self.march_cm(tables);
        let failed: ArrayVec<i32, 9> = (1..)
            .zip(self.conditions(march_cm))
            .filter_map(|(number, holds)| (!holds).then_some(number))
            .collect();
        Ok(SupportUnitResult { eligible: failed.is_empty(), failed, march_cm })
    }
}

/// A support unit has at least this many figures (§12.03.7.1).
const SUPPORT_FIGURES: Figures = Figures(10);
/// The unit it supports is within this many degrees of its front (§12.03.7.5).
const SUPPORT_DEG: f64 = 30.0;

impl TacticalArm {
    /// Mounted, including cossacks.
    const fn mounted(self) -> bool {
        !matches!(self, TacticalArm::Infantry | TacticalArm::Artillery)
    }
}

impl SupportFormation {
    /// Line, attack column, square or battalion mass (§12.03.7.2).
    const fn battle_formation(self) -> bool {
        matches!(
            self,
            SupportFormation::Line
                | SupportFormation::AttackColumn
                | SupportFormation::Square
                | SupportFormation::BattalionMass
        )
    }
}

impl SupportUnit {
    /// Conditions 1 to 9 of §12.03.7.
    fn conditions(&self, march_cm: i32) -> [bool; 9] {
        let (support, supported) = (&self.support, &self.supported);
        let infantry_for_cavalry = support.arm == TacticalArm::Infantry && supported.arm.mounted();
        [
            2 * support.figures.0 >= supported.figures.0
                && support.figures >= SUPPORT_FIGURES
                && support.order.intact()
                && !support.not_tactical_unit,
            support.formation.battle_formation()
                && (supported.formation.battle_formation()
                    || supported.formation == SupportFormation::Skirmish),
            self.distance_cm.0 <= f64::from(march_cm),
            !self.within_break_in,
            self.angle_deg <= SUPPORT_DEG,
            !self.impassable_between,
            !support.engaged && !support.attack_order,
            !(support.already_supporting
                || self.other_brigade
                || self.attackers_support && self.not_on_order_sheet),
            !infantry_for_cavalry && support.arm != TacticalArm::Artillery,
        ]
    }

    /// One turn's ordinary march of the support (skema III, ruling 67).
    fn march_cm(&self, tables: &Tables) -> i32 {
        use SupportFormation::*;
        let (arm, formation) = (self.support.arm, self.support.formation);
        let row = match (arm, formation) {
            (TacticalArm::Artillery, _) => None,
            (TacticalArm::Infantry, Line) => Some(MarchRow::InfantryLine),
            (TacticalArm::Infantry, AttackColumn) => Some(MarchRow::InfantryAttack),
            (TacticalArm::Infantry, MarchColumn) => Some(MarchRow::InfantryMarch),
            (TacticalArm::Infantry, Skirmish) => Some(MarchRow::InfantrySkirmish),
            (TacticalArm::Infantry, Square | BattalionMass | Hob) => Some(MarchRow::InfantrySquare),
            (TacticalArm::Cossacks, AttackColumn | MarchColumn | Skirmish) => Some(MarchRow::Cossack),
            (TacticalArm::Cossacks, _) | (_, Square | BattalionMass | Hob) => None,
            (_, MarchColumn) => Some(MarchRow::CavalryMarch),
            (_, Skirmish) => Some(MarchRow::CavalrySwarm),
            (TacticalArm::LightCavalry, Line | AttackColumn) => Some(MarchRow::CavalryLineLight),
            (TacticalArm::MediumCavalry, Line | AttackColumn) => Some(MarchRow::CavalryLineMedium),
            (TacticalArm::HeavyCavalry, Line | AttackColumn) => Some(MarchRow::CavalryLineHeavy),
        };
        let column = match self.terrain {
            SupportGround::Normal => self::MarchColumn::Normal,
            SupportGround::Difficult => self::MarchColumn::Difficult,
        };
        row.and_then(|row| tables.march.cm(row, column)).unwrap_or(0)
    }
}

/// The figures of the ranks that take part, and the skirmishers if any rank takes part. Infantry without ammunition fights with its first
/// rank alone (§12.02.3, §14.04.3, §12.01.5, ruling 58).
pub fn figures_taking_part(
    ranks: &[i32],
    taking_part: i32,
    skirmishers: Figures,
    empty_pouches: bool,
) -> i32 {
    let taking_part = if empty_pouches { taking_part.min(1) } else { taking_part };
    let in_ranks: i32 = ranks.iter().take(taking_part.max(0) as usize).sum();
    in_ranks + if taking_part > 0 && !empty_pouches { skirmishers.0 } else { 0 }
}

/// At least a quarter of the other (§12.01.6, §13.02.2).
pub const fn a_quarter_of(one: i32, other: i32) -> bool {
    4 * one >= other
}

/// A unit of at most this many figures cannot fight (§12.02.3).
pub const TOO_FEW: i32 = 2;

krigsspil_engine::facts! {
    /// The ranks of a unit.
    pub struct MeleeUnits {
        ranks: Vec<i32> [1..=40 each 1..=200], "12.02.3";
        ranks_taking_part: i32 [0..=3], "skema XVII";
        skirmish_figures: Figures [0..=200] = Figures(0), "14.04.3";
        infantry_no_ammunition: bool = false, "12.01.5";
    }
}

krigsspil_engine::outcome! {
    /// The melee units they form.
    pub struct MeleeUnitsResult {
        figures: Figures;
        melee_units: i32;
        must_surrender: bool;
    }
}

impl Procedure for MeleeUnits {
    type Tables = Tables;
    type Outcome = MeleeUnitsResult;
    const ABOUT: About = About {
        name: "melee_units",
        group: Group::Melee,
        dice: "",
        cites: &["12.02.3", "12.01.5", "14.04.3"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<MeleeUnitsResult, Fault> {
        let figures = figures_taking_part(
            &self.ranks,
            self.ranks_taking_part,
            self.skirmish_figures,
            self.infantry_no_ammunition,
        );
        let all = self.ranks.iter().sum::<i32>() + self.skirmish_figures.0;
        Ok(MeleeUnitsResult {
            figures: Figures(figures),
            melee_units: units(figures),
            must_surrender: all <= TOO_FEW,
        })
    }
}
