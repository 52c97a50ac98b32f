//! What can be wrong with input, described so that a person can correct it.

use std::fmt;

use crate::dice::{Die, RollName};
use crate::messages::{Language, Messages};
use crate::sentence::{Filling, Sentence, Wording};
use crate::wordings;

/// Why a combination of facts, each good by itself, is refused. Declared with [`refusals!`](crate::refusals); the text is in the `refusal`
/// section of the rule set's message files.
#[derive(Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Key of the text.
    pub key: &'static str,
    /// The rule that refuses.
    pub rule: &'static str,
}

/// Declares the refusals of a rule set: a name, its message key and the rule behind it.
///
/// ```
/// krigsspil_engine::refusals! {
///     /// Mounted men have no thin line.
///     MOUNTED_NEVER_THIN = "mounted_never_thin", "02.02.4";
/// }
/// assert_eq!(MOUNTED_NEVER_THIN.rule, "02.02.4");
/// assert_eq!(REFUSALS.len(), 1);
/// ```
#[macro_export]
macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident = $key:literal, $rule:literal;)*) => {
        $($(#[$doc])* pub static $name: $crate::Refusal = $crate::Refusal { key: $key, rule: $rule };)*
        /// Every refusal declared here.
        pub static REFUSALS: &[&$crate::Refusal] = &[$(&$name),*];
    };
}

/// The kind of a fault, for programs: the `code` of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// The line is not the JSON it should be.
    BadJson,
    /// No such rule set.
    UnknownRuleSet,
    /// No such procedure.
    UnknownProcedure,
    /// No such fact.
    UnknownFact,
    /// A fact that must be given is not.
    MissingFact,
    /// The fact is given twice.
    RepeatedFact,
    /// A value of the wrong type, such as text for a number.
    WrongType,
    /// A word that is not among the choices.
    UnknownValue,
    /// A number below the least or above the most.
    OutOfRange,
    /// A list too short or too long.
    WrongLength,
    /// Facts that cannot hold together.
    NotAllowed,
    /// Too few dice, too many, or a face the die does not have.
    WrongDice,
    /// More rolls than can be enumerated.
    TooManyRolls,
}

impl Code {
    /// The code as programs read it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Code::BadJson => "bad_json",
            Code::UnknownRuleSet => "unknown_rule_set",
            Code::UnknownProcedure => "unknown_procedure",
            Code::UnknownFact => "unknown_fact",
            Code::MissingFact => "missing_fact",
            Code::RepeatedFact => "repeated_fact",
            Code::WrongType => "wrong_type",
            Code::UnknownValue => "unknown_value",
            Code::OutOfRange => "out_of_range",
            Code::WrongLength => "wrong_length",
            Code::NotAllowed => "not_allowed",
            Code::WrongDice => "wrong_dice",
            Code::TooManyRolls => "too_many_rolls",
        }
    }
}

/// A fault: which field is wrong, how, and (in either language) what would be right.
///
/// It is one pointer wide, because every result of a procedure has room for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    code: Code,
    field: String,
    text: Text,
    roll: Option<(RollName, Die)>,
}

/// The words of a fault: a sentence, or a rule set's refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Text {
    Sentence(Sentence),
    Refused(&'static Refusal),
}

impl Refusal {
    /// The refusal in a language, with its rule.
    pub fn message(&self, messages: &Messages, language: Language) -> String {
        let label = messages.label(language, "refusal", self.key);
        format!("{label} ({})", messages.as_cited(language, self.rule))
    }
}

impl Fault {
    /// A fault with a sentence and its blanks.
    pub fn new(
        code: Code,
        field: impl Into<String>,
        wording: Wording,
        blanks: Vec<(&'static str, Filling)>,
    ) -> Self {
        let text = Text::Sentence(Sentence::new(wording, blanks));
        Fault(Box::new(Inner { code, field: field.into(), text, roll: None }))
    }

    /// Facts that contradict each other: names the fact to change and the rule that says so.
    ///
    /// `field` is the path of the fact as a person writes it: `order`, `attacker.order`, `legs[0].cm`.
    #[cold]
    pub fn refused(field: impl Into<String>, refusal: &'static Refusal) -> Self {
        Fault(Box::new(Inner {
            code: Code::NotAllowed,
            field: field.into(),
            text: Text::Refused(refusal),
            roll: None,
        }))
    }

    /// Too few dice were given: `thrown` were used, and the roll `name` has none left.
    #[cold]
    pub fn too_few_dice(thrown: usize, name: RollName, die: Die) -> Self {
        let blanks = vec![("thrown", thrown.into()), ("die", die.notation().into())];
        let mut fault = Fault::new(Code::WrongDice, "dice", wordings::TOO_FEW_DICE, blanks);
        fault.0.roll = Some((name, die));
        fault
    }

    /// More dice were given than the procedure throws.
    #[cold]
    pub fn too_many_dice(wanted: usize, given: usize) -> Self {
        let blanks = vec![("wanted", wanted.into()), ("given", given.into())];
        Fault::new(Code::WrongDice, "dice", wordings::TOO_MANY_DICE, blanks)
    }

    /// The dice are not a list of whole numbers.
    #[cold]
    pub fn not_dice() -> Self {
        Fault::new(Code::WrongDice, "dice", wordings::NOT_DICE, Vec::new())
    }

    /// A die shows what it cannot.
    #[cold]
    pub fn impossible_die(index: usize, shown: i64, die: Die) -> Self {
        let blanks = vec![
            ("place", (index + 1).into()),
            ("shown", shown.into()),
            ("least", die.lowest().into()),
            ("most", die.highest().into()),
        ];
        Fault::new(Code::WrongDice, "dice", wordings::IMPOSSIBLE_DIE, blanks)
    }

    /// A procedure throws more dice than can be visited one by one.
    #[cold]
    pub fn too_many_to_enumerate(dice: u32) -> Self {
        Fault::new(Code::TooManyRolls, "dice", wordings::TOO_MANY_ROLLS, vec![("dice", dice.into())])
    }

    /// The kind of the fault.
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// The path of the field at fault.
    pub fn field(&self) -> &str {
        &self.0.field
    }

    /// The roll that was wanted when the dice ran out.
    pub fn wanted_roll(&self) -> Option<(RollName, Die)> {
        self.0.roll
    }

    /// The rule that refuses, where one does.
    pub fn rule(&self) -> Option<&'static str> {
        match self.0.text {
            Text::Refused(refusal) => Some(refusal.rule),
            Text::Sentence(_) => None,
        }
    }

    /// The key of its words: of the `refusal` labels where a rule refuses, else of the `fault` sentences.
    pub fn key(&self) -> &'static str {
        match &self.0.text {
            Text::Refused(refusal) => refusal.key,
            Text::Sentence(sentence) => sentence.key(),
        }
    }

    /// Puts the name of an enclosing fact before the path.
    pub fn within(mut self, outer: &str) -> Self {
        let inner = &self.0.field;
        self.0.field = match inner.chars().next() {
            None => outer.to_string(),
            Some('[') => format!("{outer}{inner}"),
            Some(_) => format!("{outer}.{inner}"),
        };
        self
    }

    /// The whole sentence, beginning with the field's name.
    pub fn message(&self, messages: &Messages, language: Language) -> String {
        let text = match &self.0.text {
            Text::Refused(refusal) => refusal.message(messages, language),
            Text::Sentence(sentence) => sentence.message(messages, language),
        };
        format!("{}: {text}", self.0.field)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(Messages::engine(), Language::English))
    }
}

impl std::error::Error for Fault {}
