//! Words for scale, sight, command, drill and march.

krigsspil_engine::choices! {
    /// The quantity to convert.
    pub enum Quantity {
        Metres = "metres",
        Minutes = "minutes",
        Men = "men",
        Pieces = "pieces",
    }

    /// The unit of measure on the table.
    pub enum GameUnit {
        Centimetres = "cm",
        Turns = "turns",
        Figures = "figures",
        FigurePieces = "figure_pieces",
    }

    /// The target of sight (skema I).
    pub enum SightTarget {
        LargeFormation = "large_formation",
        Closed = "closed",
        Spread = "spread",
        Staff = "staff",
    }

    /// Where the target is.
    pub enum SightPlace {
        Open = "open",
        Plantation = "plantation",
        Wood = "wood",
        Building = "building",
        StrongBuilding = "strong_building",
    }

    /// Where a unit in rout tries to rally.
    pub enum RallyPlace {
        Open = "open",
        Wood = "wood",
        Plantation = "plantation",
        Building = "building",
    }

    /// The three arms.
    pub enum Arm {
        Infantry = "infantry",
        Cavalry = "cavalry",
        Artillery = "artillery",
    }

    /// Infantry or cavalry.
    pub enum FootOrHorse {
        Infantry = "infantry",
        Cavalry = "cavalry",
    }

    /// The arm of a tactical unit.
    pub enum TacticalArm {
        Infantry = "infantry",
        LightCavalry = "light_cavalry",
        MediumCavalry = "medium_cavalry",
        HeavyCavalry = "heavy_cavalry",
        Cossacks = "cossacks",
        Artillery = "artillery",
    }

    /// The arm of anything on the table.
    pub enum ServiceArm {
        Infantry = "infantry",
        Cavalry = "cavalry",
        Cossacks = "cossacks",
        Artillery = "artillery",
        Train = "train",
    }

    /// Whether a unit takes the written order.
    pub enum OrderTaking {
        Yes = "yes",
        ReactionRoll = "reaction_roll",
        No = "no",
    }

    /// Whether the order repeats an earlier one.
    pub enum Repeat {
        None = "none",
        Executed = "executed",
        Unexecuted = "unexecuted",
    }

    /// The ground a courier rides over.
    pub enum CourierGround {
        Road = "road",
        Path = "path",
        Normal = "normal",
        Difficult = "difficult",
        Plantation = "plantation",
        Water = "water",
    }

    /// The level of a chief.
    pub enum StaffLevel {
        Regiment = "regiment",
        Brigade = "brigade",
        Division = "division",
        Corps = "corps",
        Army = "army",
    }

    /// When a chief is committed.
    pub enum Occasion {
        Melee = "melee",
        UnderFire = "under_fire",
    }

    /// Splitting a unit or joining its parts.
    pub enum SplitAction {
        Split = "split",
        Join = "join",
    }

    /// Where a unit is split or joined.
    pub enum SplitPlace {
        Open = "open",
        Plantation = "plantation",
        BuiltUp = "built_up",
        Building = "building",
        Fortress = "fortress",
    }

    /// The formations of skema V, with single column and hob.
    pub enum DrillFormation {
        MarchColumn = "march_column",
        SingleColumn = "single_column",
        AttackColumn = "attack_column",
        Line = "line",
        BattalionMass = "battalion_mass",
        Square = "square",
        Hob = "hob",
    }

    /// The ways to change front (§06.04.1).
    pub enum FrontMethod {
        Wheel = "wheel",
        Pivot = "pivot",
        QuarterTurn = "quarter_turn",
        HalfTurn = "half_turn",
    }

    /// Who changes front.
    pub enum FrontArm {
        Infantry = "infantry",
        Cavalry = "cavalry",
        LimberedArtillery = "limbered_artillery",
        UnlimberedArtillery = "unlimbered_artillery",
        Train = "train",
    }

    /// The formation of the unit that changes front.
    pub enum FrontFormation {
        Line = "line",
        Column = "column",
        MarchColumn = "march_column",
        Square = "square",
        Mass = "mass",
        Spread = "spread",
    }

    /// What happens to the limbers.
    pub enum LimberAction {
        Limber = "limber",
        Unlimber = "unlimber",
        Prepare = "prepare",
    }

    /// Batteries by the time their limbers take (skema V).
    pub enum LimberBattery {
        FootTwelvePounder = "foot_12pd",
        Foot = "foot",
        Driving = "driving",
        Horse = "horse",
    }

    /// What happened before guns are made ready.
    pub enum ReadyAfter {
        Unlimbering = "unlimbering",
        HandHaul = "hand_haul",
        Remanning = "remanning",
        Retreat = "retreat",
        Other = "other",
    }

    /// The arms in skema III.
    pub enum MarchArm {
        Infantry = "infantry",
        LightCavalry = "light_cavalry",
        MediumCavalry = "medium_cavalry",
        HeavyCavalry = "heavy_cavalry",
        Cossacks = "cossacks",
        Staff = "staff",
        FootArtilleryLight = "foot_artillery_light",
        DrivingArtillery = "driving_artillery",
        HorseArtillery = "horse_artillery",
        FootArtilleryMedium = "foot_artillery_medium",
        FootArtilleryHeavy = "foot_artillery_heavy",
        Pack = "pack",
        Wagon = "wagon",
    }

    /// Formations on the march.
    pub enum MarchFormation {
        MarchColumn = "march_column",
        SingleColumn = "single_column",
        AttackColumn = "attack_column",
        Line = "line",
        BrigadeColumn = "brigade_column",
        Square = "square",
        SquareOneFront = "square_one_front",
        BattalionMass = "battalion_mass",
        Hob = "hob",
        Skirmish = "skirmish",
        Working = "working",
        Limbered = "limbered",
        Unlimbered = "unlimbered",
        CrewWithLimbers = "crew_with_limbers",
        CrewAlone = "crew_alone",
        None = "none",
    }

    /// March, storm or flight.
    pub enum MarchMode {
        March = "march",
        Storm = "storm",
        Flight = "flight",
    }

    /// The ground marched over.
    pub enum MarchGround {
        Road = "road",
        Bridge = "bridge",
        Footbridge = "footbridge",
        Path = "path",
        Normal = "normal",
        Difficult = "difficult",
        Plantation = "plantation",
        Water = "water",
        WoodEdge = "wood_edge",
        Wood = "wood",
        Swamp = "swamp",
    }

    /// The direction of the march, seen from the front.
    pub enum MarchDirection {
        Forward = "forward",
        Backward = "backward",
        Sideways = "sideways",
    }

    /// The arms in the rules of the storm march.
    pub enum StormArm {
        Infantry = "infantry",
        LightCavalry = "light_cavalry",
        MediumCavalry = "medium_cavalry",
        HeavyCavalry = "heavy_cavalry",
        Cossacks = "cossacks",
        FootArtillery = "foot_artillery",
        DrivingArtillery = "driving_artillery",
        HorseArtillery = "horse_artillery",
    }

    /// Terrain features (skema VI, chapters 16 and 17).
    pub enum Feature {
        HillStepUnder2Cm = "hill_step_under_2cm",
        HillStepUnder1Cm = "hill_step_under_1cm",
        Cliff = "cliff",
        BushesFenceHedge = "bushes_fence_hedge",
        Ditch = "ditch",
        WoodEdgeBankDike = "wood_edge_bank_dike",
        HolsteinHedge = "holstein_hedge",
        WallUnder1M = "wall_under_1m",
        Wall1To2M = "wall_1_to_2m",
        WallOver2M = "wall_over_2m",
        UnmannedGuns = "unmanned_guns",
        OtherMateriel = "other_materiel",
        AbatisChevauxDeFrise = "abatis_chevaux_de_frise",
        Barricade = "barricade",
        Breastwork1 = "breastwork_1",
        Breastwork2 = "breastwork_2",
        Breastwork3 = "breastwork_3",
        SapTrench = "sap_trench",
        Parallel = "parallel",
        Magazine = "magazine",
        GunEmplacement = "gun_emplacement",
        FieldworkWithoutDitch = "fieldwork_without_ditch",
        FieldworkWithDitch = "fieldwork_with_ditch",
        PlantationEdge = "plantation_edge",
        GardenFence = "garden_fence",
        Building = "building",
        StrongBuilding = "strong_building",
    }

    /// Who passes an obstacle.
    pub enum ObstacleArm {
        Infantry = "infantry",
        Cavalry = "cavalry",
        Artillery = "artillery",
        Train = "train",
    }

    /// How water is passed.
    pub enum WaterFormation {
        MarchColumn = "march_column",
        SingleColumn = "single_column",
        Skirmish = "skirmish",
        ClosedOther = "closed_other",
    }

    /// The unit that marches through another.
    pub enum Mover {
        Closed = "closed",
        Spread = "spread",
        Fleeing = "fleeing",
    }

    /// The unit that the other marches through.
    pub enum Passed {
        Closed = "closed",
        Spread = "spread",
        UnlimberedArtillery = "unlimbered_artillery",
    }

    /// The pace of a passage of lines.
    pub enum PassagePace {
        None = "none",
        Half = "half",
        Ordinary = "ordinary",
        Flight = "flight",
    }

    /// The pace that the remaining horses allow a battery.
    pub enum HorsePace {
        Full = "full",
        Half = "half",
        UnlimberedOnly = "unlimbered_only",
    }
}
