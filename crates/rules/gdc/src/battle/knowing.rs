//! Who knows what: the one place where these rules say who sits where, sees whom and commands whom, and the door that views, prompts,
//! checks, previews and samples go through.
//!
//! They are given a [`Sees`]: the battle as its seat may *suppose* it. Enemies it does not know of are not in it, and what others have
//! written in secret is not there: chits and orders until they are shown, barrage points, and where generals are bound for.

use std::ops::Deref;
use std::sync::Arc;

use krigsspil_engine::battle::{BattleDice, Presence, SeatId};
use krigsspil_field::prelude::Placed;
use krigsspil_turn::book::Book;
use krigsspil_turn::knowledge::{Knowledge, Known, Log, Seating, Shows, Sightings};

use super::state::*;
use crate::vocabulary::Arm;

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

/// A unit as anybody sees it: what it is, how strong, and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct SeenUnit<'a> {
    /// What it is.
    pub arm: Arm,
    /// Its castings.
    pub castings: i32,
    /// Where it stands.
    pub placed: &'a Placed,
}

impl Shows for Battle {
    type Unit = Unit;
    type Seen<'a> = SeenUnit<'a>;

    fn unit_ids(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.units.ids()
    }

    fn unit_named(&self, id: &str) -> Option<UnitId> {
        self.unit(id)
    }

    fn unit_name(&self, unit: UnitId) -> &Arc<str> {
        &self.units[unit].id
    }

    fn post_name(&self, post: PostId) -> &Arc<str> {
        &self.posts[post].id
    }

    fn whole(&self, unit: UnitId) -> &Unit {
        &self.units[unit]
    }

    fn as_seen(&self, unit: UnitId) -> SeenUnit<'_> {
        let Unit { arm, castings, placed, .. } = &self.units[unit];
        SeenUnit { arm: *arm, castings: *castings, placed }
    }

    fn log(&self) -> &Log {
        &self.log
    }

    fn book(&self) -> &Book {
        self.turns.book()
    }

    fn is_over(&self) -> bool {
        self.ending.is_some()
    }
}

/// A battle as one seat may suppose it.
pub(super) struct Sees<'a> {
    /// What it knows, by name and number.
    pub known: Knowledge<'a, Battle>,
    /// A stretch of the turn waits for answers.
    pub running: bool,
    stage: Battle,
}

impl Deref for Sees<'_> {
    type Target = Battle;

    fn deref(&self) -> &Battle {
        &self.stage
    }
}

impl<'a> Sees<'a> {
    /// What a seat supposes.
    pub fn of(battle: &'a Battle, seat: &SeatId) -> Sees<'a> {
        let known = Knowledge::of(battle, seat);
        Sees { known, running: battle.turns.runs(), stage: supposed(battle, known) }
    }

    /// Is a post this seat's own?
    pub fn commands(&self, post: PostId) -> bool {
        self.known.is_umpire() || self.known.seat() == Some(self.stage.fixed.seat_of[post])
    }
}

fn supposed(battle: &Battle, known: Knowledge<'_, Battle>) -> Battle {
    let mut stage = battle.clone();
    stage.log = Log::new(&battle.fixed.seating);
    stage.turns = Default::default();
    stage.dice = BattleDice::from_seed(0);
    if known.is_umpire() {
        return stage;
    }
    let own_side = |side: SideId| known.side() == Some(side);
    for unit in battle.units.ids().filter(|&unit| !known.reads(unit)) {
        let stranger = &mut stage.units[unit];
        stranger.written = None;
        stranger.turn.follows = false;
        stranger.chits = Chits { needed: stranger.chits.needed, ..Chits::default() };
        if own_side(stranger.side) {
            continue;
        }
        if let Some(battery) = &mut stranger.battery {
            (battery.fired, battery.last) = (0, None);
        }
        if stranger.here() && !known.knows(unit) {
            stranger.presence = Presence::Coming;
        }
    }
    stage.couriers.retain(|courier| own_side(courier.side) || courier.sent && !courier.killed);
    for courier in &mut stage.couriers {
        let own = known.seat();
        let (writer, reader) = (battle.fixed.seat_of[courier.from], battle.fixed.seat_of[courier.to]);
        // What he carries, and to whom, is known to who wrote it; the enemy sees a rider.
        if own != Some(writer) {
            let nobody = if own_side(courier.side) { reader } else { writer };
            let post = battle.fixed.seat_of.ids().find(|&post| battle.fixed.seat_of[post] == nobody);
            let post = post.unwrap_or(courier.from);
            (courier.from, courier.to, courier.next, courier.waits) = (post, post, post, false);
            courier.directive = Directive { place: courier.place, text: "".into() };
        }
    }
    let stranger = |post: PostId| known.seat() != Some(battle.fixed.seat_of[post]);
    for post in battle.posts.ids().filter(|&post| stranger(post)) {
        (stage.generals[post].directive, stage.generals[post].sent) = (None, 0);
    }
    let units = &stage.units;
    stage.fights.retain(|fight| units[fight.striker].here() && units[fight.struck].here());
    stage.charges.retain(|charge| units[charge.unit].here() && units[charge.target].here());
    for post in battle.posts.ids().filter(|&post| !own_side(battle.posts[post].rider.side)) {
        stage.posts[post].rider.ride = None;
    }
    stage
}
