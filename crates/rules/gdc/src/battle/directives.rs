//! Directives, couriers and Follow Me (§2.2 to §2.5), with the option `directives`.
//!
//! *House*: a directive is a place and words. The infantry and the batteries of the command it is for go where it leads: nearer to its place, or
//! anywhere within [`ABOUT`] of it; they charge and assault what is there or on the way. Cavalry has its standing orders instead (§2.4).

use std::sync::Arc;

use krigsspil_field::prelude::{Placed, Point};
use krigsspil_turn::command::chain;
use serde::{Deserialize, Serialize};

use super::run::telling::plain;
use super::state::*;
use crate::procedures::command::FollowMe;
use crate::tables::Tables;
use crate::vocabulary::{Arm, Yards};

/// So near to its place a command may do what it likes, in yards (*house*: the control radius of an army commander).
pub const ABOUT: f64 = 500.0;

/// What a command is to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Directive {
    /// Where.
    pub place: Point,
    /// What, in words.
    pub text: Arc<str>,
}

impl Directive {
    /// Does it let somebody at a place go, or strike, there?
    pub fn leads(&self, from: Point, to: Point) -> bool {
        let there = to.distance(self.place);
        there <= ABOUT || there <= from.distance(self.place) + 1e-6
    }
}

/// A courier with a directive (§2.52).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Courier {
    /// His id.
    pub id: Arc<str>,
    /// His side.
    pub side: SideId,
    /// Who wrote.
    pub from: PostId,
    /// For whom it is.
    pub to: PostId,
    /// The next link of the chain, to whom he rides.
    pub next: PostId,
    /// Where he is.
    pub place: Point,
    /// What he carries.
    pub directive: Directive,
    /// He has left: until the phase closes nobody else knows of him.
    pub sent: bool,
    /// He was killed, and the enemy has read it; others carry it on unseen.
    pub killed: bool,
    /// He has come to a link of the chain, who passes it on in the next command phase (R6).
    pub waits: bool,
}

impl Battle {
    /// Does this general get directives: a player casting or a corps commander with somebody above him (§2.4)?
    pub fn is_directed(&self, post: PostId) -> bool {
        let held = &self.posts[post];
        held.superior.is_some() && (self.generals[post].player || &*held.rank == "corps")
    }

    /// The general whose directive binds a unit: the first above it who gets any.
    pub fn directed_by(&self, unit: UnitId) -> Option<PostId> {
        chain(&self.posts, self.units[unit].command).find(|&post| self.is_directed(post))
    }

    /// The directive that binds a unit now: none for cavalry (§2.4), nor for one that a general leads in person (§2.2).
    pub fn directive_of(&self, unit: UnitId) -> Option<&Directive> {
        let own = &self.units[unit];
        if !self.fixed.options.directives || own.arm == Arm::Cavalry || own.turn.follows {
            return None;
        }
        if self.attached(unit).next().is_some() {
            return None;
        }
        self.generals[self.directed_by(unit)?].directive.as_ref()
    }

    /// Does the directive of a unit let it end so?
    pub fn directive_lets(&self, unit: UnitId, end: &Placed) -> bool {
        self.directive_lets_at(unit, end.pose().at)
    }

    /// The same for a place it goes to or strikes at.
    pub fn directive_lets_at(&self, unit: UnitId, to: Point) -> bool {
        let from = self.units[unit].placed.pose().at;
        self.directive_of(unit).is_none_or(|directive| directive.leads(from, to))
    }

    /// May a general have a unit follow him (§2.2, §2.3)?
    pub fn may_follow(&self, tables: &Tables, post: PostId, unit: UnitId) -> bool {
        self.in_hand(tables, post, self.general_yards(post, unit), self.posts[post].rider.with == Some(unit))
    }

    /// May a general have another follow him, with all his units?
    pub fn general_may_follow(&self, tables: &Tables, post: PostId, other: PostId) -> bool {
        let yards = whole_yards(self.general_place(post).distance(self.general_place(other)));
        self.in_hand(tables, post, yards, false)
    }

    fn in_hand(&self, tables: &Tables, post: PostId, yards: i32, attached: bool) -> bool {
        let facts = FollowMe {
            commander: self.commander(post),
            player_casting: self.generals[post].player,
            attached,
            distance_yards: Yards(yards.clamp(0, 5000)),
        };
        self.posts[post].rider.is_here() && plain(tables, &facts).is_ok_and(|follow| follow.allowed)
    }

    /// A courier by his id.
    pub fn courier(&self, id: &str) -> Option<usize> {
        self.couriers.iter().position(|courier| *courier.id == *id)
    }

    /// The links from one general down to another, without the first: those who have fallen are passed over.
    pub fn links(&self, from: PostId, to: PostId) -> Vec<PostId> {
        let mut links: Vec<PostId> = chain(&self.posts, to).take_while(|&post| post != from).collect();
        links.reverse();
        links.retain(|&post| post == to || self.posts[post].rider.is_here());
        links
    }
}
