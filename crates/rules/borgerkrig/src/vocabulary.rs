//! The words of the rules: arms, formations, orders, weapons, cover.

krigsspil_engine::choices! {
    /// Troops with small arms.
    pub enum Troops {
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

    /// An arm, whatever its guns or horses are doing.
    pub enum Arm {
        Infantry = "infantry",
        DismountedCavalry = "dismounted_cavalry",
        MountedCavalry = "mounted_cavalry",
        Artillery = "artillery",
    }

    /// An arm; guns limbered or not.
    pub enum UnitArm {
        Infantry = "infantry",
        DismountedCavalry = "dismounted_cavalry",
        MountedCavalry = "mounted_cavalry",
        ArtilleryLimbered = "artillery_limbered",
        ArtilleryUnlimbered = "artillery_unlimbered",
    }

    /// Men on their feet or on horses; dismounted cavalry is infantry here.
    pub enum FootOrHorse {
        Infantry = "infantry",
        MountedCavalry = "mounted_cavalry",
    }

    /// The formations of infantry and cavalry (§02.01.0, §02.02.0).
    pub enum Formation {
        MarchColumn = "march_column",
        AttackColumn = "attack_column",
        Line = "line",
        ThinLine = "thin_line",
        Chain = "chain",
    }

    /// The two armies.
    pub enum Army {
        Union = "union",
        Confederate = "confederate",
    }

    /// What a throw can put a unit in.
    pub enum OrderResult {
        Good = "OR",
        LightDisorder = "LU",
        Disorder = "U",
        Rout = "FU",
    }

    /// The order of a battery, which is never pinned, while it still fires.
    pub enum BatteryOrder {
        Good = "OR",
        LightDisorder = "LU",
        Disorder = "U",
    }

    /// What an order result makes a unit do at once (§04.02.0).
    pub enum ForcedAction {
        None = "none",
        Pinned = "pinned",
        TurnAndWithdraw = "turn_and_withdraw",
        RetireHalfTurn = "retire_half_turn",
        FleeHalfTurn = "flee_half_turn",
        FleeWholeTurn = "flee_whole_turn",
        AbandonGuns = "abandon_guns_flee_half_turn",
    }

    /// From which side an attack comes (§07.03.3, §07.03.4).
    pub enum Aspect {
        Front = "front",
        Outflank = "outflank",
        Flank = "flank",
        Rear = "rear",
    }

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

    /// Classes of obstacle that can be passed by somebody (skema XII, skema XXII).
    pub enum PassableObstacle {
        None = "none",
        I = "I",
        II = "II",
        III = "III",
    }

    /// Rows of skema I; the two printed rows of storm and flight together stand here apart (ruling 4).
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

    /// Ground and things that hinder or cover (skema XXII).
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

    /// How true a gun shoots (skema VIII).
    pub enum DeviationClass {
        Smoothbore = "smoothbore",
        Rifled = "rifled",
        Precision = "precision",
    }

    /// To which side a shell or shot strays.
    pub enum Deviation {
        Short = "short",
        Left = "left",
        On = "on",
        Right = "right",
        Long = "long",
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

impl Troops {
    /// Men on foot.
    pub const fn on_foot(self) -> bool {
        !matches!(self, Troops::MountedCavalry)
    }
}

impl Arm {
    /// Infantry and dismounted cavalry.
    pub const fn on_foot(self) -> bool {
        matches!(self, Arm::Infantry | Arm::DismountedCavalry)
    }
}

impl UnitArm {
    /// Infantry and dismounted cavalry: they can be pinned (§04.02.7).
    pub const fn on_foot(self) -> bool {
        matches!(self, UnitArm::Infantry | UnitArm::DismountedCavalry)
    }

    /// Mounted cavalry and limbered guns: close fire turns them away (§04.02.6).
    pub const fn turns_away(self) -> bool {
        matches!(self, UnitArm::MountedCavalry | UnitArm::ArtilleryLimbered)
    }
}

impl From<Troops> for UnitArm {
    fn from(troops: Troops) -> UnitArm {
        match troops {
            Troops::Infantry => UnitArm::Infantry,
            Troops::DismountedCavalry => UnitArm::DismountedCavalry,
            Troops::MountedCavalry => UnitArm::MountedCavalry,
        }
    }
}

impl Formation {
    /// Columns and lines are closed, thin lines and chains are not (§02.04.1, §02.04.2).
    pub const fn closed(self) -> bool {
        matches!(self, Formation::MarchColumn | Formation::AttackColumn | Formation::Line)
    }
}

impl Order {
    /// OR, then LU and NH alike, then U, then FU.
    const fn rank(self) -> u8 {
        match self {
            Order::Good => 0,
            Order::LightDisorder | Order::Pinned => 1,
            Order::Disorder => 2,
            Order::Rout => 3,
        }
    }

    /// The worse of the two; nothing but reorganisation improves order, and a pinned unit stays pinned on LU.
    pub fn or_worse(self, result: impl Into<Order>) -> Order {
        let result = result.into();
        if result.rank() > self.rank() { result } else { self }
    }

    /// Is a result at least as bad as this order, so that it counts as coming into it?
    pub fn reached_by(self, result: impl Into<Order>) -> bool {
        result.into().rank() >= self.rank()
    }

    /// Disorder and rout.
    pub const fn disordered(self) -> bool {
        matches!(self, Order::Disorder | Order::Rout)
    }
}

impl From<SteadyOrder> for Order {
    fn from(order: SteadyOrder) -> Order {
        match order {
            SteadyOrder::Good => Order::Good,
            SteadyOrder::LightDisorder => Order::LightDisorder,
            SteadyOrder::Pinned => Order::Pinned,
            SteadyOrder::Disorder => Order::Disorder,
        }
    }
}

impl From<OrderResult> for Order {
    fn from(result: OrderResult) -> Order {
        match result {
            OrderResult::Good => Order::Good,
            OrderResult::LightDisorder => Order::LightDisorder,
            OrderResult::Disorder => Order::Disorder,
            OrderResult::Rout => Order::Rout,
        }
    }
}

/// What coming into an order makes a unit do at once: retire in disorder, flee in rout (§04.02.1, §04.02.3, §08.02.6).
pub fn forced_by(result: OrderResult, arm: UnitArm) -> ForcedAction {
    match (result, arm) {
        (OrderResult::Good | OrderResult::LightDisorder, _) => ForcedAction::None,
        (OrderResult::Disorder, _) => ForcedAction::RetireHalfTurn,
        (OrderResult::Rout, UnitArm::MountedCavalry) => ForcedAction::FleeWholeTurn,
        (OrderResult::Rout, UnitArm::ArtilleryUnlimbered) => ForcedAction::AbandonGuns,
        (OrderResult::Rout, _) => ForcedAction::FleeHalfTurn,
    }
}

impl MarchRow {
    /// The row of skema I it is printed in.
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

    /// Guns or wagons drawn by horses: they feel the loss of them (§06.03.5).
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

    /// Rows that going backward does not slow: flight, formation change, staff, unlimbered guns (ruling 6).
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

    /// The row of ordinary march of mounted cavalry in a formation; it has no thin line and marches as a line.
    pub const fn of_cavalry(formation: Formation) -> MarchRow {
        match formation {
            Formation::MarchColumn => MarchRow::CavalryMarchColumn,
            Formation::AttackColumn => MarchRow::CavalryAttackColumn,
            Formation::Line | Formation::ThinLine => MarchRow::CavalryLine,
            Formation::Chain => MarchRow::CavalryChain,
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

    /// Howitzers and the mortar fire shell over friends without height; gun-howitzers are guns (ruling 35).
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

    /// The row of skema XXI that tells its load.
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
