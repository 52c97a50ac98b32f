//! Chapter 2: what a corps and its general do under their order.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, OrNull, Procedure, rounded_up};

use super::orders::{MARCH_CLEARANCE_CM, OBJECTIVE_CM};
use crate::modifiers::{DISORDERED_OVER_UNITS, OBJECTIVE_NEEDED, PART_OVER_WHOLE, RATES_NEEDED};
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A corps general under his order.
    pub struct CorpsGeneralMove {
        order: CorpsOrder;
        objective_cm: OrNull<i32> [0..=2000] = OrNull(None), "2.7";
        enemy_ahead_cm: OrNull<i32> [0..=2000] = OrNull(None), "2.7.p3";
        nearest_enemy_cm: OrNull<i32> [0..=2000] = OrNull(None), "2.10.p2";
        unit_rates_cm: Vec<i32> [0..=20 each 1..=60] = Vec::new(), "2.10.p3";
        already_engaged: bool = false, "2.7.p3";
    }
}

krigsspil_engine::outcome! {
    /// How far he must and may move.
    pub struct CorpsGeneralMoveResult {
        min_cm: i32;
        max_cm: i32;
        engaged: bool;
        engaged_after: bool;
        order_now: CorpsOrder;
        order_after: CorpsOrder;
    }
}

/// The least and greatest move of a corps general under an attack or withdrawal order (§2.7, R14).
const CORPS_GENERAL_MOVE_CM: (i32, i32) = (20, 30);
/// A corps general this near to the enemy ahead is engaged; once engaged, he stays so with any enemy this near (§2.7, R53).
const ENGAGED_CM: i32 = 20;

impl CorpsGeneralMove {
    /// The distance to the objective; only a hold order has none.
    fn to_go(&self) -> Result<i32, Fault> {
        match (self.order, self.objective_cm.0) {
            (CorpsOrder::Hold, _) => Ok(0),
            (_, Some(cm)) => Ok(cm),
            (_, None) => Err(Fault::refused("objective_cm", &OBJECTIVE_NEEDED)),
        }
    }

    /// The rate of the slowest unit; a march order needs one.
    fn slowest(&self) -> Result<i32, Fault> {
        match (self.order, self.unit_rates_cm.iter().min()) {
            (CorpsOrder::March, None) => Err(Fault::refused("unit_rates_cm", &RATES_NEEDED)),
            (_, slowest) => Ok(slowest.copied().unwrap_or(0)),
        }
    }

    /// The order in force when he starts (§2.7, §2.10).
    fn order_now(&self, to_go: i32) -> CorpsOrder {
        let met = self.nearest_enemy_cm.0.is_some_and(|cm| f64::from(cm) <= MARCH_CLEARANCE_CM);
        match self.order {
            _ if to_go == 0 => CorpsOrder::Hold,
            CorpsOrder::March if met => CorpsOrder::Hold,
            order => order,
        }
    }

    /// Does an enemy, in any direction, keep him engaged (R53)?
    fn stays_engaged(&self, order_now: CorpsOrder) -> bool {
        let near = self.nearest_enemy_cm.0.is_some_and(|cm| cm <= ENGAGED_CM);
        order_now == CorpsOrder::Attack && self.already_engaged && near
    }
}

impl Procedure for CorpsGeneralMove {
    type Tables = Tables;
    type Outcome = CorpsGeneralMoveResult;
    const ABOUT: About = About {
        name: "corps_general_move",
        group: Group::Orders,
        dice: "",
        cites: &["2.7", "2.8", "2.9", "2.10"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<CorpsGeneralMoveResult, Fault> {
        let to_go = self.to_go()?;
        let slowest = self.slowest()?;
        let order_now = self.order_now(to_go);
        let ahead = self.enemy_ahead_cm.0.filter(|_| order_now == CorpsOrder::Attack);
        let near = |gone: i32| ahead.is_some_and(|cm| cm - gone <= ENGAGED_CM);
        let engaged = near(0) || self.stays_engaged(order_now);
        let (least, most) = CORPS_GENERAL_MOVE_CM;
        let max_cm = match order_now {
            CorpsOrder::Hold => 0,
            CorpsOrder::Attack if engaged => 0,
            CorpsOrder::Attack => {
                let free = ahead.map_or(most, |cm| cm - ENGAGED_CM);
                most.min(to_go).min(free)
            }
            CorpsOrder::Back => most.min(to_go),
            CorpsOrder::March => slowest.min(to_go),
        };
        let min_cm = if order_now == CorpsOrder::March { max_cm } else { least.min(max_cm) };
        Ok(CorpsGeneralMoveResult {
            min_cm,
            max_cm,
            engaged,
            engaged_after: engaged || near(max_cm),
            order_now,
            order_after: if max_cm == to_go { CorpsOrder::Hold } else { order_now },
        })
    }
}

krigsspil_engine::facts! {
    /// A corps and how many of its units are near the enemy.
    pub struct EngagementDuty {
        engaged: bool;
        units: i32 [0..=60];
        within_40: i32 [0..=60] = 0;
    }
}

krigsspil_engine::outcome! {
    /// Whether it does its duty.
    pub struct EngagementDutyResult {
        required: i32;
        missing: i32;
        satisfied: bool;
    }
}

impl Procedure for EngagementDuty {
    type Tables = Tables;
    type Outcome = EngagementDutyResult;
    const ABOUT: About = About { name: "engagement_duty", group: Group::Orders, dice: "", cites: &["2.7"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<EngagementDutyResult, Fault> {
        if self.within_40 > self.units {
            return Err(Fault::refused("within_40", &PART_OVER_WHOLE));
        }
        let required = if self.engaged { rounded_up(self.units, 2) } else { 0 };
        let missing = (required - self.within_40).max(0);
        Ok(EngagementDutyResult { required, missing, satisfied: missing == 0 })
    }
}

krigsspil_engine::facts! {
    /// A corps in difficulties.
    pub struct AutomaticRetreat {
        units: i32 [0..=60];
        disordered: i32 [0..=60] = 0;
        position_taken: bool = false;
    }
}

krigsspil_engine::outcome! {
    /// Whether it may go back without an order.
    pub struct AutomaticRetreatResult {
        allowed: bool;
        objective_cm: i32;
    }
}

impl Procedure for AutomaticRetreat {
    type Tables = Tables;
    type Outcome = AutomaticRetreatResult;
    const ABOUT: About = About { name: "automatic_retreat", group: Group::Orders, dice: "", cites: &["2.9"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<AutomaticRetreatResult, Fault> {
        if self.disordered > self.units {
            return Err(Fault::refused("disordered", &DISORDERED_OVER_UNITS));
        }
        let allowed = 2 * self.disordered > self.units || self.position_taken;
        Ok(AutomaticRetreatResult { allowed, objective_cm: if allowed { OBJECTIVE_CM as i32 } else { 0 } })
    }
}

krigsspil_engine::facts! {
    /// A detached division or brigade.
    pub struct Detachment {
        kind: Detached;
        arrived: bool = false;
        recalled: bool = false;
        in_corps_command: bool = false;
    }
}

krigsspil_engine::outcome! {
    /// What it may do.
    pub struct DetachmentResult {
        detached: bool;
        may_move: bool;
        subordinates_may_move: bool;
        may_pivot_and_change: bool;
        must_move_to_corps: bool;
    }
}

impl Procedure for Detachment {
    type Tables = Tables;
    type Outcome = DetachmentResult;
    const ABOUT: About = About { name: "detachment", group: Group::Orders, dice: "", cites: &["2.11"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<DetachmentResult, Fault> {
        Ok(DetachmentResult {
            detached: !self.recalled,
            may_move: !self.arrived || self.recalled,
            subordinates_may_move: self.kind == Detached::Division,
            may_pivot_and_change: true,
            must_move_to_corps: self.recalled && !self.in_corps_command,
        })
    }
}

krigsspil_engine::facts! {
    /// Artillery of a corps under an order.
    pub struct ArtilleryDuty {
        order: CorpsOrder;
        enemy_in_range: bool = false;
        in_command: bool = false;
    }
}

krigsspil_engine::outcome! {
    /// What the order requires from it.
    pub struct ArtilleryDutyResult {
        must_be_limbered: bool;
        may_unlimber: bool;
        must_march_full: bool;
    }
}

impl Procedure for ArtilleryDuty {
    type Tables = Tables;
    type Outcome = ArtilleryDutyResult;
    const ABOUT: About =
        About { name: "artillery_duty", group: Group::Orders, dice: "", cites: &["2.7", "2.10"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ArtilleryDutyResult, Fault> {
        let attack = self.order == CorpsOrder::Attack;
        let there = self.enemy_in_range || self.in_command;
        Ok(ArtilleryDutyResult {
            must_be_limbered: self.order == CorpsOrder::March,
            may_unlimber: self.order != CorpsOrder::March && (!attack || there),
            must_march_full: attack && !there,
        })
    }
}

krigsspil_engine::facts! {
    /// A general or unit and its superior.
    pub struct CommandCheck {
        distance_cm: f64 [0..=1000];
        command_distance_cm: f64 [1..=200];
        order: Order = Order::Order;
        detached: bool = false, "2.11";
        cavalry_attacking: bool = false, "4.9.2";
    }
}

krigsspil_engine::outcome! {
    /// Whether it is in command, and its obligations.
    pub struct CommandCheckResult {
        in_command: bool;
        may_stay_out: bool;
        must_return: bool;
        may_reorganise_first: bool;
    }
}

impl Procedure for CommandCheck {
    type Tables = Tables;
    type Outcome = CommandCheckResult;
    const ABOUT: About = About {
        name: "command_check",
        group: Group::Orders,
        dice: "",
        cites: &["2.4.3", "2.5", "2.13", "4.9.2"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<CommandCheckResult, Fault> {
        let in_command = self.distance_cm <= self.command_distance_cm;
        let may_stay_out = self.detached || self.order == Order::FullDisorder || self.cavalry_attacking;
        let must_return = !in_command && !may_stay_out;
        Ok(CommandCheckResult {
            in_command,
            may_stay_out,
            must_return,
            may_reorganise_first: must_return && self.order == Order::Disorder,
        })
    }
}
