//! The units of a force as a player writes them. A fault in one is named by its fact alone: `units.count`.

use std::fmt;
use std::ops::Deref;

use krigsspil_engine::fact::{Complaint, Fact, FactSpec, Kind};
use krigsspil_engine::serde::de::value::MapAccessDeserializer;
use krigsspil_engine::serde::de::{
    DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor,
};
use krigsspil_engine::serde::{self, Serialize};
use krigsspil_engine::{Code, Fault};

krigsspil_engine::facts! {
    /// A number of units from one row.
    pub struct ForceEntry {
        name: String;
        count: i32 [1..=999];
        battalions: i32 [0..=9999] = 0;
        castings: i32 [0..=99] = 0;
    }
}

/// The entries of a force.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(crate = "serde", transparent)]
pub struct ForceEntries(pub Vec<ForceEntry>);

impl Deref for ForceEntries {
    type Target = [ForceEntry];

    fn deref(&self) -> &[ForceEntry] {
        &self.0
    }
}

impl Fact for ForceEntries {
    const KIND: Kind = <Vec<ForceEntry> as Fact>::KIND;

    fn read<'de, D: Deserializer<'de>>(
        from: D,
        spec: &FactSpec,
        complaint: &Complaint,
    ) -> Result<Self, D::Error> {
        from.deserialize_any(Entries { spec, complaint })
    }
}

/// Reads a list; the engine's own list reader complains about anything else.
#[derive(Clone, Copy)]
struct Entries<'a> {
    spec: &'a FactSpec,
    complaint: &'a Complaint,
}

impl Entries<'_> {
    fn no_list<'de, D: Deserializer<'de>>(self, given: D) -> Result<ForceEntries, D::Error> {
        Vec::read(given, self.spec, self.complaint).map(ForceEntries)
    }

    fn check_length(self, length: usize) -> Result<(), Fault> {
        let Some(bounds) = self.spec.bounds else { return Ok(()) };
        if (bounds.least..=bounds.most).contains(&(length as f64)) {
            return Ok(());
        }
        let blanks =
            vec![("given", length.into()), ("least", bounds.least.into()), ("most", bounds.most.into())];
        Err(Fault::new(Code::WrongLength, "", krigsspil_engine::wordings::WRONG_LENGTH, blanks))
    }
}

impl<'de> DeserializeSeed<'de> for Entries<'_> {
    type Value = ForceEntry;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<ForceEntry, D::Error> {
        ForceEntry::read(from, self.spec, self.complaint)
    }
}

impl<'de> Visitor<'de> for Entries<'_> {
    type Value = ForceEntries;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<ForceEntries, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = list.next_element_seed(self)? {
            entries.push(entry);
        }
        self.check_length(entries.len()).map_err(|fault| self.complaint.leave(fault))?;
        Ok(ForceEntries(entries))
    }
    fn visit_bool<E: Error>(self, given: bool) -> Result<ForceEntries, E> {
        self.no_list(given.into_deserializer())
    }
    fn visit_i64<E: Error>(self, given: i64) -> Result<ForceEntries, E> {
        self.no_list(given.into_deserializer())
    }
    fn visit_u64<E: Error>(self, given: u64) -> Result<ForceEntries, E> {
        self.no_list(given.into_deserializer())
    }
    fn visit_f64<E: Error>(self, given: f64) -> Result<ForceEntries, E> {
        self.no_list(given.into_deserializer())
    }
    fn visit_str<E: Error>(self, given: &str) -> Result<ForceEntries, E> {
        self.no_list(given.into_deserializer())
    }
    fn visit_unit<E: Error>(self) -> Result<ForceEntries, E> {
        self.no_list(().into_deserializer())
    }
    fn visit_map<A: MapAccess<'de>>(self, given: A) -> Result<ForceEntries, A::Error> {
        self.no_list(MapAccessDeserializer::new(given))
    }
}
