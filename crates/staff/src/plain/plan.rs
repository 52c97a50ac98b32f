//! Where everybody should stand: each general has something to take or hold, and each of his regiments has a place in the line before it.

use std::collections::{BTreeMap, HashMap, HashSet};

use krigsspil_engine::battle::{Arm, LeaderShown, ObjectiveShown};
use krigsspil_field::prelude::*;

use super::memory::Memory;
use super::outline::at;
use super::scene::{Own, Scene};
use crate::Chart;

/// Metres between the regiments of a line.
const GAP: f64 = 25.0;
/// The widest first line, in metres; the rest stand behind it in support.
const WIDEST: f64 = 800.0;
/// Metres from the first line to its supports.
const SUPPORT: f64 = 150.0;
/// A brigade of at least this many regiments keeps one in support however short its line.
const SPARES_ONE: usize = 4;
/// And so does one of at least this many, if one of its regiments will not stand.
const SPARES_A_GREEN_ONE: usize = 3;
/// A task with at least this many regiments can give one to another task.
const ENOUGH: usize = 3;
/// So many of the regiments that have taken a goal keep it, at least, and this share of them; the rest go on to what is still to be taken.
const GUARD: usize = 2;
const GUARD_SHARE: usize = 3;
/// Enemies within this many metres of a goal threaten it.
const THREATENS: f64 = 400.0;
/// Guns within this many metres of the goal may stay where they are.
const GUNS_REACH: f64 = 900.0;
/// Metres from the infantry to its wings, and from one unit there to the next.
const WING: f64 = 75.0;
const WING_ROOM: f64 = 110.0;
/// How near one must be to the enemy to hold him, if there is nothing else to hold.
const ABOUT_THE_ENEMY: f64 = 100.0;

/// Something to take or hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Goal {
    pub place: Point,
    /// A side that stands alone within this radius holds it.
    pub radius: f64,
}

impl Goal {
    fn of(objective: &ObjectiveShown) -> Goal {
        Goal { place: at(objective.place), radius: objective.radius }
    }
}

/// The plan of a turn. Units are named by their ids.
pub(super) struct Plan<'a> {
    /// Where each unit should stand.
    pub posts: HashMap<&'a str, Point>,
    /// What each unit's general is to take or hold.
    pub goals: HashMap<&'a str, Goal>,
    /// Units that stand on a goal itself: they do not leave it.
    pub keepers: HashSet<&'a str>,
    /// Units that must move onto a goal where none of ours stands when time runs out, whatever else they are doing.
    pub takers: HashSet<&'a str>,
    /// The direction toward the enemy, in degrees.
    pub front: f64,
}

impl<'a> Plan<'a> {
    pub fn of(scene: &Scene<'a>, chart: &Chart, memory: &Memory) -> Plan<'a> {
        let mut plan = Plan {
            posts: HashMap::new(),
            goals: missions(scene, chart),
            keepers: HashSet::new(),
            takers: HashSet::new(),
            front: (scene.home() + 180.0).rem_euclid(360.0),
        };
        plan.go_on(scene, memory);
        plan.see_to_the_rest(scene);
        let mut tasks: Vec<(Goal, Vec<&Own<'a>>)> = Vec::new();
        for unit in &scene.here {
            let goal = plan.goals[unit.id()];
            match tasks.iter_mut().find(|(known, _)| *known == goal) {
                Some((_, units)) => units.push(unit),
                None => tasks.push((goal, vec![unit])),
            }
        }
        for (goal, units) in tasks {
            plan.foot(chart, goal, &units);
            plan.wings(chart, goal, &units);
            if scene.late() {
                plan.taken(chart, goal, &units);
            }
        }
        plan
    }

    /// The direction home.
    pub fn back(&self) -> Point {
        -Bearing::degrees(self.front).ahead()
    }

    fn right(&self) -> Point {
        Bearing::degrees(self.front).ahead().right()
    }

    /// What has been taken is kept by those who are nearest to it; the rest go on to what is still to be taken.
    fn go_on(&mut self, scene: &Scene<'a>, memory: &Memory) {
        let (held, open): (Vec<&ObjectiveShown>, Vec<&ObjectiveShown>) =
            scene.view.objectives.iter().partition(|objective| memory.holds(objective));
        // Where all is taken, everybody stays with what is nearest to him.
        let next = |from: Point| match open.as_slice() {
            [] => held
                .iter()
                .copied()
                .min_by(|a, b| from.distance(at(a.place)).total_cmp(&from.distance(at(b.place)))),
            open => dearest(open.iter().copied(), from),
        };
        for goal in held.iter().copied().map(Goal::of) {
            let on_it = |unit: &&Own<'a>| self.goals.get(unit.id()) == Some(&goal);
            let mut there: Vec<&Own<'a>> = scene.here.iter().filter(on_it).collect();
            let far = |unit: &Own<'a>| unit.place().distance(goal.place);
            there.sort_by(|a, b| far(a).total_cmp(&far(b)).then_with(|| a.id().cmp(b.id())));
            let foot = there.iter().filter(|unit| unit.arm() == Arm::Infantry).count();
            let near = |place: Point| place.distance(goal.place) <= goal.radius + THREATENS;
            let threats = scene.enemies.iter().filter(|enemy| enemy.hurts() && near(enemy.place())).count();
            let guard = GUARD.max(foot.div_ceil(GUARD_SHARE)).max(threats + 1);
            let mut regiments = 0;
            for unit in there {
                regiments += usize::from(unit.arm() == Arm::Infantry);
                if regiments > guard
                    && let Some(next) = next(unit.place())
                {
                    self.goals.insert(unit.id(), Goal::of(next));
                }
            }
        }
    }

    /// When half the time is gone, an objective that is nobody's task gets a regiment: the nearest one from a task that has enough.
    fn see_to_the_rest(&mut self, scene: &Scene<'a>) {
        if 2 * scene.view.turn < scene.view.turns {
            return;
        }
        for goal in scene.view.objectives.iter().map(Goal::of) {
            if self.goals.values().any(|known| *known == goal) {
                continue;
            }
            let free = || scene.here.iter().filter(|unit| unit.arm() == Arm::Infantry && unit.able());
            let mut tasks: Vec<(Goal, usize)> = Vec::new();
            for own in free().map(|unit| self.goals[unit.id()]) {
                match tasks.iter_mut().find(|(known, _)| *known == own) {
                    Some((_, count)) => *count += 1,
                    None => tasks.push((own, 1)),
                }
            }
            let enough = |unit: &&Own<'a>| {
                let own = self.goals[unit.id()];
                tasks.iter().any(|(known, count)| *known == own && *count >= ENOUGH)
            };
            let far = |unit: &Own<'a>| unit.place().distance(goal.place);
            let nearest = free().filter(enough).min_by(|a, b| far(a).total_cmp(&far(b)));
            if let Some(unit) = nearest {
                self.goals.insert(unit.id(), goal);
            }
        }
    }

    /// Infantry stands around its goal in brigades side by side, each with its supports behind its own middle.
    fn foot(&mut self, chart: &Chart, goal: Goal, units: &[&Own<'a>]) {
        let right = self.right();
        let lateral = |unit: &Own<'a>| (unit.place() - goal.place).dot(right);
        let mut brigades: BTreeMap<&str, Vec<&Own<'a>>> = BTreeMap::new();
        let fit = |unit: &&&Own<'a>| unit.arm() == Arm::Infantry && unit.able() && !unit.trim.empty;
        for unit in units.iter().filter(fit) {
            brigades.entry(unit.general()).or_default().push(unit);
        }
        let whole: f64 = brigades.values().flatten().map(|unit| width(unit)).sum();
        let mut lines: Vec<(f64, Vec<&Own<'a>>, Vec<&Own<'a>>)> = Vec::new();
        for mut regiments in brigades.into_values() {
            regiments.sort_by(|a, b| lateral(a).total_cmp(&lateral(b)).then_with(|| a.id().cmp(b.id())));
            let mean = regiments.iter().map(|unit| lateral(unit)).sum::<f64>() / regiments.len() as f64;
            let green = regiments.iter().any(|unit| unit.trim.firmness < 0);
            let supports = supports(regiments.len(), whole > WIDEST, green);
            let (first, second) = told_off(regiments, supports, goal);
            lines.push((mean, first, second));
        }
        lines.sort_by(|a, b| a.0.total_cmp(&b.0));
        let sum = |units: &[&Own<'a>]| units.iter().map(|unit| width(unit)).sum::<f64>();
        let mut along = -lines.iter().map(|(_, first, _)| sum(first)).sum::<f64>() / 2.0;
        for (_, first, second) in &lines {
            let middle = along + sum(first) / 2.0;
            self.rank(chart, goal.place + right * middle + self.back() * SUPPORT, second);
            self.rank(chart, goal.place + right * middle, first);
            along += sum(first);
        }
        let first = lines.iter().flat_map(|(_, first, _)| first);
        let off =
            |unit: &Own<'a>| self.posts.get(unit.id()).map_or(f64::MAX, |post| post.distance(goal.place));
        let keeper = first.min_by(|a, b| off(a).total_cmp(&off(b)));
        self.keepers.extend(keeper.map(|unit| unit.id()));
    }

    /// If none of ours stands on a goal in the last turns, the nearest infantry that can goes there, and the nearest horse beside it.
    fn taken(&mut self, chart: &Chart, goal: Goal, units: &[&Own<'a>]) {
        let far = |unit: &Own<'a>| unit.place().distance(goal.place);
        let troops = units.iter().filter(|unit| matches!(unit.arm(), Arm::Infantry | Arm::Cavalry));
        if troops.clone().any(|unit| unit.trim.able() && far(unit) <= goal.radius) {
            return;
        }
        let beside = self.right() * (goal.radius / 2.0);
        for (arm, place) in [(Arm::Infantry, goal.place), (Arm::Cavalry, goal.place + beside)] {
            let able = troops.clone().filter(|unit| unit.able() && unit.arm() == arm);
            if let Some(unit) = able.min_by(|a, b| far(a).total_cmp(&far(b))) {
                self.posts.insert(unit.id(), standing(chart, place, self.back()));
                self.keepers.insert(unit.id());
                self.takers.insert(unit.id());
            }
        }
    }

    /// Units side by side, centred on a place.
    fn rank(&mut self, chart: &Chart, middle: Point, units: &[&Own<'a>]) {
        let mut along = -units.iter().map(|unit| width(unit)).sum::<f64>() / 2.0;
        for unit in units {
            let place = middle + self.right() * (along + width(unit) / 2.0);
            along += width(unit);
            self.posts.insert(unit.id(), standing(chart, place, self.back()));
        }
    }

    /// Guns and cavalry stand on the wings, each on the side where it is now, so that they mask nobody; wagons stand far behind.
    fn wings(&mut self, chart: &Chart, goal: Goal, units: &[&Own<'a>]) {
        let (right, back) = (self.right(), self.back());
        let lateral = |unit: &Own<'a>| (unit.place() - goal.place).dot(right);
        let posts = units.iter().filter(|unit| unit.arm() == Arm::Infantry);
        let posts = posts.filter_map(|unit| self.posts.get(unit.id()));
        let wide = posts.map(|post| (*post - goal.place).dot(right).abs()).fold(0.0, f64::max);
        let half = wide + WING;
        let arms = [(Arm::Artillery, 50.0, 50.0), (Arm::Cavalry, 100.0, 200.0), (Arm::Wagon, -half, 300.0)];
        for (arm, out, behind) in arms {
            let mut taken = [0.0, 0.0];
            for unit in units.iter().filter(|unit| unit.arm() == arm) {
                let side = usize::from(lateral(unit) >= 0.0);
                let away = half + out + taken[side];
                taken[side] += WING_ROOM;
                let sign = if side == 1 { 1.0 } else { -1.0 };
                let place = goal.place + right * (sign * away) + back * behind;
                let post = match arm {
                    Arm::Artillery => self.gun_post(chart, goal, unit, place),
                    _ => standing(chart, place, back),
                };
                self.posts.insert(unit.id(), post);
            }
        }
    }

    /// Guns that are in position and reach the goal stay; otherwise they stand where they see it, farther back if necessary.
    fn gun_post(&self, chart: &Chart, goal: Goal, unit: &Own<'a>, place: Point) -> Point {
        let (own, back) = (unit.place(), self.back());
        let near = own.distance(goal.place) <= GUNS_REACH;
        if unit.trim.in_position == Some(true) && near && chart.sees(own, goal.place) {
            return own;
        }
        let places = (0..6).map(|step| standing(chart, place + back * (40.0 * f64::from(step)), back));
        let mut seeing = places.filter(|place| chart.sees(*place, goal.place));
        seeing.next().unwrap_or_else(|| standing(chart, place, back))
    }
}

/// The width in metres that a regiment takes in a line.
fn width(unit: &Own<'_>) -> f64 {
    unit.trim.line_front + GAP
}

/// How many regiments of a brigade stand in support.
fn supports(regiments: usize, crowded: bool, green: bool) -> usize {
    match regiments {
        0 | 1 => 0,
        _ if crowded => regiments / 2,
        _ => usize::from(regiments >= SPARES_ONE || green && regiments >= SPARES_A_GREEN_ONE),
    }
}

/// Two lines: the first, and those in support.
type Lines<'s, 'a> = (Vec<&'s Own<'a>>, Vec<&'s Own<'a>>);

/// Chooses the regiments that support the rest: first those that will not stand, then the rearmost.
fn told_off<'s, 'a>(regiments: Vec<&'s Own<'a>>, supports: usize, goal: Goal) -> Lines<'s, 'a> {
    let mut by_distance = regiments.clone();
    let far = |unit: &Own<'a>| unit.place().distance(goal.place);
    let firmness = |unit: &Own<'a>| unit.trim.firmness.min(0);
    by_distance.sort_by(|a, b| {
        firmness(a).cmp(&firmness(b)).then(far(b).total_cmp(&far(a))).then_with(|| a.id().cmp(b.id()))
    });
    let rear: HashSet<&str> = by_distance.iter().take(supports).map(|unit| unit.id()).collect();
    regiments.into_iter().partition(|unit| !rear.contains(unit.id()))
}

/// The nearest good ground in the direction of home.
fn standing(chart: &Chart, place: Point, back: Point) -> Point {
    let inside = chart.inside(place, 40.0);
    let tries = (0..8).map(|step| chart.inside(inside + back * (25.0 * f64::from(step)), 40.0));
    let mut good = tries.filter(|place| chart.good(*place));
    good.next().unwrap_or(inside)
}

/// What each unit should take or hold: the same for all units of one general.
fn missions<'a>(scene: &Scene<'a>, chart: &Chart) -> HashMap<&'a str, Goal> {
    let view = scene.view;
    let of_generals: HashMap<&str, Goal> = view
        .generals
        .iter()
        .map(|general| (&*general.id, mission(scene, Some(general), at(general.place), chart)))
        .collect();
    let goal = |unit: &Own<'a>| {
        let led = of_generals.get(unit.general()).copied();
        led.unwrap_or_else(|| mission(scene, None, unit.place(), chart))
    };
    scene.here.iter().map(|unit| (unit.id(), goal(unit))).collect()
}

/// What a general should take or hold: what his instruction names; otherwise the objective with the most value for its distance; otherwise
/// the enemy; otherwise the middle of the map.
fn mission(scene: &Scene<'_>, general: Option<&LeaderShown>, from: Point, chart: &Chart) -> Goal {
    let objectives = &scene.view.objectives;
    let named = general.and_then(|general| named_in(objectives, general));
    if let Some(objective) = named.or_else(|| dearest(objectives, from)) {
        return Goal::of(objective);
    }
    let count = scene.enemies.len() as f64;
    let place = if count > 0.0 {
        let sum = scene.enemies.iter().fold(Point::ORIGIN, |sum, enemy| sum + enemy.place());
        sum * (1.0 / count)
    } else {
        chart.inside(point(f64::INFINITY, f64::INFINITY), 0.0) * 0.5
    };
    Goal { place, radius: ABOUT_THE_ENEMY }
}

/// The objective with the most value for its distance.
fn dearest<'o>(
    objectives: impl IntoIterator<Item = &'o ObjectiveShown>,
    from: Point,
) -> Option<&'o ObjectiveShown> {
    let dear =
        |objective: &ObjectiveShown| from.distance(at(objective.place)) / f64::from(objective.points.max(1));
    objectives.into_iter().min_by(|a, b| dear(a).total_cmp(&dear(b)))
}

/// The first objective that his instruction names.
fn named_in<'o>(objectives: &'o [ObjectiveShown], general: &LeaderShown) -> Option<&'o ObjectiveShown> {
    let found = objectives
        .iter()
        .filter_map(|objective| general.instruction.find(&*objective.name).map(|place| (place, objective)));
    found.min_by_key(|(place, _)| *place).map(|(_, objective)| objective)
}
