//! Objective zones (chapter 12): what units in them may do, and who may assault, fire at or allocate to them.

use krigsspil_field::prelude::*;

use super::{Law, Lawful, unless};
use crate::battle::aim;
use crate::battle::onset;
use crate::battle::phases::Step;
use crate::battle::refusals::*;
use crate::battle::state::*;
use crate::vocabulary::*;

impl Law<'_> {
    /// What a unit in a zone may do (§12.2, §12.4.A, §12.5.B, §12.6.10, §12.6.11).
    pub(super) fn in_zone(&self, own: &Unit, step: Step, kind: &str) -> Lawful {
        let assaults = own.turn.assaults.is_some();
        let contested = own.inside.is_some_and(|inside| self.battle.contested(inside.zone));
        match (step, kind) {
            (_, "stand") => Ok(()),
            (Step::Zones, "allocate") => unless(!assaults && !contested, &NOT_IN_ZONE),
            (Step::Zones, "flee") => {
                let engaged = own.inside.and_then(|inside| {
                    inside.sector.map(|sector| self.battle.zones[inside.zone].sectors[sector].engaged)
                });
                unless(!contested || own.inside.is_none(), &NOT_IN_ZONE)?;
                unless(engaged == Some(true) && !self.battle.fixed.options.withdraw_engaged, &IN_CONTACT)
            }
            _ if own.inside.is_none() => Err(&NOT_IN_ZONE),
            (Step::Formation, "garrison") => unless(contested, &IN_CONTACT),
            (Step::Movement, "leave") => {
                unless(contested, &IN_CONTACT)?;
                unless(own.turn.shaken, &FAILED_CHECK)?;
                let early = own
                    .inside
                    .is_some_and(|inside| self.battle.may_leave(self.tables, inside) > self.battle.turn);
                unless(early || own.inside.is_some_and(|inside| inside.sector.is_some()), &ZONE_TRAFFIC)
            }
            _ => Err(&IN_A_ZONE),
        }
    }

    pub(super) fn may_assault(&self, own: &Unit, unit: UnitId) -> Lawful {
        self.may_charge(own, unit)?;
        unless(own.fights_as() == Arm::Cavalry, &NOT_THIS_TARGET)
    }

    /// An assault on a zone that enemies hold: straight ahead to its edge (§12.5.A).
    pub fn assault(&self, unit: UnitId, name: &str) -> Lawful<usize> {
        let own = self.own(unit);
        let zone = self.battle.zone(name).ok_or(&NO_SUCH_ZONE)?;
        let enemy =
            self.battle.fixed.sides.ids().any(|side| side != own.side && self.battle.stands_in(zone, side));
        unless(!enemy, &NOT_AN_ENEMY)?;
        let way = onset::onset(self.battle, self.tables, unit, 0.0);
        let first = way.enemies.first().map_or(way.reach, |(at, _)| at.min(way.reach));
        let end = way.course.at(first);
        let near = self.battle.zones[zone].body().is_some_and(|body| distance(&end, &body) <= 2.0);
        unless(!near, &OUT_OF_REACH)?;
        Ok(zone)
    }

    pub(super) fn fire_zone(&self, unit: UnitId, name: &str) -> Lawful {
        let zone = self.battle.zone(name).ok_or(&NO_SUCH_ZONE)?;
        unless(!aim::zone_targets(self.battle, self.tables, unit).contains(&zone), &NOT_IN_LANE)
    }

    pub(super) fn allocate(&self, unit: UnitId, name: &str, sector: i32) -> Lawful {
        let zone = self.battle.zone(name).ok_or(&NO_SUCH_ZONE)?;
        let own = self.own(unit);
        let his = own.turn.assaults == Some(zone) || own.inside.is_some_and(|inside| inside.zone == zone);
        let sector = sector as usize - 1;
        unless(!his || sector >= self.battle.zones[zone].sectors.len(), &NO_SUCH_ZONE)?;
        // Garrisons stay in their sectors while it is contested, and so do Engaged units (§12.5.C.2-b).
        unless(
            own.inside.is_some_and(|inside| inside.sector.is_some_and(|held| held != sector)),
            &GARRISON_STAYS,
        )
    }
}
