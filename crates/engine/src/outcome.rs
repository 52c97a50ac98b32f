//! Outcomes: the results of procedures.

use std::hash::{Hash, Hasher};

use arrayvec::ArrayVec;
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::fact::Kind;

/// The declaration of one field of an outcome.
#[derive(Clone, Copy, Debug)]
pub struct FieldSpec {
    /// Its name in JSON; its label's key.
    pub name: &'static str,
    /// Its shape.
    pub kind: Kind,
    /// Whose private data it belongs to. Only those who may read them are told.
    pub sheet: crate::Sheet,
}

impl FieldSpec {
    /// A field that everybody may know.
    pub const fn open(name: &'static str, kind: Kind) -> FieldSpec {
        FieldSpec { name, kind, sheet: crate::Sheet::Open }
    }
}

impl FieldSpec {
    /// Stands in a list until the list is filled.
    pub const NOTHING: FieldSpec = FieldSpec::open("", Kind::YesNo);
}

/// A type that can be used in an outcome.
pub trait OutcomeValue: Serialize + Clone + Eq + Hash {
    /// Its shape.
    const KIND: Kind;
}

/// A whole declared outcome.
pub trait Outcome: Serialize + Clone + Eq + Hash {
    /// The fields, in order.
    const FIELDS: &'static [FieldSpec];
}

impl OutcomeValue for bool {
    const KIND: Kind = Kind::YesNo;
}
impl OutcomeValue for i32 {
    const KIND: Kind = Kind::Whole;
}
impl OutcomeValue for String {
    const KIND: Kind = Kind::Text;
}
impl OutcomeValue for &'static str {
    const KIND: Kind = Kind::Text;
}
impl<T: OutcomeValue> OutcomeValue for Option<T> {
    const KIND: Kind = Kind::Maybe(&T::KIND);
}
impl<T: OutcomeValue> OutcomeValue for Vec<T> {
    const KIND: Kind = Kind::List(&T::KIND);
}
impl<T: OutcomeValue, const N: usize> OutcomeValue for ArrayVec<T, N> {
    const KIND: Kind = Kind::List(&T::KIND);
}
impl<T: OutcomeValue, const N: usize> OutcomeValue for [T; N]
where
    [T; N]: Serialize,
{
    const KIND: Kind = Kind::List(&T::KIND);
}

/// A number in an outcome that need not be whole. Equality is bit by bit, so that outcomes can be counted.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Default)]
pub struct Number(pub f64);

impl Eq for Number {}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0)
    }
}

impl OutcomeValue for Number {
    const KIND: Kind = Kind::Number;
}

/// Named points, the rows behind a sum. Rows of 0 are left out.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Points(ArrayVec<(&'static str, i32), 40>);

impl Points {
    /// No points.
    pub fn new() -> Self {
        Self::default()
    }

    /// Notes the points of a row, unless they are 0, and returns them.
    pub fn add(&mut self, row: &'static str, points: i32) -> i32 {
        if points != 0 && self.0.try_push((row, points)).is_err() {
            // No printed table has forty rows, and the sum is right in any case.
            debug_assert!(false, "more than forty rows of points");
        }
        points
    }

    /// The rows, in order.
    pub fn rows(&self) -> &[(&'static str, i32)] {
        &self.0
    }

    /// The sum of all rows.
    pub fn sum(&self) -> i32 {
        self.0.iter().map(|(_, points)| points).sum()
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (row, points) in &self.0 {
            map.serialize_entry(row, points)?;
        }
        map.end()
    }
}

impl OutcomeValue for Points {
    const KIND: Kind = Kind::Points;
}

/// Declares an outcome: one line a field. `, of first` or `, of second` behind the type where only that unit's own player may know it.
/// Fields that several outcomes share are an outcome of their own, laid in before or behind the others with `..name: Outcome;`. In
/// JSON they stand among the others.
///
/// ```
/// use krigsspil_engine::{Men, outcome};
///
/// outcome! {
///     /// What the volley did.
///     pub struct VolleyResult {
///         total: i32;
///         loss_men: Men;
///         pouches_empty: bool, of first;
///     }
/// }
/// let result = VolleyResult { total: 9, loss_men: Men(12), pouches_empty: false };
/// assert_eq!(serde_json::to_string(&result)?, r#"{"total":9,"loss_men":12,"pouches_empty":false}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! outcome {
    (
        @fields [$($attributes:tt)*] $outcome:ident
            $(..$head:ident : $head_type:ty;)+
            $($(#[$doc:meta])* $name:ident $(as $word:literal)? : $type:ty $(, of $whose:ident)?;)+
            $(..$tail:ident : $tail_type:ty;)*
    ) => {
        $crate::outcome! {
            @outcome [$($attributes)*] $outcome
                [$($head: $head_type;)*]
                [$($(#[$doc])* $name $(as $word)? : $type $(, of $whose)?;)*]
                [$($tail: $tail_type;)*]
        }
    };
    (
        @fields [$($attributes:tt)*] $outcome:ident
            $($(#[$doc:meta])* $name:ident $(as $word:literal)? : $type:ty $(, of $whose:ident)?;)*
            $(..$tail:ident : $tail_type:ty;)*
    ) => {
        $crate::outcome! {
            @outcome [$($attributes)*] $outcome
                []
                [$($(#[$doc])* $name $(as $word)? : $type $(, of $whose)?;)*]
                [$($tail: $tail_type;)*]
        }
    };
    (
        @outcome [$($attributes:tt)*] $outcome:ident
            [$($head:ident : $head_type:ty;)*]
            [$($(#[$doc:meta])* $name:ident $(as $word:literal)? : $type:ty $(, of $whose:ident)?;)*]
            [$($tail:ident : $tail_type:ty;)*]
    ) => {
        $($attributes)*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, $crate::serde::Serialize)]
        #[serde(crate = "krigsspil_engine::serde")]
        pub struct $outcome {
            $(
                #[doc = concat!("The fields of [`", stringify!($head_type), "`], shared with others.")]
                #[serde(flatten)]
                pub $head: $head_type,
            )*
            $(
                $(#[$doc])*
                #[doc = concat!("The field `", $crate::facts!(@word $name $($word)?), "`.")]
                $(#[serde(rename = $word)])?
                pub $name: $type,
            )*
            $(
                #[doc = concat!("The fields of [`", stringify!($tail_type), "`], shared with others.")]
                #[serde(flatten)]
                pub $tail: $tail_type,
            )*
        }

        const _: () = {
            use $crate::outcome::{FieldSpec, Outcome, OutcomeValue};

            /// The fields declared here, without those of the groups laid in.
            const OWN: &[FieldSpec] = &[$(FieldSpec {
                name: $crate::facts!(@word $name $($word)?),
                kind: <$type as OutcomeValue>::KIND,
                sheet: $crate::modifiers!(@sheet $($whose)?),
            }),*];
            const COUNT: usize = OWN.len()
                $(+ <$head_type as Outcome>::FIELDS.len())*
                $(+ <$tail_type as Outcome>::FIELDS.len())*;
            const FIELDS: [FieldSpec; COUNT] = $crate::joined(
                &[$(<$head_type as Outcome>::FIELDS,)* OWN, $(<$tail_type as Outcome>::FIELDS,)*],
                FieldSpec::NOTHING,
            );

            impl Outcome for $outcome {
                const FIELDS: &'static [FieldSpec] = &FIELDS;
            }

            impl OutcomeValue for $outcome {
                const KIND: $crate::fact::Kind = $crate::fact::Kind::Fields(<$outcome as Outcome>::FIELDS);
            }
        };
    };
    ($($(#[$attribute:meta])* pub struct $outcome:ident { $($fields:tt)* })*) => {$(
        $crate::outcome! { @fields [$(#[$attribute])*] $outcome $($fields)* }
    )*};
}
