//! Who supports whom (§12.03.7).

use krigsspil_engine::{Centimetres, Figures};
use krigsspil_field::prelude::*;

use super::Run;
use super::aim::least_off;
use super::moving::JUST;
use crate::battle::bodies::plain;
use crate::battle::order::Formation;
use crate::battle::rates::{Limits, rates};
use crate::battle::state::*;
use crate::battle::terrain::{difficult_at, obstacle_between};
use crate::procedures::attack::{SupportUnit, SupportedUnit, SupportingUnit};
use crate::vocabulary::*;

/// The part of half a front from which the angle of a wing is measured.
const SHOULDER: f64 = 0.01;

impl Run<'_> {
    /// Is a unit engaged at this moment (§12.03.7.7)? It fights in a melee of this moment, still stands before an enemy it has fought, in this
    /// turn or the last, or stands from its fire.
    fn engaged(&self, unit: UnitId) -> bool {
        let stands = self.unit(unit);
        let fights =
            |attack: &BreakIn| [attack.attacker, attack.defender].contains(&unit) && self.still_on(attack);
        let pending = self.agenda.iter().any(|due| match due {
            Due::BreakIns { attacks, .. } => attacks.iter().any(fights),
            _ => false,
        });
        let before = |&enemy: &UnitId| {
            self.unit(enemy).steady() && self.battle.cm_between(unit, enemy) <= self.break_in_cm() + 0.1
        };
        let held = stands.held_until.is_some_and(|until| until > self.now());
        let opposite = stands.now.fought.iter().chain(&stands.last_fought).any(before);
        pending || opposite || (stands.now.fired && held)
    }

    /// Would a unit support another in a melee now (§12.03.7)?
    pub(super) fn can_support(&self, support: UnitId, supported: UnitId, attackers: bool) -> bool {
        let (behind, front) = (self.unit(support), self.unit(supported));
        if behind.side != front.side || !behind.here() || support == supported || behind.parent.is_some() {
            return false;
        }
        if matches!(behind.branch, Branch::Artillery | Branch::Wagon)
            || matches!(front.branch, Branch::Artillery | Branch::Wagon)
        {
            return false;
        }
        let middle = behind.placed.pose().at;
        let near =
            front.placed.parts().iter().map(|part| part.distance_to(middle)).fold(f64::INFINITY, f64::min);
        let (left, right) = behind.placed.wings();
        let ahead = behind.placed.pose().facing;
        // From just inside the wing: a unit that only touches shoulders is beside it, not before it.
        let off = |wing: Point| least_off(wing.toward(middle, SHOULDER), ahead.ahead(), &front.placed);
        let all_round = behind.fronts_all_round();
        let within = !all_round
            && !in_zone(&zone_before(&behind.placed, (self.break_in_cm() + JUST) * CM), &front.placed)
                .is_none();
        let between = obstacle_between(&self.battle.ground, middle, front.placed.centre());
        let pace = rates(behind, Gait::March, Limits::default(), self.tables);
        let passable =
            march(&behind.placed, &[Leg::Halt(0.0)], &pace, &self.battle.ground, 0.0).is_ok() && between < 3;
        let arm = |unit: &Unit| unit.arm;
        let facts = SupportUnit {
            support: SupportingUnit {
                arm: arm(behind),
                formation: support_formation(behind),
                figures: Figures(behind.figures.clamp(1, 200)),
                order: behind.order,
                not_tactical_unit: false,
                engaged: self.engaged(support),
                attack_order: behind.now.attacks,
                already_supporting: behind.now.supports.is_some_and(|other| other != supported),
            },
            supported: SupportedUnit {
                arm: arm(front),
                formation: support_formation(front),
                figures: Figures(front.figures.clamp(1, 200)),
            },
            distance_cm: Centimetres((near / CM).clamp(0.0, 500.0)),
            terrain: if difficult_at(&self.battle.ground, middle) {
                SupportGround::Difficult
            } else {
                SupportGround::Normal
            },
            within_break_in: within,
            angle_deg: if all_round { 0.0 } else { off(left).min(off(right)).min(180.0) },
            impassable_between: !passable,
            other_brigade: behind.general != front.general,
            attackers_support: attackers,
            not_on_order_sheet: attackers
                && !matches!(&behind.now.order, Some(order) if order.supports().is_some_and(|unit| **unit == *front.id)),
        };
        plain(&facts, self.tables).is_ok_and(|support| support.eligible)
    }

    /// The attacker's support is the one on the order sheet; the defender's is named when the attack is announced: the nearest that can
    /// (§12.03.7, §03.02.4).
    pub(super) fn support_of(&self, unit: UnitId, attackers: bool) -> Option<UnitId> {
        let named = |&other: &UnitId| self.unit(other).now.supports == Some(unit);
        let may = |&other: &UnitId| self.can_support(other, unit, attackers);
        if attackers {
            return self.battle.friends_of(unit).filter(named).find(may);
        }
        let free = |&other: &UnitId| self.unit(other).now.supports.is_none_or(|of| of == unit);
        let near = self.battle.friends_of(unit).filter(free).filter(may);
        near.map(|other| (self.battle.cm_between(unit, other), other))
            .min_by(|a, b| self.battle.nearer(*a, *b))
            .map(|(_, other)| other)
    }
}

fn support_formation(unit: &Unit) -> SupportFormation {
    match unit.formation {
        Formation::Line => SupportFormation::Line,
        Formation::AttackColumn | Formation::BrigadeColumn => SupportFormation::AttackColumn,
        Formation::MarchColumn | Formation::SingleColumn => SupportFormation::MarchColumn,
        Formation::Square => SupportFormation::Square,
        Formation::BattalionMass => SupportFormation::BattalionMass,
        Formation::Hob => SupportFormation::Hob,
        Formation::DenseSkirmish | Formation::ThinSkirmish => SupportFormation::Skirmish,
    }
}
