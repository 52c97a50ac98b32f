//! Over the water by ferry or boat (§19.11).

use krigsspil_engine::{Centimetres, Figures};
use krigsspil_field::prelude::*;
use krigsspil_turn::ids::UnitId;
use krigsspil_turn::riders;
use krigsspil_turn::timeline::Instant;
use serde_json::json;

use super::changes::rebuild;
use super::works::lies;
use super::{Go, Run};
use crate::armies::ferries::FerryCrossing;
use crate::armies::vocabulary::Vessel;
use crate::battle::bodies::{body, footprint_valid, plain};
use crate::battle::labour::{AT_HAND, Voyage};
use crate::battle::land::lay_ground;
use crate::battle::order::{Formation, UnitOrder};
use crate::battle::sites::water_ahead;
use crate::battle::state::*;

impl Run<'_> {
    /// Units go on board: all vessels at the place that are free take them over, in as many trips as it needs (§19.11.2, §19.11.3).
    pub(super) fn embark(&mut self) -> Go {
        let boards = |unit: &Unit| matches!(unit.now.order, Some(UnitOrder::Cross { .. }));
        for unit in self.in_place_order(boards) {
            let Some(UnitOrder::Cross { place }) = self.unit(unit).now.order.clone() else { continue };
            self.goes_over(unit, point(place.0[0], place.0[1]))?;
        }
        Ok(())
    }

    fn goes_over(&mut self, unit: UnitId, at: Point) -> Go {
        let side = self.unit(unit).side;
        let near = |place: Point| {
            place.distance(at) <= AT_HAND
                && self.unit(unit).placed.parts().iter().any(|part| part.distance_to(place) <= 2.0 * AT_HAND)
        };
        let free: Vec<usize> = self
            .battle
            .land
            .vessels
            .iter()
            .enumerate()
            .filter(|(_, boat)| boat.side == side && boat.until.is_none() && near(boat.at))
            .filter(|(_, boat)| self.battle.land.seaworthy(boat))
            .map(|(number, _)| number)
            .collect();
        let vessel = free.first().map(|&number| self.battle.land.vessels[number].vessel);
        let water = water_ahead(self.battle, self.unit(unit));
        let (Some(vessel), Some((from, to))) = (vessel, water) else {
            self.tell_own("no_vessel", "19.11.1", unit, json!({}));
            return Ok(());
        };
        let fleet: Vec<usize> =
            free.into_iter().filter(|&number| self.battle.land.vessels[number].vessel == vessel).collect();
        let facts = self.crossing(unit, vessel, fleet.len() as i32, (to - from) / CM, at);
        let result = plain(&facts, self.tables)?;
        if !result.possible {
            let reason = result.reasons.first().copied();
            self.tell_own("cannot_cross", "19.11.4", unit, json!({"reason": reason}));
            return Ok(());
        }
        let until = self.now().after(result.total_turns.0);
        let frame = self.unit(unit).placed.frame();
        let depth = self.lands_as(unit).placed.body().depth();
        let lands =
            Pose::new(frame.at + frame.ahead * (to + depth + 5.0), self.unit(unit).pose.facing).on_grid();
        let bank = (frame.at + frame.ahead * (to + 3.0)).on_grid();
        for number in fleet {
            let boat = &mut self.battle.land.vessels[number];
            (boat.until, boat.at) = (Some(until), bank);
            let made =
                boat.thing.and_then(|thing| thing.checked_sub(self.battle.fixed.ground.features().count()));
            if let Some(made) = made.and_then(|made| self.battle.land.works.made.get_mut(made)) {
                (made.left, made.right) = lies(bank);
            }
        }
        lay_ground(self.battle, self.tables);
        self.halt(unit);
        self.unit_mut(unit).craft.afloat = Some(Voyage { until, lands });
        self.tell("embarks", "19.11.3", &[unit], json!({}));
        Ok(())
    }

    /// A unit as it stands when it has landed: foot as a hob, horse in column where it can (house).
    fn lands_as(&self, unit: UnitId) -> Unit {
        let mut so = self.unit(unit).clone();
        so.trail.clear();
        let formations: &[Formation] = match so.branch {
            Branch::Infantry => &[Formation::Hob],
            Branch::Cavalry => &[Formation::AttackColumn, Formation::Line, Formation::MarchColumn],
            Branch::Artillery | Branch::Wagon => &[],
        };
        let stands = formations.iter().find(|formation| footprint_valid(&so, **formation, self.tables));
        so.formation = stands.copied().unwrap_or(so.formation);
        if let Ok(placed) = body(&so, self.tables).and_then(|body| body.at(so.pose)) {
            so.placed = placed;
        }
        so
    }

    fn crossing(
        &self,
        unit: UnitId,
        vessel: Vessel,
        vessels: i32,
        width_cm: f64,
        at: Point,
    ) -> FerryCrossing {
        let goes = self.unit(unit);
        let (pioneers, nco) = self.battle.boatmen(goes.side, at);
        let figures = Figures(goes.figures.clamp(0, 10000));
        let none = Figures(0);
        FerryCrossing {
            vessel,
            vessels: vessels.clamp(1, 100),
            width_cm: Centimetres(width_cm.clamp(0.1, 1000.0)),
            foot: if goes.branch == Branch::Infantry { figures } else { none },
            mounted: if goes.branch == Branch::Cavalry { figures } else { none },
            horses: none,
            figure_pieces: goes.battery.as_ref().map_or(0, |guns| guns.figure_pieces),
            wagons: i32::from(goes.branch == Branch::Wagon),
            pioneers: Figures(pioneers.clamp(0, 1000)),
            nco,
            delay_turns: 0.0,
        }
    }

    /// The moments at which those on the water are over.
    pub(super) fn landings(&self) -> impl Iterator<Item = Instant> {
        self.battle.here().filter_map(|unit| Some(self.unit(unit).craft.afloat.as_ref()?.until))
    }

    /// Those who are over stand on the other bank, as a hob; their vessels lie there (§03.01.6).
    pub(super) fn land(&mut self) -> Go {
        let now = self.now();
        for unit in self.in_place_order(|unit| unit.craft.afloat.is_some()) {
            let Some(voyage) = self.unit(unit).craft.afloat.clone().filter(|voyage| voyage.until <= now)
            else {
                continue;
            };
            let so = self.lands_as(unit);
            let there = so.placed.moved_to(voyage.lands);
            if self.stands_on_somebody(unit, &there) || self.enemy_at(unit, &there) {
                // It waits on the water until the bank is free, and no enemy within break-in distance (§03.03.2, house).
                self.tell_own("cannot_land", "19.11.3", unit, json!({}));
                continue;
            }
            let lands = self.unit_mut(unit);
            lands.craft.afloat = None;
            lands.formation = so.formation;
            lands.pose = voyage.lands;
            lands.trail.clear();
            rebuild(self.battle, self.tables, unit);
            super::changes::stay_on_table(self.battle, unit);
            self.stand_clear(unit);
            riders::carry(self, unit);
            self.tell("lands", "19.11.3", &[unit], json!({}));
        }
        for boat in &mut self.battle.land.vessels {
            boat.until = boat.until.filter(|until| *until > now);
        }
        Ok(())
    }
}
