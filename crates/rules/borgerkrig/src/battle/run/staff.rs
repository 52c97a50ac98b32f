//! Generals and couriers: rides, deaths, captures, succession (§03.01.5, §07.06.3, §08.05.0).

use krigsspil_engine::Centimetres;
use krigsspil_engine::battle::Audience;
use krigsspil_field::prelude::*;
use krigsspil_turn::command;
use krigsspil_turn::knowledge::{and_seat, told};
use krigsspil_turn::riders::{self, Ride, Rider, RiderId, Riding};
use serde_json::{Value, json};

use super::{Asked, Go, Run, Subject, each};
use crate::battle::questions::{TAKES_OVER, TakesOver};
use crate::battle::state::*;
use crate::battle::terrain::UnitRates;
use crate::procedures::melee::{Danger, GeneralFate};
use crate::procedures::reorganisation::AppointGeneral;
use crate::vocabulary::MarchRow;

/// A rider within this many metres of a unit's edge touches it.
const RIDER_TOUCHES: f64 = 1.0;
/// An enemy within this many metres of a rider alone can capture him: 2 cm, and the rider himself (§07.06.3).
const OVERRUN: f64 = 2.0 * CM + 1.0;

impl<'a> Riding for Run<'a> {
    type Pace = UnitRates<'a>;

    fn riders(&self) -> impl Iterator<Item = (RiderId, &Rider)> {
        let generals =
            self.battle.generals.iter().map(|(post, general)| (RiderId::Post(post), &general.rider));
        let couriers = self.battle.couriers.iter();
        generals.chain(couriers.map(|(at, courier)| (RiderId::Courier(at), &courier.rider)))
    }

    fn rider(&self, rider: RiderId) -> &Rider {
        match rider {
            RiderId::Post(post) => &self.battle.generals[post].rider,
            RiderId::Courier(courier) => &self.battle.couriers[courier].rider,
        }
    }

    fn rider_mut(&mut self, rider: RiderId) -> &mut Rider {
        match rider {
            RiderId::Post(post) => &mut self.battle.generals[post].rider,
            RiderId::Courier(courier) => &mut self.battle.couriers[courier].rider,
        }
    }

    fn units_here(&self) -> impl Iterator<Item = UnitId> {
        self.battle.here()
    }

    fn placed(&self, unit: UnitId) -> Option<&Placed> {
        Some(self.unit(unit)).filter(|unit| unit.here()).map(|unit| &unit.placed)
    }

    fn takes(&self, unit: UnitId, side: SideId) -> bool {
        let enemy = self.unit(unit);
        enemy.side != side && enemy.steady() && enemy.wagon.is_none()
    }

    fn ground(&self) -> &Ground {
        &self.battle.ground
    }

    fn pace(&self) -> UnitRates<'a> {
        UnitRates {
            tables: self.tables,
            row: MarchRow::Staff,
            never_halved: false,
            half_horses: false,
            all_horses: false,
            front: 1.0,
        }
    }
}

impl Run<'_> {
    /// The generals in base contact with a unit.
    pub(super) fn generals_with(&self, unit: UnitId) -> Vec<PostId> {
        let held = self.unit(unit);
        let with = riders::with_unit(self, (unit, &held.placed), held.side, RIDER_TOUCHES);
        let post = |rider| if let RiderId::Post(post) = rider { Some(post) } else { None };
        with.into_iter().filter_map(post).collect()
    }

    /// Is a general with the unit?
    pub(super) fn general_with(&self, unit: UnitId) -> bool {
        !self.generals_with(unit).is_empty()
    }

    /// Generals with a unit fall (§05.02.7, §06.03.9, §07.05.4).
    pub(super) fn generals_fall(&mut self, unit: UnitId, with: &[PostId], rule: &'static str) {
        for &post in with {
            if self.battle.generals[post].is_lost() {
                continue;
            }
            self.battle.generals[post].lost(Life::Fallen);
            let name = self.battle.generals[post].id.clone();
            self.tell("general_falls", rule, &[unit], json!({"general": name}));
        }
    }

    /// The generals with a unit are captured (§07.06.2).
    pub(super) fn general_captured(&mut self, unit: UnitId, by: UnitId) {
        for post in self.generals_with(unit) {
            self.battle.generals[post].lost(Life::Captured);
            let name = self.battle.generals[post].id.clone();
            self.tell("general_captured", "07.06.2", &[unit, by], json!({"general": name}));
        }
    }

    /// A unit is gone: riders who were with it stay where it was.
    pub(super) fn leave_staff_behind(&mut self, unit: UnitId) {
        let place = self.unit(unit).placed.pose().at;
        riders::leave_behind(self, unit, place);
    }

    /// Those who are due to ride at this moment do so: once a turn, at staff rates, without time (§03.01.5).
    pub(super) fn staff_rides(&mut self) {
        for rider in riders::due(self, self.battle.moment) {
            self.rides(rider);
        }
    }

    fn rides(&mut self, rider: RiderId) {
        let Some(ride) = self.rider(rider).ride else { return };
        riders::ride(self, rider, ride);
        if !riders::arrived(self, rider, ride) {
            return;
        }
        match (rider, ride) {
            // A general who joins another stays at his side.
            (RiderId::Post(_), Ride::Leader(_)) => {}
            (RiderId::Post(post), _) => self.battle.generals[post].ride = None,
            (RiderId::Courier(courier), Ride::Leader(post)) => self.hand_over_instruction(courier, post),
            (RiderId::Courier(courier), _) => {
                let waits = self.battle.couriers[courier].order.is_some();
                self.battle.couriers[courier].rider.ride = Some(ride).filter(|_| waits);
            }
        }
    }

    /// A courier who has reached the general hands over the new instruction (§03.01.1).
    fn hand_over_instruction(&mut self, at: CourierId, post: PostId) {
        let courier = &mut self.battle.couriers[at];
        courier.rider.ride = None;
        let Some(instruction) = courier.instruction.take() else { return };
        let about = json!({"general": self.battle.generals[post].id, "instruction": instruction});
        self.battle.generals[post].instruction = instruction.into();
        self.tell_side(post, "instruction_arrives", "03.01.1", about);
    }

    /// Riders alone with an enemy within 2 cm: they ride away if they have not moved, otherwise they are captured (§07.06.3).
    pub(super) fn riders_overrun(&mut self) -> Go {
        for (rider, enemy) in riders::overtaken(self, OVERRUN) {
            let Rider { side, place, moved, ride, .. } = *self.rider(rider);
            if self.overrun(side, place, moved)? {
                self.taken(rider, enemy);
            } else if !moved {
                self.rider_mut(rider).ride = self.way_out(side, place, ride);
                self.rides(rider);
                // A courier still has his errand.
                self.rider_mut(rider).ride = ride.filter(|_| matches!(rider, RiderId::Courier(_)));
            }
        }
        Ok(())
    }

    /// An enemy captures a rider: his own player is also told, whether he has seen the captor or not.
    fn taken(&mut self, rider: RiderId, enemy: UnitId) {
        self.rider_mut(rider).lost(Life::Captured);
        let (what, post, who) = match rider {
            RiderId::Post(post) => {
                ("general_captured", post, json!({"general": self.battle.generals[post].id}))
            }
            RiderId::Courier(at) => {
                let courier = &mut self.battle.couriers[at];
                courier.order = None;
                ("courier_captured", courier.general, json!({"courier": courier.id}))
            }
        };
        let about = self.about(&[enemy], who);
        let told = and_seat(told(self.battle, &[enemy]), self.battle.fixed.seat_at(post));
        self.tell_to(what, "07.06.3", about, None, told);
    }

    /// Where a rider goes when an enemy appears before him: on his own ride if it leads him clear, otherwise to the nearest closed unit of
    /// his side (house).
    fn way_out(&self, side: SideId, place: Point, own: Option<Ride>) -> Option<Ride> {
        let clear = |ride: &Ride| {
            let (there, with) = riders::ridden(self, place, *ride);
            with.is_some() || riders::takers_near(self, side, there, OVERRUN).next().is_none()
        };
        own.filter(clear).or_else(|| self.nearest_closed(side, place).map(Ride::With))
    }

    /// A rider in the open with friends around him counts as in contact with them.
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
        // The throw does not matter for overrun riders; the full number of dice is still given.
        let fate = krigsspil_engine::Procedure::resolve(
            &facts,
            self.tables,
            &mut krigsspil_engine::dice::ScriptedDice::new(&[1, 1]),
            &mut (),
        );
        Ok(fate?.captured)
    }

    fn nearest_closed(&self, side: SideId, place: Point) -> Option<UnitId> {
        let closed =
            self.battle.here().filter(|&unit| self.unit(unit).side == side && self.unit(unit).closed());
        let near = closed.map(|unit| (self.unit(unit).placed.centre().distance(place), unit));
        near.min_by(|a, b| self.battle.nearer(*a, *b)).map(|(_, unit)| unit)
    }

    /// Lost posts are filled on 9 or more; a subordinate succeeds a commander-in-chief (§08.05.0).
    pub(super) fn appoint(&mut self) -> Go {
        let posts: Vec<PostId> = self.battle.generals.ids().collect();
        // A general who took over the chief command tries to fill his own post in the same turn.
        let mut takers = Vec::new();
        each(self, &posts, |run, &post| {
            takers.extend(run.chief_command_passes(post)?);
            Ok(())
        })?;
        each(self, &posts, |run, &post| run.appoint_to(post, takers.contains(&post)))?;
        Ok(())
    }

    fn appoint_to(&mut self, post: PostId, commander_in_chief: bool) -> Go {
        let above = command::holder_above(&self.battle.generals, post);
        let Some(appointer) = above.filter(|_| self.battle.generals[post].is_lost()) else { return Ok(()) };
        let told = json!({"general": self.battle.generals[post].id});
        let seat = self.battle.fixed.seat_at(post).clone();
        let facts = AppointGeneral { commander_in_chief };
        if self.roll_for_seat(("appoints", "08.05.4"), seat, told, &facts)?.appointed {
            command::fill(&mut self.battle.generals, post, appointer);
        }
        Ok(())
    }

    /// Who takes over a lost chief command: the direct subordinate whom the player chooses, the first by default (§08.05.2).
    fn chief_command_passes(&mut self, post: PostId) -> Go<Option<PostId>> {
        let chief = &self.battle.generals[post];
        if !chief.is_lost() || chief.superior.is_some() {
            return Ok(None);
        }
        let below: Vec<PostId> = command::directly_below(&self.battle.generals, post).collect();
        let seat = self.battle.fixed.seat_at(post).clone();
        let asked = |&general: &PostId| Asked { seat: &seat, subject: Subject::Post(general), other: None };
        let asked: Vec<Asked<'_>> = below.iter().map(asked).collect();
        let Some(&taker) = self.desk.pick(&TAKES_OVER, &asked, TakesOver::TakeOver, 1)?.first() else {
            return Ok(None);
        };
        let taker = below[taker];
        command::take_over(&mut self.battle.generals, post, taker);
        let [to, from] = [post, taker].map(|post| self.battle.generals[post].id.clone());
        self.tell_side(post, "takes_command", "08.05.2", json!({"general": to, "from": from}));
        Ok(Some(taker))
    }

    fn tell_side(&mut self, post: PostId, what: &'static str, rule: &'static str, about: Value) {
        let seat = self.battle.fixed.seat_at(post).clone();
        self.tell_to(what, rule, about, None, Audience::Only(vec![seat]));
    }
}
