//! Chapter 07: the shock throw.

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Fault, Figures, Group, Listener, Procedure};

use crate::modifiers::attack::*;
use crate::modifiers::fire::{MOUNTED_NEVER_THIN, ONLY_FOOT_PINNED};
use crate::tables::{OwnOpponent, ShockSide, SkemaXII, Tables};
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// The order of a unit that can attack.
    pub enum AttackerOrder {
        Good = "OR",
        LightDisorder = "LU",
    }

    /// The formation of a defender.
    pub enum DefenderFormation {
        MarchColumn = "march_column",
        AttackColumn = "attack_column",
        Line = "line",
        ThinLine = "thin_line",
        Chain = "chain",
        Building = "building",
    }

    /// Whose order the throw changes.
    pub enum Affected {
        Attacker = "attacker",
        None = "none",
        Defender = "defender",
    }
}

krigsspil_engine::facts! {
    /// The side that throws.
    pub struct ShockAttacker {
        arm: Troops;
        formation: Formation = Formation::Line;
        order: AttackerOrder = AttackerOrder::Good;
        without_order: bool = false, "07.01.3";
        storm: bool = false;
        army: Army = Army::Union;
        figures: Figures [1..=400];
        support: bool = false;
        general: bool = false;
        obstacle: PassableObstacle = PassableObstacle::None;
        valeur: i32 [-1..=2] = 0, "08.01.1";
    }
}

krigsspil_engine::facts! {
    /// The other side.
    pub struct ShockDefender {
        arm: UnitArm;
        formation: DefenderFormation = DefenderFormation::Line;
        order: SteadyOrder = SteadyOrder::Good;
        attacking: bool = false;
        moving: bool = false;
        working: bool = false;
        without_order: bool = false, "07.01.3";
        storm: bool = false;
        outflanks: bool = false;
        cover: Cover = Cover::None;
        army: Army = Army::Union;
        figures: Figures [1..=400];
        support: bool = false;
        general: bool = false;
        obstacle: PassableObstacle = PassableObstacle::None;
        valeur: i32 [-1..=2] = 0, "08.01.1";
    }
}

krigsspil_engine::facts! {
    /// An attack at the breaking distance.
    pub struct Shock {
        aspect: Aspect = Aspect::Front;
        attacker: ShockAttacker;
        defender: ShockDefender;
    }
}

krigsspil_engine::outcome! {
    /// Its result.
    pub struct ShockResult {
        dice_sum: i32;
        attacker_modifier: i32, of first;
        defender_modifier: i32, of second;
        total: i32;
        column: i32;
        affected: Affected;
        result: OrderResult;
        attacker_order_after: Order, of first;
        defender_order_after: Order, of second;
        attack_continues: bool;
        cavalry_turns_away: bool;
        prisoners: bool;
        attacker_forced: ForcedAction;
        defender_forced: ForcedAction;
    }
}

/// One of the two columns of skema XII.
type Column = fn(OwnOpponent) -> i32;

/// The bonus of the larger side: for three times as many, otherwise for twice as many (ruling 50).
fn numbers(
    ours: Figures,
    theirs: Figures,
    rows: &SkemaXII,
    column: Column,
    report: &mut impl Listener,
) -> i32 {
    if ours.0 >= 3 * theirs.0 {
        report.add(&THREE_TIMES_AS_MANY, column(rows.three_times_as_many))
    } else if ours.0 >= 2 * theirs.0 {
        report.add(&TWICE_AS_MANY, column(rows.twice_as_many))
    } else {
        0
    }
}

/// The cost of crossing an obstacle.
fn obstacle(obstacle: PassableObstacle, rows: &SkemaXII, column: Column, report: &mut impl Listener) -> i32 {
    let row = match obstacle {
        PassableObstacle::None => return 0,
        PassableObstacle::I => rows.obstacle_i,
        PassableObstacle::II => rows.obstacle_ii,
        PassableObstacle::III => rows.obstacle_iii,
    };
    report.add(&CROSSES_OBSTACLE, column(row))
}

impl ShockAttacker {
    /// The bonus of a mounted attacker, depending on the defender.
    fn charge(&self, defender: &ShockDefender, rows: &SkemaXII, report: &mut impl Listener) -> i32 {
        let halted = !defender.moving && !defender.attacking;
        match (self.arm, defender.arm) {
            (Troops::MountedCavalry, UnitArm::MountedCavalry) => {
                report.add_if(halted, &CHARGES_HALTED_CAVALRY, rows.cavalry_on_halted_cavalry.own)
            }
            (Troops::MountedCavalry, _) => report.add(&CHARGES_OTHER_ARMS, rows.cavalry_on_other_arms.own),
            _ => 0,
        }
    }

    /// His own column, without the side of the attack.
    fn modifier(&self, defender: &ShockDefender, rows: &SkemaXII, report: &mut impl Listener) -> i32 {
        let own: Column = |row| row.own;
        let mounted = self.arm == Troops::MountedCavalry;
        let formation = match self.formation {
            Formation::MarchColumn | Formation::ThinLine => rows.march_column_or_thin_line.own,
            Formation::Chain => rows.chain.own,
            Formation::AttackColumn | Formation::Line => 0,
        };
        let southern = mounted && self.army == Army::Confederate;
        let light = self.order == AttackerOrder::LightDisorder;
        numbers(self.figures, defender.figures, rows, own, report)
            + report.add(&ATTACKER_FORMATION, formation)
            + report.add_if(southern, &CONFEDERATE_CAVALRY, rows.confederate_cavalry.own)
            + self.charge(defender, rows, report)
            + report.add_if(self.without_order, &ATTACK_WITHOUT_ORDER, rows.attack_without_order.own)
            + report.add_if(self.storm, &ATTACK_IN_STORM, rows.attack_in_storm.own)
            + report.add_if(self.support, &ATTACKER_SUPPORT, rows.support.own)
            + report.add_if(self.general, &ATTACKER_GENERAL, rows.general.own)
            + obstacle(self.obstacle, rows, own, report)
            + report.add_if(light, &ATTACKER_ORDER, rows.light_disorder.own)
            + report.add_if(mounted, &ATTACKER_VALEUR, self.valeur)
    }
}

impl ShockDefender {
    fn artillery(&self) -> bool {
        matches!(self.arm, UnitArm::ArtilleryLimbered | UnitArm::ArtilleryUnlimbered)
    }

    fn in_building(&self) -> bool {
        !self.artillery() && self.formation == DefenderFormation::Building
    }

    fn formation_modifier(&self, rows: &SkemaXII) -> i32 {
        match (self.arm, self.formation) {
            // Limbered guns count as march column, unlimbered ones as line (ruling 53).
            (UnitArm::ArtilleryLimbered, _) => rows.march_column_or_thin_line.opponent,
            (UnitArm::ArtilleryUnlimbered, _) => 0,
            (_, DefenderFormation::MarchColumn | DefenderFormation::ThinLine) => {
                rows.march_column_or_thin_line.opponent
            }
            (_, DefenderFormation::Chain) => rows.chain.opponent,
            _ => 0,
        }
    }

    /// The opponent's column.
    fn modifier(&self, attacker: &ShockAttacker, rows: &SkemaXII, report: &mut impl Listener) -> i32 {
        let opponent: Column = |row| row.opponent;
        let southern = self.arm == UnitArm::MountedCavalry && self.army == Army::Confederate;
        let order = match self.order {
            SteadyOrder::Good => 0,
            SteadyOrder::LightDisorder | SteadyOrder::Pinned => rows.light_disorder.opponent,
            SteadyOrder::Disorder => rows.disorder.opponent,
        };
        let (without_order, storm) = (self.attacking && self.without_order, self.attacking && self.storm);
        // Infantry that also attacks has no valeur here either (ruling 54).
        let steadfast = !(self.attacking && self.arm.on_foot());
        numbers(self.figures, attacker.figures, rows, opponent, report)
            + report.add(&DEFENDER_FORMATION, self.formation_modifier(rows))
            + report.add_if(self.outflanks, &DEFENDER_OUTFLANKS, rows.outflank.opponent)
            + report.add_if(southern, &CONFEDERATE_CAVALRY, rows.confederate_cavalry.opponent)
            + report.add_if(without_order, &ATTACK_WITHOUT_ORDER, rows.attack_without_order.opponent)
            + report.add_if(storm, &ATTACK_IN_STORM, rows.attack_in_storm.opponent)
            + report.add_if(self.support, &DEFENDER_SUPPORT, rows.support.opponent)
            + report.add_if(self.general, &DEFENDER_GENERAL, rows.general.opponent)
            + obstacle(self.obstacle, rows, opponent, report)
            + report.add_if(self.cover == Cover::III, &DEFENDER_COVER_III, rows.cover_iii.opponent)
            + report.add(&DEFENDER_ORDER, order)
            + report.add_if(steadfast, &DEFENDER_VALEUR, -self.valeur)
    }
}

impl Shock {
    fn check(&self) -> Result<(), Fault> {
        let (attacker, defender) = (&self.attacker, &self.defender);
        if attacker.arm == Troops::MountedCavalry && attacker.formation == Formation::ThinLine {
            return Err(Fault::refused("attacker.formation", &MOUNTED_NEVER_THIN));
        }
        let thin = matches!(defender.formation, DefenderFormation::ThinLine | DefenderFormation::Building);
        if defender.arm == UnitArm::MountedCavalry && thin {
            return Err(Fault::refused("defender.formation", &MOUNTED_NEVER_THIN));
        }
        if defender.order == SteadyOrder::Pinned && !defender.arm.on_foot() {
            return Err(Fault::refused("defender.order", &ONLY_FOOT_PINNED));
        }
        Ok(())
    }

    /// The side of the attack, and a defender at work: flank and work are one row and count once (ruling 51).
    fn side_modifier(&self, rows: &SkemaXII, report: &mut impl Listener) -> i32 {
        let aspect = if self.defender.in_building() { Aspect::Front } else { self.aspect };
        let aside = match aspect {
            Aspect::Outflank => report.add(&OUTFLANKS, rows.outflank.own),
            Aspect::Rear => report.add(&ATTACKS_REAR, rows.rear.own),
            Aspect::Front | Aspect::Flank => 0,
        };
        let exposed = aspect == Aspect::Flank || self.defender.working;
        aside + report.add_if(exposed, &ATTACKS_FLANK_OR_WORKING, rows.flank_or_working.own)
    }
}

impl Procedure for Shock {
    type Tables = Tables;
    type Outcome = ShockResult;
    const ABOUT: About = About {
        name: "shock",
        group: Group::Melee,
        dice: "2d6",
        cites: &[
            "07.02.3",
            "07.02.4",
            "07.03.1",
            "07.03.2",
            "07.03.3",
            "07.03.4",
            "07.03.5",
            "02.04.3",
            "04.02.1",
            "04.02.3",
            "skema XII",
            "skema XIII",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<ShockResult, Fault> {
        self.check()?;
        let (attacker, defender) = (&self.attacker, &self.defender);
        let rows = &tables.attack.modifiers;
        let dice_sum = dice.sum("shock", 2, Die::D6)?;
        let attacker_modifier = self.side_modifier(rows, report) + attacker.modifier(defender, rows, report);
        let defender_modifier = defender.modifier(attacker, rows, report);
        let total = dice_sum + attacker_modifier + defender_modifier;
        let column = total.clamp(1, 15);
        let (side, result) = tables.attack.shock_result(column);
        let affected = match (side, result) {
            (_, OrderResult::Good) => Affected::None,
            (ShockSide::Own, _) => Affected::Attacker,
            (ShockSide::Opponent, _) => Affected::Defender,
        };
        let on = |who| if affected == who { result } else { OrderResult::Good };
        let (on_attacker, on_defender) = (on(Affected::Attacker), on(Affected::Defender));
        let attacker_order = match attacker.order {
            AttackerOrder::Good => Order::Good,
            AttackerOrder::LightDisorder => Order::LightDisorder,
        };
        let attack_continues = affected == Affected::Defender;
        let charges_other_arms =
            attacker.arm == Troops::MountedCavalry && defender.arm != UnitArm::MountedCavalry;
        Ok(ShockResult {
            dice_sum,
            attacker_modifier,
            defender_modifier,
            total,
            column,
            affected,
            result,
            attacker_order_after: attacker_order.or_worse(on_attacker),
            defender_order_after: Order::from(defender.order).or_worse(on_defender),
            attack_continues,
            cavalry_turns_away: charges_other_arms && !attack_continues,
            prisoners: on_defender == OrderResult::Rout,
            attacker_forced: forced_by(on_attacker, attacker.arm.into()),
            defender_forced: forced_by(on_defender, defender.arm),
        })
    }
}
