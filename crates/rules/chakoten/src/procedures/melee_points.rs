//! Skema XV: which rows apply to either side of a melee or of a contagion.

use krigsspil_engine::{Figures, Listener, Modifier, Points};

use super::attack::a_quarter_of;
use crate::modifiers::melee::*;
use crate::tables::{MeleeNote, MeleeRow, MeleeTables};
use crate::vocabulary::*;

/// A side's column of skema XV.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Attacker = 0,
    Defender = 1,
}

/// One side of a melee as skema XV treats it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fighter<'a> {
    pub arm: MeleeArm,
    pub formation: MeleeFormation,
    pub ranks: &'a [i32],
    pub skirmish_figures: Figures,
    pub skirmishers_out: bool,
    pub order: Order,
    pub valeur: i32,
    pub training: i32,
    pub chief_modifier: i32,
    pub support: bool,
    pub first_action: bool,
    pub no_ammunition: bool,
    pub rifles_only: bool,
    pub momentum: Momentum,
    pub complete_victory: bool,
    pub column_no_room: bool,
    pub no_attack_column_bonus: bool,
    pub uphill: bool,
    pub obstacle: i32,
    pub cover: i32,
    pub flanks_secured: bool,
    pub street_facing: bool,
    pub smoke: Smoke,
    pub not_stationary: bool,
    pub cannot_retreat: bool,
}

impl Default for Fighter<'_> {
    fn default() -> Self {
        Fighter {
            arm: MeleeArm::Infantry,
            formation: MeleeFormation::Line,
            ranks: &[],
            skirmish_figures: Figures(0),
            skirmishers_out: false,
            order: Order::Good,
            valeur: 0,
            training: 0,
            chief_modifier: 0,
            support: false,
            first_action: false,
            no_ammunition: false,
            rifles_only: false,
            momentum: Momentum::Momentum,
            complete_victory: false,
            column_no_room: false,
            no_attack_column_bonus: false,
            uphill: false,
            obstacle: 0,
            cover: 0,
            flanks_secured: false,
            street_facing: false,
            smoke: Smoke::None,
            not_stationary: false,
            cannot_retreat: false,
        }
    }
}

/// How infantry is formed against cavalry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stance {
    Square,
    Mass,
    Other,
}

impl Fighter<'_> {
    fn in_ranks(&self) -> i32 {
        self.ranks.iter().sum()
    }

    /// All figures, including the skirmishers sent out (§14.04.3).
    pub fn figures(&self) -> i32 {
        self.in_ranks() + self.skirmish_figures.0
    }

    fn infantry(&self) -> bool {
        self.arm == MeleeArm::Infantry
    }

    /// In rout, skirmishing or at work (§05.04.2).
    fn spread(&self) -> bool {
        self.formation.spread() || self.order == Order::Rout
    }

    /// Spread and all-round formations have no flanks (ruling 37).
    pub fn has_flanks(&self) -> bool {
        self.formation.has_flanks() && self.order != Order::Rout
    }

    fn has_skirmishers(&self) -> bool {
        self.skirmishers_out
            || self.skirmish_figures > Figures(0)
            || self.formation == MeleeFormation::Skirmish
    }

    /// Square and battalion mass need 8 figures in the formation itself. Without ammunition they count one step lower against cavalry that
    /// has a quarter of their figures (§12.01.6, ruling 57, note 1).
    fn stance(&self, attacker: &Fighter, table: &MeleeTables) -> Stance {
        let enough = |row| !table.noted(row, MeleeNote::FewFigures) || self.in_ranks() >= table.least_figures;
        let weak = self.no_ammunition && a_quarter_of(attacker.figures(), self.figures());
        let square = self.formation.square() || self.flanks_secured;
        let mass = self.formation == MeleeFormation::BattalionMass || self.street_facing;
        match weak {
            _ if self.order == Order::Rout => Stance::Other,
            false if square && enough(MeleeRow::CavalryVSquare) => Stance::Square,
            true if square && enough(MeleeRow::CavalryVSquare) => Stance::Mass,
            false if mass && enough(MeleeRow::CavalryVMass) => Stance::Mass,
            _ => Stance::Other,
        }
    }

    fn cavalry_type(&self) -> Option<MeleeRow> {
        match self.arm {
            MeleeArm::HeavyCavalry => Some(MeleeRow::HeavyCavalry),
            MeleeArm::MediumCavalry => Some(MeleeRow::MediumCavalry),
            MeleeArm::LightCavalry => Some(MeleeRow::LightCavalry),
            MeleeArm::Cossacks => Some(MeleeRow::Cossacks),
            MeleeArm::Infantry | MeleeArm::Artillery | MeleeArm::Train => None,
        }
    }

    /// Smoke in front of a defender who fired in closed formation; rifles make none (§09.02.7, ruling 35).
    fn smoke(&self) -> Smoke {
        let fires = self.infantry() || self.arm.cavalry();
        if fires && !self.rifles_only && self.formation != MeleeFormation::Skirmish {
            self.smoke
        } else {
            Smoke::None
        }
    }
}

/// What applies to both sides.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clash {
    /// Both use the attacker's column.
    pub both_attack: bool,
    /// The attacker strikes a flank or the rear.
    pub flank: bool,
    pub continued: bool,
    pub built_up_area: bool,
    /// A flight runs into a friendly unit.
    pub contagion: bool,
}

/// The rows in the order of the print, with how often each counts; 0 if it does not apply.
pub(super) type Rows = [(MeleeRow, i32); MeleeRow::ALL.len()];

impl Clash {
    /// The rows that apply to one side.
    pub fn rows(&self, side: Side, own: &Fighter, enemy: &Fighter, table: &MeleeTables) -> Rows {
        let mut rows = [(MeleeRow::HundredPercentMore, 0); MeleeRow::ALL.len()];
        for (slot, row) in rows.iter_mut().zip(MeleeRow::ALL) {
            let times = if self.struck_out(*row, side, own, enemy, table) {
                0
            } else {
                self.times(*row, side, own, enemy, table)
            };
            *slot = (*row, times);
        }
        rows
    }

    /// Notes 1) to 4) of the print.
    fn struck_out(
        &self,
        row: MeleeRow,
        side: Side,
        own: &Fighter,
        enemy: &Fighter,
        table: &MeleeTables,
    ) -> bool {
        let attacker = if side == Side::Attacker { own } else { enemy };
        let few = row == MeleeRow::AttackColumn && own.figures() < table.least_figures;
        (few && table.noted(row, MeleeNote::FewFigures))
            || (self.continued && table.noted(row, MeleeNote::ContinuedMelee))
            || (self.contagion && table.noted(row, MeleeNote::Contagion))
            || (!self.both_attack && attacker.obstacle > 0 && table.noted(row, MeleeNote::BehindObstacle))
    }

    /// How often a row counts for a side.
    fn times(&self, row: MeleeRow, side: Side, own: &Fighter, enemy: &Fighter, table: &MeleeTables) -> i32 {
        use MeleeRow::*;
        let routed = own.order == Order::Rout;
        let mounted = own.arm.cavalry();
        let attacking = side == Side::Attacker;
        let holds = match row {
            HundredPercentMore => own.figures() >= 2 * enemy.figures(),
            TwoHundredPercentMore => own.figures() >= 3 * enemy.figures(),
            MarchColumn => own.formation.march_column() && !routed && !own.column_no_room,
            AttackColumn => own.in_attack_column() && !own.no_attack_column_bonus,
            ObstacleI => own.obstacle == 1,
            ObstacleII => own.obstacle == 2,
            ObstacleIII => own.obstacle == 3,
            Cover => own.cover > 0,
            CavalryVSquare | CavalryVMass | CavalryVInfantry | VArtillery => {
                self.arm_against_arm(side, own, enemy, table) == Some(row)
            }
            NoSkirmishers => self.enemy_lacks_skirmishers(attacking, own, enemy),
            SmokeLastTurn => own.smoke() == Smoke::LastTurn,
            SmokeThisTurn => own.smoke() == Smoke::ThisTurn,
            RiflesOnly => own.rifles_only && own.infantry(),
            NotStationary => own.not_stationary && own.infantry(),
            Uphill => own.uphill,
            FlankOrRear => self.flank,
            ClosedVSpread => own.formation != MeleeFormation::Skirmish && enemy.spread(),
            Disorder => own.order == Order::Disorder,
            Rout => routed,
            Support => own.support,
            FirstFire => own.first_action && own.infantry(),
            FirstAttack => own.first_action && mounted && own.momentum != Momentum::None,
            NoAmmunition => own.no_ammunition && own.infantry(),
            Storm => mounted && own.momentum == Momentum::Storm,
            NoMomentum => mounted && own.momentum == Momentum::None && (attacking || enemy.arm.cavalry()),
            CompleteVictory => own.complete_victory,
            HeavyCavalry | MediumCavalry | LightCavalry | Cossacks => own.cavalry_type() == Some(row),
            EachDegree => return own.order.degrees(),
            Training => return own.training,
            Valeur => return own.valeur,
            Chief => return own.chief_modifier,
        };
        i32::from(holds)
    }

    /// The row of the group "cavalry against …, attack on artillery" (§12.03.2, §12.03.3, ruling 59).
    fn arm_against_arm(
        &self,
        side: Side,
        own: &Fighter,
        enemy: &Fighter,
        table: &MeleeTables,
    ) -> Option<MeleeRow> {
        if self.both_attack {
            return None;
        }
        let (attacker, defender) = if side == Side::Attacker { (own, enemy) } else { (enemy, own) };
        let at_work = defender.formation == MeleeFormation::Working;
        match defender.arm {
            MeleeArm::Artillery | MeleeArm::Train => return Some(MeleeRow::VArtillery),
            _ if at_work => return Some(MeleeRow::VArtillery),
            MeleeArm::Infantry => {}
            _ => return None,
        }
        match defender.stance(attacker, table) {
            // A square throws back everything that flees into it (§13.05.2).
            Stance::Square if attacker.arm.cavalry() || self.contagion => Some(MeleeRow::CavalryVSquare),
            _ if !attacker.arm.cavalry() => None,
            Stance::Square => None,
            Stance::Mass => Some(MeleeRow::CavalryVMass),
            // Nobody takes a deduction against friendly cavalry in flight (§13.05.3).
            Stance::Other if self.contagion && side == Side::Defender => None,
            Stance::Other => Some(MeleeRow::CavalryVInfantry),
        }
    }

    /// Only between infantry; an attacker gets it only if the defender has no cover (§12.03.8, §17.03.1, ruling 55).
    fn enemy_lacks_skirmishers(&self, attacking: bool, own: &Fighter, enemy: &Fighter) -> bool {
        let covered = attacking && !self.both_attack && enemy.cover > 0;
        own.infantry() && enemy.infantry() && !enemy.has_skirmishers() && !self.built_up_area && !covered
    }
}

impl Fighter<'_> {
    /// A brigade column counts as attack column (ruling 52).
    fn in_attack_column(&self) -> bool {
        self.infantry()
            && self.order != Order::Rout
            && matches!(self.formation, MeleeFormation::AttackColumn | MeleeFormation::BrigadeColumn)
    }
}

/// The points of a side in the column it uses.
pub(super) fn tell<L: Listener>(
    side: Side,
    column: Side,
    rows: &Rows,
    table: &MeleeTables,
    points: &mut Points,
    report: &mut L,
) -> i32 {
    let told = |row| {
        let (name, attacker, defender) = told(row);
        (name, if side == Side::Attacker { attacker } else { defender })
    };
    table.points.tell(column as usize, rows, told, points, report)
}

/// The name of a row in the points, and its modifier for either side.
fn told(row: MeleeRow) -> (&'static str, &'static Modifier, &'static Modifier) {
    use MeleeRow::*;
    match row {
        HundredPercentMore | TwoHundredPercentMore => {
            ("more_figures", &ATTACKER_MORE_FIGURES, &DEFENDER_MORE_FIGURES)
        }
        MarchColumn => ("march_column", &ATTACKER_MARCH_COLUMN, &DEFENDER_MARCH_COLUMN),
        AttackColumn => ("attack_column", &ATTACKER_ATTACK_COLUMN, &DEFENDER_ATTACK_COLUMN),
        ObstacleI | ObstacleII | ObstacleIII => ("obstacle", &ATTACKER_OBSTACLE, &DEFENDER_OBSTACLE),
        Cover => ("cover", &ATTACKER_COVER, &DEFENDER_COVER),
        CavalryVSquare => ("cavalry_v_square", &ATTACKER_CAVALRY_V_SQUARE, &DEFENDER_CAVALRY_V_SQUARE),
        CavalryVMass => ("cavalry_v_mass", &ATTACKER_CAVALRY_V_MASS, &DEFENDER_CAVALRY_V_MASS),
        CavalryVInfantry => {
            ("cavalry_v_infantry", &ATTACKER_CAVALRY_V_INFANTRY, &DEFENDER_CAVALRY_V_INFANTRY)
        }
        VArtillery => ("v_artillery", &ATTACKER_V_ARTILLERY, &DEFENDER_V_ARTILLERY),
        NoSkirmishers => ("no_skirmishers", &ATTACKER_NO_SKIRMISHERS, &DEFENDER_NO_SKIRMISHERS),
        SmokeLastTurn | SmokeThisTurn => ("smoke", &ATTACKER_SMOKE, &DEFENDER_SMOKE),
        RiflesOnly => ("rifles_only", &ATTACKER_RIFLES_ONLY, &DEFENDER_RIFLES_ONLY),
        NotStationary => ("not_stationary", &ATTACKER_NOT_STATIONARY, &DEFENDER_NOT_STATIONARY),
        Uphill => ("uphill", &ATTACKER_UPHILL, &DEFENDER_UPHILL),
        FlankOrRear => ("flank", &ATTACKER_FLANK, &DEFENDER_FLANK),
        ClosedVSpread => ("closed_v_spread", &ATTACKER_CLOSED_V_SPREAD, &DEFENDER_CLOSED_V_SPREAD),
        EachDegree | Disorder | Rout => ("order", &ATTACKER_ORDER, &DEFENDER_ORDER),
        Support => ("support", &ATTACKER_SUPPORT, &DEFENDER_SUPPORT),
        FirstFire | FirstAttack => ("first_action", &ATTACKER_FIRST_ACTION, &DEFENDER_FIRST_ACTION),
        NoAmmunition => ("no_ammunition", &ATTACKER_NO_AMMUNITION, &DEFENDER_NO_AMMUNITION),
        Storm => ("storm", &ATTACKER_STORM, &DEFENDER_STORM),
        NoMomentum => ("no_momentum", &ATTACKER_NO_MOMENTUM, &DEFENDER_NO_MOMENTUM),
        CompleteVictory => ("complete_victory", &ATTACKER_COMPLETE_VICTORY, &DEFENDER_COMPLETE_VICTORY),
        HeavyCavalry | MediumCavalry | LightCavalry | Cossacks => {
            ("cavalry_type", &ATTACKER_CAVALRY_TYPE, &DEFENDER_CAVALRY_TYPE)
        }
        Training => ("training", &ATTACKER_TRAINING, &DEFENDER_TRAINING),
        Valeur => ("valeur", &ATTACKER_VALEUR, &DEFENDER_VALEUR),
        Chief => ("chief", &ATTACKER_CHIEF, &DEFENDER_CHIEF),
    }
}
