//! The morale charts.

use krigsspil_engine::table::{Part, TableFault, TableShelf};

use super::read::{Bands, expect_words, figures};
use crate::procedures::morale::FailureRow;
use crate::vocabulary::{MoraleGrade, Status};

figures! {
    /// Modifiers of a morale check except the unit's own state.
    MoralePoints {
        zone_or_attached_general,
        general_near,
        protective_cover,
        two_batteries_or_bad_footing,
        flank_or_friendly_fire,
        home_country,
    }
}
figures! {
    /// Modifiers of the failure chart.
    FailurePoints { unorganized, disrupted, skirmish, surrounded }
}

/// A row of the failure chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The effect on the unit.
    pub row: FailureRow,
    /// Its retreat.
    pub retreat_yards: i32,
}

/// The morale charts.
#[derive(Clone, Debug)]
pub struct MoraleTables {
    to_fail: [i32; 7],
    states: [[i32; 2]; 7],
    /// Modifiers except the unit's own state.
    pub points: MoralePoints,
    square_distance: Bands<i32>,
    failure: Bands<Failure>,
    /// Modifiers of the failure chart.
    pub failure_points: FailurePoints,
}

impl MoraleTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<MoraleTables, TableFault> {
        let grades = shelf.table("morale")?.part("to_fail")?;
        let modifiers = shelf.table("morale-modifiers")?;
        let state = modifiers.part("state")?;
        let distance = modifiers.part("square_distance")?;
        let failure = shelf.table("morale-failure")?;
        let results = failure.part("results")?;
        expect_words(grades, MoraleGrade::ALL.iter().map(|grade| grade.as_str()))?;
        state.expect_rows(&["A", "B-C", "D-E", "F-G"])?;
        let mut to_fail = [0; 7];
        let mut states = [[0; 2]; 7];
        for grade in MoraleGrade::ALL {
            to_fail[*grade as usize] = grades.whole(grade.as_str(), "percent")?;
            states[*grade as usize] = state.wholes(state_row(*grade))?;
        }
        Ok(MoraleTables {
            to_fail,
            states,
            points: MoralePoints::read(modifiers.part("situation")?, "points")?,
            square_distance: Bands::read(distance, 0, i32::MAX, |row| distance.whole(row, "points"))?,
            failure: failures(results)?,
            failure_points: FailurePoints::read(failure.part("modifiers")?, "points")?,
        })
    }

    /// The chance to fail in per cent.
    pub const fn to_fail(&self, grade: MoraleGrade) -> i32 {
        self.to_fail[grade as usize]
    }

    /// The effect of a unit's own state on its check.
    pub const fn state_points(&self, grade: MoraleGrade, status: Status) -> i32 {
        match status {
            Status::Good => 0,
            Status::Unorganized => self.states[grade as usize][0],
            Status::Disrupted => self.states[grade as usize][1],
        }
    }

    /// The effect of the charge's distance on an attempt to form square.
    pub fn square_distance(&self, yards: i32) -> i32 {
        self.square_distance.at(yards)
    }

    /// The row of the failure chart.
    pub fn failure(&self, total: i32) -> Failure {
        self.failure.at(total)
    }
}

/// The printed row of a grade's states.
const fn state_row(grade: MoraleGrade) -> &'static str {
    match grade {
        MoraleGrade::A => "A",
        MoraleGrade::B | MoraleGrade::C => "B-C",
        MoraleGrade::D | MoraleGrade::E => "D-E",
        MoraleGrade::F | MoraleGrade::G => "F-G",
    }
}

fn failures(part: &Part) -> Result<Bands<Failure>, TableFault> {
    Bands::read(part, i32::MIN, i32::MAX, |row| {
        Ok(Failure { row: part.parsed(row, "result")?, retreat_yards: part.whole(row, "retreat_yards")? })
    })
}
