//! Retreat in disorder (§13.01.1, §13.03.1), and going back of one's own will (§12.02.4).

use krigsspil_field::prelude::*;
use krigsspil_turn::ids::UnitId;
use serde_json::json;

use super::changes::{drop_track, rebuild, stay_on_table};
use super::{Go, Run};
use crate::battle::bodies::{body, plain};
use crate::battle::land::lay_ground;
use crate::battle::order::{Formation, LIMBER, Step};
use crate::battle::questions::{GUNS_IN_DISORDER, LEAVES_GUNS, LeavesGuns, SaveGuns};
use crate::battle::state::*;
use crate::battle::terrain::obstacle_between;
use crate::procedures::flight::ArtilleryRout;
use crate::vocabulary::*;

/// Within this many degrees of straight back a unit goes back facing its enemy.
const BACK_DEG: f64 = 60.0;

impl Run<'_> {
    /// Where the danger comes from: the nearest enemy; without one, the side away from home.
    pub(super) fn threat_to(&self, unit: UnitId) -> Point {
        let near = self.battle.enemies_of(unit).filter(|&enemy| self.unit(enemy).steady());
        let near = near.map(|enemy| (self.battle.cm_between(unit, enemy), enemy));
        let middle = self.unit(unit).placed.centre();
        match near.min_by(|a, b| self.battle.nearer(*a, *b)) {
            Some((_, enemy)) => self.danger_from(unit, enemy),
            None => middle - self.home(unit).ahead() * (10.0 * CM),
        }
    }

    /// The place that a unit goes away from when this enemy is the cause: straight away from him, along the shortest line between their
    /// bases (§01.03.4), so that a long line struck at its wing goes back and not off to the side.
    pub(super) fn danger_from(&self, unit: UnitId, cause: UnitId) -> Point {
        let (goes, cause) = (&self.unit(unit).placed, &self.unit(cause).placed);
        let (there, here) = closest_places(cause, goes);
        match (here - there).unit() {
            Some(away) if there.distance(here) > TOUCH => {
                goes.centre() - away * goes.centre().distance(cause.centre())
            }
            _ => cause.centre(),
        }
    }

    /// The way home.
    pub(super) fn home(&self, unit: UnitId) -> Bearing {
        Bearing::degrees(self.battle.fixed.sides[self.unit(unit).side].home)
    }

    /// A unit in disorder retires for the rest of the turn, away from the cause (§13.01.1, ruling 73).
    pub(super) fn retire(&mut self, unit: UnitId, from: Point) -> Go {
        if !self.unit(unit).here() {
            return Ok(());
        }
        self.halt(unit);
        if self.unit(unit).unlimbered() {
            self.guns_retire(unit)?;
        }
        self.unit_mut(unit).now.retires = true;
        self.unit_mut(unit).held_until = None;
        self.go_back(unit, from);
        self.tell("retires", "13.01.1", &[unit], json!({}));
        Ok(())
    }

    /// It goes back for the rest of the turn: facing the enemy if he is before it, otherwise with its back to him.
    pub(super) fn go_back(&mut self, unit: UnitId, from: Point) {
        if self.goes_back_out(unit, from) {
            return;
        }
        let goes = self.unit(unit);
        let away = Bearing::of(goes.placed.centre() - from);
        let back = goes.placed.pose().facing.right_by(Degrees(180.0));
        let limbered = goes.limbered() || goes.branch == Branch::Wagon;
        let column = goes.formation.marching() && goes.battery.is_none();
        // Skirmishers turn about and run (§14.04.1), and so do gunners who have left their guns (§07.01.5).
        let runs = goes.spread() && goes.branch == Branch::Infantry || goes.left_its_guns();
        if back.turn_to(away).0.abs() <= BACK_DEG && !column && !limbered && !runs {
            let step = Step::Back { cm: None, turns: None };
            // Going back of one's own will costs what any march backward costs (§07.01.3).
            let begun = goes.now.retires || !goes.closed();
            self.unit_mut(unit).todo = vec![Doing { left: 1.0e6, begun, ..Doing::new(step) }];
            return;
        }
        self.turn_away(unit, away);
        let step = Step::Ahead { cm: None, turns: None, attack: false, storm: false };
        self.unit_mut(unit).todo = vec![Doing { left: 1.0e6, begun: true, ..Doing::new(step) }];
    }

    /// It turns about its middle to look this way.
    pub(super) fn turn_away(&mut self, unit: UnitId, away: Bearing) {
        let turned = self.unit(unit);
        let (middle, was) = (turned.placed.centre(), turned.placed.clone());
        let at = middle + away.ahead() * (turned.placed.body().depth() / 2.0);
        self.unit_mut(unit).trail.clear();
        self.unit_mut(unit).pose = Pose::new(at, away).on_grid();
        rebuild(self.battle, self.tables, unit);
        stay_on_table(self.battle, unit);
        if self.stands_on_somebody(unit, &self.unit(unit).placed.clone()) {
            // There is no room to turn: it goes as it stands.
            self.unit_mut(unit).pose = was.pose();
            self.unit_mut(unit).placed = was;
        }
    }

    /// An unlimbered battery in disorder loses a load, and limbers up, hauls its guns or leaves them (§13.03.1).
    fn guns_retire(&mut self, unit: UnitId) -> Go {
        let horses = self.unit(unit).battery.as_ref().is_some_and(|guns| guns.horses[1] > 0);
        let among: &[SaveGuns] = if horses {
            &[SaveGuns::LimberUp, SaveGuns::HandHaul, SaveGuns::Abandon]
        } else {
            &[SaveGuns::HandHaul, SaveGuns::Abandon]
        };
        let choice = self.ask_among(&GUNS_IN_DISORDER, unit, None, among)?;
        let loads = self.unit(unit).loads;
        let Some(guns) = &self.unit(unit).battery else { return Ok(()) };
        let facts = ArtilleryRout {
            limbered: false,
            order: LostOrder::Disorder,
            figure_pieces: guns.figure_pieces.clamp(1, 6),
            loads: loads.clamp(0, 100),
            choice: match choice {
                SaveGuns::LimberUp => GunsChoice::LimberUp,
                SaveGuns::HandHaul => GunsChoice::HandHaul,
                SaveGuns::Abandon => GunsChoice::Abandon,
            },
        };
        let result = plain(&facts, self.tables)?;
        self.unit_mut(unit).loads = result.loads_after;
        match choice {
            SaveGuns::LimberUp => {
                let so = self.limbered_so(unit, LIMBER);
                let changed = self.unit_mut(unit);
                (changed.battery, changed.formation) = (so.battery, Formation::Line);
                rebuild(self.battle, self.tables, unit);
                self.stand_clear(unit);
            }
            SaveGuns::HandHaul => {
                if let Some(guns) = &mut self.unit_mut(unit).battery {
                    guns.unready = Some(Unready::Retired);
                    guns.registered = None;
                }
            }
            SaveGuns::Abandon => {
                let rides = self.takes_limbers(unit)?;
                self.leave_guns(unit, result.pieces_left_behind, rides);
            }
        }
        Ok(())
    }

    /// The gunners leave their guns where they stand, on foot or with the limbers (§04.04.3, §07.01.5, §13.03.2).
    pub(super) fn leave_guns(&mut self, unit: UnitId, figure_pieces: i32, with_limbers: bool) {
        let stood = self.unit(unit).placed.pose();
        let limbers = self.with_limbers(unit).filter(|_| with_limbers);
        let left = self.unit_mut(unit);
        let Some(guns) = &mut left.battery else { return };
        (guns.crew, guns.registered) =
            (if limbers.is_some() { Crew::WithLimbers } else { Crew::Alone }, None);
        left.left_guns = Some((stood, guns.pieces));
        if let Some(limbers) = limbers {
            left.pose = limbers.pose;
        }
        rebuild(self.battle, self.tables, unit);
        self.guns_stand_there();
        self.tell("guns_abandoned", "13.03.2", &[unit], json!({"pieces": figure_pieces}));
    }

    /// Do gunners who leave their guns now take the limbers along (§13.03.2)?
    pub(super) fn takes_limbers(&mut self, unit: UnitId) -> Go<bool> {
        if self.with_limbers(unit).is_none() {
            return Ok(false);
        }
        Ok(self.ask(&LEAVES_GUNS, unit, None)? == LeavesGuns::WithLimbers)
    }

    /// The gunners with their limbers right behind the guns; nothing if no horses are left, or there is no room for them (§06.03.5).
    pub(super) fn with_limbers(&self, unit: UnitId) -> Option<Unit> {
        let mut so = self.unit(unit).clone();
        let depth = so.placed.body().depth();
        let guns = so.battery.as_mut().filter(|guns| guns.horses[1] > 0)?;
        guns.crew = Crew::WithLimbers;
        so.trail.clear();
        so.pose = Pose::new(so.pose.at - so.pose.facing.ahead() * depth, so.pose.facing).on_grid();
        let there = body(&so, self.tables).ok()?.at(so.pose).ok()?;
        let free = self.battle.ground.table().holds(&there) && !self.stands_on_somebody(unit, &there);
        let middle = there.centre();
        (free && obstacle_between(&self.battle.ground, self.unit(unit).placed.centre(), middle) == 0)
            .then_some(so)
    }

    /// Guns without gunners are terrain, and manned ones are not (§01.03.5): marches over the ground are planned anew.
    pub(super) fn guns_stand_there(&mut self) {
        lay_ground(self.battle, self.tables);
        self.relaid = true;
    }

    /// The ground has changed since marches were planned: they are planned anew.
    pub(super) fn marches_see_the_ground(&mut self) {
        if std::mem::take(&mut self.relaid) {
            for unit in self.battle.here().collect::<Vec<_>>() {
                drop_track(self.battle, unit);
            }
        }
    }
}
