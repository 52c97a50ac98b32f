//! Changes of formation and the passage of lines.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use crate::modifiers::march::*;
use crate::notation::Call;
use crate::quantity::{Disorder, Metres};
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A unit that wants to change formation.
    pub struct FormationChange {
        phase: MovePhase = MovePhase::Tactical, "change.normal";
        arm: FootOrHorse = FootOrHorse::Infantry, "change.normal";
        to: TroopFormation, "change.normal";
        orders: i32 [1..=9], "change.normal";
        training: i32 [1..=9], "change.disorder";
        disorder: Disorder [0..=8] = Disorder::NONE, "notation.4";
    }
}

krigsspil_engine::outcome! {
    /// Whether it changes.
    pub struct FormationChangeResult {
        test: Call;
        changed: bool;
        disorder_gain: Disorder;
        disorder_after: Disorder;
        move_cost_m: Metres;
    }
}

impl Procedure for FormationChange {
    type Tables = Tables;
    type Outcome = FormationChangeResult;
    const ABOUT: About = About {
        name: "formation_change",
        group: Group::March,
        dice: "0-4d10",
        cites: &["change.normal", "change.square", "change.disorder", "deploy.square"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<FormationChangeResult, Fault> {
        let tables = &tables.movement;
        let to_square = self.to == TroopFormation::Square;
        if self.arm == FootOrHorse::Cavalry && (to_square || self.to == TroopFormation::Skirmish) {
            return Err(Fault::refused("to", &NOT_FOR_CAVALRY));
        }
        let free = report.holds(self.phase == MovePhase::Deployment && to_square, &FREE_SQUARE);
        let test = match self.phase {
            MovePhase::Tactical if to_square => Call::Test(tables.change_to_square),
            MovePhase::Tactical => Call::Test(tables.change),
            MovePhase::Manoeuvre | MovePhase::Deployment => Call::Nothing,
        };
        report.holds(test == Call::Nothing && !free, &NO_ORDER_TEST);
        let changed = test.passed_by(test.throw("orders", self.orders, dice)?);
        let disorder = if free { Call::Nothing } else { Call::Test(tables.change_disorder) };
        // The dice for disorder are thrown together with the others and have no effect if the order fails (R85).
        let thrown = disorder.throw("disorder", self.training, dice)?;
        let disorder_gain = if changed { thrown.disorder() } else { Disorder::NONE };
        let cost = tables.change_cost(self.arm);
        Ok(FormationChangeResult {
            test,
            changed,
            disorder_gain,
            disorder_after: self.disorder.raised(disorder_gain),
            move_cost_m: Metres(report.add_if(changed && !free, &CHANGE_COST, cost.0)),
        })
    }
}

krigsspil_engine::facts! {
    /// A unit that marches through a friendly one.
    pub struct Interpenetration {
        mover: Passing = Passing::Formed, "pass.formed";
        passed: Passed, "pass.formed";
        training: i32 [1..=9], "pass.formed";
        disorder: Disorder [0..=8] = Disorder::NONE, "notation.4";
    }
}

krigsspil_engine::outcome! {
    /// What it costs.
    pub struct InterpenetrationResult {
        move_cost_m: Metres;
        test_dice: i32;
        disorder_gain: Disorder;
        disorder_after: Disorder;
    }
}

impl Procedure for Interpenetration {
    type Tables = Tables;
    type Outcome = InterpenetrationResult;
    const ABOUT: About = About {
        name: "interpenetration",
        group: Group::March,
        dice: "0-2d10",
        cites: &["pass.formed", "pass.artillery", "pass.skirmishers"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<InterpenetrationResult, Fault> {
        // If either side is skirmishers, the skirmishers' passage applies, also through guns (R52).
        let loose = self.mover == Passing::Skirmishers || self.passed == Passed::Skirmishers;
        let row = tables.movement.passage(if loose { Passed::Skirmishers } else { self.passed });
        report.add(if loose { &PASSAGE_SKIRMISHERS } else { &PASSAGE_COST }, row.metres.0);
        let thrown = row.test.throw("passage", self.training, dice)?;
        Ok(InterpenetrationResult {
            move_cost_m: row.metres,
            test_dice: thrown.successes + thrown.failures,
            disorder_gain: thrown.disorder(),
            disorder_after: self.disorder.raised(thrown.disorder()),
        })
    }
}
