//! What is told to whom, with the working behind it.

use std::sync::Arc;

use krigsspil_engine::battle::{Audience, Event, Working};
use krigsspil_engine::{Fault, Procedure};
use krigsspil_turn::knowledge::{Parties, Thrown, about, own, told};
use serde_json::Value;

use super::Run;
use crate::battle::phases::Step;
use crate::battle::state::*;
use crate::tables::Tables;

/// Works a procedure out where nothing is thrown and nobody listens.
pub(in crate::battle) fn plain<P: Procedure<Tables = Tables>>(
    tables: &Tables,
    facts: &P,
) -> Result<P::Outcome, Fault> {
    facts.resolve(tables, &mut krigsspil_engine::dice::ScriptedDice::new(&[]), &mut ())
}

impl Run<'_> {
    /// Tells those who know of all these units.
    pub(super) fn tell(&mut self, what: &'static str, rule: &'static str, units: &[UnitId], more: Value) {
        let (about, audience) = (about(self.battle, units, more), told(self.battle, units));
        self.tell_to(what, rule, about, None, audience);
    }

    /// Tells only the one who commands the unit.
    pub(super) fn tell_own(&mut self, what: &'static str, rule: &'static str, unit: UnitId, more: Value) {
        let (about, audience) = (about(self.battle, &[unit], more), own(self.battle, unit));
        self.tell_to(what, rule, about, None, audience);
    }

    /// Tells everybody.
    pub(super) fn tell_all(&mut self, what: &'static str, rule: &'static str, about: Value) {
        self.tell_to(what, rule, about, None, Audience::All);
    }

    pub(super) fn tell_to(
        &mut self,
        what: &'static str,
        rule: &'static str,
        about: Value,
        working: Option<Working>,
        audience: Audience,
    ) {
        let (turn, moment) = (self.battle.turn, self.moment());
        let event = Event { turn, moment, what, rule, about, working, way: None, audience };
        let event: Arc<Event> = self.desk.tell(event);
        self.battle.log.push(event);
    }

    /// The moment of the turn: its phases one after the other.
    fn moment(&self) -> f64 {
        let place = Step::ALL.iter().position(|step| *step == self.battle.phase()).unwrap_or(0);
        place as f64 / Step::ALL.len() as f64
    }

    /// Works a procedure out with the battle's dice, and tells it to those who know of the units.
    pub(super) fn roll<P: Procedure<Tables = Tables>>(
        &mut self,
        (what, rule): (&'static str, &'static str),
        units: &[UnitId],
        more: Value,
        facts: &P,
    ) -> Result<P::Outcome, Fault> {
        let (outcome, thrown) = Thrown::of(facts, self.tables, &mut self.battle.dice)?;
        let parties =
            Parties { first: units.first().copied(), second: units.get(1).copied(), explained: &[] };
        let working = thrown.working::<P>(self.battle, parties, &outcome);
        let about = about(self.battle, units, more);
        let audience = if units.is_empty() { Audience::All } else { told(self.battle, units) };
        self.tell_to(what, rule, about, Some(working), audience);
        Ok(outcome)
    }
}

/// What the umpire has done is told to all who know of the units; a rule to everybody.
pub(in crate::battle) fn umpire_spoke(
    battle: &mut Battle,
    events: &mut Vec<Arc<Event>>,
    what: &'static str,
    units: &[UnitId],
    more: Value,
) {
    let audience = if units.is_empty() { Audience::All } else { told(battle, units) };
    let (turn, about) = (battle.turn, about(battle, units, more));
    let event =
        Event { turn, moment: 0.0, what, rule: "2.4.umpire", about, working: None, way: None, audience };
    let event = Arc::new(event);
    battle.log.push(event.clone());
    events.push(event);
}
