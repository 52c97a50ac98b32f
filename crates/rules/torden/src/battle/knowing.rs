//! Who knows what: the one place where these rules say who sits where, sees whom and commands whom, and what a seat may suppose of the rest.

use std::borrow::Cow;
use std::ops::Deref;

use krigsspil_engine::battle::{BattleDice, Life, Presence, SeatId};
use krigsspil_field::prelude::Placed;
use krigsspil_turn::knowledge::{Knowledge, Log};

use super::state::*;
use crate::vocabulary::{CorpsOrder, Formation, Order};

krigsspil_turn::common! {
    Battle in Fixed.given,
    units: Unit under chief,
    posts: posts by post,
    ready: ready,
    seen: SeenUnit as SeenUnit::of,
}

/// A unit as anybody sees it: where and how it stands, and how it keeps together (§1.6.4, §4.5.3).
#[derive(Clone, Copy, Debug)]
pub struct SeenUnit<'a> {
    /// Its formation.
    pub formation: Formation,
    /// Its order.
    pub order: Order,
    /// Where it stands.
    pub placed: &'a Placed,
}

impl<'a> SeenUnit<'a> {
    fn of(unit: &'a Unit) -> SeenUnit<'a> {
        SeenUnit { formation: unit.formation, order: unit.order, placed: &unit.placed }
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
}

impl<'a> Deref for Eyes<'a> {
    type Target = Knowledge<'a, Battle>;

    fn deref(&self) -> &Knowledge<'a, Battle> {
        &self.known
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
        supposed.posts[post].instruction = "".into();
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
