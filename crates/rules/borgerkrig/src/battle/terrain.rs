//! What the ground is to these rules: terrain, obstacles, cover (skema I, III, XXII), and march rates over it.

use krigsspil_field::prelude::*;

use super::bodies::plain;
use super::state::{Battle, Branch, CM, Unit};
use crate::procedures::march::MarchRate;
use crate::tables::Tables;
use crate::vocabulary::{Cover, Formation, MarchRow, Obstacle, Terrain};

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

/// The terrain a feature makes of the ground, where it makes any.
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

/// The class of obstacle a line on the ground is; areas hinder by their terrain.
fn obstacle_of(feature: &Feature) -> Obstacle {
    match feature.kind {
        Kind::Line(LineKind::Cliff) => Obstacle::IV,
        Kind::Line(LineKind::Stream | LineKind::Road | LineKind::Path | LineKind::Crest) => Obstacle::None,
        Kind::Line(_) | Kind::Building => match feature.properties.obstacle {
            Grade::None => Obstacle::None,
            Grade::I => Obstacle::I,
            Grade::II => Obstacle::II,
            Grade::III => Obstacle::III,
        },
        _ => Obstacle::None,
    }
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

    /// Metres a turn over open ground.
    pub(super) fn open(&self) -> f64 {
        self.rate(Terrain::Open, Obstacle::None, false)
    }

    /// Has this row a figure for roads at all? (Ruling 3: a dash marches at the open figure.)
    fn road(&self, backward: bool) -> f64 {
        let road = self.rate(Terrain::Road, Obstacle::None, backward);
        if road > 0.0 { road } else { self.rate(Terrain::Open, Obstacle::None, backward) }
    }
}

impl Rates for UnitRates<'_> {
    fn pace(&self, _: &Body, manner: Manner, going: &Going<'_>) -> f64 {
        let backward = matches!(manner, Manner::Back | Manner::Sideways);
        let bridge = going.under_middle().any(|(_, f)| matches!(f.kind, Kind::Crossing(_)));
        let way = going.under_middle().any(|(_, f)| is_way(f.kind));
        if bridge || (way && self.rate(Terrain::Road, Obstacle::None, false) > self.open()) {
            return self.road(backward);
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

    /// Acts are planned as halts, so that they can be broken off.
    fn time(&self, _: &Body, _: Act) -> f64 {
        0.0
    }

    fn wheel_metres(&self, _: &Body, _: Pivot, by: Degrees) -> f64 {
        super::run::marching::wheel_metres(self.front, by.0, self.tables)
    }
}

/// The row of skema I a unit marches by.
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

/// Stands in a wood or among houses, and is seen late (§03.02.3).
pub(super) fn hidden_ground(battle: &Battle, unit: usize) -> bool {
    let unit = &battle.units[unit];
    unit.building.is_some()
        || battle.ground.at(unit.placed.centre()).any(|(_, feature)| {
            matches!(feature.kind, Kind::Area(AreaKind::Wood | AreaKind::Plantation | AreaKind::BuiltUp))
        })
}

/// The cover a unit has against something that comes from a place (skema XXII).
pub(super) fn cover_against(battle: &Battle, unit: usize, from: Point) -> Cover {
    let unit = &battle.units[unit];
    if let Some(house) = unit.building {
        let house = battle.ground.feature(FeatureId(house));
        return house.map_or(Cover::None, |house| cover_of(house.properties.cover));
    }
    let on_foot = unit.on_foot();
    let mut best = Cover::None;
    for (_, feature) in battle.ground.at(unit.placed.centre()) {
        if matches!(feature.kind, Kind::Area(_)) {
            let grade = cover_of(feature.properties.cover);
            let wood = matches!(feature.kind, Kind::Area(AreaKind::Wood | AreaKind::Plantation));
            best = best.max(grade).max(if wood { Cover::I } else { Cover::None });
        }
    }
    // A wall, bank or work right before the side that is struck.
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

/// The worst obstacle between two places.
pub(super) fn worst_between(battle: &Battle, from: Point, to: Point) -> Obstacle {
    let mut worst = Obstacle::None;
    for crossed in battle.ground.crossed(&[from, to], 0.0) {
        if let Some(feature) = battle.ground.feature(crossed.feature) {
            worst = worst.max(obstacle_of(feature));
        }
    }
    worst
}

/// Among houses (§10.04.1).
pub(super) fn in_town(battle: &Battle, unit: usize) -> bool {
    let at = battle.units[unit].placed.centre();
    battle.ground.at(at).any(|(_, feature)| feature.kind == Kind::Area(AreaKind::BuiltUp))
        || battle
            .ground
            .near(battle.units[unit].placed.extent().grown(4.0 * CM))
            .any(|(_, f)| f.kind == Kind::Building)
}

/// Centimetres to the nearest wood; 999 when there is none.
pub(super) fn wood_cm(battle: &Battle, unit: usize) -> f64 {
    let placed = &battle.units[unit].placed;
    let mut nearest: f64 = 999.0;
    for (_, feature) in battle.ground.features() {
        if feature.kind != Kind::Area(AreaKind::Wood) {
            continue;
        }
        let Shape::Area(patch) = &feature.shape else { continue };
        if feature.holds(placed.centre()) {
            return 0.0;
        }
        let edges = patch.outer.iter().zip(patch.outer.iter().cycle().skip(1));
        for (&a, &b) in edges {
            for part in placed.parts() {
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
