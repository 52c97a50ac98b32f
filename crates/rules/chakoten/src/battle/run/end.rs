//! The end of the turn.

use krigsspil_field::prelude::*;
use krigsspil_turn::desk::Pause;
use krigsspil_turn::ids::UnitId;
use krigsspil_turn::objectives::{Counts, ending, holders};
use krigsspil_turn::riders;
use krigsspil_turn::timeline::Instant;
use serde_json::json;

use super::changes::{mass, rebuild, set_order};
use super::moving::BREAK_IN_CM;
use super::{Go, Run, each, item};
use crate::battle::bodies::plain;
use crate::battle::state::*;
use crate::battle::town::house_body;
use crate::procedures::supply::Ammunition;
use crate::vocabulary::*;

/// Half a turn for a degree of light disorder, a whole turn for disorder (§13.06.2 to §13.06.4).
const MENDS_DEGREE: f64 = 0.5;
const MENDS_DISORDER: f64 = 1.0;

impl Run<'_> {
    /// When a unit that reorganises is a step better (§13.06.1 to §13.06.4).
    pub(super) fn mends_at(&self, unit: UnitId) -> Option<Instant> {
        let stands = self.unit(unit);
        if !stands.now.reorganises
            || !stands.todo.is_empty()
            || stands.now.retires
            || !stands.here()
            || self.is_passed(unit)
            || !self.mends_here(unit)
        {
            return None;
        }
        match stands.order {
            Order::Light1 | Order::Light2 | Order::Light3 => Some(stands.quiet_since.after(MENDS_DEGREE)),
            Order::Disorder => Some(stands.quiet_since.after(MENDS_DISORDER)),
            Order::Good | Order::Rout => None,
        }
    }

    /// Its time of reorganising is full.
    pub(super) fn mended(&mut self, unit: UnitId) -> Go {
        if self.mends_at(unit).is_none_or(|at| at > self.now()) {
            return Ok(());
        }
        let after = match self.unit(unit).order {
            Order::Disorder => Order::Light3,
            order => order.with_degrees(-1),
        };
        set_order(self.battle, self.tables, unit, after);
        self.tell_own("reorganised", "13.06.2", unit, json!({"order": after}));
        Ok(())
    }

    pub(super) fn end_of_turn(&mut self) -> Result<(), Pause> {
        self.stage(Stage::End, |run| {
            let here = run.in_place_order(|_| true);
            each(run, &here, |run, &unit| run.mended(unit))?;
            item(run, Run::splits_and_joins)?;
            item(run, Run::brigades_form)?;
            item(run, Run::draws_ammunition)?;
            item(run, Run::take_prisoners)?;
            item(run, Run::guns_change_hands)?;
            item(run, Run::chains_stay_near)?;
            each(run, &here, |run, &unit| run.count(unit))?;
            item(run, Run::broken_for_good)?;
            item(run, Run::works_go_on)?;
            item(run, Run::fires_burn)?;
            item(run, Run::laid_fires_burn)?;
            item(run, Run::land)?;
            run.flights_end();
            run.give_way();
            item(run, Run::orderlies_ride)?;
            Ok(())
        })?;
        self.next_turn();
        Ok(())
    }

    /// Those in rout stand as wide as deep, at no time (§13.01.3).
    fn flights_end(&mut self) {
        for unit in self.in_place_order(|unit| unit.order == Order::Rout && !unit.massed) {
            mass(self.battle, self.tables, unit);
            riders::carry(self, unit);
        }
    }

    /// An intact unit of the victor that stands where the beaten enemy stood takes prisoners (§13.04.1).
    fn take_prisoners(&mut self) -> Go {
        for position in std::mem::take(&mut self.battle.positions) {
            let Position { loser, winner, corners, figures, building } = position;
            let side = self.unit(winner).side;
            let held = house_body(&corners);
            let holds = |unit: &UnitId| {
                let placed = &self.unit(*unit).placed;
                let there = held.as_ref().is_some_and(|held| distance(held, placed) <= TOUCH);
                let in_it = there || building && self.at_wall(&corners, *unit);
                self.unit(*unit).side == side
                    && self.unit(*unit).intact()
                    && (in_it || in_contact(placed, &self.unit(loser).placed))
            };
            let captor = self.in_place_order(|_| true).into_iter().find(|unit| holds(unit));
            let Some(captor) =
                captor.filter(|_| self.unit(loser).here() && self.unit(loser).order == Order::Rout)
            else {
                continue;
            };
            let taken = figures.min(self.unit(loser).figures);
            self.tell("prisoners", "13.04.1", &[loser, captor], json!({"figures": taken}));
            self.unit_mut(loser).gave_prisoners = true;
            self.lose_men(loser, taken * MEN, "13.04.3")?;
        }
        Ok(())
    }

    /// Guns without gunners are manned again by their own who come back to them, or taken by an enemy who stands there.
    fn guns_change_hands(&mut self) -> Go {
        for unit in self.in_place_order(|unit| unit.left_guns.is_some()) {
            let Some((pose, _)) = self.unit(unit).left_guns else { continue };
            let side = self.unit(unit).side;
            let near = |placed: &Placed| {
                placed.parts().iter().any(|part| part.distance_to(pose.at) <= BREAK_IN_CM * CM)
            };
            let taker = self
                .in_place_order(|other| other.side != side && other.intact() && other.branch != Branch::Wagon)
                .into_iter()
                .find(|&other| near(&self.unit(other).placed));
            if let Some(taker) = taker {
                self.unit_mut(unit).left_guns = None;
                let pieces = self.unit(unit).battery.as_ref().map_or(1, |guns| guns.figure_pieces);
                self.battle.land.guns.push((pose, pieces));
                self.tell("guns_taken", "04.04.3", &[unit, taker], json!({}));
            } else if self.unit(unit).steady() && near(&self.unit(unit).placed) {
                let back = self.unit_mut(unit);
                back.left_guns = None;
                if let Some(guns) = &mut back.battery {
                    (guns.crew, guns.limbered, guns.unready) = (Crew::AtGuns, false, Some(Unready::Remanned));
                }
                back.formation = crate::battle::order::Formation::Line;
                back.pose = pose;
                rebuild(self.battle, self.tables, unit);
                self.stand_clear(unit);
                self.guns_stand_there();
            }
        }
        Ok(())
    }

    /// Ammunition, mutual disorder, and what is remembered for the next turn (§11.01.1, §13.01.4).
    fn count(&mut self, unit: UnitId) -> Go {
        if self.unit(unit).now.to_light3 {
            self.forms_up_as_it_was(unit);
        }
        let counted = self.unit(unit);
        let fought = !counted.now.fought.is_empty();
        let facts = Ammunition {
            arm: match counted.branch {
                Branch::Infantry => Arm::Infantry,
                Branch::Cavalry => Arm::Cavalry,
                Branch::Artillery | Branch::Wagon => Arm::Artillery,
            },
            loads: counted.loads.clamp(0, 100),
            fired: counted.now.fired,
            melee: fought,
            ranging_only: counted.now.only_ranged,
            loads_lost: 0,
        };
        let result = plain(&facts, self.tables)?;
        self.unit_mut(unit).loads = result.loads_after;
        if result.ran_out {
            self.tell_own("out_of_ammunition", "11.02.2", unit, json!({}));
            if self.unit(unit).intact() {
                let after = self.unit(unit).order.with_degrees(result.lu_degrees);
                self.comes_into(unit, after, "11.02.2");
            }
        }
        let fought: Vec<UnitId> = self.unit(unit).now.fought.clone();
        let still = |other: &UnitId| {
            self.unit(*other).here() && self.battle.cm_between(unit, *other) <= self.break_in_cm() + 0.1
        };
        let still: Vec<UnitId> = fought.into_iter().filter(still).collect();
        let counted = self.unit_mut(unit);
        counted.last_fought = still;
        counted.shelled = std::mem::take(&mut counted.now.shelled_by);
        self.ranging_is_lost(unit);
        let counted = self.unit_mut(unit);
        if let Some(order) = counted.now.order.clone() {
            counted.last_order = Some(order);
            counted.last_failed = None;
        }
        counted.penalty = counted.penalty.saturating_sub(1);
        counted.written = None;
        Ok(())
    }

    /// Both of a pair in the same disorder are LU 3 in the formation they had (§13.01.4).
    fn forms_up_as_it_was(&mut self, unit: UnitId) {
        set_order(self.battle, self.tables, unit, Order::Light3);
        self.tell_own("comes_into", "13.01.4", unit, json!({"order": Order::Light3}));
    }

    fn next_turn(&mut self) {
        self.battle.held = holders(self.battle);
        for side in self.battle.fixed.sides.ids() {
            let lost = self.battle.losses(side).lost;
            let about = json!({"side": self.battle.fixed.sides[side].id, "men": lost});
            let told = krigsspil_turn::knowledge::side(&self.battle.fixed.seating, side);
            self.tell_to("losses_totalled", "09.02.2", about, None, told);
        }
        self.battle.ending = ending(self.battle);
        self.battle.gate.shut();
        self.battle.waiting.clear();
        if let Some(over) = &self.battle.ending {
            let about = json!({"winner": over.winner, "reason": over.reason});
            self.tell_all("battle_over", "01.01.1", about);
            self.battle.phase = Phase::Over;
            return;
        }
        self.battle.turn += 1;
        self.nights_pass();
        self.battle.moment = 0.0;
        self.battle.phase = Phase::Orders;
        self.reinforce();
        self.desert();
        self.battle.seen = crate::battle::sight::everybody_looks(self.battle, self.tables);
    }

    /// Nights are left out in a siege (§18.02.2): those who worked rest.
    fn nights_pass(&mut self) {
        let turn = self.battle.turn;
        let fixed = self.battle.fixed.clone();
        let Some([_, last]) =
            fixed.siege.nights.iter().find(|[first, last]| (*first..=*last).contains(&turn))
        else {
            return;
        };
        for _ in turn..=*last {
            self.battle.units.values_mut().for_each(|unit| unit.craft.turn_passes(false));
        }
        self.battle.turn = last + 1;
        self.tell_all("night_passes", "18.02.2", json!({}));
    }

    /// Units whose scenario makes them desert go over to the enemy, or leave, with their skirmishers (§land.saxony.5).
    fn desert(&mut self) {
        let (fixed, turn) = (self.battle.fixed.clone(), self.battle.turn);
        for gone in fixed.desertions.iter().filter(|gone| gone.turn == turn) {
            let Some(unit) = self.battle.unit(&gone.unit).filter(|unit| self.unit(*unit).here()) else {
                continue;
            };
            self.tell("deserts", "land.saxony.5", &[unit], json!({}));
            for unit in [Some(unit), self.battle.chain_of(unit)].into_iter().flatten() {
                let Some(post) = gone.to else {
                    self.leaves(unit, Presence::Left);
                    continue;
                };
                let side = self.battle.generals[post].side;
                let over = self.unit_mut(unit);
                (over.side, over.general, over.instruction, over.written) = (side, post, None, None);
                (over.last_order, over.last_failed) = (None, None);
                over.last_fought.clear();
            }
        }
    }

    /// Reinforcements that arrive now stand at their place, or as near to it as there is room (§01.01.1).
    fn reinforce(&mut self) {
        let fixed = self.battle.fixed.clone();
        let turn = self.battle.turn;
        for later in fixed.scenario.reinforcements.iter().filter(|later| *later.turn.get_ref() <= turn) {
            let facing = Bearing::degrees(later.facing);
            let [east, north] = *later.place.get_ref();
            let place = point(east, north);
            for who in later.who.iter().map(|who| who.get_ref()) {
                if let Some(post) = self.battle.general(who)
                    && self.battle.generals[post].life == Life::Coming
                {
                    self.battle.generals[post].life = Life::Here;
                    self.battle.generals[post].place = place.on_grid();
                }
                if let Some(unit) = self.battle.unit(who)
                    && self.unit(unit).presence == Presence::Coming
                {
                    self.unit_mut(unit).pose = Pose::new(place, facing).on_grid();
                    rebuild(self.battle, self.tables, unit);
                    super::changes::stay_on_table(self.battle, unit);
                    self.unit_mut(unit).presence = Presence::Here;
                    self.stand_clear(unit);
                    self.tell("arrives", "01.01.1", &[unit], json!({}));
                }
            }
        }
    }
}
