//! The words of the pioneers: works, leaders, objects, vessels.

krigsspil_engine::choices! {
    /// The rows of skema XX.
    pub enum Work {
        StormGangway = "storm_gangway",
        PontoonBridge = "pontoon_bridge",
        ImprovisedBridge = "improvised_bridge",
        EmergencyBridgeRepair = "emergency_bridge_repair",
        BridgeRepair = "bridge_repair",
        BridgeDeckRepair = "bridge_deck_repair",
        PontoonFerry = "pontoon_ferry",
        ImprovisedFerry = "improvised_ferry",
        PontoonBoat = "pontoon_boat",
        ImprovisedBoat = "improvised_boat",
        FordStrengthening = "ford_strengthening",
        ScalingLadder = "scaling_ladder",
        WoodPath = "wood_path",
        WoodRoad = "wood_road",
        AbatisOrBarricade = "abatis_or_barricade",
        ChevauxOrPalisade = "chevaux_or_palisade",
        WolfPit = "wolf_pit",
        Sap = "sap",
        Trench = "trench",
        Breastwork1 = "breastwork_1",
        Breastwork2 = "breastwork_2",
        Breastwork3 = "breastwork_3",
        BreastworkRamp = "breastwork_ramp",
        TrenchParapet = "trench_parapet",
        Parallel = "parallel",
        Magazine = "magazine",
        Shelter = "shelter",
        GunEmplacement = "gun_emplacement",
    }

    /// The earthworks: the rows of skema XX from the wolf pit down (§19.12.4).
    pub enum Earthwork {
        WolfPit = "wolf_pit",
        Sap = "sap",
        Trench = "trench",
        Breastwork1 = "breastwork_1",
        Breastwork2 = "breastwork_2",
        Breastwork3 = "breastwork_3",
        BreastworkRamp = "breastwork_ramp",
        TrenchParapet = "trench_parapet",
        Parallel = "parallel",
        Magazine = "magazine",
        Shelter = "shelter",
        GunEmplacement = "gun_emplacement",
    }

    /// Who leads a work on the spot (§19.04.2).
    pub enum Leader {
        EngineerOfficer = "engineer_officer",
        ArtilleryOfficer = "artillery_officer",
        PioneerNco = "pioneer_nco",
        ArtilleryNco = "artillery_nco",
        OrdinaryOfficer = "ordinary_officer",
        None = "none",
    }

    /// The grades that the tables require of a leader (§19.04.2).
    pub enum Grade {
        EngineerOfficer = "engineer_officer",
        PioneerNco = "pioneer_nco",
        OrdinaryOfficer = "ordinary_officer",
    }

    /// Where the materials come from (§19.03.1, §19.03.3).
    pub enum Materials {
        AtHand = "at_hand",
        Acquired = "acquired",
        Transported = "transported",
    }

    /// What a portion is measured in.
    pub enum PortionUnit {
        Cm = "cm",
        Piece = "piece",
    }

    /// The rows of skema XXI.
    pub enum DemolitionObject {
        Gangway = "gangway",
        WoodenBridge = "wooden_bridge",
        StoneBridge = "stone_bridge",
        Ferry = "ferry",
        Boat = "boat",
        Wall = "wall",
        AbatisOrPalisade = "abatis_or_palisade",
        ChevauxDeFrise = "chevaux_de_frise",
    }

    /// How an object is destroyed (§19.05.4).
    pub enum DemolitionMethod {
        Blast = "blast",
        Burn = "burn",
        ThrowOff = "throw_off",
        Other = "other",
    }

    /// What follows after a destruction is prepared.
    pub enum NextStep {
        BlastRoll = "blast_roll",
        FireStart = "fire_start",
        Done = "done",
        None = "none",
    }

    /// What a blast does (§19.07.4).
    pub enum BlastResult {
        Misfire = "misfire",
        Partial = "partial",
        Complete = "complete",
    }

    /// What the powder of a burning battery does (§19.06.6).
    pub enum BatteryBlast {
        None = "none",
        Misfire = "misfire",
        Partial = "partial",
        Complete = "complete",
    }

    /// What a mine does (§19.08.6).
    pub enum MineResult {
        Misfire = "misfire",
        Half = "half",
        Full = "full",
    }

    /// Objects by how long they burn (§19.06.3).
    pub enum FireSize {
        Large = "large",
        Small = "small",
    }

    /// What can burn (§19.06.4).
    pub enum BurningObject {
        Gangway = "gangway",
        WoodenBridge = "wooden_bridge",
        Ferry = "ferry",
        Boat = "boat",
        AbatisOrPalisade = "abatis_or_palisade",
        Building = "building",
        Wagon = "wagon",
        OtherLarge = "other_large",
        OtherSmall = "other_small",
    }

    /// What a fire has done so far (§19.06.4).
    pub enum FireState {
        Unharmed = "unharmed",
        HalfDestroyed = "half_destroyed",
        Burning = "burning",
        BurningDown = "burning_down",
        BurntDown = "burnt_down",
    }

    /// What carries troops over water (§19.11.1).
    pub enum Vessel {
        Ferry = "ferry",
        Boat = "boat",
    }

    /// What stands near a blast (skema XI).
    pub enum NearKind {
        Infantry = "infantry",
        Cavalry = "cavalry",
        UnlimberedArtillery = "unlimbered_artillery",
        LimberedArtillery = "limbered_artillery",
        Train = "train",
        Working = "working",
    }

    /// What a blast does to a unit (§19.07.5 to §19.07.9).
    pub enum BlastEffect {
        None = "none",
        Destroyed = "destroyed",
        LossAndMorale = "loss_and_morale",
        MoraleOnly = "morale_only",
    }

    /// What prevents a work of skema XX or XXI.
    pub enum WorkBar {
        MethodNotPossible = "method_not_possible",
        NoLeader = "no_leader",
        LeaderTooLow = "leader_too_low",
        TooFewLeaders = "too_few_leaders",
        NoWorkUnit = "no_work_unit",
        AcquisitionNotAllowed = "acquisition_not_allowed",
    }

    /// What prevents a mine from being dug.
    pub enum MineBar {
        NoLeader = "no_leader",
        LeaderTooLow = "leader_too_low",
        TooFewMiners = "too_few_miners",
        TooFewHelpers = "too_few_helpers",
    }

    /// What prevents a crossing.
    pub enum CrossingBar {
        NoLoad = "no_load",
        CannotCarry = "cannot_carry",
        TooFewPioneers = "too_few_pioneers",
        NoNco = "no_nco",
    }
}

impl Earthwork {
    /// Its row in skema XX.
    pub const fn work(self) -> Work {
        match self {
            Earthwork::WolfPit => Work::WolfPit,
            Earthwork::Sap => Work::Sap,
            Earthwork::Trench => Work::Trench,
            Earthwork::Breastwork1 => Work::Breastwork1,
            Earthwork::Breastwork2 => Work::Breastwork2,
            Earthwork::Breastwork3 => Work::Breastwork3,
            Earthwork::BreastworkRamp => Work::BreastworkRamp,
            Earthwork::TrenchParapet => Work::TrenchParapet,
            Earthwork::Parallel => Work::Parallel,
            Earthwork::Magazine => Work::Magazine,
            Earthwork::Shelter => Work::Shelter,
            Earthwork::GunEmplacement => Work::GunEmplacement,
        }
    }
}

impl Grade {
    /// A higher rank leads more.
    pub const fn rank(self) -> i32 {
        match self {
            Grade::EngineerOfficer => 3,
            Grade::PioneerNco => 2,
            Grade::OrdinaryOfficer => 1,
        }
    }
}

impl Leader {
    /// The grade he counts as; gunners lead like engineers (§19.01.2).
    pub const fn grade(self) -> Option<Grade> {
        match self {
            Leader::EngineerOfficer | Leader::ArtilleryOfficer => Some(Grade::EngineerOfficer),
            Leader::PioneerNco | Leader::ArtilleryNco => Some(Grade::PioneerNco),
            Leader::OrdinaryOfficer => Some(Grade::OrdinaryOfficer),
            Leader::None => None,
        }
    }
}

impl BurningObject {
    /// The row of skema XXI that gives the figures to light it, and so to put it out (ruling 41).
    pub const fn row(self) -> DemolitionObject {
        match self {
            BurningObject::Gangway => DemolitionObject::Gangway,
            BurningObject::Ferry => DemolitionObject::Ferry,
            BurningObject::AbatisOrPalisade => DemolitionObject::AbatisOrPalisade,
            BurningObject::WoodenBridge | BurningObject::Building | BurningObject::OtherLarge => {
                DemolitionObject::WoodenBridge
            }
            BurningObject::Boat | BurningObject::Wagon | BurningObject::OtherSmall => DemolitionObject::Boat,
        }
    }

    /// Large things burn longer (ruling 40).
    pub const fn size(self) -> FireSize {
        match self {
            BurningObject::WoodenBridge
            | BurningObject::Ferry
            | BurningObject::Building
            | BurningObject::OtherLarge => FireSize::Large,
            _ => FireSize::Small,
        }
    }
}
