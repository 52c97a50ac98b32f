//! The fire phases (chapters 7 and 8): which guns and muskets may fire, and at whom.

use krigsspil_engine::Refusal;
use krigsspil_engine::battle::Refused;

use super::{Law, Lawful, unless};
use crate::battle::aim;
use crate::battle::phases::Step;
use crate::battle::refusals::*;
use crate::battle::state::*;
use crate::tables::Tables;
use crate::vocabulary::*;

impl Law<'_> {
    pub(super) fn guns_fire(&self, own: &Unit, unit: UnitId, step: Step) -> Lawful {
        unless(!own.guns(), &DOES_NOT_FIRE)?;
        unless(own.abandoned(), &GUNS_ABANDONED)?;
        unless(!own.unlimbered(), &UNLIMBER_FIRST)?;
        unless(self.battle.fighting(unit), &IN_CONTACT)?;
        let spent = own.turn.crossed_water
            || step == Step::SecondaryFire && (own.turn.no_second_fire || own.turn.fired_secondary);
        unless(spent, &GUNS_SPENT)?;
        let may = aim::battery_left(self.tables, own).is_some_and(|left| left.may_fire);
        unless(!may, &NO_AMMUNITION)
    }

    pub(super) fn muskets_fire(&self, own: &Unit, unit: UnitId, step: Step) -> Lawful {
        unless(own.guns(), &DOES_NOT_FIRE)?;
        let skirmish = aim::fires_as_skirmishers(own);
        let volley = own.arm == Arm::Infantry && own.formed();
        unless(if step == Step::SkirmishFire { !skirmish } else { !volley }, &DOES_NOT_FIRE)?;
        unless(
            self.battle.fighting(unit) || self.battle.charge_of(unit).is_some() && own.turn.fought,
            &IN_CONTACT,
        )?;
        unless(own.prone, &IS_PRONE)?;
        unless(own.arm == Arm::Cavalry && own.recall.is_some(), &IN_RECALL)
    }

    pub(super) fn fire(
        &self,
        unit: UnitId,
        target: &str,
        castings: Option<i32>,
        also: Option<&str>,
    ) -> Result<(), Refused> {
        let by = |field: &str, why: &'static Refusal| Refused::ByRule(field.into(), why);
        let own = self.own(unit);
        let target = self.enemy(unit, target).map_err(|why| by("target", why))?;
        if own.guns() {
            let lane = aim::gun_targets(self.battle, self.tables, unit);
            let found = lane.iter().any(|one| one.unit == target);
            return unless(!found, &NOT_IN_LANE).map_err(|why| by("target", why));
        }
        self.musket(unit, target).map_err(|why| by("target", why))?;
        let splits = castings.is_some() || also.is_some();
        if splits {
            let halves = castings.is_some_and(|castings| castings >= 4 && own.castings - castings >= 4);
            let infantry = own.unformed() && self.battle.phase() == Step::SkirmishFire;
            unless(!infantry || !halves || also.is_none(), &NO_SPLIT).map_err(|why| by("castings", why))?;
            let also = also.ok_or_else(|| by("also", &NO_SPLIT))?;
            let also = self.enemy(unit, also).map_err(|why| by("also", why))?;
            self.musket(unit, also).map_err(|why| by("also", why))?;
        }
        Ok(())
    }

    /// Can a unit's muskets or carbines hit another?
    pub fn musket(&self, unit: UnitId, target: UnitId) -> Lawful {
        let own = self.own(unit);
        unless(self.battle.fighting(target), &CANNOT_BE_HIT)?;
        unless(self.battle.yards(unit, target) > 350, &CANNOT_BE_HIT)?;
        unless(!aim::bears_on(self.battle, unit, target), &NOT_BEFORE_THE_FRONT)?;
        let eligible = match self.battle.phase() == Step::SkirmishFire {
            true => plain_eligible(
                self.tables,
                &aim::skirmish_facts(self.battle, self.tables, unit, target, own.castings, false),
            ),
            false => volley_eligible(self.tables, &aim::volley_facts(self.battle, self.tables, unit, target)),
        };
        unless(!eligible, &CANNOT_BE_HIT)
    }
}

fn plain_eligible(tables: &Tables, facts: &crate::procedures::skirmish_fire::MusketrySkirmish) -> bool {
    lucky(tables, facts).is_some_and(|fire| fire.eligible && fire.chance_percent > 0)
}

fn volley_eligible(tables: &Tables, facts: &crate::procedures::musketry::MusketryVolley) -> bool {
    lucky(tables, facts).is_some_and(|fire| fire.eligible && fire.chance_percent > 0)
}

/// A throw worked out only for what it needs, not for what it brings.
fn lucky<P: krigsspil_engine::Procedure<Tables = Tables>>(tables: &Tables, facts: &P) -> Option<P::Outcome> {
    facts.resolve(tables, &mut krigsspil_engine::dice::ScriptedDice::new(&[1, 1, 1, 1]), &mut ()).ok()
}
