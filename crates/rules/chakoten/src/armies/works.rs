//! Works of skema XX: who may do them and how long they take (§19.01 to §19.04).

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Figures, Group, Listener, Number, Procedure, Turns, rounded_up};

use super::labour::{
    Command, Extra, Labour, PERIOD_TURNS, PERIODS_A_DAY, portions as portions_of, shifts, wanted,
};
use super::modifiers::*;
use super::tables::{PioneerTables, WorkLine};
use super::vocabulary::*;
use crate::tables::Tables;

krigsspil_engine::facts! {
    /// The acquisition die of a work.
    pub struct WorkAcquisition {
        ordinary_turns: Turns [1..=10000], "19.03.2";
    }
}

krigsspil_engine::outcome! {
    /// The time it adds.
    pub struct WorkAcquisitionResult {
        percent: i32;
        extra_turns: Turns;
        total_turns: Turns;
    }
}

impl Procedure for WorkAcquisition {
    type Tables = Tables;
    type Outcome = WorkAcquisitionResult;
    const ABOUT: About =
        About { name: "work_acquisition", group: Group::Works, dice: "1d6", cites: &["19.03.1", "19.03.2"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<WorkAcquisitionResult, Fault> {
        let extra = Extra::acquisition(self.ordinary_turns.0, &tables.armies.pioneers, dice, report)?;
        Ok(WorkAcquisitionResult {
            percent: extra.percent,
            extra_turns: Turns(extra.turns),
            total_turns: self.ordinary_turns + Turns(extra.turns),
        })
    }
}

krigsspil_engine::facts! {
    /// The delay die of a work.
    pub struct WorkDelay {
        ordinary_turns: Turns [1..=10000], "19.03.4";
        turns_under_fire: Turns [0..=1000] = Turns(0), "19.03.5";
    }
}

krigsspil_engine::outcome! {
    /// The time it adds.
    pub struct WorkDelayResult {
        modified_die: i32;
        percent: i32;
        extra_turns: Turns;
        total_turns: Turns;
    }
}

impl Procedure for WorkDelay {
    type Tables = Tables;
    type Outcome = WorkDelayResult;
    const ABOUT: About =
        About { name: "work_delay", group: Group::Works, dice: "1d6", cites: &["19.03.4", "19.03.5"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<WorkDelayResult, Fault> {
        let tables = &tables.armies.pioneers;
        let ordinary = self.ordinary_turns.0;
        let extra = Extra::delay("delay", ordinary, self.turns_under_fire, tables, dice, report)?;
        Ok(WorkDelayResult {
            modified_die: extra.die,
            percent: extra.percent,
            extra_turns: Turns(extra.turns),
            total_turns: self.ordinary_turns + Turns(extra.turns),
        })
    }
}

krigsspil_engine::facts! {
    /// A row of skema XX.
    pub struct WorkRow {
        work: Work, "skema XX";
    }
}

krigsspil_engine::outcome! {
    /// The contents of the row.
    pub struct WorkRowResult {
        leader_required: Grade;
        pioneers_min: i32;
        pioneers_max: i32;
        others_allowed: bool;
        others_min: i32;
        others_max: i32;
        portion: Number;
        portion_unit: PortionUnit;
        abutment: bool;
        turns: Turns;
        rest_turns: Turns;
        acquisition: bool;
    }
}

impl Procedure for WorkRow {
    type Tables = Tables;
    type Outcome = WorkRowResult;
    const ABOUT: About = About {
        name: "work_row",
        group: Group::Works,
        dice: "",
        cites: &["skema XX", "19.04.1", "19.04.4", "19.04.5", "19.04.6"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<WorkRowResult, Fault> {
        let line = tables.armies.pioneers.work(self.work);
        Ok(WorkRowResult {
            leader_required: line.leader,
            pioneers_min: line.pioneers.least,
            pioneers_max: line.pioneers.most,
            others_allowed: line.others.is_some(),
            others_min: line.others.map_or(0, |gang| gang.least),
            others_max: line.others.map_or(0, |gang| gang.most),
            portion: Number(line.portion),
            portion_unit: line.portion_unit,
            abutment: line.abutment,
            turns: Turns(line.turns),
            rest_turns: Turns(line.rest),
            acquisition: line.acquisition,
        })
    }
}

krigsspil_engine::facts! {
    /// A whole work of skema XX.
    pub struct EngineeringWork {
        work: Work, "skema XX";
        quantity: Option<f64> [0..=1000] = None, "19.04.4";
        abutments: i32 [0..=2] = 0, "skema XX";
        leader: Leader, "19.04.2";
        leaders: i32 [0..=100] = 1, "19.04.2";
        pioneers: Figures [0..=1000] = Figures(0), "19.04.3";
        others: Figures [0..=1000] = Figures(0), "19.04.3";
        materials: Materials = Materials::AtHand, "19.03.1";
        transport_turns: Turns [0..=1000] = Turns(0), "19.03.3";
        special_delay_turns: Turns [0..=1000] = Turns(0), "19.10.1";
        turns_under_fire: Turns [0..=1000] = Turns(0), "19.03.5";
        relieved_at_half: bool = false, "19.04.5";
    }
}

krigsspil_engine::outcome! {
    /// Whether it is possible, how long it takes, and what it serves.
    pub struct EngineeringWorkResult {
        possible: bool;
        reasons: ArrayVec<WorkBar, 6>;
        leader_required: Grade;
        leader_factor: i32;
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
        work_turns: Turns;
        rest_turns: Turns;
        total_turns: Turns;
        shifts: i32;
        pontoons_needed: i32;
        capacity_figure_pieces: i32;
        capacity_figures: Figures;
    }
}

/// The times of a possible work.
#[derive(Default)]
struct Timing {
    leader_factor: i32,
    rounds: i32,
    ordinary: i32,
    acquisition: Extra,
    delay: Extra,
    work: i32,
    rest: i32,
    total: i32,
}

impl EngineeringWork {
    /// The quantity wanted. Only a bridge has abutments, and only a bridge may consist of abutments alone.
    fn quantity(&self, line: &WorkLine) -> Result<f64, Fault> {
        let quantity = wanted(self.quantity, line.portion, line.portion_unit)?;
        if quantity == 0.0 && (!line.abutment || self.abutments == 0) {
            return Err(Fault::refused("quantity", &NOTHING_WANTED));
        }
        if self.abutments > 0 && !line.abutment {
            return Err(Fault::refused("abutments", &NO_ABUTMENTS));
        }
        Ok(quantity)
    }

    const fn command(&self) -> Command {
        Command { leader: self.leader, leaders: self.leaders }
    }

    fn timing<D: Dice, L: Listener>(
        &self,
        line: &WorkLine,
        rounds: i32,
        tables: &PioneerTables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<Timing, Fault> {
        let low = self.command().grades_below(line.leader) == Some(1);
        let leader_factor = if low { 2 } else { 1 };
        report.times(&LEADER_ONE_GRADE_LOW, leader_factor, 1);
        let ordinary = rounds * line.turns * leader_factor;
        let acquisition = match self.materials {
            Materials::Acquired => Extra::acquisition(ordinary, tables, dice, report)?,
            Materials::AtHand | Materials::Transported => Extra::default(),
        };
        let delay = Extra::delay("delay", ordinary, self.turns_under_fire, tables, dice, report)?;
        let work = ordinary + acquisition.turns + delay.turns;
        let relieved = report.holds(self.relieved_at_half && line.rest > 0, &RELIEVED);
        let rest = report.add_if(!relieved, &REST, rounds * line.rest);
        let carried = self.materials == Materials::Transported;
        let total = work
            + rest
            + report.add_if(carried, &TRANSPORT, self.transport_turns.0)
            + report.add(&SPECIAL_DELAY, self.special_delay_turns.0);
        Ok(Timing { leader_factor, rounds, ordinary, acquisition, delay, work, rest, total })
    }
}

impl Procedure for EngineeringWork {
    type Tables = Tables;
    type Outcome = EngineeringWorkResult;
    const ABOUT: About = About {
        name: "engineering_work",
        group: Group::Works,
        dice: "0-2d6",
        cites: &[
            "skema XX", "19.01.2", "19.01.3", "19.02.1", "19.03.2", "19.03.3", "19.03.4", "19.03.5",
            "19.04.2", "19.04.3", "19.04.4", "19.04.5", "19.10.1", "19.10.2", "19.11.1", "19.12.2",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<EngineeringWorkResult, Fault> {
        let tables = &tables.armies.pioneers;
        let line = tables.work(self.work);
        let quantity = self.quantity(line)?;
        let labour = Labour::of(self.pioneers, self.others, line.pioneers, line.others);
        let mut reasons = ArrayVec::new();
        self.command().note_bars(line.leader, 1, &labour, &mut reasons);
        if self.materials == Materials::Acquired && !line.acquisition {
            reasons.push(WorkBar::AcquisitionNotAllowed);
        }
        let portions = portions_of(quantity, line.portion) + self.abutments;
        let timing = match reasons.is_empty() {
            true => self.timing(line, rounded_up(portions, labour.units()), tables, dice, report)?,
            false => Timing::default(),
        };
        let pieces = quantity as i32;
        Ok(EngineeringWorkResult {
            possible: reasons.is_empty(),
            reasons,
            leader_required: line.leader,
            leader_factor: timing.leader_factor,
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
            work_turns: Turns(timing.work),
            rest_turns: Turns(timing.rest),
            total_turns: Turns(timing.total),
            shifts: shifts(timing.work),
            pontoons_needed: tables
                .pontoons(self.work)
                .map_or(0, |need| need.pontoons * portions_of(quantity, need.each)),
            capacity_figure_pieces: line.figure_pieces * pieces,
            capacity_figures: Figures(line.figures * pieces),
        })
    }
}

krigsspil_engine::facts! {
    /// The men at a work of skema XX after a turn's losses.
    pub struct WorkCheck {
        work: Work, "skema XX";
        pioneers: Figures [0..=1000] = Figures(0), "19.04.3";
        others: Figures [0..=1000] = Figures(0), "19.04.3";
        started_units: i32 [1..=1000] = 1, "19.04.3";
    }
}

krigsspil_engine::outcome! {
    /// How many of them continue.
    pub struct WorkCheckResult {
        pioneer_units: i32;
        other_units: i32;
        work_units: i32;
        stopped_units: i32;
        continues: bool;
    }
}

impl Procedure for WorkCheck {
    type Tables = Tables;
    type Outcome = WorkCheckResult;
    const ABOUT: About = About { name: "work_check", group: Group::Works, dice: "", cites: &["19.04.3"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<WorkCheckResult, Fault> {
        let line = tables.armies.pioneers.work(self.work);
        let labour = Labour::of(self.pioneers, self.others, line.pioneers, line.others);
        Ok(WorkCheckResult {
            pioneer_units: labour.pioneer_units,
            other_units: labour.other_units,
            work_units: labour.units(),
            stopped_units: (self.started_units - labour.units()).max(0),
            continues: labour.units() >= 1,
        })
    }
}

krigsspil_engine::facts! {
    /// How much a unit has worked in these 24 hours.
    pub struct WorkEndurance {
        periods_done: i32 [0..=2] = 0, "19.01.3";
        turns_in_period: Turns [0..=40] = Turns(0), "19.01.3";
    }
}

krigsspil_engine::outcome! {
    /// How much it may still work.
    pub struct WorkEnduranceResult {
        may_work: bool;
        turns_left_in_period: Turns;
        turns_left_today: Turns;
    }
}

impl Procedure for WorkEndurance {
    type Tables = Tables;
    type Outcome = WorkEnduranceResult;
    const ABOUT: About = About { name: "work_endurance", group: Group::Works, dice: "", cites: &["19.01.3"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<WorkEnduranceResult, Fault> {
        let spent = self.periods_done == PERIODS_A_DAY;
        if spent && self.turns_in_period > Turns(0) {
            return Err(Fault::refused("turns_in_period", &NO_THIRD_PERIOD));
        }
        let left = if spent { 0 } else { PERIOD_TURNS - self.turns_in_period.0 };
        let periods_after = (PERIODS_A_DAY - 1 - self.periods_done).max(0);
        Ok(WorkEnduranceResult {
            may_work: left > 0,
            turns_left_in_period: Turns(left),
            turns_left_today: Turns(left + periods_after * PERIOD_TURNS),
        })
    }
}
