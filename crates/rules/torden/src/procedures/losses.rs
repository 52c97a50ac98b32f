//! Appendix 2 and chapter 1.6: shares lost, and what a unit may still do.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Figures, Group, Listener, Procedure};

use super::refuse_lost_over;
use crate::tables::{Tables, Thresholds};
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A unit and its losses.
    pub struct LossSteps {
        original: Figures [1..=120];
        lost: Figures [0..=120] = Figures(0);
    }
}

krigsspil_engine::outcome! {
    /// The steps it has reached.
    pub struct LossStepsResult {
        thresholds: Thresholds;
        tens: i32;
        twenties: i32;
        two_thirds: bool;
        remaining: Figures;
    }
}

impl Procedure for LossSteps {
    type Tables = Tables;
    type Outcome = LossStepsResult;
    const ABOUT: About = About {
        name: "loss_table",
        group: Group::Morale,
        dice: "",
        cites: &["appendiks 2", "1.6.5", "8.3.2"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<LossStepsResult, Fault> {
        let (original, lost) = (self.original.0, self.lost.0);
        refuse_lost_over(original, lost)?;
        Ok(LossStepsResult {
            thresholds: tables.losses.thresholds(original),
            tens: tables.losses.tens(original, lost),
            twenties: tables.losses.twenties(original, lost),
            two_thirds: tables.losses.two_thirds(original, lost),
            remaining: self.original - self.lost,
        })
    }
}

krigsspil_engine::facts! {
    /// A unit, its order and its losses.
    pub struct UnitStatus {
        order: Order;
        original: Figures [1..=120];
        lost: Figures [0..=120] = Figures(0);
        has_routed: bool = false, "1.6.5";
    }
}

krigsspil_engine::outcome! {
    /// What it may do.
    pub struct UnitStatusResult {
        order_effective: Order;
        may_attack: bool;
        may_fire: bool;
        may_move: bool;
        may_change_formation: bool;
        has_front: bool;
        counts_as_column: bool;
        permanent_disorder: bool;
        eliminated: bool;
    }
}

impl Procedure for UnitStatus {
    type Tables = Tables;
    type Outcome = UnitStatusResult;
    const ABOUT: About = About {
        name: "unit_status",
        group: Group::Morale,
        dice: "",
        cites: &["1.6.2", "1.6.3", "1.6.4", "1.6.5", "5.1.2", "6.1.2"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<UnitStatusResult, Fault> {
        let (original, lost) = (self.original.0, self.lost.0);
        refuse_lost_over(original, lost)?;
        let two_thirds = tables.losses.two_thirds(original, lost);
        let order_effective = match self.order {
            Order::Order if two_thirds => Order::Disorder,
            order => order,
        };
        let steady = order_effective != Order::FullDisorder;
        Ok(UnitStatusResult {
            order_effective,
            may_attack: order_effective == Order::Order,
            may_fire: steady,
            may_move: steady,
            may_change_formation: steady,
            has_front: steady,
            counts_as_column: !steady,
            permanent_disorder: two_thirds && steady,
            eliminated: (!steady && two_thirds && self.has_routed) || lost == original,
        })
    }
}
