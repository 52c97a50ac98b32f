//! Chapter 09: ammunition.

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use super::first_that_holds;
use crate::tables::Tables;

krigsspil_engine::facts! {
    /// The dice of a fire or melee throw.
    pub struct AmmunitionCheck {
        first_fire: bool = false, "09.01.1";
    }
}

krigsspil_engine::outcome! {
    /// Whether the ammunition is used up.
    pub struct AmmunitionCheckResult {
        double: i32;
        exhausted: bool;
    }
}

impl Procedure for AmmunitionCheck {
    type Tables = Tables;
    type Outcome = AmmunitionCheckResult;
    const ABOUT: About = About {
        name: "ammunition_check",
        group: Group::Supply,
        dice: "2d6",
        cites: &["09.01.1", "skema XXI"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        _: &mut L,
    ) -> Result<AmmunitionCheckResult, Fault> {
        let throw = dice.pair("fire", Die::D6)?;
        Ok(AmmunitionCheckResult {
            double: if throw[0] == throw[1] { throw[0] } else { 0 },
            exhausted: tables.supply.pouches_empty(throw, self.first_fire),
        })
    }
}

krigsspil_engine::choices! {
    /// Arms that draw from a wagon.
    pub enum SuppliedArm {
        Infantry = "infantry",
        Cavalry = "cavalry",
        Artillery = "artillery",
    }

    /// Why a unit gets nothing.
    pub enum ResupplyReason {
        Ok = "ok",
        NoContact = "no_contact",
        Acted = "acted",
        FiredSurprised = "fired_surprised",
        WagonFull = "wagon_full",
    }
}

krigsspil_engine::facts! {
    /// A unit at a wagon.
    pub struct Resupply {
        arm: SuppliedArm;
        in_contact: bool = false;
        moved_or_fired: bool = false;
        fired_surprised: bool = false;
        units_before: i32 [0..=20] = 0;
    }
}

krigsspil_engine::outcome! {
    /// Whether it is supplied.
    pub struct ResupplyResult {
        eligible: bool;
        reason: ResupplyReason;
        fails_on: i32;
        resupplied: bool;
    }
}

impl Procedure for Resupply {
    type Tables = Tables;
    type Outcome = ResupplyResult;
    const ABOUT: About = About {
        name: "resupply",
        group: Group::Supply,
        dice: "1d6",
        cites: &["09.03.1", "09.03.2", "skema XXI"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        _: &mut L,
    ) -> Result<ResupplyResult, Fault> {
        let tables = &tables.supply;
        let die = dice.roll("resupply", Die::D6)?;
        let reason = first_that_holds(
            [
                (!self.in_contact, ResupplyReason::NoContact),
                (self.moved_or_fired, ResupplyReason::Acted),
                (self.fired_surprised, ResupplyReason::FiredSurprised),
                (self.units_before >= tables.units_a_wagon, ResupplyReason::WagonFull),
            ],
            ResupplyReason::Ok,
        );
        let fails_on = match self.arm {
            SuppliedArm::Infantry | SuppliedArm::Cavalry => tables.troops_fail,
            SuppliedArm::Artillery => tables.artillery_fails,
        };
        let eligible = reason == ResupplyReason::Ok;
        Ok(ResupplyResult { eligible, reason, fails_on, resupplied: eligible && die > fails_on })
    }
}
