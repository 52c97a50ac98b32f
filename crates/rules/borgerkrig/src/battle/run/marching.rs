//! Steps become tracks, and tracks come to their end (chapter 02.05, 02.06).

use krigsspil_turn::ids::UnitId;
use std::sync::Arc;

use krigsspil_engine::Millimetres;
use krigsspil_field::prelude::*;
use serde_json::json;

use super::Run;
use super::state_changes::{rebuild, stand_clear};
use crate::battle::bodies::{body, drawn_up, plain, usual_gap};
use crate::battle::order::{Facing, Step};
use crate::battle::state::{Branch, CM, Doing, Unit};
use crate::battle::terrain::{march_row, rates, terrain_at};
use crate::procedures::formation::{FormationChangeTime, TurnAction, TurnTime, Wheel};
use crate::tables::Tables;
use crate::vocabulary::{FootOrHorse, Formation, Order, Terrain};

/// Whole centimetres are counted; rounding errors up to this are ignored.
const FORGIVEN_CM: f64 = 1.0e-6;

/// Metres of march a wheel costs (§02.05.5).
pub(in crate::battle) fn wheel_metres(front: f64, degrees: f64, tables: &Tables) -> f64 {
    let facts = Wheel {
        front_mm: Millimetres(((front / CM * 10.0).round() as i32).clamp(0, 2000)),
        angle_deg: degrees.abs().round().min(180.0) as i32,
        storming: false,
        changes_before: 0,
    };
    plain(&facts, tables).map_or(front * degrees.abs() / 60.0, |wheel| f64::from(wheel.cost_mm.0) * CM / 10.0)
}

/// How a step is carried out: by marching legs, or by standing for a time.
enum Plan {
    Legs(Vec<Leg>),
    Time(f64),
}

impl Run<'_> {
    /// Plans the current step of every unit that has one and no track; reports those whose way is blocked at once.
    pub(super) fn plan_steps(&mut self) {
        self.refuse_the_cramped();
        for unit in self.battle.units.ids() {
            while self.unit(unit).here()
                && self.unit(unit).track.is_none()
                && !self.unit(unit).todo.is_empty()
            {
                self.plan(unit);
                // A step that takes no time is done at once (§02.05.3).
                let done = self.unit(unit).track.as_ref().and_then(|track| track.done());
                if done.is_some_and(|done| done <= self.battle.moment) {
                    self.step_done(unit);
                }
            }
        }
    }

    /// Converts a march for part of the turn into a length, as far as the ground allows.
    fn measure_step(&mut self, unit: UnitId) {
        let planned = &self.battle.units[unit];
        let (turns, leg, back) = match planned.todo[0].step {
            Step::AheadFor { turns } => (turns, Leg::Ahead(1.0e6), false),
            Step::BackFor { turns } => (turns, Leg::Back(1.0e6), true),
            _ => return,
        };
        let pace = rates(planned, march_row(planned, planned.now.storming), self.tables);
        let drawn = back.then(|| drawn_up(planned, self.tables).and_then(|body| body.at(planned.pose).ok()));
        let from = drawn.as_ref().and_then(Option::as_ref).unwrap_or(&planned.placed);
        let track = march(from, &[leg], &pace, &self.battle.ground, 0.0);
        let metres = track.map_or(0.0, |track| track.at(turns).pose().at.distance(planned.placed.pose().at));
        let cm = Some(metres / CM);
        let step = if back { Step::Back { cm } } else { Step::Ahead { cm } };
        self.unit_mut(unit).todo[0] = Doing { step, left: metres };
    }

    fn plan(&mut self, unit: UnitId) {
        self.measure_step(unit);
        let step = self.unit(unit).todo[0].step;
        if self.no_room_for(unit, step) {
            return self.no_room(unit, step);
        }
        let planned = &self.battle.units[unit];
        let step = planned.todo[0].step;
        let mut left = planned.todo[0].left;
        let row = march_row(planned, planned.now.storming);
        let pace = rates(planned, row, self.tables);
        if left < 0.0 && !matches!(step, Step::Wheel { .. }) {
            let spent = planned.act_done.filter(|(act, _)| *act == step).map_or(0.0, |(_, turns)| turns);
            left = (self.act_time(unit, step) - spent).max(0.0);
        }
        let here = pace.at(&self.battle.ground, planned.placed.pose().at);
        let legs = match plan_of(planned, step, left, here, self.tables) {
            Plan::Legs(legs) => legs,
            Plan::Time(turns) => vec![Leg::Halt(turns.max(0.0))],
        };
        // A march column that goes back straightens first: its tail cannot lead it round its bends.
        let drawn = matches!(step, Step::Back { .. })
            .then(|| drawn_up(planned, self.tables).and_then(|body| body.at(planned.pose).ok()))
            .flatten();
        let from = drawn.as_ref().unwrap_or(&planned.placed);
        let track = march(from, &legs, &pace, &self.battle.ground, self.battle.moment);
        let moment = self.battle.moment;
        let barred = track.as_ref().ok().and_then(Track::stop).is_some_and(|stop| {
            // Something that only stops a storm does not bar the arm (§07.01.6).
            let ordinary = rates(planned, march_row(planned, false), self.tables);
            let walked = march(from, &legs, &ordinary, &self.battle.ground, moment);
            walked.is_ok_and(|walked| walked.stop().is_some_and(|at| at.before == stop.before))
        });
        let planned = self.unit_mut(unit);
        planned.todo[0].left = left;
        planned.now.moved = true;
        match track {
            Ok(track) => {
                planned.now.barred |= barred;
                planned.now.cut_short |= track.stop().is_some();
                planned.planned = Some((moment, planned.placed.pose()));
                planned.track = Some(Arc::new(track));
            }
            Err(_) => planned.todo.clear(),
        }
    }

    /// The part of a turn that an act takes (skema II, §02.05.2).
    fn act_time(&self, unit: UnitId, step: Step) -> f64 {
        let actor = self.unit(unit);
        let action = match step {
            Step::Turn { to: Facing::About } => TurnAction::HalfTurn,
            Step::Turn { .. } => TurnAction::QuarterTurn,
            Step::Mount => TurnAction::Mount,
            Step::Dismount => TurnAction::Dismount,
            Step::Limber => TurnAction::Limber,
            Step::Unlimber => TurnAction::Unlimber,
            Step::Form { formation } => return self.form_time(unit, formation),
            Step::Enter => return self.change_time(unit, self.way_into_house(unit)),
            Step::Rejoin => return self.change_time(unit, self.way_to_regiment(unit)),
            Step::Leave | Step::Detach { .. } => return self.change_time(unit, 0.0),
            _ => return 0.0,
        };
        let next = actor.todo.get(1).map(|doing| doing.step);
        let limbering = action == TurnAction::HalfTurn
            && actor.limbered()
            && (next == Some(Step::Unlimber) || actor.now.just_limbered);
        let facts = TurnTime {
            action,
            arm: crate::battle::legal::unit_arm(actor),
            dispersed: matches!(action, TurnAction::HalfTurn | TurnAction::QuarterTurn)
                && actor.battery.is_none()
                && matches!(actor.formation, Formation::Chain | Formation::ThinLine),
            difficult_ground: !matches!(
                terrain_at(&self.battle.ground, actor.placed.centre()),
                Terrain::Open | Terrain::Road
            ),
            with_limbering: limbering,
        };
        plain(&facts, self.tables).map_or(0.25, |time| f64::from(time.quarters) / 4.0)
    }

    /// The farthest company marches to its new place (§02.05.1).
    fn form_time(&self, unit: UnitId, formation: Formation) -> f64 {
        let former = self.unit(unit);
        let so = formed(former, formation);
        let there =
            body(&so, self.tables, &self.battle.ground).and_then(|body| body.at(former.placed.pose()));
        self.change_time(unit, there.map_or(0.0, |there| farthest(&former.placed, &there)))
    }

    /// The part of a turn for a change in which somebody marches this many metres (§02.05.2).
    fn change_time(&self, unit: UnitId, farthest: f64) -> f64 {
        let former = self.unit(unit);
        let facts = FormationChangeTime {
            arm: if former.mounted_cavalry() { FootOrHorse::MountedCavalry } else { FootOrHorse::Infantry },
            terrain: terrain_at(&self.battle.ground, former.placed.centre()),
            farthest_cm: ((farthest / CM - FORGIVEN_CM).ceil() as i32).clamp(0, 200),
        };
        let time = plain(&facts, self.tables);
        time.map_or(1.0, |time| {
            if time.possible { f64::from(time.time_num) / f64::from(time.time_den) } else { 2.0 }
        })
    }

    /// The current step is done: applies its effect to the unit.
    pub(super) fn step_done(&mut self, unit: UnitId) {
        let moment = self.battle.moment;
        let Some(Doing { step, .. }) = self.unit(unit).todo.first().cloned() else { return };
        self.bring(unit, moment);
        if self.no_room_for(unit, step) {
            // Somebody has taken the place in the meantime.
            (self.unit_mut(unit).track, self.unit_mut(unit).planned) = (None, None);
            return self.no_room(unit, step);
        }
        self.make_of(unit, step);
        if !matches!(step, Step::Ahead { .. } | Step::Back { .. } | Step::Halt { .. }) {
            super::state_changes::stay_on_table(self.battle, unit);
            stand_clear(self.battle, unit);
        }
    }

    fn make_of(&mut self, unit: UnitId, step: Step) {
        let done = self.unit_mut(unit);
        done.todo.remove(0);
        done.track = None;
        done.planned = None;
        done.act_done = None;
        done.now.just_limbered = step == Step::Limber;
        match step {
            Step::Ahead { .. }
            | Step::Back { .. }
            | Step::AheadFor { .. }
            | Step::BackFor { .. }
            | Step::Halt { .. } => {}
            Step::Wheel { degrees } => {
                done.now.wheels += 1;
                if done.formation == Formation::MarchColumn && done.battery.is_none() && done.wagon.is_none()
                {
                    self.column_head(unit, degrees);
                }
            }
            Step::Turn { to } => self.turn(unit, to),
            Step::Form { formation } => self.form(unit, formation),
            Step::Mount | Step::Dismount => {
                done.mounted = step == Step::Mount;
                if done.mounted && done.formation == Formation::ThinLine {
                    done.formation = Formation::Line;
                }
                done.gap_mm = usual_gap(done.branch, done.mounted, done.formation);
                done.on_flanks_mm = 0;
                rebuild(self.battle, self.tables, unit);
            }
            Step::Limber => self.limber(unit),
            Step::Enter => self.enter_house(unit),
            Step::Leave => self.leave_house(unit),
            Step::Detach { companies, wing } => self.detach(unit, companies, wing),
            Step::Rejoin => self.rejoin(unit),
            Step::Unlimber => {
                if let Some(battery) = &mut done.battery {
                    battery.limbered = false;
                }
                done.formation = Formation::Line;
                // The limber leaves the table and the gun stands where the limber stood (§02.03.3).
                rebuild(self.battle, self.tables, unit);
                self.tell("unlimbers", "02.03.3", &[unit], json!({}));
            }
        }
    }

    /// The head of a column turns in a new direction, and the rest follows it (§02.05.5).
    fn column_head(&mut self, unit: UnitId, degrees: f64) {
        let turned = &self.battle.units[unit];
        let nothing = rates(turned, march_row(turned, false), self.tables);
        let legs = [Leg::Pivot(Degrees(degrees))];
        if let Ok(track) = march(&turned.placed, &legs, &nothing, &self.battle.ground, 0.0) {
            let placed = track.at(1.0);
            self.set_placed(unit, placed);
        }
    }

    fn form(&mut self, unit: UnitId, formation: Formation) {
        let formed = formed(self.unit(unit), formation);
        let done = self.unit_mut(unit);
        done.formation = formed.formation;
        done.gap_mm = formed.gap_mm;
        done.on_flanks_mm = 0;
        done.trail.clear();
        rebuild(self.battle, self.tables, unit);
        self.tell("forms", "02.05.1", &[unit], json!({"formation": formation}));
    }

    /// Every man turns; a line turned by a quarter becomes a march column, and the other way round (§02.05.4).
    fn turn(&mut self, unit: UnitId, to: Facing) {
        let done = self.unit(unit);
        let turn = match to {
            Facing::Left => Turn::Left,
            Facing::Right => Turn::Right,
            Facing::About => Turn::About,
        };
        let mut straight = done.clone();
        straight.trail.clear();
        straight.on_flanks_mm = 0;
        let placed =
            body(&straight, self.tables, &self.battle.ground).and_then(|body| body.at(done.placed.pose()));
        let Ok(turned) = placed.and_then(|placed| placed.turned(turn)) else { return };
        let quarter = to != Facing::About;
        let done = self.unit_mut(unit);
        if quarter && matches!(done.branch, Branch::Infantry | Branch::Cavalry) {
            done.formation = match done.formation {
                Formation::Line => Formation::MarchColumn,
                Formation::MarchColumn => Formation::Line,
                other => other,
            };
        }
        done.trail.clear();
        done.on_flanks_mm = 0;
        done.pose = turned.pose().on_grid();
        rebuild(self.battle, self.tables, unit);
    }

    /// The limber is put behind the gun, unless somebody stands there (§02.03.4).
    fn limber(&mut self, unit: UnitId) {
        let mut so = self.unit(unit).clone();
        if let Some(battery) = &mut so.battery {
            battery.limbered = true;
        }
        so.formation = Formation::MarchColumn;
        let free = |pose: Pose| {
            let placed = body(&so, self.tables, &self.battle.ground).and_then(|body| body.at(pose));
            placed.is_ok_and(|placed| {
                let in_the_way = |other: UnitId| overlaps(&placed, &self.battle.units[other].placed);
                !self.battle.here().any(|other| other != unit && in_the_way(other))
            })
        };
        // With the half turn that may follow at once (§02.05.3), the limber is put in front of the guns instead.
        let guns = &self.unit(unit).placed;
        let about = Pose::new(
            guns.pose().at - guns.frame().ahead * guns.body().depth(),
            guns.pose().facing.right_by(Degrees(180.0)),
        );
        let next = self.unit(unit).todo.first().map(|doing| doing.step);
        let turns = next == Some(Step::Turn { to: Facing::About });
        if turns && !free(so.pose) && free(about) {
            self.unit_mut(unit).todo.remove(0);
            self.unit_mut(unit).pose = about.on_grid();
        } else if !free(so.pose) {
            self.unit_mut(unit).todo.clear();
            return self.tell("no_room_to_limber", "02.03.4", &[unit], json!({}));
        }
        // Guns without a sound limber stay behind (ruling 44).
        let done = self.unit_mut(unit);
        if let Some(battery) = &mut done.battery {
            let left = (battery.guns[0] + battery.guns[1] - battery.limbers[0]).max(0);
            let whole = left.min(battery.guns[0]);
            battery.guns[0] -= whole;
            battery.guns[1] -= left - whole;
            battery.guns[2] += left;
            battery.limbered = true;
        }
        done.formation = Formation::MarchColumn;
        rebuild(self.battle, self.tables, unit);
        self.tell("limbers", "02.03.4", &[unit], json!({}));
    }

    /// Puts a unit where its track has brought it.
    pub(super) fn bring(&mut self, unit: UnitId, moment: f64) {
        if let Some(track) = self.unit(unit).track.clone() {
            self.set_placed(unit, track.halted_at(moment));
        }
    }

    pub(super) fn set_placed(&mut self, unit: UnitId, placed: Placed) {
        let moved = self.unit_mut(unit);
        moved.pose = placed.pose();
        moved.trail = placed.body().trail().map(|trail| trail.corners().to_vec()).unwrap_or_default();
        moved.placed = placed;
        // A march column that went back in one block can bend again from here.
        let moved = &self.battle.units[unit];
        let again =
            drawn_up(moved, self.tables).and_then(|_| body(moved, self.tables, &self.battle.ground).ok());
        if let Some(placed) = again.and_then(|body| body.at(moved.pose).ok()) {
            self.unit_mut(unit).placed = placed;
        }
    }

    /// Stops for the rest of the turn.
    pub(super) fn halt(&mut self, unit: UnitId) {
        let moment = self.battle.moment;
        self.bring(unit, moment);
        let halted = self.unit_mut(unit);
        halted.todo.clear();
        halted.track = None;
        halted.planned = None;
        halted.now.halted = true;
    }

    /// Is it moving straight ahead?
    pub(super) fn advancing(&self, unit: UnitId) -> bool {
        let mover = self.unit(unit);
        let doing = mover.todo.first().map(|doing| doing.step);
        mover.here()
            && mover.order != Order::Rout
            && mover.track.is_some()
            && matches!(doing, Some(Step::Ahead { .. } | Step::Wheel { .. }))
    }
}

/// A unit as it would be in another formation.
pub(in crate::battle) fn formed(unit: &Unit, formation: Formation) -> Unit {
    let mut so = unit.clone();
    so.formation = formation;
    so.gap_mm = usual_gap(so.branch, so.mounted, formation);
    so.on_flanks_mm = 0;
    so.trail.clear();
    so
}

/// The least distance that somebody must march: every place of the new formation is filled from the old one, and nobody stays behind in the
/// old one.
fn farthest(from: &Placed, to: &Placed) -> f64 {
    let places = |placed: &Placed| placed.bases().map(|base| base.slab.centre()).collect::<Vec<Point>>();
    let (old, new) = (places(from), places(to));
    let way = |here: &[Point], there: &[Point]| {
        let nearest = |&at: &Point| there.iter().map(|&to| at.distance(to)).fold(f64::INFINITY, f64::min);
        here.iter().map(nearest).fold(0.0, f64::max)
    };
    way(&new, &old).max(way(&old, &new))
}

/// How a step is marched, at this many metres each turn at the unit's head.
fn plan_of(unit: &Unit, step: Step, left: f64, rate: f64, tables: &Tables) -> Plan {
    match step {
        Step::Ahead { .. } => Plan::Legs(vec![Leg::Ahead(left)]),
        Step::Back { .. } => Plan::Legs(vec![Leg::Back(left)]),
        Step::Wheel { .. } => {
            let column =
                unit.formation == Formation::MarchColumn && unit.battery.is_none() && unit.wagon.is_none();
            if column {
                let metres = wheel_metres(unit.placed.body().front(), left, tables);
                return Plan::Time(if rate > 0.0 { metres / rate } else { 1.0 });
            }
            let about = if left > 0.0 { Pivot::RightWing } else { Pivot::LeftWing };
            Plan::Legs(vec![Leg::Wheel { about, by: Degrees(left) }])
        }
        _ => Plan::Time(left),
    }
}
