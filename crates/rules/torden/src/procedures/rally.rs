//! Chapter 9: reorganisation.

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Fault, Group, Listener, Procedure, Turns};

use super::morale::Spirit;
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A mob that tries to rally.
    pub struct Reorganise {
        ..spirit: Spirit;
        phases_since_rout: i32 [0..=50] = 1, "9.1";
        at_table_edge: bool = false, "8.7.1.p2";
    }
}

krigsspil_engine::outcome! {
    /// Whether it rallies.
    pub struct ReorganiseResult {
        allowed: bool;
        loss_modifier: i32;
        modifier: i32;
        total: i32;
        success: bool;
        order_after: Order;
        move_after as "move": TestMove;
        removed: bool;
        permanent_disorder: bool;
    }
}

/// The one reorganisation phase in which a unit on the table's edge may try (§8.7.1, R36).
const ONLY_TRY_AT_EDGE: i32 = 1;

impl Reorganise {
    fn allowed(&self) -> bool {
        match self.at_table_edge {
            true => self.phases_since_rout == ONLY_TRY_AT_EDGE,
            false => self.phases_since_rout > 0,
        }
    }

    /// Has the only chance at the table's edge passed?
    fn chance_gone(&self) -> bool {
        self.at_table_edge && self.phases_since_rout > ONLY_TRY_AT_EDGE
    }
}

impl Procedure for Reorganise {
    type Tables = Tables;
    type Outcome = ReorganiseResult;
    const ABOUT: About = About {
        name: "reorganise",
        group: Group::Morale,
        dice: "1d10",
        cites: &["8.7.1", "9.1", "9.2", "9.3", "tabel 9", "tabel 11"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<ReorganiseResult, Fault> {
        self.spirit.check()?;
        let (loss_modifier, modifier) = self.spirit.modifier(tables, report);
        let total = dice.roll("reorganise", Die::D10FromZero)? + modifier;
        let allowed = self.allowed();
        let order_after = if allowed { tables.morale.rally.result(total) } else { Order::FullDisorder };
        let success = order_after != Order::FullDisorder;
        let failed = allowed && !success;
        Ok(ReorganiseResult {
            allowed,
            loss_modifier,
            modifier,
            total,
            success,
            order_after,
            move_after: if failed && !self.at_table_edge { TestMove::Rout } else { TestMove::None },
            removed: failed && self.at_table_edge || self.chance_gone(),
            permanent_disorder: success && self.spirit.two_thirds_lost(tables),
        })
    }
}

krigsspil_engine::facts! {
    /// A unit in disorder that is not disturbed.
    pub struct RecoverDisorder {
        quiet_turns: Turns [0..=20], "9.1";
        two_thirds_lost: bool = false, "1.6.5.p2";
    }
}

krigsspil_engine::outcome! {
    /// Whether it returns to order.
    pub struct RecoverDisorderResult {
        order_after: Order;
        turns_needed: Option<Turns>;
    }
}

/// Quiet turns, of either side, that bring a unit back to order (§9.1, R37).
const QUIET_TURNS: Turns = Turns(2);

impl Procedure for RecoverDisorder {
    type Tables = Tables;
    type Outcome = RecoverDisorderResult;
    const ABOUT: About =
        About { name: "recover_disorder", group: Group::Morale, dice: "", cites: &["9.1", "1.6.5"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<RecoverDisorderResult, Fault> {
        let needed = (QUIET_TURNS - self.quiet_turns).max(Turns(0));
        let recovers = needed == Turns(0) && !self.two_thirds_lost;
        Ok(RecoverDisorderResult {
            order_after: if recovers { Order::Order } else { Order::Disorder },
            turns_needed: (!self.two_thirds_lost).then_some(needed),
        })
    }
}
