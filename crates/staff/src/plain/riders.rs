//! Generals ride to regiments that run, otherwise they stay behind their own troops; couriers ride to units out of reach.

use std::collections::HashSet;

use krigsspil_engine::battle::{
    Bound, CourierShown, Deed, Formed, Intent, LeaderShown, Life, Poise, Rider, Role,
};
use krigsspil_field::prelude::*;

use super::outline::{at, nearest, off};
use super::plan::Plan;
use super::scene::{Own, Scene, Seen};
use crate::Chart;

/// A general without troops of his own stays this many times farther behind.
const BEHIND_ALL: f64 = 3.0;
/// A general looks for a place in steps of this many grains; and the distance, in grains, within which he is at his place.
const STEP: f64 = 4.0;
const THERE: f64 = 2.0;
/// He rides no nearer to the edge of the map than this, in metres.
const EDGE: f64 = 15.0;
/// An enemy who faces away must turn first: he can reach only this share of his distance.
const LOOKING_AWAY: f64 = 0.6;

fn middle(units: &[&Own<'_>]) -> Option<Point> {
    let sum = units.iter().fold(Point::ORIGIN, |sum, unit| sum + unit.place());
    (!units.is_empty()).then(|| sum * (1.0 / units.len() as f64))
}

/// Where the riders go this turn.
pub(super) struct Riders<'s, 'a> {
    pub scene: &'s Scene<'a>,
    pub plan: &'s Plan<'a>,
    pub chart: &'s Chart,
}

impl<'a> Riders<'_, 'a> {
    /// This length of the rule set's own measure in metres.
    fn metres(&self, length: f64) -> f64 {
        length * self.scene.measure()
    }

    /// Every general rides with a regiment of his that runs, to rally it; otherwise behind the middle of his own troops. A general without
    /// troops rides behind the middle of all.
    pub fn generals(&self, asked_for: &dyn Fn(&str) -> bool) -> Vec<Deed> {
        let all: Vec<&Own<'a>> =
            self.scene.here.iter().filter(|unit| unit.trim.role != Role::Train).collect();
        let mut rallied: HashSet<&str> = HashSet::new();
        let mut rides = Vec::new();
        for general in self
            .scene
            .view
            .generals
            .iter()
            .filter(|general| general.life == Life::Here && asked_for(&general.id))
        {
            let own: Vec<&Own<'a>> =
                all.iter().copied().filter(|unit| *unit.general() == *general.id).collect();
            let mine = if own.is_empty() { &all } else { &own };
            let mut running = mine.iter().filter(|unit| !rallied.contains(unit.id()));
            let to = match running.find(|unit| self.can_rally(general, unit)) {
                Some(unit) => {
                    rallied.insert(unit.id());
                    Some(Bound::Unit(unit.shown.id.clone()))
                }
                None => self.behind_or_with(general, mine, own.is_empty()),
            };
            let rider = Rider::Leader(&general.id);
            rides.extend(to.map(|to| self.scene.drill.ride(rider, &to)));
        }
        rides
    }

    /// A safe place behind the troops he leads, or a regiment to shelter with; `None` if he is where he should be.
    fn behind_or_with(&self, general: &LeaderShown, mine: &[&Own<'a>], leads_all: bool) -> Option<Bound> {
        let doctrine = self.scene.doctrine();
        let behind = if leads_all { BEHIND_ALL * doctrine.near.behind } else { doctrine.near.behind };
        let Some(goal) = self.behind_them(mine, behind) else {
            return self.shelter(mine, general).map(|shelter| Bound::Unit(shelter.shown.id.clone()));
        };
        let there = goal.distance(at(general.place)) <= self.metres(THERE * doctrine.grain);
        (general.with.is_some() || !there).then(|| Bound::Place([goal.x.round(), goal.y.round()]))
    }

    /// Could an enemy ride or run down somebody at this place this turn?
    fn in_danger(&self, place: Point) -> bool {
        let reaches = &self.scene.doctrine().reach;
        self.scene.enemies.iter().filter(|enemy| enemy.hurts()).any(|enemy: &Seen<'a>| {
            let reach = self.metres(match (enemy.trim.role, enemy.trim.formed) {
                (Role::Horse, _) => reaches.horse,
                (_, Formed::March) => reaches.column,
                _ => reaches.foot,
            });
            if enemy.span.at_least(place) > reach {
                return false;
            }
            let away = off(enemy.place(), enemy.shown.facing, place).abs() > 90.0;
            let share = if away { LOOKING_AWAY } else { 1.0 };
            nearest(enemy.outline(), place).unwrap_or(enemy.place()).distance(place) <= share * reach
        })
    }

    /// One of his regiments to ride with, in order and as far as possible from every enemy.
    fn shelter<'s>(&self, units: &[&'s Own<'a>], general: &LeaderShown) -> Option<&'s Own<'a>> {
        let ride = self.metres(self.scene.doctrine().reach.rider);
        let quiet = |unit: &Own<'a>| {
            let enemies = self.scene.enemies.iter().filter(|enemy| enemy.hurts());
            enemies.map(|enemy| enemy.place().distance(unit.place())).fold(f64::INFINITY, f64::min)
        };
        let fit = units.iter().copied().filter(|unit| unit.able() && unit.trim.role != Role::Guns);
        let near = fit.filter(|unit| unit.place().distance(at(general.place)) <= ride);
        near.map(|unit| (quiet(unit), unit)).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, unit)| unit)
    }

    /// Does a regiment run, near enough to reach and away from the enemy?
    fn can_rally(&self, general: &LeaderShown, unit: &Own<'a>) -> bool {
        let doctrine = self.scene.doctrine();
        let (place, safe) = (unit.place(), self.metres(doctrine.near.leader));
        unit.trim.poise == Poise::Running
            && place.distance(at(general.place)) <= self.metres(doctrine.reach.rider)
            && !self.scene.enemies.iter().any(|enemy| enemy.place().distance(place) < safe)
    }

    /// The nearest safe place behind the middle of some units from which he reaches the most of them; `None` if no place is safe.
    fn behind_them(&self, units: &[&Own<'a>], behind: f64) -> Option<Point> {
        let middle = middle(units)?;
        let doctrine = self.scene.doctrine();
        let (back, measure) = (self.plan.back(), self.scene.measure());
        let command = self.metres(doctrine.reach.command);
        let aside = doctrine.near.behind;
        let mut best: Option<(usize, Point)> = None;
        for far in 0..8 {
            for aside in [0.0, -aside, aside, -2.0 * aside, 2.0 * aside] {
                let way = back * (behind + STEP * doctrine.grain * f64::from(far)) + back.right() * aside;
                let place = self.chart.inside(middle + way * measure, EDGE);
                let reached = units.iter().filter(|unit| unit.place().distance(place) <= command).count();
                if best.is_none_or(|(most, _)| reached > most) && !self.in_danger(place) {
                    best = Some((reached, place));
                }
            }
        }
        best.filter(|(reached, _)| *reached > 0).map(|(_, place)| place)
    }

    /// The order that a courier beside a unit has brought, if the unit has not carried it out yet.
    pub fn brought(&self, unit: &Own<'a>) -> Option<&'a Deed> {
        let drill = self.scene.drill;
        let beside = |courier: &&CourierShown| {
            courier.life == Life::Here
                && courier.with.as_deref() == Some(unit.id())
                && drill.serves(courier, unit.shown)
        };
        let mut brought = self.scene.view.couriers.iter().filter(beside);
        brought
            .find_map(|courier| courier.order.as_ref())
            .filter(|order| unit.own.last_order.as_ref() != Some(*order))
    }

    /// Has a courier finished with the order he carries?
    fn free(&self, courier: &CourierShown) -> bool {
        match &courier.with {
            Some(with) => self.scene.unit(with).is_none_or(|unit| self.brought(unit).is_none()),
            None => courier.order.is_none() || courier.bound_for.is_none(),
        }
    }

    /// A free courier takes the order to each unit that its general cannot reach; a courier who has delivered his order is free again.
    pub fn couriers(&self, out_of_reach: &[(Own<'a>, Intent)]) -> Vec<Deed> {
        if out_of_reach.is_empty() {
            return Vec::new();
        }
        let drill = self.scene.drill;
        let here = self.scene.view.couriers.iter().filter(|courier| courier.life == Life::Here);
        let mut free: Vec<&CourierShown> = here.filter(|courier| self.free(courier)).collect();
        let mut rides = Vec::new();
        for (unit, intent) in out_of_reach {
            let far = |courier: &CourierShown| at(courier.place).distance(unit.place());
            let own = free.iter().enumerate().filter(|(_, courier)| drill.serves(courier, unit.shown));
            let nearest =
                own.min_by(|(_, a), (_, b)| far(a).total_cmp(&far(b)).then_with(|| a.id.cmp(&b.id)));
            let Some(number) = nearest.map(|(number, _)| number) else { continue };
            let courier = free.swap_remove(number);
            rides.extend(drill.send(&courier.id, unit.id(), intent));
        }
        rides
    }
}
