//! Tables 9 to 11 and appendix 2: morale, rally and shares lost.

use krigsspil_engine::rounded_up;
use krigsspil_engine::table::{TableFault, TableShelf};
use krigsspil_engine::wordings::ROWS_FROM_TO;

use super::read::{Bands, column_of_figures};
use crate::vocabulary::{Order, TestResult};

column_of_figures! {
    /// Table 9.
    pub struct MoraleModifiers {
        each_20_per_cent_lost = "each_20_per_cent_lost",
        disorder = "disorder",
        full_disorder = "full_disorder",
        passed_through = "passed_through",
        flank_or_rear = "flank_or_rear",
        cover = "cover",
        won_melee = "won_melee",
    }
    stated ["fire_or_melee_deduction", "fleeing_morale", "morale"]
}

/// Tables 9 to 11.
#[derive(Clone, Debug)]
pub struct MoraleTables {
    /// Table 9.
    pub modifiers: MoraleModifiers,
    /// Table 10.
    pub test: Bands<TestResult>,
    /// Table 11.
    pub rally: Bands<Order>,
}

impl MoraleTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<MoraleTables, TableFault> {
        Ok(MoraleTables {
            modifiers: MoraleModifiers::read(shelf.table("tabel-9")?.only_part()?, "modifier")?,
            test: Bands::read(shelf.table("tabel-10")?.only_part()?, "result")?,
            rally: Bands::read(shelf.table("tabel-11")?.only_part()?, "result")?,
        })
    }
}

/// Figures lost that make 10, 20, 30, 40, 50, 60 and 66 per cent; `None` if there is no such step.
pub type Thresholds = [Option<i32>; 7];

/// Sizes with a printed row.
const PRINTED: std::ops::RangeInclusive<i32> = 8..=39;

/// Appendix 2, and its formula for sizes that are not printed (R6).
#[derive(Clone, Debug)]
pub struct LossTable {
    printed: [Thresholds; 32],
}

impl LossTable {
    pub(super) fn read(shelf: &TableShelf) -> Result<LossTable, TableFault> {
        let part = shelf.table("appendiks-2")?.only_part()?;
        if part.row_spans()?.iter().map(|span| span.least).ne(PRINTED) {
            let (least, most) = (PRINTED.start().into(), PRINTED.end().into());
            let blanks = [("part", (&part.key).into()), ("least", least), ("most", most)];
            return Err(part.fault(ROWS_FROM_TO.with(blanks)));
        }
        let percents = ["10", "20", "30", "40", "50", "60", "66"];
        if part.columns != percents {
            return Err(part.columns_fault(percents.join(", ")));
        }
        let mut printed = [[None; 7]; 32];
        for (thresholds, row) in printed.iter_mut().zip(&part.rows) {
            part.expect_rising(&row.key)?;
            *thresholds = part.wholes_or_dashes(&row.key)?;
        }
        Ok(LossTable { printed })
    }

    /// The thresholds of a unit of this many figures.
    pub fn thresholds(&self, original: i32) -> Thresholds {
        match usize::try_from(original - PRINTED.start()) {
            Ok(place) if place < self.printed.len() => self.printed[place],
            _ => {
                let [one, two, three, four, five, six] = [1, 2, 3, 4, 5, 6].map(|tens| share(original, tens));
                [one, two, three, four, five, six, Some(rounded_up(2 * original, 3))]
            }
        }
    }

    /// The highest step of 10 per cent reached, 0 to 9.
    pub fn tens(&self, original: i32, lost: i32) -> i32 {
        self.highest_step(original, lost, 1, 9)
    }

    /// The highest step of 20 per cent reached, 0 to 4.
    pub fn twenties(&self, original: i32, lost: i32) -> i32 {
        self.highest_step(original, lost, 2, 4)
    }

    /// Two thirds or more are lost (§1.6.5).
    pub fn two_thirds(&self, original: i32, lost: i32) -> bool {
        self.thresholds(original)[6].is_some_and(|threshold| lost >= threshold)
    }

    /// The highest of `steps` steps of `tens` × 10 per cent whose threshold is reached.
    fn highest_step(&self, original: i32, lost: i32, tens: i32, steps: i32) -> i32 {
        let thresholds = self.thresholds(original);
        let threshold = |step: i32| match step * tens {
            tens @ 1..=6 => thresholds[tens as usize - 1],
            tens => share(original, tens),
        };
        (1..=steps).rev().find(|step| threshold(*step).is_some_and(|figures| lost >= figures)).unwrap_or(0)
    }
}

/// `tens` × 10 per cent of a strength, rounded up.
fn share(original: i32, tens: i32) -> Option<i32> {
    Some(rounded_up(original * tens, 10))
}
