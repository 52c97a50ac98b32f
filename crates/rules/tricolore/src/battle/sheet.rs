//! The order sheet: the same orders in letters, Danish and English, one entry a unit. Documented in `docs/orders-tricolore.md`.

use krigsspil_engine::battle::{Landmark, Place, SeenUnit};
use krigsspil_engine::{Filling, Sentence};

use super::order::{Step, UnitOrder};
use super::wordings::*;
use crate::vocabulary::{BaseFormation, CommandOrder};

/// A fault at this word of the entry, from 1.
fn fault_at(at: usize, reason: impl Into<Sentence>) -> Sentence {
    SHEET_AT.with([("at", at.into()), ("reason", Filling::sentence(reason))])
}

/// Danish and English letters of the formations.
const FORMATIONS: &[(&str, &str, BaseFormation)] = &[
    ("L", "LN", BaseFormation::Line),
    ("K", "CO", BaseFormation::Column),
    ("Q", "SQ", BaseFormation::Square),
    ("MK", "MC", BaseFormation::MarchColumn),
    ("SK", "SKI", BaseFormation::Skirmish),
];

/// Danish and English letters of the orders of a command.
const COMMANDS: &[(&str, &str, CommandOrder)] = &[
    ("OA", "CA", CommandOrder::Attack),
    ("OF", "CF", CommandOrder::Advance),
    ("OH", "CD", CommandOrder::Defend),
    ("OR", "CR", CommandOrder::Reserve),
    ("OT", "CW", CommandOrder::Withdraw),
];

/// Orders that are one word.
const WHOLE: &[(&str, &str, UnitOrder)] =
    &[("X", "X", UnitOrder::Stand), ("PP", "LI", UnitOrder::Limber), ("AP", "UL", UnitOrder::Unlimber)];

fn number(at: usize, text: &str) -> Result<f64, Sentence> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
    number.ok_or_else(|| fault_at(at, SHEET_NO_NUMBER.with([("given", text.into())])))
}

fn place(at: usize, text: &str) -> Result<Place, Sentence> {
    let wrong = || fault_at(at, SHEET_NO_NUMBER.with([("given", text.into())]));
    let (x, y) = text.split_once(',').ok_or_else(wrong)?;
    Ok(Place([number(at, x)?, number(at, y)?]))
}

fn only<T>(words: &[(usize, &str)], most: usize, done: T) -> Result<T, Sentence> {
    match words.get(most) {
        Some((at, word)) => Err(fault_at(*at, SHEET_NOTHING_FOLLOWS.with([("given", (*word).into())]))),
        None => Ok(done),
    }
}

/// The words of an entry, each with its number; a name in quotes is one word.
fn split(entry: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut rest = entry.trim_start();
    while !rest.is_empty() {
        let quoted =
            rest.find('"').is_some_and(|quote| quote < rest.find(char::is_whitespace).unwrap_or(rest.len()));
        let end = match quoted {
            true => {
                let open = rest.find('"').map_or(0, |quote| quote + 1);
                rest[open..].find('"').map_or(rest.len(), |close| open + close + 1)
            }
            false => rest.find(char::is_whitespace).unwrap_or(rest.len()),
        };
        words.push((words.len() + 1, &rest[..end]));
        rest = rest[end..].trim_start();
    }
    words
}

/// Reads an entry of the sheet.
pub fn read(entry: &str) -> Result<UnitOrder, Sentence> {
    let words = split(entry);
    let Some(&(_, first)) = words.first() else { return Err(fault_at(1, SHEET_EMPTY)) };
    let is = |(da, en): (&str, &str)| da == first || en == first;
    if let Some((.., order)) = WHOLE.iter().find(|(da, en, _)| is((*da, *en))) {
        return only(&words, 1, order.clone());
    }
    if let Some((.., order)) = COMMANDS.iter().find(|(da, en, _)| is((*da, *en))) {
        let place = words.get(1).map(|(at, word)| place(*at, word)).transpose()?;
        return only(&words, 2, UnitOrder::Command { order: *order, place });
    }
    match first {
        "A" | "AF" => read_attack(&words, first == "AF"),
        "S" => read_fire(&words),
        "J" | "AD" => Ok(UnitOrder::Adjust { to: argument(&words, place)? }),
        "VM" | "RM" => Ok(UnitOrder::RoadMarch { to: argument(&words, place)? }),
        "R" | "RT" => {
            let metres = words.get(1).map(|(at, word)| number(*at, word)).transpose()?.unwrap_or(500.0);
            only(&words, 2, UnitOrder::Retreat { metres: metres as i32 })
        }
        "MT" | "MH" => read_manhandle(&words),
        "B" => only(&words, 2, UnitOrder::Bonus { bonus: argument(&words, number)? as i32 }),
        _ => read_move(&words),
    }
}

fn argument<T>(
    words: &[(usize, &str)],
    read: impl Fn(usize, &str) -> Result<T, Sentence>,
) -> Result<T, Sentence> {
    let Some(&(at, word)) = words.get(1) else { return Err(fault_at(1, SHEET_NO_TARGET)) };
    only(words, 2, read(at, word)?)
}

fn target(words: &[(usize, &str)], place: usize) -> Result<SeenUnit, Sentence> {
    let named = words.get(place).and_then(|(_, word)| word.strip_prefix('@')).filter(|name| !name.is_empty());
    named.map(SeenUnit::from).ok_or_else(|| fault_at(place + 1, SHEET_NO_TARGET))
}

fn read_attack(words: &[(usize, &str)], continued: bool) -> Result<UnitOrder, Sentence> {
    let wheel = match words.get(2) {
        Some((at, word)) => match word.strip_prefix('W') {
            Some(degrees) => Some(number(*at, degrees)?),
            None => return Err(fault_at(*at, SHEET_NO_SIGN.with([("given", (*word).into())]))),
        },
        None => None,
    };
    only(words, 3, UnitOrder::Attack { target: target(words, 1)?, wheel, continued })
}

/// `S @r1`, `S @r1 n2 @r2`, `S "Sehested"`.
fn read_fire(words: &[(usize, &str)]) -> Result<UnitOrder, Sentence> {
    if let Some(name) = words.get(1).and_then(|(_, word)| word.strip_prefix('"')?.strip_suffix('"')) {
        let zone = Some(Landmark::from(name));
        return only(words, 2, UnitOrder::Fire { target: None, zone, bases: None, also: None });
    }
    let target_unit = target(words, 1)?;
    let bases = match words.get(2) {
        Some((at, word)) => match word.strip_prefix('n') {
            Some(count) => Some(number(*at, count)? as i32),
            None => return Err(fault_at(*at, SHEET_NO_SIGN.with([("given", (*word).into())]))),
        },
        None => None,
    };
    let also = if words.len() > 3 { Some(target(words, 3)?) } else { None };
    only(words, 4, UnitOrder::Fire { target: Some(target_unit), zone: None, bases, also })
}

/// `MT W30`, `MT F25`.
fn read_manhandle(words: &[(usize, &str)]) -> Result<UnitOrder, Sentence> {
    let Some(&(at, word)) = words.get(1) else { return Err(fault_at(1, SHEET_NO_TARGET)) };
    let order = match (word.strip_prefix('W'), word.strip_prefix('F')) {
        (Some(degrees), _) => UnitOrder::Manhandle { degrees: Some(number(at, degrees)?), metres: None },
        (_, Some(metres)) => UnitOrder::Manhandle { degrees: None, metres: Some(number(at, metres)?) },
        _ => return Err(fault_at(at, SHEET_NO_SIGN.with([("given", word.into())]))),
    };
    only(words, 2, order)
}

fn read_move(words: &[(usize, &str)]) -> Result<UnitOrder, Sentence> {
    let mut steps = Vec::new();
    for &(at, word) in words {
        let formation = FORMATIONS.iter().find(|(da, en, _)| *da == word || *en == word);
        steps.push(match (formation, word.strip_prefix('F'), word.strip_prefix('W')) {
            (Some((.., formation)), ..) => Step::Form { formation: *formation },
            _ if word == "VO" || word == "HT" => Step::About,
            (_, Some(metres), _) => Step::Ahead { metres: number(at, metres)? },
            (_, _, Some(degrees)) => Step::Wheel { degrees: number(at, degrees)? },
            _ => return Err(fault_at(at, SHEET_NO_SIGN.with([("given", word.into())]))),
        });
    }
    Ok(UnitOrder::Move { steps })
}

/// Writes an order as an entry of the sheet, in Danish letters. Reading it gives the same order.
pub fn write(order: &UnitOrder) -> String {
    let at = |Place([x, y]): &Place| format!("{x},{y}");
    match order {
        UnitOrder::Stand => "X".to_string(),
        UnitOrder::Limber => "PP".to_string(),
        UnitOrder::Unlimber => "AP".to_string(),
        UnitOrder::Attack { target, wheel, continued } => {
            let letters = if *continued { "AF" } else { "A" };
            let wheel = wheel.map_or(String::new(), |degrees| format!(" W{degrees}"));
            format!("{letters} @{target}{wheel}")
        }
        UnitOrder::Move { steps } => steps.iter().map(write_step).collect::<Vec<_>>().join(" "),
        UnitOrder::RoadMarch { to } => format!("VM {}", at(to)),
        UnitOrder::Adjust { to } => format!("J {}", at(to)),
        UnitOrder::Manhandle { degrees: Some(degrees), .. } => format!("MT W{degrees}"),
        UnitOrder::Manhandle { metres, .. } => format!("MT F{}", metres.unwrap_or(0.0)),
        UnitOrder::Retreat { metres } => format!("R {metres}"),
        UnitOrder::Fire { zone: Some(zone), .. } => format!("S \"{zone}\""),
        UnitOrder::Fire { target, bases, also, .. } => {
            let mut words = vec!["S".to_string()];
            words.extend(target.iter().map(|target| format!("@{target}")));
            words.extend(bases.iter().map(|bases| format!("n{bases}")));
            words.extend(also.iter().map(|also| format!("@{also}")));
            words.join(" ")
        }
        UnitOrder::Command { order, place } => {
            let letters =
                COMMANDS.iter().find(|(.., known)| known == order).map_or("OF", |(letters, ..)| letters);
            place.map_or(letters.to_string(), |place| format!("{letters} {}", at(&place)))
        }
        UnitOrder::Bonus { bonus } => format!("B {bonus}"),
    }
}

fn write_step(step: &Step) -> String {
    match step {
        Step::Ahead { metres } => format!("F{metres}"),
        Step::Wheel { degrees } => format!("W{degrees}"),
        Step::About => "VO".to_string(),
        Step::Form { formation } => {
            let letters = FORMATIONS.iter().find(|(.., known)| known == formation);
            letters.map_or("L", |(letters, ..)| letters).to_string()
        }
    }
}
