//! Saves: a battle is its scenario, options, seed and list of actions, and nothing more.

use serde::{Deserialize, Serialize};

use super::{Options, SeatId};

/// One action of a battle: who did what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Acted {
    /// Who.
    pub seat: SeatId,
    /// What, as the rule set reads it.
    pub action: serde_json::Value,
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
}

/// Why a save cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SaveFault {
    /// It is not a save file.
    #[error("this is not a save file: {0}")]
    Unreadable(String),
    /// It is of a form this program does not know.
    #[error("this save is of form {found}; this program reads form {SAVE_VERSION}")]
    Version {
        /// The form found.
        found: u32,
    },
    /// It is of other rules.
    #[error("this save is of the rules `{found}`, not `{wanted}`")]
    Rules {
        /// Those it is of.
        found: String,
        /// Those it was opened with.
        wanted: String,
    },
    /// Its scenario is broken.
    #[error(transparent)]
    Scenario(#[from] crate::scenario::ScenarioFault),
    /// One of its actions is refused.
    #[error("action {number} of the save is refused: {reason}")]
    Action {
        /// Which, from 1.
        number: usize,
        /// Why.
        reason: String,
    },
}

impl Save {
    /// Reads a save from JSON text.
    pub fn read(text: &str) -> Result<Save, SaveFault> {
        let save: Save =
            serde_json::from_str(text).map_err(|error| SaveFault::Unreadable(error.to_string()))?;
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
