//! Changes that several chapters make: bodies, order, losses.

use krigsspil_engine::{Figures, Men};
use krigsspil_field::prelude::*;
use krigsspil_turn::riders;
use krigsspil_turn::timeline::Instant;
use serde_json::json;

use super::{Go, Run};
use crate::battle::bodies::{body, plain};
use crate::battle::order::Step;
use crate::battle::state::*;
use crate::procedures::scale::Casualties;
use crate::tables::Tables;
use crate::vocabulary::*;

/// Rebuilds a unit's body after a change of formation, strength or place.
pub(in crate::battle) fn rebuild(battle: &mut Battle, tables: &Tables, unit: UnitId) {
    drop_track(battle, unit);
    let changed = &battle.units[unit];
    let placed = body(changed, tables).and_then(|body| body.at(changed.pose));
    if let Ok(placed) = placed {
        battle.units[unit].placed = placed;
    }
}

/// What is left of a march or turn below this counts as nothing.
const NOTHING_LEFT: f64 = 1.0 / 256.0;

/// Ends a track at the current place, and notes what is left of the current step and how far it has run straight ahead.
pub(in crate::battle) fn drop_track(battle: &mut Battle, unit: UnitId) {
    let (moment, turn) = (battle.moment, battle.turn);
    let broken = &mut battle.units[unit];
    broken.marks.clear();
    let (Some(track), Some((since, from))) = (broken.track.take(), broken.planned.take()) else { return };
    let placed = track.halted_at(moment);
    let metres = from.at.distance(placed.pose().at);
    let Some(doing) = broken.todo.first_mut() else { return };
    let done = match doing.step {
        Step::Ahead { .. } | Step::Back { .. } | Step::Sideways { .. } => {
            doing.left -= metres;
            doing.left <= NOTHING_LEFT
        }
        Step::Wheel { .. } | Step::Pivot { .. }
            if !broken.formation.marching() || broken.battery.is_some() =>
        {
            doing.left -= from.facing.turn_to(placed.pose().facing).0;
            doing.left.abs() <= NOTHING_LEFT
        }
        Step::Wheel { .. } | Step::Pivot { .. } => false,
        _ => {
            doing.left = (doing.left - (moment - since)).max(0.0);
            false
        }
    };
    let step = doing.step;
    if done {
        broken.todo.remove(0);
    }
    broken.pose = placed.pose();
    broken.trail = placed.body().trail().map(|trail| trail.corners().to_vec()).unwrap_or_default();
    broken.placed = placed;
    // At the moment at which a march begins nobody has moved a step (§03.02.10).
    if !matches!(step, Step::Halt { .. }) && moment > since {
        broken.stands_since = Instant::new(turn, moment);
    }
    note_run(broken, step, metres, [Instant::new(turn, since), Instant::new(turn, moment)]);
}

/// Cavalry in line bends at most this much, in degrees (§12.03.4); a run-up at most a quarter turn (§07.02.4).
const STRAIGHT_DEG: f64 = 20.0;
const RUN_UP_DEG: f64 = 90.0;

/// Notes a stretch of march for momentum and the run-up.
pub(super) fn note_run(unit: &mut Unit, step: Step, metres: f64, when: [Instant; 2]) {
    unit.run = run_after(unit.run, unit.pose.facing, step, metres, when);
}

/// The run of a unit after a stretch of march that ends with this facing.
pub(super) fn run_after(
    run: Option<StraightRun>,
    facing: Bearing,
    step: Step,
    metres: f64,
    [since, until]: [Instant; 2],
) -> Option<StraightRun> {
    let before = run.filter(|run| run.until >= since);
    match step {
        Step::Ahead { .. } if metres > 0.0 => {
            let off = |run: &StraightRun| Bearing::degrees(run.direction).turn_to(facing).0.abs();
            Some(match before {
                Some(run) if off(&run) <= STRAIGHT_DEG => StraightRun {
                    until,
                    metres: run.metres + metres,
                    deviation: run.deviation.max(off(&run)),
                    ..run
                },
                other => {
                    let since = other.filter(|run| off(run) <= RUN_UP_DEG).map_or(since, |run| run.since);
                    StraightRun { since, until, direction: facing.as_degrees(), metres, deviation: 0.0 }
                }
            })
        }
        Step::Wheel { .. } | Step::Pivot { .. } => before.map(|run| StraightRun { until, ..run }),
        _ if until > since => None,
        _ => run,
    }
}

/// A unit that stands over the edge of the table moves back inside.
pub(in crate::battle) fn stay_on_table(battle: &mut Battle, unit: UnitId) {
    let table = battle.ground.table();
    let moved = &battle.units[unit];
    if table.holds(&moved.placed) || !table.could_hold(&moved.placed) {
        return;
    }
    let (edge, extent) = (table.extent(), moved.placed.extent());
    let inward = |low: f64, high: f64, least: f64, most: f64| (least - low).max(0.0) - (high - most).max(0.0);
    let by = point(
        inward(extent.low.x, extent.high.x, edge.low.x, edge.high.x),
        inward(extent.low.y, extent.high.y, edge.low.y, edge.high.y),
    );
    let pose = moved.placed.pose();
    let pose = Pose::new(pose.at + by, pose.facing).on_grid();
    let placed = moved.placed.moved_to(pose);
    (battle.units[unit].pose, battle.units[unit].placed) = (pose, placed);
}

/// Puts a unit into an order, better or worse. A unit that comes into rout keeps its formation on its flight (§13.01.3); one that is a
/// mass about its middle forms up there again.
pub(in crate::battle) fn set_order(battle: &mut Battle, tables: &Tables, unit: UnitId, order: Order) {
    let now = battle.instant();
    let was_rout = battle.units[unit].order == Order::Rout;
    if was_rout != (order == Order::Rout) {
        drop_track(battle, unit);
    }
    let changed = &mut battle.units[unit];
    changed.order = order;
    changed.quiet_since = now;
    if was_rout == (order == Order::Rout) {
        return;
    }
    // Nobody stays in a building in flight: it runs from the middle of it, as the hob it is (§17.01.2).
    let runs_out = order == Order::Rout && changed.inside.take().is_some();
    if order == Order::Rout {
        (changed.flight_turns, changed.beaten_in_flight, changed.gave_prisoners) = (0, 0, false);
    }
    let massed = std::mem::take(&mut changed.massed);
    if massed || runs_out || (changed.formation.marching() && changed.battery.is_none()) {
        about_the_middle(battle, tables, unit);
    }
}

/// When the turn of a flight is over it stands as wide as deep, about the middle of the ground it held (§13.01.3).
pub(super) fn mass(battle: &mut Battle, tables: &Tables, unit: UnitId) {
    battle.units[unit].massed = true;
    about_the_middle(battle, tables, unit);
}

/// A unit takes the body of its new formation about the middle of its ground.
fn about_the_middle(battle: &mut Battle, tables: &Tables, unit: UnitId) {
    let changed = &mut battle.units[unit];
    changed.trail.clear();
    let (middle, facing) = (changed.placed.centre(), changed.pose.facing);
    rebuild(battle, tables, unit);
    let depth = battle.units[unit].placed.body().depth();
    battle.units[unit].pose = Pose::new(middle + facing.ahead() * (depth / 2.0), facing).on_grid();
    rebuild(battle, tables, unit);
    stay_on_table(battle, unit);
}

impl Run<'_> {
    /// The current instant of the rolling clock.
    pub(super) fn now(&self) -> Instant {
        self.battle.instant()
    }

    /// Ends everything that a unit was ordered to do this turn.
    pub(super) fn halt(&mut self, unit: UnitId) {
        drop_track(self.battle, unit);
        let halted = self.unit_mut(unit);
        halted.todo.clear();
        halted.now.halted = true;
        halted.now.wants_room = false;
        halted.now.passing.clear();
        self.storm_ends(unit);
        self.battle.waiting.retain(|waiting| *waiting != unit || self.battle.units[unit].battery.is_some());
    }

    /// A storm is over: its rest begins (§07.02.3).
    pub(super) fn storm_ends(&mut self, unit: UnitId) {
        let now = self.now();
        let storming = &mut self.unit_mut(unit).storming;
        if storming.since.take().is_some() {
            (storming.ended, storming.halves) = (Some(now), 0);
        }
    }

    /// Degrees of light disorder (§03.03.6); the fourth makes disorder, and it retires (§13.01.1).
    pub(super) fn degrees(&mut self, unit: UnitId, degrees: i32, rule: &'static str) -> Go {
        if degrees == 0 || !self.unit(unit).intact() {
            return Ok(());
        }
        let after = self.unit(unit).order.with_degrees(degrees);
        self.comes_into(unit, after, rule);
        if after == Order::Disorder {
            let from = self.threat_to(unit);
            self.retire(unit, from)?;
        }
        Ok(())
    }

    /// A unit comes into an order; those who command it are told, and everybody if it runs.
    pub(super) fn comes_into(&mut self, unit: UnitId, order: Order, rule: &'static str) {
        if self.unit(unit).order == order {
            return;
        }
        set_order(self.battle, self.tables, unit, order);
        match order {
            Order::Rout => self.tell("comes_into", rule, &[unit], json!({"order": order})),
            _ => self.tell_own("comes_into", rule, unit, json!({"order": order})),
        }
    }

    /// Men are lost: figures go, and the valeur may sink (§09.02.2, §13.07.1).
    pub(super) fn lose_men(&mut self, unit: UnitId, men: i32, rule: &'static str) -> Go {
        if men <= 0 || !self.unit(unit).here() || self.unit(unit).branch == Branch::Wagon {
            return Ok(());
        }
        let before = self.battle.valeur(unit);
        let loser = self.unit(unit);
        let men = men.min(MEN * loser.original - loser.lost_men);
        let facts = Casualties {
            figures: Figures(loser.figures.clamp(1, 500)),
            men_carried: Men(loser.carried.clamp(0, MEN - 1)),
            men_lost: Men(men.clamp(0, 20000)),
        };
        let result = plain(&facts, self.tables)?;
        drop_track(self.battle, unit);
        let now = self.now();
        let loser = self.unit_mut(unit);
        loser.figures = result.figures_after.0;
        loser.carried = result.men_carried_after.0;
        loser.lost_men += men;
        loser.now.disturbed = true;
        loser.quiet_since = now;
        self.tell("loses_men", rule, &[unit], json!({"men": men, "figures": result.figures_removed}));
        if result.destroyed {
            self.destroyed(unit, rule);
            return Ok(());
        }
        rebuild(self.battle, self.tables, unit);
        let after = self.battle.valeur(unit);
        if after < before {
            self.tell_own("decimated", "13.07.1", unit, json!({"valeur": after}));
        }
        Ok(())
    }

    /// A unit is gone: those with it stay where it was.
    pub(super) fn destroyed(&mut self, unit: UnitId, rule: &'static str) {
        self.leaves(unit, Presence::Gone);
        self.tell("destroyed", rule, &[unit], json!({}));
    }

    /// A unit leaves the battle.
    pub(super) fn leaves(&mut self, unit: UnitId, how: Presence) {
        self.halt(unit);
        self.battle.waiting.retain(|waiting| *waiting != unit);
        let place = self.unit(unit).placed.pose().at;
        self.unit_mut(unit).presence = how;
        riders::leave_behind(self, unit, place);
    }
}
