//! The end of a sequence and of a turn: formation morale and reorganisation.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure, rounded_up};

use crate::modifiers::administration::*;
use crate::notation::{Call, Test};
use crate::quantity::{Bases, Disorder, Metres};
use crate::tables::{Administration, Tables};
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A formation and its losses.
    pub struct FormationMorale {
        morale: i32 [1..=9], "tacadmin.morale";
        original_bases: Bases [1..=400 step 0.5], "tacadmin.morale";
        lost_bases: Bases [0..=400 step 0.5] = Bases::NONE, "tacadmin.morale";
        disordered_bases: Bases [0..=400 step 0.5] = Bases::NONE, "tacadmin.morale";
    }
}

krigsspil_engine::outcome! {
    /// Whether it holds.
    pub struct FormationMoraleResult {
        percent: i32;
        test: Call;
        successes: i32;
        passed: bool;
        broken: bool;
    }
}

impl Procedure for FormationMorale {
    type Tables = Tables;
    type Outcome = FormationMoraleResult;
    const ABOUT: About =
        About { name: "formation_morale", group: Group::Morale, dice: "0-3d10", cites: &["tacadmin.morale"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<FormationMoraleResult, Fault> {
        let out_of_action = self.lost_bases.and(self.disordered_bases);
        if out_of_action > self.original_bases {
            return Err(Fault::refused("disordered_bases", &MORE_THAN_ORIGINAL));
        }
        let percent = rounded_up(100 * out_of_action.in_halves(), self.original_bases.in_halves());
        let test = tables.administration.morale(percent);
        let thrown = test.throw("morale", self.morale, dice)?;
        let passed = test.passed_by(thrown);
        let broken = report.holds(!passed, &BROKEN);
        Ok(FormationMoraleResult { percent, test, successes: thrown.successes, passed, broken })
    }
}

krigsspil_engine::facts! {
    /// A unit at the end of a sequence.
    pub struct ReorganiseTactical {
        arm: Arm, "tacadmin.reorg.none";
        training: i32 [1..=9], "tacadmin.reorg.normal";
        disorder: Disorder [0..=8] = Disorder::NONE, "notation.4";
        enemy_distance_m: Metres [0..=99999], "tacadmin.reorg.near";
        stood_still: bool = false, "tacadmin.reorg.still";
        in_town_zone: bool = false, "tacadmin.reorg.still";
        enemy_in_zone: bool = false, "tacadmin.reorg.still";
        after_initial_melee: bool = false, "tacadmin.reorg.none";
        officer_contact: bool = false, "tacadmin.reorg.officer";
    }
}

krigsspil_engine::outcome! {
    /// The disorder it removes.
    pub struct ReorganiseTacticalResult {
        test: Call;
        test_value: i32;
        successes: i32;
        recovered: Disorder;
        disorder_after: Disorder;
    }
}

impl ReorganiseTactical {
    /// What the unit may throw.
    fn call<L: Listener>(&self, tables: &Administration, report: &mut L) -> Call {
        if self.disorder == Disorder::NONE {
            return Call::Nothing;
        }
        if self.arm == Arm::Artillery || self.after_initial_melee {
            return tables.tactical_barred;
        }
        let test = self.test(tables, report);
        let times = if self.officer_contact { tables.officer_times } else { 1 };
        report.times(&OFFICER_CONTACT, times, 1);
        Call::Test(test.with_dice(times * test.dice))
    }

    /// The unit's test, without an officer's help.
    fn test<L: Listener>(&self, tables: &Administration, report: &mut L) -> Test {
        let far = self.enemy_distance_m > tables.tactical_near;
        let safe_in_town = self.in_town_zone && !self.enemy_in_zone;
        // Standing still is required in both places (R66).
        if report.holds(self.stood_still && (far || safe_in_town), &STOOD_STILL) {
            tables.tactical_still
        } else {
            tables.tactical
        }
    }
}

impl Procedure for ReorganiseTactical {
    type Tables = Tables;
    type Outcome = ReorganiseTacticalResult;
    const ABOUT: About = About {
        name: "reorganise_tactical",
        group: Group::Morale,
        dice: "0-6d10",
        cites: &[
            "tacadmin.reorg.normal",
            "tacadmin.reorg.still",
            "tacadmin.reorg.none",
            "tacadmin.reorg.near",
            "tacadmin.reorg.officer",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<ReorganiseTacticalResult, Fault> {
        let tables = &tables.administration;
        let near = self.enemy_distance_m < tables.tactical_near;
        let test_value = self.training + report.add_if(near, &ENEMY_NEAR, -self.disorder.0);
        let test = self.call(tables, report);
        let thrown = test.throw("reorganisation", test_value, dice)?;
        let helped = self.officer_contact && matches!(test, Call::Test(_));
        let least = Disorder(if helped { tables.officer_least } else { 0 });
        report.holds(test.recovers(thrown) < least, &OFFICER_LEAST);
        let recovered = test.recovers(thrown).max(least).min(self.disorder);
        Ok(ReorganiseTacticalResult {
            test,
            test_value,
            successes: thrown.successes,
            recovered,
            disorder_after: self.disorder - recovered,
        })
    }
}

krigsspil_engine::facts! {
    /// A unit at the end of a turn.
    pub struct ReorganiseGrand {
        arm: Arm, "gtadmin.reorg.artillery";
        training: i32 [1..=9], "gtadmin.reorg.near";
        disorder: Disorder [0..=8] = Disorder::NONE, "notation.4";
        enemy_distance_m: Metres [0..=99999], "gtadmin.reorg.far";
        moved: bool = false, "gtadmin.reorg.near";
    }
}

krigsspil_engine::outcome! {
    /// The disorder it removes.
    pub struct ReorganiseGrandResult {
        test: Call;
        successes: i32;
        recovered: Disorder;
        disorder_after: Disorder;
    }
}

impl ReorganiseGrand {
    /// What the unit may throw; exactly at the limit the enemy counts as near (R67).
    fn call<L: Listener>(&self, tables: &Administration, report: &mut L) -> Call {
        let near = self.enemy_distance_m <= tables.grand_near_m;
        match self.arm {
            _ if self.disorder == Disorder::NONE => Call::Nothing,
            Arm::Artillery if near => tables.artillery_near,
            Arm::Artillery => tables.artillery_far,
            _ if report.holds(near || self.moved, &MOVED_OR_NEAR) => tables.grand_near,
            _ => tables.grand_far,
        }
    }
}

impl Procedure for ReorganiseGrand {
    type Tables = Tables;
    type Outcome = ReorganiseGrandResult;
    const ABOUT: About = About {
        name: "reorganise_grand",
        group: Group::Morale,
        dice: "0-3d10",
        cites: &["gtadmin.reorg.far", "gtadmin.reorg.near", "gtadmin.reorg.artillery"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<ReorganiseGrandResult, Fault> {
        let test = self.call(&tables.administration, report);
        let thrown = test.throw("reorganisation", self.training, dice)?;
        let recovered = test.recovers(thrown).min(self.disorder);
        Ok(ReorganiseGrandResult {
            test,
            successes: thrown.successes,
            recovered,
            disorder_after: self.disorder - recovered,
        })
    }
}
