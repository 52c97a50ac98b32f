//! Units that optional rules bind to a duty or a place: the guard once it is committed, the horse artillery of the French Guard, and position
//! batteries that saw a rout.

use krigsspil_field::prelude::Point;

use super::run::telling::plain;
use super::sight;
use super::state::*;
use super::units::Mission;
use crate::procedures::bound_units::{
    CommittedGuard, CommittedGuardResult, GuardHorseArtillery, PositionBattery, PositionBatteryResult,
};
use crate::tables::Tables;
use crate::vocabulary::*;

/// A general this near has come to a battery, in yards.
const COMES_UP: i32 = 50;
/// A battery limbered for a rout goes so near to its place, in yards (opt.position).
const AT_THE_ROUT: f64 = 400.0;
/// Farther than anybody can be on a table, in yards.
const FAR: i32 = 20_000;

impl Battle {
    /// What its duty as guard demands of a unit (opt.guard). *House*: it is committed by the first charge that is ordered.
    pub(super) fn guard_orders(&self, tables: &Tables, unit: UnitId) -> CommittedGuardResult {
        let own = &self.units[unit];
        let free = CommittedGuardResult {
            bound: false,
            must_charge: false,
            bonus_yards: Yards(0),
            may_change_front: true,
            must_charge_straight: false,
        };
        if !self.fixed.options.guard {
            return free;
        }
        let facts = CommittedGuard {
            arm: own.fights_as(),
            melee_grade: own.ratings.melee,
            morale_grade: own.ratings.morale,
            cavalry_not_exempt: self.fixed.options.guard_cavalry,
            committed: own.guard.charges > 0,
            charges_in_sequence: own.guard.charges.clamp(0, 2),
            sequences_done: own.guard.sequences.clamp(0, 10),
            enemy_in_charge_distance: true,
        };
        plain(tables, &facts).unwrap_or(free)
    }

    /// Does a unit have the 100 yards of a guard's first charge (opt.guard.C)?
    pub(super) fn guard_elan(&self, tables: &Tables, unit: UnitId) -> bool {
        match self.charge_of(unit) {
            Some(charge) => charge.elan,
            None => self.guard_orders(tables, unit).bonus_yards.0 > 0,
        }
    }

    /// Has a general of its side come to a battery?
    fn general_came(&self, unit: UnitId) -> bool {
        let side = self.units[unit].side;
        self.posts.ids().any(|post| {
            let rider = &self.posts[post].rider;
            rider.is_here() && rider.side == side && self.general_yards(post, unit) <= COMES_UP
        })
    }

    /// What binds a battery as a position battery, where they are played (opt.position).
    pub(super) fn position_of(&self, tables: &Tables, unit: UnitId) -> Option<PositionBatteryResult> {
        let battery = self.units[unit].battery.as_ref().filter(|_| self.fixed.options.position)?;
        let facts = PositionBattery {
            foot: battery.kind == BatteryKind::Foot,
            poundage: battery.poundage.clamp(1, 48),
            enemy_yards: Yards(self.enemy_yards(unit).unwrap_or(FAR).clamp(0, FAR)),
            contacted_by_general: self.general_came(unit),
            saw_corps_unit_rout: battery.saw_rout,
        };
        plain(tables, &facts).ok()
    }

    /// May a battery that was limbered for a rout go there: within 400 yards of it, or nearer to it (opt.position)? A general who comes to it
    /// gives it new orders.
    pub(super) fn rout_lets(&self, tables: &Tables, unit: UnitId, to: Point) -> bool {
        let own = &self.units[unit];
        // One that is limbered now for a rout is bound for it at once.
        let bound = own.battery.as_ref().and_then(|battery| match own.unlimbered() {
            true => battery.rout,
            false => battery.bound_for,
        });
        let still =
            |_: &Point| self.position_of(tables, unit).is_some_and(|position| position.must_go_to_rout);
        bound.filter(still).is_none_or(|rout| {
            let there = to.distance(rout);
            there <= AT_THE_ROUT || there < own.placed.pose().at.distance(rout)
        })
    }

    /// May French Guard horse artillery go there (opt.guard-ha)? Near its commander or its cavalry, or nearer to them than it is.
    pub(super) fn guard_horse_lets(&self, tables: &Tables, unit: UnitId, to: Point) -> bool {
        let own = &self.units[unit];
        let french = own.ratings.nation == crate::armies::vocabulary::Nation::France;
        let Some(battery) = own.battery.as_ref().filter(|_| self.fixed.options.guard_horse && french) else {
            return true;
        };
        if battery.kind != BatteryKind::GuardHorse {
            return true;
        }
        let from = own.placed.pose().at;
        let commanders = || {
            let posts = self.posts.ids().filter(|&post| self.posts[post].rider.side == own.side);
            posts.filter(|&post| {
                self.posts[post].rider.is_here()
                    && (self.posts[post].superior.is_none() || &*self.posts[post].rank == "corps")
            })
        };
        let chiefs = || commanders().filter(|&post| self.posts[post].superior.is_none());
        let cavalry = || {
            self.friends_of(own.side).filter(|&other| {
                let there = &self.units[other];
                there.mounted()
                    && there.command == own.command
                    && (there.ratings.melee >= 9 || there.ratings.morale == MoraleGrade::A)
            })
        };
        let nearest = |place: Point| {
            let far = commanders().map(|post| self.general_place(post).distance(place));
            far.fold(f64::from(FAR), f64::min)
        };
        let nearest_horse = |place: Point| {
            let far = cavalry().map(|horse| yards_to(&self.units[horse].placed, place));
            far.fold(f64::from(FAR), f64::min)
        };
        let in_range = |post: PostId| {
            let range = sight::observation_range(self, tables, post);
            self.general_place(post).distance(to) <= f64::from(range)
        };
        let facts = GuardHorseArtillery {
            commander_yards: Yards(whole_yards(nearest(to)).clamp(0, FAR)),
            attached_to_guard_cavalry: cavalry().next().is_some(),
            guard_cavalry_yards: Yards(whole_yards(nearest_horse(to)).clamp(0, FAR)),
            on_mission: battery.mission != Mission::None,
            in_observation_range: chiefs().any(in_range),
            limbered_again: false,
        };
        let nearer = nearest(to) < nearest(from) || nearest_horse(to) < nearest_horse(from);
        nearer || plain(tables, &facts).is_ok_and(|place| place.in_place)
    }
}
