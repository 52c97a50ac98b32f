//! The turn, phase by phase.
//!
//! In each phase both sides write in secret. When all are ready the phase is closed: what was written is shown and carried out together, as
//! one stretch of the turn. A stretch is a pure function of the battle when it began and of the answers so far, run again from its start when
//! an answer has come ([`krigsspil_turn::resume`]).

mod advance;
mod charges;
mod charging;
mod couriers;
mod end;
mod engineers;
mod formation;
mod guard;
mod guns;
mod melee;
mod morale;
mod moves;
mod musketry;
mod off_board;
mod pursuit;
mod results;
mod retreat;
mod sectors;
mod squares;
pub(super) mod telling;
mod waves;
mod zones;

use std::sync::Arc;

use krigsspil_engine::battle::{Event, Presence, Question, SeatId};
use krigsspil_engine::fact::Choice;
use krigsspil_turn::desk::{Desk, Go, Pause, Runs, about_unit, item};
use krigsspil_turn::gate::Gate;
use krigsspil_turn::phases::Did;
use krigsspil_turn::resume;

use super::aim;
use super::legal::Law;
use super::order::UnitOrder;
use super::pace::{Going, open_yards};
use super::phases::{Step, TURN};
use super::state::*;
use crate::tables::Tables;
use morale::Shock;

/// A stretch of a turn being run.
pub(super) struct Run<'a> {
    pub battle: &'a mut Battle,
    pub tables: &'a Tables,
    pub desk: &'a mut Desk,
    /// What has shaken the neighbours of those it happened to, and is not settled yet.
    shocks: Vec<Shock>,
    /// Guard units that were beaten, where they stood, and whose friends have not checked yet (opt.guard.G).
    guards_beaten: Vec<(UnitId, krigsspil_field::prelude::Placed)>,
}

impl Runs for Run<'_> {
    type State = Battle;

    fn state(&mut self) -> &mut Battle {
        self.battle
    }

    fn desk(&mut self) -> &mut Desk {
        self.desk
    }
}

/// All have written: the phase is carried out.
pub(super) fn phase_done(battle: &mut Battle, tables: &Tables, events: &mut Vec<Arc<Event>>) {
    let movers: Vec<SideId> = battle.stand.to_move().collect();
    for side in movers {
        battle.stand.done(&TURN, side, Did::Nothing);
    }
    resume::begin(battle, events, &mut |battle, desk| {
        Run { battle, tables, desk, shocks: Vec::new(), guards_beaten: Vec::new() }.run_on()
    });
}

/// Goes on when all is answered.
pub(super) fn go_on(battle: &mut Battle, tables: &Tables, events: &mut Vec<Arc<Event>>) {
    resume::go_on(battle, events, &mut |battle, desk| {
        Run { battle, tables, desk, shocks: Vec::new(), guards_beaten: Vec::new() }.run_on()
    });
}

/// Waits for the players of those who have something to write.
fn waits(battle: &mut Battle) {
    let seating = &battle.fixed.seating;
    let seats = battle.stand.to_move().flat_map(|side| seating.players_of(side)).collect::<Vec<_>>();
    battle.gate = Gate::waiting_for(seats);
}

/// Before the first phase: those who have nothing to write are not waited for.
pub(super) fn skip_idle(battle: &mut Battle, tables: &Tables) {
    loop {
        let movers: Vec<SideId> = battle.stand.to_move().collect();
        for side in movers {
            if idle(battle, tables, side) {
                battle.stand.done(&TURN, side, Did::Nothing);
            }
        }
        // Nothing happens in a phase without orders until somebody can move.
        if !battle.stand.is_programs() || battle.phase() == Step::Movement {
            break;
        }
        battle.stand.next(&TURN, false);
    }
    waits(battle);
}

/// Enemies that a side knows of.
fn known_enemies(battle: &Battle, side: SideId) -> impl Iterator<Item = UnitId> + '_ {
    let mut seats = battle.fixed.seating.players_of(side);
    let seat = seats.next();
    battle.enemies_of(side).filter(move |&unit| seat.is_some_and(|seat| battle.seen.sees(seat, unit)))
}

/// What is ordered in the command phase beside chits.
const COMMANDED: [&str; 5] = ["take_engineers", "post_engineers", "bridge", "surrender", "deploy"];

/// Has a side nothing to write in the phase it is?
fn idle(battle: &Battle, tables: &Tables, side: SideId) -> bool {
    let law = Law { battle, tables };
    let near = |unit: UnitId, yards: i32| {
        known_enemies(battle, side).any(|enemy| battle.yards(unit, enemy) <= yards)
    };
    let busy = |unit: UnitId| match battle.phase() {
        Step::Command => {
            let own = &battle.units[unit];
            own.chits.needed
                || battle.fixed.options.directives
                || battle.fixed.options.guard_horse && own.guns()
                || COMMANDED.iter().any(|kind| law.open(unit, kind).is_ok())
        }
        Step::Formation => ["change", "garrison"].iter().any(|kind| law.open(unit, kind).is_ok()),
        Step::InitialFire | Step::SecondaryFire => {
            law.open(unit, "fire").is_ok()
                && (!aim::battery_targets(battle, tables, unit).is_empty()
                    || !aim::zone_targets(battle, tables, unit).is_empty())
        }
        Step::Charges => {
            law.open(unit, "charge").is_ok()
                && near(unit, open_yards(battle, tables, unit, Going::Charge { wheels: false }))
        }
        Step::Gallops => law.open(unit, "gallop").is_ok(),
        Step::Movement => true,
        Step::SkirmishFire if law.open(unit, "fire_rider").is_ok() => true,
        Step::SkirmishFire | Step::Volleys => law.open(unit, "fire").is_ok() && near(unit, 350),
        Step::Zones => ["allocate", "flee"].iter().any(|kind| law.open(unit, kind).is_ok()),
        Step::Melee | Step::Recovery => false,
    };
    let beside = battle.phase() == Step::Movement && battle.beside(side).next().is_some();
    !beside && !battle.friends_of(side).any(busy)
}

impl Run<'_> {
    /// Closes the phase that is over, and goes on to the next in which somebody has something to write.
    fn run_on(&mut self) -> Result<(), Pause> {
        loop {
            self.close()?;
            if self.battle.ending.is_some() {
                return Ok(());
            }
            self.battle.seen = super::sight::everybody_looks(self.battle, self.tables);
            let movers: Vec<SideId> = self.battle.stand.to_move().collect();
            for side in movers {
                if idle(self.battle, self.tables, side) {
                    self.battle.stand.done(&TURN, side, Did::Nothing);
                }
            }
            waits(self.battle);
            if !self.battle.stand.is_programs() {
                return Ok(());
            }
        }
    }

    /// What the program does when a phase is over, and the step to the next one.
    fn close(&mut self) -> Result<(), Pause> {
        self.desk.next_step();
        match self.battle.phase() {
            Step::Command => self.item(Run::command)?,
            Step::Formation => self.item(Run::changes)?,
            Step::InitialFire | Step::SecondaryFire => self.item(Run::bombardment)?,
            Step::Charges => self.charges()?,
            Step::Gallops => {
                self.item(Run::gallops)?;
                self.charge_moves()?;
            }
            Step::Movement => {
                self.item(Run::movement)?;
                self.desk.next_step();
                self.item(Run::messages)?;
            }
            Step::SkirmishFire => self.musketry(true)?,
            Step::Volleys => self.musketry(false)?,
            Step::Melee => self.melees()?,
            Step::Zones => self.item(Run::zone_combat)?,
            Step::Recovery => {
                self.item(Run::recovery)?;
                return self.next_turn();
            }
        }
        self.end_of_phase();
        self.battle.stand.next(&TURN, false);
        Ok(())
    }

    /// Orders are spent, whoever is broken for good leaves (§3.31, R44), and checks of the next phase are its own.
    fn end_of_phase(&mut self) {
        self.worn_out();
        let zones = self.battle.zones.clone();
        for unit in self.battle.units.values_mut() {
            unit.written = None;
            // Who has gone from an open zone garrisons it no longer (§12.2.A).
            let stays =
                |zone: &usize| unit.presence == Presence::Here && zones[*zone].holds(unit.placed.centre());
            unit.holds = unit.holds.filter(stays);
            unit.turn.batteries = 0;
            unit.turn.failed = false;
        }
    }

    fn item(&mut self, work: impl FnOnce(&mut Self) -> Go) -> Result<(), Pause> {
        item(self, work).map(drop)
    }

    /// What was written for units of this phase, in the order of their places.
    fn written(&self) -> Vec<(UnitId, UnitOrder)> {
        let written = self.battle.here().filter(|&unit| self.unit(unit).written.is_some());
        let units = self.battle.by_place(written.collect());
        units.into_iter().filter_map(|unit| Some((unit, self.unit(unit).written.clone()?))).collect()
    }

    /// What the player of a unit chooses; the turn stops when he has not yet.
    fn ask<C: Choice + PartialEq>(
        &mut self,
        question: &Question<C>,
        unit: UnitId,
        other: Option<UnitId>,
        among: &[C],
    ) -> Go<C> {
        let seat = self.seat_of(unit);
        self.desk.ask_among(question, about_unit(&seat, unit, other), among)
    }

    fn seat_of(&self, unit: UnitId) -> SeatId {
        let battle = &*self.battle;
        battle.fixed.seating.id(battle.fixed.seat_of[battle.units[unit].command]).clone()
    }

    fn unit(&self, unit: UnitId) -> &Unit {
        &self.battle.units[unit]
    }

    fn unit_mut(&mut self, unit: UnitId) -> &mut Unit {
        &mut self.battle.units[unit]
    }

    fn law(&self) -> Law<'_> {
        Law { battle: self.battle, tables: self.tables }
    }
}
