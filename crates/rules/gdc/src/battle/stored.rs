//! A battle stored at a turn's start, and loaded again.

use krigsspil_engine::Sentence;
use krigsspil_engine::battle::{BattleDice, HouseTables, RulesVersion, Snapshot};
use krigsspil_turn::command::Posts;
use krigsspil_turn::gate::Gate;
use krigsspil_turn::knowledge::{Log, Sightings};
use krigsspil_turn::objectives::Held;
use krigsspil_turn::phases::Stand;
use krigsspil_turn::resume::Turns;
use krigsspil_turn::snapshot::{self, PlayedBy, Stored, Versions};
use krigsspil_turn::umpire::Umpire;
use serde::Deserialize;
use serde_json::Value;

use super::phases::Step;
use super::state::*;
use super::wordings::VERSION_1;
use crate::tables::Tables;
use crate::vocabulary::Weather;

/// The versions of these battles. A change after which a battle may come out otherwise adds one.
pub(super) static VERSIONS: &[RulesVersion] = &[RulesVersion { name: "1", changed: VERSION_1 }];

/// What changes in a battle between its turns.
#[derive(Deserialize)]
struct Between {
    turn: u32,
    stand: Stand,
    units: Roll<UnitId, Unit>,
    posts: Posts,
    generals: Roll<PostId, General>,
    charges: Vec<Charge>,
    fights: Vec<Fight>,
    zones: Vec<super::zones::Zone>,
    weather: Weather,
    gate: Gate,
    turns: Turns<Battle>,
    umpire: Umpire,
    seen: Sightings,
    held: Held,
    log: Log,
}

/// Bodies are made anew by `load`.
impl Stored for Battle {
    fn load(state: &Value, fresh: Battle) -> Result<Battle, serde_json::Error> {
        let stored = Between::deserialize(state)?;
        Ok(Battle {
            turn: stored.turn,
            stand: stored.stand,
            units: stored.units,
            posts: stored.posts,
            generals: stored.generals,
            charges: stored.charges,
            fights: stored.fights,
            zones: stored.zones,
            weather: stored.weather,
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

/// Stores a battle at a turn's start. What was told is told: the log is counted, not stored.
pub(super) fn store(battle: &Battle, house: HouseTables, actions: usize) -> Option<Snapshot> {
    let first = matches!(battle.phase(), Step::Command | Step::Formation);
    if !first || battle.turns.runs() || battle.ending.is_some() {
        return None;
    }
    let mut settled = battle.clone();
    settled.log.drop_before(u32::MAX);
    Some(snapshot::store(&settled, &played_by(house), battle.turn, actions))
}

/// Loads a stored battle, of this version of the rules or another.
pub(super) fn load(stored: &Snapshot, fresh: Battle, tables: &Tables, seed: u64) -> Result<Battle, Sentence> {
    let by = played_by(stored.house.clone());
    let same = stored.rules_version == by.version;
    let versions = if same { Versions::Same } else { Versions::Any };
    let mut battle = snapshot::load(stored, &by, versions, fresh, seed).map_err(|fault| fault.sentence())?;
    let zones = battle.zones.clone();
    for unit in battle.units.values_mut() {
        super::bodies::rebuild(unit, tables);
        super::bodies::fill(unit, &zones);
    }
    Ok(battle)
}
