//! Chapter 9: attacker and defender in a melee, and their places in the formation table.

use krigsspil_engine::Fault;

use super::special_formations::MASS_AS_SQUARE;
use crate::modifiers::melee::*;
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// Which side of a melee is higher (§11.7.D).
    pub enum Elevation {
        Level = "level",
        AttackerHigher = "attacker_higher",
        DefenderHigher = "defender_higher",
    }

    /// A general attached to a unit in melee (§2.55).
    pub enum MeleeGeneral {
        None = "none",
        General = "general",
        PlayerGeneral = "player_general",
    }

    /// What an attacker crossed in its charge.
    pub enum Crossed {
        None = "none",
        Ford = "ford",
        Stream = "stream",
        Bridge = "bridge",
        ProtectivePosition = "protective_position",
    }

    /// Formations of a defender.
    pub enum DefenderFormation {
        Line = "line",
        Column = "column",
        Square = "square",
        BattalionMass = "battalion_mass",
        Skirmish = "skirmish",
        Crew = "crew",
    }

    /// Rows of the tactical formation table: the defender, counter-charging (cc) or defending (def).
    pub enum FormationRow {
        None = "none",
        InfSquare = "inf_square",
        InfLineCc = "inf_line_cc",
        InfColumnCc = "inf_column_cc",
        InfLineDef = "inf_line_def",
        InfColumnDef = "inf_column_def",
        CavLineCc = "cav_line_cc",
        CavColumnCc = "cav_column_cc",
        CavLineDef = "cav_line_def",
        CavColumnDef = "cav_column_def",
    }

    /// Columns of the tactical formation table: the attacker.
    pub enum AttackerColumn {
        CavColumn = "cav_column",
        CavLine = "cav_line",
        InfColumn = "inf_column",
        InfLine = "inf_line",
    }
}

impl FormationRow {
    /// The row of the same unit defending (ruling 27).
    pub(super) const fn defending(self) -> FormationRow {
        match self {
            FormationRow::InfLineCc => FormationRow::InfLineDef,
            FormationRow::InfColumnCc => FormationRow::InfColumnDef,
            FormationRow::CavLineCc => FormationRow::CavLineDef,
            FormationRow::CavColumnCc => FormationRow::CavColumnDef,
            row => row,
        }
    }
}

krigsspil_engine::facts! {
    /// The attacking unit.
    pub struct Attacker {
        arm: ChargingArm, "chart.melee-classic.formation";
        formation: Order, "chart.melee-classic.formation";
        melee_grade: i32 [1..=10], "3.1";
        status: Status = Status::Good, "chart.melee-classic.situation";
        woods_trained: bool = false, "11.5.A";
        general: MeleeGeneral = MeleeGeneral::None, "2.55";
        weight: Weight = Weight::None, "opt.cavalry-weight";
        lancers: bool = false, "10.2.A";
        crossed: Crossed = Crossed::None, "chart.melee-classic.situation";
        lacks_impetus: bool = false, "5.7";
        elephants: bool = false, "opt.india";
    }
}

krigsspil_engine::facts! {
    /// The defending unit.
    pub struct Defender {
        arm: Arm, "chart.melee-classic.formation";
        formation: DefenderFormation, "chart.melee-classic.formation";
        melee_grade: i32 [1..=10], "3.1";
        castings: Castings [1..=60] = Castings(12), "10.5.I";
        counter_charging: bool = false, "9.4";
        status: Status = Status::Good, "chart.melee-classic.situation";
        contact: Contact = Contact::Front, "9.1.B";
        woods_trained: bool = false, "11.5.A";
        general: MeleeGeneral = MeleeGeneral::None, "2.55";
        weight: Weight = Weight::None, "opt.cavalry-weight";
        lancers: bool = false, "10.2.A";
        protective_position: bool = false, "11.6";
        prone: bool = false, "opt.anti-artillery";
        fired_at_by_artillery: bool = false, "chart.melee-classic.situation";
        russian_in_russia: bool = false, "opt.russian";
        elephants: bool = false, "opt.india";
    }
}

impl Attacker {
    /// Its column of the formation table; `None` for skirmishers.
    pub(super) const fn column(&self) -> Option<AttackerColumn> {
        match (self.arm, self.formation) {
            (_, Order::Skirmish) => None,
            (ChargingArm::Cavalry, Order::Column) => Some(AttackerColumn::CavColumn),
            (ChargingArm::Cavalry, Order::Line) => Some(AttackerColumn::CavLine),
            (ChargingArm::Infantry, Order::Column) => Some(AttackerColumn::InfColumn),
            (ChargingArm::Infantry, Order::Line) => Some(AttackerColumn::InfLine),
        }
    }

    pub(super) fn mounted(&self) -> bool {
        self.arm == ChargingArm::Cavalry
    }
}

impl Defender {
    /// Each arm has its own formations, and some never counter-charge.
    pub(super) fn check(&self) -> Result<(), Fault> {
        use DefenderFormation::*;
        let known = match self.arm {
            Arm::Infantry => self.formation != Crew,
            Arm::Cavalry => matches!(self.formation, Line | Column | Skirmish),
            Arm::Artillery => self.formation == Crew,
        };
        if !known {
            return Err(Fault::refused("defender.formation", &NOT_ITS_FORMATION));
        }
        if self.counter_charging && matches!(self.formation, Square | BattalionMass | Crew) {
            return Err(Fault::refused("defender.counter_charging", &NEVER_COUNTER_CHARGES));
        }
        Ok(())
    }

    /// Skirmishers, gun crews and prone men have neither formation nor protective fire.
    pub(super) fn loose(&self) -> bool {
        matches!(self.formation, DefenderFormation::Skirmish | DefenderFormation::Crew) || self.prone
    }

    /// Is it struck on a flank or rear that it has? A square has none, a battalion mass only a rear (ruling 28).
    pub(super) fn struck_in_flank(&self) -> bool {
        match self.formation {
            DefenderFormation::Square => false,
            DefenderFormation::BattalionMass => self.contact == Contact::Rear,
            _ => self.contact != Contact::Front,
        }
    }

    /// Its row of the formation table against an attacker of this arm.
    pub(super) fn row(&self, attacker: ChargingArm) -> FormationRow {
        use DefenderFormation::*;
        use FormationRow::*;
        let cavalry = self.arm == Arm::Cavalry;
        match (self.formation, cavalry, self.counter_charging) {
            _ if self.loose() => FormationRow::None,
            (BattalionMass, ..) => self.mass_row(attacker),
            (Square, ..) => InfSquare,
            (Line, false, true) => InfLineCc,
            (Line, false, false) => InfLineDef,
            (Line, true, true) => CavLineCc,
            (Line, true, false) => CavLineDef,
            (_, false, true) => InfColumnCc,
            (_, false, false) => InfColumnDef,
            (_, true, true) => CavColumnCc,
            (_, true, false) => CavColumnDef,
        }
    }

    /// To infantry, and in its rear, a mass is a column; to cavalry it is a square, or nothing if it is small (§10.5.H, §10.5.I).
    fn mass_row(&self, attacker: ChargingArm) -> FormationRow {
        if attacker == ChargingArm::Infantry || self.contact == Contact::Rear {
            FormationRow::InfColumnDef
        } else if self.castings >= MASS_AS_SQUARE {
            FormationRow::InfSquare
        } else {
            FormationRow::None
        }
    }
}
