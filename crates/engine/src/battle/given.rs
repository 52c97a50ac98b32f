//! What an action is made of, beside numbers, words and choices: things a person points at or draws.
//!
//! There are few of them on purpose. A page that can draw these can draw the order form of any rule set.

use std::sync::Arc;

use serde::de::Deserializer;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::taken::KindSpec;
use crate::fact::{Bounds, Complaint, Fact, FactSpec, Kind};
use crate::fault::Fault;

/// A kind of thing that a person points at or draws.
#[derive(Clone, Copy, Debug)]
pub enum Given {
    /// A unit of the seat's own, by its id.
    OwnUnit,
    /// A unit the seat may know of, by its id.
    SeenUnit,
    /// A leader's post, by its id.
    Leader,
    /// A courier, by his id.
    Courier,
    /// A place on the table: metres east and north of its south-west corner.
    Place,
    /// Degrees from north, clockwise.
    Bearing,
    /// A moment of the turn, from 0 to 1.
    Moment,
    /// Something on the map, by its name.
    Landmark,
    /// An open question, by its number.
    Question,
    /// One of several kinds, distinguished by the word in its `tag`. A list of kinds tagged `step` is a path.
    OneOf {
        /// The field that holds the kind.
        tag: &'static str,
        /// The kinds.
        kinds: &'static [KindSpec],
    },
}

impl Given {
    /// The word for it in schemas.
    pub const fn word(&self) -> &'static str {
        match self {
            Given::OwnUnit => "own_unit",
            Given::SeenUnit => "seen_unit",
            Given::Leader => "leader",
            Given::Courier => "courier",
            Given::Place => "place",
            Given::Bearing => "bearing",
            Given::Moment => "moment",
            Given::Landmark => "landmark",
            Given::Question => "question",
            Given::OneOf { .. } => "one_of",
        }
    }
}

/// Declares the ids that actions name.
macro_rules! named {
    ($($(#[$doc:meta])* $name:ident = $given:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub Arc<str>);

        impl Fact for $name {
            const KIND: Kind = Kind::Given(Given::$given);

            fn read<'de, D: Deserializer<'de>>(from: D, spec: &FactSpec, complaint: &Complaint) -> Result<Self, D::Error> {
                String::read(from, &FactSpec { bounds: Some(LONGEST_ID), ..*spec }, complaint).map(|id| $name(id.into()))
            }
        }
        impl From<&str> for $name {
            fn from(id: &str) -> Self {
                $name(id.into())
            }
        }
        impl From<&Arc<str>> for $name {
            fn from(id: &Arc<str>) -> Self {
                $name(id.clone())
            }
        }
        impl std::ops::Deref for $name {
            type Target = str;
            fn deref(&self) -> &str {
                &self.0
            }
        }
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }
    )*};
}

/// The greatest length of an id or a name.
const LONGEST_ID: Bounds = Bounds { least: 0.0, most: 200.0 };

named! {
    /// A unit of the seat's own.
    OwnUnit = OwnUnit;
    /// A unit the seat may know of.
    SeenUnit = SeenUnit;
    /// A leader's post.
    Leader = Leader;
    /// A courier.
    CourierName = Courier;
    /// Something on the map.
    Landmark = Landmark;
}

/// The greatest width of a table, in metres.
const FARTHEST: f64 = 1.0e6;

/// A place on the table: metres east and north of its south-west corner.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Place(pub [f64; 2]);

impl Fact for Place {
    const KIND: Kind = Kind::Given(Given::Place);

    fn read<'de, D: Deserializer<'de>>(
        from: D,
        spec: &FactSpec,
        complaint: &Complaint,
    ) -> Result<Self, D::Error> {
        let two = Some(Bounds { least: 2.0, most: 2.0 });
        let each = Some(Bounds { least: -FARTHEST, most: FARTHEST });
        let read = Vec::<f64>::read(from, &FactSpec { bounds: two, each, ..*spec }, complaint)?;
        // The bounds of a list are those of its length, which is always two.
        Ok(Place([read.first().copied().unwrap_or_default(), read.get(1).copied().unwrap_or_default()]))
    }
}

/// Declares numbers that mean something a page can draw.
macro_rules! numbered {
    ($($(#[$doc:meta])* $name:ident = $given:ident, $least:literal ..= $most:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize)]
        #[serde(transparent)]
        pub struct $name(pub f64);

        impl Fact for $name {
            const KIND: Kind = Kind::Given(Given::$given);

            fn read<'de, D: Deserializer<'de>>(from: D, spec: &FactSpec, complaint: &Complaint) -> Result<Self, D::Error> {
                let usual = Some(Bounds { least: $least, most: $most });
                f64::read(from, &FactSpec { bounds: spec.bounds.or(usual), ..*spec }, complaint).map($name)
            }
        }
    )*};
}

numbered! {
    /// A moment of the turn, from 0 to 1.
    Moment = Moment, 0.0..=1.0;
    /// Degrees from north, clockwise.
    Heading = Bearing, -360.0..=360.0;
}

/// An open question, by the number its seat knows it by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct QuestionNumber(pub u32);

impl Fact for QuestionNumber {
    const KIND: Kind = Kind::Given(Given::Question);

    fn read<'de, D: Deserializer<'de>>(
        from: D,
        spec: &FactSpec,
        complaint: &Complaint,
    ) -> Result<Self, D::Error> {
        let bounds = Some(Bounds { least: 1.0, most: f64::from(i32::MAX) });
        i32::read(from, &FactSpec { bounds, ..*spec }, complaint)
            .map(|number| QuestionNumber(number.unsigned_abs()))
    }
}

/// Reads a declared value out of JSON, checked against its declaration.
pub fn read_given<T: Fact>(value: &Value, spec: &FactSpec) -> Result<T, Fault> {
    let complaint = Complaint::new();
    T::read(value, spec, &complaint)
        .map_err(|error| complaint.take().unwrap_or_else(|| crate::fact::bad_json("", &error)))
}
