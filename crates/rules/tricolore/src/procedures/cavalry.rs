//! Melees that cavalry begins or continues.

use krigsspil_engine::{Listener, Modifier};

use super::melee::{
    Fighter, FootBeside, HorseBeside, MeleeBox, MeleeResult, Sum, all_bases, horse_fighter, melee_procedure,
    multiplied, strength, superiority_steps, target_fighter,
};
use crate::modifiers::{cavalry_continued, cavalry_initial, charge};
use crate::quantity::{Bases, Disorder, Quarters};
use crate::tables::{CavalryContinuedRows, Melee, ResultTable};
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// Cavalry that attacks cavalry, or that cavalry attacks.
    pub struct CavalryInAttack {
        weight: CavalryWeight, "cav.initial.heavy";
        value: i32 [1..=9], "cav.initial.value";
        disorder: Disorder [0..=8] = Disorder::NONE, "cav.initial.disorder-heavy";
        bases: Bases [0.5..=40 step 0.5], "cav.initial.superiority";
        formation: HorseFormation = HorseFormation::Column, "cav.initial.march-column";
        threatened_flanks: i32 [0..=2] = 0, "cav.initial.threatened-flank";
        flanked: bool = false, "cav.initial.flanked";
    }
}

krigsspil_engine::facts! {
    /// Cavalry that cavalry attacks.
    pub struct CavalryDefender {
        ..horse: CavalryInAttack;
        stationary: bool = false, "cav.initial.stationary";
    }
}

krigsspil_engine::facts! {
    /// An initial melee of cavalry with cavalry.
    pub struct CavalryAttack {
        attacker: CavalryInAttack, "chart.cavalry-initial-mods";
        defender: CavalryDefender, "chart.cavalry-initial-mods";
    }
}

impl MeleeBox for CavalryAttack {
    fn sum<'report, L: Listener>(&self, tables: &Melee, report: &'report mut L) -> Sum<'report, L> {
        use cavalry_initial::*;
        let (rows, a, f) = (&tables.cavalry_initial, &self.attacker, &self.defender.horse);
        let steps = superiority_steps(a.bases.in_halves(), f.bases.in_halves());
        let names = [&ATTACKER_SUPERIORITY, &DEFENDER_SUPERIORITY];
        let mut sum = Sum::of_superiority(rows.superiority, names, steps, report);
        sum.both([&ATTACKER_VALUE, &DEFENDER_VALUE], rows.value, [a.value, f.value]);
        match a.weight {
            CavalryWeight::Light => {
                sum.attacker(&ATTACKER_DISORDER_LIGHT, rows.disorder_light, a.disorder.0);
            }
            CavalryWeight::Medium | CavalryWeight::Heavy => {
                sum.attacker(&ATTACKER_DISORDER_HEAVY, rows.disorder_medium_heavy, a.disorder.0);
            }
        }
        match f.weight {
            CavalryWeight::Light => {
                sum.defender(&DEFENDER_DISORDER_LIGHT, rows.disorder_light, f.disorder.0);
            }
            CavalryWeight::Medium | CavalryWeight::Heavy => {
                sum.defender(&DEFENDER_DISORDER_HEAVY, rows.disorder_medium_heavy, f.disorder.0);
            }
        }
        sum.defender(&DEFENDER_STATIONARY, rows.stationary, self.defender.stationary.into());
        let flanks = [a.threatened_flanks, f.threatened_flanks];
        sum.both([&ATTACKER_THREATENED_FLANK, &DEFENDER_THREATENED_FLANK], rows.threatened_flank, flanks);
        let flanked = [a.flanked, f.flanked].map(i32::from);
        sum.both([&ATTACKER_FLANKED, &DEFENDER_FLANKED], rows.flanked, flanked);
        let march_column = f.formation == HorseFormation::MarchColumn;
        sum.defender(&DEFENDER_MARCH_COLUMN, rows.march_column, march_column.into());
        let of_weight = |weight| [a.weight == weight, f.weight == weight].map(i32::from);
        sum.both([&ATTACKER_MEDIUM, &DEFENDER_MEDIUM], rows.medium, of_weight(CavalryWeight::Medium));
        sum.both([&ATTACKER_HEAVY, &DEFENDER_HEAVY], rows.heavy, of_weight(CavalryWeight::Heavy));
        sum
    }

    fn fighters(&self, _: &Melee) -> [Fighter; 2] {
        let fighter = |horse: &CavalryInAttack| horse_fighter(horse.formation, horse.disorder, horse.bases);
        [fighter(&self.attacker), fighter(&self.defender.horse)]
    }

    fn table<'t>(&self, tables: &'t Melee) -> &'t ResultTable {
        &tables.cavalry_vs_cavalry
    }
}

melee_procedure!(
    CavalryAttack,
    "cavalry_attack",
    [
        "chart.cavalry-initial-mods",
        "chart.cavalry-vs-cavalry",
        "chart.loss",
        "cav.initial.value",
        "cav.initial.disorder-light",
        "cav.initial.disorder-heavy",
        "cav.initial.superiority",
        "cav.initial.stationary",
        "cav.initial.threatened-flank",
        "cav.initial.flanked",
        "cav.initial.march-column",
        "cav.initial.medium",
        "cav.initial.heavy",
        "general.legend",
        "general.loss-double",
        "general.loss-skirmishers",
    ]
);

krigsspil_engine::facts! {
    /// One side of a continued cavalry melee.
    pub struct CavalryInMelee {
        value: i32 [1..=9], "cav.cont.value";
        training: i32 [1..=9], "cav.cont.training";
        disorder: Disorder [0..=8] = Disorder::NONE, "cav.cont.disorder";
        bases: Bases [0.5..=40 step 0.5], "cav.cont.superiority";
        formation: HorseFormation = HorseFormation::Column, "cav.cont.line-6-9";
        beside: Vec<HorseBeside> [0..=24] = Vec::new(), "house.multi-unit";
    }
}

krigsspil_engine::facts! {
    /// A round of continued cavalry melee.
    pub struct CavalryMeleeContinued {
        attacker: CavalryInMelee, "chart.cavalry-continued-mods";
        defender: CavalryInMelee, "chart.cavalry-continued-mods";
    }
}

impl CavalryInMelee {
    /// The bases counted for superiority: of each unit by its own multiplier (R13, R69).
    fn strength<L: Listener>(
        &self,
        rows: &CavalryContinuedRows,
        [line_5, line_6_9]: [&'static Modifier; 2],
        report: &mut L,
    ) -> i32 {
        let mut times = |formation, training| match (formation, training) {
            (HorseFormation::Line, 5) => multiplied(line_5, rows.line_training_5, report),
            (HorseFormation::Line, 6..) => multiplied(line_6_9, rows.line_training_6_9, report),
            _ => Quarters::ONE,
        };
        let lead = strength(self.bases, times(self.formation, self.training));
        let beside = self.beside.iter();
        beside.fold(lead, |sum, unit| sum + strength(unit.bases, times(unit.formation, unit.training)))
    }

    fn all_bases(&self) -> Bases {
        all_bases(self.bases, self.beside.iter().map(|unit| unit.bases))
    }
}

impl MeleeBox for CavalryMeleeContinued {
    fn sum<'report, L: Listener>(&self, tables: &Melee, report: &'report mut L) -> Sum<'report, L> {
        use cavalry_continued::*;
        let (rows, a, f) = (&tables.cavalry_continued_rows, &self.attacker, &self.defender);
        let steps = superiority_steps(
            a.strength(rows, [&ATTACKER_LINE_5, &ATTACKER_LINE_6_9], report),
            f.strength(rows, [&DEFENDER_LINE_5, &DEFENDER_LINE_6_9], report),
        );
        let names = [&ATTACKER_SUPERIORITY, &DEFENDER_SUPERIORITY];
        let mut sum = Sum::of_superiority(rows.superiority, names, steps, report);
        sum.both([&ATTACKER_VALUE, &DEFENDER_VALUE], rows.value, [a.value, f.value]);
        sum.both([&ATTACKER_TRAINING, &DEFENDER_TRAINING], rows.training, [a.training, f.training]);
        sum.both([&ATTACKER_DISORDER, &DEFENDER_DISORDER], rows.disorder, [a.disorder.0, f.disorder.0]);
        sum
    }

    fn fighters(&self, _: &Melee) -> [Fighter; 2] {
        let fighter =
            |horse: &CavalryInMelee| horse_fighter(horse.formation, horse.disorder, horse.all_bases());
        [fighter(&self.attacker), fighter(&self.defender)]
    }

    fn table<'t>(&self, tables: &'t Melee) -> &'t ResultTable {
        &tables.cavalry_continued
    }
}

melee_procedure!(
    CavalryMeleeContinued,
    "cavalry_melee_continued",
    [
        "chart.cavalry-continued-mods",
        "chart.cavalry-continued",
        "chart.loss",
        "cav.cont.value",
        "cav.cont.training",
        "cav.cont.disorder",
        "cav.cont.superiority",
        "cav.cont.line-6-9",
        "cav.cont.line-5",
        "general.legend",
        "general.loss-double",
        "general.loss-skirmishers",
    ]
);

krigsspil_engine::facts! {
    /// Cavalry that attacks another arm.
    pub struct ChargingCavalry {
        weight: CavalryWeight, "charge.heavy";
        value: i32 [1..=9], "charge.value";
        disorder: Disorder [0..=8] = Disorder::NONE, "charge.disorder";
        bases: Bases [0.5..=40 step 0.5], "charge.superiority";
        formation: HorseFormation = HorseFormation::Column, "charge.march-column";
    }
}

krigsspil_engine::facts! {
    /// Its target.
    pub struct ChargedTarget {
        kind: TargetKind = TargetKind::Infantry, "chart.cavalry-vs-artillery";
        value: i32 [1..=9], "charge.value";
        training: i32 [1..=9], "charge.line-2-4";
        disorder: Disorder [0..=8] = Disorder::NONE, "charge.disorder";
        bases: Bases [0.5..=40 step 0.5], "charge.superiority";
        formation: FootFormation = FootFormation::Column, "charge.square";
        cover: i32 [0..=7] = 0, "charge.cover";
        threatened_flanks: i32 [0..=2] = 0, "charge.threatened-flank-line";
        flanked: bool = false, "charge.flanked";
        fully_covered: bool = false, "charge.fully-covered";
        anchored: bool = false, "charge.anchored";
        artillery_support: bool = false, "charge.artillery-support";
        neighbour_support: i32 [0..=2] = 0, "charge.neighbour";
        beside: Vec<FootBeside> [0..=24] = Vec::new(), "house.multi-unit";
    }
}

krigsspil_engine::facts! {
    /// Cavalry attacks another arm.
    pub struct CavalryCharge {
        attacker: ChargingCavalry, "chart.cavalry-charge-mods";
        defender: ChargedTarget, "chart.cavalry-charge-mods";
    }
}

/// The highest training at which an infantry line counts half against cavalry (R14).
const POOR_LINE_TRAINING: i32 = 4;

impl ChargedTarget {
    fn infantry_in(&self, formation: FootFormation) -> bool {
        self.kind == TargetKind::Infantry && self.formation == formation
    }

    /// The bases counted for superiority: of each unit by its own multiplier (R13, R69).
    fn strength<L: Listener>(&self, tables: &Melee, report: &mut L) -> i32 {
        let mut times = |kind, formation, training, cover| match (kind, formation) {
            (TargetKind::Infantry, FootFormation::Line) if training <= POOR_LINE_TRAINING => {
                multiplied(&charge::DEFENDER_LINE_2_4, tables.charge.line_training_2_4, report)
            }
            (TargetKind::Skirmishers, _) if cover == 0 => {
                let times = tables.charge.skirmishers_in_the_open;
                multiplied(&charge::DEFENDER_SKIRMISHERS_OPEN_STRENGTH, times, report)
            }
            _ => Quarters::ONE,
        };
        let lead = strength(self.bases, times(self.kind, self.formation, self.training, self.cover));
        let beside = self.beside.iter();
        beside.fold(lead, |sum, unit| {
            sum + strength(unit.bases, times(unit.kind, unit.formation, unit.training, unit.cover))
        })
    }
}

impl MeleeBox for CavalryCharge {
    fn sum<'report, L: Listener>(&self, tables: &Melee, report: &'report mut L) -> Sum<'report, L> {
        use charge::*;
        let (rows, a, f) = (&tables.charge, &self.attacker, &self.defender);
        let steps = superiority_steps(strength(a.bases, Quarters::ONE), f.strength(tables, report));
        let names = [&ATTACKER_SUPERIORITY, &DEFENDER_SUPERIORITY];
        let mut sum = Sum::of_superiority(rows.superiority, names, steps, report);
        let loose = f.kind == TargetKind::Skirmishers;
        let covered = f.fully_covered && !loose;
        let anchored = f.anchored && f.kind == TargetKind::Infantry;
        let march_column =
            [a.formation == HorseFormation::MarchColumn, !loose && f.formation == FootFormation::MarchColumn];
        sum.both([&ATTACKER_VALUE, &DEFENDER_VALUE], rows.value, [a.value, f.value]);
        sum.both([&ATTACKER_DISORDER, &DEFENDER_DISORDER], rows.disorder, [a.disorder.0, f.disorder.0]);
        sum.defender(&DEFENDER_COVER, rows.cover, f.cover);
        sum.defender(&DEFENDER_FLANKED, rows.flanked, f.flanked.into());
        sum.attacker(&ATTACKER_HEAVY, rows.heavy, (a.weight == CavalryWeight::Heavy).into());
        sum.defender(&DEFENDER_SQUARE, rows.square, f.infantry_in(FootFormation::Square).into());
        if f.kind == TargetKind::Artillery || f.infantry_in(FootFormation::Line) {
            let row = rows.threatened_flank_line_or_artillery;
            sum.defender(&DEFENDER_THREATENED_FLANK_LINE, row, f.threatened_flanks);
        } else {
            sum.defender(&DEFENDER_THREATENED_FLANK, rows.threatened_flank, f.threatened_flanks);
        }
        sum.defender(&DEFENDER_FULLY_COVERED, rows.fully_covered, covered.into());
        sum.defender(&DEFENDER_ANCHORED, rows.anchored, anchored.into());
        let names = [&ATTACKER_MARCH_COLUMN, &DEFENDER_MARCH_COLUMN];
        sum.both(names, rows.march_column, march_column.map(i32::from));
        sum.defender(&DEFENDER_ARTILLERY_SUPPORT, rows.artillery_support, f.artillery_support.into());
        sum.defender(&DEFENDER_NEIGHBOUR_SUPPORT, rows.neighbour_support, f.neighbour_support);
        sum
    }

    fn fighters(&self, _: &Melee) -> [Fighter; 2] {
        let (a, f) = (&self.attacker, &self.defender);
        let attacker = horse_fighter(a.formation, a.disorder, a.bases);
        let bases = all_bases(f.bases, f.beside.iter().map(|unit| unit.bases));
        [attacker, target_fighter(f.kind, f.formation, f.disorder, bases)]
    }

    fn table<'t>(&self, tables: &'t Melee) -> &'t ResultTable {
        match self.defender.kind {
            TargetKind::Artillery => &tables.cavalry_vs_artillery,
            TargetKind::Infantry | TargetKind::Skirmishers => &tables.cavalry_vs_infantry,
        }
    }
}

melee_procedure!(
    CavalryCharge,
    "cavalry_charge",
    [
        "chart.cavalry-charge-mods",
        "chart.cavalry-vs-infantry",
        "chart.cavalry-vs-artillery",
        "chart.loss",
        "charge.value",
        "charge.disorder",
        "charge.superiority",
        "charge.cover",
        "charge.flanked",
        "charge.heavy",
        "charge.square",
        "charge.threatened-flank",
        "charge.threatened-flank-line",
        "charge.fully-covered",
        "charge.anchored",
        "charge.march-column",
        "charge.artillery-support",
        "charge.neighbour",
        "charge.line-2-4",
        "charge.skirmishers-open",
        "general.legend",
        "general.loss-double",
        "general.loss-skirmishers",
    ]
);
