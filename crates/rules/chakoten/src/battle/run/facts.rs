//! The facts of a melee, measured on the table (chapter 12, skema XV).

use krigsspil_engine::{Centimetres, Figures};
use krigsspil_field::prelude::*;
use krigsspil_turn::timeline::Instant;

use super::Run;
use super::changes::run_after;
use crate::battle::bodies::{column_front, plain};
use crate::battle::order::{Formation, UnitOrder};
use crate::battle::state::*;
use crate::battle::terrain::{cover_against, edge_between, obstacle_between};
use crate::procedures::attack::MomentumTest;
use crate::procedures::melee::{Melee, MeleeAttacker, MeleeDefender};
use crate::vocabulary::*;

/// Cavalry has moved within a quarter turn (skema VIII and XV).
const STATIONARY: f64 = 0.25;

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
        // Pioneers and sailors are attacked like guns (ruling 60 on armies).
        (Branch::Infantry, _) if unit.schooling.as_guns => MeleeArm::Artillery,
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
        Formation::Square if unit.one_front => AttackerFormation::SquareOneFront,
        Formation::Square => AttackerFormation::Square,
        Formation::BattalionMass => AttackerFormation::BattalionMass,
        Formation::Hob => AttackerFormation::Hob,
        Formation::BrigadeColumn => AttackerFormation::BrigadeColumn,
        Formation::DenseSkirmish | Formation::ThinSkirmish => AttackerFormation::Skirmish,
    }
}

fn melee_formation(unit: &Unit) -> MeleeFormation {
    match () {
        () if unit.now.works.is_some() => MeleeFormation::Working,
        // Whoever is in rout keeps what it was; the tables know that it is spread, and it has no skirmishers (ruling 77, §12.03.8).
        () if unit.spread() && unit.order != Order::Rout => MeleeFormation::Skirmish,
        // Limbered guns one behind another are a march column (§05.03.2, skema XV).
        () if unit.battery.is_some() && !(unit.limbered() && unit.formation.marching()) => {
            MeleeFormation::Line
        }
        () => attacker_formation(unit).in_melee(),
    }
}

/// Skirmishers are out in the main direction of a melee if theirs is this near to it, in degrees (house).
const MAIN_DIRECTION_DEG: f64 = 45.0;

/// The skirmishers of a unit in a melee, and how many of them stand in its ranks again.
#[derive(Clone, Copy)]
struct Skirmishers {
    figures: i32,
    back: i32,
}

impl Skirmishers {
    /// Those who fight beside the ranks of their unit: in a square they stand in them (ruling 80).
    fn beside(self, unit: &Unit) -> i32 {
        if self.back > 0 && unit.formation.all_round() { 0 } else { self.figures }
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
        // What begins at this very moment comes after it (§03.02.10).
        let begun = stands.planned.is_some_and(|(since, _)| since < self.battle.moment);
        let acts = stands.track.is_some()
            && begun
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
            Branch::Infantry => !of.first_fire_spent,
            // Also of one who is caught while he rides it (§12.03.6, ruling 56).
            Branch::Cavalry => {
                let column = of.formation != Formation::Line && of.schooling.no_first_in_column;
                (attacks || of.now.attacks) && !column && !of.first_attack_spent && momentum != Momentum::None
            }
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

    pub(super) fn complete_victory(&self, unit: UnitId) -> bool {
        self.unit(unit).victory.is_some_and(|turn| self.battle.turn <= turn + 1)
    }

    /// The skirmishers that a unit has out in the main direction of a melee (§12.03.8, §14.04.3): those it has sent there, also if it has
    /// marched through them this turn on its way, or those that were pressed back into its ranks this turn.
    fn skirmishers(&self, unit: UnitId, toward: Bearing) -> Skirmishers {
        let same = |out: Bearing| out.turn_to(toward).0.abs() <= MAIN_DIRECTION_DEG;
        let passed = self.unit(unit).now.chain_passed.is_some_and(|out| same(Bearing::degrees(out)));
        let out = |chain: &UnitId| passed || same(self.direction_of(unit, *chain));
        if let Some(chain) = self.battle.chain_of(unit).filter(out) {
            return Skirmishers { figures: self.unit(chain).figures, back: 0 };
        }
        let back = self.unit(unit).now.chain_back.filter(|(_, out)| same(Bearing::degrees(*out)));
        let back = back.map_or(0, |(figures, _)| figures.min(self.unit(unit).figures - 1));
        Skirmishers { figures: back, back }
    }

    /// The ranks of a unit without the skirmishers who have been pressed back into them: they fight before it (§14.04.3). In a square they
    /// count as in it (ruling 80).
    fn ranks_without(&self, unit: UnitId, back: i32) -> Vec<i32> {
        let whole = self.unit(unit);
        if back == 0 || whole.formation.all_round() {
            return whole.ranks();
        }
        let mut body = whole.clone();
        body.figures -= back;
        body.front = body.front.min(column_front(body.figures));
        let placed = crate::battle::bodies::body(&body, self.tables).and_then(|made| made.at(body.pose));
        body.placed = placed.unwrap_or_else(|_| whole.placed.clone());
        body.ranks()
    }

    /// Has a unit in disorder somebody or something behind it, so that it cannot retire (§13.02.1)?
    fn cannot_retreat(&self, unit: UnitId, from: Point) -> bool {
        let stands = self.unit(unit);
        if stands.order != Order::Disorder {
            return false;
        }
        let Some(way) = (stands.placed.centre() - from).unit() else { return false };
        if stands.inside.is_some() {
            let out = self.outside(unit, Bearing::of(way));
            return out.is_none_or(|out| self.stands_on_somebody(unit, &out));
        }
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
        let obstacle = obstacle_between(&self.battle.ground, here, there);
        let edge = edge_between(&self.battle.ground, here, there);
        let obstacle = obstacle.max(self.wall_before(defender)).max(edge).clamp(0, 3);
        let momentum = self.momentum(attacker, continued);
        let both_attack = self.both_attack(attacker, defender);
        let other_momentum = self.momentum(defender, continued);
        let comes = one.placed.pose().facing;
        let ours = self.skirmishers(attacker, comes);
        let theirs = self.skirmishers(defender, comes.right_by(Degrees(180.0)));
        Melee {
            attacker: MeleeAttacker {
                arm: attacker_arm(one),
                formation: attacker_formation(one),
                ranks: self.ranks_without(attacker, ours.back),
                skirmish_figures: Figures(ours.beside(one)),
                skirmishers_out: ours.figures > 0 || one.formation.skirmish(),
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
                column_no_room: self.no_room_to_widen(attacker),
                no_attack_column_bonus: one.schooling.no_column_bonus,
                uphill: self.uphill(attacker, defender),
                obstacle,
                flank_attack: self.flank_attack(attacker, defender),
            },
            defender: MeleeDefender {
                arm: melee_arm(other),
                formation: melee_formation(other),
                ranks: self.ranks_without(defender, theirs.back),
                skirmish_figures: Figures(theirs.beside(other)),
                skirmishers_out: theirs.figures > 0 || other.formation.skirmish(),
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
                column_no_room: self.no_room_to_widen(defender),
                no_attack_column_bonus: other.schooling.no_column_bonus,
                uphill: self.uphill(defender, attacker),
                obstacle: if both_attack { obstacle } else { 0 },
                cover: cover_against(self.battle, defender, one.placed.pose().at).clamp(0, 3),
                flanks_secured: self.flanks_secured(attacker, defender),
                street_facing: self.holds_a_street(defender, attacker),
                smoke: if other.branch == Branch::Infantry { self.smoke(defender) } else { Smoke::None },
                not_stationary: other.branch == Branch::Infantry && !self.stationary(defender),
                cannot_retreat: self.cannot_retreat(defender, self.danger_from(defender, attacker)),
            },
            both_attack,
            continued,
            built_up_area: self.fights_in_town(attacker, defender),
        }
    }

    /// Do both attack each other? Whoever is attacked in flank is a defender, whatever he is ordered to (§12.02.1, §12.03.6).
    pub(super) fn both_attack(&self, attacker: UnitId, defender: UnitId) -> bool {
        self.attacking(defender)
            && self.unit(defender).now.attacks
            && self.comes_up_to(defender, attacker)
            && !self.flank_attack(attacker, defender)
            && !self.flank_attack(defender, attacker)
    }

    /// Did they stand at break-in distance from a melee of the last turn (skema XV, note 2)?
    fn fought_on(&self, attacker: UnitId, defender: UnitId) -> bool {
        self.unit(attacker).last_fought.contains(&defender)
    }

    /// Its order this turn is to fire.
    pub(super) fn fires_this_turn(&self, unit: UnitId) -> bool {
        let of = self.unit(unit);
        of.now.fired
            || (matches!(of.now.order, Some(UnitOrder::Fire { .. })) && self.battle.waiting.contains(&unit))
    }
}
