//! Chapter 05: fire with small arms.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Centimetres, Fault, Figures, Group, Listener, Men, Procedure, halves_up};

use super::all_that_hold;
use super::losses::{Told, cover_and_order, figures_removed, loss_divisor, refuse_target};
use crate::modifiers::fire::*;
use crate::tables::{FireTables, PerUnit, Tables};
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A small arm and a distance.
    pub struct WeaponData {
        weapon: Weapon;
        distance_cm: Centimetres [0..=400] = Centimetres(0.0);
    }
}

krigsspil_engine::outcome! {
    /// Zones and modifiers of the weapon.
    pub struct WeaponDataResult {
        zone_limits_cm: [i32; 5];
        max_range_cm: i32;
        modifier: i32;
        close_bonus: i32;
        zone: i32;
        in_range: bool;
    }
}

/// The weapon's modifier at any distance (ruling 23).
fn weapon_modifier(weapon: Weapon, tables: &FireTables, report: &mut impl Listener) -> i32 {
    let rows = &tables.modifiers;
    match weapon {
        Weapon::TowerM12 => report.add(&OBSOLETE_MUSKET, rows.obsolete_musket.own),
        Weapon::MusketM22 => report.add(&FLINTLOCK, rows.flintlock.own),
        Weapon::HarpersFerryM55 => report.add(&MAYNARD_PRIMER, rows.maynard_primer.own),
        _ => 0,
    }
}

/// Breech-loaders and repeaters have a bonus up to this distance.
const QUICK_LOADING_CM: f64 = 25.0;

/// The bonus of quick loading up to 25 cm (ruling 23).
fn close_bonus(weapon: Weapon, tables: &FireTables, report: &mut impl Listener) -> i32 {
    let rows = &tables.modifiers;
    match weapon {
        Weapon::BurnsideCarbine | Weapon::SharpsCarbine | Weapon::SharpsSharpshooter => {
            report.add(&BREECH_LOADER, rows.breech_loader.own)
        }
        Weapon::SpencerCarbine => report.add(&REPEATER, rows.repeater.own),
        _ => 0,
    }
}

impl Procedure for WeaponData {
    type Tables = Tables;
    type Outcome = WeaponDataResult;
    const ABOUT: About = About {
        name: "weapon_data",
        group: Group::Fire,
        dice: "",
        cites: &["skema IV", "skema V", "05.01.3"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<WeaponDataResult, Fault> {
        let limits = tables.fire.zones(self.weapon);
        let zone = limits.zone(self.distance_cm.0);
        Ok(WeaponDataResult {
            zone_limits_cm: limits.0.map(|limit| limit.unwrap_or(0)),
            max_range_cm: limits.0[4].unwrap_or(0),
            modifier: weapon_modifier(self.weapon, &tables.fire, report),
            close_bonus: close_bonus(self.weapon, &tables.fire, report),
            zone: zone.unwrap_or(0) as i32,
            in_range: zone.is_some(),
        })
    }
}

krigsspil_engine::facts! {
    /// Shooters who can fire at the target.
    pub struct FireUnits {
        arm: Troops;
        formation: ShootersFormation;
        figures: Figures [0..=400];
        pinned: bool = false, "05.01.6";
    }
}

krigsspil_engine::outcome! {
    /// The fire units they form.
    pub struct FireUnitsResult {
        per_unit: i32;
        remainder: i32;
        fire_units: i32;
    }
}

/// The figures of a fire unit (§05.01.5, §05.01.6).
pub fn figures_per_unit(
    arm: Troops,
    formation: ShootersFormation,
    pinned: bool,
    tables: &FireTables,
) -> PerUnit {
    let chain = formation == ShootersFormation::Chain;
    let per_unit = match (arm, chain) {
        (Troops::MountedCavalry, false) => tables.mounted_closed,
        (Troops::MountedCavalry, true) => tables.mounted_chain,
        (Troops::DismountedCavalry, false) => tables.dismounted_closed,
        (Troops::DismountedCavalry, true) => tables.dismounted_chain,
        (Troops::Infantry, false) => tables.infantry_closed,
        (Troops::Infantry, true) => tables.infantry_chain,
    };
    if pinned { per_unit.doubled() } else { per_unit }
}

/// The number of fire units; a house side has room for one (§02.04.3).
pub fn count_fire_units(figures: Figures, formation: ShootersFormation, per_unit: PerUnit) -> i32 {
    let units = per_unit.units(figures.0);
    if formation == ShootersFormation::Building { units.min(1) } else { units }
}

/// Mounted men cannot form a thin line or fight from a house (§02.02.1 to §02.02.4).
fn refuse_mounted_thin(fact: &str, arm: Troops, formation: ShootersFormation) -> Result<(), Fault> {
    let thin = matches!(formation, ShootersFormation::ThinLine | ShootersFormation::Building);
    if arm == Troops::MountedCavalry && thin {
        return Err(Fault::refused(fact, &MOUNTED_NEVER_THIN));
    }
    Ok(())
}

impl Procedure for FireUnits {
    type Tables = Tables;
    type Outcome = FireUnitsResult;
    const ABOUT: About = About {
        name: "fire_units",
        group: Group::Fire,
        dice: "",
        cites: &["05.01.4", "05.01.5", "05.01.6", "02.04.3", "skema VI"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<FireUnitsResult, Fault> {
        refuse_mounted_thin("formation", self.arm, self.formation)?;
        if self.pinned && self.arm == Troops::MountedCavalry {
            return Err(Fault::refused("pinned", &ONLY_FOOT_PINNED));
        }
        report.holds(self.pinned, &FIRER_PINNED);
        let per_unit = figures_per_unit(self.arm, self.formation, self.pinned, &tables.fire);
        Ok(FireUnitsResult {
            per_unit: per_unit.figures,
            remainder: per_unit.remainder,
            fire_units: count_fire_units(self.figures, self.formation, per_unit),
        })
    }
}

krigsspil_engine::facts! {
    /// A unit that wants to fire.
    pub struct FireCheck {
        fire_order: bool = false, "03.03.6";
        surprised: bool = false, "04.02.13";
        ammunition: bool = false;
        unit_order: Order = Order::Good;
        angle_deg: f64 [0..=180] = 0.0;
        weapon: Weapon;
        distance_cm: Centimetres [0..=400];
        through_chain: bool = false;
        target_in_melee: bool = false;
    }
}

krigsspil_engine::choices! {
    /// What prevents a unit from firing.
    pub enum FireBar {
        NoOrder = "no_order",
        NoAmmunition = "no_ammunition",
        Rout = "rout",
        Angle = "angle",
        OutOfRange = "out_of_range",
        ThroughChain = "through_chain",
        TargetInMelee = "target_in_melee",
    }
}

krigsspil_engine::outcome! {
    /// Whether it may fire.
    pub struct FireCheckResult {
        allowed: bool;
        bars: ArrayVec<FireBar, 7>;
    }
}

/// The widest angle between front and line of fire (§05.01.2).
const WIDEST_ANGLE_DEG: f64 = 30.0;

impl Procedure for FireCheck {
    type Tables = Tables;
    type Outcome = FireCheckResult;
    const ABOUT: About = About {
        name: "fire_check",
        group: Group::Fire,
        dice: "",
        cites: &["05.01.1", "05.01.2", "05.01.3", "07.04.1"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<FireCheckResult, Fault> {
        let out_of_range = tables.fire.zones(self.weapon).zone(self.distance_cm.0).is_none();
        let bars = all_that_hold([
            (!self.fire_order && !self.surprised, FireBar::NoOrder),
            (!self.ammunition, FireBar::NoAmmunition),
            (self.unit_order == Order::Rout, FireBar::Rout),
            (self.angle_deg > WIDEST_ANGLE_DEG, FireBar::Angle),
            (out_of_range, FireBar::OutOfRange),
            (self.through_chain, FireBar::ThroughChain),
            (self.target_in_melee, FireBar::TargetInMelee),
        ]);
        Ok(FireCheckResult { allowed: bars.is_empty(), bars })
    }
}

krigsspil_engine::facts! {
    /// One small-arms fire.
    pub struct SmallArmsFire {
        firer_arm: Troops;
        firer_formation: ShootersFormation = ShootersFormation::Closed;
        figures: Figures [0..=400];
        weapon: Weapon;
        distance_cm: Centimetres [0..=400];
        first_fire: bool = false, "05.02.4";
        fired_last_turn: bool = false, "05.02.4";
        surprised: bool = false, "04.02.13";
        firer_cover: Cover = Cover::None;
        firer_order: SteadyOrder = SteadyOrder::Good;
        firer_valeur: i32 [-1..=2] = 0, "08.01.1";
        target_arm: TargetArm;
        target_formation: TargetFormation = TargetFormation::Line;
        target_cover: Cover = Cover::None;
        target_pinned: bool = false, "04.02.7";
        target_general: bool = false;
        target_prior_loss_men: Men [0..=20000] = Men(0);
        target_ranks: i32 [1..=60] = 1;
        rear_ranks: i32 [0..=60] = 0, "05.02.5";
    }
}

krigsspil_engine::outcome! {
    /// Its effect.
    pub struct SmallArmsFireResult {
        zone: i32, of first;
        in_range: bool;
        fire_units: i32;
        dice_sum: i32;
        firer_modifier: i32, of first;
        target_modifier: i32;
        total: i32;
        column: i32;
        loss_per_unit: i32;
        raw_loss: i32;
        loss_divisor: i32, of second;
        loss_men: Men;
        rear_extra_loss_men: Men, of second;
        figures_removed: Figures;
        morale_test: bool;
        general_falls: bool;
        ammunition_exhausted: bool, of first;
    }
}

/// A closed column counts as deep from this many ranks (skema V).
const DEEP_RANKS: i32 = 5;

static TOLD: Told = Told { throw: [&OWN_COVER, &OWN_ORDER], loss: [&TARGET_COVER, &TARGET_PINNED] };

impl SmallArmsFire {
    fn check(&self) -> Result<(), Fault> {
        refuse_mounted_thin("firer_formation", self.firer_arm, self.firer_formation)?;
        if self.firer_arm == Troops::MountedCavalry && self.firer_order == SteadyOrder::Pinned {
            return Err(Fault::refused("firer_order", &ONLY_FOOT_PINNED));
        }
        refuse_target(self.target_arm, self.target_formation, self.target_pinned, |fact| {
            format!("target_{fact}")
        })
    }

    /// The own column of skema V.
    fn firer_modifier(&self, zone: Option<usize>, tables: &FireTables, report: &mut impl Listener) -> i32 {
        let rows = &tables.modifiers;
        let mounted = self.firer_arm == Troops::MountedCavalry;
        let rested = !self.first_fire && !self.fired_last_turn;
        let shotgun = self.weapon == Weapon::Shotgun && zone == Some(1);
        let mut sum = report.add_if(mounted, &FIRER_MOUNTED, rows.mounted_cavalry.own);
        sum += weapon_modifier(self.weapon, tables, report);
        if self.distance_cm.0 <= QUICK_LOADING_CM {
            sum += close_bonus(self.weapon, tables, report);
        }
        sum += report.add_if(self.first_fire, &FIRST_FIRE, rows.first_fire.own);
        sum += report.add_if(rested, &NOT_FIRED_LAST_TURN, rows.not_fired_last_turn.own);
        sum += report.add_if(self.surprised, &SURPRISED, rows.surprised.own);
        sum += cover_and_order(self.firer_cover, self.firer_order, &TOLD, tables, report);
        sum += report.add_if(shotgun, &SHOTGUN_ZONE_1, rows.shotgun_zone_1.own);
        sum + report.add(&OWN_VALEUR, self.firer_valeur)
    }

    /// The opponent's column of skema V, without ranks.
    fn target_modifier(&self, tables: &FireTables, report: &mut impl Listener) -> i32 {
        let rows = &tables.modifiers;
        match self.target_arm {
            TargetArm::ArtilleryLimbered | TargetArm::AmmunitionWagon => {
                return report.add(&TARGET_LIMBERED, rows.artillery_limbered.opponent);
            }
            TargetArm::ArtilleryUnlimbered => {
                return report.add(&TARGET_UNLIMBERED, rows.artillery_unlimbered.opponent);
            }
            _ => {}
        }
        let mounted = self.target_arm == TargetArm::MountedCavalry;
        let formation = match self.target_formation {
            TargetFormation::ThinLine | TargetFormation::Building => {
                report.add(&TARGET_THIN_LINE, rows.thin_line.opponent)
            }
            TargetFormation::Chain => report.add(&TARGET_CHAIN, rows.chain.opponent),
            _ => 0,
        };
        formation + report.add_if(mounted, &TARGET_MOUNTED, rows.mounted_cavalry.opponent)
    }

    /// The ranks of the target itself, and including those behind it; only closed troops have depth (ruling 26).
    fn ranks(&self) -> (i32, i32) {
        let troops = self.target_arm.on_foot() || self.target_arm == TargetArm::MountedCavalry;
        match self.target_formation {
            TargetFormation::MarchColumn | TargetFormation::AttackColumn if troops => {
                (self.target_ranks, self.target_ranks + self.rear_ranks)
            }
            TargetFormation::Line if troops => (2, 2 + self.rear_ranks),
            _ => (1, 1),
        }
    }
}

impl Procedure for SmallArmsFire {
    type Tables = Tables;
    type Outcome = SmallArmsFireResult;
    const ABOUT: About = About {
        name: "small_arms_fire",
        group: Group::Fire,
        dice: "2d6",
        cites: &[
            "05.01.4",
            "05.01.5",
            "05.01.6",
            "05.02.1",
            "05.02.2",
            "05.02.3",
            "05.02.4",
            "05.02.5",
            "05.02.6",
            "05.02.7",
            "09.01.1",
            "skema IV",
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
    ) -> Result<SmallArmsFireResult, Fault> {
        self.check()?;
        let (tables, supply) = (&tables.fire, &tables.supply);
        let throw = dice.pair("fire", Die::D6)?;
        let dice_sum = throw[0] + throw[1];
        let zone = tables.zones(self.weapon).zone(self.distance_cm.0);
        let pinned = report.holds(self.firer_order == SteadyOrder::Pinned, &FIRER_PINNED);
        let per_unit = figures_per_unit(self.firer_arm, self.firer_formation, pinned, tables);
        let fire_units = count_fire_units(self.figures, self.firer_formation, per_unit);
        let firer_modifier = self.firer_modifier(zone, tables, report);
        let (own_ranks, all_ranks) = self.ranks();
        let deep = tables.modifiers.column_5_ranks.opponent;
        let target_modifier =
            self.target_modifier(tables, report) + report.add_if(own_ranks >= DEEP_RANKS, &TARGET_DEEP, deep);
        let total = dice_sum + firer_modifier + target_modifier;
        let men = |total| zone.map_or(0, |zone| tables.men_per_unit(zone, total));
        let loss_per_unit = men(total);
        let divisor = loss_divisor(self.target_cover, self.target_pinned, &TOLD, tables, report);
        let loss_men = Men(halves_up(loss_per_unit * fire_units, divisor));
        let with_rear =
            if own_ranks < DEEP_RANKS && all_ranks >= DEEP_RANKS { men(total + deep) } else { loss_per_unit };
        let figures_removed = figures_removed(self.target_prior_loss_men, loss_men);
        Ok(SmallArmsFireResult {
            zone: zone.unwrap_or(0) as i32,
            in_range: zone.is_some(),
            fire_units,
            dice_sum,
            firer_modifier,
            target_modifier,
            total,
            column: total.clamp(0, 15),
            loss_per_unit,
            raw_loss: loss_per_unit * fire_units,
            loss_divisor: divisor,
            loss_men,
            rear_extra_loss_men: Men(halves_up(with_rear * fire_units, divisor)) - loss_men,
            figures_removed,
            morale_test: figures_removed >= Figures(1),
            general_falls: self.target_general && loss_men > Men(0) && dice_sum == tables.general_falls_fire,
            ammunition_exhausted: supply.pouches_empty(throw, self.first_fire),
        })
    }
}
