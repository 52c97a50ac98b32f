//! A run of a turn by exact moments notes where everybody goes, and reports it when the movement is over.

use std::cmp::Ordering;

use krigsspil_engine::battle::{Event, MARCHED};
use krigsspil_field::prelude::{Placed, Pose};
use serde_json::json;

use super::ways::{Eyes, Ways};
use crate::desk::Runs;
use crate::ids::{SeatNo, SideId, UnitId};
use crate::knowledge::{Known, Shows};

/// A run that notes the ways of its units ([`Ways`]).
pub trait Wayfaring: Runs<State: Shows> {
    /// The rule under which marches are reported.
    const RULE: &'static str;

    /// The battle.
    fn battle(&self) -> &Self::State;
    /// The ways of this turn; `None` if it is rehearsed, not played.
    fn ways(&mut self) -> &mut Option<Ways>;
    /// The turn and the moment.
    fn now(&self) -> (u32, f64);
    /// A unit's body; `None` if it is not on the table.
    fn body(&self, unit: UnitId) -> Option<&Placed>;
    /// The units that a player sees from where his own stand now.
    fn in_sight(&self, seat: SeatNo) -> impl Fn(UnitId) -> bool;
    /// Puts a unit on the march where it is at a moment, and returns where it stood; `None` if it does not march.
    fn bring(&mut self, unit: UnitId, moment: f64) -> Option<(Placed, Pose)>;
    /// Puts it back.
    fn put_back(&mut self, unit: UnitId, stood: (Placed, Pose));
    /// Reports a march.
    fn report(&mut self, event: Event);
    /// Which of two units is reported first.
    fn first(&self, one: UnitId, other: UnitId) -> Ordering {
        one.cmp(&other)
    }
}

/// The turn begins: from here on everybody's way is noted.
pub fn ways_begin<R: Wayfaring>(run: &mut R) {
    let battle = run.battle();
    let mut began = battle.sightings().clone();
    for (seat, side) in battle.seating().players() {
        // It sees the moves of other players of its side, or not, like those of the enemy.
        if battle.seating().players_of(side).nth(1).is_some() {
            let sees = run.in_sight(seat);
            let friends = battle.unit_ids().filter(|&unit| battle.side_of(unit) == side);
            for unit in friends.filter(|&unit| run.body(unit).is_some() && sees(unit)) {
                began.add(seat, unit);
            }
        }
    }
    *run.ways() = Some(Ways::begin(began));
    note_places(run, 0.0);
}

fn note_places<R: Wayfaring>(run: &mut R, moment: f64) {
    let Some(mut ways) = run.ways().take() else { return };
    for unit in run.battle().unit_ids() {
        if let Some(body) = run.body(unit) {
            ways.note(unit, moment, body.pose());
        }
    }
    *run.ways() = Some(ways);
}

/// Notes, from the current moment up to another, where everybody is, and who sees them at the quarters between.
pub fn ways_up_to<R: Wayfaring>(run: &mut R, moment: f64) {
    note_places(run, run.now().1);
    while let Some(look) = run.ways().as_ref().and_then(|ways| ways.next_look(moment)) {
        let units: Vec<UnitId> = run.battle().unit_ids().collect();
        let mut stood = Vec::new();
        for unit in units {
            stood.extend(run.bring(unit, look).map(|stood| (unit, stood)));
        }
        note_places(run, look);
        look_about(run);
        for (unit, stood) in stood {
            run.put_back(unit, stood);
        }
    }
}

/// Observes who sees the units that have moved; among enemies only those who know of them this turn.
fn look_about<R: Wayfaring>(run: &mut R) {
    let Some(mut ways) = run.ways().take() else { return };
    let mut looking = Vec::new();
    ways.look(|unit| {
        who_sees(run, unit, |run, seat| {
            let at = looking.iter().position(|(of, _)| *of == seat).unwrap_or_else(|| {
                looking.push((seat, run.in_sight(seat)));
                looking.len() - 1
            });
            looking[at].1(unit)
        })
    });
    drop(looking);
    *run.ways() = Some(ways);
}

/// The players who see a unit that is not theirs: friends, and enemies who know of it.
fn who_sees<'a, R: Wayfaring>(run: &'a R, unit: UnitId, mut sees: impl FnMut(&'a R, SeatNo) -> bool) -> Eyes {
    let battle = run.battle();
    let (own, side) = (battle.seat_of(unit), battle.side_of(unit));
    let may =
        |(seat, of): &(SeatNo, SideId)| *seat != own && (*of == side || battle.sightings().sees(*seat, unit));
    let players = battle.seating().players().filter(may);
    players.map(|(seat, _)| seat).filter(|&seat| sees(run, seat)).collect()
}

/// The movement is over: reports each unit that moved with its way, to each seat as much as it saw.
pub fn tell_ways<R: Wayfaring>(run: &mut R) {
    note_places(run, run.now().1);
    look_about(run);
    let Some(ways) = run.ways().take() else { return };
    let mut told = ways.told(run.battle());
    told.sort_by(|one, other| run.first(one.0, other.0));
    let (turn, moment) = run.now();
    for (unit, way, audience) in told {
        let about = json!({"unit": run.battle().unit_name(unit)});
        let (working, way) = (None, Some(way));
        run.report(Event { turn, moment, what: MARCHED, rule: R::RULE, about, working, way, audience });
    }
}
