//! Chapter 8: fire on the skirmish column, and the advance of a unit whose fire was effective.

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use super::musketry::{Firers, MusketryTarget, NoMusketry, Shot, Weapon};
use crate::modifiers::fire::*;
use crate::tables::{MusketryTables, Tables};
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// Who fires on the skirmish column.
    pub enum SkirmishFirers {
        Infantry = "infantry",
        DismountedCavalry = "dismounted_cavalry",
        MountedCavalry = "mounted_cavalry",
        AmericanIndians = "american_indians",
        Bowmen = "bowmen",
    }
}

/// Longest range of carbines (§8.1).
const CARBINE_RANGE: Yards = Yards(100);

/// The least castings of a group that fires separately (§8.3.A).
const SMALLEST_GROUP: Castings = Castings(4);

krigsspil_engine::facts! {
    /// Fire on the skirmish column.
    pub struct MusketrySkirmish {
        ..firers: Firers;
        unit: SkirmishFirers = SkirmishFirers::Infantry, "8.2";
        swarm_front_castings: Castings [0..=60] = Castings(0), "10.6.N";
        split_fire: bool = false, "8.3.A";
        firer_in_recall: bool = false, "3.5";
        ..shot: Shot;
    }
}

krigsspil_engine::outcome! {
    /// Its effect.
    pub struct MusketrySkirmishResult {
        eligible: bool;
        reason: NoMusketry;
        castings_firing: Castings;
        training_modifier: i32;
        condition_modifier: i32;
        firepower: i32;
        chance_percent: i32;
        hit: bool;
        castings_killed: Castings;
        morale_check_required: bool;
        morale_deduction: i32;
    }
}

impl Procedure for MusketrySkirmish {
    type Tables = Tables;
    type Outcome = MusketrySkirmishResult;
    const ABOUT: About = About {
        name: "musketry_skirmish",
        group: Group::Fire,
        dice: "d100",
        cites: &[
            "8.2.C",
            "8.2.D",
            "8.3",
            "8.3.A",
            "8.3.B",
            "8.3.C",
            "10.4.A",
            "10.4.B",
            "10.4.E",
            "10.6.D",
            "10.6.N",
            "10.7",
            "opt.india",
            "2.51",
            "3.5",
            "chart.musketry",
            "chart.firepower-modifiers",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<MusketrySkirmishResult, Fault> {
        if self.swarm_front_castings > self.firers.castings {
            return Err(Fault::refused("swarm_front_castings", &FRONT_RANK));
        }
        let tables = &tables.musketry;
        let whole = self.swarm_front_castings == Castings(0);
        let castings_firing = if whole { self.firers.castings } else { self.swarm_front_castings };
        let training_modifier = self.training_modifier(tables, report);
        let condition_modifier = self.shot.condition(self.firers.status, tables, report);
        let firepower = self.firepower(castings_firing, training_modifier + condition_modifier, report);
        let reason = self.reason();
        let row = tables.row(firepower).filter(|_| reason == NoMusketry::None);
        let chance_percent = row.map_or(0, |row| row.skirmish);
        let hit = dice.at_most("skirmish", 1, Die::Percentile, chance_percent)? > 0;
        let struck = row.filter(|_| hit);
        let checks = struck.filter(|_| self.shot.target != MusketryTarget::GeneralOrCourier);
        Ok(MusketrySkirmishResult {
            eligible: reason == NoMusketry::None,
            reason,
            castings_firing,
            training_modifier,
            condition_modifier,
            firepower,
            chance_percent,
            hit,
            castings_killed: Castings(struck.map_or(0, |row| row.kills)),
            morale_check_required: checks.is_some(),
            morale_deduction: checks.map_or(0, |row| row.deduction),
        })
    }
}

impl MusketrySkirmish {
    fn cavalry(&self) -> bool {
        matches!(self.unit, SkirmishFirers::MountedCavalry | SkirmishFirers::DismountedCavalry)
    }

    /// Cavalry has carbines, and bows have the same range.
    fn carbine(&self) -> bool {
        self.cavalry() || self.unit == SkirmishFirers::Bowmen
    }

    /// Dismounted cavalry has no training (§10.4.E); carbines and bows have no rifle bonus.
    fn training_modifier(&self, tables: &MusketryTables, report: &mut impl Listener) -> i32 {
        if self.unit == SkirmishFirers::DismountedCavalry {
            return 0;
        }
        let rifle = self.shot.weapon == Weapon::Rifle && !self.carbine();
        self.firers.training(rifle).modifier(tables, report)
    }

    /// Indians have one point for two castings (§10.7), bowmen half of all points (opt.india).
    fn firepower(&self, castings: Castings, modifiers: i32, report: &mut impl Listener) -> i32 {
        let indians = report.holds(self.unit == SkirmishFirers::AmericanIndians, &INDIANS);
        let firepower = if indians { castings.0 / 2 } else { castings.0 } + modifiers;
        let bows = self.unit == SkirmishFirers::Bowmen && firepower > 0;
        if report.holds(bows, &BOWMEN) { firepower / 2 } else { firepower }
    }

    /// The first reason why it may not fire.
    fn reason(&self) -> NoMusketry {
        let shot = &self.shot;
        let recalled = self.cavalry() && self.firer_in_recall;
        let too_small = self.split_fire && self.firers.castings < SMALLEST_GROUP;
        let range = if self.carbine() { CARBINE_RANGE } else { shot.weapon.range() };
        shot.firer_barred()
            .or(recalled.then_some(NoMusketry::Recall))
            .or(too_small.then_some(NoMusketry::GroupTooSmall))
            .or_else(|| shot.zone_barred())
            .or_else(|| shot.sight_barred(range))
            .unwrap_or(NoMusketry::None)
    }
}

/// The advance of a unit whose fire shook its target (§8.5).
const BONUS_ADVANCE: Yards = Yards(50);

krigsspil_engine::facts! {
    /// A unit whose target failed its check.
    pub struct BonusMove {
        target_failed_check: bool = false, "8.5";
        caused_by_musketry: bool = false, "8.5";
        firer_engaged: bool = false, "9.61-b";
    }
}

krigsspil_engine::outcome! {
    /// How far it may advance.
    pub struct BonusMoveResult {
        advance_yards: Yards;
    }
}

impl Procedure for BonusMove {
    type Tables = Tables;
    type Outcome = BonusMoveResult;
    const ABOUT: About = About { name: "bonus_move", group: Group::March, dice: "", cites: &["8.5"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<BonusMoveResult, Fault> {
        let earned = self.target_failed_check && self.caused_by_musketry && !self.firer_engaged;
        Ok(BonusMoveResult { advance_yards: if earned { BONUS_ADVANCE } else { Yards(0) } })
    }
}
