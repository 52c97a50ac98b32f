//! Moves that are forced (§8.6, §8.7): a unit that falls to U goes back, one that routs runs, through its friends.

use krigsspil_engine::battle::Presence;
use krigsspil_field::prelude::{Bearing, Placed, Point};
use krigsspil_turn::desk::Go;
use serde_json::json;

use super::Run;
use super::ways_back::Barrier;
use crate::battle::bodies::{in_the_way, metres_to, plain, shifted};
use crate::battle::command::comrades;
use crate::battle::going::{GRAZES, stands_on};
use crate::battle::meeting::meets;
use crate::battle::state::*;
use crate::battle::terrain::{effect, feature, may_stand};
use crate::procedures::ground::Feature;
use crate::procedures::moving::{InTheWay, MoveReason, Passage};
use crate::procedures::rout::{DisorderRetreat, RetreatMove, RetreatPath, Rout};
use crate::vocabulary::{Formation, Order};

/// Who is cornered stops so far off (R61).
const CORNERED_CM: f64 = 1.0;
/// So far beyond its rout a mob runs on until it stands on nobody.
const RUNS_ON_CM: f64 = 40.0;

impl Run<'_> {
    /// Metres to ground that cannot be passed.
    pub(super) fn barred(&self, unit: UnitId, start: &Placed, way: Point, metres: f64) -> Option<f64> {
        let of = self.unit(unit);
        let ground = &self.battle.fixed.ground;
        let own = of.zone.map(|inside| self.battle.fixed.zones.get(inside.zone).feature);
        let lead = start.centre() + way * (start.body().depth() / 2.0);
        let crossed =
            ground.crossed(&[lead, lead + way * metres], (start.body().front() - 2.0 * GRAZES).max(0.0));
        // By where it stands, not by the room its crowd takes.
        let stands_on = stands_on(ground, &of.placed, &crossed);
        let bars = |one: &krigsspil_field::prelude::Crossed| {
            let Some(mapped) = ground.feature(one.feature).filter(|_| Some(one.feature) != own) else {
                return false;
            };
            let Some(what) = feature(mapped) else { return false };
            let stopped =
                effect(mapped, of.branch, of.formation, self.tables).is_some_and(|effect| !effect.passable);
            let inside = one.enters <= 0.0 && stands_on.contains(&one.feature);
            !inside && (stopped || what == Feature::TownZone)
        };
        crossed.iter().filter(|one| bars(one)).map(|one| one.enters).min_by(f64::total_cmp)
    }

    /// Can it stand here: on the table, on good ground and on nobody?
    fn stands_free(&self, unit: UnitId, placed: &Placed, formation: Formation) -> bool {
        self.battle.fixed.ground.table().holds(placed)
            && may_stand(placed, self.unit(unit).branch, formation, &self.battle.fixed.ground, self.tables)
            && self.battle.here().all(|other| other == unit || !in_the_way(placed, &self.unit(other).placed))
    }

    /// The first place from one length to another where it can stand.
    fn first_free(&self, unit: UnitId, start: &Placed, way: Point, [from, to]: [f64; 2]) -> Option<Placed> {
        let formation = self.unit(unit).formation;
        let steps = ((to - from).abs() / (CM / 4.0)).ceil() as i32;
        (0..=steps)
            .map(|step| from + (to - from) * f64::from(step) / f64::from(steps.max(1)))
            .map(|metres| shifted(start, way, metres))
            .find(|placed| self.stands_free(unit, placed, formation))
    }

    /// Metres a body must go along a way until all of it is behind a friend.
    fn behind(&self, start: &Placed, way: Point, friend: UnitId) -> f64 {
        let along = |placed: &Placed| -> Vec<f64> {
            placed.parts().iter().flat_map(|part| part.corners()).map(|corner| corner.dot(way)).collect()
        };
        let far = along(&self.unit(friend).placed).into_iter().fold(f64::NEG_INFINITY, f64::max);
        far - along(start).into_iter().fold(f64::INFINITY, f64::min)
    }

    /// Where a unit that goes back so far along a way comes to stand; none where it cannot.
    pub(super) fn retreat_end(&self, unit: UnitId, way: Bearing, cm: f64) -> Option<Placed> {
        let (start, ahead) = (self.back_body(unit, way, false)?, way.ahead());
        let may_pass = |end: &Placed| self.passes_comrades_only(unit, &start, ahead, end);
        match self.barrier(unit, &start, ahead, cm * CM) {
            Barrier::Nothing => {
                let end = cm * CM;
                self.first_free(unit, &start, ahead, [end, end + RUNS_ON_CM * CM])
                    .filter(may_pass)
                    .or_else(|| self.first_free(unit, &start, ahead, [end, 0.0]))
            }
            Barrier::Comrade(met, friend) => {
                let from = met.max(self.behind(&start, ahead, friend));
                self.first_free(unit, &start, ahead, [from, from + RUNS_ON_CM * CM]).filter(may_pass)
            }
            _ => None,
        }
    }

    /// Does a unit that goes back to a place pass through nobody but units of its own corps and arm, and own guns in position, and over no ground
    /// it cannot pass (§8.6.p2)?
    fn passes_comrades_only(&self, unit: UnitId, start: &Placed, way: Point, end: &Placed) -> bool {
        let metres = (end.centre() - start.centre()).dot(way);
        let side = self.unit(unit).side;
        let passable = |other: UnitId| {
            let there = self.unit(other);
            comrades(self.battle, unit, other)
                || there.side == side && there.is_battery() && there.is_unlimbered()
        };
        let garrisons_together = |other: UnitId| {
            let zone = |unit: UnitId| self.unit(unit).zone.map(|inside| inside.zone);
            zone(unit).is_some() && zone(unit) == zone(other)
        };
        let clear = self.battle.here().filter(|&other| other != unit).all(|other| {
            passable(other)
                || garrisons_together(other)
                || meets(start, way, metres, &self.unit(other).placed).is_none_or(|met| met >= metres)
        });
        clear && self.barred(unit, start, way, metres).is_none_or(|met| met >= metres)
    }

    fn leave_zone(&mut self, unit: UnitId) {
        let of = self.unit_mut(unit);
        if let Some(inside) = of.zone.take() {
            of.now.lost_zone = Some(inside.zone);
            of.formation = if of.is_battery() { Formation::Limbered } else { Formation::Line };
        }
    }

    /// A unit that falls to U goes a march length back, its front to the enemy (§8.6).
    pub(super) fn retreats(&mut self, unit: UnitId, base: f64) -> Go {
        if !self.unit(unit).here() {
            return Ok(());
        }
        let of = self.unit(unit);
        let formation = if of.zone.is_some() && !of.is_battery() { Formation::Line } else { of.formation };
        let facts = |path: RetreatPath, friend_is_artillery: bool, two_thirds: bool| DisorderRetreat {
            unit: of.kind,
            formation,
            path,
            friend_is_artillery,
            two_thirds_lost: two_thirds,
            deviation_deg: 0.0,
        };
        let two_thirds = self.two_thirds(unit);
        let clear = plain(&facts(RetreatPath::Clear, false, two_thirds), self.tables)?;
        let cm = f64::from(clear.distance_cm);
        let way = self.way_back(unit, base, cm, false)?;
        let Some(start) = self.back_body(unit, way, false) else { return Ok(()) };
        let ahead = way.ahead();
        let barrier = self.barrier(unit, &start, ahead, cm * CM);
        let of = self.unit(unit);
        let path = match barrier {
            Barrier::Nothing => RetreatPath::Clear,
            Barrier::Comrade(..) => RetreatPath::FriendSame,
            Barrier::Friend(_) => RetreatPath::FriendOther,
            Barrier::Ground(_) | Barrier::Enemy(_) => RetreatPath::Impassable,
            Barrier::Edge => {
                self.tell("leaves_the_table", "4.4.8", &[unit], json!({}));
                self.remove(unit, Presence::Left);
                return Ok(());
            }
        };
        let friend_is_artillery = matches!(barrier, Barrier::Friend(other) if self.unit(other).is_battery());
        let facts = DisorderRetreat {
            unit: of.kind,
            formation,
            path,
            friend_is_artillery,
            two_thirds_lost: two_thirds,
            deviation_deg: 0.0,
        };
        let goes = plain(&facts, self.tables)?;
        let end = match goes.move_after {
            RetreatMove::Retreat | RetreatMove::BehindFriend => self.retreat_end(unit, way, cm),
            _ => None,
        };
        match end {
            Some(end) => {
                self.leave_melees(unit);
                let from = self.unit(unit).placed.clone();
                self.leave_zone(unit);
                self.driven(unit, &from, end, ("retreats", "8.6"));
                Ok(())
            }
            // No room: it goes through, and runs (§8.6.p3).
            None => self.routs(unit, base),
        }
    }

    /// A unit is set down where it was driven to, and what it went, middle to middle, is told.
    fn driven(&mut self, unit: UnitId, from: &Placed, end: Placed, event: (&'static str, &'static str)) {
        let cm = (from.centre().distance(end.centre()) / CM * 10.0).round() / 10.0;
        self.set_down(unit, end);
        let of = self.unit_mut(unit);
        of.now.attack = None;
        // Nor was he stationary in his turn, who was driven back in it (tabel 3).
        (of.now.done, of.now.driven, of.now.acted) = (true, true, true);
        self.driven_off_its_point(unit);
        self.tell_moved(event, &[unit], from, json!({"cm": cm}));
    }

    /// A brigade detached to a point that is driven off it has to come to it again (§2.11).
    fn driven_off_its_point(&mut self, unit: UnitId) {
        let of = self.unit_mut(unit);
        let off = |detached: &Detached| metres_to(&of.placed, detached.point) > CM;
        if of.detached.as_ref().is_some_and(off)
            && let Some(detached) = &mut of.detached
        {
            detached.arrived = false;
        }
    }

    /// A unit routs: straight away, through its friends, and sweeps the first it can (§8.7, §8.4).
    pub(super) fn routs(&mut self, unit: UnitId, base: f64) -> Go {
        if !self.unit(unit).here() {
            return Ok(());
        }
        let of = self.unit(unit);
        let facts = Rout {
            unit: of.kind,
            unlimbered: of.is_unlimbered(),
            enemy_passes_gun: false,
            leaves_table: false,
            two_thirds_lost: self.two_thirds(unit),
            deviation_deg: 0.0,
        };
        let rout = plain(&facts, self.tables)?;
        let cm = f64::from(rout.distance_cm);
        let way = self.way_back(unit, base, cm, true)?;
        let guns = rout.guns_left.then(|| self.unit(unit).placed.centre());
        self.attackers_lose(unit, Fate::Routed);
        self.leave_melees(unit);
        let Some(start) = self.back_body(unit, way, true) else { return Ok(()) };
        let (end, stopped) = self.rout_end(unit, &start, way.ahead(), cm * CM);
        let swept = self.swept(unit, &start, way.ahead(), &end);
        let from = self.unit(unit).placed.clone();
        self.leave_zone(unit);
        self.comes_into(unit, Order::FullDisorder, "8.7.3");
        let of = self.unit_mut(unit);
        (of.since_rout, of.fled, of.at_edge) = (0, Some(way.as_degrees()), stopped == Some(Barrier::Edge));
        (of.sortie, of.now.fires) = (false, Vec::new());
        if let (Some(guns), Some(battery)) = (guns, &mut of.battery) {
            battery.guns_left = Some(guns);
            of.formation = Formation::Limbered;
        }
        self.rebuild(unit);
        match end {
            Some(end) => self.driven(unit, &from, end, ("routs", "8.7.1")),
            None => {
                self.tell("scatters", "8.7.1", &[unit], json!({}));
                self.remove(unit, Presence::Gone);
            }
        }
        if matches!(stopped, Some(Barrier::Ground(_) | Barrier::Enemy(_))) && self.unit(unit).here() {
            self.tell("cornered", "8.7.1", &[unit], json!({}));
        }
        if let Some(other) = swept {
            self.sweeps(unit, other, way.as_degrees())?;
        }
        if rout.eliminated && self.unit(unit).here() {
            self.tell("eliminated", "1.6.5", &[unit], json!({}));
            self.remove(unit, Presence::Gone);
        }
        Ok(())
    }

    /// Where a rout ends, and what stops it short.
    pub(super) fn rout_end(
        &self,
        unit: UnitId,
        start: &Placed,
        way: Point,
        metres: f64,
    ) -> (Option<Placed>, Option<Barrier>) {
        let mut reach = metres;
        let mut stopped = None;
        let side = self.unit(unit).side;
        let enemies =
            self.battle.enemies(side).filter_map(|enemy| meets(start, way, metres, &self.unit(enemy).placed));
        if let Some(met) = enemies.min_by(f64::total_cmp).filter(|met| *met < reach) {
            (reach, stopped) = ((met - CORNERED_CM * CM).max(0.0), Some(Barrier::Enemy(met)));
        }
        if let Some(met) = self.barred(unit, start, way, metres).filter(|met| *met < reach) {
            (reach, stopped) = ((met - CORNERED_CM * CM).max(0.0), Some(Barrier::Ground(met)));
        }
        let table = self.battle.fixed.ground.table();
        if !table.holds(&shifted(start, way, reach)) {
            let (mut low, mut high) = (0.0, reach);
            for _ in 0..20 {
                let middle = (low + high) / 2.0;
                if table.holds(&shifted(start, way, middle)) { low = middle } else { high = middle }
            }
            (reach, stopped) = (low, Some(Barrier::Edge));
        }
        let end = match stopped {
            None => self.first_free(unit, start, way, [reach, reach + RUNS_ON_CM * CM]).filter(|end| {
                // Beyond its rout it runs over no enemy.
                self.battle.enemies(side).all(|enemy| {
                    meets(start, way, start.centre().distance(end.centre()), &self.unit(enemy).placed)
                        .is_none()
                })
            }),
            Some(_) => None,
        };
        let end = end.or_else(|| self.first_free(unit, start, way, [reach, 0.0]));
        (end.or_else(|| self.room_beside(unit, start, way, reach)), stopped)
    }

    /// Where a mob is brought up there may be room beside: on whichever hand it is nearer, or farther from the enemy. A crowd is deeper than the
    /// line it was: what it backs onto may push it forward.
    fn room_beside(&self, unit: UnitId, start: &Placed, way: Point, reach: f64) -> Option<Placed> {
        let side = self.unit(unit).side;
        let enemy = |end: &Placed| {
            let near = self.battle.enemies(side).map(|enemy| self.unit(enemy).placed.centre());
            near.map(|enemy| enemy.distance(end.centre())).fold(f64::INFINITY, f64::min)
        };
        let deep = (start.body().depth() / CM).ceil() as i32;
        (0..=deep).find_map(|back| {
            let there = shifted(start, way, reach - f64::from(back) * CM);
            let free = [way.right(), way.left()]
                .into_iter()
                .filter_map(|aside| self.first_free(unit, &there, aside, [0.0, RUNS_ON_CM * CM]));
            let far = |end: &Placed| (end.centre().distance(there.centre()) / CM * 4.0).round();
            free.min_by(|a, b| far(a).total_cmp(&far(b)).then(enemy(b).total_cmp(&enemy(a))))
        })
    }

    /// The first own unit on the way that it can sweep along (§8.4, R35). Who flees himself in this phase is not swept: routers are too
    /// scattered to matter to each other.
    fn swept(&self, unit: UnitId, start: &Placed, way: Point, end: &Option<Placed>) -> Option<UnitId> {
        let metres = start.centre().distance(end.as_ref()?.centre());
        let of = self.unit(unit);
        let flees = |other: &Unit| other.now.flees || other.is_mob() && other.since_rout == 0;
        let mut passed: Vec<(f64, UnitId)> = self
            .battle
            .by_place(self.battle.here().collect::<Vec<_>>())
            .into_iter()
            .filter(|&other| other != unit && self.unit(other).side == of.side && !flees(self.unit(other)))
            .filter_map(|other| Some((meets(start, way, metres, &self.unit(other).placed)?, other)))
            .collect();
        passed.sort_by(|a, b| a.0.total_cmp(&b.0));
        let in_the_way = |other: UnitId| {
            let there = self.unit(other);
            match there.is_battery() {
                true if there.is_unlimbered() => InTheWay::OwnUnlimberedBattery,
                true => InTheWay::OwnLimberedBattery,
                false if comrades(self.battle, unit, other) => InTheWay::OwnSameCorpsSameArm,
                false => InTheWay::OwnOther,
            }
        };
        passed.into_iter().map(|(_, other)| other).find(|&other| {
            let facts = Passage {
                mover: MoveReason::Rout,
                mover_is_artillery: of.is_battery(),
                passed: in_the_way(other),
                already_swept: false,
            };
            plain(&facts, self.tables).is_ok_and(|passage| passage.passed_tests)
        })
    }
}
