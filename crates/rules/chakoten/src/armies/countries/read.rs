//! Reading a supplement from its table.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::table::{Cell, Part, Table, TableFault, TableShelf};
use krigsspil_engine::wordings::{NO_DASH, UNKNOWN_PART};
use krigsspil_engine::{Sentence, UnknownWord};

use super::super::modifiers::MODIFIERS;
use super::super::read::{list, parsed_or_dash, span_or_dash, wholes};
use super::*;
use crate::tables::wordings::{LATER_DAYS, NO_UNIT_OF_COUNTRY};

/// The parts a supplement may have; the first three are required.
const PARTS: &[&str] = &[
    "organisation",
    "ranks",
    "detachment",
    "split",
    "squadrons_by_year",
    "weapons",
    "batteries",
    "training",
    "closed",
    "special",
];

/// A cell read as a share, a year or a day, whether it is printed as a number or as a word; `None` for a dash.
fn text_or_dash<T: std::str::FromStr<Err = Sentence>>(
    part: &Part,
    row: &str,
    column: &str,
) -> Result<Option<T>, TableFault> {
    match part.cell(row, column)? {
        Cell::Dash => Ok(None),
        cell => cell.to_string().parse().map(Some).map_err(|reason| part.cell_fault(row, column, reason)),
    }
}

fn years(part: &Part, row: &str, column: &str) -> Result<Years, TableFault> {
    Ok(text_or_dash(part, row, column)?.unwrap_or(Years::ALL))
}

fn share(part: &Part, row: &str, column: &str) -> Result<Share, TableFault> {
    text_or_dash(part, row, column)?.ok_or_else(|| part.cell_fault(row, column, NO_DASH))
}

/// The modifier that reports a row: the one with the same name.
fn modifier(part: &Part, row: &str) -> Result<&'static Modifier, TableFault> {
    MODIFIERS.iter().copied().find(|modifier| modifier.key == row).ok_or_else(|| match part.row(row) {
        Ok(found) => {
            part.not_printed(found, &MODIFIERS.iter().map(|modifier| modifier.key).collect::<Vec<_>>())
        }
        Err(fault) => fault,
    })
}

/// The rows of an optional part.
fn rows<'a>(table: &'a Table, key: &str) -> impl Iterator<Item = (&'a Part, &'a str)> {
    let part = table.parts.iter().find(|part| part.key == key);
    part.into_iter().flat_map(|part| part.rows.iter().map(move |row| (part, row.key.as_str())))
}

fn unit(part: &Part, row: &str, detachment: &Part) -> Result<Unit, TableFault> {
    let kind = row.parse().map_err(|error| part.cell_fault(row, "arm", error))?;
    let better = text_or_dash(detachment, row, "better_share")?;
    let needs = detachment.cell(row, "better_if")?;
    let needs_soutien = match needs {
        Cell::Dash => false,
        Cell::Word(word) if word == "soutien" => true,
        other => {
            let reason = UnknownWord::new(&other.to_string(), &["soutien", "-"]);
            return Err(detachment.cell_fault(row, "better_if", reason));
        }
    };
    let better_years = years(detachment, row, "better_years")?;
    Ok(Unit {
        kind,
        arm: part.parsed(row, "arm")?,
        companies: span_or_dash(part, row, "companies")?,
        elite_companies: part.whole_or_dash(row, "elite")?.unwrap_or(0),
        squadrons: span_or_dash(part, row, "squadrons")?,
        squadrons_in: None,
        squadron_figures: span_or_dash(part, row, "squadron_figures")?,
        figures: span_or_dash(part, row, "figures")?,
        years: years(part, row, "years")?,
        weapon: None,
        battery: None,
        detachment: Detachment {
            share: share(detachment, row, "share")?,
            better: better.map(|share| BetterShare { share, years: better_years, needs_soutien }),
        },
        specials: ArrayVec::new(),
    })
}

fn battery(part: &Part, row: &str) -> Result<Battery, TableFault> {
    Ok(Battery {
        pieces: part.above_0(row, "pieces")?,
        howitzers: part.whole_or_dash(row, "howitzers")?.unwrap_or(0),
        helpers: part.whole_or_dash(row, "helpers")?.unwrap_or(0),
        calibres: wholes(part, row, "calibres")?,
        mobility: parsed_or_dash(part, row, "mobility")?,
    })
}

/// Situations by name; `melee` means attack and defence, `any` means all of them.
fn situations(part: &Part, row: &str) -> Result<Vec<Situation>, TableFault> {
    let mut situations = Vec::new();
    for word in list::<String>(part, row, "situations")? {
        match word.as_str() {
            "any" => situations.extend(Situation::ALL),
            "melee" => situations.extend([Situation::MeleeAttack, Situation::MeleeDefence]),
            word => situations.push(word.parse().map_err(|error| part.cell_fault(row, "situations", error))?),
        }
    }
    Ok(situations)
}

fn points(part: &Part, row: &str) -> Result<Points, TableFault> {
    Ok(Points {
        modifier: modifier(part, row)?,
        kind: part.parsed(row, "kind")?,
        units: list(part, row, "units")?,
        situations: situations(part, row)?,
        years: years(part, row, "years")?,
        condition: parsed_or_dash(part, row, "if")?,
        points: part.whole(row, "points")?,
    })
}

fn closed(part: &Part, row: &str) -> Result<Closed, TableFault> {
    Ok(Closed {
        modifier: modifier(part, row)?,
        formations: list(part, row, "closed")?,
        arms: part.parsed(row, "arm")?,
        from: text_or_dash(part, row, "from")?,
        to: text_or_dash(part, row, "to")?,
        except: list(part, row, "except")?,
        except_veterans: part.yes_no(row, "except_veterans")?,
        except_valeur: part.whole_or_dash(row, "except_valeur")?,
    })
}

/// The ranks, the earliest first; the first row has no day.
fn ranks(part: &Part) -> Result<Vec<(Option<Day>, i32)>, TableFault> {
    let mut ranks: Vec<(Option<Day>, i32)> = Vec::new();
    for row in &part.rows {
        let from = text_or_dash(part, &row.key, "from")?;
        let in_order = ranks.last().map_or(from.is_none(), |(before, _)| from > *before);
        if !in_order {
            return Err(part.row_fault(row, LATER_DAYS));
        }
        ranks.push((from, part.above_0(&row.key, "ranks")?));
    }
    if ranks.is_empty() { Err(part.empty_fault()) } else { Ok(ranks) }
}

/// The units, completed from the other parts.
fn units(table: &Table) -> Result<Vec<Unit>, TableFault> {
    let (organisation, detachment) = (table.part("organisation")?, table.part("detachment")?);
    let keys: Vec<&str> = organisation.rows.iter().map(|row| row.key.as_str()).collect();
    detachment.expect_rows(&keys)?;
    let mut units =
        keys.iter().map(|row| unit(organisation, row, detachment)).collect::<Result<Vec<_>, _>>()?;
    let place = |part: &Part, row: &str| match units.iter().position(|unit| unit.kind.as_str() == row) {
        Some(place) => Ok(place),
        None => Err(part.row_fault(part.row(row)?, NO_UNIT_OF_COUNTRY.with([("unit", row.into())]))),
    };
    let mut found = Vec::new();
    for key in ["weapons", "batteries", "squadrons_by_year"] {
        for (part, row) in rows(table, key) {
            found.push((key, part, row, place(part, row)?));
        }
    }
    for (key, part, row, place) in found {
        let unit = &mut units[place];
        match key {
            "weapons" => unit.weapon = Some((part.parsed(row, "weapon")?, share(part, row, "share")?)),
            "batteries" => unit.battery = Some(battery(part, row)?),
            _ => unit.squadrons_in = Some((part.whole(row, "year")?, part.whole(row, "squadrons")?)),
        }
    }
    for (part, row) in rows(table, "special") {
        let special: Special = row.parse().map_err(|error| part.cell_fault(row, "units", error))?;
        for kind in list::<UnitKind>(part, row, "units")? {
            if let Some(unit) = units.iter_mut().find(|unit| unit.kind == kind && !unit.has(special)) {
                unit.specials.push(special);
            }
        }
    }
    Ok(units)
}

/// Every unit that a row names must belong to the country.
fn check_named(table: &Table, key: &str, column: &str, units: &[Unit]) -> Result<(), TableFault> {
    for (part, row) in rows(table, key) {
        for kind in list::<UnitKind>(part, row, column)? {
            if !units.iter().any(|unit| unit.kind == kind) {
                return Err(part.cell_fault(row, column, NO_UNIT_OF_COUNTRY.with([("unit", kind.into())])));
            }
        }
    }
    Ok(())
}

/// Reads the supplement of a country.
pub(super) fn supplement(shelf: &TableShelf, country: Country) -> Result<Supplement, TableFault> {
    let table = shelf.table(&format!("land-{}", country.as_str().replace('_', "-")))?;
    if let Some(part) = table.parts.iter().find(|part| !PARTS.contains(&part.key.as_str())) {
        let blanks = [("part", (&part.key).into()), ("known", PARTS.join(", ").into())];
        return Err(part.fault(UNKNOWN_PART.with(blanks)));
    }
    let units = units(table)?;
    for (key, column) in [("training", "units"), ("closed", "except"), ("special", "units")] {
        check_named(table, key, column, &units)?;
    }
    let split = rows(table, "split").next().map(|(part, row)| part.parsed(row, "into")).transpose()?;
    Ok(Supplement {
        country,
        units,
        ranks: ranks(table.part("ranks")?)?,
        split,
        points: rows(table, "training").map(|(part, row)| points(part, row)).collect::<Result<_, _>>()?,
        closed: rows(table, "closed").map(|(part, row)| closed(part, row)).collect::<Result<_, _>>()?,
    })
}
