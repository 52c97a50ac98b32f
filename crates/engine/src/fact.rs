//! Facts: what a person, a file or the battle states before a procedure can be worked out.
//!
//! A fact is declared once, in [`facts!`](crate::facts): its type, its bounds, its default and its rule. The parsing, the
//! checks, the JSON schema, the command line's help and the companion's form are all read off that declaration.

use std::cell::RefCell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use crate::fault::{Code, Fault, Filling};

/// The shape of a fact or of an outcome's field.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// True or false.
    YesNo,
    /// A whole number.
    Whole,
    /// A number.
    Number,
    /// A text.
    Text,
    /// One of a list of words. `of` names the list, for labels.
    Choice {
        /// The type's name, by which labels may tell two equal words apart.
        of: &'static str,
        /// The words.
        names: &'static [&'static str],
    },
    /// A group of named facts.
    Object(&'static [FactSpec]),
    /// A list of one kind.
    List(&'static Kind),
    /// A value or nothing.
    Maybe(&'static Kind),
    /// An outcome's group of named fields.
    Fields(&'static [crate::outcome::FieldSpec]),
    /// Names with points behind them; only those that are not 0.
    Points,
}

/// Least and most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Least, included.
    pub least: f64,
    /// Most, included.
    pub most: f64,
}

/// The declaration of one fact.
#[derive(Clone, Copy, Debug)]
pub struct FactSpec {
    /// Its name in JSON and on the command line; its label's key.
    pub name: &'static str,
    /// Its shape.
    pub kind: Kind,
    /// Bounds of a number, or of the length of a list.
    pub bounds: Option<Bounds>,
    /// Bounds of the numbers in a list.
    pub each: Option<Bounds>,
    /// The number must be a multiple of this.
    pub step: Option<f64>,
    /// What it is when left out; none when it must be given.
    pub default: Option<fn() -> Value>,
    /// The rule that asks for it; empty when the procedure's own.
    pub cite: &'static str,
}

impl FactSpec {
    /// Must it be given?
    pub const fn required(&self) -> bool {
        self.default.is_none()
    }
}

/// A place to leave a fault while serde's own errors, which know no fields, travel past.
#[derive(Debug, Default)]
pub struct Complaint(RefCell<Option<Fault>>);

impl Complaint {
    /// An empty place.
    pub fn new() -> Self {
        Self::default()
    }

    /// Leaves a fault here and gives serde an error of its own kind.
    #[cold]
    pub fn leave<E: serde::de::Error>(&self, fault: Fault) -> E {
        *self.0.borrow_mut() = Some(fault);
        E::custom("refused")
    }

    /// Names the enclosing fact of a fault that was left.
    #[cold]
    pub fn within(&self, outer: &str) {
        if let Some(fault) = self.0.take() {
            *self.0.borrow_mut() = Some(fault.within(outer));
        }
    }

    /// Takes the fault away.
    pub fn take(&self) -> Option<Fault> {
        self.0.take()
    }
}

/// A type that can stand in a declaration of facts.
pub trait Fact: Sized {
    /// Its shape.
    const KIND: Kind;
    /// Whether JSON `null` is read as "none".
    const NULL: bool = false;

    /// Reads it, checked against its declaration.
    fn read<'de, D: Deserializer<'de>>(
        from: D,
        spec: &FactSpec,
        complaint: &Complaint,
    ) -> Result<Self, D::Error>;
}

/// A whole declared group of facts.
pub trait Facts: Sized + serde::Serialize {
    /// The declarations, in order.
    const SPECS: &'static [FactSpec];

    /// Reads the group as a JSON-like object.
    fn read_all<'de, D: Deserializer<'de>>(from: D, complaint: &Complaint) -> Result<Self, D::Error>;

    /// Reads the group from JSON text.
    fn from_json(text: &str) -> Result<Self, Fault> {
        let complaint = Complaint::new();
        let mut from = serde_json::Deserializer::from_str(text);
        let read = Self::read_all(&mut from, &complaint).and_then(|facts| from.end().map(|()| facts));
        read.map_err(|error| match complaint.take() {
            Some(fault) if fault.field().is_empty() => fault.within("facts"),
            Some(fault) => fault,
            None => bad_json("facts", &error),
        })
    }

    /// Checks a value made in code against its own declaration (bounds, multiples, lengths).
    fn checked(&self) -> Result<(), Fault> {
        let value = serde_json::to_string(self).map_err(|error| bad_json("facts", &error))?;
        Self::from_json(&value).map(|_| ())
    }
}

/// The fault of a text that is not JSON.
pub fn bad_json(field: &str, error: &serde_json::Error) -> Fault {
    Fault::new(Code::BadJson, field, "bad_json", vec![("reason", error.into())])
}

/// The one of `known` that is near to `given`, if one is.
pub fn nearest<'a>(given: &str, known: &[&'a str]) -> Option<&'a str> {
    known
        .iter()
        .map(|name| (strsim::damerau_levenshtein(given, name), *name))
        .filter(|(edits, name)| *edits <= 1 + name.chars().count() / 4)
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, name)| name)
}

/// "did you mean …?" when one of `known` is near to `given`.
pub fn hint(given: &str, known: &[&str]) -> Filling {
    Filling::DidYouMean(nearest(given, known).map(str::to_string))
}

/// Something that stands where `wanted` (a key of the `wanted` words) should.
#[cold]
fn wrong_type(given: impl fmt::Display, wanted: &'static str) -> Fault {
    let blanks = vec![("given", given.into()), ("wanted", Filling::Word("wanted", wanted))];
    Fault::new(Code::WrongType, "", "wrong_type", blanks)
}

/// How a leaf takes a value it can use.
type Take<V, T> = fn(&FactSpec, V) -> Result<T, Fault>;
/// The same for a text, which is only lent.
type TakeText<T> = fn(&FactSpec, &str) -> Result<T, Fault>;

/// Visits anything, takes what the leaf can use, and complains of the rest in its own words.
struct Leaf<'a, T> {
    wanted: &'static str,
    complaint: &'a Complaint,
    whole: Option<Take<i64, T>>,
    number: Option<Take<f64, T>>,
    yes_no: Option<Take<bool, T>>,
    text: Option<TakeText<T>>,
    null: Option<fn() -> T>,
    spec: &'a FactSpec,
}

impl<'a, T> Leaf<'a, T> {
    fn new(wanted: &'static str, spec: &'a FactSpec, complaint: &'a Complaint) -> Self {
        Leaf { wanted, complaint, whole: None, number: None, yes_no: None, text: None, null: None, spec }
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
            Some(read) => self.settle(read(self.spec, given)),
            None => self.wrong(format_args!("`{given}`")),
        }
    }
    fn visit_unit<E: serde::de::Error>(self) -> Result<T, E> {
        match self.null {
            Some(read) => Ok(read()),
            None => self.wrong("null"),
        }
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
        let blanks = vec![("given", given.into()), ("step", step.into())];
        return Err(Fault::new(Code::OutOfRange, "", "not_a_multiple", blanks));
    }
    Ok(given)
}

#[cold]
fn outside(given: f64, bounds: Bounds) -> Fault {
    let blanks = vec![("given", given.into()), ("least", bounds.least.into()), ("most", bounds.most.into())];
    Fault::new(Code::OutOfRange, "", "out_of_range", blanks)
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
        fn text(spec: &FactSpec, given: &str) -> Result<String, Fault> {
            let most = spec.bounds.map_or(10_000.0, |bounds| bounds.most);
            let length = given.chars().count();
            if length as f64 > most {
                let blanks = vec![("given", length.into()), ("most", most.into())];
                return Err(Fault::new(Code::WrongLength, "", "too_long", blanks));
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
    fn text<T: Choice>(_: &FactSpec, given: &str) -> Result<T, Fault> {
        T::NAMES.iter().position(|name| *name == given).map(|place| T::ALL[place]).ok_or_else(|| {
            let known = shortened(T::NAMES);
            let blanks =
                vec![("given", given.into()), ("hint", hint(given, T::NAMES)), ("known", known.into())];
            Fault::new(Code::UnknownValue, "", "unknown_value", blanks)
        })
    }
    from.deserialize_any(Leaf { text: Some(text::<T>), ..Leaf::new("choice", spec, complaint) })
}

/// More choices than this are not all told: the list would hide the fault.
const MOST_TOLD: usize = 40;

fn shortened(names: &[&str]) -> String {
    match names.len() > MOST_TOLD {
        true => format!("{}, …", names[..MOST_TOLD].join(", ")),
        false => names.join(", "),
    }
}

/// An enum whose every variant has a word; declared with [`choices!`](crate::choices).
pub trait Choice: Copy + 'static {
    /// Every variant, in order.
    const ALL: &'static [Self];
    /// Its words, in the same order.
    const NAMES: &'static [&'static str];
}

/// A fact that may be left out; JSON `null` is refused. With [`OrNull`] it is read as none.
impl<T: Fact> Fact for Option<T> {
    const KIND: Kind = Kind::Maybe(&T::KIND);

    fn read<'de, D: Deserializer<'de>>(
        from: D,
        spec: &FactSpec,
        complaint: &Complaint,
    ) -> Result<Self, D::Error> {
        T::read(from, spec, complaint).map(Some)
    }
}

/// A fact that may be left out or given as `null`, which mean the same: none.
#[derive(Clone, Copy, Debug, PartialEq, Default, serde::Serialize)]
#[serde(transparent)]
pub struct OrNull<T>(pub Option<T>);

impl<T: Fact> Fact for OrNull<T> {
    const KIND: Kind = Kind::Maybe(&T::KIND);
    const NULL: bool = true;

    fn read<'de, D: Deserializer<'de>>(
        from: D,
        spec: &FactSpec,
        complaint: &Complaint,
    ) -> Result<Self, D::Error> {
        struct Maybe<'a, T>(&'a FactSpec, &'a Complaint, std::marker::PhantomData<T>);
        impl<'de, T: Fact> Visitor<'de> for Maybe<'_, T> {
            type Value = OrNull<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value or null")
            }
            fn visit_none<E>(self) -> Result<OrNull<T>, E> {
                Ok(OrNull(None))
            }
            fn visit_unit<E>(self) -> Result<OrNull<T>, E> {
                Ok(OrNull(None))
            }
            fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<OrNull<T>, D::Error> {
                T::read(from, self.0, self.1).map(|value| OrNull(Some(value)))
            }
        }
        from.deserialize_option(Maybe(spec, complaint, std::marker::PhantomData))
    }
}

impl<T: Fact> Fact for Vec<T> {
    const KIND: Kind = Kind::List(&T::KIND);

    fn read<'de, D: Deserializer<'de>>(
        from: D,
        spec: &FactSpec,
        complaint: &Complaint,
    ) -> Result<Self, D::Error> {
        from.deserialize_any(ListVisitor { spec, complaint, of: std::marker::PhantomData })
    }
}

struct ListVisitor<'a, T> {
    spec: &'a FactSpec,
    complaint: &'a Complaint,
    of: std::marker::PhantomData<T>,
}

struct EntrySeed<'a, T>(&'a FactSpec, &'a Complaint, std::marker::PhantomData<T>);

impl<'de, T: Fact> DeserializeSeed<'de> for EntrySeed<'_, T> {
    type Value = T;
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<T, D::Error> {
        T::read(from, self.0, self.1)
    }
}

impl<T> ListVisitor<'_, T> {
    fn wrong<R, E: serde::de::Error>(&self, given: impl fmt::Display) -> Result<R, E> {
        Err(self.complaint.leave(wrong_type(given, "list")))
    }

    fn check_length(&self, length: usize) -> Result<(), Fault> {
        match self.spec.bounds {
            Some(bounds) if !(length as f64 >= bounds.least && length as f64 <= bounds.most) => {
                let blanks = vec![
                    ("given", length.into()),
                    ("least", bounds.least.into()),
                    ("most", bounds.most.into()),
                ];
                Err(Fault::new(Code::WrongLength, "", "wrong_length", blanks))
            }
            _ => Ok(()),
        }
    }
}

impl<'de, T: Fact> Visitor<'de> for ListVisitor<'_, T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
        let each = FactSpec { bounds: self.spec.each, each: None, ..*self.spec };
        let mut entries = Vec::new();
        loop {
            let seed = EntrySeed(&each, self.complaint, std::marker::PhantomData);
            match list.next_element_seed(seed) {
                Ok(Some(entry)) => entries.push(entry),
                Ok(None) => break,
                Err(error) => {
                    self.complaint.within(&format!("[{}]", entries.len()));
                    return Err(error);
                }
            }
        }
        self.check_length(entries.len()).map_err(|fault| self.complaint.leave(fault))?;
        Ok(entries)
    }
    fn visit_bool<E: serde::de::Error>(self, given: bool) -> Result<Self::Value, E> {
        self.wrong(given)
    }
    fn visit_i64<E: serde::de::Error>(self, given: i64) -> Result<Self::Value, E> {
        self.wrong(given)
    }
    fn visit_u64<E: serde::de::Error>(self, given: u64) -> Result<Self::Value, E> {
        self.wrong(given)
    }
    fn visit_f64<E: serde::de::Error>(self, given: f64) -> Result<Self::Value, E> {
        self.wrong(given)
    }
    fn visit_str<E: serde::de::Error>(self, given: &str) -> Result<Self::Value, E> {
        self.wrong(format_args!("`{given}`"))
    }
    fn visit_unit<E: serde::de::Error>(self) -> Result<Self::Value, E> {
        self.wrong("null")
    }
    fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<Self::Value, A::Error> {
        self.wrong("{…}")
    }
}

/// Reads the name of a fact, as its place in the declaration. Facts mostly come in the declared order, so the search
/// starts where the last one was found.
#[derive(Debug)]
pub struct NameSeed<'a> {
    /// The declarations.
    pub specs: &'static [FactSpec],
    /// Where to start looking.
    pub from: usize,
    /// Where to complain.
    pub complaint: &'a Complaint,
}

impl<'de> DeserializeSeed<'de> for NameSeed<'_> {
    type Value = usize;
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<usize, D::Error> {
        from.deserialize_identifier(self)
    }
}

impl Visitor<'_> for NameSeed<'_> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a fact")
    }
    fn visit_str<E: serde::de::Error>(self, given: &str) -> Result<usize, E> {
        let count = self.specs.len();
        (self.from..count)
            .chain(0..self.from.min(count))
            .find(|&place| self.specs[place].name == given)
            .ok_or_else(|| self.complaint.leave(unknown_fact(given, self.specs)))
    }
}

#[cold]
fn unknown_fact(given: &str, specs: &[FactSpec]) -> Fault {
    let names: Vec<_> = specs.iter().map(|spec| spec.name).collect();
    let known = if names.is_empty() { "none".to_string() } else { names.join(", ") };
    Fault::new(
        Code::UnknownFact,
        given,
        "unknown_fact",
        vec![("hint", hint(given, &names)), ("known", known.into())],
    )
}

/// Reads the value of a declared fact; a fault within it is named by the fact.
#[derive(Debug)]
pub struct ValueSeed<'a, T> {
    /// The declaration.
    pub spec: &'static FactSpec,
    /// Where to complain.
    pub complaint: &'a Complaint,
    /// The type.
    pub of: std::marker::PhantomData<T>,
}

impl<'de, T: Fact> DeserializeSeed<'de> for ValueSeed<'_, T> {
    type Value = T;
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<T, D::Error> {
        T::read(from, self.spec, self.complaint).inspect_err(|_| self.complaint.within(self.spec.name))
    }
}

/// The fault of a fact that must be given and is not.
#[cold]
pub fn missing(spec: &FactSpec) -> Fault {
    let wanted = match spec.kind {
        Kind::YesNo => "yes_or_no",
        Kind::Whole => "whole_number",
        Kind::Number => "number",
        Kind::Text => "text",
        Kind::Choice { .. } => "choice",
        Kind::List(_) => "list",
        _ => "object",
    };
    let choices = match spec.kind {
        Kind::Choice { names, .. } => format!(" ({})", shortened(names)),
        _ => String::new(),
    };
    let blanks = vec![("wanted", Filling::Word("wanted", wanted)), ("choices", choices.into())];
    Fault::new(Code::MissingFact, spec.name, "missing_fact", blanks)
}

/// The fault of a fact given twice.
#[cold]
pub fn repeated(spec: &FactSpec) -> Fault {
    Fault::new(Code::RepeatedFact, spec.name, "repeated_fact", Vec::new())
}

/// Complains that a group of facts was something else; used by [`facts!`](crate::facts).
#[cold]
pub fn not_a_group<E: serde::de::Error>(complaint: &Complaint, given: impl fmt::Display) -> E {
    complaint.leave(wrong_type(given, "object"))
}
