//! What the battles of all rule sets have in common: the table they are fought on, and how the machinery reads their state.
//!
//! A rule set keeps its own state, with the names its rules use. [`common!`](crate::common!) declares once where in it the machinery finds
//! what it needs, and everything that only reads is derived from that: seating and sight ([`Known`](crate::knowledge::Known)), units as they are shown
//! ([`Shows`]),
//! the questions of a turn ([`Kept`](crate::resume::Kept)), objectives ([`Contested`](crate::objectives::Contested)).

use std::cmp::Ordering;
use std::sync::Arc;

use krigsspil_engine::battle::{Fought, SeatId, Seats};
use krigsspil_engine::scenario::{Scenario, ScenarioFault};
use krigsspil_field::prelude::{Ground, Placed};

use crate::command::{Posts, Side, Table, leaders_on_the_table, sides};
use crate::gate::Readiness;
use crate::ids::{PostId, Roll, SeatNo, SideId, UnitId};
use crate::knowledge::{Seating, Shows};
use crate::objectives::Counts;
use crate::umpire::Umpire;

/// What never changes in a battle of any rule set: the scenario, its ground, its sides, and who sits where.
#[derive(Debug)]
pub struct Given {
    /// The scenario.
    pub scenario: Scenario,
    /// The ground when the battle begins.
    pub ground: Arc<Ground>,
    /// The last turn.
    pub turns: u32,
    /// The sides.
    pub sides: Roll<SideId, Side>,
    /// The seats, by name.
    pub seats: Seats,
    /// The seats by number, each with its side.
    pub seating: Seating,
    /// The seat of every post.
    pub seat_of: Roll<PostId, SeatNo>,
}

impl Given {
    /// What a scenario gives. Leaders who are present at the start must be on the table.
    pub fn new(scenario: &Scenario, ground: Arc<Ground>, posts: &Posts) -> Result<Given, ScenarioFault> {
        leaders_on_the_table(scenario, &ground)?;
        let Table { seats, seating, seat_of } = Table::new(scenario, posts);
        let (sides, turns, scenario) = (sides(scenario), scenario.turns, scenario.clone());
        Ok(Given { scenario, ground, turns, sides, seats, seating, seat_of })
    }

    /// The name of the seat that commands a post.
    pub fn seat_at(&self, post: PostId) -> &SeatId {
        self.seating.id(self.seat_of[post])
    }
}

/// A battle as the machinery reads it. It is implemented with [`common!`](crate::common!).
pub trait Common: Fought + Shows + Counts {
    /// What never changes.
    fn given(&self) -> &Given;
    /// The posts.
    fn posts(&self) -> &Posts;
    /// Who is ready.
    fn ready(&self) -> &dyn Readiness;
    /// What the umpire has done.
    fn umpire(&self) -> &Umpire;
    /// Does a stretch of the turn run, or wait for an answer?
    fn runs(&self) -> bool;
    /// Is a unit on the table?
    fn is_here(&self, unit: UnitId) -> bool;
    /// A unit's body.
    fn placed(&self, unit: UnitId) -> &Placed;
}

/// Which of two units comes first, whatever their names: the one farther west, then farther south.
pub fn west_first<B: Common>(battle: &B, one: UnitId, other: UnitId) -> Ordering {
    let (here, there) = (battle.placed(one).pose().at, battle.placed(other).pose().at);
    here.x.total_cmp(&there.x).then(here.y.total_cmp(&there.y)).then(one.cmp(&other))
}

/// Which of two at these distances is nearer; if they are equally near, the first by place.
pub fn nearer<B: Common>(battle: &B, one: (f64, UnitId), other: (f64, UnitId)) -> Ordering {
    one.0.total_cmp(&other.0).then_with(|| west_first(battle, one.1, other.1))
}

/// Declares where a battle keeps what every battle has. Its fields `units`, `seen`, `log`, `turns`, `umpire`, `held`, `ending`, `dice` and
/// `turn` have these names in every rule set; so have a unit's `id`, `side` and `placed`, and `here()`.
///
/// ```text
/// krigsspil_turn::common! {
///     Battle in Fixed.given,          // the battle, and where what never changes is kept
///     units: Unit under general,      // its unit, and the field that names the unit's post
///     posts: generals by general,     // the posts, and the method that finds one by its id
///     ready: gate,                    // who is ready
///     seen: Seen as Seen::new,        // a unit as it is seen from outside, and what makes it of a unit
/// }
/// ```
#[macro_export]
macro_rules! common {
    (
        $battle:ident in $fixed:ident.$given:ident,
        units: $unit:ident under $post:ident,
        posts: $posts:ident by $find:ident,
        ready: $ready:ident,
        seen: $seen:ident as $as_seen:expr $(,)?
    ) => {
        impl ::std::ops::Deref for $fixed {
            type Target = $crate::common::Given;

            fn deref(&self) -> &$crate::common::Given {
                &self.$given
            }
        }

        impl $battle {
            /// A unit by its id.
            pub fn unit(&self, id: &str) -> Option<$crate::ids::UnitId> {
                self.units.find(|unit| &*unit.id == id)
            }

            /// A post by its id.
            pub fn $find(&self, id: &str) -> Option<$crate::ids::PostId> {
                $crate::command::find_post(&self.$posts, id)
            }

            /// Units on the table, by number.
            pub fn here(&self) -> impl Iterator<Item = $crate::ids::UnitId> + '_ {
                self.units.ids().filter(|&unit| self.units[unit].here())
            }

            /// The seat that commands a unit.
            pub fn seat_of_unit(&self, unit: $crate::ids::UnitId) -> &::krigsspil_engine::battle::SeatId {
                self.fixed.seat_at(self.units[unit].$post)
            }
        }

        impl $crate::resume::Kept for $battle {
            fn turns(&mut self) -> &mut $crate::resume::Turns<$battle> {
                &mut self.turns
            }
        }

        impl $crate::knowledge::Known for $battle {
            fn seating(&self) -> &$crate::knowledge::Seating {
                &self.fixed.seating
            }

            fn sightings(&self) -> &$crate::knowledge::Sightings {
                &self.seen
            }

            fn side_of(&self, unit: $crate::ids::UnitId) -> $crate::ids::SideId {
                self.units[unit].side
            }

            fn seat_of(&self, unit: $crate::ids::UnitId) -> $crate::ids::SeatNo {
                self.fixed.seat_of[self.units[unit].$post]
            }
        }

        impl $crate::knowledge::Shows for $battle {
            type Unit = $unit;
            type Seen<'a> = $seen<'a>;

            fn unit_ids(&self) -> impl Iterator<Item = $crate::ids::UnitId> + '_ {
                self.units.ids()
            }

            fn unit_named(&self, id: &str) -> Option<$crate::ids::UnitId> {
                self.unit(id)
            }

            fn unit_name(&self, unit: $crate::ids::UnitId) -> &::std::sync::Arc<str> {
                &self.units[unit].id
            }

            fn post_name(&self, post: $crate::ids::PostId) -> &::std::sync::Arc<str> {
                &self.$posts[post].id
            }

            fn whole(&self, unit: $crate::ids::UnitId) -> &$unit {
                &self.units[unit]
            }

            fn as_seen(&self, unit: $crate::ids::UnitId) -> $seen<'_> {
                $as_seen(&self.units[unit])
            }

            fn log(&self) -> &$crate::knowledge::Log {
                &self.log
            }

            fn book(&self) -> &$crate::book::Book {
                self.turns.book()
            }

            fn is_over(&self) -> bool {
                self.ending.is_some()
            }
        }

        impl $crate::objectives::Contested for $battle {
            fn sides(&self) -> &$crate::ids::Roll<$crate::ids::SideId, $crate::command::Side> {
                &self.fixed.sides
            }

            fn victory(&self) -> &::krigsspil_engine::scenario::Victory {
                &self.fixed.scenario.victory
            }

            fn held(&self) -> &[Option<$crate::ids::SideId>] {
                &self.held
            }

            fn turn_is_last(&self) -> bool {
                self.turn >= self.fixed.turns
            }
        }

        impl ::krigsspil_engine::battle::Fought for $battle {
            fn ending(&self) -> Option<&::krigsspil_engine::battle::Ending> {
                self.ending.as_ref()
            }

            fn seats(&self) -> &::krigsspil_engine::battle::Seats {
                &self.fixed.seats
            }

            fn turn(&self) -> u32 {
                self.turn
            }

            fn dice(&self) -> &::krigsspil_engine::battle::BattleDice {
                &self.dice
            }
        }

        impl $crate::common::Common for $battle {
            fn given(&self) -> &$crate::common::Given {
                &self.fixed
            }

            fn posts(&self) -> &$crate::command::Posts {
                &self.$posts
            }

            fn ready(&self) -> &dyn $crate::gate::Readiness {
                &self.$ready
            }

            fn umpire(&self) -> &$crate::umpire::Umpire {
                &self.umpire
            }

            fn runs(&self) -> bool {
                self.turns.runs()
            }

            fn is_here(&self, unit: $crate::ids::UnitId) -> bool {
                self.units[unit].here()
            }

            fn placed(&self, unit: $crate::ids::UnitId) -> &::krigsspil_field::prelude::Placed {
                &self.units[unit].placed
            }
        }
    };
}
