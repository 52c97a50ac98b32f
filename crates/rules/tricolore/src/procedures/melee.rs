//! What all melees have in common: the two columns of modifiers, superiority, the result and its losses.

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{Fault, Listener, Modifier};

use crate::modifiers::melee::*;
use crate::quantity::{Bases, Disorder, Metres, Quarters};
use crate::tables::{General, Heading, Loss, Melee, MeleeCell, Movement, ResultTable, Row};
use crate::vocabulary::{FootFormation, FootKind, ForcedInto, HorseFormation, MeleeTable, Side, TargetKind};

krigsspil_engine::outcome! {
    /// The effect of a melee on one side.
    pub struct SideResult {
        result: Movement;
        retreat_m: Metres;
        advance_m: Metres;
        forced_formation: Option<ForcedInto>;
        disorder_gain: Disorder;
        disorder_after: Disorder;
        loss_multiplier: Option<i32>;
        loss_factor: i32;
        loss_bases: Bases;
        bases_after: Bases;
        loss_test: bool;
        eliminated: bool;
    }

    /// The dice, the two sums of modifiers, and the resulting column.
    pub struct Throw {
        table: MeleeTable;
        dice_total: i32;
        superiority_steps: i32;
        attacker_modifier: i32, of first;
        defender_modifier: i32, of second;
        total: i32;
        column: Heading;
    }

    /// A melee.
    pub struct MeleeResult {
        ..throw: Throw;
        attacker: SideResult;
        defender: SideResult;
        melee_continues: bool;
    }
}

krigsspil_engine::facts! {
    /// Another unit that fights on one side, beside the unit that leads it: it counts its bases by its own multiplier (R13, R69).
    pub struct FootBeside {
        kind: TargetKind = TargetKind::Infantry, "house.multi-unit";
        training: i32 [1..=9], "house.multi-unit";
        formation: FootFormation = FootFormation::Column, "house.multi-unit";
        cover: i32 [0..=7] = 0, "charge.skirmishers-open";
        bases: Bases [0.5..=40 step 0.5], "house.multi-unit";
    }
}

krigsspil_engine::facts! {
    /// The same of cavalry.
    pub struct HorseBeside {
        training: i32 [1..=9], "house.multi-unit";
        formation: HorseFormation = HorseFormation::Column, "house.multi-unit";
        bases: Bases [0.5..=40 step 0.5], "house.multi-unit";
    }
}

/// The bases of a side: of the unit that leads it and of those beside it (R69).
pub(super) fn all_bases(lead: Bases, beside: impl Iterator<Item = Bases>) -> Bases {
    beside.fold(lead, Bases::and)
}

/// A melee: its box of modifiers, its two sides, and the table of its results.
pub(super) trait MeleeBox {
    /// The box of modifiers.
    fn sum<'report, L: Listener>(&self, tables: &Melee, report: &'report mut L) -> Sum<'report, L>;

    /// Attacker and defender as the loss rules treat them.
    fn fighters(&self, tables: &Melee) -> [Fighter; 2];

    /// The table of results.
    fn table<'t>(&self, tables: &'t Melee) -> &'t ResultTable;

    /// Adds up, throws and finds the result.
    fn fight<D: Dice, L: Listener>(
        &self,
        tables: &Melee,
        dice: &mut D,
        report: &mut L,
    ) -> Result<MeleeResult, Fault> {
        let (fighters, table) = (self.fighters(tables), self.table(tables));
        self.sum(tables, report).fight(table, fighters, &tables.general, dice)
    }
}

/// Makes a melee a procedure with the plain outcome: its name, and the rules it cites.
macro_rules! melee_procedure {
    ($melee:ident, $name:literal, $cites:expr) => {
        impl krigsspil_engine::Procedure for $melee {
            type Tables = crate::tables::Tables;
            type Outcome = MeleeResult;
            const ABOUT: krigsspil_engine::About = krigsspil_engine::About {
                name: $name,
                group: krigsspil_engine::Group::Melee,
                dice: "2d10",
                cites: &$cites,
            };

            fn resolve<D: krigsspil_engine::dice::Dice, L: krigsspil_engine::Listener>(
                &self,
                tables: &Self::Tables,
                dice: &mut D,
                report: &mut L,
            ) -> Result<MeleeResult, krigsspil_engine::Fault> {
                self.fight(&tables.melee, dice, report)
            }
        }
    };
}
pub(super) use melee_procedure;

/// The two columns of a box of modifiers, while they are added up.
pub(super) struct Sum<'report, L> {
    attacker: i32,
    defender: i32,
    superiority_steps: i32,
    report: &'report mut L,
}

impl<'report, L: Listener> Sum<'report, L> {
    /// Begins with the superiority of one side's counted strength.
    pub(super) fn of_superiority(
        row: Row,
        [attacker, defender]: [&'static Modifier; 2],
        superiority_steps: i32,
        report: &'report mut L,
    ) -> Self {
        Sum {
            attacker: report.add(attacker, row.attacker.of(superiority_steps.max(0))),
            defender: report.add(defender, row.defender.of((-superiority_steps).max(0))),
            superiority_steps,
            report,
        }
    }

    /// This many points of a row in A's column.
    pub(super) fn attacker(&mut self, modifier: &'static Modifier, row: Row, points: i32) {
        self.attacker += self.report.add(modifier, row.attacker.of(points));
    }

    /// This many points of a row in F's column.
    pub(super) fn defender(&mut self, modifier: &'static Modifier, row: Row, points: i32) {
        self.defender += self.report.add(modifier, row.defender.of(points));
    }

    /// Points of both sides in the same row.
    pub(super) fn both(&mut self, modifiers: [&'static Modifier; 2], row: Row, points: [i32; 2]) {
        self.attacker(modifiers[0], row, points[0]);
        self.defender(modifiers[1], row, points[1]);
    }

    /// Throws the dice and finds the result in the table.
    fn fight<D: Dice>(
        self,
        table: &ResultTable,
        fighters: [Fighter; 2],
        general: &General,
        dice: &mut D,
    ) -> Result<MeleeResult, Fault> {
        let report = self.report;
        report.holds(true, &MELEE_DICE);
        let dice_total = dice.sum("melee", general.dice as u32, Die::D10)?;
        let total = dice_total + self.attacker + self.defender;
        let (column, attacker_cell, defender_cell) = table.result(total);
        let [attacker, defender] = fighters;
        let attacker_result = attacker.suffers(attacker_cell, &defender, Side::Attacker, general, report);
        let defender_result = defender.suffers(defender_cell, &attacker, Side::Defender, general, report);
        let continued =
            [attacker_cell, defender_cell].iter().any(|cell| cell.movement == Movement::Continued);
        let throw = Throw {
            table: table.name,
            dice_total,
            superiority_steps: self.superiority_steps,
            attacker_modifier: self.attacker,
            defender_modifier: self.defender,
            total,
            column,
        };
        Ok(MeleeResult {
            throw,
            melee_continues: continued && !attacker_result.eliminated && !defender_result.eliminated,
            attacker: attacker_result,
            defender: defender_result,
        })
    }
}

/// Whole 25 per cent steps by which one strength exceeds the other: above 0 for A, below for F (R12).
pub(super) const fn superiority_steps(attacker: i32, defender: i32) -> i32 {
    if attacker >= defender {
        4 * (attacker - defender) / defender
    } else {
        -(4 * (defender - attacker) / attacker)
    }
}

/// Bases counted for superiority, in eighths (R13).
pub(super) const fn strength(bases: Bases, times: Quarters) -> i32 {
    bases.in_halves() * times.0
}

/// Reports a multiplier of strength, and returns it.
pub(super) fn multiplied<L: Listener>(
    modifier: &'static Modifier,
    times: Quarters,
    report: &mut L,
) -> Quarters {
    let (by, over) = times.fraction();
    report.times(modifier, by, over);
    times
}

/// One side of a melee as the loss rules treat it.
#[derive(Clone, Copy)]
pub(super) struct Fighter {
    pub(super) disorder: Disorder,
    pub(super) bases: Bases,
    /// In line, or artillery: its enemy's loss factor is doubled.
    pub(super) line_or_artillery: bool,
    pub(super) skirmishers: bool,
    /// The multiplier of its loss from the table (§town.doubled).
    pub(super) loss_times: i32,
}

impl Fighter {
    fn suffers<L: Listener>(
        &self,
        cell: MeleeCell,
        enemy: &Fighter,
        side: Side,
        general: &General,
        report: &mut L,
    ) -> SideResult {
        let loss_factor = match cell.loss {
            Loss::Number(number) if number > 0 => {
                let doubled = match side {
                    Side::Attacker => &ATTACKER_LOSS_DOUBLED,
                    Side::Defender => &DEFENDER_LOSS_DOUBLED,
                };
                let skirmishers = self.skirmishers || enemy.skirmishers;
                let times = weapon_factor(enemy.line_or_artillery, skirmishers, doubled, general, report);
                report.holds(true, &ENEMY_BASES);
                number * enemy.bases.rounded_up() * times
            }
            _ => 0,
        };
        let loss_bases = match cell.loss {
            Loss::All => self.bases,
            _ => general.loss(loss_factor).times(self.loss_times).min(self.bases),
        };
        let bases_after = self.bases.less(loss_bases);
        let loss_test = report.holds(cell.loss == Loss::Test, &LOSS_TEST);
        let (retreat_m, advance_m, forced_formation) = match cell.movement {
            Movement::Retreat(metres) => (metres, Metres(0), None),
            Movement::Breakthrough(metres) => (Metres(0), metres, None),
            Movement::Forced(formation) => (Metres(0), Metres(0), Some(formation)),
            _ => (Metres(0), Metres(0), None),
        };
        SideResult {
            result: cell.movement,
            retreat_m,
            advance_m,
            forced_formation,
            disorder_gain: cell.disorder,
            disorder_after: self.disorder.raised(cell.disorder),
            loss_multiplier: match cell.loss {
                Loss::Number(number) => Some(number),
                Loss::Test | Loss::All => None,
            },
            loss_factor,
            loss_bases,
            bases_after,
            loss_test,
            eliminated: bases_after == Bases::NONE,
        }
    }
}

/// The multiplier of the loss factor: line and artillery double it, but skirmishers prevent any doubling (R20, R21).
pub(super) fn weapon_factor<L: Listener>(
    line_or_artillery: bool,
    skirmishers: bool,
    doubled: &'static Modifier,
    general: &General,
    report: &mut L,
) -> i32 {
    match (line_or_artillery, skirmishers) {
        (false, false) => 1,
        (true, false) => {
            report.times(doubled, general.line_or_artillery, 1);
            general.line_or_artillery
        }
        (would_be_doubled, true) => {
            report.holds(would_be_doubled, &NEVER_DOUBLED);
            general.skirmishers
        }
    }
}

/// Infantry or skirmishers as the loss rules treat them; skirmishers have no formation.
pub(super) fn foot_fighter(
    kind: FootKind,
    formation: FootFormation,
    disorder: Disorder,
    bases: Bases,
) -> Fighter {
    target_fighter(kind.into(), formation, disorder, bases)
}

/// The same for any target except cavalry.
pub(super) fn target_fighter(
    kind: TargetKind,
    formation: FootFormation,
    disorder: Disorder,
    bases: Bases,
) -> Fighter {
    let line_or_artillery = match kind {
        TargetKind::Infantry => formation == FootFormation::Line,
        TargetKind::Skirmishers => false,
        TargetKind::Artillery => true,
    };
    let skirmishers = kind == TargetKind::Skirmishers;
    Fighter { disorder, bases, line_or_artillery, skirmishers, loss_times: 1 }
}

/// Cavalry as the loss rules treat it.
pub(super) fn horse_fighter(formation: HorseFormation, disorder: Disorder, bases: Bases) -> Fighter {
    let line_or_artillery = formation == HorseFormation::Line;
    Fighter { disorder, bases, line_or_artillery, skirmishers: false, loss_times: 1 }
}
