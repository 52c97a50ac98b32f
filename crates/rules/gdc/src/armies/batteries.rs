//! How many batteries a force may have (§army.def.ratio).

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use super::list::ListedUnit;
use super::modifiers::*;
use super::vocabulary::*;
use crate::tables::Tables;

krigsspil_engine::outcome! {
    /// The counts that ratios are based on.
    pub struct UnitCounts {
        battalions: i32;
        cavalry_regiments: i32;
        guard_battalions: i32;
        guard_cavalry_regiments: i32;
    }
}

impl UnitCounts {
    fn of(&self, base: RatioBase) -> i32 {
        match base {
            RatioBase::Battalions => self.battalions,
            RatioBase::CavalryRegiments => self.cavalry_regiments,
            RatioBase::GuardBattalions => self.guard_battalions,
            RatioBase::GuardCavalryRegiments => self.guard_cavalry_regiments,
        }
    }

    /// Refuses more Guard units than there are in all; `prefix` comes before the names of the facts.
    pub(super) fn checked(self, prefix: &str) -> Result<Self, Fault> {
        if self.guard_battalions > self.battalions {
            return Err(Fault::refused(format!("{prefix}guard_battalions"), &MORE_GUARD_THAN_ALL));
        }
        if self.guard_cavalry_regiments > self.cavalry_regiments {
            return Err(Fault::refused(format!("{prefix}guard_cavalry_regiments"), &MORE_GUARD_THAN_ALL));
        }
        Ok(self)
    }
}

/// The number of batteries that the ratio of a row allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Allowance {
    /// The count that the ratio is based on; `None` if no ratio is stated.
    pub counted: Option<i32>,
    /// The number the ratio allows; `None` if no ratio is stated.
    pub by_ratio: Option<i32>,
    /// The smaller of that and the number available; `None` if the lists set no limit.
    pub allowed: Option<i32>,
}

impl Allowance {
    /// The number a row allows a force of this many units (§army.R22 to §army.R26).
    pub fn of(row: &ListedUnit, counts: &UnitCounts, report: &mut impl Listener) -> Allowance {
        let (counted, by_ratio) = match (row.ratio_kind, row.ratio, row.ratio_base) {
            (Some(RatioKind::PerUnits), Some(ratio), Some(base)) => {
                let counted = counts.of(base);
                report.times(&ONE_BATTERY_PER, 1, ratio);
                (Some(counted), Some(counted / ratio))
            }
            (Some(RatioKind::PerForce), ..) => {
                let counted = counts.battalions + counts.cavalry_regiments;
                report.holds(counted > 0, &ONE_BATTERY_PER_FORCE);
                (Some(counted), Some(i32::from(counted > 0)))
            }
            _ => (None, None),
        };
        let allowed = [by_ratio, row.limit].into_iter().flatten().min();
        Allowance { counted, by_ratio, allowed }
    }
}

krigsspil_engine::facts! {
    /// A battery row and the force it supports.
    pub struct BatteryAllowance {
        nation: Nation, "army.lists";
        period: Period, "army.lists";
        battery: String;
        battalions: i32 [0..=9999] = 0;
        cavalry_regiments: i32 [0..=9999] = 0;
        guard_battalions: i32 [0..=9999] = 0, "army.R26";
        guard_cavalry_regiments: i32 [0..=9999] = 0, "army.R26";
    }
}

krigsspil_engine::outcome! {
    /// How many may be deployed.
    pub struct BatteryAllowanceResult {
        arm: ListedArm;
        guns: i32;
        guns_max: i32;
        howitzers: i32;
        pounders: ArrayVec<i32, 4>;
        ratio_kind: RatioKind;
        ratio: Option<i32>;
        ratio_base: RatioBase;
        counted: Option<i32>;
        by_ratio: Option<i32>;
        available: Option<i32>;
        allowed: Option<i32>;
    }
}

impl Procedure for BatteryAllowance {
    type Tables = Tables;
    type Outcome = BatteryAllowanceResult;
    const ABOUT: About = About {
        name: "battery_allowance",
        group: Group::Army,
        dice: "",
        cites: &["army.def.ratio", "army.R22", "army.R23", "army.R24", "army.R25", "army.R26"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<BatteryAllowanceResult, Fault> {
        let column = tables.armies.army(self.nation).column(self.period)?;
        let row = column.row("battery", &self.battery, |row| row.arm.is_battery())?;
        let counts = UnitCounts {
            battalions: self.battalions,
            cavalry_regiments: self.cavalry_regiments,
            guard_battalions: self.guard_battalions,
            guard_cavalry_regiments: self.guard_cavalry_regiments,
        }
        .checked("")?;
        let Allowance { counted, by_ratio, allowed } = Allowance::of(row, &counts, report);
        Ok(BatteryAllowanceResult {
            arm: row.arm,
            guns: row.guns.unwrap_or(0),
            guns_max: row.guns_max.unwrap_or(0),
            howitzers: row.howitzers.unwrap_or(0),
            pounders: row.pounders.clone(),
            ratio_kind: row.ratio_kind.unwrap_or(RatioKind::Unstated),
            ratio: row.ratio,
            ratio_base: row.ratio_base.unwrap_or(RatioBase::Battalions),
            counted,
            by_ratio,
            available: row.limit,
            allowed,
        })
    }
}
