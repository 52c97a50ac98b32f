//! The order sheet: the same orders in a line of words. Every order is written and read back as it was.

use krigsspil_engine::Sentence;
use krigsspil_engine::battle::{Heading, Place, SeenUnit};

use super::order::{Disposition, Step, UnitOrder, Wing};
use super::wordings::{SHEET_NUMBER, SHEET_TOO_MUCH, SHEET_WANTS, SHEET_WORD};
use crate::vocabulary::{CorpsOrder, Formation};

type Read<T> = Result<T, Sentence>;

/// The words of an entry, one after the other.
struct Words<'a> {
    words: std::iter::Peekable<std::str::SplitWhitespace<'a>>,
}

impl<'a> Words<'a> {
    fn of(text: &'a str) -> Self {
        Words { words: text.split_whitespace().peekable() }
    }

    fn next(&mut self) -> Option<&'a str> {
        self.words.next()
    }

    fn want(&mut self, what: &str) -> Read<&'a str> {
        self.next().ok_or_else(|| SHEET_WANTS.with([("wanted", what.into())]))
    }

    fn number(&mut self) -> Read<Option<f64>> {
        let Some(word) = self.words.peek().copied() else { return Ok(None) };
        if !word.starts_with(|first: char| first.is_ascii_digit() || first == '-' || first == '.') {
            return Ok(None);
        }
        self.next();
        number(word).map(Some)
    }

    /// A number behind a sign.
    fn marked(&mut self, mark: char) -> Read<Option<f64>> {
        match self.words.peek().and_then(|word| word.strip_prefix(mark)) {
            Some(word) => {
                self.next();
                number(word).map(Some)
            }
            None => Ok(None),
        }
    }

    fn wing(&mut self) -> Option<Wing> {
        let wing = self.words.peek().and_then(|word| word.parse().ok())?;
        self.next();
        Some(wing)
    }

    fn formation(&mut self) -> Option<Formation> {
        let formation = self.words.peek().and_then(|word| word.parse().ok())?;
        self.next();
        Some(formation)
    }

    fn end<T>(mut self, read: T) -> Read<T> {
        match self.next() {
            None => Ok(read),
            Some(word) => Err(SHEET_TOO_MUCH.with([("given", word.into())])),
        }
    }
}

fn number(word: &str) -> Read<f64> {
    let read = word.parse::<f64>().ok().filter(|number| number.is_finite());
    read.ok_or_else(|| SHEET_NUMBER.with([("given", word.into())]))
}

fn step(text: &str) -> Read<Step> {
    let mut words = Words::of(text);
    let word = words.want("go, back, turn, form, limber, unlimber, enter, leave, shift, out, off")?;
    let step = match word {
        "go" => Step::Go { cm: words.number()?, degrees: words.marked('@')?.unwrap_or(0.0) },
        "back" => Step::Go { cm: words.number()?, degrees: 180.0 },
        "turn" => Step::Turn {
            degrees: words.number()?.ok_or_else(|| SHEET_WANTS.with([("wanted", "30".into())]))?,
        },
        "form" => {
            let formation = words
                .formation()
                .ok_or_else(|| SHEET_WANTS.with([("wanted", "line, column, march_column, square".into())]))?;
            Step::Form {
                formation,
                facing: words.wing(),
                ranks: words.marked('x')?.map_or(4, |ranks| ranks as i32),
            }
        }
        "limber" => Step::Limber,
        "unlimber" => Step::Unlimber { degrees: words.number()?.unwrap_or(0.0) },
        "enter" => Step::Enter { side: words.wing().unwrap_or(Wing::Front) },
        "leave" => Step::Leave { side: words.wing().unwrap_or(Wing::Front), formation: words.formation() },
        "shift" => Step::ShiftSide {
            side: words
                .wing()
                .ok_or_else(|| SHEET_WANTS.with([("wanted", "front, right, rear, left".into())]))?,
        },
        "out" => Step::TurnOut,
        "off" => Step::LeaveTable,
        other => return Err(SHEET_WORD.with([("given", other.into())])),
    };
    words.end(step)
}

fn steps(text: &str) -> Read<Vec<Step>> {
    text.split(';').map(step).collect()
}

/// Reads a unit's order.
pub fn read(entry: &str) -> Read<UnitOrder> {
    let entry = entry.trim();
    if let Some(rest) = entry.strip_prefix("react ") {
        let (way, attack) = match rest.split_once("->") {
            Some((way, target)) => (way, Some(SeenUnit::from(target.trim()))),
            None => (rest, None),
        };
        return Ok(UnitOrder::React { steps: steps(way)?, attack });
    }
    let mut words = Words::of(entry);
    let order = match words.want("go, attack, react, fire")? {
        "attack" => {
            let target = SeenUnit::from(words.want("r1")?);
            UnitOrder::Attack { target, number: words.marked('#')?.map(|number| number as i32) }
        }
        "fire" => {
            let target = SeenUnit::from(words.want("r1")?);
            UnitOrder::Fire { target, side: words.wing().unwrap_or(Wing::Front) }
        }
        "resupply" => UnitOrder::Resupply,
        "abort" => UnitOrder::Abort { cm: words.number()? },
        "break_off" => UnitOrder::BreakOff,
        "leave_town" => UnitOrder::LeaveTown,
        "reorganise" => {
            UnitOrder::Reorganise { formation: words.formation(), facing: words.marked('@')?.map(Heading) }
        }
        word => match word.parse::<Disposition>() {
            Ok(how) => UnitOrder::Dispose { how, toward: words.marked('@')?.map(Heading) },
            Err(_) => return Ok(UnitOrder::Move { steps: steps(entry)? }),
        },
    };
    words.end(order)
}

/// Reads an order to a corps: `A 1200,3400`, `H`, `T 0,300`, `M 4000,250`.
pub fn read_corps(entry: &str) -> Read<(CorpsOrder, Option<Place>)> {
    let mut words = Words::of(entry);
    let word = words.want("A, H, T, M")?;
    let order = word.parse::<CorpsOrder>().map_err(|unknown| unknown.sentence())?;
    let objective = match words.next() {
        None => None,
        Some(place) => {
            let (east, north) =
                place.split_once(',').ok_or_else(|| SHEET_NUMBER.with([("given", place.into())]))?;
            Some(Place([number(east)?, number(north)?]))
        }
    };
    words.end((order, objective))
}

fn write_step(step: &Step) -> String {
    match *step {
        Step::Go { cm, degrees } => {
            let length = cm.map(|cm| format!(" {cm}")).unwrap_or_default();
            match degrees {
                0.0 => format!("go{length}"),
                180.0 => format!("back{length}"),
                degrees => format!("go{length} @{degrees}"),
            }
        }
        Step::Turn { degrees } => format!("turn {degrees}"),
        Step::Form { formation, facing, ranks } => {
            let facing = facing.map(|wing| format!(" {wing}")).unwrap_or_default();
            let deep = if ranks == 4 { String::new() } else { format!(" x{ranks}") };
            format!("form {formation}{facing}{deep}")
        }
        Step::Limber => "limber".into(),
        Step::Unlimber { degrees: 0.0 } => "unlimber".into(),
        Step::Unlimber { degrees } => format!("unlimber {degrees}"),
        Step::Enter { side } => format!("enter {side}"),
        Step::Leave { side, formation } => {
            let formation = formation.map(|formation| format!(" {formation}")).unwrap_or_default();
            format!("leave {side}{formation}")
        }
        Step::ShiftSide { side } => format!("shift {side}"),
        Step::TurnOut => "out".into(),
        Step::LeaveTable => "off".into(),
    }
}

fn write_steps(steps: &[Step]) -> String {
    steps.iter().map(write_step).collect::<Vec<_>>().join("; ")
}

/// Writes a unit's order as it stands on the sheet.
pub fn write(order: &UnitOrder) -> String {
    let at = |heading: &Option<Heading>| {
        heading.map(|Heading(degrees)| format!(" @{degrees}")).unwrap_or_default()
    };
    match order {
        UnitOrder::Move { steps } => write_steps(steps),
        UnitOrder::Attack { target, number } => {
            let number = number.map(|number| format!(" #{number}")).unwrap_or_default();
            format!("attack {target}{number}")
        }
        UnitOrder::React { steps, attack } => {
            let attack = attack.as_ref().map(|target| format!(" -> {target}")).unwrap_or_default();
            format!("react {}{attack}", write_steps(steps))
        }
        UnitOrder::Dispose { how, toward } => format!("{how}{}", at(toward)),
        UnitOrder::Fire { target, side } => format!("fire {target} {side}"),
        UnitOrder::Resupply => "resupply".into(),
        UnitOrder::Abort { cm } => cm.map_or_else(|| "abort".into(), |cm| format!("abort {cm}")),
        UnitOrder::BreakOff => "break_off".into(),
        UnitOrder::LeaveTown => "leave_town".into(),
        UnitOrder::Reorganise { formation, facing } => {
            let formation = formation.map(|formation| format!(" {formation}")).unwrap_or_default();
            format!("reorganise{formation}{}", at(facing))
        }
    }
}

/// Writes an order to a corps.
pub fn write_corps(order: CorpsOrder, objective: Option<Place>) -> String {
    match objective {
        Some(Place([east, north])) => format!("{order} {east},{north}"),
        None => order.to_string(),
    }
}
