//! Chapter 07: melee, prisoners and the fate of generals.

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{
    About, Centimetres, Fault, Figures, Group, Listener, Men, Modifier, Procedure, halves_up,
};

use super::BREAKING_DISTANCE_CM;
use super::losses::{Told, cover_and_order, figures_removed, loss_divisor};
use crate::modifiers::fire::ONLY_FOOT_PINNED;
use crate::modifiers::melee::*;
use crate::tables::{CaptorRow, FireTables, PerUnit, Tables};
use crate::vocabulary::*;

/// The figures of a melee unit (§07.04.3).
fn figures_per_melee_unit(arm: Arm, tables: &FireTables) -> PerUnit {
    match arm {
        Arm::MountedCavalry => tables.melee_mounted,
        Arm::DismountedCavalry => tables.melee_dismounted,
        Arm::Infantry | Arm::Artillery => tables.melee_others,
    }
}

krigsspil_engine::facts! {
    /// A unit in contact with the enemy.
    pub struct MeleeUnits {
        arm: Arm;
        files_in_contact: i32 [0..=200];
        overlap_left: bool = false;
        overlap_right: bool = false;
        ranks: i32 [1..=60];
        figures_total: Figures [0..=400];
    }
}

krigsspil_engine::outcome! {
    /// The part of it that fights.
    pub struct MeleeUnitsResult {
        figures_counted: Figures;
        melee_units: i32;
    }
}

/// Ranks that fight (§07.04.4).
const FIGHTING_RANKS: i32 = 2;

impl Procedure for MeleeUnits {
    type Tables = Tables;
    type Outcome = MeleeUnitsResult;
    const ABOUT: About = About {
        name: "melee_units",
        group: Group::Melee,
        dice: "",
        cites: &["07.04.2", "07.04.3", "07.04.4", "skema VI"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<MeleeUnitsResult, Fault> {
        let overlaps = i32::from(self.overlap_left) + i32::from(self.overlap_right);
        let files = if self.files_in_contact > 0 { self.files_in_contact + overlaps } else { 0 };
        let figures = (files * self.ranks.min(FIGHTING_RANKS)).min(self.figures_total.0);
        Ok(MeleeUnitsResult {
            figures_counted: Figures(figures),
            melee_units: figures_per_melee_unit(self.arm, &tables.fire).units(figures),
        })
    }
}

krigsspil_engine::facts! {
    /// One side of a melee.
    pub struct MeleeSide {
        arm: Arm;
        figures: Figures [0..=400];
        cover: Cover = Cover::None;
        order: SteadyOrder = SteadyOrder::Good;
        shotgun: bool = false;
        valeur: i32 [-1..=2] = 0, "08.01.1";
        general: bool = false;
        first_fire: bool = false;
        prior_loss_men: Men [0..=20000] = Men(0);
    }
}

krigsspil_engine::facts! {
    /// A turn of melee.
    pub struct Melee {
        attacker: MeleeSide;
        defender: MeleeSide;
    }
}

krigsspil_engine::outcome! {
    /// The losses of both sides.
    pub struct MeleeResult {
        attacker_units: i32;
        attacker_sum: i32;
        attacker_modifier: i32, of first;
        attacker_total: i32;
        attacker_loss_men: Men;
        attacker_figures_removed: Figures;
        attacker_more_losses: bool;
        attacker_general_falls: bool;
        attacker_ammunition_exhausted: bool, of first;
        defender_units: i32;
        defender_sum: i32;
        defender_modifier: i32, of second;
        defender_total: i32;
        defender_loss_men: Men;
        defender_figures_removed: Figures;
        defender_more_losses: bool;
        defender_general_falls: bool;
        defender_ammunition_exhausted: bool, of second;
    }
}

/// The modifiers that report one side.
struct SideTold {
    common: Told,
    shotgun: &'static Modifier,
    valeur: &'static Modifier,
}

static ATTACKER: SideTold = SideTold {
    common: Told {
        throw: [&ATTACKER_MELEE_COVER, &ATTACKER_MELEE_ORDER],
        loss: [&ATTACKER_LOSS_COVER, &ATTACKER_LOSS_PINNED],
    },
    shotgun: &ATTACKER_SHOTGUN,
    valeur: &ATTACKER_MELEE_VALEUR,
};

static DEFENDER: SideTold = SideTold {
    common: Told {
        throw: [&DEFENDER_MELEE_COVER, &DEFENDER_MELEE_ORDER],
        loss: [&DEFENDER_LOSS_COVER, &DEFENDER_LOSS_PINNED],
    },
    shotgun: &DEFENDER_SHOTGUN,
    valeur: &DEFENDER_MELEE_VALEUR,
};

/// One side's throw, and its result.
struct Blow {
    units: i32,
    throw: [i32; 2],
    modifier: i32,
    total: i32,
    /// The men it kills, before the other side's cover and pinning.
    raw_loss: i32,
}

impl Blow {
    fn sum(&self) -> i32 {
        self.throw[0] + self.throw[1]
    }
}

/// Melee uses the nearest zone of skema VI (ruling 59).
const MELEE_ZONE: usize = 1;

impl MeleeSide {
    fn pinned(&self) -> bool {
        self.order == SteadyOrder::Pinned
    }

    fn strike(
        &self,
        throw: [i32; 2],
        told: &SideTold,
        tables: &FireTables,
        report: &mut impl Listener,
    ) -> Blow {
        let units = figures_per_melee_unit(self.arm, tables).units(self.figures.0);
        let modifier = cover_and_order(self.cover, self.order, &told.common, tables, report)
            + report.add_if(self.shotgun, told.shotgun, tables.modifiers.shotgun_zone_1.own)
            + report.add(told.valeur, self.valeur);
        let total = throw[0] + throw[1] + modifier;
        Blow { units, throw, modifier, total, raw_loss: units * tables.men_per_unit(MELEE_ZONE, total) }
    }

    /// The men this side loses to a blow.
    fn loss(&self, blow: &Blow, told: &SideTold, tables: &FireTables, report: &mut impl Listener) -> Men {
        let divisor = loss_divisor(self.cover, self.pinned(), &told.common, tables, report);
        Men(halves_up(blow.raw_loss, divisor))
    }

    /// Its general falls according to the other side's bare throw (§07.05.4, ruling 61).
    fn general_falls(&self, loss: Men, blow: &Blow, tables: &FireTables) -> bool {
        self.general && loss > Men(0) && blow.sum() == tables.general_falls_melee
    }

    /// Gunners do not run out of small-arms ammunition (ruling 31).
    fn pouches_empty(&self, throw: [i32; 2], tables: &Tables) -> bool {
        self.arm != Arm::Artillery && tables.supply.pouches_empty(throw, self.first_fire)
    }
}

impl Procedure for Melee {
    type Tables = Tables;
    type Outcome = MeleeResult;
    const ABOUT: About = About {
        name: "melee",
        group: Group::Melee,
        dice: "2d6 + 2d6",
        cites: &[
            "07.04.1",
            "07.04.2",
            "07.04.3",
            "07.05.1",
            "07.05.2",
            "07.05.3",
            "07.05.4",
            "09.01.1",
            "09.01.2",
            "skema V",
            "skema VI",
            "skema XXI",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<MeleeResult, Fault> {
        let (attacker, defender) = (&self.attacker, &self.defender);
        for (side, fact) in [(attacker, "attacker.order"), (defender, "defender.order")] {
            if side.pinned() && !side.arm.on_foot() {
                return Err(Fault::refused(fact, &ONLY_FOOT_PINNED));
            }
        }
        let fire = &tables.fire;
        let throws = [dice.pair("melee_attacker", Die::D6)?, dice.pair("melee_defender", Die::D6)?];
        let strikes = attacker.strike(throws[0], &ATTACKER, fire, report);
        let strikes_back = defender.strike(throws[1], &DEFENDER, fire, report);
        let attacker_loss = attacker.loss(&strikes_back, &ATTACKER, fire, report);
        let defender_loss = defender.loss(&strikes, &DEFENDER, fire, report);
        Ok(MeleeResult {
            attacker_units: strikes.units,
            attacker_sum: strikes.sum(),
            attacker_modifier: strikes.modifier,
            attacker_total: strikes.total,
            attacker_loss_men: attacker_loss,
            attacker_figures_removed: figures_removed(attacker.prior_loss_men, attacker_loss),
            attacker_more_losses: attacker_loss > defender_loss,
            attacker_general_falls: attacker.general_falls(attacker_loss, &strikes_back, fire),
            attacker_ammunition_exhausted: attacker.pouches_empty(strikes.throw, tables),
            defender_units: strikes_back.units,
            defender_sum: strikes_back.sum(),
            defender_modifier: strikes_back.modifier,
            defender_total: strikes_back.total,
            defender_loss_men: defender_loss,
            defender_figures_removed: figures_removed(defender.prior_loss_men, defender_loss),
            defender_more_losses: defender_loss > attacker_loss,
            defender_general_falls: defender.general_falls(defender_loss, &strikes, fire),
            defender_ammunition_exhausted: defender.pouches_empty(strikes_back.throw, tables),
        })
    }
}

krigsspil_engine::facts! {
    /// A unit in rout in front of its victor.
    pub struct Prisoners {
        winner_arm: Arm;
        winner_figures: Figures [0..=400];
        loser_arm: Arm;
        loser_figures: Figures [0..=400];
        loser_general: bool = false;
    }
}

krigsspil_engine::outcome! {
    /// The prisoners he takes.
    pub struct PrisonersResult {
        dice_sum: i32;
        melee_units: i32;
        per_unit: i32;
        prisoners: Figures;
        general_captured: bool;
    }
}

impl Prisoners {
    /// The row of skema XIV; it depends on the winner (ruling 63).
    fn row(&self) -> CaptorRow {
        match (self.winner_arm, self.loser_arm) {
            (Arm::Infantry | Arm::DismountedCavalry, _) => CaptorRow::Infantry,
            (Arm::MountedCavalry, Arm::MountedCavalry) => CaptorRow::CavalryOnCavalry,
            (Arm::MountedCavalry, _) => CaptorRow::CavalryOnOthers,
            (Arm::Artillery, _) => CaptorRow::ArtilleryPerBattery,
        }
    }
}

impl Procedure for Prisoners {
    type Tables = Tables;
    type Outcome = PrisonersResult;
    const ABOUT: About = About {
        name: "prisoners",
        group: Group::Melee,
        dice: "2d6",
        cites: &["07.06.1", "07.06.2", "skema XIV"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        _: &mut L,
    ) -> Result<PrisonersResult, Fault> {
        let dice_sum = dice.sum("prisoners", 2, Die::D6)?;
        let melee_units = match self.winner_arm {
            Arm::Artillery => 1,
            arm => figures_per_melee_unit(arm, &tables.fire).units(self.winner_figures.0),
        };
        let per_unit = tables.attack.prisoners(self.row(), dice_sum);
        Ok(PrisonersResult {
            dice_sum,
            melee_units,
            per_unit,
            prisoners: Figures(per_unit * melee_units).min(self.loser_figures),
            general_captured: self.loser_general && dice_sum == tables.attack.general_captured,
        })
    }
}

krigsspil_engine::choices! {
    /// The danger to a general.
    pub enum Danger {
        SmallArms = "small_arms",
        Artillery = "artillery",
        Melee = "melee",
        UnitToRout = "unit_to_fu",
        Overrun = "overrun",
    }
}

krigsspil_engine::facts! {
    /// A general or courier in danger.
    pub struct GeneralFate {
        cause: Danger;
        in_contact: bool = false;
        unit_lost_men: bool = false;
        has_moved: bool = false, "07.06.3";
        enemy_distance_cm: Centimetres [0..=1000] = Centimetres(999.0), "07.06.3";
    }
}

krigsspil_engine::outcome! {
    /// What happens to him.
    pub struct GeneralFateResult {
        dice_sum: i32;
        falls: bool;
        captured: bool;
    }
}

impl Procedure for GeneralFate {
    type Tables = Tables;
    type Outcome = GeneralFateResult;
    const ABOUT: About = About {
        name: "general_fate",
        group: Group::Melee,
        dice: "2d6",
        cites: &[
            "05.02.7",
            "06.03.9",
            "07.05.4",
            "07.06.2",
            "07.06.3",
            "08.05.1",
            "skema VI",
            "skema X",
            "skema XIV",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        _: &mut L,
    ) -> Result<GeneralFateResult, Fault> {
        let dice_sum = dice.sum("general_fate", 2, Die::D6)?;
        let falls_at = match self.cause {
            Danger::SmallArms => Some(tables.fire.general_falls_fire),
            Danger::Artillery => Some(tables.artillery.general_falls),
            Danger::Melee => Some(tables.fire.general_falls_melee),
            Danger::UnitToRout | Danger::Overrun => None,
        };
        let captured = match self.cause {
            Danger::UnitToRout => self.in_contact && dice_sum == tables.attack.general_captured,
            Danger::Overrun => {
                let reached = self.enemy_distance_cm.0 <= BREAKING_DISTANCE_CM;
                !self.in_contact && self.has_moved && reached
            }
            Danger::SmallArms | Danger::Artillery | Danger::Melee => false,
        };
        Ok(GeneralFateResult {
            dice_sum,
            falls: self.in_contact && self.unit_lost_men && falls_at == Some(dice_sum),
            captured,
        })
    }
}
