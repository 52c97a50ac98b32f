//! Orderlies ride, are delayed, arrive and come back, or are lost (§08.02.5, §08.03.1, §08.03.2).

use krigsspil_engine::battle::Audience;
use krigsspil_field::prelude::Point;
use krigsspil_turn::knowledge::own;
use krigsspil_turn::riders::{self, Ride};
use serde_json::json;

use super::{Go, Run};
use crate::battle::messages::{Message, Receiver};
use crate::battle::sight::chief_cm;
use crate::battle::state::*;
use crate::procedures::command::{CourierDelay, CourierLoss};

/// An orderly this near to a unit or chief is in contact, in centimetres.
const CONTACT_CM: f64 = 0.1;

impl Run<'_> {
    /// The delay of every new message is thrown once; only the umpire is told (§08.03.2).
    pub(super) fn delays(&mut self) -> Go {
        let mut messages = std::mem::take(&mut self.battle.messages);
        messages.sort_by(|a, b| a.place.x.total_cmp(&b.place.x).then(a.place.y.total_cmp(&b.place.y)));
        let mut kept = Vec::new();
        for mut message in messages {
            if message.delay.is_some() {
                kept.push(message);
                continue;
            }
            let about = json!({"general": self.battle.generals[message.from].id});
            let facts = CourierDelay { legs: Vec::new() };
            let result = self.roll_in_secret(("message_delay", "08.03.2"), about, &facts)?;
            message.delay = Some(if result.arrives { result.delay_turns } else { NEVER });
            kept.push(message);
        }
        self.battle.messages = kept;
        Ok(())
    }

    /// Orderlies ride at the end of the turn; those who are alone then may be lost (§08.02.5).
    pub(super) fn orderlies_ride(&mut self) -> Go {
        let messages = std::mem::take(&mut self.battle.messages);
        for message in messages {
            if let Some(message) = self.rides_on(message)? {
                self.battle.messages.push(message);
            }
        }
        Ok(())
    }

    fn rides_on(&mut self, mut message: Message) -> Go<Option<Message>> {
        let from = message.place;
        let bound = match message.to {
            _ if message.delivered => Ride::Leader(message.from),
            Receiver::Unit(unit) => Ride::With(unit),
            Receiver::Post(post) => Ride::Leader(post),
        };
        let (there, with) = riders::ridden(self, from, bound);
        let arrived = with.is_some() || self.reaches(bound, there);
        let delay = message.delay.unwrap_or(0);
        if arrived && (message.delivered || delay <= 0) {
            message.place = there;
            return Ok(self.arrives(message));
        }
        // The delay is spent on the way: he comes no nearer than half of it before it is over.
        if delay > 0 {
            message.delay = Some(if delay == NEVER { NEVER } else { delay - 1 });
            message.place = if arrived { from.toward(there, 0.5) } else { there };
        } else {
            message.place = there;
        }
        if self.in_contact_with_own(&message) {
            return Ok(Some(message));
        }
        let half = from.distance(message.place) > self.half_ride();
        let about = json!({"general": self.battle.generals[message.from].id});
        let facts = CourierLoss { moved_over_half: half };
        let lost = self.roll_in_secret(("orderly_alone", "08.02.5"), about, &facts)?.lost;
        Ok((!lost).then_some(message))
    }

    fn reaches(&self, bound: Ride, place: Point) -> bool {
        match bound {
            Ride::Leader(post) => {
                let leader = &self.battle.generals[post];
                leader.is_here() && leader.place.distance(place) <= CM * CONTACT_CM
            }
            _ => false,
        }
    }

    /// Half of a courier's march, in metres.
    fn half_ride(&self) -> f64 {
        crate::battle::rates::staff_rates(self.tables).open() / 2.0
    }

    /// In contact with a chief or a unit of his side (ruling 14).
    fn in_contact_with_own(&self, message: &Message) -> bool {
        let side = self.battle.generals[message.from].side;
        let units = self.battle.here().map(|unit| self.unit(unit));
        let mut near =
            units.filter(|unit| unit.side == side).map(|unit| chief_cm(&unit.placed, message.place));
        let chiefs = self.battle.generals.values();
        let mut chiefs = chiefs.filter(|chief| chief.side == side && chief.is_here());
        near.any(|cm| cm <= CONTACT_CM)
            || chiefs.any(|chief| chief.place.distance(message.place) <= CONTACT_CM * CM)
    }

    /// A message is read between the turns (§08.03.1); the orderly then rides back to his staff.
    fn arrives(&mut self, mut message: Message) -> Option<Message> {
        if message.delivered {
            self.battle.couriers[message.from] += 1;
            return None;
        }
        message.delivered = true;
        let turn = self.battle.turn;
        let (sender, text) = (self.battle.generals[message.from].id.clone(), message.text.clone());
        match message.to {
            Receiver::Unit(unit) => {
                self.unit_mut(unit).instruction = message.task;
                self.unit_mut(unit).orderly = Some(turn + 1);
                let about = self.about(&[unit], json!({"general": sender, "text": text}));
                let told = own(self.battle, unit);
                self.tell_to("message_to_unit", "08.03.4", about, None, told);
            }
            Receiver::Post(post) => {
                let about = json!({"general": sender, "to": self.battle.generals[post].id, "text": text});
                let told = Audience::Only(vec![self.battle.fixed.seat_at(post).clone()]);
                self.tell_to("message_read", "08.03.1", about, None, told);
            }
        }
        Some(message)
    }
}

/// The delay of a message that does not arrive.
const NEVER: i32 = 1000;
