//! Every outcome of a procedure with its exact chance; and the runs of a procedure behind it.
//!
//! Nothing here knows a procedure's types. A procedure is compiled once for all callers outside its rule set: it runs with the
//! dice it is given and reports its outcome as a row of pieces.

use std::collections::BTreeMap;

use crate::dice::{Chance, Dice, EveryRoll};
use crate::fault::Fault;
use crate::modifier::Recorder;
use crate::procedure::Weighted;
use crate::told::{Part, Teller, Told};

/// The most ways through a procedure's dice that are visited.
pub const MOST_WAYS: u32 = 20_000_000;

/// The most different outcomes that are kept: nobody could read more, and no telephone could hold them.
pub const MOST_OUTCOMES: usize = 500_000;

/// The same for a procedure that throws its dice in lots: its chances can be given lot by lot.
pub const MOST_OUTCOMES_IN_LOTS: usize = 20_000;

/// What a procedure needs to be run once.
pub(crate) struct Run<'a> {
    pub(crate) dice: &'a mut dyn Dice,
    pub(crate) report: &'a mut Recorder,
    pub(crate) told: Teller<'a>,
}

/// Says how often a procedure is run on the same facts, and with what dice.
pub(crate) trait Runs {
    /// The next run; `None` if there are no more.
    fn next(&mut self) -> Result<Option<Run<'_>>, Fault>;
}

/// Runs a procedure once.
pub(crate) struct Once<'a>(pub(crate) Option<Run<'a>>);

impl Runs for Once<'_> {
    fn next(&mut self) -> Result<Option<Run<'_>>, Fault> {
        Ok(self.0.take().map(|Run { dice, report, told }| Run { dice, report, told }))
    }
}

/// What is done with the outcome of each way through the dice: it stands last in the row, and may be taken out of it.
type See<'a> = dyn FnMut(&EveryRoll, &mut Told) -> Result<(), Fault> + 'a;

/// Runs a procedure once for each way through its dice.
struct EachWay<'a> {
    dice: EveryRoll,
    report: Recorder,
    told: Told,
    /// Has a way been run that is not seen yet?
    ran: bool,
    ways: &'a mut u32,
    see: &'a mut See<'a>,
}

impl<'a> EachWay<'a> {
    fn new(dice: EveryRoll, ways: &'a mut u32, see: &'a mut See<'a>) -> Self {
        EachWay { dice, report: Recorder::new(), told: Told::default(), ran: false, ways, see }
    }
}

impl Runs for EachWay<'_> {
    fn next(&mut self) -> Result<Option<Run<'_>>, Fault> {
        if self.ran {
            (self.see)(&self.dice, &mut self.told)?;
        }
        self.ran = self.dice.next_way();
        if !self.ran {
            return Ok(None);
        }
        *self.ways += 1;
        if *self.ways > MOST_WAYS {
            return Err(Fault::too_many_to_enumerate(*self.ways));
        }
        // Nobody reads the modifiers of a way. Recording and dropping them avoids compiling the procedure twice.
        self.report.clear();
        Ok(Some(Run { dice: &mut self.dice, report: &mut self.report, told: Teller::Row(&mut self.told) }))
    }
}

/// Runs a procedure on facts that are already known.
pub(crate) type RunOn<'a> = dyn FnMut(&mut dyn Runs) -> Result<(), Fault> + 'a;

/// Outcomes, each with its chance, in the order first met.
#[derive(Clone, Debug, Default)]
pub struct Outcomes {
    told: Told,
    /// Where each outcome ends.
    ends: Vec<usize>,
    chances: Vec<Chance>,
}

impl Outcomes {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The outcome at a place.
    ///
    /// # Panics
    /// If there are fewer.
    pub fn part(&self, place: usize) -> Part<'_> {
        let from = if place == 0 { 0 } else { self.ends[place - 1] };
        self.told.part(from..self.ends[place])
    }

    /// Each outcome and its chance.
    pub fn iter(&self) -> impl Iterator<Item = (Part<'_>, &Chance)> {
        self.chances.iter().enumerate().map(|(place, chance)| (self.part(place), chance))
    }

    /// Each outcome as JSON and its chance.
    pub fn weighted(&self) -> Vec<Weighted> {
        self.iter().map(|(part, chance)| (part.value(), chance.clone())).collect()
    }

    fn push(&mut self, outcome: &Told, chance: Chance) {
        self.told.append(outcome);
        self.ends.push(self.told.len());
        self.chances.push(chance);
    }
}

/// The chances of a procedure that throws its dice lot by lot ([`Dice::end_lot`]), without its whole outcomes.
#[derive(Clone, Debug, Default)]
pub struct Lots {
    /// For each lot outcomes of which only the lot's own entry in a list is to be read.
    pub each: Vec<Outcomes>,
    /// Outcomes of which all but the lots' entries is to be read.
    pub together: Outcomes,
}

/// The places of things in a list, found by hash. It knows nothing about the things.
#[derive(Clone, Debug, Default)]
pub struct Places {
    hashes: Vec<u64>,
    /// Places plus one; 0 is free. The length is a power of two, and at most half of it is taken.
    slots: Vec<u32>,
}

impl Places {
    /// The index of the thing with this hash for which `same` is true; if there is none, the next index, which it takes.
    pub fn place(&mut self, hash: u64, same: &mut dyn FnMut(usize) -> bool) -> usize {
        if self.slots.len() <= 2 * self.hashes.len() {
            self.grow();
        }
        let most = self.slots.len() - 1;
        // The upper bits are mixed better.
        let mut slot = (hash >> 32) as usize & most;
        loop {
            match self.slots[slot] as usize {
                0 => break,
                taken if self.hashes[taken - 1] == hash && same(taken - 1) => return taken - 1,
                _ => slot = (slot + 1) & most,
            }
        }
        self.hashes.push(hash);
        self.slots[slot] = self.hashes.len() as u32;
        self.hashes.len() - 1
    }

    fn grow(&mut self) {
        let most = (4 * self.hashes.len()).next_power_of_two().max(16) - 1;
        self.slots = vec![0; most + 1];
        for (place, hash) in self.hashes.iter().enumerate() {
            let mut slot = (hash >> 32) as usize & most;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & most;
            }
            self.slots[slot] = place as u32 + 1;
        }
    }
}

/// Every outcome of a procedure with its exact chance.
pub(crate) fn every(run: &mut RunOn<'_>) -> Result<Outcomes, Fault> {
    let (mut ends, mut chances): (Vec<usize>, Vec<Chance>) = (Vec::new(), Vec::new());
    let mut places = Places::default();
    let mut met: u32 = 0;
    let mut see = |dice: &EveryRoll, told: &mut Told| {
        met += 1;
        let from = ends.last().copied().unwrap_or(0);
        let outcome = told.part(from..told.len());
        let place = places.place(outcome.hash(), &mut |place| {
            let from = if place == 0 { 0 } else { ends[place - 1] };
            told.part(from..ends[place]).is(&outcome)
        });
        if let Some(sum) = chances.get_mut(place) {
            *sum += &dice.chance();
            told.truncate(from);
            return Ok(());
        }
        let most = if dice.lots().len() > 1 { MOST_OUTCOMES_IN_LOTS } else { MOST_OUTCOMES };
        if place == most {
            return Err(Fault::too_many_to_enumerate(met));
        }
        ends.push(told.len());
        chances.push(dice.chance());
        Ok(())
    };
    let mut ways = 0;
    let mut each_way = EachWay::new(EveryRoll::new(), &mut ways, &mut see);
    run(&mut each_way)?;
    let told = each_way.told;
    Ok(Outcomes { told, ends, chances })
}

/// Visits the rolls of one lot after another. Of all ways through the earlier lots it keeps one for each total, with the chance of them
/// all: what follows cannot distinguish them.
pub(crate) fn lot_by_lot(run: &mut RunOn<'_>) -> Result<Lots, Fault> {
    let mut lots = Lots::default();
    let mut begun = vec![(Vec::new(), Chance::certain())];
    let mut ways = 0;
    let mut met: u32 = 0;
    while !begun.is_empty() {
        let lot = lots.each.len();
        let mut ended: BTreeMap<i32, (Vec<usize>, Chance)> = BTreeMap::new();
        let mut entries = Outcomes::default();
        for (before, chance_before) in begun {
            let mut see = |dice: &EveryRoll, told: &mut Told| {
                met += 1;
                if dice.lots().is_empty() {
                    return Err(Fault::too_many_to_enumerate(met));
                }
                let chance = chance_before.times(&dice.chance());
                let Some(come_to) = dice.lots().get(lot) else {
                    lots.together.push(told, chance);
                    told.truncate(0);
                    return Ok(());
                };
                match ended.get_mut(come_to) {
                    Some((_, sum)) => *sum += &chance,
                    None => {
                        ended.insert(*come_to, (dice.answers(), chance.clone()));
                    }
                }
                entries.push(told, chance);
                told.truncate(0);
                Ok(())
            };
            run(&mut EachWay::new(EveryRoll::within_lot(lot, before), &mut ways, &mut see))?;
        }
        if !entries.is_empty() {
            lots.each.push(entries);
        }
        begun = ended.into_values().collect();
    }
    Ok(lots)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Things are found again by hash and equality, even when many share a hash.
    #[test]
    fn places_are_found_again() {
        let mut places = Places::default();
        let mut things: Vec<u64> = Vec::new();
        for thing in (0..3000).chain(0..3000).rev() {
            let place = places.place(thing % 97, &mut |place| things[place] == thing);
            if place == things.len() {
                things.push(thing);
            }
            assert_eq!(things[place], thing);
        }
        assert_eq!(things.len(), 3000);
    }
}
