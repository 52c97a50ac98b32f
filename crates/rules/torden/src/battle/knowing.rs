//! Who knows what: the one place where these rules say who sits where, sees whom and commands whom, and what a seat may suppose of the rest.

use std::borrow::Cow;

use krigsspil_engine::battle::{BattleDice, Life, Presence, SeatId};
use krigsspil_turn::knowledge::{Knowledge, Known, Log, Seating, Sightings};

use super::state::*;
use crate::vocabulary::CorpsOrder;

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
        self.fixed.seat_of[self.units[unit].chief]
    }
}

/// The battle as a seat may suppose it: units of others that it does not see are not there, and what is in the papers of another side is
/// blank. Views, prompts, previews and the checks of what a seat wants to do are worked out on this, so that nothing hidden can be told,
/// not even by a refusal.
#[derive(Debug)]
pub(super) struct Supposed<'a> {
    battle: Cow<'a, Battle>,
    seat: Option<SeatNo>,
}

impl<'a> Supposed<'a> {
    /// What a seat may suppose; somebody without a seat supposes what an onlooker does.
    pub fn of(battle: &'a Battle, seat: &SeatId) -> Supposed<'a> {
        let known = Knowledge::of(battle, seat);
        let battle =
            if known.is_umpire() { Cow::Borrowed(battle) } else { Cow::Owned(supposed(battle, known)) };
        Supposed { battle, seat: known.seat() }
    }

    /// The seat that looks at it.
    pub fn eyes(&self) -> Eyes<'_> {
        let battle: &Battle = &self.battle;
        let known = match self.seat {
            Some(seat) => Knowledge::of_seat(battle, seat),
            None => Knowledge::of(battle, &SeatId::from("")),
        };
        Eyes { known, battle }
    }
}

/// A seat, and the battle as it may suppose it. There is no other way to make one than through [`Supposed`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Eyes<'a> {
    known: Knowledge<'a, Battle>,
    battle: &'a Battle,
}

impl<'a> Eyes<'a> {
    /// The battle as the seat may suppose it.
    pub fn battle(&self) -> &'a Battle {
        self.battle
    }

    /// The seat; none for somebody who sits nowhere.
    pub fn seat(&self) -> Option<SeatNo> {
        self.known.seat()
    }

    pub fn side(&self) -> Option<SideId> {
        self.known.side()
    }

    pub fn is_umpire(&self) -> bool {
        self.known.is_umpire()
    }

    pub fn knows(&self, unit: UnitId) -> bool {
        self.known.knows(unit)
    }

    pub fn reads(&self, unit: UnitId) -> bool {
        self.known.reads(unit)
    }
}

/// A copy of the battle without what a seat may not know. The log is left out: each seat is told its own events.
fn supposed(battle: &Battle, known: Knowledge<'_, Battle>) -> Battle {
    let mut supposed = Battle {
        fixed: battle.fixed.clone(),
        turn: battle.turn,
        stand: battle.stand.clone(),
        ready: battle.ready.clone(),
        reacted: battle.reacted,
        units: battle.units.clone(),
        detaching: battle.detaching.clone(),
        posts: battle.posts.clone(),
        staff: battle.staff.clone(),
        seen: battle.seen.clone(),
        held: battle.held.clone(),
        umpire: battle.umpire.clone(),
        ending: battle.ending.clone(),
        dice: BattleDice::from_seed(0),
        log: Log::default(),
        turns: battle.turns.clone(),
    };
    for unit in battle.units.ids().filter(|&unit| Some(battle.units[unit].side) != known.side()) {
        forget(&mut supposed.units[unit], known.knows(unit));
    }
    let others = |post: PostId| Some(battle.posts[post].rider.side) != known.side();
    for post in battle.posts.ids().filter(|&post| others(post)) {
        supposed.posts[post].rider.life = Life::Coming;
        supposed.posts[post].instruction.clear();
        let staff = &mut supposed.staff[post];
        (staff.order, staff.objective, staff.pending) = (CorpsOrder::Hold, None, None);
        (staff.engaged, staff.spent, staff.detached, staff.detaching) = (false, 0, None, None);
    }
    supposed.detaching.retain(|(unit, _)| Some(battle.units[*unit].side) == known.side());
    supposed
}

/// What stands on the table of another's unit stays; the rest goes, and all of it where it is not seen.
fn forget(unit: &mut Unit, seen: bool) {
    if !seen && unit.here() {
        unit.presence = Presence::Coming;
    }
    (unit.quiet, unit.gone_back, unit.since_rout, unit.detached, unit.sortie) = (0, 0, 1, None, false);
    if let Some(guns) = &mut unit.battery {
        (guns.loads, guns.shelled_by) = (1, 0);
    }
    let now = &mut unit.now;
    (now.disposes, now.aborts, now.rallies) = (None, None, None);
    (now.fires, now.resupplies, now.breaks_off, now.leaves_town) = (Vec::new(), false, false, false);
    if !seen {
        unit.melee.clear();
        unit.now = Now::default();
    }
}
