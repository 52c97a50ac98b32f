//! Skema IV and V: turning on the spot, changes of formation, limbering.

use krigsspil_engine::table::{TableFault, TableShelf};

use super::reading::{Quarters, quarters_or_dash};
use super::wordings::TIME_FROM_EVERY;
use crate::vocabulary::{DrillFormation, LimberBattery};

/// Skema IV and V.
#[derive(Clone, Debug)]
pub struct DrillTables {
    /// Quarter turn of infantry.
    pub quarter_turn: Quarters,
    /// Half turn of infantry and cavalry.
    pub half_turn: Quarters,
    /// Quarter turn of guns and train: never used (ruling 26).
    pub guns_quarter_turn: Quarters,
    /// Half turn of guns and train.
    pub guns_half_turn: Quarters,
    /// Making guns ready to fire.
    pub make_ready: Quarters,
    changes: [[Quarters; 5]; 5],
    limbering: [Quarters; 3],
}

const FORMATIONS: [&str; 5] = ["march_column", "attack_column", "line", "battalion_mass", "square"];

impl DrillTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<DrillTables, TableFault> {
        let turnings = shelf.table("skema-IV")?.only_part()?;
        turnings.expect_rows(&["infantry_and_cavalry", "artillery_and_train"])?;
        let five = shelf.table("skema-V")?;
        let part = five.part("formation_changes")?;
        part.expect_rows(&FORMATIONS)?;
        let mut changes = [[Quarters(0); 5]; 5];
        for (to, row) in FORMATIONS.iter().enumerate() {
            for (from, column) in FORMATIONS.iter().enumerate() {
                let time = quarters_or_dash(part, row, column)?;
                if time.is_none() != (from == to) {
                    let reason = TIME_FROM_EVERY.with([("row", row.into())]);
                    return Err(part.row_fault(part.row(row)?, reason));
                }
                changes[from][to] = time.unwrap_or(Quarters(0));
            }
        }
        let limbering = five.part("limbering")?;
        let turns = |row| limbering.parsed::<Quarters>(row, "turns");
        Ok(DrillTables {
            quarter_turn: turnings.parsed("infantry_and_cavalry", "quarter_turn")?,
            half_turn: turnings.parsed("infantry_and_cavalry", "half_turn")?,
            guns_quarter_turn: turnings.parsed("artillery_and_train", "quarter_turn")?,
            guns_half_turn: turnings.parsed("artillery_and_train", "half_turn")?,
            make_ready: turnings.parsed("artillery_and_train", "make_ready")?,
            changes,
            limbering: [turns("foot_12pd")?, turns("foot")?, turns("driving_or_horse")?],
        })
    }

    /// The time of a change of formation. Single column counts as march column, hob as battalion mass (ruling 18).
    pub fn change(&self, from: DrillFormation, to: DrillFormation) -> Quarters {
        self.changes[place(from)][place(to)]
    }

    /// The time of limbering or unlimbering.
    pub const fn limbering(&self, battery: LimberBattery) -> Quarters {
        match battery {
            LimberBattery::FootTwelvePounder => self.limbering[0],
            LimberBattery::Foot => self.limbering[1],
            LimberBattery::Driving | LimberBattery::Horse => self.limbering[2],
        }
    }
}

/// The index of a formation in skema V.
const fn place(formation: DrillFormation) -> usize {
    match formation {
        DrillFormation::MarchColumn | DrillFormation::SingleColumn => 0,
        DrillFormation::AttackColumn => 1,
        DrillFormation::Line => 2,
        DrillFormation::BattalionMass | DrillFormation::Hob => 3,
        DrillFormation::Square => 4,
    }
}
