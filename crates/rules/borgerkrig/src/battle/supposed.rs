//! A battle as one seat may suppose it: what it knows as it is, what it cannot know as it might be.
//!
//! Previews are worked out on such a battle, so they tell nothing that the seat does not know: whatever is hidden from it is not
//! there, or is made up here from nothing but what it sees.

use std::sync::Arc;

use krigsspil_engine::battle::{BattleDice, SeatId};
use krigsspil_field::prelude::Placed;
use krigsspil_turn::command::Post;
use krigsspil_turn::knowledge::{Log, Sightings};
use krigsspil_turn::resume::Turns;
use krigsspil_turn::riders::Rider;

use super::knowing::knows;
use super::run::clearing::laid;
use super::sight::{knows_work, lookouts, sees_from};
use super::state::*;
use crate::tables::Tables;
use crate::vocabulary::*;

/// What is made up for what cannot be known. Two that differ in everything tell which facts rest on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guess {
    /// The usual: in good order, of no valeur, having fired before.
    Usual,
    /// Anything else.
    Unusual,
}

/// The battle as a seat may suppose it.
pub(super) fn supposed(battle: &Battle, tables: &Tables, seat: &SeatId, guess: Guess) -> Battle {
    let mine = |unit: UnitId| battle.seat_of_unit(unit) == seat;
    let eyes = lookouts(battle, seat);
    let side = battle.units.ids().find(|&unit| mine(unit)).map(|unit| battle.units[unit].side);
    let in_sight = |unit: UnitId| eyes.iter().any(|&eye| sees_from(battle, tables, eye, unit));
    let known = |unit: UnitId| match side {
        Some(side) if battle.units[unit].side == side => mine(unit) || in_sight(unit),
        Some(side) => knows(battle, seat, side, unit),
        None => false,
    };
    let units = battle.units.ids().map(|unit| match (mine(unit), battle.units[unit].here() && known(unit)) {
        (true, _) => own(battle, unit, &known),
        (false, true) => seen(battle, unit, guess),
        (false, false) => Unit { presence: Presence::Coming, ..hidden(battle, unit) },
    });
    let works: Vec<bool> =
        battle.works.made.iter().map(|made| knows_work(battle, tables, seat, made)).collect();
    let ground = match works.iter().all(|known| *known) {
        true => battle.ground.clone(),
        false => laid(battle, tables, |work| works[work]).map_or_else(|| battle.ground.clone(), Arc::new),
    };
    let commands = |post: PostId| battle.fixed.seat_of[post] == *seat;
    let rider = |rider: &Rider, here: bool| {
        let life = if here { rider.life } else { Life::Coming };
        Rider { life, ride: None, ..rider.clone() }
    };
    let posted = |post: &Post, here: bool| Post { rider: rider(post, here), ..post.clone() };
    Battle {
        units: units.collect(),
        generals: battle.generals.iter().map(|(post, general)| posted(general, commands(post))).collect(),
        couriers: battle
            .couriers
            .values()
            .map(|courier| Courier {
                rider: rider(courier, commands(courier.general)),
                order: None,
                ..courier.clone()
            })
            .collect(),
        ground,
        parked: None,
        turns: Turns::default(),
        waiting: Vec::new(),
        log: Log::new(&battle.fixed.seating),
        seen: seen_alone(battle, seat),
        held: vec![None; battle.held.len()],
        dice: BattleDice::from_seed(0),
        ..battle.clone()
    }
}

/// What a seat sees, and nobody else anything.
fn seen_alone(battle: &Battle, seat: &SeatId) -> Sightings {
    let seating = &battle.fixed.seating;
    let mut seen = Sightings::new(seating);
    if let Some(seat) = seating.number(seat) {
        seen.set(seat, battle.seen.seen_by(seat).collect());
    }
    seen
}

/// A unit of the seat's own, without what it has to do with those the seat does not know of.
fn own(battle: &Battle, unit: UnitId, known: &impl Fn(UnitId) -> bool) -> Unit {
    let own = &battle.units[unit];
    Unit {
        melee: own.melee.iter().copied().filter(|&other| known(other)).collect(),
        grips: own.grips.iter().filter(|grip| known(grip.with)).cloned().collect(),
        fire_fight: own.fire_fight.filter(|(target, _)| known(*target)),
        written: None,
        now: ThisTurn::default(),
        ..own.clone()
    }
}

/// Nothing of a unit but its slot: what it is and where it stands is not copied.
fn hidden(battle: &Battle, unit: UnitId) -> Unit {
    let body = &battle.units[unit];
    stranger(body, Guess::Usual, body.placed.clone(), a_post(battle, body.side))
}

/// Some post of a side: under whom a unit stands is not seen.
fn a_post(battle: &Battle, side: SideId) -> PostId {
    battle.generals.find(|general| general.side == side).unwrap_or(PostId::of(0))
}

/// A unit of somebody else's, as it is seen.
fn seen(battle: &Battle, unit: UnitId, guess: Guess) -> Unit {
    let there = &battle.units[unit];
    stranger(there, guess, there.placed.clone(), a_post(battle, there.side))
}

/// What anybody can see of a unit, and beside it only what is made up. Every field is named, so that none is copied unthinkingly.
fn stranger(there: &Unit, guess: Guess, placed: Placed, general: PostId) -> Unit {
    let unusual = guess == Guess::Unusual;
    let rout = there.order == Order::Rout;
    let order = match (rout, unusual) {
        (true, _) => Order::Rout,
        (false, true) => Order::LightDisorder,
        (false, false) => Order::Good,
    };
    Unit {
        // What is seen.
        id: there.id.clone(),
        side: there.side,
        branch: there.branch,
        army: there.army,
        figures: there.figures,
        mounted: there.mounted,
        formation: there.formation,
        gap_mm: there.gap_mm,
        on_flanks_mm: there.on_flanks_mm,
        pose: placed.pose(),
        trail: there.trail.clone(),
        building: there.building,
        presence: there.presence,
        wagon: there.wagon.map(|_| [2, 2]),
        battery: there.battery.as_ref().map(|battery| guns(battery.limbered, there.figures, unusual)),
        placed,
        order,
        // What is made up.
        name: "".into(),
        general,
        original: there.figures + if unusual { 6 } else { 0 },
        lost_men: if unusual { 120 } else { 0 },
        captured: 0,
        valeur: i32::from(unusual),
        weapon: weapon(there.branch, unusual),
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
