//! Forced moves: flight, retirement, turning away, evasion, and who is swept along (chapters 04.02, 08.03).

use krigsspil_engine::{Centimetres, Figures};
use krigsspil_field::prelude::*;
use serde_json::json;

use super::fires::steady;
use super::movement::EDGE;
use super::state_changes::{rebuild, set_order, stand_clear};
use super::{Go, Run};
use crate::battle::bodies::plain;
use crate::battle::legal::arm;
use crate::battle::order::Step;
use crate::battle::state::*;
use crate::battle::terrain::{cover_against, rates};
use crate::procedures::forced::{DrivenArm, ForcedCause, ForcedMove};
use crate::procedures::morale::{Contagion, FleeingPosition};
use crate::procedures::storm::MarchThrough;
use crate::vocabulary::*;

/// Sweeping along reaches so far (§08.03.1).
const CONTAGION_CM: f64 = 8.0;

/// A unit driven back, into this order, from this place.
#[derive(Clone, Debug)]
pub(super) struct Driven {
    pub unit: usize,
    pub order: Order,
    pub from: Point,
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
    /// Makes the forced moves, by id; those swept along follow.
    pub(super) fn drive(&mut self, mut driven: Vec<Driven>) -> Go {
        driven.sort_by(|a, b| a.unit.cmp(&b.unit).then(worse(b.order).cmp(&worse(a.order))));
        let mut done: Vec<usize> = Vec::new();
        while !driven.is_empty() {
            let next = driven.remove(0);
            if done.contains(&next.unit) || !self.unit(next.unit).here() {
                continue;
            }
            done.push(next.unit);
            match self.unit(next.unit).order {
                Order::Rout => {
                    let whole = self.unit(next.unit).mounted_cavalry();
                    let away = self.away(next.unit, next.from);
                    self.flee(
                        next.unit,
                        ForcedCause::RoutThisTurn,
                        away,
                        if whole { 1.0 } else { 0.5 },
                        &mut driven,
                    )?;
                }
                Order::Disorder => self.retire(next.unit, ForcedCause::DisorderThisTurn, next.from, 0.5)?,
                _ if next.order == Order::LightDisorder => self.turn_away(next.unit, next.from),
                _ => {}
            }
        }
        Ok(())
    }

    /// The bearing away from a place.
    pub(super) fn away(&self, unit: usize, from: Point) -> Bearing {
        let middle = self.unit(unit).placed.centre();
        Bearing::of(middle - from).on_grid()
    }

    fn forced_row(&self, unit: usize, cause: ForcedCause) -> Option<MarchRow> {
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

    /// A unit in rout runs, and sweeps friends along (§04.02.1, §04.02.2, §08.03.0).
    pub(super) fn flee(
        &mut self,
        unit: usize,
        cause: ForcedCause,
        away: Bearing,
        turns: f64,
        driven: &mut Vec<Driven>,
    ) -> Go {
        self.halt(unit);
        self.battle.waiting.retain(|waiting| *waiting != unit);
        self.abandon_guns(unit);
        let front = self.unit(unit).placed.pose().facing;
        let before = self.unit(unit).placed.centre();
        // It turns its back to the cause about its own middle.
        let depth = self.unit(unit).placed.body().depth();
        let at = before + away.ahead() * (depth / 2.0);
        self.unit_mut(unit).pose = Pose::new(at, away).on_grid();
        self.unit_mut(unit).trail.clear();
        rebuild(self.battle, self.tables, unit);
        super::state_changes::stay_on_table(self.battle, unit);
        let Some(row) = self.forced_row(unit, cause) else { return Ok(()) };
        let pace = rates(self.unit(unit), row, self.tables);
        let legs = [Leg::Ahead(1.0e6)];
        let Ok(track) = march(&self.unit(unit).placed, &legs, &pace, &self.battle.ground, 0.0) else {
            return Ok(());
        };
        let end = self.flight_end(unit, &track, turns);
        let swept = self.contagion_along(unit, &track, end, front)?;
        let mut stop = end;
        for (friend, at, result, stopped) in swept {
            if at > stop {
                continue;
            }
            if let Some(order) = result {
                self.worsen(friend, order, "08.03.2");
                driven.push(Driven { unit: friend, order, from: before });
            }
            if stopped {
                stop = stop.min(self.behind(&track, friend, at, end));
                self.unit_mut(unit).now.flight_stopped = true;
            }
        }
        let placed = track.halted_at(stop);
        let fled = self.unit_mut(unit);
        fled.pose = placed.pose();
        fled.placed = placed;
        fled.now.moved = true;
        self.tell("flees", "04.02.1", &[unit], json!({"stopped": stop < end}));
        self.carry_staff(unit);
        Ok(())
    }

    /// Flight ends with its time, at the table's edge, or at an enemy.
    fn flight_end(&self, unit: usize, track: &Track, turns: f64) -> f64 {
        let mut after = 0.0;
        let others: Vec<(usize, Track)> = self
            .battle
            .enemies_of(unit)
            .filter(|&enemy| self.unit(enemy).order != Order::Rout)
            .map(|enemy| (enemy, Track::standing(&self.unit(enemy).placed)))
            .collect();
        let mut marchers = vec![Marcher { name: unit, track }];
        marchers.extend(others.iter().map(|(name, track)| Marcher { name: *name, track }));
        loop {
            let found =
                next_events_but_ground(&marchers, self.battle.ground.table(), after, 0.0, |one, other| {
                    Watch { contact: one == unit || other == unit, distance: None }
                });
            let Some(first) = found.first() else { return turns };
            if first.at >= turns {
                return turns;
            }
            let ends = found
                .iter()
                .any(|event| matches!(event.what, Happening::Contact(..) | Happening::LeavesTable(_)));
            if ends {
                return (first.at - EDGE).max(0.0);
            }
            after = first.at;
        }
    }

    /// The friends a flight comes near, with what becomes of each: nearest in time first.
    #[allow(clippy::type_complexity)]
    fn contagion_along(
        &mut self,
        unit: usize,
        track: &Track,
        end: f64,
        front: Bearing,
    ) -> Go<Vec<(usize, f64, Option<Order>, bool)>> {
        let fleeing = self.unit(unit);
        let (side, figures) = (fleeing.side, fleeing.figures);
        let start = track.at(0.0).centre();
        let mut met = Vec::new();
        for friend in self.battle.here() {
            let other = self.unit(friend);
            if friend == unit || other.side != side || other.order == Order::Rout || other.wagon.is_some() {
                continue;
            }
            if let Some(at) = first_near(track, &other.placed, end) {
                met.push((at, friend));
            }
        }
        met.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut outcomes = Vec::new();
        for (at, friend) in met {
            let other = self.unit(friend);
            let way = other.placed.centre() - start;
            let off = front.turn_to(Bearing::of(way)).0.abs();
            let position = match off {
                off if off < 45.0 => FleeingPosition::Ahead,
                off if off <= 135.0 => FleeingPosition::Beside,
                _ => FleeingPosition::Behind,
            };
            if position == FleeingPosition::Ahead {
                continue;
            }
            let facts = Contagion {
                distance_cm: Centimetres((distance(&track.at(at), &other.placed) / CM).min(CONTAGION_CM)),
                position,
                fleeing_figures: Figures(figures.clamp(1, 400)),
                threatened_figures: Figures(other.figures.clamp(1, 400)),
                order: steady(other.order),
                support: self.supported(friend),
                general: self.general_with(friend),
                cover: cover_against(self.battle, friend, start),
                valeur: other.valeur,
            };
            let before = other.order;
            let result = self.roll_own(
                "may_be_swept_along",
                "08.03.2",
                friend,
                json!({"other": self.id(unit)}),
                &facts,
            )?;
            let worse = matches!(result.order_after, Order::Disorder | Order::Rout)
                && before.reached_by(result.order_after)
                && !matches!(result.result, OrderResult::Good);
            outcomes.push((friend, at, worse.then_some(result.order_after), result.flight_stopped));
        }
        Ok(outcomes)
    }

    /// The moment when a flight has come out behind a friend (§08.03.4).
    fn behind(&self, track: &Track, friend: usize, from: f64, end: f64) -> f64 {
        let body = &self.unit(friend).placed;
        let way = track.at(end).pose().at - track.at(0.0).pose().at;
        let steps = 64;
        (0..=steps)
            .map(|step| from + (end - from) * f64::from(step) / f64::from(steps))
            .find(|&moment| {
                let there = track.at(moment);
                !in_contact(&there, body) && (there.centre() - body.centre()).dot(way) > 0.0
            })
            .unwrap_or(end)
    }

    /// Unlimbered guns are left behind; the gunners run as infantry (§08.02.6).
    fn abandon_guns(&mut self, unit: usize) {
        let pose = self.unit(unit).placed.pose();
        let fleeing = self.unit_mut(unit);
        if let Some(battery) = &mut fleeing.battery
            && !battery.limbered
            && battery.abandoned.is_none()
        {
            battery.abandoned = Some(pose);
            battery.hit = None;
            battery.repair = None;
            rebuild(self.battle, self.tables, unit);
            self.tell("guns_abandoned", "08.02.6", &[unit], json!({}));
        }
    }

    /// Gunners run behind a friend; their guns stay where they are until the turn ends (§04.02.12).
    pub(super) fn run_to(&mut self, unit: usize, friend: usize) {
        self.halt(unit);
        self.battle.waiting.retain(|waiting| *waiting != unit);
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
        rebuild(self.battle, self.tables, unit);
        super::state_changes::stay_on_table(self.battle, unit);
        stand_clear(self.battle, unit);
    }

    /// A unit in disorder goes back facing the enemy (§04.02.3, §04.02.4).
    pub(super) fn retire(&mut self, unit: usize, cause: ForcedCause, from: Point, turns: f64) -> Go {
        self.halt(unit);
        self.battle.waiting.retain(|waiting| *waiting != unit);
        let Some(row) = self.forced_row(unit, cause) else { return Ok(()) };
        let mut pace = rates(self.unit(unit), row, self.tables);
        pace.never_halved = cause == ForcedCause::DisorderThisTurn || cause == ForcedCause::ChainEvades;
        let away = self.away(unit, from);
        let leg = leg_toward(self.unit(unit), away);
        self.unit_mut(unit).building = None;
        super::state_changes::stay_on_table(self.battle, unit);
        let Ok(track) = march(&self.unit(unit).placed, &[leg], &pace, &self.battle.ground, 0.0) else {
            return Ok(());
        };
        let stop = self.retire_end(unit, &track, turns);
        let placed = track.halted_at(stop);
        let retired = self.unit_mut(unit);
        retired.pose = placed.pose();
        retired.trail = placed.body().trail().map(|trail| trail.corners().to_vec()).unwrap_or_default();
        retired.placed = placed;
        retired.now.moved = true;
        rebuild(self.battle, self.tables, unit);
        super::state_changes::stay_on_table(self.battle, unit);
        stand_clear(self.battle, unit);
        self.tell("retires", "04.02.3", &[unit], json!({}));
        self.carry_staff(unit);
        Ok(())
    }

    /// It stops at a friend it may not pass, at an enemy, at the edge (§04.02.5).
    fn retire_end(&self, unit: usize, track: &Track, turns: f64) -> f64 {
        let touching: Vec<usize> = self
            .battle
            .here()
            .filter(|&o| o != unit && in_contact(&self.unit(o).placed, &self.unit(unit).placed))
            .collect();
        let others: Vec<(usize, Track)> = self
            .battle
            .here()
            .filter(|&other| other != unit && !touching.contains(&other) && !self.may_pass(unit, other))
            .map(|other| (other, Track::standing(&self.unit(other).placed)))
            .collect();
        let mut marchers = vec![Marcher { name: unit, track }];
        marchers.extend(others.iter().map(|(name, track)| Marcher { name: *name, track }));
        let mut after = 0.0;
        loop {
            let found =
                next_events_but_ground(&marchers, self.battle.ground.table(), after, 0.0, |one, other| {
                    Watch { contact: one == unit || other == unit, distance: None }
                });
            let Some(first) = found.first().filter(|first| first.at < turns) else { return turns };
            let touch = found.iter().any(|event| matches!(event.what, Happening::Contact(..)));
            let edge = found.iter().any(|event| matches!(event.what, Happening::LeavesTable(_)));
            if touch || edge {
                return if edge { (first.at - EDGE).max(0.0) } else { first.at };
            }
            after = first.at;
        }
    }

    /// May one march through the other (§02.06.3)?
    pub(super) fn may_pass(&self, mover: usize, passed: usize) -> bool {
        self.through(mover, passed).is_some_and(|through| through.allowed)
    }

    pub(super) fn through(
        &self,
        mover: usize,
        passed: usize,
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
    pub(super) fn turn_away(&mut self, unit: usize, from: Point) {
        self.halt(unit);
        self.battle.waiting.retain(|waiting| *waiting != unit);
        let away = self.away(unit, from);
        let turning = self.unit(unit);
        let middle = turning.placed.centre();
        let at = middle + away.ahead() * (turning.placed.body().depth() / 2.0);
        let turning = self.unit_mut(unit);
        turning.pose = Pose::new(at, away).on_grid();
        turning.trail.clear();
        turning.now.storming = false;
        turning.now.declared_attack = false;
        turning.todo = vec![Doing { step: Step::Ahead { cm: None }, left: 1.0e6 }];
        rebuild(self.battle, self.tables, unit);
        super::state_changes::stay_on_table(self.battle, unit);
        stand_clear(self.battle, unit);
        self.tell("turns_away", "04.02.6", &[unit], json!({}));
    }

    /// A chain goes back a whole march; with support it forms on its flanks, else it is in light disorder (§04.02.10).
    pub(super) fn fall_back(&mut self, unit: usize, enemy: usize) -> Go {
        let from = self.unit(enemy).placed.centre();
        let before = self.unit(unit).order;
        let supporter = self.supporters(unit).next();
        self.retire(unit, ForcedCause::ChainEvades, from, 1.0)?;
        let reached = supporter.filter(|&friend| self.battle.cm_between(unit, friend) <= 2.0);
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
        self.tell("chain_falls_back", "04.02.10", &[unit], json!({"order": order}));
        Ok(())
    }

    /// Forced moves due at the start of movement, then riders, then the tracks (§04.02.2, §04.02.4).
    pub(super) fn starts(&mut self) -> Go {
        let mut driven = Vec::new();
        for unit in self.battle.here().collect::<Vec<_>>() {
            let now = &self.unit(unit).now;
            let (began, entered, lost) = (now.began_disordered, now.entered, now.lost);
            let retreat = now.order == Some(crate::battle::order::UnitOrder::Retreat);
            match self.unit(unit).order {
                Order::Rout if began && !entered => {
                    let home = Bearing::degrees(self.battle.fixed.sides[self.unit(unit).side].home);
                    self.flee(unit, ForcedCause::RoutAtStart, home, 1.0, &mut driven)?;
                }
                Order::Disorder if retreat => {
                    let from = self.nearest_enemy_place(unit);
                    self.retire(unit, ForcedCause::DisorderThisTurn, from, 0.5)?;
                }
                Order::Disorder if began && !entered && lost && now_under_fire(self.unit(unit)) => {
                    let from = self.nearest_enemy_place(unit);
                    self.retire(unit, ForcedCause::DisorderFiredOn, from, 1.0)?;
                }
                _ => {}
            }
        }
        self.drive(driven)?;
        self.staff_rides()?;
        self.events_that_hold();
        Ok(())
    }

    fn nearest_enemy_place(&self, unit: usize) -> Point {
        let mut near: Vec<(f64, usize)> =
            self.battle.enemies_of(unit).map(|enemy| (self.battle.cm_between(unit, enemy), enemy)).collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let placed = &self.unit(unit).placed;
        near.first().map_or(placed.centre() + placed.frame().ahead * 100.0, |(_, enemy)| {
            self.unit(*enemy).placed.centre()
        })
    }
}

fn now_under_fire(unit: &Unit) -> bool {
    unit.now.under_fire
}

const fn worse(order: Order) -> u8 {
    match order {
        Order::Rout => 3,
        Order::Disorder => 2,
        Order::LightDisorder | Order::Pinned => 1,
        Order::Good => 0,
    }
}

/// The leg, without turning, that leads most nearly that way.
fn leg_toward(unit: &Unit, away: Bearing) -> Leg {
    let off = unit.placed.pose().facing.turn_to(away).0;
    match off {
        off if off.abs() >= 135.0 => Leg::Back(1.0e6),
        off if off.abs() <= 45.0 => Leg::Ahead(1.0e6),
        off if unit.formation == Formation::MarchColumn || unit.battery.is_some() => {
            if off.abs() < 90.0 {
                Leg::Ahead(1.0e6)
            } else {
                Leg::Back(1.0e6)
            }
        }
        off if off > 0.0 => Leg::Sideways(krigsspil_field::march::Side::Right, 1.0e6),
        _ => Leg::Sideways(krigsspil_field::march::Side::Left, 1.0e6),
    }
}

/// When a flight first comes within 8 cm of a body.
fn first_near(track: &Track, body: &Placed, end: f64) -> Option<f64> {
    if distance(&track.at(0.0), body) <= CONTAGION_CM * CM {
        return Some(0.0);
    }
    let standing = Track::standing(body);
    let marchers = [Marcher { name: 0, track }, Marcher { name: 1, track: &standing }];
    let table = Table::with_corner(point(-1.0e6, -1.0e6), 2.0e6, 2.0e6).ok()?;
    let mut after = 0.0;
    loop {
        let found = next_events_but_ground(&marchers, &table, after, CONTAGION_CM * CM, |_, _| Watch {
            contact: false,
            distance: Some(CONTAGION_CM * CM),
        });
        let first = found.first()?;
        if first.at > end {
            return None;
        }
        if found.iter().any(|event| matches!(event.what, Happening::Within(..))) {
            return Some(first.at);
        }
        after = first.at;
    }
}
