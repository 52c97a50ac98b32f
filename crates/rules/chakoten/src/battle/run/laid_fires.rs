//! Fires that are laid (§19.06): lighting, fighting, spreading, and those who must leave.

use krigsspil_engine::{Centimetres, Figures, Turns};
use krigsspil_field::prelude::{Feature, *};
use krigsspil_turn::ids::UnitId;
use serde_json::json;

use super::burning::off_wind;
use super::{Go, Run};
use crate::armies::fire::{FireFight, FireInBattery, FireSpread, FireStart};
use crate::armies::vocabulary::{BatteryBlast, BurningObject, DemolitionObject, FireSize, FireState, Vessel};
use crate::battle::labour::AT_HAND;
use crate::battle::land::{Condition, Wind, lay_ground};
use crate::battle::order::UnitOrder;
use crate::battle::sites::object_of;
use crate::battle::state::*;

/// Fire leaps this far around it, and downwind from small and large things, in centimetres (§19.06.5).
const AROUND_CM: f64 = 4.0;
const DOWNWIND_CM: [f64; 2] = [10.0, 15.0];
/// Within this many degrees of the wind.
const DOWNWIND_DEG: f64 = 30.0;

impl Run<'_> {
    /// What burns on the ground, as a body.
    fn fire_body(&self, thing: usize) -> Option<Placed> {
        let place = *self.battle.ground.feature(FeatureId(thing))?.shape.places().first()?;
        self.object_body(thing, place)
    }

    fn burning_object(&self, thing: usize) -> BurningObject {
        if let Some(boat) = self.battle.land.vessels.iter().find(|boat| boat.thing == Some(thing)) {
            return if boat.vessel == Vessel::Ferry { BurningObject::Ferry } else { BurningObject::Boat };
        }
        match self.battle.ground.feature(FeatureId(thing)).map(|feature| feature.kind) {
            Some(Kind::Building) => BurningObject::Building,
            Some(Kind::Crossing(CrossingKind::Footbridge)) => BurningObject::Gangway,
            Some(Kind::Crossing(_)) => BurningObject::WoodenBridge,
            _ => BurningObject::AbatisOrPalisade,
        }
    }

    /// Prepared fires are lit at the start of the turn (§19.06.2).
    pub(super) fn fires_are_lit(&mut self) -> Go {
        let turn = self.battle.turn;
        let due: Vec<_> =
            self.battle.land.lightings.iter().filter(|light| light.turn <= turn).cloned().collect();
        self.battle.land.lightings.retain(|light| light.turn > turn);
        for light in due {
            let object = self.burning_object(light.thing);
            let facts = FireStart { attempt: light.attempt.clamp(1, 2), size: object.size() };
            let about = json!({"building": self.house_name(light.thing)});
            let result = self.roll_own(("lights_fire", "19.06.2"), light.by, about.clone(), &facts)?;
            if result.fire {
                let house = self.battle.land.house_mut(light.thing);
                (house.burning, house.laid, house.leapt) = (Some(turn), true, false);
                self.tell_all("fire_breaks_out", "19.06.2", about);
                self.wind_is_found()?;
            } else if !result.prepare_again {
                let again = turn + result.retry_after_turns.0 as u32;
                self.battle.land.lightings.push(crate::battle::labour::Lighting {
                    attempt: 2,
                    turn: again,
                    ..light
                });
            } else {
                self.tell_own("prepare_again", "19.06.2", light.by, about);
            }
        }
        Ok(())
    }

    /// Only fire fighters stay where a fire can spread; others who have no order to march go by themselves (§19.06.6, house).
    pub(super) fn leave_the_fires(&mut self) -> Go {
        let turn = self.battle.turn;
        for (thing, since, laid) in self.fires() {
            let Some(fire) = self.fire_body(thing) else { continue };
            if laid && since == turn {
                // They can be ordered away with the next sheet.
                continue;
            }
            for unit in self.in_place_order(|unit| unit.steady()) {
                let fights = matches!(self.unit(unit).now.order, Some(UnitOrder::FightFire { .. }));
                let inside = self.unit(unit).inside.as_ref().is_some_and(|inside| inside.building == thing);
                let goes = !self.unit(unit).todo.is_empty();
                // Those in a building fight a laid fire for its first two turns.
                let fights = fights || inside && laid && turn <= self.first_turn(thing, since) + 1;
                if fights || goes || !(inside || self.threatened(&fire, thing, &self.unit(unit).placed)) {
                    continue;
                }
                self.battle.waiting.retain(|waiting| *waiting != unit);
                self.unit_mut(unit).now.works = None;
                let from = if inside { self.threat_to(unit) } else { fire.centre() };
                if self.unit(unit).unlimbered() {
                    // Guns in position are ordered away by their player; they burn where they stand.
                    continue;
                }
                self.go_back(unit, from);
                self.tell("leaves_fire", "19.06.6", &[unit], json!({}));
            }
        }
        Ok(())
    }

    /// The fires, in order of place: what, since when, and whether it was laid.
    fn fires(&self) -> Vec<(usize, u32, bool)> {
        let burning = self.battle.land.houses.iter();
        let mut fires: Vec<(usize, u32, bool)> =
            burning.filter_map(|(&thing, house)| Some((thing, house.burning?, house.laid))).collect();
        fires.sort_by(|a, b| self.house_order(a.0, b.0));
        fires
    }

    /// The first turn of a fire that broke out in this one: it is the next if the fire leapt over at the turn's end (§19.06.3, §19.06.4).
    fn first_turn(&self, thing: usize, since: u32) -> u32 {
        since + u32::from(self.battle.land.house(thing).is_some_and(|house| house.leapt))
    }

    /// Could the fire spread to where this body is (§19.06.5)?
    fn threatened(&self, fire: &Placed, thing: usize, placed: &Placed) -> bool {
        let cm = distance(fire, placed) / CM;
        let large = self.burning_object(thing).size() == FireSize::Large;
        let downwind = match self.battle.land.wind {
            Wind::Toward(wind) => off_wind(fire, placed, wind) <= DOWNWIND_DEG,
            Wind::Unknown | Wind::Calm => false,
        };
        cm <= if downwind { DOWNWIND_CM[usize::from(large)] } else { AROUND_CM }
    }

    /// Laid fires at the end of the turn: they are fought, they spread, guns near them may burn, and they burn down (§19.06.3 to §19.06.6).
    pub(super) fn laid_fires_burn(&mut self) -> Go {
        let turn = self.battle.turn;
        for (thing, since, laid) in self.fires() {
            if laid {
                self.fire_is_fought(thing, turn + 1 - self.first_turn(thing, since))?;
            }
        }
        for (thing, since, laid) in self.fires() {
            if laid && turn == since + 1 {
                self.laid_fire_spreads(thing)?;
            }
        }
        for (thing, _, _) in self.fires() {
            self.guns_near_fire(thing)?;
        }
        for (thing, since, laid) in self.fires() {
            let turns = if self.burning_object(thing).size() == FireSize::Large { 8 } else { 4 };
            if laid && turn + 1 >= self.first_turn(thing, since) + turns {
                self.burns_down(thing);
            }
        }
        Ok(())
    }

    fn burns_down(&mut self, thing: usize) {
        let kind = self.battle.ground.feature(FeatureId(thing)).map(|feature| feature.kind);
        if kind == Some(Kind::Building) {
            return self.falls(thing, Condition::Burnt, "19.06.3");
        }
        let house = self.battle.land.house_mut(thing);
        (house.condition, house.burning) = (Condition::Burnt, None);
        lay_ground(self.battle, self.tables);
        let boat = self.battle.land.vessels.iter().find(|boat| boat.thing == Some(thing));
        if let Some(at) = boat.map(|boat| boat.at) {
            return self.tell_all("vessel_lost", "19.06.3", json!({"place": [at.x, at.y]}));
        }
        self.tell_all("building_burnt", "19.06.3", json!({"building": self.house_name(thing)}));
    }

    /// Those ordered to fight a fire, and those in the building, throw once a turn in its first two turns (§19.06.4).
    fn fire_is_fought(&mut self, thing: usize, fire_turn: u32) -> Go {
        let Some(fire) = self.fire_body(thing) else { return Ok(()) };
        let ordered = |unit: UnitId| {
            let Some(UnitOrder::FightFire { place }) = &self.unit(unit).now.order else { return false };
            let at = point(place.0[0], place.0[1]);
            let meant = fire.parts().iter().any(|part| part.distance_to(at) <= CM);
            meant && distance(&fire, &self.unit(unit).placed) <= AT_HAND && !self.unit(unit).now.moved
        };
        let fighters: Vec<UnitId> =
            self.in_place_order(|unit| unit.intact()).into_iter().filter(|&unit| ordered(unit)).collect();
        let inside = self.battle.garrison(thing);
        let Some(&first) = fighters.first().or(inside.first()) else { return Ok(()) };
        let (mut pioneers, mut others) = (0, 0);
        for &unit in fighters.iter().filter(|unit| !inside.contains(unit)) {
            match self.unit(unit).craft.trade {
                crate::battle::labour::Trade::Others => others += self.unit(unit).figures,
                _ => pioneers += self.unit(unit).figures,
            }
        }
        if fire_turn > 2 {
            return Ok(());
        }
        let facts = FireFight {
            object: self.burning_object(thing),
            fire_turn: Turns(fire_turn as i32),
            pioneers: Figures(pioneers.clamp(0, 1000)),
            others: Figures(others.clamp(0, 1000)),
            figures_in_building: Figures(
                inside.iter().map(|&unit| self.unit(unit).figures).sum::<i32>().clamp(0, 1000),
            ),
        };
        let about = json!({"building": self.house_name(thing)});
        let result = self.roll_own(("fights_fire", "19.06.4"), first, about.clone(), &facts)?;
        if result.extinguished {
            let house = self.battle.land.house_mut(thing);
            house.burning = None;
            // Half destroyed: a bridge as after a partial blast, a building loses nothing more (house; the umpire may say otherwise).
            let half = result.state == FireState::HalfDestroyed;
            house.partial |= half;
            lay_ground(self.battle, self.tables);
            self.tell_all("fire_put_out", "19.06.4", about.clone());
            let kind = self.battle.ground.feature(FeatureId(thing)).map(|feature| feature.kind);
            if half && matches!(kind, Some(Kind::Crossing(_))) {
                self.tell_all("bridge_broken", "19.06.4", about);
            }
        }
        Ok(())
    }

    /// In the turn after the outbreak each thing in reach is thrown for once (§19.06.5, ruling 43).
    fn laid_fire_spreads(&mut self, thing: usize) -> Go {
        let Some(fire) = self.fire_body(thing) else { return Ok(()) };
        let size = self.burning_object(thing).size();
        let wind = self.battle.land.wind;
        let near = fire.extent().grown(DOWNWIND_CM[1] * CM);
        let first_made = self.battle.fixed.ground.features().count();
        let kept = first_made + self.battle.land.works.made.len();
        // What skema XXI lets one burn: a stone bridge does not, a gangway and a boat at the bank do.
        let burns = |id: usize, feature: &Feature| {
            use DemolitionObject::{Boat, Ferry, Gangway, WoodenBridge};
            let state = self.battle.land.house(id);
            let free = state.is_none_or(|house| house.stands() && house.burning.is_none());
            let sails =
                self.battle.land.vessels.iter().any(|boat| boat.thing == Some(id) && boat.until.is_some());
            let made = id.checked_sub(first_made).and_then(|number| self.battle.land.works.made.get(number));
            let wood = matches!(
                object_of(feature, made.map(|made| made.thing)),
                Some(WoodenBridge | Gangway | Ferry | Boat)
            );
            id < kept && id != thing && free && !sails && (wood || feature.kind == Kind::Building)
        };
        let mut others: Vec<usize> = self
            .battle
            .ground
            .near(near)
            .filter(|(id, feature)| burns(id.0, feature))
            .map(|(id, _)| id.0)
            .collect();
        others.sort_by(|a, b| self.house_order(*a, *b));
        for other in others {
            let Some(body) = self.fire_body(other) else { continue };
            let off = match wind {
                Wind::Toward(wind) => off_wind(&fire, &body, wind),
                Wind::Unknown | Wind::Calm => 180.0,
            };
            if !self.threatened(&fire, thing, &body) {
                continue;
            }
            let facts = FireSpread {
                distance_cm: Centimetres((distance(&fire, &body) / CM).clamp(0.0, 1000.0)),
                off_wind_deg: off.clamp(0.0, 180.0),
                size,
                wind_extra_cm: Centimetres(0.0),
            };
            let about = json!({"building": self.house_name(other)});
            if self.roll_all(("fire_may_spread", "19.06.5"), about.clone(), &facts)?.catches_fire {
                let turn = self.battle.turn;
                let house = self.battle.land.house_mut(other);
                (house.burning, house.laid, house.leapt) = (Some(turn), true, true);
                self.tell_all("fire_breaks_out", "19.06.5", about);
            }
        }
        Ok(())
    }

    /// Guns that are still where the fire can spread may burn, and their powder go off (§19.06.6).
    fn guns_near_fire(&mut self, thing: usize) -> Go {
        let Some(fire) = self.fire_body(thing) else { return Ok(()) };
        for unit in self.in_place_order(|unit| unit.battery.is_some() && !unit.left_its_guns()) {
            if self.unit(unit).now.burned || !self.threatened(&fire, thing, &self.unit(unit).placed) {
                continue;
            }
            self.unit_mut(unit).now.burned = true;
            let facts = FireInBattery { loads: self.unit(unit).loads.clamp(0, 1000) };
            let result = self.roll(("battery_burns", "19.06.6"), &[unit], json!({}), &facts, &[])?;
            if matches!(result.blast, BatteryBlast::Partial | BatteryBlast::Complete)
                && result.charges_exploding > 0
            {
                let (placed, at) = (self.unit(unit).placed.clone(), self.unit(unit).placed.centre());
                let charges = f64::from(result.charges_exploding);
                let all = self.unit(unit).figures;
                self.explode(Some(&placed), at, charges, &[], &[(unit, all)])?;
            }
        }
        Ok(())
    }
}
