//! The fire phases (chapters 7 and 8): which guns and muskets may fire, and at whom.

use krigsspil_engine::Refusal;
use krigsspil_engine::battle::Refused;
use krigsspil_field::prelude::Point;

use super::{Law, Lawful, unless};
use crate::battle::garrison_guns;
use crate::battle::phases::Step;
use crate::battle::refusals::*;
use crate::battle::state::*;
use crate::battle::{aim, muskets};
use crate::tables::Tables;
use crate::vocabulary::*;

impl Law<'_> {
    pub(super) fn guns_fire(&self, own: &Unit, unit: UnitId, step: Step) -> Lawful {
        unless(!own.guns(), &DOES_NOT_FIRE)?;
        unless(own.abandoned(), &GUNS_ABANDONED)?;
        let garrison = garrison_guns::in_garrison(own);
        unless(!own.unlimbered() && !garrison, &UNLIMBER_FIRST)?;
        unless(garrison && step == Step::SecondaryFire, &GARRISON_FIRED)?;
        unless(self.battle.fighting(unit), &IN_CONTACT)?;
        let spent = own.turn.crossed_water
            || step == Step::SecondaryFire && (own.turn.no_second_fire || own.turn.fired_secondary);
        unless(spent, &GUNS_SPENT)?;
        let may = aim::battery_left(self.tables, own).is_some_and(|left| left.may_fire);
        unless(!may, &NO_AMMUNITION)
    }

    pub(super) fn muskets_fire(&self, own: &Unit, unit: UnitId, step: Step) -> Lawful {
        unless(own.guns(), &DOES_NOT_FIRE)?;
        let skirmish = muskets::fires_as_skirmishers(own);
        let volley = own.arm == Arm::Infantry && own.formed() && !own.ratings.bows;
        unless(own.ratings.no_muskets, &DOES_NOT_FIRE)?;
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
            let lane = aim::battery_targets(self.battle, self.tables, unit);
            let found = lane.iter().any(|one| one.unit == target);
            let why = || aim::why_not(self.battle, self.tables, unit, target);
            return if found { Ok(()) } else { Err(by("target", why())) };
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
        unless(self.battle.yards(unit, target) > LONGEST_SHOT, &CANNOT_BE_HIT)?;
        unless(!muskets::bears_on(self.battle, unit, target), &NOT_BEFORE_THE_FRONT)?;
        let eligible = match self.battle.phase() == Step::SkirmishFire {
            true => plain_eligible(
                self.tables,
                &muskets::skirmish_facts(self.battle, self.tables, unit, target, own.castings, false),
            ),
            false => {
                volley_eligible(self.tables, &muskets::volley_facts(self.battle, self.tables, unit, target))
            }
        };
        unless(!eligible, &CANNOT_BE_HIT)
    }
}

/// No musket, rifle, carbine or bow reaches farther, in yards (§8.1).
const LONGEST_SHOT: i32 = 350;

/// Somebody on a horse whom skirmishers can fire at (§2.51).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::battle) enum Mark {
    /// A general who is with nobody.
    General(PostId),
    /// A courier, by his place in the list.
    Courier(usize),
}

impl Law<'_> {
    /// Generals and couriers of the enemy whom a unit could hit, with their yards, nearest first.
    pub fn marks(&self, unit: UnitId) -> Vec<(i32, Mark)> {
        let (battle, own) = (self.battle, self.own(unit));
        let generals = battle
            .posts
            .ids()
            .filter(|&post| battle.posts[post].rider.side != own.side && battle.posts[post].rider.is_alone());
        let couriers = battle.couriers.iter().enumerate();
        let couriers = couriers.filter(|(_, one)| one.side != own.side && one.sent && !one.killed);
        let all = generals
            .map(|post| (battle.general_place(post), Mark::General(post)))
            .chain(couriers.map(|(number, one)| (one.place, Mark::Courier(number))));
        let mut near: Vec<(i32, Point, Mark)> = all
            .map(|(place, mark)| (whole_yards(yards_to(&own.placed, place)).max(1), place, mark))
            .filter(|(yards, ..)| *yards <= LONGEST_SHOT)
            .filter(|(yards, place, _)| {
                let facts = muskets::rider_facts(battle, self.tables, unit, *yards, *place);
                plain_eligible(self.tables, &facts)
            })
            .collect();
        near.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| battle.place_first(a.1, b.1)));
        near.into_iter().map(|(yards, _, mark)| (yards, mark)).collect()
    }

    pub(super) fn riders_fired_at(&self, own: &Unit, unit: UnitId) -> Lawful {
        self.muskets_fire(own, unit, Step::SkirmishFire)?;
        unless(self.marks(unit).is_empty(), &NO_RIDER_THERE)
    }

    /// The rider of this name whom it can fire at.
    pub fn fire_rider(&self, unit: UnitId, rider: &str) -> Lawful<(i32, Mark)> {
        let named = |mark: &Mark| match *mark {
            Mark::General(post) => *self.battle.posts[post].id == *rider,
            Mark::Courier(number) => *self.battle.couriers[number].id == *rider,
        };
        self.marks(unit).into_iter().find(|(_, mark)| named(mark)).ok_or(&NO_RIDER_THERE)
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
