//! Events, reported to those who may know them.

use std::sync::Arc;

use krigsspil_engine::battle::{Audience, Event, SeatId, Taken};
use krigsspil_engine::{Fault, Modifier, Procedure};
use krigsspil_turn::ids::UnitId;
use krigsspil_turn::knowledge::{Known, Parties, Thrown, own, told};
use serde_json::{Value, json};

use super::Run;
use crate::battle::knowing::Knows;
use crate::battle::order::{Action, UnitOrder};
use crate::battle::sight::{reports, unit_sees};
use crate::battle::state::{Battle, CM};
use crate::tables::Tables;

/// Reports a decision of the umpire to those who may know it.
pub(in crate::battle) fn umpire_spoke(battle: &mut Battle, events: &mut Vec<Arc<Event>>, action: &Action) {
    let nobody = Audience::Only(Vec::new());
    let own = |id: &str| battle.unit(id).map_or(nobody, |unit| own(battle, unit));
    let (what, audience) = match action {
        Action::Overrule { unit, .. } => ("umpire_overrules", own(unit)),
        Action::Mend { unit, .. } => ("umpire_mends", own(unit)),
        Action::Allow { unit, .. } => ("umpire_allows", own(unit)),
        Action::Move { unit, .. } => {
            ("umpire_moves", battle.unit(unit).map_or(Audience::All, |unit| told(battle, &[unit])))
        }
        Action::Lay { .. } => ("umpire_lays", Audience::All),
        Action::Spoil { .. } => ("umpire_spoils", Audience::All),
        _ => ("umpire_adds_a_rule", Audience::All),
    };
    let about = action.written();
    let (turn, moment, rule) = (battle.turn, battle.moment, "02.02.1");
    let event = Arc::new(Event { turn, moment, what, rule, about, working: None, way: None, audience });
    battle.log.push(event.clone());
    events.push(event);
}

/// Reports to one seat what stood on the sheet for an enemy in its sight (§03.02.3).
pub(in crate::battle) fn sheet_shown(
    battle: &mut Battle,
    events: &mut Vec<Arc<Event>>,
    seat: &SeatId,
    unit: UnitId,
    order: Option<UnitOrder>,
) {
    let about = json!({"unit": battle.units[unit].id, "order": order.map(|order| order.written())});
    let (turn, moment, rule) = (battle.turn, battle.moment, "03.02.3");
    let audience = Audience::Only(vec![seat.clone()]);
    let what = "sheet_shown";
    let event = Arc::new(Event { turn, moment, what, rule, about, working: None, way: None, audience });
    battle.log.push(event.clone());
    events.push(event);
}

krigsspil_turn::tells! {
    Run of Tables,
    seats as Knows,
    cm: CM,
}

impl Run<'_> {
    /// Enemies who meet see each other, as far as their chiefs may know of it (§08.01.5).
    pub(super) fn spot(&mut self, units: &[UnitId]) {
        for &one in units {
            for &other in units {
                let seat = self.battle.seat_of(one);
                let news =
                    self.unit(other).side != self.unit(one).side && !self.battle.seen.sees(seat, other);
                if news && reports(self.battle, one) && unit_sees(self.battle, self.tables, one, other) {
                    self.battle.seen.add(seat, other);
                }
            }
        }
    }

    /// Runs a procedure with the battle's dice, and reports it to those who know of the units, each with as much of the calculation as he
    /// may know.
    pub(super) fn roll<P: Procedure<Tables = Tables>>(
        &mut self,
        event: (&'static str, &'static str),
        units: &[UnitId],
        more: Value,
        facts: &P,
        explained: &[(&'static Modifier, &[UnitId])],
    ) -> Result<P::Outcome, Fault> {
        let outcome = self.roll_explained(event, units, more, facts, explained)?;
        if units.len() > 1 && event.0.starts_with("fires") {
            self.tell_far_off_fire(event.1, units, json!({}));
        }
        Ok(outcome)
    }

    /// The same for something that everybody sees, such as fire and wind.
    pub(super) fn roll_all<P: Procedure<Tables = Tables>>(
        &mut self,
        event: (&'static str, &'static str),
        about: Value,
        facts: &P,
    ) -> Result<P::Outcome, Fault> {
        self.roll_to(event, Audience::All, about, facts)
    }

    /// The same for something that only the umpire knows.
    pub(super) fn roll_in_secret<P: Procedure<Tables = Tables>>(
        &mut self,
        event: (&'static str, &'static str),
        about: Value,
        facts: &P,
    ) -> Result<P::Outcome, Fault> {
        self.roll_to(event, Audience::Only(Vec::new()), about, facts)
    }

    /// Whose private data a procedure uses: the first unit's, and the second's if there is one.
    fn parties(&self, units: &[UnitId]) -> Parties<'static> {
        Parties { first: units.first().copied(), second: units.get(1).copied(), explained: &[] }
    }

    fn throw<P: Procedure<Tables = Tables>>(
        &mut self,
        units: &[UnitId],
        facts: &P,
    ) -> Result<(P::Outcome, Thrown), Fault> {
        if let Some(rehearsed) = self.rehearsed_throw(units, facts) {
            return rehearsed;
        }
        Thrown::of(facts, self.tables, &mut self.battle.dice)
    }
}

impl Run<'_> {
    /// Runs a procedure and reports it; also returns the faces of the dice, for others that the same throw strikes (§10.05.5).
    pub(super) fn roll_shown<P: Procedure<Tables = Tables>>(
        &mut self,
        event: (&'static str, &'static str),
        units: &[UnitId],
        more: Value,
        facts: &P,
    ) -> Result<(P::Outcome, Vec<i32>), Fault> {
        let outcome = self.roll(event, units, more, facts, &[])?;
        let rolls = self
            .desk
            .events()
            .iter()
            .rev()
            .find_map(|event| event.working.as_ref())
            .map(|working| &working.rolls);
        let faces = rolls.map_or_else(Vec::new, |rolls| rolls.iter().map(|roll| roll.shown).collect());
        Ok((outcome, faces))
    }
}
