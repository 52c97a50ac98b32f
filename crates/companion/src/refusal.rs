//! Why a question is not answered, for people and for programs.

use krigsspil_engine::dice::Die;
use krigsspil_engine::scenario::ScenarioFault;
use krigsspil_engine::wordings::UNKNOWN_RULE_SET;
use krigsspil_engine::{Fault, Language, Messages, RuleSet};
use serde::Serialize;

/// What was asked for is not there.
const NOT_FOUND: u16 = 404;
/// What was asked can be read, and is wrong.
const UNPROCESSABLE: u16 = 422;

/// A roll that is still wanted.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WantedRoll {
    /// What it is for.
    pub label: String,
    /// The die: d6, d10, d100.
    pub die: &'static str,
    /// Its lowest face.
    pub lowest: i32,
    /// Its highest face.
    pub highest: i32,
}

impl WantedRoll {
    fn new(label: &str, die: Die) -> Self {
        WantedRoll { label: label.into(), die: die.notation(), lowest: die.lowest(), highest: die.highest() }
    }
}

/// What was wrong with a request.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ApiError))]
pub struct Refusal {
    /// The status of HTTP that says it.
    #[serde(skip)]
    pub status: u16,
    /// For programs.
    pub code: &'static str,
    /// The field at fault; empty when none is.
    pub field: String,
    /// For people: what was wrong and what would be right.
    pub message: String,
    /// The rule that refuses, where one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// The next roll, when too few dice were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wanted: Option<Box<WantedRoll>>,
    /// What is wrong with a file that was sent, by line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub faults: Vec<FileFault>,
}

/// Something wrong in a file.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FileFault {
    /// The file.
    file: String,
    /// The line, from 1.
    line: usize,
    /// What is wrong, and what would be right.
    reason: String,
}

impl FileFault {
    /// What is wrong with a scenario, in the words of its rules.
    fn of(fault: ScenarioFault, rules: &dyn RuleSet, language: Language) -> Self {
        let reason = fault.reason.message(rules.messages(), language);
        FileFault { file: fault.file, line: fault.line, reason }
    }
}

impl std::fmt::Display for FileFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.reason)
    }
}

impl Refusal {
    /// A refusal in somebody's words.
    pub fn new(status: u16, code: &'static str, field: &str, message: impl Into<String>) -> Self {
        let (field, message) = (field.to_string(), message.into());
        Refusal { status, code, field, message, rule: None, wanted: None, faults: Vec::new() }
    }

    /// What is wrong with the facts or the dice.
    pub fn of_fault(fault: &Fault, rules: &dyn RuleSet, language: Language) -> Self {
        let message = fault.message(rules.messages(), language);
        let mut refusal = Refusal::new(UNPROCESSABLE, fault.code().as_str(), fault.field(), message);
        refusal.rule = fault.rule();
        refusal.wanted = fault.wanted_roll().map(|(name, die)| {
            Box::new(WantedRoll::new(rules.messages().label(language, "roll", name), die))
        });
        refusal
    }

    /// Everything that is wrong with a scenario's file.
    pub fn of_file(faults: Vec<ScenarioFault>, rules: &dyn RuleSet, language: Language) -> Self {
        let faults: Vec<_> = faults.into_iter().map(|fault| FileFault::of(fault, rules, language)).collect();
        let first = faults.first().map_or_else(String::new, FileFault::to_string);
        let mut refusal = Refusal::new(UNPROCESSABLE, "bad_scenario", "scenario", first);
        refusal.faults = faults;
        refusal
    }

    /// A rule set that is not there, with those that are.
    pub fn unknown_rules(given: &str, known: &[&str], language: Language) -> Self {
        let blanks = [
            ("given", given.into()),
            ("known", known.join(", ").into()),
            ("hint", krigsspil_engine::fact::hint(given, known)),
        ];
        let sentence = UNKNOWN_RULE_SET.with(blanks).message(Messages::engine(), language);
        Refusal::new(NOT_FOUND, "unknown_rule_set", "rules", sentence)
    }
}
