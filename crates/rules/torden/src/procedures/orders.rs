//! Chapters 2 and 3: zones, command control, the order allowance and allowed orders.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Fault, Group, Listener, OrNull, Procedure};

use super::rosters::{COMMANDER_MOVE_CM, CORPS_SHIFT_CM};
use super::standing;
use crate::modifiers::command::*;
use crate::modifiers::{ZONE_INSIDE, ZONE_MISSING};
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A general who wants to give an order, and the distance to its receiver.
    pub struct CommandZone {
        distance_cm: f64 [0..=1000], "3.2";
        zone1_cm: f64 [1..=1000];
        zone2_cm: OrNull<f64> [1..=1000] = OrNull(None);
        zone3_cm: OrNull<f64> [1..=1000] = OrNull(None);
        zone3_open: bool = false, "2.2.p3";
    }
}

krigsspil_engine::outcome! {
    /// The zone of the control.
    pub struct CommandZoneResult {
        zone: i32;
        accept: Option<i32>;
        can_order: bool;
    }
}

impl CommandZone {
    fn check(&self) -> Result<(), Fault> {
        let (zone2, zone3) = (self.zone2_cm.0, self.zone3_cm.0);
        if zone2.is_some_and(|edge| edge < self.zone1_cm) {
            return Err(Fault::refused("zone2_cm", &ZONE_INSIDE));
        }
        match (zone2, zone3) {
            (None, Some(_)) => return Err(Fault::refused("zone3_cm", &ZONE_MISSING)),
            (Some(inner), Some(outer)) if outer < inner => {
                return Err(Fault::refused("zone3_cm", &ZONE_INSIDE));
            }
            _ => {}
        }
        if self.zone3_open && zone3.is_none() {
            return Err(Fault::refused("zone3_open", &ZONE_MISSING));
        }
        Ok(())
    }

    /// The zone; 0 if out of reach. A limit belongs to the inner zone, but an open zone 3 begins at its own limit (§2.2).
    fn zone(&self) -> i32 {
        let within = |edge: Option<f64>| edge.is_some_and(|edge| self.distance_cm <= edge);
        if self.zone3_open && self.zone3_cm.0.is_some_and(|edge| self.distance_cm >= edge) {
            3
        } else if within(Some(self.zone1_cm)) {
            1
        } else if within(self.zone2_cm.0) {
            2
        } else if within(self.zone3_cm.0) {
            3
        } else {
            0
        }
    }
}

impl Procedure for CommandZone {
    type Tables = Tables;
    type Outcome = CommandZoneResult;
    const ABOUT: About = About {
        name: "command_zone",
        group: Group::Orders,
        dice: "",
        cites: &["2.2", "2.3", "2.4.1", "3.2"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<CommandZoneResult, Fault> {
        self.check()?;
        let zone = self.zone();
        let can_order = zone != 0;
        Ok(CommandZoneResult { zone, accept: can_order.then(|| tables.command.accept(zone)), can_order })
    }
}

krigsspil_engine::facts! {
    /// An order on its way.
    pub struct CommandControl {
        zone: i32 [1..=3], "tabel 1";
        detachment: bool = false, "tabel 1";
        receiver_has_attack_order: bool = false, "tabel 1";
        receiver_ke: i32 [-5..=5] = 0, "tabel 1";
        issuer_ke: i32 [-5..=5] = 0, "tabel 1";
        previous_controls: i32 [0..=20] = 0, "tabel 1";
        english_cavalry_new_order: bool = false, "land.england_1815.cav.A";
    }
}

krigsspil_engine::outcome! {
    /// Whether it is accepted.
    pub struct CommandControlResult {
        modifier: i32;
        total: i32;
        accept: i32;
        needed_die: i32;
        accepted: bool;
    }
}

impl CommandControl {
    fn modifier(&self, tables: &Tables, report: &mut impl Listener) -> i32 {
        let rows = &tables.command.modifiers;
        let english = tables.reaction.english.new_order;
        let attack = self.receiver_has_attack_order;
        let mut sum = report.add_if(self.detachment, &DETACHMENT_ORDER, rows.detachment_order);
        sum += report.add_if(attack, &RECEIVER_HAS_ATTACK_ORDER, rows.receiver_has_attack_order);
        sum += report.add(&RECEIVER_KE, self.receiver_ke);
        sum += report.add(&ISSUER_KE, self.issuer_ke);
        sum += report.add(&PREVIOUS_CONTROLS, self.previous_controls * rows.each_previous_control);
        sum + report.add_if(self.english_cavalry_new_order, &ENGLISH_NEW_ORDER, english)
    }
}

impl Procedure for CommandControl {
    type Tables = Tables;
    type Outcome = CommandControlResult;
    const ABOUT: About = About {
        name: "command_control",
        group: Group::Orders,
        dice: "1d10",
        cites: &[
            "3.3",
            "tabel 1",
            "land.england_1815.cav.A",
            "land.england_spain_portugal_1808_09.cav.A",
            "land.england_spain_portugal_1810_14.cav.A",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<CommandControlResult, Fault> {
        let modifier = self.modifier(tables, report);
        let accept = tables.command.accept(self.zone);
        let total = dice.roll("command_control", Die::D10FromZero)? + modifier;
        Ok(CommandControlResult {
            modifier,
            total,
            accept,
            needed_die: accept - modifier,
            accepted: total >= accept,
        })
    }
}

krigsspil_engine::facts! {
    /// A corps general who is moved for a point of the allowance.
    pub struct CorpsShift {
        corps: i32 [1..=99];
        distance_cm: f64 [0..=200];
        executing_order: bool = false, "2.12.1.p3";
    }
}

krigsspil_engine::facts! {
    /// What a commander does in his order phase.
    pub struct OrderBudget {
        oas: i32 [0..=20], "2.12.1";
        orders: Vec<i32> [0..=12 each 1..=99] = Vec::new(), "2.12.1";
        cancellations: Vec<i32> [0..=12 each 1..=99] = Vec::new(), "2.12.1";
        corps_moves: Vec<CorpsShift> [0..=12] = Vec::new(), "2.12.1.p3";
        own_move_cm: f64 [0..=200] = 0.0, "2.12.1.p4";
    }
}

krigsspil_engine::choices! {
    /// What is wrong with an order phase.
    pub enum BudgetBar {
        OverBudget = "over_budget",
        OrderAndCancelSameCorps = "order_and_cancel_same_corps",
        CorpsMovedTwice = "corps_moved_twice",
        CorpsMoveOver15 = "corps_move_over_15",
        CorpsMoveWhileExecuting = "corps_move_while_executing",
        OwnMoveOver40 = "own_move_over_40",
    }
}

krigsspil_engine::outcome! {
    /// Whether it is within his allowance.
    pub struct OrderBudgetResult {
        spent: i32;
        left: i32;
        allowed: bool;
        reasons: ArrayVec<BudgetBar, 6>;
    }
}

impl Procedure for OrderBudget {
    type Tables = Tables;
    type Outcome = OrderBudgetResult;
    const ABOUT: About =
        About { name: "order_budget", group: Group::Orders, dice: "", cites: &["2.12.1", "3.3"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<OrderBudgetResult, Fault> {
        let points = self.orders.len() + self.cancellations.len() + self.corps_moves.len();
        let spent = points as i32 + i32::from(self.own_move_cm > 0.0);
        let moves = &self.corps_moves;
        let twice = moves
            .iter()
            .enumerate()
            .any(|(place, shift)| moves[..place].iter().any(|before| before.corps == shift.corps));
        let too_far = moves.iter().any(|shift| shift.distance_cm > f64::from(CORPS_SHIFT_CM));
        let both = self.orders.iter().any(|corps| self.cancellations.contains(corps));
        let reasons = standing([
            (spent > self.oas, BudgetBar::OverBudget),
            (both, BudgetBar::OrderAndCancelSameCorps),
            (twice, BudgetBar::CorpsMovedTwice),
            (too_far, BudgetBar::CorpsMoveOver15),
            (moves.iter().any(|shift| shift.executing_order), BudgetBar::CorpsMoveWhileExecuting),
            (self.own_move_cm > f64::from(COMMANDER_MOVE_CM), BudgetBar::OwnMoveOver40),
        ]);
        Ok(OrderBudgetResult { spent, left: self.oas - spent, allowed: reasons.is_empty(), reasons })
    }
}

krigsspil_engine::facts! {
    /// An order that somebody wants to give.
    pub struct OrderCheck {
        order: CorpsOrder, "2.4.2";
        detached: bool = false, "2.11";
        issuer: Issuer = Issuer::ArmyGeneral;
        objective_distance_cm: OrNull<f64> [0..=2000] = OrNull(None), "2.7";
        toward_enemy: bool = false, "2.7";
        away_from_enemy_front: bool = false, "2.9";
        automatic: bool = false, "2.9.p2";
        path_clearance_cm: OrNull<f64> [0..=2000] = OrNull(None), "2.10";
    }
}

krigsspil_engine::choices! {
    /// What is wrong with an order.
    pub enum OrderBar {
        DetachedNoAttack = "detached_no_attack",
        CorpsGeneralMayNot = "corps_general_may_not",
        ObjectiveMissing = "objective_missing",
        ObjectiveTooFar = "objective_too_far",
        NotTowardEnemy = "not_toward_enemy",
        NotAwayFromEnemy = "not_away_from_enemy",
        AutomaticOnlyRetreat = "automatic_only_retreat",
        AutomaticObjectiveNot100 = "automatic_objective_not_100",
        PathTooNearEnemy = "path_too_near_enemy",
    }
}

krigsspil_engine::outcome! {
    /// Whether it may be given.
    pub struct OrderCheckResult {
        allowed: bool;
        reasons: ArrayVec<OrderBar, 9>;
        needs_objective: bool;
        needs_command_control: bool;
    }
}

/// The greatest distance of the objective of an attack or withdrawal order, and the exact distance for an automatic withdrawal order (§2.7, §2.9).
pub const OBJECTIVE_CM: f64 = 100.0;
/// March orders must stay farther from the enemy than this (§2.10).
pub const MARCH_CLEARANCE_CM: f64 = 75.0;

impl Procedure for OrderCheck {
    type Tables = Tables;
    type Outcome = OrderCheckResult;
    const ABOUT: About = About {
        name: "order_check",
        group: Group::Orders,
        dice: "",
        cites: &["2.4.2", "2.6", "2.7", "2.8", "2.9", "2.10", "2.11"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<OrderCheckResult, Fault> {
        let attack = self.order == CorpsOrder::Attack;
        let back = self.order == CorpsOrder::Back;
        let march = self.order == CorpsOrder::March;
        let automatic_back = self.automatic && back;
        let needs_objective = self.order != CorpsOrder::Hold || self.detached;
        let objective = self.objective_distance_cm.0;
        // A corps general may only send his corps back and detach (§2.4.2).
        let beyond_corps = self.issuer == Issuer::CorpsGeneral && !self.detached && !back;
        let too_far = (attack || back) && objective.is_some_and(|cm| cm > OBJECTIVE_CM);
        let not_100 = automatic_back && objective.is_some_and(|cm| cm != OBJECTIVE_CM);
        let too_near = march && self.path_clearance_cm.0.is_some_and(|cm| cm <= MARCH_CLEARANCE_CM);
        let reasons = standing([
            (self.detached && attack, OrderBar::DetachedNoAttack),
            (beyond_corps, OrderBar::CorpsGeneralMayNot),
            (needs_objective && objective.is_none(), OrderBar::ObjectiveMissing),
            (too_far, OrderBar::ObjectiveTooFar),
            (attack && !self.toward_enemy, OrderBar::NotTowardEnemy),
            (back && !self.away_from_enemy_front, OrderBar::NotAwayFromEnemy),
            (self.automatic && !back, OrderBar::AutomaticOnlyRetreat),
            (not_100, OrderBar::AutomaticObjectiveNot100),
            (too_near, OrderBar::PathTooNearEnemy),
        ]);
        Ok(OrderCheckResult {
            allowed: reasons.is_empty(),
            reasons,
            needs_objective,
            needs_command_control: !automatic_back,
        })
    }
}
