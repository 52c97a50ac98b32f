//! The words of the rules: arms, formations, morale states, woods, zones; and the units of measure.

use krigsspil_engine::arrayvec::ArrayVec;

krigsspil_engine::quantities! {
    /// Yards on the ground.
    pub struct Yards(i32);
    /// Castings: figures of sixty men (§1.1).
    pub struct Castings(i32);
}

krigsspil_engine::choices! {
    /// Size of the figures (§1.1).
    pub enum FigureScale {
        Six = "6mm",
        Fifteen = "15mm",
        TwentyFive = "25mm",
    }

    /// The three arms.
    pub enum Arm {
        Infantry = "infantry",
        Cavalry = "cavalry",
        Artillery = "artillery",
    }

    /// The arms that charge (§9.4.C).
    pub enum ChargingArm {
        Infantry = "infantry",
        Cavalry = "cavalry",
    }

    /// Line or column.
    pub enum LineOrColumn {
        Line = "line",
        Column = "column",
    }

    /// Formations that fire volleys (§8.4).
    pub enum Formed {
        Line = "line",
        Column = "column",
        Square = "square",
    }

    /// Formations in which a unit attacks or moves; skirmish means unformed.
    pub enum Order {
        Line = "line",
        Column = "column",
        Skirmish = "skirmish",
    }

    /// Formations of infantry and cavalry; skirmish means unformed.
    pub enum Formation {
        Line = "line",
        Column = "column",
        Square = "square",
        Skirmish = "skirmish",
    }

    /// Formations of infantry and cavalry, with the Austrian battalion mass (§10.5).
    pub enum FieldFormation {
        Line = "line",
        Column = "column",
        Square = "square",
        Skirmish = "skirmish",
        BattalionMass = "battalion_mass",
    }

    /// Morale state (§3.3), from good to bad.
    pub enum Status {
        Good = "good",
        Unorganized = "unorganized",
        Disrupted = "disrupted",
    }

    /// Morale grade (§3.1), from A, the best, to G.
    pub enum MoraleGrade {
        A = "A",
        B = "B",
        C = "C",
        D = "D",
        E = "E",
        F = "F",
        G = "G",
    }

    /// The side on which a unit is struck (§9.1.B).
    pub enum Contact {
        Front = "front",
        Flank = "flank",
        Rear = "rear",
    }

    /// Standing orders of a cavalry charge (§2.6).
    pub enum ChargeOrders {
        Pursue = "charge_and_pursue",
        Return = "charge_and_return",
    }

    /// Woods (§11.5).
    pub enum Woods {
        None = "none",
        Light = "light",
        Heavy = "heavy",
    }

    /// Weather (ruling 2), from good to bad.
    pub enum Weather {
        Clear = "clear",
        Mist = "mist",
        Rain = "rain",
        Storm = "storm",
    }

    /// Who commands (§2.3).
    pub enum Commander {
        Army = "army",
        CorpsOrLower = "corps_or_lower",
    }

    /// The weight of cavalry, if that option is used.
    pub enum Weight {
        None = "none",
        Light = "light",
        Medium = "medium",
        Heavy = "heavy",
    }

    /// Kinds of batteries (§6.3); guard horse means British RHA and French Guard.
    pub enum BatteryKind {
        Foot = "foot",
        Horse = "horse",
        GuardHorse = "guard_horse",
    }

    /// Class of an objective zone (§12.2).
    pub enum ZoneClass {
        A = "A",
        B = "B",
        C = "C",
        D = "D",
        E = "E",
        F = "F",
    }

    /// Class of the objective zone a unit is in, if any.
    pub enum InZone {
        None = "none",
        A = "A",
        B = "B",
        C = "C",
        D = "D",
        E = "E",
        F = "F",
    }

    /// The two sides of a fight.
    pub enum Combatant {
        Attacker = "attacker",
        Defender = "defender",
    }

    /// One side or the other.
    pub enum Side {
        First = "first",
        Second = "second",
    }
}

impl Status {
    /// One level worse; a disrupted unit stays disrupted.
    pub const fn worse(self) -> Status {
        match self {
            Status::Good => Status::Unorganized,
            Status::Unorganized | Status::Disrupted => Status::Disrupted,
        }
    }
}

impl MoraleGrade {
    /// One letter worse; G stays G.
    pub fn worse(self) -> MoraleGrade {
        MoraleGrade::ALL.get(self as usize + 1).copied().unwrap_or(MoraleGrade::G)
    }
}

impl InZone {
    /// The class, if it is in a zone.
    pub fn class(self) -> Option<ZoneClass> {
        (self as usize).checked_sub(1).and_then(|place| ZoneClass::ALL.get(place).copied())
    }
}

/// The lowest melee grade.
pub const LOWEST_MELEE_GRADE: i32 = 1;

/// A melee grade one level worse, not below 1 (§2.56, §10.1.D).
pub fn worse_melee_grade(grade: i32) -> i32 {
    (grade - 1).max(LOWEST_MELEE_GRADE)
}

/// Keeps the values whose condition is true, in order.
pub fn holding<T, const N: usize>(each: [(bool, T); N]) -> ArrayVec<T, N> {
    each.into_iter().filter_map(|(holds, what)| holds.then_some(what)).collect()
}
