//! Chapter 4.7: the effect of the ground on an arm in a formation.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use crate::tables::{MarchCosts, Tables};
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// Features of the ground.
    pub enum Feature {
        Bridge = "bridge",
        Wood = "wood",
        HedgeOrFence = "hedge_or_fence",
        StoneFence = "stone_fence",
        Wall = "wall",
        River = "river",
        Difficult = "difficult",
        Village = "village",
        TownZone = "town_zone",
        Impassable = "impassable",
    }
}

krigsspil_engine::facts! {
    /// A feature, and the unit that comes to it.
    pub struct Terrain {
        feature: Feature;
        arm: Arm;
        formation: Formation;
        scenario_permits: bool = false, "4.7.6";
    }
}

krigsspil_engine::outcome! {
    /// Its effect.
    pub struct TerrainResult {
        passable: bool;
        cost_quarters: i32;
        halves_march: bool;
        may_stand: bool;
        may_fight: bool;
        fire_cover: bool;
        melee_terrain: MeleeTerrain;
    }
}

/// Ground without effect.
const OPEN: TerrainResult = TerrainResult {
    passable: true,
    cost_quarters: 0,
    halves_march: false,
    may_stand: true,
    may_fight: true,
    fire_cover: false,
    melee_terrain: MeleeTerrain::Open,
};

const RIVER: TerrainResult = TerrainResult { halves_march: true, melee_terrain: MeleeTerrain::River, ..OPEN };

impl Terrain {
    /// March column, or limbered guns, which count as a march column on bridges and in streets (R19).
    fn column_of_route(&self) -> bool {
        self.formation == Formation::MarchColumn
            || self.arm == Arm::Artillery && self.formation == Formation::Limbered
    }

    /// Nobody marches through a wood; infantry in line may stand on its edge (§4.7.3).
    fn wood(&self) -> TerrainResult {
        let edge = self.arm == Arm::Infantry && self.formation == Formation::Line;
        TerrainResult {
            passable: false,
            may_stand: edge,
            may_fight: edge,
            fire_cover: edge,
            melee_terrain: if edge { MeleeTerrain::Wood } else { MeleeTerrain::Open },
            ..OPEN
        }
    }

    /// Stone covers infantry; other arms have no cover behind it (§4.7.5, R20).
    fn stone(&self, costs: &MarchCosts) -> TerrainResult {
        if self.arm == Arm::Infantry {
            TerrainResult {
                cost_quarters: costs.obstacle,
                fire_cover: true,
                melee_terrain: MeleeTerrain::Cover,
                ..OPEN
            }
        } else if self.feature == Feature::Wall {
            TerrainResult { passable: false, ..OPEN }
        } else {
            TerrainResult { cost_quarters: costs.obstacle, ..OPEN }
        }
    }

    fn effect(&self, costs: &MarchCosts) -> TerrainResult {
        match self.feature {
            Feature::Village => OPEN,
            Feature::Bridge if self.column_of_route() => OPEN,
            Feature::Bridge | Feature::River => RIVER,
            Feature::Difficult => TerrainResult { halves_march: true, ..OPEN },
            Feature::Wood => self.wood(),
            Feature::HedgeOrFence if self.arm == Arm::Infantry => OPEN,
            Feature::HedgeOrFence => TerrainResult { cost_quarters: costs.obstacle, ..OPEN },
            Feature::StoneFence | Feature::Wall => self.stone(costs),
            Feature::TownZone => TerrainResult {
                cost_quarters: if self.column_of_route() { 0 } else { costs.into_or_out_of_town },
                fire_cover: self.arm != Arm::Artillery,
                melee_terrain: MeleeTerrain::Town,
                ..OPEN
            },
            Feature::Impassable => TerrainResult {
                passable: self.scenario_permits,
                may_stand: self.scenario_permits,
                may_fight: false,
                ..OPEN
            },
        }
    }
}

impl Procedure for Terrain {
    type Tables = Tables;
    type Outcome = TerrainResult;
    const ABOUT: About = About {
        name: "terrain",
        group: Group::Works,
        dice: "",
        cites: &[
            "4.7.2", "4.7.3", "4.7.4", "4.7.5", "4.7.6", "4.8.1", "4.8.3", "tabel 2", "tabel 5", "tabel 7",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<TerrainResult, Fault> {
        Ok(self.effect(&tables.march))
    }
}
