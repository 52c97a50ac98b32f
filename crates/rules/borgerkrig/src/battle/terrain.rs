//! What the ground means in these rules: terrain, obstacles, cover (skema I, III, XXII), and march rates over it.

use krigsspil_field::prelude::*;
use krigsspil_turn::ids::UnitId;

use super::bodies::plain;
use super::state::{Battle, Branch, CM, Unit};
use crate::procedures::march::MarchRate;
use crate::procedures::terrain::TerrainValues;
use crate::tables::Tables;
use crate::vocabulary::{self, Cover, Formation, MarchRow, Obstacle, PassableObstacle, Terrain};

/// A front this near behind a wall or bank has its cover, in metres: one base deep.
const BEHIND_COVER: f64 = 20.0;

/// The terrain of an area.
fn area_terrain(kind: AreaKind) -> Terrain {
    match kind {
        AreaKind::Wood | AreaKind::Plantation => Terrain::Wood,
        AreaKind::Marsh => Terrain::Swamp,
        AreaKind::Water => Terrain::Watercourse,
        AreaKind::Rough | AreaKind::Scrub | AreaKind::BuiltUp => Terrain::Difficult,
        _ => Terrain::Open,
    }
}

/// The terrain that a feature makes, if it makes any.
fn terrain_of(kind: Kind) -> Option<Terrain> {
    match kind {
        Kind::Area(area) => Some(area_terrain(area)),
        Kind::Line(LineKind::Stream) => Some(Terrain::Watercourse),
        Kind::Building => Some(Terrain::Difficult),
        _ => None,
    }
}

fn is_way(kind: Kind) -> bool {
    matches!(kind, Kind::Line(LineKind::Road | LineKind::Path | LineKind::Railway))
}

/// The obstacle class of a line on the ground; areas hinder by their terrain.
pub(super) fn obstacle_of(feature: &Feature) -> Obstacle {
    match feature.kind {
        Kind::Line(LineKind::Cliff) => Obstacle::IV,
        Kind::Line(LineKind::Stream | LineKind::Road | LineKind::Path | LineKind::Crest) => Obstacle::None,
        Kind::Line(_) | Kind::Building => class_of(feature.properties.obstacle),
        _ => Obstacle::None,
    }
}

fn class_of(grade: Grade) -> Obstacle {
    match grade {
        Grade::None => Obstacle::None,
        Grade::I => Obstacle::I,
        Grade::II => Obstacle::II,
        Grade::III => Obstacle::III,
    }
}

/// The thing of skema XXII that a feature is; a house is of wood unless its `material` is stone.
pub(super) fn thing(feature: &Feature) -> Option<vocabulary::Feature> {
    let stone = feature.properties.other.get("material").is_some_and(|material| material == "stone");
    match feature.kind {
        Kind::Building if stone => Some(vocabulary::Feature::StoneBuilding),
        Kind::Building => Some(vocabulary::Feature::WoodenBuilding),
        Kind::Line(LineKind::Breastwork) => Some(vocabulary::Feature::LightFieldwork),
        Kind::Line(LineKind::Abatis) => Some(vocabulary::Feature::Abatis),
        Kind::Line(LineKind::Ditch) => Some(vocabulary::Feature::Ditch),
        Kind::Line(LineKind::Embankment) => Some(vocabulary::Feature::BankOrDyke),
        Kind::Line(LineKind::Fence | LineKind::Hedge) => Some(vocabulary::Feature::FenceOrHedge),
        Kind::Line(LineKind::Wall) => Some(vocabulary::Feature::Wall),
        kind if is_wood(kind) => Some(vocabulary::Feature::WoodEdge),
        _ => None,
    }
}

/// The classes of a thing in skema XXII; the lower one if a range is printed.
pub(super) fn printed_classes(thing: vocabulary::Feature, tables: &Tables) -> (Grade, Grade) {
    let facts = TerrainValues { feature: thing, arm: vocabulary::Arm::Infantry };
    let Ok(values) = plain(&facts, tables) else { return (Grade::None, Grade::None) };
    let obstacle = match values.obstacle_min {
        PassableObstacle::None => Grade::None,
        PassableObstacle::I => Grade::I,
        PassableObstacle::II => Grade::II,
        PassableObstacle::III => Grade::III,
    };
    let cover = match values.cover_min {
        Cover::None => Grade::None,
        Cover::I => Grade::I,
        Cover::II => Grade::II,
        Cover::III => Grade::III,
    };
    (obstacle, cover)
}

/// Gives a feature the classes of skema XXII if the scenario leaves them out or states 0 (house).
pub(super) fn class_by_skema_xxii(feature: &mut Feature, tables: &Tables) {
    let stated = &feature.properties;
    let bare = stated.obstacle == Grade::None && stated.cover == Grade::None;
    let wood = is_wood(feature.kind);
    let Some(thing) = thing(feature).filter(|_| bare || wood) else { return };
    let (obstacle, cover) = printed_classes(thing, tables);
    let stated = &mut feature.properties;
    stated.obstacle = stated.obstacle.max(obstacle);
    stated.cover = stated.cover.max(cover);
}

/// A grade of the ground as a class of cover.
pub(super) fn cover_of(grade: Grade) -> Cover {
    match grade {
        Grade::None => Cover::None,
        Grade::I => Cover::I,
        Grade::II => Cover::II,
        Grade::III => Cover::III,
    }
}

/// How a unit marches: its row of skema I, and what slows it.
pub(super) struct UnitRates<'a> {
    /// The tables.
    pub tables: &'a Tables,
    /// The row.
    pub row: MarchRow,
    /// Retires at full rate (§04.02.3).
    pub never_halved: bool,
    /// Half its horses are lost.
    pub half_horses: bool,
    /// All its horses are lost.
    pub all_horses: bool,
    /// Front in metres, for wheels.
    pub front: f64,
}

impl UnitRates<'_> {
    fn rate(&self, terrain: Terrain, obstacle: Obstacle, backward: bool) -> f64 {
        let facts = MarchRate {
            row: self.row,
            backward: backward && !self.never_halved,
            half_horses_lost: self.half_horses,
            all_horses_lost: self.all_horses,
            terrain,
            obstacle,
        };
        plain(&facts, self.tables).map_or(0.0, |rate| if rate.passable { rate.rate_cm.0 * CM } else { 0.0 })
    }

    /// Metres each turn over open ground.
    pub(super) fn open(&self) -> f64 {
        self.rate(Terrain::Open, Obstacle::None, false)
    }

    /// Metres each turn over the ground of a place.
    pub(super) fn at(&self, ground: &Ground, place: Point) -> f64 {
        let kinds = || ground.at(place).map(|(_, feature)| feature.kind);
        if self.on_a_way(kinds()) {
            return self.rate(Terrain::Road, Obstacle::None, false);
        }
        let slower = kinds().filter_map(terrain_of).map(|terrain| self.rate(terrain, Obstacle::None, false));
        slower.fold(self.open(), f64::min)
    }

    /// Does it march on a road, bridge or ford? Only rows with a number for roads do (ruling 3): the others are too wide for a road, and
    /// use the ground beside it.
    fn on_a_way(&self, mut under: impl Iterator<Item = Kind>) -> bool {
        self.tables.march.has_road(self.row)
            && under.any(|kind| is_way(kind) || matches!(kind, Kind::Crossing(_)))
    }
}

fn goes_back(manner: Manner) -> bool {
    matches!(manner, Manner::Back | Manner::Sideways)
}

impl Rates for UnitRates<'_> {
    fn pace(&self, _: &Body, manner: Manner, going: &Going<'_>) -> f64 {
        let backward = goes_back(manner);
        if self.on_a_way(going.under_middle().map(|(_, feature)| feature.kind)) {
            return self.rate(Terrain::Road, Obstacle::None, backward);
        }
        let mut slowest = f64::INFINITY;
        let mut worst = Obstacle::None;
        for (_, feature) in going.under_edge() {
            worst = worst.max(obstacle_of(feature));
            if let Some(terrain) = terrain_of(feature.kind) {
                slowest = slowest.min(self.rate(terrain, Obstacle::None, backward));
            }
        }
        let open = self.rate(Terrain::Open, worst, backward);
        slowest.min(open)
    }

    /// While any base is on an obstacle the unit moves at its rate (ruling 5), except where a road or bridge crosses it.
    fn astride(&self, manner: Manner, feature: &Feature, ground: &Ground, place: Point) -> Option<f64> {
        let obstacle = obstacle_of(feature);
        if obstacle == Obstacle::None || self.on_a_way(ground.at(place).map(|(_, feature)| feature.kind)) {
            return None;
        }
        // An obstacle that its arm cannot pass bars the way in front of it, but does not hold a unit that already stands on it.
        Some(self.rate(Terrain::Open, obstacle, goes_back(manner))).filter(|pace| *pace > 0.0)
    }

    fn fastest(&self) -> f64 {
        let over = Obstacle::ALL.iter().map(|&obstacle| self.rate(Terrain::Open, obstacle, false));
        over.fold(self.rate(Terrain::Road, Obstacle::None, false), f64::max)
    }

    fn slows(&self, feature: &Feature) -> bool {
        obstacle_of(feature) != Obstacle::None
    }

    /// Acts are planned as halts, so that they can be interrupted.
    fn time(&self, _: &Body, _: Act) -> f64 {
        0.0
    }

    fn wheel_metres(&self, _: &Body, _: Pivot, by: Degrees) -> f64 {
        super::run::marching::wheel_metres(self.front, by.0, self.tables)
    }
}

/// The row of skema I for a unit's march.
pub(super) fn march_row(unit: &Unit, storm: bool) -> MarchRow {
    match unit.branch {
        Branch::Wagon => MarchRow::AmmunitionWagon,
        Branch::Artillery => match &unit.battery {
            Some(battery) if battery.abandoned.is_some() => MarchRow::InfantryLine,
            Some(battery) if !battery.limbered => MarchRow::UnlimberedArtillery,
            Some(battery) if battery.riding && storm => MarchRow::HorseArtilleryStorm,
            Some(battery) if battery.riding => MarchRow::HorseArtillery,
            _ => MarchRow::FootArtillery,
        },
        Branch::Cavalry if unit.mounted && storm => MarchRow::CavalryStorm,
        Branch::Cavalry if unit.mounted => MarchRow::of_cavalry(unit.formation),
        _ if storm => match unit.formation {
            Formation::MarchColumn | Formation::AttackColumn => MarchRow::InfantryColumnStorm,
            _ => MarchRow::InfantryLineStorm,
        },
        _ => MarchRow::of_infantry(unit.formation),
    }
}

/// The rates of a unit's march.
pub(super) fn rates<'a>(unit: &Unit, row: MarchRow, tables: &'a Tables) -> UnitRates<'a> {
    let (start, left) = match (&unit.battery, unit.wagon) {
        (Some(battery), _) => (battery.horses[0], battery.horses[1]),
        (None, Some([start, left])) => (start, left),
        _ => (1, 1),
    };
    UnitRates {
        tables,
        row,
        never_halved: false,
        half_horses: 2 * left <= start && left > 0,
        all_horses: left <= 0,
        front: unit.placed.body().front(),
    }
}

/// The terrain in the middle of a unit.
pub(super) fn terrain_at(ground: &Ground, place: Point) -> Terrain {
    let mut worst = Terrain::Open;
    for (_, feature) in ground.at(place) {
        if matches!(feature.kind, Kind::Crossing(_)) {
            return Terrain::Road;
        }
        worst = worst.max(terrain_of(feature.kind).unwrap_or(Terrain::Open));
    }
    worst
}

/// Is it in a wood or among houses, where it is seen late (§03.02.3)?
pub(super) fn hidden_ground(battle: &Battle, unit: UnitId) -> bool {
    let unit = &battle.units[unit];
    unit.building.is_some() || hides(&battle.ground, unit.placed.centre())
}

/// Is a place in a wood or among houses?
pub(super) fn hides(ground: &Ground, place: Point) -> bool {
    let hides = |kind: Kind| is_wood(kind) || kind == Kind::Area(AreaKind::BuiltUp);
    ground.at(place).any(|(_, feature)| hides(feature.kind))
}

/// The cover of the wood or town that a unit stands in.
pub(super) fn cover_of_area(battle: &Battle, unit: &Unit) -> Cover {
    let under = battle.ground.at(unit.placed.centre());
    let areas = under.filter(|(_, feature)| matches!(feature.kind, Kind::Area(_)));
    areas.map(|(_, feature)| cover_of(feature.properties.cover)).max().unwrap_or(Cover::None)
}

/// The cover a unit has against something that comes from a place (skema XXII).
pub(super) fn cover_against(battle: &Battle, unit: UnitId, from: Point) -> Cover {
    let unit = &battle.units[unit];
    if let Some(house) = unit.building {
        let house = battle.ground.feature(FeatureId(house));
        return house.map_or(Cover::None, |house| cover_of(house.properties.cover));
    }
    let on_foot = unit.on_foot();
    let mut best = cover_of_area(battle, unit);
    // A wall, bank or work right in front of the side that is struck.
    let near = unit.placed.parts().iter().map(|part| part.nearest_to(from));
    let near = near.min_by(|a, b| a.distance(from).total_cmp(&b.distance(from)));
    let Some(near) = near else { return best };
    let Some(way) = (from - near).unit() else { return best };
    let reach = near.distance(from).min(BEHIND_COVER);
    let inside = near - way * 2.0;
    let ahead = near + way * reach;
    for crossed in battle.ground.crossed(&[inside, ahead], 0.0) {
        let Some(feature) = battle.ground.feature(crossed.feature) else { continue };
        let Kind::Line(kind) = feature.kind else { continue };
        // A light field work covers neither horses nor guns (§02.06.7).
        let light = kind == LineKind::Breastwork && feature.properties.cover == Grade::I;
        if !light || on_foot {
            best = best.max(cover_of(feature.properties.cover));
        }
    }
    best
}

/// The worst obstacle that a front of this width meets on its way from place to place: lines, houses, and the edges of woods that it leaves
/// or enters.
pub(super) fn obstacle_on_the_way(ground: &Ground, from: Point, to: Point, front: f64) -> Obstacle {
    let length = from.distance(to);
    let mut worst = Obstacle::None;
    for crossed in ground.crossed(&[from, to], front) {
        let Some(feature) = ground.feature(crossed.feature) else { continue };
        worst = worst.max(obstacle_of(feature));
        let edge = crossed.enters > EDGE_METRES || crossed.leaves < length - EDGE_METRES;
        if edge && is_wood(feature.kind) {
            worst = worst.max(class_of(feature.properties.obstacle));
        }
    }
    worst
}

/// A unit within this many metres of a wood's edge stands on it.
const EDGE_METRES: f64 = 0.1;

fn is_wood(kind: Kind) -> bool {
    matches!(kind, Kind::Area(AreaKind::Wood | AreaKind::Plantation))
}

/// Among houses (§10.04.1).
pub(super) fn in_town(ground: &Ground, placed: &Placed) -> bool {
    ground.at(placed.centre()).any(|(_, feature)| feature.kind == Kind::Area(AreaKind::BuiltUp))
        || ground.near(placed.extent().grown(4.0 * CM)).any(|(_, f)| f.kind == Kind::Building)
}

/// Centimetres to the nearest wood; 999 if there is none.
pub(super) fn wood_cm(ground: &Ground, placed: &Placed) -> f64 {
    let mut nearest: f64 = 999.0;
    for (id, feature) in ground.features() {
        if !is_wood(feature.kind) {
            continue;
        }
        // A wood whose bounding box is well beyond the nearest so far cannot be nearer, whatever its edge.
        let away = ground.extent(id).map_or(0.0, |extent| extent.distance(placed.extent()));
        if away > nearest * CM + 1.0 {
            continue;
        }
        let Shape::Area(patch) = &feature.shape else { continue };
        if feature.holds(placed.centre()) {
            return 0.0;
        }
        let edges = patch.outer.iter().zip(patch.outer.iter().cycle().skip(1));
        for (&a, &b) in edges {
            for part in placed.parts() {
                nearest = nearest.min(part.distance_to(a) / CM);
                for &corner in part.corners() {
                    let along = b - a;
                    let share = ((corner - a).dot(along) / along.dot(along).max(1e-9)).clamp(0.0, 1.0);
                    nearest = nearest.min(corner.distance(a + along * share) / CM);
                }
            }
        }
    }
    nearest.min(999.0)
}
