//! The turn (chapter 04): announcements, fires at once, melees, movement with exact moments, the end.
//!
//! Nothing is hidden in the loop: where the turn has come to is in [`Battle`], so that it can stop for a question and go on at the
//! answer. Questions are asked before anything of what they decide is changed or thrown.

mod aim;
mod announce;
mod attack;
mod blows;
mod canister;
pub(super) mod clearing;
pub(super) mod detach;
mod end;
mod fires;
mod flight;
mod forced;
mod guns;
mod houses;
pub(super) mod left_guns;
mod lines;
pub(super) mod marching;
mod material;
mod meeting;
mod melee;
mod movement;
mod passing;
mod pursuit;
pub(super) mod rehearsal;
mod room;
mod staff;
pub(super) mod state_changes;
mod struck;
mod supply;
pub(super) mod telling;
mod watch;
mod works;

use krigsspil_engine::Fault;
use std::sync::Arc;

use krigsspil_engine::battle::{Event, Refused, SeatId};

use super::state::*;
use crate::tables::Tables;

/// A turn being run.
pub(super) struct Run<'a> {
    battle: &'a mut Battle,
    tables: &'a Tables,
    events: &'a mut Vec<Arc<Event>>,
    /// The faces of the last throw, for rules that read it again (§07.06.2).
    thrown: Vec<i32>,
    /// The turn is rehearsed for a preview, not played.
    rehearsal: Option<rehearsal::Rehearsal>,
}

/// Why the turn stops.
enum Stop {
    /// Somebody is asked.
    Ask,
    /// A procedure refuses; nothing of the action is kept.
    Fault(Fault),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Stop::Fault(fault)
    }
}

type Go<T = ()> = Result<T, Stop>;

/// Begins the turn.
pub(super) fn begin(
    battle: &mut Battle,
    tables: &Tables,
    events: &mut Vec<Arc<Event>>,
) -> Result<(), Refused> {
    battle.phase = Phase::Running(Stage::Announce);
    battle.moment = 0.0;
    battle.answers.clear();
    battle.due.clear();
    battle.waiting.clear();
    let last = battle.turn.saturating_sub(1);
    forget_before(battle, last.max(1));
    go_on(battle, tables, events)
}

/// Drops what happened before a turn from the log, and counts it for those who were told.
pub(super) fn forget_before(battle: &mut Battle, turn: u32) {
    let seats = &battle.fixed.seats;
    let told_before = &mut battle.told_before;
    battle.log.retain(|event| {
        let keep = event.turn >= turn;
        if !keep {
            for seat in seats.keys().filter(|seat| event.audience.tells(seat)) {
                *told_before.entry(seat.clone()).or_default() += 1;
            }
        }
        keep
    });
}

/// Goes on, from the beginning or after an answer, until somebody must be asked or the turn is over.
pub(super) fn go_on(
    battle: &mut Battle,
    tables: &Tables,
    events: &mut Vec<Arc<Event>>,
) -> Result<(), Refused> {
    let mut run = Run { battle, tables, events, thrown: Vec::new(), rehearsal: None };
    match run.stages() {
        Ok(()) | Err(Stop::Ask) => Ok(()),
        Err(Stop::Fault(fault)) => Err(Refused::ByProcedure(fault)),
    }
}

/// Enemies in base contact when a turn begins fight, however they came there: by the scenario, or by the umpire's hand (ruling 83).
pub(super) fn enemies_in_contact(battle: &mut Battle, tables: &Tables) {
    Run { battle, tables, events: &mut Vec::new(), thrown: Vec::new(), rehearsal: None }.contacts();
}

impl Run<'_> {
    fn stages(&mut self) -> Go {
        while let Phase::Running(stage) = self.battle.phase {
            let next = match stage {
                Stage::Announce => {
                    self.announce();
                    self.materiel_stands();
                    Stage::Fires
                }
                Stage::Fires => {
                    self.fires_at_once()?;
                    Stage::Melees
                }
                Stage::Melees => {
                    self.melees()?;
                    Stage::Starts
                }
                Stage::Starts => {
                    self.starts()?;
                    Stage::Movement
                }
                Stage::Movement => {
                    self.movement()?;
                    Stage::End
                }
                Stage::End => {
                    self.order_is_restored()?;
                    Stage::Supply
                }
                Stage::Supply => {
                    self.resupply()?;
                    self.works()?;
                    Stage::Guns
                }
                Stage::Guns => {
                    self.guns_manned_or_taken()?;
                    Stage::Succession
                }
                Stage::Succession => {
                    self.appoint()?;
                    self.close_turn();
                    return Ok(());
                }
            };
            self.battle.phase = Phase::Running(next);
        }
        Ok(())
    }

    /// Materiel was left, or is gone: those on the march find the ground as it is now (skema XXII).
    fn materiel_stands(&mut self) {
        let running = matches!(self.battle.phase, Phase::Running(stage) if stage < Stage::End);
        if running && crate::battle::materiel::set_out(self.battle, self.tables) {
            for unit in self.battle.units.ids() {
                state_changes::drop_track(self.battle, unit);
            }
        }
    }

    /// What was chosen; asks when nobody has. The first choice is the default.
    fn decide(
        &mut self,
        (what, rule): (&'static str, &'static str),
        unit: UnitId,
        other: Option<UnitId>,
        choices: &[&'static str],
    ) -> Go<String> {
        let seat = self.battle.seat_of_unit(unit).clone();
        self.decide_by(seat, (what, rule), Subject::Unit(unit), other, choices)
    }

    /// The same for the umpire.
    fn decide_umpire(
        &mut self,
        what: (&'static str, &'static str),
        unit: UnitId,
        other: Option<UnitId>,
        choices: &[&'static str],
    ) -> Go<String> {
        self.decide_by(SeatId::umpire(), what, Subject::Unit(unit), other, choices)
    }

    fn decide_by(
        &mut self,
        seat: SeatId,
        (what, rule): (&'static str, &'static str),
        subject: Subject,
        other: Option<UnitId>,
        choices: &[&'static str],
    ) -> Go<String> {
        if let Some(choice) = self.rehearsed_choice(&seat, choices) {
            return Ok(choice);
        }
        let told = |answer: &&Answer| (answer.what, answer.subject, answer.other) == (what, subject, other);
        if let Some(answer) = self.battle.answers.iter().find(told) {
            return Ok(answer.choice.clone());
        }
        if let (Subject::Unit(unit), Some(other)) = (subject, other) {
            self.spot(&[unit, other]);
        }
        let number = self.battle.next_question;
        self.battle.next_question += 1;

        let question = Question { number, seat, what, rule, subject, other, choices: choices.to_vec() };
        self.battle.questions.push(question);
        Err(Stop::Ask)
    }

    fn unit(&self, unit: UnitId) -> &Unit {
        &self.battle.units[unit]
    }

    fn unit_mut(&mut self, unit: UnitId) -> &mut Unit {
        &mut self.battle.units[unit]
    }
}
