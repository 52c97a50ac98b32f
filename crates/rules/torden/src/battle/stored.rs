//! A battle stored at the start of a period, and loaded again.

use krigsspil_engine::Sentence;
use krigsspil_engine::battle::{BattleDice, HouseTables, RulesVersion, Snapshot};
use krigsspil_turn::knowledge::{Log, Sightings};
use krigsspil_turn::objectives::Held;
use krigsspil_turn::phases::Stand;
use krigsspil_turn::resume::Turns;
use krigsspil_turn::snapshot::{self, PlayedBy, Stored, Versions};
use krigsspil_turn::umpire::Umpire;
use serde::Deserialize;
use serde_json::Value;

use super::bodies::standing;
use super::setup::no_body;
use super::state::*;
use super::wordings::VERSION_1;
use crate::tables::Tables;

/// The versions of these battles. A change after which a battle may come out otherwise adds one.
pub(super) static VERSIONS: &[RulesVersion] = &[RulesVersion { name: "1", changed: VERSION_1 }];

#[derive(Deserialize)]
struct Between {
    turn: u32,
    stand: Stand,
    ready: IdSet<SeatNo>,
    reacted: bool,
    units: Roll<UnitId, Unit>,
    detaching: Vec<(UnitId, Detaching)>,
    posts: Posts,
    staff: Roll<PostId, Staff>,
    seen: Sightings,
    held: Held,
    umpire: Umpire,
    log: Log,
    turns: Turns<Battle>,
}

impl Stored for Battle {
    fn load(state: &Value, fresh: Battle) -> Result<Battle, serde_json::Error> {
        let Between {
            turn,
            stand,
            ready,
            reacted,
            units,
            detaching,
            posts,
            staff,
            seen,
            held,
            umpire,
            log,
            turns,
        } = Between::deserialize(state)?;
        Ok(Battle {
            turn,
            stand,
            ready,
            reacted,
            units,
            detaching,
            posts,
            staff,
            seen,
            held,
            umpire,
            log,
            turns,
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

/// Stores a battle between two runs. What was told is told: the log is counted, not stored.
pub(super) fn store(battle: &Battle, house: HouseTables, actions: usize) -> Option<Snapshot> {
    if battle.turns.runs() || battle.ending.is_some() {
        return None;
    }
    let mut settled = battle.clone();
    settled.log.drop_before(u32::MAX);
    Some(snapshot::store(&settled, &played_by(house), battle.turn, actions))
}

/// Loads a stored battle, of this version of the rules or another. Bodies are made anew.
pub(super) fn load(stored: &Snapshot, fresh: Battle, tables: &Tables, seed: u64) -> Result<Battle, Sentence> {
    let by = played_by(stored.house.clone());
    let versions = if stored.rules_version == by.version { Versions::Same } else { Versions::Any };
    let mut battle = snapshot::load(stored, &by, versions, fresh, seed).map_err(|fault| fault.sentence())?;
    let fixed = battle.fixed.clone();
    for unit in battle.units.values_mut() {
        let pose = unit.placed.pose();
        unit.placed = standing(unit, pose, &fixed.zones, tables).map_err(no_body)?;
    }
    Ok(battle)
}
