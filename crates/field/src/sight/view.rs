//! What can be seen from a place, as pieces of ground.

use super::line::{chords, hidden_behind, marked_crest};
use super::{Hides, SightTerms};
use crate::bearing::Frame;
use crate::body::Placed;
use crate::ground::{Feature, Ground, Kind, LineKind, Shape};
use crate::point::{Extent, Point, point};
use crate::polygon::{edges, ring_holds, signed_area};
use crate::spans::{merged, without};

/// What can be seen from a place.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Where one stands.
    pub from: Point,
    /// The ground seen without a break, as a ring round the place.
    pub near: Vec<Point>,
    /// Ground seen again beyond dead ground, as rings.
    pub beyond: Vec<Vec<Point>>,
}

impl View {
    /// Whether a place is in view.
    #[must_use]
    pub fn holds(&self, place: Point) -> bool {
        ring_holds(&self.near, place) || self.beyond.iter().any(|ring| ring_holds(ring, place))
    }

    /// The square metres in view.
    #[must_use]
    pub fn area(&self) -> f64 {
        let rings = std::iter::once(&self.near).chain(&self.beyond);
        rings.map(|ring| signed_area(ring).abs()).sum()
    }
}

/// Rays pass this far, in radians, to either side of a corner.
const BESIDE: f64 = 1e-7;
/// A whole turn is divided into this many drawers, so that a ray is held only against what lies its way.
const DRAWERS: usize = 1024;
/// At least so many rays, evenly spread, so that curved edges of the view are followed.
const FAN: usize = 256;

/// What can be seen from a place, within the table: past these bodies, through what the terms allow, and over the crests.
///
#[doc = include_str!("../../docs/view.svg")]
#[must_use]
pub fn what_can_be_seen<'a>(
    ground: &Ground,
    from: Point,
    terms: &SightTerms<impl Fn(&Feature) -> Hides>,
    bodies: impl IntoIterator<Item = &'a Placed>,
) -> View {
    let scene = Scene::new(ground, from, terms, bodies);
    let mut rays = scene.directions();
    rays.sort_by(|a, b| around(*a).total_cmp(&around(*b)));
    rays.dedup();
    let mut seen: Vec<Ray> = Vec::with_capacity(rays.len() + 64);
    let mut workspace = Workspace::default();
    for direction in rays {
        let ray = scene.cast(direction, &mut workspace);
        if let Some(last) = seen.last()
            && last.spans.len() != ray.spans.len()
        {
            let last = last.clone();
            scene.refine(&last, &ray, 6, &mut seen, &mut workspace);
        }
        seen.push(ray);
    }
    drawn(from, &seen)
}

#[derive(Clone, Debug)]
struct Ray {
    direction: Point,
    spans: Vec<(f64, f64)>,
}

/// One side of something that matters to sight.
struct Edge {
    a: Point,
    b: Point,
    of: usize,
}

enum Matter {
    /// Sight runs so many metres in it.
    Hides { metres: f64, inside: bool },
    /// The plate within a contour.
    Plate { height: f64, feature: usize, inside: bool },
}

struct Scene<'a> {
    ground: &'a Ground,
    from: Point,
    limit: f64,
    eye: f64,
    target: f64,
    edges: Vec<Edge>,
    matters: Vec<Matter>,
    drawers: Vec<Vec<u32>>,
    features: Vec<&'a Feature>,
    marked: bool,
}

#[derive(Default)]
struct Workspace {
    hits: Vec<(f64, usize)>,
    plates: Vec<(f64, f64, f64, f64)>,
    entered: Vec<f64>,
}

impl<'a> Scene<'a> {
    fn new<'b>(
        ground: &'a Ground,
        from: Point,
        terms: &SightTerms<impl Fn(&Feature) -> Hides>,
        bodies: impl IntoIterator<Item = &'b Placed>,
    ) -> Scene<'a> {
        let limit = if terms.limit > 0.0 { terms.limit } else { 0.0 };
        let marked = ground.features().any(|(_, f)| f.kind == Kind::Line(LineKind::Crest));
        let mut scene = Scene {
            ground,
            from,
            limit,
            eye: ground.height_at(from) + terms.eye,
            target: terms.target,
            edges: Vec::new(),
            matters: Vec::new(),
            drawers: vec![Vec::new(); DRAWERS],
            features: Vec::new(),
            marked,
        };
        let reach = Extent { low: from, high: from }.grown(limit);
        for (_, feature) in ground.near(reach) {
            scene.add_feature(feature, (terms.through)(feature), terms.crests);
        }
        for body in bodies.into_iter().filter(|body| body.extent().meets(&reach)) {
            for part in body.parts().iter().filter(|part| !part.holds(from)) {
                scene.add(&[part.corners()], Matter::Hides { metres: 0.0, inside: false });
            }
        }
        scene.fill_drawers();
        scene
    }

    fn add_feature(&mut self, feature: &'a Feature, hides: Hides, crests: bool) {
        match (&feature.shape, hides) {
            (Shape::Area(patch), _) if feature.kind == Kind::Contour && crests => {
                let height = f64::from(feature.properties.level.unwrap_or(0)) * self.ground.contour_interval();
                let inside = feature.holds(self.from);
                let number = self.features.len();
                self.features.push(feature);
                self.add(&[&patch.outer], Matter::Plate { height, feature: number, inside });
            }
            (Shape::Area(patch), Hides::After(metres)) => {
                let rings: Vec<&[Point]> = patch.rings().collect();
                let inside = feature.holds(self.from);
                self.add(&rings, Matter::Hides { metres, inside });
            }
            (Shape::Line(line), Hides::After(metres)) => {
                for lane in line.windows(2).filter_map(|leg| {
                    crate::part::Slab::lane(leg[0], leg[1], feature.width().max(0.1))
                }) {
                    let inside = crate::part::Part::Slab(lane).holds(self.from);
                    self.add(&[lane.corners()], Matter::Hides { metres, inside });
                }
            }
            _ => {}
        }
    }

    fn add(&mut self, rings: &[&[Point]], matter: Matter) {
        let of = self.matters.len();
        self.matters.push(matter);
        for ring in rings {
            self.edges.extend(edges(ring).map(|(a, b)| Edge { a: a - self.from, b: b - self.from, of }));
        }
    }

    fn fill_drawers(&mut self) {
        for (number, edge) in self.edges.iter().enumerate() {
            let (mut one, mut other) = (around(edge.a), around(edge.b));
            // The short way round: from the end that has the other to its left.
            if edge.a.cross(edge.b) < 0.0 {
                std::mem::swap(&mut one, &mut other);
            }
            let (first, last) = (drawer(one), drawer(other));
            let mut at = first;
            loop {
                self.drawers[at].push(number as u32);
                if at == last {
                    break;
                }
                at = (at + 1) % DRAWERS;
            }
        }
    }

    /// A ray beside every corner (on both sides of it where the outline turns back), and a fan of others.
    fn directions(&self) -> Vec<Point> {
        let mut ways = Vec::with_capacity(self.edges.len() * 2 + FAN + 8);
        let mut beside = |way: Point, by: f64| ways.push(way + way.left() * by);
        for (edge, next) in self.edges.iter().zip(self.edges.iter().skip(1).chain(self.edges.first())) {
            beside(edge.b, BESIDE);
            // The next edge in the list begins at this corner unless a ring ends here; then both sides are taken.
            let goes_on = next.a == edge.b && (edge.a.cross(edge.b) > 0.0) == (next.a.cross(next.b) > 0.0);
            if !goes_on {
                beside(edge.b, -BESIDE);
            }
        }
        let table = self.ground.table().extent();
        for corner in [table.low, table.high, point(table.low.x, table.high.y), point(table.high.x, table.low.y)] {
            beside(corner - self.from, BESIDE);
        }
        for number in 0..FAN {
            ways.push(direction_at(4.0 * (number as f64 + 0.5) / FAN as f64));
        }
        ways.retain(|way| way.is_finite() && *way != Point::ORIGIN);
        ways
    }

    /// What a ray sees: the stretches of it, in metres.
    fn cast(&self, direction: Point, space: &mut Workspace) -> Ray {
        let direction = direction.unit().unwrap_or(point(0.0, 1.0));
        let Workspace { hits, plates, entered } = space;
        hits.clear();
        for &number in &self.drawers[drawer(around(direction))] {
            let Edge { a, b, of } = &self.edges[number as usize];
            let (side_a, side_b) = (direction.cross(*a), direction.cross(*b));
            if (side_a > 0.0) != (side_b > 0.0) {
                let metres = a.cross(*b) / (side_b - side_a);
                if metres > 0.0 {
                    hits.push((metres, *of));
                }
            }
        }
        hits.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let end = self.blocked_at(direction, hits, entered);
        let spans = self.over_crests(direction, end, hits, plates);
        Ray { direction, spans }
    }

    /// Where the ray ends at a wall, deep in a wood, at the limit or at the table's edge.
    fn blocked_at(&self, direction: Point, hits: &[(f64, usize)], entered: &mut Vec<f64>) -> f64 {
        let mut end = self.limit.min(self.to_edge(direction));
        entered.clear();
        entered.extend(self.matters.iter().map(|matter| match matter {
            Matter::Hides { inside: true, .. } => 0.0,
            _ => f64::INFINITY,
        }));
        for (number, matter) in self.matters.iter().enumerate() {
            if let Matter::Hides { metres, inside: true } = matter
                && !hits.iter().any(|&(at, of)| of == number && at <= *metres)
            {
                end = end.min(*metres);
            }
        }
        for (place, &(at, of)) in hits.iter().enumerate() {
            if at >= end {
                break;
            }
            let Matter::Hides { metres, .. } = &self.matters[of] else { continue };
            if entered[of].is_finite() {
                entered[of] = f64::INFINITY;
            } else {
                entered[of] = at;
                let leaves = hits[place + 1..].iter().find(|hit| hit.1 == of).map_or(f64::INFINITY, |hit| hit.0);
                if leaves - at > *metres {
                    end = end.min(at + metres);
                }
            }
        }
        end.max(0.0)
    }

    fn to_edge(&self, direction: Point) -> f64 {
        let table = self.ground.table().extent();
        let out = |at: f64, way: f64, low: f64, high: f64| {
            if way > 0.0 {
                (high - at) / way
            } else if way < 0.0 {
                (low - at) / way
            } else {
                f64::INFINITY
            }
        };
        let east = out(self.from.x, direction.x, table.low.x, table.high.x);
        east.min(out(self.from.y, direction.y, table.low.y, table.high.y)).max(0.0)
    }

    /// Cuts the dead ground behind crests out of a ray.
    fn over_crests(
        &self,
        direction: Point,
        end: f64,
        hits: &[(f64, usize)],
        plates: &mut Vec<(f64, f64, f64, f64)>,
    ) -> Vec<(f64, f64)> {
        self.plates_on(direction, hits, plates);
        if plates.is_empty() {
            return vec![(0.0, end)];
        }
        let mut bounds: Vec<f64> =
            plates.iter().flat_map(|plate| [plate.0, plate.1]).filter(|&at| at > 0.0 && at < end).collect();
        bounds.extend([0.0, end]);
        bounds.sort_unstable_by(f64::total_cmp);
        let mut hidden = Vec::new();
        for pair in bounds.windows(2) {
            let middle = (pair[0] + pair[1]) / 2.0;
            let on = plates.iter().filter(|plate| plate.0 < middle && middle < plate.1).map(|plate| plate.3);
            let height = on.fold(0.0, |all: f64, here| if here < 0.0 && all <= 0.0 { all.min(here) } else { all.max(here) });
            for &(from, to, crest, top) in plates.iter() {
                let carries_both = from <= 0.0 && to > middle;
                if crest > 0.0 && !carries_both {
                    let rise = (top - self.eye, height + self.target - self.eye);
                    hidden.extend(hidden_behind(crest, rise, (pair[0], pair[1])));
                }
            }
        }
        without((0.0, end), &merged(hidden))
    }

    /// The plates on a ray: where each begins and ends, its crest, its height.
    fn plates_on(&self, direction: Point, hits: &[(f64, usize)], plates: &mut Vec<(f64, f64, f64, f64)>) {
        plates.clear();
        let frame = Frame { at: self.from, right: direction.right(), ahead: direction };
        for (number, matter) in self.matters.iter().enumerate() {
            let Matter::Plate { height, feature, inside } = matter else { continue };
            let mut add = |plate: (f64, f64)| {
                let marked = if self.marked {
                    marked_crest(self.ground, self.features[*feature], &frame, plate)
                } else {
                    None
                };
                plates.push((plate.0, plate.1, marked.unwrap_or((plate.0 + plate.1) / 2.0), *height));
            };
            if *inside {
                // The chord runs on behind the eye, where no ray goes: take it from the whole ring.
                if let Shape::Area(patch) = &self.features[*feature].shape {
                    chords(&patch.outer, &frame).into_iter().filter(|plate| plate.1 > 0.0).for_each(&mut add);
                }
            } else {
                let mut own = hits.iter().filter(|hit| hit.1 == number).map(|hit| hit.0);
                while let (Some(from), Some(to)) = (own.next(), own.next()) {
                    add((from, to));
                }
            }
        }
    }

    /// More rays between two that do not see the same number of stretches.
    fn refine(&self, one: &Ray, other: &Ray, depth: u32, out: &mut Vec<Ray>, space: &mut Workspace) {
        let gap = one.direction.cross(other.direction).abs();
        if depth == 0 || gap < BESIDE * 4.0 || one.spans.len() == other.spans.len() {
            return;
        }
        let middle = self.cast(one.direction + other.direction, space);
        self.refine(one, &middle, depth - 1, out, space);
        out.push(middle.clone());
        self.refine(&middle, other, depth - 1, out, space);
    }
}

/// A direction as a number from 0 to 4, growing anticlockwise from east: cheaper than an angle, and in the same order.
fn around(way: Point) -> f64 {
    let turn = way.x / (way.x.abs() + way.y.abs());
    let turn = if turn.is_nan() { 0.0 } else { turn };
    if way.y >= 0.0 { 1.0 - turn } else { 3.0 + turn }
}

fn direction_at(turn: f64) -> Point {
    if turn < 2.0 { point(1.0 - turn, 1.0 - (1.0 - turn).abs()) } else { point(turn - 3.0, (turn - 3.0).abs() - 1.0) }
}

fn drawer(turn: f64) -> usize {
    ((turn * (DRAWERS as f64 / 4.0)) as usize).min(DRAWERS - 1)
}

fn drawn(from: Point, rays: &[Ray]) -> View {
    let at = |ray: &Ray, metres: f64| from + ray.direction * metres;
    let first_far = |ray: &Ray| ray.spans.first().filter(|span| span.0 == 0.0).map_or(0.0, |span| span.1);
    let near = rays.iter().map(|ray| at(ray, first_far(ray))).collect();
    let mut beyond: Vec<Vec<Point>> = Vec::new();
    // A strip grows from ray to ray while the number of stretches stays the same.
    let mut open: Vec<(Vec<Point>, Vec<Point>)> = Vec::new();
    for ray in rays.iter().chain(rays.first()) {
        let later: Vec<(f64, f64)> = ray.spans.iter().copied().filter(|span| span.0 > 0.0).collect();
        if later.len() != open.len() {
            beyond.extend(open.drain(..).filter_map(closed));
            open.resize(later.len(), (Vec::new(), Vec::new()));
        }
        for (strip, span) in open.iter_mut().zip(later) {
            strip.0.push(at(ray, span.0));
            strip.1.push(at(ray, span.1));
        }
    }
    beyond.extend(open.into_iter().filter_map(closed));
    View { from, near, beyond }
}

fn closed((inner, mut outer): (Vec<Point>, Vec<Point>)) -> Option<Vec<Point>> {
    if inner.len() < 2 {
        return None;
    }
    outer.extend(inner.into_iter().rev());
    Some(outer)
}
