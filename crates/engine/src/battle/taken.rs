//! What a seat can do, declared: every kind of action and order is one entry of [`orders!`](crate::orders), and the reading, the
//! faults, the schema, the form, the docs and the samples are read off it.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::given::{Given, read_given};
use crate::fact::{Fact, FactSpec, Kind, missing};
use crate::fault::{Code, Fault};
use crate::sentence::Filling;
use crate::wordings;

/// The declaration of one kind of action, order or step.
#[derive(Clone, Copy, Debug)]
pub struct KindSpec {
    /// Its word in JSON; its label's key.
    pub name: &'static str,
    /// The rule behind it; empty when it is the program's own.
    pub rule: &'static str,
    /// Its parameters.
    pub parameters: &'static [FactSpec],
    /// Kinds whose fields stand among its own: their tag, and the kinds.
    pub flat: Option<(&'static str, &'static [KindSpec])>,
}

impl KindSpec {
    /// Is somebody of this kind the first it names?
    pub fn names_first(&self, whom: Given) -> bool {
        matches!(self.parameters.first(), Some(FactSpec { kind: Kind::Given(given), .. }) if given.word() == whom.word())
    }

    /// Are these the same kinds? One declared list may have several addresses.
    pub(super) fn same(one: &[KindSpec], other: &[KindSpec]) -> bool {
        one.iter().map(|kind| kind.name).eq(other.iter().map(|kind| kind.name))
    }

    /// The names of every field it can have, its tag left out.
    fn fields(&self) -> Vec<&'static str> {
        let mut names: Vec<_> = self.parameters.iter().map(|spec| spec.name).collect();
        if let Some((tag, kinds)) = self.flat {
            names.push(tag);
            names.extend(kinds.iter().flat_map(|kind| kind.parameters).map(|spec| spec.name));
        }
        names
    }
}

/// A declared set of kinds: actions, orders, steps. Implemented by [`orders!`](crate::orders).
pub trait Taken: Fact + Serialize + Clone + fmt::Debug + PartialEq + Send + Sync + 'static {
    /// The field that holds the kind.
    const TAG: &'static str;
    /// The kinds, in order.
    const KINDS: &'static [KindSpec];

    /// Which kind this is.
    fn kind(&self) -> &'static str;

    /// Reads the fields of an object that may hold other fields too.
    fn read_among(object: &Map<String, Value>) -> Result<Self, Fault>;

    /// Reads it out of JSON. Fields that its kind does not have are refused.
    fn from_value(value: &Value) -> Result<Self, Fault> {
        let Value::Object(object) = value else { return Err(not_an_object(value)) };
        let kind = kind_of(object, Self::TAG, Self::KINDS)?;
        let known = kind.fields();
        let unknown = object.keys().find(|name| *name != Self::TAG && !known.contains(&name.as_str()));
        match unknown {
            Some(given) => Err(unknown_field(given, Self::TAG, &known)),
            None => Self::read_among(object),
        }
    }

    /// The JSON of it.
    fn written(&self) -> Value {
        serde_json::to_value(self).unwrap_or(Value::Null)
    }
}

#[cold]
fn not_an_object(value: &Value) -> Fault {
    let given = match value {
        Value::Array(_) => "[…]".to_string(),
        Value::String(text) => format!("`{text}`"),
        other => other.to_string(),
    };
    let blanks = vec![("given", given.into()), ("wanted", Filling::Word("wanted", "object"))];
    Fault::new(Code::WrongType, "", wordings::WRONG_TYPE, blanks)
}

#[cold]
fn unknown_field(given: &str, tag: &str, known: &[&str]) -> Fault {
    let all: Vec<&str> = std::iter::once(tag).chain(known.iter().copied()).collect();
    let blanks = vec![
        ("given", given.into()),
        ("known", all.join(", ").into()),
        ("hint", crate::fact::hint(given, &all)),
    ];
    Fault::new(Code::UnknownFact, given, wordings::UNKNOWN_FIELD, blanks)
}

/// The kind an object says it is of.
pub fn kind_of<'a>(
    object: &Map<String, Value>,
    tag: &'static str,
    kinds: &'a [KindSpec],
) -> Result<&'a KindSpec, Fault> {
    let names: Vec<&str> = kinds.iter().map(|kind| kind.name).collect();
    let Some(given) = object.get(tag) else {
        let choices = format!(" ({})", names.join(", "));
        let blanks = vec![("wanted", Filling::Word("wanted", "choice")), ("choices", choices.into())];
        return Err(Fault::new(Code::MissingFact, tag, wordings::MISSING_FACT, blanks));
    };
    let word = given.as_str().unwrap_or_default();
    kinds.iter().find(|kind| kind.name == word).ok_or_else(|| {
        let given = given.as_str().map_or_else(|| given.to_string(), str::to_string);
        let hint = crate::fact::hint(&given, &names);
        let blanks = vec![("given", given.into()), ("known", names.join(", ").into()), ("hint", hint)];
        Fault::new(Code::UnknownValue, tag, wordings::UNKNOWN_VALUE, blanks)
    })
}

/// Reads one parameter of an object; used by [`orders!`](crate::orders).
pub fn parameter<T: Fact>(
    object: &Map<String, Value>,
    spec: &FactSpec,
    otherwise: Option<fn() -> T>,
) -> Result<T, Fault> {
    let left_out = |value: &Value| value.is_null() && matches!(spec.kind, Kind::Maybe(_));
    match (object.get(spec.name).filter(|value| !left_out(value)), otherwise) {
        (Some(value), _) => read_given(value, spec).map_err(|fault| fault.within(spec.name)),
        (None, Some(otherwise)) => Ok(otherwise()),
        (None, None) => Err(missing(spec)),
    }
}

/// Declares kinds of actions, orders or steps: one entry a kind.
///
/// `Variant = "word", "rule" { parameters };` The parameters are declared as facts are (see [`facts!`](crate::facts)). A last
/// parameter `..name: Type;` is another set of kinds whose fields stand among these.
///
/// ```
/// use krigsspil_engine::battle::{OwnUnit, SeenUnit, Taken};
/// use krigsspil_engine::orders;
///
/// orders! {
///     /// One step of a march.
///     pub enum Step tagged "step" {
///         /// Straight ahead.
///         Ahead = "ahead", "02.06.1" { cm: Option<f64> [0..=400] = None; };
///         /// Cavalry gets on its horses.
///         Mount = "mount", "02.02.5";
///     }
/// }
/// orders! {
///     /// An order.
///     pub enum Order tagged "kind" {
///         /// It moves.
///         Move = "move", "03.03.4" { steps: Vec<Step> [1..=12]; attack: bool = false, "03.03.5"; };
///         /// It fires.
///         Fire = "fire", "03.03.6" { target: Option<SeenUnit> = None; };
///     }
/// }
///
/// let order = Order::from_value(&serde_json::json!({"kind": "move", "steps": [{"step": "ahead", "cm": 6}]}))?;
/// assert_eq!(order, Order::Move { steps: vec![Step::Ahead { cm: Some(6.0) }], attack: false });
/// assert_eq!(Order::from_value(&order.written())?, order);
///
/// let fault = Order::from_value(&serde_json::json!({"kind": "move", "steps": [], "atack": true})).unwrap_err();
/// assert_eq!(fault.to_string(), "atack: unknown field `atack`; there are kind, steps, attack; did you mean `attack`?");
/// let fault = Order::from_value(&serde_json::json!({"kind": "move", "steps": [{"step": "ahead", "cm": 900}]})).unwrap_err();
/// assert_eq!(fault.to_string(), "steps[0].cm: 900 is outside 0 to 400");
/// # Ok::<(), krigsspil_engine::Fault>(())
/// ```
#[macro_export]
macro_rules! orders {
    (@otherwise $type:ty) => { None };
    (@otherwise $type:ty, $default:expr) => { Some(|| -> $type { $default }) };
    (@flat) => { None };
    (@flat $flat:ty) => {
        Some((<$flat as $crate::battle::Taken>::TAG, <$flat as $crate::battle::Taken>::KINDS))
    };
    ($($(#[$attribute:meta])* pub enum $set:ident tagged $tag:literal {
        $(
            $(#[$doc:meta])*
            $kind:ident = $word:literal, $rule:literal $({
                $(
                    $(#[$field_doc:meta])*
                    $name:ident : $type:ty
                    $([ $least:literal ..= $most:literal $(step $step:literal)?
                        $(each $each_least:literal ..= $each_most:literal)? ])?
                    $(= $default:expr)?
                    $(, $cite:literal)?
                    ;
                )*
                $(.. $flat:ident : $flat_type:ty ;)?
            })?
            ;
        )*
    })*) => {$(
        $(#[$attribute])*
        #[derive(Clone, Debug, PartialEq, $crate::serde::Serialize)]
        #[serde(crate = "krigsspil_engine::serde", tag = $tag)]
        pub enum $set {
            $(
                $(#[$doc])*
                #[serde(rename = $word)]
                $kind $({
                    $(
                        $(#[$field_doc])*
                        #[doc = concat!("The parameter `", stringify!($name), "`." $(, " (§", $cite, ")")?)]
                        #[serde(skip_serializing_if = "krigsspil_engine::fact::Fact::is_left_out")]
                        $name: $type,
                    )*
                    $(
                        /// Kinds whose fields stand among these.
                        #[serde(flatten)]
                        $flat: $flat_type,
                    )?
                })?,
            )*
        }

        impl $crate::battle::Taken for $set {
            const TAG: &'static str = $tag;
            const KINDS: &'static [$crate::battle::KindSpec] = &[$($crate::battle::KindSpec {
                name: $word,
                rule: $rule,
                parameters: &[$($($crate::fact::FactSpec {
                    name: stringify!($name),
                    kind: <$type as $crate::fact::Fact>::KIND,
                    bounds: $crate::facts!(@bounds $($least ..= $most)?),
                    each: $crate::facts!(@bounds $($($each_least ..= $each_most)?)?),
                    step: $crate::facts!(@step $($($step)?)?),
                    default: $crate::facts!(@default $type $(, $default)?),
                    cite: $crate::facts!(@cite $($cite)?),
                }),*)?],
                flat: $crate::orders!(@flat $($($flat_type)?)?),
            }),*];

            fn kind(&self) -> &'static str {
                match self { $($set::$kind { .. } => $word),* }
            }

            #[allow(unused_mut, unused_variables)]
            fn read_among(
                object: &$crate::serde_json::Map<String, $crate::serde_json::Value>,
            ) -> Result<Self, $crate::Fault> {
                let kind = $crate::battle::kind_of(object, $tag, Self::KINDS)?;
                let mut specs = kind.parameters.iter();
                match kind.name {
                    $($word => Ok($set::$kind $({
                        $($name: {
                            let Some(spec) = specs.next() else { unreachable!() };
                            $crate::battle::parameter::<$type>(
                                object, spec, $crate::orders!(@otherwise $type $(, $default)?),
                            )?
                        },)*
                        $($flat: <$flat_type as $crate::battle::Taken>::read_among(object)?,)?
                    })?),)*
                    _ => unreachable!("every kind is listed"),
                }
            }
        }

        /// Out of a stored state.
        impl<'de> $crate::serde::Deserialize<'de> for $set {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let value = <$crate::serde_json::Value as $crate::serde::Deserialize>::deserialize(from)?;
                <$set as $crate::battle::Taken>::from_value(&value)
                    .map_err(<D::Error as $crate::serde::de::Error>::custom)
            }
        }

        impl $crate::battle::Showable for $set {
            const KIND: $crate::fact::Kind = <$set as $crate::fact::Fact>::KIND;
        }

        impl $crate::fact::Fact for $set {
            const KIND: $crate::fact::Kind = $crate::fact::Kind::Given($crate::battle::Given::OneOf {
                tag: $tag,
                kinds: <$set as $crate::battle::Taken>::KINDS,
            });

            fn read<'de, D: $crate::serde::de::Deserializer<'de>>(
                from: D,
                _: &$crate::fact::FactSpec,
                complaint: &$crate::fact::Complaint,
            ) -> Result<Self, D::Error> {
                let value = <$crate::serde_json::Value as $crate::serde::Deserialize>::deserialize(from)?;
                <$set as $crate::battle::Taken>::from_value(&value).map_err(|fault| complaint.leave(fault))
            }
        }
    )*};
}

/// An action whose rule set's type is hidden.
trait AnyDeed: Send + Sync {
    fn written(&self) -> Value;
    /// Is the other one the same? None when it is of another type.
    fn is(&self, other: &dyn Any) -> Option<bool>;
    fn as_any(&self) -> &dyn Any;
}

impl<A: Taken> AnyDeed for A {
    fn written(&self) -> Value {
        Taken::written(self)
    }
    fn is(&self, other: &dyn Any) -> Option<bool> {
        other.downcast_ref::<A>().map(|other| self == other)
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// An action of any rule set: typed where it was made in this process, JSON where it came through a door. Its JSON is made only
/// when somebody wants to read it.
#[derive(Clone)]
pub struct Deed(Form);

#[derive(Clone)]
enum Form {
    Typed(Arc<dyn AnyDeed>),
    Json(Arc<Value>),
}

impl Deed {
    /// A typed action.
    pub fn of<A: Taken>(action: A) -> Deed {
        Deed(Form::Typed(Arc::new(action)))
    }

    /// The action as its rule set's type: read from JSON where it came as that.
    pub fn read<A: Taken>(&self) -> Result<A, Fault> {
        match &self.0 {
            Form::Typed(deed) => match deed.as_any().downcast_ref::<A>() {
                Some(action) => Ok(action.clone()),
                None => A::from_value(&deed.written()),
            },
            Form::Json(value) => A::from_value(value),
        }
    }

    /// The JSON of it.
    pub fn written(&self) -> Value {
        match &self.0 {
            Form::Typed(deed) => deed.written(),
            Form::Json(value) => value.as_ref().clone(),
        }
    }
}

impl From<Value> for Deed {
    fn from(value: Value) -> Self {
        Deed(Form::Json(Arc::new(value)))
    }
}

impl PartialEq for Deed {
    fn eq(&self, other: &Self) -> bool {
        let alike = match (&self.0, &other.0) {
            (Form::Typed(one), Form::Typed(other)) => one.is(other.as_any()),
            _ => None,
        };
        alike.unwrap_or_else(|| self.written() == other.written())
    }
}

impl fmt::Debug for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.written())
    }
}

impl Serialize for Deed {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.written().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Deed {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Value::deserialize(from).map(Deed::from)
    }
}
