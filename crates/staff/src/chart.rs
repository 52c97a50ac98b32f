//! The map as a commander uses it: squares with the cost for a column to cross them, and the cheapest way to a place.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use krigsspil_field::prelude::*;

/// The side of a square in metres.
const SQUARE: f64 = 25.0;
/// The most goals that are remembered; a chart must not grow with the number of battles fought on it.
const MOST_FIELDS: usize = 256;
/// The cost of an open square.
const OPEN: u32 = 20;
/// The cost of a square on a road: no square costs less.
const ROAD: u32 = OPEN * 4 / 5;
/// The steps from a square: so many squares east and north, and how long the step is.
const STEPS: [(isize, isize, u32); 8] =
    [(-1, 0, 10), (1, 0, 10), (0, -1, 10), (0, 1, 10), (-1, -1, 14), (1, -1, 14), (-1, 1, 14), (1, 1, 14)];
/// No step costs less than the shortest between two squares of the least cost.
const LEAST_STEP: u32 = 10 * ROAD;

/// A square of at least this cost is hardly entered; one beside it costs a wide column this much.
const SHUT: u32 = 6 * OPEN;
const BESIDE: u32 = 3 * OPEN;

/// How far one sees, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eyesight {
    /// Over open ground.
    pub far: f64,
    /// Into woods.
    pub into_woods: f64,
}

/// Three kilometres, and a hundred metres into woods.
impl Default for Eyesight {
    fn default() -> Self {
        Eyesight { far: 3000.0, into_woods: 100.0 }
    }
}

/// A map in squares.
#[derive(Debug)]
pub struct Chart {
    eyesight: Eyesight,
    wide: usize,
    deep: usize,
    corner: Point,
    squares: Vec<Square>,
    /// The ground the squares were made from.
    ground: Option<Ground>,
    /// The costs around goals that were asked for earlier.
    fields: Mutex<BTreeMap<usize, Arc<Field>>>,
}

/// The cost to reach a goal from the squares around it.
#[derive(Debug)]
struct Field {
    costs: Vec<u32>,
    /// Costs up to this are certain; the costs of squares farther off are not known yet.
    certain: u32,
}

#[derive(Clone, Copy, Debug)]
struct Square {
    cost: u32,
    /// Only columns and open order can pass.
    bars_lines: bool,
}

fn area_cost(kind: AreaKind) -> (u32, bool) {
    match kind {
        AreaKind::Wood | AreaKind::Plantation => (4 * OPEN, false),
        AreaKind::Marsh => (12 * OPEN, true),
        AreaKind::Water => (40 * OPEN, true),
        AreaKind::Rough | AreaKind::Scrub | AreaKind::BuiltUp => (2 * OPEN, false),
        _ => (OPEN, false),
    }
}

fn line_cost(kind: LineKind, obstacle: Grade) -> Option<(u32, bool)> {
    match kind {
        LineKind::Road | LineKind::Path => Some((ROAD, false)),
        LineKind::Stream => Some((2 * OPEN, true)),
        LineKind::Cliff => Some((100 * OPEN, true)),
        LineKind::Crest | LineKind::Railway => None,
        _ => match obstacle {
            Grade::None | Grade::I => Some((OPEN + 5, false)),
            Grade::II => Some((2 * OPEN, false)),
            Grade::III => Some((6 * OPEN, false)),
        },
    }
}

impl Chart {
    /// The map of a ground's GeoJSON text, for this eyesight and for columns that keep so many metres from ground that is hardly entered, and that
    /// march faster on roads, or do not. If the text cannot be read, an open square of two kilometres.
    pub fn of(text: &str, eyesight: Eyesight, berth: f64, roads: bool) -> Chart {
        let ground = Ground::from_geojson(text).ok();
        let extent = ground.as_ref().map(|ground| *ground.table().extent());
        let (corner, width, depth) = extent
            .map_or((Point::ORIGIN, 2000.0, 2000.0), |extent| (extent.low, extent.width(), extent.height()));
        let wide = ((width / SQUARE).ceil() as usize).clamp(1, 400);
        let deep = ((depth / SQUARE).ceil() as usize).clamp(1, 400);
        let open = Square { cost: OPEN, bars_lines: false };
        let squares = vec![open; wide * deep];
        let mut chart =
            Chart { eyesight, wide, deep, corner, squares, ground: None, fields: Mutex::default() };
        if let Some(ground) = &ground {
            chart.survey(ground, berth, roads);
        }
        chart.ground = ground;
        chart
    }

    fn survey(&mut self, ground: &Ground, berth: f64, roads: bool) {
        for number in 0..self.squares.len() {
            let middle = self.middle(number);
            for (_, feature) in ground.at(middle) {
                let (cost, bars) = match feature.kind {
                    Kind::Area(kind) => area_cost(kind),
                    Kind::Building => (6 * OPEN, true),
                    _ => continue,
                };
                self.worsen(number, cost, bars);
            }
        }
        self.give_berth(berth);
        let lines = |ways: bool| {
            ground.features().filter_map(move |(_, feature)| match (&feature.shape, feature.kind) {
                (Shape::Line(line), Kind::Line(kind)) => {
                    let way = matches!(kind, LineKind::Road | LineKind::Path);
                    (way == ways).then_some((line, kind, feature.properties.obstacle))
                }
                _ => None,
            })
        };
        for (line, kind, obstacle) in lines(false) {
            if let Some((cost, bars)) = line_cost(kind, obstacle) {
                self.along(line, |chart, number| chart.worsen(number, cost, bars));
            }
        }
        // A road makes its squares easy for columns whatever grows beside it.
        for (line, kind, obstacle) in lines(true) {
            if let Some((cost, _)) = line_cost(kind, obstacle) {
                let cost = if roads { cost } else { OPEN };
                self.along(line, |chart, number| {
                    if !chart.squares[number].bars_lines {
                        chart.squares[number].cost = cost;
                    }
                });
            }
        }
        for (_, feature) in ground.features() {
            if let (Shape::Place(place), Kind::Crossing(_)) = (&feature.shape, feature.kind) {
                let number = self.number(*place);
                self.squares[number].cost = OPEN;
            }
        }
    }

    /// Squares beside marsh, water and houses are dear to a column that is wider than a square: it would be caught there by a wing.
    fn give_berth(&mut self, berth: f64) {
        if berth <= SQUARE {
            return;
        }
        let squares = ((berth / SQUARE) + 0.5).floor() as i64;
        let shut = |square: &Square| square.cost >= SHUT;
        let all: Vec<usize> = (0..self.squares.len()).filter(|&number| shut(&self.squares[number])).collect();
        for number in all {
            let (column, row) = ((number % self.wide) as i64, (number / self.wide) as i64);
            for (east, north) in (-squares..=squares).flat_map(|a| (-squares..=squares).map(move |b| (a, b)))
            {
                let (column, row) = (column + east, row + north);
                let inside = (0..self.wide as i64).contains(&column) && (0..self.deep as i64).contains(&row);
                if inside {
                    self.worsen(row as usize * self.wide + column as usize, BESIDE, false);
                }
            }
        }
    }

    fn worsen(&mut self, number: usize, cost: u32, bars: bool) {
        let square = &mut self.squares[number];
        square.cost = square.cost.max(cost);
        square.bars_lines |= bars;
    }

    /// Calls `each` for every square that a line runs through.
    fn along(&mut self, line: &[Point], mut each: impl FnMut(&mut Chart, usize)) {
        for leg in line.windows(2) {
            let pieces = (leg[0].distance(leg[1]) / (SQUARE / 4.0)).ceil().max(1.0) as usize;
            for piece in 0..=pieces {
                let place = leg[0].toward(leg[1], piece as f64 / pieces as f64);
                if self.holds(place) {
                    let number = self.number(place);
                    each(self, number);
                }
            }
        }
    }

    fn holds(&self, place: Point) -> bool {
        let own = place - self.corner;
        own.x >= 0.0 && own.y >= 0.0 && own.x < self.wide as f64 * SQUARE && own.y < self.deep as f64 * SQUARE
    }

    /// The square that contains a place; for a place off the map, the nearest square.
    fn number(&self, place: Point) -> usize {
        let own = place - self.corner;
        let column = ((own.x / SQUARE).max(0.0) as usize).min(self.wide - 1);
        let row = ((own.y / SQUARE).max(0.0) as usize).min(self.deep - 1);
        row * self.wide + column
    }

    fn middle(&self, number: usize) -> Point {
        let (column, row) = (number % self.wide, number / self.wide);
        self.corner + point((column as f64 + 0.5) * SQUARE, (row as f64 + 0.5) * SQUARE)
    }

    /// The squares beside a square, each with the length of the step to it.
    fn neighbours(&self, number: usize) -> impl Iterator<Item = (usize, u32)> + '_ {
        let (column, row) = ((number % self.wide) as isize, (number / self.wide) as isize);
        let (wide, deep) = (self.wide as isize, self.deep as isize);
        let inner = column > 0 && row > 0 && column + 1 < wide && row + 1 < deep;
        let is_there = move |(east, north, _): &&(isize, isize, u32)| {
            inner || (0..wide).contains(&(column + east)) && (0..deep).contains(&(row + north))
        };
        let step = move |&(east, north, length): &(isize, isize, u32)| {
            (number.wrapping_add_signed(north * wide + east), length)
        };
        STEPS.iter().filter(is_there).map(step)
    }

    /// The cost to reach a goal from a square and from all nearer squares.
    fn field(&self, goal: usize, from: usize) -> Arc<Field> {
        let known = || self.fields.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known().get(&goal).filter(|field| field.costs[from] <= field.certain).cloned();
        if let Some(field) = found {
            return field;
        }
        // Computed without the lock, so that others can read: two who need it at once compute the same.
        let field = Arc::new(self.costs_to(goal, from));
        let mut known = known();
        if known.len() >= MOST_FIELDS {
            known.clear();
        }
        known.insert(goal, field.clone());
        field
    }

    /// The squares that are reached wait in trays by their cost, each tray as wide as the least step. So nothing that lies in a tray can make
    /// another square of that tray cheaper: when its turn comes, all costs in it are certain, in whatever order they lie there.
    fn costs_to(&self, goal: usize, from: usize) -> Field {
        let mut costs = vec![u32::MAX; self.squares.len()];
        let mut trays: Vec<Vec<(u32, u32)>> = vec![vec![(0, goal as u32)]];
        costs[goal] = 0;
        let mut number = 0;
        while number < trays.len() {
            let certain = (number as u32 + 1) * LEAST_STEP - 1;
            if costs[from] <= certain {
                return Field { costs, certain };
            }
            for (cost, at) in std::mem::take(&mut trays[number]) {
                let at = at as usize;
                if cost > costs[at] {
                    continue;
                }
                let here = self.squares[at].cost;
                for (next, length) in self.neighbours(at) {
                    let dearer = cost + length * (here + self.squares[next].cost) / 2;
                    if dearer < costs[next] {
                        costs[next] = dearer;
                        let tray = (dearer / LEAST_STEP) as usize;
                        if tray >= trays.len() {
                            trays.resize_with(tray + 1, Vec::new);
                        }
                        trays[tray].push((dearer, next as u32));
                    }
                }
            }
            number += 1;
        }
        Field { costs, certain: u32::MAX }
    }

    /// The corners of the cheapest way to a goal for a column, the goal last. Until the last leg, the way runs through the middles of
    /// squares.
    pub fn way(&self, from: Point, goal: Point) -> Vec<Point> {
        let mut at = self.number(from);
        let field = &self.field(self.number(goal), at).costs;
        let mut places = vec![from];
        while field[at] > 0 && places.len() < 400 {
            let next = self.neighbours(at).min_by_key(|(next, _)| (field[*next], *next));
            match next {
                Some((next, _)) if field[next] < field[at] => at = next,
                _ => break,
            }
            places.push(self.middle(at));
        }
        places.push(goal);
        self.straightened(&places)
    }

    /// Leaves out every corner that can be cut without crossing worse ground.
    fn straightened(&self, places: &[Point]) -> Vec<Point> {
        let mut corners = Vec::new();
        let mut at = 0;
        while at + 1 < places.len() {
            let mut far = at + 1;
            let mut worst = self.cost_between(places[at], places[far]);
            for next in at + 2..places.len() {
                worst = worst.max(self.cost_between(places[next - 1], places[next]));
                if self.between(places[at], places[next]).all(|square| square.cost <= worst) {
                    far = next;
                } else if next > far + 4 {
                    break;
                }
            }
            corners.push(places[far]);
            at = far;
        }
        corners
    }

    fn between(&self, from: Point, to: Point) -> impl Iterator<Item = &Square> + '_ {
        let pieces = (from.distance(to) / (SQUARE / 2.0)).ceil().max(1.0) as usize;
        (0..=pieces)
            .map(move |piece| &self.squares[self.number(from.toward(to, piece as f64 / pieces as f64))])
    }

    fn cost_between(&self, from: Point, to: Point) -> u32 {
        self.between(from, to).map(|square| square.cost).max().unwrap_or(OPEN)
    }

    /// Is there something on the straight way that a line cannot pass?
    pub fn bars_lines(&self, from: Point, to: Point) -> bool {
        self.between(from, to).any(|square| square.bars_lines)
    }

    /// Is the straight way open, with nothing that slows a charge?
    pub fn clear(&self, from: Point, to: Point) -> bool {
        self.cost_between(from, to) <= OPEN + 5 && !self.bars_lines(from, to)
    }

    /// Does a way with a front of this width cross something for which `bars` is true? `bars` is called with the map's word: `hedge`.
    pub fn crosses(&self, way: &[Point], front: f64, bars: impl Fn(&str) -> bool) -> bool {
        let Some(ground) = &self.ground else { return false };
        let crossed = ground.crossed(way, front).into_iter();
        let mut features = crossed.filter_map(|crossed| ground.feature(crossed.feature));
        features.any(|feature| bars(&feature.kind.to_string()))
    }

    /// Can one place be seen from another, as far as the ground allows?
    pub fn sees(&self, from: Point, to: Point) -> bool {
        let nobody = std::iter::empty::<(usize, &Placed)>();
        let terms = usual_sight(self.eyesight.far, self.eyesight.into_woods);
        self.ground
            .as_ref()
            .is_none_or(|ground| can_see(ground, Line::between(from, to), &terms, nobody).is_ok())
    }

    /// Can a line stand well on this ground?
    pub fn good(&self, place: Point) -> bool {
        let square = &self.squares[self.number(place)];
        self.holds(place) && !square.bars_lines && square.cost <= 4 * OPEN
    }

    /// The nearest place on the map, a little inside its edge.
    pub fn inside(&self, place: Point, margin: f64) -> Point {
        let own = place - self.corner;
        let (width, depth) = (self.wide as f64 * SQUARE, self.deep as f64 * SQUARE);
        let fit = |at: f64, most: f64| at.clamp(margin.min(most / 2.0), (most - margin).max(most / 2.0));
        self.corner + point(fit(own.x, width), fit(own.y, depth))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BROOK: &str = r#"{"type": "FeatureCollection", "table": {"width": 1000, "depth": 1000}, "features": [
        {"type": "Feature", "properties": {"kind": "marsh"}, "geometry": {"type": "Polygon",
         "coordinates": [[[300, 400], [1000, 400], [1000, 600], [300, 600], [300, 400]]]}}]}"#;

    /// The way to the other side goes round a marsh and has corners where it bends.
    #[test]
    fn the_way_goes_round_a_marsh() {
        let chart = Chart::of(BROOK, Eyesight::default(), 0.0, true);
        let way = chart.way(point(600.0, 100.0), point(600.0, 900.0));
        assert!(way.len() >= 2 && way.iter().any(|corner| corner.x < 310.0), "{way:?}");
        assert_eq!(way.last(), Some(&point(600.0, 900.0)));
        assert!(chart.bars_lines(point(600.0, 100.0), point(600.0, 900.0)));
        assert!(!chart.bars_lines(point(100.0, 100.0), point(100.0, 900.0)));
    }

    /// A wide column keeps off a marsh by half its front, a narrow one does not.
    #[test]
    fn a_wide_column_gives_it_a_berth() {
        let nearest = |berth: f64| {
            let way = Chart::of(BROOK, Eyesight::default(), berth, true)
                .way(point(260.0, 100.0), point(290.0, 900.0));
            let beside = way.windows(2).map(|leg| (leg[0], leg[1])).chain([(point(260.0, 100.0), way[0])]);
            let at = |(from, to): (Point, Point)| {
                (0..=50).map(move |part| from.toward(to, f64::from(part) / 50.0))
            };
            let wet = beside.flat_map(at).filter(|place| (400.0..=600.0).contains(&place.y));
            wet.map(|place| 300.0 - place.x).fold(f64::INFINITY, f64::min)
        };
        assert!(nearest(0.0) < 37.5 && nearest(37.5) >= 37.5, "{} {}", nearest(0.0), nearest(37.5));
    }

    /// Square by square the costs are those that are left when no step makes any square cheaper.
    #[test]
    fn no_step_makes_a_square_cheaper() {
        let chart = Chart::of(BROOK, Eyesight::default(), 37.5, true);
        let (goal, from) = (chart.number(point(600.0, 900.0)), chart.number(point(600.0, 100.0)));
        let Field { costs, certain } = chart.costs_to(goal, from);
        assert!(costs[goal] == 0 && costs[from] <= certain);
        let sure = (0..costs.len()).filter(|&at| at != goal && costs[at] <= certain);
        for at in sure {
            let over = |(next, length): (usize, u32)| {
                let step = length * (chart.squares[at].cost + chart.squares[next].cost) / 2;
                costs[next].saturating_add(step)
            };
            assert_eq!(Some(costs[at]), chart.neighbours(at).map(over).min(), "{at}");
        }
    }

    const HEDGE: &str = r#"{"type": "FeatureCollection", "table": {"width": 1000, "depth": 1000}, "features": [
        {"type": "Feature", "properties": {"kind": "hedge"}, "geometry": {"type": "LineString",
         "coordinates": [[400, 500], [600, 500]]}},
        {"type": "Feature", "properties": {"kind": "road", "width": 8}, "geometry": {"type": "LineString",
         "coordinates": [[800, 0], [800, 1000]]}},
        {"type": "Feature", "properties": {"kind": "building"}, "geometry": {"type": "Polygon",
         "coordinates": [[[490, 700], [510, 700], [510, 720], [490, 720], [490, 700]]]}}]}"#;

    /// A hedge counts as crossed by the middle or by a wing of the front; a road is not a hedge.
    #[test]
    fn a_hedge_is_crossed() {
        let chart = Chart::of(HEDGE, Eyesight::default(), 0.0, true);
        let way = |east: f64| [point(east, 400.0), point(east, 600.0)];
        let hedge = |east: f64, front: f64| chart.crosses(&way(east), front, |kind| kind == "hedge");
        assert!(hedge(500.0, 100.0));
        assert!(hedge(640.0, 100.0) && !hedge(640.0, 60.0));
        assert!(!hedge(800.0, 100.0));
    }

    /// A house hides what is behind it; a hedge hides nothing.
    #[test]
    fn a_house_hides() {
        let chart = Chart::of(HEDGE, Eyesight::default(), 0.0, true);
        assert!(chart.sees(point(500.0, 400.0), point(500.0, 650.0)));
        assert!(!chart.sees(point(500.0, 400.0), point(500.0, 800.0)));
        assert!(
            Chart::of("no ground", Eyesight::default(), 0.0, true).sees(point(0.0, 0.0), point(900.0, 900.0))
        );
    }

    const LANE: &str = r#"{"type": "FeatureCollection", "table": {"width": 1000, "depth": 1000}, "features": [
        {"type": "Feature", "properties": {"kind": "road", "width": 8}, "geometry": {"type": "LineString",
         "coordinates": [[300, 0], [500, 500], [300, 1000]]}}]}"#;

    /// Where a road makes nobody faster, nobody goes out of his way for it: many columns would be in each other's way on it.
    #[test]
    fn a_road_that_helps_nobody_is_no_way() {
        let corners = |roads: bool| {
            let chart = Chart::of(LANE, Eyesight::default(), 0.0, roads);
            chart.way(point(310.0, 30.0), point(310.0, 970.0)).len()
        };
        assert_eq!(corners(false), 1);
        assert!(
            Chart::of(LANE, Eyesight::default(), 0.0, true).squares.iter().any(|square| square.cost < OPEN)
        );
        assert!(
            Chart::of(LANE, Eyesight::default(), 0.0, false).squares.iter().all(|square| square.cost == OPEN)
        );
    }

    /// Over open ground the way is straight.
    #[test]
    fn the_way_over_a_plain_is_straight() {
        let chart = Chart::of("no ground", Eyesight::default(), 0.0, true);
        assert_eq!(chart.way(point(100.0, 120.0), point(1500.0, 900.0)), [point(1500.0, 900.0)]);
    }
}
