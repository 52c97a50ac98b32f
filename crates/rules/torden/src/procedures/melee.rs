//! Chapter 7: melee.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::{Dice, Die, RollName};
use krigsspil_engine::{About, Fault, Figures, Group, Listener, Procedure};

use super::{refuse_nobody_left, standing};
use crate::modifiers::melee::*;
use crate::modifiers::{
    ARTILLERY_NEVER_ATTACKS, ATTACKER_IN_ORDER, FORMATION_OF_ANOTHER_ARM, INFANTRY_NOT_AT_CAVALRY,
    SQUARE_NEVER_ATTACKS, TOO_MANY_ROLLS,
};
use crate::tables::{MeleeColumn, Tables};
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A unit behind another.
    pub struct Support {
        same_corps: bool = false;
        same_arm: bool = false;
        behind: bool = false;
        distance_cm: f64 [0..=500];
        order: Order = Order::Order;
    }
}

krigsspil_engine::choices! {
    /// Why a unit does not support.
    pub enum SupportBar {
        OtherCorps = "other_corps",
        OtherArm = "other_arm",
        NotBehind = "not_behind",
        TooFar = "too_far",
        NotInOrder = "not_in_order",
    }
}

krigsspil_engine::outcome! {
    /// Whether it supports it.
    pub struct SupportResult {
        valid: bool;
        reasons: ArrayVec<SupportBar, 5>;
    }
}

/// The greatest distance of a support (§7.1.5).
const SUPPORT_CM: f64 = 10.0;

impl Procedure for Support {
    type Tables = Tables;
    type Outcome = SupportResult;
    const ABOUT: About = About { name: "support", group: Group::Melee, dice: "", cites: &["7.1.5"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<SupportResult, Fault> {
        let reasons = standing([
            (!self.same_corps, SupportBar::OtherCorps),
            (!self.same_arm, SupportBar::OtherArm),
            (!self.behind, SupportBar::NotBehind),
            (self.distance_cm > SUPPORT_CM, SupportBar::TooFar),
            (self.order != Order::Order, SupportBar::NotInOrder),
        ]);
        Ok(SupportResult { valid: reasons.is_empty(), reasons })
    }
}

krigsspil_engine::facts! {
    /// A unit in melee, of either side.
    pub struct UnitInMelee {
        arm: Arm;
        cavalry_class: CavalryClass = CavalryClass::Medium, "tabel 7";
        formation: MeleeFormation;
        order: Order = Order::Order, "tabel 7";
        original: Figures [1..=120];
        lost: Figures [0..=119] = Figures(0);
        terrain: MeleeTerrain = MeleeTerrain::Open, "tabel 7";
        supported: bool = false, "7.1.5";
        melee_bonus: i32 [-6..=6] = 0, "tabel 7";
        general_bonus: i32 [0..=3] = 0, "2.3.p2";
        unit_number: i32 [1..=6] = 1, "7.4.p2";
        rolls: i32 [1..=6] = 1, "7.4.p2";
    }
}

krigsspil_engine::facts! {
    /// The attacked unit.
    pub struct Defender {
        ..unit: UnitInMelee;
        fired: bool = false, "tabel 7";
    }
}

krigsspil_engine::facts! {
    /// One unit against one unit.
    pub struct Melee {
        attacker: UnitInMelee;
        defender: Defender;
        continued_melee: bool = false, "7.3.3";
        flank_or_rear: bool = false, "tabel 7";
        continued_attacks: i32 [0..=10] = 0, "7.5.1.p2";
    }
}

krigsspil_engine::choices! {
    /// The columns of table 8.
    pub enum MeleeLossColumn {
        Draw = "0",
        To3 = "1-3",
        To5 = "4-5",
        To9 = "6-9",
        From10 = "10-X",
    }

    /// Who wins.
    pub enum Winner {
        Attacker = "attacker",
        Defender = "defender",
        None = "none",
    }
}

krigsspil_engine::outcome! {
    /// The result for one side.
    pub struct MeleeSideResult {
        odds: i32;
        loss_modifier: i32;
        modifier: i32;
        roll: i32;
        total: i32;
        losses: Figures;
        morale_modifier: i32;
        must_test: bool;
    }

    /// The result.
    pub struct MeleeOutcome {
        attacker: MeleeSideResult;
        defender: MeleeSideResult;
        difference: i32;
        column: MeleeLossColumn;
        winner: Winner;
    }
}

/// A side of a melee, as table 7 treats it.
struct Fighter<'a> {
    arm: Arm,
    class: CavalryClass,
    /// FU counts as column (§1.6.4).
    formation: MeleeFormation,
    order: Order,
    original: i32,
    lost: i32,
    terrain: MeleeTerrain,
    supported: bool,
    melee_bonus: i32,
    general_bonus: i32,
    rows: &'a MeleeColumn,
    attacks: bool,
}

impl UnitInMelee {
    fn fighter<'a>(&self, rows: &'a MeleeColumn, attacks: bool) -> Fighter<'a> {
        Fighter {
            arm: self.arm,
            class: self.cavalry_class,
            formation: match self.order {
                Order::FullDisorder => MeleeFormation::Column,
                _ => self.formation,
            },
            order: self.order,
            original: self.original.0,
            lost: self.lost.0,
            terrain: self.terrain,
            supported: self.supported,
            melee_bonus: self.melee_bonus,
            general_bonus: self.general_bonus,
            rows,
            attacks,
        }
    }
}

impl Fighter<'_> {
    fn present(&self) -> i32 {
        self.original - self.lost
    }

    fn is_square(&self) -> bool {
        self.formation == MeleeFormation::Square
    }

    /// The modifier of arm and formation against the enemy's.
    fn against(&self, enemy: &Fighter<'_>, report: &mut impl Listener) -> i32 {
        let rows = self.rows;
        let cavalry = self.arm == Arm::Cavalry;
        let column = cavalry && self.formation == MeleeFormation::Column;
        let march_column = self.formation == MeleeFormation::MarchColumn;
        let square = enemy.is_square();
        let ridden_at = self.is_square() && enemy.arm == Arm::Cavalry && !self.attacks;
        let guns_or_square = square || enemy.arm == Arm::Artillery;
        let mut sum = report.add_if(column, &CAVALRY_IN_COLUMN, rows.cavalry_in_column);
        sum += report.add_if(march_column, &MARCH_COLUMN, rows.march_column);
        sum += report.add_if(ridden_at, &CAVALRY_AGAINST_SQUARE, rows.cavalry_against_square);
        if self.attacks && cavalry {
            let foot = enemy.arm != Arm::Cavalry;
            sum += report.add_if(square, &CAVALRY_AGAINST_SQUARE, rows.cavalry_against_square);
            sum += report.add_if(foot && !square, &CAVALRY_AGAINST_FOOT, rows.cavalry_against_foot);
        } else if self.attacks {
            let charge = rows.infantry_against_square_or_guns;
            sum += report.add_if(guns_or_square, &INFANTRY_AGAINST_SQUARE_OR_GUNS, charge);
        }
        sum + self.class_modifier(report)
    }

    fn class_modifier(&self, report: &mut impl Listener) -> i32 {
        match self.class {
            _ if self.arm != Arm::Cavalry => 0,
            CavalryClass::Light => report.add(&LIGHT_CAVALRY, self.rows.light_cavalry),
            CavalryClass::Medium => 0,
            CavalryClass::Heavy => report.add(&HEAVY_CAVALRY, self.rows.heavy_cavalry),
        }
    }

    /// Order and ground; cover does not help an attacker, and a town that he comes out of counts against him (R29).
    fn order_and_ground(&self, report: &mut impl Listener) -> i32 {
        let rows = self.rows;
        let order = match self.order {
            Order::Order => 0,
            Order::Disorder => report.add(&FIGHTS_IN_DISORDER, rows.disorder),
            Order::FullDisorder => report.add(&FIGHTS_IN_FULL_DISORDER, rows.full_disorder),
        };
        let ground = match self.terrain {
            MeleeTerrain::Open => 0,
            MeleeTerrain::Wood => report.add(&IN_WOOD, rows.wood),
            MeleeTerrain::Fortress => report.add(&IN_FORTRESS, rows.fortress),
            MeleeTerrain::River => report.add(&IN_RIVER, rows.river),
            MeleeTerrain::Town if self.attacks => report.add(&OUT_OF_TOWN, rows.cover_or_town),
            MeleeTerrain::Cover if self.attacks => 0,
            MeleeTerrain::Cover | MeleeTerrain::Town => report.add(&IN_COVER_OR_TOWN, rows.cover_or_town),
        };
        order + ground
    }

    /// One for each full 100 per cent more figures; three gunners count as one (R28).
    fn odds(&self, enemy: &Fighter<'_>, tables: &Tables) -> i32 {
        let gunners = tables.melee.gunners_a_figure;
        let weight =
            |side: &Fighter<'_>| side.present() * if side.arm == Arm::Artillery { 1 } else { gunners };
        (weight(self) / weight(enemy) - 1).clamp(0, tables.melee.most_odds) * self.rows.each_100_per_cent
    }

    /// Everything except the rows of the attack itself.
    fn modifier(&self, enemy: &Fighter<'_>, tables: &Tables, report: &mut impl Listener) -> Modifier {
        let odds = report.add(&ODDS, self.odds(enemy, tables));
        let tens = tables.losses.tens(self.original, self.lost);
        let losses = report.add(&LOSSES, tens * self.rows.each_10_per_cent_lost);
        let sum = self.against(enemy, report)
            + self.order_and_ground(report)
            + report.add_if(self.supported, &SUPPORTED, self.rows.supported)
            + report.add(&MELEE_ADDITION, self.melee_bonus)
            + report.add(&GENERAL_MELEE, self.general_bonus);
        Modifier { odds, losses, sum: sum + odds + losses }
    }

    fn result(&self, throw: Throw, lost_melee: bool, column: usize, tables: &Tables) -> MeleeSideResult {
        let losses = tables.melee.losses(self.arm, lost_melee, column).min(self.present());
        MeleeSideResult {
            odds: throw.modifier.odds,
            loss_modifier: throw.modifier.losses,
            modifier: throw.modifier.sum,
            roll: throw.roll,
            total: throw.total(),
            losses: Figures(losses),
            morale_modifier: if lost_melee { tables.melee.morale_deduction[column] } else { 0 },
            must_test: lost_melee || further_step(tables, self.original, self.lost, losses),
        }
    }
}

/// Do the losses take the unit over a further step of 10 per cent (§8.3.2, R31)?
pub fn further_step(tables: &Tables, original: i32, lost: i32, losses: i32) -> bool {
    tables.losses.tens(original, lost + losses) > tables.losses.tens(original, lost)
}

/// The modifier of a throw, and two of its parts.
#[derive(Clone, Copy)]
struct Modifier {
    odds: i32,
    losses: i32,
    sum: i32,
}

#[derive(Clone, Copy)]
struct Throw {
    roll: i32,
    modifier: Modifier,
}

impl Throw {
    const fn total(&self) -> i32 {
        self.roll + self.modifier.sum
    }
}

/// Throws as often as the unit may and wants to; only the last throw counts (§7.4), so the others are thrown and ignored.
fn binding_roll<D: Dice>(dice: &mut D, name: RollName, rolls: i32) -> Result<i32, Fault> {
    if rolls > 1 {
        dice.at_most(name, 2 * (rolls as u32 - 1), Die::D6, Die::D6.highest())?;
    }
    dice.sum(name, 2, Die::D6)
}

impl Melee {
    fn check(&self) -> Result<(), Fault> {
        let (attacker, defender) = (&self.attacker, &self.defender.unit);
        if !attacker.formation.suits(attacker.arm) {
            return Err(Fault::refused("attacker.formation", &FORMATION_OF_ANOTHER_ARM));
        }
        if !defender.formation.suits(defender.arm) {
            return Err(Fault::refused("defender.formation", &FORMATION_OF_ANOTHER_ARM));
        }
        refuse_nobody_left("attacker.lost", attacker.original.0, attacker.lost.0)?;
        refuse_nobody_left("defender.lost", defender.original.0, defender.lost.0)?;
        if attacker.rolls > attacker.unit_number {
            return Err(Fault::refused("attacker.rolls", &TOO_MANY_ROLLS));
        }
        if defender.rolls > defender.unit_number {
            return Err(Fault::refused("defender.rolls", &TOO_MANY_ROLLS));
        }
        if self.continued_melee { Ok(()) } else { self.check_attack() }
    }

    /// Who may attack whom; in a continued melee nobody attacks.
    fn check_attack(&self) -> Result<(), Fault> {
        let (field, refusal) = match &self.attacker {
            attacker if attacker.arm == Arm::Artillery => ("attacker.arm", &ARTILLERY_NEVER_ATTACKS),
            attacker if attacker.order != Order::Order => ("attacker.order", &ATTACKER_IN_ORDER),
            attacker if attacker.formation == MeleeFormation::Square => {
                ("attacker.formation", &SQUARE_NEVER_ATTACKS)
            }
            attacker if attacker.arm == Arm::Infantry && self.defender.unit.arm == Arm::Cavalry => {
                ("attacker.arm", &INFANTRY_NOT_AT_CAVALRY)
            }
            _ => return Ok(()),
        };
        Err(Fault::refused(field, refusal))
    }

    /// The attacker uses the attacker's column, but in a continued melee both sides use the defender's (§7.3.3).
    fn fighters<'a>(&self, tables: &'a Tables) -> (Fighter<'a>, Fighter<'a>) {
        let attack = !self.continued_melee;
        let rows = if attack { &tables.melee.attacker } else { &tables.melee.defender };
        let defender = self.defender.unit.fighter(&tables.melee.defender, false);
        (self.attacker.fighter(rows, attack), defender)
    }

    /// The rows of the attack itself: flank, and how often he has continued.
    fn attack_modifier(
        &self,
        attacker: &Fighter<'_>,
        defender: &Fighter<'_>,
        report: &mut impl Listener,
    ) -> i32 {
        if self.continued_melee {
            return 0;
        }
        let walled = matches!(defender.terrain, MeleeTerrain::Town | MeleeTerrain::Fortress);
        let has_flank = defender.order != Order::FullDisorder && !defender.is_square() && !walled;
        let further = (self.continued_attacks - 1).max(0) * attacker.rows.each_further_continued_attack;
        report.add_if(self.flank_or_rear && has_flank, &FLANK_OR_REAR, attacker.rows.flank_or_rear)
            + report.add(&FURTHER_CONTINUED_ATTACKS, further)
    }
}

impl Procedure for Melee {
    type Tables = Tables;
    type Outcome = MeleeOutcome;
    const ABOUT: About = About {
        name: "melee",
        group: Group::Melee,
        dice: "2d6 × rolls + 2d6 × rolls",
        cites: &["7.1.3", "7.1.4", "7.2.1", "7.2.2", "7.3.3", "7.4", "8.3.2", "1.6.4", "tabel 7", "tabel 8"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<MeleeOutcome, Fault> {
        self.check()?;
        let (attacker, defender) = self.fighters(tables);
        let mut attack = attacker.modifier(&defender, tables, report);
        attack.sum += self.attack_modifier(&attacker, &defender, report);
        let mut defence = defender.modifier(&attacker, tables, report);
        let fired = self.defender.fired && !self.continued_melee;
        defence.sum += report.add_if(fired, &DEFENDER_FIRED, defender.rows.defender_fired);
        let attack =
            Throw { roll: binding_roll(dice, "melee_attacker", self.attacker.rolls)?, modifier: attack };
        let defence = Throw {
            roll: binding_roll(dice, "melee_defender", self.defender.unit.rolls)?,
            modifier: defence,
        };
        let ahead = attack.total() - defence.total();
        let place = tables.melee.columns.place(ahead.abs());
        Ok(MeleeOutcome {
            attacker: attacker.result(attack, ahead < 0, place, tables),
            defender: defender.result(defence, ahead > 0, place, tables),
            difference: ahead.abs(),
            column: MeleeLossColumn::ALL[place],
            winner: match ahead {
                0 => Winner::None,
                1.. => Winner::Attacker,
                _ => Winner::Defender,
            },
        })
    }
}
