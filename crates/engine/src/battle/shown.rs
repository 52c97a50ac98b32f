//! What one rule set adds to what every battle shows: declared once with [`shown!`](crate::shown), a line each, with its rule and who
//! may know it. JSON, schema, unit card, docs and labels are read off the declaration.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::Value;

use super::given::{CourierName, Given, Heading, Leader, Moment, Place, SeenUnit};
use crate::fact::Kind;

/// Who may know a declared thing of a unit, a leader or a courier he may know of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MayKnow {
    /// Whoever sees it.
    All,
    /// Its own player, and the umpire.
    Own,
}

/// The declaration of one thing that is shown.
#[derive(Clone, Copy, Debug)]
pub struct ShownSpec {
    /// Its name in JSON; the key of its label in the section `shown`.
    pub name: &'static str,
    /// Its shape.
    pub kind: Kind,
    /// Who may know it.
    pub to: MayKnow,
    /// The rule behind it; empty when it is the program's own.
    pub rule: &'static str,
}

/// A type that can be used in a declaration of what is shown.
pub trait Showable: Serialize {
    /// Its shape.
    const KIND: Kind;
}

macro_rules! showable {
    ($($type:ty = $kind:expr;)*) => {$(impl Showable for $type { const KIND: Kind = $kind; })*};
}

showable! {
    bool = Kind::YesNo;
    i32 = Kind::Whole;
    u32 = Kind::Whole;
    f64 = Kind::Number;
    String = Kind::Text;
    Arc<str> = Kind::Text;
    &'static str = Kind::Text;
    SeenUnit = Kind::Given(Given::SeenUnit);
    Leader = Kind::Given(Given::Leader);
    CourierName = Kind::Given(Given::Courier);
    Place = Kind::Given(Given::Place);
    Heading = Kind::Given(Given::Bearing);
    Moment = Kind::Given(Given::Moment);
}

impl<T: Showable> Showable for Option<T> {
    const KIND: Kind = Kind::Maybe(&T::KIND);
}
impl<T: Showable> Showable for Vec<T> {
    const KIND: Kind = Kind::List(&T::KIND);
}
impl<T: Showable> Showable for [T; 2] {
    const KIND: Kind = Kind::List(&T::KIND);
}
impl<T: Showable> Showable for [T; 3] {
    const KIND: Kind = Kind::List(&T::KIND);
}
impl<T: Showable> Showable for [T; 5] {
    const KIND: Kind = Kind::List(&T::KIND);
}

/// What a rule set shows of something, with the type hidden.
pub trait Details: fmt::Debug + Send + Sync + 'static {
    /// The declarations, in order.
    fn specs(&self) -> &'static [ShownSpec];
    /// The value of one of them; `None` if the viewer may not know it.
    fn value(&self, place: usize) -> Option<Value>;
    /// Forgets what only its own player may know.
    fn forget_own(&mut self);
    /// For code that knows the rule set's type.
    fn as_any(&self) -> &dyn Any;
}

/// Details as they are shown to somebody.
#[derive(Clone, Debug)]
pub struct Shown(Option<Arc<dyn Details>>);

impl Shown {
    /// Nothing in addition to what every battle shows.
    pub const NOTHING: Shown = Shown(None);

    /// The details, shown to somebody who may know all of them or only what everybody sees.
    pub fn to<D: Details>(who: MayKnow, mut details: D) -> Shown {
        if who == MayKnow::All {
            details.forget_own();
        }
        Shown(Some(Arc::new(details)))
    }

    /// The details as their rule set's type.
    pub fn get<D: Details>(&self) -> Option<&D> {
        self.0.as_ref()?.as_any().downcast_ref()
    }

    /// Every declared thing that is known, with its value.
    pub fn values(&self) -> impl Iterator<Item = (&'static ShownSpec, Value)> + '_ {
        let details = self.0.as_deref();
        let specs = details.map_or(&[][..], Details::specs);
        let known = move |(place, spec)| Some((spec, details?.value(place)?));
        specs.iter().enumerate().filter_map(known)
    }
}

impl Serialize for Shown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (spec, value) in self.values() {
            map.serialize_entry(spec.name, &value)?;
        }
        map.end()
    }
}

/// Declares what a rule set shows in addition to what every battle shows: one field on each line.
///
/// `name: Type, to all|own, "rule";` What is declared `to own` is an `Option` in the type, and empty for everybody else.
///
/// ```
/// use krigsspil_engine::battle::{MayKnow, Shown};
///
/// krigsspil_engine::shown! {
///     /// A battery.
///     pub struct BatteryShown {
///         limbered: bool, to all, "02.03.3";
///         rounds: i32, to own, "09.02.1";
///     }
/// }
/// let battery = BatteryShown { limbered: true, rounds: Some(12) };
/// let own = Shown::to(MayKnow::Own, battery.clone());
/// let seen = Shown::to(MayKnow::All, battery);
/// assert_eq!(serde_json::to_string(&own)?, r#"{"limbered":true,"rounds":12}"#);
/// assert_eq!(serde_json::to_string(&seen)?, r#"{"limbered":true}"#);
/// assert_eq!(own.get::<BatteryShown>().and_then(|battery| battery.rounds), Some(12));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! shown {
    (@type all $type:ty) => { $type };
    (@type own $type:ty) => { Option<$type> };
    (@who all) => { $crate::battle::MayKnow::All };
    (@who own) => { $crate::battle::MayKnow::Own };
    (@value all $self:ident $name:ident) => { $crate::serde_json::to_value(&$self.$name).ok() };
    (@value own $self:ident $name:ident) => {
        $self.$name.as_ref().and_then(|known| $crate::serde_json::to_value(known).ok())
    };
    (@forget all $self:ident $name:ident) => {};
    (@forget own $self:ident $name:ident) => { $self.$name = None; };
    ($($(#[$attribute:meta])* pub struct $shown:ident {
        $($(#[$doc:meta])* $name:ident : $type:ty, to $who:ident, $rule:literal;)*
    })*) => {$(
        $(#[$attribute])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $shown {
            $(
                $(#[$doc])*
                #[doc = concat!("The field `", stringify!($name), "` (§", $rule, "), known to ", stringify!($who), ".")]
                pub $name: $crate::shown!(@type $who $type),
            )*
        }

        impl $shown {
            /// The declarations, in order.
            pub const SPECS: &'static [$crate::battle::ShownSpec] = &[$($crate::battle::ShownSpec {
                name: stringify!($name),
                kind: <$type as $crate::battle::Showable>::KIND,
                to: $crate::shown!(@who $who),
                rule: $rule,
            }),*];
        }

        impl $crate::battle::Details for $shown {
            fn specs(&self) -> &'static [$crate::battle::ShownSpec] {
                Self::SPECS
            }
            fn value(&self, place: usize) -> Option<$crate::serde_json::Value> {
                #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
                enum Slot { $($name),* }
                $(if place == Slot::$name as usize {
                    return $crate::shown!(@value $who self $name);
                })*
                None
            }
            fn forget_own(&mut self) {
                $($crate::shown!(@forget $who self $name);)*
            }
            fn as_any(&self) -> &dyn ::std::any::Any {
                self
            }
        }

        impl $crate::serde::Serialize for $shown {
            fn serialize<S: $crate::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use $crate::serde::ser::SerializeMap;
                let mut map = serializer.serialize_map(None)?;
                for (place, spec) in Self::SPECS.iter().enumerate() {
                    if let Some(value) = $crate::battle::Details::value(self, place) {
                        map.serialize_entry(spec.name, &value)?;
                    }
                }
                map.end()
            }
        }

        impl $crate::battle::Showable for $shown {
            const KIND: $crate::fact::Kind = $crate::fact::Kind::Shown(Self::SPECS);
        }
    )*};
}
