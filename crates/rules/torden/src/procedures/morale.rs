//! Chapter 8: who tests morale, and the test.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Fault, Figures, Group, Listener, OrNull, Procedure};

use super::{refuse_lost_over, standing};
use crate::modifiers::LOST_OVER_ORIGINAL;
use crate::modifiers::morale::*;
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// What has happened to a unit.
    pub struct MoraleTrigger {
        original: Figures [1..=120];
        lost_before: Figures [0..=119] = Figures(0);
        melee_losses: Figures [0..=120] = Figures(0), "8.3.2";
        lost_melee: bool = false, "8.3.1";
        fire_losses: Figures [0..=120] = Figures(0), "8.2";
        fire_distance_cm: OrNull<f64> [0..=50] = OrNull(None), "8.2";
        in_town_artillery_fire: bool = false, "4.8.5";
        passed_through: bool = false, "8.4";
    }
}

krigsspil_engine::choices! {
    /// Why a unit tests.
    pub enum TestCause {
        LostMelee = "lost_melee",
        MeleeLosses = "melee_losses",
        CloseFire = "close_fire",
        PassedThrough = "passed_through",
    }
}

krigsspil_engine::outcome! {
    /// Whether it must test.
    pub struct MoraleTriggerResult {
        required: bool;
        causes: ArrayVec<TestCause, 4>;
        tens_before: i32;
        tens_after: i32;
    }
}

/// Fire from within this distance causes a test (§8.2).
const CLOSE_FIRE_CM: f64 = 5.0;

impl MoraleTrigger {
    /// Refuses losses above the original strength, and names the field that makes their sum too large (R67).
    fn refuse_more_than_it_had(&self) -> Result<(), Fault> {
        let mut lost = Figures(0);
        let losses = [
            ("lost_before", self.lost_before),
            ("fire_losses", self.fire_losses),
            ("melee_losses", self.melee_losses),
        ];
        for (fact, more) in losses {
            lost += more;
            if lost > self.original {
                return Err(Fault::refused(fact, &LOST_OVER_ORIGINAL));
            }
        }
        Ok(())
    }
}

impl Procedure for MoraleTrigger {
    type Tables = Tables;
    type Outcome = MoraleTriggerResult;
    const ABOUT: About = About {
        name: "morale_trigger",
        group: Group::Morale,
        dice: "",
        cites: &["8.1", "8.2", "8.3.1", "8.3.2", "8.4"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<MoraleTriggerResult, Fault> {
        self.refuse_more_than_it_had()?;
        let before = self.lost_before + self.fire_losses;
        let tens_before = tables.losses.tens(self.original.0, before.0);
        let tens_after = tables.losses.tens(self.original.0, (before + self.melee_losses).0);
        let near = self.fire_distance_cm.0.is_some_and(|cm| cm <= CLOSE_FIRE_CM);
        let close_fire = self.fire_losses > Figures(0) && near && !self.in_town_artillery_fire;
        let causes = standing([
            (self.lost_melee, TestCause::LostMelee),
            (tens_after > tens_before, TestCause::MeleeLosses),
            (close_fire, TestCause::CloseFire),
            (self.passed_through, TestCause::PassedThrough),
        ]);
        Ok(MoraleTriggerResult { required: !causes.is_empty(), causes, tens_before, tens_after })
    }
}

krigsspil_engine::facts! {
    /// A unit that tests its morale.
    pub struct MoraleTest {
        order: Order = Order::Order, "tabel 9";
        deduction: i32 [-60..=0] = 0, "tabel 9";
        passed_through: bool = false, "tabel 9";
        fleeing_morale: i32 [-6..=6] = 0, "tabel 9";
        flank_or_rear: bool = false, "tabel 9";
        won_melee: bool = false, "tabel 9";
        ..spirit: Spirit;
    }
}

krigsspil_engine::outcome! {
    /// Its result.
    pub struct MoraleTestResult {
        loss_modifier: i32;
        modifier: i32;
        total: i32;
        result: TestResult;
        order_after: Order;
        move_after as "move": TestMove;
        eliminated: bool;
        permanent_disorder: bool;
    }
}

krigsspil_engine::facts! {
    /// The modifiers of losses, cover and the men themselves, for tests and rallies alike (table 9, R36).
    pub struct Spirit {
        original: Figures [1..=120];
        lost: Figures [0..=120] = Figures(0);
        cover: bool = false, "tabel 9";
        morale: i32 [-6..=6] = 0, "tabel 9";
        general_morale: i32 [0..=3] = 0, "2.3.p2";
    }
}

impl Spirit {
    /// Refuses losses above the original strength.
    pub(super) fn check(&self) -> Result<(), Fault> {
        refuse_lost_over(self.original.0, self.lost.0)
    }

    pub(super) fn two_thirds_lost(&self, tables: &Tables) -> bool {
        tables.losses.two_thirds(self.original.0, self.lost.0)
    }

    /// The deduction for losses, and the sum that includes it.
    pub(super) fn modifier(&self, tables: &Tables, report: &mut impl Listener) -> (i32, i32) {
        let rows = &tables.morale.modifiers;
        let twenties = tables.losses.twenties(self.original.0, self.lost.0);
        let losses = report.add(&SHARE_LOST, twenties * rows.each_20_per_cent_lost);
        let sum = losses
            + report.add_if(self.cover, &COVERED, rows.cover)
            + report.add(&MORALE_ADDITION, self.morale)
            + report.add(&GENERAL_MORALE, self.general_morale);
        (losses, sum)
    }
}

impl MoraleTest {
    /// The modifiers for what has just happened to it.
    fn shock(&self, tables: &Tables, report: &mut impl Listener) -> i32 {
        let rows = &tables.morale.modifiers;
        let order = match self.order {
            Order::Order => 0,
            Order::Disorder => report.add(&TESTS_IN_DISORDER, rows.disorder),
            Order::FullDisorder => report.add(&TESTS_IN_FULL_DISORDER, rows.full_disorder),
        };
        order
            + report.add(&DEDUCTION, self.deduction)
            + report.add_if(self.passed_through, &PASSED_THROUGH, rows.passed_through)
            + report.add_if(self.passed_through, &FLEEING_MORALE, self.fleeing_morale)
            + report.add_if(self.flank_or_rear, &STRUCK_IN_FLANK, rows.flank_or_rear)
            + report.add_if(self.won_melee, &WON_MELEE, rows.won_melee)
    }

    /// Order and move after the result; a mob with a disorder result flees again (R33).
    fn order_and_move(&self, result: TestResult, two_thirds: bool) -> (Order, TestMove) {
        match (result, self.order) {
            (TestResult::Rout, _) | (TestResult::Disorder, Order::FullDisorder) => {
                (Order::FullDisorder, TestMove::Rout)
            }
            (TestResult::Disorder, _) => (Order::Disorder, TestMove::Retreat),
            (TestResult::Hold, Order::Order) if two_thirds => (Order::Disorder, TestMove::None),
            (TestResult::Hold, order) => (order, TestMove::None),
        }
    }
}

impl Procedure for MoraleTest {
    type Tables = Tables;
    type Outcome = MoraleTestResult;
    const ABOUT: About = About {
        name: "morale_test",
        group: Group::Morale,
        dice: "1d10",
        cites: &["8.5", "8.6", "8.7", "1.6.4", "1.6.5", "tabel 9", "tabel 10"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<MoraleTestResult, Fault> {
        self.spirit.check()?;
        let (loss_modifier, spirit) = self.spirit.modifier(tables, report);
        let modifier = spirit + self.shock(tables, report);
        let total = dice.roll("morale_test", Die::D10FromZero)? + modifier;
        let result = tables.morale.test.result(total);
        let two_thirds = self.spirit.two_thirds_lost(tables);
        let (order_after, move_after) = self.order_and_move(result, two_thirds);
        Ok(MoraleTestResult {
            loss_modifier,
            modifier,
            total,
            result,
            order_after,
            move_after,
            eliminated: move_after == TestMove::Rout && two_thirds,
            permanent_disorder: order_after == Order::Disorder && two_thirds,
        })
    }
}

krigsspil_engine::choices! {
    /// The result of the unit a battery is with.
    pub enum HostResult {
        None = "none",
        Hold = "hold",
        Disorder = "disorder",
        Rout = "rout",
    }
}

krigsspil_engine::facts! {
    /// A battery with a friendly unit.
    pub struct AttachedBattery {
        host_arm: Arm;
        host_result: HostResult = HostResult::None;
        sheltering: bool = false, "5.3.3.p4";
        host_lost_melee: bool = false, "5.3.3.p4";
        host_moves: bool = false, "5.3.3.p4";
    }
}

krigsspil_engine::outcome! {
    /// What happens to it.
    pub struct AttachedBatteryResult {
        shares_result: bool;
        result: Option<TestResult>;
        destroyed: bool;
        crew_left_behind: bool;
        counts_in_melee: bool;
    }
}

impl HostResult {
    const fn tested(self) -> Option<TestResult> {
        match self {
            HostResult::None => None,
            HostResult::Hold => Some(TestResult::Hold),
            HostResult::Disorder => Some(TestResult::Disorder),
            HostResult::Rout => Some(TestResult::Rout),
        }
    }
}

impl Procedure for AttachedBattery {
    type Tables = Tables;
    type Outcome = AttachedBatteryResult;
    const ABOUT: About = About {
        name: "attached_battery",
        group: Group::Artillery,
        dice: "",
        cites: &["5.3.3", "7.1.3", "8.3.1"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<AttachedBatteryResult, Fault> {
        let tested = self.host_result.tested();
        let result = tested.filter(|_| self.host_arm != Arm::Artillery);
        let gives_way = matches!(tested, Some(TestResult::Disorder | TestResult::Rout));
        let destroyed = self.sheltering && self.host_lost_melee && gives_way;
        let rides_off = self.host_arm == Arm::Cavalry && self.host_moves;
        Ok(AttachedBatteryResult {
            shares_result: result.is_some(),
            result,
            destroyed,
            crew_left_behind: self.sheltering && rides_off && !destroyed,
            counts_in_melee: !self.sheltering,
        })
    }
}
