//! The cells of the lists: three patterns (§army.def.format). Damaged cells are corrected before they are read.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::fact::Kind;
use krigsspil_engine::outcome::{FieldSpec, Outcome, OutcomeValue};
use krigsspil_engine::serde::{Serialize, Serializer};

use super::shared::Text;
use super::vocabulary::*;

/// Castings of an ATT squadron (§army.def.att).
const ATTACHED_CASTINGS: i32 = 2;
/// Of two cavalry numbers, the first means squadrons if it is at most this (§army.R8).
const MOST_SQUADRONS: i32 = 4;

krigsspil_engine::outcome! {
    /// One part of an infantry or cavalry cell.
    pub struct TroopCell {
        available: Option<i32>;
        mark: Mark;
        limit: Option<i32>;
        counted: CellCount;
        battalions_each: Option<i32>;
        melee: i32;
        morale: MoraleGrade;
        castings: ArrayVec<i32, 3>;
        castings_by_battalion: Option<[i32; 3]>;
        stands: Option<i32>;
        half_stands: bool;
        squadrons: Option<i32>;
        fm9: bool;
        attached: bool;
        lancers: bool;
        percent_max: Option<i32>;
        remark: Text;
    }

    /// One part of a battery cell.
    pub struct BatteryCell {
        available: Option<i32>;
        mark: Mark;
        limit: Option<i32>;
        guns: i32;
        guns_max: i32;
        howitzers: i32;
        ratio_kind: RatioKind;
        ratio: Option<i32>;
        ratio_base: CellRatioBase;
        pounder: Option<i32>;
        remark: Text;
    }
}

/// One part of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CellPart {
    /// Infantry or cavalry.
    Troops(TroopCell),
    /// A battery.
    Battery(BatteryCell),
}

impl Serialize for CellPart {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            CellPart::Troops(part) => part.serialize(serializer),
            CellPart::Battery(part) => part.serialize(serializer),
        }
    }
}

const PART_FIELDS: usize = TroopCell::FIELDS.len() + BatteryCell::FIELDS.len();

impl OutcomeValue for CellPart {
    /// The fields of both kinds; each part has those of its own kind.
    const KIND: Kind = Kind::Fields(&{
        let mut fields: [FieldSpec; PART_FIELDS] = [TroopCell::FIELDS[0]; PART_FIELDS];
        let mut place = 0;
        while place < PART_FIELDS {
            fields[place] = if place < TroopCell::FIELDS.len() {
                TroopCell::FIELDS[place]
            } else {
                BatteryCell::FIELDS[place - TroopCell::FIELDS.len()]
            };
            place += 1;
        }
        fields
    });
}

/// Each run of spaces reduced to one, with none at the ends.
pub(crate) fn collapsed(cell: &str) -> String {
    let words: Vec<_> = cell.split([' ', '\t', '\r', '\n']).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// The parts of a collapsed and corrected cell; `None` if it cannot be read.
pub(crate) fn parts(text: &str, arm: CellArm) -> Option<Vec<CellPart>> {
    if text.is_empty() || text == "n/a" {
        return Some(Vec::new());
    }
    let part = |part: &str| {
        let part = tightened(part.trim_matches(' '));
        match arm.troops() {
            Some(arm) => troops(&part, arm).map(CellPart::Troops),
            None => battery(&part).map(CellPart::Battery),
        }
    };
    text.split('&').map(part).collect()
}

/// Removes spaces without meaning: next to `*`, `@`, `/` and `:`, and before `#` and `%`.
fn tightened(part: &str) -> String {
    let mut tight = String::with_capacity(part.len());
    let mut drop_space = false;
    for letter in part.chars() {
        let joins = matches!(letter, '*' | '@' | '/' | ':');
        if (joins || matches!(letter, '#' | '%')) && tight.ends_with(' ') {
            tight.pop();
        }
        if !(drop_space && letter == ' ') {
            tight.push(letter);
        }
        drop_space = joins;
    }
    tight
}

/// Reads a part from left to right.
struct Reader<'a>(&'a str);

impl<'a> Reader<'a> {
    /// Consumes `word` if it comes next.
    fn eat(&mut self, word: &str) -> bool {
        match self.0.strip_prefix(word) {
            Some(rest) => {
                self.0 = rest;
                true
            }
            None => false,
        }
    }

    /// Consumes `word`, which must come next.
    fn expect(&mut self, word: &str) -> Option<()> {
        self.eat(word).then_some(())
    }

    /// Consumes a number within bounds; `None` if no digit comes next, or the number is out of bounds.
    fn number(&mut self, least: i32, most: i32) -> Option<i32> {
        let digits = self.0.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = self.0.split_at(digits);
        self.0 = rest;
        number.parse().ok().filter(|number| (least..=most).contains(number))
    }

    /// The number available, or the mark in its place.
    fn available(&mut self) -> Option<(Option<i32>, Mark)> {
        if self.eat("?") {
            Some((None, Mark::NotStated))
        } else if self.eat("#") {
            Some((None, Mark::Number))
        } else {
            Some((Some(self.number(1, 999)?), Mark::Plain))
        }
    }

    /// The rest: nothing, or a remark after one of the `separators`.
    fn remark(self, separators: &[char]) -> Option<&'a str> {
        if self.0.is_empty() {
            return Some("");
        }
        self.0.strip_prefix(separators).filter(|remark| !remark.is_empty())
    }
}

/// The words of a remark.
fn tokens(remark: &str) -> impl Iterator<Item = &str> {
    remark.split([' ', '*', '/', '(', ')'])
}

/// An infantry or cavalry part (§army.def.format.inf, §army.def.format.cav).
fn troops(part: &str, arm: TroopArm) -> Option<TroopCell> {
    let mut reader = Reader(part);
    let (available, mut mark) = reader.available()?;
    if available.is_some() {
        if reader.eat("+") {
            mark = Mark::OrMore;
        } else if reader.eat("@") {
            mark = Mark::SeeNote;
        }
    }
    let (counted, battalions_each) = counted(&mut reader)?;
    reader.expect("*")?;
    let (melee, morale) = grade(&mut reader)?;
    reader.expect("*")?;
    let size = Size::read(&mut reader)?;
    let fm9 = reader.eat("#");
    let percent_max = if reader.eat("@") {
        let percent = reader.number(1, 100)?;
        reader.expect("%")?;
        Some(percent)
    } else {
        None
    };
    let remark = reader.remark(&[' ', '*'])?;
    let says = |word: &str| tokens(remark).any(|token| token.eq_ignore_ascii_case(word));
    let mut cell = TroopCell {
        available,
        mark,
        limit: available.filter(|_| matches!(mark, Mark::Plain | Mark::SeeNote)),
        counted,
        battalions_each,
        melee,
        morale,
        castings: ArrayVec::new(),
        castings_by_battalion: None,
        stands: None,
        half_stands: false,
        squadrons: None,
        fm9,
        attached: matches!(size, Size::Attached) || says("ATT"),
        lancers: says("LL"),
        percent_max,
        remark: remark.into(),
    };
    size.settle(&mut cell, arm);
    Some(cell)
}

/// Whether the number counts battalions, regiments (and of how many battalions each), or one of each.
fn counted(reader: &mut Reader) -> Option<(CellCount, Option<i32>)> {
    if eat_battalions(reader) {
        Some((CellCount::Battalion, None))
    } else if reader.eat(" each") {
        Some((CellCount::Each, None))
    } else if reader.eat(" R") || reader.eat("R") {
        if !reader.eat("/") {
            return Some((CellCount::Regiment, None));
        }
        let battalions = reader.number(1, 9)?;
        eat_battalions(reader);
        Some((CellCount::Regiment, Some(battalions)))
    } else {
        Some((CellCount::NotSaid, None))
    }
}

fn eat_battalions(reader: &mut Reader) -> bool {
    reader.eat(" Bns") || reader.eat(" Bn")
}

/// A grade: melee 1 to 10 and morale A to G (§army.def.mg).
fn grade(reader: &mut Reader) -> Option<(i32, MoraleGrade)> {
    let digits = if reader.0.starts_with("10") { 2 } else { 1 };
    let melee = reader.0.get(..digits)?.parse().ok().filter(|melee| (1..=10).contains(melee))?;
    let morale = reader.0.get(digits..digits + 1)?.parse().ok()?;
    reader.0 = &reader.0[digits + 1..];
    Some((melee, morale))
}

/// Reads a grade that is alone, such as `5D`.
pub(crate) fn grade_alone(text: &str) -> Option<(i32, MoraleGrade)> {
    let mut reader = Reader(text);
    let grade = grade(&mut reader)?;
    reader.0.is_empty().then_some(grade)
}

/// The size of a battalion or of a cavalry regiment, as written.
enum Size {
    Attached,
    Stands { stands: i32, half: bool, castings: i32 },
    Figures(ArrayVec<i32, 3>),
}

impl Size {
    fn read(reader: &mut Reader) -> Option<Size> {
        if reader.eat("ATT") {
            return Some(Size::Attached);
        }
        let first = reader.number(1, 99)?;
        let half = reader.eat("H");
        if half || reader.0.starts_with(':') {
            reader.expect(":")?;
            return Some(Size::Stands { stands: first, half, castings: reader.number(1, 99)? });
        }
        let mut figures = ArrayVec::from_iter([first]);
        while !figures.is_full() && reader.eat("/") {
            figures.push(reader.number(1, 99)?);
        }
        Some(Size::Figures(figures))
    }

    /// Writes the castings into the cell (§army.R7 to §army.R9, §army.R43).
    fn settle(self, cell: &mut TroopCell, arm: TroopArm) {
        match self {
            Size::Attached => cell.castings.push(ATTACHED_CASTINGS),
            Size::Stands { stands, half, castings } => {
                cell.stands = Some(stands);
                cell.half_stands = half;
                cell.castings.push(castings);
            }
            Size::Figures(figures) => match figures[..] {
                [each, third] if &*cell.remark == "3rd Bn" => {
                    cell.castings.push(each);
                    cell.castings_by_battalion = Some([each, each, third]);
                }
                [squadrons, castings] if arm == TroopArm::Cavalry && squadrons <= MOST_SQUADRONS => {
                    cell.squadrons = Some(squadrons);
                    cell.castings.push(castings);
                }
                _ => cell.castings = figures,
            },
        }
    }
}

/// A battery part (§army.def.format.bty).
fn battery(part: &str) -> Option<BatteryCell> {
    let mut reader = Reader(part);
    let (available, mark) = reader.available()?;
    reader.expect("*")?;
    let guns = reader.number(1, 99)?;
    let guns_max = if reader.eat("-") { reader.number(guns, 99)? } else { guns };
    reader.expect("*")?;
    let howitzers = reader.number(0, guns_max)?;
    let (ratio_kind, ratio) = if reader.eat("*") { ratio(&mut reader)? } else { (RatioKind::Unstated, None) };
    let remark = reader.remark(&[' '])?;
    let mut ratio_base = CellRatioBase::NotSaid;
    let mut pounder = None;
    for token in tokens(remark) {
        match token {
            "GdCv" => ratio_base = CellRatioBase::GuardCavalryRegiments,
            "InfBns" => ratio_base = CellRatioBase::Battalions,
            _ => pounder = pounder_of(token).or(pounder),
        }
    }
    let remark = remark.into();
    let limit = available;
    Some(BatteryCell {
        available,
        mark,
        limit,
        guns,
        guns_max,
        howitzers,
        ratio_kind,
        ratio,
        ratio_base,
        pounder,
        remark,
    })
}

/// The ratio of batteries after the last star: `1-8`, `1:8`, `1-F`, `?` or nothing.
fn ratio(reader: &mut Reader) -> Option<(RatioKind, Option<i32>)> {
    if reader.eat("1-") || reader.eat("1:") {
        if reader.eat("F") {
            return Some((RatioKind::PerForce, None));
        }
        return Some((RatioKind::PerUnits, Some(reader.number(1, 99)?)));
    }
    reader.eat("?");
    Some((RatioKind::Unstated, None))
}

/// The pounder of a word such as `8pdr` or `9pd`.
fn pounder_of(token: &str) -> Option<i32> {
    let number = token.strip_suffix("pdr").or_else(|| token.strip_suffix("pd"))?;
    number.bytes().all(|digit| digit.is_ascii_digit()).then(|| number.parse().ok())?
}
