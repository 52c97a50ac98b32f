//! Events: told to those who may know.

use krigsspil_engine::battle::{Audience, Event, Way, Waypoint};
use krigsspil_engine::dice::Witness;
use krigsspil_engine::{Fault, Modifier, Procedure, Recorder};
use krigsspil_field::prelude::Placed;
use krigsspil_turn::knowledge::{Parties, side, told, working};
use serde_json::{Value, json};

use super::Run;
use crate::battle::state::*;
use crate::tables::Tables;

impl Run<'_> {
    fn about(&self, units: &[UnitId], more: Value) -> Value {
        let mut about = json!({});
        if let Value::Object(map) = &mut about {
            for (key, unit) in ["unit", "other"].iter().zip(units) {
                map.insert((*key).into(), json!(self.battle.units[*unit].id));
            }
            if let Value::Object(more) = more {
                map.extend(more);
            }
        }
        about
    }

    /// Enemies who come upon each other see each other.
    pub(super) fn spot(&mut self, units: &[UnitId]) {
        for &one in units {
            for &other in units {
                let side = self.battle.units[one].side;
                if self.battle.units[other].side != side {
                    let seating = &self.battle.fixed.clone().seating;
                    for seat in seating.players_of(side) {
                        self.battle.seen.add(seat, other);
                    }
                }
            }
        }
    }

    /// Tells that something happened to these units; the first is the one it is about.
    pub(super) fn tell(&mut self, what: &'static str, rule: &'static str, units: &[UnitId], more: Value) {
        let about = self.about(units, more);
        let audience = told(self.battle, units);
        self.tell_to(what, rule, about, audience);
    }

    /// Tells only those of a unit's own side.
    pub(super) fn tell_side(&mut self, what: &'static str, rule: &'static str, of: SideId, about: Value) {
        let audience = side(&self.battle.fixed.seating, of);
        self.tell_to(what, rule, about, audience);
    }

    /// Tells everybody.
    pub(super) fn tell_all(&mut self, what: &'static str, rule: &'static str, about: Value) {
        self.tell_to(what, rule, about, Audience::All);
    }

    pub(super) fn tell_to(
        &mut self,
        what: &'static str,
        rule: &'static str,
        about: Value,
        audience: Audience,
    ) {
        let event = Event {
            turn: self.battle.turn,
            moment: 0.0,
            what,
            rule,
            about,
            working: None,
            way: None,
            audience,
        };
        self.battle.log.push(self.desk.tell(event));
    }

    /// Tells that something happened by which the first of these units came from another place to where it stands now, so that the page
    /// can play it back.
    pub(super) fn tell_moved(
        &mut self,
        (what, rule): (&'static str, &'static str),
        units: &[UnitId],
        from: &Placed,
        more: Value,
    ) {
        let point = |placed: &Placed, moment: f64| {
            let pose = placed.pose();
            Waypoint { moment, place: [pose.at.x, pose.at.y], facing: pose.facing.as_degrees() }
        };
        let there = units.first().map(|&unit| point(&self.battle.units[unit].placed, 1.0));
        let way = std::iter::once(point(from, 0.0)).chain(there).collect();
        self.tell_way((what, rule), units, way, more);
    }

    /// Tells of a way that the first of these units went; who does not see it is told nothing.
    pub(super) fn tell_way(
        &mut self,
        (what, rule): (&'static str, &'static str),
        units: &[UnitId],
        way: Vec<Waypoint>,
        more: Value,
    ) {
        let about = self.about(units, more);
        let audience = told(self.battle, units);
        let seen = vec![audience.clone(); way.len().saturating_sub(1)];
        let way = (!seen.is_empty()).then_some(Way { points: way, seen });
        let event =
            Event { turn: self.battle.turn, moment: 0.0, what, rule, about, working: None, way, audience };
        self.battle.log.push(self.desk.tell(event));
    }

    /// Works a procedure out with the battle's dice, and tells it to those who know of the units.
    pub(super) fn roll<P: Procedure<Tables = Tables>>(
        &mut self,
        (what, rule): (&'static str, &'static str),
        units: &[UnitId],
        more: Value,
        facts: &P,
    ) -> Result<P::Outcome, Fault> {
        self.roll_explained((what, rule), units, more, facts, &[])
    }

    /// The same, when others than the two explain a modifier: a support.
    pub(super) fn roll_explained<P: Procedure<Tables = Tables>>(
        &mut self,
        (what, rule): (&'static str, &'static str),
        units: &[UnitId],
        more: Value,
        facts: &P,
        explained: &[(&'static Modifier, &[UnitId])],
    ) -> Result<P::Outcome, Fault> {
        self.spot(units);
        let mut recorder = Recorder::new();
        let mut witness = Witness::new(&mut self.battle.dice);
        let outcome = facts.resolve(self.tables, &mut witness, &mut recorder)?;
        let rolls = witness.seen().to_vec();
        let parties = Parties { first: units.first().copied(), second: units.get(1).copied(), explained };
        let working = working::<P>(self.battle, parties, &rolls, &recorder, &outcome);
        let about = self.about(units, more);
        let audience = told(self.battle, units);
        let event = Event {
            turn: self.battle.turn,
            moment: 0.0,
            what,
            rule,
            about,
            working: Some(working),
            way: None,
            audience,
        };
        self.battle.log.push(self.desk.tell(event));
        Ok(outcome)
    }

    /// The same for what only a side may know: its orders and their controls (§3.1).
    pub(super) fn roll_for_side<P: Procedure<Tables = Tables>>(
        &mut self,
        (what, rule): (&'static str, &'static str),
        of: SideId,
        about: Value,
        facts: &P,
    ) -> Result<P::Outcome, Fault> {
        let mut recorder = Recorder::new();
        let mut witness = Witness::new(&mut self.battle.dice);
        let outcome = facts.resolve(self.tables, &mut witness, &mut recorder)?;
        let rolls = witness.seen().to_vec();
        let working = working::<P>(self.battle, Parties::default(), &rolls, &recorder, &outcome);
        let audience = side(&self.battle.fixed.seating, of);
        let event = Event {
            turn: self.battle.turn,
            moment: 0.0,
            what,
            rule,
            about,
            working: Some(working),
            way: None,
            audience,
        };
        self.battle.log.push(self.desk.tell(event));
        Ok(outcome)
    }

    /// Dice thrown for something that is reckoned later.
    pub(super) fn throw(
        &mut self,
        name: &'static str,
        die: krigsspil_engine::dice::Die,
    ) -> Result<i32, Fault> {
        use krigsspil_engine::dice::Dice;
        self.battle.dice.roll(name, die)
    }

    /// Works a procedure out with dice that were thrown before, and tells it.
    pub(super) fn read_out<P: Procedure<Tables = Tables>>(
        &mut self,
        (what, rule): (&'static str, &'static str),
        units: &[UnitId],
        dice: &[i64],
        facts: &P,
        explained: &[(&'static Modifier, &[UnitId])],
    ) -> Result<P::Outcome, Fault> {
        self.spot(units);
        let mut recorder = Recorder::new();
        let mut witness = Witness::new(krigsspil_engine::dice::ScriptedDice::new(dice));
        let outcome = facts.resolve(self.tables, &mut witness, &mut recorder)?;
        let rolls = witness.seen().to_vec();
        let parties = Parties { first: units.first().copied(), second: units.get(1).copied(), explained };
        let working = working::<P>(self.battle, parties, &rolls, &recorder, &outcome);
        let about = self.about(units, json!({}));
        let audience = told(self.battle, units);
        let event = Event {
            turn: self.battle.turn,
            moment: 0.0,
            what,
            rule,
            about,
            working: Some(working),
            way: None,
            audience,
        };
        self.battle.log.push(self.desk.tell(event));
        Ok(outcome)
    }
}
