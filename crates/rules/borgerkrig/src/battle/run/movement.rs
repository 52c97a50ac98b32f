//! Movement with exact moments (§04.01.4): finds the earliest event, brings all bodies to that moment, settles it.

use krigsspil_engine::Centimetres;
use krigsspil_engine::battle::Taken;
use krigsspil_field::prelude::*;
use krigsspil_turn::desk::Settles;
use krigsspil_turn::riders;
use krigsspil_turn::timeline::{Scene, Timeline, Watched, ways_up_to};
use serde_json::json;

use super::lines::abreast;
use super::{Agenda, Go, Run, Subject};
use crate::battle::bodies::plain;
use crate::battle::order::{Step, UnitOrder, When};
use crate::battle::questions::{CHAIN_EVADES, Evasion, GUNNERS_SHELTER, Shelter};
use crate::battle::state::*;
use crate::procedures::forced::{ChainEvasion, GunnersShelter};
use crate::vocabulary::Order;

/// The breaking distance (§07.01.1).
pub(super) const BREAK_CM: f64 = 2.0;
/// The distance of a threat (§04.02.10, §04.02.12).
pub(super) const THREAT_CM: f64 = 8.0;
/// A march stops this long before it leaves the table, in turns.
pub(super) const EDGE: f64 = 1.0e-4;

impl Settles for Run<'_> {
    type Due = Due;

    fn agenda(&mut self) -> &mut Agenda<Due> {
        &mut self.carried.agenda
    }

    fn settle(&mut self, due: Due) -> Go<Option<Due>> {
        self.comes_upon(&due);
        match due {
            Due::Threat { unit, enemy } => self.threat(unit, enemy)?,
            Due::Fire { units } => {
                let shots: Vec<_> = units.iter().map(|&unit| (unit, None, false)).collect();
                self.volley(&shots)?;
            }
            Due::Attacks { attacks, step } => return self.break_in(&attacks, step),
            Due::Backs { unit, enemy } => self.stops_backing(unit, enemy),
            Due::Contact { one, other } => self.contact(one, other)?,
            Due::Overrun => self.riders_overrun()?,
            Due::Piece { unit, piece } => self.lose_piece(unit, piece)?,
            Due::Ride => {
                self.staff_rides();
                self.riders_overrun()?;
            }
            Due::Done { unit } => {
                let done = self.unit(unit).track.as_ref().and_then(|track| track.done());
                if done.is_some_and(|done| done <= self.battle.moment + 1.0e-9) {
                    self.step_done(unit);
                }
            }
            Due::Leaves { unit } => self.halts_at_the_edge(unit),
        }
        Ok(None)
    }
}

impl Timeline for Run<'_> {
    type Rank = (u8, Option<UnitId>, Option<UnitId>);

    fn moment(&self) -> f64 {
        self.battle.moment
    }

    fn plan_all(&mut self) -> Go {
        self.plan_steps();
        self.carried.places = self.watched_places();
        let mut alone = std::mem::take(&mut self.carried.riders);
        alone.look(self);
        self.carried.riders = alone;
        Ok(())
    }

    /// Events that are already true where a march begins: an enemy within 2 cm ahead, a friend in the way; and where somebody has been
    /// driven into the way of a unit that is marching (§04.02.5).
    fn at_once(&mut self, due: &mut Vec<Due>) {
        let driven = std::mem::take(&mut self.carried.driven);
        for unit in self.battle.here().collect::<Vec<_>>() {
            let begins = self.unit(unit).planned.is_some_and(|(at, _)| at == self.battle.moment)
                && self.unit(unit).now.looked != self.battle.moment;
            if begins {
                self.unit_mut(unit).now.looked = self.battle.moment;
            } else if driven.is_empty() || self.unit(unit).track.is_none() {
                continue;
            }
            let step = self.unit(unit).todo.first().map(|doing| doing.step);
            let Some(Step::Ahead { .. } | Step::Back { .. }) = step else { continue };
            let here = self.battle.here();
            let others: Vec<UnitId> =
                here.filter(|&other| other != unit && (begins || driven.contains(&other))).collect();
            self.look_along(unit, matches!(step, Some(Step::Back { .. })), &others, due);
        }
    }

    fn bodies<'a>(&'a self, scene: &mut Scene<'a>) {
        for unit in self.battle.here() {
            scene.unit(unit, &self.unit(unit).placed, self.unit(unit).track.as_deref());
        }
        self.carried.places.iter().for_each(|(unit, mark)| scene.place(*unit, mark));
        self.carried.riders.iter().for_each(|(rider, placed)| scene.rider(rider, placed));
    }

    fn table(&self) -> &Table {
        self.battle.ground.table()
    }

    fn widest(&self) -> f64 {
        let events = self.battle.waiting.iter().filter_map(|&unit| self.event_cm(unit));
        events.fold(THREAT_CM, f64::max) * CM
    }

    fn watch(&self, one: Watched, other: Watched) -> Watch {
        self.watched_between(one, other)
    }

    fn appointed(&self) -> Option<f64> {
        [self.next_shot(), riders::next_ride(self, self.battle.moment)]
            .into_iter()
            .flatten()
            .min_by(f64::total_cmp)
    }

    fn bring_all(&mut self, moment: f64) {
        ways_up_to(self, moment);
        self.battle.moment = moment;
        for unit in self.battle.units.values_mut() {
            if let Some(track) = &unit.track {
                unit.placed = track.at(moment);
                unit.pose = unit.placed.pose();
            }
        }
        self.waypoint();
    }

    fn happens(&self, what: Happening<Watched>, due: &mut Vec<Due>) {
        use Watched::{Place, Rider, Unit};
        match what {
            Happening::Within(_, Rider(_)) => due.push(Due::Overrun),
            Happening::Within(Unit(enemy), Place(unit)) => {
                due.extend(self.awaits(unit, enemy).then(|| Due::Fire { units: vec![unit] }));
            }
            Happening::Within(Unit(one), Unit(other)) => self.came_within(one, other, due),
            Happening::Contact(Unit(one), Unit(other)) => due.push(Due::Contact { one, other }),
            Happening::LegDone(Unit(unit), _) => due.push(Due::Done { unit }),
            Happening::LeavesTable(Unit(unit)) => due.push(Due::Leaves { unit }),
            _ => {}
        }
    }

    fn appointed_now(&mut self, due: &mut Vec<Due>) {
        let now = |unit: &UnitId| self.fires_at(*unit) == Some(self.battle.moment);
        let units: Vec<UnitId> = self.battle.waiting.iter().copied().filter(now).collect();
        due.extend((!units.is_empty()).then_some(Due::Fire { units }));
        due.extend(riders::any_due(self, self.battle.moment).then_some(Due::Ride));
    }

    /// All units that fire at one instant fire together.
    fn merge(&self, due: &mut Vec<Due>) {
        let mut all: Vec<UnitId> = Vec::new();
        due.retain(|due| {
            if let Due::Fire { units } = due {
                all.extend(units);
                return false;
            }
            true
        });
        all.sort_unstable();
        all.dedup();
        due.extend((!all.is_empty()).then_some(Due::Fire { units: all }));
    }

    /// Melee before fire before movement; threats are answered before anybody fires at the same instant.
    fn rank(&self, due: &Due) -> (u8, Option<UnitId>, Option<UnitId>) {
        match due {
            Due::Piece { unit, .. } => (0, Some(*unit), None),
            Due::Threat { unit, enemy } => (0, Some(*unit), Some(*enemy)),
            Due::Fire { units } => (1, units.first().copied(), None),
            Due::Attacks { .. } => (2, None, None),
            Due::Backs { unit, enemy } => (2, Some(*unit), Some(*enemy)),
            Due::Contact { one, other } => (3, Some(*one), Some(*other)),
            Due::Ride => (4, None, None),
            Due::Done { unit } => (4, Some(*unit), None),
            Due::Overrun => (5, None, None),
            Due::Leaves { unit } => (6, Some(*unit), None),
        }
    }

    /// There is no question when a unit completes its step, a rider rides, or a unit stops at the edge or before an enemy at its back.
    fn may_ask(&self, due: &Due) -> bool {
        !matches!(due, Due::Done { .. } | Due::Ride | Due::Leaves { .. } | Due::Backs { .. })
    }

    fn in_rank(&self, due: &mut Vec<Due>) {
        self.whom_attacks_meet(due);
    }
}

impl Run<'_> {
    fn look_along(&self, unit: UnitId, back: bool, others: &[UnitId], due: &mut Vec<Due>) {
        let mover = self.unit(unit);
        for &other in others {
            let met = &self.unit(other).placed;
            let apart = mover.placed.centre().distance(met.centre()) - mover.placed.radius() - met.radius();
            if apart > THREAT_CM * CM {
                continue;
            }
            let enemy = self.unit(other).side != mover.side;
            let cm = self.battle.cm_between(unit, other);
            if enemy && !back && cm > BREAK_CM && self.threatens(unit, other, cm) {
                due.push(Due::Threat { unit: other, enemy: unit });
            }
            if enemy && back && cm <= BREAK_CM && self.backs_into(unit, other) {
                due.push(Due::Backs { unit, enemy: other });
            }
            if cm > BREAK_CM || !self.in_the_way(unit, other, back) {
                continue;
            }
            if enemy && !back && !mover.now.met.contains(&other) {
                due.push(self.attack_due(unit, other));
            } else if cm * CM <= TOUCH {
                due.push(Due::Contact { one: unit.min(other), other: unit.max(other) });
            }
        }
    }

    /// Would the unit run into the other if it continued?
    pub(super) fn in_the_way(&self, unit: UnitId, other: UnitId, back: bool) -> bool {
        let placed = &self.unit(unit).placed;
        let ahead = placed.frame().ahead * if back { -1.0 } else { 1.0 };
        let pose = placed.pose();
        if abreast(placed, &self.unit(other).placed, ahead) {
            return false;
        }
        let there = placed.moved_to(Pose::new(pose.at + ahead * (BREAK_CM * CM + 1.0), pose.facing));
        overlap_area(&there, &self.unit(other).placed)
            > overlap_area(placed, &self.unit(other).placed) + 1.0e-6
    }

    /// The moment for which a unit's fire is ordered.
    fn fires_at(&self, unit: UnitId) -> Option<f64> {
        match self.unit(unit).now.order {
            Some(UnitOrder::Fire { when: When::At { moment }, .. }) => Some(moment.0),
            _ => None,
        }
    }

    /// The next moment at which somebody is ordered to fire.
    fn next_shot(&self) -> Option<f64> {
        let moments = self.battle.waiting.iter().filter_map(|&unit| self.fires_at(unit));
        moments.filter(|moment| *moment > self.battle.moment).min_by(f64::total_cmp)
    }

    fn came_within(&self, one: UnitId, other: UnitId, due: &mut Vec<Due>) {
        let cm = self.battle.cm_between(one, other) - 1.0e-3;
        for (unit, enemy) in [(one, other), (other, one)] {
            if self.event_cm(unit).is_some_and(|limit| cm <= limit) && self.awaits(unit, enemy) {
                due.push(Due::Fire { units: vec![unit] });
            }
            if cm > BREAK_CM && self.threatens(enemy, unit, cm) {
                due.push(Due::Threat { unit, enemy });
            }
            let meets = cm <= BREAK_CM && self.advancing(unit) && self.in_front(unit, enemy);
            if meets && !self.unit(unit).now.met.contains(&enemy) {
                due.push(self.attack_due(unit, enemy));
            }
            if cm <= BREAK_CM && self.backs_into(unit, enemy) {
                due.push(Due::Backs { unit, enemy });
            }
        }
    }

    /// Does an enemy who advances within 8 cm give a chain or gunners the choice to leave, which they have not made yet?
    fn threatens(&self, enemy: UnitId, unit: UnitId, cm: f64) -> bool {
        let asked = |what| self.desk.has_asked(what, Subject::Unit(unit), Some(enemy));
        cm <= THREAT_CM
            && self.threatened(unit, enemy)
            && self.advancing(enemy)
            && self.in_front(enemy, unit)
            && ![CHAIN_EVADES.spec.what, GUNNERS_SHELTER.spec.what].into_iter().any(asked)
    }

    /// A march stops just before it leaves the table.
    fn halts_at_the_edge(&mut self, unit: UnitId) {
        let moment = self.battle.moment;
        self.battle.moment = (moment - EDGE).max(0.0);
        self.halt(unit);
        self.battle.moment = moment;
        self.tell("halts_at_the_edge", "01.05.1", &[unit], json!({}));
    }

    /// A chain may fall back, gunners may shelter; their player decides (§04.02.10, §04.02.12).
    fn threat(&mut self, unit: UnitId, enemy: UnitId) -> Go {
        if !self.threatened(unit, enemy) || !self.unit(enemy).here() {
            return Ok(());
        }
        let cm = self.battle.cm_between(unit, enemy).min(500.0);
        if self.unit(unit).unlimbered() {
            let Some(friend) = self.shelter(unit, cm) else { return Ok(()) };
            if self.ask(&GUNNERS_SHELTER, unit, Some(enemy))? == Shelter::Shelter {
                self.run_to(unit, friend);
                self.tell("gunners_shelter", "04.02.12", &[unit, friend], json!({}));
            }
            return Ok(());
        }
        let facts = ChainEvasion {
            chain: true,
            enemy_distance_cm: Centimetres(cm.min(THREAT_CM)),
            reached_support: false,
            unit_order: super::fires::steady(self.unit(unit).order),
        };
        if !plain(&facts, self.tables)?.may_evade {
            return Ok(());
        }
        if self.ask(&CHAIN_EVADES, unit, Some(enemy))? == Evasion::FallBack {
            self.fall_back(unit, enemy)?;
        }
        Ok(())
    }

    /// A closed friend within 8 cm behind whom gunners can stand.
    fn shelter(&self, unit: UnitId, enemy_cm: f64) -> Option<UnitId> {
        let side = self.unit(unit).side;
        let shelters = |friend: &UnitId| {
            let friend = *friend;
            if friend == unit || self.unit(friend).side != side || self.unit(friend).wagon.is_some() {
                return false;
            }
            let facts = GunnersShelter {
                unlimbered: true,
                enemy_distance_cm: Centimetres(enemy_cm.min(THREAT_CM)),
                friend_distance_cm: Centimetres(self.battle.cm_between(unit, friend).min(500.0)),
                friend_closed: self.unit(friend).closed(),
            };
            plain(&facts, self.tables).is_ok_and(|shelter| shelter.may_shelter)
        };
        let near = self.battle.here().filter(shelters);
        near.map(|friend| (self.battle.cm_between(unit, friend), friend))
            .min_by(|a, b| self.battle.nearer(*a, *b))
            .map(|(_, friend)| friend)
    }

    /// Reports to the player the steps for which the turn had no time; the current step is not reported, because it continues or was begun
    /// (§03.03.4).
    fn tell_steps_left(&mut self, unit: UnitId, goes_on: bool) {
        let under_orders = !self.unit(unit).now.halted && self.unit(unit).order != Order::Rout;
        let begun = usize::from(goes_on || self.unit(unit).track.is_some());
        let left: Vec<&str> =
            self.unit(unit).todo.iter().skip(begun).map(|doing| doing.step.kind()).collect();
        if under_orders && !left.is_empty() {
            let (count, left) = (left.len(), json!({"steps": left}));
            self.rehearsed_steps_left(unit, count);
            self.tell_own("steps_not_reached", "03.03.4", unit, left);
        }
    }

    /// The turn's time is over: all stand where they have come, on the grid.
    pub(super) fn arrive(&mut self) {
        for unit in self.battle.here().collect::<Vec<_>>() {
            // A unit that stands before ground it cannot enter is no longer moving.
            let free = |track: &Track| track.stop().is_none_or(|stop| stop.at >= 1.0);
            let moving = self.unit(unit).track.as_ref().is_some_and(|track| free(track))
                && matches!(
                    self.unit(unit).todo.first().map(|doing| doing.step),
                    Some(Step::Ahead { .. } | Step::Back { .. } | Step::Wheel { .. })
                );
            let mut unfinished = None;
            if self.unit(unit).track.is_some() {
                let done = self.unit(unit).track.as_ref().and_then(|track| track.done()).is_some();
                let since = self.unit(unit).planned.map_or(0.0, |(at, _)| 1.0 - at);
                let doing = self.unit(unit).todo[0].clone();
                let act = !matches!(doing.step, Step::Ahead { .. } | Step::Back { .. } | Step::Wheel { .. });
                if done || (act && doing.left <= since + 1.0e-9) {
                    self.step_done(unit);
                } else {
                    self.bring(unit, 1.0);
                    let before = self.unit(unit).act_done.filter(|(act, _)| *act == doing.step);
                    let spent = before.map_or(0.0, |(_, turns)| turns) + since;
                    let goes_on = act && !matches!(doing.step, Step::Halt { .. });
                    unfinished = goes_on.then_some((doing.step, spent));
                }
            }
            self.tell_steps_left(unit, unfinished.is_some());
            let arrived = self.unit_mut(unit);
            arrived.was_moving = moving && !arrived.now.halted;
            arrived.act_done = unfinished;
            arrived.todo.clear();
            arrived.track = None;
            arrived.planned = None;
            arrived.pose = arrived.pose.on_grid();
            super::state_changes::stay_on_table(self.battle, unit);
            super::state_changes::stand_clear(self.battle, unit);
            riders::carry(self, unit);
        }
        self.give_way_to_friends();
    }
}
