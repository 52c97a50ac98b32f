//! A battle as one seat may suppose it: what the seat knows is as it is, what it cannot know is as it might be.
//!
//! Previews are computed on such a battle, so they reveal nothing that the seat does not know: whatever is hidden from it is absent, or is
//! invented here only from what the seat sees.

use std::sync::Arc;

use krigsspil_engine::battle::BattleDice;
use krigsspil_field::prelude::{Bearing, Placed, Point, Pose};
use krigsspil_turn::command::Post;
use krigsspil_turn::knowledge::{Log, Sightings};
use krigsspil_turn::resume::Turns;
use krigsspil_turn::riders::Rider;
use krigsspil_turn::standing::placeholder;

use super::{InSight, Knows, Own, Seen};
use crate::battle::order::{Ride, UnitOrder};
use crate::battle::run::rehearsal::{Rehearsal, rehearse, rehearse_ride};
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
    /// Runs the turn for one unit with this order, and returns its position afterwards.
    pub fn rehearse(&mut self, unit: UnitId, order: &UnitOrder) -> (Rehearsal, &Unit) {
        let rehearsal = rehearse(&mut self.battle, self.tables, unit, order);
        (rehearsal, &self.battle.units[unit])
    }

    /// Where a ride from a place leads in one turn, and whom it reaches.
    pub fn ride(&mut self, from: Point, to: &Ride) -> (Point, Option<Arc<str>>) {
        let (place, with) = rehearse_ride(&mut self.battle, self.tables, from, to);
        (place, with.map(|unit| self.battle.units[unit].id.clone()))
    }
}

impl<'a> Knows<'a> {
    /// The battle as the seat may suppose it.
    pub(in crate::battle) fn supposed(&self, guess: Guess) -> Option<Supposed<'a>> {
        let Knows { battle, tables, .. } = *self;
        let in_sight = self.in_sight();
        let nobody = Looks::nobody()?;
        let known = |unit: UnitId| self.thinks_of(&in_sight, unit).is_some();
        let units = battle.units.ids().map(|unit| match (self.own(unit), self.thinks_of(&in_sight, unit)) {
            (Some(own), _) => without_unknown(own, &known),
            (None, Some(seen)) if seen.here() => stranger(Looks::of(seen), guess, self.a_post(seen.side())),
            (None, _) => stranger(nobody.clone(), guess, PostId::of(0)),
        });
        let commands = |post: PostId| self.commands(post);
        let rider = |rider: &Rider, here: bool| {
            let life = if here { rider.life } else { Life::Coming };
            Rider { life, ride: None, ..rider.clone() }
        };
        let generals = battle
            .generals
            .iter()
            .map(|(post, general)| Post { rider: rider(general, commands(post)), ..general.clone() });
        let couriers = battle.couriers.values().map(|courier| Courier {
            rider: rider(courier, commands(courier.general)),
            order: None,
            ..courier.clone()
        });
        let battle = Battle {
            units: units.collect(),
            generals: generals.collect(),
            couriers: couriers.collect(),
            ground: self.ground(),
            parked: None,
            turns: Turns::default(),
            waiting: Vec::new(),
            log: Log::new(&battle.fixed.seating),
            seen: self.seen_alone(),
            held: vec![None; battle.held.len()],
            dice: BattleDice::from_seed(0),
            fixed: battle.fixed.clone(),
            turn: battle.turn,
            moment: battle.moment,
            phase: battle.phase.clone(),
            works: self.known_works().0,
            gate: battle.gate.clone(),
            umpire: battle.umpire.clone(),
            ending: None,
        };
        Some(Supposed { battle, tables })
    }

    /// A unit that it takes into account: its own, another's of its side if in sight, one of another side if seen this turn.
    fn thinks_of(&self, in_sight: &InSight<'_>, unit: UnitId) -> Option<Seen<'a>> {
        let seen = self.seen(unit)?;
        let friend = Some(seen.side()) == self.side() && !self.reads(unit);
        (!friend || in_sight.sees(unit)).then_some(seen)
    }

    /// What it sees; the others see nothing.
    fn seen_alone(&self) -> Sightings {
        let mut seen = Sightings::new(&self.battle.fixed.seating);
        if let Some(seat) = self.seat() {
            seen.set(seat, self.sighted().collect());
        }
        seen
    }

    /// Some post of a side: nobody sees who commands a unit.
    fn a_post(&self, side: SideId) -> PostId {
        self.battle.generals.find(|general| general.side == side).unwrap_or(PostId::of(0))
    }
}

/// A unit of the seat's own, without its relations to units that the seat does not know of.
fn without_unknown(own: Own<'_>, known: &impl Fn(UnitId) -> bool) -> Unit {
    Unit {
        melee: own.melee.iter().copied().filter(|&other| known(other)).collect(),
        grips: own.grips.iter().filter(|grip| known(grip.with)).cloned().collect(),
        fire_fight: own.fire_fight.filter(|(target, _)| known(*target)),
        written: None,
        now: ThisTurn::default(),
        ..own.whole().clone()
    }
}

/// What anybody can see of a unit.
#[derive(Clone)]
struct Looks {
    id: Arc<str>,
    side: SideId,
    branch: Branch,
    army: Army,
    figures: i32,
    mounted: bool,
    formation: Formation,
    gaps_mm: [i32; 2],
    trail: Vec<Point>,
    building: Option<usize>,
    presence: Presence,
    wagon: bool,
    limbered: Option<bool>,
    rout: bool,
    placed: Placed,
}

impl Looks {
    fn of(seen: Seen<'_>) -> Looks {
        Looks {
            id: seen.id().clone(),
            side: seen.side(),
            branch: seen.branch(),
            army: seen.army(),
            figures: seen.figures(),
            mounted: seen.mounted(),
            formation: seen.formation(),
            gaps_mm: seen.gaps_mm(),
            trail: seen.trail().to_vec(),
            building: seen.building(),
            presence: seen.presence(),
            wagon: seen.is_wagon(),
            limbered: seen.limbered(),
            rout: seen.routs(),
            placed: seen.placed().clone(),
        }
    }

    /// The slot of a unit that the seat does not know: it is empty.
    fn nobody() -> Option<Looks> {
        Some(Looks {
            id: "".into(),
            side: SideId::of(0),
            branch: Branch::Infantry,
            army: Army::Union,
            figures: 1,
            mounted: false,
            formation: Formation::Line,
            gaps_mm: [0, 0],
            trail: Vec::new(),
            building: None,
            presence: Presence::Coming,
            wagon: false,
            limbered: None,
            rout: false,
            placed: placeholder(Pose::new(Point::ORIGIN, Bearing::NORTH)).ok()?,
        })
    }
}

/// What anybody can see of a unit; everything else is invented. Every field is named, so that none is copied by accident.
fn stranger(looks: Looks, guess: Guess, general: PostId) -> Unit {
    let unusual = guess == Guess::Unusual;
    let order = match (looks.rout, unusual) {
        (true, _) => Order::Rout,
        (false, true) => Order::LightDisorder,
        (false, false) => Order::Good,
    };
    Unit {
        // What is seen.
        id: looks.id,
        side: looks.side,
        branch: looks.branch,
        army: looks.army,
        figures: looks.figures,
        mounted: looks.mounted,
        formation: looks.formation,
        gap_mm: looks.gaps_mm[0],
        on_flanks_mm: looks.gaps_mm[1],
        pose: looks.placed.pose(),
        trail: looks.trail,
        building: looks.building,
        presence: looks.presence,
        wagon: looks.wagon.then_some([2, 2]),
        battery: looks.limbered.map(|limbered| guns(limbered, looks.figures, unusual)),
        placed: looks.placed,
        order,
        // What is invented.
        name: "".into(),
        general,
        original: looks.figures + if unusual { 6 } else { 0 },
        lost_men: if unusual { 120 } else { 0 },
        captured: 0,
        valeur: i32::from(unusual),
        weapon: weapon(looks.branch, unusual),
        company: 3,
        detached: false,
        regiment: None,
        pinned_left: 0,
        pinned_from: None,
        quiet: 0,
        rallies: 0,
        ammunition: true,
        ever_fired: !unusual,
        fired_last: !unusual,
        fire_fight: None,
        last_storm: None,
        was_moving: false,
        last_order: None,
        written: None,
        work: None,
        penalty: 0,
        melee: Vec::new(),
        grips: Vec::new(),
        act_done: None,
        now: ThisTurn::default(),
        todo: Vec::new(),
        planned: None,
        track: None,
    }
}

fn weapon(branch: Branch, unusual: bool) -> Option<Weapon> {
    let weapon = if unusual { Weapon::MusketM42 } else { Weapon::SpringfieldM61 };
    matches!(branch, Branch::Infantry | Branch::Cavalry).then_some(weapon)
}

fn guns(limbered: bool, gunners: i32, unusual: bool) -> Battery {
    let pieces = if unusual { 4 } else { 6 };
    Battery {
        gun: if unusual { Gun::Gun6pd } else { Gun::Napoleon12pd },
        riding: false,
        limbered,
        guns: [pieces, 0, 0],
        limbers: [pieces, 0, 0],
        horses: [gunners.max(1), gunners.max(1)],
        rounds: [10, 10, 10],
        hit: None,
        repair: None,
        sheltered: false,
        abandoned: None,
    }
}
