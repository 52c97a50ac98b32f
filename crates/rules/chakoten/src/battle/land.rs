//! What has changed on the ground in a battle: buildings hit, burning, ruined or strengthened (chapter 17), works made, things destroyed,
//! charges laid (chapter 19).

use std::collections::BTreeMap;
use std::sync::Arc;

use krigsspil_engine::battle::Refused;
use krigsspil_field::prelude::{CrossingKind, Feature, Grade, Ground, Kind, LineKind, Point, Pose, Shape};
use krigsspil_turn::ids::{Id, SideId, UnitId};
use krigsspil_turn::works::Works;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::bodies::{gun_base, plain};
use super::labour::{Afloat, Charge, Job, Lighting};
use super::legal::refuse;
use super::order::Damage;
use super::refusals::{GARRISON_INSIDE, NOTHING_TO_DESTROY};
use super::sites::thing_at;
use super::state::Battle;
use super::wordings::LAID_LINE;
use crate::armies::vocabulary::{Vessel, Work};
use crate::procedures::obstacles::ObstacleValue;
use crate::tables::Tables;
use crate::vocabulary;

/// A work made in play.
pub type Made = krigsspil_turn::works::Made<Built>;

/// What a line made in play is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Built {
    /// A row of skema XX.
    Work(Work),
    /// A ferry or boat, where it lies (§19.11.1).
    Vessel(Vessel),
    /// What a partial blast has left of a wall or abatis (ruling 32).
    Lowered {
        /// Its obstacle.
        obstacle: i32,
        /// Its cover.
        cover: i32,
    },
}

/// What is left of something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// It stands.
    #[default]
    Stands,
    /// A building gives no cover, and nobody can pass (§17.04.2); a bridge is gone.
    Ruined,
    /// It has burnt down, and nobody can pass (§17.04.4).
    Burnt,
}

/// What has happened to a building, a bridge or another thing on the ground.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct House {
    /// Hits by artillery (§17.04.1).
    pub hits: i32,
    /// The turn in which it caught fire (§17.04.3).
    pub burning: Option<u32>,
    /// The fire was laid, and chapter 19 says how it is fought and spreads.
    pub laid: bool,
    /// The fire leapt over at the end of that turn: the next one is its first (§19.06.3).
    #[serde(default)]
    pub leapt: bool,
    /// What is left of it.
    pub condition: Condition,
    /// A building has been strengthened to III (§17.02.4).
    pub strengthened: bool,
    /// Centimetres of a bridge's deck that were thrown off (§19.09.1).
    pub deck_off_cm: f64,
    /// A blast or fire has destroyed it in part: a bridge cannot be crossed (ruling 32).
    pub partial: bool,
    /// A bridge destroyed in part carries single files again (ruling 18).
    pub gangway: bool,
}

impl House {
    /// Does it still stand, at least in part?
    pub fn stands(&self) -> bool {
        self.condition == Condition::Stands
    }
}

/// The way the wind blows (§19.06.5).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wind {
    /// Nobody has asked yet: it is thrown for with the first fire.
    Unknown,
    /// There is none.
    Calm,
    /// Toward this bearing, in degrees from north.
    Toward(f64),
}

/// What an engineer park holds (§19.02.1, §19.02.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Park {
    /// Powder charges, in quarters.
    pub charges: f64,
    /// Pontoons.
    pub pontoons: i32,
}

/// Everything that has changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Land {
    /// What something has happened to, by its number on the ground.
    pub houses: BTreeMap<usize, House>,
    /// The wind.
    pub wind: Wind,
    /// Works made, and stretches cleared or blown away.
    pub works: Works<Built>,
    /// Works of those that have been levelled, by number.
    pub levelled: Vec<usize>,
    /// Works in progress, and those that are finished.
    pub jobs: Vec<Job>,
    /// Charges laid.
    pub charges: Vec<Charge>,
    /// Fires prepared.
    pub lightings: Vec<Lighting>,
    /// Where mines have gone off, and how wide, in metres.
    pub craters: Vec<(Point, f64)>,
    /// Ferries and boats.
    pub vessels: Vec<Afloat>,
    /// The engineer park of each side.
    pub parks: Vec<Park>,
    /// Guns that belong to nobody any more: where they stand, and how many figure pieces (§01.03.5).
    #[serde(default)]
    pub guns: Vec<(Pose, i32)>,
}

impl Default for Land {
    fn default() -> Land {
        Land {
            houses: BTreeMap::new(),
            wind: Wind::Unknown,
            works: Works::default(),
            levelled: Vec::new(),
            jobs: Vec::new(),
            charges: Vec::new(),
            lightings: Vec::new(),
            craters: Vec::new(),
            vessels: Vec::new(),
            parks: Vec::new(),
            guns: Vec::new(),
        }
    }
}

impl Land {
    /// What has happened to a thing, if anything has.
    pub fn house(&self, building: usize) -> Option<&House> {
        self.houses.get(&building)
    }

    /// Can a ferry or boat be used: is it neither gone, nor damaged, nor on fire (ruling 32)?
    pub fn seaworthy(&self, vessel: &Afloat) -> bool {
        let state = vessel.thing.and_then(|thing| self.house(thing));
        state.is_none_or(|state| state.stands() && !state.partial && state.burning.is_none())
    }

    /// What has happened to a thing, to be changed.
    pub fn house_mut(&mut self, building: usize) -> &mut House {
        self.houses.entry(building).or_default()
    }

    /// The engineer park of a side.
    pub fn park(&self, side: SideId) -> Park {
        self.parks.get(side.number()).copied().unwrap_or_default()
    }

    /// The same, to be changed.
    pub fn park_mut(&mut self, side: SideId) -> &mut Park {
        let number = side.number();
        if self.parks.len() <= number {
            self.parks.resize(number + 1, Park::default());
        }
        &mut self.parks[number]
    }
}

/// The property of a bridge that cannot be crossed.
const BROKEN: &str = "broken";

/// Can nobody cross this bridge?
pub(super) fn broken(feature: &Feature) -> bool {
    feature.properties.other.contains_key(BROKEN)
}

/// The value III.
const THREE: i64 = 3;

fn grade(number: i32) -> Grade {
    Grade::from_number(i64::from(number)).unwrap_or_default()
}

/// A thing as it is now (§17.02.4, §17.04.2, §19.09.3).
fn dress(feature: &mut Feature, house: &House) {
    let three = Grade::from_number(THREE).unwrap_or_default();
    match feature.kind {
        Kind::Building => {
            if house.strengthened {
                (feature.properties.obstacle, feature.properties.cover) = (three, three);
            }
            if !house.stands() {
                (feature.properties.obstacle, feature.properties.cover) = (three, Grade::None);
            }
        }
        Kind::Crossing(_) => {
            if house.gangway && house.stands() && house.deck_off_cm == 0.0 {
                feature.kind = Kind::Crossing(CrossingKind::Footbridge);
            } else if !house.stands() || house.deck_off_cm > 0.0 || house.partial {
                feature.properties.other.insert(BROKEN.into(), Value::Bool(true));
            }
        }
        _ if !house.stands() => {
            (feature.properties.obstacle, feature.properties.cover) = (Grade::None, Grade::None);
        }
        _ => {}
    }
}

/// The thing of skema VI that a work makes; `None` for ways, bridges and what is carried.
pub(super) fn thing_of(work: Work) -> Option<vocabulary::Feature> {
    use vocabulary::Feature as Thing;
    Some(match work {
        Work::AbatisOrBarricade | Work::ChevauxOrPalisade => Thing::AbatisChevauxDeFrise,
        Work::Sap | Work::Trench => Thing::SapTrench,
        Work::Breastwork1 | Work::TrenchParapet => Thing::Breastwork1,
        Work::Breastwork2 => Thing::Breastwork2,
        Work::Breastwork3 => Thing::Breastwork3,
        Work::Parallel => Thing::Parallel,
        Work::Magazine | Work::Shelter => Thing::Magazine,
        Work::GunEmplacement => Thing::GunEmplacement,
        _ => return None,
    })
}

/// The obstacle of a wolf pit, which skema VI does not name (house).
const WOLF_PIT: i32 = 2;

/// The feature of a work on the ground.
fn feature_of(made: &Made, tables: &Tables) -> Feature {
    let line = |kind: LineKind| Feature::new(Kind::Line(kind), made.shape());
    let crossing = |kind: CrossingKind, width: f64| {
        let mut feature = Feature::new(Kind::Crossing(kind), Shape::Line(vec![made.left, made.right]));
        feature.properties.width = Some(width);
        feature
    };
    let work = match made.thing {
        Built::Lowered { obstacle, cover } => {
            let mut feature = line(LineKind::Fence);
            (feature.properties.obstacle, feature.properties.cover) = (grade(obstacle), grade(cover));
            return feature;
        }
        // It is in nobody's way.
        Built::Vessel(_) => return line(LineKind::Fence),
        Built::Work(work) => work,
    };
    let mut feature = match work {
        Work::StormGangway => crossing(CrossingKind::Footbridge, 10.0),
        Work::PontoonBridge | Work::ImprovisedBridge => crossing(CrossingKind::Bridge, 20.0),
        Work::FordStrengthening => crossing(CrossingKind::Ford, 80.0),
        Work::WoodPath => line(LineKind::Path),
        Work::WoodRoad => line(LineKind::Road),
        Work::AbatisOrBarricade | Work::ChevauxOrPalisade => line(LineKind::Abatis),
        Work::Sap | Work::Trench | Work::WolfPit => line(LineKind::Ditch),
        _ => line(LineKind::Breastwork),
    };
    let values = thing_of(work).and_then(|thing| plain(&ObstacleValue { feature: thing }, tables).ok());
    let (obstacle, cover) = match (work, values) {
        (Work::WolfPit, _) => (WOLF_PIT, 0),
        (_, Some(values)) => (values.obstacle_min, values.cover_min),
        (_, None) => (0, 0),
    };
    (feature.properties.obstacle, feature.properties.cover) = (grade(obstacle), grade(cover));
    feature
}

/// Guns without gunners: a line across their bases, as deep as they are (§01.03.5, skema VI).
fn guns_on_the_ground((pose, pieces): (Pose, i32), tables: &Tables) -> Option<Feature> {
    let gun = gun_base(tables).ok()?;
    let ends = row_of_guns((pose, pieces), tables)?;
    let mut feature = Feature::new(Kind::Line(LineKind::Fence), Shape::Line(ends.to_vec()));
    let values = plain(&ObstacleValue { feature: vocabulary::Feature::UnmannedGuns }, tables).ok()?;
    feature.properties.width = Some(gun.depth());
    (feature.properties.obstacle, feature.properties.cover) =
        (grade(values.obstacle_min), grade(values.cover_min));
    Some(feature)
}

/// The ends of a row of guns, through the middle of their bases.
pub(super) fn row_of_guns((pose, pieces): (Pose, i32), tables: &Tables) -> Option<[Point; 2]> {
    let gun = gun_base(tables).ok()?;
    let ahead = pose.facing.ahead();
    let middle = pose.at - ahead * (gun.depth() / 2.0);
    let half = ahead.right() * (f64::from(pieces.max(1)) * gun.width() / 2.0);
    Some([middle - half, middle + half])
}

impl Battle {
    /// All guns without gunners on the table, each with the battery that may come back to it.
    pub(super) fn guns_left(&self) -> impl Iterator<Item = (Option<UnitId>, (Pose, i32))> + '_ {
        let theirs = self.units.iter().filter_map(|(unit, battery)| {
            let (pose, _) = battery.left_guns?;
            Some((Some(unit), (pose, battery.battery.as_ref()?.figure_pieces)))
        });
        theirs.chain(self.land.guns.iter().map(|guns| (None, *guns)))
    }
}

/// The ground as it is now: the scenario's, with what has changed.
pub(super) fn lay_ground(battle: &mut Battle, tables: &Tables) {
    if let Some(ground) = laid(battle, tables, |_| true, |_| true) {
        battle.ground = Arc::new(ground);
    }
}

/// The same with only the works and the guns that are known.
pub(super) fn laid(
    battle: &Battle,
    tables: &Tables,
    known: impl Fn(usize) -> bool,
    known_guns: impl Fn((Option<UnitId>, (Pose, i32))) -> bool,
) -> Option<Ground> {
    let fixed = &battle.fixed.ground;
    let land = &battle.land;
    let stands = |number: usize| known(number) && !land.levelled.contains(&number);
    let laid = land.works.ground(fixed, |made| feature_of(made, tables), stands)?;
    let mut features = laid.shared();
    for (&building, house) in &land.houses {
        if let Some(feature) = features.get_mut(building) {
            dress(Arc::make_mut(feature), house);
        }
    }
    let guns = battle.guns_left().filter(|guns| known_guns(*guns));
    features.extend(guns.filter_map(|(_, guns)| guns_on_the_ground(guns, tables)).map(Arc::new));
    laid.laid(features).ok()
}

/// The umpire lays a work on the ground (§19.04.1).
pub(super) fn lay(
    battle: &mut Battle,
    tables: &Tables,
    work: Work,
    ends: [[f64; 2]; 2],
) -> Result<(), Refused> {
    let ends = krigsspil_turn::works::ends_on(battle.ground.table(), ends);
    let [left, right] = ends.ok_or_else(|| Refused::unclear("from", LAID_LINE))?;
    battle.land.works.made.push(Made { thing: Built::Work(work), left, right, side: None });
    lay_ground(battle, tables);
    Ok(())
}

/// The umpire says what has become of something (§19.06.4, §19.07.8).
pub(super) fn spoil(
    battle: &mut Battle,
    tables: &Tables,
    place: Point,
    damage: Damage,
) -> Result<(), Refused> {
    let (thing, ..) = thing_at(battle, place).ok_or_else(|| refuse("place", &NOTHING_TO_DESTROY))?;
    if damage == Damage::Gone && !battle.garrison(thing).is_empty() {
        return Err(refuse("place", &GARRISON_INSIDE));
    }
    let house = battle.land.house_mut(thing);
    house.burning = None;
    house.partial = damage == Damage::Partial;
    house.condition = if damage == Damage::Gone { Condition::Ruined } else { Condition::Stands };
    if damage == Damage::Whole {
        (house.hits, house.deck_off_cm, house.gangway) = (0, 0.0, false);
    }
    lay_ground(battle, tables);
    Ok(())
}
