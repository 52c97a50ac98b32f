//! Chiefs: rides, danger, replacement (chapter 08).

use krigsspil_field::prelude::*;
use krigsspil_turn::riders::{self, Ride, Rider, RiderId, Riding};
use serde_json::json;

use super::{Go, Run};
use crate::battle::rates::{UnitRates, staff_rates};
use crate::battle::state::*;
use crate::procedures::command::{LeaderReplacement, StaffHit};
use crate::vocabulary::Occasion;

/// A rider within this many metres of a unit's edge touches it.
const TOUCHES: f64 = 1.0;

impl<'a> Riding for Run<'a> {
    type Pace = UnitRates<'a>;

    fn riders(&self) -> impl Iterator<Item = (RiderId, &Rider)> {
        self.battle.generals.iter().map(|(post, general)| (RiderId::Post(post), &general.rider))
    }

    fn rider(&self, rider: RiderId) -> &Rider {
        match rider {
            RiderId::Post(post) => &self.battle.generals[post].rider,
            RiderId::Courier(courier) => &self.battle.generals[PostId::of(courier.number())].rider,
        }
    }

    fn rider_mut(&mut self, rider: RiderId) -> &mut Rider {
        match rider {
            RiderId::Post(post) => &mut self.battle.generals[post].rider,
            RiderId::Courier(courier) => &mut self.battle.generals[PostId::of(courier.number())].rider,
        }
    }

    fn units_here(&self) -> impl Iterator<Item = UnitId> {
        self.battle.here()
    }

    fn placed(&self, unit: UnitId) -> Option<&Placed> {
        Some(self.unit(unit)).filter(|unit| unit.here()).map(|unit| &unit.placed)
    }

    /// Staffs are no targets (§08.02.4).
    fn takes(&self, _: UnitId, _: SideId) -> bool {
        false
    }

    fn ground(&self) -> &Ground {
        &self.battle.ground
    }

    fn pace(&self) -> UnitRates<'a> {
        staff_rates(self.tables)
    }
}

impl Run<'_> {
    /// The chiefs in base contact with a unit that is under them, the lowest first (ruling 16).
    pub(super) fn chiefs_with(&self, unit: UnitId) -> Vec<PostId> {
        let held = self.unit(unit);
        let with = riders::with_unit(self, (unit, &held.placed), held.side, TOUCHES);
        let above = |post: PostId| {
            krigsspil_turn::command::chain(&self.battle.generals, held.general).position(|at| at == post)
        };
        let post = |rider| if let RiderId::Post(post) = rider { Some(post) } else { None };
        let mut posts: Vec<(usize, PostId)> =
            with.into_iter().filter_map(post).filter_map(|post| Some((above(post)?, post))).collect();
        posts.sort_unstable();
        posts.into_iter().map(|(_, post)| post).collect()
    }

    /// In melee a chief in contact is always committed (§08.02.2).
    pub(super) fn chief_in_melee(&mut self, unit: UnitId) -> Go<i32> {
        self.chiefs_commit(unit, Occasion::Melee)
    }

    /// A chief who rides with runners is committed where they may carry others along, as in a melee (§08.02.2, §13.05.2); one who only stood
    /// beside them is left behind.
    pub(super) fn chief_with_runners(&mut self, unit: UnitId) -> Go<i32> {
        let mut chiefs = self.chiefs_with(unit);
        chiefs.retain(|post| self.battle.generals[*post].rider.with == Some(unit));
        self.these_commit(unit, chiefs, Occasion::Melee)
    }

    /// A chief who stays back beside a unit under fire may still be hit (§08.02.3).
    pub(super) fn staff_hit(&mut self, unit: UnitId) -> Go<i32> {
        for post in self.chiefs_with(unit) {
            let about = json!({"general": self.battle.generals[post].id});
            if self.roll_own(("staff_hit", "08.02.3"), unit, about, &StaffHit {})?.falls {
                self.chief_falls(post, unit, "08.02.3");
            }
        }
        Ok(0)
    }

    pub(super) fn chief_falls(&mut self, post: PostId, unit: UnitId, rule: &'static str) {
        self.battle.generals[post].lost(Life::Fallen);
        self.battle.fell[post] = Some(self.now());
        let name = self.battle.generals[post].id.clone();
        self.tell("general_falls", rule, &[unit], json!({"general": name}));
    }

    /// Those who are due to ride at this moment do so, once a turn (§08.01.7).
    pub(super) fn staff_rides(&mut self) {
        for rider in riders::due(self, self.battle.moment) {
            let Some(ride) = self.rider(rider).ride else { continue };
            riders::ride(self, rider, ride);
            if riders::arrived(self, rider, ride) && !matches!(ride, Ride::Leader(_)) {
                self.rider_mut(rider).ride = None;
            }
        }
    }

    /// A courier takes a fallen chief's place on 13 or more (§08.02.6): one of his own staff, or of a chief above him.
    pub(super) fn chiefs_replaced(&mut self) -> Go {
        let posts: Vec<PostId> = self.battle.generals.ids().collect();
        for post in posts {
            let Some(fell) = self.battle.fell[post].filter(|_| self.battle.generals[post].is_lost()) else {
                continue;
            };
            let above: Vec<PostId> = krigsspil_turn::command::chain(&self.battle.generals, post).collect();
            let sender = above.into_iter().find(|&staff| self.battle.couriers[staff] > 0);
            let couriers = sender.map_or(0, |staff| self.battle.couriers[staff]);
            let facts = LeaderReplacement {
                whole_turns_elapsed: ((self.now().turns_since(fell) + 1.0e-9).floor() as i32).clamp(0, 60),
                couriers: couriers.clamp(0, 30),
            };
            let seat = self.battle.fixed.seat_at(post).clone();
            let about = json!({"general": self.battle.generals[post].id});
            let result = self.roll_for_seat(("appoints", "08.02.6"), seat, about, &facts)?;
            if let Some(sender) = sender.filter(|_| result.appointed) {
                self.battle.couriers[sender] -= 1;
                self.battle.fell[post] = None;
                let place = self.battle.generals
                    [if self.battle.generals[sender].is_here() { sender } else { post }]
                .place;
                let filled = &mut self.battle.generals[post];
                filled.rider = Rider::at(filled.side, place);
                filled.successors += 1;
            }
        }
        Ok(())
    }
}
