//! Orders for several units at once: a brigade in line, or a column along a road. Where each is to go is worked out here; each order is then made as for a drag
//! of that unit alone.

use krigsspil_engine::battle::{At, Evolution, Formed, Intent, UnitShown};
use krigsspil_field::ground::Ground;
use krigsspil_field::polygon::nearest_on;
use krigsspil_field::prelude::*;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::intend::{Looker, OrderIntended, UnitIntended, bearing, beyond, turn};
use crate::declared;

/// How units are to stand when they are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Deployment {
    /// Side by side on one line.
    Line,
    /// One behind the other, along the road that is nearest.
    Column,
}

/// Units that are to go somewhere together.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TogetherAsked {
    /// The units.
    pub(crate) units: Vec<String>,
    /// How they are to stand there.
    pub(crate) array: Deployment,
    /// Where to: the middle of the line, or the head of the column.
    #[schema(value_type = declared::Pair)]
    pub(crate) place: At,
    /// Where a line is to face, in degrees; left out, away from where the units are.
    #[serde(default)]
    pub(crate) facing: Option<f64>,
}

/// Room between neighbours, as a share of a front or of a depth.
const ROOM: f64 = 0.1;
/// A road farther from the goal than this share of the table's width is not meant.
const OFF_ROAD: f64 = 0.1;
/// A bend of fewer degrees than this is marched straight through.
const BEND: f64 = 8.0;

/// An order for each of the units, as near to the array as its rules let it come this turn.
pub(crate) fn together(looker: &Looker<'_>, ground: &Ground, asked: &TogetherAsked) -> Vec<OrderIntended> {
    let units: Vec<&UnitShown> = asked.units.iter().filter_map(|id| looker.view.unit(id)).collect();
    if units.is_empty() {
        return Vec::new();
    }
    match asked.array {
        Deployment::Line => {
            in_line(&units, asked.place, asked.facing).iter().map(|wish| looker.one(wish)).collect()
        }
        Deployment::Column => {
            let ways = in_column(ground, &units, asked.place);
            ways.iter().map(|(unit, way)| looker.along(unit, way)).collect()
        }
    }
}

fn middle(units: &[&UnitShown]) -> At {
    let count = units.len().max(1) as f64;
    let sum = |axis: usize| units.iter().map(|unit| unit.place[axis]).sum::<f64>() / count;
    [sum(0), sum(1)]
}

/// How far a place lies to the right of another for somebody who faces this way.
fn rightward(from: At, to: At, facing: f64) -> f64 {
    let (east, north) = (facing + 90.0).to_radians().sin_cos();
    (to[0] - from[0]) * east + (to[1] - from[1]) * north
}

/// Places side by side, each unit in the file it has now: whoever is on the left stays on the left. Units abreast of each other go by their ids, so that the
/// order in which they were chosen decides nothing.
fn in_line(units: &[&UnitShown], place: At, facing: Option<f64>) -> Vec<UnitIntended> {
    let centre = middle(units);
    let facing = facing.unwrap_or_else(|| bearing(centre, place));
    let mut files: Vec<&UnitShown> = units.to_vec();
    files.sort_by(|one, other| {
        let across = |unit: &UnitShown| rightward(centre, unit.place, facing);
        across(one).total_cmp(&across(other)).then_with(|| one.id.cmp(&other.id))
    });
    let wide: f64 = files.iter().map(|unit| unit.front * (1.0 + ROOM)).sum();
    let mut along = -wide / 2.0;
    let mut wishes = Vec::new();
    for unit in files {
        let room = unit.front * (1.0 + ROOM);
        let spot = beyond(place, facing + 90.0, along + room / 2.0);
        along += room;
        wishes.push(UnitIntended {
            unit: unit.id.to_string(),
            place: Some(spot),
            facing: Some(facing),
            charge: None,
        });
    }
    wishes
}

/// The way of each unit along the road, the head first: each goes as far as the one before it leaves room.
fn in_column<'a>(ground: &Ground, units: &[&'a UnitShown], place: At) -> Vec<(&'a UnitShown, Vec<At>)> {
    let far = |unit: &UnitShown| (unit.place[0] - place[0]).hypot(unit.place[1] - place[1]);
    let mut files: Vec<&UnitShown> = units.to_vec();
    files.sort_by(|one, other| far(one).total_cmp(&far(other)).then_with(|| one.id.cmp(&other.id)));
    let mut behind = 0.0;
    let mut ways = Vec::new();
    for unit in files {
        ways.push((unit, shortened(&road_way(ground, unit.place, place), behind)));
        behind += unit.depth.max(unit.front.min(unit.depth * 4.0)) * (1.0 + ROOM);
    }
    ways
}

/// The way to a place along the road nearest to it; straight where no road leads there.
fn road_way(ground: &Ground, from: At, to: At) -> Vec<At> {
    let goal = point(to[0], to[1]);
    let nearest = |line: &[Point]| {
        let legs = line.windows(2).map(|leg| nearest_on((leg[0], leg[1]), goal).distance(goal));
        legs.fold(f64::INFINITY, f64::min)
    };
    let roads = ground.features().filter_map(|(id, feature)| match (&feature.kind, &feature.shape) {
        (Kind::Line(LineKind::Road | LineKind::Path), Shape::Line(line)) => Some((nearest(line), id)),
        _ => None,
    });
    let near = roads.min_by(|(one, _), (other, _)| one.total_cmp(other));
    let near = near.filter(|(off, _)| *off <= ground.table().extent().width() * OFF_ROAD);
    let along = near.and_then(|(_, road)| {
        ground.follow_road(road, point(from[0], from[1]), goal, 1.0, RoadSide::Middle).ok()
    });
    let mut way = vec![from];
    match along {
        Some(along) => way.extend(along.iter().map(|place| [place.x, place.y])),
        None => way.push(to),
    }
    way
}

/// A way without its last so many metres.
fn shortened(way: &[At], mut less: f64) -> Vec<At> {
    let mut way = way.to_vec();
    while let [.., before, last] = way[..] {
        let leg = (last[0] - before[0]).hypot(last[1] - before[1]);
        way.pop();
        if leg > less {
            let share = (leg - less) / leg;
            way.push([before[0] + (last[0] - before[0]) * share, before[1] + (last[1] - before[1]) * share]);
            break;
        }
        less -= leg;
    }
    way
}

impl Looker<'_> {
    /// The order that follows a way through these places, as far as a turn's march goes.
    fn along(&self, unit: &UnitShown, way: &[At]) -> OrderIntended {
        let goal = way.last().copied().unwrap_or(unit.place);
        let wish = UnitIntended { unit: unit.id.to_string(), place: Some(goal), facing: None, charge: None };
        let Some(asked) = self.asked(&unit.id) else { return self.one(&wish) };
        let reach = self.drill.means(asked).map(|means| means.march).filter(|march| *march > 0.0);
        let steps = evolutions(unit, way, self.drill.measure().metres, reach);
        let most = self.drill.doctrine().most_steps;
        let cut = |steps: &[Evolution]| steps.iter().copied().take(most).collect::<Vec<_>>();
        let trim = self.drill.trim(unit);
        let first = match (trim.in_position, trim.formed) {
            (Some(true), _) => Some(Evolution::Limber),
            (None, Formed::Line | Formed::Assault) => Some(Evolution::Form(Formed::March)),
            _ => None,
        };
        // On a road one marches in column; where that cannot be ordered in the same turn, one marches as one stands.
        let formed = first.map(|first| cut(&[&[first], steps.as_slice()].concat()));
        let ways = formed.into_iter().chain([cut(&steps)]).filter(|way| !way.is_empty());
        let found = self.first_lawful(unit, &wish, ways.map(Intent::March));
        found.unwrap_or_else(|| self.one(&wish))
    }
}

/// The evolutions of a way: a wheel at every bend, and ahead along every leg.
fn evolutions(unit: &UnitShown, way: &[At], metres_each: f64, reach: Option<f64>) -> Vec<Evolution> {
    let grain = if metres_each > 1.0 { 10.0 } else { 1.0 };
    let mut left = reach.unwrap_or(f64::INFINITY);
    let mut facing = unit.facing;
    let mut steps = Vec::new();
    for leg in way.windows(2) {
        let long = (leg[1][0] - leg[0][0]).hypot(leg[1][1] - leg[0][1]) / metres_each;
        let long = ((long * grain).round() / grain).min(left);
        if long <= 0.0 {
            continue;
        }
        let by = turn(facing, bearing(leg[0], leg[1]));
        match steps.last_mut() {
            Some(Evolution::Ahead(before)) if by.abs() < BEND => *before += long,
            _ => {
                if by.abs() >= BEND || steps.is_empty() && by.abs() > 2.0 {
                    steps.push(Evolution::Wheel(by.round()));
                    facing += by;
                }
                steps.push(Evolution::Ahead(long));
            }
        }
        left -= long;
    }
    steps
}

#[cfg(test)]
#[path = "together_tests.rs"]
mod tests;
