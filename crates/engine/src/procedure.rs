//! Procedures: pure functions from facts and dice to an outcome.

use serde_json::Value;

use crate::dice::{Chance, Dice};
use crate::every::{self, Lots, Once, Outcomes, Run, Runs};
use crate::fact::{FactSpec, Facts};
use crate::fault::Fault;
use crate::modifier::{Listener, Recorder};
use crate::outcome::{FieldSpec, Outcome};
use crate::told::{JsonText, Teller, tell};

crate::choices! {
    /// Where a player looks for a procedure.
    pub enum Group {
        Scale = "scale",
        Orders = "orders",
        Sight = "sight",
        March = "march",
        Fire = "fire",
        Artillery = "artillery",
        Melee = "melee",
        Morale = "morale",
        Supply = "supply",
        Works = "works",
        Army = "army",
    }
}

/// What is known about a procedure before it runs.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its name; its label's key.
    pub name: &'static str,
    /// Where a player looks for it.
    pub group: Group,
    /// The dice it throws, as players write them; empty when none.
    pub dice: &'static str,
    /// The rules it carries out.
    pub cites: &'static [&'static str],
}

/// A procedure. The facts are the procedure: state them, and resolve them.
///
/// It does not know who asks. The battle measures the facts, a person states them, the odds run it over every roll, a test
/// fixes the dice.
pub trait Procedure: Facts {
    /// The tables it looks things up in.
    type Tables: 'static;
    /// Its result.
    type Outcome: Outcome;
    /// What is known about it.
    const ABOUT: About;

    /// Works it out.
    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Self::Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<Self::Outcome, Fault>;
}

/// A procedure as the world outside its rule set sees it.
#[derive(Clone, Copy, Debug)]
pub struct ProcedureInfo {
    /// Name, group, dice and rules.
    pub about: About,
    /// The facts it asks for.
    pub facts: &'static [FactSpec],
    /// The fields of its outcome.
    pub outcome: &'static [FieldSpec],
}

/// One outcome and its chance.
pub type Weighted = (Value, Chance);

/// Reads facts from JSON text, and runs the procedure as often as it is asked to.
type RunAll<T> = fn(&T, &str, &mut dyn Runs) -> Result<(), Fault>;

/// A procedure with its types hidden, as an entry of a rule set's list.
#[derive(Debug)]
pub struct Entry<T> {
    /// What is known about it.
    pub info: ProcedureInfo,
    run_all: RunAll<T>,
}

impl<T: 'static> Entry<T> {
    /// The entry of a procedure.
    pub const fn of<P: Procedure<Tables = T>>() -> Self {
        Entry {
            info: ProcedureInfo { about: P::ABOUT, facts: P::SPECS, outcome: P::Outcome::FIELDS },
            run_all: run_all::<P>,
        }
    }

    /// Works it out once; writes the outcome as JSON.
    pub(crate) fn adjudicate(
        &self,
        tables: &T,
        facts: &str,
        dice: &mut dyn Dice,
        report: &mut Recorder,
        out: &mut Vec<u8>,
    ) -> Result<(), Fault> {
        let told = Teller::Json(JsonText::new(out));
        (self.run_all)(tables, facts, &mut Once(Some(Run { dice, report, told })))
    }

    /// Every outcome with its exact chance.
    pub(crate) fn every(&self, tables: &T, facts: &str) -> Result<Outcomes, Fault> {
        every::every(&mut |runs| (self.run_all)(tables, facts, runs))
    }

    /// The chances lot by lot.
    pub(crate) fn lots(&self, tables: &T, facts: &str) -> Result<Lots, Fault> {
        every::lot_by_lot(&mut |runs| (self.run_all)(tables, facts, runs))
    }
}

/// The only part that is compiled for each procedure and for outside callers, whatever their dice. It is kept small.
fn run_all<P: Procedure>(tables: &P::Tables, facts: &str, runs: &mut dyn Runs) -> Result<(), Fault> {
    let facts = P::from_json(facts)?;
    while let Some(Run { mut dice, report, told }) = runs.next()? {
        tell(&facts.resolve(tables, &mut dice, report)?, told)?;
    }
    Ok(())
}
