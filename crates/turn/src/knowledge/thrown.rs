//! A procedure that a battle runs with its dice, and the event that reports it.

use krigsspil_engine::battle::Working;
use krigsspil_engine::dice::{Dice, Rolled, Witness};
use krigsspil_engine::{Fault, Procedure, Recorder};
use serde_json::{Map, Value, json};

use super::{Known, Parties, Shows, working};
use crate::ids::UnitId;

/// A throw: the dice, and the reported modifiers.
pub struct Thrown {
    rolls: Vec<Rolled>,
    recorder: Recorder,
}

impl Thrown {
    /// Runs a procedure with these dice, and keeps the faces and the modifiers.
    pub fn of<P: Procedure>(
        facts: &P,
        tables: &P::Tables,
        dice: impl Dice,
    ) -> Result<(P::Outcome, Thrown), Fault> {
        let mut recorder = Recorder::new();
        let mut witness = Witness::new(dice);
        let outcome = facts.resolve(tables, &mut witness, &mut recorder)?;
        Ok((outcome, Thrown { rolls: witness.seen().to_vec(), recorder }))
    }

    /// The faces, in the order they were thrown.
    pub fn faces(&self) -> impl Iterator<Item = i32> + '_ {
        self.rolls.iter().map(|rolled| rolled.shown)
    }

    /// The calculation, hiding what is somebody's private data.
    pub fn working<P: Procedure>(
        &self,
        battle: &impl Known,
        parties: Parties<'_>,
        outcome: &P::Outcome,
    ) -> Working {
        working::<P>(battle, parties, &self.rolls, &self.recorder, outcome)
    }
}

/// What an event about these units tells: the first is its `unit`, the second its `other`; and more.
pub fn about(battle: &impl Shows, units: &[UnitId], more: Value) -> Value {
    let named = ["unit", "other"].into_iter().zip(units);
    let mut about: Map<String, Value> =
        named.map(|(key, &unit)| (key.to_string(), json!(battle.unit_name(unit)))).collect();
    if let Value::Object(more) = more {
        about.extend(more);
    }
    Value::Object(about)
}
