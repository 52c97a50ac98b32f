//! Reads the lists from their tables: the printed cell gives the numbers, the codes beside it give what the print says elsewhere.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::table::{Cell, Part, Row, Table, TableFault, TableShelf};
use krigsspil_engine::wordings::out_of_range;
use krigsspil_engine::{Filling, Sentence, UnknownWord};

use super::cell::{self, BatteryCell, CellPart, TroopCell};
use super::codes::{Codes, years_backwards};
use super::list::*;
use super::shared::{Shared, Text};
use super::vocabulary::*;
use super::{Correction, Corrections};
use crate::tables::wordings::*;

/// A cell that a ruling fills from another column begins with this (§army.R36).
const CARRIED: &str = "= ";

pub(super) fn corrections(shelf: &TableShelf) -> Result<Corrections, TableFault> {
    let part = shelf.table("army-corrections")?.only_part()?;
    let read = |row: &Row| {
        Ok(Correction {
            arm: part.parsed(&row.key, "arm")?,
            cell: part.word(&row.key, "cell")?.into(),
            reads: part.word(&row.key, "reads")?.into(),
            ruling: part.word(&row.key, "ruling")?.into(),
        })
    };
    Ok(Corrections(part.rows.iter().map(read).collect::<Result<_, _>>()?))
}

pub(super) fn army(
    nation: Nation,
    shelf: &TableShelf,
    corrections: &Corrections,
) -> Result<Army, TableFault> {
    let table = shelf.table(&format!("army-{nation}"))?;
    let units = table.part("units")?;
    let columns = table
        .part("columns")?
        .rows
        .iter()
        .map(|row| column(table.part("columns")?, row, units, corrections))
        .collect::<Result<Vec<_>, _>>()?;
    expect_columns(units, &columns)?;
    Ok(Army {
        nation,
        title: table.printed.as_str().into(),
        limits: limits(table, &columns)?,
        notes: notes(nation, table)?,
        columns,
    })
}

/// The columns in front of those of the periods.
const UNIT_COLUMNS: [&str; 4] = ["name", "label", "arm", "codes"];

fn expect_columns(units: &Part, columns: &[Column]) -> Result<(), TableFault> {
    let wanted = UNIT_COLUMNS.into_iter().chain(columns.iter().map(|column| column.period.as_str()));
    if units.columns.iter().map(String::as_str).eq(wanted) {
        Ok(())
    } else {
        Err(units.columns_fault(Filling::sentence(LIST_COLUMNS)))
    }
}

/// The part with this key, if it exists: not every list has notes and rules.
fn part_if_any<'a>(table: &'a Table, key: &str) -> Option<&'a Part> {
    table.parts.iter().find(|part| part.key == key)
}

fn column(part: &Part, row: &Row, units: &Part, corrections: &Corrections) -> Result<Column, TableFault> {
    let period: Period = row.key.parse().map_err(|error: UnknownWord| part.row_fault(row, error))?;
    let years = [part.whole(&row.key, "from")?, part.whole(&row.key, "to")?];
    if years[0] > years[1] {
        return Err(part.row_fault(row, years_backwards(years)));
    }
    let source = Source { units, period, years, corrections };
    let mut rows: Vec<Shared<ListedUnit>> = Vec::new();
    for row in &units.rows {
        let Some(unit) = source.unit(row)? else { continue };
        if rows.iter().any(|before| before.name == unit.name) {
            let blanks = [("unit", (&*unit.name).into()), ("column", period.into())];
            return Err(units.row_fault(row, TWICE_IN.with(blanks)));
        }
        rows.push(unit.into());
    }
    Ok(Column { period, title: part.word(&row.key, "title")?.into(), years, rows: rows.into() })
}

/// The source of the rows of one column.
struct Source<'a> {
    units: &'a Part,
    period: Period,
    years: [i32; 2],
    corrections: &'a Corrections,
}

impl Source<'_> {
    /// The row's unit in this column; `None` if the nation has none.
    fn unit(&self, row: &Row) -> Result<Option<ListedUnit>, TableFault> {
        let fault = |reason: Sentence| self.units.row_fault(row, reason);
        let Some(printed) = self.printed(row, self.period)? else { return Ok(None) };
        let (printed, carried) = match printed.strip_prefix(CARRIED) {
            None => (printed, ""),
            Some(from) => {
                let from: Period = from.parse().map_err(|error: UnknownWord| fault(error.into()))?;
                let printed = self.printed(row, from)?;
                (printed.ok_or_else(|| fault(NOTHING_IN.with([("column", from.into())])))?, from.as_str())
            }
        };
        let arm: ListedArm = self.units.parsed(&row.key, "arm")?;
        let codes = match self.units.cell(&row.key, "codes")? {
            Cell::Dash => Codes::default(),
            _ => Codes::read(self.units.word(&row.key, "codes")?).map_err(&fault)?,
        };
        let (text, correction) = self.corrections.mend(printed, arm.cell());
        let mut parts = cell::parts(&text, arm.cell())
            .ok_or_else(|| fault(NO_LIST_CELL.with([("given", printed.into()), ("arm", arm.into())])))?;
        let place = codes.whole("part").map_err(&fault)?.map_or(0, |part| part as usize - 1);
        if place >= parts.len() {
            return Err(fault(NO_SUCH_PART.with([("given", printed.into()), ("part", (place + 1).into())])));
        }
        let word = |column: &str| self.units.word(&row.key, column).map(Text::from);
        let frame = Frame { arm, years: self.years, codes: &codes };
        let mut unit = match parts.swap_remove(place) {
            CellPart::Troops(part) => frame.troops(part),
            CellPart::Battery(part) => frame.battery(part),
        }
        .map_err(&fault)?;
        unit.name = word("name")?;
        unit.label = word("label")?;
        unit.cell = printed.into();
        unit.corrected = correction.is_some();
        if !carried.is_empty() {
            unit.carried = carried;
            unit.ruled = vec!["carried".into()];
        }
        Ok(Some(unit))
    }

    /// The printed cell of a row in a column; `None` if it is blank.
    fn printed<'r>(&self, row: &'r Row, period: Period) -> Result<Option<&'r str>, TableFault> {
        let place = self.units.columns.iter().position(|column| column == period.as_str());
        match place.and_then(|place| row.cells.get(place)) {
            Some(Cell::Word(word)) => Ok(Some(word)),
            Some(Cell::Dash) => Ok(None),
            _ => Err(self.units.cell_fault(&row.key, period.as_str(), LIST_CELL_OR_DASH)),
        }
    }
}

/// The context of a cell: its row's arm and codes, and the years of its column.
struct Frame<'a> {
    arm: ListedArm,
    years: [i32; 2],
    codes: &'a Codes,
}

impl Frame<'_> {
    fn troops(&self, part: TroopCell) -> Result<ListedUnit, Sentence> {
        let mut unit = self.bare(part.available, part.mark, part.limit)?;
        let codes = self.codes;
        (unit.melee, unit.morale) = (part.melee, part.morale);
        unit.castings = part.castings;
        unit.castings_by_battalion = part.castings_by_battalion;
        unit.stands = part.stands;
        unit.half_stands = part.half_stands;
        unit.squadrons = part.squadrons;
        unit.fm9 = part.fm9;
        unit.attached |= part.attached;
        unit.lancer |= part.lancers;
        unit.percent_max = part.percent_max;
        unit.remark = part.remark;
        if codes.has("share") {
            unit.percent_max = unit.available.take();
            unit.limit = None;
            unit.mark = Mark::Percentage;
        }
        if self.arm == ListedArm::Cavalry {
            unit.counted_in = if unit.attached { CountedIn::Squadron } else { CountedIn::Regiment };
            let heavy = codes.has("heavy").then_some(Weight::Heavy);
            let medium = codes.has("medium").then_some(Weight::Medium);
            unit.weight = heavy.or(medium).or(Some(Weight::Light));
            return Ok(unit);
        }
        let regiment = codes.whole("regiment")?;
        (unit.counted_in, unit.battalions_each) = match (regiment, part.counted) {
            _ if codes.has("company") => (CountedIn::Company, 0),
            (Some(battalions), _) => (CountedIn::Regiment, battalions),
            (None, CellCount::Regiment) => (CountedIn::Regiment, part.battalions_each.unwrap_or(1)),
            (None, _) => (CountedIn::Battalion, 1),
        };
        Ok(unit)
    }

    fn battery(&self, part: BatteryCell) -> Result<ListedUnit, Sentence> {
        let mut unit = self.bare(part.available, part.mark, part.limit)?;
        let codes = self.codes;
        let crew = codes.value("crew").and_then(cell::grade_alone);
        (unit.melee, unit.morale) = crew.ok_or(NEEDS_A_CREW)?;
        unit.pounders = match part.pounder {
            Some(pounder) => ArrayVec::from_iter([pounder]),
            None => codes.pounders()?.ok_or(NEEDS_A_POUNDER)?,
        };
        unit.counted_in = CountedIn::Battery;
        unit.guns = Some(part.guns);
        unit.guns_max = Some(part.guns_max);
        unit.howitzers = Some(part.howitzers);
        unit.ratio_kind = Some(part.ratio_kind);
        unit.ratio = part.ratio;
        unit.ratio_base = Some(match (self.arm, codes.has("guard_ratio"), part.ratio_base) {
            (ListedArm::HorseBattery, true, _) | (_, _, CellRatioBase::GuardCavalryRegiments) => {
                RatioBase::GuardCavalryRegiments
            }
            (_, true, _) => RatioBase::GuardBattalions,
            (_, false, CellRatioBase::Battalions) => RatioBase::Battalions,
            (ListedArm::HorseBattery, false, CellRatioBase::NotSaid) => RatioBase::CavalryRegiments,
            (_, false, CellRatioBase::NotSaid) => RatioBase::Battalions,
        });
        unit.remark = part.remark;
        Ok(unit)
    }

    /// The unit from the codes alone, with the number available.
    fn bare(&self, available: Option<i32>, mark: Mark, limit: Option<i32>) -> Result<ListedUnit, Sentence> {
        let codes = self.codes;
        let by_year = codes.by_year()?;
        let last_step = by_year.as_ref().and_then(|steps| steps.last()).map(|[_, limit]| *limit);
        let (available, mark, limit) = match codes.value("number") {
            None => (available, mark, codes.whole("limit")?.or(last_step).or(limit)),
            Some("?") => (None, Mark::NotStated, None),
            Some(_) => (codes.whole("number")?, mark, codes.whole("number")?),
        };
        let [skirmish, converged] = [codes.has("skirmish"), codes.has("converged")];
        Ok(ListedUnit {
            name: "".into(),
            label: "".into(),
            cell: "".into(),
            arm: self.arm,
            available,
            mark,
            limit,
            by_year,
            counted_in: CountedIn::Battalion,
            battalions_each: 0,
            battalions_cap: codes.whole("cap")?,
            melee: 1,
            morale: MoraleGrade::G,
            castings: ArrayVec::new(),
            castings_by_battalion: None,
            stands: None,
            half_stands: false,
            squadrons: None,
            fm9: false,
            skirmish,
            skirmish_capable: (skirmish || converged) && !codes.has("no_skirmish"),
            rifle: codes.has("rifle"),
            lancer: codes.has("lancer"),
            guard: codes.has("guard"),
            converged,
            attached: codes.has("attached"),
            no_muskets: codes.has("no_muskets"),
            cossack: codes.has("cossack"),
            elephants: codes.has("elephants"),
            american_indian: codes.has("american_indian"),
            volunteer: codes.has("volunteer"),
            home_only: codes.has("home_only"),
            weight: None,
            percent_max: None,
            pounders: ArrayVec::new(),
            guns: None,
            guns_max: None,
            howitzers: None,
            ratio_kind: None,
            ratio: None,
            ratio_base: None,
            years: codes.years()?.unwrap_or(self.years),
            supplement: codes.has("supplement"),
            carried: "",
            corrected: false,
            ruled: codes.ruled(),
            remark: "".into(),
        })
    }
}

/// The codes of the limits.
const LIMIT_CODES: [&str; 5] = ["exclusive", "share_base", "min_share", "share_range", "converged_line"];

/// The limits of a list; each may only name existing rows.
fn limits(table: &Table, columns: &[Column]) -> Result<Vec<Limit>, TableFault> {
    let Some(part) = part_if_any(table, "rules") else { return Ok(Vec::new()) };
    let read = |row: &Row| {
        let key = row.key.as_str();
        let subject = Text::from(part.word(key, "subject")?);
        let rows: Vec<Text> = part.word(key, "rows")?.split("; ").map(Text::from).collect();
        let known = |name: &Text| columns.iter().any(|column| column.place(name).is_some());
        if let Some(name) = rows.iter().find(|name| !known(name)) {
            return Err(part.row_fault(row, NO_LIST_ROW.with([("given", (&**name).into())])));
        }
        let figure = |column: &str| part.whole(key, column);
        let segment = |rows| Segment { id: subject.clone(), rows };
        Ok(match part.word(key, "code")? {
            "exclusive" => Limit::Exclusive { row: subject, excludes: rows },
            "share_base" => Limit::ShareBase(segment(rows)),
            "min_share" => Limit::MinShare { segment: segment(rows), percent: figure("figure")? },
            "share_range" => {
                Limit::ShareRange { segment: segment(rows), least: figure("figure")?, most: figure("most")? }
            }
            "converged_line" => match &rows[..] {
                [with] => {
                    Limit::ConvergedLine { row: subject, with: with.clone(), castings: figure("figure")? }
                }
                _ => return Err(part.row_fault(row, ONE_ROW_SETS)),
            },
            code => return Err(part.cell_fault(key, "code", UnknownWord::new(code, &LIMIT_CODES))),
        })
    };
    part.rows.iter().map(read).collect()
}

/// The notes of a list, with their orders of battle.
fn notes(nation: Nation, table: &Table) -> Result<Vec<Shared<Note>>, TableFault> {
    let Some(part) = part_if_any(table, "notes") else { return Ok(Vec::new()) };
    let bodies = part_if_any(table, "formations").map(bodies).transpose()?.unwrap_or_default();
    let read = |row: &Row| {
        let key = row.key.as_str();
        let number: i32 = key.parse().map_err(|_| part.row_fault(row, NOTE_NUMBER))?;
        let bodies: Vec<_> = bodies.iter().filter(|body| body.note == number).collect();
        Ok(Note {
            id: format!("{nation}.note.{number}").as_str().into(),
            from: part.whole_or_dash(key, "from")?,
            to: part.whole_or_dash(key, "to")?,
            kind: part.parsed(key, "kind")?,
            text: part.word(key, "text")?.into(),
            formations: formations(&mut bodies.as_slice(), 1),
        }
        .into())
    };
    part.rows.iter().map(read).collect()
}

/// A line of an order of battle: a formation and its depth in the note's tree.
struct Body {
    note: i32,
    depth: i32,
    least: i32,
    most: i32,
    of: Text,
}

fn bodies(part: &Part) -> Result<Vec<Body>, TableFault> {
    let mut before = (0, 0);
    let read = |row: &Row| {
        let figure = |column: &str| part.whole(&row.key, column);
        let body = Body {
            note: figure("note")?,
            depth: figure("depth")?,
            least: figure("least")?,
            most: figure("most")?,
            of: part.word(&row.key, "of")?.into(),
        };
        let deepest = if body.note == before.0 { before.1 + 1 } else { 1 };
        if !(1..=deepest).contains(&body.depth) {
            return Err(part.cell_fault(&row.key, "depth", out_of_range(body.depth, 1, deepest)));
        }
        before = (body.note, body.depth);
        Ok(body)
    };
    part.rows.iter().map(read).collect()
}

/// Takes the formations of one depth, each with those below it, from the front.
fn formations(bodies: &mut &[&Body], depth: i32) -> Vec<Formation> {
    let mut formations = Vec::new();
    while let [body, rest @ ..] = *bodies
        && body.depth == depth
    {
        *bodies = rest;
        let contains = self::formations(bodies, depth + 1);
        formations.push(Formation { n: body.least, n_max: body.most, of: body.of.clone(), contains });
    }
    formations
}
