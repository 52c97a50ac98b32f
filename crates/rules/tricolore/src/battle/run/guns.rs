//! Guns on the spot: manhandling, limbering, retreat, and what it costs to be limbered near the enemy.

use krigsspil_field::prelude::*;
use krigsspil_turn::desk::Go;
use serde_json::json;

use super::Run;
use crate::battle::phases;
use crate::battle::state::*;
use crate::battle::walk::{Purpose, Walk};
use crate::procedures::artillery::{ArtilleryRetreat, LimberedExposure, Limbering, Manhandling};
use crate::quantity::Metres;
use crate::vocabulary::{BaseFormation, Calibre};

impl Run<'_> {
    /// Its crews turn the guns or move them (§move.manhandle): O1/1, and T1/U with it (R56).
    pub(super) fn manhandles(&mut self, unit: UnitId, degrees: Option<f64>, metres: Option<f64>) -> Go {
        let own = self.unit(unit);
        let facts = Manhandling {
            calibre: own.battery.map_or(Calibre::Pd6, |battery| battery.calibre),
            orders: own.ratings.orders,
            training: own.ratings.training,
            disorder: own.u(),
        };
        let result = self.roll(("manhandles", "move.manhandle"), &[unit], json!({}), &facts)?;
        let own = self.unit_mut(unit);
        own.sequence.handled = true;
        own.disorder = result.disorder_after.0;
        if !result.allowed {
            return Ok(());
        }
        let placed = self.unit(unit).placed.clone();
        let (middle, facing) = (placed.centre(), placed.pose().facing);
        let facing_then = facing.right_by(Degrees(degrees.unwrap_or(0.0))).on_grid();
        let shift = facing.ahead() * metres.unwrap_or(0.0);
        let pose =
            Pose::new(middle + shift + facing_then.ahead() * (placed.body().depth() / 2.0), facing_then);
        let there = placed.moved_to(pose.on_grid());
        let walk =
            Walk { battle: self.battle, tables: self.tables, unit, purpose: Purpose::Tactical, allowance: 0 };
        if walk.stands_clear(&there, false) {
            self.unit_mut(unit).placed = there;
            self.marched(unit, placed.pose(), &[]);
            let own = self.unit_mut(unit);
            // It has moved for reorganisation, and yet bombards in F.
            own.sequence.moved = true;
            own.this_turn.moved = true;
            crate::battle::sight::looks_on_the_way(self.battle, unit);
        }
        Ok(())
    }

    /// O2/2 to limber without retreating (§deploy.limber); failed, it stays in position and does not fire this sequence (R54).
    pub(super) fn limbers(&mut self, unit: UnitId) -> Go {
        let facts = Limbering { orders: self.unit(unit).ratings.orders, retreating: false };
        let result = self.roll(("limbers", "deploy.limber"), &[unit], json!({}), &facts)?;
        self.unit_mut(unit).sequence.handled = true;
        if result.limbered && self.has_room(unit, BaseFormation::Limbered) {
            self.forms(unit, BaseFormation::Limbered);
            self.has_moved(unit);
        }
        Ok(())
    }

    /// Free in G; in a sequence it takes the whole move (R54).
    pub(super) fn unlimbers(&mut self, unit: UnitId) -> Go {
        if !self.has_room(unit, BaseFormation::Unlimbered) {
            self.tell_own("halts", "general.no-space", unit, json!({"reason": "not_lawful"}));
            return Ok(());
        }
        self.forms(unit, BaseFormation::Unlimbered);
        self.tell("unlimbers", "deploy.limber", &[unit], json!({}));
        let tactical = self.battle.phase() == phases::Step::Movement;
        let own = self.unit_mut(unit);
        own.sequence.moved = true;
        own.sequence.handled = true;
        own.this_turn.moved = true;
        own.this_turn.marched |= tactical;
        Ok(())
    }

    /// Limbers without a test and goes 500 to 1000 away from the enemy, with O2/U (§move.artillery-retreat, R55).
    pub(super) fn guns_retreat(&mut self, unit: UnitId, metres: i32) -> Go {
        let own = self.unit(unit);
        let facts =
            ArtilleryRetreat { orders: own.ratings.orders, distance_m: Metres(metres), disorder: own.u() };
        let result = self.roll(
            ("guns_retreat", "move.artillery-retreat"),
            &[unit],
            json!({"metres": metres}),
            &facts,
        )?;
        self.unit_mut(unit).disorder = result.disorder_after.0;
        let away = self.away_from_enemies(unit);
        self.goes_back(unit, away, f64::from(metres), &[])?;
        self.has_moved(unit);
        Ok(())
    }

    /// Straight away from the nearest enemy; homeward when there is none.
    pub(super) fn away_from_enemies(&self, unit: UnitId) -> Point {
        let enemies: Vec<UnitId> = self.battle.enemies_of(self.unit(unit).side).collect();
        self.away_from_nearest(unit, &enemies)
    }

    /// Straight away from the nearest of these; home where there is none.
    pub(super) fn away_from_nearest(&self, unit: UnitId, these: &[UnitId]) -> Point {
        let own = self.unit(unit);
        let away = |enemy: UnitId| distance(&own.placed, &self.unit(enemy).placed);
        let enemies: Vec<(f64, UnitId)> = these.iter().map(|&enemy| (away(enemy), enemy)).collect();
        let nearest = enemies.iter().map(|(metres, _)| *metres).fold(f64::INFINITY, f64::min);
        // Of several who are equally near, to the metre, it goes away from all.
        let near = enemies.iter().filter(|(metres, _)| *metres < nearest + 1.0).map(|(_, enemy)| *enemy);
        let near: Vec<UnitId> = near.collect();
        match near.is_empty() {
            true => Bearing::degrees(self.battle.fixed.sides[own.side].home).ahead(),
            false => self.away_from(unit, &near),
        }
    }

    /// At the end of G every limbered battery tests by how near the enemy is (§deploy.limbered-exposure, R53).
    pub(super) fn exposure(&mut self) -> Go {
        let limbered: Vec<UnitId> = self.battle.here().filter(|&unit| self.unit(unit).limbered()).collect();
        for unit in self.battle.by_place(limbered) {
            let own = self.unit(unit);
            let Some(metres) = self.battle.enemy_metres(unit).filter(|metres| *metres < 1000) else {
                continue;
            };
            let facts = LimberedExposure {
                orders: own.ratings.orders,
                enemy_distance_m: Metres(metres),
                disorder: own.u(),
            };
            let result = self.roll_own(("exposed", "deploy.limbered-exposure"), unit, json!({}), &facts)?;
            self.unit_mut(unit).disorder = result.disorder_after.0;
        }
        Ok(())
    }
}
