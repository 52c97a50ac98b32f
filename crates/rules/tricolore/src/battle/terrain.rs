//! The ground by the classes of the terrain table (§terrain.table), and what a body stands on.

use krigsspil_engine::scenario::{Scenario, ScenarioFault};
use krigsspil_engine::wordings::{BAD_GROUND, OF_KEY, UNREADABLE};
use krigsspil_engine::{Filling, Sentence};
use krigsspil_field::prelude::{
    AreaKind, CrossingKind, Feature, FeatureId, Grade, Ground, Kind, LineKind, Placed, Point, Shape,
};

use super::state::{Battle, Unit, Zone};
use crate::tables::Tables;
use crate::vocabulary::{Arm, Terrain};

/// What a feature is to these rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// It changes nothing.
    Nothing,
    /// A row of the terrain table.
    Row(Terrain),
    /// Nobody enters it: open water, a cliff.
    Barred,
    /// A defile of one or two tracks: a bridge, a dam, a hollow way.
    Defile(i32),
    /// A zone of a town, by its number.
    Zone(usize),
}

/// The class of every feature of the ground, by number.
#[derive(Clone, Debug, Default)]
pub struct Classes(Vec<Class>);

impl Classes {
    /// The class of a feature.
    pub fn of(&self, feature: FeatureId) -> Class {
        self.0.get(feature.0).copied().unwrap_or(Class::Nothing)
    }
}

/// The property in which a feature states its class, where its kind does not tell it.
const STATED: &str = "tricolore";
/// The property in which a road, bridge or dam states that it is a defile, and of how many tracks.
const TRACKS: &str = "tracks";

/// By its kind and grade: woods are light where they hinder little, streams deep where they hinder much.
fn usual(feature: &Feature) -> Class {
    let obstacle = feature.properties.obstacle;
    match feature.kind {
        Kind::Area(AreaKind::Wood) if obstacle <= Grade::I => Class::Row(Terrain::LightWood),
        Kind::Area(AreaKind::Wood) => Class::Row(Terrain::DenseWood),
        Kind::Area(AreaKind::Plantation | AreaKind::Orchard | AreaKind::Scrub) => {
            Class::Row(Terrain::LightWood)
        }
        Kind::Area(AreaKind::Marsh) if obstacle <= Grade::I => Class::Row(Terrain::SoftGround),
        Kind::Area(AreaKind::Marsh) => Class::Row(Terrain::Swamp),
        Kind::Area(AreaKind::Garden) => Class::Row(Terrain::Enclosed1),
        Kind::Area(AreaKind::Water) => Class::Barred,
        Kind::Line(LineKind::Cliff) => Class::Barred,
        Kind::Line(LineKind::Stream) => Class::Row(match obstacle {
            Grade::None | Grade::I => Terrain::Stream,
            Grade::II => Terrain::DeepStream,
            Grade::III => Terrain::StreamWithBank,
        }),
        Kind::Crossing(CrossingKind::Bridge) => Class::Defile(2),
        Kind::Crossing(CrossingKind::Footbridge) => Class::Defile(1),
        Kind::Crossing(CrossingKind::Ford) => Class::Row(Terrain::Stream),
        _ => Class::Nothing,
    }
}

/// The enclosed class of a town by its cover.
fn town_class(feature: &Feature) -> Terrain {
    match feature.properties.cover {
        Grade::None | Grade::I => Terrain::Enclosed1,
        Grade::II => Terrain::Enclosed2,
        Grade::III => Terrain::Enclosed3,
    }
}

fn stated(feature: &Feature) -> Result<Option<Terrain>, Sentence> {
    let Some(value) = feature.properties.other.get(STATED) else { return Ok(None) };
    let word = value.as_str().unwrap_or_default();
    word.parse().map(Some).map_err(|unknown: krigsspil_engine::UnknownWord| {
        OF_KEY.with([("key", STATED.into()), ("reason", Filling::sentence(unknown.sentence()))])
    })
}

/// The classes of a ground, and its town zones.
pub(super) fn classify(scenario: &Scenario, ground: &Ground) -> Result<(Classes, Vec<Zone>), ScenarioFault> {
    let (mut classes, mut zones) = (Vec::new(), Vec::new());
    for (_, feature) in ground.features() {
        let stated = stated(feature).map_err(|why| ScenarioFault::at(&scenario.ground, 1, why))?;
        let tracks = feature.properties.other.get(TRACKS).and_then(|tracks| tracks.as_i64());
        let town = feature.kind == Kind::Area(AreaKind::BuiltUp);
        classes.push(match (&feature.shape, stated, tracks) {
            (_, _, Some(tracks)) => Class::Defile(if tracks == 1 { 1 } else { 2 }),
            (Shape::Area(patch), stated, _) if town => {
                let number = zones.len();
                let name = feature.name.clone().unwrap_or_else(|| format!("zone {}", number + 1));
                zones.push(Zone {
                    name: name.into(),
                    outline: patch.outer.clone(),
                    class: stated.unwrap_or_else(|| town_class(feature)),
                    steps_lost: 0,
                    held: None,
                });
                Class::Zone(number)
            }
            (_, Some(terrain), _) => Class::Row(terrain),
            _ => usual(feature),
        });
    }
    Ok((Classes(classes), zones))
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

/// May an arm enter ground of a class at all?
pub(super) fn enters(tables: &Tables, class: Class, arm: Arm) -> bool {
    match class {
        Class::Nothing | Class::Defile(_) | Class::Zone(_) => true,
        Class::Barred => false,
        Class::Row(terrain) => tables.ground.passability(terrain, arm).is_some(),
    }
}

/// Is a place on ground that an arm cannot enter, and no bridge over it?
pub(super) fn barred_at(battle: &Battle, tables: &Tables, place: Point, arm: Arm) -> bool {
    let classes = &battle.fixed.classes;
    let mut barred = false;
    for (id, _) in battle.fixed.ground.at(place) {
        match classes.of(id) {
            Class::Defile(_) => return false,
            class => barred |= !enters(tables, class, arm),
        }
    }
    barred
}

/// The steps of cover a unit has where it stands: of the ground under at least half of it, or of its zone (§terrain.legend).
pub(super) fn cover(battle: &Battle, tables: &Tables, unit: &Unit) -> i32 {
    if let Some(zone) = unit.zone {
        return zone_cover(battle, tables, zone, unit.column());
    }
    cover_under(battle, tables, &unit.placed, unit.column(), |share| share.is_half())
}

fn cover_under(
    battle: &Battle,
    tables: &Tables,
    placed: &Placed,
    arm: Arm,
    enough: impl Fn(krigsspil_field::share::Share) -> bool,
) -> i32 {
    let cover = |id: FeatureId| match battle.fixed.classes.of(id) {
        Class::Row(terrain) => tables.ground.passability(terrain, arm).map_or(0, |row| row.cover),
        Class::Zone(zone) => zone_cover(battle, tables, zone, arm),
        _ => 0,
    };
    let under = battle.fixed.ground.under_of(placed, |id| cover(id) > 0);
    let covers = under.filter(|under| enough(under.share)).map(|under| cover(under.feature));
    covers.max().unwrap_or(0)
}

/// Is the whole of a unit behind cover (§charge.fully-covered)?
pub(super) fn fully_covered(battle: &Battle, tables: &Tables, unit: &Unit) -> bool {
    unit.zone.is_some() && cover(battle, tables, unit) > 0
        || cover_under(battle, tables, &unit.placed, unit.column(), |share| share.is_all()) > 0
}

/// The cover of a zone for an arm, less the steps that were shot away.
pub(super) fn zone_cover(battle: &Battle, tables: &Tables, zone: usize, arm: Arm) -> i32 {
    let zone = &battle.zones[zone];
    let row = tables.ground.passability(zone.class, arm);
    row.map_or(0, |row| (row.cover - zone.steps_lost).max(0))
}
