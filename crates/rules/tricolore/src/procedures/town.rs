//! Fights for town zones, and who stays after them.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use super::melee::{Fighter, MeleeBox, MeleeResult, SideResult, Sum, Throw, superiority_steps};
use crate::modifiers::{melee, town::*};
use crate::notation::Call;
use crate::quantity::{Bases, Disorder, Metres};
use crate::tables::{Melee, ResultTable, Tables};
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// The attackers of a zone.
    pub struct TownAttacker {
        kind: FootKind = FootKind::Infantry, "town.value";
        value: i32 [1..=9], "town.value";
        disorder: Disorder [0..=8] = Disorder::NONE, "town.disorder";
        bases: Bases [0.5..=40 step 0.5], "town.superiority";
        formation: StormFormation = StormFormation::Column, "general.loss-double";
    }
}

krigsspil_engine::facts! {
    /// The defenders.
    pub struct TownDefender {
        kind: FootKind = FootKind::Infantry, "town.value";
        value: i32 [1..=9], "town.value";
        disorder: Disorder [0..=8] = Disorder::NONE, "town.disorder";
        bases: Bases [0.5..=40 step 0.5], "town.superiority";
        cover: i32 [0..=7] = 0, "town.cover";
    }
}

krigsspil_engine::facts! {
    /// A round of the fight for a zone.
    pub struct TownFight {
        fight_inside: bool = false, "town.cover";
        foothold: bool = false, "town.doubled";
        attacker: TownAttacker, "chart.town-mods";
        defender: TownDefender, "chart.town-mods";
    }
}

krigsspil_engine::outcome! {
    /// The effect of a town fight on one side.
    pub struct TownSideResult {
        ..side: SideResult;
        town_test: Call;
    }

    /// The result of the round.
    pub struct TownFightResult {
        ..throw: Throw;
        attacker: TownSideResult;
        defender: TownSideResult;
        attacker_loss_doubled: bool;
    }
}

impl TownSideResult {
    /// A side, and the test it must now take; none if it has no bases left.
    fn of(side: SideResult, tables: &Melee) -> TownSideResult {
        let town_test = if side.eliminated { Call::Nothing } else { tables.town_test(side.disorder_after) };
        TownSideResult { side, town_test }
    }
}

impl TownFight {
    /// Attackers without a foothold in the zone lose twice as much (§town.doubled).
    fn attacker_loss_doubled(&self) -> bool {
        !self.fight_inside && !self.foothold
    }

    fn attacker_loss_times(&self, tables: &Melee) -> i32 {
        if self.attacker_loss_doubled() { tables.no_foothold } else { 1 }
    }
}

impl MeleeBox for TownFight {
    fn sum<'report, L: Listener>(&self, tables: &Melee, report: &'report mut L) -> Sum<'report, L> {
        let (rows, a, f) = (&tables.town_rows, &self.attacker, &self.defender);
        let steps = superiority_steps(a.bases.in_halves(), f.bases.in_halves());
        let names = [&ATTACKER_SUPERIORITY, &DEFENDER_SUPERIORITY];
        let mut sum = Sum::of_superiority(rows.superiority, names, steps, report);
        sum.both([&ATTACKER_VALUE, &DEFENDER_VALUE], rows.value, [a.value, f.value]);
        sum.both([&ATTACKER_DISORDER, &DEFENDER_DISORDER], rows.disorder, [a.disorder.0, f.disorder.0]);
        sum.defender(&DEFENDER_COVER, rows.cover, if self.fight_inside { 0 } else { f.cover });
        sum
    }

    fn fighters(&self, tables: &Melee) -> [Fighter; 2] {
        let (a, f) = (&self.attacker, &self.defender);
        let a_skirmishers = a.kind == FootKind::Skirmishers;
        let attacker = Fighter {
            disorder: a.disorder,
            bases: a.bases,
            line_or_artillery: !a_skirmishers && a.formation == StormFormation::Line,
            skirmishers: a_skirmishers,
            loss_times: self.attacker_loss_times(tables),
        };
        let defender = Fighter {
            disorder: f.disorder,
            bases: f.bases,
            // There are no formations in a zone (R76).
            line_or_artillery: false,
            skirmishers: f.kind == FootKind::Skirmishers,
            loss_times: 1,
        };
        [attacker, defender]
    }

    fn table<'t>(&self, tables: &'t Melee) -> &'t ResultTable {
        &tables.town
    }
}

impl Procedure for TownFight {
    type Tables = Tables;
    type Outcome = TownFightResult;
    const ABOUT: About = About {
        name: "town_fight",
        group: Group::Melee,
        dice: "2d10",
        cites: &[
            "chart.town-mods",
            "chart.town",
            "town.doubled",
            "chart.town-test",
            "chart.loss",
            "town.value",
            "town.disorder",
            "town.superiority",
            "town.cover",
            "general.legend",
            "general.loss-double",
            "general.loss-skirmishers",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<TownFightResult, Fault> {
        let tables = &tables.melee;
        report.times(&melee::TOWN_LOSS_DOUBLED, self.attacker_loss_times(tables), 1);
        let MeleeResult { throw, attacker, defender, .. } = self.fight(tables, dice, report)?;
        Ok(TownFightResult {
            throw,
            attacker: TownSideResult::of(attacker, tables),
            defender: TownSideResult::of(defender, tables),
            attacker_loss_doubled: self.attacker_loss_doubled(),
        })
    }
}

krigsspil_engine::facts! {
    /// A unit after a round of town fighting.
    pub struct TownTest {
        disorder: Disorder [0..=8] = Disorder::NONE, "chart.town-test";
        value: i32 [1..=9], "chart.town-test";
    }
}

krigsspil_engine::outcome! {
    /// Whether it stays.
    pub struct TownTestResult {
        test: Call;
        successes: i32;
        passed: bool;
        retreat_m: Metres;
        disorder_gain: Disorder;
        disorder_after: Disorder;
        loss_test: bool;
    }
}

impl Procedure for TownTest {
    type Tables = Tables;
    type Outcome = TownTestResult;
    const ABOUT: About = About {
        name: "town_test",
        group: Group::Melee,
        dice: "0-3d10",
        cites: &["chart.town-test", "town.fail"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<TownTestResult, Fault> {
        let tables = &tables.melee;
        let test = tables.town_test(self.disorder);
        let thrown = test.throw("town", self.value, dice)?;
        let passed = test.passed_by(thrown);
        let disorder_gain = if passed { Disorder::NONE } else { tables.town_disorder };
        Ok(TownTestResult {
            test,
            successes: thrown.successes,
            passed,
            retreat_m: if passed { Metres(0) } else { tables.town_retreat },
            disorder_gain,
            disorder_after: self.disorder.raised(disorder_gain),
            loss_test: report.holds(!passed, &melee::LOSS_TEST),
        })
    }
}
