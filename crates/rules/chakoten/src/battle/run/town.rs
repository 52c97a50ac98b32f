//! Units go into buildings and out of them (§17.01), and fight in built-up areas (§17.03).

use krigsspil_field::polygon;
use krigsspil_field::prelude::*;
use krigsspil_turn::ids::UnitId;
use krigsspil_turn::riders;
use serde_json::json;

use super::changes::{drop_track, rebuild, stay_on_table};
use super::{Go, Run};
use crate::battle::bodies::body;
use crate::battle::order::{Formation, Step};
use crate::battle::rates::{Limits, rates};
use crate::battle::state::*;
use crate::battle::town::{
    AT_THE_WALL, Inside, building_ahead, built_up_at, facade_toward, in_town, on_a_street, walls,
};
use crate::vocabulary::Order;

/// Leaving a building takes this part of a turn (§17.01.3).
const LEAVES: f64 = 0.5;
/// Nobody goes farther than this to a building in a turn, in metres.
const FAR_OFF: f64 = 100.0 * CM;
/// A unit that goes up to a building stops this far before its wall, in metres.
const BEFORE_WALL: f64 = 0.5;

impl Run<'_> {
    /// A unit that is to enter a building first goes up to its wall. Says whether something else must be planned now.
    pub(super) fn goes_up_to_building(&mut self, unit: UnitId) -> bool {
        if !matches!(self.unit(unit).todo.first().map(|doing| doing.step), Some(Step::Enter)) {
            return false;
        }
        let ahead = building_ahead(&self.battle.ground, &self.unit(unit).placed, FAR_OFF);
        let Some((building, metres)) = ahead.filter(|_| self.unit(unit).inside.is_none()) else {
            self.halt(unit);
            self.tell_own("no_building", "17.01.2", unit, json!({}));
            return true;
        };
        if metres > AT_THE_WALL {
            let step = Step::Ahead { cm: None, turns: None, attack: false, storm: false };
            let goes = Doing { left: metres - BEFORE_WALL, begun: true, ..Doing::new(step) };
            self.unit_mut(unit).todo.insert(0, goes);
            return false;
        }
        if !self.battle.has_room(building, unit) {
            self.halt(unit);
            self.tell_own("no_room_inside", "17.02.3", unit, json!({}));
            return true;
        }
        false
    }

    /// The time it takes to enter the building ahead: that of the obstacle it is (§17.01.2).
    pub(super) fn entering_time(&self, unit: UnitId) -> f64 {
        let entered = self.unit(unit);
        let ahead = building_ahead(&self.battle.ground, &entered.placed, AT_THE_WALL);
        let feature = ahead.and_then(|(building, _)| self.battle.ground.feature(FeatureId(building)));
        let pace = rates(entered, Gait::March, Limits::default(), self.tables);
        let passage = feature.and_then(|feature| pace.passage(feature, Manner::Ahead));
        passage.filter(|passage| passage.allowed).map_or(0.0, |passage| passage.turns.0)
    }

    /// The time it takes to leave.
    pub(super) fn leaving_time(&self, unit: UnitId) -> f64 {
        if self.unit(unit).inside.is_some() { LEAVES } else { 0.0 }
    }

    /// A closed unit that begins to pass the wall takes a degree (§07.05.4).
    pub(super) fn begins_at_wall(&mut self, unit: UnitId) -> Go {
        let goes_on = self.unit(unit).carried_step.is_some_and(|(of, _)| self.unit(unit).todo[0].step == of);
        let costs = !goes_on && self.unit(unit).closed();
        self.degrees(unit, i32::from(costs), "07.05.4")
    }

    /// It is in: it covers the whole building, and counts as a hob (§17.01.2).
    pub(super) fn enters(&mut self, unit: UnitId) {
        let ahead = building_ahead(&self.battle.ground, &self.unit(unit).placed, AT_THE_WALL);
        let Some((building, _)) = ahead.filter(|(building, _)| self.battle.has_room(*building, unit)) else {
            self.halt(unit);
            return self.tell_own("no_room_inside", "17.02.3", unit, json!({}));
        };
        self.put_inside(unit, building);
        riders::carry(self, unit);
        let name = self.house_name(building);
        self.tell("enters_building", "17.01.2", &[unit], json!({"building": name}));
    }

    fn put_inside(&mut self, unit: UnitId, building: usize) {
        let Some(outline) = walls(&self.battle.ground, building).map(<[Point]>::to_vec) else { return };
        let facing = self.unit(unit).pose.facing;
        let front = facade_toward(&outline, facing).map_or(outline[0], |facade| facade.middle);
        let enters = self.unit_mut(unit);
        enters.formation = Formation::Hob;
        enters.trail.clear();
        enters.pose = Pose::new(front, facing).on_grid();
        enters.inside = Some(Inside { building, walls: outline });
        rebuild(self.battle, self.tables, unit);
    }

    /// It comes out, and stands as a hob right outside the facade (§17.01.3); where there is no room it stays in.
    pub(super) fn comes_out(&mut self, unit: UnitId, toward: Option<f64>) {
        let way = toward.map_or(self.unit(unit).pose.facing, Bearing::degrees);
        let Some(outside) = self.outside(unit, way) else { return };
        let taken = self.stands_on_somebody(unit, &outside) || self.enemy_at(unit, &outside);
        if taken || !self.battle.ground.table().holds(&outside) {
            self.halt(unit);
            return self.tell_own("cannot_leave", "17.01.3", unit, json!({}));
        }
        self.stands_outside(unit, outside.pose());
    }

    /// Whoever is driven out, or must leave at once, stands outside wherever there is room.
    pub(super) fn is_put_out(&mut self, unit: UnitId, way: Bearing) {
        let Some(outside) = self.outside(unit, way) else { return };
        self.stands_outside(unit, outside.pose());
        stay_on_table(self.battle, unit);
        self.stand_clear(unit);
    }

    fn stands_outside(&mut self, unit: UnitId, pose: Pose) {
        let building = self.unit(unit).inside.as_ref().map(|inside| inside.building);
        let comes = self.unit_mut(unit);
        comes.inside = None;
        comes.formation = Formation::Hob;
        comes.pose = pose;
        comes.trail.clear();
        rebuild(self.battle, self.tables, unit);
        riders::carry(self, unit);
        let name = building.and_then(|building| self.house_name(building));
        self.tell("leaves_building", "17.01.3", &[unit], json!({"building": name}));
    }

    /// Where it would stand as a hob outside the facade that looks this way.
    pub(super) fn outside(&self, unit: UnitId, way: Bearing) -> Option<Placed> {
        let goes = self.unit(unit);
        let inside = goes.inside.as_ref()?;
        let facade = facade_toward(&inside.walls, way)?;
        let hob = Unit { inside: None, formation: Formation::Hob, trail: Vec::new(), ..goes.clone() };
        let hob = body(&hob, self.tables).ok()?;
        let reach =
            inside.walls.iter().map(|&wall| (wall - facade.middle).dot(facade.out)).fold(0.0, f64::max);
        let at = facade.middle + facade.out * (reach + hob.depth() + BEFORE_WALL);
        hob.at(Pose::new(at, Bearing::of(facade.out)).on_grid()).ok()
    }

    pub(super) fn enemy_at(&self, unit: UnitId, there: &Placed) -> bool {
        self.battle.enemies_of(unit).any(|enemy| {
            self.unit(enemy).steady() && distance(there, &self.unit(enemy).placed) < self.break_in_cm() * CM
        })
    }

    /// A unit in disorder in a building goes out on the side away from its enemy, and then back (§13.01.1, §17.01.3).
    pub(super) fn goes_back_out(&mut self, unit: UnitId, from: Point) -> bool {
        if self.unit(unit).inside.is_none() {
            return false;
        }
        let away = Bearing::of(self.unit(unit).placed.centre() - from);
        drop_track(self.battle, unit);
        let out = Step::Leave { toward: Some(away.as_degrees()) };
        let on = Step::Ahead { cm: None, turns: None, attack: false, storm: false };
        self.unit_mut(unit).todo = vec![
            Doing { begun: true, ..Doing::new(out) },
            Doing { left: 1.0e6, begun: true, ..Doing::new(on) },
        ];
        true
    }

    /// The name of a building or bridge; without one, where it is, in metres.
    pub(super) fn house_name(&self, building: usize) -> Option<String> {
        let feature = self.battle.ground.feature(FeatureId(building))?;
        let extent = feature.extent();
        let middle = (extent.low + extent.high) * 0.5;
        Some(feature.name.clone().unwrap_or_else(|| format!("({:.0}, {:.0})", middle.x, middle.y)))
    }

    /// A melee in a built-up area: nobody counts missing skirmishers (§17.03.1).
    pub(super) fn fights_in_town(&self, attacker: UnitId, defender: UnitId) -> bool {
        in_town(self.battle, defender) || in_town(self.battle, attacker)
    }

    /// A march column among houses that has no room for a wider formation (§17.03.2).
    pub(super) fn no_room_to_widen(&self, unit: UnitId) -> bool {
        let column = self.unit(unit);
        let inside = column.inside.is_some();
        if inside || !column.formation.marching() || !built_up_at(&self.battle.ground, column.pose.at) {
            return false;
        }
        let wider = super::steps::formed(column, Formation::AttackColumn);
        let there = body(&wider, self.tables).and_then(|body| body.at(column.pose));
        there.is_ok_and(|there| self.battle.in_a_house(&there) || self.stands_on_somebody(unit, &there))
    }

    /// Infantry on a street with its front to cavalry is a mass (§17.03.2).
    pub(super) fn holds_a_street(&self, defender: UnitId, attacker: UnitId) -> bool {
        let holds = self.unit(defender);
        let foot = holds.branch == Branch::Infantry && holds.closed() && holds.inside.is_none();
        let cavalry = self.unit(attacker).branch == Branch::Cavalry;
        foot && cavalry
            && on_a_street(&self.battle.ground, holds.placed.pose().at)
            && self.before_front(defender, attacker)
    }

    /// The obstacle that an attacker on a building has before him (§17.02.3).
    pub(super) fn wall_before(&self, defender: UnitId) -> i32 {
        let building = self.battle.building_of(defender);
        building.map_or(0, |feature| i32::from(feature.properties.obstacle.number()))
    }

    /// A victor before a building goes in, if it holds him; otherwise he stands at its wall (house).
    pub(super) fn takes_building(&mut self, attacker: UnitId, building: usize) -> bool {
        let foot = self.unit(attacker).branch == Branch::Infantry && self.unit(attacker).parent.is_none();
        if !foot || self.battle.chain_of(attacker).is_some() || !self.battle.has_room(building, attacker) {
            return false;
        }
        self.unit_mut(attacker).todo = vec![Doing::new(Step::Enter)];
        self.storm_ends(attacker);
        true
    }

    /// Has somebody reached the wall of a building that a beaten enemy held?
    pub(super) fn at_wall(&self, corners: &[Point], unit: UnitId) -> bool {
        let placed = &self.unit(unit).placed;
        let near = |part: &Part| {
            polygon::edges(corners).any(|(from, to)| {
                let corner = |corner: &Point| polygon::nearest_on((from, to), *corner).distance(*corner);
                let wall = part.distance_to(from).min(part.distance_to(from.toward(to, 0.5)));
                part.corners().iter().map(corner).fold(wall, f64::min) <= AT_THE_WALL
            })
        };
        placed.parts().iter().any(near)
    }

    /// Nobody reorganises from disorder in a building (§17.03.5).
    pub(super) fn mends_here(&self, unit: UnitId) -> bool {
        self.unit(unit).inside.is_none() || self.unit(unit).order != Order::Disorder
    }
}
