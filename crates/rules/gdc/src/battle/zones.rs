//! Objective zones (chapter 12): towns, farms and works, with sectors that are garrisoned and fought for.

use std::sync::{Arc, OnceLock};

use krigsspil_engine::scenario::{Scenario, ScenarioFault};
use krigsspil_engine::wordings::OF_KEY;
use krigsspil_engine::{Filling, UnknownWord};
use krigsspil_field::prelude::*;
use serde::{Deserialize, Serialize};

use super::run::telling::plain;
use super::state::*;
use super::terrain::{Class, Classes};
use crate::procedures::zones::{ObjectiveZone, SpecialZone, ZoneExit};
use crate::tables::Tables;
use crate::vocabulary::*;

/// One sector of a zone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sector {
    /// Who holds it.
    pub held: Option<SideId>,
    /// Both sides are locked in it (§12.6.5).
    pub engaged: bool,
}

/// A zone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Zone {
    /// Its name.
    pub name: Arc<str>,
    /// Its outline.
    pub outline: Vec<Point>,
    /// Its class (§12.2).
    pub class: ZoneClass,
    /// Batteries it holds beside its garrison (§12.4.D).
    pub batteries: i32,
    /// A building by itself: no transit sector and no batteries (§11.8).
    #[serde(default)]
    pub special: bool,
    /// Who held it when it was last not contested: the defender (§12.5.C).
    #[serde(default)]
    pub owner: Option<SideId>,
    /// Its combat sectors.
    pub sectors: Vec<Sector>,
    /// Its outline as a body, made when it is first asked for: no outline ever changes.
    #[serde(skip)]
    body: Outlined,
}

#[derive(Clone, Debug, Default)]
struct Outlined(OnceLock<Option<Placed>>);

impl PartialEq for Outlined {
    fn eq(&self, _: &Outlined) -> bool {
        true
    }
}

/// Where a unit is in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inside {
    /// The zone.
    pub zone: usize,
    /// Its sector in garrison; none in transit.
    pub sector: Option<usize>,
    /// The turn in which it entered or captured it.
    pub since: u32,
}

/// The zones of a ground: built-up areas, and areas that state a class with `"zone": "C"`.
pub(super) fn read(
    scenario: &Scenario,
    tables: &Tables,
    ground: &Ground,
    classes: &mut Classes,
) -> Result<Vec<Zone>, ScenarioFault> {
    let mut zones = Vec::new();
    for (id, feature) in ground.features() {
        let stated = feature.properties.other.get("zone").and_then(|value| value.as_str());
        let town = feature.kind == Kind::Area(AreaKind::BuiltUp);
        let Shape::Area(patch) = &feature.shape else { continue };
        if stated.is_none() && !town {
            continue;
        }
        let class = match stated {
            Some(word) => word.parse().map_err(|unknown: UnknownWord| {
                let reason = Filling::sentence(unknown.sentence());
                ScenarioFault::at(
                    &scenario.ground,
                    1,
                    OF_KEY.with([("key", "zone".into()), ("reason", reason)]),
                )
            })?,
            // By its cover: a farm, a village, a town.
            None => match feature.properties.cover {
                Grade::None | Grade::I => ZoneClass::B,
                Grade::II => ZoneClass::C,
                Grade::III => ZoneClass::D,
            },
        };
        let other = |key: &str| feature.properties.other.get(key);
        let special = match other("special").and_then(|value| value.as_str()) {
            Some("building") => SpecialZone::SpecialBuilding,
            Some("blockhouse") => SpecialZone::Blockhouse,
            _ => SpecialZone::None,
        };
        let battalions = other("battalions").and_then(|value| value.as_i64()).unwrap_or(1);
        let facts = ObjectiveZone {
            zone_class: class,
            e_is_town: other("town").and_then(|value| value.as_bool()).unwrap_or(false),
            special,
            special_battalions: battalions.clamp(1, 4) as i32,
        };
        let Ok(figures) = plain(tables, &facts) else { continue };
        let name = feature.name.clone().unwrap_or_else(|| format!("zone {}", zones.len() + 1));
        // An open place is ground like any other (§12.2.A).
        classes.set(id, if figures.zone_class == ZoneClass::A { Class::Open } else { Class::Zone });
        zones.push(Zone {
            name: name.into(),
            outline: patch.outer.clone(),
            class: figures.zone_class,
            special: special != SpecialZone::None,
            owner: None,
            batteries: figures.batteries,
            sectors: vec![Sector::default(); figures.sectors.max(1) as usize],
            body: Outlined::default(),
        });
    }
    Ok(zones)
}

impl Zone {
    /// The middle of its outline.
    pub fn middle(&self) -> Point {
        let count = self.outline.len().max(1) as f64;
        let sum = self.outline.iter().fold(Point::ORIGIN, |sum, corner| sum + *corner);
        (sum * (1.0 / count)).on_grid()
    }

    /// An open place without works: its garrison stays on the table (§12.2.A).
    pub fn open(&self) -> bool {
        self.class == ZoneClass::A
    }

    /// Does it cover a place?
    pub fn holds(&self, place: Point) -> bool {
        krigsspil_field::polygon::ring_holds(&self.outline, place)
    }

    /// It as a body; none where it is open.
    pub fn body(&self) -> Option<Placed> {
        if self.open() {
            return None;
        }
        let body = self.body.0.get_or_init(|| self.as_body()).clone();
        debug_assert_eq!(body, self.as_body(), "its outline has changed");
        body
    }

    fn as_body(&self) -> Option<Placed> {
        let pose = Pose::new(self.middle(), Bearing::NORTH);
        Body::garrison(&self.outline, 1, pose).and_then(|body| body.at(pose)).ok()
    }
}

impl Battle {
    /// A zone by its name.
    pub fn zone(&self, name: &str) -> Option<usize> {
        self.zones.iter().position(|zone| *zone.name == *name)
    }

    /// Units of a side in a zone, in transit and in garrison.
    pub fn inside(&self, zone: usize) -> impl Iterator<Item = UnitId> + '_ {
        self.here().filter(move |&unit| self.units[unit].inside.is_some_and(|inside| inside.zone == zone))
    }

    /// Does a side hold something of a zone, or stand in it?
    pub fn stands_in(&self, zone: usize, side: SideId) -> bool {
        self.inside(zone).any(|unit| self.units[unit].side == side)
            || self.zones[zone].sectors.iter().any(|sector| sector.held == Some(side))
    }

    /// Is a zone contested (§12.4.B): assaulted, or both sides in it?
    pub fn contested(&self, zone: usize) -> bool {
        let assaulted = self.here().any(|unit| self.units[unit].turn.assaults == Some(zone));
        assaulted || self.shared(zone)
    }

    /// Are both sides in a zone?
    pub fn shared(&self, zone: usize) -> bool {
        let sides: IdSet<SideId> = self.inside(zone).map(|unit| self.units[unit].side).collect();
        sides.len() > 1
    }

    /// The open zone (§12.2.A) that a unit stands in with its middle, and that nobody else of either side garrisons.
    pub fn open_zone_of(&self, unit: UnitId) -> Option<usize> {
        let place = self.units[unit].placed.centre();
        let free =
            |zone: usize| !self.here().any(|other| other != unit && self.units[other].holds == Some(zone));
        (0..self.zones.len())
            .find(|&zone| self.zones[zone].open() && self.zones[zone].holds(place) && free(zone))
    }

    /// The garrison of a sector.
    pub fn garrison(&self, zone: usize, sector: usize) -> Option<UnitId> {
        self.inside(zone).find(|&unit| {
            self.units[unit].inside.and_then(|inside| inside.sector) == Some(sector)
                && !self.units[unit].guns()
        })
    }

    /// A sector without a garrison of its own; a battery takes the first while the zone has room for it (§12.4.D).
    pub fn free_sector(&self, unit: UnitId, zone: usize) -> Option<usize> {
        if self.units[unit].guns() {
            let guns = self.inside(zone).filter(|&other| {
                let there = &self.units[other];
                there.guns() && there.inside.is_some_and(|inside| inside.sector.is_some())
            });
            return (guns.count() < self.zones[zone].batteries.max(0) as usize).then_some(0);
        }
        let side = self.units[unit].side;
        (0..self.zones[zone].sectors.len()).find(|&sector| {
            let held = self.zones[zone].sectors[sector].held;
            self.garrison(zone, sector).is_none() && held.is_none_or(|held| held == side)
        })
    }

    /// The place before the edge of a zone in a direction, so far aside of its middle, where a unit leaves it; none where there is no room.
    pub(super) fn before_the_edge(
        &self,
        tables: &Tables,
        unit: UnitId,
        (zone, way, aside): (usize, Bearing, f64),
    ) -> Option<Placed> {
        let own = &self.units[unit];
        let stance = if own.guns() { Stance::Limbered } else { Stance::Column };
        let body = super::bodies::body(own, stance, tables).ok()?;
        let middle = self.zones[zone].middle() + way.ahead().right() * aside;
        let facing = way.on_grid();
        let out =
            (0..200).map(|step| Pose::new(middle + way.ahead() * (f64::from(step) * 10.0), facing).on_grid());
        out.filter_map(|pose| body.at(pose).ok()).find(|there| super::legal::stands_clear(self, unit, there))
    }

    /// The side on which a unit leaves a zone: horse and guns by the road that leaves it nearest to the side they want, where one does (§12.2).
    pub(super) fn way_by_road(&self, unit: UnitId, zone: usize, way: Bearing) -> Bearing {
        let own = &self.units[unit];
        if !own.mounted() && !own.guns() {
            return way;
        }
        let middle = self.zones[zone].middle();
        let roads = super::garrison_guns::exits(self, zone).into_iter();
        let ways = roads.map(|exit| Bearing::of(exit - middle));
        let aside = |road: &Bearing| way.turn_to(*road).0.abs();
        ways.min_by(|a, b| aside(a).total_cmp(&aside(b))).unwrap_or(way)
    }

    /// Where a unit in transit comes out of its zone to charge an enemy: in column, before the edge on his side (§12.6.10).
    pub(super) fn sortie(&self, tables: &Tables, unit: UnitId, target: UnitId) -> Option<Placed> {
        let zone = self.units[unit].inside?.zone;
        let way = Bearing::of(self.units[target].placed.centre() - self.zones[zone].middle());
        let way = self.way_by_road(unit, zone, way);
        self.before_the_edge(tables, unit, (zone, way, 0.0))
    }

    /// May a unit charge out of its zone: in transit, free to leave, and the zone not contested (§12.2, §12.6.10)?
    pub(super) fn may_sally(&self, tables: &Tables, unit: UnitId) -> bool {
        self.units[unit].inside.is_some_and(|inside| {
            inside.sector.is_none()
                && !self.contested(inside.zone)
                && self.may_leave(tables, inside) <= self.turn
        })
    }

    /// May a unit go into a zone: no enemy is in it, and it has room for it (§12.2, §12.4.F, §11.8)?
    pub(super) fn may_enter(&self, unit: UnitId, zone: usize) -> bool {
        let own = &self.units[unit];
        let enemy = self.fixed.sides.ids().any(|other| other != own.side && self.stands_in(zone, other));
        let full = self.zones[zone].special && (own.guns() || self.free_sector(unit, zone).is_none());
        // No battery enters a contested zone.
        let barred = own.guns() && self.contested(zone);
        !enemy && !full && !barred
    }

    /// The zone that a body on its way back comes upon, and that is open to it (§12.6.9).
    pub(super) fn zone_open_to(&self, unit: UnitId, body: &Placed) -> Option<usize> {
        let upon = |zone: &usize| self.zones[*zone].body().is_some_and(|there| overlaps(body, &there));
        (0..self.zones.len()).filter(upon).find(|&zone| self.may_enter(unit, zone))
    }

    /// The turn in which a unit may leave its zone (§12.2).
    pub fn may_leave(&self, tables: &Tables, inside: Inside) -> u32 {
        let facts =
            ZoneExit { zone_class: self.zones[inside.zone].class, turn: inside.since.clamp(1, 200) as i32 };
        plain(tables, &facts).map_or(inside.since, |exit| exit.earliest_exit_turn.max(0) as u32)
    }
}
