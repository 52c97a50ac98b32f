//! What a commander sees of the table.

use krigsspil_engine::battle::{Arm, At, ObjectiveShown, UnitShown, View};
use krigsspil_field::prelude::{Bearing, Point, point};

use crate::battle::shown::UnitDetails;
use crate::battle::state::CM;
use crate::vocabulary::Order;

/// Guns so near a garrison can be brought up to shell it.
const SHELLS_CM: f64 = 50.0;

/// Guns keep a strip beside their line of fire free of comrades: this share of its length, and so many centimetres at least (§6.1.6).
const SAFE_SHARE: f64 = 0.1;
const SAFE_CM: f64 = 1.5;

/// Comrades so near an enemy come along in an attack on him, in line and in column.
const COMES_CM: f64 = 15.0;
const COLUMN_COMES_CM: f64 = 24.0;

/// An army is spent that has lost this share of its men: scenarios have it break at little more.
const SPENT_SHARE: f64 = 0.36;
/// And attacks only with so much in its favour.
const SPENT_AHEAD: i32 = 4;

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

    /// Do comrades stand in a battery's line of fire, or too near to it (§6.1.6)?
    pub fn is_masked(&self, gun: &UnitShown, enemy: &UnitShown) -> bool {
        let (from, to) = (at(gun.place), middle(enemy));
        let Some(way) = (to - from).unit() else { return false };
        let length = from.distance(to);
        let strip = (length * SAFE_SHARE).max(SAFE_CM * CM);
        let comrades = self.view.units.iter().chain(&self.view.friends);
        comrades.filter(|unit| unit.here() && unit.id != gun.id).any(|unit| {
            let seen = unit.outline.iter().map(|corner| at(*corner) - from);
            let (mut near, mut far) = (f64::INFINITY, f64::NEG_INFINITY);
            let (mut left, mut right) = (f64::INFINITY, f64::NEG_INFINITY);
            for corner in seen {
                let (along, aside) = (corner.dot(way), corner.dot(way.right()));
                (near, far) = (near.min(along), far.max(along));
                (left, right) = (left.min(aside), right.max(aside));
            }
            far > 0.0 && near < length && left < strip && right > -strip
        })
    }

    /// Is an enemy to be stormed by a unit now? A garrison is shelled first: fire takes its men, and every tenth of them counts in the melee
    /// (tabel 7). It is stormed when it has become small, has lost its order or is held in a melee already; and also where no gun of ours
    /// can shell it, or time runs short.
    pub fn is_ripe(&self, unit: &UnitShown, enemy: &UnitShown) -> bool {
        let held = |own: &UnitShown| own.own.as_ref().is_some_and(|own| own.melee.contains(&enemy.id));
        let shells = |gun: &UnitShown| {
            let details = gun.details.get::<UnitDetails>();
            gun.arm == Arm::Artillery
                && details.is_some_and(|known| !known.guns_left && known.loads.flatten() != Some(0))
                && gap_cm(gun, enemy) <= SHELLS_CM
        };
        !in_town(enemy)
            || order(enemy) != Order::Order
            || 4 * enemy.strength.now <= 3 * unit.strength.now
            || 3 * self.view.turn >= 2 * self.view.turns
            || self.own().any(held)
            || !self.own().any(shells)
    }

    /// Has the army lost so much that it must spare itself? It then holds what it has, and attacks only what it clearly beats.
    pub fn is_spent(&self) -> bool {
        self.view.own.as_ref().is_some_and(|own| f64::from(own.lost) >= SPENT_SHARE * f64::from(own.men))
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
        // Others who can come too help: a joint attack throws oftener (§7.4).
        let comes = |other: &&UnitShown| {
            let reach = if other.formation == "column" { COLUMN_COMES_CM } else { COMES_CM };
            other.id != unit.id && other.arm == unit.arm && gap_cm(other, enemy) <= reach
        };
        let helpers = self.own().filter(comes).count();
        ahead += 2 * helpers.min(3) as i32;
        ahead >= if self.is_spent() { SPENT_AHEAD } else { 1 }
    }
}
