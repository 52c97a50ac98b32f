//! Words for fire, melee, skirmishing, buildings and bases.

krigsspil_engine::choices! {
    /// Small arms (skema X).
    pub enum Weapon {
        Carbine = "carbine",
        Musket = "musket",
        Rifle = "rifle",
    }

    /// What strikes a flank.
    pub enum StrikeKind {
        SmallArms = "small_arms",
        Artillery = "artillery",
        Melee = "melee",
    }

    /// The side of a unit.
    pub enum Face {
        Front = "front",
        Flank = "flank",
        Rear = "rear",
    }

    /// Whether a unit has flanks.
    pub enum FlankTarget {
        Closed = "closed",
        Spread = "spread",
        AllRound = "all_round",
    }

    /// The formation of the firers.
    pub enum FirerFormation {
        Closed = "closed",
        DenseSkirmish = "dense_skirmish",
        ThinSkirmish = "thin_skirmish",
    }

    /// The formation of a target of fire.
    pub enum TargetFormation {
        Line = "line",
        Column = "column",
        Mass = "mass",
        Square = "square",
        SquareOneFront = "square_one_front",
        DenseSkirmish = "dense_skirmish",
        ThinSkirmish = "thin_skirmish",
    }

    /// What small arms fire at.
    pub enum SmallArmsTarget {
        Infantry = "infantry",
        Cavalry = "cavalry",
        LimberedArtillery = "limbered_artillery",
        UnlimberedArtillery = "unlimbered_artillery",
        Train = "train",
    }

    /// What artillery fires at.
    pub enum ArtilleryTarget {
        Infantry = "infantry",
        Cavalry = "cavalry",
        UnlimberedArtillery = "unlimbered_artillery",
        LimberedArtillery = "limbered_artillery",
        Train = "train",
        Working = "working",
        Building = "building",
    }

    /// Small arms or artillery.
    pub enum FireKind {
        SmallArms = "small_arms",
        Artillery = "artillery",
    }

    /// Pieces of artillery (skema XIV).
    pub enum Piece {
        Prussia3Pd = "prussia_3pd",
        Austria3Pd = "austria_3pd",
        Denmark6PdHorse = "denmark_6pd_horse",
        Prussia6PdHorse = "prussia_6pd_horse",
        Denmark3Pd = "denmark_3pd",
        France4PdGribeauval = "france_4pd_gribeauval",
        Bavaria6Pd = "bavaria_6pd",
        Denmark6PdFoot = "denmark_6pd_foot",
        England6Pd = "england_6pd",
        HollandBelgium6Pd = "holland_belgium_6pd",
        Prussia6Pd = "prussia_6pd",
        Austria6Pd = "austria_6pd",
        France6PdAnXi = "france_6pd_an_xi",
        Russia6Pd = "russia_6pd",
        Saxony6Pd = "saxony_6pd",
        Saxony8Pd = "saxony_8pd",
        Sweden6Pd = "sweden_6pd",
        France8PdGribeauval = "france_8pd_gribeauval",
        England9Pd = "england_9pd",
        Russia12PdShort = "russia_12pd_short",
        Saxony12Pd = "saxony_12pd",
        Austria12Pd = "austria_12pd",
        Bavaria12Pd = "bavaria_12pd",
        Denmark12PdCarl = "denmark_12pd_carl",
        France12PdGribeauval = "france_12pd_gribeauval",
        France12PdAnXi = "france_12pd_an_xi",
        Prussia12Pd = "prussia_12pd",
        Russia12PdLong = "russia_12pd_long",
        HowitzerEngland = "howitzer_england_5_5in",
        HowitzerPrussia = "howitzer_prussia_7pd",
    }

    /// Classes of pieces (skema III).
    pub enum PieceWeight {
        Light = "light",
        Medium = "medium",
        Heavy = "heavy",
    }

    /// Ground where balls do not bounce (§10.04.2).
    pub enum NoRicochetArea {
        None = "none",
        UphillSlope = "uphill_slope",
        SoftGround = "soft_ground",
        Wood = "wood",
        Plantation = "plantation",
        Scrub = "scrub",
        BuiltUp = "built_up",
        TwoStepsBelow = "two_steps_below",
    }

    /// Who draws ammunition.
    pub enum Recipient {
        Battalion = "battalion",
        CavalryRegiment = "cavalry_regiment",
        IndependentCompany = "independent_company",
        Battery = "battery",
    }

    /// Closed, skirmishing or at work.
    pub enum AttackFormation {
        Closed = "closed",
        Skirmish = "skirmish",
        Working = "working",
    }

    /// What prevents a unit from attacking.
    pub enum AttackBar {
        NotIntact = "not_intact",
        ArmCannotAttack = "arm_cannot_attack",
        Working = "working",
        ClosedCavalry = "closed_cavalry",
        SkirmishersVSpreadCavalry = "skirmishers_v_spread_cavalry",
        SkirmishTarget = "skirmish_target",
        FireOrder = "fire_order",
        Backward = "backward",
        AlreadyAttacked = "already_attacked",
        NotOrdered = "not_ordered",
        NotAnnounced = "not_announced",
    }

    /// The momentum of cavalry.
    pub enum Momentum {
        None = "none",
        Momentum = "momentum",
        Storm = "storm",
    }

    /// The formation of a support unit and of the unit it supports.
    pub enum SupportFormation {
        Line = "line",
        AttackColumn = "attack_column",
        Square = "square",
        BattalionMass = "battalion_mass",
        MarchColumn = "march_column",
        Hob = "hob",
        Skirmish = "skirmish",
    }

    /// The ground between them.
    pub enum SupportGround {
        Normal = "normal",
        Difficult = "difficult",
    }

    /// Arms that attack.
    pub enum AttackerArm {
        Infantry = "infantry",
        HeavyCavalry = "heavy_cavalry",
        MediumCavalry = "medium_cavalry",
        LightCavalry = "light_cavalry",
        Cossacks = "cossacks",
    }

    /// Arms in melee.
    pub enum MeleeArm {
        Infantry = "infantry",
        HeavyCavalry = "heavy_cavalry",
        MediumCavalry = "medium_cavalry",
        LightCavalry = "light_cavalry",
        Cossacks = "cossacks",
        Artillery = "artillery",
        Train = "train",
    }

    /// Formations of an attacker.
    pub enum AttackerFormation {
        Line = "line",
        AttackColumn = "attack_column",
        MarchColumn = "march_column",
        SingleColumn = "single_column",
        BrigadeColumn = "brigade_column",
        Square = "square",
        SquareOneFront = "square_one_front",
        BattalionMass = "battalion_mass",
        Hob = "hob",
        Skirmish = "skirmish",
    }

    /// Formations in melee.
    pub enum MeleeFormation {
        Line = "line",
        AttackColumn = "attack_column",
        MarchColumn = "march_column",
        SingleColumn = "single_column",
        BrigadeColumn = "brigade_column",
        Square = "square",
        SquareOneFront = "square_one_front",
        BattalionMass = "battalion_mass",
        Hob = "hob",
        Skirmish = "skirmish",
        Working = "working",
    }

    /// Formations of a unit that a flight runs into.
    pub enum ThreatenedFormation {
        Line = "line",
        AttackColumn = "attack_column",
        MarchColumn = "march_column",
        SingleColumn = "single_column",
        BrigadeColumn = "brigade_column",
        Square = "square",
        SquareOneFront = "square_one_front",
        BattalionMass = "battalion_mass",
        Hob = "hob",
    }

    /// Smoke in front of a defender.
    pub enum Smoke {
        None = "none",
        LastTurn = "last_turn",
        ThisTurn = "this_turn",
    }

    /// The side whose cossacks do not close.
    pub enum RefusingSide {
        None = "none",
        Attacker = "attacker",
        Defender = "defender",
    }

    /// Who won.
    pub enum MeleeWinner {
        Attacker = "attacker",
        Defender = "defender",
        None = "none",
    }

    /// The three blocks of skema XVII.
    pub enum MeleeBlock {
        InfantryVAll = "infantry_v_all",
        CavalryVCavalry = "cavalry_v_cavalry",
        CavalryVOther = "cavalry_v_other",
    }

    /// Why a unit surrenders.
    pub enum SurrenderReason {
        None = "none",
        TooFew = "too_few",
        BeatenTwice = "beaten_twice",
    }

    /// What gunners do with their guns.
    pub enum GunsChoice {
        LimberUp = "limber_up",
        HandHaul = "hand_haul",
        Abandon = "abandon",
    }

    /// Arms that skirmish.
    pub enum SkirmishArm {
        Infantry = "infantry",
        Cavalry = "cavalry",
        Cossacks = "cossacks",
    }

    /// Where skirmishers are.
    pub enum SkirmishPlace {
        Open = "open",
        Plantation = "plantation",
        BuiltUp = "built_up",
    }

    /// Why single figures walk (§06.02.2).
    pub enum DeployAction {
        SendOut = "send_out",
        Recall = "recall",
        FormHob = "form_hob",
        RemanGuns = "reman_guns",
    }

    /// Who walks.
    pub enum DeployWho {
        Infantry = "infantry",
        Cavalry = "cavalry",
        Cossacks = "cossacks",
        FootGunners = "foot_gunners",
        HorseGunners = "horse_gunners",
    }

    /// The ground walked over.
    pub enum DeployGround {
        Normal = "normal",
        Difficult = "difficult",
        Plantation = "plantation",
    }

    /// Skirmishers on foot or mounted.
    pub enum SkirmishKind {
        SkirmishLine = "skirmish_line",
        Swarm = "swarm",
    }

    /// The formation of a soutien.
    pub enum SoutienFormation {
        Line = "line",
        AttackColumn = "attack_column",
        Square = "square",
        BattalionMass = "battalion_mass",
        MarchColumn = "march_column",
        SingleColumn = "single_column",
        Hob = "hob",
        Skirmish = "skirmish",
    }

    /// Who presses skirmishers back.
    pub enum PressedBy {
        ClosedEnemy = "closed_enemy",
        OwnUnitInDisorder = "own_unit_in_u",
    }

    /// The outcome for skirmishers who are pressed back.
    pub enum Pressed {
        Holds = "holds",
        FallsBack = "falls_back",
        Routed = "routed",
    }

    /// Buildings by their strength (§17.02.3).
    pub enum BuildingKind {
        Ordinary = "ordinary",
        Strong2 = "strong_2",
        Strong3 = "strong_3",
    }

    /// The formation a unit in a building counts as.
    pub enum BuildingFormation {
        Hob = "hob",
    }

    /// Kinds of batteries.
    pub enum BatteryKind {
        Foot = "foot",
        Driving = "driving",
        Horse = "horse",
    }

    /// The object on a base.
    pub enum BaseItem {
        Infantry3Ranks = "infantry_3_ranks",
        Infantry2Ranks = "infantry_2_ranks",
        Mounted = "mounted",
        FootCrew = "foot_crew",
        Piece = "piece",
        Limber = "limber",
        LimberPair = "limber_pair",
        Wagon = "wagon",
    }

    /// Bases of figures.
    pub enum FigureBase {
        Infantry3Ranks = "infantry_3_ranks",
        Infantry2Ranks = "infantry_2_ranks",
        Mounted = "mounted",
        FootCrew = "foot_crew",
    }

    /// Formations that cover ground.
    pub enum FootprintFormation {
        Line = "line",
        AttackColumn = "attack_column",
        BattalionMass = "battalion_mass",
        MarchColumn = "march_column",
        SingleColumn = "single_column",
        Square = "square",
        Block = "block",
        DenseSkirmish = "dense_skirmish",
        ThinSkirmish = "thin_skirmish",
    }
}

impl AttackerArm {
    /// The arm as a melee treats it.
    pub const fn in_melee(self) -> MeleeArm {
        match self {
            AttackerArm::Infantry => MeleeArm::Infantry,
            AttackerArm::HeavyCavalry => MeleeArm::HeavyCavalry,
            AttackerArm::MediumCavalry => MeleeArm::MediumCavalry,
            AttackerArm::LightCavalry => MeleeArm::LightCavalry,
            AttackerArm::Cossacks => MeleeArm::Cossacks,
        }
    }
}

impl MeleeArm {
    /// Mounted, including cossacks.
    pub const fn cavalry(self) -> bool {
        !matches!(self, MeleeArm::Infantry | MeleeArm::Artillery | MeleeArm::Train)
    }
}

impl AttackerFormation {
    /// The formation as a melee treats it.
    pub const fn in_melee(self) -> MeleeFormation {
        match self {
            AttackerFormation::Line => MeleeFormation::Line,
            AttackerFormation::AttackColumn => MeleeFormation::AttackColumn,
            AttackerFormation::MarchColumn => MeleeFormation::MarchColumn,
            AttackerFormation::SingleColumn => MeleeFormation::SingleColumn,
            AttackerFormation::BrigadeColumn => MeleeFormation::BrigadeColumn,
            AttackerFormation::Square => MeleeFormation::Square,
            AttackerFormation::SquareOneFront => MeleeFormation::SquareOneFront,
            AttackerFormation::BattalionMass => MeleeFormation::BattalionMass,
            AttackerFormation::Hob => MeleeFormation::Hob,
            AttackerFormation::Skirmish => MeleeFormation::Skirmish,
        }
    }
}

impl ThreatenedFormation {
    /// The formation as a melee treats it.
    pub const fn in_melee(self) -> MeleeFormation {
        match self {
            ThreatenedFormation::Line => MeleeFormation::Line,
            ThreatenedFormation::AttackColumn => MeleeFormation::AttackColumn,
            ThreatenedFormation::MarchColumn => MeleeFormation::MarchColumn,
            ThreatenedFormation::SingleColumn => MeleeFormation::SingleColumn,
            ThreatenedFormation::BrigadeColumn => MeleeFormation::BrigadeColumn,
            ThreatenedFormation::Square => MeleeFormation::Square,
            ThreatenedFormation::SquareOneFront => MeleeFormation::SquareOneFront,
            ThreatenedFormation::BattalionMass => MeleeFormation::BattalionMass,
            ThreatenedFormation::Hob => MeleeFormation::Hob,
        }
    }
}

impl MeleeFormation {
    /// Skirmishing or at work (§05.04.2).
    pub const fn spread(self) -> bool {
        matches!(self, MeleeFormation::Skirmish | MeleeFormation::Working)
    }

    /// Square, battalion mass and hob face all round and have no flanks; spread formations have none either (ruling 37).
    pub const fn has_flanks(self) -> bool {
        !self.spread()
            && !matches!(self, MeleeFormation::Square | MeleeFormation::BattalionMass | MeleeFormation::Hob)
    }

    /// A square, including one with a single front.
    pub const fn square(self) -> bool {
        matches!(self, MeleeFormation::Square | MeleeFormation::SquareOneFront)
    }

    /// March or single column.
    pub const fn march_column(self) -> bool {
        matches!(self, MeleeFormation::MarchColumn | MeleeFormation::SingleColumn)
    }
}

impl FigureBase {
    /// The base in the table of sizes.
    pub const fn item(self) -> BaseItem {
        match self {
            FigureBase::Infantry3Ranks => BaseItem::Infantry3Ranks,
            FigureBase::Infantry2Ranks => BaseItem::Infantry2Ranks,
            FigureBase::Mounted => BaseItem::Mounted,
            FigureBase::FootCrew => BaseItem::FootCrew,
        }
    }
}
