//! Carries out actions.

use krigsspil_engine::battle::{Heading, Place, Refused};
use krigsspil_turn::umpire;

use super::knowing::Knows;
use super::legal;
use super::order::{Action, Ride, UnitOrder};
use super::refusals::NOT_NOW;
use super::rides::{self, Carries};
use super::run;
use super::state::*;
use super::wordings::*;
use crate::tables::Tables;
use crate::vocabulary::Order;

krigsspil_turn::acts! {}
krigsspil_turn::acts_before_the_turn! { rides: rides::general, not_now: &NOT_NOW }

/// A unit that is not gone: it has men, and is on the table or still to come.
fn still_here(unit: &Unit) -> Result<(), Refused> {
    match unit.presence {
        Presence::Here | Presence::Coming => Ok(()),
        _ => Err(Refused::unclear("unit", UNIT_IS_GONE.with([("given", (&*unit.id).into())]))),
    }
}

/// The states of order a unit can be in: men on foot and gunners can be pinned, horsemen and wagons cannot (§04.02.7); a unit that is gone
/// has none.
fn can_be(unit: &Unit, state: Order) -> Result<(), Refused> {
    still_here(unit)?;
    match state {
        Order::Pinned if unit.mounted_cavalry() || unit.wagon.is_some() => {
            Err(Refused::unclear("state", NOT_PINNED))
        }
        _ => Ok(()),
    }
}

/// The umpire changes what a unit has (§01.06.2), within what is possible.
fn mend(
    unit: &mut Unit,
    ammunition: Option<bool>,
    loss_men: i32,
    cut_valeur: i32,
    halt_turns: i32,
) -> Result<(), Refused> {
    still_here(unit)?;
    if ammunition == Some(true) && unit.weapon.is_none() {
        return Err(Refused::unclear("ammunition", NO_SMALL_ARMS.with([("given", (&*unit.id).into())])));
    }
    let most = 20 * (unit.original - unit.captured);
    unit.lost_men = umpire::changed("loss_men", unit.lost_men, loss_men, [0, most.max(unit.lost_men)])?;
    unit.valeur = umpire::changed("cut_valeur", unit.valeur, -cut_valeur, [-1, 2])?;
    unit.ammunition = ammunition.unwrap_or(unit.ammunition);
    unit.figures = unit.original - unit.captured - unit.lost_men / 20;
    unit.penalty = unit.penalty.max(halt_turns.unsigned_abs());
    if unit.penalty > 0 {
        unit.written = None;
    }
    if unit.figures <= 0 && unit.wagon.is_none() {
        unit.presence = Presence::Gone;
    }
    Ok(())
}

/// Nobody is put off the table or on top of an enemy.
fn stands_clear(battle: &Battle, unit: UnitId) -> Result<(), Refused> {
    let set_down = &battle.units[unit];
    let enemies = battle.units.values().filter(|other| other.side != set_down.side && other.steady());
    let enemies = enemies.map(|enemy| (&*enemy.id, &enemy.placed));
    umpire::stands_clear(&set_down.placed, battle.ground.table(), enemies)
}

impl Acting<'_> {
    fn act(&mut self, action: &Action) -> Result<(), Refused> {
        match action {
            Action::Order { unit, order, sheet } => self.order(unit, order.as_ref(), sheet.as_deref()),
            Action::General { general, to, moment } => self.general(general, to, moment.0),
            Action::Courier { courier, to, order, instruction, moment } => {
                let carries = Carries { order: order.as_ref(), instruction: instruction.as_ref() };
                self.courier(courier, to, &carries, moment.0)
            }
            Action::Ready => self.ready(),
            Action::Answer { question, choice } => self.answer(question.0, choice),
            _ => self.umpire(action),
        }
    }

    /// Orders are written in secret before the turn (§03.01.2, §04.01.1).
    fn order(&mut self, id: &str, order: Option<&UnitOrder>, sheet: Option<&str>) -> Result<(), Refused> {
        self.orders_phase()?;
        let known = self.known();
        let own = known.own_unit(id)?;
        let order = legal::written(known, own, order, sheet)?;
        legal::check(known, own, &order)?;
        let unit = own.number;
        self.battle.units[unit].written = Some(order);
        self.writes();
        Ok(())
    }

    fn courier(&mut self, id: &str, to: &Ride, carries: &Carries<'_>, moment: f64) -> Result<(), Refused> {
        self.orders_phase()?;
        let (at, _) = rides::courier(self.known(), id, to, carries, moment)?;
        let ride = self.battle.bound(to);
        let courier = &mut self.battle.couriers[at];
        (courier.rider.ride, courier.rider.ride_at) = (ride, moment);
        courier.order = carries.order.cloned();
        courier.instruction = carries.instruction.cloned();
        self.writes();
        Ok(())
    }

    /// When every player is ready the turn runs.
    fn ready(&mut self) -> Result<(), Refused> {
        self.orders_phase()?;
        if self.battle.gate.ready_says(&self.battle.fixed.seating, self.seat)? {
            run::begin(self.battle, self.tables, self.events);
        }
        Ok(())
    }

    fn answer(&mut self, number: u32, choice: &str) -> Result<(), Refused> {
        if self.battle.turns.answer(self.seat, number, choice)? {
            run::go_on(self.battle, self.tables, self.events);
        }
        Ok(())
    }

    /// The umpire's decision is final (§01.06.1), and is logged.
    fn umpire(&mut self, action: &Action) -> Result<(), Refused> {
        umpire::only_umpire(self.seat)?;
        self.orders_phase()?;
        let find = |battle: &Battle, id: &str| umpire::unit_named(battle, id);
        let battle = &mut *self.battle;
        match action {
            Action::Overrule { unit, state, order, .. } => {
                let unit = find(battle, unit)?;
                if let Some(state) = state {
                    can_be(&battle.units[unit], *state)?;
                    run::state_changes::set_order(battle, self.tables, unit, *state);
                    battle.units[unit].pinned_left = if *state == Order::Pinned { 2 } else { 0 };
                }
                if order.is_some() {
                    battle.units[unit].written = order.clone();
                }
            }
            Action::Move { unit, place: Place(place), facing: Heading(facing), .. } => {
                let unit = find(battle, unit)?;
                still_here(&battle.units[unit])?;
                let pose = umpire::pose_on(battle.ground.table(), *place, *facing)?;
                battle.units[unit].building = None;
                battle.units[unit].work = None;
                battle.units[unit].pose = pose;
                battle.units[unit].melee.clear();
                run::state_changes::rebuild(battle, self.tables, unit);
                stands_clear(battle, unit)?;
            }
            Action::Mend { unit, ammunition, loss_men, cut_valeur, halt_turns, .. } => {
                let unit = find(battle, unit)?;
                mend(&mut battle.units[unit], *ammunition, *loss_men, *cut_valeur, *halt_turns)?;
                run::state_changes::rebuild(battle, self.tables, unit);
            }
            Action::Lay { thing, from, to, .. } => {
                run::clearing::lay(battle, self.tables, *thing, [from.0, to.0])?;
            }
            Action::Rule { name, text } => {
                battle.umpire.add_rule(battle.turn, name, text)?;
            }
            _ => {
                return Err(Refused::unclear("do", WHAT_THE_UMPIRE_DOES));
            }
        }
        battle.umpire.spoke();
        run::enemies_in_contact(battle, self.tables);
        battle.seen = super::sight::everybody_looks(battle, self.tables);
        run::telling::umpire_spoke(battle, self.tables, self.events, action);
        Ok(())
    }
}
