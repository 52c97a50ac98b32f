//! What a seat may know of any battle: what is public, what only the umpire is told, and its own side's affairs.

use std::sync::Arc;

use krigsspil_engine::battle::{AddedRule, ObjectiveShown, OwnSide, Refused, SeatId};
use krigsspil_engine::wordings::NOT_YOURS;
use krigsspil_field::prelude::{Ground, Placed, Point};

use super::{Knowledge, Own};
use crate::command::{Post, Side, find_post};
use crate::common::Common;
use crate::ids::{PostId, SideId, UnitId};
use crate::objectives::{Losses, points};
use crate::shown::objectives;

/// What is public.
impl<'a, B: Common> Knowledge<'a, B> {
    /// The turn, from 1.
    pub fn turn(&self) -> u32 {
        self.battle.turn()
    }

    /// The last turn.
    pub fn turns(&self) -> u32 {
        self.battle.given().turns
    }

    /// The scenario's name.
    pub fn scenario_name(&self) -> &'a str {
        &self.battle.given().scenario.name
    }

    /// The sides.
    pub fn sides(&self) -> impl Iterator<Item = &'a Side> + use<'a, B> {
        self.battle.given().sides.values()
    }

    /// A side.
    pub fn side_data(&self, side: SideId) -> &'a Side {
        &self.battle.given().sides[side]
    }

    /// The ground of the scenario.
    pub fn map(&self) -> &'a Ground {
        &self.battle.given().ground
    }

    /// The names on the map.
    pub fn landmarks(&self) -> impl Iterator<Item = &'a str> + use<'a, B> {
        self.map().features().filter_map(|(_, feature)| feature.name.as_deref())
    }

    /// The umpire's rules for this battle.
    pub fn rules(&self) -> &'a [AddedRule] {
        self.battle.umpire().rules()
    }

    /// The objectives; only the umpire is told who holds them.
    pub fn objectives(&self) -> Vec<ObjectiveShown> {
        objectives(self.battle, self.is_umpire())
    }

    /// Is a stretch of the turn under way, or waiting for an answer?
    pub fn is_running(&self) -> bool {
        self.battle.runs()
    }
}

/// What only the umpire is told.
impl<B: Common> Knowledge<'_, B> {
    /// The points of each side.
    pub fn points(&self) -> Option<Vec<(Arc<str>, i32)>> {
        let points = || {
            let points = points(self.battle);
            self.sides().zip(points.values()).map(|(side, points)| (side.id.clone(), *points)).collect()
        };
        self.is_umpire().then(points)
    }

    /// Who is ready.
    pub fn ready_seats(&self) -> Option<Vec<SeatId>> {
        let seating = self.battle.seating();
        let ready = self.battle.ready().all().into_iter();
        self.is_umpire().then(|| ready.map(|seat| seating.id(seat).clone()).collect())
    }
}

/// The seat's own: its side, and the leaders it commands.
impl<'a, B: Common> Knowledge<'a, B> {
    /// Has it said that it is ready?
    pub fn is_ready(&self) -> bool {
        self.seat().is_some_and(|seat| self.battle.ready().is_ready(seat))
    }

    /// Its side, with what the player was told before the battle; `None` for one who plays for nobody.
    pub fn own_side(&self) -> Option<OwnSide> {
        let number = self.side()?;
        let (given, side) = (self.battle.given(), self.side_data(number));
        let Losses { men, lost } = self.battle.losses(number);
        let briefing = given.scenario.side(&side.id).map(|side| side.briefing.as_str().into());
        let (id, home, ready) = (side.id.clone(), side.home, self.is_ready());
        Some(OwnSide { side: id, home, briefing, ready, men, lost })
    }

    /// Does it command a post?
    pub fn commands(&self, post: PostId) -> bool {
        self.is_umpire() || self.seat() == Some(self.battle.given().seat_of[post])
    }

    /// The posts it commands; the umpire knows them all.
    pub fn generals(&self) -> impl Iterator<Item = (PostId, &'a Post)> + use<'a, B> {
        let known = *self;
        self.battle.posts().iter().filter(move |(post, _)| known.commands(*post))
    }

    /// Does it know of a unit of this side, by its id, that is on the table?
    pub fn has_here(&self, side: SideId, id: &str) -> bool {
        let there = self.named(id);
        there.is_some_and(|unit| self.battle.side_of(unit) == side && self.battle.is_here(unit))
    }

    /// A unit of its own that it commands, by its id. The umpire may read every unit, but commands none.
    pub fn own_unit(&self, id: &str) -> Result<Own<'a, B::Unit>, Refused> {
        let own = self.own_named(id).filter(|_| self.side().is_some());
        own.ok_or_else(|| Refused::not_yours("unit", NOT_YOURS.with([("given", id.into())])))
    }

    /// Is the holder of a post of this side on the table? Everybody knows the leaders of his own side.
    pub fn leads_here(&self, side: SideId, id: &str) -> bool {
        let there = find_post(self.battle.posts(), id).map(|post| &self.battle.posts()[post]);
        there.is_some_and(|there| there.side == side && there.is_here())
    }
}

/// What it sees now, if it must look from where its own stand.
impl<'a, B: Common> Knowledge<'a, B> {
    /// The units of other players of its side that are in sight.
    pub fn friends_in_sight(
        &self,
        sees: impl Fn(UnitId) -> bool,
    ) -> impl Iterator<Item = (UnitId, B::Seen<'a>)> {
        let (known, side) = (*self, self.side());
        let friends = self.units().filter(move |(unit, _)| {
            known.battle.is_here(*unit) && Some(known.battle.side_of(*unit)) == side && !known.reads(*unit)
        });
        friends.filter(move |(unit, _)| sees(*unit))
    }

    /// The units of other sides. During a turn, units that have gone out of sight disappear from it; after the last turn nobody looks
    /// again, so it is asked who is seen from where everybody stands.
    pub fn enemies_in_sight(
        &self,
        sees: impl Fn(UnitId) -> bool,
        seen_from_here: impl FnOnce(&SeatId) -> Vec<UnitId>,
    ) -> Vec<(UnitId, B::Seen<'a>)> {
        let seen: Vec<UnitId> = match (self.battle.is_over(), self.seat_id()) {
            (true, Some(seat)) => seen_from_here(seat),
            _ => self.sighted().filter(|&unit| !self.is_running() || sees(unit)).collect(),
        };
        let here = seen.into_iter().filter(|&unit| self.battle.is_here(unit));
        here.map(|unit| (unit, self.battle.as_seen(unit))).collect()
    }
}

/// Is a body within so many metres of one of these places?
pub fn is_near(placed: &Placed, mut places: impl Iterator<Item = Point>, metres: f64) -> bool {
    let parts = placed.parts();
    places.any(|place| parts.iter().any(|part| part.distance_to(place) <= metres))
}
