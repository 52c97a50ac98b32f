//! Appendix 1, the generals' supplement and the country supplement.

use krigsspil_engine::table::{Cell, Part, TableFault, TableShelf};

use super::wordings::SLOWER_IN_COLUMN;
use crate::vocabulary::{BaseKind, Branch, CavalryClass, Formation, General, PrussianBrigade, UnitKind};

/// A base of appendix 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Base {
    /// Figures on it.
    pub figures: i32,
    /// Its width.
    pub width_cm: f64,
    /// Its depth.
    pub depth_cm: f64,
}

pub(super) fn read_bases(shelf: &TableShelf) -> Result<[Base; BaseKind::ALL.len()], TableFault> {
    let part = shelf.table("appendiks-1")?.only_part()?;
    part.expect_rows(&BaseKind::ALL.iter().map(|kind| kind.as_str()).collect::<Vec<_>>())?;
    let mut bases = [Base { figures: 0, width_cm: 0.0, depth_cm: 0.0 }; BaseKind::ALL.len()];
    for (base, kind) in bases.iter_mut().zip(BaseKind::ALL) {
        let row = kind.as_str();
        *base = Base {
            figures: part.within(row, "figures", 1..=20)?,
            width_cm: part.number(row, "width_cm")?,
            depth_cm: part.number(row, "depth_cm")?,
        };
    }
    Ok(bases)
}

/// A general: his values, and where they apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GeneralRow {
    /// Command ability with an army; `None` if he cannot serve there.
    pub army: Option<i32>,
    /// Command ability with a corps.
    pub corps: Option<i32>,
    /// Added to the melee of a unit that he joins.
    pub melee: i32,
    /// Added to its morale.
    pub morale: i32,
    /// Command ability with an army of cavalry, if it differs (R8).
    pub army_of_cavalry: Option<i32>,
}

pub(super) fn read_generals(shelf: &TableShelf) -> Result<Vec<GeneralRow>, TableFault> {
    let mut checked = "";
    General::ALL
        .iter()
        .map(|general| {
            let (nation, row) = general.parts();
            let table = shelf.table(&format!("generaler-{nation}"))?;
            let part = table.part("generals")?;
            if checked != nation {
                part.expect_rows(&rows_of(General::ALL.iter().map(|other| other.parts()), &nation))?;
                checked = nation;
            }
            let cavalry = table.part("army_of_cavalry").and_then(|part| part.whole(row, "army")).ok();
            Ok(GeneralRow {
                army: part.whole_or_dash(row, "army")?,
                corps: part.whole_or_dash(row, "corps")?,
                melee: part.whole(row, "melee")?,
                morale: part.whole(row, "morale")?,
                army_of_cavalry: cavalry,
            })
        })
        .collect()
}

/// The rows under one heading.
fn rows_of<'a, H: PartialEq>(all: impl Iterator<Item = (H, &'a str)>, heading: &H) -> Vec<&'a str> {
    all.filter(|(under, _)| under == heading).map(|(_, row)| row).collect()
}

/// A row of the country supplement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitRow {
    /// Its arm.
    pub branch: Branch,
    /// March column on a road under a march order, in cm each turn.
    pub march_column_cm: i32,
    /// Column, or limbered.
    pub column_cm: i32,
    /// Line, or unlimbered.
    pub line_cm: i32,
    /// The rout move.
    pub rout_cm: i32,
    /// A formation change, in quarter turns.
    pub formation_change: i32,
    /// Melee addition.
    pub melee: i32,
    /// Fire addition; `None` if it cannot fire.
    pub fire: Option<i32>,
    /// Morale addition.
    pub morale: i32,
    /// The class of cavalry, if the row states it.
    pub class: Option<CavalryClass>,
    /// The rules for English cavalry brigades apply (R24).
    pub english_cavalry: bool,
    /// French Guard artillery.
    pub french_guard: bool,
}

/// The fastest rate of a row; marches are computed exactly for every whole rate up to it.
pub const FASTEST_CM: i32 = 60;

impl UnitRow {
    /// The march distance of a whole turn in a formation; a square cannot move (§4.4.2). `road` means a road under a march order.
    pub const fn rate_cm(&self, formation: Formation, road: bool) -> i32 {
        match formation {
            Formation::MarchColumn | Formation::Limbered if road => self.march_column_cm,
            Formation::MarchColumn | Formation::Limbered | Formation::Column => self.column_cm,
            Formation::Line | Formation::Unlimbered => self.line_cm,
            Formation::Square => 0,
        }
    }
}

pub(super) fn read_units(shelf: &TableShelf) -> Result<Vec<UnitRow>, TableFault> {
    let mut checked = ("", "");
    UnitKind::ALL
        .iter()
        .map(|unit| {
            let (list, arm, row) = unit.parts();
            let part = shelf.table(&format!("land-{list}"))?.part(arm)?;
            if checked == (list, arm) {
                return read_unit(part, arm, row);
            }
            let all = UnitKind::ALL.iter().map(|other| {
                let (list, arm, row) = other.parts();
                ((list, arm), row)
            });
            part.expect_rows(&rows_of(all, &(list, arm)))?;
            checked = (list, arm);
            read_unit(part, arm, row)
        })
        .collect()
}

fn read_unit(part: &Part, arm: &str, row: &str) -> Result<UnitRow, TableFault> {
    let rate = |column| part.within(row, column, 1..=FASTEST_CM);
    let branch = match arm {
        "inf" => Branch::Infantry,
        "cav" => Branch::Cavalry,
        _ if part.word(row, "battery")? == "horse" => Branch::HorseArtillery,
        _ => Branch::FootArtillery,
    };
    let class = match part.cell(row, "class") {
        Ok(Cell::Word(_)) => Some(part.parsed(row, "class")?),
        _ => None,
    };
    let unit = UnitRow {
        branch,
        march_column_cm: rate("march_column")?,
        column_cm: rate("column_or_limbered")?,
        line_cm: rate("line_or_unlimbered")?,
        rout_cm: rate("rout")?,
        formation_change: part.within(row, "formation_change", 0..=4)?,
        melee: part.whole(row, "melee")?,
        fire: part.whole_or_dash(row, "fire")?,
        morale: part.whole(row, "morale")?,
        class,
        english_cavalry: branch == Branch::Cavalry && part.yes_no(row, "english_cavalry")?,
        french_guard: branch.is_artillery() && part.yes_no(row, "french_guard")?,
    };
    if unit.line_cm > unit.column_cm || unit.column_cm > unit.march_column_cm {
        return Err(part.row_fault(part.row(row)?, SLOWER_IN_COLUMN.with([("row", row.into())])));
    }
    Ok(unit)
}

/// A named Prussian cavalry brigade of 1815.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BrigadeRow {
    /// Its group, 1 to 3.
    pub group: i32,
    /// Its class.
    pub class: CavalryClass,
}

pub(super) fn read_brigades(
    shelf: &TableShelf,
) -> Result<[BrigadeRow; PrussianBrigade::ALL.len()], TableFault> {
    let part = shelf.table("land-prussia_1815")?.part("brigades")?;
    part.expect_rows(&PrussianBrigade::ALL.iter().map(|brigade| brigade.as_str()).collect::<Vec<_>>())?;
    let mut rows = [BrigadeRow { group: 1, class: CavalryClass::Light }; PrussianBrigade::ALL.len()];
    for (row, brigade) in rows.iter_mut().zip(PrussianBrigade::ALL) {
        let name = brigade.as_str();
        *row = BrigadeRow { group: part.within(name, "group", 1..=3)?, class: part.parsed(name, "class")? };
    }
    Ok(rows)
}
