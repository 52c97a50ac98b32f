//! What a commander sees of the table.

use krigsspil_engine::battle::{Arm, At, ObjectiveShown, UnitShown, View};
use krigsspil_field::prelude::{Bearing, Point, point};

use crate::battle::shown::UnitDetails;
use crate::battle::state::CM;
use crate::vocabulary::Order;

/// A view, read.
pub(super) struct Sense<'a> {
    pub view: &'a View,
    /// Objectives that own troops hold: some stand there, and no enemy is seen there.
    ours: Vec<bool>,
}

/// A place as a point.
pub(super) fn at(place: At) -> Point {
    point(place[0], place[1])
}

/// The middle of a unit. A garrison has no front, and stands about the middle of its town.
pub(super) fn middle(unit: &UnitShown) -> Point {
    if unit.arm == Arm::Infantry && in_town(unit) {
        let corners = || unit.outline.iter().map(|corner| at(*corner));
        let low = corners().reduce(|a, b| point(a.x.min(b.x), a.y.min(b.y)));
        let high = corners().reduce(|a, b| point(a.x.max(b.x), a.y.max(b.y)));
        if let (Some(low), Some(high)) = (low, high) {
            return (low + high) * 0.5;
        }
    }
    at(unit.place) - Bearing::degrees(unit.facing).ahead() * (unit.depth / 2.0)
}

/// How a unit keeps together, as everybody sees.
pub(super) fn order(unit: &UnitShown) -> Order {
    unit.details.get::<UnitDetails>().map_or(Order::Order, |details| details.orden)
}

/// It is in a town.
pub(super) fn in_town(unit: &UnitShown) -> bool {
    unit.details.get::<UnitDetails>().is_some_and(|details| details.zone.is_some())
}

/// Centimetres between the middles of two units, less half of the depth of each.
pub(super) fn gap_cm(one: &UnitShown, other: &UnitShown) -> f64 {
    ((middle(one).distance(middle(other)) - (one.depth + other.depth) / 2.0) / CM).max(0.0)
}

/// Degrees that a place lies off a unit's front, to the right positive.
pub(super) fn off(unit: &UnitShown, place: Point) -> f64 {
    Bearing::degrees(unit.facing).turn_to(Bearing::of(place - middle(unit))).0
}

impl<'a> Sense<'a> {
    pub fn of(view: &'a View) -> Sense<'a> {
        let there = |one: &ObjectiveShown, unit: &UnitShown| {
            middle(unit).distance(at(one.place)) <= one.radius + unit.depth / 2.0
        };
        let ours = |one: &ObjectiveShown| {
            let own = view.units.iter().chain(&view.friends).filter(|unit| unit.here());
            own.into_iter().any(|unit| there(one, unit)) && !view.enemies.iter().any(|unit| there(one, unit))
        };
        Sense { view, ours: view.objectives.iter().map(ours).collect() }
    }

    /// The way to the enemy's side.
    pub fn front(&self) -> f64 {
        self.view.own.as_ref().map_or(0.0, |own| (own.home + 180.0).rem_euclid(360.0))
    }

    /// The objective that is worth most for the way to it: of those still to be taken, or of all when all are held.
    pub fn objective(&self, from: Point) -> Option<&'a ObjectiveShown> {
        let dear = |one: &ObjectiveShown| from.distance(at(one.place)) / f64::from(one.points.max(1));
        let best = |ours: bool| {
            let these = self.view.objectives.iter().zip(&self.ours).filter(|(_, held)| **held == ours);
            these.map(|(one, _)| one).min_by(|a, b| dear(a).total_cmp(&dear(b)))
        };
        best(false).or_else(|| best(true))
    }

    /// Does a unit alone hold an objective?
    pub fn holds_alone(&self, unit: &UnitShown) -> bool {
        let there =
            |one: &ObjectiveShown, unit: &UnitShown| middle(unit).distance(at(one.place)) <= one.radius;
        let held = self.view.objectives.iter().zip(&self.ours).filter(|(_, held)| **held);
        held.into_iter().any(|(one, _)| {
            there(one, unit) && !self.own().any(|other| other.id != unit.id && there(one, other))
        })
    }

    /// Enemies that can be fought, the nearest to a unit first.
    pub fn enemies(&self, unit: &UnitShown) -> Vec<(f64, &'a UnitShown)> {
        let mut near: Vec<(f64, &UnitShown)> =
            self.view.enemies.iter().map(|enemy| (gap_cm(unit, enemy), enemy)).collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        near
    }

    /// Own units on the table.
    pub fn own(&self) -> impl Iterator<Item = &'a UnitShown> {
        self.view.units.iter().filter(|unit| unit.here())
    }

    /// Is a unit fit to attack another, by its figures and his trouble?
    pub fn beats(&self, unit: &UnitShown, enemy: &UnitShown) -> bool {
        let details =
            |unit: &UnitShown| unit.details.get::<UnitDetails>().map_or(0, |details| details.melee_addition);
        let losses = |unit: &UnitShown| {
            let first = unit.strength.first.unwrap_or(unit.strength.now).max(1);
            10 * (first - unit.strength.now) / first
        };
        let mut ahead = details(unit) - details(enemy) - losses(unit);
        ahead += (unit.strength.now / enemy.strength.now.max(1) - 1).clamp(0, 6);
        ahead -= (enemy.strength.now / unit.strength.now.max(1) - 1).clamp(0, 6);
        ahead += match order(enemy) {
            Order::Order => 0,
            Order::Disorder => 3,
            Order::FullDisorder => 8,
        };
        if in_town(enemy) {
            ahead -= 3;
        }
        match (unit.arm, enemy.arm) {
            (Arm::Infantry, Arm::Cavalry) => return false,
            (Arm::Infantry, Arm::Artillery) => ahead += 4,
            (Arm::Cavalry, Arm::Artillery) => ahead += 5,
            (Arm::Cavalry, Arm::Infantry) if enemy.formation == "square" => ahead -= 6,
            (Arm::Cavalry, Arm::Infantry) => ahead += 1,
            _ => {}
        }
        // Others who stand by help: a joint attack throws oftener.
        let helpers = self
            .own()
            .filter(|other| other.id != unit.id && other.arm == unit.arm && gap_cm(other, enemy) <= 15.0)
            .count();
        ahead += 2 * helpers.min(3) as i32;
        ahead >= 1
    }
}
