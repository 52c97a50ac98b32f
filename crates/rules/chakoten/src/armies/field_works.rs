//! Field works: where the figures stand, and how earthworks are levelled again (§19.12).

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Figures, Group, Listener, Procedure, Turns, rounded_up};

use super::labour::{Command, Extra, Labour, portions, wanted};
use super::modifiers::LEVELLED_IN_HALF;
use super::tables::Gang;
use super::vocabulary::*;
use crate::tables::Tables;

krigsspil_engine::facts! {
    /// An earthwork to be levelled.
    pub struct Levelling {
        work: Earthwork, "19.12.4";
        quantity: Option<f64> [0.1..=1000] = None, "19.04.4";
        leader: Leader, "19.04.2";
        leaders: i32 [0..=100] = 1, "19.04.2";
        pioneers: Figures [0..=1000] = Figures(0), "19.04.3";
        others: Figures [0..=1000] = Figures(0), "19.04.3";
        turns_under_fire: Turns [0..=1000] = Turns(0), "19.03.5";
    }
}

krigsspil_engine::outcome! {
    /// Whether it can be levelled, and how long it takes.
    pub struct LevellingResult {
        possible: bool;
        reasons: ArrayVec<WorkBar, 6>;
        pioneers_min: i32;
        pioneers_max: i32;
        others_min: i32;
        others_max: i32;
        work_units: i32;
        portions: i32;
        rounds: i32;
        ordinary_turns: Turns;
        delay_die: i32;
        delay_percent: i32;
        delay_turns: Turns;
        total_turns: Turns;
    }
}

impl Levelling {
    /// What prevents it. Any officer may lead it (§19.12.4), so no grade is too low.
    fn bars(&self, labour: &Labour) -> ArrayVec<WorkBar, 6> {
        let command = Command { leader: self.leader, leaders: self.leaders };
        let mut bars = ArrayVec::new();
        command.note_bars(Grade::OrdinaryOfficer, 0, labour, &mut bars);
        bars
    }
}

impl Procedure for Levelling {
    type Tables = Tables;
    type Outcome = LevellingResult;
    const ABOUT: About = About {
        name: "levelling",
        group: Group::Works,
        dice: "0-1d6",
        cites: &["19.12.4", "skema XX", "19.03.4"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<LevellingResult, Fault> {
        let tables = &tables.armies.pioneers;
        let line = tables.work(self.work.work());
        let quantity = wanted(self.quantity, line.portion, line.portion_unit)?;
        let (pioneers, others) = (line.pioneers.halved(), line.others.map(Gang::halved));
        let labour = Labour::of(self.pioneers, self.others, pioneers, others);
        let reasons = self.bars(&labour);
        let portions = portions(quantity, line.portion);
        let (mut rounds, mut ordinary, mut delay) = (0, 0, Extra::default());
        if reasons.is_empty() {
            report.times(&LEVELLED_IN_HALF, 1, 2);
            rounds = rounded_up(portions, labour.units());
            ordinary = rounds * rounded_up(line.turns, 2);
            delay = Extra::delay("delay", ordinary, self.turns_under_fire, tables, dice, report)?;
        }
        Ok(LevellingResult {
            possible: reasons.is_empty(),
            reasons,
            pioneers_min: pioneers.least,
            pioneers_max: pioneers.most,
            others_min: others.map_or(0, |gang| gang.least),
            others_max: others.map_or(0, |gang| gang.most),
            work_units: labour.units(),
            portions,
            rounds,
            ordinary_turns: Turns(ordinary),
            delay_die: delay.die,
            delay_percent: delay.percent,
            delay_turns: Turns(delay.turns),
            total_turns: Turns(ordinary + delay.turns),
        })
    }
}

krigsspil_engine::facts! {
    /// Figures at the start of a field work.
    pub struct FieldWorkLayout {
        figures: Figures [0..=10000], "19.12.3";
    }
}

krigsspil_engine::outcome! {
    /// Where they stand.
    pub struct FieldWorkLayoutResult {
        on_line: Figures;
        behind: Figures;
    }
}

/// The share of the figures along the traced line, in percent (rule 19.12.3).
const ON_LINE_PERCENT: i32 = 75;

impl Procedure for FieldWorkLayout {
    type Tables = Tables;
    type Outcome = FieldWorkLayoutResult;
    const ABOUT: About =
        About { name: "field_work_layout", group: Group::Works, dice: "", cites: &["19.12.3"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<FieldWorkLayoutResult, Fault> {
        let on_line = Figures(rounded_up(self.figures.0 * ON_LINE_PERCENT, 100));
        Ok(FieldWorkLayoutResult { on_line, behind: self.figures - on_line })
    }
}
