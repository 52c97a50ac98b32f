//! The words of the country supplements.

use super::super::valeur::{Nation, ValeurArm};

krigsspil_engine::choices! {
    /// The countries that have a supplement.
    pub enum Country {
        Bavaria = "bavaria",
        Denmark = "denmark",
        England = "england",
        France = "france",
        Prussia = "prussia",
        Russia = "russia",
        Saxony = "saxony",
        AustriaHungary = "austria_hungary",
    }

    /// Kinds of unit in the supplements. A country's table says which of them it has.
    pub enum UnitKind {
        Battery = "battery",
        CavalryBattery = "cavalry_battery",
        Chevaulegers = "chevaulegers",
        Cossacks = "cossacks",
        Cuirassiers = "cuirassiers",
        Dragoons = "dragoons",
        DrivingBattery6pdr = "driving_battery_6pdr",
        EliteGendarmes = "elite_gendarmes",
        FirstBattalion = "first_battalion",
        FootBattery = "foot_battery",
        FootBattery12pdr = "foot_battery_12pdr",
        FootBattery6pdr = "foot_battery_6pdr",
        FreeCorpsArtillery = "free_corps_artillery",
        FreeCorpsCavalry = "free_corps_cavalry",
        FreeCorpsInfantry = "free_corps_infantry",
        Fusiliers = "fusiliers",
        Gendarmes = "gendarmes",
        Grenadiers = "grenadiers",
        Grenzers = "grenzers",
        GuardCossacks = "guard_cossacks",
        GuardEngineersAndMarines = "guard_engineers_and_marines",
        GuardInfantry = "guard_infantry",
        GuardLightCavalry = "guard_light_cavalry",
        HeavyCavalry = "heavy_cavalry",
        HolsteinHussars = "holstein_hussars",
        HorseBattery = "horse_battery",
        Hussars = "hussars",
        JagerCompany = "jager_company",
        Jagers = "jagers",
        KglCavalry = "kgl_cavalry",
        KglLightInfantry = "kgl_light_infantry",
        KglLineInfantry = "kgl_line_infantry",
        Lancers = "lancers",
        Landstorm = "landstorm",
        Landwehr = "landwehr",
        LandwehrCavalry = "landwehr_cavalry",
        LandwehrInfantry = "landwehr_infantry",
        LandwehrVolunteerJagers = "landwehr_volunteer_jagers",
        LightBattalion = "light_battalion",
        LightCavalry = "light_cavalry",
        LightDragoons = "light_dragoons",
        LightInfantry = "light_infantry",
        LineInfantry = "line_infantry",
        LineVolunteerJagers = "line_volunteer_jagers",
        MiddleGuardInfantry = "middle_guard_infantry",
        MountedJagers = "mounted_jagers",
        NationalChevaulegers = "national_chevaulegers",
        NationalFieldBattalion = "national_field_battalion",
        OldGuardInfantry = "old_guard_infantry",
        OtherBattalion = "other_battalion",
        Pioneers = "pioneers",
        PolishLancers = "polish_lancers",
        PrinceClemensChevaulegers = "prince_clemens_chevaulegers",
        RaglowichSquadrons = "raglowich_squadrons",
        RegimentalArtillery = "regimental_artillery",
        ReserveFusiliers = "reserve_fusiliers",
        ReserveInfantry = "reserve_infantry",
        ReserveVolunteerJagers = "reserve_volunteer_jagers",
        Rifles = "rifles",
        Rytter = "rytter",
        SailorCompany = "sailor_company",
        Schutzen = "schutzen",
        SharpshooterBattalion = "sharpshooter_battalion",
        Uhlans = "uhlans",
        VolunteerMountedJagers = "volunteer_mounted_jagers",
        YoungGuardInfantry = "young_guard_infantry",
        ZealandHussars = "zealand_hussars",
    }

    /// The arm of a unit.
    pub enum UnitArm {
        Infantry = "infantry",
        HeavyCavalry = "heavy_cavalry",
        MediumCavalry = "medium_cavalry",
        LightCavalry = "light_cavalry",
        Cossacks = "cossacks",
        Artillery = "artillery",
        Pioneers = "pioneers",
    }

    /// What a unit does when its training counts.
    pub enum Situation {
        Musketry = "musketry",
        ArtilleryFire = "artillery_fire",
        MeleeAttack = "melee_attack",
        MeleeDefence = "melee_defence",
    }

    /// Training, or the character of a nation.
    pub enum PointsKind {
        Training = "training",
        National = "national",
    }

    /// What points depend on besides unit, situation and year.
    pub enum Condition {
        InChain = "in_chain",
        Lances = "lances",
        Pikes = "pikes",
    }

    /// What can be closed to a unit.
    pub enum Formation {
        Line = "line",
        Square = "square",
        BattalionMass = "battalion_mass",
        AttackColumnBonus = "attack_column_bonus",
        FirstAttackBonusInColumn = "first_attack_bonus_in_column",
    }

    /// Groups of arms that share a bar or a right.
    pub enum ArmGroup {
        Infantry = "infantry",
        Cavalry = "cavalry",
        Cossacks = "cossacks",
    }

    /// Rights and bars of single kinds of unit.
    pub enum Special {
        PioneerWork = "pioneer_work",
        ChainReceivesAttack = "chain_receives_attack",
        PikesDoNotShoot = "pikes_do_not_shoot",
        SkirmishersPooled = "skirmishers_pooled",
    }

    /// Weapons other than musket and sabre.
    pub enum SpecialWeapon {
        Rifle = "rifle",
        Carbine = "carbine",
        Lance = "lance",
    }

    /// How a battery moves.
    pub enum Mobility {
        Foot = "foot",
        Driving = "driving",
        Horse = "horse",
    }

    /// How a battalion is split.
    pub enum Split {
        TwoThirdsOneThird = "two_thirds_one_third",
        HalvesOrThirds = "halves_or_thirds",
        Halves = "halves",
        None = "none",
    }

    /// How much of a unit may skirmish.
    pub enum SkirmishShare {
        None = "none",
        Part = "part",
        All = "all",
    }

    /// Where the skirmishers are sent out.
    pub enum SkirmishPlace {
        Open = "open",
        Plantation = "plantation",
        BuiltUp = "built_up",
    }
}

impl Country {
    /// Its nation in the valeur tables.
    pub const fn nation(self) -> Nation {
        match self {
            Country::Bavaria => Nation::Bavaria,
            Country::Denmark => Nation::Denmark,
            Country::England => Nation::England,
            Country::France => Nation::France,
            Country::Prussia => Nation::Prussia,
            Country::Russia => Nation::Russia,
            Country::Saxony => Nation::Saxony,
            Country::AustriaHungary => Nation::AustriaHungary,
        }
    }
}

impl UnitArm {
    /// Its part of the valeur tables: cossacks are with the light cavalry, pioneers are in none.
    pub const fn valeur_arm(self) -> Option<ValeurArm> {
        match self {
            UnitArm::Infantry => Some(ValeurArm::Infantry),
            UnitArm::HeavyCavalry => Some(ValeurArm::HeavyCavalry),
            UnitArm::MediumCavalry => Some(ValeurArm::MediumCavalry),
            UnitArm::LightCavalry | UnitArm::Cossacks => Some(ValeurArm::LightCavalry),
            UnitArm::Artillery => Some(ValeurArm::Artillery),
            UnitArm::Pioneers => None,
        }
    }

    /// Heavy, medium or light; cossacks count separately.
    pub const fn is_cavalry(self) -> bool {
        matches!(self, UnitArm::HeavyCavalry | UnitArm::MediumCavalry | UnitArm::LightCavalry)
    }

    /// Whether training can count for it in a situation: for guns their own fire and being attacked, for all others musketry and melee
    /// (ruling 59).
    pub const fn knows(self, situation: Situation) -> bool {
        match situation {
            Situation::MeleeDefence => true,
            Situation::ArtilleryFire => matches!(self, UnitArm::Artillery),
            Situation::Musketry | Situation::MeleeAttack => !matches!(self, UnitArm::Artillery),
        }
    }

    /// Whether it belongs to a group of arms.
    pub const fn is_of(self, group: ArmGroup) -> bool {
        match group {
            ArmGroup::Infantry => matches!(self, UnitArm::Infantry),
            ArmGroup::Cavalry => self.is_cavalry() || matches!(self, UnitArm::Cossacks),
            ArmGroup::Cossacks => matches!(self, UnitArm::Cossacks),
        }
    }
}
