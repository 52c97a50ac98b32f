//! Where everybody should stand: each general has something to take or hold, and his regiments a place in the line before it.

use std::collections::BTreeMap;

use krigsspil_field::prelude::*;

use super::sight::{General, Objective, Own, View};
use super::steps::at;
use crate::Chart;

/// Metres between the regiments of a line.
const GAP: f64 = 25.0;
/// The widest first line; the rest stand behind it in support.
const WIDEST: f64 = 800.0;
/// Metres from the first line to its supports.
const SUPPORT: f64 = 160.0;

/// The plan of a turn.
pub(super) struct Plan {
    /// Where each unit should stand.
    pub posts: BTreeMap<String, Point>,
    /// The way to the enemy, in degrees.
    pub front: f64,
}

impl Plan {
    pub fn of(view: &View, chart: &Chart) -> Plan {
        let front = (view.home + 180.0).rem_euclid(360.0);
        let mut plan = Plan { posts: BTreeMap::new(), front };
        let mut missions: BTreeMap<(i64, i64), (Point, Vec<&Own>)> = BTreeMap::new();
        for unit in view.units.iter().filter(|unit| unit.presence == "here") {
            let goal = mission(view, unit, chart);
            let key = (goal.x.round() as i64, goal.y.round() as i64);
            missions.entry(key).or_insert_with(|| (goal, Vec::new())).1.push(unit);
        }
        for (goal, units) in missions.into_values() {
            plan.line(view, chart, goal, units);
        }
        plan
    }

    /// The way home.
    pub fn back(&self) -> Point {
        -Bearing::degrees(self.front).ahead()
    }

    /// Spreads units about a goal: foot in lines side by side, guns behind the gaps, horse behind all.
    fn line(&mut self, view: &View, chart: &Chart, goal: Point, mut units: Vec<&Own>) {
        let right = Bearing::degrees(self.front).ahead().right();
        let lateral = |unit: &Own| (at(unit.place) - goal).dot(right);
        units.sort_by(|a, b| lateral(a).total_cmp(&lateral(b)).then_with(|| a.id.cmp(&b.id)));
        let foot: Vec<&Own> = units.iter().copied().filter(|unit| unit.arm == "infantry").collect();
        let width = |unit: &Own| f64::from(unit.figures + 1) / 2.0 * 0.8 * view.metres_per_cm + GAP;
        let whole: f64 = foot.iter().map(|unit| width(unit)).sum();
        let lines = (whole / WIDEST).ceil().max(1.0) as usize;
        for line in 0..lines {
            // Every n-th regiment: each line has its share of both wings.
            let these: Vec<&Own> = foot.iter().copied().skip(line).step_by(lines).collect();
            let all: f64 = these.iter().map(|unit| width(unit)).sum();
            let mut along = -all / 2.0;
            for unit in these {
                let middle = along + width(unit) / 2.0;
                along += width(unit);
                let place = goal + right * middle + self.back() * (SUPPORT * line as f64);
                self.posts.insert(unit.id.clone(), standing(chart, place, self.back()));
            }
        }
        // Guns and horse stand on the wings, each on the side it is on now, where they mask nobody; wagons far behind.
        let half = (whole / lines as f64) / 2.0;
        for (arm, out, behind) in
            [("artillery", 50.0, 50.0), ("cavalry", 160.0, 150.0), ("wagon", -150.0, 450.0)]
        {
            let mut taken = [0.0, 0.0];
            for unit in units.iter().copied().filter(|unit| unit.arm == arm) {
                let side = usize::from(lateral(unit) >= 0.0);
                let away = half + out + taken[side];
                taken[side] += 110.0;
                let sign = if side == 1 { 1.0 } else { -1.0 };
                let place = goal + right * (sign * away) + self.back() * behind;
                self.posts.insert(unit.id.clone(), standing(chart, place, self.back()));
            }
        }
    }
}

/// The nearest good ground on the way home.
fn standing(chart: &Chart, place: Point, back: Point) -> Point {
    let inside = chart.inside(place, 40.0);
    let tries = (0..8).map(|step| chart.inside(inside + back * (25.0 * f64::from(step)), 40.0));
    let mut good = tries.filter(|place| chart.good(*place));
    good.next().unwrap_or(inside)
}

/// What a unit's general is to take or hold: what his instruction names; else what is worth most for the way to it; else the
/// enemy; else the middle of the map.
fn mission(view: &View, unit: &Own, chart: &Chart) -> Point {
    let general = view.generals.iter().find(|general| general.id == unit.general);
    let named = general.and_then(|general| named_in(view, general));
    let from = general.map_or(at(unit.place), |general| at(general.place));
    let dear =
        |objective: &Objective| from.distance(at(objective.place)) / f64::from(objective.points.max(1));
    let best = || view.objectives.iter().min_by(|a, b| dear(a).total_cmp(&dear(b)));
    if let Some(objective) = named.or_else(best) {
        return at(objective.place);
    }
    let count = view.enemies.len() as f64;
    if count > 0.0 {
        let sum = view.enemies.iter().fold(Point::ORIGIN, |sum, enemy| sum + at(enemy.place));
        return sum * (1.0 / count);
    }
    chart.inside(point(f64::INFINITY, f64::INFINITY), 0.0) * 0.5
}

/// The first objective his instruction names.
fn named_in<'a>(view: &'a View, general: &General) -> Option<&'a Objective> {
    let found = view
        .objectives
        .iter()
        .filter_map(|objective| general.instruction.find(&objective.name).map(|place| (place, objective)));
    found.min_by_key(|(place, _)| *place).map(|(_, objective)| objective)
}
