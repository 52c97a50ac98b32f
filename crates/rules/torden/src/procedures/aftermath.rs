//! Chapters 7.3 to 7.5: joint melees, and what follows a melee.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Figures, Group, Listener, Procedure};

use super::melee::further_step;
use super::{refuse_nobody_left, standing};
use crate::modifiers::melee::FURTHER_CONTINUED_ATTACKS;
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// Units in one joint melee.
    pub struct MultiMeleeRolls {
        attackers: i32 [1..=6];
        defenders: i32 [1..=6];
    }
}

krigsspil_engine::outcome! {
    /// How often each may roll.
    pub struct MultiMeleeRollsResult {
        attacker_rolls: ArrayVec<i32, 6>;
        defender_rolls: ArrayVec<i32, 6>;
        melees: i32;
    }
}

/// The side with more units has one more roll for each unit (§7.4).
fn rolls(own: i32, enemy: i32) -> ArrayVec<i32, 6> {
    (1..=own).map(|number| if own > enemy { number } else { 1 }).take(6).collect()
}

impl Procedure for MultiMeleeRolls {
    type Tables = Tables;
    type Outcome = MultiMeleeRollsResult;
    const ABOUT: About = About { name: "multi_melee_rolls", group: Group::Melee, dice: "", cites: &["7.4"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<MultiMeleeRollsResult, Fault> {
        Ok(MultiMeleeRollsResult {
            attacker_rolls: rolls(self.attackers, self.defenders),
            defender_rolls: rolls(self.defenders, self.attackers),
            melees: self.attackers.max(self.defenders),
        })
    }
}

krigsspil_engine::facts! {
    /// One of a unit's melees.
    pub struct FoughtMelee {
        result: MeleeResult;
        losses: Figures [0..=7] = Figures(0);
        morale_modifier: i32 [-6..=0] = 0;
    }
}

krigsspil_engine::facts! {
    /// A unit that fought several melees at once.
    pub struct CombinedMelee {
        original: Figures [1..=120];
        lost: Figures [0..=119] = Figures(0);
        results: Vec<FoughtMelee> [1..=6];
    }
}

krigsspil_engine::outcome! {
    /// Their sum.
    pub struct CombinedMeleeResult {
        losses: Figures;
        lost_after: Figures;
        morale_modifier: i32;
        must_test: bool;
        won_melee: bool;
    }
}

impl Procedure for CombinedMelee {
    type Tables = Tables;
    type Outcome = CombinedMeleeResult;
    const ABOUT: About =
        About { name: "combined_melee", group: Group::Melee, dice: "", cites: &["7.4", "8.3.1", "8.3.2"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<CombinedMeleeResult, Fault> {
        refuse_nobody_left("lost", self.original.0, self.lost.0)?;
        let lost_ones = || self.results.iter().filter(|melee| melee.result == MeleeResult::Lost);
        let sum: Figures = self.results.iter().map(|melee| melee.losses).sum();
        let losses = sum.min(self.original - self.lost);
        let lost_any = lost_ones().next().is_some();
        let won_any = self.results.iter().any(|melee| melee.result == MeleeResult::Won);
        Ok(CombinedMeleeResult {
            losses,
            lost_after: self.lost + losses,
            morale_modifier: lost_ones().map(|melee| melee.morale_modifier).sum(),
            must_test: lost_any || further_step(tables, self.original.0, self.lost.0, losses.0),
            won_melee: won_any && !lost_any,
        })
    }
}

krigsspil_engine::choices! {
    /// What a side does after its test.
    pub enum AfterTest {
        Holds = "holds",
        Retreats = "retreats",
        Routs = "routs",
        Eliminated = "eliminated",
    }
}

krigsspil_engine::facts! {
    /// A unit after its melee.
    pub struct AfterMelee {
        arm: Arm;
        formation: MeleeFormation;
        attacker: bool = false;
        result: MeleeResult;
        own_after: AfterTest = AfterTest::Holds;
        enemy_after: AfterTest = AfterTest::Holds;
        enemy_in_building: bool = false;
    }
}

krigsspil_engine::outcome! {
    /// What follows.
    pub struct AfterMeleeResult {
        must_advance: bool;
        advance_max_cm: i32;
        may_occupy: bool;
        may_continue_attack: bool;
        undecided: bool;
        may_break_off: bool;
        continued_melee: bool;
    }
}

/// How far a winner may follow (§7.3.1).
const ADVANCE_CM: i32 = 5;

impl Procedure for AfterMelee {
    type Tables = Tables;
    type Outcome = AfterMeleeResult;
    const ABOUT: About = About {
        name: "after_melee",
        group: Group::Melee,
        dice: "",
        cites: &["7.3.1", "7.3.2", "7.3.3", "7.5.1"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<AfterMeleeResult, Fault> {
        let pursues = match self.arm {
            Arm::Cavalry => true,
            Arm::Infantry => self.formation == MeleeFormation::Column,
            Arm::Artillery => false,
        };
        let holds = self.own_after == AfterTest::Holds;
        let enemy_holds = self.enemy_after == AfterTest::Holds;
        let broken = matches!(self.enemy_after, AfterTest::Routs | AfterTest::Eliminated);
        let won = self.attacker && self.result == MeleeResult::Won;
        let ground_is_free = won && holds && !enemy_holds;
        let must_advance = ground_is_free && pursues;
        // A line is not obliged to follow, but may move into the town it has taken (R59).
        let line = self.arm == Arm::Infantry && self.formation == MeleeFormation::Line;
        let undecided = holds && enemy_holds;
        Ok(AfterMeleeResult {
            must_advance,
            advance_max_cm: if must_advance { ADVANCE_CM } else { 0 },
            may_occupy: self.enemy_in_building && ground_is_free && (pursues || line),
            may_continue_attack: must_advance && broken,
            undecided,
            may_break_off: undecided,
            continued_melee: undecided,
        })
    }
}

krigsspil_engine::choices! {
    /// What happened to the attacked unit.
    pub enum TargetFate {
        Routed = "routed",
        Eliminated = "eliminated",
        BatteryWithdrew = "battery_withdrew",
        Retreated = "retreated",
        Holds = "holds",
    }
}

krigsspil_engine::facts! {
    /// An attacker who wants to continue.
    pub struct ContinueAttack {
        arm: Arm;
        formation: RankFormation;
        declared_attack: bool = false;
        target_fate: TargetFate;
        next_distance_cm: f64 [0..=200];
        needs_change: bool = false;
        done: i32 [0..=10] = 0, "7.5.1.p2";
        english_cavalry: bool = false, "land.england_1815.cav.C";
        refused: bool = false, "land.england_1815.cav.C";
    }
}

krigsspil_engine::choices! {
    /// What prevents an attacker from continuing.
    pub enum ContinueBar {
        ArmOrFormation = "arm_or_formation",
        NotDeclared = "not_declared",
        TargetNotGone = "target_not_gone",
        TooFar = "too_far",
        NeedsChange = "needs_change",
        InfantryOnce = "infantry_once",
    }
}

krigsspil_engine::outcome! {
    /// Whether he may, and whether he must.
    pub struct ContinueAttackResult {
        allowed: bool;
        reasons: ArrayVec<ContinueBar, 6>;
        obligatory: bool;
        melee_modifier: i32;
    }
}

/// The greatest distance to the next enemy (§7.5.1).
const CONTINUE_CM: f64 = 15.0;

impl Procedure for ContinueAttack {
    type Tables = Tables;
    type Outcome = ContinueAttackResult;
    const ABOUT: About = About {
        name: "continue_attack",
        group: Group::Melee,
        dice: "",
        cites: &[
            "7.5.1",
            "5.3.3",
            "7.1.3",
            "tabel 7",
            "land.england_1815.cav.C",
            "land.england_spain_portugal_1808_09.cav.C",
            "land.england_spain_portugal_1810_14.cav.C",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<ContinueAttackResult, Fault> {
        let cavalry = self.arm == Arm::Cavalry;
        let infantry = self.arm == Arm::Infantry;
        let suits = cavalry || infantry && self.formation == RankFormation::Column;
        let stands = matches!(self.target_fate, TargetFate::Retreated | TargetFate::Holds);
        let reasons = standing([
            (!suits, ContinueBar::ArmOrFormation),
            (!self.declared_attack, ContinueBar::NotDeclared),
            (stands, ContinueBar::TargetNotGone),
            (self.next_distance_cm > CONTINUE_CM, ContinueBar::TooFar),
            (self.needs_change, ContinueBar::NeedsChange),
            (infantry && self.done > 0, ContinueBar::InfantryOnce),
        ]);
        let allowed = reasons.is_empty();
        let each = tables.melee.attacker.each_further_continued_attack;
        Ok(ContinueAttackResult {
            allowed,
            reasons,
            obligatory: allowed && cavalry && self.english_cavalry && !self.refused,
            melee_modifier: report.add_if(allowed, &FURTHER_CONTINUED_ATTACKS, each * self.done),
        })
    }
}
