//! Zones: entered, garrisoned, fired at, assaulted and fought for sector by sector (chapter 12, §seq.zones.1, §seq.zones.2).

use krigsspil_field::prelude::*;
use krigsspil_turn::desk::Go;
use serde_json::json;

use super::Run;
use super::advance::Mover;
use crate::battle::bodies;
use crate::battle::legal::stands_clear;
use crate::battle::onset::onset;
use crate::battle::order::UnitOrder;
use crate::battle::state::*;
use crate::battle::zones::Inside;
use crate::procedures::morale_events::FriendCause;
use crate::procedures::zones::{ZoneAttrition, ZoneDeparture};
use crate::vocabulary::*;

/// Who comes so near to a zone is at its edge, in yards.
const AT_THE_EDGE: f64 = 3.0;
/// Columns that leave a zone together are so far from each other, in yards.
const ABREAST: f64 = 85.0;

impl Run<'_> {
    /// A unit goes into a zone: in transit (§12.6.9).
    pub(super) fn enters(&mut self, unit: UnitId, zone: usize) {
        let since = self.battle.turn;
        // A special building has no transit sector (§11.8).
        let sector = if self.battle.zones[zone].special { self.battle.free_sector(unit, zone) } else { None };
        let side = self.unit(unit).side;
        self.unit_mut(unit).inside = Some(Inside { zone, sector, since });
        if let Some(sector) = sector {
            self.battle.zones[zone].sectors[sector].held = Some(side);
        }
        self.fills(unit);
        self.tell("enters_zone", "12.2", &[unit], json!({"zone": self.battle.zones[zone].name}));
    }

    /// Its body is that of the zone it is in.
    pub(super) fn fills(&mut self, unit: UnitId) {
        let zones = std::mem::take(&mut self.battle.zones);
        bodies::fill(&mut self.battle.units[unit], &zones);
        self.battle.zones = zones;
    }

    /// Those whose move ended at the edge of a zone without enemies go in (§12.2).
    pub(super) fn come_to_zones(&mut self, moved: &[UnitId]) {
        for unit in self.battle.by_place(moved.to_vec()) {
            let own = self.unit(unit);
            if !own.here() || own.inside.is_some() || own.stance == Stance::Square {
                continue;
            }
            let ahead = own.placed.moved_to(Pose::new(
                own.placed.pose().at + own.placed.frame().ahead * AT_THE_EDGE,
                own.placed.pose().facing,
            ));
            let zone = (0..self.battle.zones.len()).find(|&zone| {
                let body = self.battle.zones[zone].body();
                body.is_some_and(|body| overlaps(&ahead, &body))
            });
            if let Some(zone) = zone.filter(|&zone| self.battle.may_enter(unit, zone)) {
                self.enters(unit, zone);
            }
        }
    }

    /// Into garrison, or out of it, in the formation phase (§12.2, §12.5.B.3).
    pub(super) fn changes_garrison(&mut self, unit: UnitId) {
        let Some(inside) = self.unit(unit).inside else { return self.open_garrison(unit) };
        let side = self.unit(unit).side;
        let free = match inside.sector {
            Some(_) => None,
            None => self.battle.free_sector(unit, inside.zone),
        };
        if inside.sector.is_none() && free.is_none() {
            return;
        }
        let own = self.unit_mut(unit);
        own.inside = Some(Inside { sector: free, ..inside });
        if own.guns() {
            own.stance = if free.is_some() { Stance::Unlimbered } else { Stance::Limbered };
        }
        if let Some(sector) = free {
            self.battle.zones[inside.zone].sectors[sector].held = Some(side);
        }
        let what = if free.is_some() { "garrisons" } else { "leaves_garrison" };
        self.tell(what, "12.2", &[unit], json!({"zone": self.battle.zones[inside.zone].name}));
    }

    /// Into or out of garrison in an open zone, on the table (§12.2.A).
    fn open_garrison(&mut self, unit: UnitId) {
        let held = self.unit(unit).holds;
        let Some(zone) = held.or_else(|| self.battle.open_zone_of(unit)) else { return };
        self.unit_mut(unit).holds = if held.is_some() { None } else { Some(zone) };
        let what = if held.is_some() { "leaves_garrison" } else { "garrisons" };
        self.tell(what, "12.2", &[unit], json!({"zone": self.battle.zones[zone].name}));
    }

    /// A unit is out of its zone.
    pub(super) fn is_out(&mut self, unit: UnitId, there: Placed) {
        let guns = self.unit(unit).guns();
        let own = self.unit_mut(unit);
        own.inside = None;
        own.stance = if guns { Stance::Limbered } else { Stance::Column };
        own.placed = there;
    }

    /// A unit leaves its zone on the side it wants, and goes on (§12.2).
    pub(super) fn leaves_zone(&mut self, unit: UnitId, way: Bearing) {
        let Some(inside) = self.unit(unit).inside else { return };
        let way = self.battle.way_by_road(unit, inside.zone, way);
        match self.battle.before_the_edge(self.tables, unit, (inside.zone, way, 0.0)) {
            Some(there) => {
                self.is_out(unit, there);
                self.unit_mut(unit).turn.moved = true;
                self.tell(
                    "leaves_zone",
                    "12.2",
                    &[unit],
                    json!({"zone": self.battle.zones[inside.zone].name}),
                );
            }
            None => self.tell_own("change_fails", "12.2", unit, json!({})),
        }
    }

    /// Those who assault a zone go up to its edge; a zone is assaulted by at least one infantry unit for each combat sector (§12.5.B.4, R90).
    pub(super) fn assaults_move(&mut self) -> Go {
        let chargers = self.battle.here().filter(|&unit| self.unit(unit).turn.assaults.is_some());
        let chargers = self.battle.by_place(chargers.collect());
        let mut movers = Vec::new();
        for &unit in &chargers {
            let way = onset(self.battle, self.tables, unit, 0.0);
            movers.push(Mover::new(unit, way.course, way.reach, false));
        }
        self.advance(&mut movers);
        for mover in &movers {
            let own = self.unit_mut(mover.unit);
            own.turn.charged = true;
            own.charges_running += 1;
            let Some(zone) = self.unit(mover.unit).turn.assaults else { continue };
            let own = self.unit(mover.unit);
            let near = self.battle.zones[zone]
                .body()
                .is_some_and(|body| distance(&own.placed, &body) <= AT_THE_EDGE);
            if !near {
                self.unit_mut(mover.unit).turn.assaults = None;
            }
        }
        for zone in 0..self.battle.zones.len() {
            let at = |run: &Self| {
                let there = run.battle.here().filter(|&unit| run.unit(unit).turn.assaults == Some(zone));
                run.battle.by_place(there.collect())
            };
            let foot =
                at(self).into_iter().filter(|&unit| self.unit(unit).fights_as() == Arm::Infantry).count();
            let Some(&first) = at(self).first() else { continue };
            let side = self.unit(first).side;
            let wanted =
                self.battle.zones[zone].sectors.iter().filter(|sector| sector.held != Some(side)).count();
            for unit in at(self).into_iter().filter(|_| foot < wanted) {
                self.unit_mut(unit).turn.assaults = None;
                self.tell(
                    "assault_too_weak",
                    "12.5.B.4",
                    &[unit],
                    json!({"zone": self.battle.zones[zone].name}),
                );
            }
            if !at(self).is_empty() {
                self.transit_batteries(zone);
            }
        }
        Ok(())
    }

    /// Batteries in transit in an assaulted zone go into garrison while there is room, else they leave it limbered, toward home (§12.4.F).
    fn transit_batteries(&mut self, zone: usize) {
        let transit = self.battle.inside(zone).filter(|&unit| {
            self.unit(unit).guns() && self.unit(unit).inside.is_some_and(|inside| inside.sector.is_none())
        });
        for unit in self.battle.by_place(transit.collect()) {
            if self.battle.free_sector(unit, zone).is_some() {
                self.changes_garrison(unit);
            } else {
                let home = Bearing::degrees(self.battle.fixed.sides[self.unit(unit).side].home);
                self.leaves_zone(unit, home);
            }
        }
    }

    /// All contested zones, sector by sector.
    pub(super) fn zone_combat(&mut self) -> Go {
        self.flights_from_zones()?;
        for zone in 0..self.battle.zones.len() {
            if self.battle.contested(zone) {
                let sectors = self.allocated(zone);
                self.garrisons_shift(zone, &sectors);
                for (sector, units) in sectors.into_iter().enumerate() {
                    self.sector_combat(zone, sector, &units)?;
                }
            }
        }
        self.settle_shocks(&[], &[])
    }

    /// Units that flee from a zone (§12.6.11).
    fn flights_from_zones(&mut self) -> Go {
        for (unit, order) in self.written() {
            let Some(inside) = self.unit(unit).inside.filter(|_| order == UnitOrder::Flee) else { continue };
            let engaged =
                inside.sector.is_some_and(|sector| self.battle.zones[inside.zone].sectors[sector].engaged);
            let action = if engaged { ZoneDeparture::WithdrawEngaged } else { ZoneDeparture::Flee };
            let facts =
                ZoneAttrition { action, units: 1, engaged, unlimbered_battery: self.unit(unit).unlimbered() };
            let flight = super::telling::plain(self.tables, &facts)?;
            if flight.allowed {
                self.loses(unit, flight.castings_lost.0, "12.6.11");
                match flight.guns_abandoned && self.unit(unit).here() {
                    true => self.guns_left_in_zone(unit),
                    false => self.thrown_out(unit, flight.move_yards.0)?,
                }
            }
        }
        Ok(())
    }

    /// A crew that flees leaves its unlimbered guns in the zone (§12.6.11).
    fn guns_left_in_zone(&mut self, unit: UnitId) {
        let Some(inside) = self.unit(unit).inside else { return };
        let (tables, middle) = (self.tables, self.battle.zones[inside.zone].middle());
        let own = self.unit_mut(unit);
        let facing = own.placed.pose().facing;
        own.inside = None;
        if let Ok(placed) = bodies::body(own, Stance::Unlimbered, tables)
            .and_then(|body| body.at(Pose::new(middle, facing).on_grid()))
        {
            own.placed = placed;
        }
        self.abandons(unit);
    }

    /// Out of a zone toward the baseline, and so many yards on.
    pub(super) fn thrown_out(&mut self, unit: UnitId, yards: i32) -> Go {
        let Some(inside) = self.unit(unit).inside.filter(|_| self.unit(unit).here()) else { return Ok(()) };
        let home = Bearing::degrees(self.battle.fixed.sides[self.unit(unit).side].home);
        match self.way_out(unit, inside.zone, home, yards) {
            Some(there) => {
                self.is_out(unit, there);
                self.retreats(unit, yards, FriendCause::MeleeResult)?;
            }
            None => self.surrenders(unit),
        }
        Ok(())
    }

    /// Where a unit leaves a zone toward home: those who leave together go side by side, so that nobody ends upon another.
    fn way_out(&self, unit: UnitId, zone: usize, home: Bearing, yards: i32) -> Option<Placed> {
        let outward = self.battle.outward(self.battle.zones[zone].middle());
        let sign = outward * if home.ahead().y < 0.0 { -1.0 } else { 1.0 };
        let aside = [0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 4.0, -4.0].map(|aside| aside * ABREAST * sign);
        let far = home.ahead() * f64::from(yards);
        let clear = |there: &Placed| {
            let pose = there.pose();
            stands_clear(self.battle, unit, &there.moved_to(Pose::new(pose.at + far, pose.facing).on_grid()))
        };
        let ways = || {
            aside
                .into_iter()
                .filter_map(|aside| self.battle.before_the_edge(self.tables, unit, (zone, home, aside)))
        };
        ways().find(clear).or_else(|| ways().next())
    }

    /// Who fights where (§12.5.B): as was written; attackers else in turn over the sectors they do not hold, defenders in transit where nobody stands.
    fn allocated(&self, zone: usize) -> Vec<Vec<UnitId>> {
        let count = self.battle.zones[zone].sectors.len();
        let mut sectors: Vec<Vec<UnitId>> = vec![Vec::new(); count];
        let mut free: Vec<UnitId> = Vec::new();
        let involved = self.battle.here().filter(|&unit| {
            let own = self.unit(unit);
            own.turn.assaults == Some(zone) || own.inside.is_some_and(|inside| inside.zone == zone)
        });
        for unit in self.battle.by_place(involved.collect()) {
            let own = self.unit(unit);
            let wanted = match &own.written {
                Some(UnitOrder::Allocate { zone: name, sector })
                    if **name == *self.battle.zones[zone].name =>
                {
                    Some(*sector as usize - 1)
                }
                _ => None,
            };
            let stays = own.inside.and_then(|inside| inside.sector);
            match wanted.or(stays).filter(|sector| *sector < count) {
                Some(sector) => sectors[sector].push(unit),
                None => free.push(unit),
            }
        }
        for unit in free {
            let side = self.unit(unit).side;
            let held = |sector: usize| self.battle.zones[zone].sectors[sector].held;
            let own =
                |sector: &Vec<UnitId>| sector.iter().filter(|&&other| self.unit(other).side == side).count();
            let attacks = self.unit(unit).turn.assaults.is_some();
            let open = (0..count).filter(|&sector| if attacks { held(sector) != Some(side) } else { true });
            if let Some(sector) = open.min_by_key(|&sector| own(&sectors[sector])) {
                sectors[sector].push(unit);
            }
        }
        self.attackers_everywhere(zone, &mut sectors);
        sectors
    }

    /// Every sector is attacked by one battalion at least (§12.5.B.4, R90): where several assault one and nobody another, the last of them does.
    fn attackers_everywhere(&self, zone: usize, sectors: &mut [Vec<UnitId>]) {
        let assaults = |unit: &UnitId| {
            let own = self.unit(*unit);
            own.turn.assaults == Some(zone) && own.fights_as() == Arm::Infantry
        };
        let Some(side) =
            sectors.iter().flatten().find(|unit| assaults(unit)).map(|&unit| self.unit(unit).side)
        else {
            return;
        };
        let foot = |unit: UnitId| self.unit(unit).fights_as() == Arm::Infantry;
        let attackers = |sector: &Vec<UnitId>| {
            sector.iter().filter(|&&unit| self.unit(unit).side == side && foot(unit)).count()
        };
        let open = |sector: usize| self.battle.zones[zone].sectors[sector].held != Some(side);
        let without = |sectors: &[Vec<UnitId>]| {
            (0..sectors.len()).find(|&sector| open(sector) && attackers(&sectors[sector]) == 0)
        };
        while let Some(empty) = without(sectors) {
            let most =
                (0..sectors.len()).max_by_key(|&sector| (attackers(&sectors[sector]), usize::MAX - sector));
            let Some(most) = most.filter(|&most| attackers(&sectors[most]) > 1) else { return };
            let Some(last) = sectors[most].iter().rposition(assaults) else { return };
            let unit = sectors[most].remove(last);
            sectors[empty].push(unit);
        }
    }

    /// A garrison that was shifted to a sector of its own side without one is its garrison now (§12.5.C.1-b).
    fn garrisons_shift(&mut self, zone: usize, sectors: &[Vec<UnitId>]) {
        for (sector, units) in sectors.iter().enumerate() {
            for &unit in units {
                let side = self.unit(unit).side;
                let from = self.unit(unit).inside.and_then(|inside| inside.sector);
                let own = self.battle.zones[zone].sectors[sector].held.is_none_or(|held| held == side);
                let free = self.battle.garrison(zone, sector).is_none();
                if from.is_some_and(|from| from != sector) && own && free && !self.unit(unit).guns() {
                    self.stands_at(unit, zone, Some(sector));
                    self.battle.zones[zone].sectors[sector].held = Some(side);
                }
            }
        }
    }
}
