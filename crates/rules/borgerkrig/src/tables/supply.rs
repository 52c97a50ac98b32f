//! Skema XXI: ammunition and resupply.

use krigsspil_engine::table::{TableFault, TableShelf};

use crate::vocabulary::{Ammunition, Gun};

/// Skema XXI.
#[derive(Clone, Debug)]
pub struct SupplyTables {
    /// Doubles up to this number use up the ammunition.
    pub highest_double: i32,
    rounds: [[i32; 3]; Gun::ALL.len()],
    /// The highest die at which infantry and cavalry get nothing.
    pub troops_fail: i32,
    /// The highest die at which artillery gets nothing.
    pub artillery_fails: i32,
    /// Units a wagon serves in a turn.
    pub units_a_wagon: i32,
}

impl SupplyTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<SupplyTables, TableFault> {
        let table = shelf.table("skema-XXI")?;
        let part = table.part("rounds")?;
        part.expect_rows(&Gun::ALL.iter().map(|gun| gun.load_row()).collect::<Vec<_>>())?;
        let mut rounds = [[0; 3]; Gun::ALL.len()];
        for (rounds, gun) in rounds.iter_mut().zip(Gun::ALL) {
            for ammunition in Ammunition::ALL {
                rounds[*ammunition as usize] =
                    part.whole_or_dash(gun.load_row(), ammunition.as_str())?.unwrap_or(0);
            }
        }
        let fails = table.part("resupply_fails")?;
        Ok(SupplyTables {
            highest_double: table.part("runs_out")?.whole("infantry_and_cavalry", "highest_double")?,
            rounds,
            troops_fail: fails.whole("infantry_and_cavalry", "highest_die")?,
            artillery_fails: fails.whole("artillery", "highest_die")?,
            units_a_wagon: table.part("wagon")?.whole("ammunition_wagon", "units_a_turn")?,
        })
    }

    /// Rounds a battery of a gun carries.
    pub fn rounds(&self, gun: Gun, ammunition: Ammunition) -> i32 {
        self.rounds[gun as usize][ammunition as usize]
    }

    /// A double 1 to 4 uses up the ammunition, but not at the first fire of the game (§09.01.1).
    pub fn pouches_empty(&self, [one, other]: [i32; 2], first_fire: bool) -> bool {
        one == other && one <= self.highest_double && !first_fire
    }
}
