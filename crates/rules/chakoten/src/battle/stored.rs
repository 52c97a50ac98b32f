//! Stores a battle at a turn's start, and loads it again.

use krigsspil_engine::Sentence;
use krigsspil_engine::battle::{HouseTables, RulesVersion, Snapshot};
use krigsspil_turn::snapshot::{self, PlayedBy};

use super::bodies::body;
use super::state::*;
use super::wordings::VERSION_1;
use crate::tables::Tables;

/// The versions of these battles. A change that may make a battle end differently adds one.
pub(super) const VERSIONS: &[RulesVersion] = &[RulesVersion { name: "1", changed: VERSION_1 }];

// What changes in a battle between its turns; `load` rebuilds bodies.
krigsspil_turn::stored! {
    Battle:
        turn, moment, units, generals, fell, couriers, messages, entries, gate, turns, umpire, seen, held, log
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
    for unit in battle.units.values_mut() {
        let pose = unit.placed.pose();
        unit.placed = body(unit, tables).and_then(|body| body.at(pose)).map_err(super::setup::no_body)?;
    }
    Ok(battle)
}
