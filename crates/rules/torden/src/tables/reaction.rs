//! Tables 3 and 4, and the numbers below the English lists: reactions, and the effect of a failed one on order.

use krigsspil_engine::table::{TableFault, TableShelf};

use super::read::{Bands, column_of_figures};
use crate::vocabulary::{Arm, TestResult};

column_of_figures! {
    /// A column of table 3.
    pub struct ReactionColumn {
        disorder = "disorder",
        column = "column",
        march_column = "march_column",
        declared_attack = "declared_attack",
        twelve_pounder_foot = "twelve_pounder_foot",
        stationary = "stationary",
        flank_or_rear = "flank_or_rear",
        attacked_by_continued_attack = "attacked_by_continued_attack",
    }
    stated ["melee_addition"]
}

column_of_figures! {
    /// The special values of English cavalry brigades.
    pub struct EnglishCavalry {
        new_order = "new_order",
        declared_attack_abort = "declared_attack_abort",
        refuse_continued_attack = "refuse_continued_attack",
    }
    stated []
}

/// Tables 3 and 4.
#[derive(Clone, Debug)]
pub struct ReactionTables {
    troops: (ReactionColumn, i32),
    artillery: (ReactionColumn, i32),
    /// Table 4: the effect of a failed reaction.
    pub failed: Bands<TestResult>,
    /// The special values of English cavalry brigades.
    pub english: EnglishCavalry,
}

impl ReactionTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<ReactionTables, TableFault> {
        let table = shelf.table("tabel-3")?;
        let modifiers = table.part("modifiers")?;
        let accept = table.part("accept")?;
        accept.expect_rows(&["total"])?;
        let column = |name| {
            Ok::<_, TableFault>((ReactionColumn::read(modifiers, name)?, accept.whole("total", name)?))
        };
        Ok(ReactionTables {
            troops: column("troops")?,
            artillery: column("artillery")?,
            failed: Bands::read(shelf.table("tabel-4")?.only_part()?, "result")?,
            english: EnglishCavalry::read(shelf.table("land-english_cavalry")?.only_part()?, "modifier")?,
        })
    }

    /// The modifiers of an arm, and the total it needs.
    pub const fn column(&self, arm: Arm) -> &(ReactionColumn, i32) {
        match arm {
            Arm::Infantry | Arm::Cavalry => &self.troops,
            Arm::Artillery => &self.artillery,
        }
    }
}
