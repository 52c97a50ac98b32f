//! Events: told to those who may know.

use krigsspil_turn::ids::{SideId, UnitId};
use std::sync::Arc;

use krigsspil_engine::battle::{Audience, Event, Seat, SeatId, Taken, Working};
use krigsspil_engine::dice::{Rolled, ScriptedDice, Witness};
use krigsspil_engine::{Fault, Procedure, Recorder};
use serde_json::{Value, json};

use super::Run;
use super::rehearsal::ON_THE_SPOT;
use crate::battle::order::Action;
use crate::battle::sight::{COMMAND_CM, below, general_cm, knows_work, unit_sees};
use crate::battle::state::{Battle, CM, Life};
use crate::tables::Tables;

/// Does a seat of this side know of a unit: its own side's, or an enemy it has seen this turn?
pub(in crate::battle) fn knows(battle: &Battle, seat: &SeatId, side: SideId, unit: UnitId) -> bool {
    battle.units[unit].side == side || battle.seen.get(seat).is_some_and(|seen| seen.contains(&unit))
}

/// Who may know of something that happens to these units: those who command one of them or have seen one, and know of them all.
/// What befalls a unit at the hands of somebody its general does not know of is told of that unit alone (§03.02.2).
pub(in crate::battle) fn told(battle: &Battle, units: &[UnitId]) -> Audience {
    let concerned = |seat: &SeatId, side: SideId| {
        units.iter().any(|&unit| {
            battle.seat_of_unit(unit) == seat
                || (battle.units[unit].side != side && knows(battle, seat, side, unit))
        })
    };
    let mut seats = Vec::new();
    for (seat, sits) in &battle.fixed.seats {
        let Seat::Player { side, .. } = sits else { continue };
        let Some(side) = battle.fixed.sides.find(|data| *data.id == **side) else { continue };
        if concerned(seat, side) && units.iter().all(|&unit| knows(battle, seat, side, unit)) {
            seats.push(seat.clone());
        }
    }
    Audience::Only(seats)
}

/// Is a unit so near a general of its seat that what it sees counts (§03.02.2)?
fn reports(battle: &Battle, seat: &SeatId, unit: UnitId) -> bool {
    let above = battle.units[unit].general;
    battle.generals.iter().any(|(post, general)| {
        battle.fixed.seat_of[post] == *seat
            && general.life == Life::Here
            && below(battle, above, post)
            && general_cm(battle, unit, general.place) <= COMMAND_CM
    })
}

/// The umpire has spoken: those who may know are told that, and what. A unit's order, losses and ammunition are its own player's to
/// know; where it has been set, and what has been laid on the table, those see who see it (§03.02.2).
pub(in crate::battle) fn umpire_spoke(
    battle: &mut Battle,
    tables: &Tables,
    events: &mut Vec<Arc<Event>>,
    action: &Action,
) {
    let own = |id: &str| battle.unit(id).map(|unit| vec![battle.seat_of_unit(unit).clone()]);
    let (what, told) = match action {
        Action::Overrule { unit, .. } => ("umpire_overrules", Audience::Only(own(unit).unwrap_or_default())),
        Action::Mend { unit, .. } => ("umpire_mends", Audience::Only(own(unit).unwrap_or_default())),
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

/// The seats that know of the work laid last.
fn sees_last_work(battle: &Battle, tables: &Tables) -> Audience {
    let Some(made) = battle.works.last() else { return Audience::All };
    let knows = |seat: &&SeatId| knows_work(battle, tables, seat, made);
    Audience::Only(battle.fixed.seats.keys().filter(knows).cloned().collect())
}

impl Run<'_> {
    /// A unit's id.
    pub(super) fn id(&self, unit: UnitId) -> &Arc<str> {
        &self.battle.units[unit].id
    }

    /// Tells that something happened to these units; the first is the one it is about.
    pub(super) fn tell(&mut self, what: &'static str, rule: &'static str, units: &[UnitId], more: Value) {
        self.spot(units);
        let about = self.about(units, more);
        let told = told(self.battle, units);
        self.tell_to(what, rule, about, None, told);
    }

    /// Enemies who come upon each other see each other, as far as their generals may know of it.
    pub(super) fn spot(&mut self, units: &[UnitId]) {
        for &one in units {
            for &other in units {
                if self.unit(other).side == self.unit(one).side {
                    continue;
                }
                let seat = self.battle.seat_of_unit(one);
                let known = self.battle.seen.get(seat).is_some_and(|seen| seen.contains(&other));
                if known || !reports(self.battle, seat, one) {
                    continue;
                }
                if unit_sees(self.battle, self.tables, one, other) {
                    let seat = seat.clone();
                    let seen = self.battle.seen.entry(seat).or_default();
                    seen.push(other);
                    seen.sort_unstable();
                }
            }
        }
    }

    /// Tells of a forced move from where to where, in metres; those who do not see where it ended are not told that (§03.02.2).
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
        // A crowd runs about its middle, whatever front it had.
        let metres = stood.centre().distance(stands.centre());
        let told = told(self.battle, &[unit]);
        let Audience::Only(seats) = told else { return };
        let own = self.battle.units[unit].side;
        let sees = |seat: &SeatId| match self.battle.fixed.seats.get(seat) {
            Some(Seat::Player { side, .. }) if *self.battle.fixed.sides[own].id == **side => true,
            _ => crate::battle::sight::seen_by(self.battle, self.tables, seat).contains(&unit),
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

    /// Tells only those who command the unit: nobody else sees into it.
    pub(super) fn tell_own(&mut self, what: &'static str, rule: &'static str, unit: UnitId, more: Value) {
        let about = self.about(&[unit], more);
        let told = Audience::Only(vec![self.battle.seat_of_unit(unit).clone()]);
        self.tell_to(what, rule, about, None, told);
    }

    /// A fire at somebody its general may not know of is told him of his unit alone: that it fired, and with what (§03.02.2).
    pub(super) fn tell_far_off_fire(&mut self, rule: &'static str, units: &[UnitId], with: Value) {
        let Some(&firer) = units.first() else { return };
        let seat = self.battle.seat_of_unit(firer);
        if !told(self.battle, units).tells(seat) {
            self.tell_own("fires_far_off", rule, firer, with);
        }
    }

    /// Tells everybody.
    pub(super) fn tell_all(&mut self, what: &'static str, rule: &'static str, about: Value) {
        self.tell_to(what, rule, about, None, Audience::All);
    }

    pub(super) fn about(&self, units: &[UnitId], more: Value) -> Value {
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
        working: Option<Working>,
        audience: Audience,
    ) {
        let (turn, moment) = (self.battle.turn, self.battle.moment);
        let event = Event { turn, moment, what, rule, about, working, way: None, audience };
        self.battle.log.push(self.desk.tell(event));
    }

    /// Works a procedure out with the battle's dice, and tells it with all its working to those who know of the units.
    pub(super) fn roll<P: Procedure<Tables = Tables>>(
        &mut self,
        what: &'static str,
        rule: &'static str,
        units: &[UnitId],
        more: Value,
        facts: &P,
    ) -> Result<P::Outcome, Fault> {
        self.spot(units);
        let (outcome, mut unfolded) = self.thrown_out(units, facts)?;
        // Whose pouches are empty is told their own player by itself (§09.01.1).
        if let Value::Object(fields) = &mut unfolded.outcome {
            fields.retain(|field, _| !field.ends_with("ammunition_exhausted"));
        }
        let about = self.about(units, more);
        let told = told(self.battle, units);
        self.tell_to(what, rule, about, Some(unfolded), told);
        Ok(outcome)
    }

    /// The same for what only those who command the unit may know: its valeur is in the working.
    pub(super) fn roll_own<P: Procedure<Tables = Tables>>(
        &mut self,
        what: &'static str,
        rule: &'static str,
        unit: UnitId,
        more: Value,
        facts: &P,
    ) -> Result<P::Outcome, Fault> {
        let seat = self.battle.seat_of_unit(unit).clone();
        let about = self.about(&[unit], more);
        self.roll_for_seat(what, rule, seat, about, facts)
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
        let (outcome, unfolded) = self.thrown_out(&[], facts)?;
        self.tell_to(what, rule, about, Some(unfolded), Audience::Only(vec![seat]));
        Ok(outcome)
    }

    /// Throws the battle's dice for a procedure, and keeps the faces.
    fn thrown_out<P: Procedure<Tables = Tables>>(
        &mut self,
        units: &[UnitId],
        facts: &P,
    ) -> Result<(P::Outcome, Working), Fault> {
        if self.rehearsal.is_some() {
            return match self.told_instead(units, facts) {
                Some(told) => Err(told),
                None => self.read_out(ScriptedDice::new(&ON_THE_SPOT), facts),
            };
        }
        let mut recorder = Recorder::new();
        let mut witness = Witness::new(&mut self.battle.dice);
        let outcome = facts.resolve(self.tables, &mut witness, &mut recorder)?;
        let unfolded = unfold::<P>(witness.seen(), &recorder, &outcome);
        self.thrown = unfolded.rolls.iter().map(|rolled| rolled.shown).collect();
        Ok((outcome, unfolded))
    }

    /// Works a procedure out with dice that were thrown before.
    fn read_out<P: Procedure<Tables = Tables>>(
        &self,
        dice: ScriptedDice<'_>,
        facts: &P,
    ) -> Result<(P::Outcome, Working), Fault> {
        let mut recorder = Recorder::new();
        let mut witness = Witness::new(dice);
        let outcome = facts.resolve(self.tables, &mut witness, &mut recorder)?;
        let unfolded = unfold::<P>(witness.seen(), &recorder, &outcome);
        Ok((outcome, unfolded))
    }

    /// Reads a throw that was made before once more (§07.06.2).
    pub(super) fn reread<P: Procedure<Tables = Tables>>(
        &mut self,
        (what, rule): (&'static str, &'static str),
        units: &[UnitId],
        faces: [i32; 2],
        facts: &P,
    ) -> Result<P::Outcome, Fault> {
        let (outcome, unfolded) = self.read_out(ScriptedDice::new(&faces.map(i64::from)), facts)?;
        self.spot(units);
        let about = self.about(units, json!({}));
        let told = told(self.battle, units);
        self.tell_to(what, rule, about, Some(unfolded), told);
        Ok(outcome)
    }
}

fn unfold<P: Procedure>(rolls: &[Rolled], recorder: &Recorder, outcome: &P::Outcome) -> Working {
    Working {
        procedure: P::ABOUT.name,
        rolls: rolls.to_vec(),
        modifiers: recorder.applied().to_vec(),
        outcome: serde_json::to_value(outcome).unwrap_or(Value::Null),
        ..Working::default()
    }
}
