//! Lookups: the lists, their rows and notes, and the reading of a cell.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use super::cell::{self, CellPart};
use super::list::{ListedUnit, Note};
use super::modifiers::*;
use super::shared::{Shared, Text};
use super::vocabulary::*;
use crate::tables::Tables;

/// The first year for which lists exist.
const FIRST_YEAR: i32 = 1790;

krigsspil_engine::facts! {
    /// A year, or 0 for every list.
    pub struct ArmyIndex {
        year: i32 [0..=1820] = 0, "army.R46";
    }
}

krigsspil_engine::outcome! {
    /// The lists for the year.
    pub struct ArmyIndexResult {
        nations: i32;
        count: i32;
        lists: Vec<ListReference>;
    }

    /// One column of a list.
    pub struct ListReference {
        nation: Nation;
        period: Period;
        exact: bool;
    }
}

impl Procedure for ArmyIndex {
    type Tables = Tables;
    type Outcome = ArmyIndexResult;
    const ABOUT: About =
        About { name: "army_index", group: Group::Army, dice: "", cites: &["army.lists", "army.R46"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ArmyIndexResult, Fault> {
        let year = self.year;
        if (1..FIRST_YEAR).contains(&year) {
            return Err(Fault::refused("year", &YEAR_BEFORE_LISTS));
        }
        let mut lists = Vec::new();
        let mut nations = 0;
        for army in tables.armies.all() {
            let before = lists.len();
            let reference = |period, exact| ListReference { nation: army.nation, period, exact };
            let serving = army.columns.iter().filter(|column| year == 0 || column.holds(year));
            lists.extend(serving.map(|column| reference(column.period, true)));
            if lists.len() == before {
                let earlier = army.columns.iter().filter(|column| column.years[1] < year);
                let latest = earlier.max_by_key(|column| column.years[1]);
                lists.extend(latest.map(|column| reference(column.period, false)));
            }
            nations += i32::from(lists.len() > before);
        }
        Ok(ArmyIndexResult { nations, count: lists.len() as i32, lists })
    }
}

krigsspil_engine::facts! {
    /// A column of a list.
    pub struct ArmyList {
        nation: Nation, "army.lists";
        period: Period, "army.lists";
    }
}

krigsspil_engine::outcome! {
    /// The list in that column.
    pub struct ArmyListResult {
        title: Text;
        period_title: Text;
        years: [i32; 2];
        count: i32;
        infantry: i32;
        cavalry: i32;
        batteries: i32;
        notes: Vec<Text>;
        rows: Shared<Vec<Shared<ListedUnit>>>;
    }
}

impl Procedure for ArmyList {
    type Tables = Tables;
    type Outcome = ArmyListResult;
    const ABOUT: About =
        About { name: "army_list", group: Group::Army, dice: "", cites: &["army.lists", "army.def.format"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ArmyListResult, Fault> {
        let army = tables.armies.army(self.nation);
        let column = army.column(self.period)?;
        let rows_of = |arm| column.rows.iter().filter(|row| row.arm.cell() == arm).count() as i32;
        Ok(ArmyListResult {
            title: army.title.clone(),
            period_title: column.title.clone(),
            years: column.years,
            count: column.rows.len() as i32,
            infantry: rows_of(CellArm::Infantry),
            cavalry: rows_of(CellArm::Cavalry),
            batteries: rows_of(CellArm::Battery),
            notes: army.notes_of(column).map(|note| note.id.clone()).collect(),
            rows: column.rows.clone(),
        })
    }
}

krigsspil_engine::facts! {
    /// A row of a column of a list.
    pub struct UnitLookup {
        nation: Nation, "army.lists";
        period: Period, "army.lists";
        name: String, "army.R58";
    }
}

impl Procedure for UnitLookup {
    type Tables = Tables;
    type Outcome = Shared<ListedUnit>;
    const ABOUT: About =
        About { name: "unit", group: Group::Army, dice: "", cites: &["army.lists", "army.def.format"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<Shared<ListedUnit>, Fault> {
        let column = tables.armies.army(self.nation).column(self.period)?;
        column.row("name", &self.name, |_| true).cloned()
    }
}

krigsspil_engine::facts! {
    /// A column of a list, for its notes.
    pub struct Deployment {
        nation: Nation, "army.lists";
        period: Period, "army.lists";
    }
}

krigsspil_engine::outcome! {
    /// The notes that apply.
    pub struct DeploymentResult {
        count: i32;
        notes: Vec<Shared<Note>>;
    }
}

impl Procedure for Deployment {
    type Tables = Tables;
    type Outcome = DeploymentResult;
    const ABOUT: About = About { name: "deployment", group: Group::Army, dice: "", cites: &["army.notes"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<DeploymentResult, Fault> {
        let army = tables.armies.army(self.nation);
        let notes: Vec<_> = army.notes_of(army.column(self.period)?).cloned().collect();
        Ok(DeploymentResult { count: notes.len() as i32, notes })
    }
}

krigsspil_engine::facts! {
    /// A cell, and the kind of its row.
    pub struct ParseCell {
        cell: String [0..=80];
        arm: CellArm;
    }
}

krigsspil_engine::outcome! {
    /// The contents of the cell.
    pub struct ParseCellResult {
        corrected: bool;
        ruling: Text;
        text: Text;
        parts: Vec<CellPart>;
    }
}

impl Procedure for ParseCell {
    type Tables = Tables;
    type Outcome = ParseCellResult;
    const ABOUT: About = About {
        name: "parse_cell",
        group: Group::Army,
        dice: "",
        cites: &[
            "army.def.format",
            "army.R12",
            "army.R13",
            "army.R14",
            "army.R15",
            "army.R16",
            "army.R17",
            "army.R18",
            "army.R19",
            "army.R20",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ParseCellResult, Fault> {
        let (text, correction) = tables.armies.corrections.mend(&self.cell, self.arm);
        let parts = cell::parts(&text, self.arm).ok_or_else(|| Fault::refused("cell", &UNREADABLE_CELL))?;
        Ok(ParseCellResult {
            corrected: correction.is_some(),
            ruling: correction.map_or_else(|| "".into(), |correction| correction.ruling.clone()),
            text,
            parts,
        })
    }
}
