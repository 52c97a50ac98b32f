//! Reading single values: yes or no, numbers, texts, choices.

use std::fmt;

use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};

use super::{Bounds, Choice, Complaint, Fact, FactSpec, Kind, hint, wrong_type};
use crate::fault::{Code, Fault};
use crate::sentence::Filling;

/// How a leaf takes a value it can use.
type Take<V, T> = fn(&FactSpec, V) -> Result<T, Fault>;
/// The same for a borrowed text, with the words it may be.
type TakeText<T> = fn(&FactSpec, &[&str], &str) -> Result<T, Fault>;

/// Visits any value, takes what the leaf can use, and makes a fault of the rest.
struct Leaf<'a, T> {
    wanted: &'static str,
    complaint: &'a Complaint,
    whole: Option<Take<i64, T>>,
    number: Option<Take<f64, T>>,
    yes_no: Option<Take<bool, T>>,
    text: Option<TakeText<T>>,
    names: &'static [&'static str],
    spec: &'a FactSpec,
}

impl<'a, T> Leaf<'a, T> {
    fn new(wanted: &'static str, spec: &'a FactSpec, complaint: &'a Complaint) -> Self {
        Leaf { wanted, complaint, whole: None, number: None, yes_no: None, text: None, names: &[], spec }
    }

    fn settle<E: serde::de::Error>(&self, read: Result<T, Fault>) -> Result<T, E> {
        read.map_err(|fault| self.complaint.leave(fault))
    }

    fn wrong<E: serde::de::Error>(&self, given: impl fmt::Display) -> Result<T, E> {
        Err(self.complaint.leave(wrong_type(given, self.wanted)))
    }
}

impl<'de, T> Visitor<'de> for Leaf<'_, T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.wanted)
    }
    fn visit_bool<E: serde::de::Error>(self, given: bool) -> Result<T, E> {
        match self.yes_no {
            Some(read) => self.settle(read(self.spec, given)),
            None => self.wrong(given),
        }
    }
    fn visit_i64<E: serde::de::Error>(self, given: i64) -> Result<T, E> {
        match (self.whole, self.number) {
            (Some(read), _) => self.settle(read(self.spec, given)),
            (None, Some(read)) => self.settle(read(self.spec, given as f64)),
            (None, None) => self.wrong(given),
        }
    }
    fn visit_u64<E: serde::de::Error>(self, given: u64) -> Result<T, E> {
        match i64::try_from(given) {
            Ok(given) => self.visit_i64(given),
            Err(_) => self.visit_f64(given as f64),
        }
    }
    fn visit_f64<E: serde::de::Error>(self, given: f64) -> Result<T, E> {
        match self.number {
            Some(read) => self.settle(read(self.spec, given)),
            None => self.wrong(format_args!("{given:?}")),
        }
    }
    fn visit_str<E: serde::de::Error>(self, given: &str) -> Result<T, E> {
        match self.text {
            Some(read) => self.settle(read(self.spec, self.names, given)),
            None => self.wrong(format_args!("`{given}`")),
        }
    }
    fn visit_unit<E: serde::de::Error>(self) -> Result<T, E> {
        self.wrong("null")
    }
    fn visit_seq<A: SeqAccess<'de>>(self, _: A) -> Result<T, A::Error> {
        self.wrong("[…]")
    }
    fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<T, A::Error> {
        self.wrong("{…}")
    }
}

/// Checks a number against the bounds and the step of its declaration.
pub fn check_number(spec: &FactSpec, given: f64) -> Result<f64, Fault> {
    if let Some(bounds) = spec.bounds
        && !(given >= bounds.least && given <= bounds.most)
    {
        return Err(outside(given, bounds));
    }
    if let Some(step) = spec.step
        && (given / step).fract() != 0.0
    {
        let blanks = vec![("given", Filling::number(given)), ("step", Filling::number(step))];
        return Err(Fault::new(Code::OutOfRange, "", crate::wordings::NOT_A_MULTIPLE, blanks));
    }
    Ok(given)
}

#[cold]
fn outside(given: f64, bounds: Bounds) -> Fault {
    let [given, least, most] = [given, bounds.least, bounds.most].map(Filling::number);
    let blanks = vec![("given", given), ("least", least), ("most", most)];
    Fault::new(Code::OutOfRange, "", crate::wordings::OUT_OF_RANGE, blanks)
}

impl Fact for bool {
    const KIND: Kind = Kind::YesNo;

    fn read<'de, D: Deserializer<'de>>(
        from: D,
        spec: &FactSpec,
        complaint: &Complaint,
    ) -> Result<Self, D::Error> {
        let leaf = Leaf { yes_no: Some(|_, given| Ok(given)), ..Leaf::new("yes_or_no", spec, complaint) };
        from.deserialize_any(leaf)
    }
}

impl Fact for i32 {
    const KIND: Kind = Kind::Whole;

    fn read<'de, D: Deserializer<'de>>(
        from: D,
        spec: &FactSpec,
        complaint: &Complaint,
    ) -> Result<Self, D::Error> {
        fn whole(spec: &FactSpec, given: i64) -> Result<i32, Fault> {
            check_number(spec, given as f64)?;
            i32::try_from(given)
                .map_err(|_| outside(given as f64, Bounds { least: i32::MIN.into(), most: i32::MAX.into() }))
        }
        from.deserialize_any(Leaf { whole: Some(whole), ..Leaf::new("whole_number", spec, complaint) })
    }
}

impl Fact for f64 {
    const KIND: Kind = Kind::Number;

    fn read<'de, D: Deserializer<'de>>(
        from: D,
        spec: &FactSpec,
        complaint: &Complaint,
    ) -> Result<Self, D::Error> {
        from.deserialize_any(Leaf { number: Some(check_number), ..Leaf::new("number", spec, complaint) })
    }
}

impl Fact for String {
    const KIND: Kind = Kind::Text;

    fn read<'de, D: Deserializer<'de>>(
        from: D,
        spec: &FactSpec,
        complaint: &Complaint,
    ) -> Result<Self, D::Error> {
        fn text(spec: &FactSpec, _: &[&str], given: &str) -> Result<String, Fault> {
            let most = spec.bounds.map_or(10_000.0, |bounds| bounds.most);
            let length = given.chars().count();
            if length as f64 > most {
                let blanks = vec![("given", length.into()), ("most", most.into())];
                return Err(Fault::new(Code::WrongLength, "", crate::wordings::TOO_LONG, blanks));
            }
            Ok(given.to_string())
        }
        from.deserialize_any(Leaf { text: Some(text), ..Leaf::new("text", spec, complaint) })
    }
}

/// Reads one of a list of words; used by [`choices!`](crate::choices).
pub fn read_choice<'de, D: Deserializer<'de>, T: Choice>(
    from: D,
    spec: &FactSpec,
    complaint: &Complaint,
) -> Result<T, D::Error> {
    read_word(from, T::NAMES, spec, complaint).map(|place| T::ALL[place])
}

/// Reads one of a list of words, as its place: compiled once for all choices.
fn read_word<'de, D: Deserializer<'de>>(
    from: D,
    names: &'static [&'static str],
    spec: &FactSpec,
    complaint: &Complaint,
) -> Result<usize, D::Error> {
    fn text(_: &FactSpec, names: &[&str], given: &str) -> Result<usize, Fault> {
        names.iter().position(|name| *name == given).ok_or_else(|| {
            let known = shortened(names);
            let blanks = vec![("given", given.into()), ("hint", hint(given, names)), ("known", known.into())];
            Fault::new(Code::UnknownValue, "", crate::wordings::UNKNOWN_VALUE, blanks)
        })
    }
    from.deserialize_any(Leaf { text: Some(text), names, ..Leaf::new("choice", spec, complaint) })
}

/// The most choices a fault lists: a longer list would hide the fault.
const MOST_TOLD: usize = 40;

pub(crate) fn shortened(names: &[&str]) -> String {
    match names.len() > MOST_TOLD {
        true => format!("{}, …", names[..MOST_TOLD].join(", ")),
        false => names.join(", "),
    }
}
