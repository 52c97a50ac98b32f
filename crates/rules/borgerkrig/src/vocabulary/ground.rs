//! Ground, obstacles and the rows of march.

use super::Formation;

krigsspil_engine::choices! {
    /// Kinds of ground: the columns of skema I.
    pub enum Terrain {
        Road = "road",
        Open = "open",
        Difficult = "difficult",
        Wood = "wood",
        Swamp = "swamp",
        Watercourse = "watercourse",
    }

    /// Classes of obstacle (skema III).
    pub enum Obstacle {
        None = "none",
        I = "I",
        II = "II",
        III = "III",
        IV = "IV",
    }

    /// Classes of obstacle that somebody can pass (skema XII, skema XXII).
    pub enum PassableObstacle {
        None = "none",
        I = "I",
        II = "II",
        III = "III",
    }

    /// Rows of skema I; the two rows that the print has for storm and flight together are separate here (ruling 4).
    pub enum MarchRow {
        InfantryMarchColumn = "infantry_march_column",
        InfantryAttackColumn = "infantry_attack_column",
        InfantryThinLine = "infantry_thin_line",
        InfantryLine = "infantry_line",
        InfantryChain = "infantry_chain",
        InfantryColumnStorm = "infantry_column_storm",
        InfantryLineStorm = "infantry_line_storm",
        InfantryFlight = "infantry_flight",
        InfantryFormationChange = "infantry_formation_change",
        CavalryMarchColumn = "cavalry_march_column",
        CavalryAttackColumn = "cavalry_attack_column",
        CavalryLine = "cavalry_line",
        CavalryChain = "cavalry_chain",
        CavalryStorm = "cavalry_storm",
        CavalryFlight = "cavalry_flight",
        CavalryFormationChange = "cavalry_formation_change",
        Staff = "staff",
        FootArtillery = "foot_artillery",
        FootArtilleryFlight = "foot_artillery_flight",
        HorseArtillery = "horse_artillery",
        HorseArtilleryStorm = "horse_artillery_storm",
        HorseArtilleryFlight = "horse_artillery_flight",
        UnlimberedArtillery = "unlimbered_artillery",
        AmmunitionWagon = "ammunition_wagon",
    }

    /// Features that hinder or cover (skema XXII).
    pub enum Feature {
        Barricade = "barricade",
        WoodenBuilding = "wooden_building",
        StoneBuilding = "stone_building",
        LightFieldwork = "light_fieldwork",
        ProperFieldwork = "proper_fieldwork",
        Abatis = "abatis",
        ChevauxDeFrise = "chevaux_de_frise",
        Ditch = "ditch",
        BankOrDyke = "bank_or_dyke",
        FenceOrHedge = "fence_or_hedge",
        Wall = "wall",
        ParkedMateriel = "parked_materiel",
        WoodEdge = "wood_edge",
        Wood = "wood",
    }
}

impl MarchRow {
    /// Its printed row of skema I.
    pub const fn printed_row(self) -> &'static str {
        match self {
            MarchRow::CavalryStorm | MarchRow::CavalryFlight => "cavalry_storm_and_flight",
            MarchRow::HorseArtilleryStorm | MarchRow::HorseArtilleryFlight => {
                "horse_artillery_storm_and_flight"
            }
            row => row.as_str(),
        }
    }

    /// A storm.
    pub const fn storm(self) -> bool {
        use MarchRow::*;
        matches!(self, InfantryColumnStorm | InfantryLineStorm | CavalryStorm | HorseArtilleryStorm)
    }

    /// Guns or wagons with horses: the loss of horses affects them (§06.03.5).
    pub const fn drawn(self) -> bool {
        use MarchRow::*;
        matches!(
            self,
            FootArtillery
                | FootArtilleryFlight
                | HorseArtillery
                | HorseArtilleryStorm
                | HorseArtilleryFlight
                | AmmunitionWagon
        )
    }

    /// Rows that backward movement does not slow: flight, formation change, staff, unlimbered guns (ruling 6).
    pub const fn backward_free(self) -> bool {
        use MarchRow::*;
        matches!(
            self,
            InfantryFlight
                | CavalryFlight
                | FootArtilleryFlight
                | HorseArtilleryFlight
                | InfantryFormationChange
                | CavalryFormationChange
                | Staff
                | UnlimberedArtillery
        )
    }

    /// The row of ordinary march of infantry in a formation.
    pub const fn of_infantry(formation: Formation) -> MarchRow {
        match formation {
            Formation::MarchColumn => MarchRow::InfantryMarchColumn,
            Formation::AttackColumn => MarchRow::InfantryAttackColumn,
            Formation::Line => MarchRow::InfantryLine,
            Formation::ThinLine => MarchRow::InfantryThinLine,
            Formation::Chain => MarchRow::InfantryChain,
        }
    }

    /// The row of ordinary march of mounted cavalry in a formation; it has no thin line and then marches as a line.
    pub const fn of_cavalry(formation: Formation) -> MarchRow {
        match formation {
            Formation::MarchColumn => MarchRow::CavalryMarchColumn,
            Formation::AttackColumn => MarchRow::CavalryAttackColumn,
            Formation::Line | Formation::ThinLine => MarchRow::CavalryLine,
            Formation::Chain => MarchRow::CavalryChain,
        }
    }
}
