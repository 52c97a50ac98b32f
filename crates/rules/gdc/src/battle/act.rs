//! Actions carried out: orders are written down, and when all are ready the phase is.

use krigsspil_engine::battle::{Heading, Place, Presence, Refused};
use krigsspil_engine::wordings::{NO_SUCH_UNIT, NOT_YOURS, OFF_THE_TABLE, ONLY_PLAYERS};
use krigsspil_field::prelude::point;
use krigsspil_turn::command::is_under;
use krigsspil_turn::riders;
use krigsspil_turn::umpire;
use serde_json::json;

use super::bodies;
use super::knowing::{Sees, sees};
use super::legal::Law;
use super::order::{Action, Ride, UnitOrder};
use super::phases::Step;
use super::refusals::*;
use super::run;
use super::state::*;
use super::units::Mission;
use super::wordings::*;
use crate::tables::Tables;
use crate::vocabulary::Status;

/// The order as it was written: structured, or on the sheet. Both are the same thing.
pub(super) fn written(order: Option<&UnitOrder>, sheet: Option<&str>) -> Result<UnitOrder, Refused> {
    match (order, sheet) {
        (Some(order), None) => Ok(order.clone()),
        (None, Some(sheet)) => {
            super::sheet::read(sheet).map_err(|fault| Refused::unclear("sheet", fault.sentence()))
        }
        _ => Err(Refused::unclear("order", ORDER_OR_SHEET)),
    }
}

/// A unit of the seat's own.
pub(super) fn ordered(sees: &Sees<'_>, id: &str) -> Result<UnitId, Refused> {
    let own = sees.known.own_named(id).map(|own| own.number);
    own.ok_or_else(|| Refused::not_yours("unit", NOT_YOURS.with([("given", id.into())])))
}

krigsspil_turn::acts! {}

/// Does this seat write in the phase that runs?
pub(super) fn may_write(battle: &Battle, seat: SeatNo) -> Result<(), Refused> {
    let waits = battle.fixed.seating.side(seat).is_some() && battle.gate.waits_for(seat);
    if battle.turns.runs() || battle.ending.is_some() || !waits {
        return Err(Refused::ByRule("do".into(), &NOT_NOW));
    }
    Ok(())
}

/// May a general go so, now?
pub(super) fn ride_lawful(battle: &Battle, post: PostId, ride: &Ride) -> Result<(), Refused> {
    let rider = &battle.posts[post].rider;
    let bound = rider.with.is_some_and(|unit| {
        battle.units[unit].turn.failed || battle.units[unit].temporary > battle.units[unit].permanent()
    });
    let phase = matches!(battle.phase(), Step::Command | Step::Movement);
    if !phase {
        return Err(Refused::ByRule("do".into(), &NOT_NOW));
    }
    if !rider.is_here() || bound {
        return Err(Refused::ByRule("general".into(), &GENERAL_BOUND));
    }
    match ride {
        Ride::To { place: Place([x, y]) } => {
            match battle.fixed.ground.table().extent().holds(point(*x, *y)) {
                true => Ok(()),
                false => Err(Refused::unclear("place", OFF_THE_TABLE)),
            }
        }
        Ride::With { unit } => {
            let own = battle
                .unit(unit)
                .filter(|&unit| battle.units[unit].side == rider.side && battle.units[unit].here());
            let gone = || Refused::unclear("unit", NO_SUCH_UNIT.with([("given", unit.into())]));
            own.map(drop).ok_or_else(gone)
        }
        Ride::Stay => Ok(()),
    }
}

/// May one general send another a directive now (§2.4)?
pub(super) fn directive_lawful(battle: &Battle, from: PostId, to: PostId) -> Result<(), Refused> {
    let refused = |field: &str, why| Err(Refused::ByRule(field.into(), why));
    match () {
        () if !battle.fixed.options.directives => refused("do", &NO_DIRECTIVES),
        () if battle.phase() != Step::Command => refused("do", &NOT_NOW),
        () if !battle.posts[from].rider.is_here() => refused("general", &GENERAL_BOUND),
        () if from == to || !is_under(&battle.posts, to, from) || !battle.is_directed(to) => {
            refused("to", &NOT_ABOVE_HIM)
        }
        () => Ok(()),
    }
}

/// May this kind of thing be done with a general now, whatever its particulars?
pub(super) fn leader_open(law: &Law<'_>, post: PostId, kind: &str) -> Result<(), Refused> {
    let battle = law.battle;
    match kind {
        "general" => ride_lawful(battle, post, &Ride::Stay),
        "directive" => {
            let mut tried = battle.posts.ids().map(|to| directive_lawful(battle, post, to));
            let first = tried.next().unwrap_or(Ok(()));
            if first.is_ok() || tried.any(|tried| tried.is_ok()) { Ok(()) } else { first }
        }
        "follow_me" => {
            follow_me_open(battle)?;
            let mut others =
                battle.posts.ids().filter(|&other| other != post && commands_alike(battle, post, other));
            let mut own =
                battle.here().filter(|&unit| commands_alike(battle, post, battle.units[unit].command));
            let some = own.any(|unit| battle.may_follow(law.tables, post, unit))
                || others.any(|other| battle.general_may_follow(law.tables, post, other));
            if some { Ok(()) } else { Err(Refused::ByRule("unit".into(), &CANNOT_FOLLOW)) }
        }
        _ => Err(Refused::ByRule("do".into(), &NOT_NOW)),
    }
}

/// Does the same seat command both?
fn commands_alike(battle: &Battle, one: PostId, other: PostId) -> bool {
    battle.fixed.seat_of[one] == battle.fixed.seat_of[other]
}

/// Is it the time for Follow Me, and is it played (§2.2, opt.guard-ha)?
fn follow_me_open(battle: &Battle) -> Result<(), Refused> {
    if !battle.fixed.options.directives && !battle.fixed.options.guard_horse {
        return Err(Refused::ByRule("do".into(), &NO_DIRECTIVES));
    }
    if battle.phase() != Step::Command {
        return Err(Refused::ByRule("do".into(), &NOT_NOW));
    }
    Ok(())
}

impl Acting<'_> {
    fn act(&mut self, action: &Action) -> Result<(), Refused> {
        self.battle.umpire.lets_act(self.seat)?;
        match action {
            Action::Order { unit, order, sheet } => self.order(unit, order.as_ref(), sheet.as_deref()),
            Action::General { general, to } => self.general(general, to),
            Action::Directive { general, to, place: Place(place), text } => {
                self.directive(general, to, *place, text)
            }
            Action::FollowMe { general, unit, other } => {
                self.follow_me(general, unit.as_deref(), other.as_deref())
            }
            Action::Ready => self.ready(),
            Action::Answer { question, choice } => self.answer(question.0, choice),
            _ => self.umpire(action),
        }
    }

    fn number(&self) -> Result<SeatNo, Refused> {
        self.battle.fixed.seating.number(self.seat).ok_or_else(|| Refused::not_yours("do", ONLY_PLAYERS))
    }

    fn order(&mut self, id: &str, order: Option<&UnitOrder>, sheet: Option<&str>) -> Result<(), Refused> {
        may_write(self.battle, self.number()?)?;
        let sees = sees(self.battle, self.seat);
        let unit = ordered(&sees, id)?;
        let order = written(order, sheet)?;
        Law { battle: &sees, tables: self.tables }.check(unit, &order)?;
        let own = &mut self.battle.units[unit];
        match order {
            UnitOrder::Chits { blue, white } => (own.chits.blue, own.chits.white) = (blue, white),
            order => own.written = Some(order).filter(|order| *order != UnitOrder::Stand),
        }
        Ok(())
    }

    fn general(&mut self, id: &str, to: &Ride) -> Result<(), Refused> {
        let seat = self.number()?;
        may_write(self.battle, seat)?;
        let post = self.battle.post(id).filter(|&post| self.battle.fixed.seat_of[post] == seat);
        let post =
            post.ok_or_else(|| Refused::not_yours("general", NOT_YOURS.with([("given", id.into())])))?;
        ride_lawful(self.battle, post, to)?;
        let ride = match to {
            Ride::To { place: Place([x, y]) } => Some(riders::Ride::To(point(*x, *y).on_grid())),
            Ride::With { unit } => self.battle.unit(unit).map(riders::Ride::With),
            Ride::Stay => Some(riders::Ride::To(self.battle.general_place(post))),
        };
        self.battle.posts[post].rider.ride = ride;
        Ok(())
    }

    /// A post of the seat's own.
    fn own_post(&self, field: &'static str, id: &str) -> Result<PostId, Refused> {
        let seat = self.number()?;
        may_write(self.battle, seat)?;
        let post = self.battle.post(id).filter(|&post| self.battle.fixed.seat_of[post] == seat);
        post.ok_or_else(|| Refused::not_yours(field, NOT_YOURS.with([("given", id.into())])))
    }

    /// A directive is written; its courier leaves when the phase closes. Another for the same general takes its place.
    fn directive(&mut self, from: &str, to: &str, [x, y]: [f64; 2], text: &str) -> Result<(), Refused> {
        let from = self.own_post("general", from)?;
        let side = self.battle.posts[from].rider.side;
        let to = self.battle.post(to).filter(|&post| self.battle.posts[post].rider.side == side);
        let to = to.ok_or(Refused::ByRule("to".into(), &NOT_ABOVE_HIM))?;
        directive_lawful(self.battle, from, to)?;
        let place = point(x, y).on_grid();
        if !self.battle.fixed.ground.table().extent().holds(place) {
            return Err(Refused::unclear("place", OFF_THE_TABLE));
        }
        let directive = Directive { place, text: text.into() };
        let written = |courier: &&mut Courier| !courier.sent && courier.from == from && courier.to == to;
        if let Some(courier) = self.battle.couriers.iter_mut().find(written) {
            courier.directive = directive;
            return Ok(());
        }
        let next = self.battle.links(from, to).first().copied().unwrap_or(to);
        let general = &mut self.battle.generals[from];
        general.sent += 1;
        let id = format!("{}/{}", self.battle.posts[from].id, general.sent);
        let place = self.battle.general_place(from);
        let (id, sent) = (id.into(), false);
        self.battle.couriers.push(Courier {
            id,
            side,
            from,
            to,
            next,
            place,
            directive,
            sent,
            killed: false,
            waits: false,
        });
        Ok(())
    }

    /// A general has somebody follow him (§2.2).
    fn follow_me(&mut self, id: &str, unit: Option<&str>, other: Option<&str>) -> Result<(), Refused> {
        let post = self.own_post("general", id)?;
        let refused = |field: &str, why| Err(Refused::ByRule(field.into(), why));
        follow_me_open(self.battle)?;
        let seat = self.battle.fixed.seat_of[post];
        let mine = |battle: &Battle, unit: UnitId| battle.fixed.seat_of[battle.units[unit].command] == seat;
        let follow: Vec<UnitId> = match (unit, other) {
            (Some(unit), None) => {
                let own = self
                    .battle
                    .unit(unit)
                    .filter(|&unit| mine(self.battle, unit) && self.battle.units[unit].here());
                let own =
                    own.ok_or_else(|| Refused::not_yours("unit", NOT_YOURS.with([("given", unit.into())])))?;
                if !self.battle.may_follow(self.tables, post, own) {
                    return refused("unit", &CANNOT_FOLLOW);
                }
                vec![own]
            }
            (None, Some(other)) => {
                let other = self.own_post("other", other)?;
                if other == post || !self.battle.general_may_follow(self.tables, post, other) {
                    return refused("other", &CANNOT_FOLLOW);
                }
                let own = self.battle.here().filter(|&unit| mine(self.battle, unit));
                own.filter(|&unit| is_under(&self.battle.posts, self.battle.units[unit].command, other))
                    .collect()
            }
            _ => return Err(Refused::unclear("unit", UNIT_OR_GENERAL)),
        };
        let chief = self.battle.posts[post].superior.is_none();
        for unit in follow {
            let own = &mut self.battle.units[unit];
            (own.turn.follows, own.turn.led_by) = (true, Some(post));
            // The commander in chief gives Guard horse artillery a mission (opt.guard-ha.3).
            if let Some(battery) = own.battery.as_mut().filter(|_| chief) {
                battery.mission = Mission::Given;
            }
        }
        Ok(())
    }

    /// A seat has written what it wants; when all have, the phase is carried out.
    fn ready(&mut self) -> Result<(), Refused> {
        let seat = self.number()?;
        may_write(self.battle, seat)?;
        if self.battle.gate.say_ready(seat)? {
            run::phase_done(self.battle, self.tables, self.events);
        }
        Ok(())
    }

    fn answer(&mut self, number: u32, choice: &str) -> Result<(), Refused> {
        if self.battle.turns.answer(self.seat, number, choice)? {
            run::go_on(self.battle, self.tables, self.events);
        }
        Ok(())
    }

    /// The umpire's word stands, and is told.
    fn umpire(&mut self, action: &Action) -> Result<(), Refused> {
        umpire::only_umpire(self.seat)?;
        if self.battle.turns.runs() {
            return Err(Refused::ByRule("do".into(), &NOT_NOW));
        }
        let told: (&'static str, Vec<UnitId>, serde_json::Value) = match action {
            Action::Move { unit, place: Place(place), facing: Heading(facing), reason } => {
                let unit = self.find(unit)?;
                self.set_elsewhere(unit, *place, *facing)?;
                ("umpire_moves", vec![unit], json!({"reason": reason}))
            }
            Action::Mend { unit, status, castings, reason } => {
                let unit = self.find(unit)?;
                self.mend(unit, *status, *castings)?;
                ("umpire_mends", vec![unit], json!({"reason": reason}))
            }
            Action::Rule { name, text } => {
                self.battle.umpire.add_rule(self.battle.turn, name, text)?;
                ("umpire_adds_a_rule", Vec::new(), json!({"name": name}))
            }
            _ => return Err(Refused::unclear("do", WHAT_THE_UMPIRE_DOES)),
        };
        run::telling::umpire_spoke(self.battle, self.events, told.0, &told.1, told.2);
        self.battle.umpire.spoke();
        self.battle.seen = super::sight::everybody_looks(self.battle, self.tables);
        Ok(())
    }

    /// A unit on the table, by its id.
    fn find(&self, id: &str) -> Result<UnitId, Refused> {
        let given = [("given", id.into())];
        let unit = self.battle.unit(id).ok_or_else(|| Refused::unclear("unit", NO_SUCH_UNIT.with(given)))?;
        match self.battle.units[unit].presence {
            Presence::Here => Ok(unit),
            _ => Err(Refused::unclear("unit", UNIT_IS_GONE.with([("given", id.into())]))),
        }
    }

    fn set_elsewhere(&mut self, unit: UnitId, place: [f64; 2], facing: f64) -> Result<(), Refused> {
        let pose = umpire::pose_on(self.battle.fixed.ground.table(), place, facing)?;
        let placed = self.battle.units[unit].placed.moved_to(pose);
        let others = self.battle.here().filter(|&other| other != unit);
        let others = others.map(|other| (&*self.battle.units[other].id, &self.battle.units[other].placed));
        umpire::stands_clear(&placed, self.battle.fixed.ground.table(), others)?;
        self.battle.fights.retain(|fight| !fight.holds(unit));
        self.battle.charges.retain(|charge| charge.unit != unit && charge.target != unit);
        self.battle.units[unit].placed = placed;
        Ok(())
    }

    fn mend(&mut self, unit: UnitId, status: Option<Status>, castings: i32) -> Result<(), Refused> {
        let own = &self.battle.units[unit];
        let left = umpire::changed("castings", own.castings, -castings, [1, own.first])?;
        let own = &mut self.battle.units[unit];
        own.castings = left;
        own.temporary = status.unwrap_or(own.temporary);
        bodies::rebuild(own, self.tables);
        Ok(())
    }
}
