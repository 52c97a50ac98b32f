//! The facts of a melee, measured on the table (chapter 12, skema XV).

use krigsspil_engine::{Centimetres, Figures};
use krigsspil_field::prelude::Face as Side;
use krigsspil_field::prelude::*;
use krigsspil_turn::timeline::Instant;

use super::Run;
use super::aim::least_off;
use super::changes::run_after;
use crate::battle::bodies::plain;
use crate::battle::order::{Formation, UnitOrder};
use crate::battle::state::*;
use crate::battle::terrain::{Limits, cover_against, difficult_at, obstacle_between, rates};
use crate::procedures::attack::{MomentumTest, SupportUnit, SupportedUnit, SupportingUnit};
use crate::procedures::melee::{Melee, MeleeAttacker, MeleeDefender};
use crate::procedures::small_arms::FlankTest;
use crate::vocabulary::Face;
use crate::vocabulary::*;

/// Cavalry has moved within a quarter turn (skema VIII and XV).
const STATIONARY: f64 = 0.25;

/// The part of half a front from which the angle of a wing is measured.
const SHOULDER: f64 = 0.01;

pub(super) fn intact_order(order: Order) -> IntactOrder {
    match order {
        Order::Good => IntactOrder::Good,
        Order::Light1 => IntactOrder::Light1,
        Order::Light2 => IntactOrder::Light2,
        _ => IntactOrder::Light3,
    }
}

pub(super) fn steady_order(order: Order) -> SteadyOrder {
    match order {
        Order::Good => SteadyOrder::Good,
        Order::Light1 => SteadyOrder::Light1,
        Order::Light2 => SteadyOrder::Light2,
        Order::Light3 => SteadyOrder::Light3,
        Order::Disorder | Order::Rout => SteadyOrder::Disorder,
    }
}

pub(super) fn melee_arm(unit: &Unit) -> MeleeArm {
    match (unit.branch, unit.arm) {
        (Branch::Infantry, _) => MeleeArm::Infantry,
        (Branch::Artillery, _) => MeleeArm::Artillery,
        (Branch::Wagon, _) => MeleeArm::Train,
        (_, TacticalArm::HeavyCavalry) => MeleeArm::HeavyCavalry,
        (_, TacticalArm::LightCavalry) => MeleeArm::LightCavalry,
        (_, TacticalArm::Cossacks) => MeleeArm::Cossacks,
        _ => MeleeArm::MediumCavalry,
    }
}

fn attacker_arm(unit: &Unit) -> AttackerArm {
    match melee_arm(unit) {
        MeleeArm::HeavyCavalry => AttackerArm::HeavyCavalry,
        MeleeArm::MediumCavalry => AttackerArm::MediumCavalry,
        MeleeArm::LightCavalry => AttackerArm::LightCavalry,
        MeleeArm::Cossacks => AttackerArm::Cossacks,
        _ => AttackerArm::Infantry,
    }
}

fn attacker_formation(unit: &Unit) -> AttackerFormation {
    match unit.formation {
        Formation::Line => AttackerFormation::Line,
        Formation::AttackColumn => AttackerFormation::AttackColumn,
        Formation::MarchColumn => AttackerFormation::MarchColumn,
        Formation::SingleColumn => AttackerFormation::SingleColumn,
        Formation::Square => AttackerFormation::Square,
        Formation::BattalionMass => AttackerFormation::BattalionMass,
        Formation::Hob => AttackerFormation::Hob,
        Formation::DenseSkirmish | Formation::ThinSkirmish => AttackerFormation::Skirmish,
    }
}

fn melee_formation(unit: &Unit) -> MeleeFormation {
    match () {
        () if unit.spread() => MeleeFormation::Skirmish,
        () if unit.battery.is_some() => MeleeFormation::Line,
        () => attacker_formation(unit).in_melee(),
    }
}

fn support_formation(unit: &Unit) -> SupportFormation {
    match unit.formation {
        Formation::Line => SupportFormation::Line,
        Formation::AttackColumn => SupportFormation::AttackColumn,
        Formation::MarchColumn | Formation::SingleColumn => SupportFormation::MarchColumn,
        Formation::Square => SupportFormation::Square,
        Formation::BattalionMass => SupportFormation::BattalionMass,
        Formation::Hob => SupportFormation::Hob,
        Formation::DenseSkirmish | Formation::ThinSkirmish => SupportFormation::Skirmish,
    }
}

pub(super) fn face(side: Side) -> Face {
    match side {
        Side::Front => Face::Front,
        Side::Rear => Face::Rear,
        Side::LeftFlank | Side::RightFlank => Face::Flank,
    }
}

/// What both sides of a melee bring with them beside what is measured.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Brought {
    pub chiefs: [i32; 2],
    pub supports: [Option<UnitId>; 2],
}

impl Run<'_> {
    /// The valeur of a unit within the tables (ruling 4).
    pub(super) fn table_valeur(&self, unit: UnitId) -> i32 {
        let valeur = self.battle.valeur(unit);
        if self.unit(unit).branch == Branch::Artillery { valeur.clamp(-3, 3) } else { valeur.clamp(-4, 5) }
    }

    /// Does a line from a place strike a unit's flank or rear (§09.03.4, §10.03.3)?
    pub(super) fn strikes_flank(&self, kind: StrikeKind, from: Point, at: Point, target: UnitId) -> bool {
        let struck = self.unit(target);
        let beyond = at + (at - from) * 0.05;
        let Some(strike) = strike(Line::between(from, beyond), &struck.placed) else { return false };
        let facts = FlankTest {
            kind,
            face: face(strike.face),
            angle_deg: strike.angle.0.clamp(0.0, 90.0),
            target: match () {
                () if struck.spread() => FlankTarget::Spread,
                () if !struck.has_flanks() => FlankTarget::AllRound,
                () => FlankTarget::Closed,
            },
        };
        plain(&facts, self.tables).is_ok_and(|test| test.flank)
    }

    /// Does an attack come on the flank or rear: does one of the attacker's melee units have its front toward it (§12.03.6)?
    pub(super) fn flank_attack(&self, attacker: UnitId, defender: UnitId) -> bool {
        let placed = &self.unit(attacker).placed;
        let (left, right) = placed.wings();
        let ahead = placed.frame().ahead;
        let units = (self.unit(attacker).figures / 10).clamp(1, 12);
        (0..units).any(|number| {
            let from = left.toward(right, (f64::from(number) + 0.5) / f64::from(units));
            let to = from + ahead * (12.0 * CM);
            let hits = strike(Line::between(from, to), &self.unit(defender).placed);
            hits.is_some_and(|hit| self.strikes_flank(StrikeKind::Melee, from, hit.place, defender))
        })
    }

    /// Its march straight ahead up to this moment.
    fn run_now(&self, unit: UnitId) -> Option<StraightRun> {
        let rider = self.unit(unit);
        let step = rider.todo.first().map(|doing| doing.step);
        let (Some((since, from)), Some(step), Some(_)) = (rider.planned, step, &rider.track) else {
            return rider.run;
        };
        let metres = from.at.distance(rider.pose.at);
        let when = [Instant::new(self.battle.turn, since), self.now()];
        run_after(rider.run, rider.pose.facing, step, metres, when)
    }

    /// The momentum of cavalry (§12.03.4, §12.03.10).
    fn momentum(&self, unit: UnitId, continued: bool) -> Momentum {
        let rider = self.unit(unit);
        let now = self.now();
        let run = self.run_now(unit).filter(|run| now.turns_since(run.until) < 1.0e-6);
        let storm = rider.storming.since.map_or(0.0, |since| 2.0 * now.turns_since(since));
        let facts = MomentumTest {
            straight_cm: Centimetres(run.map_or(0.0, |run| run.metres / CM + 1.0e-6).clamp(0.0, 500.0)),
            deviation_deg: run.map_or(0.0, |run| run.deviation).clamp(0.0, 180.0),
            storm_half_turns: (storm + 1.0e-6).clamp(0.0, 20.0),
            continued,
        };
        plain(&facts, self.tables).map_or(Momentum::None, |test| test.momentum)
    }

    /// Has it stood still for a quarter turn?
    pub(super) fn stationary(&self, unit: UnitId) -> bool {
        let stands = self.unit(unit);
        let acts = stands.track.is_some()
            && !matches!(
                stands.todo.first().map(|doing| doing.step),
                Some(crate::battle::order::Step::Halt { .. })
            );
        !acts && self.now().turns_since(stands.stands_since) >= STATIONARY - 1.0e-9
    }

    /// Does the attacker have a figure on a lower step (§12.03.5)?
    fn uphill(&self, attacker: UnitId, defender: UnitId) -> bool {
        let level = |place: Point| self.battle.ground.level_at(place);
        let corners = |unit: UnitId| {
            let parts = self.unit(unit).placed.parts().iter();
            parts.flat_map(|part| part.corners().to_vec()).map(level).collect::<Vec<_>>()
        };
        let lowest = corners(attacker).into_iter().min().unwrap_or(0);
        let highest = level(self.unit(defender).placed.pose().at);
        lowest < highest
    }

    fn first_action(&self, unit: UnitId, attacks: bool, momentum: Momentum) -> bool {
        let of = self.unit(unit);
        match of.branch {
            Branch::Infantry if attacks && of.formation == Formation::AttackColumn => {
                !of.first_fire_spent && !of.schooling.no_first_in_column
            }
            Branch::Infantry => !of.first_fire_spent,
            Branch::Cavalry => attacks && !of.first_attack_spent && momentum != Momentum::None,
            Branch::Artillery | Branch::Wagon => false,
        }
    }

    fn smoke(&self, unit: UnitId) -> Smoke {
        match self.unit(unit).smoke {
            Some(turn) if turn == self.battle.turn => Smoke::ThisTurn,
            Some(turn) if turn + 1 == self.battle.turn => Smoke::LastTurn,
            _ => Smoke::None,
        }
    }

    fn complete_victory(&self, unit: UnitId) -> bool {
        self.unit(unit).victory.is_some_and(|turn| self.battle.turn <= turn + 1)
    }

    fn skirmishers(&self, unit: UnitId) -> i32 {
        self.battle.chain_of(unit).map_or(0, |chain| self.unit(chain).figures)
    }

    /// Has a unit in disorder somebody or something behind it, so that it cannot retire (§13.02.1)?
    fn cannot_retreat(&self, unit: UnitId, from: Point) -> bool {
        let stands = self.unit(unit);
        if stands.order != Order::Disorder {
            return false;
        }
        let Some(way) = (stands.placed.centre() - from).unit() else { return false };
        let pose = stands.placed.pose();
        let there = stands.placed.moved_to(Pose::new(pose.at + way * CM, pose.facing));
        let blocked = |other: UnitId| {
            let body = &self.unit(other).placed;
            overlap_area(&there, body) > overlap_area(&stands.placed, body) + 1.0
        };
        let rear = stands.placed.centre() + way * (stands.placed.body().depth() / 2.0 + CM);
        self.battle.here().any(|other| other != unit && blocked(other))
            || obstacle_between(&self.battle.ground, stands.placed.centre(), rear) > 0
            || !self.battle.ground.table().holds(&there)
    }

    /// The facts of a melee.
    pub(super) fn melee_facts(&self, attacker: UnitId, defender: UnitId, brought: Brought) -> Melee {
        let (one, other) = (self.unit(attacker), self.unit(defender));
        let continued = self.fought_on(attacker, defender);
        let (here, there) = closest_places(&one.placed, &other.placed);
        let obstacle = obstacle_between(&self.battle.ground, here, there).clamp(0, 3);
        let momentum = self.momentum(attacker, continued);
        let both_attack = self.attacking(defender)
            && self.unit(defender).now.attacks
            && self.before_front(defender, attacker);
        let other_momentum = self.momentum(defender, continued);
        Melee {
            attacker: MeleeAttacker {
                arm: attacker_arm(one),
                formation: attacker_formation(one),
                ranks: one.ranks(),
                skirmish_figures: Figures(self.skirmishers(attacker)),
                skirmishers_out: self.skirmishers(attacker) > 0 || one.formation.skirmish(),
                order: intact_order(one.order),
                valeur: self.table_valeur(attacker),
                training: one.training.attack,
                chief_modifier: brought.chiefs[0],
                support: brought.supports[0].is_some(),
                first_action: self.first_action(attacker, true, momentum),
                no_ammunition: one.loads <= 0 && one.branch == Branch::Infantry,
                rifles_only: one.rifles_only,
                momentum,
                complete_victory: self.complete_victory(attacker),
                column_no_room: false,
                no_attack_column_bonus: one.schooling.no_column_bonus,
                uphill: self.uphill(attacker, defender),
                obstacle,
                flank_attack: self.flank_attack(attacker, defender),
            },
            defender: MeleeDefender {
                arm: melee_arm(other),
                formation: melee_formation(other),
                ranks: other.ranks(),
                skirmish_figures: Figures(self.skirmishers(defender)),
                skirmishers_out: self.skirmishers(defender) > 0 || other.formation.skirmish(),
                order: other.order,
                valeur: self.table_valeur(defender),
                training: if both_attack { other.training.attack } else { other.training.defence },
                chief_modifier: brought.chiefs[1],
                support: brought.supports[1].is_some() && other.order != Order::Rout,
                first_action: self.first_action(defender, both_attack, other_momentum),
                no_ammunition: other.loads <= 0
                    && matches!(other.branch, Branch::Infantry | Branch::Artillery),
                rifles_only: other.rifles_only,
                momentum: other_momentum,
                complete_victory: self.complete_victory(defender),
                column_no_room: false,
                no_attack_column_bonus: other.schooling.no_column_bonus,
                uphill: self.uphill(defender, attacker),
                obstacle: if both_attack { obstacle } else { 0 },
                cover: cover_against(self.battle, defender, one.placed.pose().at).clamp(0, 3),
                flanks_secured: false,
                street_facing: false,
                smoke: if other.branch == Branch::Infantry { self.smoke(defender) } else { Smoke::None },
                not_stationary: other.branch == Branch::Infantry && !self.stationary(defender),
                cannot_retreat: self.cannot_retreat(defender, one.placed.pose().at),
            },
            both_attack,
            continued,
            built_up_area: false,
        }
    }

    /// Did they stand at break-in distance from a melee of the last turn (skema XV, note 2)?
    fn fought_on(&self, attacker: UnitId, defender: UnitId) -> bool {
        self.unit(attacker).last_fought.contains(&defender)
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
        let all_round = behind.formation.all_round();
        let within = !all_round
            && !in_zone(&zone_before(&behind.placed, super::moving::BREAK_IN_CM * CM), &front.placed)
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
                engaged: !behind.now.fought.is_empty() || behind.now.fired,
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

    /// Its order this turn is to fire.
    pub(super) fn fires_this_turn(&self, unit: UnitId) -> bool {
        let of = self.unit(unit);
        of.now.fired
            || (matches!(of.now.order, Some(UnitOrder::Fire { .. })) && self.battle.waiting.contains(&unit))
    }
}
