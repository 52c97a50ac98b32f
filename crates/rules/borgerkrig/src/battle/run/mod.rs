//! The turn (chapter 04): announcements, fires at once, melees, movement with exact moments, the end.
//!
//! A turn is a pure function of the battle at its start and of the answers so far: it may ask in the middle of anything, and runs again
//! from its start when the answer has come ([`krigsspil_turn::resume`]).

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
mod shock;
mod staff;
pub(super) mod state_changes;
mod struck;
mod supply;
pub(super) mod telling;
mod watch;
mod ways;
mod works;

use std::sync::Arc;

use krigsspil_engine::battle::{Event, Question};
use krigsspil_engine::fact::Choice;
use krigsspil_field::prelude::Placed;
use krigsspil_turn::book::{Asked, Subject};
use krigsspil_turn::desk::{Agenda, Desk, Go, InHand, Pause, Runs, about_unit, each, item};
use krigsspil_turn::resume;
use krigsspil_turn::riders::LoneRiders;
use krigsspil_turn::timeline::{Ways, run_moments, tell_ways, ways_begin, ways_up_to};

use super::state::*;
use crate::tables::Tables;

/// A moment between the last quarter at which ways are observed and the end, when all have arrived.
const BEFORE_THE_END: f64 = 0.99;

/// A turn in progress.
pub(super) struct Run<'a> {
    battle: &'a mut Battle,
    tables: &'a Tables,
    desk: &'a mut Desk,
    carried: Carried,
    /// The future positions of units that change formation.
    forming: room::FormingBodies,
    /// Set if the turn is rehearsed for a preview, not played.
    rehearsal: Option<rehearsal::Rehearsal>,
}

/// What a run carries from moment to moment of movement.
#[derive(Clone, Default)]
struct Carried {
    /// What is still to be settled at this moment.
    agenda: Agenda<Due>,
    /// The places that waiting fires watch, by unit.
    places: Vec<(UnitId, Placed)>,
    /// Generals and couriers who are not with a unit.
    riders: LoneRiders,
    /// Pairs of units about which questions were asked.
    met: Vec<[UnitId; 2]>,
    /// The faces of the last throw, for rules that read it again (§07.06.2).
    thrown: Vec<i32>,
    /// The ways of a turn, if it is played and not rehearsed.
    ways: Option<Ways>,
    /// Units that have been driven to another place at this moment.
    driven: Vec<UnitId>,
}

impl Runs for Run<'_> {
    type State = Battle;

    fn state(&mut self) -> &mut Battle {
        self.battle
    }

    fn desk(&mut self) -> &mut Desk {
        self.desk
    }

    fn in_hand(&self) -> Option<InHand> {
        Some(Arc::new(self.carried.clone()))
    }
}

/// Begins the turn.
pub(super) fn begin(battle: &mut Battle, tables: &Tables, events: &mut Vec<Arc<Event>>) {
    battle.phase = Phase::Running(Stage::Announce);
    battle.moment = 0.0;
    let last = battle.turn.saturating_sub(1);
    battle.log.drop_before(last.max(1));
    resume::begin(battle, events, &mut |battle, desk| Run::new(battle, tables, desk).run_through());
}

/// Continues when everything is answered, until somebody must be asked or the turn is over.
pub(super) fn go_on(battle: &mut Battle, tables: &Tables, events: &mut Vec<Arc<Event>>) {
    resume::go_on(battle, events, &mut |battle, desk| Run::new(battle, tables, desk).run_through());
}

/// Enemies in base contact when a turn begins fight, however they came there: through the scenario, or through the umpire (ruling 83).
pub(super) fn enemies_in_contact(battle: &mut Battle, tables: &Tables) {
    Run::new(battle, tables, &mut Desk::aside()).contacts();
}

impl<'a> Run<'a> {
    fn new(battle: &'a mut Battle, tables: &'a Tables, desk: &'a mut Desk) -> Run<'a> {
        Run {
            battle,
            tables,
            desk,
            carried: Carried::default(),
            forming: Default::default(),
            rehearsal: None,
        }
    }

    fn run_through(&mut self) -> Result<(), Pause> {
        ways_begin(self);
        let went = self.up_to_the_end_of_movement().and_then(|()| self.end_of_turn());
        if went == Err(Pause::Asked) {
            // A player who was asked about a unit knows of it, if he sees it; this also applies to questions in a discarded attempt.
            for met in std::mem::take(&mut self.carried.met) {
                self.spot(&met);
            }
        }
        went
    }

    fn up_to_the_end_of_movement(&mut self) -> Result<(), Pause> {
        match self.desk.goes_on_with() {
            Some(carried) => self.carried = carried,
            None => self.up_to_movement()?,
        }
        run_moments(self)?;
        ways_up_to(self, BEFORE_THE_END);
        self.battle.moment = 1.0;
        self.arrive();
        tell_ways(self);
        Ok(())
    }

    fn up_to_movement(&mut self) -> Result<(), Pause> {
        self.announce();
        self.materiel_stands();
        self.stage(Stage::Fires, Run::fires_at_once)?;
        self.stage(Stage::Melees, Run::melees)?;
        self.stage(Stage::Starts, Run::starts)?;
        self.battle.phase = Phase::Running(Stage::Movement);
        Ok(())
    }

    fn end_of_turn(&mut self) -> Result<(), Pause> {
        self.stage(Stage::End, Run::order_is_restored)?;
        self.stage(Stage::Supply, Run::resupply)?;
        self.stage(Stage::Supply, Run::works)?;
        self.stage(Stage::Guns, Run::guns_manned_or_taken)?;
        self.stage(Stage::Succession, Run::appoint)?;
        self.close_turn();
        Ok(())
    }

    /// One stage of the turn: its questions are numbered anew.
    fn stage(&mut self, stage: Stage, work: impl FnOnce(&mut Self) -> Go) -> Result<(), Pause> {
        self.battle.phase = Phase::Running(stage);
        self.desk.next_step();
        item(self, work).map(drop)
    }

    /// Materiel was abandoned, or is gone: units on the march get the new ground (skema XXII).
    fn materiel_stands(&mut self) {
        let running = matches!(self.battle.phase, Phase::Running(stage) if stage < Stage::End);
        if running && crate::battle::materiel::set_out(self.battle, self.tables) {
            for unit in self.battle.units.ids() {
                state_changes::drop_track(self.battle, unit);
            }
        }
    }

    /// The choice of a unit's player; the turn stops if he has not chosen yet.
    fn ask<C: Choice + PartialEq>(
        &mut self,
        question: &Question<C>,
        unit: UnitId,
        other: Option<UnitId>,
    ) -> Go<C> {
        self.ask_among(question, unit, other, C::ALL)
    }

    /// The same with only some choices, or in another order; the first is the default.
    fn ask_among<C: Choice + PartialEq>(
        &mut self,
        question: &Question<C>,
        unit: UnitId,
        other: Option<UnitId>,
        among: &[C],
    ) -> Go<C> {
        let seat = self.battle.seat_of_unit(unit).clone();
        self.ask_seat(question, about_unit(&seat, unit, other), among)
    }

    /// The same for any seat.
    fn ask_seat<C: Choice + PartialEq>(
        &mut self,
        question: &Question<C>,
        asked: Asked<'_>,
        among: &[C],
    ) -> Go<C> {
        if let Some(choice) = self.rehearsed_choice(asked.seat, among) {
            return Ok(choice);
        }
        if let (Subject::Unit(unit), Some(other)) = (asked.subject, asked.other) {
            self.spot(&[unit, other]);
            self.carried.met.push([unit, other]);
        }
        self.desk.ask_among(question, asked, among)
    }

    fn unit(&self, unit: UnitId) -> &Unit {
        &self.battle.units[unit]
    }

    fn unit_mut(&mut self, unit: UnitId) -> &mut Unit {
        &mut self.battle.units[unit]
    }
}
