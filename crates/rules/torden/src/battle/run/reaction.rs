//! The facts of a reaction throw (table 3), whatever is tried.

use super::Run;
use super::attacks::steady;
use crate::battle::state::*;
use crate::procedures::reaction::{Purpose, Reaction, ReactionResult};
use crate::tables::Tables;
use crate::vocabulary::{Gun, Order, TestResult};

/// What a unit tries.
#[derive(Clone, Copy, Debug)]
pub(in crate::battle) struct Try {
    /// What for.
    pub purpose: Purpose,
    /// It is attacked in flank or rear.
    pub flank: bool,
    /// It is attacked by a continued attack.
    pub struck_again: bool,
}

impl Try {
    /// A try of one who is not attacked.
    pub fn of(purpose: Purpose) -> Try {
        Try { purpose, flank: false, struck_again: false }
    }
}

/// The facts of its throw.
pub(in crate::battle) fn reaction(battle: &Battle, tables: &Tables, unit: UnitId, tries: Try) -> Reaction {
    let of = &battle.units[unit];
    let row = tables.unit(of.kind);
    Reaction {
        arm: of.branch,
        purpose: tries.purpose,
        order: steady(of.order),
        formation: of.formation,
        declared_attack: of.now.declared,
        in_continued_attack: of.now.continued > 0,
        twelve_pounder: of.battery.as_ref().is_some_and(|guns| guns.gun == Gun::TwelvePounder),
        // The active side has moved in this turn or not; the other in its own last turn.
        stationary: if of.side == battle.active() { !of.now.acted } else { of.stationary },
        flank_or_rear: tries.flank,
        attacked_by_continued_attack: tries.struck_again,
        melee_bonus: row.melee,
        english_cavalry: row.english_cavalry
            && matches!(tries.purpose, Purpose::AbortAttack | Purpose::RefuseContinuedAttack),
    }
}

impl Run<'_> {
    /// Table 4 after a try: what it brings the unit to. U on a unit in U breaks its quiet turns (R64).
    pub(super) fn reads_table_4(&mut self, unit: UnitId, result: &ReactionResult, rule: &'static str) {
        if result.order_after != self.unit(unit).order {
            self.comes_into(unit, result.order_after, rule);
        } else if !result.success
            && result.order_after == Order::Disorder
            && self.tables.reaction.failed.result(result.total) != TestResult::Hold
        {
            (self.unit_mut(unit).now.disturbed, self.unit_mut(unit).quiet) = (true, 0);
        }
    }

    /// The facts of a throw of one who is not attacked.
    pub(super) fn reaction(&self, unit: UnitId, purpose: Purpose) -> Reaction {
        reaction(self.battle, self.tables, unit, Try::of(purpose))
    }
}
