//! Destruction by powder, fire and axe (§19.05, §19.07, §19.09, skema XXI).

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{
    About, Centimetres, Fault, Figures, Group, Listener, Number, Procedure, Turns, rounded_up,
};

use super::labour::{Command, Extra, Labour, portions, wanted};
use super::modifiers::*;
use super::tables::{DemolitionLine, PioneerTables};
use super::vocabulary::*;
use crate::tables::Tables;

/// Combat loads in one powder charge (§19.02.2).
const LOADS_A_CHARGE: i32 = 2;

/// The smallest amount of powder in the tables (ruling 31).
const LEAST_CHARGE: f64 = 0.25;

/// The charges in these combat loads; an incomplete charge counts (§19.06.6).
pub(super) const fn charges_in(loads: i32) -> i32 {
    rounded_up(loads, LOADS_A_CHARGE)
}

/// Half the charges for a new blast: rounded to whole ones if 1 or more were laid, otherwise to quarters (§19.07.4, ruling 31).
pub(super) fn half_charges(laid: f64) -> f64 {
    let step = if laid >= 1.0 { 1.0 } else { LEAST_CHARGE };
    (laid / 2.0 / step).ceil() * step
}

krigsspil_engine::facts! {
    /// The powder wanted, and the stock it is made from.
    pub struct PowderCharges {
        charges_needed: f64 [0.25..=1000 step 0.25], "19.07.2";
        charges_in_park: f64 [0..=1000 step 0.25] = 0.0, "19.02.2";
        loads: i32 [0..=1000] = 0, "11.03.3";
    }
}

krigsspil_engine::outcome! {
    /// The charges made.
    pub struct PowderChargesResult {
        charges_made: i32;
        loads_used: i32;
        turns: Turns;
        charges_total: Number;
        enough: bool;
    }
}

impl Procedure for PowderCharges {
    type Tables = Tables;
    type Outcome = PowderChargesResult;
    const ABOUT: About = About {
        name: "powder_charges",
        group: Group::Works,
        dice: "",
        cites: &["19.02.2", "19.07.2", "11.03.3"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<PowderChargesResult, Fault> {
        let lacking = (self.charges_needed - self.charges_in_park).max(0.0).ceil() as i32;
        let made = lacking.min(self.loads / LOADS_A_CHARGE);
        let total = self.charges_in_park + f64::from(made);
        Ok(PowderChargesResult {
            charges_made: made,
            loads_used: LOADS_A_CHARGE * made,
            turns: Turns(made),
            charges_total: Number(total),
            enough: total >= self.charges_needed,
        })
    }
}

krigsspil_engine::facts! {
    /// A row of skema XXI.
    pub struct DemolitionRow {
        object: DemolitionObject, "skema XXI";
    }
}

krigsspil_engine::outcome! {
    /// The contents of the row.
    pub struct DemolitionRowResult {
        leader_required: Grade;
        pioneers_min: i32;
        pioneers_max: i32;
        others_allowed: bool;
        others_min: i32;
        others_max: i32;
        portion: i32;
        portion_unit: PortionUnit;
        blast_turns: Turns;
        blast_charges: Number;
        burn_turns: Option<Turns>;
        burn_acquisition: bool;
        throw_off_turns: Option<Turns>;
        other_turns: Option<Turns>;
    }
}

impl Procedure for DemolitionRow {
    type Tables = Tables;
    type Outcome = DemolitionRowResult;
    const ABOUT: About = About {
        name: "demolition_row",
        group: Group::Works,
        dice: "",
        cites: &["skema XXI", "19.05.1", "19.05.2", "19.05.3", "19.05.4"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<DemolitionRowResult, Fault> {
        let line = tables.armies.pioneers.demolition(self.object);
        Ok(DemolitionRowResult {
            leader_required: line.leader,
            pioneers_min: line.pioneers.least,
            pioneers_max: line.pioneers.most,
            others_allowed: line.others.is_some(),
            others_min: line.others.map_or(0, |gang| gang.least),
            others_max: line.others.map_or(0, |gang| gang.most),
            portion: line.portion,
            portion_unit: line.portion_unit,
            blast_turns: Turns(line.blast_turns),
            blast_charges: Number(line.blast_charges),
            burn_turns: line.burn_turns.map(Turns),
            burn_acquisition: line.burn_acquisition,
            throw_off_turns: line.throw_off_turns.map(Turns),
            other_turns: line.other_turns.map(Turns),
        })
    }
}

krigsspil_engine::facts! {
    /// A destruction by one method.
    pub struct Demolition {
        object: DemolitionObject, "skema XXI";
        method: DemolitionMethod, "19.05.4";
        quantity: Option<f64> [0.1..=1000] = None, "skema XXI";
        deck_cm: Centimetres [0.1..=1000] = Centimetres(5.0), "skema XXI.note.3";
        leader: Leader, "19.04.2";
        leaders: i32 [0..=100] = 1, "19.04.2";
        pioneers: Figures [0..=1000] = Figures(0), "19.04.3";
        others: Figures [0..=1000] = Figures(0), "19.04.3";
        materials: Materials = Materials::AtHand, "19.03.1";
        transport_turns: Turns [0..=1000] = Turns(0), "19.07.3";
        turns_under_fire: Turns [0..=1000] = Turns(0), "19.03.5";
        after_partial: bool = false, "19.07.4";
    }
}

krigsspil_engine::outcome! {
    /// Whether it is possible, how long it takes, and the powder it needs.
    pub struct DemolitionResult {
        possible: bool;
        reasons: ArrayVec<WorkBar, 6>;
        leader_required: Grade;
        pioneer_units: i32;
        other_units: i32;
        work_units: i32;
        portions: i32;
        rounds: i32;
        ordinary_turns: Turns;
        acquisition_percent: i32;
        acquisition_turns: Turns;
        delay_die: i32;
        delay_percent: i32;
        delay_turns: Turns;
        total_turns: Turns;
        charges_needed: Number;
        then: NextStep;
    }
}

/// The times of a possible destruction.
#[derive(Default)]
struct Timing {
    rounds: i32,
    ordinary: i32,
    acquisition: Extra,
    delay: Extra,
    total: i32,
}

impl Demolition {
    const fn blasts(&self) -> bool {
        matches!(self.method, DemolitionMethod::Blast)
    }

    /// Pieces, or stretches of wall and the like; a thrown-off deck counts by its length (ruling 26, ruling 28).
    fn portions(&self, line: &DemolitionLine, tables: &PioneerTables) -> Result<i32, Fault> {
        let quantity = wanted(self.quantity, f64::from(line.portion), line.portion_unit)?;
        let pieces = portions(quantity, f64::from(line.portion));
        let has_deck = matches!(self.object, DemolitionObject::Gangway | DemolitionObject::WoodenBridge);
        let by_the_deck = self.method == DemolitionMethod::ThrowOff && has_deck;
        Ok(if by_the_deck { pieces * portions(self.deck_cm.0, tables.deck_cm) } else { pieces })
    }

    /// Powder for this many portions; half of it if a blast has done half the work (§19.07.4).
    fn charges(&self, portions: i32, line: &DemolitionLine, report: &mut impl Listener) -> f64 {
        if !self.blasts() {
            return 0.0;
        }
        let charges = f64::from(portions) * line.blast_charges;
        let halved = report.holds(self.after_partial, &HALF_THE_CHARGES);
        if halved { half_charges(charges) } else { charges }
    }

    fn bars(&self, needed: Grade, line: &DemolitionLine, labour: &Labour) -> ArrayVec<WorkBar, 6> {
        let command = Command { leader: self.leader, leaders: self.leaders };
        let mut bars = ArrayVec::new();
        if line.turns(self.method).is_none() {
            bars.push(WorkBar::MethodNotPossible);
        }
        command.note_bars(needed, 0, labour, &mut bars);
        let fuel_can_be_acquired =
            self.method == DemolitionMethod::Burn && (line.burn_acquisition || line.burn_turns.is_none());
        if self.materials == Materials::Acquired && !fuel_can_be_acquired {
            bars.push(WorkBar::AcquisitionNotAllowed);
        }
        bars
    }

    fn timing<D: Dice, L: Listener>(
        &self,
        turns: i32,
        rounds: i32,
        tables: &PioneerTables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<Timing, Fault> {
        let ordinary = rounds * turns;
        let acquisition = match self.materials {
            Materials::Acquired => Extra::acquisition(ordinary, tables, dice, report)?,
            Materials::AtHand | Materials::Transported => Extra::default(),
        };
        let delay = Extra::delay("delay", ordinary, self.turns_under_fire, tables, dice, report)?;
        let carried = report.add(&TRANSPORT, self.transport_turns.0);
        let total = ordinary + acquisition.turns + delay.turns + carried;
        Ok(Timing { rounds, ordinary, acquisition, delay, total })
    }

    const fn next_step(&self) -> NextStep {
        match self.method {
            DemolitionMethod::Blast => NextStep::BlastRoll,
            DemolitionMethod::Burn => NextStep::FireStart,
            DemolitionMethod::ThrowOff | DemolitionMethod::Other => NextStep::Done,
        }
    }
}

impl Procedure for Demolition {
    type Tables = Tables;
    type Outcome = DemolitionResult;
    const ABOUT: About = About {
        name: "demolition",
        group: Group::Works,
        dice: "0-2d6",
        cites: &[
            "skema XXI",
            "19.03.2",
            "19.03.4",
            "19.03.5",
            "19.04.2",
            "19.05.3",
            "19.05.4.1",
            "19.05.4.2",
            "19.05.4.3",
            "19.05.4.4",
            "19.06.1",
            "19.07.1",
            "19.07.3",
            "19.07.4",
            "19.09.1",
            "19.09.2",
            "skema XXI.note.2",
            "skema XXI.note.3",
            "skema XXI.note.4",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<DemolitionResult, Fault> {
        let tables = &tables.armies.pioneers;
        let line = tables.demolition(self.object);
        let portions = self.portions(line, tables)?;
        let others = line.others.filter(|_| !self.blasts());
        let labour = Labour::of(self.pioneers, self.others, line.pioneers, others);
        let needed = if self.blasts() { Grade::EngineerOfficer } else { line.leader };
        let reasons = self.bars(needed, line, &labour);
        let possible = reasons.is_empty();
        let timing = match line.turns(self.method) {
            Some(turns) if possible => {
                self.timing(turns, rounded_up(portions, labour.units()), tables, dice, report)?
            }
            _ => Timing::default(),
        };
        Ok(DemolitionResult {
            possible,
            reasons,
            leader_required: needed,
            pioneer_units: labour.pioneer_units,
            other_units: labour.other_units,
            work_units: labour.units(),
            portions,
            rounds: timing.rounds,
            ordinary_turns: Turns(timing.ordinary),
            acquisition_percent: timing.acquisition.percent,
            acquisition_turns: Turns(timing.acquisition.turns),
            delay_die: timing.delay.die,
            delay_percent: timing.delay.percent,
            delay_turns: Turns(timing.delay.turns),
            total_turns: Turns(timing.total),
            charges_needed: Number(self.charges(portions, line, report)),
            then: if possible { self.next_step() } else { NextStep::None },
        })
    }
}

krigsspil_engine::facts! {
    /// A prepared blast that is fired.
    pub struct BlastRoll {
        charges: f64 [0.25..=1000 step 0.25], "19.07.4";
        after_partial: bool = false, "19.07.4";
    }
}

krigsspil_engine::outcome! {
    /// Its effect.
    pub struct BlastRollResult {
        result: BlastResult;
        ready_again_turns: Turns;
        new_charges: Number;
    }
}

/// Turns to correct a misfire (§19.07.4).
const MISFIRE_TURNS: Turns = Turns(1);

impl Procedure for BlastRoll {
    type Tables = Tables;
    type Outcome = BlastRollResult;
    const ABOUT: About = About { name: "blast_roll", group: Group::Works, dice: "1d6", cites: &["19.07.4"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        _: &mut L,
    ) -> Result<BlastRollResult, Fault> {
        let tables = &tables.armies.pioneers;
        let steps = if self.after_partial { &tables.blasting_again } else { &tables.blasting };
        let result = steps.at(dice.roll("blast", Die::D6)?);
        Ok(BlastRollResult {
            result,
            ready_again_turns: if result == BlastResult::Misfire { MISFIRE_TURNS } else { Turns(0) },
            new_charges: Number(match result {
                BlastResult::Partial => half_charges(self.charges),
                BlastResult::Misfire | BlastResult::Complete => 0.0,
            }),
        })
    }
}
