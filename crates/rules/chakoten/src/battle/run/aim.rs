//! Which firing units of a unit reach a target with small arms (§09.01.1 to §09.01.5, §09.03).

use krigsspil_engine::Centimetres;
use krigsspil_field::polygon::{HalfPlane, clip_all, edges, nearest_on};
use krigsspil_field::prelude::*;

use super::Run;
use crate::battle::bodies::plain;
use crate::battle::sight::sees_from;
use crate::battle::state::*;
use crate::battle::terrain::high_wall_before;
use crate::battle::town::{Facade, facades};
use crate::procedures::small_arms::{SmallArmsReach, arc_deg};
use crate::vocabulary::*;

/// How a unit fires at a target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    /// Figures that fire.
    pub figures: i32,
    /// The middle of the firing unit it is measured from.
    pub from: Point,
    /// The nearest place of the target in the arc of fire.
    pub to: Point,
    /// Centimetres between them.
    pub cm: f64,
    /// The zone.
    pub zone: i32,
}

/// The least angle between straight ahead and a line from a place to a body, in degrees.
pub(super) fn least_off(from: Point, ahead: Point, body: &Placed) -> f64 {
    let facing = Bearing::of(ahead);
    let mut least = 180.0f64;
    for part in body.parts() {
        if part.holds(from) {
            return 0.0;
        }
        let corners = part.corners();
        for (at, &corner) in corners.iter().enumerate() {
            let (way, next) = (corner - from, corners[(at + 1) % corners.len()] - from);
            let (here, there) = (ahead.cross(way), ahead.cross(next));
            if (here <= 0.0) != (there <= 0.0) {
                let share = here / (here - there);
                if ahead.dot(way + (next - way) * share) > 0.0 {
                    return 0.0;
                }
            }
            least = least.min(facing.turn_to(Bearing::of(way)).0.abs());
        }
    }
    least
}

/// The ground that a front fires upon: between two lines that lead from its ends to either side of straight ahead.
#[derive(Clone, Copy, Debug)]
pub(super) struct FireArc([HalfPlane; 2]);

impl FireArc {
    /// The arc of a front between these ends, so many degrees to either side.
    pub(super) fn of([left, right]: [Point; 2], ahead: Point, to_either_side: f64) -> FireArc {
        let way = |turn: f64| Bearing::of(ahead).right_by(Degrees(turn)).ahead();
        // What lies in the arc is to the left of its right side, and to the right of its left side.
        FireArc([
            HalfPlane { at: right, along: way(to_either_side) },
            HalfPlane { at: left, along: way(-to_either_side) * -1.0 },
        ])
    }

    fn holds(self, place: Point) -> bool {
        self.0.iter().all(|side| side.depth(place) >= 0.0)
    }

    /// What of a body lies in the arc: the corners of each of its pieces. Of a body that the arc only touches nothing is left.
    fn parts_of(self, body: &Placed) -> impl Iterator<Item = Vec<Point>> + '_ {
        body.parts().iter().map(move |part| clip_all(part.corners(), &self.0)).filter(|ring| !ring.is_empty())
    }

    /// The place of a body in the arc that is nearest to a point: the line of fire may not leave the arc (§09.01.5).
    pub(super) fn nearest(self, body: &Placed, to: Point) -> Point {
        let any = nearest(body, to);
        if self.holds(any) {
            return any;
        }
        let places = self
            .parts_of(body)
            .flat_map(|ring| edges(&ring).map(|edge| nearest_on(edge, to)).collect::<Vec<_>>());
        let near = places.min_by(|a, b| a.distance(to).total_cmp(&b.distance(to)));
        near.unwrap_or(any)
    }

    /// Metres from the edge of one body to what of another lies in the arc (§01.03.4).
    pub(super) fn metres_between(self, from: &Placed, body: &Placed) -> f64 {
        if body.parts().iter().all(|part| part.corners().iter().all(|corner| self.holds(*corner))) {
            return distance(from, body);
        }
        let parts = self.parts_of(body).map(Part::Ring);
        let far =
            |part: Part| from.parts().iter().map(|own| own.distance(&part)).fold(f64::INFINITY, f64::min);
        let least = parts.map(far).fold(f64::INFINITY, f64::min);
        if least.is_finite() { least } else { distance(from, body) }
    }
}

/// A firing unit: the middle of its front, and its figures.
#[derive(Clone, Copy, Debug)]
struct FiringUnit {
    middle: Point,
    ahead: Point,
    figures: i32,
}

/// Figures in a firing unit (§09.01.3).
const TEN: i32 = 10;

impl Run<'_> {
    /// The firing units of a unit, from its left (§09.01.1, §09.01.3): two ranks on foot, one mounted. A square fires with the side that
    /// looks there: each side makes its own.
    fn firing_units(&self, unit: UnitId) -> Vec<FiringUnit> {
        let shooter = self.unit(unit);
        if let Some(inside) = &shooter.inside {
            // From one facade half of the figures fire at most (§17.03.4, ruling 42).
            let figures = shooter.figures / 2;
            let made = |facade: Facade| FiringUnit { middle: facade.middle, ahead: facade.out, figures };
            return facades(&inside.walls).into_iter().filter(|_| figures >= 3).map(made).collect();
        }
        let deep = if shooter.branch == Branch::Infantry { 2 } else { 1 };
        let mut files: Vec<(Point, Point, i32)> = Vec::new();
        let bases: Vec<Base> = shooter.placed.bases().collect();
        for base in bases.iter().filter(|base| base.rank == 0) {
            let behind = bases.iter().filter(|other| {
                other.rank > 0
                    && other.rank < deep
                    && other.file == base.file
                    && (other.slab.ahead() - base.slab.ahead()).length() < 0.01
            });
            let front = base.slab.centre() + base.slab.ahead() * (base.slab.depth() / 2.0);
            files.push((front, base.slab.ahead(), 1 + behind.count() as i32));
        }
        // A square's sides look different ways: files of one direction stand together.
        let mut units: Vec<FiringUnit> = Vec::new();
        let mut at = 0;
        while at < files.len() {
            let ahead = files[at].1;
            let end = files[at..]
                .iter()
                .position(|file| (file.1 - ahead).length() > 0.01)
                .map_or(files.len(), |off| at + off);
            units.extend(groups(&files[at..end]));
            at = end;
        }
        units
    }

    /// How a unit can fire at an enemy with its small arms; `None` if it cannot.
    pub(super) fn aim(&self, firer: UnitId, target: UnitId) -> Option<Aim> {
        let groups = self.firing_units(firer).into_iter();
        let mut aims: Vec<Aim> = groups.filter_map(|group| self.aim_of(firer, target, group)).collect();
        if self.unit(firer).inside.is_some() {
            self.nearest_facades(&mut aims, 2);
        }
        self.together(target, aims.into_iter())
    }

    /// How it fires at two targets: each firing unit at the nearer that it reaches (§09.01.4).
    pub(super) fn aim_at_two(&self, firer: UnitId, targets: [UnitId; 2]) -> [Option<Aim>; 2] {
        let mut aims: [Vec<Aim>; 2] = [Vec::new(), Vec::new()];
        for group in self.firing_units(firer) {
            let reached = targets.map(|target| self.aim_of(firer, target, group));
            let nearer = match reached {
                [Some(one), Some(other)] => usize::from(other.cm < one.cm),
                [None, Some(_)] => 1,
                _ => 0,
            };
            aims[nearer].extend(reached[nearer]);
        }
        if self.unit(firer).inside.is_some() {
            aims.iter_mut().for_each(|aims| self.nearest_facades(aims, 1));
        }
        let [one, other] = aims;
        [self.together(targets[0], one.into_iter()), self.together(targets[1], other.into_iter())]
    }

    /// The facades of a building nearest to what they fire at: two halves are the whole garrison.
    fn nearest_facades(&self, aims: &mut Vec<Aim>, most: usize) {
        aims.sort_by(|a, b| a.cm.total_cmp(&b.cm));
        aims.truncate(most);
    }

    /// How one firing unit can fire at an enemy.
    fn aim_of(&self, firer: UnitId, target: UnitId, group: FiringUnit) -> Option<Aim> {
        let shooter = self.unit(firer);
        let aimed = &self.unit(target).placed;
        let arc = FireArc::of([group.middle; 2], group.ahead, arc_deg(shooter.spread()));
        let to = arc.nearest(aimed, group.middle);
        let cm = group.middle.distance(to) / CM;
        let facts = SmallArmsReach {
            weapon: shooter.weapon?,
            distance_cm: Centimetres(cm.clamp(0.0, 500.0)),
            angle_deg: least_off(group.middle, group.ahead, aimed).clamp(0.0, 180.0),
            spread: shooter.spread(),
            no_ammunition: shooter.loads <= 0,
            behind_wall_over_1m: shooter.inside.is_none()
                && high_wall_before(&self.battle.ground, group.middle, to),
        };
        let reach = plain(&facts, self.tables).ok().filter(|reach| reach.can_fire)?;
        let open = !self.line_blocked(firer, target, group.middle, to);
        open.then_some(Aim { figures: group.figures, from: group.middle, to, cm, zone: reach.zone })
    }

    /// Firing units that fire at one target: the player measures from the one that is best for him (§09.01.5).
    fn together(&self, target: UnitId, aims: impl Iterator<Item = Aim>) -> Option<Aim> {
        let whole = aims.reduce(|best, aim| {
            let figures = best.figures + aim.figures;
            if best.cm <= aim.cm { Aim { figures, ..best } } else { Aim { figures, ..aim } }
        });
        whole
            .filter(|aim| aim.figures >= 3)
            .filter(|aim| sees_from(self.battle, self.tables, aim.from, target))
    }

    /// Nobody fires through or over others with small arms (§09.03.5), except a chain that does not screen (§14.03.1).
    fn line_blocked(&self, firer: UnitId, target: UnitId, from: Point, to: Point) -> bool {
        let line = Line::between(from, to);
        self.battle.here().any(|other| {
            let between = self.unit(other);
            let own_chain = between.parent == Some(firer) || self.unit(firer).parent == Some(other);
            // It screens the target, or shares its loss (§14.03.1).
            let chain_of_target = between.screens()
                && between.side == self.unit(target).side
                && !self.unit(target).formation.skirmish();
            let spread = between.spread() && between.order != Order::Rout;
            other != firer
                && other != target
                && !(own_chain && spread)
                && !chain_of_target
                && distance_along(line, &between.placed)
                    .is_some_and(|metres| metres > 0.0 && metres < line.length() - TOUCH)
        })
    }
}

/// Files from the left made into firing units of ten figures; a rest of three or more is one more, a smaller rest joins the last.
fn groups(files: &[(Point, Point, i32)]) -> Vec<FiringUnit> {
    let mut units: Vec<(Vec<Point>, Point, i32)> = Vec::new();
    for &(front, ahead, figures) in files {
        match units.last_mut() {
            Some((fronts, _, count)) if *count < TEN => {
                fronts.push(front);
                *count += figures;
            }
            _ => units.push((vec![front], ahead, figures)),
        }
    }
    if units.len() > 1
        && units.last().is_some_and(|(_, _, count)| *count < 3)
        && let Some((fronts, _, count)) = units.pop()
        && let Some(last) = units.last_mut()
    {
        last.0.extend(fronts);
        last.2 += count;
    }
    let made = |(fronts, ahead, figures): (Vec<Point>, Point, i32)| {
        let sum = fronts.iter().fold(Point::ORIGIN, |sum, front| sum + *front);
        FiringUnit { middle: sum * (1.0 / fronts.len() as f64), ahead, figures }
    };
    units.into_iter().map(made).collect()
}

/// The place of a body nearest to a point.
pub(super) fn nearest(body: &Placed, to: Point) -> Point {
    let places = body.parts().iter().map(|part| part.nearest_to(to));
    places.min_by(|a, b| a.distance(to).total_cmp(&b.distance(to))).unwrap_or(body.pose().at)
}
