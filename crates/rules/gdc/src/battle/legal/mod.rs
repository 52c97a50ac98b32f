//! What may be ordered, and why not.

mod charges;
mod chits;
mod engineers;
mod fire;
mod formation;
mod movement;
mod off_board;
mod zones;

use krigsspil_engine::Refusal;
use krigsspil_engine::battle::Refused;
use krigsspil_field::prelude::*;

use super::order::UnitOrder;
use super::phases::Step;
use super::refusals::*;
use super::state::*;
use super::terrain;
use crate::tables::Tables;
pub(super) use chits::lay_needed;
pub(super) use fire::Mark;
pub(super) use movement::gun_turn;

/// What may be ordered in a battle as its seat supposes it.
#[derive(Clone, Copy)]
pub(super) struct Law<'a> {
    pub battle: &'a Battle,
    pub tables: &'a Tables,
}

type Lawful<T = ()> = Result<T, &'static Refusal>;

fn unless(bad: bool, why: &'static Refusal) -> Lawful {
    if bad { Err(why) } else { Ok(()) }
}

impl Law<'_> {
    fn own(&self, unit: UnitId) -> &Unit {
        &self.battle.units[unit]
    }

    /// Is a kind of order open to a unit in this phase?
    pub fn open(&self, unit: UnitId, kind: &str) -> Lawful {
        let own = self.own(unit);
        let step = self.battle.phase();
        if own.off.is_some() {
            return self.beside_open(own, step, kind);
        }
        unless(!own.here(), &NOT_ON_THE_TABLE)?;
        unless(own.shelter.is_some() && kind != "stand", &IN_A_SQUARE)?;
        match kind {
            "take_engineers" | "post_engineers" | "bridge" => {
                return self.engineers_open(own, unit, step, kind);
            }
            "surrender" => return self.may_surrender(own, unit, step),
            "deploy" => return self.may_deploy(own, step),
            "off_board" => return Err(&NOT_BESIDE),
            _ => {}
        }
        if kind == "garrison" && own.inside.is_none() {
            return self.open_garrison(own, unit, step);
        }
        if own.inside.is_some() || matches!(kind, "garrison" | "leave" | "allocate" | "flee") {
            return self.in_zone(own, unit, step, kind);
        }
        match (step, kind) {
            (_, "stand") => Ok(()),
            (Step::Charges, "assault") => self.may_assault(own, unit),
            (Step::InitialFire | Step::SecondaryFire, "fire_zone") => self.guns_fire(own, unit, step),
            (Step::Command, "chits") => unless(!own.chits.needed, &NO_CHIT_NEEDED),
            (Step::Formation, "change" | "prone" | "dismount" | "swarm") => self.may_change(own, unit, kind),
            (Step::SecondaryFire, "support") => self.may_support(own, unit),
            (Step::InitialFire | Step::SecondaryFire, "fire") => self.guns_fire(own, unit, step),
            (Step::SkirmishFire, "fire_rider") => self.riders_fired_at(own, unit),
            (Step::SkirmishFire | Step::Volleys, "fire") => self.muskets_fire(own, unit, step),
            (Step::Charges, "charge") => self.may_charge(own, unit),
            (Step::Gallops, "gallop") => self.may_gallop(own, unit),
            (Step::Movement, "march_off") => self.may_march_off(own, unit),
            (Step::Movement, "search_ford") => self.may_search(own, unit),
            (Step::Movement, _) => self.may_march(own, unit, kind),
            _ => Err(&NOT_NOW),
        }
    }

    /// Checks an order; what it refuses by rule names the field.
    pub fn check(&self, unit: UnitId, order: &UnitOrder) -> Result<(), Refused> {
        let refused = |why: &'static Refusal| Refused::ByRule("order".into(), why);
        self.open(unit, super::order_kind(order)).map_err(refused)?;
        match order {
            UnitOrder::Stand | UnitOrder::Limber { .. } | UnitOrder::Unlimber => Ok(()),
            UnitOrder::Garrison | UnitOrder::Leave { .. } | UnitOrder::Flee | UnitOrder::SearchFord => Ok(()),
            UnitOrder::Surrender => Ok(()),
            UnitOrder::MarchOff { to } => self.march_off(unit, *to).map_err(refused),
            UnitOrder::OffBoard { to, yards, place } => {
                self.off_board(unit, *to, *yards, *place).map_err(refused)
            }
            UnitOrder::Deploy { place, facing } => {
                self.deployed(unit, *place, *facing).map(drop).map_err(refused)
            }
            UnitOrder::TakeEngineers { company } => self.take_engineers(unit, *company).map_err(refused),
            UnitOrder::PostEngineers { company } => self.post_engineers(unit, *company).map_err(refused),
            UnitOrder::Bridge { work } => self.bridge(unit, *work).map_err(refused),
            UnitOrder::FireZone { zone } => self.fire_zone(unit, zone).map_err(refused),
            UnitOrder::Assault { zone } => self.assault(unit, zone).map(drop).map_err(refused),
            UnitOrder::Allocate { zone, sector } => self.allocate(unit, zone, *sector).map_err(refused),
            UnitOrder::Support { zone, sector } => self.support(unit, zone, *sector).map_err(refused),
            UnitOrder::Swarm { ranks } => self.swarm(unit, *ranks).map(drop).map_err(refused),
            UnitOrder::FireRider { rider } => {
                self.fire_rider(unit, rider).map(drop).map_err(|why| Refused::ByRule("rider".into(), why))
            }
            UnitOrder::Chits { blue, white } => self.chits(unit, *blue, *white).map_err(refused),
            UnitOrder::Change { formation, degrees } => {
                self.change(unit, *formation, *degrees).map(drop).map_err(refused)
            }
            UnitOrder::Prone => self.prone(unit).map_err(refused),
            UnitOrder::Dismount => self.dismount(unit).map_err(refused),
            UnitOrder::Fire { target, castings, also } => self.fire(unit, target, *castings, also.as_deref()),
            UnitOrder::Charge { target, wheel, orders } => {
                self.charge(unit, target, *wheel, *orders).map(drop)
            }
            UnitOrder::Move { steps, strategic, unlimber } => {
                self.march(unit, steps, *strategic, *unlimber).map_err(refused)
            }
            UnitOrder::Shift { way, yards } => self.shift(unit, *way, *yards).map_err(refused),
            UnitOrder::Gallop { steps } => self.gallop(unit, steps).map_err(refused),
            UnitOrder::LimberAndMove { facing, yards } => {
                self.limber_and_move(unit, *facing, *yards).map_err(refused)
            }
            UnitOrder::Turn { .. } | UnitOrder::Prolonge { .. } => Ok(()),
        }
    }

    fn enemy_within(&self, unit: UnitId, yards: i32) -> bool {
        self.battle.enemy_yards(unit).is_some_and(|near| near <= yards)
    }

    /// An enemy by his id, whom the seat knows of.
    pub fn enemy(&self, unit: UnitId, id: &str) -> Lawful<UnitId> {
        let target = self.battle.unit(id).filter(|&target| self.battle.units[target].here());
        let target = target.ok_or(&TARGET_UNSEEN)?;
        unless(
            self.battle.units[target].side == self.own(unit).side || self.battle.units[target].abandoned(),
            &NOT_AN_ENEMY,
        )?;
        unless(self.battle.units[target].shelter.is_some(), &IN_A_SQUARE)?;
        Ok(target)
    }
}

/// Does a body stand on the table, on nobody, and on ground that can be entered?
pub(super) fn stands_clear(battle: &Battle, unit: UnitId, placed: &Placed) -> bool {
    stands_clear_of(battle, unit, placed, &[])
}

/// The same, whoever of these is there.
pub(super) fn stands_clear_of(battle: &Battle, unit: UnitId, placed: &Placed, but: &[UnitId]) -> bool {
    if !battle.fixed.ground.table().holds(placed) {
        return false;
    }
    let others = battle.solid().filter(|other| *other != unit && !but.contains(other));
    let upon = |other: UnitId| {
        let there = &battle.units[other];
        there.placed.extent().meets(placed.extent()) && overlaps(placed, &there.placed)
    };
    !others.into_iter().any(upon) && !terrain::barred(battle, placed)
}
