//! Actions carried out.

use krigsspil_engine::battle::{Heading, Place, Presence, Refused};
use krigsspil_engine::wordings::{NO_SUCH_UNIT, NOT_YOURS, ONLY_PLAYERS};
use krigsspil_field::prelude::point;
use krigsspil_turn::umpire;
use serde_json::json;

use super::knowing::{Sees, sees};
use super::legal::Law;
use super::order::{Action, Ride, UnitOrder};
use super::phases::Step;
use super::refusals::*;
use super::run;
use super::state::*;
use super::wordings::*;
use crate::quantity::Bases;
use crate::tables::Tables;
use crate::vocabulary::CommandOrder;

/// Whom an order is for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Ordered {
    /// A unit.
    Unit(UnitId),
    /// An officer, for his command.
    Officer(PostId),
}

/// The order as it was written: structured, or on the sheet. Both are the same thing.
pub(super) fn written(order: Option<&UnitOrder>, sheet: Option<&str>) -> Result<UnitOrder, Refused> {
    match (order, sheet) {
        (Some(order), None) => Ok(order.clone()),
        (None, Some(sheet)) => super::sheet::read(sheet).map_err(|fault| Refused::unclear("sheet", fault)),
        _ => Err(Refused::unclear("order", ORDER_OR_SHEET)),
    }
}

/// Whom a seat orders by this id: one of its own.
pub(super) fn ordered(sees: &Sees<'_>, id: &str) -> Result<Ordered, Refused> {
    let own = sees.known.own_named(id).map(|own| Ordered::Unit(own.number));
    let officer = || sees.post(id).filter(|&post| sees.known.commands(post)).map(Ordered::Officer);
    own.or_else(officer).ok_or_else(|| Refused::not_yours("unit", NOT_YOURS.with([("given", id.into())])))
}

/// The post of this id, which must be one of the seat's own.
pub(super) fn own_post(sees: &Sees<'_>, id: &str) -> Result<PostId, Refused> {
    let post = sees.post(id).filter(|&post| sees.known.commands(post));
    post.ok_or_else(|| Refused::not_yours("general", NOT_YOURS.with([("given", id.into())])))
}

/// Checks an order against the battle as its seat may suppose it. What it needs beside is handed back: shots, or a road.
pub(super) fn lawful(
    law: Law<'_>,
    ordered: Ordered,
    order: &UnitOrder,
) -> Result<(Vec<Shot>, Vec<krigsspil_field::prelude::Point>), Refused> {
    let nothing = (Vec::new(), Vec::new());
    match (ordered, order) {
        (Ordered::Officer(post), UnitOrder::Command { order, .. }) => {
            law.command(post, *order).map(|()| nothing).map_err(Refused::from)
        }
        (Ordered::Officer(post), UnitOrder::Bonus { bonus }) => {
            law.bonus(post, *bonus).map(|()| nothing).map_err(Refused::from)
        }
        (Ordered::Officer(_), _) => Err(Refused::ByRule("order".into(), &NO_COMMAND)),
        (Ordered::Unit(unit), order) => {
            law.check(unit, order)?;
            match order {
                UnitOrder::Fire { target, zone, bases, also } => {
                    let zone = zone.as_ref().map(|zone| &**zone);
                    Ok((law.shots(unit, target.as_deref(), zone, *bases, also.as_deref())?, Vec::new()))
                }
                UnitOrder::RoadMarch { to } => Ok((Vec::new(), law.road(unit, *to)?)),
                UnitOrder::Command { .. } | UnitOrder::Bonus { .. } => {
                    Err(Refused::ByRule("order".into(), &NO_COMMAND))
                }
                _ => Ok(nothing),
            }
        }
    }
}

krigsspil_turn::acts! {}

/// Is it this seat's move, in a phase in which players move?
pub(super) fn may_move(battle: &Battle, seat: SeatNo) -> Result<(), Refused> {
    if battle.turns.runs() || battle.ending.is_some() {
        return Err(Refused::ByRule("do".into(), &NOT_NOW));
    }
    let side = battle.fixed.seating.side(seat).ok_or_else(|| Refused::not_yours("do", ONLY_PLAYERS))?;
    if battle.stand.may_act(side) && battle.gate.waits_for(seat) {
        Ok(())
    } else {
        Err(Refused::ByRule("do".into(), &NOT_YOUR_MOVE))
    }
}

impl Acting<'_> {
    fn act(&mut self, action: &Action) -> Result<(), Refused> {
        self.battle.umpire.lets_act(self.seat)?;
        match action {
            Action::Order { unit, order, sheet } => self.order(unit, order.as_ref(), sheet.as_deref()),
            Action::General { general, to } => self.general(general, to),
            Action::Ready => self.ready(),
            Action::Answer { question, choice } => self.answer(question.0, choice),
            _ => self.umpire(action),
        }
    }

    fn number(&self) -> Result<SeatNo, Refused> {
        self.battle.fixed.seating.number(self.seat).ok_or_else(|| Refused::not_yours("do", ONLY_PLAYERS))
    }

    fn order(&mut self, id: &str, order: Option<&UnitOrder>, sheet: Option<&str>) -> Result<(), Refused> {
        let seat = self.number()?;
        may_move(self.battle, seat)?;
        let sees = sees(self.battle, self.seat);
        let whom = ordered(&sees, id)?;
        let order = written(order, sheet)?;
        let (shots, road) = lawful(Law { battle: &sees, tables: self.tables }, whom, &order)?;
        match (whom, &order) {
            (Ordered::Officer(post), UnitOrder::Command { order, place }) => {
                let place = place.map(|Place([x, y])| point(x, y).on_grid());
                let pending = Pending { order: *order, place, turns: 0 };
                run::orders::issue(self.battle, self.tables, self.events, post, pending)
            }
            (Ordered::Officer(post), UnitOrder::Bonus { bonus }) => {
                let side = self.battle.posts[post].rider.side;
                self.battle.side[side].bonus = *bonus;
                Ok(())
            }
            (Ordered::Unit(unit), order) => {
                run::orders::order(self.battle, self.tables, self.events, unit, order, shots, road)
            }
            (Ordered::Officer(_), _) => Ok(()),
        }
    }

    fn general(&mut self, id: &str, to: &Ride) -> Result<(), Refused> {
        let seat = self.number()?;
        may_move(self.battle, seat)?;
        let sees = sees(self.battle, self.seat);
        let post = own_post(&sees, id)?;
        ride_lawful(Law { battle: &sees, tables: self.tables }, post, to)?;
        run::orders::ride(self.battle, self.tables, self.events, post, to)
    }

    /// A seat has done what it wants; when all whose move it is have, the turn goes on.
    fn ready(&mut self) -> Result<(), Refused> {
        let seat = self.number()?;
        may_move(self.battle, seat)?;
        self.compelled_attacks(seat)?;
        if self.battle.gate.say_ready(seat)? {
            run::phase_done(self.battle, self.tables, self.events);
        }
        Ok(())
    }

    /// A command ordered to attack declares at least one attack each sequence, if it can (R59): where its player has declared none, the
    /// first of its units by place that can attack the nearest enemy it can.
    fn compelled_attacks(&mut self, seat: SeatNo) -> Result<(), Refused> {
        if self.battle.phase() != Step::Declarations {
            return Ok(());
        }
        let posts = self.battle.formations().filter(|&post| self.battle.fixed.seat_of[post] == seat);
        let bound = |&post: &PostId| {
            let command = &self.battle.commands[post];
            let declared = self.battle.under(post).any(|unit| self.battle.units[unit].sequence.declared);
            command.order == CommandOrder::Attack && command.engaged && !declared
        };
        for post in posts.filter(bound).collect::<Vec<_>>() {
            let sees = sees(self.battle, self.seat);
            let law = Law { battle: &sees, tables: self.tables };
            let units = self
                .battle
                .by_place(self.battle.under(post).filter(|&unit| sees.units[unit].here()).collect());
            let first = units.into_iter().find_map(|unit| {
                let near = law.attackable(unit).into_iter().min_by(|&a, &b| {
                    sees.metres(unit, a).cmp(&sees.metres(unit, b)).then_with(|| sees.comes_first(a, b))
                });
                near.map(|target| (unit, sees.units[target].id.clone()))
            });
            if let Some((unit, target)) = first {
                let order = UnitOrder::attack(&target);
                run::orders::order(
                    self.battle,
                    self.tables,
                    self.events,
                    unit,
                    &order,
                    Vec::new(),
                    Vec::new(),
                )?;
            }
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
        let find = |battle: &Battle, id: &str| {
            battle.unit(id).ok_or_else(|| Refused::unclear("unit", NO_SUCH_UNIT.with([("given", id.into())])))
        };
        match action {
            Action::Move { unit, place: Place(place), facing: Heading(facing), reason } => {
                let unit = find(self.battle, unit)?;
                self.still_here(unit)?;
                self.set_elsewhere(unit, *place, *facing)?;
                run::telling::umpire_spoke(
                    self.battle,
                    self.events,
                    "umpire_moves",
                    &[unit],
                    json!({"reason": reason}),
                );
            }
            Action::Mend { unit, disorder, loss_halves, reason } => {
                let unit = find(self.battle, unit)?;
                self.still_here(unit)?;
                self.mend(unit, *disorder, *loss_halves)?;
                run::telling::umpire_spoke(
                    self.battle,
                    self.events,
                    "umpire_mends",
                    &[unit],
                    json!({"reason": reason}),
                );
            }
            Action::Sight { unit, other, clear, reason } => {
                let between = [find(self.battle, unit)?, find(self.battle, other)?];
                self.battle.sights.push(SightRuling { between, clear: *clear });
                let about = json!({"reason": reason, "clear": clear});
                run::telling::umpire_spoke(self.battle, self.events, "umpire_judges_sight", &between, about);
            }
            Action::Rule { name, text } => {
                self.battle.umpire.add_rule(self.battle.turn, name, text)?;
                let about = json!({"name": name});
                run::telling::umpire_spoke(self.battle, self.events, "umpire_adds_a_rule", &[], about);
            }
            _ => return Err(Refused::unclear("do", WHAT_THE_UMPIRE_DOES)),
        }
        self.battle.umpire.spoke();
        super::sight::everybody_looks(self.battle);
        Ok(())
    }

    fn still_here(&self, unit: UnitId) -> Result<(), Refused> {
        match self.battle.units[unit].presence {
            Presence::Here => Ok(()),
            _ => {
                let given = [("given", (&*self.battle.units[unit].id).into())];
                Err(Refused::unclear("unit", UNIT_IS_GONE.with(given)))
            }
        }
    }

    fn set_elsewhere(&mut self, unit: UnitId, place: [f64; 2], facing: f64) -> Result<(), Refused> {
        let pose = umpire::pose_on(self.battle.fixed.ground.table(), place, facing)?;
        for melee in &mut self.battle.melees {
            melee.attackers.retain(|other| *other != unit);
            melee.defenders.retain(|other| *other != unit);
        }
        self.battle.melees.retain(|melee| !melee.attackers.is_empty() && !melee.defenders.is_empty());
        self.battle.attacks.retain(|attack| attack.unit != unit && attack.target != unit);
        let zones = std::mem::take(&mut self.battle.zones);
        let own = &mut self.battle.units[unit];
        (own.zone, own.trail, own.placed) = (None, Vec::new(), own.placed.moved_to(pose));
        super::bodies::rebuild(own, self.tables, &zones);
        self.battle.zones = zones;
        let own = &self.battle.units[unit];
        let others = self.battle.here().filter(|&other| other != unit);
        let others = others.map(|other| (&*self.battle.units[other].id, &self.battle.units[other].placed));
        umpire::stands_clear(&own.placed, self.battle.fixed.ground.table(), others)
    }

    fn mend(&mut self, unit: UnitId, disorder: Option<i32>, loss: i32) -> Result<(), Refused> {
        let own = &self.battle.units[unit];
        let most = own.first.in_halves();
        let left = umpire::changed("loss_halves", own.bases.in_halves(), -loss, [1, most])?;
        let zones = std::mem::take(&mut self.battle.zones);
        let own = &mut self.battle.units[unit];
        own.bases = Bases::halves(left);
        own.disorder = disorder.unwrap_or(own.disorder);
        super::bodies::rebuild(own, self.tables, &zones);
        self.battle.zones = zones;
        Ok(())
    }
}

/// May an officer be moved or turned at all now? Each is done once (§officer.move, §officer.pivot).
pub(super) fn rides_open(law: Law<'_>, post: PostId) -> Result<(), Refused> {
    law.officer(post)?;
    let officer = &law.battle.officers[post];
    if officer.moved && officer.turned {
        return Err(Refused::ByRule("to".into(), &OFFICER_HAS_MOVED));
    }
    Ok(())
}

/// May an officer ride so, now?
pub(super) fn ride_lawful(law: Law<'_>, post: PostId, ride: &Ride) -> Result<(), Refused> {
    law.officer(post)?;
    let battle = law.battle;
    // He moves once and turns once in a sequence or phase (§officer.move, §officer.pivot).
    let officer = &battle.officers[post];
    let done = match ride {
        Ride::Pivot { .. } | Ride::About => officer.turned,
        Ride::To { .. } | Ride::With { .. } | Ride::Ahead { .. } => officer.moved,
    };
    if done {
        return Err(Refused::ByRule("to".into(), &OFFICER_HAS_MOVED));
    }
    match ride {
        Ride::To { place: Place([x, y]) } => {
            let inside = battle.fixed.ground.table().extent().holds(point(*x, *y));
            let off = || Refused::unclear("place", krigsspil_engine::wordings::OFF_THE_TABLE);
            if inside { Ok(()) } else { Err(off()) }
        }
        Ride::With { unit } => {
            let side = battle.posts[post].rider.side;
            let own = battle
                .unit(unit)
                .filter(|&unit| battle.units[unit].side == side && battle.units[unit].here());
            let gone = || Refused::unclear("unit", NOT_THERE.with([("given", unit.into())]));
            own.map(drop).ok_or_else(gone)
        }
        Ride::Ahead { .. } | Ride::Pivot { .. } | Ride::About => Ok(()),
    }
}
