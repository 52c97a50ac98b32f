//! Stores a battle at a turn's start, and loads it again.

use krigsspil_engine::Sentence;
use krigsspil_engine::battle::{HouseTables, RulesVersion, Snapshot};
use krigsspil_turn::snapshot::{self, PlayedBy};
use krigsspil_turn::umpire::Play;
use serde_json::{Value, json};

use super::bodies::body;
use super::run::clearing::lay_ground;
use super::state::*;
use super::wordings::{VERSION_1, VERSION_2, VERSION_3, VERSION_4, VERSION_5};
use crate::tables::Tables;

/// The versions of these battles. A change that may make a battle end differently adds one.
pub(super) const VERSIONS: &[RulesVersion] = &[
    RulesVersion { name: "1", changed: VERSION_1 },
    RulesVersion { name: "2", changed: VERSION_2 },
    RulesVersion { name: "3", changed: VERSION_3 },
    RulesVersion { name: "4", changed: VERSION_4 },
    RulesVersion { name: "5", changed: VERSION_5 },
];

/// A state stored by version 1, converted to the current shape: works, cleared stretches and the umpire's acts were separate, and rides
/// named their destination.
fn reshaped(state: &Value) -> Value {
    let mut state = state.clone();
    if let Some(cleared) = state.as_object_mut().and_then(|state| state.shift_remove("cleared")) {
        state["works"] = json!({"made": state["works"].take(), "cleared": cleared});
    }
    if let Some(rules) = state.as_object_mut().and_then(|state| state.shift_remove("rules")) {
        state["umpire"] = json!({"rules": rules, "rulings": state["rulings"].take(), "play": Play::GoesOn});
    }
    let place = |of: &Value, id: &Value| of.as_array()?.iter().position(|one| one["id"] == *id);
    let of_today = |ride: &Value| match ride["ride"].as_str()? {
        "to" => Some(json!({"to": {"x": ride["place"][0], "y": ride["place"][1]}})),
        "with" => Some(json!({"with": place(&state["units"], &ride["unit"])?})),
        "general" => Some(json!({"leader": place(&state["generals"], &ride["general"])?})),
        _ => None,
    };
    let mut rides = Vec::new();
    for of in ["generals", "couriers"] {
        let riders = state[of].as_array().into_iter().flatten().enumerate();
        rides.extend(riders.filter_map(|(at, rider)| Some((of, at, of_today(&rider["ride"])?))));
    }
    for (of, at, ride) in rides {
        state[of][at]["ride"] = ride;
    }
    state
}

// What changes in a battle between its turns; `load` rebuilds bodies and the ground.
krigsspil_turn::stored! {
    Battle as reshaped:
        turn, moment, units, generals, couriers, works, gate, turns, umpire, seen, held, log
}

/// Stores a battle at a turn's start. Past events are not needed: the log is counted, not stored.
pub(super) fn store(battle: &Battle, house: HouseTables, actions: usize) -> Option<Snapshot> {
    if battle.phase != Phase::Orders {
        return None;
    }
    let mut settled = battle.clone();
    settled.log.drop_before(u32::MAX);
    settled.waiting.clear();
    let by = PlayedBy::now(super::ID, VERSIONS, house);
    Some(snapshot::store(&settled, &by, battle.turn, actions))
}

/// Loads a stored battle, from this version of the rules or another.
pub(super) fn load(stored: &Snapshot, fresh: Battle, tables: &Tables, seed: u64) -> Result<Battle, Sentence> {
    let mut battle = snapshot::load_from_any(stored, (super::ID, VERSIONS), fresh, seed)?;
    lay_ground(&mut battle, tables);
    let ground = battle.ground.clone();
    for unit in battle.units.values_mut() {
        let pose = unit.placed.pose();
        unit.placed =
            body(unit, tables, &ground).and_then(|body| body.at(pose)).map_err(super::setup::no_body)?;
    }
    Ok(battle)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A state of version 1 is converted to the current shape; a current one stays unchanged.
    #[test]
    fn states_of_version_1_are_read() {
        let first = json!({
            "works": [{"thing": "barricade"}],
            "cleared": [{"feature": 3, "from": 1.0, "to": 2.0}],
            "rules": [],
            "rulings": 2,
            "units": [{"id": "b1"}, {"id": "b2"}],
            "generals": [{"id": "b", "ride": {"ride": "with", "unit": "b2"}}, {"id": "bd", "ride": null}],
            "couriers": [
                {"id": "bd/1", "ride": {"ride": "general", "general": "b"}},
                {"id": "bd/2", "ride": {"ride": "to", "place": [3.0, 4.0]}},
            ],
        });
        let today = json!({
            "works": {"made": [{"thing": "barricade"}], "cleared": [{"feature": 3, "from": 1.0, "to": 2.0}]},
            "rulings": null,
            "umpire": {"rules": [], "rulings": 2, "play": "goes_on"},
            "units": [{"id": "b1"}, {"id": "b2"}],
            "generals": [{"id": "b", "ride": {"with": 1}}, {"id": "bd", "ride": null}],
            "couriers": [
                {"id": "bd/1", "ride": {"leader": 0}},
                {"id": "bd/2", "ride": {"to": {"x": 3.0, "y": 4.0}}},
            ],
        });
        assert_eq!(reshaped(&first), today);
        assert_eq!(reshaped(&today), today);
    }
}
