//! Who knows what: the one place where these rules say who sits where, sees whom and commands whom, and the door that views, prompts,
//! checks, previews and samples go through.

use std::sync::Arc;

use krigsspil_engine::Fault;
use krigsspil_turn::book::Naming;
use krigsspil_turn::knowledge::{Knowledge, Known, Seating, Sightings};

use super::state::*;
use crate::quantity::Bases;
use crate::vocabulary::{Calibre, CavalryWeight, CommandOrder};

impl Known for Battle {
    fn seating(&self) -> &Seating {
        &self.fixed.seating
    }

    fn sightings(&self) -> &Sightings {
        &self.seen
    }

    fn side_of(&self, unit: UnitId) -> SideId {
        self.units[unit].side
    }

    fn seat_of(&self, unit: UnitId) -> SeatNo {
        self.fixed.seat_of[self.units[unit].command]
    }
}

/// What a seat may know.
pub(super) type Knows<'a> = Knowledge<'a, Battle>;

/// So near an enemy's U is seen (R79: hidden throughout but within 400), in metres.
pub(super) const DISORDER_SEEN: i32 = 400;

/// Does a side see the U of an enemy: has it a unit within 400 of him?
pub(super) fn disorder_seen(battle: &Battle, side: SideId, enemy: UnitId) -> bool {
    let mut own = battle.here().filter(|&unit| battle.units[unit].side == side);
    own.any(|unit| battle.metres(unit, enemy) <= DISORDER_SEEN)
}

/// What a question is about, by the names a seat may know.
pub(super) struct Names<'a>(pub Knows<'a>);

impl Naming for Names<'_> {
    fn unit(&self, unit: UnitId) -> Option<Arc<str>> {
        self.0.knows(unit).then(|| self.0.behind().units[unit].id.clone())
    }

    fn post(&self, post: PostId) -> Option<Arc<str>> {
        Some(self.0.behind().posts[post].id.clone())
    }

    fn fault(&self, fault: &Fault) -> Arc<str> {
        fault.to_string().into()
    }
}

/// The battle as a seat may suppose it: enemies it does not know of are not there, what it cannot know of those it sees is the usual.
/// Checks, previews and samples are worked out on it, so they tell of nobody who is hidden.
pub(super) fn supposed(knows: Knows<'_>) -> Battle {
    supposed_as(knows, Guess::Usual)
}

/// What is made up for what cannot be known. Two that differ in everything tell which facts rest on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guess {
    /// Line troops in good order.
    Usual,
    /// Anything else.
    Unusual,
}

/// The same, with one or the other guess.
pub(super) fn supposed_as(knows: Knows<'_>, guess: Guess) -> Battle {
    let battle = knows.behind();
    let mut stage = battle.clone();
    let Some(side) = knows.side() else { return stage };
    for unit in battle.units.ids() {
        let there = &battle.units[unit];
        if there.side == side {
            continue;
        }
        let stranger = &mut stage.units[unit];
        if !there.here() || !knows.knows(unit) {
            stranger.presence = krigsspil_engine::battle::Presence::Coming;
            continue;
        }
        let unusual = guess == Guess::Unusual;
        let weight = if unusual { CavalryWeight::Heavy } else { CavalryWeight::Medium };
        stranger.ratings = if unusual { UNUSUAL } else { USUAL };
        stranger.weight = there.weight.map(|_| weight);
        stranger.battery = there.battery.map(|_| Battery { calibre: Calibre::Pd6 });
        stranger.bases = Bases::halves(2 * there.bases.rounded_up() - i32::from(unusual));
        stranger.first = stranger.bases;
        stranger.sequence = InSequence::default();
        stranger.this_turn = InTurn::default();
        if !disorder_seen(battle, side, unit) {
            stranger.disorder = i32::from(unusual);
        }
    }
    let gone: IdSet<UnitId> = stage.units.ids().filter(|&unit| !stage.units[unit].here()).collect();
    let hidden = |unit: &UnitId| gone.contains(*unit);
    for melee in &mut stage.melees {
        melee.attackers.retain(|unit| !hidden(unit));
        melee.defenders.retain(|unit| !hidden(unit));
    }
    for post in battle.posts.ids().filter(|&post| battle.posts[post].rider.side != side) {
        stage.commands[post].order = CommandOrder::Advance;
        stage.commands[post].pending = None;
        stage.posts[post].rider.place = krigsspil_field::prelude::Point::ORIGIN;
    }
    stage.shots.retain(|shot| battle.units[shot.unit].side == side);
    stage.turns = Default::default();
    stage.dice = krigsspil_engine::battle::BattleDice::from_seed(0);
    stage
}

/// The ratings of a stranger: those of line troops.
const USUAL: Ratings = Ratings { training: 5, morale: 5, melee: 5, skirmish: 5, orders: 5, irregular: false };
/// And of one that is otherwise.
const UNUSUAL: Ratings =
    Ratings { training: 7, morale: 7, melee: 7, skirmish: 7, orders: 7, irregular: true };
