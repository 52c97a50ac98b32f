//! Forced moves: retirement, turning away, evasion (chapter 04.02).

use krigsspil_engine::Centimetres;
use krigsspil_field::prelude::*;
use krigsspil_turn::riders;
use krigsspil_turn::timeline::first_that;
use serde_json::json;

use super::fires::steady;
use super::lines::abreast;
use super::movement::{BREAK_CM, EDGE};
use super::state_changes::{rebuild, set_order};
use super::struck::Side;
use super::{Go, Run, item};
use crate::battle::bodies::{drawn_up, plain};
use crate::battle::legal::arm;
use crate::battle::order::{Step, UnitOrder};
use crate::battle::state::*;
use crate::battle::terrain::rates;
use crate::procedures::attack::SupportCheck;
use crate::procedures::forced::{DrivenArm, ForcedCause, ForcedMove};
use crate::procedures::storm::MarchThrough;
use crate::vocabulary::*;

/// How many points of a forced move are checked on its way.
const LOOKS: u32 = 64;
/// Bodies that overlap by at most this many square metres only graze each other.
const GRAZED: f64 = 2.0;

/// What drives a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DrivenBy {
    /// Fire: it flees with its back to the place the fire came from.
    Fire,
    /// An attack or a melee: it flees straight away from the side on which it was struck.
    Attack,
    /// A friend in flight: it flees from the enemy who broke that friend (ruling 80).
    Friend,
}

/// A unit that is driven back, into this order, by an enemy at this place, who struck it on this side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Driven {
    pub unit: UnitId,
    pub order: Order,
    pub by: DrivenBy,
    pub from: Point,
    pub side: Side,
}

/// The rule that drives a unit.
pub(super) const fn rule_of(cause: ForcedCause) -> &'static str {
    match cause {
        ForcedCause::RoutThisTurn => "04.02.1",
        ForcedCause::RoutAtStart => "04.02.2",
        ForcedCause::DisorderThisTurn => "04.02.3",
        ForcedCause::DisorderFiredOn => "04.02.4",
        ForcedCause::TurnAndWithdraw => "04.02.6",
        ForcedCause::ChainEvades => "04.02.10",
    }
}

fn driven_arm(unit: &Unit) -> DrivenArm {
    match unit.branch {
        Branch::Cavalry if unit.mounted => DrivenArm::MountedCavalry,
        Branch::Infantry | Branch::Cavalry => DrivenArm::Infantry,
        Branch::Wagon => DrivenArm::FootArtillery,
        Branch::Artillery => match &unit.battery {
            Some(battery) if battery.abandoned.is_some() => DrivenArm::Infantry,
            Some(battery) if !battery.limbered => DrivenArm::UnlimberedArtillery,
            Some(battery) if battery.riding => DrivenArm::HorseArtillery,
            _ => DrivenArm::FootArtillery,
        },
    }
}

impl Run<'_> {
    /// Makes the forced moves, in order of place; those swept along follow.
    pub(super) fn drive(&mut self, mut driven: Vec<Driven>) -> Go {
        driven.sort_by(|a, b| self.battle.by_place(a.unit, b.unit).then(worse(b.order).cmp(&worse(a.order))));
        // Each unit is driven once into each order: a unit that retires may still be swept along, and then it flees.
        let mut done: Vec<(UnitId, Order)> = Vec::new();
        while !driven.is_empty() {
            let next = driven.remove(self.first_to_go(&driven));
            let order = self.unit(next.unit).order;
            if done.contains(&(next.unit, order)) || !self.unit(next.unit).here() {
                continue;
            }
            done.push((next.unit, order));
            item(self, |run| run.drive_one(&next, order, &mut driven))?;
        }
        Ok(())
    }

    fn drive_one(&mut self, next: &Driven, order: Order, driven: &mut Vec<Driven>) -> Go {
        match order {
            Order::Rout => {
                let whole = self.unit(next.unit).mounted_cavalry();
                let run = (self.flight_of(next), if whole { 1.0 } else { 0.5 });
                self.flee(next.unit, ForcedCause::RoutThisTurn, run, next.from, driven)?;
            }
            Order::Disorder => {
                self.retire(next.unit, ForcedCause::DisorderThisTurn, (next.side, next.from), 0.5, &[])?;
            }
            _ if next.order == Order::LightDisorder => self.turn_away(next.unit, next.side),
            _ => {}
        }
        Ok(())
    }

    /// The first in order; but of two that retire together, the one whose way the other blocks waits for it (§04.02.5).
    fn first_to_go(&self, driven: &[Driven]) -> usize {
        let retires =
            |one: &Driven| self.unit(one.unit).here() && self.unit(one.unit).order == Order::Disorder;
        let waits = |one: &Driven| {
            let goes_before = |other: &Driven| {
                other.unit != one.unit
                    && retires(other)
                    && self.lies_in_the_way(one.unit, one.side, other.unit)
            };
            retires(one) && driven.iter().any(goes_before)
        };
        driven.iter().position(|one| !waits(one)).unwrap_or(0)
    }

    /// Does another unit stand on the way on which a unit retires?
    fn lies_in_the_way(&self, unit: UnitId, struck: Side, other: UnitId) -> bool {
        let (here, there) = (&self.unit(unit).placed, &self.unit(other).placed);
        let way = struck.away(here.pose().facing).ahead();
        !abreast(here, there, way) && (there.centre() - here.centre()).dot(way) > 0.0
    }

    /// The direction in which a broken unit flees: with its back to the cause (§04.02.1); a unit that a friend sweeps along flees home,
    /// unless the enemy who broke the friend stands there (ruling 80).
    fn flight_of(&self, driven: &Driven) -> Bearing {
        match driven.by {
            DrivenBy::Fire => self.away(driven.unit, driven.from),
            DrivenBy::Attack => driven.side.away(self.unit(driven.unit).placed.pose().facing),
            DrivenBy::Friend => self.way_from(driven.unit, driven.from),
        }
    }

    /// The bearing away from a place.
    pub(super) fn away(&self, unit: UnitId, from: Point) -> Bearing {
        let middle = self.unit(unit).placed.centre();
        Bearing::of(middle - from).on_grid()
    }

    pub(super) fn forced_row(&self, unit: UnitId, cause: ForcedCause) -> Option<MarchRow> {
        let driven = self.unit(unit);
        let facts = ForcedMove {
            cause,
            arm: driven_arm(driven),
            formation: if driven.battery.is_some() && driven.formation == Formation::Chain {
                Formation::Line
            } else {
                driven.formation
            },
            terrain: Terrain::Open,
            quarters_left: 4,
            half_horses_lost: false,
        };
        plain(&facts, self.tables).ok().map(|forced| forced.row)
    }

    /// Gunners run behind a friend; their guns stay where they are until the turn ends (§04.02.12).
    pub(super) fn run_to(&mut self, unit: UnitId, friend: UnitId) {
        self.break_off(unit);
        let guns = self.unit(unit).placed.pose();
        let shelter = &self.unit(friend).placed;
        let frame = shelter.frame();
        let behind = frame.at - frame.ahead * (shelter.body().depth() + 1.0);
        let facing = shelter.pose().facing;
        let gunners = self.unit_mut(unit);
        if let Some(battery) = &mut gunners.battery {
            battery.sheltered = true;
            battery.abandoned = Some(guns);
        }
        gunners.pose = Pose::new(behind, facing).on_grid();
        self.stand_anew(unit);
        self.materiel_stands();
    }

    /// A unit in disorder goes back facing the enemy (§04.02.3, §04.02.4); it stops at friends it may not pass, and at `stops`.
    pub(super) fn retire(
        &mut self,
        unit: UnitId,
        cause: ForcedCause,
        (mut side, from): (Side, Point),
        turns: f64,
        stops: &[UnitId],
    ) -> Go {
        self.break_off(unit);
        let Some(row) = self.forced_row(unit, cause) else { return Ok(()) };
        let stood = self.unit(unit).placed.clone();
        if self.unit(unit).building.is_some() {
            // A house has no flanks (§02.04.3): the unit comes out behind it, and faces the house and the enemy.
            self.out_of_house(unit, self.away(unit, from));
            side = Side::Front;
        }
        self.draw_up(unit, side);
        super::state_changes::stay_on_table(self.battle, unit);
        let mut pace = rates(self.unit(unit), row, self.tables);
        pace.never_halved = cause == ForcedCause::DisorderThisTurn || cause == ForcedCause::ChainEvades;
        let Ok(track) = march(&self.unit(unit).placed, &[side.leg()], &pace, &self.battle.ground, 0.0) else {
            return Ok(());
        };
        let stop = self.retire_end(unit, &track, turns, stops);
        self.goes_through(unit, &track, stop);
        let placed = self.clear_of_friends(unit, &track, stop, (&side.leg(), &pace), stops);
        let retired = self.unit_mut(unit);
        retired.pose = placed.pose();
        retired.trail = placed.body().trail().map(|trail| trail.corners().to_vec()).unwrap_or_default();
        retired.placed = placed;
        retired.now.moved = true;
        self.stand_anew(unit);
        self.tell_driven("retires", rule_of(cause), unit, &stood, json!({}));
        riders::carry(self, unit);
        Ok(())
    }

    /// Before they go back, a chain on the flanks of another body closes up and a march column straightens; a column that runs ahead keeps
    /// its bends.
    fn draw_up(&mut self, unit: UnitId, struck: Side) {
        self.unit_mut(unit).on_flanks_mm = 0;
        rebuild(self.battle, self.tables, unit);
        if struck == Side::Rear {
            return;
        }
        let drawn =
            drawn_up(self.unit(unit), self.tables).and_then(|body| body.at(self.unit(unit).pose).ok());
        if let Some(placed) = drawn {
            self.unit_mut(unit).trail.clear();
            self.unit_mut(unit).placed = placed;
        }
    }

    /// It stops at a friend it may not pass, 2 cm from an enemy, or at the edge (§04.02.5, ruling 84).
    fn retire_end(&self, unit: UnitId, track: &Track, turns: f64, stops: &[UnitId]) -> f64 {
        let here = &self.unit(unit).placed;
        let way = (track.at(turns).pose().at - here.pose().at).unit();
        let enemy = |other: UnitId| self.unit(other).side != self.unit(unit).side;
        let beside = |other: UnitId| {
            !enemy(other) && way.is_some_and(|way| abreast(here, &self.unit(other).placed, way))
        };
        let bars = |other: UnitId| {
            other != unit && (stops.contains(&other) || !self.may_pass(unit, other)) && !beside(other)
        };
        // Units that it never comes near do not block its way.
        let swept = track.swept().grown(BREAK_CM * CM + 2.0 * TOUCH);
        let near_it = |other: &UnitId| swept.meets(self.unit(*other).placed.extent());
        let barring = self.battle.here().filter(near_it).filter(|&other| bars(other));
        let apart_from = |other: UnitId| if enemy(other) { BREAK_CM * CM } else { TOUCH };
        let (near, apart): (Vec<UnitId>, Vec<UnitId>) =
            barring.partition(|&other| distance(&self.unit(other).placed, here) <= apart_from(other) + TOUCH);
        // A unit that it touches, or an enemy at 2 cm, holds it in place if it stands in its way.
        let a_little = track.at(turns / 50.0);
        let holds = |other: UnitId| {
            let body = &self.unit(other).placed;
            overlap_area(&a_little, body) > overlap_area(here, body) + 1.0e-6
                || (enemy(other) && distance(&a_little, body) < distance(here, body) - TOUCH / 2.0)
        };
        if near.into_iter().any(holds) {
            return 0.0;
        }
        let others: Vec<(UnitId, Track)> =
            apart.into_iter().map(|other| (other, Track::standing(&self.unit(other).placed))).collect();
        let mut marchers = vec![Marcher { name: unit, track }];
        marchers.extend(others.iter().map(|(name, track)| Marcher { name: *name, track }));
        let watch = |one, other| {
            let meets = one == unit || other == unit;
            let hostile = meets && (enemy(one) || enemy(other));
            Watch { contact: meets, distance: hostile.then_some(BREAK_CM * CM) }
        };
        let edge = |what: &Happening<UnitId>| matches!(what, Happening::LeavesTable(_));
        let stops = |what: &Happening<UnitId>| {
            edge(what) || matches!(what, Happening::Contact(..) | Happening::Within(..))
        };
        let first = first_that(&marchers, self.battle.ground.table(), [turns, BREAK_CM * CM], watch, stops);
        match first.filter(|(at, _)| *at < turns) {
            Some((at, found)) if found.iter().any(|event| edge(&event.what)) => (at - EDGE).max(0.0),
            Some((at, _)) => at,
            None => turns,
        }
    }

    /// Friends that it goes through on its way count as marched through (§04.02.13).
    pub(super) fn goes_through(&mut self, unit: UnitId, track: &Track, stop: f64) {
        let (side, swept) = (self.unit(unit).side, track.swept().grown(TOUCH));
        let near = |friend: &UnitId| {
            let other = self.unit(*friend);
            *friend != unit && other.side == side && swept.meets(other.placed.extent())
        };
        let near: Vec<UnitId> = self.battle.here().filter(near).collect();
        if near.is_empty() {
            return;
        }
        let looks = (0..=LOOKS).map(|look| track.at(stop * f64::from(look) / f64::from(LOOKS)));
        let way: Vec<Placed> = looks.collect();
        for friend in near {
            let body = &self.unit(friend).placed;
            let through = |there: &Placed| overlap_area(there, body) > GRAZED;
            if way.iter().any(through) {
                self.unit_mut(friend).now.marched_through = true;
            }
        }
    }

    /// May one unit march through the other (§02.06.3)?
    pub(super) fn may_pass(&self, mover: UnitId, passed: UnitId) -> bool {
        self.through(mover, passed).is_some_and(|through| through.allowed)
    }

    pub(super) fn through(
        &self,
        mover: UnitId,
        passed: UnitId,
    ) -> Option<crate::procedures::storm::MarchThroughResult> {
        let (goes, stands) = (self.unit(mover), self.unit(passed));
        let facts = MarchThrough {
            mover_arm: arm(goes),
            mover_order: goes.order,
            mover_storming: goes.now.storming,
            passed_enemy: goes.side != stands.side,
            passed_closed: stands.closed(),
            passed_order: stands.order,
            passed_moves_or_fires: stands.now.order.as_ref().is_some_and(|order| order.moves_or_fires()),
        };
        plain(&facts, self.tables).ok()
    }

    /// Horses turn at once and move off for the rest of the turn (§04.02.6).
    pub(super) fn turn_away(&mut self, unit: UnitId, from: Side) {
        self.break_off(unit);
        let turning = self.unit(unit);
        let away = from.away(turning.placed.pose().facing).on_grid();
        let middle = turning.placed.centre();
        let at = middle + away.ahead() * (turning.placed.body().depth() / 2.0);
        let turning = self.unit_mut(unit);
        turning.pose = Pose::new(at, away).on_grid();
        turning.trail.clear();
        turning.now.storming = false;
        turning.now.declared_attack = false;
        turning.now.turned_away = true;
        turning.now.pursues = None;
        turning.now.halted = false;
        turning.todo = vec![Doing { step: Step::Ahead { cm: None }, left: 1.0e6 }];
        self.stand_anew(unit);
        self.tell("turns_away", "04.02.6", &[unit], json!({}));
    }

    /// A chain goes back a whole march; with support it forms on the support's flanks, otherwise it is in light disorder (§04.02.10).
    pub(super) fn fall_back(&mut self, unit: UnitId, enemy: UnitId) -> Go {
        let from = self.unit(enemy).placed.centre();
        // It goes straight back (ruling 79), but not toward an enemy who comes from behind.
        let side = match Side::of_place(&self.unit(unit).placed, from) {
            Side::Rear => Side::Rear,
            _ => Side::Front,
        };
        let before = self.unit(unit).order;
        let supports = self.may_fall_back_upon(unit);
        self.retire(unit, ForcedCause::ChainEvades, (side, from), 1.0, &supports)?;
        let touches = |friend: &UnitId| in_contact(&self.unit(*friend).placed, &self.unit(unit).placed);
        let reached = supports.into_iter().find(touches);
        let facts = crate::procedures::forced::ChainEvasion {
            chain: true,
            enemy_distance_cm: Centimetres(8.0),
            reached_support: reached.is_some(),
            unit_order: steady(before),
        };
        let after = plain(&facts, self.tables)?.order_after;
        let order = Order::from(after);
        if order != before {
            set_order(self.battle, self.tables, unit, order);
        }
        if let Some(friend) = reached {
            self.form_on_flanks(unit, friend);
        }
        self.tell("chain_falls_back", "04.02.10", &[unit], json!({"order": order}));
        Ok(())
    }

    /// The units of its brigade that will support the chain when it comes back to them (§07.03.5).
    fn may_fall_back_upon(&self, unit: UnitId) -> Vec<UnitId> {
        let chain = self.unit(unit);
        let supports = |friend: &Unit| {
            let middle = friend.placed.pose().at;
            let way = super::lines::nearest_place(&chain.placed, middle) - middle;
            let facts = SupportCheck {
                companies: friend.companies().clamp(0, 40),
                closed: friend.closed(),
                same_brigade: friend.side == chain.side && friend.general == chain.general,
                distance_cm: Centimetres(0.0),
                angle_deg: friend.placed.pose().facing.turn_to(Bearing::of(way)).0.abs().min(180.0),
            };
            plain(&facts, self.tables).is_ok_and(|check| check.supports)
        };
        let troops = |friend: &Unit| friend.wagon.is_none() && friend.battery.is_none();
        self.battle
            .here()
            .filter(|&friend| friend != unit && troops(self.unit(friend)) && supports(self.unit(friend)))
            .collect()
    }

    /// Half the chain goes to each flank of its support, level with its front (§04.02.10).
    fn form_on_flanks(&mut self, unit: UnitId, friend: UnitId) {
        let support = &self.unit(friend).placed;
        let (pose, front) = (support.pose(), support.body().front());
        let chain = self.unit_mut(unit);
        chain.on_flanks_mm = (front / CM * 10.0).round() as i32;
        chain.pose = pose.on_grid();
        self.stand_anew(unit);
    }

    /// Forced moves that are due at the start of movement, then riders, then the tracks (§04.02.2, §04.02.4).
    pub(super) fn starts(&mut self) -> Go {
        let mut driven = Vec::new();
        let mut retiring: Vec<(Driven, ForcedCause)> = Vec::new();
        let mut here: Vec<UnitId> = self.battle.here().collect();
        here.sort_by(|&one, &other| self.battle.by_place(one, other));
        for unit in here {
            let now = &self.unit(unit).now;
            if self.unit(unit).order == Order::Rout && now.began_disordered && !now.entered {
                let run = (self.way_of_flight(unit), 1.0);
                let from = self.nearest_enemy_place(unit);
                item(self, |all| all.flee(unit, ForcedCause::RoutAtStart, run, from, &mut driven))?;
            } else if let Some((from, cause)) = self.retires_at_start(unit) {
                let side = Side::of_place(&self.unit(unit).placed, from);
                retiring
                    .push((Driven { unit, order: Order::Disorder, by: DrivenBy::Fire, from, side }, cause));
            }
        }
        self.retire_together(retiring)?;
        self.drive(driven)?;
        self.staff_rides();
        self.events_that_hold();
        Ok(())
    }

    /// From where and why a unit in disorder retires when movement begins: it has announced a retreat, or has been fired on.
    fn retires_at_start(&self, unit: UnitId) -> Option<(Point, ForcedCause)> {
        let now = &self.unit(unit).now;
        if self.unit(unit).order != Order::Disorder {
            return None;
        }
        if now.order == Some(UnitOrder::Retreat) {
            return Some((self.retreats_from(unit), ForcedCause::DisorderThisTurn));
        }
        let fired_on = now.began_disordered && !now.entered && now.lost && now.under_fire;
        let from = || now.struck_from.map_or_else(|| self.nearest_enemy_place(unit), |(_, from)| from);
        fired_on.then(|| (from(), ForcedCause::DisorderFiredOn))
    }

    /// Several units retire at one moment: a unit whose way is blocked by another goes after it.
    fn retire_together(&mut self, mut retiring: Vec<(Driven, ForcedCause)>) -> Go {
        while !retiring.is_empty() {
            let driven: Vec<Driven> = retiring.iter().map(|(driven, _)| *driven).collect();
            let (next, cause) = retiring.remove(self.first_to_go(&driven));
            // A unit that has been swept along in the meantime flees instead.
            if self.unit(next.unit).order == Order::Disorder {
                let turns = if cause == ForcedCause::DisorderFiredOn { 1.0 } else { 0.5 };
                item(self, |run| run.retire(next.unit, cause, (next.side, next.from), turns, &[]))?;
            }
        }
        Ok(())
    }

    /// The place from which a unit retires when it announces a retreat: from the target at which it must continue its fire (§04.02.14),
    /// from the fire that has pinned it (§04.02.8), otherwise from the nearest enemy.
    fn retreats_from(&self, unit: UnitId) -> Point {
        let retreats = self.unit(unit);
        let bound = retreats.fire_fight.filter(|(target, _)| self.unit(*target).here());
        let bound = bound.map(|(target, _)| self.unit(target).placed.centre());
        bound.or(retreats.pinned_from).unwrap_or_else(|| self.nearest_enemy_place(unit))
    }

    /// The nearest enemy who still fights.
    pub(super) fn nearest_enemy(&self, unit: UnitId) -> Option<UnitId> {
        let fights = |enemy: &UnitId| self.unit(*enemy).steady() && self.unit(*enemy).wagon.is_none();
        let near = self.battle.enemies_of(unit).filter(fights);
        near.map(|enemy| (self.battle.cm_between(unit, enemy), enemy))
            .min_by(|a, b| self.battle.nearer(*a, *b))
            .map(|(_, enemy)| enemy)
    }

    fn nearest_enemy_place(&self, unit: UnitId) -> Point {
        let placed = &self.unit(unit).placed;
        self.nearest_enemy(unit)
            .map_or(placed.centre() + placed.frame().ahead * 100.0, |enemy| self.unit(enemy).placed.centre())
    }
}

const fn worse(order: Order) -> u8 {
    match order {
        Order::Rout => 3,
        Order::Disorder => 2,
        Order::LightDisorder | Order::Pinned => 1,
        Order::Good => 0,
    }
}
