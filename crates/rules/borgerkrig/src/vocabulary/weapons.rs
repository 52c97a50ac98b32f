//! Small arms and guns.

krigsspil_engine::choices! {
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

    /// Guns (skema VII).
    pub enum Gun {
        Gun6pd = "gun_6pd",
        Whitworth6pd = "whitworth_6pd",
        Parrott10pd = "parrott_10pd",
        Brooke10pd = "brooke_10pd",
        Rodman3in = "rodman_3in",
        GunHowitzer12pdM41 = "gun_howitzer_12pd_m41",
        Napoleon12pd = "napoleon_12pd",
        Blakely12pd = "blakely_12pd",
        Armstrong12pd = "armstrong_12pd",
        Whitworth12pd = "whitworth_12pd",
        Parrott20pd = "parrott_20pd",
        Parrott30pd = "parrott_30pd",
        Howitzer12pd = "howitzer_12pd",
        Howitzer24pd = "howitzer_24pd",
        Howitzer32pd = "howitzer_32pd",
        MountainHowitzer3pd = "mountain_howitzer_3pd",
        MountainHowitzer12pd = "mountain_howitzer_12pd",
        Mortar10in = "mortar_10in",
    }

    /// What a gun is loaded with.
    pub enum Ammunition {
        Canister = "canister",
        Shell = "shell",
        Shot = "shot",
    }

    /// How accurately a gun shoots (skema VIII).
    pub enum DeviationClass {
        Smoothbore = "smoothbore",
        Rifled = "rifled",
        Precision = "precision",
    }

    /// The direction in which a shell or shot deviates.
    pub enum Deviation {
        Short = "short",
        Left = "left",
        On = "on",
        Right = "right",
        Long = "long",
    }
}

impl Weapon {
    /// Its printed row of skema IV.
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

impl Gun {
    /// The row of skema VIII (ruling 35).
    pub const fn deviation_class(self) -> DeviationClass {
        use Gun::*;
        match self {
            Parrott10pd | Brooke10pd | Rodman3in | Parrott20pd | Parrott30pd => DeviationClass::Rifled,
            Whitworth6pd | Blakely12pd | Armstrong12pd | Whitworth12pd => DeviationClass::Precision,
            _ => DeviationClass::Smoothbore,
        }
    }

    /// Howitzers and the mortar fire shell over friends without being higher; gun-howitzers count as guns (ruling 35).
    pub const fn howitzer(self) -> bool {
        use Gun::*;
        matches!(
            self,
            Howitzer12pd
                | Howitzer24pd
                | Howitzer32pd
                | MountainHowitzer3pd
                | MountainHowitzer12pd
                | Mortar10in
        )
    }

    /// The row of skema XXI for its load.
    pub const fn load_row(self) -> &'static str {
        use Gun::*;
        match self {
            Gun6pd | GunHowitzer12pdM41 | Napoleon12pd => "smoothbore_gun",
            Whitworth6pd | Whitworth12pd => "whitworth",
            Mortar10in => "mortar",
            Howitzer12pd | Howitzer24pd | Howitzer32pd | MountainHowitzer3pd | MountainHowitzer12pd => {
                "howitzer"
            }
            _ => "rifled_gun",
        }
    }
}
