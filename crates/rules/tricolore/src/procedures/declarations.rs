//! Attack declarations, and evasion of an attack.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use crate::modifiers::declaration::*;
use crate::notation::Call;
use crate::quantity::{Disorder, Metres};
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A unit that wants to attack.
    pub struct AttackDeclaration {
        disorder: Disorder [0..=8] = Disorder::NONE, "notation.4";
        irregular: bool = false, "declare.irregular";
        skirmishers: bool = false, "declare.skirmishers";
        value: i32 [1..=9], "declare.test";
    }
}

krigsspil_engine::outcome! {
    /// Whether it may.
    pub struct AttackDeclarationResult {
        test: Call;
        may_attack: bool;
    }
}

impl Procedure for AttackDeclaration {
    type Tables = Tables;
    type Outcome = AttackDeclarationResult;
    const ABOUT: About = About {
        name: "attack_declaration",
        group: Group::Melee,
        dice: "0-1d10",
        cites: &["declare.test", "declare.skirmishers", "declare.forbidden", "declare.irregular"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<AttackDeclarationResult, Fault> {
        let tables = &tables.declarations;
        let irregular = report.holds(self.irregular, &IRREGULAR);
        let test = match tables.call(self.disorder, irregular) {
            Call::Test(_) if report.holds(self.skirmishers, &SKIRMISHERS_TEST) => {
                Call::Test(tables.skirmishers)
            }
            call => call,
        };
        let may_attack = test.passed_by(test.throw("attack", self.value, dice)?);
        Ok(AttackDeclarationResult { test, may_attack })
    }
}

krigsspil_engine::facts! {
    /// A unit that wants to evade the attack.
    pub struct RetreatBeforeCombat {
        arm: Evader, "declare.retreat.skirmishers";
        disorder: Disorder [0..=8] = Disorder::NONE, "declare.retreat.artillery";
    }
}

krigsspil_engine::outcome! {
    /// Whether it gets away, and at what cost.
    pub struct RetreatBeforeCombatResult {
        allowed: bool;
        disorder_cost: Disorder;
        disorder_after: Disorder;
        retreat_m: Metres;
    }
}

impl Procedure for RetreatBeforeCombat {
    type Tables = Tables;
    type Outcome = RetreatBeforeCombatResult;
    const ABOUT: About = About {
        name: "retreat_before_combat",
        group: Group::Melee,
        dice: "",
        cites: &["declare.retreat.skirmishers", "declare.retreat.artillery"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<RetreatBeforeCombatResult, Fault> {
        let disorder_cost = tables.declarations.evasion_disorder(self.arm);
        let distance = tables.declarations.evasion_metres(self.arm);
        let paid = self.disorder + disorder_cost;
        let allowed = paid <= Disorder::MOST;
        report.holds(!allowed, &MUST_FIT);
        Ok(RetreatBeforeCombatResult {
            allowed,
            disorder_cost,
            disorder_after: if allowed { paid } else { self.disorder },
            retreat_m: Metres(report.add_if(allowed, &EVASION_DISTANCE, distance.0)),
        })
    }
}
