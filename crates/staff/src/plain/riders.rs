//! Generals stay near their regiments and behind them; couriers ride to those out of reach.

use krigsspil_field::prelude::*;
use serde_json::{Value, json};

use super::plan::Plan;
use super::sight::{Own, View};
use super::steps::at;
use crate::Chart;

/// A general stays so far behind the middle of his command, in centimetres.
const BEHIND_CM: f64 = 10.0;

fn middle(units: &[&Own]) -> Option<Point> {
    let sum = units.iter().fold(Point::ORIGIN, |sum, unit| sum + at(unit.place));
    (!units.is_empty()).then(|| sum * (1.0 / units.len() as f64))
}

/// Every general rides behind the middle of his own; one without troops behind the middle of all.
pub(super) fn generals(view: &View, plan: &Plan, chart: &Chart) -> Vec<Value> {
    let fighting = |unit: &&Own| unit.presence == "here" && unit.arm != "wagon";
    let all: Vec<&Own> = view.units.iter().filter(fighting).collect();
    let mut rides = Vec::new();
    for general in view.generals.iter().filter(|general| general.life == "here") {
        let own: Vec<&Own> = all.iter().copied().filter(|unit| unit.general == general.id).collect();
        let (units, behind) = if own.is_empty() { (&all, 3.0 * BEHIND_CM) } else { (&own, BEHIND_CM) };
        let Some(middle) = middle(units) else { continue };
        let mut goal = chart.inside(middle + plan.back() * (behind * view.metres_per_cm), 15.0);
        // Away from anybody who could take him.
        while let Some(enemy) =
            view.enemies.iter().find(|enemy| at(enemy.place).distance(goal) < 12.0 * view.metres_per_cm)
            && let Some(away) = (goal - at(enemy.place)).unit()
        {
            let next = chart.inside(goal + (plan.back() + away) * (8.0 * view.metres_per_cm), 15.0);
            if next.distance(goal) < 1.0 {
                break;
            }
            goal = next;
        }
        if goal.distance(at(general.place)) > 2.0 * view.metres_per_cm {
            let place = [goal.x.round(), goal.y.round()];
            rides.push(json!({"do": "general", "general": general.id, "to": {"ride": "to", "place": place}}));
        }
    }
    rides
}

/// A courier who is free takes the order to each unit that its general cannot reach. One who is with the unit makes it heard now.
pub(super) fn couriers(view: &View, out_of_reach: Vec<(&Own, Value)>) -> Vec<Value> {
    let mut free: Vec<_> = view
        .couriers
        .iter()
        .filter(|courier| courier.life == "here" && courier.ride.is_none() && courier.with.is_none())
        .collect();
    let mut rides = Vec::new();
    for (unit, order) in out_of_reach {
        let Some(courier) = free.pop() else { break };
        let to = json!({"ride": "with", "unit": unit.id});
        rides.push(json!({"do": "courier", "courier": courier.id, "to": to, "order": order}));
    }
    rides
}
