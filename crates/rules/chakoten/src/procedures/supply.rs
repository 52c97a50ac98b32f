//! Chapter 11: ammunition and resupply.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use crate::modifiers::moves::*;
use crate::tables::{MeleeRow, Tables};
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A turn's firing and fighting.
    pub struct Ammunition {
        arm: Arm, "11.02.1";
        loads: i32 [0..=100], "11.02.1";
        fired: bool = false, "11.01.1";
        melee: bool = false, "11.01.1";
        ranging_only: bool = false, "10.02.3";
        loads_lost: i32 [0..=100] = 0, "skema XIII";
    }
}

krigsspil_engine::outcome! {
    /// The loads that are left.
    pub struct AmmunitionResult {
        used: i32;
        loads_after: i32;
        ran_out: bool;
        lu_degrees: i32;
        melee_points: i32;
    }
}

impl Procedure for Ammunition {
    type Tables = Tables;
    type Outcome = AmmunitionResult;
    const ABOUT: About = About {
        name: "ammunition",
        group: Group::Supply,
        dice: "",
        cites: &["11.01.1", "11.02.1", "11.02.2", "11.03.1", "10.01.6", "13.03.1", "skema XIII"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<AmmunitionResult, Fault> {
        let infantry = self.arm == Arm::Infantry;
        let ranged_only = self.ranging_only && self.arm == Arm::Artillery;
        let spends = (self.fired && !ranged_only) || (self.melee && infantry);
        let used = i32::from(spends).min(self.loads);
        let loads_after = (self.loads - used - self.loads_lost).max(0);
        let ran_out = self.loads > 0 && loads_after == 0;
        let empty = tables.melee.points.points(MeleeRow::NoAmmunition, 0);
        Ok(AmmunitionResult {
            used,
            loads_after,
            ran_out,
            lu_degrees: report.add(&RAN_OUT, i32::from(ran_out && infantry)),
            melee_points: if infantry && loads_after == 0 { empty } else { 0 },
        })
    }
}

/// The loads a unit draws, and the most it carries: infantry and cavalry, batteries (§11.01.3, §11.02.1, §11.03.1).
const FOOT_AND_HORSE_LOADS: (i32, i32) = (12, 12);
const BATTERY_LOADS: (i32, i32) = (8, 16);

krigsspil_engine::facts! {
    /// A unit beside the ammunition wagons.
    pub struct Resupply {
        recipient: Recipient, "11.04.1";
        figure_pieces: i32 [1..=6] = 1, "11.01.3";
        wagon_quarters: i32 [0..=40] = 4, "11.01.3";
        loads: i32 [0..=100] = 0, "11.01.3";
    }
}

krigsspil_engine::outcome! {
    /// What it draws.
    pub struct ResupplyResult {
        quarters_needed: i32;
        possible: bool;
        turns: i32;
        loads_after: i32;
        wagon_quarters_after: i32;
    }
}

impl Procedure for Resupply {
    type Tables = Tables;
    type Outcome = ResupplyResult;
    const ABOUT: About =
        About { name: "resupply", group: Group::Supply, dice: "", cites: &["11.01.3", "11.04.1"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ResupplyResult, Fault> {
        let battery = self.recipient == Recipient::Battery;
        let quarters_needed = if battery { 2 * self.figure_pieces } else { 1 };
        let possible = quarters_needed <= self.wagon_quarters;
        let (more, most) = if battery { BATTERY_LOADS } else { FOOT_AND_HORSE_LOADS };
        let filled = (self.loads + more).min(most).max(self.loads);
        let turns = if self.recipient == Recipient::IndependentCompany { 1 } else { 2 };
        Ok(ResupplyResult {
            quarters_needed,
            possible,
            turns: if possible { turns } else { 0 },
            loads_after: if possible { filled } else { self.loads },
            wagon_quarters_after: self.wagon_quarters - if possible { quarters_needed } else { 0 },
        })
    }
}
