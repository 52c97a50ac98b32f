//! The words of the army lists: nations, columns, and the contents of cells.

krigsspil_engine::choices! {
    /// The army lists, in the order of the print.
    pub enum Nation {
        Baden = "baden",
        FrenchEstranger = "french_estranger",
        FrenchProvisional = "french_provisional",
        France = "france",
        Denmark = "denmark",
        Saxony = "saxony",
        ConfederationOfTheRhine = "confederation_rhine",
        Warsaw = "warsaw",
        Holland = "holland",
        Berg = "berg",
        Wurttemberg = "wurttemberg",
        Portugal = "portugal",
        Westphalia = "westphalia",
        Nassau = "nassau",
        Sweden = "sweden",
        Ottoman = "ottoman",
        Bavaria = "bavaria",
        Hanover = "hanover",
        Netherlands = "netherlands",
        HesseCassel = "hesse_cassel",
        Naples = "naples",
        HesseDarmstadt = "hesse_darmstadt",
        NorthernItaly = "north_italy",
        Prussia = "prussia",
        Austria = "austria",
        UnitedStates = "usa",
        GreatBritain = "great_britain",
        Canada = "canada",
        BritishIndia = "british_india",
        Russia = "russia",
        Brunswick = "brunswick",
        Spain = "spain",
        IndiaMoghul = "india_moghul",
        IndiaSikh = "india_sikh",
        IndiaMysore = "india_mysore",
    }

    /// The columns of the lists. Each nation has a few of them.
    pub enum Period {
        From1795To1802 = "1795-1802",
        From1795To1815 = "1795-1815",
        From1800To05 = "1800-05",
        From1800To08 = "1800-08",
        From1800To1816 = "1800-1816",
        From1801To02 = "1801-02",
        From1803To07 = "1803-07",
        Year1805 = "1805",
        From1805To06 = "1805-06",
        From1805To07 = "1805-07",
        From1805To08 = "1805-08",
        To1805 = "1805-before",
        Year1806 = "1806",
        From1806To07 = "1806-07",
        Spain1806To08 = "1806-08-spain",
        From1806To09 = "1806-09",
        From1806To10 = "1806-10",
        Spain1806To13 = "1806-13-spain",
        Germany1806 = "1806-germany",
        From1808To09 = "1808-09",
        From1808To10 = "1808-10",
        From1808To11 = "1808-11",
        From1808To12 = "1808-12",
        May1808To11 = "1808-may-11",
        Spain1808 = "1808-spain",
        Year1809 = "1809",
        From1809To11 = "1809-11",
        From1810To12 = "1810-12",
        From1810To14 = "1810-14",
        From1810To15 = "1810-15",
        From1811To12 = "1811-12",
        Year1812 = "1812",
        From1812To13 = "1812-13",
        From1812ToMay13 = "1812-13-may",
        From1812To14 = "1812-14",
        From1812To15 = "1812-15",
        Year1813 = "1813",
        From1813To14 = "1813-14",
        From1813To15 = "1813-15",
        June1813To15 = "1813-jun-15",
        From1814To15 = "1814-15",
        Year1815 = "1815",
        All = "all",
        Before1805 = "before-1805",
        ProFrance = "pro-france",
    }

    /// The arm of a row.
    pub enum ListedArm {
        Infantry = "infantry",
        Cavalry = "cavalry",
        FootBattery = "foot_battery",
        HorseBattery = "horse_battery",
    }

    /// The kind of a cell's row: each has its own pattern (§army.def.format).
    pub enum CellArm {
        Infantry = "infantry",
        Cavalry = "cavalry",
        Battery = "battery",
    }

    /// Troops whose size is counted in castings.
    pub enum TroopArm {
        Infantry = "infantry",
        Cavalry = "cavalry",
    }

    /// The mark beside or instead of the number available (§army.def.marks).
    pub enum Mark {
        Plain = "",
        OrMore = "+",
        NotStated = "?",
        Number = "#",
        SeeNote = "@",
        Percentage = "%",
    }

    /// What the number in a cell counts, as stated.
    pub enum CellCount {
        NotSaid = "",
        Battalion = "battalion",
        Regiment = "regiment",
        Each = "each",
    }

    /// What the number available counts.
    pub enum CountedIn {
        Battalion = "battalion",
        Regiment = "regiment",
        Company = "company",
        Squadron = "squadron",
        Battery = "battery",
    }

    /// The morale grade (§army.def.mg).
    pub enum MoraleGrade {
        A = "A",
        B = "B",
        C = "C",
        D = "D",
        E = "E",
        F = "F",
        G = "G",
    }

    /// How heavy cavalry is (§army.R38).
    pub enum Weight {
        Light = "light",
        Medium = "medium",
        Heavy = "heavy",
    }

    /// How the number of batteries depends on the force (§army.def.ratio).
    pub enum RatioKind {
        PerUnits = "per_units",
        PerForce = "per_force",
        Unstated = "unstated",
    }

    /// The count that a ratio of batteries is based on.
    pub enum RatioBase {
        Battalions = "battalions",
        CavalryRegiments = "cavalry_regiments",
        GuardBattalions = "guard_battalions",
        GuardCavalryRegiments = "guard_cavalry_regiments",
    }

    /// The count that a cell names for its ratio.
    pub enum CellRatioBase {
        NotSaid = "",
        Battalions = "battalions",
        GuardCavalryRegiments = "guard_cavalry_regiments",
    }

    /// The subject of a note below a list.
    pub enum NoteKind {
        Regiment = "regiment",
        Formation = "formation",
        Model = "model",
        Restriction = "restriction",
        Ratio = "ratio",
        Equipment = "equipment",
        History = "history",
    }

    /// What is wrong with a force.
    pub enum ViolationCode {
        NotListed = "not_listed",
        NotInYear = "not_in_year",
        Battalions = "battalions",
        Castings = "castings",
        OverAvailable = "over_available",
        OverRatio = "over_ratio",
        HomeOnly = "home_only",
        OverPercent = "over_percent",
        AttachedWithoutHost = "attached_without_host",
        Exclusive = "exclusive",
        SegmentMinimum = "segment_minimum",
        ShareLow = "share_low",
        ShareHigh = "share_high",
    }

    /// The severity of a violation: `must` stops the force, `should` is only shown.
    pub enum Severity {
        Must = "must",
        Should = "should",
    }
}

impl ListedArm {
    /// The kind of its cells.
    pub const fn cell(self) -> CellArm {
        match self {
            ListedArm::Infantry => CellArm::Infantry,
            ListedArm::Cavalry => CellArm::Cavalry,
            ListedArm::FootBattery | ListedArm::HorseBattery => CellArm::Battery,
        }
    }

    /// A battery, foot or horse.
    pub const fn is_battery(self) -> bool {
        matches!(self.cell(), CellArm::Battery)
    }
}

impl CellArm {
    /// The troops of the cell; `None` for batteries.
    pub const fn troops(self) -> Option<TroopArm> {
        match self {
            CellArm::Infantry => Some(TroopArm::Infantry),
            CellArm::Cavalry => Some(TroopArm::Cavalry),
            CellArm::Battery => None,
        }
    }
}
