//! Modifiers, and who listens to them.

use serde::{Serialize, Serializer};

/// One printed modifier. Declared with [`modifiers!`](crate::modifiers); its label is in the `modifier` section of the rule set's message
/// files.
#[derive(Debug, PartialEq, Eq)]
pub struct Modifier {
    /// Key of the label.
    pub key: &'static str,
    /// The rule or table it is printed in.
    pub rule: &'static str,
    /// True where the print is silent and our ruling fills the gap.
    pub house: bool,
    /// Whose private data it belongs to. Only those who may read them are told.
    pub sheet: Sheet,
}

/// Whose private data a reported value belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sheet {
    /// It lies open on the table.
    Open,
    /// Those of the first unit that the procedure runs for: the firer, the attacker.
    First,
    /// In those of the second: the target, the defender.
    Second,
}

/// Declares the modifiers of a rule set: a name, its message key and the rule or table behind it; `house` in front if the value is a ruling
/// of ours and not printed; `of first` or `of second` at the end if it belongs to that unit's private data and only its own player may know
/// it.
///
/// ```
/// krigsspil_engine::modifiers! {
///     THIN_LINE = "target_thin_line", "skema V";
///     house SUPPORTED = "supported", "R12";
///     OWN_ORDER = "own_order", "skema V", of first;
/// }
/// assert!(SUPPORTED.house && !THIN_LINE.house);
/// assert_eq!(OWN_ORDER.sheet, krigsspil_engine::Sheet::First);
/// assert_eq!(MODIFIERS.len(), 3);
/// ```
#[macro_export]
macro_rules! modifiers {
    (@house) => { false };
    (@house house) => { true };
    (@items [$($names:ident)*]) => {
        /// Every modifier declared here.
        pub static MODIFIERS: &[&$crate::Modifier] = &[$(&$names),*];
    };
    (@sheet) => { $crate::Sheet::Open };
    (@sheet first) => { $crate::Sheet::First };
    (@sheet second) => { $crate::Sheet::Second };
    (@items [$($names:ident)*]
        house $name:ident = $key:literal, $rule:literal $(, of $whose:ident)?; $($rest:tt)*) => {
        $crate::modifiers!(@one $name, $key, $rule, true, $($whose)?);
        $crate::modifiers!(@items [$($names)* $name] $($rest)*);
    };
    (@items [$($names:ident)*]
        $name:ident = $key:literal, $rule:literal $(, of $whose:ident)?; $($rest:tt)*) => {
        $crate::modifiers!(@one $name, $key, $rule, false, $($whose)?);
        $crate::modifiers!(@items [$($names)* $name] $($rest)*);
    };
    (@one $name:ident, $key:literal, $rule:literal, $house:literal, $($whose:ident)?) => {
        #[doc = concat!("The modifier `", $key, "` of ", $rule, ".")]
        pub static $name: $crate::Modifier = $crate::Modifier {
            key: $key,
            rule: $rule,
            house: $house,
            sheet: $crate::modifiers!(@sheet $($whose)?),
        };
    };
    ($($rest:tt)*) => { $crate::modifiers!(@items [] $($rest)*); };
}

/// What a modifier does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Added to (or taken from) a sum.
    Add(i32),
    /// Multiplies by a fraction.
    Times(i32, i32),
    /// Sets a number outright, whatever it was.
    Set(i32),
    /// Applies, without a number of its own.
    Holds,
}

impl std::fmt::Display for Effect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Effect::Add(value) => write!(f, "{value:+}"),
            Effect::Times(by, 1) => write!(f, "×{by}"),
            Effect::Times(by, over) => write!(f, "×{by}/{over}"),
            Effect::Set(value) => write!(f, "={value}"),
            Effect::Holds => f.write_str("✓"),
        }
    }
}

impl Serialize for Effect {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Effect::Add(value) => serializer.serialize_i32(value),
            Effect::Holds => serializer.serialize_bool(true),
            _ => serializer.collect_str(self),
        }
    }
}

/// Somebody who may want to know which modifiers are applied.
///
/// The listener is a type parameter of every procedure. With `()` nobody listens, and the compiler removes the
/// reporting altogether.
pub trait Listener {
    /// Hears of a modifier.
    fn hear(&mut self, modifier: &'static Modifier, effect: Effect);

    /// Reports a number that is added, unless it is 0, and returns it.
    fn add(&mut self, modifier: &'static Modifier, value: i32) -> i32 {
        if value != 0 {
            self.hear(modifier, Effect::Add(value));
        }
        value
    }

    /// Reports a number that is added only if a condition holds; returns the number or 0.
    fn add_if(&mut self, holds: bool, modifier: &'static Modifier, value: i32) -> i32 {
        if holds { self.add(modifier, value) } else { 0 }
    }

    /// Reports a multiplication by `by`/`over`.
    fn times(&mut self, modifier: &'static Modifier, by: i32, over: i32) {
        if by != over {
            self.hear(modifier, Effect::Times(by, over));
        }
    }

    /// Reports a number that is set outright, and returns it.
    fn set(&mut self, modifier: &'static Modifier, value: i32) -> i32 {
        self.hear(modifier, Effect::Set(value));
        value
    }

    /// Reports a rule if it applies; returns whether it does.
    fn holds(&mut self, holds: bool, modifier: &'static Modifier) -> bool {
        if holds {
            self.hear(modifier, Effect::Holds);
        }
        holds
    }
}

/// Nobody listens.
impl Listener for () {
    #[inline(always)]
    fn hear(&mut self, _modifier: &'static Modifier, _effect: Effect) {}
}

/// A modifier that was applied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Applied {
    /// Which.
    pub modifier: &'static Modifier,
    /// To what effect.
    pub effect: Effect,
}

/// A listener that writes everything down.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    applied: Vec<Applied>,
}

impl Recorder {
    /// An empty record.
    pub fn new() -> Self {
        Self::default()
    }

    /// What was applied, in order.
    pub fn applied(&self) -> &[Applied] {
        &self.applied
    }

    /// Clears the record and keeps its memory for the next one.
    pub fn clear(&mut self) {
        self.applied.clear();
    }
}

impl Listener for Recorder {
    fn hear(&mut self, modifier: &'static Modifier, effect: Effect) {
        self.applied.push(Applied { modifier, effect });
    }
}
