//! Events: told to those who may know.

use std::collections::BTreeSet;
use std::sync::Arc;

use krigsspil_engine::battle::{Event, SeatId, Told, Unfolded};
use krigsspil_engine::dice::{ScriptedDice, Witness};
use krigsspil_engine::{Fault, Procedure, Recorder};
use serde_json::{Value, json};

use super::Run;
use crate::battle::order::Action;
use crate::battle::state::Battle;
use crate::tables::Tables;

/// Who may know of something that happens to these units: those who command them, and those who saw one of them.
pub(in crate::battle) fn told(battle: &Battle, units: &[usize]) -> Told {
    let mut seats: BTreeSet<SeatId> = units.iter().map(|&unit| battle.seat_of_unit(unit).clone()).collect();
    for (seat, seen) in &battle.seen {
        if units.iter().any(|unit| seen.contains(unit)) {
            seats.insert(seat.clone());
        }
    }
    Told::Only(seats.into_iter().collect())
}

/// Puts an event into the log and among those told now.
pub(in crate::battle) fn push(battle: &mut Battle, events: &mut Vec<Event>, event: Event) {
    battle.log.push(Arc::new(event.clone()));
    events.push(event);
}

/// The umpire has spoken: everybody is told that, and what.
pub(in crate::battle) fn umpire_spoke(battle: &mut Battle, events: &mut Vec<Event>, action: &Action) {
    let (what, unit) = match action {
        Action::Overrule { unit, .. } => ("umpire_overrules", battle.unit(unit)),
        Action::Move { unit, .. } => ("umpire_moves", battle.unit(unit)),
        Action::Mend { unit, .. } => ("umpire_mends", battle.unit(unit)),
        _ => ("umpire_adds_a_rule", None),
    };
    let about = serde_json::to_value(action).unwrap_or(Value::Null);
    let told = unit.map_or(Told::All, |unit| told(battle, &[unit]));
    let event = Event {
        turn: battle.turn,
        moment: battle.moment,
        what,
        rule: "01.06.1",
        about,
        unfolded: None,
        told,
    };
    push(battle, events, event);
}

impl Run<'_> {
    /// A unit's id.
    pub(super) fn id(&self, unit: usize) -> &str {
        &self.battle.units[unit].id
    }

    /// Tells that something happened to these units; the first is the one it is about.
    pub(super) fn tell(&mut self, what: &'static str, rule: &'static str, units: &[usize], more: Value) {
        let about = self.about(units, more);
        let told = told(self.battle, units);
        self.tell_to(what, rule, about, None, told);
    }

    /// Tells only those who command the unit: nobody else sees into it.
    pub(super) fn tell_own(&mut self, what: &'static str, rule: &'static str, unit: usize, more: Value) {
        let about = self.about(&[unit], more);
        let told = Told::Only(vec![self.battle.seat_of_unit(unit).clone()]);
        self.tell_to(what, rule, about, None, told);
    }

    /// Tells everybody.
    pub(super) fn tell_all(&mut self, what: &'static str, rule: &'static str, about: Value) {
        self.tell_to(what, rule, about, None, Told::All);
    }

    pub(super) fn about(&self, units: &[usize], more: Value) -> Value {
        let mut about = json!({});
        if let Value::Object(map) = &mut about {
            for (key, unit) in ["unit", "other"].iter().zip(units) {
                map.insert((*key).into(), json!(self.id(*unit)));
            }
            if let Value::Object(more) = more {
                map.extend(more);
            }
        }
        about
    }

    pub(super) fn tell_to(
        &mut self,
        what: &'static str,
        rule: &'static str,
        about: Value,
        unfolded: Option<Unfolded>,
        told: Told,
    ) {
        let (turn, moment) = (self.battle.turn, self.battle.moment);
        push(self.battle, self.events, Event { turn, moment, what, rule, about, unfolded, told });
    }

    /// Works a procedure out with the battle's dice, and tells it with all its working.
    pub(super) fn roll<P: Procedure<Tables = Tables>>(
        &mut self,
        what: &'static str,
        rule: &'static str,
        units: &[usize],
        more: Value,
        facts: &P,
    ) -> Result<P::Outcome, Fault> {
        let mut recorder = Recorder::new();
        let mut witness = Witness::new(&mut self.battle.dice);
        let outcome = facts.resolve(self.tables, &mut witness, &mut recorder)?;
        let unfolded = Unfolded {
            procedure: P::ABOUT.name,
            rolls: witness.seen().to_vec(),
            modifiers: recorder.applied().to_vec(),
            outcome: serde_json::to_value(&outcome).unwrap_or(Value::Null),
        };
        self.thrown = unfolded.rolls.iter().map(|rolled| rolled.shown).collect();
        let about = self.about(units, more);
        let told = told(self.battle, units);
        self.tell_to(what, rule, about, Some(unfolded), told);
        Ok(outcome)
    }

    /// The same for something that only one seat knows of.
    pub(super) fn roll_for_seat<P: Procedure<Tables = Tables>>(
        &mut self,
        what: &'static str,
        rule: &'static str,
        seat: SeatId,
        about: Value,
        facts: &P,
    ) -> Result<P::Outcome, Fault> {
        let mut recorder = Recorder::new();
        let mut witness = Witness::new(&mut self.battle.dice);
        let outcome = facts.resolve(self.tables, &mut witness, &mut recorder)?;
        let unfolded = Unfolded {
            procedure: P::ABOUT.name,
            rolls: witness.seen().to_vec(),
            modifiers: recorder.applied().to_vec(),
            outcome: serde_json::to_value(&outcome).unwrap_or(Value::Null),
        };
        self.tell_to(what, rule, about, Some(unfolded), Told::Only(vec![seat]));
        Ok(outcome)
    }

    /// Reads a throw that was made before once more (§07.06.2).
    pub(super) fn reread<P: Procedure<Tables = Tables>>(
        &mut self,
        (what, rule): (&'static str, &'static str),
        units: &[usize],
        faces: [i32; 2],
        facts: &P,
    ) -> Result<P::Outcome, Fault> {
        let faces = faces.map(i64::from);
        let mut recorder = Recorder::new();
        let mut witness = Witness::new(ScriptedDice::new(&faces));
        let outcome = facts.resolve(self.tables, &mut witness, &mut recorder)?;
        let unfolded = Unfolded {
            procedure: P::ABOUT.name,
            rolls: witness.seen().to_vec(),
            modifiers: recorder.applied().to_vec(),
            outcome: serde_json::to_value(&outcome).unwrap_or(Value::Null),
        };
        let about = self.about(units, json!({}));
        let told = told(self.battle, units);
        self.tell_to(what, rule, about, Some(unfolded), told);
        Ok(outcome)
    }
}
