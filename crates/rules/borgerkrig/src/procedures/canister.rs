//! Chapter 06: canister on several targets.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Centimetres, Fault, Figures, Group, Listener, Men, Procedure, halves_up};

use super::artillery_fire::{Battery, MaterialTarget, Target, material_total};
use super::guns::guns_served;
use super::losses::{figures_removed, refuse_target};
use crate::modifiers::artillery::*;
use crate::tables::{ArtilleryTables, Tables};
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// One target of a canister fire.
    pub struct CanisterTarget {
        arm: TargetArm;
        formation: TargetFormation = TargetFormation::Line;
        cover: Cover = Cover::None;
        pinned: bool = false, "04.02.7";
        general: bool = false;
        figures: Figures [1..=400];
        distance_cm: Centimetres [0..=20];
        prior_loss_men: Men [0..=20000] = Men(0);
    }
}

krigsspil_engine::facts! {
    /// Canister on one or several targets.
    pub struct CanisterSpread {
        gun: Gun;
        guns: i32 [1..=6];
        gunners: Figures [0..=12] = Figures(6), "06.01.3";
        surprised: bool = false, "04.02.13";
        battery_order: BatteryOrder = BatteryOrder::Good;
        battery_valeur: i32 [-1..=2] = 0, "08.01.1";
        targets: Vec<CanisterTarget> [1..=6];
    }
}

krigsspil_engine::outcome! {
    /// Its effect on each.
    pub struct CanisterSpreadResult {
        guns_counted: i32;
        dice_sum: i32;
        firer_modifier: i32, of first;
        totals: ArrayVec<i32, 6>;
        losses_men: ArrayVec<Men, 6>;
        figures_removed: ArrayVec<Figures, 6>;
        generals_fall: ArrayVec<bool, 6>;
        horses_killed: ArrayVec<i32, 6>;
        gun_burst: bool;
    }
}

impl CanisterSpread {
    fn check(&self, tables: &ArtilleryTables) -> Result<(), Fault> {
        let Some(zone) = tables.range(self.gun, Ammunition::Canister) else {
            return Err(Fault::refused("gun", &NO_SUCH_AMMUNITION));
        };
        for (place, target) in self.targets.iter().enumerate() {
            if target.distance_cm.0 > f64::from(zone) {
                return Err(Fault::refused(format!("targets[{place}].distance_cm"), &BEYOND_RANGE));
            }
            refuse_target(target.arm, target.formation, target.pinned, |fact| {
                format!("targets[{place}].{fact}")
            })?;
        }
        Ok(())
    }
}

impl CanisterTarget {
    /// Lost horses: those of skema XI, not shared among the targets (ruling 40).
    fn horses_killed(&self, throw: i32, tables: &ArtilleryTables, report: &mut impl Listener) -> i32 {
        if MaterialTarget::of(self.arm).is_none() {
            return 0;
        }
        tables.material(material_total(throw, self.cover, tables, report)).horses_killed
    }
}

impl Procedure for CanisterSpread {
    type Tables = Tables;
    type Outcome = CanisterSpreadResult;
    const ABOUT: About = About {
        name: "canister_spread",
        group: Group::Artillery,
        dice: "2d6",
        cites: &["06.02.1", "06.01.3", "06.03.1", "06.03.3", "06.03.7", "skema IX", "skema X"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<CanisterSpreadResult, Fault> {
        let tables = &tables.artillery;
        self.check(tables)?;
        let throw = dice.pair("artillery", Die::D6)?;
        let dice_sum = throw[0] + throw[1];
        let battery = Battery {
            gun: self.gun,
            ammunition: Ammunition::Canister,
            surprised: self.surprised,
            order: self.battery_order,
            valeur: self.battery_valeur,
        };
        let guns_counted = guns_served(self.guns, self.gunners);
        let fired = guns_counted > 0;
        let firer_modifier = battery.modifier(Centimetres(0.0), tables, report);
        let all_figures: Figures = self.targets.iter().map(|target| target.figures).sum();
        let mut result = CanisterSpreadResult {
            guns_counted,
            dice_sum,
            firer_modifier,
            totals: ArrayVec::new(),
            losses_men: ArrayVec::new(),
            figures_removed: ArrayVec::new(),
            generals_fall: ArrayVec::new(),
            horses_killed: ArrayVec::new(),
            gun_burst: fired && battery.bursts(throw),
        };
        for one in &self.targets {
            let target =
                Target { arm: one.arm, formation: one.formation, cover: one.cover, pinned: one.pinned };
            let total = dice_sum + firer_modifier + target.modifier(tables, report);
            let share = tables.men(guns_counted, total) * one.figures.0;
            let loss = Men(halves_up(share, all_figures.0 * target.divisor(tables, report)));
            let horses = if fired { one.horses_killed(dice_sum, tables, report) } else { 0 };
            result.totals.push(total);
            result.losses_men.push(loss);
            result.figures_removed.push(figures_removed(one.prior_loss_men, loss));
            result.generals_fall.push(one.general && loss > Men(0) && dice_sum == tables.general_falls);
            result.horses_killed.push(horses);
        }
        Ok(result)
    }
}
