//! The guard, once it is committed (opt.guard): three charges running, and what its friends make of a guard that is beaten or goes back.

use krigsspil_field::prelude::*;
use krigsspil_turn::desk::Go;

use super::Run;
use super::morale::Cause;
use crate::battle::sight;
use crate::battle::state::*;
use crate::battle::units::Mission;
use crate::procedures::morale_events::{FriendCause, MoraleCheckRequired, MoraleEvent};
use crate::vocabulary::*;

/// A sequence has so many charges (opt.guard.B).
const SEQUENCE: i32 = 3;

impl Run<'_> {
    /// Guard that must charge and was not ordered to charges the nearest enemy it can (opt.guard.B, opt.guard.K): those who do, and whom.
    pub(super) fn guard_must_charge(&self) -> Vec<(UnitId, UnitId, f64)> {
        let law = self.law();
        let charges = |unit: UnitId| {
            matches!(self.unit(unit).written, Some(crate::battle::order::UnitOrder::Charge { .. }))
        };
        let bound = self.battle.here().filter(|&unit| {
            !charges(unit)
                && self.battle.guard_orders(self.tables, unit).must_charge
                && law.open(unit, "charge").is_ok()
        });
        let bound = self.battle.by_place(bound.collect());
        let at = |unit: UnitId| {
            let (target, wheel) = crate::battle::samples::chargeable(&law, unit).into_iter().next()?;
            Some((unit, target, wheel))
        };
        bound.into_iter().filter_map(at).collect()
    }

    /// Charges of the guard are counted (opt.guard.B, opt.guard.F); one that found nobody to charge has ended its sequence (*house*).
    pub(super) fn counts_guard_charges(&mut self) {
        for unit in self.battle.here().collect::<Vec<_>>() {
            if !self.battle.guard_orders(self.tables, unit).bound {
                continue;
            }
            let charged = self.battle.charge_of(unit).is_some_and(|charge| !charge.counter);
            let duty = &mut self.unit_mut(unit).guard;
            duty.charges += i32::from(charged);
            if duty.charges >= SEQUENCE || !charged && duty.charges > 0 {
                (duty.charges, duty.sequences) = (0, duty.sequences + 1);
            }
        }
    }

    /// A guard unit is beaten, or has failed: its friends check when all is settled (opt.guard.G).
    pub(super) fn guard_is_beaten(&mut self, unit: UnitId) {
        if self.battle.guard_orders(self.tables, unit).bound {
            self.guards_beaten.push((unit, self.unit(unit).placed.clone()));
        }
    }

    /// The friends of guard units that were beaten check, each once for each of them.
    pub(super) fn settle_guards(&mut self) -> Go {
        while let Some((guard, place)) =
            (!self.guards_beaten.is_empty()).then(|| self.guards_beaten.remove(0))
        {
            self.guard_shakes(guard, MoraleEvent::GuardBeaten, &place)?;
        }
        Ok(())
    }

    /// Friends who see a guard unit that went back of its own will check (opt.guard.H).
    pub(super) fn guards_withdraw(&mut self, before: &[(UnitId, Placed)]) -> Go {
        for (unit, place) in before {
            let own = self.unit(*unit);
            let home = Bearing::degrees(self.battle.fixed.sides[own.side].home).ahead();
            let back = (own.placed.pose().at - place.pose().at).dot(home);
            if own.here() && back >= 1.0 {
                let now = own.placed.clone();
                self.guard_shakes(*unit, MoraleEvent::GuardWithdraws, &now)?;
            }
        }
        self.settle_shocks(&[], &[])
    }

    /// Friends who see a guard unit beaten, or go back of its own will, check (opt.guard.G, opt.guard.H).
    pub(super) fn guard_shakes(&mut self, guard: UnitId, event: MoraleEvent, place: &Placed) -> Go {
        if !self.battle.guard_orders(self.tables, guard).bound {
            return Ok(());
        }
        let side = self.unit(guard).side;
        let friends = self.battle.friends_of(side).filter(|&unit| unit != guard);
        for unit in self.battle.by_place(friends.collect()) {
            let own = self.unit(unit);
            if !own.here() || own.abandoned() || own.turn.failed {
                continue;
            }
            let facts = MoraleCheckRequired {
                event,
                checker_arm: own.arm,
                checker_melee_grade: self.grades(unit).0,
                checker_unformed: own.unformed(),
                checker_in_same_round_melee: false,
                checker_has_fought: false,
                checker_in_zone: own.inside.is_some(),
                friend_arm: self.unit(guard).arm,
                friend_melee_grade: self.grades(guard).0,
                friend_unformed: false,
                friend_cause: FriendCause::MoraleCheck,
                distance_yards: Yards(whole_yards(distance(&own.placed, place)).clamp(0, 5000)),
                out_of_sight: !match self.unit(guard).here() {
                    true => sight::sees(self.battle, self.tables, unit, guard),
                    false => sight::sees_place(self.battle, unit, place.centre()),
                },
            };
            if super::telling::plain(self.tables, &facts)?.required {
                self.checks(unit, Cause::of(event))?;
            }
        }
        Ok(())
    }

    /// Batteries that are limbered: one that was free only for a rout is bound for it (opt.position), and a mission is over (opt.guard-ha.3).
    pub(super) fn has_limbered(&mut self, unit: UnitId) {
        let must =
            self.battle.position_of(self.tables, unit).is_some_and(|position| position.must_go_to_rout);
        if let Some(battery) = &mut self.unit_mut(unit).battery {
            battery.bound_for = battery.rout.filter(|_| must);
            if battery.mission == Mission::InPosition {
                battery.mission = Mission::None;
            }
        }
    }

    /// Guns that are unlimbered are in the position of their mission.
    pub(super) fn has_unlimbered(&mut self, unit: UnitId) {
        if let Some(battery) = &mut self.unit_mut(unit).battery {
            battery.bound_for = None;
            if battery.mission == Mission::Given {
                battery.mission = Mission::InPosition;
            }
        }
    }
}
