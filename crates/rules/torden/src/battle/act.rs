//! Actions carried out.

use std::sync::Arc;

use krigsspil_engine::battle::{Audience, Event, Heading, Place, Presence, Refused};
use krigsspil_engine::wordings::{NO_SUCH_UNIT, ONLY_PLAYERS};
use krigsspil_turn::knowledge::told;
use krigsspil_turn::umpire;
use serde_json::{Value, json};

use super::bodies::standing;
use super::knowing::Supposed;
use super::legal::Checking;
use super::order::{Action, UnitOrder};
use super::refusals::*;
use super::run::{self, at_once, corps_move, limits_of};
use super::sequence::*;
use super::staffwork::{Given, Writing};
use super::state::*;
use super::wordings::*;
use super::{sheet, sight};
use crate::tables::Tables;
use crate::vocabulary::{CorpsOrder, Formation};

krigsspil_turn::acts! {}

/// The order as it was written: structured, or on the sheet. Both are the same thing.
pub(super) fn written(order: Option<&UnitOrder>, entry: Option<&str>) -> Result<UnitOrder, Refused> {
    match (order, entry) {
        (Some(order), None) => Ok(order.clone()),
        (None, Some(entry)) => sheet::read(entry).map_err(|fault| Refused::unclear("sheet", fault)),
        _ => Err(Refused::unclear("order", ORDER_OR_SHEET)),
    }
}

/// The same for an order to a corps, with its objective.
pub(super) fn corps_written(
    order: Option<CorpsOrder>,
    objective: Option<Place>,
    entry: Option<&str>,
) -> Result<(CorpsOrder, Option<Place>), Refused> {
    match (order, entry) {
        (Some(order), None) => Ok((order, objective)),
        (None, Some(entry)) => sheet::read_corps(entry).map_err(|fault| Refused::unclear("sheet", fault)),
        _ => Err(Refused::unclear("order", ORDER_OR_SHEET)),
    }
}

impl Acting<'_> {
    /// Whatever is checked is checked on what the seat may suppose, so that a refusal tells nothing hidden.
    fn writes<T>(&self, check: impl FnOnce(Writing<'_>) -> Result<T, Refused>) -> Result<T, Refused> {
        let supposed = Supposed::of(self.battle, self.seat);
        check(Writing { eyes: supposed.eyes(), tables: self.tables })
    }

    fn checks<T>(&self, check: impl FnOnce(Checking<'_>) -> Result<T, Refused>) -> Result<T, Refused> {
        let supposed = Supposed::of(self.battle, self.seat);
        check(Checking { eyes: supposed.eyes(), tables: self.tables })
    }

    fn act(&mut self, action: &Action) -> Result<(), Refused> {
        self.battle.umpire.lets_act(self.seat)?;
        match action {
            Action::Order { unit, order, sheet } => {
                let order = written(order.as_ref(), sheet.as_deref())?;
                self.order(unit, &order)
            }
            Action::Done => self.done(),
            Action::Answer { question, choice } => {
                if self.battle.turns.answer(self.seat, question.0, choice)? {
                    run::go_on(self.battle, self.tables, self.events);
                }
                Ok(())
            }
            Action::Mend { .. } | Action::Move { .. } | Action::Rule { .. } | Action::Say { .. } => {
                self.umpire(action)
            }
            _ => self.staff(action),
        }
    }

    fn target(&self, id: &str) -> Result<UnitId, Refused> {
        self.battle
            .unit(id)
            .ok_or_else(|| Refused::unclear("target", NO_SUCH_UNIT.with([("given", id.into())])))
    }

    /// A unit is told what to do.
    fn order(&mut self, id: &str, order: &UnitOrder) -> Result<(), Refused> {
        let unit = self.checks(|checking| {
            let unit = checking.own_named(id)?;
            checking.check(unit, order).map(|()| unit)
        })?;
        match order {
            UnitOrder::Move { steps } => self.moves(unit, steps),
            UnitOrder::Attack { target, number } => {
                let (target, number) = (self.target(target)?, *number);
                at_once(self.battle, self.tables, self.events, |run| {
                    run.declares(unit, target, AttackKind::Declared, number)
                });
            }
            UnitOrder::React { steps, attack } => {
                let attack = attack.as_ref().map(|target| self.target(target)).transpose()?;
                let done =
                    at_once(self.battle, self.tables, self.events, |run| run.reacts(unit, steps, attack));
                if let Err(krigsspil_turn::desk::Broken::Fault(fault)) = done {
                    return Err(fault.into());
                }
            }
            UnitOrder::Dispose { how, toward } => {
                self.battle.units[unit].now.disposes = Some((*how, toward.map(|Heading(degrees)| degrees)));
            }
            UnitOrder::Fire { target, side } => {
                let own = self.battle.units[unit].side;
                let ours = self.battle.units.values().filter(|other| other.side == own);
                let last = ours.flat_map(|other| &other.now.fires).map(|fire| fire.named).max();
                let named = last.unwrap_or(0).saturating_add(1);
                let fire = Fire { target: self.target(target)?, side: *side, named };
                let of = &mut self.battle.units[unit];
                let four_sided = of.is_infantry() && (of.zone.is_some() || of.formation == Formation::Square);
                if four_sided {
                    of.now.fires.retain(|other| other.side != fire.side);
                } else {
                    of.now.fires.clear();
                }
                of.now.fires.push(fire);
            }
            UnitOrder::Resupply => self.battle.units[unit].now.resupplies = true,
            UnitOrder::Abort { cm } => self.battle.units[unit].now.aborts = Some(*cm),
            UnitOrder::BreakOff => self.battle.units[unit].now.breaks_off = true,
            UnitOrder::LeaveTown => self.battle.units[unit].now.leaves_town = true,
            UnitOrder::Reorganise { formation, facing } => {
                self.battle.units[unit].now.rallies =
                    Some((*formation, facing.map(|Heading(degrees)| degrees)));
            }
        }
        self.not_ready();
        Ok(())
    }

    /// A unit moves, and is let go of (§4.3).
    fn moves(&mut self, unit: UnitId, steps: &[super::order::Step]) {
        at_once(self.battle, self.tables, self.events, |run| {
            let limits = limits_of(run.battle, unit);
            run.moves(unit, steps, limits, "moves");
            run.battle.units[unit].now.done = true;
        });
    }

    fn staff(&mut self, action: &Action) -> Result<(), Refused> {
        let tables = self.tables;
        match action {
            Action::Corps { general, order, objective, from, sheet } => {
                let (order, objective) = corps_written(*order, *objective, sheet.as_deref())?;
                let given =
                    self.writes(|writing| writing.corps_order(general, order, objective, from.as_deref()))?;
                self.gives(given);
            }
            Action::Cancel { general } => {
                let (to, pays) = self.writes(|writing| writing.cancels(general))?;
                if pays != to {
                    self.battle.staff[pays].spent += 1;
                }
                let staff = &mut self.battle.staff[to];
                (staff.pending, staff.cancelled) = (None, true);
                self.tell_side("order_cancelled", "2.12.1", json!({"general": self.battle.posts[to].id}));
            }
            Action::AutomaticBack { general, objective } => {
                let (to, objective) = self.writes(|writing| writing.automatic(general, *objective))?;
                at_once(self.battle, tables, self.events, |run| {
                    run.takes_order(to, CorpsOrder::Back, Some(objective));
                });
            }
            Action::DetachDivision { general, order, place } => {
                let wanted = Some((*order, *place));
                let (post, order) = self.writes(|writing| writing.detaches(general, wanted))?;
                self.battle.staff[post].detaching = Some(Detaching { order, controls: 0 });
            }
            Action::RecallDivision { general } => {
                let (post, order) = self.writes(|writing| writing.detaches(general, None))?;
                self.battle.staff[post].detaching = Some(Detaching { order, controls: 0 });
            }
            Action::DetachBrigade { unit, order, place } => {
                let unit = self.checks(|checking| checking.own_named(unit))?;
                let wanted = Some((*order, *place));
                let order = self.writes(|writing| writing.detaches_brigade(unit, wanted))?;
                self.battle.detaching.push((unit, Detaching { order, controls: 0 }));
            }
            Action::RecallBrigade { unit } => {
                let unit = self.checks(|checking| checking.own_named(unit))?;
                let order = self.writes(|writing| writing.detaches_brigade(unit, None))?;
                self.battle.detaching.push((unit, Detaching { order, controls: 0 }));
            }
            Action::Task { general, text } => {
                let post = self.writes(|writing| {
                    writing.in_phase(ORDERS)?;
                    writing.general(general)
                })?;
                self.battle.posts[post].instruction = umpire::said("text", text)?.into();
                self.tell_side(
                    "task_given",
                    "2.2",
                    json!({"general": self.battle.posts[post].id, "text": text}),
                );
            }
            Action::Shift { general, place } => {
                let (post, pays, place) = self.writes(|writing| writing.shifts(general, *place))?;
                self.battle.staff[pays].spent += 1;
                self.battle.staff[post].shifted = true;
                self.battle.posts[post].rider.place = place;
                self.tell_side("general_shifts", "2.12.1.p3", json!({"general": self.battle.posts[post].id}));
            }
            Action::Advance { general, cm } => {
                let post = self.writes(|writing| writing.advances(general, *cm))?;
                if let Some(result) = corps_move(self.battle, tables, post, &|_| true) {
                    at_once(self.battle, tables, self.events, |run| run.general_goes(post, *cm, &result));
                }
            }
            Action::Ride { general, place } => {
                let (post, place) = self.writes(|writing| writing.rides(general, *place))?;
                self.battle.posts[post].rider.place = place;
                self.battle.staff[post].moved = true;
                self.tell_side("general_rides", "2.5", json!({"general": self.battle.posts[post].id}));
            }
            _ => return Err(Refused::not_yours("do", ONLY_PLAYERS)),
        }
        self.not_ready();
        Ok(())
    }

    fn gives(&mut self, Given { to, from, pays, order, objective }: Given) {
        if let Some(chief) = pays {
            self.battle.staff[chief].spent += 1;
        }
        self.battle.staff[to].pending = Some(Pending { order, objective, from, controls: 0, fresh: true });
        let about = json!({"general": self.battle.posts[to].id, "order": order.as_str()});
        self.tell_side("order_given", "3.1", about);
    }

    fn tell_side(&mut self, what: &'static str, rule: &'static str, about: Value) {
        let side =
            self.battle.fixed.seating.number(self.seat).and_then(|seat| self.battle.fixed.seating.side(seat));
        let Some(side) = side else { return };
        let audience = krigsspil_turn::knowledge::side(&self.battle.fixed.seating, side);
        self.tell(what, rule, about, audience);
    }

    fn tell(&mut self, what: &'static str, rule: &'static str, about: Value, audience: Audience) {
        let event = Arc::new(Event {
            turn: self.battle.turn,
            moment: 0.0,
            what,
            rule,
            about,
            working: None,
            way: None,
            audience,
        });
        self.battle.log.push(event.clone());
        self.events.push(event);
    }

    fn not_ready(&mut self) {
        if let Some(seat) = self.battle.fixed.seating.number(self.seat) {
            self.battle.ready.remove(seat);
        }
    }

    /// The seat is done with the phase; its side is, when all its players are.
    fn done(&mut self) -> Result<(), Refused> {
        let seating = &self.battle.fixed.clone().seating;
        let seat = seating.number(self.seat).filter(|&seat| seating.side(seat).is_some());
        let seat = seat.ok_or_else(|| Refused::not_yours("do", ONLY_PLAYERS))?;
        let side = seating.side(seat).unwrap_or(SideId::of(0));
        if self.battle.turns.runs() || !self.battle.stand.may_act(side) {
            return Err(Refused::unclear("do", NOT_YOUR_MOVE));
        }
        self.battle.ready.insert(seat);
        if seating.players_of(side).all(|seat| self.battle.ready.contains(seat)) {
            run::done(self.battle, self.tables, side, self.events);
        }
        Ok(())
    }

    /// The umpire's word stands (§1.1.3), and is logged.
    fn umpire(&mut self, action: &Action) -> Result<(), Refused> {
        umpire::only_umpire(self.seat)?;
        let battle = &mut *self.battle;
        let find = |battle: &Battle, id: &str| {
            battle.unit(id).ok_or_else(|| Refused::unclear("unit", NO_SUCH_UNIT.with([("given", id.into())])))
        };
        let here = |battle: &Battle, unit: UnitId| match battle.units[unit].presence {
            Presence::Here => Ok(()),
            _ => Err(Refused::unclear(
                "unit",
                UNIT_IS_GONE.with([("given", (&*battle.units[unit].id).into())]),
            )),
        };
        let fixed = battle.fixed.clone();
        let (what, audience) = match action {
            Action::Mend { unit, order, lost, loads, .. } => {
                let unit = find(battle, unit)?;
                here(battle, unit)?;
                let of = &mut battle.units[unit];
                if let Some(lost) = lost {
                    of.lost = umpire::changed("lost", 0, *lost, [0, of.original - 1])?;
                }
                if let (Some(loads), Some(guns)) = (loads, &mut of.battery) {
                    guns.loads = *loads;
                }
                if let Some(order) = order {
                    if of.order != *order {
                        // Its quiet turns and its turns back are counted from now (§9.1, §1.6.3).
                        (of.quiet, of.gone_back, of.at_edge, of.fled) = (0, 0, false, None);
                        of.now.disturbed |= *order != crate::vocabulary::Order::Order;
                    }
                    of.order = *order;
                    of.since_rout = 1;
                }
                self.rebuilt(unit, &fixed)?;
                ("umpire_mends", krigsspil_turn::knowledge::own(&*self.battle, unit))
            }
            Action::Move { unit, place: Place(place), facing: Heading(facing), formation, .. } => {
                let unit = find(battle, unit)?;
                here(battle, unit)?;
                let pose = umpire::pose_on(fixed.ground.table(), *place, *facing)?;
                let of = &mut battle.units[unit];
                of.zone = None;
                if let Some(formation) = formation {
                    if !super::bodies::can_form(of, *formation, of.ranks, self.tables) {
                        return Err(Refused::ByRule("formation".into(), &CANNOT_FORM));
                    }
                    (of.formation, of.squared_in) = (*formation, None);
                }
                of.placed = of.placed.moved_to(pose);
                let others = std::mem::take(&mut of.melee);
                for other in others {
                    battle.units[other].melee.retain(|one| *one != unit);
                }
                self.rebuilt(unit, &fixed)?;
                at_once(self.battle, self.tables, self.events, |run| run.lapse_out_of_contact(unit));
                ("umpire_moves", told(&*self.battle, &[unit]))
            }
            Action::Rule { name, text } => {
                battle.umpire.add_rule(battle.turn, name, text)?;
                ("umpire_adds_a_rule", Audience::All)
            }
            Action::Say { text } => {
                let event = Arc::new(umpire::says(battle.turn, 0.0, text, Audience::All)?);
                battle.log.push(event.clone());
                self.events.push(event);
                return Ok(());
            }
            _ => return Err(Refused::not_yours("do", ONLY_PLAYERS)),
        };
        self.battle.umpire.spoke();
        self.battle.seen = sight::everybody_looks(self.battle);
        let about = match action {
            Action::Mend { unit, reason, .. } | Action::Move { unit, reason, .. } => {
                json!({"unit": unit, "reason": reason})
            }
            Action::Rule { name, text } => json!({"name": name, "text": text}),
            _ => json!({}),
        };
        self.tell(what, "1.1.3", about, audience);
        Ok(())
    }

    /// A unit's body made anew, where it can stand.
    fn rebuilt(&mut self, unit: UnitId, fixed: &Fixed) -> Result<(), Refused> {
        let of = &self.battle.units[unit];
        let placed = standing(of, of.placed.pose(), &fixed.zones, self.tables)
            .map_err(|fault| Refused::unclear("unit", super::setup::no_body(fault)))?;
        let others = self.battle.here().filter(|&other| other != unit).map(|other| &self.battle.units[other]);
        let same_zone = |other: &Unit| {
            of.zone.is_some() && other.zone.map(|inside| inside.zone) == of.zone.map(|inside| inside.zone)
        };
        let others = others.filter(|other| !same_zone(other)).map(|other| (&*other.id, &other.placed));
        umpire::stands_clear(&placed, fixed.ground.table(), others)?;
        self.battle.units[unit].placed = placed;
        Ok(())
    }
}
