//! Facts: what a person, a file or the battle states before a procedure can run.
//!
//! A fact is declared once, in [`facts!`](crate::facts): its type, its bounds, its default and its rule. The parsing, the
//! checks, the JSON schema, the command line's help and the companion's form are all read off that declaration.

use std::cell::RefCell;
use std::fmt;

use serde::de::{Deserializer, MapAccess};
use serde_json::Value;

use crate::fault::{Code, Fault};
use crate::sentence::Filling;

mod group;
mod leaf;
mod list;

use group::GroupVisitor;
pub use group::{ValueSeed, missing, repeated};
pub(crate) use leaf::shortened;
pub use leaf::{check_number, read_choice};
pub use list::OrNull;

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
        /// The type's name, by which labels may distinguish two equal words.
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
    /// A declared group of what a battle shows.
    Shown(&'static [crate::battle::ShownSpec]),
    /// Something a person points at or draws: a parameter of an action.
    Given(crate::battle::Given),
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
    /// Its default; `None` if it is required.
    pub default: Option<fn() -> Value>,
    /// The rule that asks for it; empty when the procedure's own.
    pub cite: &'static str,
}

impl FactSpec {
    /// Stands in a list until the list is filled.
    pub const NOTHING: FactSpec = FactSpec {
        name: "",
        kind: Kind::YesNo,
        bounds: None,
        each: None,
        step: None,
        default: None,
        cite: "",
    };

    /// Must it be given?
    pub const fn required(&self) -> bool {
        self.default.is_none()
    }
}

/// Holds a fault while serde passes its own errors on, which know no fields.
#[derive(Debug, Default)]
pub struct Complaint(RefCell<Option<Fault>>);

impl Complaint {
    /// An empty place.
    pub fn new() -> Self {
        Self::default()
    }

    /// Leaves a fault here and returns an error for serde.
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

/// A type that can be used in a declaration of facts.
pub trait Fact: Sized {
    /// Its shape.
    const KIND: Kind;
    /// Whether JSON `null` is read as "none".
    const NULL: bool = false;

    /// Is this value the same as none at all, so that its JSON can leave it out?
    fn is_left_out(&self) -> bool {
        false
    }

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

    /// What has been read of the group so far.
    type Draft: Default;

    /// Reads the value of the fact at a place of the declarations.
    fn take<'de, A: MapAccess<'de>>(
        draft: &mut Self::Draft,
        place: usize,
        given: &mut A,
        complaint: &Complaint,
    ) -> Result<(), A::Error>;

    /// Fills in what was left out, or complains of what must be given.
    fn finish<E: serde::de::Error>(draft: Self::Draft, complaint: &Complaint) -> Result<Self, E>;

    /// Reads the group from an object; [`Facts::from_json`] has seen to it that it is one.
    fn read_all<'de, D: Deserializer<'de>>(from: D, complaint: &Complaint) -> Result<Self, D::Error> {
        from.deserialize_map(GroupVisitor::new(complaint))
    }

    /// Reads the group inside another, where there may be any value instead.
    fn read_within<'de, D: Deserializer<'de>>(from: D, complaint: &Complaint) -> Result<Self, D::Error> {
        from.deserialize_any(GroupVisitor::new(complaint))
    }

    /// Reads the group from JSON text.
    fn from_json(text: &str) -> Result<Self, Fault> {
        let complaint = Complaint::new();
        let mut from = group::open(text, &complaint)?;
        match Self::read_all(&mut from, &complaint) {
            Ok(facts) => group::close(from, &complaint).map(|()| facts),
            Err(error) => Err(group::unread(&error, &complaint)),
        }
    }

    /// Checks a value made in code against its own declaration (bounds, multiples, lengths).
    fn checked(&self) -> Result<(), Fault> {
        let value = serde_json::to_string(self).map_err(|error| bad_json("facts", &error))?;
        Self::from_json(&value).map(|_| ())
    }
}

/// The fault of a text that is not JSON.
pub fn bad_json(field: &str, error: &serde_json::Error) -> Fault {
    Fault::new(Code::BadJson, field, crate::wordings::BAD_JSON, vec![("reason", error.into())])
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

/// The fault of a value in the place of `wanted` (a key of the `wanted` words).
#[cold]
fn wrong_type(given: impl fmt::Display, wanted: &'static str) -> Fault {
    let blanks = vec![("given", given.into()), ("wanted", Filling::Word("wanted", wanted))];
    Fault::new(Code::WrongType, "", crate::wordings::WRONG_TYPE, blanks)
}

/// An enum whose every variant has a word; declared with [`choices!`](crate::choices).
pub trait Choice: Copy + 'static {
    /// Every variant, in order.
    const ALL: &'static [Self];
    /// Its words, in the same order.
    const NAMES: &'static [&'static str];
}
