//! Ground, houses and sight: skema XXII, §02.04.3 and §03.02.0.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Centimetres, Fault, Figures, Group, Listener, Procedure};

use super::small_arms::{count_fire_units, figures_per_unit};
use crate::modifiers::fire::FIRER_PINNED;
use crate::modifiers::march::*;
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A feature on the table.
    pub struct TerrainValues {
        feature: Feature;
        arm: Arm = Arm::Infantry, "02.06.7";
    }
}

krigsspil_engine::outcome! {
    /// Its obstacle and cover.
    pub struct TerrainValuesResult {
        obstacle_min: PassableObstacle;
        obstacle_max: PassableObstacle;
        cover_min: Cover;
        cover_max: Cover;
    }
}

impl Procedure for TerrainValues {
    type Tables = Tables;
    type Outcome = TerrainValuesResult;
    const ABOUT: About =
        About { name: "terrain_values", group: Group::Works, dice: "", cites: &["skema XXII", "02.06.7"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<TerrainValuesResult, Fault> {
        let values = tables.march.feature(self.feature);
        let too_low = self.feature == Feature::LightFieldwork && !self.arm.on_foot();
        let cover = if report.holds(too_low, &FIELDWORK_TOO_LOW) { [Cover::None; 2] } else { values.cover };
        Ok(TerrainValuesResult {
            obstacle_min: values.obstacle[0],
            obstacle_max: values.obstacle[1],
            cover_min: cover[0],
            cover_max: cover[1],
        })
    }
}

krigsspil_engine::choices! {
    /// Arms that garrison a house.
    pub enum GarrisonArm {
        Infantry = "infantry",
        DismountedCavalry = "dismounted_cavalry",
    }
}

krigsspil_engine::facts! {
    /// Troops in a house.
    pub struct BuildingGarrison {
        figures: Figures [0..=100];
        company_figures: Figures [1..=20] = Figures(3), "01.02.2";
        side_figures: Figures [0..=100] = Figures(0);
        arm: GarrisonArm = GarrisonArm::Infantry;
        pinned: bool = false, "05.01.6";
    }
}

krigsspil_engine::outcome! {
    /// The capacity of the house, and how troops fight from it.
    pub struct BuildingGarrisonResult {
        capacity_figures: Figures;
        fits: bool;
        side_fire_units: i32;
        shock_figures: Figures;
    }
}

/// Companies a house has room for (§02.04.3).
const COMPANIES_A_HOUSE: i32 = 3;

impl Procedure for BuildingGarrison {
    type Tables = Tables;
    type Outcome = BuildingGarrisonResult;
    const ABOUT: About =
        About { name: "building_garrison", group: Group::Works, dice: "", cites: &["02.04.3"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<BuildingGarrisonResult, Fault> {
        if self.side_figures > self.figures {
            return Err(Fault::refused("side_figures", &MORE_THAN_THE_GARRISON));
        }
        let arm = match self.arm {
            GarrisonArm::Infantry => Troops::Infantry,
            GarrisonArm::DismountedCavalry => Troops::DismountedCavalry,
        };
        let pinned = report.holds(self.pinned, &FIRER_PINNED);
        let per_unit = figures_per_unit(arm, ShootersFormation::Building, pinned, &tables.fire);
        let capacity = Figures(COMPANIES_A_HOUSE * self.company_figures.0);
        Ok(BuildingGarrisonResult {
            capacity_figures: capacity,
            fits: self.figures <= capacity,
            side_fire_units: count_fire_units(self.side_figures, ShootersFormation::Building, per_unit),
            shock_figures: self.figures,
        })
    }
}

krigsspil_engine::facts! {
    /// A unit that somebody looks for.
    pub struct Visibility {
        distance_cm: Centimetres [0..=1000];
        target_in_town_or_wood: bool = false;
        target_fires_or_moves: bool = false;
        blocked: bool = false;
    }
}

krigsspil_engine::outcome! {
    /// Whether it is seen.
    pub struct VisibilityResult {
        limit_cm: i32;
        visible: bool;
    }
}

/// The range of sight in the open, to units in town or wood that fire or move, and to those that do not (§03.02.3).
const SIGHT_CM: [i32; 3] = [250, 15, 8];

impl Procedure for Visibility {
    type Tables = Tables;
    type Outcome = VisibilityResult;
    const ABOUT: About = About { name: "visibility", group: Group::Sight, dice: "", cites: &["03.02.3"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<VisibilityResult, Fault> {
        let limit_cm = match (self.target_in_town_or_wood, self.target_fires_or_moves) {
            (false, _) => SIGHT_CM[0],
            (true, true) => SIGHT_CM[1],
            (true, false) => SIGHT_CM[2],
        };
        let near = self.distance_cm.0 <= f64::from(limit_cm);
        Ok(VisibilityResult { limit_cm, visible: near && !self.blocked })
    }
}
