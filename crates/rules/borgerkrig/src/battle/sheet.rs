//! The order sheet (§03.01.3): reads the players' own letters and arrows into orders, and writes them from orders.
//!
//! The sheet lies with its lower edge toward the player's own base line, so `^` points away from it whatever the map says. It is documented
//! in `docs/orders-borgerkrig.md`.

use krigsspil_engine::battle::{Landmark, Moment, SeenUnit};
use krigsspil_engine::{Filling, Sentence};

use super::order::{Facing, Piece, Step, UnitOrder, When, Wing};
use super::wordings::*;
use crate::procedures::works::Work;
use crate::vocabulary::{Ammunition, Formation};

/// A fault at this character of the entry, from 1.
fn fault_at(at: usize, reason: impl Into<Sentence>) -> Sentence {
    SHEET_AT.with([("at", at.into()), ("reason", Filling::sentence(reason))])
}

/// Arrows, as drawn and as typed, with their degrees on the sheet.
const ARROWS: &[(&str, &str, f64)] = &[
    ("↑", "^", 0.0),
    ("↗", "^>", 45.0),
    ("→", ">", 90.0),
    ("↘", "v>", 135.0),
    ("↓", "v", 180.0),
    ("↙", "<v", 225.0),
    ("←", "<", 270.0),
    ("↖", "<^", 315.0),
];

/// The Danish and English letters of one-word steps.
const STEPS: &[(&str, &str, Step)] = &[
    ("L", "LN", Step::Form { formation: Formation::Line }),
    ("MK", "MC", Step::Form { formation: Formation::MarchColumn }),
    ("AK", "AC", Step::Form { formation: Formation::AttackColumn }),
    ("TL", "TN", Step::Form { formation: Formation::ThinLine }),
    ("K", "CH", Step::Form { formation: Formation::Chain }),
    ("VV", "QL", Step::Turn { to: Facing::Left }),
    ("VH", "QR", Step::Turn { to: Facing::Right }),
    ("VO", "HT", Step::Turn { to: Facing::About }),
    ("OP", "MO", Step::Mount),
    ("AF", "DI", Step::Dismount),
    ("PP", "LI", Step::Limber),
    ("AP", "UL", Step::Unlimber),
    ("IH", "IN", Step::Enter),
    ("UH", "OU", Step::Leave),
    ("SL", "RJ", Step::Rejoin),
];

/// The Danish and English letters before the number of detached companies, by wing.
const DETACHED: &[(&str, &str, Wing)] = &[("DH", "DR", Wing::Right), ("DV", "DL", Wing::Left)];

/// One-word orders.
fn whole_orders() -> Vec<(&'static str, &'static str, UnitOrder)> {
    let work = |work| UnitOrder::Work { work };
    vec![
        ("X", "X", UnitOrder::Stand),
        ("RO", "RE", UnitOrder::Reorganise),
        ("G", "SU", UnitOrder::Resupply),
        ("R", "RT", UnitOrder::Retreat),
        ("FB", "FW", work(Work::LightFieldwork)),
        ("FH", "AB", work(Work::Abatis)),
        ("FHH", "ABB", work(Work::AbatisFullWidth)),
        ("BA", "BR", work(Work::Barricade)),
        ("RB", "CB", work(Work::ClearBarricade)),
        ("CF", "CF", work(Work::ChevauxDeFrise)),
        ("RH", "CL", work(Work::ClearFence)),
        ("RP", "RG", UnitOrder::Repair { piece: Piece::Gun }),
        ("RL", "RI", UnitOrder::Repair { piece: Piece::Limber }),
    ]
}

/// The words of an entry, each with the number of its first character; a quoted place is one word.
fn words(entry: &str) -> Result<Vec<(usize, String)>, Sentence> {
    let mut words: Vec<(usize, String)> = Vec::new();
    let mut word = String::new();
    let mut begins = 0;
    let mut quoted = false;
    for (at, letter) in entry.chars().enumerate() {
        if letter.is_whitespace() && !quoted {
            if !word.is_empty() {
                words.push((begins, std::mem::take(&mut word)));
            }
            continue;
        }
        if word.is_empty() {
            begins = at + 1;
        }
        if letter == '"' {
            quoted = !quoted;
        }
        word.push(letter);
    }
    if quoted {
        return Err(fault_at(begins, SHEET_QUOTE));
    }
    if !word.is_empty() {
        words.push((begins, word));
    }
    Ok(words)
}

/// A number, or a fraction such as `1/2`.
fn number(text: &str) -> Option<f64> {
    let value = match text.split_once('/') {
        Some((over, under)) => over.parse::<f64>().ok()? / under.parse::<f64>().ok()?,
        None => text.parse().ok()?,
    };
    (value.is_finite() && value >= 0.0).then_some(value)
}

fn fraction(turns: f64) -> String {
    for under in [1.0, 2.0, 4.0, 8.0] {
        let over = turns * under;
        if over.fract() == 0.0 && over > 0.0 && under > 1.0 {
            return format!("{over}/{under}");
        }
    }
    format!("{turns}")
}

/// Reads an entry of the sheet, for a side whose home is at this bearing from north, and a unit with this facing.
pub fn read(entry: &str, home: f64, facing: f64) -> Result<UnitOrder, Sentence> {
    let words = words(entry)?;
    let Some((first_at, first)) = words.first() else {
        return Err(fault_at(1, SHEET_EMPTY));
    };
    if let Some((.., order)) = whole_orders().into_iter().find(|(da, en, _)| da == first || en == first) {
        return match words.get(1) {
            None => Ok(order),
            Some((at, _)) => Err(fault_at(*at, SHEET_NOTHING_FOLLOWS.with([("given", first.into())]))),
        };
    }
    if first.starts_with('s') {
        return read_fire(&words);
    }
    let mut reading = Reading { sheet_up: home + 180.0, facing, steps: Vec::new() };
    let (mut attack, mut storm) = (false, false);
    for (at, word) in &words {
        match word.as_str() {
            "A" => attack = true,
            "S" => (attack, storm) = (true, true),
            _ => reading.step(*at, word)?,
        }
    }
    if reading.steps.is_empty() {
        return Err(fault_at(*first_at, SHEET_NO_DIRECTION));
    }
    Ok(UnitOrder::Move { steps: reading.steps, attack, storm })
}

struct Reading {
    sheet_up: f64,
    facing: f64,
    steps: Vec<Step>,
}

/// Degrees the short way round, right positive.
fn short(degrees: f64) -> f64 {
    let around = degrees.rem_euclid(360.0);
    if around > 180.0 { around - 360.0 } else { around }
}

impl Reading {
    fn step(&mut self, at: usize, word: &str) -> Result<(), Sentence> {
        if let Some((.., step)) = STEPS.iter().find(|(da, en, _)| *da == word || *en == word) {
            self.turned(step);
            self.steps.push(*step);
            return Ok(());
        }
        // The longest arrow that matches.
        let fits = |arrow: &&(&str, &str, f64)| word.starts_with(arrow.0) || word.starts_with(arrow.1);
        let length =
            |arrow: &(&str, &str, f64)| if word.starts_with(arrow.0) { arrow.0.len() } else { arrow.1.len() };
        if let Some(arrow) = ARROWS.iter().filter(fits).max_by_key(|arrow| length(arrow)) {
            return self.arrow(at, arrow.2, &word[length(arrow)..]);
        }
        let rest = |letter: &str| word.strip_prefix(letter);
        if let Some(length) = rest("F") {
            return self.march(at, length, true);
        }
        if let Some(length) = rest("B") {
            return self.march(at, length, false);
        }
        if let Some(degrees) = rest("W").and_then(|text| text.parse::<f64>().ok()).filter(|by| by.is_finite())
        {
            let step = Step::Wheel { degrees };
            self.turned(&step);
            self.steps.push(step);
            return Ok(());
        }
        for (da, en, wing) in DETACHED {
            let companies = rest(da).or_else(|| rest(en)).and_then(|text| text.parse().ok());
            if let Some(companies) = companies {
                self.steps.push(Step::Detach { companies, wing: *wing });
                return Ok(());
            }
        }
        if let Some(turns) = rest("H").and_then(number) {
            self.steps.push(Step::Halt { turns });
            return Ok(());
        }
        Err(fault_at(at, SHEET_NO_SIGN.with([("given", word.into())])))
    }

    fn turned(&mut self, step: &Step) {
        self.facing += match step {
            Step::Wheel { degrees } => *degrees,
            Step::Turn { to: Facing::Left } => -90.0,
            Step::Turn { to: Facing::Right } => 90.0,
            Step::Turn { to: Facing::About } => 180.0,
            _ => 0.0,
        };
    }

    /// An arrow along the front means ahead, against it back, and any other a wheel and then ahead.
    fn arrow(&mut self, at: usize, on_sheet: f64, length: &str) -> Result<(), Sentence> {
        let off = short(self.sheet_up + on_sheet - self.facing);
        if (off.abs() - 180.0).abs() < 0.01 {
            return self.march(at, length, false);
        }
        if off.abs() >= 0.01 {
            let step = Step::Wheel { degrees: off };
            self.turned(&step);
            self.steps.push(step);
        }
        self.march(at, length, true)
    }

    /// A length in centimetres, or a part of the turn.
    fn march(&mut self, at: usize, length: &str, ahead: bool) -> Result<(), Sentence> {
        if length.contains('/') {
            let turns = number(length).filter(|turns| *turns > 0.0 && *turns <= 1.0);
            let turns = turns.ok_or_else(|| fault_at(at, SHEET_NO_PART.with([("given", length.into())])))?;
            self.steps.push(if ahead { Step::AheadFor { turns } } else { Step::BackFor { turns } });
            return Ok(());
        }
        let cm = if length.is_empty() { Some(None) } else { number(length).map(Some) };
        let cm = cm.ok_or_else(|| fault_at(at, SHEET_NO_LENGTH.with([("given", length.into())])))?;
        self.steps.push(if ahead { Step::Ahead { cm } } else { Step::Back { cm } });
        Ok(())
    }
}

fn read_fire(words: &[(usize, String)]) -> Result<UnitOrder, Sentence> {
    let (at, first) = &words[0];
    let kinds = [("sg", Ammunition::Shell), ("sf", Ammunition::Shot), ("sk", Ammunition::Canister)];
    let kind = kinds.iter().find(|(letters, _)| first.starts_with(letters));
    let rest = kind.map_or(&first[1..], |(letters, _)| &first[letters.len()..]);
    let guess_cm = match rest {
        "" => None,
        rest => Some(
            rest.parse::<i32>().map_err(|_| fault_at(*at, SHEET_GUESS.with([("given", first.into())])))?,
        ),
    };
    let mut order = (When::AtOnce, None, Vec::new(), None);
    for (at, word) in &words[1..] {
        fire_word(*at, word, &mut order)?;
    }
    let (when, target, targets, figures) = order;
    Ok(UnitOrder::Fire { when, target, targets, figures, ammunition: kind.map(|(_, kind)| *kind), guess_cm })
}

type Firing = (When, Option<SeenUnit>, Vec<SeenUnit>, Option<i32>);

fn fire_word(at: usize, word: &str, order: &mut Firing) -> Result<(), Sentence> {
    let quoted = word.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    if let Some(place) = quoted {
        order.0 = When::EnemyPasses { place: Landmark::from(place) };
    } else if let Some(names) = word.strip_prefix("@@") {
        order.2 = names.split(',').map(SeenUnit::from).collect();
    } else if let Some(name) = word.strip_prefix('@') {
        order.1 = Some(SeenUnit::from(name));
    } else if let Some(cm) = word.strip_prefix('<').and_then(number) {
        order.0 = When::EnemyWithin { cm };
    } else if let Some(figures) = word.strip_prefix('n').and_then(|text| text.parse().ok()) {
        order.3 = Some(figures);
    } else if word == "fc" || word == "bs" {
        order.0 = When::BeforeShock;
    } else if word == "ec" || word == "as" {
        order.0 = When::AfterShock;
    } else if let Some(moment) = number(word) {
        order.0 = if moment == 0.0 { When::AtOnce } else { When::At { moment: Moment(moment) } };
    } else {
        return Err(fault_at(at, SHEET_FIRE_WORD.with([("given", word.into())])));
    }
    Ok(())
}

/// Writes an order as an entry of the sheet, in Danish letters. Reading it gives the same order.
pub fn write(order: &UnitOrder, home: f64, facing: f64) -> String {
    if let Some((word, ..)) = whole_orders().into_iter().find(|(.., whole)| whole == order) {
        return word.to_string();
    }
    match order {
        UnitOrder::Move { steps, attack, storm } => write_move(steps, *attack, *storm, home + 180.0, facing),
        UnitOrder::Fire { .. } => write_fire(order),
        _ => String::new(),
    }
}

fn write_move(steps: &[Step], attack: bool, storm: bool, sheet_up: f64, facing: f64) -> String {
    let mut reading = Reading { sheet_up, facing, steps: Vec::new() };
    let mut words = Vec::new();
    for step in steps {
        let along = short(reading.facing - sheet_up).rem_euclid(360.0);
        let arrow = |turned: f64| {
            let to = (along + turned).rem_euclid(360.0);
            ARROWS.iter().find(|arrow| (arrow.2 - to).abs() < 1.0e-9).map(|arrow| arrow.1)
        };
        let length = |cm: &Option<f64>| cm.map_or(String::new(), |cm| format!("{cm}"));
        words.push(match step {
            Step::Ahead { cm } => format!("{}{}", arrow(0.0).unwrap_or("F"), length(cm)),
            Step::Back { cm } => format!("{}{}", arrow(180.0).unwrap_or("B"), length(cm)),
            Step::AheadFor { turns } => format!("{}{}", arrow(0.0).unwrap_or("F"), slashed(*turns)),
            Step::BackFor { turns } => format!("{}{}", arrow(180.0).unwrap_or("B"), slashed(*turns)),
            Step::Wheel { degrees } => format!("W{degrees}"),
            Step::Halt { turns } => format!("H{}", fraction(*turns)),
            Step::Detach { companies, wing } => {
                let letters = DETACHED.iter().find(|(.., of)| of == wing).map_or("DH", |(word, ..)| word);
                format!("{letters}{companies}")
            }
            one => STEPS.iter().find(|(.., step)| step == one).map_or("", |(word, ..)| word).to_string(),
        });
        reading.turned(step);
    }
    if attack {
        words.push(if storm { "S" } else { "A" }.to_string());
    }
    words.join(" ")
}

/// A part of a turn is always written with a slash, so that it is not read as centimetres.
fn slashed(turns: f64) -> String {
    let text = fraction(turns);
    if text.contains('/') { text } else { format!("{turns}/1") }
}

fn write_fire(order: &UnitOrder) -> String {
    let UnitOrder::Fire { when, target, targets, figures, ammunition, guess_cm } = order else {
        return String::new();
    };
    let letters = match ammunition {
        None => "s",
        Some(Ammunition::Shell) => "sg",
        Some(Ammunition::Shot) => "sf",
        Some(Ammunition::Canister) => "sk",
    };
    let mut words = vec![format!("{letters}{}", guess_cm.map_or(String::new(), |cm| cm.to_string()))];
    words.push(match when {
        When::AtOnce => "0".to_string(),
        When::At { moment: Moment(moment) } => fraction(*moment),
        When::BeforeShock => "fc".to_string(),
        When::AfterShock => "ec".to_string(),
        When::EnemyWithin { cm } => format!("<{cm}"),
        When::EnemyPasses { place } => format!("\"{place}\""),
    });
    words.extend(target.iter().map(|name| format!("@{name}")));
    if !targets.is_empty() {
        words.push(format!("@@{}", targets.iter().map(|target| &*target.0).collect::<Vec<_>>().join(",")));
    }
    words.extend(figures.iter().map(|figures| format!("n{figures}")));
    words.join(" ")
}
