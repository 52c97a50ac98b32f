//! Generals ride to regiments that run, else stay behind their own; couriers ride to those out of reach.

use krigsspil_field::prelude::*;
use serde_json::{Value, json};

use super::aim::nearest;
use super::plan::Plan;
use super::sight::{Courier, General, Own, View};
use super::steps::{at, off};
use crate::Chart;

/// A general stays so far behind the middle of his command, in centimetres.
const BEHIND_CM: f64 = 10.0;
/// A general who rides so far in a turn comes to a regiment that runs (skema I).
const RIDE_CM: f64 = 70.0;
/// So far comes enemy horse or foot in a turn (skema I).
const HORSE_REACH_CM: f64 = 45.0;
const FOOT_REACH_CM: f64 = 22.0;
const COLUMN_REACH_CM: f64 = 32.0;
/// So far a general's orders reach (§03.03.3), a little less for what moves.
const COMMAND_CM: f64 = 36.0;
/// Nearer than this to an enemy a general does not ride.
const SAFE_CM: f64 = 12.0;

fn middle(units: &[&Own]) -> Option<Point> {
    let sum = units.iter().fold(Point::ORIGIN, |sum, unit| sum + at(unit.place));
    (!units.is_empty()).then(|| sum * (1.0 / units.len() as f64))
}

/// Every general rides with a regiment of his that runs, to rally it (§08.04.3); else behind the middle of his own; one without
/// troops behind the middle of all.
pub(super) fn generals(view: &View, plan: &Plan, chart: &Chart) -> Vec<Value> {
    let all: Vec<&Own> = view.here().filter(|unit| unit.arm != "wagon").collect();
    let mut rallied: Vec<&str> = Vec::new();
    let mut rides = Vec::new();
    for general in view.generals.iter().filter(|general| general.life == "here") {
        let own: Vec<&Own> = all.iter().copied().filter(|unit| unit.general == general.id).collect();
        let mine = if own.is_empty() { &all } else { &own };
        let running = mine.iter().filter(|unit| !rallied.contains(&unit.id.as_str()));
        let to = match running.copied().find(|unit| can_rally(view, general, unit)) {
            Some(unit) => {
                rallied.push(&unit.id);
                json!({"ride": "with", "unit": unit.id})
            }
            None => {
                let behind = if own.is_empty() { 3.0 * BEHIND_CM } else { BEHIND_CM };
                match behind_them(view, plan, chart, mine, behind) {
                    Some(goal)
                        if general.with.is_none()
                            && goal.distance(at(general.place)) <= 2.0 * view.metres_per_cm =>
                    {
                        continue;
                    }
                    Some(goal) => json!({"ride": "to", "place": [goal.x.round(), goal.y.round()]}),
                    None => {
                        let Some(shelter) = shelter(view, mine, general) else { continue };
                        json!({"ride": "with", "unit": shelter.id})
                    }
                }
            }
        };
        rides.push(json!({"do": "general", "general": general.id, "to": to}));
    }
    rides
}

/// Could an enemy ride or run down this turn one who is there (§07.06.3)?
fn in_danger(view: &View, place: Point) -> bool {
    view.enemies.iter().filter(|enemy| !enemy.rout && enemy.arm != "wagon").any(|enemy| {
        let reach = match enemy.formation.as_str() {
            _ if enemy.mounted => HORSE_REACH_CM,
            "march_column" => COLUMN_REACH_CM,
            _ => FOOT_REACH_CM,
        };
        // One who looks away must turn first.
        let share = if off(at(enemy.place), enemy.facing, place).abs() > 90.0 { 0.6 } else { 1.0 };
        let away = nearest(&enemy.outline, place).unwrap_or(at(enemy.place)).distance(place);
        away <= share * reach * view.metres_per_cm
    })
}

/// A regiment of his to ride with, in order and as far from every enemy as may be.
fn shelter<'a>(view: &View, units: &[&'a Own], general: &General) -> Option<&'a Own> {
    let far = |unit: &Own| at(unit.place).distance(at(general.place));
    let quiet = |unit: &Own| {
        let enemies = view.enemies.iter().filter(|enemy| !enemy.rout && enemy.arm != "wagon");
        enemies.map(|enemy| at(enemy.place).distance(at(unit.place))).fold(f64::INFINITY, f64::min)
    };
    let fit = units.iter().copied().filter(|unit| unit.able() && unit.arm != "artillery");
    let near = fit.filter(|unit| far(unit) <= RIDE_CM * view.metres_per_cm);
    near.max_by(|a, b| quiet(a).total_cmp(&quiet(b)))
}

fn enemy_near(view: &View, place: Point) -> Option<Point> {
    let places = view.enemies.iter().map(|enemy| at(enemy.place));
    let mut near = places.filter(|enemy| enemy.distance(place) < SAFE_CM * view.metres_per_cm);
    near.next()
}

/// Does a regiment run, near enough to be reached and away from the enemy?
fn can_rally(view: &View, general: &General, unit: &Own) -> bool {
    let place = at(unit.place);
    unit.order == "FU"
        && place.distance(at(general.place)) <= RIDE_CM * view.metres_per_cm
        && enemy_near(view, place).is_none()
}

/// The nearest safe place behind the middle of some units from which he reaches the most of them; none when nowhere is safe.
fn behind_them(view: &View, plan: &Plan, chart: &Chart, units: &[&Own], behind: f64) -> Option<Point> {
    let middle = middle(units)?;
    let (back, cm) = (plan.back(), view.metres_per_cm);
    let mut best: Option<(usize, Point)> = None;
    for far in 0..8 {
        for aside in [0.0, -10.0, 10.0, -20.0, 20.0] {
            let way = back * (behind + 4.0 * f64::from(far)) + back.right() * aside;
            let place = chart.inside(middle + way * cm, 15.0);
            let reached =
                units.iter().filter(|unit| at(unit.place).distance(place) <= COMMAND_CM * cm).count();
            if best.is_none_or(|(most, _)| reached > most) && !in_danger(view, place) {
                best = Some((reached, place));
            }
        }
    }
    best.filter(|(reached, _)| *reached > 0).map(|(_, place)| place)
}

/// The order that a courier beside a unit has brought it (§03.03.2), when it has not carried it out yet.
pub(super) fn brought<'a>(view: &'a View, unit: &Own) -> Option<&'a Value> {
    let here = view.couriers.iter().filter(|courier| courier.life == "here" && rides_for(courier, unit));
    let mut beside = here.filter(|courier| courier.with.as_deref() == Some(unit.id.as_str()));
    beside.find_map(|courier| courier.order.as_ref()).filter(|order| unit.last_order.as_ref() != Some(*order))
}

/// Is he a courier of the unit's own general: one whose word it takes (§03.03.2)? He bears his general's name before his number.
fn rides_for(courier: &Courier, unit: &Own) -> bool {
    courier.id.rsplit_once('/').is_some_and(|(general, _)| general == unit.general)
}

/// Has a courier nothing more to do for the order he carries?
fn free(view: &View, courier: &Courier) -> bool {
    match &courier.with {
        Some(with) => view.here().all(|unit| unit.id != *with || brought(view, unit).is_none()),
        None => courier.order.is_none() || courier.ride.is_none(),
    }
}

/// A courier who is free takes the order to each unit that its general cannot reach; one who has delivered his is free again.
pub(super) fn couriers(view: &View, out_of_reach: Vec<(&Own, Value)>) -> Vec<Value> {
    let here = view.couriers.iter().filter(|courier| courier.life == "here");
    let mut free: Vec<&Courier> = here.filter(|courier| free(view, courier)).collect();
    let mut rides = Vec::new();
    for (unit, mut order) in out_of_reach {
        // When he comes, nobody knows whether it may storm then; it attacks at the march.
        if let Some(storm) = order.get_mut("storm") {
            *storm = Value::Bool(false);
        }
        let far = |courier: &Courier| at(courier.place).distance(at(unit.place));
        let own = free.iter().enumerate().filter(|(_, courier)| rides_for(courier, unit));
        let nearest = own.min_by(|(_, a), (_, b)| far(a).total_cmp(&far(b)).then_with(|| a.id.cmp(&b.id)));
        let Some(number) = nearest.map(|(number, _)| number) else { continue };
        let courier = free.swap_remove(number);
        let to = json!({"ride": "with", "unit": unit.id});
        rides.push(json!({"do": "courier", "courier": courier.id, "to": to, "order": order}));
    }
    rides
}
