//! Chapter 03: which orders may be given, and what information they may use.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Centimetres, Fault, Figures, Group, Listener, Procedure};

use crate::modifiers::orders::*;
use crate::tables::Tables;
use crate::vocabulary::*;

/// How near a unit must be to its general for his orders and its reports (§03.02.2, §03.03.2).
const COMMAND_CM: f64 = 40.0;

krigsspil_engine::facts! {
    /// An observation that an order wants to use.
    pub struct InformationCheck {
        seen_by_general: bool = false;
        seen_by_subordinate: bool = false;
        subordinate_distance_cm: Centimetres [0..=1000] = Centimetres(0.0);
    }
}

krigsspil_engine::outcome! {
    /// Whether it may use it.
    pub struct InformationCheckResult {
        usable: bool;
    }
}

impl Procedure for InformationCheck {
    type Tables = Tables;
    type Outcome = InformationCheckResult;
    const ABOUT: About =
        About { name: "information_check", group: Group::Sight, dice: "", cites: &["03.02.2"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<InformationCheckResult, Fault> {
        let reported = self.seen_by_subordinate && self.subordinate_distance_cm.0 <= COMMAND_CM;
        Ok(InformationCheckResult { usable: self.seen_by_general || reported })
    }
}

krigsspil_engine::choices! {
    /// The one action of a unit in the turn (§03.03.1).
    pub enum Action {
        Move = "move",
        Attack = "attack",
        Stand = "stand",
        Fire = "fire",
        Reorganise = "reorganise",
        Resupply = "resupply",
        FieldWork = "field_work",
        Retreat = "retreat",
    }

    /// What a unit finally does.
    pub enum Execution {
        Move = "move",
        Attack = "attack",
        Stand = "stand",
        Fire = "fire",
        Reorganise = "reorganise",
        Resupply = "resupply",
        FieldWork = "field_work",
        Retreat = "retreat",
        Flee = "flee",
    }

    /// Why an order is not carried out.
    pub enum OrderReason {
        Ok = "ok",
        RoutFlees = "fu_flees",
        Unwritten = "unwritten",
        NoRetreat = "no_retreat",
        CompelledFire = "compelled_fire",
        Pinned = "pinned",
        ArtilleryCannotAttack = "artillery_cannot_attack",
        DisorderCannotAttack = "disorder_cannot_attack",
        OutOfCommand = "out_of_command",
    }
}

impl From<Action> for Execution {
    fn from(action: Action) -> Execution {
        match action {
            Action::Move => Execution::Move,
            Action::Attack => Execution::Attack,
            Action::Stand => Execution::Stand,
            Action::Fire => Execution::Fire,
            Action::Reorganise => Execution::Reorganise,
            Action::Resupply => Execution::Resupply,
            Action::FieldWork => Execution::FieldWork,
            Action::Retreat => Execution::Retreat,
        }
    }
}

krigsspil_engine::facts! {
    /// An order to a unit.
    pub struct OrderCheck {
        order: Action;
        arm: Arm = Arm::Infantry;
        unit_order: Order = Order::Good;
        unwritten: bool = false, "03.01.2";
        distance_to_general_cm: Centimetres [0..=2000] = Centimetres(0.0), "03.03.2";
        by_courier: bool = false, "03.03.2";
        repeats_last: bool = false, "03.03.3";
        compelled_fire: bool = false, "04.02.14";
    }
}

krigsspil_engine::outcome! {
    /// What the unit does with it.
    pub struct OrderCheckResult {
        allowed: bool;
        executes: Execution;
        reason: OrderReason;
        enters_u: bool;
    }
}

impl OrderCheck {
    /// Only orders to move need the general or his courier (§03.03.3).
    fn out_of_command(&self) -> bool {
        let needs_general = matches!(self.order, Action::Move | Action::Attack | Action::FieldWork);
        let reached = self.distance_to_general_cm.0 <= COMMAND_CM || self.by_courier || self.repeats_last;
        needs_general && !reached
    }

    fn reason(&self) -> OrderReason {
        if self.unit_order == Order::Rout {
            return OrderReason::RoutFlees;
        }
        let pinned = self.unit_order == Order::Pinned;
        if self.order == Action::Retreat {
            let may = pinned || self.compelled_fire;
            return if may { OrderReason::Ok } else { OrderReason::NoRetreat };
        }
        let attack = self.order == Action::Attack;
        let moves = matches!(self.order, Action::Move | Action::Attack | Action::FieldWork);
        super::first_that_holds(
            [
                (
                    self.compelled_fire && (self.unwritten || self.order != Action::Fire),
                    OrderReason::CompelledFire,
                ),
                (self.unwritten, OrderReason::Unwritten),
                (pinned && moves, OrderReason::Pinned),
                (attack && self.arm == Arm::Artillery, OrderReason::ArtilleryCannotAttack),
                (attack && self.unit_order == Order::Disorder, OrderReason::DisorderCannotAttack),
                (self.out_of_command(), OrderReason::OutOfCommand),
            ],
            OrderReason::Ok,
        )
    }
}

impl Procedure for OrderCheck {
    type Tables = Tables;
    type Outcome = OrderCheckResult;
    const ABOUT: About = About {
        name: "order_check",
        group: Group::Orders,
        dice: "",
        cites: &["03.01.2", "03.03.1", "03.03.2", "03.03.3", "04.02.2", "04.02.8", "04.02.14", "07.01.4"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<OrderCheckResult, Fault> {
        let reason = self.reason();
        let allowed = reason == OrderReason::Ok;
        let executes = match reason {
            OrderReason::Ok => self.order.into(),
            OrderReason::RoutFlees => Execution::Flee,
            OrderReason::CompelledFire => Execution::Fire,
            _ => Execution::Stand,
        };
        let enters_u = allowed && self.order == Action::Retreat;
        Ok(OrderCheckResult { allowed, executes, reason, enters_u })
    }
}

krigsspil_engine::facts! {
    /// Figures that set out to attack.
    pub struct AttackOrderCheck {
        arm: Troops;
        unit_figures: Figures [1..=400];
        taking_part: Figures [0..=400];
        no_order_given: bool = false, "07.01.2";
    }
}

krigsspil_engine::outcome! {
    /// Whether the attack counts as ordered.
    pub struct AttackOrderCheckResult {
        ordered: bool;
        shock_modifier: i32;
        storm_possible: bool;
    }
}

impl Procedure for AttackOrderCheck {
    type Tables = Tables;
    type Outcome = AttackOrderCheckResult;
    const ABOUT: About = About {
        name: "attack_order_check",
        group: Group::Orders,
        dice: "",
        cites: &["03.03.5", "07.01.3", "07.03.2"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<AttackOrderCheckResult, Fault> {
        if self.taking_part > self.unit_figures {
            return Err(Fault::refused("taking_part", &MORE_THAN_THE_UNIT));
        }
        let (unit, attackers) = (self.unit_figures.0, self.taking_part.0);
        // More than half of men on foot, a third of mounted men (§03.03.5).
        let enough = if self.arm.on_foot() { 2 * attackers > unit } else { 3 * attackers >= unit };
        let ordered = enough && !self.no_order_given;
        let without_order = tables.attack.modifiers.attack_without_order.own;
        Ok(AttackOrderCheckResult {
            ordered,
            shock_modifier: report.add_if(!ordered, &ATTACK_WITHOUT_ORDER, without_order),
            storm_possible: ordered,
        })
    }
}
