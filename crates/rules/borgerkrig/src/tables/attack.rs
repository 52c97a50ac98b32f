//! Skema XII to XIV: the shock throw and prisoners.

use krigsspil_engine::table::{Part, TableFault, TableShelf};

use super::rows::{OwnOpponent, columns_from_to, expect_columns_1_to_15, modifier_rows};
use crate::vocabulary::OrderResult;

modifier_rows! {
    /// The rows of skema XII.
    pub struct SkemaXII of OwnOpponent {
        twice_as_many = "twice_as_many",
        three_times_as_many = "three_times_as_many",
        march_column_or_thin_line = "march_column_or_thin_line",
        chain = "chain",
        outflank = "outflank",
        rear = "rear",
        flank_or_working = "flank_or_working",
        confederate_cavalry = "confederate_cavalry",
        cavalry_on_halted_cavalry = "cavalry_on_halted_cavalry",
        cavalry_on_other_arms = "cavalry_on_other_arms",
        attack_without_order = "attack_without_order",
        attack_in_storm = "attack_in_storm",
        support = "support",
        general = "general",
        obstacle_i = "obstacle_I",
        obstacle_ii = "obstacle_II",
        obstacle_iii = "obstacle_III",
        cover_iii = "cover_III",
        light_disorder = "LU",
        disorder = "U",
    }
}

krigsspil_engine::choices! {
    /// Whose order a shock throw changes.
    pub enum ShockSide {
        Own = "own",
        Opponent = "opponent",
    }

    /// The rows of skema XIV: who takes prisoners from whom.
    pub enum CaptorRow {
        Infantry = "infantry",
        CavalryOnCavalry = "cavalry_on_cavalry",
        CavalryOnOthers = "cavalry_on_others",
        ArtilleryPerBattery = "artillery_per_battery",
    }
}

/// Skema XII to XIV.
#[derive(Clone, Debug)]
pub struct AttackTables {
    /// Skema XII.
    pub modifiers: SkemaXII,
    results: [(ShockSide, OrderResult); 15],
    prisoners: [[i32; 8]; CaptorRow::ALL.len()],
    /// The bare throw at which a general is captured.
    pub general_captured: i32,
}

impl AttackTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<AttackTables, TableFault> {
        let prisoners = shelf.table("skema-XIV")?;
        Ok(AttackTables {
            modifiers: SkemaXII::read(&[shelf.table("skema-XII")?.only_part()?])?,
            results: read_results(shelf.table("skema-XIII")?.only_part()?)?,
            prisoners: read_prisoners(prisoners.part("prisoners_per_unit")?)?,
            general_captured: prisoners.part("general_captured")?.whole("general", "throw")?,
        })
    }

    /// Whose order changes at a column of skema XIII, and to what; the columns are 1 to 15.
    pub fn shock_result(&self, column: i32) -> (ShockSide, OrderResult) {
        self.results[column.clamp(1, 15) as usize - 1]
    }

    /// Prisoners in figures for each melee unit, by the bare throw; 0 below 5.
    pub fn prisoners(&self, row: CaptorRow, throw: i32) -> i32 {
        if throw < 5 { 0 } else { self.prisoners[row as usize][throw.min(12) as usize - 5] }
    }
}

fn read_results(part: &Part) -> Result<[(ShockSide, OrderResult); 15], TableFault> {
    expect_columns_1_to_15(part)?;
    part.expect_rows(&["order", "unit"])?;
    let mut results = [(ShockSide::Own, OrderResult::Good); 15];
    for (result, column) in results.iter_mut().zip(&part.columns) {
        *result = (part.parsed("unit", column)?, part.parsed("order", column)?);
    }
    Ok(results)
}

fn read_prisoners(part: &Part) -> Result<[[i32; 8]; CaptorRow::ALL.len()], TableFault> {
    part.expect_rows(&CaptorRow::ALL.iter().map(|row| row.as_str()).collect::<Vec<_>>())?;
    if part.column_spans()?.iter().map(|span| span.least).ne(5..=12) {
        return Err(columns_from_to(part, 5, 12));
    }
    let mut prisoners = [[0; 8]; CaptorRow::ALL.len()];
    for (prisoners, row) in prisoners.iter_mut().zip(CaptorRow::ALL) {
        part.expect_rising(row.as_str())?;
        *prisoners = part.wholes_or_dashes(row.as_str())?.map(|figures| figures.unwrap_or(0));
    }
    Ok(prisoners)
}
