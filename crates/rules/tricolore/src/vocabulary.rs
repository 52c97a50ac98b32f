//! The words of the rules: arms, formations, phases, guns, ground.

krigsspil_engine::choices! {
    /// What a test is held against: a rating, or a bare number.
    pub enum TestedAgainst {
        Ability = "E",
        Training = "T",
        Morale = "M",
        Melee = "N",
        Skirmish = "S",
        Orders = "O",
        Fixed = "fixed",
    }

    /// What the dice of a test are counted as.
    pub enum TestKind {
        Successes = "successes",
        DisorderGain = "disorder_gain",
        DisorderRecovery = "disorder_recovery",
    }

    /// Orders of a command (R59).
    pub enum CommandOrder {
        Attack = "attack",
        Advance = "advance",
        Defend = "defend",
        Reserve = "reserve",
        Withdraw = "withdraw",
    }

    /// Why a command is engaged.
    pub enum EngagedBy {
        Melee = "melee",
        Close = "close",
        AttackOrder = "attack_order",
        Nothing = "none",
    }

    /// Who had the initiative last turn.
    pub enum LastInitiative {
        Nobody = "none",
        SideA = "a",
        SideB = "b",
    }

    /// Who has the initiative.
    pub enum Initiative {
        SideA = "a",
        SideB = "b",
    }

    /// Levels of command.
    pub enum Level {
        Brigade = "brigade",
        Division = "division",
        Corps = "corps",
        Army = "army",
    }

    /// Phases in which an officer moves with his command.
    pub enum OfficerPhase {
        Tactical = "tactical",
        Deployment = "deployment",
    }

    /// How an officer turns.
    pub enum OfficerTurn {
        Nothing = "none",
        Pivot = "pivot",
        AboutFace = "about_face",
    }

    /// Ground, as the terrain table names it, and open ground.
    pub enum Terrain {
        Open = "open",
        LightWood = "light_wood",
        DenseWood = "dense_wood",
        Enclosed1 = "enclosed_1",
        Enclosed2 = "enclosed_2",
        Enclosed3 = "enclosed_3",
        GentleSlope = "gentle_slope",
        MediumSlope = "medium_slope",
        SteepSlope = "steep_slope",
        Stream = "stream",
        DeepStream = "deep_stream",
        StreamWithBank = "stream_with_bank",
        SoftGround = "soft_ground",
        Swamp = "swamp",
    }

    /// Ground along a path: the terrain table, and defiles.
    pub enum PathGround {
        Open = "open",
        LightWood = "light_wood",
        DenseWood = "dense_wood",
        Enclosed1 = "enclosed_1",
        Enclosed2 = "enclosed_2",
        Enclosed3 = "enclosed_3",
        GentleSlope = "gentle_slope",
        MediumSlope = "medium_slope",
        SteepSlope = "steep_slope",
        Stream = "stream",
        DeepStream = "deep_stream",
        StreamWithBank = "stream_with_bank",
        SoftGround = "soft_ground",
        Swamp = "swamp",
        DefileSingle = "defile_single",
        DefileDouble = "defile_double",
    }

    /// The four arms of the terrain table and of reorganisation.
    pub enum Arm {
        Infantry = "infantry",
        Skirmishers = "skirmishers",
        Cavalry = "cavalry",
        Artillery = "artillery",
    }

    /// Everything that marches.
    pub enum MarchingArm {
        Infantry = "infantry",
        Skirmishers = "skirmishers",
        Cavalry = "cavalry",
        FootArtillery = "foot_artillery",
        HorseArtillery = "horse_artillery",
        Train = "train",
    }

    /// Formations on the move.
    pub enum MarchFormation {
        Line = "line",
        Column = "column",
        Square = "square",
        MarchColumn = "march_column",
        Skirmish = "skirmish",
        Limbered = "limbered",
    }

    /// Phases in which units move.
    pub enum MovePhase {
        Manoeuvre = "manoeuvre",
        Tactical = "tactical",
        Deployment = "deployment",
    }

    /// How a unit moves.
    pub enum MoveMode {
        Normal = "normal",
        RoadMarch = "road_march",
        Adjust = "adjust",
    }

    /// Arms that are either foot or horse.
    pub enum FootOrHorse {
        Infantry = "infantry",
        Cavalry = "cavalry",
    }

    /// Formations of troops.
    pub enum TroopFormation {
        Line = "line",
        Column = "column",
        Square = "square",
        MarchColumn = "march_column",
        Skirmish = "skirmish",
    }

    /// A unit that marches through another.
    pub enum Passing {
        Formed = "formed",
        Skirmishers = "skirmishers",
    }

    /// A unit that is marched through.
    pub enum Passed {
        Formed = "formed",
        UnlimberedArtillery = "unlimbered_artillery",
        Skirmishers = "skirmishers",
    }

    /// Guns by the weight of their shot.
    pub enum Calibre {
        Pd3 = "3pd",
        Pd4 = "4pd",
        Pd6 = "6pd",
        Pd8 = "8pd",
        Pd9 = "9pd",
        Pd10 = "10pd",
        Pd12 = "12pd",
    }

    /// What is bombarded.
    pub enum BombardmentTarget {
        Troops = "troops",
        TownZone = "town_zone",
        Artillery = "artillery",
    }

    /// Who may slip away before contact.
    pub enum Evader {
        Skirmishers = "skirmishers",
        Artillery = "artillery",
    }

    /// Troops that fight on foot: formed, or as skirmishers.
    pub enum FootKind {
        Infantry = "infantry",
        Skirmishers = "skirmishers",
    }

    /// Whoever can be attacked apart from cavalry.
    pub enum TargetKind {
        Infantry = "infantry",
        Skirmishers = "skirmishers",
        Artillery = "artillery",
    }

    /// Formations of infantry in melee.
    pub enum FootFormation {
        Line = "line",
        Column = "column",
        Square = "square",
        MarchColumn = "march_column",
    }

    /// Formations of infantry that storms a town zone.
    pub enum StormFormation {
        Line = "line",
        Column = "column",
    }

    /// Formations of cavalry in melee.
    pub enum HorseFormation {
        Line = "line",
        Column = "column",
        MarchColumn = "march_column",
    }

    /// Weights of cavalry.
    pub enum CavalryWeight {
        Light = "light",
        Medium = "medium",
        Heavy = "heavy",
    }

    /// Formations a melee result forces upon infantry.
    pub enum ForcedInto {
        Line = "line",
        Square = "square",
    }

    /// Results of a melee that a unit may ride or march on after.
    pub enum Victory {
        A200 = "A200",
        A300 = "A300",
        A400 = "A400",
        Continued = "#",
    }

    /// The two sides of a melee.
    pub enum Side {
        Attacker = "attacker",
        Defender = "defender",
    }

    /// Which side breaks off a continued melee.
    pub enum BreaksOff {
        Nobody = "none",
        Attacker = "attacker",
        Defender = "defender",
    }

    /// What the player of a victorious unit wants.
    pub enum Wish {
        Through = "through",
        Stay = "stay",
    }

    /// Ready classes of troops (house).
    pub enum TroopClass {
        Irregular = "irregular",
        Militia = "militia",
        Conscript = "conscript",
        Line = "line",
        Light = "light",
        Veteran = "veteran",
        Elite = "elite",
        Guard = "guard",
        OldGuard = "old_guard",
    }

    /// Arms with a footprint of their own.
    pub enum BaseArm {
        Infantry = "infantry",
        Cavalry = "cavalry",
        Artillery = "artillery",
        Train = "train",
    }

    /// Every formation that covers ground.
    pub enum BaseFormation {
        Line = "line",
        Column = "column",
        Square = "square",
        MarchColumn = "march_column",
        Skirmish = "skirmish",
        Unlimbered = "unlimbered",
        Limbered = "limbered",
    }

    /// The result tables of melee.
    pub enum MeleeTable {
        InfantryVsInfantry = "infantry_vs_infantry",
        InfantryVsArtillery = "infantry_vs_artillery",
        InfantryContinued = "infantry_continued",
        Town = "town",
        InfantryVsCavalry = "infantry_vs_cavalry",
        CavalryVsCavalry = "cavalry_vs_cavalry",
        CavalryContinued = "cavalry_continued",
        CavalryVsInfantry = "cavalry_vs_infantry",
        CavalryVsArtillery = "cavalry_vs_artillery",
    }
}

impl MarchingArm {
    /// The column of the terrain table (R46).
    pub const fn terrain_column(self) -> Arm {
        match self {
            MarchingArm::Infantry => Arm::Infantry,
            MarchingArm::Skirmishers => Arm::Skirmishers,
            MarchingArm::Cavalry => Arm::Cavalry,
            MarchingArm::FootArtillery | MarchingArm::HorseArtillery | MarchingArm::Train => Arm::Artillery,
        }
    }

    /// Guns, which keep to their own rates.
    pub const fn is_artillery(self) -> bool {
        matches!(self, MarchingArm::FootArtillery | MarchingArm::HorseArtillery)
    }
}

impl PathGround {
    /// The row of the terrain table; a defile has none.
    pub const fn terrain(self) -> Option<Terrain> {
        Some(match self {
            PathGround::Open => Terrain::Open,
            PathGround::LightWood => Terrain::LightWood,
            PathGround::DenseWood => Terrain::DenseWood,
            PathGround::Enclosed1 => Terrain::Enclosed1,
            PathGround::Enclosed2 => Terrain::Enclosed2,
            PathGround::Enclosed3 => Terrain::Enclosed3,
            PathGround::GentleSlope => Terrain::GentleSlope,
            PathGround::MediumSlope => Terrain::MediumSlope,
            PathGround::SteepSlope => Terrain::SteepSlope,
            PathGround::Stream => Terrain::Stream,
            PathGround::DeepStream => Terrain::DeepStream,
            PathGround::StreamWithBank => Terrain::StreamWithBank,
            PathGround::SoftGround => Terrain::SoftGround,
            PathGround::Swamp => Terrain::Swamp,
            PathGround::DefileSingle | PathGround::DefileDouble => return None,
        })
    }
}

impl From<FootKind> for TargetKind {
    fn from(kind: FootKind) -> TargetKind {
        match kind {
            FootKind::Infantry => TargetKind::Infantry,
            FootKind::Skirmishers => TargetKind::Skirmishers,
        }
    }
}

impl From<FootFormation> for TroopFormation {
    fn from(formation: FootFormation) -> TroopFormation {
        match formation {
            FootFormation::Line => TroopFormation::Line,
            FootFormation::Column => TroopFormation::Column,
            FootFormation::Square => TroopFormation::Square,
            FootFormation::MarchColumn => TroopFormation::MarchColumn,
        }
    }
}
