//! Where and why a replay differs from the battle that was saved.

use super::ActFault;
use crate::wordings::*;
use crate::{Filling, Language, Messages, Sentence, Wording};

/// A version of a rule set's battles. A battle played under one version may end differently under another.
#[derive(Clone, Copy, Debug)]
pub struct RulesVersion {
    /// Its name. Saves carry it.
    pub name: &'static str,
    /// What it changed, in words.
    pub changed: Wording,
}

/// Where a save departs from the battle that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Departure {
    /// The turn in which it does.
    pub turn: u32,
    /// How that shows.
    pub sign: Sign,
    /// The versions of the rules it was and is played by, and what has changed between them.
    pub versions: Versions,
}

/// The first sign that a replay differs.
#[derive(Clone, Debug, PartialEq)]
pub enum Sign {
    /// The number of dice thrown by the end of the turn differs.
    Dice {
        /// When it was played.
        then: u64,
        /// Now.
        now: u64,
    },
    /// The turn ended after another action.
    Length,
    /// The dice are the same, but the state is not.
    State,
    /// An action is refused.
    Refused {
        /// Which, from 1.
        number: usize,
        /// Why.
        fault: ActFault,
    },
}

/// The version a battle was played by and the version of today.
#[derive(Clone, Debug, PartialEq)]
pub struct Versions {
    /// The version it was played under; empty when the save does not say.
    pub then: String,
    /// The current version.
    pub now: &'static str,
    /// The changes since then, as far as we know them.
    pub changed: Vec<Sentence>,
}

impl Versions {
    /// The versions of a save that is replayed under the last of these.
    pub fn since(then: &str, all: &[RulesVersion]) -> Versions {
        let now = all.last().map_or("", |version| version.name);
        let since = match all.iter().position(|version| version.name == then) {
            Some(at) => &all[at + 1..],
            None if then.is_empty() => all,
            None => &[],
        };
        let changed = since.iter().map(|version| version.changed.into()).collect();
        Versions { then: then.to_string(), now, changed }
    }

    fn message(&self, messages: &Messages, language: Language) -> String {
        let names = [("then", Filling::from(&self.then)), ("now", self.now.into())];
        let wording = match self.then.as_str() {
            "" => SAVE_OF_NO_VERSION,
            same if same == self.now => SAVE_OF_THIS_VERSION,
            _ => SAVE_OF_OTHER_VERSION,
        };
        let told = wording.with(names).message(messages, language);
        let changed = self.changed.iter().map(|sentence| sentence.message(messages, language));
        std::iter::once(told).chain(changed).collect::<Vec<_>>().join("; ")
    }
}

impl Departure {
    /// Where and why, in a language. `messages` are those of the save's rule set.
    pub fn message(&self, messages: &Messages, language: Language) -> String {
        let sign = match &self.sign {
            Sign::Dice { then, now } => SAVE_THROWS.with([("then", then.into()), ("now", now.into())]),
            Sign::Length => SAVE_TURN_ENDS.into(),
            Sign::State => SAVE_STATE.into(),
            Sign::Refused { number, fault } => {
                let reason = fault.message(messages, language);
                SAVE_ACTION.with([("number", number.into()), ("reason", reason.into())])
            }
        };
        let sign = sign.message(messages, language);
        let versions = self.versions.message(messages, language);
        let blanks = [("turn", self.turn.into()), ("sign", sign.into()), ("versions", versions.into())];
        SAVE_DEPARTS.with(blanks).message(messages, language)
    }
}
