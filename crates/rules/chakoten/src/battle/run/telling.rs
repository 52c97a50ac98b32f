//! Events, reported to those who may know them.

use std::sync::Arc;

use krigsspil_engine::battle::{Audience, Event, SeatId, Taken, Working};
use krigsspil_engine::dice::ScriptedDice;
use krigsspil_engine::{Fault, Modifier, Procedure};
use krigsspil_field::prelude::Placed;
use krigsspil_turn::ids::UnitId;
use krigsspil_turn::knowledge::{Known, Parties, Thrown, about, own, told};
use serde_json::{Value, json};

use super::Run;
use crate::battle::knowing::Knows;
use crate::battle::order::{Action, UnitOrder};
use crate::battle::sight::{reports, unit_sees};
use crate::battle::state::{Battle, CM};
use crate::tables::Tables;

/// Reports a decision of the umpire to those who may know it.
pub(in crate::battle) fn umpire_spoke(battle: &mut Battle, events: &mut Vec<Arc<Event>>, action: &Action) {
    let nobody = Audience::Only(Vec::new());
    let own = |id: &str| battle.unit(id).map_or(nobody, |unit| own(battle, unit));
    let (what, audience) = match action {
        Action::Overrule { unit, .. } => ("umpire_overrules", own(unit)),
        Action::Mend { unit, .. } => ("umpire_mends", own(unit)),
        Action::Move { unit, .. } => {
            ("umpire_moves", battle.unit(unit).map_or(Audience::All, |unit| told(battle, &[unit])))
        }
        _ => ("umpire_adds_a_rule", Audience::All),
    };
    let about = action.written();
    let (turn, moment, rule) = (battle.turn, battle.moment, "02.02.1");
    let event = Arc::new(Event { turn, moment, what, rule, about, working: None, way: None, audience });
    battle.log.push(event.clone());
    events.push(event);
}

/// Reports to one seat what stood on the sheet for an enemy in its sight (§03.02.3).
pub(in crate::battle) fn sheet_shown(
    battle: &mut Battle,
    events: &mut Vec<Arc<Event>>,
    seat: &SeatId,
    unit: UnitId,
    order: Option<UnitOrder>,
) {
    let about = json!({"unit": battle.units[unit].id, "order": order.map(|order| order.written())});
    let (turn, moment, rule) = (battle.turn, battle.moment, "03.02.3");
    let audience = Audience::Only(vec![seat.clone()]);
    let what = "sheet_shown";
    let event = Arc::new(Event { turn, moment, what, rule, about, working: None, way: None, audience });
    battle.log.push(event.clone());
    events.push(event);
}

impl Run<'_> {
    /// A unit's id.
    pub(super) fn id(&self, unit: UnitId) -> &Arc<str> {
        &self.battle.units[unit].id
    }

    /// Reports that something happened to these units; the first is the subject.
    pub(super) fn tell(&mut self, what: &'static str, rule: &'static str, units: &[UnitId], more: Value) {
        self.spot(units);
        let about = self.about(units, more);
        let told = told(self.battle, units);
        self.tell_to(what, rule, about, None, told);
    }

    /// Enemies who meet see each other, as far as their chiefs may know of it (§08.01.5).
    pub(super) fn spot(&mut self, units: &[UnitId]) {
        for &one in units {
            for &other in units {
                let seat = self.battle.seat_of(one);
                let news =
                    self.unit(other).side != self.unit(one).side && !self.battle.seen.sees(seat, other);
                if news && reports(self.battle, one) && unit_sees(self.battle, self.tables, one, other) {
                    self.battle.seen.add(seat, other);
                }
            }
        }
    }

    /// Reports a flight with its start and end, in metres; those who do not see the end are not told it.
    pub(super) fn tell_driven(
        &mut self,
        what: &'static str,
        rule: &'static str,
        unit: UnitId,
        stood: &Placed,
    ) {
        let stands = &self.unit(unit).placed;
        let (from, to) = (stood.pose().at, stands.pose().at);
        let metres = stood.centre().distance(stands.centre());
        let Audience::Only(seats) = told(self.battle, &[unit]) else { return };
        let sees = |seat: &SeatId| {
            let known = Knows::of(self.battle, self.tables, seat);
            known.side() == Some(self.unit(unit).side) || known.in_sight().sees(unit)
        };
        let (seeing, others): (Vec<SeatId>, Vec<SeatId>) = seats.into_iter().partition(sees);
        let mut about = self.about(&[unit], json!({}));
        about["cm"] = json!((metres / CM * 10.0).round() / 10.0);
        about["from"] = json!([from.x, from.y]);
        about["to"] = json!([to.x, to.y]);
        self.tell_to(what, rule, about, None, Audience::Only(seeing));
        if !others.is_empty() {
            let about = self.about(&[unit], json!({}));
            self.tell_to("goes_out_of_sight", rule, about, None, Audience::Only(others));
        }
    }

    /// Reports only to those who command the unit: nobody else knows its inner state.
    pub(super) fn tell_own(&mut self, what: &'static str, rule: &'static str, unit: UnitId, more: Value) {
        let about = self.about(&[unit], more);
        let told = own(self.battle, unit);
        self.tell_to(what, rule, about, None, told);
    }

    /// Reports to everybody.
    pub(super) fn tell_all(&mut self, what: &'static str, rule: &'static str, about: Value) {
        self.tell_to(what, rule, about, None, Audience::All);
    }

    pub(super) fn about(&self, units: &[UnitId], more: Value) -> Value {
        about(self.battle, units, more)
    }

    pub(super) fn tell_to(
        &mut self,
        what: &'static str,
        rule: &'static str,
        about: Value,
        working: Option<Working>,
        audience: Audience,
    ) {
        let (turn, moment) = (self.battle.turn, self.battle.moment);
        let event = Event { turn, moment, what, rule, about, working, way: None, audience };
        self.battle.log.push(self.desk.tell(event));
    }

    /// Runs a procedure with the battle's dice, and reports it to those who know of the units, each with as much of the calculation as he
    /// may know.
    pub(super) fn roll<P: Procedure<Tables = Tables>>(
        &mut self,
        (what, rule): (&'static str, &'static str),
        units: &[UnitId],
        more: Value,
        facts: &P,
        explained: &[(&'static Modifier, &[UnitId])],
    ) -> Result<P::Outcome, Fault> {
        self.spot(units);
        let (outcome, thrown) = self.throw(units, facts)?;
        let parties = Parties { explained, ..self.parties(units) };
        let working = thrown.working::<P>(self.battle, parties, &outcome);
        let about = self.about(units, more);
        let told = told(self.battle, units);
        self.tell_to(what, rule, about, Some(working), told);
        if let Some(&first) = units.first()
            && units.len() > 1
            && what.starts_with("fires")
        {
            self.tell_far_off(rule, units, first);
        }
        Ok(outcome)
    }

    /// A unit that fires at somebody its chief may not know of: he is told only that it fired.
    fn tell_far_off(&mut self, rule: &'static str, units: &[UnitId], firer: UnitId) {
        let seat = self.battle.seat_of_unit(firer);
        if !told(self.battle, units).tells(seat) {
            self.tell_own("fires_far_off", rule, firer, json!({}));
        }
    }

    /// The same for something that only those who command the unit may know.
    pub(super) fn roll_own<P: Procedure<Tables = Tables>>(
        &mut self,
        (what, rule): (&'static str, &'static str),
        unit: UnitId,
        more: Value,
        facts: &P,
    ) -> Result<P::Outcome, Fault> {
        let (outcome, thrown) = self.throw(&[unit], facts)?;
        let working = thrown.working::<P>(self.battle, self.parties(&[unit]), &outcome);
        let about = self.about(&[unit], more);
        let told = own(self.battle, unit);
        self.tell_to(what, rule, about, Some(working), told);
        Ok(outcome)
    }

    /// The same for something that only one seat knows.
    pub(super) fn roll_for_seat<P: Procedure<Tables = Tables>>(
        &mut self,
        (what, rule): (&'static str, &'static str),
        seat: SeatId,
        about: Value,
        facts: &P,
    ) -> Result<P::Outcome, Fault> {
        let (outcome, thrown) = self.throw(&[], facts)?;
        let working = thrown.working::<P>(self.battle, Parties::default(), &outcome);
        self.tell_to(what, rule, about, Some(working), Audience::Only(vec![seat]));
        Ok(outcome)
    }

    /// The same for something that only the umpire knows.
    pub(super) fn roll_in_secret<P: Procedure<Tables = Tables>>(
        &mut self,
        (what, rule): (&'static str, &'static str),
        about: Value,
        facts: &P,
    ) -> Result<P::Outcome, Fault> {
        let (outcome, thrown) = self.throw(&[], facts)?;
        let working = thrown.working::<P>(self.battle, Parties::default(), &outcome);
        self.tell_to(what, rule, about, Some(working), Audience::Only(Vec::new()));
        Ok(outcome)
    }

    /// Whose private data a procedure uses: the first unit's, and the second's if there is one.
    fn parties(&self, units: &[UnitId]) -> Parties<'static> {
        Parties { first: units.first().copied(), second: units.get(1).copied(), explained: &[] }
    }

    fn throw<P: Procedure<Tables = Tables>>(
        &mut self,
        units: &[UnitId],
        facts: &P,
    ) -> Result<(P::Outcome, Thrown), Fault> {
        if let Some(rehearsed) = self.rehearsed_throw(units, facts) {
            return rehearsed;
        }
        Thrown::of(facts, self.tables, &mut self.battle.dice)
    }
}

impl Run<'_> {
    /// Runs a procedure and reports it; also returns the faces of the dice, for others that the same throw strikes (§10.05.5).
    pub(super) fn roll_shown<P: Procedure<Tables = Tables>>(
        &mut self,
        event: (&'static str, &'static str),
        units: &[UnitId],
        more: Value,
        facts: &P,
    ) -> Result<(P::Outcome, Vec<i32>), Fault> {
        let outcome = self.roll(event, units, more, facts, &[])?;
        let rolls = self
            .desk
            .events()
            .iter()
            .rev()
            .find_map(|event| event.working.as_ref())
            .map(|working| &working.rolls);
        let faces = rolls.map_or_else(Vec::new, |rolls| rolls.iter().map(|roll| roll.shown).collect());
        Ok((outcome, faces))
    }

    /// Uses an earlier throw once more.
    pub(super) fn reread<P: Procedure<Tables = Tables>>(
        &mut self,
        (what, rule): (&'static str, &'static str),
        units: &[UnitId],
        (faces, more): (Vec<i32>, Value),
        facts: &P,
    ) -> Result<P::Outcome, Fault> {
        let faces: Vec<i64> = faces.into_iter().map(i64::from).collect();
        let (outcome, thrown) = Thrown::of(facts, self.tables, ScriptedDice::new(&faces))?;
        self.spot(units);
        let working = thrown.working::<P>(self.battle, self.parties(units), &outcome);
        let about = self.about(units, more);
        let told = told(self.battle, units);
        self.tell_to(what, rule, about, Some(working), told);
        Ok(outcome)
    }
}
