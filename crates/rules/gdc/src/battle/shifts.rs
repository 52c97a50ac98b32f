//! Who may go to another sector of a contested zone (§12.4.C, §12.5.C).

use super::run::telling::plain;
use super::state::*;
use crate::procedures::zones::{SectorTransfer, ZoneRole, ZoneShift, ZoneShiftResult, ZoneSituation};
use crate::tables::Tables;
use crate::vocabulary::*;

impl Battle {
    /// What a unit is in a contested zone.
    fn zone_role(&self, unit: UnitId, zone: usize) -> ZoneRole {
        let own = &self.units[unit];
        match own.inside.filter(|inside| inside.zone == zone) {
            Some(inside) => match inside.sector {
                Some(sector) if self.zones[zone].sectors[sector].engaged => ZoneRole::Engaged,
                Some(_) => ZoneRole::Garrison,
                None if inside.since == self.turn => ZoneRole::Reinforcement,
                None => ZoneRole::InTransit,
            },
            None => ZoneRole::Reinforcement,
        }
    }

    /// The state of a zone after the last turn.
    fn zone_situation(&self, zone: usize) -> ZoneSituation {
        let owner = self.zones[zone].owner;
        let sectors = &self.zones[zone].sectors;
        let taken =
            sectors.iter().any(|sector| sector.held.is_some() && sector.held != owner && !sector.engaged);
        let engaged = sectors.iter().any(|sector| sector.engaged);
        match (taken, engaged) {
            (true, true) => ZoneSituation::Mixed,
            (true, false) => ZoneSituation::AttackerHoldsSome,
            (false, true) => ZoneSituation::EngagedRestDefended,
            (false, false) => ZoneSituation::AllRepulsed,
        }
    }

    /// What a unit in a contested zone may do beside staying.
    pub(super) fn zone_shift(&self, tables: &Tables, unit: UnitId, zone: usize) -> Option<ZoneShiftResult> {
        let owner = self.zones[zone].owner;
        let defends = |other: UnitId| Some(self.units[other].side) == owner;
        let reinforced = |defending: bool| {
            self.here().any(|other| {
                let there = &self.units[other];
                let his = there.turn.assaults == Some(zone)
                    || there.inside.is_some_and(|inside| inside.zone == zone);
                his && defends(other) == defending && self.zone_role(other, zone) == ZoneRole::Reinforcement
            })
        };
        let facts = ZoneShift {
            side: if defends(unit) { Combatant::Defender } else { Combatant::Attacker },
            role: self.zone_role(unit, zone),
            situation: self.zone_situation(zone),
            defender_reinforced: reinforced(true),
            attacker_reinforced: reinforced(false),
        };
        plain(tables, &facts).ok()
    }

    /// May a unit fight in this sector of a contested zone?
    pub(super) fn may_take_sector(&self, tables: &Tables, unit: UnitId, zone: usize, sector: usize) -> bool {
        let own = &self.units[unit];
        let inside = own.inside.filter(|inside| inside.zone == zone);
        let from = inside.and_then(|inside| inside.sector);
        if from == Some(sector) {
            return true;
        }
        let enemy = |place: usize| self.zones[zone].sectors[place].held.is_some_and(|held| held != own.side);
        let Some(may) = self.zone_shift(tables, unit, zone) else { return false };
        let lets = if enemy(sector) { may.may_counter_attack } else { may.may_shift };
        // Attackers who come from outside fight where they want, and reinforcements go anywhere.
        let fresh = self.zone_role(unit, zone) == ZoneRole::Reinforcement;
        let blocked = |place: usize| enemy(place) || self.zones[zone].sectors[place].engaged;
        let between = from.map(|from| (from.min(sector) + 1)..from.max(sector));
        let facts = SectorTransfer {
            zone_class: self.zones[zone].class,
            to_other_zone: false,
            from_in_transit: from.is_none(),
            not_adjacent: from.is_some_and(|from| from.abs_diff(sector) > 1),
            passes_enemy_or_engaged_sector: between.is_some_and(|mut between| between.any(blocked)),
            goal_enemy_held: enemy(sector),
        };
        (fresh || lets) && plain(tables, &facts).is_ok_and(|way| way.allowed)
    }

    /// A zone with one side left in it is that side's, every sector of it (§12.5.C.end).
    pub(super) fn zones_settle(&mut self) {
        for zone in 0..self.zones.len() {
            let sides: IdSet<SideId> = self.inside(zone).map(|unit| self.units[unit].side).collect();
            let mut sides = sides.iter();
            let (Some(side), None) = (sides.next(), sides.next()) else { continue };
            for sector in 0..self.zones[zone].sectors.len() {
                let taken = &mut self.zones[zone].sectors[sector];
                taken.engaged = false;
                taken.held = taken.held.map(|_| side);
            }
            self.zones[zone].owner = Some(side);
        }
    }
}
