//! Valeur: the kinds of troops it stands for, and the units of 1813 and 1815 (skema XXII to XXIV).

mod vocabulary;

pub use vocabulary::{Nation, Theatre, TroopKind, ValeurArm, ValeurUnit};

use krigsspil_engine::dice::Dice;
use krigsspil_engine::fact::Choice;
use krigsspil_engine::table::{Part, Span, TableFault, TableShelf};
use krigsspil_engine::{About, Fault, Group, Listener, Procedure, Sentence};

use super::modifiers::{OTHER_NATIONS_ROW, UNIT_HAS_NO_NUMBER};
use crate::tables::Tables;
use crate::tables::wordings::{HAS_NO_NUMBERS, NEEDS_NUMBERS, NO_NUMBERS, VALEUR_RISES};

/// A unit in a valeur table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValeurRow {
    /// Its valeur.
    pub valeur: i32,
    /// Its nation.
    pub nation: Nation,
    /// The unit.
    pub unit: ValeurUnit,
    /// The numbers of the regiments, battalions, divisions or corps; empty if they are not numbered.
    pub numbers: Vec<i32>,
}

/// Skema XXII to XXIV.
#[derive(Clone, Debug)]
pub struct ValeurTables {
    kinds: [i32; TroopKind::ALL.len()],
    rows: [[Vec<ValeurRow>; ValeurArm::ALL.len()]; Theatre::ALL.len()],
}

/// Reads `corps 1 2` or `national_guard_battalion 1..10`.
fn read_unit(text: &str) -> Result<(ValeurUnit, Vec<i32>), Sentence> {
    let mut words = text.split_whitespace();
    let unit: ValeurUnit = words.next().unwrap_or_default().parse()?;
    let mut numbers = Vec::new();
    for word in words {
        let span = Span::parse(word).filter(|span| span.least >= 1 && span.most <= 200);
        let span = span.ok_or_else(|| NO_NUMBERS.with([("given", word.into())]))?;
        numbers.extend(span.least..=span.most);
    }
    match (unit.is_numbered(), numbers.is_empty()) {
        (true, true) => Err(NEEDS_NUMBERS.with([("unit", unit.into())])),
        (false, false) => Err(HAS_NO_NUMBERS.with([("unit", unit.into())])),
        _ => Ok((unit, numbers)),
    }
}

/// Reads the lines of a part, which are in order, with valeurs that never rise.
fn read_lines(part: &Part) -> Result<Vec<ValeurRow>, TableFault> {
    part.row_spans()?;
    let mut rows = Vec::new();
    let mut before = i32::MAX;
    for line in &part.rows {
        let valeur = part.whole(&line.key, "valeur")?;
        if valeur > before {
            let reason = VALEUR_RISES.with([("given", valeur.into()), ("before", before.into())]);
            return Err(part.cell_fault(&line.key, "valeur", reason));
        }
        before = valeur;
        let nation = part.parsed(&line.key, "nation")?;
        for text in part.word(&line.key, "units")?.split(',') {
            let (unit, numbers) =
                read_unit(text).map_err(|reason| part.cell_fault(&line.key, "units", reason))?;
            rows.push(ValeurRow { valeur, nation, unit, numbers });
        }
    }
    Ok(rows)
}

impl ValeurTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<ValeurTables, TableFault> {
        let categories = shelf.table("skema-XXII")?.only_part()?;
        categories.expect_rows(TroopKind::NAMES)?;
        let mut kinds = [0; TroopKind::ALL.len()];
        for (valeur, kind) in kinds.iter_mut().zip(TroopKind::NAMES) {
            *valeur = categories.whole(kind, "valeur")?;
        }
        let mut rows: [[Vec<ValeurRow>; ValeurArm::ALL.len()]; Theatre::ALL.len()] = Default::default();
        for (theatre, id) in rows.iter_mut().zip(["skema-XXIII", "skema-XXIV"]) {
            let table = shelf.table(id)?;
            for (lines, arm) in theatre.iter_mut().zip(ValeurArm::NAMES) {
                *lines = read_lines(table.part(arm)?)?;
            }
        }
        Ok(ValeurTables { kinds, rows })
    }

    /// The valeur of a kind of troops (skema XXII).
    pub const fn of_kind(&self, kind: TroopKind) -> i32 {
        self.kinds[kind as usize]
    }

    /// Every unit of a table, in printed order.
    pub fn rows(&self, theatre: Theatre, arm: ValeurArm) -> &[ValeurRow] {
        &self.rows[theatre as usize][arm as usize]
    }

    /// The units of one nation in a table, in printed order.
    pub fn of_nation(
        &self,
        theatre: Theatre,
        arm: ValeurArm,
        nation: Nation,
    ) -> impl Iterator<Item = &ValeurRow> + Clone {
        self.rows(theatre, arm).iter().filter(move |row| row.nation == nation)
    }

    /// The nations printed in a theatre's tables, each once, in the order of first appearance.
    pub fn nations(&self, theatre: Theatre) -> Vec<Nation> {
        let mut nations = Vec::new();
        for row in self.rows[theatre as usize].iter().flatten() {
            if !nations.contains(&row.nation) {
                nations.push(row.nation);
            }
        }
        nations
    }
}

krigsspil_engine::facts! {
    /// A kind of troops.
    pub struct ValeurCategory {
        category: TroopKind, "skema XXII";
    }
}

krigsspil_engine::outcome! {
    /// Its valeur.
    pub struct ValeurCategoryResult {
        valeur: i32;
    }
}

impl Procedure for ValeurCategory {
    type Tables = Tables;
    type Outcome = ValeurCategoryResult;
    const ABOUT: About =
        About { name: "valeur_category", group: Group::Army, dice: "", cites: &["skema XXII", "04.05.2"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ValeurCategoryResult, Fault> {
        Ok(ValeurCategoryResult { valeur: tables.armies.valeur.of_kind(self.category) })
    }
}

krigsspil_engine::facts! {
    /// A unit to look up in a valeur table.
    pub struct ValeurLookup {
        theatre: Theatre, "skema XXIII skema XXIV";
        arm: ValeurArm, "skema XXIII skema XXIV";
        nation: Nation, "skema XXIII skema XXIV";
        unit: Option<ValeurUnit> = None, "skema XXIII skema XXIV";
        number: Option<i32> [1..=200] = None, "skema XXIII skema XXIV";
    }
}

krigsspil_engine::outcome! {
    /// One unit in the table.
    pub struct ValeurMatch {
        valeur: i32;
        nation: Nation;
        unit: ValeurUnit;
        numbers: Vec<i32>;
    }

    /// Every row that fits.
    pub struct ValeurLookupResult {
        found: bool;
        rows: Vec<ValeurMatch>;
        valeur: Option<i32>;
        highest: Option<i32>;
        known_units: Vec<ValeurUnit>;
    }
}

impl ValeurLookup {
    fn fits(&self, row: &ValeurRow) -> bool {
        self.unit.is_none_or(|unit| row.unit == unit)
            && self.number.is_none_or(|number| row.numbers.contains(&number))
    }

    /// Whether the rows for other nations apply: a unit is named, and the nation has no row for it, nor for its guard under other names
    /// (ruling 55).
    fn takes_other_row(&self, tables: &ValeurTables) -> bool {
        let prints = |units: &[ValeurUnit]| {
            tables.of_nation(self.theatre, self.arm, self.nation).any(|row| units.contains(&row.unit))
        };
        match self.unit {
            None => false,
            Some(ValeurUnit::Guard) => {
                !prints(&[ValeurUnit::Guard, ValeurUnit::OldGuard, ValeurUnit::YoungGuard])
            }
            Some(unit) => !prints(&[unit]),
        }
    }

    fn matches(&self, tables: &ValeurTables, nation: Nation) -> Vec<ValeurMatch> {
        tables
            .of_nation(self.theatre, self.arm, nation)
            .filter(|row| self.fits(row))
            .map(|row| ValeurMatch {
                valeur: row.valeur,
                nation: row.nation,
                unit: row.unit,
                numbers: row.numbers.clone(),
            })
            .collect()
    }
}

impl Procedure for ValeurLookup {
    type Tables = Tables;
    type Outcome = ValeurLookupResult;
    const ABOUT: About = About {
        name: "valeur_lookup",
        group: Group::Army,
        dice: "",
        cites: &["skema XXIII", "skema XXIV", "skema XXIII.note", "04.05.2"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<ValeurLookupResult, Fault> {
        let tables = &tables.armies.valeur;
        if self.number.is_some() && !self.unit.is_some_and(ValeurUnit::is_numbered) {
            return Err(Fault::refused("number", &UNIT_HAS_NO_NUMBER));
        }
        let mut rows = self.matches(tables, self.nation);
        if self.takes_other_row(tables) {
            rows = self.matches(tables, Nation::Other);
            report.holds(!rows.is_empty() && self.nation != Nation::Other, &OTHER_NATIONS_ROW);
        }
        let mut known_units = Vec::new();
        for row in tables.of_nation(self.theatre, self.arm, self.nation) {
            if !known_units.contains(&row.unit) {
                known_units.push(row.unit);
            }
        }
        Ok(ValeurLookupResult {
            found: !rows.is_empty(),
            valeur: rows.iter().map(|row| row.valeur).min(),
            highest: rows.iter().map(|row| row.valeur).max(),
            rows,
            known_units,
        })
    }
}
