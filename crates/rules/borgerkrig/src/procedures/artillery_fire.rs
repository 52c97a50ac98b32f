//! Chapter 06: the effect of artillery on the units it hits.

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Centimetres, Fault, Figures, Group, Listener, Men, Procedure, halves_up};

use super::guns::{calibre_modifier, guns_served};
use super::losses::{figures_removed, refuse_target};
use crate::modifiers::artillery::*;
use crate::tables::{ArtilleryTables, Material, Tables};
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// Units that can lose material.
    pub enum MaterialTarget {
        ArtilleryLimbered = "artillery_limbered",
        ArtilleryUnlimbered = "artillery_unlimbered",
        AmmunitionWagon = "ammunition_wagon",
    }
}

impl MaterialTarget {
    pub(super) const fn of(arm: TargetArm) -> Option<MaterialTarget> {
        match arm {
            TargetArm::ArtilleryLimbered => Some(MaterialTarget::ArtilleryLimbered),
            TargetArm::ArtilleryUnlimbered => Some(MaterialTarget::ArtilleryUnlimbered),
            TargetArm::AmmunitionWagon => Some(MaterialTarget::AmmunitionWagon),
            _ => None,
        }
    }
}

krigsspil_engine::facts! {
    /// A battery or wagon that was hit.
    pub struct MaterialLoss {
        target: MaterialTarget;
        cover: Cover = Cover::None;
        canister: bool = false, "06.03.3";
        wagon_in_contact: bool = false, "06.03.4";
    }
}

krigsspil_engine::outcome! {
    /// The material it loses.
    pub struct MaterialLossResult {
        dice_sum: i32;
        total: i32;
        horses_killed: i32;
        guns_damaged: i32;
        guns_destroyed: i32;
        limbers_damaged: i32;
        limbers_destroyed: i32;
        wagon_destroyed: bool;
    }
}

/// The result of skema XI: the bare throw less cover.
pub(super) fn material_total(
    throw: i32,
    cover: Cover,
    tables: &ArtilleryTables,
    report: &mut impl Listener,
) -> i32 {
    let [one, two, three] = tables.material_cover;
    let deduction = match cover {
        Cover::None => 0,
        Cover::I => one,
        Cover::II => two,
        Cover::III => three,
    };
    throw + report.add(&MATERIAL_COVER, deduction)
}

impl MaterialLoss {
    /// Material lost at a result, and whether a wagon is destroyed (§06.03.3, §06.03.4, ruling 43).
    fn losses(&self, total: i32, tables: &ArtilleryTables) -> (Material, bool) {
        let mut material = tables.material(total);
        let wagon_hit = self.target == MaterialTarget::AmmunitionWagon;
        if self.canister {
            // Canister only kills horses.
            return (Material { horses_killed: material.horses_killed, ..Material::default() }, false);
        }
        let fatal = total >= tables.wagon_destroyed;
        if wagon_hit {
            return (if fatal { Material::default() } else { material }, fatal);
        }
        if self.target == MaterialTarget::ArtilleryLimbered {
            material.guns_destroyed += material.limbered_guns_destroyed;
        }
        (material, fatal && self.wagon_in_contact)
    }
}

impl Procedure for MaterialLoss {
    type Tables = Tables;
    type Outcome = MaterialLossResult;
    const ABOUT: About = About {
        name: "material_loss",
        group: Group::Artillery,
        dice: "2d6",
        cites: &["06.03.3", "06.03.4", "skema XI"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<MaterialLossResult, Fault> {
        let dice_sum = dice.sum("artillery", 2, Die::D6)?;
        let total = material_total(dice_sum, self.cover, &tables.artillery, report);
        let (material, wagon_destroyed) = self.losses(total, &tables.artillery);
        Ok(MaterialLossResult {
            dice_sum,
            total,
            horses_killed: material.horses_killed,
            guns_damaged: material.guns_damaged,
            guns_destroyed: material.guns_destroyed,
            limbers_damaged: material.limbers_damaged,
            limbers_destroyed: material.limbers_destroyed,
            wagon_destroyed,
        })
    }
}

/// The firing battery: the own column of skema IX.
pub(super) struct Battery {
    pub(super) gun: Gun,
    pub(super) ammunition: Ammunition,
    pub(super) surprised: bool,
    pub(super) order: BatteryOrder,
    pub(super) valeur: i32,
}

/// Shell has a bonus beyond this distance (skema IX).
const SHELL_GAINS_OVER_CM: f64 = 20.0;

impl Battery {
    pub(super) fn modifier(
        &self,
        distance: Centimetres,
        tables: &ArtilleryTables,
        report: &mut impl Listener,
    ) -> i32 {
        let rows = &tables.modifiers;
        let far_shell = self.ammunition == Ammunition::Shell && distance.0 > SHELL_GAINS_OVER_CM;
        let order = match self.order {
            BatteryOrder::Good => 0,
            BatteryOrder::LightDisorder => rows.light_disorder.own,
            BatteryOrder::Disorder => rows.disorder.own,
        };
        calibre_modifier(self.gun, tables, report)
            + report.add_if(self.ammunition == Ammunition::Canister, &CANISTER, rows.canister.own)
            + report.add_if(far_shell, &SHELL_OVER_20_CM, rows.shell_over_20_cm.own)
            + report.add_if(self.surprised, &BATTERY_SURPRISED, rows.surprised.own)
            + report.add(&BATTERY_ORDER, order)
            + report.add(&BATTERY_VALEUR, self.valeur)
    }

    /// A 10-pounder Parrott bursts on a double 1 (§06.03.7).
    pub(super) fn bursts(&self, throw: [i32; 2]) -> bool {
        self.gun == Gun::Parrott10pd && throw == [1, 1]
    }
}

/// A target of artillery: the opponent's column of skema IX without ranks, and the divisor of its loss.
pub(super) struct Target {
    pub(super) arm: TargetArm,
    pub(super) formation: TargetFormation,
    pub(super) cover: Cover,
    pub(super) pinned: bool,
}

impl Target {
    pub(super) fn modifier(&self, tables: &ArtilleryTables, report: &mut impl Listener) -> i32 {
        let rows = &tables.modifiers;
        let stands = match (self.arm, self.formation) {
            (TargetArm::ArtilleryLimbered | TargetArm::AmmunitionWagon, _) => {
                report.add(&TARGET_LIMBERED_OR_WAGON, rows.limbered_or_wagon.opponent)
            }
            (TargetArm::ArtilleryUnlimbered, _) => 0,
            (_, TargetFormation::ThinLine | TargetFormation::Building) => {
                report.add(&TARGET_IN_THIN_LINE, rows.thin_line.opponent)
            }
            (_, TargetFormation::Chain) => report.add(&TARGET_IN_CHAIN, rows.chain.opponent),
            _ => 0,
        };
        let cover = match self.cover {
            Cover::I => rows.cover_i.opponent,
            Cover::II => rows.cover_ii.opponent,
            Cover::None | Cover::III => 0,
        };
        stands + report.add(&TARGET_IN_COVER, cover)
    }

    pub(super) fn divisor(&self, tables: &ArtilleryTables, report: &mut impl Listener) -> i32 {
        let cover = if self.cover == Cover::III { tables.cover_iii_divisor } else { 1 };
        let guns = if self.arm == TargetArm::ArtilleryUnlimbered { tables.unlimbered_divisor } else { 1 };
        let pinned = if self.pinned { tables.pinned_divisor } else { 1 };
        report.times(&LOSS_IN_COVER_III, 1, cover);
        report.times(&LOSS_OF_UNLIMBERED, 1, guns);
        report.times(&LOSS_OF_PINNED, 1, pinned);
        cover * guns * pinned
    }
}

krigsspil_engine::facts! {
    /// A battery's fire on a target that is hit.
    pub struct ArtilleryFire {
        gun: Gun;
        guns: i32 [1..=6];
        gunners: Figures [0..=12] = Figures(6), "06.01.3";
        surprised: bool = false, "04.02.13";
        battery_order: BatteryOrder = BatteryOrder::Good;
        battery_valeur: i32 [-1..=2] = 0, "08.01.1";
        ammunition: Ammunition;
        distance_cm: Centimetres [0..=275];
        target_arm: TargetArm;
        target_formation: TargetFormation = TargetFormation::Line;
        target_cover: Cover = Cover::None;
        target_pinned: bool = false, "04.02.7";
        target_general: bool = false;
        target_prior_loss_men: Men [0..=20000] = Men(0);
        target_ranks: i32 [1..=60] = 1, "06.02.3";
        rear_ranks: i32 [0..=60] = 0, "06.02.4";
        wagon_in_contact: bool = false, "06.03.4";
    }
}

krigsspil_engine::outcome! {
    /// Its effect.
    pub struct ArtilleryFireResult {
        guns_counted: i32;
        dice_sum: i32;
        firer_modifier: i32, of first;
        target_modifier: i32;
        total: i32;
        column: i32;
        raw_loss: i32;
        loss_divisor: i32, of second;
        loss_men: Men;
        rear_extra_loss_men: Men, of second;
        figures_removed: Figures;
        morale_test: bool;
        general_falls: bool;
        gun_burst: bool;
        material_total: i32;
        horses_killed: i32;
        guns_damaged: i32;
        guns_destroyed: i32;
        limbers_damaged: i32;
        limbers_destroyed: i32;
        wagon_destroyed: bool, of second;
    }
}

/// The modifier for this many ranks against a shot: 1 and 2 give nothing; then 3 and 4, 5 and more (skema IX).
fn rank_modifier(ranks: i32, tables: &ArtilleryTables) -> i32 {
    match ranks {
        ..=2 => 0,
        3..=4 => tables.modifiers.shot_3_4_ranks.opponent,
        5.. => tables.modifiers.shot_5_ranks.opponent,
    }
}

/// Canister reaches its zone; shell and shot reach a tenth beyond their range, where a long shot falls (ruling 36).
fn refuse_beyond_range(
    fact: impl Into<String>,
    distance: Centimetres,
    range: i32,
    ammunition: Ammunition,
) -> Result<(), Fault> {
    let tenths = if ammunition == Ammunition::Canister { 10 * range } else { 11 * range };
    if 10.0 * distance.0 > f64::from(tenths) {
        return Err(Fault::refused(fact, &BEYOND_RANGE));
    }
    Ok(())
}

impl ArtilleryFire {
    fn check(&self, tables: &ArtilleryTables) -> Result<(), Fault> {
        let Some(range) = tables.range(self.gun, self.ammunition) else {
            return Err(Fault::refused("ammunition", &NO_SUCH_AMMUNITION));
        };
        refuse_beyond_range("distance_cm", self.distance_cm, range, self.ammunition)?;
        refuse_target(self.target_arm, self.target_formation, self.target_pinned, |fact| {
            format!("target_{fact}")
        })
    }

    /// Result, material and wagon; nothing against men, and no loss if no gun is served.
    fn material(
        &self,
        throw: i32,
        fired: bool,
        tables: &ArtilleryTables,
        report: &mut impl Listener,
    ) -> (i32, Material, bool) {
        let Some(target) = MaterialTarget::of(self.target_arm) else {
            return (0, Material::default(), false);
        };
        let total = material_total(throw, self.target_cover, tables, report);
        if !fired {
            return (total, Material::default(), false);
        }
        let hit = MaterialLoss {
            target,
            cover: self.target_cover,
            canister: self.ammunition == Ammunition::Canister,
            wagon_in_contact: self.wagon_in_contact,
        };
        let (material, wagon) = hit.losses(total, tables);
        (total, material, wagon)
    }
}

impl Procedure for ArtilleryFire {
    type Tables = Tables;
    type Outcome = ArtilleryFireResult;
    const ABOUT: About = About {
        name: "artillery_fire",
        group: Group::Artillery,
        dice: "2d6",
        cites: &[
            "06.01.3",
            "06.02.4",
            "06.03.1",
            "06.03.2",
            "06.03.3",
            "06.03.4",
            "06.03.7",
            "06.03.8",
            "06.03.9",
            "skema VII",
            "skema IX",
            "skema X",
            "skema XI",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<ArtilleryFireResult, Fault> {
        let tables = &tables.artillery;
        self.check(tables)?;
        let throw = dice.pair("artillery", Die::D6)?;
        let dice_sum = throw[0] + throw[1];
        let battery = Battery {
            gun: self.gun,
            ammunition: self.ammunition,
            surprised: self.surprised,
            order: self.battery_order,
            valeur: self.battery_valeur,
        };
        let target = Target {
            arm: self.target_arm,
            formation: self.target_formation,
            cover: self.target_cover,
            pinned: self.target_pinned,
        };
        let guns_counted = guns_served(self.guns, self.gunners);
        let firer_modifier = battery.modifier(self.distance_cm, tables, report);
        let ranks =
            |ranks| if self.ammunition == Ammunition::Shot { rank_modifier(ranks, tables) } else { 0 };
        let stands = target.modifier(tables, report);
        let bare = dice_sum + firer_modifier + stands;
        let own_ranks = report.add(&SHOT_THROUGH_RANKS, ranks(self.target_ranks));
        let total = bare + own_ranks;
        let raw_loss = tables.men(guns_counted, total);
        let divisor = target.divisor(tables, report);
        let loss_men = Men(halves_up(raw_loss, divisor));
        let with_rear = tables.men(guns_counted, bare + ranks(self.target_ranks + self.rear_ranks));
        let figures_removed = figures_removed(self.target_prior_loss_men, loss_men);
        let fired = guns_counted > 0;
        let (material_total, material, wagon_destroyed) = self.material(dice_sum, fired, tables, report);
        Ok(ArtilleryFireResult {
            guns_counted,
            dice_sum,
            firer_modifier,
            target_modifier: stands + own_ranks,
            total,
            column: total.clamp(0, 15),
            raw_loss,
            loss_divisor: divisor,
            loss_men,
            rear_extra_loss_men: Men(halves_up(with_rear, divisor)) - loss_men,
            figures_removed,
            morale_test: figures_removed >= Figures(1),
            general_falls: self.target_general && loss_men > Men(0) && dice_sum == tables.general_falls,
            gun_burst: fired && battery.bursts(throw),
            material_total,
            horses_killed: material.horses_killed,
            guns_damaged: material.guns_damaged,
            guns_destroyed: material.guns_destroyed,
            limbers_damaged: material.limbers_damaged,
            limbers_destroyed: material.limbers_destroyed,
            wagon_destroyed,
        })
    }
}
