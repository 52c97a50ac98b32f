//! Chapter 6.1.12: ammunition.

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Fault, Group, Listener, OrNull, Procedure};

use crate::modifiers::OVER_FULL_LOAD;
use crate::tables::Tables;
use crate::vocabulary::*;

/// Loads of a full battery; the French Guard has its own number, whatever the gun (§6.1.12.1, R27).
const fn full_load(gun: Gun, french_guard: bool) -> i32 {
    match gun {
        _ if french_guard => 12,
        Gun::SixPounder | Gun::NinePounder => 8,
        Gun::TwelvePounder => 10,
    }
}

krigsspil_engine::facts! {
    /// A battery and its shots.
    pub struct Ammunition {
        gun: Gun = Gun::SixPounder;
        french_guard: bool = false;
        shots: i32 [0..=12] = 0;
    }
}

krigsspil_engine::outcome! {
    /// What it has left.
    pub struct AmmunitionResult {
        full: i32;
        left: i32;
        may_fire: bool;
    }
}

impl Procedure for Ammunition {
    type Tables = Tables;
    type Outcome = AmmunitionResult;
    const ABOUT: About = About { name: "ammunition", group: Group::Supply, dice: "", cites: &["6.1.12.1"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<AmmunitionResult, Fault> {
        let full = full_load(self.gun, self.french_guard);
        if self.shots > full {
            return Err(Fault::refused("shots", &OVER_FULL_LOAD));
        }
        let left = full - self.shots;
        Ok(AmmunitionResult { full, left, may_fire: left > 0 })
    }
}

krigsspil_engine::facts! {
    /// A battery that asks for resupply.
    pub struct Resupply {
        nearest_enemy_cm: OrNull<f64> [0..=2000] = OrNull(None);
        gun: Gun = Gun::SixPounder;
        french_guard: bool = false;
        left: i32 [0..=12] = 0;
    }
}

krigsspil_engine::outcome! {
    /// Whether it is resupplied.
    pub struct ResupplyResult {
        allowed: bool;
        success: bool;
        left_after: i32;
    }
}

/// No enemy may be within this distance (§6.1.12.2).
const ENEMY_FREE_CM: f64 = 50.0;
/// The highest face that brings ammunition (§6.1.12.2).
const HIGHEST_FACE: i32 = 4;

impl Procedure for Resupply {
    type Tables = Tables;
    type Outcome = ResupplyResult;
    const ABOUT: About = About { name: "resupply", group: Group::Supply, dice: "1d10", cites: &["6.1.12.2"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        dice: &mut D,
        _: &mut L,
    ) -> Result<ResupplyResult, Fault> {
        let full = full_load(self.gun, self.french_guard);
        if self.left > full {
            return Err(Fault::refused("left", &OVER_FULL_LOAD));
        }
        let allowed = self.nearest_enemy_cm.0.is_none_or(|cm| cm > ENEMY_FREE_CM);
        let low = dice.at_most("resupply", 1, Die::D10FromZero, HIGHEST_FACE)? == 1;
        let success = allowed && low;
        Ok(ResupplyResult { allowed, success, left_after: if success { full } else { self.left } })
    }
}
