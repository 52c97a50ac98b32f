//! After a melee: losses, the loss test, forced formations and breakthroughs.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use super::melee::weapon_factor;
use crate::modifiers::melee::*;
use crate::notation::{Call, throw};
use crate::quantity::{Bases, Disorder, Metres};
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A loss number and the enemy who inflicts it.
    pub struct MeleeLoss {
        multiplier: i32 [0..=5], "chart.loss";
        bases: Bases [0.5..=40 step 0.5], "chart.loss";
        enemy_bases: Bases [0.5..=40 step 0.5], "chart.loss";
        enemy_line: bool = false, "general.loss-double";
        enemy_artillery: bool = false, "general.loss-double";
        skirmishers_involved: bool = false, "general.loss-skirmishers";
        doubled: bool = false, "town.doubled";
    }
}

krigsspil_engine::outcome! {
    /// The bases lost.
    pub struct MeleeLossResult {
        weapon_factor: i32;
        factor: i32;
        table_loss: Bases;
        loss_bases: Bases;
        bases_after: Bases;
    }
}

impl Procedure for MeleeLoss {
    type Tables = Tables;
    type Outcome = MeleeLossResult;
    const ABOUT: About = About {
        name: "melee_loss",
        group: Group::Melee,
        dice: "",
        cites: &["chart.loss", "general.loss-double", "general.loss-skirmishers", "town.doubled"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<MeleeLossResult, Fault> {
        let tables = &tables.melee;
        let line_or_artillery = self.enemy_line || self.enemy_artillery;
        let weapon_factor = weapon_factor(
            line_or_artillery,
            self.skirmishers_involved,
            &LOSS_DOUBLED,
            &tables.general,
            report,
        );
        report.holds(true, &ENEMY_BASES);
        let factor = self.multiplier * self.enemy_bases.rounded_up() * weapon_factor;
        let table_loss = tables.general.loss(factor);
        // The bases are doubled, not the factor (R22).
        let times = if self.doubled { tables.no_foothold } else { 1 };
        report.times(&TOWN_LOSS_DOUBLED, times, 1);
        let loss_bases = table_loss.times(times).min(self.bases);
        let bases_after = self.bases.less(loss_bases);
        Ok(MeleeLossResult { weapon_factor, factor, table_loss, loss_bases, bases_after })
    }
}

krigsspil_engine::facts! {
    /// A unit that tests for loss.
    pub struct LossTest {
        morale: i32 [1..=9], "general.loss-test";
        bases: Bases [0.5..=40 step 0.5], "general.loss-test";
    }
}

krigsspil_engine::outcome! {
    /// The bases lost.
    pub struct LossTestResult {
        tests: i32;
        failures: i32;
        loss_bases: Bases;
        bases_after: Bases;
    }
}

impl Procedure for LossTest {
    type Tables = Tables;
    type Outcome = LossTestResult;
    const ABOUT: About = About {
        name: "loss_test",
        group: Group::Melee,
        dice: "1-40d10",
        cites: &["general.loss-test", "town.fail"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<LossTestResult, Fault> {
        report.holds(true, &LOSS_TEST_DICE);
        let tests = self.bases.rounded_up();
        let failures = throw("loss", tests, self.morale, dice)?.failures;
        let loss_bases = tables.melee.general.loss_test.times(failures).min(self.bases);
        Ok(LossTestResult { tests, failures, loss_bases, bases_after: self.bases.less(loss_bases) })
    }
}

krigsspil_engine::facts! {
    /// Infantry that a result forces into a formation.
    pub struct ForcedFormation {
        forced: ForcedInto, "general.no-space";
        kind: FootKind = FootKind::Infantry, "general.no-space";
        formation: FootFormation, "general.no-space";
        lacks_space: bool = false, "general.no-space";
        disorder: Disorder [0..=8] = Disorder::NONE, "general.no-space";
    }
}

krigsspil_engine::outcome! {
    /// Its formation and disorder afterwards.
    pub struct ForcedFormationResult {
        formation_after: TroopFormation;
        disorder_gain: Disorder;
        disorder_after: Disorder;
    }
}

impl Procedure for ForcedFormation {
    type Tables = Tables;
    type Outcome = ForcedFormationResult;
    const ABOUT: About = About {
        name: "forced_formation",
        group: Group::Melee,
        dice: "",
        cites: &["general.no-space", "chart.infantry-vs-infantry", "chart.cavalry-vs-infantry"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<ForcedFormationResult, Fault> {
        let forced = match self.forced {
            ForcedInto::Line => FootFormation::Line,
            ForcedInto::Square => FootFormation::Square,
        };
        let loose = report.holds(self.kind == FootKind::Skirmishers, &SKIRMISHERS_STAY);
        let cramped = self.lacks_space && !loose && self.formation != forced;
        let no_space = tables.melee.general.no_space;
        let disorder_gain = Disorder(report.add_if(cramped, &LACKS_SPACE, no_space.0));
        let formation_after = if loose {
            TroopFormation::Skirmish
        } else if cramped {
            self.formation.into()
        } else {
            forced.into()
        };
        let disorder_after = self.disorder.raised(disorder_gain);
        Ok(ForcedFormationResult { formation_after, disorder_gain, disorder_after })
    }
}

krigsspil_engine::facts! {
    /// A unit that has won.
    pub struct Breakthrough {
        result: Victory, "general.legend";
        side: Side = Side::Attacker, "general.refuse";
        arm: FootOrHorse, "general.artillery-breakthrough";
        against_artillery: bool = false, "general.artillery-breakthrough";
        wish: Wish, "general.refuse";
        training: i32 [1..=9], "general.refuse";
    }
}

krigsspil_engine::outcome! {
    /// How far it goes.
    pub struct BreakthroughResult {
        test: Call;
        distance_m: Metres;
        melee_continues: bool;
    }
}

impl Breakthrough {
    /// The distance of an A result; `None` for #.
    fn won(&self) -> Option<Metres> {
        match self.result {
            Victory::A200 => Some(Metres(200)),
            Victory::A300 => Some(Metres(300)),
            Victory::A400 => Some(Metres(400)),
            Victory::Continued => None,
        }
    }

    /// On # only an attacker may continue, and only through artillery (§general.artillery-breakthrough).
    fn through_artillery<L: Listener>(&self, tables: &Tables, report: &mut L) -> BreakthroughResult {
        let through = self.side == Side::Attacker && self.against_artillery && self.wish == Wish::Through;
        let metres = tables.melee.general.through_artillery(self.arm);
        BreakthroughResult {
            test: Call::Nothing,
            distance_m: Metres(report.add_if(through, &THROUGH_ARTILLERY, metres.0)),
            melee_continues: !through,
        }
    }
}

impl Procedure for Breakthrough {
    type Tables = Tables;
    type Outcome = BreakthroughResult;
    const ABOUT: About = About {
        name: "breakthrough",
        group: Group::Melee,
        dice: "0-1d10",
        cites: &["general.refuse", "general.artillery-breakthrough", "turn.D.4"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<BreakthroughResult, Fault> {
        let Some(won) = self.won() else { return Ok(self.through_artillery(tables, report)) };
        report.holds(self.side == Side::Defender, &DEFENDER_CHOOSES);
        let (test, stays) = match (self.wish, self.side) {
            (Wish::Through, _) => (Call::Nothing, false),
            (Wish::Stay, Side::Defender) => (Call::Nothing, true),
            (Wish::Stay, Side::Attacker) => {
                let test = tables.melee.general.stay;
                (Call::Test(test), test.passed_by(test.throw("stay", self.training, dice)?))
            }
        };
        let distance_m = if stays { Metres(0) } else { won };
        Ok(BreakthroughResult { test, distance_m, melee_continues: false })
    }
}
