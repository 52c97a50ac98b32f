//! Questions inside a turn, declared: who is asked, the rule, the choices, the default.

use std::sync::Arc;

use serde::Serialize;

use crate::fact::Choice;

/// The declaration of one question, for the page, the docs and the labels.
#[derive(Clone, Copy, Debug)]
pub struct QuestionSpec {
    /// What is asked: a key of the `prompt` labels.
    pub what: &'static str,
    /// The rule.
    pub rule: &'static str,
    /// The choices, the default first.
    pub choices: &'static [&'static str],
}

/// A question whose answer is a choice of type `C`. Declared with [`questions!`](crate::questions).
#[derive(Debug)]
pub struct Question<C> {
    /// Its declaration.
    pub spec: QuestionSpec,
    choice: std::marker::PhantomData<fn() -> C>,
}

impl<C: Choice> Question<C> {
    /// A question; its default is the first choice.
    pub const fn new(what: &'static str, rule: &'static str) -> Self {
        Question { spec: QuestionSpec { what, rule, choices: C::NAMES }, choice: std::marker::PhantomData }
    }

    /// The choice that a word means; `None` if it is not one of them.
    pub fn choice(&self, word: &str) -> Option<C> {
        C::NAMES.iter().position(|name| *name == word).map(|place| C::ALL[place])
    }
}

/// Declares the questions a rule set asks inside a turn. The first choice is the default.
///
/// ```
/// krigsspil_engine::questions! {
///     /// A chain may fall back before an enemy who comes within 8 cm.
///     CHAIN_EVADES = "chain_evades", "04.02.10": Evasion { Stay = "stay", FallBack = "fall_back" };
/// }
/// assert_eq!(CHAIN_EVADES.spec.choices, ["stay", "fall_back"]);
/// assert_eq!(CHAIN_EVADES.choice("fall_back"), Some(Evasion::FallBack));
/// assert_eq!(QUESTIONS.len(), 1);
/// ```
#[macro_export]
macro_rules! questions {
    ($($(#[$doc:meta])* $name:ident = $what:literal, $rule:literal : $choice:ident {
        $($variant:ident = $word:literal),* $(,)?
    };)*) => {
        $(
            $crate::choices! {
                #[doc = concat!("The answers to `", $what, "`.")]
                pub enum $choice { $($variant = $word),* }
            }
            $(#[$doc])*
            pub static $name: $crate::battle::Question<$choice> = $crate::battle::Question::new($what, $rule);
        )*
        /// Every question declared here.
        pub static QUESTIONS: &[&$crate::battle::QuestionSpec] = &[$(&$name.spec),*];
    };
}

/// A question as a seat sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct QuestionAsked {
    /// Its number among those this seat was asked.
    pub question: u32,
    /// What: a key of the `prompt` labels.
    #[serde(skip)]
    pub what: &'static str,
    /// The rule.
    pub rule: &'static str,
    /// The unit it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<Arc<str>>,
    /// The leader it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub general: Option<Arc<str>>,
    /// The other unit; `None` if the seat may not know of it.
    pub other: Option<Arc<str>>,
    /// The choices, the default first.
    pub choices: Vec<&'static str>,
    /// What went wrong, where the umpire is asked what to make of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Arc<str>>,
}
