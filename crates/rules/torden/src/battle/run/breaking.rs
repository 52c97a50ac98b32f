//! Melees kept up or broken off (§7.3.2, §7.3.3): all who want to break off throw, and then those who may go back at once. And batteries
//! that get out of a town where a melee goes on.

use std::cell::RefCell;

use krigsspil_field::prelude::Bearing;
use krigsspil_turn::desk::{Go, Pause, about_unit, each, item};
use serde_json::json;

use super::Run;
use super::melee::Fought;
use crate::battle::bodies::{about_centre, body_in, in_the_way};
use crate::battle::evolve::before_side;
use crate::battle::march::{Limits, Marched, march};
use crate::battle::order::{Step, Wing};
use crate::battle::questions::{BREAKS_OFF, BreakingOff};
use crate::battle::state::*;
use crate::procedures::reaction::Purpose;
use crate::tables::Tables;
use crate::vocabulary::Formation;

/// A unit whose rear is no farther than this off the way from its enemy goes straight back, in degrees.
const STRAIGHT_BACK: f64 = 60.0;

/// The way of one who breaks off: half a march length back, its front to the enemy (§7.3.2).
pub(in crate::battle) fn broken_off(battle: &Battle, tables: &Tables, unit: UnitId) -> Marched {
    gone_back(battle, tables, unit, away(battle, unit))
}

/// The way from the enemy a unit fights with; of several from the nearest to its middle.
fn away(battle: &Battle, unit: UnitId) -> Option<f64> {
    let centre = battle.units[unit].placed.centre();
    let far = |enemy: &UnitId| battle.units[*enemy].placed.centre().distance(centre);
    let enemies = battle.by_place(battle.units[unit].melee.iter().copied());
    let nearest = enemies.into_iter().min_by(|a, b| far(a).total_cmp(&far(b)))?;
    Some(super::facing_away(battle, nearest, unit))
}

/// Half a march length back. One whose enemy does not stand before its front, because he struck its flank or rear, turns its front to him
/// where neighbours leave room; where they do not, it goes from him as it stands.
fn gone_back(battle: &Battle, tables: &Tables, unit: UnitId, away: Option<f64>) -> Marched {
    let mut of = battle.units[unit].clone();
    let formation = of.formation;
    if formation == Formation::Square {
        of.formation = Formation::Line;
    }
    let rate = f64::from(tables.unit(of.kind).rate_cm(of.formation, false).max(1));
    let facing = of.placed.pose().facing;
    let mut degrees = 180.0;
    if let Some(away) = away.map(Bearing::degrees) {
        let off = facing.turn_to(away).0;
        if off.abs() < 180.0 - STRAIGHT_BACK {
            let front = Bearing::of(-away.ahead());
            let turned = about_centre(of.placed.body(), of.placed.centre(), front).ok();
            let free = turned.filter(|turned| {
                battle.here().all(|other| other == unit || !in_the_way(turned, &battle.units[other].placed))
            });
            match free {
                Some(turned) => of.placed = turned,
                None => degrees = off,
            }
        }
    }
    // Half the rate; the halving for going backward is not laid on top (R55), so a whole turn is what it takes.
    let limits = Limits { budget: 1.0, march_order: false, chief: None, keeps_off: None };
    let field = super::field_of(battle, tables, unit);
    let done = march(&field, &of, limits, &[Step::Go { cm: Some(rate / 2.0), degrees }]);
    Marched { formation, ..done }
}

impl Run<'_> {
    /// Who stays in contact fights on (§7.3.3); where both keep their order, one may break off straight after the tests (R48).
    pub(super) fn kept_up(&mut self, fought: &[Fought]) -> Result<(), Pause> {
        let stays = |run: &Self, unit: UnitId| run.unit(unit).here() && !run.unit(unit).now.driven;
        let standing: Vec<(UnitId, UnitId)> = fought
            .iter()
            .map(|one| (one.attacker, one.defender))
            .filter(|&(one, other)| stays(self, one) && stays(self, other))
            .collect();
        item(self, |run| {
            for &(one, other) in &standing {
                for (unit, with) in [(one, other), (other, one)] {
                    if !run.unit(unit).melee.contains(&with) {
                        run.unit_mut(unit).melee.push(with);
                    }
                }
            }
            Ok(())
        })?;
        let mut asked: Vec<UnitId> = standing.iter().flat_map(|&(one, other)| [one, other]).collect();
        asked.sort();
        asked.dedup();
        // Who came out of it in another order, or whose enemy did, waits for a later turn (§7.3.2).
        let kept = |unit: UnitId| {
            let of_it = fought.iter().filter(|one| one.attacker == unit || one.defender == unit);
            of_it
                .flat_map(|one| [(one.attacker, one.orders[0]), (one.defender, one.orders[1])])
                .filter(|(unit, _)| self.unit(*unit).here())
                .all(|(unit, before)| self.unit(unit).order == before)
        };
        let may = |&unit: &UnitId| {
            let of = self.unit(unit);
            !of.now.broke_off && of.zone.is_none() && !of.is_battery() && !of.is_mob() && kept(unit)
        };
        let asked = self.battle.by_place(asked.into_iter().filter(may).collect::<Vec<_>>());
        self.desk.next_step();
        let wanting: RefCell<Vec<UnitId>> = RefCell::new(Vec::new());
        each(self, &asked, |run, &unit| {
            let seat = run.seat(unit);
            if run.desk.ask(&BREAKS_OFF, about_unit(&seat, unit, None))? == BreakingOff::BreakOff {
                wanting.borrow_mut().push(unit);
            }
            Ok(())
        })?;
        self.break_off(&wanting.into_inner())
    }

    /// Melees broken off before they are fought again (§7.3.2).
    pub(super) fn break_offs(&mut self) -> Result<(), Pause> {
        let wanting: Vec<UnitId> = self
            .battle
            .here()
            .filter(|&unit| self.unit(unit).now.breaks_off && !self.unit(unit).melee.is_empty())
            .collect();
        self.break_off(&self.battle.by_place(wanting))?;
        let guns: Vec<UnitId> = self.battle.here().filter(|&unit| self.unit(unit).now.leaves_town).collect();
        let guns = self.battle.by_place(guns);
        each(self, &guns, |run, &unit| run.leaves_town(unit))
    }

    /// All throw; then all who may leave their melees, and go back: who has the freest way first, so that nobody is held up by one who is
    /// about to leave.
    fn break_off(&mut self, wanting: &[UnitId]) -> Result<(), Pause> {
        let free: RefCell<Vec<UnitId>> = RefCell::new(Vec::new());
        each(self, wanting, |run, &unit| {
            if run.gets_away(unit)? {
                free.borrow_mut().push(unit);
            }
            Ok(())
        })?;
        item(self, |run| {
            let going: Vec<(UnitId, Option<f64>)> =
                free.into_inner().into_iter().map(|unit| (unit, away(run.battle, unit))).collect();
            for &(unit, _) in &going {
                run.leave_melees(unit);
                run.unit_mut(unit).now.attack = None;
            }
            let way = |run: &Self, unit: UnitId, away: Option<f64>| {
                Some(gone_back(run.battle, run.tables, unit, away))
            };
            run.freest_first(going, way, |run, unit, done| {
                run.carried_out(unit, &done, "goes_back", "7.3.2");
                run.unit_mut(unit).now.driven = true;
            });
            Ok(())
        })?;
        Ok(())
    }

    /// A throw; a failure is read in table 4, and the melee goes on (R48, R55).
    fn gets_away(&mut self, unit: UnitId) -> Go<bool> {
        self.unit_mut(unit).now.broke_off = true;
        if self.unit(unit).is_mob() || self.unit(unit).is_battery() || self.unit(unit).zone.is_some() {
            return Ok(false);
        }
        let facts = self.reaction(unit, Purpose::BreakOffMelee);
        let result = self.roll(("breaks_off", "7.3.2"), &[unit], json!({}), &facts)?;
        self.reads_table_4(unit, &result, "tabel 4");
        Ok(result.success)
    }

    /// A battery gets out of a town where a melee goes on, by the side opposite its own (§4.6.4.p3, R56).
    fn leaves_town(&mut self, unit: UnitId) -> Go {
        let Some(inside) = self.unit(unit).zone else { return Ok(()) };
        let facts = self.reaction(unit, Purpose::LeaveTown);
        let result = self.roll(("leaves_town", "4.6.4.p3"), &[unit], json!({}), &facts)?;
        if !result.success {
            return Ok(());
        }
        let opposite = match inside.side {
            Wing::Front => Wing::Rear,
            Wing::Rear => Wing::Front,
            Wing::Left => Wing::Right,
            Wing::Right => Wing::Left,
        };
        let (middle, out) = self.battle.fixed.zones.get(inside.zone).side(opposite);
        let body = body_in(self.unit(unit), Formation::Limbered, 4, self.tables);
        let placed = body.ok().and_then(|body| before_side(&body, middle, out));
        let free = placed.filter(|placed| {
            self.battle.fixed.ground.table().holds(placed)
                && self
                    .battle
                    .here()
                    .all(|other| other == unit || !in_the_way(placed, &self.unit(other).placed))
        });
        if let Some(placed) = free {
            let of = self.unit_mut(unit);
            (of.zone, of.formation, of.now.done) = (None, Formation::Limbered, true);
            self.set_down(unit, placed);
        }
        Ok(())
    }
}
