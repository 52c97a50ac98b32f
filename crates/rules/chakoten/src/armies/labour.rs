//! What all works have in common: leaders, work units, portions, and the dice for extra time (§19.01, §19.03, §19.04).

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::{Dice, Die, RollName};
use krigsspil_engine::{Fault, Figures, Listener, Turns, rounded_up};

use super::modifiers::*;
use super::tables::{Gang, PioneerTables};
use super::vocabulary::*;

/// Working figures for each leader (§19.04.2).
const FIGURES_A_LEADER: i32 = 50;

/// Turns a unit may work without a break, and how often in a day (§19.01.3).
pub(super) const PERIOD_TURNS: i32 = 40;
pub(super) const PERIODS_A_DAY: i32 = 2;

/// `quantity / portion` rounded up.
pub(super) fn portions(quantity: f64, portion: f64) -> i32 {
    (quantity / portion).ceil() as i32
}

/// Time added to the ordinary working time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extra {
    /// The die, less the points lost to fire.
    pub(super) die: i32,
    pub(super) percent: i32,
    pub(super) turns: i32,
}

impl Extra {
    fn of(die: i32, ordinary: i32, tables: &PioneerTables) -> Extra {
        let percent = tables.extra_time.at(die);
        Extra { die, percent, turns: rounded_up(percent * ordinary, 100) }
    }

    /// Throws the acquisition die (§19.03.2).
    pub(super) fn acquisition<D: Dice, L: Listener>(
        ordinary: i32,
        tables: &PioneerTables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<Extra, Fault> {
        let extra = Extra::of(dice.roll("acquisition", Die::D6)?, ordinary, tables);
        report.add(&ACQUISITION, extra.turns);
        Ok(extra)
    }

    /// Throws the delay die; every turn under fire subtracts a point (§19.03.5).
    pub(super) fn delay<D: Dice, L: Listener>(
        name: RollName,
        ordinary: i32,
        under_fire: Turns,
        tables: &PioneerTables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<Extra, Fault> {
        let die = dice.roll(name, Die::D6)? + report.add(&UNDER_FIRE, -under_fire.0);
        let extra = Extra::of(die, ordinary, tables);
        report.add(&DELAY, extra.turns);
        Ok(extra)
    }
}

/// Who leads a work: the leaders' grade and number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Command {
    pub(super) leader: Leader,
    pub(super) leaders: i32,
}

/// The work units of pioneers and of other arms, and the figures that may work.
#[derive(Clone, Copy, Debug)]
pub(super) struct Labour {
    pub(super) pioneer_units: i32,
    pub(super) other_units: i32,
    figures: i32,
}

impl Labour {
    /// Pioneers and others form separate units; where others may not work, they count for nothing (§19.04.3, ruling 8).
    pub(super) fn of(
        pioneers: Figures,
        others: Figures,
        of_pioneers: Gang,
        of_others: Option<Gang>,
    ) -> Labour {
        Labour {
            pioneer_units: of_pioneers.units(pioneers.0),
            other_units: of_others.map_or(0, |gang| gang.units(others.0)),
            figures: pioneers.0 + of_others.map_or(0, |_| others.0),
        }
    }

    pub(super) const fn units(&self) -> i32 {
        self.pioneer_units + self.other_units
    }
}

impl Command {
    /// How many grades the leader is below the one needed; `None` without a leader.
    pub(super) fn grades_below(&self, needed: Grade) -> Option<i32> {
        let grade = self.leader.grade().filter(|_| self.leaders > 0)?;
        Some(needed.rank() - grade.rank())
    }

    /// Notes what is wrong with the leaders and the work units. A leader up to `most_below` grades too low may still lead.
    pub(super) fn note_bars(
        &self,
        needed: Grade,
        most_below: i32,
        labour: &Labour,
        bars: &mut ArrayVec<WorkBar, 6>,
    ) {
        match self.grades_below(needed) {
            None => bars.push(WorkBar::NoLeader),
            Some(below) => {
                if below > most_below {
                    bars.push(WorkBar::LeaderTooLow);
                }
                if self.leaders < rounded_up(labour.figures, FIGURES_A_LEADER) {
                    bars.push(WorkBar::TooFewLeaders);
                }
            }
        }
        if labour.units() == 0 {
            bars.push(WorkBar::NoWorkUnit);
        }
    }
}

/// The quantity wanted, or one portion if none is named; pieces must be whole.
pub(super) fn wanted(quantity: Option<f64>, portion: f64, unit: PortionUnit) -> Result<f64, Fault> {
    let quantity = quantity.unwrap_or(portion);
    if unit == PortionUnit::Piece && quantity.fract() != 0.0 {
        return Err(Fault::refused("quantity", &PIECES_ARE_WHOLE));
    }
    Ok(quantity)
}

/// The working periods needed for this many turns of work (§19.01.3).
pub(super) const fn shifts(turns: i32) -> i32 {
    rounded_up(turns, PERIOD_TURNS)
}
