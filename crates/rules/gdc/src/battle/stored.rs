//! A battle stored at a turn's start, and loaded again.

use krigsspil_engine::Sentence;
use krigsspil_engine::battle::{HouseTables, RulesVersion, Snapshot};
use krigsspil_turn::snapshot::{self, PlayedBy};
use serde_json::Value;

use super::phases::Step;
use super::state::*;
use super::wordings::{
    VERSION_1, VERSION_2, VERSION_3, VERSION_4, VERSION_5, VERSION_6, VERSION_7, VERSION_8,
};
use crate::tables::Tables;

/// The versions of these battles. A change after which a battle may come out otherwise adds one.
pub(super) const VERSIONS: &[RulesVersion] = &[
    RulesVersion { name: "1", changed: VERSION_1 },
    RulesVersion { name: "2", changed: VERSION_2 },
    RulesVersion { name: "3", changed: VERSION_3 },
    RulesVersion { name: "4", changed: VERSION_4 },
    RulesVersion { name: "5", changed: VERSION_5 },
    RulesVersion { name: "6", changed: VERSION_6 },
    RulesVersion { name: "7", changed: VERSION_7 },
    RulesVersion { name: "8", changed: VERSION_8 },
];

// What changes in a battle between its turns; `load` makes bodies anew.
krigsspil_turn::stored! {
    Battle as with_what_came_later:
        turn, stand, units, posts, generals, couriers, fords, searched, engineers, broken, scouts, charges, fights, zones, weather, gate, turns, umpire, seen, held, log
}

/// A state of an earlier version: what was not yet there is empty.
fn with_what_came_later(state: &Value) -> Value {
    let mut state = state.clone();
    if let Some(fields) = state.as_object_mut() {
        for later in ["engineers", "broken"] {
            fields.entry(later).or_insert_with(|| Value::Array(Vec::new()));
        }
        fields.entry("scouts").or_insert(Value::Null);
    }
    state
}

/// Stores a battle at a turn's start. What was told is told: the log is counted, not stored.
pub(super) fn store(battle: &Battle, house: HouseTables, actions: usize) -> Option<Snapshot> {
    let first = matches!(battle.phase(), Step::Command | Step::Formation);
    if !first || battle.turns.runs() || battle.ending.is_some() {
        return None;
    }
    let mut settled = battle.clone();
    settled.log.drop_before(u32::MAX);
    let by = PlayedBy::now(super::ID, VERSIONS, house);
    Some(snapshot::store(&settled, &by, battle.turn, actions))
}

/// Loads a stored battle, of this version of the rules or another.
pub(super) fn load(stored: &Snapshot, fresh: Battle, tables: &Tables, seed: u64) -> Result<Battle, Sentence> {
    let mut battle = snapshot::load_from_any(stored, (super::ID, VERSIONS), fresh, seed)?;
    let zones = battle.zones.clone();
    for unit in battle.units.values_mut() {
        super::bodies::rebuild(unit, tables);
        super::bodies::fill(unit, &zones);
    }
    Ok(battle)
}
