//! A battle stored at a turn's start, and loaded again.

use std::collections::{BTreeMap, BTreeSet};

use krigsspil_engine::Sentence;
use krigsspil_engine::battle::{BattleDice, HouseTables, RulesVersion, SeatId, Snapshot};
use krigsspil_turn::snapshot::{self, PlayedBy, Stored, Versions};
use serde::Deserialize;
use serde_json::Value;

use super::bodies::body;
use super::run::clearing::lay_ground;
use super::run::forget_before;
use super::state::*;
use super::wordings::VERSION_1;
use crate::tables::Tables;

/// The versions of these battles. A change after which a battle may come out otherwise adds one.
pub(super) static VERSIONS: &[RulesVersion] = &[RulesVersion { name: "1", changed: VERSION_1 }];

/// What changes in a battle between its turns.
#[derive(Deserialize)]
struct Between {
    turn: u32,
    moment: f64,
    units: Roll<UnitId, Unit>,
    generals: Roll<PostId, General>,
    couriers: Roll<CourierId, Courier>,
    works: Vec<Made>,
    cleared: Vec<Cleared>,
    ready: BTreeSet<SeatId>,
    next_question: u32,
    rules: Vec<AddedRule>,
    rulings: u32,
    seen: BTreeMap<SeatId, Vec<UnitId>>,
    held: Vec<Option<SideId>>,
    told_before: BTreeMap<SeatId, u32>,
}

/// Bodies and the ground are made anew by [`load`].
impl Stored for Battle {
    fn load(state: &Value, fresh: Battle) -> Result<Battle, serde_json::Error> {
        let stored = Between::deserialize(state)?;
        Ok(Battle {
            turn: stored.turn,
            moment: stored.moment,
            units: stored.units,
            generals: stored.generals,
            couriers: stored.couriers,
            works: stored.works,
            cleared: stored.cleared,
            ready: stored.ready,
            next_question: stored.next_question,
            rules: stored.rules,
            rulings: stored.rulings,
            seen: stored.seen,
            held: stored.held,
            told_before: stored.told_before,
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
    if battle.phase != Phase::Orders {
        return None;
    }
    let mut settled = battle.clone();
    forget_before(&mut settled, u32::MAX);
    // The answers of a turn are forgotten when the next begins.
    settled.answers.clear();
    settled.due.clear();
    settled.waiting.clear();
    Some(snapshot::store(&settled, &played_by(house), battle.turn, actions))
}

/// Loads a stored battle, of this version of the rules or another.
pub(super) fn load(stored: &Snapshot, fresh: Battle, tables: &Tables, seed: u64) -> Result<Battle, Sentence> {
    let by = played_by(stored.house.clone());
    let same = stored.rules_version == by.version;
    let versions = if same { Versions::Same } else { Versions::Any };
    let mut battle = snapshot::load(stored, &by, versions, fresh, seed).map_err(|fault| fault.sentence())?;
    lay_ground(&mut battle, tables);
    let ground = battle.ground.clone();
    for unit in battle.units.values_mut() {
        let pose = unit.placed.pose();
        unit.placed =
            body(unit, tables, &ground).and_then(|body| body.at(pose)).map_err(super::setup::no_body)?;
    }
    Ok(battle)
}
