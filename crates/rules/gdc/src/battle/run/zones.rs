//! Zones: entered, garrisoned, fired at, assaulted and fought for sector by sector (chapter 12, §seq.zones.1, §seq.zones.2).

use krigsspil_engine::battle::Presence;
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
use crate::procedures::sector::{SectorAttacker, SectorDefender, SectorResult, ZoneSectorCombat};
use crate::procedures::zones::{ZoneAttrition, ZoneDeparture};
use crate::vocabulary::*;

/// Who comes so near to a zone is at its edge, in yards.
const AT_THE_EDGE: f64 = 3.0;

impl Run<'_> {
    /// A unit goes into a zone: in transit (§12.6.9).
    pub(super) fn enters(&mut self, unit: UnitId, zone: usize) {
        let since = self.battle.turn;
        // A special building has no transit sector (§11.8).
        let sector = if self.battle.zones[zone].special { self.free_sector(unit, zone) } else { None };
        let side = self.unit(unit).side;
        self.unit_mut(unit).inside = Some(Inside { zone, sector, since });
        if let Some(sector) = sector {
            self.battle.zones[zone].sectors[sector].held = Some(side);
        }
        self.fills(unit);
        self.tell("enters_zone", "12.2", &[unit], json!({"zone": self.battle.zones[zone].name}));
    }

    /// Its body is that of the zone it is in.
    fn fills(&mut self, unit: UnitId) {
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
            let side = own.side;
            let zone = (0..self.battle.zones.len()).find(|&zone| {
                let body = self.battle.zones[zone].body();
                body.is_some_and(|body| overlaps(&ahead, &body))
            });
            let enemy = |zone: usize| {
                self.battle.fixed.sides.ids().any(|other| other != side && self.battle.stands_in(zone, other))
            };
            let full = |zone: usize| {
                self.battle.zones[zone].special
                    && (self.unit(unit).guns() || self.free_sector(unit, zone).is_none())
            };
            if let Some(zone) = zone.filter(|&zone| !enemy(zone) && !full(zone)) {
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
            None => self.free_sector(unit, inside.zone),
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

    /// A sector without a garrison of its own; a battery takes the first while the zone has room for it (§12.4.D).
    fn free_sector(&self, unit: UnitId, zone: usize) -> Option<usize> {
        if self.unit(unit).guns() {
            let guns = self.battle.inside(zone).filter(|&other| {
                self.unit(other).guns()
                    && self.unit(other).inside.is_some_and(|inside| inside.sector.is_some())
            });
            return (guns.count() < self.battle.zones[zone].batteries.max(0) as usize).then_some(0);
        }
        let side = self.unit(unit).side;
        (0..self.battle.zones[zone].sectors.len()).find(|&sector| {
            let held = self.battle.zones[zone].sectors[sector].held;
            self.battle.garrison(zone, sector).is_none() && held.is_none_or(|held| held == side)
        })
    }

    /// The place before the edge of a zone in a direction, where a unit leaves it; none where there is no room.
    fn before_the_edge(&self, unit: UnitId, zone: usize, way: Bearing) -> Option<Placed> {
        let own = self.unit(unit);
        let stance = if own.guns() { Stance::Limbered } else { Stance::Column };
        let body = bodies::body(own, stance, self.tables).ok()?;
        let middle = self.battle.zones[zone].middle();
        let facing = way.on_grid();
        let out =
            (0..200).map(|step| Pose::new(middle + way.ahead() * (f64::from(step) * 10.0), facing).on_grid());
        out.filter_map(|pose| body.at(pose).ok()).find(|there| stands_clear(self.battle, unit, there))
    }

    /// A unit is out of its zone.
    fn is_out(&mut self, unit: UnitId, there: Placed) {
        let guns = self.unit(unit).guns();
        let own = self.unit_mut(unit);
        own.inside = None;
        own.stance = if guns { Stance::Limbered } else { Stance::Column };
        own.placed = there;
    }

    /// A unit leaves its zone on the side it wants, and goes on (§12.2).
    pub(super) fn leaves_zone(&mut self, unit: UnitId, way: Bearing) {
        let Some(inside) = self.unit(unit).inside else { return };
        match self.before_the_edge(unit, inside.zone, way) {
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
                run.battle
                    .here()
                    .filter(|&unit| run.unit(unit).turn.assaults == Some(zone))
                    .collect::<Vec<_>>()
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
        }
        Ok(())
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
                self.thrown_out(unit, flight.move_yards.0)?;
            }
        }
        Ok(())
    }

    /// Out of a zone toward the baseline, and so many yards on.
    pub(super) fn thrown_out(&mut self, unit: UnitId, yards: i32) -> Go {
        let Some(inside) = self.unit(unit).inside.filter(|_| self.unit(unit).here()) else { return Ok(()) };
        let home = Bearing::degrees(self.battle.fixed.sides[self.unit(unit).side].home);
        match self.before_the_edge(unit, inside.zone, home) {
            Some(there) => {
                self.is_out(unit, there);
                self.retreats(unit, yards, FriendCause::MeleeResult)?;
            }
            None => self.surrenders(unit),
        }
        Ok(())
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
        sectors
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

    /// One sector (§12.5.C).
    fn sector_combat(&mut self, zone: usize, sector: usize, units: &[UnitId]) -> Go {
        let units: Vec<UnitId> = units.iter().copied().filter(|&unit| self.unit(unit).here()).collect();
        let held = self.battle.zones[zone].sectors[sector].held;
        let assaulting =
            units.iter().copied().find(|&unit| held != Some(self.unit(unit).side) && !self.unit(unit).guns());
        let Some(first) = assaulting else { return Ok(()) };
        let side = self.unit(first).side;
        let of = |run: &Self, own: bool, guns: bool| {
            units
                .iter()
                .copied()
                .filter(|&unit| (run.unit(unit).side == side) == own && run.unit(unit).guns() == guns)
                .collect::<Vec<_>>()
        };
        let (attackers, defenders) = (of(self, true, false), of(self, false, false));
        let engaged = self.battle.zones[zone].sectors[sector].engaged;
        let facts = ZoneSectorCombat {
            zone_class: self.battle.zones[zone].class,
            engaged,
            attackers: attackers.iter().take(6).map(|&unit| self.sector_attacker(unit)).collect(),
            defenders: defenders.iter().take(6).map(|&unit| self.sector_defender(unit, sector)).collect(),
            attacker_artillery: !of(self, true, true).is_empty(),
            defender_artillery: !of(self, false, true).is_empty(),
            russians_defend_in_russia: false,
        };
        let about = json!({"zone": self.battle.zones[zone].name, "sector": sector as i32 + 1});
        let told: Vec<UnitId> =
            attackers.first().copied().into_iter().chain(defenders.first().copied()).collect();
        let fought = self.roll(("sector_combat", "12.5.C"), &told, about, &facts)?;
        for unit in attackers.iter().chain(&defenders) {
            self.unit_mut(*unit).turn.fought = true;
        }
        self.shares(&attackers, fought.attacker_losses.0);
        self.shares(&defenders, fought.defender_losses.0);
        match fought.result {
            SectorResult::Secured => self.secures(zone, sector, &attackers),
            SectorResult::DefenderDestroyed => {
                self.destroyed(&defenders);
                self.secures(zone, sector, &attackers);
            }
            SectorResult::AttackerDestroyed => {
                self.destroyed(&attackers);
                self.battle.zones[zone].sectors[sector].engaged = false;
            }
            SectorResult::Repulsed => {
                for &unit in &attackers {
                    self.repulsed(unit, fought.attacker_retreat_yards.0)?;
                }
            }
            SectorResult::Engaged => {
                self.battle.zones[zone].sectors[sector].engaged = true;
                for &unit in attackers
                    .iter()
                    .chain(&defenders)
                    .filter(|&&unit| self.battle.units[unit].here())
                    .collect::<Vec<_>>()
                {
                    self.stands_at(unit, zone, Some(sector));
                }
            }
        }
        Ok(())
    }

    fn sector_attacker(&self, unit: UnitId) -> SectorAttacker {
        let own = self.unit(unit);
        SectorAttacker {
            melee_grade: self.grades(unit).0,
            castings: Castings(own.castings.clamp(1, 60)),
            status: own.status(),
            cavalry: own.mounted(),
        }
    }

    fn sector_defender(&self, unit: UnitId, sector: usize) -> SectorDefender {
        let own = self.unit(unit);
        SectorDefender {
            melee_grade: self.grades(unit).0,
            castings: Castings(own.castings.clamp(1, 60)),
            status: own.status(),
            cavalry: own.mounted(),
            garrison: own.inside.and_then(|inside| inside.sector) == Some(sector),
        }
    }

    /// The losses of a sector are totals (§12.6.2): the strongest bear them.
    fn shares(&mut self, units: &[UnitId], castings: i32) {
        for _ in 0..castings {
            let alive = units.iter().copied().filter(|&unit| self.unit(unit).here());
            let most = alive.max_by(|&a, &b| {
                self.unit(a).castings.cmp(&self.unit(b).castings).then_with(|| self.battle.comes_first(b, a))
            });
            if let Some(unit) = most {
                self.loses(unit, 1, "12.6.2");
            }
        }
    }

    /// Beaten in a zone: destroyed, and it causes no checks (§12.6.8).
    fn destroyed(&mut self, units: &[UnitId]) {
        for &unit in units.iter().filter(|&&unit| self.battle.units[unit].here()).collect::<Vec<_>>() {
            self.tell("destroyed_in_zone", "12.6.8", &[unit], json!({}));
            self.is_gone(unit, Presence::Gone);
        }
    }

    fn stands_at(&mut self, unit: UnitId, zone: usize, sector: Option<usize>) {
        let since = self.battle.turn;
        let inside = self
            .unit(unit)
            .inside
            .map_or(Inside { zone, sector, since }, |inside| Inside { sector, ..inside });
        self.unit_mut(unit).inside = Some(inside);
        self.fills(unit);
    }

    /// The attackers have a sector: one of them garrisons it, the others are in transit (§12.6.4).
    fn secures(&mut self, zone: usize, sector: usize, attackers: &[UnitId]) {
        let alive: Vec<UnitId> = attackers.iter().copied().filter(|&unit| self.unit(unit).here()).collect();
        let garrison = alive
            .iter()
            .copied()
            .find(|&unit| self.unit(unit).fights_as() == Arm::Infantry)
            .or(alive.first().copied());
        let Some(garrison) = garrison else { return };
        let (side, turn) = (self.unit(garrison).side, self.battle.turn);
        self.battle.zones[zone].sectors[sector] =
            crate::battle::zones::Sector { held: Some(side), engaged: false };
        let special = self.battle.zones[zone].special;
        for unit in alive {
            let sector = (unit == garrison).then_some(sector);
            if special && sector.is_none() {
                continue;
            }
            self.unit_mut(unit).inside = Some(Inside { zone, sector, since: turn });
            self.fills(unit);
        }
        self.tell(
            "secures_sector",
            "12.6.4",
            &[garrison],
            json!({"zone": self.battle.zones[zone].name, "sector": sector as i32 + 1}),
        );
    }

    /// Repulsed: Unorganized, and back (chart.zone-results).
    fn repulsed(&mut self, unit: UnitId, yards: i32) -> Go {
        if !self.unit(unit).here() {
            return Ok(());
        }
        let own = self.unit_mut(unit);
        own.temporary = own.temporary.max(Status::Unorganized);
        (own.turn.morale_loss, own.turn.shaken) = (true, true);
        match self.unit(unit).inside {
            Some(_) => self.thrown_out(unit, yards),
            None => self.retreats(unit, yards, FriendCause::MeleeResult),
        }
    }
}
