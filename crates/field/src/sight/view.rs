//! What can be seen from a place, as pieces of ground.

use super::line::{hidden_behind, marked_crest};
use super::{Hides, SightTerms};
use crate::bearing::Frame;
use crate::body::Placed;
use crate::ground::{Feature, Ground, Kind, LineKind, Room, Shape};
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
/// A full circle is divided into this many sectors, so that a ray is tested only against what lies in its direction.
const DRAWERS: usize = 1024;
/// Where a hiding crest appears or disappears between two rays, more rays are cast if an end moves by more metres than this.
const JUMP: f64 = 5.0;
/// The least number of rays, evenly spread, so that curved edges of the view are followed.
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
            && !last.is_like(&ray)
        {
            let last = last.clone();
            scene.refine(&last, &ray, 8, &mut seen, &mut workspace);
        }
        seen.push(ray);
    }
    drawn(from, &seen)
}

#[derive(Clone, Debug)]
struct Ray {
    direction: Point,
    spans: Vec<(f64, f64)>,
    /// What ends it; nothing at the limit or the table's edge.
    ender: Option<usize>,
    /// Which plates hide any of it, one bit for each.
    hiders: u64,
}

impl Ray {
    /// Whether nothing need lie between two rays but straight edges.
    fn is_like(&self, other: &Ray) -> bool {
        let jump = |(a, b): (&(f64, f64), &(f64, f64))| (a.0 - b.0).abs().max((a.1 - b.1).abs()) > JUMP;
        self.spans.len() == other.spans.len()
            && self.ender == other.ender
            && (self.hiders == other.hiders || !self.spans.iter().zip(&other.spans).any(jump))
    }
}

/// One side of something that matters to sight.
struct Edge {
    a: Point,
    b: Point,
    of: usize,
}

enum Matter {
    /// Sight runs this many metres in it.
    Hides { metres: f64 },
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
    /// What hides after this many metres and holds the eye.
    inside: Vec<(usize, f64)>,
    /// The plates on which the eye stands.
    standing_on: Vec<usize>,
    marked: bool,
}

/// A plate on a ray: where it begins and ends, its crest, its height, and its number.
#[derive(Clone, Copy)]
struct PlateOnRay {
    from: f64,
    to: f64,
    crest: f64,
    height: f64,
    number: usize,
}

/// Room to work in, kept from ray to ray.
#[derive(Default)]
struct Workspace {
    hits: Vec<(f64, usize)>,
    plates: Vec<PlateOnRay>,
    entered: Vec<(u32, f64)>,
    ray: u32,
    bounds: Vec<f64>,
    hidden: Vec<(f64, f64)>,
    room: Room,
}

impl Workspace {
    /// Where the ray being cast has entered something that it has not left; for ever if it has not.
    fn entered(&mut self, of: usize) -> &mut f64 {
        let slot = &mut self.entered[of];
        if slot.0 != self.ray {
            *slot = (self.ray, f64::INFINITY);
        }
        &mut slot.1
    }
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
            inside: Vec::new(),
            standing_on: Vec::new(),
            marked,
        };
        let reach = Extent { low: from, high: from }.grown(limit);
        for (_, feature) in ground.near(reach) {
            scene.add_feature(feature, (terms.through)(feature), terms.crests);
        }
        for body in bodies.into_iter().filter(|body| body.extent().meets(&reach)) {
            for part in body.parts().iter().filter(|part| !part.holds(from)) {
                scene.add(&[part.corners()], Matter::Hides { metres: 0.0 });
            }
        }
        scene.fill_drawers();
        scene
    }

    fn add_feature(&mut self, feature: &'a Feature, hides: Hides, crests: bool) {
        match (&feature.shape, hides) {
            (Shape::Area(patch), _) if feature.kind == Kind::Contour && crests => {
                let height =
                    f64::from(feature.properties.level.unwrap_or(0)) * self.ground.contour_interval();
                let inside = feature.holds(self.from);
                let number = self.features.len();
                self.features.push(feature);
                if inside {
                    self.standing_on.push(self.matters.len());
                }
                self.add(&[&patch.outer], Matter::Plate { height, feature: number, inside });
            }
            (Shape::Area(patch), Hides::After(metres)) => {
                let rings: Vec<&[Point]> = patch.rings().collect();
                if feature.holds(self.from) {
                    self.inside.push((self.matters.len(), metres));
                }
                self.add(&rings, Matter::Hides { metres });
            }
            (Shape::Line(line), Hides::After(metres)) => {
                for lane in line
                    .windows(2)
                    .filter_map(|leg| crate::part::Slab::lane(leg[0], leg[1], feature.width().max(0.1)))
                {
                    if crate::part::Part::Slab(lane).holds(self.from) {
                        self.inside.push((self.matters.len(), metres));
                    }
                    self.add(&[lane.corners()], Matter::Hides { metres });
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
        for corner in
            [table.low, table.high, point(table.low.x, table.high.y), point(table.high.x, table.low.y)]
        {
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
        space.ray += 1;
        space.entered.resize(self.matters.len(), (0, f64::INFINITY));
        self.strike(direction, &mut space.hits);
        let (end, ender) = self.blocked_at(direction, space);
        let (spans, hiders) = self.over_crests(direction, end, space);
        Ray { direction, spans, ender, hiders }
    }

    /// Every edge on a ray, nearest first.
    fn strike(&self, direction: Point, hits: &mut Vec<(f64, usize)>) {
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
    }

    /// Where the ray ends at a wall, deep in a wood, at the limit or at the table's edge, and at what.
    fn blocked_at(&self, direction: Point, space: &mut Workspace) -> (f64, Option<usize>) {
        let (mut end, mut ender) = (self.limit.min(self.to_edge(direction)), None);
        for &(number, metres) in &self.inside {
            *space.entered(number) = 0.0;
            if metres < end && !space.hits.iter().any(|&(at, of)| of == number && at <= metres) {
                (end, ender) = (metres, Some(number));
            }
        }
        for place in 0..space.hits.len() {
            let (at, of) = space.hits[place];
            if at >= end {
                break;
            }
            let Matter::Hides { metres } = &self.matters[of] else { continue };
            let entered = space.entered(of);
            if entered.is_finite() {
                *entered = f64::INFINITY;
                continue;
            }
            *entered = at;
            let leaves =
                space.hits[place + 1..].iter().find(|hit| hit.1 == of).map_or(f64::INFINITY, |hit| hit.0);
            if leaves - at > *metres && at + metres < end {
                (end, ender) = (at + metres, Some(of));
            }
        }
        (end.max(0.0), ender)
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

    /// Cuts the dead ground behind crests out of a ray, and returns which crests hide some.
    fn over_crests(&self, direction: Point, end: f64, space: &mut Workspace) -> (Vec<(f64, f64)>, u64) {
        self.plates_on(direction, end, space);
        let Workspace { plates, bounds, hidden, .. } = space;
        if !plates.iter().any(|plate| plate.crest > 0.0 && plate.crest < end) {
            return (vec![(0.0, end)], 0);
        }
        bounds.clear();
        bounds.extend(
            plates.iter().flat_map(|plate| [plate.from, plate.to]).filter(|&at| at > 0.0 && at < end),
        );
        bounds.extend([0.0, end]);
        bounds.sort_unstable_by(f64::total_cmp);
        hidden.clear();
        let mut hiders = 0;
        for pair in bounds.windows(2) {
            let middle = (pair[0] + pair[1]) / 2.0;
            let on = plates
                .iter()
                .filter(|plate| plate.from < middle && middle < plate.to)
                .map(|plate| plate.height);
            let height =
                on.fold(0.0, |all: f64, on| if on < 0.0 && all <= 0.0 { all.min(on) } else { all.max(on) });
            for plate in plates.iter().filter(|plate| plate.crest > 0.0 && plate.crest < pair[1]) {
                let carries_both = plate.from <= 0.0 && plate.to > middle;
                if carries_both {
                    continue;
                }
                let rise = (plate.height - self.eye, height + self.target - self.eye);
                if let Some(span) = hidden_behind(plate.crest, rise, (pair[0], pair[1])) {
                    hidden.push(span);
                    hiders |= 1u64 << (plate.number % 64);
                }
            }
        }
        (without((0.0, end), &merged(std::mem::take(hidden))), hiders)
    }

    /// The plates on a ray before its end.
    fn plates_on(&self, direction: Point, end: f64, space: &mut Workspace) {
        space.plates.clear();
        let frame = Frame { at: self.from, right: direction.right(), ahead: direction };
        for &number in &self.standing_on {
            // The chord runs on behind the eye, where no ray goes: take it from the whole ring.
            let Matter::Plate { feature, .. } = self.matters[number] else { continue };
            if let Shape::Area(patch) = &self.features[feature].shape {
                for &chord in space.room.chords(&patch.outer, &frame).iter().filter(|chord| chord.1 > 0.0) {
                    space.plates.push(self.plate(number, chord, &frame));
                }
            }
        }
        for place in 0..space.hits.len() {
            let (at, of) = space.hits[place];
            let Matter::Plate { inside: false, .. } = self.matters[of] else { continue };
            let entered = space.entered(of);
            if entered.is_finite() {
                let chord = (*entered, at);
                *entered = f64::INFINITY;
                space.plates.push(self.plate(of, chord, &frame));
            } else if at < end {
                *entered = at;
            }
        }
    }

    fn plate(&self, number: usize, (from, to): (f64, f64), frame: &Frame) -> PlateOnRay {
        let Matter::Plate { height, feature, .. } = self.matters[number] else {
            return PlateOnRay { from, to, crest: f64::NEG_INFINITY, height: 0.0, number };
        };
        let marked = if self.marked {
            marked_crest(self.ground, self.features[feature], frame, (from, to))
        } else {
            None
        };
        PlateOnRay { from, to, crest: marked.unwrap_or((from + to) / 2.0), height, number }
    }

    /// More rays between two that do not see the same number of stretches.
    fn refine(&self, one: &Ray, other: &Ray, depth: u32, out: &mut Vec<Ray>, space: &mut Workspace) {
        let gap = one.direction.cross(other.direction).abs();
        if depth == 0 || gap < BESIDE * 4.0 || one.is_like(other) {
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
    if turn < 2.0 {
        point(1.0 - turn, 1.0 - (1.0 - turn).abs())
    } else {
        point(turn - 3.0, (turn - 3.0).abs() - 1.0)
    }
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
