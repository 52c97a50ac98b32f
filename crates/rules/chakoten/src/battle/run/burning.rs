//! Buildings under artillery fire: damage, ruin and fire (§17.04).

use krigsspil_engine::dice::ScriptedDice;
use krigsspil_engine::{Centimetres, Procedure};
use krigsspil_field::prelude::{Feature, *};
use krigsspil_turn::ids::UnitId;
use serde_json::json;

use super::{Go, Run};
use crate::armies::fire::WindDirection;
use crate::battle::land::{Condition, Wind, lay_ground};
use crate::battle::order::{Step, UnitOrder};
use crate::battle::sight::sees_house;
use crate::battle::state::*;
use crate::battle::town::{house_body, numbers, walls};
use crate::procedures::artillery_fire::ArtilleryFire;
use crate::procedures::buildings::{BuildingBombardment, BuildingFire, BuildingFireSpread};
use crate::vocabulary::*;

/// A building burns for this many turns (§17.04.4).
const BURNS: u32 = 8;
/// Fire leaps at most this far, in centimetres (§17.04.5).
const LEAPS_CM: f64 = 15.0;
/// A neighbour within this many degrees of the wind is downwind (§19.06.5).
const DOWNWIND_DEG: f64 = 30.0;

/// A battery's fire at a building in which nobody is, measured.
pub(super) struct HouseShot {
    pub firer: UnitId,
    building: usize,
    cm: f64,
    facts: ArtilleryFire,
}

impl Run<'_> {
    /// The building that a battery is ordered to fire at.
    pub(super) fn bombards(&self, firer: UnitId) -> Option<usize> {
        let Some(UnitOrder::Bombard { place }) = &self.unit(firer).now.order else { return None };
        let at = point(place.0[0], place.0[1]);
        let found = self.battle.ground.at(at).find(|(_, feature)| feature.kind == Kind::Building);
        found.map(|(id, _)| id.0).filter(|&building| self.battle.stands(building))
    }

    /// The enemy in the building that a battery fires at, if there is one; `Err` if friends are in it.
    pub(super) fn garrison_fired_at(&self, firer: UnitId, building: usize) -> Result<Option<UnitId>, ()> {
        let inside = self.battle.garrison(building);
        let own = inside.iter().any(|&unit| self.unit(unit).side == self.unit(firer).side);
        if own { Err(()) } else { Ok(inside.first().copied()) }
    }

    /// A battery's fire at an empty building.
    pub(super) fn house_shot(&self, firer: UnitId, building: usize) -> Option<HouseShot> {
        let outline = walls(&self.battle.ground, building)?;
        let aimed = house_body(outline)?;
        let line = self.gun_line(firer, &aimed)?;
        let shooter = self.unit(firer);
        if !sees_house(self.battle, shooter.placed.pose().at, building) {
            return None;
        }
        if !self.safe_line(firer, &[], line.from, line.to, line.zone) {
            return None;
        }
        let feature = self.battle.ground.feature(FeatureId(building))?;
        let facts = self.empty_house_facts(firer, feature, &line);
        Some(HouseShot { firer, building, cm: line.cm, facts })
    }

    /// The facts of skema XI for a building without a garrison: only its cover counts (ruling 49).
    fn empty_house_facts(
        &self,
        firer: UnitId,
        feature: &Feature,
        line: &super::guns::GunLine,
    ) -> ArtilleryFire {
        ArtilleryFire {
            target_kind: ArtilleryTarget::Building,
            target_cover: i32::from(feature.properties.cover.number()).clamp(0, 3),
            target_in_building: true,
            non_ricochet: self.no_ricochet_at(line.to, line.from, line.zone),
            ..self.gun_side(firer, line.to, line.zone)
        }
    }

    /// Throws for a fire at an empty building.
    pub(super) fn house_thrown_at(&mut self, shot: HouseShot) -> Go {
        let HouseShot { firer, building, cm, facts } = shot;
        self.has_fired(firer, None);
        let name = self.house_name(building);
        let about = json!({"building": name, "cm": (cm * 10.0).round() / 10.0});
        let (result, faces) = self.roll_shown(("fires_at_building", "17.04.1"), &[firer], about, &facts)?;
        self.house_hit(firer, building, &faces, result.loss_result)
    }

    /// What a throw of artillery does to the building it strikes (§17.04.1 to §17.04.3).
    pub(super) fn house_hit(&mut self, firer: UnitId, building: usize, faces: &[i32], loss: i32) -> Go {
        if let Some(guns) = &mut self.unit_mut(firer).battery {
            guns.ranged_building = Some(building);
        }
        let Some(feature) = self.battle.ground.feature(FeatureId(building)) else { return Ok(()) };
        let cover = i32::from(feature.properties.cover.number());
        if !self.battle.stands(building) || cover == 0 {
            return Ok(());
        }
        let facts = BuildingBombardment {
            loss_result: loss.clamp(-60, 60),
            cover: cover.clamp(1, 3),
            hits_before: self.battle.land.house(building).map_or(0, |house| house.hits).min(100),
            howitzers_only: self.unit(firer).battery.as_ref().is_some_and(|guns| guns.howitzers),
        };
        let faces: Vec<i64> = faces.iter().take(3).map(|face| i64::from(*face)).collect();
        let result = facts.resolve(self.tables, &mut ScriptedDice::new(&faces), &mut ())?;
        if !result.hit {
            return Ok(());
        }
        self.battle.land.houses.entry(building).or_default().hits = result.hits_after;
        let about = json!({"building": self.house_name(building), "hits": result.hits_after});
        self.tell_all("building_hit", "17.04.1", about);
        if result.fire {
            self.catches_fire(building, "17.04.3")?;
        }
        Ok(())
    }

    /// A building catches fire; those in it may put it out at once (§17.04.4).
    pub(super) fn catches_fire(&mut self, building: usize, rule: &'static str) -> Go {
        let turn = self.battle.turn;
        let burning = self.battle.land.house(building).is_some_and(|house| house.burning.is_some());
        if burning || !self.battle.stands(building) {
            return Ok(());
        }
        let house = self.battle.land.houses.entry(building).or_default();
        (house.burning, house.laid, house.leapt) = (Some(turn), false, false);
        let about = json!({"building": self.house_name(building)});
        self.tell_all("fire_breaks_out", rule, about.clone());
        if let Some(&inside) = self.battle.garrison(building).first() {
            let facts = BuildingFire { occupied: true };
            let result = self.roll_own(("fights_fire", "17.04.4"), inside, about.clone(), &facts)?;
            if result.extinguished {
                self.battle.land.houses.entry(building).or_default().burning = None;
                self.tell_all("fire_put_out", "17.04.4", about);
                return Ok(());
            }
        }
        self.wind_is_found()
    }

    /// The wind, where the scenario does not say, is thrown for with the first fire (§19.06.5).
    pub(super) fn wind_is_found(&mut self) -> Go {
        if self.battle.land.wind == Wind::Unknown {
            let result = self.roll_all(("wind", "19.06.5"), json!({}), &WindDirection {})?;
            self.battle.land.wind = Wind::Toward(f64::from(result.toward_deg));
        }
        Ok(())
    }

    /// Buildings with enough hits fall: no cover, nobody passes, and those in them must leave at once (§17.04.2, ruling 49).
    pub(super) fn ruins_fall(&mut self) -> Go {
        let mut fallen = Vec::new();
        for (&building, house) in &self.battle.land.houses {
            let feature = self.battle.ground.feature(FeatureId(building));
            let needed = feature.and_then(|feature| numbers(feature, 2, self.tables));
            let enough = needed.is_some_and(|needed| house.hits >= needed.hits_to_ruin);
            if house.condition == Condition::Stands && enough {
                fallen.push(building);
            }
        }
        for building in fallen {
            self.falls(building, Condition::Ruined, "17.04.2");
        }
        Ok(())
    }

    /// A building is no more.
    pub(super) fn falls(&mut self, building: usize, condition: Condition, rule: &'static str) {
        let house = self.battle.land.houses.entry(building).or_default();
        (house.condition, house.burning) = (condition, None);
        lay_ground(self.battle, self.tables);
        let about = json!({"building": self.house_name(building)});
        let what = if condition == Condition::Burnt { "building_burnt" } else { "building_ruined" };
        self.tell_all(what, rule, about);
        for unit in self.battle.garrison(building) {
            let leaves =
                matches!(self.unit(unit).todo.first().map(|doing| doing.step), Some(Step::Leave { .. }));
            if self.battle.phase == Phase::Running(Stage::End) {
                let way = self.unit(unit).pose.facing;
                self.is_put_out(unit, way);
            } else if !leaves {
                let away = self.unit(unit).placed.centre() - self.threat_to(unit);
                let toward = Some(Bearing::of(away).as_degrees());
                self.halt(unit);
                self.unit_mut(unit).todo = vec![Doing { begun: true, ..Doing::new(Step::Leave { toward }) }];
            }
        }
    }

    /// The fires at the end of the turn: they spread in the turn after they broke out, and burn down after eight (§17.04.4, §17.04.5).
    pub(super) fn fires_burn(&mut self) -> Go {
        let mut burning: Vec<(usize, u32)> = Vec::new();
        for (&building, house) in &self.battle.land.houses {
            burning.extend(house.burning.filter(|_| !house.laid).map(|since| (building, since)));
        }
        burning.sort_by(|a, b| self.house_order(a.0, b.0));
        let turn = self.battle.turn;
        for &(building, since) in &burning {
            if turn == since + 1 {
                self.fire_spreads(building)?;
            }
        }
        for (building, since) in burning {
            if turn >= since + BURNS {
                self.falls(building, Condition::Burnt, "17.04.4");
            }
        }
        Ok(())
    }

    /// Which of two buildings comes first, whatever their names and numbers.
    pub(super) fn house_order(&self, one: usize, other: usize) -> std::cmp::Ordering {
        let at = |building: usize| {
            let low = self.battle.ground.extent(FeatureId(building)).map(|extent| extent.low);
            low.unwrap_or(Point::ORIGIN)
        };
        at(one).x.total_cmp(&at(other).x).then(at(one).y.total_cmp(&at(other).y)).then(one.cmp(&other))
    }

    /// Each building downwind within reach is thrown for once (§17.04.5, ruling 43 of chapter 19).
    fn fire_spreads(&mut self, building: usize) -> Go {
        for (other, cm) in self.downwind_of(building, LEAPS_CM) {
            let facts = BuildingFireSpread {
                distance_cm: Centimetres(cm.clamp(0.0, 500.0)),
                not_downwind: false,
                fire_out: false,
            };
            let about = json!({"building": self.house_name(other)});
            if self.roll_all(("fire_may_spread", "17.04.5"), about, &facts)?.spreads {
                self.catches_fire(other, "17.04.5")?;
            }
        }
        Ok(())
    }

    /// The buildings that stand and do not burn within this distance downwind, in order of place.
    fn downwind_of(&self, building: usize, reach_cm: f64) -> Vec<(usize, f64)> {
        let Wind::Toward(wind) = self.battle.land.wind else { return Vec::new() };
        let house = |building: usize| house_body(walls(&self.battle.ground, building)?);
        let Some(burning) = house(building) else { return Vec::new() };
        let around = burning.extent().grown(reach_cm * CM);
        let near = self.battle.ground.near(around).filter(|(id, feature)| {
            let burns = self.battle.land.house(id.0).is_some_and(|house| house.burning.is_some());
            feature.kind == Kind::Building && id.0 != building && self.battle.stands(id.0) && !burns
        });
        let mut found: Vec<(usize, f64)> = near
            .filter_map(|(id, _)| {
                let other = house(id.0)?;
                let cm = distance(&burning, &other) / CM;
                (cm <= reach_cm && off_wind(&burning, &other, wind) <= DOWNWIND_DEG).then_some((id.0, cm))
            })
            .collect();
        found.sort_by(|a, b| self.house_order(a.0, b.0));
        found
    }
}

/// Degrees between the wind and the way from a fire to a body: from edge to edge.
pub(super) fn off_wind(fire: &Placed, other: &Placed, wind: f64) -> f64 {
    let (mut from, mut to) = closest_places(fire, other);
    if from.distance(to) < 1.0 {
        (from, to) = (fire.centre(), other.centre());
    }
    Bearing::degrees(wind).turn_to(Bearing::of(to - from)).0.abs()
}
