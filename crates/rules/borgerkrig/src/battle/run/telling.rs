//! Events, reported to those who may know them.

use std::sync::Arc;

use krigsspil_engine::battle::{Audience, Event, SeatId, Taken, Working};
use krigsspil_engine::dice::ScriptedDice;
use krigsspil_engine::{Fault, Modifier, Procedure};
use krigsspil_turn::ids::{SeatNo, UnitId};
use krigsspil_turn::knowledge::{Known, Parties, Thrown, about, only, own, told};
use serde_json::{Value, json};

use super::Run;
use super::rehearsal::ON_THE_SPOT;
use crate::battle::knowing::Knows;
use crate::battle::order::Action;
use crate::battle::sight::{COMMAND_CM, below, general_cm, unit_sees};
use crate::battle::state::{Battle, CM, Life};
use crate::tables::Tables;

/// Is a unit so near to a general of its seat that its observations count (§03.02.2)?
fn reports(battle: &Battle, seat: SeatNo, unit: UnitId) -> bool {
    let above = battle.units[unit].general;
    battle.generals.iter().any(|(post, general)| {
        battle.fixed.seat_no[post] == seat
            && general.life == Life::Here
            && below(battle, above, post)
            && general_cm(&battle.units[unit].placed, general.place) <= COMMAND_CM
    })
}

/// Reports a decision of the umpire to those who may know it. Only a unit's own player may know its order, losses and ammunition; a new
/// place or a thing laid on the table is reported to those who see it (§03.02.2).
pub(in crate::battle) fn umpire_spoke(
    battle: &mut Battle,
    tables: &Tables,
    events: &mut Vec<Arc<Event>>,
    action: &Action,
) {
    let nobody = Audience::Only(Vec::new());
    let own = |id: &str| battle.unit(id).map_or(nobody, |unit| own(battle, unit));
    let (what, told) = match action {
        Action::Overrule { unit, .. } => ("umpire_overrules", own(unit)),
        Action::Mend { unit, .. } => ("umpire_mends", own(unit)),
        Action::Move { unit, .. } => {
            ("umpire_moves", battle.unit(unit).map_or(Audience::All, |unit| told(battle, &[unit])))
        }
        Action::Lay { .. } => ("umpire_lays", sees_last_work(battle, tables)),
        _ => ("umpire_adds_a_rule", Audience::All),
    };
    let about = action.written();
    let event = Arc::new(Event {
        turn: battle.turn,
        moment: battle.moment,
        what,
        rule: "01.06.1",
        about,
        working: None,
        way: None,
        audience: told,
    });
    battle.log.push(event.clone());
    events.push(event);
}

/// The seats that know of the last work.
fn sees_last_work(battle: &Battle, tables: &Tables) -> Audience {
    let Some(made) = battle.works.made.last() else { return Audience::All };
    let seating = &battle.fixed.seating;
    let knows = |seat: &SeatNo| Knows::of_seat(battle, tables, *seat).knows_work(made);
    only(seating, seating.players().map(|(seat, _)| seat).filter(knows))
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

    /// Enemies who meet see each other, as far as their generals may know of it.
    pub(super) fn spot(&mut self, units: &[UnitId]) {
        for &one in units {
            for &other in units {
                if self.unit(other).side == self.unit(one).side {
                    continue;
                }
                let seat = self.battle.seat_of(one);
                let known = self.battle.seen.sees(seat, other);
                if !known
                    && reports(self.battle, seat, one)
                    && unit_sees(self.battle, self.tables, one, other)
                {
                    self.battle.seen.add(seat, other);
                }
            }
        }
    }

    /// Reports a forced move with its start and end, in metres; those who do not see the end are not told it (§03.02.2).
    pub(super) fn tell_driven(
        &mut self,
        what: &'static str,
        rule: &'static str,
        unit: UnitId,
        stood: &krigsspil_field::prelude::Placed,
        more: Value,
    ) {
        let stands = &self.unit(unit).placed;
        let (from, to) = (stood.pose().at, stands.pose().at);
        // A crowd moves by its middle, whatever front it had.
        let metres = stood.centre().distance(stands.centre());
        let told = told(self.battle, &[unit]);
        let Audience::Only(seats) = told else { return };
        let sees = |seat: &SeatId| {
            let known = Knows::of(self.battle, self.tables, seat);
            known.side() == Some(self.unit(unit).side) || known.in_sight().sees(unit)
        };
        let (seeing, others): (Vec<SeatId>, Vec<SeatId>) = seats.into_iter().partition(sees);
        let mut about = self.about(&[unit], more);
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

    /// If a unit fires at somebody its general may not know of, he is told only about his unit: that it fired, and with what (§03.02.2).
    pub(super) fn tell_far_off_fire(&mut self, rule: &'static str, units: &[UnitId], with: Value) {
        let Some(&firer) = units.first() else { return };
        let seat = self.battle.seat_of_unit(firer);
        if !told(self.battle, units).tells(seat) {
            self.tell_own("fires_far_off", rule, firer, with);
        }
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
    /// may know (ruling 89).
    pub(super) fn roll<P: Procedure<Tables = Tables>>(
        &mut self,
        what: &'static str,
        rule: &'static str,
        units: &[UnitId],
        more: Value,
        facts: &P,
    ) -> Result<P::Outcome, Fault> {
        self.roll_explained((what, rule), units, more, facts, &[])
    }

    /// The same, if units other than the two explain a modifier: a support.
    pub(super) fn roll_explained<P: Procedure<Tables = Tables>>(
        &mut self,
        (what, rule): (&'static str, &'static str),
        units: &[UnitId],
        more: Value,
        facts: &P,
        explained: &[(&'static Modifier, &[UnitId])],
    ) -> Result<P::Outcome, Fault> {
        self.spot(units);
        let (outcome, thrown) = self.thrown_out(units, facts)?;
        let parties = Parties { explained, ..self.parties(units) };
        let working = thrown.working::<P>(self.battle, parties, &outcome);
        let about = self.about(units, more);
        let told = told(self.battle, units);
        self.tell_to(what, rule, about, Some(working), told);
        Ok(outcome)
    }

    /// Whose private data a procedure uses: the first unit's, and those of the others if one player has them all.
    fn parties(&self, units: &[UnitId]) -> Parties<'static> {
        let others = units.get(1..).unwrap_or_default();
        let one_player =
            |of: &UnitId| others.iter().all(|&other| self.battle.seat_of(other) == self.battle.seat_of(*of));
        Parties {
            first: units.first().copied(),
            second: others.first().copied().filter(one_player),
            explained: &[],
        }
    }

    /// The same for something that only those who command the unit may know: the calculation contains its valeur.
    pub(super) fn roll_own<P: Procedure<Tables = Tables>>(
        &mut self,
        what: &'static str,
        rule: &'static str,
        unit: UnitId,
        more: Value,
        facts: &P,
    ) -> Result<P::Outcome, Fault> {
        let (outcome, thrown) = self.thrown_out(&[], facts)?;
        let working = thrown.working::<P>(self.battle, self.parties(&[unit]), &outcome);
        let about = self.about(&[unit], more);
        let told = own(self.battle, unit);
        self.tell_to(what, rule, about, Some(working), told);
        Ok(outcome)
    }

    /// The same for something that only one seat knows.
    pub(super) fn roll_for_seat<P: Procedure<Tables = Tables>>(
        &mut self,
        what: &'static str,
        rule: &'static str,
        seat: SeatId,
        about: Value,
        facts: &P,
    ) -> Result<P::Outcome, Fault> {
        let (outcome, thrown) = self.thrown_out(&[], facts)?;
        let working = thrown.working::<P>(self.battle, Parties::default(), &outcome);
        self.tell_to(what, rule, about, Some(working), Audience::Only(vec![seat]));
        Ok(outcome)
    }

    /// Throws the battle's dice for a procedure, and keeps the faces.
    fn thrown_out<P: Procedure<Tables = Tables>>(
        &mut self,
        units: &[UnitId],
        facts: &P,
    ) -> Result<(P::Outcome, Thrown), Fault> {
        if self.rehearsal.is_some() {
            return match self.told_instead(units, facts) {
                Some(told) => Err(told),
                None => Thrown::of(facts, self.tables, ScriptedDice::new(&ON_THE_SPOT)),
            };
        }
        let (outcome, thrown) = Thrown::of(facts, self.tables, &mut self.battle.dice)?;
        self.carried.thrown = thrown.faces().collect();
        Ok((outcome, thrown))
    }

    /// Uses an earlier throw once more (§07.06.2).
    pub(super) fn reread<P: Procedure<Tables = Tables>>(
        &mut self,
        (what, rule): (&'static str, &'static str),
        units: &[UnitId],
        faces: [i32; 2],
        facts: &P,
    ) -> Result<P::Outcome, Fault> {
        let (outcome, thrown) = Thrown::of(facts, self.tables, ScriptedDice::new(&faces.map(i64::from)))?;
        self.spot(units);
        let working = thrown.working::<P>(self.battle, self.parties(units), &outcome);
        let about = self.about(units, json!({}));
        let told = told(self.battle, units);
        self.tell_to(what, rule, about, Some(working), told);
        Ok(outcome)
    }
}
