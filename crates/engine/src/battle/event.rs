//! Events: what happened, in order, with the rolls and modifiers behind it, and who may know how much of it.

use std::sync::Arc;

use serde::ser::{SerializeStruct, Serializer};
use serde::{Serialize, ser::SerializeSeq};

use super::SeatId;
use super::preview::Waypoint;
use crate::dice::Rolled;
use crate::modifier::Applied;

/// Who may know something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Everybody.
    All,
    /// These seats, and the umpire.
    Only(Vec<SeatId>),
}

impl Audience {
    /// May this seat know?
    pub fn tells(&self, seat: &SeatId) -> bool {
        match self {
            Audience::All => true,
            Audience::Only(seats) => seats.contains(seat) || seat.is_umpire(),
        }
    }
}

/// The working behind a number: rolls and modifiers, some of which not everybody may know.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Working {
    /// The procedure that ran.
    pub procedure: &'static str,
    /// The dice.
    pub rolls: Vec<Rolled>,
    /// The modifiers.
    pub modifiers: Vec<Applied>,
    /// Modifiers that only some may know, by their place in the list.
    pub veiled_modifiers: Vec<(usize, Audience)>,
    /// The outcome, field by field.
    pub outcome: serde_json::Value,
    /// Fields of the outcome that only some may know.
    pub veiled_fields: Vec<(&'static str, Audience)>,
}

impl Working {
    /// The modifiers that a seat may know; all of them once the battle is over.
    pub fn modifiers_for<'a>(
        &'a self,
        seat: &'a SeatId,
        over: bool,
    ) -> impl Iterator<Item = &'a Applied> + 'a {
        let known = move |place: usize| {
            over || self.veiled_modifiers.iter().all(|(veiled, to)| *veiled != place || to.tells(seat))
        };
        self.modifiers.iter().enumerate().filter(move |(place, _)| known(*place)).map(|(_, applied)| applied)
    }

    /// The outcome as a seat may know it; whole once the battle is over.
    pub fn outcome_for(&self, seat: &SeatId, over: bool) -> serde_json::Value {
        let mut outcome = self.outcome.clone();
        let hidden = self.veiled_fields.iter().filter(|(_, to)| !over && !to.tells(seat));
        for (field, _) in hidden {
            leave_out(&mut outcome, field);
        }
        outcome
    }
}

/// Leaves a field out of an object: `total`, or `attacker.total` of an object in it.
fn leave_out(outcome: &mut serde_json::Value, field: &str) {
    let serde_json::Value::Object(fields) = outcome else { return };
    match field.split_once('.') {
        Some((outer, inner)) => {
            if let Some(within) = fields.get_mut(outer) {
                leave_out(within, inner);
            }
        }
        // The rest stay in their order.
        None => drop(fields.shift_remove(field)),
    }
}

/// The working as a seat may know it.
struct WorkingTold<'a> {
    working: &'a Working,
    seat: &'a SeatId,
    over: bool,
}

impl Serialize for WorkingTold<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let WorkingTold { working, seat, over } = *self;
        let rolls: Vec<_> =
            working.rolls.iter().map(|roll| (roll.name, roll.die.notation(), roll.shown)).collect();
        let modifiers: Vec<_> = working
            .modifiers_for(seat, over)
            .map(|applied| (applied.modifier.rule, applied.modifier.key, applied.effect))
            .collect();
        let mut told = serializer.serialize_struct("Working", 4)?;
        told.serialize_field("procedure", working.procedure)?;
        told.serialize_field("rolls", &rolls)?;
        told.serialize_field("modifiers", &modifiers)?;
        told.serialize_field("outcome", &working.outcome_for(seat, over))?;
        told.end()
    }
}

/// The way a unit went, with who saw each stretch of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// Where it was, moment by moment.
    pub points: Vec<Waypoint>,
    /// Who saw it go from each of them to the next: one fewer than there are points.
    pub seen: Vec<Audience>,
}

impl Way {
    /// The stretches a seat saw: each a run of waypoints.
    pub fn stretches(&self, seat: &SeatId) -> Vec<&[Waypoint]> {
        let mut stretches = Vec::new();
        let mut from = None;
        for place in 0..=self.seen.len() {
            let seen = self.seen.get(place).is_some_and(|audience| audience.tells(seat));
            match (from, seen) {
                (None, true) => from = Some(place),
                (Some(begun), false) => {
                    stretches.push(&self.points[begun..=place]);
                    from = None;
                }
                _ => {}
            }
        }
        stretches
    }
}

/// The event of a unit that moved: it consists only of its way, so it is drawn and not put into words.
pub const MARCHED: &str = "marched";

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The turn, from 1.
    pub turn: u32,
    /// The moment of the turn, 0 to 1.
    pub moment: f64,
    /// What: a key of the `event` labels, whose text has blanks for the fields of `about`.
    pub what: &'static str,
    /// The rule behind it; empty when none is.
    pub rule: &'static str,
    /// Who, where, how much.
    pub about: serde_json::Value,
    /// The calculation, if there was one.
    pub working: Option<Working>,
    /// The way a unit went.
    pub way: Option<Way>,
    /// Who is told.
    pub audience: Audience,
}

impl Event {
    /// The unit it is about, by its id.
    pub fn unit(&self) -> Option<&str> {
        self.about.get("unit")?.as_str()
    }

    /// The other unit, by its id.
    pub fn other(&self) -> Option<&str> {
        self.about.get("other")?.as_str()
    }

    /// The event as a seat may know it; `None` if it may not know of it at all.
    pub fn told(self: &Arc<Self>, number: u32, seat: &SeatId, over: bool) -> Option<Told> {
        self.audience.tells(seat).then(|| Told { number, event: self.clone(), seat: seat.clone(), over })
    }
}

/// An event as reported to one seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// Its number among all that this seat was told, from 1.
    pub number: u32,
    event: Arc<Event>,
    seat: SeatId,
    over: bool,
}

impl Told {
    /// Is it put into words? A way is drawn instead.
    pub fn is_worded(&self) -> bool {
        self.event.what != MARCHED
    }

    /// The way a unit went, as much as the seat saw: each stretch of it by itself.
    pub fn way(&self) -> Vec<&[Waypoint]> {
        self.event.way.as_ref().map(|way| way.stretches(&self.seat)).unwrap_or_default()
    }

    /// The turn, from 1.
    pub fn turn(&self) -> u32 {
        self.event.turn
    }

    /// The moment of the turn.
    pub fn moment(&self) -> f64 {
        self.event.moment
    }

    /// What happened.
    pub fn what(&self) -> &'static str {
        self.event.what
    }

    /// The rule behind it; empty when none is.
    pub fn rule(&self) -> &'static str {
        self.event.rule
    }

    /// Who, where, how much.
    pub fn about(&self) -> &serde_json::Value {
        &self.event.about
    }

    /// The unit it is about, by its id.
    pub fn unit(&self) -> Option<&str> {
        self.event.unit()
    }

    /// The other unit, by its id.
    pub fn other(&self) -> Option<&str> {
        self.event.other()
    }

    /// The procedure behind it.
    pub fn procedure(&self) -> Option<&'static str> {
        self.event.working.as_ref().map(|working| working.procedure)
    }

    /// The dice behind it.
    pub fn rolls(&self) -> &[Rolled] {
        self.event.working.as_ref().map_or(&[], |working| &working.rolls)
    }

    /// The modifiers behind it that the seat may know.
    pub fn modifiers(&self) -> impl Iterator<Item = &Applied> {
        self.event.working.iter().flat_map(|working| working.modifiers_for(&self.seat, self.over))
    }

    /// The outcome behind it, as the seat may know it.
    pub fn outcome(&self) -> Option<serde_json::Value> {
        self.event.working.as_ref().map(|working| working.outcome_for(&self.seat, self.over))
    }
}

impl Serialize for Told {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Told { event, seat, over, .. } = self;
        let mut told = serializer.serialize_struct("Told", 8)?;
        told.serialize_field("number", &self.number)?;
        told.serialize_field("turn", &event.turn)?;
        told.serialize_field("moment", &event.moment)?;
        told.serialize_field("what", event.what)?;
        told.serialize_field("rule", event.rule)?;
        told.serialize_field("about", &event.about)?;
        if let Some(working) = &event.working {
            told.serialize_field("unfolded", &WorkingTold { working, seat, over: *over })?;
        }
        if let Some(way) = &event.way {
            told.serialize_field("way", &Stretches(way.stretches(seat)))?;
        }
        told.end()
    }
}

struct Stretches<'a>(Vec<&'a [Waypoint]>);

impl Serialize for Stretches<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.len()))?;
        for stretch in &self.0 {
            list.serialize_element(stretch)?;
        }
        list.end()
    }
}

/// What an action brought about. Each seat reads its own part of it, numbered for that seat.
#[derive(Clone, Debug, Default)]
pub struct Happened {
    events: Vec<Arc<Event>>,
    over: bool,
}

impl Happened {
    /// The events, in order.
    pub fn new(events: Vec<Arc<Event>>, over: bool) -> Happened {
        Happened { events, over }
    }

    /// Everything, for the umpire, the replay of a finished battle and the tests.
    pub fn all(&self) -> &[Arc<Event>] {
        &self.events
    }

    /// What a seat is told, numbered from the number after `last`.
    pub fn told(&self, seat: &SeatId, last: u32) -> Vec<Told> {
        let mut number = last;
        let mut told = Vec::new();
        for event in self.events.iter().filter(|event| event.audience.tells(seat)) {
            number += 1;
            told.extend(event.told(number, seat, self.over));
        }
        told
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(moment: f64) -> Waypoint {
        Waypoint { moment, place: [moment, 0.0], facing: 0.0 }
    }

    /// A seat is shown the stretches of a way that it saw, and no others.
    #[test]
    fn a_way_is_cut_where_nobody_looked() {
        let (blue, red) = (SeatId::from("blue"), SeatId::from("red"));
        let both = Audience::Only(vec![blue.clone(), red.clone()]);
        let own = Audience::Only(vec![blue.clone()]);
        let way = Way {
            points: [0.0, 0.25, 0.5, 0.75, 1.0].map(at).to_vec(),
            seen: vec![both.clone(), own.clone(), own, both],
        };
        assert_eq!(way.stretches(&blue), vec![&way.points[..]]);
        assert_eq!(way.stretches(&red), vec![&way.points[0..2], &way.points[3..5]]);
        assert_eq!(way.stretches(&SeatId::onlooker()), Vec::<&[Waypoint]>::new());
        assert_eq!(way.stretches(&SeatId::umpire()), vec![&way.points[..]]);
    }
}
