//! The words of the rules: arms, formations, orders, weapons, cover.

krigsspil_engine::choices! {
    /// Troops that fire small arms.
    pub enum Shooters {
        Infantry = "infantry",
        DismountedCavalry = "dismounted_cavalry",
        MountedCavalry = "mounted_cavalry",
    }

    /// How shooters stand (§02.04.1 to §02.04.3).
    pub enum ShootersFormation {
        Closed = "closed",
        ThinLine = "thin_line",
        Chain = "chain",
        Building = "building",
    }

    /// Anything that can be fired at.
    pub enum TargetArm {
        Infantry = "infantry",
        DismountedCavalry = "dismounted_cavalry",
        MountedCavalry = "mounted_cavalry",
        ArtilleryLimbered = "artillery_limbered",
        ArtilleryUnlimbered = "artillery_unlimbered",
        AmmunitionWagon = "ammunition_wagon",
    }

    /// How a target stands.
    pub enum TargetFormation {
        MarchColumn = "march_column",
        AttackColumn = "attack_column",
        Line = "line",
        ThinLine = "thin_line",
        Chain = "chain",
        Building = "building",
        Rout = "rout",
    }

    /// How a unit keeps together (§08.02.1); pinned units are in light disorder.
    pub enum Order {
        Good = "OR",
        LightDisorder = "LU",
        Pinned = "NH",
        Disorder = "U",
        Rout = "FU",
    }

    /// The order of a unit that is not in rout.
    pub enum SteadyOrder {
        Good = "OR",
        LightDisorder = "LU",
        Pinned = "NH",
        Disorder = "U",
    }

    /// Classes of cover (skema XXII).
    pub enum Cover {
        None = "none",
        I = "I",
        II = "II",
        III = "III",
    }

    /// Small arms (skema IV).
    pub enum Weapon {
        TowerM12 = "tower_m12",
        MusketM22 = "musket_m22",
        MusketM42 = "musket_m42",
        MississippiM41 = "mississippi_m41",
        HarpersFerryM55 = "harpers_ferry_m55",
        EnfieldRifle = "enfield_rifle",
        RemingtonRifle = "remington_rifle",
        SpringfieldM61 = "springfield_m61",
        SharpsSharpshooter = "sharps_sharpshooter",
        WhitworthMarksman = "whitworth_marksman",
        EnfieldCarbine = "enfield_carbine",
        BurnsideCarbine = "burnside_carbine",
        SharpsCarbine = "sharps_carbine",
        SpencerCarbine = "spencer_carbine",
        Shotgun = "shotgun",
        Revolver = "revolver",
    }
}

impl TargetArm {
    /// Men on foot: they can be pinned (§04.02.7).
    pub const fn on_foot(self) -> bool {
        matches!(self, TargetArm::Infantry | TargetArm::DismountedCavalry)
    }
}

impl Weapon {
    /// The row of skema IV it is printed in.
    pub const fn range_row(self) -> &'static str {
        match self {
            Weapon::TowerM12 | Weapon::MusketM22 | Weapon::MusketM42 => "smoothbore_musket",
            Weapon::MississippiM41 => "rifle_with_ball",
            Weapon::HarpersFerryM55
            | Weapon::EnfieldRifle
            | Weapon::RemingtonRifle
            | Weapon::SpringfieldM61 => "rifle_with_cartridge",
            Weapon::SharpsSharpshooter => "sharpshooter_sharps",
            Weapon::WhitworthMarksman => "marksman_whitworth",
            Weapon::EnfieldCarbine
            | Weapon::BurnsideCarbine
            | Weapon::SharpsCarbine
            | Weapon::SpencerCarbine => "rifled_carbine",
            Weapon::Shotgun => "shotgun",
            Weapon::Revolver => "revolver",
        }
    }
}
