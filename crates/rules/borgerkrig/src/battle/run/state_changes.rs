//! Changes that several chapters make: order, bodies, losses.

use krigsspil_field::prelude::*;

use super::Run;
use crate::battle::bodies::body;
use crate::battle::order::Step;
use crate::battle::state::*;
use crate::tables::Tables;
use crate::vocabulary::*;

/// Rebuilds a unit's body after a change of formation, strength or place.
pub(in crate::battle) fn rebuild(battle: &mut Battle, tables: &Tables, unit: UnitId) {
    drop_track(battle, unit);
    let changed = &battle.units[unit];
    let pose = changed.pose;
    let placed = body(changed, tables, &battle.ground).and_then(|body| body.at(pose));
    if let Ok(placed) = placed {
        battle.units[unit].placed = placed;
    }
}

impl Run<'_> {
    /// Rebuilds a unit's body at its new place: on the table, and clear of enemies.
    pub(super) fn stand_anew(&mut self, unit: UnitId) {
        rebuild(self.battle, self.tables, unit);
        stay_on_table(self.battle, unit);
        stand_clear(self.battle, unit);
        self.carried.driven.push(unit);
    }

    /// Ends everything that a unit was ordered to do.
    pub(super) fn break_off(&mut self, unit: UnitId) {
        self.halt(unit);
        self.battle.waiting.retain(|waiting| *waiting != unit);
    }
}

/// Ends a track at the current place, and notes what is left of the current step.
pub(in crate::battle) fn drop_track(battle: &mut Battle, unit: UnitId) {
    let moment = battle.moment;
    let broken = &mut battle.units[unit];
    let (Some(track), Some((since, from))) = (broken.track.take(), broken.planned.take()) else { return };
    let placed = track.halted_at(moment);
    if let Some(doing) = broken.todo.first_mut() {
        match doing.step {
            Step::Ahead { .. } | Step::Back { .. } => doing.left -= from.at.distance(placed.pose().at),
            Step::Wheel { .. } if broken.formation != Formation::MarchColumn => {
                doing.left -= from.facing.turn_to(placed.pose().facing).0;
            }
            Step::Wheel { .. } => {}
            _ => doing.left -= moment - since,
        }
    }
    let done = broken.todo.first().is_some_and(|doing| match doing.step {
        Step::Ahead { .. } | Step::Back { .. } => doing.left <= 1.0 / 256.0,
        Step::Wheel { .. } => doing.left.abs() <= 1.0 / 256.0,
        _ => false,
    });
    if done {
        broken.todo.remove(0);
    } else if let Some(doing) = broken.todo.first_mut()
        && !matches!(doing.step, Step::Wheel { .. })
    {
        doing.left = doing.left.max(0.0);
    }
    broken.pose = placed.pose();
    broken.trail = placed.body().trail().map(|trail| trail.corners().to_vec()).unwrap_or_default();
    broken.placed = placed;
}

/// Bodies that overlap by more than this many square metres stand in each other; less is the rounding of contact.
const GIVES_WAY: f64 = 2.0;

/// A unit that has formed up, turned or been driven into enemies moves to the nearest place on the table that is clear of them (house:
/// bases cannot stand on bases).
pub(in crate::battle) fn stand_clear(battle: &mut Battle, unit: UnitId) {
    let moved = &battle.units[unit];
    if !moved.steady() || moved.building.is_some() || is_clear(battle, unit, &moved.placed) {
        return;
    }
    let pose = moved.placed.pose();
    let away = Bearing::degrees(battle.fixed.sides[moved.side].home);
    let held = battle.ground.table().could_hold(&moved.placed);
    for ring in 1..=240 {
        for turn in [0.0, 30.0, -30.0, 60.0, -60.0, 90.0, -90.0, 120.0, -120.0, 150.0, -150.0, 180.0] {
            let way = away.right_by(Degrees(turn)).ahead();
            let pose = Pose::new(pose.at + way * (f64::from(ring) * CM / 4.0), pose.facing).on_grid();
            let placed = battle.units[unit].placed.moved_to(pose);
            if (!held || battle.ground.table().holds(&placed)) && is_clear(battle, unit, &placed) {
                drop_track(battle, unit);
                battle.units[unit].pose = pose;
                battle.units[unit].placed = placed;
                return;
            }
        }
    }
}

/// Is a place free of steady enemies?
pub(in crate::battle) fn is_clear(battle: &Battle, unit: UnitId, placed: &Placed) -> bool {
    let side = battle.units[unit].side;
    !battle.units.values().any(|other| {
        other.side != side
            && other.steady()
            && overlaps(&other.placed, placed)
            && overlap_area(&other.placed, placed) > GIVES_WAY
    })
}

/// A unit that has formed up or turned over the edge of the table moves back inside.
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
    battle.units[unit].pose = pose;
    battle.units[unit].placed = placed;
}

/// Puts a unit into an order, better or worse.
pub(in crate::battle) fn set_order(battle: &mut Battle, tables: &Tables, unit: UnitId, order: Order) {
    let changed = &mut battle.units[unit];
    let was_rout = changed.order == Order::Rout;
    changed.order = order;
    changed.quiet = 0;
    changed.now.entered = true;
    if order != Order::Pinned {
        changed.pinned_left = 0;
    }
    if order == Order::Rout && !was_rout {
        changed.rallies = 0;
        changed.melee.clear();
        changed.on_flanks_mm = 0;
    }
    if was_rout != (order == Order::Rout) {
        // A crowd stands about its middle, and forms up there again.
        if !was_rout {
            changed.trail.clear();
        }
        let middle = changed.placed.centre();
        let facing = changed.pose.facing;
        rebuild(battle, tables, unit);
        let depth = battle.units[unit].placed.body().depth();
        let at = middle + facing.ahead() * (depth / 2.0);
        battle.units[unit].pose = Pose::new(at, facing).on_grid();
        rebuild(battle, tables, unit);
        stay_on_table(battle, unit);
        stand_clear(battle, unit);
    }
}
