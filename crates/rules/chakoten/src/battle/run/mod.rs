//! The turn (§03.02): command, rally, announcements, action in order of time, the end.
//!
//! A turn is a pure function of the battle at its start and of the answers so far: it may ask in the middle of anything, and runs again
//! from its start when the answer has come ([`krigsspil_turn::resume`]).

mod aim;
mod at_places;
mod blasting;
mod blows;
mod break_in;
mod brigades;
mod burning;
pub(super) mod changes;
mod contagion;
mod continued;
mod drawing;
mod end;
mod facts;
mod ferrying;
mod fires;
mod flanks;
mod flight;
mod guns;
mod laid_fires;
mod limbering;
mod melee;
mod messages;
mod moving;
mod neighbours;
mod opening;
mod parts;
mod planning;
mod ranging;
pub(super) mod rehearsal;
mod retreat;
mod ricochet;
mod room;
mod sharing;
mod skirmish;
mod soutien;
mod staff;
mod steps;
mod storm;
mod support;
pub(super) mod telling;
mod town;
mod ways;
mod works;

use std::sync::Arc;

use krigsspil_engine::battle::{Event, Question};
use krigsspil_engine::fact::Choice;
use krigsspil_field::prelude::Placed;
use krigsspil_turn::desk::{Agenda, Desk, Go, InHand, Pause, Runs, about_unit, each, item};
use krigsspil_turn::resume;
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
    /// What is still to be settled at this moment.
    agenda: Agenda<Due>,
    /// The places that waiting fires watch, by unit.
    places: Vec<(UnitId, Placed)>,
    /// The ways of the turn.
    ways: Option<Ways>,
    /// Enemies and friends that somebody has come up to at this moment.
    come_up: Vec<Due>,
    /// Guns have been left on the ground, or manned again, since marches were planned.
    relaid: bool,
    /// The turn is only rehearsed for one unit.
    rehearsal: Option<rehearsal::Rehearsal>,
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
        let (agenda, places, ways) = (self.agenda.clone(), self.places.clone(), self.ways.clone());
        Some(Arc::new(InAction { agenda, places, ways, relaid: self.relaid }))
    }
}

/// What a run carries at a moment of the action.
#[derive(Clone)]
struct InAction {
    agenda: Agenda<Due>,
    places: Vec<(UnitId, Placed)>,
    ways: Option<Ways>,
    relaid: bool,
}

/// Begins the turn.
pub(super) fn begin(battle: &mut Battle, tables: &Tables, events: &mut Vec<Arc<Event>>) {
    battle.phase = Phase::Running(Stage::Command);
    battle.moment = 0.0;
    let last = battle.turn.saturating_sub(1);
    battle.log.drop_before(last.max(1));
    resume::begin(battle, events, &mut |battle, desk| Run::new(battle, tables, desk).run_through());
}

/// Continues when everything is answered, until somebody must be asked or the turn is over.
pub(super) fn go_on(battle: &mut Battle, tables: &Tables, events: &mut Vec<Arc<Event>>) {
    resume::go_on(battle, events, &mut |battle, desk| Run::new(battle, tables, desk).run_through());
}

impl<'a> Run<'a> {
    fn new(battle: &'a mut Battle, tables: &'a Tables, desk: &'a mut Desk) -> Run<'a> {
        Run {
            battle,
            tables,
            desk,
            agenda: Agenda::default(),
            places: Vec::new(),
            ways: None,
            come_up: Vec::new(),
            relaid: false,
            rehearsal: None,
        }
    }

    fn run_through(&mut self) -> Result<(), Pause> {
        match self.desk.goes_on_with::<InAction>() {
            Some(InAction { agenda, places, ways, relaid }) => {
                (self.agenda, self.places, self.ways, self.relaid) = (agenda, places, ways, relaid);
            }
            None => {
                ways_begin(self);
                self.opening()?;
            }
        }
        run_moments(self)?;
        ways_up_to(self, BEFORE_THE_END);
        self.last_moment()?;
        self.stage(Stage::End, Run::arrive)?;
        self.staff_rides();
        tell_ways(self);
        self.end_of_turn()
    }

    fn opening(&mut self) -> Result<(), Pause> {
        self.turn_begins();
        self.stage(Stage::Command, Run::delays)?;
        self.stage(Stage::Command, Run::command)?;
        self.stage(Stage::Rally, Run::rallies)?;
        self.stage(Stage::Chiefs, Run::chiefs_replaced)?;
        self.stage(Stage::Announce, Run::fires_are_lit)?;
        self.stage(Stage::Announce, Run::announce)?;
        self.battle.phase = Phase::Running(Stage::Action);
        // Those who ride at the start do so before anybody moves.
        self.staff_rides();
        Ok(())
    }

    /// One stage of the turn: its questions are numbered anew.
    fn stage(&mut self, stage: Stage, work: impl FnOnce(&mut Self) -> Go) -> Result<(), Pause> {
        self.battle.phase = Phase::Running(stage);
        self.desk.next_step();
        item(self, work).map(drop)
    }

    /// The choice of a unit's player; the turn stops if he has not chosen yet.
    fn ask<C: Choice + PartialEq + Copy>(
        &mut self,
        question: &Question<C>,
        unit: UnitId,
        other: Option<UnitId>,
    ) -> Go<C> {
        self.ask_among(question, unit, other, C::ALL)
    }

    /// The same with only some choices, or in another order; the first is the default.
    fn ask_among<C: Choice + PartialEq + Copy>(
        &mut self,
        question: &Question<C>,
        unit: UnitId,
        other: Option<UnitId>,
        among: &[C],
    ) -> Go<C> {
        if let Some(choice) = self.rehearsed_choice(unit, among) {
            return Ok(choice);
        }
        let seat = self.battle.seat_of_unit(unit).clone();
        if let Some(other) = other {
            self.spot(&[unit, other]);
        }
        self.desk.ask_among(question, about_unit(&seat, unit, other), among)
    }

    fn unit(&self, unit: UnitId) -> &Unit {
        &self.battle.units[unit]
    }

    fn unit_mut(&mut self, unit: UnitId) -> &mut Unit {
        &mut self.battle.units[unit]
    }

    /// Units on the table, in order of place: the names of units never decide.
    fn in_place_order(&self, which: impl Fn(&Unit) -> bool) -> Vec<UnitId> {
        let mut units: Vec<UnitId> = self.battle.here().filter(|&unit| which(self.unit(unit))).collect();
        units.sort_by(|a, b| self.battle.by_place(*a, *b));
        units
    }
}
