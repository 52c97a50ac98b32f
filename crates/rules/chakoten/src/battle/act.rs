//! Carries out actions.

use krigsspil_engine::battle::{Heading, Place, Refused};
use krigsspil_field::prelude::point;
use krigsspil_turn::umpire;

use super::knowing::Knows;
use super::land;
use super::legal;
use super::messages::{Message, Receiver};
use super::order::{Action, Ride, Task, UnitOrder};
use super::refusals::{NO_ORDERLY, NO_RECEIVER, NO_TASK, NOT_NOW, SHEET_HIDDEN};
use super::run;
use super::sight::{COMMAND_CM, chief_cm};
use super::state::*;
use super::view::without_unknown;
use super::wordings::*;
use crate::tables::Tables;

krigsspil_turn::acts! {}
krigsspil_turn::acts_before_the_turn! { rides: legal::general, not_now: &NOT_NOW }

/// A unit that is not gone: it has men, and is on the table or still to come.
fn still_here(unit: &Unit) -> Result<(), Refused> {
    match unit.presence {
        Presence::Here | Presence::Coming => Ok(()),
        _ => Err(Refused::unclear("unit", UNIT_IS_GONE.with([("given", (&*unit.id).into())]))),
    }
}

/// The umpire changes what a unit has, within what is possible.
fn mend(unit: &mut Unit, loads: Option<i32>, loss_men: i32, halt_turns: i32) -> Result<(), Refused> {
    still_here(unit)?;
    unit.lost_men = umpire::changed("loss_men", unit.lost_men, loss_men, [0, MEN * unit.original])?;
    unit.figures = unit.original - unit.lost_men / MEN;
    unit.carried = unit.lost_men % MEN;
    unit.loads = loads.unwrap_or(unit.loads);
    unit.penalty = unit.penalty.max(halt_turns.unsigned_abs());
    if unit.penalty > 0 {
        unit.written = None;
    }
    if unit.figures <= 0 && unit.branch != Branch::Wagon {
        unit.presence = Presence::Gone;
    }
    Ok(())
}

/// Nobody is put off the table or on top of somebody else.
fn stands_clear(battle: &Battle, unit: UnitId) -> Result<(), Refused> {
    let set_down = &battle.units[unit];
    let others = battle.here().filter(|&other| other != unit).map(|other| &battle.units[other]);
    let others = others.map(|other| (&*other.id, &other.placed));
    umpire::stands_clear(&set_down.placed, battle.ground.table(), others)
}

impl Acting<'_> {
    fn act(&mut self, action: &Action) -> Result<(), Refused> {
        match action {
            Action::Order { unit, order, sheet } => self.order(unit, order.as_ref(), sheet.as_deref()),
            Action::General { general, to, moment } => self.general(general, to, moment.0),
            Action::Ready => self.ready(),
            Action::Send { general, to, task, text } => self.send(general, to, *task, text),
            Action::Demand { unit } => self.demand(unit),
            Action::Answer { question, choice } => self.answer(question.0, choice),
            _ => self.umpire(action),
        }
    }

    /// Orders are written in secret before the turn (§03.02.1).
    fn order(&mut self, id: &str, order: Option<&UnitOrder>, sheet: Option<&str>) -> Result<(), Refused> {
        self.orders_phase()?;
        let known = self.known();
        let own = known.own_unit(id)?;
        let order = legal::written(known, own, order, sheet)?;
        legal::check(known, own, &order)?;
        let unit = own.number;
        let entry = self.next_entry();
        self.battle.units[unit].written = Some(order);
        self.battle.units[unit].entry = entry;
        self.writes();
        Ok(())
    }

    /// When every player is ready the turn runs.
    fn ready(&mut self) -> Result<(), Refused> {
        self.orders_phase()?;
        if self.battle.gate.ready_says(&self.battle.fixed.seating, self.seat)? {
            run::begin(self.battle, self.tables, self.events);
            self.long_turn();
        }
        Ok(())
    }

    /// In a siege several turns are taken at a time (§18.02.2): those at work go on, all others stand, until the long turn is over or
    /// somebody must be asked.
    fn long_turn(&mut self) {
        let length = self.battle.fixed.siege.turns;
        while self.battle.phase == Phase::Orders && !(self.battle.turn - 1).is_multiple_of(length) {
            let works =
                |unit: &Unit| unit.last_order.clone().filter(|_| unit.here()).filter(UnitOrder::is_work);
            for unit in self.battle.units.values_mut() {
                unit.written = works(unit);
            }
            run::begin(self.battle, self.tables, self.events);
        }
    }

    /// The number of a new entry on the sheet.
    fn next_entry(&mut self) -> u32 {
        self.battle.entries += 1;
        self.battle.entries
    }

    /// A message or instruction (§08.03.1, §08.03.4).
    fn send(&mut self, general: &str, to: &Ride, task: Option<Task>, text: &str) -> Result<(), Refused> {
        self.orders_phase()?;
        let known = Knows::of(self.battle, self.tables, self.seat);
        let (post, chief) = legal::general(known, general, to, 0.0)?;
        let nobody = || legal::refuse("to", &NO_RECEIVER);
        let (place, near) = (chief.place, COMMAND_CM);
        let receiver = match to {
            Ride::With { unit } => {
                let unit = known.own_unit(unit)?;
                if task.is_none() {
                    return Err(legal::refuse("task", &NO_TASK));
                }
                let direct = unit.general == post && chief_cm(&unit.placed, place) <= near;
                if direct {
                    let unit = unit.number;
                    self.battle.units[unit].instruction = task;
                    self.writes();
                    return Ok(());
                }
                Receiver::Unit(unit.number)
            }
            Ride::General { general } => {
                let to = self.battle.general(general).filter(|to| *to != post).ok_or_else(nobody)?;
                Receiver::Post(to)
            }
            Ride::To { .. } | Ride::Stay => return Err(nobody()),
        };
        if self.battle.couriers[post] <= 0 {
            return Err(legal::refuse("general", &NO_ORDERLY));
        }
        self.battle.couriers[post] -= 1;
        let text = text.to_string();
        let message = Message { from: post, to: receiver, task, text, place, delay: None, delivered: false };
        self.battle.messages.push(message);
        self.writes();
        Ok(())
    }

    /// What stood on the enemy's sheet for a unit that is not hidden (§03.02.3). It names nobody whom the seat does not know of.
    fn demand(&mut self, unit: &str) -> Result<(), Refused> {
        let known = Knows::of(self.battle, self.tables, self.seat);
        let hidden = || legal::refuse("unit", &SHEET_HIDDEN);
        let seen = known.named(unit).filter(|&unit| known.sights(unit)).ok_or_else(hidden)?;
        let shown = &self.battle.units[seen];
        let begun = matches!(self.battle.phase, Phase::Running(_));
        let order = if begun { shown.now.order.clone() } else { shown.last_order.clone() };
        let order = order.map(|order| without_unknown(known, order));
        if order.is_none() && self.battle.turn == 1 && !begun {
            return Err(hidden());
        }
        run::telling::sheet_shown(self.battle, self.events, self.seat, seen, order);
        Ok(())
    }

    fn answer(&mut self, number: u32, choice: &str) -> Result<(), Refused> {
        if self.battle.turns.answer(self.seat, number, choice)? {
            run::go_on(self.battle, self.tables, self.events);
            self.long_turn();
        }
        Ok(())
    }

    /// The umpire's decision is final (§02.02.1), and is logged.
    fn umpire(&mut self, action: &Action) -> Result<(), Refused> {
        umpire::only_umpire(self.seat)?;
        self.orders_phase()?;
        let find = |battle: &Battle, id: &str| umpire::unit_named(battle, id);
        let battle = &mut *self.battle;
        match action {
            Action::Overrule { unit, state, order, .. } => {
                let unit = find(battle, unit)?;
                still_here(&battle.units[unit])?;
                if let Some(state) = state {
                    run::changes::set_order(battle, self.tables, unit, *state);
                }
                if order.is_some() {
                    battle.units[unit].written = order.clone();
                }
            }
            Action::Move { unit, place: Place(place), facing: Heading(facing), .. } => {
                let unit = find(battle, unit)?;
                still_here(&battle.units[unit])?;
                let pose = umpire::pose_on(battle.ground.table(), *place, *facing)?;
                battle.units[unit].pose = pose;
                battle.units[unit].trail.clear();
                run::changes::rebuild(battle, self.tables, unit);
                stands_clear(battle, unit)?;
            }
            Action::Mend { unit, loads, loss_men, halt_turns, .. } => {
                let unit = find(battle, unit)?;
                mend(&mut battle.units[unit], *loads, *loss_men, *halt_turns)?;
                run::changes::rebuild(battle, self.tables, unit);
            }
            Action::Allow { unit, leave, .. } => {
                let unit = find(battle, unit)?;
                still_here(&battle.units[unit])?;
                let given = &mut battle.units[unit].leave;
                if !given.contains(leave) {
                    given.push(*leave);
                }
            }
            Action::Lay { work, from, to, .. } => land::lay(battle, self.tables, *work, [from.0, to.0])?,
            Action::Spoil { place: Place([x, y]), damage, .. } => {
                land::spoil(battle, self.tables, point(*x, *y), *damage)?;
            }
            Action::Rule { name, text } => battle.umpire.add_rule(battle.turn, name, text)?,
            _ => return Err(Refused::unclear("do", WHAT_THE_UMPIRE_DOES)),
        }
        battle.umpire.spoke();
        battle.seen = super::sight::everybody_looks(battle, self.tables);
        run::telling::umpire_spoke(battle, self.events, action);
        Ok(())
    }
}
