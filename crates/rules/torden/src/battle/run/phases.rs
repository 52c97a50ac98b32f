//! From phase to phase (§1.2.2).

use std::sync::Arc;

use krigsspil_engine::battle::{Event, Life, Presence};
use krigsspil_field::prelude::{Bearing, Pose, point};
use krigsspil_turn::desk::{Go, Pause, item};
use krigsspil_turn::objectives;
use krigsspil_turn::phases::{Did, Moved, Next, Stand};
use krigsspil_turn::resume;
use serde_json::json;

use super::{Reached, Run};
use crate::battle::bodies::standing;
use crate::battle::prompt::side_decides;
use crate::battle::sequence::*;
use crate::battle::sight;
use crate::battle::state::*;
use crate::tables::Tables;

/// A side has done what it wants in the phase: others move, or the program does its part of it.
pub(in crate::battle) fn done(
    battle: &mut Battle,
    tables: &Tables,
    side: SideId,
    events: &mut Vec<Arc<Event>>,
) {
    let did = if std::mem::take(&mut battle.reacted) { Did::Something } else { Did::Nothing };
    match battle.stand.done(&PERIOD, side, did) {
        Moved::PhaseOver => begin(battle, tables, events),
        Moved::OthersMove => {
            // Whoever has nothing to react with is not asked (§5.2.1).
            if battle.stand.phase(&PERIOD).name == REACTIONS {
                battle.ready.clear();
                if !anybody_decides(battle, tables) {
                    begin(battle, tables, events);
                }
            }
        }
        Moved::NotItsMove => {}
    }
}

/// Passes over sides that have nothing to decide; true when one has.
fn anybody_decides(battle: &mut Battle, tables: &Tables) -> bool {
    let sides: Vec<SideId> = battle.stand.to_move().collect();
    for side in sides {
        if !side_decides(battle, tables, side) {
            battle.stand.done(&PERIOD, side, Did::Nothing);
        }
    }
    !battle.stand.is_programs()
}

fn begin(battle: &mut Battle, tables: &Tables, events: &mut Vec<Arc<Event>>) {
    let last = battle.turn.saturating_sub(1).max(1);
    battle.log.drop_before(last);
    resume::begin(battle, events, &mut |battle, desk| Run::new(battle, tables, desk).proceed());
}

/// Goes on when all is answered.
pub(in crate::battle) fn go_on(battle: &mut Battle, tables: &Tables, events: &mut Vec<Arc<Event>>) {
    resume::go_on(battle, events, &mut |battle, desk| Run::new(battle, tables, desk).proceed());
}

/// Everything is on the table: everybody looks about, and the first side gives its orders.
pub(in crate::battle) fn begin_battle(battle: &mut Battle, tables: &Tables) {
    super::at_once(battle, tables, &mut Vec::new(), |run| {
        run.turn_begins();
        run.battle.seen = sight::everybody_looks(run.battle);
    });
}

impl Run<'_> {
    /// Ends the phase, and goes through those that follow until somebody has to decide something.
    fn proceed(&mut self) -> Result<(), Pause> {
        self.reached = self.desk.goes_on_with().unwrap_or_default();
        loop {
            if matches!(self.reached, Reached::Phase) {
                self.desk.next_step();
            }
            self.end_phase()?;
            if self.battle.ending.is_some() {
                return Ok(());
            }
            self.battle.ready.clear();
            self.battle.reacted = false;
            if self.battle.stand.next(&PERIOD, false) == Next::TurnOver {
                self.battle.turn += 1;
                self.battle.stand = Stand::at_start(&PERIOD, self.battle.fixed.initiative.clone());
            }
            if self.phase() == ORDERS {
                item(self, |run| {
                    run.turn_begins();
                    Ok(())
                })?;
            }
            if self.phase() == FIRE {
                item(self, |run| {
                    run.lapse_attacks();
                    Ok(())
                })?;
            }
            if anybody_decides(self.battle, self.tables) {
                return Ok(());
            }
        }
    }

    pub(super) fn phase(&self) -> &'static str {
        self.battle.stand.phase(&PERIOD).name
    }

    /// The program's part of a phase.
    fn end_phase(&mut self) -> Result<(), Pause> {
        match self.phase() {
            ORDERS => self.controls(),
            MOVES => self.moves_end(),
            DECLARATIONS => item(self, Run::declarations_end).map(drop),
            DISPOSITIONS => self.dispositions(),
            FIRE => self.fire_phase(),
            ABORTS => self.attack_phase(),
            REORGANISATION => self.reorganisation(),
            _ => Ok(()),
        }
    }

    /// The turn of a side begins: what was of the last turn is forgotten.
    pub(super) fn turn_begins(&mut self) {
        let active = self.battle.active();
        for unit in self.battle.units.values_mut() {
            let moved = unit.now.acted;
            if unit.side == active {
                if let Some(battery) = &mut unit.battery {
                    battery.shelled_by = 0;
                }
            } else {
                // His own turn has just ended.
                unit.stationary = !moved;
            }
            if let Some(battery) = &mut unit.battery {
                battery.sheltering = None;
            }
            unit.now = Now::default();
        }
        for (post, staff) in self.battle.staff.iter_mut() {
            if self.battle.posts[post].rider.side == active {
                (staff.spent, staff.cancelled, staff.shifted, staff.moved) = (0, false, false, false);
                if let Some(pending) = &mut staff.pending {
                    pending.fresh = false;
                }
            }
        }
        self.arrive(active);
        let side = self.battle.fixed.sides[active].id.clone();
        self.tell_all("turn_begins", "1.2.1", json!({"side": side, "turn": self.battle.turn}));
    }

    /// Those who come later stand where the scenario says, or beside it.
    fn arrive(&mut self, side: SideId) {
        let fixed = self.battle.fixed.clone();
        let turn = self.battle.turn;
        for later in fixed.scenario.reinforcements.iter().filter(|later| *later.turn.get_ref() == turn) {
            let [x, y] = *later.place.get_ref();
            let pose = Pose::new(point(x, y), Bearing::degrees(later.facing)).on_grid();
            for who in &later.who {
                if let Some(post) = self.battle.post(who.get_ref()) {
                    let rider = &mut self.battle.posts[post].rider;
                    if rider.side == side && rider.life == Life::Coming {
                        (rider.life, rider.place) = (Life::Here, pose.at);
                    }
                }
                let coming = self.battle.unit(who.get_ref()).filter(|&unit| {
                    self.unit(unit).side == side && self.unit(unit).presence == Presence::Coming
                });
                if let Some(unit) = coming {
                    self.arrives(unit, pose);
                }
            }
        }
    }

    fn arrives(&mut self, unit: UnitId, pose: Pose) {
        let fixed = self.battle.fixed.clone();
        let right = pose.facing.ahead().right();
        let back = -pose.facing.ahead();
        // Side by side, then behind each other.
        let places = (0..60).map(|number: i32| {
            let beside = f64::from((number % 10 + 1) / 2) * if number % 2 == 0 { 1.0 } else { -1.0 };
            pose.at + right * (beside * 8.0 * CM) + back * (f64::from(number / 10) * 9.0 * CM)
        });
        for place in places {
            let there = Pose::new(place, pose.facing).on_grid();
            let Ok(placed) = standing(self.unit(unit), there, &fixed.zones, self.tables) else { return };
            let free = fixed.ground.table().holds(&placed)
                && self
                    .battle
                    .here()
                    .all(|other| !crate::battle::bodies::in_the_way(&placed, &self.unit(other).placed));
            if free {
                self.unit_mut(unit).presence = Presence::Here;
                self.set_down(unit, placed);
                self.tell("arrives", "1.2.1", &[unit], json!({}));
                return;
            }
        }
    }

    /// The turn of a side is over: who holds what, and is it the end?
    pub(super) fn turn_ends(&mut self) -> Go {
        self.battle.seen = sight::everybody_looks(self.battle);
        self.battle.held = objectives::holders(&*self.battle);
        if let Some(ending) = objectives::ending(&*self.battle) {
            let winner = ending.winner.clone();
            self.battle.ending = Some(ending);
            self.tell_all("battle_over", "1.2.1", json!({"winner": winner}));
        }
        Ok(())
    }
}
