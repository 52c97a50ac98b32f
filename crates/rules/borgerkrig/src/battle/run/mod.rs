//! The turn (chapter 04).

pub(super) mod marching;
pub(super) mod state_changes;
pub(super) mod telling;
pub(super) mod works;

use krigsspil_engine::battle::{Event, Refused};

use super::state::*;
use crate::tables::Tables;

/// A turn being run.
pub(super) struct Run<'a> {
    battle: &'a mut Battle,
    tables: &'a Tables,
    events: &'a mut Vec<Event>,
}

/// Begins the turn.
pub(super) fn begin(battle: &mut Battle, tables: &Tables, events: &mut Vec<Event>) -> Result<(), Refused> {
    go_on(battle, tables, events)
}

/// Goes on after an answer.
pub(super) fn go_on(battle: &mut Battle, tables: &Tables, events: &mut Vec<Event>) -> Result<(), Refused> {
    let run = Run { battle, tables, events };
    run.battle.ready.clear();
    run.battle.ending = super::ending::ending(run.battle);
    run.battle.turn += 1;
    if run.battle.ending.is_some() {
        run.battle.phase = Phase::Over;
    }
    Ok(())
}
