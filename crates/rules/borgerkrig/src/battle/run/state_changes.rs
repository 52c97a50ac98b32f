//! Changes that more than one chapter makes: order, bodies, losses.

use krigsspil_field::prelude::*;

use crate::battle::bodies::body;
use crate::battle::state::*;
use crate::tables::Tables;
use crate::vocabulary::*;

/// Builds a unit's body anew after a change of formation, strength or place.
pub(in crate::battle) fn rebuild(battle: &mut Battle, tables: &Tables, unit: usize) {
    let changed = &battle.units[unit];
    let pose = changed.pose;
    let placed = body(changed, tables, &battle.ground).and_then(|body| body.at(pose));
    if let Ok(placed) = placed {
        battle.units[unit].placed = placed;
    }
    battle.units[unit].track = None;
}

/// Puts a unit into an order, better or worse.
pub(in crate::battle) fn set_order(battle: &mut Battle, tables: &Tables, unit: usize, order: Order) {
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
        changed.building = None;
    }
    if was_rout != (order == Order::Rout) {
        // A crowd stands about its middle, and forms up again there.
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
    }
}
