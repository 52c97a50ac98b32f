//! Tables 5 and 6: fire.

use krigsspil_engine::table::{Part, TableFault, TableShelf};

use super::read::{ResultColumns, columns_of};

/// A value for each full step over, or under, a neutral number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Each {
    each: i32,
    neutral: i32,
    modifier: i32,
}

impl Each {
    fn read(part: &Part, row: &str) -> Result<Each, TableFault> {
        Ok(Each {
            each: part.within(row, "each", 1..=100)?,
            neutral: part.within(row, "figures", 0..=100)?,
            modifier: part.whole(row, "modifier")?,
        })
    }
}

/// The modifier for many or few men: only full steps count, each way from its own neutral number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    over: Each,
    under: Each,
}

impl Strength {
    fn read(part: &Part, over: &str, under: &str) -> Result<Strength, TableFault> {
        Ok(Strength { over: Each::read(part, over)?, under: Each::read(part, under)? })
    }

    /// The modifier of this many figures or gunners.
    pub const fn modifier(&self, figures: i32) -> i32 {
        if figures > self.over.neutral {
            (figures - self.over.neutral) / self.over.each * self.over.modifier
        } else if figures < self.under.neutral {
            (self.under.neutral - figures) / self.under.each * self.under.modifier
        } else {
            0
        }
    }
}

/// Table 5.
#[derive(Clone, Copy, Debug)]
pub struct FireModifiers {
    /// Figures in the first rank.
    pub front_rank: Strength,
    /// Infantry that fires from a square.
    pub from_square: i32,
    /// Guns at column, march column or flank.
    pub at_column_or_flank: i32,
    /// Guns at a square.
    pub at_square: i32,
    /// Guns at unlimbered guns.
    pub at_unlimbered: i32,
    /// A battery under fire from one that is at least half as strong.
    pub shelled: i32,
    /// 6- and 9-pounders in zone 4.
    pub light_gun_in_zone_4: i32,
    /// Gunners in the battery.
    pub gunners: Strength,
    /// At a target in cover.
    pub target_in_cover: i32,
    /// At cavalry that has moved half a turn.
    pub target_moved_half: i32,
    /// Fire while in disorder.
    pub disorder: i32,
}

impl FireModifiers {
    fn read(shelf: &TableShelf) -> Result<FireModifiers, TableFault> {
        let table = shelf.table("tabel-5")?;
        let infantry = table.part("infantry")?;
        let artillery = table.part("artillery")?;
        let general = table.part("general")?;
        infantry.expect_rows(&["front_rank_over", "front_rank_under", "from_square"])?;
        artillery.expect_rows(&[
            "at_column_or_flank",
            "at_square",
            "at_unlimbered",
            "shelled",
            "light_gun_in_zone_4",
            "gunners_over",
            "gunners_under",
        ])?;
        general.expect_rows(&["target_in_cover", "target_moved_half", "disorder", "fire_addition"])?;
        Ok(FireModifiers {
            front_rank: Strength::read(infantry, "front_rank_over", "front_rank_under")?,
            from_square: infantry.whole("from_square", "modifier")?,
            at_column_or_flank: artillery.whole("at_column_or_flank", "modifier")?,
            at_square: artillery.whole("at_square", "modifier")?,
            at_unlimbered: artillery.whole("at_unlimbered", "modifier")?,
            shelled: artillery.whole("shelled", "modifier")?,
            light_gun_in_zone_4: artillery.whole("light_gun_in_zone_4", "modifier")?,
            gunners: Strength::read(artillery, "gunners_over", "gunners_under")?,
            target_in_cover: general.whole("target_in_cover", "modifier")?,
            target_moved_half: general.whole("target_moved_half", "modifier")?,
            disorder: general.whole("disorder", "modifier")?,
        })
    }
}

/// A row of table 6: figures lost in the five columns, and the morale deduction for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LossRow {
    /// Figures lost.
    pub losses: [i32; 5],
    /// Morale deduction, 0 or less.
    pub morale: [i32; 5],
}

/// Tables 5 and 6.
#[derive(Clone, Copy, Debug)]
pub struct FireTables {
    /// Table 5.
    pub modifiers: FireModifiers,
    /// The columns of table 6.
    pub columns: ResultColumns,
    zones: [LossRow; 4],
    /// The infantry rows.
    pub infantry: LossRow,
    edges_cm: [i32; 4],
    /// The range of infantry fire.
    pub infantry_range_cm: i32,
}

const ZONES: [&str; 4] = ["zone_1", "zone_2", "zone_3", "zone_4"];
const NO_DEDUCTION: [i32; 5] = [0; 5];

impl FireTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<FireTables, TableFault> {
        let table = shelf.table("tabel-6")?;
        let guns = table.part("artillery")?;
        let infantry = table.part("infantry")?;
        let range = table.part("range_cm")?;
        guns.expect_rows(&["zone_1", "morale_deduction_zone_1", "zone_2", "zone_3", "zone_4"])?;
        infantry.expect_rows(&["losses", "morale_deduction"])?;
        range.expect_rows(&["zone_1", "zone_2", "zone_3", "zone_4", "infantry"])?;
        if infantry.columns != guns.columns {
            return Err(columns_of(infantry, guns));
        }
        let mut zones = [LossRow { losses: [0; 5], morale: NO_DEDUCTION }; 4];
        let mut edges_cm = [0; 4];
        for (place, row) in ZONES.into_iter().enumerate() {
            guns.expect_rising(row)?;
            zones[place].losses = guns.wholes(row)?;
            edges_cm[place] = range.whole(row, "cm")?;
        }
        zones[0].morale = guns.wholes("morale_deduction_zone_1")?;
        if !edges_cm.is_sorted() {
            return Err(range.falling_fault());
        }
        infantry.expect_rising("losses")?;
        Ok(FireTables {
            modifiers: FireModifiers::read(shelf)?,
            columns: ResultColumns::read(guns, i32::MIN)?,
            zones,
            infantry: LossRow {
                losses: infantry.wholes("losses")?,
                morale: infantry.wholes("morale_deduction")?,
            },
            edges_cm,
            infantry_range_cm: range.whole("infantry", "cm")?,
        })
    }

    /// The zone of an artillery fire, 1 to 4; `None` beyond the last (R2).
    pub fn zone(&self, distance_cm: f64) -> Option<usize> {
        self.edges_cm.iter().position(|edge| distance_cm <= f64::from(*edge)).map(|place| place + 1)
    }

    /// The row of a zone, 1 to 4.
    pub const fn guns(&self, zone: usize) -> &LossRow {
        &self.zones[zone - 1]
    }
}
