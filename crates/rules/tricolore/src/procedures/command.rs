//! Tests, orders, engagement, initiative and the number of sequences.

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use crate::modifiers::command::*;
use crate::notation::{Against, Rating, Test, Wanted};
use crate::quantity::Metres;
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// Any test of the sheet.
    pub struct RatingTest {
        rating: TestedAgainst, "notation.1";
        value: i32 [-20..=20], "notation.3";
        subtract: i32 [0..=8] = 0, "tacadmin.reorg.near";
        dice_count: i32 [1..=10], "notation.1";
        kind: TestKind = TestKind::Successes, "notation.2";
        needed: i32 [1..=10] = 1, "notation.1";
    }
}

krigsspil_engine::outcome! {
    /// Its result.
    pub struct RatingTestResult {
        test: Test;
        test_value: i32;
        successes: i32;
        failures: i32;
        passed: Option<bool>;
        disorder_change: i32;
    }
}

impl RatingTest {
    fn rating(&self) -> Option<Rating> {
        Some(match self.rating {
            TestedAgainst::Ability => Rating::Ability,
            TestedAgainst::Training => Rating::Training,
            TestedAgainst::Morale => Rating::Morale,
            TestedAgainst::Melee => Rating::Melee,
            TestedAgainst::Skirmish => Rating::Skirmish,
            TestedAgainst::Orders => Rating::Orders,
            TestedAgainst::Fixed => return None,
        })
    }

    fn test(&self) -> Result<Test, Fault> {
        let against = match self.rating() {
            Some(_) if !(1..=9).contains(&self.value) => return Err(Fault::refused("value", &RATING_1_TO_9)),
            Some(rating) => Against::Rating(rating),
            None => Against::Number(self.value),
        };
        let wanted = match self.kind {
            TestKind::Successes if self.needed > self.dice_count => {
                return Err(Fault::refused("needed", &MORE_THAN_DICE));
            }
            TestKind::Successes => Wanted::Successes(self.needed),
            TestKind::DisorderGain | TestKind::DisorderRecovery => Wanted::Disorder,
        };
        Ok(Test { against, dice: self.dice_count, wanted })
    }
}

impl Procedure for RatingTest {
    type Tables = Tables;
    type Outcome = RatingTestResult;
    const ABOUT: About = About {
        name: "rating_test",
        group: Group::Orders,
        dice: "1-10d10",
        cites: &["notation.1", "notation.2", "notation.3"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<RatingTestResult, Fault> {
        let test = self.test()?;
        let test_value = self.value + report.add(&DISORDER_SUBTRACTED, -self.subtract);
        let thrown = test.throw("test", test_value, dice)?;
        Ok(RatingTestResult {
            test,
            test_value,
            successes: thrown.successes,
            failures: thrown.failures,
            passed: (self.kind == TestKind::Successes).then(|| test.passed_by(thrown)),
            disorder_change: match self.kind {
                TestKind::Successes => 0,
                TestKind::DisorderGain => thrown.failures,
                TestKind::DisorderRecovery => -thrown.successes,
            },
        })
    }
}

krigsspil_engine::facts! {
    /// An order that is not in force yet.
    pub struct OrderChange {
        ability: i32 [1..=9], "order.1";
        own_bonus: i32 [0..=3] = 0, "order.2";
        superior_in_radius: bool = false, "order.3";
        superior_bonus: i32 [0..=3] = 0, "order.3";
        turns_since_order: i32 [0..=20] = 0, "order.4";
        in_reserve: bool = false, "order.5";
    }
}

krigsspil_engine::outcome! {
    /// Whether it is in force.
    pub struct OrderChangeResult {
        reduction: i32;
        dice_required: i32;
        test: Test;
        successes: i32;
        activated: bool;
    }
}

impl Procedure for OrderChange {
    type Tables = Tables;
    type Outcome = OrderChangeResult;
    const ABOUT: About = About {
        name: "order_change",
        group: Group::Orders,
        dice: "1-6d10",
        cites: &["order.1", "order.2", "order.3", "order.4", "order.5", "order.6"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<OrderChangeResult, Fault> {
        let tables = &tables.command;
        let superior = if self.superior_in_radius { self.superior_bonus } else { 0 };
        let off = report.add(&OWN_BONUS, tables.own_bonus.of(self.own_bonus))
            + report.add(&SUPERIOR_BONUS, tables.superior_bonus.of(superior))
            + report.add(&TURNS_SINCE_ORDER, tables.turns_since_order.of(self.turns_since_order))
            + report.add(&IN_RESERVE, tables.in_reserve.of(self.in_reserve.into()));
        let left = tables.order_change.dice + off;
        let none_left = report.holds(left <= 0, &NO_DICE_LEFT);
        let test = if none_left { tables.no_dice_left } else { tables.order_change.all_of(left) };
        let thrown = test.throw("order", self.ability, dice)?;
        Ok(OrderChangeResult {
            reduction: -off,
            dice_required: left.max(0),
            test,
            successes: thrown.successes,
            activated: test.passed_by(thrown),
        })
    }
}

krigsspil_engine::facts! {
    /// A command and an enemy command.
    pub struct Engagement {
        enemy_distance_m: Metres [0..=99999], "house.engagement";
        line_of_sight: bool = false, "house.visibility";
        in_melee: bool = false, "house.recall";
        own_order: CommandOrder, "house.orders";
        enemy_order: CommandOrder, "house.orders";
    }
}

krigsspil_engine::outcome! {
    /// Whether they are engaged.
    pub struct EngagementResult {
        engaged: bool;
        reason: EngagedBy;
    }
}

impl Procedure for Engagement {
    type Tables = Tables;
    type Outcome = EngagementResult;
    const ABOUT: About =
        About { name: "engagement", group: Group::Orders, dice: "", cites: &["turn.B", "house.engagement"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<EngagementResult, Fault> {
        let tables = &tables.command;
        let attack = [self.own_order, self.enemy_order].contains(&CommandOrder::Attack);
        let in_reach = self.line_of_sight && self.enemy_distance_m <= tables.engaged_by_order;
        let reason = if report.holds(self.in_melee, &ENGAGED_MELEE) {
            EngagedBy::Melee
        } else if report.holds(self.enemy_distance_m <= tables.engaged_close, &ENGAGED_CLOSE) {
            EngagedBy::Close
        } else if report.holds(attack && in_reach, &ENGAGED_ORDER) {
            EngagedBy::AttackOrder
        } else {
            EngagedBy::Nothing
        };
        Ok(EngagementResult { engaged: reason != EngagedBy::Nothing, reason })
    }
}

krigsspil_engine::facts! {
    /// The two commanders-in-chief.
    pub struct InitiativeThrow {
        bonus_a: i32 [0..=3] = 0, "house.initiative";
        bonus_b: i32 [0..=3] = 0, "house.initiative";
        previous: LastInitiative = LastInitiative::Nobody, "house.initiative";
    }
}

krigsspil_engine::outcome! {
    /// Who has the initiative.
    pub struct InitiativeResult {
        total_a: i32;
        total_b: i32;
        tied: bool;
        initiative: Initiative;
        sequence_bonus_a: i32;
        sequence_bonus_b: i32;
    }
}

impl Procedure for InitiativeThrow {
    type Tables = Tables;
    type Outcome = InitiativeResult;
    const ABOUT: About = About {
        name: "initiative",
        group: Group::Orders,
        dice: "2d10",
        cites: &["turn.C", "house.initiative", "house.sequence-bonus"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<InitiativeResult, Fault> {
        let total_a = dice.roll("initiative_a", Die::D10)? + report.add(&INITIATIVE_BONUS_A, self.bonus_a);
        let total_b = dice.roll("initiative_b", Die::D10)? + report.add(&INITIATIVE_BONUS_B, self.bonus_b);
        let tied = report.holds(total_a == total_b, &INITIATIVE_TIE);
        let side_b = total_b > total_a || tied && self.previous == LastInitiative::SideB;
        Ok(InitiativeResult {
            total_a,
            total_b,
            tied,
            initiative: if side_b { Initiative::SideB } else { Initiative::SideA },
            sequence_bonus_a: self.bonus_a,
            sequence_bonus_b: self.bonus_b,
        })
    }
}

krigsspil_engine::facts! {
    /// A sequence that has ended.
    pub struct SequenceCheck {
        after_sequence: i32 [1..=4], "tacadmin.sequence";
        bonus_a: i32 [-3..=3] = 0, "tacadmin.sequence-bonus";
        bonus_b: i32 [-3..=3] = 0, "tacadmin.sequence-bonus";
    }
}

krigsspil_engine::outcome! {
    /// Whether another follows.
    pub struct SequenceCheckResult {
        base_value: i32;
        test_value: i32;
        another_sequence: bool;
        next_sequence: Option<i32>;
    }
}

impl Procedure for SequenceCheck {
    type Tables = Tables;
    type Outcome = SequenceCheckResult;
    const ABOUT: About = About {
        name: "sequence_check",
        group: Group::Orders,
        dice: "1d10",
        cites: &["tacadmin.sequence", "tacadmin.sequence-bonus"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<SequenceCheckResult, Fault> {
        let test = tables.command.sequences[self.after_sequence as usize - 1];
        let base_value = test.value(0);
        let test_value = base_value
            + report.add(&SEQUENCE_BONUS_A, self.bonus_a)
            + report.add(&SEQUENCE_BONUS_B, self.bonus_b);
        let another_sequence = test.passed_by(test.throw("sequence", test_value, dice)?);
        let next_sequence = another_sequence.then_some(self.after_sequence + 1);
        Ok(SequenceCheckResult { base_value, test_value, another_sequence, next_sequence })
    }
}
