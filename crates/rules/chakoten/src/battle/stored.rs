//! Stores a battle at a turn's start, and loads it again.

use krigsspil_engine::Sentence;
use krigsspil_engine::battle::{HouseTables, RulesVersion, Snapshot};
use krigsspil_turn::snapshot::{self, PlayedBy};
use serde_json::{Value, json};

use super::bodies::body;
use super::land::{Land, lay_ground};
use super::state::*;
use super::wordings::{VERSION_1, VERSION_2, VERSION_3, VERSION_4, VERSION_5, VERSION_6};
use crate::tables::Tables;
use crate::vocabulary::Order;

/// The versions of these battles. A change that may make a battle end differently adds one.
pub(super) const VERSIONS: &[RulesVersion] = &[
    RulesVersion { name: "1", changed: VERSION_1 },
    RulesVersion { name: "2", changed: VERSION_2 },
    RulesVersion { name: "3", changed: VERSION_3 },
    RulesVersion { name: "4", changed: VERSION_4 },
    RulesVersion { name: "5", changed: VERSION_5 },
    RulesVersion { name: "6", changed: VERSION_6 },
];

/// A stored state in the current shape: what older ones leave out is filled in. In version 1 every unit in rout was a mass at once.
fn reshaped(state: &Value) -> Value {
    let mut state = state.clone();
    if let Some(state) = state.as_object_mut() {
        state.entry("land").or_insert_with(|| json!(Land::default()));
    }
    for unit in state["units"].as_array_mut().into_iter().flatten() {
        if unit["massed"].is_null() {
            unit["massed"] = json!(unit["order"] == json!(Order::Rout));
        }
    }
    state
}

// What changes in a battle between its turns; `load` rebuilds bodies.
krigsspil_turn::stored! {
    Battle as reshaped:
        turn, moment, units, generals, fell, couriers, messages, entries, gate, turns, land, umpire, seen, held, log
}

/// Stores a battle at a turn's start. Past events are not needed: the log is counted, not stored.
pub(super) fn store(battle: &Battle, house: HouseTables, actions: usize) -> Option<Snapshot> {
    if battle.phase != Phase::Orders {
        return None;
    }
    let mut settled = battle.clone();
    settled.log.drop_before(u32::MAX);
    settled.waiting.clear();
    settled.positions.clear();
    let by = PlayedBy::now(super::ID, VERSIONS, house);
    Some(snapshot::store(&settled, &by, battle.turn, actions))
}

/// Loads a stored battle, from this version of the rules or another.
pub(super) fn load(stored: &Snapshot, fresh: Battle, tables: &Tables, seed: u64) -> Result<Battle, Sentence> {
    let mut battle = snapshot::load_from_any(stored, (super::ID, VERSIONS), fresh, seed)?;
    lay_ground(&mut battle, tables);
    for unit in battle.units.values_mut() {
        let pose = unit.placed.pose();
        unit.placed = body(unit, tables).and_then(|body| body.at(pose)).map_err(super::setup::no_body)?;
    }
    Ok(battle)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// §13.01.3 §17.02.1 a state of version 1 is converted to the current shape; a current one stays unchanged.
    #[test]
    fn states_of_version_1_are_read() {
        let first = json!({"units": [{"order": Order::Rout}, {"order": Order::Disorder}]});
        let units =
            json!([{"order": Order::Rout, "massed": true}, {"order": Order::Disorder, "massed": false}]);
        assert_eq!(reshaped(&first), json!({"units": units, "land": Land::default()}));
        let flees = json!({"units": [{"order": Order::Rout, "massed": false}], "land": Land::default()});
        assert_eq!(reshaped(&flees), flees);
    }
}
