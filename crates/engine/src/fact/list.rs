//! Reading what may be left out, and lists.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use super::{Complaint, Fact, FactSpec, Kind, wrong_type};
use crate::fault::{Code, Fault};

/// A fact that may be left out; JSON `null` is refused. With [`OrNull`] it is read as none.
impl<T: Fact> Fact for Option<T> {
    const KIND: Kind = Kind::Maybe(&T::KIND);

    fn is_left_out(&self) -> bool {
        self.is_none()
    }

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

    fn is_left_out(&self) -> bool {
        self.is_empty()
    }

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
                Err(Fault::new(Code::WrongLength, "", crate::wordings::WRONG_LENGTH, blanks))
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
