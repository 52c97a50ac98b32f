//! The facts of a melee, measured on the table (chapter 12, skema XV).

use krigsspil_engine::{Centimetres, Figures};
use krigsspil_field::polygon::{edges, nearest_on};
use krigsspil_field::prelude::Face as Side;
use krigsspil_field::prelude::{Feature, *};
use krigsspil_turn::timeline::Instant;

use super::Run;
use super::aim::least_off;
use super::changes::run_after;
use super::moving::JUST;
use crate::battle::bodies::{column_front, plain};
use crate::battle::order::{Formation, UnitOrder};
use crate::battle::state::*;
use crate::battle::terrain::{
    Limits, cover_against, difficult_at, edge_between, obstacle_between, obstacle_of, rates, water_cm,
};
use crate::procedures::attack::{MomentumTest, SupportUnit, SupportedUnit, SupportingUnit};
use crate::procedures::melee::{Melee, MeleeAttacker, MeleeDefender};
use crate::procedures::small_arms::FlankTest;
use crate::vocabulary::Face;
use crate::vocabulary::*;

/// Cavalry has moved within a quarter turn (skema VIII and XV).
const STATIONARY: f64 = 0.25;

/// A front looks upon what lies within this many degrees of straight ahead (house).
const LOOKS_UPON_DEG: f64 = 45.0;

/// The part of half a front from which the angle of a wing is measured.
const SHOULDER: f64 = 0.01;

/// A flank rests on what is this near to it: there is no room for a horse (house).
const SECURED_CM: f64 = 2.0;
/// Wider water is passed only at fords (§07.04.1).
const FORDED_CM: f64 = 4.0;

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

pub(super) fn face(side: Side) -> Face {
    match side {
        Side::Front => Face::Front,
        Side::Rear => Face::Rear,
        Side::LeftFlank | Side::RightFlank => Face::Flank,
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

    /// Does an attack come on the flank or rear (§12.03.6)?
    pub(super) fn flank_attack(&self, attacker: UnitId, defender: UnitId) -> bool {
        let placed = &self.unit(attacker).placed;
        self.looks_on_flank(placed, placed.frame().ahead, 0.0, defender)
    }

    /// Does a flight run into the flank or rear of one whom it may carry along (§13.05.2)? It looks where it runs.
    pub(super) fn runs_into_flank(&self, runner: &Placed, way: Point, friend: UnitId) -> bool {
        let body = runner.body();
        let within = body.depth() / f64::from(body.ranks().max(1) as i32)
            * f64::from(body.ranks().min(2) as i32)
            / 2.0;
        self.looks_on_flank(runner, way, within, friend)
    }

    /// Has one of a body's melee units, ten figures of its first two ranks, its front toward the flank or rear of another? They look from so
    /// far within the body.
    pub(super) fn looks_on_flank(&self, placed: &Placed, ahead: Point, within: f64, other: UnitId) -> bool {
        let struck = self.unit(other);
        let target = match () {
            () if struck.spread() => FlankTarget::Spread,
            () if !struck.has_flanks() => FlankTarget::AllRound,
            () => FlankTarget::Closed,
        };
        let (left, right) = placed.wings();
        let back = placed.frame().ahead * within;
        let body = placed.body();
        let units = (body.files() as i32 * body.ranks().min(2) as i32 / 10).clamp(1, 12);
        (0..units).any(|number| {
            let from = left.toward(right, (f64::from(number) + 0.5) / f64::from(units)) - back;
            faces_toward(from, ahead, &struck.placed).into_iter().any(|(side, angle_deg)| {
                let facts = FlankTest { kind: StrikeKind::Melee, face: face(side), angle_deg, target };
                plain(&facts, self.tables).is_ok_and(|test| test.flank)
            })
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

    /// Has a defender on foot both flanks on what horse cannot pass (§12.03.2): a building, a wood, a swamp, wide water, an obstacle of class
    /// II or III?
    fn flanks_secured(&self, attacker: UnitId, defender: UnitId) -> bool {
        let (horse, foot) = (self.unit(attacker), self.unit(defender));
        if horse.branch != Branch::Cavalry
            || foot.branch != Branch::Infantry
            || !foot.closed()
            || foot.fronts_all_round()
            || foot.inside.is_some()
            || self.flank_attack(attacker, defender)
        {
            return false;
        }
        let (left, right) = foot.placed.wings();
        let (ahead, depth) = (foot.placed.frame().ahead, foot.placed.body().depth());
        let bars = |feature: &Feature| {
            matches!(feature.kind, Kind::Building | Kind::Area(AreaKind::Wood | AreaKind::Marsh))
                || obstacle_of(feature) >= 2
                || water_cm(feature).is_some_and(|cm| cm > FORDED_CM)
        };
        let covered = |wing: Point, out: Point| {
            let from = wing - ahead * (depth / 2.0);
            let beside = self.battle.ground.crossed(&[from, from + out * (SECURED_CM * CM)], 0.0);
            beside.into_iter().any(|crossed| self.battle.ground.feature(crossed.feature).is_some_and(bars))
        };
        covered(left, ahead.right() * -1.0) && covered(right, ahead.right())
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

    /// Its order this turn is to fire.
    pub(super) fn fires_this_turn(&self, unit: UnitId) -> bool {
        let of = self.unit(unit);
        of.now.fired
            || (matches!(of.now.order, Some(UnitOrder::Fire { .. })) && self.battle.waiting.contains(&unit))
    }
}

/// The sides of a body that a front looks upon from its middle: each with the angle between it and the line to its nearest place. A front
/// looks upon what lies within 45 degrees of straight ahead (house).
fn faces_toward(from: Point, ahead: Point, body: &Placed) -> Vec<(Side, f64)> {
    let mut faces = Vec::new();
    for part in body.parts() {
        let part_ahead = match part {
            Part::Slab(slab) => slab.ahead(),
            Part::Ring(_) => body.frame().ahead,
        };
        for (start, end) in edges(part.corners()) {
            // Parts run anticlockwise, so outward is to the right of each edge.
            let (edge, outward) = (end - start, (end - start).right());
            let to = nearest_on((start, end), from);
            let way = to - from;
            let off = Bearing::of(ahead).turn_to(Bearing::of(way)).0.abs();
            let seen = (from - start).dot(outward) > 0.0 && way.length() > 0.0 && off <= LOOKS_UPON_DEG;
            let hidden = body
                .parts()
                .iter()
                .any(|other| other.first_meeting(from, to).is_some_and(|(share, _)| share < 1.0 - 1.0e-6));
            if seen && !hidden {
                let turn = Bearing::of(way).turn_to(Bearing::of(edge)).0.abs();
                let angle = if turn > 90.0 { 180.0 - turn } else { turn };
                faces.push((Side::looking(outward, part_ahead), angle.clamp(0.0, 90.0)));
            }
        }
    }
    faces
}
