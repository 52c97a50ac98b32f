//! Events, reported to those who may know them.

use std::sync::Arc;

use krigsspil_engine::battle::{Audience, Event, Taken};
use krigsspil_engine::dice::ScriptedDice;
use krigsspil_engine::{Fault, Procedure};
use krigsspil_turn::ids::{SeatNo, UnitId};
use krigsspil_turn::knowledge::{Known, Parties, Thrown, only, own, told};
use serde_json::Value;

use super::Run;
use super::rehearsal::ON_THE_SPOT;
use crate::battle::knowing::Knows;
use crate::battle::order::Action;
use crate::battle::sight::{COMMAND_CM, below, general_cm, unit_sees};
use crate::battle::state::{Battle, CM, Life};
use crate::tables::Tables;

/// Is a unit so near to a general of its seat that its observations count (§03.02.2)?
fn reports(battle: &Battle, seat: SeatNo, unit: UnitId) -> bool {
    let above = battle.units[unit].general;
    battle.generals.iter().any(|(post, general)| {
        battle.fixed.seat_of[post] == seat
            && general.life == Life::Here
            && below(battle, above, post)
            && general_cm(&battle.units[unit].placed, general.place) <= COMMAND_CM
    })
}

/// Reports a decision of the umpire to those who may know it. Only a unit's own player may know its order, losses and ammunition; a new
/// place or a thing laid on the table is reported to those who see it (§03.02.2).
pub(in crate::battle) fn umpire_spoke(
    battle: &mut Battle,
    tables: &Tables,
    events: &mut Vec<Arc<Event>>,
    action: &Action,
) {
    let nobody = Audience::Only(Vec::new());
    let own = |id: &str| battle.unit(id).map_or(nobody, |unit| own(battle, unit));
    let (what, told) = match action {
        Action::Overrule { unit, .. } => ("umpire_overrules", own(unit)),
        Action::Mend { unit, .. } => ("umpire_mends", own(unit)),
        Action::Move { unit, .. } => {
            ("umpire_moves", battle.unit(unit).map_or(Audience::All, |unit| told(battle, &[unit])))
        }
        Action::Lay { .. } => ("umpire_lays", sees_last_work(battle, tables)),
        _ => ("umpire_adds_a_rule", Audience::All),
    };
    let about = action.written();
    let event = Arc::new(Event {
        turn: battle.turn,
        moment: battle.moment,
        what,
        rule: "01.06.1",
        about,
        working: None,
        way: None,
        audience: told,
    });
    battle.log.push(event.clone());
    events.push(event);
}

/// The seats that know of the last work.
fn sees_last_work(battle: &Battle, tables: &Tables) -> Audience {
    let Some(made) = battle.works.made.last() else { return Audience::All };
    let seating = &battle.fixed.seating;
    let knows = |seat: &SeatNo| Knows::of_seat(battle, tables, *seat).knows_work(made);
    only(seating, seating.players().map(|(seat, _)| seat).filter(knows))
}

krigsspil_turn::tells! {
    Run of Tables,
    seats as Knows,
    cm: CM,
}

impl Run<'_> {
    /// Enemies who meet see each other, as far as their generals may know of it.
    pub(super) fn spot(&mut self, units: &[UnitId]) {
        for &one in units {
            for &other in units {
                if self.unit(other).side == self.unit(one).side {
                    continue;
                }
                let seat = self.battle.seat_of(one);
                let known = self.battle.seen.sees(seat, other);
                if !known
                    && reports(self.battle, seat, one)
                    && unit_sees(self.battle, self.tables, one, other)
                {
                    self.battle.seen.add(seat, other);
                }
            }
        }
    }

    /// Runs a procedure with the battle's dice, and reports it to those who know of the units, each with as much of the calculation as he
    /// may know (ruling 89).
    pub(super) fn roll<P: Procedure<Tables = Tables>>(
        &mut self,
        what: &'static str,
        rule: &'static str,
        units: &[UnitId],
        more: Value,
        facts: &P,
    ) -> Result<P::Outcome, Fault> {
        self.roll_explained((what, rule), units, more, facts, &[])
    }

    /// Whose private data a procedure uses: the first unit's, and those of the others if one player has them all.
    fn parties(&self, units: &[UnitId]) -> Parties<'static> {
        let others = units.get(1..).unwrap_or_default();
        let one_player =
            |of: &UnitId| others.iter().all(|&other| self.battle.seat_of(other) == self.battle.seat_of(*of));
        Parties {
            first: units.first().copied(),
            second: others.first().copied().filter(one_player),
            explained: &[],
        }
    }

    /// Throws the battle's dice for a procedure, and keeps the faces. A rehearsed turn tells the sum of two units instead.
    fn throw<P: Procedure<Tables = Tables>>(
        &mut self,
        units: &[UnitId],
        facts: &P,
    ) -> Result<(P::Outcome, Thrown), Fault> {
        if self.rehearsal.is_some() {
            let both = if units.len() > 1 { units } else { &[] };
            return match self.told_instead(both, facts) {
                Some(told) => Err(told),
                None => Thrown::of(facts, self.tables, ScriptedDice::new(&ON_THE_SPOT)),
            };
        }
        let (outcome, thrown) = Thrown::of(facts, self.tables, &mut self.battle.dice)?;
        self.carried.thrown = thrown.faces().collect();
        Ok((outcome, thrown))
    }
}
