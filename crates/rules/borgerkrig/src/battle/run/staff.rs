//! Generals and couriers: rides, falls, captures, succession (§03.01.5, §07.06.3, §08.05.0).

use krigsspil_engine::Centimetres;
use krigsspil_engine::battle::{Audience, OwnUnit, Place};
use krigsspil_field::prelude::*;
use krigsspil_turn::knowledge::told;
use serde_json::json;

use super::lines::nearest_place;
use super::{Asked, Go, RiderId, Run, Subject};
use crate::battle::order::Ride;
use crate::battle::questions::{TAKES_OVER, TakesOver};
use crate::battle::state::*;
use crate::battle::terrain::UnitRates;
use crate::procedures::melee::{Danger, GeneralFate};
use crate::procedures::reorganisation::AppointGeneral;
use crate::vocabulary::MarchRow;

/// A rider so near a unit's edge, in metres, touches it.
const RIDER_TOUCHES: f64 = 1.0;

impl Run<'_> {
    /// The generals in base contact with a unit.
    pub(super) fn generals_with(&self, unit: UnitId) -> Vec<PostId> {
        let held = self.unit(unit);
        let touches =
            |place: Point| held.placed.parts().iter().any(|part| part.distance_to(place) <= RIDER_TOUCHES);
        self.battle
            .generals
            .ids()
            .filter(|&post| {
                let general = &self.battle.generals[post];
                general.life == Life::Here
                    && general.side == held.side
                    && (general.with == Some(unit) || (general.with.is_none() && touches(general.place)))
            })
            .collect()
    }

    /// Is a general with the unit?
    pub(super) fn general_with(&self, unit: UnitId) -> bool {
        !self.generals_with(unit).is_empty()
    }

    /// The generals with a unit fall (§05.02.7, §06.03.9, §07.05.4).
    pub(super) fn general_falls(&mut self, unit: UnitId, rule: &'static str) {
        for post in self.generals_with(unit) {
            self.battle.generals[post].life = Life::Fallen;
            self.battle.generals[post].with = None;
            let name = self.battle.generals[post].id.clone();
            self.tell("general_falls", rule, &[unit], json!({"general": name}));
        }
    }

    /// The generals with a unit are taken (§07.06.2).
    pub(super) fn general_captured(&mut self, unit: UnitId, by: UnitId) {
        for post in self.generals_with(unit) {
            self.battle.generals[post].life = Life::Captured;
            self.battle.generals[post].with = None;
            let name = self.battle.generals[post].id.clone();
            self.tell("general_captured", "07.06.2", &[unit, by], json!({"general": name}));
        }
    }

    /// A unit is gone: those who rode with it stay where it was.
    pub(super) fn leave_staff_behind(&mut self, unit: UnitId) {
        let place = self.unit(unit).placed.pose().at;
        for general in self.battle.generals.values_mut().filter(|general| general.with == Some(unit)) {
            general.with = None;
            general.place = place;
        }
        for courier in self.battle.couriers.values_mut().filter(|courier| courier.with == Some(unit)) {
            courier.with = None;
            courier.place = place;
        }
    }

    /// Those who are with a unit move with it, for nothing (§03.01.5).
    pub(super) fn carry_staff(&mut self, unit: UnitId) {
        let placed = &self.battle.units[unit].placed;
        let place = placed.pose().at.on_grid();
        for general in self.battle.generals.values_mut().filter(|general| general.with == Some(unit)) {
            general.place = place;
        }
        for courier in self.battle.couriers.values_mut().filter(|courier| courier.with == Some(unit)) {
            courier.place = place;
        }
    }

    /// A unit's men are in the ranks of another: so are those who rode with it.
    pub(super) fn staff_goes_over(&mut self, from: UnitId, to: UnitId) {
        let generals = self.battle.generals.values_mut().map(|general| &mut general.with);
        let couriers = self.battle.couriers.values_mut().map(|courier| &mut courier.with);
        for with in generals.chain(couriers).filter(|with| **with == Some(from)) {
            *with = Some(to);
        }
        self.carry_staff(to);
    }

    /// The next moment at which a general or courier is to ride.
    pub(super) fn next_ride(&self) -> Option<f64> {
        let generals = self.battle.generals.values().filter(|general| general.life == Life::Here);
        let couriers = self.battle.couriers.values().filter(|courier| courier.life == Life::Here);
        let rides = generals.map(|general| (&general.ride, general.ride_at));
        let rides = rides.chain(couriers.map(|courier| (&courier.ride, courier.ride_at)));
        rides
            .filter(|(ride, at)| ride.is_some() && *at > self.battle.moment)
            .map(|(_, at)| at)
            .min_by(f64::total_cmp)
    }

    /// Those who are to ride at this moment do: once a turn, at staff rates, without time (§03.01.5).
    pub(super) fn staff_rides(&mut self) {
        let now = |at: f64| at == self.battle.moment;
        let due = |life: Life, ride: &Option<Ride>, at: f64| life == Life::Here && ride.is_some() && now(at);
        let generals = self.battle.generals.iter();
        let generals: Vec<PostId> = generals
            .filter(|(_, general)| !general.moved && due(general.life, &general.ride, general.ride_at))
            .map(|(post, _)| post)
            .collect();
        let couriers = self.battle.couriers.iter();
        let couriers: Vec<CourierId> = couriers
            .filter(|(_, courier)| !courier.moved && due(courier.life, &courier.ride, courier.ride_at))
            .map(|(at, _)| at)
            .collect();
        generals.into_iter().for_each(|post| self.general_rides(post));
        couriers.into_iter().for_each(|at| self.courier_rides(at));
    }

    /// Where somebody is who goes with a unit, or is where he is.
    fn place_of(&self, place: Point, with: Option<UnitId>) -> Point {
        with.map_or(place, |unit| self.unit(unit).placed.pose().at.on_grid())
    }

    fn general_rides(&mut self, post: PostId) {
        let general = &self.battle.generals[post];
        let Some(ride) = general.ride.clone() else { return };
        let from = self.place_of(general.place, general.with);
        let (place, with) = self.ridden(from, &ride);
        let general = &mut self.battle.generals[post];
        general.moved = place != from || with != general.with;
        (general.place, general.with) = (place, with);
        if arrived(place, with, &ride) {
            general.ride = None;
        }
    }

    fn courier_rides(&mut self, at: CourierId) {
        let courier = &self.battle.couriers[at];
        let Some(ride) = courier.ride.clone() else { return };
        let from = self.place_of(courier.place, courier.with);
        let (place, with) = self.ridden(from, &ride);
        let courier = &mut self.battle.couriers[at];
        courier.moved = place != from || with != courier.with;
        (courier.place, courier.with) = (place, with);
        if arrived(place, with, &ride) && courier.order.is_none() {
            courier.ride = None;
        }
        self.hand_over_instruction(at, &ride);
    }

    /// A courier who has reached the general hands him his new instruction (§03.01.1).
    fn hand_over_instruction(&mut self, at: CourierId, ride: &Ride) {
        let Ride::General { general } = ride else { return };
        let Some(post) = self.battle.general(general) else { return };
        let there = &self.battle.generals[post];
        let near = self.place_of(there.place, there.with).distance(self.battle.couriers[at].place) <= 0.5;
        if !near || there.life != Life::Here {
            return;
        }
        self.battle.couriers[at].ride = None;
        let Some(instruction) = self.battle.couriers[at].instruction.take() else { return };
        let about = json!({"general": there.id, "instruction": instruction});
        self.battle.generals[post].instruction = instruction;
        self.tell_side(post, "instruction_arrives", "03.01.1", about);
    }

    /// Where a ride of one turn leads, and whom it reaches.
    pub(super) fn ridden(&self, from: Point, ride: &Ride) -> (Point, Option<UnitId>) {
        // He touches a unit at its nearest edge, and is then with it.
        let (to, there, unit) = match ride {
            Ride::Stay => return (from, None),
            Ride::To { place: Place([x, y]) } => (point(*x, *y), point(*x, *y), None),
            Ride::General { general } => {
                match self.battle.general(general).map(|post| &self.battle.generals[post]) {
                    Some(there) if there.life == Life::Here => {
                        let place = self.place_of(there.place, there.with);
                        (place, place, there.with)
                    }
                    _ => return (from, None),
                }
            }
            Ride::With { unit } => match self.battle.unit(unit).filter(|&unit| self.unit(unit).here()) {
                Some(unit) => {
                    let placed = &self.unit(unit).placed;
                    (nearest_place(placed, from), placed.pose().at, Some(unit))
                }
                None => return (from, None),
            },
        };
        let metres = from.distance(to);
        if metres < 1.0 / 64.0 {
            return (if unit.is_some() { there.on_grid() } else { from }, unit);
        }
        let rates = UnitRates {
            tables: self.tables,
            row: MarchRow::Staff,
            never_halved: false,
            half_horses: false,
            all_horses: false,
            front: 1.0,
        };
        let rider = BaseSize::new(1.0, 1.0).map(|base| Body::lone(base, Role::Leader));
        let Ok(placed) = rider.and_then(|rider| rider.at(Pose::new(from, Bearing::of(to - from)))) else {
            return (from, None);
        };
        let Ok(track) = march(&placed, &[Leg::Ahead(metres)], &rates, &self.battle.ground, 0.0) else {
            return (from, None);
        };
        let end = track.halted_at(1.0).pose().at;
        if end.distance(to) <= 0.5 { (there.on_grid(), unit) } else { (end, None) }
    }

    /// Is somebody to ride at this moment?
    pub(super) fn ride_now(&self) -> bool {
        let now = |life: Life, ride: &Option<Ride>, at: f64| {
            life == Life::Here && ride.is_some() && at == self.battle.moment
        };
        self.battle.generals.values().any(|general| now(general.life, &general.ride, general.ride_at))
            || self.battle.couriers.values().any(|courier| now(courier.life, &courier.ride, courier.ride_at))
    }

    /// The side of a general or courier.
    pub(super) fn side_of_rider(&self, rider: RiderId) -> SideId {
        match rider {
            RiderId::Post(post) => self.battle.generals[post].side,
            RiderId::Courier(courier) => self.battle.couriers[courier].side,
        }
    }

    /// Generals and couriers who are with nobody, as bodies that stand; of several of a side at one place the first.
    pub(super) fn riders_alone(&self) -> Vec<(RiderId, Placed)> {
        let alone = |life: Life, with: Option<UnitId>| life == Life::Here && with.is_none();
        let generals = self.battle.generals.iter().filter(|(_, general)| alone(general.life, general.with));
        let couriers = self.battle.couriers.iter().filter(|(_, courier)| alone(courier.life, courier.with));
        let generals = generals.map(|(post, general)| (RiderId::Post(post), general.side, general.place));
        let couriers = couriers.map(|(at, courier)| (RiderId::Courier(at), courier.side, courier.place));
        let mut alone: Vec<(RiderId, SideId, Point)> = generals.chain(couriers).collect();
        alone.dedup_by_key(|(_, side, place)| (*side, *place));
        let standing = |(rider, _, place): (RiderId, SideId, Point)| {
            let body = Body::lone(BaseSize::new(1.0, 1.0).ok()?, Role::Leader);
            Some((rider, body.at(Pose::new(place, Bearing::NORTH)).ok()?))
        };
        alone.into_iter().filter_map(standing).collect()
    }

    /// Riders alone with an enemy within 2 cm: ride away if they have not moved, else are taken (§07.06.3).
    pub(super) fn riders_overrun(&mut self) -> Go {
        for post in self.battle.generals.ids() {
            let general = &self.battle.generals[post];
            if general.life != Life::Here || general.with.is_some() {
                continue;
            }
            let (side, place, moved) = (general.side, general.place, general.moved);
            let Some(enemy) = self.enemy_near(side, place) else { continue };
            if self.overrun(side, place, moved)? {
                self.battle.generals[post].life = Life::Captured;
                let name = self.battle.generals[post].id.clone();
                self.tell_taken("general_captured", (post, enemy), json!({"general": name}));
            } else if !moved {
                self.battle.generals[post].ride = self.way_out(side, place, general.ride.clone());
                self.general_rides(post);
                self.battle.generals[post].ride = None;
            }
        }
        for at in self.battle.couriers.ids() {
            let courier = &self.battle.couriers[at];
            if courier.life != Life::Here || courier.with.is_some() {
                continue;
            }
            let (side, place, moved) = (courier.side, courier.place, courier.moved);
            let Some(enemy) = self.enemy_near(side, place) else { continue };
            if self.overrun(side, place, moved)? {
                self.battle.couriers[at].life = Life::Captured;
                self.battle.couriers[at].order = None;
                let name = self.battle.couriers[at].id.clone();
                let post = self.battle.couriers[at].general;
                self.tell_taken("courier_captured", (post, enemy), json!({"courier": name}));
            } else if !moved {
                let on = courier.ride.clone();
                self.battle.couriers[at].ride = self.way_out(side, place, on.clone());
                self.courier_rides(at);
                self.battle.couriers[at].ride = on;
            }
        }
        Ok(())
    }

    /// Tells that a rider was taken: his own player too, whether he has seen by whom or not.
    fn tell_taken(&mut self, what: &'static str, (post, enemy): (PostId, UnitId), who: serde_json::Value) {
        let about = self.about(&[enemy], who);
        let own = self.battle.fixed.seat_of[post].clone();
        let told = match told(self.battle, &[enemy]) {
            Audience::Only(mut seats) if !seats.contains(&own) => {
                seats.push(own);
                Audience::Only(seats)
            }
            told => told,
        };
        self.tell_to(what, "07.06.3", about, None, told);
    }

    /// Where a rider goes before whom an enemy appears: on his own ride if it leads him clear, else to the nearest closed unit of his
    /// side (house).
    fn way_out(&self, side: SideId, place: Point, own: Option<Ride>) -> Option<Ride> {
        let clear = |ride: &Ride| {
            let (there, with) = self.ridden(place, ride);
            with.is_some() || self.enemy_near(side, there).is_none()
        };
        own.filter(clear).or_else(|| {
            let unit = OwnUnit::from(self.id(self.nearest_closed(side, place)?));
            Some(Ride::With { unit })
        })
    }

    fn enemy_near(&self, side: SideId, place: Point) -> Option<UnitId> {
        self.battle.here().find(|&unit| {
            let enemy = self.unit(unit);
            enemy.side != side
                && enemy.steady()
                && enemy.wagon.is_none()
                && enemy.placed.centre().distance(place) <= enemy.placed.radius() + 3.0 * CM
                && enemy.placed.parts().iter().any(|part| part.distance_to(place) <= 2.0 * CM + 1.0)
        })
    }

    /// A rider in the open with friends around him is in contact with them.
    fn overrun(&self, side: SideId, place: Point, moved: bool) -> Go<bool> {
        let touching = self.battle.here().any(|unit| {
            self.unit(unit).side == side
                && self.unit(unit).placed.parts().iter().any(|part| part.distance_to(place) <= RIDER_TOUCHES)
        });
        let facts = GeneralFate {
            cause: Danger::Overrun,
            in_contact: touching,
            unit_lost_men: false,
            has_moved: moved,
            enemy_distance_cm: Centimetres(0.0),
        };
        // Overrun throws nothing that matters; the full number of dice is given all the same.
        let fate = krigsspil_engine::Procedure::resolve(
            &facts,
            self.tables,
            &mut krigsspil_engine::dice::ScriptedDice::new(&[1, 1]),
            &mut (),
        );
        Ok(fate?.captured)
    }

    fn nearest_closed(&self, side: SideId, place: Point) -> Option<UnitId> {
        let mut near: Vec<(f64, UnitId)> = self
            .battle
            .here()
            .filter(|&unit| self.unit(unit).side == side && self.unit(unit).closed())
            .map(|unit| (self.unit(unit).placed.centre().distance(place), unit))
            .collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        near.first().map(|(_, unit)| *unit)
    }

    /// Lost posts are filled on 9 or more; a commander-in-chief is followed by one below him (§08.05.0).
    pub(super) fn appoint(&mut self) -> Go {
        let takers = self.takers_of_chief_commands()?;
        for &(post, taker) in &takers {
            self.take_chief_command(post, taker);
        }
        for post in self.battle.generals.ids() {
            if !self.is_lost(post) {
                continue;
            }
            let Some(appointer) = self.holder_above(post) else { continue };
            // Whoever took the chief command over tries to fill his own post in the same turn.
            let commander_in_chief = takers.iter().any(|&(_, taker)| taker == post);
            let facts = AppointGeneral { commander_in_chief };
            let told = json!({"general": self.battle.generals[post].id});
            let seat = self.battle.fixed.seat_of[post].clone();
            let result = self.roll_for_seat("appoints", "08.05.4", seat, told, &facts)?;
            if result.appointed {
                let by = &self.battle.generals[appointer];
                let (place, with) = (by.place, by.with);
                let filled = &mut self.battle.generals[post];
                (filled.life, filled.place, filled.with) = (Life::Here, place, with);
                filled.successors += 1;
                filled.moved = false;
                filled.ride = None;
            }
        }
        Ok(())
    }

    fn is_lost(&self, post: PostId) -> bool {
        matches!(self.battle.generals[post].life, Life::Fallen | Life::Captured)
    }

    /// Who takes over each chief command that is lost: the one directly below whom its player wants, the first by default (§08.05.2).
    fn takers_of_chief_commands(&mut self) -> Go<Vec<(PostId, PostId)>> {
        let mut takers = Vec::new();
        for post in self.battle.generals.ids() {
            if !self.is_lost(post) || self.battle.generals[post].superior.is_some() {
                continue;
            }
            let below = self.directly_below(post);
            let Some((&last, others)) = below.split_last() else { continue };
            let seat = self.battle.fixed.seat_of[post].clone();
            let mut taker = last;
            for &general in others {
                let asked = Asked { seat: &seat, subject: Subject::Post(general), other: None };
                if self.ask_seat(&TAKES_OVER, asked, TakesOver::ALL)? == TakesOver::TakeOver {
                    taker = general;
                    break;
                }
            }
            takers.push((post, taker));
        }
        Ok(takers)
    }

    /// A direct subordinate takes the command over, and his own post is empty (§08.05.2).
    fn take_chief_command(&mut self, post: PostId, below: PostId) {
        let taken = self.battle.generals[below].clone();
        let top = &mut self.battle.generals[post];
        (top.life, top.place, top.with) = (Life::Here, taken.place, taken.with);
        (top.name, top.moved, top.ride) = (taken.name, taken.moved, None);
        top.successors += 1;
        let left = &mut self.battle.generals[below];
        (left.life, left.with, left.ride) = (Life::Fallen, None, None);
        let about = json!({"general": self.battle.generals[post].id, "from": taken.id});
        self.tell_side(post, "takes_command", "08.05.2", about);
    }

    fn holder_above(&self, post: PostId) -> Option<PostId> {
        let mut above = self.battle.generals[post].superior;
        while let Some(at) = above {
            if self.battle.generals[at].life == Life::Here {
                return Some(at);
            }
            above = self.battle.generals[at].superior;
        }
        None
    }

    fn directly_below(&self, post: PostId) -> Vec<PostId> {
        let generals = self.battle.generals.iter();
        let here = generals.filter(|(_, below)| below.superior == Some(post) && below.life == Life::Here);
        here.map(|(below, _)| below).collect()
    }

    fn tell_side(&mut self, post: PostId, what: &'static str, rule: &'static str, about: serde_json::Value) {
        let seat = self.battle.fixed.seat_of[post].clone();
        self.tell_to(what, rule, about, None, Audience::Only(vec![seat]));
    }
}

fn arrived(place: Point, with: Option<UnitId>, ride: &Ride) -> bool {
    match ride {
        Ride::Stay => true,
        Ride::To { place: Place([x, y]) } => place.distance(point(*x, *y)) <= 0.5,
        Ride::With { .. } => with.is_some(),
        // Known when he finds him: see the handing over of instructions.
        Ride::General { .. } => false,
    }
}
