//! Skema VII to XI: ranges, deviation, modifiers, losses and material of artillery.

use krigsspil_engine::table::{Cell, Part, Span, TableFault, TableShelf};
use krigsspil_engine::wordings::ONLY_DASHES;

use super::rows::{OwnOpponent, expect_columns_1_to_15, modifier_rows};
use super::wordings::{RANGE_FROM, RANGES_END_AT};
use crate::vocabulary::*;

modifier_rows! {
    /// The rows of skema IX.
    pub struct SkemaIX of OwnOpponent {
        calibre_3pd = "calibre_3pd",
        calibre_6pd = "calibre_6pd",
        calibre_10pd = "calibre_10pd",
        calibre_20pd_or_larger = "calibre_20pd_or_larger",
        canister = "canister",
        shell_over_20_cm = "shell_over_20_cm",
        shot_3_4_ranks = "shot_3_4_ranks",
        shot_5_ranks = "shot_5_ranks",
        thin_line = "thin_line",
        chain = "chain",
        limbered_or_wagon = "limbered_or_wagon",
        cover_i = "cover_I",
        cover_ii = "cover_II",
        surprised = "surprised",
        light_disorder = "LU",
        disorder = "U",
    }
}

/// Horses, guns and limbers lost to one fire. Guns and limbers are real ones, horses are figures (§06.03.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Material {
    /// Horse figures killed.
    pub horses_killed: i32,
    /// Guns damaged.
    pub guns_damaged: i32,
    /// Guns destroyed.
    pub guns_destroyed: i32,
    /// Limbers damaged.
    pub limbers_damaged: i32,
    /// Limbers destroyed.
    pub limbers_destroyed: i32,
    /// Additional guns destroyed if the battery is limbered.
    pub limbered_guns_destroyed: i32,
}

/// Skema VII to XI.
#[derive(Clone, Debug)]
pub struct ArtilleryTables {
    ranges: [[Option<i32>; 3]; Gun::ALL.len()],
    deviations: [[Deviation; 11]; DeviationClass::ALL.len()],
    /// Skema IX.
    pub modifiers: SkemaIX,
    losses: [[i32; 15]; 6],
    /// The divisor of losses in cover III.
    pub cover_iii_divisor: i32,
    /// The divisor of losses of unlimbered guns.
    pub unlimbered_divisor: i32,
    /// The divisor of losses of pinned units.
    pub pinned_divisor: i32,
    /// The bare throw at which a general falls.
    pub general_falls: i32,
    material: [Material; 8],
    /// The least result that destroys an ammunition wagon.
    pub wagon_destroyed: i32,
    /// Modifiers of skema XI in cover I, II and III.
    pub material_cover: [i32; 3],
}

/// The lowest result of skema XI that costs anything.
const LEAST_MATERIAL_RESULT: i32 = 5;

impl ArtilleryTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<ArtilleryTables, TableFault> {
        let ten = shelf.table("skema-X")?;
        let eleven = shelf.table("skema-XI")?;
        let divisor = ten.part("loss_divisor")?;
        let cover = eleven.part("cover_deduction")?;
        Ok(ArtilleryTables {
            ranges: read_ranges(shelf.table("skema-VII")?.only_part()?)?,
            deviations: read_deviations(shelf.table("skema-VIII")?.only_part()?)?,
            modifiers: SkemaIX::read(&[shelf.table("skema-IX")?.only_part()?])?,
            losses: read_losses(ten.part("men_per_battery")?)?,
            cover_iii_divisor: divisor.above_0("cover_III", "divisor")?,
            unlimbered_divisor: divisor.above_0("artillery_unlimbered", "divisor")?,
            pinned_divisor: divisor.above_0("pinned", "divisor")?,
            general_falls: ten.part("general_falls")?.whole("fire", "throw")?,
            material: read_material(eleven.part("material_loss")?)?,
            wagon_destroyed: eleven.part("wagon_destroyed")?.whole("ammunition_wagon", "result")?,
            material_cover: [
                cover.whole("cover_I", "modifier")?,
                cover.whole("cover_II", "modifier")?,
                cover.whole("cover_III", "modifier")?,
            ],
        })
    }

    /// The range of a gun with a kind of ammunition; `None` if it has no such ammunition.
    pub fn range(&self, gun: Gun, ammunition: Ammunition) -> Option<i32> {
        self.ranges[gun as usize][ammunition as usize]
    }

    /// The deviation of a shell or shot for a throw of two dice.
    pub fn deviation(&self, class: DeviationClass, throw: i32) -> Deviation {
        self.deviations[class as usize][throw.clamp(2, 12) as usize - 2]
    }

    /// Men lost to this many guns; without guns or below column 1 nobody is hit (ruling 20).
    pub fn men(&self, guns: i32, column: i32) -> i32 {
        if guns < 1 || column < 1 {
            return 0;
        }
        self.losses[guns.min(6) as usize - 1][column.min(15) as usize - 1]
    }

    /// Material lost at a result of skema XI.
    pub fn material(&self, result: i32) -> Material {
        if result < LEAST_MATERIAL_RESULT {
            return Material::default();
        }
        self.material[(result.min(12) - LEAST_MATERIAL_RESULT) as usize]
    }
}

fn read_ranges(part: &Part) -> Result<[[Option<i32>; 3]; Gun::ALL.len()], TableFault> {
    part.expect_rows(&Gun::ALL.iter().map(|gun| gun.as_str()).collect::<Vec<_>>())?;
    let mut ranges = [[None; 3]; Gun::ALL.len()];
    for (range, gun) in ranges.iter_mut().zip(Gun::ALL) {
        for ammunition in Ammunition::ALL {
            range[*ammunition as usize] = part.whole_or_dash(gun.as_str(), ammunition.as_str())?;
        }
        part.expect_rising(gun.as_str())?;
    }
    Ok(ranges)
}

fn read_deviations(part: &Part) -> Result<[[Deviation; 11]; DeviationClass::ALL.len()], TableFault> {
    part.expect_rows(&DeviationClass::ALL.iter().map(|class| class.as_str()).collect::<Vec<_>>())?;
    let mut deviations = [[Deviation::On; 11]; DeviationClass::ALL.len()];
    for (row, class) in deviations.iter_mut().zip(DeviationClass::ALL) {
        let found = part.row(class.as_str())?;
        let mut next = 2;
        for deviation in Deviation::ALL {
            let cell = part.cell(class.as_str(), deviation.as_str())?;
            if *cell == Cell::Dash {
                continue;
            }
            let span = Span::parse(&cell.to_string())
                .filter(|span| span.least == next && span.most <= 12)
                .ok_or_else(|| {
                    let reason = RANGE_FROM.with([("given", cell.into()), ("least", next.into())]);
                    part.cell_fault(class.as_str(), deviation.as_str(), reason)
                })?;
            row[span.least as usize - 2..=span.most as usize - 2].fill(*deviation);
            next = span.most + 1;
        }
        if next != 13 {
            let blanks = [("row", (&found.key).into()), ("most", 12.into())];
            return Err(part.row_fault(found, RANGES_END_AT.with(blanks)));
        }
    }
    Ok(deviations)
}

fn read_losses(part: &Part) -> Result<[[i32; 15]; 6], TableFault> {
    expect_columns_1_to_15(part)?;
    let rows = ["1", "2", "3", "4", "5", "6"];
    part.expect_rows(&rows)?;
    let mut losses = [[0; 15]; 6];
    for (losses, row) in losses.iter_mut().zip(rows) {
        part.expect_rising(row)?;
        *losses = part.wholes(row)?;
    }
    Ok(losses)
}

fn read_material(part: &Part) -> Result<[Material; 8], TableFault> {
    let rows = ["5", "6", "7", "8", "9", "10", "11", "12"];
    part.expect_rows(&[&rows[..], &["-n..4"]].concat())?;
    let mut material = [Material::default(); 8];
    for (material, row) in material.iter_mut().zip(rows) {
        let count = |column| Ok::<_, TableFault>(part.whole_or_dash(row, column)?.unwrap_or(0));
        *material = Material {
            horses_killed: count("horses_killed")?,
            guns_damaged: count("guns_damaged")?,
            guns_destroyed: count("guns_destroyed")?,
            limbers_damaged: count("limbers_damaged")?,
            limbers_destroyed: count("limbers_destroyed")?,
            limbered_guns_destroyed: count("limbered_guns_destroyed")?,
        };
    }
    // 4 and less cost nothing.
    let least = part.row("-n..4")?;
    if least.cells.iter().any(|cell| *cell != Cell::Dash) {
        return Err(part.row_fault(least, ONLY_DASHES.with([("row", (&least.key).into())])));
    }
    Ok(material)
}
