//! The ways that units go in a turn, and who sees them, so that it can be played back.

use krigsspil_engine::battle::{Event, MARCHED};
use krigsspil_field::prelude::{Placed, Pose};
use krigsspil_turn::ids::{SeatNo, SideId, UnitId};
use krigsspil_turn::knowledge::Known;
use krigsspil_turn::timeline::{Eyes, Ways};
use serde_json::json;

use super::Run;
use crate::battle::knowing::{InSight, Knows};

impl Run<'_> {
    /// The turn begins: from here on everybody's way is noted.
    pub(super) fn ways_begin(&mut self) {
        let mut began = self.battle.seen.clone();
        for (seat, side) in self.battle.fixed.seating.players() {
            if self.battle.fixed.seating.players_of(side).nth(1).is_some() {
                let in_sight = Knows::of_seat(self.battle, self.tables, seat).in_sight();
                let friends = self.battle.here().filter(|&unit| self.battle.side_of(unit) == side);
                for unit in friends.filter(|&unit| in_sight.sees(unit)) {
                    began.add(seat, unit);
                }
            }
        }
        self.ways = Some(Ways::begin(began));
        self.note_places(0.0);
    }

    fn note_places(&mut self, moment: f64) {
        let Some(ways) = &mut self.ways else { return };
        for unit in self.battle.here() {
            ways.note(unit, moment, self.battle.units[unit].placed.pose());
        }
    }

    /// Notes, from the current moment up to another, where everybody is, and who sees them at the quarters between.
    pub(super) fn ways_up_to(&mut self, moment: f64) {
        self.note_places(self.battle.moment);
        while let Some(look) = self.ways.as_ref().and_then(|ways| ways.next_look(moment)) {
            let stood = self.stand_at(look);
            self.note_places(look);
            self.look_about();
            for (unit, placed, pose) in stood {
                let back = self.unit_mut(unit);
                (back.placed, back.pose) = (placed, pose);
            }
        }
    }

    /// Puts the units on the march where they are at a moment, and returns where they stood before.
    fn stand_at(&mut self, moment: f64) -> Vec<(UnitId, Placed, Pose)> {
        let mut stood = Vec::new();
        for (number, unit) in self.battle.units.iter_mut() {
            let Some(track) = &unit.track else { continue };
            let placed = std::mem::replace(&mut unit.placed, track.at(moment));
            stood.push((number, placed, std::mem::replace(&mut unit.pose, unit.placed.pose())));
        }
        stood
    }

    fn look_about(&mut self) {
        let Some(mut ways) = self.ways.take() else { return };
        let mut looking = Looking { run: self, of: Vec::new() };
        ways.look(|unit| looking.who_sees(unit));
        self.ways = Some(ways);
    }

    /// The action is over: reports each unit that moved with its way, to each seat as much as it saw.
    pub(super) fn tell_ways(&mut self) {
        self.note_places(self.battle.moment);
        self.look_about();
        let Some(ways) = self.ways.take() else { return };
        // In order of place: the names of units never decide.
        let mut told: Vec<_> = ways.told(self.battle).into_iter().collect();
        told.sort_by(|a, b| self.battle.by_place(a.0, b.0));
        for (unit, way, audience) in told {
            let (turn, moment) = (self.battle.turn, self.battle.moment);
            let about = json!({"unit": self.id(unit)});
            let (working, way) = (None, Some(way));
            let event = Event { turn, moment, what: MARCHED, rule: "03.02.9", about, working, way, audience };
            self.battle.log.push(self.desk.tell(event));
        }
    }
}

/// What every player sees at one moment, computed when needed.
struct Looking<'a, 'b> {
    run: &'a Run<'b>,
    of: Vec<(SeatNo, InSight<'a>)>,
}

impl Looking<'_, '_> {
    fn who_sees(&mut self, unit: UnitId) -> Eyes {
        let battle = &*self.run.battle;
        let side = battle.side_of(unit);
        let may = |(seat, of): &(SeatNo, SideId)| {
            *seat != battle.seat_of(unit) && (*of == side || battle.seen.sees(*seat, unit))
        };
        let seats: Vec<SeatNo> = battle.fixed.seating.players().filter(may).map(|(seat, _)| seat).collect();
        seats.into_iter().filter(|&seat| self.see(seat, unit)).collect()
    }

    fn see(&mut self, seat: SeatNo, unit: UnitId) -> bool {
        let known = self.of.iter().position(|(of, _)| *of == seat).unwrap_or_else(|| {
            self.of.push((seat, Knows::of_seat(self.run.battle, self.run.tables, seat).in_sight()));
            self.of.len() - 1
        });
        self.of[known].1.sees(unit)
    }
}
