//! Texts and lists that outcomes share with the army lists instead of copying them.

use std::ops::Deref;
use std::sync::Arc;

use krigsspil_engine::fact::Kind;
use krigsspil_engine::outcome::{FieldSpec, Outcome, OutcomeValue};
use krigsspil_engine::serde::{Serialize, Serializer};

/// A text of the lists.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Text(Arc<str>);

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Text(text.into())
    }
}

impl From<&Text> for Text {
    fn from(text: &Text) -> Self {
        text.clone()
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl OutcomeValue for Text {
    const KIND: Kind = Kind::Text;
}

/// A row, a note or a whole list of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shared<T>(Arc<T>);

impl<T> From<T> for Shared<T> {
    fn from(value: T) -> Self {
        Shared(Arc::new(value))
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Serialize> Serialize for Shared<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<T: OutcomeValue> OutcomeValue for Shared<T> {
    const KIND: Kind = T::KIND;
}

impl<T: Outcome> Outcome for Shared<T> {
    const FIELDS: &'static [FieldSpec] = T::FIELDS;
}
