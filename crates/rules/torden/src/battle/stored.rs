//! A battle stored at the start of a period, and loaded again.

use krigsspil_engine::Sentence;
use krigsspil_engine::battle::{HouseTables, RulesVersion, Snapshot};
use krigsspil_turn::snapshot::{self, PlayedBy};

use super::bodies::standing;
use super::setup::no_body;
use super::state::*;
use super::wordings::{VERSION_1, VERSION_2, VERSION_3, VERSION_4, VERSION_5, VERSION_6};
use crate::tables::Tables;

/// The versions of these battles. A change after which a battle may come out otherwise adds one.
pub(super) const VERSIONS: &[RulesVersion] = &[
    RulesVersion { name: "1", changed: VERSION_1 },
    RulesVersion { name: "2", changed: VERSION_2 },
    RulesVersion { name: "3", changed: VERSION_3 },
    RulesVersion { name: "4", changed: VERSION_4 },
    RulesVersion { name: "5", changed: VERSION_5 },
    RulesVersion { name: "6", changed: VERSION_6 },
];

// What changes in a battle between two runs; `load` rebuilds bodies.
krigsspil_turn::stored! {
    Battle: turn, stand, ready, reacted, units, detaching, posts, staff, seen, held, umpire, log, turns
}

/// Stores a battle between two runs. What was told is told: the log is counted, not stored.
pub(super) fn store(battle: &Battle, house: HouseTables, actions: usize) -> Option<Snapshot> {
    if battle.turns.runs() || battle.ending.is_some() {
        return None;
    }
    let mut settled = battle.clone();
    settled.log.drop_before(u32::MAX);
    let by = PlayedBy::now(super::ID, VERSIONS, house);
    Some(snapshot::store(&settled, &by, battle.turn, actions))
}

/// Loads a stored battle, of this version of the rules or another. Bodies are made anew.
pub(super) fn load(stored: &Snapshot, fresh: Battle, tables: &Tables, seed: u64) -> Result<Battle, Sentence> {
    let mut battle = snapshot::load_from_any(stored, (super::ID, VERSIONS), fresh, seed)?;
    let fixed = battle.fixed.clone();
    for unit in battle.units.values_mut() {
        let pose = unit.placed.pose();
        unit.placed = standing(unit, pose, &fixed.zones, tables).map_err(no_body)?;
    }
    Ok(battle)
}
