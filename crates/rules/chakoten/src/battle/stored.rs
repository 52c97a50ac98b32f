//! Stores a battle at a turn's start, and loads it again.

use krigsspil_engine::Sentence;
use krigsspil_engine::battle::{BattleDice, HouseTables, RulesVersion, Snapshot};
use krigsspil_turn::command::Posts;
use krigsspil_turn::gate::Gate;
use krigsspil_turn::knowledge::{Log, Sightings};
use krigsspil_turn::resume::Turns;
use krigsspil_turn::snapshot::{self, PlayedBy, Stored, Versions};
use krigsspil_turn::umpire::Umpire;
use serde::Deserialize;
use serde_json::Value;

use super::bodies::body;
use super::state::*;
use super::wordings::VERSION_1;
use crate::tables::Tables;

/// The versions of these battles. A change that may make a battle end differently adds one.
pub(super) const VERSIONS: &[RulesVersion] = &[RulesVersion { name: "1", changed: VERSION_1 }];

/// What changes in a battle between its turns.
#[derive(Deserialize)]
struct Between {
    turn: u32,
    moment: f64,
    units: Roll<UnitId, Unit>,
    generals: Posts,
    fell: Roll<PostId, Option<u32>>,
    couriers: Roll<PostId, i32>,
    gate: Gate,
    turns: Turns<Battle>,
    umpire: Umpire,
    seen: Sightings,
    held: Vec<Option<SideId>>,
    log: Log,
}

/// `load` rebuilds bodies.
impl Stored for Battle {
    fn load(state: &Value, fresh: Battle) -> Result<Battle, serde_json::Error> {
        let stored = Between::deserialize(state)?;
        Ok(Battle {
            turn: stored.turn,
            moment: stored.moment,
            units: stored.units,
            generals: stored.generals,
            fell: stored.fell,
            couriers: stored.couriers,
            gate: stored.gate,
            turns: stored.turns,
            umpire: stored.umpire,
            seen: stored.seen,
            held: stored.held,
            log: stored.log,
            ..fresh
        })
    }

    fn dice(&self) -> &BattleDice {
        &self.dice
    }

    fn dice_mut(&mut self) -> &mut BattleDice {
        &mut self.dice
    }
}

fn played_by(house: HouseTables) -> PlayedBy {
    let version = VERSIONS.last().map_or("", |version| version.name).to_string();
    PlayedBy { rules: super::ID.to_string(), version, house }
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
    Some(snapshot::store(&settled, &played_by(house), battle.turn, actions))
}

/// Loads a stored battle, from this version of the rules or another.
pub(super) fn load(stored: &Snapshot, fresh: Battle, tables: &Tables, seed: u64) -> Result<Battle, Sentence> {
    let by = played_by(stored.house.clone());
    let same = stored.rules_version == by.version;
    let versions = if same { Versions::Same } else { Versions::Any };
    let mut battle = snapshot::load(stored, &by, versions, fresh, seed).map_err(|fault| fault.sentence())?;
    for unit in battle.units.values_mut() {
        let pose = unit.placed.pose();
        unit.placed = body(unit, tables).and_then(|body| body.at(pose)).map_err(super::setup::no_body)?;
    }
    Ok(battle)
}
