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
    pub(super) fn in_zone(&self, own: &Unit, unit: UnitId, step: Step, kind: &str) -> Lawful {
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
            (Step::InitialFire | Step::SecondaryFire, "fire") if own.guns() => {
                self.guns_fire(own, unit, step)
            }
            (Step::Charges, "charge") => {
                unless(!self.battle.may_sally(self.tables, unit), &IN_A_ZONE)?;
                self.may_charge(own, unit)
            }
            (Step::Formation, "garrison") => {
                unless(contested, &IN_CONTACT)?;
                let special = own.inside.is_some_and(|inside| self.battle.zones[inside.zone].special);
                unless(special, &IN_A_ZONE)?;
                let transit = own.inside.filter(|inside| inside.sector.is_none());
                let full = |zone: usize| self.battle.free_sector(unit, zone).is_none();
                unless(transit.is_some_and(|inside| full(inside.zone)), &ZONE_FULL)
            }
            (Step::Movement, "leave") => {
                // Out of a zone that is only assaulted yet defenders may move (§12.5.A).
                let shared = own.inside.is_some_and(|inside| self.battle.shared(inside.zone));
                unless(shared, &IN_CONTACT)?;
                unless(own.turn.shaken, &FAILED_CHECK)?;
                let early = own
                    .inside
                    .is_some_and(|inside| self.battle.may_leave(self.tables, inside) > self.battle.turn);
                let garrison = own
                    .inside
                    .is_some_and(|inside| inside.sector.is_some() && !self.battle.zones[inside.zone].special);
                unless(early || garrison, &ZONE_TRAFFIC)
            }
            _ => Err(&IN_A_ZONE),
        }
    }

    /// Infantry that stands in an open zone garrisons it, or garrisons it no longer (§12.2.A).
    pub(super) fn open_garrison(&self, own: &Unit, unit: UnitId, step: Step) -> Lawful {
        unless(step != Step::Formation, &NOT_NOW)?;
        unless(own.holds.is_none() && self.battle.open_zone_of(unit).is_none(), &NOT_IN_ZONE)?;
        unless(own.arm != Arm::Infantry || own.unformed() || own.prone, &NOT_IN_ZONE)?;
        unless(self.battle.fighting(unit), &IN_CONTACT)
    }

    pub(super) fn may_assault(&self, own: &Unit, unit: UnitId) -> Lawful {
        self.may_charge(own, unit)?;
        // Horse may take part, with foot enough for every sector (§12.5.B.4); elephants do not, nor do Cossacks (§10.3.F).
        unless(own.ratings.cossacks, &NOT_FOR_COSSACKS)?;
        unless(own.ratings.elephants, &NOT_BY_ELEPHANTS)
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
        unless(!self.battle.directive_lets_at(unit, self.battle.zones[zone].middle()), &DIRECTIVE_FORBIDS)?;
        Ok(zone)
    }

    pub(super) fn fire_zone(&self, unit: UnitId, name: &str) -> Lawful {
        let zone = self.battle.zone(name).ok_or(&NO_SUCH_ZONE)?;
        unless(!aim::zone_targets(self.battle, self.tables, unit).contains(&zone), &NOT_IN_LANE)
    }

    /// A battery outside that has not fired supports an assault of its side (§12.5.B.5).
    pub(super) fn may_support(&self, own: &Unit, unit: UnitId) -> Lawful {
        self.guns_fire(own, unit, Step::SecondaryFire)?;
        let assaulted = |zone: usize| {
            self.battle
                .friends_of(own.side)
                .any(|friend| self.battle.units[friend].turn.assaults == Some(zone))
        };
        unless(!(0..self.battle.zones.len()).any(assaulted), &NO_ASSAULT_THERE)
    }

    /// The sector it supports: one that its own side does not hold, for batteries outside never support a defence (§12.6.7).
    pub(super) fn support(&self, unit: UnitId, name: &str, sector: i32) -> Lawful {
        let zone = self.battle.zone(name).ok_or(&NO_SUCH_ZONE)?;
        let side = self.own(unit).side;
        let assaulted =
            self.battle.friends_of(side).any(|friend| self.battle.units[friend].turn.assaults == Some(zone));
        unless(!assaulted, &NO_ASSAULT_THERE)?;
        let held = self.battle.zones[zone].sectors.get(sector as usize - 1).ok_or(&NO_SUCH_ZONE)?.held;
        unless(held == Some(side), &NO_ASSAULT_THERE)?;
        unless(!aim::zone_targets(self.battle, self.tables, unit).contains(&zone), &NOT_IN_LANE)
    }

    pub(super) fn allocate(&self, unit: UnitId, name: &str, sector: i32) -> Lawful {
        let zone = self.battle.zone(name).ok_or(&NO_SUCH_ZONE)?;
        let own = self.own(unit);
        let his = own.turn.assaults == Some(zone) || own.inside.is_some_and(|inside| inside.zone == zone);
        let sector = sector as usize - 1;
        unless(!his || sector >= self.battle.zones[zone].sectors.len(), &NO_SUCH_ZONE)?;
        unless(!self.battle.may_take_sector(self.tables, unit, zone, sector), &GARRISON_STAYS)
    }
}
