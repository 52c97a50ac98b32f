//! Events: what happened, in order, with the rolls and modifiers behind it, and who may know.

use serde::Serialize;

use super::SeatId;
use crate::dice::Rolled;
use crate::modifier::Applied;

/// Who is told of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Told {
    /// Everybody.
    All,
    /// These seats, and the umpire.
    Only(Vec<SeatId>),
}

impl Told {
    /// Is this seat told?
    pub fn tells(&self, seat: &SeatId) -> bool {
        match self {
            Told::All => true,
            Told::Only(seats) => seats.contains(seat) || *seat == SeatId::umpire(),
        }
    }
}

/// The working behind a number: rolls and modifiers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unfolded {
    /// The procedure that was worked out.
    pub procedure: &'static str,
    /// The dice.
    pub rolls: Vec<Rolled>,
    /// The modifiers.
    pub modifiers: Vec<Applied>,
    /// The outcome, field by field.
    pub outcome: serde_json::Value,
}

impl Serialize for Unfolded {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let rolls: Vec<_> =
            self.rolls.iter().map(|roll| (roll.name, roll.die.notation(), roll.shown)).collect();
        let modifiers: Vec<_> = self
            .modifiers
            .iter()
            .map(|applied| (applied.modifier.rule, applied.modifier.key, applied.effect))
            .collect();
        let mut unfolded = serializer.serialize_struct("Unfolded", 4)?;
        unfolded.serialize_field("procedure", self.procedure)?;
        unfolded.serialize_field("rolls", &rolls)?;
        unfolded.serialize_field("modifiers", &modifiers)?;
        unfolded.serialize_field("outcome", &self.outcome)?;
        unfolded.end()
    }
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
    /// The working, where something was worked out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unfolded: Option<Unfolded>,
    /// Who is told.
    #[serde(skip)]
    pub told: Told,
}
