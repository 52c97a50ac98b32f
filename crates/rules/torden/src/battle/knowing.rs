//! Who knows what: the one place where these rules say who sits where, sees whom and commands whom, and what a seat may suppose of the rest.

use std::borrow::Cow;

use krigsspil_engine::battle::{Life, Presence, SeatId};
use krigsspil_turn::knowledge::{Knowledge, Known, Seating, Sightings};

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

/// A seat, and a battle it looks at: as it is for what is carried out, as the seat may suppose it ([`supposed`]) for all it is shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Eyes<'a> {
    known: Knowledge<'a, Battle>,
    battle: &'a Battle,
}

impl<'a> Eyes<'a> {
    pub fn of(battle: &'a Battle, seat: &SeatId) -> Eyes<'a> {
        Eyes { known: Knowledge::of(battle, seat), battle }
    }

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

/// The battle as a seat may suppose it: units of others that it does not see are not there, and what is in the papers of another side is
/// blank. Views, prompts and previews are worked out on this, so that nothing hidden can be told.
pub(super) fn supposed<'a>(battle: &'a Battle, seat: &SeatId) -> Cow<'a, Battle> {
    let known = Knowledge::of(battle, seat);
    if known.is_umpire() {
        return Cow::Borrowed(battle);
    }
    let mut supposed = battle.clone();
    for unit in battle.units.ids().filter(|&unit| Some(battle.units[unit].side) != known.side()) {
        forget(&mut supposed.units[unit], known.knows(unit));
    }
    let others = |battle: &Battle, post: PostId| Some(battle.posts[post].rider.side) != known.side();
    for post in battle.posts.ids().filter(|&post| others(battle, post)) {
        supposed.posts[post].rider.life = Life::Coming;
        supposed.posts[post].instruction.clear();
        let staff = &mut supposed.staff[post];
        (staff.order, staff.objective, staff.pending) = (CorpsOrder::Hold, None, None);
        (staff.engaged, staff.spent, staff.detached, staff.detaching) = (false, 0, None, None);
    }
    supposed.detaching.retain(|(unit, _)| Some(battle.units[*unit].side) == known.side());
    Cow::Owned(supposed)
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
