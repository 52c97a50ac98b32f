//! Snapshots: the state at a turn's start can be stored and loaded; a digest covers all of it.

use std::collections::BTreeMap;

pub use krigsspil_engine::battle::digest;
use krigsspil_engine::battle::{BattleDice, RulesVersion, Snapshot};
use krigsspil_engine::{Filling, Language, Messages, Sentence};
use serde::Serialize;
use serde::de::{DeserializeOwned, Error};
use serde_json::Value;

use crate::wordings::{NOT_A_SNAPSHOT, SNAPSHOT_CHANGED, SNAPSHOT_OF_OTHER_RULES, SNAPSHOT_OF_OTHER_VERSION};

/// A state that can be stored at a turn's start and loaded again.
pub trait Stored: Serialize + Sized {
    /// The stored state. What its JSON leaves out (the scenario, the ground, bodies) comes from `fresh`, the same battle newly set up, and
    /// is rebuilt.
    fn load(state: &Value, fresh: Self) -> Result<Self, serde_json::Error>;
    /// Its dice.
    fn dice(&self) -> &BattleDice;
    /// Its dice, to restore them.
    fn dice_mut(&mut self) -> &mut BattleDice;
}

/// Declares which fields of a battle are stored; the others come from the battle newly set up. `as` changes the stored JSON first, for
/// states that older versions stored in another shape.
///
/// `stored! { Battle as reshaped: turn, units, log }`
#[macro_export]
macro_rules! stored {
    ($battle:ty: $($field:ident),* $(,)?) => {
        $crate::stored! { $battle as ::std::clone::Clone::clone: $($field),* }
    };
    ($battle:ty as $reshaped:path: $($field:ident),* $(,)?) => {
        impl $crate::snapshot::Stored for $battle {
            fn load(
                state: &::serde_json::Value,
                mut fresh: Self,
            ) -> ::std::result::Result<Self, ::serde_json::Error> {
                let state: ::serde_json::Value = $reshaped(state);
                $(fresh.$field = $crate::snapshot::field(&state, stringify!($field))?;)*
                Ok(fresh)
            }

            fn dice(&self) -> &::krigsspil_engine::battle::BattleDice {
                &self.dice
            }

            fn dice_mut(&mut self) -> &mut ::krigsspil_engine::battle::BattleDice {
                &mut self.dice
            }
        }
    };
}

/// Reads a field of a stored state.
pub fn field<T: DeserializeOwned>(state: &Value, name: &'static str) -> Result<T, serde_json::Error> {
    T::deserialize(state.get(name).ok_or_else(|| serde_json::Error::missing_field(name))?)
}

/// The rules a state was played under.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedBy {
    /// The rule set.
    pub rules: String,
    /// Its version.
    pub version: String,
    /// The house tables, as names and texts.
    pub house: BTreeMap<String, String>,
}

impl PlayedBy {
    /// The rules as they are now: in the last of their versions.
    pub fn now(rules: &str, versions: &[RulesVersion], house: BTreeMap<String, String>) -> PlayedBy {
        let version = versions.last().map_or("", |version| version.name).to_string();
        PlayedBy { rules: rules.to_string(), version, house }
    }
}

/// Why a snapshot cannot be loaded.
#[derive(Clone, Debug, PartialEq)]
pub struct SnapshotFault(Sentence);

impl SnapshotFault {
    /// The reason.
    pub fn sentence(self) -> Sentence {
        self.0
    }

    /// The reason, in a language.
    pub fn message(&self, messages: &Messages, language: Language) -> String {
        self.0.message(messages, language)
    }
}

/// In English.
impl std::fmt::Display for SnapshotFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for SnapshotFault {}

/// Stores a state at a turn's start, after this many actions.
pub fn store<S: Stored>(state: &S, by: &PlayedBy, turn: u32, actions: usize) -> Snapshot {
    Snapshot {
        rules: by.rules.clone(),
        rules_version: by.version.clone(),
        house: by.house.clone(),
        turn,
        actions,
        dice: state.dice().stored(),
        digest: digest(state),
        state: serde_json::to_value(state).unwrap_or(Value::Null),
    }
}

/// What to do with a snapshot of another version of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Versions {
    /// Only the same version is loaded, and it must have the same digest.
    Same,
    /// Any version is loaded, as far as its state can be read: the battle continues under the current rules.
    Any,
}

/// Loads a state. `fresh` is the same battle newly set up, `seed` is the seed of its dice.
pub fn load<S: Stored>(
    snapshot: &Snapshot,
    by: &PlayedBy,
    versions: Versions,
    fresh: S,
    seed: u64,
) -> Result<S, SnapshotFault> {
    let differs = |wording: krigsspil_engine::Wording, found: &str, wanted: &str| {
        Err(SnapshotFault(wording.with([("found", found.into()), ("wanted", wanted.into())])))
    };
    if snapshot.rules != by.rules {
        return differs(SNAPSHOT_OF_OTHER_RULES, &snapshot.rules, &by.rules);
    }
    if versions == Versions::Same && snapshot.rules_version != by.version {
        return differs(SNAPSHOT_OF_OTHER_VERSION, &snapshot.rules_version, &by.version);
    }
    let mut state = S::load(&snapshot.state, fresh).map_err(|error| {
        let reason = Filling::sentence(krigsspil_engine::misread(&error));
        SnapshotFault(NOT_A_SNAPSHOT.with([("reason", reason)]))
    })?;
    *state.dice_mut() = BattleDice::restored(seed, &snapshot.dice);
    let found = digest(&state);
    if versions == Versions::Same && found != snapshot.digest {
        return differs(SNAPSHOT_CHANGED, &found, &snapshot.digest);
    }
    Ok(state)
}

/// Loads a state that was stored under this version of the rules, and then must be unchanged, or under another, as far as it can be read.
pub fn load_from_any<S: Stored>(
    snapshot: &Snapshot,
    (rules, versions): (&str, &[RulesVersion]),
    fresh: S,
    seed: u64,
) -> Result<S, Sentence> {
    let by = PlayedBy::now(rules, versions, snapshot.house.clone());
    let versions = if snapshot.rules_version == by.version { Versions::Same } else { Versions::Any };
    load(snapshot, &by, versions, fresh, seed).map_err(SnapshotFault::sentence)
}
