//! The ways that units go in a turn, and who sees them, so that a turn can be played back.
//! A turn is observed by quarters. A seat is shown the way of a quarter if it saw the unit at the beginning and at the end of that quarter;
//! the unit's own player is shown everything.

use std::sync::Arc;

use krigsspil_engine::battle::{Audience, Way, Waypoint};
use krigsspil_field::prelude::Pose;

use crate::ids::{Id, SeatNo, UnitId};
use crate::knowledge::{Known, Seating, Sightings, only};

/// The moments at which a turn is observed.
const LOOKS: [f64; 4] = [0.25, 0.5, 0.75, 1.0];

/// The ways of a turn. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Ways {
    /// Who saw whom when the turn began.
    began: Arc<Sightings>,
    /// The number of observations so far.
    looks: usize,
    /// Where everybody was, moment by moment.
    points: Vec<Noted>,
    /// How many of them have been processed.
    looked: usize,
    units: Vec<Course>,
}

/// A unit's place at a moment.
#[derive(Clone, Copy, Debug)]
struct Noted {
    unit: UnitId,
    moment: f64,
    pose: Pose,
    /// Who saw it move there from its last place.
    seen: Eyes,
}

/// A unit's way so far.
#[derive(Clone, Copy, Debug, Default)]
struct Course {
    /// Its last point.
    last: Option<(f64, Pose)>,
    /// The moment up to which it is noted: it may have stood still since its last point.
    until: f64,
    /// It has moved since the last observation.
    stirred: bool,
    /// Who saw it at its last observation; `None` before the first.
    eyes: Option<Eyes>,
    /// Who saw it throughout the last observed quarter.
    through: Eyes,
}

/// A set of seats of a battle. Seats after the 64th see only the ways of their own units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Eyes(u64);

impl Eyes {
    fn contains(self, seat: SeatNo) -> bool {
        seat.number() < 64 && self.0 >> seat.number() & 1 == 1
    }

    fn seats(self, seating: &Seating) -> impl Iterator<Item = SeatNo> {
        seating.all().filter(move |seat| self.contains(*seat))
    }
}

impl FromIterator<SeatNo> for Eyes {
    fn from_iter<L: IntoIterator<Item = SeatNo>>(seats: L) -> Eyes {
        let numbers = seats.into_iter().map(SeatNo::number).filter(|number| *number < 64);
        Eyes(numbers.fold(0, |all, number| all | 1 << number))
    }
}

impl Ways {
    /// The turn begins with these sightings.
    pub fn begin(began: Sightings) -> Ways {
        Ways { began: Arc::new(began), looks: 0, points: Vec::new(), looked: 0, units: Vec::new() }
    }

    /// Notes where a unit is. Call it for every unit at every moment, before and after the events of that moment are settled.
    pub fn note(&mut self, unit: UnitId, moment: f64, pose: Pose) {
        if self.units.len() <= unit.number() {
            self.units.resize(unit.number() + 1, Course::default());
        }
        let course = &mut self.units[unit.number()];
        let until = std::mem::replace(&mut course.until, moment);
        let seen = Eyes::default();
        match course.last {
            Some((_, stands)) if stands == pose => return,
            Some((since, stands)) => {
                course.stirred = true;
                if since < until {
                    self.points.push(Noted { unit, moment: until, pose: stands, seen });
                }
            }
            None => {}
        }
        course.last = Some((moment, pose));
        self.points.push(Noted { unit, moment, pose, seen });
    }

    /// The next moment of observation, up to this moment.
    pub fn next_look(&self, moment: f64) -> Option<f64> {
        LOOKS.get(self.looks).copied().filter(|look| *look <= moment)
    }

    /// Makes an observation, after every unit is noted: who sees the units that have moved since the last observation?
    pub fn look(&mut self, mut who_sees: impl FnMut(UnitId) -> Eyes) {
        self.looks += 1;
        for (number, course) in self.units.iter_mut().enumerate().filter(|(_, course)| course.stirred) {
            let (unit, began) = (UnitId::of(number), &self.began);
            let now = who_sees(unit);
            let before = course
                .eyes
                .unwrap_or_else(|| (0..64).map(SeatNo::of).filter(|seat| began.sees(*seat, unit)).collect());
            (course.through, course.eyes, course.stirred) = (Eyes(now.0 & before.0), Some(now), false);
        }
        for point in &mut self.points[self.looked..] {
            point.seen = self.units[point.unit.number()].through;
        }
        self.looked = self.points.len();
    }

    /// The units that have moved, each with its way and those who are told of it: its own player, and those who saw part of it.
    pub fn told<B: Known>(mut self, battle: &B) -> Vec<(UnitId, Way, Audience)> {
        let seating = battle.seating();
        self.points.truncate(self.looked);
        // In the order of time for each unit.
        self.points.sort_by_key(|point| point.unit);
        let ways = self.points.chunk_by(|one, other| one.unit == other.unit).filter(|way| way.len() > 1);
        let told = ways.map(|points| {
            let unit = points[0].unit;
            let own = battle.seat_of(unit);
            let with_own = |eyes: Eyes| {
                only(seating, std::iter::once(own).chain(eyes.seats(seating).filter(|seat| *seat != own)))
            };
            let anybody = Eyes(points[1..].iter().fold(0, |all, point| all | point.seen.0));
            let way = Way {
                points: points.iter().map(waypoint).collect(),
                seen: points[1..].iter().map(|point| with_own(point.seen)).collect(),
            };
            (unit, way, with_own(anybody))
        });
        told.collect()
    }
}

fn waypoint(noted: &Noted) -> Waypoint {
    let Noted { moment, pose, .. } = *noted;
    Waypoint { moment, place: [pose.at.x, pose.at.y], facing: pose.facing.as_degrees() }
}

#[cfg(test)]
mod tests {
    use krigsspil_engine::battle::{Seat, SeatId, Seats};
    use krigsspil_field::prelude::{Bearing, point};

    use super::*;
    use crate::ids::SideId;
    use crate::knowledge::Seating;

    /// Blue has unit 0, red watches.
    struct Toy(Seating, Sightings);

    impl Known for Toy {
        fn seating(&self) -> &Seating {
            &self.0
        }
        fn sightings(&self) -> &Sightings {
            &self.1
        }
        fn side_of(&self, _: UnitId) -> SideId {
            SideId::of(0)
        }
        fn seat_of(&self, _: UnitId) -> SeatNo {
            SeatNo::of(0)
        }
    }

    fn toy() -> Toy {
        let player = |side: &str| Seat::Player { side: side.into(), commands: Vec::new() };
        let seats: Seats = ["blue", "red"].map(|side| (SeatId::from(side), player(side))).into();
        let side = |id: &str| ["blue", "red"].iter().position(|side| *side == id).map(SideId::of);
        let seating = Seating::new(&seats, side);
        let sightings = Sightings::new(&seating);
        Toy(seating, sightings)
    }

    fn north(y: f64) -> Pose {
        Pose::new(point(0.0, y), Bearing::NORTH)
    }

    /// The moments and places of the stretches that a seat is shown.
    fn shown(way: &Way, seat: &str) -> Vec<Vec<(f64, f64)>> {
        let stretches = way.stretches(&SeatId::from(seat));
        stretches.iter().map(|stretch| stretch.iter().map(|at| (at.moment, at.place[1])).collect()).collect()
    }

    /// Marches by quarters; red sees it at these observations, and at the beginning or not.
    fn marched(began: bool, looks: [bool; 4]) -> Option<(Way, Audience)> {
        let mut toy = toy();
        let (unit, red) = (UnitId::of(0), SeatNo::of(1));
        if began {
            toy.1.add(red, unit);
        }
        let mut ways = Ways::begin(toy.1.clone());
        ways.note(unit, 0.0, north(0.0));
        for (number, sees) in looks.into_iter().enumerate() {
            let moment = ways.next_look(1.0).unwrap();
            ways.note(unit, moment, north(number as f64 + 1.0));
            ways.look(|_| if sees { [red].into_iter().collect() } else { Eyes::default() });
        }
        assert_eq!(ways.next_look(1.0), None);
        ways.told(&toy).pop().map(|(_, way, audience)| (way, audience))
    }

    /// A quarter is shown to those who saw the unit at both its ends, and otherwise only to its own player; a seat that saw none of it is
    /// not told that the unit moved.
    #[test]
    fn quarters_that_were_seen_are_shown() {
        let all = vec![(0.0, 0.0), (0.25, 1.0), (0.5, 2.0), (0.75, 3.0), (1.0, 4.0)];
        let (way, audience) = marched(true, [true, true, false, false]).unwrap();
        assert_eq!((shown(&way, "blue"), shown(&way, "red")), (vec![all.clone()], vec![all[..=2].to_vec()]));
        assert!(audience.tells(&"red".into()) && !audience.tells(&"onlooker".into()));
        let (way, _) = marched(false, [true, true, false, true]).unwrap();
        assert_eq!(shown(&way, "red"), [all[1..=2].to_vec()], "where it came from was not seen");
        let (way, audience) = marched(true, [false, true, false, true]).unwrap();
        assert_eq!((shown(&way, "blue"), shown(&way, "red")), (vec![all], vec![]));
        assert!(audience.tells(&"blue".into()) && !audience.tells(&"red".into()));
    }

    /// A unit that stands for a while starts from that place and moment; a driven unit is in another place at the same moment; a unit that
    /// never moves has no way.
    #[test]
    fn stands_and_jumps() {
        let toy = toy();
        let mut ways = Ways::begin(toy.1.clone());
        let (unit, other) = (UnitId::of(0), UnitId::of(1));
        let places = [(0.0, 0.0), (0.1, 0.0), (0.2, 0.0), (0.25, 5.0), (0.4, 5.0), (0.4, 1.0), (0.5, 1.0)];
        for (moment, y) in places {
            while ways.next_look(moment).is_some_and(|look| look < moment) {
                ways.look(|_| Eyes::default());
            }
            ways.note(unit, moment, north(y));
            ways.note(other, moment, north(0.0));
        }
        while ways.next_look(1.0).is_some() {
            ways.look(|moved| {
                assert_eq!(moved, unit);
                Eyes::default()
            });
        }
        let told = ways.told(&toy);
        assert_eq!(told.len(), 1);
        let went = vec![(0.0, 0.0), (0.2, 0.0), (0.25, 5.0), (0.4, 5.0), (0.4, 1.0)];
        assert_eq!(shown(&told[0].1, "blue"), [went]);
    }
}
