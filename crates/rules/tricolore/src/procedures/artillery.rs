//! Guns: limbering, manhandling, retreat.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use crate::modifiers::{artillery::*, march::RETREAT_DISTANCE};
use crate::notation::Call;
use crate::quantity::{Disorder, Metres};
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A battery that wants to limber up.
    pub struct Limbering {
        orders: i32 [1..=9], "deploy.limber";
        retreating: bool = false, "deploy.limber";
    }
}

krigsspil_engine::outcome! {
    /// Whether it limbers up.
    pub struct LimberingResult {
        test: Call;
        successes: i32;
        limbered: bool;
    }
}

impl Procedure for Limbering {
    type Tables = Tables;
    type Outcome = LimberingResult;
    const ABOUT: About = About {
        name: "artillery_limber",
        group: Group::Artillery,
        dice: "0-2d10",
        cites: &["deploy.limber"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<LimberingResult, Fault> {
        let free = report.holds(self.retreating, &LIMBERS_TO_RETREAT);
        let test = if free { Call::Nothing } else { Call::Test(tables.movement.limbering) };
        let thrown = test.throw("limbering", self.orders, dice)?;
        Ok(LimberingResult { test, successes: thrown.successes, limbered: test.passed_by(thrown) })
    }
}

krigsspil_engine::facts! {
    /// A limbered battery and the enemy.
    pub struct LimberedExposure {
        orders: i32 [1..=9], "deploy.limbered-exposure";
        enemy_distance_m: Metres [0..=99999], "deploy.limbered-exposure";
        disorder: Disorder [0..=8] = Disorder::NONE, "notation.4";
    }
}

krigsspil_engine::outcome! {
    /// The disorder it takes.
    pub struct LimberedExposureResult {
        test: Call;
        disorder_gain: Disorder;
        disorder_after: Disorder;
    }
}

impl Procedure for LimberedExposure {
    type Tables = Tables;
    type Outcome = LimberedExposureResult;
    const ABOUT: About = About {
        name: "artillery_limbered_exposure",
        group: Group::Artillery,
        dice: "0-5d10",
        cites: &["deploy.limbered-exposure"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        _: &mut L,
    ) -> Result<LimberedExposureResult, Fault> {
        let test = tables.movement.limbered_near_enemy(self.enemy_distance_m);
        let disorder_gain = test.throw("exposure", self.orders, dice)?.disorder();
        let disorder_after = self.disorder.raised(disorder_gain);
        Ok(LimberedExposureResult { test, disorder_gain, disorder_after })
    }
}

krigsspil_engine::facts! {
    /// A battery that its crews move.
    pub struct Manhandling {
        calibre: Calibre, "move.manhandle.light";
        orders: i32 [1..=9], "move.manhandle";
        training: i32 [1..=9], "move.disorder.artillery";
        disorder: Disorder [0..=8] = Disorder::NONE, "notation.4";
    }
}

krigsspil_engine::outcome! {
    /// How far they may move it.
    pub struct ManhandlingResult {
        allowed: bool;
        max_turn_deg: i32;
        max_move_m: Metres;
        disorder_gain: Disorder;
        disorder_after: Disorder;
    }
}

impl Procedure for Manhandling {
    type Tables = Tables;
    type Outcome = ManhandlingResult;
    const ABOUT: About = About {
        name: "artillery_manhandle",
        group: Group::Artillery,
        dice: "2d10",
        cites: &["move.manhandle", "move.manhandle.light", "move.manhandle.heavy", "move.disorder.artillery"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<ManhandlingResult, Fault> {
        let row = tables.movement.manhandling(self.calibre);
        report.holds(self.calibre == Calibre::Pd10, &HEAVY_GUN_10);
        let allowed = row.test.passed_by(row.test.throw("orders", self.orders, dice)?);
        // Both dice are thrown together (R56).
        let thrown = tables.movement.manhandle_disorder.throw("disorder", self.training, dice)?;
        let disorder_gain = if allowed { thrown.disorder() } else { Disorder::NONE };
        Ok(ManhandlingResult {
            allowed,
            max_turn_deg: if allowed { row.turn_deg } else { 0 },
            max_move_m: if allowed { row.moved } else { Metres(0) },
            disorder_gain,
            disorder_after: self.disorder.raised(disorder_gain),
        })
    }
}

krigsspil_engine::facts! {
    /// A battery that limbers up and goes back.
    pub struct ArtilleryRetreat {
        orders: i32 [1..=9], "move.artillery-retreat";
        distance_m: Metres [500..=1000], "move.artillery-retreat";
        disorder: Disorder [0..=8] = Disorder::NONE, "notation.4";
    }
}

krigsspil_engine::outcome! {
    /// What it costs.
    pub struct ArtilleryRetreatResult {
        distance_m: Metres;
        disorder_gain: Disorder;
        disorder_after: Disorder;
    }
}

impl Procedure for ArtilleryRetreat {
    type Tables = Tables;
    type Outcome = ArtilleryRetreatResult;
    const ABOUT: About = About {
        name: "artillery_retreat",
        group: Group::Artillery,
        dice: "2d10",
        cites: &["move.artillery-retreat"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        _: &mut L,
    ) -> Result<ArtilleryRetreatResult, Fault> {
        let tables = &tables.movement;
        if self.distance_m < tables.retreat_least || self.distance_m > tables.retreat_most {
            return Err(Fault::refused("distance_m", &RETREAT_DISTANCE));
        }
        let disorder_gain = tables.retreat.throw("retreat", self.orders, dice)?.disorder();
        let disorder_after = self.disorder.raised(disorder_gain);
        Ok(ArtilleryRetreatResult { distance_m: self.distance_m, disorder_gain, disorder_after })
    }
}
