//! Tables 7 and 8: melee.

use krigsspil_engine::table::{TableFault, TableShelf};

use super::read::{ResultColumns, column_of_figures, columns_of};
use crate::vocabulary::Arm;

column_of_figures! {
    /// A column of table 7.
    pub struct MeleeColumn {
        cavalry_in_column = "cavalry_in_column",
        march_column = "march_column",
        cavalry_against_square = "cavalry_against_square",
        cavalry_against_foot = "cavalry_against_foot_otherwise",
        infantry_against_square_or_guns = "infantry_against_square_or_guns",
        flank_or_rear = "flank_or_rear",
        supported = "supported",
        light_cavalry = "light_cavalry",
        heavy_cavalry = "heavy_cavalry",
        each_further_continued_attack = "each_further_continued_attack",
        disorder = "disorder",
        full_disorder = "full_disorder",
        wood = "wood",
        fortress = "fortress",
        cover_or_town = "cover_or_town",
        river = "river",
        each_100_per_cent = "each_100_per_cent_more",
        each_10_per_cent_lost = "each_10_per_cent_lost",
        defender_fired = "defender_fired",
    }
    stated ["melee_addition"]
}

/// Figures lost by the winner and by the loser in the five columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Losses {
    winner: [i32; 5],
    loser: [i32; 5],
}

/// Tables 7 and 8.
#[derive(Clone, Copy, Debug)]
pub struct MeleeTables {
    /// The attacker's column.
    pub attacker: MeleeColumn,
    /// The defender's column.
    pub defender: MeleeColumn,
    /// The greatest modifier for odds.
    pub most_odds: i32,
    /// How many gunners count as one figure.
    pub gunners_a_figure: i32,
    /// The columns of table 8.
    pub columns: ResultColumns,
    infantry: Losses,
    cavalry: Losses,
    /// The loser's morale deduction.
    pub morale_deduction: [i32; 5],
}

impl MeleeTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<MeleeTables, TableFault> {
        let seven = shelf.table("tabel-7")?;
        let modifiers = seven.part("modifiers")?;
        let odds = seven.part("odds")?;
        odds.expect_rows(&["most", "gunners_a_figure"])?;
        let eight = shelf.table("tabel-8")?;
        let losses = eight.part("losses")?;
        let morale = eight.part("morale_deduction")?;
        losses.expect_rows(&["infantry_winner", "infantry_loser", "cavalry_winner", "cavalry_loser"])?;
        morale.expect_rows(&["loser"])?;
        if losses.columns != morale.columns {
            return Err(columns_of(morale, losses));
        }
        Ok(MeleeTables {
            attacker: MeleeColumn::read(modifiers, "attacker")?,
            defender: MeleeColumn::read(modifiers, "defender")?,
            most_odds: odds.within("most", "figure", 0..=20)?,
            gunners_a_figure: odds.within("gunners_a_figure", "figure", 1..=20)?,
            columns: ResultColumns::read(losses, 0)?,
            infantry: Losses {
                winner: losses.wholes("infantry_winner")?,
                loser: losses.wholes("infantry_loser")?,
            },
            cavalry: Losses {
                winner: losses.wholes("cavalry_winner")?,
                loser: losses.wholes("cavalry_loser")?,
            },
            morale_deduction: morale.wholes("loser")?,
        })
    }

    /// Figures an arm loses in a column; artillery uses the infantry rows, a draw uses the winner's (R29).
    pub const fn losses(&self, arm: Arm, lost_melee: bool, column: usize) -> i32 {
        let rows = match arm {
            Arm::Cavalry => &self.cavalry,
            Arm::Infantry | Arm::Artillery => &self.infantry,
        };
        if lost_melee { rows.loser[column] } else { rows.winner[column] }
    }
}
