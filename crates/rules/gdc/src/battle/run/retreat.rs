//! Retreats (§9.7, §9.8.B, R51): toward the baseline, else to the nearest steady friends, through gaps of 100 yards; else the unit surrenders.
//! A unit goes back as it stands, without turning.

use krigsspil_engine::battle::Presence;
use krigsspil_field::prelude::Placed;
use krigsspil_turn::desk::Go;
use serde_json::json;

use super::Run;
use super::morale::Shock;
use crate::battle::retreats::{going_back, way_back};
use crate::battle::state::*;
use crate::procedures::melee_results::Retreat;
use crate::procedures::morale_events::{FriendCause, MoraleEvent};
use crate::vocabulary::*;

impl Run<'_> {
    /// A unit retreats so many yards, or surrenders (§9.8.B).
    pub(super) fn retreats(&mut self, unit: UnitId, yards: i32, cause: FriendCause) -> Go {
        if !self.unit(unit).here() {
            return Ok(());
        }
        if self.unit(unit).inside.is_some() {
            return self.thrown_out(unit, yards);
        }
        let square = self.unit(unit).stance == Stance::Square;
        let way = way_back(self.battle, self.tables, unit, f64::from(yards), square);
        let facts = Retreat {
            required_yards: Yards(yards.clamp(0, 1000)),
            available_yards: Yards(way.as_ref().map_or(0, |way| whole_yards(way.yards)).clamp(0, 5000)),
            no_route: way.is_none(),
            gap_yards: Yards(0),
        };
        let allowed = super::telling::plain(self.tables, &facts)?;
        // Who leaves the table, or goes into a zone of its own (§12.6.9), goes no farther.
        let left_early = way.as_ref().is_some_and(|way| way.end.is_none());
        let Some(way) = way.filter(|_| !allowed.surrenders || left_early) else {
            self.surrenders(unit);
            return Ok(());
        };
        let own = self.unit_mut(unit);
        (own.turn.owes_retreat, own.shelter) = (None, None);
        let places: Vec<Placed> =
            std::iter::once(self.unit(unit).placed.clone()).chain(way.passed.iter().cloned()).collect();
        let formed = self.unit(unit).formed();
        self.breaks_off(unit);
        if self.unit(unit).unlimbered()
            && self.unit(unit).battery.as_ref().is_some_and(|battery| battery.limber_hits >= battery.limbers)
        {
            self.abandons(unit);
            return Ok(());
        }
        match (way.end, way.into) {
            (None, Some(zone)) => {
                let (stance, _) = going_back(self.battle, self.tables, unit);
                let own = self.unit_mut(unit);
                (own.stance, own.prone, own.turn.moved) = (stance, false, true);
                self.tell("retreats", "12.6.9", &[unit], json!({"yards": whole_yards(way.yards)}));
                self.enters(unit, zone);
            }
            (Some(end), _) => {
                let (stance, _) = going_back(self.battle, self.tables, unit);
                let own = self.unit_mut(unit);
                (own.stance, own.placed, own.prone) = (stance, end, false);
                own.turn.moved = true;
                self.tell("retreats", "9.7", &[unit], json!({"yards": whole_yards(way.yards)}));
            }
            (None, None) => {
                self.tell("leaves_the_field", "9.7", &[unit], json!({}));
                self.is_gone(unit, Presence::Left);
            }
        }
        if self.unit(unit).mounted() {
            // Cavalry forced back by combat is in recall (§3.5).
            self.unit_mut(unit).recall = Some(0);
        }
        let event =
            (self.unit(unit).status() == Status::Disrupted).then_some(MoraleEvent::FriendRetreatsDisrupted);
        if formed {
            self.shocks.push(Shock { unit, event, places, through: way.through, cause });
        }
        Ok(())
    }
}
