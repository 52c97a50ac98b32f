//! Phase 7: reorganisation, of both sides (chapter 9).

use std::cell::RefCell;

use krigsspil_engine::Turns;
use krigsspil_engine::battle::Presence;
use krigsspil_field::prelude::Bearing;
use krigsspil_turn::desk::{Go, Pause, each, item};
use serde_json::json;

use super::morale::{Gives, spirit};
use super::{Reached, Run};
use crate::battle::bodies::{about_centre, body_in, can_form, in_the_way, plain};
use crate::battle::state::*;
use crate::procedures::rally::{RecoverDisorder, Reorganise};
use crate::tables::Tables;
use crate::vocabulary::{Formation, Order};

/// The facts of its try.
pub(in crate::battle) fn reorganise(battle: &Battle, tables: &Tables, unit: UnitId) -> Reorganise {
    let of = &battle.units[unit];
    Reorganise {
        spirit: spirit(battle, tables, unit, None),
        phases_since_rout: of.since_rout.clamp(0, 50),
        at_table_edge: of.at_edge,
    }
}

/// What comes of a mob in the phase.
#[derive(Clone, Copy, Debug)]
enum Came {
    /// It is lost at the edge of the table.
    Lost,
    /// It stands again, in a formation and facing of its player's.
    Rallied(Option<Formation>, Option<f64>),
    /// It runs again, this way.
    Runs(f64),
}

impl Run<'_> {
    /// All who try throw; then who is gone is gone, who rallied stands, and who failed runs, the nearest to the enemy first (§9.2, R47).
    pub(super) fn reorganisation(&mut self) -> Result<(), Pause> {
        let gives = match std::mem::take(&mut self.reached) {
            Reached::Unrallied(gives) => gives,
            _ => self.rallies()?,
        };
        each(self, &gives, |run, gives| run.gives_way(gives))?;
        item(self, |run| {
            let units: Vec<UnitId> = run.battle.here().collect();
            for unit in run.battle.by_place(units) {
                run.recovers(unit)?;
            }
            run.turn_ends()
        })?;
        Ok(())
    }

    /// All who try throw, and who rallied stands; those who run again are left.
    fn rallies(&mut self) -> Result<Vec<Gives>, Pause> {
        let mobs: Vec<UnitId> = self.battle.here().filter(|&unit| self.unit(unit).is_mob()).collect();
        let mobs = self.battle.by_place(mobs);
        self.desk.next_step();
        let came: RefCell<Vec<(UnitId, Came)>> = RefCell::new(Vec::new());
        each(self, &mobs, |run, &unit| {
            let how = run.reorganises(unit)?;
            came.borrow_mut().extend(how.map(|how| (unit, how)));
            Ok(())
        })?;
        let came = came.into_inner();
        let gives = item(self, |run| {
            for &(unit, how) in &came {
                match how {
                    Came::Lost => {
                        run.tell("lost_at_the_edge", "8.7.1.p2", &[unit], json!({}));
                        run.remove(unit, Presence::Left);
                    }
                    Came::Rallied(formation, facing) => run.stands_again(unit, formation, facing),
                    Came::Runs(_) => run.unit_mut(unit).now.flees = true,
                }
            }
            let runs = came.iter().filter_map(|&(unit, how)| match how {
                Came::Runs(away) => {
                    let stands = run.unit(unit).placed.centre();
                    Some(Gives { unit, routs: true, away, stands })
                }
                _ => None,
            });
            Ok(run.nearest_first(runs.collect()))
        })?;
        let gives = gives.unwrap_or_default();
        if !gives.is_empty() {
            self.marked(Reached::Unrallied(gives.clone()));
        }
        Ok(gives)
    }

    /// A mob that tries throws (§9.2); none for one that does not, and may wait.
    fn reorganises(&mut self, unit: UnitId) -> Go<Option<Came>> {
        let of = self.unit(unit);
        let (since, at_edge, wants) = (of.since_rout, of.at_edge, of.now.rallies);
        let Some((formation, facing)) = wants.filter(|_| since > 0) else {
            // One chance on the edge of the table, in the turn after its rout (§8.7.1.p2).
            return Ok((at_edge && since > 0).then_some(Came::Lost));
        };
        let facts = reorganise(self.battle, self.tables, unit);
        let result = self.roll(("reorganises", "9.2"), &[unit], json!({}), &facts)?;
        Ok(Some(match () {
            () if result.removed => Came::Lost,
            () if result.success => Came::Rallied(formation, facing),
            () => {
                let home = self.battle.fixed.sides[self.unit(unit).side].home;
                Came::Runs(self.unit(unit).fled.unwrap_or(home))
            }
        }))
    }

    /// In any formation and facing its player wants (§9.3), where there is room for it.
    fn stands_again(&mut self, unit: UnitId, formation: Option<Formation>, facing: Option<f64>) {
        let (centre, now) = (self.unit(unit).placed.centre(), self.unit(unit).placed.pose().facing);
        let home = self.battle.fixed.sides[self.unit(unit).side].home;
        let facing = facing.map_or_else(|| Bearing::degrees(home + 180.0), Bearing::degrees);
        self.comes_into(unit, Order::Disorder, "tabel 11");
        let of = self.unit_mut(unit);
        (of.at_edge, of.fled, of.quiet) = (false, None, 0);
        let mut of = self.unit(unit).clone();
        of.order = Order::Disorder;
        let usual = if of.is_battery() { Formation::Limbered } else { Formation::Line };
        let tries = [formation, Some(usual), Some(Formation::Column), Some(Formation::MarchColumn)];
        for formation in
            tries.into_iter().flatten().filter(|&formation| can_form(&of, formation, of.ranks, self.tables))
        {
            for facing in self.facings(unit, facing, now) {
                let body = body_in(&of, formation, of.ranks, self.tables);
                let Some(placed) = body.ok().and_then(|body| about_centre(&body, centre, facing).ok()) else {
                    continue;
                };
                let free = self.battle.fixed.ground.table().holds(&placed)
                    && crate::battle::terrain::may_stand(
                        &placed,
                        of.branch,
                        formation,
                        &self.battle.fixed.ground,
                        self.tables,
                    )
                    && self
                        .battle
                        .here()
                        .all(|other| other == unit || !in_the_way(&placed, &self.unit(other).placed));
                if free {
                    self.unit_mut(unit).formation = formation;
                    self.unit_mut(unit).squared_in = None;
                    self.set_down(unit, placed);
                    return;
                }
            }
        }
        // Nowhere to form: it stays a mob where it is.
        self.tell("no_room", "9.3", &[unit], json!({}));
        self.comes_into(unit, Order::FullDisorder, "9.3");
        self.unit_mut(unit).since_rout = 1;
    }

    /// Which way a unit may face that forms up again: as it is told, else as a mob of its shape can without room to turn, the nearest to that
    /// first; of two equally near the one that is nearer to the enemy.
    fn facings(&self, unit: UnitId, told: Bearing, now: Bearing) -> Vec<Bearing> {
        let of = self.unit(unit);
        let centre = of.placed.centre();
        let enemies = self.battle.enemies(of.side).map(|enemy| self.unit(enemy).placed.centre());
        let nearest = enemies.min_by(|a, b| a.distance(centre).total_cmp(&b.distance(centre)));
        let off = |one: &Bearing| told.turn_to(*one).0.abs().round();
        let from_enemy =
            |one: &Bearing| nearest.map_or(0.0, |enemy| one.turn_to(Bearing::of(enemy - centre)).0.abs());
        let ahead = now.ahead();
        let mut others = [ahead, -ahead, ahead.right(), ahead.left()].map(Bearing::of);
        others.sort_by(|a, b| off(a).total_cmp(&off(b)).then(from_enemy(a).total_cmp(&from_enemy(b))));
        std::iter::once(told).chain(others).collect()
    }

    /// Two quiet turns bring a unit from U to O (§9.1).
    fn recovers(&mut self, unit: UnitId) -> Go {
        let disturbed = self.unit(unit).now.disturbed;
        let of = self.unit_mut(unit);
        if of.is_mob() {
            of.since_rout += 1;
            return Ok(());
        }
        of.quiet = if disturbed { 0 } else { (of.quiet + 1).min(20) };
        if of.order != Order::Disorder || disturbed {
            return Ok(());
        }
        let facts = RecoverDisorder {
            quiet_turns: Turns(self.unit(unit).quiet),
            two_thirds_lost: self.two_thirds(unit),
        };
        if plain(&facts, self.tables)?.order_after == Order::Order {
            self.comes_into(unit, Order::Order, "9.1");
        }
        Ok(())
    }
}
