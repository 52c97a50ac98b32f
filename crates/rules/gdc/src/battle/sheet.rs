//! The order sheet: the same orders in letters, one entry a unit. Documented in `docs/orders-gdc.md`.
//!
//! In the command phase an entry is two chits: `blue/white`, as `L/M`, `CA/-`, `-/Z`. In the other phases it is a sign with what it needs.

use krigsspil_engine::battle::{Heading, Landmark, Place, SeenUnit};
use krigsspil_engine::{Filling, Sentence};

use super::engineers::{BridgeWork, Corps};
use super::off_board::{Area, Beside};
use super::order::{ShiftWay, Step, UnitOrder};
use super::units::Stance;
use super::wordings::*;
use crate::procedures::chits::ChitCode;
use crate::vocabulary::ChargeOrders;

/// What is wrong with an entry, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetFault {
    /// The word, from 1.
    pub at: usize,
    /// What is wrong, and what would be right.
    pub reason: Sentence,
}

impl SheetFault {
    fn at(at: usize, reason: impl Into<Sentence>) -> Self {
        SheetFault { at, reason: reason.into() }
    }

    fn sign(at: usize, word: &str) -> Self {
        SheetFault::at(at, SHEET_NO_SIGN.with([("given", word.into())]))
    }

    /// The fault and its place in one sentence.
    pub fn sentence(self) -> Sentence {
        SHEET_AT.with([("at", self.at.into()), ("reason", Filling::sentence(self.reason))])
    }
}

/// In English.
impl std::fmt::Display for SheetFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.clone().sentence().fmt(f)
    }
}

impl std::error::Error for SheetFault {}

/// The signs of the formations.
const FORMATIONS: &[(&str, Stance)] = &[
    ("LN", Stance::Line),
    ("CO", Stance::Column),
    ("SQ", Stance::Square),
    ("SK", Stance::Skirmish),
    ("BM", Stance::BattalionMass),
    ("LI", Stance::Limbered),
    ("UN", Stance::Unlimbered),
];

/// Orders that are one word.
const WHOLE: &[(&str, UnitOrder)] = &[
    ("X", UnitOrder::Stand),
    ("PR", UnitOrder::Prone),
    ("DR", UnitOrder::Dismount),
    ("UL", UnitOrder::Unlimber),
    ("IG", UnitOrder::Garrison),
    ("FL", UnitOrder::Flee),
    ("FD", UnitOrder::SearchFord),
    ("SU", UnitOrder::Surrender),
    ("OR", UnitOrder::MarchOff { to: Area::Reserve }),
    ("OL", UnitOrder::MarchOff { to: Area::Left }),
    ("OF", UnitOrder::MarchOff { to: Area::Right }),
    ("EB", UnitOrder::Bridge { work: BridgeWork::Break }),
    ("EM", UnitOrder::Bridge { work: BridgeWork::Make }),
    ("ETS", UnitOrder::TakeEngineers { company: Corps::Sappers }),
    ("ETP", UnitOrder::TakeEngineers { company: Corps::Pontonniers }),
    ("EGS", UnitOrder::PostEngineers { company: Corps::Sappers }),
    ("EGP", UnitOrder::PostEngineers { company: Corps::Pontonniers }),
];

fn number(at: usize, text: &str) -> Result<f64, SheetFault> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
    number.ok_or_else(|| SheetFault::at(at, SHEET_NO_NUMBER.with([("given", text.into())])))
}

fn only<T>(words: &[&str], most: usize, done: T) -> Result<T, SheetFault> {
    match words.get(most) {
        Some(word) => Err(SheetFault::at(most + 1, SHEET_NOTHING_FOLLOWS.with([("given", (*word).into())]))),
        None => Ok(done),
    }
}

fn target(words: &[&str], place: usize) -> Result<SeenUnit, SheetFault> {
    let named = words.get(place).and_then(|word| word.strip_prefix('@')).filter(|name| !name.is_empty());
    named.map(SeenUnit::from).ok_or_else(|| SheetFault::at(place + 1, SHEET_NO_TARGET))
}

/// Reads an entry of the sheet.
pub fn read(entry: &str) -> Result<UnitOrder, SheetFault> {
    let words: Vec<&str> = entry.split_whitespace().collect();
    let Some(&first) = words.first() else { return Err(SheetFault::at(1, SHEET_EMPTY)) };
    if let Some((_, order)) = WHOLE.iter().find(|(sign, _)| *sign == first) {
        return only(&words, 1, order.clone());
    }
    if let Some((blue, white)) = first.split_once('/') {
        return only(&words, 1, UnitOrder::Chits { blue: chit(blue)?, white: chit(white)? });
    }
    match first {
        "S" => read_fire(&words),
        "A" | "AP" | "AR" => read_charge(&words, first),
        "SL" | "SR" | "SB" => {
            let way = match first {
                "SL" => ShiftWay::Left,
                "SR" => ShiftWay::Right,
                _ => ShiftWay::Back,
            };
            only(&words, 2, UnitOrder::Shift { way, yards: argument(&words)? })
        }
        "G" => Ok(UnitOrder::Gallop { steps: steps(&words, 1, words.len())? }),
        "LM" => {
            let facing = words.get(1).map(|word| number(2, word).map(Heading)).transpose()?;
            only(&words, 2, UnitOrder::Limber { facing })
        }
        "ZA" | "ZF" => {
            let zone = Landmark::from(named(entry, 2)?);
            Ok(if first == "ZA" { UnitOrder::Assault { zone } } else { UnitOrder::FireZone { zone } })
        }
        "SG" => Ok(UnitOrder::FireRider { rider: named(entry, 2)?.to_string() }),
        "BT" => read_beside(&words),
        "DP" => {
            let far = |at: usize| number(at + 1, words.get(at).copied().unwrap_or_default());
            let (place, facing) = (Place([far(1)?, far(2)?]), Heading(far(3)?));
            only(&words, 4, UnitOrder::Deploy { place, facing })
        }
        "ZL" => only(&words, 2, UnitOrder::Leave { facing: Heading(argument(&words)?) }),
        "SW" => only(&words, 2, UnitOrder::Swarm { ranks: argument(&words)? as i32 }),
        "ZB" => {
            let sector = argument(&words)? as i32;
            Ok(UnitOrder::Support { zone: Landmark::from(named(entry, 3)?), sector })
        }
        "ZS" => {
            let sector = argument(&words)? as i32;
            Ok(UnitOrder::Allocate { zone: Landmark::from(named(entry, 3)?), sector })
        }
        "TN" => only(&words, 2, UnitOrder::Turn { degrees: argument(&words)? }),
        "PL" => only(&words, 2, UnitOrder::Prolonge { yards: argument(&words)? }),
        "LMV" => {
            let yards = argument(&words)?;
            let facing = words.get(2).map(|word| number(3, word).map(Heading)).transpose()?;
            only(&words, 3, UnitOrder::LimberAndMove { facing, yards })
        }
        _ if FORMATIONS.iter().any(|(sign, _)| *sign == first) || first.starts_with('D') => {
            read_change(&words)
        }
        _ => read_move(&words),
    }
}

/// The name at the end of an entry, from this word on, in quotes.
fn named(entry: &str, at: usize) -> Result<&str, SheetFault> {
    let open = entry.find('"').map(|quote| &entry[quote + 1..]);
    let name = open.and_then(|rest| rest.trim_end().strip_suffix('"'));
    name.filter(|name| !name.is_empty() && !name.contains('"'))
        .ok_or_else(|| SheetFault::at(at, SHEET_NO_TARGET))
}

fn chit(text: &str) -> Result<Option<ChitCode>, SheetFault> {
    match text {
        "-" => Ok(None),
        text => text.parse().map(Some).map_err(|_| SheetFault::sign(1, text)),
    }
}

fn argument(words: &[&str]) -> Result<f64, SheetFault> {
    let Some(word) = words.get(1) else { return Err(SheetFault::at(1, SHEET_NO_TARGET)) };
    number(2, word)
}

/// `S @r1`, `S @r1 n4 @r2`.
fn read_fire(words: &[&str]) -> Result<UnitOrder, SheetFault> {
    let first = target(words, 1)?;
    let castings = match words.get(2) {
        Some(word) => match word.strip_prefix('n') {
            Some(count) => Some(number(3, count)? as i32),
            None => return Err(SheetFault::sign(3, word)),
        },
        None => None,
    };
    let also = if words.len() > 3 { Some(target(words, 3)?) } else { None };
    only(words, 4, UnitOrder::Fire { target: first, castings, also })
}

/// `A @r1`, `AP @r1 W30`, `AR @r1`: as it serves; Charge and Pursue; Charge and Return.
fn read_charge(words: &[&str], sign: &str) -> Result<UnitOrder, SheetFault> {
    let wheel = match words.get(2) {
        Some(word) => match word.strip_prefix('W') {
            Some(degrees) => Some(number(3, degrees)?),
            None => return Err(SheetFault::sign(3, word)),
        },
        None => None,
    };
    let orders = if sign == "AP" { ChargeOrders::Pursue } else { ChargeOrders::Return };
    only(words, 3, UnitOrder::Charge { target: target(words, 1)?, wheel, orders })
}

/// Beside the table: `BT reserve`, `BT along 300`, `BT enter 1400 0`.
fn read_beside(words: &[&str]) -> Result<UnitOrder, SheetFault> {
    let to = words.get(1).copied().unwrap_or_default();
    let to: Beside = to.parse().map_err(|_| SheetFault::sign(2, to))?;
    let far = |at: usize| number(at + 1, words.get(at).copied().unwrap_or_default());
    let yards = if to == Beside::Along { far(2)? } else { 0.0 };
    let place = match to {
        Beside::Enter if words.len() > 2 => Some(Place([far(2)?, far(3)?])),
        _ => None,
    };
    let most = 2 + usize::from(to == Beside::Along) + if place.is_some() { 2 } else { 0 };
    only(words, most, UnitOrder::OffBoard { to, yards, place })
}

/// `LN`, `CO D45`, `D-90`.
fn read_change(words: &[&str]) -> Result<UnitOrder, SheetFault> {
    let formation = FORMATIONS.iter().find(|(sign, _)| *sign == words[0]).map(|(_, stance)| *stance);
    let place = usize::from(formation.is_some());
    let degrees = match words.get(place) {
        Some(word) => match word.strip_prefix('D') {
            Some(degrees) => number(place + 1, degrees)?,
            None => return Err(SheetFault::sign(place + 1, word)),
        },
        None => 0.0,
    };
    only(words, place + 1, UnitOrder::Change { formation, degrees })
}

fn steps(words: &[&str], from: usize, to: usize) -> Result<Vec<Step>, SheetFault> {
    let step = |(at, word): (usize, &&str)| match (word.strip_prefix('F'), word.strip_prefix('W')) {
        (Some(yards), _) => Ok(Step::Ahead { yards: number(at + 1, yards)? }),
        (_, Some(degrees)) => Ok(Step::Wheel { degrees: number(at + 1, degrees)? }),
        _ => Err(SheetFault::sign(at + 1, word)),
    };
    let found = words.iter().enumerate().take(to).skip(from).map(step).collect::<Result<Vec<_>, _>>()?;
    if found.is_empty() { Err(SheetFault::at(from, SHEET_NO_TARGET)) } else { Ok(found) }
}

/// `F200`, `W30 F150`, `R F500` by strategic march, `F200 U` with guns unlimbered at the end.
fn read_move(words: &[&str]) -> Result<UnitOrder, SheetFault> {
    let strategic = words[0] == "R";
    let unlimber = words.len() > 1 && words[words.len() - 1] == "U";
    let (from, to) = (usize::from(strategic), words.len() - usize::from(unlimber));
    Ok(UnitOrder::Move { steps: steps(words, from, to)?, strategic, unlimber })
}

/// Writes an order as an entry of the sheet. Reading it gives the same order.
pub fn write(order: &UnitOrder) -> String {
    let sign =
        |stance: &Stance| FORMATIONS.iter().find(|(_, known)| known == stance).map_or("LN", |(sign, _)| sign);
    let path = |steps: &[Step]| steps.iter().map(write_step).collect::<Vec<_>>().join(" ");
    let heading = |facing: &Option<Heading>| facing.map_or(String::new(), |Heading(to)| format!(" {to}"));
    match order {
        UnitOrder::Stand
        | UnitOrder::Prone
        | UnitOrder::Dismount
        | UnitOrder::Unlimber
        | UnitOrder::Garrison
        | UnitOrder::Flee
        | UnitOrder::SearchFord
        | UnitOrder::Surrender
        | UnitOrder::Bridge { .. }
        | UnitOrder::MarchOff { .. }
        | UnitOrder::TakeEngineers { .. }
        | UnitOrder::PostEngineers { .. } => {
            let whole = WHOLE.iter().find(|(_, known)| known == order);
            whole.map_or("X", |(sign, _)| sign).to_string()
        }
        UnitOrder::OffBoard { to, yards, place } => match (to, place) {
            (Beside::Along, _) => format!("BT along {yards}"),
            (_, Some(Place([x, y]))) => format!("BT {} {x} {y}", to.as_str()),
            (_, None) => format!("BT {}", to.as_str()),
        },
        UnitOrder::Deploy { place: Place([x, y]), facing: Heading(to) } => format!("DP {x} {y} {to}"),
        UnitOrder::Assault { zone } => format!("ZA \"{zone}\""),
        UnitOrder::FireZone { zone } => format!("ZF \"{zone}\""),
        UnitOrder::FireRider { rider } => format!("SG \"{rider}\""),
        UnitOrder::Leave { facing: Heading(to) } => format!("ZL {to}"),
        UnitOrder::Allocate { zone, sector } => format!("ZS {sector} \"{zone}\""),
        UnitOrder::Support { zone, sector } => format!("ZB {sector} \"{zone}\""),
        UnitOrder::Swarm { ranks } => format!("SW {ranks}"),
        UnitOrder::Chits { blue, white } => {
            let code = |chit: &Option<ChitCode>| chit.map_or("-", ChitCode::as_str);
            format!("{}/{}", code(blue), code(white))
        }
        UnitOrder::Change { formation: Some(stance), degrees: 0.0 } => sign(stance).to_string(),
        UnitOrder::Change { formation: Some(stance), degrees } => format!("{} D{degrees}", sign(stance)),
        UnitOrder::Change { formation: None, degrees } => format!("D{degrees}"),
        UnitOrder::Fire { target, castings, also } => {
            let mut words = vec!["S".to_string(), format!("@{target}")];
            words.extend(castings.iter().map(|castings| format!("n{castings}")));
            words.extend(also.iter().map(|also| format!("@{also}")));
            words.join(" ")
        }
        UnitOrder::Charge { target, wheel, orders } => {
            let sign = if *orders == ChargeOrders::Pursue { "AP" } else { "AR" };
            format!("{sign} @{target}{}", wheel.map_or(String::new(), |degrees| format!(" W{degrees}")))
        }
        UnitOrder::Move { steps, strategic, unlimber } => {
            let (road, end) = (if *strategic { "R " } else { "" }, if *unlimber { " U" } else { "" });
            format!("{road}{}{end}", path(steps))
        }
        UnitOrder::Shift { way, yards } => {
            let sign = match way {
                ShiftWay::Left => "SL",
                ShiftWay::Right => "SR",
                ShiftWay::Back => "SB",
            };
            format!("{sign} {yards}")
        }
        UnitOrder::Gallop { steps } => format!("G {}", path(steps)),
        UnitOrder::Limber { facing } => format!("LM{}", heading(facing)),
        UnitOrder::Turn { degrees } => format!("TN {degrees}"),
        UnitOrder::Prolonge { yards } => format!("PL {yards}"),
        UnitOrder::LimberAndMove { facing, yards } => format!("LMV {yards}{}", heading(facing)),
    }
}

fn write_step(step: &Step) -> String {
    match step {
        Step::Ahead { yards } => format!("F{yards}"),
        Step::Wheel { degrees } => format!("W{degrees}"),
    }
}
