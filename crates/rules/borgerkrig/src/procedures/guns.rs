//! Chapter 06: guns and batteries, and when they may fire.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Centimetres, Fault, Figures, Group, Listener, Procedure, Turns};

use super::{all_that_hold, first_that_holds};
use crate::modifiers::artillery::*;
use crate::tables::{ArtilleryTables, Tables};
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A gun.
    pub struct GunData {
        gun: Gun;
    }
}

krigsspil_engine::outcome! {
    /// What it can do, and what it carries.
    pub struct GunDataResult {
        canister_cm: i32;
        shell_cm: i32;
        shot_cm: i32;
        deviation_class: DeviationClass;
        howitzer: bool;
        calibre_modifier: i32;
        shells: i32;
        shots: i32;
        canisters: i32;
    }
}

/// The modifier for the calibre of a gun (skema IX, ruling 34).
pub(super) fn calibre_modifier(gun: Gun, tables: &ArtilleryTables, report: &mut impl Listener) -> i32 {
    use Gun::*;
    let rows = &tables.modifiers;
    match gun {
        MountainHowitzer3pd => report.add(&CALIBRE_3PD, rows.calibre_3pd.own),
        Gun6pd | Whitworth6pd => report.add(&CALIBRE_6PD, rows.calibre_6pd.own),
        Parrott10pd | Brooke10pd => report.add(&CALIBRE_10PD, rows.calibre_10pd.own),
        Parrott20pd | Parrott30pd | Howitzer24pd | Howitzer32pd | Mortar10in => {
            report.add(&CALIBRE_20PD, rows.calibre_20pd_or_larger.own)
        }
        Rodman3in | GunHowitzer12pdM41 | Napoleon12pd | Blakely12pd | Armstrong12pd | Whitworth12pd
        | Howitzer12pd | MountainHowitzer12pd => 0,
    }
}

impl Procedure for GunData {
    type Tables = Tables;
    type Outcome = GunDataResult;
    const ABOUT: About = About {
        name: "gun_data",
        group: Group::Artillery,
        dice: "",
        cites: &["skema VII", "skema VIII", "skema IX", "skema XXI", "09.02.1", "09.02.2"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<GunDataResult, Fault> {
        let range = |ammunition| tables.artillery.range(self.gun, ammunition).unwrap_or(0);
        let rounds = |ammunition| tables.supply.rounds(self.gun, ammunition);
        Ok(GunDataResult {
            canister_cm: range(Ammunition::Canister),
            shell_cm: range(Ammunition::Shell),
            shot_cm: range(Ammunition::Shot),
            deviation_class: self.gun.deviation_class(),
            howitzer: self.gun.howitzer(),
            calibre_modifier: calibre_modifier(self.gun, &tables.artillery, report),
            shells: rounds(Ammunition::Shell),
            shots: rounds(Ammunition::Shot),
            canisters: rounds(Ammunition::Canister),
        })
    }
}

/// The real guns that fire: each gunner figure serves two (§06.01.3).
pub(super) fn guns_served(guns: i32, gunners: Figures) -> i32 {
    guns.min(2 * gunners.0)
}

krigsspil_engine::choices! {
    /// What prevents a battery from firing.
    pub enum BatteryBar {
        NoOrder = "no_order",
        Limbered = "limbered",
        NoSuchAmmunition = "no_such_ammunition",
        NoRounds = "no_rounds",
        NoCrew = "no_crew",
        Rout = "rout",
        Angle = "angle",
        OutOfRange = "out_of_range",
        Screened = "screened",
        OwnUnitInSector = "own_unit_in_sector",
    }
}

krigsspil_engine::facts! {
    /// A battery that wants to fire.
    pub struct ArtilleryCheck {
        gun: Gun;
        ammunition: Ammunition;
        fire_order: bool = false, "03.03.7";
        surprised: bool = false, "04.02.13";
        unlimbered: bool = false;
        rounds_left: i32 [0..=100] = 0;
        guns: i32 [0..=6] = 6;
        gunners: Figures [0..=12] = Figures(6);
        unit_order: OrderResult = OrderResult::Good;
        angle_deg: f64 [0..=180] = 0.0;
        distance_cm: Centimetres [0..=1000];
        screened: bool = false;
        own_unit_in_sector: bool = false;
    }
}

krigsspil_engine::outcome! {
    /// Whether it may fire, and with how many guns.
    pub struct ArtilleryCheckResult {
        allowed: bool;
        guns_counted: i32;
        bars: ArrayVec<BatteryBar, 10>;
    }
}

/// The widest angle between front and line of fire (§06.01.4).
const WIDEST_ANGLE_DEG: f64 = 45.0;

impl Procedure for ArtilleryCheck {
    type Tables = Tables;
    type Outcome = ArtilleryCheckResult;
    const ABOUT: About = About {
        name: "artillery_check",
        group: Group::Artillery,
        dice: "",
        cites: &["06.01.1", "06.01.2", "06.01.3", "06.01.4", "06.02.1", "skema VII"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ArtilleryCheckResult, Fault> {
        let range = tables.artillery.range(self.gun, self.ammunition);
        let canister = self.ammunition == Ammunition::Canister;
        let guns_counted = guns_served(self.guns, self.gunners);
        let out_of_range = range.is_some_and(|range| self.distance_cm.0 > f64::from(range));
        let bars = all_that_hold([
            (!self.fire_order && !self.surprised, BatteryBar::NoOrder),
            (!self.unlimbered, BatteryBar::Limbered),
            (range.is_none(), BatteryBar::NoSuchAmmunition),
            (self.rounds_left == 0, BatteryBar::NoRounds),
            (guns_counted == 0, BatteryBar::NoCrew),
            (self.unit_order == OrderResult::Rout, BatteryBar::Rout),
            (self.angle_deg > WIDEST_ANGLE_DEG, BatteryBar::Angle),
            (out_of_range, BatteryBar::OutOfRange),
            (canister && self.screened, BatteryBar::Screened),
            (canister && self.own_unit_in_sector, BatteryBar::OwnUnitInSector),
        ]);
        Ok(ArtilleryCheckResult { allowed: bars.is_empty(), guns_counted, bars })
    }
}

krigsspil_engine::choices! {
    /// Why a battery may not fire over a unit.
    pub enum OvershootReason {
        Ok = "ok",
        Canister = "canister",
        TooNear = "too_near",
        NoHeight = "no_height",
    }
}

krigsspil_engine::facts! {
    /// A unit in the line of fire.
    pub struct Overshoot {
        gun: Gun;
        ammunition: Ammunition;
        battery_gap_cm: Centimetres [0..=500];
        impact_gap_cm: Centimetres [0..=500];
        height_advantage: bool = false;
    }
}

krigsspil_engine::outcome! {
    /// Whether the battery may fire over it.
    pub struct OvershootResult {
        allowed: bool;
        reason: OvershootReason;
    }
}

/// The least distance from the battery to the unit it fires over, and from that unit to the impact (§06.01.5).
const OVERSHOOT_GAP_CM: f64 = 10.0;

impl Procedure for Overshoot {
    type Tables = Tables;
    type Outcome = OvershootResult;
    const ABOUT: About = About { name: "overshoot", group: Group::Artillery, dice: "", cites: &["06.01.5"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<OvershootResult, Fault> {
        if tables.artillery.range(self.gun, self.ammunition).is_none() {
            return Err(Fault::refused("ammunition", &NO_SUCH_AMMUNITION));
        }
        let nearest = self.battery_gap_cm.0.min(self.impact_gap_cm.0);
        let high_arc = self.gun.howitzer() && self.ammunition == Ammunition::Shell;
        let reason = first_that_holds(
            [
                (self.ammunition == Ammunition::Canister, OvershootReason::Canister),
                (nearest < OVERSHOOT_GAP_CM, OvershootReason::TooNear),
                (!high_arc && !self.height_advantage, OvershootReason::NoHeight),
            ],
            OvershootReason::Ok,
        );
        Ok(OvershootResult { allowed: reason == OvershootReason::Ok, reason })
    }
}

krigsspil_engine::facts! {
    /// What is left of a battery.
    pub struct BatteryState {
        guns: i32 [0..=6];
        gunners: Figures [0..=12];
        horses_start: Figures [1..=20];
        horses_left: Figures [0..=20];
    }
}

krigsspil_engine::outcome! {
    /// What it can still do.
    pub struct BatteryStateResult {
        guns_served: i32;
        march_halved: bool;
        storm_allowed: bool;
        limbered_movement: bool;
    }
}

impl Procedure for BatteryState {
    type Tables = Tables;
    type Outcome = BatteryStateResult;
    const ABOUT: About =
        About { name: "battery_state", group: Group::Artillery, dice: "", cites: &["06.01.3", "06.03.5"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<BatteryStateResult, Fault> {
        if self.horses_left > self.horses_start {
            return Err(Fault::refused("horses_left", &MORE_HORSES_THAN_AT_START));
        }
        let lost = self.horses_start.0 - self.horses_left.0;
        let half_lost = 2 * lost >= self.horses_start.0;
        let any_left = self.horses_left.0 > 0;
        Ok(BatteryStateResult {
            guns_served: guns_served(self.guns, self.gunners),
            march_halved: half_lost && any_left,
            storm_allowed: !half_lost,
            limbered_movement: any_left,
        })
    }
}

krigsspil_engine::facts! {
    /// A gun or limber under repair.
    pub struct Repair {
        gunners_on_it: Figures [0..=12] = Figures(1);
        turns_worked: Turns [0..=20];
        under_effective_fire: bool = false;
        attacked_or_in_melee: bool = false;
    }
}

krigsspil_engine::outcome! {
    /// How far the repair is.
    pub struct RepairResult {
        turns_needed: Turns;
        counts: bool;
        turns_worked_after: Turns;
        repaired: bool;
    }
}

/// Turns of a repair, normally and under effective fire (§06.03.6).
const REPAIR_TURNS: [Turns; 2] = [Turns(2), Turns(3)];

impl Procedure for Repair {
    type Tables = Tables;
    type Outcome = RepairResult;
    const ABOUT: About = About { name: "repair", group: Group::Artillery, dice: "", cites: &["06.03.6"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<RepairResult, Fault> {
        let under_fire = report.holds(self.under_effective_fire, &REPAIR_UNDER_FIRE);
        let turns_needed = REPAIR_TURNS[usize::from(under_fire)];
        let counts = self.gunners_on_it.0 >= 1 && !self.attacked_or_in_melee;
        let worked = self.turns_worked + Turns(i32::from(counts));
        Ok(RepairResult {
            turns_needed,
            counts,
            turns_worked_after: worked,
            repaired: counts && worked >= turns_needed,
        })
    }
}
