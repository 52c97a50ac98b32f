//! The ground as chapter 11 names it, and what a way leads over.

use std::cell::OnceCell;

use krigsspil_engine::scenario::{Scenario, ScenarioFault};
use krigsspil_engine::wordings::{BAD_GROUND, OF_KEY, UNREADABLE};
use krigsspil_engine::{Filling, Sentence, UnknownWord};
use krigsspil_field::polygon;
use krigsspil_field::prelude::*;

use super::state::{Battle, UnitId};
use crate::vocabulary::Woods;

krigsspil_engine::choices! {
    /// What a feature is to these rules.
    pub enum Class {
        Open = "open",
        LightWoods = "light_woods",
        HeavyWoods = "heavy_woods",
        Stream = "stream",
        River = "river",
        Bridge = "bridge",
        Ford = "ford",
        Ploughed = "ploughed",
        Ripe = "ripe",
        Cover = "cover",
        SunkenRoad = "sunken_road",
        Road = "road",
        Zone = "zone",
        Barred = "barred",
    }
}

/// The class of every feature of the ground, by number.
#[derive(Clone, Debug, Default)]
pub struct Classes(Vec<Class>);

impl Classes {
    /// The class of a feature.
    pub fn of(&self, feature: FeatureId) -> Class {
        self.0.get(feature.0).copied().unwrap_or(Class::Open)
    }

    /// A feature is of another class.
    pub fn set(&mut self, feature: FeatureId, class: Class) {
        if let Some(known) = self.0.get_mut(feature.0) {
            *known = class;
        }
    }
}

/// The property in which a feature states its class, where its kind does not tell it.
const STATED: &str = "gdc";

/// By its kind and grade: woods are light where they hinder little, streams rivers where they hinder much.
fn usual(feature: &Feature) -> Class {
    let obstacle = feature.properties.obstacle;
    match feature.kind {
        Kind::Area(AreaKind::Wood) if obstacle > Grade::I => Class::HeavyWoods,
        Kind::Area(AreaKind::Wood | AreaKind::Plantation | AreaKind::Orchard) => Class::LightWoods,
        Kind::Area(AreaKind::Plough) => Class::Ploughed,
        Kind::Area(AreaKind::Crops) => Class::Ripe,
        Kind::Area(AreaKind::Water | AreaKind::Marsh | AreaKind::BuiltUp) | Kind::Building => Class::Barred,
        Kind::Line(LineKind::Cliff) => Class::Barred,
        Kind::Line(LineKind::Stream) if obstacle > Grade::I => Class::River,
        Kind::Line(LineKind::Stream) => Class::Stream,
        Kind::Line(LineKind::Hedge | LineKind::Wall | LineKind::Breastwork | LineKind::Abatis) => {
            Class::Cover
        }
        Kind::Line(LineKind::Cutting) => Class::SunkenRoad,
        Kind::Line(LineKind::Road | LineKind::Path) => Class::Road,
        Kind::Crossing(CrossingKind::Bridge | CrossingKind::Footbridge) => Class::Bridge,
        Kind::Crossing(CrossingKind::Ford) => Class::Ford,
        _ => Class::Open,
    }
}

fn stated(feature: &Feature) -> Result<Option<Class>, Sentence> {
    let Some(value) = feature.properties.other.get(STATED) else { return Ok(None) };
    value.as_str().unwrap_or_default().parse().map(Some).map_err(|unknown: UnknownWord| {
        OF_KEY.with([("key", STATED.into()), ("reason", Filling::sentence(unknown.sentence()))])
    })
}

/// The classes of a ground.
pub(super) fn classify(scenario: &Scenario, ground: &Ground) -> Result<Classes, ScenarioFault> {
    let class = |feature: &Feature| {
        let stated = stated(feature).map_err(|why| ScenarioFault::at(&scenario.ground, 1, why))?;
        Ok(stated.unwrap_or_else(|| usual(feature)))
    };
    ground.features().map(|(_, feature)| class(feature)).collect::<Result<Vec<_>, _>>().map(Classes)
}

/// The ground of a scenario.
pub(super) fn read_ground(scenario: &Scenario) -> Result<Ground, ScenarioFault> {
    if scenario.ground_text.is_empty() {
        let reason = UNREADABLE.with([("reason", "".into())]);
        return Err(ScenarioFault::at(&scenario.ground, 1, reason));
    }
    Ground::from_geojson(&scenario.ground_text)
        .map_err(|error| ScenarioFault::at(&scenario.ground, 1, BAD_GROUND.with([("reason", error.into())])))
}

/// What a stretch of way leads over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Over {
    /// Contour lines crossed (§11.7.B).
    pub contours: i32,
    /// A stream.
    pub stream: bool,
    /// A ford.
    pub ford: bool,
    /// A bridge.
    pub bridge: bool,
    /// A ploughed or ripe field.
    pub ploughed: bool,
    /// The worst woods.
    pub woods: Woods,
    /// Woods, but along a road through them.
    pub by_road: bool,
    /// Protective cover.
    pub cover: bool,
    /// A sunken road, crossed.
    pub sunken: bool,
    /// A river, beside its bridges and fords: only American Indians swim it (§10.7, §11.1).
    pub river: bool,
    /// Ground that nobody enters.
    pub barred: bool,
}

impl Over {
    /// Open ground.
    pub const OPEN: Over = Over {
        contours: 0,
        stream: false,
        ford: false,
        bridge: false,
        ploughed: false,
        woods: Woods::None,
        by_road: true,
        cover: false,
        sunken: false,
        river: false,
        barred: false,
    };

    /// With one more thing on the way.
    fn with(mut self, one: &Met) -> Over {
        match one.class {
            Class::LightWoods | Class::HeavyWoods => {
                let woods = if one.class == Class::HeavyWoods { Woods::Heavy } else { Woods::Light };
                self.by_road &= one.by_road;
                self.woods = self.woods.max(woods);
            }
            Class::Stream => self.stream |= !one.by_road,
            Class::River => self.river |= !one.by_road,
            Class::Bridge => self.bridge = true,
            Class::Ford => self.ford = true,
            Class::Ploughed | Class::Ripe => self.ploughed = true,
            Class::Cover => self.cover = true,
            // A sunken road is protective cover too (§11.6); who goes along it crosses nothing (§13.9).
            Class::SunkenRoad => {
                self.sunken |= !one.by_road;
                self.cover |= !one.by_road;
            }
            Class::Barred | Class::Zone => self.barred = true,
            Class::Open if one.contour => self.contours += 1,
            Class::Open | Class::Road => {}
        }
        self
    }

    /// It hinders a charge's impetus (§5.2.F).
    pub fn impedes(&self) -> bool {
        *self != Over { by_road: self.by_road, ..Over::OPEN }
    }
}

/// Something on a way.
#[derive(Clone, Copy, Debug)]
pub struct Met {
    /// Where it is entered, in yards of the way.
    pub enters: f64,
    /// Where it is left.
    pub leaves: f64,
    class: Class,
    contour: bool,
    by_road: bool,
}

impl Met {
    /// A river where it is not crossed.
    pub fn river(&self) -> bool {
        self.class == Class::River && !self.by_road
    }

    /// The same on a longer way: it begins later, and its yards are of another length.
    pub fn moved(self, by: f64, scale: f64) -> Met {
        Met { enters: by + self.enters * scale, leaves: by + self.leaves * scale, ..self }
    }
}

/// The class of a feature as it is now: a broken bridge is none.
pub fn class_now(battle: &Battle, feature: FeatureId) -> Class {
    match battle.fixed.classes.of(feature) {
        Class::Bridge if battle.broken.contains(&feature.0) => Class::Open,
        class => class,
    }
}

/// The middle of some places.
pub fn middle_of(places: &[Point]) -> Option<Point> {
    let sum = places.iter().fold(Point::ORIGIN, |sum, place| sum + *place);
    (!places.is_empty()).then(|| sum * (1.0 / places.len() as f64))
}

/// Everything a straight way leads over, in order.
pub fn met(battle: &Battle, path: &[Point], front: f64) -> Vec<Met> {
    let ground = &battle.fixed.ground;
    let class_of = |feature: FeatureId| class_now(battle, feature);
    // What the middle of the front goes over; it matters only on roads and bridges, in woods and at rivers.
    let of_middle = OnceCell::new();
    let way = |id: FeatureId| matches!(class_of(id), Class::Road | Class::Bridge | Class::Ford);
    let middle = || of_middle.get_or_init(|| ground.crossed_of(path, 0.0, way)).iter();
    let under = |class: Class, at: f64| {
        middle().any(|one| class_of(one.feature) == class && one.enters <= at + 1.0 && at <= one.leaves + 1.0)
    };
    let mut all = Vec::new();
    for one in ground.crossed(path, front) {
        let class = class_of(one.feature);
        let half = (one.enters + one.leaves) / 2.0;
        let contour = ground.feature(one.feature).is_some_and(|feature| feature.kind == Kind::Contour);
        let found = class == Class::River && super::fords::found_at(battle, along(path, half));
        let narrow = matches!(class, Class::Bridge | Class::Ford | Class::Road);
        let by_road = match class {
            Class::LightWoods | Class::HeavyWoods => {
                [one.enters, half, one.leaves].iter().all(|&at| under(Class::Road, at))
            }
            Class::River => under(Class::Bridge, half) || under(Class::Ford, half) || found,
            // Who goes over a bridge does not wade (§11.2).
            Class::Stream => under(Class::Bridge, half),
            Class::SunkenRoad => ground.feature(one.feature).is_some_and(|road| runs_along(path, road)),
            _ => false,
        };
        if narrow && !middle().any(|other| other.feature == one.feature) {
            continue;
        }
        if contour {
            all.extend(contour_lines(path, &one).map(|at| Met {
                enters: at,
                leaves: at,
                class: Class::Open,
                contour,
                by_road,
            }));
        } else {
            all.push(Met { enters: one.enters, leaves: one.leaves, class, contour, by_road });
            if found {
                let class = Class::Ford;
                all.push(Met { enters: one.enters, leaves: one.leaves, class, contour, by_road });
            }
        }
    }
    all.sort_by(|a, b| a.enters.total_cmp(&b.enters));
    all
}

/// Ways within this angle of a sunken road lead along it, in degrees (house).
const ALONG: f64 = 30.0;

/// Does a way lead along a road rather than across it: along the stretch of it that is nearest to its middle?
fn runs_along(path: &[Point], road: &Feature) -> bool {
    let (Shape::Line(line), Some(middle)) = (&road.shape, middle_of(path)) else { return false };
    let far = |stretch: &[Point]| polygon::nearest_on((stretch[0], stretch[1]), middle).distance(middle);
    let nearest = line.windows(2).min_by(|a, b| far(a).total_cmp(&far(b)));
    let (Some(stretch), Some(&from), Some(&to)) = (nearest, path.first(), path.last()) else { return false };
    let (Some(way), Some(road)) = ((to - from).unit(), (stretch[1] - stretch[0]).unit()) else {
        return false;
    };
    way.dot(road).abs() >= ALONG.to_radians().cos()
}

/// The place so many yards along a way.
fn along(path: &[Point], yards: f64) -> Point {
    let mut left = yards;
    for leg in path.windows(2) {
        let long = leg[0].distance(leg[1]);
        if left <= long && long > 0.0 {
            return leg[0].toward(leg[1], left / long);
        }
        left -= long;
    }
    path.last().copied().unwrap_or(Point::ORIGIN)
}

/// Where a way goes over the ring of a contour: up where it enters it, down where it leaves it.
fn contour_lines(path: &[Point], one: &Crossed) -> impl Iterator<Item = f64> {
    let length: f64 = path.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
    let (up, down) = (one.enters, one.leaves);
    [(up > 1e-6).then_some(up), (down < length - 1e-6).then_some(down)].into_iter().flatten()
}

/// What a way leads over up to so many yards.
pub fn over(met: &[Met], yards: f64) -> Over {
    let begun = met.iter().filter(|one| one.enters < yards - 1e-9 || one.enters <= 0.0);
    begun.fold(Over::OPEN, |over, one| over.with(one))
}

/// The woods under most of a body.
pub fn woods_of(battle: &Battle, body: &Placed) -> Woods {
    let woods = |id: FeatureId| match battle.fixed.classes.of(id) {
        Class::LightWoods => Woods::Light,
        Class::HeavyWoods => Woods::Heavy,
        _ => Woods::None,
    };
    let under = battle.fixed.ground.under_of(body, |id| woods(id) != Woods::None);
    let most = under.filter(|one| one.share.is_half());
    most.map(|one| woods(one.feature)).max().unwrap_or(Woods::None)
}

/// American Indians count as formed when they are charged or fight in woods (§10.7): *house*, as formed troops stand there, in column.
pub fn formed_in_woods(battle: &Battle, unit: UnitId) -> bool {
    let own = &battle.units[unit];
    own.ratings.indians && woods_of(battle, &own.placed) != Woods::None
}

/// Yards from a body to the nearest woods; 0 in them.
pub fn yards_to_woods(battle: &Battle, body: &Placed) -> Option<f64> {
    let woods = |class: Class| matches!(class, Class::LightWoods | Class::HeavyWoods);
    let near = battle.fixed.ground.features().filter(|(id, _)| woods(battle.fixed.classes.of(*id)));
    let far = near.filter_map(|(_, feature)| match &feature.shape {
        Shape::Area(patch) => Some(to_ring(body, &patch.outer)),
        Shape::Line(_) | Shape::Place(_) => None,
    });
    far.min_by(f64::total_cmp)
}

/// Yards from a body to the inside of a ring.
fn to_ring(body: &Placed, ring: &[Point]) -> f64 {
    if polygon::ring_holds(ring, body.centre()) {
        return 0.0;
    }
    let corners = body.parts().iter().flat_map(|part| part.corners());
    let from_corners = corners.flat_map(|&corner| {
        polygon::edges(ring).map(move |edge| polygon::nearest_on(edge, corner).distance(corner))
    });
    let to_corners = ring.iter().map(|&corner| super::state::yards_to(body, corner));
    from_corners.chain(to_corners).fold(f64::INFINITY, f64::min)
}

/// Does a body stand on ground of a class with any part of it?
pub fn stands_on(battle: &Battle, body: &Placed, class: Class) -> bool {
    let on = |class: Class| {
        let of_class = |id: FeatureId| battle.fixed.classes.of(id) == class;
        battle.fixed.ground.under_of(body, of_class).next().is_some()
    };
    let near = |ford: &Point| super::state::yards_to(body, *ford) <= super::fords::HALF_FORD;
    match class {
        // Only who stands in the water stands in a ford: it reaches beyond its banks on the map.
        Class::Ford => {
            let water = on(Class::River) || on(Class::Stream);
            water && (on(class) || on(Class::River) && battle.fords.iter().any(near))
        }
        _ => on(class),
    }
}

/// Does any of a body stand in a ploughed or ripe field (§11.4)?
pub fn in_field(battle: &Battle, body: &Placed) -> bool {
    stands_on(battle, body, Class::Ploughed) || stands_on(battle, body, Class::Ripe)
}

/// Does a body stand on ground that nobody enters, or on a zone?
pub fn barred(battle: &Battle, body: &Placed) -> bool {
    stands_on(battle, body, Class::Barred) || stands_on(battle, body, Class::Zone)
}

/// Protective cover (§11.6): a wall, hedge or sunken road along the side of a unit that a line comes from, within so many yards of it.
const BEHIND_COVER: f64 = 15.0;

/// Is a unit behind protective cover against what comes from a place?
pub fn covered(battle: &Battle, body: &Placed, from: Point) -> bool {
    let near = body.parts().iter().map(|part| part.nearest_to(from));
    let Some(near) = near.min_by(|a, b| a.distance(from).total_cmp(&b.distance(from))) else { return false };
    let Some(out) = (from - near).unit() else { return false };
    let beside = [near, near + out * BEHIND_COVER.min(near.distance(from))];
    let crossed = battle.fixed.ground.crossed(&beside, 0.0);
    let cover = |class: Class| matches!(class, Class::Cover | Class::SunkenRoad);
    let mut within = battle.fixed.ground.at(body.centre());
    crossed.iter().any(|one| cover(battle.fixed.classes.of(one.feature)))
        || within.any(|(id, _)| battle.fixed.classes.of(id) == Class::SunkenRoad)
}

/// The level of the ground under the middle of a body.
pub fn level(battle: &Battle, body: &Placed) -> i32 {
    battle.fixed.ground.level_at(body.centre())
}
