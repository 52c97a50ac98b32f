//! The words of the rules: arms, formations, orders, generals and the rows of the country supplement.

mod generals;
mod units;

pub use generals::General;
pub use units::UnitKind;

krigsspil_engine::choices! {
    /// Troops that stand in ranks.
    pub enum Troops {
        Infantry = "infantry",
        Cavalry = "cavalry",
    }

    /// The three arms.
    pub enum Arm {
        Infantry = "infantry",
        Cavalry = "cavalry",
        Artillery = "artillery",
    }

    /// The arms, with foot and horse batteries told apart.
    pub enum Branch {
        Infantry = "infantry",
        Cavalry = "cavalry",
        FootArtillery = "foot_artillery",
        HorseArtillery = "horse_artillery",
    }

    /// The two kinds of battery (§4.6.1).
    pub enum Battery {
        Foot = "foot_artillery",
        Horse = "horse_artillery",
    }

    /// How cavalry is used (§1.3.3).
    pub enum CavalryClass {
        Light = "light",
        Medium = "medium",
        Heavy = "heavy",
    }

    /// The weight of a battery's guns.
    pub enum Gun {
        SixPounder = "six_pounder",
        NinePounder = "nine_pounder",
        TwelvePounder = "twelve_pounder",
    }

    /// How a unit stands (§1.7, R19).
    pub enum Formation {
        MarchColumn = "march_column",
        Column = "column",
        Line = "line",
        Square = "square",
        Limbered = "limbered",
        Unlimbered = "unlimbered",
    }

    /// How troops in ranks stand (§1.7).
    pub enum RankFormation {
        Line = "line",
        Column = "column",
        MarchColumn = "march_column",
        Square = "square",
    }

    /// How an attacker stands.
    pub enum AttackFormation {
        MarchColumn = "march_column",
        Column = "column",
        Line = "line",
    }

    /// How a unit stands in a melee.
    pub enum MeleeFormation {
        Line = "line",
        Column = "column",
        MarchColumn = "march_column",
        Square = "square",
        Unlimbered = "unlimbered",
    }

    /// How a unit keeps together (§1.6.1).
    pub enum Order {
        Order = "O",
        Disorder = "U",
        FullDisorder = "FU",
    }

    /// The order of a unit that is not in full disorder.
    pub enum SteadyOrder {
        Order = "O",
        Disorder = "U",
    }

    /// What stands on a base (appendix 1).
    pub enum BaseKind {
        Infantry = "infantry",
        Cavalry = "cavalry",
        ArtilleryGun = "artillery_gun",
        FootLimber = "foot_limber",
        HorseLimber = "horse_limber",
        DivisionGeneral = "division_general",
        CorpsGeneral = "corps_general",
        ArmyGeneral = "army_general",
        CommanderInChief = "commander_in_chief",
    }

    /// Ranks of generals (§1.4.2 to §1.4.5).
    pub enum Rank {
        CommanderInChief = "commander_in_chief",
        ArmyGeneral = "army_general",
        CorpsGeneral = "corps_general",
        DivisionGeneral = "division_general",
    }

    /// Generals who give orders.
    pub enum Issuer {
        CommanderInChief = "commander_in_chief",
        ArmyGeneral = "army_general",
        CorpsGeneral = "corps_general",
    }

    /// The level a general commands at.
    pub enum Level {
        Army = "army",
        Corps = "corps",
        Division = "division",
    }

    /// The orders of a corps (§2.4.2).
    pub enum CorpsOrder {
        Attack = "A",
        Hold = "H",
        Back = "T",
        March = "M",
    }

    /// Everything a general may order.
    pub enum OrderGiven {
        Attack = "A",
        Hold = "H",
        Back = "T",
        March = "M",
        Detachment = "detachment",
    }

    /// What can be detached (§2.11).
    pub enum Detached {
        Division = "division",
        Brigade = "brigade",
    }

    /// The named Prussian cavalry brigades of 1815.
    pub enum PrussianBrigade {
        Treskow = "treskow",
        Schulenburg = "schulenburg",
        Sohr = "sohr",
        Sydow = "sydow",
        Luetzow = "luetzow",
        Thuemen = "thuemen",
        Lottum = "lottum",
        Schwerin = "schwerin",
        Watzdorf = "watzdorf",
        Marwitz = "marwitz",
    }

    /// The ground as table 7 knows it.
    pub enum MeleeTerrain {
        Open = "open",
        Wood = "wood",
        Cover = "cover",
        Town = "town",
        Fortress = "fortress",
        River = "river",
    }

    /// Who attacks a unit.
    pub enum AttackedBy {
        None = "none",
        Infantry = "infantry",
        Cavalry = "cavalry",
    }

    /// How a melee went for a unit.
    pub enum MeleeResult {
        Won = "won",
        Lost = "lost",
        Drawn = "drawn",
    }

    /// What a test says (tables 4 and 10).
    pub enum TestResult {
        Hold = "hold",
        Disorder = "disorder",
        Rout = "rout",
    }

    /// The move a test brings with it.
    pub enum TestMove {
        None = "none",
        Retreat = "retreat",
        Rout = "rout",
    }
}

impl Branch {
    /// The arm it belongs to.
    pub const fn arm(self) -> Arm {
        match self {
            Branch::Infantry => Arm::Infantry,
            Branch::Cavalry => Arm::Cavalry,
            Branch::FootArtillery | Branch::HorseArtillery => Arm::Artillery,
        }
    }

    /// Foot or horse artillery.
    pub const fn is_artillery(self) -> bool {
        matches!(self, Branch::FootArtillery | Branch::HorseArtillery)
    }
}

impl Formation {
    /// Can the arm stand so (R19)?
    pub const fn suits(self, arm: Arm) -> bool {
        match self {
            Formation::MarchColumn | Formation::Column | Formation::Line => !matches!(arm, Arm::Artillery),
            Formation::Square => matches!(arm, Arm::Infantry),
            Formation::Limbered | Formation::Unlimbered => matches!(arm, Arm::Artillery),
        }
    }

    /// March column, or limbered, which counts as one on roads, on bridges and in streets (R19).
    pub const fn is_column_of_route(self) -> bool {
        matches!(self, Formation::MarchColumn | Formation::Limbered)
    }
}

impl From<AttackFormation> for Formation {
    fn from(formation: AttackFormation) -> Formation {
        match formation {
            AttackFormation::MarchColumn => Formation::MarchColumn,
            AttackFormation::Column => Formation::Column,
            AttackFormation::Line => Formation::Line,
        }
    }
}

impl MeleeFormation {
    /// Can the arm fight so?
    pub const fn suits(self, arm: Arm) -> bool {
        match self {
            MeleeFormation::Line | MeleeFormation::Column | MeleeFormation::MarchColumn => {
                !matches!(arm, Arm::Artillery)
            }
            MeleeFormation::Square => matches!(arm, Arm::Infantry),
            MeleeFormation::Unlimbered => matches!(arm, Arm::Artillery),
        }
    }
}

impl From<SteadyOrder> for Order {
    fn from(order: SteadyOrder) -> Order {
        match order {
            SteadyOrder::Order => Order::Order,
            SteadyOrder::Disorder => Order::Disorder,
        }
    }
}

impl From<CorpsOrder> for OrderGiven {
    fn from(order: CorpsOrder) -> OrderGiven {
        match order {
            CorpsOrder::Attack => OrderGiven::Attack,
            CorpsOrder::Hold => OrderGiven::Hold,
            CorpsOrder::Back => OrderGiven::Back,
            CorpsOrder::March => OrderGiven::March,
        }
    }
}

impl UnitKind {
    /// The three parts of its name: the list, the arm and the row.
    pub fn parts(self) -> (&'static str, &'static str, &'static str) {
        let name = self.as_str();
        let (list, rest) = name.split_once('.').unwrap_or((name, ""));
        let (arm, row) = rest.split_once('.').unwrap_or((rest, ""));
        (list, arm, row)
    }

    /// The list of the country supplement it stands in.
    pub fn list(self) -> &'static str {
        self.parts().0
    }
}

impl General {
    /// The nation he serves and his row in its list.
    pub fn parts(self) -> (&'static str, &'static str) {
        let name = self.as_str();
        name.split_once('.').unwrap_or((name, ""))
    }
}
