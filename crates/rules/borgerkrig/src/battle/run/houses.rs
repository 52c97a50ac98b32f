//! Entering and leaving houses (§02.04.3).

use krigsspil_field::prelude::*;
use krigsspil_turn::ids::UnitId;
use krigsspil_turn::riders;
use serde_json::json;

use super::Run;
use super::state_changes::{is_clear, rebuild, stand_clear, stay_on_table};
use crate::battle::houses::{middle_and_reach, room_near, walls};
use crate::battle::knowing::Knows;

/// A place this near a wall, in metres, is on it.
const CORNER: f64 = 1.0;

impl Run<'_> {
    /// The house it would enter, and its body in that place.
    fn room_near(&self, unit: UnitId) -> Option<(usize, Placed)> {
        let known = Knows::everything(self.battle, self.tables);
        room_near(known, known.own(unit)?)
    }

    /// The way of its farthest figure into the house it wants to enter, in metres.
    pub(super) fn way_into_house(&self, unit: UnitId) -> f64 {
        let Some((_, house)) = self.room_near(unit) else { return 0.0 };
        let into = |place: Point| {
            house.parts().iter().map(|part| part.distance_to(place)).fold(f64::INFINITY, f64::min)
        };
        self.unit(unit).placed.bases().map(|base| into(base.slab.centre())).fold(0.0, f64::max)
    }

    /// Puts the unit into the house; it keeps its facing.
    pub(super) fn enter_house(&mut self, unit: UnitId) {
        let Some((building, _)) = self.room_near(unit) else {
            self.unit_mut(unit).todo.clear();
            return self.tell("no_house", "02.04.3", &[unit], json!({}));
        };
        let facing = self.unit(unit).placed.pose().facing;
        let front = walls(&self.battle.ground, building).map(|walls| middle_and_reach(walls, facing));
        let Some((middle, reach)) = front else { return };
        let entered = self.unit_mut(unit);
        entered.building = Some(building);
        entered.on_flanks_mm = 0;
        entered.trail.clear();
        entered.pose = Pose::new(middle + facing.ahead() * reach, facing).on_grid();
        rebuild(self.battle, self.tables, unit);
        riders::carry(self, unit);
        self.tell("enters_house", "02.04.3", &[unit], json!({}));
    }

    /// The unit forms up with its back to the wall that it faced; if anybody is there it stays in the house.
    pub(super) fn leave_house(&mut self, unit: UnitId) {
        let (facing, before) = (self.unit(unit).pose.facing, self.unit(unit).clone());
        self.form_before_wall(unit, facing, facing);
        let friends = self.friends_stand_at(unit, &self.unit(unit).placed);
        if friends || !is_clear(self.battle, unit, &self.unit(unit).placed) {
            let back = self.unit_mut(unit);
            (back.building, back.pose, back.placed) = (before.building, before.pose, before.placed);
            back.todo.clear();
            return self.tell("cannot_leave_house", "02.04.3", &[unit], json!({}));
        }
        riders::carry(self, unit);
        self.tell("leaves_house", "02.04.3", &[unit], json!({}));
    }

    /// A unit that is driven out stands behind the house, and faces it.
    pub(super) fn out_of_house(&mut self, unit: UnitId, away: Bearing) {
        self.form_before_wall(unit, away, away.right_by(Degrees(180.0)));
        stand_clear(self.battle, unit);
        riders::carry(self, unit);
        self.tell("leaves_house", "02.04.3", &[unit], json!({}));
    }

    /// The wall of its house through which a garrison fires at an enemy: the one nearest to him, or at a corner the one that faces him.
    pub(super) fn side_of_house(&self, unit: UnitId, enemy: UnitId) -> usize {
        let garrison = self.unit(unit);
        let walls = garrison.building.and_then(|house| walls(&self.battle.ground, house));
        let Some(walls) = walls else { return 0 };
        let (here, there) = closest_places(&garrison.placed, &self.unit(enemy).placed);
        let (middle, _) = middle_and_reach(walls, garrison.pose.facing);
        let faces = |side: &usize| {
            let (one, other) = (walls[*side], walls[(*side + 1) % walls.len()]);
            let along = (other - one).unit().unwrap_or(Point::ORIGIN);
            let out = if along.right().dot(one - middle) > 0.0 { along.right() } else { along.left() };
            let way = (there - here).unit().unwrap_or(out);
            // How far the place is from the wall, and how far the enemy is from straight out of it.
            let off = (here - one).dot(out).abs();
            (off.min(CORNER) / CORNER).round() * 2.0 - way.dot(out)
        };
        (0..walls.len()).min_by(|a, b| faces(a).total_cmp(&faces(b))).unwrap_or(0)
    }

    fn form_before_wall(&mut self, unit: UnitId, side: Bearing, facing: Bearing) {
        let Some(building) = self.unit_mut(unit).building.take() else { return };
        let walls = walls(&self.battle.ground, building);
        let Some((middle, reach)) = walls.map(|walls| middle_and_reach(walls, side)) else { return };
        rebuild(self.battle, self.tables, unit);
        let depth = self.unit(unit).placed.body().depth();
        // The pose is the middle of the front: on the far side of the body if the unit faces away from the wall.
        let out = if side == facing { reach + depth } else { reach };
        let unit_moved = self.unit_mut(unit);
        unit_moved.trail.clear();
        unit_moved.pose = Pose::new(middle + side.ahead() * out, facing).on_grid();
        rebuild(self.battle, self.tables, unit);
        stay_on_table(self.battle, unit);
    }
}
