//! Outcomes as a row of fields, whatever their type.
//!
//! The code that writes outcomes as JSON, counts them and sums the chances of their fields reads this row. So it is compiled
//! once, and not for each of some hundred outcomes. For each type only the telling itself is compiled.

use std::ops::Range;

use serde::ser::Serialize;
use serde_json::Value;

use crate::fault::{Code, Fault};

mod teller;

pub(crate) use teller::{JsonText, Teller};

/// One piece of an outcome.
#[derive(Clone, Copy, Debug)]
enum Piece {
    Group,
    EndOfGroup,
    List,
    EndOfList,
    /// The name of a field.
    Name(&'static str),
    /// The name of a row of points, which is among the letters.
    Row(Letters),
    Null,
    YesNo(bool),
    Whole(i64),
    Number(f64),
    Text(Letters),
}

impl Piece {
    fn is_leaf(self) -> bool {
        matches!(self, Piece::Null | Piece::YesNo(_) | Piece::Whole(_) | Piece::Number(_) | Piece::Text(_))
    }
}

/// Where a text is among the letters.
#[derive(Clone, Copy, Debug)]
struct Letters {
    from: u32,
    to: u32,
    /// The same for the same text.
    hash: u32,
}

impl Letters {
    fn new(text: &str, from: usize) -> Letters {
        let hash = text.as_bytes().chunks(8).fold(0, |hash, bytes| {
            let mut eight = [0; 8];
            eight[..bytes.len()].copy_from_slice(bytes);
            mixed(hash, u64::from_le_bytes(eight))
        });
        Letters { from: from as u32, to: (from + text.len()) as u32, hash: (hash >> 32) as u32 }
    }
}

/// Outcomes, one after the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Told {
    pieces: Vec<Piece>,
    letters: String,
}

/// A part of the row: an outcome, or a field of it.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    pieces: &'a [Piece],
    letters: &'a str,
}

impl Told {
    /// Drops everything after a place.
    pub(crate) fn truncate(&mut self, pieces: usize) {
        let text = self.pieces[pieces..].iter().find_map(|piece| match piece {
            Piece::Row(at) | Piece::Text(at) => Some(at.from),
            _ => None,
        });
        self.pieces.truncate(pieces);
        if let Some(from) = text {
            self.letters.truncate(from as usize);
        }
    }

    /// Takes over all of another row.
    pub(crate) fn append(&mut self, other: &Told) {
        let before = self.letters.len() as u32;
        let moved = |at: Letters| Letters { from: at.from + before, to: at.to + before, ..at };
        self.letters.push_str(&other.letters);
        self.pieces.extend(other.pieces.iter().map(|piece| match *piece {
            Piece::Row(at) => Piece::Row(moved(at)),
            Piece::Text(at) => Piece::Text(moved(at)),
            same => same,
        }));
    }

    /// How many pieces there are.
    pub(crate) fn len(&self) -> usize {
        self.pieces.len()
    }

    /// The pieces from one place to another.
    pub(crate) fn part(&self, range: Range<usize>) -> Part<'_> {
        Part { pieces: &self.pieces[range], letters: &self.letters }
    }

    /// All of it.
    #[cfg(test)]
    pub(crate) fn whole(&self) -> Part<'_> {
        self.part(0..self.pieces.len())
    }
}

impl<'a> Part<'a> {
    fn text(&self, at: Letters) -> &'a str {
        &self.letters[at.from as usize..at.to as usize]
    }

    /// A number that is the same for parts with the same content.
    pub fn hash(&self) -> u64 {
        self.pieces.iter().fold(0, |hash, piece| match *piece {
            Piece::Group => mixed(hash, 1),
            Piece::List => mixed(hash, 2),
            Piece::EndOfGroup | Piece::EndOfList | Piece::Name(_) => hash,
            Piece::Null => mixed(hash, 3),
            Piece::YesNo(yes) => mixed(hash, 4 + u64::from(yes)),
            Piece::Whole(number) => mixed(hash, number as u64),
            Piece::Number(number) => mixed(hash, number.to_bits()),
            Piece::Row(at) | Piece::Text(at) => mixed(hash, at.hash.into()),
        })
    }

    /// Do both have the same content?
    pub fn is(&self, other: &Part<'_>) -> bool {
        self.pieces.len() == other.pieces.len()
            && self.pieces.iter().zip(other.pieces).all(|(one, two)| match (*one, *two) {
                (Piece::Name(one), Piece::Name(two)) => one == two,
                (Piece::Whole(one), Piece::Whole(two)) => one == two,
                (Piece::YesNo(one), Piece::YesNo(two)) => one == two,
                (Piece::Text(one), Piece::Text(two)) | (Piece::Row(one), Piece::Row(two)) => {
                    one.hash == two.hash && self.text(one) == other.text(two)
                }
                (Piece::Number(one), Piece::Number(two)) => one.to_bits() == two.to_bits(),
                (one, two) => std::mem::discriminant(&one) == std::mem::discriminant(&two),
            })
    }

    /// It as a JSON value.
    pub fn value(&self) -> Value {
        self.value_at(&mut 0)
    }

    /// The value that begins at a place; the place moves past it.
    fn value_at(&self, place: &mut usize) -> Value {
        let piece = self.pieces[*place];
        *place += 1;
        match piece {
            Piece::YesNo(yes) => yes.into(),
            Piece::Whole(number) => number.into(),
            Piece::Number(number) => number.into(),
            Piece::Text(at) | Piece::Row(at) => self.text(at).into(),
            Piece::Name(name) => name.into(),
            Piece::Null | Piece::EndOfGroup | Piece::EndOfList => Value::Null,
            Piece::List => {
                let mut list = Vec::new();
                while !matches!(self.pieces[*place], Piece::EndOfList) {
                    list.push(self.value_at(place));
                }
                *place += 1;
                list.into()
            }
            Piece::Group => {
                let mut group = serde_json::Map::new();
                while !matches!(self.pieces[*place], Piece::EndOfGroup) {
                    let name = self.name(*place);
                    *place += 1;
                    group.insert(name.to_string(), self.value_at(place));
                }
                *place += 1;
                group.into()
            }
        }
    }

    fn name(&self, place: usize) -> &'a str {
        match self.pieces[place] {
            Piece::Name(name) => name,
            Piece::Row(at) => self.text(at),
            _ => "",
        }
    }

    /// Tells each field with its path and its place among the pieces: groups within the outcome by dotted paths, lists of groups by
    /// number. Rows of points (`attacker_points`) are one field. Parts of one shape have the same fields in the same places.
    pub fn each_field(&self, tell: &mut dyn FnMut(&str, Range<usize>)) {
        let mut path = String::with_capacity(64);
        self.spread(0, &mut path, tell);
    }

    /// The piece at a place that [`Part::each_field`] told.
    pub fn piece(&self, pieces: Range<usize>) -> Part<'a> {
        Part { pieces: &self.pieces[pieces], letters: self.letters }
    }

    /// Are both made alike: the same groups, lists and names in the same places, whatever the values?
    pub fn has_shape_of(&self, other: &Part<'_>) -> bool {
        let alike = |(one, two): (&Piece, &Piece)| match (*one, *two) {
            (Piece::Name(one), Piece::Name(two)) => std::ptr::eq(one, two) || one == two,
            (Piece::Row(one), Piece::Row(two)) => one.hash == two.hash && self.text(one) == other.text(two),
            (one, two) if one.is_leaf() => two.is_leaf(),
            (one, two) => std::mem::discriminant(&one) == std::mem::discriminant(&two),
        };
        self.pieces.len() == other.pieces.len() && self.pieces.iter().zip(other.pieces).all(alike)
    }

    /// Spreads the value that begins at a place; returns the place after it.
    fn spread(&self, place: usize, path: &mut String, tell: &mut dyn FnMut(&str, Range<usize>)) -> usize {
        let length = path.len();
        let mut at = place + 1;
        match self.pieces[place] {
            Piece::Group if !path.ends_with("_points") => {
                while !matches!(self.pieces[at], Piece::EndOfGroup) {
                    if length > 0 {
                        path.push('.');
                    }
                    path.push_str(self.name(at));
                    at = self.spread(at + 1, path, tell);
                    path.truncate(length);
                }
                at + 1
            }
            Piece::List if self.is_list_of_groups(place) => {
                let mut number = 0;
                while !matches!(self.pieces[at], Piece::EndOfList) {
                    use std::fmt::Write;
                    // Writing to a text does not fail.
                    let _ = write!(path, "[{number}]");
                    at = self.spread(at, path, tell);
                    path.truncate(length);
                    number += 1;
                }
                at + 1
            }
            _ => {
                let behind = self.behind(place);
                tell(path, place..behind);
                behind
            }
        }
    }

    /// The place after the value that begins at a place.
    fn behind(&self, place: usize) -> usize {
        let mut open = 0;
        for (at, piece) in self.pieces.iter().enumerate().skip(place) {
            match piece {
                Piece::Group | Piece::List => open += 1,
                Piece::EndOfGroup | Piece::EndOfList => open -= 1,
                _ => {}
            }
            if open == 0 && !matches!(piece, Piece::Name(_) | Piece::Row(_)) {
                return at + 1;
            }
        }
        self.pieces.len()
    }

    fn is_list_of_groups(&self, list: usize) -> bool {
        let mut at = list + 1;
        while matches!(self.pieces[at], Piece::Group) {
            at = self.behind(at);
        }
        at > list + 1 && matches!(self.pieces[at], Piece::EndOfList)
    }
}

fn mixed(hash: u64, more: u64) -> u64 {
    (hash.rotate_left(5) ^ more).wrapping_mul(0x517c_c1b7_2722_0a95)
}

/// Writes an outcome.
pub(crate) fn tell(outcome: &impl Serialize, mut teller: Teller<'_>) -> Result<(), Fault> {
    outcome.serialize(&mut teller).map_err(untold)
}

#[cold]
fn untold(reason: teller::Untold) -> Fault {
    let blanks = vec![("reason", reason.to_string().into())];
    Fault::new(Code::BadJson, "outcome", crate::wordings::BAD_JSON, blanks)
}

#[cfg(test)]
mod tests;
