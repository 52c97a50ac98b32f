//! Saves. A battle is its scenario, options, seed and list of actions. A save also holds what a replay is checked against:
//! the version of the rules, the house tables, a digest at the start of each turn, and the whole state at the start of the last turn.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Deed, Departure, Options, SeatId, StoredDice};
use crate::misread::sentence_of;
use crate::scenario::ScenarioFault;
use crate::wordings::{self, NOT_A_SAVE, SAVE_OF_OTHER_RULES, SAVE_OF_OTHER_TABLES, SAVE_STORES_NOTHING};
use crate::{Filling, Language, Messages, Sentence};

/// One action of a battle: who did what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Acted {
    /// Who.
    pub seat: SeatId,
    /// What, as the rule set reads it.
    pub action: Deed,
}

/// The present form of saves.
pub const SAVE_VERSION: u32 = 1;

/// A save file. It carries the texts of its scenario and ground, so that it replays on a machine that has neither.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Save {
    /// The form of the file.
    pub version: u32,
    /// The rule set.
    pub rules: String,
    /// The version of the rules it was played under; empty in saves from before there were versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rules_version: String,
    /// The house tables it was played with: their names and texts.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub house: HouseTables,
    /// The scenario's text.
    pub scenario: String,
    /// The ground's text.
    pub ground: String,
    /// The options.
    #[serde(default)]
    pub options: Options,
    /// The seed of the dice.
    pub seed: u64,
    /// Throws that come before the seed's, for prepared situations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<i32>,
    /// The actions, in order.
    pub actions: Vec<Acted>,
    /// The stored state from which the battle was continued under newer rules than it began with. The actions before it are history.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resumed: Option<Box<Snapshot>>,
    /// How the battle stood as each turn began.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<TurnBegun>,
    /// The state at the start of the last turn; `None` if the battle is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<Box<Snapshot>>,
}

/// House tables: their names and texts.
pub type HouseTables = BTreeMap<String, String>;

/// How a battle stood as a turn began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnBegun {
    /// The turn.
    pub turn: u32,
    /// How many actions of the save led here.
    pub actions: usize,
    /// How many dice were thrown.
    pub dice: u64,
    /// The digest of the state.
    pub digest: String,
}

/// The state of a battle at the start of a turn, stored together with the actions. A battle can be continued from here even if the rules
/// have been corrected since it began.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    /// The rule set.
    pub rules: String,
    /// The version of the rules it was played under.
    pub rules_version: String,
    /// The house tables it was played with: their names and texts.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub house: HouseTables,
    /// The turn that begins.
    pub turn: u32,
    /// How many actions of the save led here.
    pub actions: usize,
    /// The dice.
    pub dice: StoredDice,
    /// The digest of the state.
    pub digest: String,
    /// The state.
    pub state: serde_json::Value,
}

/// Why a save cannot be used.
#[derive(Debug)]
pub enum SaveFault {
    /// It is not a save file.
    Unreadable {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        reason: Sentence,
    },
    /// Its format is unknown to this program.
    Version {
        /// The form found.
        found: u32,
    },
    /// It belongs to another rule set.
    Rules {
        /// The rule set it belongs to.
        found: String,
        /// The rule set it was opened with.
        wanted: String,
    },
    /// It has an option that its rules do not have.
    Option(Sentence),
    /// Its scenario is broken.
    Scenario(ScenarioFault),
    /// It was played with house tables other than those it was opened with.
    Tables(HouseTables),
    /// It stores no state to continue from.
    StoresNothing,
    /// The state it stores cannot be loaded.
    Snapshot(Sentence),
    /// It cannot be replayed to its end, or the replay differs.
    Departs(Box<Departure>),
}

impl SaveFault {
    /// The line of the file that is at fault, from 1; the first where it is the save as a whole.
    pub fn line(&self) -> usize {
        match self {
            SaveFault::Unreadable { line, .. } => *line,
            _ => 1,
        }
    }

    /// Why, in a language. `messages` are those of the save's rule set.
    pub fn message(&self, messages: &Messages, language: Language) -> String {
        let sentence = match self {
            SaveFault::Scenario(fault) => return fault.message(messages, language),
            SaveFault::Departs(departure) => return departure.message(messages, language),
            SaveFault::Option(reason) | SaveFault::Snapshot(reason) => reason.clone(),
            SaveFault::Unreadable { reason, .. } => {
                NOT_A_SAVE.with([("reason", Filling::sentence(reason.clone()))])
            }
            SaveFault::Version { found } => {
                wordings::SAVE_VERSION.with([("found", found.into()), ("wanted", SAVE_VERSION.into())])
            }
            SaveFault::Rules { found, wanted } => {
                SAVE_OF_OTHER_RULES.with([("found", found.into()), ("wanted", wanted.into())])
            }
            SaveFault::Tables(found) => {
                let found: Vec<&str> = found.keys().map(String::as_str).collect();
                let found = if found.is_empty() { "–".to_string() } else { found.join(", ") };
                SAVE_OF_OTHER_TABLES.with([("found", found.into())])
            }
            SaveFault::StoresNothing => SAVE_STORES_NOTHING.into(),
        };
        sentence.message(messages, language)
    }
}

/// In English.
impl fmt::Display for SaveFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(Messages::engine(), Language::English))
    }
}

impl std::error::Error for SaveFault {}

impl From<ScenarioFault> for SaveFault {
    fn from(fault: ScenarioFault) -> Self {
        SaveFault::Scenario(fault)
    }
}

impl Save {
    /// Reads a save from JSON text.
    pub fn read(text: &str) -> Result<Save, SaveFault> {
        let save: Save = serde_json::from_str(text).map_err(|error| SaveFault::Unreadable {
            line: error.line().max(1),
            reason: sentence_of(&error.to_string()),
        })?;
        if save.version != SAVE_VERSION {
            return Err(SaveFault::Version { found: save.version });
        }
        Ok(save)
    }

    /// The save as JSON text.
    pub fn text(&self) -> String {
        // A save is texts, numbers and JSON values; writing it cannot fail.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}
