//! Engineers (§1.3.E, opt.engineers): companies of sappers and pontonniers. A company is a marker, with a battalion or in a zone; it breaks and
//! makes bridges.

use krigsspil_engine::scenario::{Scenario, ScenarioFault, SpecialRule};
use krigsspil_field::prelude::*;
use krigsspil_turn::ratings::Rated;
use serde::{Deserialize, Serialize};

use super::ID;
use super::making::UNIT_KEYS;
use super::run::telling::plain;
use super::state::*;
use super::terrain::{self, Class};
use super::wordings::*;
use super::zones::Zone;
use crate::procedures::special_troops::{Bridge, Engineer, Engineers, EngineersResult};
use crate::tables::Tables;
use crate::vocabulary::{Arm, Castings};

krigsspil_engine::choices! {
    /// What a company of engineers is trained for.
    pub enum Corps {
        Sappers = "sappers",
        Pontonniers = "pontonniers",
    }

    /// What it does with the bridge of its zone.
    pub enum BridgeWork {
        Break = "break",
        Make = "make",
    }
}

/// Where a company is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StandsAt {
    /// With a battalion, wherever it goes.
    With(UnitId),
    /// In the garrison of a zone, by itself.
    Zone(usize),
    /// By itself, where its battalion was lost: it cannot move (§1.3.E).
    Left(Point),
}

/// A company of engineers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Company {
    /// Whose it is.
    pub side: SideId,
    /// What it is trained for.
    pub corps: Corps,
    /// Two or four.
    pub castings: i32,
    /// Where it is.
    pub at: StandsAt,
    /// The zone it is in, and the turn in which it came there.
    pub since: Option<(usize, u32)>,
}

/// A company is handed over within so many yards (opt.engineers.A); the same is its reach by itself (*house*).
pub(super) const HANDED_OVER: i32 = 100;
/// A bridge so near the edge of a zone is a part of it (§11.2, *house*).
const OF_A_ZONE: f64 = 100.0;

impl Battle {
    /// The zone a company is in.
    pub fn zone_of(&self, company: &Company) -> Option<usize> {
        match company.at {
            StandsAt::With(unit) => self.units[unit].inside.map(|inside| inside.zone),
            StandsAt::Zone(zone) => Some(zone),
            StandsAt::Left(_) => None,
        }
    }

    /// Where a company is on the table.
    pub fn company_place(&self, company: &Company) -> Point {
        match company.at {
            StandsAt::With(unit) => self.units[unit].placed.centre(),
            StandsAt::Zone(zone) => self.zones[zone].middle(),
            StandsAt::Left(place) => place,
        }
    }

    /// Whole yards from a unit to a company.
    pub(super) fn company_yards(&self, unit: UnitId, company: &Company) -> i32 {
        match company.at {
            StandsAt::With(other) => self.yards(unit, other),
            StandsAt::Zone(zone) if self.units[unit].inside.is_some_and(|inside| inside.zone == zone) => 0,
            StandsAt::Zone(zone) => whole_yards(
                zone_body(&self.zones[zone])
                    .map_or(f64::INFINITY, |body| distance(&self.units[unit].placed, &body)),
            ),
            StandsAt::Left(place) => whole_yards(yards_to(&self.units[unit].placed, place)),
        }
    }

    /// The company of a corps that a unit can take over: the nearest within 100 yards that is not its own (opt.engineers.A).
    pub(super) fn company_near(&self, unit: UnitId, corps: Corps) -> Option<usize> {
        let own = &self.units[unit];
        let seat = self.fixed.seat_of[own.command];
        let mine = |company: &Company| match company.at {
            StandsAt::With(other) => {
                other != unit
                    && self.units[other].here()
                    && self.fixed.seat_of[self.units[other].command] == seat
            }
            _ => true,
        };
        let near = self.engineers.iter().enumerate().filter(|(_, company)| {
            company.side == own.side
                && company.corps == corps
                && mine(company)
                && self.company_yards(unit, company) <= HANDED_OVER
        });
        let far = |company: &Company| self.company_yards(unit, company);
        near.min_by(|(_, a), (_, b)| {
            let place = |company: &Company| self.company_place(company);
            far(a).cmp(&far(b)).then_with(|| self.place_first(place(a), place(b)))
        })
        .map(|(number, _)| number)
    }

    /// The bridges of a zone: in it, or within 100 yards of its edge (§11.2).
    pub(super) fn bridges_of(&self, zone: usize) -> Vec<FeatureId> {
        let Some(body) = zone_body(&self.zones[zone]) else { return Vec::new() };
        let near = |feature: &Feature| {
            let corners: &[Point] = match &feature.shape {
                Shape::Place(spot) => std::slice::from_ref(spot),
                Shape::Line(line) => line,
                Shape::Area(patch) => &patch.outer,
            };
            corners.iter().any(|corner| yards_to(&body, *corner) <= OF_A_ZONE)
        };
        let features = self.fixed.ground.features();
        let bridges = features.filter(|(id, _)| self.fixed.classes.of(*id) == Class::Bridge);
        bridges.filter(|(_, feature)| near(feature)).map(|(id, _)| id).collect()
    }

    /// The state of a bridge; wooden where the map does not say `"bridge": "stone"`.
    fn bridge(&self, id: FeatureId) -> Bridge {
        let feature = self.fixed.ground.feature(id);
        let stated = feature.and_then(|feature| feature.properties.other.get("bridge"));
        match stated.and_then(|value| value.as_str()) {
            _ if self.broken.contains(&id.0) => Bridge::Destroyed,
            Some("stone") => Bridge::Stone,
            _ => Bridge::Wooden,
        }
    }

    /// What a company may do with a bridge of its zone (opt.engineers.B, opt.engineers.C).
    fn works(&self, tables: &Tables, company: &Company, bridge: FeatureId) -> Option<EngineersResult> {
        let since = company.since.filter(|(zone, _)| Some(*zone) == self.zone_of(company))?.1;
        let facts = Engineers {
            force_castings: Castings(0),
            company: match company.corps {
                Corps::Sappers => Engineer::Sappers,
                Corps::Pontonniers => Engineer::Pontonniers,
            },
            turns_in_zone: (self.turn.saturating_sub(since) as i32).clamp(0, 20),
            in_garrison: match company.at {
                StandsAt::With(unit) => self.units[unit].inside.is_some_and(|inside| inside.sector.is_some()),
                StandsAt::Zone(_) => true,
                StandsAt::Left(_) => false,
            },
            bridge: self.bridge(bridge),
        };
        plain(tables, &facts).ok()
    }

    /// The bridge that companies of a side in a zone can break or make now. Nobody works in a contested zone, and no bridge is broken under
    /// somebody's feet (*house*).
    pub(super) fn bridge_for(
        &self,
        tables: &Tables,
        (zone, side): (usize, SideId),
        work: BridgeWork,
    ) -> Option<FeatureId> {
        if self.contested(zone) {
            return None;
        }
        let companies: Vec<&Company> = self
            .engineers
            .iter()
            .filter(|company| company.side == side && self.zone_of(company) == Some(zone))
            .collect();
        let could = |bridge: FeatureId| {
            companies.iter().filter_map(|company| self.works(tables, company, bridge)).any(|works| match work
            {
                BridgeWork::Break => works.may_destroy_bridge && !self.stood_on(bridge),
                BridgeWork::Make => works.may_replace_bridge,
            })
        };
        self.bridges_of(zone).into_iter().find(|bridge| could(*bridge))
    }

    fn stood_on(&self, bridge: FeatureId) -> bool {
        let on = |unit: UnitId| self.fixed.ground.share_under(&self.units[unit].placed, bridge).is_some();
        self.solid().any(on)
    }
}

/// A zone as a body, also where it is open.
fn zone_body(zone: &Zone) -> Option<Placed> {
    let pose = Pose::new(zone.middle(), Bearing::NORTH);
    Body::garrison(&zone.outline, 1, pose).and_then(|body| body.at(pose)).ok()
}

/// Castings of a force for each company, where the scenario does not change them (opt.engineers.D).
fn companies_allowed(scenario: &Scenario, tables: &Tables, castings: i32, corps: Corps) -> i32 {
    let specials = scenario.special.iter().filter(|rule| rule.rules == ID && rule.name == "engineer_ratios");
    let stated = specials.filter_map(|rule| rule.about.get(corps.as_str())?.as_integer()).next();
    if let Some(ratio) = stated {
        return castings / i32::try_from(ratio).unwrap_or(i32::MAX).max(1);
    }
    let facts = Engineers {
        force_castings: Castings(castings.clamp(0, 5000)),
        company: Engineer::None,
        turns_in_zone: 0,
        in_garrison: false,
        bridge: Bridge::None,
    };
    plain(tables, &facts).map_or(0, |force| match corps {
        Corps::Sappers => force.sapper_companies,
        Corps::Pontonniers => force.pontonnier_companies,
    })
}

fn two_or_four(castings: i64) -> Option<i32> {
    matches!(castings, 2 | 4).then_some(castings as i32)
}

/// A company that begins in a zone: `[[special]]`, `name = "engineers"`, `about = { side = "blue", company = "sappers", castings = 2, zone = "Holm" }`.
fn in_a_zone(battle: &Battle, rule: &SpecialRule) -> Option<Company> {
    let text = |key: &str| rule.about.get(key).and_then(|value| value.as_str());
    let side = battle.fixed.sides.find(|side| Some(&*side.id) == text("side"))?;
    let castings = rule.about.get("castings").and_then(|value| value.as_integer()).unwrap_or(2);
    let zone = battle.zone(text("zone")?)?;
    Some(Company {
        side,
        corps: text("company")?.parse().ok()?,
        castings: two_or_four(castings)?,
        at: StandsAt::Zone(zone),
        since: Some((zone, 1)),
    })
}

/// The companies of a scenario, and whether the forces have a right to so many (opt.engineers.B to opt.engineers.D).
pub(super) fn read(
    battle: &Battle,
    tables: &Tables,
    scenario: &Scenario,
) -> Result<Vec<Company>, ScenarioFault> {
    let mut companies = Vec::new();
    if !battle.fixed.options.engineers {
        return Ok(companies);
    }
    let at_head = |reason| ScenarioFault::at(&scenario.name, 1, reason);
    for stated in &scenario.units {
        let rated = Rated::new(scenario, ID, &stated.id, &stated.ratings, UNIT_KEYS)?;
        let Some(unit) = battle.unit(stated.id.get_ref()) else { continue };
        for &corps in Corps::ALL {
            let castings = rated.whole(corps.as_str(), 0, [0, 4])?;
            if castings == 0 {
                continue;
            }
            let castings = two_or_four(castings.into()).ok_or_else(|| rated.fault(ENGINEERS_SIZE))?;
            let since = battle.units[unit].inside.map(|inside| (inside.zone, 1));
            let side = battle.units[unit].side;
            companies.push(Company { side, corps, castings, at: StandsAt::With(unit), since });
        }
    }
    for rule in scenario.special.iter().filter(|rule| rule.rules == ID && rule.name == "engineers") {
        companies.push(in_a_zone(battle, rule).ok_or_else(|| at_head(NO_ENGINEERS.into()))?);
    }
    for side in battle.fixed.sides.ids() {
        let own = battle.units.values().filter(|unit| unit.side == side);
        let castings = own.map(|unit| unit.first).sum();
        for &corps in Corps::ALL {
            let have = companies.iter().filter(|company| company.side == side && company.corps == corps);
            let most = companies_allowed(scenario, tables, castings, corps);
            if have.count() as i32 > most {
                let name = battle.fixed.sides[side].name.to_string();
                return Err(at_head(TOO_MANY_ENGINEERS.with([("side", name.into()), ("most", most.into())])));
            }
        }
    }
    Ok(companies)
}

/// Bridges that are broken from the start: `"broken": true` on the map.
pub(super) fn broken_at_first(battle: &Battle) -> Vec<usize> {
    let stated = |feature: &Feature| {
        feature.properties.other.get("broken").and_then(|value| value.as_bool()).unwrap_or(false)
    };
    let features = battle.fixed.ground.features();
    let bridges = features.filter(|(id, _)| battle.fixed.classes.of(*id) == Class::Bridge);
    bridges.filter(|(_, feature)| stated(feature)).map(|(id, _)| id.0).collect()
}

/// A unit that can have engineers with it: infantry (opt.engineers.A).
pub(super) fn is_host(unit: &Unit) -> bool {
    unit.arm == Arm::Infantry
}

/// Where the broken bridges of a battle are.
pub(super) fn broken_places(battle: &Battle) -> Vec<Point> {
    let place = |id: &usize| {
        let feature = battle.fixed.ground.feature(FeatureId(*id))?;
        Some(match &feature.shape {
            Shape::Place(spot) => *spot,
            Shape::Line(line) => terrain::middle_of(line)?,
            Shape::Area(patch) => terrain::middle_of(&patch.outer)?,
        })
    };
    battle.broken.iter().filter_map(place).collect()
}
