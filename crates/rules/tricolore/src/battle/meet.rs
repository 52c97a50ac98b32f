//! Whom a way meets: friends to be passed, enemies, zones, the edge of the table.

use krigsspil_field::prelude::*;

use super::course::Course;
use super::state::UnitId;
use super::walk::{CLEAR, Halt, Purpose, Walk};

/// Somebody or something in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Name {
    Mover,
    Unit(UnitId),
    Zone(usize),
}

/// Friends on a way, each with the metres at which it comes to him.
pub(super) type Passed = Vec<(f64, UnitId)>;

/// The units that a mover touches at one moment, and what else ends its way.
fn touched(events: &[Event<Name>]) -> (Vec<UnitId>, Vec<Halt>) {
    let (mut units, mut halts) = (Vec::new(), Vec::new());
    for event in events {
        match event.what {
            Happening::Contact(one, other) => match if one == Name::Mover { other } else { one } {
                Name::Zone(zone) => halts.push(Halt::Zone(zone)),
                Name::Unit(unit) => units.push(unit),
                Name::Mover => {}
            },
            Happening::LeavesTable(Name::Mover) => halts.push(Halt::Edge),
            _ => {}
        }
    }
    (units, halts)
}

impl Walk<'_> {
    /// Those whom the way touches: friends, each with where; and what ends it.
    pub(super) fn meetings(&self, course: &Course) -> (Passed, Option<(f64, Halt)>) {
        let battle = self.battle;
        let own = self.own();
        let reach = course.track.swept().grown(2.0);
        let others = battle.here().filter(|&other| other != self.unit);
        let near = others.filter(|&other| battle.units[other].placed.extent().meets(&reach));
        // Those in a zone are met at its outline.
        let near = near.filter(|&other| battle.units[other].zone.is_none());
        let standing: Vec<(Name, Track)> =
            near.map(|other| (Name::Unit(other), Track::standing(&battle.units[other].placed))).collect();
        let on_road = matches!(self.purpose, Purpose::Road(_));
        let zones = battle.zones.iter().enumerate().filter(|(number, _)| own.zone != Some(*number));
        let zones = zones.filter(|(number, _)| !on_road || self.held_against(*number));
        let zones = zones.filter_map(|(number, _)| {
            let body = battle.fixed.zone_bodies[number].as_ref()?;
            body.extent().meets(&reach).then(|| (Name::Zone(number), Track::standing(body)))
        });
        let standing: Vec<(Name, Track)> = standing.into_iter().chain(zones).collect();
        let mut marchers = vec![Marcher { name: Name::Mover, track: &course.track }];
        marchers.extend(standing.iter().map(|(name, track)| Marcher { name: *name, track }));
        let watch = |one: Name, other: Name| Watch {
            contact: one == Name::Mover || other == Name::Mover,
            distance: None,
        };
        let (mut met, mut after) = (Vec::new(), 0.0);
        let mut blocked: Option<(f64, (f64, Halt))> = None;
        loop {
            let events = next_events_but_ground(&marchers, battle.fixed.ground.table(), after, 0.0, watch);
            let Some(first) = events.first() else { return (met, blocked.map(|(_, ends)| ends)) };
            after = first.at;
            let (units, others) = touched(&events);
            let mut halts = Vec::new();
            let at = after * course.length;
            for unit in battle.by_place(units) {
                if battle.units[unit].side != own.side {
                    halts.push(Halt::Enemy(unit));
                } else if self.goes_through(course, at, unit) {
                    met.push((at, unit));
                }
            }
            halts.extend(others);
            // Behind an enemy it comes to nobody.
            if let Some((_, ends)) = blocked.filter(|(first, _)| at > first + CLEAR) {
                return (met, Some(ends));
            }
            // Of several touched at once, or within a metre of each other, the one it goes for counts: they may stand shoulder to
            // shoulder, and one of them a few millimetres nearer.
            if let Some(target) = halts.iter().copied().find_map(|halt| self.as_target(halt)) {
                return (met, Some((at, Halt::Enemy(target))));
            }
            if let Some(halt) = halts.first().copied() {
                let enemy = matches!(halt, Halt::Enemy(_));
                let ends = (if enemy { (at - CLEAR).max(0.0) } else { at }, halt);
                if !enemy || !matches!(self.purpose, Purpose::Attack(_)) {
                    return (met, Some(ends));
                }
                blocked.get_or_insert((at, ends));
            }
            if after >= 1.0 {
                return (met, blocked.map(|(_, ends)| ends));
            }
        }
    }

    /// Does the way lead through a friend, and not merely along his side?
    fn goes_through(&self, course: &Course, at: f64, friend: UnitId) -> bool {
        let friend = &self.battle.units[friend].placed;
        let farther = [2.0, 6.0, 12.0].map(|more| (at + more).min(course.length));
        farther.iter().any(|&metres| overlaps(&course.at(metres), friend))
    }

    /// The one it attacks, when it is he whom it has come to, or the zone he is in.
    fn as_target(&self, halt: Halt) -> Option<UnitId> {
        let Purpose::Attack(target) = self.purpose else { return None };
        let his = match halt {
            Halt::Enemy(enemy) => enemy == target,
            Halt::Zone(zone) => {
                self.battle.units[target].zone == Some(zone)
                    || self.battle.guns_alone_in(target) == Some(zone)
            }
            _ => false,
        };
        his.then_some(target)
    }
}
