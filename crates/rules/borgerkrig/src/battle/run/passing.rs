//! Bodies that touch on the march: enemies meet, friends pass or halt (§02.06.3, §04.02.5, §04.02.9, §07.02.4).

use krigsspil_turn::ids::UnitId;
use krigsspil_turn::riders;
use serde_json::json;

use super::{Go, Run};
use crate::battle::legal::arm;
use crate::battle::order::Step;
use crate::procedures::storm::PassPinned;
use crate::vocabulary::*;

/// Why a unit halts at a friend whom it could pass, but on whose ground it would have to stay.
const FIGHTS_THERE: &str = "fights_there";

impl Run<'_> {
    /// Two bodies touch: enemies halt and fight next turn, friends pass or halt (§02.06.3, §04.02.5, §04.02.9, §07.02.4).
    pub(super) fn contact(&mut self, one: UnitId, other: UnitId) -> Go {
        if !self.unit(one).here() || !self.unit(other).here() {
            return Ok(());
        }
        if self.unit(one).side != self.unit(other).side {
            let rout = |unit: UnitId| self.unit(unit).order == Order::Rout;
            if rout(one) || rout(other) {
                return Ok(());
            }
            for (wagon, by) in [(one, other), (other, one)] {
                if self.unit(wagon).wagon.is_some() {
                    if self.unit(by).wagon.is_none() {
                        self.tell("wagon_taken", "09.03.1", &[wagon, by], json!({}));
                        self.destroyed(wagon, "09.03.1");
                    }
                    return Ok(());
                }
            }
            let stopped = [one, other].map(|unit| self.stops_before_fighters(unit));
            if stopped.contains(&true) {
                return Ok(());
            }
            for (unit, enemy) in [(one, other), (other, one)] {
                self.turn_to_meet(unit, enemy)?;
            }
            for (unit, enemy) in [(one, other), (other, one)] {
                self.come_to_grips(unit, enemy);
                self.halt(unit);
            }
            self.tell("contact", "07.02.4", &[one, other], json!({}));
            return Ok(());
        }
        for (mover, passed) in [(one, other), (other, one)] {
            if self.unit(mover).track.is_some() && self.runs_into(mover, passed) {
                self.march_through(mover, passed)?;
            }
        }
        Ok(())
    }

    /// A unit that could reach the enemy only on the ground of friends who fight there stops before them: it is not in contact (§07.02.4,
    /// ruling 85).
    fn stops_before_fighters(&mut self, unit: UnitId) -> bool {
        let Some(track) = self.unit(unit).track.clone().filter(|_| self.advancing(unit)) else {
            return false;
        };
        let mut fighters = self.fighters_at(unit);
        fighters.sort_by(|&one, &other| self.battle.by_place(one, other));
        let Some(&first) = fighters.first() else { return false };
        let before = self.back_until_clear(&track, self.battle.moment, &fighters);
        self.halt(unit);
        self.set_placed(unit, before);
        riders::carry(self, unit);
        self.unit_mut(unit).now.pursues = None;
        self.tell("halts_at_friend", "07.02.4", &[unit, first], json!({"reason": FIGHTS_THERE}));
        true
    }

    /// The friends who are in melee or have touched an enemy on the ground where a unit is now. Of two who touch him at this moment, the
    /// first by place fights.
    fn fighters_at(&self, unit: UnitId) -> Vec<UnitId> {
        let there = &self.unit(unit).placed;
        let comes_first =
            |friend: UnitId| self.advancing(friend) && self.battle.by_place(friend, unit).is_lt();
        let fights = |&friend: &UnitId| {
            let fighter = self.unit(friend);
            let touches = || self.touches_enemy(fighter) && (fighter.track.is_none() || comes_first(friend));
            fighter.steady() && (!fighter.melee.is_empty() || touches())
        };
        let friends = self.friends_of(unit).into_iter();
        friends.filter(|&friend| self.stands_in(there, friend)).filter(fights).collect()
    }

    fn runs_into(&self, mover: UnitId, passed: UnitId) -> bool {
        let back = matches!(self.unit(mover).todo.first().map(|doing| doing.step), Some(Step::Back { .. }));
        self.in_the_way(mover, passed, back)
    }

    fn march_through(&mut self, mover: UnitId, passed: UnitId) -> Go {
        let Some(through) = self.through(mover, passed) else { return Ok(()) };
        if !through.allowed {
            self.halt(mover);
            self.tell("halts_at_friend", "04.02.5", &[mover, passed], json!({"reason": through.reason}));
            return Ok(());
        }
        if through.pin_throw {
            let unit = self.unit(mover);
            let facts = PassPinned {
                mover_arm: arm(unit),
                declared_attack: unit.now.declared_attack,
                valeur: unit.valeur,
            };
            let result = self.roll("passes_pinned", "04.02.9", &[mover, passed], json!({}), &facts)?;
            if result.pinned {
                self.halt(mover);
                let unit = self.unit_mut(mover);
                unit.order = Order::Pinned;
                unit.pinned_left = 2;
                unit.quiet = 0;
                unit.now.entered = true;
                self.tell("pinned", "04.02.9", &[mover], json!({}));
                return Ok(());
            }
        }
        self.unit_mut(passed).now.marched_through = true;
        Ok(())
    }
}
