//! The words of the valeur tables.

krigsspil_engine::choices! {
    /// Kinds of troops, best first (skema XXII).
    pub enum TroopKind {
        Invincible = "invincible",
        ChosenElite = "chosen_elite",
        EliteOfGoodRepute = "elite_of_good_repute",
        EliteWithSelfRespect = "elite_with_self_respect",
        VeteransOfGoodRepute = "veterans_of_good_repute",
        DisillusionedElite = "disillusioned_elite",
        Veterans = "veterans",
        LineWithGoodCadre = "line_with_good_cadre",
        DisillusionedVeterans = "disillusioned_veterans",
        VolunteerCitizens = "volunteer_citizens",
        DisillusionedLine = "disillusioned_line",
        RecruitsWithCadre = "recruits_with_cadre",
        MilitiaWithGoodCadre = "militia_with_good_cadre",
        RecruitsWithoutCadre = "recruits_without_cadre",
        MilitiaWithCadre = "militia_with_cadre",
        DisillusionedRecruits = "disillusioned_recruits",
        MilitiaWithoutCadre = "militia_without_cadre",
        ConscriptedMilitiaWithoutCadre = "conscripted_militia_without_cadre",
    }

    /// Where and when a valeur table applies.
    pub enum Theatre {
        CentralEuropeAutumn1813 = "central_europe_autumn_1813",
        BelgiumSummer1815 = "belgium_summer_1815",
    }

    /// The parts of a valeur table.
    pub enum ValeurArm {
        Infantry = "infantry",
        HeavyCavalry = "heavy_cavalry",
        MediumCavalry = "medium_cavalry",
        LightCavalry = "light_cavalry",
        Artillery = "artillery",
    }

    /// Nations as printed in the valeur tables; `other` is every nation not printed.
    pub enum Nation {
        Anhalt = "anhalt",
        AustriaHungary = "austria_hungary",
        Baden = "baden",
        Bavaria = "bavaria",
        Belgium = "belgium",
        Berg = "berg",
        Brunswick = "brunswick",
        Denmark = "denmark",
        England = "england",
        France = "france",
        Hanover = "hanover",
        HanseaticCities = "hanseatic_cities",
        Hesse = "hesse",
        Holland = "holland",
        Illyria = "illyria",
        Italy = "italy",
        Mecklenburg = "mecklenburg",
        Naples = "naples",
        Nassau = "nassau",
        Poland = "poland",
        Prussia = "prussia",
        Russia = "russia",
        Saxony = "saxony",
        Scotland = "scotland",
        Spain = "spain",
        Sweden = "sweden",
        Westphalia = "westphalia",
        Wurttemberg = "wurttemberg",
        Wurzburg = "wurzburg",
        Other = "other",
    }

    /// Units as printed in the valeur tables.
    pub enum ValeurUnit {
        AuxiliaryCorps = "auxiliary_corps",
        AvantgardeBattalion = "avantgarde_battalion",
        Battalion = "battalion",
        BugCossacks = "bug_cossacks",
        Carabiniers = "carabiniers",
        CertainLine = "certain_line",
        ChevalierGuard = "chevalier_guard",
        ChevaulegerRegiment = "chevauleger_regiment",
        Chevaulegers = "chevaulegers",
        Corps = "corps",
        Cossacks = "cossacks",
        CuirassierRegiment = "cuirassier_regiment",
        Cuirassiers = "cuirassiers",
        Division = "division",
        DonCossacks = "don_cossacks",
        DragoonGuards = "dragoon_guards",
        DragoonRegiment = "dragoon_regiment",
        Dragoons = "dragoons",
        DragoonsSpanishVeterans = "dragoons_spanish_veterans",
        ElbeLandwehr = "elbe_landwehr",
        Elite = "elite",
        EliteGendarmes = "elite_gendarmes",
        FieldArmyLandwehr = "field_army_landwehr",
        FieldBattalions = "field_battalions",
        FlorenceVelites = "florence_velites",
        FootLine = "foot_line",
        ForeignRegiment = "foreign_regiment",
        FormerMarineArtillery = "former_marine_artillery",
        FormerReserveLine = "former_reserve_line",
        FunenLightDragoons = "funen_light_dragoons",
        FusilierGuard = "fusilier_guard",
        Fusiliers = "fusiliers",
        GardeDuCorps = "garde_du_corps",
        Gendarmes = "gendarmes",
        Grenadiers = "grenadiers",
        GrenadiersOldGuard = "grenadiers_old_guard",
        GrenadiersYoungGuard = "grenadiers_young_guard",
        Grenzers = "grenzers",
        Guard = "guard",
        GuardBattalion = "guard_battalion",
        GuardChasseurRegiment = "guard_chasseur_regiment",
        GuardChevaulegers = "guard_chevaulegers",
        GuardCossacks = "guard_cossacks",
        GuardCuirassiers = "guard_cuirassiers",
        GuardDragoons = "guard_dragoons",
        GuardDragoonsOldGuard = "guard_dragoons_old_guard",
        GuardDragoonsYoungGuard = "guard_dragoons_young_guard",
        GuardGrenadierRegiment = "guard_grenadier_regiment",
        GuardLancers = "guard_lancers",
        GuardLightCavalry = "guard_light_cavalry",
        GuardLightCavalryOldGuard = "guard_light_cavalry_old_guard",
        GuardLightCavalryYoungGuard = "guard_light_cavalry_young_guard",
        GuardOfHonour = "guard_of_honour",
        HanseaticLegion = "hanseatic_legion",
        Highlanders = "highlanders",
        HochUndDeutschmeister = "hoch_und_deutschmeister",
        HolsteinHussars = "holstein_hussars",
        HorseGuard = "horse_guard",
        HorseGuards = "horse_guards",
        HorseLine = "horse_line",
        HussarRegiment = "hussar_regiment",
        Hussars = "hussars",
        JagerCorps = "jager_corps",
        Jagers = "jagers",
        JosephNapoleonRegiment = "joseph_napoleon_regiment",
        JutlandLightDragoons = "jutland_light_dragoons",
        Kgl = "kgl",
        KglHussars = "kgl_hussars",
        KglLight = "kgl_light",
        KglLightDragoons = "kgl_light_dragoons",
        KglLine = "kgl_line",
        Krakus = "krakus",
        KurmarkLandwehr = "kurmark_landwehr",
        Lancers = "lancers",
        Landstorm = "landstorm",
        Landwehr = "landwehr",
        LifeBattalion = "life_battalion",
        LifeGuards = "life_guards",
        LifeHussars = "life_hussars",
        Light = "light",
        LightDragoons = "light_dragoons",
        Line = "line",
        LineRegiment = "line_regiment",
        LineThirdBattalions = "line_third_battalions",
        Lutzow = "lutzow",
        Marine = "marine",
        Militia = "militia",
        NationalCavalry = "national_cavalry",
        NationalGuard = "national_guard",
        NationalGuardBattalion = "national_guard_battalion",
        NeumarkLandwehr = "neumark_landwehr",
        OldGuard = "old_guard",
        OldGuardChasseurs = "old_guard_chasseurs",
        OldGuardGrenadiers = "old_guard_grenadiers",
        PolishArmy = "polish_army",
        PomeranianLandwehr = "pomeranian_landwehr",
        Regimental = "regimental",
        Reiche = "reiche",
        Reserve = "reserve",
        Rifles = "rifles",
        RoyalArtillery = "royal_artillery",
        RoyalHorseArtillery = "royal_horse_artillery",
        RussianGermanHussars = "russian_german_hussars",
        RussianGermanLegion = "russian_german_legion",
        Rytter = "rytter",
        Schutzen = "schutzen",
        SelectedLight = "selected_light",
        SelectedLine = "selected_line",
        SelectedReserve = "selected_reserve",
        SilesianLandwehr = "silesian_landwehr",
        TurinVelites = "turin_velites",
        UhlanRegiment = "uhlan_regiment",
        Uhlans = "uhlans",
        VistulaLegion = "vistula_legion",
        VolunteerCossacks = "volunteer_cossacks",
        VolunteerGuardJagers = "volunteer_guard_jagers",
        VolunteerJagers = "volunteer_jagers",
        WestphalianLandwehr = "westphalian_landwehr",
        WredeCorpsLine = "wrede_corps_line",
        YoungGuard = "young_guard",
        ZealandHussars = "zealand_hussars",
    }
}

impl Theatre {
    /// The year of its table.
    pub const fn year(self) -> i32 {
        match self {
            Theatre::CentralEuropeAutumn1813 => 1813,
            Theatre::BelgiumSummer1815 => 1815,
        }
    }
}

impl ValeurUnit {
    /// Units that are printed with their numbers (ruling 56).
    pub const fn is_numbered(self) -> bool {
        matches!(
            self,
            ValeurUnit::Battalion
                | ValeurUnit::ChevaulegerRegiment
                | ValeurUnit::Corps
                | ValeurUnit::CuirassierRegiment
                | ValeurUnit::Division
                | ValeurUnit::DragoonRegiment
                | ValeurUnit::GuardChasseurRegiment
                | ValeurUnit::GuardGrenadierRegiment
                | ValeurUnit::Highlanders
                | ValeurUnit::HussarRegiment
                | ValeurUnit::LineRegiment
                | ValeurUnit::NationalGuardBattalion
                | ValeurUnit::UhlanRegiment
        )
    }
}
