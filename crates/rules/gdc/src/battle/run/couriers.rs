//! Couriers ride and messages are delivered (§seq.movement.5, §2.52); skirmishers fire at riders (§2.51).

use krigsspil_engine::battle::{Audience, Life, SeatId};
use krigsspil_field::prelude::Point;
use krigsspil_turn::book::{Asked, Subject};
use krigsspil_turn::desk::Go;
use serde_json::{Value, json};

use super::Run;
use crate::battle::legal::Mark;
use crate::battle::muskets;
use crate::battle::order::UnitOrder;
use crate::battle::questions::{DirectiveReach, READS_DIRECTIVE};
use crate::battle::state::*;
use crate::procedures::command::GeneralMovement;
use crate::vocabulary::Yards;

impl Run<'_> {
    /// Tells the seats of these generals.
    fn tell_generals(&mut self, what: &'static str, rule: &'static str, posts: &[PostId], about: Value) {
        let fixed = &self.battle.fixed;
        let mut seats: Vec<SeatId> =
            posts.iter().map(|post| fixed.seating.id(fixed.seat_of[*post]).clone()).collect();
        seats.sort();
        seats.dedup();
        self.tell_to(what, rule, about, None, Audience::Only(seats));
    }

    /// The command phase closes: couriers leave, messages that have come to a link of the chain are passed on (R6), Follow Me is named.
    pub(super) fn couriers_leave(&mut self) {
        for number in 0..self.battle.couriers.len() {
            let Courier { id, from, to, next, sent, waits, .. } = self.battle.couriers[number].clone();
            let name = |run: &Self, post: PostId| run.battle.posts[post].id.clone();
            if !sent {
                self.battle.couriers[number].sent = true;
                let about = json!({"general": name(self, from), "to": name(self, to), "courier": id});
                self.tell_generals("courier_leaves", "seq.command.2", &[from], about);
            } else if waits && next != to {
                let links = self.battle.links(from, to);
                let after = links.iter().skip_while(|&&post| post != next).nth(1).copied().unwrap_or(to);
                let courier = &mut self.battle.couriers[number];
                (courier.next, courier.waits) = (after, false);
                let about = json!({"general": name(self, next), "to": name(self, to)});
                self.tell_generals("directive_passed_on", "2.2", &[from, next], about);
            }
        }
        let follow = self.battle.here().filter(|&unit| self.unit(unit).turn.follows);
        for unit in self.battle.by_place(follow.collect()) {
            let own = self.unit(unit);
            let general = self.battle.posts[own.turn.led_by.unwrap_or(own.command)].id.clone();
            self.tell_own("follows_general", "2.2", unit, json!({"general": general}));
        }
    }

    /// Couriers ride toward the next link of their chain, and deliver what they carry when they are there.
    pub(super) fn messages(&mut self) -> Go {
        let allowance = GeneralMovement { on_elephant: false, distance_yards: Yards(0) };
        let allowance = f64::from(super::telling::plain(self.tables, &allowance)?.allowance_yards.0);
        let mut delivered: Vec<Courier> = Vec::new();
        let mut kept = Vec::new();
        for mut courier in std::mem::take(&mut self.battle.couriers) {
            if !self.battle.posts[courier.to].rider.is_here() {
                let about = json!({"to": self.battle.posts[courier.to].id, "courier": courier.id});
                self.tell_generals("courier_lost", "2.52", &[courier.from], about);
                continue;
            }
            if !self.battle.posts[courier.next].rider.is_here() {
                courier.next = courier.to;
            }
            if courier.sent && !courier.waits {
                let there = self.battle.general_place(courier.next);
                let arrives = courier.place.distance(there) <= allowance;
                courier.place = ridden(courier.place, there, allowance);
                courier.waits = arrives;
            }
            if courier.waits && courier.next == courier.to {
                delivered.push(courier);
            } else {
                kept.push(courier);
            }
        }
        self.battle.couriers = kept;
        for courier in delivered {
            self.delivers(courier)?;
        }
        Ok(())
    }

    /// Its receiver's command may act on it from the next turn on; an umpire reads it first (§2.4, §2.4.umpire).
    fn delivers(&mut self, courier: Courier) -> Go {
        let umpire = SeatId::umpire();
        let asked = Asked { seat: &umpire, subject: Subject::Post(courier.to), other: None };
        let choices = [DirectiveReach::Whole, DirectiveReach::NotYet];
        if self.desk.ask_among(&READS_DIRECTIVE, asked, &choices)? == DirectiveReach::NotYet {
            self.battle.couriers.push(courier);
            return Ok(());
        }
        let about = json!({"general": self.battle.posts[courier.to].id, "text": courier.directive.text});
        self.tell_generals("directive_delivered", "seq.movement.5", &[courier.from, courier.to], about);
        self.battle.generals[courier.to].directive = Some(courier.directive);
        Ok(())
    }

    /// Skirmishers fire at generals and couriers (§2.51, R22).
    pub(super) fn fire_at_riders(&mut self) -> Go {
        let before = self.battle.clone();
        let mut hit: Vec<(UnitId, Mark)> = Vec::new();
        for (unit, order) in self.written() {
            let UnitOrder::FireRider { rider } = order else { continue };
            let law = crate::battle::legal::Law { battle: &before, tables: self.tables };
            let Ok((yards, mark)) = law.fire_rider(unit, &rider) else { continue };
            let place = match mark {
                Mark::General(post) => before.general_place(post),
                Mark::Courier(number) => before.couriers[number].place,
            };
            let facts = muskets::rider_facts(&before, self.tables, unit, yards, place);
            let about = json!({"rider": rider, "yards": yards});
            let fired = self.roll(("fires_at_rider", "2.51"), &[unit], about, &facts)?;
            if fired.castings_killed.0 > 0 && !hit.iter().any(|(_, struck)| *struck == mark) {
                hit.push((unit, mark));
            }
        }
        for (unit, mark) in hit {
            match mark {
                Mark::General(post) => self.general_shot(unit, post),
                Mark::Courier(number) => self.courier_killed(unit, number),
            }
        }
        Ok(())
    }

    fn general_shot(&mut self, unit: UnitId, post: PostId) {
        self.general_is_lost(post);
        let about = json!({"general": self.battle.posts[post].id});
        self.tell("general_shot", "2.56", &[unit], about);
    }

    /// A general is out of the battle: his command feels it (§2.56).
    pub(super) fn general_is_lost(&mut self, post: PostId) {
        let (turn, player) = (self.battle.turn, self.battle.generals[post].player);
        self.battle.generals[post].lost = Some((turn, player));
        self.battle.posts[post].rider.lost(Life::Fallen);
    }

    /// A killed courier's message is read by the enemy, and still delivered: he stands for several (§2.52).
    fn courier_killed(&mut self, unit: UnitId, number: usize) {
        let courier = &mut self.battle.couriers[number];
        courier.killed = true;
        let Courier { id, to, directive, .. } = courier.clone();
        self.tell("courier_killed", "2.52", &[unit], json!({"courier": id}));
        let place = [directive.place.x, directive.place.y];
        let about = json!({"to": self.battle.posts[to].id, "text": directive.text, "place": place});
        let side = self.unit(unit).side;
        let seating = &self.battle.fixed.seating;
        let seats = seating.players_of(side).map(|seat| seating.id(seat).clone()).collect();
        self.tell_to("directive_read", "2.52", about, None, Audience::Only(seats));
    }
}

/// A ride of one turn.
fn ridden(from: Point, to: Point, allowance: f64) -> Point {
    let yards = from.distance(to);
    if yards <= allowance { to } else { from.toward(to, allowance / yards) }.on_grid()
}
