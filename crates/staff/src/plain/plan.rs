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
/// Metres from the first line to its supports: well within the 20 cm of §07.03.5.
const SUPPORT: f64 = 150.0;
/// A brigade of so many regiments keeps one in support however short its line.
const SPARES_ONE: usize = 4;
/// And one of so many, when there is one among them that will not stand (a valeur below 0, §08.01.1).
const SPARES_A_GREEN_ONE: usize = 3;
/// Guns that reach so much of their range beyond what is to be taken may stay where they are.
const GUNS_REACH: f64 = 900.0;

/// Something to be taken or held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Goal {
    pub place: Point,
    /// Who stands alone within it holds it.
    pub radius: f64,
}

/// The plan of a turn.
pub(super) struct Plan {
    /// Where each unit should stand.
    pub posts: BTreeMap<String, Point>,
    /// What each unit's general is to take or hold.
    pub goals: BTreeMap<String, Goal>,
    /// Who stands on a goal itself: they do not leave it.
    pub keepers: Vec<String>,
    /// Who is to step onto a goal where none of ours stands when time runs out, whatever else he is at.
    pub takers: Vec<String>,
    /// The way to the enemy, in degrees.
    pub front: f64,
}

impl Plan {
    pub fn of(view: &View, chart: &Chart) -> Plan {
        let front = (view.home + 180.0).rem_euclid(360.0);
        let mut plan = Plan {
            posts: BTreeMap::new(),
            goals: BTreeMap::new(),
            keepers: Vec::new(),
            takers: Vec::new(),
            front,
        };
        for unit in view.here() {
            plan.goals.insert(unit.id.clone(), mission(view, unit, chart));
        }
        plan.see_to_the_rest(view);
        let mut tasks: Vec<(Goal, Vec<&Own>)> = Vec::new();
        for unit in view.here() {
            let goal = plan.goals[&unit.id];
            match tasks.iter_mut().find(|(known, _)| *known == goal) {
                Some((_, units)) => units.push(unit),
                None => tasks.push((goal, vec![unit])),
            }
        }
        for (goal, units) in tasks {
            plan.foot(view, chart, goal, &units);
            plan.wings(chart, goal, &units);
            if view.late() {
                plan.taken(chart, goal, &units);
            }
        }
        plan
    }

    /// The way home.
    pub fn back(&self) -> Point {
        -Bearing::degrees(self.front).ahead()
    }

    fn right(&self) -> Point {
        Bearing::degrees(self.front).ahead().right()
    }

    /// An objective that is nobody's task gets a regiment when half the time is gone: the nearest of those whose own task has enough.
    fn see_to_the_rest(&mut self, view: &View) {
        if 2 * view.turn < view.turns {
            return;
        }
        for objective in &view.objectives {
            let goal = Goal { place: at(objective.place), radius: objective.radius };
            if self.goals.values().any(|known| *known == goal) {
                continue;
            }
            let free = view.here().filter(|unit| unit.arm == "infantry" && unit.able());
            let enough = |unit: &&Own| {
                let own = self.goals[&unit.id];
                free.clone().filter(|other| self.goals[&other.id] == own).count() >= 3
            };
            let far = |unit: &Own| at(unit.place).distance(goal.place);
            let nearest = free.clone().filter(enough).min_by(|a, b| far(a).total_cmp(&far(b)));
            if let Some(unit) = nearest {
                self.goals.insert(unit.id.clone(), goal);
            }
        }
    }

    /// Foot stands about its goal in brigades side by side, each with its supports behind its own middle (§07.03.5).
    fn foot(&mut self, view: &View, chart: &Chart, goal: Goal, units: &[&Own]) {
        let right = self.right();
        let lateral = |unit: &Own| (at(unit.place) - goal.place).dot(right);
        let width = |unit: &Own| f64::from(unit.figures + 1) / 2.0 * 0.8 * view.metres_per_cm + GAP;
        let mut brigades: BTreeMap<&str, Vec<&Own>> = BTreeMap::new();
        for unit in units.iter().filter(|unit| unit.arm == "infantry" && unit.able() && !unit.empty()) {
            brigades.entry(&unit.general).or_default().push(unit);
        }
        let whole: f64 = brigades.values().flatten().map(|unit| width(unit)).sum();
        let mut lines: Vec<(f64, Vec<&Own>, Vec<&Own>)> = Vec::new();
        for mut regiments in brigades.into_values() {
            regiments.sort_by(|a, b| lateral(a).total_cmp(&lateral(b)).then_with(|| a.id.cmp(&b.id)));
            let mean = regiments.iter().map(|unit| lateral(unit)).sum::<f64>() / regiments.len() as f64;
            let green = regiments.iter().any(|unit| unit.valeur < 0);
            let supports = supports(regiments.len(), whole > WIDEST, green);
            let (first, second) = told_off(regiments, supports, goal);
            lines.push((mean, first, second));
        }
        lines.sort_by(|a, b| a.0.total_cmp(&b.0));
        let sum = |units: &[&Own]| units.iter().map(|unit| width(unit)).sum::<f64>();
        let mut along = -lines.iter().map(|(_, first, _)| sum(first)).sum::<f64>() / 2.0;
        for (_, first, second) in &lines {
            let middle = along + sum(first) / 2.0;
            self.rank(chart, goal.place + right * middle + self.back() * SUPPORT, second, &width);
            self.rank(chart, goal.place + right * middle, first, &width);
            along += sum(first);
        }
        let first = lines.iter().flat_map(|(_, first, _)| first);
        let off = |unit: &Own| self.posts.get(&unit.id).map_or(f64::MAX, |post| post.distance(goal.place));
        let keeper = first.min_by(|a, b| off(a).total_cmp(&off(b)));
        self.keepers.extend(keeper.map(|unit| unit.id.clone()));
    }

    /// When none of ours stands on a goal in the last turns, the nearest who can goes there.
    fn taken(&mut self, chart: &Chart, goal: Goal, units: &[&Own]) {
        let far = |unit: &Own| at(unit.place).distance(goal.place);
        let troops = units.iter().filter(|unit| matches!(unit.arm.as_str(), "infantry" | "cavalry"));
        if troops.clone().any(|unit| unit.order != "FU" && far(unit) <= goal.radius) {
            return;
        }
        let able = troops.filter(|unit| unit.able() && unit.arm == "infantry");
        if let Some(unit) = able.min_by(|a, b| far(a).total_cmp(&far(b))) {
            self.posts.insert(unit.id.clone(), standing(chart, goal.place, self.back()));
            self.keepers.push(unit.id.clone());
            self.takers.push(unit.id.clone());
        }
    }

    /// Units side by side about a middle.
    fn rank(&mut self, chart: &Chart, middle: Point, units: &[&Own], width: &dyn Fn(&Own) -> f64) {
        let mut along = -units.iter().map(|unit| width(unit)).sum::<f64>() / 2.0;
        for unit in units {
            let place = middle + self.right() * (along + width(unit) / 2.0);
            along += width(unit);
            self.posts.insert(unit.id.clone(), standing(chart, place, self.back()));
        }
    }

    /// Guns and horse stand on the wings, each on the side it is on now, where they mask nobody; wagons far behind.
    fn wings(&mut self, chart: &Chart, goal: Goal, units: &[&Own]) {
        let right = self.right();
        let lateral = |unit: &Own| (at(unit.place) - goal.place).dot(right);
        let posts = units.iter().filter(|unit| unit.arm == "infantry");
        let posts = posts.filter_map(|unit| self.posts.get(&unit.id));
        let wide = posts.map(|post| (*post - goal.place).dot(right).abs()).fold(0.0, f64::max);
        let half = wide + 75.0;
        let back = self.back();
        for (arm, out, behind) in
            [("artillery", 50.0, 50.0), ("cavalry", 100.0, 200.0), ("wagon", -half, 300.0)]
        {
            let mut taken = [0.0, 0.0];
            for unit in units.iter().filter(|unit| unit.arm == arm) {
                let side = usize::from(lateral(unit) >= 0.0);
                let away = half + out + taken[side];
                taken[side] += 110.0;
                let sign = if side == 1 { 1.0 } else { -1.0 };
                let place = goal.place + right * (sign * away) + back * behind;
                let near = at(unit.place).distance(goal.place) <= GUNS_REACH;
                let post = if arm != "artillery" {
                    standing(chart, place, back)
                } else if unit.limbered == Some(false) && near && chart.sees(at(unit.place), goal.place) {
                    at(unit.place)
                } else {
                    let places =
                        (0..6).map(|step| standing(chart, place + back * (40.0 * f64::from(step)), back));
                    let mut seeing = places.filter(|place| chart.sees(*place, goal.place));
                    seeing.next().unwrap_or_else(|| standing(chart, place, back))
                };
                self.posts.insert(unit.id.clone(), post);
            }
        }
    }
}

/// How many regiments of a brigade stand in support.
fn supports(regiments: usize, crowded: bool, green: bool) -> usize {
    match regiments {
        0 | 1 => 0,
        _ if crowded => regiments / 2,
        _ => usize::from(regiments >= SPARES_ONE || green && regiments >= SPARES_A_GREEN_ONE),
    }
}

/// Tells off regiments to support the rest: those of no valeur first, then the rearmost.
fn told_off(regiments: Vec<&Own>, supports: usize, goal: Goal) -> (Vec<&Own>, Vec<&Own>) {
    let mut by_distance: Vec<&Own> = regiments.clone();
    let far = |unit: &Own| at(unit.place).distance(goal.place);
    let valeur = |unit: &Own| unit.valeur.min(0);
    by_distance.sort_by(|a, b| {
        valeur(a).cmp(&valeur(b)).then(far(b).total_cmp(&far(a))).then_with(|| a.id.cmp(&b.id))
    });
    let rear: Vec<String> = by_distance.iter().take(supports).map(|unit| unit.id.clone()).collect();
    regiments.into_iter().partition(|unit| !rear.contains(&unit.id))
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
fn mission(view: &View, unit: &Own, chart: &Chart) -> Goal {
    let general = view.generals.iter().find(|general| general.id == unit.general);
    let named = general.and_then(|general| named_in(view, general));
    let from = general.map_or(at(unit.place), |general| at(general.place));
    let dear =
        |objective: &Objective| from.distance(at(objective.place)) / f64::from(objective.points.max(1));
    let best = || view.objectives.iter().min_by(|a, b| dear(a).total_cmp(&dear(b)));
    if let Some(objective) = named.or_else(best) {
        return Goal { place: at(objective.place), radius: objective.radius };
    }
    let count = view.enemies.len() as f64;
    let place = if count > 0.0 {
        let sum = view.enemies.iter().fold(Point::ORIGIN, |sum, enemy| sum + at(enemy.place));
        sum * (1.0 / count)
    } else {
        chart.inside(point(f64::INFINITY, f64::INFINITY), 0.0) * 0.5
    };
    Goal { place, radius: 100.0 }
}

/// The first objective his instruction names.
fn named_in<'a>(view: &'a View, general: &General) -> Option<&'a Objective> {
    let found = view
        .objectives
        .iter()
        .filter_map(|objective| general.instruction.find(&objective.name).map(|place| (place, objective)));
    found.min_by_key(|(place, _)| *place).map(|(_, objective)| objective)
}
