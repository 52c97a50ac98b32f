//! The ways that units go in a turn, and who sees them go, so that a turn can be played back.
//!
//! A turn is looked at by quarters. A seat is shown the way of a quarter if it saw the unit where the quarter began and where it ended;
//! the unit's own player is shown it all.

use krigsspil_engine::battle::{Audience, Way, Waypoint};
use krigsspil_field::prelude::Pose;

use crate::ids::{Id, IdSet, SeatNo, UnitId};
use crate::knowledge::{Known, Sightings, only};

/// The moments at which a turn is looked at.
const LOOKS: [f64; 4] = [0.25, 0.5, 0.75, 1.0];

/// The ways of a turn, unit by unit.
#[derive(Clone, Debug)]
pub struct Ways {
    /// Who saw whom when the turn began.
    began: Sightings,
    /// How often it was looked.
    looks: usize,
    units: Vec<Course>,
}

/// The way of one unit so far.
#[derive(Clone, Debug, Default)]
struct Course {
    points: Vec<(f64, Pose)>,
    /// The moment up to which it is noted: it may have stood still since its last point.
    until: f64,
    /// Points that have been looked at; those after them are of the quarter in hand.
    looked: usize,
    /// Who saw it where it was last looked for; none when it has not been yet.
    eyes: Option<IdSet<SeatNo>>,
    /// Who saw it go to each point from the one before it, but for the first.
    seen: Vec<IdSet<SeatNo>>,
}

impl Course {
    fn note(&mut self, moment: f64, pose: Pose) {
        let last = self.points.last().copied();
        match last {
            Some((_, stands)) if stands == pose => {}
            Some((since, stands)) if since < self.until => {
                self.points.extend([(self.until, stands), (moment, pose)]);
            }
            _ => self.points.push((moment, pose)),
        }
        self.until = moment;
    }

    fn stirred(&self) -> bool {
        self.points.len() > self.looked.max(1)
    }
}

impl Ways {
    /// The turn begins; so many see whom then.
    pub fn begin(began: Sightings) -> Ways {
        Ways { began, looks: 0, units: Vec::new() }
    }

    /// Notes where a unit is. Call it of everybody at every moment, before and after it is settled what happens then.
    pub fn note(&mut self, unit: UnitId, moment: f64, pose: Pose) {
        if self.units.len() <= unit.number() {
            self.units.resize_with(unit.number() + 1, Course::default);
        }
        self.units[unit.number()].note(moment, pose);
    }

    /// The next moment at which it must be looked, up to this one.
    pub fn next_look(&self, moment: f64) -> Option<f64> {
        LOOKS.get(self.looks).copied().filter(|look| *look <= moment)
    }

    /// It is looked, when everybody is noted: of those who have stirred since the last look, who sees them?
    pub fn look(&mut self, mut who_sees: impl FnMut(UnitId) -> IdSet<SeatNo>) {
        self.looks += 1;
        let began = &self.began;
        for (number, course) in self.units.iter_mut().enumerate().filter(|(_, course)| course.stirred()) {
            let unit = UnitId::of(number);
            let now = who_sees(unit);
            let before = course.eyes.take();
            let saw = |seat: SeatNo| match &before {
                Some(eyes) => eyes.contains(seat),
                None => began.sees(seat, unit),
            };
            let both: IdSet<SeatNo> = now.iter().filter(|seat| saw(*seat)).collect();
            let fresh = course.points.len() - course.looked.max(1);
            course.seen.extend(std::iter::repeat_n(both, fresh));
            course.looked = course.points.len();
            course.eyes = Some(now);
        }
    }

    /// The units that have moved, each with its way and those who are told of it: its own player, and who saw some of it.
    pub fn told<B: Known>(self, battle: &B) -> Vec<(UnitId, Way, Audience)> {
        let seating = battle.seating();
        let moved = self.units.into_iter().enumerate().filter(|(_, course)| !course.seen.is_empty());
        let told = moved.map(|(number, course)| {
            let unit = UnitId::of(number);
            let own = battle.seat_of(unit);
            let with_own = |seats: &IdSet<SeatNo>| {
                let others = seats.iter().filter(|seat| *seat != own);
                only(seating, std::iter::once(own).chain(others))
            };
            let anybody: IdSet<SeatNo> = course.seen.iter().flat_map(IdSet::iter).collect();
            let way = Way {
                points: course.points[..=course.seen.len()].iter().map(waypoint).collect(),
                seen: course.seen.iter().map(with_own).collect(),
            };
            (unit, way, with_own(&anybody))
        });
        told.collect()
    }
}

fn waypoint(&(moment, pose): &(f64, Pose)) -> Waypoint {
    Waypoint { moment, place: [pose.at.x, pose.at.y], facing: pose.facing.as_degrees() }
}

#[cfg(test)]
mod tests {
    use krigsspil_engine::battle::{Seat, SeatId, Seats};
    use krigsspil_field::prelude::{Bearing, point};

    use super::*;
    use crate::ids::SideId;
    use crate::knowledge::Seating;

    /// Blue has unit 0, red looks on.
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

    /// Marches by quarters before red's eyes, who sees it at these looks, and at the beginning or not.
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
            ways.look(|_| if sees { [red].into_iter().collect() } else { IdSet::new() });
        }
        assert_eq!(ways.next_look(1.0), None);
        ways.told(&toy).pop().map(|(_, way, audience)| (way, audience))
    }

    /// A quarter is shown to whom saw the unit at both its ends, and to no one else but its own player; who saw none of it is not told
    /// that it went.
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

    /// Who stands for a while sets out from where and when he stood; who is driven is elsewhere at the same moment; who never stirs went
    /// no way.
    #[test]
    fn stands_and_jumps() {
        let toy = toy();
        let mut ways = Ways::begin(toy.1.clone());
        let (unit, other) = (UnitId::of(0), UnitId::of(1));
        let places = [(0.0, 0.0), (0.1, 0.0), (0.2, 0.0), (0.25, 5.0), (0.4, 5.0), (0.4, 1.0), (0.5, 1.0)];
        for (moment, y) in places {
            while ways.next_look(moment).is_some_and(|look| look < moment) {
                ways.look(|_| IdSet::new());
            }
            ways.note(unit, moment, north(y));
            ways.note(other, moment, north(0.0));
        }
        while ways.next_look(1.0).is_some() {
            ways.look(|moved| {
                assert_eq!(moved, unit);
                IdSet::new()
            });
        }
        let told = ways.told(&toy);
        assert_eq!(told.len(), 1);
        let went = vec![(0.0, 0.0), (0.2, 0.0), (0.25, 5.0), (0.4, 5.0), (0.4, 1.0)];
        assert_eq!(shown(&told[0].1, "blue"), [went]);
    }
}
