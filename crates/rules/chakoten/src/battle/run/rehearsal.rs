//! Rehearses a turn for one unit up to the first throw that decides something, which is not made but reported.

use krigsspil_engine::battle::{Meeting, SumPreviewed};
use krigsspil_engine::dice::ScriptedDice;
use krigsspil_engine::wordings::NOT_DICE;
use krigsspil_engine::{Code, Fault, Procedure};
use krigsspil_turn::desk::{Desk, Pause};
use krigsspil_turn::knowledge::Thrown;
use krigsspil_turn::supposing::sum;
use krigsspil_turn::timeline::run_moments;

use super::Run;
use crate::battle::knowing::stands_by;
use crate::battle::order::UnitOrder;
use crate::battle::state::*;
use crate::tables::Tables;

/// The throw for reaction: the rehearsal supposes that the unit obeys.
const REACTS: &str = "reaction_roll";
/// The throws for chiefs: nobody falls, and the rehearsal goes on.
const CHIEFS: [&str; 2] = ["leader_intervention", "staff_hit"];

/// The result of a rehearsal.
pub(in crate::battle) struct Rehearsal {
    /// The unit whose order is rehearsed.
    unit: UnitId,
    /// The units it meets.
    pub meets: Vec<Meeting>,
    /// The throws it leads to.
    pub sums: Vec<SumPreviewed>,
}

/// Runs the turn for one unit with this order, with everybody else standing still, up to the first throw that decides something.
pub(in crate::battle) fn rehearse(
    battle: &mut Battle,
    tables: &Tables,
    unit: UnitId,
    order: &UnitOrder,
) -> Rehearsal {
    let id = battle.units[unit].id.clone();
    for other in battle.units.values_mut() {
        other.written = stands_by(other.written.as_ref(), &id);
    }
    battle.units[unit].written = Some(order.clone());
    battle.phase = Phase::Running(Stage::Announce);
    let mut desk = Desk::aside();
    let rehearsal = Rehearsal { unit, meets: Vec::new(), sums: Vec::new() };
    let mut run = Run { rehearsal: Some(rehearsal), ..Run::new(battle, tables, &mut desk) };
    // It ends at the first throw, or when nothing is left to do: in both cases its results are kept.
    let _ = run.up_to_the_end_of_action(unit);
    run.rehearsal.take().unwrap_or(Rehearsal { unit, meets: Vec::new(), sums: Vec::new() })
}

impl Run<'_> {
    fn up_to_the_end_of_action(&mut self, unit: UnitId) -> Result<(), Pause> {
        self.turn_begins();
        self.stage(Stage::Command, |run| {
            let supports = run.in_place_order(|other| other.written.is_some());
            for other in supports.into_iter().filter(|&other| other != unit) {
                let written = run.unit_mut(other).written.take();
                run.unit_mut(other).now.order = written;
            }
            run.takes_order(unit)
        })?;
        self.stage(Stage::Announce, Run::announce)?;
        run_moments(self)
    }

    /// The choice made in a rehearsal: the default for the unit itself, and for others one that throws no dice.
    pub(super) fn rehearsed_choice<C: Copy>(&self, unit: UnitId, among: &[C]) -> Option<C> {
        let rehearsal = self.rehearsal.as_ref()?;
        if rehearsal.unit == unit { among.first().copied() } else { among.last().copied() }
    }

    /// Notes whom the rehearsed unit meets.
    pub(super) fn comes_upon(&mut self, due: &Due) {
        let Some(rehearsal) = &mut self.rehearsal else { return };
        let found = match due {
            Due::BreakIns { attacks, .. } => attacks
                .iter()
                .find(|attack| attack.attacker == rehearsal.unit)
                .map(|attack| (attack.defender, "attacks")),
            Due::Stops { unit, enemy } if *unit == rehearsal.unit => Some((*enemy, "contact")),
            Due::Contact { one, other } if *one == rehearsal.unit => Some((*other, "blocked_by_friend")),
            Due::Contact { one, other } if *other == rehearsal.unit => Some((*one, "blocked_by_friend")),
            _ => None,
        };
        let Some((other, how)) = found else { return };
        let meeting = Meeting { moment: self.battle.moment, unit: self.battle.units[other].id.clone(), how };
        if !rehearsal.meets.contains(&meeting) {
            rehearsal.meets.push(meeting);
        }
    }

    /// Reports a throw instead of making it; `None` if the turn is not rehearsed.
    pub(super) fn rehearsed_throw<P: Procedure<Tables = Tables>>(
        &mut self,
        units: &[UnitId],
        facts: &P,
    ) -> Option<Result<(P::Outcome, Thrown), Fault>> {
        let rehearsal = self.rehearsal.as_mut()?;
        let name = P::ABOUT.name;
        if !CHIEFS.contains(&name) {
            rehearsal.sums.push(sum(&*self.battle, units, self.battle.moment, facts));
        }
        if name == REACTS {
            return Some(Thrown::of(facts, self.tables, ScriptedDice::new(&[6; 3])));
        }
        if CHIEFS.contains(&name) {
            return Some(Thrown::of(facts, self.tables, ScriptedDice::new(&[4; 6])));
        }
        Some(Err(Fault::new(Code::WrongDice, "dice", NOT_DICE, Vec::new())))
    }
}
