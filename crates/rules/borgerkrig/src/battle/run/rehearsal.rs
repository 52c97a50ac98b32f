//! Rehearses a turn for one unit up to the first throw, which is not made but reported.

use krigsspil_engine::battle::{Crossing, Meeting, SeatId, SumPreviewed, Waypoint};
use krigsspil_engine::wordings::NOT_DICE;
use krigsspil_engine::{Code, Fault, Procedure};
use krigsspil_field::prelude::Point;
use krigsspil_turn::riders;
use krigsspil_turn::supposing::sum;

use super::{Desk, Run};
use crate::battle::order::{Ride, UnitOrder};
use crate::battle::state::*;
use crate::battle::terrain::terrain_at;
use crate::tables::Tables;

/// The throw that only decides where a shot falls; the throw for its loss comes after it (§06.02.2).
const FALLS_WHERE: &str = "deviation";
/// A deviation throw with no deviation.
pub(super) const ON_THE_SPOT: [i64; 2] = [3, 4];

/// The result of a rehearsal.
pub(in crate::battle) struct Rehearsal {
    /// The unit whose order is rehearsed.
    unit: UnitId,
    /// Its way.
    pub path: Vec<Waypoint>,
    /// The units it meets.
    pub meets: Vec<Meeting>,
    /// The ground it crosses.
    pub ground: Vec<Crossing>,
    /// The steps for which the turn has no time.
    pub not_reached: Vec<usize>,
    /// The calculations it leads to.
    pub sums: Vec<SumPreviewed>,
    /// The number of steps for which the turn had no time.
    steps_left: usize,
    /// The moment at which it ended.
    pub ended: f64,
}

/// Runs the turn for one unit with this order, with everybody else standing still, up to the first throw.
pub(in crate::battle) fn rehearse(
    battle: &mut Battle,
    tables: &Tables,
    unit: UnitId,
    order: &UnitOrder,
) -> Rehearsal {
    battle.units[unit].written = Some(order.clone());
    battle.phase = Phase::Running(Stage::Announce);
    battle.moment = 0.0;
    let rehearsal = Rehearsal::of(unit);
    let mut desk = Desk::aside();
    let mut run = Run { rehearsal: Some(rehearsal), ..Run::new(battle, tables, &mut desk) };
    run.waypoint();
    // It ends at the first throw, or when nothing is left to do: in both cases its results are kept. The end of the turn is not part of any
    // order.
    let _ = run.up_to_the_end_of_movement();
    run.waypoint();
    let mut rehearsal = run.rehearsal.take().unwrap_or_else(|| Rehearsal::of(unit));
    rehearsal.ended = rehearsal.path.last().map_or(0.0, |last| last.moment);
    let whole = if let UnitOrder::Move { steps, .. } = order { steps.len() } else { 0 };
    rehearsal.not_reached = (whole.saturating_sub(rehearsal.steps_left)..whole).collect();
    rehearsal
}

/// Where a ride from a place leads in one turn, and whom it reaches.
pub(in crate::battle) fn rehearse_ride(
    battle: &mut Battle,
    tables: &Tables,
    from: Point,
    to: &Ride,
) -> (Point, Option<UnitId>) {
    let Some(bound) = battle.bound(to) else { return (from, None) };
    riders::ridden(&Run::new(battle, tables, &mut Desk::aside()), from, bound)
}

impl Rehearsal {
    fn of(unit: UnitId) -> Rehearsal {
        Rehearsal {
            unit,
            path: Vec::new(),
            meets: Vec::new(),
            ground: Vec::new(),
            not_reached: Vec::new(),
            sums: Vec::new(),
            steps_left: 0,
            ended: 0.0,
        }
    }
}

impl Run<'_> {
    /// Notes the place of the rehearsed unit, and its ground.
    pub(super) fn waypoint(&mut self) {
        let Some(rehearsal) = &mut self.rehearsal else { return };
        let unit = &self.battle.units[rehearsal.unit];
        let (moment, pose) = (self.battle.moment, unit.placed.pose());
        let ground = terrain_at(&self.battle.ground, pose.at).as_str();
        match rehearsal.ground.last_mut() {
            Some(last) if last.ground == ground => last.to = moment,
            _ => rehearsal.ground.push(Crossing { from: moment, to: moment, ground }),
        }
        let point = Waypoint { moment, place: [pose.at.x, pose.at.y], facing: pose.facing.as_degrees() };
        if rehearsal.path.last() != Some(&point) {
            rehearsal.path.push(point);
        }
    }

    /// Notes how many steps of the rehearsed order are left when the turn is over.
    pub(super) fn rehearsed_steps_left(&mut self, unit: UnitId, left: usize) {
        if let Some(rehearsal) = self.rehearsal.as_mut().filter(|rehearsal| rehearsal.unit == unit) {
            rehearsal.steps_left = left;
        }
    }

    /// The choice made in a rehearsal: the default for the seat's own units, and for others a choice that throws no dice.
    pub(super) fn rehearsed_choice<C: Copy>(&self, seat: &SeatId, choices: &[C]) -> Option<C> {
        let rehearsal = self.rehearsal.as_ref()?;
        let own = self.battle.seat_of_unit(rehearsal.unit) == seat;
        if own { choices.first().copied() } else { choices.last().copied() }
    }

    /// Notes the units that the rehearsed unit meets.
    pub(super) fn comes_upon(&mut self, due: &Due) {
        let Some(rehearsal) = &mut self.rehearsal else { return };
        let found = match due {
            Due::Attacks { attacks, .. } => attacks
                .iter()
                .find(|attack| attack.attacker == rehearsal.unit)
                .map(|attack| (attack.defender, "attacks")),
            Due::Contact { one, other } if *one == rehearsal.unit => Some((*other, "contact")),
            Due::Contact { one, other } if *other == rehearsal.unit => Some((*one, "contact")),
            _ => None,
        };
        let Some((other, how)) = found else { return };
        let meeting = Meeting { moment: self.battle.moment, unit: self.battle.units[other].id.clone(), how };
        if !rehearsal.meets.contains(&meeting) {
            rehearsal.meets.push(meeting);
        }
    }

    /// Reports a throw instead of making it. After the throw that only decides where a shot falls, the rehearsal continues.
    pub(super) fn told_instead<P: Procedure<Tables = Tables>>(
        &mut self,
        units: &[UnitId],
        facts: &P,
    ) -> Option<Fault> {
        let rehearsal = self.rehearsal.as_mut()?;
        rehearsal.sums.push(sum(self.battle, units, self.battle.moment, facts));
        (P::ABOUT.name != FALLS_WHERE).then(|| Fault::new(Code::WrongDice, "dice", NOT_DICE, Vec::new()))
    }
}
