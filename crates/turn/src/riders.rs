//! Leaders and couriers: where they are, with whom, and where they ride.
//!
//! A ride takes no time in the turn: at its moment the rider jumps as far as his rates allow in a whole turn. A rider who is with a unit
//! moves with it.

use krigsspil_engine::battle::Life;
use krigsspil_field::prelude::{
    BaseSize, Bearing, Body, Ground, Leg, Placed, Point, Pose, Rates, Role, march,
};
use serde::{Deserialize, Serialize};

use crate::ids::{CourierId, PostId, SideId, UnitId};

mod ordered;
pub use ordered::{bound_for, destination, may_ride, own_leader};

/// A leader or a courier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RiderId {
    /// The holder of a post.
    Post(PostId),
    /// A courier.
    Courier(CourierId),
}

/// The destination of a rider.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ride {
    /// To a place.
    To(Point),
    /// To a unit, to stay with it.
    With(UnitId),
    /// To a leader, wherever he is.
    Leader(PostId),
}

/// Somebody on a horse.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rider {
    /// His side.
    pub side: SideId,
    /// His state.
    pub life: Life,
    /// Where he is; for a rider who is with a unit, where he was last put.
    pub place: Point,
    /// The unit he is with and moves with.
    pub with: Option<UnitId>,
    /// Has he ridden this turn?
    pub moved: bool,
    /// His destination.
    pub ride: Option<Ride>,
    /// The moment of the turn at which he rides.
    pub ride_at: f64,
}

impl Rider {
    /// Somebody at a place, without a destination.
    pub fn at(side: SideId, place: Point) -> Rider {
        Rider { side, life: Life::Here, place, with: None, moved: false, ride: None, ride_at: 0.0 }
    }

    /// Is he on the table?
    pub fn is_here(&self) -> bool {
        self.life == Life::Here
    }

    /// Is he on the table and not with a unit?
    pub fn is_alone(&self) -> bool {
        self.is_here() && self.with.is_none()
    }

    /// Has he fallen, or been captured?
    pub fn is_lost(&self) -> bool {
        matches!(self.life, Life::Fallen | Life::Captured)
    }

    /// He leaves the table.
    pub fn lost(&mut self, life: Life) {
        (self.life, self.with, self.ride) = (life, None, None);
    }
}

/// A battle with riders.
pub trait Riding {
    /// The rates they ride at.
    type Pace: Rates;
    /// Every rider: leaders first, in the order of their posts, then couriers.
    fn riders(&self) -> impl Iterator<Item = (RiderId, &Rider)>;
    /// A rider.
    fn rider(&self, rider: RiderId) -> &Rider;
    /// A rider, mutable.
    fn rider_mut(&mut self, rider: RiderId) -> &mut Rider;
    /// Units on the table.
    fn units_here(&self) -> impl Iterator<Item = UnitId>;
    /// A unit on the table; `None` if it is not there.
    fn placed(&self, unit: UnitId) -> Option<&Placed>;
    /// Could this unit capture riders of a side: is it an enemy that fights?
    fn takes(&self, unit: UnitId, side: SideId) -> bool;
    /// The ground they ride over.
    fn ground(&self) -> &Ground;
    /// The rates they ride at.
    fn pace(&self) -> Self::Pace;
}

/// A rider within this many metres of the end of his ride has arrived.
const THERE: f64 = 0.5;
/// A ride shorter than this is not necessary.
const NO_RIDE: f64 = 1.0 / 64.0;

/// Where a rider is.
pub fn place_of<B: Riding>(battle: &B, rider: RiderId) -> Point {
    let Rider { with, place, .. } = *battle.rider(rider);
    with.and_then(|unit| battle.placed(unit)).map_or(place, |placed| placed.pose().at.on_grid())
}

fn those<B: Riding>(battle: &B, which: impl Fn(&Rider) -> bool) -> Vec<RiderId> {
    battle.riders().filter(|(_, rider)| which(rider)).map(|(id, _)| id).collect()
}

/// The riders with a unit that stands, or has stood, at this place: those who ride with it, and those of its side who are alone and within
/// this many metres of it.
pub fn with_unit<B: Riding>(
    battle: &B,
    (unit, placed): (UnitId, &Placed),
    side: SideId,
    metres: f64,
) -> Vec<RiderId> {
    let touches = |place: Point| placed.parts().iter().any(|part| part.distance_to(place) <= metres);
    those(battle, |rider| {
        let with = rider.with == Some(unit) || (rider.with.is_none() && touches(rider.place));
        rider.is_here() && rider.side == side && with
    })
}

/// Riders with a unit move with it.
pub fn carry<B: Riding>(battle: &mut B, unit: UnitId) {
    let Some(place) = battle.placed(unit).map(|placed| placed.pose().at.on_grid()) else { return };
    for rider in those(battle, |rider| rider.with == Some(unit)) {
        battle.rider_mut(rider).place = place;
    }
}

/// A unit is gone: riders who were with it stay where it was.
pub fn leave_behind<B: Riding>(battle: &mut B, unit: UnitId, place: Point) {
    for rider in those(battle, |rider| rider.with == Some(unit)) {
        let left = battle.rider_mut(rider);
        (left.with, left.place) = (None, place);
    }
}

/// A unit's men have joined another unit: so have the riders who were with it.
pub fn go_over<B: Riding>(battle: &mut B, from: UnitId, to: UnitId) {
    for rider in those(battle, |rider| rider.with == Some(from)) {
        battle.rider_mut(rider).with = Some(to);
    }
    carry(battle, to);
}

/// The next moment after this one at which somebody rides.
pub fn next_ride<B: Riding>(battle: &B, after: f64) -> Option<f64> {
    let rides = battle.riders().filter(|(_, rider)| rider.is_here() && rider.ride.is_some());
    rides.map(|(_, rider)| rider.ride_at).filter(|at| *at > after).min_by(f64::total_cmp)
}

/// Is somebody to ride at this moment?
pub fn any_due<B: Riding>(battle: &B, moment: f64) -> bool {
    battle.riders().any(|(_, rider)| rider.is_here() && rider.ride.is_some() && rider.ride_at == moment)
}

/// Those who are due to ride at this moment, and have not ridden this turn.
pub fn due<B: Riding>(battle: &B, moment: f64) -> Vec<RiderId> {
    those(battle, |rider| rider.is_here() && !rider.moved && rider.ride.is_some() && rider.ride_at == moment)
}

/// Where a ride of one turn leads, and whom it reaches.
pub fn ridden<B: Riding>(battle: &B, from: Point, ride: Ride) -> (Point, Option<UnitId>) {
    // He reaches a unit at its nearest edge, and is then with it.
    let (to, there, unit) = match ride {
        Ride::To(place) => (place, place, None),
        Ride::Leader(post) if battle.rider(RiderId::Post(post)).is_here() => {
            let place = place_of(battle, RiderId::Post(post));
            (place, place, battle.rider(RiderId::Post(post)).with)
        }
        Ride::With(unit) => match battle.placed(unit) {
            Some(placed) => (nearest_place(placed, from), placed.pose().at, Some(unit)),
            None => return (from, None),
        },
        Ride::Leader(_) => return (from, None),
    };
    let metres = from.distance(to);
    if metres < NO_RIDE {
        return (if unit.is_some() { there.on_grid() } else { from }, unit);
    }
    let Some(placed) = lone(from, Bearing::of(to - from)) else { return (from, None) };
    let Ok(track) = march(&placed, &[Leg::Ahead(metres)], &battle.pace(), battle.ground(), 0.0) else {
        return (from, None);
    };
    let end = track.halted_at(1.0).pose().at;
    if end.distance(to) <= THERE { (there.on_grid(), unit) } else { (end, None) }
}

/// Has a rider reached the end of his ride? With a leader this is known only when he stands before him.
pub fn arrived<B: Riding>(battle: &B, rider: RiderId, ride: Ride) -> bool {
    let Rider { place, with, .. } = *battle.rider(rider);
    match ride {
        Ride::To(to) => place.distance(to) <= THERE,
        Ride::With(_) => with.is_some(),
        Ride::Leader(post) => {
            let leader = RiderId::Post(post);
            battle.rider(leader).is_here() && place_of(battle, leader).distance(place) <= THERE
        }
    }
}

/// A rider rides for this turn. His destination stays the same: see [`arrived`].
pub fn ride<B: Riding>(battle: &mut B, rider: RiderId, ride: Ride) {
    let from = place_of(battle, rider);
    let (place, with) = ridden(battle, from, ride);
    let ridden = battle.rider_mut(rider);
    ridden.moved = place != from || with != ridden.with;
    (ridden.place, ridden.with) = (place, with);
}

/// The units that could capture a rider of a side at a place, within this many metres.
pub fn takers_near<B: Riding>(
    battle: &B,
    side: SideId,
    place: Point,
    metres: f64,
) -> impl Iterator<Item = UnitId> {
    battle.units_here().filter(move |&unit| {
        let near = |placed: &Placed| {
            placed.centre().distance(place) <= placed.radius() + metres
                && placed.parts().iter().any(|part| part.distance_to(place) <= metres)
        };
        battle.takes(unit, side) && battle.placed(unit).is_some_and(near)
    })
}

/// Riders who are alone and have an enemy near who could capture them, each with the nearest of those; of two as near, the one farther west,
/// then farther south.
pub fn overtaken<B: Riding>(battle: &B, metres: f64) -> Vec<(RiderId, UnitId)> {
    let alone = battle.riders().filter(|(_, rider)| rider.is_alone());
    let taker = |rider: &Rider| {
        let near = takers_near(battle, rider.side, rider.place, metres);
        let measured = near.filter_map(|unit| {
            let placed = battle.placed(unit)?;
            Some((nearest_place(placed, rider.place).distance(rider.place), placed.pose().at, unit))
        });
        let nearest = measured.min_by(|(one, here, _), (other, there, _)| {
            one.total_cmp(other).then(here.x.total_cmp(&there.x)).then(here.y.total_cmp(&there.y))
        });
        nearest.map(|(.., unit)| unit)
    };
    alone.filter_map(|(id, rider)| Some((id, taker(rider)?))).collect()
}

/// The place of a body that is nearest to a point.
pub fn nearest_place(body: &Placed, to: Point) -> Point {
    let places = body.parts().iter().map(|part| part.nearest_to(to));
    places.min_by(|a, b| a.distance(to).total_cmp(&b.distance(to))).unwrap_or(body.pose().at)
}

fn lone(at: Point, facing: Bearing) -> Option<Placed> {
    let body = Body::lone(BaseSize::new(1.0, 1.0).ok()?, Role::Leader);
    body.at(Pose::new(at, facing)).ok()
}

/// Riders who are alone, as standing bodies; kept from moment to moment while they stand. Of several of a side at one place the first
/// represents all.
#[derive(Clone, Debug, Default)]
pub struct LoneRiders(Vec<(RiderId, Placed)>);

impl LoneRiders {
    /// Updates who is alone, and where.
    pub fn look<B: Riding>(&mut self, battle: &B) {
        let mut before = std::mem::take(&mut self.0);
        let mut last = None;
        for (id, rider) in battle.riders().filter(|(_, rider)| rider.is_alone()) {
            if last.replace((rider.side, rider.place)) == Some((rider.side, rider.place)) {
                continue;
            }
            let kept = before.iter().position(|(kept, body)| *kept == id && body.pose().at == rider.place);
            let body = match kept {
                Some(kept) => Some(before.swap_remove(kept).1),
                None => lone(rider.place, Bearing::NORTH),
            };
            self.0.extend(body.map(|body| (id, body)));
        }
    }

    /// Those who are alone.
    pub fn iter(&self) -> impl Iterator<Item = (RiderId, &Placed)> {
        self.0.iter().map(|(id, body)| (*id, body))
    }
}

#[cfg(test)]
mod tests {
    use krigsspil_field::prelude::{Act, Going, Manner, Table, point};

    use super::*;
    use crate::ids::{Id, Roll};

    struct Toy {
        posts: Roll<PostId, Rider>,
        couriers: Roll<CourierId, Rider>,
        units: Roll<UnitId, (SideId, Option<Placed>)>,
        ground: Ground,
    }

    struct Pace;

    impl Rates for Pace {
        fn pace(&self, _: &Body, _: Manner, _: &Going<'_>) -> f64 {
            300.0
        }
        fn time(&self, _: &Body, _: Act) -> f64 {
            0.0
        }
    }

    impl Riding for Toy {
        type Pace = Pace;
        fn riders(&self) -> impl Iterator<Item = (RiderId, &Rider)> {
            let posts = self.posts.iter().map(|(id, rider)| (RiderId::Post(id), rider));
            posts.chain(self.couriers.iter().map(|(id, rider)| (RiderId::Courier(id), rider)))
        }
        fn rider(&self, rider: RiderId) -> &Rider {
            match rider {
                RiderId::Post(post) => &self.posts[post],
                RiderId::Courier(courier) => &self.couriers[courier],
            }
        }
        fn rider_mut(&mut self, rider: RiderId) -> &mut Rider {
            match rider {
                RiderId::Post(post) => &mut self.posts[post],
                RiderId::Courier(courier) => &mut self.couriers[courier],
            }
        }
        fn units_here(&self) -> impl Iterator<Item = UnitId> {
            self.units.iter().filter(|(_, (_, placed))| placed.is_some()).map(|(id, _)| id)
        }
        fn placed(&self, unit: UnitId) -> Option<&Placed> {
            self.units[unit].1.as_ref()
        }
        fn takes(&self, unit: UnitId, side: SideId) -> bool {
            self.units[unit].0 != side
        }
        fn ground(&self) -> &Ground {
            &self.ground
        }
        fn pace(&self) -> Pace {
            Pace
        }
    }

    fn side(number: usize) -> SideId {
        SideId::of(number)
    }

    /// A leader at 100, 100; his courier beside him; a friend 200 m north of them, an enemy 600 m.
    fn toy() -> (Toy, RiderId, RiderId, [UnitId; 2]) {
        let body = Body::lone(BaseSize::new(40.0, 20.0).unwrap(), Role::Figure);
        let at = |y: f64| body.at(Pose::new(point(100.0, y), Bearing::NORTH)).unwrap();
        let units: Roll<UnitId, _> =
            [(side(0), Some(at(300.0))), (side(1), Some(at(700.0)))].into_iter().collect();
        let rider = Rider::at(side(0), point(100.0, 100.0));
        let toy = Toy {
            posts: [rider.clone()].into_iter().collect(),
            couriers: [rider].into_iter().collect(),
            units,
            ground: Ground::open(Table::new(1000.0, 1000.0).unwrap()),
        };
        let ids = [0, 1].map(UnitId::of);
        (toy, RiderId::Post(PostId::of(0)), RiderId::Courier(CourierId::of(0)), ids)
    }

    /// §03.01.5 a rider who reaches a unit is with it, and moves with it at no cost; when it is gone he stays.
    #[test]
    fn he_rides_to_a_unit_and_goes_with_it() {
        let (mut toy, leader, courier, [friend, other]) = toy();
        toy.rider_mut(leader).ride = Some(Ride::With(friend));
        toy.rider_mut(leader).ride_at = 0.5;
        assert_eq!((next_ride(&toy, 0.0), next_ride(&toy, 0.5)), (Some(0.5), None));
        assert_eq!(due(&toy, 0.5), [leader]);
        ride(&mut toy, leader, Ride::With(friend));
        assert_eq!((toy.rider(leader).with, toy.rider(leader).moved), (Some(friend), true));
        assert!(arrived(&toy, leader, Ride::With(friend)) && due(&toy, 0.5).is_empty());
        let placed = toy.placed(friend).unwrap();
        assert_eq!(with_unit(&toy, (friend, placed), side(0), 1.0), [leader]);
        // The courier looks for his leader, and joins the unit that the leader is with.
        ride(&mut toy, courier, Ride::Leader(PostId::of(0)));
        assert!(arrived(&toy, courier, Ride::Leader(PostId::of(0))));
        assert_eq!(toy.rider(courier).with, Some(friend));
        let moved = toy.units[friend]
            .1
            .take()
            .map(|placed| placed.moved_to(Pose::new(point(150.0, 300.0), Bearing::NORTH)));
        toy.units[friend].1 = moved;
        carry(&mut toy, friend);
        assert_eq!(place_of(&toy, leader), point(150.0, 300.0));
        go_over(&mut toy, friend, other);
        assert_eq!(toy.rider(courier).with, Some(other));
        leave_behind(&mut toy, other, point(1.0, 2.0));
        assert_eq!((toy.rider(leader).with, toy.rider(leader).place), (None, point(1.0, 2.0)));
    }

    /// §03.01.5 he rides as far as his rates allow, and continues next turn.
    #[test]
    fn a_long_ride_takes_turns() {
        let (mut toy, leader, ..) = toy();
        let there = Ride::To(point(600.0, 100.0));
        for (x, is_there) in [(400.0, false), (600.0, true), (600.0, true)] {
            ride(&mut toy, leader, there);
            assert_eq!((toy.rider(leader).place.x, arrived(&toy, leader, there)), (x, is_there));
        }
        assert!(!toy.rider(leader).moved, "the third ride was none");
    }

    /// §07.06.3 an enemy near a rider alone can capture him; a friend cannot, and a rider with troops cannot be captured.
    #[test]
    fn enemies_overtake_riders_alone() {
        let (mut toy, leader, courier, [friend, enemy]) = toy();
        toy.rider_mut(leader).place = point(100.0, 710.0);
        toy.rider_mut(courier).place = point(100.0, 310.0);
        assert_eq!(overtaken(&toy, 25.0), [(leader, enemy)]);
        assert_eq!(overtaken(&toy, 5.0), []);
        toy.rider_mut(leader).with = Some(friend);
        assert_eq!(overtaken(&toy, 25.0), []);
        toy.rider_mut(leader).lost(Life::Captured);
        assert!(!toy.rider(leader).is_here());
    }

    /// Riders alone are bodies that one can come near to, the same ones while they stand; those at one place are one body.
    #[test]
    fn lone_riders_are_kept() {
        let (mut toy, leader, courier, [friend, _]) = toy();
        let mut lone = LoneRiders::default();
        lone.look(&toy);
        assert_eq!(lone.iter().map(|(id, _)| id).collect::<Vec<_>>(), [leader], "he stands for both");
        toy.rider_mut(courier).place = point(120.0, 100.0);
        lone.look(&toy);
        let before: Vec<_> = lone.iter().map(|(id, body)| (id, body.clone())).collect();
        assert_eq!(before.len(), 2);
        toy.rider_mut(leader).with = Some(friend);
        lone.look(&toy);
        let after: Vec<_> = lone.iter().collect();
        assert_eq!(after.len(), 1);
        assert!(after[0].0 == courier && after[0].1.stands_as(&before[1].1));
    }
}
