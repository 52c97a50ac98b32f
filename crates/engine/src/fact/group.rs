//! Reading a declared group: names, values, and what is missing or given twice.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::de::StrRead;

use super::{Complaint, Fact, FactSpec, Facts, Kind, bad_json, hint, leaf::shortened, wrong_type};
use crate::fault::{Code, Fault};
use crate::sentence::Filling;

/// Reads the name of a fact, as its place in the declaration. Facts mostly come in the declared order, so the search
/// starts where the last one was found.
#[derive(Debug)]
pub(super) struct NameSeed<'a> {
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
        crate::wordings::UNKNOWN_FACT,
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
    pub of: PhantomData<T>,
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
    Fault::new(Code::MissingFact, spec.name, crate::wordings::MISSING_FACT, blanks)
}

/// The fault of a fact given twice.
#[cold]
pub fn repeated(spec: &FactSpec) -> Fault {
    Fault::new(Code::RepeatedFact, spec.name, crate::wordings::REPEATED_FACT, Vec::new())
}

/// The fault of something that should be a group of facts.
#[cold]
fn not_a_group<E: serde::de::Error>(complaint: &Complaint, given: impl fmt::Display) -> E {
    complaint.leave(wrong_type(given, "object"))
}

/// Reads a declared group, fact by fact.
pub(super) struct GroupVisitor<'a, G> {
    complaint: &'a Complaint,
    of: PhantomData<G>,
}

impl<'a, G> GroupVisitor<'a, G> {
    pub(super) const fn new(complaint: &'a Complaint) -> Self {
        GroupVisitor { complaint, of: PhantomData }
    }

    /// The fault of something that should be this group.
    #[cold]
    fn not_a_group<E: serde::de::Error>(&self, given: impl fmt::Display) -> E {
        not_a_group(self.complaint, given)
    }
}

impl<'de, G: Facts> Visitor<'de> for GroupVisitor<'_, G> {
    type Value = G;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a group of facts")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut given: A) -> Result<G, A::Error> {
        let complaint = self.complaint;
        let mut draft = G::Draft::default();
        let mut from = 0;
        while let Some(place) = given.next_key_seed(NameSeed { specs: G::SPECS, from, complaint })? {
            G::take(&mut draft, place, &mut given, complaint)?;
            from = place + 1;
        }
        G::finish(draft, complaint)
    }
    fn visit_bool<E: serde::de::Error>(self, given: bool) -> Result<G, E> {
        Err(self.not_a_group(given))
    }
    fn visit_i64<E: serde::de::Error>(self, given: i64) -> Result<G, E> {
        Err(self.not_a_group(given))
    }
    fn visit_u64<E: serde::de::Error>(self, given: u64) -> Result<G, E> {
        Err(self.not_a_group(given))
    }
    fn visit_f64<E: serde::de::Error>(self, given: f64) -> Result<G, E> {
        Err(self.not_a_group(given))
    }
    fn visit_str<E: serde::de::Error>(self, given: &str) -> Result<G, E> {
        Err(self.not_a_group(format_args!("`{given}`")))
    }
    fn visit_unit<E: serde::de::Error>(self) -> Result<G, E> {
        Err(self.not_a_group("null"))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, _: A) -> Result<G, A::Error> {
        Err(self.not_a_group("[…]"))
    }
}

/// Opens a JSON text that must hold a group. The check that it holds nothing else is here, once for all groups.
pub(super) fn open<'a>(
    text: &'a str,
    complaint: &Complaint,
) -> Result<serde_json::Deserializer<StrRead<'a>>, Fault> {
    let mut from = serde_json::Deserializer::from_str(text);
    if text.trim_ascii_start().starts_with('{') {
        return Ok(from);
    }
    match from.deserialize_any(NoGroup(complaint)) {
        Ok(()) => Err(wrong_type(text, "object")),
        Err(error) => Err(unread(&error, complaint)),
    }
}

/// Checks that nothing follows the group.
pub(super) fn close(
    mut from: serde_json::Deserializer<StrRead<'_>>,
    complaint: &Complaint,
) -> Result<(), Fault> {
    from.end().map_err(|error| unread(&error, complaint))
}

/// Why a group could not be read.
#[cold]
pub(super) fn unread(error: &serde_json::Error, complaint: &Complaint) -> Fault {
    match complaint.take() {
        Some(fault) if fault.field().is_empty() => fault.within("facts"),
        Some(fault) => fault,
        None => bad_json("facts", error),
    }
}

/// The fault of a value that is not a group.
struct NoGroup<'a>(&'a Complaint);

impl<'de> Visitor<'de> for NoGroup<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a group of facts")
    }
    fn visit_bool<E: serde::de::Error>(self, given: bool) -> Result<(), E> {
        Err(not_a_group(self.0, given))
    }
    fn visit_i64<E: serde::de::Error>(self, given: i64) -> Result<(), E> {
        Err(not_a_group(self.0, given))
    }
    fn visit_u64<E: serde::de::Error>(self, given: u64) -> Result<(), E> {
        Err(not_a_group(self.0, given))
    }
    fn visit_f64<E: serde::de::Error>(self, given: f64) -> Result<(), E> {
        Err(not_a_group(self.0, given))
    }
    fn visit_str<E: serde::de::Error>(self, given: &str) -> Result<(), E> {
        Err(not_a_group(self.0, format_args!("`{given}`")))
    }
    fn visit_unit<E: serde::de::Error>(self) -> Result<(), E> {
        Err(not_a_group(self.0, "null"))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, _: A) -> Result<(), A::Error> {
        Err(not_a_group(self.0, "[…]"))
    }
    fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<(), A::Error> {
        Err(not_a_group(self.0, "{…}"))
    }
}
