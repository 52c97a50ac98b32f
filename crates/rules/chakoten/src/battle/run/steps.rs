//! Steps come to their end, and the turn's time runs out (chapters 05 and 06).

use krigsspil_field::prelude::*;
use krigsspil_turn::ids::UnitId;
use krigsspil_turn::riders;
use krigsspil_turn::timeline::Instant;
use serde_json::json;

use super::changes::{drop_track, note_run, rebuild, stay_on_table};
use super::{Go, Run};
use crate::battle::bodies::column_front;
use crate::battle::order::{Formation, Step};
use crate::battle::rates::{Limits, rates};
use crate::battle::state::*;
use krigsspil_engine::battle::Taken;

impl Run<'_> {
    /// A leg or the whole step of a march is done.
    pub(super) fn leg_done(&mut self, unit: UnitId, leg: usize) -> Go {
        let Some(track) = self.unit(unit).track.clone() else { return Ok(()) };
        if track.done().is_some_and(|done| done <= self.battle.moment + 1.0e-9) {
            return self.step_done(unit);
        }
        let begins: Vec<Mark> =
            self.unit(unit).marks.iter().filter(|(at, _)| *at == leg + 1).map(|(_, mark)| *mark).collect();
        for mark in begins {
            self.passes(unit, mark)?;
        }
        Ok(())
    }

    /// A unit begins to pass an obstacle or water (§07.04.5, §07.05.4, §07.02.6).
    fn passes(&mut self, unit: UnitId, mark: Mark) -> Go {
        let (feature, closed_only) = match mark {
            Mark::Obstacle { feature, .. } => (feature, true),
            Mark::Water { feature, .. } => (feature, false),
        };
        self.unit_mut(unit).now.passed.push(feature);
        let takes = self.passage_time(unit, feature);
        if takes > 0.0 {
            // It stands at the obstacle for the time of skema VII, whatever else happens to it.
            drop_track(self.battle, unit);
            let until = self.now().after(takes);
            self.unit_mut(unit).held_until = Some(until);
        }
        let spread = self.unit(unit).spread();
        let guns = matches!(self.unit(unit).branch, Branch::Artillery | Branch::Wagon);
        self.tell("passes_obstacle", "07.05.4", &[unit], json!({}));
        if self.unit(unit).todo.first().is_some_and(|doing| doing.gait == Gait::Storm) {
            // Nobody storms over an obstacle, nor again in this turn.
            drop_track(self.battle, unit);
            if let Some(doing) = self.unit_mut(unit).todo.first_mut() {
                doing.gait = Gait::March;
            }
            self.unit_mut(unit).now.storm_over = true;
            self.storm_ends(unit);
            self.tell_own("stops_storming", "07.02.6", unit, json!({}));
        }
        let costs = if closed_only { !spread && !guns } else { true };
        self.degrees(unit, i32::from(costs), if closed_only { "07.05.4" } else { "07.04.5" })
    }

    fn passage_time(&self, unit: UnitId, feature: usize) -> f64 {
        let passed = self.unit(unit);
        let Some(feature) = self.battle.ground.feature(FeatureId(feature)) else { return 0.0 };
        let pace = rates(
            passed,
            Gait::March,
            Limits { retires: passed.now.retires, ..Limits::default() },
            self.tables,
        );
        pace.passage(feature, Manner::Ahead)
            .filter(|passage| passage.allowed)
            .map_or(0.0, |passage| passage.turns.0)
    }

    /// The current step is done: applies its effect to the unit.
    pub(super) fn step_done(&mut self, unit: UnitId) -> Go {
        let moment = self.battle.moment;
        let Some(Doing { step, .. }) = self.unit(unit).todo.first().cloned() else { return Ok(()) };
        self.tell_if_barred(unit);
        self.bring(unit, moment);
        let rivals = self.rivals_for_room(unit, step);
        if self.no_room_for(unit, step) || !rivals.is_empty() {
            for unit in rivals.into_iter().chain([unit]) {
                let limbers = self
                    .unit(unit)
                    .todo
                    .first()
                    .is_some_and(|doing| matches!(doing.step, Step::Limber { .. }));
                if limbers { self.no_room(unit) } else { self.waits_for_room(unit) }
            }
            return Ok(());
        }
        let now = self.now();
        let done = self.unit_mut(unit);
        done.now.wants_room = false;
        done.todo.remove(0);
        (done.track, done.planned, done.carried_step) = (None, None, None);
        done.marks.clear();
        let goes_on = matches!(step, Step::Ahead { .. }) && !done.todo.is_empty();
        done.stands_since = now;
        self.has_passed(unit);
        if !goes_on {
            self.unit_mut(unit).now.passing.clear();
        }
        self.make_of(unit, step)?;
        if !matches!(step, Step::Ahead { .. } | Step::Back { .. } | Step::Halt { .. }) {
            stay_on_table(self.battle, unit);
        }
        riders::carry(self, unit);
        Ok(())
    }

    /// Puts a unit where its track has brought it.
    fn bring(&mut self, unit: UnitId, moment: f64) {
        let turn = self.battle.turn;
        let moved = self.unit_mut(unit);
        let (Some(track), Some((since, from))) = (&moved.track, moved.planned) else { return };
        let placed = track.halted_at(moment);
        let metres = from.at.distance(placed.pose().at);
        moved.pose = placed.pose();
        moved.trail = placed.body().trail().map(|trail| trail.corners().to_vec()).unwrap_or_default();
        moved.placed = placed;
        if let Some(doing) = moved.todo.first() {
            let step = doing.step;
            note_run(moved, step, metres, [Instant::new(turn, since), Instant::new(turn, moment)]);
        }
    }

    fn make_of(&mut self, unit: UnitId, step: Step) -> Go {
        match step {
            Step::Ahead { .. }
            | Step::Back { .. }
            | Step::Sideways { .. }
            | Step::Halt { .. }
            | Step::Wheel { .. } => {}
            Step::Pivot { degrees } => {
                if self.unit(unit).formation.marching() && self.unit(unit).battery.is_none() {
                    self.column_head(unit, degrees);
                }
            }
            Step::About => self.faces_about(unit),
            Step::SquareFront => {
                let turned = self.unit_mut(unit);
                turned.one_front = !turned.one_front;
            }
            Step::Form { formation } if formation != self.unit(unit).formation => self.forms(unit, formation),
            Step::Form { .. } => {}
            Step::Limber { .. } => {
                self.set_limbered(unit, step);
                self.tell("limbers", "06.03.3", &[unit], json!({}));
            }
            Step::Unlimber { .. } => {
                self.set_limbered(unit, step);
                self.tell("unlimbers", "06.03.1", &[unit], json!({}));
            }
            Step::Prepare => {
                if let Some(guns) = &mut self.unit_mut(unit).battery {
                    guns.unready = None;
                }
            }
            Step::SendOut { figures, chain, cm } => self.send_out(unit, figures, chain, cm)?,
            Step::Recall => self.recall(unit),
            Step::Enter => self.enters(unit),
            Step::Leave { toward } => self.comes_out(unit, toward),
        }
        Ok(())
    }

    /// The head of a march column swings about its wing figure, and the column bends behind it (§06.04.2): its middle comes as far ahead
    /// before the bend as after it.
    fn column_head(&mut self, unit: UnitId, degrees: f64) {
        let turned = self.unit(unit);
        let pace = rates(turned, Gait::March, Limits::default(), self.tables);
        let half = Bearing::degrees(degrees.abs().min(SHARPEST_BEND) / 2.0).ahead();
        let ahead = Leg::Ahead(turned.placed.body().front() / 2.0 * (half.x / half.y));
        let legs = [ahead.clone(), Leg::Pivot(Degrees(degrees)), ahead];
        let Ok(track) = march(&turned.placed, &legs, &pace, &self.battle.ground, 0.0) else { return };
        let placed = track.halted_at(track.done().unwrap_or(1.0));
        let turned = self.unit_mut(unit);
        turned.pose = placed.pose().on_grid();
        turned.trail = placed.body().trail().map(|trail| trail.corners().to_vec()).unwrap_or_default();
        rebuild(self.battle, self.tables, unit);
    }

    fn faces_about(&mut self, unit: UnitId) {
        let Ok(turned) = self.unit(unit).placed.turned(Turn::About) else { return };
        let done = self.unit_mut(unit);
        done.pose = turned.pose().on_grid();
        done.trail = turned.body().trail().map(|trail| trail.corners().to_vec()).unwrap_or_default();
        rebuild(self.battle, self.tables, unit);
    }

    fn forms(&mut self, unit: UnitId, formation: Formation) {
        let so = formed(self.unit(unit), formation);
        let done = self.unit_mut(unit);
        (done.formation, done.front, done.one_front) = (so.formation, so.front, false);
        done.trail.clear();
        rebuild(self.battle, self.tables, unit);
        self.tell("forms", "06.02.1", &[unit], json!({"formation": self.unit(unit).formation}));
    }

    /// The turn's time is over: all stand where they have come, on the grid; a change of formation goes on next turn (§03.01.6).
    pub(super) fn arrive(&mut self) -> Go {
        for unit in self.in_place_order(|_| true) {
            let storms = self.unit(unit).track.is_some()
                && self.unit(unit).todo.first().is_some_and(|doing| doing.gait == Gait::Storm);
            if let Some(track) = self.unit(unit).track.clone() {
                let doing = self.unit(unit).todo.first().cloned();
                let since = self.unit(unit).planned.map_or(1.0, |(at, _)| at);
                let acts = doing.as_ref().is_some_and(|doing| is_act(doing.step));
                let enough = doing.as_ref().is_some_and(|doing| doing.left <= 1.0 - since + 1.0e-9);
                if track.done().is_some() || (acts && enough) {
                    self.step_done(unit)?;
                    self.goes_on_without_room(unit);
                } else {
                    self.tell_if_barred(unit);
                    self.bring(unit, 1.0);
                    let carried = doing.filter(|doing| is_act(doing.step)).map(|doing| {
                        let before = self.unit(unit).carried_step.filter(|(of, _)| *of == doing.step);
                        (doing.step, before.map_or(0.0, |(_, spent)| spent) + 1.0 - since)
                    });
                    self.unit_mut(unit).carried_step = carried;
                }
            }
            self.interrupted(unit);
            self.tell_steps_left(unit);
            let moves_on = self.unit(unit).track.is_some();
            let now = self.now();
            let arrived = self.unit_mut(unit);
            if moves_on {
                // It has not stood yet when the next turn begins (§03.01.6).
                arrived.stands_since = now;
            }
            arrived.todo.clear();
            (arrived.track, arrived.planned) = (None, None);
            arrived.marks.clear();
            arrived.now.passing.clear();
            arrived.pose = arrived.pose.on_grid();
            // A storm that lasts to the end of the turn may go on in the next.
            if !moves_on && !storms {
                self.storm_ends(unit);
            }
            rebuild(self.battle, self.tables, unit);
            stay_on_table(self.battle, unit);
            riders::carry(self, unit);
        }
        Ok(())
    }

    /// A change that was broken off by its own fire goes on in the next turn, with the time it has taken so far (§10.01.3, §03.01.6).
    fn interrupted(&mut self, unit: UnitId) {
        let changes = self.unit(unit);
        let waits = changes.todo.first().is_some_and(|doing| matches!(doing.step, Step::Halt { .. }));
        let Some(doing) = changes.todo.get(1).filter(|_| waits).cloned() else { return };
        let timed = matches!(doing.step, Step::Form { .. } | Step::Limber { .. } | Step::Unlimber { .. });
        if timed && doing.begun && doing.left != NOT_RECKONED {
            let spent = self.act_time(unit, doing.step) - doing.left;
            self.unit_mut(unit).carried_step = (spent > 0.0).then_some((doing.step, spent));
        }
    }

    /// A change that only lacks room goes on in the next turn, with nothing left to do (§06.01.2).
    fn goes_on_without_room(&mut self, unit: UnitId) {
        let step = self.unit(unit).todo.first().map(|doing| doing.step);
        if let Some(step) = step.filter(|_| self.unit(unit).now.wants_room) {
            self.unit_mut(unit).carried_step = Some((step, A_LONG_TIME));
        }
    }

    /// A march that came to a house, water or an obstacle that it may not pass has halted there: its player is told.
    fn tell_if_barred(&mut self, unit: UnitId) {
        let (goes, moment) = (self.unit(unit), self.battle.moment);
        let ahead = matches!(goes.todo.first().map(|doing| doing.step), Some(Step::Ahead { .. }));
        let Some(track) = goes.track.clone().filter(|_| ahead && goes.steady()) else { return };
        let done = track.done();
        let left = goes.todo.first().map_or(0.0, |doing| doing.left);
        let planned = goes.planned.map_or(0.0, |(_, from)| from.at.distance(track.at(moment).pose().at));
        // Whoever has only just been given his way has not come to anything yet.
        let on_it = goes.planned.is_some_and(|(since, _)| since < moment - A_MOMENT);
        let stuck = done.is_none() && on_it && track.at(moment - A_MOMENT).pose() == track.at(moment).pose();
        if stuck || done.is_some() && planned + CM < left {
            self.tell_own("halts_at_ground", "07.01.1", unit, json!({}));
        }
    }

    fn tell_steps_left(&mut self, unit: UnitId) {
        let begun = usize::from(self.unit(unit).track.is_some());
        let goes_on = self.unit(unit).carried_step.map(|(step, _)| step);
        let left = self.unit(unit).todo.iter().skip(begun).map(|doing| doing.step);
        let left: Vec<&str> = left.filter(|step| Some(*step) != goes_on).map(|step| step.kind()).collect();
        if self.unit(unit).steady() && !left.is_empty() {
            let left = json!({"steps": left});
            self.tell_own("steps_not_reached", "03.02.1", unit, left);
        }
    }
}

/// A head that swings farther than this about its wing comes no farther forward, in degrees.
const SHARPEST_BEND: f64 = 135.0;

/// A little of a turn: who has not moved in it stands.
const A_MOMENT: f64 = 1.0 / 64.0;

/// More turns than any change takes.
const A_LONG_TIME: f64 = 100.0;

/// A step that takes time on the spot and may go on next turn.
fn is_act(step: Step) -> bool {
    use Step::{About, Enter, Form, Leave, Limber, Prepare, Recall, SendOut, SquareFront, Unlimber};
    matches!(
        step,
        About
            | Enter
            | Form { .. }
            | Leave { .. }
            | Limber { .. }
            | Prepare
            | Recall
            | SendOut { .. }
            | SquareFront
            | Unlimber { .. }
    )
}

/// A unit in another formation; too few for a square or mass are a hob (§05.02.3).
pub(super) fn formed(unit: &Unit, formation: Formation) -> Unit {
    let few = unit.figures < 8 && matches!(formation, Formation::Square | Formation::BattalionMass);
    let formation = if few { Formation::Hob } else { formation };
    let mut so = unit.clone();
    so.formation = formation;
    if matches!(formation, Formation::AttackColumn | Formation::BattalionMass)
        && unit.formation != Formation::AttackColumn
    {
        so.front = column_front(unit.figures);
    }
    so.trail.clear();
    so
}
