//! One order or ride carried out at once, as its player gives it.

use std::sync::Arc;

use krigsspil_engine::battle::{Event, Place, Refused};
use krigsspil_field::prelude::point;
use krigsspil_turn::desk::{Broken, Desk, Go};
use serde_json::json;

use super::Run;
use crate::battle::order::{Ride, UnitOrder};
use crate::battle::phases;
use crate::battle::state::*;
use crate::tables::Tables;

/// Carries something out beside the stretches of the turn: nothing is asked in it.
fn at_once(
    battle: &mut Battle,
    tables: &Tables,
    events: &mut Vec<Arc<Event>>,
    work: impl FnOnce(&mut Run<'_>) -> Go,
) -> Result<(), Refused> {
    let mut desk = Desk::aside();
    let done = work(&mut Run::new(battle, tables, &mut desk));
    events.extend(desk.events().iter().cloned());
    match done {
        Err(Broken::Fault(fault)) => Err(Refused::ByProcedure(fault)),
        Ok(()) | Err(Broken::Pause(_)) => Ok(()),
    }
}

/// An order to a unit. It is lawful; what comes of it the dice and the ground decide.
pub(in crate::battle) fn order(
    battle: &mut Battle,
    tables: &Tables,
    events: &mut Vec<Arc<Event>>,
    unit: UnitId,
    order: &UnitOrder,
    shots: Vec<Shot>,
    road: Vec<krigsspil_field::prelude::Point>,
) -> Result<(), Refused> {
    at_once(battle, tables, events, |run| run.carry(unit, order, shots, &road))
}

/// An officer moves or turns.
pub(in crate::battle) fn ride(
    battle: &mut Battle,
    tables: &Tables,
    events: &mut Vec<Arc<Event>>,
    post: PostId,
    ride: &Ride,
) -> Result<(), Refused> {
    at_once(battle, tables, events, |run| run.officer(post, ride))
}

/// A new order for a command waits to be obeyed (§turn.A): it replaces the one that waited, and its counter starts again.
pub(in crate::battle) fn issue(
    battle: &mut Battle,
    tables: &Tables,
    events: &mut Vec<Arc<Event>>,
    post: PostId,
    pending: Pending,
) -> Result<(), Refused> {
    at_once(battle, tables, events, |run| {
        let about = json!({"general": run.battle.posts[post].id, "order": pending.order});
        let side = run.battle.posts[post].rider.side;
        let same = run.battle.commands[post].order == pending.order;
        let command = &mut run.battle.commands[post];
        if same && command.pending.is_none() {
            // The order in force is only given another place.
            command.place = pending.place;
        } else {
            command.pending = Some(pending);
        }
        run.tell_side("order_issued", "turn.A", side, about);
        Ok(())
    })
}

impl Run<'_> {
    fn carry(
        &mut self,
        unit: UnitId,
        order: &UnitOrder,
        shots: Vec<Shot>,
        road: &[krigsspil_field::prelude::Point],
    ) -> Go {
        match order {
            UnitOrder::Attack { target, wheel, continued } => {
                let Some(target) = self.battle.unit(target) else { return Ok(()) };
                let (wheel, continued) = (*wheel, *continued);
                return self.declares(Attack {
                    unit,
                    target,
                    wheel,
                    continued,
                    slipped: None,
                    countered: false,
                });
            }
            UnitOrder::Fire { .. } => {
                // Written in secret: a new one takes the place of the old.
                self.battle.shots.retain(|shot| shot.unit != unit);
                self.battle.shots.extend(shots);
                return Ok(());
            }
            UnitOrder::Stand => {
                self.battle.shots.retain(|shot| shot.unit != unit);
                return Ok(());
            }
            UnitOrder::Move { steps } => self.moves(unit, steps)?,
            UnitOrder::RoadMarch { .. } => self.marches_by_road(unit, road)?,
            UnitOrder::Adjust { to: Place([x, y]) } => self.adjusts(unit, point(*x, *y))?,
            UnitOrder::Manhandle { degrees, metres } => self.manhandles(unit, *degrees, *metres)?,
            UnitOrder::Limber => self.limbers(unit)?,
            UnitOrder::Unlimber => self.unlimbers(unit)?,
            UnitOrder::Retreat { metres } => self.guns_retreat(unit, *metres)?,
            UnitOrder::Command { .. } | UnitOrder::Bonus { .. } => return Ok(()),
        }
        let bracketed = matches!(self.battle.phase(), phases::Step::Movement | phases::Step::Manoeuvre);
        let marched = matches!(order, UnitOrder::Move { .. } | UnitOrder::RoadMarch { .. });
        let own = self.unit_mut(unit);
        own.sequence.ordered = true;
        // A battery's bracketed allowance, and its road move, are for one sequence or phase E (R42, R97).
        own.this_turn.allowance_used |= bracketed && marched && own.branch.is_artillery();
        Ok(())
    }
}

impl Run<'_> {
    /// An order to a command, or a bonus, rehearsed for a preview: up to the test of the order, or for a second sequence.
    pub(in crate::battle) fn rehearse_command(&mut self, post: PostId, order: &UnitOrder) {
        let done = match order {
            UnitOrder::Command { order, .. } => {
                let waits = |pending: &Pending| pending.order == *order;
                let again = self.battle.commands[post].pending.as_ref().is_some_and(waits);
                if !again && self.battle.commands[post].order == *order {
                    return;
                }
                self.battle.commands[post].pending = Some(Pending { order: *order, place: None, turns: 0 });
                self.test_order(post)
            }
            UnitOrder::Bonus { bonus } => {
                let side = self.battle.posts[post].rider.side;
                self.battle.side[side].bonus = *bonus;
                self.tests_sequence(1).map(drop)
            }
            _ => Ok(()),
        };
        // Where it stops, what it has come to is shown all the same.
        drop(done);
    }

    /// An order rehearsed for a preview: an attack up to its melee, a fire up to its throw.
    pub(in crate::battle) fn rehearse_order(
        &mut self,
        unit: UnitId,
        order: &UnitOrder,
        shots: Vec<Shot>,
        road: &[krigsspil_field::prelude::Point],
    ) {
        // Where it stops, what it has come to is shown all the same.
        let _ = self.rehearsed(unit, order, shots, road);
    }

    fn rehearsed(
        &mut self,
        unit: UnitId,
        order: &UnitOrder,
        shots: Vec<Shot>,
        road: &[krigsspil_field::prelude::Point],
    ) -> Go {
        self.carry(unit, order, shots, road)?;
        match order {
            UnitOrder::Attack { .. } => {
                self.attackers_move()?;
                self.rehearse_melee(unit)
            }
            UnitOrder::Fire { .. } if self.battle.phase() == phases::Step::TacticalFire => {
                self.tactical_fire()
            }
            UnitOrder::Fire { .. } => self.bombardment(),
            _ => Ok(()),
        }
    }
}
