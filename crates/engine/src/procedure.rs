//! Procedures: pure functions from facts and dice to an outcome.

use std::collections::{BTreeMap, HashMap};

use num_bigint::BigUint;
use serde_json::Value;

use crate::dice::{Chance, Dice, EveryRoll};
use crate::fact::{FactSpec, Facts, bad_json};
use crate::fault::Fault;
use crate::modifier::{Listener, Recorder};
use crate::outcome::{FieldSpec, Outcome};

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

/// What there is to know of a procedure before it is run.
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
/// It knows nothing of who asks. The battle measures the facts, a person states them, the odds run it over every roll, a test
/// fixes the dice.
pub trait Procedure: Facts {
    /// The tables it looks things up in.
    type Tables: 'static;
    /// What it tells.
    type Outcome: Outcome;
    /// What there is to know of it.
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

/// The chances of a procedure that throws its dice lot by lot ([`Dice::end_lot`]), told without its whole outcomes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lots {
    /// For each lot outcomes of which only the lot's own entry in a list is to be read.
    pub each: Vec<Vec<Weighted>>,
    /// Outcomes of which all but the lots' entries is to be read.
    pub together: Vec<Weighted>,
}

/// More ways than this through a procedure's dice are not visited.
pub const MOST_WAYS: u32 = 20_000_000;

/// More different outcomes than this are not kept: nobody could read them, and no telephone could hold them.
pub const MOST_OUTCOMES: usize = 500_000;

/// Nor are more than this of a procedure that throws its dice in lots: its chances can be told lot by lot.
pub const MOST_OUTCOMES_IN_LOTS: usize = 20_000;

/// Facts as JSON text in, the outcome as JSON out.
type Adjudicate<T> = fn(&T, &str, &mut dyn Dice, &mut Recorder, &mut Vec<u8>) -> Result<(), Fault>;

/// A procedure with its types hidden, as it stands in a rule set's list.
#[derive(Debug)]
pub struct Entry<T> {
    /// What there is to know of it.
    pub info: ProcedureInfo,
    pub(crate) adjudicate: Adjudicate<T>,
    pub(crate) every: fn(&T, &str) -> Result<Vec<Weighted>, Fault>,
    pub(crate) lots: fn(&T, &str) -> Result<Lots, Fault>,
}

impl<T: 'static> Entry<T> {
    /// The entry of a procedure.
    pub const fn of<P: Procedure<Tables = T>>() -> Self {
        Entry {
            info: ProcedureInfo { about: P::ABOUT, facts: P::SPECS, outcome: P::Outcome::FIELDS },
            adjudicate: adjudicate::<P>,
            every: every_outcome::<P>,
            lots: lot_by_lot::<P>,
        }
    }
}

fn adjudicate<P: Procedure>(
    tables: &P::Tables,
    facts: &str,
    mut dice: &mut dyn Dice,
    report: &mut Recorder,
    out: &mut Vec<u8>,
) -> Result<(), Fault> {
    let facts = P::from_json(facts)?;
    let outcome = facts.resolve(tables, &mut dice, report)?;
    serde_json::to_writer(out, &outcome).map_err(|error| bad_json("outcome", &error))
}

/// Every outcome of a procedure with its exact chance, in the order first met.
pub fn every<P: Procedure>(facts: &P, tables: &P::Tables) -> Result<Vec<(P::Outcome, Chance)>, Fault> {
    let mut dice = EveryRoll::new();
    let mut places: HashMap<P::Outcome, usize> = HashMap::new();
    let mut tallies: Vec<Tally> = Vec::new();
    let mut ways = 0;
    while dice.next_way() {
        ways += 1;
        if ways > MOST_WAYS {
            return Err(Fault::too_many_to_enumerate(ways));
        }
        let outcome = facts.resolve(tables, &mut dice, &mut ())?;
        let place = *places.entry(outcome).or_insert(tallies.len());
        if place == tallies.len() {
            let most = if dice.lots().len() > 1 { MOST_OUTCOMES_IN_LOTS } else { MOST_OUTCOMES };
            if place == most {
                return Err(Fault::too_many_to_enumerate(ways));
            }
            tallies.push(Tally::default());
        }
        tallies[place].add(&dice);
    }
    let mut every: Vec<_> = places.into_iter().collect();
    every.sort_unstable_by_key(|(_, place)| *place);
    Ok(every.into_iter().map(|(outcome, place)| (outcome, tallies[place].chance())).collect())
}

fn every_outcome<P: Procedure>(tables: &P::Tables, facts: &str) -> Result<Vec<Weighted>, Fault> {
    let facts = P::from_json(facts)?;
    every(&facts, tables)?.into_iter().map(|(outcome, chance)| Ok((told(&outcome)?, chance))).collect()
}

fn told<O: Outcome>(outcome: &O) -> Result<Value, Fault> {
    serde_json::to_value(outcome).map_err(|error| bad_json("outcome", &error))
}

/// Visits the rolls of one lot after the other. Of all ways through the lots before only one is kept for each number they can
/// have come to, with the chance of them all: what follows cannot tell them apart.
fn lot_by_lot<P: Procedure>(tables: &P::Tables, facts: &str) -> Result<Lots, Fault> {
    let facts = P::from_json(facts)?;
    let mut told_lots = Lots::default();
    let mut begun = vec![(Vec::new(), Chance::certain())];
    let mut ways = 0;
    while !begun.is_empty() {
        let lot = told_lots.each.len();
        let mut ended: BTreeMap<i32, (Vec<usize>, Chance)> = BTreeMap::new();
        let mut entries = Vec::new();
        for (before, chance_before) in begun {
            let mut dice = EveryRoll::within_lot(lot, before);
            while dice.next_way() {
                ways += 1;
                let outcome = facts.resolve(tables, &mut dice, &mut ())?;
                if ways > MOST_WAYS || dice.lots().is_empty() {
                    return Err(Fault::too_many_to_enumerate(ways));
                }
                let chance = chance_before.times(&dice.chance());
                let Some(come_to) = dice.lots().get(lot) else {
                    told_lots.together.push((told(&outcome)?, chance));
                    continue;
                };
                match ended.get_mut(come_to) {
                    Some((_, sum)) => *sum += &chance,
                    None => {
                        ended.insert(*come_to, (dice.answers(), chance.clone()));
                    }
                }
                entries.push((told(&outcome)?, chance));
            }
        }
        if !entries.is_empty() {
            told_lots.each.push(entries);
        }
        begun = ended.into_values().collect();
    }
    Ok(told_lots)
}

/// Adds up chances, in 128 bits while they fit and share a denominator.
#[derive(Clone, Debug, Default)]
struct Tally {
    small: Vec<(u128, u128)>,
    large: Vec<Chance>,
}

impl Tally {
    fn add(&mut self, dice: &EveryRoll) {
        let Some((ways, of)) = dice.small_chance() else {
            self.large.push(dice.chance());
            return;
        };
        match self.small.iter_mut().find(|(_, denominator)| *denominator == of) {
            Some((sum, _)) => *sum += ways,
            None => self.small.push((ways, of)),
        }
    }

    fn chance(&self) -> Chance {
        let small =
            self.small.iter().map(|(ways, of)| Chance { ways: BigUint::from(*ways), of: BigUint::from(*of) });
        let zero = Chance { ways: BigUint::ZERO, of: BigUint::from(1u8) };
        if let ([(ways, of)], []) = (self.small.as_slice(), self.large.as_slice()) {
            return Chance { ways: BigUint::from(*ways), of: BigUint::from(*of) };
        }
        small.chain(self.large.iter().cloned()).fold(zero, |sum, next| sum.plus(&next))
    }
}
