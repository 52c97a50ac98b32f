//! Chapter 08: the morale test and contagion.

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Centimetres, Fault, Figures, Group, Listener, Procedure};

use super::casualties::lost_thirds;
use super::{CLOSE_FIRE_CM, THREAT_CM};
use crate::modifiers::fire::ONLY_FOOT_PINNED;
use crate::modifiers::morale::*;
use crate::tables::{SkemaXV, SkemaXVIII, Tables};
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// The cause of a unit's losses.
    pub enum LossCause {
        Fire = "fire",
        Melee = "melee",
    }
}

krigsspil_engine::facts! {
    /// A unit that has just removed figures.
    pub struct MoraleTest {
        arm: UnitArm;
        figures_removed: Figures [1..=400];
        detached_companies: i32 [0..=40] = 0;
        original_figures: Figures [1..=400];
        figures_left: Figures [0..=400];
        support: bool = false;
        general: bool = false;
        cover: Cover = Cover::None;
        melee_with_mounted: bool = false;
        more_losses_in_melee: bool = false;
        fired_on_flank_or_rear: bool = false;
        not_answering_fire: bool = false;
        order: SteadyOrder = SteadyOrder::Good;
        valeur: i32 [-1..=2] = 0, "08.01.1";
        cause: LossCause = LossCause::Fire;
        fire_distance_cm: Centimetres [0..=400] = Centimetres(100.0);
    }
}

krigsspil_engine::outcome! {
    /// Its reaction.
    pub struct MoraleTestResult {
        modifier: i32;
        dice_sum: i32;
        dice_modifier: i32;
        total: i32;
        result: OrderResult;
        new_order: Order;
        forced_action: ForcedAction;
    }
}

/// The largest detachment that gets the deduction: fewer than five companies (skema XV).
const SMALL_DETACHMENT: i32 = 4;

impl MoraleTest {
    fn check(&self) -> Result<(), Fault> {
        if self.figures_left > self.original_figures {
            return Err(Fault::refused("figures_left", &MORE_LEFT_THAN_AT_START));
        }
        if self.order == SteadyOrder::Pinned && !self.arm.on_foot() {
            return Err(Fault::refused("order", &ONLY_FOOT_PINNED));
        }
        Ok(())
    }

    /// The modifiers for losses: the figures of this event, and the thirds lost in the game.
    fn losses(&self, rows: &SkemaXV, report: &mut impl Listener) -> i32 {
        let removed = match self.figures_removed.0 {
            ..=1 => rows.removed_1,
            2 => rows.removed_2,
            3 => rows.removed_3,
            4 => rows.removed_4,
            5.. => rows.removed_5,
        };
        let (original, left) = (self.original_figures, self.figures_left);
        let thirds = if lost_thirds(2, original, left) {
            report.add(&LOST_TWO_THIRDS, rows.lost_two_thirds)
        } else {
            report.add_if(lost_thirds(1, original, left), &LOST_ONE_THIRD, rows.lost_one_third)
        };
        thirds + report.add(&FIGURES_REMOVED, removed)
    }

    /// Skema XV.
    fn modifier(&self, rows: &SkemaXV, report: &mut impl Listener) -> i32 {
        let detached = (1..=SMALL_DETACHMENT).contains(&self.detached_companies);
        let ridden_down = self.melee_with_mounted && self.arm != UnitArm::MountedCavalry;
        let pinned = self.order == SteadyOrder::Pinned;
        let cover = match self.cover {
            Cover::None => 0,
            Cover::I => rows.cover_i,
            Cover::II => rows.cover_ii,
            Cover::III => rows.cover_iii,
        };
        let order = match self.order {
            SteadyOrder::Good => 0,
            SteadyOrder::LightDisorder | SteadyOrder::Pinned => rows.light_disorder,
            SteadyOrder::Disorder => rows.disorder,
        };
        self.losses(rows, report)
            + report.add_if(detached, &DETACHED, rows.detached_companies)
            + report.add_if(self.support, &MORALE_SUPPORT, rows.support)
            + report.add_if(self.general, &MORALE_GENERAL, rows.general)
            + report.add(&MORALE_COVER, cover)
            + report.add_if(pinned, &MORALE_PINNED, rows.pinned)
            + report.add_if(ridden_down, &MELEE_WITH_MOUNTED, rows.melee_with_mounted)
            + report.add_if(self.more_losses_in_melee, &MORE_LOSSES_IN_MELEE, rows.more_losses_in_melee)
            + report.add_if(self.fired_on_flank_or_rear, &FLANK_OR_REAR_FIRE, rows.fired_on_flank_or_rear)
            + report.add_if(self.not_answering_fire, &NOT_ANSWERING_FIRE, rows.not_answering_fire)
            + report.add(&MORALE_ORDER, order)
            + report.add(&MORALE_VALEUR, self.valeur)
    }

    /// The action that the result forces. Close fire pins men on foot and turns horses away; it renews a pinning if the result is better
    /// than disorder (ruling 68).
    fn forced_action(&self, result: OrderResult) -> ForcedAction {
        let order = Order::from(self.order);
        if result >= OrderResult::Disorder {
            return forced_by(result, self.arm);
        }
        let close_fire = self.cause == LossCause::Fire && self.fire_distance_cm.0 <= CLOSE_FIRE_CM;
        let into_light = result == OrderResult::LightDisorder && order.reached_by(result);
        match order {
            _ if !close_fire => ForcedAction::None,
            Order::Pinned => ForcedAction::Pinned,
            _ if into_light && self.arm.on_foot() => ForcedAction::Pinned,
            _ if into_light && self.arm.turns_away() => ForcedAction::TurnAndWithdraw,
            _ => ForcedAction::None,
        }
    }
}

impl Procedure for MoraleTest {
    type Tables = Tables;
    type Outcome = MoraleTestResult;
    const ABOUT: About = About {
        name: "morale_test",
        group: Group::Morale,
        dice: "2d6",
        cites: &[
            "08.02.7",
            "skema XV",
            "skema XVI",
            "skema XVII",
            "04.02.1",
            "04.02.3",
            "04.02.6",
            "04.02.7",
            "08.02.6",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<MoraleTestResult, Fault> {
        self.check()?;
        let tables = &tables.morale;
        let dice_sum = dice.sum("morale", 2, Die::D6)?;
        let modifier = self.modifier(&tables.modifiers, report);
        let dice_modifier = report.add(&MORALE_THROW, tables.throw_modifier(dice_sum));
        let total = modifier + dice_modifier;
        let result = tables.results.result(total);
        let forced_action = self.forced_action(result);
        let new_order = match forced_action {
            ForcedAction::Pinned => Order::Pinned,
            _ => Order::from(self.order).or_worse(result),
        };
        Ok(MoraleTestResult { modifier, dice_sum, dice_modifier, total, result, new_order, forced_action })
    }
}

krigsspil_engine::choices! {
    /// The position of a unit relative to a fleeing one, according to that unit's front before it turned (ruling 71).
    pub enum FleeingPosition {
        Beside = "beside",
        Behind = "behind",
        Ahead = "ahead",
    }
}

krigsspil_engine::facts! {
    /// A unit in rout near a friend.
    pub struct Contagion {
        distance_cm: Centimetres [0..=500];
        position: FleeingPosition;
        fleeing_figures: Figures [1..=400];
        threatened_figures: Figures [1..=400];
        order: SteadyOrder = SteadyOrder::Good;
        support: bool = false;
        general: bool = false;
        cover: Cover = Cover::None;
        valeur: i32 [-1..=2] = 0, "08.01.1";
    }
}

krigsspil_engine::outcome! {
    /// Whether the friend is swept along.
    pub struct ContagionResult {
        threatened: bool;
        immune: bool;
        dice_sum: i32;
        modifier: i32;
        total: i32;
        result: OrderResult;
        order_after: Order;
        swept_along: bool;
        flight_stopped: bool;
    }
}

/// A unit this many times as large is not swept along (§08.03.3).
const IMMUNE_TIMES: i32 = 3;

impl Contagion {
    fn modifier(&self, rows: &SkemaXVIII, report: &mut impl Listener) -> i32 {
        let order = match self.order {
            SteadyOrder::Good => 0,
            SteadyOrder::LightDisorder | SteadyOrder::Pinned => rows.light_disorder,
            SteadyOrder::Disorder => rows.disorder,
        };
        report.add_if(self.support, &CONTAGION_SUPPORT, rows.support)
            + report.add_if(self.general, &CONTAGION_GENERAL, rows.general)
            + report.add_if(self.cover != Cover::None, &CONTAGION_COVER, rows.cover)
            + report.add(&CONTAGION_ORDER, order)
            + report.add(&CONTAGION_VALEUR, self.valeur)
    }
}

impl Procedure for Contagion {
    type Tables = Tables;
    type Outcome = ContagionResult;
    const ABOUT: About = About {
        name: "contagion",
        group: Group::Morale,
        dice: "2d6",
        cites: &["08.03.1", "08.03.2", "08.03.3", "08.03.4", "skema XVIII"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<ContagionResult, Fault> {
        let dice_sum = dice.sum("contagion", 2, Die::D6)?;
        let threatened = self.distance_cm.0 <= THREAT_CM && self.position != FleeingPosition::Ahead;
        let large = self.threatened_figures.0 >= IMMUNE_TIMES * self.fleeing_figures.0;
        let immune = report.holds(large, &THREE_TIMES_THE_FLEEING);
        let modifier = self.modifier(&tables.morale.contagion, report);
        let total = dice_sum + modifier;
        let result = if threatened && !immune {
            tables.morale.contagion_results.result(total)
        } else {
            OrderResult::Good
        };
        let swept_along = result == OrderResult::Rout;
        Ok(ContagionResult {
            threatened,
            immune,
            dice_sum,
            modifier,
            total,
            result,
            order_after: Order::from(self.order).or_worse(result),
            swept_along,
            flight_stopped: threatened && self.position == FleeingPosition::Behind && !swept_along,
        })
    }
}
