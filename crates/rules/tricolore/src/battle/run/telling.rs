//! What is told to whom, with the working behind it.

use std::sync::Arc;

use krigsspil_engine::battle::{Audience, Event, SumPreviewed, Working};
use krigsspil_engine::dice::Witness;
use krigsspil_engine::{Applied, Fault, Modifier, Procedure, Recorder};
use krigsspil_turn::knowledge::{Known, Parties, only, own, side, told, working};
use serde_json::{Value, json};

use super::Run;
use crate::battle::knowing::disorder_seen_by;
use crate::battle::state::*;
use crate::modifiers::artillery::BATTERY_DISORDER;
use crate::procedures::bombardment::{BombardmentFire, BombardmentResult};
use crate::tables::Tables;

/// The fields of an outcome that tell the U of the unit that threw.
const OWN_DISORDER: [&str; 4] = ["disorder_after", "disorder_gain", "fire_disorder", "test_value"];

/// The fields of an outcome that tell the half bases of the first unit, and of the second.
const HALVES: [&[&str]; 2] = [&["bases_after", "attacker.bases_after"], &["defender.bases_after"]];

/// What of a throw of the commanders-in-chief one side alone may read.
pub(super) struct ChiefsPapers {
    /// Its modifier.
    pub modifier: &'static Modifier,
    /// Fields of the outcome.
    pub fields: [&'static str; 2],
}

/// Works a procedure out where nothing is thrown and nobody listens.
pub(in crate::battle) fn plain<P: Procedure<Tables = Tables>>(
    tables: &Tables,
    facts: &P,
) -> Result<P::Outcome, Fault> {
    facts.resolve(tables, &mut krigsspil_engine::dice::ScriptedDice::new(&[]), &mut ())
}

impl Run<'_> {
    fn about(&self, units: &[UnitId], more: Value) -> Value {
        let mut about = serde_json::Map::new();
        for (key, unit) in ["unit", "other"].iter().zip(units) {
            about.insert((*key).into(), json!(self.battle.units[*unit].id));
        }
        if let Value::Object(more) = more {
            about.extend(more);
        }
        Value::Object(about)
    }

    /// Tells those who know of all these units.
    pub(super) fn tell(&mut self, what: &'static str, rule: &'static str, units: &[UnitId], more: Value) {
        let about = self.about(units, more);
        let audience = told(self.battle, units);
        self.tell_to(what, rule, about, None, audience);
    }

    /// Tells only the one who commands the unit.
    pub(super) fn tell_own(&mut self, what: &'static str, rule: &'static str, unit: UnitId, more: Value) {
        let about = self.about(&[unit], more);
        let audience = own(self.battle, unit);
        self.tell_to(what, rule, about, None, audience);
    }

    /// Tells everybody.
    pub(super) fn tell_all(&mut self, what: &'static str, rule: &'static str, about: Value) {
        self.tell_to(what, rule, about, None, Audience::All);
    }

    /// Tells the players of a side.
    pub(super) fn tell_side(&mut self, what: &'static str, rule: &'static str, of: SideId, about: Value) {
        let audience = side(&self.battle.fixed.seating, of);
        self.tell_to(what, rule, about, None, audience);
    }

    pub(super) fn tell_to(
        &mut self,
        what: &'static str,
        rule: &'static str,
        about: Value,
        working: Option<Working>,
        audience: Audience,
    ) {
        let turn = self.battle.turn;
        let moment = self.moment();
        let event = Event { turn, moment, what, rule, about, working, way: None, audience };
        let event: Arc<Event> = self.desk.tell(event);
        self.battle.log.push(event);
    }

    fn thrown_out<P: Procedure<Tables = Tables>>(
        &mut self,
        units: &[UnitId],
        facts: &P,
    ) -> Result<(P::Outcome, Witnessed), Fault> {
        if self.sums.is_some() {
            let moment = self.moment();
            let id = |place: usize| units.get(place).map(|&unit| self.battle.units[unit].id.clone());
            let (unit, other) = (id(0).unwrap_or_else(|| "".into()), id(1));
            let facts = serde_json::to_value(facts).unwrap_or(Value::Null);
            let sum =
                SumPreviewed { procedure: P::ABOUT.name, unit, other, moment, facts, supposed: Vec::new() };
            self.sums.iter_mut().for_each(|sums| sums.push(sum.clone()));
        }
        let mut recorder = Recorder::new();
        let mut witness = Witness::new(&mut self.battle.dice);
        let outcome = facts.resolve(self.tables, &mut witness, &mut recorder)?;
        let rolls = witness.seen().to_vec();
        Ok((outcome, Witnessed { rolls, recorder }))
    }

    /// Works a procedure out with the battle's dice, and tells it to those who know of the units: dice, result and their own modifiers
    /// (R102).
    pub(super) fn roll<P: Procedure<Tables = Tables>>(
        &mut self,
        (what, rule): (&'static str, &'static str),
        units: &[UnitId],
        more: Value,
        facts: &P,
    ) -> Result<P::Outcome, Fault> {
        let (outcome, thrown) = self.thrown_out(units, facts)?;
        let parties =
            Parties { first: units.first().copied(), second: units.get(1).copied(), explained: &[] };
        let mut working = working::<P>(self.battle, parties, &thrown.rolls, &thrown.recorder, &outcome);
        // The bare sum would tell the other side's modifiers.
        working.veiled_fields.push(("total", Audience::Only(Vec::new())));
        if let Some(first) = units.first() {
            self.veil_disorder(&mut working, &[*first], &OWN_DISORDER);
        }
        self.veil_halves(&mut working, units);
        let about = self.about(units, more);
        let audience = told(self.battle, units);
        self.tell_to(what, rule, about, Some(working), audience);
        Ok(outcome)
    }

    /// The fire of several batteries: each has a U of its own, which not everybody sees.
    pub(super) fn roll_fire(
        &mut self,
        rule: &'static str,
        (batteries, target): (&[UnitId], Option<UnitId>),
        (about, audience): (Value, Audience),
        facts: &BombardmentFire,
    ) -> Result<BombardmentResult, Fault> {
        let first = batteries.first().copied();
        let units: Vec<UnitId> = first.into_iter().chain(target).collect();
        let (outcome, thrown) = self.thrown_out(&units, facts)?;
        let parties = Parties { first, second: target, explained: &[] };
        let mut working =
            working::<BombardmentFire>(self.battle, parties, &thrown.rolls, &thrown.recorder, &outcome);
        self.veil_disorder(&mut working, batteries, &["batteries"]);
        if let Some(first) = first {
            let side = self.unit(first).side;
            let struck = self.battle.fixed.seating.players().filter(|(_, of)| *of != side);
            let struck = only(&self.battle.fixed.seating, struck.map(|(seat, _)| seat));
            working.veiled_fields.push(("bases_after", struck));
        }
        self.tell_to("bombards", rule, about, Some(working), audience);
        Ok(outcome)
    }

    /// Hides what tells the U of these units from the players who do not see it: of another side, beyond 400 (§house.visibility).
    fn veil_disorder(&self, working: &mut Working, of: &[UnitId], fields: &[&'static str]) {
        let audience = disorder_seen_by(self.battle, of);
        working.veiled_fields.extend(fields.iter().map(|field| (*field, audience.clone())));
        let places = working.modifiers.iter().enumerate();
        let telling = places.filter(|(_, applied)| std::ptr::eq(applied.modifier, &BATTERY_DISORDER));
        let telling: Vec<usize> = telling.map(|(place, _)| place).collect();
        working.veiled_modifiers.extend(telling.into_iter().map(|place| (place, audience.clone())));
    }

    /// Half bases are for a unit's own side: others see its bases rounded up (§house.visibility).
    fn veil_halves(&self, working: &mut Working, units: &[UnitId]) {
        let sides = units.iter().map(|&unit| self.of_side(self.unit(unit).side));
        for (audience, fields) in sides.zip(HALVES) {
            working.veiled_fields.extend(fields.iter().map(|field| (*field, audience.clone())));
        }
        // Superiority is reckoned in halves, and counts as a modifier of the side that has it.
        let steps = working.outcome.get("superiority_steps").and_then(Value::as_i64).unwrap_or(0);
        let superior = if steps > 0 { units.first() } else { units.get(1) };
        if let Some(&superior) = superior.filter(|_| steps != 0) {
            let audience = self.of_side(self.unit(superior).side);
            working.veiled_fields.push(("superiority_steps", audience));
        }
    }

    /// A throw of the two commanders-in-chief in the open: dice and result, and to each side its own modifiers and fields (R102).
    pub(super) fn roll_of_chiefs<P: Procedure<Tables = Tables>>(
        &mut self,
        (what, rule): (&'static str, &'static str),
        papers: &[ChiefsPapers; 2],
        facts: &P,
    ) -> Result<P::Outcome, Fault> {
        let (outcome, thrown) = self.thrown_out(&[], facts)?;
        let mut working =
            working::<P>(self.battle, Parties::default(), &thrown.rolls, &thrown.recorder, &outcome);
        for (of, papers) in papers.iter().enumerate() {
            let audience = self.of_side(SideId::of(of));
            working.veiled_fields.extend(papers.fields.iter().map(|field| (*field, audience.clone())));
            let own = |applied: &Applied| std::ptr::eq(applied.modifier, papers.modifier);
            let places = working.modifiers.iter().enumerate().filter(|(_, applied)| own(applied));
            let places: Vec<usize> = places.map(|(place, _)| place).collect();
            working.veiled_modifiers.extend(places.into_iter().map(|place| (place, audience.clone())));
        }
        self.tell_to(what, rule, json!({}), Some(working), Audience::All);
        Ok(outcome)
    }

    /// A formation's throw in the open, whose share of losses and disorder only its own side is told.
    pub(super) fn roll_of_formation<P: Procedure<Tables = Tables>>(
        &mut self,
        (what, rule): (&'static str, &'static str),
        post: PostId,
        facts: &P,
    ) -> Result<P::Outcome, Fault> {
        let (outcome, thrown) = self.thrown_out(&[], facts)?;
        let mut working =
            working::<P>(self.battle, Parties::default(), &thrown.rolls, &thrown.recorder, &outcome);
        let audience = self.of_side(self.battle.posts[post].rider.side);
        working.veiled_fields.push(("percent", audience));
        let about = json!({"general": self.battle.posts[post].name});
        self.tell_to(what, rule, about, Some(working), Audience::All);
        Ok(outcome)
    }

    /// The same for what only the one who commands the unit may know.
    pub(super) fn roll_own<P: Procedure<Tables = Tables>>(
        &mut self,
        (what, rule): (&'static str, &'static str),
        unit: UnitId,
        more: Value,
        facts: &P,
    ) -> Result<P::Outcome, Fault> {
        let (outcome, thrown) = self.thrown_out(&[unit], facts)?;
        let parties = Parties { first: Some(unit), second: None, explained: &[] };
        let working = working::<P>(self.battle, parties, &thrown.rolls, &thrown.recorder, &outcome);
        let about = self.about(&[unit], more);
        let audience = own(self.battle, unit);
        self.tell_to(what, rule, about, Some(working), audience);
        Ok(outcome)
    }

    /// The same for a throw about no unit.
    pub(super) fn roll_for<P: Procedure<Tables = Tables>>(
        &mut self,
        (what, rule): (&'static str, &'static str),
        audience: Audience,
        about: Value,
        facts: &P,
    ) -> Result<P::Outcome, Fault> {
        let (outcome, thrown) = self.thrown_out(&[], facts)?;
        let working =
            working::<P>(self.battle, Parties::default(), &thrown.rolls, &thrown.recorder, &outcome);
        self.tell_to(what, rule, about, Some(working), audience);
        Ok(outcome)
    }

    /// Who is told of what only a side knows.
    pub(super) fn of_side(&self, of: SideId) -> Audience {
        side(self.battle.seating(), of)
    }
}

struct Witnessed {
    rolls: Vec<krigsspil_engine::dice::Rolled>,
    recorder: Recorder,
}

/// What the umpire has done is told to all who know of the units; a rule to everybody.
pub(in crate::battle) fn umpire_spoke(
    battle: &mut Battle,
    events: &mut Vec<Arc<Event>>,
    what: &'static str,
    units: &[UnitId],
    more: Value,
) {
    let mut about = serde_json::Map::new();
    for (key, unit) in ["unit", "other"].iter().zip(units) {
        about.insert((*key).into(), json!(battle.units[*unit].id));
    }
    if let Value::Object(more) = more {
        about.extend(more);
    }
    let audience = if units.is_empty() { Audience::All } else { told(battle, units) };
    let (turn, about) = (battle.turn, Value::Object(about));
    let event = Arc::new(Event {
        turn,
        moment: 0.0,
        what,
        rule: "house.flank",
        about,
        working: None,
        way: None,
        audience,
    });
    battle.log.push(event.clone());
    events.push(event);
}
