//! Retreats (§9.7, §9.8.B, R51): toward the baseline, else to the nearest steady friends, through gaps of 100 yards; else the unit surrenders.
//! A unit goes back as it stands, without turning.

use krigsspil_engine::battle::Presence;
use krigsspil_field::prelude::*;
use krigsspil_turn::desk::Go;
use serde_json::json;

use super::Run;
use super::morale::Shock;
use crate::battle::bodies;
use crate::battle::legal::stands_clear;
use crate::battle::state::*;
use crate::battle::terrain;
use crate::procedures::melee_results::Retreat;
use crate::procedures::morale_events::{FriendCause, MoraleEvent};
use crate::vocabulary::*;

/// A retreat is followed in steps of so many yards.
const STEP: f64 = 10.0;
/// Half the narrowest gap between enemies (§9.7).
const HALF_GAP: f64 = 50.0;
/// Who would end on a friend goes on until he stands clear, at most so far.
const FARTHER: f64 = 400.0;
/// Ways that still lead toward the baseline, in degrees from straight home.
const AROUND: [f64; 9] = [0.0, 15.0, -15.0, 30.0, -30.0, 45.0, -45.0, 60.0, -60.0];
/// Friends so near each other are friendly lines, in yards.
const LINES: i32 = 300;

/// A way back.
#[derive(Clone, Debug)]
pub(super) struct WayBack {
    /// Where it ends; none when it leaves the table.
    pub end: Option<Placed>,
    /// Yards.
    pub yards: f64,
    /// Friends it goes through.
    pub through: Vec<UnitId>,
}

/// To whose right the table's east lies when one looks home.
fn home_sign(home: Bearing) -> f64 {
    if home.ahead().y < 0.0 { -1.0 } else { 1.0 }
}

impl Run<'_> {
    /// The body in which a unit goes back: a beaten square is a column (§9.5.D), guns are limbered.
    fn going_back(&self, unit: UnitId) -> (Stance, Placed) {
        let own = self.unit(unit);
        let stance = match own.stance {
            Stance::Square | Stance::BattalionMass => Stance::Column,
            Stance::Unlimbered => Stance::Limbered,
            stance => stance,
        };
        let pose = own.placed.pose();
        let body = bodies::body(own, stance, self.tables)
            .and_then(|body| body.at(bodies::about_middle(&own.placed, &body, pose.facing)));
        (stance, body.unwrap_or_else(|_| own.placed.clone()))
    }

    /// A way back of so many yards, if there is one. One friend is enough for a beaten square (R83).
    pub(super) fn way_back(&self, unit: UnitId, yards: f64, square: bool) -> Option<WayBack> {
        let own = self.unit(unit);
        let home = Bearing::degrees(self.battle.fixed.sides[own.side].home);
        // Outward from the middle of the table first, so that a mirror does not matter.
        let outward = self.battle.outward(own.placed.centre());
        let homeward = AROUND.iter().map(|by| home.right_by(Degrees(*by * outward * home_sign(home))));
        homeward.chain(self.to_friends(unit, square)).find_map(|way| self.back_along(unit, way, yards))
    }

    /// The way to the nearest friendly lines: the nearest steady friend with another near him.
    fn to_friends(&self, unit: UnitId, one_is_enough: bool) -> Option<Bearing> {
        let own = self.unit(unit);
        let steady = |&friend: &UnitId| {
            let there = self.unit(friend);
            friend != unit && there.formed() && !there.turn.failed && there.status() != Status::Disrupted
        };
        let friends: Vec<UnitId> = self.battle.friends_of(own.side).filter(steady).collect();
        let held = |friend: &&UnitId| {
            one_is_enough
                || friends
                    .iter()
                    .any(|other| other != *friend && self.battle.yards(**friend, *other) <= LINES)
        };
        let nearest = friends.iter().filter(held).min_by(|&&a, &&b| {
            let far = |friend: UnitId| distance(&own.placed, &self.unit(friend).placed);
            far(a).total_cmp(&far(b)).then_with(|| self.battle.comes_first(a, b))
        })?;
        let way = self.unit(*nearest).placed.centre() - own.placed.centre();
        way.unit().map(|_| Bearing::of(way))
    }

    fn back_along(&self, unit: UnitId, way: Bearing, yards: f64) -> Option<WayBack> {
        let own = self.unit(unit);
        let (_, start) = self.going_back(unit);
        let pose = start.pose();
        let at = |far: f64| start.moved_to(Pose::new(pose.at + way.ahead() * far, pose.facing).on_grid());
        let table = self.battle.fixed.ground.table();
        let enemies: Vec<(&Placed, f64)> = self
            .battle
            .enemies_of(own.side)
            .map(|enemy| (&self.unit(enemy).placed, distance(&own.placed, &self.unit(enemy).placed)))
            .filter(|(placed, _)| {
                placed.extent().meets(&own.placed.extent().grown(yards + FARTHER + HALF_GAP))
            })
            .collect();
        let mut through: Vec<UnitId> = Vec::new();
        let mut far = 0.0;
        while far < yards + FARTHER {
            far = if far < yards { (far + STEP).min(yards) } else { far + STEP };
            let there = at(far);
            if !table.holds(&there) {
                return Some(WayBack { end: None, yards: far, through });
            }
            // An enemy it comes away from may be near; nobody comes nearer than a gap lets him.
            let blocked =
                enemies.iter().any(|(placed, first)| distance(&there, placed) < first.min(HALF_GAP) - 1e-6);
            if blocked || terrain::barred(self.battle, &there) {
                return None;
            }
            let friends =
                self.battle.solid().filter(|&friend| friend != unit && self.unit(friend).side == own.side);
            for friend in friends {
                let there_too = &self.unit(friend).placed;
                if !through.contains(&friend)
                    && there_too.extent().meets(there.extent())
                    && overlaps(&there, there_too)
                {
                    through.push(friend);
                }
            }
            if far >= yards && stands_clear(self.battle, unit, &there) {
                return Some(WayBack { end: Some(there), yards: far, through });
            }
        }
        None
    }

    /// A unit retreats so many yards, or surrenders (§9.8.B).
    pub(super) fn retreats(&mut self, unit: UnitId, yards: i32, cause: FriendCause) -> Go {
        if !self.unit(unit).here() {
            return Ok(());
        }
        if self.unit(unit).inside.is_some() {
            return self.thrown_out(unit, yards);
        }
        let square = self.unit(unit).stance == Stance::Square;
        let way = self.way_back(unit, f64::from(yards), square);
        let facts = Retreat {
            required_yards: Yards(yards.clamp(0, 1000)),
            available_yards: Yards(way.as_ref().map_or(0, |way| whole_yards(way.yards)).clamp(0, 5000)),
            no_route: way.is_none(),
            gap_yards: Yards(0),
        };
        let allowed = super::telling::plain(self.tables, &facts)?;
        let left_early = way.as_ref().is_some_and(|way| way.end.is_none());
        let Some(way) = way.filter(|_| !allowed.surrenders || left_early) else {
            self.surrenders(unit);
            return Ok(());
        };
        let place = self.unit(unit).placed.clone();
        let formed = self.unit(unit).formed();
        self.battle.fights.retain(|fight| !fight.holds(unit));
        if self.unit(unit).unlimbered()
            && self.unit(unit).battery.as_ref().is_some_and(|battery| battery.limber_hits >= battery.limbers)
        {
            self.abandons(unit);
            return Ok(());
        }
        match way.end {
            Some(end) => {
                let (stance, _) = self.going_back(unit);
                let own = self.unit_mut(unit);
                (own.stance, own.placed, own.prone) = (stance, end, false);
                own.turn.moved = true;
                self.tell("retreats", "9.7", &[unit], json!({"yards": whole_yards(way.yards)}));
            }
            None => {
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
            self.shocks.push(Shock { unit, event, place, through: way.through, cause });
        }
        Ok(())
    }
}
