//! Chapter 17: buildings, their damage and fires.

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Centimetres, Fault, Group, Listener, Number, Procedure, rounded_up};

use super::artillery_fire::{third_die, three_dice};
use crate::modifiers::moves::*;
use crate::tables::Tables;
use crate::vocabulary::*;

/// Hits that ruin a building of cover I to III (§17.04.2).
const fn hits_to_ruin(cover: i32) -> i32 {
    4 + 2 * cover
}

/// Turns to leave a building (§17.01.3).
const EXIT_TURNS: f64 = 0.5;

krigsspil_engine::facts! {
    /// A building.
    pub struct Building {
        kind: BuildingKind, "17.02.3";
        capacity: i32 [1..=200] = 10, "17.02.3";
        ranks: i32 [1..=60] = 2, "skema VII";
    }
}

krigsspil_engine::outcome! {
    /// The numbers of its garrison.
    pub struct BuildingResult {
        obstacle: i32;
        cover: i32;
        hits_to_ruin: i32;
        max_firing_per_facade: i32;
        entry_turns: Number;
        exit_turns: Number;
        formation: BuildingFormation;
    }
}

impl Procedure for Building {
    type Tables = Tables;
    type Outcome = BuildingResult;
    const ABOUT: About = About {
        name: "building",
        group: Group::Works,
        dice: "",
        cites: &["17.01.2", "17.01.3", "17.02.3", "17.03.4", "17.04.2"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<BuildingResult, Fault> {
        let ordinary = tables.ground.feature(Feature::Building);
        let strong = tables.ground.feature(Feature::StrongBuilding);
        let (obstacle, cover) = match self.kind {
            BuildingKind::Ordinary => (ordinary.obstacle.least, ordinary.cover.least),
            BuildingKind::Strong2 => (strong.obstacle.least, strong.cover.least),
            BuildingKind::Strong3 => (strong.obstacle.most, strong.cover.most),
        };
        Ok(BuildingResult {
            obstacle,
            cover,
            hits_to_ruin: hits_to_ruin(cover),
            max_firing_per_facade: self.capacity / 2,
            entry_turns: Number(tables.ground.infantry_turns(obstacle, self.ranks)),
            exit_turns: Number(EXIT_TURNS),
            formation: BuildingFormation::Hob,
        })
    }
}

krigsspil_engine::facts! {
    /// A battery's fire at a building.
    pub struct BuildingBombardment {
        loss_result: i32 [-60..=60], "17.04.1";
        cover: i32 [1..=3], "17.04.2";
        hits_before: i32 [0..=100] = 0, "17.04.2";
        howitzers_only: bool = false, "17.04.3";
    }
}

krigsspil_engine::outcome! {
    /// Its effect on the building.
    pub struct BuildingBombardmentResult {
        hit: bool;
        hits_after: i32;
        hits_needed: i32;
        ruined: bool;
        fire: bool;
    }
}

impl Procedure for BuildingBombardment {
    type Tables = Tables;
    type Outcome = BuildingBombardmentResult;
    const ABOUT: About = About {
        name: "building_bombardment",
        group: Group::Works,
        dice: "3d6",
        cites: &["17.04.1", "17.04.2", "17.04.3"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        dice: &mut D,
        _: &mut L,
    ) -> Result<BuildingBombardmentResult, Fault> {
        let third = third_die(three_dice(dice)?);
        let hit = self.loss_result > 0;
        let hits_after = self.hits_before + i32::from(hit);
        let hits_needed = hits_to_ruin(self.cover);
        let least = if self.howitzers_only { 4 } else { 6 };
        Ok(BuildingBombardmentResult {
            hit,
            hits_after,
            hits_needed,
            ruined: hits_after >= hits_needed,
            fire: hit && third.is_some_and(|die| die >= least),
        })
    }
}

/// Turns a building burns (§17.04.4).
const BURNING_TURNS: i32 = 8;

krigsspil_engine::facts! {
    /// A fire has broken out.
    pub struct BuildingFire {
        occupied: bool = false, "17.04.4";
    }
}

krigsspil_engine::outcome! {
    /// Whether it is put out.
    pub struct BuildingFireResult {
        extinguished: bool;
        burns_turns: i32;
    }
}

impl Procedure for BuildingFire {
    type Tables = Tables;
    type Outcome = BuildingFireResult;
    const ABOUT: About =
        About { name: "building_fire", group: Group::Works, dice: "1d6", cites: &["17.04.4"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        dice: &mut D,
        _: &mut L,
    ) -> Result<BuildingFireResult, Fault> {
        let put_out = dice.at_most("put_out", 1, Die::D6, 4)? == 0;
        let extinguished = self.occupied && put_out;
        Ok(BuildingFireResult { extinguished, burns_turns: if extinguished { 0 } else { BURNING_TURNS } })
    }
}

/// Fire does not spread farther than this (§17.04.5).
const FIRE_LEAPS_CM: f64 = 15.0;

krigsspil_engine::facts! {
    /// A neighbour of a burning building.
    pub struct BuildingFireSpread {
        distance_cm: Centimetres [0..=500], "17.04.5";
        not_downwind: bool = false, "17.04.5";
        fire_out: bool = false, "17.04.5";
    }
}

krigsspil_engine::outcome! {
    /// Whether it catches fire.
    pub struct BuildingFireSpreadResult {
        spreads: bool;
    }
}

impl Procedure for BuildingFireSpread {
    type Tables = Tables;
    type Outcome = BuildingFireSpreadResult;
    const ABOUT: About =
        About { name: "building_fire_spread", group: Group::Works, dice: "1d6", cites: &["17.04.5"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        dice: &mut D,
        _: &mut L,
    ) -> Result<BuildingFireSpreadResult, Fault> {
        let catches = dice.at_most("spread", 1, Die::D6, 2)? == 0;
        let near = self.distance_cm.0 <= FIRE_LEAPS_CM && !self.not_downwind && !self.fire_out;
        Ok(BuildingFireSpreadResult { spreads: catches && near })
    }
}

/// Turns to strengthen a building (§17.02.4).
const STRENGTHENING_TURNS: i32 = 8;

krigsspil_engine::facts! {
    /// Workers in a strong building.
    pub struct BuildingStrengthen {
        capacity: i32 [1..=200], "17.02.4";
        workers: i32 [0..=500], "17.02.4";
        pioneers: bool = false, "17.02.4";
        turns_under_fire: i32 [0..=50] = 0, "17.02.4";
    }
}

krigsspil_engine::outcome! {
    /// When they have strengthened it.
    pub struct BuildingStrengthenResult {
        workers_needed: i32;
        enough: bool;
        delay_percent: i32;
        turns: i32;
    }
}

impl Procedure for BuildingStrengthen {
    type Tables = Tables;
    type Outcome = BuildingStrengthenResult;
    const ABOUT: About =
        About { name: "building_strengthen", group: Group::Works, dice: "1d6", cites: &["17.02.4"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<BuildingStrengthenResult, Fault> {
        let workers_needed = if self.pioneers { rounded_up(self.capacity, 2) } else { self.capacity };
        let enough = self.workers >= workers_needed;
        let die = dice.roll("delay_of_work", Die::D6)? + report.add(&WORK_UNDER_FIRE, -self.turns_under_fire);
        let delay_percent = match die {
            ..=2 => 50,
            3..=4 => 25,
            5.. => 0,
        };
        let turns = rounded_up(STRENGTHENING_TURNS * (100 + delay_percent), 100);
        Ok(BuildingStrengthenResult {
            workers_needed,
            enough,
            delay_percent,
            turns: if enough { turns } else { 0 },
        })
    }
}
