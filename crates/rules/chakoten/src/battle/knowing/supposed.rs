//! A battle as one seat may suppose it: what the seat knows is as it is, what it cannot know is as it might be.
//!
//! Previews are computed on such a battle, so they reveal nothing: whatever is hidden from the seat is absent, or is invented here from
//! what the seat sees.

use krigsspil_engine::battle::{BattleDice, OwnUnit, Presence};
use krigsspil_turn::command::Post;
use krigsspil_turn::knowledge::Log;
use krigsspil_turn::resume::Turns;
use krigsspil_turn::riders::Rider;
use krigsspil_turn::timeline::Instant;

use super::{Knows, Seen};
use crate::battle::labour::Craft;
use crate::battle::order::UnitOrder;
use crate::battle::run::rehearsal::{Rehearsal, rehearse};
use crate::battle::state::*;
use crate::tables::Tables;
use crate::vocabulary::*;

/// What is invented in place of unknown facts. Two guesses that differ in everything show which facts depend on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::battle) enum Guess {
    /// The usual: in good order, with valeur 0, not its first fire.
    Usual,
    /// Anything else.
    Unusual,
}

/// A battle as a seat supposes it. The only access to it is a rehearsal.
pub(in crate::battle) struct Supposed<'a> {
    battle: Battle,
    tables: &'a Tables,
}

impl Supposed<'_> {
    /// Runs the turn for one unit with this order up to the first throw that decides something.
    pub fn rehearse(mut self, unit: UnitId, order: &UnitOrder) -> Rehearsal {
        rehearse(&mut self.battle, self.tables, unit, order)
    }
}

/// A long time ago.
const LONG_AGO: Instant = Instant { turn: 0, moment: 0.0 };

impl<'a> Knows<'a> {
    /// The battle as the seat may suppose it.
    pub(in crate::battle) fn supposed(&self, guess: Guess) -> Supposed<'a> {
        let Knows { battle, tables, .. } = *self;
        let in_sight = self.in_sight();
        let seen = |unit: UnitId| {
            let of_side = Some(battle.units[unit].side) == self.side();
            battle.units[unit].here() && if of_side { in_sight.sees(unit) } else { self.sights(unit) }
        };
        let known = |unit: &UnitId| self.own(*unit).is_some() || seen(*unit);
        let units = battle.units.ids().map(|unit| match self.own(unit) {
            Some(own) => mine(own.whole(), &known),
            None => stranger(Seen { unit: &battle.units[unit] }, guess, battle.turn, seen(unit)),
        });
        let generals = battle.generals.iter().map(|(post, general)| {
            let life = if self.commands(post) { general.life } else { Life::Coming };
            let rider = Rider { life, ride: None, ..general.rider.clone() };
            Post { rider, ..general.clone() }
        });
        let (land, ground) = self.land_and_ground();
        let battle = Battle {
            units: units.collect(),
            generals: generals.collect(),
            turns: Turns::default(),
            waiting: Vec::new(),
            positions: Vec::new(),
            log: Log::new(&battle.fixed.seating),
            held: vec![None; battle.held.len()],
            dice: BattleDice::from_seed(0),
            ending: None,
            fixed: battle.fixed.clone(),
            ground,
            turn: battle.turn,
            moment: 0.0,
            phase: battle.phase.clone(),
            fell: battle.fell.clone(),
            couriers: battle.couriers.clone(),
            messages: Vec::new(),
            entries: battle.entries,
            gate: battle.gate.clone(),
            umpire: battle.umpire.clone(),
            land,
            seen: battle.seen.clone(),
        };
        Supposed { battle, tables }
    }
}

/// A unit of the seat's own: everything but what it remembers of units that the seat does not know of.
fn mine(own: &Unit, known: &dyn Fn(&UnitId) -> bool) -> Unit {
    let mut own = own.clone();
    own.now = ThisTurn::default();
    own.last_fought.retain(known);
    own.shelled.retain(known);
    if let Some(guns) = &mut own.battery {
        guns.registered = guns.registered.filter(|registered| known(&registered.unit));
    }
    own
}

/// A unit of somebody else: what is seen of it, and otherwise what is guessed.
fn stranger(seen: Seen<'_>, guess: Guess, turn: u32, here: bool) -> Unit {
    let unusual = guess == Guess::Unusual;
    let looks = seen.unit;
    let foot = seen.branch() == Branch::Infantry;
    let pieces = seen.placed().bases().count() as i32;
    let order = match (seen.routs(), unusual) {
        (true, _) => Order::Rout,
        (false, true) => Order::Light1,
        (false, false) => Order::Good,
    };
    let battery = looks.battery.as_ref().map(|guns| Battery {
        piece: if unusual { Piece::Prussia6PdHorse } else { Piece::Denmark6PdFoot },
        kind: if unusual { BatteryKind::Horse } else { BatteryKind::Foot },
        howitzers: false,
        pieces: (4 * pieces).clamp(1, 13) - i32::from(unusual && pieces > 1),
        figure_pieces: pieces.clamp(1, 6),
        horses: [8; 2],
        limbered: guns.limbered,
        unready: None,
        registered: None,
        registered_too: None,
        ranged_building: None,
        crew: guns.crew,
    });
    Unit {
        // What is seen.
        id: looks.id.clone(),
        side: looks.side,
        branch: looks.branch,
        arm: looks.arm,
        base: looks.base,
        figures: looks.figures,
        formation: looks.formation,
        one_front: looks.one_front,
        front: looks.placed.body().files() as i32,
        pose: looks.placed.pose(),
        trail: looks.trail.clone(),
        inside: looks.inside.clone(),
        craft: Craft::default(),
        too_far: false,
        parent: looks.parent,
        presence: if here { Presence::Here } else { Presence::Gone },
        placed: looks.placed.clone(),
        order,
        massed: looks.massed,
        battery,
        // What is invented.
        name: "".into(),
        general: looks.general,
        landwehr: false,
        light: false,
        original: looks.figures + if unusual { 6 } else { 0 },
        carried: 0,
        lost_men: if unusual { 6 * MEN } else { 0 },
        counts_from: None,
        brigade: Vec::new(),
        split_from: None,
        instruction: None,
        orderly: None,
        stores: 4,
        drawing: None,
        merging: None,
        leave: Vec::new(),
        valeur: if unusual { 3 } else { 0 },
        training: Training { defence: i32::from(unusual), ..Training::default() },
        schooling: Schooling::default(),
        weapon: match (foot, unusual) {
            (true, false) => Some(Weapon::Musket),
            (true, true) => Some(Weapon::Rifle),
            (false, false) => None,
            (false, true) => (looks.branch == Branch::Cavalry).then_some(Weapon::Carbine),
        },
        rifles_only: false,
        loads: if unusual { 0 } else { 12 },
        first_fire_spent: !unusual,
        first_attack_spent: !unusual,
        smoke: unusual.then(|| turn.saturating_sub(1)),
        victory: None,
        stands_since: LONG_AGO,
        held_until: None,
        quiet_since: LONG_AGO,
        turned: Vec::new(),
        run: None,
        storming: Storming::default(),
        flight_turns: i32::from(order == Order::Rout),
        gave_prisoners: false,
        beaten_in_flight: 0,
        last_fought: Vec::new(),
        last_order: None,
        last_failed: None,
        written: None,
        shelled: Vec::new(),
        entry: 0,
        left_guns: None,
        penalty: 0,
        carried_step: None,
        now: ThisTurn::default(),
        todo: Vec::new(),
        planned: None,
        track: None,
        marks: Vec::new(),
    }
}

/// The entry of a unit in a rehearsal of another's order: it stands, and supports if it is told to support that one.
pub(in crate::battle) fn stands_by(written: Option<&UnitOrder>, for_whom: &str) -> Option<UnitOrder> {
    let supports = written?.supports().filter(|unit| ***unit == *for_whom)?;
    Some(UnitOrder::Stand { support: Some(OwnUnit::from(&*supports.0)) })
}
