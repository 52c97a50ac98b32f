//! Charges in waves (§5.4): who comes behind whom, and what the second does when the first has fought, run, or ridden around a square.

use krigsspil_turn::desk::Go;
use serde_json::json;

use super::Run;
use super::advance::Mover;
use super::morale::Cause;
use super::results::Decided;
use crate::battle::onset::onset;
use crate::battle::questions::{GOES_ON, WaveChoice};
use crate::battle::state::*;
use crate::procedures::cavalry::{FollowerOption, LeadUnit, WaveCharge, WaveChargeResult};
use crate::procedures::morale_events::MoraleEvent;
use crate::vocabulary::*;

impl Run<'_> {
    /// Everybody who charges behind a charging friend knows whom he follows: the first in his way, of two met together the one whose place
    /// comes first.
    pub(super) fn form_waves(&mut self) {
        let leaders: Vec<Option<UnitId>> =
            self.battle.charges.iter().map(|charge| self.leader_of(charge)).collect();
        for (charge, leader) in self.battle.charges.iter_mut().zip(leaders) {
            charge.behind = leader;
        }
    }

    fn leader_of(&self, charge: &Charge) -> Option<UnitId> {
        let way = onset(self.battle, self.tables, charge.unit, charge.wheel);
        let before = way.strikes(charge.target).unwrap_or(way.reach);
        let charges = |unit: UnitId| self.battle.charge_of(unit).is_some_and(|other| !other.counter);
        let ahead = way.friends.iter().filter(|(at, _)| *at <= before).map(|(_, friend)| *friend);
        ahead.into_iter().find(|&friend| charges(friend))
    }

    fn wave(&self, unit: UnitId, lead: LeadUnit) -> Go<WaveChargeResult> {
        let own = self.unit(unit);
        let facts = WaveCharge {
            follower_arm: if own.mounted() { ChargingArm::Cavalry } else { ChargingArm::Infantry },
            follower_unformed: own.unformed(),
            lead,
        };
        Ok(super::telling::plain(self.tables, &facts)?)
    }

    /// Those whose leader was shaken off his charge before it struck (§5.41.C, §5.42.D).
    pub(super) fn behind_shaken(&self) -> Vec<UnitId> {
        let shaken = |leader: UnitId| {
            let ran = self.unit(leader).turn.failed || !self.unit(leader).here();
            ran && self.battle.charge_of(leader).is_none_or(|charge| charge.fate == Fate::Stopped)
        };
        let charges = self.battle.charges.iter().filter(|charge| charge.fate == Fate::Declared);
        let behind = charges.filter(|charge| charge.behind.is_some_and(shaken)).map(|charge| charge.unit);
        self.battle.by_place(behind.collect())
    }

    /// The second of a wave whose leader ran on a check: it checks; then it halts, or passes through him and goes on Unorganized.
    pub(super) fn leader_shaken(&mut self, unit: UnitId) -> Go {
        if !self.unit(unit).here() || self.unit(unit).turn.failed {
            return Ok(());
        }
        let wave = self.wave(unit, LeadUnit::RetreatsOnMorale)?;
        let passed = !wave.check_first || self.checks(unit, Cause::of(MoraleEvent::LeadUnitRetreats))?;
        let goes_on = passed && self.wave_goes_on(unit, &wave)?;
        if goes_on && wave.continues_unorganized {
            let own = self.unit_mut(unit);
            own.temporary = own.temporary.max(Status::Unorganized);
            own.turn.morale_loss = true;
        }
        if !goes_on && let Some(charge) = self.battle.charges.iter_mut().find(|charge| charge.unit == unit) {
            charge.fate = Fate::Stopped;
        }
        Ok(())
    }

    /// Does the second of a wave go on, where it may?
    fn wave_goes_on(&mut self, unit: UnitId, wave: &WaveChargeResult) -> Go<bool> {
        if !wave.options.contains(&FollowerOption::Continue) {
            return Ok(false);
        }
        let leader = self.battle.charge_of(unit).and_then(|charge| charge.behind);
        let goes =
            self.ask(&GOES_ON, unit, leader, &[WaveChoice::Halt, WaveChoice::GoOn])? == WaveChoice::GoOn;
        if goes {
            self.tell("wave_goes_on", wave.cite, &[unit], json!({}));
        }
        Ok(goes)
    }

    /// Those who came up behind somebody who was beaten in this round (§5.41.C, §5.42.C).
    pub(super) fn behind_beaten(&self, beaten: &[Decided]) -> Vec<UnitId> {
        let lost = |leader: UnitId| beaten.iter().any(|one| one.loser == leader);
        let behind = self.battle.charges.iter().filter(|charge| charge.behind.is_some_and(lost));
        let fresh = behind.map(|charge| charge.unit).filter(|&unit| {
            self.unit(unit).here() && !self.unit(unit).turn.fought && !self.battle.fighting(unit)
        });
        self.battle.by_place(fresh.collect())
    }

    /// They check (§5.41.C, §5.42.C).
    pub(super) fn waves_check(&mut self, beaten: &[Decided]) -> Go {
        for unit in self.behind_beaten(beaten) {
            if self.unit(unit).here() && !self.unit(unit).turn.failed {
                self.checks(unit, Cause::of(MoraleEvent::LeadUnitRetreats))?;
            }
        }
        Ok(())
    }

    /// Yards that the second of a wave goes on after its leader was beaten; none where it halts.
    pub(super) fn wave_after(&mut self, unit: UnitId) -> Go<Option<f64>> {
        if !self.unit(unit).here() || self.unit(unit).turn.failed {
            return Ok(None);
        }
        let wave = self.wave(unit, LeadUnit::BeatenInMelee)?;
        if !self.wave_goes_on(unit, &wave)? {
            return Ok(None);
        }
        let charge = self.battle.charge_of(unit);
        Ok(charge.map(|charge| f64::from((charge.allowed - charge.charged).max(0))))
    }

    /// Those who came behind a leader that has beaten a square, with the yards they have left: they must strike it (§5.41.D, §5.42.F, R88).
    pub(super) fn behind_square_breakers(&self, beaten: &[Decided]) -> Go<Vec<(UnitId, f64)>> {
        let broke = |leader: UnitId| {
            let won = beaten.iter().filter(|one| one.winner == leader && one.loser_square);
            won.into_iter().any(|one| self.unit(one.loser).turn.owes_retreat.is_some())
        };
        let behind = self.battle.charges.iter().filter(|charge| charge.behind.is_some_and(broke));
        let fresh = behind.map(|charge| charge.unit).filter(|&unit| {
            let own = self.unit(unit);
            own.here() && !own.turn.fought && !own.turn.failed && !self.battle.fighting(unit)
        });
        let mut found = Vec::new();
        for unit in self.battle.by_place(fresh.collect()) {
            let wave = self.wave(unit, LeadUnit::BreaksAroundSquare)?;
            let left = self.battle.charge_of(unit).map_or(0, |charge| charge.allowed - charge.charged);
            if wave.options.contains(&FollowerOption::ContactSquare) && left > 0 {
                found.push((unit, f64::from(left)));
            }
        }
        Ok(found)
    }

    /// Whom a mover comes behind.
    pub(super) fn leads(&self, mover: &Mover) -> Option<UnitId> {
        mover.friend.or_else(|| self.battle.charge_of(mover.unit).and_then(|charge| charge.behind))
    }

    /// Whoever came behind somebody who rode around a square strikes it (§5.41.D, §5.42.F): true when there is somebody.
    pub(super) fn waves_at_squares(&self, movers: &mut [Mover], flowed: &[UnitId]) -> Go<bool> {
        let mut some = false;
        for mover in movers.iter_mut() {
            let led = self.leads(mover).is_some_and(|leader| flowed.contains(&leader));
            let own = flowed.contains(&mover.unit);
            if !led || own || !mover.touched.is_empty() || !self.unit(mover.unit).here() {
                continue;
            }
            let wave = self.wave(mover.unit, LeadUnit::BreaksAroundSquare)?;
            if wave.options.contains(&FollowerOption::ContactSquare) && mover.at < mover.reach {
                (mover.halted, mover.friend, some) = (false, None, true);
            }
        }
        Ok(some)
    }
}
