//! The turn, phase by phase.
//!
//! What players do in their phases is carried out as they do it ([`orders`]). What the program does between them (tests, contacts,
//! melees, administration) is one stretch of the turn: a pure function of the battle when it began and of the answers so far, run again
//! from its start when an answer has come ([`krigsspil_turn::resume`]).

mod administration;
mod attacks;
mod breakthroughs;
mod command;
mod end;
mod fire;
mod flanks;
mod guns;
mod melees;
mod moves;
mod officers;
pub(super) mod orders;
mod results;
mod retreats;
pub(super) mod telling;
mod towns;
mod ways;

use std::sync::Arc;

use krigsspil_engine::battle::{Event, Question, SeatId, SumPreviewed};
use krigsspil_engine::fact::Choice;
use krigsspil_turn::book::{Asked, Subject};
use krigsspil_turn::desk::{Desk, Go, Pause, Runs, about_unit, item};
use krigsspil_turn::gate::Gate;
use krigsspil_turn::phases::{Did, How, Moved, Next};
use krigsspil_turn::resume;

use super::phases::{Step, TURN};
use super::state::*;
use crate::tables::Tables;

/// A stretch of a turn being run, or one action being carried out.
pub(super) struct Run<'a> {
    pub battle: &'a mut Battle,
    pub tables: &'a Tables,
    pub desk: &'a mut Desk,
    /// The sums it comes to, where it is only rehearsed for a preview.
    pub sums: Option<Vec<SumPreviewed>>,
    /// The part of the step's time that runs.
    part: ways::Part,
}

impl<'a> Run<'a> {
    /// Something that is carried out.
    pub fn new(battle: &'a mut Battle, tables: &'a Tables, desk: &'a mut Desk) -> Run<'a> {
        Run { battle, tables, desk, sums: None, part: ways::WHOLE }
    }

    /// Something that is only rehearsed: its sums are noted.
    pub fn rehearsing(battle: &'a mut Battle, tables: &'a Tables, desk: &'a mut Desk) -> Run<'a> {
        Run { sums: Some(Vec::new()), ..Run::new(battle, tables, desk) }
    }
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

/// A side has done what it wants in its phase: the next side moves, or the turn goes on.
pub(super) fn phase_done(battle: &mut Battle, tables: &Tables, events: &mut Vec<Arc<Event>>) {
    let movers: Vec<SideId> = battle.stand.to_move().collect();
    let mut moved = Moved::OthersMove;
    for side in movers {
        moved = battle.stand.done(&TURN, side, Did::Nothing);
    }
    if moved == Moved::PhaseOver {
        resume::begin(battle, events, &mut |battle, desk| Run::new(battle, tables, desk).run_on());
    } else {
        super::sight::everybody_looks(battle);
        waits(battle);
        // The other side may have nothing to do.
        if battle.stand.to_move().all(|side| idle(battle, side)) {
            phase_done(battle, tables, events);
        }
    }
}

/// Goes on when all is answered.
pub(super) fn go_on(battle: &mut Battle, tables: &Tables, events: &mut Vec<Arc<Event>>) {
    resume::go_on(battle, events, &mut |battle, desk| Run::new(battle, tables, desk).run_on());
}

/// Waits for the players of those whose move it is.
pub(super) fn waits(battle: &mut Battle) {
    let seating = &battle.fixed.seating;
    let seats = battle.stand.to_move().flat_map(|side| seating.players_of(side)).collect::<Vec<_>>();
    battle.gate = Gate::waiting_for(seats);
}

/// Has a side nothing to do in the phase it is?
fn idle(battle: &Battle, side: SideId) -> bool {
    let own = |unit: &UnitId| battle.units[*unit].side == side;
    let mut here = battle.here().filter(own);
    let guns = |unit: UnitId| battle.units[unit].unlimbered() && !battle.locked(unit);
    match battle.phase() {
        Step::Declarations | Step::Movement => !here.any(|unit| battle.command_of(unit).engaged),
        Step::TacticalFire => !here.any(|unit| guns(unit) && battle.command_of(unit).engaged),
        Step::Bombardment => !here.any(guns),
        Step::Bonus => battle.fixed.chiefs[side].is_none_or(|chief| battle.officers[chief].bonus == 0),
        Step::Manoeuvre => {
            !here.any(|unit| !battle.command_of(unit).engaged || battle.units[unit].branch == Branch::Train)
        }
        _ => here.next().is_none(),
    }
}

impl Run<'_> {
    /// Closes the phase that is over, and goes on to the next in which somebody has something to do.
    fn run_on(&mut self) -> Result<(), Pause> {
        loop {
            self.close()?;
            if self.battle.ending.is_some() {
                return Ok(());
            }
            super::sight::everybody_looks(self.battle);
            let sealed = self.battle.stand.phase(&TURN).how == How::Sealed;
            let movers: Vec<SideId> = self.battle.stand.to_move().collect();
            for side in movers.iter().copied().filter(|_| sealed) {
                if idle(self.battle, side) {
                    self.battle.stand.done(&TURN, side, Did::Nothing);
                }
            }
            while !sealed && self.battle.stand.to_move().next().is_some_and(|side| idle(self.battle, side)) {
                let Some(side) = self.battle.stand.to_move().next() else { break };
                self.battle.stand.done(&TURN, side, Did::Nothing);
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
        self.part = ways::WHOLE;
        match self.battle.phase() {
            Step::Orders => self.item(Run::test_orders)?,
            Step::Engagement => {
                self.item(Run::engagement)?;
                if !self.battle.commands.values().any(|command| command.engaged) {
                    if self.battle.fixed.options.always_thrown {
                        self.item(Run::initiative)?;
                    }
                    self.enters_manoeuvre();
                    return Ok(());
                }
                self.item(Run::initiative)?;
            }
            Step::Bonus => self.item(Run::reveal_bonus)?,
            Step::Attacks => {
                self.part = ways::ANSWERS;
                self.answers()?;
                self.part = ways::ONSET;
                self.item(Run::attackers_move)?;
                self.moves_first()?;
            }
            Step::TacticalFire => self.item(Run::tactical_fire)?,
            Step::Melees => return self.close_sequence(),
            Step::Bombardment => self.item(Run::bombardment)?,
            Step::Deployment => self.item(Run::exposure)?,
            Step::Administration => {
                self.item(Run::grand_administration)?;
                return self.next_turn();
            }
            Step::Declarations | Step::Movement | Step::Manoeuvre => {}
        }
        self.battle.stand.next(&TURN, false);
        match self.battle.phase() {
            Step::Declarations => self.begins_sequence(),
            Step::TacticalFire => self.restore_order(),
            Step::Deployment => self.fresh_orders(),
            _ => {}
        }
        Ok(())
    }

    fn item(&mut self, work: impl FnOnce(&mut Self) -> Go) -> Result<(), Pause> {
        item(self, work).map(drop)
    }

    /// Steps 3, 4 and 5 of a sequence, and another or none (§turn.D.3, §turn.D.4, §turn.D.5).
    fn close_sequence(&mut self) -> Result<(), Pause> {
        self.part = ways::MELEES;
        self.melees()?;
        self.desk.next_step();
        self.part = ways::BREAKTHROUGHS;
        self.breakthroughs()?;
        self.desk.next_step();
        self.part = ways::ADMINISTRATION;
        self.item(Run::tactical_administration)?;
        let again = item(self, Run::another_sequence)?.unwrap_or(false);
        if again {
            if self.battle.stand.next(&TURN, true) == Next::Phase {
                self.begins_sequence();
            }
        } else {
            self.enters_manoeuvre();
        }
        Ok(())
    }

    /// A command that a breakthrough has reached is engaged, also when no other sequence follows (R110): it does not manoeuvre.
    fn enters_manoeuvre(&mut self) {
        for command in self.battle.commands.values_mut() {
            command.engaged |= std::mem::take(&mut command.touched);
        }
        self.battle.stand.skip_to(&TURN, Step::Manoeuvre.as_str());
        self.fresh_orders();
    }

    /// A new sequence: nobody has moved, declared or fought in it.
    fn begins_sequence(&mut self) {
        self.battle.attacks.clear();
        self.battle.won.clear();
        for command in self.battle.commands.values_mut() {
            command.engaged |= std::mem::take(&mut command.touched);
        }
        self.fresh_units();
        self.fresh_officers();
    }

    /// A new phase: everybody may be ordered.
    fn fresh_orders(&mut self) {
        self.battle.attacks.clear();
        self.fresh_units();
        self.fresh_officers();
    }

    /// Nobody has done anything yet; who is in command now stays so (R114).
    fn fresh_units(&mut self) {
        let units: Vec<UnitId> = self.battle.units.ids().collect();
        for unit in units {
            let commanded = self.unit(unit).here() && self.battle.in_radius(unit);
            self.unit_mut(unit).sequence = InSequence { commanded, ..InSequence::default() };
        }
    }

    fn fresh_officers(&mut self) {
        for officer in self.battle.officers.values_mut() {
            (officer.moved, officer.turned) = (false, false);
        }
    }

    /// What the player of a unit chooses; the turn stops when he has not yet.
    fn ask<C: Choice + PartialEq>(
        &mut self,
        question: &Question<C>,
        unit: UnitId,
        other: Option<UnitId>,
    ) -> Go<C> {
        let seat = self.seat_of(unit);
        self.desk.ask(question, about_unit(&seat, unit, other))
    }

    fn seat_of(&self, unit: UnitId) -> SeatId {
        let battle = &*self.battle;
        battle.fixed.seating.id(battle.fixed.seat_of[battle.units[unit].command]).clone()
    }

    /// What the commander-in-chief of a side chooses.
    fn ask_side<C: Choice + PartialEq>(&mut self, question: &Question<C>, side: SideId) -> Go<C> {
        let battle = &*self.battle;
        let chief = battle.fixed.chiefs[side].map(|post| battle.fixed.seat_of[post]);
        let seat = chief.or_else(|| battle.fixed.seating.players_of(side).next());
        let Some(seat) = seat else { return Ok(C::ALL[0]) };
        let seat = battle.fixed.seating.id(seat).clone();
        self.desk.ask(question, Asked { seat: &seat, subject: Subject::Side(side), other: None })
    }

    fn unit(&self, unit: UnitId) -> &Unit {
        &self.battle.units[unit]
    }

    fn unit_mut(&mut self, unit: UnitId) -> &mut Unit {
        &mut self.battle.units[unit]
    }

    /// The sides in the order in which the one without the initiative comes first.
    fn initiative_last(&self) -> Vec<SideId> {
        let mut order: Vec<SideId> =
            self.battle.fixed.sides.ids().filter(|side| *side != self.battle.initiative).collect();
        order.push(self.battle.initiative);
        order
    }
}
